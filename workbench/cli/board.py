"""The command ``tobago board``: the board of a game, files for an owner to fill in, and a check of these."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.completing import complete_file, complete_folder, completed
from workbench.cli.files import read_source, rewriting, warn
from workbench.cli.formats import reading
from workbench.cli.messages import Refusal, refuse
from workbench.cli.printing import json_option, styled, table_of, tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from toolkit.games.mangrovia.board import Board, Path as SacredPath, Space
    from toolkit.games.mangrovia.owner_files import Fault

GAMES = ("mangrovia",)
"""The games whose board an owner can type in."""
