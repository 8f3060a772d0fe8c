"""``tobago odds``: the JSON is that of the library, and what is told unasked. The rest is in transcripts."""

from __future__ import annotations

import json
import re
import sys
import time
from dataclasses import fields
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from solvers.mangrovia.answers import QUERIES as MANGROVIA_QUERIES
from solvers.mangrovia.answers import answers as mangrovia_answers
from solvers.silver.answers import QUERIES, Asked, answers, report, usual_queries
from solvers.silver.rollouts import POLICY, compiling
from solvers.wazabi import Race, Turn, faces
from solvers.wazabi.answers import QUERIES as OF_WAZABI
from toolkit.games.mangrovia.files.reading import shipped
from toolkit.games.mangrovia.position import Position as MangroviaPosition
from toolkit.games.silver.position import Position
from toolkit.games.wazabi import DECKS, find_deck
from toolkit.games.wazabi.position import Position as WazabiPosition
from workbench.cli import printing
from workbench.cli.odds.silver import silver

if TYPE_CHECKING:
    from cli_helpers import Tobago

ROOT = Path(__file__).parents[2]
WAZABI = str(ROOT / "examples" / "wazabi-position.toml")
MANGROVIA = str(ROOT / "examples" / "mangrovia-position.toml")
SILVER = (ROOT / "examples" / "silver-position.toml").read_text("utf-8")


def ask(tobago: Tobago, game: str, file: str, *arguments: str, text: str = "") -> list[dict[str, Any]]:
    done = tobago("odds", game, file, *arguments, "--json", stdin=text.encode())
    assert (done.status, done.err) == (0, "")
    assert done.json["format"] == f"{game}-odds/1"
    found: list[dict[str, Any]] = done.json["answers"]
    return found


def test_wazabi_in_json(tobago: Tobago) -> None:
    found = ask(tobago, "wazabi", WAZABI)
    position = WazabiPosition.load(Path(WAZABI))
    assert list(dict.fromkeys(answer["query"] for answer in found)) == [n for n in OF_WAZABI if n != "win"]
    by_query = {answer["query"]: answer for answer in reversed(found)}
    rolls = {",".join(map(str, shown)): str(chance) for shown, chance in faces(4).items()}
    assert by_query["faces"]["distribution"] == rolls
    finish = {"play_again": False, "exact": "1/1296", "value": 1 / 1296, "se": None}
    plain, extra = (answer for answer in found if answer["query"] == "finish")
    assert plain == {"query": "finish"} | finish
    assert Fraction(extra["exact"]) == Race(position, again=True).chance(1)
    cards = {answer["card"]: answer for answer in found if answer["query"] == "cards"}
    assert {card: Fraction(answer["exact"]) for card, answer in cards.items()} == Turn(position).playable()
    assert [card for card, answer in cards.items() if answer["held"]] == ["lose 1 die", "draw 3"]
    assert (by_query["given"]["exact"], by_query["given"]["distribution"]["4"]) == ("2/3", "1/1296")
    setting = ("--games", "20", "--seed", "3", "--players", "random,greedy,random")  # which asks for win
    (*_, win), (again,) = (
        ask(tobago, "wazabi", WAZABI, *more, *setting) for more in ((), ("--query", "win"))
    )
    assert win == again
    assert (win["games"], win["seed"], win["exact"]) == (20, 3, None)
    assert 0 <= win["interval"][0] < win["value"] < win["interval"][1] <= 1
    assert win["se"] == pytest.approx((win["value"] * (1 - win["value"]) / 20) ** 0.5)
    decks = {name: find_deck(name).to_dict() for name in DECKS}
    assert tobago("odds", "wazabi", "--cards", "--json").json == {"format": "wazabi-cards/1", "decks": decks}


LUCK = ("--games", "20", "--seed", "7")
SETTINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("slot", "--player 1 --slot 0", {"player": 1, "slot": 0}),
    ("exchange", "--slots 0,1", {"slots": (0, 1)}),
    ("attempt", "--card 9", {"card": 9}),
    ("rascal", "--cards 2", {"cards": 2}),
    ("rob", "--harm 0.5", {"harm": Fraction(1, 2)}),
    ("call", "--policy steady:4 --games 20 --seed 7", {"policy": "steady:4", "games": 20, "seed": 7}),
    ("ending", "--turns 9 --games 5 --insight nothing", {"turns": 9, "games": 5, "insight": "nothing"}),
    ("threshold", "--sums 0,9 --games 4", {"sums": (0, 9), "games": 4}),
    ("win", "--games 4 --seed x", {"games": 4, "seed": "x"}),
]


@pytest.mark.parametrize(("query", "typed", "setting"), SETTINGS, ids=[query for query, *_ in SETTINGS])
def test_silver_in_json(tobago: Tobago, query: str, typed: str, setting: dict[str, Any]) -> None:
    position = Position.parse(SILVER)
    asked = Asked(**({"policy": POLICY} if "games" in setting else {}) | setting)
    found = ask(tobago, "silver", "-", "--query", query, *typed.split(), text=SILVER)
    assert (
        found == json.loads(json.dumps(report(position, asked, answers(query, position, asked))))["answers"]
    )
    for answer in found:
        assert answer["query"] == query
        exact = answer["exact"]
        assert answer["value"] == (float(Fraction(exact)) if exact is not None else answer["value"])
        assert sum(map(Fraction, answer.get("distribution", {"": "1"}).values())) == 1


def test_what_is_of_use_is_told_unasked(tobago: Tobago) -> None:
    for keys, there, missing in (
        ("", {"lowest", "call", "draw", "take"}, {"slot", "places", "reveal", "ending", "win", "threshold"}),
        ("seen = [[1, 0, 1]]", {"places"}, set()),
        ("held = 4", {"replace", "attempt"}, {"draw", "take", "rob", "call", "look", "expose"}),
        ("held = 5", {"expose"}, {"look", "rob"}),
        ("held = 8", {"look"}, {"expose"}),
        ("held = 12", {"rob"}, {"witch", "master"}),
        ("held = 11", {"witch"}, {"rob"}),
        ("held = 10", {"master"}, {"rob"}),
        ("called_by = 1", {"draw"}, {"call"}),
    ):
        usual = set(usual_queries(Position.parse(f"{keys}\n{SILVER}"), Asked()))
        assert there <= usual
        assert not missing & usual
    for setting, name in (("--slot=1", "slot"), ("--turns=5", "ending"), ("--sums=2", "threshold")):
        more = () if name == "slot" else ("--games", "2")
        found = [answer["query"] for answer in ask(tobago, "silver", "-", setting, *more, text=SILVER)]
        assert name in found
        assert set(found) >= set(usual_queries(Position.parse(SILVER), Asked()))


def test_what_takes_too_long_to_count_is_simulated_or_left_out(tobago: Tobago) -> None:
    start = 'format = "silver-position/1"\nme = 0\ndeck = 9\ndiscard = [3]\n'
    own, unknown, many = (
        f"[[villages]]\nslots = {list(map(str, s))}\n" for s in (range(14), "?????", "?" * 8)
    )
    (found,) = ask(tobago, "silver", "-", "--query", "lowest", *LUCK, text=start + unknown + many * 3)
    assert (found["exact"], found["games"], found["seed"]) == (None, 20, 7)
    assert found["low"] < found["value"] <= found["high"]
    text, said = start + own + unknown, "16384 sets of own cards are too many to look at"
    told = {answer["query"]: answer for answer in ask(tobago, "silver", "-", text=text)}
    unanswered = {query for query, answer in told.items() if answer.get("error") == said}
    assert unanswered == {"draw", "take", "exchange"}
    assert told["lowest"]["exact"] is not None
    assert f"draw: no answer: {said}" in tobago("odds", "silver", "-", stdin=text.encode()).out
    asked = tobago("odds", "silver", "-", "--query", "draw", stdin=text.encode())
    assert (asked.status, said in asked.err) == (2, True)
    advice = tobago("advice", "silver", "-", "--json", stdin=text.encode()).json
    assert {one["action"]: one["why"] for one in advice["actions"]}["draw"] is None  # its figure is there


def test_many_rounds_without_numba_are_said_to_take_long(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That numba would have been loaded is said, and nothing where few rounds are played."""
    monkeypatch.setattr(compiling, "_made", cache(lambda: None))
    monkeypatch.setattr(compiling, "_MUCH", 20)
    asked = ("odds", "silver", "-", "--query", "ending", "--games")
    few, many = (tobago(*asked, games, stdin=SILVER.encode()) for games in ("19", "20"))
    assert (few.status, many.status, few.err) == (0, 0, "")
    assert many.err.startswith("note: so many rounds take long without numba")


def test_mangrovia_in_json(tobago: Tobago) -> None:
    position = MangroviaPosition.load(Path(MANGROVIA))
    usual = MANGROVIA_QUERIES.usual(position)
    assert usual == ["pay", "pier", "amulets", "lead"]
    found = ask(tobago, "mangrovia", MANGROVIA)
    assert list(dict.fromkeys(answer["query"] for answer in found)) == usual
    for typed, asked in (
        ("--query pay --space c6", {"space": "c6"}),
        ("--query miss", {}),
        ("--query amulets --price 3", {"price": 3}),
        (
            "--query rounds --players random --games 3 --seed x",
            {"players": ("random",), "games": 3, "seed": "x"},
        ),
    ):
        query, setting = typed.split()[1], Asked(asked)
        data = [answer.to_dict() for answer in mangrovia_answers(query, position, setting)]
        assert ask(tobago, "mangrovia", MANGROVIA, *typed.split()) == json.loads(json.dumps(data))
    for setting, name in (("--space=c6", "miss"), ("--games=2 --players=random", "rounds")):
        more = ask(tobago, "mangrovia", MANGROVIA, *setting.split())
        assert {answer["query"] for answer in more} == {*usual, name}
    page = (ROOT / "docs" / "odds-mangrovia.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(MANGROVIA_QUERIES)
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    shown = tobago("odds", "mangrovia", MANGROVIA, "--query", "amulets", "--price", "3", "--json").json
    assert json.loads(example) == shown | {"answers": shown["answers"][2:]}


def test_mangrovia_on_a_board_of_ones_own(tobago: Tobago, tmp_path: Path) -> None:
    (tmp_path / "board.csv").write_text(
        shipped("board-reconstructed.csv").replace("r6,islet,,,water,,5", "r6,islet,,,water,,6")
    )
    (tmp_path / "files").mkdir()
    file = tmp_path / "files" / "own.toml"
    named = 'me = 0\ncomponents.board = "../board.csv"'
    file.write_text(Path(MANGROVIA).read_text("utf-8").replace("me = 0", named), "utf-8")
    asked = ("--query", "pay", "--space", "r6")
    assert "--anywhere reads it elsewhere" in tobago("odds", "mangrovia", str(file), *asked).err
    done = tobago("odds", "mangrovia", str(file), *asked, "--anywhere", "--json").json
    assert (done["board"], done["answers"][0]["price"]) == ("an owner's board", 6)


def test_help_and_the_page_name_all_queries_and_keys(tobago: Tobago) -> None:
    for game, queries in (("silver", QUERIES), ("wazabi", OF_WAZABI), ("mangrovia", MANGROVIA_QUERIES)):
        shown = " ".join(tobago("odds", game, "--help").out.split())
        told = shown.partition("Queries: ")[2]
        assert all(f"{name} {' '.join(query.help.split())}" in told for name, query in queries.items())
        for name in queries.settings:
            assert f"--{name} " in shown
            assert f"For {', '.join(queries.asked_by(name))}: " in shown
    assert list(silver.settings)[-5:] == ["games", "seed", "tilt", "policy", "insight"]
    page = (ROOT / "docs" / "odds-silver.md").read_text("utf-8")
    keys, told = page.split("## What is told")
    assert re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)[: len(QUERIES)] == list(QUERIES)
    named = re.findall(r"^\| `\[?(\w+)\]?` \|", keys, re.MULTILINE)
    assert set(named) == {one.name for one in fields(Position)}
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert json.loads(example)["answers"][0]["exact"] == "47/424"


def test_who_asks_is_you_and_others_are_counted_from_1(tobago: Tobago) -> None:
    """Here the second player asks: all but that one are told by their number."""
    for file, others in (("silver-position", [1]), ("wayfarers-position", [1]), ("mangrovia-end", [1, 3, 4])):
        text = (ROOT / "examples" / f"{file}.toml").read_text("utf-8")
        text = re.sub("(?m)^me = 0.*$", "", text).replace('-position/1"', '-position/1"\nme = 1', 1)
        told = tobago("odds", file.partition("-")[0], "-", stdin=text.encode())
        assert (told.status, told.err) == (0, "")
        assert re.search(r"\byour?\b", told.out), file
        numbers = {int(number) for number in re.findall("[Pp]layer ([0-9])", told.out)}
        assert numbers == set(others), file


def test_what_takes_long_is_told_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "_PATIENCE", 0.01)
    for terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        with printing.said_when_long("still at win"):
            told, end = "", time.monotonic() + (10 if terminal else 0.1)
            while not told and time.monotonic() < end:
                time.sleep(0.01)
                told = capsys.readouterr().err
        assert told == ("note: still at win\n" if terminal else "")
