"""The pictures of Mangrovia: every space and piece is there once, and nothing that a seat does not see."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from solvers.mangrovia import settled
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.mangrovia import GAME, RECONSTRUCTED, Rules, board_picture, read_board
from toolkit.games.mangrovia.components import FREE_TILE
from toolkit.games.mangrovia.pictures.drawing import observation_picture

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from toolkit.games.mangrovia.state import MangroviaState

SVG = "{http://www.w3.org/2000/svg}"
BOARD = read_board()
SECTION_6 = {
    "red": "a1 a5 b2 b4 f6 h5 r1 r2 r3",
    "yellow": "a2 a6 c2 e1 e6 g2",
    "purple": "a3 a4 c3 d5 f7 g8 h7",
    "orange": "c5 c6 e3 f5 g5 h6 h1",
}


def played(players: int, steps: int, rules: Rules | None = None) -> MangroviaState:
    """Return a game after so many random steps, or at its end."""
    random, state = Random(players), GAME.new(players, rules or Rules())
    for _ in range(steps):
        if state.outcome():
            break
        outcomes = state.chance_outcomes() if state.to_act() == CHANCE else ()
        state.apply(random.choice([action for action, _ in outcomes] or state.legal_actions()))
    return state


def late_game() -> MangroviaState:
    """Return the position of the digest's section 6, with the boat at pier 9 and a stone tile left."""
    state, end = played(4, 60), settled(SECTION_6, doubles="h1", pole="f5 g5 f7 f6 h7 h6 h5")
    state.owners, state.sizes, state.pole = tuple(end.owners), tuple(end.sizes), tuple(end.pole)
    state.stone = tuple(FREE_TILE if state.owners[space] < 0 else -1 for space in BOARD.stone)
    state.tiles, state.points = ((), (0, 8), (), ()), [17, 23, 31, 40]
    state.birds, state.pier, state.start, state.bowls = (1, 3), 9, 2, (0, -1, 3, 2, -1, 1)
    return state


def seen_by(state: MangroviaState, seat: int | None) -> str:
    """Return what a seat sees, as the game draws it."""
    return str(GAME.picture(state.observation(seat)))


def drawn(picture: str) -> dict[str, Element]:
    """Return what is drawn with words by its name, once each; players have ``player 0`` and ``hand 0``."""
    root = ElementTree.fromstring(picture)
    found: dict[str, Element] = {}
    for one in root.iter():
        for kind in ("place", "player", "hand"):
            if name := one.get(f"data-{kind}"):
                key = name if kind == "place" else f"{kind} {name}"
                assert key not in found
                assert one.get("role") == "img"
                found[key] = one
    return found


def words(picture: str) -> dict[str, str]:
    """Return the words of what is drawn, by its name."""
    return {name: one.findtext(f"{SVG}title", "") for name, one in drawn(picture).items()}


def classes(one: Element) -> list[str]:
    """Return the classes of what lies there."""
    return [part.attrib["class"] for part in one.iter() if "class" in part.attrib]


def test_a_bare_board_shows_every_place_once_and_its_label() -> None:
    picture = board_picture(BOARD)
    told = words(picture)
    ritual = {f"R{number}" for number in range(1, 7)} | {f"pier {number}" for number in range(1, 13)}
    rocks = {f"rock {name}" for name in ("mangrove", "reed", "sand", "water")}
    spaces = {space.id for space in BOARD.spaces}
    assert set(told) == spaces | {path.id for path in BOARD.paths} | ritual | rocks | {"start"}
    assert f">{RECONSTRUCTED}</text>" in picture
    assert told["c1"] == "c1: sand, 7 in cards, 1 point, on V2 and H1, free"
    assert told["g3"] == "g3: water, 3 in amulets, 1 point, on V4 and H2, grey mark, free"
    assert told["e5"].startswith("e5: reed/water, 9 in cards, 3 points")
    assert told["r8"] == "r8: water, 7 in cards, 2 points, amulet space, white mark, free"
    assert told["V1"] == "statue of V1: 12 points for the most huts, 6 for the second most"
    assert told["pier 5"] == "pier 5: 2 face-up cards or 2 face-down cards"
    assert told["pier 11"] == "pier 11: 1 hut, then 1 face-down card"
    marks = Counter(re.findall(r'href="#mv-mark" fill="([^"]*)"', picture.split("layer-islands")[0]))
    assert sorted(marks.values()) == [3, 7]  # M-7


def test_huts_and_pieces_lie_where_the_position_says() -> None:
    state = late_game()
    picture = seen_by(state, 1)
    told, found = words(picture), drawn(picture)
    colours = ("yellow", "red", "turquoise", "orange")
    for space, owner, size in zip(BOARD.spaces, state.owners, state.sizes, strict=True):
        hut = f"hut {colours[owner]}{' double' * (size == 2)}"
        assert classes(found[space.id]) == [hut] * (owner >= 0)
        assert told[space.id].endswith("free") == (owner < 0)
    assert "double hut of player 3 (orange)" in told["h1"]
    assert told["h5"].endswith("pole tile 8")
    assert told["c4"].endswith("stone tile free landscape, free")
    assert [name for name in found if classes(found[name]) == ["bird"]] == ["rock reed", "rock water"]
    assert [name for name in found if "boat" in classes(found[name])] == ["pier 9"]
    assert told["R3"] == "ritual space R3, piers 3 and 10: bowl of player 3 (orange)"
    assert classes(found["R1"]) == ["bowl yellow"]
    assert classes(found["R2"]) == []
    assert "points 23" in told["player 1"]
    assert told["player 1"].endswith("stone tile card 3")
    assert [name for name in told if told[name].endswith("talisman")] == ["player 2"]
    assert told["start"]
    assert "pole tiles to come: 9" in picture


def test_own_cards_are_drawn_and_those_of_others_only_counted() -> None:
    state = played(3, 140, Rules(stone_tiles="all"))
    hand = state.valuables.cards[1]
    told = words(seen_by(state, 1))
    assert [name for name in told if name.startswith("hand")] == ["hand 1"]
    assert hand
    assert told["hand 1"].startswith(f"your hand: {', '.join(map(str, hand))}")
    assert f"valuables {len(hand)}, " in words(seen_by(state, 0))["player 1"]
    assert not [name for name in words(seen_by(state, None)) if name.startswith("hand")]
    for seat in range(3):
        others = state.observation(seat)
        for seed in range(5):
            assert seen_by(others.sample_world(Random(seed)), seat) == seen_by(state, seat)


@pytest.mark.parametrize(("neutral", "colours"), [("one", {"grey"}), ("by_mark", {"grey", "white"})])
def test_neutral_huts_and_the_blocked_ritual_space(neutral: Any, colours: set[str]) -> None:
    found = drawn(seen_by(played(2, 30, Rules(neutral_colours=neutral)), 0))  # M-7, M-8, B1
    marked = [space for space in BOARD.spaces if space.mark != "none"]
    huts = [classes(found[space.id])[0].split()[1] for space in marked]
    assert set(huts) == colours
    assert len(huts) == 10
    assert classes(found["R6"]) == ["bowl grey"]


def test_an_owners_board_of_another_size() -> None:
    shipped = files("toolkit.games.mangrovia").joinpath("data")
    board, paths = (
        shipped.joinpath(name).read_text("utf-8") for name in ("board-reconstructed.csv", "paths.csv")
    )
    moved = board.replace("g8,grid,g,8,", "temple-1,grid,g,11,").replace("r7,islet", "r7,coast")
    moved = re.sub(r"(?<=,grid,)[a-h]", lambda found: chr(ord(found[0]) + 4), moved)
    paths = re.sub(r"(?<=column )[a-h]", lambda found: chr(ord(found[0]) + 4), paths)
    owned = read_board(moved, paths)
    picture = board_picture(owned)
    found = drawn(picture)
    assert {space.id for space in owned.spaces} <= set(found)
    assert ">an owner&#x27;s board</text>" in picture
    assert RECONSTRUCTED not in picture
    place = {name: one.attrib["transform"] for name, one in found.items()}
    assert len(set(place.values())) == len(place)
    width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture)[0])
    for there in place.values():
        x, y = map(float, re.findall(r"-?[\d.]+", there))
        assert 0 < x < width
        assert 0 < y < height
    assert ">l</text>" in picture


@pytest.mark.parametrize("players", range(2, 6))
def test_pictures_are_small_and_whole(players: int) -> None:
    state = played(players, 5_000, Rules(stone_tiles="all"))
    for theme in ("light", "dark", "print"):
        picture = observation_picture(state.observation(0), theme)
        assert picture == observation_picture(state.observation(0), theme)
        assert "the game is over" in picture
        assert len(picture.encode()) < 64_000
        root = ElementTree.fromstring(picture)
        ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
        assert len(ids) == len(set(ids))
        named = re.findall(r'(?:href="|url\()#([\w-]+)', picture)
        assert set(named) <= set(ids)  # a symbol that is not there leaves a hole
        assert RECONSTRUCTED in picture


def test_no_other_theme() -> None:
    with pytest.raises(ToolkitError, match="purple"):
        board_picture(BOARD, "purple")  # type: ignore[arg-type]
