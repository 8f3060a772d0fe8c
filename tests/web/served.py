"""What tests of servers share: one in a thread of this process, and who asks it without a browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from workbench.serving.server import Serving

PATIENCE = 60.0
"""Seconds that a busy machine may take to begin, to answer or to end."""


class Served:
    """What is served by a thread of this process, where it is made, until it is closed."""

    def __init__(self, make: Callable[[], Serving]) -> None:
        self._began = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(make,), daemon=True)
        self._thread.start()
        assert self._began.wait(PATIENCE)

    def _serve(self, make: Callable[[], Serving]) -> None:
        self._serving = make()
        self.url, self.here = self._serving.address, self._serving.here
        self._serving.run(self._began.set)

    def close(self) -> None:
        self._serving.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


class Answer:
    """What a server answered."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def error(self) -> str:
        assert self.json.keys() <= {"error", "view"}
        return self.json["error"]


class Guest:
    """Asks a server as a page does: one connection, one cookie."""

    def __init__(self, url: str, cookie: str = "") -> None:
        parts = urlsplit(url)
        self.url, self.host, self.base, self.cookie = url, parts.netloc, parts.path, cookie
        self._connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)

    def ask(self, what: str = "", *, body: Any = None, method: str = "", **headers: str) -> Answer:
        """Send a request; a body that is no bytes is sent as JSON, and makes it a post."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        path = what if what.startswith("/") else self.base + what
        own = {"Cookie": self.cookie} if self.cookie else {}
        asked = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request(method or ("GET" if data is None else "POST"), path, data, own | asked)
        answer = self._connection.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        if "set-cookie" in found.headers:
            self.cookie = found.headers["set-cookie"].partition(";")[0]
        return found
