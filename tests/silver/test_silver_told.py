"""Texts: actions, lines, games told, refusals, and what is written on pictures.

``python tests/silver/test_silver_told.py > tests/silver/short-game.txt`` makes the playthrough anew.
"""

import re
import sys
from html import unescape
from pathlib import Path
from random import Random

import pytest
from playing import do, random_game
from silver_helpers import dealt, new_game, table

from toolkit.core.decision import CHANCE, Reveal
from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record, RecordError
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import UNKNOWN, Slot, Village

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


def told_game():
    """Return the record of that game."""
    state = do(new_game(2, rounds=1), *LINES)
    return recorded(state)


def recorded(state):
    """Return the record of a game of one round between two players."""
    record = Record.of(new_game(2, rounds=1), ["ann", "ben"])
    happened = [(event.actor, event.action) for event in state.full_log()]
    record.actions = [(actor, action) for actor, action in happened if not isinstance(action, Reveal)]
    record.outcome = state.outcome()
    return record


def test_the_golden_playthrough_is_the_game_that_is_told():
    assert told_game().to_text() == GOLDEN.read_text(encoding="utf-8")


def test_a_record_in_which_chance_scores_is_read_as_one_in_which_the_rules_do():
    record = told_game()
    *lines, end = record.to_lines()
    old = Record.parse("\n".join([*lines, '{"by": "chance", "do": "score"}', end]) + "\n")
    assert (old.actions, old.outcome) == (record.actions, record.outcome)
    assert old.replay() == record.replay()
    with pytest.raises(RecordError, match="no action 'score'"):
        Record.parse("\n".join([*lines, '{"by": 0, "do": "score"}']) + "\n")
    end = end.replace("(S-57)", "(S-58)")
    early = [lines[0], '{"by": "chance", "do": "score"}', *lines[1:], '{"by": "chance", "do": "score"}', end]
    with pytest.raises(RecordError, match=f"line {len(early)}: the game does not end as the record says"):
        Record.parse("\n".join(early) + "\n").replay()


def test_S48_a_record_of_an_earlier_version_that_leaves_out_the_end_of_a_turn_is_read_with_it():
    """A Bodyguard that was moved with a card in hand was stuck then: nothing was left to do but to end."""
    state = dealt("3 9 9 9 9", "8 8 8 8 7", discard=12, rounds=1)
    do(state, "draw, draw 5, discard, turn 0:0, end", "draw, draw 4, discard")
    do(state, "draw, draw 1, guard 0, over 4, exchange 4, end")
    unsaid = len(recorded(state).actions)
    *_, _ = random_game(state, Random(1))
    record = recorded(state)
    lines = record.to_lines()
    assert lines.pop(unsaid) == '{"by": 0, "do": "end"}'
    old = Record.parse("\n".join(lines) + "\n")
    assert (old, old.replay()) == (record, state)
    lines[unsaid + 1] = '{"by": 0, "do": "take"}'
    with pytest.raises(RecordError, match=f"line {unsaid + 2}: 0 cannot act: chance can"):
        Record.parse("\n".join(lines) + "\n").replay()


@pytest.mark.parametrize("line", ["exchange 0 49", "exchange", "draw, exchnge 1"])
def test_a_line_that_cannot_be_read_is_refused(line):
    with pytest.raises(ToolkitError, match="no action "):
        GAME.parse_line(line, table("8 5 8 1"))


# ---- a game told ----
def test_the_deal_the_looks_and_each_turn_are_one_line():
    state = do(new_game(2, rounds=1), *LINES[:15])
    assert GAME.lines(state.log(0))[:5] == [
        (CHANCE, "deal ? x 10, show 9"),
        (0, "look 0:0, (0:0 is 8), look 0:1, (0:1 is 8)"),
        (1, "look 1:0, look 1:1"),
        (0, "draw, draw 4, exchange 0 1, (gives up 8 8)"),
        (1, "draw, draw ?, discard, (it is 8), look 0:0"),
    ]


if __name__ == "__main__":
    sys.stdout.write(told_game().to_text())


# ---- Refusals ----


# ---- Pictures of Silver ----

TEXT = re.compile(r'<text [^>]*class="([^"]*)"[^>]*>([^<]*)</text>')
SIZES = {"number": 27, "name": 15, "small": 12}  # 13 otherwise


def written(slot):
    """Return the texts on the card of a slot, and what the card is called."""
    picture = Village([slot]).picture
    assert not re.search(r' (?:style|fill|stroke)="', picture)
    (name,) = re.findall(r'role="img" aria-label="([^"]*)"', picture)
    lines = TEXT.findall(picture)
    for kind, text in lines:
        size = next((size for one, size in SIZES.items() if one in kind), 13)
        assert size * 0.58 * len(unescape(text)) < 98  # it fits on the card
    return [unescape(text) for _, text in lines], unescape(name)


@pytest.mark.parametrize("number", range(14))
def test_a_card_tells_number_name_and_ability_face_up_and_no_ability_face_down(number):
    card = CHARACTERS[number]
    texts, name = written(Slot(number, face_up=True))
    assert texts[0] == str(number)
    assert " ".join(texts[1:]) == f"{card.name} {card.ability}"
    assert name == f"{card.name} {number}, {card.ability}, face up"
    assert written(Slot(number))[0] == [str(number), *card.name.split()]
    assert written(UNKNOWN) == ([], "unknown")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("12~0.9", "90%"),
        ("12~0.999999", "99.9%"),
        ("1~0.00001", "<0.1%"),
        ("7~0", "0%"),
        ("13~0.345", "34.5%"),
    ],
)
def test_a_remembered_card_bears_its_percentage_and_tells_the_rest(text, shown):
    slot = Slot.parse(text)
    texts, name = written(slot)
    assert texts[0] == text.partition("~")[0]
    assert texts[-1] == shown
    assert f"face down, remembered with reliability {slot.reliability}, {shown}" in name
