"""Room for landmarks (T-5), against trying everything on small islands."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from toolkit.games.tobago.placement import Spacing, Wanted
from toolkit.hexmap import distance, random_island
from toolkit.hexmap.island import bits


def choices(spacing: Spacing, open_hexes: int, count: int) -> list[set[int]]:
    """Return all sets of so many open hexes that keep the gap."""
    hexes = spacing.island.hexes
    return [
        set(chosen)
        for chosen in combinations(bits(open_hexes), count)
        if all(distance(hexes[a], hexes[b]) >= spacing.gap for a, b in combinations(chosen, 2))
    ]


def fits_by_trying_all(spacing: Spacing, wanted: Wanted, taken: frozenset[int] = frozenset()) -> bool:
    if not wanted:
        return True
    (open_hexes, count), *rest = wanted
    return any(
        not chosen & taken and fits_by_trying_all(spacing, rest, taken | chosen)
        for chosen in choices(spacing, open_hexes, count)
    )


@given(st.data(), st.integers(1, 10), st.integers(0, 4))
def test_T05_room_is_told_exactly(data: st.DataObject, hexes: int, gap: int) -> None:
    spacing = Spacing(random_island(data.draw(st.integers(0, 20)), hexes), gap)
    masks, counts = st.integers(0, (1 << hexes) - 1), st.integers(1, 3)
    wanted = data.draw(st.lists(st.tuples(masks, counts), max_size=3))
    assert spacing.fits(wanted) == fits_by_trying_all(spacing, wanted)


def test_T05_kinds_that_take_each_others_hexes_still_find_room() -> None:
    """Each kind has hexes of its own beside the ones that all want, so that the first choice often fails."""
    for seed in range(30):
        random, spacing = Random(seed), Spacing(random_island(seed, 12), seed % 3)
        wanted = [(sum(1 << n for n in random.sample(range(12), 5)), count) for count in (2, 2, 3)]
        assert spacing.fits(wanted) == fits_by_trying_all(spacing, wanted)


def test_T05_what_is_wanted_after_a_landmark_was_placed() -> None:
    spacing = Spacing(random_island(1, 30), 3)
    land: int = spacing.island.land.mask
    (first, count), (second, others) = spacing.after([(land, 2), (land, 3)], 7)
    assert (first, count, others) == (spacing.apart(7), 1, 3)
    assert list(bits(land & ~second)) == [7]
    assert spacing.after([(land, 1), (land, 3)], 7) == [(second, 3)]


@given(st.integers(0, 50), st.sampled_from([0, 1, 2, 4, 9, 50, 10**30]))
def test_T05_two_of_a_kind_keep_the_gap_and_never_share_a_hex(seed: int, gap: int) -> None:
    spacing = Spacing(random_island(seed, 20), gap)
    for number, place in enumerate(spacing.island.hexes):
        far = {other for other, there in enumerate(spacing.island.hexes) if distance(place, there) >= gap}
        assert set(bits(spacing.apart(number))) == far - {number}
