"""The last value that is taken and the first that is not, in the command line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from toolkit.core.record import Record
from workbench.cli.puzzle.asking import _grade
from workbench.table.opening import file_of

if TYPE_CHECKING:
    import pytest
    from cli_helpers import Tobago

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_record_is_told_up_to_its_last_action_and_for_its_last_seat(tobago: Tobago) -> None:
    tobago(
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
    count = len(Record.load(Path("a.jsonl")).actions)
    whole = tobago("replay", "a.jsonl", "--notation", "--text").out
    cut = tobago("replay", "a.jsonl", "--notation", "--text", "--upto", str(count))
    assert (cut.status, cut.out.splitlines()) == (0, whole.splitlines()[: len(cut.out.splitlines())])
    for option, number, problem in (
        ("--upto", count + 1, f"holds {count} actions"),
        ("--seat", 3, "--seat 3: the players are numbered from 0 to 2"),
    ):
        done = tobago("replay", "a.jsonl", "--notation", option, str(number))
        assert (done.status, problem in done.err) == (2, True)
    assert tobago("replay", "a.jsonl", "--notation", "--text", "--seat", "2").status == 0


def test_legal_is_a_yes_as_long_as_one_map_takes_a_card(tobago: Tobago) -> None:
    text = (EXAMPLES / "first-position.toml").read_text(encoding="utf-8")
    hand = 'clues = ["in largest lake", "next to statue"]'
    one = tobago("legal", "-", "--json", stdin=text.replace(hand, 'clues = ["in largest lake"]').encode())
    found = {colour: verdicts["in largest lake"]["legal"] for colour, verdicts in one.json["maps"].items()}
    assert (one.status, found) == (0, {"brown": False, "white": True, "grey": True, "black": True})
    full = "".join(f'[maps.{colour}]\nclues = ["in largest lake"]\n' for colour in ("white", "grey", "black"))
    none = text.replace(hand, 'clues = ["in largest lake"]') + full
    assert tobago("legal", "-", stdin=none.encode()).status == 1


def test_the_seed_0_is_one_of_its_own(tobago: Tobago) -> None:
    kept = []
    for seed in ("0", "1"):
        tobago(
            "play",
            "wazabi",
            "--notation",
            "--players",
            "random,random",
            "--seed",
            seed,
            "--save",
            f"{seed}.jsonl",
        )
        record = Record.load(Path(f"{seed}.jsonl"))
        assert str(record.seed) == seed
        kept.append(record.actions)
        games = ("simulate", "wazabi", "--players", "random,random", "--games", "2", "--seed", seed, "--json")
        kept.append(tobago(*games).json)
    assert kept[0] != kept[2]
    assert kept[1] != kept[3]


def test_many_lines_have_the_highest_status_of_all(tobago: Tobago) -> None:
    Path("game.toml").write_bytes((EXAMPLES / "first-position.toml").read_bytes())
    assert tobago("open", "game.toml", stdin=b"dance\nhand\n").status == 2
    assert tobago("open", "game.toml", stdin=b"hand\nl b il\nhand\n").status == 1
    assert tobago("open", "game.toml", stdin=b"hand\n").status == 0


def test_the_time_of_a_solver_has_two_digits_of_seconds() -> None:
    hardest = SimpleNamespace(overall="", before_placement="", first_step="")
    numbers = {"effort": 1.0, "steps": 1, "rounds": 1, "bottleneck": 1.0, "reading": 1, "measures": {}}
    grade = SimpleNamespace(level=1, name="easy", hardest=hardest, needs=(), **numbers)
    table = _grade("", (None, grade, None, 65.2))  # type: ignore[arg-type]
    assert [*table.columns[1].cells][-1] == "1:05"  # type: ignore[union-attr]


def test_each_further_table_has_the_next_free_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("tobago.table", "tobago-2.table", "tobago-3.table"):
        path, _ = file_of(None, None, new=True)
        assert path == Path(name)
        path.touch()
