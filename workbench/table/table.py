"""`Table`: one event log, who sits where and the game; all that changes it goes through here.

Between the check of a wish and its event on the disk nothing else runs: of two phones that act at once one is
first, and the other is told so. What cannot be applied is not kept, so that the file opens again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.core.telling.language import find_language
from workbench.table.seats import Seats, secret_of
from workbench.table.session import Forbidden, Refused, Session, Speech
from workbench.table.store import Store, StoreError
from workbench.table.words import say, spoken

Opened = Callable[[Mapping[str, Any], Seats], Session]
"""Makes the session of a first event, at seats."""


class Stale(ToolkitError):  # noqa: N818
    """Somebody else was faster: the table is not as the phone saw it."""


class Taken(ToolkitError):  # noqa: N818
    """Somebody sits there already."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is served: its address, whether other machines reach it, whether it is only watched."""

    url: str = ""
    lan: bool = False
    read_only: bool = False


class Table:
    """A table with its store; `session` makes the game of the first event, and of who sits where.

    `StoreError` when the log does not hold a table of this version.
    """

    def __init__(self, store: Store, session: Opened) -> None:
        self.seats = Seats()
        self.place = Place()
        self.closing = False
        self.aside: Path | None = None  # the file as it was, if it held more than is opened
        self._store = store
        self.changes = 0  # that streams tell: events, and what else a view says
        self.unlogged = -1  # the number of the event after which something else changed last
        self.trouble = ""  # why a bot does not act
        self._done: dict[tuple[int, str], int] = {}  # what each seat has sent, by the page's own name for it
        self._woken = asyncio.Event()
        self._views: dict[tuple[int | None, Speech], dict[str, Any]] = {}
        events = store.events()
        if not events:
            raise StoreError(f"{printable(str(store.path))}: no table has begun here")
        self.seq = 0
        try:
            for seq, event in events:
                if seq == 1:
                    self.token, self.session = str(event["token"]), session(event, self.seats)
                else:
                    self.seats.apply(seq, event)
                    self.session.apply(seq, event)
                self._applied(seq, event)
        except Exception as error:  # a file can hold anything
            why = quote(str(error), 200) if isinstance(error, ToolkitError) else type(error).__name__
            raise store.unreadable(self.seq + 1, f"event {self.seq + 1} cannot be read ({why})") from None

    # ---- what changes it ----------------------------------------------------------------------------------

    def do(
        self,
        seat: int | None,
        name: str,
        expect: int,
        do: Sequence[str],
        text: str | None = None,
        for_: str | None = None,
    ) -> int:
        """Do some lines of a seat as one event and return its number.

        `name` is the page's own for this wish: sent again, it is answered as it was and done once.

        Raises
        ------
        Stale
            The table is not as the phone saw it, at the event `expect`.
        Refused, Forbidden
            The rules or the table forbid it.
        StoreError
            It could not be kept, and nothing has changed.
        """
        if self.place.read_only:
            raise Forbidden("this table is only watched: nothing can be done")
        if seat is None:
            raise Forbidden("take a seat first")
        if done := self._done.get((seat, name)):
            return done
        if expect != self.seq:
            raise Stale("the table has changed since: look again")
        return self._add({**self._event(seat, do, text, for_), "by": seat, "id": name})

    def _event(self, seat: int, do: Sequence[str], text: str | None, for_: str | None) -> dict[str, Any]:
        match do[0].split() if len(do) == 1 else []:
            case ["free", number] if number.isascii() and number.isdecimal() and len(number) < 3:
                return self.seats.freeing(seat, int(number))
        return self.session.wish(seat, do, text, for_)

    def act(self, seat: int, do: Sequence[str]) -> int:
        """Do what a bot decided, and return the number of the event; errors as of `do`."""
        return self._add({**self.session.wish(seat, do, None, None), "by": seat})

    def advise(self, *, on: bool) -> None:
        """Let the table give advice or none, as who opens it wants; `StoreError` as in `do`."""
        if self.session.advises != on:
            self._add({"advice": on})

    def attempt(
        self, seat: int | None, expect: int, do: Sequence[str], speech: Speech = "en"
    ) -> dict[str, Any]:
        """Return what some lines of a seat would lead to; nothing is kept. Errors as of `do`."""
        if seat is None:
            raise Forbidden("take a seat first")
        if expect != self.seq:
            raise Stale("the table has changed since: look again")
        return self.session.attempt(seat, do, speech)

    def sit(self, seat: int, name: str, wish: str, secret: str | None) -> str:
        """Let a phone take a seat, and return its secret there; it may have sent one of an earlier seat.

        Once the game has begun it asks, and sits there with that secret when it is let in (`answer`).
        `wish` is the page's own random name for this: sent again, it is answered as it was, for the answer
        may have been lost, and the secret with it.

        `Taken` when somebody sits there; `Refused` for a name, a seat that is not there or a bot's, for a
        phone that sits elsewhere, and as in `Seats.opens`; `Forbidden` where a table is only watched;
        `StoreError` as in `do`.
        """
        if self.place.read_only:
            raise Forbidden("this table is only watched: there are no seats to take")
        given = secret_of(seat, wish)
        if seat in (self.seats.seat_of(given), self.seats.asked_by(given)):
            return given
        if self.seats.seat_of(secret) is not None:
            raise Refused("this phone has another seat: leave it first")
        chairs = self.session.chairs()
        if seat not in chairs:
            raise Refused(f"there is no seat {seat}: the seats are {', '.join(map(str, chairs))}")
        if bot := chairs[seat].bot:
            raise Taken(f"{bot} plays there")
        if seat in self.seats.phones:
            raise Taken(f"{self.seats.phones[seat].name} sits there")
        asked = self.seats.asked_by(secret)
        event = self.seats.sitting(seat, name, given, asked)
        phase = self.session.phase
        unasked = phase == "setup" or self.seats.opens(seat, secret, over=phase == "over")
        if not unasked and seat in self.seats.asks and seat != asked:
            raise Taken(f"{self.seats.asks[seat].name} asks for this seat already")
        if asked is not None:
            self._withdraw(asked)
        if unasked:
            self._add(event)
        else:
            self.seats.ask(event, secret)
            self._unlogged()
        return given

    def answer(self, by: int | None, seat: int, name: str, *, yes: bool) -> None:
        """Let a seat say whether who asks for another one by that name may sit down there.

        `Refused` and `Forbidden` as in `Seats.answer`, `StoreError` as in `do`.
        """
        if by is None or self.place.read_only:
            raise Forbidden("take a seat first")
        self.seats.answer(by, seat, name, yes=yes)
        self._unlogged()
        self._admit()

    def leave(self, secret: str | None) -> None:
        """Let a phone leave its seat, or ask for one no more.

        `Forbidden` for one that does neither, `StoreError` as in `do`.
        """
        if (asked := self.seats.asked_by(secret)) is not None:
            self._withdraw(asked)
        elif (seat := self.seats.seat_of(secret)) is not None and not self.place.read_only:
            self._add(self.seats.leaving(seat))
        else:
            raise Forbidden("there is no seat to leave")

    def _withdraw(self, asked: int) -> None:
        del self.seats.asks[asked]
        self._unlogged()

    def tell(self, trouble: str) -> None:
        """Say why a bot does not act, until it does."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._unlogged()

    def _unlogged(self) -> None:
        """Tell streams of a change that is no event."""
        self.unlogged = self.seq
        self._views.clear()
        self._wake()

    def _add(self, event: dict[str, Any]) -> int:
        """Apply an event to copies, keep it, and let the copies be the table."""
        if event.get("do") == []:
            raise Refused("nothing is left to do")
        seats = self.seats.clone()
        session = self.session.clone(seats)
        seats.apply(self.seq + 1, event)
        session.apply(self.seq + 1, event)
        seq = self._store.add(event)
        self.seats, self.session = seats, session
        self._applied(seq, event)
        self._wake()
        with suppress(StoreError):  # what was done is done: who waits is seated with the next event
            self._admit()
        return seq

    def _admit(self) -> None:
        """Seat who waits for nobody any more: all who were asked have said yes, or have left."""
        for seat in self.seats.in_vain(over=self.session.phase == "over"):
            self._withdraw(seat)
        if event := self.seats.admitted():
            self._add(event)

    def _applied(self, seq: int, event: Mapping[str, Any]) -> None:
        if self.session.phase == "setup":  # there is no hand yet that somebody could have left
            self.seats.left.clear()
            self.seats.gone.clear()
        self.seq = seq
        self._views.clear()
        if "id" in event:
            self._done[event["by"], event["id"]] = seq

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, seat: int | None, speech: Speech = "en") -> dict[str, Any]:
        """Return the view of a seat, or of a spectator, which is made once for each event and speech."""
        if (seat, speech) not in self._views:
            self._views[seat, speech] = self._viewed(seat, speech)
        return self._views[seat, speech]

    def _viewed(self, seat: int | None, speech: Speech) -> dict[str, Any]:
        game, language = self.session, find_language(spoken(speech))
        return {
            "seq": self.seq,
            "kind": game.kind,
            "game": game.game,
            "title": game.title,
            "phase": game.phase,
            "advice": game.advises,
            "you": seat,
            "host": seat is not None and seat == self.seats.host,
            "frees": [] if seat is None else self.seats.freed_by(seat),
            **asdict(self.place),
            "seats": [
                {
                    "seat": number,
                    "name": phone.name if (phone := self.seats.phones.get(number)) else chair.name,
                    "colour": chair.colour,
                    "phone": phone is not None,
                    "bot": chair.bot and language.bot(chair.bot),
                    **({"writes": True} if chair.writes else {}),
                }
                for number, chair in game.chairs().items()
            ],
            "asks": [
                {"seat": number, "name": self.seats.asks[number].name, "wait": wait}
                for number, wait in self.seats.waits().items()
            ],
            "note": "\n".join(filter(None, (game.note(speech), say(self.trouble, language.code)))),
            **game.view(seat, speech),
        }

    # ---- who waits ----------------------------------------------------------------------------------------

    def _wake(self) -> None:
        self.changes += 1
        woken, self._woken = self._woken, asyncio.Event()
        woken.set()

    async def changed(self, seconds: float) -> bool:
        """Wait for a change, but no more seconds than that; return whether there was one."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """End the streams, and let no bot begin to think."""
        self.closing = True
        self._wake()

    def end(self) -> None:
        """Close the file: nothing can be done any more."""
        self._store.close()
