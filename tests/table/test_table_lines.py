"""A line is kept as long as somebody uses it, and a crowd at the door shuts nobody out who sits."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from rooms import run_apart
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from uvicorn import Config
from uvicorn.server import ServerState

from workbench.serving.guard import (
    LARGEST_BODY,
    MOST,
    OF_ADDRESS,
    OF_SEAT,
    PATIENCE,
    UNREAD,
    Guard,
    Line,
    TooLarge,
    most_lines,
    sweep,
)

HEAD = b"GET /t/x/state HTTP/1.1\r\nHost: a\r\n"
POST = b"POST /t/x/do HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"


class Transport(asyncio.Transport):
    """The other end of a line: what was sent to it, and whether it was thrown out."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("server", 2)})
        self.sent, self.thrown, self.closing = b"", False, False
        self.unread = 0

    def get_write_buffer_size(self) -> int:
        return self.unread

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.thrown = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def _nothing(scope: Any, receive: Any, send: Any) -> None: ...


class Hall:
    """Lines at a clock that stands still unless it is put forward; requests are answered by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.state = ServerState()
        self.config = Config(_nothing, http=Line, log_config=None)
        self.loop: Any = SimpleNamespace(
            time=lambda: self.now, call_later=lambda *_: Mock(), create_task=self._tasked
        )

    def _tasked(self, task: Any) -> Mock:
        task.close()
        return Mock()

    def line(self, data: bytes = b"", address: str = "phone", seat: int | None = None, **state: Any) -> Line:
        self.now += 0.001
        line = Line(self.config, self.state, {}, _loop=self.loop)
        line.connection_made(Transport(address))
        if data:
            line.data_received(data)
        if line.scope:
            line.scope["state"] |= {"seat": seat} | state
        return line

    def stream(self, address: str = "phone", seat: int | None = None) -> Line:
        return self.line(HEAD + b"\r\n", address, seat, stream=True)

    def answer(self, line: Line) -> None:
        async def all_of_it() -> None:
            await line.cycle.send({"type": "http.response.start", "status": 204, "headers": []})
            await line.cycle.send({"type": "http.response.body", "body": b""})

        run_apart(all_of_it())

    def after(self, seconds: float) -> None:
        self.now += seconds
        sweep(self.state.connections, self.now)


def thrown(line: Line) -> bool:
    transport: Any = line.transport
    return transport.thrown


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_who_does_not_ask_to_the_end_is_not_waited_for(hall: Hall) -> None:
    lines = {hall.line(data): data for data in (b"", HEAD, POST + b"{", HEAD + b"Content-Length: 9\r\n\r\n")}
    hall.after(PATIENCE - 0.01)
    assert not any(map(thrown, lines))
    for line, data in lines.items():
        line.data_received(b"x" if data else HEAD)  # a byte now and then is no help
    hall.after(1)
    assert all(map(thrown, lines))
    assert not hall.state.connections


def test_half_a_request_behind_a_whole_one(hall: Hall) -> None:
    for rest in (HEAD, POST):
        at_once, later = hall.line(HEAD + b"\r\n" + rest), hall.line(HEAD + b"\r\n")
        hall.after(100)
        for line in (at_once, later):
            assert not thrown(line)  # as long as it is answered
            hall.answer(line)
        later.data_received(rest)
        hall.after(PATIENCE + 1)
        assert thrown(at_once)
        assert thrown(later)


def test_who_asked_to_the_end_is_kept(hall: Hall) -> None:
    stream, posted, idle = hall.stream(), hall.line(POST + b"x" * 100), hall.line(HEAD + b"\r\n")
    hall.answer(idle)
    hall.after(1000)
    assert not any(map(thrown, (stream, posted, idle)))  # uvicorn itself closes what is idle


def test_who_does_not_read_is_given_up(hall: Hall) -> None:
    slow, stuck, closed = hall.stream(), hall.stream(), hall.line()
    stuck.pause_writing()
    closed.data_received(b"garbage\r\n\r\n")
    assert b" 400 " in closed.transport.sent  # type: ignore[attr-defined]
    slow.pause_writing()
    hall.after(0)
    hall.after(UNREAD)
    slow.resume_writing()
    hall.after(1)
    slow.pause_writing()
    hall.after(UNREAD)
    assert [thrown(slow), thrown(stuck), thrown(closed)] == [False, True, True]


def test_who_reads_slowly_is_waited_for(hall: Hall) -> None:
    reader = hall.stream()
    reader.pause_writing()  # until nearly all of a large answer has gone
    for left in range(100_000, 0, -10_000):
        reader.transport.unread = left  # type: ignore[attr-defined]
        hall.after(UNREAD - 1)
        assert not thrown(reader)
    hall.after(UNREAD + 1)
    assert thrown(reader)


def test_streams_are_limited_by_seat_and_address(hall: Hall) -> None:
    seated = [hall.stream("point", 0) for _ in range(OF_SEAT + 1)]
    lookers = [hall.stream("point") for _ in range(OF_ADDRESS + 2)]
    another = hall.stream("elsewhere")
    hall.after(0)
    assert [thrown(one) for one in seated] == [True] + [False] * OF_SEAT  # the phone lost its way to that one
    assert [thrown(one) for one in lookers] == [True] * 2 + [False] * OF_ADDRESS
    assert not thrown(another)


def test_a_crowd_shuts_nobody_out_who_sits(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "most", 12)
    seated = [hall.stream("point", 0), hall.line(HEAD + b"\r\n", "point", 1)]
    hall.answer(seated[1])
    looker, crowd = hall.stream("elsewhere"), []
    for now in range(50):
        crowd.append(hall.line((b"", HEAD, POST)[now % 3], "point"))
        phone = hall.line(HEAD + b"\r\n", "point")
        assert not thrown(phone)  # the newest is heard
        hall.answer(phone)
    assert not any(map(thrown, (*seated, looker)))
    assert len(hall.state.connections) == Line.most
    assert [thrown(one) for one in crowd] == [True] * 46 + [False] * 4  # the eldest went


def test_who_has_most_lines_loses_one(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "most", 20)
    few, many = [hall.line() for _ in range(4)], [hall.stream("crowded") for _ in range(11)]
    many[7].pause_writing()  # it reads nothing
    hall.answer(many[5])  # it is idle since then
    sits = [hall.stream("crowded", 3) for _ in range(5)]
    another = hall.line(address="another")
    assert [one for one in (*few, *many, *sits, another) if thrown(one)] == [many[7]]
    for left in ([many[5], many[7]], [many[0], many[5], many[7]]):
        hall.line(address="another")
        assert [one for one in (*few, *many, *sits, another) if thrown(one)] == left


def test_a_seat_is_not_spared_for_any_number_of_lines(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "most", OF_SEAT + 4)
    few, sits = [hall.stream() for _ in range(3)], [hall.stream(seat=3) for _ in range(OF_SEAT + 2)]
    assert [one for one in (*few, *sits) if thrown(one)] == [sits[0]]


def test_a_process_gets_files_for_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    for limits, most, wanted in (
        ((1024, 4096), MOST, []),
        ((256, resource.RLIM_INFINITY), MOST, [(2 * MOST, resource.RLIM_INFINITY)]),
        ((256, 400), 200, [(400, 400)]),
        ((256, 256), 128, [(256, 256)]),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), MOST, []),
    ):
        asked.clear()
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        assert (most_lines(), asked) == (most, wanted)


def test_a_body_in_several_parts_is_too_large_as_well() -> None:
    """No length was said, and no part is too large."""
    part = {"type": "http.request", "body": b"x" * (LARGEST_BODY // 4), "more_body": True}

    def size(parts: int) -> int:
        left = iter([part] * parts + [part | {"body": b"", "more_body": False}])
        sizes: list[int] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            sizes.append(len(await Request(scope, receive).body()))
            await PlainTextResponse()(scope, receive, send)

        async def receive() -> Any:
            return next(left)

        async def send(_: Any) -> None: ...

        headers = [(b"host", b"here")]
        scope = {"type": "http", "method": "POST", "headers": headers, "client": None, "state": {}}
        run_apart(Guard(app, {"here": "http://here"}, lambda _: None)(scope, receive, send))
        return sizes[0]

    assert size(4) == LARGEST_BODY
    with pytest.raises(TooLarge):
        size(5)
