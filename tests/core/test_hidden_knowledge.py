"""The exact filter against brute force over all worlds; what a view answers, deals and saves."""

from __future__ import annotations

import gc
import json
import pickle
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import gcd
from random import Random
from typing import Any

import pytest
from hidden_oracle import AWAY, DISCARD, HANDS, PILE, ROW, STYLES, Oracle, any_move, deals, rows_move, start
from playing import random_game
from sizes import PROFILE, examples

from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.hidden import HEAP, HIDDEN, Belief, Zones, knowledge, urns
from toolkit.testing.counting import happened_since

GAMES = examples(10)  # of each style
MOST = 120  # worlds that are listed
LONG = PROFILE == "thorough"


def watched(style: Any, number: int, steps: int = 40):
    """Yield a table and its oracle after each of some moves in a style."""
    random, decks = Random(number), STYLES[style]
    zones = start(decks[number % len(decks)])
    oracle = Oracle(zones, random.randrange(3))
    for _ in range(steps):
        style(zones, random)
        oracle.catch_up(zones)
        if len(oracle.worlds) > MOST:
            return
        yield zones, oracle


@pytest.mark.parametrize("style", STYLES)
def test_what_is_believed_is_what_all_worlds_say(style):
    checks = 0
    for number in range(GAMES):
        for step, (zones, oracle) in enumerate(watched(style, number)):
            if len(oracle.worlds) > 1 and step % 3 == number % 3:
                checks += 1
                assert deals(zones.view(oracle.seat)) == oracle.worlds, (number, step)
    assert checks > GAMES


def test_chances_are_those_of_all_worlds():
    for number in range(examples(12)):
        for zones, oracle in watched(any_move, number, 15):
            belief = zones.view(oracle.seat).belief
            places = [(zone, HEAP) for zone in range(ROW)]
            for zone, index in [*places, *((ROW, index) for index in range(len(zones.cards[ROW])))]:
                held = {
                    world: Counter(world[zone] if index is HEAP else world[zone][index : index + 1])
                    for world in oracle.worlds
                }
                face = Random(number).choice(zones.layout.deck)
                mean = sum(chance * held[world][face] for world, chance in oracle.worlds.items())
                some = sum(chance for world, chance in oracle.worlds.items() if held[world][face])
                assert belief.expected((zone, index), face) == pytest.approx(float(mean), abs=1e-12)
                assert belief.chance((zone, index), face) == pytest.approx(float(some), abs=1e-12)
                average = belief.averages()[zone][index or 0].get(face, 0.0)
                assert average == pytest.approx(float(mean), abs=1e-12)


class EveryWay(Random):
    """A generator that takes every way in turn, and knows how likely it was."""

    path: list[int]

    def begin(self) -> None:
        self.widths: list[int] = []
        self.chance = Fraction(1)

    def _number(self, width: int) -> int:
        step = len(self.widths)
        self.widths.append(width)
        self.chance /= width
        return self.path[step] if step < len(self.path) else 0

    def random(self) -> Any:  # only ever times a number
        outer = self

        class Part:
            def __mul__(self, width: int) -> int:
                return outer._number(width)

        return Part()

    def randrange(self, width: int) -> int:  # type: ignore[override]
        return self._number(width)

    def shuffle(self, x: Any) -> None:
        for last in range(len(x) - 1, 0, -1):
            other = self._number(last + 1)
            x[last], x[other] = x[other], x[last]


def dealt_chances(view: Any) -> dict[Any, Fraction]:
    """Return the exact chance of each deal that a view makes, by all answers of a generator."""
    random, found = EveryWay(), defaultdict[Any, Fraction](Fraction)
    random.path = []
    while True:
        random.begin()
        deal = tuple(map(tuple, view.belief.deal(random)))
        found[deal] += random.chance
        path = [*random.path, *[0] * (len(random.widths) - len(random.path))]
        while path and path[-1] + 1 == random.widths[len(path) - 1]:
            path.pop()
        if not path:
            return dict(found)
        path[-1] += 1
        random.path = path


def test_worlds_are_dealt_as_likely_as_they_are():
    checks = 0
    for style in (any_move, rows_move):
        for number in range(3):
            for step, (zones, oracle) in enumerate(watched(style, number, 12)):
                weights = zones.view(oracle.seat).belief._sums[-1]
                if step % 3 == 2 and weights <= 60 and 1 < len(oracle.worlds) <= 24:
                    checks += 1
                    assert dealt_chances(zones.view(oracle.seat)) == oracle.worlds, (number, step)
    assert checks > 5
    zones = start((1, 1, 2, 3))
    for index, face in enumerate((1, 2, 3)):
        zones.move(face, (PILE, HEAP), (ROW, index), int(index < 2))
    zones.mix([(ROW, index) for index in range(3)], (2, 0, 1))
    assert dealt_chances(zones.view(0)) == deals(zones.view(0))


# ---- three cases by hand ----------------------------------------------------------------------------------


def test_cards_laid_open_weigh_the_ways_to_choose_them():
    """Against all ways to pick cells of each urn, its cards told apart."""
    random, several = Random("urns"), 0
    for _ in range(examples(100)):
        held = tuple(
            (tuple(sorted(random.choices((1, 2, 3), k=2 * here))), ((0, here), (1, here)))
            for here in random.choices((1, 2), k=random.randint(1, 3))
        )
        picked = product(*(combinations(faces, cells[0][1]) for faces, cells in held))
        ways = Counter(tuple(sorted(chain(*cards))) for cards in picked)
        for cards, number in ways.items():
            found = list(urns.laid_open((held, 1), 0, Counter(cards)))
            assert sum(g for _, g in found) == number
            several += len(found) > 1
    assert several > 10


def test_a_division_after_looks_and_reveals():
    """Gold 4 x 2 and 4 x 5: a division of 2 2 2 5 5 and an unseen card, of which 5, 2 and 2 are shown."""
    zones = start((2, 2, 2, 2, 5, 5, 5, 5))
    for face in (2, 2, 2, 5, 5):
        zones.give(face, PILE, HANDS[0])
    zones.pour(HANDS[0], AWAY)
    zones.give(2, PILE, AWAY)
    for face in (5, 2, 2):
        zones.give(face, AWAY, DISCARD)
    left = Counter[Any]()
    for world, chance in deals(zones.view(0)).items():
        left[world[AWAY]] += chance
    assert left == {(2, 5, 5): Fraction(3, 5), (2, 2, 5): Fraction(2, 5)}


def test_a_card_played_from_a_grown_hand_counts_as_drawn_blindly():
    """A hand of one 1 that I know draws a card and plays a 1: that the other is one too has 2 of 3."""
    zones = start((1, 1, 1, 2, 3))
    zones.give(1, PILE, HANDS[0])
    zones.rearrange({HANDS[0]: HANDS[1], HANDS[1]: HANDS[0]})
    zones.give(1, PILE, HANDS[1])
    zones.give(1, HANDS[1], DISCARD)
    belief = zones.view(0).belief
    assert belief.chance((HANDS[1], HEAP), 1) == pytest.approx(2 / 3)


def test_a_draw_among_some_faces_says_so():
    """Two of 0 1 1 2 lie on top and are no 0: it is still in the pile, and a card of the two may be the 2."""
    zones = start((0, 1, 1, 2))
    zones.give(1, PILE, HANDS[1], among={1, 2})
    belief = zones.view(0).belief
    assert belief.expected((PILE, HEAP), 0) == 1
    assert belief.chance((HANDS[1], HEAP), 2) == pytest.approx(1 / 3)


# ---- what is kept, shared and saved -----------------------------------------------------------------------


def test_laws_of_zones_under_any_moves():
    """No card is lost, a dealt world looks alike, copies are equal and apart, and asking changes nothing."""
    for number in range(examples(20)):
        deck = STYLES[any_move][number % 5]
        zones, unasked = start(deck), start(deck)
        for step in range(20):
            any_move(zones, Random(f"{number}/{step}"))
            any_move(unasked, Random(f"{number}/{step}"))
            assert sorted(face for zone in zones.cards for face in zone) == sorted(deck)
            assert all(zone == sorted(zone) for zone in zones.cards[:ROW])
            view = zones.view(step % 3)
            assert Zones.dealt(view, Random(1)).view(step % 3) == view
            twin, before = zones.clone(), [list(zone) for zone in zones.cards]
            assert twin == zones == Zones.from_dict(zones.layout, zones.to_dict())
            any_move(twin, Random(step))
            assert zones.cards == before
        assert unasked == zones
        assert unasked.to_dict() == zones.to_dict()


def test_cards_lie_where_they_are_told_to_in_dealt_worlds():
    deck = (0, 0, 1, 2)
    zones = start(deck)
    zones.give(2, PILE, HANDS[1])
    view = zones.view(0)
    world = Zones.dealt(view, Random(1), [((HANDS[1], HEAP), 1)])
    assert world.cards[HANDS[1]] == [1]
    assert sorted(face for zone in world.cards for face in zone) == sorted(deck)
    with pytest.raises(ToolkitError, match="no card 1 can lie there"):
        Zones.dealt(view, Random(1), [((HANDS[1], HEAP), 1)] * 2)


def test_a_spectator_sees_what_lies_open():
    zones = start((0, 0, 1, 2))
    zones.give(1, PILE, DISCARD)
    zones.give(0, PILE, HANDS[0])
    view = zones.view(3)
    assert (view.zone("discard"), view.zone("hand 0")) == ((1,), (HIDDEN,))
    assert view.belief.chance((HANDS[0], HEAP), 0) == pytest.approx(2 / 3)


def test_clones_share_what_was_worked_out(monkeypatch):
    *_, (zones, _) = watched(any_move, 0)
    worked_out = zones.view(0).knowledge
    monkeypatch.setattr(knowledge.Knowledge, "clone", None)  # nobody may follow anything again
    assert zones.clone().view(0).knowledge is worked_out
    with pytest.raises(TypeError):
        zones.clone().view(1).knowledge  # noqa: B018


def test_only_the_last_that_a_seat_knew_is_kept():
    zones, random = start((1, 1, 2, 2, 3)), Random(1)
    for _ in range(50):
        any_move(zones, random)
        for seat in range(4):
            zones.view(seat).knowledge.clone()
    known = [one for one in gc.get_objects() if isinstance(one, knowledge.Knowledge)]
    assert sum(one.layout is zones.layout for one in known) == 4


def test_knowledge_comes_back_from_files_and_pickles():
    for number in range(6):
        *_, (zones, _) = watched(any_move, number)
        saved = json.loads(json.dumps(zones.to_dict()))
        for again in (Zones.from_dict(zones.layout, saved), pickle.loads(pickle.dumps(zones))):
            assert again == zones
            assert again.to_dict() == zones.to_dict()
            for seat in range(4):
                view, same = zones.view(seat), again.view(seat)
                assert (same, same.belief.deal(Random(1))) == (view, view.belief.deal(Random(1)))
                assert pickle.loads(pickle.dumps(view)) == view
                assert hash(view) == hash(same)
        seat = next((seat for seat, one in enumerate(saved["knowledge"]) if one), None)
        if seat is not None:
            saved["knowledge"][seat][2][0][0][0][0][0] = 99
            with pytest.raises(ValueError, match="does not fit the cards"):
                Zones.from_dict(zones.layout, saved)


def test_a_mix_that_says_nothing_leaves_no_trace():
    one = start((1, 1, 2, 3, 4))
    for index in range(3):
        one.move(one.cards[PILE][0], (PILE, HEAP), (ROW, index))
    two = one.clone()
    two.mix([(ROW, 0), (ROW, 1), (ROW, 2)], (1, 2, 0))
    assert one.view(0) == two.view(0)
    assert two.to_dict()["knowledge"] == [None] * 4


# ---- too many hypotheses ----------------------------------------------------------------------------------


def played_wazabi(seed: int, players: int = 4, steps: int = 400):
    """Yield the cards of a game in which cards are played at random."""
    random, state = Random(seed), find_game("wazabi").new(players)
    for _ in islice(random_game(state, random), 1, 1 + steps):
        yield state.cards


def largest_error(seed: int, most: int, monkeypatch: Any) -> tuple[int, float]:
    """Return how often the knowledge of a seat was not exact, and by how much a chance was off at most."""
    times, worst, exact, capped, before = 0, 0.0, None, None, None
    for step, cards in enumerate(played_wazabi(seed)):
        if before is None:
            exact, capped = cards.view(0).knowledge.clone(), cards.view(0).knowledge.clone()
        else:
            for one, kept in ((exact, 60_000), (capped, most)):
                monkeypatch.setattr(knowledge, "MOST", kept)
                for happened, *what in happened_since(cards, before):
                    happened(one, *what)
        before = cards.clone()
        if not LONG and len(exact.hypotheses) > 1_500:
            break
        if not capped.exact and step % 6 == 0:
            assert exact.exact
            times += 1
            seen = cards.view(0).cards
            beliefs = Belief(seen, exact.clone()), Belief(seen, capped.clone())
            for zone, face in product(range(len(cards.layout.heaps)), range(16)):
                one, two = (belief.chance((zone, HEAP), face) for belief in beliefs)
                worst = max(worst, abs(one - two))
    return times, worst


def test_what_the_cap_leaves_is_in_lowest_terms():
    """A saved state is read back in lowest terms: so it must be written so."""
    found: list[urns.Weighed] = []
    for number, held in enumerate(combinations(range(8), 4), 1):
        rest = tuple(face for face in range(8) if face not in held)
        found.append((((held, ((0, 2), (1, 2))), (rest, ((0, 2), (2, 2)))), number))
    for most in range(10, 60, 10):
        assert gcd(*urns.Hypotheses(found).thinned(most).weights.values()) == 1


def test_the_cap_takes_little_from_what_is_believed(monkeypatch):
    most = knowledge.MOST
    if LONG:  # three minutes
        found = [largest_error(seed, most, monkeypatch) for seed in range(12)]
    else:
        found = [largest_error(3, 300, monkeypatch)]
    assert sum(times for times, _ in found) > 0
    assert max(worst for _, worst in found) < (0.01 if LONG else 0.1)
