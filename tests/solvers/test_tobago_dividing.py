"""What a treasure brings while it is divided, against a twin that asks rose by rose (T-26 to T-28)."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.tobago.dividing import by_place, division, lead, of_the_deck
from toolkit.games.tobago.cards import CURSE

GOLD = ((2, 0.25), (4, 0.5), (6, 0.25))
CURSED = ((CURSE, 0.1), (2, 0.3), (3, 0.2), (5, 0.4))
DIVISIONS = st.tuples(
    st.integers(0, 4),
    st.lists(st.integers(0, 2), min_size=1, max_size=4).map(tuple),
    st.sampled_from([GOLD, CURSED]),
    st.tuples(*[st.sampled_from([0.0, 1.0, 5.0])] * 3),
)


@cache
def twin(cards, roses, chances, losses, face=None, place=0):
    """Ask one rose at a time, as the rule says it; without a face the next card is revealed."""
    if face is None:
        if not cards or not roses:
            return (0.0,) * len(losses)
        total = [0.0] * len(losses)
        for shown, chance in chances:
            if shown == CURSE:
                found = [-losses[player] * (player in roses) for player in range(len(losses))]
            else:
                found = twin(cards - 1, roses, chances, losses, shown)
            total = [had + chance * more for had, more in zip(total, found, strict=True)]
        return tuple(total)
    if place == len(roses):
        return twin(cards, roses, chances, losses)
    owner, rest = roses[place], roses[:place] + roses[place + 1 :]
    takes = list(twin(cards, rest, chances, losses))
    takes[owner] += face
    passes = twin(cards, roses, chances, losses, face, place + 1)
    return tuple(takes) if lead(takes, owner) >= lead(passes, owner) - 1e-12 else passes


@settings(max_examples=60)
@given(DIVISIONS, st.sampled_from([2, 4, 6]))
def test_T26_T28_a_division_is_worth_what_its_twin_says(given, face):
    cards, roses, chances, losses = given
    found = division(chances, losses)
    mine = [lead(found.expected(cards, roses), player) for player in range(3)]
    assert mine == pytest.approx([lead(twin(*given), player) for player in range(3)])
    first = roses[0]
    mine, its = found.asked(cards, roses, 0, face), twin(*given, face)
    assert lead(mine, first) == pytest.approx(lead(its, first))


def test_T26_who_is_asked_first_gets_most_and_a_low_card_is_passed():
    for curse in (0.0, 0.05):
        for roses in range(2, 9):
            brings = by_place(roses, curse)
            assert len(brings) == roses
            assert list(brings) == sorted(brings, reverse=True)
    roses, found = (0, 1, 1), division(of_the_deck(0.0), (4.0, 4.0))
    for face, takes in ((2, False), (6, True)):
        take = lead(found.taken(3, roses, 0, face), 0)
        assert (take > lead(found.asked(3, roses, 1, face), 0)) == takes


def test_T28_who_has_nothing_to_lose_stays_and_who_has_much_takes_and_goes():
    deck = of_the_deck(0.3)
    stays, goes = (
        lead(found.asked(2, (0, 1), 1, 3), 0) - lead(found.taken(2, (0, 1), 0, 3), 0)
        for found in (division(deck, losses) for losses in ((0.0, 6.0), (6.0, 0.0)))
    )
    assert stays > goes
