"""What a phone asks of a real server, and what it is answered: seats, acts, streams, files."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from http.client import IncompleteRead
from typing import Any

import pytest
from rooms import PATIENCE, Phone, Rooms, run_apart
from served import Answer
from sizes import PROFILE, examples, nightly

from toolkit.core.record import Record
from toolkit.games.rulebook import find_rules
from workbench.serving import guard
from workbench.table import app, printed
from workbench.table.app import Server
from workbench.table.store import StoreError

COMMON = {
    *("seq", "kind", "game", "title", "phase", "advice", "you", "host", "frees", "asks"),
    *("read_only", "url", "lan", "seats", "note"),
}


def whose_turn(phones: list[Phone]) -> tuple[Phone, dict[str, Any]]:
    """Return the phone that acts, and what it sees."""
    view = phones[0].state()
    acts = phones[view["table"]["to_act"]]
    return acts, acts.state()


def test_the_page_and_its_files(room: Rooms) -> None:
    phone = room("silver").phone()
    page = phone.ask()
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    text = page.body.decode()
    assert '<html lang="en" dir="ltr"' in text
    assert "<title>Silver</title>" in text
    assert 'dir="rtl"' in phone.ask("?lang=fa").body.decode()
    assert 'dir="rtl"' in phone.ask("", Accept_Language="fa-IR,fa;q=0.9,en;q=0.8").body.decode()
    assert 'data-theme="dark"' in phone.ask("?theme=dark").body.decode()
    for name, kind in (
        ("silver.js", "text/javascript"),
        ("shell.css", "text/css"),
        ("picture.css", "text/css"),
        ("words-fa.json", "application/json"),
    ):
        first = phone.ask(f"files/{name}", Accept_Encoding="gzip")
        assert (first.status, first.headers["content-type"].partition(";")[0]) == (200, kind)
        assert first.headers.get("content-encoding") == "gzip"
        again = phone.ask(f"files/{name}", If_None_Match=first.headers["etag"])
        assert (again.status, again.body) == (304, b"")
    code = phone.ask("qr.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert code.body.startswith(b"<svg")


def test_rules_of_the_game_that_is_played_are_told_in_the_language_of_the_page(room: Rooms) -> None:
    phone = room("mangrovia", "me,greedy").phone()
    told = phone.ask("rules?number=E-5", Accept_Encoding="gzip")  # Tobago has one, too
    assert (told.status, told.headers["content-type"]) == (200, "application/json")
    again = phone.ask("rules?number=E-5", Accept_Encoding="gzip", If_None_Match=told.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    [rule] = phone.ask("rules?number=E-5").json["rules"]
    assert rule == find_rules("E-5", "mangrovia")[0].to_dict()
    [rule] = phone.ask("rules?number=m18&lang=fa").json["rules"]
    assert rule == find_rules("M-18", "mangrovia", "fa")[0].to_dict()
    several = phone.ask("rules?number=M-18..M-20").json["rules"]
    assert [rule["number"] for rule in several] == ["M-18", "M-19", "M-20"]
    for number in ("T-17", "M-99", "", "M-1%00", "M-1+to+S-3", "x" * 3000):
        refused = phone.ask(f"rules?number={number}")
        assert refused.status == 404
        assert refused.error.startswith("no rule '")
    assert phone.ask("rules?number=T-17&lang=fa").error == "چنین قانونی نیست"
    assert phone.ask("rules", body={}).status == 405


def test_the_view_has_what_pages_are_promised(room: Rooms) -> None:
    opened = room("silver", "me,me:Bea,greedy")
    view = opened.phone().state()
    assert view.keys() == COMMON | {"table"}
    assert (view["seq"], view["kind"], view["game"], view["phase"]) == (1, "dealt", "silver", "setup")
    assert (view["you"], view["host"], view["read_only"], view["lan"]) == (None, False, False, False)
    assert view["url"] == opened.url
    assert view["seats"][1:] == [
        {"seat": 1, "name": "Bea", "colour": None, "phone": False, "bot": None},
        {"seat": 2, "name": None, "colour": None, "phone": False, "bot": "greedy"},
    ]
    assert view["table"].keys() == {
        *("to_act", "decision", "scene", "picture", "log", "actions", "question", "thinking", "outcome"),
        *("people", "advises", "undo"),
    }


def test_seats(room: Rooms) -> None:
    opened = room("wazabi", "me,me,greedy")
    anna, bea, carl = opened.phone(), opened.phone(), opened.phone()
    sat = anna.sit(0, "  Anna  ")
    assert (sat.status, sat.json["you"], sat.json["host"]) == (200, 0, True)
    assert sat.json["seats"][0] == {"seat": 0, "name": "Anna", "colour": None, "phone": True, "bot": None}
    cookie = sat.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))
    assert f"Path={anna.base}" in cookie
    taken = bea.sit(0, "Bea")
    assert (taken.status, taken.error) == (409, "Anna sits there")
    assert taken.json["view"]["seats"][0]["name"] == "Anna"
    assert bea.sit(2, "Bea").error == "greedy plays there"
    assert bea.sit(7, "Bea").error == "there is no seat 7: the seats are 0, 1, 2"
    assert anna.sit(1, "Anna too").error == "this phone has another seat: leave it first"
    for name in ("", "  ", "x" * 25, "a\x1b[2Jb", "a\u202eb", "Anna"):
        refused = bea.sit(1, name)
        assert (refused.status, bool(refused.error)) == (422, True)
    assert bea.sit(1, "<img onerror=alert(1)>").status == 200
    assert carl.do("free 1").error == "take a seat first"
    assert anna.do("free 1").status == 200
    assert bea.state()["you"] is None
    assert carl.sit(1, "Carl").status == 202  # the game has begun
    assert anna.answer(1, "Carl").status == 200
    assert anna.ask("leave", body={}).json["you"] is None
    assert carl.state()["host"]
    assert anna.ask("leave", body={}).error == "there is no seat to leave"
    for cookie in ("seat=", "seat=guess", 'seat="\\303\\244"', "seat=" + "x" * 3000):
        anna.cookie = cookie
        assert anna.state()["you"] is None


def test_a_seat_whose_answer_was_lost_is_asked_for_again(room: Rooms) -> None:
    opened = room()
    wish = "a page's own random name"
    anna = opened.phone()
    assert anna.sit(0, "Anna", wish).status == 200
    lost = opened.phone()  # the same page, which heard nothing and has no cookie
    assert (lost.sit(0, "Anna", wish).status, lost.state()["you"]) == (200, 0)
    assert lost.state()["host"]
    assert anna.state()["you"] == 0
    assert (lost.sit(0, "Anna", wish).status, opened.table.seq) == (200, 2)  # the cookie came, and no body
    other = opened.phone()
    assert other.sit(0, "Anna", wish + "?").error == "Anna sits there"
    assert other.sit(1, "Bea", "short").status == 400
    lost.ask("leave", body={})
    assert other.sit(0, "Bea").status == 200
    assert anna.sit(0, "Anna", wish).error == "Bea sits there"


def test_a_seat_is_freed_by_who_sits_longest_of_the_others(room: Rooms) -> None:
    opened = room("wazabi", "me,me,me")
    host, heir, third = opened.phone(2), opened.phone(0), opened.phone(1)
    assert [one.state()["frees"] for one in (host, heir, third, opened.phone())] == [[0, 1], [2], [], []]
    for phone, seat in ((third, 2), (third, 0), (heir, 1), (host, 2), (heir, 0)):
        refused = phone.do(f"free {seat}")
        assert refused.status == 403
        assert refused.error == "only who has sat longest of the others may free a seat"
    assert heir.do("free 2").status == 200  # the phone of the host is lost
    assert (host.state()["you"], heir.state()["host"], heir.state()["frees"]) == (None, True, [1])
    assert heir.do("free 2").error == "nobody sits there with a phone"
    assert third.do("free 0").status == 200
    assert third.state()["frees"] == []


def begin_printed(host: Phone, *more: str) -> None:
    for line in ("layout ABC+0", "random", "begin", *more):
        assert host.do(line).status == 200


def asks(phone: Phone) -> list[tuple[int, str, list[int]]]:
    """Who asks for which seat, and who has to say yes."""
    return [(one["seat"], one["name"], one["wait"]) for one in phone.state()["asks"]]


@pytest.mark.parametrize("game", ["silver", "printed"])
def test_a_seat_of_a_game_that_has_begun_is_taken_with_the_yes_of_the_host(room: Rooms, game: str) -> None:
    opened = room(game, "me,me,me")
    host, bea, carl = (opened.phone(seat) for seat in range(3))
    if game == "printed":
        begin_printed(host)
    assert bea.ask("leave", body={}).status == 200
    eve, other, seq = opened.phone(), opened.phone(), opened.table.seq
    with host.stream() as told:
        heard, _ = next(told)
    with host.stream(Last_Event_ID=heard) as told:
        assert (eve.sit(1, "Eve").status, asks(host)) == (202, [(1, "Eve", [0])])
        assert next(told)[1]["asks"] == host.state()["asks"]
    with host.stream(Last_Event_ID=heard) as told:  # it may not have heard
        assert next(told)[1]["asks"] == host.state()["asks"]
    assert (eve.state()["you"], opened.table.seq) == (None, seq)
    taken = other.sit(1, "Max")
    assert (taken.status, taken.error) == (409, "Eve asks for this seat already")
    for phone in (carl, eve, other):
        assert phone.answer(1, "Eve").status == 403
    assert host.answer(1, "Max").error == "'Max' does not ask for this seat"
    assert host.answer(1, "Eve", yes=False).status == 200
    assert (asks(host), opened.table.seq) == ([], seq)
    assert eve.ask("leave", body={}).error == "there is no seat to leave"
    assert eve.sit(1, "Eve").status == 202
    assert bea.sit(1, "Eve").status == 200  # who left is back at the own seat, however called
    assert (asks(host), bea.state()["you"], eve.state()["you"]) == ([], 1, None)
    with bea.stream() as told:
        assert next(told)[1]["you"] == 1
        host.do("free 1")
        assert next(told)[1]["you"] is None  # it sees no more
    assert (bea.sit(1, "Bea").status, asks(carl)) == (202, [(1, "Bea", [0])])  # who was freed has to ask
    with bea.stream() as told:
        assert next(told)[1]["you"] is None
        for _ in range(2):  # the answer was lost
            assert host.answer(1, "Bea").status == 200
        assert next(told)[1]["you"] == 1
    assert (asks(host), bea.state()["you"], opened.table.seq) == ([], 1, seq + 3)


def test_when_the_host_has_left_all_who_sit_let_somebody_in(room: Rooms) -> None:
    opened = room("silver", "me,me,me,me")
    host, bea, carl, dora = (opened.phone(seat) for seat in range(4))
    host.ask("leave", body={})
    assert bea.state()["host"]
    eve = opened.phone()
    eve.sit(0, "Eve")
    assert asks(bea) == [(0, "Eve", [1, 2, 3])]
    bea.answer(0, "Eve")
    assert dora.answer(0, "Eve", yes=False).status == 200  # one no is enough
    assert (asks(bea), bea.answer(0, "Eve").status) == ([], 422)
    eve.sit(0, "Eve")
    for phone in (bea, dora):
        assert phone.answer(0, "Eve").status == 200
    assert (asks(bea), eve.state()["you"]) == ([(0, "Eve", [2])], None)
    carl.ask("leave", body={})  # who is gone is not waited for
    assert (asks(bea), eve.state()["you"]) == ([], 0)
    host.sit(2, "A")
    assert asks(host) == [(2, "A", [1])]  # who has been here longest is there
    assert host.sit(2, "A again").status == 202  # instead
    assert host.ask("leave", body={}).status == 200
    assert asks(host) == []


def test_a_table_at_which_nobody_sits_is_open(room: Rooms) -> None:
    """Else it would be lost with its phones; who comes next is asked for."""
    opened = room("silver", "me,me")
    phones = [opened.phone(0), opened.phone(1)]
    eve = opened.phone()
    eve.sit(1, "nobody")  # refused: somebody sits there
    for phone in phones:
        phone.ask("leave", body={})
    assert (eve.sit(1, "Eve").status, eve.state()["you"]) == (200, 1)
    other = opened.phone()
    assert (other.sit(0, "Max").status, asks(eve)) == (202, [(0, "Max", [1])])
    assert phones[0].sit(0, "Anna").status == 200
    eve.ask("leave", body={})
    assert other.sit(1, "Max").status == 202
    phones[0].ask("leave", body={})  # the last one who could say yes
    assert (other.state()["you"], asks(other)) == (1, [])


@pytest.mark.parametrize("game", ["silver", "printed"])
def test_one_phone_sees_two_hands_only_with_a_yes(room: Rooms, game: str) -> None:
    opened = room(game, "me,me,me")
    host, bea, carl = (opened.phone(seat) for seat in range(3))
    if game == "printed":
        begin_printed(host)
    for phone in (bea, carl):
        assert phone.ask("leave", body={}).status == 200
    assert bea.sit(2, "B").status == 202
    assert host.ask("leave", body={}).status == 200
    assert (asks(host), bea.state()["you"]) == ([], None)  # nobody is there who could say yes
    for phone, left in ((host, 0), (bea, 1), (carl, 2)):
        for seat in {0, 1, 2} - {left}:
            refused = phone.sit(seat, "Eve")
            assert (refused.status, refused.error.partition(":")[0]) == (422, "this phone left another seat")
    assert host.sit(0, "A").status == 200
    assert (bea.sit(0, "B").status, bea.sit(1, "B").status) == (409, 200)
    bea.ask("leave", body={})
    eve, freed = opened.phone(), carl  # whose seat others took, and who was freed, know a hand as well
    assert (eve.sit(1, "Eve").status, host.answer(1, "Eve").status) == (202, 200)
    assert (freed.sit(2, "C").status, host.do("free 2").status) == (200, 200)
    assert bea.sit(2, "B").status == 202
    for phone in (eve, host):
        assert phone.ask("leave", body={}).status == 200
    assert (asks(host), bea.state()["you"]) == ([], None)
    for phone, left in ((bea, 1), (freed, 2)):
        assert [phone.sit(seat, "X").status for seat in (0, 3 - left)] == [422, 422]
        assert (phone.sit(left, "X").status, phone.ask("leave", body={}).status) == (200, 200)
    assert (opened.phone().sit(0, "Zoe").status, asks(host)) == (200, [])  # a phone that knows no hand


def test_an_evening_that_is_over_is_for_who_played(room: Rooms) -> None:
    opened = room("printed")
    host, bea = opened.phone(0), opened.phone(1)
    begin_printed(host, "finish")
    assert bea.do("agree").status == 200
    eve = opened.phone()
    bea.ask("leave", body={})
    assert (eve.sit(1, "Eve").status, asks(host)) == (202, [(1, "Eve", [0])])
    host.ask("leave", body={})
    assert (eve.state()["asks"], eve.state()["you"], eve.ask("record").status) == ([], None, 403)
    assert eve.sit(0, "Eve").error == "the game is over, and nobody sits here: who played can come back"
    assert (bea.sit(1, "Bea").status, bea.ask("record").status) == (200, 200)


def test_a_second_wish_for_a_seat_that_is_refused_leaves_the_first(room: Rooms) -> None:
    opened = room("silver", "me,me,me,me")
    host, _, carl, _ = (opened.phone(seat) for seat in range(4))
    carl.ask("leave", body={})
    host.do("free 3")
    eve = opened.phone()
    assert eve.sit(2, "Eve").status == 202
    assert (eve.sit(3, "Eve\x07").status, eve.sit(1, "Eve").status) == (422, 409)
    assert (eve.sit(3, "B").status, asks(host)) == (422, [(2, "Eve", [0])])  # B sits there
    assert (eve.sit(3, "Eve").status, asks(host)) == (202, [(3, "Eve", [0])])
    other = opened.phone()
    assert other.sit(2, "Eve").error == "somebody is called Eve already"
    assert carl.sit(2, "Carl").status == 200


def test_a_yes_that_cannot_be_kept_is_said(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = room("silver", "me,me,me")
    host, bea, carl = (opened.phone(seat) for seat in range(3))
    bea.ask("leave", body={})
    assert bea.sit(1, "B").status == 200
    bea.ask("leave", body={})
    eve = opened.phone()
    assert eve.sit(1, "Eve").status == 202
    with monkeypatch.context() as patched:
        patched.setattr(opened.table._store, "add", full)
        assert (host.answer(1, "Eve").status, eve.state()["you"]) == (507, None)
        assert carl.ask("leave", body={}).status == 507
    assert (carl.ask("leave", body={}).status, eve.state()["you"]) == (200, 1)  # seated with the next event


def full(_event: Any) -> int:
    raise StoreError("there is no room left on the disk")


def test_a_seat_that_was_left_stays_so_through_a_stop_of_the_server(room: Rooms) -> None:
    opened = room("silver", "me,me")
    host, bea = opened.phone(0), opened.phone(1)
    bea.ask("leave", body={})
    eve = opened.phone()
    assert eve.sit(1, "Eve").status == 202
    opened.close()
    again = room("silver", "me,me")
    eve, host, bea = (Phone(again.url, phone.cookie) for phone in (eve, host, bea))
    assert (asks(host), eve.state()["you"]) == ([], None)
    assert eve.sit(1, "Eve").status == 202
    assert bea.sit(1, "Bea").status == 200


def test_an_act_is_done_once_and_stale_ones_see_what_is_new(room: Rooms) -> None:
    opened = room()
    phones = [opened.phone(0), opened.phone(1)]
    acts, view = whose_turn(phones)
    body = {"id": "one", "expect": view["seq"], "do": view["table"]["actions"][0]["do"]}
    done = acts.ask("do", body=body)
    assert (done.status, done.json) == (200, {"seq": view["seq"] + 1})
    again = acts.ask("do", body=body)  # its answer was lost
    assert (again.status, again.json) == (200, done.json)
    assert acts.state()["seq"] == done.json["seq"]
    stale = acts.ask("do", body=body | {"id": "two"})
    assert stale.status == 409
    assert stale.error == "the table has changed since: look again"
    assert stale.json["view"] == acts.state()
    assert acts.do("no such thing").status == 422
    other = phones[1 - phones.index(acts)]
    if acts.state()["table"]["to_act"] == phones.index(acts):
        assert other.do("roll").status == 403
    assert opened.phone().do("roll").error == "take a seat first"


def test_a_try_changes_nothing(room: Rooms) -> None:
    opened = room("tobago")
    acts, view = whose_turn([opened.phone(0), opened.phone(1)])
    line = view["table"]["actions"][0]["do"]
    tried = acts.ask("try", body={"expect": view["seq"], "do": [line]})
    assert tried.status == 200
    assert tried.json["done"] or tried.json["table"]["actions"]
    assert acts.ask("try", body={"expect": view["seq"] - 1, "do": line}).status == 409
    assert acts.ask("try", body={"expect": view["seq"], "do": ["clue brown in ocean"]}).status == 422
    assert opened.phone().ask("try", body={"expect": view["seq"], "do": line}).status == 403
    assert acts.state() == view


def test_a_stream_tells_each_change_and_goes_on_where_it_was(room: Rooms) -> None:
    opened = room()
    phones = [opened.phone(0), opened.phone(1)]
    with phones[1].stream() as plain, opened.phone().stream(packed=True) as packed:
        assert next(plain)[1] == phones[1].state()
        assert next(packed)[1]["you"] is None
        for _ in range(3):
            acts, view = whose_turn(phones)
            seq = acts.do(view["table"]["actions"][0]["do"]).json["seq"]
            last, told = next(plain)
            assert told == phones[1].state()
            assert (next(packed)[1]["seq"], told["seq"]) == (seq, seq)
    with phones[0].stream(Last_Event_ID=last) as resumed:  # nothing is told twice
        phones[1].ask("leave", body={})
        assert next(resumed)[1]["seq"] == seq + 1
    run = last.partition("-")[0]
    another = f"0-{seq + 1}"
    for odd in ("-1", "x", "9" * 40, f"{seq + 1}", f"{run}-{seq + 99}", another):
        with phones[0].stream(Last_Event_ID=odd) as resumed:
            assert next(resumed)[1]["seq"] == seq + 1


def test_a_silent_stream_beats(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    from http.client import HTTPConnection

    monkeypatch.setattr(app, "BEAT", 0.05)
    phone = room().phone()
    connection = HTTPConnection(phone.host, timeout=10)
    connection.request("GET", f"{phone.base}events")
    answer, text = connection.getresponse(), b""
    while b": still here" not in text:
        text += answer.read1(100_000)
    connection.close()


def test_of_too_many_streams_the_eldest_ends(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "OF_ADDRESS", 2)
    phone = room().phone()
    with phone.stream() as first, phone.stream() as second, phone.stream() as third:
        assert [next(told)[1]["seq"] for told in (first, second, third)] == [1, 1, 1]
        with suppress(IncompleteRead, ConnectionError):
            assert list(first) == []
        assert phone.ask("state").status == 200


def test_who_goes_in_the_middle_of_a_body_is_no_fault_of_the_server(room: Rooms) -> None:
    opened, sent = room(), []

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message.get("status"))

    scope = {"type": "http", "method": "POST", "path": f"/t/{opened.table.token}/do", "headers": []}
    run_apart(Server(opened.table, "").application()(scope | {"query_string": b""}, receive, send))
    assert sent[0] == 400  # which nobody hears, and nothing is raised


def test_what_takes_long_keeps_nobody_waiting(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ends = threading.Event(), threading.Event()

    def long(*_: Any) -> dict[str, Any]:
        begun.set()
        assert ends.wait(PATIENCE)
        return {}

    monkeypatch.setattr(printed, "_layouts", long)
    opened = room("printed")
    asking = threading.Thread(target=opened.phone().ask, args=("layouts",))
    asking.start()
    assert begun.wait(PATIENCE)
    assert opened.phone().ask("state").status == 200
    ends.set()
    asking.join(PATIENCE)


def test_pictures_are_drawn_once(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(make: Any) -> Any:
        return lambda *arguments: calls.append(make.__name__) or make(*arguments)

    for make in (printed.island_data, printed.layouts_data):
        monkeypatch.setattr(printed, make.__name__, counted(make))
    printed._island.cache_clear()
    printed._layouts.cache_clear()
    phone = room("printed").phone()
    for what in ("layouts", "island?layout=ABC%2B0", "island?layout=ABC%2B0&lang=fa") * 2:
        assert phone.ask(what).status == 200
    assert calls == ["layouts_data", "island_data", "island_data"]


def test_an_answer_is_sent_at_once(room: Rooms) -> None:
    """A socket whose protocol is not said holds back what follows the first part of an answer, 40 ms."""
    opened = room()
    phone = opened.phone(0)
    (line,) = opened._serving._server.server_state.connections
    assert phone.cookie
    sent = line.transport.get_extra_info("socket")
    assert sent.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_table_that_is_only_watched(room: Rooms) -> None:
    opened = room("wazabi", "me,greedy", read_only=True)
    phone = opened.phone()
    assert phone.state()["read_only"]
    for answer in (phone.sit(0, "Anna"), phone.do("roll"), phone.ask("leave", body={})):
        assert answer.status == 403
    assert phone.state()["seq"] == 1


@nightly
@pytest.mark.parametrize("game", ["wazabi", "silver", "tobago"])
def test_a_whole_game_with_a_bot_whose_record_replays(room: Rooms, game: str) -> None:
    opened = room(game, "me,greedy,me")
    phones = {0: opened.phone(0), 2: opened.phone(2)}
    with opened.phone().stream() as told:
        for _, view in told:
            if view["phase"] == "over":
                break
            acts = phones.get(view["table"]["to_act"])
            if acts and acts.do(acts.state()["table"]["actions"][0]["do"], view["seq"]).status != 200:
                raise AssertionError(view)
    record = phones[0].ask("record")
    assert record.headers["content-disposition"] == f'attachment; filename="{game}-record.jsonl"'
    read = Record.parse(record.body.decode())
    assert read.names == ["A", "greedy", "C"]
    assert read.replay().outcome() == read.outcome


RACES = 1000 if PROFILE == "thorough" else 6


@pytest.fixture
def unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a phone act as often as it can: races are run faster than people tap."""
    monkeypatch.setattr("workbench.serving.guard.WRITES", guard.Rate(1e9, 1e9))


def test_of_two_phones_that_act_at_once_one_wins(room: Rooms, unbounded: None) -> None:
    """In the printed game two players may do something at the same moment."""
    opened = room("printed")
    phones = [opened.phone(0), opened.phone(1)]
    begin_printed(phones[0])
    for number in range(RACES):
        seq, level = opened.table.seq, ("off", "legal", "full")[number % 3]
        answers = _at_once(lambda phone, _, seq=seq, level=level: phone.do(f"hints {level}", seq), phones)
        _check_race(answers, seq, phones[0])


def test_of_two_windows_that_act_at_once_one_wins(room: Rooms, unbounded: None) -> None:
    """Two windows with one cookie."""
    opened = room("silver")
    phones = [opened.phone(0), opened.phone(1)]
    for number in range(RACES):
        if opened.table.session.phase == "over":
            opened = room("silver", seed=number, file=f"{number}.table")
            phones = [opened.phone(0), opened.phone(1)]
        acts, view = whose_turn(phones)
        actions = view["table"]["actions"]
        windows = [Phone(opened.url, acts.cookie) for _ in range(2)]
        lines = [actions[0]["do"], actions[-1]["do"]]
        seq = view["seq"]
        answers = _at_once(lambda phone, i, lines=lines, seq=seq: phone.do(lines[i], seq), windows)
        _check_race(answers, seq, acts)


def _check_race(answers: list[Answer], seq: int, phone: Phone) -> None:
    """Check that one of two wishes became the event after that number, and that the other sees it."""
    assert sorted(answer.status for answer in answers) == [200, 409]
    won, lost = sorted(answers, key=lambda answer: answer.status)
    assert won.json == {"seq": seq + 1}
    assert lost.error == "the table has changed since: look again"
    assert lost.json["view"]["seq"] == phone.state()["seq"] == seq + 1


def test_of_two_phones_that_want_a_seat_one_gets_it(room: Rooms) -> None:
    opened = room()
    for _ in range(examples(10)):
        phones = [opened.phone(), opened.phone()]
        answers = _at_once(lambda phone, i: phone.sit(1, f"phone {i}"), phones)
        assert sorted(answer.status for answer in answers) == [200, 409]
        winner = phones[[answer.status for answer in answers].index(200)]
        assert winner.state()["you"] == 1
        winner.ask("leave", body={})
    host = opened.phone(0)
    host.do("begin")
    answers = _at_once(lambda phone, i: phone.sit(1, f"phone {i}"), phones)
    assert sorted(answer.status for answer in answers) == [202, 409]
    assert len(asks(host)) == 1


def _at_once(act: Any, phones: list[Phone]) -> list[Any]:
    """Let phones act at the same moment, and return what each was answered."""
    barrier, answers = threading.Barrier(len(phones)), [None] * len(phones)

    def run(i: int) -> None:
        phones[i].ask("qr.svg")  # the connection is open
        barrier.wait(10)
        answers[i] = act(phones[i], i)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(phones))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return answers
