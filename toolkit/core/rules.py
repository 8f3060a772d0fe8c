"""`BaseRules`: what follows from the fields of a frozen `Rules`, where each rule is said once, by its type.

A field is a `Literal` of its values, yes or no (`bool`), a whole number, with a least one or without, a text,
or a tuple of numbers or texts; ``| None`` where it may be open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from toolkit.core.errors import ToolkitError, did_you_mean, quote

Section = TypeVar("Section", bound=Struct)

From0 = Annotated[int, Meta(ge=0)]
From1 = Annotated[int, Meta(ge=1)]
"""Whole numbers with a least one."""

_WORDS = {int: "number", bool: "yes or no", str: "text"}
_PARTS = {int: "whole numbers", str: "texts"}


class BaseRules:
    """The base of the frozen dataclass in which a game has its rules; a `__post_init__` there calls this one.

    `ToolkitError` for a rule that there is not, with the nearest one, and for a value that a rule does not
    know, with those that it knows.
    """

    __slots__ = ()

    def __new__(cls, *_values: object, **named: object) -> Self:  # noqa: D102  # as the dataclass makes it
        check_names(cls, named)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        kind: Any = type(self)
        for name, hint in _hints(kind).items():
            _check(name, getattr(self, name), hint)


def check_names(rules: type[Any], names: Iterable[str], whose: str = "") -> None:
    """Refuse a name that is no rule of a game; `ToolkitError` with the nearest one."""
    known = [field.name for field in fields(rules)]
    for name in names:
        if name not in known:
            no_rule = f"{whose} has no rule" if whose else "no rule"
            raise ToolkitError(f"{no_rule} {quote(name)}{did_you_mean(str(name), known, 'rules')}")


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
