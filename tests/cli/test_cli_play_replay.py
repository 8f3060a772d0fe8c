"""``tobago replay`` and ``tobago games``: records checked and told, and what can be played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game, game_names
from toolkit.core.record import Record
from workbench.cli.games import rule_word, rules_of

if TYPE_CHECKING:
    from cli_helpers import Tobago


@pytest.fixture
def record(tobago: Tobago) -> Record:
    """Play a game of bots and keep it in ``a.jsonl``."""
    done = tobago(
        "play",
        "wazabi",
        "--notation",
        "--players",
        "random,random,random",
        "--seed",
        "9",
        "--save",
        "a.jsonl",
    )
    assert done.status == 0
    return Record.load(Path("a.jsonl"))


# ---------------------------------------------------------------- records


def test_a_record_is_told_with_the_last_position(tobago: Tobago, record: Record) -> None:
    done = tobago("replay", "a.jsonl", "--notation")
    assert (done.status, done.err) == (0, "")
    text = record.to_text()
    assert done.out.startswith(text)
    assert done.out.count("hand, with costs: ") == 3
    assert tobago("replay", "a.jsonl", "--notation", "--text").out == text
    assert tobago("replay", "-", "--notation", "--text", stdin=Path("a.jsonl").read_bytes()).out == text


def test_a_seat_is_told_what_it_saw(tobago: Tobago, record: Record) -> None:
    done = tobago("replay", "a.jsonl", "--notation", "--seat", "1")
    assert done.out.startswith(record.seen_text(1))
    assert "draw ?" in done.out
    assert done.out.count("hand, with costs: ") == 1
    told = tobago("replay", "a.jsonl", "--notation", "--seat", "1", "--json").json
    assert told["log"] == [json.loads(line) for line in record.redacted(1)[1:-1]]
    assert set(told["zones"]["cards"]["hand 0"]) == {None}
    assert None not in told["zones"]["cards"]["hand 1"]


def test_a_record_as_json(tobago: Tobago, record: Record) -> None:
    told = tobago("replay", "a.jsonl", "--notation", "--json").json
    assert told["format"] == "toolkit-replay/1"
    actions = [line for line in told["log"] if not line["do"].startswith("(")]  # without what was revealed
    assert actions == [json.loads(line) for line in Path("a.jsonl").read_text().splitlines()[1:-1]]
    state = record.replay()
    assert sorted(card for zone in told["zones"]["cards"].values() for card in zone) == sorted(
        state.rules.cards.faces
    )
    assert told["fields"]["dice"] == state.dice
    assert told["end"]["winners"] == list(record.outcome.winners)
    assert (told["to_act"], told["legal"]) == (None, [])


def test_an_altered_record_is_an_error_that_names_line_and_rule(tobago: Tobago, record: Record) -> None:
    lines = Path("a.jsonl").read_text().splitlines()
    number, actor = next(
        (number, line["by"])
        for number, line in enumerate(map(json.loads, lines), 1)
        if line.get("do", "").startswith("give ")
    )
    lines[number - 1] = json.dumps({"by": actor, "do": f"give {actor}"})
    Path("b.jsonl").write_text("\n".join(lines) + "\n")
    done = tobago("replay", "b.jsonl", "--notation")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        f"tobago: b.jsonl: line {number}: give {actor}: it must be another player (W-8"
    )
    assert tobago("replay", "b.jsonl", "--notation", "--upto", str(number - 2)).status == 0
    going_on = tobago("play", "wazabi", "--notation", "--continue", "b.jsonl", "--players", "me,me,me")
    assert going_on.status == 2


def test_a_cut_last_line_is_a_warning(tobago: Tobago, record: Record) -> None:
    whole = Path("a.jsonl").read_bytes()
    Path("b.jsonl").write_bytes(whole[:-20])
    done = tobago("replay", "b.jsonl", "--notation", "--json")
    assert done.status == 0
    assert done.err.startswith("warning: b.jsonl: line ")
    assert len(done.json["warnings"]) == 1
    assert done.json["actions"] == len(record.actions)


def test_a_record_up_to_an_action(tobago: Tobago, record: Record) -> None:
    states = [state.clone() for state in record.states()]
    for count in (0, 1, 40, 43):
        told = tobago("replay", "a.jsonl", "--notation", "--upto", str(count), "--json").json
        assert (told["actions"], told["end"]) == (count, None)
        assert told["legal"] == [str(action) for action in states[count].legal_actions()]
        assert told["fields"]["dice"] == states[count].dice
        for seat in {0, 1, 2} - {states[count].to_act()}:
            waiting = tobago(
                "replay", "a.jsonl", "--notation", "--upto", str(count), "--json", "--seat", str(seat)
            ).json
            assert waiting["legal"] == []
    assert told["legal"]  # the last was not for chance


def test_what_is_no_record_and_what_steers_the_terminal(tobago: Tobago, record: Record) -> None:
    for content in (b"", b"{}\n", b"no JSON\n", b"\xff\n", b"[]\n", b'{"format": "x"}\n'):
        Path("x").write_bytes(content)
        done = tobago("replay", "x", "--notation")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("tobago: x:")
    record.names[0] = "\x1b[2Jx"
    record.save(Path("b.jsonl"))
    assert "\x1b" not in tobago("replay", "b.jsonl", "--notation").out


# ---------------------------------------------------------------- games


def test_the_games_are_listed(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # other tests register games with long names
    done = tobago("games")
    assert done.status == 0
    told = tobago("games", "--json").json
    assert told["format"] == "toolkit-games/1"
    assert [one["name"] for one in told["games"]] == game_names()
    for one in told["games"]:
        game = find_game(one["name"])
        assert game.title in done.out
        assert one["players"] == list(game.players)
        assert list(one["editions"]) == list(game.editions)


def test_the_rules_of_a_game_are_listed_and_read_as_they_are_typed(tobago: Tobago) -> None:
    for name in ("tobago", "wazabi"):
        done, game = tobago("games", name), find_game(name)
        (told,) = tobago("games", name, "--json").json["games"]
        for rule, about in told["rules"].items():
            assert rule in done.out
            for word in about["values"]:
                if not word.isupper() and "," not in word:
                    rules = rules_of(game, None, [f"{rule}={word}"])
                    assert rule_word(getattr(rules, rule)) == word
    for setting, value in (
        ("huts=none", None),
        ("huts=B23, A34", ("B23", "A34")),
        ("gold=2,3,6", (2, 3, 6)),
        ("turn_limit=10", 10),
        ("island=ABC+1", "ABC+1"),
    ):
        rules = rules_of(find_game("tobago"), None, [setting])
        assert getattr(rules, setting.partition("=")[0]) == value
    with pytest.raises(ToolkitError, match="rule dice: set twice"):
        rules_of(find_game("wazabi"), None, ["dice=3", "dice=4"])
