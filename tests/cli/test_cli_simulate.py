"""``tobago simulate``: the table, the JSON, bad input, stops and killed workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import INTERRUPTIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli_helpers import Tobago

FEW = ("simulate", "wazabi", "--players", "greedy,random", "--jobs", "1")


def test_the_table_says_who_wins_how_often(tobago: Tobago) -> None:
    done = tobago(*FEW, "--games", "20")
    assert done.status == 0
    assert done.err == ""
    for word in ("wazabi: 20 games, 10 deals, seed 1", "greedy", "random", "games won", "greedy over random"):
        assert word in done.out


def test_contestants_who_share_a_name_are_numbered(tobago: Tobago) -> None:
    command = ("simulate", "wazabi", "--players", "random,greedy,random", "--games", "6", "--jobs", "1")
    out = tobago(*command).out
    for row in (
        "0 random",
        "2 random",
        "0 random over greedy:",
        "0 random over 2 random:",
        "greedy over 2 random:",
    ):
        assert row in out
    assert "1 greedy" not in out


def test_the_json_is_that_of_the_library(tobago: Tobago) -> None:
    from solvers.simulation import Match, simulate

    done = tobago(*FEW, "--games", "20", "--seed", "9", "--rules", "dice=3", "--json")
    rules = {"dice": 3}
    assert done.json["format"] == "toolkit-simulation/1"
    assert done.json["rules"] == rules
    from toolkit.core.game import find_game

    match = Match(
        game="wazabi", players=("greedy", "random"), rules=find_game("wazabi").Rules(**rules), seed=9
    )
    assert done.json == simulate(match, 20, jobs=1).to_dict()


def test_an_edition_and_a_word_as_seed(tobago: Tobago) -> None:
    done = tobago(*FEW, "--games", "2", "--edition", "first", "--seed", "a word", "--json")
    assert done.json["rules"] == {"deck": "first"}
    assert done.json["seed"] == "a word"


def test_a_folder_keeps_what_was_played(tobago: Tobago, tmp_path: Path) -> None:
    one = tobago(*FEW, "--games", "20", "--out", "deals", "--json")
    kept = (tmp_path / "deals" / "deals.jsonl").read_bytes()
    again = tobago(*FEW, "--games", "20", "--out", "deals", "--json")
    assert one.json == again.json
    assert (tmp_path / "deals" / "deals.jsonl").read_bytes() == kept
    assert kept.count(b"\n") == 11


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["wasabi", "--players", "random,random"], "did you mean 'wazabi'?"),
        (["wazabi", "--players", "random,gredy"], "did you mean 'greedy'?"),
        (["wazabi", "--players", "random"], "for 2 to 6 players, not 1"),
        (["wazabi", "--players", "random,random", "--edition", "frist"], "did you mean 'first'?"),
        (["wazabi", "--players", "random,random", "--rules", "dise=3"], "did you mean 'dice'?"),
        (["wazabi", "--players", "random,random", "--rules", "dice=0"], "rule dice"),
        (["wazabi", "--players", "random,random", "--games", "0"], "--games"),
        (["wazabi"], "--players"),
        (["wazabi", "--players", "random,random", "--out", ""], "--out: the name of a folder is needed"),
        (["wazabi", "--players", "random,random", "--jobs", "0"], "--jobs"),
        (["wazabi", "--players", "random,remembering"], "plays Silver only, not wazabi"),
    ],
)
def test_bad_input_is_one_clear_message(tobago: Tobago, arguments: list[str], message: str) -> None:
    done = tobago("simulate", *arguments)
    assert done.status == 2
    assert message in done.err
    assert done.out == ""
    assert "Traceback" not in done.err


def test_another_match_is_not_mixed_in(tobago: Tobago) -> None:
    tobago(*FEW, "--games", "2", "--out", "deals")
    done = tobago(*FEW, "--games", "2", "--seed", "2", "--out", "deals")
    assert done.status == 2
    assert "holds games of another match: seed is 1 there and 2 here" in done.err


def test_a_folder_that_cannot_be_is_seen_before_a_game(tobago: Tobago, tmp_path: Path) -> None:
    (tmp_path / "deals").write_text("a file")
    done = tobago(*FEW, "--games", "100000", "--out", "deals")
    assert done.status == 2


@pytest.fixture
def long_run(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run that has finished some deals and would go on for long."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    endless = ["simulate", "wazabi", "--players", "greedy,random", "--games", "1000000"]
    command = [sys.executable, "-P", "-c", INTERRUPTIBLE, *endless, "--jobs", "2", "--out", "deals"]
    run = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_for(tmp_path / "deals" / "deals.jsonl", lines=4)
        yield run
    finally:
        run.kill()
        run.communicate()


def wait_for(path: Path, lines: int) -> None:
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end, "nothing is played"
        time.sleep(0.05)


def assert_it_goes_on(tobago: Tobago, tmp_path: Path) -> None:
    """The deals that were kept, and those that follow, are those of a run without a stop."""
    kept = (tmp_path / "deals" / "deals.jsonl").read_bytes().count(b"\n") - 1
    wanted = str(2 * kept + 6)
    gone_on = tobago(*FEW, "--games", wanted, "--out", "deals", "--json")
    assert gone_on.json == tobago(*FEW, "--games", wanted, "--json").json


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_run_stopped_with_ctrl_c_goes_on(
    tobago: Tobago, tmp_path: Path, long_run: subprocess.Popen[bytes]
) -> None:
    long_run.send_signal(signal.SIGINT)
    _, told = long_run.communicate(timeout=120)
    assert long_run.returncode == 130
    assert b"stopped: what is finished is in deals; the same command goes on" in told
    assert b"Traceback" not in told
    assert_it_goes_on(tobago, tmp_path)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are found in /proc")
def test_a_run_with_a_killed_worker_goes_on(
    tobago: Tobago, tmp_path: Path, long_run: subprocess.Popen[bytes]
) -> None:
    children = Path(f"/proc/{long_run.pid}/task/{long_run.pid}/children").read_text().split()
    workers = [pid for pid in children if b"popen_loky" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(int(workers[0]), signal.SIGKILL)
    _, told = long_run.communicate(timeout=120)
    assert long_run.returncode == 2
    assert b"a worker process was killed" in told
    assert b"what is finished is in deals" in told
    assert b"Traceback" not in told
    assert_it_goes_on(tobago, tmp_path)
