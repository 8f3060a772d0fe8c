"""Pictures of every game: what actions name is there, where a touch finds it, and nothing unseen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from playing import decisions

from toolkit.core import Game, State
from toolkit.core.game import find_game

_EACH = 2  # states of each kind of decision in a game


def questions(game: Game[Any, Any], players: int, rules: Any) -> Iterator[State]:
    """Yield the states of a random game in which players decide, a few times for each kind of decision."""
    asked = Counter[str | None]()
    for state in decisions(game.new(players, rules), Random(players)):
        asked[state.decision_kind()] += 1
        if asked[state.decision_kind()] <= _EACH:
            yield state


def seats_of(element: Element, seat: str | None = None) -> Iterator[tuple[str, str | None]]:
    """Yield each name in a picture, with the seat in whose group it stands."""
    seat = element.get("data-seat", seat)
    for key in ("data-place", "data-hex"):
        if name := element.get(key):
            yield name, seat
    for part in element:
        yield from seats_of(part, seat)


ON_PAGES = ("map ", "clue ")  # Tobago's maps and cards: they lie beside its picture, the island


@pytest.mark.parametrize(
    ("name", "players", "edition"),
    [
        ("wazabi", 2, "tournament"),
        ("wazabi", 4, "first-play-on"),
        ("wazabi", 6, "teams"),
        ("silver", 3, "rulebook"),
        ("silver", 4, "english"),
        ("mangrovia", 2, "stone-tiles"),
        ("mangrovia", 4, "rulebook"),
        ("wayfarers", 2, "rulebook"),
        ("tobago", 3, "rulebook"),
    ],
)
def test_what_actions_name_is_on_the_picture_and_nothing_that_is_not_seen(
    name: str, players: int, edition: str
) -> None:
    game = find_game(name)
    named = total = 0
    for state in questions(game, players, game.editions[edition]):
        seen, viewer = state.observation(state.to_act()), total % players
        assert seen.picture is not None
        other = state.observation(viewer)
        assert other.picture == other.sample_world(Random(total)).observation(viewer).picture
        standing = defaultdict(set)
        for place, seat in seats_of(ElementTree.fromstring(seen.picture)):
            standing[place].add(seat)
        for action in seen.actions:
            places = [place for place in seen.places(action) if not place.startswith(ON_PAGES)]
            for place in places:
                assert len(standing[place]) == 1, (state.decision_kind(), str(action), place)
            named, total = named + bool(places), total + 1
    assert named > 0.6 * total
