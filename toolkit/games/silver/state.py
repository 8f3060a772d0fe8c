"""`SilverState`: a position of Silver, where its cards lie, and what can be open in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from toolkit.core.hidden import Layout, Zones
from toolkit.core.history import History
from toolkit.core.state import Outcome, State
from toolkit.games.silver.cards import DECK as FACES
from toolkit.games.silver.cards import ROWS
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.scoring import game_winners

DECK, HELD, TOP, SHOWN, DISCARD, VILLAGE = range(6)
"""The numbers of the zones; a village has that of its player added.

The deck is a heap without an order, in which the rows that nobody plays lie too (S-2): no draw can tell them
apart. Cards that were put back on top of it lie in a row of their own, the next one first, for somebody knows
them. Held are the cards of the player at turn that are drawn or taken and not yet used, in the order drawn.
"""

FACE_DOWN: Final = -1
"""Stands in `SilverState.up` for a card that lies face-down; saved states hold it."""

UNDECIDED = -1
"""`SilverState.turns_left` while nobody has called."""

Source = Literal["deck", "discard", "shown", "master", "witch"]
"""From where a card comes into the hand: drawn, taken, or by an ability."""

Phase = Literal["setup", "turn", "end", "over", "refill", "scoring"]
"""Where a round stands; ``end``: the action of the turn is done, ``over``: the turn is."""


class Pair(NamedTuple):
    """The slots of a Bodyguard on duty and of its charge (S-48)."""

    guard: int
    charge: int


class Round(NamedTuple):
    """A round that is over: the villages as they were shown, and the points of each player."""

    villages: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


# ---- what can be open: a type of frames for each kind of decision and chance node --------------------------


class Dealing(NamedTuple):
    """So many cards are still dealt into a village (S-1)."""

    actor: int
    player: int
    left: int


class OpeningPile(NamedTuple):
    """The first discard is turned up (S-4)."""

    actor: int


class FirstLooking(NamedTuple):
    """A player still looks at so many own cards, none before the slot `start` (S-6)."""

    actor: int
    start: int
    left: int


class TakingTurn(NamedTuple):
    """A player begins a turn (S-9)."""

    actor: int


class Drawing(NamedTuple):
    """A card of the deck comes into the hand of a player (S-10)."""

    actor: int
    player: int


class DrawingMore(NamedTuple):
    """A player keeps a drawn card, or draws one more by one of so many Rascals (S-49)."""

    actor: int
    more: int


class Using(NamedTuple):
    """A player discards or exchanges the card in hand (S-10, S-12)."""

    actor: int
    source: Source


class Ending(NamedTuple):
    """The action of the turn is done: free actions are left, and the end (S-66)."""

    actor: int


class Guarding(NamedTuple):
    """A player says what the Bodyguard of a slot guards (S-48)."""

    actor: int
    guard: int


class Refilling(NamedTuple):
    """A card is shown beside the deck (S-43)."""

    actor: int


class Scoring(NamedTuple):
    """The round is over and is scored (S-31 to S-34)."""

    actor: int


class Exchanging(NamedTuple):
    """A player may give up one card more besides these slots (S-15)."""

    actor: int
    source: Source
    slots: tuple[int, ...]


class Placing(NamedTuple):
    """A player says which of the freed slots the new card takes (S-17)."""

    actor: int
    source: Source
    slots: tuple[int, ...]
    free: tuple[int, ...]


class Adding(NamedTuple):
    """After a failed attempt a player says at which end a card is added, that in hand or a penalty (S-19)."""

    actor: int
    source: Source | Literal["penalty"]


class PayingPenalty(NamedTuple):
    """A card of the deck is added to a village before a slot (S-20)."""

    actor: int
    player: int
    slot: int


class Ability(NamedTuple):
    """A player may use the ability of the card just discarded (S-22)."""

    actor: int


class Exposing(Ability):
    """An Exposer turns an own card up (S-50)."""

    __slots__ = ()


class Revealing(Ability):
    """A Revealer turns a card of an opponent up (S-50)."""

    __slots__ = ()


class Beholding(Ability):
    """A Beholder looks at an own card (S-51)."""

    __slots__ = ()


class Spying(Ability):
    """An Apprentice Seer looks at a card of an opponent (S-51)."""

    __slots__ = ()


class Seeing(Ability):
    """A Seer looks at any card (S-51)."""

    __slots__ = ()


class Fetching(Ability):
    """A Master takes a card from the discard pile (S-52)."""

    __slots__ = ()


class Bewitching(Ability):
    """A Witch looks at the top card of the deck (S-53)."""

    __slots__ = ()


class Robbing(Ability):
    """A Robber chooses a card of an opponent (S-54)."""

    __slots__ = ()


class BeholdingAgain(NamedTuple):
    """A Beholder looks at another own card than the one in the slot `first` (S-51)."""

    actor: int
    first: int


class SwappingTop(NamedTuple):
    """A Witch exchanges the card that she looked at, for an own card or one of an opponent (S-53)."""

    actor: int
    source: Source


class GivingBack(NamedTuple):
    """A Robber gives an own card for the one in a slot of the victim (S-54)."""

    actor: int
    victim: int
    slot: int


class CheckingLoot(NamedTuple):
    """A Robber may look at the robbed card, which lies in an own slot now (S-54)."""

    actor: int
    slot: int


# ---- the state ---------------------------------------------------------------------------------------------


class SilverState(State):
    """A position of Silver.

    Attributes
    ----------
    up
        For each player, the numbers of the cards that lie face-up, by slot; `FACE_DOWN` for those face-down.
    guards
        For each player, the Bodyguards on duty with their charges, by slot (S-48).
    totals, halved
        The points so far, and who has used the reset of exactly 100 (S-34, S-59).
    results
        The rounds that are over.
    round, first
        The number of the round, from 1, and who began it.
    amulet, may_protect, amulet_slot
        Who holds the amulet, -1 for nobody; whether that player may place it in this round; the slot on which
        it lies, -1 for none (S-36).
    caller, turns_left
        Who has called, -1 for nobody, and how many turns are left, that of the caller included; `UNDECIDED`
        until then (S-29).
    turn, turns
        Whose turn it is, and how many turns of the round are over.
    phase
        Where the round stands.
    acted
        Whether something was done in this turn, so that the player cannot call any more (S-66).
    used, just_moved
        Masks of the slots of the player at turn: Empaths that have looked, Bodyguards just moved.
    pair_shown
        Whether both 0s were seen in a failed attempt (A-5).
    limited
        The rounds that the turn limit ended (A-34).
    reason
        Why the game is over; empty before.
    cards
        Where the cards lie.
    """

    rules: Rules
    up: list[list[int]]
    guards: list[tuple[Pair, ...]]
    totals: tuple[int, ...]
    halved: tuple[bool, ...]
    results: tuple[Round, ...]
    round: int
    first: int
    amulet: int
    may_protect: bool
    amulet_slot: int
    caller: int
    turns_left: int
    turn: int
    turns: int
    phase: Phase
    acted: bool
    used: int
    just_moved: int
    pair_shown: bool
    limited: tuple[int, ...]
    reason: str
    cards: Zones

    # ---- cards ---------------------------------------------------------------------------------------------

    @classmethod
    def layouts(cls, rules: Rules, players: int) -> dict[str, Layout]:  # noqa: ARG003  # the same under all
        """Return the zones."""
        return {"cards": _layout(players)}

    @property
    def deck(self) -> int:
        """How many cards can still be drawn: all but the rows that nobody plays (S-2)."""
        cards = self.cards.cards
        return len(cards[DECK]) + len(cards[TOP]) - CARDS * (ROWS - self.players)

    @property
    def remembers(self) -> bool:
        """Whether what was seen stays known (`Rules.memory`)."""
        return self.rules.memory == "perfect"

    def put_out_of_sight(self, place: tuple[int, int]) -> None:
        """Take note that a card lies face-down or covered from now on."""
        if not self.remembers:
            self.cards.forget(*place)

    def remembered(self, seat: int) -> History:
        """Return the log that an observation shows: none when each player has to remember for themselves."""
        return super().remembered(seat) if self.remembers else None

    # ---- the protocol --------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return how the game ended; the lowest total has won (S-57, S-58)."""
        if not self.reason:
            return None
        return Outcome(
            self.reason,
            game_winners(self.totals, self.results[-1].points, self.amulet, self.rules),
            self.totals,
        )


@lru_cache
def _layout(players: int) -> Layout:
    villages = [f"village {player}" for player in range(players)]
    return Layout(players, FACES, (("deck", 0),), ("held", "top", "shown", "discard", *villages))
