"""The journal of Wayfarers by the numbers of the rules: connections, spaces, green workers, science."""

from collections import Counter

import pytest
from wayfarers_helpers import at, bring, do, legal, refused, stores, table, until

from toolkit.games.wayfarers.components.names import COUNTERS
from toolkit.games.wayfarers.journal import FINAL, SPACES, steps

ANY = ["influence science", "influence trade", "influence exploration", "decline"]


def step(marker, cards="", tiles="", **fields):
    """Return where a journal effect may move the marker of a player with these cards."""
    return legal(bring(at(cards, tiles=tiles, marker=marker, **fields), "journal"), "to")


def test_T7_a_workers_turn_with_a_reaction_and_the_journal():
    start = table().seat(0, "L23 W05 W07 W09", hands="g", silver=4, guilds=(1, 0, 0), dice=[3], marker="c6m")
    state = start.lay("F08 S- S- S- S01 W19:b", c7l="J07").turn()
    do(state, "worker green on F08", "gain S01")
    assert stores(state) == (1, 0)  # 4 - 4, and 1 by the reaction
    assert legal(state) == ["do journal", "do adjust die", "decline"]
    assert legal(do(state.clone(), "do adjust die", "raise 3")) == ["to c7l", "decline"]
    assert legal(do(state, "do journal")) == ["to c7l", "decline"]
    assert legal(do(state, "to c7l")) == ["retrieve blue from W19", "decline"]
    why = "a worker that was placed this turn stands on it (Y-88)"
    assert refused(state, "retrieve green from F08") == why
    do(state, "retrieve blue from W19")
    assert legal(state) == ["raise 3", "lower 3", "decline"]  # science is not offered: nothing is met
    one = do(state, "raise 3").tableaux[0]
    assert (one.silver, one.hands, SPACES[one.marker], one.guilds) == (1, (1, 0, 1), "c7l", (1, 0, 0))
    assert one.counts[COUNTERS.index("comet_tags")] == 1


def test_T8_what_connections_ask_for():
    assert step("c2b") == []
    assert step("c2b", "W01") == ["to c3l"]
    assert step("c2b", "S10") == ["to c4b"]
    assert step("c2b", "W01 S10") == ["to c3l", "to c4b"]
    state = bring(at("S10", marker="c2b"), "journal")
    assert refused(state, "to c3l") == "the splotch asks for: 2 library tags (Y-29)"
    assert refused(state, "to c3u") == "no splotch leads there (Y-28)"


@pytest.mark.parametrize(("science", "further"), [(1, []), (2, ["science to c5u", "decline"])])
def test_T19_Y41_the_science_ability_is_paid_before_the_connection(science, further):
    state = bring(at(tiles="UB1@2,2", marker="c3u", guilds=(science, 0, 0)), "journal")
    do(state, "to c4t", "tile UP03", "place 2,1")
    assert (legal(state) if state.to_act() == 0 else []) == further
    if further:
        do(state, "science to c5u")
        assert (state.tableaux[0].guilds, state.tableaux[0].influence) == ((0, 0, 0), 15)
        assert state.used == 1  # the second token was no ability


def test_T21_ways_through_the_journal():
    ways, found = Counter({0: 1}), []
    for _ in range(10):
        after = Counter()
        for space, many in ways.items():
            after.update({target: many for target, _ in steps("ABA")[space]})
        ways = after
        found.append(sum(many for space, many in ways.items() if space in FINAL))
    assert found == [0, 0, 0, 0, 0, 0, 0, 6, 108, 486]


def test_Y29_tags_are_compared_and_kept_and_influence_is_spent():
    assert step("c0") == ["to c1u", "to c1l"]  # the first two ask for nothing
    for cards, met in (("", []), ("L19", ["to c2m"]), ("L01", ["to c2t"]), ("L01 L19", ["to c2t", "to c2m"])):
        assert step("c1u", cards) == met
    assert step("c1u", "city+F08", sections="BAA") == ["to c2t"]  # with the printed townsfolk: 2
    assert step("c1u", "", "UL1@2,2", sections="BAA") == ["to c2m"]
    assert step("c4t", guilds=(1, 0, 0)) == ["to c5u"]
    assert step("c4t", guilds=(1, 1, 0), sections="ABA") == []  # exploration and trade there
    state = do(bring(at(marker="c4t", guilds=(0, 1, 2), sections="ABA"), "journal"), "to c5u")
    assert (state.tableaux[0].guilds[1], state.tableaux[0].influence) == (0, 14)
    six = "UB1@2,1 UB2@2,2 UB3@2,3 UB4@2,4 UB1@2,5 UB2@2,6"
    assert (step("c8t", "", six), step("c8t", "", f"{six} UP01@3,1")) == ([], ["to c9u"])  # all five kinds


FINALS = [f"do influence {guild} x2" for guild in ("science", "trade", "exploration")]
OR_CARD = ["do special tile or inspiration card", "decline"]
SPECIAL = [*(f"tile UP{number:02}" for number in range(1, 11)), "decline"]


@pytest.mark.parametrize(
    ("marker", "to", "cards", "ways"),
    [
        ("c1u", "c2t", "L01", ["do inspiration card", "do new die", "decline"]),
        ("c5u", "c6t", "W04 W05", ["do inspiration card", "do new die", "decline"]),
        ("c3u", "c4m", "W01", SPECIAL),
        ("c7u", "c8t", "W01 W02", SPECIAL),
        ("c9u", "c10-1", "L09 L10 L11", [FINALS[0], *OR_CARD]),
        ("c9u", "c10-2", "", ANY),
        ("c9u", "c10-3", "W19 W20 W21 W22", [FINALS[1], *OR_CARD]),
        ("c9l", "c10-4", "", ANY),
        ("c9l", "c10-5", "L19 L20 L21 L22", [FINALS[2], *OR_CARD]),
    ],
)
def test_Y31_the_printed_effects_of_the_spaces(marker, to, cards, ways):
    state = bring(at(cards, "I05", marker=marker, guilds=(1, 0, 0)), "journal")
    assert legal(do(state, f"to {to}")) == ways
    if ways[0] in FINALS:
        guild = ways[0].split()[2]
        do(state, ways[0], f"influence {guild}", f"influence {guild}")
        assert legal(state) == ["choose special tile", "choose inspiration card", "decline"]


def test_Y30_a_journal_tile_brings_its_effect_and_stays():
    state = table().lay(c1u="J05").turn()
    assert stores(do(bring(state, "journal"), "to c1u")) == (1, 1)
    assert state.journal_tiles[0] == 4


def test_Y32_Y117_the_new_die_is_mandatory_when_all_else_is_declined():
    state = bring(at("L01", "I05", dice=[2, 3, 4], marker="c1u"), "journal")
    assert legal(do(state, "to c2t", "decline")) == [f"roll {face}" for face in range(1, 7)]
    do(state, "roll 6")
    assert (state.tableaux[0].dice, state.tableaux[0].reserve) == ((2, 3, 4, 6), 1)


def test_Y33_the_first_to_come_takes_the_green_worker_and_nobody_after():
    state = do(bring(table().lay(c1u="J02", c1l="J03").turn(), "journal"), "to c1u")
    assert "(the green worker of column 1 goes to player 0)" in map(str, state.log(1))
    until("turn", do(state, "influence trade", "influence trade"))
    do(bring(state, "journal"), "to c1l")
    assert [one.hands[0] for one in state.tableaux] == [1, 0]


def test_Y34_Y35_Y36_many_markers_on_a_space_and_no_step_from_a_final_one():
    state = bring(table(3).seat(1, marker="c1u").seat(2, marker="c1u").turn(), "journal")
    assert legal(state) == ["to c1u", "to c1l", "decline"]
    assert do(state, "decline").tableaux[0].marker == 0
    assert bring(at("L20", marker="c10-1", dice=[3]), "journal", "adjust die").decision_kind() == "adjust"


@pytest.mark.parametrize("offer", ["after_effects", "at_once"])
def test_Y38_science_is_offered_after_the_effects_of_the_space_and_once_a_turn(offer):
    def entered(guilds):
        state = at("L01", "I- I05 I06", "US3@2,1", marker="c1u", guilds=guilds, science_offer=offer)
        return do(bring(state, "journal", "journal"), "to c2t")

    discarded = ["do inspiration card", "discard I05", "influence science", "roll 5"]
    state = entered((1, 0, 0))
    if offer == "at_once":
        assert legal(state) == ["science to c4t", "decline"]
        assert legal(do(state, "science to c4t", "tile UP07", "place 3,2"))[0] == "do inspiration card"
        assert legal(do(entered((0, 0, 0)), *discarded), "science") == []  # too late
        return
    assert legal(do(state, *discarded)) == ["science to c4t", "decline"]
    do(state, "science to c4t", "tile UP07", "place 3,2")
    assert legal(state) == ["to c5u", "decline"]  # the other journal effect, by the token that is left
    assert do(state, "to c5u").decision_kind() != "journal"
    assert legal(do(entered((0, 0, 0)), *discarded)) == ["science to c4t", "decline"]  # by the space's token


def test_Y121_green_worker_then_the_parts_then_science_then_older_effects():
    start = table().seat(0, "W01 L09", marker="c2b", guilds=(1, 0, 0), dice=[4], hands="b")
    state = bring(start.lay("L07:y F08", c3l="J07").turn(), "journal", "adjust die")
    do(state, "do journal", "to c3l")
    assert state.tableaux[0].hands == (1, 0, 1)
    for ways, lines in (
        (["retrieve yellow from L07"], ["retrieve yellow from L07"]),
        (["science to c4b"], ["science to c4b", "tile UP07", "place 3,2"]),
        (["raise 4", "lower 4"], ["lower 4"]),
    ):
        assert legal(state) == [*ways, "decline"]
        do(state, *lines)
