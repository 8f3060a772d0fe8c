"""``tobago open``: ten turns of a printed game, and the keys that they take."""

from __future__ import annotations

import os
import pty
import select
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import process

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import CLUES, Clue, Position
from workbench.cli.main import tobago as commands
from workbench.cli.tobago.opening import COMMANDS, following, written_out

if TYPE_CHECKING:
    from cli_helpers import Tobago

START = (Path(__file__).parents[2] / "examples" / "first-position.toml").read_text(encoding="utf-8")

TURNS = (
    ('lay game.toml brown "next to statue" --owner red', "l b ne st r"),
    ('draw game.toml "in river"', "d i ri"),
    ('lay game.toml white "in lake" --owner blue', "l w i lak b"),
    ("move game.toml C10", "m c10"),
    ("move game.toml blue C41", "m b c41"),
    ('lay game.toml white "not next to hut" --owner red', "l w no ne h r"),
    ('draw game.toml "not in mountain"', "d no i m"),
    ('lay game.toml grey "within 2 of statue" --owner blue', "l g w st b"),
    ("amulet game.toml brown C31", "a b c31"),
    ("amulet game.toml brown A34", "a b a34"),
    ("raise game.toml", "r"),
    ('lay game.toml brown "in river" --owner red', "l b i ri r"),
    ('draw game.toml "in beach"', "d i b"),
    ("move game.toml blue C40", "m b c40"),
    ("amulet game.toml blue", "a b"),
    ('hand game.toml "in lake, next to palm, in jungle"', "ha i lak, ne p, i j"),
    ('lay game.toml black "in jungle" --owner blue', "l k i j b"),
)
"""Ten turns: red, blue, red, blue ...; whoever lays a card of the own hand draws another."""


def test_ten_turns_take_a_quarter_of_the_keys(tobago: Tobago) -> None:
    Path("game.toml").write_text(START)
    for long, _ in TURNS:
        assert tobago(*shlex.split(long)).status == 0, long
    after = Path("game.toml").read_bytes()
    Path("game.toml").write_text(START)
    done = tobago("open", "game.toml", stdin="".join(f"{short}\n" for _, short in TURNS).encode())
    assert done.status == 0
    undrawn, lost = done.err.splitlines()
    assert undrawn.split("'")[1] == "not next to hut"  # red never drew it
    assert lost.endswith("gone with what they stood beside: # an amulet took the cube that lay here")
    assert Path("game.toml").read_bytes() == after
    keys = [(len(f"tobago {long}") + 1, len(short) + 1) for long, short in TURNS]  # with the return key
    assert tuple(map(sum, zip(*keys, strict=True))) == (696, 156)  # the figures of docs/table.md
    clues = [(long, short) for (long, short), (line, _) in zip(keys, TURNS, strict=True) if "--owner" in line]
    assert all(2 * short <= 48 for _, short in clues)  # half of what a clue took (48)
    undone = tobago("open", "game.toml", stdin=b"u\n" * len(TURNS))
    assert (undone.status, Path("game.toml").read_text()) == (0, START)


def test_a_clue_of_mine_that_is_not_in_my_hand_is_laid_with_a_word(tobago: Tobago, game: Path) -> None:
    done = tobago("open", str(game), stdin=b"l w ns r\n")
    assert done.err == "note: 'next to scrubland' is not in [hand], the clues of red: no card leaves it\n"
    assert (done.status, Position.load(game).hand) == (0, tuple(map(Clue.parse, MY_HAND)))
    for line in (b"l w nt r\n", b"l k ij b\n", b"l g ij\n"):  # out of the hand, of another player, of nobody
        assert (tobago("open", str(game), stdin=line).status, tobago("undo", str(game)).status) == (0, 0)
        assert tobago("open", str(game), stdin=line).err == ""


def test_a_warning_is_told_once_until_it_changes(tobago: Tobago) -> None:
    assert tobago("new", "fresh.toml").status == 0
    lines = ("solve", "p h b23", "solve", "legal", "u", "solve", "fa b23 n", "p s b22 north-east", "solve")
    done = tobago("open", "fresh.toml", stdin="\n".join(lines).encode())
    none = [f"warning: fresh.toml: 0 {kind} (T-5)" for kind in ("huts instead of 4", "palms instead of 3")]
    assert [line for line in done.err.splitlines() if line.startswith("warning: ")] == [
        *none,
        "warning: fresh.toml: 0 statues instead of 3 (T-5)",
        "warning: fresh.toml: 1 hut instead of 4 (T-5)",
        none[0],  # it was taken back
        "warning: fresh.toml: 1 statue instead of 3 (T-5)",
    ]
    assert tobago("solve", "fresh.toml").err.count("warning: ") == 3  # each command by itself tells all
    assert 'statues = ["B22>NE"]' in Path("fresh.toml").read_text()


def test_a_question_mark_tells_what_can_be_typed_and_what_a_rule_says(tobago: Tobago, game: Path) -> None:
    assert tobago("open", str(game), stdin=b"?\n").err == tobago("open", str(game), stdin=b"help\n").err
    for line in ("? t-5", "?T-5", "T-5", "help T5"):
        assert tobago("open", str(game), stdin=line.encode()).out == tobago("rule", "T-5").out, line
    for line in ("? l", "?lay", "help lay"):
        assert tobago("open", str(game), stdin=line.encode()).out == tobago("lay", "--help").out, line
    for line, fault in (("? xyz", "'xyz' is unclear"), ("? T-99", "no rule 'T-99' of tobago")):
        done = tobago("open", str(game), stdin=line.encode())
        assert (done.status, done.err.startswith(f"tobago: {fault}")) == (2, True), done.err


MY_HAND = ("in largest lake", "next to statue")


def test_every_clue_can_be_cut_short() -> None:
    short = {"largest": "lar", "lake": "lak", "scrubland": "sc", "statue": "st", "not": "no", "next": "ne"}
    for clue in CLUES:
        words = [short.get(word, word[0]) for word in str(clue).split() if word not in ("to", "2", "of")]
        assert " ".join(written_out(["check", "k", *words], [])) == f"check black {clue}"
        assert " ".join(written_out(["d", *str(clue).split()], [])) == f"draw {clue}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x", "'x' is unclear; the commands are lay"),
        ("lay b n j", "'n' is unclear; it begins not, next"),
        ("lay x in lake", "'x' is unclear; the maps are brown"),
        ("move x", "'x' is unclear; the players are red"),
        ("draw in la", "'la' is unclear; it begins lake, largest"),
    ],
)
def test_an_unclear_word_is_not_guessed(tobago: Tobago, game: Path, line: str, said: str) -> None:
    before = game.read_bytes()
    done = tobago("open", str(game), stdin=f"{line}\nlay brown\nmove\nquit\nnonsense\n".encode())
    assert (done.status, game.read_bytes()) == (2, before)
    assert said in done.err
    assert "nonsense" not in done.err


def test_the_words_that_may_follow_lead_to_lines_that_are_understood(game: Path) -> None:
    names = Position.parse(START).setting.island.names
    assert {*COMMANDS} - {"quit"} <= commands.commands.keys()
    assert following(commands, str(game), names, [], "") == list(COMMANDS)
    for begun in (
        "lay",
        "l b",
        "l b not",
        "l b next to",
        "m",
        "draw",
        "d in j, no",
        "why b",
        "r",
        "a",
        "p",
        "p s a23",
        "fa",
        "fa a23",
        "li",
    ):
        found = following(commands, str(game), names, begun.split(), "")
        assert found, begun
        for word in found:
            try:
                written_out([*begun.split(), *word.split()], names)
            except ToolkitError as error:
                raise AssertionError(f"{begun} {word}: {error}") from None


def test_at_a_terminal_tab_completes_and_the_return_key_lays(game: Path) -> None:
    person, terminal = pty.openpty()
    command = process("open", str(game), TERM="xterm")
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), terminal)
    with subprocess.Popen(**command, **streams) as shell:
        for typed in (b"l br\tnex\tst\tr\n", b"\x04"):
            said = b""
            while b".toml> " not in said:
                assert select.select([person], [], [], 60)[0], said
                said += os.read(person, 4096)
            os.write(person, typed)
        assert shell.wait(60) == 0
    os.close(terminal)
    os.close(person)
    assert '"red", "blue", "red"' in game.read_text()


def test_a_clue_in_quotes_is_understood_and_exit_leaves(tobago: Tobago) -> None:
    Path("game.toml").write_text(START)
    done = tobago("open", "game.toml", stdin=b'check brown "next to statue"\nexit\nnonsense\n')
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("legal: 'next to statue' on brown")


SET_UP = """p h b23
p h a34
p h c10
p h c55
p p b45
p p a00
p p c43
p s a23 ne
p s b22 s
p s c21
"""


def test_T5_a_table_is_set_up_without_an_editor_and_taken_back(tobago: Tobago) -> None:
    tobago("new", "game.toml")
    new = Path("game.toml").read_text()
    done = tobago("open", "game.toml", stdin=SET_UP.encode())
    assert done.status == 0
    assert done.out.splitlines()[-2:] == [
        "place: statue on B22, looking S; to be placed: 1 statue",
        "place: statue on C21",
    ]
    assert len(done.err.splitlines()) == 3  # as the file was opened: no huts, no palms, no statues
    after, example = Position.load("game.toml"), Position.parse(START)
    assert (after.setting, after.facings) == (example.setting, example.facings)
    wrong = tobago("open", "game.toml", stdin=b"p h c00\nli b22\np s c56\nfa a23 sw\nfa b22 n\np h b22 n\n")
    assert wrong.status == 2
    assert wrong.out.splitlines() == [
        "illegal: all 4 huts stand already (T-5)",
        "lift: statue from B22; to be placed: 1 statue",
        "illegal: C56 lies on the coast, where no statue stands (T-5)",
        "face: A23 looks SW; to be placed: 1 statue",
        "illegal: no statue stands on B22, and only statues look somewhere (T-5)",
    ]
    assert "a hut looks nowhere: DIRECTION is for a statue" in wrong.err
    comments = [line for line in new.splitlines() if line.startswith("#")]
    assert [line for line in Path("game.toml").read_text().splitlines() if line.startswith("#")] == comments
    tobago("open", "game.toml", stdin=b"u\n" * 12)
    assert Path("game.toml").read_text() == new


def test_an_empty_file_is_refused_with_the_command_that_writes_one(tobago: Tobago) -> None:
    Path("game.toml").write_text("\n")
    done = tobago("open", "game.toml", stdin=b"")
    assert done.status == 2
    assert done.err.splitlines() == [
        "tobago: game.toml: an empty file: tobago new writes a position",
        "try: tobago new game.toml --force",
    ]
