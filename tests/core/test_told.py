"""Random games of the engine told by one seat: what it sees stays equal, and what it can see is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playing import any_action
from sizes import nightly

from toolkit.core.errors import ToolkitError
from toolkit.core.game import Game, find_game
from toolkit.core.state import State
from toolkit.core.told import Told, ToldGame, UntoldError
from toolkit.core.told.tracing import shown_to

SOME = [("silver", range(2)), ("tobago", range(2))]
MANY = [pytest.param("silver", range(at, at + 100), marks=nightly) for at in range(2, 2_002, 100)]


def seen_by(seat: int, state: State, action: Any) -> list[Told]:
    """Do an action, and return the cards that a seat came to see by it."""
    zones = {name: (getattr(state, name), getattr(state, name).clone()) for name in state.ZONES}
    state.apply(action)
    return [(name, one) for name, (after, begun) in zones.items() for one in shown_to(seat, begun, after)]


def beginning(game: Game[Any, Any], number: int, random: Random) -> tuple[State, ToldGame[State]]:
    """Return a game at its beginning, in one edition after another, and who tells it."""
    rules = list(game.editions.values())[number % len(game.editions)]
    state = game.new(random.choice(game.players), rules)
    return state, ToldGame(state.clone(), random.randrange(state.players))


@pytest.mark.parametrize(("name", "numbers"), [*SOME, *MANY], ids=str)
def test_who_tells_sees_what_it_would_see_at_the_table(name: str, numbers: range) -> None:
    for number in numbers:
        random = Random(number)
        state, told = beginning(find_game(name), number, random)
        for _ in range(120 if number < 2 else 10_000):
            if not state.stack:
                break
            action, hears = any_action(state, random), state.seers() >> told.seat & 1
            unseen = told.draws_unseen
            seen = seen_by(told.seat, state, action)
            told.tell(None if unseen else action if hears else action.veiled(), seen)
            assert told.state.observation(told.seat) == state.observation(told.seat)


def test_a_card_that_is_seen_must_be_told_and_one_that_cannot_lie_there_is_refused() -> None:
    random = Random(1)
    state, told = beginning(find_game("silver"), 0, random)
    asked = refused = 0
    for _ in range(300):
        action, hears = any_action(state, random), state.seers() >> told.seat & 1
        what = None if told.draws_unseen else action if hears else action.veiled()
        view = told.state.cards.view(told.seat)  # type: ignore[attr-defined]
        seen = seen_by(told.seat, state, action)
        before = told.state
        if seen:
            with pytest.raises(UntoldError) as untold:
                told.tell(what, seen[:-1])
            asked += untold.value.place == seen[-1][1].place
        for number, (kind, shown) in enumerate(seen):
            gone = [face for face in range(14) if not view.belief.chance(shown.place, face)]
            for face in gone[:2]:
                with pytest.raises(ToolkitError):
                    told.tell(what, [*seen[:number], (kind, shown._replace(face=face)), *seen[number + 1 :]])
                refused += 1
        assert told.state is before
        told.tell(what, seen)
    assert asked > 20
    assert refused
