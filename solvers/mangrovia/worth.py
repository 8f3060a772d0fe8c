"""What a position is worth in Mangrovia, in points at the end: the one opinion of bots, advice and odds.

`Outlook` looks at a whole state once and is then asked for many moves. Prizes are shared out by how the
colours stand and by how many huts are still to come (`Areas`); a hand is worth what huts it is good for, as
far as there is time to build them. These are rules of thumb, tried in games of the bots themselves; only when
no hut can follow any more is what they say exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple

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

ROUGH = 2.0
"""How badly valuables, landscapes and time stand in for each other: the more, the worse."""

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

USED = 0.6
"""How often a hut action that is left is used in the last round."""

AMULET_ACTIONS = 0.35
"""How often a player with one bowl takes amulets in a round."""

TILE_WORTHS = (1.5, 1.8, 2.0, 2.5)
"""A statue, a card tile, an amulet tile and a free landscape (M-39, M-40)."""


class Hand(NamedTuple):
    """What a player can build with: the sum of the valuables, landscapes of each face, huts left."""

    total: int
    landscapes: tuple[int, ...]
    huts: int

    def but(self, total: int = 0, faces: Sequence[int] = (), huts: int = 0, sign: int = 1) -> Hand:
        """Return the hand with something more; with the sign -1 without it."""
        landscapes = list(self.landscapes)
        for face in faces:
            landscapes[face] += sign
        return Hand(self.total + sign * total, tuple(landscapes), self.huts + sign * huts)


class Purse(NamedTuple):
    """A hand with what sums its cards and its amulets make, as masks with a bit for each."""

    hand: Hand
    cards: int
    amulets: int
    serving: int  #: the landscapes in hand as a mask

    @classmethod
    def of(cls, held: Holding, huts: int) -> Purse:
        """Return that of what is held, with so many huts left."""
        total = sum([value_of(one) for one in held.cards if source_of(one) != TILE])
        counts = tuple([held.landscapes.count(face) for face in range(len(LANDSCAPES))])
        return cls(Hand(total, counts, huts), sums(held.cards), sums(held.amulets), mask_of(held.landscapes))

    def taking(self, kind: str, face: int) -> Purse:
        """Return the purse with one more card."""
        if kind == "valuables":
            return Purse(self.hand.but(face), self.cards | self.cards << face, self.amulets, self.serving)
        return Purse(self.hand.but(0, (face,)), self.cards, self.amulets, self.serving | 1 << face)

    def pays(self, site: Site, huts: int) -> bool:
        """Tell whether it pays huts on a space exactly; a "free landscape" tile is not thought of."""
        if not site.under & self.serving or self.hand.huts < huts:
            return False
        if not (self.cards if site.in_cards else self.amulets) >> huts * site.price & 1:
            return False
        return huts == 1 or sum([self.hand.landscapes[face] for face in site.marked]) >= huts


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
        self.areas = Areas(state, min(1.0, to_come / free) if free else 0.0)
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

    @cached_property
    def _prices(self) -> int:
        """The prices of empty spaces in cards, as a mask."""
        mask = 0
        for space, owner in zip(self.board.spaces, self.state.owners, strict=True):
            if owner == FREE and space.pay == "cards":
                mask |= 1 << space.price
        return mask

    def hut(self, player: int, space: int, huts: int = 1) -> float:
        """Return what huts on an empty space add to a player's points, before their costs."""
        points, about = self.areas.hut(player, space, huts)[player], self.board.spaces[space]
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
        huts = self.state.track[player]
        more = max(0.0, self._kept(huts + 1) - self._kept(huts))
        return AMULET_ACTIONS * self._bowls * self.rounds * AMULET * more

    # ---- hands ---------------------------------------------------------------------------------------------

    def purse(self, player: int) -> Purse:
        """Return what a player can build with."""
        if player not in self._purses:
            state = self.state
            self._purses[player] = Purse.of(Holding.of(state, player), state.supply[player])
        return self._purses[player]

    def held(self, purse: Purse, rounds: float | None = None) -> float:
        """Return what cards are worth that a player holds; perhaps with other rounds to come."""
        rounds = self.rounds if rounds is None else rounds
        if not rounds:
            return 0.0
        choice = CHOICE * (purse.cards & self._prices).bit_count() * min(1.0, rounds)
        return self.worth(purse.hand, rounds) + choice

    def worth(self, hand: Hand, rounds: float | None = None) -> float:
        """Return what a hand is worth: huts need cards, landscapes and time, so plenty of one is little."""
        time = min(hand.huts, BUILT * self._bowls * (self.rounds if rounds is None else rounds))
        return _worth(hand, time, self.state.birds, min(1.0, LONG / max(1, self.state.round)))

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
            return [float(total) for total in state.scores().totals]
        found = []
        for player in range(state.players):
            kept = sum(state.amulets.cards[player]) + sum(state.amulets.cards[state.drawn(player)])
            tiles = sum(map(self._tile, state.tiles[player]))
            held = self.held(self.purse(player)) + self.amulets(kept) + tiles
            found.append(state.points[player] + self.areas.promised(player) + held)
        return found

    # ---- what can be built ---------------------------------------------------------------------------------

    def net(self, player: int, site: Site, huts: int, hand: Hand | None = None) -> float:
        """Return what huts on an empty space add after what they cost: cards or amulets, landscapes, huts."""
        hand = hand or self.purse(player).hand
        cost = 0.0
        if self.rounds:
            face = max(site.marked, key=hand.landscapes.__getitem__) if site.marked else None
            faces = () if face is None else (face,) * min(huts, hand.landscapes[face])
            price = huts * site.price if site.in_cards else 0
            cost = self.worth(hand) - self.worth(hand.but(price, faces, huts, -1))
        if not site.in_cards:
            cost += self.amulets(huts * site.price)
        return self.hut(player, site.space, huts) - cost

    def payment(self, held: Holding, site: Site, ways: Sequence[Payment]) -> Payment:
        """Return with which of several payments what is left is worth most; many small cards stay."""
        return max(ways, key=lambda way: self._left(held, site, way))

    def _left(self, held: Holding, site: Site, way: Payment) -> tuple[float, Means]:
        purse = Purse.of(held.after(site, way), 1)
        return self.held(purse), way.means


@lru_cache(maxsize=1 << 16)
def _worth(hand: Hand, time: float, birds: tuple[int, int], late: float) -> float:
    use = 0.0
    for face, held in enumerate(hand.landscapes):
        of_kind = (1 - SECOND_OF_KIND**held) / (1 - SECOND_OF_KIND)
        use += of_kind if face in birds else UNMARKED * of_kind
    useful = min(hand.total, PLENTY * PRICE * hand.huts), min(use, PLENTY * hand.huts)
    besides = min(1.0, time) * (CARD * useful[0] + LANDSCAPE * useful[1])
    if hand.total <= 0 or use <= 0 or time <= 0:
        return besides
    able: float = ((PRICE / hand.total) ** ROUGH + use**-ROUGH + time**-ROUGH) ** (-1 / ROUGH)
    return HUT * late * able + besides


@lru_cache(maxsize=4096)
def _least(bag: tuple[int, ...], drawn: int) -> float:
    """Return the expected least value of so many amulets drawn from a sorted bag."""
    ways = comb(len(bag), drawn)
    return sum(value * comb(len(bag) - 1 - place, drawn - 1) for place, value in enumerate(bag)) / ways
