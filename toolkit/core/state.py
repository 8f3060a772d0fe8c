"""`State`: a position of a game with its open decisions; the rules act on it and on nothing else.

A game subclasses `State` with slots of ints, texts, tuples, lists of these, lists of lists, and `Zones`.
Everything secret lies in `Zones`; all other fields are seen by everybody, so that one function here makes the
observations of every game. No generator lives in a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

from toolkit.core.chance import draw_weighted
from toolkit.core.decision import ALL, CHANCE, TERMINAL, Action, Chance, Decision, Frame, IllegalAction
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.history import Event, Happened, History, Reveal, events, heard
from toolkit.core.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from toolkit.core.game import Game
    from toolkit.core.hidden import Layout, Zones


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    reason
        Why it ended, in the words of the rules; a turn limit is named as such.
    winners
        The players who won, in order; several share the victory.
    scores
        What the game counts at its end, for each player.
    """

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class State(ABC):
    """A position of a game. Copy it with `clone`: `apply` changes it in place.

    Attributes
    ----------
    rules
        The frozen rules of this game.
    players
        How many play; they are numbered from 0.
    stack
        The open decisions, the one to answer now last.
    """

    __slots__ = ("_happened", "_heard", "players", "rules", "stack")

    game: ClassVar[Game[Any]]
    decisions: ClassVar[Mapping[str, Decision | Chance]]
    FIELDS: ClassVar[tuple[str, ...]]
    """The names of the fields that everybody sees."""
    ZONES: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that hold `Zones`."""
    LISTS: ClassVar[Mapping[str, int]] = {}
    """Which of `FIELDS` are lists (1) or lists of lists (2); the others never change in place."""

    rules: Any
    players: int
    stack: list[Frame]
    _happened: Happened
    _heard: list[tuple[Happened, History]]

    @abstractmethod
    def clone(self) -> Self:
        """Return a copy that shares nothing that can change."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """Return what the end is worth to each player; the game says in which unit. All 0 before the end."""

    @classmethod
    @abstractmethod
    def layouts(cls, rules: Any, players: int) -> dict[str, Layout]:
        """Return the layout of each of `ZONES`."""

    # ---- decisions ----------------------------------------------------------------------------------------

    def to_act(self) -> int:
        """Return the player who acts, `CHANCE` or `TERMINAL`."""
        actor: int = self.stack[-1][1] if self.stack else TERMINAL
        return actor

    def decision_kind(self) -> str | None:
        """Return the kind of the decision that is open now; None when the game is over."""
        return str(self.stack[-1][0]) if self.stack else None

    def legal_actions(self) -> Sequence[Action]:
        """Return what the player to act may do, in the order of the vocabulary; nothing for chance."""
        if not self.stack:
            return ()
        frame = self.stack[-1]
        decision = self.decisions[frame[0]]
        return decision.legal(self, frame) if isinstance(decision, Decision) else ()

    def chance_outcomes(self) -> Sequence[tuple[Action, int]]:
        """Return what chance may do, with integer weights; nothing when a player acts."""
        if not self.stack:
            return ()
        frame = self.stack[-1]
        decision = self.decisions[frame[0]]
        return decision.outcomes(self, frame) if isinstance(decision, Chance) else ()

    def sample_chance(self, random: Random) -> Action:
        """Return one outcome of the open chance node, each with a chance proportional to its weight."""
        frame = self.stack[-1] if self.stack else ("the game is over",)
        decision = self.decisions.get(frame[0])
        if not isinstance(decision, Chance):
            raise ToolkitError(f"{frame[0]}: no chance node is open")
        if decision.pick:
            return decision.pick(self, frame, random)
        return draw_weighted(random, decision.outcomes(self, frame))

    def apply(self, action: Action) -> None:
        """Do what a player chose or chance drew.

        `IllegalAction` with the rule's reason when it is not legal: the state is as it was.
        """
        if not self.game.knows(action, self.players, self.rules):
            raise IllegalAction(action, f"no action of this game of {self.game.title}", known=False)
        if self.to_act() == TERMINAL:
            raise IllegalAction(action, "the game is over")
        if self.to_act() == CHANCE:
            if not any(action == outcome for outcome, weight in self.chance_outcomes() if weight):
                raise IllegalAction(action, f"chance cannot do that now ({self.decision_kind()})")
        elif action not in self.legal_actions():
            raise IllegalAction(action, self._refusal(action))
        self.apply_unchecked(action)

    def _refusal(self, action: Action) -> str:
        frame = self.stack[-1]
        decision = self.decisions[frame[0]]
        return decision.refusal(self, frame, action) if isinstance(decision, Decision) else ""

    def apply_unchecked(self, action: Action) -> None:
        """Do what is known to be legal, for searches and playouts; for anything else nothing is promised."""
        frame = self.stack.pop()
        decision = self.decisions[frame[0]]
        seen_by = decision.seen_by
        self._happened = (self._happened, frame[1], action, ALL if seen_by is None else seen_by(self, frame))
        decision.handlers[type(action)](self, action, frame)
        if not self.stack:
            self.go_on()

    def go_on(self) -> None:  # noqa: B027  # most games open all that follows in their handlers
        """Open what follows when no decision is open; here the game is over then."""

    def reveal(self, reveal: Reveal, seen_by: int) -> None:
        """Write into the histories of some players what they see besides actions."""
        self._happened = (self._happened, CHANCE, reveal, seen_by)

    # ---- what is seen -------------------------------------------------------------------------------------

    def observation(self, player: int | None) -> Observation:
        """Return what a player sees and may do; None is a spectator, who sees what lies open."""
        seat = self._seat(player)
        return Observation(
            self.game.name,
            self.rules,
            self.players,
            player,
            self._public(),
            tuple([getattr(self, name).view(seat) for name in self.ZONES]),
            tuple(self.stack),
            tuple(self.legal_actions()) if player is not None and self.to_act() == player else (),
            self.remembered(seat),
        )

    def remembered(self, seat: int) -> History:
        """Return the log that an observation shows; a game in which players have to remember shows less."""
        return self.history(seat)

    def history(self, seat: int) -> History:
        """Return what happened as a seat saw it; the one after the spectator saw it as it was.

        It is worked out from where it was asked last.
        """
        until, history = self._heard[seat]
        if until is not self._happened:
            history = heard(self._happened, until, history, -1 if seat > self.players else 1 << seat)
            self._heard[seat] = self._happened, history
        return history

    @property
    def histories(self) -> list[History]:
        """What happened, as each player saw it, then as a spectator saw it, then as it was."""
        return [self.history(seat) for seat in range(self.players + 2)]

    @histories.setter
    def histories(self, histories: Sequence[History]) -> None:
        self._happened = None
        self._heard = [(None, history) for history in histories]

    def log(self, player: int | None) -> tuple[Event, ...]:
        """Return what happened so far, as a player saw it; None is a spectator."""
        return events(self.history(self._seat(player)))

    def full_log(self) -> tuple[Event, ...]:
        """Return what happened so far, as it was, with chance and all secrets."""
        return events(self.history(self.players + 1))

    def _seat(self, player: int | None) -> int:
        """Return the number of a seat: a spectator's comes after those of the players."""
        if player is None:
            return self.players
        if type(player) is not int or not 0 <= player < self.players:
            raise ToolkitError(
                f"no player {quote(player)}: they are numbered from 0 to {self.players - 1}, "
                "and None is a spectator"
            )
        return player

    def _public(self) -> tuple[Any, ...]:
        values = list(_reader(self.FIELDS)(self))
        for name, depth in self.LISTS.items():
            values[self.FIELDS.index(name)] = _frozen(getattr(self, name), depth)
        return tuple(values)

    @property
    def table(self) -> tuple[Any, ...]:
        """All that makes the position, to compare it by; the way to it, the logs, is left out."""
        zones = [getattr(self, name) for name in self.ZONES]
        return self.rules, self.players, self.stack, self._public(), zones

    @property
    def _logs(self) -> list[tuple[Event, ...]]:
        return [events(history) for history in self.histories]

    # ---- making states ------------------------------------------------------------------------------------

    @classmethod
    def begin(cls, rules: Any, players: int) -> Self:
        """Return a bare state with an empty stack and empty histories; the game fills its fields."""
        state = cls.__new__(cls)
        state.rules, state.players, state.stack = rules, players, []
        state.histories = [None] * (players + 2)
        return state

    @classmethod
    def restore(
        cls, rules: Any, players: int, public: Sequence[Any], zones: Sequence[Zones], stack: Sequence[Frame]
    ) -> Self:
        """Return the state with these open fields, zones and open decisions."""
        state = cls.begin(rules, players)
        for name, value in zip(cls.FIELDS, public, strict=True):
            setattr(state, name, _thawed(value, cls.LISTS[name]) if name in cls.LISTS else value)
        for name, cards in zip(cls.ZONES, zones, strict=True):
            setattr(state, name, cards)
        state.stack = list(stack)
        return state

    def copy_base(self, new: Self) -> None:
        """Copy what every state has; for `clone`."""
        new.rules, new.players, new.stack = self.rules, self.players, self.stack[:]
        new._happened, new._heard = self._happened, self._heard[:]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole state as JSON data, its log included."""
        from toolkit.core.game import rules_to_dict  # it speaks of states

        return {
            "format": "toolkit-state/1",
            "game": self.game.name,
            "players": self.players,
            "rules": rules_to_dict(self.rules),
            "fields": dict(zip(self.FIELDS, self._public(), strict=True)),
            "zones": {name: getattr(self, name).to_dict() for name in self.ZONES},
            "stack": list(self.stack),
            "histories": [[event.to_list() for event in events(history)] for history in self.histories],
        }

    def to_text(self) -> str:
        """Return the state as one line of JSON, equal for equal states."""
        import json

        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))

    def __repr__(self) -> str:
        actor = {CHANCE: "chance", TERMINAL: "nobody"}.get(self.to_act(), f"player {self.to_act()}")
        return (
            f"<{type(self).__name__}, {self.players} players: {self.decision_kind() or 'over'}, {actor} acts>"
        )

    def __eq__(self, other: object) -> bool:
        """Tell whether all is equal, the logs included."""
        if type(other) is not type(self) or not isinstance(other, State):
            return False
        return self.table == other.table and self._logs == other._logs

    __hash__ = None  # type: ignore[assignment]  # it can change

    def __reduce__(self) -> tuple[Any, ...]:
        from toolkit.core.game import state_from_dict

        return state_from_dict, (self.to_dict(),)


@cache
def _reader(names: tuple[str, ...]) -> Callable[[State], tuple[Any, ...]]:
    """Return a function that reads these fields of a state."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda state: tuple([getattr(state, name) for name in names])  # of one, the getter gives no tuple


def _frozen(value: Any, depth: int) -> Any:
    return tuple(value) if depth == 1 else tuple([tuple(part) for part in value])


def _thawed(value: Any, depth: int) -> Any:
    return list(value) if depth == 1 else [list(part) for part in value]
