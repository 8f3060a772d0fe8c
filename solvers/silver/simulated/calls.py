"""When to call with how many cards: calls against going on, at the turns of whole rounds (Q-8, Q-24)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from solvers.intervals import Interval, share
from solvers.silver.rollouts import Policy, Start, from_state, play, policy, trace, whole_round
from solvers.silver.simulated.estimates import Estimate, Simulated, estimate
from solvers.silver.simulated.playing import Played, without_call
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import CALL, MOST_PLAYERS
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import VILLAGE, SilverState

if TYPE_CHECKING:
    Turn = tuple[int, int]
    Points = tuple[int, int]

_NEVER = -1  # no sum is so low


@dataclass(frozen=True, slots=True)
class CallInPlay(Played):
    """A call with so many own cards and such a sum, or going on; `how` names this player's policy first."""

    #: `cards` and `sum`: the own cards at the beginning of the turn, all of them known to the player, and
    #: their sum.
    cards: int
    sum: int
    #: In how many of these turns the caller would have been lowest at the end, ties included (S-32).
    succeeded: int
    #: `score` and `going_on`: the round points with the call, and without it in this turn.
    score: Estimate
    going_on: Estimate
    saved: Estimate  #: by how much the call scores less

    @property
    def turns(self) -> int:
        """In how many rounds the player had such a turn."""
        return self.saved.games

    @property
    def chance(self) -> Interval:
        """The chance that the call succeeds, with Wilson's 95 % interval."""
        return share(self.succeeded, self.turns)


def calls_in_play(
    pool: Sequence[str], rules: Rules, *, call: int = 5, games: int = 1_000, seed: int | str = 1
) -> list[CallInPlay]:
    """Play whole rounds in which one player waits, and try a call at each turn in which it is legal.

    All hands are what the policies made of them (model B2), those of the opponents too. The player is
    `steady` but never calls until the turn that is looked at; from there the round is played once with a call
    and once without one in this turn, after which the player calls as usual. A round counts once for each
    number of cards and sum, so the turns of an answer are independent.

    Parameters
    ----------
    pool
        The policies of the opponents, from the left neighbour on; everybody begins equally often.
    rules
        The rules, with perfect memory.
    call
        The sum at which the player calls as usual.
    games, seed
        How many rounds, from 1, and from which seed.

    Raises
    ------
    ToolkitError
        An unknown policy, another number of opponents than 1 to 3, no round, or rules by which a state does
        not tell what players know.
    """
    if rules.memory != "perfect":
        raise ToolkitError(f"rules.memory = {rules.memory}: it is not known which cards the player knows")
    if not 1 <= len(pool) < MOST_PLAYERS or games < 1:
        raise ToolkitError(
            f"{len(pool)} opponents and {games} rounds: 1 to {MOST_PLAYERS - 1} opponents, and one round"
        )
    how = Simulated.by([Policy(call=call), *map(policy, pool)], games, seed)
    found: dict[Turn, list[Points]] = defaultdict(list)
    for number in range(games):
        for turn, points in _tried(how, rules, number).items():
            found[turn].append(points)
    return [_answer(how, turn, np.array(rows)) for turn, rows in sorted(found.items())]


def _answer(how: Simulated, turn: Turn, rows: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> CallInPlay:
    score, going_on = rows.T
    return CallInPlay(
        how,
        *turn,
        int((score == 0).sum()),
        estimate(score, 0),
        estimate(going_on, 0),
        estimate(going_on - score),
    )


def _tried(how: Simulated, rules: Rules, number: int) -> dict[Turn, Points]:
    """Return the points with and without a call, by cards and sum, in one round."""
    found: dict[Turn, Points] = {}
    players = len(how.policies)
    me = number % players
    policies = [policy(how.policies[(seat - me) % players]) for seat in range(players)]

    def points(start: Start) -> int:
        return int(play(start, policies, [number], seed=f"{how.seed}/on").points[0, me])

    waiting = [replace(one, call=_NEVER) if seat == me else one for seat, one in enumerate(policies)]
    for state in _states(rules, waiting, how.seed, number):
        turn = _turn(state, me)
        if turn and turn not in found:
            refill = Random(f"{how.seed}/{number}/refill")
            found[turn] = points(_called(state, refill)), points(without_call(from_state(state)))
    return found


def _states(rules: Rules, policies: Sequence[Policy], seed: int | str, number: int) -> Iterator[SilverState]:
    """Yield a round at all its steps; the state is the same one each time."""
    state = GAME.new(len(policies), rules)
    steps, _ = trace(whole_round(len(policies), rules), policies, seed, number)
    for step in steps:
        yield state
        state.apply_unchecked(step.action)


def _turn(state: SilverState, me: int) -> Turn | None:
    """Return the number of own cards and their sum, at a turn at which the player may call and knows them."""
    if state.to_act() != me or state.decision_kind() != "turn" or CALL not in state.legal_actions():
        return None
    cards, known = state.cards.cards[VILLAGE + me], state.cards.known[VILLAGE + me]
    return (len(cards), sum(cards)) if all(mask >> me & 1 for mask in known) else None


def _called(state: SilverState, random: Random) -> Start:
    """Return the beginning of the next player's turn after a call."""
    called = state.clone()
    called.apply_unchecked(CALL)
    while called.to_act() == CHANCE:  # cards beside the deck (S-67)
        called.apply_unchecked(called.sample_chance(random))
    return from_state(called)
