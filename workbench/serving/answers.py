"""What servers of pages answer: texts that browsers keep, JSON, and what is read of a request."""

from __future__ import annotations

import gzip
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from toolkit.core.errors import ToolkitError

Asked = TypeVar("Asked")

FRESH = {"cache-control": "no-store"}
"""Headers of what is another thing each time."""

KINDS = {"css": "text/css", "js": "text/javascript", "json": "application/json"}
"""The media types of files by their ending."""


class BadRequest(ToolkitError):  # noqa: N818
    """A body that no page sends."""


async def read(request: Request, kind: type[Asked]) -> Asked:
    """Return the body of a request; `BadRequest` says what is wrong with it."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"the request cannot be read: {error}") from None


Answering = Callable[[Request, Exception], Awaitable[Response]]


def application(
    path: str,
    routes: Sequence[Route],
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]],
    *,
    failed: Answering,
    refused: Answering,
    broken: Answering,
) -> Starlette:
    """Return an application with pages below a path, without what guards it.

    What it answers to errors: `failed` to an address that is none, `refused` to what the toolkit refuses, and
    `broken` to a mistake of the server.
    """
    app = Starlette(
        routes=[Mount(path, routes=routes)],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: failed,
            ToolkitError: refused,
            ClientDisconnect: _gone,
            Exception: broken,
        },
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return app


async def _gone(_request: Request, _error: Exception) -> Response:
    """Return what nobody hears: who asked was gone before all was sent."""
    return Response(status_code=400)


def json_text(data: dict[str, Any]) -> str:
    """Return data as JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def cacheable(request: Request, text: str, kind: str) -> Response:
    """Return a text that a browser keeps, and asks whether it is still the same."""
    tag, packed = _packed(text)
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text.encode(), media_type=kind, headers=headers)
    return Response(packed, media_type=kind, headers=headers | {"content-encoding": "gzip"})


@lru_cache(maxsize=64)
def _packed(text: str) -> tuple[str, bytes]:
    """Return what tells a text from others, and the text as it is sent to most."""
    body = text.encode()
    return f'"{sha256(body).hexdigest()[:20]}"', gzip.compress(body, mtime=0)
