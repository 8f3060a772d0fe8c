"""Serving a workshop to browsers of this machine, or of the network."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

from starlette.types import ASGIApp

from toolkit.core.errors import ToolkitError, quote
from workbench.serving import server
from workbench.workshop.app import Workshop

_TOKEN = re.compile(r"[\w-]{22}")


class Serving(server.Serving):
    """A workshop that is served; arguments as `workbench.serving.server.Serving` has them."""

    def __init__(
        self,
        token: str,
        *,
        lan: bool = False,
        name: str | None = None,
        port: int | None = None,
        public: str | None = None,
    ) -> None:
        super().__init__(f"p/{token}/", token, lan=lan, name=name, port=port, public=public)
        self._workshop = Workshop(token)

    @property
    def reach(self) -> str:
        """Who can come, as a sentence."""
        if self.proxied:
            return f"A proxy hands on to port {self.port}: who has the address can make puzzles."
        if self.lan:
            return "Whoever is in this network and has the address can make puzzles."
        return "Only this machine can open it; --lan lets phones in the same network come."

    def application(self, qr: str) -> ASGIApp:  # noqa: ARG002 - nobody invites others on these pages
        """Return what answers for the workshop."""
        return self._workshop.application()

    def close(self) -> None:
        """End the processes, so that nobody waits for an answer."""
        self._workshop.close()


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def token_of(path: Path) -> str:
    """Return the secret that a file holds; a new one, which it keeps, if the file is not there.

    `ToolkitError` for a file that holds something else.
    """
    with suppress(FileExistsError), open(path, "x", encoding="utf-8", opener=_for_its_owner) as file:
        file.write(f"{token_urlsafe(16)}\n")
    token = path.read_text(encoding="utf-8", errors="replace").strip()
    if not _TOKEN.fullmatch(token):
        raise ToolkitError(f"{quote(str(path))} holds no secret of an address: name another file")
    return token
