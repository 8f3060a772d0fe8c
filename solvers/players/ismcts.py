"""Information-set Monte Carlo tree search with a single observer.

P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012): every iteration
samples a world that the player cannot tell from the real one and walks one tree of what the player would see.
An edge counts how often it was available, because not every action is legal in every world; actions that the
player sees veiled share one edge (partially observable moves). Chance edges are followed as they fall.

Where there is `Advice` for the game it comes in at three places. A node takes its children in the order of
their weights, and more of them the more often it is visited (progressive widening); the weight of a child
counts like some visits that it had already; and a new node is judged by the values of the advice, after a few
more decisions by its weights, instead of a game played on to its end. A weight judges one world, and in each
world the player who acts may hold something else: so it is a mean over some worlds. The means are scaled to
the values met so far, so that one exploration constant serves every game. Without advice every action is
tried before any is tried again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from solvers.players.advice import Advice, find_advice
from solvers.players.expert import played_on
from solvers.players.simple import Bot, best
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
_EXPLORATION = 0.35
_TRUST = 20  # visits for which the weight of the advice counts
_WORLDS = 8  # in which an edge is weighed
_RIPE = 4  # visits after which a node gets children: until then it is judged itself
_WIDENING = 2.0  # children of a node with n visits: at most this times the square root of n, and one


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


class _Weight:
    """What the advice says of an edge: the mean over the worlds in which it was weighed, from none on."""

    __slots__ = ("mean", "worlds")

    def __init__(self) -> None:
        self.mean, self.worlds = 0.0, 0

    def add(self, weight: float) -> None:
        """Take in what the advice says in one more world."""
        self.worlds += 1
        self.mean += (weight - self.mean) / self.worlds


class _Node:
    """What a walk down the tree came to, as the player of the tree would see it."""

    __slots__ = ("available", "children", "total", "visits", "weights")

    def __init__(self, players: int) -> None:
        self.visits = 0  # the walks through it
        self.available = 1  # the walks in which its edge could be chosen
        self.total = [0.0] * players  # of the values of its walks
        self.children: dict[Action, _Node] = {}  # by the action as it is seen
        self.weights: defaultdict[Action, _Weight] = defaultdict(_Weight)  # of children and other edges


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
        self._advice = find_advice(observation.game)
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
        """Sample a world, walk down the tree, add a node, judge where it leads, and tell the way up."""
        state = self._observation.sample_world(self.random)
        path = self._walk(state)
        values = _judged(state, self._advice, self.random)
        self._low, self._high = min(self._low, *values), max(self._high, *values)
        for node in path:
            node.visits += 1
            for player, value in enumerate(values):
                node.total[player] += value

    def _walk(self, state: State) -> list[_Node]:
        """Walk down to a node that is not ripe for children, or the end of the game; the state goes along."""
        node, path, grows = self._root, [self._root], True
        while grows and (actor := state.to_act()) != TERMINAL:
            if actor == CHANCE:
                action = state.sample_chance(self.random)
                seen = self._seen(state, [action])[0]
            else:
                seen, action = self._chosen(node, state, actor)
            state.apply_unchecked(action)
            if seen not in node.children:
                node.children[seen] = _Node(state.players)
            node = node.children[seen]
            path.append(node)
            grows = actor == CHANCE or node.visits >= _RIPE
        return path

    def _seen(self, state: State, actions: Sequence[Action]) -> Sequence[Action]:
        """Return the actions as the player of the tree sees them."""
        if state.seers() >> self._player & 1:
            return actions
        return [action.veiled() for action in actions]

    def _chosen(self, node: _Node, state: State, actor: int) -> tuple[Action, Action]:
        """Return what the player to act tries, as it is seen and as it is."""
        actions = _worth_trying(state, self._advice)
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
        if self._advice:
            _weigh(node, self._advice, state, options)
        chosen = self._tried(node, actor, list(options))
        return chosen, options[chosen]

    def _tried(self, node: _Node, actor: int, options: Sequence[Action]) -> Action:
        """Return a new edge while there is room for one, else the child with the best upper bound."""
        known = [seen for seen in options if seen in node.children]
        room = len(options) if self._advice is None else 1 + _WIDENING * sqrt(node.visits)
        if len(known) < min(room, len(options)):
            return self._promising(node, [seen for seen in options if seen not in node.children])
        return max(known, key=lambda seen: self._bound(node, seen, actor))

    def _promising(self, node: _Node, new: Sequence[Action]) -> Action:
        """Return the new edge that the advice holds for the best; without advice any."""
        if self._advice is None:
            return self.random.choice(new)
        return best(new, [node.weights[seen].mean for seen in new], self.random)

    def _bound(self, node: _Node, seen: Action, actor: int) -> float:
        """Return the upper confidence bound of what a child is worth to the player who chooses (UCB1)."""
        spread = self._high - self._low or 1.0
        child = node.children[seen]
        visits, total = child.visits, child.total[actor]
        if self._advice:
            visits, total = visits + _TRUST, total + _TRUST * node.weights[seen].mean
        return (total / visits - self._low) / spread + _EXPLORATION * sqrt(log(child.available) / visits)


def _worth_trying(state: State, advice: Advice | None) -> Sequence[Action]:
    actions = state.legal_actions()
    return advice.worth_trying(state, actions) if advice else actions


def _weigh(node: _Node, advice: Advice, state: State, options: Mapping[Action, Action]) -> None:
    """Let the advice weigh the edges that it has weighed in few worlds so far."""
    few = [seen for seen in options if node.weights[seen].worlds < _WORLDS]
    if few:
        weights = advice.weigh(state, [options[seen] for seen in few])
        for seen, weight in zip(few, weights, strict=True):
            node.weights[seen].add(weight)


def _judged(state: State, advice: Advice | None, random: Random) -> Sequence[float]:
    """Play on for the horizon of the advice and judge where that leads; without advice to the end, anyhow."""
    if advice:
        return played_on(state, advice, random, advice.horizon)
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        actions = state.legal_actions()
        state.apply_unchecked(actions[0] if len(actions) == 1 else random.choice(actions))
    return state.returns()
