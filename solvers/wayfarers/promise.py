"""What cards and tiles promise a player in Wayfarers: points at the end, for what scores and may score yet.

What is there already counts as it would at the end; what grows, a goal that may be met, and what the journal
will require count by their chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solvers.wayfarers.weights import GOAL, GROWTH, LATER_NEED, NEED, OPEN_ALREADY, SETS
from toolkit.games.wayfarers.components.names import COMET_COUNT, NONE
from toolkit.games.wayfarers.components.tables import CARDS
from toolkit.games.wayfarers.journal import Requirement, steps
from toolkit.games.wayfarers.scoring import (
    Holdings,
    count,
    goal_met,
    owned_tags,
    space_points,
    unique_set_points,
)

if TYPE_CHECKING:
    from toolkit.games.wayfarers.state import WayfarersState


class Promise:
    """What the cards and tiles of a player promise, and what more of them would.

    `turns` and `scale` are those of `solvers.wayfarers.worth.Outlook`.
    """

    def __init__(self, state: WayfarersState, player: int, turns: float, scale: float) -> None:
        self.tableau, self.turns, self.scale = state.tableaux[player], turns, scale
        others = [one.counts[COMET_COUNT] for seat, one in enumerate(state.tableaux) if seat != player]
        self._comets = max([0, *others, *(rival.comet for rival in state.rivals)])
        self._tags = owned_tags(self.tableau.space, ())  # those of sun and moon are asked for
        self._need = self._needs(state.rules.sections)
        self.now = self.points(self.tableau.counts)

    def points(self, counts: Sequence[int], more: int = NONE) -> float:
        """Return what cards and tiles promise with these counters, and with one more space card."""
        tableau = self.tableau
        held = self._held(counts)
        tags = self._tags | (CARDS[more].events if more != NONE else 0)
        total = sum(SETS[min(tags_, len(SETS) - 1)] for tags_ in counts[:4])
        total += unique_set_points(counts[:4]) + self._ready(counts)
        cards = zip((*tableau.space, more), (*tableau.inspirations, NONE), strict=True)
        for card, goal in cards:
            if card != NONE:
                points = self._space(card, held, tags)
                total += points * (1 + (goal != NONE) * self._chance(goal, held))
        return total

    def space(self, card: int) -> float:
        """Return what a space card of the player promises by itself: that is what an inspiration doubles."""
        return self._space(card, self._held(self.tableau.counts), self._tags)

    def goal(self, inspiration: int) -> float:
        """Return the chance that the goal of an inspiration will be met."""
        return self._chance(inspiration, self._held(self.tableau.counts))

    def _held(self, counts: Sequence[int]) -> Holdings:
        tableau = self.tableau
        return Holdings(tuple(counts), tableau.guilds, tableau.silver, tableau.provision)

    def _space(self, card: int, held: Holdings, tags: int) -> float:
        """Return what a space card promises: what it counts will grow."""
        points = float(space_points(card, held, tags, held.counts[COMET_COUNT] > self._comets))
        score = CARDS[card].score
        growing = score is not None and bool(score.per or score.per_set_of)
        return points + (GROWTH * self.turns if growing else 0.0)

    def _chance(self, goal: int, held: Holdings) -> float:
        if goal_met(goal, held):
            return 1.0
        missing = sum(max(0, least - count(counter, held)) for counter, least in CARDS[goal].goal)
        return min(GOAL, GOAL * self.turns / 10) ** missing if self.turns > 0 else 0.0

    # ---- the next steps of the journal ---------------------------------------------------------------------

    def _needs(self, sections: str) -> dict[tuple[int, int], float]:
        """Return what it is worth to have so many of a counter for the next steps of the journal."""
        ways, needs = steps(sections), dict[tuple[int, int], float]()
        here = ways[self.tableau.marker]
        passable = any(self._missing(needed) == 0 for _, needed in here)
        for space, needed in here:
            for one, worth in ((needed, NEED), *((later, LATER_NEED) for _, later in ways[space])):
                if one.counter >= 0 and self._missing(one):
                    part = OPEN_ALREADY if passable and worth == NEED else 1.0
                    key = one.counter, one.at_least
                    needs[key] = max(part * worth, needs.get(key, 0.0))
        return needs

    def _missing(self, needed: Requirement) -> int:
        """Return how many of its counter a connection still requires."""
        if needed.counter < 0:
            return sum(max(0, n - have) for n, have in zip(needed.spend, self.tableau.guilds, strict=True))
        return max(0, needed.at_least - self.tableau.counts[needed.counter])

    def _ready(self, counts: Sequence[int]) -> float:
        """Return what counters are worth for the next steps of the journal."""
        return self.scale * sum(
            worth * min(1.0, counts[counter] / least) ** 2 for (counter, least), worth in self._need.items()
        )
