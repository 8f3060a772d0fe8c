"""A position of the table as a game that goes on, and a game as a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import takewhile
from random import Random

from toolkit.core.chance import Seed, random_source
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import find_game
from toolkit.core.observation import Observation
from toolkit.games.tobago.actions import Look, Raise
from toolkit.games.tobago.board_sides import boxed_island, known_sides, read_sides
from toolkit.games.tobago.cards import deck_of, reconstructed_deck
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import COLOURS, PLAYERS, TreasureMap
from toolkit.games.tobago.play.clue_cards import narrow, put_clue
from toolkit.games.tobago.play.set_up import blank_state, lay_out
from toolkit.games.tobago.play.turns import fresh_turn
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import HAND_SIZE, GameRules
from toolkit.games.tobago.state import (
    HAND,
    MAP_NUMBER,
    NOBODY,
    NOWHERE,
    ON_MAPS,
    PILE,
    TobagoState,
    compiled_setting,
)
from toolkit.hexmap import Island, Orientation, format_drawing
from toolkit.hexmap.island import bits


def state_from_position(position: Position, *, deal: Seed = None) -> TobagoState:
    """Return the game that goes on from a position: the player who asks (``me``) begins a turn.

    Parameters
    ----------
    position
        Landmarks with facings, the ATVs of 2 to 4 players, and the owner of every clue are needed. The
        players sit in the order red, blue, yellow, green.
    deal
        A seed, by which the hands that the position does not tell are dealt.

    Notes
    -----
    A position does not tell treasures, amulets in hand and discards: the game goes on as if no treasure had
    been raised yet. A clue that lies on a map although the deck lacks it is one card more in the deck.

    Raises
    ------
    ToolkitError
        All that is missing, or what no game can hold.
    """
    state = table_from_position(position, rules_from_position(position))
    _deal_hands(state, position.seat, position.hand, None if deal is None else random_source(deal))
    return state


def table_from_position(position: Position, rules: GameRules) -> TobagoState:
    """Return the game that goes on from a position, with all cards of the hands still in the pile.

    The rules are those of `rules_from_position`, perhaps with other cards; errors as in
    `state_from_position`.
    """
    find_game("tobago")  # a state knows its decisions as soon as its game is there
    state = blank_state(len(rules.colours), rules)
    _put_pieces(state, position)
    for colour in COLOURS:
        _put_map(state, position.maps[colour])
    clues, size = len(position.hand or ()), HAND_SIZE[state.players]
    if clues > size:
        raise ToolkitError(f"hand.clues: {clues} clues, and {state.players} players hold {size} (T-16)")
    state.stack = [fresh_turn(state, position.seat)]
    return state


def missing_in(position: Position) -> Iterator[str]:
    """Yield what a position does not tell and a game needs, each with its key."""
    colours = _colours(position)
    if len(colours) not in HAND_SIZE:
        yield f"table.atvs: a game needs those of 2 to 4 players, and the position has {len(colours)}"
    try:
        _ = position.seat
    except ToolkitError as error:
        yield str(error)
    for name in position.setting.statues:
        if name not in position.facings:
            yield f"landmarks.statues: the position does not tell where the statue on {name} looks"
    for colour, found in position.maps.items():
        for place, play in enumerate(found.plays):
            unmarked = not place and position.setting.rules.start_maps == "all_four"  # T-17a
            if play.owner not in colours and not (play.owner is None and unmarked):
                who = "is not told" if play.owner is None else f"{play.owner} does not play"
                yield f"maps.{colour}.owners: whose rose lies on {quote(str(play.clue))} {who}"


def _colours(position: Position) -> tuple[str, ...]:
    return tuple([colour for colour in PLAYERS if colour in position.atvs])


def rules_from_position(position: Position) -> GameRules:
    """Return the rules of the game that goes on from a position, with its set-up.

    `ToolkitError` names all that the position does not tell.
    """
    if problems := list(missing_in(position)):
        raise ToolkitError("; also ".join(problems))
    setting, facings, colours = position.setting, position.facings, _colours(position)
    island, sides = _island_rules(setting.island)
    return GameRules(
        **asdict(setting.rules),
        island=island,
        sides=sides,
        huts=tuple(setting.huts),
        palms=tuple(setting.palms),
        statues=tuple(f"{name}>{facings[name]}" for name in setting.statues),
        deck=_cards(position),
        atvs=tuple(position.atvs[colour] for colour in colours),
        colours=colours,
    )


def _island_rules(island: Island) -> tuple[str, str]:
    """Return how the rules name an island: its layout or drawing, and the sides that an owner supplied."""
    if island.orientation is Orientation.POINTY:
        return format_drawing(island), ""
    own = [name for name in island.names if name[0] not in known_sides()]
    rows = [f"{name[0]},{name[1]},{name[2]},{island.terrain(name)}" for name in own]
    sides = "\n".join(["side,a,b,terrain", *rows]) if own else ""
    if boxed_island(island.title, read_sides(sides) if own else None) != island:
        raise ToolkitError(f"{island.title} is no layout of board sides: no game can be set up on it")
    return island.title, sides


def _cards(position: Position) -> tuple[str, ...] | None:
    """Return the cards of the deck, with those more that lie on the maps or in the hand."""
    seen = Counter(clue for found in position.maps.values() for clue in found.clues)
    seen.update(position.hand or ())
    cards = Counter(position.deck)
    missing = [clue for clue, copies in seen.items() for _ in range(copies - cards[clue])]
    if not missing and position.deck == reconstructed_deck():
        return None
    return tuple(str(clue) for clue in [*position.deck, *missing])


def _put_pieces(state: TobagoState, position: Position) -> None:
    """Put landmarks, ATVs and amulets on the island, and lay out the empty maps."""
    island, rules = state.compiled.island, state.rules
    huts, palms, statues = (hexes or () for hexes in island.fixed.values())
    state.landmarks, state.facings = (huts, palms, statues), island.facings
    lay_out(state)
    state.atvs = list(island.starts or ())
    state.amulet_hexes = island.source.cells(position.amulets).mask
    if (lie := state.amulet_hexes.bit_count()) > rules.amulets:
        raise ToolkitError(f"table.amulets: {lie} lie there, and there are {rules.amulets}")


def _put_map(state: TobagoState, found: TreasureMap) -> None:
    """Lay the clues of a map as they lie in the position, with their roses."""
    colour, colours = found.colour, state.rules.colours
    if not found.candidates:
        raise ToolkitError(f"maps.{colour}: no candidate is left")
    for play in found.plays:
        owner = NOBODY if play.owner is None else colours.index(play.owner)
        if owner != NOBODY and not state.roses[owner]:
            raise ToolkitError(f"maps: {play.owner} has no rose for {quote(str(play.clue))} (T-11b)")
        face = state.compiled.decks.face[play.clue]
        state.clue_cards.give(face, PILE, ON_MAPS)
        put_clue(state, MAP_NUMBER[colour], face, owner)
    state.removed[MAP_NUMBER[colour]] = found.removed.mask
    narrow(state, MAP_NUMBER[colour], ~found.removed.mask)


def _deal_hands(state: TobagoState, seat: int, hand: tuple[Clue, ...] | None, random: Random | None) -> None:
    """Give a hand that the position tells to its player, and deal the others."""
    cards, size = state.clue_cards, HAND_SIZE[state.players]
    for clue in hand or ():
        cards.give(state.compiled.decks.face[clue], PILE, HAND + seat)
    others = [other for other in range(state.players) if other != seat or hand is None]
    if random is None:
        names = ", ".join(state.rules.colours[other] for other in others)
        raise ToolkitError(f"hand: the position does not tell the clues of {names}: a seed would deal them")
    for other in others:
        for _ in range(min(size, len(cards.cards[PILE]))):
            cards.give(random.choice(cards.cards[PILE]), PILE, HAND + other)


def position_of(seen: Observation[TobagoState]) -> Position:
    """Return what a seat sees of a game: what lies on the table, and its own hand.

    A spectator (``state.observation(None)``) has no hand. A position has no place for treasures, amulets in
    hand and discards, nor for the order of play. `ToolkitError` for an observation of another game.

    >>> from toolkit.games.tobago.game import GAME
    >>> position_of(GAME.new(2).observation(0)).me
    'red'
    """
    if seen.game != TobagoState.game.name:
        raise ToolkitError(f"an observation of {quote(seen.game)} is no position of Tobago")
    rules, compiled = seen.rules, compiled_setting(seen.rules, seen[TobagoState.landmarks])
    names, directions = compiled.island.names, compiled.island.directions
    maps = zip(seen[TobagoState.clues], seen[TobagoState.owners], seen[TobagoState.removed], strict=True)
    hand = None if seen.player is None else seen[TobagoState.clue_cards].zone(f"hand {seen.player}")
    turned = zip(seen[TobagoState.landmarks][2], seen[TobagoState.facings], strict=False)  # not all at first
    atvs = zip(rules.colours, seen[TobagoState.atvs], strict=False)
    return Position(
        setting=compiled.setting,
        maps={COLOURS[number]: compiled.treasure_map(number, *laid) for number, laid in enumerate(maps)},
        hand=None if hand is None else tuple(compiled.decks.clues[face] for face in hand),
        deck=deck_of(rules),
        facings={names[hex_]: directions[way] for hex_, way in turned},
        me=None if seen.player is None else rules.colours[seen.player],
        atvs={colour: names[hex_] for colour, hex_ in atvs if hex_ != NOWHERE},
        amulets=tuple(names[hex_] for hex_ in bits(seen[TobagoState.amulet_hexes])),
    )


def looked_at(seen: Observation[TobagoState]) -> list[int]:
    """Return the cards of the treasure that is being divided at which the seat has looked, sorted (T-25)."""
    since_raise = takewhile(lambda event: not isinstance(event.action, Raise), reversed(seen.log))
    looks = [event.action.face for event in since_raise if isinstance(event.action, Look)]
    return sorted(face for face in looks if face is not None)
