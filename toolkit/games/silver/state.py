"""`SilverState`: a position of Silver."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from toolkit.core.state import Outcome, State
from toolkit.games.silver.cards import ROWS
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.decisions import DECISIONS
from toolkit.games.silver.places import DECK, TOP, layout
from toolkit.games.silver.scoring import game_winners
from toolkit.games.silver.turns import go_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.core.hidden import Layout, Zones
    from toolkit.core.history import History
    from toolkit.games.silver.rules import Rules
    from toolkit.games.silver.village import Pair


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
        For each round that is over, the villages as they were shown, and the points.
    round, first
        The number of the round, from 1, and who began it.
    amulet, may_protect, amulet_slot
        Who holds the amulet, -1 for nobody; whether that player may place it in this round; the slot on which
        it lies, -1 for none (S-36).
    caller, last
        Who has called, -1 for nobody, and how many turns are left, that of the caller included (S-29).
    turn, turns
        Whose turn it is, and how many turns of the round are over.
    phase
        Where the round stands: ``setup``, ``turn``, ``end`` (the action of the turn is done), ``over`` (the
        turn is), ``refill``, ``scoring``.
    acted
        Whether something was done in this turn, so that the player cannot call any more (S-66).
    used, settled
        Masks of the slots of the player at turn: Empaths that have looked, Bodyguards just moved.
    pair
        Whether both 0s were seen in a failed attempt (A-5).
    limited
        The rounds that the turn limit ended (A-34).
    reason
        Why the game is over; empty before.
    cards
        Where the cards lie (`toolkit.games.silver.places`).
    """

    __slots__ = (
        "acted",
        "amulet",
        "amulet_slot",
        "caller",
        "cards",
        "first",
        "guards",
        "halved",
        "last",
        "limited",
        "may_protect",
        "pair",
        "phase",
        "reason",
        "results",
        "round",
        "settled",
        "totals",
        "turn",
        "turns",
        "up",
        "used",
    )

    decisions = DECISIONS
    FIELDS = (
        "up",
        "guards",
        "totals",
        "halved",
        "results",
        "round",
        "first",
        "amulet",
        "may_protect",
        "amulet_slot",
        "caller",
        "last",
        "turn",
        "turns",
        "phase",
        "acted",
        "used",
        "settled",
        "pair",
        "limited",
        "reason",
    )
    LISTS: ClassVar[Mapping[str, int]] = {"up": 2, "guards": 1}
    ZONES = ("cards",)

    rules: Rules
    up: list[list[int]]
    guards: list[tuple[Pair, ...]]
    totals: tuple[int, ...]
    halved: tuple[bool, ...]
    results: tuple[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], ...]
    round: int
    first: int
    amulet: int
    may_protect: bool
    amulet_slot: int
    caller: int
    last: int
    turn: int
    turns: int
    phase: str
    acted: bool
    used: int
    settled: int
    pair: bool
    limited: tuple[int, ...]
    reason: str
    cards: Zones

    # ---- cards ---------------------------------------------------------------------------------------------

    @classmethod
    def layouts(cls, rules: Rules, players: int) -> dict[str, Layout]:  # noqa: ARG003  # the same under all
        """Return the zones."""
        return {"cards": layout(players)}

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

    def go_on(self) -> None:
        """Go on in the turn or in the round when nothing is open any more."""
        if not self.reason:
            go_on(self)

    def clone(self) -> Self:
        """Return a copy that shares nothing that can change."""
        new = type(self).__new__(type(self))
        self.copy_base(new)
        new.cards, new.up, new.guards = self.cards.clone(), [up[:] for up in self.up], self.guards[:]
        new.totals, new.halved, new.results = self.totals, self.halved, self.results
        new.round, new.first, new.amulet = self.round, self.first, self.amulet
        new.may_protect, new.amulet_slot, new.caller = self.may_protect, self.amulet_slot, self.caller
        new.last, new.turn, new.turns, new.phase = self.last, self.turn, self.turns, self.phase
        new.acted, new.used, new.settled, new.pair = self.acted, self.used, self.settled, self.pair
        new.limited, new.reason = self.limited, self.reason
        return new

    def outcome(self) -> Outcome | None:
        """Return how the game ended; the lowest total has won (S-57, S-58)."""
        if not self.reason:
            return None
        return Outcome(
            self.reason, game_winners(self.totals, self.results[-1][1], self.amulet, self.rules), self.totals
        )

    def returns(self) -> tuple[float, ...]:
        """Return each player's share of the victory: 1 for a winner alone, equal parts for several."""
        end = self.outcome()
        won = end.winners if end else ()
        return tuple(1 / len(won) if player in won else 0.0 for player in range(self.players))
