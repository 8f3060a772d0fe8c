"""`Position`: what one player sees before rolling the dice, and the files ``wazabi-position/1`` that hold it.

It knows the own hand, the discard pile and the numbers of everything else, so that odds can be told without
the course of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.observation import Observation
from toolkit.core.position import Beside, Count, Problem, RulesSection, Written, no_player, too_many
from toolkit.core.rules import given_keys, with_rules
from toolkit.games.wazabi.actions import MOST_PLAYERS
from toolkit.games.wazabi.cards import CARDS, DICE, NAMES, Deck
from toolkit.games.wazabi.rules import Rules
from toolkit.games.wazabi.state import WazabiState

MISS = "miss a turn"
"""The card that lies before a player until a turn was missed (W-20)."""

_START_HAND = 3  # W-2
_START_DICE = 4  # W-2
_FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written):
    """A position, as one player sees it before rolling the dice.

    Attributes
    ----------
    me
        That player; seats are numbered from 0, clockwise.
    dice
        How many dice each player has; a player without dice has finished (W-27).
    hand
        The names of the cards in that player's hand, in the order of the deck.
    hands
        How many cards each player has; 3 for the others if not said (W-2).
    discard
        The names of the cards in the discard pile, in the order of the deck.
    draw
        How many cards lie in the draw pile; all that lie nowhere else if not said.
    direction
        Which way play goes on; clockwise is to the left neighbour.
    misses
        How many "miss a turn" cards lie before each player (W-20).
    rules
        The rules that matter in the middle of a game; `dice` were each player's at the start.

    Examples
    --------
    >>> text = '{"format": "wazabi-position/1", "me": 0, "dice": [4, 3, 5], "hand": ["draw 3"]}'
    >>> position = Position.parse(text)
    >>> position.hands, position.draw, position.unseen["draw 3"]
    ((1, 3, 3), 29, 2)
    """

    form = "wazabi-position/1"
    written = MappingProxyType(
        {"rules": with_rules(Rules, without=["start_tie", "rounds"], unset=["dice"])(RulesSection)}
    )

    me: int
    dice: tuple[Count, ...]
    hand: tuple[str, ...]
    hands: tuple[Count, ...] = ()
    discard: tuple[str, ...] = ()
    draw: Count = 0
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    misses: tuple[Count, ...] = ()
    rules: Rules

    # ---- what files say, and what cannot be ----------------------------------------------------------------

    @classmethod
    def rules_of(cls, file: Any, beside: Beside) -> Rules:  # noqa: ARG003
        """Return the rules of a file; the dice at the start are as many as needed for those that are left."""
        needed = -(-sum(file.dice) // max(1, len(file.dice)))
        usual: dict[str, Any] = {"dice": max(_START_DICE, needed)}
        return Rules(**usual | given_keys(file.rules))

    @classmethod
    def values(cls, file: Any, beside: Beside) -> dict[str, Any]:
        """Return the fields of a position in a file, with those that it leaves out."""
        given = super(Position, cls).values(file, beside)
        dice, deck = file.dice, given["rules"].cards
        usual = [_START_HAND if left else 0 for left in dice]
        if 0 <= file.me < len(dice):
            usual[file.me] = len(file.hand)
        hands = given.setdefault("hands", tuple(usual))
        misses = given.setdefault("misses", (0,) * len(dice))
        for key in ("hand", "discard"):
            given[key] = _in_order(key, given.get(key, ()), deck)
        given.setdefault("draw", CARDS - sum(hands) - len(given["discard"]) - sum(misses))
        return given

    def problems(self) -> Iterator[Problem]:
        """Yield what no play can lead to; where something basic is wrong, nothing that builds on it."""
        for stage in (self._seats, self._dice, self._dealt, self._counts, self._cards):
            found = list(stage())
            yield from found
            if found:
                return

    def _seats(self) -> Iterator[Problem]:
        if not _FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            yield "dice", f"Wazabi is for 2 to 6 players, not {self.players}"
        elif problem := no_player(self.me, self.players):
            yield "me", problem

    def _dice(self) -> Iterator[Problem]:
        dice, players = self.dice, self.players
        if sum(dice) > (most := DICE // players * players):
            yield "dice", f"{sum(dice)} dice in all; {players} players have at most {most} (W-31)"
        if dice.count(0) > (players - 1 if self.rules.play_on else 1):
            yield "dice", "so many players cannot have finished (W-27)"

    def endings(self) -> Iterator[Problem]:
        """Yield why the game is over, or over for who asks."""
        if not self.my_dice:
            yield f"dice[{self.me}]", "without dice you have finished (W-1)"
        if sum(map(bool, self.dice)) < _FEWEST_PLAYERS:
            yield "dice", "nobody else has dice: the game is over (W-27)"
        if 0 in self.dice and not self.rules.play_on:
            problem = "a player without dice has won, unless rules.play_on (W-27)"
            yield f"dice[{self.dice.index(0)}]", problem

    def _dealt(self) -> Iterator[Problem]:
        try:
            self.rules.check_players(self.players)
        except ToolkitError as error:
            yield "rules", str(error)
        if sum(self.dice) > (dealt := self.players * self.rules.dice):
            began = f"{self.players} players began with {dealt}"
            yield "dice", f"{sum(self.dice)} dice in all; {began} (W-31)"

    def _counts(self) -> Iterator[Problem]:
        """Each player has a number; who plays on without the finished sees none of theirs (A7)."""
        for key, given in (("hands", self.hands), ("misses", self.misses)):
            if len(given) != self.players:
                yield key, f"{len(given)} numbers for {self.players} players"
            for seat, (number, left) in enumerate(zip(given, self.dice, strict=False)):
                if number and not left and self.rules.play_on:
                    yield f"{key}[{seat}]", f"{number}, but this player has finished (A7)"

    def _cards(self) -> Iterator[Problem]:
        """No card of the deck is anywhere else, and none lies there twice."""
        if (said := self.hands[self.me]) != len(self.hand):
            yield "hand", f"{len(self.hand)} cards, but hands[{self.me}] says {said}"
        where = {
            "hand": Counter(self.hand),
            "discard": Counter(self.discard),
            "misses": {MISS: sum(self.misses)},
        }
        copies = {card.name: card.copies for card in self.rules.cards.cards}
        yield from too_many(where, copies, repr, "the deck holds")
        elsewhere = sum(self.hands) + len(self.discard) + sum(self.misses)
        if elsewhere > CARDS:
            yield "hands", f"{elsewhere} cards in hands and discarded; there are {CARDS} (W-2)"
        elif self.draw + elsewhere != CARDS:
            here = f"{self.draw} here and {elsewhere} in hands, discarded or before players"
            named = f"there are {CARDS} (W-2): the discard pile is named card by card"
            yield "draw", f"{here} make {self.draw + elsewhere}; {named}"

    # ---- who sits where, and what is not seen --------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.dice)

    @property
    def my_dice(self) -> int:
        """How many dice the player has who asks."""
        return self.dice[self.me]

    @property
    def others(self) -> tuple[int, ...]:
        """The other players who still have dice, clockwise from the left neighbour."""
        seats = [(self.me + step) % self.players for step in range(1, self.players)]
        return tuple(seat for seat in seats if self.dice[seat])

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The left and the right neighbour of those who still have dice; with one other player that one."""
        return tuple(dict.fromkeys((self.others[0], self.others[-1])))

    @property
    def receivers(self) -> tuple[int, ...]:
        """The players to whom the own dice that show DIE may be given (W-8, W-29, W-30a)."""
        found = self.neighbours if self.rules.neighbours_only else self.others
        return tuple(seat for seat in found if self.rules.choose_partner or seat != self.partner)

    @property
    def targets(self) -> tuple[int, ...]:
        """The players whom a card may name (W-30a)."""
        return tuple(seat for seat in self.others if self.rules.choose_partner or seat != self.partner)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The others who are not the partner (W-14, W-30a)."""
        return tuple(seat for seat in self.others if seat != self.partner)

    @property
    def partner(self) -> int | None:
        """The other member of the team, who sits opposite (W-30a); None without teams."""
        return (self.me + self.players // 2) % self.players if self.rules.teams else None

    @property
    def unseen(self) -> Mapping[str, int]:
        """How many cards of each kind lie in the draw pile and in the hands of the others, in all."""
        seen = Counter([*self.hand, *self.discard]) + Counter({MISS: sum(self.misses)})
        return {card.name: card.copies - seen[card.name] for card in self.rules.cards.cards}


def _in_order(key: str, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """Return cards in the order of the deck; `PositionError` for one that it does not hold."""
    known = deck.names
    for number, name in enumerate(names):
        if name not in known:
            hint = did_you_mean(name, known, "cards")
            problem = f"no card {quote(name)} in the deck {deck.title!r}{hint}"
            raise PositionError("", f"{key}[{number}]", problem)
    return tuple(sorted(names, key=known.index))


def position_of(seen: Observation[WazabiState]) -> Position:
    """Return what a seat sees as a position: as if it were its turn, while somebody is to roll (W-6).

    `ToolkitError` at any other moment, for a spectator, and for the observation of another game.
    """
    if seen.game != "wazabi" or seen.player is None:
        raise ToolkitError("a position of Wazabi is what a player of it sees")
    if seen.decision_kind() != "roll":
        raise ToolkitError("a position of Wazabi is taken before somebody rolls (W-6)")
    cards, players = seen[WazabiState.cards], range(seen.players)
    return Position(
        me=seen.player,
        dice=seen[WazabiState.dice],
        hand=tuple([NAMES[face] for face in cards.zone(f"hand {seen.player}")]),
        hands=tuple([len(cards.zone(f"hand {player}")) for player in players]),
        discard=tuple([NAMES[face] for face in cards.zone("discard")]),
        draw=len(cards.zone("pile")),
        direction="clockwise" if seen[WazabiState.direction] > 0 else "anticlockwise",
        misses=tuple([len(cards.zone(f"before {player}")) for player in players]),
        rules=seen.rules,
    )
