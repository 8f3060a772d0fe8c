"""The application: what a phone asks of a table, and what it is answered. Every error is a sentence."""

from __future__ import annotations

import asyncio
import logging
import struct
import zlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from secrets import token_hex
from typing import Annotated, Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.games.rulebook import find_rules
from workbench.serving.answers import FRESH, KINDS, BadRequest, application, cacheable, json_text, read
from workbench.serving.guard import COOKIE, TooLarge, language_of
from workbench.table.bots import Bots
from workbench.table.page import PICTURE, lost_page, page_files, table_page
from workbench.table.reckoning import Reckoner
from workbench.table.session import SPEECHES, Forbidden, Reckoned, Speech
from workbench.table.store import StoreError
from workbench.table.table import Stale, Table, Taken
from workbench.table.words import say

_KEPT = 30 * 24 * 3600
_FILES = {"record": "record.jsonl", "position": "position.toml", "notes": "notes.txt"}
_AGAIN, _LONGEST_WAIT = 1.0, 60.0  # seconds before a bot that failed is asked again
_LOG = logging.getLogger(__name__)

_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class _Sit(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(min_length=16, max_length=64)]  # nobody may guess it
    seat: int
    name: Annotated[str, msgspec.Meta(max_length=200)]


class _Answer(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    name: Annotated[str, msgspec.Meta(max_length=200)]
    yes: bool


class _Do(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    expect: int
    do: _Line | Annotated[list[_Line], msgspec.Meta(min_length=1, max_length=200)]
    for_: Annotated[str, msgspec.Meta(max_length=20)] | None = msgspec.field(name="for", default=None)
    text: str | None = None


class _Try(msgspec.Struct, forbid_unknown_fields=True):
    expect: int
    do: _Line | Annotated[list[_Line], msgspec.Meta(min_length=1, max_length=200)]


class Server:
    """Answers for one table."""

    def __init__(self, table: Table, qr: str) -> None:
        self._table = table
        self._qr = qr
        self._bots = Bots()
        self._reckoners = {"advice": Reckoner(), "review": Reckoner()}
        self._streams = Streams(table)
        self._aside = ThreadPoolExecutor(max_workers=1)  # for what takes long, one after the other

    def application(self) -> Starlette:
        """Return the application, without what guards it."""
        routes = [
            Route("/", self._page),
            Route("/files/{name}", self._file),
            Route("/qr.svg", self._picture),
            Route("/state", self._state),
            Route("/events", self._events),
            Route("/rules", self._rules),
            Route("/seat", self._sit, methods=["POST"]),
            Route("/leave", self._leave, methods=["POST"]),
            Route("/answer", self._answer, methods=["POST"]),
            Route("/do", self._do, methods=["POST"]),
            Route("/try", self._try, methods=["POST"]),
            Route("/{what}", self._fetch),
        ]
        return application(
            f"/t/{self._table.token}",
            routes,
            self._running,
            failed=_failed,
            refused=self._refused,
            broken=_broken,
        )

    @asynccontextmanager
    async def _running(self, _app: Starlette) -> AsyncIterator[None]:
        playing = asyncio.create_task(self._play_bots())
        yield
        await asyncio.to_thread(self._bots.close)
        for reckoner in self._reckoners.values():
            await asyncio.to_thread(reckoner.close)
        await playing
        self._aside.shutdown(wait=False, cancel_futures=True)
        self._table.end()

    async def _play_bots(self) -> None:
        """Let bots act whenever it is their turn; one that failed is asked again after a while."""
        table, wait = self._table, _AGAIN
        while not table.closing:
            job = None if table.place.read_only else table.session.thinking()
            if job is None:
                await table.changed(3600)
                continue
            try:
                action = await self._bots.choose(job)
                if table.session.thinking() != job:  # what it answers to was taken back meanwhile
                    continue
                if not table.closing:
                    table.act(job.seat, [str(action)])
            except Exception as error:  # whatever it is, people must hear why nothing goes on
                trouble = f"{job.bot} does not act: {printable(str(error))}"
                _LOG.error(trouble)
                table.tell(trouble)
                await table.changed(wait)
                wait = min(2 * wait, _LONGEST_WAIT)
            else:
                table.tell("")
                wait = _AGAIN

    # ---- what is read -------------------------------------------------------------------------------------

    def _seat(self, request: Request) -> int | None:
        return self._table.seats.seat_of(request.cookies.get(COOKIE))

    async def _page(self, request: Request) -> Response:
        theme = request.query_params.get("theme")
        title = self._table.view(None, _speech(request))["title"]
        page = table_page(self._table.session.page, title, language_of(request), theme)
        return Response(page, media_type="text/html", headers=FRESH)

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        session = self._table.session
        text = session.picture_sheet if name == PICTURE else page_files(session.page).get(name)
        if text is None:
            raise HTTPException(404, "there is no such file")
        return cacheable(request, text, KINDS[name.rpartition(".")[2]])

    async def _picture(self, request: Request) -> Response:
        return cacheable(request, self._qr, "image/svg+xml")

    async def _state(self, request: Request) -> Response:
        return JSONResponse(self._table.view(self._seat(request), _speech(request)), headers=FRESH)

    async def _rules(self, request: Request) -> Response:
        """Return the rules of a number, or of a range, of the game that is played here."""
        number, language = request.query_params.get("number", ""), language_of(request)
        try:
            found = find_rules(number, self._table.session.game, language)
        except ToolkitError:
            raise HTTPException(404, f"no rule {quote(number)}") from None
        return cacheable(
            request, json_text({"rules": [rule.to_dict() for rule in found]}), "application/json"
        )

    async def _fetch(self, request: Request) -> Response:
        what = request.path_params["what"]
        found = self._table.session.fetch(
            self._seat(request), what, dict(request.query_params), _speech(request)
        )
        if isinstance(found, Reckoned):
            reckoned = await self._reckoners[found.kind].find(found)
            if not reckoned:
                return JSONResponse({"reckoning": True}, 202, headers=FRESH)
            found = partial(found.told, *reckoned)
        if callable(found):
            found = await asyncio.get_running_loop().run_in_executor(self._aside, found)
        if found is None:
            raise HTTPException(404, "there is nothing of that name at this table")
        if isinstance(found, dict):
            return cacheable(request, json_text(found), "application/json")
        name = f"{self._table.session.game}-{_FILES.get(what, what)}"
        response = cacheable(request, found, "text/plain; charset=utf-8")
        response.headers["content-disposition"] = f'attachment; filename="{name}"'
        return response

    async def _events(self, request: Request) -> Response:
        return self._streams.response(request, request.cookies.get(COOKIE), _speech(request))

    # ---- what is done -------------------------------------------------------------------------------------

    async def _sit(self, request: Request) -> Response:
        asked = await read(request, _Sit)
        secret = self._table.sit(asked.seat, asked.name, asked.id, request.cookies.get(COOKIE))
        seat = self._table.seats.seat_of(secret)  # None as long as it waits to be let in
        response = JSONResponse(
            self._table.view(seat, _speech(request)), 202 if seat is None else 200, headers=FRESH
        )
        path = f"/t/{self._table.token}/"
        secure = self._table.place.url.startswith("https:")
        response.set_cookie(
            COOKIE, secret, max_age=_KEPT, path=path, secure=secure, httponly=True, samesite="strict"
        )
        return response

    async def _leave(self, request: Request) -> Response:
        await request.body()
        self._table.leave(request.cookies.get(COOKIE))
        return JSONResponse(self._table.view(None, _speech(request)), headers=FRESH)

    async def _answer(self, request: Request) -> Response:
        asked, by = await read(request, _Answer), self._seat(request)
        self._table.answer(by, asked.seat, asked.name, yes=asked.yes)
        return JSONResponse(self._table.view(by, _speech(request)), headers=FRESH)

    async def _do(self, request: Request) -> Response:
        asked = await read(request, _Do)
        lines = [asked.do] if isinstance(asked.do, str) else asked.do
        seq = self._table.do(self._seat(request), asked.id, asked.expect, lines, asked.text, asked.for_)
        return JSONResponse({"seq": seq}, headers=FRESH)

    async def _try(self, request: Request) -> Response:
        asked = await read(request, _Try)
        lines = [asked.do] if isinstance(asked.do, str) else asked.do
        found = self._table.attempt(self._seat(request), asked.expect, lines, _speech(request))
        return JSONResponse(found, headers=FRESH)

    async def _refused(self, request: Request, error: Exception) -> Response:
        """Return the answer to what was refused: a sentence, and after a stale wish the new view."""
        status = next((status for kind, status in _STATUS if isinstance(error, kind)), 422)
        seat, speech = self._seat(request), _speech(request)
        why = self._table.session.said(error, seat, speech) if isinstance(error, ToolkitError) else None
        answer: dict[str, Any] = {"error": why or say(str(error), language_of(request))}
        if status == 409:
            answer["view"] = self._table.view(seat, speech)
        return JSONResponse(answer, status, headers=FRESH)


_STATUS: list[tuple[type[Exception], int]] = [
    (BadRequest, 400),
    (TooLarge, 413),
    (Forbidden, 403),
    (Stale, 409),
    (Taken, 409),
    (StoreError, 507),
]
"""The status by what was refused; anything else is a rule's refusal, 422."""


def _speech(request: Request) -> Speech:
    """Return how this phone is told what happens: in the notation where it wants that, else in words."""
    wanted = (request.query_params.get("speech"), language_of(request))
    return next(speech for one in wanted for speech in SPEECHES if speech == one)


async def _failed(request: Request, error: Exception) -> Response:
    """Return what is answered to an address that is none: a page to who opens it, else JSON."""
    status, problem = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, "")
    if status == 404 and "text/html" in request.headers.get("accept", ""):
        return Response(lost_page(language_of(request)), 404, media_type="text/html", headers=FRESH)
    sentence = say(_SENTENCES.get(problem, problem), language_of(request))
    return JSONResponse({"error": sentence}, status, headers=FRESH)


_SENTENCES = {
    "Not Found": "there is no such table here: open the address that was printed",
    "Method Not Allowed": "that cannot be done with this address",
}


async def _broken(request: Request, _error: Exception) -> Response:
    sentence = say("the server made a mistake, which its terminal tells", language_of(request))
    return JSONResponse({"error": sentence}, 500, headers=FRESH)


# ---- streams: what several are told alike is made and packed once ----------------------------------------

BEAT = 15.0
"""Seconds after which a stream without news says that it is alive."""

_REOPENED = 1000  # ms after which a browser opens a lost stream again
_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_END = b"\x03\0"
_OF_STREAMS = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding, cookie"}


class Told(NamedTuple):
    """A part of a stream, as it is and as a part of any gzip stream: it refers to nothing before it."""

    plain: bytes
    packed: bytes


def told(text: str) -> Told:
    """Return a part of streams."""
    plain = text.encode()
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Told(plain, deflate.compress(plain) + deflate.flush(zlib.Z_FULL_FLUSH))


_BEGIN, _ALIVE = told(f"retry: {_REOPENED}\n\n"), told(": still here\n\n")


class Streams:
    """The streams of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._run = token_hex(4)  # after --until, an event of the same number is another one
        #: By seat and speech, with the change that it tells of.
        self._views: dict[tuple[int | None, Speech], tuple[int, Told]] = {}

    @property
    def _id(self) -> str:
        return f"{self._run}-{self._table.seq}"

    def response(self, request: Request, seat: str | None, speech: Speech) -> Response:
        """Return the stream of the phone with a secret, from after ``Last-Event-ID`` on."""
        if request.method == "HEAD":
            return Response(media_type="text/event-stream", headers=_OF_STREAMS)
        request.state.stream = True  # by which its line knows
        seen = request.headers.get("last-event-id", "")
        packs = "gzip" in request.headers.get("accept-encoding", "")
        parts = self._parts(seat, speech, seen)
        headers = _OF_STREAMS | ({"content-encoding": "gzip"} if packs else {})
        sent = _gzipped(parts) if packs else (part.plain async for part in parts)
        return StreamingResponse(sent, media_type="text/event-stream", headers=headers)

    async def _parts(self, secret: str | None, speech: Speech, seen: str) -> AsyncIterator[Told]:
        """Yield the view after each change, unless all that changed is seen already."""
        table = self._table
        shown = table.changes if seen == self._id and table.seq != table.unlogged else -1
        yield _BEGIN
        while not table.closing:
            if shown != table.changes:
                shown = table.changes
                yield self._viewed(table.seats.seat_of(secret), speech)
            elif not await table.changed(BEAT):
                yield _ALIVE

    def _viewed(self, seat: int | None, speech: Speech) -> Told:
        """Return what a seat sees now."""
        table = self._table
        changes, found = self._views.get((seat, speech), (-1, _ALIVE))
        if changes != table.changes:
            found = told(f"id: {self._id}\ndata: {json_text(table.view(seat, speech))}\n\n")
            self._views[seat, speech] = table.changes, found
        return found


async def _gzipped(parts: AsyncIterator[Told]) -> AsyncIterator[bytes]:
    """Yield a gzip stream of the parts, each of which can be read as soon as it is there (RFC 1952)."""
    yield _HEAD
    check, size = 0, 0
    async for part in parts:
        yield part.packed
        check, size = zlib.crc32(part.plain, check), size + len(part.plain)
    yield _END + struct.pack("<II", check, size % 2**32)
