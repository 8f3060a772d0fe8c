"""Silver in the terminal: whole games, sets in one line, refusals by rule, advice, play without a log."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from random import Random
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from solvers.players import player
from solvers.silver.advice import reasoned
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.observation import Observation
from toolkit.games.silver.actions import CALL
from toolkit.games.silver.game import GAME as SILVER
from toolkit.games.silver.position import Slot, Village, position_of
from workbench.cli.play import silver as playing_silver
from workbench.cli.play.desk import advised
from workbench.cli.play.voice import InNotation

if TYPE_CHECKING:
    from cli_helpers import Tobago


VOICE = InNotation(SILVER, ["me", "random"])
GAME = ("play", "silver", "--notation", "--players", "me,random", "--seed", "3")
LOOKS = ("look 0:0", "look 0:1")  # the first card is a 4, the second a 5


def typed(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def answers(tobago: Tobago, *lines: str, options: tuple[str, ...] = ()) -> list[str]:
    """Return what is told after each of these lines, in a game that is left then."""
    done = tobago(*GAME, *options, stdin=typed(*LOOKS, *lines, "quit", "quit"))
    assert done.status == 0
    parts = re.split(r"^0 me> .*\n", done.out, flags=re.MULTILINE)
    return parts[len(LOOKS) + 1 : len(LOOKS) + 1 + len(lines)]


@pytest.mark.parametrize("policy", [None, "steady"])
def test_advice_weighs_a_call_against_going_on_and_plays_it_out_by_a_policy(
    policy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.silver.advice._GAMES", 20)
    seen = _may_call()
    written = StringIO()
    Console(file=written, width=400).print(*advised(seen, VOICE, policy).on_screen())
    told = written.getvalue()
    assert reasoned(seen, {CALL: "call"}, None, policy)[CALL].why in told
    assert ("Simulated: all play steady, 20 games, standard error" in told) == bool(policy)


def test_advice_takes_the_name_of_a_policy(tobago: Tobago) -> None:
    seen = _may_call()
    written = StringIO()
    Console(file=written, width=300).print(*advised(seen, VOICE, "random").on_screen())
    assert "Simulated: all play random, 200 games" in written.getvalue()
    wrong, right = answers(tobago, "advice stedy", "advice steady:4")
    assert "no policy 'stedy': write random, steady, or steady:4 to call at 4 points" in wrong
    assert "\ndraw: " in right


def test_large_villages_fit_into_80_columns() -> None:
    state = SILVER.new(4)
    random = Random(1)
    while state.decision_kind() != "turn":
        actor = state.to_act()
        state.apply(state.sample_chance(random) if actor == CHANCE else state.legal_actions()[0])
    seen = state.observation(0)
    position = position_of(seen)
    large = replace(position, villages=(Village([Slot(12, True)] * 17), *position.villages[1:]))
    written = StringIO()
    voice = InNotation(SILVER, ["me", "remembering:0.97", "random", "random"])
    parts = [playing_silver._villages(seen, large, voice, first) for first in (0, 8, 16)]
    Console(file=written, width=80).print(*parts)
    lines = written.getvalue().splitlines()
    assert sum(line.count("12!") for line in lines) == 17
    assert sum("remembering:0.97" in line for line in lines) == 1
    assert max(map(len, lines)) <= 80


def _may_call() -> Observation:
    """Return what a player sees who may call."""
    state, random, greedy = SILVER.new(2), Random(2), player("greedy")
    greedy.sit(0, random)
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        seen = state.observation(actor)
        if CALL in seen.actions:
            return seen
        state.apply(greedy.choose(seen, seen.actions))
    raise AssertionError("nobody could call")


def test_a_record_is_told_by_seat_and_drawn(tobago: Tobago) -> None:
    tobago(*GAME, "--save", "a.jsonl", stdin=typed(*LOOKS, "draw", "discard"))
    mine, other = (tobago("replay", "a.jsonl", "--notation", "--seat", seat, "--text").out for seat in "01")
    assert "(0:0 is 4)" in mine
    assert "(0:0 is 4)" not in other
    assert tobago("replay", "a.jsonl", "--notation", "--svg", "-", "--seat", "0").out.count("?") < 10
    picture = tobago("replay", "a.jsonl", "--notation", "--svg", "-").out
    assert picture.startswith("<svg ")
    assert picture.count('aria-label="unknown"') >= 10
    assert picture.count('role="img"') == 12  # the deck, the top discard, and two villages
