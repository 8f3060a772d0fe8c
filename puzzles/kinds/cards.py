"""What puzzles of clue cards share: what they refuse, minimal sets of cards, and clues for python-sat.

A set of cards with a lie among them is minimal when none can be spared: just one hex is left on which all but
one hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from puzzles.puzzle import Puzzle, PuzzleError, Wanted
from solvers.tobago.facts import TreasureFact
from solvers.tobago.proofs.sat import Solver, geometry_of
from toolkit.core.errors import quote
from toolkit.games.tobago.clues import Clue, Setting

# ---- what is refused ---------------------------------------------------------------------------------------


def treasure_facts(puzzle: Puzzle) -> tuple[TreasureFact, ...]:
    """Return the facts of a puzzle, all of them clues about treasures; `PuzzleError` for another fact."""
    found = tuple(fact for fact in puzzle.facts if isinstance(fact, TreasureFact))
    if other := next((fact for fact in puzzle.facts if not isinstance(fact, TreasureFact)), None):
        clues = "its facts are clues about treasures, such as 'brown: next to hut'"
        raise PuzzleError(
            f"{quote(str(other))} does not belong into a {puzzle.kind.name} puzzle: {clues}", str(other)
        )
    if not found:
        raise PuzzleError(f"a {puzzle.kind.name} puzzle needs cards as facts, such as 'brown: next to hut'")
    return found


def check_bare(puzzle: Puzzle) -> None:
    """Refuse clues or removed cubes on the maps, and a hand: the cards of the puzzle are its facts."""
    if puzzle.position.hand is not None:
        raise PuzzleError(f"a {puzzle.kind.name} puzzle has no hand: use facts", "hand")
    if used := [colour for colour, m in puzzle.position.maps.items() if m.plays or m.removed]:
        raise PuzzleError(f"a {puzzle.kind.name} puzzle has no maps in play, but {used[0]} is: use facts")


def check_wanted(kind: str, wanted: Wanted, most_treasures: int) -> None:
    """Refuse what a kind without unknown landmarks cannot make (`PuzzleError`)."""
    if wanted.treasures is not None and not 1 <= wanted.treasures <= most_treasures:
        most = "one treasure" if most_treasures == 1 else f"1 to {most_treasures} treasures"
        raise PuzzleError(f"a {kind} puzzle hides {most}, not {wanted.treasures}")
    if wanted.unknown:
        raise PuzzleError(f"a {kind} puzzle knows all landmarks, so none can be left unknown")


# ---- sets of cards -----------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """The places where all cards of a set hold, and those where exactly one of them does not.

    On a place of the second the false card is certain, so a puzzle with a lie has one answer when that mask
    has one hex.
    """

    all: int
    but_one: int

    def joined(self, other: Tally) -> Tally:
        """Return the tally of two sets of cards together."""
        return Tally(self.all & other.all, self.all & other.but_one | self.but_one & other.all)


def broken_on(masks: Iterable[int], every: int) -> list[int]:
    """Return the places where none, one, two ... of the cards that hold on these masks are broken, as masks.

    All hexes of an island are `every`; the list is one longer than the masks.
    """
    found = [every]
    for mask in masks:
        found = [now & mask | fewer & ~mask for now, fewer in zip([*found, 0], [0, *found], strict=True)]
    return found


def spare_truths(masks: Sequence[int], every: int) -> list[int]:
    """Return the numbers of the true cards without which a puzzle with one answer still has the same.

    "Minimal" means here: whichever card is left out, the others ("exactly one of these is false") no longer
    have exactly one answer with the same hex. Without a true card the old answer always remains, so the card
    is needed exactly when a second answer appears. Without the lie the answer can never be the same: on its
    hex all cards that are left hold. So the lie is always needed, and only true cards can be spare.
    """
    _, answer, *_ = broken_on(masks, every)
    true = [number for number, mask in enumerate(masks) if mask & answer]
    return [n for n in true if broken_on([*masks[:n], *masks[n + 1 :]], every)[1] == answer]


class Pinner:
    """The clues (kinds of cards of a deck) that are true on each hex of a setting, ready to be drawn from."""

    def __init__(self, setting: Setting, clues: Iterable[Clue]) -> None:
        self.masks = setting.masks  #: the mask of every clue of the grammar, by its number (`Setting.masks`)
        self.every = setting.island.land.mask
        self.names = setting.island.names
        deck = [clue.number for clue in clues]
        #: for each hex, the numbers of the clues that hold there, in the order of the deck
        self.true: list[list[int]] = [
            [number for number in deck if self.masks[number] >> index & 1] for index in range(len(self.names))
        ]

    def lying(self, index: int, lie: int, random: Random) -> list[int] | None:
        """Return clue numbers with one lie among them: one answer, none spare; the lie comes last.

        `lie` is the number of a clue that is false on hex `index`. The others are drawn at random until
        the rest has one answer; then, from the last to the first, each goes that those before it and the kept
        ones after it do not need. None when all true cards do not suffice.
        """
        masks, target = self.masks, 1 << index
        pool, drawn = list(self.true[index]), list[tuple[int, Tally]]()
        found = Tally(masks[lie], self.every & ~masks[lie])
        while found.but_one != target:
            if not pool:
                return None
            place = random.randrange(len(pool))
            card, pool[place] = pool[place], pool[-1]
            pool.pop()
            drawn.append((card, found))
            found = found.joined(Tally(masks[card], ~masks[card]))
        kept, rest = list[int](), Tally(self.every, 0)
        for card, before in reversed(drawn):
            if before.joined(rest).but_one != target:
                kept.append(card)
                rest = rest.joined(Tally(masks[card], ~masks[card]))
        return [*kept, lie]


# ---- for python-sat ----------------------------------------------------------------------------------------


class ClueSat:
    """The place of one treasure, and whether clues hold there, as literals of one solver.

    Where clues hold comes from `Geometry`, not from masks. That it lies on one hex only is not said: all
    clauses bind the hexes one by one, so of a model with several hexes each of them alone is a model too.
    `ToolkitError` when python-sat is not installed.
    """

    def __init__(self, setting: Setting) -> None:
        self._geometry = geometry_of(setting)
        self.place = {name: number for number, name in enumerate(setting.island.names, 1)}
        self._truths: dict[Clue, int] = {}
        self.solver = Solver([[*self.place.values()]], len(self.place))

    def truth(self, clue: Clue) -> int:
        """Return the literal that is true exactly when a clue holds where the treasure lies."""
        if clue not in self._truths:
            truth = self._truths[clue] = self.solver.new()
            cells = self._geometry.cells(clue)
            for name, place in self.place.items():
                self.solver.add([-place, truth if name in cells else -truth])
        return self._truths[clue]

    def impossible(self, assumed: Iterable[int]) -> bool:
        """Tell whether the literals cannot all be true."""
        return self.solver.core(sorted(set(assumed))) is not None

    def places(self, assumed: Sequence[int], limit: int) -> list[str]:
        """Return up to `limit` hexes on which the treasure may lie when the literals are true."""
        found = list[str]()
        with self.solver.switch() as asked:
            while len(found) < limit and (model := self.solver.model([asked, *assumed])):
                found.append(next(name for name, place in self.place.items() if place in model))
                self.solver.add([-asked, -self.place[found[-1]]])
        return found
