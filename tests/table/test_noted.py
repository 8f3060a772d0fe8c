"""The printed Silver on phones: taps make its notes, and the writer alone sees what the writer saw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rooms import Log
from sizes import nightly

from toolkit.core.told import ToldGame
from toolkit.games.silver import GAME, Rules
from toolkit.games.silver.actions import DONE
from toolkit.games.silver.noting import NotedGame
from workbench.table.noted import begin

EVENING = Path(__file__).parents[2] / "examples/silver-evening.txt"
NAMES = ["me:Anna", "Ben", "Cleo", "Dora"]


def noting(players: int = 4, *, advice: bool = True, rules: Rules | None = None) -> Log:
    """A table at which seat 0 notes a game, and has sat down."""
    return Log(begin(GAME, NAMES[:players], rules or Rules(), advice=advice)).sit(0)


Happened = list[tuple[list[str], list[int]]]
"""What happened, as a page sends it, each with the cards seen by it; unseen draws are left out."""


def happening(noted: NotedGame, line: str, monkeypatch: pytest.MonkeyPatch) -> Happened:
    """Note a line, and return what happened by it, a set as one."""
    found: Happened = []
    plain = ToldGame.tell

    def tell(told: ToldGame[Any], action: Any, seen: Any = ()) -> None:
        kind = told.state.decision_kind()
        plain(told, action, seen)
        faces = [shown.face for _, shown in seen]
        if kind in ("first discard", "refill"):
            found.append(([f"deck={faces[0]}"], []))
        elif action is None or kind == "set":
            found[-1][0].extend([] if action in (None, DONE) else [str(action)])
            found[-1][1].extend(faces)
        else:
            found.append(([str(action)], faces))

    with monkeypatch.context() as patched:
        patched.setattr(ToldGame, "tell", tell)
        noted.tell(line)
    return found


def tapped(log: Log, do: list[str], faces: list[int]) -> int:
    """Do what happened as the page does: by what it offers, tap by tap; return the taps."""
    offered, run, taps = log.table(0)["actions"], [], 0
    while True:
        key = next((one["do"] for one in offered if one["way"] == "pad"), "")
        if do:
            run.append(do.pop(0))
        elif "=" in key:
            run.append(f"{key.partition('=')[0]}={faces.pop(0)}")
        else:
            run.append(str(DONE))
        assert run[-1] in [one["do"] for one in offered], (run, log.game._noted.lines[-1:])
        found, taps = log.game.attempt(0, run), taps + 1
        if found["done"]:
            break
        offered = found["table"]["actions"]
    assert not do
    log.do(0, *run)
    return taps + (not found["at_once"] and "=" not in run[-1] and run[-1] != str(DONE))


def merged(log: Log, happened: Happened) -> Iterator[tuple[list[str], list[int]]]:
    """What happened, without what the page understands: that others draw and keep a card, and an end."""
    happened = [*happened]
    while happened:
        offered = [one["do"] for one in log.table(0)["actions"]]
        for size in (4, 3, 2, 1):
            *before, (do, faces) = happened[:size]
            first = ", ".join([*(run[0] for run, _ in before if not run[0].startswith("keep")), do[0]])
            if first in offered and not any(faces for _, faces in before):
                break
        del happened[:size]
        yield [first, *do[1:]], faces


def is_ordinary(happened: Happened) -> bool:
    """Whether a turn is one without an ability, in which a card at most is given up, and not the last one."""
    words = {do[0].split()[0] for do, _ in happened} - {"draw", "take", "shown", "discard", "skip"}
    few = all(len(do) == 1 for do, _ in happened) and sum(len(faces) for _, faces in happened) < 3
    return few and words <= {"exchange", "end", "call"}


@pytest.mark.parametrize("count", [43, pytest.param(None, marks=nightly)])
def test_an_evening_that_is_tapped_is_that_of_the_notes(
    count: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line.partition("#")[0].strip() for line in EVENING.read_text("utf-8").split("\n")[2:]]
    log, noted = noting(), NotedGame(4, Rules(), 0)
    ordinary = 0
    for line in [*filter(None, lines)][:count]:
        happened, taps = happening(noted, line, monkeypatch), 0
        for run, faces in merged(log, happened):
            taps += tapped(log, run, faces)
            assert not faces
        assert log.game._noted.seen == noted.seen
        if is_ordinary(happened):
            ordinary += 1
            assert taps <= 4, line
    assert ordinary > 10
    assert log.again().table(None) == log.table(None)
    assert (log.table(0)["outcome"] or {}).get("scores") == (noted.outcome and [*noted.outcome.scores])
