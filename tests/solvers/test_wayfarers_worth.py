"""What moves are worth in Wayfarers: virtues of the judge, one by one, and that it repeats what it said."""

from operator import itemgetter
from random import Random

import numpy as np
import pytest
import wayfarers_twins as twins

from solvers.players.wayfarers import ADVICE
from solvers.wayfarers import fitting, worth
from solvers.wayfarers.advice import reasoned
from solvers.wayfarers.expecting import NAMES, expected, features
from solvers.wayfarers.worth import Outlook
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.wayfarers.components.effects import EFFECTS
from toolkit.games.wayfarers.components.names import NONE
from toolkit.games.wayfarers.components.tables import CARD
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import SPACE_NUMBER
from toolkit.games.wayfarers.play.dice import Placing
from toolkit.games.wayfarers.rules import Rules

JOURNAL = next(number for number, effect in enumerate(EFFECTS) if effect.verb == "journal")
STATES = [state for seed, players in ((1, 3), (2, 2), (1, 1)) for state in twins.random_states(seed, players)]
ROWS = {"land": "land_folk", "water": "water_folk", "space": "inspirations"}


def state_of(mine, other=(), marker="c4m"):
    """Return a state in which a turn begins, in the middle of a game, with these cards and other things."""
    state = GAME.new(2, Rules(start_player=0, sections="BBB"))
    while state.to_act() < 0:
        state.apply(state.sample_chance(Random(1)))
    for tableau, has in zip(state.tableaux, (mine, dict(other)), strict=True):
        tableau.silver, tableau.provision, tableau.marker = 5, 4, SPACE_NUMBER[marker]
        for name, value in has.items():
            if name in ROWS:
                cards = (*getattr(tableau, name), *[CARD[card] for card in value])
                setattr(tableau, ROWS[name], (NONE,) * len(cards))
                value = cards
            setattr(tableau, name, value)
        tableau.derive()
    return state


def adds(state):
    """Return how far ahead each action puts who acts, by its words."""
    actions = state.legal_actions()
    return dict(zip(map(str, actions), ADVICE.leads(state, actions).points, strict=True))


def test_what_was_worked_out_before_changes_nothing():
    for state in STATES:
        actions = state.legal_actions()
        first = list(ADVICE.weigh(state, actions))
        assert list(ADVICE.weigh(state, actions)) == first
        worth._worked.cache_clear()
        Outlook(state, state.to_act()).unseen(1)  # another question before
        assert list(ADVICE.weigh(state, actions)) == first


def test_other_tiles_of_the_journal_are_worked_out_anew_y_29():
    """Nothing else of the table tells them apart."""
    state = next(state for state in STATES if max(state.journal_tiles) > NONE)
    kept, anew = [], []
    for worths in kept, anew:
        for turn in range(len(state.journal_tiles)):
            if worths is anew:
                worth._worked.cache_clear()
            other = state.clone()
            other.journal_tiles = state.journal_tiles[turn:] + state.journal_tiles[:turn]
            outlook = Outlook(other, 0)
            worths.append(outlook.part(JOURNAL, outlook.purse))
    assert kept == anew
    assert len(set(anew)) > 1


def test_links_of_water_cards_count_y_47():
    linked = Outlook(state_of({"water": ["W19"]}), 0)  # it offers all that W20 takes, W21 nothing
    alone = Outlook(state_of({"water": ["W21"]}), 0)
    assert linked.card(CARD["W20"]) > alone.card(CARD["W20"]) + 1


@pytest.mark.parametrize("kind", ["land", "water"])
def test_the_primary_tag_of_which_there_are_fewest_is_wanted_most_y_16(kind):
    rows = {"land": ["L21", "L22", "L23"], "water": ["W25", "W26", "W22"]}
    outlook = Outlook(state_of({kind: rows[kind]}), 0)  # vistas or open waters, and one city and harbour
    marginal, mine = outlook.promise.marginal, 1 if kind == "land" else 3
    assert marginal[4 - mine] > marginal[0]  # none of the other one yet: it brings a set of all four


def test_who_leads_ends_the_game_and_who_is_behind_does_not_y_92():
    cards = {"space": ["S01", "S02", "S03"], "land": ["L21", "L22", "L01", "L02"], "water": ["W25", "W26"]}
    ready = {"guilds": (1, 0, 0), "dice": (1,), "placed": ((2, 3),)}
    ahead, behind = state_of(cards | ready, marker="c9u"), state_of(ready, cards, marker="c9u")
    for state, ends in ((ahead, True), (behind, False)):
        for action in ("rest", "decline"):
            state.apply(next(one for one in state.legal_actions() if str(one) == action))
            while state.to_act() < 0:
                state.apply(state.sample_chance(Random(2)))
        while state.decision_kind() != "journal":
            state.apply(next(one for one in state.legal_actions() if str(one) == "do journal"))
        found = adds(state)
        assert (max(found, key=found.__getitem__) == "to c10-2") is ends


def test_in_the_last_turn_only_points_count():
    state = state_of({"dice": (6,)})
    state.ending = 1
    outlook = Outlook(state, 0)
    assert outlook.resources(3, 3) == 0
    assert outlook.paid(4, 0) == 0


def test_the_die_that_can_do_more_is_worth_more_in_the_supply():
    outlook = Outlook(state_of({"dice": (2, 6)}), 0)  # a 6 has the printed telescope, for space cards
    middle = 2  # the slot that any face serves
    assert outlook.left((6,), middle) > outlook.left((2,), middle) > 0
    assert outlook.left((6, 2), middle) == pytest.approx(
        outlook.left((6,), middle) + outlook.left((2,), middle)
    )


def test_a_die_is_advised_with_the_place_where_it_goes_then():
    state = state_of({"dice": (2, 6)})
    seen, labels = state.observation(0), {action: str(action) for action in state.legal_actions()}
    told = {one.line: one.why for one in reasoned(seen, labels, None).values()}
    for line, why in told.items():
        assert why.rpartition("; ")[2].startswith("on ") is line.startswith("die ")


def test_Y39_steps_go_to_the_face_that_two_of_them_reach():
    """A 3 goes to 1, where the camel is, by way of a 2 that is good for nothing more than a 3."""
    state = state_of({"dice": (3, 6), "guilds": (0, 9, 0)})
    for line in ("die 3", "use trade"):
        state.apply(next(action for action in state.legal_actions() if str(action) == line))
    for _ in range(2):
        points = adds(state)
        assert max(points, key=points.__getitem__) == "lower placed"
        state.apply(next(action for action in state.legal_actions() if str(action) == "lower placed"))
    placing = state.stack[-1]
    assert isinstance(placing, Placing)
    assert placing.face == 1


def test_a_game_that_was_played_on_to_its_end_is_worth_its_points():
    """The wider the victory the more, though `returns` are the same; with a rival its points count, too."""
    for players, seeds in ((1, 3), (2, 8)):
        found = []
        for seed in range(seeds):
            state, random = GAME.new(players, Rules(turn_limit=4)), Random(seed)
            while state.to_act() != TERMINAL:
                chance = state.to_act() == CHANCE
                state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
            ahead = 2 * state.scores().totals[0] - sum(state.scores().totals)
            found.append((ahead, ADVICE.reached(state)[0]))
        assert all((share > 0.5) is (ahead > 0) or not ahead for ahead, share in found)
        assert sorted(found) == sorted(found, key=itemgetter(1))


def test_the_regression_finds_what_made_the_leads():
    random = np.random.default_rng(1)
    true = random.normal(size=len(NAMES))
    had = random.normal(size=(2000, len(NAMES)))
    weights = fitting.fitted([(list(row), float(row @ true)) for row in had])
    assert np.abs(np.array(weights) - true).max() < 0.1


def test_leads_of_noted_positions_sum_to_none_and_are_those_of_the_end():
    noted = list(fitting.positions(Random(3)))
    assert noted
    assert sum(lead for _, lead in noted) == pytest.approx(0)
    assert all(len(more) == len(NAMES) for more, _ in noted)


def test_more_of_what_scores_is_expected_to_lead():
    state = state_of({"land": ["L21", "L22", "L01"], "water": ["W25"], "space": ["S01"]})
    assert expected(state, 0) > expected(state, 1)
    assert len(features(state, 0)) == len(NAMES)
    assert ADVICE.values(state)[0] > 0.5 > ADVICE.values(state)[1]
    assert sum(ADVICE.values(state)) == pytest.approx(1)


def test_against_the_rival_a_game_is_open_at_its_beginning():
    state = next(twins.random_states(1, 1, every=1))
    assert 0.05 < ADVICE.values(state)[0] < 0.95
