"""Review: what each clue and each player took away, in bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf, log2
from typing import TYPE_CHECKING, Any

from toolkit.games.tobago import Clue, Position, TreasureMap
from toolkit.games.tobago.actions import Raise
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.state import MAPS, NOBODY
from toolkit.hexmap import CellSet

if TYPE_CHECKING:
    from toolkit.core.record import Record


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one clue took away from the candidates of its map."""

    colour: str
    clue: Clue
    owner: str | None
    before: int  #: the number of candidates, without the hexes whose cube is gone now
    after: int  #: likewise
    #: whether the treasure of the map was raised since: the clue lies there no more (T-29)
    raised: bool = False

    @property
    def bits(self) -> float:
        """The information of the clue: log2 of before over after; infinite when it left nothing."""
        if not self.after:
            return inf if self.before else 0.0
        return log2(self.before / self.after)


@dataclass(frozen=True, slots=True)
class Review:
    """All clues of raised treasures and of a position, map by map in the order in which they were laid."""

    contributions: tuple[Contribution, ...]

    @property
    def players(self) -> dict[str, float]:
        """The bits that each player's clues took away; clues of unknown owners are left out."""
        found: Counter[str] = Counter()
        for contribution in self.contributions:
            if contribution.owner:
                found[contribution.owner] += contribution.bits  # type: ignore[assignment]  # bits are floats
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Laid:
    """A clue that was laid in a game: what it took away, and the candidates before and after it."""

    contribution: Contribution
    before: CellSet
    after: CellSet


@dataclass(frozen=True, slots=True)
class Raised:
    """A treasure that was raised in a game, and by which player."""

    player: int
    colour: str
    hex: str


@dataclass(frozen=True, slots=True)
class ClueReview:
    """The clues and the treasures of a whole game, in order of play."""

    laid: tuple[Laid, ...]
    raised: tuple[Raised, ...]


def review(position: Position, raised: Iterable[TreasureMap] = ()) -> Review:
    """Return what each clue of a position took away, and those on maps whose treasures were `raised` before.

    A position does not tell of those: they are given as they lay there.
    """
    maps = [*((one, True) for one in raised), *((one, False) for one in position.maps.values())]
    return Review(tuple(c for treasure_map, gone in maps for c in _contributions(treasure_map, gone)))


def _contributions(treasure_map: TreasureMap, raised: bool) -> list[Contribution]:
    counts = [len(~treasure_map.removed), *map(len, treasure_map.steps)]
    return [
        Contribution(treasure_map.colour, play.clue, play.owner, before, after, raised)
        for play, before, after in zip(treasure_map.plays, counts, counts[1:], strict=False)
    ]


def review_record(record: Record) -> ClueReview:
    """Return what each clue of a game of Tobago took away, and which treasures were raised.

    Clues that lay there when the record begins are not among them. `RecordError` as in `Record.states`.
    """
    laid, raised = list[Laid](), list[Raised]()
    clues: list[tuple[int, ...]] = []
    candidates: list[int] = []
    actions = iter([None, *record.actions])
    states: Iterator[Any] = record.states()
    for state, done in zip(states, actions, strict=True):
        island, kinds = state.compiled.island.source, state.compiled.decks.clues
        if done and isinstance(done[1], Raise):
            raised.append(Raised(done[0], done[1].colour, state.compiled.island.names[state.atvs[done[0]]]))
        for number in MAPS if clues else ():
            if len(state.clues[number]) > len(clues[number]):
                before, after = (CellSet(island, mask[number]) for mask in (candidates, state.candidates))
                owner = state.owners[number][-1]
                colour = None if owner == NOBODY else record.rules.colours[owner]
                clue = kinds[state.clues[number][-1]]
                told = Contribution(COLOURS[number], clue, colour, len(before), len(after))
                laid.append(Laid(told, before, after))
        clues, candidates = list(state.clues), list(state.candidates)
    return ClueReview(tuple(laid), tuple(raised))
