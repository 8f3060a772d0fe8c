"""The picture of a table of Wazabi: dice with their faces, hidden hands, every card with its sign, words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from playing import decisions, do
from wazabi_helpers import table

from toolkit.core.errors import ToolkitError
from toolkit.core.pictures import Picture, Theme
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.games.wazabi.cards import NAMES
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.picture import draw_table
from toolkit.games.wazabi.state import WazabiState

HANDS = {"hand 0": ["lose 1 die", "draw 3", "draw 3"], "hand 1": ["swap dice"], "before 2": ["miss a turn"]}
PEOPLE = ["Anna", '<b>&"x', "Bartholomäus der Dritte", "آنا", "Bob", "Cleo"]


def picture(state: WazabiState, seer: int | None, language: str = "en", theme: Theme = "auto") -> Picture:
    """Return the picture of a seat."""
    return draw_table(state.observation(seer), GAME.telling(language, PEOPLE, seer), theme)


def seat(state: WazabiState, seer: int | None, player: int, language: str = "en") -> Element:
    """Return the group of a player on the picture of a seat."""
    groups = ElementTree.fromstring(picture(state, seer, language)).iter()
    (found,) = [one for one in groups if one.get("data-seat") == str(player)]
    return found


def words(group: Iterable[Element]) -> list[str]:
    """Return the words of dice and cards in a group."""
    return [one.attrib["aria-label"] for one in group if one.get("role") == "img"]


def small(group: Element, side: str) -> int:
    """Return how many cards are only counted there."""
    return sum(one.get("class") == side and one.get("href") == "#wz-small" for one in group.iter())


def test_dice_have_the_faces_of_the_roll_until_they_are_given() -> None:
    state = table(3, dice=[5, 1, 2], heaps=HANDS)
    assert words(seat(state, 1, 0).iter()) == ["die"] * 5
    do(state, "roll 2 wazabi 1 card 2 die", "draw swap hands", "give 1")
    shown = words(seat(state, 1, 0).iter())
    assert shown == ["die: wazabi"] * 2 + ["die: card"] + ["die: to give"]
    assert words(seat(state, 0, 1).iter()) == ["die"] * 2


def test_hands_are_seen_by_their_players_alone() -> None:
    state = table(3, heaps=HANDS)
    cards = [word for word in words(seat(state, 0, 0).iter()) if word != "die"]
    assert cards == ["Lose a die, cost 1", "Draw three cards, cost 1, 2 of them"]
    assert small(seat(state, 1, 0), "back") == 3
    assert small(seat(state, 0, 0), "back") == 0
    assert set(words(seat(state, None, 0).iter())) == {"die"}
    assert small(seat(state, 0, 2), "face") == 1  # the card that lies before the player (W-20)
    assert seat(state, 0, 2).attrib["aria-label"] == f"{PEOPLE[2]}, 4 dice, 0 cards, misses 1 turn"
    assert seat(state, 1, 1).attrib["aria-label"] == f"{PEOPLE[1]} (you), 4 dice, 1 card"


def test_every_card_has_its_cost_and_its_sign() -> None:
    drawn = {}
    for deck in ("rulebook", "first"):
        state = table(3, deck=deck, rest="hand 0")
        hand = [one for one in seat(state, 0, 0).iter() if one.get("data-place") in NAMES]
        assert len(hand) == 10
        for card in hand:
            drawn[card.attrib["data-place"]] = ElementTree.tostring(card[-1])
    assert drawn.keys() == set(NAMES)
    assert len(set(drawn.values())) == len(NAMES)


def test_the_end_and_an_unknown_theme() -> None:
    state = table(3, dice=[1, 4, 4], play_on=True)
    do(state, "roll 1 die", "give 1")
    assert seat(state, 0, 0).attrib["aria-label"].endswith("finished, place 1")
    state = table(3, dice=[1, 4, 4])
    do(state, "roll 1 die", "give 1")
    told = "Anna has no dice left. Anna has won. The rivals are left with 9 dice."
    assert f"<title>Wazabi, turn 1, the game is over, {told}</title>" in picture(state, 1)
    assert words(seat(state, 1, 1).iter()) == ["die"] * 5
    with pytest.raises(ToolkitError, match="purple"):
        picture(state, 1, theme="purple")  # type: ignore[arg-type]
    assert "player 1" in (state.observation(1).picture or "")


def written(drawn: Picture) -> Iterator[str]:
    """Yield all that a picture says, to the eye and to screen readers, without the names of people."""
    for one in ElementTree.fromstring(drawn).iter():
        if not one.tag.endswith("style"):
            yield from (
                re.sub(f"{ISOLATE}[^{POP}]*{POP}", "", text)
                for text in (one.text, one.get("aria-label"))
                if text
            )


@pytest.mark.parametrize(
    ("edition", "players"), [("first", 3), ("team-tournament", 6), ("first-play-on", 4), ("rulebook", 2)]
)
def test_whole_games_are_drawn_in_persian_without_a_foreign_letter_or_digit(
    edition: str, players: int
) -> None:
    state = GAME.new(players, GAME.editions[edition])
    told = {
        text
        for number, _ in enumerate(decisions(state, Random(edition)))
        if number % 7 == 0
        for text in written(picture(state, 0, "fa"))
    }
    told |= {*written(picture(state, 0, "fa"))}
    assert state.outcome()
    assert len(told) > 50
    assert not [text for text in told if re.search("[A-Za-z0-9]", text)]


def test_names_of_either_script_are_cut_where_there_is_no_room_for_them() -> None:
    state = table(4, heaps=HANDS, teams=True, rounds=3)
    assert seat(state, 0, 1, "fa").attrib["aria-label"].startswith(f"{ISOLATE}{PEOPLE[1]}{POP}، ۴ تاس")
    heads = [
        next(one.text for one in seat(state, 2, player).iter() if one.get("class") == "start name")
        for player in range(4)
    ]
    assert heads == ["Anna", '<b>&"x', "Bartholom… (you)", f"{ISOLATE}آنا{POP}"]
