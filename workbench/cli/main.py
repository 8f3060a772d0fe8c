"""The command ``tobago``: its commands, and what every error looks like.

Exit status: 0 = done or yes; 1 = no; 2 = bad input or usage. Data goes to standard output, messages go to
standard error. Commands import what they need when they run, so that ``--help`` stays fast.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

import click

from toolkit import __version__
from toolkit.core.errors import ToolkitError, did_you_mean, quote  # a small module without imports of its own
from toolkit.games import SHIPPED
from workbench.cli import advice, games, note, rival, rulebook, showing, table
from workbench.cli.owned import commands as owned
from workbench.cli.play import commands as playing
from workbench.cli.printing import answering, refuse, speaking
from workbench.cli.puzzle import asking as puzzles
from workbench.cli.puzzle import making, serving
from workbench.cli.tobago import asking, opening, writing

GROUPS = {
    "At the table": (
        *("new", "open", "place", "face", "lift", "lay", "draw", "hand", "move", "amulet", "raise", "undo"),
        *("table", "rival", "note"),
    ),
    "Look": ("show", "solve", "hint", "check", "legal", "why", "review", "cards", "rule"),
    "Games": ("games", "play", "replay", "players", "simulate", "board", "deck", "schema"),
    "Odds": ("advice", "odds", "forecast"),
    "Puzzles": ("puzzle",),
}
"""The headings of the help, with their commands in the order of use."""


class Commands(click.Group):
    """A group that knows the commands of its groups, and tells the first sentence of each whole.

    They stand under `headings`; what has none stands below these in the order of the alphabet.
    """

    headings: Mapping[str, Sequence[str]] = {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments begin with; for none, a usage error names the nearest one."""
        word = args[0]
        if ctx.resilient_parsing and args[-1].startswith("-"):
            args = args[:-1] or [""]  # for a shell: an option without its value would end the parsing
        if self.get_command(ctx, word) or ctx.resilient_parsing or word.startswith("-"):
            return super().resolve_command(ctx, args)
        meant = _elsewhere(word, ctx) or did_you_mean(word, self.commands, "commands")
        raise click.UsageError(f"no command {quote(word)}{meant}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, each with its first sentence."""
        placed = {name for names in self.headings.values() for name in names}
        rest = [name for name in self.list_commands(ctx) if name not in placed]
        widest = max(map(len, self.commands))  # the same for all headings
        for heading, names in [*self.headings.items(), *[("Commands", rest)] * bool(rest)]:
            with formatter.section(heading):
                told = {name: self.commands[name].get_short_help_str(200) for name in names}
                formatter.write_dl([(name.ljust(widest), words) for name, words in told.items()])


def _elsewhere(word: str, ctx: click.Context) -> str:
    """Return the suggestion of a command of that name in any group, and of those that tell Tobago's odds."""
    if word == "tobago" and ctx.command is odds:
        return "; did you mean 'tobago forecast'? It tells where treasures end, 'tobago hint' ranks plays"
    groups = {"tobago": tobago, "tobago odds": odds, "tobago puzzle": puzzle}
    found = (f"; did you mean '{name} {word}'?" for name, group in groups.items() if word in group.commands)
    return next(found, "")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tobago")
def tobago() -> None:
    """Read a Tobago position, narrow the treasures, check clues, get hints; play whole games.

    FILE is a position file (TOML or JSON); - reads standard input. --json prints JSON for programs.
    Exit status: 0 = done or yes, 1 = no, 2 = bad input or usage.
    """


@tobago.group(cls=Commands)
def odds() -> None:
    """Tell the odds in a game.

    Those of Tobago are told by tobago forecast and tobago hint.
    """


@tobago.group(cls=Commands)
def puzzle() -> None:
    """Make puzzles, look at them, solve, hint, rate, verify, certify and print them, or make pages.

    FILE is a puzzle file (one JSON object, JSON Lines, or lines of text), - for standard input, or the ID of
    a puzzle.
    """


_ODDS = [f"workbench.cli.odds.{game}" for game in SHIPPED if find_spec(f"workbench.cli.odds.{game}")]
for group, rooms in (
    (
        tobago,
        (asking, writing, opening, showing, owned, games, playing, table, rival, note, rulebook, advice),
    ),
    (puzzle, (puzzles, making, serving)),
    (odds, map(import_module, _ODDS)),
):
    for command in (one for room in rooms for one in vars(room).values() if isinstance(one, click.Command)):
        group.add_command(command)
tobago.headings = GROUPS


def main() -> None:
    """Run ``tobago`` and exit with its status; bad input is one clear message, never a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run ``tobago`` with these arguments and return its exit status."""
    with speaking(as_json="--json" in arguments), answering():
        try:
            return int(tobago.main(arguments, prog_name="tobago", standalone_mode=False, obj=run) or 0)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            return 2
        except click.Abort:
            return 130
        except SystemExit:  # the reader of the help text had enough
            return 0
        except (click.ClickException, ToolkitError, OSError, UnicodeError) as error:
            refuse(error)
            return 2
