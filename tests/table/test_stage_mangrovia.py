"""The page of Mangrovia: what lies on it, in words, what a hut would cost and bring, and a hut by taps."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from random import Random

import pytest
from browsing import PHONE, Make, until
from playing import brought, decisions, random_game
from rooms import Rooms, begun
from taps import join, read

from toolkit.core.telling.teller import people
from toolkit.games.mangrovia.game import GAME
from workbench.table.scenes.mangrovia import SCENE

NAMES = ("me:آنا", "me:بابک", "me:کلئو", "me:دارا", "me:اِما")
PRINTED = re.compile("\u2068[a-hrRVH][0-9]*\u2069")
"""What the board prints: spaces, ritual spaces, paths."""
LATIN = re.compile("[A-Za-z0-9]")
KEYS = ("place", "land", "lands", "area", "kind", "blocked", "sign", "is", "first")
"""What the page reads, not people."""
BUTTON = "bag"  # of which amulets are taken by a button
SMALL = """() => [...document.querySelectorAll("button")].filter((one) => one.checkVisibility())
  .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 24).map((one) => one.outerHTML)"""


@pytest.mark.parametrize(("edition", "players"), [("rulebook", 2), ("stone-tiles", 3), ("other-tiles", 5)])
def test_all_that_can_be_chosen_lies_there_and_persian_has_no_other_letters(
    edition: str, players: int
) -> None:
    kinds, names = Counter[str | None](), people(NAMES[:players], "fa")
    for state in islice(decisions(GAME.new(players, GAME.editions[edition]), Random(edition)), 300):
        acts, kind = state.to_act(), state.decision_kind()
        kinds[kind] += 1
        if kinds[kind] > 6:
            continue
        seen, teller = state.observation(acts), GAME.telling("fa", names, acts)
        scene, room = SCENE.lay(seen, teller), SCENE.lay(state.observation(None), GAME.telling("fa", names))
        places = {place for one in seen.actions for place in seen.places(one)}
        assert places - {BUTTON} <= {*read(scene, "place")}
        texts = [*read(scene, skip=KEYS), *read(room, skip=KEYS)]
        texts += [SCENE.effect(seen, [action], teller).told for action in seen.actions]
        assert [text for text in texts if LATIN.search(PRINTED.sub("", text))] == []
        assert "بازسازی" in scene["island"]["note"]
        assert room["own"] is None
    assert {"bowl", "action", "pay", "birds"} <= kinds.keys()


def test_what_each_had_at_the_end_is_the_whole() -> None:
    *_, state = random_game(GAME.new(3, GAME.Rules()), Random(2))
    outcome = state.outcome()
    assert outcome is not None
    for seat in (0, 1, None):
        had = SCENE.had(state.observation(seat), GAME.telling("en", ["Anna", "Babak", "Cleo"], seat))
        assert [sum(map(int, re.findall("[0-9]+", one))) for one in had] == [*outcome.scores]


def test_a_hut_is_chosen_with_its_only_payment_or_its_payments_are_whole_choices() -> None:
    log, random, met = begun("mangrovia", 3, 4), Random(4), set[bool]()
    while log.game.phase == "play" and len(met) < 2:
        seat = log.acts
        for build in (one for one in log.table(seat)["actions"] if one["sort"].startswith("Build")):
            tried = log.game.attempt(seat, [build["do"]])
            met.add(tried["done"])
            ways = [[]] if tried["done"] else [[one["do"]] for one in tried["table"]["actions"]]
            assert tried["done"] or len(ways) > 1
            for way in ways:
                effect = log.game.attempt(seat, [build["do"], *way])
                assert effect["done"]
                assert effect["told"].startswith("You pay a ")
                assert effect["label"] == build["label"]
                hand = [*read(log.table(seat)["scene"]["own"], "place")]
                assert set(effect["pays"]) <= {*hand}
        log.play(random, 1)
    assert met == {True, False}


HANDS = {"valuables": {"hands": [[2, 3, 6, 7], 0]}, "landscapes": {"hands": [["water", "water", "sand"], 0]}}
PIER = {
    "birds": ["sand", "water"],
    "bowls": {"R1": 1, "R2": 1, "R3": 0, "R4": 0},
    "pier": 9,
    "huts": [[], []],
}


@pytest.mark.parametrize(
    ("line", "told", "pays"),
    [
        ("build f6, pay amulet 3", "You pay a water card and an amulet of 3. It brings 3 chief points", 2),
        ("build c1, pay 7", "You pay a sand card and a 7. It brings 1 chief point.", 2),
        ("build e7 double, pay 2, pay 3, pay 7", "You pay a water card, a water card, a 2, a 3 and a 7.", 5),
        ("build r2, pay 2, pay 3", "It brings a step on the amulet track.", 3),
        ("build c1", "", 0),
    ],
)
def test_what_a_hut_would_cost_and_bring_is_said_before(line: str, told: str, pays: int) -> None:
    position = {"format": GAME.position.form, "me": 0, **PIER, **HANDS, "amulets": {"kept": [[3], 0]}}
    state = brought(GAME.complete(GAME.position.parse(json.dumps(position)), Random(1)), Random(1))
    seen, teller = state.observation(0), GAME.telling("en", ["Anna", "Bob"], 0)
    effect = SCENE.effect(seen, GAME.parse_line(line, state), teller)
    assert told in effect.told
    assert len(effect.pays) == pays


def test_a_bowl_is_put_and_a_card_taken_by_taps(room: Rooms, opened: Make) -> None:
    one = room("mangrovia", "me,me", seed=3)
    page, other = opened(one.url, own=True, **PHONE), one.phone(1)
    join(page, 0, "Anna")

    def own_turn() -> None:
        while (table := other.state()["table"])["to_act"] == 1:
            other.do(table["actions"][0]["do"])
        page.wait_for_selector(".can")

    own_turn()
    page.tap(".ritual[data-place=R6]", force=True)
    page.wait_for_selector(".refusal >> text=the last ritual space is blocked")
    page.tap(".ritual.can[data-place=R4]")
    page.wait_for_selector(".choices .main")
    assert page.inner_text(".choices .main") == "Put the bowl beside piers 4 and 9"
    assert page.inner_text(".prompt").startswith("Pier 4: one face-up card")
    seq = one.table.seq
    page.tap(".choices .main")
    until(page, lambda: one.table.seq > seq)  # before it has come the turn is still that of seat 0
    own_turn()
    page.tap("#tab-island")
    assert page.inner_text(".note") == "board: reconstructed: not the printed board"


def test_the_only_space_for_a_bowl_has_a_short_button(room: Rooms) -> None:
    one, alone = room("mangrovia", "me,me,me", seed=3), []
    phones = [one.phone(seat) for seat in range(3)]
    while (table := phones[0].state()["table"])["decision"] == "bowl":
        acts = phones[table["to_act"]]
        actions = acts.state()["table"]["actions"]
        alone += [action["label"] for action in actions if len(actions) == 1]
        acts.do(actions[0]["do"])
    assert alone
    assert all(re.fullmatch("Put the bowl beside piers [0-9]+ and [0-9]+", label) for label in alone)
