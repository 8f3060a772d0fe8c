"""What can be chosen: a list of actions with letters, in groups where there are many, and what a line means.

What is typed is what stands on the screen: the letter of a choice, or the words beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from string import ascii_lowercase
from textwrap import shorten, wrap
from typing import NamedTuple, Protocol

from rich.columns import Columns
from rich.console import Group, RenderableType

from toolkit.core import Action
from toolkit.core.telling.language import ISOLATE, POP, Language
from workbench.cli.printing import styled

MOST_LETTERED = len(ascii_lowercase)
"""As many choices have letters."""

_AT_FIRST = 12  # choices that are listed one by one: more are grouped
_MOST_NAMES = 8  # lines of names, such as hexes, that one list shows
_QUOTES = {"“": "”", "«": "»"}
_WORD = re.compile(f"(?:{ISOLATE}[^{POP}]*{POP}|[^ {ISOLATE}])+")
_UNTYPED = str.maketrans("", "", "\u2066\u2068\u2069“”«»\"'")
DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")
"""Digits as a Persian keyboard types them."""


class Speaking(Protocol):
    """What a list needs of the voice that names its choices."""

    language: Language

    def sort(self, action: Action) -> str:
        """Return by what many choices are grouped at first."""
        ...

    def say(self, key: str, **places: object) -> str:
        """Return a sentence of the terminal itself."""
        ...


class Choice(NamedTuple):
    """What stands beside a letter: an action, or the words with which several begin."""

    words: str
    actions: tuple[Action, ...]


class Meant(NamedTuple):
    """What a typed line stands for: an action if it is `whole`, otherwise the list that its words open."""

    actions: tuple[Action, ...]
    opened: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal actions that begin with the same words, as they are listed."""

    opened: str  #: the words with which all begin; they are not repeated in the list
    listed: tuple[
        Choice, ...
    ]  #: what can be chosen by its letter, or too much for letters: then by its words
    labels: Mapping[Action, str]  #: what each action is called
    voice: Speaking

    @property
    def lettered(self) -> bool:
        """Whether there are letters enough."""
        return len(self.listed) <= MOST_LETTERED

    def find(self, line: str) -> Meant | None:
        """Return what a line stands for in this list: a letter, or the words of one choice or of several."""
        typed = typable(line)
        one = typed.removesuffix(")")
        alphabets = ([*ascii_lowercase], [*self.voice.language.letters]) if self.lettered else ()
        letter = next((letters.index(one) for letters in alphabets if one in letters), len(self.listed))
        if letter < len(self.listed):
            words, chosen = self.listed[letter]
            return Meant(chosen, f"{self.opened} {words}".strip(), len(chosen) == 1)
        listed = {action: self.labels[action] for choice in self.listed for action in choice.actions}
        return beginning(f"{self.opened} {typed}".strip(), listed)

    def shown(self, width: int) -> RenderableType:
        """Return the list in lines of so many columns: letters and words, or names side by side."""
        if not self.lettered:
            return styled("\n".join(self._names(width)))
        rows = list(zip(self.voice.language.letters, self.listed, strict=False))
        if all(len(choice.actions) == 1 for _, choice in rows):
            words = _without([choice.words for choice in self.listed], self.opened)
            texts = [styled(f"  {letter}) {said}") for (letter, _), said in zip(rows, words, strict=True)]
            return Group(*self._title(), Columns(texts, padding=(0, 1)))
        lines = [_shortened(f"{x}) {self._group(one)}", width - 2) for x, one in rows]
        return Group(*self._title(), styled("\n".join(f"  {line}" for line in lines)))

    def _title(self) -> list[RenderableType]:
        return [styled(f"{self.opened} ...{_unclosed(self.opened)}")] if self.opened else []

    def _group(self, choice: Choice) -> str:
        """Return what a line says of a choice: for a group how many begin so, and some of them."""
        if len(choice.actions) == 1:
            return choice.words
        before, said = f"{self.opened} {choice.words}".strip(), self.voice.language
        rests = _without([_rest(self.labels[action], before) for action in choice.actions], before)
        return f"{choice.words} ...{_unclosed(before)} ({said.number(len(rests))}): {said.listed(rests)}"

    def _names(self, width: int) -> Iterator[str]:
        """Yield the words of many choices side by side, as many as a screen should hold."""
        said = self.voice.language
        names = said.listed([choice.words for choice in self.listed])
        lines = wrap(names, width - 2, initial_indent="  ", subsequent_indent="  ")
        yield f"{self.opened} ... ({said.number(len(self.listed))}):"
        yield from lines[:_MOST_NAMES]
        if len(lines) > _MOST_NAMES:
            yield self.voice.say("listed")


def choices(labels: Mapping[Action, str], voice: Speaking, opened: str = "") -> Choices:
    """Return actions, with what they are called, that begin with some words.

    Few are listed one by one, many at first in groups by their sort, then by the next word.
    """
    if len(labels) <= (MOST_LETTERED if opened else _AT_FIRST):
        return _flat(labels, voice, opened)
    groups: dict[str, list[Action]] = {}
    for action, label in labels.items():
        group = _words(_rest(label, opened))[0] if opened else voice.sort(action)
        groups.setdefault(group, []).append(action)
    begun = {
        group: _begun(group, opened, [labels[action] for action in same]) for group, same in groups.items()
    }
    if len(groups) > 1:
        listed = [Choice(_rest(begun[group], opened), tuple(same)) for group, same in groups.items()]
        return Choices(opened, tuple(listed), labels, voice)
    (longer,) = begun.values()
    return choices(labels, voice, longer) if longer != opened else _flat(labels, voice, opened)


def _begun(group: str, opened: str, labels: Sequence[str]) -> str:
    """Return the words with which the labels of a group begin; a group of one is its whole label."""
    if len(labels) == 1:
        return labels[0]
    with_word = f"{opened} {group}".strip()
    if labels[0] == with_word or labels[0].startswith(f"{with_word} "):
        return with_word
    words = zip(*map(_words, labels), strict=False)
    return " ".join(same[0] for same in takewhile(lambda at: len({*at}) == 1, words))


def _flat(labels: Mapping[Action, str], voice: Speaking, opened: str) -> Choices:
    listed = [Choice(_rest(label, opened), (action,)) for action, label in labels.items()]
    return Choices(opened, tuple(listed), labels, voice)


def _words(label: str) -> list[str]:
    """Return the words of a text; a name, which may hold blanks, is one with what stands beside it."""
    return _WORD.findall(label)


def _rest(label: str, opened: str) -> str:
    return label[len(opened) :].strip() or label


def _unclosed(text: str) -> str:
    """Return the mark that closes what is quoted last in a text, if that is not closed there."""
    return next((close for mark, close in _QUOTES.items() if text.count(mark) > text.count(close)), "")


def _without(rests: Sequence[str], before: str) -> list[str]:
    """Return how texts go on without the mark that closes what was opened before all of them."""
    return [rest.rstrip(_unclosed(before) or " ") for rest in rests]


def _shortened(text: str, width: int) -> str:
    short = shorten(text, width - 1, placeholder=" ...")
    return f"{short}{_unclosed(short)}"


def beginning(words: str, labels: Mapping[Action, str]) -> Meant | None:
    """Return the action that is called so, or those that begin with whole words; None without any."""
    typed = typable(words)
    texts = [(typable(label), action) for action, label in labels.items()]
    if same := [action for text, action in texts if text == typed]:
        return Meant(tuple(same[:1]), whole=True)
    found = [action for text, action in texts if typed and text.startswith(f"{typed} ")]
    if not found:
        return None
    label = _words(labels[found[0]])
    opened = (" ".join(label[:count]) for count in range(1, len(label)))
    return Meant(tuple(found), next((one for one in opened if typable(one) == typed), ""))


def typable(text: str) -> str:
    """Return a text as it is compared: in small letters, without marks of direction and of quotation."""
    return " ".join(text.translate(_UNTYPED).translate(DIGITS).casefold().split())
