"""What a board must have to be that of Mangrovia: the constraints C1 to C23 of the rules digest.

An owner types the printed board in, so what breaks a constraint is a typing error, or the digest is wrong
about the board. Hard are those that the text of the rulebook fixes, that its worked examples show, or that
the game cannot be played without: a board that breaks one is refused. Soft are those from pictures, reviews
and guesses, and what the digest only infers (C18, C19, no grey mark in the pole area): they are warnings. C9,
and that paths are counted from above and from the left (C1), is what the files are read by. Not checked is
C21, that E-11, E-12 and E-13 fit into one position: C11 and C20 check each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from toolkit.games.mangrovia.board import Board, Path, Space
from toolkit.games.mangrovia.components import LANDSCAPES, PATHS

Place: TypeAlias = Space | Path | str
"""Where a fault is: on a space or a path; ``board`` or ``paths`` for the file as a whole."""
Found: TypeAlias = Iterable[tuple[str, Place]]
Find: TypeAlias = Callable[[Board], Found]
Which: TypeAlias = Callable[[Space], bool]


# ---- how many spaces of a kind -----------------------------------------------------------------------------


def _exactly(wanted: int, what: str, which: Which) -> Find:
    """Return what finds that there are too many spaces of a kind, at the first that is, or too few."""

    def find(board: Board) -> Found:
        found = [space for space in board.spaces if which(space)]
        if len(found) != wanted:
            yield f"{len(found)} {what}, not {wanted}", found[wanted] if len(found) > wanted else "board"

    return find


def _some(problem: str, which: Which, least: int = 1) -> Find:
    """Return what finds that there are too few spaces of a kind."""
    return lambda board: [(problem, "board")] if sum(which(space) for space in board.spaces) < least else []


def _each(words: str, which: Which) -> Find:
    """Return what finds every space of a kind, with words such as ``{0.id} lies there``."""
    return lambda board: [(words.format(space), space) for space in board.spaces if which(space)]


def _number(least: int, most: int) -> Find:
    words = f"spaces; almost 50 are known of, and from {least} to {most} are possible"
    return lambda board: (
        [] if least <= (found := len(board.spaces)) <= most else [(f"{found} {words}", "board")]
    )


def _with(landscape: str = "", **told: object) -> Which:
    """Return whether a space has a landscape and such values; ``cards=7`` is a price of 7 in cards."""
    for pay in {*told} & {"cards", "amulets"}:
        told |= {"pay": pay, "price": told.pop(pay)}
    return lambda space: (
        (not landscape or LANDSCAPES.index(landscape) in space.landscapes)
        and all(getattr(space, name) == value for name, value in told.items())
    )


def _dual(space: Space) -> bool:
    return len(space.landscapes) == 2


def _middle(area: str) -> Find:
    """Return what finds a space in the middle of an area, which cannot be built on (M-21)."""

    def find(board: Board) -> Found:
        columns, rows = _square(board, area)
        for space in board.spaces:
            if [space.column] == columns[1:-1] and [space.row] == rows[1:-1]:
                yield f"{space.id} is the middle of the {area} area: no space", space

    return find


def _shape(area: str) -> Find:
    """Return what finds that an area is no square."""
    problem = f"the {area} area is no square of three columns and three rows"
    return lambda board: [] if all(len(side) == 3 for side in _square(board, area)) else [(problem, "board")]


def _square(board: Board, area: str) -> tuple[list[str], list[int]]:
    """Return the columns and the rows of an area."""
    spaces = [space for space in board.spaces if space.area == area]
    return sorted({space.column for space in spaces}), sorted({space.row for space in spaces})


def _frequent(board: Board) -> Found:
    """No landscape is twice as frequent as another."""
    faces = Counter(face for space in board.spaces for face in space.landscapes)
    rare, common = (kind(range(len(LANDSCAPES)), key=lambda face: faces[face]) for kind in (min, max))
    if faces[common] > 2 * faces[rare]:
        numbers = f"{faces[common]} spaces, {LANDSCAPES[rare]} on {faces[rare]}"
        yield f"{LANDSCAPES[common]} stands on {numbers}", "board"


# ---- the paths ---------------------------------------------------------------------------------------------

_B = PATHS.index("V2")


def _as(board: Board) -> list[Path]:
    """Return the paths that path A of E-11 may be: vertical, not the second, with prizes of 12 and 6."""
    others = board.paths[0], *board.paths[2:4]
    return [path for path in others if (path.first, path.second) == (12, 6)]


def _prizes(board: Board) -> Found:
    path = board.paths[_B]
    if (path.first, path.second) != (10, 5):
        prizes = f"{path.first} and {path.second}"
        yield f"V2, path B of E-11, has prizes of 10 and 5, not {prizes}", path
    if not _as(board):
        yield "a vertical path besides V2 has prizes of 12 and 6: path A of E-11", "paths"


def _likely_prizes(board: Board) -> Found:
    for path in board.paths:
        if path.first != 2 * path.second:
            prizes = f"{path.first} and {path.second}; those known are 12 and 6, 10 and 5"
            yield f"{path.id} has prizes of {prizes}", path


def _three_with_two(board: Board) -> Found:
    """Three players with two huts each on path A, a double hut or two single ones."""
    room = [(_doubles(board, path.spaces), len(path.spaces)) for path in _as(board)]
    if not any(doubles + (spaces - doubles) // 2 >= 3 for doubles, spaces in room):
        yield "path A has no room for three players with two huts each (E-11)", "paths"


def _one_ahead(board: Board) -> Found:
    path = board.paths[_B]
    if len(path.spaces) < (3 if _doubles(board, path.spaces) else 4):
        yield "V2 has no room for one player with two huts and two with one (E-11)", path


def _doubles(board: Board, spaces: Iterable[int]) -> int:
    return sum(board.spaces[space].doubled for space in spaces)


def _on_paths(board: Board) -> Found:
    for many, words in enumerate(("no path", "one path", "two paths")):
        if not any(len(space.paths) == many for space in board.spaces):
            yield f"no space lies on {words}", "board"
    for area in ("stone", "pole"):
        if not any(space.paths for space in board.spaces if space.area == area):
            yield f"no space of the {area} area lies on a path", "board"


# ---- all of them -------------------------------------------------------------------------------------------

_E_8 = _with("water", cards=10, points=4)

HARD: Sequence[tuple[str, Find]] = [
    ("C1", _prizes),
    ("C2", _exactly(8, "spaces in the stone area", _with(area="stone"))),
    ("C2", _middle("stone")),
    ("C3", _exactly(8, "spaces in the pole area", _with(area="pole"))),
    ("C3", _middle("pole")),
    ("C4", _exactly(10, "amulet spaces", _with(area="amulet"))),
    ("C5", _exactly(2, "spaces with two landscapes", _dual)),
    ("C5", _some("no space with two landscapes has 4 points (E-9)", lambda at: _dual(at) and at.points == 4)),
    ("C6", _exactly(3, "grey marks", _with(mark="grey"))),
    ("C6", _exactly(1, "grey marks in the stone area", _with(mark="grey", area="stone"))),
    ("C7", _exactly(7, "white marks", _with(mark="white"))),
    ("C7", _exactly(0, "white marks in the stone area", _with(mark="white", area="stone"))),
    ("C7", _exactly(1, "white marks in the pole area", _with(mark="white", area="pole"))),
    ("C8", _some("no sand space costs 7 in cards, with 1 point (E-5)", _with("sand", points=1, cards=7))),
    ("C8", _some("no water space costs 5 in amulets (E-6)", _with("water", amulets=5))),
    ("C8", _some("no reed space costs 8 in cards, with 3 points (E-7)", _with("reed", points=3, cards=8))),
    ("C8", _some("no water space costs 6 in cards (E-7)", _with("water", cards=6))),
    ("C8", _some("no water space costs 10 in cards, with 4 points (E-8)", _E_8)),
    ("C11", _three_with_two),
    ("C12", _some("no such water space of 10 is plain (E-8)", lambda at: _E_8(at) and at.doubled)),
    ("C13", _number(41, 60)),  # five players have 40 huts
    ("C20", _one_ahead),
    # from 2 on any price, and twice a price, is a sum of cards of 2 to 7, and of amulets of 2 to 6
    ("C23", _each("{0.id} costs 1, and no cards make it: they are worth 2 to 7", _with(cards=1))),
]
"""What refuses a board, by the numbers of the constraints."""

SOFT: Sequence[tuple[str, Find]] = [
    ("C2", _shape("stone")),
    ("C3", _shape("pole")),
    ("C6", _exactly(0, "grey marks in the pole area", _with(mark="grey", area="pole"))),
    ("C8", _some("no water space costs 6 in cards, without points (E-7)", _with("water", points=0, cards=6))),
    ("C10", _on_paths),
    ("C13", _number(45, 52)),
    ("C14", _each("{0.id} is an amulet space within the grid", _with(area="amulet", place="grid"))),
    ("C14", _some("no space lies on an islet", _with(place="islet"))),
    # more than twice the highest of the worked examples
    ("C15", _each("{0.id} costs {0.price} in cards", lambda at: at.pay == "cards" and at.price > 20)),
    ("C15", _each("{0.id} costs {0.price} in amulets", lambda at: at.pay == "amulets" and at.price > 10)),
    ("C15", _each("{0.id} has {0.points} points", lambda at: at.points > 8)),
    ("C16", _frequent),
    ("C17", _likely_prizes),
    ("C18", _some("no plain space is paid with amulets (M-23)", _with(area="plain", pay="amulets"))),
    ("C19", _some("fewer than two spaces cost 7 in cards (E-7)", _with(cards=7), 2)),
    ("C22", _each("{0.id} is a plain space on no path", _with(area="plain", paths=()))),
    ("C23", _each("{0.id} costs 1: only amulets of 1 pay it", _with(amulets=1))),
]
"""What is a warning."""
