"""Treasure maps and the deck: T-10 to T-15, T-33 and the worked examples E-1 to E-4."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import TYPE_CHECKING

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import clues, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    IllegalClue,
    Play,
    Reason,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    reconstructed_deck,
)
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.rules import CUBES
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

PICTURED = Setting(
    boxed_island(),
    huts=["B23", "A34", "C10", "C55"],
    palms=["B45", "A00", "C43"],
    statues=["A23", "B22", "C21"],
)
FOREST = 17 * "J " + "J S S"  # 18 hexes of jungle, a1 to r1, then s1 and t1


def laid(setting: Setting, *texts: str, colour: str = "brown", removed: tuple[str, ...] = ()) -> TreasureMap:
    """Return a map with these clues as they are, legal or not."""
    return TreasureMap(setting, colour, [Play(Clue.parse(text)) for text in texts], removed)


def verdict(treasure_map: TreasureMap, text: str) -> tuple[str, list[str]]:
    found = treasure_map.verdict(Clue.parse(text))
    return str(found.reason), [str(clue) for clue in found.conflicts]


def drawn(text: str, **kinds: list[str]) -> Setting:
    return Setting(parse_drawing(text), **kinds)


@st.composite
def maps(draw: DrawFn) -> TreasureMap:
    """Draw a map with any clues, some hexes without a cube, under either reading of T-15."""
    setting = draw(tobago_settings())
    reduce = draw(st.sampled_from(["always", "once_marked"]))
    rules = Rules(own_hex=setting.rules.own_hex, distance=setting.rules.distance, must_reduce=reduce)
    setting = Setting(setting.island, setting.huts, setting.palms, setting.statues, rules)
    plays = [Play(clue) for clue in draw(st.lists(clues, max_size=4))]
    removed = draw(st.lists(st.sampled_from(setting.island.names), max_size=3))
    return TreasureMap(setting, draw(st.sampled_from(COLOURS)), plays, removed)


def table_of(setting: Setting) -> dict[str, frozenset[str]]:
    """Return the hexes of every clue by plain shortest paths."""
    placed = {kind: frozenset(cells) for kind, cells in setting.landmarks.items()}
    return oracles.clue_table(setting.island, placed, setting.rules.own_hex, setting.rules.distance)


# ---------------------------------------------------------------- T-10: the deck


def test_T10_the_deck_has_52_cards() -> None:
    deck = reconstructed_deck()
    assert len(deck) == len(list(deck)) == 52
    assert len(deck.kinds) == len(set(deck.kinds))


def test_T10_the_deck_holds_every_attested_clue() -> None:
    text = files("toolkit.games.tobago").joinpath("data/clue-cards-attested.csv").read_text(encoding="utf-8")
    attested = [row["clue"] for row in csv.DictReader(text.splitlines())]
    assert len(set(attested)) == 31
    deck = reconstructed_deck()
    assert [text for text in attested if not deck.copies(Clue.parse(text))] == []


def test_T10_the_deck_holds_only_the_grammar() -> None:
    assert set(reconstructed_deck()) <= set(CLUES)


def test_T10_the_shipped_deck_says_that_it_is_a_reconstruction() -> None:
    assert reconstructed_deck().title == "reconstruction"


# ---------------------------------------------------------------- T-11: the four maps


def test_T11_there_are_four_maps() -> None:
    assert COLOURS == ("brown", "white", "grey", "black")
    with pytest.raises(ToolkitError, match=r"no map 'gray'; did you mean 'grey'\?"):
        TreasureMap(PICTURED, "gray")


def test_T11_a_clue_goes_below_the_last_one_with_the_rose_of_its_player() -> None:
    brown = TreasureMap(PICTURED, "brown")
    for text, owner in [("in jungle", "red"), ("not next to hut", "red"), ("next to statue", "green")]:
        brown = brown.lay(Clue.parse(text), owner)
    assert [str(clue) for clue in brown.clues] == ["in jungle", "not next to hut", "next to statue"]
    assert [play.owner for play in brown.plays] == ["red", "red", "green"]


def test_T11_an_owner_is_one_of_the_four_players_or_not_known() -> None:
    assert PLAYERS == ("red", "blue", "yellow", "green")
    assert Play(Clue.parse("in lake")).owner is None
    for wrong in ("blu", ""):
        with pytest.raises(ToolkitError, match=f"no player '{wrong}'"):
            Play(Clue.parse("in lake"), wrong)


@pytest.mark.parametrize("colour", COLOURS)
def test_T11a_before_the_first_clue_every_hex_is_a_candidate(colour: str) -> None:
    empty = TreasureMap(PICTURED, colour)
    assert empty.candidates == PICTURED.island.land
    assert empty.lay(Clue.parse("in lake")).candidates == PICTURED.island.terrain_cells("lake")


# ---------------------------------------------------------------- T-12: what may be laid


@pytest.mark.parametrize(
    ("clues", "clue", "reason", "conflicts"),
    [
        ([], "in jungle", "legal", []),
        (["in jungle", "not next to hut"], "next to statue", "legal", []),
        (["in jungle", "not next to hut"], "in largest lake", "contradicts", ["in jungle"]),
        (["in jungle", "not in jungle"], "in jungle", "contradicts", ["not in jungle"]),
        (["in jungle"], "in jungle", "removes_nothing", []),
        (["in jungle"], "not in lake", "removes_nothing", []),
        (["in largest jungle"], "in jungle", "removes_nothing", []),
    ],
)
def test_T12_reasons_on_the_pictured_island(
    clues: list[str], clue: str, reason: str, conflicts: list[str]
) -> None:
    assert verdict(laid(PICTURED, *clues), clue) == (reason, conflicts)


def test_T12_leaves_nothing_when_the_clues_exclude_it_only_together() -> None:
    setting = drawn(
        "J L M J S", palms=["e1"]
    )  # in jungle: a1 d1; within 2 of palm: c1 d1; next to lake: a1 c1
    assert verdict(laid(setting, "in jungle", "within 2 of palm"), "next to lake") == ("leaves_nothing", [])
    assert verdict(laid(setting, "in jungle"), "next to lake") == ("legal", [])
    assert verdict(laid(setting, "within 2 of palm"), "next to lake") == ("legal", [])


@given(maps(), clues)
def test_T12_T12a_T15_verdict_by_plain_sets(treasure_map: TreasureMap, clue: Clue) -> None:
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


def test_T12_the_verdict_says_what_would_follow_if_an_illegal_clue_were_laid() -> None:
    brown = laid(PICTURED, "in jungle", "not next to hut", removed=("A13",))
    found = brown.verdict(Clue.parse("in largest lake"))
    assert (len(found.before), len(found.after), len(found.removed)) == (14, 0, 14)


def test_T12_an_illegal_clue_is_not_laid_and_the_error_says_why() -> None:
    brown = laid(PICTURED, "in jungle", "not next to hut")
    with pytest.raises(IllegalClue) as caught:
        brown.lay(Clue.parse("in largest lake"), "red")
    assert str(caught.value) == "'in largest lake' is illegal on brown: contradicts 'in jungle'"
    assert caught.value.verdict == brown.verdict(Clue.parse("in largest lake"))
    with pytest.raises(IllegalClue, match="'in jungle' is illegal on brown: removes nothing"):
        brown.lay(Clue.parse("in jungle"))
    assert isinstance(caught.value, ToolkitError)


def test_T12a_every_conflicting_clue_is_named_in_the_order_of_the_map() -> None:
    brown = laid(PICTURED, "not in lake", "not in river", "in jungle", "next to hut")
    assert verdict(brown, "in lake") == ("contradicts", ["not in lake", "in jungle"])


def test_T12a_contradiction_is_asked_on_the_island_and_not_among_the_candidates() -> None:
    #  a1 is the only lake next to jungle; its cube is gone, so no candidate is left, but the two clues agree
    setting = drawn("L J M L")
    brown = laid(setting, "next to jungle", removed=("a1",))
    assert str(brown.candidates) == "c1"
    assert verdict(brown, "in lake") == ("leaves_nothing", [])
    assert verdict(laid(setting, "next to jungle", "not in lake", removed=("a1",)), "in lake") == (
        "contradicts",
        ["not in lake"],
    )


def test_T12a_ruling_out_only_hexes_without_a_cube_removes_nothing() -> None:
    setting = drawn("J J L L")
    brown = laid(setting, "not within 2 of hut", removed=("a1", "b1"))
    assert verdict(brown, "in lake") == ("removes_nothing", [])
    assert verdict(laid(setting, "not within 2 of hut", removed=("a1",)), "in lake") == ("legal", [])


@pytest.mark.parametrize("must_reduce", ["always", "once_marked"])
def test_T12b_a_located_map_admits_no_further_clue(must_reduce: str) -> None:
    rules = Rules(must_reduce=must_reduce)
    setting = Setting(PICTURED.island, PICTURED.huts, PICTURED.palms, PICTURED.statues, rules)
    brown = laid(setting, "in lake", "next to hut", "next to statue")
    assert brown.located == "A33"
    reasons = {brown.verdict(clue).reason for clue in CLUES}
    assert reasons == {Reason.CONTRADICTS, Reason.LEAVES_NOTHING, Reason.REMOVES_NOTHING}


# ---------------------------------------------------------------- T-13: candidates and cubes


@given(maps())
def test_T13_candidates_are_what_all_clues_allow_less_the_removed_cubes(treasure_map: TreasureMap) -> None:
    table = table_of(treasure_map.setting)
    fits = frozenset(treasure_map.setting.island.names)
    fits = fits.intersection(*(table[str(clue)] for clue in treasure_map.clues))
    assert treasure_map.candidates == fits - frozenset(treasure_map.removed)


@given(maps())
def test_T13_steps_narrow_down_to_the_candidates(treasure_map: TreasureMap) -> None:
    table = table_of(treasure_map.setting)
    left = frozenset(treasure_map.setting.island.names) - frozenset(treasure_map.removed)
    expected = []
    for clue in treasure_map.clues:
        left &= table[str(clue)]
        expected.append(left)
    assert [frozenset(step) for step in treasure_map.steps] == expected


def test_T13_a_step_counts_without_removed_hexes() -> None:
    brown = laid(PICTURED, "in jungle", "not next to hut", removed=("A13",))
    assert [len(step) for step in brown.steps] == [23, 14]
    assert "A13" not in brown.steps[0]


def test_T13_cubes_lie_as_soon_as_17_suffice() -> None:
    setting = drawn(FOREST)
    assert CUBES == 17
    assert len(laid(setting, "in jungle").candidates) == 18
    assert not laid(setting, "in jungle").marked
    assert laid(setting, "in jungle", removed=("a1",)).marked
    assert len(laid(setting, "in jungle", "not next to scrubland").candidates) == 17
    assert laid(setting, "in jungle", "not next to scrubland").marked


def test_T13_no_cubes_lie_on_a_map_without_clues() -> None:
    assert not laid(drawn("J J S")).marked
    assert laid(drawn("J J S"), "in jungle").marked


def test_T13_located_when_one_candidate_is_left() -> None:
    setting = drawn("J J S")
    assert laid(setting, "in scrubland").located == "c1"
    assert laid(setting, "in jungle").located is None
    assert laid(setting, "in jungle", removed=("a1",)).located == "b1"
    assert laid(setting, "in lake").located is None


# ---------------------------------------------------------------- T-33: an amulet removes a cube


def test_T33_an_amulet_removes_a_cube() -> None:
    brown = laid(drawn("J J J S"), "in jungle")
    less = brown.remove("b1")
    assert str(less.candidates) == "a1 c1"
    assert str(less.removed) == "b1"
    assert (less.plays, less.colour) == (brown.plays, "brown")
    assert str(less.remove("c1").removed) == "b1 c1"


def test_T33_the_last_cube_stays() -> None:
    with pytest.raises(ToolkitError, match="d1 holds the last brown cube"):
        laid(drawn("J J J S"), "in scrubland").remove("d1")


@pytest.mark.parametrize("name", ["d1", "z9", ""])
def test_T33a_no_cube_lies_where_no_candidate_is(name: str) -> None:
    with pytest.raises(ToolkitError, match=f"no brown cube lies on '{name}'"):
        laid(drawn("J J J S"), "in jungle").remove(name)


def test_T33a_no_cube_can_be_removed_before_the_cubes_lie() -> None:
    with pytest.raises(ToolkitError, match="no brown cube lies on 'a1'"):
        laid(drawn(FOREST), "in jungle").remove("a1")
    with pytest.raises(ToolkitError, match="no brown cube lies on 'a1'"):
        laid(drawn("J J J S")).remove("a1")


def test_a_removed_hex_need_not_have_held_a_cube_but_must_be_on_the_island() -> None:
    assert str(laid(drawn("J J S"), "in jungle", removed=("c1",)).removed) == "c1"
    with pytest.raises(ToolkitError, match="no hex 'd1'"):
        laid(drawn("J J S"), removed=("d1",))


# ---------------------------------------------------------------- T-15: a clue that removes nothing


def forest(must_reduce: str) -> Setting:
    return Setting(parse_drawing(FOREST), rules=Rules(must_reduce=must_reduce))


def test_T15_by_default_a_clue_must_always_remove_something() -> None:
    assert Rules().must_reduce == "always"
    assert verdict(laid(forest("always")), "not in lake") == ("removes_nothing", [])
    assert verdict(laid(forest("always"), "in jungle"), "not in lake") == ("removes_nothing", [])


def test_T15_once_marked_a_clue_may_remove_nothing_until_the_cubes_lie() -> None:
    setting = forest("once_marked")
    assert verdict(laid(setting), "not in lake") == ("legal", [])
    assert verdict(laid(setting, "in jungle"), "not in lake") == ("legal", [])
    assert laid(setting, "in jungle").lay(Clue.parse("not in lake")).candidates == setting.island.cells(
        [f"{letter}1" for letter in "abcdefghijklmnopqr"]
    )
    assert verdict(laid(setting, "in jungle", removed=("a1",)), "not in lake") == ("removes_nothing", [])


def test_T15_once_marked_a_clue_must_still_leave_something() -> None:
    setting = forest("once_marked")
    assert verdict(laid(setting), "in lake") == ("leaves_nothing", [])
    assert verdict(laid(setting, "in jungle"), "in scrubland") == ("contradicts", ["in jungle"])


# ---------------------------------------------------------------- the worked examples of the rulebook


def test_E1_in_jungle_is_illegal_where_not_in_jungle_lies() -> None:
    grey = laid(PICTURED, "not in jungle", colour="grey")
    assert verdict(grey, "in jungle") == ("contradicts", ["not in jungle"])


def test_E2_in_jungle_is_illegal_where_in_the_largest_jungle_lies() -> None:
    brown = laid(PICTURED, "in largest jungle")
    assert verdict(brown, "in jungle") == ("removes_nothing", [])


def test_E3_T12a_no_hex_next_to_a_statue_is_jungle() -> None:
    setting = Setting(boxed_island(), statues=["A10", "B21", "C44"])
    black = laid(setting, "next to statue", colour="black")
    assert len(black.candidates) > 1
    assert not black.candidates & setting.island.terrain_cells("jungle")
    assert verdict(black, "in jungle") == ("contradicts", ["next to statue"])


def test_E4_in_jungle_takes_white_from_14_to_6() -> None:
    setting = Setting(  # placed by the rule (T-5); found by trying seeds of random_setting
        boxed_island(),
        huts=["A52", "B10", "B65", "C52"],
        palms=["A43", "B32", "C31"],
        statues=["A10", "B34", "C12"],
    )
    white = TreasureMap(setting, "white").lay(Clue.parse("next to hut"))
    assert str(white.candidates) == "A42 A53 B00 B11 B20 B21 B54 B55 C00 C01 C41 C42 C53 C63"
    white = white.lay(Clue.parse("in jungle"))
    assert str(white.candidates) == "A42 B54 B55 C00 C42 C53"
    white = white.lay(Clue.parse("next to palm"))
    assert str(white.candidates) == "A42 C42"
    assert [len(step) for step in white.steps] == [14, 6, 2]
    together = frozenset.intersection(*(table_of(setting)[str(clue)] for clue in white.clues))
    assert white.candidates == together


# ---------------------------------------------------------------- values


def test_lay_take_back_and_remove_leave_the_map_as_it_was() -> None:
    brown = laid(PICTURED, "in jungle", removed=("A13",))
    twin = laid(PICTURED, "in jungle", removed=("A13",))
    more = brown.lay(Clue.parse("not next to hut"), "blue")
    more.take_back()
    more.remove("A32")
    assert brown == twin
    assert (len(brown.plays), str(brown.removed), len(brown.candidates)) == (1, "A13", 23)
    assert (len(more.plays), len(more.candidates), more.removed) == (2, 14, brown.removed)


def test_take_back_is_the_inverse_of_lay() -> None:
    brown = laid(PICTURED, "in jungle", removed=("A13",))
    assert brown.lay(Clue.parse("not next to hut"), "red").take_back() == brown


def test_nothing_can_be_taken_back_from_an_empty_map() -> None:
    with pytest.raises(ToolkitError, match="no clue lies on grey"):
        TreasureMap(PICTURED, "grey").take_back()


def test_equal_maps_are_equal_and_hash_alike() -> None:
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


def test_a_map_describes_itself() -> None:
    assert (
        repr(laid(PICTURED, "in jungle", "not next to hut")) == "<TreasureMap brown: 2 clues, 15 candidates>"
    )


def test_reasons_are_the_words_of_the_formats() -> None:
    assert [str(reason) for reason in Reason] == [
        "legal",
        "contradicts",
        "leaves_nothing",
        "removes_nothing",
    ]


def test_removed_hexes_may_be_given_as_a_set_of_cells() -> None:
    removed = PICTURED.island.cells(["A13", "A24"])
    assert laid(PICTURED, removed=("A24", "A13", "A13")) == TreasureMap(PICTURED, "brown", (), removed)
