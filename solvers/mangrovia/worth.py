"""What a move is worth in Mangrovia, in points at the end: the one opinion of bots, advice and odds.

`Outlook` looks at a whole state once and is then asked for many moves. Prizes are shared out by how the
colours stand and by how many huts are still to come; a hand is worth what huts it is good for, as far as
there is time to build them. These are rules of thumb, tried in games of the bots themselves, and no odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb, exp, sqrt
from typing import NamedTuple

from toolkit.games.mangrovia.actions import NO_LANDSCAPE, OneCard, Pay, PayLandscape
from toolkit.games.mangrovia.building import Holding, Site, affordable, open_sites
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
from toolkit.games.mangrovia.payments import START, source_of, value_of
from toolkit.games.mangrovia.play import Acting, PuttingBowl
from toolkit.games.mangrovia.scoring import POLE_PRIZES
from toolkit.games.mangrovia.state import MangroviaState

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

SPREAD = 0.55
"""How far huts on a path may still spread, times the root of the huts to come there."""

NEAR = 0.04
"""Huts that one place nearer to a statue is worth: only ties turn on it."""

TALISMAN = 0.8
"""To put the first bowl, and to have put the birds."""

BOWL = 8.0
"""What a bowl that is still to be put brings."""

AGAIN = 0.6
"""What the second hut of pier 10 counts: it may not be payable any more."""

UNSURE = 0.35
"""The chance that a face-down card makes a hut payable that is not."""

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

    def taking(self, kind: str, face: int) -> Hand:
        """Return the hand with one more card."""
        return self.but(face) if kind == "valuables" else self.but(0, (face,))


class Standing(NamedTuple):
    """How the colours stand on a path or in the pole area, the players first, then a neutral colour."""

    strengths: list[float]
    first: list[int]  #: the place that wins their ties
    coming: float  #: how many huts are still to come there
    prizes: tuple[int, int]
    promised: tuple[float, ...]  #: what these promise


class Outlook:
    """What a state promises to its players, in points at the end of the game.

    It looks at all of the state, hidden cards too: hand it worlds that were sampled from an observation.
    """

    def __init__(self, state: MangroviaState) -> None:
        self.state, self.board = state, state.rules.layout
        self._bowls = state.rules.box.bowls_each(state.players)
        left = max(0.0, 1 - state.pier / 12)
        fewest = min(state.supply)
        #: About how many rounds are still to come, with what is left of this one.
        self.rounds = left if state.last != FREE else max(left, (fewest - LAST) / (BUILT * self._bowls))
        free = state.owners.count(FREE)
        to_come = FINISHED * sum(min(huts, fewest + 2) for huts in state.supply)
        self._rate = min(1.0, to_come / free) if free else 0.0
        self._hands: dict[int, Hand] = {}
        self._huts: dict[tuple[int, int, int], float] = {}
        self._worths: dict[Hand, float] = {}
        self._parts: dict[tuple[int, Part], float] = {}

    # ---- prizes (M-32 to M-35) -----------------------------------------------------------------------------

    @cached_property
    def _standings(self) -> list[Standing]:
        """How the colours stand on each path, and last in the pole area."""
        found = [
            self._standing(path.spaces, range(len(path.spaces)), (path.first, path.second))
            for path in self.board.paths
        ]
        tiles = self.state.rules.box.pole_tiles
        order = [tiles.index(tile) if tile else 0 for tile in self.state.pole]  # first there, first in ties
        return [*found, self._standing(self.board.pole, order, POLE_PRIZES)]

    def _standing(self, spaces: Sequence[int], order: Sequence[int], prizes: tuple[int, int]) -> Standing:
        """Return how the colours stand on some spaces; `order` says who wins ties, the lowest first."""
        state, players, last = self.state, self.state.players, len(spaces)
        huts, first, free = [0] * (players + 1), [last] * (players + 1), 0
        for space, place in zip(spaces, order, strict=True):
            owner = state.owners[space]
            if owner == FREE:
                free += 1
                continue
            colour = min(players, owner)
            huts[colour] += state.sizes[space]
            first[colour] = min(first[colour], place)
        strengths = [count + NEAR * (last - place) for count, place in zip(huts, first, strict=True)]
        if not huts[players]:
            del strengths[players]
        coming = free * self._rate
        return Standing(strengths, first, coming, prizes, shared(tuple(strengths), prizes, _spread(coming)))

    def _more(self, standing: Standing, place: int, player: int, huts: int) -> float:
        """Return what huts at a place of an area add to a player's share in its prizes."""
        tried = standing.strengths[:]
        tried[player] += huts + NEAR * max(0, standing.first[player] - place)
        after = shared(tuple(tried), standing.prizes, _spread(max(0.0, standing.coming - self._rate)))
        return after[player] - standing.promised[player]

    def areas(self, player: int) -> float:
        """Return what paths, stone area and pole area promise a player."""
        owners = [self.state.owners[space] for space in self.board.stone]
        stone = owners.count(player) * (len(owners) - owners.count(FREE) * (1 - self._rate))
        return stone + sum([standing.promised[player] for standing in self._standings])

    def hut(self, player: int, space: int, huts: int = 1) -> float:
        """Return what huts on an empty space add to a player's points, before their costs."""
        known = self._huts.get((player, space, huts))
        if known is None:
            known = self._huts[player, space, huts] = self._hut(player, space, huts)
        return known

    def _hut(self, player: int, space: int, huts: int) -> float:
        state, about = self.state, self.board.spaces[space]
        points = float(huts * about.points)
        for path, rank in about.paths:
            points += self._more(self._standings[path], rank - 1, player, huts)
        if about.area == "pole":
            built = sum(map(bool, state.pole))
            points += state.rules.box.pole_tiles[built]  # M-20
            points += self._more(self._standings[-1], built, player, huts)
        elif about.area == "stone":
            points += self._stone(player, space)
        elif about.area == "amulet":
            points += self._track(player)
        return points

    def _stone(self, player: int, space: int) -> float:
        """Return what a hut in the stone area adds: all huts once more, and one for each own one (M-34)."""
        board = self.board
        owners = [self.state.owners[other] for other in board.stone]
        built = len(owners) - owners.count(FREE) + 1
        every = built + (len(owners) - built) * self._rate
        tile = self.state.stone[board.stone.index(space)]
        return every + owners.count(player) * (1 - self._rate) + self._tile(tile)

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

    def hand(self, player: int) -> Hand:
        """Return what a player can build with."""
        if player not in self._hands:
            state = self.state
            held = state.landscapes.cards[player]
            total = sum(state.valuables.cards[player]) + sum(state.start_cards[player])
            counts = tuple(map(held.count, range(len(LANDSCAPES))))
            self._hands[player] = Hand(total, counts, state.supply[player])
        return self._hands[player]

    def worth(self, hand: Hand) -> float:
        """Return what a hand is worth: huts need cards, landscapes and time, so plenty of one is little."""
        known = self._worths.get(hand)
        if known is None:
            known = self._worths[hand] = self._worth(hand)
        return known

    def _worth(self, hand: Hand) -> float:
        time = min(hand.huts, BUILT * self._bowls * self.rounds)
        use = 0.0
        for face, held in enumerate(hand.landscapes):
            of_kind = (1 - SECOND_OF_KIND**held) / (1 - SECOND_OF_KIND)
            use += of_kind if face in self.state.birds else UNMARKED * of_kind
        useful = min(hand.total, PLENTY * PRICE * hand.huts), min(use, PLENTY * hand.huts)
        besides = min(1.0, time) * (CARD * useful[0] + LANDSCAPE * useful[1])
        if hand.total <= 0 or use <= 0 or time <= 0:
            return besides
        able: float = ((PRICE / hand.total) ** ROUGH + use**-ROUGH + time**-ROUGH) ** (-1 / ROUGH)
        return HUT * min(1.0, LONG / max(1, self.state.round)) * able + besides

    def gain(self, player: int, kind: str, face: int) -> float:
        """Return what one more card adds to a hand."""
        hand = self.hand(player)
        return self.worth(hand.taking(kind, face)) - self.worth(hand)

    def payment(self, hand: Hand, action: PayLandscape | Pay) -> float:
        """Return how good it is to pay with this: what is plenty goes first, and many small cards stay."""
        if isinstance(action, Pay):
            return value_of(action.means) / 100 + (source_of(action.means) == START) / 200
        if action.face == NO_LANDSCAPE:
            return -1.0
        return self.worth(hand) - self.worth(hand.but(0, (action.face,)))

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

    def points(self) -> list[float]:
        """Return what each player can expect at the end by what stands and is held now."""
        state = self.state
        found = []
        for player in range(state.players):
            kept = sum(state.amulets.cards[player]) + sum(state.amulets.cards[state.drawn(player)])
            tiles = sum(map(self._tile, state.tiles[player]))
            held = self.worth(self.hand(player)) + self.amulets(kept) + tiles
            found.append(state.points[player] + self.areas(player) + held)
        return found

    # ---- what can be built ---------------------------------------------------------------------------------

    def net(self, player: int, site: Site, huts: int, hand: Hand | None = None) -> float:
        """Return what huts on an empty space add after what they cost: cards or amulets, landscapes, huts."""
        hand = hand or self.hand(player)
        face = max(site.marked, key=hand.landscapes.__getitem__) if site.marked else None
        faces = (
            () if face is None or not hand.landscapes[face] else (face,) * min(huts, hand.landscapes[face])
        )
        price = huts * site.price
        after = hand.but(price if site.in_cards else 0, faces, huts, -1)
        cost = self.worth(hand) - self.worth(after) + (0.0 if site.in_cards else self.amulets(price))
        return self.hut(player, site.space, huts) - cost

    def nets(self, player: int, huts: int, card: tuple[str, int] | None = None) -> list[float]:
        """Return what each hut, or double hut, that a player can pay for adds, perhaps with one card more.

        A "free landscape" tile is not thought of.
        """
        if self.state.supply[player] < huts:
            return []
        held, hand = Holding.of(self.state, player)._replace(free=0), self.hand(player)
        if card:
            held, hand = held.taking(*card), hand.taking(*card)
        where = affordable(self.state.rules, held, self._open, huts)
        return [self.net(player, site, huts, hand) for site in where]

    @cached_property
    def _open(self) -> list[Site]:
        return open_sites(self.state)

    def best_huts(self, player: int, part: Part, card: tuple[str, int] | None = None) -> float:
        """Return what the best huts of a part of an action add; 0 if none can be paid for or adds.

        The second of two is counted in part: what pays for the first is gone then.
        """
        singles = sorted(self.nets(player, 1, card) if part.hut else ())
        best = sum(max(0.0, net) * AGAIN**number for number, net in enumerate(singles[: -part.hut - 1 : -1]))
        return max(best, max(self.nets(player, 2, card) if part.double else (), default=0.0))

    # ---- actions of piers ----------------------------------------------------------------------------------

    def face_up(self, player: int) -> list[tuple[float, str, int]]:
        """Return the cards that lie face up, best first: what each adds, its kind, its face."""
        state = self.state
        rows = {kind: getattr(state, kind).cards[state.open] for kind in OneCard.kinds}
        found = [(self.gain(player, kind, face), kind, face) for kind, row in rows.items() for face in row]
        return sorted(found, key=lambda one: -one[0])

    def face_down(self, player: int) -> dict[str, float]:
        """Return what a face-down valuables card and a face-down landscape card add on average."""
        state, pile, played = self.state, self.state.pile, self.state.played
        values = state.valuables.cards[pile] or state.valuables.cards[played]
        faces = state.landscapes.cards[pile] or state.landscapes.cards[played]
        value = self.gain(player, "valuables", round(sum(values) / len(values))) if values else 0.0
        landscapes = [self.gain(player, "landscapes", face) for face in faces]
        return {"valuables": value, "landscapes": sum(landscapes) / max(1, len(faces))}

    def amulet_action(self, player: int) -> float:
        """Return what taking amulets adds (M-15)."""
        return self.amulets(self._kept(self.state.track[player]))

    def part(self, player: int, part: Part) -> float:
        """Return what the best use of a part of an action adds."""
        known = self._parts.get((player, part))
        if known is None:
            known = self._parts[player, part] = self._part(player, part)
        return known

    def _part(self, player: int, part: Part) -> float:
        ways = [self.best_huts(player, part)]
        if part.up:
            ways.append(sum(worth for worth, _, _ in self.face_up(player)[: part.up]))
        if part.down:
            ways.append(part.down * max(self.face_down(player).values()))
        if part.amulets:
            ways.append(self.amulet_action(player))
        if part.birds:
            ways.append(TALISMAN * min(1.0, self.rounds))
        return max(ways)

    def ritual_space(self, player: int, space: int) -> tuple[float, float]:
        """Return what the two actions of a ritual space add, that on the west side first (M-11).

        What the first one brings may pay for the second.
        """
        west, east = space + 1, 12 - space
        first = sum(self.part(player, part) for part in PIERS[west])
        second = sum(self._afterwards(player, PIERS[west], part) for part in PIERS[east])
        return first, second

    def _afterwards(self, player: int, before: Sequence[Part], part: Part) -> float:
        """Return what a part of the second action adds when the first one has brought its cards."""
        best = self.part(player, part)
        if part.hut and any(one.up for one in before):
            for _, kind, face in dict.fromkeys(self.face_up(player)):
                best = max(best, self.best_huts(player, part, (kind, face)))
        if part.hut and any(one.down for one in before) and self.state.supply[player]:
            unpaid = max((self.net(player, site, 1) for site in self._open), default=0.0)
            best = max(best, UNSURE * unpaid)
        return best

    def pending(self) -> list[float]:
        """Return what the rest of this round promises each player: actions to come, and bowls to be put."""
        state = self.state
        found = [0.0] * state.players
        for frame in state.stack:
            if isinstance(frame, PuttingBowl):
                found[frame.actor] += BOWL * min(1.0, self.rounds)
            elif isinstance(frame, Acting):
                found[frame.actor] += self.part(frame.actor, Part(*frame[1:]))
        for pier in range(state.pier + 1, len(PIERS)):
            player = state.bowls[RITUAL_SPACE[pier]]
            if FREE < player < state.players:
                found[player] += sum([self.part(player, part) for part in PIERS[pier]])
        return found

    def birds(self, player: int, birds: tuple[int, int]) -> float:
        """Return what a pair of birds adds for the next round: how well it fits own hand, and others'."""
        seats = range(self.state.players)
        fits = [sum(min(2, self.hand(seat).landscapes[face]) for face in birds) for seat in seats]
        others = sum(fits) - fits[player]
        return min(1.0, self.rounds) * (fits[player] - others / (len(fits) - 1) / 2)


@lru_cache(maxsize=1 << 16)
def shared(strengths: tuple[float, ...], prizes: tuple[int, int], spread: float) -> tuple[float, ...]:
    """Return the expected points of two prizes for each colour.

    A colour takes the first one with a chance in proportion to ``exp(strength / spread)``, and the second one
    likewise among the others. A strength is a number of huts, a little more for who is nearer.
    """
    most = max(strengths)
    odds = [exp(max(-50.0, (one - most) / spread)) for one in strengths]
    total = sum(odds)
    second = [0.0] * len(odds)
    for leader, chance in enumerate(odds):
        others = [other for other in range(len(odds)) if other != leader]
        rest = sum([odds[other] for other in others])  # not the difference, which rounding can make nothing
        for other in others:
            second[other] += chance / total * odds[other] / rest
    return tuple([prizes[0] * one / total + prizes[1] * two for one, two in zip(odds, second, strict=True)])


def _spread(coming: float) -> float:
    """Return how far strengths may still be changed by so many huts, in steps so that `shared` is known."""
    return round(SPREAD * sqrt(coming) + 0.05, 2)


@lru_cache(maxsize=4096)
def _least(bag: tuple[int, ...], drawn: int) -> float:
    """Return the expected least value of so many amulets drawn from a sorted bag."""
    ways = comb(len(bag), drawn)
    return sum(value * comb(len(bag) - 1 - place, drawn - 1) for place, value in enumerate(bag)) / ways
