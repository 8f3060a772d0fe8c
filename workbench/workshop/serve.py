"""Serving a workshop to browsers of this machine, or of the network."""

from __future__ import annotations

import re
from pathlib import Path
from secrets import token_urlsafe

from starlette.types import ASGIApp

from toolkit.core.errors import ToolkitError, quote
from toolkit.core.files import write_atomically
from workbench.serving import server
from workbench.table.words import say
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
        self._token = token

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
        return Workshop(self._token).application()

    def say(self, sentence: str, language: str) -> str:
        """Return a sentence of the guard in a language."""
        return say(sentence, language)

    def close(self) -> None:
        """Nothing streams here."""


def token_of(path: Path) -> str:
    """Return the secret that a file holds; a new one, which it keeps, if the file is not there.

    `ToolkitError` for a file that holds something else.
    """
    if not path.exists():
        write_atomically(path, f"{token_urlsafe(16)}\n")
        path.chmod(0o600)
    token = path.read_text(encoding="utf-8", errors="replace").strip()
    if not _TOKEN.fullmatch(token):
        raise ToolkitError(
            f"{quote(str(path))} does not hold the secret of an address: remove it, or name another"
        )
    return token
