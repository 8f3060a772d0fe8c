"""Simulated odds of how a round ends, and of what a Revealer does (Q-16, Q-18, Q-20)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solvers.intervals import share
from solvers.silver.estimates import Estimate, Simulated, estimate
from solvers.silver.rollouts import Start, from_position, play, policy
from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts.cards import card_at, seen_by_owner, seen_by_rivals, turn_up
from solvers.silver.rollouts.drawing import discard_held
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import REVEALER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from solvers.intervals import Interval
    from toolkit.games.silver.completion import Insight
    from toolkit.games.silver.position import Place, Position

_ENDS = {
    at.PAIR_MET: "villagers",
    at.LAST_TURNS_OVER: "call",
    at.RAN_OUT: "deck",
    at.TURN_LIMIT: "limit",
}


@dataclass(frozen=True, slots=True)
class Endings:
    """How rounds end.

    Attributes
    ----------
    how
        The policies, the games, the seed.
    ends
        How many rounds ended by both 0s (``villagers``, S-42), after a ``call`` (S-29), because no card was
        left (``deck``, S-30), and by the turn ``limit`` (A-34).
    turns
        The turns of a round from now on, the one in which both 0s meet included.
    pairs
        By how many turns from now on: the rounds that both 0s ended in that turn.
    """

    how: Simulated
    ends: Mapping[str, int]
    turns: Estimate
    pairs: Mapping[int, int]

    def chance(self, end: str) -> Interval:
        """Return the chance of an end, with Wilson's 95 % interval."""
        return share(self.ends[end], self.how.games)

    def pair_within(self, turns: int) -> Interval:
        """Return the chance that both 0s end the round within so many turns (Q-18), as in `chance`."""
        met = sum(count for turn, count in self.pairs.items() if turn <= turns)
        return share(met, self.how.games)


def endings(
    position: Position,
    name: str = "steady",
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> Endings:
    """Play a round on and tell how it ends (Q-18, Q-20).

    Parameters and errors are those of `solvers.silver.simulated.call_after_replies`, but for the call.
    """
    start = from_position(position, insight=insight)
    policies = [policy(name)] * start.players
    rounds = play(start, policies, range(games), seed=seed, workers=workers)
    met = rounds.ends == at.PAIR_MET
    turns = rounds.turns + met  # the turn in which they meet is not over
    ends = {word: int((rounds.ends == end).sum()) for end, word in _ENDS.items()}
    pairs = {int(turn): int((turns[met] == turn).sum()) for turn in sorted(set(turns[met].tolist()))}
    return Endings(Simulated.by(policies, games, seed, insight), ends, estimate(turns), pairs)


# ---- Revealer (Q-16) --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revealing:
    """A Revealer in hand, used on a card.

    Attributes
    ----------
    how
        The policies, the games, the seed.
    place
        The player and the slot of the card that is turned up; None: the ability is not used.
    points
        My round points.
    saved
        By how much they are lower than without the ability, in pairs of games with equal luck.
    ended
        How many rounds ended at once, by the second 0 (S-42).
    """

    how: Simulated
    place: Place | None
    points: Estimate
    saved: Estimate
    ended: int

    @property
    def ends(self) -> Interval:
        """The chance that the round ends at once, with Wilson's 95 % interval."""
        return share(self.ended, self.how.games)


def revealings(
    position: Position,
    name: str = "steady",
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> list[Revealing]:
    """Discard the held 6 and turn each card up that it may turn, or none; all seats then follow a policy.

    The first answer is that for no card. Parameters and errors are those of `endings`; besides, no 6 is held.
    """
    if position.held != REVEALER:
        raise ToolkitError(f"no {REVEALER} is held: a Revealer is used when it was drawn (S-50)")
    start = from_position(position, insight=insight)
    policies, found, points = [policy(name)] * start.players, [], None
    how = Simulated.by(policies, games, seed, insight)
    for place in (None, *_targets(position, start)):
        rounds = play(_after(start, place), policies, range(games), seed=seed, workers=workers)
        mine = rounds.points[:, position.me]
        points = mine if points is None else points
        ended = int((rounds.steps == 0).sum()) if place else 0
        found.append(Revealing(how, place, estimate(mine), estimate(points - mine), ended))
    return found


def _targets(position: Position, start: Start) -> Iterator[Place]:
    """Yield the face-down cards that a Revealer may turn (S-50, A-15)."""
    for player, village in enumerate(position.villages):
        own = player == position.me
        may = seen_by_owner if own else seen_by_rivals
        for slot in range(len(village)):
            if (not own or position.rules.revealer == "any") and may(start.table, card_at(player, slot)):
                yield player, slot


def _after(start: Start, place: Place | None) -> Start:
    """Return the end of the turn in which the held card was discarded and a card turned up."""
    table = list(start.table)
    discard_held(table)
    if place:
        turn_up(table, *place)
    table[at.START] = at.AT_END
    return replace(start, table=table)
