"""How numba makes the functions of a rollout (the extra ``fast``), once: what it made is kept on disk.

To load them takes a second, and to make them half a minute of processor time. So a process stays in Python
until somebody who has much to play says so (`load`). Where people wait, another process makes them meanwhile
(`prepare`).
"""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Literal, get_args

from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.judge import judge
from solvers.silver.rollouts.rounds import play_round
from solvers.silver.rollouts.table import FORCED, RANDOM, RESULTS, TRACE, WORDS, Table, functions
from toolkit.core.errors import ToolkitError, did_you_mean, quote

Engine = Literal["python", "numba"]

_MUCH = 5_000
"""Rollouts from which on it pays to load what numba has made, or to make it."""

PlayAll = Callable[..., int]
"""Plays rollouts (`_for_sources`)."""


def chosen_engine(engine: Engine | None, rollouts: int) -> Engine:
    """Return the engine that was asked for, or the one that is done first with so many rollouts.

    `ToolkitError` for an engine that does not exist, or is not there.
    """
    if engine is not None and engine not in get_args(Engine):
        hint = did_you_mean(engine, get_args(Engine), "engines")
        raise ToolkitError(f"no engine {quote(engine)}{hint}")
    if engine == "numba" and not load():
        raise ToolkitError("numba is not installed, or finds no folder to write to")
    much = rollouts >= _MUCH or _made.cache_info().currsize > 0
    return engine or ("numba" if much and load() else "python")


def player_of_all(engine: Engine) -> PlayAll:
    """Return the function that plays rollouts; numba is there if it is named."""
    made = _made() if engine == "numba" else None
    return made or _for_sources("")


@cache
def is_there() -> bool:
    """Tell whether numba is installed and finds a folder to write to; it takes a second to load."""
    try:
        import_module("numba").njit(cache=True)(_for_sources(""))
    except (ImportError, RuntimeError):  # not for this Python or numpy; no folder
        return False
    return True


def load() -> bool:
    """Load the compiled functions, or make them; False where `is_there` is."""
    return _made() is not None


def fell_back() -> bool:
    """Tell whether there was much to play and it was played in Python, for `load` failed."""
    return _made.cache_info().currsize > 0 and not load()


# ---- in the background -------------------------------------------------------------------------------------


_making: list[subprocess.Popen[Any]] = []


def prepare() -> None:
    """Let another process make the functions, unless they are loaded, or numba is not there."""
    if not _making and not _made.cache_info().currsize and find_spec("numba"):
        code = f"from {__name__} import load; load()"
        silent: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        # -P: no module of the folder in which somebody plays
        child = subprocess.Popen([sys.executable, "-P", "-c", code], **silent)  # noqa: S603  # our own code
        atexit.register(child.terminate)
        _making.append(child)


def is_prepared() -> bool:
    """Tell whether `load` takes a second: not while they are made in the background, nor if that failed."""
    return not _making or _making[0].poll() == 0


# ---- how they are made -------------------------------------------------------------------------------------
#
# LLVM works again through all that a function calls, for each function. So the judge, which nearly all of
# them call in the end, is compiled apart, and they call it as a function of C, by its name and the place of
# the table: that saves a third of the time.

_JUDGE = "toolkit_silver_judge"

carray: Any = None  # of numba, where they are compiled
by_name: Any = None


@cache
def _made() -> PlayAll | None:
    """Return the compiled function that plays rollouts, which numba has made or makes now."""
    if not is_there():
        return None
    numba: Any = import_module("numba")
    add_symbol = import_module("llvmlite.binding").add_symbol
    sources, row = _fingerprint(), numba.int64[::1]
    called = numba.int64(numba.types.CPointer(numba.int64), numba.int64)
    # Nobody but the others calls them, so they need none of what Python and C would call.
    inner = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    twins: dict[Any, Any] = {one: inner(_copied(one)) for one in functions}
    twins[at] = ModuleType(at.__name__)
    vars(twins[at]).update(vars(at) | _linked(vars(at), twins))
    for one in functions:
        _link(one, twins[one].py_func, twins)
    apart, top = _judge_for(sources), _for_sources(sources)
    made = numba.cfunc(called, cache=True)(_link(apart, _copied(apart), twins, carray=numba.carray))
    compiled = numba.njit(nogil=True, cache=True)(_copied(top))
    add_symbol(_JUDGE, made.address)
    external = numba.types.ExternalFunction(_JUDGE, called)
    twins[judge] = inner(_link(_judge_by_name, _copied(_judge_by_name), {}, by_name=external))
    for one in functions:
        _link(one, twins[one].py_func, twins)
    _link(top, compiled.py_func, twins)
    compiled.compile((row,) * 7)
    player: PlayAll = compiled
    return player


def _copied(function: Any) -> Any:
    """Return a function with global names of its own."""
    names = dict(function.__globals__)
    return FunctionType(function.__code__, names, function.__name__, None, function.__closure__)


def _link(function: Any, copied: Any, twins: Mapping[Any, Any], **more: object) -> Any:
    """Let the copy of a function call the twins of the functions that it calls; return it."""
    copied.__globals__.update(_linked(function.__globals__, twins) | more)
    return copied


def _linked(names: Mapping[str, Any], twins: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the twins of functions and of the table, by the names that they have there."""
    named = {name: one for name, one in names.items() if isinstance(one, FunctionType | ModuleType)}
    return {name: twins[one] for name, one in named.items() if one in twins}


def _fingerprint() -> str:
    """Return a text that changes with the sources of this package.

    What numba keeps of a function does not notice that another file was changed from which it calls one. A
    function that holds this text in its closure is compiled anew.
    """
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def _judge_for(sources: str) -> Callable[[Any, int], int]:
    """Return what is called by the name of the judge, bound to a `_fingerprint`."""

    def judge_at(place: Any, player: int) -> int:
        """Judge the table that begins at a place in memory."""
        return judge(carray(place, TRACE), player) if len(sources) else 0

    return judge_at


def _judge_by_name(table: Any, player: int) -> int:
    """Call the judge."""
    number: int = by_name(table.ctypes, player)
    return number


def _for_sources(sources: str) -> PlayAll:
    """Return the function that plays rollouts, bound to a `_fingerprint`."""

    def play_all(
        table: Table,
        places: list[int],
        faces: list[int],
        words: list[int],
        options: list[int],
        work: Table,
        results: list[int],
    ) -> int:
        """Play rollouts for each option and each four words, with its cards at the places.

        An option is a verb and two numbers: what a rollout begins with. What came of it is written into
        `results`, by option and rollout. `work` is a table to play in.
        """
        count = len(words) // WORDS
        for option in range(len(options) // 3):
            for number in range(count):
                for index in range(len(table)):
                    work[index] = table[index]
                for index in range(len(places)):
                    work[places[index]] = faces[number * len(places) + index]
                for index in range(WORDS):
                    work[RANDOM + index] = words[number * WORDS + index]
                for index in range(3):
                    work[FORCED + index] = options[option * 3 + index]
                play_round(work)
                for index in range(RESULTS):
                    results[(option * count + number) * RESULTS + index] = work[index]
        return len(sources)

    return play_all
