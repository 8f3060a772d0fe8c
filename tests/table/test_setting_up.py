"""What the pages of a set-up get: where landmarks may stand, blank sides, decks; and an owner's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.core.errors import ToolkitError
from toolkit.games.tables import FaultyFile
from toolkit.games.tobago import boxed_island
from toolkit.games.tobago.board_sides import known_sides, layouts, outline, write_sides
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.placement import placement_faults
from workbench.table.setting_up import (
    DECK,
    SIDES,
    deck_data,
    island_data,
    keep,
    kept,
    layouts_data,
    side_data,
    with_sides,
)


def test_masks_tell_where_landmarks_may_stand_as_the_rule_does() -> None:
    island = boxed_island("ACB+1")
    data = island_data(island, "en")
    apart, coast = [int(mask, 16) for mask in data["apart"]], int(data["coast"], 16)
    for one in range(0, len(island), 9):
        for other in range(len(island)):
            if one == other:
                continue
            setting = Setting(island, palms=[island.names[one], island.names[other]])
            close = any("apart" in fault for fault in placement_faults(setting))
            assert close == (not apart[one] >> other & 1)
        alone = Setting(island, statues=[island.names[one]])
        assert any("coast" in fault for fault in placement_faults(alone)) == bool(coast >> one & 1)


def test_a_side_is_blank_until_it_was_typed_and_what_it_lacks_is_sea() -> None:
    blank = side_data("a", {}, "fa")
    assert (len(blank["names"]), blank["rows"], blank["svg"].count("hex blank")) == (34, {}, 34)
    assert blank["words"]["jungle"] == "جنگل"
    typed = dict.fromkeys(outline("a")[1:], "lake") | {(9, 9): "river"}
    data = side_data("a", {"a": typed}, "en")
    assert (len(data["names"]), data["rows"]["a00"], data["rows"]["a99"]) == (35, "sea", "river")
    with pytest.raises(ToolkitError, match="no side 'A' is to be typed in; these are a, b, c"):
        side_data("A", {}, "en")


def test_layouts_are_small_and_a_deck_tells_both() -> None:
    own = {"b": {(b, a): kind for (a, b), kind in known_sides()["B"].items()}}
    shown = layouts_data(own)
    assert [one["layout"] for one in shown] == layouts("b")
    assert sum(len(one["svg"]) for one in shown) < 40_000
    data = deck_data(None, "en")
    assert (data["own"], sum(data["deck"].values()), len(data["pictograms"])) == (False, 52, 94)


def test_an_owner_s_files_are_found_again_and_a_faulty_text_changes_nothing(tmp_path: Path) -> None:
    assert kept(tmp_path, SIDES) == kept(tmp_path, DECK) == ""
    one = write_sides({"a": dict.fromkeys(outline("a"), "lake")})
    keep(tmp_path, SIDES, one)
    both = with_sides(kept(tmp_path, SIDES), write_sides({"c": {(0, 0): "river"}}))
    keep(tmp_path, SIDES, both)
    again = with_sides(both, write_sides({"c": {(0, 0): "beach"}}))
    assert again == both.replace("c,0,0,river", "c,0,0,beach")
    for name, text in ((SIDES, "side,a,b,terrain\na,0,0,laek\n"), (DECK, "no = deck")):
        with pytest.raises(FaultyFile):
            keep(tmp_path, name, text)
    assert kept(tmp_path, SIDES) == both
    assert not (tmp_path / DECK).exists()
    (tmp_path / DECK).write_text("spoilt", "utf-8")
    with pytest.raises(FaultyFile):
        kept(tmp_path, DECK)
