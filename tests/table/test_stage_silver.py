"""The page of Silver: all that can be chosen lies on it, in words; sets and looks in any order."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from browsing import PHONE, Make, until
from rooms import Log, Rooms, begun
from taps import join

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.game import find_game
from toolkit.core.telling.teller import people
from workbench.table.scenes import find_scene

GAME = find_game("silver")
NAMES = {
    "en": ["me:Anna", "me:Babak", "me:Cleo", "me:Dora"],
    "fa": ["me:آنا", "me:بابک", "me:کلئو", "me:درسا"],
}
NOTATION = re.compile(r"\b(?:exchange|done|shown|draw|add|look) \d|\d:\d|HIDDEN|\{|None")


def decisions(seed: int, rules: Any, players: int) -> Iterator[Any]:
    """The states of a random game in which somebody chooses, and the one at its end."""
    state, random = GAME.new(players, rules), Random(seed)
    while state.to_act() != TERMINAL:
        if state.to_act() == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        yield state
        state.apply(random.choice(state.legal_actions()))
    yield state


def told(data: Any) -> Iterator[tuple[str, Any]]:
    """All fields of a scene by name, however deep."""
    for key, value in data.items() if isinstance(data, dict) else ():
        yield key, value
        yield from told(value)
    for value in data if isinstance(data, list) else ():
        yield from told(value)


def test_all_places_are_on_the_scene_and_all_of_it_is_told_in_words() -> None:
    scene, kinds = find_scene("silver"), Counter[str | None]()
    assert scene is not None
    for number, rules in enumerate(GAME.editions.values()):
        players = 2 + number % 3
        met = Counter[str | None]()  # of each kind of decision a part will do
        for state in decisions(number, replace(rules, rounds=1, score_mode=False), players):
            kind = state.decision_kind() if state.stack else None
            met[kind] += 1
            if met[kind] > 4:
                continue
            kinds[kind] += 1
            lang = ("en", "fa")[kinds[kind] % 2]
            acts = state.to_act() if state.stack else 0
            seen, names = state.observation(acts), people(NAMES[lang][:players], lang)
            teller = GAME.telling(lang, names, acts)
            laid = list(told(scene.lay(seen, teller)))
            places = {value for key, value in laid if key == "id"}
            assert {place for action in seen.actions for place in seen.places(action)} <= places
            words = [value for key, value in laid if key != "id" and isinstance(value, str)]
            words += scene.had(seen, teller) if state.to_act() == TERMINAL else ()
            for action in seen.actions:
                effect = scene.effect(seen, [action], teller)
                words += [effect.told, effect.label, teller.choice(action, seen.stack[-1], seen)]
            spoken = " | ".join(words).replace("on_duty", "").replace("guarded", "")
            assert not NOTATION.search(spoken)
            assert lang == "en" or not re.search("[A-Za-z0-9]", spoken)
            assert json.dumps(scene.lay(state.observation(None), GAME.telling(lang, names)))
    assert {"first looks", "turn", "use", "set", "add", "place", "end", None} <= kinds.keys()


def at_a_pair() -> tuple[Log, int, list[int]]:
    """A game in which somebody with a card in hand knows two equal ones and another; and their places."""
    for seed in range(30):
        log, random = begun("silver", 2, seed), Random(seed)
        while log.game.phase == "play":
            seen = log.state.observation(log.acts)
            village = seen["cards"].zone(f"village {log.acts}")
            known = [slot for slot, face in enumerate(village) if face >= 0]
            pairs = [[a, b] for a in known for b in known if a < b and village[a] == village[b]]
            other = [
                slot
                for slot in known
                if pairs and village[slot] != village[pairs[0][0]] != 13 != village[slot]
            ]
            if seen.decision_kind() == "use" and len(village) == 5 and other and 13 not in village:
                return log, log.acts, [*pairs[0], other[0]]
            log.play(random, 1)
    raise AssertionError


def test_S15_a_set_says_what_it_brings_as_it_grows() -> None:
    log, acts, (first, second, other) = at_a_pair()
    cards = log.state.observation(acts)["cards"]
    village, (held,) = cards.zone(f"village {acts}"), cards.zone("held")
    one = log.game.attempt(acts, [f"exchange {first}"])
    assert (one["done"], one["label"]) == (False, f"Give up the {village[first]} for the {held}")
    both = log.game.attempt(acts, [f"exchange {first}", f"and {second}"])
    assert both["label"] == f"Give up both {village[first]}s for the {held}"
    assert both["told"].startswith("Your village shrinks to 4 cards")
    if not both["done"]:
        ends = [one["label"] for one in both["table"]["actions"] if one["do"] == "done"]
        assert ends == [both["label"]]  # the end of the set is told alike
    low, high = sorted((first, other))
    wrong = log.game.attempt(acts, [f"exchange {low}", f"and {high}"])
    assert (wrong["unwise"], wrong["label"]) == (True, "Try it all the same")
    assert " do not match: " in wrong["told"]


def test_S6_looks_and_sets_are_tapped_in_any_order(room: Rooms, opened: Make) -> None:
    one = room("silver", "me,me", seed=3)
    page = opened(one.url, own=True, **PHONE)
    join(page, 0, "Anna")
    other = one.phone(1)
    calm = "() => document.querySelector('.panel[aria-busy=true]') === null"

    def tap(place: str) -> None:
        page.wait_for_selector(f"[data-place='{place}'].can, [data-place='{place}'].on")
        page.tap(f"[data-place='{place}']")
        page.wait_for_function(calm)

    def send() -> None:
        seq = one.table.seq
        page.tap(".choices .btn.main")
        until(page, lambda: one.table.seq > seq)

    page.wait_for_selector(".missing")
    village = page.locator(".own").bounding_box()
    for slot in (4, 1):
        tap(f"0:{slot}")
        assert page.locator(".own").bounding_box() == village  # the button has its place already
        send()
    while other.state()["table"]["to_act"] == 1:
        other.do(other.state()["table"]["actions"][0]["do"])
    tap("deck")
    send()
    page.wait_for_selector(".last >> text=You draw")
    last = page.inner_text(".last")
    for slot in (4, 2, 0, 2):  # from the right; one is taken back
        tap(f"0:{slot}")
    chosen = page.locator(".own .on").evaluate_all("all => all.map((one) => one.dataset.place)")
    assert chosen == ["0:0", "0:4"]
    assert page.inner_text(".last") == last  # what is tried has not happened
    assert page.inner_text(".choices .btn").startswith("Try it")
    page.tap("[data-place='discard']")
    page.wait_for_function(calm)
    assert page.locator(".own .on").count() == 0
