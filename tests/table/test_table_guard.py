"""A table is for a room: other names and sites, huge, hasty and broken requests get a sentence."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import Phone, Room, Rooms, wanted
from sizes import examples

from workbench.cli.main import run
from workbench.serving import guard, server
from workbench.serving.guard import HEADERS, LARGEST_BODY, Buckets, Rate

pytestmark = pytest.mark.long

OTHER_NAME = "this server does not answer to that name: open the address that it printed"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table at which nothing that these tests do is allowed."""
    patched = pytest.MonkeyPatch()
    patched.setattr(guard, "READS", Rate(1e6, 1e6))
    patched.setattr(guard, "WRITES", Rate(1e6, 1e6))
    path: Path = tmp_path_factory.mktemp("guard") / "a.table"
    one = Room(path, wanted("wazabi", "me,me"))
    yield one
    one.close()
    patched.undo()


@pytest.fixture
def phone(opened: Room) -> Phone:
    return Phone(opened.url)


def test_every_answer_has_the_headers(phone: Phone) -> None:
    for what in ("", "state", "files/table.js", "files/nothing", "/", "/t/wrong/state", "qr.svg"):
        answer = phone.ask(what)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "server" not in answer.headers
    policy = HEADERS["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_what_is_no_request_of_a_page_of_this_table_is_refused_with_a_sentence(phone: Phone) -> None:
    """Other names, other sites, wrong addresses and methods, and too much; what a page sends is not."""
    port, token = phone.host.partition(":")[2], phone.base.split("/")[2]
    sits = {"body": {"id": "0123456789abcdef", "seat": 0, "name": "Mallory"}}
    sites = ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"https://{phone.host}"})
    sites += ({"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"})
    hosts = ("evil.example", f"evil.example:{port}", f"localhost:{port}", "127.0.0.1", "")
    paths = ("/", "/t/", "/t/wrong/", f"/t/{token[:-1]}/state", f"/t/{token}x/", "/favicon.ico")
    paths += tuple(f"files/{one}" for one in ("../store.py", "%2e%2e/store.py", "..%2fstore.py"))
    paths += ("files/__init__.py", f"/t/{token}/files//etc/passwd")
    methods = (("state", "DELETE"), ("seat", "PUT"), ("events", "POST"))
    table: list[tuple[str, dict[str, Any], int, str]] = [
        *(("state", {"Host": host}, 421, OTHER_NAME) for host in hosts),
        *(("seat", sits | site, 403, "a page of another (origin|site) cannot act here") for site in sites),
        ("leave", {"body": {}, "Origin": f"http://{phone.host}"}, 403, "there is no seat to leave"),
        *((path, {}, 404, "") for path in paths),
        *((what, {"method": method, "body": b"{}"}, 405, "cannot be done") for what, method in methods),
        ("do", {"method": "GET", "body": b"{}"}, 404, "nothing of that name"),
        ("do", {"body": b"x" * (LARGEST_BODY + 1)}, 413, "^more than 64 KiB were sent$"),
    ]
    for what, more, status, sentence in table:
        answer = phone.ask(what, **more)
        assert (answer.status, bool(answer.error)) == (status, True), (what, more)
        assert re.search(sentence, answer.error), (what, more)
    opened = phone.ask("/t/wrong/", Accept="text/html,*/*;q=0.8", Accept_Language="fa")
    assert (opened.status, opened.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert '<html lang="fa" dir="rtl">' in opened.body.decode()
    assert phone.ask("state", Host=phone.host).status == 200
    assert Phone(phone.url).ask("do", body=b"{}", Content_Length="9" * 30).status in (400, 413)


def test_browsers_leave_out_the_port_of_the_scheme() -> None:
    ports = (("http", 80), ("http", 443), ("https", 443), ("https", 8443))
    assert [server.origin(f"{scheme.title()}://Laptop.local:{port}") for scheme, port in ports] == [
        "http://laptop.local",
        "http://laptop.local:443",
        "https://laptop.local",
        "https://laptop.local:8443",
    ]


PUBLIC = "https://table.example.org"


def test_behind_a_proxy_the_public_name_is_answered(room: Rooms) -> None:
    """What a proxy with TLS hands on: its own name, and for whom it asks; no plain page may act there."""
    opened = room(public=f"{PUBLIC}/")
    assert re.fullmatch(rf"{PUBLIC}/t/[\w-]{{22}}/", opened.url)
    here, body = Phone(opened.here), {"id": "0123456789abcdef", "seat": 0, "name": "Anna"}
    assert here.state()["lan"]
    name = {"Host": "Table.example.org"}
    for origin in ("http://table.example.org", f"{PUBLIC}:8443", f"http://{here.host}"):
        answer = here.ask("seat", body=body, Origin=origin, **name)
        assert (answer.status, answer.error) == (403, "a page of another origin cannot act here")
    assert here.ask("state", Host="table.example.org:8443").status == 421
    sat = here.ask("seat", body=body, Origin=PUBLIC, **name)
    assert (sat.status, "; Secure" in sat.headers["set-cookie"]) == (200, True)


def test_only_behind_a_proxy_is_it_believed_for_whom_it_asks(
    room: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Strangers behind a proxy are not one; who needs none cannot say that every request is another's."""
    monkeypatch.setattr(guard, "WRITES", Rate(2, 0.001))
    for options, expected in (({"public": PUBLIC}, [403, 403, 429, 403]), ({}, [403, 403, 429, 429])):
        phone = Phone(room(file=f"{len(options)}.table", **options).here)
        asked = ("9.9.9.9, 192.0.2.7", "8.8.8.8, 192.0.2.7", "192.0.2.7", "192.0.2.8")
        assert [phone.ask("leave", body={}, X_Forwarded_For=one).status for one in asked] == expected


def test_addresses_that_are_none(tmp_path: Path, capsys: Any) -> None:
    for public in ("table.example.org", f"{PUBLIC}/games", "ftp://a", f"{PUBLIC}:99999", "https://a@b", ""):
        command = ["table", str(tmp_path / "a.table"), "--game", "wazabi", "--seats", "me,me"]
        assert run([*command, "--public", public]) == 2
        assert "is no address of a server, such as https://table.example.org" in capsys.readouterr().err
    assert run([*command, "--public", "http://table.example.org"]) == 2
    assert "--public is the address of a proxy with TLS: it begins with https://" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_body_may_not_hide_its_size(opened: Room, phone: Phone) -> None:
    parts = urlsplit(opened.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as line:
        head = f"POST {phone.base}do HTTP/1.1\r\nHost: {phone.host}\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(head.encode())
        chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        for _ in range(6):
            line.sendall(chunk)
        answer = line.recv(10_000)
    assert b" 413 " in answer.splitlines()[0]


def test_who_asks_too_often_must_wait(opened: Room) -> None:
    now = [0.0]
    buckets = Buckets(Rate(burst=3, second=2), clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("b")
    now[0] = 0.6
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] = 100
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    for number in range(30_000):
        buckets.take(str(number))
    assert len(buckets._left) <= 10_000


def test_too_many_requests_are_429(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WRITES", Rate(4, 0.001))
    opened = room()
    seated, phone = opened.phone(0), opened.phone()
    answers = [phone.ask("leave", body={}) for _ in range(5)]
    assert [answer.status for answer in answers] == [403, 403, 403, 429, 429]
    assert answers[-1].error == "too many requests: wait a moment"
    assert phone.ask("state").status == 200
    assert seated.ask("leave", body={}).status == 200  # a seat has its own


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
WORDS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["clue brown in jungle", "free 0", "free ²", "free 99", "begin", "move A11-A12", "take", "\x00"]
    ),
)
DO = st.fixed_dictionaries(
    {},
    optional={
        "id": WORDS | JSON,
        "expect": st.integers(-3, 5) | JSON,
        "do": WORDS | st.lists(WORDS, max_size=3) | JSON,
        "for": WORDS | JSON,
        "text": WORDS | JSON,
        "seat": st.integers(-2, 5) | JSON,
        "name": st.just("") | JSON,
    },
)
BODIES = st.one_of(
    st.binary(max_size=200),
    JSON.map(json.dumps).map(str.encode),
    DO.map(json.dumps).map(str.encode),
    st.sampled_from(
        [b'{"id": "\\ud800", "expect": 1, "do": "x"}', b"[" * 5000, b'{"expect": ' + b"9" * 5000 + b"}"]
    ),
)


ASCII = st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), max_size=40)


def test_any_body_and_any_address_is_answered(opened: Room, room: Rooms) -> None:
    stranger, table = Phone(opened.url), room()
    sits = table.phone(0)

    @settings(max_examples=examples(30))
    @given(what=st.sampled_from(["do", "try", "seat", "leave"]), body=BODIES)
    def of_a_stranger(what: str, body: bytes) -> None:
        answer = stranger.ask(what, body=body)
        assert 400 <= answer.status < 500
        assert answer.error
        assert opened.table.seq == 1

    @settings(max_examples=examples(20))
    @given(what=st.sampled_from(["do", "try"]), body=BODIES)
    def of_who_sits(what: str, body: bytes) -> None:
        before = table.table.seq
        answer = sits.ask(what, body=body)
        assert 200 <= answer.status < 500
        assert answer.json
        assert table.table.seq == before + (answer.status == 200 and what == "do")

    @settings(max_examples=examples(20))
    @given(path=ASCII, query=ASCII)
    def at_an_address(path: str, query: str) -> None:
        answer = stranger.ask(f"{path.replace('#', '').replace('?', '')}?{query.replace('#', '')}")
        assert answer.status in (200, 307, 404, 403, 405) or path == "events"

    for tried in (of_a_stranger, of_who_sits, at_an_address):
        tried()


def test_what_people_write_cannot_become_markup(room: Rooms) -> None:
    """Names travel as JSON alone: no page has one in it, and nothing is read as HTML."""
    phone, name = room().phone(), "<script>x</script>"
    assert phone.sit(0, name).status == 200
    assert phone.state()["seats"][0]["name"] == name
    assert phone.ask("state").headers["content-type"] == "application/json"
    assert name not in phone.ask().body.decode()
