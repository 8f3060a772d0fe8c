"""`GAME`: Wazabi in the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from toolkit.core.decision import CHANCE, Action
from toolkit.core.errors import quote
from toolkit.core.game import Game, register
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import Event
from toolkit.core.position import deal
from toolkit.games.wazabi.actions import ACTIONS, MOST_PLAYERS, NO_CARD, REVEALS, Roll, RoundWon
from toolkit.games.wazabi.cards import DICE, FACES, NAMES, SIDES
from toolkit.games.wazabi.play import CLOCKWISE, DECISIONS, next_turn, open_round
from toolkit.games.wazabi.position import MISS, Position
from toolkit.games.wazabi.rules import Rules as WazabiRules
from toolkit.games.wazabi.state import WazabiState

_EDITIONS = MappingProxyType(
    {
        "rulebook": WazabiRules(),
        "first": WazabiRules(deck="first"),
        "neighbours": WazabiRules(neighbours_only=True),
        "teams": WazabiRules(teams=True),
        "short": WazabiRules(dice=2),
        "play-on": WazabiRules(play_on=True),
        "first-play-on": WazabiRules(deck="first", play_on=True),
        "tournament": WazabiRules(rounds=3),
        "team-tournament": WazabiRules(teams=True, rounds=3),
    }
)


class Wazabi(Game[WazabiRules, WazabiState]):
    """Wazabi, for 2 to 6 players: get rid of all your dice."""

    name = "wazabi"
    title = "Wazabi"
    players = range(2, MOST_PLAYERS + 1)
    Rules = WazabiRules
    state_type = WazabiState
    decisions = DECISIONS
    actions = ACTIONS
    reveals = REVEALS
    understood = (NO_CARD,)
    position = Position
    told_by = "toolkit.games.wazabi.telling:WazabiTeller"
    drawn_by = "toolkit.games.wazabi.picture:draw_table"

    def start(self, players: int, rules: WazabiRules) -> WazabiState:
        """Return the game before the cards are dealt (W-2).

        `ToolkitError` for rules that are not for so many players (W-29 to W-31).
        """
        rules.check_players(players)
        state = WazabiState.begin(rules, players)
        state.round, state.points, state.reason = 1, (0,) * players, ""
        open_round(state)
        return state

    def go_on(self, state: WazabiState) -> None:
        """End a turn of which nothing is open any more."""
        if not state.reason:
            next_turn(state)

    def components(self, rules: WazabiRules) -> Mapping[str, Any]:
        """Return the deck and the die."""
        return {
            "deck": rules.cards.to_dict(),
            "dice": {"dice": DICE, "faces": dict(zip(FACES, SIDES, strict=True))},
        }

    def parse_line(self, text: str, state: WazabiState) -> tuple[Action, ...]:
        """Return the actions of a line, with commas between them, such as ``play swap dice, choose 2``."""
        return tuple(self.parse(part, state.players, state.rules) for part in text.split(","))

    def begins_line(self, event: Event, run: Sequence[Event], following: Event | None) -> bool:
        """Tell whether an event belongs to another line than those before it.

        A roll, its draws and gifts and the card are one line of the player whose turn it is, known from the
        first choice in it. The deal, the rolls for the start, and a turn in which nobody has chosen yet are
        of chance.
        """
        if _rolls(event):  # a roll that is followed by another one was for the start
            return not _rolls(run[-1]) or following is None or not _rolls(following)
        if event.actor != CHANCE:
            return any(other.actor not in (CHANCE, event.actor) for other in run)
        return isinstance(run[-1].action, RoundWon)

    def card(self, kind: str, face: int, rules: WazabiRules) -> str:  # noqa: ARG002
        """Return what records call a card."""
        return NAMES[face]

    def complete(self, position: Position, random: Random) -> WazabiState:
        """Return a game in a position, when it is the turn of who asks (or that turn is missed, W-20).

        The unseen cards are dealt uniformly, and nobody knows a card of another's hand. It is not known in
        which order players have finished: they count as if in the order of their seats. The turn limit
        counts from here. `PositionError` for a position that no play can lead to.
        """
        position.check()
        state = _laid(position, random)
        state.turn = state.neighbour(position.me, -state.direction)  # W-20a: the turn after this one
        next_turn(state)
        return state

    def lay_out(self, position: Position, random: Random) -> WazabiState:
        """Return the table of a position as `complete` does, or with nothing open at the end of who asks."""
        position.check(over=True)
        if not any(position.endings()):
            return self.complete(position, random)
        state = _laid(position, random)
        state.turn = position.me
        if not position.rules.play_on:
            state.reason = f"player {position.dice.index(0)} has no dice left (W-27)"
        elif len(state.seats) == 1:
            state.reason = "one player is left (W-27)"
        return state

    def faults(self, state: WazabiState) -> Iterator[str]:
        """Return what is wrong with the dice of a state, who is still in play, and whose turn it is."""
        dealt = state.players * state.rules.dice
        if not 0 < sum(state.dice) <= dealt:
            yield f"{sum(state.dice)} dice are in play; {dealt} were dealt (W-31)"
        for player, dice in enumerate(state.dice):
            if dice < 0 or (dice == 0 and player in state.seats and state.stack):
                yield f"player {player} is in play with {dice} dice (W-27)"
        if state.turn not in range(state.players):
            yield f"turn: {quote(state.turn)}, and nobody sits there"

    @property
    def editions(self) -> Mapping[str, WazabiRules]:
        """The editions and variants that the rulebook offers; the rulebook's plain game comes first."""
        return _EDITIONS


def _laid(position: Position, random: Random) -> WazabiState:
    """Return the table of a position with nothing open; whose turn it is, is not set."""
    players = position.players
    state = WazabiState.begin(position.rules, players)
    state.dice, state.round = list(position.dice), 1
    state.direction = CLOCKWISE if position.direction == "clockwise" else -CLOCKWISE
    state.seats = tuple(seat for seat, dice in enumerate(position.dice) if dice)
    state.finished = tuple(seat for seat, dice in enumerate(position.dice) if not dice)
    later = {seat: players - place for place, seat in enumerate(state.finished, 1)}
    state.points = tuple(later.get(seat, 0) for seat in range(players))  # W-27a
    state.turns, state.roll, state.reason = 0, (), ""
    layout = state.layouts(position.rules, players)["cards"]
    state.cards = deal(layout, _lies(position), random, position.me)
    return state


def _lies(position: Position) -> dict[str, list[int]]:
    hands = {f"hand {seat}": [HIDDEN] * size for seat, size in enumerate(position.hands)}
    before = {f"before {seat}": _faces([MISS] * misses) for seat, misses in enumerate(position.misses)}
    mine = {f"hand {position.me}": _faces(position.hand), "discard": _faces(position.discard)}
    return {**hands, **before, **mine, "pile": [HIDDEN] * position.draw}


def _faces(names: Iterable[str]) -> list[int]:
    return [NAMES.index(name) for name in names]


def _rolls(event: Event) -> bool:
    return isinstance(event.action, Roll)


GAME = Wazabi()
"""The game, with its editions and rules."""
register(GAME)
