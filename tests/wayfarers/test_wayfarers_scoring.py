"""The final scoring of Wayfarers (Y-93): the rulebook's examples, by hand, and by the second engine."""

import json
from collections import Counter

import wayfarers_oracle_facts as box
from hypothesis import given
from hypothesis import strategies as st

from toolkit.games.wayfarers import scoring
from toolkit.games.wayfarers.components.names import COUNTERS, GUILDS, KINDS, NONE, TAGS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, TILE, TILES, deck
from toolkit.games.wayfarers.scoring import Lead, RivalSeat, Seat, comet_leader, final_scores


def seat(text="", **more):
    """Return a seat with the printed cards and others by id; ``S34+I04`` is tucked above, ``U`` are tiles."""
    ids = [one.partition("+") for one in f"city harbour folk{' star' * ('star' not in text)} {text}".split()]
    rows = {kind: [] for kind in ("land", "water", "space", "townsfolk", "inspirations")}
    for name, _, goal in ids:
        if name[0] != "U":
            rows[KINDS[CARDS[CARD[name]].kind]].append(CARD[name])
        if name[0] in "Ss":
            rows["inspirations"].append(CARD[goal] if goal else NONE)
    tiles = tuple([TILE[name] for name, *_ in ids if name[0] == "U"])
    return Seat(**{name: tuple(row) for name, row in rows.items()}, tiles=tiles, **more)


def number_of(counter, of):
    """Return how many of a counter, by its name, a seat has."""
    return scoring.count(COUNTERS.index(counter), of.holdings)


def space(of, *others, rival=None):
    """Return what each space card of a seat scores, by id, among others."""
    score = final_scores([of, *others], rival).seats[0]
    return {CARDS[card.card].id: card.points for card in score.space}


# ---- the worked examples -----------------------------------------------------------------------------------


def test_T1_scoring_53():
    panorama = "L03 L19 L20 L21 W20 W25 W26 W36 F08 F18 F19 F04"
    spaces, caravan = "S06 S34+I04 S07 star S01+I01", "US2 UB1 UB2 UB3 UP03"
    ada = seat(f"{panorama} {spaces} {caravan}", guilds=(1, 0, 0))
    scores = final_scores([ada, seat()])
    assert [str(line) for line in scores.lines(["Ada", "Ben"])] == [
        "Y-15 city tags (2, 1): 2 0",
        "Y-15 vista tags (3, 0): 3 0",
        "Y-15 harbour tags (1, 1): 0 0",
        "Y-15 open water tags (4, 0): 5 0",
        "Y-16 sets of the four primary tags: 5 0",
        "Y-51 space card S06 of Ada: 4 0",
        "Y-52, Y-55 space card S34 of Ada, the goal of I04 not met: 3 0",  # 5 townsfolk, not 6
        "Y-51 space card S07 of Ada: 4 0",
        "Y-62 space card star of Ada: 5 0",  # 5 townsfolk, 5 tiles
        "Y-51, Y-55 space card S01 of Ada, doubled by I01: 8 0",  # 7 comets
        "Y-62 space card star of Ben: 0 0",
        "Y-74 upgrade tiles: 11 0",
        "Y-37 most influence with science: 3 0",
        "Y-37, Y-133 most influence with trade: 0 0",
        "Y-37, Y-133 most influence with exploration: 0 0",
        "Y-94 total, won by Ada: 53 0",
    ]


def test_T9_special_tile():
    before, after, more = (seat(f"L33 W05 W07 S18+I08 {one}") for one in ("", "UP02", "UP02 W09"))
    assert [number_of("harbour_tags", one) for one in (before, after, more)] == [3, 4, 5]
    assert [final_scores([one]).seats[0].sets[2] for one in (before, after, more)] == [3, 5, 8]
    assert [space(one)["S18"] for one in (before, after, more)] == [3, 4, 10]


def test_T10_goal():
    cards = "L19 L20 W23 W24 S34+I03 S10 S11"
    assert (space(seat(cards))["S34"], space(seat(f"{cards} S12"))["S34"]) == (2, 4)


def test_T11_comets():
    first, second, third = seat("S03 S04"), seat("S08 S02"), seat("S06 S07 S01")
    assert comet_leader([one.holdings for one in (first, second, third)]) == Lead(2, 3)
    assert space(first, second, third) == {"star": 0, "S03": 2, "S04": 2}
    assert space(second, first, third) == {"star": 0, "S08": 1, "S02": 3}
    assert space(third, first, second) == {"star": 0, "S06": 4, "S07": 4, "S01": 4}
    seven = seat("S08 S02 S05 UP09")
    assert space(third, first, seven) == {"star": 0, "S06": 1, "S07": 1, "S01": 3}


# ---- what counts -------------------------------------------------------------------------------------------


def test_Y13_which_components_have_tags():
    tags = Counter(TAGS[tag] for card in CARDS if not card.printed and not card.promo for tag in card.tags)
    others = {"observatory": 7, "library": 7, "star": 21, "comet": 17, "planet": 5, "sun": 1, "moon": 1}
    assert tags == dict.fromkeys(scoring.PRIMARY, 18) | others
    assert {KINDS[card.kind] for card in CARDS if card.tags} == {"land", "water", "space"}
    on_tiles = Counter(TAGS[tag] for tile in TILES for tag in tile.tags)
    assert on_tiles == dict.fromkeys(set(TAGS) - {"sun", "moon"}, 1) | {"comet": 3}
    assert all(tile.id.startswith("UP") for tile in TILES if tile.tags)


def test_Y14_tags_in_the_caravan_count_for_everything():
    seats = [seat("S16+I14 L01 L02 L03"), seat("S16+I14 L01 L02 L03 UP04")]
    assert [number_of("city_tags", one) for one in seats] == [4, 5]  # the journal asks this
    assert [final_scores([one]).seats[0].sets[0] for one in seats] == [5, 8]
    assert [space(one)["S16"] for one in seats] == [4, 5 * 2]  # a star, and a goal of 5


def test_Y15_Y16_sets_of_the_primary_tags():
    assert [scoring.tag_set_points(tags) for tags in range(10)] == [0, 0, 2, 3, 5, 8, 12, 16, 16, 16]
    full = [scoring.unique_set_points(tags) for tags in ((1, 1, 1, 0), (1, 4, 2, 3), (2, 2, 2, 5))]
    assert full == [0, 5, 10]
    scores = final_scores([seat("L19 W20"), seat("L19 L20 L01 W05 W20 W21")])
    assert [score.unique for score in scores.seats] == [5, 10]  # the home city and harbour count


def test_Y59_the_player_board_counts_as_four_cards_and_its_middle_as_none():
    found = {name for name in COUNTERS if number_of(name, seat()) == 1}
    assert found == {f"{one}_cards" for one in KINDS[:4]} | {
        f"{one}_tags" for one in ("city", "harbour", "observatory", "library", "star")
    }
    assert sum(number_of(name, seat()) for name in COUNTERS) == len(found)


# ---- space cards and inspirations --------------------------------------------------------------------------


def rich(cards):
    """Return a seat with much and these space cards.

    It has 4 city, 2 vista, 3 harbour, 2 open water, 2 observatory and 3 library tags, one planet, star and
    comet tag on tiles, 3 townsfolk, 6 land and 4 water cards.
    """
    panorama = "L03 L09 L16 L19 L20 W01 W05 W20 F08 F18"
    caravan = "UL1 UL2 UW1 US1 US2 US3 UB1 UP01 UP06 UP07 UP09"
    return seat(f"{panorama} {cards} {caravan}", guilds=(5, 3, 2), silver=6)


def test_Y49_Y50_sun_moon_and_planets():
    assert (space(rich("S09"))["S09"], space(rich("S36"))["S36"]) == (3, 3)
    assert list(space(rich("S09 S36")).values()) == [3, 7, 7]
    assert scoring.owned_tags([CARD["S09"]], [TILE["UP06"]]) == 1 << TAGS.index("moon") | 1 << TAGS.index(
        "planet"
    )
    assert [number_of("sun_or_moon", rich(cards)) for cards in ("", "S09", "S09 S36")] == [0, 1, 2]
    assert [space(rich(planet))[planet] for planet in ("S10", "S11", "S12", "S13", "S14")] == [3] * 5
    assert list(space(seat("S10 S11 S12 S13 S14")).values()) == [0, 6, 6, 6, 6, 6]


def test_Y51_comets_with_most_comet_tags_or_not():
    comets = ["S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "SP1"]
    assert [space(rich(comet))[comet] for comet in comets] == [4] * 8 + [1]
    assert [space(rich(comet), rich(comet))[comet] for comet in comets] == [3, 3, 2, 2, 2, 1, 1, 1, 1]


def test_Y52_every_star():
    stars = {"S15": 3, "S16": 4, "S17": 4, "S18": 3, "S19": 3, "S20": 0, "S21": 3, "S22": 2, "S23": 2}
    stars |= {"S24": 4, "S25": 3, "S26": 2, "S27": 2, "S28": 2, "S29": 3, "S30": 4, "S31": 2, "S32": 2}
    stars |= {"S33": 3, "S34": 2, "S35": 2}
    assert {star: space(rich(star))[star] for star in stars} == stars
    assert space(rich("S20 S16+I15"))["S20"] == 1
    assert space(seat("S15 S10 S11 S01"))["S15"] == 3  # comets are the fewest
    guilds = {"S21": (4, 5, 1), "S22": (5, 1, 4), "S23": (1, 4, 5)}
    assert [space(seat(star, guilds=held))[star] for star, held in guilds.items()] == [3, 3, 3]


def test_Y62_Y54_the_printed_star_scores_pairs_and_may_carry_an_inspiration():
    seats = [seat(), seat("F01"), seat("UB1 UB2"), rich(""), seat("star+I15 F01 UB1 UP01", silver=6)]
    assert [space(one)["star"] for one in seats] == [0, 0, 1, 3, 2 * 2]


GOALS = {
    "I01": ("S03 S06 UP09", "S03 S06"),
    "I02": ("S16 S17 S18 UP07", "S16 S17 S18"),
    "I04": ("F01 F02 F03 F04 F05", "F01 F02 F03 F04"),
    "I05": ("L16 W01 UP03", "L16 W01"),
    "I06": ("L19 L20 L21 UP05", "L19 L20 L21"),
    "I07": ("W20 W21 W22 UP01", "W20 W21 W22"),
    "I08": ("W05 W07 W09 UP02", "W05 W07 W09"),
    "I09": ("UB1 UB2 US1 US1", "UB1 UB2 UB3 US1"),
    "I10": ("UW1 UW2 UW3", "UW1 UW2 UL3"),
    "I11": ("UL1 UL2 UL2", "UL1 UL2 UW1"),
    "I13": ("L09 L10 UP08", "L09 L10"),
    "I14": ("L01 L02 L03 UP04", "L01 L02 L03"),
    "IP1": ("L01 L02 L03 L04 L05 L06 L07", "L01 L02 L03 L04 L05 L06"),
    "IP2": ("W01 W02 W03 W04 W05 W06 W07", "W01 W02 W03 W04 W05 W06"),
}
"""What just meets the goal of each inspiration, and what just misses it."""


def test_Y55_every_goal_doubles_its_space_card_when_met():
    assert set(GOALS) | {"I03", "I12", "I15", "I16"} == {card.id for card in CARDS if card.goal}
    for goal, cards in GOALS.items():
        assert [space(seat(f"S10+{goal} {held}"))["S10"] for held in cards] == [4, 2], goal
    assert [space(seat(f"S10+I03 S11 {tile}"))["S10"] for tile in ("", "UP06")] == [3, 4 * 2]
    assert [space(seat("S10+I12", guilds=held))["S10"] for held in ((4, 4, 2), (3, 4, 2))] == [4, 2]


def test_Y95_leftovers_score_nothing_but_for_the_goals_that_count_them():
    assert final_scores([seat(silver=40, provision=40)]).totals == (0,)
    for goal, counted, other in (("I15", "silver", "provision"), ("I16", "provision", "silver")):
        short, enough = (seat(f"S10+{goal}", **{counted: many, other: 9 - many}) for many in (5, 6))
        assert (final_scores([short]).totals, final_scores([enough]).totals) == ((2,), (4,))


# ---- caravan, majorities, who wins, the rival --------------------------------------------------------------


def test_Y74_printed_points_of_tiles():
    points = {tile.id: scoring.caravan_points([tile.number]) for tile in TILES}
    ones = dict.fromkeys(("UL3", "UB1", "UB2", "UB3", "UB4", "UP01", "UP02", "UP04", "UP05"), 1)
    others = {"US2": 3, "UP03": 5, "UP06": 3, "UP07": 5, "UP08": 5, "UP09": 5, "UP10": 4}
    assert {tile: vp for tile, vp in points.items() if vp} == ones | others
    assert final_scores([seat("UL3 UL3 US2")]).seats[0].caravan == 5


def test_Y37_Y133_most_influence_in_a_guild_and_ties():
    seats = [seat(guilds=(2, 1, 0)), seat(guilds=(0, 1, 0)), seat(guilds=(1, 0, 0))]
    scores = final_scores(seats)
    assert scores.guilds == scoring.guild_leaders(seats) == (Lead(0, 1), Lead(NONE, 0), Lead(NONE, 0))
    assert scores.totals == (3, 0, 0)
    assert final_scores([seat(guilds=(2, 1, 0)), seat(guilds=(2, 2, 3))]).totals == (0, 6)


def test_Y93_the_comet_majority_counts_before_goals_double():
    cards = "S01+I15 S03 L19"
    ahead, tied = final_scores([seat(cards, silver=6)]), final_scores([seat(cards, silver=6), seat("S06")])
    assert [one.seats[0].space[1].points for one in (ahead, tied)] == [8, 6]
    for scores in (ahead, tied):
        *lines, total = scores.lines()
        assert total.points == tuple(map(sum, zip(*(line.points for line in lines), strict=True)))


def test_Y94_ties_are_broken_by_science_then_trade_then_exploration():
    pairs = [
        [seat(guilds=(1, 2, 0)), seat(guilds=(2, 0, 0))],
        [seat(guilds=(2, 1, 1)), seat(guilds=(2, 2, 0))],
        [seat("UB1 UB2", guilds=(1, 1, 1)), seat(guilds=(1, 1, 2))],
    ]
    found = [(scores.totals, scores.winners) for scores in map(final_scores, pairs)]
    assert found == [((3, 3), (1,))] * 3
    assert final_scores([seat(guilds=(1, 2, 3))] * 3).winners == (0, 1, 2)
    assert final_scores([seat(guilds=(9, 0, 0)), seat("S10 US2")]).winners == (1,)  # 3 to 6


def test_Y113_what_the_rival_scores():
    singles = [tuple([int(kind == one) for one in range(5)]) for kind in range(5)]
    one_each = [scoring.rival_score(RivalSeat(cards)) for cards in singles]
    assert one_each == [(2, 0), (2, 0), (3, 0), (1, 0), (4, 0)]
    tiles = (TILE["US2"], TILE["UP01"], TILE["UL1"])
    scores = final_scores([seat(guilds=(1, 1, 1))], RivalSeat((3, 2, 2, 1, 1), tiles, (2, 1, 0), comet=9))
    assert scores.rival == (6 + 4 + 6 + 1 + 4, 3 + 1)
    assert scores.totals == (3, 21 + 4 + 3)


def test_Y113_Y133_comets_and_influence_of_the_rival_count_against_the_player():
    assert [space(seat("S06"), rival=RivalSeat(comet=spot))["S06"] for spot in (3, 2)] == [1, 4]
    assert comet_leader([seat("S06").holdings], RivalSeat(comet=5)) == Lead(1, 2)
    assert final_scores([seat("S06")], RivalSeat(comet=5)).totals == (1, 0)
    scores = final_scores([seat(guilds=(3, 2, 0))], RivalSeat(guilds=(3, 5, 0)))
    assert scores.guilds == (Lead(NONE, 0), Lead(1, 3), Lead(NONE, 0))
    assert [line.points for line in scores.lines()][-4:] == [(0, 0), (0, 3), (0, 0), (0, 3)]


def test_Y146_a_solo_game_is_won_by_points_and_then_by_influence():
    """A reading [A]: a tie goes as among players."""
    assert final_scores([seat("S10")], RivalSeat((0, 0, 1, 0, 0))).winners == (1,)
    assert final_scores([seat("S10")], RivalSeat((1, 0, 0, 0, 0))).winners == (0, 1)
    scores = final_scores([seat(guilds=(2, 0, 1))], RivalSeat(guilds=(1, 2, 1)))
    assert (scores.totals, scores.winners) == ((3, 3), (0,))
    told = json.loads(json.dumps(scores.to_dict(["Ada"])))
    assert (told["totals"], told["winners"]) == ([3, 3], [0])
    assert told["lines"][-1] == {"rule": "Y-94, Y-146", "what": "total, won by Ada", "points": [3, 3]}
    assert {line["rule"] for line in told["lines"]} >= {"Y-113", "Y-74, Y-113"}


# ---- the second engine, and laws ---------------------------------------------------------------------------


def own_of(of):
    """Return a seat as the second engine of `test_wayfarers_lockstep` has it."""
    land, water, space = ([CARDS[card].id for card in cards] for cards in (of.land, of.water, of.space))
    folk = {number: CARDS[card].id for number, card in enumerate(of.townsfolk[1:])}
    goals = {on: CARDS[goal].id for on, goal in zip(space, of.inspirations, strict=True) if goal != NONE}
    own = {"land": land, "water": water, "space": space, "folk": folk, "inspiration": goals}
    own |= {
        "silver": of.silver,
        "provision": of.provision,
        "guilds": dict(zip(GUILDS, of.guilds, strict=True)),
    }
    return own | {"tiles": [(TILES[tile].id,) for tile in of.tiles]}


def rival_of(rival):
    """Return the rival as the second engine has it."""
    cards, guilds = dict(zip(KINDS, rival.cards, strict=True)), dict(zip(GUILDS, rival.guilds, strict=True))
    tiles = [TILES[tile].id for tile in rival.tiles]
    return {"comet": rival.comet, "cards": cards, "guilds": guilds, "tiles": tiles}


@st.composite
def tables(draw):
    """Draw what two to four players hold, as a list of words for `seat` and the rest; and a rival."""
    rng, held = draw(st.randoms(use_true_random=False)), []
    packs = [[CARDS[card].id for card in deck(kind, promos=True)] for kind in range(len(KINDS))]
    for pack in packs:
        rng.shuffle(pack)
    *packs, left = packs
    for _ in range(draw(st.integers(2, 4))):
        words = [pack.pop() for pack in packs for _ in range(rng.randrange(9))]
        goals = [f"+{left.pop()}" if word[0] == "S" and left and rng.randrange(3) else "" for word in words]
        words = ["".join(pair) for pair in zip(words, goals, strict=True)]
        words += [tile.id for tile in rng.choices(TILES, k=rng.randrange(13))]
        more = {"guilds": tuple(rng.choices(range(6), k=3)), "silver": rng.randrange(9)}
        held.append((words, more | {"provision": rng.randrange(9)}))
    cards, tiles = tuple(rng.choices(range(9), k=5)), tuple(rng.choices(range(len(TILES)), k=9))
    return held, RivalSeat(cards, tiles, tuple(rng.choices(range(6), k=3)), rng.randrange(11))


def seats_of(held):
    """Return the seats of what `tables` drew."""
    return [seat(" ".join(words), **more) for words, more in held]


@given(tables())
def test_Y93_Y94_Y113_a_second_scorer_agrees(drawn):
    seats, rival = seats_of(drawn[0]), drawn[1]
    for some, other in ((seats, None), (seats[:1], rival)):
        scores = final_scores(some, other)
        second = box.result([own_of(one) for one in some], rival_of(other) if other else None)
        assert (list(scores.totals), list(scores.winners)) == second


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_cards_and_tiles_does_not_matter(drawn, rng):
    held, rival = drawn
    mixed = [(rng.sample(words, len(words)), more) for words, more in held]
    one, other = final_scores(seats_of(held), rival), final_scores(seats_of(mixed), rival)
    assert (one.totals, one.winners) == (other.totals, other.winners)


@given(tables(), st.sampled_from([*(card.id for card in CARDS if not card.printed), *TILE]))
def test_Y15_one_more_card_or_tile_never_lowers_what_its_owner_scores(drawn, more):
    ((words, supply), *others), _ = drawn
    both = words, [*words, f"SP1+{more}" if more[0] == "I" else more]
    before, now = (final_scores(seats_of([(one, supply), *others])).seats[0] for one in both)
    assert all(new >= old for old, new in zip(before.sets, now.sets, strict=True))
    assert (now.unique >= before.unique, now.total >= before.total) == (True, True)
