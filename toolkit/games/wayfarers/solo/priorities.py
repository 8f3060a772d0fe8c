"""What the rival tries first: slots, kinds, colours, tiles, ways (Y-103 to Y-112, Y-135 to Y-144).

One function gives the order of slots for a sum, one the cards that are looked at for whatever is to be done,
one what speaks against a card. Slots and piles count from 1, the most central one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from toolkit.games.wayfarers.components.names import BY_COLOUR, INSPIRATION, KINDS, NONE, TILE_KINDS, WORKERS
from toolkit.games.wayfarers.components.tables import SOLO, TILES, TILES_OF
from toolkit.games.wayfarers.display import SLOTS_EACH, has_fresh_worker
from toolkit.games.wayfarers.journal import COLUMN, FINAL, steps
from toolkit.games.wayfarers.state import WayfarersState
from toolkit.games.wayfarers.tableau import Rival

TAKE, PLACE, RETRIEVE, INFLUENCE = "take", "place", "retrieve", "influence"
"""What the rival does with cards: of a kind, with a worker of a colour (twice), of a kind."""

RESTS_AT = 3
"""With so many face-up scheme cards of a colour the rival rests (Y-97)."""

# ---- scheme cards, resource track, orders ------------------------------------------------------------------


def total(rival: Rival) -> int:
    """Return the sum of the last two scheme cards: of one its value, of none 0 (Y-105, Y-135)."""
    return sum(SOLO.scheme[scheme].silver for scheme in rival.schemes[-2:])


def votes(rival: Rival) -> tuple[int, int]:
    """Return how many blue and how many red scheme cards lie face up (Y-97, Y-109)."""
    colours = [SOLO.scheme[scheme].colour for scheme in rival.schemes]
    return colours.count("blue"), colours.count("red")


def by_colour(rival: Rival, table: Mapping[Any, str], names: Sequence[str]) -> list[int]:
    """Return what colours stand for, as numbers in `names`, from the track's spot on clockwise (Y-103)."""
    first = SOLO.colours.index(SOLO.spot[rival.spot].colour)
    colours = SOLO.colours[first:] + SOLO.colours[:first]
    return [names.index(table[colour]) for colour in colours if colour in table]


@lru_cache(maxsize=32)
def slot_order(amount: int, there: int = SLOTS_EACH) -> tuple[int, ...]:
    """Return the slots or piles in the order for a sum, those that are not there left out (Y-105)."""
    position = SOLO.positions[amount]
    return tuple([slot for slot in _around(position.slot, position.step) if slot <= there])


def _around(first: int, step: str) -> tuple[int, ...]:
    by = 1 if step == "outward" else -1
    return tuple([(first - 1 + by * further) % SLOTS_EACH + 1 for further in range(SLOTS_EACH)])


def tiles(rival: Rival, kind: int) -> list[int]:
    """Return the tiles of a kind in the order in which they are tried: by sum, or the ring (Y-105, Y-112)."""
    if kind == BY_COLOUR:  # Y-137
        return [tile for one in by_colour(rival, SOLO.tiles, TILE_KINDS) for tile in tiles(rival, one)]
    there = TILES_OF[kind]
    if TILES[there[0]].ring:
        ring = SOLO.scheme[rival.schemes[-1]].special_tile_ring if rival.schemes else 1
        return sorted(there, key=lambda tile: (TILES[tile].ring - ring) % len(there))
    return [there[pile - 1] for pile in slot_order(total(rival), len(there))]


# ---- cards of the display ----------------------------------------------------------------------------------

Looked = tuple[tuple[int, str], ...]
"""The places that are tried, in order, and what speaks against each: nothing, if it is possible."""


def look(state: WayfarersState, doing: str, what: int, denied: tuple[int, ...] = ()) -> Looked:
    """Return what the rival finds in the display for something that it does.

    `what` is a kind of cards or a colour of workers; `denied` are the places that the player has denied
    for the same effect (Y-139).
    """
    tried = _tried(state, doing, what)
    return tuple(
        [(one, "is denied" if one in denied else _obstacle(state, doing, what, one)) for one in tried]
    )


def possible(looked: Looked) -> list[int]:
    """Return the places against which nothing speaks."""
    return [place for place, why in looked if not why]


def _tried(state: WayfarersState, doing: str, what: int) -> list[int]:
    """Return the places that are tried, in order."""
    rival = state.rivals[0]
    order = slot_order(total(rival))
    if doing == RETRIEVE:  # Y-142
        kinds = (*by_colour(rival, SOLO.cards, KINDS), INSPIRATION)
        every = [SLOTS_EACH * kind + slot - 1 for slot in order for kind in kinds]
        return [place for place in every if state.workers[place] >> what & 1]
    if doing == PLACE:  # Y-107
        what = KINDS.index(SOLO.cards[WORKERS[what]])
    elif what == INSPIRATION:
        from_top = SOLO.inspiration_from_top[SOLO.spot[rival.spot].row]
        order = _around(SLOTS_EACH + 1 - from_top, "inward")  # Y-104
    return [SLOTS_EACH * what + slot - 1 for slot in order]


def _obstacle(state: WayfarersState, doing: str, what: int, place: int) -> str:
    """Return what speaks against a card; nothing if it is possible (Y-138, Y-141, Y-154)."""
    workers = state.workers[place]
    if state.display[place] == NONE:
        return "is empty"
    if doing == PLACE:
        return f"has a {WORKERS[what]} worker" if workers >> what & 1 else ""
    if doing == INFLUENCE:
        return "carries influence" if state.tokens[place] != NONE else ""
    fresh = has_fresh_worker(state, place, 0b111 if doing == TAKE else 1 << what)
    binds = state.rules.fresh_workers_bind_rival or state.player >= state.players
    return "holds a worker placed this turn" if fresh and binds else ""


# ---- journal and caravan -----------------------------------------------------------------------------------


def goes_up(rival: Rival) -> bool:
    """Tell whether the rival goes up: blue has the majority, or with a tie the last card (Y-109)."""
    blue, red = votes(rival)
    return blue > red or (blue == red > 0 and SOLO.scheme[rival.schemes[-1]].colour == "blue")


def next_space(state: WayfarersState) -> int:
    """Return the space that the rival's marker moves to, `NONE` from a final one (Y-109, Y-143)."""
    rival = state.rivals[0]
    ends = sorted([end for end, _ in steps(state.rules.sections)[rival.marker]], key=_height)
    if not ends:
        return NONE
    first, other = (ends[0], ends[-1]) if goes_up(rival) else (ends[-1], ends[0])
    return other if first in FINAL and first == state.tableaux[0].marker else first


def _height(space: int) -> float:
    """Return where a space lies in its column, from 0 at the top; the spaces are spread evenly."""
    column = COLUMN[space]
    return (space - COLUMN.index(column) + 1) / (COLUMN.count(column) + 1)


def further_price(state: WayfarersState) -> int:
    """Return the science for a further step: behind the player, in the same column, or ahead (Y-110)."""
    mine, theirs = COLUMN[state.rivals[0].marker], COLUMN[state.tableaux[0].marker]
    where = "behind" if mine < theirs else "ahead" if mine > theirs else "same_column"
    return SOLO.further_step_science[where]  # type: ignore[index]


@lru_cache(maxsize=len(SOLO.board))
def path(board: int) -> tuple[str, ...]:
    """Return the icons of a board's caravan along its path: from the bottom, every other row back (Y-111)."""
    rows = [row[::-1] if number % 2 else row for number, row in enumerate(SOLO.board[board].caravan[::-1])]
    return tuple([icon for row in rows for icon in row])


def covered(board: int, start: int, tile: int) -> range:
    """Return the cells of the path that a tile covers from one on; none if it does not fit (Y-111, Y-144)."""
    columns, rows = TILES[tile].size
    end = start + columns * rows
    return range(start, end if end <= len(path(board)) else start)
