"""Positions written by a person: one reader, one schema and one kind of fault for all games.

A game says in a frozen dataclass what its positions hold. Its fields are the keys of the files; from their
types follow reading, the JSON Schema and writing back. A field with a default may be left out. What the
values mean and what cannot be is the game's to say, in `Written.values` and `Written.problems`; `deal`
completes what is known of the cards to a whole world.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache, reduce
from inspect import cleandoc
from itertools import chain
from operator import or_
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self, cast, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct, field

from toolkit.core.document import PositionError, located, parse_document, read_text, schema_of, to_json, typed
from toolkit.core.errors import quote
from toolkit.core.files import write_atomically
from toolkit.core.rules import given_keys, with_rules

if TYPE_CHECKING:
    from random import Random

    from toolkit.core.hidden import Layout, Zones

Count = Annotated[int, Meta(ge=0)]
"""A number of things."""

Problem = tuple[str, str]
"""A key of a file, and what is wrong there."""


class Section(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A table of a position file; a key that it does not name is an error."""


class RulesSection(Section):
    """The rules (`Rules`)."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Where the files lie that a position names: in its folder and below, or with `anywhere` in any place.

    Who sends a position to somebody must not learn from it, or from its errors, what else that person can
    read.
    """

    folder: Path
    anywhere: bool = False

    def read(self, key: str, name: str) -> str:
        """Return the text of a file that stands at a key; `PositionError` when it may not be read."""
        path = self.folder / name
        try:
            real, home = os.path.realpath(path), os.path.realpath(self.folder)
            found = (self.anywhere or Path(real).is_relative_to(home)) and path.is_file()
        except (OSError, ValueError):  # a name too long, or with a NUL
            found = False
        if not found:
            below = "" if self.anywhere else " or below it; --anywhere reads it elsewhere"
            raise PositionError("", key, f"no file {quote(name)} beside the position{below}")
        return read_text(path, "", key)


class Written:
    """What one player knows; a frozen dataclass, of which each field is a key of the file."""

    __slots__ = ()

    form: ClassVar[str]  #: the ``format`` of the files
    #: The types that files have for fields which are something else in a position; `values` and `keys` turn
    #: one into the other. A `RulesSection` stands there for ``rules`` if a file does not hold all of them.
    written: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    me: Any  #: the seat of the player who asks; seats are numbered from 0, clockwise
    rules: Any  #: the rules

    @property
    def seat(self) -> int:
        """The seat of the player who asks."""
        return int(self.me)

    def who(self, seat: int) -> str:
        """Return what a player is called in what people read: "you" who ask, else the number, from 1."""
        return "you" if seat == self.seat else f"player {seat + 1}"

    @property
    def unlike(self) -> str:
        """What a game that goes on from here takes otherwise than the position says, in words; or nothing."""
        return ""

    def problems(self) -> Iterable[Problem]:
        """Return what no play can lead to, the most basic first."""
        return ()

    def endings(self) -> Iterable[Problem]:
        """Return why the game, or its round, is over: there is nothing to ask, but the table can be seen."""
        return ()

    @classmethod
    def rules_of(cls, file: Any, beside: Beside) -> Any:  # noqa: ARG003  # most rules stand in one file
        """Return the rules of a file; `ToolkitError` for those that exclude each other."""
        return get_type_hints(cls)["rules"](**given_keys(file.rules))

    @classmethod
    def values(cls, file: Any, beside: Beside) -> dict[str, Any]:
        """Return the fields of the position in a file that was checked for its types; `PositionError`.

        What the file names is read `beside` it.
        """
        values = given_keys(file)
        del values["format"]
        with located("rules"):
            return values | {"rules": cls.rules_of(file, beside)}

    def keys(self) -> dict[str, Any]:
        """Return the keys of a file that holds this position."""
        return {one.name: getattr(self, one.name) for one in fields(cast("Any", self))}

    # ---- for all games -------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: str | Path, *, anywhere: bool = False, over: bool = False) -> Self:
        """Read a position file, TOML or JSON; `PositionError` names file, key and text of a fault.

        The files that it names lie in its folder or below, unless they may lie `anywhere`. A game that is
        `over` is a fault unless it may be so (`endings`).
        """
        path = Path(path)
        text = read_text(path, str(path), "")
        return cls.parse(text, str(path), folder=path.parent, anywhere=anywhere, over=over)

    @classmethod
    def parse(
        cls,
        text: str,
        source: str = "",
        *,
        folder: str | Path = ".",
        anywhere: bool = False,
        over: bool = False,
    ) -> Self:
        """Read a position from a text as `load` does; `folder` is where the files that it names lie.

        `source` is the name of the file in errors.
        """
        file = typed(parse_document(text, source), source, cls.shape())
        try:
            position = cls(**cls.values(file, Beside(Path(folder), anywhere)))
        except PositionError as error:
            raise PositionError(source, error.key, error.problem) from None
        position.check(source, over=over)
        return position

    @classmethod
    @cache
    def shape(cls) -> type[Struct]:
        """Return the shape of the files; a key that may be left out is `UNSET` then."""
        hints, words = get_type_hints(cls, include_extras=True), _attributes(cls)
        keys: list[Any] = [("format", Literal[cls.form])]
        for one in fields(cast("Any", cls)):
            if one.name == "rules":
                section = cls.written.get("rules") or with_rules(hints["rules"])(RulesSection)
                keys.append(("rules", section, field(default_factory=section)))
                continue
            hint = cls.written.get(one.name) or _without_none(hints[one.name])
            hint = Annotated[hint, Meta(description=words.get(one.name))]
            needed = one.default is one.default_factory is MISSING
            keys.append((one.name, hint) if needed else (one.name, hint | UnsetType, UNSET))
        about = {"__doc__": cleandoc(cls.__doc__ or "").partition("\n\n")[0]}
        return defstruct("PositionFile", keys, bases=(Section,), namespace=about, kw_only=True)

    def check(self, source: str = "", *, over: bool = False) -> None:
        """Raise `PositionError` for the first of the `problems`, or of the `endings` unless it may be over.

        `source` is the name of the file.
        """
        for key, problem in chain(self.problems(), () if over else self.endings()):
            raise PositionError(source, key, problem)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the files."""
        return schema_of(cls.shape(), cls.form)

    def to_dict(self) -> dict[str, Any]:
        """Return the position with the keys of its file; keys at their default are left out."""
        usual = {one.name: _default(one) for one in fields(cast("Any", self))} | {"rules": self.rules}
        document: dict[str, Any] = {"format": self.form} | {
            name: value for name, value in self.keys().items() if value not in (None, usual[name])
        }
        known = get_type_hints(self.shape())["rules"].__struct_fields__
        differing = {
            one.name: getattr(self.rules, one.name)
            for one in fields(self.rules)
            if one.name in known and getattr(self.rules, one.name) != one.default
        }
        if differing:
            document["rules"] = differing
        plain: dict[str, Any] = _plain(document)
        return plain

    def to_dict_like(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return the position as `to_dict` does, with all keys that stand in another document of its kind."""
        plain = self.to_dict()
        keys = {name: part for name, part in self.keys().items() if name != "rules" and part is not None}
        there = {name: one for name, one in document.items() if name in keys}
        return plain | {name: _told(plain.get(name), keys[name], one) for name, one in there.items()}

    def to_toml(self) -> str:
        """Return the text of a position file in TOML."""
        import tomlkit  # slow to import

        return tomlkit.dumps(self.to_dict())

    def to_json(self) -> str:
        """Return the text of a position file in JSON."""
        return to_json(self.to_dict())

    def save(self, path: str | Path) -> None:
        """Write a position file, in JSON if its name ends so and in TOML otherwise; never half of it."""
        write_atomically(Path(path), self.to_json() if str(path).endswith(".json") else self.to_toml())


def _told(plain: Any, part: Any, there: Any) -> Any:
    """Return the data of a part, `plain` without its defaults, with the keys that stand `there`."""
    if isinstance(part, Struct) and isinstance(there, Mapping):
        known = {one.encode_name: getattr(part, one.name) for one in msgspec.structs.fields(part)}
        kept = {name: one for name, one in there.items() if known.get(name) not in (None, UNSET)}
        plain = plain or {}
        return plain | {name: _told(plain.get(name), known[name], one) for name, one in kept.items()}
    if isinstance(part, tuple) and isinstance(there, list) and plain and len(part) == len(there):
        return [_told(*one) for one in zip(plain, part, there, strict=True)]
    return _plain(part) if plain is None else plain


def _plain(part: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(part))  # lists for tuples


def _attributes(kind: type) -> dict[str, str]:
    """Return what the docstring of a class tells of each attribute."""
    told = cleandoc(kind.__doc__ or "").partition("Attributes\n----------\n")[2].partition("\n\n")[0]
    found = re.findall(r"^(\w+)\n((?: +.*\n?)+)", told, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in found}


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


def _without_none(hint: Any) -> Any:
    parts = [part for part in get_args(hint) if part is not NoneType]
    return reduce(or_, parts) if NoneType in get_args(hint) else hint


# ---- what cannot be ---------------------------------------------------------------------------------------


def in_stages(position: Any, *stages: Callable[[Any], Iterable[Problem]]) -> Iterator[Problem]:
    """Yield what each stage finds wrong with a position, up to the first stage that finds anything."""
    for stage in stages:
        wrong = False
        for problem in stage(position):  # a file may have very many, and only the first is told
            wrong = True
            yield problem
        if wrong:
            return


def no_player(player: int, players: int) -> str:
    """Return why there is no such player; an empty text if there is."""
    return "" if 0 <= player < players else f"no player {quote(player)}; the players are 0 to {players - 1}"


def too_many(
    where: Mapping[str, Mapping[Any, int]], copies: Mapping[Any, int], said: Callable[[Any], str], holds: str
) -> Iterator[Problem]:
    """Yield the cards that lie in more places than there are copies.

    Parameters
    ----------
    where
        How many cards of each face lie there, by the keys of the file.
    copies
        How many there are of each face.
    said, holds
        How a face is called, and how the number of copies is told, such as ``there are``.
    """
    for face, most in copies.items():
        counts = {key: cards[face] for key, cards in where.items() if cards.get(face)}
        if sum(counts.values()) > most:
            found = " and ".join(f"{count} in {key}" for key, count in counts.items())
            yield next(reversed(counts)), f"{found} of {said(face)}; {holds} {most}"


# ---- cards: what is known of them, and a world that fits --------------------------------------------------


def deal(layout: Layout, lies: Mapping[str, Sequence[int]], random: Random, me: int) -> Zones:
    """Return the cards of a world that fits what a player wrote down, each such world equally likely.

    Parameters
    ----------
    layout
        The zones.
    lies
        The faces in each zone by its name, `HIDDEN` for a card that the player does not know; a zone that is
        not named holds none. They are as many as the deck holds, and no face more often (`too_many`).
    random
        Deals.
    me
        The player, who alone knows the cards in rows that are not `HIDDEN`.
    """
    from toolkit.core.hidden import HIDDEN, Zones  # to read a position of Tobago takes no hidden cards

    named = Counter(face for faces in lies.values() for face in faces if face != HIDDEN)
    unseen = list((Counter(layout.deck) - named).elements())
    random.shuffle(unseen)
    cards: list[list[int]] = [[] for _ in layout.viewers]
    known: list[list[int]] = [[] for _ in layout.viewers]
    for name, zone in sorted(((name, layout.number[name]) for name in lies), key=lambda pair: pair[1]):
        cards[zone] = [unseen.pop() if face == HIDDEN else face for face in lies[name]]
        if zone < len(layout.heaps):
            cards[zone].sort()
        else:
            known[zone] = [0 if face == HIDDEN else 1 << me for face in lies[name]]
    return Zones(layout, cards, known)
