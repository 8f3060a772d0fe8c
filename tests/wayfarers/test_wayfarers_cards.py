"""Cards and tiles of Wayfarers by the numbers of the rules: where they go, what they cost and bring."""

import pytest
from wayfarers_helpers import at, bring, do, legal, refused, stores, until

from toolkit.games.wayfarers.components.names import COUNTERS, KINDS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOT
from toolkit.games.wayfarers.state import UNDER

EFFECTS = {kind[0].upper().replace("T", "F"): f"{kind} card" for kind in KINDS}


def ids(cards):
    return [CARDS[card].id if card >= 0 else "" for card in cards]


def gain(card, cards="", show="", **fields):
    """Return a state in which an effect has just brought a card to a player with these cards."""
    return do(bring(at(cards, f"{card} {show}", **fields), EFFECTS[card[0]]), f"gain {card}")


def test_Y42_Y44_a_city_brings_its_lightning_at_once_and_a_slot_from_the_next_turn_on():
    state = gain("L15", dice=[1])
    assert legal(state) == ["influence science", "influence trade", "influence exploration", "decline"]
    until("turn", do(state, "influence trade"))
    assert ids(state.tableaux[0].land) == ["city", "L15"]
    assert SLOT["L15"] in [one.slot for one in state.tableaux[0].slots]


def test_Y43_Y45_a_vista_reacts_to_other_cards_and_tiles_once_for_each():
    def brought(gained):
        state = gain(gained, "L27 L33 L25 L35+F18 L23+F20 L36", silver=9, dice=[3])
        return stores(state)[0] - 9, stores(state)[1], legal(state)

    asked = ["choose 1 provision", "choose 1 silver", "decline"]
    assert brought("S06") == (1 - 3, 1, ["raise 3", "lower 3", "decline"])  # L23 and F20 under it
    assert brought("L18") == (1, 0, asked)  # F18 under L35, and L36: once for two tags
    assert brought("S10")[:2] == (-3, 1)  # L27
    assert brought("L26") == (1, 0, ["reroll 3", "decline"])  # L25, and L26 not to itself


@pytest.mark.parametrize(("per", "comets", "places"), [("card", 1, 1), ("tag", 3, 2)])
def test_Y45_or_once_for_each_tag(per, comets, places):
    assert stores(gain("S06", "L24 L20", silver=3, reaction_per=per)) == (0, comets)
    state = bring(at("L24", reaction_per=per), "special tile")
    assert stores(do(state, "tile UP10", "place 2,1")) == (0, places)
    state = gain("L18", "L36", reaction_per=per)
    while state.decision_kind() == "choose":
        do(state, "choose 1 silver")
    assert stores(state) == (places, 0)


def test_T2_Y46_Y47_links_of_neighbouring_water_cards():
    for left in ("W13", "W14"):
        state = gain("W34", left)
        assert (stores(state), legal(state)) == ((0, 1), ["influence exploration", "decline"])
    do(state, "influence exploration", "influence exploration")
    assert (ids(state.tableaux[0].water), state.tableaux[0].guilds) == (["harbour", "W14", "W34"], (0, 0, 2))
    assert list(CARDS[CARD["W34"]].right_links) == ["influence", "silver", "influence_card"]
    state = gain("W11")
    assert (stores(state), legal(state)) == ((1, 0), ["influence trade", "decline"])
    state = gain("W03", "W34", "L05")
    assert (stores(state), legal(state)) == ((0, 0), ["do influence trade", "do influence card", "decline"])
    state = gain("W28", "W01")
    assert (stores(state), state.decision_kind()) == ((0, 0), "reveal")


def test_Y48_Y63_Y155_a_space_card_needs_a_free_land_or_water_card_and_costs_by_its_slot():
    assert bring(at("", "S06", silver=9), "space card").decision_kind() == "reveal"  # none above the city
    for gaps, price in (("", 3), ("S- ", 4), ("S- S- ", 4), ("S- S- S- ", 5)):
        state = bring(at("L20 W20 S16", f"{gaps}S06", silver=9), "space card")
        assert stores(do(state, "gain S06"))[0] == 9 - price
    state = bring(at("L20 L21", "S06 S- S- S07", silver=9), "space card", "space card")
    assert stores(do(state, "gain S06", "gain S07"))[0] == 9 - 3 - 5
    assert stores(do(bring(at("L20", "S06", silver=2), "space card for 1 silver less"), "gain S06")) == (0, 0)


def test_Y47_Y48_Y123_a_card_gained_this_turn_hosts_and_is_the_left_neighbour():
    state = bring(at("L20 S16", "L07 S06", silver=9), "space card", "land card")
    assert legal(state) == ["gain L07", "decline"]
    do(state, "gain L07", "influence exploration")
    assert legal(state) == ["gain S06", "decline"]
    state = do(bring(at("", "W08 W15"), "water card", "water card"), "gain W08", "decline")
    assert legal(state) == ["gain W15", "decline"]  # the printed harbour gave a provision for W08
    do(state, "gain W15")  # W08 offers trade
    assert (stores(state), legal(state)) == ((0, 1), ["influence trade", "decline"])


def test_Y53_Y69_the_lightning_of_a_space_card_in_any_order():
    state = gain("S21", "L20", silver=5, guilds=(0, 1, 0))
    assert legal(state) == ["do influence science", "do move influence", "decline"]
    assert stores(state) == (2, 1)  # price 3; L20 reacts to the star


def test_Y54_an_inspiration_goes_above_a_space_card_without_one():
    state = bring(at("S16 S17+I01", "I05:g I06"), "inspiration card")
    assert legal(state) == ["gain I05", "discard I05", "gain I06", "discard I06", "decline"]
    assert legal(do(state, "gain I05")) == ["above star", "above S16"]
    do(state, "above S16")
    assert (ids(state.tableaux[0].inspirations), state.tableaux[0].hands) == (["", "I05", "I01"], (1, 1, 1))
    full = bring(at("star+I01", "I05"), "inspiration card")
    assert legal(full) == ["discard I05", "decline"]
    assert refused(full, "gain I05") == "no free card can carry it (Y-48, Y-54, Y-57)"


def test_Y56_discarding_an_inspiration_brings_its_spot_and_is_an_interaction():
    state = at("", "I01 I02 I03:1gb I04", silver=1, dice=[2], pile="L W S F I05 I06")
    assert legal(bring(state, "inspiration card"), "discard I03") == ["discard I03 fee silver"]
    do(state, "discard I03 fee silver")
    assert (stores(state), stores(state, 1)) == ((1, 0), (1, 0))  # slot 3: a silver and a refreshed die
    assert (state.tableaux[0].hands, state.tableaux[1].influence) == ((1, 1, 2), 15)
    assert (legal(state), ids(state.inspiration.cards[UNDER])) == (["reroll 2", "decline"], ["I03"])
    assert ids(do(state, "decline", "reveal I06").display[16:]) == ["I01", "I02", "I04", "I06"]


@pytest.mark.parametrize(
    ("folk", "cards", "hosts"),
    [
        ("F26", "L09 L18 W03 L20 L04 W04", ["L09", "L18", "W03"]),
        ("F27", "L19 L36 L04 W19", ["L19", "L36"]),
        ("F04", "L19 W04 W19 W36", ["W19", "W36"]),
        ("F22", "L04 L19 W04 W19", ["city", "L04", "harbour", "W04"]),
    ],
)
def test_T16_Y57_Y60_hosts_of_townsfolk(folk, cards, hosts):
    assert sorted(legal(gain(folk, cards, silver=2))) == sorted(f"under host {host}" for host in hosts)


def test_T16_Y57_never_under_the_middle_and_one_under_a_card():
    state = bring(at("", "F26 F08", silver=9), "townsfolk card")
    assert legal(state) == ["gain F08", "decline"]
    why = "no free card can carry it: observatory or library (Y-48, Y-54, Y-57)"
    assert refused(state, "gain F26") == why
    assert ids(gain("F08", "city+F09 L04", silver=2).tableaux[0].land_folk) == ["F09", "F08"]


def test_Y58_townsfolk_work_under_cities_and_harbours_vistas_and_open_water():
    cards = "city+F08 L20+F18 W20+F13"
    assert stores(do(at(cards, dice=[1]), "die 1", "on city")) == (1, 0)
    assert stores(do(at(cards, dice=[1]), "die 1", "on middle 3", "choose 2 provision")) == (0, 2)
    assert stores(gain("S16", cards, silver=3)) == (1, 1)
    assert stores(do(at(cards, placed={"city": 1}), "rest", "roll 2")) == (3, 0)
    lent = do(at("L15+F06", dice=[4]), "die 4")
    assert legal(lent) == ["on middle 3", "on middle 4", "on L15"]  # assets for that slot alone


def test_Y63_prices_of_townsfolk_and_what_is_free():
    state = bring(at("W20", "F12 F08 F23 F34", silver=2), "townsfolk card")
    assert legal(state) == ["gain F08", "gain F23", "gain F34", "decline"]
    assert refused(state, "gain F12") == "it costs 3 silver (Y-63)"
    assert stores(do(state, "gain F08")) == (0, 0)
    assert stores(do(bring(at("", "F08"), "free townsfolk card"), "gain F08")) == (0, 0)


def test_Y64_Y126_three_cards_are_drawn_one_is_kept_the_others_go_under_in_any_order_unseen():
    state = bring(at(pile="L05 L06 L07 L08"), "land card of three drawn")
    do(state, "draw L05", "draw L07", "draw L08")
    assert legal(state) == ["keep L05", "keep L07", "keep L08"]  # Y-117: one must be kept
    assert legal(do(state, "keep L07")) == ["under L05", "under L08"]
    do(state, "under L08")
    assert ids(state.land.cards[UNDER]) == ["L08", "L05"]
    told = [[str(event) for event in state.log(player)][-5:] for player in (0, 1)]
    assert told[0] == ["draw L05", "draw L07", "draw L08", "keep L07", "under L08"]
    assert told[1] == ["draw ? land", "draw ? land", "draw ? land", "keep L07", "under ? land"]
    assert legal(state) == ["influence exploration", "decline"]  # L07's lightning


def test_Y65_a_die_may_draw_three_instead_with_a_pigeon_or_a_provision():
    def drawing(cards="", tiles="", provision=2):
        state = at(cards, "L07", tiles, pile="L05 L06 L08", dice=[1], provision=provision)
        return do(state, "die 1", "on city", "pay 2 provision")

    assert legal(drawing(), "draw") == []
    assert legal(drawing(provision=3), "draw") == ["draw three for 1 provision"]
    assert legal(drawing("city+F22"), "draw") == legal(drawing("", "UB4@2,1"), "draw") == ["draw three"]
    assert legal(bring(at("", "L07", provision=3), "land card")) == ["gain L07", "decline"]  # no die
    state = do(drawing("city+F22"), "draw three")
    assert legal(state) == ["draw L05", "draw L06", "draw L08"]


def test_Y125_fewer_cards_are_drawn_and_none_from_an_empty_pile():
    state = do(bring(at(pile="L05"), "land card of three drawn"), "draw L05")
    assert ids(state.tableaux[0].land) == ["city", "L05"]  # kept without a question
    state = do(bring(at(pile="L05 L07"), "land card of three drawn"), "draw L05", "draw L07", "keep L05")
    assert legal(state) == ["reveal L07"]  # what went under the pile comes up again
    assert bring(at("", "L07", pile="L"), "land card of three drawn").decision_kind() == "reveal"
    city = do(at("", "L07", dice=[1], provision=3, pile="L"), "die 1", "on city", "pay 2 provision")
    assert legal(city) == ["gain L07", "decline"]


def test_T12_Y66_Y67_cards_slide_with_workers_and_influence():
    state = bring(at("L04", "F16 F30 F27:g F10:1", silver=2, pile="L W S F01 F02 I"), "townsfolk card")
    do(state, "gain F30", "under host L04", "reveal F01")
    assert ids(state.display[12:16]) == ["F16", "F27", "F10", "F01"]
    assert (state.workers[12:16], state.tokens[12:16]) == ((0, 1, 0, 0), (-1, -1, 1, -1))
    state = do(bring(at("", "L05:gy L06 L07 L08:1", pile="L"), "land card"), "gain L05")
    assert state.tableaux[0].hands == (1, 2, 1)
    until("turn", state)  # the pile is empty: the slot stays so
    assert (ids(state.display[:4]), state.tokens[:4]) == (["L06", "L07", "L08", ""], (-1, -1, 1, -1))


@pytest.mark.parametrize("same_turn", [False, True])
def test_Y68_benefits_of_what_was_gained_this_turn(same_turn):
    state = bring(at("L04", "L24 S06", silver=9, benefits_same_turn=same_turn), "land card", "space card")
    do(state, "do land card", "gain L24", "decline", "gain S06")
    assert stores(state) == (6, same_turn)  # a vista that reacts to comets
    state = at("L24", "F18 S06", silver=9, benefits_same_turn=same_turn)
    bring(state, "free townsfolk card", "space card")
    do(state, "do free townsfolk card", "gain F18", "gain S06")
    assert stores(state) == (6 + same_turn, 1)  # a townsfolk under an older vista
    state = bring(at("", "L02", marker="c1u", benefits_same_turn=same_turn), "land card", "journal")
    assert legal(do(state, "gain L02", "influence trade")) == ["to c2t", "decline"]  # tags count at once
    for new in ("L02", "F34"):
        state = at("L02+F34", dice=[4], benefits_same_turn=same_turn)
        state.gained = (CARD[new],)
        assert ("on L02" in legal(do(state, "die 4"))) == same_turn


def test_Y69_Y124_effects_that_fire_together_are_ordered_and_what_a_gain_brings_comes_first():
    state = gain("W27", "L22+F28", "F08 L05", silver=2, guilds=(0, 1, 0))  # a link, its townsfolk, L22, F28
    kinds = ["influence trade", "free townsfolk card"]
    kinds += [f"influence {guild} or move influence" for guild in ("exploration", "trade")]
    assert sorted(legal(state, "do")) == sorted(f"do {kind}" for kind in kinds)
    do(state, "do free townsfolk card", "gain F08", "do influence trade or move influence")
    assert legal(do(state, "choose move influence"), "move trade") == [
        "move trade to science", "move trade to exploration",
    ]  # fmt: skip
    state = bring(at("L32 W20", "F04 L05 L06", silver=1, dice=[2]), "townsfolk card", "adjust die")
    do(state, "do townsfolk card", "gain F04")
    assert legal(state) == ["influence L05", "influence L06", "decline"]  # before the older adjustment


def test_Y117_reactions_and_lightning_may_be_declined():
    state = gain("W35", "L22", silver=2)
    assert legal(state) == ["do influence trade x2", "do influence exploration or move influence", "decline"]
    assert do(state, "decline").decision_kind() == "reveal"


def test_Y118_price_and_fee_are_due_together():
    state = bring(at("", "F08:1 F09", silver=2), "townsfolk card")
    assert legal(state) == ["gain F09", "decline"]
    why = "1 silver or 1 provision is due for player 1's influence beside 2 silver (Y-19)"
    assert refused(state, "gain F08 fee silver") == why
    state = bring(at("", "F08:1", silver=2, provision=1), "townsfolk card")
    assert legal(state) == ["gain F08 fee provision", "decline"]


@pytest.mark.parametrize(
    ("kind", "tiles", "silver", "guild"),
    [("land", "UL1 UL2 UL3", 3, 1), ("water", "UW1 UW2 UW3", 3, 2), ("space", "US1 US2 US3", 3, 0),
     ("basic", "UB1 UB2 UB3 UB4", 2, None)],
)  # fmt: skip
def test_Y70_kinds_of_tiles_and_what_they_cost(kind, tiles, silver, guild):
    guilds = tuple(2 * (one == guild) for one in range(3))
    state = bring(at(silver=silver, guilds=guilds), f"{kind} tile")
    ways = [""] if guild is None else ["", " for influence"]
    assert legal(state) == [*(f"tile {tile}{way}" for tile in tiles.split() for way in ways), "decline"]
    assert stores(do(state.clone(), f"tile {tiles[:3]}")) == (0, 0)
    if guild is not None:
        do(state, f"tile {tiles[:3]} for influence")
        assert (stores(state)[0], state.tableaux[0].influence) == (silver, 15)
    assert bring(at(silver=silver - 1), f"{kind} tile").decision_kind() == "reveal"
    assert legal(bring(at(), f"free {kind} tile")) == [*(f"tile {tile}" for tile in tiles.split()), "decline"]


def test_Y70_Y77_special_tiles_are_free_and_trigger_vistas():
    state = bring(at("L33 L20"), "special tile")
    assert legal(state) == [*(f"tile UP{number:02}" for number in range(1, 11)), "decline"]
    assert stores(do(state.clone(), "tile UP02", "place 2,1")) == (1, 0)
    assert stores(do(state, "tile UP07", "place 2,1")) == (0, 1)
    assert legal(bring(state, "special tile"), "tile UP07") == []


def test_Y71_tiles_lie_on_the_paper_and_land_and_water_tiles_may_be_flipped():
    def places(effect, tile, tiles=""):
        state = do(bring(at(tiles=tiles), effect), f"tile {tile}")
        return {text.removeprefix("place ") for text in legal(state)}

    cells = {(row, column) for row in (1, 2, 3) for column in range(1, 7)} - {(1, 1), (1, 6)}
    wide = {f"{row},{column}" for row, column in cells if (row, column + 1) in cells}
    high = {f"{row},{column}" for row, column in cells if (row + 1, column) in cells}
    single = places("free basic tile", "UB1")
    assert single == {f"{row},{column}" for row, column in cells}
    assert places("free land tile", "UL2") == wide | {f"back {cell}" for cell in wide}
    assert places("free space tile", "US3") == high
    assert single - places("free basic tile", "UB1", "UL1@2,1 US1@1,5") == {"2,1", "2,2", "1,5", "2,5"}


def test_Y72_a_tile_without_room_cannot_be_gained():
    full = "US1@2,1 US1@1,2 US2@1,3 US2@1,4 US3@1,5 US3@2,6"  # left: 3,2 to 3,5
    state = bring(at(tiles=full, silver=3, guilds=(2, 0, 0)), "space tile", "basic tile")
    assert legal(state) == ["tile UB1", "tile UB2", "tile UB3", "tile UB4", "decline"]
    last = bring(at(tiles=f"{full} UL1@3,2 UB1@3,4"), "free land tile", "special tile")
    assert legal(last, "tile UL") == []
    one = do(last, "tile UP01").tableaux[0]  # laid at once: there is one place only
    assert one.tiles[-1][1:] == (3, 5, 0)
    assert bring(last, "special tile").decision_kind() == "reveal"


def test_Y73_covered_icons_are_taken_cell_by_cell():
    state = do(bring(at(), "free space tile"), "tile US1", "place 1,3")  # a silver, and nothing below it
    assert (stores(state), state.decision_kind()) == ((1, 0), "reveal")
    state = do(bring(at("", "L05", dice=[4]), "free land tile"), "tile UL2", "place 3,3")
    assert legal(state) == ["do influence card", "do refresh die", "decline"]


def test_Y75_tags_and_assets_of_tiles_are_counted():
    one = at(tiles="UP10@2,1 UP08@2,2 UL3@2,3").tableaux[0]
    counts = dict(zip(COUNTERS, one.counts, strict=False))
    assert (counts["comet_tags"], counts["observatory_tags"], counts["all_upgrades"]) == (2, 2, 3)
    assert [column.assets.camel for column in one.caravan.columns[1:]] == [1, 0, 0, 0, 0, 0]
    assert [column.assets.telescope for column in one.caravan.columns[1:]] == [0, 0, 0, 0, 0, 1]
