"""`WayfarersState`: a position of Wayfarers of the South Tigris."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from toolkit.core.decision import ALL
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State
from toolkit.games.wayfarers.components.names import KINDS
from toolkit.games.wayfarers.components.tables import SCHEMES, deck
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.scoring import Scores, final_scores
from toolkit.games.wayfarers.tableau import Rival, Tableau

T = TypeVar("T")

SET_UP, ACTION, CLEAN_UP = range(3)
"""What `WayfarersState.phase` is before the first turn, in a turn, and while displays are refilled."""


class WayfarersState(State):
    """A position of Wayfarers of the South Tigris."""

    rules: Rules
    turns: int  #: how many turns have begun
    player: int  #: whose turn it is; with one player, 1 is the rival
    start: int  #: who began
    phase: int  #: `SET_UP`, `ACTION` or `CLEAN_UP`
    used: int  #: the guild abilities used in this turn, as bits
    #: The silver and provisions that the player had when the action began and has not paid (Y-22).
    purse: tuple[int, int]
    gained: tuple[int, ...]  #: the cards gained in this turn (Y-68)
    display: tuple[int, ...]  #: the cards of the display by place, or `NONE`
    tokens: tuple[int, ...]  #: whose influence lies on each of them, or `NONE`
    #: The workers on each of them: a mask of colours, and three bits higher those placed this turn.
    workers: tuple[int, ...]
    tiles_left: tuple[int, ...]  #: how many of each tile lie on the main board
    journal_tiles: tuple[int, ...]  #: the tiles on the spaces of the odd columns, or `NONE`
    green: int  #: the green workers on the journal, as bits
    #: The silver and provisions that the die action under way is still cheaper by (Y-76).
    discount: tuple[int, int]
    pigeon: int  #: whether that action has a pigeon left over (Y-65)
    ending: int  #: `NONE`, or how many turns are left, the one under way included (Y-92)
    reason: str  #: why the game is over; empty while it goes on
    tableaux: list[Tableau]  #: what each player has
    rivals: list[Rival]  #: the rival, with one player; else nothing
    #: The cards. What lies face up anywhere is one heap; the places tell where.
    land: Zones
    water: Zones
    space: Zones
    townsfolk: Zones
    inspiration: Zones
    schemes: Zones

    # ---- where cards lie -----------------------------------------------------------------------------------

    @classmethod
    def layouts(cls, rules: Rules, players: int) -> dict[str, Layout]:
        """Return the heaps and rows of each kind of cards."""
        return _layouts(rules.promos, players)

    def zones(self, kind: int) -> Zones:
        """Return the cards of a kind."""
        zones: Zones = getattr(self, KINDS[kind])
        return zones

    def pile(self, kind: int) -> int:
        """Return how many cards a pile has, with those that were put under it."""
        cards = self.zones(kind).cards
        return len(cards[PILE]) + len(cards[UNDER])

    def side(self, player: int) -> Tableau | Rival:
        """Return what a player has, or with one player what the rival has."""
        return self.tableaux[player] if player < self.players else self.rivals[0]

    @property
    def markers(self) -> list[int]:
        """The space of each marker on the journal, the rival's last."""
        return [*[one.marker for one in self.tableaux], *[one.marker for one in self.rivals]]

    # ---- the protocol --------------------------------------------------------------------------------------

    def scores(self) -> Scores:
        """Return what would be scored if the game ended now (Y-93)."""
        rival = self.rivals[0].seat if self.rivals else None
        return final_scores([tableau.seat for tableau in self.tableaux], rival)

    def outcome(self) -> Outcome | None:
        """Return how the game ended: most points, then most influence (Y-94).

        The rival is no player: where it wins, nobody does. Its points are told in the log and in
        `Outcome.others` (Y-146).
        """
        if not self.reason:
            return None
        scores = self.scores()
        winners = tuple([winner for winner in scores.winners if winner < self.players])
        return Outcome(self.reason, winners, scores.totals[: self.players], scores.totals[self.players :])

    def returns(self) -> tuple[float, ...]:
        """Return the share of each player in the victory; the rival may have one too (Y-146)."""
        won = self.scores().winners if self.reason else ()
        return tuple([1 / len(won) if player in won else 0.0 for player in range(self.players)])


PILE, OPEN, UNSEEN, UNDER, DRAWN = range(5)
"""The zones of a kind: the pile, all that lies face up, what the rival took unseen, what lies under the pile
in the order in which it comes up, and the drawn cards."""


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a tuple with another value at a place."""
    return (*values[:place], value, *values[place + 1 :])


def without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Return a tuple in which a value stands once less."""
    place = values.index(value)
    return (*values[:place], *values[place + 1 :])


@lru_cache(maxsize=16)
def _layouts(promos: bool, players: int) -> dict[str, Layout]:
    heaps = (("pile", 0), ("open", ALL), ("rival", 0))
    rows = ("under", "drawn")
    found: dict[str, Layout] = {
        name: Layout(players, deck(kind, promos), heaps, rows) for kind, name in enumerate(KINDS)
    }
    schemes = SCHEMES if players == 1 else ()
    return {**found, "schemes": Layout(players, schemes, (("pile", 0), ("open", ALL)))}
