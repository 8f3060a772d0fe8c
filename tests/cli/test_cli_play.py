"""Playing in the terminal: whole games through pipes, refusals, commands, files, and what nobody is told."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import in_a_process, process
from fuzz_helpers import FUZZ, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples

from toolkit.core.record import Record

if TYPE_CHECKING:
    from cli_helpers import Tobago

ALWAYS_FIRST = b"a\nA22\nC10\n" * 3000  # the first of a list, or in Tobago of the hexes to start on
ALWAYS_RANDOM = ("wazabi", "--notation", "--players", "me,random", "--seed", "1")


def in_the_background(*arguments: str) -> subprocess.Popen[bytes]:
    """Start the command with pipes to talk through."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(**process(*arguments, PYTHONUNBUFFERED="1"), **pipes)


def wait_for(told: bytes, game: subprocess.Popen[bytes]) -> None:
    """Read lines until one tells this."""
    assert any(told in line for line in game.stdout)


def on_a_terminal(*arguments: str, answer: Callable[[str], str]) -> str:
    """Answer every prompt, from what the screen shows by then, and return what it showed in the end."""
    master, slave = pty.openpty()
    shell = subprocess.Popen(
        **process(*arguments),
        **dict.fromkeys(("stdin", "stdout", "stderr"), slave),
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
    )
    os.close(slave)
    shown = b""
    with suppress(OSError):  # the end of a terminal
        while select.select([master], [], [], 60)[0] and (part := os.read(master, 65536)):
            shown += part
            if re.search(rb"\w+> $|screen\. $|ends: $", shown):
                os.write(master, answer(shown.decode()).encode())
    os.close(master)
    assert shell.wait(60) == 0
    return shown.decode()


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    "options",
    [
        "wazabi --players random,me,random,me --seed 2 --edition team-tournament --rules rounds=2",
        "wazabi --players me,me,me --seed three --rules dice=2 --rules play_on=yes",
        "silver --players random,me,me --seed 1 --edition literal --rules rounds=1 --rules turn_limit=12",
        "silver --players me,remembering:1 --seed 1 --edition table-memory --rules rounds=1",
        "tobago --players me,me,random --seed 1 --rules turn_limit=12 --rules start_maps=all_four",
    ],
)
def test_a_whole_game_through_a_pipe(tobago: Tobago, options: str) -> None:
    done = tobago("play", *options.split(), "--notation", "--save", "game.jsonl", stdin=ALWAYS_FIRST)
    assert (done.status, done.err) == (0, "")
    assert "The game is over: " in done.out
    record = Record.load(Path("game.jsonl"))
    assert record.replay().outcome() == record.outcome
    won = " and ".join(f"{seat} {record.names[seat]}" for seat in record.outcome.winners)
    assert f"Won: {won}. Scores: 0 " in done.out.splitlines()[-1]


def test_the_review_comes_at_the_end_of_a_game_and_not_before(tobago: Tobago) -> None:
    """On a terminal it is offered; a program that feeds a pipe is not waited for."""
    game = ["wazabi", "--players", "me:Anna,greedy", "--seed", "8", "--rules", "dice=2"]
    piped = tobago("play", *game, stdin=b"review\na\n" * 9).out
    early, late = piped.split("You have won!")
    assert early.count("review is for the end of the game") == early.count("Anna> a")
    assert "Chances to win" not in late
    shown = on_a_terminal("play", *game, answer=lambda seen: "review\n" if seen.endswith(": ") else "a\n")
    assert "review shows how the chances went and what cost most; Enter ends: review" in shown
    assert re.search(
        r"Chances to win, .*\n.*\n1 Anna +\d+% .* 100%", shown.replace("\r", "").split("ends: review")[1]
    )


def test_bots_alone_play_before_spectators(tobago: Tobago) -> None:
    done = tobago("play", "wazabi", "--notation", "--players", "random,random", "--seed", "1")
    assert (done.status, "draw ?" in done.out, "hand, with costs" in done.out) == (0, True, False)


def test_no_name_and_no_typed_line_steers_the_terminal(tobago: Tobago) -> None:
    assert "\x1b" not in tobago("play", *ALWAYS_RANDOM, stdin=b"\x1b[2Jx\n").out
    for game in ("wazabi", "tobago"):
        done = tobago(
            "play", game, "--notation", "--players", "me:[/]x,random", "--seed", "1", stdin=b"quit\nquit\n"
        )
        assert (done.status, "[/]x" in done.out) == (0, True)


def test_the_same_seed_gives_the_same_game(tobago: Tobago) -> None:
    first, again = (tobago("play", *ALWAYS_RANDOM, stdin=ALWAYS_FIRST) for _ in range(2))
    other = tobago(
        "play", "wazabi", "--notation", "--players", "me,random", "--seed", "2", stdin=ALWAYS_FIRST
    )
    assert first == again != other


# ---------------------------------------------------------------- what is kept


def test_a_game_is_kept_after_every_own_action_and_goes_on(tobago: Tobago) -> None:
    left = tobago("play", *ALWAYS_RANDOM, "--save", "a.jsonl", stdin=b"a\na\n")
    assert left.status == 0
    assert "tobago play wazabi --continue a.jsonl goes on" in left.err
    lines = Path("a.jsonl").read_text().splitlines()
    on = tobago("play", "wazabi", "--notation", "--continue", "a.jsonl", stdin=ALWAYS_FIRST)
    assert on.status == 0
    assert Path("a.jsonl").read_text().splitlines()[: len(lines)] == lines
    assert Record.load(Path("a.jsonl")).outcome


def test_a_game_that_is_killed_is_kept_up_to_the_last_own_action(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with in_the_background("play", *ALWAYS_RANDOM, "--save", str(path)) as game:
        game.stdin.write(b"a\na\n?\n")
        game.stdin.flush()
        wait_for(b"no card", game)  # the answer to the third line
        game.kill()
    kept = Record.load(path)
    assert [str(action) for actor, action in kept.actions if actor == 0] == ["give 1", "give 1"]


def test_ctrl_c_leaves_a_kept_game(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with in_the_background("play", *ALWAYS_RANDOM, "--save", str(path)) as game:
        wait_for(b"a) give 1", game)
        game.send_signal(signal.SIGINT)
        assert game.wait(60) == 130
        assert b"goes on with it" in game.stderr.read()
    assert len(Record.load(path).actions) == 12


def test_a_saved_game_may_be_written_over_by_its_own_continuation(tobago: Tobago) -> None:
    tobago("play", *ALWAYS_RANDOM, "--save", "a.jsonl", stdin=b"a\n")
    short = Path("a.jsonl").read_bytes()
    Path("cut.jsonl").write_bytes(short[:-9])
    cut = tobago(
        "play",
        "wazabi",
        "--notation",
        "--continue",
        "cut.jsonl",
        stdin=b"save a.jsonl\na\na\nsave a.jsonl\nquit\n",
    )
    assert "warning: cut.jsonl: " in cut.err
    assert "is cut off" in cut.err
    assert "saved: a.jsonl" in cut.out


# ---------------------------------------------------------------- what is not told


def unfolded(line: str) -> list[str]:
    """Return a line as often as it happened."""
    text, times = re.fullmatch(r"(.*?)(?: \((\d+) times\))?", line).groups()
    return [text] * int(times or 1)


def test_nobody_is_told_the_cards_of_others(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    done = tobago("play", *ALWAYS_RANDOM, "--save", "a.jsonl", stdin=b"a\nlog\n" * 400)
    record = Record.load(Path("a.jsonl"))
    seen = [text for _, text in record.game.lines(record.replay().log(0))]
    whole = [text for _, text in record.game.lines(record.replay().full_log())]
    logs = [part.split("\n0 me> ")[0] for part in done.out.split("0 me> log\n")[1:]]
    told = [text for line in logs[-2].splitlines() for text in unfolded(line.partition(": ")[2])]
    assert len(told) > 8
    assert told[:-1] == seen[: len(told) - 1] != whole[: len(told) - 1]


def test_persons_at_one_terminal_take_turns(tobago: Tobago) -> None:
    done = tobago(
        "play", "wazabi", "--notation", "--players", "me:Anna,me:Bob", "--seed", "4", stdin=ALWAYS_FIRST
    )
    parts = done.out.split("--- ")
    assert {part.split(" ---")[0] for part in parts[1:]} == {"0 Anna", "1 Bob"}
    for part in parts[1:]:
        name = part.split(" ---")[0]
        assert f"{name} (you)" in part or f"{name}> " in part
        other = "1 Bob" if name == "0 Anna" else "0 Anna"
        assert f"{other}> " not in part


WIPE = "\x1b[H\x1b[2J\x1b[3J"


def test_between_two_persons_the_terminal_is_wiped_and_waits() -> None:
    def answer(shown: str) -> str:
        if shown.endswith("screen. "):
            return "\n"
        return "a\n" if shown.count(WIPE) < 3 else "quit\n"

    shown = on_a_terminal(
        "play", "wazabi", "--notation", "--players", "me:Anna,me:Bob", "--seed", "4", answer=answer
    )
    before, *screens = shown.split(WIPE)
    assert (before, len(screens)) == ("", 3)
    for text in screens:
        name = re.match(r"\d (\w+) is to act: press Enter when nobody else sees the screen\. ", text)[1]
        assert f"{name} (you)" in text
        assert text.count("(you)") == 1


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_at_the_prompt_are_quit(key: str) -> None:
    def answer(_shown: str) -> str:
        time.sleep(0.3)  # readline misses a signal that comes while it writes the prompt
        return key

    shown = on_a_terminal("play", *ALWAYS_RANDOM, answer=answer)
    assert shown.count("0 me> ") == 2
    assert "The game has no file: save FILE keeps it, quit again leaves it for good." in shown
    assert shown.endswith("The game was not kept.\r\n")


# ---------------------------------------------------------------- bad input


def test_games_that_cannot_go_on(tobago: Tobago) -> None:
    tobago("play", *ALWAYS_RANDOM, "--save", "over", stdin=ALWAYS_FIRST)
    over = tobago("play", "wazabi", "--notation", "--continue", "over")
    assert over.err == "tobago: over: this game is over; tobago replay shows it\n"
    other = tobago("play", "tobago", "--notation", "--continue", "over")
    assert other.err == "tobago: over is a game of Wazabi: tobago play wazabi\n"


def test_closed_standard_input_is_no_traceback() -> None:
    done = in_a_process("play", *ALWAYS_RANDOM, preexec_fn=lambda: os.close(0))
    assert done.returncode == 2
    assert done.stderr == b"tobago: standard input is closed: nobody can type an action\n"


@given(
    st.lists(
        st.sampled_from(["1", "a", "b", "?", "", "log", "save a", "save", "give 1", "no card"])
        | st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20),
        max_size=25,
    )
)
@settings(FUZZ, max_examples=examples(10))
def test_no_line_ends_in_a_traceback(folder: Path, lines: list[str]) -> None:
    for path in folder.iterdir():
        path.unlink()
    typed = "".join(f"{line}\n" for line in lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        assert outcome("play", *ALWAYS_RANDOM, "--save", "game") == 0
    kept = [Record.load(path) for path in folder.iterdir()]
    assert any(record.replay().to_act() == 0 for record in kept)  # where the person left
