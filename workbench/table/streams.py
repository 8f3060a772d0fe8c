"""`Streams`: the Server-Sent Events of a table. What several are told alike is made and packed once."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import AsyncIterator
from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

if TYPE_CHECKING:
    from workbench.table.table import Table

BEAT = 15.0
"""Seconds after which a stream without news says that it is alive."""

_AGAIN = 1000  # ms after which a browser opens a lost stream again
_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_END = b"\x03\0"
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding, cookie"}


class Told(NamedTuple):
    """A part of a stream, as it is and as a part of any gzip stream: it refers to nothing before it."""

    plain: bytes
    packed: bytes


def told(text: str) -> Told:
    """Return a part of streams."""
    plain = text.encode()
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Told(plain, deflate.compress(plain) + deflate.flush(zlib.Z_FULL_FLUSH))


_BEGIN, _ALIVE = told(f"retry: {_AGAIN}\n\n"), told(": still here\n\n")


class Streams:
    """The streams of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._run = token_hex(4)  # after --until, an event of the same number is another one
        self._views: dict[int | None, tuple[int, Told]] = {}  # by seat, with the change that it tells of

    @property
    def _id(self) -> str:
        return f"{self._run}-{self._table.seq}"

    def response(self, request: Request, seat: str | None) -> Response:
        """Return the stream of the phone with a secret, from after ``Last-Event-ID`` on."""
        if request.method == "HEAD":
            return Response(media_type="text/event-stream", headers=_HEADERS)
        request.state.stream = True  # by which its line knows
        seen = request.headers.get("last-event-id", "")
        packs = "gzip" in request.headers.get("accept-encoding", "")
        parts = self._parts(seat, seen)
        headers = _HEADERS | ({"content-encoding": "gzip"} if packs else {})
        sent = _packed(parts) if packs else _plain(parts)
        return StreamingResponse(sent, media_type="text/event-stream", headers=headers)

    async def _parts(self, secret: str | None, seen: str) -> AsyncIterator[Told]:
        """Yield the view after each change, unless all that changed is seen already."""
        table = self._table
        shown = table.changes if seen == self._id and table.seq != table.unlogged else -1
        yield _BEGIN
        while not table.closing:
            if shown != table.changes:
                shown = table.changes
                yield self._viewed(table.seats.seat_of(secret))
            elif not await table.changed(BEAT):
                yield _ALIVE

    def _viewed(self, seat: int | None) -> Told:
        """Return what a seat sees now."""
        table = self._table
        changes, found = self._views.get(seat, (-1, _ALIVE))
        if changes != table.changes:
            data = json.dumps(table.view(seat), ensure_ascii=False, separators=(",", ":"))
            found = told(f"id: {self._id}\ndata: {data}\n\n")
            self._views[seat] = table.changes, found
        return found


async def _plain(parts: AsyncIterator[Told]) -> AsyncIterator[bytes]:
    async for part in parts:
        yield part.plain


async def _packed(parts: AsyncIterator[Told]) -> AsyncIterator[bytes]:
    """Yield a gzip stream of the parts, each of which can be read as soon as it is there (RFC 1952)."""
    yield _HEAD
    check, size = 0, 0
    async for part in parts:
        yield part.packed
        check, size = zlib.crc32(part.plain, check), size + len(part.plain)
    yield _END + struct.pack("<II", check, size % 2**32)
