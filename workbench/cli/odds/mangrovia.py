"""The command ``tobago odds mangrovia``: payments, chances, worths and standings, from a position file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from workbench.cli.files import PositionFile
from workbench.cli.odds import common as odds
from workbench.cli.odds.common import OddsCommand, Queries, tell
from workbench.cli.options import Json, command
from workbench.cli.printing import styled, table_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from solvers.questions import Answer
    from toolkit.games.mangrovia.position import Position
    from workbench.cli.odds.common import Own


@command(cls=OddsCommand, epilog="Example: tobago odds mangrovia position.toml --query miss --space c1")
def mangrovia(file: PositionFile, queries: Queries, as_json: Json, **settings: Any) -> None:
    """Tell what a hand pays and misses in Mangrovia, what piers are worth, who leads, how long it takes.

    FILE is a Mangrovia position (TOML or JSON); - reads standard input. Without --query everything that has
    an exact answer is told, what is missing when --space is given, and the rounds that are left when --games,
    --players or --seed is given.
    """
    tell(mangrovia, file, queries, settings, as_json, above=_board, own=_TABLES)


def _board(position: Position) -> Iterator[Text]:
    yield styled(f"The board is {position.rules.layout.label}.")


# ---- payments ----------------------------------------------------------------------------------------------


def _pay(_position: Position, found: Sequence[Answer]) -> Iterator[Table]:
    able = [answer.about for answer in found if "payments" in answer.about]
    rows = [(_space(about), about["points"], *_price(about), _payments(about)) for about in able]
    columns = ["space", "points", "price", "in", "paid exactly with"]
    yield table_of(*columns, rows=rows, title="What you can pay now", numbers=["points", "price"])
    paid = {about["space"] for about in able}
    reasons: dict[str, list[str]] = {}
    for about in (answer.about for answer in found if "why_not" in answer.about):
        if about["huts"] == 1 or about["space"] in paid:  # else the first reason will do
            reasons.setdefault(about["why_not"], []).append(_space(about))
    told = [(why, " ".join(spaces)) for why, spaces in reasons.items()]
    yield table_of("why not", "spaces", rows=told, title="What you cannot pay now")


def _people(position: Position) -> list[str]:
    return [*map(position.who, range(position.players))]


def _space(about: Any) -> str:
    return f"{about['space']} double" if about["huts"] > 1 else str(about["space"])


def _price(about: Any) -> tuple[int, str]:
    return about["price"], about["pay"]


def _payments(about: Any) -> str:
    """Return the payments, those with the same landscapes together."""
    kind = about["pay"]
    groups = groupby(about["payments"], key=lambda payment: payment["landscapes"])
    return "; ".join(
        f"{', '.join(landscapes)} and {' or '.join('+'.join(payment[kind]) for payment in several)}"
        for landscapes, several in groups
    )


def _miss(_position: Position, found: Sequence[Answer]) -> Iterator[Table]:
    rows = [
        (_space(answer.about), *_price(answer.about), _missing(answer.about), _by_pier(answer))
        for answer in found
    ]
    columns = ["space", "price", "in", "missing", "paid after the cards of a pier"]
    yield table_of(*columns, rows=rows, title="What you miss", numbers=["price"])


def _missing(about: Any) -> str:
    """Return the smallest sets: values, then landscapes, and the bird."""
    values = dict.fromkeys("+".join(map(str, one[about["pay"]])) for one in about["missing"])
    landscapes = dict.fromkeys("+".join(one["landscapes"]) for one in about["missing"])
    kinds = [[*filter(None, values)], [*filter(None, landscapes)], [] if about["bird"] else ["a bird"]]
    told = [" or ".join(one) if len(one) < 2 else f"({' or '.join(one)})" for one in kinds if one]
    return " and ".join(told) if about["missing"] else "what no cards make"


def _by_pier(answer: Answer) -> str:
    """Return the chances, the greatest first, piers with the same one together."""
    chances = sorted((answer.distribution or {}).items(), key=lambda pier: (-pier[1], int(pier[0])))
    told = []
    for chance, piers in groupby(chances, key=lambda pier: pier[1]):
        exact = f" ({odds.fraction(chance)})" if 0 < chance < 1 and odds.fraction(chance) else ""
        told.append(
            f"{', '.join(pier for pier, _ in piers)}: {odds.percent(float(chance))}{exact}" * (chance > 0)
        )
    return "; ".join(filter(None, told)) or "never"


# ---- piers, amulets ----------------------------------------------------------------------------------------


def _pier(_position: Position, found: Sequence[Answer]) -> Iterator[Table]:
    columns = ["bowl on", "pier", "best use now", "points now", "cards", "worth"]
    title = "What piers are worth to you, in points at the end"
    made = table_of(*columns, title=title, numbers=columns[3:])
    for space, both in groupby(found, key=lambda answer: answer.about["ritual_space"]):
        made.add_section()
        answers = list(both)
        for answer in answers:
            for number, use in enumerate(answer.about["uses"] or [None]):
                pier = "" if number else str(answer.about["pier"])
                made.add_row("", pier, *_use(use))
        made.add_row(space, "", "both", "", "", f"{sum(answer.value or 0 for answer in answers):.2f}")
    yield made


def _use(use: Any) -> tuple[str, ...]:
    if use is None:
        return "nothing", "", "", "0.00"
    number = [str(use[key] or "") for key in ("points", "cards")]
    return ", ".join(use["actions"]), *number, f"{use['worth']:.2f}"


def _amulets(_position: Position, found: Sequence[Answer]) -> Iterator[Table]:
    drawn, kept, *makes = found
    huts = drawn.about["huts"]
    numbers = [("best sum kept, mean", f"{kept.value:.3f}", odds.fraction(kept.exact))]
    for answer in makes:
        what = f"amulets make exactly {answer.about['price']} then"
        numbers.append((what, odds.percent(answer.value or 0.0), odds.fraction(answer.exact)))
    title = f"Your amulet action, with {huts} hut{'s' * (huts != 1)} on amulet spaces"
    yield odds.odds_table([numbers], title)
    if kept.distribution:
        yield odds.chances_table(
            ["best sum kept"], kept.distribution.items(), "What is kept at best", words=0
        )


# ---- scores, standings, rounds -----------------------------------------------------------------------------


def _score(position: Position, _found: Sequence[Answer]) -> Iterator[Table]:
    people = _people(position)
    rows = [(line.rule, line.what, *line.points) for line in position.scores().lines(people)]
    seats = [*map(_short, people)]
    yield table_of("rule", "what", *seats, rows=rows, title="Final scoring, by player", numbers=seats)


def _lead(position: Position, found: Sequence[Answer]) -> Iterator[Table]:
    rows = [(answer.about["place"], *_standing(answer.about, position)) for answer in found]
    columns = ["place", "prizes", "player (huts)", "free", "one hut more of yours", "no prize any more"]
    yield table_of(*columns, rows=rows, title="Who leads where", numbers=["free"])


def _standing(about: Any, position: Position) -> Iterator[object]:
    names = [*about["most"]]  # by seat, as the answer has them
    people = dict(zip(names, _people(position), strict=True))
    yield "/".join(map(str, about["prizes"]))
    there = [(str(one["colour"]), one["huts"]) for one in about["order"]]
    yield ", ".join(f"{_short(people.get(colour, colour))} ({huts})" for colour, huts in there)
    yield len(about["free"])
    me = names[position.me]
    own = [more for more in about["more"] if more["player"] == me and not more["double"]]
    yield "; ".join(f"{more['change'][me]:+} on {' '.join(more['spaces'])}" for more in own)
    best = about.get("best", {})
    yield ", ".join(people[name] for name, place in best.items() if not 1 <= place <= len(about["prizes"]))


def _short(name: str) -> str:
    """Return a player as the number alone, where a head says that it is one."""
    return name.removeprefix("player ")


def _rounds(_position: Position, found: Sequence[Answer]) -> Iterator[Table]:
    (answer,) = found
    about, value = answer.about, answer.interval
    title = f"Rounds left, this one included: {about['games']} games, {','.join(about['players'])}"
    error = f", standard error {answer.standard_error:.3f}" if answer.standard_error is not None else ""
    yield odds.odds_table([[("rounds, mean", f"{value}{error}", "")]], title)
    yield odds.chances_table(["rounds"], (answer.distribution or {}).items(), "How often", words=0)


_TABLES: Own = {
    "pay": _pay,
    "miss": _miss,
    "pier": _pier,
    "amulets": _amulets,
    "score": _score,
    "lead": _lead,
    "rounds": _rounds,
}
