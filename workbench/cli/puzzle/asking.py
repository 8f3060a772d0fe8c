"""Commands that ask about puzzles: show, solve, hint, rate, calibrate, schema; which puzzles are meant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import click

from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from workbench.cli.choices import LANGUAGES, OneOf, Whole
from workbench.cli.completing import complete_file, completed, puzzle_ids
from workbench.cli.files import (
    STDIN,
    Svg,
    check_out,
    check_svg,
    read_source,
    reading,
    rewriting,
    warn,
    write_out,
)
from workbench.cli.options import File, Json, Options, argument, command, option
from workbench.cli.printing import print_json, print_rich, say, styled, table_of, tell

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from puzzles import Marks, Puzzle
    from puzzles.calibration import Timed
    from puzzles.format.schema import Grade, KindWeights, Solution, WeightsFile
    from puzzles.hints import Hint
    from puzzles.words import Words
    from toolkit.games.tobago import Clue

    Rated = tuple[Puzzle, Grade | None, str | None, float | None]

_SHORTEST = 31  # letters of an ID less one: the longest kind and some of the code
_CARDS = ("lie", "play", "dead")
"""The subjects of puzzles that are no hexes: a false card, a play of a card, a card for no map."""

_ORDERS = ("level", "minutes")
"""By which parts of a grade puzzles are listed."""

_PICTURED = (3, 4, 5)
"""The rungs of hints that have a picture, where a step has one."""

_DOES_IT = 5
"""The rung of hints that changes the marks."""

Wanted = Annotated[
    str | None,
    option(
        "ID",
        "Which puzzle of FILE: its number from 1, its ID, or how its ID begins.",
        completed(puzzle_ids),
        flag="--id",
    ),
]
Language = Annotated[
    str, option("LANG", f"{' or '.join(LANGUAGES)}.", type=OneOf("language", LANGUAGES), default="en")
]

# ---- which puzzles -----------------------------------------------------------------------------------------


def puzzles_of(file: str, wanted: str | None = None) -> list[Puzzle]:
    """Return the puzzles of a file, of standard input, or of an ID in its place; or the one that is wanted.

    Of a file that holds many only the wanted one is read. What the rule for landmarks (T-5) has against them
    is told as warnings on standard error.
    """
    from puzzles.format.files import documents, from_id
    from puzzles.format.ids import is_id

    if is_id(file):
        name, found = file, from_id(file)
        named = [(f"{beginnings([found.id])[0]}...", found)]
        if wanted is not None:
            _number(wanted, 1, lambda: [found.id])
    else:
        text, _, name = read_source(file)
        with reading(name, "tobago-puzzle/1", text=text):
            unread = documents(text, name)
            if wanted is not None:
                unread = [unread[_number(wanted, len(unread), lambda: [one.id for one in unread])]]
            named = [(one.place, one.read()) for one in unread]
    warn(name, [f"{place}: {fault}" for place, one in named for fault in one.placement_faults])
    return [one for _, one in named]


def only(puzzles: list[Puzzle]) -> Puzzle:
    """Return the one puzzle; `ToolkitError` when there are several."""
    if len(puzzles) == 1:
        return puzzles[0]
    raise ToolkitError(f"there are {len(puzzles)} puzzles: choose one with --id, such as --id 1")


def _number(wanted: str, count: int, ids: Callable[[], Sequence[str]]) -> int:
    """Return the place of the one puzzle that is wanted, from 0; `ToolkitError` for none or several."""
    if re.fullmatch("[0-9]{1,9}", wanted):
        if not 1 <= int(wanted) <= count:
            raise ToolkitError(f"--id {wanted}: the puzzles are numbered from 1 to {count}")
        return int(wanted) - 1
    told = ids()
    found = {one: place for place, one in enumerate(told) if wanted and one.startswith(wanted)}
    if not found:
        hint = did_you_mean(wanted, [one[: len(wanted)] for one in told], close=0.8)
        raise ToolkitError(f"--id: no puzzle with an ID that begins with {quote(wanted)}{hint}")
    if len(found) > 1:
        raise ToolkitError(f"--id: {len(found)} IDs begin with {quote(wanted)}; add some letters")
    return next(iter(found.values()))


def beginnings(ids: list[str]) -> list[str]:
    """Return for each ID a beginning that no other one shares."""
    ordered = sorted(set(ids))
    shared = dict.fromkeys(ordered, _SHORTEST)
    for one, other in pairwise(ordered):
        same = next(at for at, letters in enumerate(zip(one, other, strict=False)) if len({*letters}) > 1)
        shared[one], shared[other] = max(shared[one], same), max(shared[other], same)
    return [text[: shared[text] + 1] for text in ids]


def heads(puzzles: list[Puzzle]) -> list[str]:
    """Return how a line about each puzzle begins: its number, if there are several, and its ID in short."""
    short = [f"{beginnings([one.id])[0]}...: " for one in puzzles]
    return short if len(short) == 1 else [f"{number} {head}" for number, head in enumerate(short, 1)]


def plain(part: Any) -> Any:
    """Return a part of a puzzle as JSON data."""
    import msgspec  # it takes time to load

    return msgspec.to_builtins(part, order="deterministic")


# ---- show and solve ----------------------------------------------------------------------------------------


@command(epilog="Example: tobago puzzle show puzzles.jsonl --id 1")
def show(
    *,
    file: File,
    wanted: Wanted,
    svg: Svg,
    solution: bool = option(None, "Show the solution too."),
    sort: str | None = option("BY", f"List by {' or '.join(_ORDERS)}.", type=OneOf("order", _ORDERS)),
    as_json: Json,
) -> None:
    """Show a puzzle: its facts in words and its island; several puzzles in one FILE are listed."""
    check_svg(svg, file, as_json=as_json)
    puzzles = puzzles_of(file, wanted)
    if len(puzzles) > 1 and svg is None and not solution:
        tell(as_json, _listing_data, _listing, _sorted(puzzles, sort))
        return
    one = only(puzzles)
    if svg is not None:
        write_out(svg, _picture(one, solution))
    else:
        tell(as_json, _puzzle_data, _puzzle, one, solution)


def _sorted(puzzles: list[Puzzle], by: str | None) -> list[tuple[int, Puzzle]]:
    """Return puzzles with their numbers, in the order of a part of their grades; those without come last."""
    numbered = [*enumerate(puzzles, 1)]
    if by is None:
        return numbered
    return sorted(numbered, key=lambda one: (one[1].grade and getattr(one[1].grade, by)) or inf)


def _listing_data(puzzles: list[tuple[int, Puzzle]]) -> dict[str, Any]:
    rows = [
        {
            "number": number,
            "id": one.id,
            "kind": one.kind.name,
            "island": _title(one),
            "level": one.grade.level if one.grade else None,
            "minutes": (one.grade and one.grade.minutes) or None,
            "facts": len(one.facts),
        }
        for number, one in puzzles
    ]
    return {"format": "tobago-puzzle-list/1", "puzzles": rows}


def _listing(puzzles: list[tuple[int, Puzzle]]) -> list[Table]:
    """Return the puzzles of a file, with the beginning of the ID by which each can be chosen."""
    begun = beginnings([one.id for _, one in puzzles])
    rows = [
        (number, one.kind.name, *_how_hard(one.grade), len(one.facts), _title(one), beginning)
        for (number, one), beginning in zip(puzzles, begun, strict=True)
    ]
    columns = ["no.", "kind", "level", "min.", "facts", "island", "ID begins"]
    numbers = ["no.", "min.", "facts"]
    return [table_of(*columns, rows=rows, title=f"{len(puzzles)} puzzles", numbers=numbers)]


def _title(one: Puzzle) -> str:
    return one.position.setting.island.title


def _how_hard(grade: Grade | None) -> tuple[str, str]:
    """Return level and minutes as a list shows them; a dash for what is not known."""
    from puzzles.grading import whole_minutes

    if grade is None:
        return "-", "-"
    return f"{grade.level} {printable(grade.name)}", f"{whole_minutes(grade) or '-'}"


def _picture(one: Puzzle, solution: bool) -> str:
    """Return the island as SVG, without the candidates of maps; a solution is ringed, with what proves it."""
    from puzzles.pictures import cubes_of, tally_of
    from puzzles.words import words
    from toolkit.games.tobago.clues import draw_setting

    say = words("en")
    pieces = cubes_of(one, say)
    if not solution:
        return draw_setting(one.position.setting, tokens=pieces)
    hexes = one.position.setting.island.index
    ringed = [value for values in one.solution.parts.values() for value in values if value in hexes]
    return draw_setting(one.solved_setting, tokens=pieces + tally_of(one, say), highlight=ringed)


def _puzzle_data(shown: Puzzle, solution: bool) -> dict[str, Any]:
    """Return a puzzle as its file holds it, ``tobago-puzzle/1``; its solution only on request."""
    from puzzles.format.files import puzzle_to_dict

    document = puzzle_to_dict(shown)
    if not solution:
        document.pop("solution", None)
    return document


def _puzzle(shown: Puzzle, solution: bool) -> list[RenderableType]:
    """Return the island, and the puzzle in words: what it asks for and tells, on request its solution."""
    from puzzles.words import (
        placing,
        proof_at_a_glance,
        questions,
        say_fact,
        say_minutes,
        unusual_rules,
        words,
    )
    from solvers.tobago.facts import KINDS
    from workbench.cli.tobago.terminal import draw_terminal_setting

    say = words("en")
    level = f", level {shown.grade.level} ({printable(shown.grade.name)})" if shown.grade else ""
    level += "".join(f", {minutes}" for minutes in say_minutes(shown.grade, say))
    lines = [f"{shown.kind.name}{level}: find {', '.join(_asked(shown, say))}"]
    lines.append(" ".join([say.text(f"kinds.{shown.kind.name}.task"), *questions(shown, say)]))
    rules = shown.position.setting.rules
    placed = [placing(one, rules, say) for one in shown.kind.subjects(shown) if one in KINDS]
    lines += [*unusual_rules(rules, say, placed=bool(placed)), *placed]
    seen = shown if solution else shown.kind.seen(shown, {})
    lines += [f"{number:3} {say_fact(fact, say.lang)}" for number, fact in enumerate(seen.facts, 1)]
    if hidden := len(shown.facts) - len(seen.facts):
        lines.append(say.counted("expedition.hidden", hidden))
    if shown.position.hand is not None:
        lines += [*_maps(shown, say), f"{say.text('book.hand')}: {_cards(shown.position.hand, say)}"]
    if solution:
        lines.append(f"solution: {answer(shown.solution) or 'not in the file'}")
        lines += filter(None, [proof_at_a_glance(shown, say)])
        picture = draw_terminal_setting(shown.solved_setting, shown.solution.treasures)
    else:
        picture = draw_terminal_setting(shown.position.setting)
    return [picture, "", styled("\n".join([*lines, f"ID {shown.id}"]))]


def _asked(shown: Puzzle, say: Words) -> Iterator[str]:
    """Yield what is to be found: cards and plays, treasures, how many landmarks of each kind."""
    from puzzles.words import Teller, lost_landmarks
    from solvers.tobago.facts import KINDS, player_of
    from toolkit.games.tobago import COLOURS

    subjects, teller = shown.kind.subjects(shown), Teller(shown, say)
    yield from (teller.named(subject) for subject in subjects if subject == "place" or player_of(subject))
    yield from (f"the {say.text(f'subjects.{word}')}" for word in _CARDS if word in subjects)
    if colours := [f"the {say.text(f'colours.{colour}')}" for colour in COLOURS if colour in subjects]:
        yield say.text("subjects.treasure", colour=say.joined(colours))
    yield from (lost_landmarks(shown, kind, say) for kind in KINDS if kind in subjects)


def _maps(shown: Puzzle, say: Words) -> Iterator[str]:
    """Yield a line for each map: its clues, and the hexes whose cubes amulets took (T-33)."""
    for colour, treasure_map in shown.position.maps.items():
        told = _cards(treasure_map.clues, say) or say.text("book.empty")
        if treasure_map.removed:
            told += f"; {say.text('book.removed', hexes=say.listed([*treasure_map.removed]))}"
        yield f"{say.text('book.map', colour=say.text(f'colours.{colour}'))}: {told}"


def _cards(clues: Iterable[Clue], say: Words) -> str:
    from puzzles.words import say_clue

    return say.listed([say_clue(clue, say.lang) for clue in clues])


class Solved:
    """Up to two answers of a puzzle, by the engine of its kind; without any, the facts that clash."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.answers = puzzle.kind.answers(puzzle, 2)
        self.clash = () if self.answers else puzzle.kind.clash(puzzle)

    def differences(self) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """Yield the subjects in which two answers differ, with the values of both."""
        if len(self.answers) > 1:
            one, other = map(_parts, self.answers)
            for subject in {**one, **other}:
                if one.get(subject) != other.get(subject):
                    yield subject, one.get(subject, ()), other.get(subject, ())


@command(epilog="Example: tobago puzzle solve puzzles.jsonl")
def solve(file: File, wanted: Wanted, as_json: Json) -> int:
    """Find the answer of each puzzle (status 1 when one has not exactly one answer)."""
    puzzles = puzzles_of(file, wanted)
    found = [Solved(one) for one in puzzles]
    tell(as_json, _answers_data, lambda found: map(answers, heads(puzzles), found), found)
    return 0 if all(len(one.answers) == 1 for one in found) else 1


def _answers_data(found: list[Solved]) -> dict[str, Any]:
    """Return the answers of each puzzle: a `count` of 2 stands for two or more."""
    rows = [
        {
            "id": one.puzzle.id,
            "kind": one.puzzle.kind.name,
            "count": len(one.answers),
            "answers": plain(one.answers),
            "clash": list(one.clash),
            "differ": [subject for subject, _, _ in one.differences()],
        }
        for one in found
    ]
    return {"format": "tobago-puzzle-answers/1", "puzzles": rows}


def answers(head: str, found: Solved) -> Text:
    """Return the one answer; or the facts that clash; or two answers and where they differ."""
    if len(found.answers) == 1:
        return styled(head, ("one answer: ", "bold green"), answer(found.answers[0]))
    if not found.answers:
        return styled(
            head, ("no answer", "bold red"), _why_none(found), *(f"\n  {one}" for one in found.clash)
        )
    differ = [
        f"\n  they differ in {_called(subject)}: {_values(subject, one)} or {_values(subject, other)}"
        for subject, one, other in found.differences()
    ]
    both = [f"\n  {answer(one)}" for one in found.answers]
    return styled(head, ("more than one answer", "bold red"), *both, *differ)


def _why_none(found: Solved) -> str:
    if found.clash:
        several = ": these facts clash, and without any one of them they would not"
        return several if len(found.clash) > 1 else ": this fact alone cannot be true"
    reasons = {
        "lost-landmarks": ": the landmarks have no room (T-5)",
        "whose-clue": ": no different cards of the list, none of them spare, hold together on just one hex",
    }
    return reasons.get(found.puzzle.kind.name, "")


def answer(solution: Solution) -> str:
    """Return an answer in one line.

    >>> from puzzles.format.schema import Solution
    >>> answer(Solution(treasures={"brown": "B52"}, huts=("A11", "C10")))
    'brown B52; huts A11, C10'
    """
    return "; ".join(
        f"{_called(subject)} {_values(subject, values)}" for subject, values in _parts(solution).items()
    )


def _parts(solution: Solution) -> dict[str, tuple[str, ...]]:
    """Return what an answer says of each subject: treasures, landmarks, a lie, a play, a dead card."""
    from toolkit.games.tobago import COLOURS

    parts = solution.parts
    return {colour: parts[colour] for colour in COLOURS if colour in parts} | parts


def _called(subject: str) -> str:
    from puzzles.words import subject_words, words

    return subject_words(subject, words("en"))


def _values(subject: str, values: Iterable[str]) -> str:
    """Return hexes by their names, and cards in words, after the treasure of which they speak."""
    from solvers.tobago.facts import player_of

    cards = subject in _CARDS or player_of(subject)
    return ", ".join(_card(value) if cards else value for value in values) or "-"


def _card(value: str) -> str:
    """Return a card as `show` tells it, behind the treasure or the map."""
    from puzzles.words import say_clue
    from toolkit.games.tobago import Clue

    about, colon, clue = value.rpartition(": ")
    return f"'{about}{colon}{say_clue(Clue.parse(clue), 'en')}'"


# ---- hint --------------------------------------------------------------------------------------------------


class Hinted(Options):
    """How much a hint tells, with what is found so far."""

    marks_file: str | None = option(
        "FILE", "What you have found so far (tobago-marks/1).", complete_file, flag="--marks"
    )
    rung: int = option(None, "How much to tell, 0 to 6.", type=Whole(0, 6), required=True)
    svg: str | None = option("OUT", "Write the picture of the hint as SVG (rungs 3 to 5).", complete_file)
    lang: Language
    write: bool = option(None, "Write the new marks into the file of --marks (rung 5).")

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.write and (self.rung != _DOES_IT or self.marks_file in (None, STDIN)):
            raise click.UsageError("--write goes with --rung 5 and --marks FILE")
        if self.svg is not None and self.rung not in _PICTURED:
            raise click.UsageError("--svg goes with --rung 3, 4 and 5")

    def marks(self, one: Puzzle) -> dict[str, Marks]:
        """Return the marks of the file; one that is to be written may not be there yet."""
        file = self.marks_file
        if file is None or (self.write and file != STDIN and not Path(file).exists()):
            return {}
        from puzzles.format.files import parse_marks

        text, _, name = read_source(file)
        with reading(name, "tobago-marks/1", text=text):
            return parse_marks(text, one, name)


@command(epilog="Example: tobago puzzle hint puzzles.jsonl --id 1 --rung 2")
def hint(file: File, wanted: Wanted, asked: Hinted, as_json: Json) -> int:
    """Give one hint and no more (status 1 when the puzzle has not exactly one answer).

    \b
    --rung 0  is there a mistake among the marks?
           1  where to look
           2  which facts suffice
           3  the technique
           4  the hexes that it settles
           5  do it
           6  the whole way to the answer
    """  # noqa: D301 - \b keeps the lines of the list apart
    svg, rung = asked.svg, asked.rung
    if svg == STDIN and as_json:
        raise click.UsageError("--svg - and --json exclude each other")
    check_out(svg, ".svg", file, asked.marks_file, option="--svg")
    from puzzles.format.files import marks_text
    from puzzles.hints import hint as hint_at
    from puzzles.puzzle import PuzzleError

    one = only(puzzles_of(file, wanted))
    with rewriting(asked.marks_file) if asked.write and asked.marks_file else nullcontext() as rewrite:
        marks = asked.marks(one)
        try:
            given = hint_at(one, marks, rung, lang=asked.lang)
        except PuzzleError as error:
            say(f"no hint: {error}")
            return 1
        if svg is not None:
            if given.svg is None:
                raise click.UsageError(
                    "this hint has no picture: one comes with the steps of --rung 3, 4 and 5"
                )
            write_out(svg, given.svg)
        if rewrite:
            rewrite(marks_text(one, given.marks))
    if as_json:
        print_json(_hint_data(one, rung, given))
    elif svg != STDIN:
        print_rich(styled(given.text))
    return 0


def _hint_data(shown: Puzzle, rung: int, given: Hint) -> dict[str, Any]:
    """Return a hint; with rung 5 come the new marks."""
    from puzzles.format.files import marks_to_dict

    head = {"format": "tobago-puzzle-hint/1", "id": shown.id, "rung": rung, "text": given.text}
    marks = {"marks": marks_to_dict(shown, given.marks)["marks"]} if rung == _DOES_IT else {}
    return {**head, "data": given.data, **marks}


# ---- how hard they are -------------------------------------------------------------------------------------


@command(epilog="Example: tobago puzzle rate puzzles.jsonl")
def rate(
    *,
    file: File,
    wanted: Wanted,
    weights: str | None = option(
        "FILE", "What calibrate found: says how long a typical solver needs.", complete_file
    ),
    as_json: Json,
) -> int:
    """Say how hard each puzzle is: a vector with the level (status 1 when one has no grade)."""
    if weights == file == STDIN:
        raise click.UsageError("FILE and --weights cannot both be standard input")
    known = None if weights is None else _weights(weights)
    puzzles = puzzles_of(file, wanted)
    if missing := sorted({one.kind.name for one in puzzles} - known.kinds.keys()) if known else []:
        say(f"no weights of {', '.join(missing)} in {weights}: no time can be told", "note")
    found = [_rated(one, known) for one in puzzles]
    tell(as_json, _grades_data, lambda found: map(_grade, heads(puzzles), found), found)
    return 0 if all(grade for _, grade, _, _ in found) else 1


def _weights(file: str) -> WeightsFile:
    from puzzles.calibration import parse_weights

    text, _, name = read_source(file)
    with reading(name, "toolkit-weights/1", text=text):
        return parse_weights(text, name)


def _rated(one: Puzzle, weights: WeightsFile | None) -> Rated:
    """Return how hard a puzzle is, and the seconds that it takes; without a grade, why it has none."""
    from puzzles import PuzzleError
    from puzzles.calibration import seconds_of

    known = weights and weights.kinds.get(one.kind.name)
    try:
        return one, one.kind.grade(one), None, seconds_of(one, known) if known else None
    except PuzzleError as error:
        return one, None, str(error), None


def _grades_data(found: list[Rated]) -> dict[str, Any]:
    rows = [
        {"id": one.id, "kind": one.kind.name, "grade": plain(grade), "reason": reason}
        | ({} if seconds is None else {"seconds": round(seconds)})
        for one, grade, reason, seconds in found
    ]
    return {"format": "tobago-puzzle-grade/1", "puzzles": rows}


def _grade(head: str, rated: Rated) -> Table | Text:
    """Return how hard a puzzle is: the vector, one part a row; or why it has no grade."""
    _, found, reason, seconds = rated
    if found is None:
        return styled(head, (str(reason), "bold red"))
    hardest, needs = found.hardest, ", ".join(found.needs)
    rows: dict[str, object] = {
        "hardest technique": hardest.overall or "-",
        "  before the first placement": hardest.before_placement or "-",
        "  for the first step": hardest.first_step or "-",
        "techniques needed": needs or "-",
        "effort": f"{found.effort:g}",
        "steps": found.steps,
        "rounds": found.rounds,
        "bottleneck": f"{found.bottleneck:.2f}",
        "reading": found.reading,
        **{measure: f"{value:g}" for measure, value in found.measures.items()},
    }
    if seconds is None:
        rows["expected minutes"] = f"{found.minutes:g}"
    else:
        rows["time of a typical solver"] = f"{round(seconds) // 60}:{round(seconds) % 60:02}"
    title = f"{head}level {found.level} ({found.name})"
    return table_of("measure", "value", rows=rows.items(), title=title, numbers=["value"])


@command(epilog="Example: tobago puzzle calibrate tobago-times.jsonl --out weights.json")
def calibrate(
    *,
    files: tuple[str, ...] = argument("TIMES...", complete_file, required=True),
    out: str | None = option("OUT", "Write the weights to this file.", complete_file),
    width: int = option(
        "PERCENT",
        "How far above a weight its interval may end: how many more times that needs.",
        type=Whole(1, 1000),
        default=25,
    ),
    as_json: Json,
) -> int:
    """Fit the weights of the grade to solving times: seconds of a typical solver, with intervals of 95 %.

    TIMES are files that the button of a page saved. Each kind of puzzle is fitted by itself. Status 1 when no
    kind has times enough.
    """
    if as_json and out == STDIN:
        raise click.UsageError("--out - and --json exclude each other")
    from puzzles.calibration import calibrate as fitted
    from puzzles.format.schema import WeightsFile

    times = [time for file in files for time in _times(file)]
    kinds: dict[str, KindWeights] = {}
    for kind in sorted({time.puzzle.kind.name for time in times}):
        try:
            kinds[kind] = fitted([time for time in times if time.puzzle.kind.name == kind], width / 100)
        except ToolkitError as error:
            say(f"{kind}: {error}")
    if not kinds:
        return 1
    found = WeightsFile(format="toolkit-weights/1", kinds=kinds)
    if as_json:
        print_json(plain(found))
    elif out != STDIN:
        print_rich(*(_weighed(kind, one, width) for kind, one in kinds.items()))
    if out is not None:
        write_out(out, f"{json.dumps(plain(found), indent=2)}\n")
    return 0


def _times(file: str) -> list[Timed]:
    from puzzles.calibration import parse_times

    text, _, name = read_source(file)
    with reading(name, "toolkit-times/1", text=text):
        return parse_times(text, name)


def _weighed(kind: str, found: KindWeights, width: int) -> Table:
    """Return the weights of one kind, a sort of work a row."""
    from puzzles.grading import guesses
    from puzzles.kinds import kind_named

    more = f"more for +{width} %"
    guessed = guesses(kind_named(kind).techniques)
    rows = [
        (
            sort,
            f"{guessed[sort]:g}",
            f"{one.seconds:g}",
            f"{one.low:g} to {one.high:g}",
            "other puzzles" if one.more is None else f"{one.more:,}",
        )
        for sort, one in found.weights.items()
    ]
    used = f"{found.times} times of {found.puzzles} puzzles by {found.solvers} solvers"
    columns = ("work", "guess", "seconds", "95 %", more)
    return table_of(
        *columns, rows=rows, title=f"{kind}: {used}, spread {found.spread:g}", numbers=columns[1:]
    )


@command(epilog="Example: tobago puzzle schema marks")
def schema(
    *,
    what: Literal["puzzle", "marks", "times"] = argument(
        "[puzzle|marks|times]", type=OneOf("schema", ["puzzle", "marks", "times"]), default="puzzle"
    ),
) -> None:
    """Print the JSON Schema of puzzles, of the marks of a solver, or of a line of solving times."""
    from puzzles.format.schema import json_schema

    print_json(json_schema(what))
