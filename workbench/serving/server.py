"""A server for the people in a room: the socket, the address, its QR code, and an end within two seconds."""

from __future__ import annotations

import re
import socket
from abc import ABC, abstractmethod
from asyncio import get_running_loop
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from io import BytesIO, StringIO
from typing import cast

import segno
import uvicorn
from starlette.types import ASGIApp

from toolkit.core.errors import ToolkitError, quote
from workbench.serving.guard import Guard, Line, most_lines, sweep

LOOPBACK = "127.0.0.1"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}")
_ADDRESS = re.compile(rf"(https?)://({_NAME.pattern})(?::([0-9]{{1,5}}))?/?", re.IGNORECASE)
_PORTS = range(20_000, 30_000)
_SCHEMES = {"http": 80, "https": 443}
_PATIENCE = 1  # seconds that open answers may take at the end, of which their lines have half
_QUEUE, _AT_ONCE = 1024, 32  # lines that wait at the door, and are let in before anything else is done
_OUTSIDE = "192.0.2.1"  # an address for examples: a socket that names it learns its own, and sends nothing


class Serving(ABC):
    """What is served below a path: `address` is what a browser opens, `here` the same on this machine.

    `lan` opens it to the network, in which this machine has a `name`: its address, if that is not said.
    `public` is the address of a proxy that hands on to this server: phones open that one, and without `lan`
    nobody else comes. Without `port` it is the one that the secret in the path chooses, if that is free.
    `ToolkitError` when the port is taken, there is no network, or a name is none.
    """

    def __init__(
        self,
        path: str,
        secret: str,
        *,
        lan: bool = False,
        name: str | None = None,
        port: int | None = None,
        public: str | None = None,
    ) -> None:
        if name is not None and not _NAME.fullmatch(name):
            raise ToolkitError(f"{quote(name)} is no address or name of a machine")
        self._server: _Uvicorn | None = None
        wanted = _PORTS[int.from_bytes(secret.encode()[:4], "big") % len(_PORTS)] if port is None else port
        self._socket = _listening("" if lan else LOOPBACK, (wanted, 0) if port is None else (port,))
        self.port = self._socket.getsockname()[1]
        #: The port at which it usually is, if that was taken.
        self.taken = wanted if self.port != wanted else None
        here = origin(f"http://{LOOPBACK}:{self.port}")
        if public:
            told = origin(public)
        else:
            told = origin(f"http://{name or _own_address()}:{self.port}") if lan else here
        self.lan, self.proxied = lan, public is not None
        self.address, self.here = (f"{one}/{path}" for one in (told, here))
        self._hosts = {one.partition("://")[2]: one for one in (told, here)}

    @property
    @abstractmethod
    def reach(self) -> str:
        """Who can come, as a sentence."""

    @abstractmethod
    def application(self, qr: str) -> ASGIApp:
        """Return what answers, without what guards it; `qr` is the QR code of the address as SVG."""

    def seat_of(self, secret: str | None) -> int | None:  # noqa: ARG002
        """Return whose secret this is; nobody has one where there are no seats."""
        return None

    @abstractmethod
    def close(self) -> None:
        """End the streams that are open: the server is to end."""

    def code(self) -> str:
        """Return the QR code of the address as text for a terminal."""
        out = StringIO()
        segno.make(self.address, error="l").terminal(out, border=2, compact=True)
        return out.getvalue()

    def run(self, began: Callable[[], None]) -> None:
        """Serve until SIGTERM or Ctrl-C; `began` is called when phones can come."""
        picture = BytesIO()
        segno.make(self.address, error="m").save(picture, kind="svg", scale=8, border=4, xmldecl=False)
        app = self.application(picture.getvalue().decode())
        Line.most = most_lines()
        config = uvicorn.Config(
            Guard(app, self._hosts, self.seat_of),
            http=Line,
            log_level="error",
            access_log=False,
            server_header=False,
            ws="none",
            proxy_headers=self.proxied,
            lifespan="on",
            timeout_keep_alive=75,
            timeout_graceful_shutdown=_PATIENCE,
            h11_max_incomplete_event_size=16 * 1024,
            backlog=_AT_ONCE,
        )
        self._server = _Uvicorn(config, self.close, began)
        with closing(self._socket):
            self._server.run([self._socket])
        if self._server.problem:
            raise self._server.problem

    def stop(self) -> None:
        """End `run`, from another thread."""
        if self._server:
            self._server.should_exit = True


class _Uvicorn(uvicorn.Server):
    """Looks after its lines, and ends streams when it is to end: they would go on for ever."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None], began: Callable[[], None]) -> None:
        super().__init__(config)
        self._close, self._began = close, began
        self.problem: Exception | None = None  # in saying that it began

    @property
    def _lines(self) -> set[Line]:
        return cast("set[Line]", self.server_state.connections)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(_QUEUE)  # asyncio has taken the number of those at once for it
        if self.started:
            try:
                self._began()
            except Exception as problem:  # raised when all is closed; else the loop tells it with its insides
                self.problem = problem

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # once a second
            sweep(self._lines, get_running_loop().time())
        return await super().on_tick(counter) or self.problem is not None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close()
        for line in [line for line in self._lines if line.waits]:
            line.end()
        get_running_loop().call_later(_PATIENCE / 2, self._end_all)
        await super().shutdown(sockets)

    def _end_all(self) -> None:
        for line in [*self._lines]:
            line.end()


def _listening(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens at the first of some ports that can be had; 0 is any."""
    last: OSError | None = None
    for number in ports:
        # asyncio sends at once (TCP_NODELAY) only where the protocol is said; else an answer waits 40 ms
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(_QUEUE)
        except (OSError, OverflowError) as error:
            listener.close()
            last = error if isinstance(error, OSError) else OSError(str(error))
        else:
            return listener
    problem = last.strerror or last if last else "cannot be used"
    raise ToolkitError(f"port {ports[0]}: {problem}: choose another one, or leave --port out") from None


def origin(address: str) -> str:
    """Return the origin of the pages at an address, as browsers write it: without the port of its scheme.

    `ToolkitError` when it is no address of a server, or goes on with a path.
    """
    found = _ADDRESS.fullmatch(address)
    if not found or not 0 < int(found[3] or 1) < 1 << 16:
        raise ToolkitError(f"{quote(address)} is no address of a server, such as https://table.example.org")
    scheme, host, port = found[1].lower(), found[2], found[3]
    own = "" if port is None or int(port) == _SCHEMES[scheme] else f":{int(port)}"
    return f"{scheme}://{host.lower()}{own}"


def _own_address() -> str:
    """Return the address of this machine in its network; nothing is sent to learn it."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect((_OUTSIDE, 9))
        return str(probe.getsockname()[0])
    with suppress(OSError):
        for *_, (address, *_rest) in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not str(address).startswith("127."):
                return str(address)
    raise ToolkitError("the address of this machine in its network is not found: --address names it")
