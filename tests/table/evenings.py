"""Evenings of the printed game as the events of a table: set up, played with phones and without, and told."""

from __future__ import annotations

from random import Random
from typing import Any

from told_games import Evening

from solvers.players.registry import player
from toolkit.games.tobago.maps import PLAYERS
from workbench.table.printed import Printed
from workbench.table.seats import Seats

HEAD = {"kind": "printed", "game": "tobago", "sides": "", "deck": ""}


class Room:
    """A session with its seats and its log, as `Table` keeps them."""

    def __init__(
        self, events: list[dict[str, Any]] | None = None, head: dict[str, Any] | None = None
    ) -> None:
        self.seats = Seats()
        self.head = head or HEAD
        self.session = Printed(self.head, self.seats)
        self.events: list[dict[str, Any]] = []
        for event in events or []:
            self.add(event)

    def add(self, event: dict[str, Any]) -> int:
        """Keep an event."""
        self.events.append(event)
        seq = len(self.events) + 1
        self.seats.apply(seq, event)
        self.session.apply(seq, event)
        return seq

    def sit(self, seat: int, name: str) -> None:
        """Let a phone take a seat."""
        self.add({"sit": seat, "name": name, "hash": name})

    def do(self, seat: int, *lines: str, for_: str | None = None, text: str | None = None) -> int:
        """Let a seat do lines; errors as of `Printed.wish`."""
        return self.add({**self.session.wish(seat, list(lines), text, for_), "by": seat})

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat sees."""
        return self.session.view(seat)

    def table(self, seat: int | None = None) -> dict[str, Any]:
        """Return the table that a seat sees."""
        table: dict[str, Any] = self.view(seat)["table"]
        return table


def set_up(phones: int = 2, others: int = 1) -> Room:
    """Return a room in which a game has begun, with phones and players without one."""
    room = Room()
    for seat in range(phones):
        room.sit(seat, f"phone {seat}")
    room.do(0, "layout ABC+0")
    for seat in range(phones, phones + others):
        room.do(0, f"player {PLAYERS[seat]} Roger")
    room.do(0, "random")
    room.do(0, "begin")
    return room


class Told(Evening):
    """A game of the engine that is told to a room: by its own phone, or by seat 0 for who has none."""

    def __init__(self, room: Room, seed: int, bot: str = "random", knows: float = 0.7) -> None:
        game = room.session._playing
        chooser = player(bot)
        chooser.sit(0, Random(seed))
        count = game.state.players
        phones = [float(knows) if seat in room.seats.phones else 0.0 for seat in range(count)]

        def choose(state: Any) -> Any:
            return chooser.choose(state.observation(state.to_act()), state.legal_actions())

        self.room = room
        super().__init__(game.state.rules, count, choose, seed, phones)

    def tell(self, teller: int, line: str) -> None:
        """Tell a line to the room."""
        seat = teller if teller in self.room.seats.phones else 0
        self.room.do(seat, line, for_=PLAYERS[teller])
        self.printed = self.room.session._playing
