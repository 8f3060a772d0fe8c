"""Simulated odds of a Revealer: what it saves to turn a card of an opponent up (Q-16)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers.intervals import Interval
from solvers.silver.asking import other_face_down, own_face_down
from solvers.silver.rollouts import POLICY, Start
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.moves import discard_held
from solvers.silver.rollouts.starts import start_at
from solvers.silver.rollouts.table import turn_up
from solvers.silver.simulated.estimates import Estimate, estimate
from solvers.silver.simulated.playing import Played, all_seats, played
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import REVEALER
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Place, Position


@dataclass(frozen=True, slots=True)
class Revealing(Played):
    """A Revealer in hand, used on a card."""

    #: The player and the slot of the card that is turned up; None: the ability is not used.
    place: Place | None
    points: Estimate  #: my round points
    saved: Estimate  #: by how much they are lower than without the ability, in pairs of games with equal luck
    ended: int  #: how many rounds ended at once, by the second 0 (S-42)

    @property
    def ends(self) -> Interval:
        """The chance that the round ends at once, with Wilson's 95 % interval."""
        return self.share(self.ended)


def revealings(
    position: Position,
    name: str = POLICY,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> list[Revealing]:
    """Discard the held 6 and turn each card up that it may turn, or none; all seats then follow a policy.

    The first answer is that for no card. Parameters and errors are those of
    `solvers.silver.simulated.rounds.endings`; besides, no 6 is held.
    """
    if position.held != REVEALER:
        raise ToolkitError(f"no {REVEALER} is held: a Revealer is used when it was drawn (S-50)")
    start = start_at(position, insight)
    how, found, points = all_seats(start, name, games, seed, insight), [], None
    for place in (None, *_targets(position)):
        rounds = played(_after(start, place), how, workers)
        mine = rounds.points[:, position.me]
        points = mine if points is None else points
        at_once = (rounds.ends == at.PAIR_MET) & (rounds.steps == 0)
        found.append(Revealing(how, place, estimate(mine, 0), estimate(points - mine), int(at_once.sum())))
    return found


def _targets(position: Position) -> list[Place]:
    """Return the face-down cards that a Revealer may turn, by player and slot (S-50, A-15)."""
    own = own_face_down(position) if position.rules.revealer == "any" else []
    return sorted([*own, *other_face_down(position)])


def _after(start: Start, place: Place | None) -> Start:
    """Return the end of the turn in which the held card was discarded and a card turned up."""
    table = list(start.table)
    discard_held(table)
    if place:
        turn_up(table, *place)
    table[at.START] = at.AT_END
    return replace(start, table=table)
