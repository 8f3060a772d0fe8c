"""What a position is worth in Mangrovia, in points at the end: the one opinion of bots, advice and odds.

`Outlook` looks at a whole state once and is then asked for many moves. Prizes are shared out by how the
colours stand and by how many huts are still to come (`Areas`); a hand is worth what huts it is good for, as
far as there is time to build them. These are rules of thumb, tried in games of the bots themselves; only when
no hut can follow any more is what they say exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb, sqrt
from operator import itemgetter
from typing import Any, NamedTuple

from solvers.mangrovia.promises import Areas
from toolkit.games.mangrovia.building import Holding, Payment, Site, mask_of, open_sites
from toolkit.games.mangrovia.components import (
    FREE,
    FREE_TILE,
    LANDSCAPES,
    MOST_DRAWN,
    NO_TILE,
    PIERS,
    RITUAL_SPACE,
    VALUES,
    Part,
)
from toolkit.games.mangrovia.payments import TILE, Means, source_of, sums, value_of
from toolkit.games.mangrovia.play import Acting
from toolkit.games.mangrovia.state import CLEAN_UP, MangroviaState

HUT = 7.0
"""Points that a hut brings for which a hand is good, while there is time to build it."""

LONG = 13
"""Rounds after which waiting for a better hut is worth less and less: games take 10 to 14."""

PRICE = 7.0
"""What such a hut costs in valuables."""

CARD, LANDSCAPE = 0.08, 0.35
"""Points besides, for each unit of value of the cards and for each landscape."""

CHOICE = 0.1
"""Points for each price of an empty space that the cards make exactly."""

PLENTY = 2.0
"""For so many times the huts that are left cards are of any use."""

SECOND_OF_KIND, UNMARKED = 0.75, 0.9
"""The use of one more landscape of a kind, and of a landscape that no bird marks now."""

AMULET = 1.15
"""What an amulet is worth for each unit of value: that is scored, and it pays."""

BUILT = 0.9
"""Huts that a player with one bowl builds in a round."""

LAST = 0.5
"""A part of the fewest huts left that nobody waits for: who has one left can end the game."""

FINISHED = 0.85
"""How many of the huts that players have left are built when the game ends."""

TIE = 1e-3
"""Points that each unit of value in amulets breaks ties by, when the game is over."""

USED = 0.6
"""How often a hut action that is left is used in the last round."""

TRACK = 1.6
"""What a place on the amulet track brings in a round (M-15)."""

TILE_WORTHS = (1.5, 1.8, 2.0, 2.5)
"""A statue, a card tile, an amulet tile and a free landscape (M-39, M-40)."""


class Purse(NamedTuple):
    """What a player can build with; the sums that cards and amulets make are masks with a bit for each."""

    total: int  #: the sum of the valuables
    landscapes: tuple[int, ...]  #: how many of each face
    huts: int  #: those that are left
    cards: int
    amulets: int
    serving: int  #: the landscapes as a mask

    @classmethod
    def of(cls, held: Holding, huts: int) -> Purse:
        """Return that of what is held, with so many huts left."""
        total = sum([value_of(one) for one in held.cards if source_of(one) != TILE])
        faces = held.landscapes
        counts = tuple([faces.count(face) for face in range(len(LANDSCAPES))])
        return cls(total, counts, huts, sums(held.cards), sums(held.amulets), mask_of(faces))

    def taking(self, kind: str, face: int) -> Purse:
        """Return the purse with one more card."""
        if kind == "valuables":
            cards = self.cards | self.cards << face
            return Purse(self.total + face, self.landscapes, self.huts, cards, self.amulets, self.serving)
        counts, serving = more(self.landscapes, face, 1), self.serving | 1 << face
        return Purse(self.total, counts, self.huts, self.cards, self.amulets, serving)

    def pays(self, site: Site, huts: int) -> bool:
        """Tell whether it pays huts on a space exactly; a "free landscape" tile is not thought of."""
        if not site.under & self.serving or self.huts < huts:
            return False
        if not (self.cards if site.in_cards else self.amulets) >> huts * site.price & 1:
            return False
        return huts == 1 or sum([self.landscapes[face] for face in site.marked]) >= huts

    def misses(self, site: Site, huts: int) -> list[tuple[str, int]]:
        """Return the single cards that would let it pay huts on a space, by kind and face."""
        price, short = huts * site.price, huts - sum([self.landscapes[face] for face in site.marked])
        if (self.cards if site.in_cards else self.amulets) >> price & 1:
            return [("landscapes", face) for face in site.marked] if short == 1 else []
        if short > 0 or not site.in_cards:
            return []
        return [
            ("valuables", value) for value in VALUES if price >= value and self.cards >> price - value & 1
        ]


def more(counts: tuple[int, ...], face: int, number: int) -> tuple[int, ...]:
    """Return counts of landscapes with more of a face, or fewer."""
    return (*counts[:face], counts[face] + number, *counts[face + 1 :])


class Outlook:
    """What a state promises to its players, in points at the end of the game.

    It looks at all of the state, hidden cards too: hand it worlds that were sampled from an observation.
    """

    def __init__(self, state: MangroviaState) -> None:
        self.state, self.board = state, state.rules.layout
        self._bowls = state.rules.box.bowls_each(state.players)
        self.last = state.last != FREE
        #: About how many rounds are still to come, with what is left of this one.
        self.rounds = self._rounds(min(state.supply))
        free = state.owners.count(FREE)
        #: Whether no hut can be built any more: then points are exact but for amulets to be had.
        self.final = False
        if self.last:
            left = self._hut_actions()
            self.final, to_come = not left, USED * left
        else:
            to_come = FINISHED * sum([min(huts, min(state.supply) + 2) for huts in state.supply])
        self.areas = Areas.of(state, min(1.0, to_come / free) if free else 0.0)
        self._each = HUT * min(1.0, LONG / max(1, state.round))
        self._purses: dict[int, Purse] = {}

    def _rounds(self, fewest: int) -> float:
        if self.last:
            return 0.0
        left = max(0.0, 1 - self.state.pier / 12)
        return max(left, (fewest - LAST) / (BUILT * self._bowls))

    def rounds_with(self, player: int, huts: int) -> float:
        """Return the rounds to come when a player has built so many huts more."""
        left = [*self.state.supply]
        left[player] -= huts
        return self._rounds(min(left))

    def _hut_actions(self) -> int:
        """Return how many huts may be built in the rest of this round."""
        supply = self.state.supply
        return sum(
            min(max(part.hut, 2 * part.double), supply[player])
            for player in range(self.state.players)
            for part in self.parts(player)
        )

    @property
    def to_come(self) -> bool:
        """Whether anybody can still take amulets in this round."""
        return any(part.amulets for player in range(self.state.players) for part in self.later_parts(player))

    def parts(self, player: int) -> list[Part]:
        """Return the parts of actions that a player has still to do in this round, in order."""
        state, found = self.state, list[Part]()
        for frame in state.stack:
            if isinstance(frame, Acting) and frame.actor == player:
                found.append(Part(*frame[1:]))
        return [*found, *self.later_parts(player)]

    def later_parts(self, player: int) -> list[Part]:
        """Return the same without the part that is being done."""
        state, found = self.state, list[Part]()
        bowls, pier = state.bowls, state.pier
        if 0 < pier < CLEAN_UP and bowls[RITUAL_SPACE[pier]] == player:
            if any(state.todo):
                found.append(state.todo)
            found += PIERS[pier][state.step :]
        for later in range(pier + 1, CLEAN_UP):
            if bowls[RITUAL_SPACE[later]] == player:
                found += PIERS[later]
        return found

    # ---- huts ----------------------------------------------------------------------------------------------

    @cached_property
    def open(self) -> list[Site]:
        """The empty spaces that birds mark."""
        return open_sites(self.state)

    def hut(self, player: int, space: int, huts: int = 1) -> float:
        """Return what huts on an empty space add to a player's points, before their costs."""
        points, about = self.areas.own(player, space, huts), self.board.spaces[space]
        if about.area == "amulet":
            points += self._track(player)
        elif about.area == "stone":
            points += self._tile(self.state.stone[self.board.stone.index(space)])
        return points

    def _tile(self, tile: int) -> float:
        if tile == NO_TILE:
            return 0.0
        kind = max(0, tile - FREE_TILE + 3)
        return TILE_WORTHS[kind] * (min(1.0, self.rounds) if kind else 1.0)

    def _track(self, player: int) -> float:
        """Return what one place more on the amulet track adds (M-15)."""
        return TRACK * self.rounds if self.state.track[player] < MOST_DRAWN else 0.0

    # ---- hands ---------------------------------------------------------------------------------------------

    def purse(self, player: int) -> Purse:
        """Return what a player can build with."""
        if player not in self._purses:
            state = self.state
            self._purses[player] = Purse.of(Holding.of(state, player), state.supply[player])
        return self._purses[player]

    def gains(self, player: int) -> dict[Any, float]:
        """Return what is known of what more cards add to what a player holds, by kind and face."""
        key = self.purse(player), self.rounds, self._each, self.state.birds
        found: dict[Any, float] | None = self.areas.found.get(key)
        if found is None:
            found = self.areas.found[key] = {}
        return found

    def held(self, purse: Purse, rounds: float | None = None) -> float:
        """Return what cards are worth that a player holds; perhaps with other rounds to come."""
        rounds = self.rounds if rounds is None else rounds
        if not rounds:
            return 0.0
        choice = CHOICE * (purse.cards & self.areas.prices).bit_count() * min(1.0, rounds)
        return choice + self.worth(purse.total, purse.landscapes, purse.huts, rounds)

    def worth(self, total: int, landscapes: tuple[int, ...], huts: int, rounds: float) -> float:
        """Return what a hand is worth: huts need cards, landscapes and time, so plenty of one is little."""
        time = BUILT * self._bowls * rounds
        if huts < time:
            time = huts
        if time <= 0:
            return 0.0
        use = _use(landscapes, self.state.birds)
        plenty = PLENTY * huts
        besides = CARD * min(PRICE * plenty, total)
        besides += LANDSCAPE * min(plenty, use)
        if time < 1:
            besides *= time
        if total <= 0 or use <= 0:
            return besides
        return besides + self._each / sqrt((PRICE / total) ** 2 + 1 / use**2 + 1 / time**2)

    def amulets(self, total: float) -> float:
        """Return what amulets of a total value are worth: they score it (M-36), and pay for huts."""
        return total * (1 + (AMULET - 1) * min(1.0, self.rounds))

    def _kept(self, huts: int) -> float:
        """Return the expected value of what the amulet action brings with so many huts there (M-15)."""
        bag = self.state.amulets.cards[self.state.pile]
        if not huts:
            return 1.0 if self.state.amulets.cards[self.state.open] else 0.0
        drawn = min(huts, MOST_DRAWN, len(bag))
        least = _least(tuple(bag), drawn) if huts > 1 and drawn else 0.0
        return drawn * sum(bag) / max(1, len(bag)) - least

    def amulet_action(self, player: int) -> float:
        """Return what taking amulets adds (M-15)."""
        return self.amulets(self._kept(self.state.track[player]))

    def points(self) -> list[float]:
        """Return what each player can expect at the end by what stands and is held now."""
        state = self.state
        if self.final:
            scores = state.scores()  # M-37: of equal totals that with more in amulets wins
            return [total + TIE * left for total, left in zip(scores.totals, scores.amulets, strict=True)]
        found = []
        for player in range(state.players):
            kept = sum(state.amulets.cards[player]) + sum(state.amulets.cards[state.drawn(player)])
            tiles = sum(map(self._tile, state.tiles[player]))
            held = self.held(self.purse(player)) + self.amulets(kept) + tiles
            held += TRACK * self.rounds * min(state.track[player], MOST_DRAWN)
            found.append(state.points[player] + self.areas.promised[player] + held)
        return found

    # ---- what can be built ---------------------------------------------------------------------------------

    def ranked(self, player: int, huts: int) -> list[tuple[float, Site]]:
        """Return the spaces on which huts add something for a player, were they paid, best first."""
        purse, state = self.purse(player), self.state
        held = purse.total, purse.landscapes, purse.huts
        key = (player, huts, held, self.rounds, self._each, state.birds, self._track(player))
        found = self.areas.found.get(key)
        if found is None:
            costs: dict[tuple[int, bool, int | None], float] = {}
            every = []
            for points, site in self._huts(player, huts):
                key_of_cost = site.price, site.in_cards, _most_held(site, purse)
                cost = costs.get(key_of_cost)
                if cost is None:
                    cost = costs[key_of_cost] = self._cost(purse, site, huts)
                if points > cost:
                    every.append((points - cost, site))
            found = self.areas.found[key] = sorted(every, key=_BY_WORTH, reverse=True)
        return found

    def _huts(self, player: int, huts: int) -> list[tuple[float, Site]]:
        """Return what huts on each empty space that birds mark add before their costs."""
        key = player, huts, self.state.birds, self._track(player), self.rounds
        found = self.areas.found.get(key)
        if found is None:
            where = [site for site in self.open if huts == 1 or site.doubled]
            found = [(self.hut(player, site.space, huts), site) for site in where]
            self.areas.found[key] = found
        return found

    def net(self, player: int, site: Site, huts: int, purse: Purse) -> float:
        """Return what huts on an empty space add after what they cost: cards or amulets, landscapes, huts."""
        return self.hut(player, site.space, huts) - self._cost(purse, site, huts)

    def _cost(self, purse: Purse, site: Site, huts: int) -> float:
        """Return what it costs to build."""
        landscapes, cost, face = purse.landscapes, 0.0, _most_held(site, purse)
        if self.rounds:
            left = landscapes
            if face is not None:
                left = more(landscapes, face, -min(huts, landscapes[face]))
            total = purse.total - (huts * site.price if site.in_cards else 0)
            cost = self.worth(purse.total, landscapes, purse.huts, self.rounds)
            cost -= self.worth(total, left, purse.huts - huts, self.rounds)
        return cost if site.in_cards else cost + self.amulets(huts * site.price)

    def payment(self, held: Holding, site: Site, ways: Sequence[Payment]) -> Payment:
        """Return with which of several payments what is left is worth most; many small cards stay.

        The landscapes are chosen first, for of cards all payments leave the same sum.
        """
        means = ways[0].means
        first = max((way for way in ways if way.means == means), key=lambda way: self._left(held, site, way))
        rest = [way for way in ways if way.landscapes == first.landscapes]
        return max(rest, key=lambda way: self._left(held, site, way))

    def _left(self, held: Holding, site: Site, way: Payment) -> tuple[float, Means]:
        """Return what is left after a payment is worth, as far as payments tell apart."""
        after = held.after(site, way)
        choice = CHOICE * (sums(after.cards) & self.areas.prices).bit_count()
        tiles = CARD * sum([value_of(one) for one in way.means if source_of(one) == TILE])
        faces = tuple([after.landscapes.count(face) for face in range(len(LANDSCAPES))])
        return choice + tiles + LANDSCAPE * _use(faces, self.state.birds), way.means


def _most_held(site: Site, purse: Purse) -> int | None:
    """Return the landscape with which a space is paid; None where no bird is."""
    marked = site.marked
    if len(marked) < 2:
        return marked[0] if marked else None
    return max(marked, key=purse.landscapes.__getitem__)


_BY_WORTH = itemgetter(0)


@lru_cache(maxsize=1 << 14)
def _use(landscapes: tuple[int, ...], birds: tuple[int, int]) -> float:
    """Return the use of landscapes: less for each one more of a kind, and without a bird."""
    use = 0.0
    for face, held in enumerate(landscapes):
        of_kind = (1 - SECOND_OF_KIND**held) / (1 - SECOND_OF_KIND)
        use += of_kind if face in birds else UNMARKED * of_kind
    return use


@lru_cache(maxsize=4096)
def _least(bag: tuple[int, ...], drawn: int) -> float:
    """Return the expected least value of so many amulets drawn from a sorted bag."""
    ways = comb(len(bag), drawn)
    return sum(value * comb(len(bag) - 1 - place, drawn - 1) for place, value in enumerate(bag)) / ways
