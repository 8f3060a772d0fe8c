"""The solo rival by the numbers of the rules, where `rival_examples.txt` tells nothing: ways, games."""

import pytest
from playing import do
from wayfarers_helpers import alone, rival_acts, set_up, until

from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.tables import JOURNAL_GAINS, SPOTS
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import ON_ENTER, SPACE_NUMBER, SPACES
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.solo import rival as solo
from toolkit.games.wayfarers.solo.priorities import next_space, path, slot_order
from toolkit.games.wayfarers.solo.rival import BY_VERB
from toolkit.games.wayfarers.state import PILE, UNSEEN
from toolkit.testing import check_game


def test_Y115_the_rival_is_for_one_player():
    with pytest.raises(ToolkitError, match="rule rival: 'journal' is for one player, and 3 play"):
        GAME.new(3, Rules(rival="journal"))


def test_T20_Y105_order_of_slots_and_piles():
    for many, orders in {3: "123 123 231 321 321", 4: "1234 1234 2341 3214 4321"}.items():
        assert orders.split() == ["".join(map(str, slot_order(total, many))) for total in range(5)]


def test_Y108_the_top_of_an_empty_pile_is_lost():
    state = alone("space", taken="W01 W02 W03")
    for card in [*state.water.cards[PILE]]:
        state.water.move(card, (PILE, None), (UNSEEN, None))
        state.rivals[0].take(1)
    rival_acts(state, "plays")
    do(state, "scheme X2")
    assert str(state.log(0)[-1]) == "(the pile of water cards is empty: the effect is lost)"


WAYS = """c0 X1 c1u, c0 X4 c1l, c0 X1,X4 c1l, c0 X4,X1 c1u, c0 X1,X2,X4 c1u, c2t X1 c4t, c2t X4 c3u,
c2b X4 c4b, c2b X1 c3l, c6t X1 c8t, c6b X4 c8b, c6m X4 c7l, c8t X4 c9u, c9u X1 c10-1, c9u X4 c10-3,
c9l X1 c10-3, c9l X4 c10-5"""


@pytest.mark.parametrize("way", " ".join(WAYS.split()).split(", "))
def test_Y100_Y109_Y143_which_way_in_the_journal(way):
    marker, schemes, space = way.split()
    state = alone("space", marker, schemes=schemes.replace(",", " "))
    assert SPACES[next_space(state)] == space
    if marker[:2] == "c9":  # an occupied end: the other one
        state.tableaux[0].marker = SPACE_NUMBER[space]
        ends = {"c10-1", "c10-3"} if marker == "c9u" else {"c10-3", "c10-5"}
        assert {SPACES[next_space(state)]} == ends - {space}


def test_Y111_the_path_of_the_caravan():
    rows = """science mark space mark inspiration mark science mark space comet inspiration comet space mark
    water exploration inspiration trade land science any_guild"""
    assert path(2) == tuple(rows.split())


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


@pytest.mark.parametrize("board", ["space", "upgrade", "townsfolk", "journal"])
def test_Y97_Y114_Y146_whole_games_keep_to_the_protocol_and_lose_nothing(board):
    check_game(GAME, 1, Rules(rival=board, turn_limit=14, promos=board == "journal"), games=1)
    report = check_game(GAME, 1, Rules(rival=board, sections="BAB"), games=3, full=False)
    assert all("end of the journal" in end for end in report.ends)
    state = until("nothing", set_up(1, rival=board))
    assert str(state.log(0)[-1]) == f"(the rival has {state.scores().totals[1]} points)"
