"""Turns of Wayfarers by the numbers of the rules: influence, dice, workers, rests, the end of the game."""

import pytest
from wayfarers_helpers import at, bring, do, legal, refused, stores, table, until

from toolkit.core.decision import TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.actions import Say
from toolkit.games.wayfarers.components.names import ASSETS
from toolkit.games.wayfarers.components.tables import SLOT
from toolkit.games.wayfarers.game import GAME

ANY = ["influence science", "influence trade", "influence exploration", "decline"]
FRESH = "a worker that was placed this turn stands on it (Y-88)"


def faces(slot, cards="", tiles=""):
    """Return the faces with which a die may be put on a slot, without any step of its own."""
    states = {face: do(at(cards, tiles=tiles, dice=[face]), f"die {face}") for face in range(1, 7)}
    return {face for face, state in states.items() if f"on {slot}" in legal(state)}


def placed_faces(state, steps=2):
    """Return all final faces of a die in the next placement, with so many steps of the trade ability."""
    found, open_ = set(), [state]
    while open_:
        one = open_.pop()
        if one.decision_kind() == "place die":
            found.add(one.stack[-1].face)
        for text in legal(one):
            adjusts = text.startswith(("raise", "lower"))
            if text.startswith(("use", "die", "decline")) or (adjusts and one.stack[-1].left > 2 - steps):
                open_.append(do(one.clone(), text))
    return found


def test_Y9_a_turn_is_one_die_or_one_worker_or_a_rest():
    start = at("", "I01", dice=[1, 2, 2])
    assert legal(start) == ["die 1", "die 2", "worker yellow on I01", "worker blue on I01", "rest"]
    for lines in (["die 2", "on middle 4", "choose 2 silver"], ["worker blue on I01"], ["rest", "decline"]):
        state = until("turn", do(start.clone(), *lines))
        assert (state.to_act(), state.turns) == (1, start.turns + 1)


def test_Y9_an_action_that_is_equal_but_made_anew_does_the_same():
    rests, trades = at(dice=[1, 2], guilds=(0, 1, 0)), at(dice=[1, 2], guilds=(0, 1, 0))
    rests.apply(Say("rest"))
    trades.apply(Say("use trade"))
    assert (rests.decision_kind(), trades.decision_kind()) == ("rest", "adjust")


def test_Y10_Y116_who_can_do_nothing_else_rests_and_anyone_may():
    assert legal(at(hands="")) == legal(at(hands="", rest_without_dice=False)) == ["rest"]
    assert legal(at(hands="", dice=[4, 4])) == ["die 4", "rest"]
    assert legal(at(hands="", dice=[4, 4], rest_without_dice=False)) == ["die 4"]
    assert legal(at(hands="", dice=[4], placed={"middle 3": 2}, rest_without_dice=False)) == ["die 4", "rest"]


def test_Y11_Y26_Y39_the_trade_ability_is_used_once_a_turn_at_any_point():
    start = at("", "I01 I02", dice=[3, 5], guilds=(0, 2, 0))
    state = do(start.clone(), "use trade")
    assert (state.tableaux[0].guilds, state.tableaux[0].influence) == ((0, 1, 0), 14)
    do(state, "raise 3", "raise 4")
    assert (state.tableaux[0].dice, legal(state, "use trade")) == ((5, 5), [])
    state = do(start.clone(), "worker yellow on I02")  # 1 provision, any guild
    assert legal(state) == [*ANY[:3], "use trade", "decline"]
    with pytest.raises(ToolkitError, match="'trade'"):
        GAME.parse_line("trade", state)  # it is the ability as little as the guild
    do(state, "use trade", "lower 3", "lower 5")
    assert (state.tableaux[0].dice, legal(state)) == ((2, 4), ANY)
    state = do(start.clone(), "worker yellow on I01")
    assert legal(state) == ["end turn", "use trade"]
    do(state, "use trade", "lower 3", "decline")
    assert (state.tableaux[0].dice, state.decision_kind()) == ((2, 5), "reveal")


def test_Y11_an_effect_of_which_the_trade_ability_leaves_nothing_is_over():
    state = bring(at(dice=[3], guilds=(0, 1, 0)), "move influence")
    assert legal(state) == ["move trade to science", "move trade to exploration", "use trade", "decline"]
    do(state, "use trade", "raise 3")
    assert legal(state.clone()) == ["raise 4", "lower 4", "decline"]
    assert do(state.clone(), "lower 4").decision_kind() == "reveal"
    assert do(state, "decline").decision_kind() == "reveal"


def test_Y11_or_before_the_action_alone():
    state = at("", "I- I02", dice=[3], guilds=(0, 1, 0), guild_trade="before_action")
    assert legal(state)[-1] == legal(do(state.clone(), "die 3"))[-1] == "use trade"
    assert legal(do(state, "worker yellow on I02")) == ANY
    assert until("turn", do(state, "influence trade")).to_act() == 1  # nothing was asked at the end


def test_Y12_new_cards_are_turned_up_at_the_end_of_the_turn():
    state = bring(at("", "F08 F09", silver=9, dice=[1]), "townsfolk card", "adjust die")
    do(state, "do townsfolk card", "gain F08")
    assert (legal(state), state.display[12]) == (["raise 1", "decline"], -1)
    assert do(state, "decline").decision_kind() == "reveal"


# ---- influence ---------------------------------------------------------------------------------------------


def test_Y17_Y18_influence_goes_on_any_face_up_card_without_influence():
    state = bring(at("", "L05 L06:0 W05:b S05 F08:1 F10:g I05"), "influence card")
    assert [one.influence for one in state.tableaux] == [14, 14]
    assert legal(state) == [*(f"influence {card}" for card in ("L05", "W05", "S05", "F10", "I05")), "decline"]
    do(state, "influence S05")
    assert (state.tableaux[0].influence, state.tokens.count(0)) == (13, 2)


def test_Y19_Y20_Y21_Y119_each_interaction_pays_a_fee_to_the_owner():
    state = bring(at("", "L05:1 L06:0 L07", silver=1, provision=1), "land card")
    ways = ["gain L05 fee silver", "gain L05 fee provision", "gain L06", "gain L07", "decline"]
    assert legal(state) == ways
    do(state, "gain L05 fee provision")
    assert (stores(state), stores(state, 1), state.tableaux[1].influence) == ((1, 0), (0, 1), 15)
    assert legal(poor := bring(at("", "L05:1 L06:0 L07"), "land card")) == ways[2:]
    why = "1 silver or 1 provision is due for player 1's influence (Y-19)"
    assert refused(poor, "gain L05 fee silver") == refused(poor, "gain L05") == why
    for fee in ("silver", "provision"):
        assert refused(poor, f"gain L07 fee {fee}") == "no fee is due (Y-19)"
    assert do(poor, "gain L06").tableaux[0].influence == 15  # Y-21: to its owner, who acquires it
    state = at("", "I01:1gy", silver=2)
    assert legal(state, "worker") == ["worker blue on I01 fee silver"]
    bring(state, "retrieve worker x2")
    do(state, "retrieve green from I01 fee silver", "retrieve yellow from I01 fee silver")
    assert (stores(state), stores(state, 1), state.tokens.count(1)) == ((0, 0), (2, 0), 1)


@pytest.mark.parametrize("first", ["slot", "townsfolk"])
def test_T6_Y22_Y61_the_fee_may_be_paid_with_what_the_action_brought(first):
    choice = ["choose influence card", "influence L06"]
    state = at("city+F17", "L26:1 L06", dice=[1], provision=2)
    do(state, "die 1", "on city", *{"slot": ["slot"], "townsfolk": ["townsfolk", *choice]}[first])
    do(state, "pay 2 provision")
    assert legal(state, "gain L26") == ["gain L26 fee silver"]
    do(state, "gain L26 fee silver", "refresh city", "roll 2", *(choice if first == "slot" else []))
    assert (stores(state), stores(state, 1), state.tableaux[1].influence) == ((0, 0), (1, 0), 15)
    strict = at("city+F17", "L26:1 L06", dice=[1], provision=2, fee_from_action=False)
    do(strict, "die 1", "on city", "slot", "pay 2 provision")
    assert legal(strict, "gain") == ["gain L06"]


@pytest.mark.parametrize(("covered", "paid"), [(False, 1), (True, 0)])
def test_Y23_discounts_and_free_do_not_cover_the_fee(covered, paid):
    state = bring(at("", "F08:1", silver=1, fee_discounted=covered), "free townsfolk card")
    do(state, "gain F08 fee silver")
    assert (stores(state), stores(state, 1)) == ((1 - paid, 0), (paid, 0))
    state = at("L09", "F02:1", "UL3@3,2", dice=[3], fee_discounted=covered)
    do(state, "die 3", "on middle 3")  # a free silver there, and the townsfolk costs nothing
    assert ("choose townsfolk card" in legal(state)) == covered


def test_Y24_Y25_Y153_influence_goes_to_guilds_and_moves_between_them():
    assert legal(bring(at(), "influence trade")) == ["influence trade", "decline"]
    state = bring(at(), "influence any guild x2")
    assert legal(state) == ANY
    assert legal(do(state, "influence science")) == ANY  # each token to a guild of choice
    do(state, "influence exploration")
    assert (state.tableaux[0].guilds, state.tableaux[0].influence) == ((1, 0, 1), 13)
    state = bring(at(guilds=(1, 0, 1)), "move influence x2")
    ways = ["science to trade", "science to exploration", "exploration to science", "exploration to trade"]
    assert legal(state) == [*(f"move {way}" for way in ways), "decline"]
    do(state, "move science to trade", "move trade to exploration")
    assert (state.tableaux[0].guilds, state.tableaux[0].influence) == ((0, 0, 2), 13)


def test_Y27_Y120_with_an_empty_supply_a_token_of_another_place_is_used():
    start = at("", "L05:0 L06 S07:1", guilds=(10, 0, 4))
    state = do(bring(start.clone(), "influence trade x2"), "influence trade")
    assert legal(state) == ["from science", "from exploration", "from L05"]
    do(state, "from L05")
    assert (state.tableaux[0].guilds, state.tokens.count(0)) == ((10, 1, 4), 0)
    assert legal(state) == ["influence trade", "decline"]  # token by token
    state = do(bring(start.clone(), "influence science"), "influence science")
    assert legal(state) == ["from exploration", "from L05"]
    state = do(bring(start, "influence card"), "influence L06", "from L05")
    assert (state.tokens[:2], state.tableaux[0].influence) == ((-1, 0), 0)
    assert bring(at(guilds=(15, 0, 0)), "influence science").decision_kind() == "reveal"


# ---- the die that is placed --------------------------------------------------------------------------------


def test_Y39_Y84_adjustments_each_of_its_own_sign_on_one_die_or_two_within_1_to_6():
    start = do(at(dice=[1, 6], guilds=(0, 1, 0)), "use trade")
    assert legal(start) == ["raise 1", "lower 6", "decline"]
    for lines, dice in {"raise 1, lower 6": (2, 5), "lower 6, lower 5": (1, 4), "decline": (1, 6)}.items():
        assert do(start.clone(), lines).tableaux[0].dice == dice
    assert do(start, "raise 1", "lower 2").tableaux[0].dice == (1, 6)
    assert do(bring(at(dice=[3]), "adjust die x2"), "raise 3", "decline").tableaux[0].dice == (4,)


def test_Y40_a_ship_is_hired_for_the_die_that_is_placed_and_is_one_ship():
    state = do(at("W04", dice=[2], guilds=(0, 0, 1)), "die 2")
    assert legal(state) == ["on middle 3", "on middle 4", "ship"]
    assert legal(do(state, "ship")) == ["on middle 3", "on middle 4", "on harbour"]
    assert refused(state, "on W04") == "the 2 lacks ship there (Y-78)"
    assert state.tableaux[0].guilds == (0, 0, 0)
    assert "on W04" in legal(do(at("W04", tiles="UB2@2,2", dice=[2], guilds=(0, 0, 2)), "die 2", "ship"))


def test_T22_Y128_Y151_steps_of_one_trade_ability_lie_before_or_after_the_chain():
    def reached(face, trade=1, steps=2, **rules):
        state = at(tiles="UL1@3,1 UW1@3,3", dice=[face], guilds=(0, trade, 0), **rules)
        return placed_faces(state, steps)

    assert reached(1, trade=0) == {1, 2}
    assert reached(1, steps=1) == {1, 2, 3}
    assert reached(1) == reached(2) == {1, 2, 3, 4}  # splitting the steps would add 5
    assert reached(1, steps=1, chains="many") == {1, 2, 3, 4}


def test_T3_Y75_assets_and_chains_of_the_rulebooks_caravan():
    caravan = at(tiles="UL1@3,1 UL1@2,2 UB4@3,3 US1@1,4 UW3b@2,5 UW3b@3,5").tableaux[0].caravan
    assets = [dict(zip(ASSETS, one.assets, strict=True)) for one in caravan.columns[1:]]
    assert [{name for name in ASSETS if one[name]} for one in assets] == [
        {"camel"}, {"camel"}, {"camel", "pigeon"}, {"telescope"}, set(), {"telescope"},
    ]  # fmt: skip
    assert [one.up for one in caravan.columns[1:]] == [True, True, False, False, False, False]
    assert [one.down for one in caravan.columns[1:]] == [False, False, False, False, True, False]
    assert [(one.silver, one.provision) for one in caravan.columns[4:]] == [(0, 1), (0, 0), (2, 0)]
    assert [caravan.chain(face) for face in range(1, 7)] == [(1, 2, 3), (2, 3), (3,), (4,), (4, 5), (6,)]


def test_Y79_Y80_chains_go_step_by_step_and_change_the_placed_die_alone():
    def reached(tiles, face):
        return set(at(tiles=tiles).tableaux[0].caravan.chain(face))

    assert reached("UW1b@2,4 UL1b@3,4", 5) == {5, 4}  # two minus in column 5 do not stack
    assert (reached("UL1b@2,1", 2), reached("US2@2,1", 1), reached("US2@2,6", 6)) == ({1, 2}, {1, 2}, {5, 6})
    assert reached("US2@2,3 US2@2,4", 3) == {2, 3, 4, 5}  # plus and minus on one tile
    state = at(tiles="UL1@3,1 UL1@2,2", dice=[1, 1])
    assert legal(state, "die") == ["die 1", "die 1 as 2", "die 1 as 3"]
    assert refused(state, "die 1 as 4") == "the caravan has no such chain (Y-79)"
    assert refused(state, "die 2") == "no die in the supply shows 2 (Y-78)"
    do(state, "die 1 as 2", "on middle 4", "choose 2 silver")
    assert (state.tableaux[0].dice, state.tableaux[0].placed) == ((1,), ((SLOT["middle 4"], 2),))


def test_T4_Y78_all_assets_of_a_slot_are_needed():
    assert (faces("L15", "L15+F22"), faces("L15", "L15")) == ({1}, set())
    full = at(dice=[2], placed={f"middle {number}": 4 for number in (1, 2, 3, 4)})
    assert refused(full, "die 2") == "no open slot has all its assets for a 2 (Y-78)"
    assert faces("L15", "L15+F06") == {1, 2, 3, 4, 5, 6}


def test_T5_four_cards():
    assert faces("L01", "L01") == faces("L09", "L09+F08", "UB1@3,1") == {1}
    assert faces("L09", "L09+F08") == set()
    state = do(at("L01", dice=[1], silver=3), "die 1", "on L01")
    assert legal(state) == ["choose land tile", "choose influence trade x2", "decline"]
    assert stores(do(state.clone(), "choose land tile", "tile UL3", "place 3,4")) == (0, 0)
    do(state, "choose influence trade x2", "influence trade", "influence trade")
    assert state.tableaux[0].guilds == (0, 2, 0)
    state = do(at("L09+F08", "S01 S07", "UB1@3,1", dice=[1], silver=2), "die 1", "on L09")
    assert stores(state) == (3, 0)
    do(state, "do influence exploration", "influence exploration")
    assert refused(state, "gain S07") == "it costs 4 silver (Y-63)"
    do(state, "gain S01")
    assert (stores(state), state.tableaux[0].guilds) == ((0, 0), (0, 0, 1))


def test_T5_W04_with_F11_and_W09_with_F01():
    start = at("W04+F11", "W07", "UB2@2,2", dice=[1, 2], guilds=(0, 0, 1))
    assert "on W04" not in legal(do(start.clone(), "die 1", "ship")) + legal(do(start.clone(), "die 2"))
    do(start, "die 2", "ship", "on W04")
    assert (stores(start), legal(start)) == ((0, 1), ["pay 1 provision", "decline"])
    do(start, "pay 1 provision", "gain W07", "influence trade")
    assert (stores(start), start.tableaux[0].guilds) == ((1, 0), (0, 1, 0))  # by links
    assert faces("W09", "W09+F01") == {1, 2, 3, 4, 5, 6}
    state = do(at("W09+F01", dice=[2, 4]), "die 2", "on W09")
    assert (stores(state), legal(state)) == ((0, 1), ["do adjust die", "do refresh die", "decline"])
    assert legal(do(state, "do refresh die")) == ["refresh W09", "reroll 4", "decline"]
    do(state, "refresh W09", "roll 5", "raise 5")
    assert state.tableaux[0].dice == (4, 6)


def test_T15_Y61_the_farmers_silver_comes_first():
    state = do(at("L01+F08", dice=[1], silver=2), "die 1", "on L01", "choose land tile", "tile UL1")
    assert stores(state) == (0, 0)


def test_Y76_discounts_add_up_and_never_pass_zero():
    tiles = "UW3@2,2 UL3@3,1"  # two free silver in column 2
    start = do(at("", "F12 F08 F23", tiles, dice=[2], silver=2), "die 2", "on middle 3")
    do(start, "choose townsfolk card")
    assert stores(do(start.clone(), "gain F23")) == stores(do(start, "gain F08")) == (2, 0)
    state = do(at("L05+F34", "L07", "US1@1,5", dice=[5], provision=1), "die 5", "on L05")
    assert legal(state) == ["pay 1 provision", "decline"]
    worker = bring(at("", "F12 F08 F23", tiles, silver=1), "townsfolk card")
    assert stores(do(worker, "gain F23")) == (0, 0)  # no die, no discount


def test_Y129_discounts_are_those_of_the_final_face_when_the_die_is_put_down():
    tiles = "UW1b@2,3 UL3@3,2"  # minus in column 4, a free silver in column 3
    state = at("", "F23", tiles, dice=[4])
    assert "choose townsfolk card" in legal(do(state.clone(), "die 4 as 3", "on middle 3"))
    assert "choose townsfolk card" not in legal(do(state, "die 4", "on middle 3"))
    state = do(at("L01", dice=[1], silver=6), "die 1", "on L01", "choose land tile", "tile UL3")
    do(state, "place back 3,1")  # its free silver lies in column 1 and helps no more; it covers 1 provision
    assert (stores(state), state.discount) == ((3, 1), (0, 0))


def test_Y130_Y41_tiles_are_paid_in_silver_or_influence_and_discounts_serve_payments_in_their_order():
    assert bring(at(silver=2, guilds=(2, 1, 2)), "land tile").decision_kind() == "reveal"
    state = bring(at(silver=3, guilds=(0, 2, 0)), "land tile")
    assert legal(state)[:2] == ["tile UL1", "tile UL1 for influence"]
    do(state, "tile UL1 for influence")
    assert (stores(state)[0], state.tableaux[0].guilds, state.tableaux[0].influence) == (3, (0, 0, 0), 15)
    assert state.used == 0  # Y-41: no guild ability
    state = at("L01+F34", tiles="UL3@3,1 UB3@2,2", dice=[2], silver=2, guilds=(0, 1, 0))
    do(state, "die 2", "on L01", "choose land tile")
    assert legal(state, "tile") == ["tile UL1", "tile UL2", "tile UL3"]  # one trade is too little still
    assert stores(do(state, "tile UL1")) == (0, 0)
    state = do(at("", "L07", "US1@2,1", dice=[1], provision=2), "die 1", "on city", "pay 1 provision")
    assert legal(state, "draw") == ["draw three for 1 provision"]


@pytest.mark.parametrize(
    "lines", ["on city; decline", "on city; pay 2 provision; decline", "on middle 3; decline"]
)
def test_Y81_Y117_everything_of_a_slot_is_optional(lines):
    state = do(at("", "L07 F08", dice=[1], provision=2, silver=2), "die 1", *lines.split("; "))
    slot = lines.split("; ")[0].removeprefix("on ")
    assert (state.decision_kind(), state.tableaux[0].placed) == ("reveal", ((SLOT[slot], 1),))
    assert do(at(dice=[1]), "die 1", "on city").decision_kind() == "reveal"  # the arrow cannot be paid


@pytest.mark.parametrize(
    ("slot", "able", "offers"),
    [
        ("middle 1", {6}, ["choose space card", "choose space tile", "decline"]),
        ("middle 2", set(), ["choose journal", "choose retrieve worker + influence any guild", "decline"]),
        ("middle 3", {1, 2, 3, 4, 5, 6}, ["choose townsfolk card", "choose 2 provision", "decline"]),
        ("middle 4", {1, 2, 3, 4, 5, 6}, ["choose basic tile", "choose 2 silver", "decline"]),
        ("city", {1}, ["pay 2 provision", "decline"]),
        ("harbour", set(), ["pay 2 provision", "decline"]),
    ],
)
def test_Y82_the_six_slots_of_the_player_board(slot, able, offers):
    assert faces(slot) == able
    face = 1 if slot == "city" else 6  # with a telescope, a pigeon and a ship
    state = at("L20", "S06 F08 L07 W07", "UB4@3,6 UB2@2,6", dice=[face], silver=9, provision=2)
    assert legal(do(state, f"die {face}", f"on {slot}")) == offers
    if "provision" in offers[0]:
        do(state, "pay 2 provision", "gain L07" if slot == "city" else "gain W07")
        assert stores(state) == (10, 0)  # the city's silver; the harbour's by a link


def test_Y83_a_die_that_is_refreshed_is_rolled_into_the_supply():
    state = bring(at(dice=[2, 2, 5], placed={"city": 1, "middle 4": 6}), "refresh die")
    assert legal(state) == ["refresh middle 4", "refresh city", "reroll 2", "reroll 5", "decline"]
    assert legal(do(state.clone(), "refresh city")) == [f"roll {face}" for face in range(1, 7)]
    assert do(state.clone(), "refresh city", "roll 3").tableaux[0].dice == (2, 2, 3, 5)
    assert do(state, "reroll 2", "roll 6").tableaux[0].dice == (2, 5, 6)


def test_Y131_Y152_branches_that_do_nothing_and_the_order_of_slot_and_townsfolk():
    state = do(at(tiles="UB4@3,6", dice=[6], marker="c1u"), "die 6", "on middle 2")
    assert legal(state) == ["choose retrieve worker + influence any guild", "decline"]  # no step is possible
    state = do(at("city+F17", "L07", dice=[1]), "die 1", "on city")  # the townsfolk alone: the slot costs 2
    assert legal(state) == ["choose influence card", "decline"]
    start = do(at("city+F24", "L05:g", dice=[1], provision=2), "die 1", "on city")
    assert legal(start) == ["slot", "townsfolk", "decline"]
    state = do(start.clone(), "slot", "pay 2 provision", "gain L05")
    assert legal(state) == ["choose influence exploration", "decline"]
    state = do(start, "townsfolk", "choose influence exploration", "influence exploration")
    assert legal(state) == ["pay 2 provision", "decline"]


# ---- workers -----------------------------------------------------------------------------------------------


def test_Y85_colours_of_workers_and_one_of_each():
    state = at("L20", "F08 L- L06 W05 I05 S01", hands="gyb", silver=9, dice=[1])
    ways = ["green on L06", "yellow on L06", "green on W05", "blue on W05"]
    ways += ["green on I05", "yellow on I05", "blue on I05", "green on F08"]
    assert sorted(legal(state, "worker")) == sorted(f"worker {way}" for way in ways)
    state = table(3).seat(0, hands="gyb", dice=[1]).lay("F08:g L06:y W05:gb I05:b").turn()
    ways = ["green on L06", "green on I05", "yellow on I05"]
    assert legal(state, "worker") == [f"worker {way}" for way in ways]
    assert refused(state, "worker blue on W05") == "no blue worker may be added there (Y-85)"
    assert refused(state, "worker yellow on L07") == "it does not lie face up (Y-20)"
    alone = at("", "I05", hands="b")
    assert refused(alone, "worker yellow on I05") == "no such worker is in the supply (Y-85)"


def test_Y86_Y149_something_of_the_spot_must_be_possible_costs_and_fee_included():
    def able(silver, provision):
        return legal(at("", "L- L- L- L06:1", silver=silver, provision=provision), "worker")

    assert able(0, 2) == able(0, 3) == able(1, 2) == []
    assert able(1, 3) == ["worker yellow on L06 fee silver"]
    assert able(0, 4) == ["worker yellow on L06 fee provision"]
    none = at("", "L- L- L06")  # a land tile, and no silver
    assert refused(none, "worker yellow on L06") == "no part of the effect beside it can be done (Y-86)"


SPOTS = [
    ("L06", (0, 0), ["do townsfolk card", "do adjust die"]),
    ("L- L06", (2, 0), ["influence trade"]),
    ("L- L- L06", (0, 0), [f"tile UL{n}{way}" for n in (1, 2, 3) for way in ("", " for influence")]),
    ("L- L- L- L06", (0, 0), ["pay 3 provision"]),
    ("W05", (0, 0), ["do refresh die", "do adjust die x2"]),
    ("W- W05", (0, 2), ["influence exploration"]),
    ("W- W- W05", (0, 0), ["tile UW1", "tile UW2", "tile UW3"]),
    ("W- W- W- W05", (0, 0), ["pay 3 provision"]),
    ("F17", (0, 0), ["gain S09"]),
    ("F- F17", (0, 0), ["do influence trade", "do influence exploration", "do influence science"]),
    ("F- F- F17", (0, 0), ["tile UB1", "tile UB2", "tile UB3", "tile UB4"]),
    ("F- F- F- F17", (0, 1), ["to c1u", "to c1l"]),
    ("I05", (0, 2), []),
    ("I- I05", (0, 1), ANY[:3]),
    ("I- I- I05", (1, 0), ["refresh city", "reroll 3"]),
    ("I- I- I- I05", (2, 0), []),
]


@pytest.mark.parametrize(("shown", "brings", "ways"), SPOTS)
def test_Y86_the_sixteen_worker_spots(shown, brings, ways):
    other = "" if "F" in shown else "F08 "
    pieces = {"dice": [3], "placed": {"city": 2}, "guilds": (0, 2, 0), "hands": "gyb"}
    state = at("L20", f"{other}S09 {shown}", silver=3, provision=3, **pieces)
    do(state, f"worker green on {shown[-3:]}")
    assert legal(state) == ([*ways, "use trade", "decline"] if ways else ["end turn", "use trade"])
    assert stores(state) == (3 + brings[0], 3 + brings[1])


def test_Y87_Y89_anybodys_workers_may_be_retrieved_to_the_own_supply():
    state = bring(at("", "L06:g W05:1b F08:g", silver=1, provision=1), "retrieve worker x2")
    ways = ["green from L06", "blue from W05 fee silver", "blue from W05 fee provision", "green from F08"]
    assert legal(state) == [*(f"retrieve {way}" for way in ways), "decline"]
    do(state, "retrieve green from L06", "retrieve blue from W05 fee provision")
    assert (state.tableaux[0].hands, stores(state), stores(state, 1)) == ((1, 1, 2), (1, 0), (0, 1))


def test_Y88_Y127_a_worker_placed_this_turn_does_not_come_back():
    trader = {"silver": 9, "hands": "gyb", "dice": [3], "guilds": (0, 1, 0)}  # asked at the end of the turn
    state = do(at("", "I05 I06 I- I07 L06", **trader), "worker blue on I07")
    bring(state, "retrieve worker", "inspiration card")
    assert legal(state) == ["gain I05", "discard I05", "gain I06", "discard I06", "use trade", "decline"]
    assert refused(state, "gain I07") == refused(state, "discard I07") == FRESH
    state = do(at("", "F09 F- F- F08", **trader), "worker green on F08", "decline")
    assert refused(bring(state.clone(), "townsfolk card"), "gain F08") == FRESH
    until("turn", do(state, "end turn"))
    assert "retrieve green from F08" in legal(bring(state, "retrieve worker"))


# ---- rests and the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("supply", "active"), [([], True), ([3], True), ([3, 3], False), ([1, 2, 3], False)])
def test_Y90_Y91_a_rest_with_at_most_one_die_in_the_supply_brings_its_abilities(supply, active):
    placed = {"city": 1, "middle 4": 2}
    state = do(at("W19+F12 W20+F05", dice=supply, placed=placed, guilds=(1, 0, 0)), "rest", "roll 4 4")
    if supply:
        assert legal(state) == [*(f"reroll {face}" for face in dict.fromkeys(supply)), "decline"]
        do(state, "decline")
    assert (state.tableaux[0].dice, state.tableaux[0].placed) == (tuple(sorted([*supply, 4, 4])), ())
    assert stores(state) == ((3, 1) if active else (0, 0))  # 1 silver of everybody's, F12 and F05
    assert (legal(state, "do") == ["do journal", "do move influence"]) == active


def test_Y90_Y116_dice_that_were_in_the_supply_are_rolled_once_and_a_rest_needs_no_placed_die():
    state = do(at(dice=[3, 3, 5], placed={"city": 1, "harbour": 2}), "rest", "roll 2 3")
    assert legal(state) == ["reroll 3", "reroll 5", "decline"]  # the 2 lies there only now
    do(state, "reroll 3", "reroll 3")
    assert (legal(state), state.tableaux[0].dice) == (["reroll 5", "roll"], (2, 3, 5))
    assert len(legal(do(state, "roll"))) == 21  # two dice
    assert do(state, "roll 1 6").tableaux[0].dice == (1, 2, 3, 5, 6)
    assert state.decision_kind() == "reveal"
    assert do(at(dice=[1, 2]), "rest", "reroll 1", "roll", "roll 6").tableaux[0].dice == (2, 6)
    assert do(at(dice=[1, 2]), "rest", "decline").tableaux[0].dice == (1, 2)
    assert do(at(), "rest").decision_kind() == "journal"  # no die at all: the abilities alone


def test_Y90_a_switch_has_all_dice_of_a_rest_rolled_together():
    state = do(at(dice=[3, 3, 5], placed={"city": 1}, rest_reroll="with_roll"), "rest", "reroll 3")
    assert legal(state) == ["reroll 3", "reroll 5", "roll"]
    assert len(legal(do(state, "reroll 5", "roll"))) == 56  # three dice
    assert do(state, "roll 1 1 2").tableaux[0].dice == (1, 1, 2, 3)
    assert legal(do(at(dice=[4], rest_reroll="with_roll"), "rest")) == ["reroll 4", "roll"]


@pytest.mark.parametrize(
    ("order", "kinds"), [("roll_first", "roll journal"), ("abilities_first", "journal roll")]
)
def test_Y90_the_roll_comes_before_the_abilities_or_after_them(order, kinds):
    state, found = do(at(placed={"city": 1}, rest_order=order), "rest"), []
    while state.decision_kind() != "reveal":
        found.append(state.decision_kind())
        do(state, legal(state)[-1])
    assert " ".join(found) == kinds


def test_Y132_what_a_rest_ability_brings_may_serve_another():
    state = do(at("W19+F33 L01", placed={"city": 1}, marker="c4t"), "rest", "roll 1")
    assert legal(state) == ["choose influence science", "decline"]  # the journal asks for 1 science
    assert legal(do(state, "choose influence science", "influence science")) == ["to c5u", "decline"]
    fresh = table().seat(0, "W20", placed={"city": 1}).lay("F13", c1u="J04").turn()  # 2 silver at rests
    do(fresh, "rest", "roll 1", "to c1u", "gain F13")
    assert (stores(fresh), fresh.decision_kind()) == ((1, 0), "reveal")  # gained in the rest: not used (Y-68)


def test_Y34_Y92_Y122_the_game_ends_after_one_more_turn_of_each_the_one_who_triggered_it_last():
    start = table(3).seat(1, marker="c9u", guilds=(1, 0, 0))
    state = start.seat(2, "L09 L10 L11", marker="c9u", guilds=(1, 0, 0)).turn(1)
    do(bring(state, "journal"), "to c10-2")
    told = "(player 1 has reached the end of the journal: after this turn each has one more)"
    assert [str(event) for event in state.log(0)].count(told) == 1
    until("turn", do(state, "influence trade", "influence science"))
    assert legal(bring(state, "journal")) == ["to c10-1", "decline"]
    assert refused(state, "to c10-2") == "a marker stands there (Y-34)"
    do(state, "to c10-1", "do influence science x2", "influence science", "influence science", "decline")
    assert state.tableaux[2].guilds == (3, 0, 0)
    acted = []
    while until("turn", state).to_act() != TERMINAL:
        acted.append(state.to_act())
        do(state, "rest")
    assert acted == [0, 1]
    assert state.outcome().reason.endswith("(Y-92)")
