"""The data files read into records; what is broken is refused with file, record and field."""

from __future__ import annotations

import csv
import re
import tomllib
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import defstruct

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.components import records

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.games.wayfarers.components.names import CardName

R = TypeVar("R", bound=msgspec.Struct)

_CARDS: Mapping[str, Any] = {
    "land": tuple[records.LandRecord, ...],
    "water": tuple[records.WaterRecord, ...],
    "space": tuple[records.SpaceRecord, ...],
    "townsfolk": tuple[records.TownsfolkRecord, ...],
    "inspiration": tuple[records.InspirationRecord, ...],
}

FILES: Mapping[str, type[Any]] = {
    **{
        f"{kind}.toml": defstruct(kind, [("card", of)], bases=(records.Record,))
        for kind, of in _CARDS.items()
    },
    "tiles.toml": records.TileFile,
    "board.toml": records.BoardFile,
    "player.toml": records.PlayerFile,
    "rival.toml": records.RivalFile,
}
"""What the files hold."""

_IDS = {
    "land.toml": {"card": "city L01-L36 LP1-LP2"},
    "water.toml": {"card": "harbour W01-W36 WP1-WP2"},
    "space.toml": {"card": "star S01-S36 SP1"},
    "townsfolk.toml": {"card": "folk F01-F36 FP1-FP2"},
    "inspiration.toml": {"card": "I01-I16 IP1-IP2"},
    "tiles.toml": {
        "land": "UL1-UL3",
        "water": "UW1-UW3",
        "space": "US1-US3",
        "basic": "UB1-UB4",
        "special": "UP01-UP10",
    },
    "board.toml": {"journal_tile": "J01-J10"},
    "rival.toml": {"scheme": "X1-X6", "board": "space upgrade townsfolk journal"},
}
"""The ids of each list of records, in their order: the printed card, the base cards, the promos."""


class DataError(ToolkitError):
    """A data file that is broken: the file, the record and the field, what is wrong there.

    Records are named by their ids, those without by their keys, such as ``spots``; lines of the journal by
    their number.
    """

    def __init__(self, file: str, record: str, field: str, problem: str) -> None:
        self.file, self.record, self.field, self.problem = file, record, field, problem
        super().__init__(": ".join(filter(None, (file, record, field, problem))))


def read_text(name: str) -> str:
    """Return the text of a shipped data file."""
    return files("toolkit.games.wayfarers").joinpath("data", name).read_text(encoding="utf-8")


def read_records(text: str, name: str, kind: type[R]) -> R:
    """Return the records of a TOML text; `DataError` for what does not conform."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(name, "", "", f"no valid TOML: {error}") from None
    found = _converted(raw, name, kind)
    for key, ids in _IDS.get(name, {}).items():
        _check_ids([record["id"] for record in raw[key]], _listed(ids), name)
    return found


def _converted(raw: dict[str, Any], name: str, kind: type[R]) -> R:
    with suppress(msgspec.ValidationError):
        return msgspec.convert(raw, kind, str_keys=True)
    from toolkit.core.document import PositionError, fitted

    try:
        return fitted(raw, name, kind)
    except PositionError as error:
        raise DataError(name, *_place(raw, error.key), error.problem) from None


def _place(raw: dict[str, Any], key: str) -> tuple[str, str]:
    """Return the record and the field of a key such as ``card[4].die_slot.gain[1]``."""
    if (found := re.match(r"(\w+)\[(\d+)\]\.?", key)) and isinstance(raw.get(found[1]), list):
        record = raw[found[1]][int(found[2])]
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            return record["id"], key[found.end() :]
    record, _, field = key.partition(".")
    return record, field


def _listed(ids: str) -> list[str]:
    """Return ids that are written as ``city L01-L36``."""
    found = []
    for first, last in [(part.partition("-")[0], part.rpartition("-")[2]) for part in ids.split()]:
        stem = first.rstrip("0123456789")
        width = len(first) - len(stem)
        numbers = range(int(first[len(stem) :]), int(last[len(stem) :]) + 1) if width else ()
        found += [f"{stem}{number:0{width}}" for number in numbers] or [first]
    return found


def _check_ids(ids: Sequence[str], wanted: Sequence[str], name: str) -> None:
    """Refuse records whose ids are not these, each once and in this order."""
    for place, one in enumerate(ids):
        if one not in wanted:
            raise DataError(name, one, "id", f"no id here: {quote(one)}{did_you_mean(one, wanted)}")
        if one in ids[:place]:
            raise DataError(name, one, "id", "stands twice")
    if missing := [one for one in wanted if one not in ids]:
        raise DataError(name, missing[0], "", "this record is missing")
    for one, other in zip(ids, wanted, strict=True):
        if one != other:
            raise DataError(name, one, "id", f"out of order: {other} comes here")


def read_journal(text: str, name: str = "journal.csv") -> list[dict[str, str]]:
    """Return the connections of the journal: from, to, board_section, side_A, side_B."""
    rows = csv.DictReader(text.splitlines(), restkey="", restval="")
    wanted = ["from", "to", "board_section", "side_A", "side_B"]
    if rows.fieldnames != wanted:
        raise DataError(name, "line 1", "", f"the columns are {', '.join(wanted)}")
    found = []
    for row in rows:
        if "" in row or "" in row.values():
            raise DataError(name, f"line {rows.line_num}", "", f"{len(wanted)} values are needed")
        found.append(row)
    return found


def read_cards(kind: CardName) -> tuple[records.CardRecord, ...]:
    """Return the shipped cards of a kind: the printed one first, the promos last."""
    name = f"{kind}.toml"
    cards: tuple[records.CardRecord, ...] = read_records(read_text(name), name, FILES[name]).card
    return cards
