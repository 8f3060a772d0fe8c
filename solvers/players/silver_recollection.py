"""What a player of Silver has seen, kept in mind from events alone, whatever the game keeps for the players.

Each sight reaches a player as an event. `Recollection` follows the cards through all that happens; `Sights`
says which of them are forgotten (Q-22).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import CHANCE, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.actions import (
    Anyone,
    Card,
    CardDiscarded,
    CardsSeen,
    DiscardUncovered,
    Face,
    Own,
    PileSeen,
    RoundScored,
    SetGivenUp,
    Word,
)
from toolkit.games.silver.cards import VILLAGE as CARDS

if TYPE_CHECKING:
    from toolkit.core.history import Event


Retention = Callable[[int, int], float]
"""The chance to remember a sight after so many turns, with so many other cards seen since."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A card that was seen."""

    number: int  #: its number
    turn: int  #: in which turn, counted from the beginning of the round
    order: int  #: which sight of the round it is
    hold: float  #: a number from 0 to 1: the sight is kept as long as the retention is above it


class Sights:
    """The sights of a round.

    Parameters
    ----------
    random
        Decides which sights are forgotten first.
    retention
        The chance to remember a sight; None: for ever.

    Attributes
    ----------
    turn
        The turn of the round.
    """

    def __init__(self, random: Random, retention: Retention | None) -> None:
        self.turn = 0
        self._random, self._retention, self._count = random, retention, 0
        self._latest: list[int] = []  # the last sight of each card that was seen, in their order

    def see(self, number: int, before: Sight | None) -> Sight:
        """Return the sight of a card that is seen now; `before` is the one that it had until now."""
        if before is not None:
            self._latest.remove(before.order)
        self._count += 1
        self._latest.append(self._count)
        return Sight(number, self.turn, self._count, self._random.random())

    def number(self, sight: Sight | None) -> int:
        """Return the number of a card as far as it is remembered, else -1."""
        return HIDDEN if sight is None or self._forgotten(sight) else sight.number

    def _forgotten(self, sight: Sight) -> bool:
        if self._retention is None:
            return False
        others = len(self._latest) - bisect_right(self._latest, sight.order)
        return self._retention(self.turn - sight.turn, others) <= sight.hold


class Recollection:
    """The cards of the current round that one player has seen, wherever they have gone since.

    Parameters
    ----------
    seat, players
        Whose it is, and how many play.
    random
        Decides which sights are forgotten first.
    retention
        The chance to remember a sight; None: for ever.
    restore
        Whether a Rascal puts cards back with the first drawn on top (`Rules.rascal_putback`, A-40).

    Attributes
    ----------
    follows
        Whether the round was heard from its beginning; else nothing is remembered.
    """

    def __init__(
        self,
        seat: int,
        players: int,
        random: Random,
        retention: Retention | None = None,
        *,
        restore: bool = True,
    ) -> None:
        self.seat, self.players = seat, players
        self._random, self._retention, self._restore = random, retention, restore
        self.follows = False
        self._begin()

    def _begin(self) -> None:
        """Begin a round: nothing is seen, and every village has five cards."""
        self._sights, self._actor = Sights(self._random, self._retention), CHANCE
        self._villages: list[list[Sight | None]] = [[None] * CARDS for _ in range(self.players)]
        self._pile: list[Sight | None] = []
        self._top: list[Sight | None] = []
        self._held: list[Sight | None] = []
        self._shown: list[Sight | None] = []
        self._pushed: list[int] = []
        self._draws, self._added = False, 0
        self._place = self._robbed = self._hit = (HIDDEN, HIDDEN)

    # ---- what is remembered --------------------------------------------------------------------------------

    def village(self, player: int) -> list[int]:
        """Return the numbers of a village as far as they are remembered, else `HIDDEN`."""
        return [self._sights.number(sight) for sight in self._villages[player]]

    @property
    def pile(self) -> list[int]:
        """The discards from the bottom as far as they are remembered, else `HIDDEN`."""
        return [self._sights.number(sight) for sight in self._pile]

    @property
    def top(self) -> list[int]:
        """The cards on top of the deck, the next first, as far as they are remembered, else `HIDDEN`."""
        return [self._sights.number(sight) for sight in self._top]

    # ---- what happens --------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Follow what happened; who comes in the middle of a round begins with the next one."""
        action = event.action
        self.follows = self.follows or _begins_round(action)
        if not self.follows:
            return
        if isinstance(action, Reveal):
            self._see(action)
        elif event.actor == CHANCE:
            self._chance(action)
        else:
            if event.actor != self._actor:
                self._actor, self._sights.turn = event.actor, self._sights.turn + 1
            _HANDLERS[type(action)](self, action)

    def _see(self, seen: Reveal) -> None:
        match seen:
            case RoundScored():
                self._begin()
            case SetGivenUp(faces):
                self._give_up(faces)
            case CardDiscarded(face) | DiscardUncovered(face):
                self._pile[-1] = self._sights.see(face, self._pile[-1])
            case PileSeen(faces):
                self._pile = [self._sights.see(*pair) for pair in zip(faces, self._pile, strict=True)]
            case CardsSeen(cards):
                for player, slot, face in cards:
                    village = self._villages[player]
                    village[slot] = self._sights.see(face, village[slot])
                self._replace()

    def _chance(self, action: Any) -> None:
        if not isinstance(action, Card) or action.way == "deal":
            return
        known = self._top.pop(0) if self._top else None
        if action.face != HIDDEN:
            known = self._sights.see(action.face, known)
        if action.way == "draw" and self._draws:
            self._held.append(known)
            self._draws = False
        elif action.way == "draw":  # the card that a failed attempt costs
            self._villages[self._actor][self._added] = known
        else:  # the first discard, then cards beside the deck (S-4, S-43)
            (self._pile if self._actor == CHANCE else self._shown).append(known)

    def _word(self, action: Word) -> None:
        self._draws = action.word in ("draw", "use")
        if action.word == "take":
            self._held = [self._pile.pop()]
        elif action.word == "discard":
            self._pile.append(self._in_hand())
        elif action.word in ("add left", "add right"):
            self._add(0 if action.word == "add left" else len(self._villages[self._actor]))
        elif action.word == "skip" and self._held:  # a Witch's card goes back
            self._top.insert(0, self._in_hand())

    def _add(self, slot: int) -> None:
        """Add the card in hand after a failed attempt, or one that comes unseen next."""
        self._added = slot
        self._villages[self._actor].insert(slot, self._in_hand() if self._held else None)
        self._pushed = []

    def _own(self, action: Own) -> None:
        if action.verb in ("exchange", "and"):
            self._pushed.append(action.slot)
            self._place = (action.slot, HIDDEN) if action.verb == "exchange" else self._place
        elif action.verb == "place":
            self._place = (action.slot, HIDDEN)
        elif action.verb == "shown":
            self._held = [self._shown.pop(action.slot)]
        elif action.verb == "give":
            victim, slot = self._robbed
            mine, theirs = self._villages[self._actor], self._villages[victim]
            mine[action.slot], theirs[slot] = theirs[slot], mine[action.slot]

    def _anyone(self, action: Anyone) -> None:
        if action.verb == "rob":
            self._robbed = (action.player, action.slot)
        elif action.verb == "hit":
            self._hit = (action.player, action.slot)

    def _replace(self) -> None:
        """Let the Witch's card take the place of the card that was just shown."""
        player, slot = self._hit
        if player != HIDDEN:
            self._pile.append(self._villages[player][slot])
            self._villages[player][slot] = self._in_hand()
            self._hit = (HIDDEN, HIDDEN)

    def _face(self, action: Face) -> None:
        if action.verb == "fetch":
            self._fetch(action.face)
        else:
            self._keep(action.face)

    def _fetch(self, number: int) -> None:
        """Take a card out of the pile; where it lay is only known to who remembers."""
        known = [index for index, sight in enumerate(self._pile[:-1]) if sight and sight.number == number]
        unknown = [index for index, sight in enumerate(self._pile[:-1]) if sight is None]
        del self._pile[max(known or unknown)]
        self._held = [None]  # it comes into the village face-up

    def _keep(self, number: int) -> None:
        """Keep one of the drawn cards; only the player who does knows which lie on the deck again (S-49)."""
        rest: list[Sight | None] = [None] * (len(self._held) - 1)
        kept = None
        if number != HIDDEN:
            index = next(i for i, sight in enumerate(self._held) if sight and sight.number == number)
            kept, rest = self._held[index], self._held[:index] + self._held[index + 1 :]
        elif len(self._held) == 1:
            kept = self._held[0]
        self._top = (rest if self._restore else rest[::-1]) + self._top
        self._held = [kept]

    def _give_up(self, numbers: Sequence[int]) -> None:
        """Let pushed cards go to the pile and the card in hand into a freed slot."""
        village, slot = self._villages[self._actor], self._place[0]
        place = slot - sum(other < slot for other in self._pushed)
        gone = [village.pop(pushed) for pushed in sorted(self._pushed, reverse=True)]
        village.insert(place, self._in_hand())
        self._pile += [self._sights.see(number, _taken(gone, number)) for number in numbers]
        self._pushed = []

    def _in_hand(self) -> Sight | None:
        """Return the card in hand, which goes somewhere."""
        held, self._held = self._held, []
        return held[0] if held else None


_HANDLERS: Mapping[type, Callable[[Recollection, Any], None]] = {
    Word: Recollection._word,
    Own: Recollection._own,
    Anyone: Recollection._anyone,
    Face: Recollection._face,
}


def _taken(sights: list[Sight | None], number: int) -> Sight | None:
    """Take a sight of a number out of some; None where there is none."""
    at = next((at for at, sight in enumerate(sights) if sight and sight.number == number), None)
    return None if at is None else sights.pop(at)


def _begins_round(action: Any) -> bool:
    """Tell whether a round begins with an event: a deal, or the end of the round before."""
    return isinstance(action, RoundScored) or (isinstance(action, Card) and action.way == "deal")
