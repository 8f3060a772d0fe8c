"""Position files of Wayfarers of the South Tigris, games completed from them, and what cannot be."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import do
from wayfarers_helpers import bring, table

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.components.names import NONE
from toolkit.games.wayfarers.components.tables import CARD, CARDS, deck
from toolkit.games.wayfarers.conversion import position_of
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.play.turns import EndingTurn, Turning
from toolkit.games.wayfarers.position import Display, Player, Position
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.state import PILE, UNDER

PLAIN = {"format": "wayfarers-position/1", "players": [{}, {}]}


def position(**keys):
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def completed(seed=1, **keys):
    return GAME.complete(position(**keys), Random(seed))


# ---- what is left out --------------------------------------------------------------------------------------


def test_Y2_Y3_Y6_what_is_left_out_is_by_chance():
    found = position(players=[{}, {}, {}], me=2)
    assert (found.whose, found.green, found.over) == (2, (1, 3, 5, 7), False)
    state = GAME.complete(found, Random(1))
    assert sorted(state.journal_tiles) == list(range(10))
    assert (NONE in state.display, len({tableau.board for tableau in state.tableaux})) == (False, 3)
    assert {len(tableau.dice) for tableau in state.tableaux} == {3}
    assert completed(seed=2).tableaux != completed(seed=3).tableaux


def test_Y92_the_last_turns():
    ended = {"marker": "c10-2", "workers": ["green"] * 4 + ["yellow", "blue"]}
    assert position(players=[ended, {}]).over
    with pytest.raises(ToolkitError, match=r"the game is over: a marker is in the last column.* \(Y-92\)"):
        GAME.complete(position(players=[ended, {}]), Random(1))


def test_Y65_cards_under_a_pile_are_known_to_who_saw_them():
    mine = completed(under={"land": ["?", "L05"], "inspiration": ["I01"]}).observation(0)
    worlds = {tuple(mine.sample_world(Random(seed)).land.cards[UNDER]) for seed in range(20)}
    assert len(worlds) > 10
    assert all(world[1] == CARD["L05"] for world in worlds)


def test_Y64_Y125_Y126_nobody_else_sees_how_cards_that_come_up_again_are_buried():
    """Of the three, 1 knows L05 and 2 knows L06: which goes back first is the secret of the drawer."""
    state = table(3).lay(pile="L05 L06 L07").turn()
    for index, (card, seer) in enumerate({"L05": 1, "L06": 2, "L07": 0}.items()):
        state.land.move(CARD[card], (PILE, None), (UNDER, index), 1 << seer)
    do(bring(state, "land card of three drawn"), "draw L05", "draw L06", "draw L07", "keep L07")
    one, two = (do(state.clone(), f"under {first}") for first in ("L05", "L06"))
    for seat in (1, 2, None):
        assert one.observation(seat) == two.observation(seat)
    belief = one.observation(1)["land"].belief
    assert [belief.chance((UNDER, index), CARD["L05"]) for index in range(2)] == [0.5, 0.5]
    assert one.observation(0)["land"].zone("under") == (CARD["L05"], CARD["L06"])


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


# ---- what cannot be ----------------------------------------------------------------------------------------


def impossible():
    """Return what is said against positions, with their lines (`impossible_positions.txt`)."""
    text = Path(__file__).with_name("impossible_positions.txt").read_text(encoding="utf-8")
    found = re.findall(r"^(\S.*)\n((?:  .*\n)+)", text, re.MULTILINE)
    assert len(dict(found)) == len(found) == len(re.findall(r"^[^ #\n]", text, re.MULTILINE))
    return found


@pytest.mark.parametrize(("said", "lines"), impossible(), ids=lambda text: text[:40])
def test_what_cannot_be_is_named(said, lines):
    with pytest.raises(PositionError) as caught:
        position(**tomllib.loads(lines))
    assert said in str(caught.value)
    assert str(caught.value).startswith("here.json: ")


KEYS = st.sampled_from(["me", "turn", "turns", "acted", "used", "gained", "turns_left", "under", "piles"])
INNER = st.sampled_from(sorted({*Player.__struct_fields__, *Display.__struct_fields__, "tiles", "green"}))
NAMES = ["L05", "S01", "F08", "I01", "J01", "c1u", "c10-1", "city", "star", "land", "science", "green"]
WORDS = st.sampled_from([*NAMES, "?", "-", "middle 2", "UL1 back 3,1", "UB1 9,9", "\x1b", "x" * 99])
LEAVES = WORDS | st.integers(-2, 50) | st.none() | st.booleans() | st.floats(allow_nan=False)
VALUES = st.recursive(LEAVES, lambda one: st.lists(one) | st.dictionaries(WORDS, one), max_leaves=9)
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
