"""What the greedy player makes of Tobago, on tables laid by hand."""

from collections import Counter
from itertools import chain
from random import Random

import pytest
from play_helpers import hold, table
from playing import brought, decisions

from solvers.players import player
from solvers.players.simple import best
from solvers.players.tobago import ADVICE, _after, _Outlook, _quick
from solvers.tobago.race import FAR, Atvs, Prize, Turn, steps_to
from solvers.tobago.standing import being_first, race
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.movement import STEPS_PER_MOVE, step_counts
from toolkit.hexmap import parse_drawing

BROWN_ON_A1 = {"brown": [(0, "in jungle"), (1, "next to hut")]}
HUT_ON_B1 = {"huts": ["b1"]}


def greedy_turn(state):
    """Let greedy players act until the next turn begins, and return what the player at turn did."""
    bots = [player("greedy") for _ in range(state.players)]
    for seat, bot in enumerate(bots):
        bot.sit(seat, Random(seat))
    random, turn, at_turn, done = Random(3), state.turn, state.to_act(), []
    while state.turn == turn and (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        action = bots[actor].choose(state.observation(actor), state.legal_actions())
        state.apply(action)
        if actor == at_turn:
            done.append(str(action))
    return done


def treasure_in_reach(state, actor):
    """Return whether a move of the player who begins a turn can end on a located treasure."""
    if state.decision_kind() != "turn":
        return False
    steps = steps_to(state.compiled.island.source, state.atvs[actor])
    located = [one.bit_length() - 1 for one in state.candidates if one.bit_count() == 1]
    return any(steps[hex_] <= STEPS_PER_MOVE for hex_ in located)


def test_T22_hexes_that_cannot_be_reached_count_as_far():
    island = parse_drawing("J J . L L\n B B . M\nJ . S S")
    for number in range(len(island)):
        assert list(steps_to(island, number)) == [
            FAR if count is None else count for count in step_counts(island, number)
        ]


def test_T24_a_treasure_under_the_own_atv_is_raised_in_that_turn():
    state = table(atvs=("a1", "j1"), maps=BROWN_ON_A1, landmarks=HUT_ON_B1)
    assert "raise brown" in greedy_turn(state)


def test_T22_T24_a_treasure_in_reach_is_raised_in_that_turn():
    state = table(atvs=("d1", "j1"), maps=BROWN_ON_A1, landmarks=HUT_ON_B1)
    hold(state, 0, [], alone=True)
    assert "raise brown" in greedy_turn(state)


def test_T22_T24_a_treasure_in_reach_is_not_put_off_in_most_turns():
    """Who takes a treasure for safe until the own next turn leaves it there turn after turn."""
    raised = []
    for seed in range(4):
        state, random = GAME.new(3), Random(seed)
        while (actor := brought(state, random).to_act()) != TERMINAL:
            near, done = treasure_in_reach(state, actor), greedy_turn(state)
            if near:
                raised.append(any(action.startswith("raise") for action in done))
    assert len(raised) > 15
    assert sum(raised) > 0.6 * len(raised), raised


def test_T22_T32_an_amulet_in_reach_is_picked_up_when_no_clue_can_be_laid():
    for held in range(4):
        state = table(atvs=("a1", "j1"), lying=("d1",), amulets=(held, 0))
        hold(state, 0, [], alone=True)
        assert "pick up" in greedy_turn(state)


@pytest.mark.parametrize(
    ("rival", "held", "lying", "comes"),
    [
        ("d1", 0, (), True),
        ("e1", 0, (), False),
        ("g1", 1, (), True),
        ("h1", 1, (), False),
        ("j1", 2, (), True),
        ("f1", 0, ("d1",), True),  # two steps to the amulet, one more, then three by the amulet
        ("f1", 0, ("b1",), False),  # the amulet is out of reach
        ("f1", 0, ("h1",), False),  # and there it is a detour: a step of the move is left, three by it
        ("i1", 1, ("h1",), True),
    ],
)
def test_T22_T33_amulets_bring_a_rival_to_a_located_treasure(rival, held, lying, comes):
    state = table(atvs=("i1", rival), maps=BROWN_ON_A1, landmarks=HUT_ON_B1, lying=lying, amulets=(0, held))
    mine, others = being_first(state, Turn(0, 0, over=True))
    treasure = [one for one in race(state, Turn(0, 0, over=True)).prizes if one.pull]
    coins = sum(one.coins for one in treasure)
    without = table(atvs=("i1", rival), lying=lying, amulets=(0, held))
    before = being_first(without, Turn(0, 0, over=True))
    assert (others - before[1] > 0.75 * coins) is comes
    assert mine > before[0]


def test_T22_T33_amulets_bring_nobody_to_a_part_of_the_island_that_cannot_be_reached():
    island, prize = parse_drawing("J J . L L"), Prize(0, coins=5.0, sure=True, pull=0.85)
    assert Atvs((1, 2), amulets=(0, 4), lying=(3,)).steps(prize, island) == (1, FAR)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_clues_and_cubes_that_are_not_tried_out_look_as_if_they_were(players):
    """The short cut against its twin, which plays the action and judges what follows: within two coins."""
    random, seen = Random(players), Counter()

    def weighed(state):
        legal = state.legal_actions()
        return best(legal, ADVICE.weigh(state, legal), random)

    games = (decisions(GAME.new(players), random, weighed) for _ in range(3))
    for state in chain.from_iterable(games):
        legal = state.legal_actions()
        if state.decision_kind() in ("turn", "move") and random.random() < 0.15:
            outlook = _Outlook(state)
            for action in legal:
                if not isinstance(action, act.Step):
                    assert _quick(outlook, action) == pytest.approx(_after(state, action), abs=2.0)
                    seen[type(action)] += 1
    assert seen[act.LayClue] > 20
    assert seen[act.RemoveCube] + seen[act.AmuletClue] > 0


def test_T24_nobody_tries_to_end_a_turn_while_a_treasure_can_be_raised():
    state = table(atvs=("a1", "j1"), maps=BROWN_ON_A1, landmarks=HUT_ON_B1)
    actions = state.legal_actions()
    assert act.EXCHANGE in actions
    assert act.EXCHANGE not in ADVICE.worth_trying(state, actions)
    state.apply(next(action for action in actions if isinstance(action, act.LayClue)))
    while state.to_act() != 0 or state.decision_kind() != "turn":
        state.apply(state.sample_chance(Random(1)))
    actions = state.legal_actions()
    assert act.END in actions
    assert list(map(str, ADVICE.worth_trying(state, actions))) == ["raise brown"]


def test_T20_who_holds_only_clues_that_help_the_rival_exchanges_them():
    """Else both players walk in circles, and wait for each other until the turn limit."""
    maps = {colour: [(1, "in jungle")] for colour in ("brown", "white", "grey", "black")}
    state = table(atvs=("b1", "a1"), maps=maps, landmarks=HUT_ON_B1)
    hold(state, 0, ["next to hut"], alone=True)
    assert [str(action) for action in state.legal_actions()].count("clue brown next to hut") == 1
    assert greedy_turn(state)[0] == "exchange"
