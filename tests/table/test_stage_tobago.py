"""The page of dealt Tobago: what its scene tells, and turns by taps on tabs, cards and map."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from browsing import PHONE, Make, touch, unfit, until
from rooms import Rooms
from taps import join

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.telling.teller import people
from toolkit.games.tobago.actions import (
    AmuletClue,
    AmuletExchange,
    Exchange,
    LayClue,
    PickUp,
    Raise,
    RemoveCube,
)
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.rules import COLOURS
from toolkit.games.tobago.state import TobagoState
from workbench.table.scenes.tobago import SCENE

NAMES = ("me:آنا", "me:بابک", "me:کلئو", "me:دارا")
LATIN, HEX = re.compile("[A-Za-z]"), re.compile(r"[ABC]\d\d")
KEYS = ("setting", "colours", "me", "table", "stops", "sign")  # read by the page, not by people


def games(players: int, edition: str, seed: int) -> Iterator[TobagoState]:
    """The decisions of a game with many treasures and amulets."""
    state, random = GAME.new(players, GAME.editions[edition]), Random(seed)
    while state.to_act() != TERMINAL:
        if state.to_act() == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        yield state
        legal = state.legal_actions()
        eager = [one for one in legal if isinstance(one, LayClue | Raise | PickUp)]
        state.apply(random.choice(eager if eager and random.random() < 0.7 else legal))


def read(data: Any) -> Iterator[str]:
    """All texts that people read."""
    if isinstance(data, str):
        yield data
    for name, part in data.items() if isinstance(data, dict) else ():
        yield from read(part) if name not in KEYS else ()
    for part in data if isinstance(data, list) else ():
        yield from read(part)


@pytest.mark.parametrize(("edition", "players", "seed"), [("rulebook", 2, 1), ("protected-go-on", 4, 5)])
def test_all_that_can_be_chosen_is_there_and_persian_has_no_other_letters(
    edition: str, players: int, seed: int
) -> None:
    sorts, names = set(), people(NAMES[:players], "fa")
    for number, state in enumerate(games(players, edition, seed)):
        acts = state.to_act()
        seen, teller = state.observation(acts), GAME.telling("fa", names, acts)
        sorts |= {teller.kind(action).partition(".")[0] for action in seen.actions}
        if number % 9 and seen.decision_kind() in ("turn", "move"):  # most are: a part of them will do
            continue
        scene = SCENE.lay(seen, teller)
        clues = [f"clue {clue}" for clue in scene["table"]["own"]["hand"]]
        there = {*state.compiled.island.names, *clues, *(f"map {colour}" for colour in COLOURS)}
        assert {place for one in seen.actions for place in seen.places(one)} <= there
        assert {SCENE.group(one, seen) for one in seen.actions} <= {"", *scene["groups"]}
        texts = [*read(scene), *(teller.choice(one, seen.stack[-1]) for one in seen.actions)]
        effects = [SCENE.effect(seen, [one], teller) for one in seen.actions]
        texts += [text for one in effects for text in (one.told, one.label)]
        assert [text for text in texts if LATIN.search(HEX.sub("", text))] == []
    assert {
        "LayClue",
        "AmuletClue",
        "RemoveCube",
        "AmuletMove",
        "Raise",
        "PickUp",
        "Take",
        "Exchange",
    } <= sorts


def test_T25_looks_and_coins_are_told_to_their_own_seat_alone() -> None:
    names = people(NAMES[:3], "en")
    state = next(one for one in games(3, "rulebook", 2) if one.decision_kind() == "take")
    seats = (0, 1, 2, None)
    scenes = [SCENE.lay(state.observation(seat), GAME.telling("en", names, seat)) for seat in seats]
    roses = [*state.stack[-1].treasure.roses]
    assert [len(scene["looked"]["faces"]) for scene in scenes[:3]] == [roses.count(seat) for seat in range(3)]
    room = scenes[3]
    assert room["looked"] is room["own"] is room["table"]["own"] is None
    assert len(room["people"]) == 3
    assert "coin" not in " ".join(read([scene["people"] for scene in scenes]))


def test_T13_before_it_is_done_a_choice_tells_what_it_leaves() -> None:
    names, told = people(NAMES[:3], "en"), set()
    for state in games(3, "rulebook", 2):
        seen, teller = state.observation(acts := state.to_act()), GAME.telling("en", names, acts)
        for action in seen.actions:
            if not (effect := SCENE.effect(seen, [action], teller).told):
                continue
            told.add(type(action))
            if isinstance(action, LayClue | AmuletClue | RemoveCube):
                number, after = COLOURS.index(action.colour), state.clone()
                after.apply(action)
                before, left = (one.candidates[number].bit_count() for one in (state, after))
                assert effect.startswith(f"{left} of {before} hexes" if left > 1 else "Then the ")
    assert told == {LayClue, AmuletClue, RemoveCube, Exchange, AmuletExchange}


def turn_of(page: Any, other: Any, decision: str) -> None:
    """Let the other one act until it is the turn of seat 0."""
    while (table := other.state()["table"])["to_act"] != 0 or table["decision"] != decision:
        if table["to_act"] == 1:
            other.do(table["actions"][0]["do"])
        page.wait_for_timeout(20)  # a page acts when it has heard
    page.wait_for_function("() => !document.querySelector('#screen.waiting')")


def test_a_clue_is_laid_and_an_atv_driven_by_taps(room: Rooms, opened: Make) -> None:
    """A card is previewed on all maps at once, the map in view is proposed, another is a tap."""
    one = room("tobago", "me,me", seed=2)
    page, other = opened(one.url, own=True, **PHONE), one.phone(1)
    join(page, 0, "Anna")
    turn_of(page, other, "starting clue")
    page.tap(".play-tab.can >> nth=1")
    page.tap(".choices .main")
    turn_of(page, other, "start")
    page.wait_for_selector(".hex.can")
    touch(page, "A22")
    page.tap("text=Start on A22")
    turn_of(page, other, "turn")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.tap(".play-card.can >> nth=0")
    assert page.locator(".play-tab :text-matches('→|✕')").count() == 4
    page.wait_for_selector(".choices .main >> text=Lay it on")
    assert len(asked) == 1
    first = page.inner_text(".choices .main")
    page.tap(".play-tab.can:not([aria-pressed=true]) >> nth=0")
    page.wait_for_selector(f".choices .main:not(:text('{first}'))")
    assert unfit(page) == []
    page.tap(".choices .main")
    until(page, lambda: other.state()["table"]["to_act"] == 1)
    assert "lays" in json.dumps(other.state()["table"]["log"][-2:])
    turn_of(page, other, "turn")
    page.tap(".choices .btn:has-text('Drive')")
    page.wait_for_selector(".hex.can")
    far = page.evaluate(
        """() => [...document.querySelectorAll('.play-step')].find((one) => one.childElementCount === 2)
          .closest('.token').dataset.at"""
    )
    touch(page, far)
    page.wait_for_selector(".steps >> text=/Drive to .*Drive to/")  # one tap, two steps
    page.tap(".choices .main")
    until(page, lambda: other.state()["table"]["log"][-1]["text"].startswith("Anna drives to"))
    assert other.state()["table"]["scene"]["table"]["atvs"]["red"] == far
