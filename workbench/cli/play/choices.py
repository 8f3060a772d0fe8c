"""The choices of a decision as a person sees them: each beside a letter, many in groups that open.

Numbers belong to the game (players, slots, coins); letters are for choosing. So what is typed is what stands
on the screen: the letter of a choice, the words beside it, or the whole notation of an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, NamedTuple

from rich.columns import Columns
from rich.console import Group, RenderableType

from workbench.cli.printing import styled

if TYPE_CHECKING:
    from toolkit.core import Action

_AT_FIRST = 12
"""Choices that are listed one by one before a group is opened: more are grouped by their first word."""

_MOST_NAMES = 8
"""Lines of names, such as hexes, that one list shows."""


class Choice(NamedTuple):
    """What stands beside a letter: an action, or the words with which several begin."""

    words: str
    actions: tuple[Action, ...]


class Chosen(NamedTuple):
    """What a typed line stands for: an action if it is `whole`, otherwise the list that its words open."""

    actions: tuple[Action, ...]
    opened: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal actions that begin with the same words, as they are listed.

    Attributes
    ----------
    opened
        The words with which all begin; they are not repeated in the list.
    listed
        What can be chosen by its letter, or too much for letters: then by its words.
    """

    opened: str
    listed: tuple[Choice, ...]

    @property
    def lettered(self) -> bool:
        """Whether there are letters enough."""
        return len(self.listed) <= len(ascii_lowercase)

    def find(self, line: str) -> Chosen | None:
        """Return what a line stands for in this list: a letter, or the words of one choice or of several."""
        typed = " ".join(line.casefold().split())
        letter = ascii_lowercase.find(typed) if len(typed) == 1 and self.lettered else -1
        if 0 <= letter < len(self.listed):
            words, chosen = self.listed[letter]
            return Chosen(chosen, f"{self.opened} {words}".strip(), len(chosen) == 1)
        actions = [action for choice in self.listed for action in choice.actions]
        return beginning(f"{self.opened} {typed}".strip(), actions)

    def shown(self, width: int) -> RenderableType:
        """Return the list in lines of so many columns: letters and words, or names side by side."""
        if not self.lettered:
            return styled("\n".join(_names(self, width)))
        rows = list(zip(ascii_lowercase, self.listed, strict=False))
        if all(len(choice.actions) == 1 for _, choice in rows):
            texts = [styled(f"  {letter}) {choice.words}") for letter, choice in rows]
            return Group(*self._title(), Columns(texts, padding=(0, 1), column_first=True))
        lines = [shorten(f"{x}) {_group(self, one)}", width - 2, placeholder=" ...") for x, one in rows]
        return Group(*self._title(), styled("\n".join(f"  {line}" for line in lines)))

    def _title(self) -> list[RenderableType]:
        return [styled(f"{self.opened} ...")] if self.opened else []


def choices(actions: Sequence[Action], opened: str = "") -> Choices:
    """Return legal actions that begin with some words: one by one, or in groups by the next word."""
    rests = [_rest(action, opened) for action in actions]
    if len(actions) <= (len(ascii_lowercase) if opened else _AT_FIRST):
        listed = [Choice(rest, (action,)) for rest, action in zip(rests, actions, strict=True)]
        return Choices(opened, tuple(listed))
    groups: dict[str, list[Action]] = {}
    for rest, action in zip(rests, actions, strict=True):
        groups.setdefault(rest.partition(" ")[0], []).append(action)
    if len(groups) == 1:
        return choices(actions, f"{opened} {next(iter(groups))}".strip())
    return Choices(opened, tuple([_choice(opened, word, found) for word, found in groups.items()]))


def beginning(words: str, actions: Sequence[Action]) -> Chosen | None:
    """Return the action that is written so, or those that begin with whole words; None without any."""
    typed = " ".join(words.casefold().split())
    texts = [(str(action).casefold(), action) for action in actions]
    if same := [action for text, action in texts if text == typed]:
        return Chosen(tuple(same[:1]), whole=True)
    found = [action for text, action in texts if typed and text.startswith(f"{typed} ")]
    return Chosen(tuple(found), str(found[0])[: len(typed)]) if found else None


def _choice(opened: str, word: str, actions: list[Action]) -> Choice:
    """Return a group, or the only action of one in all its words."""
    return Choice(_rest(actions[0], opened) if len(actions) == 1 else word, tuple(actions))


def _rest(action: Action, opened: str) -> str:
    return str(action)[len(opened) :].strip() or str(action)


def _group(listed: Choices, choice: Choice) -> str:
    """Return what a line says of a choice: the words, and for a group how many begin so, and some of them."""
    if len(choice.actions) == 1:
        return choice.words
    before = f"{listed.opened} {choice.words}".strip()
    rests = ", ".join(_rest(action, before) for action in choice.actions)
    return f"{choice.words} ... ({len(choice.actions)}): {rests}"


def _names(listed: Choices, width: int) -> list[str]:
    """Return the words of many choices side by side, as many as a screen should hold."""
    names = ", ".join(choice.words for choice in listed.listed)
    lines = wrap(names, width - 2, initial_indent="  ", subsequent_indent="  ")
    more = ["  ... (moves lists all)"] if len(lines) > _MOST_NAMES else []
    return [f"{listed.opened} ... ({len(listed.listed)}):", *lines[:_MOST_NAMES], *more]
