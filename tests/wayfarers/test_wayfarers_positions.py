"""Position files of Wayfarers of the South Tigris, games completed from them, and what cannot be."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.caravan import Laid
from toolkit.games.wayfarers.components.names import NONE
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOT, TILE, TILES, deck
from toolkit.games.wayfarers.conversion import position_of
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import COLUMN, SPACES
from toolkit.games.wayfarers.play.turns import EndingTurn, Turning
from toolkit.games.wayfarers.position import Display, Player, Position
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.state import PILE, UNDER, UNSEEN

PLAIN = {"format": "wayfarers-position/1", "players": [{}, {}]}


def position(**keys):
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def first(**keys):
    """Return a position in which the first player has something."""
    return position(players=[keys, {}])


def completed(seed=1, **keys):
    return GAME.complete(position(**keys), Random(seed))


# ---- what is left out --------------------------------------------------------------------------------------


def test_Y2_Y3_Y4_Y5_Y6_what_is_left_out():
    found = position(players=[{}, {}, {}], me=2)
    assert (found.whose, found.green, found.over) == (2, (1, 3, 5, 7), False)
    state = GAME.complete(found, Random(1))
    assert (state.stack, state.start, state.turns, state.ending) == ([Turning(2)], 2, 1, NONE)
    assert sorted(state.journal_tiles) == list(range(10))
    assert (NONE in state.display, set(state.tokens), set(state.workers)) == (False, {NONE}, {0})
    assert state.tiles_left == tuple(3 if tile.pile else 1 for tile in TILES)
    assert [len(zones.cards[PILE]) for zones in map(state.zones, range(5))] == [32, 32, 32, 32, 12]
    assert len({tableau.board for tableau in state.tableaux}) == 3
    for tableau in state.tableaux:
        assert (tableau.influence, tableau.hands, len(tableau.dice), tableau.reserve) == (15, (0, 1, 1), 3, 2)
        assert [CARDS[one].id for one in tableau.cards()[:3]] == ["city", "harbour", "star"]
    assert not list(GAME.faults(state))
    assert completed(seed=2).tableaux != completed(seed=3).tableaux  # dice and boards are by chance


def test_Y17_Y48_Y57_Y75_what_is_said_lies_so():
    one = {"board": 3, "silver": 4, "guilds": {"science": 2, "trade": 1}, "workers": ["blue"], "dice": [6, 2]}
    one |= {"placed": {"city": 1}, "land": ["L03", "L19"], "water": ["W20"], "space": ["S06", "S34"]}
    one |= {"townsfolk": {"L03": "F08", "city": "F17"}, "inspirations": {"S34": "I04", "star": "I01"}}
    one |= {"tiles": ["UL1 back 3,1", "US2 1,4"]}
    there = {
        "townsfolk": ["F16", "F30"],
        "influence": {"F16": 0},
        "workers": {"F30": ["green"]},
        "land": ["L10"],
    }
    journal, other = {"tiles": {"c3u": "J07"}, "green": [3, 5, 7]}, {"workers": ["yellow", "yellow", "blue"]}
    state = completed(players=[one, other], display=there, journal=journal, turns=4, me=1)
    tableau = state.tableaux[0]
    assert (tableau.board, tableau.influence, tableau.guilds, tableau.hands) == (3, 11, (2, 1, 0), (0, 0, 1))
    assert (tableau.dice, tableau.placed) == ((2, 6), ((SLOT["city"], 1),))
    assert tableau.land_folk == (CARD["F17"], CARD["F08"], NONE)
    assert tableau.inspirations == (CARD["I01"], NONE, CARD["I04"])
    assert tableau.tiles == (Laid(TILE["UL1"], 3, 1, 1), Laid(TILE["US2"], 1, 4, 0))
    assert [state.tiles_left[TILE[tile]] for tile in ("UL1", "US2", "UB1", "UP01")] == [1, 1, 2, 1]
    assert [CARDS[card].id for card in state.display[12:14]] == ["F16", "F30"]
    assert (state.tokens[12:14], state.workers[12:14]) == ((0, NONE), (0, 1))
    assert (state.green.bit_count(), state.journal_tiles[2]) == (3, 6)
    assert (state.player, state.start, state.turns) == (1, 0, 4)
    assert set(state.display[1:4]) <= set(deck(0, promos=False)) - {CARD["L03"], CARD["L19"], CARD["L10"]}
    assert not list(GAME.faults(state))


def test_Y32_the_reserve_follows_from_the_marker():
    for marker, reserve in [("c0", 2), ("c1u", 2), ("c2m", 1), ("c5l", 1), ("c6t", 0), ("c9u", 0)]:
        taken = sum(COLUMN[SPACES.index(marker)] >= column for column in (1, 3, 5, 7))
        found = first(marker=marker, workers=["green"] * taken + ["yellow", "blue"])
        assert len(GAME.complete(found, Random(1)).tableaux[0].dice) == 5 - reserve, marker


def test_Y33_green_workers_that_are_not_said_lie_right_of_all_markers():
    assert first(marker="c4t", workers=["green", "green", "yellow", "blue"]).green == (5, 7)
    three = {"workers": ["green", "yellow", "blue"], "marker": "c4t"}  # by the connection that skips column 3
    assert completed(players=[three, {}], journal={"green": [7, 5, 3]}).green == 0b1110


def test_Y92_the_last_turns():
    ended = {"marker": "c10-2", "workers": ["green"] * 4 + ["yellow", "blue"]}
    assert first(**ended).over
    with pytest.raises(ToolkitError, match=r"the game is over: a marker is in the last column.* \(Y-92\)"):
        GAME.complete(first(**ended), Random(1))
    state = completed(players=[ended, {}], turns_left=2, me=1)
    assert (state.ending, state.outcome()) == (2, None)
    while state.to_act() != TERMINAL and state.player == 1:
        state.apply(state.sample_chance(Random(1)) if state.to_act() == CHANCE else state.legal_actions()[-1])
    assert (state.player, state.ending) == (0, 1)


def test_Y68_Y38_after_the_action_of_a_turn_only_the_trade_ability_is_left():
    one = {"land": ["L03"], "dice": [2, 2, 5], "guilds": {"trade": 1}}
    keys = {"acted": True, "gained": ["L03"], "display": {"land": ["L05", "-", "L06", "L07"]}}
    state = completed(players=[one, {}], **keys)
    assert (state.stack, state.gained) == ([EndingTurn(0)], (CARD["L03"],))
    assert [str(action) for action in state.legal_actions()] == ["end turn", "use trade"]
    spent = completed(players=[one, {}], used=["trade"], **keys)
    assert (spent.decision_kind(), spent.stack[-1].place) == ("reveal", 3)  # the others slid (Y-66)


def test_Y65_cards_under_a_pile_are_known_to_who_saw_them():
    state = completed(under={"land": ["?", "L05"], "inspiration": ["I01"]})
    mine, theirs = state.observation(0), state.observation(1)
    assert mine["land"].zone("under") == (HIDDEN, CARD["L05"])
    assert theirs["land"].zone("under") == (HIDDEN, HIDDEN)
    assert theirs["inspiration"].zone("under") == (CARD["I01"],)  # discarded for all to see (Y-56)
    assert len(state.land.cards[PILE]) == 30
    assert state.land.cards[UNDER][1] == CARD["L05"]
    worlds = {tuple(mine.sample_world(Random(seed)).land.cards[UNDER]) for seed in range(20)}
    assert len(worlds) > 10
    assert all(world[1] == CARD["L05"] for world in worlds)


def test_what_is_hidden_is_dealt_as_likely_as_it_is():
    named = [CARDS[card].id for card in deck(4, promos=False)]
    one = {"land": ["L01", "L02", "L03"], "space": ["S01", "S02", "S03"]}
    one["inspirations"] = dict(zip(["star", "S01", "S02", "S03"], named[:4], strict=True))
    turned = Counter(
        CARDS[completed(seed, players=[one, {}], display={"inspiration": named[4:7]}).display[19]].id
        for seed in range(120)
    )
    assert sorted(turned) == named[7:]
    for card, times in turned.items():
        assert abs(times / 120 - 1 / 9) < 0.09, card


def test_Y96_Y106_a_solo_game_with_its_rival():
    alone = {"players": [{}], "rules": {"rival": "townsfolk"}, "turns": 6, "turn": 1}
    rival = {"spot": 6, "comet": 3, "guilds": {"science": 4}, "schemes": ["X3", "X1"], "marker": "c3u"}
    rival |= {"workers": ["green", "green", "blue"], "tiles": ["UL1", "US1"]}
    rival |= {"cards": {"land": ["L05", "?"], "space": 2}}
    there = {"land": ["L01"], "influence": {"L01": 1}, "workers": {"L01": ["yellow"]}}
    state = completed(**alone, rival=rival, display=there, journal={"green": [5, 7]})
    found = state.rivals[0]
    assert (state.decision_kind(), state.start, state.tokens[0], found.board) == ("scheme", 0, 1, 2)
    assert (found.spot, found.comet, found.guilds, found.hands) == (6, 3, (4, 0, 0), (2, 0, 1))
    assert (found.cards, found.path, found.schemes) == ((2, 0, 2, 0, 0), 4, (2, 0))
    assert CARD["L05"] not in state.land.cards[PILE]
    assert [len(zones.cards[UNSEEN]) for zones in map(state.zones, range(5))] == [1, 0, 2, 0, 0]
    assert not list(GAME.faults(state))
    assert position(**alone, rival=rival, journal={"green": [5, 7]}, display=there).scores().rival.cards == 10
    mine = completed(players=[{}])
    assert (mine.stack, mine.rivals[0].schemes) == ([Turning(0)], ())


# ---- what cannot be ----------------------------------------------------------------------------------------


def one(**keys):
    return {"players": [keys, {}]}


GREEN = ["green", "green", "yellow", "blue"]
FINAL = {"marker": "c10-2", "workers": ["green"] * 4 + ["yellow", "blue"]}
IMPOSSIBLE = [
    ({"players": [{}] * 5}, "players: a section for each of 1 to 4 players, not 5 (Y-1)"),
    ({"me": 2}, "me: no player 2; the players are 0 to 1"),
    ({"rival": {}}, "rival: it plays against one player alone (Y-96)"),
    ({"rules": {"rival": "journal"}}, "rules.rival: it plays against one player alone (Y-96)"),
    ({"players": [{}], "rival": {"schemes": ["X1", "X1"]}}, "rival.schemes: X1 lies there twice"),
    (
        {"players": [{}], "rival": {"schemes": ["X3", "X1", "X4", "X2", "X5"]}},
        "rival.schemes: 3 are blue before X5: then the rival has rested (Y-97)",
    ),
    ({"players": [{}], "rival": {"tiles": ["UB1 2,1"]}}, "rival.tiles[0]: no tile 'UB1 2,1'; did you mean"),
    ({"players": [{}], "rival": {"cards": {"land": 37}}}, "with them 37 land cards lie on the table, not 36"),
    ({"turn": -1}, "turn: no player -1"),
    ({"display": {"influence": {"L05": 3}}}, "display.influence.L05: no player 3"),
    ({"players": [{"board": 2}, {"board": 2}]}, "players[0].board: 2 players have board 2 (Y-6)"),
    (one(marker="c2x"), "players[0].marker: no space 'c2x'; did you mean 'c2b'? (Y-28)"),
    (one(land=["L99"]), "players[0].land[0]: no land card 'L99'; did you mean"),
    (one(land=["LP1"]), "players[0].land[0]: no land card 'LP1'; did you mean 'L01'?"),
    (one(water=["harbour"]), "no water card 'harbour' (Y-59: it is printed)"),
    ({"players": [{"land": ["L01"]}, {"land": ["L01"]}]}, "1 in players[0].land[0] and 1 in"),
    (one(land=["L01"]) | {"display": {"land": ["L01"]}}, "1 in display.land[0] of L01; there is 1"),
    ({"under": {"land": ["L01", "L01"]}}, "under.land[0] and 1 in under.land[1] of L01; there is 1"),
    ({"under": {"inspiration": ["?"] * 17}}, "under.inspiration: with them 17 inspiration cards lie on the"),
    ({"display": {"land": ["L01", "L02", "L03", "L04", "L05"]}}, "display.land: 5 places; there are 4 (Y-2)"),
    ({"display": {"land": ["L01", "-"]}}, "display.land: before the action of a turn no place is empty"),
    (one(land=["-"]), "players[0].land[0]: no land card '-'"),
    (one(land=["L01"], space=["S01", "S02"]), "players[0].space: 2 cards above 1 land and water cards"),
    (one(townsfolk={"L03": "F08"}), "players[0].townsfolk.L03: no own land or water card 'L03'"),
    (one(townsfolk={"city": "F27"}), "players[0].townsfolk.city: F27 goes under vista, and city is none"),
    (one(inspirations={"S01": "I01"}), "players[0].inspirations.S01: no own space card 'S01'"),
    (one(tiles=["UB9 2,1"]), "players[0].tiles[0]: no tile 'UB9'; did you mean"),
    (one(tiles=["UB1 at 2,1"]), "'UB1 at 2,1' is not written like UL1 2,3 or UL1 back 2,3"),
    (one(tiles=["UB1 back 2,1"]), "players[0].tiles[0]: UB1 back 2,1 does not lie so on the paper (Y-71)"),
    (one(tiles=["UB1 1,1"]), "players[0].tiles[0]: UB1 1,1 does not lie so on the paper (Y-71)"),
    (one(tiles=["UL1 2,1", "US1 1,2"]), "players[0].tiles[1]: US1 1,2 overlaps UL1 2,1 (Y-71)"),
    (one(tiles=["UB1 2,1", "UB1 2,2", "UB1 2,3"]), "players[0].tiles: 3 in players[0].tiles of UB1; there"),
    ({"players": [{"tiles": ["UP01 2,1"]}] * 2}, "1 in players[0].tiles and 1 in players[1].tiles of UP01"),
    ({"piles": {"UB1": 1}}, "piles.UB1: 1, and caravans leave 2 (Y-5)"),
    ({"display": {"influence": {"L05": 1}}}, "display.influence.L05: no face-up card 'L05' (Y-18)"),
    ({"display": {"space": ["S01"], "workers": {"S01": ["green"]}}}, "display.workers.S01: no green worker"),
    ({"display": {"land": ["L01"], "workers": {"L01": ["green", "green"]}}}, "display.workers.L01: 2 green"),
    (one(workers=["blue"]), "players[1].workers: with this 1 yellow workers are on the table, not 2"),
    (one(workers=["green", "yellow", "blue"]), "players[0].workers: with this 5 green workers"),
    ({"journal": {"green": [1, 3]}}, "players[0].workers: with this 2 green workers are on the table, not 4"),
    (
        one(guilds={"sience": 1}),
        "players[0].guilds.sience: no guild 'sience'; did you mean 'science'? (Y-37)",
    ),
    ({"players": [{}], "rival": {"cards": {"sea": 1}}}, "rival.cards.sea: no kind of cards 'sea'"),
    (one(guilds={"science": 16}), "players[0].guilds: 16 tokens there and on cards; each has 15 (Y-17)"),
    (one(placed={"L05": 1}), "players[0].placed.L05: no own die slot 'L05' (Y-78)"),
    (one(placed={"middle 2": 1}), "players[0].placed.'middle 2': a 1 has not all assets that this slot"),
    (one(dice=[1, 2]), "players[0].dice: 2 in the supply and 0 placed; of 5 dice 2 lie in the reserve with"),
    (one(placed={"middle 3": 1, "middle 4": 1, "city": 1, "middle 1": 6}), "players[0].placed: 0 in the"),
    ({"journal": {"tiles": {"c2m": "J01"}}}, "journal.tiles.c2m: no space with a tile 'c2m'"),
    ({"journal": {"tiles": {"c1u": "J11"}}}, "journal.tiles.c1u: no journal tile 'J11'; did you mean"),
    ({"journal": {"tiles": {"c1u": "J01", "c1l": "J01"}}}, "journal.tiles.c1u: J01 lies on two spaces (Y-3)"),
    ({"journal": {"green": [1, 3, 5, 6]}}, "journal.green: 6: one lies in each of the columns 1, 3, 5 and 7"),
    (one(marker="c1u") | {"journal": {"green": [1, 3, 5, 7]}}, "journal.green: who entered column 1 first"),
    ({"players": [FINAL, {"marker": "c10-2"}]}, "players[0].marker: two markers on c10-2, a final space"),
    ({"turns_left": 1}, "turns_left: at most 0: in the last column there are 0 markers (Y-92)"),
    ({"players": [FINAL, {}], "turns_left": 3}, "turns_left: at most 2: in the last column there are 1"),
    ({"players": [FINAL, {}], "turns_left": 2}, "turns_left: the last turn would be that of seat 1"),
    ({"gained": ["L05"], "acted": True}, "gained[0]: no own card 'L05' (Y-68)"),
    (one(land=["L05"]) | {"gained": ["L05"]}, "gained: the action of a turn brings that, and acted is false"),
    ({"used": ["science"]}, "used: the action of a turn brings that, and acted is false (Y-38, Y-40, Y-68)"),
    (one(silver=40, provision=49) | {"rules": {"supply": "counted"}}, "players: 49 provision; there are 48"),
    ({"rules": {"boards": [1, 2]}}, "rules: unknown key 'boards'"),
]


@pytest.mark.parametrize(("keys", "said"), IMPOSSIBLE, ids=[said[:40] for _, said in IMPOSSIBLE])
def test_what_cannot_be_is_named(keys, said):
    with pytest.raises(PositionError) as caught:
        position(**keys)
    assert said in str(caught.value)
    assert str(caught.value).startswith("here.json: ")


KEYS = st.sampled_from(["me", "turn", "turns", "acted", "used", "gained", "turns_left", "under", "piles"])
INNER = st.sampled_from(sorted({*Player.__struct_fields__, *Display.__struct_fields__, "tiles", "green"}))
NAMES = ["L05", "S01", "F08", "I01", "J01", "c1u", "c10-1", "city", "star", "land", "science", "green"]
WORDS = st.sampled_from([*NAMES, "?", "-", "middle 2", "UL1 back 3,1", "UB1 9,9", "\x1b", "x" * 99])
LEAVES = WORDS | st.integers(-2, 50) | st.none() | st.booleans() | st.floats(allow_nan=False)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=9,
)
SECTIONS = st.dictionaries(INNER, VALUES, max_size=2)


@given(st.dictionaries(KEYS, VALUES, max_size=2), SECTIONS, st.lists(SECTIONS, min_size=1, max_size=3))
def test_a_bad_file_is_refused_by_nothing_but_position_errors(keys, display, players):
    try:
        found = position(**keys, display=display, players=players)
    except PositionError:
        return
    assert Position.parse(found.to_toml()) == found
    if not found.over:
        GAME.complete(found, Random(1))


# ---- games and positions -----------------------------------------------------------------------------------


def _compared(state, seat, random):
    """Check that a position of what a seat sees is read back as it is, and completed to what looks alike."""
    seen = state.observation(seat)
    found = position_of(seen)
    again = Position.parse(found.to_toml())
    assert again == found
    other = GAME.complete(again, random)
    assert list(GAME.faults(other)) == []
    there = other.observation(seat)
    assert (there.stack, there.actions) == (seen.stack, seen.actions)
    assert seat is None or [view.cards for view in there.views] == [view.cards for view in seen.views]
    assert position_of(there) == found
    for rival in seen.fields["rivals"]:
        rival.stepped = 0  # of the turn before: it has no effect any more
    differing = {name for name, value in seen.fields.items() if there.fields[name] != value}
    assert differing <= ({"purse", "workers"} if found.acted else set())  # fresh workers are not told


@pytest.mark.parametrize("players", range(1, 5))
def test_what_a_seat_sees_is_written_and_read_back(players):
    kinds = Counter()
    rivals = ["upgrade", "journal", "space", "townsfolk"] if players == 1 else ["space", "space"]
    for seed, rules in enumerate(Rules(rival=rival, promos=players > 2, sections="ABA") for rival in rivals):
        random, state = Random(seed), GAME.new(players, rules)
        while state.to_act() != TERMINAL:
            if state.to_act() == CHANCE:
                state.apply_unchecked(state.sample_chance(random))
                continue
            often = {Turning: 0.3 / players, EndingTurn: 1}.get(type(state.stack[-1]), 0)
            if random.random() < often:
                kinds[state.decision_kind()] += 1
                _compared(state, random.choice([None, *range(players)]), random)
            state.apply_unchecked(random.choice(state.legal_actions()))
        found = position_of(state.observation(0))
        assert Position.parse(found.to_toml()) == found
        assert found.scores().totals == state.scores().totals
        assert found.over == (state.ending == 0)
    assert min(kinds["turn"], kinds["end of turn"]) > 0


@pytest.mark.parametrize(("name", "totals"), [("position", (39, 27)), ("end", (53, 4)), ("solo", (47, 57))])
def test_T1_Y93_the_examples_are_read_and_scored(name, totals):
    found = Position.load(Path(__file__).parents[2] / "examples" / f"wayfarers-{name}.toml")
    assert found.scores().totals == totals
    assert found.over == (name == "end")
    assert found.over or GAME.complete(found, Random(1)).stack == [Turning(0)]


def test_a_position_is_taken_before_the_action_of_a_turn_or_after_it():
    state = GAME.new(2)
    with pytest.raises(ToolkitError, match="start player: positions are taken before an action"):
        position_of(state.observation(0))
