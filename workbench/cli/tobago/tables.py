"""The tables that people get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from solvers.tobago import Forecast, Hint, Review
    from toolkit.games.tobago import Position, TreasureMap, Verdict

_LEAST_SHOWN = 0.00005  # smaller chances would read 0.00%
_MARKS = {"legal": "+", "contradicts": "x", "leaves_nothing": "0", "removes_nothing": "="}


def _table(*columns: str, title: str) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold", min_width=len(title))
    for column in columns:
        numeric = column in ("left", "bits", "before", "after", "chance")
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    return table


def solution(position: Position) -> Table:
    """Return the clues of every map with what each leaves, and the candidates."""
    table = _table(
        "map", "clues", "left", "candidates", title=f"Treasures on {position.setting.island.title}"
    )
    for colour, treasure_map in position.maps.items():
        steps = [len(left) for left in treasure_map.steps]
        clues = [f"{clue} ({count})" for clue, count in zip(treasure_map.clues, steps, strict=True)]
        table.add_row(
            colour, "\n".join(clues) or "-", str(len(treasure_map.candidates)), _candidates(treasure_map)
        )
    return table


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
    table = _table(
        "clue", *verdicts, title="candidates left; x contradicts, 0 leaves nothing, = removes nothing"
    )
    for row in zip(*verdicts.values(), strict=True):
        table.add_row(str(row[0].clue), *[_cell(found) for found in row])
    counts = [f"of {len(m.candidates)}" for m in position.maps.values()]
    table.add_section()
    table.add_row("", *counts, style="dim")
    return table


def _cell(found: Verdict) -> Text:
    if found.legal:
        return Text(str(len(found.after)), style="bold green")
    return Text(_MARKS[found.reason], style="red")


def hints(found: list[Hint], top: int) -> Table | Text:
    """Return the best ranked plays with their reasons."""
    if not found:
        return Text("no clue is legal on any map")
    table = _table(
        "play",
        "before",
        "after",
        "bits",
        "why",
        title=f"Legal plays, best first ({min(top, len(found))} of {len(found)})",
    )
    for hint in found[:top]:
        before, after = str(len(hint.verdict.before)), str(len(hint.verdict.after))
        table.add_row(f"{hint.colour}: {hint.clue}", before, after, f"{hint.bits:.2f}", hint.why)
    return table


def forecast_clues(found: Forecast) -> Table:
    """Return the chance of each number of further clues until the map is located or stuck."""
    mean = f"{found.mean_clues:.2f} on average"
    table = _table("clues", "chance", title=f"Further clues until located or stuck: {mean}")
    for number, chance in found.clues.items():
        if chance >= _LEAST_SHOWN:
            table.add_row(str(number), f"{chance:.2%}")
    return table


def forecast_ends(treasure_map: TreasureMap, found: Forecast) -> Table:
    """Return the chance of each hex to hold the treasure, and of being stuck, likeliest first."""
    located = f"located {found.located_chance:.2%}, stuck {found.stuck_chance:.2%}"
    table = _table("ends on", "chance", title=f"How {treasure_map.colour} ends: {located}")
    stuck = {f"stuck on {cells}": chance for cells, chance in found.stuck.items()}
    for name, chance in sorted({**found.ends, **stuck}.items(), key=lambda end: (-end[1], end[0])):
        if chance >= _LEAST_SHOWN:
            table.add_row(name, f"{chance:.2%}")
    return table


def review(found: Review) -> Table:
    """Return what each clue took away."""
    table = _table("map", "clue", "owner", "before", "after", "bits", title="What each clue took away")
    for c in found.contributions:
        table.add_row(c.colour, str(c.clue), c.owner or "-", str(c.before), str(c.after), f"{c.bits:.2f}")
    return table


def players(found: Review) -> Table | Text:
    """Return what each player took away."""
    if not found.players:
        return Text("the position names no owners of clues", style="dim")
    table = _table("player", "bits", title="What each player took away")
    for player, bits in found.players.items():
        table.add_row(player, f"{bits:.2f}")
    return table
