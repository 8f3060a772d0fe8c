"""`ToldGame`: a game at a table as one person there tells it: the engine, with what nobody told left open.

The state is a *made-up world*: one that the teller's seat cannot tell from the real table. Before something
is done in it, the hidden cards are dealt anew as likely as they are for that seat (`toolkit.core.hidden`),
with the cards that the teller comes to see by it lying where they come from. So the rules are the engine's,
an observation of the seat is the one that it would have at an engine's table, and what cannot be is refused:
no hidden cards fit, or the engine says by which rule.

Which cards a seat comes to see by an action follows from how the cards moved (`toolkit.core.told.tracing`).
They are told by where they lay before and by their faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

from toolkit.core.decision import CHANCE, Action, IllegalAction, named_cards
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HEAP, Face, Zones
from toolkit.core.state import State
from toolkit.core.told.tracing import Shown, shown_to

S = TypeVar("S", bound=State)

Told = tuple[str, Shown]
"""The name of the cards of a kind (`State.ZONES`), and a card of them that was seen."""

_After = tuple[S, Told | None]

_TRIES, _MOST_TRIES = 64, 1_000
"""Worlds that are dealt in each way: at all, and where hidden cards tell what is possible."""


class UntoldError(ToolkitError):
    """A card that the seat comes to see was not told: which kind, and where it lay."""

    def __init__(self, kind: str, shown: Shown) -> None:
        self.kind, self.place = kind, shown.place
        super().__init__("a card is seen that was not told")


@dataclass(slots=True)
class ToldGame(Generic[S]):
    """A game as a seat tells it.

    Attributes
    ----------
    state
        A world that the seat cannot tell from the table; never to be shown to anybody but by its observation.
    seat
        Who tells.
    """

    state: S
    seat: int
    random: Random = field(default_factory=lambda: Random(0))  # makes up what nobody sees: it never matters

    def tell(self, action: Action | None, seen: Sequence[Told] = (), expected: Sequence[Face] = ()) -> None:
        """Do what a player or chance did, with the cards that the seat came to see by it.

        What the seat does not see of an action is told as it sees it, veiled; None is a draw that it does not
        see at all. Cards that are `expected` to be named next by who acts, such as the others of those that
        must go, help to find a world in which that can be.

        Raises
        ------
        IllegalAction
            By the rule that the engine names.
        UntoldError
            A card is seen that is not among those told.
        ToolkitError
            A card cannot lie there, or is not seen.
        """
        world, untold = self._tried(action, seen, expected)
        if untold:
            raise UntoldError(*untold)
        self.state = world

    @property
    def draws_unseen(self) -> bool:
        """Whether chance is to draw what the seat does not see: `tell` None goes on."""
        return self.state.to_act() == CHANCE and not self.state.seers() >> self.seat & 1

    def _tried(self, action: Action | None, seen: Sequence[Told], expected: Sequence[Face]) -> _After[S]:
        """Return a world after an action, and the first card seen by it that is not among the told ones.

        Others do what their cards let them, which a world seldom has by chance: so there are some in which
        the cards that are named lie where who acts has them.
        """
        ways, refused = self._ways(action, expected), dict[int, IllegalAction]()
        dealing = [self._worlds([*seen, *way]) for way in ways]
        hangs_on_cards = self.state.kinds[type(self.state.stack[-1])].possible
        for _ in range(_MOST_TRIES if hangs_on_cards else _TRIES):
            for number, worlds in enumerate(dealing):
                try:
                    if done := self._done(action, seen, worlds):
                        return done
                except IllegalAction as error:
                    refused[number] = error
        if not refused:
            raise ToolkitError("these cards cannot be seen together")
        raise refused[min(refused)]  # if they lie there it is by a rule

    def _ways(self, action: Action | None, expected: Sequence[Face]) -> list[Sequence[Told]]:
        """Return in which ways further cards are laid: those that are named and expected ones, and none."""
        named, actor = [*named_cards(action, self.state.rules)] if action else [], self.state.to_act()
        heaps = [
            (name, (zone, HEAP))
            for name in self.state.ZONES
            for layout in [getattr(self.state, name).layout]
            for zone, viewers in enumerate(layout.viewers[: len(layout.heaps)])
            if not viewers >> self.seat & 1 and (actor == CHANCE or viewers >> actor & 1)
        ]
        laid = [[*named, *expected[:count]] for count in range(len(expected), -1, -1)] if named else []
        ways = [[(kind, Shown(at, face)) for face in faces] for faces in laid for kind, at in heaps[::-1]]
        return [*ways, ()]

    def _done(self, action: Action | None, seen: Sequence[Told], worlds: Iterator[S]) -> _After[S] | None:
        """Return what `_tried` does, from the next of some worlds; None if there is none in which that is."""
        refused: IllegalAction | None = None
        if (dealt := next(worlds, None)) is None:
            return None
        for one in self._likenesses(dealt, action):
            world = dealt.clone()
            begun = {name: getattr(world, name) for name in world.ZONES}
            try:
                world.apply(one)
            except IllegalAction as error:
                refused = error
                continue
            left, untold = [*seen], None
            for name, zones in begun.items():
                for shown in shown_to(self.seat, getattr(dealt, name), zones):
                    if (name, shown) in left:
                        left.remove((name, shown))
                    else:
                        untold = untold or (name, shown)
            if not left:
                return world, untold
        if refused:
            raise refused
        return None

    def _likenesses(self, world: S, action: Action | None) -> Sequence[Action]:
        """Return the actions that look to the seat like a veiled one, or all that chance can do unseen."""
        if world.to_act() == CHANCE:
            drawn = [outcome for outcome, weight in world.chance_outcomes() if weight]
            if action is None:
                return self.random.sample(drawn, len(drawn))
            return [one for one in drawn if one == action or one.veiled() == action] or [action]
        if action is None:
            raise ToolkitError("nothing is to be drawn now")
        legal = world.legal_actions()
        return [one for one in legal if one == action or one.veiled() == action] or [action]

    def _worlds(self, told: Sequence[Told]) -> Iterator[S]:
        """Yield worlds with cards lying where they are told to be; none if they cannot."""
        lie = {name: [shown for kind, shown in told if kind == name] for name in self.state.ZONES}
        views = {name: getattr(self.state, name).view(self.seat) for name in lie}
        try:
            beliefs = {name: views[name].given(lie[name]) for name in lie}
        except ToolkitError:
            return
        while True:
            world = self.state.clone()
            for name, belief in beliefs.items():
                setattr(world, name, Zones.dealt(views[name], self.random, lie[name], belief))
            yield world
