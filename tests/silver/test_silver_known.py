"""Who knows what, and laws of every game (S-21, S-23, S-69)."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from knowledge_oracle import Knowers, Step
from playing import do
from silver_helpers import lying, new_game, seen, table, village
from sizes import examples

from toolkit.core.decision import CHANCE
from toolkit.games.silver.actions import CALL, DISCARD, DONE, SKIP
from toolkit.games.silver.play.sets import Exchanging, Placing
from toolkit.games.silver.state import FACE_DOWN, SHOWN, TOP, VILLAGE


def worlds(state, viewer, count=200):
    """Return positions that a player cannot tell from this one."""
    observation = state.observation(viewer)
    return [observation.sample_world(Random(seed)) for seed in range(count)]


def test_S49_S69_a_hidden_choice_among_known_cards_leaves_only_a_group_known():
    state = do(table("4^ 4^ 8", "4^ 5", "6 6"), "draw, draw 7", "draw, draw 3", "draw, draw 9")
    do(state, "keep 9", "discard, skip")
    assert seen(state, 0, "top") == "7 3"
    do(state, "draw, draw 7", "draw, draw 3", "keep 3", "exchange 1")
    assert (village(state, 1), lying(state, "top")) == ("4^ 3", "7")
    assert (seen(state, 0, "village 1"), seen(state, 0, "top")) == ("4 ?", "?")
    found = Counter(
        (world.cards.cards[VILLAGE + 1][1], world.cards.cards[TOP][0]) for world in worlds(state, 0)
    )
    assert set(found) == {(3, 7), (7, 3)}  # one of the two was kept, the other one lies on top
    assert seen(state, 1, "village 1") == "4 3"


# ---- Laws of every game, whoever plays and however ----

VARIANTS = (
    {},
    {"deck_exchange": "inherit", "witch_orientation": "inherit", "beholder": "both", "revealer": "any"},
    {"penalty": "three_different", "doppelganger": "pairing", "rascal_putback": "reverse"},
    {"pushed_pair_ends": True, "open_mismatch": "forbidden", "squire_ability": False},
    {"amulet_use": "any_holder", "amulet_award": "call_only", "idle_guard_protected": True},
    {"amulet_use": "any_holder", "finish_last_turns": True, "witch_decline": "after_look"},
    {"score_mode": True, "deck_exchange": "up", "amulet_use": "any_holder"},
)
SEEDS = st.integers(0, 10_000)


def played(seed, players, variant):
    """Play two rounds; yield each state, what was done in it, and what came of it. Calls come late."""
    random = Random(seed)
    state = new_game(players, turn_limit=60, **VARIANTS[variant])
    while state.round < 3 and state.stack:
        before = state.clone()
        action = state.sample_chance(random) if state.to_act() == CHANCE else wanted(state, random)
        state.apply(action)
        yield before, action, state


def wanted(state, random):
    """Return a choice that keeps sets small and uses abilities more often than blind chance does."""
    legal = state.legal_actions()
    assert legal, "S-71: some action is always legal"
    liked = [action for action in legal if action not in (CALL, SKIP)]
    if random.random() < 0.5:
        liked = [action for action in legal if action in (DISCARD, DONE)] or liked
    return random.choice(liked if liked and random.random() < 0.9 else legal)


def sizes(state):
    """Return how many cards each village has."""
    return [len(cards) for cards in state.cards.cards[VILLAGE:]]


GAMES = (SEEDS, st.integers(2, 4), st.integers(0, len(VARIANTS) - 1))


@settings(max_examples=examples(7))
@given(*GAMES)
def test_S17_S19_S20_A13_a_village_changes_its_size_by_an_exchange_alone(seed, players, variant):
    for before, action, state in played(seed, players, variant):
        kind, actor = before.decision_kind(), before.to_act()
        changes = [now - then for now, then in zip(sizes(state), sizes(before), strict=True)]
        if kind == "deal" or len(state.results) > len(before.results):
            continue
        owner = before.turn
        assert all(change == 0 for player, change in enumerate(changes) if player != owner)
        if kind in ("add", "penalty"):
            assert changes[owner] in ((0, 1) if kind == "add" else (1,))
        elif kind in ("use", "set", "place", "witch card"):
            assert changes[owner] in (0, 1 - pushed(before, action))
        else:
            assert changes[owner] == 0, (kind, actor)
        assert min(sizes(state)) >= 1 or state.decision_kind() == "deal"


def pushed(state, action):
    """Return how many cards are pushed forward once this is done."""
    frame = state.stack[-1]
    slots = len(frame.slots) if isinstance(frame, Exchanging | Placing) else 0
    return slots + str(action).startswith(("exchange", "and"))


@settings(max_examples=examples(7))
@given(*GAMES)
def test_S28_S29_there_is_one_caller_who_keeps_the_number_of_cards(seed, players, variant):
    turns = {}
    held = 0
    for before, action, state in played(seed, players, variant):
        if action == CALL:
            assert before.caller == -1
            assert sizes(before)[before.turn] <= 4
            held, turns = sizes(before)[before.turn], {}
        if state.caller >= 0:
            assert sizes(state)[state.caller] == held
            if state.decision_kind() == "turn":
                turns[state.turns] = state.turn
        if before.caller >= 0 > state.caller:
            after = [(before.caller + step) % players for step in range(1, players)]
            assert list(turns.values()) == after[: len(turns)]


@settings(max_examples=examples(7))
@given(*GAMES)
def test_S36_S64_the_card_under_the_amulet_changes_neither_owner_nor_side(seed, players, variant):
    protected = None
    for _, _, state in played(seed, players, variant):
        if state.amulet_slot < 0:
            protected = None
            continue
        cards, up = state.cards.cards[VILLAGE + state.amulet], state.up[state.amulet]
        here = (state.amulet, cards[state.amulet_slot], up[state.amulet_slot])
        assert protected in (None, here)
        protected = here


@settings(max_examples=examples(7))
@given(*GAMES)
def test_S41_S42_S43_no_player_decides_with_two_face_up_villagers_or_too_few_shown_cards(
    seed, players, variant
):
    for _, _, state in played(seed, players, variant):
        if state.to_act() < 0 or state.decision_kind() == "add":
            continue
        up = Counter(face for player in range(players) for face in open_cards(state, player))
        assert up[0] < 2
        if state.decision_kind() == "turn" and not state.acted and state.deck:
            assert len(state.cards.cards[SHOWN]) >= up[1]


def open_cards(state, player):
    """Return the face-up cards of a village."""
    return [face for face in state.up[player] if face != FACE_DOWN]


@settings(max_examples=examples(15))
@given(*GAMES)
def test_S10_S21_S27_S54_S69_what_each_player_knows_travels_with_the_card(seed, players, variant):
    knowers = Knowers(players)
    for before, action, state in played(seed, players, variant):
        knowers.follow(Step(before, action, state))
        for player in range(players):
            masks, up = state.cards.known[VILLAGE + player], state.up[player]
            found = [{seat for seat in range(players) if mask >> seat & 1} for mask in masks]
            expected = [
                knowers.all if up[slot] != FACE_DOWN else knowing
                for slot, knowing in enumerate(knowers.villages[player])
            ]
            assert found == expected, (action, player)
