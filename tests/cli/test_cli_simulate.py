"""``tobago simulate``: the table, the JSON, bad input, stops and killed workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cli_helpers import in_a_process, process

from solvers.players import player_names
from toolkit.core.errors import ToolkitError
from workbench.cli.games import note_of_experts, seated

if TYPE_CHECKING:
    from cli_helpers import Tobago

FEW = ("simulate", "wazabi", "--players", "greedy,random", "--jobs", "1")


def test_a_search_has_a_second_where_people_wait_and_iterations_where_nobody_does() -> None:
    for names, then in {
        "me:Anna,ismcts,ismcts:9": "me:Anna,ismcts:1s,ismcts:9",
        "ismcts,random": "ismcts,random",
        "expert, me": "expert,me",
    }.items():
        assert seated(names, "wazabi") == then.split(",")


def test_an_expert_says_that_it_compares_in_fewer_worlds_without_numba(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("solvers.silver.rollouts.compiling.is_there", lambda: False)
    for names, said in {"expert,random": True, "expert:9w,random": False, "me,expert": True}.items():
        for game in ("silver", "tobago"):
            note_of_experts(seated(names, game), game)
            noted = "note: expert is slow and looks at fewer worlds: numba" in capsys.readouterr().err
            assert noted == (said and game == "silver")


@pytest.mark.parametrize("names", ["expert:0w,greedy", "expert:8w,gredy", "expert:8w,no_such:Bot"])
def test_nothing_is_noted_of_players_who_are_refused(tobago: Tobago, names: str) -> None:
    """That a budget changes nothing in Wazabi is no news to whom it is refused."""
    for asked in (("simulate", "wazabi", "--players"), ("play", "wazabi", "--players")):
        done = tobago(*asked, names)
        assert (done.status, done.err.count("\n")) == (2, 1)
    pytest.importorskip("starlette")
    done = tobago("table", "--game", "wazabi", "--seats", f"me,{names}")
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_what_experts_of_silver_need_is_made_once_and_told(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any process plays, each of which would be silent for as long; not what is in the background."""
    done: list[str] = []

    def played(*_: object, **__: object) -> None:
        done.append("played")
        raise ToolkitError("enough")

    monkeypatch.setattr("solvers.silver.rollouts.compiling.is_there", lambda: True)
    monkeypatch.setattr("solvers.silver.rollouts.compiling.load", lambda: done.append("made"))
    monkeypatch.setattr("workbench.cli.games.said_when_long", lambda text: nullcontext(done.append(text)))
    monkeypatch.setattr("solvers.simulation.simulate", played)
    for names, ready in {"expert": True, "greedy": False, "expert:soon": False}.items():
        done.clear()
        tobago("simulate", "silver", "--players", f"{names},greedy")
        told = [text.partition(" is made ready")[0] for text in done]
        assert told == ["expert", "made"] * ready + ["played"]


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


def test_a_folder_keeps_what_was_played(tobago: Tobago, tmp_path: Path) -> None:
    one = tobago(*FEW, "--games", "20", "--out", "deals", "--json")
    kept = (tmp_path / "deals" / "deals.jsonl").read_bytes()
    again = tobago(*FEW, "--games", "20", "--out", "deals", "--json")
    assert one.json == again.json
    assert (tmp_path / "deals" / "deals.jsonl").read_bytes() == kept
    assert kept.count(b"\n") == 11


def test_the_points_of_an_automatic_rival_are_told(tobago: Tobago) -> None:
    """Y-146: the rival is no contestant; its points stand beside those of the player."""
    alone = ("simulate", "wayfarers", "--players", "random", "--jobs", "1", "--games", "2", "--seed", "3")
    from solvers.simulation import Match

    games = [Match(game="wayfarers", players=("random",), seed=3).play(deal).games[0] for deal in (0, 1)]
    points = [game.others[0] for game in games]
    assert tobago(*alone, "--json").json["rival"]["score"]["value"] == sum(points) / 2
    (row,) = [line for line in tobago(*alone).out.splitlines() if "the rival" in line]
    assert f"{sum(points) / 2:.3f}" in row
    assert [game.winners for game in games] == [(0,) * (game.scores[0] > game.others[0]) for game in games]


@pytest.fixture
def long_run(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run that has finished some deals and would go on for long."""
    endless = ["simulate", "wazabi", "--players", "greedy,random", "--games", "1000000"]
    command, pipes = process(*endless, "--jobs", "2", "--out", "deals"), ("stdout", "stderr")
    run = subprocess.Popen(**command, cwd=tmp_path, **dict.fromkeys(pipes, subprocess.PIPE))
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


BOT = """
from solvers.players import Bot

class Mine(Bot):
    def choose(self, observation, legal_actions):
        return self.random.choice(legal_actions)
"""


def test_a_bot_of_this_folder_plays_wherever_bots_do(tobago: Tobago, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    match = ("simulate", "wazabi", "--games", "4", "--jobs", "2", "--json", "--players")
    own = json.loads(in_a_process(*match, "mine:Mine,greedy", cwd=tmp_path).stdout)
    like = tobago(*match, "random,greedy").json
    assert (own["players"], like["players"]) == (["mine:Mine", "greedy"], ["random", "greedy"])
    assert (own["decisions"], own["draws"], own["ends"]) == (like["decisions"], like["draws"], like["ends"])
    played = in_a_process(
        "play", "wazabi", "--notation", "--players", "mine:Mine,random", "--seed", "1", cwd=tmp_path
    )
    assert (played.returncode, b"mine:Mine" in played.stdout) == (0, True)


def test_the_players_are_listed_with_their_strength(tobago: Tobago) -> None:
    told = tobago("players", "wazabi", "--json").json
    assert told["format"] == "toolkit-players/1"
    assert {one["game"] for one in told["matches"]} == {"wazabi"}
    assert told["matches"][0]["lead"]["value"] > 0
    names = {one["name"].partition(":")[0] for one in told["players"]}
    assert names == {*player_names(), "MODULE"}


def test_what_failed_three_times_is_told_with_its_seed(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a cluster does; the rest is there, and the status says that something is missing."""
    from solvers import spreading

    real = spreading._Processes.spread

    def spread(self: Any, task: Any, items: Any, needs: Any = ()) -> Iterator[Any]:
        for number, result in real(self, task, items, needs):
            yield number, spreading.Failed("OSError: full") if number == 1 else result

    monkeypatch.setattr(spreading._Processes, "spread", spread)
    done = tobago(*FEW, "--games", "6", "--seed", "4", "--json")
    assert (done.status, done.json["deals"], len(done.json["failed"])) == (1, 2, 1)
    assert done.err == "warning: deal 1 (seed 4/1): OSError: full: it failed three times and is left out\n"
    pytest.importorskip("pysat")
    order = ("puzzle", "new", "--kind", "pinpoint", "--treasures", "1", "--jobs", "1", "--count", "3")
    made = tobago(*order, "--out", "made.jsonl")
    assert made.status == 1
    assert "puzzle 2 (seed 0.2.0/pinpoint/level=1/" in made.err
    assert "it failed three times and is left out: OSError: full" in made.err


def test_no_code_runs_that_a_file_names(tmp_path: Path) -> None:
    """A game or a table of a stranger plays on only with the bots that who goes on names."""
    (tmp_path / "mine.py").write_text(f"print('run')\n{BOT}")
    seats = ("--players", "me,mine:Mine")
    save = ("play", "wazabi", "--notation", "--seed", "1", "--save", "a.game")
    begun = in_a_process(*save, *seats, cwd=tmp_path, input=b"quit\n")
    assert (begun.returncode, begun.stdout[:3]) == (0, b"run")
    on = ("play", "wazabi", "--notation", "--continue", "a.game")
    alone = in_a_process(*on, cwd=tmp_path, input=b"quit\n")
    assert (alone.returncode, b"run" in alone.stdout) == (2, False)
    assert b"a.game names 'mine:Mine', a bot of somebody's own" in alone.stderr
    named = in_a_process(*on, *seats, cwd=tmp_path, input=b"quit\n")
    assert (named.returncode, named.stdout[:3]) == (0, b"run")
    pytest.importorskip("starlette")
    from toolkit.core.game import find_game
    from workbench.table.opening import Wanted, WantedPrinted, open_table

    path, game = tmp_path / "a.table", find_game("wazabi")
    wanted = Wanted(game, ("me", "examples.hasty:Hasty"), None, 1)
    open_table(path, wanted.begin, print).end()
    open_table(path, dict, lambda head: wanted.check(head, path)).end()
    for other in (Wanted(game, ()), WantedPrinted(path)):
        with pytest.raises(
            ToolkitError, match=r"a.table names 'examples.hasty:Hasty', a bot of somebody's own"
        ):
            open_table(path, dict, lambda head, one=other: one.check(head, path))
