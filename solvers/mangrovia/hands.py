"""What the hand of a player is good for: the huts that it pays for, and what one card more adds.

That hangs on the hand, on how the huts stand, on the birds and on the time that is left. So a `Hand` is kept
for all states in which these are the same, with what was asked of it.

Which huts can be paid at a pier hangs on what the piers before it bring: what lies face up there counts as
had, and what is drawn with its chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import sqrt
from operator import itemgetter
from typing import NamedTuple

from solvers.mangrovia.promises import Areas
from toolkit.games.mangrovia.actions import OneCard
from toolkit.games.mangrovia.building import Holding, Site, marked_sites, mask_of
from toolkit.games.mangrovia.components import FREE, FREE_TILE, LANDSCAPES, NO_TILE, VALUES, Part
from toolkit.games.mangrovia.payments import TILE, source_of, sums, value_of

PRICE = 7.0
"""What a hut costs in valuables for which a hand is good."""

CARD, LANDSCAPE = 0.08, 0.35
"""Points besides, for each unit of value of the cards and for each landscape."""

CHOICE = 0.1
"""Points for each price of an empty space that the cards make exactly."""

PLENTY = 2.0
"""For so many times the huts that are left cards are of any use."""

SECOND_OF_KIND, UNMARKED = 0.75, 0.9
"""The use of one more landscape of a kind, and of a landscape that no bird marks now."""

BUILT = 0.9
"""Huts that a player with one bowl builds in a round."""

AMULET = 1.15
"""What an amulet is worth for each unit of value: that is scored, and it pays."""

TILE_WORTHS = (1.5, 1.8, 2.0, 2.5)
"""A statue, a card tile, an amulet tile and a free landscape (M-39, M-40)."""

SECOND_HUT = 0.9
"""What is left of the worth of a hut that is built after another one at the same pier."""

LEFT_THERE = 0.85
"""How sure it is that a card still lies face up when a hut is paid with it."""

SECOND_DRAW = 0.6
"""How much of what one draw helps another one helps, too."""

FIRST = 0.6
"""To put the first bowl of the next round."""

BIRDS = 0.7
"""What it adds when the birds mark one more landscape in hand."""

Card = tuple[str, int]
"""A card by its kind and its face."""


class Purse(NamedTuple):
    """What a player can build with; the sums that cards and amulets make are masks with a bit for each."""

    total: int  #: the sum of the valuables
    landscapes: tuple[int, ...]  #: how many of each face
    huts: int  #: those that are left
    cards: int
    amulets: int
    serving: int  #: the landscapes as a mask

    @staticmethod
    @lru_cache(maxsize=1 << 14)
    def of(held: Holding, huts: int) -> Purse:
        """Return that of what is held, with so many huts left."""
        total = sum([value_of(one) for one in held.cards if source_of(one) != TILE])
        faces = held.landscapes
        counts = tuple([faces.count(face) for face in range(len(LANDSCAPES))])
        return Purse(total, counts, huts, sums(held.cards), sums(held.amulets), mask_of(faces))

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

    def misses(self, site: Site, huts: int) -> list[Card]:
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


class Time(NamedTuple):
    """What cards can still be used for."""

    rounds: float  #: about how many rounds are still to come
    each: float  #: points that a hut brings for which a hand is good
    bowls: int  #: how many each player has
    birds: tuple[int, int]
    prices: int  #: those of empty spaces in cards, as a mask

    def held(self, purse: Purse) -> float:
        """Return what cards are worth that a player holds."""
        rounds = self.rounds
        if not rounds:
            return 0.0
        choice = CHOICE * (purse.cards & self.prices).bit_count() * min(1.0, rounds)
        return choice + self.worth(purse.total, purse.landscapes, purse.huts)

    def worth(self, total: int, landscapes: tuple[int, ...], huts: int) -> float:
        """Return what a hand is worth: huts need cards, landscapes and time, so plenty of one is little."""
        time = BUILT * self.bowls * self.rounds
        return _worth(total, use_of(landscapes, self.birds), huts, min(time, huts), self.each)

    def amulets(self, total: float) -> float:
        """Return what amulets of a total value are worth: they score it (M-36), and pay for huts."""
        return total * (1 + (AMULET - 1) * min(1.0, self.rounds))

    def tile(self, tile: int) -> float:
        """Return what a stone tile is worth."""
        if tile == NO_TILE:
            return 0.0
        kind = max(0, tile - FREE_TILE + 3)
        return TILE_WORTHS[kind] * (min(1.0, self.rounds) if kind else 1.0)


class Offer:
    """The cards that lie face up, and what may be drawn from the piles."""

    def __init__(self, rows: Sequence[Sequence[int]], piles: Sequence[Sequence[int]]) -> None:
        self.rows: list[Card] = [
            (kind, face) for kind, row in zip(OneCard.kinds, rows, strict=True) for face in row
        ]
        #: Each face of a pile with its chance, by kind.
        self.faces: dict[str, list[tuple[int, float]]] = {
            kind: [(face, pile.count(face) / len(pile)) for face in dict.fromkeys(pile)]
            for kind, pile in zip(OneCard.kinds, piles, strict=True)
        }
        self.chances = {(kind, face): chance for kind, faces in self.faces.items() for face, chance in faces}


offer = lru_cache(maxsize=256)(Offer)
"""The same for all states in which the same lies there."""


class Gains(dict[Card, float]):
    """What one more card adds to what a player holds, by kind and face."""

    def __init__(self, time: Time, purse: Purse, held: float) -> None:
        self._time, self._purse, self._held = time, purse, held

    def __missing__(self, card: Card) -> float:
        found = self[card] = self._time.held(self._purse.taking(*card)) - self._held
        return found


_kept = lru_cache(maxsize=1 << 13)  # by the hand, which a state has in common with many


class Hand:
    """What a player holds, with what it is good for while the huts stand as they do."""

    def __init__(self, areas: Areas, player: int, purse: Purse, time: Time, track: float) -> None:
        self._areas, self._player, self.purse, self._time = areas, player, purse, time
        self._track = track  # what a place on the amulet track adds
        self.held = time.held(purse)  #: what the cards are worth
        self._worth = time.worth(purse.total, purse.landscapes, purse.huts)
        self.gains = Gains(time, purse, self.held)

    def rest(
        self, offer: Offer, amulets: float, purse: Purse, parts: Sequence[Part], but: int = FREE
    ) -> float:
        """Return what parts of actions add for a player who holds this; `but`: where a hut stands then.

        What cards add hangs on what the player holds now, and which huts can be paid on the purse; `amulets`:
        what taking amulets adds.
        """
        found, up, down = 0.0, False, 0
        for part in parts:
            if not (part.hut or part.double):
                add = self.cards(offer, part)
            elif not purse.huts:
                add = 0.0
            elif up or down:
                add = self._helped(offer, purse, part, up, min(down, 2), but)
            else:
                add = self.best(purse, part, but)
            found += max(add, amulets) if part.amulets else add
            up, down = up or part.up > 0, down + part.down
        return found

    # ---- cards ---------------------------------------------------------------------------------------------

    @_kept
    def cards(self, offer: Offer, part: Part) -> float:
        """Return what the cards or the birds of a part of an action add."""
        found = 0.0
        if part.up and self._time.rounds:
            found = sum(sorted([self.gains[card] for card in offer.rows])[-part.up :])
        if part.down and self._time.rounds:
            found = max(found, part.down * max([self.drawn(offer, kind) for kind in OneCard.kinds]))
        return self.talisman() if part.birds and self._time.rounds else found

    @_kept
    def drawn(self, offer: Offer, kind: str) -> float:
        """Return what a face-down card adds on average."""
        return sum([chance * self.gains[kind, face] for face, chance in offer.faces[kind]])

    def talisman(self) -> float:
        """Return what it adds to put the birds, and the next first bowl."""
        more = _steered(self.purse.landscapes, self._time.birds)
        return min(1.0, self._time.rounds) * (FIRST + BIRDS * more)

    # ---- what can be built ---------------------------------------------------------------------------------

    def hut(self, space: int, huts: int = 1) -> float:
        """Return what huts on an empty space add to the player's points, before their costs."""
        points, area = self._areas.own(self._player, space, huts), self._areas.board.spaces[space].area
        if area == "amulet":
            points += self._track
        elif area == "stone":
            points += self._time.tile(self._areas.stone[self._areas.board.stone.index(space)])
        return points

    def net(self, site: Site, huts: int) -> float:
        """Return what huts on an empty space add after what they cost: cards or amulets, landscapes, huts."""
        return self.hut(site.space, huts) - self._cost(site, huts, self._most_held(site))

    @_kept
    def ranked(self, huts: int) -> list[tuple[float, Site]]:
        """Return the spaces on which huts add something, were they paid, best first."""
        costs: dict[tuple[int, bool, int | None], float] = {}
        every = []
        for points, site in self._huts(huts):
            about = site.price, site.in_cards, self._most_held(site)
            cost = costs.get(about)
            if cost is None:
                cost = costs[about] = self._cost(site, huts, about[2])
            if points > cost:
                every.append((points - cost, site))
        return sorted(every, key=_BY_WORTH, reverse=True)

    def _huts(self, huts: int) -> list[tuple[float, Site]]:
        """Return what huts on each empty space that birds mark add before their costs."""
        areas, birds = self._areas, self._time.birds
        key = self._player, huts, birds, self._track, self._time.rounds
        found: list[tuple[float, Site]] | None = areas.found.get(key)
        if found is None:
            found = areas.found[key] = [
                (self.hut(site.space, huts), site)
                for site in marked_sites(areas.board, birds)
                if areas.owners[site.space] == FREE and (huts == 1 or site.doubled)
            ]
        return found

    def _cost(self, site: Site, huts: int, face: int | None) -> float:
        """Return what it costs to build, with this landscape."""
        time, purse, cost = self._time, self.purse, 0.0
        if time.rounds:
            left = purse.landscapes
            if face is not None:
                left = more(left, face, -min(huts, left[face]))
            total = purse.total - (huts * site.price if site.in_cards else 0)
            cost = self._worth - time.worth(total, left, purse.huts - huts)
        return cost if site.in_cards else cost + time.amulets(huts * site.price)

    def _most_held(self, site: Site) -> int | None:
        """Return the landscape with which a space is paid; None where no bird is."""
        marked = site.marked
        if len(marked) < 2:
            return marked[0] if marked else None
        return max(marked, key=self.purse.landscapes.__getitem__)

    # ---- what is paid for ----------------------------------------------------------------------------------

    @_kept
    def best(self, purse: Purse, part: Part, but: int) -> float:
        """Return what the best huts of a part add that a purse pays; `but`: where a hut stands then."""
        found = 0.0
        if part.hut:
            for net, site in self.ranked(1):
                if site.space != but and purse.pays(site, 1):
                    found = net
                    if part.hut > 1 and purse.huts > 1:
                        found += SECOND_HUT * self._second(purse, site, but)
                    break
        if part.double:
            for net, site in self.ranked(2):
                if net <= found:
                    break
                if site.space != but and purse.pays(site, 2):
                    return net
        return found

    def _second(self, purse: Purse, first: Site, but: int) -> float:
        """Return what a second hut adds that is paid with what is left after a first one."""
        held = purse.landscapes
        face = max(first.marked, key=held.__getitem__)
        serving = purse.serving if held[face] > 1 else purse.serving & ~(1 << face)
        for net, site in self.ranked(1):
            if site.space in (first.space, but) or not site.under & serving:
                continue
            mask = purse.cards if site.in_cards else purse.amulets
            price = site.price + (first.price if site.in_cards == first.in_cards else 0)
            if mask >> price & 1:
                return net
        return 0.0

    @_kept
    def opened(self, purse: Purse, part: Part, but: int) -> dict[Card, float]:
        """Return by how much each card would let build better than with a purse alone, where one would."""
        found, best, huts = dict[Card, float](), self.best(purse, part, but), 1 if part.hut else 2
        for net, site in self.ranked(huts):
            if net <= best:
                break
            if site.space != but:
                for card in purse.misses(site, huts):
                    found.setdefault(card, net - best)
        return found

    @_kept
    def _helped(self, offer: Offer, purse: Purse, part: Part, up: bool, down: int, but: int) -> float:
        """Return what the best huts of a part add, with what earlier piers help to pay."""
        found, opened = self.best(purse, part, but), self.opened(purse, part, but)
        if not opened:
            return found
        best = 0.0
        if up:
            best = LEFT_THERE * max([opened[card] for card in offer.rows if card in opened], default=0.0)
        if down:
            ways = dict.fromkeys(offer.faces, 0.0)
            for card, gain in opened.items():
                ways[card[0]] += offer.chances.get(card, 0.0) * gain
            best = max(best, max(ways.values()) * (1 + SECOND_DRAW * (down > 1)))
        return found + best


_BY_WORTH = itemgetter(0)


@lru_cache(maxsize=1 << 14)
def _worth(total: int, use: float, huts: int, time: float, each: float) -> float:
    if time <= 0:
        return 0.0
    plenty = PLENTY * huts
    besides = CARD * min(PRICE * plenty, total) + LANDSCAPE * min(plenty, use)
    if time < 1:
        besides *= time
    if total <= 0 or use <= 0:
        return besides
    return besides + each / sqrt((PRICE / total) ** 2 + 1 / use**2 + 1 / time**2)


@lru_cache(maxsize=1 << 14)
def use_of(landscapes: tuple[int, ...], birds: tuple[int, int]) -> float:
    """Return the use of landscapes: less for each one more of a kind, and without a bird."""
    use = 0.0
    for face, held in enumerate(landscapes):
        of_kind = (1 - SECOND_OF_KIND**held) / (1 - SECOND_OF_KIND)
        use += of_kind if face in birds else UNMARKED * of_kind
    return use


def fit(held: Sequence[int], birds: tuple[int, int]) -> float:
    """Return how well birds fit landscapes that are held."""
    return sum([min(2, held[face]) for face in birds])


@lru_cache(maxsize=1 << 12)
def _steered(held: tuple[int, ...], birds: tuple[int, int]) -> float:
    """Return how much better the birds fit a hand that steers them than one whose owner waits (M-29)."""
    others = next(pair for pair in PAIRS if not set(pair) & set(birds))
    return (max([fit(held, pair) for pair in PAIRS]) - fit(held, others)) / 2


PAIRS = tuple(combinations(range(len(LANDSCAPES)), 2))
"""All pairs of landscapes that birds may mark."""
