"""Laws that hold in every game, by random play under random rules."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import random_game
from wazabi_helpers import lying, new_game

from toolkit.core.decision import CHANCE, Action
from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi import GAME, NAMES, Position
from toolkit.games.wazabi.actions import Play, Roll
from toolkit.games.wazabi.position import position_of

VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "deck": st.just("first"),
        "miss_cost": st.just(1),
        "dice": st.integers(1, 6),
        "start_tie": st.just("reroll_all"),
        "empty_effects": st.just(False),
        "reshuffle": st.just("when_needed"),
        "neighbours_only": st.just(True),
        "choose_partner": st.just(False),
        "turn_limit": st.integers(1, 60),
    },
)
ENDS = st.sampled_from([{}, {"play_on": True}, {"teams": True}, {"rounds": 2}, {"teams": True, "rounds": 2}])


@st.composite
def games(draw):
    """Return a game at its beginning, under any rules that fit the number of players."""
    rules = draw(VARIANTS) | draw(ENDS)
    least = 4 if rules.get("teams") or "neighbours_only" in rules else 2
    players = draw(st.sampled_from([4, 6] if rules.get("teams") else range(least, 7)))
    rules["dice"] = min(rules.get("dice", 4), 24 // players)
    return new_game(players, **rules)


def steps(game, seed):
    """Play at random; yield the state before a step, the step, and the state after it."""
    before = None
    for state in random_game(game, Random(seed)):
        now = state.clone()
        if before is not None:
            yield before, last_action(state), now
        before = now


def last_action(state):
    """Return the last thing that happened and was an action."""
    history = state.histories[-1]
    while history and not isinstance(history[2], Action):
        history = history[0]
    assert history
    return history[2]


SEEDS = st.integers(0, 2**32)


@given(games(), SEEDS)
def test_W2_W11_W31a_W32a_no_card_is_lost_and_dice_only_leave_the_game(game, seed):
    dealt = game.players * game.rules.dice
    for before, _, state in steps(game, seed):
        cards = Counter(NAMES[face] for heap in state.cards.cards for face in heap)
        assert cards == {card.name: card.copies for card in game.rules.cards.cards}
        assert len(lying(state, "played")) <= 1
        if state.round == before.round:
            assert sum(state.dice) in range(sum(before.dice) - 2, sum(before.dice) + 1)
        else:
            assert sum(state.dice) == dealt
        assert all(lying(state, f"before {player}") == [] for player in state.finished)


@given(games(), SEEDS)
def test_W16_W24_W26_W28_only_gifts_and_the_loss_of_one_die_bring_a_player_to_none(game, seed):
    played = ""
    for before, action, state in steps(game, seed):
        if before.decision_kind() == "roll":
            played = ""
        if isinstance(action, Play):
            played = NAMES[action.face]
            assert before.dice[before.turn] >= game.rules.cards[played].cost
        if state.round == before.round:
            rid = [player for player in before.seats if before.dice[player] and not state.dice[player]]
            assert rid in ([], [before.turn])
            assert not rid or before.decision_kind() == "give" or played == "lose 1 die"
            assert min(state.dice) >= 0


@pytest.mark.parametrize("players", range(2, 7))
def test_W1_W27_the_first_player_without_dice_wins(players):
    for seed in range(10):
        *_, state = random_game(new_game(players), Random(seed))
        end = state.outcome()
        assert [player for player in range(players) if not state.dice[player]] == list(end.winners)
        assert end.reason == f"player {end.winners[0]} has no dice left (W-27)"
        assert state.returns() == tuple(float(player in end.winners) for player in range(players))


@given(games(), SEEDS)
def test_W6_W7_W8_W12_a_turn_brings_what_its_roll_shows(game, seed):
    due = Counter()
    for before, action, state in steps(game, seed):
        kind, actor = before.decision_kind(), before.to_act()
        if kind == "roll":
            assert isinstance(action, Roll)
            assert action.wazabi + action.card + action.die == before.dice[before.turn]
            due = Counter(draw=action.card, give=action.die)
        elif kind in ("draw", "take") and due["draw"]:
            due["draw"] -= 1
        elif kind == "give":
            assert due["draw"] == 0 or not any(lying(before, f"hand {p}") for p in before.seats if p != actor)
            due["give"] -= 1
        elif kind == "card":
            assert due["give"] == 0
            due.clear()
        if kind not in ("start", None) and actor != CHANCE and kind != "discard":
            assert actor == before.turn
        assert state.turns <= game.rules.turn_limit + 2 * game.players


@given(games(), SEEDS)
def test_W10_W16_W26_the_playable_cards_by_the_letter_of_the_rules(game, seed):
    for state in random_game(game, Random(seed)):
        if state.decision_kind() == "card":
            me = state.to_act()
            expected = {
                f"play {name}" for name in set(lying(state, f"hand {me}")) if playable(state, me, name)
            }
            assert {str(action) for action in state.legal_actions()} == expected | {"no card"}


def playable(state, me, name):
    """Tell, slowly, whether a card of the hand may be played."""
    sizes = {p: len(lying(state, f"hand {p}")) for p in state.seats if p != me}
    half = state.players // 2
    rivals = {p: size for p, size in sizes.items() if not (state.rules.teams and (p - me) % half == 0)}
    named = sizes if state.rules.choose_partner else rivals
    dice, others = ({state.dice[p] for p in (me, *who)} for who in (state.seats, named))
    heaps = [len(lying(state, heap)) for heap in ("pile", "discard")]
    more = len(lying(state, f"hand {me}")) - 1
    changes = {
        "others keep 2": max(sizes.values()) > 2,
        "draw 3": sum(heaps) + max(rivals.values()) > 0,
        "take 1 card": sum(heaps) + max(rivals.values()) + max(named.values()) > 0,
        "pass dice": len(dice) > 1,
        "swap dice": len(others) > 1,
        "swap hands": more + max(named.values()) > 0,
        "pass cards": more + max(sizes.values()) > 0,
    }
    if state.rules.cards[name].cost > state.roll[0]:
        return False
    if name == "lose 1 die" and state.roll[2] > 1:
        return False
    if name == "keep 1 card" and max(named.values()) < 2:
        return False
    return state.rules.empty_effects or changes.get(name, True)


@given(games(), st.integers(0, 2**32))
def test_what_a_seat_sees_before_a_roll_is_a_position_from_which_the_game_goes_on(game, seed):
    random = Random(seed)
    for state in random_game(game, random):
        if state.decision_kind() == "roll" and random.random() < 0.1:
            seen = state.observation(state.turn)
            again = GAME.complete(Position.parse(position_of(seen).to_toml()), random)
            assert again.observation(state.turn)["dice"] == seen["dice"]
            assert (again.turn, again.direction, again.seats) == (state.turn, state.direction, state.seats)
            for name in (
                "pile",
                "discard",
                *(f"{zone} {seat}" for zone in ("hand", "before") for seat in state.seats),
            ):
                mine = again.observation(state.turn)[type(state).cards].zone(name)
                assert mine == seen[type(state).cards].zone(name)
            return
    with pytest.raises(ToolkitError):
        position_of(game.observation(0))
