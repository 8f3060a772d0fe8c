"""What a position is worth in Mangrovia, in points at the end: the one opinion of bots, advice and odds.

`Outlook` looks at a whole state once and is then asked for many moves. Prizes are shared out by how the
colours stand and by how many huts are still to come (`Areas`); a hand is worth what huts it is good for, as
far as there is time to build them (`Hand`). These are rules of thumb, tried in games of the bots themselves;
only when no hut can follow any more is what they say exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from math import comb, prod

from solvers.mangrovia.hands import BUILT, CARD, CHOICE, LANDSCAPE, Hand, Purse, Time, fit, offer, use_of
from solvers.mangrovia.promises import Areas
from toolkit.games.mangrovia.actions import OneCard
from toolkit.games.mangrovia.building import Holding, Payment, Site, marked_sites
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, MOST_DRAWN, PIERS, RITUAL_SPACE, Part
from toolkit.games.mangrovia.payments import TILE, Means, source_of, sums, value_of
from toolkit.games.mangrovia.play import Acting, PuttingBowl
from toolkit.games.mangrovia.state import CLEAN_UP, MangroviaState

HUT = 7.0
"""Points that a hut brings for which a hand is good, while there is time to build it."""

LONG = 13
"""Rounds after which waiting for a better hut is worth less and less: games take 10 to 14."""

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

BUILDS = (0.85, 0.7, 0.5, 0.25)
"""How often those who could build their last hut in this round use a hut action: the first, if it can be
paid now, or a later one; else one that earlier piers may help to pay, or another; from 390 games of
`greedy`."""

CHANCES = 16
"""The chance that the game goes on after this round is rounded to one of so many parts, so that a `Hand` is
found again."""


class Outlook:
    """What a state promises to its players, in points at the end of the game.

    It looks at all of the state, hidden cards too: hand it worlds that were sampled from an observation.
    """

    def __init__(self, state: MangroviaState) -> None:
        self.state = state
        self._bowls = state.rules.box.bowls_each(state.players)
        #: Whether each has one bowl: then it is asked who may build the last hut in this round.
        self.one_bowl = self._bowls == 1
        self.last = state.last != FREE
        #: How likely each player builds no last hut in this round; before all bowls lie it is not asked.
        self._going = [1.0] * state.players if self.turns() else self._go_on(state.bowls)
        free = state.owners.count(FREE)
        #: Whether no hut can be built any more: then points are exact, for amulets come at earlier piers.
        self.final = False
        if self.last:
            left = self._hut_actions()
            self.final, to_come = not left, USED * left
        else:
            to_come = FINISHED * sum([min(huts, min(state.supply) + 2) for huts in state.supply])
        self.areas = Areas.of(state, min(1.0, to_come / free) if free else 0.0)
        self._clock(self._rounds(min(state.supply), self._going))
        kinds = [getattr(state, kind).cards for kind in OneCard.kinds]
        self.offer = offer(
            tuple([tuple(cards[state.open]) for cards in kinds]),
            tuple([tuple(cards[state.pile] or cards[state.played]) for cards in kinds]),
        )

    def _clock(self, rounds: float) -> None:
        """Let so many rounds be to come."""
        each = HUT * min(1.0, LONG / max(1, self.state.round))
        self.rounds = rounds  #: about how many are still to come, with what is left of this one
        self.time = Time(rounds, each, self._bowls, self.state.birds, self.areas.prices)
        self._hands: dict[int, Hand] = {}
        self._actions: dict[int, float] = {}  # what taking amulets adds, by place on the amulet track
        self._spaces: dict[tuple[int, int], float] = {}

    def at(self, rounds: float) -> Outlook:
        """Return the same with so many rounds to come."""
        if rounds == self.rounds:
            return self
        found = copy(self)
        found._clock(rounds)
        return found

    def _rounds(self, fewest: int, going: Sequence[float]) -> float:
        """Return the rounds to come by the fewest huts left, and by the chances that the game goes on."""
        if self.last:
            return 0.0
        more = (fewest - LAST) / (BUILT * self._bowls)
        if self.one_bowl:  # if this is not the last one, one follows, or more
            return round(CHANCES * prod(going)) / CHANCES * max(1.0, more)
        return max(1 - self.state.pier / 12, more)

    def _go_on(self, bowls: Sequence[int]) -> list[float]:
        return [1 - self.ends(player, self.parts(player, bowls)) for player in range(self.state.players)]

    def ends(self, player: int, parts: Sequence[Part], huts: int = 0, purse: Purse | None = None) -> float:
        """Return the chance that a player builds the last hut with parts of actions, after so many huts."""
        state, left = self.state, self.state.supply[player] - huts
        can = sum([2 if part.double and left > 1 else part.hut for part in parts])
        if can < left or self.last or not self.one_bowl:
            return 0.0
        held = purse or Purse.of(Holding.of(state, player), left)
        marked = marked_sites(state.rules.layout, state.birds)
        free = [site for site in marked if state.owners[site.space] == FREE]
        single = any(held.pays(site, 1) for site in free)
        double = any(site.doubled and held.pays(site, 2) for site in free)
        chances, helped, first = {left: 1.0}, False, True  # by the huts that are left
        for part in parts:
            for _ in range(part.hut or part.double):
                used = BUILDS[(0 if first else 1) if single else 2 if helped else 3]
                then: dict[int, float] = {}
                for still, chance in chances.items():
                    size = 2 if part.double and double and still > 1 else 1
                    for now, share in ((max(0, still - size), used), (still, 1 - used)):
                        then[now] = then.get(now, 0.0) + share * chance
                chances, first = then, False
            helped = helped or part.up > 0 or part.down > 0
        return chances.get(0, 0.0)

    def rounds_then(
        self, player: int, parts: Sequence[Part], huts: int = 0, purse: Purse | None = None
    ) -> float:
        """Return the rounds to come when a player has built so many huts more and has these parts left."""
        left = [*self.state.supply]
        left[player] -= huts
        going = self._going[:]
        going[player] = 1 - self.ends(player, parts, huts, purse)
        return self._rounds(min(left), going)

    def _hut_actions(self) -> int:
        """Return how many huts may be built in the rest of this round."""
        supply = self.state.supply
        return sum(
            min(max(part.hut, 2 * part.double), supply[player])
            for player in range(self.state.players)
            for part in self.parts(player)
        )

    def parts(self, player: int, bowls: Sequence[int] = ()) -> list[Part]:
        """Return the parts of actions that a player has still to do in this round, in order.

        `bowls`: how the bowls lie, if not as they do.
        """
        state, found = self.state, list[Part]()
        for frame in state.stack:
            if isinstance(frame, Acting) and frame.actor == player:
                found.append(Part(*frame[1:]))
        return [*found, *self.later_parts(player, bowls)]

    def later_parts(self, player: int, bowls: Sequence[int] = ()) -> tuple[Part, ...]:
        """Return the same without the part that is being done."""
        state = self.state
        return _later_parts(player, tuple(bowls) or state.bowls, state.pier, state.step, state.todo)

    # ---- hands ---------------------------------------------------------------------------------------------

    def hand(self, player: int) -> Hand:
        """Return what a player holds; the same one in all states where it is good for the same."""
        found = self._hands.get(player)
        if found is None:
            state = self.state
            purse = Purse.of(Holding.of(state, player), state.supply[player])
            found = self._hands[player] = self.hand_of(player, purse)
        return found

    def hand_of(self, player: int, purse: Purse) -> Hand:
        """Return that of a player who holds this."""
        key, known = (player, purse, self.time, self._track(player)), self.areas.found
        found: Hand | None = known.get(key)
        if found is None:
            found = known[key] = Hand(self.areas, player, purse, self.time, key[3])
        return found

    def _track(self, player: int) -> float:
        """Return what one place more on the amulet track adds (M-15)."""
        return TRACK * self.rounds if self.state.track[player] < MOST_DRAWN else 0.0

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
        huts = self.state.track[player]
        found = self._actions.get(huts)
        if found is None:
            found = self._actions[huts] = self.time.amulets(self._kept(huts))
        return found

    def points(self) -> list[float]:
        """Return what each player can expect at the end by what stands and is held now."""
        state = self.state
        if self.final:
            scores = state.scores()  # M-37: of equal totals that with more in amulets wins
            return [total + TIE * left for total, left in zip(scores.totals, scores.amulets, strict=True)]
        found = []
        for player in range(state.players):
            kept = sum(state.amulets.cards[player]) + sum(state.amulets.cards[state.drawn(player)])
            tiles = sum(map(self.time.tile, state.tiles[player]))
            held = self.hand(player).held + self.time.amulets(kept) + tiles
            held += TRACK * self.rounds * min(state.track[player], MOST_DRAWN)
            found.append(state.points[player] + self.areas.promised[player] + held)
        return found

    def totals(self) -> list[float]:
        """Return what each player can expect at the end, with what the rest of the round brings."""
        return self.put_bowls(self.state.bowls, self.turns())

    # ---- the rest of a round (M-11 to M-16) ----------------------------------------------------------------

    def rest(self, player: int, parts: Sequence[Part], purse: Purse | None = None, but: int = FREE) -> float:
        """Return what parts of actions add, perhaps for another purse; `but`: where a hut stands then."""
        hand = self.hand(player)
        return hand.rest(self.offer, self.amulet_action(player), purse or hand.purse, parts, but)

    def turns(self) -> list[PuttingBowl]:
        """Return the bowls that are still to be put, in order."""
        return [frame for frame in reversed(self.state.stack) if isinstance(frame, PuttingBowl)]

    def ritual_space(self, player: int, space: int) -> float:
        """Return what the two actions of a ritual space add (M-11)."""
        found = self._spaces.get((player, space))
        if found is None:
            found = self.rest(player, (*PIERS[space + 1], *PIERS[12 - space]))
            self._spaces[player, space] = found
        return found

    def put_bowls(self, lie: Sequence[int], turns: Sequence[PuttingBowl]) -> list[float]:
        """Return what each player can expect at the end when bowls lie so, and others are still to be put.

        They are put where each adds most to its player. With one bowl each, all is reckoned with the time
        that is left when they lie; with two, the others add what they do alone, for the rest was not better.
        """
        bowls, added = list(lie), [0.0] * self.state.players
        for turn in turns:
            free = [place for place, owner in enumerate(bowls) if owner == FREE]
            worth, place = max([(self.ritual_space(turn.actor, place), place) for place in free])
            added[turn.actor] += worth
            bowls[place] = turn.actor
        then = self
        if self.one_bowl:
            lie, added = bowls, [0.0] * self.state.players
            then = self.at(self._rounds(min(self.state.supply), self._go_on(bowls)))
        return [
            points + then.rest(player, self.parts(player, lie)) + added[player]
            for player, points in enumerate(then.points())
        ]

    def ahead(self, player: int, birds: tuple[int, int]) -> float:
        """Return how much better birds fit the hand of a player than, on average, those of the others."""
        fits = [fit(self.hand(seat).purse.landscapes, birds) for seat in range(self.state.players)]
        return fits[player] - (sum(fits) - fits[player]) / (len(fits) - 1)

    # ---- payments ------------------------------------------------------------------------------------------

    def payment(self, held: Holding, site: Site, ways: Sequence[Payment]) -> Payment:
        """Return with which of several payments what is left is worth most; many small cards stay.

        The landscapes are chosen first, for of cards all payments leave the same sum.
        """
        if len(ways) == 1:
            return ways[0]
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
        return choice + tiles + LANDSCAPE * use_of(faces, self.state.birds), way.means


@lru_cache(maxsize=1 << 12)
def _later_parts(player: int, bowls: tuple[int, ...], pier: int, step: int, todo: Part) -> tuple[Part, ...]:
    found = list[Part]()
    if 0 < pier < CLEAN_UP and bowls[RITUAL_SPACE[pier]] == player:
        if any(todo):
            found.append(todo)
        found += PIERS[pier][step:]
    for later in range(pier + 1, CLEAN_UP):
        if bowls[RITUAL_SPACE[later]] == player:
            found += PIERS[later]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _least(bag: tuple[int, ...], drawn: int) -> float:
    """Return the expected least value of so many amulets drawn from a sorted bag."""
    ways = comb(len(bag), drawn)
    return sum(value * comb(len(bag) - 1 - place, drawn - 1) for place, value in enumerate(bag)) / ways
