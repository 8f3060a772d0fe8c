"""The command ``tobago odds wayfarers``: the score calculator, dice, journal, cards, piles and majorities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import quote
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, TAGS, called, said
from workbench.cli.choices import OneOf, Whole
from workbench.cli.completing import complete_file, completed
from workbench.cli.odds import common as odds
from workbench.cli.printing import json_option, print_json, print_rich, styled, table_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from solvers.wayfarers.answers import Answer

    Found = Sequence[Answer]
    Shown = Iterator[Table | Text]

_QUERIES = ["score", "die", "roll", "journal", "card", "draw", "majority"]  # for completion
_MAJORITIES = ("comets", *GUILDS)
_ABILITIES = {"ship": "1 exploration", "trade": "1 trade"}


def _names(text: str) -> tuple[str, ...]:
    """Return names between commas and plus signs as the game writes them; they may be typed in any case."""
    from toolkit.games.wayfarers.components.tables import CARD, SLOT, TILE

    known = [*CARD, *TILE, *SLOT, *TAGS, *_MAJORITIES]
    typed = [[part.strip() for part in name.split("+")] for name in text.split(",")]
    if not all(part for parts in typed for part in parts):
        raise click.BadParameter(f"{quote(text)}: a name is missing beside a comma or a plus sign")
    return tuple("+".join(called(part, known) or part for part in parts) for parts in typed)


def _influence(text: str) -> tuple[int, ...]:
    """Return the influence with the three guilds, such as ``1,0,2``."""
    parts = text.split(",")
    if len(parts) != len(GUILDS) or not all(part.strip().isdecimal() for part in parts):
        raise click.BadParameter(f"write the influence with {', '.join(GUILDS)}, such as 1,0,2")
    return tuple(map(int, parts))


def _of(asked_by: str, told: str, metavar: str, words: Sequence[str] = ()) -> odds.Setting:
    """Return a setting that takes names between commas."""
    complete = completed(lambda _: words, listed=True) if words else None
    return odds.Setting(tuple(asked_by.split()), f"For {{}}: {told}.", None, metavar, _names, complete)


_PIECES = {
    "land": _of("score", "land cards, each with its townsfolk, such as L03,L19+F18", "IDS"),
    "water": _of("score", "water cards likewise", "IDS"),
    "space": _of("score", "space cards, each with its inspiration, such as S34+I04", "IDS"),
    "tiles": _of("score", "upgrade tiles, such as US2,UB1", "IDS"),
    "guilds": _of("score", "influence with science, trade, exploration, such as 1,0,2", "S,T,E"),
    "silver": odds.Setting(("score",), "For {}: silver that is left.", Whole(0, 99)),
    "provision": odds.Setting(("score",), "For {}: provisions that are left.", Whole(0, 99)),
    "most": _of("score", f"what nobody else has so much of: {', '.join(_MAJORITIES)}", "NAMES", _MAJORITIES),
}
"""What a score is typed with, piece by piece, without a file."""
_PIECES["guilds"] = _PIECES["guilds"]._replace(read=_influence)

_SETTINGS = {
    "slots": _of("die roll", "only these slots, such as city,middle 1,L05", "NAMES"),
    "dice": odds.Setting(("roll",), "For {}: so many dice (all of the player if not said).", Whole(0, 5)),
    "cards": _of("card draw", "only these cards; for card tiles too", "IDS"),
    "kind": odds.Setting(("draw",), "For {}: this pile (land and water if not said).", OneOf("kind", KINDS)),
    "tags": _of("draw", "any of these tags, such as open_water,library", "TAGS"),
    "draws": odds.Setting(("draw",), "For {}: among so many cards (3 if not said).", Whole(1, 36)),
    **_PIECES,
}


@click.command(
    epilog="Example: tobago odds wayfarers --land L03+F08,L19 --space S06 --tiles US2 --most comets"
)
@click.argument("file", metavar="[FILE]", required=False, shell_complete=complete_file)
@odds.asking(_QUERIES, _SETTINGS)
@json_option
def wayfarers(file: str | None, queries: tuple[str, ...], as_json: bool, **settings: Any) -> None:
    """Tell scores, what dice can do, ways through the journal, what cards add, what is drawn, who leads.

    FILE is a Wayfarers position (TOML or JSON); - reads standard input. Without --query everything is told,
    or what the given options are for first. Without FILE a score is told of what is typed: --land and so on.
    """
    given = odds.given_settings(queries, settings, _SETTINGS)
    pieces = {name: given.pop(name) for name in _PIECES if name in given}
    if file is None and pieces and not given and set(queries) <= {"score"}:
        _typed_score(pieces, as_json)
        return
    if file is None:
        raise click.MissingParameter(param_hint="FILE", param_type="argument")
    if pieces:
        raise click.UsageError(f"--{next(iter(pieces))} is for a score that is typed, without FILE.")
    from solvers.wayfarers.answers import FORMAT, Asked, answers

    meant = {_SETTINGS[name].asked_by[0] for name in given} or _QUERIES
    wanted = queries or [query for query in _QUERIES if query in meant]
    position = odds.read_position("wayfarers", file)
    found = [answer for query in wanted for answer in answers(query, position, Asked(**given))]
    if as_json:
        print_json({"format": FORMAT, "answers": [answer.to_dict() for answer in found]})
        return
    people = [*map(str, range(len(position.players))), *["rival" for _ in position.rivals]]
    groups = groupby(found, key=lambda answer: answer.query)
    print_rich(
        *(shown for query, group in groups for shown in _TABLES[query](list(group), people, position.me))
    )


# ---- scores and majorities ---------------------------------------------------------------------------------


def _typed_score(pieces: Mapping[str, Any], as_json: bool) -> None:
    from solvers.wayfarers.answers import FORMAT
    from solvers.wayfarers.standing import Pieces

    lines = [line._asdict() for line in Pieces(**pieces).lines()]
    if as_json:
        score = {"query": "score", "lines": lines, "totals": lines[-1]["points"]}
        print_json({"format": FORMAT, "answers": [score]})
    else:
        print_rich(_score_table(lines, ["points"]))


def _score(found: Found, people: Sequence[str], _me: int) -> Shown:
    yield _score_table(found[0].about["lines"], people)


def _score_table(lines: Sequence[Any], people: Sequence[str]) -> Table:
    rows = [(line["rule"], line["what"], *line["points"]) for line in lines]
    return table_of("rule", "what", *people, rows=rows, title="Final scoring", numbers=people)


def _majority(found: Found, people: Sequence[str], me: int) -> Shown:
    rows = [
        (one["name"], one["points"][me], *one["amounts"], *_led(one, people, me)) for one in _about(found)
    ]
    numbers = ["points", *people, "to lead", "to tie"]
    columns, title = ["most", *numbers[:-2], "leads", *numbers[-2:]], "Majorities, and how many more {} needs"
    yield table_of(*columns, rows=rows, title=title.format(f"player {me}"), numbers=numbers)


def _about(found: Found) -> list[Any]:
    return [answer.about for answer in found]


def _led(about: Any, people: Sequence[str], me: int) -> tuple[object, object, object]:
    who, by = about["lead"]["who"], about["lead"]["by"]
    leads = "nobody" if who is None else f"{people[who]}, by {by}"
    return leads, about["takes"][me] or "", about["ties"][me] or ""


# ---- dice --------------------------------------------------------------------------------------------------


def _die(found: Found, _people: Sequence[str], me: int) -> Shown:
    uses = [use for about in _about(found) for use in about["uses"]]
    slots = {use["slot"]: (use["townsfolk"] or "", _brings(use)) for use in uses}
    rows = [(slot, *told) for slot, told in slots.items()]
    yield table_of("slot", "townsfolk", "brings", rows=rows, title=f"Free slots that player {me} can reach")
    made = table_of("die", "as", "slots", "for", "pay", "saves", title=f"What a die of player {me} can do")
    for about in _about(found):
        made.add_section()
        die = f"{about['face']}{' in supply' * (about['supply'] > 0)}"
        ways: dict[tuple[str, ...], list[str]] = {}
        for use in about["uses"]:
            ways.setdefault(_way(use), []).append(use["slot"])
        for number, ((route, *how), names) in enumerate(ways.items() or [(("nothing", "", "", ""), [""])]):
            made.add_row("" if number else die, route, ", ".join(names), *how)
    yield made


def _brings(use: Any) -> str:
    return said("; and ".join(filter(None, (use["brings"], use["townsfolk_brings"]))))


def _way(use: Any) -> tuple[str, ...]:
    """Return how a slot is used: as which face, for which influence, what is paid, what is saved."""
    pay = said(use["pay"]) + " (too much now)" * (not use["payable"])
    saved = [said(use["discount"]), "a pigeon" if use["pigeons"] else ""]
    return use["route"], _spent(use), pay, ", ".join(filter(None, saved))


def _spent(about: Any) -> str:
    return ", ".join(_ABILITIES[one] for one in about["abilities"])


def _roll(found: Found, _people: Sequence[str], me: int) -> Shown:
    rows = [(*_served(answer.about), _spent(answer.about), *_chance(answer)) for answer in found]
    columns = ["slot", "needs", "faces", "for", "chance", "exact"]
    title = f"What a roll of {found[0].about['dice']} dice of player {me} serves"
    yield table_of(*columns, rows=rows, title=title, numbers=columns[-2:])


def _served(about: Any) -> tuple[str, str, str]:
    if "slot" in about:
        return about["slot"], ", ".join(about["needs"]), " ".join(map(str, about["faces"])) or "none"
    return f"{about['served']} of {', '.join(about['slots'])}", "", ""


def _chance(answer: Answer) -> tuple[str, str]:
    return odds.percent(float(answer.exact or 0)), odds.fraction(answer.exact)


def _journal(found: Found, _people: Sequence[str], me: int) -> Shown:
    here, *others = _about(found)
    further = f"; by science: {' '.join(here['by_science'])}" if here["by_science"] else ""
    yield styled(f"The marker of player {me} is on {here['marker']}; next: {_spaces(here['next'])}{further}.")
    ways = [(about["final"], *way) for about in others if "final" in about for way in _ways(about)]
    title = "Ways to the last column: with the fewest moves, and with the least missing"
    yield table_of("to", "", "moves", "way", "missing", rows=ways, title=title, numbers=["moves"])
    more = [about for about in others if "one_more" in about]
    rows = [(about["one_more"], _spaces(about["next"]), _spaces(about["reach"])) for about in more]
    if rows:
        yield table_of("with", "opens next", "and lets come to", rows=rows, title="What one more opens")


def _spaces(spaces: Iterable[str]) -> str:
    return " ".join(spaces) or "none"


def _ways(about: Any) -> Iterator[tuple[str, int, str, str]]:
    """Yield the ways to a final space, the nearest one last unless it is the shortest one too."""
    ways = [("shortest", way) for way in about["shortest"]]
    if about["nearest"] not in about["shortest"]:
        ways.append(("nearest", about["nearest"]))
    for name, way in ways:
        yield name, way["moves"], " ".join(way["spaces"][1:]), ", ".join(way["missing"]) or "nothing"


def _card(found: Found, people: Sequence[str], me: int) -> Shown:
    rows = [
        (one["name"], one["kind"], one["points"], _parts(one, people), _place(one)) for one in _about(found)
    ]
    title = f"What cards add to the points of player {me} at the end"
    yield table_of("card", "kind", "points", "for", "place", rows=rows, title=title, numbers=["points"])


def _parts(about: Any, people: Sequence[str]) -> str:
    parts = [f"{part['what']}: {part['points']:+} ({part['rule']})" for part in about["parts"]]
    pairs = zip(people, about["others"], strict=False)  # the rival behind the players loses nothing
    return "; ".join(parts + [f"player {who}: {points:+} (Y-51)" for who, points in pairs if points])


def _place(about: Any) -> str:
    return " ".join(about["hosts"]) or ("" if about["place"] else "none")


def _draw(found: Found, _people: Sequence[str], _me: int) -> Shown:
    rows = []
    for answer in found:
        about = answer.about
        wanted = _looked_for(about), len(about["left"]), *_chance(answer)
        rows.append((about["kind"], about["draws"], about["pile"], *wanted))
    columns = ["pile", "next", "of", "at least one", "left", "chance", "exact"]
    numbers = [*columns[1:3], *columns[4:]]
    yield table_of(*columns, rows=rows, title="What comes next from the piles", numbers=numbers)


def _looked_for(about: Any) -> str:
    named = [tag.replace("_", " ") for tag in about["tags"]]
    return " or ".join(named or about["left"]) or "none of them is left"


_TABLES: dict[str, Callable[[Found, Sequence[str], int], Shown]] = {
    "score": _score,
    "die": _die,
    "roll": _roll,
    "journal": _journal,
    "card": _card,
    "draw": _draw,
    "majority": _majority,
}
