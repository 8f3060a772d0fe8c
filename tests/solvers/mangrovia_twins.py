"""The odds of Mangrovia once more, another way: by constraints, by graphs, card by card, and by the game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import networkx as nx
from constraint import BacktrackingSolver, ExactSumConstraint, Problem

from toolkit.core.decision import Action
from toolkit.games.mangrovia import LANDSCAPES, Rules
from toolkit.games.mangrovia.actions import Build, Pay, PayLandscape
from toolkit.games.mangrovia.components import RITUAL_SPACE
from toolkit.games.mangrovia.play import Acting
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.state import MangroviaState


def position(
    hand: str = "", *, pier: int = 0, players: int = 4, seen: bool = True, others: int = 0, **keys: Any
) -> Position:
    """Return a position of player 0, whose hand and amulets are named, such as ``3 4 sand``.

    `open`, `played`, `pile`, `kept`, `spent` and `bag` name what lies there; with a `pile` or `bag` player 1
    holds all the rest, and player 0 has `seen` it or not. The `others` hold so many of each. The boat is at a
    pier with a bowl of player 0.
    """
    box = Rules().box
    lies = {key: keys.pop(key, "") for key in ("open", "played", "pile", "kept", "spent", "bag")}
    decks = {"valuables": box.valuables, "landscapes": box.landscapes}
    for kind, deck in decks.items():
        here = {key: _cards(text, kind) for key, text in {"hand": hand, **lies}.items() if key in _CARDS}
        rest = Counter(_card(face, kind) for face in deck) - Counter(chain(*here.values()))
        held = list(rest.elements()) if lies["pile"] else []
        hands = [here["hand"], held if seen else len(held), *[others] * (players - 2)]
        keys[kind] = {"hands": hands, "open": here["open"], "played": here["played"]}
    amulets = {key: [int(word) for word in lies[key].split()] for key in ("kept", "spent", "bag")}
    rest = list((Counter(box.bag) - Counter(chain(*amulets.values()))).elements()) if amulets["bag"] else []
    kept = [amulets["kept"], rest if seen else len(rest), *[others] * (players - 2)]
    keys["amulets"] = {"kept": kept, "spent": amulets["spent"]}
    if pier:
        own = RITUAL_SPACE[pier] + 1
        spaces = [own, *(space for space in range(1, 7) if space != own)]
        keys |= {"pier": pier, "talisman": 0, "bowls": {f"R{spaces[seat]}": seat for seat in range(players)}}
    keys.setdefault("huts", [[] for _ in range(players)])
    return Position.parse(json.dumps({"format": "mangrovia-position/1", **keys}), "here.json")


_CARDS = ("hand", "open", "played", "pile")


def _cards(text: str, kind: str) -> list[int | str]:
    if kind == "landscapes":
        return [word for word in text.split() if word in LANDSCAPES]
    return [int(word) for word in text.split() if word.isdigit()]


def _card(face: int, kind: str) -> int | str:
    return LANDSCAPES[face] if kind == "landscapes" else face


def exact(values: Sequence[int], price: int) -> set[tuple[int, ...]]:
    """Return the parts of some things, by their places, whose values make a price: by constraints."""
    places = [at for at, value in enumerate(values) if value <= price]
    if not price or price > sum(values[at] for at in places):  # the library wants each to have a choice left
        return set() if price else {()}
    problem = Problem(BacktrackingSolver())
    problem.addVariables(places, [0, 1])
    problem.addConstraint(ExactSumConstraint(price, [values[at] for at in places]))
    return {tuple(at for at in sorted(found) if found[at]) for found in problem.getSolutions()}


def sums(values: Sequence[int]) -> set[int]:
    """Return the sums that parts of some values make: the totals that a walk along the values reaches."""
    steps = nx.DiGraph()
    steps.add_node((0, 0))
    for place, value in enumerate(values):
        for total in [total for layer, total in steps if layer == place]:
            steps.add_edges_from([((place, total), (place + 1, total + more)) for more in (0, value)])
    reached = {(0, 0)} | nx.descendants(steps, (0, 0))
    return {total for place, total in reached if place == len(values)}


def drawn(bag: Sequence[int], number: int) -> dict[tuple[int, ...], Fraction]:
    """Return what so many of these can be, sorted: every set of single ones counts once."""
    sets = [tuple(sorted(some)) for some in combinations(bag, number)]
    return {some: Fraction(sets.count(some), len(sets)) for some in sorted(set(sets))}


def after(state: MangroviaState, action: Action) -> MangroviaState:
    """Return the state after an action, which must be legal."""
    then = state.clone()
    then.apply(action)
    return then


def payments(state: MangroviaState, build: Build) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield what is paid, landscapes that are asked for and means, on each way to a hut in the game."""

    def pay(now: MangroviaState, faces: tuple[int, ...], means: tuple[int, ...]) -> Iterator[object]:
        if now.decision_kind() not in ("pay landscape", "pay"):
            yield faces, means
            return
        for action in now.legal_actions():
            if isinstance(action, PayLandscape):
                yield from pay(after(now, action), (*faces, action.face), means)
            elif isinstance(action, Pay):
                yield from pay(after(now, action), faces, (*means, action.means))

    yield from pay(after(state, build), (), ())  # type: ignore[misc]


def at_a_hut(state: MangroviaState, player: int) -> MangroviaState:
    """Return the state at piers 9 and 10 in one: this player may build a hut or a double hut."""
    now = state.clone()
    now.stack = [Acting(player, 0, 0, 0, 1, 1)]
    return now


def at_pier(state: MangroviaState, suits: Callable[[MangroviaState], bool]) -> Fraction:
    """Return the chance of what suits when the boat leaves a pier: the best that the game lets be done there.

    The player whose bowl lies there must know the whole state but the order of the piles.
    """
    pier = state.pier

    def best(now: MangroviaState) -> Fraction:
        if now.pier != pier or not now.stack:
            return Fraction(suits(now))
        if now.to_act() < 0:
            outcomes = now.chance_outcomes()
            total = sum(weight for _, weight in outcomes)
            ways = [Fraction(weight, total) * best(after(now, action)) for action, weight in outcomes]
            return sum(ways, Fraction(0))
        legal = [action for action in now.legal_actions() if not str(action).startswith("build")]
        return max(best(after(now, action)) for action in legal)

    return best(state)
