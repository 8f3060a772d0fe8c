"""Position files, and files of the same manner, as documents: text, keys and the types of the values.

Every fault is a `PositionError` that names file, key, text and the nearest valid spelling. What the values
mean is the business of the game that reads them.
"""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import contextmanager, suppress
from functools import cache
from inspect import cleandoc
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, UnsetType
from msgspec.json import schema

from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from toolkit.core.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FileStruct = TypeVar("FileStruct", bound=Struct)

LARGEST_FILE = 16 * 1024 * 1024
"""Files up to this many bytes are read."""


class PositionError(ToolkitError):
    """A position file, or one of the same manner, with a fault.

    Attributes
    ----------
    source
        The file.
    key
        Where in the file, such as ``maps.brown.clues[1]``; empty for the file as a whole.
    problem
        What is wrong there.
    """

    def __init__(self, source: str, key: str, problem: str) -> None:
        self.source = source
        self.key = key
        self.problem = problem
        super().__init__(": ".join(part for part in (printable(source), key, problem) if part))


@contextmanager
def located(key: str, source: str = "", included: str = "") -> Iterator[None]:
    """Give errors of the block their place in a file, and name another one that it includes there."""
    try:
        yield
    except PositionError:
        raise
    except ToolkitError as error:
        raise PositionError(source, key, f"{included}: {error}" if included else str(error)) from None


def read_text(path: Path, source: str, key: str) -> str:
    """Return the text of a UTF-8 file of at most 16 MB; `PositionError` for `source` and `key` otherwise."""
    try:
        data = read_bytes(path, LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        other = "" if source == str(path) else f"cannot read {quote(str(path))}: "
        raise PositionError(source, key, f"{other}{reason[:1].lower()}{reason[1:]}") from None
    return decode(data, source, key)


def decode(data: bytes, source: str, key: str = "") -> str:
    """Return the text of the bytes of a file."""
    if len(data) > LARGEST_FILE:
        raise PositionError(source, key, f"larger than {LARGEST_FILE // 1024 // 1024} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(
            source, key, f"no UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        ) from None


def is_json(text: str) -> bool:
    """Tell whether a file is JSON: its text begins with a brace."""
    return text.lstrip().startswith("{")


def parse_document(text: str, source: str) -> dict[str, Any]:
    """Return the keys and values of a file as plain data, not yet checked."""
    kind, parse = ("JSON", _parse_json) if is_json(text) else ("TOML", parse_toml)
    try:
        return parse(text)
    except ValueError as error:
        hint = "; texts stand in straight quotes" if "Invalid value" in str(error) else ""
        problem = f"no valid {kind}: {error}{hint}"
        if kind == "TOML":
            with suppress(ValueError):
                parse_json(text)
                problem = "JSON without an object: the whole file stands in braces"
    raise PositionError(source, "", problem)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the keys and values of a TOML text; `ValueError` for another text or one of no measure."""
    _check_measure(text)
    raw = tomllib.loads(text)
    _check_value(raw)
    return raw


def _parse_json(text: str) -> dict[str, Any]:
    raw: dict[str, Any] = parse_json(text)
    _check_value(raw)
    return raw


def parse_json(text: str) -> Any:
    """Return the value of a JSON text; `ValueError` for another text or one of no measure.

    An object with one key twice is none.
    """
    _check_measure(text)
    return json.loads(text, object_pairs_hook=_no_twins)


_DEEPEST = 20  # brackets in brackets, and as many names in a dotted key
_MOST_VALUES = 250_000

_MARKS = re.compile(  # of JSON and TOML alike; what stands in texts and comments is none of them
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{0,5}'  # up to two quotes may stand before the three that end it
    r"|'''(?:[^']|'{1,2}(?!'))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|(?:\#[^\n]*+\s*+)++"
    r"|(?P<mark>[\[\]{}=,.])",
    re.DOTALL,
)


def _check_measure(text: str) -> None:
    """Refuse what would take parsers long: they recurse, and `tomllib` keeps every part of a dotted key."""
    depth = dots = values = 0
    for found in _MARKS.finditer(text):
        mark = found["mark"]
        if mark is None:
            continue
        depth += (mark in "[{") - (mark in "]}")
        dots = dots + 1 if mark == "." else 0
        values += mark not in "]}"
        if max(depth, dots) > _DEEPEST:
            raise ValueError(f"nested too deeply: {_DEEPEST} levels are the most")
        if values > _MOST_VALUES:
            raise ValueError(f"more than {_MOST_VALUES:,} keys and values")


def _check_value(value: object) -> None:
    """Refuse, as TOML does, numbers beyond 64 bits and halves of surrogate pairs: they cannot be printed."""
    if isinstance(value, int) and value.bit_length() >= 64:
        raise ValueError("a whole number beyond 64 bits")
    if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
        raise ValueError(f"half of a surrogate pair in {quote(value)}")
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _check_value(inner)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"key {quote(key)} stands twice in one object")
        found[key] = value
    return found


def typed(raw: dict[str, Any], source: str, shape: type[FileStruct]) -> FileStruct:
    """Return the file as Structs, or name the first key that does not belong or has a wrong type."""
    (form,) = get_args(_types(shape)["format"])
    if raw.get("format", form) != form:
        raise PositionError(
            source, "format", f"{quote(raw['format'])} is not valid{_hint(raw['format'], (form,))}"
        )
    return fitted(raw, source, shape)


def fitted(raw: object, source: str, shape: type[FileStruct], path: str = "") -> FileStruct:
    """Return a part of a file as a Struct; faults are named by their keys below `path`."""
    _check_keys(raw, shape, path, source)
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        problem, *place = str(error).rsplit(" - at `$", maxsplit=1)
        key = place[0].strip("`.").partition("[...]")[0] if place else ""
        raise _misfit(raw, source, shape, path, key, problem) from None


@cache
def _types(section: type[Struct]) -> dict[str, Any]:
    """Return the types of the keys of a section, evaluated once: a file of puzzles holds it in every line."""
    return get_type_hints(section)


def below(path: str, key: str) -> str:
    """Return the place of a key in the section at `path`; a key that nobody has foreseen stands in quotes."""
    step = key if re.fullmatch(r"[\w-]{1,40}", key, re.ASCII) else quote(key)
    return f"{path}.{step}" if path else step


def _misfit(
    raw: object, source: str, shape: type[Struct], path: str, key: str, problem: str
) -> PositionError:
    """Say in the manner of this module what msgspec found."""
    place = ".".join(part for part in (path, key) if part)
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", problem):
        form = _types(shape)["format"] if missing[1] == "format" else None
        hint = f" (format = {get_args(form)[0]!r})" if form else ""
        return PositionError(source, f"{place}.{missing[1]}".lstrip("."), f"this key is needed{hint}")
    value, wanted = _value_at(raw, shape, key)
    words = problem.replace("`array` of", "a list of").replace("`array`", 'a list such as ["..."]')
    words = words.replace("`str`", "a text")
    hint = _hint(value, wanted) if wanted else f": {words[0].lower()}{words[1:]}"
    return PositionError(source, place, f"{quote(value)} is not valid{hint}")


def _check_keys(raw: object, section: type[Struct], path: str, source: str) -> None:
    if isinstance(raw, list):
        for number, item in enumerate(raw):
            _check_keys(item, section, f"{path}[{number}]", source)
    if not isinstance(raw, dict):
        return
    types = _types(section)
    for key, value in raw.items():
        if key not in types:
            hint = did_you_mean(str(key), types, "keys here")
            raise PositionError(source, path, f"unknown key {quote(key)}{hint}")
        if nested := _struct(types[key]):
            _check_keys(value, nested, below(path, key), source)


def _struct(annotation: Any) -> type[Struct] | None:
    """Return the section that a key holds, or a list of which, if it holds one."""
    if get_origin(annotation) is dict:  # its keys are free
        return None
    found = [t for t in (annotation, *get_args(annotation)) if isinstance(t, type) and issubclass(t, Struct)]
    return found[0] if found else None


def _value_at(value: Any, shape: type[Struct], key: str) -> tuple[Any, tuple[Any, ...]]:
    """Return the value at a key, and the values that may stand there when they are fixed."""
    annotation: Any = shape
    for step in re.findall(r"\w+", key):
        value = value[int(step)] if isinstance(value, list) else value[step]
        if get_origin(annotation) in (Union, UnionType):  # of what may stand there the list
            annotation = next((one for one in get_args(annotation) if get_origin(one) is tuple), annotation)
        section = None if step.isdigit() else _struct(annotation)
        annotation = _types(section)[step] if section else get_args(annotation)[0]
        if UnsetType in get_args(annotation):
            annotation = get_args(annotation)[0]
    return value, get_args(annotation) if get_origin(annotation) is Literal else ()


def _hint(value: object, wanted: tuple[Any, ...]) -> str:
    shown = ", ".join(str(word) for word in wanted if word != "")
    return (
        did_you_mean(value, map(str, wanted)) if isinstance(value, str) else ""
    ) or f"; it is one of {shown}"


def schema_of(shape: type[Struct], title: str) -> dict[str, Any]:
    """Return the JSON Schema of a file, the same under every Python: 3.13 unindents docstrings by itself."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    found: dict[str, Any] = _unindented({**head, **schema(shape)})
    return found


def _unindented(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: cleandoc(value) if key == "description" and isinstance(value, str) else _unindented(value)
            for key, value in part.items()
        }
    return [_unindented(value) for value in part] if isinstance(part, list) else part
