"""`WayfarersState`: a position of Wayfarers of the South Tigris, and what can be open in it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeVar

from toolkit.core.decision import ALL
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State
from toolkit.games.wayfarers.components.names import KINDS
from toolkit.games.wayfarers.components.tables import SOLO, deck
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.scoring import Scores, final_scores
from toolkit.games.wayfarers.tableau import Rival, Tableau

T = TypeVar("T")

SET_UP, ACTION, CLEAN_UP = range(3)
"""What `WayfarersState.phase` is before the first turn, in a turn, and while displays are refilled."""

SCHEMES = tuple(range(len(SOLO.scheme)))
"""The rival's scheme cards X1 to X6 by number."""


# ---- what can be open: chance ------------------------------------------------------------------------------


class ChoosingStart(NamedTuple):
    """Chance says who begins (Y-7)."""

    actor: int


class DealingBoard(NamedTuple):
    """A player gets a player board (Y-6)."""

    actor: int
    player: int


class LayingJournalTile(NamedTuple):
    """A journal tile is laid on the next space without one (Y-3)."""

    actor: int


class Revealing(NamedTuple):
    """A card fills a place of the display (Y-2, Y-66)."""

    actor: int
    place: int


class Drawing(NamedTuple):
    """A player draws so many cards of a pile, to keep one (Y-64)."""

    actor: int
    player: int
    kind: int
    left: int


class TakingTop(NamedTuple):
    """The card on top of a pile goes to a player, or unseen to the rival (Y-108)."""

    actor: int
    player: int
    kind: int


class Rolling(NamedTuple):
    """So many dice are rolled into the supply of a player."""

    actor: int
    player: int
    dice: int


class RevealingScheme(NamedTuple):
    """The rival's next scheme card is turned up (Y-97)."""

    actor: int


# ---- what can be open: steps of the rules ------------------------------------------------------------------


class Pending(NamedTuple):
    """Effects that a player may resolve in any order; `die` tells whether a die's discounts serve them."""

    actor: int
    player: int
    parts: tuple[int, ...]
    die: int


class Blocks(NamedTuple):
    """What a placed die brings: its slot's block and that of the townsfolk under it, or `NONE` (Y-152)."""

    actor: int
    player: int
    slot: int
    folk: int


class Offering(NamedTuple):
    """The science ability is offered (Y-38)."""

    actor: int
    player: int


class Lifting(NamedTuple):
    """The dice of a rest are taken up to be rolled (Y-90)."""

    actor: int
    player: int


# ---- what can be open: decisions ---------------------------------------------------------------------------


class Turning(NamedTuple):
    """A player places a die, places a worker, or rests (Y-9)."""

    actor: int


class Placing(NamedTuple):
    """A die with this face is being placed; whether a ship was hired for it, and the trade ability used."""

    actor: int
    face: int
    ship: int
    traded: int


class EndingTurn(NamedTuple):
    """A player may still use the trade ability (Y-11)."""

    actor: int


class Resting(NamedTuple):
    """A player says which dice that were in the supply are rolled too, with so many in the hand (Y-90)."""

    actor: int
    dice: tuple[int, ...]
    taken: int


class Ordering(NamedTuple):
    """A player says which of several effects is next (Y-69)."""

    actor: int
    parts: tuple[int, ...]
    die: int


class OrderingBlocks(NamedTuple):
    """A player says whether the slot or the townsfolk is next (Y-61, Y-152)."""

    actor: int
    slot: int
    folk: int


class Paying(NamedTuple):
    """A player may pay for a block (Y-81)."""

    actor: int
    block: int
    die: int


class Choosing(NamedTuple):
    """A player chooses a branch of an effect (Y-131)."""

    actor: int
    effect: int
    die: int


class Acquiring(NamedTuple):
    """A player acquires a card (Y-63)."""

    actor: int
    effect: int
    die: int


class Keeping(NamedTuple):
    """A player keeps one of the drawn cards (Y-64)."""

    actor: int
    kind: int


class Burying(NamedTuple):
    """A player says which of the drawn cards goes under the pile first (Y-64)."""

    actor: int
    kind: int


class Hosting(NamedTuple):
    """A player says where a townsfolk or an inspiration goes (Y-54, Y-57)."""

    actor: int
    card: int


class Upgrading(NamedTuple):
    """A player takes an upgrade tile (Y-70)."""

    actor: int
    effect: int
    die: int


class PlacingTile(NamedTuple):
    """A player lays a tile on the caravan (Y-71)."""

    actor: int
    tile: int


class InfluencingGuild(NamedTuple):
    """A player influences a guild so many times (Y-24)."""

    actor: int
    guild: int
    left: int


class InfluencingCard(NamedTuple):
    """A player influences so many cards (Y-18)."""

    actor: int
    left: int


class TakingFrom(NamedTuple):
    """A player says where the token for a guild or a card comes from: the supply is empty (Y-27).

    `named` and `left` are those of the effect: the guild that it names, how many tokens it places.
    """

    actor: int
    guild: int
    card: int
    named: int
    left: int


class MovingInfluence(NamedTuple):
    """A player moves influence between guilds so many times (Y-25)."""

    actor: int
    left: int


class Adjusting(NamedTuple):
    """A player adjusts dice by so many steps (Y-39, Y-84)."""

    actor: int
    left: int


class Refreshing(NamedTuple):
    """A player refreshes so many dice (Y-83)."""

    actor: int
    left: int


class Retrieving(NamedTuple):
    """A player retrieves so many workers (Y-89)."""

    actor: int
    left: int


class Journaling(NamedTuple):
    """A player moves the marker one space on, by an effect or by the science ability (Y-28, Y-38)."""

    actor: int
    science: int


# ---- the state ---------------------------------------------------------------------------------------------


class WayfarersState(State):
    """A position of Wayfarers of the South Tigris.

    Attributes
    ----------
    turns
        How many turns have begun.
    player
        Whose turn it is; with one player, 1 is the rival.
    start
        Who began.
    phase
        `SET_UP`, `ACTION` or `CLEAN_UP`.
    used
        The guild abilities used in this turn, as bits.
    purse
        The silver and provisions that the player had when the action began and has not paid (Y-22).
    gained
        The cards gained in this turn (Y-68).
    display
        The cards of the display by place, or `NONE`.
    tokens
        Whose influence lies on each of them, or `NONE`.
    workers
        The workers on each of them: a mask of colours, and three bits higher those placed this turn.
    tiles_left
        How many of each tile lie on the main board.
    journal_tiles
        The tiles on the spaces of the odd columns, or `NONE`.
    green
        The green workers on the journal, as bits.
    discount
        The silver and provisions that the die action under way is still cheaper by (Y-76).
    pigeon
        Whether that action has a pigeon left over (Y-65).
    ending
        `NONE`, or how many turns are left, the one under way included (Y-92).
    reason
        Why the game is over; empty while it goes on.
    tableaux
        What each player has.
    rivals
        The rival, with one player; else nothing.
    land, water, space, townsfolk, inspiration, schemes
        The cards. What lies face up anywhere is one heap; the places tell where.
    """

    rules: Rules
    turns: int
    player: int
    start: int
    phase: int
    used: int
    purse: tuple[int, int]
    gained: tuple[int, ...]
    display: tuple[int, ...]
    tokens: tuple[int, ...]
    workers: tuple[int, ...]
    tiles_left: tuple[int, ...]
    journal_tiles: tuple[int, ...]
    green: int
    discount: tuple[int, int]
    pigeon: int
    ending: int
    reason: str
    tableaux: list[Tableau]
    rivals: list[Rival]
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
