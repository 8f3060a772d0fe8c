"""The command ``tobago odds silver``: chances in a round of Silver, from a position file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError
from workbench.cli.odds.common import (
    OddsCommand,
    Queries,
    chances_table,
    fraction,
    odds_table,
    percent,
    read_position,
)
from workbench.cli.options import File, Json, command
from workbench.cli.printing import print_json, print_rich, refuse, said_when_long, say, styled, table_of

if TYPE_CHECKING:  # each command loads what it needs
    from fractions import Fraction

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from solvers.questions import Answer, Setting
    from toolkit.games.silver.position import Position
    from workbench.cli.play.advising import Shown

_SIMULATED = {"policy", "games", "insight", "seed"}  # a call is played out when one of them is given
_COUNTING = "Counted from 1; files and options count from 0: your card 1 is slot 0 there."


class _Command(OddsCommand):
    """The command, with the settings that say how it is counted or played out behind all others."""

    @cached_property
    def settings(self) -> Mapping[str, tuple[Setting, list[str]]]:
        """The settings by name, and the questions that each is for."""
        return dict(sorted(super().settings.items(), key=lambda one: one[0] in {"tilt", *_SIMULATED}))


@command(cls=_Command, epilog="Example: tobago odds silver position.toml --query call")
def silver(file: File, queries: Queries, as_json: Json, **settings: Any) -> int:
    """Tell the odds of a round of Silver: of the cards, exchanges, abilities, calls.

    FILE is a Silver position (TOML or JSON); - reads standard input. Without --query it begins with what to
    do, by how much and why, as tobago advice has it, and all that is exact and of use in the position is
    told at once; for reveal, ending, win and threshold rounds are played out. Tables count players and cards
    from 1, options players and slots from 0, as files do; they are your own if not said. A query that has no
    answer leaves the others answered, and the exit status is 2.
    """
    from solvers.silver.answers import Asked, answers_or_refusal, refusals, report, usual_answers

    given = silver.given(queries, settings)
    position, asked = read_position("silver", file), Asked(given)
    if _SIMULATED.intersection(given):
        from solvers.silver.rollouts import POLICY  # it takes time to load

        asked = Asked({"policy": POLICY} | given)
    usual = [] if queries else list(usual_answers(position, asked))
    wanted = queries or _unusual(usual, given)
    found: list[Answer] = []
    for query in wanted:
        played_out = query in silver.settings["games"][1]
        fewer = "; with fewer --games the answer comes sooner and is less sure" if played_out else ""
        with said_when_long(f"still at {query}{fewer}"):
            found += answers_or_refusal(query, position, asked)
    told = {answer.query for answer in (*usual, *found) if not answer.refused}
    if any(answer.standard_error is not None for answer in (*usual, *found)):
        _note_slowness()
    advised, above = (None, ()) if queries else _first(position, file)
    if told and as_json:
        first = {} if queries else {"advice": advised.data() if advised else None}
        print_json(report(position, asked, [*usual, *found]) | first)
    elif told:
        shown = [*usual, *[answer for answer in found if answer.query in told]]
        print_rich(*above, *_tables(position, shown, in_full=bool(queries)))
    problems = refusals(found)
    for problem in problems:
        refuse(ToolkitError(problem))
    return 2 if problems else 0


def _note_slowness() -> None:
    """Say if rounds were played out without numba."""
    from solvers.silver.rollouts.compiling import fell_back  # it takes time to load

    if fell_back():
        say("so many rounds take long without numba, the extra fast; the answers are the same", "note")


def _unusual(found: Sequence[Answer], given: Iterable[str]) -> list[str]:
    """Return the questions that settings ask for although they are not usual: one that needs each of them."""
    told = {answer.query for answer in found}
    needs = [silver.settings[name][1] for name in given]
    return list(dict.fromkeys(queries[0] for queries in needs if not told & set(queries)))


def _first(position: Position, file: str) -> tuple[Shown | None, Sequence[RenderableType]]:
    """Return what to do in a position from a file (`workbench.cli.advice`), if there is something to advise.

    It is shown with how much it is better, why, and the next two; else why there is nothing.
    """
    from toolkit.games.silver.game import GAME
    from workbench.cli.advice import from_position, nobody
    from workbench.cli.play.commands import Speech
    from workbench.cli.play.desk import advised

    try:
        seen, voice, beside = from_position(GAME, position, file, Speech(lang="en", notation=False))
        if seen.actions:
            found = advised(seen, voice)
            return found, [*found.best(beside), *found.next_best(2), styled()]
        why = nobody(seen, voice)
    except ToolkitError as error:  # the round is over, or it would take too long
        why = getattr(error, "problem", str(error))
    return None, [styled(f"No advice: {why}.", style="bold"), styled()]


# ---- tables ------------------------------------------------------------------------------------------------


def _tables(position: Position, found: Sequence[Answer], *, in_full: bool) -> Iterator[Table | Text]:
    """Return all that is a single number as one table, and with `in_full` each distribution as another.

    A line above tells how many discards are forgotten, if any are, for a wrong number of cards in the deck
    makes such; what has no answer is told in words below, and at the end how files and options count.
    """
    from solvers.silver.asking import counted

    if position.forgotten:
        yield styled(f"{counted(position.forgotten, 'discard')} forgotten: named nowhere in the position")
    lists = [answer for answer in found if answer.distribution is not None and answer.value is None]
    if numbers := _together([answer for answer in found if answer not in lists and not answer.refused]):
        groups = groupby(numbers, key=lambda answer: answer.query)
        title = f"You have {counted(len(position.mine), 'card')}; {position.deck} in the deck"
        yield odds_table(
            ([row for one in group for row in _rows(position, one)] for _, group in groups), title
        )
    if places := [answer for answer in found if answer.query == "places"]:
        yield _likeliest(position, places)
    for answer in found:
        if answer.distribution is not None and (in_full or answer in lists) and answer not in places:
            columns = silver.questions[answer.query].columns
            yield chances_table(columns, answer.distribution.items(), answer.words, words=1)
    for answer in found:
        if answer.refused:
            yield styled(f"{answer.query}: no answer: {answer.refused}")
    yield styled(_COUNTING, style="dim")


def _together(found: Sequence[Answer]) -> list[Answer]:
    """Return answers, sets that may leave with the same chance as one of them."""
    from toolkit.core.telling.language import LANGUAGES

    alike: defaultdict[Any, list[Answer]] = defaultdict(list)
    for number, answer in enumerate(found):
        alike[answer.exact if answer.query == "exchange" else -1 - number].append(answer)
    told = []
    for one, *others in alike.values():
        sets = [
            LANGUAGES["en"].joined([at + 1 for at in each.about["slots"]])
            for each in (one, *others)
            if others
        ]
        words = f"your cards {', or '.join(sets)}, may leave together" if others else one.words
        told.append(replace(one, words=words))
    return told


def _likeliest(position: Position, found: Sequence[Answer]) -> Table:
    """Return the likeliest cards of each place; those of a player that are alike have a row together."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        player, chances = one.about.get("player"), (one.distribution or {}).items()
        cards = " ".join(f"{f'{card} {float(chance):.1%}':8}" for card, chance in chances).rstrip()
        seers = ", ".join(position.who(seat).removeprefix("player ") for seat in one.about["seen_by"])
        village = "deck" if player is None else position.who(player)
        slot = "next" if player is None else str(one.about["slot"] + 1)
        alike.setdefault((village, seers or "nobody", cards), []).append(slot)
    rows = [(village, ",".join(slots), seers, cards) for (village, seers, cards), slots in alike.items()]
    return table_of("village", "card", "seen by", "likeliest cards", rows=rows, folded=False)


def _rows(position: Position, answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Yield the number of an answer, and below it what else it says, and of a round that it ends (S-42)."""
    from solvers.silver.asking import whose

    yield answer.words, _value(answer), fraction(answer.exact)
    for name, note in silver.questions[answer.query].notes.items():
        if (number := answer.more.get(name)) is not None:
            error = answer.more.get(f"{name}_se")  # of what is simulated
            shown = _shown(number, note.unit) + ("" if error is None else f", se {_bare(error, note.unit)}")
            yield f"  {note.words}", shown, fraction(number)
    if (ends := answer.about.get("ends_round", False)) is not False:
        yield "  ends the round at once (S-42)", "if it shows both 0s" if ends is None else "yes", ""
    for player, points in (answer.round_points or {}).items():
        if points is not None:
            yield f"    {whose(position, player)} points, mean", _shown(points, "points"), fraction(points)
    if (lowest := answer.more.get("lowest")) is not None:
        yield "    lowest then, ties counted", _shown(lowest, ""), fraction(lowest)


def _value(answer: Answer) -> str:
    """Return the number of an answer in what it counts, with the interval of what is simulated."""
    if answer.value is None:
        return ""
    usual = "points" if "look" in answer.about else silver.questions[answer.query].unit
    unit = str(answer.about.get("mean", usual))
    low, high = answer.more.get("low"), answer.more.get("high")
    if low is None or high is None:
        return _shown(answer.value, unit)
    return f"{_shown(answer.value, unit)} [{_bare(low, unit)}, {_bare(high, unit)}]"


def _shown(number: Fraction | float, unit: str) -> str:
    return f"{_bare(number, unit)} {unit}".rstrip()


def _bare(number: Fraction | float, unit: str) -> str:
    return f"{float(number):.3f}" if unit else percent(float(number))
