"""`compiled`: functions that Python runs, and that numba compiles for large work (the extra ``fast``).

They work on one flat table of integers that never reach 64 bits: a list in Python and an array where they
are compiled, with the same results to the last bit. To compile all of them takes about a minute of processor
time, once: what numba made is kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, TypeVar, get_args

from toolkit.core.errors import ToolkitError, did_you_mean, quote

Table = list[int]
"""All of a rollout (`solvers.silver.rollouts.layout`); an array of int64 in compiled functions."""

Engine = Literal["python", "numba"]

Function = TypeVar("Function", bound="Callable[..., object]")

_MUCH = 20_000
"""Rollouts from which on it pays to load what numba has made, or to make it."""

_functions: list[Any] = []


def compiled(function: Function) -> Function:
    """Return a function as it is, noted as one to be compiled for large work."""
    _functions.append(function)
    return function


def chosen_engine(engine: Engine | None, rollouts: int) -> Engine:
    """Return the engine that was asked for, or the one that is done first with so many rollouts.

    `ToolkitError` for an engine that does not exist.
    """
    if engine is not None and engine not in get_args(Engine):
        hint = did_you_mean(engine, get_args(Engine), "engines")
        raise ToolkitError(f"no engine {quote(engine)}{hint}")
    return engine or ("numba" if rollouts >= _MUCH and find_spec("numba") else "python")


def twin(function: Any) -> Any:
    """Return the compiled twin of a function, which calls the twins of the functions that it calls."""
    from numba import njit  # optional and slow to import

    twins = {one: njit(nogil=True)(_copied(one)) for one in _functions}
    top = njit(nogil=True, cache=True)(_copied(function))
    for made in (*twins.values(), top):
        names: dict[str, Any] = made.py_func.__globals__
        calls = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
        names.update({name: twins[value] for name, value in calls.items() if value in twins})
    return top


def _copied(function: Any) -> Any:
    """Return a function with global names of its own."""
    names = dict(function.__globals__)
    return FunctionType(function.__code__, names, function.__name__, None, function.__closure__)


def fingerprint() -> str:
    """Return a text that changes with the sources of this package.

    What numba keeps of a function does not notice that another file was changed from which it calls one. A
    function that holds this text in its closure is compiled anew.
    """
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
