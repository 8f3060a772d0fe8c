"""From a position to a game that can be played on, and from what a seat sees back to a position."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from msgspec import UNSET

from toolkit.core.decision import ALL
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.position import deal
from toolkit.games.wayfarers.actions import MOST_DICE
from toolkit.games.wayfarers.caravan import BONUSES, FACES
from toolkit.games.wayfarers.components.names import GUILDS, INSPIRATION, KINDS, NONE, WORKERS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, JOURNAL_TILES, SLOTS, TILES
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.journal import SPACES, TILE_SPACES
from toolkit.games.wayfarers.positions.position import (
    EMPTY,
    GREEN_COLUMNS,
    UNKNOWN,
    Display,
    Journal,
    Player,
    Position,
)
from toolkit.games.wayfarers.state import ACTION, OPEN, UNDER, EndingTurn, Turning, WayfarersState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from toolkit.core.observation import Observation
    from toolkit.games.wayfarers.caravan import Laid
    from toolkit.games.wayfarers.tableau import Tableau

# ---- from a position to a game -----------------------------------------------------------------------------


def complete(position: Position, random: Random) -> WayfarersState:
    """Return a game in a position: the turn that it names begins, or its action is done.

    What it does not tell is dealt and rolled as likely as it is. `PositionError` for a position that no play
    can lead to, `ToolkitError` when the game is over there.
    """
    position.check()
    if position.over:
        raise ToolkitError("the game is over: a marker is in the last column, and no turn is left (Y-92)")
    players, whose = len(position.players), position.whose
    state = WayfarersState.begin(position.rules, players)
    state.turns, state.player, state.start = position.turns, whose, (whose + 1 - position.turns) % players
    state.phase, state.reason = ACTION, ""
    state.ending = position.turns_left or NONE
    state.used = sum(1 << GUILDS.index(guild) for guild in set(position.used))
    state.discount, state.pigeon = (0, 0), 0
    state.gained = tuple([CARD[card] for card in position.gained])
    state.tableaux, state.rivals = list(_tableaux(position, random)), []
    state.purse = state.tableaux[whose].silver, state.tableaux[whose].provision
    _lay_board(state, position, random)
    _lay_cards(state, position, random)
    state.stack = [EndingTurn(whose) if position.acted else Turning(whose)]
    state.settle()
    return state


def _tableaux(position: Position, random: Random) -> Iterator[Tableau]:
    """Yield what each player has; boards that are not said are dealt, and dice rolled."""
    left = [*BONUSES.keys() - {one.board for one in position.players}]
    random.shuffle(left)
    for seat, one in enumerate(position.players):
        tableau = position.tableau(seat)
        tableau.board = tableau.board or left.pop()
        if one.dice is UNSET:
            many = MOST_DICE - tableau.reserve - len(tableau.placed)
            tableau.dice = tuple(sorted(random.choices(FACES, k=many)))
        yield tableau


def _lay_board(state: WayfarersState, position: Position, random: Random) -> None:
    """Lay the tiles on the main board, and what is on the journal; its tiles that are not said are dealt."""
    state.tiles_left = tuple([position.tiles_left[tile.id] for tile in TILES])
    said = {SPACES.index(space): JOURNAL_TILES.index(tile) for space, tile in position.journal.tiles.items()}
    left = [tile for tile in range(len(JOURNAL_TILES)) if tile not in said.values()]
    random.shuffle(left)
    state.journal_tiles = tuple([said[space] if space in said else left.pop() for space in TILE_SPACES])
    state.green = sum(1 << GREEN_COLUMNS.index(column) for column in position.green)


def _lay_cards(state: WayfarersState, position: Position, random: Random) -> None:
    """Lay the display and the piles; face-up cards that are not said are turned up."""
    layouts, display = state.layouts(state.rules, state.players), list[int]()
    state.schemes = deal(layouts["schemes"], {}, random, position.me)
    for kind, name in enumerate(KINDS):
        row = [NONE if card == EMPTY else CARD[card] for card in getattr(position.display, name)]
        under = [HIDDEN if card == UNKNOWN else CARD[card] for card in position.under.get(name, ())]
        known = [CARD[one.id] for one in position.named if one.kind == kind and CARD[one.id] not in under]
        left = len(layouts[name].deck) - len(known) - len(under)
        turned = min(SLOTS_EACH - len(row), left)
        lies = {
            "open": [*known, *[HIDDEN] * turned],
            "under": under,
            "pile": [HIDDEN] * (left - turned),
        }
        zones = deal(layouts[name], lies, random, position.me)
        for at in range(len(under) if kind == INSPIRATION else 0):  # discarded face up (Y-56)
            zones.look(UNDER, at, ALL)
        new = [card for card in zones.cards[OPEN] if card not in known]
        random.shuffle(new)
        display += [*row, *new, *[NONE] * (SLOTS_EACH - len(row) - turned)]
        setattr(state, name, zones)
    shown, there = [CARDS[card].id if card != NONE else EMPTY for card in display], position.display
    state.display = tuple(display)
    state.tokens = tuple([there.influence.get(card, NONE) for card in shown])
    state.workers = tuple([_mask(there.workers.get(card, ())) for card in shown])


def _mask(colours: Iterable[str]) -> int:
    return sum(1 << WORKERS.index(colour) for colour in colours)


# ---- from what a seat sees to a position -------------------------------------------------------------------


def position_of(seen: Observation[WayfarersState]) -> Position:
    """Return what a seat sees as a position: at the beginning of a turn, after its action, or at the end.

    A spectator is given the seat 0. `ToolkitError` in the middle of an action, and for the observation of
    another game.
    """
    if seen.game != "wayfarers":
        raise ToolkitError(f"an observation of {seen.game} is no position of Wayfarers of the South Tigris")
    frame = seen.stack[-1] if seen.stack else None
    if not isinstance(frame, Turning | EndingTurn | None):
        raise ToolkitError(
            f"{seen.decision_kind()}: positions are taken before the action of a turn or after it"
        )
    acted, used = isinstance(frame, EndingTurn), seen[WayfarersState.used]
    green = [column for at, column in enumerate(GREEN_COLUMNS) if seen[WayfarersState.green] >> at & 1]
    tiles = zip(TILE_SPACES, seen[WayfarersState.journal_tiles], strict=True)
    return Position(
        me=seen.player or 0,
        players=tuple([_player(tableau) for tableau in seen[WayfarersState.tableaux]]),
        turn=seen[WayfarersState.player],
        turns=seen[WayfarersState.turns],
        acted=acted,
        used=cast("Any", tuple(guild for at, guild in enumerate(GUILDS) if seen.stack and used >> at & 1)),
        gained=_ids(seen[WayfarersState.gained]) if acted else (),
        turns_left=max(0, seen[WayfarersState.ending]),
        display=_display(seen, acted),
        journal=Journal(
            tiles={SPACES[space]: JOURNAL_TILES[tile] for space, tile in tiles}, green=tuple(green)
        ),
        under=cast("Any", dict(_under(seen))),
        rules=replace(seen.rules, start_player=None, boards=(), turn_limit=type(seen.rules).turn_limit),
    )


def _ids(cards: Iterable[int]) -> tuple[str, ...]:
    """Return cards by their ids, without those that are printed."""
    return tuple([CARDS[card].id for card in cards if not CARDS[card].printed])


def _colours(hands: Iterable[int]) -> Any:
    return tuple(colour for colour, many in zip(WORKERS, hands, strict=True) for _ in range(many))


def _player(tableau: Any) -> Player:
    """Return what a player has as files have it."""
    hosts = [
        *zip(tableau.land, tableau.land_folk, strict=True),
        *zip(tableau.water, tableau.water_folk, strict=True),
    ]
    above = zip(tableau.space, tableau.inspirations, strict=True)
    return Player(
        board=tableau.board,
        silver=tableau.silver,
        provision=tableau.provision,
        guilds=cast("Any", {guild: many for guild, many in zip(GUILDS, tableau.guilds, strict=True) if many}),
        workers=_colours(tableau.hands),
        dice=tableau.dice,
        placed={SLOTS[slot].name: face for slot, face in tableau.placed},
        marker=SPACES[tableau.marker],
        land=_ids(tableau.land),
        water=_ids(tableau.water),
        space=_ids(tableau.space),
        townsfolk={CARDS[host].id: CARDS[folk].id for host, folk in hosts if folk != NONE},
        inspirations={CARDS[host].id: CARDS[card].id for host, card in above if card != NONE},
        tiles=tuple(map(_laid, tableau.tiles)),
    )


def _laid(laid: Laid) -> str:
    return f"{TILES[laid.tile].id}{' back' * laid.back} {laid.row},{laid.column}"


def _display(seen: Observation[WayfarersState], acted: bool) -> Display:
    """Return the display; a place is empty within a turn, or because the pile is used up."""
    names = [EMPTY if card == NONE else CARDS[card].id for card in seen[WayfarersState.display]]
    rows = [names[SLOTS_EACH * kind :][:SLOTS_EACH] for kind in range(len(KINDS))]
    said = [tuple(card for card in row if acted or card != EMPTY) for row in rows]
    tokens, masks = seen[WayfarersState.tokens], seen[WayfarersState.workers]
    stand = {
        card: _colours(mask >> bit & 1 for bit in range(len(WORKERS)))
        for card, mask in zip(names, masks, strict=True)
    }
    return Display(
        **cast("Any", dict(zip(KINDS, said, strict=True))),
        influence={card: seat for card, seat in zip(names, tokens, strict=True) if seat != NONE},
        workers={card: colours for card, colours in stand.items() if colours},
    )


def _under(seen: Observation[WayfarersState]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the cards under the piles, by kind."""
    for kind in KINDS:
        if row := seen[kind].zone("under"):
            yield kind, tuple(UNKNOWN if card == HIDDEN else CARDS[card].id for card in row)
