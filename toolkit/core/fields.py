"""The fields of a state, read from its annotations: slots, copies and what everybody sees follow from them.

A class says each field once::

    class TableState(State):
        dice: list[int]             # changes in place: copied with the state, seen as a tuple
        boards: list[Board]         # parts that change in place (`Part`), each copied
        seats: tuple[int, ...]      # never changes in place: shared
        cards: Zones                # cards, some of them hidden
        distances: Derived[Table]   # follows from the other fields: shared, neither seen nor saved

        def derive(self):           # called when the other fields were read or dealt anew
            self.distances = table(self.boards)

Annotations are evaluated when the class is made, so what they name is imported at run time.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Sequence
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from toolkit.core.hidden import Zones

T = TypeVar("T")

Derived = Annotated[T, "follows from the other fields"]
"""Marks a field that follows from the others: it is copied, but neither seen nor saved; `derive` fills it."""


class Field(NamedTuple):
    """A field of a state or of a part of it."""

    name: str  #: its name
    type: Any  #: its annotation, evaluated
    depth: int  #: 0 for what is no list, 1 for a list, 2 for a list of lists
    parts: bool  #: whether it is a `Part`, or a list of parts

    @classmethod
    def of(cls, name: str, annotation: Any) -> Field:
        """Return the field that an annotation describes."""
        depth, inner = 0, annotation
        while get_origin(inner) is list:
            depth, inner = depth + 1, get_args(inner)[0]
        parts = isinstance(inner, type) and issubclass(inner, Part)
        if annotation is not Zones and not parts and get_origin(annotation) is not Annotated:
            _check_frozen(name, inner)
        if depth > 2 or (parts and depth > 1):
            raise TypeError(f"{name}: lists in lists in lists; make a Part of what they hold")
        return cls(name, annotation, depth, parts)

    def copied(self, value: str) -> str:
        """Return a Python expression that copies a value, given the expression of the value."""
        if self.type is Zones:
            return f"{value}.clone()"
        return self._made(value, "{}[:]", "[{}]")

    def frozen(self, value: str) -> str:
        """Return an expression of the value as it is shown: nothing of that can change."""
        return self._made(value, "tuple({})", "tuple([{}])")

    def thawed(self, value: str) -> str:
        """Return an expression of a value that can change in a state, from one that `frozen` gave."""
        return self._made(value, "list({})", "[{}]")

    def _made(self, value: str, one: str, several: str) -> str:
        """Return the expression of a value made anew: `one` makes a list of it, `several` a list of many."""
        if self.parts:
            return several.format(f"part.clone() for part in {value}") if self.depth else f"{value}.clone()"
        if self.depth == 2:
            return several.format(f"{one.format('part')} for part in {value}")
        return one.format(value) if self.depth else value


_MUTABLE = (list, dict, set, bytearray, Zones)


def _check_frozen(name: str, kind: Any) -> None:
    """Refuse what can change in place where it would be shared: in tuples, unions and other containers."""
    for one in (kind, get_origin(kind)):
        if isinstance(one, type) and issubclass(one, (*_MUTABLE, Part)):
            raise TypeError(f"{name}: {kind} changes in place; make a Part, a list of parts or a list of it")
    for inner in get_args(kind):
        _check_frozen(name, inner)


class Fielded(ABCMeta):
    """The metaclass of states and parts: it makes slots, and what copies and shows fields, from annotations.

    A class that names ``__slots__`` itself adds nothing that is seen or saved.
    """

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        """Make a class with a slot for each field, and with `clone`, `shown` and `fill`."""
        annotations = namespace.get("__annotations__", {})
        inherited = {field.name for base in bases for field in getattr(base, "_copied", ())}
        own = {
            name: text
            for name, text in annotations.items()
            if name not in inherited and "ClassVar[" not in str(text)  # rules are said more exactly by a game
        }
        bare = "__slots__" in namespace
        namespace.setdefault("__slots__", tuple(own))
        made: Any = super().__new__(mcs, name, bases, namespace)
        if own:
            _take(made, _fields(own, made.__module__), bare)
            derived = [field for field in made._copied if get_origin(field.type) is Annotated]
            if derived and made.derive is Fields.derive:
                raise TypeError(f"{name}: `derive` has to work out the Derived fields")
            for function, arguments, lines in _methods(made):
                if function not in namespace:
                    setattr(made, function, _function(function, arguments, lines))
        return made


def _fields(annotations: dict[str, Any], module: str) -> list[Field]:
    """Return the fields of a class in a module."""
    holder = type("Holder", (), {"__annotations__": annotations, "__module__": module})
    return [Field.of(name, hint) for name, hint in get_type_hints(holder, include_extras=True).items()]


def _take(made: Any, fields: Sequence[Field], bare: bool) -> None:
    """Add the fields of a class to those that it inherits."""
    new = [] if bare else [field for field in fields if get_origin(field.type) is not Annotated]
    made._copied = (*getattr(made, "_copied", ()), *fields)
    made.OPEN = (*getattr(made, "OPEN", ()), *(field for field in new if field.type is not Zones))
    made.ZONES = (*getattr(made, "ZONES", ()), *(field.name for field in new if field.type is Zones))


def _methods(made: Any) -> list[tuple[str, str, list[str]]]:
    """Return name, arguments and lines of what copies and shows the fields of a class."""
    copied = [f"new.{field.name} = {field.copied(f'self.{field.name}')}" for field in made._copied]
    shown = [f"{field.frozen(f'self.{field.name}')}, " for field in made.OPEN]
    filled = [f"self.{field.name} = {field.thawed(f'values[{n}]')}" for n, field in enumerate(made.OPEN)]
    return [
        ("clone", "self", ["new = make(type(self))", *copied, "return new"]),
        ("shown", "self", [f"return ({''.join(shown)})"]),
        ("fill", "self, values", [*filled, "return None"]),
    ]


def _function(name: str, arguments: str, lines: Sequence[str]) -> Any:
    """Return a function written out as one would by hand: these are hot paths."""
    namespace: dict[str, Any] = {"make": object.__new__}
    body = "".join(f" {line}\n" for line in lines)
    exec(f"def {name}({arguments}):\n{body}", namespace)  # noqa: S102  # as dataclasses do; only names of fields
    return namespace[name]


class Fields(metaclass=Fielded):
    """What states and parts of them have in common: fields that are annotated."""

    __slots__ = ()

    OPEN: ClassVar[tuple[Field, ...]]
    """The fields that everybody sees, in order."""

    if TYPE_CHECKING:

        def clone(self) -> Self:
            """Return a copy that shares nothing that can change."""
            ...

        def shown(self) -> tuple[Any, ...]:
            """Return the values of `OPEN`; nothing of them can change but the copies of parts."""
            ...

        def fill(self, values: Sequence[Any]) -> None:
            """Take the values of `OPEN` from what `shown` returned."""
            ...

    def derive(self) -> None:  # most have no such fields
        """Work out the `Derived` fields, when all others were filled; a class that has any overrides it."""


class Part(Fields):
    """A part of a state that changes in place, such as the board of a player.

    Its fields are annotated as those of a state. It is made with a value for each, in order.
    """

    __slots__ = ()

    def __init__(self, *values: Any) -> None:
        self.fill(values)
        self.derive()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and type(other) is type(self) and self.shown() == other.shown()

    def __hash__(self) -> int:
        return hash(self.shown())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.shown()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.shown()))})"
