"""Actions and observations as numbers: what each means, what a seat may see, the same everywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from hashlib import sha256
from random import Random

import numpy as np
import pytest

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from workbench.adapters.encoding import encoding_of, numbering_of

GAMES = ("mangrovia", "silver", "tobago", "wayfarers", "wazabi")


def walk(name, players, seed, steps):
    """Play at random, and hand out every state on the way."""
    state, random = find_game(name).new(players), Random(seed)
    for _ in range(steps):
        yield state
        if state.to_act() == TERMINAL:
            return
        chance = state.to_act() == CHANCE
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))


def told(encoding, numbers):
    """Return the numbers by what they mean."""
    return {encoding.describe(number): value for number, value in enumerate(numbers.tolist())}


@pytest.mark.parametrize("name", GAMES)
def test_numbers_have_a_fixed_length_and_each_a_meaning_of_its_own(name):
    game = find_game(name)
    for players in game.players:
        encoding = encoding_of(name, players, game.Rules())
        words = [encoding.describe(number) for number in range(encoding.size)]
        assert [word for word, count in Counter(words).items() if count > 1] == []
        for state in walk(name, players, 1, 60):
            numbers = encoding.encode(state.observation(state.turn % players if name == "wazabi" else 0))
            assert numbers.dtype == np.float32
            assert numbers.shape == (encoding.size,)
            assert np.isfinite(numbers).all()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_tell_apart_has_the_same_numbers(name):
    """The hidden cards dealt anew, and hidden actions done in another way, change no number of a seat."""
    game, random, tried = find_game(name), Random(5), 0
    players = game.players[-1]
    encoding = encoding_of(name, players, game.Rules())
    for step, state in enumerate(walk(name, players, 3, 250)):
        if step % 2:
            continue
        seat = random.randrange(players)
        numbers = encoding.encode(seen := state.observation(seat)).tobytes()
        assert encoding.encode(seen.sample_world(random).observation(seat)).tobytes() == numbers
        for one, two in alike(state, seat):
            tried += 1
            assert encoding.encode(one).tobytes() == encoding.encode(two).tobytes()
    assert tried > 0 or name == "wayfarers"  # random play seldom draws out of sight there


def alike(state, seat):
    """Yield what a seat sees after two actions that look the same to it, of those possible now."""
    if state.to_act() == TERMINAL:
        return
    if state.seers() >> seat & 1:
        return
    possible = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
    looks = defaultdict(list)
    for action in possible:
        looks[action.veiled()].append(action)
    for actions in looks.values():
        after = [state.clone() for _ in actions[:2]]
        for world, action in zip(after, actions, strict=False):
            world.apply(action)
        if len(after) == 2 and after[0].history(seat) == after[1].history(seat):
            yield after[0].observation(seat), after[1].observation(seat)


def test_the_numbers_are_what_lies_on_the_table():
    game = find_game("wazabi")
    state = game.new(3)
    for state in walk("wazabi", 3, 8, 60):  # noqa: B007
        pass
    encoding = encoding_of("wazabi", 3, state.rules)
    for seat in range(3):
        numbers = told(encoding, encoding.encode(state.observation(seat)))
        assert [numbers[f"dice, player {player}"] for player in range(3)] == state.dice
        assert [numbers[f"the seat that sees it, player {player}"] for player in range(3)][seat] == 1
        own = Counter(state.cards.cards[seat])
        mine = {word: value for word, value in numbers.items() if word.startswith(f"cards in hand {seat}: ")}
        assert sum(mine.values()) == 2 * len(state.cards.cards[seat])
        assert sorted(value for value in mine.values() if value)[:-1] == sorted(own.values())


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("mangrovia", "d3ad09fbad27"),
        ("silver", "06ec9e47bd65"),
        ("tobago", "98433ef0c287"),
        ("wayfarers", "d6adc74aad0c"),
        ("wazabi", "bcd33072966a"),
    ],
)
def test_the_numbers_are_the_same_on_every_platform(name, digest):
    """A change of these changes what others have trained: say so in the changelog."""
    game, found = find_game(name), sha256()
    encoding = encoding_of(name, game.players[0], game.Rules())
    for state in walk(name, game.players[0], 11, 120):
        found.update(encoding.encode(state.observation(0)).astype("<f4").tobytes())
    assert found.hexdigest()[:12] == digest


def test_actions_are_numbered_by_the_vocabulary():
    game = find_game("wazabi")
    numbering = numbering_of("wazabi", 2, game.Rules())
    assert [numbering.number(action) for action in numbering.actions] == list(range(len(numbering)))
    for state in walk("wazabi", 2, 2, 40):
        numbers = [numbering.number(action) for action in state.legal_actions()]
        assert numbers == sorted(numbers)
        assert numbering.mask(state.legal_actions()).nonzero()[0].tolist() == numbers


def test_what_does_not_fit_is_refused():
    game = find_game("wazabi")
    encoding, numbering = encoding_of("wazabi", 2, game.Rules()), numbering_of("wazabi", 2, game.Rules())
    with pytest.raises(ToolkitError, match="cannot be encoded for wazabi with 2"):
        encoding.encode(game.new(3).observation(0))
    with pytest.raises(ToolkitError, match="spectator has no seat"):
        encoding.encode(game.new(2).observation(None))
    with pytest.raises(ToolkitError, match=r"no number -1: they are counted from 0"):
        encoding.describe(-1)
    with pytest.raises(ToolkitError, match="they are numbered from 0 to 210"):
        numbering.action(211)
    with pytest.raises(ToolkitError, match="is no action of this game of Wazabi"):
        numbering.number(find_game("silver").vocabulary(2, find_game("silver").Rules())[0])


def test_an_adapter_names_the_extra_that_it_needs(run_python):
    code = "import sys; sys.modules['pyspiel'] = None; import workbench.adapters.openspiel"
    done = run_python(code)
    assert b'not installed: pip install "tobago-toolkit[openspiel]"' in done.stderr
