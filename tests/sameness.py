"""What engines and solvers say, as hashes: ``python tests/sameness.py`` compares with those that are kept.

A change that should alter nothing is shown to alter nothing: ``--save`` before it, a plain run after it. What
differs is named, and the status is 1. Names as arguments look at these alone: ``games/wazabi``, ``puzzles``.
Two processes take about ten minutes for all of it. No test runs it: what should change may change.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from joblib import Parallel, delayed

from puzzles import Request, hint, make_puzzle
from puzzles.format.files import to_line
from puzzles.hints import RUNGS
from puzzles.kinds import NAMES, kind_named
from solvers.players import player
from solvers.tobago import explain_hex, forecast, hints, review
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import play
from toolkit.core.saving import state_to_text
from toolkit.games import SHIPPED
from toolkit.games.tobago import draw_position
from toolkit.games.tobago import position_of as tobago_position

if TYPE_CHECKING:
    from toolkit.core.state import State

KEPT = Path(__file__).parent / "data" / "sameness.json"
POSITION_OF = {
    "silver": "toolkit.games.silver.position",
    "mangrovia": "toolkit.games.mangrovia.conversion",
    "wayfarers": "toolkit.games.wayfarers.conversion",
}
LONG = ("win", "rounds", "threshold", "reveal", "replies", "replies_of")
"""Questions that are simulated, or take minutes for some positions."""

Told = Iterator[object]


def hashed(told: Told) -> dict[str, Any]:
    """Return how much was told, and one hash over it."""
    digest, count = sha256(), 0
    for count, one in enumerate(told, 1):  # noqa: B007
        digest.update(json.dumps(one, default=str).encode() + b"\n")
    return {"lines": count, "hash": digest.hexdigest()[:24]}


# ---- games -------------------------------------------------------------------------------------------------


def variants(name: str) -> Iterator[tuple[str, Any, int, int]]:
    """Yield rules with a number of players, and how many games of them: editions, then each switch."""
    game = find_game(name)
    for edition, rules in game.editions.items():
        for players in game.players:
            yield edition, rules, players, 2
    plain, hints_of = game.Rules(), get_type_hints(game.Rules)
    for field in fields(game.Rules):
        for value in _values(hints_of[field.name]):
            if value != getattr(plain, field.name):
                for players in (2, game.players[-1]):
                    try:
                        yield f"{field.name}={value}", replace(plain, **{field.name: value}), players, 1
                    except ToolkitError:
                        continue


def _values(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return (True, False) if kind is bool else ()


def games(name: str) -> Told:
    """Tell random games of all variants: what is open, legal, drawn, refused, seen, shown and logged."""
    game = find_game(name)
    for variant, rules, players, count in variants(name):
        try:
            vocabulary = game.vocabulary(players, rules)
            begun = game.new(players, rules)
        except ToolkitError as error:
            yield [variant, players, str(error)]
            continue
        yield [variant, players, [str(action) for action in vocabulary], game.components(rules)]
        for seed in range(count):
            yield from _game(begun.clone(), list(vocabulary), Random(f"{variant}/{players}/{seed}"))


def _game(state: State, vocabulary: list[Any], random: Random) -> Told:
    while state.stack:
        legal = state.legal_actions()
        yield [state.decision_kind(), state.to_act(), [str(action) for action in legal]]
        yield [[str(action), weight] for action, weight in state.chance_outcomes()]
        if random.random() < 0.03:
            yield from _looked_at(state, vocabulary, random)
        state.apply_unchecked(random.choice(legal) if legal else state.sample_chance(random))
    yield from ([str(event) for event in state.log(seat)] for seat in [*range(state.players), None])
    yield [state.game.lines(state.full_log()), repr(state.outcome()), state.returns()]


def _looked_at(state: State, vocabulary: list[Any], random: Random) -> Told:
    yield state_to_text(state)
    seen = state.observation(max(state.to_act(), 0))
    yield [repr(seen.views), repr(seen.fields), [str(action) for action in seen.actions]]
    yield [[seen.places(action) for action in seen.legal_actions()], len({seen.key()})]
    yield str(seen.picture)
    yield state_to_text(seen.sample_world(Random(1)))
    for action in random.sample(vocabulary, min(4, len(vocabulary))):
        if state.to_act() >= 0 and action not in state.legal_actions():
            try:
                state.apply(action)
            except ToolkitError as error:
                yield str(error)
            else:
                raise AssertionError(f"{action} is not legal, and was done")


def judged(name: str) -> Told:
    """Tell games of the greedy bot: what it chooses, and what it says of it."""
    game = find_game(name)
    for seed in range(8):
        players = game.players[seed % len(game.players)]
        yield play(game.new(players), [player("greedy") for _ in range(players)], seed=seed).to_lines()


# ---- odds --------------------------------------------------------------------------------------------------


def positions(name: str, count: int) -> Iterator[Any]:
    """Yield positions of random games, as who acts sees them."""
    game, found, seed = find_game(name), 0, 0
    convert = import_module(POSITION_OF[name]).position_of
    while found < count:
        random, seed = Random(f"{name}/{seed}"), seed + 1
        state = game.new(2 + seed % (max(game.players) - 1))
        while state.stack and found < count:
            if state.to_act() >= 0 and random.random() < 0.02:
                try:
                    position = convert(state.observation(state.to_act()))
                except ToolkitError:
                    position = None  # in the middle of something that positions do not tell
                if position is not None:
                    found += 1
                    yield position
            legal = state.legal_actions()
            state.apply_unchecked(random.choice(legal) if legal else state.sample_chance(random))


def odds(name: str, count: int) -> Told:
    """Tell the answers to all exact questions about positions."""
    room = import_module(f"solvers.{name}.answers")
    if name == "wazabi":
        text = Path("examples/wazabi-position.toml").read_text(encoding="utf-8")
        some = find_game(name).positions().parse(text)
        found = iter([replace(some, dice=(*some.dice[:-1], dice)) for dice in range(1, 7)])
    else:
        found = positions(name, count)
    for position in found:
        for query in room.QUERIES:
            if query not in LONG:
                try:
                    yield [
                        query,
                        [answer.to_dict() for answer in room.answers(query, position, room.Asked())],
                    ]
                except ToolkitError as error:
                    yield [query, str(error)]


# ---- Tobago and puzzles ------------------------------------------------------------------------------------


def tobago(count: int) -> Told:
    """Tell verdicts, reasons, hints, forecasts and reviews of positions that were drawn and played."""
    game = find_game("tobago")
    for seed in range(count):
        random, state = Random(seed), game.new(2 + seed % 3)
        for _ in range(40 + seed % 60):
            legal = state.legal_actions()
            state.apply_unchecked(random.choice(legal) if legal else state.sample_chance(random))
        try:
            position = tobago_position(state.observation(max(state.to_act(), 0)))
        except ToolkitError as error:
            yield str(error)
            continue
        yield position.to_dict()
        for colour, found in position.maps.items():
            yield [repr(found.verdict(clue)) for clue in position.deck.kinds]
            yield [colour, str(found.candidates), str(forecast(found, position.remaining))]
            yield [explain_hex(found, name) for name in random.sample(list(position.setting.island.names), 3)]
        yield [repr(one) for one in hints(position)]
        yield repr(review(position))
        yield str(draw_position(position))


def puzzles(kind: str, count: int) -> Told:
    """Tell puzzles of all levels, and all rungs of their hints in both languages."""
    for level in range(1, kind_named(kind).levels + 1):
        for number in range(count):
            puzzle = make_puzzle(Request(kind=kind, level=level, seed="same"), number)
            yield to_line(puzzle)
            for rung in RUNGS:
                yield [repr(hint(puzzle, {}, rung, lang=lang)) for lang in ("en", "fa")]


PARTS: dict[str, Callable[[], Told]] = {
    **{f"games/{name}": partial(games, name) for name in SHIPPED},
    **{f"judged/{name}": partial(judged, name) for name in SHIPPED},
    "odds/wazabi": partial(odds, "wazabi", 6),
    "odds/silver": partial(odds, "silver", 30),
    "odds/mangrovia": partial(odds, "mangrovia", 150),
    "odds/wayfarers": partial(odds, "wayfarers", 150),
    "tobago": partial(tobago, 60),
    **{f"puzzles/{kind}": partial(puzzles, kind, 2 if kind == "lost-landmarks" else 6) for kind in NAMES},
}


def main(names: list[str], *, save: bool) -> int:
    """Compare with what is kept, or keep it; return the status."""
    chosen = [name for name in PARTS if not names or any(name.startswith(one) for one in names)]
    found = Parallel(n_jobs=2, batch_size=1)(
        delayed(lambda name: hashed(PARTS[name]()))(name) for name in chosen
    )
    now = dict(zip(chosen, found, strict=True))
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    if save:
        KEPT.write_text(json.dumps(kept | now, indent=1) + "\n", encoding="utf-8")
    other = [name for name in chosen if kept.get(name) != now[name]]
    for name in chosen:
        print(f"{name}: {now[name]['lines']:,} lines{', OTHER' if name in other else ''}")
    return 1 if other and not save else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # some of what is told are sets
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"PYTHONHASHSEED": "0"})
    sys.exit(main([word for word in sys.argv[1:] if word != "--save"], save="--save" in sys.argv))
