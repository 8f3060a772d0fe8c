"""What follows from the fields of a frozen `Rules`: there each rule is said once, by its type and default.

A field is a `Literal` of its values, yes or no (`bool`), a whole number, with a least one or without, a text,
or a tuple of numbers or texts; ``| None`` where it may be open.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

Section = TypeVar("Section", bound=Struct)

From0 = Annotated[int, Meta(ge=0)]
From1 = Annotated[int, Meta(ge=1)]
"""Whole numbers with a least one."""

_WORDS = {int: "number", bool: "yes or no", str: "text"}
_PARTS = {int: "whole numbers", str: "texts"}


def check_values(rules: Any) -> None:
    """Refuse the values of a dataclass that a rule does not know.

    `ToolkitError` with the rule, the value, and the nearest one that it knows.
    """
    kind: Any = type(rules)
    for name, hint in _hints(kind).items():
        _check(name, getattr(rules, name), hint)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _check(name: str, value: object, hint: Any) -> None:
    kind, *details = (hint, *get_args(hint)) if get_origin(hint) is not Annotated else get_args(hint)
    if get_origin(kind) in (Union, UnionType):
        if value is not None or NoneType not in details:
            _check(name, value, details[0])
    elif get_origin(kind) is Literal:
        _check_choice(name, value, details)
    elif get_origin(kind) is tuple:
        if not isinstance(value, tuple) or not all(type(part) is details[0] for part in value):
            raise ToolkitError(f"rule {name}: {quote(value)} is no list of {_PARTS[details[0]]}")
    elif type(value) is not kind:
        raise ToolkitError(f"rule {name}: {quote(value)} is no {_WORDS[kind]}")
    elif details and cast("int", value) < details[0].ge:
        raise ToolkitError(f"rule {name}: {quote(value)} is too few; {details[0].ge} is the least")


def _check_choice(name: str, value: object, known: Collection[Any]) -> None:
    if not any(type(value) is type(one) and value == one for one in known):
        names = list(map(str, known))
        nearest = did_you_mean(str(value), names) or f"; it is one of {', '.join(names)}"
        raise ToolkitError(f"rule {name}: no value {quote(value)}{nearest}")


def with_rules(
    rules: type, *, without: Collection[str] = (), unset: Collection[str] = ()
) -> Callable[[type[Section]], type[Section]]:
    """Return a decorator that gives a section of a file the fields of `rules`, with their types and defaults.

    Parameters
    ----------
    rules
        The dataclass.
    without
        Rules that have no place in such a file.
    unset
        Rules whose default is not that of `rules`; without a value in the file they are `UNSET`.
    """
    hints = get_type_hints(rules, include_extras=True)
    keys = [
        (one.name, hints[one.name] | UnsetType, UNSET)
        if one.name in unset
        else (one.name, hints[one.name], one.default)
        for one in fields(rules)
        if one.name not in without
    ]

    def decorated(section: type[Section]) -> type[Section]:
        about = {"__doc__": section.__doc__, "__module__": section.__module__}
        made = defstruct(section.__name__, keys, bases=(section,), namespace=about, kw_only=True)
        return cast("type[Section]", made)

    return decorated


def given_keys(section: Struct) -> dict[str, Any]:
    """Return what a section of a file holds, by its keys; those that are `UNSET` are left out."""
    return {name: value for name, value in msgspec.structs.asdict(section).items() if value is not UNSET}
