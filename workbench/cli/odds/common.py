"""What the odds of all games share: a command made of the questions of a game, numbers in words, tables.

A game adds the words of its help, and tables of its own where a line for each number is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.choices import BOTS, OneOf, Whole
from workbench.cli.completing import Completer, completed
from workbench.cli.files import read_source, reading, reads_anywhere
from workbench.cli.options import Command, option
from workbench.cli.printing import print_json, print_rich, table_of

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table
    from rich.text import Text

    from solvers.questions import Answer, Questions, Setting

    Shown = Iterable[Table | Text]
    Own = Mapping[str, Callable[[Any, Sequence[Answer]], Shown]]
    """How the answers to a question about a position are shown, by its name."""

_MOST_OUTCOMES = 15  # that are shown
_LONGEST_FRACTION = 16
_LEAST_PERCENT = 0.00005  # smaller chances would read 0.00%


# ---- options -----------------------------------------------------------------------------------------------


class OddsCommand(Command):
    """A command with the name of its game and an option for each setting of its questions, behind --query.

    They are looked up when it runs, tells its help or is completed: other commands start without solvers.
    """

    @cached_property
    def questions(self) -> Questions[Any]:
        """The questions of the game."""
        found: Questions[Any] = import_module(f"solvers.{self.name}.answers").QUERIES
        return found

    @cached_property
    def settings(self) -> Mapping[str, tuple[Setting, list[str]]]:
        """The settings by name, and the questions that each is for."""
        asked = self.questions
        return {name: (setting, asked.asked_by(name)) for name, setting in asked.settings.items()}

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return all parameters, the settings behind --query."""
        params = super().get_params(ctx)
        at = 1 + [one.name for one in params].index("queries")
        asked = (_option(str(self.name), name, *one) for name, one in self.settings.items())
        return [*params[:at], *asked, *params[at:]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and what each query tells."""
        super().format_options(ctx, formatter)
        with formatter.section("Queries"):
            formatter.write_dl([(name, one.help) for name, one in self.questions.items()])

    def given(self, queries: Sequence[str], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings that were given; one that none of the queries needs is a usage error."""
        given = {name: value for name, value in values.items() if value is not None}
        for name in given:
            asked_by = self.settings[name][1]
            if queries and not set(asked_by) & set(queries):
                raise click.UsageError(f"--{name} is for --query {' or '.join(asked_by)}.")
        return given


def _known(ctx: click.Context, _option: click.Parameter, queries: tuple[str, ...]) -> tuple[str, ...]:
    for query in queries:
        cast(OddsCommand, ctx.command).questions.check(query)
    return queries


Queries = Annotated[
    tuple[str, ...],
    option(
        "NAME",
        "Answer only this; may be repeated.",
        completed(lambda ctx: cast(OddsCommand, ctx.command).questions),
        flag="--query",
        callback=_known,
    ),
]


def _option(game: str, name: str, setting: Setting, asked_by: Sequence[str]) -> click.Option:
    default = _said(setting.default)
    return click.Option(
        [f"--{name}"],
        type=_type(name, setting),
        metavar=setting.metavar,
        shell_complete=_completer(game, name, setting),
        callback=lambda _ctx, _option, text: _read(setting, text),
        help=f"For {', '.join(asked_by)}: {setting.help}{f' ({default} if not said)' if default else ''}.",
    )


def _type(name: str, setting: Setting) -> click.ParamType[Any] | None:
    if setting.least is not None:
        return Whole(setting.least, setting.most)
    return None if setting.metavar else OneOf(name, setting.words)


def _completer(game: str, name: str, setting: Setting) -> Completer | None:
    """Return what completes a text: words of the setting or of the position, or for players the bots."""
    words, lying = BOTS if name == "players" else setting.words, setting.lying
    if lying:
        return completed(lambda ctx: lying(read_position(game, ctx.params["file"])), listed=setting.several)
    return completed(lambda _: words, listed=setting.several) if setting.metavar and words else None


def _read(setting: Setting, text: Any) -> Any:
    """Return the value of a text; a wrong one is a usage error."""
    if text is None or setting.read is None:
        return text
    try:
        return setting.read(text)
    except ToolkitError as error:
        raise click.BadParameter(str(error)) from None


def _said(default: Any) -> str:
    """Return what a setting is if it is not said; nothing if that needs words of its own."""
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default or "")


# ---- positions and answers ---------------------------------------------------------------------------------


def read_position(game: str, file: str) -> Any:
    """Return the position of a game in a file or on standard input."""
    return parse_position(game, *read_source(file))


def parse_position(game: str, text: str, folder: Path, name: str, *, over: bool = False) -> Any:
    """Return the position of a game in a text; the folder is that of the files which it names.

    A game that is `over` is refused unless it may be so.
    """
    from toolkit.core.game import find_game

    with reading(name, f"{game}-position/1", text=text):
        positions = find_game(game).positions()
        return positions.parse(text, name, folder=folder, anywhere=reads_anywhere(), over=over)


def tell(
    command: OddsCommand,
    file: str,
    queries: Sequence[str],
    settings: Mapping[str, Any],
    as_json: bool,
    *,
    title: Callable[[Any], str] = lambda _: "",
    above: Callable[[Any], Shown] = lambda _: (),
    own: Own | None = None,
) -> None:
    """Answer questions with their settings about the position in a file, and print it.

    Without questions those of use are answered. A title stands above the numbers that have no `own` table.
    """
    from solvers.questions import Asked

    questions, given = command.questions, command.given(queries, settings)
    position = read_position(str(command.name), file)
    wanted = queries or questions.usual(position, given)
    found = [answer for query in wanted for answer in questions.answers(query, position, Asked(given))]
    if as_json:
        data = [answer.to_dict() for answer in found]
        print_json({"format": questions.format, **questions.beside(position), "answers": data})
    else:
        print_rich(*above(position), *_shown(questions, position, found, title(position), own or {}))


def _shown(
    questions: Questions[Any], position: Any, found: Iterable[Answer], title: str, own: Own
) -> Iterator[Table | Text]:
    """Yield tables of their own in the order of the answers, then one of all that is a single number."""
    numbers = []
    for query, several in groupby(found, key=lambda answer: answer.query):
        question, answers = questions[query], list(several)
        if query in own:
            yield from own[query](position, answers)
        elif question.columns:
            yield from (_outcomes(question.columns, answer) for answer in answers)
        else:
            named = [(one.words or one.query, one) for one in answers]
            numbers.append([(words, _value(question.unit, one), fraction(one.exact)) for words, one in named])
    if numbers:
        yield odds_table(numbers, title)


def _outcomes(columns: Sequence[str], answer: Answer) -> Table:
    """Return the likeliest outcomes."""
    chances = sorted((answer.distribution or {}).items(), key=lambda outcome: -outcome[1])
    shown = chances[:_MOST_OUTCOMES]
    some = f", the {_MOST_OUTCOMES} likeliest of {len(chances)}" if len(chances) > len(shown) else ""
    return chances_table(columns, shown, f"{answer.words or answer.query}{some}", words=0)


def _value(unit: str, answer: Answer) -> str:
    """Return the number of an answer, with its interval if it is simulated; nothing if there is none."""
    if answer.value is None:
        return ""
    found, form = answer.interval, ".3f" if unit else ".1%"
    if found is None or found.low is None or found.high is None:
        return f"{answer.value:{form}} {unit}" if unit else percent(answer.value)
    return f"{found.value:{form}} [{found.low:{form}}, {found.high:{form}}] {unit}".rstrip()


# ---- numbers in words, and tables --------------------------------------------------------------------------


def percent(chance: float) -> str:
    """Return a chance as people read it; none that is not 0 reads 0.00%."""
    return f"{chance:.2%}" if chance >= _LEAST_PERCENT or not chance else f"{chance:.1e}"


def fraction(exact: Fraction | float | None) -> str:
    """Return a fraction, if people can read it; nothing for other numbers."""
    if exact is None or isinstance(exact, float) or len(str(exact)) > _LONGEST_FRACTION:
        return ""
    return str(exact)


def odds_table(groups: Iterable[Iterable[Sequence[str]]], title: str) -> Table:
    """Return what is a single number each, in groups: what it is, the number, and exactly."""
    made = table_of("odds", "value", "exact", title=title, numbers=["value", "exact"], folded=False)
    for group in groups:
        made.add_section()
        for row in group:
            made.add_row(*row)
    return made


def chances_table(
    columns: Sequence[str], chances: Iterable[tuple[str, Fraction | float]], title: str, *, words: int
) -> Table:
    """Return the chance of each outcome, which is written with commas; some columns hold words."""
    rows = [(*outcome.split(","), percent(float(chance)), fraction(chance)) for outcome, chance in chances]
    columns = [*columns, "chance", "exact"]
    return table_of(*columns, rows=rows, title=title, numbers=columns[words:], folded=False)
