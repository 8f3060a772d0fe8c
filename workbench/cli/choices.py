"""The types of arguments and options: words of a list and numbers, which refuse alike and complete alike.

The lists are typed out, for the shell asks for them at each press of a key and must not wait for the toolkit;
a test compares them with what the toolkit knows.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from toolkit.core.errors import did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    TextType = click.ParamType[str]
    NumberType = click.ParamType[int]
    LandmarksType = click.ParamType[tuple[str, ...]]
    DateType = click.ParamType[date]
else:
    TextType = NumberType = LandmarksType = DateType = click.ParamType

MAPS = ("brown", "white", "grey", "black")
LETTERS: dict[str, str] = dict(zip(MAPS, "bwgk", strict=True))
COLOURS = ("red", "blue", "yellow", "green")
KINDS = ("pinpoint", "lost-landmarks", "lie", "best-card", "whose-clue", "expedition")
LEVELS = ("easy", "moderate", "tricky", "hard", "fiendish")
LANDMARK = ("hut", "palm", "statue")
LANDMARKS = ("huts", "palms", "statues")
LANGUAGES = ("en", "fa")
LAYOUTS = tuple(
    f"{sides}+{shift}" for sides in ("ABC", "BCA", "CAB", "ACB", "CBA", "BAC") for shift in (0, 1)
)
EXPERT = "expert"
BOTS = ("random", "greedy", EXPERT, "expert:200w", "expert:0.5s", "ismcts", "ismcts:400", "ismcts:0.1s")
REMEMBERING = ("remembering:0.97", "remembering:power:1:0.5", "remembering:last:7")
PERSON = "me"

_FEW = 12  # numbers that a shell lists


class _Listed:
    """What has `words`, which the shell completes, with commas between them if there may be `several`."""

    words: Sequence[str]
    several = False

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the words that begin as the typed one."""
        return (in_a_list if self.several else going_on)(incomplete, self.words)


class OneOf(_Listed, TextType):
    """A word of a list, in any case; `what` it names, such as a map."""

    def __init__(self, what: str, words: Sequence[str]) -> None:
        self.name = what
        self.words = words
        self.plural = f"{what}s"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word of the list; one that is not in it is a usage error with the nearest or all."""
        if (word := value.strip().lower()) not in self.words:
            hint = did_you_mean(value, self.words, self.plural)
            self.fail(f"no {self.name} {quote(value)}{hint}", param, ctx)
        return word


class Landmarks(_Listed, LandmarksType):
    """Kinds of landmarks, with commas between them, in the order of the rules."""

    name = "landmarks"
    words = LANDMARKS
    several = True

    def convert(
        self, value: str | tuple[str, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the kinds; an unknown one is a usage error."""
        words = [word.strip().lower() for word in value.split(",")] if isinstance(value, str) else value
        found = {f"{word.removesuffix('s')}s" for word in words}
        if odd := [word for word in words if f"{word.removesuffix('s')}s" not in LANDMARKS]:
            hint = did_you_mean(odd[0], LANDMARKS, "landmarks")
            self.fail(f"no landmarks {quote(odd[0])}{hint}", param, ctx)
        return tuple(kind.removesuffix("s") for kind in LANDMARKS if kind in found)


class Level(_Listed, NumberType):
    """The level of a puzzle, by its number or its name."""

    name = "level"
    words = LEVELS

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; another text is a usage error."""
        numbers = {str(number): number for number in range(1, len(LEVELS) + 1)}
        names = numbers | dict(zip(LEVELS, numbers.values(), strict=True))
        word = str(value).strip().lower()
        if word not in names:
            self.fail(f"no level {quote(value)}{did_you_mean(word, names, 'levels')}", param, ctx)
        return names[word]


class Day(DateType):
    """A date of the calendar, such as 2026-11-23."""

    name = "date"

    def convert(self, value: str | date, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the date; another text is a usage error."""
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            self.fail(f"no date {quote(value)}: it is written as 2026-11-23", param, ctx)


class Whole(_Listed, click.IntRange):
    """A whole number, perhaps within bounds."""

    name = "n"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        super().__init__(least, most)
        few = least is not None and most is not None and most - least <= _FEW
        self.words = [str(number) for number in range(least or 0, (most or 0) + 1)] if few else []

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; another text is a usage error that says what is wanted."""
        with suppress(click.BadParameter):
            return int(super().convert(value, param, ctx))
        wanted = (
            "" if self.min is None else f" from {self.min} {'on' if self.max is None else f'to {self.max}'}"
        )
        raise click.BadParameter(f"{quote(value)} is no whole number{wanted}{self._meant(value)}", ctx, param)

    def _describe_range(self) -> str:
        """Return the bounds as help shows them."""
        most = "or more" if self.max is None else f"to {self.max}"
        return "" if self.min is None else f"{self.min} {most}"

    def _meant(self, value: str) -> str:
        """Return the plain form of a number such as 1e5 or 1,000, if it would be right."""
        with suppress(ValueError, click.BadParameter):
            number = float(value.replace(",", ""))
            if number.is_integer() and abs(number) < 1e15 and str(int(number)) != value:
                return f"; did you mean '{self.convert(str(int(number)), None, None)}'?"
        return ""


def going_on(typed: str, words: Iterable[str]) -> list[CompletionItem]:
    """Return those of some words that begin as what is typed, whatever the case."""
    return [CompletionItem(word) for word in words if word.lower().startswith(typed.lower())]


def in_a_list(typed: str, words: Iterable[str]) -> list[CompletionItem]:
    """Return how a list with commas can go on: what is typed before its last comma, and then each word."""
    before, comma, last = typed.rpartition(",")
    return going_on(typed, [f"{before}{comma}{word}" for word in words if word.startswith(last)])
