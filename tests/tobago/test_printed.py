"""The printed game as people tell it, against the games of the engine that they tell."""

from dataclasses import replace
from random import Random

import pytest
from sizes import examples
from telling_helpers import Evening, set_up

from solvers.players.registry import player
from toolkit.core.record import Record
from toolkit.games.tobago import reconstructed_deck
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import reconstructed_gold

OWN = {"deck": tuple(map(str, reconstructed_deck())), "gold": reconstructed_gold()}
KNOWN = {"all": [1.0] * 4, "some": [0.5] * 4, "never": [0.0] * 4, "two phones": [1.0, 0.0, 1.0, 0.0]}


def evening(seed, bot, known, *, own=False, turns=60):
    editions = list(GAME.editions.values())
    rules = replace(set_up(editions[seed % len(editions)], seed), turn_limit=turns, **(OWN if own else {}))
    players, chooser = 2 + seed % 3, player(bot)
    chooser.sit(0, Random(seed))

    def choose(state):
        return chooser.choose(state.observation(state.to_act()), state.legal_actions())

    return Evening(rules, players, choose, seed, KNOWN[known])


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_told_game_is_the_game_of_the_engine(bot, known, own):
    for seed in range(examples(1)):
        told = evening(seed + 3 * own, bot, known, own=own)
        told.compare()
        while told.step():
            told.compare()
        record = told.printed.record()
        assert record.outcome == told.engine.outcome()
        assert Record.parse("\n".join(record.to_lines())).replay().outcome() == record.outcome
