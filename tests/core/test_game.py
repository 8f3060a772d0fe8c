"""Games, states, decisions and what is seen of them, with Cellar as the example."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from random import Random

import pytest
from cellar import (
    DECK,
    DISCARD,
    GAME,
    HAND,
    PILE,
    PUT,
    SHIFTS,
    STOP,
    TURN,
    Bottle,
    Card,
    CellarState,
    Dealing,
    Drawing,
    Rules,
    Shelf,
    Shift,
    Turn,
    Word,
)
from kuhn import GAME as KUHN
from seats import played

from toolkit.core.decision import AUTOMATIC, CHANCE, TERMINAL, Decision, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.game import content_hash, find_game, game_names, rules_from_dict, rules_to_dict
from toolkit.core.hidden import HIDDEN, Zones
from toolkit.core.hidden.view import Memory
from toolkit.core.history import Event
from toolkit.core.record import RecordError
from toolkit.core.saving import state_from_dict, state_to_dict, state_to_text
from toolkit.testing import CheckFailure, perft, posterior
from toolkit.testing.counting import deal_of


def after_the_deal(seed: int = 1):
    state, random = GAME.new(2), Random(seed)
    while state.to_act() == CHANCE:
        state.apply(state.sample_chance(random))
    return state


def test_games_are_found_by_name():
    assert find_game("cellar") is GAME
    assert {"cellar", "kuhn", "tobago", "wazabi"} <= set(game_names())
    with pytest.raises(ToolkitError, match="no game 'celar'; did you mean 'cellar'"):
        find_game("celar")
    with pytest.raises(ToolkitError, match=r"no game '12345678'; the games are .*wazabi"):
        find_game("12345678")


@pytest.mark.parametrize("players", [0, 1, 4, 2.0, True, "2", None])
def test_a_game_refuses_other_numbers_of_players(players):
    with pytest.raises(ToolkitError, match="Cellar is for 2 to 3 players, not"):
        GAME.new(players)


def test_actions_are_read_in_any_case_and_spacing():
    assert GAME.parse("  Put   3 ", 2, Rules()) is PUT[3]
    assert GAME.parse("deal ?", 2, Rules()) == Card("deal", 9)
    with pytest.raises(ToolkitError, match="no action 'putt 3' in Cellar; did you mean 'put 3'"):
        GAME.parse("putt 3", 2, Rules())
    assert GAME.parse_line("put 3", GAME.new(2)) == (PUT[3],)
    assert GAME.lines([Event(0, PUT[3]), Event(CHANCE, Bottle(2))]) == [(0, "put 3"), (CHANCE, "(bottle 2)")]


def test_rules_travel_as_what_differs_from_their_defaults():
    assert rules_to_dict(Rules()) == {}
    assert rules_to_dict(Rules(3)) == {"turns": 3}
    assert rules_from_dict(GAME, {"turns": 3}) == Rules(3)
    with pytest.raises(ToolkitError, match="Cellar has no rule 'turn'; did you mean 'turns'"):
        rules_from_dict(GAME, {"turn": 3})
    with pytest.raises(ToolkitError, match="rules of Cellar: Expected `int`, got `bool`"):
        rules_from_dict(GAME, {"turns": True})


def test_a_hash_of_components_does_not_depend_on_the_order_of_keys():
    assert content_hash({"a": 1, "b": [2]}) == content_hash({"b": [2], "a": 1}) != content_hash({"a": 1})


def test_a_refusal_leaves_the_state_and_says_what_is_legal():
    state = after_the_deal()
    before = state_to_text(state)
    for action, reason in [
        (PUT[0], "put 0: not possible now; legal: draw one, swap 0, swap 1, shift, roll dice"),
        (Word("sing"), "no action of this game of Cellar"),
    ]:
        with pytest.raises(IllegalAction, match=reason) as error:
            state.apply(action)
        assert error.value.action == action
        assert state_to_text(state) == before


def test_a_refusal_lists_few_of_many_legal_actions():
    many = [Card("put", number) for number in range(20)]
    decision = Decision(Turn, lambda *_: many)
    assert decision.refusal(None, Turn(0), STOP).endswith("put 6, put 7 and 12 more")


def test_nothing_can_be_done_when_the_game_is_over():
    state = played(seed=1).replay()
    assert state.to_act() == TERMINAL
    assert (state.decision_kind(), state.legal_actions(), state.chance_outcomes()) == (None, (), ())
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(STOP)


def test_chance_is_asked_only_where_it_acts():
    with pytest.raises(ToolkitError, match="turn: no chance node is open"):
        after_the_deal().sample_chance(Random(1))


def test_automatic_steps_follow_at_once_and_tell_why():
    state = after_the_deal()
    for text in ("roll dice", "roll 0 0 2", "pick point", "lapse", "stop"):
        state.apply(GAME.parse(text, 2, state.rules))
    assert (state.to_act(), state.decision_kind()) == (1, "turn")
    told = state.log(0)[-1]
    assert (told.actor, str(told)) == (AUTOMATIC, "(turn 1 is over: stop)")
    assert told.action.reason == "stop"
    assert state.shelves[0] == Shelf(1, [0])


def test_fields_frames_and_parts_come_from_annotations():
    assert [field.name for field in CellarState.OPEN] == ["shelves", "turn"]
    assert CellarState.ZONES == ("cards",)
    state = after_the_deal()
    other = state.clone()
    other.shelves[0].turns.append(7)
    other.shelves[1].points += 1
    assert [shelf.shown() for shelf in state.shelves] == [(0, ()), (0, ())]
    assert other.shown()[0] == (Shelf(0, [7]), Shelf(1, []))
    assert repr(other.shelves[0]) == "Shelf(0, (7,))"
    assert not hasattr(state, "__dict__")
    with pytest.raises(TypeError, match="lists in lists in lists"):
        type(CellarState)("Odd", (CellarState,), {"__annotations__": {"odd": list[list[list[int]]]}})


def test_frames_of_two_kinds_are_never_equal():
    one, two = after_the_deal(), after_the_deal()
    one.stack, two.stack = [Drawing(CHANCE, 0)], [Dealing(CHANCE, 0)]
    assert tuple(one.stack) == tuple(two.stack)
    assert one != two
    assert one.observation(0) != two.observation(0)


def test_an_observation_reads_fields_and_cards_by_name():
    seen = after_the_deal().observation(1)
    assert seen[CellarState.turn] == seen["turn"] == 0
    assert seen[CellarState.shelves] == (Shelf(0, []), Shelf(0, []))
    assert seen[CellarState.cards] is seen["cards"]
    assert seen["cards"].zone("hand 0") == (HIDDEN, HIDDEN)
    assert HIDDEN not in seen["cards"].zone("hand 1")
    with pytest.raises(ToolkitError, match="coins"):
        seen["coins"]


def test_observations_are_equal_when_all_that_was_seen_is():
    one, two = after_the_deal(), after_the_deal()
    assert one.observation(0) == two.observation(0)
    assert hash(one.observation(0)) == hash(two.observation(0))
    two.reveal(Bottle(1), 1)
    assert one.observation(0) != two.observation(0)
    assert one.observation(0).key() == two.observation(0).key()
    assert one.observation(1) == two.observation(1)
    assert one.observation(0) != one.observation(1) != "nothing"


@pytest.mark.parametrize("player", [-1, 3, 9])
def test_there_is_no_other_seat(player):
    state = after_the_deal()
    with pytest.raises(ToolkitError, match=f"no player {player}: they are numbered from 0 to 1"):
        state.observation(player)
    with pytest.raises(ToolkitError, match=f"no player {player}"):
        state.log(player)


def test_a_spectator_sees_no_hand_and_samples_no_world():
    state = after_the_deal()
    seen = state.observation(None)
    assert seen["cards"].zone("hand 0") == seen["cards"].zone("hand 1") == (HIDDEN, HIDDEN)
    assert seen.legal_actions() == ()
    assert state.log(None) == seen.log
    with pytest.raises(ToolkitError, match="a spectator holds no cards"):
        seen.sample_world(Random(1))


def test_a_belief_weighs_worlds():
    seen = after_the_deal().observation(0)

    def holds_a_zero(world):
        return 0 in world.cards.cards[HAND + 1]

    plain = sum(holds_a_zero(seen.sample_world(Random(number))) for number in range(200))
    believed = sum(holds_a_zero(seen.sample_world(Random(number), holds_a_zero)) for number in range(200))
    assert plain < believed == 200


def test_a_belief_in_nothing_is_refused(monkeypatch):
    monkeypatch.setattr("toolkit.core.observation._MOST_TRIES", 10)
    with pytest.raises(ToolkitError, match="no world in 10 was believed"):
        after_the_deal().observation(0).sample_world(Random(1), lambda _world: 0)


def test_a_world_has_only_what_its_player_heard():
    state = after_the_deal()
    world = state.observation(0).sample_world(Random(1))
    assert world.full_log() == world.log(1) == state.log(0)
    assert sorted(face for zone in world.cards.cards for face in zone) == list(DECK)


def test_a_state_is_read_from_json_and_pickle():
    state = after_the_deal()
    again = state_from_dict(json.loads(state_to_text(state)))
    assert again == state == pickle.loads(pickle.dumps(state))
    assert again.full_log() == state.full_log()
    assert again != GAME.new(2)
    assert state != "a state"


def test_pickles_are_read_where_no_game_was_loaded_yet(tmp_path):
    state = find_game("wazabi").new(2)
    file = tmp_path / "state.pickle"
    file.write_bytes(pickle.dumps((state, state.observation(0))))
    lines = (
        "import pickle, sys; s, o = pickle.load(open(sys.argv[1], 'rb')); print(s.decision_kind(), o.game)"
    )
    done = subprocess.run(
        [sys.executable, "-c", lines, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["draw", "wazabi"], done.stderr


def test_copies_share_nothing_and_hold_nothing_of_other_seats():
    state = after_the_deal()
    state.apply(TURN[0])
    view = state.observation(0).views[0]
    assert type(asdict(view)["memory"]) is Memory  # and no journal, which holds the cards of all seats
    assert copy.deepcopy(view) == view
    assert not [name for name in dir(view.memory) if "journal" in name]
    assert copy.copy(state).cards is not state.cards
    assert copy.copy(state.cards).cards is not state.cards.cards


def test_fields_that_would_be_shared_and_change_are_refused():
    for kind in (
        dict[str, int],
        set[int],
        list[int] | None,
        tuple[list[int], ...],
        Zones | None,
        list[Zones],
    ):
        with pytest.raises(TypeError, match="changes in place"):
            type(CellarState)("Odd", (CellarState,), {"__annotations__": {"odd": kind}})


def test_a_long_log_can_be_pickled():
    state = after_the_deal()
    for number in range(5_000):
        state.reveal(Bottle(number), 1)
    seen = pickle.loads(pickle.dumps(state.observation(0)))
    assert seen == state.observation(0)
    assert pickle.loads(pickle.dumps(state)).log(0) == state.log(0)


def test_games_records_and_errors_are_pickled():
    record = played(seed=7)
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert again.game is GAME
    for error in (
        IllegalAction(STOP, "no"),
        RecordError("bad", 3, "file"),
        RecordError("bad"),
        CheckFailure("leaks", record, "0/1"),
    ):
        same = pickle.loads(pickle.dumps(error))
        assert (type(same), str(same)) == (type(error), str(error))
        assert same.__dict__ == error.__dict__


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ({"format": "toolkit-state/2"}, "format: 'toolkit-state/2' instead of"),
        ({"game": "celar"}, "no game 'celar'"),
        ({"rules": {"turn": 1}}, "no rule 'turn'"),
        ({"zones": {}}, "no state of a game: KeyError: 'cards'"),
        ({"fields": {"turn": 0}}, "no state of a game: KeyError: 'shelves'"),
        ({"fields": {"shelves": [[0, []]], "turn": "soon"}}, "Expected `int`, got `str`"),
        ({"stack": 3}, "no state of a game: TypeError"),
        ({"stack": [["odd", 0]]}, "stack: no decision 'odd'"),
        ({"histories": [[[0, "sing"]]]}, "no action 'sing'"),
        ({"histories": [[[0, "Bottle", {"face": "red"}]]]}, "Expected `int`, got `str`"),
    ],
)
def test_data_of_another_form_is_no_state(damage, problem):
    with pytest.raises(ToolkitError, match=problem):
        state_from_dict(state_to_dict(after_the_deal()) | damage)


# ---- exact worlds of tiny games ---------------------------------------------------------------------------


def worlds(state, player: int, times: int = 3_000) -> Counter:
    seen, random = state.observation(player), Random(1)
    return Counter(deal_of(seen.sample_world(random)) for _ in range(times))


def test_perft_of_cellar_counts_by_hand():
    state = GAME.new(2)
    assert perft(state, 1) == 6
    assert perft(state, 2) == 5 * 6 + 5  # there is only one 5
    turn = after_the_deal()
    pile, hand = (len(set(turn.cards.cards[zone])) for zone in (PILE, HAND))
    assert perft(turn, 2) == pile + 2 * hand + 2 + 6  # draw, swap a bottle, shift, roll


def test_sampled_worlds_of_kuhn_poker_have_their_exact_chances():
    state = KUHN.new(2)
    for text in ("deal J", "deal Q", "pass", "bet"):
        state.apply(KUHN.parse(text, 2, state.rules))
    exact = posterior(KUHN.new(2), state.observation(0))
    counts = worlds(state, 0)
    assert exact == {deal: Fraction(1, 2) for deal in counts}
    assert max(counts.values()) < 1_650
    with pytest.raises(ValueError, match="a spectator's log"):
        posterior(KUHN.new(2), state.observation(None))


def test_shifts_are_seen_only_by_their_player():
    state = after_the_deal()
    state.apply(TURN[3])
    state.apply(SHIFTS[1])
    assert str(state.log(1)[-2]) == "shift ?"
    assert state.log(0)[-2].action == SHIFTS[1]
    assert state.full_log()[-2].action == SHIFTS[1]
    assert Shift(()) == SHIFTS[0].veiled()
    assert DISCARD == 1
