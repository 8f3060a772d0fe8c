"""What the rest of a round brings: the best use of the actions that a player has still to do (M-11 to M-16).

Which huts can be paid at a pier hangs on what the piers before it bring: what lies face up there counts as
had, and what is drawn with its chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from solvers.mangrovia.hands import Purse
from solvers.mangrovia.worth import Outlook
from toolkit.games.mangrovia.actions import OneCard
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, PIERS, Part
from toolkit.games.mangrovia.play import PuttingBowl

LEFT_THERE = 0.85
"""How sure it is that a card still lies face up when a hut is paid with it."""

SECOND_DRAW = 0.6
"""How much of what one draw helps another one helps, too."""

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
            points[player] += self.rest(player, outlook.hand(player).purse, outlook.parts(player))
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
            gains = self.outlook.hand(player).gains
            best = sum(sorted([gains[card] for card in self._rows])[-part.up :])
        if part.down and rounds:
            best = max(best, part.down * max([self.drawn(player, kind) for kind in OneCard.kinds]))
        if part.amulets:
            best = max(best, self.outlook.amulet_action(player))
        if part.birds and rounds:
            best = max(best, self.talisman(player))
        return best

    # ---- cards ---------------------------------------------------------------------------------------------

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
            gains = self.outlook.hand(player).gains
            found = sum([chance * gains[kind, face] for face, chance in self.faces(kind)])
            self._drawn[key] = found
        return found

    # ---- huts ----------------------------------------------------------------------------------------------

    def _helped(self, player: int, purse: Purse, part: Part, help: Help, but: int) -> float:  # noqa: A002
        """Return what the best huts of a part add, with what earlier piers help to pay."""
        hand = self.outlook.hand(player)
        found = hand.best(purse, part, but)
        if not (help.up or help.down):
            return found
        opened = hand.opened(purse, part, but)
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

    # ---- bowls and birds -----------------------------------------------------------------------------------

    def pier(self, player: int, number: int) -> float:
        """Return what the action of a pier alone adds."""
        return self.rest(player, self.outlook.hand(player).purse, PIERS[number])

    def ritual_space(self, player: int, space: int) -> float:
        """Return what the two actions of a ritual space add (M-11)."""
        found = self._spaces.get((player, space))
        if found is None:
            parts = (*PIERS[space + 1], *PIERS[12 - space])
            found = self._spaces[player, space] = self.rest(player, self.outlook.hand(player).purse, parts)
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
        more = _steered(self.outlook.hand(player).purse.landscapes, self.state.birds)
        return min(1.0, self.outlook.rounds) * (FIRST + BIRDS * more)

    def fit(self, player: int, birds: tuple[int, int]) -> float:
        """Return how well birds fit the hand of a player."""
        return _fit(self.outlook.hand(player).purse.landscapes, birds)

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
