"""A second opinion finds scores and weights that are wrong, though the game keeps to the protocol."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from cellar import DECK, GAME, ROLLS, Card, Dealing, Drawing, Rolling

from toolkit.core.state import Outcome
from toolkit.testing import CheckFailure, Oracle, check_game


def left(verb):
    """Weigh a card of the pile by those that lie nowhere else."""

    def weights(state):
        pile = Counter(DECK) - Counter(face for zone in state.cards.cards[1:] for face in zone)
        return {f"{verb} {face}": 7 * copies for face, copies in pile.items()}  # a factor does not matter

    return weights


def two_dice(_state):
    return {str(roll): comb(2, max(roll.shown)) for roll, _ in ROLLS}


def picked_points(state, record):
    picks = Counter(actor for actor, action in record.actions if str(action) == "pick point")
    return [picks[player] for player in range(state.players)]


ORACLE = Oracle({"deal": left("deal"), "draw": left("draw"), "roll": two_dice}, picked_points)


def weighed(frame, change):
    """Return Cellar with other weights of one kind of chance."""
    right = frame.outcomes

    def outcomes(self, state):
        return [(action, change(state, action, weight)) for action, weight in right(self, state)]

    return {"frames": {frame: {"outcomes": outcomes}}}


def outcome_of(scores):
    """Return Cellar with other scores at its end."""

    def outcome(self):
        points = [shelf.points for shelf in self.shelves]
        return None if self.stack else Outcome("all turns are over", (0,), scores(points))

    return {"state": {"outcome": outcome}}


WRONG = {
    "every face alike": (weighed(Drawing, lambda *_: 1), "draw: the chances of"),
    "a card of a hand counts": (
        weighed(Dealing, lambda state, _, weight: weight + 1),
        "deal: the chances of",
    ),
    "dice that are loaded": (weighed(Rolling, lambda *_: 1), "roll: the chances of"),
    "a point too many": (outcome_of(lambda points: (points[0] + 1, *points[1:])), "the scores are"),
    "scores of others": (outcome_of(lambda points: tuple(points[::-1])), "the scores are"),
}


def test_a_sound_game_agrees_with_its_oracle():
    assert check_game(GAME, 3, games=5, oracle=ORACLE).games == 5
    assert check_game(GAME, 2, games=20, full=False, oracle=ORACLE).games == 20


@pytest.mark.parametrize("name", WRONG)
def test_an_oracle_finds(name, made):
    changes, problem = WRONG[name]
    game = made(f"wrong: {name}", **changes)
    check_game(game, 2, games=8)
    with pytest.raises(CheckFailure, match=problem):
        check_game(game, 2, games=8, oracle=ORACLE)


def test_an_oracle_weighs_every_kind_of_chance():
    with pytest.raises(CheckFailure, match="the oracle does not weigh 'deal'"):
        check_game(GAME, 2, games=1, oracle=Oracle({}, picked_points))


def test_an_oracle_may_have_no_opinion_of_the_scores(made):
    silent = Oracle(ORACLE.weights, lambda *_: None)
    assert check_game(made("silent", **outcome_of(lambda points: (9, 9))), 2, games=1, oracle=silent)


def test_draws_that_do_not_follow_their_weights_are_found(made):
    def first_ones(self, state, random):
        outcomes = self.outcomes(state)
        return outcomes[int(random.random() ** 2 * len(outcomes))][0]

    loaded = made("loaded draws", frames={Drawing: {"pick": first_ones}})
    with pytest.raises(CheckFailure, match=r"draw: draws are -\d+\.\d standard errors off their weights"):
        check_game(loaded, 2, games=20)


def test_a_veil_that_tells_is_found(monkeypatch):
    monkeypatch.setattr(Card, "veiled", lambda card: card)
    with pytest.raises(CheckFailure, match="tells what is hidden"):
        check_game(GAME, 2, games=1)
