"""What a program may do wrong with games: a clear error, and everything stays as it was."""

from __future__ import annotations

import copy
import json
from random import Random

import pytest
from kuhn import GAME as KUHN

from toolkit.core.decision import IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game, rules_from_dict
from toolkit.core.play import play, run
from toolkit.core.record import Record
from toolkit.core.saving import state_from_dict, state_to_dict, state_to_text
from toolkit.games.wazabi.actions import Play

WAZABI, TOBAGO = find_game("wazabi"), find_game("tobago")


class Chooser:
    """Takes the first legal action."""

    name = "first"

    def sit(self, seat, random):
        self.seat = seat

    def choose(self, observation, legal_actions):
        return legal_actions[0]

    def notify(self, event):
        pass


def begun():
    state = KUHN.new(2)
    state.apply(state.sample_chance(Random(1)))
    return state


def test_a_record_begins_with_the_game():
    with pytest.raises(ToolkitError, match="this one has begun"):
        play(begun(), [Chooser(), Chooser()], seed=1)
    laid_out = begun()
    laid_out.histories = [None] * 4  # as a position of the table is: without a log
    with pytest.raises(ToolkitError, match="this one has begun"):
        play(laid_out, [Chooser(), Chooser()], seed=1)


def test_run_goes_on_from_any_state():
    state = begun()
    turns = list(run(state, [Chooser(), Chooser()], seed=1))
    assert state.outcome() is not None
    assert [action for _, action in turns] == [event.action for event in state.full_log()[1:]]


def test_a_record_goes_on_only_with_its_own_game():
    record = play(KUHN.new(2), [Chooser(), Chooser()], seed=1)
    with pytest.raises(ToolkitError, match="is over"):
        play(KUHN.new(2), [Chooser(), Chooser()], record=record)
    part = Record(KUHN, 2, KUHN.Rules(), ["a", "b"], actions=record.actions[:1])
    with pytest.raises(ToolkitError, match="not where the record left"):
        play(KUHN.new(2), [Chooser(), Chooser()], record=part)
    with pytest.raises(ToolkitError, match="another game"):
        play(WAZABI.new(2), [Chooser(), Chooser()], record=part)


@pytest.mark.parametrize("rules", ["x", {}, 3, TOBAGO.Rules()])
def test_the_rules_of_another_game_are_refused(rules):
    with pytest.raises(ToolkitError, match="no rules of Wazabi"):
        WAZABI.new(2, rules)
    with pytest.raises(ToolkitError, match="no rules of Wazabi"):
        WAZABI.parse("no card", 2, rules)


@pytest.mark.parametrize("action", [Play(99), "no card", None, ["no card"], KUHN.vocabulary(2, None)[0]])
def test_what_is_no_action_of_the_game_is_refused(action):
    state = WAZABI.new(2)
    before = state_to_text(state)
    with pytest.raises(IllegalAction, match="no action of this game of Wazabi"):
        state.apply(action)
    assert state_to_text(state) == before


def test_names_that_nothing_has_are_named_with_the_nearest_one():
    seen = WAZABI.new(2).observation(0)
    for wrong, hint in (("dices", "'dice'"), (3, "a state of wazabi|nothing is called")):
        with pytest.raises(ToolkitError, match=hint):
            seen[wrong]
    with pytest.raises(ToolkitError, match="did you mean 'hand 0'"):
        seen["cards"].zone("hand O")
    with pytest.raises(ToolkitError, match="a text, not 3"):
        find_game(3)
    with pytest.raises(ToolkitError, match="no rule"):
        rules_from_dict(WAZABI, {1: 2})
    with pytest.raises(ToolkitError, match="no action 3"):
        WAZABI.parse(3, 2, WAZABI.Rules())


@pytest.mark.parametrize("player", [2, -1, True, "0"])
def test_a_seat_is_a_player_or_a_spectator(player):
    for look in (KUHN.new(2).observation, KUHN.new(2).log):
        with pytest.raises(ToolkitError, match="no player"):
            look(player)


def test_chance_does_nothing_after_the_end():
    state = KUHN.new(2)
    for _ in run(state, [Chooser(), Chooser()], seed=2):
        pass
    with pytest.raises(ToolkitError, match="the game is over"):
        state.sample_chance(Random(1))


def test_a_dictionary_is_no_handle_to_the_state():
    state = WAZABI.new(2)
    taken = state_to_dict(state)
    before = json.dumps(taken)
    for _ in range(12):
        state.apply(state.sample_chance(Random(1)) if state.to_act() < 0 else state.legal_actions()[0])
    assert json.dumps(taken) == before
    taken["stack"].clear()
    taken["zones"]["cards"]["cards"][0].clear()
    assert state.stack
    assert state.cards.cards[0]


def damaged(change):
    data = json.loads(state_to_text(WAZABI.new(2)))
    change(data)
    return data


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "state",
        damaged(lambda data: data.update(players=10**30)),
        damaged(lambda data: data.update(players=True)),
        damaged(lambda data: data["zones"]["cards"]["cards"][2].pop()),
        damaged(lambda data: data["zones"]["cards"]["known"].pop()),
        damaged(lambda data: data["stack"].append(["nonsense", 0])),
        damaged(lambda data: data["stack"].append(["card", 7])),
        damaged(lambda data: data["histories"].pop()),
        damaged(lambda data: data["fields"].pop("dice")),
        damaged(lambda data: data["rules"].update(dice=0)),
    ],
)
def test_an_altered_state_is_refused(data):
    with pytest.raises(ToolkitError):
        state_from_dict(data)


def test_cards_can_be_copied_after_a_long_journal():
    state, random = WAZABI.new(2, WAZABI.Rules(turn_limit=10_000)), Random(3)
    while state.to_act() != -2:
        legal = [action for action in state.legal_actions() if str(action) == "no card"]
        choices = legal or state.legal_actions()
        state.apply_unchecked(state.sample_chance(random) if state.to_act() < 0 else choices[0])
        if state.turns > 3_000:
            break
    assert copy.deepcopy(state.cards) == state.cards
