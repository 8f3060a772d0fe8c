"""From a position to a game that can be played on, and from what a seat sees back to a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

from msgspec import UNSET

from toolkit.core.decision import ALL
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.position import deal
from toolkit.games.wayfarers import position as files
from toolkit.games.wayfarers.actions import MOST_DICE
from toolkit.games.wayfarers.caravan import BONUSES, FACES
from toolkit.games.wayfarers.components.names import (
    GUILDS,
    INSPIRATION,
    KINDS,
    NONE,
    WORKERS,
    marked,
    repeated,
)
from toolkit.games.wayfarers.components.tables import CARD, CARDS, JOURNAL_TILES, SLOTS, SOLO, TILES
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.journal import SPACES, TILE_SPACES
from toolkit.games.wayfarers.play.turns import EndingTurn, Revealing, Turning
from toolkit.games.wayfarers.position import EMPTY, GREEN_COLUMNS, UNKNOWN, Position
from toolkit.games.wayfarers.solo.rival import open_turn
from toolkit.games.wayfarers.state import ACTION, CLEAN_UP, OPEN, UNDER, WayfarersState
from toolkit.games.wayfarers.tableau import Rival, Tableau

_END = "a marker is in the last column, and no turn is left (Y-92)"

# ---- from a position to a game -----------------------------------------------------------------------------


def complete(position: Position, random: Random) -> WayfarersState:
    """Return a game in a position: the turn that it names begins, or its action is done.

    What it does not tell is dealt and rolled as likely as it is. `PositionError` for a position that no play
    can lead to, `ToolkitError` when the game is over there.
    """
    state = lay_out(going_on(position), random)
    if not position.acted and state.player < state.players:
        state.stack.append(Turning(state.player))
    elif not position.acted:
        open_turn(state)
    state.settle()
    return state


def going_on(position: Position) -> Position:
    """Return a position in which somebody has a turn; errors as in `complete`."""
    position.check()
    if position.over:
        raise ToolkitError(f"the game is over: {_END}")
    return position


def lay_out(position: Position, random: Random) -> WayfarersState:
    """Return the table of a position with nothing open; `PositionError` if no play can lead to it."""
    position.check()
    players, whose = len(position.players), position.whose
    state = WayfarersState.begin(position.rules, players)
    state.turns, state.player, state.start = position.turns, whose, (whose + 1 - position.turns) % players
    state.phase, state.ending = ACTION, position.turns_left or NONE
    state.reason = _END if position.over else ""
    state.discount, state.pigeon = (0, 0), 0
    state.used = sum(1 << GUILDS.index(guild) for guild in set(position.used))
    state.gained = tuple([CARD[card] for card in position.gained])
    state.tableaux, state.rivals = list(_tableaux(position, random)), position.rivals
    state.purse = state.tableaux[whose % players].silver, state.tableaux[whose % players].provision
    _lay_board(state, position, random)
    _lay_cards(state, position, random)
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
    layouts, display, there = state.layouts(state.rules, state.players), list[int](), position.display
    for kind, name in enumerate(KINDS):
        row = [NONE if card == EMPTY else CARD[card] for card in getattr(there, name)]
        under = [HIDDEN if card == UNKNOWN else CARD[card] for card in position.under.get(name, ())]
        known = [CARD[card] for _, one, card in position.named if one == kind and CARD[card] not in under]
        unseen = position.rival.taken(name).count(UNKNOWN) if position.rival else 0
        left = len(layouts[name].deck) - len(known) - len(under) - unseen
        turned = min(SLOTS_EACH - len(row), left)
        lies = {"under": under, "rival": [HIDDEN] * unseen, "pile": [HIDDEN] * (left - turned)}
        zones = deal(layouts[name], {**lies, "open": [*known, *[HIDDEN] * turned]}, random, position.me)
        for at in range(len(under) if kind == INSPIRATION else 0):  # discarded face up (Y-56)
            zones.look(UNDER, at, ALL)
        new = [card for card in zones.cards[OPEN] if card not in known]
        random.shuffle(new)
        display += [*row, *new, *[NONE] * (SLOTS_EACH - len(row) - turned)]
        setattr(state, name, zones)
    shown = [CARDS[card].id if card != NONE else EMPTY for card in display]
    state.display, state.tokens = tuple(display), tuple([there.influence.get(card, NONE) for card in shown])
    stand, new = [[_mask(at.get(card, ())) for card in shown] for at in (there.workers, there.placed)]
    state.workers = tuple(
        [mask | (fresh & mask) << len(WORKERS) for mask, fresh in zip(stand, new, strict=True)]
    )
    schemes = [scheme for rival in state.rivals for scheme in rival.schemes]
    hidden = [HIDDEN] * (len(layouts["schemes"].deck) - len(schemes))
    state.schemes = deal(layouts["schemes"], {"open": schemes, "pile": hidden}, random, position.me)


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
    said: Any = seen.fields  # names of guilds, workers and kinds are texts here, and literals in files
    refilling = isinstance(frame, Revealing) and said["phase"] == CLEAN_UP
    if not refilling and not isinstance(frame, Turning | EndingTurn | None):
        raise ToolkitError(f"{seen.decision_kind()}: positions are taken before an action or after it")
    acted, used = refilling or isinstance(frame, EndingTurn), said["used"] if seen.stack else 0
    tiles = {
        SPACES[at]: JOURNAL_TILES[tile] for at, tile in zip(TILE_SPACES, said["journal_tiles"], strict=True)
    }
    green = tuple(marked(GREEN_COLUMNS, said["green"]))
    return Position(
        me=seen.player or 0,
        players=tuple(map(_player, said["tableaux"])),
        rival=next((_rival(seen, rival) for rival in said["rivals"]), None),
        turn=said["player"],
        turns=said["turns"],
        acted=acted,
        used=tuple(marked(GUILDS, used)),
        gained=_ids(said["gained"]) if acted else (),
        turns_left=max(0, said["ending"]),
        display=_display(seen, acted),
        journal=files.Journal(tiles=tiles, green=green),
        under={kind: _ids(row) for kind in KINDS if (row := seen[kind].zone("under"))},
        rules=replace(seen.rules, start_player=None, boards=(), turn_limit=type(seen.rules).turn_limit),
    )


def _ids(cards: Iterable[int]) -> tuple[str, ...]:
    """Return cards by their ids, without those that are printed."""
    names = [UNKNOWN if card == HIDDEN else CARDS[card].id for card in cards]
    return tuple([name for name in names if name == UNKNOWN or not CARDS[CARD[name]].printed])


def _tucked(hosts: Sequence[int], cards: Sequence[int]) -> dict[str, str]:
    """Return what lies under or above cards."""
    pairs = zip(hosts, cards, strict=True)
    return {CARDS[host].id: CARDS[card].id for host, card in pairs if card != NONE}


def _pieces(one: Tableau | Rival) -> dict[str, Any]:
    """Return influence, workers and marker of a player or of the rival."""
    guilds = {guild: many for guild, many in zip(GUILDS, one.guilds, strict=True) if many}
    workers = repeated(WORKERS, one.hands)
    return {"guilds": guilds, "workers": tuple(workers), "marker": SPACES[one.marker]}


def _player(tableau: Tableau) -> files.Player:
    """Return what a player has as files have it."""
    return files.Player(
        **_pieces(tableau),
        board=tableau.board,
        silver=tableau.silver,
        provision=tableau.provision,
        dice=tableau.dice,
        placed={SLOTS[slot].name: face for slot, face in tableau.placed},
        land=_ids(tableau.land),
        water=_ids(tableau.water),
        space=_ids(tableau.space),
        townsfolk=_tucked((*tableau.land, *tableau.water), (*tableau.land_folk, *tableau.water_folk)),
        inspirations=_tucked(tableau.space, tableau.inspirations),
        tiles=tuple(map(str, tableau.tiles)),
    )


def _rival(seen: Observation[WayfarersState], one: Rival) -> files.Rival:
    """Return what the rival has as files have it: the cards that it took face up are known."""
    shown = {*seen[WayfarersState.display], *seen[WayfarersState.tableaux][0].cards()}
    views = {kind: (seen[kind].zone("open"), seen[kind].zone("rival")) for kind in KINDS}
    cards: dict[Any, Any] = {
        kind: _ids([card for card in open_ if card not in shown] + [*unseen])
        for kind, (open_, unseen) in views.items()
    }
    return files.Rival(
        **_pieces(one),
        spot=one.spot,
        bonuses=one.bonuses,
        comet=one.comet,
        cards={kind: taken for kind, taken in cards.items() if taken},
        tiles=tuple([TILES[tile].id for tile in one.tiles]),
        schemes=cast("Any", tuple([SOLO.scheme[scheme].id for scheme in one.schemes])),
    )


def _display(seen: Observation[WayfarersState], acted: bool) -> files.Display:
    """Return the display; a place is empty within a turn, or because the pile is used up."""
    names = [EMPTY if card == NONE else CARDS[card].id for card in seen[WayfarersState.display]]
    rows: dict[str, Any] = {}
    for kind, name in enumerate(KINDS):
        row = names[SLOTS_EACH * kind :][:SLOTS_EACH]
        rows[name] = tuple(card for card in row if acted or card != EMPTY)
    masks = dict(zip(names, seen[WayfarersState.workers], strict=True))
    for key, shift in (("workers", 0), ("placed", len(WORKERS))):
        stand = {card: mask >> shift & (1 << len(WORKERS)) - 1 for card, mask in masks.items()}
        rows[key] = {card: tuple(marked(WORKERS, mask)) for card, mask in stand.items() if mask}
    tokens = dict(zip(names, seen[WayfarersState.tokens], strict=True))
    rows["influence"] = {card: seat for card, seat in tokens.items() if seat != NONE}
    return files.Display(**rows)
