"""Work spread over a cluster: the same bytes whoever works; lost workers, clients and schedulers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Timer

import pytest
from sizes import nightly

from puzzles.generate import Request, generate
from solvers import spreading
from solvers.playing_on import play_on
from solvers.simulation import Match, simulate
from solvers.simulation.running import DEALS
from solvers.spreading import Failed, workers
from solvers.wazabi.winning import simulate_wins
from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.position import Position

distributed = pytest.importorskip("distributed")
config = import_module("dask.config")

WAZABI = Match(game="wazabi", players=("random", "random"), seed=5)
ROOT = Path(__file__).parents[2]
PATH = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])}


def square(number):
    return number * number


def three(folder, number):
    """Fail at 3, whoever tries, and leave a mark for each try."""
    if number == 3:
        with (folder / "tries").open("a") as file:
            file.write("x")
        raise ZeroDivisionError("by three")
    return number


def by_nothing(position, state):
    return 1 / 0


def deadly(number):
    if number == 17:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refusing(number):
    raise ToolkitError(f"no {number}")


def slow(folder, number):
    (folder / str(number)).touch()
    time.sleep(0.3)
    return number


def dask_of(count, **settings):
    settings = {"dashboard_address": "127.0.0.1:0", "silence_logs": 50, "threads_per_worker": 1} | settings
    return distributed.LocalCluster(n_workers=count, **settings)


@pytest.fixture(scope="module")
def cluster():
    # as `local:N` has it: on a busy machine a worker that was killed takes longer to be there again
    with config.set({"distributed.deploy.lost-worker-timeout": "1 day"}), dask_of(2) as local:
        yield local


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster) as found:
        found.wait_for_workers(2, timeout=60)
        yield found


def kill_workers(client):
    """Kill every worker; those that watch over them start others."""
    for pid in client.run(os.getpid).values():
        os.kill(pid, signal.SIGKILL)


def kept(folder):
    """Return the header of a folder and its deals in their order: they come as they are finished."""
    header, *deals = (folder / DEALS).read_bytes().splitlines()
    return header, sorted(deals)


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serial")
    simulate(WAZABI, 200, jobs=1, out=folder)
    return kept(folder)


def test_deals_are_the_same_after_two_killed_workers(client, tmp_path, serial):
    killed = []

    def kill(done, _):
        if done and not killed:
            kill_workers(client)
            killed.append(done)

    result = simulate(WAZABI, 200, cluster=client, out=tmp_path, progress=kill)
    assert killed[0] < 100
    assert kept(tmp_path) == serial
    assert (len(result.deals), result.failed) == (100, ())
    assert client.status == "running"  # a client that was given stays open


ENDLESS = """
import signal, sys
from pathlib import Path
from solvers.simulation import Match, simulate
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may ignore it
match = Match(game="wazabi", players=("random", "random"), seed=5)
simulate(match, 1_000_000, cluster=sys.argv[1], out=Path(sys.argv[2]))
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=nightly)])
def test_a_stopped_client_leaves_nothing_behind_and_its_folder_goes_on(client, tmp_path, serial, sent):
    """On another cluster or, as here, without one."""
    address, folder = client.scheduler.address, tmp_path / "deals"
    code = [sys.executable, "-P", "-c", ENDLESS, address, str(folder)]
    with subprocess.Popen(code, env=os.environ | PATH, stderr=subprocess.PIPE) as run:
        try:
            wait_until(lambda: (folder / DEALS).exists() and (folder / DEALS).read_bytes().count(b"\n") > 2)
            run.send_signal(sent)
            run.communicate(timeout=60)
        finally:
            run.kill()
    wait_until(lambda: not any(client.processing().values()))
    count = (folder / DEALS).read_bytes().count(b"\n") - 1
    assert count < 100_000
    simulate(WAZABI, 200, jobs=1, out=folder)
    header, deals = kept(folder)
    assert header == serial[0]
    assert set(serial[1]) <= set(deals)


def wait_until(true):
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_puzzles_are_the_same(client, tmp_path):
    pytest.importorskip("pysat")
    request = Request(kind="pinpoint", level=2, count=6, seed=7)
    told = []
    generate(request, tmp_path / "here.jsonl", jobs=1)
    generate(request, tmp_path / "there.jsonl", cluster=client, progress=lambda *one: told.append(one))
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    assert told == [(done, 6) for done in range(7)]


def test_odds_are_the_same(client):
    position = Position.load(ROOT / "examples" / "wazabi-position.toml")
    asked = partial(simulate_wins, position, ["random"], games=30, seed=1)
    assert asked(cluster=client) == asked()


def test_what_fails_three_times_is_kept_apart(client, tmp_path):
    with workers(None, client) as able:
        found = dict(able.spread(partial(three, tmp_path), range(8)))
    assert found.pop(3) == Failed("ZeroDivisionError: by three")
    assert found == {number: number for number in range(8) if number != 3}
    assert (tmp_path / "tries").read_text() == "xxx"
    position = Position.load(ROOT / "examples" / "wazabi-position.toml")
    with pytest.raises(ToolkitError, match="the game of seed 7/0 failed three times: ZeroDivisionError: "):
        play_on(GAME, position, ["random"], by_nothing, games=1, seed=7, cluster=client)


def test_a_deal_that_fails_is_named_with_its_seed(monkeypatch):
    real = spreading._Processes.spread

    def spread(self, task, items, needs=()):
        for number, result in real(self, task, items, needs):
            yield number, Failed("ZeroDivisionError: x") if number == 1 else result

    monkeypatch.setattr(spreading._Processes, "spread", spread)
    result = simulate(WAZABI, 6, jobs=1)
    assert [deal.deal for deal in result.deals] == [0, 2]
    assert [str(one) for one in result.failed] == ["deal 1 (seed 5/1): ZeroDivisionError: x"]
    assert result.to_dict()["failed"] == [{"deal": 1, "seed": "5/1", "error": "ZeroDivisionError: x"}]
    monkeypatch.setattr(spreading._Processes, "spread", lambda *_, **_needs: iter([(0, Failed("x"))]))
    with pytest.raises(ToolkitError, match="every deal failed: deal 0"):
        simulate(WAZABI, 1, jobs=1)


def test_a_refusal_of_the_task_ends_the_run(client):
    with workers(None, client) as able, pytest.raises(ToolkitError, match=r"^no [0-3]$"):
        list(able.spread(refusing, range(9)))


def test_what_nobody_waits_for_is_cancelled(client, tmp_path):
    with workers(None, client) as able:
        found = able.spread(partial(slow, tmp_path), range(100))
        next(found)
        found.close()
    time.sleep(0.7)
    begun = len(list(tmp_path.iterdir()))
    time.sleep(0.5)
    assert len(list(tmp_path.iterdir())) == begun < 9


@pytest.mark.parametrize(
    ("python", "toolkit", "message"),
    [
        (None, "9.8.7", "it has Python {0} and tobago-toolkit {1}, not {0} and 9.8.7"),
        ("2.7", None, "it has Python {0}, not 2.7"),
    ],
)
def test_a_worker_with_another_version_is_refused_by_name(client, monkeypatch, python, toolkit, message):
    here = spreading._HERE
    monkeypatch.setattr(spreading, "_HERE", here._replace(python=python or here.python))
    if toolkit:
        monkeypatch.setattr(spreading, "_HERE", here._replace(toolkit=toolkit))
    told = refused(client, square)
    assert told.startswith(("worker 0 at tcp://", "worker 1 at tcp://"))
    assert told.endswith(f"cannot do this: {message.format(*here)}")


def refused(client, task, needs=()):
    """Return why no worker begins."""
    with workers(None, client) as able, pytest.raises(ToolkitError) as error:
        next(able.spread(task, range(3), needs))
    return str(error.value)


def test_a_worker_that_lacks_something_is_refused(client, tmp_path, monkeypatch):
    told = refused(client, square, ["no_such"])
    assert told.endswith("it lacks no_such: install it there, or name its folder in PYTHONPATH")
    (tmp_path / "only_here.py").write_text("def task(number): return number")
    monkeypatch.syspath_prepend(tmp_path)
    told = refused(client, import_module("only_here").task)
    assert told.endswith("it lacks only_here: install it there, or name its folder in PYTHONPATH")


def test_a_worker_with_threads_is_refused():
    """They would take turns, and what they play is not made for it."""
    with dask_of(1, processes=False, threads_per_worker=2) as local, distributed.Client(local) as client:
        assert "it has 2 threads, and can do one thing at a time: start it with --nthreads 1" in refused(
            client, square
        )


def test_no_scheduler_and_no_workers(monkeypatch):
    monkeypatch.setattr(spreading, "PATIENCE", 0.5)
    monkeypatch.setattr(spreading, "ALONE", 0.2)
    for address, message in {
        "tcp://127.0.0.1:1": "no dask scheduler answers at tcp://127.0.0.1:1$",
        "ftp://here": r"no dask scheduler answers at ftp://here \(",
        "local:0": "no cluster 'local:0': write tcp://HOST:8786, the address of a scheduler, or local:2",
        "127.0.0.1:8786": "no cluster '127.0.0.1:8786': write tcp://HOST:8786",
    }.items():
        with pytest.raises(ToolkitError, match=message):
            simulate(WAZABI, 2, cluster=address)
    with pytest.raises(ToolkitError, match="2 processes here or a cluster"):
        simulate(WAZABI, 2, jobs=2, cluster="local:2")
    with dask_of(0, processes=False) as local, distributed.Client(local) as client:
        assert refused(client, square).startswith("the scheduler has no workers; start some: dask worker")


def test_what_is_lost_with_the_last_worker_is_not_waited_for(monkeypatch):
    """Not even what it had finished before, and did not hand over."""
    monkeypatch.setattr(spreading, "ALONE", 0.5)
    with (
        dask_of(1, processes=False) as local,
        distributed.Client(local) as client,
        workers(None, client) as able,
    ):
        found = able.spread(square, range(1000))
        assert next(found) == (0, 0)
        wait_until(lambda: not any(client.processing().values()))
        local.sync(local.workers[0].close)
        (rescue := Timer(30, client.close)).start()
        with pytest.raises(ToolkitError, match="the cluster has lost all its workers; nothing was kept"):
            list(found)
        rescue.cancel()


def test_a_server_that_is_no_scheduler_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(spreading, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ToolkitError, match=f"^no dask scheduler answers at {address}$"):
            simulate(WAZABI, 2, cluster=address)


def test_without_dask_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ToolkitError, match='pip install "tobago-toolkit\\[cluster\\]"'):
        simulate(WAZABI, 2, cluster="local:1")


# ---- what takes long ----


@nightly
@pytest.mark.parametrize("count", [1, 2, 4])
def test_the_same_bytes_from_any_number_of_workers(count, tmp_path):
    match = Match(game="tobago", players=("greedy", "random"), seed=5)
    simulate(match, 60, jobs=1, out=tmp_path / "here")
    simulate(match, 60, cluster=f"local:{count}", out=tmp_path / "there")
    assert kept(tmp_path / "there") == kept(tmp_path / "here")


@nightly
def test_the_item_at_which_workers_die_is_found_and_no_other_blamed():
    with workers(None, "local:2") as able:
        found = dict(able.spread(deadly, range(40)))
    assert found.pop(17) == Failed("its workers were killed, perhaps for lack of memory")
    assert found == {number: number for number in range(40) if number != 17}


@nightly
def test_a_scheduler_that_is_gone_is_told_and_the_next_one_goes_on(tmp_path, serial):
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"]
    for last in (False, True):
        at = tmp_path / f"scheduler-{last}.json"
        scheduler = subprocess.Popen([*command, "--scheduler-file", str(at)], env=os.environ | PATH)
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(at)]
        worker = subprocess.Popen([*worker, "--nthreads", "1", "--no-dashboard"], env=os.environ | PATH)
        try:
            wait_until(at.exists)
            with distributed.Client(scheduler_file=str(at)) as client:
                if last:
                    simulate(WAZABI, 200, cluster=client, out=tmp_path)
                else:

                    def kill(done, _, victim=scheduler):
                        if done:
                            victim.kill()

                    with pytest.raises(ToolkitError, match="scheduler is gone; what is finished is in"):
                        simulate(WAZABI, 100_000, cluster=client, out=tmp_path, progress=kill)
        finally:
            for process in (worker, scheduler):
                process.terminate()
                process.wait()
    header, deals = kept(tmp_path)
    assert header == serial[0]
    assert set(serial[1]) <= set(deals)
