"""`NotedGame`: a printed game as one person at the table notes it, line by line.

It is a told game: the engine, with what nobody told left open. A line tells what happened, and the cards that
the writer came to see by it. Here is what the notes of all games have in common: what a line is, cards that
it leaves out, what it may leave to be understood, and taking it back. A game is noted in the words of its
records (`toolkit.core.told.wording`), or in lines of its own.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar, cast

from toolkit.core.decision import Action, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.game import Game, rules_to_dict
from toolkit.core.hidden import Place
from toolkit.core.observation import Observation
from toolkit.core.state import Outcome, State
from toolkit.core.telling.language import Language, Text, find_language, isolated, read_words
from toolkit.core.told.game import Told, ToldGame, UntoldError
from toolkit.core.told.tracing import Shown

S = TypeVar("S", bound=State)
T = TypeVar("T")

FORMAT = "tobago-note/1"
"""What a file of notes begins with."""

Sentences = Mapping[str, Mapping[str, Text]]
"""Sentences by key, each in all languages."""

WORDS: Sentences = MappingProxyType(read_words("toolkit.core.told")["noting"])
"""What is said of notes of all games, by key and language."""


def head_of(game: Game[Any, Any], names: Sequence[str], rules: Any) -> list[str]:
    """Return the lines in the head of a file of notes: the game, who plays, the rules that are not usual."""
    given = rules_to_dict(rules)
    named = [f"{FORMAT} {game.name}", f"players: {', '.join(names)}"]
    return named + [f"rules: {json.dumps(given)}"] * bool(given)


class NoteError(ToolkitError):
    """A line that cannot be read, or tells what cannot be.

    Attributes
    ----------
    key, places
        The sentence that says so, among `WORDS` or those of a game, and what stands in its places.
    """

    def __init__(self, key: str, *, sentences: Sentences = WORDS, **places: Any) -> None:
        self.key, self.places, self._entry = key, places, sentences[key]
        super().__init__(self.said(find_language("en")))

    def said(self, language: Language, people: Sequence[str] = ()) -> str:
        """Return it in a language; words that are typed keep their direction and their digits.

        `people` are what the seats are called, of which one may stand in the place ``who``.
        """
        places = {name: isolated(one) if isinstance(one, str) else one for name, one in self.places.items()}
        if "who" in places:
            seat = self.places["who"]
            places["who"] = isolated(people[seat]) if people else language.unnamed.format(seat + 1)
        text = language.filled(self._entry[language.code], places)
        return language.finished(text, capital=False)


class NotAllowedError(IllegalAction):
    """What the rules forbid to who would act, or to chance: `who`."""

    def __init__(self, error: IllegalAction, who: int) -> None:
        super().__init__(error.action, error.reason, known=error.known)
        self.who = who


class NotedGame(Generic[S]):
    """A game as far as it was noted.

    Parameters
    ----------
    game, players, rules
        What is played, by how many, and by which rules.
    seat
        Who writes, from 0.
    telling
        What tells one line to a told game.

    Raises
    ------
    ToolkitError
        What `Game.new` refuses, and a seat at which nobody sits.

    Attributes
    ----------
    lines
        What was noted.
    """

    def __init__(
        self,
        game: Game[Any, S],
        players: int,
        rules: Any,
        seat: int,
        telling: Callable[[ToldGame[S]], Telling[S]],
    ) -> None:
        state = game.new(players, rules)
        if not 0 <= seat < players:
            raise NoteError("person", number=seat + 1, players=players)
        told = ToldGame(state, seat)
        telling(told).go_on()
        self.game, self.seat, self._telling = game, seat, telling
        self.lines: list[str] = []
        self._games = [told]  # before the first line, and after each

    def clone(self) -> Self:
        """Return a copy, to which a line can be told that the game is not to have."""
        other = copy(self)
        other.lines, other._games = [*self.lines], [*self._games]
        return other

    @property
    def world(self) -> S:
        """A game that the writer cannot tell from the one at the table; what it hides is made up."""
        return self._games[-1].state

    @property
    def seen(self) -> Observation[S]:
        """What the writer sees of the game now."""
        return self.world.observation(self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.world.outcome()

    def tell(self, line: str) -> None:
        """Note what happened.

        `NoteError` for what cannot be read or cannot be, `NotAllowedError` by a rule, `UntoldError` for a
        card that the line leaves out and the writer sees: nothing is noted then.
        """
        told = ToldGame(self.world, self.seat)
        self._telling(told).tell(line)
        self.lines.append(line)
        self._games.append(told)

    def with_cards(self, line: str, answer: str) -> str | None:
        """Return a line that left out cards with those that an answer names; None if it names none."""
        telling = self._telling(self._games[-1])
        if not telling.names_cards(answer):
            return None
        return f"{line} {answer}" if f" {telling.besides} " in line else f"{line} {telling.besides} {answer}"

    def asked(self, untold: UntoldError) -> NoteError:
        """Return which card is asked for, by where it lay."""
        called = [*getattr(self.world, untold.kind).layout.number][untold.place[0]]
        zone, _, seat = called.rpartition(" ")
        if seat.isdecimal():
            return NoteError("ask_of", zone=zone, who=int(seat))
        return NoteError("ask", zone=called)

    def undo(self) -> str:
        """Take back the last line and return it; `NoteError` if there is none."""
        if not self.lines:
            raise NoteError("nothing_back")
        self._games.pop()
        return self.lines.pop()


class Telling(ABC, Generic[S]):
    """Tells one line to a game."""

    besides = "cards"
    """The word behind which further cards are told that are seen; it is never cut short."""

    def __init__(self, told: ToldGame[S]) -> None:
        self.told = told

    @property
    def state(self) -> S:
        """The game as it is told so far."""
        return self.told.state

    @property
    def game(self) -> Game[Any, S]:
        """What is played."""
        return cast("Game[Any, S]", self.state.game)

    @property
    def writes(self) -> bool:
        """Whether the writer is to act."""
        return self.state.to_act() == self.told.seat

    @abstractmethod
    def tell(self, line: str) -> None:
        """Do all that a line says; errors as in `NotedGame.tell`."""

    @abstractmethod
    def names_cards(self, line: str) -> bool:
        """Tell whether a line names cards and nothing else."""

    @abstractmethod
    def face_at(self, kind: str, place: Place) -> int | None:
        """Return what was told of a card of a kind that is seen now, by where it lay."""

    def go_on(self) -> None:
        """Let chance do what nobody has to tell."""
        while self.told.draws_unseen:
            self.do(None)

    def do(self, action: Action | None, expected: Sequence[int] = ()) -> None:
        """Do something, and tell the cards that are seen by it as they are asked for.

        `expected` are those that are probably named next (`ToldGame.tell`).
        """
        seen: list[Told] = []
        while True:
            try:
                self.told.tell(action, seen, expected)
                return
            except UntoldError as untold:
                face = self.face_at(untold.kind, untold.place)
                if face is None:
                    raise
                seen.append((untold.kind, Shown(untold.place, face)))
            except IllegalAction as error:
                raise NotAllowedError(error, self.state.to_act()) from None
            except ToolkitError:
                rules = self.state.rules
                cards = listed(self.game.card(kind, shown.face, rules) for kind, shown in seen)
                raise NoteError("unfit", cards=cards) from None

    def awaited(
        self,
        read: Callable[[str], T | None],
        implied: Callable[[str], Action | None],
        word: Callable[[], str],
    ) -> T:
        """Return what a word means where it fits; what is understood before it is done.

        Parameters
        ----------
        read
            What it means while a decision of such a kind is open, or None.
        implied
            What is understood if it means nothing there, or None.
        word
            The word, to be named where it never fits.
        """
        fitting: dict[str, None] = {}
        while True:
            kind = self.state.decision_kind()
            if kind is None:
                raise NoteError("over")
            if (found := read(kind)) is not None:
                return found
            fitting |= dict.fromkeys(self.words(kind))
            action = implied(kind)
            if action is None:
                raise NoteError("not_now", word=word(), words=listed(fitting))
            self.do(action)
            self.go_on()

    @abstractmethod
    def words(self, kind: str) -> Iterable[str]:
        """Return with what a line may go on while a decision of a kind is open."""


def listed(words: Iterable[object]) -> str:
    """Return words with commas between them."""
    return ", ".join(map(str, words))
