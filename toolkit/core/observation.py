"""`Observation`: what one seat sees and may do; data only, without a state or a generator inside."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

from toolkit.core.decision import TERMINAL, Action, Frame
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import View, Zones
from toolkit.core.history import Event, History, events, linked

if TYPE_CHECKING:
    from toolkit.core.fields import Field
    from toolkit.core.pictures import Picture
    from toolkit.core.telling.teller import Teller

_MOST_TRIES = 100_000

T = TypeVar("T")


class Rulebook(Protocol):
    """What states and observations need of their game."""

    name: ClassVar[str]
    title: ClassVar[str]

    def knows(self, action: object, players: int, rules: Any) -> bool:
        """Tell whether something is an action of the vocabulary."""
        ...

    def parse(self, text: str, players: int, rules: Any) -> Action:
        """Return the action that a notation stands for."""
        ...

    def go_on(self, state: Any) -> None:
        """Open what follows when nothing is open."""

    def telling(self, language: str, people: Sequence[str], seat: int | None = None) -> Teller:
        """Return what tells a game to a seat."""
        ...

    def picture(self, seen: Observation[Any], teller: Teller) -> Picture | None:
        """Return what a seat sees, drawn."""
        ...

    def places(self, seen: Observation[Any], action: Action) -> tuple[str, ...]:
        """Return what an action names on the picture."""
        ...


class World(Protocol):
    """What an observation needs of the class of states that it shows."""

    game: ClassVar[Rulebook]
    OPEN: ClassVar[tuple[Field, ...]]
    ZONES: ClassVar[tuple[str, ...]]
    kind_names: ClassVar[Mapping[type[Any], str]]
    histories: Any

    def possible(self) -> bool:
        """Tell whether the hidden cards let be open what is open."""
        ...

    @classmethod
    def restore(
        cls, rules: Any, players: int, public: Sequence[Any], zones: Sequence[Zones], stack: Sequence[Frame]
    ) -> Self:
        """Return the state with these open fields, zones and open decisions."""
        ...


W_co = TypeVar("W_co", bound=World, covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Observation(Generic[W_co]):
    """What a player knows: everything that lies open, the own cards, what was seen, and the legal actions.

    ``observation[State.name]`` is an open field of the state, frozen, or the view of a kind of cards, and has
    the type that the state gives it; ``observation["name"]`` is the same without a type.
    """

    state_type: type[W_co]  #: the class of the states that it shows
    #: `rules` and `players`: as in the state.
    rules: Any
    players: int
    player: int | None  #: whose view it is; None is a spectator
    #: The fields that everybody sees, in the order of the class. Nothing of them can change but a `Part`:
    #: that is a copy, to be read only.
    public: tuple[Any, ...]
    views: tuple[View, ...]  #: what the seat sees of each kind of cards
    stack: tuple[Frame, ...]  #: the open decisions; who acts and what the decision is about is seen by all
    actions: tuple[Action, ...]  #: what the player may do now; empty when somebody else acts
    _history: History = field(repr=False)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.state_type.game.name

    @overload
    def __getitem__(self, name: str) -> Any: ...
    @overload
    def __getitem__(self, name: Zones) -> View: ...
    @overload
    def __getitem__(self, name: list[list[T]]) -> tuple[tuple[T, ...], ...]: ...
    @overload
    def __getitem__(self, name: list[T]) -> tuple[T, ...]: ...
    @overload
    def __getitem__(self, name: T) -> T: ...

    def __getitem__(self, name: Any) -> Any:
        """Return an open field of the state, frozen, or the view of a kind of cards."""
        key = name if isinstance(name, str) else getattr(name, "__name__", None)
        everything = self.fields | dict(zip(self.state_type.ZONES, self.views, strict=True))
        if key not in everything:
            raise ToolkitError(f"nothing is called {quote(key)}{did_you_mean(str(key), everything)}")
        return everything[key]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields that everybody sees, by name."""
        return dict(zip([field.name for field in self.state_type.OPEN], self.public, strict=True))

    def to_act(self) -> int:
        """Return the player who acts, `CHANCE` or `TERMINAL`."""
        return self.stack[-1].actor if self.stack else TERMINAL

    def decision_kind(self) -> str | None:
        """Return the kind of the open decision; None when the game is over."""
        return self.state_type.kind_names[type(self.stack[-1])] if self.stack else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what this player may do now; empty when somebody else acts."""
        return self.actions

    @property
    def log(self) -> tuple[Event, ...]:
        """What happened so far, as this seat saw it."""
        return events(self._history)

    def key(self) -> Hashable:
        """Return what identifies all that is seen now; the way to it, the log, is left out."""
        return (
            self.state_type,
            self.rules,
            self.players,
            self.player,
            self.public,
            self.views,
            tuple([(type(frame), frame) for frame in self.stack]),  # tuples of two kinds may be equal
            self.actions,
        )

    def sample_world(self, random: Random, belief: Callable[[W_co], float] | None = None) -> W_co:
        """Return a whole state that this player cannot tell from the real one.

        Parameters
        ----------
        random
            The generator that deals.
        belief
            A weight from 0 to 1 for a world: what a player with its own memory or model thinks of it.

        Notes
        -----
        Without `belief` the world is drawn exactly from the chances that follow from what the player has seen
        (`toolkit.core.hidden.knowledge`): unseen cards are exchangeable over the cells where they can be, and
        nothing is inferred from what others chose but that they could: where an open decision tells of hidden
        cards (`Decision.possible`), worlds are drawn until one lets it be open, which leaves the chances of
        these exact. Where there is too much to keep account of, the chances are nearly so:
        ``view.belief.exact`` tells that of each of `views`. With `belief`, worlds are drawn until one is
        accepted with its weight, too (rejection); `ToolkitError` when none is after 100,000.

        The world's log is this player's, for every seat of it. What other players know beyond their own
        cards is left out of it.
        """
        if self.player is None:
            raise ToolkitError("a spectator holds no cards to sample a world from")
        for _ in range(_MOST_TRIES):
            world = self._sample(random)
            if world.possible() and (belief is None or random.random() < belief(world)):
                return world
        why = f"lets {quote(self.decision_kind())} be open" if belief is None else "was believed"
        raise ToolkitError(f"no world in {_MOST_TRIES:,} {why}")

    def _sample(self, random: Random) -> W_co:
        zones = [Zones.dealt(view, random) for view in self.views]
        world = self.state_type.restore(self.rules, self.players, self.public, zones, self.stack)
        world.histories = [self._history] * (self.players + 2)
        return world

    @property
    def picture(self) -> Picture | None:
        """All that this seat sees, drawn; None for a game that is not drawn."""
        from toolkit.core.telling.teller import people

        game, names = self.state_type.game, people(["me"] * self.players, "en")
        return game.picture(self, game.telling("en", names, self.player))

    def places(self, action: Action) -> tuple[str, ...]:
        """Return what an action names on the picture: names that stand there as ``data-place``.

        A hex of an island stands there as ``data-hex``. Nothing for an action that names nothing to be seen.
        """
        return self.state_type.game.places(self, action)

    def _repr_svg_(self) -> str | None:
        return self.picture

    def _repr_png_(self) -> bytes | None:
        drawn = self.picture
        return drawn._repr_png_() if drawn else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation) or self.key() != other.key():
            return False
        return self._history is other._history or self.log == other.log

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[Any, ...]:
        between = [getattr(self, one.name) for one in fields(self)[1:-1]]
        return _unpickled, (self.state_type.game, *between, self.log)


def _unpickled(*parts: Any) -> Any:
    """Return an observation from its parts; the game is found first, and the log travels flat."""
    game, *fields, log = parts
    make: Any = Observation
    return make(game.state_type, *fields, linked(log))
