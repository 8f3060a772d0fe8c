"""In which words the terminal speaks: as people say it, or in the notation that records and scripts use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, takewhile
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

from toolkit.core import Action, Event, Game, Observation, Outcome, State
from toolkit.core.decision import question
from toolkit.core.errors import ToolkitError, nearest, printable
from toolkit.core.game import rules_to_dict
from toolkit.core.record import Record, who
from toolkit.core.telling.language import ISOLATE, POP, Language, cut, find_language, isolated
from toolkit.core.telling.teller import Teller, people, read_words
from workbench.cli.play.choosing import Choices, beginning
from workbench.cli.printing import say

if TYPE_CHECKING:
    from toolkit.core.pictures import Picture

_LONGEST_NAME = 12  # letters of a name in a table: those of four people fit beside each other in 80 columns
_LONGEST = 60  # letters of a typed line that are said again
_CLOSE = 0.6  # how near a word must be to be proposed: a lone letter is near to much


@dataclass(frozen=True, slots=True)
class Seats:
    """What the seats are called in tables; seats, slots and rounds are counted from `first`.

    A long name is cut where people read it in a table, which would fold otherwise; a sentence has room.
    """

    people: tuple[str, ...]  #: what each person is called
    first: int
    language: Language

    def __getitem__(self, seat: int) -> str:
        """Return a person with the number that stands for them, such as on a board."""
        (name, _), number = self._short(seat), self.number(seat)
        return name if name.endswith(f" {number}") else f"{number} {name}"

    def number(self, seat: int) -> str:
        """Return the number of a person."""
        return self.language.number(seat + self.first)

    def who(self, seat: int) -> str:
        """Return a person in a line: by the name, or in the notation by the number."""
        return "".join(self._short(seat)) if self.first else str(seat)

    def player(self, seat: int) -> str:
        """Return a person in a sentence."""
        return self.people[seat] if self.first else f"player {seat}"

    def _short(self, seat: int) -> tuple[str, str]:
        """Return a name, and the number that tells it from others; in the notation it is whole."""
        if not self.first:
            return self.people[seat], ""
        numbered = self.language.numbered.format("", self.number(seat))
        name = self.people[seat].removesuffix(numbered)
        return cut(name, _LONGEST_NAME), self.people[seat][len(name) :]


@cache
def _words() -> Mapping[str, Any]:
    return read_words("workbench.cli.play")


class Voice(ABC):
    """How the terminal says things to the persons of one game, and understands what they type."""

    def __init__(self, game: Game[Any, Any], language: str, people: Sequence[str], first: int) -> None:
        self.game, self.language = game, find_language(language)
        self.seats = Seats(tuple(people), first, self.language)

    def say(self, key: str, **places: object) -> str:
        """Return a sentence of the terminal itself, in the language."""
        text = _words()["says"][key][self.language.code].strip("\n")
        filled = self.language.filled(text, {name: _apart(value) for name, value in places.items()})
        return self.language.finished(filled, capital=False)

    def tell(self, text: str, level: Literal["note", "warning"]) -> None:
        """Tell something in the language, on standard error, that leaves the exit status as it is."""
        say(f"{_words()['levels'][level][self.language.code]}: {text}")

    def word(self, key: str, **places: object) -> str:
        """Return words for the table of the game, ``names.table`` among its words."""
        return self.teller(None).word("table", key, **places)

    def apart(self, text: str) -> str:
        """Return a name, an id or a cell that keeps its place in a line, whatever its direction."""
        return self.language.finished(isolated(text), capital=False)

    def quoted(self, line: str) -> str:
        """Return what was typed in the quotation marks of the language, on one line and not too long."""
        shown = printable(line.replace(ISOLATE, "").replace(POP, ""))
        return self.say("quoted", text=shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 3]}...")

    def _unknown(self, line: str, listed: Choices, legal: Sequence[str], problem: str) -> ToolkitError:
        """Return the refusal of a line that means nothing: what is near, or what can be typed at all."""
        commands = [texts[self.language.code] for texts in _words()["commands"].values()]
        words = [] if " " in line else [*(text.partition(" ")[0] for text in legal), *commands]
        if near := nearest(line, [*legal, *words], _CLOSE):  # 'move b99' is no mistyped 'moves'
            return ToolkitError(self.say("did_you_mean", line=self.quoted(line), near=self.quoted(near)))
        typed, near = listed.lettered and bool(listed.listed), self.quoted(legal[0])
        how = self.say("what_to_type", near=near) if typed else self.say("what_to_write", near=near)
        return ToolkitError(f"{problem}\n{how}")

    def untold(self, file: str) -> str:
        """Return what positions of the game do not tell, and what is taken for it; or nothing."""
        what = _words()["untold"].get(self.game.name)
        return self.say("untold", file=file, what=what[self.language.code]) if what else ""

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.teller(None).title(self.game.title)

    def named(self, command: str) -> str:
        """Return the word of a command in the language."""
        return str(_words()["commands"][command][self.language.code])

    def command(self, line: str) -> list[str]:
        """Return the words of a line, the first one in English where it is a command in the language."""
        first, *rest = line.split() or [""]
        names = {texts[self.language.code]: name for name, texts in _words()["commands"].items()}
        return [names.get(first, first), *rest] if first else []

    def is_command(self, line: str) -> bool:
        """Tell whether a line begins with the word of a command."""
        return self.command(line)[0] in _words()["commands"]

    @abstractmethod
    def teller(self, seat: int | None) -> Teller:
        """Return what names things for a seat, and tells it the game."""

    @abstractmethod
    def picture(self, seen: Observation[Any]) -> Picture | None:
        """Return what a seat sees, drawn with the names of people; None for a game that is not drawn."""

    @abstractmethod
    def called(self, seat: int) -> str:
        """Return what a person is called at the prompt."""

    @abstractmethod
    def news(
        self, log: Sequence[Event], seat: int | None, since: int = 0, *, joined: bool = False
    ) -> list[str]:
        """Return events from a number on as lines for a seat, those of one player joined on request."""

    @abstractmethod
    def question(self, seen: Observation[Any]) -> str:
        """Return what the open decision asks the seat that sees this."""

    @abstractmethod
    def labels(self, actions: Iterable[Action], seen: Observation[Any]) -> dict[Action, str]:
        """Return what actions are called in a list."""

    @abstractmethod
    def sort(self, action: Action) -> str:
        """Return by what many choices are grouped."""

    @abstractmethod
    def read(self, line: str, listed: Choices, seen: Observation[Any], world: State) -> tuple[Action, ...]:
        """Return the actions that a line means where such a list is open, legal or not.

        `ToolkitError` names what is near, or what can be done at all.
        """

    @abstractmethod
    def refused(self, seat: int, action: Action, reason: str) -> str:
        """Return that an action is not legal, and why."""

    @abstractmethod
    def ending(self, outcome: Outcome, seat: int | None) -> str:
        """Return why the game ended, and who won."""

    @abstractmethod
    def record(self, record: Record, seat: int | None) -> list[str]:
        """Return a record as lines for a seat, or with all secrets: the game, what happened, and its end."""


class InWords(Voice):
    """Says everything as people say it, in one language, with the names of people; counts from 1."""

    def __init__(self, game: Game[Any, Any], language: str, names: Sequence[str]) -> None:
        self._people = people(names, language)
        super().__init__(game, language, self._people, 1)
        self._tellers: dict[int | None, Teller] = {}

    def teller(self, seat: int | None) -> Teller:
        """Return what names things for a seat, and tells it the game."""
        if seat not in self._tellers:
            self._tellers[seat] = self.game.telling(self.language.code, self._people, seat)
        return self._tellers[seat]

    def picture(self, seen: Observation[Any]) -> Picture | None:
        """Return what a seat sees, drawn with the names of people; None for a game that is not drawn."""
        return self.game.picture(seen, self.teller(seen.player))

    def called(self, seat: int) -> str:
        """Return what a person is called at the prompt."""
        return self._people[seat]

    def news(
        self, log: Sequence[Event], seat: int | None, since: int = 0, *, joined: bool = False
    ) -> list[str]:
        """Return events from a number on as lines for a seat, those of one player joined on request."""
        lines = self.teller(seat).lines(log[since:])
        if not joined:
            return [line.text for line in lines]
        runs = groupby(lines, key=lambda line: line.by)
        return [" ".join(line.text for line in run) for _, run in runs]

    def question(self, seen: Observation[Any]) -> str:
        """Return what the open decision asks the seat that sees this."""
        return self.teller(seen.player).open(seen.stack[-1], seen)

    def labels(self, actions: Iterable[Action], seen: Observation[Any]) -> dict[Action, str]:
        """Return what actions are called in a list."""
        teller, frame = self.teller(seen.player), seen.stack[-1]
        return {action: teller.choice(action, frame, seen) for action in actions}

    def sort(self, action: Action) -> str:
        """Return by what many choices are grouped."""
        return self.teller(None).kind(action)

    def read(self, line: str, listed: Choices, seen: Observation[Any], world: State) -> tuple[Action, ...]:
        """Return the action that a line means where such a list is open, legal or not."""
        labels = self.labels(self._choosable(seen), seen)
        found = beginning(f"{listed.opened} {line}".strip(), labels) or beginning(line, labels)
        if found and found.whole:
            return found.actions
        if found:
            raise ToolkitError(self.say("nothing_possible", line=self.quoted(line)))
        try:
            self.game.parse_line(line, world)
        except ToolkitError:
            unknown = self.say("no_choice", line=self.quoted(line))
            raise self._unknown(line, listed, [*self.labels(seen.actions, seen).values()], unknown) from None
        raise ToolkitError(self.say("notation", line=self.quoted(line)))

    def _choosable(self, seen: Observation[Any]) -> list[Action]:
        """Return all that a player can ever choose; what chance does has no words for a list."""
        kinds = [kind.does for kind in self.game.decisions.values() if kind.sort == "decision"]
        every = self.game.vocabulary(seen.players, seen.rules)
        return [action for action in every if any(type(action) in does for does in kinds)]

    def refused(self, seat: int, action: Action, reason: str) -> str:  # noqa: ARG002
        """Return that an action is not legal, and why."""
        return self.teller(seat).refused(reason)

    def ending(self, outcome: Outcome, seat: int | None) -> str:
        """Return why the game ended, and who won."""
        return "\n".join(self.teller(seat).end(outcome))

    def record(self, record: Record, seat: int | None) -> list[str]:
        """Return a record as lines for a seat, or with all secrets: the game, what happened, and its end."""
        teller, editions = self.teller(seat), self.game.editions
        usual = next(iter(editions))
        edition = next((name for name, rules in editions.items() if rules == record.rules), "")
        told = [teller.heading(self.game.title, edition if edition != usual else "")]
        if not edition:
            rules = rules_to_dict(record.rules).items()
            told += [self.say("rule", rule=f"{name} = {value}") for name, value in rules]
        told += [teller.noted(record.note)] if record.note else []
        state = record.replay()
        told += self.news(state.full_log() if seat is None else state.log(seat), seat)
        return [*told, *(teller.end(record.outcome) if record.outcome else ())]


class InNotation(Voice):
    """Says everything as records write it; counts from 0."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str]) -> None:
        super().__init__(game, "en", [printable(name.removeprefix("me:")) for name in names], 0)

    def teller(self, seat: int | None) -> Teller:
        """Return what names things for a seat; people by their numbers."""
        people = [f"player {number}" for number in range(len(self.seats.people))]
        return self.game.telling("en", people, seat)

    def word(self, key: str, **places: object) -> str:
        """Return words for the table of the game, in one form for all numbers."""
        text = self.language.plural(self.game.teller.words["names"]["table"][key]["en"], 0)
        return self.language.finished(text.format_map(places), capital=False)

    def picture(self, seen: Observation[Any]) -> Picture | None:
        """Return what a seat sees, drawn; None for a game that is not drawn.

        People count from 1 in every picture: their numbers stand on its pieces.
        """
        return seen.picture

    def called(self, seat: int) -> str:
        """Return what a person is called at the prompt."""
        return self.seats[seat]

    def news(
        self,
        log: Sequence[Event],
        seat: int | None,  # noqa: ARG002
        since: int = 0,
        *,
        joined: bool = False,
    ) -> list[str]:
        """Return events from a number on as lines, who acted and what."""
        before, lines = self.game.lines(log[:since]), self.game.lines(log)
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, lines, strict=False)))
        told = [(actor, [_counted(text, same)]) for (actor, text), same in groupby(lines[known:])]
        if joined:
            runs = groupby(told, key=itemgetter(0))
            told = [(actor, [text for _, texts in run for text in texts]) for actor, run in runs]
        return [
            f"  {self.seats[actor] if actor >= 0 else who(actor)}: {'; '.join(texts)}"
            for actor, texts in told
        ]

    def question(self, seen: Observation[Any]) -> str:
        """Return what the open decision asks the seat that sees this."""
        frame = seen.stack[-1]
        return question(frame, seen) if hasattr(frame, "question") else f"decision: {seen.decision_kind()}"

    def labels(self, actions: Iterable[Action], seen: Observation[Any]) -> dict[Action, str]:  # noqa: ARG002
        """Return the notation of actions."""
        return {action: str(action) for action in actions}

    def sort(self, action: Action) -> str:
        """Return the first word of an action."""
        return str(action).partition(" ")[0]

    def read(self, line: str, listed: Choices, seen: Observation[Any], world: State) -> tuple[Action, ...]:
        """Return the actions that a line writes, legal or not."""
        try:
            return self.game.parse_line(line, world)
        except ToolkitError as error:
            vocabulary = self.game.vocabulary(seen.players, seen.rules)
            if beginning(line, self.labels(vocabulary, seen)):
                raise ToolkitError(self.say("nothing_possible", line=self.quoted(line))) from error
            raise self._unknown(line, listed, [*map(str, seen.actions)], str(error)) from error

    def refused(self, seat: int, action: Action, reason: str) -> str:  # noqa: ARG002
        """Return that an action is not legal, and why."""
        return f"{action}: {reason}"

    def ending(self, outcome: Outcome, seat: int | None) -> str:  # noqa: ARG002
        """Return why the game ended, and who won."""
        won = " and ".join(self.seats[seat] for seat in outcome.winners) or "no player"
        pairs = [(self.seats[seat], score) for seat, score in enumerate(outcome.scores)]
        pairs += [("the rival", score) for score in outcome.others]
        scores = ", ".join(f"{name}: {score}" for name, score in pairs)
        return f"The game is over: {printable(outcome.reason)}.\nWon: {won}. Scores: {scores}."

    def record(self, record: Record, seat: int | None) -> list[str]:
        """Return a record as lines for a seat, or with all secrets: the game, what happened, and its end."""
        return (record.to_text() if seat is None else record.seen_text(seat)).splitlines()


def _counted(text: str, same: Iterable[object]) -> str:
    times = len(list(same))
    return text if times == 1 else f"{text} ({times} times)"


def _apart(value: object) -> object:
    """Return what stands in a place: a text is isolated as a whole, whatever it holds."""
    return value if isinstance(value, int) else isolated(str(value).replace(ISOLATE, "").replace(POP, ""))
