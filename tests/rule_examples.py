"""Examples of rules as texts, for all games: what lies on the table, what is done, what is seen then.

A line without a blank before it names the rules that an example shows, and says what it shows; then come
tables (``on``) and what is done there, each with what is seen then::

    S17 S27: the new card takes one of the freed slots and the others close up
      on 8 5 8 1
      draw, draw 4, exchange 0 2 -> legal: place 0, place 2
      if place 2 -> village 0: 5 4 1
      place 0 -> village 0: 4 5 1 | discard: 9 8 8

``if``: on a copy; the next line goes on from before it. A line that begins with ``->`` only looks;
one that begins with ``;`` goes on with the table of the line before.

What is seen is a name and a text: ``legal`` (or ``legal WORD``, what begins with it), ``can`` and ``refused``
with a line in notation, ``chances``, ``ways`` (their sum), ``acts``, ``kind``, ``end`` (why the game ended),
``0 sees hand 1`` or ``spectator sees discard``, ``0 hears`` (its last event), what a game adds, or any field
of the state. ``nothing`` is an empty text, ``...`` the rest.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playing import can, chances, do, events, legal, refused

from toolkit.core.decision import AUTOMATIC, CHANCE, TERMINAL
from toolkit.core.state import State

NOBODY = {CHANCE: "chance", TERMINAL: "over", AUTOMATIC: "rules"}
Look = Callable[[State, str], object]
"""What a word shows of a state, with what stands behind the word."""


class Table(NamedTuple):
    """What lies on a table, as an example says it: ``on FIRST; thing: text; rule=value``."""

    first: str
    things: dict[str, str]
    rules: dict[str, Any]

    @classmethod
    def parse(cls, text: str) -> Table:
        """Return the parts of a text."""
        first, *rest = text.split("; ")
        things, rules = {}, {}
        for part in rest:
            name, sign, word = re.split("(=|:)", part, maxsplit=1)
            if sign == "=":
                rules[name] = _value(word)
            else:
                things[name] = word.strip()
        return cls(first, things, rules)


def _value(word: str) -> Any:
    try:
        return literal_eval(word)
    except ValueError:
        return word


class Rulebook(NamedTuple):
    """How a game lays its tables, and what it shows of them besides what all games show."""

    lay: Callable[[Table], State]
    sees: Callable[[State, int | None, str], str]
    looks: Mapping[str, Look] = {}
    steps: Mapping[str, Callable[[State, str], object]] = {}

    def check(self, lines: list[str]) -> None:
        """Do what an example says, and compare what is seen."""
        state: Any = None
        for line in lines:
            done, _, told = f" {line}".partition(" -> ")
            here, done = state, done.strip()
            if done.startswith("on "):
                here = state = self.lay(Table.parse(done.removeprefix("on ")))
            elif done.startswith("if "):
                self.do(here := state.clone(), done.removeprefix("if "))
            elif done:
                self.do(state, done)
            names = [one.partition(": ") for one in told.split(" | ") if one]
            found = {name: self.seen(here.clone(), name, text) for name, _, text in names}
            assert found == {name: text for name, _, text in names}, line

    def do(self, state: Any, line: str) -> None:
        """Do what a line says, in notation or by a word of the game for several actions."""
        for part in line.split(", "):
            word, _, more = part.partition(" ")
            if word in self.steps:
                self.steps[word](state, more)
            else:
                do(state, part)

    def seen(self, state: State, name: str, told: str) -> str:
        """Return what is seen of a state under a name; as it is told, where ``...`` leaves the rest out."""
        word, _, more = name.partition(" ")
        if word.isdecimal() or word == "spectator":
            viewer, (verb, _, zone) = int(word) if word.isdecimal() else None, more.partition(" ")
            found: object = events(state, viewer)[-1] if verb == "hears" else self.sees(state, viewer, zone)
        elif look := self.looks.get(word) or LOOKS.get(word):
            found = look(state, more)
        else:
            found = getattr(state, name)
        text = ("no", "yes")[found] if isinstance(found, bool) else str(found)
        return told if told.endswith("...") and text.startswith(told[:-3]) else text or "nothing"


LOOKS: dict[str, Look] = {
    "legal": lambda state, word: ", ".join(legal(state, word)),
    "can": can,
    "refused": refused,
    "chances": lambda state, _: ", ".join(f"{weight} {name}" for name, weight in chances(state).items()),
    "ways": lambda state, _: sum(chances(state).values()),
    "acts": lambda state, _: NOBODY.get(state.to_act(), state.to_act()),
    "kind": lambda state, _: state.decision_kind(),
    "end": lambda state, _: getattr(state.outcome(), "reason", ""),
}


def examples(path: Path) -> Any:
    """Return a mark: a test of each example of a file, by its name, with its lines."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:1] not in ("", " ", "#"):
            title = name_of(line)
            assert title not in found, line
            found[title] = []
        elif line.strip().startswith("; "):
            found[title][-1] += line.strip()
        elif line.strip() and not line.startswith("#"):
            found[title].append(line.strip())
    for title, lines in found.items():
        assert "-> " in lines[-1], f"{title}: nothing is seen at its end"
    return pytest.mark.parametrize("lines", found.values(), ids=found)


def name_of(title: str) -> str:
    """Return the name of an example, as tests are named: its rules, then what it shows."""
    return "_".join(re.findall(r"\w+", title.replace("'", "")))
