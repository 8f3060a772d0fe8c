"""The page of Wayfarers: all that can be chosen lies on it, told in both languages, and nothing secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from browsing import PHONE, SIZES, Make, unfit
from rooms import Rooms

from toolkit.core.decision import CHANCE
from toolkit.core.observation import Observation
from toolkit.core.telling.teller import people
from toolkit.games.wayfarers.actions import Gain, Pay, PutWorker
from toolkit.games.wayfarers.game import GAME
from workbench.table.scenes.wayfarers import SCENE
from workbench.table.scenes.wayfarers_told import TableTeller

NAMES = {"en": ("me:Anna", "me:Babak", "me:Cleo"), "fa": ("me:آنا", "me:بابک", "me:کلئو")}
TOLD = {
    "label",
    "told",
    "title",
    "note",
    "who",
    "step",
    "left",
    "name",
    "gap",
    "zones",
    "words",
    "brings",
    "folk",
}
"""The keys of a scene below which people read every text."""


def teller(state: Any, seat: int | None, lang: str) -> TableTeller:
    """What tells the game to a seat at the table."""
    return TableTeller(state.kind_names, lang, people(NAMES[lang][: state.players], lang), seat)


def turns(players: int, seed: int, every: int = 1) -> Iterator[tuple[Any, Observation[Any]]]:
    """Play a game at random; yields it and what who acts sees, each time that somebody chose so often."""
    random, state, chosen = Random(seed), GAME.new(players, GAME.Rules()), 0
    while state.stack:
        if state.to_act() == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        if chosen % every == 0:
            yield state, state.observation(state.to_act())
        state.apply(random.choice([*state.legal_actions()]))
        chosen += 1
    yield state, state.observation(0)


def named(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield all texts of a scene with the keys that they are below."""
    if isinstance(data, str):
        yield key, data
    for name, one in data.items() if isinstance(data, dict) else ():
        yield from named(one, key if key in TOLD else name)
    for one in data if isinstance(data, list | tuple) else ():
        yield from named(one, key)


@pytest.mark.parametrize(("players", "seed"), [(1, 4), (3, 3)])
def test_what_can_be_chosen_lies_there_and_persian_has_no_letters_of_others(players: int, seed: int) -> None:
    met = Counter[str | None]()
    for state, seen in turns(players, seed, every=3):
        met[seen.decision_kind()] += 1
        if met[seen.decision_kind()] > 3:  # of most kinds a part will do
            continue
        there = {
            text for key, text in named(SCENE.lay(seen, teller(state, seen.player, "en"))) if key == "place"
        }
        assert {place for action in seen.actions for place in seen.places(action)} <= there
        said = teller(state, seen.player, "fa")
        texts = [text for key, text in named(SCENE.lay(seen, said)) if key in TOLD]
        texts += [said.choice(action, state.stack[-1]) for action in seen.actions]
        texts += [SCENE.effect(seen, [action], said).told for action in seen.actions[:4]]
        assert not [text for text in texts if re.search("[A-Za-z0-9]", text)]
        shelves = SCENE.lay(seen, said)["market"]
        wanted = [card["told"] for shelf in shelves for card in shelf["cards"] if card.get("wanted")]
        assert len(wanted) == (seen.decision_kind() == "rival")
        assert all("حریف آن را می‌خواهد." in told for told in wanted)
        rivals = str(SCENE.lay(seen, said)["rival"])
        assert ("حریف" in rivals) == (players == 1)
    assert ("rival" in met) == (players == 1)
    outcome = state.outcome()
    assert outcome is not None
    had = SCENE.had(seen, teller(state, 0, "en"))  # at the end: the parts are the whole
    assert [sum(map(int, re.findall("[0-9]+", one))) for one in had] == [*outcome.scores]


def test_who_looks_on_sees_no_hand_and_drawn_cards_are_for_who_drew_them() -> None:
    met = False
    for state, seen in turns(2, 4):
        if seen.decision_kind() != "keep":
            continue
        met, drawn = (
            True,
            [card["place"] for card in SCENE.lay(seen, teller(state, seen.player, "en"))["drawn"]],
        )
        for seat in (1 - (seen.player or 0), None):
            other = SCENE.lay(state.observation(seat), teller(state, seat, "en"))
            assert other["drawn"] == []
            assert not {*drawn} & {text for key, text in named(other) if key == "place"}
        assert (other["own"], [*other["zones"]]) == (None, ["journal", "market", "players"])
    assert met


def told(kind: type[Any]) -> Iterator[tuple[Observation[Any], Any, str, Sequence[str]]]:
    """Yield what is told of choices of a kind in a game."""
    for state, seen in turns(2, 2):
        for action in seen.actions:
            if isinstance(action, kind):
                effect = SCENE.effect(seen, [action], teller(state, seen.player, "en"))
                yield seen, action, effect.told, effect.pays


def test_a_choice_says_what_is_paid_to_whom() -> None:
    _, pay, text, pays = next(told(Pay))
    assert text.startswith(f"You pay {pay.provision} provision")
    assert [place[1:] for place in pays] == [":provision"]
    fees = ((seen, text, pays) for seen, action, text, pays in told(Gain) if action.fee == 1)
    seen, text, pays = next(fees)
    assert f"{('Babak', 'Anna')[seen.player or 0]} gets 1 silver." in text
    assert pays == [f"{seen.player}:silver"]
    assert next(text for _, _, text, _ in told(PutWorker)).rpartition("Beside it: ")[2]


def test_cards_have_ids_in_the_terminal_and_none_at_the_table() -> None:
    state, seen = next(turns(2, 1))
    worker = next(action for action in seen.actions if isinstance(action, PutWorker))
    at_table, elsewhere = teller(state, 0, "en"), GAME.telling("en", ("a", "b"), 0)
    told, with_id = (one.choice(worker, state.stack[-1]) for one in (at_table, elsewhere))
    assert re.fullmatch("Place a yellow worker on the (city|vista)( with .*)?", told)
    assert re.fullmatch("Place a yellow worker on land card L[0-9]{2}", with_id)


def test_a_die_is_placed_by_taps_and_a_card_is_a_sheet_in_words(room: Rooms, opened: Make) -> None:
    one = room("wayfarers", "me,me", seed=3)
    phones = [one.phone(0), one.phone(1)]
    acts = phones[0].state()["table"]["to_act"]
    page = opened(one.url, own=True, **PHONE)
    name, _, value = phones[acts].cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": one.url}])
    page.goto(one.url)
    page.locator(".wdie.can").first.tap()
    page.wait_for_selector("#tab-board[aria-selected=true]")  # a choice goes on where it is
    assert page.locator("#tab-board .count").inner_text() == str(page.locator("#pane-board .can").count())
    assert page.locator(".wdie.gone").count() == 1
    page.locator("#pane-board .slot.can").first.tap()
    page.wait_for_selector(".steps >> text=Place the die on middle slot 3")
    page.tap(".choices .back")
    page.tap(".choices .back")
    page.tap("#tab-market")
    page.locator(".shelf .mc.k-space").first.tap(force=True)
    page.wait_for_selector("dialog >> text=It costs 3 silver.")
    assert phones[0].state()["table"]["to_act"] == acts


def test_the_screen_of_the_room_has_all_in_view(room: Rooms, opened: Make) -> None:
    one = room("wayfarers", "me,me,me", seed=3)
    for seat in range(3):
        one.phone(seat)
    page = opened(one.url, own=True, **SIZES["1280x800"])
    page.locator(".join .btn").last.click()
    page.wait_for_selector(".wayfarers.room .sum")
    beyond = "all => all.map((at) => [at.scrollWidth - at.clientWidth, at.scrollHeight - at.clientHeight])"
    assert page.locator(".pane").evaluate_all(beyond) == [[0, 0]] * 3
    assert unfit(page) == []
