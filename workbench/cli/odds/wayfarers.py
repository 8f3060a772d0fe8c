"""The command ``tobago odds wayfarers``: the score calculator, dice, journal, cards, piles and majorities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from toolkit.games.wayfarers.components.names import said
from workbench.cli.odds import common as odds
from workbench.cli.odds.common import OddsCommand, Queries, tell
from workbench.cli.options import Json, OptionalFile, command
from workbench.cli.printing import print_json, print_rich, styled, table_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from solvers.questions import Answer, Setting
    from toolkit.games.wayfarers.position import Position
    from toolkit.games.wayfarers.scoring import Line
    from workbench.cli.odds.common import Own

    Found = Sequence[Answer]
    Shown = Iterator[Table | Text]

_ABILITIES = {"ship": "1 exploration", "trade": "1 trade"}


class _Command(OddsCommand):
    """The command, with an option for each piece too, of which a score is told without a position."""

    @cached_property
    def pieces(self) -> Mapping[str, Setting]:
        """What a score is typed with, piece by piece."""
        from solvers.questions import settings_of
        from solvers.wayfarers.standing import Pieces

        return settings_of(Pieces)

    @cached_property
    def settings(self) -> Mapping[str, tuple[Setting, list[str]]]:
        """The settings by name, and the questions that each is for."""
        return {**super().settings, **{name: (piece, ["score"]) for name, piece in self.pieces.items()}}


@command(
    cls=_Command,
    epilog="Example: tobago odds wayfarers --land L03+F08,L19 --space S06 --tiles US2 --most comets",
)
def wayfarers(file: OptionalFile, queries: Queries, as_json: Json, **settings: Any) -> None:
    """Tell scores, what dice can do, ways through the journal, what cards add, what is drawn, who leads.

    FILE is a Wayfarers position (TOML or JSON); - reads standard input. Without --query everything is told,
    or what the given options are for first. Without FILE a score is told of what is typed: --land and so on.
    """
    given = wayfarers.given(queries, settings)
    pieces = {name: given.pop(name) for name in wayfarers.pieces if name in given}
    if file is None and pieces and not given and set(queries) <= {"score"}:
        _typed_score(pieces, as_json)
        return
    if file is None:
        raise click.MissingParameter(param_hint="FILE", param_type="argument")
    if pieces:
        raise click.UsageError(f"--{next(iter(pieces))} is for a score that is typed, without FILE.")
    meant = {wayfarers.settings[name][1][0] for name in given}
    wanted = queries or [query for query in wayfarers.questions if query in meant]
    tell(wayfarers, file, wanted, given, as_json, own=_TABLES)


def _people(position: Position) -> list[str]:
    return [*map(position.who, range(len(position.players))), *["the rival" for _ in position.rivals]]


# ---- scores and majorities ---------------------------------------------------------------------------------


def _typed_score(pieces: Mapping[str, Any], as_json: bool) -> None:
    from solvers.wayfarers.standing import Pieces

    lines = Pieces(**pieces).lines()
    if as_json:
        told = [line._asdict() for line in lines]
        score = {"query": "score", "lines": told, "totals": lines[-1].points}
        print_json({"format": wayfarers.questions.format, "answers": [score]})
    else:
        print_rich(_score_table(lines, ["points"]))


def _score(position: Position, _found: Found) -> Shown:
    people = _people(position)
    yield _score_table(position.scores().lines(people[: len(position.players)]), people)


def _score_table(lines: Sequence[Line], people: Sequence[str]) -> Table:
    rows = [(line.rule, line.what, *line.points) for line in lines]
    return table_of("rule", "what", *people, rows=rows, title="Final scoring", numbers=people)


def _majority(position: Position, found: Found) -> Shown:
    people, me = _people(position), position.me
    rows = [
        (one["name"], one["points"][me], *one["amounts"], *_led(one, people, me)) for one in _about(found)
    ]
    numbers = ["points", *people, "to lead", "to tie"]
    columns, title = ["most", *numbers[:-2], "leads", *numbers[-2:]], "Majorities, and how many more you need"
    yield table_of(*columns, rows=rows, title=title, numbers=numbers)


def _about(found: Found) -> list[Any]:
    return [answer.about for answer in found]


def _led(about: Any, people: Sequence[str], me: int) -> tuple[object, object, object]:
    who, by = about["lead"]["who"], about["lead"]["by"]
    leads = "nobody" if who is None else f"{people[who]}, by {by}"
    return leads, about["takes"][me] or "", about["ties"][me] or ""


# ---- dice --------------------------------------------------------------------------------------------------


def _die(_position: Position, found: Found) -> Shown:
    uses = [use for about in _about(found) for use in about["uses"]]
    slots = {use["slot"]: (use["townsfolk"] or "", _brings(use)) for use in uses}
    rows = [(slot, *told) for slot, told in slots.items()]
    yield table_of("slot", "townsfolk", "brings", rows=rows, title="Free slots that you can reach")
    made = table_of("die", "as", "slots", "for", "pay", "saves", title="What one of your dice can do")
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


def _roll(_position: Position, found: Found) -> Shown:
    rows = [(*_served(answer.about), _spent(answer.about), *_chance(answer)) for answer in found]
    columns = ["slot", "needs", "faces", "for", "chance", "exact"]
    dice = found[0].about["dice"]
    title = f"What a roll of {dice} of your dice serves"
    yield table_of(*columns, rows=rows, title=title, numbers=columns[-2:])


def _served(about: Any) -> tuple[str, str, str]:
    if "slot" in about:
        return about["slot"], ", ".join(about["needs"]), " ".join(map(str, about["faces"])) or "none"
    return f"{about['served']} of {', '.join(about['slots'])}", "", ""


def _chance(answer: Answer) -> tuple[str, str]:
    return odds.percent(float(answer.exact or 0)), odds.fraction(answer.exact)


def _journal(_position: Position, found: Found) -> Shown:
    here, *others = _about(found)
    further = f"; by science: {' '.join(here['by_science'])}" if here["by_science"] else ""
    yield styled(f"Your marker is on {here['marker']}; next: {_spaces(here['next'])}{further}.")
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


def _card(position: Position, found: Found) -> Shown:
    people = _people(position)
    rows = [
        (one["name"], one["kind"], one["points"], _parts(one, people), _place(one)) for one in _about(found)
    ]
    title = "What cards add to your points at the end"
    yield table_of("card", "kind", "points", "for", "place", rows=rows, title=title, numbers=["points"])


def _parts(about: Any, people: Sequence[str]) -> str:
    parts = [f"{part['what']}: {part['points']:+} ({part['rule']})" for part in about["parts"]]
    pairs = zip(people, about["others"], strict=False)  # the rival behind the players loses nothing
    return "; ".join(parts + [f"{who}: {points:+} (Y-51)" for who, points in pairs if points])


def _place(about: Any) -> str:
    return " ".join(about["hosts"]) or ("" if about["place"] else "none")


def _draw(_position: Position, found: Found) -> Shown:
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


_TABLES: Own = {
    "score": _score,
    "die": _die,
    "roll": _roll,
    "journal": _journal,
    "card": _card,
    "draw": _draw,
    "majority": _majority,
}
