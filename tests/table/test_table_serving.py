"""The command itself: what it prints, how it ends, and that a kill at any moment loses nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from measure import measured
from rooms import PATIENCE, Log, Phone, Rooms, run_apart, wanted
from sizes import PROFILE, nightly

from workbench.cli.main import run
from workbench.serving import guard, server
from workbench.table.bots import BotError, Bots
from workbench.table.opening import session_of
from workbench.table.session import Job
from workbench.table.store import Store
from workbench.table.table import Table

pytestmark = pytest.mark.long

ADDRESS = re.compile(r"^http://127\.0\.0\.1:\d+/t/[\w-]{22}/$", re.MULTILINE)
KILLS, _BATCH = (200, 10) if PROFILE == "thorough" else (4, 2)


class Served:
    """A server in a process of its own, and what it printed."""

    def __init__(self, pid: int, printed: Path) -> None:
        self.pid, self._printed = pid, printed
        end = time.monotonic() + PATIENCE
        while not (found := ADDRESS.search(self.text)):
            assert time.monotonic() < end, self.text
            time.sleep(0.01)
        self.url = found[0]

    @property
    def text(self) -> str:
        return self._printed.read_text() if self._printed.exists() else ""

    def end(self, how: signal.Signals) -> float:
        """Send a signal, wait until the process is gone, and return after how many seconds."""
        begun = time.monotonic()
        os.kill(self.pid, how)
        while _lives(self.pid):
            assert time.monotonic() < begun + PATIENCE
            time.sleep(0.01)
        return time.monotonic() - begun


def _lives(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


@pytest.fixture(scope="module")
def nursery() -> Iterator[subprocess.Popen[str]]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(Path(__file__).parent / "nursery.py")]
    with subprocess.Popen(command, env=env, stdin=-1, stdout=-1, text=True) as process:
        yield process


@pytest.fixture
def served(nursery: subprocess.Popen[str], tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start `tobago table FILE ...` in an own process."""
    pids = []

    def start(*arguments: str, file: str = "a.table") -> Served:
        printed = tmp_path / f"printed-{len(pids)}.txt"
        nursery.stdin.write(json.dumps([str(printed), str(tmp_path / file), *arguments]) + "\n")
        nursery.stdin.flush()
        pids.append(int(nursery.stdout.readline()))
        return Served(pids[-1], printed)

    yield start
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


WAZABI = ("--game", "wazabi", "--seed", "1", "--seats")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_within_two_seconds_with_open_streams(
    served: Callable[..., Served], how: signal.Signals
) -> None:
    one = served(*WAZABI, "me,me,ismcts:60s")
    phones = [Phone(one.url) for _ in range(3)]
    for seat, phone in enumerate(phones[:2]):
        phone.sit(seat, f"player {seat}")
    with phones[0].stream() as first, phones[1].stream(packed=True) as second, phones[2].stream() as third:
        for told in (first, second, third):
            next(told)
        assert one.end(how) < 2
        assert [list(told)[1:] for told in (first, second, third)] == [[]] * 3  # they end, too
    assert "Traceback" not in one.text
    store = Store(Path(one._printed.parent / "a.table"))
    store.close()


def test_it_goes_on_at_the_same_address(served: Callable[..., Served]) -> None:
    one = served(*WAZABI, "me,me")
    phone = Phone(one.url)
    phone.sit(0, "Anna")
    one.end(signal.SIGKILL)
    two = served(*WAZABI, "me,me")
    assert two.url == one.url
    assert "goes on where it was" in two.text
    again = Phone(two.url, phone.cookie)
    assert (again.state()["you"], again.state()["seats"][0]["name"]) == (0, "Anna")


class Client(threading.Thread):
    """A phone that posts whether or not it may, through kills, until it is told to end."""

    def __init__(self, url: str, seat: int) -> None:
        super().__init__(daemon=True)
        self.phone, self.seat = Phone(url), seat
        self.random = Random(seat)
        assert self.phone.sit(seat, f"player {seat}").status == 200
        self.confirmed: dict[str, tuple[int, str]] = {}
        self.ends = threading.Event()
        self.faults: list[str] = []
        self.seen = 0

    def run(self) -> None:
        number = 0
        while not self.ends.is_set():
            try:
                view = self.phone.state()
                self.seen = view["seq"]
                do, number = self.random.choice(_lines(view)), number + 1
                body = {"id": f"{self.seat}-{number}", "expect": view["seq"], "do": do}
                answer = self.phone.ask("do", body=body)
                if answer.status == 200:
                    self.confirmed[body["id"]] = answer.json["seq"], do
                elif answer.status not in (403, 409, 422, 429):
                    self.faults.append(f"{answer.status} {answer.body!r}")
            except (OSError, HTTPException, ValueError):  # the server is gone: try until it is back
                self.phone = Phone(self.phone.url, self.phone.cookie)
                time.sleep(0.01)


def _lines(view: dict[str, Any]) -> list[str]:
    """What a phone may do: in the set-up of the printed game all may act at once."""
    if view["kind"] == "printed":
        return ["place hut B23", "lift B23", "place palm C21", "lift C21", "hints off", "hints full"]
    return [action["do"] for action in view["table"]["actions"]] or ["roll"]


def test_a_kill_at_any_moment_loses_no_confirmed_event(served: Callable[..., Served], tmp_path: Path) -> None:
    random = Random(17)
    kills = 0
    while kills < KILLS:
        file = f"{kills}.table"
        dealt = kills // _BATCH % 2 == 1
        arguments = ("--game", "silver", "--seed", str(kills), "--seats", "me,me,me,me") if dealt else ()
        one = served(*arguments, file=file)
        clients = [Client(one.url, seat) for seat in range(4)]
        if not dealt:
            assert clients[0].phone.do("layout ABC+0").status == 200
        for client in clients:
            client.start()
        for _ in range(min(_BATCH, KILLS - kills)):
            before = max(client.seen for client in clients)
            time.sleep(random.uniform(0.02, 0.3))
            one.end(signal.SIGKILL)
            _check_alone(tmp_path / file, clients)
            one = served(*arguments, file=file)
            kills += 1
            end = time.monotonic() + PATIENCE
            while min(client.seen for client in clients) < before:  # all see the table again
                assert time.monotonic() < end
                time.sleep(0.01)
        while sum(len(client.confirmed) for client in clients) <= len(clients):  # something is to be checked
            assert time.monotonic() < end
            time.sleep(0.01)
        for client in clients:
            client.ends.set()
        for client in clients:
            client.join(PATIENCE)
            assert client.faults == []
        one.end(signal.SIGTERM)
        _check(tmp_path / file, clients)


def _check(file: Path, clients: list[Client]) -> None:
    """Check that a log holds all that was confirmed, once, and makes a game."""
    events = _check_confirmed(file, clients)
    kept = [event["id"] for event in events.values() if "id" in event]
    assert len(kept) == len(set(kept))
    assert sum(len(client.confirmed) for client in clients) > len(clients)


def _check_confirmed(file: Path, clients: list[Client]) -> dict[int, Any]:
    """Return the events of a file, which is whole and holds what was confirmed so far."""
    confirmed = {name: kept for client in clients for name, kept in [*client.confirmed.items()]}
    store = Store(file)
    events = dict(store.events())
    assert Table(store, partial(session_of, file.parent)).seq == len(events)
    store.close()
    for name, (seq, do) in confirmed.items():
        assert (events[seq]["id"], events[seq]["do"][0]) == (name, do)  # a line may fold several
    return events


def _check_alone(file: Path, clients: list[Client]) -> None:
    """Check what somebody has who takes a copy of the file of a server that was killed, and nothing else."""
    (copy := file.parent / "copied" / file.name).parent.mkdir(exist_ok=True)
    shutil.copy(file, copy)
    _check_confirmed(copy, clients)


def test_an_end_in_the_middle_of_a_thought(served: Callable[..., Served]) -> None:
    """The bots' process is gone with its server, even one that is killed."""
    one = served(*WAZABI, "ismcts:60s,ismcts:60s")
    if not Path(f"/proc/{one.pid}/task/{one.pid}/children").exists():
        pytest.skip("no /proc here tells of children")
    end = time.monotonic() + PATIENCE
    while not (found := _descendants(one.pid)):
        assert time.monotonic() < end, one.text
        time.sleep(0.05)
    one.end(signal.SIGKILL)
    while any(_lives(pid) for pid in found):
        assert time.monotonic() < end + PATIENCE
        time.sleep(0.05)


def _descendants(pid: int) -> list[int]:
    """Return the processes that a process started, in any thread."""
    texts = [one.read_text() for one in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(number) for text in texts for number in text.split()]


def test_a_bot_that_fails_is_told_and_the_game_goes_on(room: Rooms, monkeypatch: Any) -> None:
    fails = iter([True, True])
    asked = Bots._asked

    def failing(bots: Bots, job: Job) -> Any:
        if next(fails, False):
            raise BotError("it fell asleep")
        return asked(bots, job)

    monkeypatch.setattr(Bots, "_asked", failing)
    monkeypatch.setattr("workbench.table.app._AGAIN", 0.05)
    opened = room("wazabi", "me,greedy")
    phone = opened.phone(0)
    notes = []
    with phone.stream() as told:
        for _, view in told:
            notes.append(view["note"])
            if view["table"]["to_act"] == 0 and len(view["table"]["log"]) > 3:
                break
            if view["table"]["actions"]:
                phone.do(view["table"]["actions"][0]["do"], view["seq"])
    assert "greedy does not act: it fell asleep" in notes
    assert notes[-1] == ""


def test_a_bot_does_not_play_what_it_thought_of_before_something_was_taken_back(
    room: Rooms, monkeypatch: Any
) -> None:
    answered, thinks, asked = threading.Event(), threading.Event(), Bots._asked

    def slow(bots: Bots, job: Job) -> Any:
        action = asked(bots, job)
        thinks.set()
        assert answered.wait(PATIENCE)
        return action

    monkeypatch.setattr(Bots, "_asked", slow)
    one = room("wazabi", "me,me,greedy", seed=7)
    phones = [one.phone(seat) for seat in (0, 1)]
    while not thinks.wait(0.2):
        for phone in phones:
            if legal := phone.state()["table"]["actions"]:
                phone.do(legal[0]["do"])
    acted = next(phone for phone in phones if phone.state()["table"]["undo"])
    before = acted.state()["table"]["log"]
    assert acted.do("undo").status == 200
    answered.set()
    for _ in range(15):  # as long as the table needs to hear of it, and more
        then = acted.state()
        assert then["table"]["to_act"] == phones.index(acted)
        assert len(then["table"]["log"]) < len(before)
        assert then["note"] == ""
        time.sleep(0.02)


def test_a_bot_sits_down_anew_when_what_it_heard_is_no_more() -> None:
    """Another one did not hear of what was taken back, nor of the game before."""

    sent: list[Any] = []
    log = Log(wanted("wazabi", "me,me,greedy", 9).begin()).sit(0, 1)
    bots = Bots()
    bots._process.ask = lambda asked: sent.append((asked.anew, len(asked.news)))  # type: ignore[assignment]
    told = []

    def asked() -> None:
        heard = log.game._state.log(2)
        told.append(len(heard))
        bots._asked(Job(2, "greedy", log.game._state.observation(2), heard, 1))

    asked()
    log.do(log.acts, log.legal()[0])
    asked()
    log.do(log.game._last.seat, "undo")
    asked()
    log.do(log.acts, log.legal()[-1])
    asked()
    first, second, third, last = told
    assert sent == [(True, first), (False, second - first), (True, third), (False, last - third)]


def test_bots_start_anew_after_their_process_was_killed() -> None:
    bots = Bots()
    job = Log(wanted("wazabi", "greedy,random").begin()).game.thinking()
    first = bots._asked(job)
    assert first in job.observation.actions
    bots._process._process.kill()
    with pytest.raises(BotError, match="its process has ended"):
        bots._asked(job)
    assert bots._asked(job) in job.observation.actions
    with pytest.raises(BotError, match="no player 'nobody'"):
        bots._asked(Job(job.seat + 9, "nobody", job.observation, job.log, job.seed))
    bots.close()
    with pytest.raises(BotError, match="closed"):
        bots._asked(job)


def test_what_bots_draw_comes_of_the_seed_of_the_game() -> None:
    """Nothing that the table tells, such as the token in everybody's address, foretells a bot."""
    bots, decision = Bots(), Log(wanted("tobago", "random,random").begin()).game.thinking()

    def drawn(seed: int) -> str:
        assert Log(wanted("tobago", "random,random", seed).begin()).game.thinking().seed == seed
        first = bots._asked(replace(decision, seed=seed))
        bots._heard = {}  # who sits down anew draws anew
        return str(first)

    assert drawn(1) == drawn(1) != drawn(2)
    bots.close()


def test_what_the_command_refuses(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("no position")
    for arguments, problem in (
        (["--game", "chess", "--seats", "me"], "no game 'chess'"),
        (["silver"], "silver is a game: --game silver deals it"),
        (["--game", "silver"], "who plays is missing, such as --seats me,me,greedy"),
        (["--game", "silver", "--seats", "me"], "Silver is for 2 to 4 players, not 1"),
        (["--game", "silver", "--seats", "me,gredy"], "no player 'gredy'; did you mean 'greedy'?"),
        (["--game", "wazabi", "--seats", "me,remembering"], "plays Silver only, not wazabi"),
        (["--game", "wazabi", "--seats", "me,me: "], "the name is missing, as in me:Anna"),
        (["--game", "wazabi", "--seats", "me,me", "--port", "0"], "no whole number from 1 to 65535"),
        (["--game", "wazabi", "--seats", "me,me", "--address", "a"], "--address goes with --lan"),
        (["--game", "wazabi", "--seats", "me,me", "-"], "kept in a file, not in -"),
        (["--game", "wazabi", "--seats", "me,me", "nowhere/a.table"], "is the folder there"),
    ):
        assert run(["table", *arguments]) == 2
        assert problem in capsys.readouterr().err
        assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_without_its_packages_it_says_what_to_install(monkeypatch: Any, capsys: Any) -> None:
    for module in ("workbench.table.serve", "workbench.serving.server"):  # as if nobody had imported them
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "segno", None)
    assert run(["table", "--game", "silver", "--seats", "me,me"]) == 2
    hint = capsys.readouterr().err
    assert hint.startswith('tobago: tables need segno: pip install ".[table]" in a clone, "tobago-')


def test_the_network_is_open_only_if_that_is_asked_for(room: Rooms, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        server, "_own_address", lambda: "127.0.0.2"
    )  # as if it were this machine's in a network
    opened = room(lan=True, file="c.table", name="Laptop.local")  # somebody knows better
    assert re.match(r"http://laptop\.local:\d+/t/", opened.url)
    opened = room(lan=True)
    assert opened.url.startswith("http://127.0.0.2:")
    view = opened.phone().state()
    assert (view["lan"], view["url"]) == (True, opened.url)
    port = opened.phone().host.partition(":")[2]
    assert opened.phone().ask("state", Host=f"127.0.0.1:{port}").status == 200
    closed = room(file="b.table")
    with pytest.raises(ConnectionRefusedError):
        Phone(closed.url.replace("127.0.0.1", "127.0.0.2")).state()


def test_a_port_that_is_taken(room: Rooms, tmp_path: Path, capsys: Any) -> None:
    port = room().phone().host.partition(":")[2]
    arguments = ["table", str(tmp_path / "b.table"), "--game", "wazabi", "--seats", "me,me", "--port", port]
    assert run(arguments) == 2
    assert f"port {port}: Address already in use: choose another one, or" in capsys.readouterr().err


STRANGERS = {
    "says nothing": b"",
    "half a request": b"GET {path}state HTTP/1.1\r\nHost: {host}\r\nX-More: ",
    "half a body": b"POST {path}do HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\n[",
    "half a body that nobody reads": b"GET {path}state HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9\r\n\r\n",
    "a header without end": b"GET {path}state HTTP/1.1\r\nX-More: " + b"x" * 40_000,
    "garbage": b"\x16\x03\x01" + b"\r\n\x00" * 3000,
    "many at once": b"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n" * 50,
    "a stream": b"GET {path}events HTTP/1.1\r\nHost: {host}\r\n\r\n",
}
"""What strangers send, who read no answer: first what is no whole request."""

_HALF = 6


def strangers(url: str, number: int) -> list[socket.socket]:
    """Return so many lines of strangers."""
    parts, found = urlsplit(url), []
    for _, said in zip(range(number), cycle(STRANGERS.values()), strict=False):
        line = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
        sent = said.replace(b"{path}", parts.path.encode()).replace(b"{host}", parts.netloc.encode())
        line.setblocking(False)
        with suppress(OSError):
            line.send(sent)
        found.append(line)
    return found


def _open(lines: list[socket.socket]) -> int:
    """Return how many lines the server holds open; reads what it has sent."""
    number = 0
    for line in lines:
        try:
            while line.recv(1 << 20):
                pass
        except BlockingIOError:
            number += 1
        except OSError:
            pass
    return number


@nightly
@pytest.mark.parametrize("files", [1024, 256])
def test_strangers_lock_nobody_out(tmp_path: Path, files: int) -> None:
    """All from the address of the phones, more lines than there are files; the server ends among them."""
    import resource

    printed = tmp_path / "printed.txt"
    code = "import sys; from workbench.cli.main import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "table", str(tmp_path / "a.table")]
    limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with printed.open("w") as out:
        server = subprocess.Popen(command, stdout=out, stderr=out, env=env, preexec_fn=limit)
    try:
        one = Served(server.pid, printed)
        phones = [Phone(one.url) for _ in range(2)]
        for seat, phone in enumerate(phones):
            phone.sit(seat, f"player {seat}")
            phone.state()  # by which its line is known as that of a seat
        with phones[0].stream() as told:
            seq = next(told)[1]["seq"]
            crowd = strangers(one.url, files + 200)
            for number in range(20):
                assert phones[number % 2].do(("hints off", "hints full")[number % 2]).status == 200
                assert next(told)[1]["seq"] == (seq := seq + 1)
            half = [line for number, line in enumerate(crowd) if number % len(STRANGERS) < _HALF]
            end = time.monotonic() + 6 * guard.PATIENCE
            while _open(half):
                assert time.monotonic() < end
                time.sleep(0.5)
            assert Phone(one.url).state()["seq"] == seq
            crowd += strangers(one.url, files)
            begun = time.monotonic()
            server.terminate()
            server.wait(PATIENCE)
            assert time.monotonic() - begun < 2
        assert len(one.text) < 1000, one.text[-2000:]
    finally:
        server.kill()
        server.wait()


@nightly
def test_who_goes_in_the_middle_of_a_body_leaves_no_word(served: Callable[..., Served]) -> None:
    one = served(*WAZABI, "me,me")
    before = one.text
    for _ in range(20):
        for line in strangers(one.url, 4):
            line.close()
    assert Phone(one.url).state()["seq"] == 1
    one.end(signal.SIGTERM)
    assert one.text == before


@nightly
@pytest.mark.parametrize("phones", [30, 100])
def test_all_phones_at_one_address_hear_all_news(phones: int) -> None:
    for game in ("printed", "silver"):
        assert run_apart(measured(game, phones, 20))[:2] == [game, "20"]
