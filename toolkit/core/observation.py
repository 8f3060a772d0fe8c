"""`Observation`: what one seat sees and may do; data only, without a state or a generator inside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import TERMINAL, Action, Frame
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import Zones
from toolkit.core.history import Event, History, events, linked

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from random import Random

    from toolkit.core.hidden import View
    from toolkit.core.state import State

_MOST_TRIES = 100_000


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """What a player knows: everything that lies open, the own cards, what was seen, and the legal actions.

    Attributes
    ----------
    game
        The name of the game.
    rules, players
        As in the state.
    player
        Whose view it is; None is a spectator.
    public
        The fields that everybody sees, as in the state's ``FIELDS``: ``observation["name"]`` is one.
    views
        What the seat sees of each kind of cards; ``observation["name"]`` reads one too.
    stack
        The open decisions; who acts and what the decision is about is seen by all.
    actions
        What the player may do now; empty when somebody else acts.
    """

    game: str
    rules: Any
    players: int
    player: int | None
    public: tuple[Any, ...]
    views: tuple[View, ...]
    stack: tuple[Frame, ...]
    actions: tuple[Action, ...]
    _history: History = field(repr=False)

    def __getitem__(self, name: str) -> Any:
        """Return an open field of the state, as tuples, or the view of a kind of cards."""
        kind = self._state_type()
        if name in kind.FIELDS:
            return self.public[kind.FIELDS.index(name)]
        if name in kind.ZONES:
            return self.views[kind.ZONES.index(name)]
        raise ToolkitError(
            f"nothing is called {quote(name)}{did_you_mean(str(name), [*kind.FIELDS, *kind.ZONES])}"
        )

    def _state_type(self) -> type[State]:
        from toolkit.core.game import find_game  # games speak of observations

        return find_game(self.game).state_type

    def to_act(self) -> int:
        """Return the player who acts, `CHANCE` or `TERMINAL`."""
        return int(self.stack[-1][1]) if self.stack else TERMINAL

    def decision_kind(self) -> str | None:
        """Return the kind of the open decision; None when the game is over."""
        return str(self.stack[-1][0]) if self.stack else None

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
            self.game,
            self.rules,
            self.players,
            self.player,
            self.public,
            self.views,
            self.stack,
            self.actions,
        )

    def sample_world(self, random: Random, belief: Callable[[State], float] | None = None) -> State:
        """Return a whole state that this player cannot tell from the real one.

        Parameters
        ----------
        random
            The generator that deals.
        belief
            A weight from 0 to 1 for a world: what a player with its own memory or model thinks of it.

        Without `belief` the world is drawn exactly from the chances that follow from what the player has seen
        (`toolkit.core.hidden.knowledge`): unseen cards are exchangeable over the cells where they can be, and
        nothing is inferred from what others chose. Where there is too much to keep account of, it is nearly
        so: ``view.belief.exact`` tells that of each of `views`. With `belief`, worlds are drawn until one is
        accepted with its weight (rejection); `ToolkitError` when none is after 100,000.

        The world's log is this player's, for every seat of it. What other players know beyond their own
        cards is left out of it.
        """
        if self.player is None:
            raise ToolkitError("a spectator holds no cards to sample a world from")
        for _ in range(_MOST_TRIES):
            world = self._sample(random)
            if belief is None or random.random() < belief(world):
                return world
        raise ToolkitError(f"no world in {_MOST_TRIES:,} was believed")

    def _sample(self, random: Random) -> State:
        zones = [Zones.dealt(view, random) for view in self.views]
        world = self._state_type().restore(self.rules, self.players, self.public, zones, self.stack)
        world.histories = [self._history] * (self.players + 2)
        return world

    def _repr_svg_(self) -> str | None:
        """Return the picture for notebooks, if the game is drawn."""
        from toolkit.core.game import find_game  # games speak of observations

        return find_game(self.game).picture(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation) or self.key() != other.key():
            return False
        return self._history is other._history or self.log == other.log

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (
            self.game,
            self.rules,
            self.players,
            self.player,
            self.public,
            self.views,
            self.stack,
            self.actions,
            self.log,
        )


def _unpickled(*parts: Any) -> Observation:
    """Return an observation from its fields; the log travels flat, because links nest too deeply."""
    *fields, log = parts
    return Observation(*fields, linked(log))  # type: ignore[call-arg]
