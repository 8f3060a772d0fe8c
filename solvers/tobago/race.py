"""Who gets to the treasures and amulets of Tobago first, and where a turn had best end (T-22).

A located treasure is mostly raised by the first of the rivals, in the order of play, who reaches it in the
next turn: with each amulet held, and one picked up on the way, in one more move (T-33). What is left for the
player at turn, who comes later, and who comes first to anything else, is estimated: the odds fall with the
rounds that pass. So a prize that waits for the own next turn counts for about half, though nobody else may
come: it costs that turn, and who thinks it safe puts it off again.

But for its coins the race for a prize depends on few numbers: it is reckoned once for each of their values,
and looked up for all prizes, positions and ends of a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import exp, fsum
from typing import Any, NamedTuple

from toolkit.games.tobago.movement import STEPS_PER_MOVE, step_counts
from toolkit.hexmap import Island

FAR = 12
"""Steps to a hex that is farther away still, or cannot be reached."""

_IDLE = 0.4  # the odds that nobody comes in time: they make it worth while to come soon
_HASTE = {True: 2.0, False: 0.5}  # how much a head start of one round counts, by whether the prize is sure
_CLOSE = 1e-9  # sums of coins in another order differ by less


class Prize(NamedTuple):
    """Something on a hex of the island that is worth coins to whoever gets there first."""

    hex: int
    coins: float
    sure: bool  #: it lies there for certain, so that who comes has it; else it may lie there
    pull: float = 0.0  #: the chance that a rival who reaches it within the next turn goes there


class Turn(NamedTuple):
    """Whose turn it is or was, how many steps are left in it without an amulet, and whether it is over."""

    player: int
    free: int
    over: bool  #: and the next player has done nothing yet


class Odds(NamedTuple):
    """The race for one prize but for its coins, by the steps that are left when the turn ends."""

    #: the chance of each player to be first: that of the player at turn, then the rivals in the order of play
    shares: Sequence[Sequence[float]]
    #: by how much of the prize that puts the player at turn ahead of the mean of the others
    ahead: Sequence[float]


@lru_cache(maxsize=1 << 16)
def odds_of(sure: bool, pull: float, over: bool, rivals: tuple[int, ...]) -> Odds:
    """Return the race for a prize from which the rivals are so many steps away, at most `FAR`.

    `sure` and `pull` are those of the `Prize`, `over` is that of the `Turn`.
    """
    left, table, all_taken, all_odds = 1.0, _rival(sure), list[float](), list[float]()
    for later, steps in enumerate(rivals, 1):
        taken = left * pull if pull and steps <= STEPS_PER_MOVE else 0.0
        left -= taken
        all_taken.append(taken)
        all_odds.append(exp(-_HASTE[sure] * later / (len(rivals) + 1)) * table[steps])
    against, gone = fsum(all_odds) + _IDLE, fsum(all_taken)
    chances, shares = [left * odds / (odds + against) for odds in _own(sure)], list[list[float]]()
    for mine in chances:
        rest = (1 - mine - gone) / against
        shares.append([mine, *[taken + rest * odds for taken, odds in zip(all_taken, all_odds, strict=True)]])
    if sure:  # who ends a turn there has it, else has left it there
        shares[0] = shares[1] if over else [1.0] + [0.0] * len(rivals)
    return Odds(shares, [mine - fsum(others) / len(rivals) for mine, *others in shares])


@lru_cache
def _own(sure: bool) -> list[float]:
    """Return the odds of the player at turn by the steps that are left when the turn ends."""
    return _odds(sure, (-(-steps // STEPS_PER_MOVE) for steps in range(FAR + 1)))


@lru_cache
def _rival(sure: bool) -> list[float]:
    """Return the odds of another player by the steps at the beginning of the own next turn."""
    return _odds(sure, (max(0, steps - 1) // STEPS_PER_MOVE for steps in range(FAR + 1)))


def _odds(sure: bool, rounds: Iterable[int]) -> list[float]:
    """Return odds that fall with the rounds that pass, and a little with each step."""
    return [exp(-_HASTE[sure] * (passed + steps / FAR)) for steps, passed in enumerate(rounds)]


class Atvs(NamedTuple):
    """What takes players to prizes: all ATVs stand on the island."""

    hexes: tuple[int, ...]  #: by seat
    amulets: tuple[int, ...]  #: held, by seat
    lying: tuple[int, ...]  #: the hexes with amulets

    def rivals(self, player: int) -> Atvs:
        """Return those of the others, in the order of play."""
        hexes, amulets = ((*one[player + 1 :], *one[:player]) for one in (self.hexes, self.amulets))
        return Atvs(hexes, amulets, self.lying)

    def steps(self, prize: Prize, island: Island) -> tuple[int, ...]:
        """Return how far a prize is from each player; of treasures that draw them, after the extra moves."""
        steps = _steps(island)
        to, found = steps[prize.hex], list[int]()
        if not prize.pull:
            return tuple([to[atv] for atv in self.hexes])
        for atv, held in zip(self.hexes, self.amulets, strict=True):
            here = steps[atv]
            ways = [here[one] + to[one] - STEPS_PER_MOVE for one in self.lying if here[one] <= STEPS_PER_MOVE]
            left = min([to[atv], *ways]) - held * STEPS_PER_MOVE
            found.append(max(0, left) if to[atv] < FAR else FAR)  # no amulet takes it over the ocean
        return tuple(found)


class Race:
    """The race for prizes from a position."""

    def __init__(self, island: Island, atvs: Atvs, prizes: Sequence[Prize], turn: Turn) -> None:
        self._island, self._turn, self.prizes = island, turn, prizes
        self._here, self._rivals = atvs.hexes[turn.player], atvs.rivals(turn.player)
        self._steps, self._known = _steps(island), _known(island, self._rivals, turn.over)

    def _odds(self, prize: Prize) -> Odds:
        hex_, _, sure, pull = prize
        if (found := self._known.get((hex_, sure, pull))) is None:
            found = odds_of(sure, pull, self._turn.over, self._rivals.steps(prize, self._island))
            self._known[hex_, sure, pull] = found
        return found

    def lead(self, end: int, prizes: Iterable[Prize]) -> float:
        """Return by how many coins some prizes put the player at turn ahead of the mean of the others.

        The turn ends on the hex `end`.
        """
        return fsum([one.coins * self._odds(one).ahead[self._steps[one.hex][end]] for one in prizes])

    @cached_property
    def _field(self) -> Any:
        """The `lead` by all prizes for each hex on which the turn may end, far ones too."""
        return _field(self._island, self._rivals, self._turn.over, tuple(self.prizes))

    def after_steps(self, hexes: Sequence[int]) -> list[float]:
        """Return for first steps to some hexes the `lead` of the best end in reach from there."""
        found: list[float] = self._best_within(hexes, self._turn.free - 1).tolist()
        return found

    def _best_within(self, hexes: Sequence[int], free: int) -> Any:
        import numpy as np

        return np.where(_table(self._island)[hexes] <= free, self._field, -np.inf).max(axis=1)

    def best_end(self) -> int:
        """Return where the turn had best end, as far as the steps that are left go; of equals the first."""
        if not self._turn.free:
            return self._here
        close = self._field > self._best_within([self._here], self._turn.free)[0] - _CLOSE
        near = _table(self._island)[self._here] <= self._turn.free
        return int((close & near).argmax())

    def shares(self, end: int) -> list[float]:
        """Return what each player can expect of the prizes, in coins, when the turn ends on a hex."""
        coins, steps = [0.0] * (len(self._rivals.hexes) + 1), self._steps[end]
        for prize in self.prizes:
            for later, share in enumerate(self._odds(prize).shares[steps[prize.hex]]):
                coins[later] += prize.coins * share
        first = len(coins) - self._turn.player  # the seat 0
        return coins[first:] + coins[:first]


@lru_cache(maxsize=1 << 10)  # most of a turn asks for the same, and what is new is added
def _known(_island: Island, _rivals: Atvs, _over: bool) -> dict[tuple[int, bool, float], Odds]:
    """Return what `Race` knows of prizes by hex, `sure` and `pull`, as long as the rivals stand there."""
    return {}


@lru_cache(maxsize=1 << 10)  # the steps of one move look at the same
def _field(island: Island, rivals: Atvs, over: bool, prizes: tuple[Prize, ...]) -> Any:
    """Return `Race.lead` by all prizes, by hex: their order hardly changes it, by less than `_CLOSE`."""
    import numpy as np

    if not prizes:
        return np.zeros(len(island))
    rows = [_row(island, one.hex, one.sure, one.pull, over, rivals.steps(one, island)) for one in prizes]
    return np.dot([one.coins for one in prizes], rows)


@lru_cache(maxsize=1 << 14)
def _row(island: Island, hex_: int, sure: bool, pull: float, over: bool, rivals: tuple[int, ...]) -> Any:
    """Return `Odds.ahead` of a prize on a hex for each hex on which the turn may end."""
    import numpy as np

    return np.array(odds_of(sure, pull, over, rivals).ahead)[_table(island)[hex_]]


@lru_cache(maxsize=4)
def _table(island: Island) -> Any:
    """Return the steps between all hexes, as an array."""
    import numpy as np  # it takes time to load, and a hint does without

    return np.array(_steps(island), np.intp)


@lru_cache(maxsize=4)
def _steps(island: Island) -> list[tuple[int, ...]]:
    return [steps_to(island, number) for number in range(len(island))]


@lru_cache(maxsize=512)  # of the largest island a tenth of a gigabyte
def steps_to(island: Island, number: int) -> tuple[int, ...]:
    """Return the fewest steps to a hex from each hex, by number, `FAR` at the most: as many as back."""
    return tuple(FAR if steps is None else min(steps, FAR) for steps in step_counts(island, number))
