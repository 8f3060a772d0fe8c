"""What a phone asks of a real server, and what it is answered: seats, acts, streams, files."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from rooms import Phone
from sizes import PROFILE, examples, nightly

from toolkit.core.record import Record
from workbench.table import streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from rooms import Answer, Room

    Rooms = Callable[..., Room]

COMMON = {
    *("seq", "kind", "game", "title", "phase", "you", "host", "frees"),
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
        ("table.js", "text/javascript"),
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
        *("to_act", "decision", "picture", "log", "actions", "thinking", "outcome"),
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
    assert anna.sit(1, "Anna too").error == "this phone sits on seat 0: leave it first"
    for name in ("", "  ", "x" * 25, "a\x1b[2Jb", "a\u202eb", "Anna"):
        refused = bea.sit(1, name)
        assert (refused.status, bool(refused.error)) == (422, True)
    assert bea.sit(1, "<img onerror=alert(1)>").status == 200
    assert carl.do("free 1").error == "take a seat first"
    assert anna.do("free 1").status == 200
    assert bea.state()["you"] is None
    assert carl.sit(1, "Carl").status == 200
    assert anna.ask("leave", body={}).json["you"] is None
    assert carl.state()["host"]
    assert anna.ask("leave", body={}).error == "there is no seat to leave"


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
    assert heir.do("free 2").error == "nobody sits on seat 2 with a phone"
    assert third.do("free 0").status == 200
    assert third.state()["frees"] == []


def test_a_secret_of_another_table_opens_no_seat(room: Rooms) -> None:
    opened = room()
    opened.phone(0)
    stranger = opened.phone()
    for cookie in ("seat=", "seat=guess", 'seat="\\303\\244"', "seat=" + "x" * 3000):
        stranger.cookie = cookie
        assert stranger.state()["you"] is None


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
        first = next(plain)
        assert first == (first[1]["seq"], phones[1].state())
        assert next(packed)[1]["you"] is None
        for _ in range(3):
            acts, view = whose_turn(phones)
            seq = acts.do(view["table"]["actions"][0]["do"]).json["seq"]
            assert next(plain) == (seq, phones[1].state())
            assert next(packed)[0] == seq
    with phones[0].stream(Last_Event_ID=str(seq)) as resumed:  # nothing is told twice
        phones[1].ask("leave", body={})
        assert next(resumed)[0] == seq + 1
    for odd in ("-1", "x", "9" * 40, "²", str(seq + 99)):
        with phones[0].stream(Last_Event_ID=odd) as resumed:
            assert next(resumed)[0] == seq + 1


def test_a_seat_that_is_freed_sees_no_more_on_its_stream(room: Rooms) -> None:
    opened = room("silver")
    host, guest = opened.phone(0), opened.phone(1)
    with guest.stream() as told:
        assert next(told)[1]["you"] == 1
        host.do("free 1")
        assert next(told)[1]["you"] is None


def test_a_silent_stream_beats(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    from http.client import HTTPConnection

    monkeypatch.setattr(streams, "BEAT", 0.05)
    phone = room().phone()
    connection = HTTPConnection(phone.host, timeout=10)
    connection.request("GET", f"{phone.base}events")
    answer, text = connection.getresponse(), b""
    while b": still here" not in text:
        text += answer.read1(100_000)
    connection.close()


def test_there_are_only_so_many_streams(room: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_OF_ONE", 2)
    phone = room().phone()
    with phone.stream(), phone.stream():
        refused = phone.ask("events")
        assert (refused.status, refused.error) == (429, "too many phones listen at once")
    for _ in range(50):  # until the server has heard that they are closed
        if phone.ask("events", method="HEAD").status == 200:
            break
    with phone.stream() as told:
        assert next(told)


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


def test_of_two_phones_that_act_at_once_one_wins(room: Rooms) -> None:
    """In the printed game two players may do something at the same moment."""
    opened = room("printed")
    phones = [opened.phone(0), opened.phone(1)]
    phones[0].do("layout ABC+0")
    phones[0].do("random")
    phones[0].do("begin")
    for number in range(RACES):
        seq, level = opened.table.seq, ("off", "legal", "full")[number % 3]
        answers = _at_once(lambda phone, _, seq=seq, level=level: phone.do(f"hints {level}", seq), phones)
        _check_race(answers, seq, phones[0])


def test_of_two_windows_that_act_at_once_one_wins(room: Rooms) -> None:
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
