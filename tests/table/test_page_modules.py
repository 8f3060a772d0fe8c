"""Scripts of the pages of a table by themselves: who may act, ways of an ATV, what a treasure asks, undo."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from browsing import Make

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Clue, Position
from toolkit.games.tobago.table import remove_cube
from toolkit.hexmap.island import bits
from workbench.table.draft import Draft, deck_data
from workbench.web.data import board_data, maps_data

PAGE = "workbench.table.page"
POSITION = Position.load("examples/first-position.toml")
SETTING = board_data(POSITION.setting, "en")
PLAYERS = ("red", "blue", "yellow")


def view(*, phones: str = "red yellow", position: Position = POSITION, **table: Any) -> dict[str, Any]:
    """What the phone of red, who sits at seat 0, is told of a table."""
    told = {"maps": maps_data(position), "atvs": {"red": "B52"}, "amulets": [], "to_act": "red"}
    players = [{"colour": one, "name": None} for one in PLAYERS]
    seats = [
        {"seat": seat, "colour": one, "phone": one in phones, "bot": None} for seat, one in enumerate(PLAYERS)
    ]
    open_ = {"players": players, "decision": "turn", "legal": [], "log": []}
    return {"you": 0, "read_only": False, "seats": seats, "table": told | open_ | table}


@pytest.fixture
def board(module: Make) -> Make:
    """What a script finds with the board of a view."""
    of = """({{ Board, Way, MAPS }}, [setting, view, given]) => {{
      const board = Object.assign(new Board(setting), {{ view }});
      {} }}"""

    def found(script: str, seen: dict[str, Any], given: Any = None) -> Any:
        return module("board.js", of.format(script), [SETTING, seen, given], PAGE)

    return found


# ---- the board ---------------------------------------------------------------------------------------------


ACTORS = (
    ("red yellow", "red", "end", ["red", False, ["end"]]),
    ("red yellow", "red", "exchange", ["red", True, ["exchange"]]),
    ("red yellow", "blue", "exchange", ["blue", True, ["exchange"]]),  # who has no phone
    ("red blue yellow", "yellow", "end", ["red", True, []]),  # it could end: red is next
    ("red blue yellow", "yellow", "exchange", [None, True, []]),
    ("red blue yellow", "blue", "end", [None, True, []]),  # yellow is next, not red
    ("red blue", "blue", "end", ["yellow", True, []]),  # red speaks for yellow
)


def test_a_phone_acts_for_itself_for_who_has_none_and_when_it_is_next(board: Make) -> None:
    for phones, to_act, legal, actor in ACTORS:
        seen = view(phones=phones, to_act=to_act, legal=[legal])
        assert board("return [board.actor, board.fresh, board.legal];", seen) == actor
        assert board("return [board.me, board.actor];", seen | {"read_only": True}) == [None, None]


def test_T33_the_last_cube_of_a_map_stays(board: Make) -> None:
    cubes = "return MAPS.map((colour) => board.cubes(colour));"
    laid = POSITION.lay("brown", Clue.parse("next to statue"))
    three = list(laid.maps["brown"].candidates)
    assert board(cubes, view(position=laid)) == [three, [], [], []]
    for name in three[:2]:
        laid = remove_cube(laid, "brown", name)
    assert board(cubes, view(position=laid)) == [[], [], [], []]


def test_a_clue_took_what_those_before_it_had_left(board: Make) -> None:
    first, second = POSITION.maps["brown"].clues
    cells = POSITION.setting.cells
    took = "return given.map((clue) => board.took('brown', clue));"
    assert board(took, view(), [str(first), str(second)]) == [
        sorted(set(POSITION.setting.island.names) - set(cells(first))),
        sorted(set(cells(first)) - set(cells(second))),
    ]


# ---- the way of an ATV -------------------------------------------------------------------------------------


def forked() -> tuple[str, str, list[str]]:
    """A hex, one that is two steps away, and the hexes between, of which there are several."""
    names, steps = SETTING["names"], [int(mask, 16) for mask in SETTING["steps"]]
    for number, here in enumerate(names):
        for there in range(len(names)):
            ways = [at for at in bits(steps[number]) if steps[at] >> there & 1 and at != there]
            if there != number and not steps[number] >> there & 1 and len(ways) > 1:
                return here, names[there], [names[at] for at in ways]
    raise AssertionError


def test_T32_a_way_leads_by_the_amulets_which_are_taken_or_left(board: Make) -> None:
    here, there, between = forked()
    script = """const way = new Way(board, given.here, given.extra);
      for (const hex of given.taps) way.tap(hex);
      for (const hex of given.left) way.left.add(hex);
      return way.lines;"""

    def lines(
        *taps: str, amulets: tuple[str, ...] = (), left: tuple[str, ...] = (), extra: bool = False
    ) -> Any:
        given = {"here": here, "taps": taps, "left": left, "extra": extra}
        return board(script, view(amulets=list(amulets)), given)

    first, last = between[0], between[-1]
    assert lines(there) == [f"move {here}-{first}-{there}"]
    by = [f"move {here}-{last}", "pick up", f"move {last}-{there}"]
    assert lines(there, amulets=(last,)) == by
    assert lines(there, amulets=(last, there)) == [*by, "pick up"]
    assert lines(there, amulets=(last,), left=(last,)) == [f"move {here}-{last}-{there}"]
    assert lines(there, amulets=(last,), extra=True) == ["amulet move", f"move {here}-{first}-{there}"]
    assert lines(there, there) == [f"move {here}-{first}"]  # the last step is taken back
    assert lines() == []


def test_T22_hexes_are_reached_in_the_fewest_steps(board: Make) -> None:
    steps = [int(mask, 16) for mask in SETTING["steps"]]
    names = SETTING["names"]
    reach = "return [...new Way(board, given).reach()];"
    for start in random.Random(7).sample(range(len(names)), 4):
        far, layer, expected = {start}, {start}, {}
        for step in (1, 2, 3):
            layer = {at for one in layer for at in bits(steps[one])} - far
            far |= layer
            expected |= dict.fromkeys((names[at] for at in layer), step)
        assert dict(board(reach, view(), names[start])) == expected


# ---- a treasure, and the log -------------------------------------------------------------------------------

CARDS = """
const say = (key, values) => values ? `${key} ${JSON.stringify(values)}` : key;
const app = { say, number: String };
const sign = () => document.createElement("i");
const same = (one) => one;
const cards = { app, board: given.board, name: same, sign, picture: sign, words: same, change: () => "" };
"""


TREASURE = {"map": "brown", "hex": "A00", "place": 0, "cards": 3}


def test_T26_who_is_still_asked_may_take_the_card(module: Make) -> None:
    script = f"""({{ division }}, given) => {{ {CARDS}
      const told = [], tell = (line, who) => told.push(who ? `${{line}} ${{who}}` : line);
      const parts = division(cards, given.treasure, tell);
      for (const part of parts) for (const one of part.querySelectorAll("button")) one.click();
      return told; }}"""
    asked = TREASURE | {"roses": ["green", "blue", "red"], "face": 4}
    for place, buttons in (
        (0, ["taken green", "taken blue", "taken red", "taken nobody"]),
        (1, ["taken blue", "taken red", "taken nobody"]),  # who refused is not asked again
        (2, ["take red", "pass red"]),  # red alone is left
    ):
        given = {"board": {"me": "red"}, "treasure": asked | {"place": place}}
        assert module("treasure.js", script, given, PAGE) == buttons


def test_T28_a_curse_is_offered_and_asks_for_another_one_where_there_may_be_one(module: Make) -> None:
    script = f"""({{ division }}, given) => {{ {CARDS}
      const told = [], parts = division(cards, given.treasure, (line) => told.push(line));
      if (!parts.at(-1).querySelector(".curse")) return ["no curse"];
      parts.at(-1).querySelector(".curse").click();
      for (const one of parts.at(-1).querySelectorAll(".btn")) one.click(); // the last one goes back
      if (!parts.at(-1).querySelector(".curse")) told.push("no way back");
      return told; }}"""
    turned = TREASURE | {"roses": ["red"], "face": None}
    for lines in (["reveal curse"], ["reveal curse curse"], ["reveal curse", "reveal curse curse"], []):
        given = {"board": {"me": "red"}, "treasure": turned | {"curses": lines}}
        assert module("treasure.js", script, given, PAGE) == (lines or ["no curse"])


def test_T28_what_a_curse_took_is_told_by_what_was_there(module: Make) -> None:
    def held(*all_: tuple[str, int, int]) -> list[dict[str, Any]]:
        return [{"colour": one, "amulets": amulets, "coins": coins} for one, amulets, coins in all_]

    script = f"({{ struck }}, given) => {{ {CARDS} return struck(cards, given.before); }}"
    before = held(("red", 0, 7), ("blue", 2, 9), ("green", 0, 0))
    now = held(("red", 0, 3), ("blue", 1, 9), ("green", 0, 0))
    given = {"board": {"table": {"players": now}}, "before": before}
    said = module("treasure.js", script, given, PAGE).replace("\\", "")
    assert '"number":4' in said
    assert 'play.gave_amulet {"player":"blue"}' in said
    assert "green" not in said


def test_an_entry_of_the_log_is_of_who_did_it(module: Make) -> None:
    script = f"""({{ logList }}, given) => {{ {CARDS}
      return [...logList(cards, null).querySelectorAll(".dot")].map((one) => one.className); }}"""
    lines = ["pick up", "reveal 4", "taken blue", "taken nobody", ["move A00-A01", "pick up"]]
    log = [{"seq": seq, "by": "red", "do": do} for seq, do in enumerate(lines)]
    found = module("log.js", script, {"board": {"table": {"log": log}}}, PAGE)
    assert found[::-1] == ["dot p-red", "dot", "dot p-blue", "dot", "dot p-red"]


def test_the_review_shows_what_each_clue_left(module: Make) -> None:
    masks = [int(mask, 16) for mask in map(SETTING["masks"].get, map(str, POSITION.maps["brown"].clues))]
    plays, left = [], (1 << len(SETTING["names"])) - 1
    for seq, (clue, mask) in enumerate(zip(POSITION.maps["brown"].clues, masks, strict=True)):
        play = {"seq": seq, "by": "red", "map": "brown", "clue": str(clue), "bits": 1.0}
        plays.append(play | {"before": f"{left:x}", "after": f"{(left := left & mask):x}"})
    players = [
        {"colour": one, "name": None, "bits": bits, "coins": 3} for one, bits in (("blue", 3.0), ("red", 2.0))
    ]
    script = """async ({ Review }, [setting, reviewed]) => {
      const host = document.createElement("div");
      const ask = async (what) => what === "review" ? reviewed : setting;
      const table = { setting: "a", own: null, log: [], outcome: { winners: ["red"] } };
      const view = { you: null, seats: [], table };
      document.body.append(host);
      const app = { say: (key) => key, title() {}, number: String, language: "en", ask, view };
      const review = new Review(host, app);
      await review.show(view);
      const found = [[...host.querySelectorAll("h2, tr")].map((one) => one.textContent)];
      for (const at of ["1", "0"]) {
        review.order.value = at;
        review.order.dispatchEvent(new Event("input"));
        const off = host.querySelectorAll("[data-hex][aria-disabled]").length;
        found.push([off, review.lines.map((line) => line.getAttribute("aria-current"))]);
      }
      host.remove();
      return found;
    }"""
    reviewed = {"players": players, "plays": plays, "raised": []}
    found = module("review.js", script, [SETTING, reviewed], PAGE)
    out = [104 - int(play["after"], 16).bit_count() for play in plays]
    won = ["common.redplay.coinscommon.won", "common.blueplay.coins"]
    assert found[0] == ["review.won", *won, "review.bits"]  # who has won comes first, whoever narrowed more
    assert found[1:] == [[out[1], ["false", "true"]], [out[0], ["true", "false"]]]


# ---- the set-up, and dealt games ---------------------------------------------------------------------------


def test_undo_leads_from_any_set_up_back_to_any_other(module: Make) -> None:
    rng = random.Random(5)

    def random_draft(layout: str) -> Draft:
        draft = Draft(layout=layout)
        for line in draft.drawn(rng):
            if rng.random() < 0.7:
                draft = _if_possible(draft, line)
        return draft

    def snapshot(draft: Draft) -> dict[str, Any]:
        standing = [[name, [kind, draft.facings.get(name, "")]] for kind, name in draft.placed]
        return {"layout": draft.layout, "standing": sorted(standing)}

    for layout in ("ABC+0", "ABC+0", "ABC+0", "ACB+1"):
        then, now = random_draft("ABC+0"), random_draft(layout)
        for line in [f"face {name} N" for name in now.hexes("statue")][:1]:
            now = now.told(line, None, ())
        for name in now.hexes("statue")[1:]:  # some stand in both, turned or not
            if layout == "ABC+0" and name not in then.hexes("statue"):
                then = _if_possible(then, f"place statue {name}")
        unturned = replace(now, facings={})
        for begin, end in ((now, then), (then, now), (now, now), (now, unturned), (unturned, now)):
            script = "({ undoing }, [now, then]) => undoing(now, then)"
            lines = module("draft.js", script, [snapshot(begin), snapshot(end)], PAGE)
            for line in lines:
                begin = begin.told(line, None, ())
            assert snapshot(begin) == snapshot(end)


def _if_possible(draft: Draft, line: str) -> Draft:
    try:
        return draft.told(line, None, ())
    except ToolkitError:
        return draft


def test_many_actions_are_few_buttons_that_lead_to_all_of_them(module: Make) -> None:
    actions = [f"draw {number}" for number in range(1, 13)] + ["draw", "pass", *(f"build {n}" for n in "ab")]

    def grouped(of: list[str], opened: Sequence[str] = ()) -> list[list[Any]]:
        script = """({ grouped }, [all, opened]) => grouped(all, opened)
          .map(({ words, actions }) => [words, actions.map((one) => one.do)])"""
        told = [[_choice(one) for one in some] for some in (of, opened)]
        return list(module("choices.js", script, told, PAGE))

    groups = dict(grouped(actions))
    assert [*groups] == ["Draw", "Pass", "Build at"]
    assert sorted(one for group in groups.values() for one in group) == sorted(actions)
    assert [these for _, these in grouped(actions, groups["Draw"])] == [[one] for one in groups["Draw"]]
    assert [words for words, _ in grouped(actions, ["draw 1"])] == ["Draw 1"]
    assert [these for _, these in grouped(actions[:8])] == [[one] for one in actions[:8]]
    assert len(grouped(actions[:12])) == 12  # the only kind is opened by itself
    paid = [f"pay {colour} {number}" for colour in ("red", "blue", "green") for number in range(10)]
    assert [these for _, these in grouped(paid, paid[:24])] == [[one] for one in paid[:24]]
    assert [words for words, _ in grouped(paid)] == ["Pay red", "Pay blue", "Pay green"]


def _choice(do: str) -> dict[str, Any]:
    label = do.capitalize().replace("Build", "Build at")
    return {"do": do, "label": label, "sort": do.split()[0], "places": []}


def test_T10_a_deck_is_saved_with_52_cards_neither_more_nor_fewer(module: Make) -> None:
    script = """({ DeckEditor }, data) => {
      const host = document.createElement("div"), bar = document.createElement("div"), say = (key) => key;
      document.body.append(host);
      const editor = new DeckEditor(host, { say, title() {}, number: String, bar }, data, () => {});
      const key = (name) => host.querySelector("[data-clue='in lake']")
        .dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
      const found = [], note = () => found.push([editor.copies["in lake"] ?? 0, editor.save.disabled]);
      note();
      host.querySelector(".deck-acts button").click();
      note();
      for (const name of ["+", "-", "-", "-"]) {
        key(name);
        note();
      }
      editor.undo.click();
      note();
      editor.leave();
      host.remove();
      return found;
    }"""
    found = module("deck.js", script, deck_data(None, "en"), PAGE)
    assert found == [[0, True], [1, False], [2, True], [1, False], [0, True], [0, True], [1, False]]
