"""Position files, and files of the same manner, as documents: text, keys and the types of the values.

Every fault is a `PositionError` that names file, key, text and the nearest valid spelling. What the values
mean is the business of the game that reads them. A file that is edited keeps its comments and its layout.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from functools import cache
from inspect import cleandoc
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, UnsetType
from msgspec.json import schema

from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from toolkit.core.files import read_bytes

Section = MutableMapping[str, Any]
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


def json_object(text: str, source: str, otherwise: str) -> dict[str, Any]:
    """Return the keys and values of a JSON object; `PositionError` says `otherwise` of another text."""
    if not is_json(text):
        raise PositionError(source, "", otherwise)
    raw = parse_document(text, source)
    _check_numbers(raw, source, "")
    return raw


def _check_numbers(raw: Any, source: str, path: str) -> None:
    """Refuse infinite numbers and NaN: Python reads them, but JSON has no such numbers to write them back."""
    if isinstance(raw, float) and not isfinite(raw):
        raise PositionError(source, path, f"{quote(raw)} is no number of JSON")
    if isinstance(raw, dict):
        for key, value in raw.items():
            _check_numbers(value, source, below(path, key))
    if isinstance(raw, list):
        for number, value in enumerate(raw):
            _check_numbers(value, source, f"{path}[{number}]")


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
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
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
        return msgspec.convert(raw, shape, str_keys=True)
    except msgspec.ValidationError:
        fault = _fault(raw, shape, path) or _Fault(path, raw, shape, "no such section")
    raise _misfit(fault, source)


@cache
def _types(section: type[Struct]) -> dict[str, Any]:
    """Return the types of the keys of a section, evaluated once: a file of puzzles holds it in every line."""
    hints, names = get_type_hints(section, include_extras=True), section.__struct_fields__
    keys = zip(section.__struct_encode_fields__, names, strict=True)
    return {key: _without_unset(hints[name]) for key, name in keys}


def _without_unset(annotation: Any) -> Any:
    left = tuple(one for one in get_args(annotation) if one is not UnsetType)
    return Union[left] if UnsetType in get_args(annotation) else annotation  # noqa: UP007  # of any number


def below(path: str, key: str) -> str:
    """Return the place of a key in the section at `path`; a key that nobody has foreseen stands in quotes."""
    step = key if re.fullmatch(r"[\w-]{1,40}", key, re.ASCII) else quote(key)
    return f"{path}.{step}" if path else step


class _Fault(NamedTuple):
    """The innermost part of a file that does not fit: its key, what stands there and should, the fault."""

    key: str
    value: Any
    annotation: Any
    problem: str


def _fault(value: Any, annotation: Any, key: str) -> _Fault | None:
    """Return what does not fit in a value, or None; msgspec does not name the keys where these are free."""
    try:
        msgspec.convert(value, annotation, str_keys=True)
    except msgspec.ValidationError as error:
        problem = str(error).partition(" - at `")[0]
        inner = (_fault(*part) for part in _parts(value, annotation, key))
        return next(filter(None, inner), _Fault(key, value, annotation, problem))
    return None


def _forms(annotation: Any) -> tuple[Any, ...]:
    """Return what may stand somewhere, each by itself and without its measure."""
    if get_origin(annotation) is Annotated:
        return _forms(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return tuple(form for one in get_args(annotation) for form in _forms(one))
    return (annotation,)


def _parts(value: Any, annotation: Any, key: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield the parts of a table or a list, each with its type and its key."""
    for form in _forms(annotation):
        origin, args = get_origin(form), get_args(form)
        if isinstance(value, dict) and isinstance(form, type) and issubclass(form, Struct):
            types = _types(form)
            yield from [(one, types[name], below(key, name)) for name, one in value.items() if name in types]
        elif isinstance(value, dict) and origin in (dict, Mapping):
            if args[0] is not int and int not in _forms(args[0]):
                yield from [(name, args[0], below(key, name)) for name in value]
            yield from [(one, args[1], below(key, name)) for name, one in value.items()]
        elif isinstance(value, list) and origin in (list, tuple):
            kinds = args if origin is tuple and args[-1] is not Ellipsis else args[:1] * len(value)
            pairs = enumerate(zip(value, kinds, strict=False))  # a wrong length is a fault of the list
            yield from [(one, kind, f"{key}[{number}]") for number, (one, kind) in pairs]


def _misfit(fault: _Fault, source: str) -> PositionError:
    """Say in the manner of this module what msgspec found."""
    key, value, annotation, problem = fault
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", problem):
        form = _types(annotation)["format"] if missing[1] == "format" else None
        hint = f" (format = {get_args(form)[0]!r})" if form else ""
        return PositionError(source, below(key, missing[1]), f"this key is needed{hint}")
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", problem, re.DOTALL):
        types = next(_types(form) for form in _forms(annotation) if _struct(form))
        hint = did_you_mean(unknown[1], types, "keys here")
        return PositionError(source, key, f"unknown key {quote(unknown[1])}{hint}")
    listed = "a list of sections" if any(map(_struct, _forms(annotation))) else 'a list such as ["..."]'
    words = problem.replace("`array` of", "a list of").replace("`array`", listed)
    words = words.replace("`str`", "a text")
    if isinstance(value, dict) and not words.startswith("Expected"):  # what a section says of itself
        return PositionError(source, key, words)
    wanted = [word for form in _forms(annotation) if get_origin(form) is Literal for word in get_args(form)]
    hint = _hint(value, tuple(wanted)) if wanted else f": {words[0].lower()}{words[1:]}"
    return PositionError(source, key, f"{quote(value)} is not valid{hint}")


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
    forms = _forms(annotation)
    inner = [one for form in forms if get_origin(form) in (list, tuple) for one in get_args(form)]
    found = [one for one in (*forms, *inner) if isinstance(one, type) and issubclass(one, Struct)]
    return found[0] if found else None


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


# ---- a text edited in place -------------------------------------------------------------------------------


class Edited(NamedTuple):
    """The new text of a file, and whether comments and layout survived."""

    text: str
    in_place: bool
    lost: tuple[str, ...] = ()  #: comments that went with what they stood beside

    @property
    def note(self) -> str:
        """What to tell of that who wrote the file; empty where all survived."""
        if not self.in_place:
            return "written anew; its comments and layout could not be kept"
        return f"gone with what they stood beside: {', '.join(self.lost)}" if self.lost else ""


def to_json(document: Any) -> str:
    """Return the text of a file in JSON."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def edited(
    text: str,
    change: Callable[[Section], None],
    anew: Callable[[dict[str, Any]], str] | None = None,
    sections: Callable[[dict[str, Any]], Iterable[str]] = lambda _: (),
) -> Edited:
    """Return the text of a file after a change: in place if that says exactly what is meant, else `anew`.

    `change` alters a document; `sections` names those of a document that a change may have to begin.
    """
    import tomlkit  # slow to import

    document = parse_document(text, "")
    wanted = copy.deepcopy(document)
    change(wanted)
    if is_json(text):
        return Edited(to_json(wanted), in_place=True)
    there = sections(document)
    missing = "".join(f"\n[{name}]\n" for name in sections(wanted) if name not in there)
    for start in (text, f"{text}\n{missing}"):
        found = _edited_toml(start, change)
        if found is not None and _says(found := _tidy(found, text), wanted):
            lost = Counter(_comments(text)) - Counter(_comments(found))
            return Edited(found, in_place=True, lost=tuple(lost.elements()))
    return Edited((anew or tomlkit.dumps)(wanted), in_place=False)


def _edited_toml(text: str, change: Callable[[Section], None]) -> str | None:
    """Return the changed text, or None where tomlkit fails: it has trouble with tables out of order."""
    import tomlkit

    try:
        toml = tomlkit.parse(text)
        change(toml)
        return tomlkit.dumps(toml)
    except Exception:  # its errors share no class
        return None


def carry_over(section: Section, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Change in a section what differs between two; a section of which nothing is left goes."""
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old or new, dict):
            inner = section.setdefault(key, {})
            carry_over(inner, old or {}, new or {})
            if not inner and not new:
                del section[key]
        elif new is None:
            section.pop(key, None)
        elif isinstance(new, list) and isinstance(section.get(key), list):
            _carry_over_list(section, key, old or [], new)
        else:
            section[key] = new


def _carry_over_list(section: Section, key: str, old: list[Any], new: list[Any]) -> None:
    """Change the items that differ; all, where the list of the file is told in another way."""
    from difflib import SequenceMatcher

    there = section[key]
    if len(there) == len(old) == len(new) and all(isinstance(one, dict) for one in (*old, *new)):
        for part, was, now in zip(there, old, new, strict=True):
            carry_over(part, was, now)
    elif len(there) == len(old) and new[: len(old)] == old:
        there.extend(new[len(old) :])
    elif list(there) == old:
        for _, first, last, start, end in reversed(SequenceMatcher(None, old, new).get_opcodes()):
            for number in reversed(range(first, last)):
                if old[first:last] != new[start:end]:
                    _take_out(there, number)
            if old[first:last] != new[start:end]:
                for item in reversed(new[start:end]):
                    there.insert(first, item)
    else:
        section[key] = new


def _take_out(there: Any, number: int) -> None:
    """Take an item out of a list; a comment behind it, with which tomlkit would do away, stays."""
    from tomlkit.items import Array, Null

    if not isinstance(there, Array):
        del there[number]
        return
    place = there._index_map[number]  # tomlkit offers no other way to a comment in an array
    group = there._value[place]
    del there[number]
    if group.comment is not None:
        group.value, group.comma = Null(), None
        if group.indent is not None:
            group.comment.trivia.indent = ""
        there._value.insert(place, group)
        there._reindex()


_TIGHT_HEADER = re.compile(r"([^\r\n])\r?\n(\[[a-z])")  # a section right below a line of the one before


def _tidy(edited: str, text: str) -> str:
    """Put a blank line before each header as the old text does, and keep CRLF where it is used throughout."""
    ends = "\r\n" if text.count("\n") == text.count("\r\n") > 0 else "\n"
    if not _TIGHT_HEADER.search(text):
        edited = _TIGHT_HEADER.sub(rf"\1{ends}{ends}\2", edited)
    return edited if ends == "\n" else edited.replace("\r\n", "\n").replace("\n", ends)


_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|"(?:\\.|[^"\\])*"|' + r"'''.*?'{3,5}|'[^']*'|(#[^\r\n]*)", re.DOTALL
)


def _comments(text: str) -> list[str]:
    """Return the comments of a text in TOML: what begins with # and stands in no string."""
    return [comment.rstrip() for comment in _COMMENT.findall(text) if comment]


def _says(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return parse_document(text, "") == wanted
    except PositionError:
        return False
