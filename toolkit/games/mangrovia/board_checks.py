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
from itertools import product
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from toolkit.games.mangrovia.components import LANDSCAPES, PATHS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.games.mangrovia.board import Board, Path, Space

    Find = Callable[[Board], Iterable["Finding"]]
    Which = Callable[[Space], bool]


class Finding(NamedTuple):
    """What is wrong, and with which space (``board``) or path (``paths``), by its number."""

    problem: str
    source: str = "board"
    number: int | None = None


# ---- how many spaces, and each of a kind -------------------------------------------------------------------


def _exactly(wanted: int, what: str, which: Which) -> Find:
    """Return what finds that there are too many spaces of a kind, at the first that is, or too few."""

    def find(board: Board) -> Iterator[Finding]:
        found = [number for number, space in enumerate(board.spaces) if which(space)]
        if len(found) != wanted:
            at = found[wanted] if len(found) > wanted else None
            yield Finding(f"{len(found)} {what}, not {wanted}", "board", at)

    return find


def _some(problem: str, which: Which, least: int = 1) -> Find:
    """Return what finds that there are too few spaces of a kind."""
    return lambda board: [Finding(problem)] if sum(which(space) for space in board.spaces) < least else []


def _each(words: str, which: Which) -> Find:
    """Return what finds every space of a kind, with words such as ``{0.id} lies there``."""
    return lambda board: [
        Finding(words.format(space), "board", number)
        for number, space in enumerate(board.spaces)
        if which(space)
    ]


def _number(least: int, most: int) -> Find:
    words = f"spaces; almost 50 are known of, and from {least} to {most} are possible"
    return lambda board: (
        [] if least <= (found := len(board.spaces)) <= most else [Finding(f"{found} {words}")]
    )


def _area(area: str) -> Which:
    return lambda space: space.area == area


def _marked(mark: str, area: str = "") -> Which:
    return lambda space: space.mark == mark and area in ("", space.area)


def _like(landscape: str, price: int, pay: str, points: int | None = None) -> Which:
    """Return whether a space is that of an example; points matter where they are told."""
    face = LANDSCAPES.index(landscape)
    return lambda space: (
        face in space.landscapes
        and (space.price, space.pay) == (price, pay)
        and points in (None, space.points)
    )


def _dual(space: Space) -> bool:
    return len(space.landscapes) == 2


def _paid(pay: str, least: int, most: int = 99) -> Which:
    return lambda space: space.pay == pay and least <= space.price <= most


def _plain(which: Which) -> Which:
    return lambda space: space.area == "plain" and which(space)


def _middle(area: str) -> Find:
    """Return what finds a space in the middle of an area, which cannot be built on (M-21)."""

    def find(board: Board) -> Iterable[Finding]:
        columns, rows = _square(board, area)
        if (len(columns), len(rows)) != (3, 3):
            return []
        words = f"{{0.id}} is the middle of the {area} area: no space"
        return _each(words, lambda space: (space.column, space.row) == (columns[1], rows[1]))(board)

    return find


def _shape(area: str) -> Find:
    """Return what finds that an area is no square."""

    def find(board: Board) -> Iterator[Finding]:
        columns, rows = _square(board, area)
        if (len(columns), len(rows)) != (3, 3):
            yield Finding(f"the {area} area is no square of three columns and three rows")

    return find


def _square(board: Board, area: str) -> tuple[list[str], list[int]]:
    """Return the columns and the rows of an area."""
    spaces = [space for space in board.spaces if space.area == area]
    return sorted({space.column for space in spaces}), sorted({space.row for space in spaces})


def _frequent(board: Board) -> Iterator[Finding]:
    faces = Counter(face for space in board.spaces for face in space.landscapes)
    mean = faces.total() / len(LANDSCAPES)
    for face, name in enumerate(LANDSCAPES):
        if not 0.6 * mean <= faces[face] <= 1.4 * mean:
            yield Finding(f"{name} stands on {faces[face]} spaces, a landscape on {mean:.0f} on average")


# ---- the paths ---------------------------------------------------------------------------------------------

_B = PATHS.index("V2")


def _as(board: Board) -> list[Path]:
    """Return the paths that path A of E-11 may be: vertical, not the second, with prizes of 12 and 6."""
    vertical = [path for path in board.paths if path.direction == "vertical"]
    return [path for path in vertical if path.id != "V2" and (path.first, path.second) == (12, 6)]


def _prizes(board: Board) -> Iterator[Finding]:
    prizes = board.paths[_B].first, board.paths[_B].second
    if prizes != (10, 5):
        yield Finding(
            "V2, path B of E-11, has prizes of 10 and 5, not {} and {}".format(*prizes), "paths", _B
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
    room = [(_doubles(board, path.spaces), len(path.spaces)) for path in _as(board)]
    if not any(doubles + (spaces - doubles) // 2 >= 3 for doubles, spaces in room):
        yield Finding("path A has no room for three players with two huts each (E-11)", "paths")
    for area, example in ((board.stone, "E-12"), (board.pole, "E-13")):
        if len(area) < 7:
            yield Finding(f"no room for seven huts in an area ({example})")


def _one_ahead(board: Board) -> Iterator[Finding]:
    spaces = board.paths[_B].spaces
    if len(spaces) < (3 if _doubles(board, spaces) else 4):
        yield Finding("V2 has no room for one player with two huts and two with one (E-11)", "paths", _B)


def _doubles(board: Board, spaces: Iterable[int]) -> int:
    return sum(board.spaces[space].doubled for space in spaces)


def _on_paths(board: Board) -> Iterator[Finding]:
    numbers = {len(space.paths) for space in board.spaces}
    for number, words in enumerate(("no path", "one path", "two paths")):
        if number not in numbers:
            yield Finding(f"no space lies on {words}")
    for name, area in (("stone", board.stone), ("pole", board.pole)):
        if not any(board.spaces[space].paths for space in area):
            yield Finding(f"no space of the {name} area lies on a path")


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
    plain_a, plain_b = _doubles(board, on_a), _doubles(board, on_b)
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


# ---- all of them -------------------------------------------------------------------------------------------

HARD: Mapping[str, Sequence[Find]] = {
    "C1": [_prizes],
    "C2": [_exactly(8, "spaces in the stone area", _area("stone")), _middle("stone")],
    "C3": [_exactly(8, "spaces in the pole area", _area("pole")), _middle("pole")],
    "C4": [_exactly(10, "amulet spaces", _area("amulet"))],
    "C5": [
        _exactly(2, "spaces with two landscapes", _dual),
        _some(
            "no space with two landscapes has 4 points (E-9)",
            lambda space: _dual(space) and space.points == 4,
        ),
    ],
    "C6": [
        _exactly(3, "grey marks", _marked("grey")),
        _exactly(1, "grey marks in the stone area", _marked("grey", "stone")),
        _exactly(0, "grey marks in the pole area", _marked("grey", "pole")),
    ],
    "C7": [
        _exactly(7, "white marks", _marked("white")),
        _exactly(0, "white marks in the stone area", _marked("white", "stone")),
        _exactly(1, "white marks in the pole area", _marked("white", "pole")),
    ],
    "C8": [
        _some("no sand space costs 7 in cards, with 1 point (E-5)", _like("sand", 7, "cards", 1)),
        _some("no water space costs 5 in amulets (E-6)", _like("water", 5, "amulets")),
        _some("no reed space costs 8 in cards, with 3 points (E-7)", _like("reed", 8, "cards", 3)),
        _some("no water space costs 6 in cards (E-7)", _like("water", 6, "cards")),
        _some("no water space costs 10 in cards, with 4 points (E-8)", _like("water", 10, "cards", 4)),
    ],
    "C11": [_three_with_two],
    "C12": [_some("no such water space of 10 is plain (E-8)", _plain(_like("water", 10, "cards", 4)))],
    "C13": [_number(41, 60)],  # five players have 40 huts
    "C18": [_some("no plain space is paid with amulets (M-23)", _plain(_paid("amulets", 1)))],
    "C19": [_some("fewer than two spaces cost 7 in cards (E-7)", _paid("cards", 7, 7), 2)],
    "C20": [_one_ahead],
    # from 2 on any price, and twice a price, is a sum of cards of 2 to 7, and of amulets of 2 to 6
    "C23": [_each("{0.id} costs 1, and no cards make it: they are worth 2 to 7", _paid("cards", 1, 1))],
}
"""What refuses a board, by the numbers of the constraints."""

SOFT: Mapping[str, Sequence[Find]] = {
    "C2": [_shape("stone")],
    "C3": [_shape("pole")],
    "C8": [_some("no water space costs 6 in cards, without points (E-7)", _like("water", 6, "cards", 0))],
    "C10": [_on_paths],
    "C13": [_number(45, 52)],
    "C14": [
        _each(
            "{0.id} is an amulet space within the grid",
            lambda space: space.area == "amulet" and space.row > 0,
        ),
        _some("no space lies on an islet", lambda space: space.place == "islet"),
    ],
    "C15": [  # more than twice the highest of the worked examples
        _each("{0.id} costs {0.price} in cards", _paid("cards", 21)),
        _each("{0.id} costs {0.price} in amulets", _paid("amulets", 11)),
        _each("{0.id} has {0.points} points", lambda space: space.points > 8),
    ],
    "C16": [_frequent],
    "C17": [_likely_prizes],
    "C21": [_one_position],
    "C22": [_each("{0.id} is a plain space on no path", _plain(lambda space: not space.paths))],
    "C23": [_each("{0.id} costs 1: only amulets of 1 pay it", _paid("amulets", 1, 1))],
}
"""What is a warning."""
