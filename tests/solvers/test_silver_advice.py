"""Advice for Silver: complete, exact where it says so, and true in the game that goes on."""

import re
from collections import Counter
from fractions import Fraction
from io import StringIO
from itertools import islice, product
from random import Random

import playing
import pytest
from playing import do
from rich.console import Console
from silver_helpers import table
from silver_twins import own_subsets, position
from sizes import examples

from solvers.players import player
from solvers.players.silver import ADVICE
from solvers.silver.advice import AdviceWords, judging
from solvers.silver.exchanging import ends_round, exchange, exchanged, may_end
from solvers.silver.hidden import Law
from solvers.silver.memory import next_turn
from solvers.silver.scoring import mean_points
from solvers.silver.sets import own_sets
from solvers.silver.simulated import call_after_replies
from solvers.silver.turn import takings
from toolkit.core.decision import CHANCE
from toolkit.core.telling.language import LANGUAGES, read_words
from toolkit.games.silver.actions import ANDS, DONE, DRAW, END, EXCHANGES, SKIP
from toolkit.games.silver.cards import COPIES, VILLAGER
from toolkit.games.silver.exchange import comes_up
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import position_of
from toolkit.games.silver.state import HELD
from toolkit.games.silver.village import look
from workbench.cli.play.desk import advised as told
from workbench.cli.play.voice import InWords


def decisions(players, seed, rules=None):
    """Yield the states of a game at its decisions; people of different care play it."""
    random, greedy = Random(seed), player("greedy")
    greedy.sit(0, random)

    def choose(state):
        careful, legal = random.random() < 0.8, state.legal_actions()
        return greedy.choose(state.observation(state.to_act()), legal) if careful else random.choice(legal)

    yield from playing.decisions(GAME.new(players, rules), random, choose)


def advise(seen, policy=None):
    """Return the legal actions of the player who acts, each judged."""
    return list(map(judging(seen, policy), seen.actions))


def why(one):
    """Return the reason for an action in English."""
    return AdviceWords().sentences(one.reasons)


@pytest.mark.parametrize("seed", range(12))
def test_S17_Q11_the_judge_counts_an_exchange_and_the_next_draw_as_the_exact_odds_do(seed, monkeypatch):
    """So it is where no own cards are alike: 13s and sets are tried by what players win with them."""
    for name in ("FEWER", "REPLACED"):  # rules of thumb, not the odds
        monkeypatch.setattr(f"solvers.silver.rollouts.judge.{name}", 0)
    random = Random(seed)
    held, mine = random.randrange(14), [*map(str, random.sample(range(13), 1 + seed % 4)), "?"]
    table = position(" ".join(mine), "? ? ? ?", held=held)
    state = GAME.complete(table, random, insight="nothing")
    slots = range(len(mine))
    legal = [EXCHANGES[slot] for slot in slots]
    exact = [exchange(table, [slot], held).gain + next_turn(table, [slot], held) for slot in slots]
    judged = ADVICE.leads(state, legal).points
    assert [one - judged[0] for one in judged] == pytest.approx(
        [float(one - exact[0]) for one in exact], abs=0.1
    )


def test_a_line_does_all_that_its_gain_counts():
    """The whole set is written that an exchange begins; before it, how the card comes into the hand."""
    found = Counter()
    for state in islice(decisions(3, 9), 50):
        for one in advise(state.observation(state.to_act())):
            first, *more = GAME.parse_line(", ".join(one.steps), state)
            assert first == one.action
            *before, last = one.steps
            if not last.startswith("exchange "):
                continue
            after = state.clone()
            for action in (first, *more):
                stands, decided = position_of(after.observation(after.to_act())), after.decision_kind()
                if decided == "use":
                    slots = tuple(map(int, last.split()[1:]))
                    assert exchange(stands, slots, stands.held).gain == one.gain
                    found[bool(before)] += 1
                after.apply(action)
            assert after.decision_kind() != "set"
    assert min(found[False], found[True]) > 4


@pytest.mark.parametrize("rules", GAME.editions.values(), ids=GAME.editions)
def test_every_legal_action_is_judged_once_with_a_reason(rules):
    judged = Counter()
    for state in decisions(2 + len(rules.revealer) % 3, 6, rules):
        kind = state.decision_kind()
        if judged[kind] == 3:
            continue
        seen = state.observation(state.to_act())
        found = advise(seen)
        assert [one.action for one in found] == list(seen.actions)
        done = {END, SKIP}  # that nothing more is done says all
        assert all(why(one).endswith(".") == (one.action not in done) for one in found)
        judged[kind] += 1
    assert {"turn", "use", "set", "end", "first looks"} <= judged.keys()


@pytest.mark.parametrize(
    ("mine", "card", "slot", "told"),
    [
        ("8 4 12 ?", 12, 0, "next_set"),  # two 12s leave together in the next turn
        ("2 9 4", 13, 2, "next_set"),  # with the 9
        ("0 1 3!", 12, 2, "next_high"),
    ],
)
def test_S15_S55_a_taken_card_is_told_with_the_exchange_that_is_best_with_the_next_turn(
    mine, card, slot, told
):
    table = position(mine, "? ? ? ?", discard=[5, card])
    state = GAME.complete(table, Random(1), insight="nothing")
    (take,) = [one for one in advise(state.observation(0)) if str(one.action) == "take"]
    assert take.steps == ("take", f"exchange {slot}")
    assert [said.key for said in take.reasons] == ["exchange", told]
    assert take.reasons[1].places["gain"] == next_turn(table, [slot], card)


def test_S15_it_is_told_where_cards_that_match_are_parted():
    state = GAME.complete(position("2 9 9 1", "? ? ? ?", held=5), Random(1), insight="nothing")
    found = {one.steps[-1]: [said.key for said in one.reasons] for one in advise(state.observation(0))}
    assert found["exchange 1 2"] == ["exchange"]
    assert found["exchange 2"] == ["exchange", "next_apart"]
    assert found["exchange 0"] == ["exchange"]


def test_a_set_that_cannot_match_and_a_gift_that_is_sure_are_told_without_a_chance():
    state = GAME.complete(position("2 9 9 1", "? ? ? ?", held=5), Random(1), insight="nothing")
    state.apply(GAME.parse("exchange 0", 2, state.rules))
    never = next(one for one in advise(state.observation(0)) if str(one.action) == "and 1")
    assert why(never).startswith("The 5 (Exposer) for slots 0, 1 cannot succeed, and costs ")
    states = (state for seed in range(9) for state in decisions(2, seed))
    gifts = (state.observation(state.to_act()) for state in states if state.decision_kind() == "robber gift")
    told = [why(one) for seen in gifts for one in advise(seen)]
    assert {text.split()[0] for text in told} == {"It", "Your"}
    assert not any(re.search(r"chance of (0|100)[.]0%", text) for text in told)


def test_low_points_are_good_so_nothing_is_said_to_gain_any():
    """Who saves points has fewer; "gains 1.3 points" would be bad news."""
    for key, texts in read_words("solvers.silver")["said"].items():
        said = f"{texts['en']} {texts['fa']}".replace("{gain}", "")
        assert not re.search("gain|سود", said), key


def test_what_advice_says_stands_in_both_languages_with_the_same_places():
    for entries in read_words("solvers.silver").values():
        for key, texts in entries.items():
            english, persian = ({*re.findall(r"{\w+}", str(texts[lang]))} for lang in LANGUAGES)
            assert english == persian, key


def calls(players, seed):
    """Yield what is seen at decisions at which a call is legal."""
    for state in decisions(players, seed):
        seen = state.observation(state.to_act())
        if "call" in map(str, seen.actions):
            yield seen


def test_Q7_with_a_policy_a_call_is_weighed_against_going_on(monkeypatch):
    monkeypatch.setattr("solvers.silver.advice._GAMES", 15)
    seen = next(calls(2, 2))
    plain, *played = (advise(seen, policy) for policy in (None, "steady:4", "random"))
    for policy, advised in zip(("steady:4", "random"), played, strict=True):
        one = next(one for one in advised if str(one.action) == "call")
        found = call_after_replies(position_of(seen), policy, games=15)
        assert one.gain == found.saved.value
        error = found.saved.standard_error
        assert f"Simulated: all play {policy}, 15 games, standard error {error:.1f} (Q-7)." in why(one)
        assert f"going on {found.going_on.value:.1f}: the call " in why(one)
        others = [other for other in advised if other != one]
        assert others == [other for other in plain if str(other.action) != "call"]
    assert "Simulated" not in " ".join(map(why, plain))


@pytest.mark.parametrize("seed", range(6))
def test_S17_S63_A43_an_exchange_leaves_the_position_that_the_game_has_then(seed):
    """Villages, Bodyguards, the amulet and the top discard are where the engine has them."""
    checked, random = 0, Random(seed)
    for state in decisions(2 + seed % 3, seed):
        if state.decision_kind() != "use":
            continue
        me, source, held = state.to_act(), state.stack[-1].source, state.cards.cards[HELD][0]
        position, after = position_of(state.observation(me)), state.clone()
        slots = random.choice(own_sets(position) or [()])
        if not slots or exchange(position, slots, held).chance != 1:
            continue
        first, *more = slots
        after.apply(EXCHANGES[first])
        for slot in more:
            after.apply(ANDS[slot])
        if after.decision_kind() == "set":
            after.apply(DONE)
        if after.decision_kind() == "place":
            after.apply(after.legal_actions()[0])
        up = comes_up(source, state.rules, up=position.mine[first].face_up)
        found, real = exchanged(position, slots, held, up=up), position_of(after.observation(me))
        if after.results == state.results:  # else the round was scored at once
            assert (found.villages, found.guards, found.amulet) == (real.villages, real.guards, real.amulet)
            unknown = any(position.mine[slot].known is None for slot in slots)  # it may come to lie on top
            assert unknown or found.discard[-1:] == real.discard[-1:]
            checked += 1
    assert checked > 5


# ---- single decisions, with the cards laid out ----
def test_S52_a_fetched_card_must_be_exchanged_even_at_a_loss():
    gains = gains_of("1^ 2^", "draw, draw 10, discard", discard="12 3 9")
    assert gains == {"skip": 0, "fetch 12": -10, "fetch 3": -1, "fetch 9": -7}


def test_S49_each_card_of_a_rascal_is_judged_with_the_others_on_the_deck():
    gains = gains_of("4^ 9^ 8^", "draw, draw 11, draw, draw 0", deck="11 0 5 5 7")
    assert gains["keep 0"] == 9
    assert gains["keep 11"] >= 0


def test_S49_one_card_more_is_worth_the_best_of_all_drawn():
    state = do(table("4^ 9^ 8^", "1 1", deck="11 0 5 5 7"), "draw", "draw 11")
    held, onward = (judged(state)[text] for text in ("keep 11", "draw"))
    state.apply(DRAW)
    mean = weight = Fraction(0)
    for action, count in state.chance_outcomes():
        after = state.clone()
        after.apply(action)
        mean += count * max(gain for text, gain in judged(after).items() if text != "draw")
        weight += count
    # `draws` counts each card as if the other one were not seen; here the Witch finds that one on the deck.
    assert abs(onward - mean / weight) < 1
    assert onward > held


def advised(state):
    """Return the advice for player 0 by the texts of the actions."""
    return {str(one.action): one for one in advise(state.observation(0))}


def test_S42_advice_says_that_the_second_0_ends_the_round():
    state = table("8^ 5^ 2^", "0^ 9", discard="0")
    take = advised(state)["take"]
    assert (take.ends_round, take.gain) == (True, 8)
    assert "ends the round at once (S-42): you have 7.0 points then, player 1 " in why(take)
    do(state, "take")
    found = advised(state)
    position = position_of(state.observation(0))
    for slot in range(3):
        one, after = found[f"exchange {slot}"], exchanged(position, (slot,), 0, up=True)
        assert (one.ends_round, one.after) == (True, after)
        others = float(mean_points(after, 1))
        assert f"you have {mean_points(after, 0)}.0 points then, player 1 {others:.1f}." in why(one)
    assert advised(table("8^ 5^ 2^", "1^ 9", discard="0"))["take"].ends_round is False


def test_S44_a_shown_card_that_ends_the_round_says_so():
    state = table("8^ 5^ 2^", "0^ 9", shown="0 12 13")
    first, second, third = (advised(state)[f"shown {which}"] for which in range(3))
    assert (first.ends_round, second.ends_round, third.ends_round) == (True, False, False)
    assert why(third) == "The 13 (Doppelganger) saves nothing."


@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize("shown", ["12 7 13", "1 5 9", "3 10 11"])
def test_S44_Q10_a_shown_card_is_worth_what_it_is_in_hand(shown, which):
    state = table("8^ 5 11^", "4^ 9", shown=shown)
    expected = judged(state)[f"shown {which}"]
    one = list(takings(position_of(state.observation(0))))[1 + which]
    do(state, f"shown {which}")
    assert one.gain == expected == max(judged(state).values())


def test_S50_turning_up_a_0_ends_the_round_surely_or_with_its_chance():
    state = table("0 5 2^", "0^ 9", deck=None)
    look(state, 0, 0, 0)
    do(state, "draw", "draw 5", "discard")
    known, unknown = (advised(state)[f"turn 0:{slot}"] for slot in range(2))
    assert (known.ends_round, unknown.ends_round) == (True, False)
    assert "the round at once (S-42): you have" in why(known)
    state = do(table("7 5 2^", "0^ 9"), "draw", "draw 5", "discard")
    one = advised(state)["turn 0:0"]
    chance = Law.of(position_of(state.observation(0))).number((0, 0))[0]
    assert one.ends_round is None
    assert f"It ends the round at once with a chance of {float(chance):.1%} (S-42)." in why(one)


def test_A2_a_witchs_0_on_an_open_card_ends_the_round_where_it_lies_like_that():
    for inherits in ("down", "inherit"):
        state = table("8^ 5^", "0^ 9^ 7", witch_orientation=inherits)
        found = advised(do(state, "draw", "draw 11", "discard", "use", "draw 0"))
        ends = [found[f"hit 1:{slot}"].ends_round for slot in range(3)]
        assert ends == [False, inherits == "inherit", False]


def gains_of(mine, lines, **more):
    """Return what the advice says of the actions after some lines, against a village of 1s."""
    return judged(do(table(mine, "1 1", **more), *lines.split(", ")))


def judged(state):
    """Return the gains of the actions of player 0, by their texts."""
    return {str(one.action): one.gain for one in advise(state.observation(0))}


# ---- exchanges that end the round at once, against the engine ----

RULES = [
    {"deck_exchange": up, "pushed_pair_ends": pushed, "doppelganger": wild}
    for (up, pushed), wild in zip(
        product(("down", "up", "inherit"), (False, True)), ["wild", "pairing"] * 3, strict=True
    )
]
VILLAGES = [
    ("8^ 8 5", "0^ 1"),
    ("0^ 8 3^", "2 1^"),
    ("0 0 13", "2 1"),
    ("0 3^ 13^ 13", "0^ 1"),
    ("0^ 0 3^", "5 1"),
]
"""Villages of two players, of whom nobody has looked at a card."""

WORLDS = 8


def lines(source, card):
    """Return how player 0 gets a card into the hand."""
    return {
        "deck": ["draw", f"draw {card}"],
        "discard": ["take"],
        "shown": ["shown 0"],
        "master": ["draw", "draw 10", "discard", f"fetch {card}"],
        "witch": ["draw", "draw 11", "discard", "use", f"draw {card}"],
    }[source]


def begun(villages, source, card, rules):
    """Return a game in which player 0 has a card in hand, in a round that goes on for long."""
    lying = {"discard": f"9 {card}", "master": f"9 {card} 7"}.get(source, "9")
    shown = str(card) if source == "shown" else ""
    return table(*villages, discard=lying, shown=shown, **rules)


def ways(seen, slots, random):
    """Return whether an exchange ends the round in some worlds, wherever the new card goes."""
    found = set()
    for _ in range(WORLDS):
        world = seen.sample_world(random)
        world.apply(EXCHANGES[slots[0]])
        for slot in slots[1:]:
            world.apply(ANDS[slot])
        if world.decision_kind() == "set":
            world.apply(DONE)
        choices = world.legal_actions() if world.decision_kind() == "place" else [None]
        for choice in choices:
            after = world.clone()
            if choice is not None:
                after.apply(choice)
            while after.decision_kind() in ("add", "penalty"):
                acts = after.to_act()
                after.apply(after.sample_chance(random) if acts == CHANCE else after.legal_actions()[0])
            found.add(bool(after.results))
    return found


@pytest.mark.parametrize(
    ("rules", "source"),
    [
        (rules, source)
        for number, rules in enumerate(RULES)
        for place, source in enumerate(("deck", "discard", "shown", "master", "witch"))
        if (number + place) % 3 == 0 or examples(1) > 2
    ],
)
def test_S42_A1_A5_the_round_ends_as_in_the_engine(rules, source):
    random, told, unsure = Random(5), Counter[bool | None](), set[bool]()
    for villages, card, known in product(VILLAGES, (0, 6), ((), (1,), (0, 1, 2))):
        if " ".join(villages).count("0") + (not card) > COPIES[VILLAGER]:
            continue
        state = begun(villages, source, card, rules)
        for slot in known:
            look(state, 0, 0, slot)
        seen = do(state, *lines(source, card)).observation(0)
        hand = position_of(seen)
        for slots in own_subsets(hand):
            ends = ends_round(hand, slots, source, exchange(hand, slots, card).chance)
            told[ends] += 1
            if ends is None:
                unsure |= ways(seen, slots, random)
            else:
                assert ways(seen, slots, random) == {ends}, (villages, slots)
            assert may_end(hand) or ends is False
    assert told[False]
    opens = source in ("discard", "shown", "master")
    assert bool(told[True]) == (opens or rules["deck_exchange"] != "down" or rules["pushed_pair_ends"])
    assert unsure == ({True, False} if told[None] else set())


# ---- in the terminal ----
@pytest.mark.parametrize("policy", [None, "steady"])
def test_advice_in_words_counts_from_1_and_has_no_english_in_persian(policy, monkeypatch):
    """A policy changes only what is said of a call."""
    monkeypatch.setattr("solvers.silver.advice._GAMES", 10)
    laid = (
        []
        if policy
        else [
            table("8 5 1 0", "7 0^ 9 9", discard="13 12 9", shown="4 6"),
            do(table("8 0 1 0^"), "draw, draw 5, discard"),
            do(table("8 5 1 0^"), "draw, draw 11, discard, use, draw 10"),
            do(table("8 5 1 4"), "draw, draw 12, discard, rob 1:0"),
            do(table("8 5 1 4^"), "draw, draw 12, draw, draw 4"),
        ]
    )
    for seen in [next(calls(2, 2)), *(state.observation(0) for state in laid)]:
        for lang in LANGUAGES:
            written, voice = StringIO(), InWords(GAME, lang, ["me:Anna", "me:Ben"])
            Console(file=written, width=80).print(*told(seen, voice, policy).on_screen())
            text = written.getvalue()
            outside = re.sub("\u2068[^\u2069]*\u2069", "", " ".join(text.split()))
            assert not re.search(r"player \d|\d:\d|slot", text)
            assert lang == "en" or not re.search("[A-Za-z0-9]", outside)


def test_advice_says_below_each_action_why_and_what_others_see():
    seen, written = do(table("8 8 1 3", "7 4"), "draw, draw 4").observation(0), StringIO()
    voice = InWords(GAME, "en", ["me:Anna", "me:Ben"])
    Console(file=written, width=80).print(*told(seen, voice).on_screen(), sep="\n")
    text = " ".join(written.getvalue().split())
    alike = "; ".join(f"Exchange Rascal 4 for your card {place}" for place in (2, 3, 4))
    assert re.match(
        f"Exchange Rascal 4 for your card 1, or about as good: {alike}[.] "
        r"That is \d\.\d points better than the next best: Discard the new card[.]",
        text,
    )
    first, second = re.findall(r": [+-]\d+\.\d\d (.*?)(?= Exchange)", text)[:2]
    assert first == "All others see: your card 1."  # why stands above
    assert re.match(r"Rascal 4 for .* points on average\. All others see: ", second)
    assert text.endswith("Figures: points ahead of the others, roughly.")
