"""Games, states, decisions and what is seen of them, with Cellar as the example."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from dataclasses import asdict, fields, replace
from importlib import metadata
from importlib.metadata import EntryPoint, EntryPoints
from random import Random
from types import SimpleNamespace

import pytest
from cellar import (
    DECK,
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
    Word,
    played,
)
from playing import brought

from toolkit.core.decision import AUTOMATIC, CHANCE, TERMINAL, Action, IllegalAction, Reveal, refusal
from toolkit.core.errors import ToolkitError
from toolkit.core.fields import Derived
from toolkit.core.game import find_game, game_names, rules_from_dict, rules_to_dict
from toolkit.core.hidden import HIDDEN, Zones
from toolkit.core.hidden.view import Memory
from toolkit.core.history import Event
from toolkit.core.record import RecordError
from toolkit.core.saving import state_from_dict, state_to_dict, state_to_text
from toolkit.games import SHIPPED
from toolkit.games.wazabi.actions import Play
from toolkit.testing import CheckFailure, perft


def after_the_deal(seed: int = 1):
    return brought(GAME.new(2), Random(seed))


def test_a_game_of_somebody_else_that_cannot_be_loaded_is_named(monkeypatch):
    broken = EntryPoint("broken", "nomodule:GAME", "tobago_toolkit.games")
    offered = {broken.group: EntryPoints([broken])}
    monkeypatch.setattr(metadata, "entry_points", lambda group: offered[group])
    with pytest.raises(ToolkitError, match="the game 'broken', nomodule:GAME, cannot be loaded: Mod"):
        find_game("broken")


def test_games_are_found_by_name():
    assert find_game("cellar") is GAME
    assert {"cellar", "tobago", "wazabi"} <= set(game_names())
    with pytest.raises(ToolkitError, match="no game 'celar'; did you mean 'cellar'"):
        find_game("celar")
    with pytest.raises(ToolkitError, match=r"no game '12345678'; the games are .*wazabi"):
        find_game("12345678")


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
    shared = (dict[str, int], set[int], list[int] | None, tuple[list[int], ...], Zones | None, list[Zones])
    for kind in (list[list[list[int]]], *shared):
        with pytest.raises(TypeError, match=r"lists in lists in lists|changes in place"):
            type(CellarState)("Odd", (CellarState,), {"__annotations__": {"odd": kind}})
    with pytest.raises(TypeError, match="`derive` has to work out"):
        type(CellarState)("Odd", (CellarState,), {"__annotations__": {"odd": Derived[int]}})


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


def test_a_spectator_sees_no_hand_and_samples_no_world():
    state = after_the_deal()
    seen = state.observation(None)
    assert seen["cards"].zone("hand 0") == seen["cards"].zone("hand 1") == (HIDDEN, HIDDEN)
    assert seen.legal_actions() == ()
    assert state.log(None) == seen.log
    with pytest.raises(ToolkitError, match="a spectator holds no cards"):
        seen.sample_world(Random(1))


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
    assert not [name for name in dir(view.memory) if name in ("notes", "account")]
    assert copy.copy(state).cards is not state.cards
    assert copy.copy(state.cards).cards is not state.cards.cards


def test_perft_of_cellar_counts_by_hand():
    state = GAME.new(2)
    assert perft(state, 1) == 6
    assert perft(state, 2) == 5 * 6 + 5  # there is only one 5
    turn = after_the_deal()
    pile, hand = (len(set(turn.cards.cards[zone])) for zone in (PILE, HAND))
    assert perft(turn, 2) == pile + 2 * hand + 2 + 6  # draw, swap a bottle, shift, roll


def test_the_seats_see_what_is_theirs_and_nothing_else():
    one, two = after_the_deal(), after_the_deal()
    assert one.observation(0) == two.observation(0)
    assert hash(one.observation(0)) == hash(two.observation(0))
    two.reveal(Bottle(1), 1)
    assert one.observation(0) != two.observation(0)
    assert one.observation(0).key() == two.observation(0).key()
    assert one.observation(1) == two.observation(1)
    assert one.observation(0) != one.observation(1) != "nothing"
    one.apply(TURN[3])
    one.apply(SHIFTS[1])
    assert str(one.log(1)[-2]) == "shift ?"
    assert one.log(0)[-2].action == one.full_log()[-2].action == SHIFTS[1]


def test_a_belief_weighs_worlds(monkeypatch):
    seen = after_the_deal().observation(0)

    def holds_a_zero(world):
        return 0 in world.cards.cards[HAND + 1]

    plain = sum(holds_a_zero(seen.sample_world(Random(number))) for number in range(60))
    believed = sum(holds_a_zero(seen.sample_world(Random(number), holds_a_zero)) for number in range(60))
    assert plain < believed == 60
    monkeypatch.setattr("toolkit.core.observation._MOST_TRIES", 10)
    with pytest.raises(ToolkitError, match="no world in 10 was believed"):
        seen.sample_world(Random(1), lambda _world: 0)


# ---- what a program may do wrong: a clear error, and everything stays as it was ---------------------------


def test_what_is_illegal_is_refused_with_its_reason():
    state, wazabi = after_the_deal(), find_game("wazabi").new(2)
    over = played(seed=1).replay()
    other = "no action of this game of"
    for one, action, reason in [
        (state, PUT[0], "put 0: not possible now; legal: draw one, swap 0, swap 1, shift, roll dice"),
        (state, Word("sing"), f"{other} Cellar"),
        *[(wazabi, wrong, f"{other} Wazabi") for wrong in (Play(99), "no card", None, ["no card"], STOP)],
        (over, STOP, "the game is over"),
    ]:
        before = state_to_text(one)
        with pytest.raises(IllegalAction, match=reason) as error:
            one.apply(action)
        assert error.value.action == action
        assert state_to_text(one) == before
    many = [Card("put", number) for number in range(20)]
    frame = SimpleNamespace(legal=lambda _state: many)
    assert refusal(None, frame, STOP).endswith("put 6, put 7 and 12 more")
    assert over.to_act() == TERMINAL
    assert (over.decision_kind(), over.legal_actions(), over.chance_outcomes()) == (None, (), ())
    for one, reason in ((over, "the game is over"), (state, "turn: no chance node is open")):
        with pytest.raises(ToolkitError, match=reason):
            one.sample_chance(Random(1))


def test_a_misspelt_rule_is_refused_with_the_nearest_one():
    for game in map(find_game, SHIPPED):
        rule = fields(game.Rules)[0].name
        told = f"^no rule '{rule}s'; did you mean '{rule}'"
        with pytest.raises(ToolkitError, match=told):
            game.Rules(**{f"{rule}s": 1})
        with pytest.raises(ToolkitError, match=told):
            replace(game.Rules(), **{f"{rule}s": 1})


def test_a_value_that_a_rule_does_not_know_is_refused():
    """By its type: a word, one of few numbers, yes or no, a number with a least one, a list, or open."""
    for name, rule, value, told in (
        ("silver", "deck_exchange", "dwon", "no value 'dwon'; did you mean 'down'?"),
        ("silver", "deck_exchange", "sideways", "no value 'sideways'; it is one of down, up, inherit"),
        ("wazabi", "swap_hands", 5, "no value 5; it is one of 3, 4"),
        ("wazabi", "teams", 1, "1 is no yes or no"),
        ("silver", "rounds", "4", "'4' is no number"),
        ("silver", "rounds", True, "True is no number"),
        ("silver", "rounds", 4.0, "4.0 is no number"),
        ("silver", "rounds", 0, "0 is too few; 1 is the least"),
        ("tobago", "landmark_gap", -1, "-1 is too few; 0 is the least"),
        ("tobago", "gold", [2], "[2] is no list of whole numbers"),
        ("tobago", "huts", (1,), "(1,) is no list of texts"),
        ("wayfarers", "start_player", "0", "'0' is no number"),
    ):
        with pytest.raises(ToolkitError, match=f"^{re.escape(f'rule {rule}: {told}')}$"):
            find_game(name).Rules(**{rule: value})
    for game in map(find_game, SHIPPED):
        for rule in fields(game.Rules):
            with pytest.raises(ToolkitError, match=f"^rule {rule.name}: "):
                game.Rules(**{rule.name: 2.5})


def test_players_seats_and_rules_of_another_game_are_refused():
    state = after_the_deal()
    for players in (0, 1, 4, 2.0, True, "2", None):
        with pytest.raises(ToolkitError, match="Cellar is for 2 to 3 players, not"):
            GAME.new(players)
    for player in (-1, 2, True, "0"):
        for look in (state.observation, state.log):
            with pytest.raises(ToolkitError, match=f"no player {player!r}: they are numbered from 0 to 1"):
                look(player)
    with pytest.raises(
        ToolkitError, match=r"no rules of Cellar: find_game\('cellar'\)\.Rules\(turns=3\) are"
    ):
        GAME.new(2, {"turns": 3})
    with pytest.raises(ToolkitError, match="Cellar has no rule 'turn'; did you mean 'turns'"):
        GAME.new(2, {"turn": 3})
    with pytest.raises(ToolkitError, match=r"^rule teams: 'maybe' is no yes or no$"):
        find_game("wazabi").new(4, {"teams": "maybe"})
    for rules in ("x", {}, 3, find_game("tobago").Rules()):
        with pytest.raises(ToolkitError, match="no rules of Cellar"):
            GAME.new(2, rules)
        with pytest.raises(ToolkitError, match="no rules of Cellar"):
            GAME.parse("stop", 2, rules)


def test_names_that_nothing_has_are_named_with_the_nearest_one():
    seen = after_the_deal().observation(0)
    for work, hint in (
        (lambda: seen["trun"], "did you mean 'turn'"),
        (lambda: seen[3], "a state of cellar|nothing is called"),
        (lambda: seen["cards"].zone("hand O"), "did you mean 'hand 0'"),
        (lambda: find_game(3), "a text, not 3"),
        (lambda: rules_from_dict(GAME, {1: 2}), "no rule"),
        (lambda: GAME.parse(3, 2, Rules()), "no action 3"),
    ):
        with pytest.raises(ToolkitError, match=hint):
            work()


def test_a_dictionary_is_no_handle_to_the_state():
    state = after_the_deal()
    taken = state_to_dict(state)
    before = json.dumps(taken)
    for text in ("roll dice", "roll 0 0 2", "pick point", "lapse", "stop"):
        state.apply(GAME.parse(text, 2, state.rules))
    assert json.dumps(taken) == before
    taken["stack"].clear()
    taken["zones"]["cards"]["cards"][0].clear()
    assert state.stack
    assert state.cards.cards[0]


def test_words_are_checked_when_a_class_is_made():
    for body, problem in [
        ({"words": property(str)}, "Odd.words is no text"),
        ({"words": "step {hex}"}, "Odd has no field 'hex'"),
        ({"words": "draw", "secret": ("crad", 0)}, "Odd has no field 'crad'"),
    ]:
        with pytest.raises(TypeError, match=problem):
            type("Odd", (Action,), body)
    with pytest.raises(TypeError, match="Odd has no words"):
        str(type("Odd", (Reveal,), {})())


def test_data_of_another_form_is_no_state():
    data = state_to_dict(after_the_deal())
    cards = data["zones"]["cards"]
    for damage, problem in [
        ({"format": "toolkit-state/2"}, "format: 'toolkit-state/2' instead of"),
        ({"game": "celar"}, "no game 'celar'"),
        ({"players": 10**30}, "players"),
        ({"players": True}, "players"),
        ({"rules": {"turn": 1}}, "no rule 'turn'"),
        ({"zones": {}}, "no state of a game: KeyError: 'cards'"),
        ({"zones": {"cards": cards | {"cards": cards["cards"][:-1]}}}, None),
        ({"zones": {"cards": cards | {"known": cards["known"][:-1]}}}, None),
        (
            {"zones": {"cards": cards | {"known": [[0.5, *zone[1:]] for zone in cards["known"]]}}},
            "cards and masks are whole numbers",
        ),
        ({"fields": {"turn": 0}}, "no state of a game: KeyError: 'shelves'"),
        ({"fields": {"shelves": [[0, []]], "turn": "soon"}}, "Expected `int`, got `str`"),
        ({"fields": {"shelves": [[0, []]], "turn": 0}}, "shelves: 1 for 2 players"),
        ({"fields": {"shelves": [[0, []]] * 3, "turn": 0}}, "shelves: 3 for 2 players"),
        ({"stack": 3}, "no state of a game: TypeError"),
        ({"stack": [["odd", 0]]}, "stack: no decision 'odd'"),
        ({"stack": [["turn", 7]]}, None),
        ({"histories": data["histories"][:-1]}, None),
        ({"histories": [[[0, "sing"]]]}, "no action 'sing'"),
        ({"histories": [[[0, "Bottle", {"face": "red"}]]]}, "Expected `int`, got `str`"),
    ]:
        with pytest.raises(ToolkitError, match=problem):
            state_from_dict(data | damage)
    for other in (None, [], "state"):
        with pytest.raises(ToolkitError):
            state_from_dict(other)


# ---- what goes to other processes -------------------------------------------------------------------------


def test_games_records_errors_and_long_logs_are_pickled():
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
        assert (type(same), str(same), same.__dict__) == (type(error), str(error), error.__dict__)
    state = after_the_deal()
    for number in range(5_000):
        state.reveal(Bottle(number), 1)
    assert pickle.loads(pickle.dumps(state.observation(0))) == state.observation(0)
    assert pickle.loads(pickle.dumps(state)).log(0) == state.log(0)


def test_cards_can_be_copied_after_a_long_journal():
    state = after_the_deal()
    for _ in range(3_000):
        state.cards.give(state.cards.cards[HAND][0], HAND, PILE)
        state.cards.give(state.cards.cards[PILE][0], PILE, HAND)
    assert copy.deepcopy(state.cards) == state.cards
