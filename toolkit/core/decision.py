"""Actions, and the kinds of decisions, chance nodes and automatic steps that they answer.

What is open in a game forms a stack of *frames*. A frame is a NamedTuple of its kind that begins with who
acts; its methods say what is legal and what follows, and a type checker follows their types. That the frames
of a game belong together is checked when they are declared (`declared`).

The annotation of a field names its domain, and notation, vocabulary, actions that are made once and places
follow from it::

    FACE = Domain(lambda players, rules: rules.kinds, NAMES.__getitem__, lambda face, seen: NAMES[face])

    @dataclass(frozen=True, slots=True)
    class Play(Action):
        face: Annotated[int, FACE]
        words = "play {face}"

    Play.of[3]                    # made when it is first asked for, and once
    Play.every(players, rules)    # all that can ever be
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from inspect import getmembers, isfunction, signature
from itertools import product
from random import Random
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar, get_args, get_origin, get_type_hints

from toolkit.core.chance import card_draws, draw_weighted
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


# ---- actions, and what their fields may be -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Domain:
    """What a field may be, how it is written, and what it names on the picture that a seat sees."""

    #: All that it can ever be, by players and rules.
    values: Callable[[int, Any], Iterable[Any]] = lambda *_: ()
    written: Callable[[Any], object] = str
    place: Callable[[Any, Any], str] | None = None  #: from value and observation (`Game.places`); empty: none
    unseen: str = "?"  #: what stands for a secret value where it is not seen
    #: The face of the card that a value names, by the rules: who sees the action sees it. None for none.
    card: Callable[[Any, Any], int | None] | None = None

    def at(self, words: str) -> Domain:
        """Return the domain of a field that names a place: in braces stands what is written."""
        return replace(self, place=lambda value, _seen: words.format(self.written(value)))


def _domains(kind: Any) -> Mapping[str, Domain]:
    hints = get_type_hints(kind, include_extras=True)
    marked = ((name, mark) for name, hint in hints.items() for mark in get_args(hint))
    return {name: mark for name, mark in marked if isinstance(mark, Domain)}


domains: Callable[[Any], Mapping[str, Domain]] = cache(_domains)
"""The domains of the fields of a class that have one, in the order of the fields."""


def told(kind: Any, values: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of fields as they are written."""
    found = domains(kind)
    return {name: found[name].written(value) if name in found else value for name, value in values.items()}


def its_card(face: int, _rules: Any) -> int:
    """Return the face of the card that a face names (`Domain.card`)."""
    return face


def named_cards(action: Any, rules: Any) -> Iterator[int]:
    """Yield the faces of the cards that an action names: who sees the action sees them."""
    for name, domain in domains(type(action)).items():
        face = domain.card(getattr(action, name), rules) if domain.card else None
        if face is not None and face >= 0:  # one that is not seen has no face
            yield face


class MadeOnce(dict[Any, Any]):
    """What a class makes of its fields, by their value or values, each made when it is first asked for.

    The values of the first fields may be given: then it is by those of the others.
    """

    __slots__ = ("_given", "_kind")

    def __init__(self, kind: type[Any], *given: Any) -> None:
        super().__init__()
        self._kind, self._given = kind, given

    def __missing__(self, key: Any) -> Any:
        one = len(self._kind.__match_args__) == 1 + len(self._given)  # as `fields`, which takes longer
        values = (*self._given, key) if one else (*self._given, *key)
        made = self[key] = self._kind.of[values] if self._given else self._kind(*values)
        return made

    def every(self, players: int, rules: Any) -> Sequence[Any]:
        """Return all that can ever be, in the order of the values of the fields."""
        names = [field.name for field in fields(self._kind)][: len(self._given)]
        given = dict(zip(names, self._given, strict=True))
        every = self._kind.every(players, rules)
        return [one for one in every if all(getattr(one, name) == given[name] for name in names)]


class Listed(Protocol):
    """What `Game.actions` lists besides actions: types of them, `MadeOnce`, or what orders several types."""

    def every(self, players: int, rules: Any, /) -> Sequence[Action]:
        """Return all that can ever be, in the order of the vocabulary."""
        ...


def listed(actions: Iterable[Listed | Action], players: int, rules: Any) -> list[Action]:
    """Return every action of a list, in its order."""
    return [
        action
        for one in actions
        for action in ((one,) if isinstance(one, Action) else one.every(players, rules))
    ]


class Worded:
    """What is told in words; subclasses are frozen slotted dataclasses, compared by their fields."""

    __slots__ = ()

    words: ClassVar[str]  #: the template of ``str(...)``, with fields in braces: ``"step {hex}"``
    enclosed: ClassVar[str] = "{}"  #: what stands around the words

    def __init_subclass__(cls) -> None:
        if (words := getattr(cls, "words", None)) is not None:
            _check_words(cls, words)

    def __str__(self) -> str:
        """Return the words; a class without a template says them itself."""
        kind = type(self)
        if not hasattr(kind, "words"):
            raise TypeError(f"{kind.__name__} has no words")
        setattr(kind, "__str__", _telling(kind))  # noqa: B010  # from now on it is called instead of this
        return str(self)


def _telling(kind: type[Worded]) -> Callable[[Worded], str]:
    """Return what tells the words of a class, made into code as dataclasses do: it is called often."""
    found = domains(kind)
    writers: dict[str, Any] = {name: domain.written for name, domain in found.items()}
    secret = getattr(kind, "secret", None)
    if secret and secret[0] in found:
        writers[secret[0]] = _veiling(secret[1], found[secret[0]])
    told = _FIELD.sub(lambda field: f"{{{field[1] * (field[1] in writers)}(self.{field[1]})}}", kind.words)
    exec(f"def __str__(self): return f{kind.enclosed.format(told)!r}", writers)  # noqa: S102
    made: Callable[[Worded], str] = writers["__str__"]
    return made


def _veiling(hidden: Any, domain: Domain) -> Callable[[Any], object]:
    """Return what writes a secret field, for who does not see it, too."""
    return lambda value: domain.unseen if value == hidden else domain.written(value)


_FIELD = re.compile(r"{(\w+)}")


def _check_words(cls: type[Worded], words: object) -> None:
    """Refuse with `TypeError` words that are no text, and fields that the class does not have."""
    if not isinstance(words, str):
        raise TypeError(f"{cls.__name__}.words is no text")
    fields = {name for base in cls.__mro__ for name in (*vars(base), *vars(base).get("__annotations__", ()))}
    hidden = getattr(cls, "secret", None) or ()
    for name in {*_FIELD.findall(words), *hidden[:1]} - fields:
        raise TypeError(f"{cls.__name__} has no field {name!r}")


class Action(Worded):
    """One choice of a player, or one outcome of chance; `Game.parse` reads ``str(action)`` back."""

    __slots__ = ()

    #: The field that not every seat sees, and what stands there then; None: everybody sees all.
    secret: ClassVar[tuple[str, Any] | None] = None
    #: A shorter form in which people note it, with fields in braces; empty without one.
    short: ClassVar[str] = ""
    #: The actions of a class by the value of their field, or by the values of several; each is made once.
    of: ClassVar[Mapping[Any, Self]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.of = MadeOnce(cls)

    @classmethod
    def every(cls, players: int, rules: Any) -> Sequence[Self]:
        """Return all that can ever be, in the order of the values of the fields."""
        values = [domain.values(players, rules) for domain in domains(cls).values()]
        if len(values) == 1:
            return [cls.of[value] for value in values[0]]
        return [cls.of[each] for each in product(*values)]

    def places(self, seen: Any) -> tuple[str, ...]:
        """Return what it names on the picture of what who acts sees."""
        fields = ((domain.place, getattr(self, name)) for name, domain in domains(type(self)).items())
        named = [place(value, seen) for place, value in fields if place]
        return tuple([place for place in named if place])

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


# ---- kinds of decisions, chance nodes and automatic steps --------------------------------------------------

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What may be open in a game: its frames, and which of their methods they have (`declared`)."""

    frame: type[Any]  #: the type of its frames
    sort: Literal["decision", "chance", "automatic"]  #: of a player, of chance, or a step of the rules
    does: Mapping[type[Action], Callable[[Any, Any, Any], None]]  #: what each type of actions does
    seen: bool  #: whether frames say who sees what is done as it is (``seen_by``): else everybody does
    possible: bool  #: whether they say if the hidden cards let them be open (``possible``)


def declared(**frames: type[Any]) -> Mapping[str, Kind]:
    """Return the kinds that frames declare by their methods, by name; an underscore stands for a space.

    ``legal(state)`` makes a decision: what may be done, never nothing, in the order of the vocabulary;
    ``why_not(state, action)`` gives the rule's reason against other actions of the types that it names.
    ``heap(state)`` makes the draw of one card of it (`draws`), ``outcomes(state)`` another chance node, of
    actions with integer weights (with ``pick(state, random)`` to draw one fast), ``step(state)`` an automatic
    step, which returns what is told of it or None. A method with a parameter ``action``, annotated with one
    type of actions or several, does such an action: the frame has left the stack then, and it pushes whatever
    is open next.

    ``seen_by(state)`` is a mask of the players who see what is done as it is, others see it veiled; without
    it everybody sees it. ``possible(state)`` tells whether the hidden cards of a state let the frame be open:
    all conclude it from seeing the frame, and `Observation.sample_world` deals no other worlds. All of it may
    be inherited.

    `TypeError` when the methods are for states of several classes, or a frame does not say what it must: a
    decision what is legal, a decision or a draw what its actions do, each in one way; a step is not chosen.

    Examples
    --------
    ::

        @asks("To whom do you give a die? ({left} to give, W-8)")
        class Giving(NamedTuple):
            actor: int
            left: int

            def legal(self, state: WazabiState) -> Sequence[Action]: ...
            def give(self, state: WazabiState, action: Give) -> None: ...
    """
    states = {state: method for frame in frames.values() for method, state in _states(frame)}
    if len(states) > 1:
        told_of = ", ".join(f"{method} for {state.__name__}" for state, method in states.items())
        raise TypeError(f"frames of one game are for one class of states: {told_of}")
    return {name.replace("_", " "): _kind(frame) for name, frame in frames.items()}


def _states(frame: Any) -> Iterator[tuple[str, type[Any]]]:
    """Yield the public methods of a frame with the class of states that they are for."""
    for name, method in vars(frame).items():
        if not name.startswith("_") and isfunction(method):
            hints = get_type_hints(method)
            if (state := hints.get("state") or hints.get("_state")) and state is not Any:
                yield f"{frame.__name__}.{name}", state


def _kind(frame: Any) -> Kind:
    does, seen, possible = _deeds(frame), hasattr(frame, "seen_by"), hasattr(frame, "possible")
    chance = hasattr(frame, "heap") or hasattr(frame, "outcomes")
    if hasattr(frame, "step"):
        if does or chance or hasattr(frame, "legal"):
            raise TypeError(f"{frame.__name__}.step is what the rules do: what is chosen has another name")
        return Kind(frame, "automatic", does, seen, possible)
    if not chance and not hasattr(frame, "legal"):
        raise TypeError(
            f"{frame.__name__} has none of legal, heap, outcomes and step: nothing can be done there"
        )
    if not does:
        raise TypeError(f"{frame.__name__} does no action: a method of it has a parameter action")
    if hasattr(frame, "heap"):
        _draw_from_heap(frame, next(iter(does)))
    elif hasattr(frame, "outcomes") and not hasattr(frame, "pick"):
        frame.pick = _pick
    return Kind(frame, "chance" if chance else "decision", does, seen, possible)


def _pick(self: Any, state: Any, random: Random) -> Any:
    return draw_weighted(random, self.outcomes(state))


def _draw_from_heap(frame: Any, draw: type[Action]) -> None:
    """Give frames that draw one card of their heap its outcomes, and a fast way to draw one."""
    draws = getattr(frame, "draws", draw.of)

    def outcomes(self: Any, state: Any) -> list[tuple[Action, int]]:
        return card_draws(self.heap(state), draws)

    def pick(self: Any, state: Any, random: Random) -> Action:
        faces = self.heap(state)
        return draws[faces[int(random.random() * len(faces))]]

    frame.outcomes, frame.pick = outcomes, pick


def _deeds(frame: Any) -> dict[type[Action], Callable[[Any, Any, Any], None]]:
    """Return what a frame does for each type of actions."""
    found: dict[type[Action], Any] = {}
    for name, method in getmembers(frame, isfunction):
        if name == "why_not" or name.startswith("_") or "action" not in signature(method).parameters:
            continue
        for kind in _named(frame, method):
            if kind in found:
                ways = f"{found[kind].__name__} and {method.__name__}"
                raise TypeError(f"{frame.__name__} does {kind.__name__} twice: {ways}")
            found[kind] = method
    return found


def refusal(state: Any, frame: Any, action: Action) -> str:
    """Return why an action is not legal where such a frame is open, as a sentence."""
    if type(action) in _explained(type(frame)) and (why := frame.why_not(state, action)):
        return str(why)
    legal = [str(other) for other in frame.legal(state)]
    more = f" and {len(legal) - _MOST_NAMED} more" if len(legal) > _MOST_NAMED else ""
    return f"not possible now; legal: {', '.join(legal[:_MOST_NAMED])}{more}"


def _explained(frame: Any) -> tuple[type[Action], ...]:
    """Return of which types of actions frames say why they are not legal."""
    return _named(frame, frame.why_not) if hasattr(frame, "why_not") else ()


@cache
def _named(frame: Any, method: Callable[..., Any]) -> tuple[type[Action], ...]:
    """Return the types of actions that a method is for."""
    if (which := get_type_hints(method).get("action")) is None:
        raise TypeError(
            f"{frame.__name__}.{method.__name__}: its action has no type, which says what it does"
        )
    return get_args(which) if get_origin(which) else (which,)


def asks(text: str, why_not: Callable[[Any, Any, Any], str] | None = None) -> Callable[[T], T]:
    """Say what frames of a class ask who acts; in braces stand fields, and methods of what a seat sees.

    What several classes have against actions may be given here, too: their ``why_not`` (`declared`).
    """

    def mark(frame: T) -> T:
        setattr(frame, "question", text)  # noqa: B010  # a NamedTuple declares fields alone
        if why_not:
            setattr(frame, "why_not", why_not)  # noqa: B010
        return frame

    return mark


def draws(actions: Mapping[int, Action]) -> Callable[[T], T]:
    """Say which action draws each face of the heap of such frames, where its type alone does not tell."""

    def mark(frame: T) -> T:
        setattr(frame, "draws", actions)  # noqa: B010  # a NamedTuple declares fields alone
        return frame

    return mark


def question(frame: Any, seen: Any = None) -> str:
    """Return what an open decision asks (`asks`) a seat that sees this; fields as they are written."""
    words = told(type(frame), frame._asdict())
    more = [name for name in _FIELD.findall(frame.question) if name not in words]
    return str(frame.question).format(**words, **{name: getattr(frame, name)(seen) for name in more})
