"""The page of Wazabi: what lies on it, in words, what a choice would bring, and a turn by taps."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from random import Random

import pytest
from browsing import PHONE, Make
from playing import decisions, do
from rooms import Rooms
from taps import join, read

from toolkit.core.telling.teller import people
from toolkit.games.wazabi.game import GAME
from workbench.table.scenes.wazabi import SCENE

NAMES = ("me:آنا", "me:بابک", "me:کلئو", "me:دارا", "me:اِما", "me:فرشته")
LATIN = re.compile("[A-Za-z0-9]")
KEYS = ("place", "face", "is", "does")  # read by the page, not by people


@pytest.mark.parametrize(
    ("edition", "players"), [("rulebook", 2), ("first-play-on", 4), ("team-tournament", 6)]
)
def test_all_that_can_be_chosen_lies_there_and_persian_has_no_other_letters(
    edition: str, players: int
) -> None:
    kinds, names = Counter[str | None](), people(NAMES[:players], "fa")
    for state in islice(decisions(GAME.new(players, GAME.editions[edition]), Random(edition)), 150):
        acts, kind = state.to_act(), state.decision_kind()
        kinds[kind] += 1
        if kinds[kind] > 15:
            continue
        seen, teller = state.observation(acts), GAME.telling("fa", names, acts)
        scene = SCENE.lay(seen, teller)
        room = SCENE.lay(state.observation(None), GAME.telling("fa", names))
        assert {place for one in seen.actions for place in seen.places(one)} <= {*read(scene, "place")}
        texts = [*read(scene, skip=KEYS), *read(room, skip=KEYS)]
        texts += [SCENE.effect(seen, [action], teller).told for action in seen.actions]
        assert [text for text in texts if LATIN.search(text)] == []
        assert room["own"] is None
        assert len(room["others"]["players"]) == players == len(scene["others"]["players"]) + 1
    assert {"give", "card", "player", "side"} <= kinds.keys()


@pytest.mark.parametrize(
    ("lines", "told", "pays"),
    [
        ("give 1", "Bob gets the die and rolls it next turn.", 0),
        ("play lose 1 die", "1 of your dice leaves the game.", 0),
        ("play play again", "You roll all your dice once more. Then it is the turn of Cleo.", 0),
        ("play others keep 2", "Bob must discard 1 card.", 0),
        ("play miss a turn; choose 2", "Cleo misses the next turn.", 0),
        ("play swap hands", "", 0),
        ("play swap hands; choose 1", "You give Bob 5 cards and get 3 cards.", 5),
        ("play pass dice; choose left", "You give Bob 3 dice and get 2 dice from Cleo.", 0),
        ("no card", "Your turn ends without a card.", 0),
    ],
)
def test_what_a_choice_would_bring_is_said_before(lines: str, told: str, pays: int) -> None:
    hand = ["lose 1 die", "play again", "others keep 2", "miss a turn", "pass dice", "swap hands"]
    position = {"format": GAME.position.form, "me": 0, "dice": [3, 4, 2], "hands": [6, 3, 1], "hand": hand}
    state = GAME.complete(GAME.position.parse(json.dumps(position)), Random(1))
    do(state, "roll 2 wazabi 1 die" if lines.startswith("give") else "roll 3 wazabi")
    actions = [GAME.parse(line, 3, state.rules) for line in lines.split("; ")]
    effect = SCENE.effect(state.observation(0), actions, GAME.telling("en", ["Anna", "Bob", "Cleo"], 0))
    assert (effect.told, len(effect.pays)) == (told, pays)


def test_a_die_is_given_and_a_card_played_by_taps(room: Rooms, opened: Make) -> None:
    one = room("wazabi", "me,random,me", seed=3)
    page, other = opened(one.url, own=True, **PHONE), one.phone(2)
    join(page, 0, "Anna")
    page.wait_for_selector(".other.can")
    assert page.inner_text(".steps [aria-current]") == "Give"
    assert page.locator(".can").count() == 2
    page.tap(".held", force=True)
    page.wait_for_selector(".refusal >> text=You have 1 die to give.")
    page.tap(".other.can >> nth=0")
    page.wait_for_selector(".choices .main")
    who = page.inner_text(".other.on bdi")
    assert page.inner_text(".prompt") == f"{who} gets the die and rolls it next turn."
    assert page.inner_text(".choices .main") == f"Give a die to {who}"
    page.tap(".choices .main")
    page.wait_for_selector(".held.can")
    assert page.inner_text(".steps [aria-current]") == "Play"
    assert other.state()["table"]["log"][-1]["text"].startswith("Anna gives")
    page.tap("text=Take it back")
    page.wait_for_selector(".other.can")
    assert page.locator("text=Take it back").count() == 0
