"""Actions, and the kinds of decisions, chance nodes and automatic steps that they answer.

What is open in a game forms a stack of *frames*. A frame is a NamedTuple of its kind that begins with who
acts; the table of the game says, for each kind, what is legal and what follows. State, frame and action are
typed together: a type checker refuses the handler of another game, another kind or another action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence  # annotations are evaluated
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from toolkit.core.chance import card_draws
from toolkit.core.errors import ToolkitError, quote

CHANCE, TERMINAL, AUTOMATIC = -1, -2, -3
"""Who acts when no player does: chance, nobody because the game is over, the rules themselves.

`State.to_act` never says `AUTOMATIC`: such steps are done as soon as they are open. Players are 0 to n - 1.
"""

ALL = (1 << 16) - 1
"""A mask of players with a bit for every seat that there can be, a spectator's too: everybody sees."""

_MOST_NAMED = 8  # legal actions that a refusal lists


class Frame(Protocol):
    """Something open: a NamedTuple whose first field is the player who acts, `CHANCE` or `AUTOMATIC`.

    The other fields are numbers, texts or tuples of them. Everybody sees frames: nothing secret stands there.
    """

    @property
    def actor(self) -> int:
        """Who acts."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Go through the fields."""
        ...


class Worded:
    """What is told in words; subclasses are frozen slotted dataclasses, compared by their fields.

    Attributes
    ----------
    words
        The template of ``str(...)``, with fields in braces: ``"step {hex}"``.
    written
        For fields that are not told by their `str`: what writes them, by the names of the fields.
    enclosed
        What stands around the words.
    """

    __slots__ = ()

    words: ClassVar[str]
    written: ClassVar[Mapping[str, Callable[[Any], object]]] = MappingProxyType({})
    enclosed: ClassVar[str] = "{}"

    def __init_subclass__(cls) -> None:
        words = getattr(cls, "words", None)
        if words is not None and "__str__" not in vars(cls):
            _check_words(cls, words)
            # made into code, as dataclasses do: this is called often
            told = _FIELD.sub(
                lambda field: f"{{{field[1] * (field[1] in cls.written)}(self.{field[1]})}}", words
            )
            made = dict(cls.written)
            exec(f"def __str__(self): return f{cls.enclosed.format(told)!r}", made)  # noqa: S102
            setattr(cls, "__str__", made["__str__"])  # noqa: B010

    def __str__(self) -> str:
        """Return the words; a class without a template says them itself."""
        raise TypeError(f"{type(self).__name__} has no words")


_FIELD = re.compile(r"{(\w+)}")


def _check_words(cls: type[Worded], words: object) -> None:
    """Refuse with `TypeError` words that are no text, and fields that the class does not have."""
    if not isinstance(words, str):
        raise TypeError(f"{cls.__name__}.words is no text")
    fields = {name for base in cls.__mro__ for name in (*vars(base), *vars(base).get("__annotations__", ()))}
    for name in {*_FIELD.findall(words), *vars(cls).get("written", ())} - fields:
        raise TypeError(f"{cls.__name__} has no field {name!r}")


class Action(Worded):
    """One choice of a player, or one outcome of chance; `Game.parse` reads ``str(action)`` back.

    Attributes
    ----------
    secret
        The field that not every seat sees, and what stands there then; None: everybody sees all.
    """

    __slots__ = ()

    secret: ClassVar[tuple[str, Any] | None] = None

    def veiled(self) -> Action:
        """Return the action as a seat sees it that must not see what the action reveals.

        Of actions that look alike then it is one object: of which action that is nobody can tell.
        """
        return _veiled(self) if self.secret else self


_LOOKS: dict[Action, Action] = {}


@cache
def _veiled(action: Any) -> Action:
    hidden: Action = replace(action, **dict([action.secret]))
    return _LOOKS.setdefault(hidden, hidden)


class Reveal(Worded):
    """Something that a seat sees and that is no action, such as the cards of a hand that it receives.

    Its fields are numbers, texts and tuples of them: who wants to know what was seen reads the fields.
    """

    __slots__ = ()

    enclosed = "({})"


class IllegalAction(ToolkitError):  # noqa: N818  # the name of the field, and of IllegalClue
    """An action that the rules forbid here; the state is as it was.

    Attributes
    ----------
    action
        What was tried.
    reason
        The rule's reason, as a sentence with its rule number where there is one.
    known
        Whether it is an action of the game at all: what is not need not have a notation.
    """

    def __init__(self, action: Action, reason: str, *, known: bool = True) -> None:
        super().__init__(f"{action if known else quote(action)}: {reason}")
        self.action = action
        self.reason = reason
        self.known = known

    def __reduce__(self) -> tuple[Any, ...]:
        return _refused, (self.action, self.reason, self.known)


def _refused(action: Action, reason: str, known: bool) -> IllegalAction:
    return IllegalAction(action, reason, known=known)


S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
F = TypeVar("F", bound=Frame)
F_contra = TypeVar("F_contra", bound=Frame, contravariant=True)
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True, eq=False)
class Handler(Generic[S_contra, F_contra]):
    """What one type of action does; made by `on`."""

    action: type[Action]
    run: Callable[[S_contra, Any, F_contra], None]


def on(action: type[A], run: Callable[[S, A, F], None]) -> Handler[S, F]:
    """Return the handler of a type of actions: ``run(state, action, frame)`` does what such an action does.

    The frame has left the stack when it runs: it pushes whatever is open then.
    """
    return Handler(action, run)


class Kind(Generic[S]):
    """What may be open in a game with states S.

    Attributes
    ----------
    frame
        The type of its frames.
    seen_by
        A mask of the players who see what is done as it is; None: everybody sees it.
    possible
        Whether the hidden cards of a state let such a frame be open; None: whatever they are. All players
        conclude it from seeing the frame: `Observation.sample_world` deals no other worlds.
    """

    __slots__ = ("frame", "seen_by")

    frame: type[Any]
    seen_by: Callable[[S, Any], int] | None
    possible: Callable[[S, Any], bool] | None = None


class Decision(Kind[S], Generic[S, F]):
    """A kind of decision of a player.

    Attributes
    ----------
    legal
        The legal actions, from the state and the frame; never empty, in the order of the vocabulary.
    handlers
        What each type of action does.
    why_not
        The rule's reason against an action of one of these types that is not legal; empty where no rule says
        more than what is legal instead.

    Notes
    -----
    Players who are not in `seen_by` see the action veiled.
    """

    __slots__ = ("handlers", "legal", "possible", "why_not")

    def __init__(
        self,
        frame: type[F],
        legal: Callable[[S, F], Sequence[Action]],
        *handlers: Handler[S, F],
        why_not: Callable[[S, F, Any], str] | None = None,
        seen_by: Callable[[S, F], int] | None = None,
        possible: Callable[[S, F], bool] | None = None,
    ) -> None:
        self.frame = frame
        self.legal = legal
        self.handlers = {handler.action: handler.run for handler in handlers}
        self.why_not = why_not
        self.seen_by = seen_by
        self.possible = possible

    def refusal(self, state: S, frame: F, action: Action) -> str:
        """Return why an action is not legal, as a sentence."""
        if self.why_not and type(action) in self.handlers and (why := self.why_not(state, frame, action)):
            return why
        legal = [str(other) for other in self.legal(state, frame)]
        more = f" and {len(legal) - _MOST_NAMED} more" if len(legal) > _MOST_NAMED else ""
        return f"not possible now; legal: {', '.join(legal[:_MOST_NAMED])}{more}"


class Chance(Kind[S], Generic[S, F]):
    """A kind of chance node: a draw from a bag, or a roll of all dice at once.

    Attributes
    ----------
    handlers
        As in `Decision`.
    outcomes
        The possible actions with their integer weights, from the state and the frame.
    pick
        A faster way to draw one outcome by its weight, for play; None draws from `outcomes`.
    """

    __slots__ = ("handlers", "outcomes", "pick")

    def __init__(
        self,
        frame: type[F],
        outcomes: Callable[[S, F], Sequence[tuple[Action, int]]],
        *handlers: Handler[S, F],
        pick: Callable[[S, F, Random], Action] | None = None,
        seen_by: Callable[[S, F], int] | None = None,
    ) -> None:
        self.frame = frame
        self.outcomes = outcomes
        self.handlers = {handler.action: handler.run for handler in handlers}
        self.pick = pick
        self.seen_by = seen_by


def card_draw(
    frame: type[F],
    heap: Callable[[S, F], Sequence[int]],
    draws: Callable[[S], Mapping[int, Action] | Sequence[Action]],
    handler: Handler[S, F],
    *,
    seen_by: Callable[[S, F], int] | None = None,
) -> Chance[S, F]:
    """Return the kind of chance node at which one card of a heap is drawn, each with the same chance.

    `heap` gives the faces that lie there, and `draws` the action that draws each face.
    """

    def outcomes(state: S, frame: F) -> list[tuple[Action, int]]:
        return card_draws(heap(state, frame), draws(state))

    def pick(state: S, frame: F, random: Random) -> Action:
        faces = heap(state, frame)
        return draws(state)[faces[int(random.random() * len(faces))]]

    return Chance(frame, outcomes, handler, pick=pick, seen_by=seen_by)


class Automatic(Kind[S], Generic[S, F]):
    """A kind of step that the rules do by themselves: nobody chooses and nothing is drawn.

    It is done as soon as it lies on top of the stack, and may push whatever is open then, a choice included.
    It is no action, and no record names it: it follows from what was done before. Players who are not in
    `seen_by` hear nothing of it.

    Attributes
    ----------
    step
        Does it, from the state and the frame, and returns what is told of it: its reason in words; None where
        nothing is told.
    """

    __slots__ = ("step",)

    def __init__(
        self,
        frame: type[F],
        step: Callable[[S, F], Reveal | None],
        *,
        seen_by: Callable[[S, F], int] | None = None,
    ) -> None:
        self.frame = frame
        self.step = step
        self.seen_by = seen_by
