"""Notation: texts of actions, lines of several, a game told as text, and the golden playthrough.

``python tests/silver/test_silver_notation.py > tests/silver/short-game.txt`` makes the playthrough anew.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest
from silver_helpers import new_game, play, refused, table, village

from toolkit.core.decision import CHANCE, Reveal
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.record import Record, RecordError
from toolkit.core.saving import state_from_dict, state_to_dict, state_to_text
from toolkit.games.silver.game import GAME

GOLDEN = Path(__file__).with_name("short-game.txt")
LINES = (
    *(f"deal {face}" for face in (8, 8, 5, 1, 13, 3, 7, 2, 2, 9)),
    "show 9",
    "look 0:0, look 0:1, look 1:0, look 1:1",
    "draw, draw 4, exchange 0 1",
    "draw, draw 8, discard, look 0:0",
    "take, exchange 1",
    "draw, draw 7, discard, look 1:2, look 1:3",
    "draw, draw 12, discard, rob 1:0, give 3, look 0:3",
    "draw, draw 6, exchange 2 3",
    "draw, draw 5, discard, turn 0:3, guard 3, over 0, end",
    "draw, draw 2, exchange 0 1",
    "guard 3, off, take, exchange 1, end",
    "draw, draw 4, exchange 0 1, add right",
    "draw, draw 10, discard, fetch 12, exchange 0, guard 3, over 1, end",
    "call",
    "draw, draw 11, discard, use, draw 10, hit 1:0, end",
)
"""A game of one round and two players, turn by turn."""


def test_done_is_swallowed_only_behind_a_set() -> None:
    state = play(table("8 3 8", "5 5"), "draw, draw 4")
    assert GAME.parse_line("exchange 2, done", state) == GAME.parse_line("exchange 2", state)
    assert refused(state, "done")


def test_S9_with_a_card_in_hand_nothing_else_is_taken() -> None:
    state = play(table("8 3 8", "5 5"), "draw, draw 4")
    for line in ("draw", "take", "call"):
        assert refused(state, line) == "the card of this turn is in hand already (S-9)"


def told_game() -> Record:
    """Return the record of that game."""
    state = play(new_game(2, rounds=1), *LINES)
    record = Record.of(new_game(2, rounds=1), ["ann", "ben"])
    happened = [(event.actor, event.action) for event in state.full_log()]
    record.actions = [(actor, action) for actor, action in happened if not isinstance(action, Reveal)]
    record.outcome = state.outcome()
    return record


def test_the_golden_playthrough_is_the_game_that_is_told() -> None:
    assert told_game().to_text() == GOLDEN.read_text(encoding="utf-8")


def test_S31_S32_S57_the_golden_playthrough_ends_as_counted_by_hand() -> None:
    state = play(new_game(2, rounds=1), *LINES)
    assert (village(state, 0), village(state, 1)) == ("12^ 7^ 1^ 3^", "10^ 6^ 9^ 4^")
    assert state.totals == (12 + 7 + 1 + 3, 10 + 6 + 9 + 4 + 10)  # the call of player 1 failed
    end = state.outcome()
    assert end is not None
    assert end.winners == (0,)


def test_the_record_survives_the_way_through_a_file_and_the_state_too() -> None:
    record = told_game()
    again = Record.parse("\n".join(record.to_lines()) + "\n")
    assert again.actions == record.actions
    end = again.replay()
    assert (end.outcome(), state_from_dict(state_to_dict(end))) == (record.outcome, end)
    assert pickle.loads(pickle.dumps(end)) == end


def test_a_record_in_which_chance_scores_is_read_as_one_in_which_the_rules_do() -> None:
    record = told_game()
    *lines, end = record.to_lines()
    old = Record.parse("\n".join([*lines, '{"by": "chance", "do": "score"}', end]) + "\n")
    assert (old.actions, old.outcome) == (record.actions, record.outcome)
    assert old.replay() == record.replay()
    end = end.replace("(S-57)", "(S-58)")
    early = [lines[0], '{"by": "chance", "do": "score"}', *lines[1:], '{"by": "chance", "do": "score"}', end]
    with pytest.raises(RecordError, match=f"line {len(early)}: the game does not end as the record says"):
        Record.parse("\n".join(early) + "\n").replay()
    with pytest.raises(RecordError, match="no action 'score'"):
        Record.parse("\n".join([*lines, '{"by": 0, "do": "score"}']) + "\n")


def test_silver_is_among_the_games() -> None:
    assert find_game("silver") is GAME
    assert (GAME.title, list(GAME.players)) == ("Silver", [2, 3, 4])


# ---- texts of actions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_has_its_own_text_and_is_read_from_it(players: int) -> None:
    rules = new_game(players).rules
    vocabulary = GAME.vocabulary(players, rules)
    texts = [str(action) for action in vocabulary]
    assert len(set(texts)) == len(texts)
    assert all(
        GAME.parse(text, players, rules) == action for text, action in zip(texts, vocabulary, strict=True)
    )


@pytest.mark.parametrize(
    ("text", "veiled"), [("draw 4", "draw ?"), ("deal 4", "deal ?"), ("keep 4", "keep ?")]
)
def test_S69_what_is_not_seen_is_a_question_mark(text: str, veiled: str) -> None:
    assert str(GAME.parse(text, 2, new_game().rules).veiled()) == veiled


@pytest.mark.parametrize("text", ["fetch 4", "look 1:2", "exchange 0", "draw", "rob 1:0"])
def test_S52_S69_what_all_see_has_no_veil(text: str) -> None:
    assert str(GAME.parse(text, 2, new_game().rules).veiled()) == text


def test_case_and_spaces_do_not_matter() -> None:
    assert str(GAME.parse("  LOOK   1:2 ", 2, new_game().rules)) == "look 1:2"


# ---- lines of several actions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("exchange 0 2", ["exchange 0", "and 2", "done"]),
        ("exchange 2 0", ["exchange 0", "and 2", "done"]),
        ("EXCHANGE  1", ["exchange 1", "done"]),
        ("exchange 3", ["exchange 3"]),  # nothing to the right of it could join
        ("exchange 2 3", ["exchange 2", "and 3"]),
        ("discard", ["discard"]),
    ],
)
def test_S15_S16_a_set_is_one_word_with_its_slots(line: str, actions: list[str]) -> None:
    state = play(table("8 5 8 1"), "draw, draw 4")
    assert list(map(str, GAME.parse_line(line, state))) == actions


def test_a_line_holds_several_actions_and_leaves_the_state_as_it_is() -> None:
    state = table("8 5 8 1")
    before = state_to_text(state)
    line = GAME.parse_line("draw, draw 4, exchange 0 2, place 2", state)
    assert list(map(str, line)) == ["draw", "draw 4", "exchange 0", "and 2", "done", "place 2"]
    assert state_to_text(state) == before


def test_a_line_is_read_up_to_what_the_rules_refuse() -> None:
    state = table("8 5 8 1")
    assert list(map(str, GAME.parse_line("draw, draw 4, exchange 6, discard", state))) == [
        "draw",
        "draw 4",
        "exchange 6",
    ]
    assert refused(state, "draw, draw 4, exchange 6") == "the village has 4 cards"


@pytest.mark.parametrize("line", ["exchange 0 49", "exchange", "draw, exchnge 1"])
def test_a_line_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(ToolkitError, match="no action "):
        GAME.parse_line(line, table("8 5 8 1"))


def test_a_set_that_names_a_slot_twice_is_refused() -> None:
    with pytest.raises(ToolkitError, match="exchange 2 0 2: a slot is named twice"):
        GAME.parse_line("draw, draw 4, exchange 2 0 2", table("8 5 8 1"))


# ---- a game told ------------------------------------------------------------------------------------------


def test_the_deal_the_looks_and_each_turn_are_one_line() -> None:
    state = play(new_game(2, rounds=1), *LINES[:15])
    assert GAME.lines(state.log(0))[:5] == [
        (CHANCE, "deal ? x 10, show 9"),
        (0, "look 0:0, (0:0 is 8), look 0:1, (0:1 is 8)"),
        (1, "look 1:0, look 1:1"),
        (0, "draw, draw 4, exchange 0 1, (gives up 8 8)"),
        (1, "draw, draw ?, discard, (it is 8), look 0:0"),
    ]


def test_the_end_of_a_round_is_told_apart_from_the_last_turn() -> None:
    *_, turn, last = GAME.lines(play(new_game(2, rounds=1), *LINES).log(None))
    assert turn == (0, "draw, draw ?, discard, (it is 11), use, draw ?, hit 1:0, (1:0 is 2), end")
    assert last == (
        CHANCE,
        "(round 1, called by 1: player 0: 12 7 1 3 = 23, player 1: 10 6 9 4 = 29; "
        "points 23, 39; totals 23, 39)",
    )


def test_every_turn_is_one_line_of_its_player_and_no_sight_is_left_out() -> None:
    state = play(new_game(2, rounds=1), *LINES)
    turns = [line for line in LINES if not line.startswith(("deal", "show", "look"))]
    lines = [text for actor, text in GAME.lines(state.full_log()) if actor != CHANCE]
    assert [text.split(", ")[0] for text in lines[2:]] == [line.split(", ")[0] for line in turns]
    told = ", ".join(text for _, text in GAME.lines(state.full_log()))
    assert all(str(event) in told for event in state.full_log() if isinstance(event.action, Reveal))
    assert GAME.lines(()) == []


if __name__ == "__main__":
    sys.stdout.write(told_game().to_text())
