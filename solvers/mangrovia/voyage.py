"""What the rest of a round brings: the best use of the actions that a player has still to do (M-11 to M-16).

Which huts can be paid at a pier hangs on what the piers before it bring: what lies face up there counts as
had, and what is drawn with its chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from solvers.mangrovia.worth import Outlook, Purse
from toolkit.games.mangrovia.actions import OneCard
from toolkit.games.mangrovia.building import Site
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, PIERS, Part
from toolkit.games.mangrovia.play import PuttingBowl

LEFT_THERE = 0.85
"""How sure it is that a card still lies face up when a hut is paid with it."""

SECOND_DRAW = 0.6
"""How much of what one draw helps another one helps, too."""

SECOND_HUT = 0.9
"""What is left of the worth of a hut that is built after another one at the same pier."""

FIRST = 0.6
"""To put the first bowl of the next round."""

BIRDS = 0.7
"""What it adds when the birds mark one more landscape in hand."""


class Help(NamedTuple):
    """What the piers before a hut bring: so many cards face up, so many draws."""

    up: int = 0
    down: int = 0


class Voyage:
    """What the rest of a round, as an outlook has it, promises to the players."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.state = outlook, outlook.state
        self._gains: dict[int, dict[Any, float]] = {}
        self._drawn: dict[tuple[int, str], float] = {}
        self._faces: dict[str, list[tuple[int, float]]] = {}
        self._cards: dict[tuple[int, Part], float] = {}
        self._spaces: dict[tuple[int, int], float] = {}
        self._rows: list[tuple[str, int]] = [
            (kind, face)
            for kind in OneCard.kinds
            for face in getattr(self.state, kind).cards[self.state.open]
        ]

    def totals(self) -> list[float]:
        """Return what each player can expect at the end."""
        points, outlook = self.outlook.points(), self.outlook
        for player in range(self.state.players):
            points[player] += self.rest(player, outlook.purse(player), outlook.parts(player))
        self.put_bowls(points, self.state.bowls, self.turns())
        return points

    def turns(self) -> list[PuttingBowl]:
        """Return the bowls that are still to be put, in order."""
        return [frame for frame in reversed(self.state.stack) if isinstance(frame, PuttingBowl)]

    def rest(self, player: int, purse: Purse, parts: Sequence[Part], but: int = FREE) -> float:
        """Return what parts of actions add for a player who holds this; `but`: where a hut stands then.

        What cards add hangs on what the player holds now, and which huts can be paid on the purse.
        """
        found, up, down = 0.0, 0, 0
        for part in parts:
            if not (part.hut or part.double):
                found += self.cards(player, part)
            elif purse.huts and not self.outlook.final:
                huts = self._helped(player, purse, part, Help(up, down), but)
                found += max(huts, self.outlook.amulet_action(player)) if part.amulets else huts
            elif part.amulets:
                found += self.outlook.amulet_action(player)
            up, down = up + part.up, down + part.down
        return found

    def cards(self, player: int, part: Part) -> float:
        """Return what a part of an action adds in which no hut is built."""
        key = player, part
        found = self._cards.get(key)
        if found is None:
            found = self._cards[key] = self._card_part(player, part)
        return found

    def _card_part(self, player: int, part: Part) -> float:
        best, rounds = 0.0, self.outlook.rounds
        if part.up and rounds:
            best = sum(sorted([self.gain(player, *card) for card in self._rows])[-part.up :])
        if part.down and rounds:
            best = max(best, part.down * max([self.drawn(player, kind) for kind in OneCard.kinds]))
        if part.amulets:
            best = max(best, self.outlook.amulet_action(player))
        if part.birds and rounds:
            best = max(best, self.talisman(player))
        return best

    # ---- cards ---------------------------------------------------------------------------------------------

    def gain(self, player: int, kind: str, face: int) -> float:
        """Return what one more card adds to what a player holds."""
        gains, key = self._known(player), (kind, face)
        found = gains.get(key)
        if found is None:
            purse = self.outlook.purse(player)
            found = gains[key] = self.outlook.held(purse.taking(kind, face)) - self.held(player)
        return found

    def held(self, player: int) -> float:
        """Return what is worth what a player holds now."""
        gains = self._known(player)
        if None not in gains:
            gains[None] = self.outlook.held(self.outlook.purse(player))
        return gains[None]

    def _known(self, player: int) -> dict[Any, float]:
        found = self._gains.get(player)
        if found is None:
            found = self._gains[player] = self.outlook.gains(player)
        return found

    def faces(self, kind: str) -> list[tuple[int, float]]:
        """Return what may be drawn from a pile, each face with its chance."""
        if kind not in self._faces:
            zones = getattr(self.state, kind)
            pile = zones.cards[self.state.pile] or zones.cards[self.state.played]
            self._faces[kind] = [(face, pile.count(face) / len(pile)) for face in dict.fromkeys(pile)]
        return self._faces[kind]

    def drawn(self, player: int, kind: str) -> float:
        """Return what a face-down card adds on average."""
        key = player, kind
        found = self._drawn.get(key)
        if found is None:
            found = sum([chance * self.gain(player, kind, face) for face, chance in self.faces(kind)])
            self._drawn[key] = found
        return found

    # ---- huts ----------------------------------------------------------------------------------------------

    def _helped(self, player: int, purse: Purse, part: Part, help: Help, but: int) -> float:  # noqa: A002
        """Return what the best huts of a part add, with what earlier piers help to pay."""
        found = self.best(player, purse, part, but)
        if not (help.up or help.down):
            return found
        opened = self._opened(player, purse, part, found, but)
        if not opened:
            return found
        best = 0.0
        if help.up:
            best = LEFT_THERE * max([opened.get(card, 0.0) for card in self._rows], default=0.0)
        if help.down:
            ways = [
                sum([chance * opened.get((kind, face), 0.0) for face, chance in self.faces(kind)])
                for kind in OneCard.kinds
            ]
            best = max(best, max(ways) * (1 + SECOND_DRAW * (help.down > 1)))
        return found + best

    def _opened(
        self, player: int, purse: Purse, part: Part, found: float, but: int
    ) -> dict[tuple[str, int], float]:
        """Return by how much each card would let build better, where one would."""
        opened: dict[tuple[str, int], float] = {}
        huts = 1 if part.hut else 2
        for net, site in self.outlook.ranked(player, huts):
            if net <= found:
                break
            if site.space != but:
                for card in purse.misses(site, huts):
                    opened.setdefault(card, net - found)
        return opened

    def best(self, player: int, purse: Purse, part: Part, but: int = FREE) -> float:
        """Return what the best huts of a part add that are paid by what is held."""
        found = 0.0
        if part.hut:
            for net, site in self.outlook.ranked(player, 1):
                if site.space != but and purse.pays(site, 1):
                    found = net
                    if part.hut > 1 and purse.huts > 1:
                        found += SECOND_HUT * self._second(player, purse, site, but)
                    break
        if part.double:
            for net, site in self.outlook.ranked(player, 2):
                if net <= found:
                    break
                if site.space != but and purse.pays(site, 2):
                    return net
        return found

    def _second(self, player: int, purse: Purse, first: Site, but: int) -> float:
        """Return what a second hut adds that is paid with what is left after a first one."""
        held = purse.landscapes
        face = max(first.marked, key=held.__getitem__)
        serving = purse.serving if held[face] > 1 else purse.serving & ~(1 << face)
        for net, site in self.outlook.ranked(player, 1):
            if site.space in (first.space, but) or not site.under & serving:
                continue
            mask = purse.cards if site.in_cards else purse.amulets
            price = site.price + (first.price if site.in_cards == first.in_cards else 0)
            if mask >> price & 1:
                return net
        return 0.0

    # ---- bowls and birds -----------------------------------------------------------------------------------

    def pier(self, player: int, number: int) -> float:
        """Return what the action of a pier alone adds."""
        return self.rest(player, self.outlook.purse(player), PIERS[number])

    def ritual_space(self, player: int, space: int) -> float:
        """Return what the two actions of a ritual space add (M-11)."""
        found = self._spaces.get((player, space))
        if found is None:
            parts = (*PIERS[space + 1], *PIERS[12 - space])
            found = self._spaces[player, space] = self.rest(player, self.outlook.purse(player), parts)
        return found

    def put_bowls(self, points: list[float], lie: Sequence[int], turns: Sequence[PuttingBowl]) -> None:
        """Let bowls be put, each where it adds most to its player, and add that to the points."""
        bowls = list(lie)
        for turn in turns:
            free = [place for place, owner in enumerate(bowls) if owner == FREE]
            worth, place = max([(self.ritual_space(turn.actor, place), place) for place in free])
            points[turn.actor] += worth
            bowls[place] = turn.actor

    def talisman(self, player: int) -> float:
        """Return what it adds to put the birds, and the next first bowl."""
        more = _steered(self.outlook.purse(player).landscapes, self.state.birds)
        return min(1.0, self.outlook.rounds) * (FIRST + BIRDS * more)

    def fit(self, player: int, birds: tuple[int, int]) -> float:
        """Return how well birds fit the hand of a player."""
        return _fit(self.outlook.purse(player).landscapes, birds)

    def ahead(self, player: int, birds: tuple[int, int]) -> float:
        """Return how much better birds fit the hand of a player than, on average, those of the others."""
        fits = [self.fit(seat, birds) for seat in range(self.state.players)]
        return fits[player] - (sum(fits) - fits[player]) / (len(fits) - 1)


def _fit(held: Sequence[int], birds: tuple[int, int]) -> float:
    return sum([min(2, held[face]) for face in birds])


@lru_cache(maxsize=1 << 12)
def _steered(held: tuple[int, ...], birds: tuple[int, int]) -> float:
    """Return how much better the birds fit a hand that steers them than one whose owner waits (M-29)."""
    others = next(pair for pair in PAIRS if not set(pair) & set(birds))
    return (max([_fit(held, pair) for pair in PAIRS]) - _fit(held, others)) / 2


PAIRS = tuple(combinations(range(len(LANDSCAPES)), 2))
"""All pairs of landscapes that birds may mark."""
