"""Texts of TOML and JSON that would cost much are refused before they are parsed, and bad positions."""

from __future__ import annotations

import time
from random import Random

import pytest

from puzzles.format.files import parse_puzzles
from toolkit import ToolkitError, find_game
from toolkit.core.document import PositionError, parse_document
from toolkit.core.errors import in_words, printable
from toolkit.core.record import Record
from toolkit.core.saving import state_from_dict, state_to_dict
from toolkit.games.tobago.decks import read_deck
from toolkit.games.wazabi import Rules
from toolkit.games.wazabi.position import Position

DEEP = (
    20_000 * "a." + "a = 1",
    50_000 * "a." + "a = 1",
    "[" + 20_000 * "a." + "a]",
    "x = { y = " + 30 * "{ a.b = " + "1" + 30 * "}" + "}",
    "x = " + 30 * "[" + 30 * "]",
    '{"a": ' + 30 * '{"a": ' + "1" + 31 * "}",
    '{"a": ' + 100_000 * "[",
    '"""\\"""" = """[[[""" # """\n' + 21 * "a." + "a = '''[[['''",
    'x = ["""text"""", ' + 100_000 * "[",
    "x = ['''text'''', " + 100_000 * "[",
)
MANY = (
    "\n".join(f"k{number} = 1" for number in range(260_000)),
    "x = [" + 260_000 * "0," + "]",
    '{"a": [' + 260_000 * "{}," + "0]}",
)
FINE = (
    'x = "' + 1_000 * "[{." + '"',
    "x = '''" + 1_000 * "[{." + "'''",
    'x = """' + 1_000 * '[{."" \\" ' + '"""',
    "# " + 1_000 * "[{." + "\nx = 1",
    "x = [" + 1_000 * "1.5, " + "]",
    "\n".join(f"[a.b.c{number}]\nd.e = 1.5" for number in range(1_000)),
    '{"a": "' + 1_000 * "[{'#" + '", "b": ' + 18 * "[" + 18 * "]" + "}",
)


def test_texts_that_nest_deeply_or_hold_very_many_values_are_refused_at_once():
    for texts, problem in ((DEEP, "nested too deeply"), (MANY, "more than 250,000 keys and values")):
        for text in texts:
            begun = time.process_time()
            with pytest.raises(PositionError, match=problem):
                parse_document(text, "game")
            assert time.process_time() - begun < 5  # 40 KB of a dotted key took 27 s and 1.6 GB
    for text in FINE:
        assert parse_document(text, "game")


def test_all_that_parses_refuses_it():
    for parse, text in ((read_deck, DEEP[1]), (parse_puzzles, DEEP[6]), (Record.parse, DEEP[6])):
        with pytest.raises(ToolkitError, match=r"not valid TOML|nested too deeply"):
            parse(text)


def test_a_position_is_checked_before_its_cards_are_dealt():
    position = Position(
        me=0, dice=(4, 4, 4), hand=(), hands=(0, 3, 3), misses=(700_000_000, 0, 0), rules=Rules()
    )
    with pytest.raises(PositionError, match="misses: 700000000 in misses of 'miss a turn'"):
        find_game("wazabi").complete(position, Random(1))


def test_a_saved_state_in_which_it_is_nobodys_turn_is_refused():
    for game, field in (("wazabi", "turn"), ("silver", "turn"), ("silver", "amulet"), ("silver", "caller")):
        data = state_to_dict(find_game(game).new(2))
        data["fields"][field] = -(2**63)  # going on from there ended in a traceback
        with pytest.raises(ToolkitError, match=f"{field}: -9223372036854775808, and nobody sits there"):
            state_from_dict(data)


def test_what_acts_on_a_terminal_is_written_as_an_escape():
    acting = "\0\x07\b\t\n\r\x1b[31m\x7f\x80\x9b31m\u2028\u2029\u202a\u202e\u2066\u2069\ud800"
    assert printable(acting) == ascii(acting)[1:-1]
    assert printable(acting).isprintable()
    kept = (
        "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645 caf\xe9 \u200f\U0001f334\xa0"  # Persian with ZWNJ
    )
    assert printable(kept) == kept
    assert in_words(OSError(2, "No", "a\x1b[2J\nb")) == r"a\x1b[2J\nb: no"
    assert str(PositionError("a\n\x1bb", "key", "bad")) == r"a\n\x1bb: key: bad"
