"""What a shell is told when it completes a line, asked as bash asks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.shell_completion import shell_complete

from toolkit.games.tobago import Clue, boxed_island
from toolkit.games.tobago.clues import CLUES
from workbench.cli.main import tobago as command

if TYPE_CHECKING:
    Completed = Callable[[str], list[str]]

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def completed(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> Completed:
    """Return what completes the last word of a line; the examples are in the folder."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)

    def ask(line: str, words: int | None = None) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", f"tobago {line}")
        monkeypatch.setenv(
            "COMP_CWORD", str(len(f"tobago {line}".split(" ")) - 1 if words is None else words)
        )
        assert shell_complete(command, {}, "tobago", "_TOBAGO_COMPLETE", "bash_complete") == 0
        out, err = capfd.readouterr()
        assert err == ""
        return [answer.partition(",")[2] for answer in out.splitlines() if answer]

    return ask


def test_words_of_every_list_are_completed(completed: Completed) -> None:
    for line, words in {
        "che": "check",
        "check first-position.toml b": "brown black",
        "lay first-position.toml brown in lake --owner ": "red blue yellow green",
        "lay first-position.toml brown in lake --owner = b": "blue",
        "move first-position.toml re": "red",
        "amulet first-position.toml gre": "green grey",
        "raise first-position.toml brown gree": "green",
        "place first-position.toml s": "statue",
        "place first-position.toml hut A0": "A00 A01 A02 A03 A04",
        "place first-position.toml statue A00 s": "SE S SW",
        "place drawn-island.toml statue a7 s": "SE SW",
        "face first-position.toml ": "A23 B22 C21",
        "lift first-position.toml A": "A34 A00 A23",
        "puzzle new --kind l": "lost-landmarks lie",
        "puzzle new --level h": "hard",
        "puzzle new --unknown huts,p": "huts,palms",
        "puzzle hint x --rung ": "0 1 2 3 4 5 6",
        "puzzle print x --lang ": "en fa",
        "puzzle schema m": "marks",
        "new --layout AC": "ACB+0 ACB+1",
        "odds silver x --query lo": "lowest look",
        "odds wazabi x --query w": "within worth win",
        "odds mangrovia x --query p": "pay pier",
        "odds mangrovia mangrovia-position.toml --space c": "c1 c2 c3 c4 c5 c6",
        "odds silver x --insight n": "nothing",
        "odds silver x --policy ste": "steady steady:4",
        "odds silver x --tilt own=-1,de": "own=-1,deck=",
        "simulate tob": "tobago",
        "games si": "silver",
        "board ": "mangrovia tobago",
        "rule tob": "tobago",
        "rule t-37": "T-37 T-37a",
        "rule silver s-7": "S-7 S-70 S-71",
        "deck ": "tobago",
        "simulate silver --edition e": "english",
        "simulate tobago --rules own_h": "own_hex=excluded own_hex=included",
        "simulate tobago --rules own_hex = e": "excluded",
        "play tobago --players me,g": "me,greedy",
        "play silver --players me,rem": "me,remembering:0.97 me,remembering:power:1:0.5 "
        "me,remembering:last:7",
        "play wazabi --players me,rem": "",
        "play tobago --players me,ismcts :": "400 0.1s",
        "play tobago --players me,ismcts : 0": "0.1s",
    }.items():
        assert completed(line) == words.split(), line


def test_clues_are_completed_word_by_word_and_the_hand_comes_first(completed: Completed) -> None:
    line = "lay first-position.toml brown"  # in its hand: in largest lake, next to statue
    assert completed(f"{line} ") == ["in", "next"]
    assert completed(f"{line} next ") == ["to"]
    assert completed(f"{line} next to ") == ["statue"]
    assert completed(f'{line} "next t', 4) == ["next to statue"]
    assert completed(f"{line} not next to largest r") == ["river"]
    assert completed("draw first-position.toml in lake, in ju") == ["jungle"]  # not those of the hand

    def follow(begun: str) -> set[str]:
        """Return all clues to which a user comes who types on with what is offered."""
        ends = {begun.strip()} if begun.strip() in {str(clue) for clue in CLUES} else set()
        return ends.union(
            *(follow(f"{begun}{word} ") for word in completed(f"check none.toml brown {begun}"))
        )

    assert {Clue.parse(text) for text in follow("")} == set(CLUES)


def test_hexes_and_ids_come_from_the_file(completed: Completed) -> None:
    assert completed("why first-position.toml brown ") == list(boxed_island().names)
    assert completed("why first-position.toml brown b5") == ["B51", "B52", "B53", "B54", "B55"]
    assert completed("why drawn-island.toml brown e1") == ["e1", "e10", "e11", "e12", "e13", "e14"]
    Path("island.txt").write_text("J J S . .\n J L L B .\n", encoding="utf-8")
    Path("named.toml").write_text('[island]\nfile = "island.txt"\n', encoding="utf-8")
    assert completed("why named.toml brown a") == ["a1", "a2"]
    assert completed("puzzle solve one-of-each-kind.jsonl --id tobago1-l")[0].startswith(
        "tobago1-lost-landmarks-"
    )
    assert completed("puzzle solve one-of-each-kind.jsonl --id ")[:4] == ["1", "2", "3", "4"]


def test_broken_and_huge_files_are_no_matter(completed: Completed) -> None:
    for number, content in enumerate(
        (b"", b"\xff", b"[island", b"island = 3", b'{"island": 1}', b"[" * 10_000_000)
    ):
        name = f"{number}.toml"
        Path(name).write_bytes(content)
        assert completed(f"why {name} brown ") == []
        assert completed(f"lay {name} brown in largest l") == ["lake"]
        assert completed(f"puzzle solve {name} --id ") == []
    assert completed("why . brown ") == completed("why none brown ") == []
    many = '{"id": "tobago1-lie-a"}\n' * 100_000
    Path("many.jsonl").write_text(many, encoding="utf-8")
    assert len(completed("puzzle solve many.jsonl --id ")) == 200


@pytest.mark.skipif(shutil.which("bash") is None, reason="asks a real bash")
def test_bash_itself_completes_what_stands_behind_a_colon(tmp_path: Path) -> None:
    tobago = tmp_path / "tobago"
    code = "from workbench.cli.main import main; main()"
    tobago.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{code}' \"$@\"\n", encoding="utf-8")
    tobago.chmod(0o755)
    asked = """
eval "$(_TOBAGO_COMPLETE=bash_source tobago)"
COMP_WORDS=(tobago play silver --players me,remembering : p) COMP_CWORD=6
_tobago_completion tobago
printf '%s\\n' "${COMPREPLY[@]}"
COMP_WORDS=(tobago check "" brown 'within 2') COMP_CWORD=4
_tobago_completion tobago
printf '%s\\n' "${COMPREPLY[@]}"
"""
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(
        ["bash", "--norc", "-c", asked],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "power:1:0.5"
