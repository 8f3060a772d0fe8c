"""What a board must have to be that of Mangrovia: the constraints C1 to C23 of the rules digest.

An owner types the printed board in, so what breaks a constraint is a typing error, or the digest is wrong
about the board. Hard are those that the text of the rulebook fixes, that its worked examples show, or that
the game cannot be played without: a board that breaks one is refused. Soft are those from pictures, reviews
and guesses (C10, C14 to C17, C21, C22; the square of C2 and C3; that a space of E-7 has no points, in C8; how
near to 50 the spaces are, in C13): they are warnings. C9, and that paths are counted from above and from the
left (C1), is what the files are read by.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from toolkit.games.mangrovia.components import LANDSCAPES, PATHS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.games.mangrovia.board import Board, Path, Space


class Finding(NamedTuple):
    """What is wrong, and with which space (``board``) or path (``paths``), by its number."""

    problem: str
    source: str = "board"
    number: int | None = None


class Check(NamedTuple):
    """A constraint: its number, whether a board that breaks it is refused, and what finds where it does."""

    number: str
    hard: bool
    find: Callable[[Board], Iterable[Finding]]


def _counted(found: Sequence[int], wanted: int, what: str) -> Iterator[Finding]:
    """Yield that there are too many, at the first that is, or too few."""
    if len(found) != wanted:
        at = found[wanted] if len(found) > wanted else None
        yield Finding(f"{len(found)} {what}, not {wanted}", "board", at)


def _some(found: Iterable[object], problem: str, least: int = 1) -> Iterator[Finding]:
    """Yield a problem where too few were found."""
    if len([*found]) < least:
        yield Finding(problem)


def _where(board: Board, which: Callable[[Space], bool]) -> list[int]:
    return [number for number, space in enumerate(board.spaces) if which(space)]


# ---- the paths ---------------------------------------------------------------------------------------------

_B = PATHS.index("V2")


def _as(board: Board) -> list[Path]:
    """Return the paths that path A of E-11 may be: vertical, not the second, with prizes of 12 and 6."""
    vertical = [path for path in board.paths if path.direction == "vertical"]
    return [path for path in vertical if path.id != "V2" and (path.first, path.second) == (12, 6)]


def _prizes(board: Board) -> Iterator[Finding]:
    path = board.paths[_B]
    if (path.first, path.second) != (10, 5):
        yield Finding(
            f"V2, path B of E-11, has prizes of 10 and 5, not {path.first} and {path.second}", "paths", _B
        )
    if not _as(board):
        yield Finding("a vertical path besides V2 has prizes of 12 and 6: path A of E-11", "paths")


def _likely_prizes(board: Board) -> Iterator[Finding]:
    for number, path in enumerate(board.paths):
        if path.first != 2 * path.second or not 6 <= path.first <= 18:
            prizes = f"{path.first} and {path.second}; those known are 12 and 6, 10 and 5"
            yield Finding(f"{path.id} has prizes of {prizes}", "paths", number)


def _three_with_two(board: Board) -> Iterator[Finding]:
    """Three players with two huts each on path A, a double hut or two single ones; seven in either area."""
    if not any(_doubles(board, path) + _singles(board, path) // 2 >= 3 for path in _as(board)):
        yield Finding("path A has no room for three players with two huts each (E-11)", "paths")
    for area, example in ((board.stone, "E-12"), (board.pole, "E-13")):
        yield from _some(area, f"no room for seven huts in an area ({example})", 7)


def _one_ahead(board: Board) -> Iterator[Finding]:
    doubles, spaces = _doubles(board, board.paths[_B]), len(board.paths[_B].spaces)
    if spaces < (3 if doubles else 4):
        yield Finding("V2 has no room for one player with two huts and two with one (E-11)", "paths", _B)


def _doubles(board: Board, path: Path) -> int:
    return sum(board.spaces[space].doubled for space in path.spaces)


def _singles(board: Board, path: Path) -> int:
    return len(path.spaces) - _doubles(board, path)


def _on_paths(board: Board) -> Iterator[Finding]:
    numbers = {len(space.paths) for space in board.spaces}
    for number, words in enumerate(("no path", "one path", "two paths")):
        if number not in numbers:
            yield Finding(f"no space lies on {words}")
    for name, area in (("stone", board.stone), ("pole", board.pole)):
        if not any(board.spaces[space].paths for space in area):
            yield Finding(f"no space of the {name} area lies on a path")


def _plain_on_paths(board: Board) -> Iterator[Finding]:
    for number in _where(board, lambda space: space.area == "plain" and not space.paths):
        yield Finding(f"{board.spaces[number].id} is a plain space on no path", "board", number)


# ---- areas and marks ---------------------------------------------------------------------------------------


def _ring(board: Board, area: str) -> Iterator[Finding]:
    """Eight spaces, and none in their middle, which cannot be built on (M-21)."""
    yield from _counted(_where(board, lambda space: space.area == area), 8, f"spaces in the {area} area")
    columns, rows = _square(board, area)
    if len(columns) == len(rows) == 3:
        for number in _where(board, lambda space: (space.column, space.row) == (columns[1], rows[1])):
            yield Finding(
                f"{board.spaces[number].id} is the middle of the {area} area: no space", "board", number
            )


def _shape(board: Board, area: str) -> Iterator[Finding]:
    columns, rows = _square(board, area)
    if (len(columns), len(rows)) != (3, 3) or not columns[0]:
        yield Finding(f"the {area} area is no square of three columns and three rows")


def _square(board: Board, area: str) -> tuple[list[str], list[int]]:
    """Return the columns and the rows of an area."""
    spaces = [space for space in board.spaces if space.area == area]
    return sorted({space.column for space in spaces}), sorted({space.row for space in spaces})


def _amulets(board: Board) -> Iterator[Finding]:
    return _counted(board.amulet, 10, "amulet spaces")


def _amulets_apart(board: Board) -> Iterator[Finding]:
    for number in board.amulet:
        if board.spaces[number].place == "grid":
            yield Finding(f"{board.spaces[number].id} is an amulet space within the grid", "board", number)
    yield from _some(_where(board, lambda space: space.place == "islet"), "no space lies on an islet")


def _duals(board: Board) -> Iterator[Finding]:
    duals = _where(board, lambda space: len(space.landscapes) == 2)
    yield from _counted(duals, 2, "spaces with two landscapes")
    four = [number for number in duals if board.spaces[number].points == 4]
    yield from _some(four, "no space with two landscapes has 4 points (E-9)")


def _marks(board: Board, mark: str, marks: int, areas: Mapping[str, int]) -> Iterator[Finding]:
    """Yield where neutral huts have other marks than so many in all, and so many in an area (M-7)."""
    marked = board.marks[mark]
    yield from _counted(marked, marks, f"{mark} marks")
    for area, wanted in areas.items():
        inside = [number for number in marked if board.spaces[number].area == area]
        yield from _counted(inside, wanted, f"{mark} marks in the {area} area")


# ---- spaces ------------------------------------------------------------------------------------------------

_SAND, _WATER, _REED = map(LANDSCAPES.index, ("sand", "water", "reed"))
_EXAMPLES = (
    ("E-5", _SAND, 7, "cards", 1),
    ("E-6", _WATER, 5, "amulets", None),
    ("E-7", _REED, 8, "cards", 3),
    ("E-7", _WATER, 6, "cards", None),
    ("E-8", _WATER, 10, "cards", 4),
)
"""The spaces of the worked examples: landscape, price, what it is paid with, points where they are told."""


def _like(board: Board, face: int, price: int, pay: str, points: int | None) -> list[int]:
    """Return the spaces of a landscape with a price, and points if they matter."""
    return _where(
        board,
        lambda space: (
            face in space.landscapes
            and (space.price, space.pay) == (price, pay)
            and points in (None, space.points)
        ),
    )


def _examples(board: Board) -> Iterator[Finding]:
    for example, face, price, pay, points in _EXAMPLES:
        worth = "" if points is None else f" and has {points} points"
        problem = f"no {LANDSCAPES[face]} space costs {price} in {pay}{worth} ({example})"
        yield from _some(_like(board, face, price, pay, points), problem)


def _free_water(board: Board) -> Iterator[Finding]:
    found = _like(board, _WATER, 6, "cards", 0)
    return _some(found, "no water space costs 6 in cards and has no points (E-7)")


def _double_water(board: Board) -> Iterator[Finding]:
    found = [number for number in _like(board, _WATER, 10, "cards", 4) if board.spaces[number].doubled]
    return _some(found, "no plain water space costs 10 in cards and has 4 points: the double hut of E-8")


def _possible_number(board: Board) -> Iterator[Finding]:
    """More than the 40 huts that five players have; and of more than 60 nobody would say almost 50."""
    if not 40 < (number := len(board.spaces)) <= 60:
        yield Finding(f"{number} spaces; there are almost 50, and more than 40, but no more than 60")


def _likely_number(board: Board) -> Iterator[Finding]:
    if not 45 <= (number := len(board.spaces)) <= 52:
        yield Finding(f"{number} spaces; there are almost 50")


def _unlikely(board: Board) -> Iterator[Finding]:
    """Prices and points of more than twice the highest in the worked examples."""
    for number, space in enumerate(board.spaces):
        if space.price > {"cards": 20, "amulets": 10}[space.pay]:
            yield Finding(f"{space.id} costs {space.price} in {space.pay}", "board", number)
        if space.points > 8:
            yield Finding(f"{space.id} has {space.points} points", "board", number)


def _frequent(board: Board) -> Iterator[Finding]:
    faces = Counter(face for space in board.spaces for face in space.landscapes)
    mean = faces.total() / len(LANDSCAPES)
    for face, name in enumerate(LANDSCAPES):
        if not 0.6 * mean <= faces[face] <= 1.4 * mean:
            yield Finding(f"{name} stands on {faces[face]} spaces, a landscape on {mean:.0f} on average")


def _double_for_amulets(board: Board) -> Iterator[Finding]:
    found = _where(board, lambda space: space.doubled and space.pay == "amulets")
    return _some(found, "no plain space is paid with amulets (M-23)")


def _two_of_seven(board: Board) -> Iterator[Finding]:
    found = _where(board, lambda space: (space.price, space.pay) == (7, "cards"))
    return _some(found, "fewer than two spaces cost 7 in cards (E-7)", 2)


def _unpayable(board: Board) -> Iterator[Finding]:
    """Any sum from 2 on is one of cards of 2 to 7, and of amulets of 2 to 6; so is twice a price."""
    for number in _where(board, lambda space: space.price < 2 and space.pay == "cards"):
        name, price = board.spaces[number].id, board.spaces[number].price
        yield Finding(f"{name} costs {price}, and no cards make it: they are worth 2 to 7", "board", number)


def _hardly_payable(board: Board) -> Iterator[Finding]:
    for number in _where(board, lambda space: space.price < 2 and space.pay == "amulets"):
        yield Finding(f"{board.spaces[number].id} costs 1: only amulets of 1 pay it", "board", number)


# ---- one position of three examples ------------------------------------------------------------------------

_STONE_HUTS, _POLE_HUTS = (2, 3, 2, 0), (0, 2, 2, 3)
"""The huts of yellow, purple, red and orange in E-12 and in E-13."""


def _one_position(board: Board) -> Iterator[Finding]:
    """E-11, E-12 and E-13 at once: the huts of the areas count on the paths, too."""
    if not any(_together(board, path.spaces) for path in _as(board)):
        yield Finding("E-11, E-12 and E-13 cannot be shown in one position")


def _together(board: Board, on_a: Sequence[int]) -> bool:
    """Tell whether the huts of the areas leave enough plain spaces on both paths; the order is not asked."""
    on_b = board.paths[_B].spaces
    plain_a, plain_b = (sum(board.spaces[space].doubled for space in on) for on in (on_a, on_b))
    for stone, pole in product(
        _splits(board.stone, on_a, on_b, _STONE_HUTS), _splits(board.pole, on_a, on_b, _POLE_HUTS)
    ):
        a, b = ([one[way] + other[way] for one, other in zip(stone, pole, strict=True)] for way in (0, 1))
        two_each = max(a[:3]) <= 2 and a[3] < 2 and sum(huts < 2 for huts in a[:3]) <= plain_a
        if two_each and any(_ahead(b, tie) <= plain_b for tie in (1, 2, 3)):
            return True
    return False


def _splits(
    area: Sequence[int], on_a: Sequence[int], on_b: Sequence[int], huts: Sequence[int]
) -> list[tuple[tuple[int, int], ...]]:
    """Return how many huts of each player in an area may lie on path A and on path B."""
    room_a, room_b = len({*area} & {*on_a}), len({*area} & {*on_b})
    elsewhere = len(area) - room_a - room_b
    each = ([(a, b) for a in range(many + 1) for b in range(many + 1 - a)] for many in huts)
    totals = ((split, sum(a for a, _ in split), sum(b for _, b in split)) for split in product(*each))
    return [split for split, a, b in totals if a <= room_a and b <= room_b and sum(huts) - a - b <= elsewhere]


def _ahead(huts: Sequence[int], tie: int) -> float:
    """Return how many plain spaces let orange lead on path B before yellow and purple, who tie, and red."""
    yellow, purple, red, orange = huts
    if max(yellow, purple) > tie or red >= tie:
        return inf
    return sum(ceil(more / 2) for more in (tie - yellow, tie - purple, max(tie + 1 - orange, 0)))


CHECKS = (
    Check("C1", True, _prizes),
    Check("C2", True, partial(_ring, area="stone")),
    Check("C2", False, partial(_shape, area="stone")),
    Check("C3", True, partial(_ring, area="pole")),
    Check("C3", False, partial(_shape, area="pole")),
    Check("C4", True, _amulets),
    Check("C5", True, _duals),
    Check("C6", True, partial(_marks, mark="grey", marks=3, areas={"stone": 1, "pole": 0})),
    Check("C7", True, partial(_marks, mark="white", marks=7, areas={"stone": 0, "pole": 1})),
    Check("C8", True, _examples),
    Check("C8", False, _free_water),
    Check("C10", False, _on_paths),
    Check("C11", True, _three_with_two),
    Check("C12", True, _double_water),
    Check("C13", True, _possible_number),
    Check("C13", False, _likely_number),
    Check("C14", False, _amulets_apart),
    Check("C15", False, _unlikely),
    Check("C16", False, _frequent),
    Check("C17", False, _likely_prizes),
    Check("C18", True, _double_for_amulets),
    Check("C19", True, _two_of_seven),
    Check("C20", True, _one_ahead),
    Check("C21", False, _one_position),
    Check("C22", False, _plain_on_paths),
    Check("C23", True, _unpayable),
    Check("C23", False, _hardly_payable),
)
"""The constraints by their numbers; C9 is what the files are read by."""
