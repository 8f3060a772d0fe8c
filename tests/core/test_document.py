"""Texts of TOML and JSON that would cost much are refused before they are parsed, and bad positions."""

from __future__ import annotations

import time
from random import Random
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from msgspec import field as key

from puzzles.format.files import parse_puzzles
from toolkit import ToolkitError, find_game
from toolkit.core.document import PositionError, fitted, parse_document
from toolkit.core.errors import in_words, printable
from toolkit.core.record import Record
from toolkit.core.saving import state_from_dict, state_to_dict
from toolkit.games.tobago.cards import read_deck
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


class Part(Struct, forbid_unknown_fields=True):
    """A part of a file that has a fault of its own."""

    many: Annotated[int, Meta(ge=1)] = 1
    other: int = key(name="else", default=0)

    def __post_init__(self) -> None:
        if self.other == self.many:
            raise ValueError("many and else differ")


class Whole(Struct, forbid_unknown_fields=True):
    """A file with parts below free keys and in lists of lists."""

    free: dict[Literal["left", "right"], Part] = {}
    rows: tuple[tuple[Part, ...], ...] = ()
    pair: tuple[int, Literal["up", "down"]] | None = None
    numbers: dict[int, Part] = {}


def test_a_fault_is_named_to_its_innermost_part() -> None:
    for raw, told in (
        (
            {"free": {"left": {}, "right": {"many": 0}}},
            "free.right.many: 0 is not valid: expected `int` >= 1",
        ),
        ({"free": {"rihgt": {}}}, "free.rihgt: 'rihgt' is not valid; did you mean 'right'?"),
        ({"rows": [[], [{}, {"mny": 1}]]}, "rows[1][1]: unknown key 'mny'; did you mean 'many'?"),
        ({"rows": [[{"else": 1}]]}, "rows[0][0]: many and else differ"),
        ({"rows": [[{"else": "1"}]]}, "rows[0][0].else: '1' is not valid: expected `int`, got a text"),
        ({"pair": [1, "dwon"]}, "pair[1]: 'dwon' is not valid; did you mean 'down'?"),
        ({"pair": [1]}, "pair: [1] is not valid: expected a list of length 2, got 1"),
        ({"rows": [{}]}, "rows[0]: {} is not valid: expected a list of sections, got `object`"),
        ({"numbers": {"1": {}, "2": {"many": 0}}}, "numbers.2.many: 0 is not valid: expected `int` >= 1"),
    ):
        with pytest.raises(PositionError) as found:
            fitted(raw, "here.toml", Whole)
        assert str(found.value) == f"here.toml: {told}"
    assert fitted({"numbers": {"7": {"else": 3}}}, "", Whole).numbers[7].other == 3
