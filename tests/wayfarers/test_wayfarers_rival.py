"""The solo rival by the numbers of the rules: its turns, what it tries first, meeting the player, its end.

A game begins with L01 to L04, W01 to W04 and so on in the display, J01 to J10 in order on the journal.
"""

import pytest
from wayfarers_helpers import do, legal, refused, set_up, stores, until

from toolkit.core.decision import TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS, effect_words
from toolkit.games.wayfarers.components.names import INSPIRATION, NONE, RIVAL
from toolkit.games.wayfarers.components.tables import CARD, CARDS, JOURNAL_GAINS, SPOTS, TILES
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import ON_ENTER, SPACE_NUMBER, SPACES
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.solo import rival as solo
from toolkit.games.wayfarers.solo.priorities import TAKE, look, next_space, path, slot_order
from toolkit.games.wayfarers.solo.rival import BY_VERB
from toolkit.games.wayfarers.state import OPEN, PILE, UNSEEN, replaced
from toolkit.testing import check_game

BOARDS = ("space", "upgrade", "townsfolk", "journal")


def alone(rival="space", schemes="", me="c0", **fields):
    """Return the player's first turn against a rival with these fields, with scheme cards face up."""
    rules = {name: fields.pop(name) for name in set(fields).intersection(Rules.__dataclass_fields__)}
    state = set_up(1, rival=rival, **rules)
    state.tableaux[0].marker = SPACE_NUMBER[me]
    fields["marker"] = SPACE_NUMBER[fields.get("marker", "c0")]
    for name, value in fields.items():
        setattr(state.rivals[0], name, value)
    for scheme in schemes.split():
        state.schemes.give(int(scheme[1]) - 1, PILE, OPEN)
        state.rivals[0].schemes += (int(scheme[1]) - 1,)
    return shared(state)


def shared(state):
    """Give the player, and the journal, all workers that are nowhere else."""
    there = [sum(mask >> colour & 1 for mask in state.workers) for colour in range(3)]
    green, yellow, blue = map(sum, zip(there, state.rivals[0].hands, strict=True))
    state.green, state.tableaux[0].hands = 0b1111 >> green << green, (0, 2 - yellow, 2 - blue)
    return state


def mark(state, tokens="", mine="", fresh="", old=""):
    """Lay influence of the player and the rival's on cards; workers ``L01y``, of this turn or before."""
    for owner, card in [*((0, card) for card in tokens.split()), *((RIVAL, card) for card in mine.split())]:
        state.tokens = replaced(state.tokens, state.display.index(CARD[card]), owner)
        state.tableaux[0].influence -= owner == 0
    for bits, word in [*((0b1001, word) for word in fresh.split()), *((1, word) for word in old.split())]:
        place, bits = state.display.index(CARD[word[:-1]]), bits << "gyb".index(word[-1])
        state.workers = replaced(state.workers, place, state.workers[place] | bits)
    return shared(state)


def took(state, cards):
    """Let the rival have taken these cards in this turn: no card slides (Y-155)."""
    for card in map(CARD.__getitem__, cards.split()):
        state.display = replaced(state.display, state.display.index(card), NONE)
        state.rivals[0].take(CARDS[card].kind)
    return state


def heard(state, since):
    return [str(event).removeprefix("(").removesuffix(")") for event in state.log(None)[since:]]


def brings(state, *effects, whose=RIVAL, whole=True):
    """Let the rival resolve effects, in the words of the notation; return what is told of it."""
    words = [effect_words(number) for number in range(len(EFFECTS))]
    since, state.player = len(state.log(None)), whose
    solo.pend(state, [words.index(effect) for effect in effects])
    state.settle()
    assert not whole or list(GAME.faults(state)) == []
    return heard(state, since)


def laid(state, *effects):
    """Let the rival take tiles, where others may be missing; return which and where, as it is told."""
    told = brings(state, *effects, whole=False)
    return [one.split(" lays ")[1] for one in told if " lays " in one]


def turn(state, *texts):
    """Let the rival begin its turn; return what is told and done until somebody has to act."""
    since, state.player, state.stack = len(state.log(None)), RIVAL, []
    solo.open_turn(state)
    state.settle()
    do(state, *texts)
    return heard(state, since)


@pytest.mark.parametrize("board", BOARDS)
def test_T14_Y5_Y96_Y115_Y134_set_up_for_two_with_any_player_board(board):
    state = GAME.new(1, Rules(rival=board))
    assert legal(state) == ["board 1", "board 2", "board 3", "board 4"]
    tableau, rival = do(state, "board 3").tableaux[0], state.rivals[0]
    assert (tableau.silver, tableau.provision, tableau.guilds, tableau.hands) == (3, 2, (0, 0, 1), (0, 1, 1))
    assert rival.shown()[1:] == (0, 0, 0, 0, (0, 1, 1), (0, 1, 1), (0,) * 5, (), 0, (), 0)
    assert state.tiles_left == tuple(2 if tile.pile else 1 for tile in TILES)
    assert (len(state.schemes.cards[PILE]), until("turn", state).player) == (6, 0)
    with pytest.raises(ToolkitError, match="rule rival: 'journal' is for one player, and 3 play"):
        GAME.new(3, Rules(rival="journal"))


def test_T20_Y105_order_of_slots_and_piles():
    for many, orders in {3: "123 123 231 321 321", 4: "1234 1234 2341 3214 4321"}.items():
        assert orders.split() == ["".join(map(str, slot_order(total, many))) for total in range(5)]


def test_T13_Y18_Y103_Y105_Y141_Y155_influence_by_the_colour_of_the_track():
    state, order = alone(schemes="X4 X6", spot=3), "sum 2, blue: water slots 2, 3, 4, 1"
    assert brings(state.clone(), "influence card") == [f"{order}; the rival influences W02 in slot 2"]
    took(mark(state, tokens="W02"), "W03")
    skips = "slot 2 carries influence: skipped; slot 3 is empty: skipped"
    assert brings(state, "influence card") == [f"{order}; {skips}; the rival influences W04 in slot 4"]
    brings(state, "influence card x2")
    assert state.tokens[4:8] == (RIVAL, 0, NONE, RIVAL)
    assert state.tokens[:4] == (NONE, RIVAL, NONE, NONE)  # yellow is next: land
    mark(state, mine="L01 L03 L04 F01 F02 F03 F04 S01 S02 S03 S04")
    assert "no card to influence: the effect is lost" in brings(state, "influence card")[0]


def test_T13_Y104_Y135_inspirations_are_counted_from_the_top_and_no_scheme_card_is_sum_0():
    for spot, slots in {0: "3214", 3: "2143", 4: "1432", 6: "1432", 7: "2143"}.items():
        order = look(alone(spot=spot), TAKE, INSPIRATION)
        assert "".join(str(place % 4 + 1) for place, _ in order) == slots
    told = brings(took(alone(spot=3), "I02 I01"), "inspiration card")  # wraps to the top
    skips = "slot 2 is empty: skipped; slot 1 is empty: skipped"
    assert told == [f"middle row: inspiration slots 2, 1, 4, 3; {skips}; the rival takes I04 from slot 4"]
    for schemes, slots in {"": "1, 2, 3, 4", "X1": "2, 3, 4, 1", "X3 X1 X5": "4, 3, 2, 1"}.items():
        assert f"townsfolk slots {slots};" in brings(alone(schemes=schemes), "townsfolk card")[0]


def test_T17_Y99_Y102_a_rest_with_three_cards_of_a_colour():
    assert turn(alone("townsfolk", "X1 X4 X2"), "scheme X3")[0] == "scheme X3"  # no rest before
    state = alone("townsfolk", "X1 X4 X2 X3", comet=9)
    rest = "comet check + townsfolk card + journal + shuffle scheme cards"
    assert turn(state) == [
        f"3 blue and 1 red scheme cards: the rival rests: {rest}",
        "the rival's comet marker is at 10",
        "sum 0: townsfolk slots 1, 2, 3, 4; the rival takes F01 from slot 1",
        "3 blue and 1 red scheme cards: up; the rival's marker moves to c1u",
        "the green worker of column 1 goes to the rival",
        "sum 0: UB1, UB2, UB3, UB4; the rival lays UB1 over science",
        "the rival has 1 science",
        "a further step costs 2 science, the rival has 1",
        "all scheme cards are shuffled",
    ]
    assert (state.rivals[0].schemes, len(state.schemes.cards[PILE])) == ((), 6)
    assert (state.rivals[0].hands, state.decision_kind()) == ((1, 1, 1), "reveal")  # only now refilled
    assert brings(state, "comet") == ["the rival's comet marker is at 10"]
    assert "X1 shows no comet" in turn(alone("townsfolk", "X2 X4 X3 X1"))


@pytest.mark.parametrize("board", BOARDS)
def test_Y98_Y99_focus_and_rest_of_each_board(board):
    focus = {"space": "takes S01", "upgrade": "lays US1", "townsfolk": "takes F01", "journal": "moves to c1l"}
    assert focus[board] in brings(alone(board, "X4"), "focus action")[0]
    rest = {"journal": "influence card", "upgrade": "priority tile"}.get(board, f"{board} card")
    assert f"rests: comet check + {rest} + journal + shuffle" in turn(alone(board, "X4 X5 X6"))[0]


ACTIONS = """X1: a green worker: no green worker can be placed: focus action
X2: a green worker: no green or blue worker: influence exploration + influence trade + influence science
X3: a green worker: no green or yellow worker: priority tile
X4: 2 exploration for a water card: have 2 exploration: influence exploration + priority tile
X5: 2 science for a space card: have 2 science: influence science + townsfolk card
X6: 2 trade for a land card: have 2 trade: influence trade x2 + influence card"""


@pytest.mark.parametrize("line", ACTIONS.splitlines())
def test_Y97_Y107_Y148_the_first_action_if_it_is_possible_green_first_else_the_second(line):
    scheme, first, why, second = line.split(": ")
    told = turn(state := alone(hands=(1, 1, 1), guilds=(2, 2, 2)), f"scheme {scheme}")
    assert f"{scheme}, first action: {first}" in told
    rival, left = state.rivals[0], {"X4": (2, 2, 0), "X5": (0, 2, 2), "X6": (2, 0, 2)}.get(scheme)
    assert rival.guilds == left if left else rival.hands == (0, 1, 1)
    assert rival.spot == {"X1": 2, "X5": 2, "X4": 1, "X6": 1}.get(scheme, 0)
    told = " ".join(turn(alone("journal", hands=(0, 0, 0)), f"scheme {scheme}"))
    assert f"; second action: {second}" in told.partition(why)[2]


def test_Y97_Y148_a_colour_without_a_card_is_passed_over():
    told = turn(took(alone(guilds=(2, 2, 2)), "S01 S02 S03 S04"), "scheme X5")
    assert "X5: no space card is possible; second action" in told[2]
    state = took(mark(alone(hands=(1, 1, 1)), old="F01g F02g F03g", tokens="L01"), "F04")
    assert "X3, first action: a yellow worker" in turn(state.clone(), "scheme X3")
    state = mark(took(state, "L02 L03 L04"), old="L01y")
    assert "X3: no green or yellow worker can be placed; second" in turn(state, "scheme X3")[1]


def test_Y85_Y88_Y100_Y101_Y107_Y147_the_parts_of_a_spot_in_order_whatever_they_cost():
    slots = "sum 0, black: space slots 1, 2, 3, 4"
    assert turn(alone(schemes="X3"), "scheme X2")[2:] == [
        "sum 0: water slots 1, 2, 3, 4; the rival places its blue worker on W01 in slot 1",
        "no card to retrieve a worker: the effect is lost",  # the one placed now stays
        f"{slots}; the rival influences S01 in slot 1",
        f"{slots}; slot 1 carries influence: skipped; the rival influences S02 in slot 2",
    ]
    told = turn(alone(hands=(1, 1, 1), schemes="X5", spot=1), "scheme X1")
    assert told[3] == "sum 4: townsfolk slots 4, 3, 2, 1; the rival places its green worker on F04 in slot 4"
    assert told[4].endswith("the rival's marker moves to c1u")  # before the provision
    assert told[-1] == "the resource marker moves 1 on to spot 4: blue, bottom row"


def test_Y65_Y108_at_spot_4_the_top_of_the_pile_unseen():
    state = took(alone(), "W01 W02 W03")
    turn(state, "scheme X2", "top W07")
    assert (state.water.cards[UNSEEN], state.rivals[0].cards) == ([CARD["W07"]], (0, 4, 0, 0, 0))
    assert str(state.log(0)[-1]) == "top ? water"
    state = took(alone(), "W01 W02 W03")
    for card in [*state.water.cards[PILE]]:
        state.water.move(card, (PILE, None), (UNSEEN, None))
        state.rivals[0].take(1)
    assert turn(state, "scheme X2")[-1].startswith("the pile of water cards is empty")


def test_Y83_Y101_Y107_Y142_workers_are_retrieved_by_colour_then_by_slot():
    state = mark(alone(hands=(0, 0, 0), schemes="X1", spot=5), fresh="F02g", old="I02y L03y W02b W03b")
    told, slots = brings(state.clone(), "refresh die"), "sum 2, yellow: inspiration slot 2, land slot 3"
    assert told == [f"{slots}; the rival retrieves the yellow worker from I02 in inspiration slot 2"]
    assert "the green worker from F01 in" in brings(mark(state, old="F01g"), "refresh die")[0]
    state.rivals[0].spot = 3
    told = brings(state, "retrieve worker x2")
    assert told[0].startswith("sum 2, blue: water slots 2, 3; the rival retrieves the blue worker from W02")
    assert state.rivals[0].hands == (1, 0, 2)
    for spot, order in {7: "W01 L01 I01", 0: "W01 L01 I01", 5: "L01 W01 I01"}.items():
        state = mark(alone(hands=(0, 0, 0), spot=spot), old="L01g W01g I01g")
        found = [brings(state, "retrieve worker")[0] for _ in range(3)]
        assert " ".join(told.split(" from ")[1][:3] for told in found) == order


def test_Y21_Y67_Y127_Y138_Y154_workers_and_influence_on_a_card_that_it_takes():
    brings(state := mark(alone(), mine="F01", old="F01g"), "townsfolk card")
    assert (state.rivals[0].hands, state.tokens[12]) == ((1, 1, 1), NONE)
    skip = "slot 1 holds a worker placed this turn: skipped; the rival takes F02 from slot 2"
    take = "sum 0: townsfolk slots 1, 2, 3, 4; the rival takes F01 from slot 1"
    for bound, whose, end in [(1, RIVAL, skip), (1, 0, skip), (0, RIVAL, skip), (0, 0, take)]:
        state = mark(alone(fresh_workers_bind_rival=bool(bound)), fresh="F01g", old="F02g")
        assert brings(state, "townsfolk card", whose=whose)[0].endswith(end)


# ---- meeting each other ------------------------------------------------------------------------------------

WORDS = ["allow", "allow silver", "allow provision", "deny with silver", "deny with provision"]


def test_Y106_Y139_the_player_lets_the_rival_take_a_card_and_may_take_something():
    start = mark(alone(), tokens="F01")
    assert brings(start, "townsfolk card")[0].endswith("the player's influence lies on F01 in slot 1")
    assert (start.decision_kind(), start.to_act(), legal(start)) == ("rival", 0, WORDS)
    for word, left in zip(WORDS, [(3, 2), (4, 2), (3, 3)], strict=False):
        state = do(start.clone(), word)
        assert (stores(state), state.tableaux[0].influence) == (left, 14)  # 1 on exploration
        assert (state.rivals[0].cards, state.rivals[0].spot) == ((0, 0, 0, 1, 0), 0)
        assert str(state.log(0)[-1]) == "(the rival takes F01 from townsfolk slot 1)"
    start.tableaux[0].silver = start.tableaux[0].provision = 0
    assert legal(start) == WORDS[:3]
    brings(state := mark(alone(supply="counted"), tokens="F01"), "townsfolk card")
    state.tableaux[0].silver = 48  # all there is
    assert legal(state) == ["allow", *WORDS[2:]]


def test_Y139_Y150_denied_cards_are_skipped_but_the_last_one_cannot_be_denied():
    state = mark(alone(), tokens="F01 F02 F03 F04")
    brings(state, "townsfolk card")
    do(state, "deny with silver")
    assert "1, 2, 3, 4; slot 1 is denied: skipped; the player's" in str(state.log(0)[-1])
    do(state, "deny with provision", "deny with silver")
    assert (stores(state), legal(state)) == ((1, 1), WORDS[:3])
    assert refused(state, "deny with silver").startswith("not possible now")
    do(state, "allow")
    assert (state.display[15], state.rivals[0].spot, state.tokens[12:16]) == (NONE, 0, (0, 0, 0, NONE))
    brings(state, "townsfolk card")  # denied for that effect alone
    assert state.stack[-1] == solo.Meeting(0, TAKE, 3, ())


def test_Y106_Y139_Y150_placing_and_retrieving_meet_influence_too():
    turn(state := mark(alone(), tokens="L01"), "scheme X3", "deny with silver")
    assert (state.workers[:4], stores(state)) == ((0, 0b10, 0, 0), (2, 2))
    assert (state.rivals[0].guilds, state.rivals[0].spot) == ((0, 2, 1), 2)  # land slot 2: trade, 2 silver
    state = mark(alone(hands=(0, 0, 0)), old="L02y I01y W01b", tokens="L02 I01")
    assert "blue worker from W01" in brings(state, "retrieve worker")[0]  # of one colour all kinds together
    brings(state, "retrieve worker")
    assert legal(do(state, "deny with silver")) == WORDS[:3]
    assert do(state, "allow").workers[1:17:15] == (0, 0b10)


def test_Y106_Y135_Y140_Y145_the_fee_goes_to_the_supply_and_may_bring_the_bonus_after_the_action():
    state = mark(alone("townsfolk", spot=4), mine="L02 F01")
    assert "is due for the rival's influence (Y-19)" in refused(state, "worker yellow on L02")
    do(state, "worker yellow on L02 fee provision")
    assert (stores(state), state.rivals[0].bonuses) == ((5, 1), 1)
    crossed, taken = heard(do(state, "influence trade"), -2)
    assert crossed == "the resource marker has crossed the bonus: townsfolk card"
    assert taken == "sum 0: townsfolk slots 1, 2, 3, 4; the rival takes F01 from slot 1"
    assert (state.rivals[0].spot, state.rivals[0].bonuses) == (5, 0)
    assert state.decision_kind() == "end of turn"  # the displays are not refilled yet


def test_Y97_Y101_Y145_the_bonus_comes_at_once_in_the_rivals_turn():
    told = brings(alone("space", spot=4), "2 silver", "influence trade")
    assert told[2:] == ["the rival's comet marker is at 1", "the rival has 2 trade"]
    assert turn(alone("journal", spot=3), "scheme X5")[3] == "the rival has 1 science"


# ---- journal -----------------------------------------------------------------------------------------------

WAYS = """c0 X1 c1u, c0 X4 c1l, c0 X1,X4 c1l, c0 X4,X1 c1u, c0 X1,X2,X4 c1u, c2t X1 c4t, c2t X4 c3u,
c2b X4 c4b, c2b X1 c3l, c6t X1 c8t, c6b X4 c8b, c6m X4 c7l, c8t X4 c9u, c9u X1 c10-1, c9u X4 c10-3,
c9l X1 c10-3, c9l X4 c10-5"""


@pytest.mark.parametrize("way", " ".join(WAYS.split()).split(", "))
def test_Y100_Y109_Y143_which_way_in_the_journal(way):
    marker, schemes, space = way.split()
    state = alone(schemes=schemes.replace(",", " "), marker=marker)
    assert SPACES[next_space(state)] == space
    if marker[:2] == "c9":  # an occupied end: the other one
        state.tableaux[0].marker = SPACE_NUMBER[space]
        ends = {"c10-1", "c10-3"} if marker == "c9u" else {"c10-3", "c10-5"}
        assert {SPACES[next_space(state)]} == ends - {space}


def test_T18_Y31_Y32_Y110_Y112_the_extra_step_and_its_price_by_the_columns_before():
    state = alone("townsfolk", "X1 X2", "c3l", marker="c1u")
    assert brings(state, "journal") == [
        "2 blue and 0 red scheme cards: up; the rival's marker moves to c2t",
        "top row: inspiration slots 3, 2, 1, 4; the rival takes I03 from slot 3",
        "sum 2: US2, US3, US1; the rival lays US2 over science and mark",
        "the rival has 1 science",
        "sum 2, black: space slots 2, 3, 4, 1; the rival influences S02 in slot 2",
        "a further step costs 1 science, the rival has 1; "
        "2 blue and 0 red scheme cards: up; the rival's marker moves to c4t",
        "mark of the last scheme card: UP08, UP09, UP10, UP01, UP02, UP03, UP04, UP05, UP06, UP07; "
        "the rival lays UP08 over space",
        "sum 2: space slots 2, 3, 4, 1; the rival takes S02 from slot 2",
    ]
    state.rivals[0].guilds = (9, 1, 1)
    brings(state, "journal")  # no second one in this turn (Y-143)
    assert (SPACES[state.rivals[0].marker], state.rivals[0].guilds[0]) == ("c5u", 9)
    assert "costs 3 science" in brings(alone("townsfolk", "X1 X2", marker="c1u"), "journal")[-1]
    for me, science in {"c3l": 1, "c1l": 2, "c1u": 2, "c0": 3}.items():
        for has, space, left in [(science, "c4t", 0), (science - 1, "c2t", science - 1)]:
            state = alone("journal", "X1", me, marker="c1u", guilds=(has, 0, 0))
            brings(state, "journal")
            assert (SPACES[state.rivals[0].marker], state.rivals[0].guilds) == (space, (left, 0, 0))


def test_Y35_Y92_Y101_Y114_Y143_the_rival_may_end_the_game_and_has_one_more_turn():
    state = alone("journal", "X1 X2 X3", "c9u", marker="c9u", guilds=(9, 0, 0))
    told = turn(state)
    assert "the rival has reached the end of the journal: after this turn each has one more" in told
    assert "the rival has 11 science" in told  # it makes no further step
    assert [TILES[tile].id for tile in state.rivals[0].tiles] == ["UP10"]  # of c10-1 the tile
    assert brings(state.clone(), "journal") == ["the rival's marker is at the end of the journal"]
    assert (until("turn", state).ending, until("scheme", state).ending) == (2, 1)
    until("nothing", state)
    assert (state.ending, state.player, state.to_act()) == (0, RIVAL, TERMINAL)


def test_Y70_Y103_Y105_Y112_Y137_tiles_by_kind_by_colour_and_by_the_mark_of_the_last_card():
    state = alone(schemes="X4 X6", spot=3)
    state.tiles_left = tuple([2 * (tile.id != "UW2") for tile in TILES])
    found = laid(state, "priority tile", "water tile", "free basic tile")
    assert [one[:3] for one in found] == ["UW3", "UW3", "UB2"]
    state.tiles_left = tuple([2 * (tile.kind != 1 and tile.id != "UL2") for tile in TILES])
    found = laid(state, "priority tile", "water tile", "land tile")  # blue, then yellow
    assert [one[:3] for one in found] == ["UL3", "UL3"]
    for scheme, rings in {"X1": "06 07", "X2": "08 09", "X3": "10 01", "X4": "05 06", "X6": "01 02"}.items():
        taken = laid(alone(schemes=scheme), "special tile", "special tile")
        assert [one[2:4] for one in taken] == rings.split()


def test_Y111_Y144_the_path_of_the_caravan():
    rows = """science mark space mark inspiration mark science mark space comet inspiration comet space mark
    water exploration inspiration trade land science any_guild"""
    assert path(2) == tuple(rows.split())
    state, beside = alone("journal", path=6), "beside the full path"
    assert laid(state, "water tile") == ["UW1 over science"]  # where the rows meet
    state.rivals[0].path = 20
    told = laid(state, "land tile", "free basic tile", "free basic tile")
    assert told == [f"UL1 {beside}", "UB1 over inspiration", f"UB1 {beside}"]
    assert len(state.rivals[0].seat.tiles) == 4  # they score all the same


def test_Y101_Y136_what_the_rival_can_meet_it_can_do_in_its_manner():
    gains = (*JOURNAL_GAINS, *ON_ENTER, *solo.SECOND, *solo.FOCUS, *solo.REST, *solo.BONUS)
    met = {part for parts in gains for part in parts} | {*solo.CELLS.values(), *solo.REPLACED.values()}
    met |= {part for place, block in SPOTS.items() if place < 16 for part in BLOCKS[block].parts}
    met |= {*solo.FURTHER.values(), solo.SCHEME_ACTION}
    assert {EFFECTS[part].verb for part in met} == set(BY_VERB)
    assert "the rival lays US1" in brings(alone(), "new die")[0]
    assert "the rival influences S02" in brings(alone(), "adjust die x2")[1]
    assert brings(alone(), "2 provision") == ["the resource marker moves 2 on to spot 2: black, top row"]
    for spot, guild in {0: "science", 3: "exploration", 5: "trade", 7: "science"}.items():
        assert brings(alone(spot=spot), "influence any guild")[0].endswith(guild)


def test_Y94_Y113_Y146_who_wins():
    for townsfolk, influence, returns, winners in [(1, 1, 0, ()), (0, 0, 1, (0,)), (0, 1, 0.5, (0,))]:
        state = alone(guilds=(0, 0, influence), cards=(0, 0, 0, townsfolk, 0))
        assert (state.returns(), state.outcome()) == ((0,), None)
        state.reason = "over"
        assert (state.returns(), state.outcome().winners) == ((returns,), winners)
        assert state.outcome().scores == state.scores().totals[:1]


@pytest.mark.parametrize("board", BOARDS)
def test_Y97_Y114_Y146_whole_games_keep_to_the_protocol_and_lose_nothing(board):
    check_game(GAME, 1, Rules(rival=board, turn_limit=14, promos=board == "journal"), games=1)
    report = check_game(GAME, 1, Rules(rival=board, sections="BAB"), games=3, full=False)
    assert all("end of the journal" in end for end in report.ends)
    state = until("nothing", set_up(1, rival=board))
    assert str(state.log(0)[-1]) == f"(the rival has {state.scores().totals[1]} points)"
