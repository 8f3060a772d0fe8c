"""Players by their names, what they choose, and the search tree."""

import re
from random import Random

import pytest
from kuhn import BET, PASS, Deal
from kuhn import GAME as KUHN
from playing import any_step, decisions

from solvers.players import Ismcts, find_advice, player, player_names
from solvers.players.advice import shares
from solvers.players.ismcts import Tree
from solvers.players.registry import beside_people, check_player
from solvers.tobago.dividing import lead
from toolkit.core.decision import TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.hidden import HIDDEN
from toolkit.core.play import play
from toolkit.games.wazabi.actions import NO_CARD, Draw, Play
from toolkit.games.wazabi.cards import NAMES


@pytest.mark.parametrize(
    ("name", "short"),
    [
        *((name, name) for name in ("random", "greedy", "ismcts:7", "ismcts:0.25s", "ismcts:10s")),
        ("remembering:.970", "remembering:0.97"),
        ("remembering:1.0", "remembering:1"),
        ("remembering:0.000001", "remembering:0.000001"),
        ("remembering:power:1.50:.5", "remembering:power:1.5:0.5"),
        ("remembering:power:100:10", "remembering:power:100:10"),
        ("remembering:last:07", "remembering:last:7"),
    ],
)
def test_a_player_is_found_by_its_name_and_says_it(name, short):
    assert player(name).name == player(short).name == player(f" {name} ").name == short


@pytest.mark.parametrize("seconds", [1e-6, 0.0000123, 0.1 + 0.2, 1 / 3, 2, 1234.56789, 9999])
def test_the_name_of_a_search_by_the_clock_reads_back(seconds):
    search = Ismcts(seconds=seconds)
    assert player(search.name).seconds == search.seconds == pytest.approx(seconds, abs=5e-7)


@pytest.mark.parametrize("iterations", [0, -1, 10_000_001, 2.5, 4.0, float("nan"), True, "7", None])
def test_a_number_of_iterations_that_cannot_be_is_refused(iterations):
    with pytest.raises(ToolkitError, match="is no budget: give iterations from 1"):
        Ismcts(iterations)


def test_ismcts_has_a_budget_of_its_own():
    assert player("ismcts").name == "ismcts:200"
    assert set(player_names()) == {"random", "greedy", "ismcts", "expert", "remembering"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy", "no player 'gredy'; did you mean 'greedy'?"),
        ("random:3", "player 'random' takes no budget, such as '3'"),
        ("ismcts:0", "ismcts: 0 is no budget"),
        ("ismcts:0s", "0.0 seconds are no budget"),
        ("ismcts:99999999", "99999999 is no budget"),
        ("ismcts:9999.5s", "9999.5 seconds are no budget"),
        ("ismcts:99999999999", "is no budget"),
        ("ismcts:\u0663", "is no budget"),
        (
            "remembering",
            "'' is no retention: give the chance for a turn, such as remembering:0.97, or beta",
        ),
        ("remembering:2", "remembering: rate '2' is no chance: it is from 0 to 1"),
        ("remembering:nan", "'nan' is no retention"),
        ("remembering:\u0661", "is no retention"),
        ("remembering:power:1:-1", "'power:1:-1' is no retention"),
        ("remembering:last:1.5", "'last:1.5' is no retention"),
    ],
)
def test_another_name_is_refused(name, message):
    with pytest.raises(ToolkitError, match=re.escape(message)):
        player(name)


def test_beside_people_a_search_without_a_budget_thinks_by_the_clock():
    seated = beside_people(["me", "ismcts", "ismcts:7", "ismcts:2s", "greedy", "mine:ismcts"], "wazabi")
    assert seated == ["me", "ismcts:1s", "ismcts:7", "ismcts:2s", "greedy", "mine:ismcts"]
    assert [player(name).name for name in ("ismcts", seated[1])] == ["ismcts:200", "ismcts:1s"]


def test_there_is_advice_for_the_games_of_the_toolkit_alone():
    assert find_advice("wazabi") is not None
    assert find_advice("tobago") is not None
    assert find_advice("silver") is not None
    assert find_advice("kuhn") is None


@pytest.mark.parametrize(
    ("name", "game", "message"),
    [
        ("greedy", "kuhn", "they know mangrovia, silver, tobago, wayfarers, wazabi"),
        ("expert", "kuhn", "there is no advice for kuhn, so greedy and expert do not play it"),
        (" remembering:0.9 ", "wazabi", "plays Silver only, not wazabi"),
        ("remembering", "wazabi", "plays Silver only, not wazabi"),
        ("remembering", "silver", "give the chance for a turn"),
        ("gredy", "wazabi", "did you mean 'greedy'?"),
    ],
)
def test_a_player_who_does_not_know_the_game_is_refused_before_it(name, game, message):
    with pytest.raises(ToolkitError, match=re.escape(message)):
        check_player(name, game)


def test_random_takes_every_legal_action_equally_often():
    state = find_game("wazabi").new(6)
    random = Random(3)
    while state.decision_kind() != "give":
        any_step(state, random)
    seat = player("random")
    seat.sit(0, random)
    legal = state.legal_actions()
    chosen = [seat.choose(state.observation(state.to_act()), legal) for _ in range(2_000)]
    for action in legal:
        assert chosen.count(action) == pytest.approx(400, abs=65)  # 3.6 standard errors


# ---- What players choose ----

DRAW_3 = Play.of[NAMES.index("draw 3")]
WAZABI, TOBAGO = find_game("wazabi"), find_game("tobago")
BOTS = ["random", "greedy", "ismcts:4"]
SHORT = TOBAGO.Rules(turn_limit=6)


def positions(game, players, rules, seed, every=5):
    """Yield states of a random game in which a player has a choice."""
    random, count = Random(seed), 0
    for state in decisions(game.new(players, rules), random):
        several = len(state.legal_actions()) > 1
        count += several
        if several and count % every == 0:
            yield state


def chosen(name, observation, seed):
    bot = player(name)
    bot.sit(observation.player, Random(seed))
    return bot.choose(observation, observation.legal_actions())


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [
        *(
            (WAZABI, players, rules)
            for rules in WAZABI.editions.values()
            for players in ((4,) if rules.teams or rules.neighbours_only else (3,))
        ),
        *((TOBAGO, players, SHORT) for players in (2, 4)),
    ],
)
def test_every_player_plays_every_game_to_its_end(name, game, players, rules):
    state = game.new(players, rules)
    play(state, [player(name), *(player("random") for _ in range(players - 1))], seed=4)
    assert state.outcome()


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "rules"), [(WAZABI, None), (TOBAGO, SHORT)])
def test_a_choice_follows_from_the_observation_and_the_seed(name, game, rules):
    """The hidden cards lie elsewhere: the same is seen, so the same is chosen."""
    seen = 0
    for number, state in enumerate(positions(game, 3, rules, seed=2, every=3)):
        observation = state.observation(state.to_act())
        other = observation.sample_world(Random(number)).observation(observation.player)
        assert chosen(name, observation, 1) == chosen(name, other, 1)
        seen += 1
    assert seen >= 5


def test_sums_that_decide_are_rounded_once():
    """A running sum of ten tenths is less than 1, but not from Python 3.12 on: choices would differ."""
    tenths = [0.1] * 10
    assert shares([0.0] * 10, 1.0) == tenths
    assert lead(tenths, 0) == 0


def test_search_shares_one_edge_among_cards_that_the_player_does_not_see():
    """After a turn the rival draws, and all cards that the rival may draw look alike; own ones do not."""
    state = next(s for s in positions(WAZABI, 2, None, seed=1, every=1) if DRAW_3 in s.legal_actions())
    tree = Tree(state.observation(state.to_act()), Random(1))
    for _ in range(300):
        tree.iterate()
    own, turn = tree._root.children[DRAW_3], tree._root.children[NO_CARD]
    assert len(own.children) > 1
    assert Draw(HIDDEN) not in own.children
    drawn = {edge for roll in turn.children.values() for edge in roll.children if isinstance(edge, Draw)}
    assert drawn == {Draw(HIDDEN)}


@pytest.mark.parametrize("name", ["greedy", "ismcts:60"])
def test_W16_W27_a_card_that_wins_at_once_is_played(name):
    """One die that shows wazabi, and "lose 1 die" in hand: nothing else is chosen."""
    found = 0
    for seed in range(30):
        for state in positions(WAZABI, 2, None, seed, every=1):
            actor = state.to_act()
            wins = [action for action in state.legal_actions() if wins_at_once(state, action, actor)]
            if wins and state.decision_kind() == "card":
                assert chosen(name, state.observation(actor), 0) in wins
                found += 1
    assert found >= 5


def wins_at_once(state, action, player):
    after = state.clone()
    after.apply(action)
    return after.to_act() == TERMINAL and player in after.outcome().winners


def test_M31_greedy_players_of_mangrovia_build_their_last_huts():
    """In this game all waited for ever, as long as a last hut was weighed like any other."""
    game = find_game("mangrovia")
    greedy = [player("greedy") for _ in range(3)]
    record = play(game.new(3, game.Rules(round_limit=25)), greedy, seed=4)
    assert record.outcome.reason.endswith("has built the last hut (M-31)")


@pytest.mark.parametrize(
    ("game", "rules"), [(WAZABI, r) for r in WAZABI.editions.values()] + [(TOBAGO, SHORT)]
)
def test_advice_shares_the_victory_out(game, rules):
    """Values lie between 0 and 1 and sum to what the returns of an end sum to."""
    advice, players = find_advice(game.name), 4
    for state in positions(game, players, rules, seed=6, every=3):
        values = advice.values(state)
        assert all(0 <= value <= 1 for value in values)
        total = 2 if getattr(rules, "teams", False) or getattr(rules, "play_on", False) else 1
        assert sum(values) == pytest.approx(total)
        weights = advice.weigh(state, state.legal_actions())
        assert len(weights) == len(state.legal_actions())
        assert all(0 <= weight <= 1 for weight in weights)


def kuhn(first, second, *moves):
    state = KUHN.new(2)
    for action in (Deal.of[first], Deal.of[second], *moves):
        state.apply(action)
    return state.observation(state.to_act())


def test_search_finds_what_theory_says_in_kuhn_poker():
    """With the king one calls and with the jack one folds; with the king the first to bet wins no less."""
    for seed in range(5):
        assert chosen("ismcts:400", kuhn(2, 0, PASS, BET), seed) == BET
        assert chosen("ismcts:400", kuhn(0, 2, PASS, BET), seed) == PASS
        assert chosen("ismcts:400", kuhn(1, 2, BET), seed) == BET
        assert chosen("ismcts:400", kuhn(1, 0, BET), seed) == PASS
        assert chosen("ismcts:400", kuhn(1, 2, PASS), seed) == BET
