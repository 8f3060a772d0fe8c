"""Check many games by hand: ``python -m toolkit.testing GAME --games 100000 --resume FILE``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toolkit.core.errors import ToolkitError, did_you_mean, in_words, quote
from toolkit.core.files import read_bytes, write_atomically
from toolkit.core.game import find_game
from toolkit.testing.checks import check_game
from toolkit.testing.walking import CheckFailure, Report

_FORMAT = "toolkit-check/1"
_CHUNK = 50  # games between two notes of how far it came
_LONGEST = 1_000_000  # bytes of such notes


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the status is 0 when all games hold, 1 when one fails, 2 for bad input."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except CheckFailure as failure:
        print(failure, file=sys.stderr)
        return 1
    except (ToolkitError, OSError) as error:
        print(f"error: {in_words(error)}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m toolkit.testing", description=__doc__)
    add = parser.add_argument
    add("game")
    add("--players", type=int, help="their number; the smallest one by default")
    add("--edition", help="the edition or variant; the first one by default")
    add("--games", type=int, default=1_000)
    add("--seed", default="0")
    add("--full", action="store_true", help="check every state, not only the end of each game")
    add("--resume", type=Path, help="a file that notes how far it came, and from which it goes on")
    return parser


def _run(options: argparse.Namespace) -> int:
    game, seed, full = find_game(options.game), options.seed, options.full
    edition, players = options.edition or next(iter(game.editions)), options.players or game.players[0]
    if edition not in game.editions:
        raise ToolkitError(
            f"{game.title} has no edition {quote(edition)}{did_you_mean(edition, game.editions, 'editions')}"
        )
    what = {"format": _FORMAT, "game": game.name, "players": players, "edition": edition}
    what |= {"seed": seed, "full": full}
    report, start = _read(options.resume, what), time.monotonic()
    while report.games < options.games:
        count, first = min(_CHUNK, options.games - report.games), report.games
        rules = game.editions[edition]
        report.add(check_game(game, players, rules, games=count, first=first, seed=seed, full=full))
        if options.resume:
            noted = [report.games, report.steps, report.longest, report.kinds, report.ends]
            write_atomically(options.resume, json.dumps(what | {"report": noted}) + "\n")
        if sys.stderr.isatty():
            told = f"\r{report.games:,} of {options.games:,} games, {time.monotonic() - start:.0f} s"
            print(told, end="", file=sys.stderr, flush=True)
    print(
        f"{game.name}, {edition}, {players} players: {report.games:,} games, {report.steps:,} steps, "
        f"longest {report.longest:,}"
    )
    print("; ".join(f"{reason}: {count:,}" for reason, count in sorted(report.ends.items())))
    return 0


def _read(path: Path | None, what: dict[str, Any]) -> Report:
    """Return what a file notes as checked before; `ToolkitError` when it is of another check."""
    if path is None or not path.exists():
        return Report()
    try:
        noted = json.loads(read_bytes(path, _LONGEST))
        before = noted.pop("report")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ToolkitError(f"{path}: no notes of a check") from None
    if noted != what:
        raise ToolkitError(f"{path}: notes of another check: {noted}")
    return Report(*before[:3], *map(Counter, before[3:]))


if __name__ == "__main__":
    raise SystemExit(main())
