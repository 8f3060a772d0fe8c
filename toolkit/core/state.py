"""`State`: a position of a game with what is open in it; the rules act on it and on nothing else.

A game subclasses `State` and annotates its fields (`toolkit.core.fields`). Everything secret lies in `Zones`;
all other fields are seen by everybody, so that one function here makes the observations of every game. No
generator lives in a state.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Self

from toolkit.core.decision import (
    ALL,
    AUTOMATIC,
    CHANCE,
    TERMINAL,
    Action,
    Frame,
    IllegalAction,
    Kind,
    Reveal,
    refusal,
)
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.fields import Fields
from toolkit.core.hidden import Layout, Zones
from toolkit.core.history import Event, Happened, History, events, flat, heard, linked
from toolkit.core.observation import Observation, Rulebook


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    reason: str  #: why it ended, in the words of the rules; a turn limit is named as such
    winners: tuple[int, ...]  #: the players who won, in order; several share the victory
    scores: tuple[int, ...]  #: what the game counts at its end, for each player
    #: The same for those who are no players, such as an automatic rival. It follows from the end of the game:
    #: a record does not hold it.
    others: tuple[int, ...] = field(default=(), compare=False)


class State(Fields):
    """A position of a game. Copy it with `clone`: `apply` changes it in place."""

    __slots__ = ("_happened", "_heard", "players", "rules", "stack")

    game: ClassVar[Rulebook]
    kinds: ClassVar[Mapping[type[Any], Kind]]
    """The kind of each type of frames."""
    kind_names: ClassVar[Mapping[type[Any], str]]
    """The name of the kind of each type of frames."""
    ZONES: ClassVar[tuple[str, ...]]
    """The names of the fields that hold `Zones`."""

    rules: Any  #: the frozen rules of this game
    players: int  #: how many play; they are numbered from 0
    stack: list[Frame]  #: the open decisions and chance nodes, the one to answer now last
    _happened: Happened
    _heard: list[tuple[Happened, History]]

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def returns(self) -> tuple[float, ...]:
        """Return what the end is worth to each player, all 0 before: the share of each in the victory.

        A game may count in another unit.
        """
        end = self.outcome()
        won = end.winners if end else ()
        return tuple([1 / len(won) if player in won else 0.0 for player in range(self.players)])

    @classmethod
    @abstractmethod
    def layouts(cls, rules: Any, players: int) -> dict[str, Layout]:
        """Return the layout of each of `ZONES`."""

    # ---- decisions ----------------------------------------------------------------------------------------

    def to_act(self) -> int:
        """Return the player who acts, `CHANCE` or `TERMINAL`."""
        return self.stack[-1].actor if self.stack else TERMINAL

    def decision_kind(self) -> str | None:
        """Return the kind of the decision that is open now; None when the game is over."""
        return self.kind_names[type(self.stack[-1])] if self.stack else None

    def legal_actions(self) -> Sequence[Action]:
        """Return what the player to act may do, in the order of the vocabulary; nothing for chance."""
        if not self.stack:
            return ()
        frame: Any = self.stack[-1]
        return frame.legal(self) if self.kinds[type(frame)].sort == "decision" else ()

    def chance_outcomes(self) -> Sequence[tuple[Action, int]]:
        """Return what chance may do, with integer weights; nothing when a player acts."""
        if not self.stack:
            return ()
        frame: Any = self.stack[-1]
        return frame.outcomes(self) if self.kinds[type(frame)].sort == "chance" else ()

    def sample_chance(self, random: Random) -> Action:
        """Return one outcome of the open chance node, each with a chance proportional to its weight."""
        frame: Any = self.stack[-1] if self.stack else None
        if frame is None or self.kinds[type(frame)].sort != "chance":
            raise ToolkitError(f"{self.decision_kind() or 'the game is over'}: no chance node is open")
        drawn: Action = frame.pick(self, random)
        return drawn

    def seers(self) -> int:
        """Return a mask of the players who see as it is what is done next; to the others it is veiled."""
        frame: Any = self.stack[-1]
        return int(frame.seen_by(self)) if self.kinds[type(frame)].seen else ALL

    def possible(self) -> bool:
        """Tell whether the hidden cards let be open what is open: that belongs to what everybody sees."""
        frames: list[Any] = self.stack
        return all(frame.possible(self) for frame in frames if self.kinds[type(frame)].possible)

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
        else:
            legal = self.legal_actions()
            if action not in legal:
                raise IllegalAction(action, refusal(self, self.stack[-1], action))
            action = legal[legal.index(action)]  # handlers ask whether it is the one that was made once
        self.apply_unchecked(action)

    def apply_unchecked(self, action: Action) -> None:
        """Do what is known to be legal, for searches and playouts; for anything else nothing is promised."""
        frame: Any = self.stack.pop()
        kind = self.kinds[type(frame)]
        seen_by = frame.seen_by(self) if kind.seen else ALL
        self._happened = (self._happened, frame.actor, action, frame, seen_by)
        kind.does[type(action)](frame, self, action)
        if not self.stack or self.stack[-1].actor == AUTOMATIC:
            self.settle()

    def settle(self) -> None:
        """Do the automatic steps that are open, and open what follows when nothing is: then somebody acts."""
        while True:
            if not self.stack:
                self.game.go_on(self)
            if not self.stack or self.stack[-1].actor != AUTOMATIC:
                return
            frame: Any = self.stack.pop()
            seen_by = frame.seen_by(self) if self.kinds[type(frame)].seen else ALL
            if told := frame.step(self):
                self.reveal(told, seen_by, AUTOMATIC)

    def reveal(self, reveal: Reveal, seen_by: int, actor: int = CHANCE) -> None:
        """Write into the histories of some players what they see besides actions."""
        self._happened = (self._happened, actor, reveal, None, seen_by)

    # ---- what is seen -------------------------------------------------------------------------------------

    def observation(self, player: int | None) -> Observation[Self]:
        """Return what a player sees and may do; None is a spectator, who sees what lies open."""
        seat = self._seat(player)
        return Observation(
            type(self),
            self.rules,
            self.players,
            player,
            self.shown(),
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
            history = heard(self._happened, until, history, None if seat > self.players else 1 << seat)
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

    @property
    def table(self) -> tuple[Any, ...]:
        """All that makes the position, to compare it by; the way to it, the logs, is left out."""
        stack = [(type(frame), frame) for frame in self.stack]  # tuples of two kinds may be equal
        zones = [getattr(self, name) for name in self.ZONES]
        return self.rules, self.players, stack, self.shown(), zones

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
        """Return the state with these open fields, as `shown` gave them, zones and open decisions."""
        state = cls.begin(rules, players)
        state.fill(public)
        for name, cards in zip(cls.ZONES, zones, strict=True):
            setattr(state, name, cards)
        state.stack = list(stack)
        state.derive()
        return state

    def __repr__(self) -> str:
        actor = {CHANCE: "chance", TERMINAL: "nobody"}.get(self.to_act(), f"player {self.to_act()}")
        return (
            f"<{type(self).__name__}, {self.players} players: {self.decision_kind() or 'over'}, {actor} acts>"
        )

    def _logs(self) -> list[list[tuple[int, Action | Reveal]]]:
        return [flat(history) for history in self.histories]

    def __eq__(self, other: object) -> bool:
        """Tell whether all is equal, the logs included."""
        if type(other) is not type(self) or not isinstance(other, State):
            return False
        return self.table == other.table and self._logs() == other._logs()

    def __reduce__(self) -> tuple[Any, ...]:
        zones = [getattr(self, name).clone() for name in self.ZONES]
        logs = [events(history) for history in self.histories]
        parts = self.rules, self.players, self.shown(), zones, self.stack, logs
        return _unpickled, (self.game, *parts)


def _unpickled(game: Any, *parts: Any) -> State:
    """Return a state from its parts; the game is found first, and logs travel flat: links nest too deeply."""
    *fields, logs = parts
    state: State = game.state_type.restore(*fields)
    state.histories = [linked(log) for log in logs]
    return state
