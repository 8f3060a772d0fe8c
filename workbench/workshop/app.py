"""The application of a workshop: what a browser asks, and what it is answered. Every error is a sentence."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import product
from secrets import randbits
from typing import Annotated, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from puzzles.format.ids import IdError, is_id
from puzzles.format.schema import NAMES
from puzzles.generate import NothingFound
from puzzles.kinds import kind_named
from puzzles.puzzle import LEVELS
from puzzles.words import words
from puzzles.words.faults import say_fault
from toolkit.core.errors import ToolkitError
from workbench.serving.answers import FRESH, KINDS, BadRequest, application, cacheable, read
from workbench.serving.apart import Apart, ApartError, Fault
from workbench.serving.guard import TooLarge, language_of
from workbench.workshop.drafting import Drafting
from workbench.workshop.page import edit_page, fault_page, workshop_files, workshop_page
from workbench.workshop.working import LARGEST, LONGEST, SECONDS, Making, Order, Question, Showing, working

_KEPT = 100  # pages of puzzles, and puzzles that are made ahead
_WAITING = 8  # who may wait for a process at a time


class _Wanted(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    level: int
    island: str = "ABC+0"
    hexes: Annotated[int, msgspec.Meta(ge=20, le=LARGEST)] | None = None
    treasures: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None

    @property
    def order(self) -> Order:
        return Order(self.kind, self.level, self.island, self.hexes, self.treasures)


class _Draft(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    shown: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


class Workshop:
    """Answers browsers; `token` is the secret of its address."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._asked = Apart(working)  # makes what people wait for
        self._ahead = Apart(working)  # makes what they may ask for
        self._turn = asyncio.Semaphore(1)  # of the first process: one question at a time
        self._waiting = 0
        self._pages: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._stock: dict[Order, dict[str, Any]] = {}
        self._usual = [
            Order(kind, level)
            for level, kind in product(range(1, len(LEVELS) + 1), NAMES)
            if level <= kind_named(kind).levels
        ]
        self._wanted: asyncio.Queue[Order] = asyncio.Queue()

    def application(self) -> Starlette:
        """Return the application, without what guards it."""
        routes = [
            Route("/", self._start),
            Route("/edit", self._edit),
            Route("/new", self._new, methods=["POST"]),
            Route("/judge", self._judge, methods=["POST"]),
            Route("/{name}", self._named),
        ]
        return application(
            f"/p/{self._token}", routes, self._running, failed=_failed, refused=_refused, broken=_broken
        )

    @asynccontextmanager
    async def _running(self, _app: Starlette) -> AsyncIterator[None]:
        for order in self._usual:
            self._wanted.put_nowait(order)
        ahead = asyncio.create_task(self._make_ahead())
        await asyncio.to_thread(self._asked.start)  # what it loads takes longer than a puzzle
        yield
        ahead.cancel()
        await asyncio.to_thread(self.close)
        with suppress(asyncio.CancelledError):
            await ahead

    def close(self) -> None:
        """End the processes: who waits for an answer hears that there is none."""
        self._asked.close()
        self._ahead.close()

    async def _make_ahead(self) -> None:
        """Keep a puzzle ready for each order that somebody may give, or has given."""
        while True:
            order = await self._wanted.get()
            if order in self._stock:
                continue
            with suppress(ApartError):
                made = await asyncio.to_thread(self._ahead.ask, Making(order, randbits(63)), SECONDS)
                if not isinstance(made, Fault):
                    self._stock[order] = made
            if len(self._stock) > _KEPT:
                del self._stock[next(one for one in self._stock if one not in self._usual)]

    # ---- what is read -------------------------------------------------------------------------------------

    async def _start(self, request: Request) -> Response:
        return cacheable(request, workshop_page(language_of(request)), "text/html")

    async def _edit(self, request: Request) -> Response:
        return cacheable(request, edit_page(language_of(request)), "text/html")

    async def _named(self, request: Request) -> Response:
        """Return a file beside the pages, or the page of a puzzle by its ID."""
        name, lang = request.path_params["name"].strip(), language_of(request)
        if text := workshop_files().get(name):
            return cacheable(request, text, KINDS[name.rpartition(".")[2]])
        if not is_id(name):
            raise HTTPException(404)
        if (name, lang) not in self._pages:
            self._pages[name, lang] = await self._ask(request, Showing(name, lang))
            while len(self._pages) > _KEPT:
                self._pages.popitem(last=False)
        return cacheable(request, self._pages[name, lang], "text/html")

    async def _ask(self, request: Request, question: Question) -> Any:
        """Return what the process answers; errors that it answers are raised, and `_Busy` where many wait.

        Who has gone meanwhile gets no answer.
        """
        if self._waiting >= _WAITING:
            raise _Busy
        answer = await asyncio.shield(asyncio.ensure_future(self._in_turn(request, question)))
        if isinstance(answer, Fault):
            raise _Answered(answer)
        return answer

    async def _in_turn(self, request: Request, question: Question) -> Any:
        """Return what the process answers; the turn ends with it, even if its request is given up."""
        self._waiting += 1
        try:
            async with self._turn:
                if await request.is_disconnected():
                    raise ClientDisconnect
                return await asyncio.to_thread(self._asked.ask, question, SECONDS)
        finally:
            self._waiting -= 1

    # ---- what is done -------------------------------------------------------------------------------------

    async def _new(self, request: Request) -> Response:
        order = (await read(request, _Wanted)).order
        order.request  # noqa: B018 - refuses what no puzzle has
        made = self._stock.pop(order, None) or await self._ask(request, Making(order, randbits(63)))
        self._wanted.put_nowait(order)
        return JSONResponse(made, headers=FRESH)

    async def _judge(self, request: Request) -> Response:
        draft = await read(request, _Draft)
        lang = language_of(request)
        try:
            found = await self._ask(request, Drafting(draft.text, lang, draft.shown))
        except ApartError:
            found = {"fault": words(lang).text("workshop.draft.too_long")}
        return JSONResponse(found, headers=FRESH)


class _Busy(ToolkitError):  # noqa: N818
    """Many wait already."""


class _Answered(ToolkitError):  # noqa: N818
    """A fault that the process answered."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.names = fault.names


_SENTENCES = {
    _Busy.__name__: (503, "busy"),
    ApartError.__name__: (503, "too_long"),
    NothingFound.__name__: (422, "not_found"),
    BadRequest.__name__: (400, "unread"),
    TooLarge.__name__: (413, "unread"),
    IdError.__name__: (404, "broken"),
    ToolkitError.__name__: (422, ""),
}
"""The status and the text by the class of what was refused, the first that fits; empty for what it says."""


async def _refused(request: Request, error: Exception) -> Response:
    names = error.names if isinstance(error, _Answered) else [one.__name__ for one in type(error).__mro__]
    status, key = next((said for name, said in _SENTENCES.items() if name in names), (500, "mistake"))
    return _told(request, status, key, str(error))


def _told(request: Request, status: int, key: str, problem: str = "") -> Response:
    """Return a sentence, without a key the problem itself: as a page to who opens it, else as JSON."""
    lang = language_of(request)
    say = words(lang)
    sentence = say.text(f"workshop.faults.{key}") if key else say.sentence(say_fault(problem, say))
    if request.method == "GET":
        page = fault_page(sentence, lang, leads_back=bool(request.scope.get("root_path")))
        return Response(page, status, media_type="text/html", headers=FRESH)
    return JSONResponse({"error": sentence}, status, headers=FRESH)


async def _failed(request: Request, error: Exception) -> Response:
    """Answer at addresses that are none; there the sheets of the page lie too, which hold no secret."""
    name = request.url.path.rpartition("/")[2]
    if name.endswith(".css") and (sheet := workshop_files().get(name)):
        return cacheable(request, sheet, KINDS["css"])
    return _told(request, error.status_code if isinstance(error, HTTPException) else 500, "no_page")


async def _broken(request: Request, _error: Exception) -> Response:
    return _told(request, 500, "mistake")
