"""What is concluded in Wayfarers: against the game, all rolls and draws, constraints and final scores."""

import json
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from time import process_time

import pytest
import sizes
import wayfarers_twins as twins
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_examples import Rulebook, examples
from wayfarers_twins import position

from solvers.wayfarers import (
    Journal,
    Means,
    Pieces,
    Pile,
    Scored,
    card_adds,
    dice,
    majorities,
    routes,
    tile_adds,
    uses,
)
from solvers.wayfarers.answers import QUERIES, Asked, answers
from solvers.wayfarers.journal import thing_words, ways
from solvers.wayfarers.standing import majority
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.caravan import FACES, Laid
from toolkit.games.wayfarers.components.effects import BLOCKS
from toolkit.games.wayfarers.components.names import INSPIRATION, KINDS, NONE
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOTS, TILE, TILES, deck
from toolkit.games.wayfarers.conversion import position_of
from toolkit.games.wayfarers.journal import COLUMN, FINAL, SPACE_NUMBER, SPACES
from toolkit.games.wayfarers.play.gaining import hosts
from toolkit.games.wayfarers.play.journal import journal_options
from toolkit.games.wayfarers.scoring import RivalSeat, Seat, leader
from toolkit.games.wayfarers.state import PILE, UNDER

STATES = [state for seed, players in ((1, 3), (2, 3), (1, 1)) for state in twins.random_states(seed, players)]


def told(start, query, **asked):
    return [json.loads(json.dumps(answer.to_dict())) for answer in answers(query, start, Asked(**asked))]


def mine(marker="c0", **keys):
    tableau = position(keys).tableau(0)
    tableau.marker = SPACE_NUMBER[marker]
    return tableau


# ---- by examples -------------------------------------------------------------------------------------------
def lay(said):
    """Lay what a player has, key by key as in position files."""
    keys = tomllib.loads("\n".join(f"{name} = {text}" for name, text in said.things.items()))
    return position(keys).tableau(0)


def on_slot(tableau, text):
    """Return a slot by its name, and the means that may be used: ``W04 with ship``."""
    name, _, more = text.partition(" with ")
    return next(one for one in tableau.slots if SLOTS[one.slot].name == name), Means(ship=more == "ship")


def of_uses(tableau, text):
    """Return how a die serves a slot: what is spent and due, whether that can be paid, what it offers."""
    face, _, where = text.partition(" on ")
    return " / ".join(
        f"{'ship, ' * use.spent.ship}due {use.due}{', payable' * use.payable(tableau)}, offers {use.offers}"
        for use in uses(tableau, int(face), *on_slot(tableau, where))
    )


def of_routes(tableau, text):
    return " / ".join(route.words for route in routes(tableau.caravan, int(text[0]), trade="trade" in text))


def of_spaces(spaces):
    return " ".join(SPACES[space] for space in sorted(spaces))


def of_opens(tableau, thing):
    opened = Journal.of("AAA", tableau).opens().items()
    return of_spaces(next(spaces for counter, spaces in opened if thing_words(counter) == thing))


def of_adds(tableau, name):
    scored = Scored.of([tableau], 0)
    added = tile_adds(scored, TILE[name]) if name in TILE else card_adds(scored, CARD[name])
    return " / ".join(f"{part.rule} {part.what}: {part.points}" for part in added.parts)


BOOK = Rulebook(
    lay,
    lambda *_: "",
    looks={
        "faces": lambda one, text: " ".join(map(str, sorted(dice.serving_faces(one, *on_slot(one, text))))),
        "uses": of_uses,
        "routes": of_routes,
        "next": lambda one, how: of_spaces(Journal.of("AAA", one).next(science=how == "by science")),
        "opens": of_opens,
        "adds": of_adds,
    },
)


@examples(Path(__file__).with_name("wayfarers_examples.txt"))
def test_rule(lines):
    BOOK.check(lines)


def test_T1_Y93_the_calculator():
    land, water = ("L03+F08", "L19+F18", "L20+F19", "L21"), ("W20+F04", "W25", "W26", "W36")
    space, tiles = ("S06", "S34+I04", "S07", "star", "S01+I01"), ("US2", "UB1", "UB2", "UB3", "UP03")
    most = "comets", "science"
    pieces = Pieces(land=land, water=water, space=space, tiles=tiles, guilds=(1, 0, 0), most=most)
    lines = pieces.lines()
    assert [line.points[0] for line in lines] == [2, 3, 0, 5, 5, 5, 4, 3, 4, 8, 11, 3, 0, 0, 53]
    assert str(lines[9]) == "Y-51, Y-55 space card S01, doubled by I01: 8"
    assert [lines[at].rule for at in (0, 10, 12, -1)] == ["Y-15", "Y-74", "Y-37, Y-133", "Y-93"]


def test_Y48_Y57_what_cannot_be_typed():
    for typed, said in (
        ({"land": ("W01",)}, "no land card 'W01'; did you mean 'L01'?"),
        ({"land": ("L01", "L01+F01")}, "L01 is there twice"),
        ({"land": ("L01+folk",)}, "no townsfolk card 'folk'"),
        ({"water": ("W01+F27",)}, "F27 goes under vista, not under W01 (Y-57)"),
        ({"space": ("S01",)}, "more space cards than bought land and water cards (Y-48)"),
        ({"tiles": ("UP03", "UP03")}, "UP03 is there 2 times; there are 1 at most (Y-5)"),
        ({"tiles": ("UL1",) * 5}, "UL1 is there 5 times; there are 4 at most (Y-5)"),
        ({"guilds": (9, 6, 1)}, "16 influence with guilds; each player has 15 (Y-17)"),
        ({"tiles": ("UL9",)}, "no upgrade tile 'UL9'; did you mean 'UL"),
        ({"most": ("trade",)}, "most of 'trade': none of it is there (Y-51, Y-133)"),
        ({"most": ("silver",)}, "most of 'silver': one of comets, science, trade, exploration"),
    ):
        with pytest.raises(ToolkitError) as error:
            Pieces(**typed).lines()
        assert said in str(error.value)


BITS = {Means(ship, trade): 4 * ship + 2 * trade for ship in (False, True) for trade in (False, True)}
"""The guild abilities as the game marks those that were used."""


@pytest.mark.parametrize("chains", ["one", "many"])
def test_Y39_Y40_Y79_Y128_uses_are_what_the_game_lets_be_done(chains):
    seen = set()
    for state in (one.clone() for one in STATES[::4]):
        tableau, state.rules = state.tableaux[state.player], replace(state.rules, chains=chains)
        more = [Laid(TILE[name], row, 3, 0) for name, row in (("UL1", 2), ("UW1", 3), ("UW3", 1))]
        tableau.tiles, tableau.guilds = (*tableau.tiles[:2], *more), (1, 1, 1)
        tableau.derive()
        slots, columns = dice.free_slots(tableau), tableau.caravan.columns
        for face in FACES:
            done, found = twins.put_down(state, face), list[dice.Use]()
            for one in slots:
                found += uses(tableau, face, one, Means(True, True), chains == "many")
            assert {(use.slot.slot, use.route.final, BITS[use.spent]) for use in found} <= done
            for where, final, bits in done:  # some use is as cheap, and offers as much
                some = [use for use in found if use.slot.slot == where and not BITS[use.spent] & ~bits]
                pay = [cost for way in BLOCKS[SLOTS[where].block].pay for cost in way]
                less = (columns[final].silver, columns[final].provision) * (len(pay) // 2)
                due = sum(max(0, cost - by) for cost, by in zip(pay, less, strict=True))
                assert any(sum(map(sum, use.due)) <= due for use in some)
            seen |= {use.spent for use in found}
    assert seen == set(BITS)


@settings(max_examples=sizes.examples(20))
@given(st.lists(st.frozensets(st.integers(1, 6)), min_size=1, max_size=3), st.integers(0, 3))
def test_what_is_rolled_by_all_rolls(served, number):
    some, every = twins.shares(number, served)
    assert dice.chance_of_any(frozenset().union(*served), number) == Fraction(some, 6**number)
    assert dice.chance_of_all(served, number) == Fraction(every, 6**number)


def test_Y32_Y78_rolls_in_answers():
    start = position({"water": ["W04"], "guilds": {"exploration": 1}, "tiles": ["UB2 2,2"]})
    found = told(start, "roll", slots=("middle 1", "W04"))
    assert [one.get("slot", one.get("served")) for one in found] == ["middle 1", *["W04", "any", "all"] * 2]
    assert [one["abilities"] for one in found] == [[]] * 4 + [["ship"]] * 3
    assert [one["exact"] for one in found] == ["91/216", "0", "91/216", "0", "91/216", "19/27", "5/36"]
    assert told(start, "roll", slots=("middle 1",), dice=1)[0]["value"] == pytest.approx(1 / 6)
    lying = position({"placed": {"middle 1": 6}, "dice": [1, 2]})
    assert [one["supply"] for one in told(lying, "die")] == [1, 1, 0, 0, 0, 0]
    assert "middle 1" not in {use["slot"] for one in told(lying, "die") for use in one["uses"]}
    assert told(lying, "roll", slots=("middle 1",))[0]["dice"] == 3
    with pytest.raises(ToolkitError, match="middle 1: a die lies there"):
        told(lying, "die", slots=("middle 1",))


def test_T21_Y28_all_ways_by_constraints():
    found = ways("AAA", 0).spaces
    assert [sum(len(way) == moves + 1 for way in found) for moves in range(12)] == [0] * 8 + [6, 108, 486, 0]
    assert sorted(found) == sorted(way for moves in (8, 9, 10) for way in twins.paths(0, moves))


def test_Y28_Y29_Y34_Y38_next_spaces_are_those_of_the_game():
    seen = 0
    for state in STATES:
        for seat, tableau in enumerate(state.tableaux):
            others = [one.marker for one in (*state.tableaux, *state.rivals) if one is not tableau]
            here = Journal.of(state.rules.sections, tableau, others)
            for science in range(min(2, 1 + tableau.guilds[0])):
                legal = [action.space for action in journal_options(state, seat, science)]
                assert here.next(science=bool(science)) == legal
                seen += bool(legal)
    assert seen > 10


@settings(max_examples=sizes.examples(20))
@given(st.data())
def test_Y29_Y34_ways_what_is_missing_and_what_opens(data):
    sections = data.draw(st.sampled_from(["AAA", "BBB", "ABA", "BAB"]))
    start = data.draw(st.sampled_from([space for space, column in enumerate(COLUMN) if 4 <= column < 10]))
    have = tuple(data.draw(st.lists(st.integers(0, 4), min_size=23, max_size=23)))
    taken = data.draw(st.frozensets(st.sampled_from(sorted(FINAL)), max_size=2))
    here, every = Journal(sections, start, have, taken), ways("AAA", 0).spaces
    lacks = {way[way.index(start) :]: {} for way in every if start in way and way[-1] not in taken}
    lacks = {way: twins.missing(sections, way, have) for way in lacks}
    shortest, nearest = here.shortest(), here.nearest()
    assert set(shortest) == set(nearest) == {way[-1] for way in lacks}
    for end, found in shortest.items():
        some = [way for way in lacks if way[-1] == end]
        few = [way for way in some if len(way) == min(map(len, some))]
        assert sorted(way.spaces for way in found) == sorted(few)
        assert all(dict(way.missing) == lacks[way.spaces] for way in [*found, nearest[end]])
        ranks = {way: (sum(lacks[way].values()), len(way)) for way in some}
        assert [ranks[way.spaces] for way in found] == sorted(ranks[way] for way in few)
        assert ranks[nearest[end].spaces] == min(ranks.values())
    reach, counter = twins.reach(sections, start, have, taken), data.draw(st.integers(0, 22))
    more = twins.reach(sections, start, here.with_more(counter).have, taken)
    assert here.reach() == reach
    assert here.opens().get(counter, set()) == more - reach


def test_the_journal_in_answers_and_in_time():
    workers = {"workers": ["yellow", "blue", "green"]}
    start = position({"marker": "c2b", "water": ["W01"]} | workers, turns=9)
    first, *others = told(start, "journal")
    assert first == {"query": "journal", "marker": "c2b", "next": ["c3l"], "by_science": []}
    assert [one["final"] for one in others if "final" in one] == [f"c10-{number}" for number in range(1, 6)]
    (planet,) = [one for one in others if one.get("one_more") == "1 planet tag"]
    assert (planet["next"], "c4b" in planet["reach"]) == (["c4b"], True)
    here, times = Journal.of("AAA", mine()), []
    for _ in range(20):  # the ways themselves are found once
        before = process_time()
        here.shortest()
        times.append(process_time() - before)
    assert min(times) < 0.001
    assert Journal.of("AAA", mine("c10-1")).shortest() == {}


def test_Y15_Y51_Y55_what_is_added_is_the_difference_of_final_scores():
    every, random = [number for kind in range(5) for number in deck(kind, True)], Random(5)
    lost = doubled = 0
    for state in [one.clone() for one in STATES[::2]]:
        owned = {card for one in state.tableaux for card in one.space}
        for card in (CARD[name] for name in ("S01", "S02", "S03", "S04")):
            one = random.choice(state.tableaux)  # random play gains few comets
            if card not in owned:
                one.space, one.inspirations = (*one.space, card), (*one.inspirations, NONE)
                one.derive()
        for me, tableau in enumerate(state.tableaux):
            scored, seat = Scored.of(state.tableaux, me, state.rivals), tableau.seat
            for card in random.sample(sorted({*every}.difference(tableau.cards())), 25):
                added, goal = card_adds(scored, card), CARDS[card].kind == INSPIRATION
                under = hosts(tableau, card) if goal else [NONE]
                after = {host: twins.with_card(seat, card, host) for host in under or [NONE]}
                gains = {host: twins.gains(state, me, one) for host, one in after.items()}
                assert (added.points, added.others) == max(gains.values())
                best = [one for one in under if gains[one][0] == added.points]
                assert not goal or list(added.hosts) == best
                doubled += goal and added.points > 0
                lost += any(added.others)
            for tile in range(len(TILES)):
                added = tile_adds(scored, tile)
                after = seat._replace(tiles=(*seat.tiles, tile))
                assert (added.points, added.others) == twins.gains(state, me, after)
                lost += any(added.others)
    assert min(lost, doubled) > 3


def test_Y48_Y54_Y57_places_and_hosts():
    asked = ("S02", "F27", "F22", "I01", "UL1", "W01")
    found = told(position({"land": ["L01"], "space": ["S01"]}), "card", cards=asked)
    assert [one["name"] for one in found if not one["place"]] == ["S02", "F27"]
    assert [found[at]["hosts"] for at in (2, 3)] == [["city", "L01", "harbour"], ["star", "S01"]]
    shown = position({}, display={"land": ["L05"], "space": ["S09"]})
    assert [one["name"] for one in told(shown, "card")] == ["L05", "S09"]


@given(st.data())
def test_Y64_Y125_the_next_cards_by_all_orders(data):
    cards = data.draw(st.permutations(deck(0, False)))
    unseen, hidden = tuple(sorted(cards[3 : 3 + data.draw(st.integers(1, 5))])), data.draw(st.integers(0, 1))
    under = data.draw(st.permutations([HIDDEN] * hidden + cards[: data.draw(st.integers(0, 3))]))
    above, draws = data.draw(st.integers(0, len(unseen) - hidden)), data.draw(st.integers(1, 4))
    pile = Pile(above + len(under), tuple(under), unseen)
    wanted = set(data.draw(st.lists(st.sampled_from(cards[:8]), max_size=3)))
    orders = [wanted.isdisjoint(some) for some in twins.drawn(pile, draws)]
    assert pile.chance(wanted, draws) == Fraction(orders.count(False), len(orders))


def test_Y126_what_a_player_knows_of_a_pile():
    seen = set()
    for observation in (state.observation(seat) for state in STATES for seat in range(state.players)):
        start = position_of(observation)
        for kind, name in enumerate(KINDS):
            pile, view = Pile.of(start, kind), observation[name]
            shown = {card for zone, cards in enumerate(view.cards) if zone != PILE for card in cards}
            assert set(pile.unseen) == set(view.layout.deck) - shown
            assert pile.under == view.cards[UNDER]
            assert pile.cards == len(view.cards[PILE]) + len(view.cards[UNDER])
            seen.add((HIDDEN in pile.under, any(card != HIDDEN for card in pile.under)))
    assert {(True, False), (False, True)} <= seen


def test_Y13_Y64_draws_in_answers():
    shown = {"land": ["L03", "L04", "L05", "L06"]}
    start = position({"land": ["L01"]}, under={"land": ["L02", "?"]}, display=shown)
    city = told(start, "draw")[0]
    assert (city["kind"], city["pile"], city["unseen"], city["tags"]) == ("land", 31, 30, ["city"])
    assert "L02" in city["left"]
    assert [one["exact"] for one in told(start, "draw", cards=("L07", "L08"), draws=1)] == ["1/15"]
    (water,) = told(start, "draw", kind="water", tags=("open_water", "harbour"))
    assert water["exact"] == "1"
    assert {one["kind"] for one in told(start, "draw")} == {"land", "water"}
    with pytest.raises(ToolkitError, match="townsfolk cards have no tags"):
        told(start, "draw", kind="townsfolk")


@given(st.lists(st.integers(0, 6), min_size=1, max_size=4))
def test_Y37_Y51_Y133_what_it_takes_to_take_over(amounts):
    found = majority("trade", "Y-37", tuple(amounts), (3,) * len(amounts))
    assert found.lead == leader(amounts)
    for seat in range(len(amounts)):
        led = [leader([one + more * (at == seat) for at, one in enumerate(amounts)]).who for more in range(9)]
        assert found.takes[seat] == led.index(seat)
        if found.lead.who not in (NONE, seat):
            assert found.ties[seat] == next(more for more, who in enumerate(led) if who != found.lead.who)


def test_T11_Y51_Y113_what_a_lead_in_comets_is_worth():
    spaces = [tuple(map(CARD.get, ids.split())) for ids in ("S03 S04", "S08 S02", "S06 S07 S01")]
    seats = [Seat(space=cards, inspirations=(NONE,) * len(cards)) for cards in spaces]
    comets, science, *_ = majorities(seats)
    assert (comets.amounts, comets.points, comets.lead) == ((4, 4, 7), (4, 4, 7), (2, 3))
    assert (comets.takes, comets.ties, science.lead.who) == ((4, 4, 0), (3, 3, 0), NONE)
    alone = majorities(seats[2:], RivalSeat(comet=7, guilds=(2, 1, 0)))
    assert [one.name for one in alone] == ["comets", "science", "trade", "exploration"]
    assert [one.lead.who for one in alone] == [NONE, 1, 1, NONE]
    assert (alone[0].points, alone[0].takes) == ((7, 0), (1, 1))


def test_every_question_has_answers_at_the_end_too():
    for state in STATES[::5]:
        start = position_of(state.observation(state.player))
        for query in QUERIES:
            assert all(one["query"] == query for one in told(start, query))
    green = {"workers": ["yellow", "blue", *["green"] * 4]}
    over = position({"marker": "c10-2", "land": ["L01"], "dice": [1, 1, 1, 1, 1]} | green, turns=40)
    assert over.over
    assert told(over, "score")[0]["totals"] == list(over.scores().totals)
    assert len(told(over, "majority")) == 4
    with pytest.raises(ToolkitError, match="did you mean 'score'"):
        told(over, "scor")
