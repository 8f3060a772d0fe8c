"""What files may make the commands read, and what of it reaches the terminal."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cli_helpers import EXAMPLE

from solvers.simulation import Match, simulate
from toolkit.core.record import Record
from toolkit.games.tobago import Position
from workbench.cli.printing import print_rich, styled, table_of

if TYPE_CHECKING:
    from cli_helpers import Tobago

ROOT = Path(__file__).parents[2]
ACTING = "[red]\x1b[31m\x1b]0;title\x07\x9b2J\u202egnp\u2066\r\n0 me: done"
ESCAPED = r"[red]\x1b[31m\x1b]0;title\x07\x9b2J\u202egnp\u2066\r\n0 me: done"

# ---------------------------------------------------------------- the terminal


def harmless(*shown: str) -> bool:
    """Tell whether nothing acts on a terminal; a whole isolate turns only what it holds."""
    bare = [re.sub("\u2068([^\u2066-\u2069]*)\u2069", r"\1", text) for text in shown]
    return not any(
        re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text) for text in bare
    )


def test_names_and_ends_of_records_are_shown_escaped(tobago: Tobago, tmp_path: Path) -> None:
    done = tobago(
        "play", "wazabi", "--notation", "--players", "random,random", "--seed", "3", "--save", "game.jsonl"
    )
    assert done.status == 0
    record = Record.load(tmp_path / "game.jsonl")
    record.names = [ACTING, "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645"]
    record.save(tmp_path / "acting.jsonl")
    for options in ([], ["--text"], ["--seat", "1"]):
        shown = tobago("replay", "acting.jsonl", "--notation", *options)
        assert shown.status == 0
        assert harmless(shown.out, shown.err)
        assert ESCAPED in shown.out.replace("\n", "")
        assert record.names[1] in shown.out
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    end = json.loads(lines[-1]) | {"end": ACTING}
    (tmp_path / "end.jsonl").write_text("\n".join([*lines[:-1], json.dumps(end)]))
    refused = tobago("replay", "end.jsonl", "--notation")
    assert refused.status == 2
    assert harmless(refused.out, refused.err)


def test_what_a_puzzle_file_says_is_shown_escaped(tobago: Tobago, tmp_path: Path) -> None:
    first = json.loads((ROOT / "examples" / "one-of-each-kind.jsonl").read_text().splitlines()[0])
    first["grade"] |= {"name": ACTING, "needs": [ACTING], "measures": {ACTING: 1}}
    first["certificate"] |= {"seed": ACTING, "engine": ACTING}
    (tmp_path / "puzzle.json").write_text(json.dumps(first))
    (tmp_path / "two.jsonl").write_text(2 * (json.dumps(first) + "\n"))
    for command in (["show", "puzzle.json"], ["show", "two.jsonl"], ["verify", "puzzle.json"]):
        shown = tobago("puzzle", *command)
        assert harmless(shown.out, shown.err)
        assert command[0] == "verify" or r"[red]\x1b[31m" in re.sub(r"[\n│ ]", "", shown.out)


def test_tables_and_sentences_show_markup_and_escapes_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(
        table_of("name", rows=[["[bold]:smile:\x1b[1m"]], title="[red]\x1b"), styled("[/]\x9b", style="red")
    )
    shown = capsys.readouterr().out
    assert harmless(shown)
    assert r"[bold]:smile:\x1b[1m" in shown
    assert r"[red]\x1b" in shown
    assert r"[/]\x9b" in shown


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_names_of_files_are_shown_escaped(tobago: Tobago, tmp_path: Path) -> None:
    name = "a\x1b[31m\n\u202eb.toml"
    shown = tobago("solve", name)
    assert shown.status == 2
    assert harmless(shown.err)
    (tmp_path / name).write_text(EXAMPLE.replace("B23", "B99"))
    shown = tobago("solve", name)
    assert r"a\x1b[31m\n\u202eb.toml: landmarks.huts[0]: no hex 'B99'" in shown.err
    assert harmless(shown.err)
    (tmp_path / name).write_text(EXAMPLE.replace('"B23", ', ""))
    shown = tobago("solve", name)
    assert "warning: a" in shown.err
    assert harmless(shown.err)
    (tmp_path / name).write_text((ROOT / "examples" / "one-of-each-kind.jsonl").read_text())
    shown = tobago("solve", name)
    assert "\ntry: tobago puzzle solve 'a\\x1b[31m\\n\\u202eb.toml'\n" in shown.err
    assert harmless(shown.err)


def test_ends_of_simulated_games_are_shown_escaped(tobago: Tobago, tmp_path: Path) -> None:
    simulate(Match(game="wazabi", players=("random", "random"), seed=1), 2, jobs=1, out=tmp_path / "deals")
    file = tmp_path / "deals" / "deals.jsonl"
    head, deal = map(json.loads, file.read_text().splitlines())
    for game in deal["games"]:
        game["end"] = ACTING
    file.write_text(f"{json.dumps(head, separators=(',', ':'))}\n{json.dumps(deal)}\n")
    shown = tobago("simulate", "wazabi", "--players", "random,random", "--games", "2", "--out", "deals")
    assert shown.status == 0
    assert harmless(shown.out, shown.err)
    assert ESCAPED in shown.out


# ---------------------------------------------------------------- files that a position names

SECRET = "root:x:0:0:root\nsecret = 1\n"
NAMED: dict[str, dict[str, Any]] = {
    "island.file": {"island": {"file": "{}"}},
    "components.sides": {"island": {"layout": "aBC+0"}, "components": {"sides": "{}"}},
    "components.deck": {"island": {"layout": "ABC+0"}, "components": {"deck": "{}"}},
}
GOOD = {
    "island.file": "J J S\n",
    "components.sides": "side,a,b,terrain\na,0,0,lake\n",
    "components.deck": 'format = "tobago-deck/1"\n[cards]\n"in jungle" = 1\n',
}


def position_naming(key: str, name: str) -> str:
    return json.dumps({"format": "tobago-position/1", **NAMED[key]}).replace("{}", name)


@pytest.mark.parametrize("key", NAMED)
def test_only_files_beside_the_position_are_read_unless_asked_for(
    tobago: Tobago, tmp_path: Path, key: str
) -> None:
    home = tmp_path / "home"
    (home / "below").mkdir(parents=True)
    for file in (tmp_path / "outside", home / "beside", home / "below" / "file"):
        file.write_text(GOOD[key])
    (home / "link").symlink_to(tmp_path / "outside")
    (home / "inner").symlink_to("below/file")
    for name in ("beside", "below/file", "below/../beside", "inner", str(home / "beside")):
        (home / "game.json").write_text(position_naming(key, name))
        assert tobago("solve", "home/game.json").status == 0
        assert Position.load(home / "game.json")
    for name in ("../outside", "link", str(tmp_path / "outside"), "below/../../outside"):
        (home / "game.json").write_text(position_naming(key, name))
        refused = tobago("solve", "home/game.json")
        assert refused.status == 2
        assert f"{key}: no file '{name}"[:60] in refused.err
        assert "--anywhere" in refused.err
        assert tobago("solve", "home/game.json", "--anywhere").status == 0
        assert tobago("open", "home/game.json", "--anywhere", stdin=b"solve\n").status == 0
        before = (home / "game.json").read_bytes()
        assert tobago("lay", "home/game.json", "grey", "not in scrubland", "--anywhere").status == 0
        assert tobago("undo", "home/game.json", "--anywhere").status == 0
        assert (home / "game.json").read_bytes() == before
        assert Position.load(home / "game.json", anywhere=True)
    assert tobago("solve", "-", stdin=position_naming(key, "outside").encode()).status == 0
    assert tobago("solve", "-", stdin=position_naming(key, "../x").encode()).status == 2


@pytest.mark.parametrize("key", NAMED)
def test_an_error_quotes_nothing_of_a_file_of_another_kind(tobago: Tobago, tmp_path: Path, key: str) -> None:
    (tmp_path / "game.json").write_text(position_naming(key, "secret"))
    for text in (SECRET, "secret = 1\n", "[root]\nroot = 2\nroot = 3", 'format = "secret"', "secret\0"):
        (tmp_path / "secret").write_text(text)
        refused = tobago("solve", "game.json")
        assert refused.status == 2
        assert f"{key}: secret: " in refused.err
        assert not re.search("root|secret(?!: )", refused.err)


# ---------------------------------------------------------------- drawings, cards that are forgotten


def test_blanks_within_a_row_are_a_warning_with_line_and_column(tobago: Tobago, tmp_path: Path) -> None:
    drawing = "J J S\n J   L\nJ J J\n"
    document = {"format": "tobago-position/1", "island": {"drawing": drawing}}
    (tmp_path / "game.json").write_text(json.dumps(document))
    warned = "line 2, column 3: 3 blanks between letters leave no hex out: write . for ocean"
    done = tobago("solve", "game.json")
    assert done.status == 0
    assert f"warning: game.json: island.drawing: {warned}\n" in done.err
    (tmp_path / "game.json").write_text(json.dumps(document).replace("J   L", "J . L  "))
    assert "column" not in tobago("solve", "game.json").err
    (tmp_path / "island.txt").write_text(drawing)
    made = tobago("new", "--drawing", "island.txt", "new.toml")
    assert made.status == 0
    assert f"warning: island.txt: {warned}\n" in made.err


def test_forgotten_discards_are_told_in_the_first_line(tobago: Tobago) -> None:
    text = (ROOT / "examples" / "silver-position.toml").read_text()
    for query in (["draw"], ["slot", "--slot", "1"]):
        done = tobago("odds", "silver", "-", "--query", *query, stdin=text.encode())
        assert done.out.splitlines()[0] == "11 discards forgotten: named nowhere in the position"
    data = tobago("odds", "silver", "-", "--query", "draw", "--json", stdin=text.encode()).json
    assert data["forgotten"] == 11
    whole = text.replace("deck = 20", "deck = 31").encode()
    assert "forgotten" not in tobago("odds", "silver", "-", "--query", "draw", stdin=whole).out
