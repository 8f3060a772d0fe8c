"""Treasure maps and the deck: T-10 to T-15, T-33 and the worked examples E-1 to E-4."""

import csv
from importlib.resources import files

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import clues, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    COLOURS,
    Clue,
    IllegalClue,
    Play,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    reconstructed_deck,
)
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.rules import CUBES
from toolkit.hexmap import parse_drawing

PICTURED = Setting(
    boxed_island(),
    huts=["B23", "A34", "C10", "C55"],
    palms=["B45", "A00", "C43"],
    statues=["A23", "B22", "C21"],
)
FOREST = 17 * "J " + "J S S"  # 18 hexes of jungle, a1 to r1, then s1 and t1


def laid(setting, *texts, colour="brown", removed=()):
    """Return a map with these clues as they are, legal or not."""
    return TreasureMap(setting, colour, [Play(Clue.parse(text)) for text in texts], removed)


def verdict(treasure_map, text):
    found = treasure_map.verdict(Clue.parse(text))
    return str(found.reason), [str(clue) for clue in found.conflicts]


def drawn(text, **kinds):
    return Setting(parse_drawing(text), **kinds)


@st.composite
def maps(draw):
    """Draw a map with any clues, some hexes without a cube, under either reading of T-15."""
    setting = draw(tobago_settings())
    reduce = draw(st.sampled_from(["always", "once_marked"]))
    rules = Rules(own_hex=setting.rules.own_hex, distance=setting.rules.distance, must_reduce=reduce)
    setting = Setting(setting.island, setting.huts, setting.palms, setting.statues, rules)
    plays = [Play(clue) for clue in draw(st.lists(clues, max_size=4))]
    removed = draw(st.lists(st.sampled_from(setting.island.names), max_size=3))
    return TreasureMap(setting, draw(st.sampled_from(COLOURS)), plays, removed)


def table_of(setting):
    """Return the hexes of every clue by plain shortest paths."""
    placed = {kind: frozenset(cells) for kind, cells in setting.landmarks.items()}
    return oracles.clue_table(setting.island, placed, setting.rules.own_hex, setting.rules.distance)


# ---- T-10: the deck ----
def test_T10_the_deck_holds_every_attested_clue():
    text = files("toolkit.games.tobago").joinpath("data/clue-cards-attested.csv").read_text(encoding="utf-8")
    attested = [row["clue"] for row in csv.DictReader(text.splitlines())]
    assert len(set(attested)) == 31
    deck = reconstructed_deck()
    assert [text for text in attested if not deck.copies(Clue.parse(text))] == []


# ---- T-11: the four maps ----
def test_T11_there_are_four_maps():
    assert COLOURS == ("brown", "white", "grey", "black")
    with pytest.raises(ToolkitError, match=r"no map 'gray'; did you mean 'grey'\?"):
        TreasureMap(PICTURED, "gray")


def test_T11_an_owner_is_one_of_the_four_players_or_not_known():
    assert PLAYERS == ("red", "blue", "yellow", "green")
    assert Play(Clue.parse("in lake")).owner is None
    for wrong in ("blu", ""):
        with pytest.raises(ToolkitError, match=f"no player '{wrong}'"):
            Play(Clue.parse("in lake"), wrong)


# ---- T-12: what may be laid ----
@given(maps(), clues)
def test_T12_T12a_T15_verdict_by_plain_sets(treasure_map, clue):
    setting = treasure_map.setting
    table, everywhere = table_of(setting), frozenset(setting.island.names)
    texts = [str(laid) for laid in treasure_map.clues]
    before = everywhere.intersection(*(table[text] for text in texts)) - frozenset(treasure_map.removed)
    after = before & table[str(clue)]
    conflicts = [text for text in texts if not table[text] & table[str(clue)]]
    cubes_lie = bool(texts) and len(before) <= 17
    must_reduce = setting.rules.must_reduce == "always" or cubes_lie
    if conflicts:
        reason = "contradicts"
    elif not after:
        reason = "leaves_nothing"
    elif after == before and must_reduce:
        reason = "removes_nothing"
    else:
        reason = "legal"
    found = treasure_map.verdict(clue)
    assert (str(found.reason), found.legal) == (reason, reason == "legal")
    assert [str(laid) for laid in found.conflicts] == conflicts
    assert (found.before, found.after, found.removed) == (before, after, before - after)
    assert found.clue == clue


def test_T12_an_illegal_clue_is_not_laid_and_the_error_says_why():
    brown = laid(PICTURED, "in jungle", "not next to hut")
    with pytest.raises(IllegalClue) as caught:
        brown.lay(Clue.parse("in largest lake"), "red")
    assert str(caught.value) == "'in largest lake' is illegal on brown: contradicts 'in jungle'"
    assert caught.value.verdict == brown.verdict(Clue.parse("in largest lake"))
    with pytest.raises(IllegalClue, match="'in jungle' is illegal on brown: removes nothing"):
        brown.lay(Clue.parse("in jungle"))
    assert isinstance(caught.value, ToolkitError)


def test_T12a_contradiction_is_asked_on_the_island_and_not_among_the_candidates():
    #  a1 is the only lake next to jungle; its cube is gone, so no candidate is left, but the two clues agree
    setting = drawn("L J M L")
    brown = laid(setting, "next to jungle", removed=("a1",))
    assert str(brown.candidates) == "c1"
    assert verdict(brown, "in lake") == ("leaves_nothing", [])
    assert verdict(laid(setting, "next to jungle", "not in lake", removed=("a1",)), "in lake") == (
        "contradicts",
        ["not in lake"],
    )


# ---- T-13: candidates and cubes ----
@given(maps())
def test_T13_steps_narrow_down_to_the_candidates(treasure_map):
    table = table_of(treasure_map.setting)
    left = frozenset(treasure_map.setting.island.names) - frozenset(treasure_map.removed)
    expected = []
    for clue in treasure_map.clues:
        left &= table[str(clue)]
        expected.append(left)
    assert [frozenset(step) for step in treasure_map.steps] == expected


def test_T13_cubes_lie_as_soon_as_17_suffice():
    setting = drawn(FOREST)
    assert CUBES == 17
    assert len(laid(setting, "in jungle").candidates) == 18
    assert not laid(setting, "in jungle").marked
    assert laid(setting, "in jungle", removed=("a1",)).marked
    assert len(laid(setting, "in jungle", "not next to scrubland").candidates) == 17
    assert laid(setting, "in jungle", "not next to scrubland").marked


def test_T13_located_when_one_candidate_is_left():
    setting = drawn("J J S")
    assert laid(setting, "in scrubland").located == "c1"
    assert laid(setting, "in jungle").located is None
    assert laid(setting, "in jungle", removed=("a1",)).located == "b1"
    assert laid(setting, "in lake").located is None


# ---- T-33: an amulet removes a cube ----
def test_T33_an_amulet_removes_a_cube():
    brown = laid(drawn("J J J S"), "in jungle")
    less = brown.remove("b1")
    assert str(less.candidates) == "a1 c1"
    assert str(less.removed) == "b1"
    assert (less.plays, less.colour) == (brown.plays, "brown")
    assert str(less.remove("c1").removed) == "b1 c1"


def test_a_removed_hex_need_not_have_held_a_cube_but_must_be_on_the_island():
    assert str(laid(drawn("J J S"), "in jungle", removed=("c1",)).removed) == "c1"
    with pytest.raises(ToolkitError, match="no hex 'd1'"):
        laid(drawn("J J S"), removed=("d1",))


# ---- T-15: a clue that removes nothing ----
def forest(must_reduce):
    return Setting(parse_drawing(FOREST), rules=Rules(must_reduce=must_reduce))


def test_T15_once_marked_a_clue_may_remove_nothing_until_the_cubes_lie():
    setting = forest("once_marked")
    assert verdict(laid(setting), "not in lake") == ("legal", [])
    assert verdict(laid(setting, "in jungle"), "not in lake") == ("legal", [])
    assert laid(setting, "in jungle").lay(Clue.parse("not in lake")).candidates == setting.island.cells(
        [f"{letter}1" for letter in "abcdefghijklmnopqr"]
    )
    assert verdict(laid(setting, "in jungle", removed=("a1",)), "not in lake") == ("removes_nothing", [])


# ---- values ----
def test_take_back_is_the_inverse_of_lay():
    brown = laid(PICTURED, "in jungle", removed=("A13",))
    assert brown.lay(Clue.parse("not next to hut"), "red").take_back() == brown


def test_equal_maps_are_equal_and_hash_alike():
    assert laid(PICTURED, "in lake") == laid(PICTURED, "in lake")
    assert hash(laid(PICTURED, "in lake")) == hash(laid(PICTURED, "in lake"))
    base = laid(PICTURED, "in lake")
    others = [
        laid(PICTURED, "not in lake"),
        laid(PICTURED, "in lake", colour="white"),
        laid(PICTURED, "in lake", removed=("A13",)),
        laid(Setting(PICTURED.island), "in lake"),
        TreasureMap(PICTURED, "brown", [Play(Clue.parse("in lake"), "red")]),
        None,
    ]
    assert base not in others
