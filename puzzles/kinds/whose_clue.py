"""Whose clue: every player holds a hidden card of a list; cubes on hexes say where the cards hold.

All cards differ, on exactly one hex all of them hold, and none is spare: without any one of them more than
one hex would be left. A cube says of a player and a hex whether the player's card holds there, and every
player has a cube. Asked are the hex, and who holds which card (as in the game Cryptid).

The five levels are those of the ladder of techniques: what the rules need at least.

====== =========================================================================================
level  needed beside what is easier
====== =========================================================================================
1      cards go that a cube refutes, that somebody else holds, that hold on no hex left; hexes go
       on which no card of a player holds
2      core: a card goes with which all cards would be true together on two hexes
3      pair: a card goes beside which each card of another player would make one of the two spare
4      a supposition that fails within four steps
5      several suppositions, or a longer one
====== =========================================================================================

A puzzle is cut by the rules of its level: cut as long as there is one answer, most puzzles would need
suppositions within suppositions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzles.format.schema import Grade, Solution
from puzzles.kinds.cards import check_bare, check_wanted
from puzzles.kinds.hands import (
    LADDER,
    PLACE,
    RULES,
    SUPPOSE,
    Known,
    Listed,
    WhoseClueReasoning,
    answers_of,
    player_key,
    suppose,
)
from puzzles.kinds.stated import Stated
from puzzles.puzzle import Marks, Puzzle, PuzzleError, Subject, Wanted
from solvers.tobago.facts import CubeFact, FactError, ListedFact
from solvers.tobago.proofs.sat import Solver, StatedSat, geometry_of
from solvers.tobago.steps import Step
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.tobago.cards import reconstructed_deck
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

LEAST, MOST = 2, 6
"""How many players there can be."""

# ---- proofs ------------------------------------------------------------------------------------------------


class WhoseClueSat(StatedSat):
    """The listed cards and the rules of the kind for python-sat, each cube with a switch of its own.

    What a cube says counts only while its switch is assumed; the list and the rules always count. Cubes are
    called by their place among the facts, behind the list.
    """

    def __init__(self, setting: Setting, listed: Sequence[ListedFact], cubes: Sequence[CubeFact]) -> None:
        names, cells = setting.island.names, geometry_of(setting).cells
        solver, says = Solver(), dict[str, dict[str, int]]()
        players = range(max(cube.player for cube in cubes))
        where = {str(card.clue): cells(card.clue) for card in listed}
        says[PLACE] = {name: solver.new() for name in names}
        says |= {player_key(player): {text: solver.new() for text in where} for player in players}
        holds = [{name: solver.new() for name in names} for _ in players]
        for values in says.values():
            solver.add(values.values())
            _keep_apart(values.values(), solver)
        for player in players:
            for text, held in says[player_key(player)].items():
                for name, true in holds[player].items():
                    solver.add([-held, true if name in where[text] else -true])
        for text in where:
            _keep_apart([says[player_key(player)][text] for player in players], solver)
        for name, here in says[PLACE].items():
            solver.add([here, *(-holds[player][name] for player in players)])
            for player in players:
                solver.add([-here, holds[player][name]])
        for player in players:
            _demand(player, holds, solver)
        switches = {number: solver.new() for number, _ in enumerate(cubes, len(listed))}
        for cube, switch in zip(cubes, switches.values(), strict=True):
            true = holds[cube.player - 1][cube.place]
            solver.add([-switch, true if cube.holds else -true])
        super().__init__(solver, says, switches)


def _keep_apart(literals: Iterable[int], solver: Solver) -> None:
    """Demand that no two literals are true."""
    for one, other in combinations(literals, 2):
        solver.add([-one, -other])


def _demand(player: int, holds: Sequence[Mapping[str, int]], solver: Solver) -> None:
    """Demand a hex on which all other cards hold, and that of a player does not: so it is not spare."""
    alone = {name: solver.new() for name in holds[player]}
    solver.add(alone.values())
    for name, switch in alone.items():
        for other, true in enumerate(holds):
            solver.add([-switch, -true[name] if other == player else true[name]])


whose_clue_sat = lru_cache(maxsize=16)(WhoseClueSat)
"""A puzzle as written down for python-sat, once for all questions about it."""


def count_deals(setting: Setting, listed: Sequence[ListedFact], cubes: Sequence[CubeFact], limit: int) -> int:
    """Return how many answers python-constraint2 finds, at most `limit`; `ProofLimit` if it gives up."""
    from constraint import AllDifferentConstraint, Problem  # it takes time to import, and so does networkx

    from solvers.tobago.proofs.csp import Budget
    from solvers.tobago.reference import reference_of

    problem: Any = Problem()
    cells, land = reference_of(setting).cells, frozenset(setting.island.names)
    where = {str(card.clue): cells(card.clue) for card in listed}
    players = [player_key(player) for player in range(max(cube.player for cube in cubes))]
    problem.addConstraint(Budget())
    problem.addVariable(PLACE, list(setting.island.names))
    problem.addVariables(players, list(where))
    for cube in cubes:
        problem.addConstraint(
            lambda card, cube=cube: (cube.place in where[card]) == cube.holds, [f"player {cube.player}"]
        )
    problem.addConstraint(AllDifferentConstraint(), players)
    for player in players:
        problem.addConstraint(lambda name, card: name in where[card], [PLACE, player])

    def fits(*cards: str) -> bool:
        places = [where[card] for card in cards]
        rests = (land.intersection(*places[:n], *places[n + 1 :]) for n in range(len(places)))
        return len(land.intersection(*places)) == 1 and all(len(rest) > 1 for rest in rests)

    problem.addConstraint(fits, players)
    return len(list(islice(problem.getSolutionIter(), limit)))


# ---- the kind ----------------------------------------------------------------------------------------------


class WhoseClue(Stated):
    """The kind ``whose-clue``."""

    name = "whose-clue"
    by_marks = True
    techniques = MappingProxyType(
        dict(zip((*RULES, SUPPOSE), (0.5, 0.5, 1.0, 1.0, 3.0, 4.0, 10.0), strict=True))
    )

    def check(self, puzzle: Puzzle) -> None:
        """Refuse other facts, what stands there twice, players without a cube, maps in play and a hand."""
        check_bare(puzzle)
        listed, cubes = _told(puzzle)
        if other := next((f for f in puzzle.facts if not isinstance(f, ListedFact | CubeFact)), None):
            example = "'listed: next to hut' or 'player 1: yes at B25'"
            raise PuzzleError(
                f"{quote(str(other))} does not belong into a {self.name} puzzle: say {example}", str(other)
            )
        if late := next((card for i, card in enumerate(listed) if puzzle.facts[i] != card), None):
            raise PuzzleError("all cards are listed before the cubes", str(late))
        if twin := next((fact for i, fact in enumerate(puzzle.facts) if fact in puzzle.facts[:i]), None):
            raise PuzzleError(f"{quote(str(twin))} stands there twice", str(twin))
        players = {cube.player for cube in cubes}
        count = max(players, default=0)
        if not LEAST <= count <= MOST:
            raise PuzzleError(f"a {self.name} puzzle has {LEAST} to {MOST} players with cubes, not {count}")
        if missing := next((one for one in range(1, count) if one not in players), None):
            raise PuzzleError(f"player {missing} has no cube")
        if len(listed) < count:
            raise PuzzleError(f"{count} players hold different cards, but {len(listed)} are listed")
        for cube in cubes:
            try:
                puzzle.position.setting.island.number(cube.place)
            except ToolkitError as error:
                raise FactError(str(cube), str(error)) from None
        self.check_solution(puzzle)

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return the hex as ``place``, and each player with the listed cards."""
        listed, cubes = _told(puzzle)
        cards = Subject(tuple(str(card.clue) for card in listed))
        hexes = Subject(puzzle.position.setting.island.names)
        return {PLACE: hexes} | {player_key(player): cards for player in range(_players(cubes))}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers, found by the rules and by search."""
        found = islice(answers_of(_known(puzzle)), limit)
        return [_solution(one) for one in found]

    def proofs(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many answers python-sat and python-constraint2 find, of at most 2."""
        return self.sat(puzzle).count(2), count_deals(puzzle.position.setting, *_told(puzzle), 2)

    def sat(self, puzzle: Puzzle) -> WhoseClueSat:
        """See `Stated.sat`."""
        return whose_clue_sat(puzzle.position.setting, *_told(puzzle))

    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> WhoseClueReasoning:
        """Return what is known after these marks, and the rules by which people find out."""
        known, bare = _known(puzzle), Marks()
        listed = known.listed
        names, texts = frozenset(listed.island.names), frozenset(listed.texts)
        known.hexes = listed.island.cells(marks.get(PLACE, bare).left_of(names)).mask
        for player in known.players:
            left = marks.get(player_key(player), bare).left_of(texts)
            known.cards[player] = sum(1 << card for card, text in enumerate(listed.texts) if text in left)
        return WhoseClueReasoning(known)

    def looks_at(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """See `Kind.looks_at`: the player whose cubes it cites, or the hexes that are left."""
        if step.technique == "hexless card":
            return (PLACE,)
        cited = {player_key(cube.player - 1) for cube in _told(puzzle)[1] if str(cube) in step.facts}
        return tuple(cited - {step.subject})

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the cubes without any one of which the rules of the level still solve the puzzle.

        A player keeps one cube.
        """
        listed, cubes = _told(puzzle)
        compiled = compiled_list(puzzle.position.setting, listed)
        plan = PLANS[_level(compiled, cubes) - 1]
        return tuple(str(cube) for cube in cubes if _can_go(compiled, cubes, cube, plan))

    def texts(self, puzzle: Puzzle) -> list[str]:
        """Return what is to be read: the cards of the list, and the cubes."""
        listed, cubes = _told(puzzle)
        return [*(str(card.clue) for card in listed), *map(str, cubes)]

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is."""
        listed, cubes = _told(puzzle)
        compiled, trace = compiled_list(puzzle.position.setting, listed), self.trace(puzzle)
        level = _level(compiled, cubes)
        plan = PLANS[level - 1]
        needs = [
            name for name in RULES if name == "cube" or not _suffices(compiled, cubes, plan.without(name))
        ]
        stories = [len(step.story) for step in trace.steps if step.technique == SUPPOSE]
        measures = {
            "cards": len(listed),
            "players": _players(cubes),
            "cubes": len(cubes),
            "suppositions": len(stories),
            "longest supposition": max(stories, default=0),
        }
        needs += [SUPPOSE] if stories else []
        return self.graded(puzzle, trace, level, needs, measures)

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle on one random placement of the landmarks."""
        check_wanted(self.name, wanted, 1)
        setting, plan = random_setting(island, random), PLANS[wanted.level - 1]
        listed = _draw_list(setting, plan.listed, random)
        compiled = compiled_list(setting, listed)
        hands = _draw_hands(compiled, plan.players, random)
        if hands is None:
            return None
        cubes = _cut(compiled, _draw_cubes(compiled, hands, random), plan, random)
        if cubes is None or _level(compiled, cubes) != wanted.level:
            return None
        return Puzzle(
            kind=self,
            position=Position(setting=setting),
            facts=(*listed, *cubes),
            solution=_solution(next(answers_of(_start(compiled, cubes)))),
        )


def _told(puzzle: Puzzle) -> tuple[tuple[ListedFact, ...], tuple[CubeFact, ...]]:
    """Return the listed cards and the cubes."""
    listed = tuple(fact for fact in puzzle.facts if isinstance(fact, ListedFact))
    return listed, tuple(fact for fact in puzzle.facts if isinstance(fact, CubeFact))


def _players(cubes: Iterable[CubeFact]) -> int:
    return max(cube.player for cube in cubes)


compiled_list = lru_cache(maxsize=16)(Listed)
"""The listed cards on an island, compiled once for all questions about a puzzle."""


def _known(puzzle: Puzzle) -> Known:
    """Return what is known of a puzzle before anything is done."""
    listed, cubes = _told(puzzle)
    compiled = compiled_list(puzzle.position.setting, listed)
    return Known(compiled, cubes, [compiled.all] * _players(cubes), compiled.land)


def _start(listed: Listed, cubes: Sequence[CubeFact]) -> Known:
    """Return what is known when the cubes have refuted their cards."""
    return Known(listed, (), listed.fitting(cubes, _players(cubes)), listed.land)


def _solution(known: Known) -> Solution:
    """Return the answer that is all that is left."""
    cards = tuple(known.listed.texts[cards.bit_length() - 1] for cards in known.cards)
    return Solution(place=known.listed.island.names[known.hexes.bit_length() - 1], cards=cards)


# ---- making one --------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What a puzzle of a level has: players, cards listed, and the rules that it may need."""

    players: int
    listed: int
    techniques: tuple[str, ...]
    suppositions: int = 0
    story: int = 0  #: steps within which a supposition must fail

    def without(self, technique: str) -> Plan:
        """Return the same without a rule."""
        return self._replace(techniques=tuple(name for name in self.techniques if name != technique))


PLANS = (
    Plan(3, 16, LADDER[:4]),
    Plan(3, 24, LADDER[:5]),
    Plan(4, 24, LADDER),
    Plan(4, 36, LADDER, 1, 4),
    Plan(5, 52, LADDER, 3, 6),
)
"""The five levels; a puzzle that people make may have other numbers of players and cards."""

_COMMON = 4  # a card that holds on fewer hexes, or on all but fewer, tells too much
_DRAWS = 6000  # of hands: a few do on the island of the box
_CUBES = 9  # of each player, before they are cut


def _draw_list(setting: Setting, most: int, random: Random) -> tuple[ListedFact, ...]:
    """Return cards of the deck, in its order, no two of which hold on the same hexes."""
    cards, hexes = dict[int, ListedFact](), len(setting.island)
    for clue in reconstructed_deck().kinds:
        mask = setting.masks[clue.number]
        if _COMMON <= mask.bit_count() <= hexes - _COMMON:
            cards.setdefault(mask, ListedFact(clue))
    drawn = random.sample([*cards.values()], min(most, len(cards)))
    return tuple(sorted(drawn, key=lambda card: card.clue.number))


def _draw_hands(listed: Listed, players: int, random: Random) -> list[int] | None:
    """Return a card for each player so that the rules of the kind hold, or None when luck has it not."""
    cards = range(len(listed.texts))
    draws = (random.sample(cards, players) for _ in range(_DRAWS if len(cards) >= players else 0))
    return next((hands for hands in draws if listed.place_of(hands) is not None), None)


def _draw_cubes(listed: Listed, hands: Sequence[int], random: Random) -> list[CubeFact]:
    """Return true answers of all players at random hexes, but not at that of the treasure."""
    place = listed.place_of(hands)
    names = [name for index, name in enumerate(listed.island.names) if index != place]
    index = listed.island.index
    return [
        CubeFact(player, bool(listed.holds[card] >> index[name] & 1), name)
        for player, card in enumerate(hands, 1)
        for name in sorted(random.sample(names, min(_CUBES, len(names))))
    ]


def _cut(listed: Listed, cubes: list[CubeFact], plan: Plan, random: Random) -> list[CubeFact] | None:
    """Return cubes without any one of which the rules of a level get stuck; None if they are stuck with all.

    What was needed may be spared after another one went, for only some suppositions are allowed: so cubes are
    tried again until all that are left were tried since the last one went.
    """
    if not _suffices(listed, cubes, plan):
        return None
    cubes, waiting, needed = cubes.copy(), random.sample(cubes, len(cubes)), list[CubeFact]()
    while waiting:
        cube = waiting.pop()
        if _can_go(listed, cubes, cube, plan):
            cubes.remove(cube)
            if plan.suppositions:
                waiting, needed = [*needed[::-1], *waiting], []
        else:
            needed.append(cube)
    return cubes


def _can_go(listed: Listed, cubes: Sequence[CubeFact], cube: CubeFact, plan: Plan) -> bool:
    """Tell whether the rules of a level suffice without a cube, of which its player has another."""
    fewer = [one for one in cubes if one != cube]
    return cube.player in {one.player for one in fewer} and _suffices(listed, fewer, plan)


def _suffices(listed: Listed, cubes: Sequence[CubeFact], plan: Plan) -> bool:
    """Tell whether the rules of a level solve a puzzle with these cubes."""
    known = _start(listed, cubes)
    for number in range(plan.suppositions + 1):
        if known.close(plan.techniques) is None or known.answer is not None:
            return known.answer is not None
        found = suppose(known, plan.techniques, plan.story) if number < plan.suppositions else None
        if found is None:
            return False
        known.take(found.subject, found.gone)
    return False


def _level(listed: Listed, cubes: Sequence[CubeFact]) -> int:
    """Return the lowest level whose rules suffice, or the highest where none do."""
    plans = enumerate(PLANS[:-1], 1)
    return next((level for level, plan in plans if _suffices(listed, cubes, plan)), len(PLANS))


KIND = WhoseClue()
"""What `puzzles.kinds.kind_named` gives."""
