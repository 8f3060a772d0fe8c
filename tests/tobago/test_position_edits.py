"""Positions that are played on: clues laid and taken back, and the text of the file edited."""

import json
import re
from random import Random

import pytest
import tomlkit
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from position_helpers import EXAMPLE, SMALL, boxed_settings, positions, read
from strategies import clues, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import COLOURS, Clue, table
from toolkit.games.tobago.files.steps import THIS, last_step, taken_back
from toolkit.games.tobago.files.writing import edited, edited_undo
from toolkit.games.tobago.maps import PLAYERS

FEWER = settings().max_examples // 4


# ---- play and undo ----
def test_a_laid_clue_is_kept_with_the_order_of_play():
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


def test_the_last_clue_is_not_guessed():
    now = read(EXAMPLE + '[maps.white]\nclues = ["in lake"]')
    with pytest.raises(ToolkitError, match="clues lie on brown, white, and"):
        now.undo()
    assert read(EXAMPLE + '[maps.white]\nclues = ["in lake"]\n[play]\norder = ["white"]').last == "white"


@given(positions(), clues, st.sampled_from(COLOURS), st.none() | st.sampled_from(PLAYERS))
def test_undo_is_the_inverse_of_lay(now, clue, colour, owner):
    assume(now.maps[colour].verdict(clue).legal)
    assert now.lay(colour, clue, owner).undo() == now


# ---- edits of the text ----
def header_tables(document):
    return tomlkit.dumps(document)


def inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def inline_tables(document):
    return "".join(f"{key} = {inline(value)}  # {key}\n" for key, value in document.items())


def leaves(document, path=""):
    found = []
    for key, value in document.items():
        name = f"{path}{key}"
        found += leaves(value, f"{name}.") if isinstance(value, dict) and value else [(name, value)]
    return found


def dotted_keys(document):
    return "".join(f"{name} = {inline(value)}\n" for name, value in leaves(document))


def sections(document):
    """Return the tables with a header of their own: each map, and every other section."""
    found = []
    for key, value in document.items():
        if key == "maps":
            found += [(f"maps.{colour}", section) for colour, section in value.items()]
        elif isinstance(value, dict):
            found.append((key, value))
    return found


def with_headers(document, order, value):
    text = f"format = {inline(document['format'])}\n"
    for name, section in order:
        lines = [f"{key} = {value(inner)}" for key, inner in section.items()]
        text += "\n".join([f"\n[ {name} ]  # section {name}", *lines, ""])
    return text


def long_arrays(document):
    def long(value):
        if not isinstance(value, list):
            return inline(value)
        lines = [f"  {inline(item)},  # item {number}" for number, item in enumerate(value)]
        return "\n".join(["[", *lines, "  # the end", "]"])

    return with_headers(document, sections(document), long)


def out_of_order(document):
    """Write the sections in an arbitrary order, so that the maps do not stand together."""
    found = sections(document)
    Random(str(document)).shuffle(found)
    return with_headers(document, found, inline)


def compact_json(document):
    return json.dumps(document)


LAYOUTS = [header_tables, inline_tables, long_arrays, out_of_order, dotted_keys, compact_json]


def played(text, before, after):
    return edited(text, before.to_dict(), after.to_dict(), "move")


def comments_of(text):
    return re.findall(r"^(?! +\"move).*(# .*)", text, re.MULTILINE)  # none of those that a step keeps


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=FEWER)
@given(
    now=positions(st.one_of(boxed_settings(), tobago_settings())),
    clue=clues,
    colour=st.sampled_from(COLOURS),
    owner=st.none() | st.sampled_from(PLAYERS),
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_an_edit_says_exactly_what_was_played(now, clue, colour, owner, layout, newline):
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
    done = played(text, now, laid := table.lay(now, colour, clue, owner))
    after = done.text
    assert (read(after), done.note) == (laid, "")
    assert newline not in text or after.count("\n") == after.count(newline)
    assert comments_of(after) == comments_of(text)
    assert taken_back(after) == text


def test_an_edit_changes_only_what_the_play_changes():
    now = read(EXAMPLE)
    after = played(EXAMPLE, now, now.lay("brown", Clue.parse("next to statue"), "red")).text
    changed = {
        '"not next to hut"]': '"not next to hut", "next to statue"]',
        '["red", "blue"] ': '["red", "blue", "red"] ',
    }
    expected = EXAMPLE
    for old, new in changed.items():
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert after.startswith(expected + '\n[play]\norder = ["brown"]\nsteps = [\n    "move\\n@14')
    assert last_step(after) == "move"
    assert taken_back(after) == EXAMPLE


@pytest.mark.parametrize(
    ("hand", "after"),
    [
        ('["in lake", "in beach",  # both\n]', '["in lake", # both\n]'),
        ('["in beach", # mine\n "in lake"]', '[ # mine\n "in lake"]'),
        ('[\n  # best\n  "in beach",  # mine\n  # end\n]', "[\n  # best\n  # mine\n  # end\n]"),
        ('[\n "in beach" # mine\n , "in lake" # two\n]', '[\n # mine\n  "in lake" # two\n]'),
    ],
)
def test_the_comment_beside_a_card_stays_when_the_card_is_laid(hand, after):
    text = f"{SMALL}[hand]\nclues = {hand}\n"
    now = read(text)
    done = played(text, now, table.lay(now, "brown", Clue.parse("in beach")))
    assert done.text.startswith(f"{SMALL}[hand]\nclues = {after}\n")
    assert (done.note, taken_back(done.text)) == ("", text)


def test_comments_that_cannot_be_kept_are_told():
    """The hand is told anew where a card was spelled in another way; what the step keeps is in a text."""
    text = SMALL + '[hand] # two\nclues = [ # mine\n "In Beach", # one\n "in lake"] # two\n'
    now = read(text)
    done = played(text, now, table.lay(now, "brown", Clue.parse("in beach")))
    assert done.note == "gone with what they stood beside: # mine, # one"
    assert taken_back(done.text) == text


def test_an_edit_adds_no_lines_between_tight_sections_and_keeps_the_word_for_a_step():
    text = EXAMPLE.replace("\n\n[", "\n[") + f"# {THIS}\n"
    now = read(text)
    after = played(text, now, table.move(now, "red", ["A34"])).text
    assert after.startswith(text.replace('"A22"', '"A34"').removesuffix(f"# {THIS}\n"))
    assert after.count(f"# {THIS}\n") == 1
    assert taken_back(after) == text


def test_a_step_is_taken_back_although_the_file_was_edited_elsewhere():
    now = read(EXAMPLE)
    after = played(EXAMPLE, now, now.lay("brown", Clue.parse("next to statue"))).text
    for by_hand in (("# mine\n" * 3 + "{}").format, lambda text: text.replace('"C55"', '"C56"')):
        assert taken_back(by_hand(after)) == by_hand(EXAMPLE)
    assert taken_back(after.replace('"next to statue"]\nremoved', '"in beach"]\nremoved')) is None


def test_without_a_step_the_last_clue_goes_and_leaves_no_empty_section():
    """So it was in files of earlier versions."""
    text = EXAMPLE + '\n[maps.white]\nclues = ["in lake"]\n\n[play]\norder = ["white"]\n'
    now = read(text)
    assert edited_undo(text, now.to_dict(), now.undo().to_dict()).text.rstrip() == EXAMPLE.rstrip()


@pytest.mark.parametrize(
    "text",
    [
        SMALL + '[maps.brown]\nclues = ["not in lake"\n  , "not in beach" # so far\n ]\n',
        'format = "tobago-position/1"\nisland.drawing = "J J S"\n'
        'maps.brown.clues = ["in jungle"]\nmaps.brown.removed = []\n',
    ],
)
def test_a_file_that_cannot_be_edited_in_place_is_written_anew(text):
    for owner in (None, "red"):
        clue = Clue.parse("next to scrubland")
        after = played(text, now := read(text), now.lay("brown", clue, owner))
        assert read(after.text) == now.lay("brown", clue, owner)
        assert taken_back(after.text) == text
