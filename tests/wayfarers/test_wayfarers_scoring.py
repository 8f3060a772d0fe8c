"""The final scoring of Wayfarers (Y-93): by examples (`scoring_examples.txt`), and by the second engine."""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import wayfarers_oracle_facts as box
from hypothesis import given
from hypothesis import strategies as st
from rule_examples import Rulebook, examples

from toolkit.games.wayfarers import scoring
from toolkit.games.wayfarers.components.names import COUNTERS, GUILDS, KINDS, NONE, TAGS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, TILE, TILES, deck
from toolkit.games.wayfarers.scoring import RivalSeat, Scores, Seat, comet_leader, final_scores

RICH = """L03 L09 L16 L19 L20 W01 W05 W20 F08 F18 UL1 UL2 UW1 US1 US2 US3 UB1 UP01 UP06 UP07 UP09
silver=6 guilds=5,3,2"""
"""4 city, 2 vista, 3 harbour, 2 open water, 2 observatory and 3 library tags, one planet, star and comet tag
on tiles, 3 townsfolk, 6 land and 4 water cards."""


def numbers(text):
    found = tuple(map(int, text.split(",")))
    return found if len(found) > 1 else found[0]


def seat(text=""):
    """Return a seat with the printed cards and others by id; ``S34+I04`` is tucked above, ``U`` are tiles."""
    words = text.replace("rich", RICH).replace("nothing", "").split()
    more = {name: numbers(to) for name, sign, to in [one.partition("=") for one in words] if sign}
    ids = [one.partition("+") for one in words if "=" not in one]
    rows = {kind: [] for kind in ("land", "water", "space", "townsfolk", "inspirations")}
    printed = ["city", "harbour", "folk", *["star"] * ("star" not in text)]
    for name, _, goal in [*((one, "", "") for one in printed), *ids]:
        if name[0] != "U":
            rows[KINDS[CARDS[CARD[name]].kind]].append(CARD[name])
        if name[0] in "Ss":
            rows["inspirations"].append(CARD[goal] if goal else NONE)
    tiles = tuple([TILE[name] for name, *_ in ids if name[0] == "U"])
    return Seat(**{name: tuple(row) for name, row in rows.items()}, tiles=tiles, **more)


# ---- the rules by examples ---------------------------------------------------------------------------------


class Scored(NamedTuple):
    """What everybody has at the end, and the scores of that."""

    seats: list[Seat]
    rival: RivalSeat | None
    scores: Scores

    def clone(self):
        return self


def lay(said):
    """Lay what players have, and the rival: ``on L01 UP02 / S06 silver=3; rival: comet=5 tiles=US2,UP01``."""
    first = " ".join([said.first, said.things.get("more", "")])
    seats, rival = [seat(one) for one in first.split(" / ")], None
    if text := said.things.get("rival"):
        fields = dict(one.split("=") for one in text.split())
        tiles = tuple(map(TILE.__getitem__, fields.pop("tiles", "").replace(",", " ").split()))
        rival = RivalSeat(tiles=tiles, **{name: numbers(to) for name, to in fields.items()})
    return Scored(seats, rival, final_scores(seats, rival))


def words(values):
    return " ".join(map(str, values))


def lead(found):
    return f"{found.who} by {found.by}" if found.who != NONE else "nobody"


def of(name, tell=str):
    """Return a look at a part of what a player scores, player 0 if nobody is named."""
    return lambda table, player: tell(getattr(table.scores.seats[int(player or 0)], name))


def doubles(table, name):
    """Tell whether the goal of a space card is met."""
    return next(one.doubled for one in table.scores.seats[0].space if one.card == CARD[name])


BOOK = Rulebook(
    lay,
    lambda *_: "",
    looks={
        "line": lambda table, number: table.scores.lines(["Ada", "Ben"])[int(number) - 1],
        "lines": lambda table, _: len(table.scores.lines()),
        "cards": of("space", lambda cards: words(f"{CARDS[one.card].id}={one.points}" for one in cards)),
        "doubles": doubles,
        "sets": of("sets", words),
        "unique": of("unique"),
        "caravan": of("caravan"),
        "count": lambda table, name: scoring.count(COUNTERS.index(name), table.seats[0].holdings),
        "totals": lambda table, _: words(table.scores.totals),
        "winners": lambda table, _: words(table.scores.winners),
        "guilds": lambda table, _: ", ".join(map(lead, table.scores.guilds)),
        "comets": lambda table, _: lead(comet_leader([one.holdings for one in table.seats], table.rival)),
        "rival": lambda table, _: words(table.scores.rival),
    },
)


@examples(Path(__file__).with_name("scoring_examples.txt"))
def test_rule(lines):
    BOOK.check(lines)


# ---- what counts -------------------------------------------------------------------------------------------


def test_Y13_which_components_have_tags():
    tags = Counter(TAGS[tag] for card in CARDS if not card.printed and not card.promo for tag in card.tags)
    others = {"observatory": 7, "library": 7, "star": 21, "comet": 17, "planet": 5, "sun": 1, "moon": 1}
    assert tags == dict.fromkeys(scoring.PRIMARY, 18) | others
    assert {KINDS[card.kind] for card in CARDS if card.tags} == {"land", "water", "space"}
    on_tiles = Counter(TAGS[tag] for tile in TILES for tag in tile.tags)
    assert on_tiles == dict.fromkeys(set(TAGS) - {"sun", "moon"}, 1) | {"comet": 3}
    assert all(tile.id.startswith("UP") for tile in TILES if tile.tags)


def test_Y15_sets_of_a_primary_tag():
    assert [scoring.tag_set_points(tags) for tags in range(10)] == [0, 0, 2, 3, 5, 8, 12, 16, 16, 16]


def test_Y59_the_player_board_counts_as_four_cards_and_its_middle_as_none():
    counts = {name: scoring.count(number, seat().holdings) for number, name in enumerate(COUNTERS)}
    tags = [f"{one}_tags" for one in ("city", "harbour", "observatory", "library", "star")]
    expected = dict.fromkeys([*(f"{kind}_cards" for kind in KINDS[:4]), *tags], 1)
    assert {name: many for name, many in counts.items() if many} == expected


def test_Y55_every_goal_has_an_example():
    found = Path(__file__).with_name("scoring_examples.txt").read_text(encoding="utf-8")
    assert {card.id for card in CARDS if card.goal and f"+{card.id} " not in found} == set()


def test_Y74_printed_points_of_tiles():
    points = {tile.id: scoring.caravan_points([tile.number]) for tile in TILES}
    ones = dict.fromkeys(("UL3", "UB1", "UB2", "UB3", "UB4", "UP01", "UP02", "UP04", "UP05"), 1)
    others = {"US2": 3, "UP03": 5, "UP06": 3, "UP07": 5, "UP08": 5, "UP09": 5, "UP10": 4}
    assert {tile: vp for tile, vp in points.items() if vp} == ones | others


def test_Y146_the_scores_of_a_solo_game_as_data():
    scores = final_scores([seat("guilds=2,0,1")], RivalSeat(guilds=(1, 2, 1)))
    told = json.loads(json.dumps(scores.to_dict(["Ada"])))
    assert (told["totals"], told["winners"]) == ([3, 3], [0])
    assert told["lines"][-1] == {"rule": "Y-94, Y-146", "what": "total, won by Ada", "points": [3, 3]}
    assert {line["rule"] for line in told["lines"]} >= {"Y-113", "Y-74, Y-113"}
    *points, totals = [line["points"] for line in told["lines"]]
    assert totals == list(map(sum, zip(*points, strict=True)))


# ---- the second engine, and laws ---------------------------------------------------------------------------


def own_of(of):
    """Return a seat as the second engine of `test_wayfarers_lockstep` has it."""
    land, water, space = ([CARDS[card].id for card in cards] for cards in (of.land, of.water, of.space))
    folk = {number: CARDS[card].id for number, card in enumerate(of.townsfolk[1:])}
    goals = {on: CARDS[goal].id for on, goal in zip(space, of.inspirations, strict=True) if goal != NONE}
    own = {"land": land, "water": water, "space": space, "folk": folk, "inspiration": goals}
    own |= {"silver": of.silver, "provision": of.provision}
    own["guilds"] = dict(zip(GUILDS, of.guilds, strict=True))
    return own | {"tiles": [(TILES[tile].id,) for tile in of.tiles]}


def rival_of(rival):
    """Return the rival as the second engine has it."""
    cards, guilds = dict(zip(KINDS, rival.cards, strict=True)), dict(zip(GUILDS, rival.guilds, strict=True))
    tiles = [TILES[tile].id for tile in rival.tiles]
    return {"comet": rival.comet, "cards": cards, "guilds": guilds, "tiles": tiles}


@st.composite
def tables(draw):
    """Draw what two to four players hold, as lists of words for `seat`, and a rival."""
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
        guilds = ",".join(map(str, rng.choices(range(6), k=3)))
        more = [f"guilds={guilds}", f"silver={rng.randrange(9)}", f"provision={rng.randrange(9)}"]
        held.append([*words, *more])
    cards, tiles = tuple(rng.choices(range(9), k=5)), tuple(rng.choices(range(len(TILES)), k=9))
    return held, RivalSeat(cards, tiles, tuple(rng.choices(range(6), k=3)), rng.randrange(11))


def seats_of(held):
    """Return the seats of what `tables` drew."""
    return [seat(" ".join(words)) for words in held]


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
    mixed = [rng.sample(words, len(words)) for words in held]
    one, other = final_scores(seats_of(held), rival), final_scores(seats_of(mixed), rival)
    assert (one.totals, one.winners) == (other.totals, other.winners)


@given(tables(), st.sampled_from([*(card.id for card in CARDS if not card.printed), *TILE]))
def test_Y15_one_more_card_or_tile_never_lowers_what_its_owner_scores(drawn, more):
    (words, *others), _ = drawn
    both = words, [*words, f"SP1+{more}" if more[0] == "I" else more]
    before, now = (final_scores(seats_of([one, *others])).seats[0] for one in both)
    assert all(new >= old for old, new in zip(before.sets, now.sets, strict=True))
    assert (now.unique >= before.unique, now.total >= before.total) == (True, True)
