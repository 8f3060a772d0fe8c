"""What is asked of every request before anything else: for whom it is meant, whence it comes, how much it is.

What is served is for the people in a room, not for the internet. Its address is a secret of 128 bits; beyond
that, a page of another site must neither read it nor act at it, and nobody may drown the server.

uvicorn limits how long a line may be idle between requests, and nothing else: who sends half a request, or
never reads, would be waited for for ever, and a few hundred of those are all the files that a process may
open. So each `Line` is given a time, and when there are too many the one goes that is missed least.
"""

from __future__ import annotations

import json
import sys
from asyncio import BaseTransport
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from time import monotonic
from typing import Any, ClassVar, NamedTuple, cast

import h11
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from puzzles.words import LANGUAGES
from toolkit.core.errors import ToolkitError
from workbench.serving.words import say
from workbench.web.bundle import SERVED

COOKIE = "seat"
"""The cookie with the secret of a seat."""

LARGEST_BODY = 64 * 1024

HEADERS = {
    "content-security-policy": f"{SERVED}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers of every answer: nothing inline, nothing from elsewhere, in no frame, and no address told on."""


def language_of(connection: HTTPConnection) -> str:
    """Return the language that was asked for, or chosen before, or that the browser's owner reads."""
    accepted = connection.headers.get("accept-language", "").split(",")
    reads = [part.partition(";")[0].strip()[:2] for part in accepted]
    wanted = [connection.query_params.get("lang"), connection.cookies.get("lang"), *reads]
    return next((lang for lang in wanted if lang in LANGUAGES), LANGUAGES[0])


class Rate(NamedTuple):
    """How many requests a guest may make: at once, and a second in the long run."""

    burst: float
    second: float


READS, WRITES = Rate(4000, 100), Rate(120, 40)
"""A hundred phones may be one address, and each asks for forty files when it comes; each seat has its own."""

MOST = 500
"""How many lines there may be: a hundred phones, of which each opens a few."""

OF_SEAT, OF_ADDRESS = 8, 128
"""How many streams a seat may have, and those without a seat at one address, which many phones may share."""

PATIENCE = 10.0
"""Seconds in which a request must have come, from when its line was opened, or from its first byte."""

UNREAD = 30.0
"""Seconds after which somebody who reads nothing of an answer is given up."""

_MOST_GUESTS = 10_000


class Buckets:
    """How many requests each guest made of late: a bucket for each seat, and each address of others."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: dict[int | str, tuple[float, float]] = {}

    def take(self, guest: int | str) -> bool:
        """Take one for a guest; False when it has none left."""
        now = self._clock()
        left, then = self._left.pop(guest, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - then) * self._rate.second)
        self._left[guest] = (max(left - 1, 0) if left >= 1 else left, now)  # the one that came last is last
        if len(self._left) > _MOST_GUESTS:
            del self._left[next(iter(self._left))]
        return left >= 1


class Guard:
    """An application behind the checks; `hosts` are the names by which the server may be called.

    They are what browsers send as ``Host``, in small letters, each with the origin of its pages.
    `seat_of` tells whose a secret is. What a request's line is to know of it stands in its `state`.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Mapping[str, str],
        seat_of: Callable[[str | None], int | None],
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._seat_of = seat_of
        self._reads, self._writes = Buckets(READS), Buckets(WRITES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with a sentence."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nobody here speaks WebSocket: the server closes it
        seat = self._seat_of(HTTPConnection(scope).cookies.get(COOKIE))
        scope["state"]["seat"] = seat
        if problem := self._problem(scope, (scope["client"] or ("",))[0] if seat is None else seat):
            status, sentence = problem
            await _refuse(send, status, say(sentence, language_of(HTTPConnection(scope))))
            return
        body = Body(receive)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, body.receive, guarded)

    def _problem(self, scope: Scope, guest: int | str) -> tuple[int, str] | None:
        """Return why a request is refused, with its status; None if it is not."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        origin = self._hosts.get(headers.get("host", "").lower())
        if origin is None:
            return 421, "this server does not answer to that name: open the address that it printed"
        writes = scope["method"] not in ("GET", "HEAD")
        if not (self._writes if writes else self._reads).take(guest):
            return 429, "too many requests: wait a moment"
        if writes and headers.get("origin", origin).lower() != origin:
            return 403, "a page of another origin cannot act here"
        if writes and headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "a page of another site cannot act here"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal() and len(length) < 10 and int(length) <= LARGEST_BODY):
            return 413, str(TooLarge())
        return None


class TooLarge(ToolkitError):  # noqa: N818
    """More was sent than anybody needs."""

    def __init__(self) -> None:
        super().__init__(f"more than {LARGEST_BODY // 1024} KiB were sent")


class Body:
    """Counts what is received of a body, whatever was said of its length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def receive(self) -> Message:
        """Return the next part; `TooLarge` when there is too much."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > LARGEST_BODY:
            raise TooLarge
        return message


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def _refuse(send: Send, status: int, problem: str) -> None:
    body = json.dumps({"error": problem}).encode()
    kind = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    start = {
        "type": "http.response.start",
        "status": status,
        "headers": [*kind, (b"connection", b"close"), *_HEADERS],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})


# ---- lines -------------------------------------------------------------------------------------------------


class Line(H11Protocol):
    """A line; `most` of them there may be in this process."""

    most: ClassVar[int] = MOST

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to wait for a request; somebody else has to go if there is no room."""
        lines = cast("Collection[Line]", self.connections)
        while len(lines) >= self.most:
            _least(lines).end()
        super().connection_made(transport)  # type: ignore[arg-type]
        self.since = self.loop.time()
        self._begun: float | None = self.since
        self._stuck: float | None = None
        self._unread = 0

    def data_received(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        self._heard(some=True)

    def on_response_complete(self) -> None:
        """Wait for the next request, some of which may be here already."""
        super().on_response_complete()
        self.since = self.loop.time()
        self._heard(some=bool(self.conn.trailing_data[0]))

    def _heard(self, *, some: bool) -> None:
        """Note since when half a request is here."""
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and some):
            self._begun = self.loop.time() if self._begun is None else self._begun
        elif state is not h11.IDLE:
            self._begun = None

    @property
    def seat(self) -> int | None:
        """The seat of who sent the last request."""
        return self._told.get("seat")

    @property
    def _told(self) -> Mapping[str, Any]:
        """What `Guard` and `Streams` found out of the last request."""
        return self.scope.get("state", {}) if self.scope else {}

    @property
    def guest(self) -> int | str:
        """Whose line it is: that of a seat, or of somebody at an address."""
        client = self.scope["client"] if self.scope else self.client  # a proxy tells for whom it asks
        return (client or ("",))[0] if self.seat is None else self.seat

    @property
    def waits(self) -> bool:
        """Whether it waits for what its other end does: asks, asks to the end, or reads."""
        cycle = self.cycle
        return not cycle or cycle.response_complete or cycle.more_body or self.flow.write_paused

    @property
    def listens(self) -> bool:
        """Whether it is a stream."""
        return not self.waits and "stream" in self._told

    def late(self, now: float) -> bool:
        """Tell whether a request should have come by now, or an answer should have been read."""
        unread, self._unread = self._unread, self.transport.get_write_buffer_size()
        if not (self.flow.write_paused or self.transport.is_closing()):
            self._stuck = None
        elif self._stuck is None or self._unread < unread:  # who reads slowly, reads
            self._stuck = now
        return any(
            since is not None and now - since > limit
            for since, limit in ((self._begun, PATIENCE), (self._stuck, UNREAD))
        )

    def end(self) -> None:
        """End it at once; whoever answers it hears that nobody is there any more."""
        self.connections.discard(self)
        self.transport.abort()


def _least(lines: Collection[Line]) -> Line:
    """Return the line that is missed least.

    It is one of who has no seat, and of those the one who has most lines loses one: that waits, if any does,
    for a browser opens another one when it needs it, and has waited longest.
    """
    crowd = Counter(line.guest for line in lines)

    def worth(line: Line) -> tuple[bool, int, bool, float]:
        sits = line.seat is not None and crowd[line.guest] <= OF_SEAT
        return sits, -crowd[line.guest], not line.waits, line.since

    return min(lines, key=worth)


def sweep(lines: Collection[Line], now: float) -> None:
    """End the lines that are late, and the eldest streams of who has too many."""
    streams = defaultdict(list)
    for line in sorted(lines, key=lambda line: line.since):
        if line.late(now):
            line.end()
        elif line.listens:
            streams[line.guest].append(line)
    for guest, own in streams.items():
        for line in own[: -(OF_SEAT if isinstance(guest, int) else OF_ADDRESS)]:
            line.end()


def most_lines() -> int:
    """Return how many lines there may be here: half the files that a process may have open.

    asyncio lets in a few hundred before it tells of the first. More files are asked for, if there are few.
    """
    if sys.platform == "win32":  # where sockets are no files
        return MOST
    import resource

    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST
    if files < 2 * MOST:
        files = 2 * MOST if hard == resource.RLIM_INFINITY else min(2 * MOST, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return min(MOST, files // 2)
