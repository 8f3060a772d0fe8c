"""The solo rival by the numbers of the rules, where `rival_examples.txt` tells nothing: ways, games."""

from playing import do
from wayfarers_helpers import alone, rival_acts

from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.tables import JOURNAL_GAINS, SPOTS
from toolkit.games.wayfarers.journal import ON_ENTER
from toolkit.games.wayfarers.solo import rival as solo
from toolkit.games.wayfarers.solo.rival import BY_VERB
from toolkit.games.wayfarers.state import PILE, UNSEEN


def test_Y108_the_top_of_an_empty_pile_is_lost():
    state = alone("space", taken="W01 W02 W03")
    for card in [*state.water.cards[PILE]]:
        state.water.move(card, (PILE, None), (UNSEEN, None))
        state.rivals[0].take(1)
    rival_acts(state, "plays")
    do(state, "scheme X2")
    assert str(state.log(0)[-1]) == "(the pile of water cards is empty: the effect is lost)"


def test_Y101_what_the_rival_can_meet_it_can_do_in_its_manner():
    gains = (*JOURNAL_GAINS, *ON_ENTER, *solo.SECOND, *solo.FOCUS, *solo.REST, *solo.BONUS)
    met = {part for parts in gains for part in parts} | {*solo.CELLS.values(), *solo.REPLACED.values()}
    met |= {part for place, block in SPOTS.items() if place < 16 for part in BLOCKS[block].parts}
    met |= {*solo.FURTHER.values(), solo.SCHEME_ACTION}
    assert {EFFECTS[part].verb for part in met} == set(BY_VERB)


def test_Y94_Y113_Y146_who_wins():
    for townsfolk, influence, returns, winners in [(1, 1, 0, ()), (0, 0, 1, (0,)), (0, 1, 0.5, (0,))]:
        state = alone("space", guilds=(0, 0, influence), cards=(0, 0, 0, townsfolk, 0))
        assert (state.returns(), state.outcome()) == ((0,), None)
        state.reason = "over"
        assert (state.returns(), state.outcome().winners) == ((returns,), winners)
        assert state.outcome().scores == state.scores().totals[:1]
