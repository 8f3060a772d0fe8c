"""The sentences of the table in Persian: each that the code can say has its words, and phones hear them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from rooms import Log, Phone, Rooms, wanted

from toolkit.core.telling.language import ISOLATE, POP
from toolkit.core.telling.teller import matching
from toolkit.games.tobago import printed as told_game
from workbench.serving import apart, guard
from workbench.table import app, store
from workbench.table.words import SENTENCES, say

ROOT = Path(__file__).parents[2]
TABLE = "workbench/table"

REFUSALS = {"Refused", "Forbidden", "Stale", "Taken", "BadRequest", "HTTPException"}
OF_THE_ENGINE = {"ToolkitError", "IllegalMove"}
RAISED: Mapping[str, set[str]] = {
    **{f"{TABLE}/{name}.py": REFUSALS for name in ("app", "dealt", "noted", "printed", "seats", "table")},
    "workbench/serving/answers.py": REFUSALS,
    f"{TABLE}/draft.py": REFUSALS | OF_THE_ENGINE,
    **{f"toolkit/games/tobago/{name}.py": OF_THE_ENGINE for name in ("printed", "untold", "movement")},
}
"""By file, the errors that a page may be told."""

BY_FUNCTIONS = (
    (f"{TABLE}/seats.py", "_barred"),
    ("workbench/serving/guard.py", "_problem"),
    (f"{TABLE}/draft.py", "missing"),
    (f"{TABLE}/printed.py", "note"),
    ("toolkit/games/tobago/placement.py", "why_not_place"),
)
"""Functions that return such sentences, by their files."""

VALUES: Mapping[str, Sequence[str]] = {
    "kind": ("hut", "palm", "statue"),
    "there": ("hut",),
    "told": ("B22 is 4 steps from A22", "B22 is 4 steps from A22, over A23"),
    "why": (": they lie elsewhere", "; the curses lie elsewhere or further down"),
    "treasure_name(face)": ("curse",),
    "_AWAITED[type(self.frame)]": tuple(told_game._AWAITED.values()),
    "self._called(acts)": ("Anna", "player 2", "the bot greedy"),
    "'; '.join(missing)": ("huts: 3; the facing of B22",),
    "_ELSEWHERE": ("they lie elsewhere",),
}
"""What may stand in places of sentences, by their code."""

POSITION = (
    "table.atvs: a game needs those of 2 to 4 players, and the position has 1",
    "table.me: the position does not tell who asks, or where that ATV stands",
    "landmarks.statues: the position does not tell where the statue on B22 looks",
    "maps.brown.owners: whose rose lies on 'in jungle' is not told",
)
TROUBLES = ("its process has ended", "the server is closed", "ValueError: no")


def _values(place: ast.FormattedValue) -> Sequence[str]:
    code = ast.unparse(place.value)
    if code in VALUES:
        return VALUES[code]
    if code.startswith("did_you_mean("):
        return ("", "; did you mean 'y'?")
    if code.startswith("quote(") or place.conversion == ord("r"):
        return ("'x'",)
    return ("red, blue",) if ".join(" in code else ("7",)


def _filled(text: ast.expr) -> Iterator[str]:
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        yield text.value
    if isinstance(text, ast.JoinedStr):
        parts = [_values(one) if isinstance(one, ast.FormattedValue) else (one.value,) for one in text.values]
        yield from map("".join, product(*parts))


def _raised(path: str, errors: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        call = node.exc if isinstance(node, ast.Raise) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in errors:
            for text in call.args:
                yield from _filled(text)


def _returned(path: str, function: str) -> Iterator[str]:
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            yield from _texts(node.body[1:])


def _texts(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the texts below nodes that are more than a word."""
    for node in nodes:
        if isinstance(node, ast.JoinedStr | ast.Constant):
            yield from (text for text in _filled(node) if " " in text)
        else:
            yield from _texts([*ast.iter_child_nodes(node)])


def sentences() -> list[str]:
    """Return all that the table may say, with something in each place."""
    return [
        *(text for path, errors in RAISED.items() for text in _raised(path, errors)),
        *(text for path, function in BY_FUNCTIONS for text in _returned(path, function)),
        *app._SENTENCES.values(),
        *(f"my.table: {text}" for text in (*store._SENTENCES.values(), store._CHANGED)),
        *(f"my.table: {text}" for text in ("it cannot be kept: no", "the file is damaged (no)")),
        *(f"greedy does not act: {trouble}" for trouble in TROUBLES),
        *POSITION,
        str(guard.TooLarge()),
        "the server made a mistake, which its terminal tells",
    ]


def faults(text: str) -> bool:
    """Tell whether somebody who reads Persian meets something else outside what comes from elsewhere."""
    bare = re.sub(f"{ISOLATE}[^{POP}]*{POP}", "", text)
    return bool(re.search("[A-Za-z0-9{}]", bare)) or not re.search("[آ-ی]", bare)


def test_each_sentence_of_the_table_has_its_words() -> None:
    unknown = [text for text in sentences() if matching(text, SENTENCES)[0] is None]
    assert not unknown, "\n".join(unknown)
    english = {text: said for text in sentences() if faults(said := say(text, "fa"))}
    assert not english
    assert all(say(text, "en") == text for text in sentences())


def test_no_words_are_left_of_a_sentence_that_is_gone() -> None:
    met = [matching(text, SENTENCES)[0] for text in sentences()]
    assert not [key for key, entry in SENTENCES.items() if entry not in met]


def test_troubles_of_bots_are_those_that_are_told() -> None:
    said = {*_raised("workbench/serving/apart.py", {apart.ApartError.__name__})}
    assert said == {*TROUBLES[:2], "it takes too long"}  # bots have all the time they need


def test_words_have_no_place_that_the_sentence_lacks() -> None:
    for key, entry in SENTENCES.items():
        places = [{*re.findall(r"{(\w+)}", entry[form])} for form in ("fa", "reason")]
        assert places[0] <= places[1], key
        assert not re.search("[يك٠-٩0-9A-Za-z]", re.sub("{.*?}", "", entry["fa"])), key


def _asked(phone: Phone, what: str, **body: object) -> str:
    """Return what a phone of somebody who reads Persian is answered, which must be a refusal."""
    answer = phone.ask(f"{what}?lang=fa", body=body or None)
    assert answer.status >= 400, (what, body)
    return answer.error


def _does(phone: Phone, line: str, *, more: int = 0) -> str:
    return _asked(phone, "do", id=line, expect=phone.state()["seq"] + more, do=line)


def _sits(phone: Phone, seat: int, name: str) -> str:
    return _asked(phone, "seat", id=f"{name:16}", seat=seat, name=name)


def test_phones_are_refused_in_persian_in_games_that_are_dealt(room: Rooms) -> None:
    opened = room("silver", "me,me,greedy")
    watcher, bea = opened.phone(), opened.phone(1)
    early = [_does(bea, "end"), _sits(watcher, 1, "Eve"), _sits(watcher, 2, "Eve"), _sits(watcher, 0, "B")]
    anna = opened.phone(0)
    acts = opened.table.view(None)["table"]["to_act"]
    phone, other = (anna, bea) if acts == 0 else (bea, anna)
    told = [
        *early,
        _does(watcher, "end"),
        _does(other, "end"),
        _does(phone, "no such thing"),
        _does(phone, "begin"),
        _does(phone, "call"),
        _does(phone, "end", more=1),
        _does(phone, "free 2"),
        _asked(watcher, "leave", nothing=1),
        _asked(watcher, "answer", seat=1, name="Eve", yes=True),
        _asked(phone, "record"),
        _asked(phone, "nothing"),
        _asked(phone, "do", nothing=1),
        phone.ask("seat?lang=fa", body={}, Origin="http://evil.example").error,
    ]
    assert not [text for text in told if faults(text)]
    assert len({*told}) > 12
    assert f"{ISOLATE}ربات زرنگ{POP} آنجا بازی می‌کند" in told
    assert f"{ISOLATE}B{POP} آنجا نشسته است" in told


def test_phones_are_refused_in_persian_in_the_printed_game(room: Rooms) -> None:
    opened = room("printed")
    red, blue = opened.phone(0), opened.phone(1)
    told = [_does(red, line) for line in ("begin", "random", "lift B22", "player blue Bea", "first green")]
    assert [red.do(line).status for line in ("layout ABC+0", "random", "player green Roger")] == [200] * 3
    huts = red.state()["setup"]["huts"]
    told += [_does(red, f"place hut {huts[0]}"), _does(red, "edition none"), _asked(red, "review")]
    red.do("begin")
    told += [
        _does(blue, "start clue brown in jungle"),
        _does(red, "clue brown in jungle"),
        _does(red, "start clue brown in the sea"),
        _does(red, "move A22"),
        _does(red, "reveal 4"),
        _does(red, "agree"),
        _does(red, "take back 99"),
        _asked(red, "try", expect=red.state()["seq"], do="end"),
        _asked(opened.phone(), "hint"),
    ]
    assert not [text for text in told if faults(text)]
    assert len({*told}) > 12


def test_what_a_rule_refuses_in_the_printed_game_is_told_in_the_words_of_tobago(room: Rooms) -> None:
    opened = room("printed")
    red = opened.phone(0)
    for line in ("layout ABC+0", "player blue Roger", "random", "begin", "start clue brown in jungle"):
        assert red.do(line).status == 200
    answer = red.ask(
        "do?lang=fa",
        body={"id": "1", "expect": red.state()["seq"], "do": "start clue brown next to hut", "for": "blue"},
    )
    assert (
        answer.error
        == f"نمی‌شود: سرنخ آغاز نقشه‌ای خالی را آغاز می‌کند و نقشهٔ قهوه‌ای سرنخ دارد ({ISOLATE}T-17{POP})."
    )
    assert red.do("start clue brown next to hut", **{"for": "blue"}).error.startswith(
        "You cannot: a starting clue"
    )


def test_a_view_names_bots_and_what_is_missing_in_persian(room: Rooms) -> None:
    dealt, printed = room("wazabi", "me,ismcts:5", file="b.table"), room("printed")
    assert [Phone(dealt.url).ask(f"state?lang={lang}").json["seats"][1]["bot"] for lang in ("en", "fa")] == [
        "ismcts",
        "ربات جست‌وجوگر",
    ]
    assert Log(wanted("silver", "me,me").begin()).game.note("fa") == ""
    board = Log(wanted("mangrovia", "me,me").begin()).game.note("fa")
    assert not faults(board)
    view = Phone(printed.url).ask("state?lang=fa").json
    assert not [text for text in (view["title"], view["note"], *view["setup"]["missing"]) if faults(text)]
