"""One harness for the checks of all games: a game gives its variants, its oracle and what is rare in it.

``CHECK_GAMES=50`` checks so many games of each edition at every state (of other variants a tenth), and twenty
times as many at their end; leaks are sought in the plain game with every number of players, in each other
with the fewest (with many it takes hours). Without it a few games are checked of some cases.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from toolkit.core.errors import ToolkitError
from toolkit.core.game import Game
from toolkit.testing import Oracle, check_game, leak_probe

GAMES = int(os.environ.get("CHECK_GAMES", "0"))


@dataclass(frozen=True)
class Case:
    """Rules with a number of players, and how many games of them to check."""

    name: str
    rules: Any
    players: int
    full: int
    ends: int
    probes: int
    odd: bool = False

    def __str__(self) -> str:
        return f"{self.name}-{self.players}"


def cases(game: Game[Any], variants: Mapping[str, Any]) -> list[Any]:
    """Return the cases of a game as parameters; the first edition is its plain game."""
    plain = next(iter(game.editions))
    found = []
    for number, (name, rules) in enumerate({**game.editions, **variants}.items()):
        counts = [players for players in game.players if is_for(game, players, rules)]
        for players in counts:
            share = 1 if name == plain else len(counts) if name in game.editions else 10 * len(counts)
            ends = (counts[0], counts[-1])  # what lies between shows nothing new every day
            often = players in ends if name == plain else players == counts[number % min(3, len(counts))]
            if GAMES:
                full, few = -(-GAMES // share), counts if name == plain else counts[:1]
                found.append(Case(name, rules, players, full, 20 * full, 2 * (players in few)))
            elif often:
                probes = int(name == plain and players == counts[0])  # more players take long
                found.append(Case(name, rules, players, 1, 6, probes, bool(len(found) % 2)))
    return [pytest.param(case, id=str(case)) for case in found]


@dataclass(frozen=True, eq=False)
class Checks:
    """Whether a game keeps to the protocol and leaks nothing; its three tests go into a file of the game.

    Attributes
    ----------
    script
        What to do at some states, to reach what random play seldom reaches.
    oracle
        A second opinion on the weights of chance and on the scores.
    shorter
        Rules under which games that are checked at every state are not too long.
    probes
        How many times as many games a case needs until all of its decisions were probed for leaks.
    without
        The decisions that a case never meets.
    seldom
        Those that it meets so seldom that the games need not reach them.
    seed
        Of the probes: one whose games soon meet all decisions, so that few are needed.
    """

    game: Game[Any, Any]
    variants: Mapping[str, Any]
    script: Any = None
    oracle: Oracle | None = None
    shorter: Callable[[Any], Any] = lambda rules: rules
    probes: Callable[[Case], int] = lambda _: 1
    without: Callable[[Case], Collection[str]] = lambda _: ()
    seldom: Callable[[Case], Collection[str]] = lambda _: ()
    seed: int = 0

    def __iter__(self) -> Iterator[Any]:
        """Yield the tests of every state, of ends and of leaks."""
        found = cases(self.game, self.variants)

        def check(case: Case, rules: Any, games: int, **more: Any) -> Any:
            return check_game(self.game, case.players, rules, games=games, oracle=self.oracle, **more)

        @pytest.mark.parametrize("case", found)
        def every_state(case: Case) -> None:
            """Half of the games are played at random."""
            rules, plain = self.shorter(case.rules), (case.full + case.odd) // 2
            check(case, rules, plain)
            check(case, rules, case.full - plain, first=plain, script=self.script)

        @pytest.mark.parametrize("case", found)
        def ends(case: Case) -> None:
            report = check(case, case.rules, case.ends, seed="ends", full=False)
            assert report.games == case.ends

        @pytest.mark.parametrize("case", [param for param in found if param.values[0].probes])
        def leaks(case: Case) -> None:
            games = case.probes * self.probes(case)
            ruled_out = {"without": self.without(case), "seldom": self.seldom(case)}
            more = {"seed": self.seed, "script": self.script, **ruled_out}
            leak_probe(self.game, case.players, case.rules, games=games, **more)

        yield from (every_state, ends, leaks)


def heaps(zones: Any) -> dict[str, list[int]]:
    """Return the cards of every heap and row by its name."""
    names = [*(name for name, _ in zones.layout.heaps), *zones.layout.rows]
    return dict(zip(names, zones.cards, strict=True))


def not_elsewhere(
    cards: Mapping[str, int], zones: Any, heap: str, face: Callable[[int], str]
) -> Counter[str]:
    """Return what must lie in a heap, by name: all cards of the game but those that lie elsewhere."""
    elsewhere = Counter(face(card) for name, held in heaps(zones).items() if name != heap for card in held)
    return Counter(cards) - elsewhere


def said(verb: str, cards: Mapping[str, int]) -> dict[str, int]:
    """Return weights of actions that name a card."""
    return {f"{verb} {card}": copies for card, copies in cards.items()}


def is_for(game: Game[Any], players: int, rules: Any) -> bool:
    """Tell whether the rules are for a number of players."""
    try:
        game.new(players, rules)
    except ToolkitError:
        return False
    return True


def apply_unsettled(state, action):
    """Do what is legal as `apply_unchecked` does, but leave automatic steps open."""
    frame = state.stack.pop()
    state.kinds[type(frame)].does[type(action)](frame, state, action)
    if not state.stack:
        state.game.go_on(state)
