"""`WazabiState`: a position of Wazabi, and what can be open in it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from toolkit.core.decision import ALL
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State
from toolkit.games.wazabi.rules import Rules

# ---- what can be open: a type of frames for each kind of decision and chance node --------------------------


class Starting(NamedTuple):
    """Players roll for the start, one after another (W-3); `shown` are the wazabi that they showed so far."""

    actor: int
    rolling: tuple[int, ...]
    shown: tuple[int, ...]


class Rolling(NamedTuple):
    """A player rolls all dice (W-6)."""

    actor: int
    player: int


class Drawing(NamedTuple):
    """A player still draws so many cards (W-7)."""

    actor: int
    player: int
    left: int


class ChoosingRival(NamedTuple):
    """The player says of whom a card is taken; so many are still to be drawn (W-14)."""

    actor: int
    left: int


class Taking(NamedTuple):
    """A player takes a card blindly from a rival; so many are still to be drawn (W-14a)."""

    actor: int
    player: int
    rival: int
    left: int


class Giving(NamedTuple):
    """The player still gives so many dice (W-8)."""

    actor: int
    left: int


class Playing(NamedTuple):
    """The player plays a card or none (W-9 to W-11)."""

    actor: int


class Naming(NamedTuple):
    """The player names whom the played card means."""

    actor: int
    face: int


class ChoosingSide(NamedTuple):
    """The player says to which side the played card passes dice or cards (W-21)."""

    actor: int
    face: int


class Discarding(NamedTuple):
    """The player gives up so many cards, none before the face `least` (W-18)."""

    actor: int
    left: int
    least: int


# ---- the state ---------------------------------------------------------------------------------------------


class WazabiState(State):
    """A position of Wazabi.

    Attributes
    ----------
    dice
        Dice of each player.
    seats
        Who is still in play, in clockwise order, so that the next one sits to the left (W-27a).
    direction
        1 when play goes to the left, -1 when it goes to the right (W-4, W-17).
    turn
        Whose turn it is; 0 until somebody has won the roll for the start.
    turns
        Turns of this round, missed ones included.
    roll
        What the roll of this turn shows, wazabi, card and die; empty before it (W-6).
    finished
        Who has no dice left, in order; with `Rules.play_on` the last player at the end (W-27a).
    round
        The number of the round, from 1 (W-32).
    points
        Points of each player: dice left to the rivals of the winner of a round (W-32), which both partners
        of a team hold; with `Rules.play_on` the number of players who finished later.
    reason
        Why the game is over; empty while it goes on.
    cards
        The cards: each player's hand, the draw pile, the discard pile, the card in effect (W-11a), and the
        cards that lie before each player (W-20).
    """

    rules: Rules
    dice: list[int]
    seats: tuple[int, ...]
    direction: int
    turn: int
    turns: int
    roll: tuple[int, ...]
    finished: tuple[int, ...]
    round: int
    points: tuple[int, ...]
    reason: str
    cards: Zones

    # ---- where the cards lie: a hand has the number of its player ------------------------------------------

    @classmethod
    def layouts(cls, rules: Rules, players: int) -> dict[str, Layout]:
        """Return the heaps; what lies open is open to all, a hand to its player, the pile to nobody."""
        return {"cards": _layout(rules, players)}

    @property
    def pile(self) -> int:
        """The heap of the draw pile."""
        return self.players

    @property
    def discard(self) -> int:
        """The heap of the discard pile."""
        return self.players + 1

    @property
    def played(self) -> int:
        """The heap of the card in effect (W-11a)."""
        return self.players + 2

    def before(self, player: int) -> int:
        """Return the heap of the cards that make a player miss turns (W-20)."""
        return self.players + 3 + player

    # ---- who sits where ------------------------------------------------------------------------------------

    def neighbour(self, player: int, steps: int) -> int:
        """Return who sits so many seats to the left of a player, or to the right if it is negative."""
        seats = self.seats
        return seats[(seats.index(player) + steps) % len(seats)]

    def side(self, player: int) -> tuple[int, ...]:
        """Return a player, and in a team game the partner, who sits opposite (W-30)."""
        return (player, (player + self.players // 2) % self.players) if self.rules.teams else (player,)

    def others(self, player: int) -> tuple[int, ...]:
        """Return whom a player may name: all others still in play (W-8, W-20a, W-30a)."""
        rules = self.rules
        if rules.teams and not rules.choose_partner:
            return _without(self.seats, self.side(player))
        return _without(self.seats, (player,))

    def not_named(self, player: int, other: int) -> str:
        """Return why a player cannot name another one at all; empty if that is possible."""
        if other == player:
            return "it must be another player (W-8, W-20a)"
        if other not in range(self.players):
            return f"there is no player {other}"
        if other not in self.seats:
            return f"player {other} has finished (W-27a)"
        return "" if other in self.others(player) else "the partner may not be named (W-30a)"

    # ---- the protocol --------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return how the game ended: who has the most points has won, several share it (W-32a).

        Nobody has won when the limit of turns came before the first point.
        """
        if not self.reason:
            return None
        most = max(self.points)
        winners = tuple(player for player, points in enumerate(self.points) if points == most > 0)
        return Outcome(self.reason, winners, self.points)

    def returns(self) -> tuple[float, ...]:
        """Return each player's share of the victory, 1 for both partners of the winning team.

        With `Rules.play_on` from 1 for the first down to 0 for the last, in equal steps.
        """
        end = self.outcome()
        if end is not None and self.rules.play_on:
            return tuple([points / (self.players - 1) for points in end.scores])
        partners = 2 if self.rules.teams else 1
        return tuple([partners * share for share in super().returns()])


@lru_cache(maxsize=64)
def _layout(rules: Rules, players: int) -> Layout:
    heaps = [(f"hand {player}", 1 << player) for player in range(players)]
    heaps += [("pile", 0), ("discard", ALL), ("played", ALL)]
    heaps += [(f"before {player}", ALL) for player in range(players)]
    return Layout(players, rules.cards.faces, tuple(heaps))


@lru_cache(maxsize=512)
def _without(seats: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat not in gone)
