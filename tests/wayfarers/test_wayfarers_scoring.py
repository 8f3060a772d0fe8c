"""The final scoring of Wayfarers (Y-93) against the rulebook's examples, by hand, and against a slow twin."""

from toolkit.games.wayfarers.components.names import COUNTERS, KINDS, NONE
from toolkit.games.wayfarers.components.tables import CARD, CARDS, TILE
from toolkit.games.wayfarers.scoring import (
    PRIMARY,
    Lead,
    Seat,
    comet_leader,
    count,
    final_scores,
)


def seat(cards="", tiles="", guilds=(0, 0, 0), silver=0, provision=0):
    """Return a seat with the printed cards and others; ``S34+I04`` lies with its inspiration."""
    held = {kind: [name] for kind, name in zip(KINDS, ("city", "harbour", "star", "folk"), strict=False)}
    goals = {}
    for text in cards.split():
        name, _, goal = text.partition("+")
        goals[name] = CARD[goal] if goal else NONE
        if name != "star":
            held[KINDS[CARDS[CARD[name]].kind]].append(name)
    numbers = {kind: tuple([CARD[name] for name in names]) for kind, names in held.items()}
    above = tuple([goals.get(name, NONE) for name in held["space"]])
    laid = tuple([TILE[name] for name in tiles.split()])
    return Seat(**numbers, inspirations=above, tiles=laid, guilds=guilds, silver=silver, provision=provision)


def number_of(counter, of):
    """Return how many of a counter, by its name, a seat has."""
    return count(COUNTERS.index(counter), of.holdings)


def space(of, *others, rival=None):
    """Return what each space card of a seat scores, by id, among others."""
    score = final_scores([of, *others], rival).seats[0]
    return {CARDS[card.card].id: card.points for card in score.space}


# ---- the worked examples -----------------------------------------------------------------------------------

PANORAMA = "L03 L19 L20 L21 W20 W25 W26 W36 F08 F18 F19 F04 S06 S34+I04 S07 S01+I01"
CARAVAN = "US2 UB1 UB2 UB3 UP03"
T1 = seat(PANORAMA, CARAVAN, (1, 0, 0))


def test_T1_scoring_53():
    """The rulebook's final scoring, line by line."""
    scores = final_scores([T1, seat()])
    first = scores.seats[0]
    assert dict(zip(PRIMARY, first.tags, strict=True)) == {
        "city": 2,
        "vista": 3,
        "harbour": 1,
        "open_water": 4,
    }
    assert (first.sets, first.unique) == ((2, 3, 0, 5), 5)
    assert {CARDS[card.card].id: (card.points, card.doubled) for card in first.space} == {
        "S06": (4, False),
        "S34": (3, False),  # 5 townsfolk, I04 wants 6
        "S07": (4, False),
        "star": (5, False),
        "S01": (8, True),  # 7 comets, I01 wants 6
    }
    assert first.caravan == 3 + 1 + 1 + 1 + 5
    assert scores.guilds == (Lead(0, 1), Lead(NONE, 0), Lead(NONE, 0))
    assert scores.totals[0] == 15 + 24 + 11 + 3 == 53
    assert scores.winners == (0,)


def test_T1_as_lines_for_people():
    shown = [str(line) for line in final_scores([T1, seat()]).lines(["Ada", "Ben"])]
    assert shown == [
        "Y-15 city tags (2, 1): 2 0",
        "Y-15 vista tags (3, 0): 3 0",
        "Y-15 harbour tags (1, 1): 0 0",
        "Y-15 open water tags (4, 0): 5 0",
        "Y-16 sets of the four primary tags: 5 0",
        "Y-62 space card star of Ada: 5 0",
        "Y-51 space card S06 of Ada: 4 0",
        "Y-52, Y-55 space card S34 of Ada, the goal of I04 not met: 3 0",
        "Y-51 space card S07 of Ada: 4 0",
        "Y-51, Y-55 space card S01 of Ada, doubled by I01: 8 0",
        "Y-62 space card star of Ben: 0 0",
        "Y-74 upgrade tiles: 11 0",
        "Y-37 most influence with science: 3 0",
        "Y-37, Y-133 most influence with trade: 0 0",
        "Y-37, Y-133 most influence with exploration: 0 0",
        "Y-94 total, won by Ada: 53 0",
    ]


def test_T9_special_tile():
    before = seat("L33 W05 W07 S18+I08")
    after, more = (
        seat("L33 W05 W07 S18+I08", "UP02"),
        seat("L33 W05 W07 W09 S18+I08", "UP02"),
    )
    assert [number_of("harbour_tags", one) for one in (before, after, more)] == [3, 4, 5]
    assert [final_scores([one]).seats[0].sets[2] for one in (before, after, more)] == [3, 5, 8]
    assert [space(one)["S18"] for one in (before, after, more)] == [3, 4, 10]


def test_T10_goal():
    cards = "L19 L20 W23 W24 S34+I03 S10 S11"
    assert (space(seat(cards))["S34"], space(seat(f"{cards} S12"))["S34"]) == (2, 4)


def test_T11_comets():
    first, second, third = seat("S03 S04"), seat("S08 S02"), seat("S06 S07 S01")
    seats, printed = [first, second, third], {"star": 0}
    assert comet_leader(seats) == Lead(2, 3)
    assert space(first, second, third) == {"S03": 2, "S04": 2} | printed
    assert space(second, first, third) == {"S08": 1, "S02": 3} | printed
    assert space(third, first, second) == {"S06": 4, "S07": 4, "S01": 4} | printed
    seven = seat("S08 S02 S05", "UP09")
    assert number_of("comet_tags", seven) == 7
    assert space(third, first, seven) == {"S06": 1, "S07": 1, "S01": 3} | printed
