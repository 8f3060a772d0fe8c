"""`leak_probe`: whether a player sees, or may do, what depends on things that this player must not know.

Two checks, in every kind of decision and for every seat:

resampling
    A world that the player thinks possible looks like the true one: the observation, its legal actions and
    its log. It finds what depends on hidden cards *now*.
divergence
    Two worlds that look alike to the player are driven on. All that happens looks alike, but what the player
    does not see, hidden choices and draws, goes apart. They must go on looking alike. It finds what depends
    on hidden things of the *past*: a mask that travels with a card, or a public field that somebody's secret
    has changed, which a resampled world merely copies.

"Equal" is more than ``==``: which things are one object tells as well. So what is seen is pickled behind all
actions of the game, plain and veiled, and the bytes must be the same: a pickle names what it held before.

A third comparison finds a log that tells more than the view: where a player's log sets two such worlds apart,
by an action that has a veiled form but is seen whole or by a `Reveal`, what lies on the table must do so too.
(A spectator keeps no account of cards, so a spectator's log may tell more; and of what was seen in the last
moment of a round nothing is left on the table once all cards were gathered for the next one.)
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from random import Random
from typing import Any

from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.game import Game
from toolkit.core.observation import Observation
from toolkit.core.state import State
from toolkit.testing.walking import Broken, Report, Script, Walk, guarded

_HORIZON = 25  # steps for which two worlds are driven on
_ALWAYS = 3  # pairs that start in each kind of decision for each seat, before it is left to chance
_SELDOM = 0.05
_RARELY = 20  # of so many worlds dealt in a kind of decision for a seat, one is pickled
_PATIENCE = 5


def leak_probe(
    game: Game[Any, Any],
    players: int,
    rules: Any = None,
    *,
    games: int = 20,
    seed: int | str = 0,
    script: Script | None = None,
    without: Collection[str] = (),
    seldom: Collection[str] = (),
) -> Report:
    """Play random games and check that nobody sees, or may do, what depends on things unknown to them.

    Parameters
    ----------
    game, players, rules, seed, script
        As in `check_game`.
    games
        At least so many games; more, up to five times as many, until every kind of decision was visited.
    without
        The kinds of decisions that these rules or this number of players rule out.
    seldom
        The kinds of decisions that may come, but so seldom that so few games need not reach them.

    Raises
    ------
    CheckFailure
        With the seed and the record of the game that leaks; also when a kind of decision was never visited
        by both checks for every seat: then more games or a `script` are needed.
    """
    rules = game.Rules() if rules is None else rules
    probe = _Probe()
    often = [kind for kind in game.decision_kinds if kind not in {*without, *seldom}]
    wanted = [(kind, seat) for kind in often for seat in range(players)]
    for number in range(_PATIENCE * games):
        if number < games or probe.missing(wanted):
            guarded(Walk.begin(game, players, rules, f"{seed}/{number}", script), probe.play)
    visited = [
        f"{kind!r} was visited, but is said to be ruled out" for kind in without if probe.report.kinds[kind]
    ]
    for problem in [*visited, *filter(None, [probe.missing(wanted)])]:
        raise Walk.begin(game, players, rules, str(seed), script).fail(problem)
    return probe.report


@dataclass(slots=True)
class _Probe:
    """What was probed so far."""

    report: Report = field(default_factory=Report)
    resampled: Counter[tuple[str, int]] = field(default_factory=Counter)
    diverged: Counter[tuple[str, int]] = field(default_factory=Counter)
    started: Counter[tuple[str, int]] = field(default_factory=Counter)

    def play(self, walk: Walk) -> None:
        """Probe one game at every state."""
        while not walk.over():
            state = walk.state
            self.report.kinds[str(state.decision_kind())] += 1
            for seat in range(state.players):
                self._resample(walk, seat)
            for seat in range(state.players + 1):
                self._diverge(walk, seat)
            walk.step(walk.choose())
        self.report.count(walk.record, walk.state.outcome())

    def missing(self, wanted: Sequence[tuple[str, int]]) -> str | None:
        """Return the first kind and seat that one of both checks never visited, in words."""
        for kind, seat in wanted:
            if not self.resampled[kind, seat]:
                return f"{kind!r} was never visited"
            if not self.diverged[kind, seat]:
                return f"{kind!r} was never driven through for player {seat}"
        return None

    def _resample(self, walk: Walk, seat: int) -> None:
        state, place = walk.state, (str(walk.state.decision_kind()), seat)
        seen = state.observation(seat)
        world = seen.sample_world(walk.random)
        _require_alike(seen, world.observation(seat), story := "another deal of the hidden cards")
        if not self.resampled[place] % _RARELY:  # the whole log is long
            _require_one(state.observation(seat), world.observation(seat), story)
        self.resampled[place] += 1

    def _diverge(self, walk: Walk, seat: int) -> None:
        state, random = walk.state, walk.random
        place = (str(state.decision_kind()), seat)
        if self.started[place] >= _ALWAYS and random.random() > _SELDOM:
            return
        self.started[place] += 1
        one, two = (_world(state, seat, random) for _ in range(2))
        pair = _Pair(one, two, seat, random)
        for _ in range(_HORIZON):
            kind = str(one.decision_kind())
            if not pair.step():
                return
            self.diverged[kind, seat] += 1


def _world(state: State, seat: int, random: Random) -> State:
    """Return the true world or another one that the seat cannot tell from it, with an empty log."""
    possible = seat < state.players and random.random() < 0.6
    world = state.observation(seat).sample_world(random) if possible else state.clone()
    world.histories = [None] * (state.players + 2)
    return world


@dataclass(slots=True)
class _Pair:
    """Two worlds that look alike to a seat, driven on so that they should go on looking alike."""

    one: State
    two: State
    seat: int
    random: Random

    def step(self) -> bool:
        """Do in both what looks the same to the seat; tell whether it should still see no difference."""
        if self.one.to_act() == TERMINAL:
            return False
        kind = str(self.one.decision_kind())
        first, second = _by_look(self.one, self.seat), _by_look(self.two, self.seat)
        self._compare_log(kind, first)
        common = [look for look in first if look in second]
        if not common:
            return False
        look = self.random.choice(common)
        mine = self.random.choice(first[look])
        others = [action for action in second[look] if action != mine] or second[look]
        other = self.random.choice(others)
        other = mine if other == mine else other  # one made anew is another object, which tells nothing
        self.one.apply_unchecked(mine)
        self.two.apply_unchecked(other)
        story = f"{kind}: {mine}" + (f" or, out of sight, {other}" if mine != other else "")
        if self.one.histories[self.seat] != self.two.histories[self.seat]:
            _require_apart(self.one, self.two, self.seat, story)
            return False
        seen = _seen(self.one, self.seat), _seen(self.two, self.seat)
        _require_alike(*seen, story)
        _require_one(*seen, story)
        return True

    def _compare_log(self, kind: str, looks: dict[Action, list[Action]]) -> None:
        """Check that what the seat hears of others' actions beyond their veiled form shows on the table."""
        if self.one.to_act() == self.seat:
            return
        alike: dict[Action, list[Action]] = defaultdict(list)
        for look, actions in looks.items():
            alike[look.veiled()].append(actions[0])
        for actions in alike.values():
            if len(actions) > 1:
                mine, other = self.random.sample(actions, 2)
                one, two = self.one.clone(), self.one.clone()
                one.apply_unchecked(mine)
                two.apply_unchecked(other)
                _require_apart(one, two, self.seat, f"{kind}: {mine} or {other}")


def _by_look(state: State, seat: int) -> dict[Action, list[Action]]:
    """Return what is possible, by the look that it has for a seat."""
    plain = state.seers() >> seat & 1
    if state.to_act() == CHANCE:
        possible = [action for action, weight in state.chance_outcomes() if weight]
    else:
        possible = list(state.legal_actions())
    looks: dict[Action, list[Action]] = defaultdict(list)
    for action in possible:
        looks[action if plain else action.veiled()].append(action)
    return looks


def _seen(state: State, seat: int) -> Observation[Any]:
    return state.observation(seat if seat < state.players else None)


def _require_alike(one: Observation[Any], two: Observation[Any], story: str) -> None:
    """Check that two observations are equal, or name where they differ."""
    if one == two:
        return
    told = [f"{name}: {a!r} against {b!r}" for name, a, b in _parts(one, two) if a != b]
    raise Broken(f"player {one.player} can tell apart what must look alike ({story}): {'; '.join(told)}")


def _require_one(one: Observation[Any], two: Observation[Any], story: str) -> None:
    """Check that in equal observations the same things are one object, or name where they are not."""
    words = _words(one.state_type.game, one.players, one.rules)
    if _pickled(one, words) == _pickled(two, words):
        return
    told = [name for name, a, b in _parts(one, two) if _pickled(a, words) != _pickled(b, words)]
    raise Broken(
        f"player {one.player} can tell apart, by what is one object, what must look alike ({story}): "
        f"{', '.join(told) or 'what several parts share'}"
    )


@lru_cache(maxsize=8)
def _words(game: Any, players: int, rules: Any) -> pickle.Pickler:
    """Return a pickler that has named the rules, and all actions as they are and as they look veiled."""
    pickler = pickle.Pickler(BytesIO())
    actions = game.vocabulary(players, rules)
    pickler.dump((rules, actions, [action.veiled() for action in actions]))
    return pickler


def _pickled(seen: object, words: pickle.Pickler) -> bytes:
    """Return the pickle of something that is seen, in which what was named before is named again."""
    pickler = pickle.Pickler(written := BytesIO())
    pickler.memo = words.memo
    pickler.dump(seen)
    return written.getvalue()


def _require_apart(one: State, two: State, seat: int, story: str) -> None:
    """Check that two worlds that a player's log sets apart do not look alike while the game goes on."""
    if one.remembered(seat) == two.remembered(seat):
        return  # in a game without memory, what was seen once need not show any more
    alike = one.stack and seat < one.players and _seen(one, seat).key() == _seen(two, seat).key()
    if alike and one.table != two.table:  # the same table keeps no secret of which the log could tell
        raise Broken(f"the log tells player {seat} what the player cannot see on the table ({story})")


def _parts(one: Observation[Any], two: Observation[Any]) -> list[tuple[str, Any, Any]]:
    """Return the parts of two observations by name."""
    kind = one.state_type
    named: list[tuple[str, Any, Any]] = [
        *zip([field.name for field in kind.OPEN], one.public, two.public, strict=True),
        ("open decisions", one.stack, two.stack),
        ("legal actions", one.actions, two.actions),
        ("log", one.log, two.log),
    ]
    for name, view, other in zip(kind.ZONES, one.views, two.views, strict=True):
        zones = [f"{name}: {zone}" for zone in view.layout.number]
        named += zip(zones, view.cards, other.cards, strict=True)
        named += [
            (f"{name}: who knows", view.known, other.known),
            (f"{name}: what is known", view.knowledge.settled, other.knowledge.settled),
        ]
    return named
