"""Checks for anyone who adds a game; docs/adding-a-game.md shows how to use them."""

from __future__ import annotations

from toolkit.testing.checks import check_game
from toolkit.testing.counting import perft, posterior
from toolkit.testing.oracle import Oracle
from toolkit.testing.probe import leak_probe
from toolkit.testing.walking import CheckFailure, Report, Script

__all__ = ["CheckFailure", "Oracle", "Report", "Script", "check_game", "leak_probe", "perft", "posterior"]
