"""What each action leads to, in points of all players at the end.

An action changes little: a card, a hut, a bowl. What it changes is reckoned anew, all else stands as the
outlook on the state before has it, so that time does not pass for one action and not for another. Where each
has one bowl, a bowl, a hut or a hut that is let go also changes the chance that this is the last round: then
all is reckoned with the time that is left after it. Only where the last hut is built, or was, the game is
followed: then what is said can be exact.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from toolkit.games.mangrovia.components import PIERS, RITUAL_SPACE, Part
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
        self._amulets = self.outlook.amulet_action(self._player)
        self._later = self.outlook.later_parts(self._player)
        frame = state.stack[-1]
        self._part = Part(*frame[1:]) if isinstance(frame, Acting) else Part()
        self._builds = any(part.hut or part.double for part in self._later)
        self._points = self._at(self.outlook)

    def _at(self, outlook: Outlook) -> list[float]:
        """Return the points of all, with what the rest of the round brings the others."""
        points = outlook.points()
        for player in range(self.state.players):
            if player != self._player:
                points[player] += outlook.rest(player, outlook.parts(player))
        return points

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
        if isinstance(action, ReturnAmulet):
            return self._with(-self.outlook.time.amulets(action.value), self._hand.purse)
        more = self._amulets if action in (TAKE_AMULETS, ANOTHER) else 0.0
        if self.outlook.one_bowl and (self._part.hut or self._part.double):
            then = self.outlook.at(self.outlook.rounds_then(self._player, self._later))
            if then is not self.outlook:
                found = self._at(then)
                more = then.amulet_action(self._player) if more else 0.0
                found[self._player] += more + then.rest(self._player, self._later)
                return found
        return self._with(more, self._hand.purse)

    def _with(self, more: float, purse: Purse, left: Sequence[Part] = ()) -> list[float]:
        """Return the points with more for the player who acts, who then holds this and goes on."""
        found = self._points[:]
        found[self._player] += more + self._rest(purse, left)
        return found

    def _rest(self, purse: Purse, left: Sequence[Part] = ()) -> float:
        """Return what the rest of the round brings with this purse, after what is left of the part."""
        return self._hand.rest(self.outlook.offer, self._amulets, purse, (*left, *self._later))

    def _taken(self, kind: str, face: int) -> list[float]:
        left = Part(up=self._part.up - 1)
        gain = self._hand.gains[kind, face]
        return self._with(gain, self._hand.purse.taking(kind, face), [left] if left.up else ())

    def _drawn(self, kind: str) -> list[float]:
        drawn = Part(down=self._part.down - 1)
        left, purse = [drawn] if drawn.down else (), self._hand.purse
        offer = self.outlook.offer
        if not self._builds:
            return self._with(self._hand.drawn(offer, kind), purse, left)
        found = self._points[:]
        for face, chance in offer.faces[kind]:
            then = self._with(self._hand.gains[kind, face], purse.taking(kind, face), left)
            found[self._player] += chance * (then[self._player] - self._points[self._player])
        return found

    # ---- bowls and birds -----------------------------------------------------------------------------------

    def _bowl(self, space: int) -> list[float]:
        """Return the points when all others put their bowls where they are worth most to them."""
        bowls, turns = list(self.state.bowls), self.outlook.turns()[1:]
        bowls[space] = self._player
        if self.outlook.one_bowl:
            return self.outlook.known(self.outlook.put_bowls(self._points[:], bowls, turns))
        own = [pier for pier, at in enumerate(RITUAL_SPACE) if pier and bowls[at] == self._player]
        found, parts = self._points[:], [part for pier in own for part in PIERS[pier]]
        found[self._player] += self.outlook.rest(self._player, parts)
        self.outlook.put_bowls(found, bowls, turns)
        return found

    def _birds(self, pair: tuple[int, int]) -> list[float]:
        weight, outlook = BIRDS * min(1.0, self.outlook.rounds), self.outlook
        return [
            points + weight * fit(outlook.hand(player).purse.landscapes, pair)
            for player, points in enumerate(self._points)
        ]

    # ---- huts ----------------------------------------------------------------------------------------------

    def _built(self, built: Building, way: Payment) -> list[float]:
        """Return the points when huts stand that were paid in this way."""
        state, outlook, me, site, huts = self.state, self.outlook, self._player, built.site, built.huts
        purse = Purse.of(self._held.after(site, way), state.supply[me] - huts)
        left, pays = (*built.left, *self._later), sum([value_of(one) for one in way.means])
        if outlook.one_bowl:
            then = outlook.at(outlook.rounds_then(me, left, huts, purse))
            hand, found = then.hand(me), self._at(then) if then is not outlook else self._points[:]
        else:  # with two bowls hands are reckoned at the old time: the other way was not better
            then, hand, found = outlook.at(outlook.rounds_then(me, (), huts)), self._hand, self._points[:]
            for player in range(state.players):
                if player != me and then is not outlook:
                    found[player] += then.time.held(outlook.hand(player).purse) - outlook.hand(player).held
        changes, now = outlook.areas.hut(me, site.space, huts), then if outlook.one_bowl else outlook
        for player in range(state.players):
            found[player] += changes[player]
        found[me] += then.time.held(purse) - hand.held
        found[me] += hand.hut(site.space, huts) - changes[me]
        if not site.in_cards:
            found[me] -= now.time.amulets(pays)
        found[me] += hand.rest(outlook.offer, now.amulet_action(me), purse, left, site.space)
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
