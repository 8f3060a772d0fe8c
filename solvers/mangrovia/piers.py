"""What a pier is worth: the best use of its action now, part by part (M-11 to M-16, digest 2.3).

Worths are those of `Outlook`, the one opinion of bots and advice, with the exact mean of what
would be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from solvers.mangrovia.draws import Draws
from solvers.mangrovia.hands import Purse
from solvers.mangrovia.paying import payments
from solvers.mangrovia.worth import Outlook
from toolkit.core.decision import Action
from toolkit.games.mangrovia import actions
from toolkit.games.mangrovia.building import Holding, Site, affordable, open_sites
from toolkit.games.mangrovia.components import FREE, PIERS, RITUAL_SPACE, Part
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.position import Position

WORLDS = 12
"""How many worlds that fit the position are looked at, where what is hidden there matters to an `Outlook`."""


class Use(NamedTuple):
    """The best use of a part of an action."""

    actions: tuple[Action, ...]  #: what is done; of what is drawn unseen, how it begins
    worth: float  #: what it adds to the points at the end, after its costs
    points: int = 0  #: points on the chief track at once (M-19, M-20)
    cards: int = 0  #: how many cards and amulets come in
    space: int = FREE  #: the space of a hut, or `FREE`


_Way = tuple[list[Use], Holding]  # what is done, and what is held then, without what is drawn unseen


class Piers:
    """What the piers are worth to the player who asks in a position."""

    def __init__(self, position: Position) -> None:
        self._player, self._draws = position.me, Draws.of(position)
        worlds = [GAME.complete(position, Random(world)) for world in range(WORLDS)]
        self._outlooks = [Outlook(world) for world in worlds]
        self._outlook, self._state = self._outlooks[0], worlds[0]
        self._holding = Holding.of(self._state, self._player)

    def ritual_space(self, space: int) -> dict[int, list[Use]]:
        """Return the best uses of both piers of a ritual space, 0 to 5, by pier, that in the west first.

        What lies face up is taken there, and helps to pay for huts in the east (M-11). What is better
        declined is left out (M-12).
        """
        found: dict[int, list[Use]] = {}
        held = self._holding
        for pier, parts in enumerate(PIERS):
            if pier and RITUAL_SPACE[pier] == space:
                uses = found[pier] = list[Use]()
                for part in parts:
                    more, held = max(self._ways(part, held), key=_total)
                    uses += more
        return found

    def _ways(self, part: Part, held: Holding) -> Iterator[_Way]:
        """Yield the best use of each alternative of a part, and that it is declined."""
        yield [], held
        if part.up:
            yield self._face_up(part.up, held)
        if part.down:
            yield (
                [max((self._face_down(kind, held) for kind in self._draws.piles), key=_worth)] * part.down,
                held,
            )
        if part.amulets:
            yield [self._amulets()], held
        if part.birds:
            yield [self._birds()], held
        if part.hut:
            yield self._huts(part.hut, 1, held)
        if part.double:
            yield self._huts(part.double, 2, held)

    # ---- cards, amulets, birds -----------------------------------------------------------------------------

    def _of(self, held: Holding, built: int = 0) -> float:
        """Return what is worth what is held in cards, after so many huts."""
        return self._outlook.time.held(self._purse(held, built))

    def _purse(self, held: Holding, built: int = 0) -> Purse:
        return Purse.of(held, self._state.supply[self._player] - built)

    def _face_up(self, number: int, held: Holding) -> _Way:
        """Return the best face-up cards, one after another (M-14)."""
        ways, uses = [(kind, face) for kind, row in self._draws.rows.items() for face in row], list[Use]()
        for _ in range(min(number, len(ways))):
            kind, face = max(ways, key=lambda way: self._of(held.taking(*way)))
            ways.remove((kind, face))
            then = held.taking(kind, face)
            uses.append(Use((actions.TAKES[kind][face],), self._of(then) - self._of(held), cards=1))
            held = then
        return uses, held

    def _face_down(self, kind: str, held: Holding) -> Use:
        """Return a card of a pile, with the mean of those that may lie there (M-13)."""
        mean = sum(
            float(p) * self._of(held.taking(kind, face)) for face, p, _ in self._draws.piles[kind].next()
        )
        return Use((actions.TakeFaceDown.of[kind],), mean - self._of(held) if mean else 0.0, cards=1)

    def _amulets(self) -> Use:
        """Return the amulet action, with the mean of the best that can be kept (M-15)."""
        mean = float(sum(total * chance for total, chance in self._draws.kept().items()))
        number = max(len(self._draws.keeps(drawn)[0]) for drawn in self._draws.amulets())
        return Use((actions.TAKE_AMULETS,), self._outlook.time.amulets(mean), cards=number)

    def _birds(self) -> Use:
        """Return the talisman with the best pair of birds, for the hands that the others may have (M-16)."""

        def fits(birds: actions.MoveBirds) -> float:
            pair = birds.first, birds.second
            return fmean(outlook.ahead(self._player, pair) for outlook in self._outlooks)

        return Use((max(actions.BIRDS, key=fits),), self._outlook.hand(self._player).talisman())

    # ---- huts ----------------------------------------------------------------------------------------------

    def _huts(self, number: int, huts: int, held: Holding) -> _Way:
        """Return the best huts, or double huts, one after another (M-22, M-23)."""
        uses: list[Use] = []
        for _ in range(number):
            best = max(self._payable(huts, held, uses), key=_total, default=None)
            if best is None or _total(best) <= 0:
                break
            uses, held = [*uses, *best[0]], best[1]
        return uses, held

    def _payable(self, huts: int, held: Holding, before: Sequence[Use]) -> Iterator[_Way]:
        """Yield every hut, or double hut, that can be paid with what is held (M-17, M-18)."""
        state, taken = self._state, {use.space for use in before}
        if state.supply[self._player] - len(taken) >= huts:
            where = [site for site in open_sites(state, marked=not held.free) if site.space not in taken]
            for site in affordable(state.rules, held, where, huts):
                yield self._hut(site, huts, held, taken)

    def _hut(self, site: Site, huts: int, held: Holding, taken: set[int]) -> _Way:
        """Return a hut on a space, after others, paid as the bots pay."""
        state, board = self._state, self._state.rules.layout
        paid = self._outlook.payment(held, site, payments(state.rules, held, site, huts))
        points = huts * board.spaces[site.space].points
        if site.space in board.pole:  # M-20
            points += state.rules.box.pole_tiles[
                sum(map(bool, state.pole)) + len(taken.intersection(board.pole))
            ]
        done = (
            site.single if huts == 1 else site.double,
            *(actions.PayLandscape.of[face] for face in paid.landscapes),
            *(actions.Pay.of[one] for one in paid.means),
        )
        purse = self._purse(held, len(taken))
        worth = fmean(outlook.hand_of(self._player, purse).net(site, huts) for outlook in self._outlooks)
        return [Use(done, worth, points, 0, site.space)], held.after(site, paid)


def _worth(use: Use) -> float:
    return use.worth


def _total(way: _Way) -> float:
    return sum(map(_worth, way[0]))
