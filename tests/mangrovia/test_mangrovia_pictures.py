"""The pictures of Mangrovia: every space and piece is there once, and nothing that a seat does not see."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from itertools import islice
from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from mangrovia_helpers import new_game, random_game, table

from toolkit.core.errors import ToolkitError
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.core.telling.teller import Teller, people
from toolkit.games.mangrovia import GAME, RECONSTRUCTED, board_picture, read_board
from toolkit.games.mangrovia.components import FREE_TILE, LANDSCAPES
from toolkit.games.mangrovia.picture import told_picture
from toolkit.games.mangrovia.state import MangroviaState

BOARD = read_board()
OUTSIDE = re.compile(f"{ISOLATE}[^{POP}]*{POP}")
HUTS = "0 a1, 3 h1x2 f5, 1 r7, 2 h5, 1 b2"
SEATS = {
    "a1": "seat-0",
    "h1": "seat-3 double",
    "f5": "seat-3",
    "r7": "seat-1",
    "h5": "seat-2",
    "b2": "seat-1",
}


def played(state: MangroviaState, steps: int = 5_000) -> MangroviaState:
    """Return a game after so many random steps, or at its end."""
    *_, last = islice(random_game(state, Random(state.players)), steps)
    return last


def seen_by(state: MangroviaState, seat: int | None) -> str:
    """Return what a seat sees, as the game draws it."""
    return str(state.observation(seat).picture)


def drawn(picture: str) -> dict[str, Element]:
    """Return what is drawn with words by its name, once each but cards; rows are ``player 0``, ``of 0``."""
    found: dict[str, Element] = {}
    for one in ElementTree.fromstring(picture).iter():
        seat, name = one.get("data-seat"), one.get("data-place") or ""
        if seat:
            name = f"{'of' if f'player {seat}' in found else 'player'} {seat}"
        if name and not re.match("(hand|open|start|amulet|tile) ", name):
            assert name not in found
            found[name] = one
    return found


def words(picture: str) -> dict[str, str]:
    """Return the words of what is drawn, by its name."""
    return {
        name: one.findtext("{http://www.w3.org/2000/svg}title", "") for name, one in drawn(picture).items()
    }


def classes(one: Element) -> list[str]:
    """Return the classes of the pieces that lie there."""
    found = [part.attrib.get("class", "") for part in one.iter()]
    return [name for name in found if name.split(" ")[0] in ("hut", "bowl", "bird", "boat")]


def test_a_bare_board_shows_every_place_once_and_its_label() -> None:
    picture = board_picture(BOARD)
    told = words(picture)
    ritual = {f"R{number}" for number in range(1, 7)} | {f"pier {number}" for number in range(1, 13)}
    places = {f"rock {name}" for name in LANDSCAPES} | {one.id for one in (*BOARD.spaces, *BOARD.paths)}
    assert set(told) == places | ritual | {"start"}
    assert f">{RECONSTRUCTED}</text>" in picture
    assert told["c1"] == "c1: sand, 7 in cards, 1 point, on V2 and H1, free"
    assert told["g3"] == "g3: water, 3 in amulets, 1 point, on V4 and H2, grey mark, free"
    assert told["e5"].startswith("e5: reed/water, 9 in cards, 3 points")
    assert told["r8"] == "r8: water, 7 in cards, 2 points, amulet space, white mark, free"
    assert told["V1"] == "statue of V1: 12 points for the most huts, 6 for the second most"
    assert told["pier 5"] == "pier 5: two face-up or two face-down cards"
    assert told["pier 11"] == "pier 11: one hut, then one face-down card"
    marks = Counter(re.findall(r'class="(\w+)"><use href="#mv-mark"', picture))
    assert sorted(marks.values()) == [3, 7]  # M-7


def test_huts_and_pieces_lie_where_the_position_says() -> None:
    things = {"huts": HUTS, "bowls": "3 R4", "birds": "reed water", "start": "2"}
    state = table(2, things=things | {"tiles 1": "statue V1, card 3"})
    state.stone = tuple(FREE_TILE if BOARD.spaces[n].id == "c4" else -1 for n in BOARD.stone)
    state.points[1] = 23
    picture = seen_by(state, 1)
    told, found = words(picture), drawn(picture)
    stands = {space.id: classes(found[space.id]) for space in BOARD.spaces}
    huts = {name: hut[0].removeprefix("hut ") for name, hut in stands.items() if hut}
    assert huts == SEATS
    assert "double hut of player 4" in told["h1"]
    assert told["h5"].endswith("hut of player 3, pole tile 3")
    assert told["c4"].endswith("stone tile: a free landscape card, free")
    assert [name for name in found if classes(found[name]) == ["bird"]] == ["rock reed", "rock water"]
    assert [name for name in found if "boat" in classes(found[name])] == ["pier 2"]
    assert told["R4"] == "ritual space R4, piers 4 and 9: bowl of player 4"
    assert [classes(found[f"R{n}"]) for n in (2, 3, 4)] == [["bowl seat-0"], [], ["bowl seat-3"]]
    assert "points 23" in told["player 1"]
    assert told["player 1"].startswith("player 2 (you): ")
    assert told["player 1"].endswith("stone tile: a valuables card worth 3")
    assert [name for name in told if told[name].endswith("talisman")] == ["player 2"]
    assert "pole area, tiles to come: 4 5 6 7 8 9" in picture


def test_own_cards_are_drawn_and_those_of_others_only_counted() -> None:
    state = played(new_game(3, stone_tiles="all"), 140)
    hand, picture = state.valuables.cards[1], seen_by(state, 1)
    told = words(picture)
    assert [name for name in told if name.startswith("of ")] == ["of 1"]
    assert hand
    assert told["of 1"].startswith(f"your hand: {', '.join(map(str, hand))}")
    assert f"valuables {len(hand)}, " in words(seen_by(state, 0))["player 1"]
    assert not [name for name in words(seen_by(state, None)) if name.startswith("of ")]
    assert seen_by(state.observation(1).sample_world(Random(0)), 1) == picture


@pytest.mark.parametrize(("neutral", "colours"), [("one", {"grey"}), ("by_mark", {"grey", "white"})])
def test_neutral_huts_and_the_blocked_ritual_space(neutral: str, colours: set[str]) -> None:
    found = drawn(seen_by(table(1, 2, neutral_colours=neutral), 0))  # M-7, M-8, B1
    marked = [space for space in BOARD.spaces if space.mark != "none"]
    assert len(marked) == 10
    assert {classes(found[space.id])[0].split()[1] for space in marked} == colours
    assert classes(found["R6"]) == ["bowl grey"]


def test_an_owners_board_of_another_size() -> None:
    shipped = files("toolkit.games.mangrovia").joinpath("data")
    names = ("board-reconstructed.csv", "paths.csv")
    board, paths = (shipped.joinpath(name).read_text("utf-8") for name in names)
    moved = board.replace("g8,grid,g,8,", "temple-1,grid,g,11,").replace("r7,islet", "r7,coast")
    moved = re.sub(r"(?<=,grid,)[a-h]", lambda found: chr(ord(found[0]) + 4), moved)
    paths = re.sub(r"(?<=column )[a-h]", lambda found: chr(ord(found[0]) + 4), paths)
    owned = read_board(moved, paths)
    picture = board_picture(owned)
    found = drawn(picture)
    assert {space.id for space in owned.spaces} <= set(found)
    assert ">an owner&#x27;s board</text>" in picture
    assert RECONSTRUCTED not in picture
    assert ">l</text>" in picture
    places = {one.attrib["transform"] for one in found.values()}
    assert len(places) == len(found)
    width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture)[0])
    inside = [tuple(map(float, re.findall(r"-?[\d.]+", place))) for place in places]
    assert all(0 < x < width and 0 < y < height for x, y in inside)


NAMES = ["me:Bartholomäus der Dritte", "greedy", 'me:<b>&"x', "me:محمدعلی شهریاری‌نژاد", "me"]


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("steps", [60, 5_000])
def test_a_persian_picture_has_names_of_people_and_nothing_english(players: int, steps: int) -> None:
    state = played(new_game(players, stone_tiles="all", neutral_colours="by_mark"), steps)
    named = people(NAMES[:players], "fa")
    picture = GAME.picture(state.observation(0), GAME.telling("fa", named, 0))
    root = ElementTree.fromstring(picture)
    texts = [text for one in root.iter() for text in (one.text, one.get("aria-label")) if text]
    english = [text for text in texts if re.search("[A-Za-z0-9]", OUTSIDE.sub("", text))]
    assert [text for text in english if not text.startswith(".mangrovia")] == []  # the sheet is one
    told = words(picture)
    for seat, name in enumerate(named):
        who = f"{ISOLATE}{name}{POP}{' (شما)' * (seat == 0)}: "
        assert told[f"player {seat}"].startswith(who)
    written = [one.text or "" for one in root.iter() if one.tag.endswith("text")]
    assert max(len(text) for text in written if "Bartho" in text) < 26


def test_names_are_written_and_pieces_numbered_from_1() -> None:
    state = played(new_game(3), 300)
    picture = GAME.picture(state.observation(1), GAME.telling("en", people(NAMES[:3], "en"), 1))
    told = words(picture)
    huts = {told[space.id].partition("hut of ")[2].partition(",")[0] for space in BOARD.spaces}
    assert {"Bartholomäus der Dritte", "greedy", '<b>&"x'} <= huts
    assert "hut of &lt;b&gt;&amp;&quot;x" in picture
    assert GAME.picture(state.observation(1), Teller({}, "en", people(NAMES[:3], "en"), 1)) == picture
    found = drawn(picture)
    shown = {
        (one.attrib["class"].split()[1], "".join(one.itertext()))
        for space in BOARD.spaces
        for one in found[space.id].iter()
        if one.get("class", "").startswith("hut ")
    }
    assert {("seat-0", "1"), ("seat-1", "2"), ("seat-2", "3")} <= {
        (colour, re.sub(r"\D", "", text)[:1]) for colour, text in shown
    }


@pytest.mark.parametrize("players", [2, 5])
def test_pictures_are_small_and_whole(players: int) -> None:
    state = played(new_game(players, stone_tiles="all"))
    teller = GAME.telling("en", people(["me"] * players, "en"), 0)
    for theme in ("auto", "light", "dark", "print"):
        picture = told_picture(state.observation(0), teller, theme)
        assert not re.findall(r' (?:style|fill|stroke)="', picture)
        assert "the game is over" in picture
        assert RECONSTRUCTED in picture
        assert len(picture.encode()) < 72_000
        ids = re.findall(r' id="([^"]*)"', picture)
        assert len(ids) == len(set(ids))
        named = re.findall(r'(?:href="|url\()#([\w-]+)', picture)
        assert set(named) <= set(ids)  # a symbol that is not there leaves a hole
    assert picture == told_picture(state.observation(0), teller, "print")


def test_no_other_theme() -> None:
    with pytest.raises(ToolkitError, match="purple"):
        board_picture(BOARD, "purple")  # type: ignore[arg-type]
