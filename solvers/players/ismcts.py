"""Information-set Monte Carlo tree search with a single observer.

P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012): every iteration
samples a world that the player cannot tell from the real one and walks one tree of what the player would see.
An edge counts how often it was available, because not every action is legal in every world; actions that the
player sees veiled share one edge (partially observable moves). Chance edges are followed as they fall.

It is the plain search of the paper, without any judge: a walk tries every action before it tries any again,
adds one node and plays the game out at random. So it plays every game, those without `Advice` too, and is an
example to learn from; `expert` plays better where there is advice. Values are scaled to those met so far, so
that one exploration constant serves every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from solvers.players.simple import Bot
from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.errors import ToolkitError, quote

if TYPE_CHECKING:
    from toolkit.core.observation import Observation
    from toolkit.core.state import State

ITERATIONS = 200
"""Iterations for a decision unless a budget is given."""

PATIENCE = 1.0
"""Seconds for a decision where people wait for it, unless a budget is given."""

BUDGETS = "give iterations from 1 to 10,000,000, such as ismcts:400, or seconds, such as ismcts:0.1s"
"""What a budget may be, for messages."""

_MOST_ITERATIONS = 10_000_000
_LEAST_SECONDS, _MOST_SECONDS, _DIGITS = 1e-6, 9999, 6
_EXPLORATION = 0.7  # as in the paper, for values from 0 to 1


class Ismcts(Bot):
    """Chooses the action that its tree visited most.

    Parameters
    ----------
    iterations
        The budget of a decision, from 1 to 10,000,000; the same seed gives the same choice.
    seconds
        A budget in time instead, up to 9999 and rounded to microseconds; such games cannot be repeated.

    Raises
    ------
    ToolkitError
        Another budget.
    """

    def __init__(self, iterations: int = ITERATIONS, *, seconds: float | None = None) -> None:
        if type(iterations) is not int or not 1 <= iterations <= _MOST_ITERATIONS:
            raise ToolkitError(f"ismcts: {quote(iterations)} is no budget: {BUDGETS}")
        if seconds is not None and not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
            raise ToolkitError(f"ismcts: {quote(seconds)} seconds are no budget: {BUDGETS}")
        self.iterations = iterations
        self.seconds = seconds if seconds is None else round(seconds, _DIGITS)

    @property
    def name(self) -> str:
        """The name with its budget, as `player` reads it."""
        if self.seconds is None:
            return f"ismcts:{self.iterations}"
        return f"ismcts:{f'{self.seconds:.{_DIGITS}f}'.rstrip('0').rstrip('.')}s"

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return the action that the search visited most; a forced one at once."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        tree = Tree(observation, self.random)
        for _ in self._budget():
            tree.iterate()
        return tree.most_visited()

    def _budget(self) -> Iterator[None]:
        if self.seconds is None:
            yield from (None for _ in range(self.iterations))
            return
        end = perf_counter() + self.seconds
        yield
        while perf_counter() < end:
            yield


class _Node:
    """What a walk down the tree came to, as the player of the tree would see it."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self, players: int) -> None:
        self.visits = 0  # the walks through it
        self.available = 1  # the walks in which its edge could be chosen
        self.total = [0.0] * players  # of the values of its walks
        self.children: dict[Action, _Node] = {}  # by the action as it is seen


class Tree:
    """The search tree of one decision.

    It begins with what the player who decides sees; the generator is that of worlds, of chance and of ties.
    """

    def __init__(self, observation: Observation[Any], random: Random) -> None:
        if observation.player is None or not observation.legal_actions():
            raise ToolkitError("a search needs the observation of the player who acts")
        self._observation = observation
        self.random = random
        self._player = observation.player
        self._root = _Node(observation.players)
        self._low, self._high = inf, -inf  # of the values met so far

    def most_visited(self) -> Action:
        """Return the action of the player that was visited most, of these the best on average."""
        children = self._root.children
        return max(
            children, key=lambda action: (children[action].visits, children[action].total[self._player])
        )

    @property
    def visits(self) -> dict[Action, int]:
        """How often each action of the player was visited."""
        return {action: child.visits for action, child in self._root.children.items()}

    def iterate(self) -> None:
        """Sample a world, walk down the tree, add a node, play out at random, and tell the way up."""
        state = self._observation.sample_world(self.random)
        path = self._walk(state)
        values = _played_out(state, self.random)
        self._low, self._high = min(self._low, *values), max(self._high, *values)
        for node in path:
            node.visits += 1
            for player, value in enumerate(values):
                node.total[player] += value

    def _walk(self, state: State) -> list[_Node]:
        """Walk down to an action that is new, or the end of the game; the state goes along."""
        node, path, new = self._root, [self._root], False
        while not new and (actor := state.to_act()) != TERMINAL:
            if actor == CHANCE:
                action = state.sample_chance(self.random)
                seen = self._seen(state, [action])[0]
            else:
                seen, action = self._chosen(node, state, actor)
                new = seen not in node.children
            state.apply_unchecked(action)
            node = node.children.setdefault(seen, _Node(state.players))
            path.append(node)
        return path

    def _seen(self, state: State, actions: Sequence[Action]) -> Sequence[Action]:
        """Return the actions as the player of the tree sees them."""
        if state.seers() >> self._player & 1:
            return actions
        return [action.veiled() for action in actions]

    def _chosen(self, node: _Node, state: State, actor: int) -> tuple[Action, Action]:
        """Return what the player to act tries, as it is seen and as it is."""
        actions = state.legal_actions()
        seen = self._seen(state, actions)
        pairs = list(zip(seen, actions, strict=True))
        if seen is not actions:  # of those that look alike any is tried
            self.random.shuffle(pairs)
        options = dict(pairs)
        for alike in options:
            if child := node.children.get(alike):
                child.available += 1
        if len(options) == 1:
            return pairs[0]
        new = [alike for alike in options if alike not in node.children]
        chosen = (
            self.random.choice(new)
            if new
            else max(options, key=lambda alike: self._bound(node.children[alike], actor))
        )
        return chosen, options[chosen]

    def _bound(self, child: _Node, actor: int) -> float:
        """Return the upper confidence bound of what a child is worth to the player who chooses (UCB1)."""
        worth = (child.total[actor] / child.visits - self._low) / (self._high - self._low or 1.0)
        return worth + _EXPLORATION * sqrt(log(child.available) / child.visits)


def _played_out(state: State, random: Random) -> Sequence[float]:
    """Play a game to its end at random, and return what it is worth to each player then."""
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            action = state.sample_chance(random)
        else:
            actions = state.legal_actions()
            action = actions[0] if len(actions) == 1 else random.choice(actions)
        state.apply_unchecked(action)
    return state.returns()
