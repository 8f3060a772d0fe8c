"""Check many games by hand: ``python -m toolkit.testing GAME --games 100000 --resume FILE``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError, did_you_mean, in_words, quote
from toolkit.core.files import write_atomically
from toolkit.core.game import find_game
from toolkit.testing.checks import check_game
from toolkit.testing.walking import CheckFailure, Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.game import Game

_FORMAT = "toolkit-check/1"
_CHUNK = 50  # games between two notes of how far it came


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
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="their number; the smallest one by default")
    parser.add_argument("--edition", help="the edition or variant; the first one by default")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", default="0")
    parser.add_argument(
        "--full", action="store_true", help="check every state, not only the end of each game"
    )
    parser.add_argument(
        "--resume", type=Path, help="a file that notes how far it came, and from which it goes on"
    )
    return parser


def _run(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    edition = options.edition or next(iter(game.editions))
    what = {
        "format": _FORMAT,
        "game": game.name,
        "players": options.players or game.players[0],
        "edition": edition,
        "seed": options.seed,
        "full": options.full,
    }
    report = _read(options.resume, what)
    start = time.monotonic()
    while report.games < options.games:
        count = min(_CHUNK, options.games - report.games)
        report.add(_check(game, what, report.games, count))
        _write(options.resume, what, report)
        _tell(report, options.games, time.monotonic() - start)
    print(_summary(what, report))
    return 0


def _check(game: Game[Any, Any], what: dict[str, Any], first: int, games: int) -> Report:
    if what["edition"] not in game.editions:
        hint = did_you_mean(what["edition"], game.editions)
        raise ToolkitError(f"{game.title} has no edition {quote(what['edition'])}{hint}")
    rules, players = game.editions[what["edition"]], what["players"]
    return check_game(game, players, rules, games=games, first=first, seed=what["seed"], full=what["full"])


def _read(path: Path | None, what: dict[str, Any]) -> Report:
    """Return what a file notes as checked before; `ToolkitError` when it is of another check."""
    if path is None or not path.exists():
        return Report()
    try:
        noted = json.loads(path.read_text(encoding="utf-8"))
        before = noted.pop("report")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ToolkitError(f"{path}: no notes of a check") from None
    if noted != what:
        raise ToolkitError(f"{path}: notes of another check: {noted}")
    return Report(*before[:3], *map(Counter, before[3:]))


def _write(path: Path | None, what: dict[str, Any], report: Report) -> None:
    if path:
        noted = [report.games, report.steps, report.longest, report.kinds, report.ends]
        write_atomically(path, json.dumps(what | {"report": noted}) + "\n")


def _tell(report: Report, games: int, seconds: float) -> None:
    if sys.stderr.isatty():
        print(f"\r{report.games:,} of {games:,} games, {seconds:.0f} s", end="", file=sys.stderr, flush=True)


def _summary(what: dict[str, Any], report: Report) -> str:
    ends = "; ".join(f"{reason}: {count:,}" for reason, count in sorted(report.ends.items()))
    return (
        f"{what['game']}, {what['edition']}, {what['players']} players: {report.games:,} games, "
        f"{report.steps:,} steps, longest {report.longest:,}\n{ends}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
