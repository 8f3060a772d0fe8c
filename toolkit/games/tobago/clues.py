"""The clue language: a clue as a frozen value, read from text and written back (T-6, T-9).

The grammar is finite, so every clue has a fixed number; compiled tables use it as their index::

    clue  = ["not"] ( "in" | "next to" | "within 2 of" ) ["largest"] thing
    thing = terrain | "ocean" | "hut" | "palm" | "statue"

"largest" stands only before a terrain, and "in ocean" does not exist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, cast

from toolkit.core.errors import ToolkitError, nearest, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.hexmap.hexes import OCEAN, TERRAINS

if TYPE_CHECKING:
    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap import CellSet

LANDMARKS = ("hut", "palm", "statue")
"""The three kinds of landmarks."""

THINGS = (*TERRAINS, OCEAN, *LANDMARKS)
"""All that a clue can speak of."""


class Relation(StrEnum):
    """How the treasure lies to the thing."""

    IN = "in"
    NEXT_TO = "next to"
    WITHIN_2 = "within 2 of"


_REACH = {Relation.IN: (0,), Relation.NEXT_TO: (1,), Relation.WITHIN_2: (1, 2)}  # T-7, own hex excluded


class ClueError(ToolkitError):
    """A text that is no clue.

    Attributes
    ----------
    column
        Where the text goes wrong, counted from 1.
    suggestion
        The nearest clue, or None when nothing is close.
    """

    def __init__(self, text: str, column: int, problem: str, suggestion: str | None = None) -> None:
        self.text = text
        self.column = column
        self.suggestion = suggestion
        hint = f"; did you mean {suggestion!r}?" if suggestion else ""
        super().__init__(f"{quote(text)} is no clue: column {column}: {problem}{hint}")


@dataclass(frozen=True, slots=True, repr=False)
class Clue(Drawn):
    """One clue, such as ``not next to hut``.

    Attributes
    ----------
    relation, thing, largest, negative
        Its parts; `largest` restricts a terrain to its largest region.
    number
        The place of the clue in `CLUES`, the fixed order of the whole grammar.

    Raises
    ------
    ClueError
        Parts that the grammar does not combine.

    Examples
    --------
    >>> Clue.parse("Not  NEXT to hut")
    Clue.parse('not next to hut')
    >>> str(~Clue.parse("in largest lake"))
    'not in largest lake'
    """

    relation: Relation
    thing: str
    largest: bool = False
    negative: bool = False
    number: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _check(self)
        object.__setattr__(self, "relation", Relation(self.relation))  # a plain text is welcome
        combined = _NUMBERS[self.relation, self.thing, self.largest]
        object.__setattr__(self, "number", combined * 2 + self.negative)

    def __hash__(self) -> int:
        return self.number

    @classmethod
    def parse(cls, text: str) -> Clue:
        """Read a clue; case and spaces are free. `ClueError` says where and what was nearest."""
        return _BY_TEXT.get(text) or _parsed(text)

    def __str__(self) -> str:
        words = ["not"] * self.negative + [self.relation] + ["largest"] * self.largest + [self.thing]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Clue.parse({str(self)!r})"

    def __invert__(self) -> Clue:
        return Clue(self.relation, self.thing, self.largest, not self.negative)

    def cells(self, setting: Setting) -> CellSet:
        """Return the hexes on which the clue holds in a setting, by its rules (T-6 to T-9)."""
        return setting.cells(self)

    @property
    def picture(self) -> Picture:
        """Its pictogram with its words."""
        from toolkit.games.tobago.pictures import draw_clue  # drawn only when somebody looks

        return draw_clue(self)

    @property
    def reach(self) -> int:
        """How many steps from the thing its relation reaches (T-7)."""
        return _REACH[self.relation][-1]


def _check(clue: Clue) -> None:
    words = (clue.relation, clue.thing, clue.largest, clue.negative)
    text = " ".join(map(str, words))
    if clue.relation not in list(Relation):
        raise ClueError(text, 1, f"no relation {quote(clue.relation)}", nearest(str(clue.relation), Relation))
    if clue.thing not in THINGS:
        raise ClueError(text, 1, f"no thing {quote(clue.thing)}", nearest(str(clue.thing), THINGS))
    if not isinstance(clue.largest, bool) or not isinstance(clue.negative, bool):
        raise ClueError(text, 1, "'largest' and 'negative' are True or False")
    if problem := _misfit(clue.relation, clue.thing, clue.largest):
        raise ClueError(text, 1, problem)


def _misfit(relation: str, thing: str, largest: bool) -> str:
    """Return why the grammar does not combine these words; an empty text if it does."""
    if largest and thing not in TERRAINS:
        return "'largest' stands only before a terrain"
    return "the treasure is never in the ocean (T-9)" if (relation, thing) == (Relation.IN, OCEAN) else ""


_COMBINED = [parts for parts in product(Relation, THINGS, (False, True)) if not _misfit(*parts)]
_NUMBERS: dict[tuple[Relation, str, bool], int] = {parts: number for number, parts in enumerate(_COMBINED)}

CLUES: tuple[Clue, ...] = tuple(Clue(*parts, negative) for parts in _NUMBERS for negative in (False, True))
"""All 94 clues of the grammar; clue number i stands at place i, and its complement beside it."""

_BY_TEXT = {str(clue): clue for clue in CLUES}


_GRAMMAR = re.compile(
    rf"(not )?(?:({'|'.join(Relation)}) )?(largest )?(?:({'|'.join(THINGS)}) )?"
)  # as far as a text keeps to it


def _parsed(text: str) -> Clue:
    """Read one clue; `ClueError` names the column of the first word that does not fit."""
    words = [(match[0].lower(), match.start() + 1) for match in re.finditer(r"\S+", text)]
    normal = " ".join([word for word, _ in words])

    def fault(place: int, problem: str) -> ClueError:
        at_end = place >= len(words)
        column = len(text.rstrip()) + 1 if at_end else words[place][1]
        found = "the text ends" if at_end else quote(words[place][0])
        return ClueError(text, column, f"{found}: {problem}", nearest(normal, _BY_TEXT, close=0.7))

    negative, relation, largest, thing = cast("re.Match[str]", _GRAMMAR.match(f"{normal} ")).groups()
    if relation is None:
        raise fault(bool(negative), "expected 'in', 'next to' or 'within 2 of'")
    place = bool(negative) + len(relation.split()) + bool(largest)
    if problem := _misfit(relation, thing, bool(largest)):
        raise fault(place, problem)
    if thing is None:
        raise fault(place, "expected a terrain, 'ocean', 'hut', 'palm' or 'statue'")
    if len(words) > place + 1:
        raise fault(place + 1, f"nothing may follow {thing!r}")
    return Clue(Relation(relation), thing, bool(largest), bool(negative))
