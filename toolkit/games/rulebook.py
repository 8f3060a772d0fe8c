"""The rules of the games by their numbers: ``rules.md`` in the room of each game, in words of our own.

A digest states a rule in an item of a list or in a row of a table that begins with its number, below the
heading under which it stands. ``rules.fa.md`` beside it is the same digest in Persian.

>>> rule, = find_rules("t-3")
>>> rule.game, rule.heading, rule.text.split(": ")[0]
('tobago', 'The island', 'A hex of a board piece is named by side letter + a + b')
>>> cited("a card of another landscape lies there (M-18, M-20)")
('M-18', 'M-20')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import ascii_lowercase
from typing import Any

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.telling.language import Language, find_language, isolated
from toolkit.games import SHIPPED

_NUMBER = "[A-Z]-[0-9]+[a-z]?"
_PART = re.compile(
    rf"""^\#+\ (?:[0-9.]+\ )?(?P<heading>[^(\n]+)
       | ^[-*]\ (?P<item>{_NUMBER})\.?\ +(?P<said>.+(?:\n\ \ .+)*)
       | ^\|\ (?P<columns>.+)\ \|\n\|---
       | ^\|\ (?P<row>{_NUMBER})\ \|\ (?P<cells>.+)\ \|$""",
    re.MULTILINE | re.VERBOSE,
)
_MARKS = re.compile(r"^\S+: (\[.\] .*)$", re.MULTILINE)
_MARK = re.compile(r"\[(.)\] ([^\[\n]+?)[,،.](?= \[|$)")
_MARKED = re.compile(r"\[([^\]:]*)")  # it may hold several: [S, W: ...]
_LETTER = re.compile(r"(?<!\w)[A-Z?](?!\w)")
_ASKED = re.compile(r"([A-Z])-?([0-9]+)([a-z]?)(?:(?: to |\.\.|-)([A-Z])-?([0-9]+)([a-z]?))?", re.IGNORECASE)
_CITED = re.compile(rf"(?<![\w-]){_NUMBER}(?:(?: to |\.\.|-){_NUMBER})?(?![\w-])")
_LATIN = re.compile(r"`([^`]+)`|(\w*[A-Za-z][\w+>-]*)", re.ASCII)  # names, numbers of rules, hexes
_NEAREST = 3  # rules that are named for a number that there is not

_Place = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule, open question, worked example or question of the odds of a game."""

    number: str  #: such as ``T-17`` or ``W-27a``
    game: str  #: the name of the game
    heading: str  #: what is told there, such as ``Set-up``
    text: str  #: its words without marks of Markdown; a line for each cell of a table
    marks: tuple[tuple[str, str], ...]  #: how sure it is: the marks in the text, such as ``[S]``, explained

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "number": self.number,
            "game": self.game,
            "heading": self.heading,
            "text": self.text,
            "marks": dict(self.marks),
        }


def rules_of(game: str, language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a shipped game in the order of its digest, in English or Persian.

    `ToolkitError` for another game or language.
    """
    if game not in SHIPPED:
        raise ToolkitError(f"no rules of a game {quote(game)}{did_you_mean(game, SHIPPED, 'games')}")
    return _stated(game, find_language(language))


def find_rules(number: str, game: str | None = None, language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a number such as ``T-17``, ``t17``, or of a range such as ``T-24 to T-31``.

    There is mostly one; but two games count their worked examples E-1, E-2 ...: who knows the game says it.
    `ToolkitError` for a text that is no number, and for a number that there is not, with the nearest ones.
    """
    asked = _ASKED.fullmatch(number.strip())
    if not asked:
        raise ToolkitError(f"no rule {quote(number)}; a rule has a letter and a number, such as T-17")
    letter, digits, part, *end = asked.groups()
    first = letter.upper(), int(digits), part.lower()
    last = (end[0].upper(), int(end[1]), end[2].lower()) if end[0] else first
    known = [rule for one in ([game] if game else SHIPPED) for rule in rules_of(one, language)]
    found = tuple(rule for rule in known if first <= _place(rule.number) <= last)
    if first[0] != last[0]:
        raise ToolkitError(f"no rules {quote(number)}; both ends of a range have the same letter")
    if not found:
        of_game = f" of {game}" if game else ""
        raise ToolkitError(f"no rule {quote(number)}{of_game}{_instead(first, known)}")
    return found


def cited(text: str) -> tuple[str, ...]:
    """Return the numbers of the rules that a text cites, each once, in its order; ranges number by number."""
    found = (rule.number for one in _CITED.findall(text) for rule in _known(one))
    return tuple(dict.fromkeys(found))


def _known(number: str) -> tuple[Rule, ...]:
    try:
        return find_rules(number)
    except ToolkitError:  # a text may hold what only looks like a rule
        return ()


def _instead(place: _Place, known: Sequence[Rule]) -> str:
    """Return what to say after an unknown number: the nearest ones, or the letters that there are."""
    places = {_place(rule.number): rule.number for rule in known}
    alike = [one for one in places if one[0] == place[0]]
    if alike:
        near = sorted(sorted(alike, key=lambda one: abs(one[1] - place[1]))[:_NEAREST])
        return f"; the nearest are {', '.join(places[one] for one in near)}"
    return f"; rules begin with {', '.join(sorted({letter for letter, *_ in places}))}"


def _place(number: str) -> _Place:
    """Return what numbers are sorted by."""
    digits = number[2:].rstrip(ascii_lowercase)
    return number[0], int(digits), number[2 + len(digits) :]


@cache
def _stated(game: str, language: Language) -> tuple[Rule, ...]:
    """Return the rules that a digest states."""
    file = "rules.md" if language.code == "en" else f"rules.{language.code}.md"
    digest = (files("toolkit.games") / game / file).read_text(encoding="utf-8")
    return tuple(_parts(game, digest, language))


def _parts(game: str, digest: str, language: Language) -> Iterator[Rule]:
    marks = [mark for line in _MARKS.findall(digest) for mark in _MARK.findall(line)]
    heading, columns = "", [""]
    for part in _PART.finditer(digest):
        if part["heading"]:
            heading = part["heading"].strip()
        elif part["columns"]:
            columns = _cells(part["columns"])
        else:
            text = _plain(part["said"] or _row(columns, part["cells"]), language)
            used = {letter for inside in _MARKED.findall(text) for letter in _LETTER.findall(inside)}
            told = tuple((mark, _shown(what, language)) for mark, what in marks if mark in used)
            yield Rule(part["item"] or part["row"], game, _shown(heading, language), text, told)


def _row(columns: list[str], cells: str) -> str:
    """Return a row of a table: a line for each cell behind the number, with its column."""
    told = zip(columns[1:], _cells(cells), strict=True)
    return "\n".join(f"{column}: {cell}" for column, cell in told if cell not in ("-", "—"))


def _cells(row: str) -> list[str]:
    return re.split(r" *(?<!\\)\| *", row)


def _plain(said: str, language: Language) -> str:
    """Return the words of a rule without Markdown: its lines joined, each row of a table within on a line."""
    said = re.sub(r"\n  \|.+\n  \|---.*", "", said)  # what heads the rows
    said = re.sub(r"\n  \| (.+?) \| (.+) \|", r"\n\1: \2", said)
    said = re.sub(r" *\n  ", " ", said)
    return _shown(said.replace("**", "").replace(r"\|", "|"), language)


def _shown(text: str, language: Language) -> str:
    """Return a text as it is read: what is Latin in one that is written from the right stands apart there."""
    if language.direction == "rtl":
        text = _LATIN.sub(lambda found: isolated(found[1] or found[2]), text)
    return language.finished(text.replace("`", ""), capital=False)
