"""Questions about a position, declared once: commands, their help and options, JSON and tables follow.

A question is a function of a position with keyword settings, each annotated with what it is
(`solvers.questions.Setting`). Its docstring is its help, and it yields each `Answer`::

    QUERIES = Questions[Position]("wazabi-odds/1")

    @QUERIES.asks()
    def within(position: Position, *, turns: Annotated[int, Setting("in so many turns", 1, 6)] = 2):
        words = f"finish within {turns} turns alone"
        yield Answer(words=words, about={"turns": turns}, exact=Race(position).chance(turns))

Then ``tobago odds wazabi`` has the query and its option, and ``within(position, turns=3)`` and
``QUERIES.answers("within", position, Asked(turns=3))`` return the answers. A name that is used already gets
an underscore behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, wraps
from inspect import getdoc, signature
from typing import (
    Annotated,
    Any,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
    get_args,
    get_type_hints,
)

from solvers.intervals import Interval
from toolkit.core.chance import seed_of
from toolkit.core.errors import ToolkitError, did_you_mean, quote

__all__ = ["Answer", "Asked", "Note", "Question", "Questions", "Setting", "settings_of"]

P = TypeVar("P")  # the positions of a game
Given = ParamSpec("Given")
Find = Callable[Concatenate[P, Given], Iterable["Answer"]]
Ask = Callable[Concatenate[P, Given], list["Answer"]]

NUMBERS: tuple[str, ...] = ("exact", "value", "se")
"""What the JSON of an answer tells of its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a question: one number, exact or not, or one distribution, or only what is told."""

    query: str = ""  #: the name of the question, which is filled in when it is asked
    words: str = ""  #: what it is about, as people read it (they count from 1); else its query is told
    about: Mapping[str, Any] = field(default_factory=dict)  #: such as the card, and what no number tells
    exact: Fraction | None = None  #: a chance, or a mean number of points or dice
    estimate: float | None = None  #: the same where it is not exact: by a model, or simulated
    standard_error: float | None = None  #: of what is simulated
    interval: Interval | None = None  #: what is simulated, with its 95 % confidence interval
    more: Mapping[str, Fraction | float | None] = field(default_factory=dict)  #: further numbers, by name
    distribution: Mapping[str, Fraction | float] | None = None  #: chances by outcome
    #: Silver's mean points by player, where the round ends at once (S-42); None: they take too long to tell
    round_points: Mapping[int, Fraction | None] | None = None
    refused: str | None = None  #: why there is no answer; then nothing else is told
    numbers: Sequence[str] = NUMBERS  #: what `to_dict` tells of the number; filled in as the query

    @property
    def value(self) -> float | None:
        """The number as a float."""
        return self.estimate if self.exact is None else float(self.exact)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data; fractions are texts such as ``4/49``, other numbers are floats."""
        number = dict(zip(NUMBERS, (_text(self.exact), self.value, self.standard_error), strict=True))
        data = {"query": self.query, **self.about, **{name: number[name] for name in self.numbers}}
        data |= {name: _text(one) for name, one in self.more.items()}
        if self.interval:
            data["interval"] = [self.interval.low, self.interval.high]
        if self.refused is not None:
            data["error"] = self.refused
        if self.distribution is not None:
            data["distribution"] = {outcome: _text(chance) for outcome, chance in self.distribution.items()}
        if self.round_points is not None:
            data["round_points"] = {str(player): _text(mean) for player, mean in self.round_points.items()}
        return data


def _text(number: Fraction | float | None) -> str | float | None:
    return str(number) if isinstance(number, Fraction) else number


# ---- settings ----------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """What a question leaves open: a whole number, one of some words, or a text that is read."""

    help: str  #: what it is, as in ``For cost: at least so many wazabi.``
    least: int | None = None  #: of a whole number; None: it is no number
    most: int | None = None  #: of a whole number; None: there is no bound
    words: Sequence[str] = ()  #: what may be said, or with a `metavar` examples
    lying: Callable[[Any], Iterable[str]] | None = None  #: tells the words of a position
    metavar: str | None = None  #: what stands for a text in the help
    read: Callable[[str], Any] | None = None  #: makes the value of a text; `ToolkitError` for a wrong one
    several: bool = False  #: the text holds several words, with commas
    default: Any = None  #: what it is if it is not said, as the function has it

    def check(self, name: str, value: Any) -> None:
        """Refuse a value that cannot be; `ToolkitError` says why."""
        least, most = self.least, self.most
        if value == self.default:
            return
        if least is not None and not (isinstance(value, int) and least <= value <= (most or value)):
            bounds = f"{least} to {most}" if most else f"{least} on"
            raise ToolkitError(f"{name}: {quote(str(value))} is no whole number from {bounds}")
        if self.words and not self.metavar and value not in self.words:
            hint = did_you_mean(str(value), self.words, f"{name}s")
            raise ToolkitError(f"no {name} {quote(str(value))}{hint}")


Seed = Annotated[
    int | str, Setting("a number or a word; the same seed, the same games", metavar="S", read=seed_of)
]


def settings_of(asked: Callable[..., Any]) -> dict[str, Setting]:
    """Return the settings by name with which a function, or a class, is called."""
    hints, found = get_type_hints(asked, include_extras=True), {}
    for name, one in signature(asked).parameters.items():
        for setting in (part for part in get_args(hints.get(name)) if isinstance(part, Setting)):
            found[name] = setting._replace(default=None if one.default is one.empty else one.default)
    return found


class Asked(dict[str, Any]):
    """Settings by name, such as ``Asked(turns=3)``; what is left out is as the question has it."""


class Note(NamedTuple):
    """What tables say of a further number of an answer."""

    words: str  #: what it is
    unit: str = ""  #: in what it counts; empty for a chance


# ---- questions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question(Generic[P]):
    """A question, and what tables say of its answers."""

    find: Callable[..., Iterable[Answer]]
    unit: str  #: in what the number counts; empty for a chance
    columns: Sequence[str]  #: of the outcomes, if they make a table of their own
    usual: Callable[[P], bool] | bool  #: whether, or where, it is answered without being asked
    nothing: str  #: why there may be no answer
    notes: Mapping[str, Note] = field(default_factory=dict)  #: of further numbers that tables show, by name

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """What it leaves open, by name."""
        return settings_of(self.find)

    @property
    def help(self) -> str:
        """What it tells, in a sentence."""
        return (getdoc(self.find) or "").partition("\n\n")[0]

    def fits(self, position: P) -> bool:
        """Tell whether it is answered without being asked."""
        return self.usual if isinstance(self.usual, bool) else self.usual(position)


class Questions(dict[str, Question[P]], Generic[P]):
    """The questions of a game by name, in the order in which they are answered."""

    def __init__(
        self,
        format: str,  # noqa: A002  # the key of the JSON
        *,
        numbers: Sequence[str] = NUMBERS,
        always: bool = True,
        beside: Callable[[P], Mapping[str, Any]] = lambda _: {},
    ) -> None:
        super().__init__()
        self.format = format  #: the name of the format of the answers as JSON
        self.numbers = numbers  #: what that tells of their numbers
        self.always = always  #: whether it does so for answers without a number, too
        self.beside = beside  #: what it tells of a position beside the answers

    def asks(
        self,
        *,
        unit: str = "",
        columns: Sequence[str] = (),
        notes: Mapping[str, Note] | None = None,
        usual: Callable[[P], bool] | bool = True,
        nothing: str = "nothing here fits the question",
    ) -> Callable[[Find[P, Given]], Ask[P, Given]]:
        """Return what makes a function a question, which returns the answers; all else as in `Question`."""

        def made(find: Find[P, Given]) -> Ask[P, Given]:
            name = find.__name__.rstrip("_")
            self[name] = Question(find, unit, columns, usual, nothing, notes or {})

            @wraps(find)
            def ask(position: P, /, *_: Given.args, **given: Given.kwargs) -> list[Answer]:
                return self.answers(name, position, Asked(given))

            return ask

        return made

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings of all questions by name."""
        return {name: setting for one in self.values() for name, setting in one.settings.items()}

    def asked_by(self, setting: str) -> list[str]:
        """Return the names of the questions that a setting is for."""
        return [name for name, one in self.items() if setting in one.settings]

    def check(self, query: str) -> None:
        """Refuse the name of no question; `ToolkitError` has the nearest one."""
        if query not in self:
            raise ToolkitError(f"no query {quote(query)}{did_you_mean(query, self, 'queries')}")

    def usual(self, position: P, given: Collection[str] = ()) -> list[str]:
        """Return what is told if nothing is asked by name: what fits, and what given settings are for."""
        asked = {name for setting in given for name in self.asked_by(setting)}
        return [name for name, one in self.items() if name in asked or one.fits(position)]

    def answers(self, query: str, position: P, asked: Asked) -> list[Answer]:
        """Return the answers to a question; settings of other questions are left out.

        `ToolkitError` for an unknown question or setting, with the nearest name, for a value that cannot be,
        or if there is no answer.
        """
        self.check(query)
        known, settings = self.settings, self[query].settings
        for name, value in asked.items():
            if name not in known:
                raise ToolkitError(f"no setting {quote(name)}{did_you_mean(name, known, 'settings')}")
            known[name].check(name, value)
        given = {name: value for name, value in asked.items() if name in settings}
        return [self._told(query, answer) for answer in self[query].find(position, **given)]

    def _told(self, query: str, answer: Answer) -> Answer:
        numbers = self.numbers if self.always or answer.value is not None else ()
        return replace(answer, query=query, numbers=numbers)
