"""The printed Silver on phones: taps make its notes, and the writer alone sees what the writer saw."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rooms import Log

from toolkit.core.told import ToldGame
from toolkit.games.silver import GAME, Rules
from toolkit.games.silver.actions import DONE
from toolkit.games.silver.noting import NotedGame
from workbench.table.noted import begin
from workbench.table.session import Forbidden, Refused

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
    """What happened, without what is understood if the page offers that: draws of others, and an end."""
    while happened:
        offered = [one["do"] for one in log.table(0)["actions"]]
        for size in (3, 2, 1):
            *before, (do, faces) = happened[:size]
            first = ", ".join([*(run[0] for run, _ in before), do[0]])
            if first in offered and not any(faces for _, faces in before):
                break
        del happened[:size]
        yield [first, *do[1:]], faces


def test_an_evening_that_is_tapped_ends_as_it_was_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.partition("#")[0].strip() for line in EVENING.read_text("utf-8").split("\n")[2:]]
    log, noted = noting(), NotedGame(4, Rules(), 0)
    most: Counter[int] = Counter()
    for line in filter(None, lines):
        taps = 0
        for run, faces in merged(log, happening(noted, line, monkeypatch)):
            taps += tapped(log, run, faces)
            assert not faces
        most[taps] += 1
        assert log.game._noted.seen == noted.seen
    assert log.game.phase == "over"
    assert log.table(0)["outcome"]["scores"] == list(noted.outcome.scores)
    print(sorted(most.items()))
    assert log.again().table(None) == log.table(None)
