"""Tobago in words: what is one line, what goes without saying, secrets, and every refusal."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from play_helpers import hold, on_the_way, put_in_bag, table
from playing import any_step

from toolkit.core.history import Event, events
from toolkit.core.telling.language import LANGUAGES
from toolkit.core.telling.teller import Teller, matching
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import TobagoState
from toolkit.games.tobago.telling import WORDS

NAMES = ["Anna", "Bob", "Kim"]
SHARED = {"brown": [(1, "not in jungle"), (2, "not in mountain"), (0, "in lake")]}
"""A located treasure on which the raiser has two roses and two others have one each."""

EXAMPLES = Path(__file__).with_name("examples.txt").read_text(encoding="utf-8")
REASONS = (
    "it lay there when the turn began, or a step of the main move ends there: else it stays (T-32, T-32b)",
    "no brown cubes lie on the island yet: 24 hexes are possible and there are 17 cubes (T-13, T-33a)",
    "leaves nothing: no possible hex fits it (T-12)",
    "the ATV starts on a hex of the island (T-16)",
    "the set-up of this game puts this ATV on A22 (T-16)",
    "no clue is in hand (T-33)",
    "a move has at least one step (T-22a)",
    "no amulet lies on A22 (T-32)",
    "no step leads anywhere from here (T-22)",
)
"""Reasons of the engine that no example of the rules names in full."""


def teller(seat: int | None = 0, lang: str = "en") -> Teller:
    return GAME.telling(lang, NAMES, seat)


def heard(state: TobagoState, seat: int, *texts: str) -> tuple[Event, ...]:
    """Do some actions, and return what a seat hears of them."""
    before = state.history(seat)
    for text in texts:
        state.apply(GAME.parse(text, state.players, state.rules))
    return events(state.history(seat), before)


def told(happened: tuple[Event, ...], seat: int | None = 0) -> list[str]:
    return [line.text for line in teller(seat).lines(happened)]


# ---- what is one line, and what goes without saying --------------------------------------------------------


def test_T22_a_move_is_told_by_its_hexes_and_its_end_only_by_itself() -> None:
    moved = heard(table(), 1, "step b1", "step c1", "stop")
    assert told(moved) == ["You drive to b1 and c1."]
    assert told(moved[:1], seat=1) == ["Anna drives to b1."]
    assert told(moved[2:]) == ["You stop here."]


def test_T25_T26_a_treasure_is_told_by_its_looks_and_by_who_takes_each_card() -> None:
    state = table(atvs=("e1", "a1", "a1"), maps=SHARED)
    looks = ("look 2", "look 3", "look 4", "look 5", "add 6")
    assert told(heard(state, 1, "raise brown", *looks), seat=1) == [
        "Anna raises the brown treasure!",
        "Anna looks secretly at 2 treasure cards.",
        "You look secretly at a treasure card: 4 coins.",
        "Kim looks secretly at a treasure card.",
        "One more treasure card is added, unseen.",
    ]
    card = heard(state, 1, "reveal 4", "pass", "pass", "pass", "take", "reveal 2", "pass", "take")
    assert told(card, seat=1) == [
        "The next treasure card: 4 coins. Anna passes. Kim passes. You take it.",
        "The next treasure card: 2 coins. Anna takes it.",
    ]
    assert told(card[4:5], seat=1) == ["You take it."]


def test_T28_a_curse_is_told_to_whom_it_strikes() -> None:
    state = table(atvs=("e1", "a1", "a1"), maps=SHARED, amulets=(1,))
    put_in_bag(state, CURSE, 2, 3, 4, 5, 6)
    heard(state, 0, "raise brown", "look 2", "look curse", "look 4", "look 5", "add 6")
    struck = told(heard(state, 0, "reveal curse"))
    assert struck == [
        "A curse! The treasure is cursed. It strikes: you give up an amulet, Bob loses nothing, "
        "Kim loses nothing. Not divided: 2 coins, 4 coins, 5 coins and 6 coins."
    ]


def test_T14_the_draw_after_a_clue_is_told_to_who_draws() -> None:
    state = table()
    hold(state, 0, ["in jungle"])
    drawn = ("clue brown in jungle", "draw next to hut")
    twin = state.clone()
    assert told(heard(state, 0, *drawn)) == [
        "You lay “in jungle” on the brown map.",
        "You draw the clue “next to a hut”.",
    ]
    unseen = heard(twin, 1, *drawn)
    assert told(unseen, seat=1) == ["Anna lays “in jungle” on the brown map."]
    assert told(unseen[1:], seat=1) == ["Anna draws a clue card."]


def test_T20_an_exchange_is_told_with_the_cards_that_go_and_how_many_come() -> None:
    state = table()
    hold(state, 0, ["in jungle", "next to hut"], alone=True)
    assert told(heard(state, 1, "exchange", "draw in lake", "draw in hut"), seat=1) == [
        "Anna gives up the turn and exchanges all clues. Discarded: “in jungle” and “next to a hut”.",
        "Anna draws 2 clue cards.",
    ]


def test_T31_one_amulet_or_several_appear() -> None:
    assert told((Event(-1, act.AmuletsAppear(("c1",))),)) == [
        "An amulet appears on c1, and the statues turn."
    ]
    assert told((Event(-1, act.AmuletsAppear(("b1", "c1"))),)) == [
        "Amulets appear on b1 and c1, and the statues turn."
    ]
    assert told((Event(-1, act.HandDiscarded(())),)) == ["Discarded: no clue."]


def test_T17_a_starting_clue_is_told_as_it_is_laid() -> None:
    state, random = GAME.new(2), Random(3)
    while state.decision_kind() != "turn up":
        any_step(state, random)
    clue = "next to ocean"
    laid = heard(state, 1, f"turn up {clue}", f"clue grey {clue}")
    assert told(laid, seat=1) == ["Anna begins the grey map with “next to the ocean”."]
    assert told(laid[:1], seat=1) == ["A starting clue is turned up: “next to the ocean”."]


def test_T29b_a_hand_that_fits_no_map_is_told_with_what_becomes_of_it() -> None:
    state = table("J J S", atvs=("c1", "a1"), maps={"brown": [(1, "in scrubland")]})
    hold(state, 1, ["in river", "in beach", "not in river"], alone=True)
    heard(state, 0, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert told(heard(state, 0, "show hand")) == [
        "No clue of Bob's can begin a map: the hand is shown. "
        "Discarded: “on a beach”, “in a river” and “not in a river”."
    ]
    heard(state, 0, "draw not in mountain", "draw in mountain", "draw not in beach")
    assert told(heard(state, 0, "show hand"))[:1] == [
        "No clue of Bob's can begin a map: the hand is shown. "
        "It stays as it is: “not on a beach”, “on a mountain” and “not on a mountain”."
    ]


# ---- what is asked -----------------------------------------------------------------------------------------


def asked(state: TobagoState) -> str:
    return teller().open(state.stack[-1])


def test_T17a_T20_T22_T26_what_is_asked_fits_what_can_be_done() -> None:
    state = table(atvs=("d1", "a1"), lying=("c1",), maps={"brown": [(1, "in lake"), (0, "not in jungle")]})
    assert asked(state) == "Your turn: lay a clue or drive?"
    heard(state, 0, "step e1")
    assert asked(state) == "2 steps left. Where to?"
    heard(state, 0, "step d1", "step c1")
    assert asked(state) == "Your move ends here. What do you do?"
    heard(state, 0, "pick up")
    assert asked(state) == "Anything else, or end your turn?"
    assert asked(on_the_way(rules=GameRules(start_maps="all_four"), until="starting clue")) == (
        "Which map do you mark with a compass rose?"
    )
    state = table(atvs=("e1", "a1", "a1"), maps=SHARED)
    heard(state, 0, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 4", "pass")
    assert asked(state) == "4 coins: do you take it? (compass rose 2 of 4)"


# ---- secrets -----------------------------------------------------------------------------------------------


def test_what_is_hidden_is_told_by_who_and_how_many_alone() -> None:
    for kind, entry in WORDS["actions"].items():
        for form in ("hidden", "hidden_run", "me_hidden"):
            texts = entry.get(form, {}).values()
            assert {place for text in texts for place in re.findall(r"{(\w+)}", text)} <= {"who", "count"}, (
                kind
            )


def test_a_seat_is_told_the_same_whatever_others_draw() -> None:
    """The clue that Anna draws and the card at which she looks stand in no sentence for Bob."""
    for first, drawn in (
        ("exchange", ("draw next to hut", "draw not in beach")),
        ("raise brown", ("look 2", "look 5")),
    ):
        state = table(atvs=("e1", "a1", "a1"), maps=SHARED)
        heard(state, 1, first)
        for lang in LANGUAGES:
            own, others = (
                [teller(seat, lang).lines(heard(state.clone(), seat, draw)) for draw in drawn]
                for seat in (0, 1)
            )
            assert own[0] != own[1]
            assert others[0] == others[1]


# ---- refusals ----------------------------------------------------------------------------------------------


def test_every_refusal_of_the_rules_is_told_in_words_and_none_is_left_over() -> None:
    found = re.findall(r"refused [^:|]+: ([^|\n]+\((?:T-\d+\w*(?:, )?)+\))", EXAMPLES)
    used = set()
    for reason in (*found, *REASONS):
        entry, _ = matching(reason, WORDS["refusals"])
        assert entry, reason
        used.add(entry["reason"])
        persian = re.sub("\u2068[^\u2069]*\u2069", "", teller(lang="fa").refused(reason))
        assert not re.search("[A-Za-z0-9{]", persian), reason
    assert used == {entry["reason"] for entry in WORDS["refusals"].values()}


def test_T12_T24_refusals_name_clues_and_maps_as_people_do() -> None:
    assert teller().refused("it contradicts 'in jungle', 'not next to hut' (T-12, T-12a)") == (
        "You cannot: it contradicts “in jungle” and “not next to a hut” (T-12, T-12a)."
    )
    assert teller(lang="fa").refused("no clue lies on brown (T-24)") == (
        "نمی‌شود: نقشهٔ قهوه‌ای سرنخی ندارد (\u2068T-24\u2069)."
    )
