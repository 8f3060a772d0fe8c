"""What a printed game's set-up and table tell of it: who begins, what is missing, hands, wishes."""

from __future__ import annotations

from pathlib import Path

from evenings import Room, set_up

from toolkit.games.tobago.state import DISCARDED, HAND
from workbench.table.printed import begin
from workbench.table.views import players_data

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_wish_to_take_back_lapses_when_somebody_plays_on() -> None:
    room = set_up(2, 0)
    first = room.do(0, "start clue brown in jungle")
    room.do(1, "start clue white in lake")
    room.do(0, f"take back {first}")
    room.do(1, "know in river")  # which only blue may see
    assert room.table()["wish"] is not None
    room.do(0, "start A22")
    assert room.table()["wish"] is None


def test_who_begins_in_a_position_is_chosen_and_must_have_an_atv() -> None:
    room = Room(head=begin(Path(), EXAMPLES / "first-position.toml"))
    room.sit(0, "Anna")
    room.do(0, "face C21 NE")
    room.do(0, "player green Roger")
    assert room.view(0)["setup"]["missing"] == ["an ATV of green: the position has none"]
    room.do(0, "drop green")
    assert room.view(0)["setup"]["missing"] == []
    assert room.view(0)["setup"]["order"] == ["red", "blue"]
    room.do(0, "first blue")
    room.do(0, "begin")
    assert room.table()["to_act"] == "blue"


def test_a_player_who_is_dropped_plays_no_more() -> None:
    room = Room()
    room.sit(0, "Anna")
    room.do(0, "player blue Roger")
    room.do(0, "player green")
    room.do(0, "drop blue")
    assert room.view(0)["setup"]["order"] == ["red", "green"]
    assert room.session.chairs()[1].name is None


def test_a_statue_that_was_lifted_looks_nowhere() -> None:
    room = Room()
    room.sit(0, "Anna")
    room.do(0, "layout ABC+0")
    room.do(0, "place statue B22")
    room.do(0, "face B22 S")
    room.do(0, "lift B22")
    room.do(0, "place statue B22")
    assert room.view(0)["setup"]["statues"] == ["B22"]


def test_each_player_s_cards_are_counted() -> None:
    room = set_up(3, 0)
    state = room.session._playing.state.clone()
    for _ in range(2):
        state.clue_cards.give(state.clue_cards.cards[HAND + 1][0], HAND + 1, DISCARDED)
    assert [one["cards"] for one in players_data(state, ["red", "blue", "yellow"], lambda _: None)] == [
        4,
        2,
        4,
    ]
