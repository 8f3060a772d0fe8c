"""What cards and tiles promise a player in Wayfarers: points at the end, for what scores and may score yet.

What is there already counts as it would at the end; what grows, a goal that may be met, and what the journal
will require count by their chances. What one thing more is worth is worked out once for each counter: a card
is then worth the sum of what it adds to counters, and what it scores itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING

from solvers.wayfarers.weights import (
    BALANCE,
    COUNTED,
    GOAL,
    GROWTH,
    HELD_AT_END,
    LATER_NEED,
    NEED,
    OPEN_ALREADY,
    SETS,
)
from toolkit.games.wayfarers.components.names import COMET_COUNT, COUNTERS, NONE, OWNED, SILVER_COUNT, SPACE
from toolkit.games.wayfarers.components.tables import CARDS, TILES, Card, Tile
from toolkit.games.wayfarers.journal import Requirement, steps
from toolkit.games.wayfarers.scoring import Holdings, count, owned_tags, space_points, unique_set_points

if TYPE_CHECKING:
    from toolkit.games.wayfarers.components.records import ScoreRecord
    from toolkit.games.wayfarers.state import WayfarersState

_COUNTER = {name: number for number, name in enumerate(COUNTERS)}
_PRIMARY = range(4)


def _added(things: Sequence[Card | Tile]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return what each of several cards or tiles adds: counters, and how many of each."""
    return tuple(
        [tuple([(place, many) for place, many in enumerate(thing.counts) if many]) for thing in things]
    )


_CARD_ADDS, _TILE_ADDS = _added(CARDS), _added(TILES)


class Promise:
    """What the cards and tiles of a player promise, and what more of them would.

    `turns` and `scale` are those of `solvers.wayfarers.worth.Outlook`; `comets` are the most comet tags of
    another player. Nothing here changes with silver, dice or workers: one is good for many decisions.

    Attributes
    ----------
    now
        What all that is there promises, in points.
    marginal
        What one more of each counter adds, in points.
    """

    @staticmethod
    def of(state: WayfarersState, player: int, turns: float, scale: float) -> Promise:
        """Return what the cards and tiles of a player promise; equal ones are worked out once."""
        tableau = state.tableaux[player]
        others = [one.counts[COMET_COUNT] for seat, one in enumerate(state.tableaux) if seat != player]
        comets = max([0, *others, *[rival.comet for rival in state.rivals]])
        have = Holdings(tableau.counts, tableau.guilds)
        way = state.rules.sections, tableau.marker
        return _promise(have, tableau.space, tableau.inspirations, way, comets, turns, scale)

    def __init__(
        self,
        have: Holdings,
        space: tuple[int, ...],
        above: tuple[int, ...],
        way: tuple[str, int],
        comets: int,
        turns: float,
        scale: float,
    ) -> None:
        self._have, self._comets, self._turns, self._scale = have, comets, turns, scale
        self._tags = owned_tags(space, ())  # those of sun and moon are asked for
        self._sections = way[0]
        self._gained: dict[int, float] = {}
        self._ways: dict[int, float] = {}
        self.marginal = [0.0] * OWNED
        self.now = self._sets() + self._journal(*way)
        for card, goal in zip(space, above, strict=True):
            self.now += self._card(card, goal)

    def gained(self, number: int) -> float:
        """Return what a card that is gained promises, for what it adds and what it scores."""
        if number not in self._gained:
            card, marginal = CARDS[number], self.marginal
            worth = COUNTED[card.kind]
            for counter, many in _CARD_ADDS[number]:
                worth += many * marginal[counter]
            if card.kind == SPACE:
                have = Holdings(tuple(map(add, self._have.counts, card.counts)), self._have.guilds)
                worth += self._own(number, have, self._tags | card.events)
            self._gained[number] = worth
        return self._gained[number]

    def tile(self, number: int) -> float:
        """Return what a tile that is gained promises for what it adds, without its printed points."""
        return sum([many * self.marginal[counter] for counter, many in _TILE_ADDS[number]])

    def space(self, card: int) -> float:
        """Return what a space card of the player promises by itself: that is what an inspiration doubles."""
        return self._own(card, self._have, self._tags)

    def _own(self, card: int, have: Holdings, tags: int) -> float:
        points = float(space_points(card, have, tags, have.counts[COMET_COUNT] > self._comets))
        score = CARDS[card].score
        return points + (GROWTH * self._turns if score and (score.per or score.per_set_of) else 0.0)

    def goal(self, inspiration: int) -> float:
        """Return the chance that the goal of an inspiration will be met."""
        return self._chance(self._lacks(inspiration))

    def _lacks(self, inspiration: int) -> float:
        """Return how many things the goal of an inspiration still asks for."""
        return sum([max(0, least - self._count(counter)) for counter, least in CARDS[inspiration].goal])

    def _count(self, counter: int) -> float:
        if counter >= SILVER_COUNT:  # what is left at the end can be held back
            return HELD_AT_END
        return count(counter, self._have)

    def _chance(self, missing: float) -> float:
        if missing <= 0:
            return 1.0
        return min(GOAL, GOAL * self._turns / 20) ** missing if self._turns > 0 else 0.0

    def _sets(self) -> float:
        """Return what the primary tags promise, and note what one more of each adds (Y-15, Y-16)."""
        tags = self._have.counts[:4]
        least = min(tags)
        short = list(tags).count(least)
        for tag in _PRIMARY:
            now = min(tags[tag], len(SETS) - 1)
            self.marginal[tag] += SETS[min(now + 1, len(SETS) - 1)] - SETS[now]
            if tags[tag] == least:
                self.marginal[tag] += BALANCE[short - 1] if self._scale == 1 or short == 1 else 0.0
        return sum([SETS[min(many, len(SETS) - 1)] for many in tags]) + unique_set_points(tags)

    def _card(self, card: int, goal: int) -> float:
        """Return what a space card with an inspiration promises, and note what more of counters adds."""
        worth, chance = self.space(card), 0.0
        if goal != NONE:
            chance, lacks = self.goal(goal), self._lacks(goal)
            for counter, least in CARDS[goal].goal:
                if counter < OWNED and self._have.counts[counter] < least:
                    self.marginal[counter] += (self._chance(lacks - 1) - chance) * worth
        if (score := CARDS[card].score) is not None:
            self._counted(score, 1 + chance)
        return worth * (1 + chance)

    def _counted(self, score: ScoreRecord, times: float) -> None:
        """Note what more of the counters adds that a space card counts, so many times."""
        if score.per and (counter := _COUNTER[score.per]) < OWNED:
            self.marginal[counter] += score.vp / score.each * times
        elif score.per_set_of:
            have = [self._count(_COUNTER[name]) for name in score.per_set_of]
            fewest = min(have)
            for name, many in zip(score.per_set_of, have, strict=True):
                if many == fewest:
                    self.marginal[_COUNTER[name]] += score.vp * times / have.count(fewest)
        elif score.comet_majority and self._turns > 0:
            gain = score.comet_majority["vp"] - score.comet_majority["else"]
            near = abs(self._have.counts[COMET_COUNT] - self._comets)
            self.marginal[COMET_COUNT] += gain / (2 + near)

    # ---- the next steps of the journal ---------------------------------------------------------------------

    def _journal(self, sections: str, marker: int) -> float:
        """Return what is there for the next steps, and note what one more of their counters adds."""
        worth = 0.0
        for (counter, least), weight in self._needs(sections, marker).items():
            have = self._have.counts[counter] if counter < OWNED else 0
            now = min(1.0, have / least) ** 2
            self.marginal[counter] += self._scale * weight * (min(1.0, (have + 1) / least) ** 2 - now)
            worth += self._scale * weight * now
        return worth

    def _needs(self, sections: str, marker: int) -> dict[tuple[int, int], float]:
        """Return what it is worth to have so many of a counter for the next steps of the journal."""
        ways, needs = steps(sections), dict[tuple[int, int], float]()
        here = ways[marker]
        passable = any(self._missing(needed) == 0 for _, needed in here)
        for space, needed in here:
            for one, worth in ((needed, NEED), *[(later, LATER_NEED) for _, later in ways[space]]):
                if one.counter >= 0 and self._missing(one):
                    part = OPEN_ALREADY if passable and worth == NEED else 1.0
                    key = one.counter, one.at_least
                    needs[key] = max(part * worth, needs.get(key, 0.0))
        return needs

    def way_on(self, marker: int) -> float:
        """Return how near the best way on from a space is, from 0 to 1 for one that is open."""
        if marker not in self._ways:
            onwards, found = steps(self._sections), 0.0
            for space, needed in onwards[marker]:
                then = max([0.5 ** self._missing(one) for _, one in onwards[space]], default=1.0)
                found = max(found, 0.5 ** self._missing(needed) * (0.7 + 0.3 * then))
            self._ways[marker] = found
        return self._ways[marker]

    def _missing(self, needed: Requirement) -> int:
        """Return how many of its counter a connection still requires."""
        if needed.counter < 0:
            return sum([max(0, n - have) for n, have in zip(needed.spend, self._have.guilds, strict=True)])
        return max(0, needed.at_least - self._have.counts[needed.counter])


_promise = lru_cache(maxsize=1 << 10)(Promise)
