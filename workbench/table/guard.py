"""What is asked of every request before anything else: for whom it is meant, whence it comes, how much it is.

A table is for the people in a room, not for the internet. Its address is a secret of 128 bits; beyond that, a
page of another site must neither read a table nor act at it, and nobody may drown the server.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from toolkit.core.errors import ToolkitError
from workbench.web.bundle import SERVED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024

HEADERS = {
    "content-security-policy": f"{SERVED}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers of every answer: nothing inline, nothing from elsewhere, in no frame, and no address told on."""


class Rate(NamedTuple):
    """How many requests one address may make: at once, and a second in the long run."""

    burst: float
    second: float


READS, WRITES = Rate(600, 100), Rate(120, 40)
"""Thirty phones may be one address, behind one access point."""

_MOST_ADDRESSES = 10_000


class Buckets:
    """How many requests each address made of late: a bucket for each, from which a request takes one."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Take one for an address; False when it has none left."""
        now = self._clock()
        left, then = self._left.pop(address, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - then) * self._rate.second)
        self._left[address] = (max(left - 1, 0) if left >= 1 else left, now)  # the one that came last is last
        if len(self._left) > _MOST_ADDRESSES:
            del self._left[next(iter(self._left))]
        return left >= 1


class Guard:
    """An application behind the checks; `hosts` are the names and ports by which the server may be called."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._reads, self._writes = Buckets(READS), Buckets(WRITES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with a sentence."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nobody here speaks WebSocket: the server closes it
        if problem := self._problem(scope):
            await _refuse(send, *problem)
            return
        body = Body(receive)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, body.receive, guarded)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """Return why a request is refused, with its status; None if it is not."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if (host if ":" in host else f"{host}:80").lower() not in self._hosts:  # browsers leave out :80
            return 421, "this server does not answer to that name: open the address that it printed"
        writes = scope["method"] not in ("GET", "HEAD")
        address = (scope.get("client") or ("",))[0]
        if not (self._writes if writes else self._reads).take(address):
            return 429, "too many requests: wait a moment"
        if writes and headers.get("origin", f"http://{host}").lower() != f"http://{host.lower()}":
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
