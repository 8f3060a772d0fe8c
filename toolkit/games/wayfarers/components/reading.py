"""The data files read into records; what is broken is refused with file, record and field."""

from __future__ import annotations

import csv
import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.components.records import CardFile, CardRecord, Record

R = TypeVar("R", bound=Record)


def read_text(name: str) -> str:
    """Return the text of a shipped data file."""
    return files("toolkit.games.wayfarers").joinpath("data", name).read_text(encoding="utf-8")


def read_records(text: str, name: str, kind: type[R]) -> R:
    """Return the records of a TOML text; `ToolkitError` with file and field for what does not conform."""
    try:
        return msgspec.convert(tomllib.loads(text), type=kind, strict=False)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ToolkitError(f"{name}: {error}") from None


def read_journal(text: str) -> list[dict[str, str]]:
    """Return the connections of the journal: from, to, board_section, side_A, side_B."""
    return list(csv.DictReader(text.splitlines()))


def read_cards(kind: str) -> tuple[CardRecord, ...]:
    """Return the shipped cards of a kind: the printed one first, the promos last."""
    name = f"{kind}.toml"
    return read_records(read_text(name), name, CardFile).card
