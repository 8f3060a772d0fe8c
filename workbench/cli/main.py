"""The command ``tobago``: its commands, and what every error looks like.

Exit status: 0 = done or yes; 1 = no; 2 = bad input or usage. Data goes to standard output, messages go to
standard error. Commands import what they need when they run, so that ``--help`` stays fast.
"""

from __future__ import annotations

import sys

import click

from toolkit import __version__
from toolkit.core.errors import ToolkitError, in_words  # a small module without imports of its own
from workbench.cli import simulating
from workbench.cli.odds import wazabi as odds
from workbench.cli.play import commands as playing
from workbench.cli.play import replaying
from workbench.cli.puzzle import commands as puzzles
from workbench.cli.tobago import asking, files


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tobago")
def tobago() -> None:
    """Read a Tobago position, narrow the treasures, check clues, get hints; play whole games.

    FILE is a position file (TOML or JSON); - reads standard input. --json prints JSON for programs.
    Exit status: 0 = done or yes, 1 = no, 2 = bad input or usage.
    """


for command in (
    asking.solve,
    asking.check,
    asking.legal,
    asking.hint,
    asking.why,
    asking.forecast,
    asking.show,
    files.new,
    files.lay,
    files.undo,
    asking.review,
    files.schema,
    odds.odds,
    puzzles.puzzle,
    playing.games,
    playing.play,
    replaying.replay,
    simulating.simulate,
):
    tobago.add_command(command)


def main() -> None:
    """Run ``tobago`` and exit with its status; bad input is one clear message, never a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run ``tobago`` with these arguments and return its exit status."""
    try:
        return int(tobago.main(arguments, prog_name="tobago", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return 2
    except click.Abort:
        return 130
    except SystemExit:  # the reader of the help text had enough
        return 0
    except (ToolkitError, OSError, UnicodeError) as error:
        click.echo(f"tobago: {in_words(error)}", err=True)
        return 2
