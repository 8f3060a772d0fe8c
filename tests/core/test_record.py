"""Records: what was played comes back, and every fault of a text names its line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cellar import GAME, Rules, played
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sizes import examples

from solvers.players import player
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import play
from toolkit.core.record import Record, RecordError
from toolkit.core.saving import state_to_text


@pytest.fixture(scope="module")
def record() -> Record:
    return played(seed=7)


@pytest.fixture(scope="module")
def lines(record) -> list[str]:
    return record.to_lines()


def text_of(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def changed(lines: list[str], number: int, **changes: Any) -> str:
    """Return the text with some keys of a line changed; None takes a key out."""
    line = json.loads(lines[number - 1]) | changes
    line = {key: value for key, value in line.items() if value is not None}
    return text_of([*lines[: number - 1], json.dumps(line), *lines[number:]])


def test_a_record_comes_back_and_replays_to_the_same_state(record, lines):
    read = Record.parse(text_of(lines))
    assert read == record
    assert read.warnings == []
    assert state_to_text(read.replay()) == state_to_text(record.replay())
    assert read.to_lines() == lines
    assert [state.to_act() for state in read.states()][-1] == record.replay().to_act()


def test_a_record_without_an_end_comes_back(record, lines):
    for count in (1, 2, len(lines) // 2, len(lines) - 1):
        read = Record.parse(text_of(lines[:count]))
        assert read.outcome is None
        assert read.actions == record.actions[: count - 1]
        read.replay()


def test_a_record_is_saved_and_loaded_with_any_line_ends(record, lines, tmp_path):
    path = tmp_path / "game.jsonl"
    record.save(path)
    assert Record.load(path) == record
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert Record.load(path) == Record.parse("\n".join(lines)) == record
    named = played(seed=7, names=["A\u2028B\x85\x1c", 'Čížek "?\n\\'])
    assert Record.parse(text_of(named.to_lines())).names == named.names


def test_a_cut_last_line_is_left_out_with_a_warning(record, lines, tmp_path, monkeypatch):
    for kept in (1, 5, -1):
        read = Record.parse("\n".join([*lines[:9], lines[9][:kept]]))
        assert read.actions == record.actions[:8]
        assert read.warnings == ["line 10 is cut off: the record is read up to there"]
    path, whole = tmp_path / "game.jsonl", text_of(lines[:9]).encode()
    path.write_bytes(whole + b'{"by": 0, "do": "\xc4')  # within a character
    assert Record.load(path).warnings == ["line 10 is cut off: the record is read up to there"]
    path.write_bytes(whole + b'{"by": 0, "do": "\xc4"}\n')
    with pytest.raises(RecordError, match=r"^game\.jsonl: line 10: no UTF-8 text$"):
        Record.load(path)
    monkeypatch.setattr("toolkit.core.document.LARGEST_FILE", 1024 * 1024)
    path.write_bytes(b" " * (1024 * 1024 + 1))
    with pytest.raises(RecordError, match=r"^game\.jsonl: larger than 1 MB$"):
        Record.load(path)


FAULTS = {  # by the line that is changed
    1: [
        ({"format": "toolkit-record/2"}, "format: 'toolkit-record/2' instead of 'toolkit-record/1'"),
        ({"format": "toolkit-log/1"}, "what one seat saw, not a whole record"),
        ({"format": None}, "format: None instead of"),
        ({"game": "celar"}, "no game 'celar'; did you mean 'cellar'"),
        ({"game": 3}, "game: 3 is no text"),
        ({"seed": None}, "'seed' is missing"),
        ({"rng": 3}, "'rng' is unknown"),
        ({"players": 9}, "for 2 to 3 players, not 9"),
        ({"players": True}, "for 2 to 3 players, not True"),
        ({"names": ["one"]}, "names: 2 texts are needed"),
        ({"names": "ab"}, "names: 'ab' is no list"),
        ({"rules": {"turn": 3}}, "no rule 'turn'; did you mean 'turns'"),
        ({"rules": []}, r"rules: \[\] is no table"),
        ({"rules": {"turns": "8"}}, "rules of Cellar: Expected `int`, got `str`"),
        ({"components": {"deck": "0" * 16}}, "the deck of this record is another one than here"),
        ({"components": []}, r"components: \[\] is no table"),
    ],
    5: [
        ({"by": True}, "by: True is no player"),
        ({"by": 1.0}, r"by: 1\.0 is no player"),
        ({"by": 2}, r"by: 2 is no player \(0 to 1, or 'chance'\)"),
        ({"by": -1}, "by: -1 is no player"),
        ({"by": float("nan")}, "by: nan is no player"),
        ({"by": None}, "keys 'by' and 'do'"),
        ({"why": "because"}, "keys 'by' and 'do'"),
        ({"do": 3}, "do: 3 is no text"),
        ({"do": "deal 11"}, "no action 'deal 11' in Cellar; did you mean 'deal 1'"),
        ({"do": ""}, "no action '' in Cellar"),
    ],
    -1: [
        ({"end": 3}, "the end needs a text"),
        ({"winners": [True]}, "winners"),
        ({"scores": [1]}, "the scores of 2 players"),
        ({"scores": None}, "keys 'by' and 'do'"),
    ],
}


@pytest.mark.parametrize("number", FAULTS)
def test_a_fault_names_its_line(lines, number):
    line = number % (len(lines) + 1)
    for changes, problem in FAULTS[number]:
        with pytest.raises(RecordError, match=f"^line {line}: .*{problem}") as error:
            Record.parse(changed(lines, line, **changes)).replay()
        assert error.value.line == line


def test_texts_that_are_no_record_are_refused(lines):
    components = json.loads(lines[0])["components"]
    for text, problem in (
        ("", "line 1: the file is empty"),
        ("[]\n", r"line 1: '\[\]' is no JSON object|line 1: \[\] is no JSON object"),
        ("{\n", "line 1: not valid JSON"),
        ("[" * 100_000 + "\n", "line 1: not valid JSON: nested too deeply"),
        (text_of([*lines[:6], lines[6][:7], *lines[7:]]), "line 7: not valid JSON"),
        (text_of([*lines, lines[-1]]), f"line {len(lines) + 1}: nothing may follow the end"),
        (text_of([*lines, lines[4]]), f"line {len(lines) + 1}: nothing may follow the end"),
        (
            changed(lines, 1, components=components | {"board": "0" * 16}),
            "line 1: the board of this record is",
        ),
        (changed(lines, 1, components={"deck": components["deck"]}), "line 1: the dice of this"),
        (
            changed(lines, 1, components=components | {"\x1b[2J": ""}),
            r"line 1: the \\x1b\[2J of this record is",
        ),
    ):
        with pytest.raises(RecordError, match=f"^game: (?:{problem})"):
            Record.parse(text, source="game")


def first(lines: list[str], by: int | str) -> int:
    return next(number for number, line in enumerate(lines, 1) if json.loads(line).get("by") == by)


def test_a_replay_names_the_line_of_an_action_that_the_rules_forbid(lines):
    number = first(lines, 0)
    with pytest.raises(RecordError, match=f"^line {number}: 1 cannot act: 0 can"):
        Record.parse(changed(lines, number, by=1)).replay()
    with pytest.raises(RecordError, match=f"^line {number}: stop: not possible now; legal: "):
        Record.parse(changed(lines, number, do="stop")).replay()
    with pytest.raises(RecordError, match=r"^line 2: roll 1 1 0: chance cannot do that now \(deal\)"):
        Record.parse(changed(lines, 2, do="roll 1 1 0")).replay()


def test_a_replay_names_the_line_of_an_end_that_is_not_so(lines, record):
    scores = [score + 1 for score in record.outcome.scores]
    with pytest.raises(RecordError, match=f"^line {len(lines)}: the game does not end as the record says"):
        Record.parse(changed(lines, len(lines), scores=scores)).replay()
    early = text_of([*lines[:-2], lines[-1]])
    with pytest.raises(
        RecordError, match=f"^line {len(lines) - 1}: the game does not end as the record says"
    ):
        Record.parse(early).replay()
    late = text_of([*lines[:-1], lines[-2]])
    with pytest.raises(RecordError, match=f"^line {len(lines)}: . cannot act: the game is over"):
        Record.parse(late).replay()


def test_a_redacted_record_holds_only_what_a_seat_saw(record):
    mine, open_to_all = record.redacted(0), record.redacted(None)
    assert json.loads(mine[0])["seed"] is None
    drawn = [json.loads(line)["do"] for line in mine[1:-1] if json.loads(line)["by"] == "chance"]
    assert {"deal ?"} < {text for text in drawn if text.startswith("deal")}
    assert not any(text in line for line in open_to_all for text in ("deal 0", "put 0", "(bottle"))
    with pytest.raises(RecordError, match="what one seat saw"):
        Record.parse(text_of(mine))
    with pytest.raises(ToolkitError, match="no player 9"):
        record.redacted(9)


def test_the_text_for_people_names_players_and_the_end(record):
    text = record.to_text()
    assert text.startswith("Cellar, 2 players: 0 Ann, 1 Bob\n")
    assert "\nchance  deal " in text
    assert "\n0 Ann   " in text
    assert "\nend: all turns are over; won: " in text
    quick = played(seed=1, rules=Rules(turns=1))
    assert "\nrules: turns = 1\n" in quick.to_text()
    board = Record.of(find_game("mangrovia").new(2), ["Ann", "Bob"])
    assert "\nboard: " in board.to_text()


TEXT = text_of(played(seed=7).to_lines())


@settings(max_examples=examples(10))
@given(st.data())
@example(None).via("nothing changed")
def test_a_damaged_record_is_read_or_refused_with_a_line(data):
    text = TEXT
    for _ in range(data.draw(st.integers(1, 4)) if data else 0):
        place = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 12))
        text = text[:place] + data.draw(st.text(max_size=5)) + text[place + length :]
    try:
        Record.parse(text).replay()
    except RecordError as error:
        problem = error
        assert re.match(r"line \d+: .", str(problem))


def test_a_game_from_a_position_is_recorded_with_its_start():
    game = find_game("wazabi")
    text = Path(__file__).parents[2].joinpath("examples", "wazabi-position.toml").read_text("utf-8")
    state = game.complete(game.positions().parse(text), Random(3))
    record = Record.of(state, ["random"] * 3, 3, from_here=True)
    play(state, [player("random")] * 3, seed=3, record=record)
    header, *rest = record.to_lines()
    assert Record.parse(text_of([header, *rest])) == record
    assert Record.parse(text_of([header, *rest])).replay() == state
    assert "start" not in json.loads(record.redacted(0)[0])
    other = json.dumps(json.loads(header) | {"rules": {"turn_limit": 3}})
    with pytest.raises(RecordError, match="a state of another game, or under other rules"):
        Record.parse(text_of([other, *rest]))
    with pytest.raises(ToolkitError, match="this one has begun"):
        Record.of(state, ["a", "b", "c"], from_here=True)
    with pytest.raises(ToolkitError, match="there are no position files of Cellar"):
        GAME.positions()
