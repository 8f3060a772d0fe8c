"""Positions that are played on: clues laid and taken back, and the text of the file edited."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import tomlkit
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from position_helpers import EXAMPLE, SMALL, boxed_settings, positions, read
from strategies import clues, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import COLOURS, Clue, IllegalClue, Position
from toolkit.games.tobago.files.writing import edited_lay, edited_undo
from toolkit.games.tobago.maps import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable


FEWER = settings().max_examples // 4


# ---------------------------------------------------------------- play and undo


def test_a_laid_clue_is_kept_with_the_order_of_play() -> None:
    now = read(EXAMPLE)
    after = now.lay("brown", Clue.parse("next to statue"), "red").lay("white", Clue.parse("in lake"))
    assert after.order == ("brown", "white")
    assert str(after.maps["brown"].candidates) == "A34 C10 C31"
    assert [play.owner for play in after.maps["brown"].plays] == ["red", "blue", "red"]
    assert (after.hand, after.facings, after.atvs) == (now.hand, now.facings, now.atvs)
    assert (now.order, len(now.maps["brown"].plays)) == ((), 2)
    assert after.last == "white"
    assert after.undo().last == "brown"
    assert after.undo().undo() == now


def test_an_illegal_clue_is_refused() -> None:
    with pytest.raises(IllegalClue, match="contradicts 'in jungle'"):
        read(EXAMPLE).lay("brown", Clue.parse("in largest lake"))


def test_the_last_clue_is_known_when_only_one_map_has_clues() -> None:
    now = read(EXAMPLE)
    assert now.last == "brown"
    assert [str(clue) for clue in now.undo().maps["brown"].clues] == ["in jungle"]
    assert now.undo().undo().last is None
    with pytest.raises(ToolkitError, match="no clue lies on any map"):
        now.undo().undo().undo()


def test_the_last_clue_is_not_guessed() -> None:
    now = read(EXAMPLE + '[maps.white]\nclues = ["in lake"]')
    with pytest.raises(ToolkitError, match="clues lie on brown, white, and"):
        now.undo()
    assert read(EXAMPLE + '[maps.white]\nclues = ["in lake"]\n[play]\norder = ["white"]').last == "white"


@given(positions(), clues, st.sampled_from(COLOURS), st.none() | st.sampled_from(PLAYERS))
def test_undo_is_the_inverse_of_lay(now: Position, clue: Clue, colour: str, owner: str | None) -> None:
    assume(now.maps[colour].verdict(clue).legal)
    assert now.lay(colour, clue, owner).undo() == now


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        read(EXAMPLE).me = "blue"  # type: ignore[misc]


def test_remaining_cards() -> None:
    now = read(EXAMPLE)
    left = now.remaining
    assert len(left) == 50
    assert {left.copies(clue) for clue in now.maps["brown"].clues} == {0}
    assert replace(now, maps={}).remaining == now.deck


def test_a_position_describes_itself() -> None:
    assert repr(read(EXAMPLE)) == "<Position on ABC+0: brown 14, white 104, grey 104, black 104>"


# ---------------------------------------------------------------- edits of the text


def header_tables(document: dict[str, Any]) -> str:
    return tomlkit.dumps(document)


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def inline_tables(document: dict[str, Any]) -> str:
    return "".join(f"{key} = {inline(value)}  # {key}\n" for key, value in document.items())


def leaves(document: dict[str, Any], path: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in document.items():
        name = f"{path}{key}"
        found += leaves(value, f"{name}.") if isinstance(value, dict) and value else [(name, value)]
    return found


def dotted_keys(document: dict[str, Any]) -> str:
    return "".join(f"{name} = {inline(value)}\n" for name, value in leaves(document))


def sections(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the tables with a header of their own: each map, and every other section."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key, value in document.items():
        if key == "maps":
            found += [(f"maps.{colour}", section) for colour, section in value.items()]
        elif isinstance(value, dict):
            found.append((key, value))
    return found


def with_headers(
    document: dict[str, Any], order: list[tuple[str, dict[str, Any]]], value: Callable[[Any], str]
) -> str:
    text = f"format = {inline(document['format'])}\n"
    for name, section in order:
        lines = [f"{key} = {value(inner)}" for key, inner in section.items()]
        text += "\n".join([f"\n[ {name} ]  # section {name}", *lines, ""])
    return text


def long_arrays(document: dict[str, Any]) -> str:
    def long(value: Any) -> str:
        if not isinstance(value, list):
            return inline(value)
        lines = [f"  {inline(item)},  # item {number}" for number, item in enumerate(value)]
        return "\n".join(["[", *lines, "  # the end", "]"])

    return with_headers(document, sections(document), long)


def out_of_order(document: dict[str, Any]) -> str:
    """Write the sections in an arbitrary order, so that the maps do not stand together."""
    found = sections(document)
    Random(str(document)).shuffle(found)
    return with_headers(document, found, inline)


LAYOUTS = [header_tables, inline_tables, long_arrays, out_of_order, dotted_keys]


def comments_of(text: str) -> list[str]:
    return re.findall(r"# .*", text)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=FEWER)
@given(
    now=positions(st.one_of(boxed_settings(), tobago_settings())),
    clue=clues,
    colour=st.sampled_from(COLOURS),
    owner=st.none() | st.sampled_from(PLAYERS),
)
def test_an_edit_says_exactly_what_was_played(
    now: Position,
    clue: Clue,
    colour: str,
    owner: str | None,
    layout: Callable[[dict[str, Any]], str],
    newline: str,
) -> None:
    assume(now.maps[colour].verdict(clue).legal)
    document = now.to_dict()
    if (
        layout is dotted_keys
        and owner
        and "owners" not in document.get("maps", {}).get(colour, {"owners": 1})
    ):
        owner = None  # tomlkit cannot add a key to a table of dotted keys at the top
    text = layout(document).replace("\n", newline)
    assert read(text) == now
    after = edited_lay(text, colour, clue, owner).text
    assert read(after) == now.lay(colour, clue, owner)
    assert comments_of(after) == comments_of(text)
    before = edited_undo(after, colour).text
    assert read(before) == now
    assert comments_of(before) == comments_of(text)
    assert read(edited_lay(before, colour, clue, owner).text) == now.lay(colour, clue, owner)


@settings(max_examples=FEWER)
@given(positions(), clues, st.sampled_from(COLOURS), st.none() | st.sampled_from(PLAYERS))
def test_an_edit_of_json_says_exactly_what_was_played(
    now: Position, clue: Clue, colour: str, owner: str | None
) -> None:
    assume(now.maps[colour].verdict(clue).legal)
    after = edited_lay(now.to_json(), colour, clue, owner).text
    assert after.startswith("{")
    assert read(after) == now.lay(colour, clue, owner)
    assert read(edited_undo(after, colour).text) == now


def test_an_edit_changes_only_what_the_play_changes() -> None:
    after = edited_lay(EXAMPLE, "brown", Clue.parse("next to statue"), "red").text
    changed = {
        '"not next to hut"]': '"not next to hut", "next to statue"]',
        '["red", "blue"] ': '["red", "blue", "red"] ',
    }
    expected = EXAMPLE
    for old, new in changed.items():
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert after == expected + '\n[play]\norder = ["brown"]\n'
    assert edited_undo(after, "brown").text == EXAMPLE + "\n[play]\norder = []\n"


def test_an_edit_of_a_map_that_is_not_named_yet() -> None:
    after = edited_lay(EXAMPLE, "white", Clue.parse("in lake"), None).text
    assert read(after) == read(EXAMPLE).lay("white", Clue.parse("in lake"))
    assert [line for line in EXAMPLE.splitlines() if line not in after.splitlines()] == []


def test_owners_are_filled_up_when_the_first_one_is_known() -> None:
    text = EXAMPLE.replace('owners = ["red", "blue"]', "")
    after = read(edited_lay(text, "brown", Clue.parse("next to statue"), "green").text)
    assert [play.owner for play in after.maps["brown"].plays] == [None, None, "green"]
    silent = read(edited_lay(EXAMPLE, "brown", Clue.parse("next to statue"), None).text)
    assert [play.owner for play in silent.maps["brown"].plays] == ["red", "blue", None]


@pytest.mark.parametrize(
    "text",
    [
        SMALL + '[maps.brown]\nclues = ["not in lake"\n  , "not in beach" # so far\n ]\n',
        'format = "tobago-position/1"\nisland.drawing = "J J S"\n'
        'maps.brown.clues = ["in jungle"]\nmaps.brown.removed = []\n',
    ],
)
def test_a_file_that_cannot_be_edited_in_place_is_written_anew(text: str) -> None:
    for owner in (None, "red"):
        clue = Clue.parse("next to scrubland")
        after = edited_lay(text, "brown", clue, owner)
        assert read(after.text) == read(text).lay("brown", clue, owner)
