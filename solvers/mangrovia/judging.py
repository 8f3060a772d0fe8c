"""What each action leads to, in points of all players at the end: one clock for all that are compared.

An action changes little: a card, a hut, a bowl. What it changes is reckoned anew, all else stands as the
outlook on the state before has it, so that time does not pass for one action and not for another. Only where
the last hut is built, or was, the game is followed: then what is said can be exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from solvers.mangrovia.voyage import BIRDS, Voyage, pairs
from solvers.mangrovia.worth import Outlook, Purse
from toolkit.core.decision import Action
from toolkit.games.mangrovia.actions import (
    ANOTHER,
    NO_LANDSCAPE,
    TAKE_AMULETS,
    Build,
    MoveBirds,
    Pay,
    PayLandscape,
    PutBowl,
    ReturnAmulet,
    Take,
    TakeFaceDown,
)
from toolkit.games.mangrovia.building import Holding, Payment, Site, landscape_payments, site_of
from toolkit.games.mangrovia.components import PIERS, RITUAL_SPACE, RITUAL_SPACES, Part
from toolkit.games.mangrovia.payments import exact_payments, source_of, value_of
from toolkit.games.mangrovia.play import Acting, Paying, PayingLandscape
from toolkit.games.mangrovia.state import MangroviaState


class Judging:
    """What the actions of the player who acts lead to."""

    def __init__(self, state: MangroviaState) -> None:
        self.state, self.outlook = state, Outlook(state)
        self._voyage, self._player = Voyage(self.outlook), state.to_act()
        self._purse = self.outlook.purse(self._player)
        self._later = self.outlook.later_parts(self._player)
        self._points = self.outlook.points()
        for player in range(state.players):
            if player != self._player:
                parts = self.outlook.parts(player)
                self._points[player] += self._voyage.rest(player, self.outlook.purse(player), parts)

    def after(self, action: Action) -> list[float]:
        """Return what each player can expect after an action."""
        if isinstance(action, PutBowl):
            return self._bowl(action.space)
        if isinstance(action, Take):
            return self._taken(action.kind, action.face)
        if isinstance(action, TakeFaceDown):
            return self._drawn(action.pile)
        if isinstance(action, Build):
            return self._build(action)
        if isinstance(action, Pay | PayLandscape):
            return self._pay(action)
        if isinstance(action, MoveBirds):
            return self._birds((action.first, action.second))
        if isinstance(action, ReturnAmulet):
            return self._with(-self.outlook.amulets(action.value), self._purse)
        more = self.outlook.amulet_action(self._player) if action in (TAKE_AMULETS, ANOTHER) else 0.0
        return self._with(more, self._purse)

    def _with(self, more: float, purse: Purse, part: Part = Part()) -> list[float]:
        """Return the points with more for the player who acts, who then holds this and goes on."""
        found = self._points[:]
        parts = [part, *self._later] if any(part) else self._later
        found[self._player] += more + self._voyage.rest(self._player, purse, parts)
        return found

    def _taken(self, kind: str, face: int) -> list[float]:
        purse = self._purse.taking(kind, face)
        left = Part(up=self._frame.up - 1)
        return self._with(self._voyage.gain(self._player, kind, face), purse, left)

    @property
    def _frame(self) -> Acting:
        frame = self.state.stack[-1]
        assert isinstance(frame, Acting)
        return frame

    def _drawn(self, kind: str) -> list[float]:
        found, left = self._points[:], Part(down=self._frame.down - 1)
        for face, chance in self._voyage.faces(kind):
            then = self._with(self._voyage.gain(self._player, kind, face), self._purse.taking(kind, face), left)
            found[self._player] += chance * (then[self._player] - self._points[self._player])
        return found

    # ---- bowls and birds -----------------------------------------------------------------------------------

    def _bowl(self, space: int) -> list[float]:
        """Return the points when all others put their bowls where they are worth most to them."""
        bowls = list(self.state.bowls)
        bowls[space] = self._player
        own = [pier for pier, at in enumerate(RITUAL_SPACE) if pier and bowls[at] == self._player]
        found, parts = self._points[:], [part for pier in own for part in PIERS[pier]]
        found[self._player] += self._voyage.rest(self._player, self._purse, parts)
        self._voyage.put_bowls(found, bowls, self._voyage.turns()[1:])
        return found

    def _birds(self, pair: tuple[int, int]) -> list[float]:
        voyage, found = self._voyage, self._points[:]
        weight = BIRDS * min(1.0, self.outlook.rounds)
        return [points + weight * voyage.fit(player, pair) for player, points in enumerate(found)]

    # ---- huts ----------------------------------------------------------------------------------------------

    def _build(self, action: Build) -> list[float]:
        state, held = self.state, Holding.of(self.state, self._player)
        site, huts = site_of(state, state.rules.layout.number[action.space]), action.huts
        paid = landscape_payments(held.ways(state.rules, site, huts), huts, held.landscapes)
        means = exact_payments(held.means(site), huts * site.price)
        part = Part(hut=self._frame.hut - 1) if huts == 1 and not self._frame.double and self._frame.hut > 1 else Part()
        ways = [Payment(*both) for both in product(paid, means)]
        return self._built(site, huts, self.outlook.payment(held, site, ways), held, part)

    def _pay(self, action: Pay | PayLandscape) -> list[float]:
        state, held, frame = self.state, Holding.of(self.state, self._player), self.state.stack[-1]
        assert isinstance(frame, Paying | PayingLandscape)
        site = site_of(state, frame.space)
        if isinstance(frame, Paying):
            paid, left = [()], frame.left
        else:
            ways = tuple([face for face in held.ways(state.rules, site, frame.huts) if face >= frame.least])
            paid = [one for one in landscape_payments(ways, frame.left, held.landscapes) if one[0] == action.face]
            left = frame.huts * site.price
        means = exact_payments(held.means(site), left)
        if isinstance(action, Pay):
            means = [one for one in means if one[0] == action.means]
        part = state.todo
        ways = [Payment(*both) for both in product(paid, means)]
        return self._built(site, frame.huts, self.outlook.payment(held, site, ways), held, Part())

    def _built(self, site: Site, huts: int, way: Payment, held: Holding, part: Part) -> list[float]:
        """Return the points when huts stand on a space that was paid in this way."""
        state, outlook, me = self.state, self.outlook, self._player
        if outlook.last or state.supply[me] <= huts:
            return self._followed(site, huts, way)
        purse = Purse.of(held.after(site, way), state.supply[me] - huts)
        rounds, found = outlook.rounds_with(me, huts), self._points[:]
        changes = outlook.areas.hut(me, site.space, huts)
        for player in range(state.players):
            before = outlook.purse(player)
            found[player] += changes[player]
            if player == me:
                found[me] += outlook.held(purse, rounds) - self._voyage.held(me)
                found[me] += outlook.hut(me, site.space, huts) - changes[me]
            elif rounds != outlook.rounds:
                found[player] += outlook.held(before, rounds) - self._voyage.held(player)
        if not site.in_cards:
            found[me] -= outlook.amulets(sum([value_of(one) for one in way.means]))
        parts = [part, *self._later] if any(part) else self._later
        found[me] += self._voyage.rest(me, purse, parts, site.space)
        return found

    def _followed(self, site: Site, huts: int, way: Payment) -> list[float]:
        """Return the points after the game was played on until the huts stand."""
        after = self.state.clone()
        if isinstance(after.stack[-1], Acting):
            after.apply_unchecked(site.single if huts == 1 else site.double)
        landscapes, means = list(way.landscapes), list(way.means)
        while after.stack:
            if isinstance(after.stack[-1], PayingLandscape):
                after.apply_unchecked(PayLandscape.of[landscapes.pop(0)])
            elif isinstance(after.stack[-1], Paying):
                after.apply_unchecked(Pay.of[means.pop(0)])
            else:
                break
            if not means:
                break
        return Voyage(Outlook(after)).totals()
