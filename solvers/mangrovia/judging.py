"""What each action leads to, in points of all players at the end.

An action changes little: a card, a hut, a bowl. What it changes is reckoned anew, all else stands as the
outlook on the state before has it, so that time does not pass for one action and not for another. Where each
has one bowl, a bowl, a hut or a hut that is let go also changes the chance that this is the last round: then
all is reckoned with the time that is left after it. Only where the last hut is built, or was, the game is
followed: then what is said can be exact.
"""

from __future__ import annotations

from typing import NamedTuple

from solvers.mangrovia.hands import BIRDS, Purse, fit
from solvers.mangrovia.paying import Building, building
from solvers.mangrovia.worth import Outlook
from toolkit.core.decision import Action
from toolkit.games.mangrovia.actions import (
    ANOTHER,
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
from toolkit.games.mangrovia.building import Holding, Payment
from toolkit.games.mangrovia.components import Part
from toolkit.games.mangrovia.payments import value_of
from toolkit.games.mangrovia.play import Acting
from toolkit.games.mangrovia.state import MangroviaState


class After(NamedTuple):
    """What an action leads to."""

    points: list[float]  #: what each player can expect at the end
    sure: bool = False  #: whether that is how the game ends


class Judging:
    """What the actions of the player who acts lead to."""

    def __init__(self, state: MangroviaState) -> None:
        self.state, self.outlook = state, Outlook(state)
        self._player = state.to_act()
        self._held, self._hand = Holding.of(state, self._player), self.outlook.hand(self._player)
        self._later = self.outlook.later_parts(self._player)
        frame = state.stack[-1]
        self._part = Part(*frame[1:]) if isinstance(frame, Acting) else Part()
        self._known: dict[float, list[float]] = {}

    def _at(self, outlook: Outlook) -> list[float]:
        """Return the points of all at a time, with what the rest of the round brings the others."""
        found = self._known.get(outlook.rounds)
        if found is None:
            found = self._known[outlook.rounds] = outlook.points()
            for player in range(self.state.players):
                if player != self._player:
                    found[player] += outlook.rest(player, outlook.parts(player))
        return found[:]

    def after(self, action: Action) -> After:
        """Return what an action leads to."""
        if isinstance(action, Build | Pay | PayLandscape):
            built = building(self.state, self._held, action)
            way = self.outlook.payment(self._held, built.site, built.ways)
            if self.outlook.last or self.state.supply[self._player] <= built.huts:
                return self._followed(action, way)
            return After(self._built(built, way))
        return After(self._points_after(action), self.outlook.final)

    def _points_after(self, action: Action) -> list[float]:
        if isinstance(action, PutBowl):
            return self._bowl(action.space)
        if isinstance(action, Take):
            return self._taken(action.kind, action.face)
        if isinstance(action, TakeFaceDown):
            return self._drawn(action.pile)
        if isinstance(action, MoveBirds):
            return self._birds((action.first, action.second))
        outlook, more = self.outlook, 0.0
        if self._part.hut or self._part.double:  # who lets a hut go may let the game go on
            outlook = outlook.at(outlook.rounds_then(self._player, self._later))
        if isinstance(action, ReturnAmulet):
            more = -outlook.time.amulets(action.value)
        elif action in (TAKE_AMULETS, ANOTHER):
            more = outlook.amulet_action(self._player)
        return self._with(more + outlook.rest(self._player, self._later), outlook)

    def _with(self, more: float, outlook: Outlook) -> list[float]:
        """Return the points of all, with more for the player who acts."""
        found = self._at(outlook)
        found[self._player] += more
        return found

    def _rest(self, purse: Purse, left: Part) -> float:
        """Return what the rest of the round brings with this purse, after what is left of the part."""
        parts = (left, *self._later) if any(left) else self._later
        return self.outlook.rest(self._player, parts, purse)

    def _taken(self, kind: str, face: int) -> list[float]:
        purse, left = self._hand.purse.taking(kind, face), Part(up=self._part.up - 1)
        return self._with(self._hand.gains[kind, face] + self._rest(purse, left), self.outlook)

    def _drawn(self, kind: str) -> list[float]:
        hand, offer, left = self._hand, self.outlook.offer, Part(down=self._part.down - 1)
        rest = self._rest(hand.purse, left)
        more = hand.drawn(offer, kind) + rest
        for face, chance in offer.faces[kind]:
            more += chance * (self._rest(hand.purse.taking(kind, face), left) - rest)
        return self._with(more, self.outlook)

    # ---- bowls and birds -----------------------------------------------------------------------------------

    def _bowl(self, space: int) -> list[float]:
        """Return the points when all others put their bowls where they are worth most to them."""
        bowls = list(self.state.bowls)
        bowls[space] = self._player
        return self.outlook.put_bowls(bowls, self.outlook.turns()[1:])

    def _birds(self, pair: tuple[int, int]) -> list[float]:
        weight, outlook = BIRDS * min(1.0, self.outlook.rounds), self.outlook
        return [
            points + weight * fit(outlook.hand(player).purse.landscapes, pair)
            for player, points in enumerate(self._at(outlook))
        ]

    # ---- huts ----------------------------------------------------------------------------------------------

    def _built(self, built: Building, way: Payment) -> list[float]:
        """Return the points when huts stand that were paid in this way."""
        outlook, me, site, huts = self.outlook, self._player, built.site, built.huts
        purse = Purse.of(self._held.after(site, way), self.state.supply[me] - huts)
        left, pays = (*built.left, *self._later), sum([value_of(one) for one in way.means])
        then = outlook.at(outlook.rounds_then(me, left, huts, purse))
        now = then if outlook.one_bowl else outlook  # with two bowls only what is held knows the new time
        changes, hand = outlook.areas.hut(me, site.space, huts), now.hand(me)
        found = [
            points + then.hand(player).held - now.hand(player).held + changes[player]
            for player, points in enumerate(self._at(now))
        ]
        found[me] += then.time.held(purse) - then.hand(me).held
        found[me] += hand.hut(site.space, huts) - changes[me]
        if not site.in_cards:
            found[me] -= now.time.amulets(pays)
        found[me] += now.rest(me, left, purse, site.space)
        return found

    def _followed(self, action: Action, way: Payment) -> After:
        """Return what an action leads to when the game is played on until the huts stand."""
        after, supply = self.state.clone(), self.state.supply[self._player]
        after.apply_unchecked(action)
        paid: list[Action] = [PayLandscape.of[face] for face in way.landscapes]
        paid += [Pay.of[one] for one in way.means]
        if action in paid:
            paid.remove(action)
        while after.supply[self._player] == supply:
            legal = after.legal_actions()  # a landscape that all know to be paid is not asked for
            one = next(one for one in paid if one in legal)
            paid.remove(one)
            after.apply_unchecked(one)
        outlook = Outlook(after)
        return After(outlook.totals(), outlook.final)
