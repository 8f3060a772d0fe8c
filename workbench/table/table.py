"""`Table`: one event log, who sits where and the game; all that changes it goes through here.

Between the check of a wish and its event on the disk nothing else runs: of two phones that act at once one is
first, and the other is told so.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError, printable, quote
from workbench.table.seats import Seats, secret_of
from workbench.table.session import Forbidden, Refused
from workbench.table.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from workbench.table.session import Session
    from workbench.table.store import Store

    Opened = Callable[[Mapping[str, Any], Seats], Session]


class Stale(ToolkitError):  # noqa: N818
    """Somebody else was faster: the table is not as the phone saw it."""


class Taken(ToolkitError):  # noqa: N818
    """Somebody sits there already."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is served: its address, whether the network reaches it, whether it is only watched."""

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
        self._store = store
        self.changes = 0  # that streams tell: events, and what else a view says
        self.trouble = ""  # why a bot does not act
        self._done: dict[tuple[int, str], int] = {}  # what each seat has sent, by the page's own name for it
        self._woken = asyncio.Event()
        self._views: dict[int | None, dict[str, Any]] = {}
        events = store.events()
        try:
            self.seq, head = next(events)
            self.token = str(head["token"])
            self.session = session(head, self.seats)
            for seq, event in events:
                self._apply(seq, event)
        except StopIteration:
            raise StoreError(f"{printable(str(store.path))}: no table has begun here") from None
        except (LookupError, TypeError, ToolkitError) as error:
            if isinstance(error, StoreError):
                raise
            problem = f"event {self.seq + 1} cannot be read ({quote(str(error), 200)})"
            raise StoreError(f"{printable(str(store.path))}: {problem}") from None

    seq = 0

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

    def attempt(self, seat: int | None, expect: int, do: Sequence[str]) -> dict[str, Any]:
        """Return what some lines of a seat would lead to; nothing is kept. Errors as of `do`."""
        if seat is None:
            raise Forbidden("take a seat first")
        if expect != self.seq:
            raise Stale("the table has changed since: look again")
        return self.session.attempt(seat, do)

    def sit(self, seat: int, name: str, wish: str, secret: str | None) -> str:
        """Let a phone take a seat, and return its secret there; it may have sent one of an earlier seat.

        `wish` is the page's own random name for this: sent again, it is answered as it was, for the answer
        may have been lost, and the secret with it.

        `Taken` when somebody sits there; `Refused` for a name, a seat that is not there or a bot's, and for a
        phone that sits elsewhere; `Forbidden` where a table is only watched; `StoreError` as in `do`.
        """
        if self.place.read_only:
            raise Forbidden("this table is only watched: there are no seats to take")
        given = secret_of(seat, wish)
        if self.seats.seat_of(given) == seat:
            return given
        if (own := self.seats.seat_of(secret)) is not None:
            raise Refused(f"this phone sits on seat {own}: leave it first")
        chairs = self.session.chairs()
        if seat not in chairs:
            raise Refused(f"there is no seat {seat}: the seats are {', '.join(map(str, chairs))}")
        if bot := chairs[seat].bot:
            raise Taken(f"{bot} plays there")
        if seat in self.seats.phones:
            raise Taken(f"{self.seats.phones[seat].name} sits there")
        self._add(self.seats.sitting(seat, name, given))
        return given

    def leave(self, seat: int | None) -> None:
        """Let a phone leave its seat; `Forbidden` for one that has none, `StoreError` as in `do`."""
        if seat is None or self.place.read_only:
            raise Forbidden("there is no seat to leave")
        self._add(self.seats.leaving(seat))

    def tell(self, trouble: str) -> None:
        """Say why a bot does not act, until it does."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._views.clear()
            self._wake()

    def _add(self, event: dict[str, Any]) -> int:
        seq = self._store.add(event)
        self._apply(seq, event)
        self._wake()
        return seq

    def _apply(self, seq: int, event: Mapping[str, Any]) -> None:
        self.seats.apply(seq, event)
        self.session.apply(seq, event)
        self.seq = seq
        self._views.clear()
        if "id" in event:
            self._done[event["by"], event["id"]] = seq

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the view of a seat, or of a spectator, which is drawn once for each event."""
        if seat not in self._views:
            self._views[seat] = self._viewed(seat)
        return self._views[seat]

    def _viewed(self, seat: int | None) -> dict[str, Any]:
        game = self.session
        return {
            "seq": self.seq,
            "kind": game.kind,
            "game": game.game,
            "title": game.title,
            "phase": game.phase,
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
                    "bot": chair.bot,
                }
                for number, chair in game.chairs().items()
            ],
            "note": "\n".join(filter(None, (game.note, self.trouble))),
            **game.view(seat),
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
