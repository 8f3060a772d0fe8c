"""What is refused: in one style, with the likely command and the choices, and as JSON for programs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzles.format.schema import NAMES
from puzzles.puzzle import LEVELS
from puzzles.words import LANGUAGES
from solvers.players import player_names
from solvers.silver.answers import QUERIES as SILVER_QUERIES
from solvers.silver.rollouts import policy
from toolkit.games.tobago import COLOURS, boxed_island
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import PLAYERS
from workbench.cli import choices
from workbench.cli.main import GROUPS
from workbench.cli.main import tobago as main

if TYPE_CHECKING:
    from cli_helpers import Tobago

EXAMPLES = Path(__file__).parents[2] / "examples"
CHECK = "check first-position.toml"

WRONG = {  # what is typed: a part of what is told
    "solv x": "no command 'solv'; did you mean 'solve'?",
    "verify x": "no command 'verify'; did you mean 'tobago puzzle verify'?",
    "puzzle check x": "no command 'check'; did you mean 'tobago check'?",
    "odds tobago first-position.toml": "no command 'tobago'; did you mean 'tobago forecast'?",
    "odds wazzabi x": "no command 'wazzabi'; did you mean 'wazabi'?",
    "zzz": "no command 'zzz'; the commands are odds, puzzle, solve,",
    "solve": "FILE: missing; write: tobago solve [OPTIONS] FILE",
    "solve a b": "got unexpected extra argument (b); write: tobago solve [OPTIONS] FILE",
    "move first-position.toml": "tobago: [COLOUR] HEX...: missing; write: tobago move",
    "solve a --jsno": "no option '--jsno'; did you mean '--json'?",
    "solve none.toml": "tobago: none.toml: no such file or directory\n",
    "replay none.jsonl": "tobago: none.jsonl: no such file or directory\n",
    "undo .": "tobago: .: not a regular file\n",
    f"{CHECK} purple in lake": "MAP: no map 'purple'; the maps are brown, white, grey, black",
    f"{CHECK} brown in jungel": "did you mean 'in jungle'?",
    "lay first-position.toml brown in lake --owner pink": "'pink'; the players are red, blue, yellow, green",
    "puzzle new --kind foo --out x": "'foo'; the kinds are pinpoint, lost-landmarks, lie, best-card",
    "puzzle new --kind lie --out x --level 6": "'6'; the levels are 1, 2, 3, 4, 5, easy, moderate, tricky,",
    "puzzle new --kind lie --out x --island XYZ+0": "no island 'XYZ+0'; the islands are ABC+0, ABC+1, ACB+0,",
    "puzzle new --kind lost-landmarks --out x --unknown cats": "The landmarks are huts, palms, statues",
    "puzzle print one-of-each-kind.jsonl --out b --lang french": "'french'; the languages are en, fa",
    "new x.toml --layout XYZ": "the known ones are ABC+0, ABC+1, ACB+0, ACB+1",
    "simulate tobago --players zzz,zzz": "'zzz'; the players are random, greedy, expert, ismcts, remembering",
    "simulate tobago --players greedy": "tobago: --players: Tobago is for 2 to 4 players, not 1\n",
    "table --game silver --seats me": "tobago: --seats: Silver is for 2 to 4 players, not 1\n",
    "simulate chess --players a": "no game 'chess'; the games are ",
    "simulate tobago --edition zzz --players greedy,greedy": "no edition 'zzz'; the editions are rulebook,",
    "simulate tobago --players greedy,greedy --games 1e5": "1 to 10000000; did you mean '100000'?",
    "simulate tobago --players greedy,greedy --games x": "--games: 'x' is no whole number from 1 to 10000000",
    "odds silver silver-position.toml --insight foo": "'foo'; the insights are own, nothing",
    "odds wazabi wazabi-position.toml --query foo": "'foo'; the queries are faces, cost, cards,",
    # what would do nothing, or something else
    "show first-position.toml --dark": "--dark goes with --svg or --png",
    "show first-position.toml --ring brown": "--ring goes with --svg or --png",
    "show first-position.toml --svg x.svg --compact": "--compact is for the terminal",
    "show silver-position.toml --compact": "--compact is for positions of Tobago",
    "show first-position.toml --svg - --png -": "standard output takes one picture",
    "show first-position.toml --svg x.svg --map brown --heat grey": "--map and --heat exclude each other",
    "show silver-position.toml --svg x.svg --ring brown": "--ring is for positions of Tobago",
    "forecast first-position.toml brown --dark": "--dark goes with --svg or --png",
    "show first-position.toml --svg x.png": "what is written here ends in .svg, not in '.png'",
    "replay x --svg x.png": "ends in .svg, not in '.png'",
    "puzzle print one-of-each-kind.jsonl --out x.docx": "ends in .pdf, not in '.docx'",
    "puzzle hint one-of-each-kind.jsonl --id 1 --rung 1 --svg x.svg": "--svg goes with --rung 3, 4 and 5",
    "odds wazabi wazabi-position.toml --cards": "--cards goes without",
    "odds wazabi --cards --query cost": "--cards goes without",
    "simulate silver --players greedy,greedy --out first-position.toml": "is a file, not a folder",
    "simulate wazabi --players greedy,random --games 0": "'0' is no whole number from 1 to 10000000\n",
    "simulate wazabi --players greedy,random --games -3": "'-3' is no whole number from 1 to 10000000\n",
    "simulate wazabi --players greedy,random --games 10000001": "no whole number from 1 to 10000000\n",
    "players wazbi": "no game 'wazbi'; did you mean 'wazabi'?",
    "puzzle print one-of-each-kind.jsonl --out -": "give --out a name",
    "table --game wazabi --printed": "--printed goes with --game silver",
    "table --game silver --printed --seed 1": "nobody does with --printed",
    "table --game silver --printed": "who plays is missing, such as --seats me,Ben,Cleo",
    "table --game silver --printed --seats Ben,Cleo": "one of them notes the game and is called me",
    "table --game silver --printed --text": "tobago note silver is for this game",
    "table --game silver --seats me,random --no-advice": "--no-advice goes with --printed",
    "table --text --seed 1": "--game names it",
    "table --text --edition one-curse": "--game names it",
    "table --text --lan": "no server",
    "table --text --port 8080": "no server",
    "board mangrovia --svg - --out mine": "--out writes files to fill in, and goes without others",
    # what one game has
    "board tobago --paths x.csv": "--paths: the board of tobago has no such file",
    "board mangrovia --out . --side a": "no side 'a' of mangrovia; its board is one piece",
    "board tobago --out . --side d": "no side 'd' of tobago",
    "board tobago --side a": "--side goes with --out",
    "board silver": "no board of Silver is typed in; the games that have one are mangrovia, tobago",
    "deck mangrovia": "no deck of Mangrovia is typed in",
}


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """Return a folder with a copy of the examples; the commands of a test run there."""
    return Path(shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True))


def test_every_refusal_has_one_style_and_names_what_there_is(tobago: Tobago, examples: Path) -> None:
    for typed, told in WRONG.items():
        done = tobago(*typed.split())
        first, *more = done.err.splitlines()
        assert (done.status, done.out) == (2, ""), typed
        assert told in done.err, (typed, done.err)
        assert first.startswith("tobago: "), typed
        assert [line.startswith("try: tobago") for line in more] in ([], [True]), (typed, done.err)
    assert not Path("tobago.table").exists()


def test_with_json_every_refusal_is_one_object(tobago: Tobago, examples: Path) -> None:
    for typed in WRONG:
        done = tobago(*typed.split(), "--json")
        said = json.loads(done.err)
        assert (done.status, done.out, said["format"]) == (2, "", "tobago-error/1"), typed
        assert list(said) == ["format", "error", "file", "line", "key", "suggestion", "try"]
    text = Path("first-position.toml").read_text(encoding="utf-8").replace('"B23"', '"B99"')
    Path("bad.toml").write_text(text, encoding="utf-8")
    said = json.loads(tobago("solve", "bad.toml", "--json").err)
    assert said["error"].startswith("no hex 'B99'")
    assert said["error"].endswith(f"did you mean {said['suggestion']!r}?")
    assert (said["file"], said["key"]) == ("bad.toml", "landmarks.huts[0]")
    Path("nobody.toml").write_text(text.partition("[table]")[0].replace("B99", "B23"), encoding="utf-8")
    said = json.loads(tobago("amulet", "nobody.toml", "--json").err)
    assert (said["file"], said["key"]) == ("nobody.toml", "table.me")
    lines = Path("one-of-each-kind.jsonl").read_text(encoding="utf-8").replace('"facts"', '"fact"')
    Path("bad.jsonl").write_text(lines, encoding="utf-8")
    said = json.loads(tobago("puzzle", "solve", "bad.jsonl", "--json").err)
    assert (said["file"], said["line"], said["suggestion"]) == ("bad.jsonl", 1, "facts")
    text = text.replace('"B99", ', "")
    Path("warned.toml").write_text(text, encoding="utf-8")
    done = tobago("solve", "warned.toml", "--json")
    assert (done.status, done.err) == (0, "warning: warned.toml: 3 huts instead of 4 (T-5)\n")


def test_a_file_of_another_format_is_named_with_its_command(tobago: Tobago, examples: Path) -> None:
    assert (
        tobago(
            "play", "wazabi", "--notation", "--players", "greedy,random", "--seed", "1", "--save", "g.jsonl"
        ).status
        == 0
    )
    one = Path("one-of-each-kind.jsonl").read_text(encoding="utf-8").splitlines()[0]
    Path("one.json").write_text(json.dumps(json.loads(one), indent=2), encoding="utf-8")
    Path("no-format.toml").write_text('[island]\nlayout = "ABC+0"\n', encoding="utf-8")
    Path("island.txt").write_text("J J S . .\n J L L B .\n", encoding="utf-8")
    rows = {
        ("solve", "one-of-each-kind.jsonl"): ("a puzzle file", "puzzle solve one-of-each-kind.jsonl"),
        ("solve", "one.json"): ("a puzzle file", "puzzle solve one.json"),
        ("hint", "one.json"): ("a puzzle file", "puzzle hint one.json --rung 1"),
        ("check", "one.json", "brown", "in lake"): ("a puzzle file", "puzzle show one.json"),
        ("hint", "silver-position.toml"): ("a Silver position", "odds silver silver-position.toml"),
        ("lay", "g.jsonl", "brown", "in lake"): ("the record of a game", "replay g.jsonl"),
        ("solve", "island.txt"): ("a drawn island", "new --drawing island.txt game.toml"),
        ("puzzle", "solve", "first-position.toml"): ("a Tobago position", "solve first-position.toml"),
        ("puzzle", "show", "no-format.toml"): ("a Tobago position", "show no-format.toml"),
        ("puzzle", "rate", "marks.json"): (
            "a marks file",
            "puzzle hint PUZZLE --marks marks.json --rung 1",
        ),
        ("odds", "silver", "g.jsonl"): ("the record of a game", "replay g.jsonl"),
        ("odds", "wazabi", "silver-position.toml"): ("a Silver position", "odds silver silver-position.toml"),
        ("replay", "first-position.toml", "--notation"): ("a Tobago position", "solve first-position.toml"),
        ("play", "silver", "--notation", "--from", "wazabi-position.toml"): (
            "a Wazabi position",
            "play wazabi --from wazabi-position.toml",
        ),
        ("new", "x.toml", "--drawing", "first-position.toml"): (
            "a Tobago position",
            "solve first-position.toml",
        ),
    }
    for typed, (words, command) in rows.items():
        done = tobago(*typed)
        assert (done.status, done.out) == (2, ""), typed
        assert f"this is {words}, not " in done.err.splitlines()[0], (typed, done.err)
        assert done.err.splitlines()[1:] == [f"try: tobago {command}"], typed
    assert "try: tobago puzzle solve -\n" in tobago("solve", "-", stdin=one.encode()).err
    secret = b'password = "x"\nformat = "secret-things/1"\n'
    assert "secret-things" not in tobago("puzzle", "solve", "-", stdin=secret).err


def test_the_lists_of_the_command_line_are_those_of_the_toolkit() -> None:
    assert tuple(COLOURS) == choices.MAPS
    assert tuple(PLAYERS) == choices.COLOURS
    assert tuple(NAMES) == choices.KINDS
    assert tuple(LEVELS) == choices.LEVELS
    assert tuple(LANGUAGES) == choices.LANGUAGES
    assert tuple(LANDMARKS) == choices.LANDMARK
    assert tuple(f"{kind}s" for kind in LANDMARKS) == choices.LANDMARKS
    assert [*map(len, map(boxed_island, choices.LAYOUTS))] == [len(boxed_island())] * 12
    bots = [*choices.BOTS, *choices.REMEMBERING]
    assert list(dict.fromkeys(name.partition(":")[0] for name in bots)) == player_names()
    words = list(SILVER_QUERIES.settings["policy"].words)
    assert [str(policy(name)) for name in words] == words


def test_the_help_has_each_command_once_under_a_heading_in_the_order_of_use(tobago: Tobago) -> None:
    shown = tobago("--help").out
    assert re.findall(r"^(\w[\w ]*):$", shown, re.MULTILINE) == ["Options", *GROUPS]
    below = shown.partition("Options:")[2]
    assert re.findall(r"^  ([a-z]+) ", below, re.MULTILINE) == [c for g in GROUPS.values() for c in g]
    assert sorted(command for group in GROUPS.values() for command in group) == sorted(main.commands)
    assert "\nCommands:\n" in tobago("puzzle", "--help").out
