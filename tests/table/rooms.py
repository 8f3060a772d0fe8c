"""What tests of tables share: a table that is served, a phone without a browser, and games to sit down to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from pickle import dumps, loads
from random import Random
from typing import Any, Self

from served import Answer, Guest, Served
from told_games import Evening

from solvers.players.registry import player
from toolkit.core.game import find_game
from toolkit.core.state import State
from toolkit.games.tobago.maps import PLAYERS
from workbench.table import serve
from workbench.table.opening import Wanted, WantedPrinted, open_table, session_of
from workbench.table.seats import Seats

PATIENCE = 10.0
_IDS = count()


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Return what comes of some work, in a thread: Playwright leaves a loop that runs in the one of tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Phone(Guest):
    """Asks a table as a page does."""

    def state(self) -> dict[str, Any]:
        return self.ask("state").json

    def sit(self, seat: int, name: str, wish: str | None = None) -> Answer:
        """Take a seat; the same wish again is the page that heard no answer."""
        return self.ask("seat", body={"id": wish or f"{next(_IDS):016}", "seat": seat, "name": name})

    def answer(self, seat: int, name: str, *, yes: bool = True) -> Answer:
        """Say whether somebody may sit down."""
        return self.ask("answer", body={"seat": seat, "name": name, "yes": yes})

    def do(self, do: Any, expect: int | None = None, **more: Any) -> Answer:
        """Do something, at the state as it is now unless it is said."""
        seen = self.state()["seq"] if expect is None else expect
        return self.ask("do", body={"id": str(next(_IDS)), "expect": seen, "do": do} | more)

    @contextmanager
    def stream(self, *, packed: bool = False, **headers: str) -> Iterator[Iterator[tuple[str, Any]]]:
        """Listen to a connection of its own: yields what gives each event, its id and its data."""
        import zlib

        connection = HTTPConnection(self.host, timeout=PATIENCE)
        own = {"Cookie": self.cookie} | ({"Accept-Encoding": "gzip"} if packed else {})
        asked = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", f"{self.base}events", headers=own | asked)
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        assert (answer.getheader("content-encoding") == "gzip") == packed
        unpack = zlib.decompressobj(31) if packed else None

        def events() -> Iterator[tuple[str, Any]]:
            text = b""
            while part := answer.read1(1 << 20):
                text += unpack.decompress(part) if unpack else part
                *whole, text = text.split(b"\n\n")
                for event in whole:
                    fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if line[:1] != b":")
                    if b"data" in fields:
                        yield fields[b"id"].decode(), json.loads(fields[b"data"])

        try:
            yield events()
        finally:
            connection.close()


class Room(Served):
    """A table that is served by a thread of this process, until it is closed."""

    def __init__(self, path: Path, wanted: Wanted | WantedPrinted, **options: Any) -> None:
        self._sat: dict[int, Phone] = {}

        def make() -> serve.Serving:
            self.table = open_table(path, wanted.begin, lambda head: wanted.check(head, path))
            return serve.Serving(self.table, **options)

        super().__init__(make)

    def phone(self, seat: int | None = None) -> Phone:
        """A phone, which takes a seat if that is said; the others let it in."""
        phone = Phone(self.url)
        if seat is not None:
            name = "ABCDEF"[seat]
            for ask in phone.sit(seat, name).json["asks"]:
                for door in ask["wait"]:
                    self._sat[door].answer(seat, name)
            assert phone.state()["you"] == seat
            self._sat[seat] = phone
        return phone


Rooms = Callable[..., Room]
"""The type of the fixture `room`."""


def wanted(game: str = "wazabi", seats: str = "me,me", seed: int | str = 1, **rules: Any) -> Wanted:
    """A game that is to be dealt."""
    found = find_game(game)
    return Wanted(found, seats.split(","), found.Rules(**rules) if rules else None, seed)


class Log:
    """A game with its seats and its log, as `Table` keeps them, without a store."""

    def __init__(
        self, head: dict[str, Any], events: Sequence[dict[str, Any]] = (), folder: Path = Path("nowhere")
    ) -> None:
        self.head, self.seats = head, Seats()
        self.game: Any = session_of(folder, head, self.seats)
        self.events: list[dict[str, Any]] = []
        for event in events:
            self.add(event)

    def add(self, event: dict[str, Any]) -> int:
        """Keep an event, and return its number."""
        event = json.loads(json.dumps(event))
        self.events.append(event)
        seq = len(self.events) + 1
        self.seats.apply(seq, event)
        self.game.apply(seq, event)
        return seq

    def sit(self, *seats: int) -> Self:
        """Let phones take seats."""
        for seat in seats:
            self.add(self.seats.sitting(seat, f"player {seat}", f"secret {seat}"))
        return self

    def do(self, seat: int, *lines: str, for_: str | None = None, text: str | None = None) -> int:
        """Let a seat do lines; errors as of `Session.wish`."""
        return self.add({**self.game.wish(seat, lines, text, for_), "by": seat})

    def again(self, more: Sequence[dict[str, Any]] = ()) -> Log:
        """The same from the log alone, with some more events."""
        return Log(self.head, [*self.events, *more])

    def table(self, seat: int | None = None) -> dict[str, Any]:
        """The table that a seat sees."""
        return self.game.view(seat)["table"]

    def reckoned(self, seat: int | None, what: str, speech: Any = "en") -> dict[str, Any]:
        """What a page is told once it is reckoned, which needs nothing but what another process is sent."""
        found = self.game.fetch(seat, what, {}, speech)
        return found.told(loads(dumps(loads(dumps(found.work))())))

    # ---- games that are dealt ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.game._state

    @property
    def acts(self) -> int:
        return self.state.to_act()

    def legal(self) -> list[str]:
        return [str(action) for action in self.state.legal_actions()]

    def play(self, random: Random, steps: int = 100_000) -> Log:
        """Play on at random, as far as the game goes."""
        while steps and self.game.phase == "play":
            self.do(self.acts, random.choice(self.legal()))
            steps -= 1
        return self


def begun(game: str, players: int = 2, seed: int | str = 1) -> Log:
    return Log(wanted(game, ",".join(["me"] * players), seed).begin()).sit(*range(players))


# ---- the printed game --------------------------------------------------------------------------------------

HEAD = {"kind": "printed", "game": "tobago", "sides": "", "deck": ""}


def set_up(phones: int = 2, others: int = 1) -> Log:
    """A printed game that has begun, with phones and players without one."""
    room = Log(HEAD).sit(*range(phones))
    for line in ("layout ABC+0", *(f"player {PLAYERS[phones + seat]} Roger" for seat in range(others))):
        room.do(0, line)
    room.game._random.seed(1)  # else each run is another game, and not all offer the same
    room.do(0, "random")
    room.do(0, "begin")
    return room


class Told(Evening):
    """A game of the engine that is told to a table: by its own phone, or by seat 0 for who has none."""

    def __init__(self, room: Log, seed: int, bot: str = "random", knows: float = 0.7) -> None:
        game = room.game._playing
        chooser = player(bot)
        chooser.sit(0, Random(seed))
        count = game.state.players
        phones = [float(knows) if seat in room.seats.phones else 0.0 for seat in range(count)]

        def choose(state: Any) -> Any:
            return chooser.choose(state.observation(state.to_act()), state.legal_actions())

        self.room = room
        super().__init__(game.state.rules, count, choose, seed, phones)

    def tell(self, teller: int, line: str) -> None:
        self.room.do(teller if teller in self.room.seats.phones else 0, line, for_=PLAYERS[teller])
        self.printed = self.room.game._playing
