"""Commands that ask about a position, each with its JSON (a public format) and what people see of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Any

from toolkit.core.errors import ToolkitError
from workbench.cli.choices import Whole
from workbench.cli.completing import clue_words, completed, hand_of, hexes
from workbench.cli.files import Pictures, PositionFile, read_source, reading, reads_anywhere, warn
from workbench.cli.options import Json, MapName, argument, command, option
from workbench.cli.printing import (
    Indented,
    Refusal,
    in_column,
    long_run,
    print_json,
    print_rich,
    say,
    styled,
    table_of,
    tell,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from solvers.tobago import Forecast, Hint, Review
    from toolkit.games.tobago import Clue, Position, TreasureMap, Verdict

_LEAST_SHOWN = 0.00005  # smaller chances would read 0.00%
_MARKS = {"contradicts": "x", "leaves_nothing": "0", "removes_nothing": "="}

ClueWords = Annotated[tuple[str, ...], argument("CLUE", clue_words(hand_of), required=True)]


def read_position(file: str) -> Position:
    """Return the position of a file or of standard input."""
    return parse_source(*read_source(file))


def parse_source(text: str, folder: Path, name: str, *, judged: bool = True) -> Position:
    """Return the position of a text, with its faults as warnings on standard error.

    One that is not `judged` is still being set up: what the rules have against it is not told.
    """
    from toolkit.games.tobago import Position

    if not text.strip():
        command = f"tobago new {'-' if name == '<stdin>' else f'{quoted(name)} --force'}"
        raise Refusal("an empty file: tobago new writes a position", source=name, command=command)
    with reading(name, "tobago-position/1", text=text):
        position = Position.parse(text, folder=folder, source=name, anywhere=reads_anywhere())
    said = [f"{name}: {fault}" for fault in (position.faults if judged else position.warnings)]
    warn(name, said, true=[f"{name}: {fault}" for fault in position.faults])
    return position


def clue_of(words: tuple[str, ...]) -> Clue:
    """Return the clue that the words of a command line make, quoted as one or not."""
    from toolkit.games.tobago import Clue

    return Clue.parse(" ".join(words))


@command(epilog="Example: tobago solve game.toml")
def solve(file: PositionFile, as_json: Json) -> None:
    """Narrow the treasures: the candidates of every map."""
    from solvers.tobago import dead_ends

    position = read_position(file)
    for sentence in dead_ends(position):
        say(sentence, "note")
    tell(as_json, _solution_data, _solution, position)


def _solution_data(position: Position) -> dict[str, Any]:
    maps = {
        colour: {
            "candidates": list(one.candidates),
            "count": len(one.candidates),
            "located": one.located,
            "steps": [{"clue": str(clue), "count": left} for clue, left in _laid(one)],
        }
        for colour, one in position.maps.items()
    }
    return {"format": "tobago-solution/1", "maps": maps}


def _solution(position: Position) -> list[Table]:
    rows = []
    for colour, one in position.maps.items():
        clues = "\n".join(f"{clue} ({left})" for clue, left in _laid(one))
        rows.append((colour, clues or "-", len(one.candidates), _candidates(one)))
    title = f"Treasures on {position.setting.island.title}"
    return [table_of("map", "clues", "left", "candidates", rows=rows, title=title, numbers=["left"])]


def _laid(treasure_map: TreasureMap) -> list[tuple[Clue, int]]:
    """Return the clues of a map, and how many candidates each left."""
    return list(zip(treasure_map.clues, map(len, treasure_map.steps), strict=True))


def _candidates(treasure_map: TreasureMap) -> Text:
    if treasure_map.located:
        return styled(f"located on {treasure_map.located}", style="bold green")
    if not treasure_map.plays and not treasure_map.removed:
        return styled("the whole island", style="dim")
    return styled(str(treasure_map.candidates))


@command(epilog="Example: tobago check game.toml brown next to hut")
def check(file: PositionFile, colour: MapName, clue: ClueWords, as_json: Json) -> int:
    """Say whether a clue may be laid on a map, and why (status 1 if not).

    MAP is brown, white, grey or black. CLUE needs no quotes: in jungle, next to hut, not within 2 of largest
    lake.
    """
    treasure_map = read_position(file).maps[colour]
    found = treasure_map.verdict(clue_of(clue))
    tell(as_json, verdict_data, verdict, treasure_map, found)
    return 0 if found.legal else 1


def verdict_data(treasure_map: TreasureMap, found: Verdict) -> dict[str, Any]:
    """Return whether a clue may be laid on a map and why, ``tobago-verdict/1``."""
    return {
        "format": "tobago-verdict/1",
        "map": treasure_map.colour,
        "clue": str(found.clue),
        "legal": found.legal,
        "reason": str(found.reason),
        "before": len(found.before),
        "after": len(found.after),
        "removed": list(found.removed),
        "conflicts": [str(clue) for clue in found.conflicts],
    }


def verdict(treasure_map: TreasureMap, found: Verdict, word: str = "legal") -> list[Text]:
    """Return whether a clue may be laid, and why, in a sentence; `word` is for one that may."""
    from solvers.tobago import explain_verdict

    shown = (word, "bold green") if found.legal else ("illegal", "bold red")
    why = explain_verdict(treasure_map, found)
    leaves = f"\nleaves: {found.after}" if found.legal else ""
    return [styled(shown, f": {str(found.clue)!r} on {treasure_map.colour}: {why}{leaves}")]


@command(epilog="Example: tobago legal game.toml")
def legal(file: PositionFile, as_json: Json) -> int:
    """Check every clue of the hand, or of the deck without one, on every map (status 1 if none is legal)."""
    position = read_position(file)
    verdicts = verdicts_of(position, position.deck.kinds if position.hand is None else position.hand)
    tell(as_json, _legal_data, legal_clues, position, verdicts)
    return 0 if any(one.legal for found in verdicts.values() for one in found) else 1


def verdicts_of(position: Position, clues: Iterable[Clue]) -> dict[str, list[Verdict]]:
    """Return for every map whether each of some clues may be laid there; a clue counts once."""
    kinds = dict.fromkeys(clues)
    return {colour: [one.verdict(clue) for clue in kinds] for colour, one in position.maps.items()}


def _legal_data(position: Position, verdicts: dict[str, list[Verdict]]) -> dict[str, Any]:
    maps = {
        colour: {str(one.clue): verdict_data(position.maps[colour], one) for one in found}
        for colour, found in verdicts.items()
    }
    return {"format": "tobago-legal/1", "maps": maps}


def legal_clues(
    position: Position, verdicts: dict[str, list[Verdict]], say: Callable[[str], str] = str
) -> list[Table]:
    """Return all clues against all maps: how many candidates a legal one leaves, or why it is illegal.

    `say` says clues, colours, signs and numbers in another way (`toolkit.games.tobago.telling.in_words`).
    """
    rows = [
        (say(str(row[0].clue)), *[_mark(one, say) for one in row])
        for row in zip(*verdicts.values(), strict=True)
    ]
    title = "candidates left; x contradicts, 0 leaves nothing, = removes nothing"
    made = table_of(say("clue"), *map(say, verdicts), rows=rows, title=title)
    made.add_section()
    counts = [say("of {}").format(say(str(len(one.candidates)))) for one in position.maps.values()]
    made.add_row("", *map(in_column, counts), style="dim")
    return [made]


def _mark(found: Verdict, say: Callable[[str], str]) -> Text:
    if found.legal:
        return styled(say(str(len(found.after))), style="bold green")
    return styled(say(_MARKS[found.reason]), style="red")


@command(epilog="Example: tobago hint game.toml --top 5")
def hint(
    *,
    file: PositionFile,
    top: int | None = option(None, "Show only so many (in the table 20 if not said).", type=Whole(1)),
    as_json: Json,
) -> int:
    """Rank the legal plays of the hand, best first (status 1 if there is none)."""
    from solvers.tobago import hints

    position = read_position(file)
    if position.hand is None:
        say("the position has no [hand]; these are the plays of the whole deck", "note")
    found = hints(position)
    if as_json:
        print_json({"format": "tobago-hint/1", "plays": [one.to_dict() for one in found[:top]]})
    else:
        print_rich(*_plays(found, top))
    return 0 if found else 1


def _plays(found: list[Hint], top: int | None) -> Iterator[RenderableType]:
    """Yield the plays with what they bring in numbers, and below each why; equal ones are told once."""
    if not found:
        yield styled("no clue is legal on any map")
        return
    equal: dict[object, list[Hint]] = {}
    for one in found:
        equal.setdefault(one.brings, []).append(one)
    shown = list(equal.values())[: top or 20]
    yield styled(f"Legal plays, best first ({sum(map(len, shown))} of {len(found)})")
    for plays in shown:
        yield _play(plays)
        yield Indented(plays[0].why)


def _play(plays: list[Hint]) -> Text:
    """Return a play, or one that brings the same on any of several maps, and its numbers."""
    one, colours = plays[0], ", ".join(play.colour for play in plays)
    play = f"{'any of ' * (len(plays) > 1)}{colours}: {one.clue}"
    numbers = [f"{len(one.verdict.before)} to {len(one.verdict.after)}", f"{one.bits:.2f} bits"]
    numbers += [] if one.worth is None else [f"worth {one.worth:+.2f}"]
    return styled("\n", (play, "bold"), f"  ({', '.join(numbers)})")


@command(epilog="Example: tobago why game.toml brown B52")
def why(
    *, file: PositionFile, colour: MapName, hex_name: str = argument("HEX", completed(hexes)), as_json: Json
) -> None:
    """Say which clues rule a hex out on a map.

    MAP is brown, white, grey or black.
    """
    from solvers.tobago import explain_hex

    found = explain_hex(read_position(file).maps[colour], hex_name)
    if not as_json:
        print_rich(styled(str(found)))
        return
    print_json(
        {
            "format": "tobago-why/1",
            "map": found.colour,
            "hex": found.name,
            "candidate": found.candidate,
            "ruled_out_by": [str(clue) for clue in found.ruled_out_by],
            "removed": found.removed,
        }
    )


@command(epilog="Example: tobago forecast game.toml brown --svg heat.svg")
def forecast(file: PositionFile, colour: MapName, pictures: Pictures, as_json: Json) -> None:
    """Say where a treasure will end and after how many clues, when every card is drawn from the deck.

    MAP is brown, white, grey or black. A picture has the chance of each hex as its heat.
    """
    drawn = pictures.asked(file, as_json)
    position = read_position(file)
    found = forecast_of(position, colour)
    if drawn:
        from toolkit.games.tobago.position import draw_position

        pictures.write(draw_position(position, colour, heat=heat_of(found)))
    else:
        tell(as_json, _forecast_data, _forecast, colour, found)


def forecast_of(position: Position, colour: str) -> Forecast:
    """Return where the treasure of a map will end, with a note if the deck is a reconstruction."""
    from solvers.tobago import forecast as forecast_map

    if position.components.deck is None:
        say("these chances rest on a reconstructed deck", "note")
    with long_run("sets of candidates", "nothing was forecast") as progress:
        return forecast_map(position.maps[colour], position.remaining, progress=progress)


def heat_of(found: Forecast) -> dict[str, float]:
    """Return the chance of each hex to hold the treasure, as pictures take it."""
    return {name: float(chance) for name, chance in found.ends.items()}


def _forecast_data(colour: str, found: Forecast) -> dict[str, Any]:
    return {
        "format": "tobago-forecast/1",
        "map": colour,
        "located": found.located_chance,
        "stuck": found.stuck_chance,
        "mean_clues": found.mean_clues,
        "clues": {str(number): chance for number, chance in found.clues.items()},
        "ends": dict(found.ends),
    }


def _forecast(colour: str, found: Forecast) -> list[Table]:
    """Return the chance of each number of further clues, and of each hex to hold the treasure.

    A map that is stuck holds it on no hex; the likeliest ends come first.
    """
    mean = f"Further clues until located or stuck: {found.mean_clues:.2f} on average"
    located = f"located {found.located_chance:.2%}, stuck {found.stuck_chance:.2%}"
    stuck = {f"stuck on {cells}": chance for cells, chance in found.stuck.items()}
    ends = dict(sorted({**found.ends, **stuck}.items(), key=lambda end: (-end[1], end[0])))
    return [_chances("clues", found.clues, mean), _chances("ends on", ends, f"How {colour} ends: {located}")]


def _chances(what: str, chances: Mapping[Any, float | Fraction], title: str) -> Table:
    rows = [(key, f"{chance:.2%}") for key, chance in chances.items() if chance >= _LEAST_SHOWN]
    return table_of(what, "chance", rows=rows, title=title, numbers=["chance"])


def tell_review(text: str, folder: Path, name: str, *, as_json: bool) -> None:
    """Print what each clue and each player took away, in bits, for raised treasures too."""
    from solvers.tobago import review

    position = parse_source(text, folder, name)
    tell(as_json, _review_data, _review, review(position, _raised(text, folder, name)))


def _raised(text: str, folder: Path, name: str) -> list[TreasureMap]:
    """Return the maps of the treasures that were raised by steps of a file, as they were then, in order."""
    from toolkit.games.tobago import Position
    from toolkit.games.tobago.files.steps import earlier

    found: list[TreasureMap] = []
    for step, before in earlier(text):
        if not step.startswith("raise "):
            continue
        try:
            position = Position.parse(before or "", folder=folder, anywhere=reads_anywhere())
        except ToolkitError:
            say(f"{name}: edited since {step!r}: clues of treasures raised till then do not count", "note")
            break
        found.insert(0, position.maps[step.split()[1]])
    return found


def _review_data(found: Review) -> dict[str, Any]:
    clues = [
        {
            "map": c.colour,
            "clue": str(c.clue),
            "owner": c.owner,
            "before": c.before,
            "after": c.after,
            "bits": round(c.bits, 2),
            "raised": c.raised,
        }
        for c in found.contributions
    ]
    players = {player: round(bits, 2) for player, bits in found.players.items()}
    return {"format": "tobago-review/1", "clues": clues, "players": players}


def _review(found: Review) -> list[Table | Text]:
    numbers = ["before", "after", "bits"]
    rows = [
        (f"{c.colour}{', raised' * c.raised}", c.clue, c.owner or "-", c.before, c.after, f"{c.bits:.2f}")
        for c in found.contributions
    ]
    title = "What each clue took away"
    clues = table_of("map", "clue", "owner", *numbers, rows=rows, title=title, numbers=numbers)
    if not found.players:
        return [clues, styled("the position names no owners of clues", style="dim")]
    bits = [(player, f"{bits:.2f}") for player, bits in found.players.items()]
    return [
        clues,
        table_of("player", "bits", rows=bits, title="What each player took away", numbers=["bits"]),
    ]
