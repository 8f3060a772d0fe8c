"""How numba makes the functions of a rollout (the extra ``fast``), once: what it made is kept on disk.

To load them takes a second, and to make them half a minute of processor time. So a process stays in Python
until somebody who has much to play says so (`load`). Where people wait, another process makes them meanwhile
(`prepare`).
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, cast, get_args

from solvers.silver.rollouts.rounds import play_round
from solvers.silver.rollouts.table import FORCED, RANDOM, RESULTS, WORDS, Table, functions
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


def load() -> bool:
    """Load the compiled functions, or make them; False where numba is not installed or can keep nothing."""
    return _made() is not None


# ---- in the background -------------------------------------------------------------------------------------


_making: list[subprocess.Popen[bytes]] = []


def prepare() -> None:
    """Let another process make the functions, unless they are loaded, or numba is not there."""
    if not _making and not _made.cache_info().currsize and find_spec("numba"):
        code = f"from {__name__} import load; load()"
        _making.append(subprocess.Popen([sys.executable, "-c", code]))  # noqa: S603  # nothing of it is told


def is_prepared() -> bool:
    """Tell whether nobody makes the functions now in the background, so that `load` takes a second."""
    return not _making or _making[0].poll() is not None


# ---- how they are made -------------------------------------------------------------------------------------


@cache
def _made() -> PlayAll | None:
    """Return the compiled function that plays rollouts, which numba has made or makes now."""
    if not find_spec("numba"):
        return None
    from numba import int64, njit  # optional and slow to import

    row, plain = int64[::1], cast("Any", njit)  # its types do not know the options
    try:
        # Nobody but the others calls them, so they need none of what Python and C would call.
        inner = plain(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        twins = {one: inner(_copied(one)) for one in functions}
        top = njit(nogil=True, cache=True)(_copied(_for_sources(_fingerprint())))
    except RuntimeError:  # numba finds no folder to write to
        return None
    for made in (*twins.values(), top):
        names: dict[str, Any] = made.py_func.__globals__
        calls = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
        names.update({name: twins[value] for name, value in calls.items() if value in twins})
    top.compile((row,) * 7)
    compiled: PlayAll = top
    return compiled


def _copied(function: Any) -> Any:
    """Return a function with global names of its own."""
    names = dict(function.__globals__)
    return FunctionType(function.__code__, names, function.__name__, None, function.__closure__)


def _fingerprint() -> str:
    """Return a text that changes with the sources of this package.

    What numba keeps of a function does not notice that another file was changed from which it calls one. A
    function that holds this text in its closure is compiled anew.
    """
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


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
