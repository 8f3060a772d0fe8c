"""Spreading numbered work: over processes of this machine, or over the workers of a dask scheduler.

What is to be done is a function that can be pickled, and a sequence of items; the place of an item is its
number. Results come as they are finished, each with its number, and do not hang on who worked at them.
"""

from __future__ import annotations

import logging
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from logging import CRITICAL
from math import ceil
from queue import Empty, SimpleQueue
from signal import SIG_IGN, SIGINT, signal
from threading import Thread, current_thread, main_thread
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, cast

from toolkit import __version__
from toolkit.core.errors import ToolkitError, printable, quote

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Result = TypeVar("Result")
Found = TypeVar("Found")

SECONDS = 1.0
"""How long a worker of a cluster should take for the items that it is sent at once."""
TRIES = 3
"""After so many failures on a cluster an item is kept apart."""
PATIENCE = 10.0
"""For so many seconds a scheduler is waited for."""
ALONE = 60.0
"""For so many seconds a cluster may be without workers, before it begins and later."""

_AHEAD = 2  # pieces for each worker that are under way, so that none waits for the next one
_LAST = 8  # at the end of a run the pieces become so much smaller, so that no worker is idle for long
_MOST = 10_000  # items in a piece


@dataclass(frozen=True, slots=True)
class Failed:
    """What came of an item that failed `TRIES` times, instead of its result: why, in one line."""

    error: str


class ItemError(ToolkitError):
    """A fault of one item, of which others know nothing: on a cluster it is tried again and kept apart.

    Its arguments are where it happened, and why.
    """

    def __str__(self) -> str:
        return "{}: {}".format(*self.args)


class Workers(Protocol):
    """Those who work: `workers` opens them."""

    def spread(
        self, task: Callable[[Item], Result], items: Sequence[Item], needs: Sequence[str] = ()
    ) -> Iterator[tuple[int, Result | Failed]]:
        """Yield the number of each item with its result, or with what failed, as they are finished.

        The modules that the task `needs` besides its own must be there wherever it is done. `ToolkitError`
        when the task raises one, or when workers are lost and nobody takes their place.
        """
        ...


@contextmanager
def workers(jobs: int | None, cluster: str | Client | None = None, kept: str = "") -> Iterator[Workers]:
    """Open those who work, and let them go at the end; what they are doing then is cancelled.

    Parameters
    ----------
    jobs
        Processes of this machine, from 1; None: one for each core.
    cluster
        Instead of them a dask scheduler: its address such as ``tcp://HOST:8786``, ``local:N`` for one with N
        workers on this machine that lives as long as the block, or a `distributed.Client`, which stays open.
    kept
        What becomes of the results when workers are lost, as the end of a sentence.

    Raises
    ------
    ToolkitError
        Less than one process, both processes and a cluster, dask.distributed is not installed, no scheduler
        answers, it has no workers, or one of them cannot do the work: it is named with the reason.
    """
    if jobs is not None and jobs < 1:
        raise ToolkitError(f"at least one process is needed, not {jobs}")
    kept = kept or "nothing was kept"
    if cluster is None:
        yield _Processes(jobs, kept)
    elif jobs is not None:
        raise ToolkitError(f"{jobs} processes here or a cluster: give one of them (jobs, cluster)")
    else:
        with _client(cluster) as client:
            yield _Cluster(client, kept)


def in_order(found: Iterator[tuple[int, Found]]) -> Iterator[Found]:
    """Yield numbered results in the order of their numbers, each as soon as those before it are there."""
    early: dict[int, Found] = {}
    following = 0
    for number, result in found:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


@dataclass(frozen=True, slots=True)
class _Processes:
    """Processes of this machine, by joblib; a single one is this process itself."""

    jobs: int | None
    kept: str

    def spread(
        self,
        task: Callable[[Item], Result],
        items: Sequence[Item],
        needs: Sequence[str] = (),  # noqa: ARG002  # here the task itself says what it lacks
    ) -> Iterator[tuple[int, Result | Failed]]:
        """Yield the results as they are finished; an error of the task ends it."""
        if self.jobs == 1 or len(items) < 2:
            yield from ((number, task(item)) for number, item in enumerate(items))
            return
        from joblib import Parallel, delayed  # it takes time to load
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        parallel = Parallel(n_jobs=self.jobs or -1, return_as="generator_unordered", pre_dispatch="2*n_jobs")
        try:
            found = parallel(delayed(_numbered)(task, *one) for one in enumerate(items))
            yield from cast("Iterator[tuple[int, Result]]", found)  # as `return_as` says
        except TerminatedWorkerError:
            raise ToolkitError(
                f"a worker process was killed, perhaps for lack of memory; {self.kept}"
            ) from None


def _numbered(task: Callable[[Item], Result], number: int, item: Item) -> tuple[int, Result]:
    return number, task(item)


# ---- a cluster ---------------------------------------------------------------------------------------------


class _Facts(NamedTuple):
    """On what the results of a worker hang."""

    python: str
    toolkit: str


_HERE = _Facts(f"{sys.version_info.major}.{sys.version_info.minor}", __version__)


@contextmanager
def _client(cluster: str | Client) -> Iterator[Any]:
    """Connect to a scheduler; a client that was given stays open."""
    try:
        import distributed  # optional, and it takes time to load
    except ImportError:
        raise ToolkitError(
            'a cluster needs dask.distributed: pip install "tobago-toolkit[cluster]"'
        ) from None
    if isinstance(cluster, distributed.Client):
        if cluster.asynchronous:
            raise ToolkitError("an asynchronous client cannot be waited for: give Client(asynchronous=False)")
        yield cluster
        return
    dask: Any = distributed  # its types say less than its documentation
    count = _local(cluster)
    if count is None:
        with _quietly(), _connected(dask.Client, cluster) as client:
            yield client
        return
    from dask import config

    settings = {
        "distributed.scheduler.allowed-failures": TRIES - 1,
        # a worker that was killed is started again, however long that takes
        "distributed.deploy.lost-worker-timeout": "1 day",
        # nobody looks at the profile of a worker, and it takes a hundred MB in ten minutes
        "distributed.worker.profile.enabled": False,
    }
    with config.set(settings), _quietly():
        with _uninterrupted():
            local = dask.LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=CRITICAL
            )
        with local, dask.Client(local) as client:
            yield client


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep dask from telling in its log, with tracebacks, what is told in a sentence."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let the processes that are started here not hear Ctrl-C, which a terminal sends to all of them."""
    if current_thread() is not main_thread():  # nobody else may say that
        yield
        return
    before = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, before)


def _local(address: str) -> int | None:
    """Return the number of workers of ``local:N``, None for the address of a scheduler."""
    if found := re.fullmatch("local:([1-9][0-9]{0,2})", address):
        return int(found[1])
    if re.fullmatch(r"[a-z]+://\S+", address):
        return None
    meant = "write tcp://HOST:8786, the address of a scheduler, or local:2 for workers on this machine"
    raise ToolkitError(f"no cluster {quote(address)}: {meant}")


@contextmanager
def _connected(kind: Callable[..., Any], address: str) -> Iterator[Any]:
    found: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        try:
            found.put(kind(address, timeout=PATIENCE))
        except (OSError, ValueError, RuntimeError, TypeError) as error:  # of a name, an address, a protocol
            found.put(error)

    # a server that is no scheduler may leave the client waiting for minutes
    Thread(target=connect, daemon=True).start()
    try:
        client = found.get(timeout=PATIENCE + 1)
    except Empty:
        client = OSError()
    if isinstance(client, Exception):
        why = "" if isinstance(client, OSError) else f" ({printable(str(client))})"
        raise ToolkitError(f"no dask scheduler answers at {printable(address)}{why}")
    with client:
        yield client


@dataclass(frozen=True, slots=True)
class _Cluster:
    """The workers of a scheduler."""

    client: Any
    kept: str

    def spread(
        self, task: Callable[[Item], Result], items: Sequence[Item], needs: Sequence[str] = ()
    ) -> Iterator[tuple[int, Result | Failed]]:
        """Yield the results as they are finished, after a look at every worker."""
        if not items:
            return
        run = _Run(self.client, task, items, self.kept)
        try:
            self._check(task, needs)
            yield from run.results()
        except OSError:
            raise ToolkitError(f"the dask scheduler is gone; {self.kept}") from None
        finally:
            run.cancel()

    def _check(self, task: Callable[[Any], Any], needs: Sequence[str]) -> None:
        """Refuse workers that would give other results or none."""
        from distributed import TimeoutError as TooLate

        try:
            self.client.wait_for_workers(1, timeout=ALONE)
        except TooLate:
            raise ToolkitError(f"the scheduler has no workers; {_START}") from None
        names = {at: worker["name"] for at, worker in self.client.scheduler_info()["workers"].items()}
        for problems in (
            self._of_another_python,
            partial(self._asked, _problem, _HERE, tuple(needs)),
            partial(self._asked, _unread, task),
        ):
            for at, problem in problems():
                raise ToolkitError(f"worker {names.get(at, '?')} at {at} cannot do this: {problem}")

    def _of_another_python(self) -> Iterator[tuple[str, str]]:
        """Yield the addresses of workers with another Python, which may read nothing that is sent to them."""
        for address, found in self.client.get_versions()["workers"].items():
            python = ".".join(found["host"]["python"].split(".")[:2])
            if python != _HERE.python:
                yield address, f"it has Python {python}, not {_HERE.python}"

    def _asked(self, question: Callable[..., str], *about: Any) -> Iterator[tuple[str, str]]:
        """Ask all workers what is wrong with them; yield the addresses of those with an answer."""
        for address, found in self.client.run(question, *about, on_error="return").items():
            if problem := _lack(found) if isinstance(found, Exception) else found:
                yield address, problem


_START = "start some: dask worker ADDRESS --nworkers auto --nthreads 1"


def _problem(asked: _Facts, needs: tuple[str, ...], dask_worker: Any) -> str:
    """Return, on a worker, why it cannot do the work; empty if it can."""
    if asked != _HERE:
        return f"it has Python {_HERE.python} and tobago-toolkit {_HERE.toolkit}, not {' and '.join(asked)}"
    if lacks := [name for name in needs if find_spec(name) is None]:
        return _lacking(lacks)
    if (threads := dask_worker.state.nthreads) != 1:
        return f"it has {threads} threads, and can do one thing at a time: start it with --nthreads 1"
    return ""


def _unread(task: Callable[[Any], Any]) -> str:
    """Return nothing, on a worker: it has read the task."""
    return "" if callable(task) else "the task is no function"


def _lack(error: Exception) -> str:
    """Return what a worker lacks that could not even read what it was sent."""
    found = re.search(r"No module named '([\w.]+)'", str(error))  # its kind is lost on the way
    if not found:
        return _line(error)
    own = found[1].split(".")[0] in ("solvers", "toolkit")
    return _lacking([f"tobago-toolkit {_HERE.toolkit}" if own else found[1]])


def _lacking(names: Sequence[str]) -> str:
    if "pysat" in names:
        return 'it lacks pysat: pip install "tobago-toolkit[proof]" there'
    return f"it lacks {', '.join(names)}: install it there, or name its folder in PYTHONPATH"


def _line(error: BaseException) -> str:
    """Return an error as one line."""
    return printable(f"{type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class _Piece(Generic[Item]):
    """Numbered items that are sent to a worker together."""

    items: list[tuple[int, Item]]
    tries: int = 0  #: how often each of them has failed
    alone: bool = False  #: while nothing else is under way

    def halves(self) -> Iterator[_Piece[Item]]:
        """Yield both halves, to be done alone, of several items."""
        middle = len(self.items) // 2
        for part in (self.items[:middle], self.items[middle:]):
            yield replace(self, items=part, alone=True)


class _Tried(NamedTuple):
    """What came of an item on a worker: its result, or why there is none."""

    result: Any = None
    failure: str | None = None
    refusal: str | None = None


def _work(task: Callable[[Any], Any], items: list[Any], asked: _Facts) -> tuple[list[_Tried], float]:
    """Do some items on a worker, and tell for each what came of it, and the seconds that all took."""
    from distributed import get_worker

    if problem := _problem(asked, (), get_worker()):  # it came later than the look at all of them
        raise ToolkitError(f"{get_worker().address}: {problem}")
    begun = perf_counter()
    return [_try(task, item) for item in items], perf_counter() - begun


def _try(task: Callable[[Any], Any], item: Any) -> _Tried:
    try:
        return _Tried(task(item))
    except ItemError as error:
        return _Tried(failure=printable(error.args[1]))
    except ToolkitError as error:  # a sentence for who asked
        return _Tried(refusal=str(error))
    except Exception as error:  # a fault of the task, or of the machine
        return _Tried(failure=_line(error))


class _Run(Generic[Item, Result]):
    """One task on a cluster: pieces of about `SECONDS`, done again where a worker was lost or failed.

    A piece whose workers died again and again is done once more when nothing else is under way, and then in
    halves: so the item at which they die is found, and no other is blamed for it.
    """

    def __init__(self, client: Any, task: Callable[[Item], Result], items: Sequence[Item], kept: str) -> None:
        self._client, self._task, self._kept = client, task, kept
        self._fresh, self._left = enumerate(items), len(items)
        self._again: deque[_Piece[Item]] = deque()
        self._suspects: deque[_Piece[Item]] = deque()
        self._under_way: dict[Any, _Piece[Item]] = {}
        self._done: SimpleQueue[tuple[Any, Any]] = SimpleQueue()
        self._pace: float | None = None  # seconds for an item

    def results(self) -> Iterator[tuple[int, Result | Failed]]:
        """Yield what is finished until nothing is left."""
        self._submit()
        while self._under_way:
            future, came = self._next()
            piece = self._under_way.pop(future)
            future.release()  # when Python itself gives it up, a Ctrl-C at that moment would be lost
            yield from self._received(came, piece)
            self._submit()

    def cancel(self) -> None:
        """Take back what nobody waits for any more."""
        if self._under_way:
            with suppress(Exception):  # the scheduler may be gone, and the first error is the one to tell
                self._client.cancel(list(self._under_way), force=True)

    def _submit(self) -> None:
        """Send pieces while there is room for them."""
        count = max(self._there(), 1)
        while len(self._under_way) < _AHEAD * count and (piece := self._piece(count)):
            items = [item for _, item in piece.items]
            future = self._client.submit(_work, self._task, items, _HERE, pure=False)
            self._under_way[future] = piece
            future.add_done_callback(self._fetch)

    def _fetch(self, future: Any) -> None:
        """Bring what a piece came to, or its error, when it is finished, in a thread of dask.

        A result that is lost with its worker before it is here is waited for again, perhaps for ever: who
        waits in `_next` sees when no worker is left.
        """
        try:
            came = future.result()
        except Exception as error:
            came = error
        self._done.put((future, came))

    def _piece(self, count: int) -> _Piece[Item] | None:
        """Return what is to be sent next to one of so many workers."""
        if self._again:
            return self._again.popleft()
        if self._left:
            items = list(islice(self._fresh, self._size(count)))
            self._left -= len(items)
            return _Piece(items)
        return self._suspects.popleft() if self._suspects and not self._under_way else None

    def _size(self, count: int) -> int:
        """Return how many items take about `SECONDS`, fewer near the end; one until that was measured."""
        if self._pace is None:
            return 1
        whole = min(max(SECONDS / max(self._pace, SECONDS / _MOST), 1), _MOST)
        return ceil(min(whole, max(self._left / (_AHEAD * count), whole / _LAST)))

    def _next(self) -> tuple[Any, Any]:
        """Return the next piece that is finished, and what it came to.

        `ToolkitError` when nobody is left who could finish one.
        """
        alone_since = None
        while True:
            with suppress(Empty):
                return self._done.get(timeout=1)
            if self._client.status != "running":
                raise ConnectionError
            alone_since = None if self._there() else alone_since or monotonic()
            if alone_since and monotonic() - alone_since > ALONE:
                raise ToolkitError(f"the cluster has lost all its workers; {self._kept}")

    def _there(self) -> int:
        """Return how many workers there are; `OSError` when the scheduler does not answer."""
        return len(self._client.nthreads(callback_timeout=ALONE))

    def _received(self, came: Any, piece: _Piece[Item]) -> Iterator[tuple[int, Result | Failed]]:
        """Yield what a piece came to, and put back what is to be tried again."""
        from distributed import CancelledError, KilledWorker

        if isinstance(came, KilledWorker):
            yield from self._killed(piece)
            return
        if isinstance(came, CancelledError):  # with the scheduler that held it
            raise ConnectionError
        if isinstance(came, OSError):
            raise came
        if isinstance(came, Exception):  # a worker that came later and lacks something
            raise ToolkitError(f"a worker cannot do this: {_line(came)}; {self._kept}")
        tried, seconds = came
        pace = seconds / len(piece.items)
        self._pace = pace if self._pace is None else (self._pace + pace) / 2
        failed: list[tuple[int, Item]] = []
        for (number, item), one in zip(piece.items, tried, strict=True):
            if one.refusal is not None:
                raise ToolkitError(one.refusal)
            if one.failure is None:
                yield number, one.result
            elif piece.tries + 1 < TRIES:
                failed.append((number, item))
            else:
                yield number, Failed(one.failure)
        if failed:
            self._again.append(_Piece(failed, tries=piece.tries + 1))

    def _killed(self, piece: _Piece[Item]) -> Iterator[tuple[int, Failed]]:
        """Find out at which item of a piece the workers die."""
        if not piece.alone:
            self._suspects.append(replace(piece, alone=True))
        elif len(piece.items) > 1:
            self._suspects.extend(piece.halves())
        else:
            yield piece.items[0][0], Failed("its workers were killed, perhaps for lack of memory")
