"""Who gets to the treasures and amulets of Tobago first, and where a turn had best end (T-22)."""

from __future__ import annotations

from functools import lru_cache
from math import exp, fsum
from typing import TYPE_CHECKING, NamedTuple

from toolkit.games.tobago.movement import STEPS_PER_MOVE, step_counts
from toolkit.games.tobago.play import state as play

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolkit.core.decision import Frame
    from toolkit.games.tobago.play.state import TobagoState
    from toolkit.hexmap import Island

FAR = 12
"""Steps to a hex that is farther away still, or cannot be reached."""

_IDLE = 0.15  # the odds that nobody comes in time: they make it worth while to come soon
_CERTAIN = 1e9
_HASTE = {True: 1.6, False: 0.5}  # how much a head start of one round counts, by whether the prize is sure


class Prize(NamedTuple):
    """Something on a hex of the island that is worth coins to whoever gets there first."""

    hex: int
    coins: float
    sure: bool  #: it lies there for certain, so that who comes has it; else it may lie there


class Turn(NamedTuple):
    """Whose turn it is or was, how many steps are left in it without an amulet, and whether it is over."""

    player: int
    free: int
    over: bool  #: and the next player has done nothing yet


def steps_left(frame: Frame) -> int:
    """Return how many steps the player of a turn or move may still take in its move."""
    if isinstance(frame, play.Move):
        return frame.left
    return 0 if isinstance(frame, play.Turn) and frame.phase == play.DONE else STEPS_PER_MOVE


def turn_of(state: TobagoState) -> Turn:
    """Return where the turn stands: a fresh turn counts as the end of the one before."""
    for frame in reversed(state.stack):
        if isinstance(frame, play.Turn) and frame.phase == play.FRESH:
            return Turn((frame.actor - 1) % state.players, 0, True)
        if isinstance(frame, play.Turn | play.Move):
            return Turn(frame.actor, steps_left(frame), False)
    raise AssertionError("the first turn lies below the set-up")


class _Lane(NamedTuple):
    """The race for one prize.

    The player at turn is ahead of the mean of the others by the chance to be first times `win`, less `loss`.
    """

    coins: float
    steps: Sequence[int]  # to the prize from each hex
    own: Sequence[float]  # the odds of the player at turn by the steps from the end of the turn
    rivals: Sequence[float]  # the odds of each other player
    against: float  # the sum of these, and of the odds that nobody comes in time
    win: float
    loss: float

    def chance(self, end: int) -> float:
        """Return the chance of the player at turn to be first when the turn ends on a hex."""
        mine = self.own[self.steps[end]]
        return mine / (mine + self.against)


class Race:
    """The race for prizes from a position in which all ATVs stand on the island."""

    def __init__(self, state: TobagoState, prizes: Iterable[Prize], turn: Turn) -> None:
        self._turn, self._atvs = turn, state.atvs
        self._steps = step_table(state.compiled.island.source)
        self._lanes = [self._lane(prize) for prize in prizes]

    def _lane(self, prize: Prize) -> _Lane:
        steps, players = self._steps[prize.hex], len(self._atvs)
        rivals, table = [0.0] * players, _rival(prize.sure)
        for later in range(1, players):
            rival = (self._turn.player + later) % players
            rivals[rival] = exp(-_HASTE[prize.sure] * later / players) * table[steps[self._atvs[rival]]]
        against = fsum(rivals) + _IDLE
        theirs = (1 - _IDLE / against) * prize.coins / (players - 1)
        own = _own(prize.sure, self._turn.over)
        return _Lane(prize.coins, steps, own, rivals, against, prize.coins + theirs, theirs)

    def within(self, start: int, steps: int) -> list[int]:
        """Return the hexes that are at most so many steps away."""
        return [hex_ for hex_, needed in enumerate(self._steps[start]) if needed <= steps]

    def lead(self, end: int, prizes: Iterable[Prize]) -> float:
        """Return by how many coins some prizes put the player at turn ahead of the mean of the others.

        The turn ends on the hex `end`.
        """
        lanes = [self._lane(prize) for prize in prizes]
        return fsum([lane.win * lane.chance(end) - lane.loss for lane in lanes])

    def ends(self) -> dict[int, float]:
        """Return the `lead` by all prizes for each hex on which the turn may end with the steps left."""
        tables = [
            (lane.steps, [lane.win * mine / (mine + lane.against) - lane.loss for mine in lane.own])
            for lane in self._lanes
        ]
        return {
            end: fsum([table[steps[end]] for steps, table in tables])
            for end in self.within(self._atvs[self._turn.player], self._turn.free)
        }

    def best_end(self) -> int:
        """Return where the turn had best end, as far as the steps that are left go."""
        if not self._turn.free:
            return self._atvs[self._turn.player]
        ends = self.ends()
        return max(ends, key=ends.__getitem__)

    def shares(self, end: int) -> list[float]:
        """Return what each player can expect of the prizes, in coins, when the turn ends on a hex."""
        coins = [0.0] * len(self._atvs)
        for lane in self._lanes:
            mine = lane.coins * lane.chance(end)
            coins[self._turn.player] += mine
            rest = (lane.coins - mine) / lane.against
            for rival, odds in enumerate(lane.rivals):
                coins[rival] += rest * odds
        return coins


@lru_cache
def _own(sure: bool, over: bool) -> list[float]:
    """Return the odds of the player at turn by the steps that are left when the turn ends.

    Who ends it on a sure prize has it, unless the turn is over already.
    """
    odds = _odds(sure, (-(-steps // STEPS_PER_MOVE) for steps in range(FAR + 1)))
    if over:
        return [odds[1], *odds[1:]]
    return [_CERTAIN, *odds[1:]] if sure else odds


@lru_cache
def _rival(sure: bool) -> list[float]:
    """Return the odds of another player by the steps at the beginning of the own next turn."""
    return _odds(sure, (max(0, steps - 1) // STEPS_PER_MOVE for steps in range(FAR + 1)))


def _odds(sure: bool, rounds: Iterable[int]) -> list[float]:
    """Return odds that fall with the rounds that pass, and a little with each step."""
    return [exp(-_HASTE[sure] * (passed + steps / FAR)) for steps, passed in enumerate(rounds)]


@lru_cache(maxsize=32)
def step_table(island: Island) -> tuple[tuple[int, ...], ...]:
    """Return the fewest steps from each hex to each hex, by number; `FAR` at the most."""
    return tuple(
        tuple(FAR if steps is None else min(steps, FAR) for steps in step_counts(island, number))
        for number in range(len(island))
    )
