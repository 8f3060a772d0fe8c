"""What the tests of puzzle files share: one small puzzle of each kind, on three islands."""

from __future__ import annotations

import json
from typing import Any

from puzzles.format.schema import Solution
from puzzles.kinds import kind_named
from puzzles.puzzle import Puzzle
from solvers.tobago.facts import parse_fact
from toolkit.games.tobago import Clue, Play, Position, Rules, Setting, TreasureMap, boxed_island
from toolkit.hexmap import parse_drawing

HUTS, PALMS, STATUES = ("A34", "B23", "C10", "C55"), ("A00", "B45", "C43"), ("A23", "B22", "C21")
DRAWING = "J J S . .\n J L L B .\nM M L B ."


def sample(kind: str, position: Position, *facts: str, **solution: Any) -> Puzzle:
    """Return a puzzle of texts."""
    parsed = tuple(map(parse_fact, facts))
    return Puzzle(kind=kind_named(kind), position=position, facts=parsed, solution=Solution(**solution))


def boxed(*, huts: tuple[str, ...] = HUTS) -> Setting:
    """Return the setting of the example position, perhaps without huts."""
    return Setting(boxed_island(), huts, PALMS, STATUES)


PINPOINT = sample(
    "pinpoint",
    Position(setting=boxed()),
    "brown: in jungle",
    "brown: not next to hut",
    "brown: next to statue",
    treasures={"brown": "C31"},
)
LOST = sample(
    "lost-landmarks",
    Position(setting=boxed(huts=())),
    "brown: next to hut",
    "brown: in jungle",
    "white: not within 2 of largest lake",
    "huts: exactly 2 in jungle",
    "huts: exactly 1 within 2 of B32",
    "huts: in beach, jungle, jungle, lake",
    "huts: at 1, 3, 3, 16 from B32",
    "huts: nearest 3 from C10",
    "white not within 2 of brown",
)
LIE = sample(
    "lie",
    Position(setting=Setting(parse_drawing(DRAWING), ("a1",), ("d2",), rules=Rules(own_hex="included"))),
    "brown: in jungle",
    "brown: next to lake",
    "brown: in lake",
)


def _best_card() -> Puzzle:
    setting = boxed()
    clues = map(Clue.parse, ("in jungle", "not next to hut"))
    brown = TreasureMap(setting, "brown", map(Play, clues), ("A13",))
    hand = tuple(map(Clue.parse, ("in largest lake", "next to statue")))
    return sample("best-card", Position(setting=setting, maps={"brown": brown}, hand=hand))


BEST_CARD = _best_card()
WHOSE_CLUE = sample(
    "whose-clue",
    Position(setting=boxed()),
    "listed: in jungle",
    "listed: not next to hut",
    "listed: next to statue",
    "player 1: yes at C31",
    "player 2: no at B32",
)
SAMPLES = {puzzle.kind.name: puzzle for puzzle in (PINPOINT, LOST, LIE, BEST_CARD, WHOSE_CLUE)}

DOCUMENT: dict[str, Any] = {
    "format": "tobago-puzzle/1",
    "kind": "pinpoint",
    "position": {"island": {"drawing": DRAWING}, "landmarks": {"huts": ["a1"], "statues": ["b2>NE"]}},
    "facts": ["brown: in jungle", "brown: not next to hut"],
    "solution": {"treasures": {"brown": "b1"}},
}
"""A puzzle file with little in it."""


def document(**changes: Any) -> str:
    """Return the text of `DOCUMENT` with other values; None takes a key away."""
    changed = {**DOCUMENT, **changes}
    return json.dumps({key: value for key, value in changed.items() if value is not None})
