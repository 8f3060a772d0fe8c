"""The data files read into records; what is broken is refused with file, record and field."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec
from msgspec import defstruct

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.components import boards, records
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
    "board.toml": boards.BoardFile,
    "player.toml": boards.PlayerFile,
    "rival.toml": boards.RivalFile,
}
"""What the files hold."""


def _ids(stem: str, many: int, digits: int = 2) -> list[str]:
    return [f"{stem}{number:0{digits}}" for number in range(1, many + 1)]


_IDS = {
    "land.toml": {"card": ["city", *_ids("L", 36), *_ids("LP", 2, 1)]},
    "water.toml": {"card": ["harbour", *_ids("W", 36), *_ids("WP", 2, 1)]},
    "space.toml": {"card": ["star", *_ids("S", 36), *_ids("SP", 1, 1)]},
    "townsfolk.toml": {"card": ["folk", *_ids("F", 36), *_ids("FP", 2, 1)]},
    "inspiration.toml": {"card": [*_ids("I", 16), *_ids("IP", 2, 1)]},
    "tiles.toml": {
        "land": _ids("UL", 3, 1),
        "water": _ids("UW", 3, 1),
        "space": _ids("US", 3, 1),
        "basic": _ids("UB", 4, 1),
        "special": _ids("UP", 10),
    },
    "board.toml": {"journal_tile": _ids("J", 10)},
    "rival.toml": {"scheme": _ids("X", 6, 1), "board": ["space", "upgrade", "townsfolk", "journal"]},
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
    if name != "rival.toml":
        for key in _of_the_rival(raw):
            raise DataError(name, *_place(raw, key.lstrip(".")), "only the rival has this effect")
    for key, ids in _IDS.get(name, {}).items():
        _check_ids([record["id"] for record in raw[key]], ids, name)
    return found


def _converted(raw: dict[str, Any], name: str, kind: type[R]) -> R:
    with suppress(msgspec.ValidationError):
        return msgspec.convert(raw, kind, str_keys=True)
    from toolkit.core.document import PositionError, fitted

    try:
        return fitted(raw, name, kind)
    except PositionError as error:
        raise DataError(name, *_place(raw, error.key), error.problem) from None


def _of_the_rival(value: Any, key: str = "") -> Iterator[str]:
    """Yield the keys of the effects that the rival alone has."""
    if isinstance(value, list):
        for number, one in enumerate(value):
            yield from _of_the_rival(one, f"{key}[{number}]")
    elif isinstance(value, dict):
        for name, one in value.items():
            if name in records.SOLO_VERBS or one == "by_priority_colour":
                yield f"{key}.{name}"
            yield from _of_the_rival(one, f"{key}.{name}".lstrip("."))


def _place(raw: dict[str, Any], key: str) -> tuple[str, str]:
    """Return the record and the field of a key such as ``card[4].die_slot.gain[1]``."""
    if (found := re.match(r"(\w+)\[(\d+)\]\.?", key)) and isinstance(raw.get(found[1]), list):
        record = raw[found[1]][int(found[2])]
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            return record["id"], key[found.end() :]
    record, _, field = key.partition(".")
    return record, field


def _check_ids(ids: Sequence[str], wanted: Sequence[str], name: str) -> None:
    """Refuse records whose ids are not these, each once and in this order."""
    for one, count in Counter(ids).items():
        if one not in wanted:
            raise DataError(name, one, "id", f"no id here: {quote(one)}{did_you_mean(one, wanted)}")
        if count > 1:
            raise DataError(name, one, "id", f"stands {count} times")
    for one, there in zip_longest(wanted, ids):
        if one != there:
            raise DataError(name, one, "id", "out of order" if one in ids else "this record is missing")


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
