"""The tables and sentences that people get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from workbench.cli.common import table_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from rich.table import Table

    from solvers.tobago import Forecast, Hint, Review
    from toolkit.games.tobago import Position, TreasureMap, Verdict

_LEAST_SHOWN = 0.00005  # smaller chances would read 0.00%
_MARKS = {"contradicts": "x", "leaves_nothing": "0", "removes_nothing": "="}


def solution(position: Position) -> Table:
    """Return the clues of every map with what each leaves, and the candidates."""
    rows = [
        (colour, "\n".join(_laid(one)) or "-", len(one.candidates), _candidates(one))
        for colour, one in position.maps.items()
    ]
    title = f"Treasures on {position.setting.island.title}"
    return table_of("map", "clues", "left", "candidates", rows=rows, title=title, numbers=["left"])


def _laid(treasure_map: TreasureMap) -> list[str]:
    steps = zip(treasure_map.clues, treasure_map.steps, strict=True)
    return [f"{clue} ({len(left)})" for clue, left in steps]


def _candidates(treasure_map: TreasureMap) -> Text:
    if treasure_map.located:
        return Text(f"located on {treasure_map.located}", style="bold green")
    if not treasure_map.plays and not treasure_map.removed:
        return Text("the whole island", style="dim")
    return Text(str(treasure_map.candidates))


def verdict(treasure_map: TreasureMap, found: Verdict, *, laid: bool = False) -> Text:
    """Return whether a clue may be laid, and why, in a sentence."""
    from solvers.tobago import explain_verdict

    word, style = ("laid" if laid else "legal", "bold green") if found.legal else ("illegal", "bold red")
    text = Text.assemble((word, style), f": {str(found.clue)!r} on {treasure_map.colour}: ")
    text.append(explain_verdict(treasure_map, found))
    if found.legal:
        text.append(f"\nleaves: {found.after}")
    return text


def legal(position: Position, verdicts: dict[str, list[Verdict]]) -> Table:
    """Return all clues against all maps: how many candidates a legal one leaves, or why it is illegal."""
    rows = [(row[0].clue, *map(_cell, row)) for row in zip(*verdicts.values(), strict=True)]
    title = "candidates left; x contradicts, 0 leaves nothing, = removes nothing"
    made = table_of("clue", *verdicts, rows=rows, title=title)
    made.add_section()
    made.add_row("", *[f"of {len(one.candidates)}" for one in position.maps.values()], style="dim")
    return made


def _cell(found: Verdict) -> Text:
    if found.legal:
        return Text(str(len(found.after)), style="bold green")
    return Text(_MARKS[found.reason], style="red")


def hints(found: list[Hint], top: int) -> Table | Text:
    """Return the best ranked plays with their reasons."""
    if not found:
        return Text("no clue is legal on any map")
    rows = [
        (f"{h.colour}: {h.clue}", len(h.verdict.before), len(h.verdict.after), f"{h.bits:.2f}", h.why)
        for h in found[:top]
    ]
    title = f"Legal plays, best first ({len(rows)} of {len(found)})"
    numbers = ["before", "after", "bits"]
    return table_of("play", *numbers, "why", rows=rows, title=title, numbers=numbers)


def forecast(treasure_map: TreasureMap, found: Forecast) -> list[Table]:
    """Return the chance of each number of further clues, and of each hex to hold the treasure.

    A map that is stuck holds it on no hex; the likeliest ends come first.
    """
    mean = f"Further clues until located or stuck: {found.mean_clues:.2f} on average"
    located = f"located {found.located_chance:.2%}, stuck {found.stuck_chance:.2%}"
    stuck = {f"stuck on {cells}": chance for cells, chance in found.stuck.items()}
    ends = dict(sorted({**found.ends, **stuck}.items(), key=lambda end: (-end[1], end[0])))
    return [
        _chances("clues", found.clues, mean),
        _chances("ends on", ends, f"How {treasure_map.colour} ends: {located}"),
    ]


def _chances(what: str, chances: Mapping[Any, float | Fraction], title: str) -> Table:
    rows = [(key, f"{chance:.2%}") for key, chance in chances.items() if chance >= _LEAST_SHOWN]
    return table_of(what, "chance", rows=rows, title=title, numbers=["chance"])


def review(found: Review) -> list[Table | Text]:
    """Return what each clue took away, and what each player did."""
    numbers = ["before", "after", "bits"]
    rows = [
        (c.colour, c.clue, c.owner or "-", c.before, c.after, f"{c.bits:.2f}") for c in found.contributions
    ]
    bits = [(player, f"{bits:.2f}") for player, bits in found.players.items()]
    clues, players = "What each clue took away", "What each player took away"
    return [
        table_of("map", "clue", "owner", *numbers, rows=rows, title=clues, numbers=numbers),
        table_of("player", "bits", rows=bits, title=players, numbers=["bits"])
        if bits
        else Text("the position names no owners of clues", style="dim"),
    ]
