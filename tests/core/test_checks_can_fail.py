"""`check_game` and `leak_probe` accept Cellar, and refuse every variant of it that breaks its word."""

from __future__ import annotations

import random as global_random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from math import comb
from random import Random
from typing import Any, NamedTuple

import pytest
from cellar import (
    DECISIONS,
    DECK,
    DISCARD,
    GAME,
    HAND,
    PILE,
    ROLLS,
    STOP,
    TURN,
    UNKNOWN,
    Card,
    Cellar,
    CellarState,
    Discarded,
    Drawing,
    Gaining,
    Putting,
    Roll,
    Shift,
    Turn,
    Word,
    draw,
    from_pile,
    legal_turns,
    next_turn,
    put,
    row,
    variant,
)

from toolkit.core import observation
from toolkit.core.decision import ALL, Chance, Decision, on
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HEAP
from toolkit.core.record import Record
from toolkit.core.state import Outcome
from toolkit.testing import CheckFailure, Oracle, check_game, leak_probe, walking


@pytest.mark.parametrize("players", [2, 3])
def test_a_sound_game_passes(players):
    report = check_game(GAME, players, games=3)
    assert report.games == 3
    assert set(report.kinds) == set(GAME.decision_kinds)
    assert report.ends == {"all turns are over": 3}
    probed = leak_probe(GAME, players, games=3)
    assert set(probed.kinds) == set(GAME.decision_kinds)


def test_many_games_are_checked_at_their_end():
    whole = check_game(GAME, 2, games=20, full=False)
    parts = [check_game(GAME, 2, games=10, first=first, full=False) for first in (0, 10)]
    parts[0].add(parts[1])
    assert parts[0] == whole
    assert whole.steps > 20 * whole.longest / 2


def owner(_state: Any, frame: Any) -> int:
    return 1 << frame.actor


# ---- what check_game finds --------------------------------------------------------------------------------


def shares_points(self):
    new = CellarState.clone(self)
    new.shelves = self.shelves
    return new


def forgets_the_turn(self):
    new = CellarState.clone(self)
    new.turn = 0
    return new


def forgets_the_log(self):
    new = CellarState.clone(self)
    new.histories = [None] * len(new.histories)
    return new


def loses_a_card(state, action, frame):
    state.cards.cards[DISCARD].append(0)
    put(state, action, frame)


def is_not_sorted(state, action, frame):
    put(state, action, frame)
    state.cards.cards[PILE].reverse()


def is_random(state, action, frame):
    state.shelves[0].points += global_random.randrange(1_000)
    put(state, action, frame)


def forgets_its_history(state, action, frame):
    put(state, action, frame)
    state.histories = [history and history[0] for history in state.histories]


def changes_when_refusing(state, _frame, _action):
    state.shelves[0].points += 1
    return "no"


def does_anything(self, action):
    frame = self.stack[-1]
    if type(action) in self.kinds[type(frame)].handlers:
        self.apply_unchecked(action)
    else:
        CellarState.apply(self, action)


def choice(name: str, legal: Any, **more: Any) -> dict[str, Any]:
    old = DECISIONS[name]
    handlers = [on(action, run) for action, run in old.handlers.items()]
    return decisions(**{name: Decision(old.frame, legal, *handlers, seen_by=old.seen_by, **more)})


def decisions(**changed: Any) -> dict[str, Any]:
    """Return the change of a game whose kinds are in part others."""
    return {"decisions": DECISIONS | changed}


def handled(name: str, action: type, handler: Any) -> dict[str, Any]:
    old = DECISIONS[name]
    of_old = old.outcomes if isinstance(old, Chance) else old.legal
    return decisions(**{name: type(old)(old.frame, of_old, on(action, handler), seen_by=old.seen_by)})


def weighed(kind: str, change: Any, pick: Any = None) -> dict[str, Any]:
    """Return other weights of a kind of chance, from the state, the action and its weight."""
    old = DECISIONS[kind]

    def outcomes(state, frame):
        return [(action, change(state, action, weight)) for action, weight in old.outcomes(state, frame)]

    handlers = [on(action, run) for action, run in old.handlers.items()]
    return decisions(**{kind: Chance(old.frame, outcomes, *handlers, seen_by=old.seen_by, pick=pick)})


def vocabulary_with(change: Any) -> dict[str, Any]:
    return {"vocabulary": lambda self, players, rules: change(Cellar.vocabulary(self, players, rules))}


@dataclass(frozen=True, slots=True)
class Mumbled(Word):
    def __str__(self):
        return "draw one"


class Odd(NamedTuple):
    actor: int


def with_field(value: Any, kind: Any = object) -> dict[str, Any]:
    """Return a game with one more field that all see."""

    def start(self, players, rules):
        state = Cellar.start(self, players, rules)
        state.secret = value
        return state

    return {"state": {"__annotations__": {"secret": kind}}, "start": start}


def dear_turns(state, frame):
    """A bottle may be swapped for a dear card alone, which nobody else sees in the hand."""
    return legal_turns(state, frame) if dear(state, frame) else [TURN[0], *TURN[3:]]


def dear(state, frame):
    return max(state.cards.cards[HAND + frame.actor], default=0) > 2


def dear_bottles(state, frame):
    return [card for card in DECISIONS["bottle"].legal(state, frame) if card.face > 2]


def announced(**more: Any) -> dict[str, Any]:
    """Return a game in which a turn announces what must be in the hand."""
    turn, bottle = choice("turn", dear_turns), choice("bottle", dear_bottles, **more)
    return decisions(turn=turn["decisions"]["turn"], bottle=bottle["decisions"]["bottle"])


def as_it_is(_state, _action, weight):
    return weight


MINDS = cycle((3, 4, 5))  # never twice the same

BROKEN = {
    "clones share a list": (
        {"state": {"clone": shares_points}},
        "changes the state itself|changes an earlier",
    ),
    "a clone forgets a field": ({"state": {"clone": forgets_the_turn}}, "a clone differs from its state"),
    "a clone forgets the log": ({"state": {"clone": forgets_the_log}}, "a clone has another log"),
    "a card too many": (handled("put", Card, loses_a_card), "cards: other cards than the deck holds"),
    "an unsorted heap": (handled("put", Card, is_not_sorted), "a heap is not sorted"),
    "chance in a handler": (handled("put", Card, is_random), "not always lead to the same state"),
    "a log with gaps": (handled("put", Card, forgets_its_history), "the log is not what happened"),
    "no legal action": (choice("turn", lambda *_: []), "no action is possible"),
    "an action twice": (choice("turn", lambda *_: [TURN[0]] * 2), "an action is named twice"),
    "a secret that must be there": (
        announced(),
        "bottle: nothing can be done in a world",
    ),
    "a secret that cannot be there": (
        announced(possible=lambda *_: False),
        "bottle: it is open, but is said not to be",
    ),
    "another order": (choice("turn", lambda s, f: legal_turns(s, f)[::-1]), "order of the vocabulary"),
    "changing its mind": (
        choice("turn", lambda s, f: TURN[: next(MINDS)]),
        "change when they are asked for|a player sees other actions|not possible now",
    ),
    "a gap in the vocabulary": (
        vocabulary_with(lambda words: [w for w in words if w != STOP]),
        "not in the voc",
    ),
    "a word twice": (vocabulary_with(lambda words: [*words, STOP]), "names an action twice"),
    "a notation twice": (vocabulary_with(lambda words: [*words, Mumbled("x")]), "is read as"),
    "weight 0": (weighed("draw", lambda *_: 0), "has the weight 0"),
    "a weight in parts": (weighed("draw", lambda *_: 0.5), "weight 0.5"),
    "a wrong pick": (weighed("draw", as_it_is, lambda *_: Card("draw", 9)), "but is no outcome"),
    "an illegal action done": ({"state": {"apply": does_anything}}, "is not legal, but was not refused"),
    "a refusal that counts": (
        choice("turn", legal_turns, why_not=changes_when_refusing),
        "a refused action or a question has changed the state",
    ),
    "a refusal without words": (choice("turn", legal_turns, why_not=lambda *_: " "), "without a reason"),
    "no outcome": (
        {"state": {"outcome": lambda _self: None, "returns": lambda self: (0.0,) * self.players}},
        "over without an outcome",
    ),
    "an early outcome": (
        {
            "state": {
                "outcome": lambda self: Outcome("so", (0,), tuple(shelf.points for shelf in self.shelves))
            }
        },
        "an outcome before the end",
    ),
    "an unknown winner": ({"state": {"_best": lambda _self, _best: (7,)}}, "an unknown player wins"),
    "a winner twice": ({"state": {"_best": lambda _self, _best: (0, 0)}}, "a player wins twice"),
    "too few returns": ({"state": {"returns": lambda _self: (0.0,)}}, "one for each player"),
    "endless returns": (
        {"state": {"returns": lambda self: (0.0 if self.stack else float("inf"),) * self.players}},
        "returns:",
    ),
    "lost dice": (
        {"faults": lambda self, state: ["a die is missing"] * (state.turn > 3)},
        "a die is missing",
    ),
    "a list in a field": (with_field([1]), "unhashable|no plain data"),
    "a generator in a field": (with_field(Random(1)), "not JSON serializable|no plain data"),
    "an unknown kind": (
        handled("roll", Roll, lambda state, _action, _frame: state.stack.append(Odd(0))),
        "KeyError: .*Odd",
    ),
    "a player at a chance node": (
        handled("turn", Word, lambda state, _action, frame: state.stack.append(Drawing(0, 0))),
        "a player acts at a chance node",
    ),
    "nobody acts": (
        handled("turn", Word, lambda state, _action, frame: state.stack.append(Putting(5))),
        "nobody can answer: actor 5",
    ),
    "a crash": (handled("put", Card, lambda *_: {}[1]), "KeyError: 1"),
    "a rival that is not told of": (
        {"rivals": lambda _self, _players: 1},
        "0 others at the end, but 1 rivals",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_check_game_finds(name):
    changes, problem = BROKEN[name]
    game = variant(f"broken: {name}", **changes)
    with pytest.raises(CheckFailure, match=problem) as failure:
        check_game(game, 2, games=8)
    assert "'0/" in str(failure.value) or "'vocabulary'" in str(failure.value)
    assert '"format": "toolkit-record/1"' in str(failure.value)


def test_what_an_open_decision_tells_belongs_to_the_worlds():
    """The same game passes when the decision says which hidden cards make it possible."""
    report = check_game(variant("announced", **announced(possible=dear)), 2, games=8)
    assert report.kinds["bottle"] > 4


def test_no_world_is_invented_where_none_is_possible(monkeypatch):
    monkeypatch.setattr(observation, "_MOST_TRIES", 20)
    state = variant("impossible", **choice("turn", legal_turns, possible=lambda *_: False)).new(2)
    while state.decision_kind() != "turn":
        state.apply(state.sample_chance(Random(1)))
    with pytest.raises(ToolkitError, match="no world in 20 lets 'turn' be open"):
        state.observation(1).sample_world(Random(1))


def always_rolls(state, _random):
    return TURN[4] if state.decision_kind() == "turn" else None


def test_check_game_finds_a_game_without_end(monkeypatch):
    monkeypatch.setattr(walking, "_MOST_STEPS", 100)
    endless = variant("endless", **handled("roll", Roll, lambda state, *_: state.stack.append(Turn(0))))
    with pytest.raises(CheckFailure, match="does not end within 100 steps"):
        check_game(endless, 2, games=1, full=False, script=always_rolls)


def test_a_failure_holds_what_was_played():
    game = variant("played", **handled("put", Card, loses_a_card))
    with pytest.raises(CheckFailure) as failure:
        check_game(game, 2, games=5, seed="again")
    record, seed = failure.value.record, failure.value.record.seed
    assert str(seed).startswith("again/")
    lines = str(failure.value).split("up to there:\n")[1]
    assert Record.parse(lines + "\n").actions == record.actions
    number = int(str(seed).split("/")[1])
    with pytest.raises(CheckFailure) as once_more:
        check_game(game, 2, games=1, first=number, seed="again")
    assert once_more.value.record.actions == record.actions


def test_check_game_replays_the_record():
    """A game that starts otherwise each time: what was played cannot be replayed."""
    starts = []

    def start(self, players, rules):
        starts.append(1)
        state = Cellar.start(self, players, rules)
        state.turn = -len(starts)
        return state

    with pytest.raises(CheckFailure, match=r"replayed to another end|cannot act: "):
        check_game(variant("restarts", start=start), 2, games=1)


# ---- what a second opinion finds --------------------------------------------------------------------------


def left(verb):
    """Weigh a card of the pile by those that lie nowhere else."""

    def weights(state):
        pile = Counter(DECK) - Counter(face for zone in state.cards.cards[1:] for face in zone)
        return {f"{verb} {face}": 7 * copies for face, copies in pile.items()}  # a factor does not matter

    return weights


def two_dice(_state):
    return {str(roll): comb(2, max(roll.shown)) for roll, _ in ROLLS}


def picked_points(state, record):
    picks = Counter(actor for actor, action in record.actions if str(action) == "pick point")
    return [picks[player] for player in range(state.players)]


ORACLE = Oracle({"deal": left("deal"), "draw": left("draw"), "roll": two_dice}, picked_points)


def outcome_of(scores):
    """Return Cellar with other scores at its end."""

    def outcome(self):
        points = [shelf.points for shelf in self.shelves]
        return None if self.stack else Outcome("all turns are over", (0,), scores(points))

    return {"state": {"outcome": outcome}}


WRONG = {
    "every face alike": (weighed("draw", lambda *_: 1), "draw: the chances of"),
    "a card of a hand counts": (weighed("deal", lambda state, _, weight: weight + 1), "deal: the chances of"),
    "dice that are loaded": (weighed("roll", lambda *_: 1), "roll: the chances of"),
    "a point too many": (outcome_of(lambda points: (points[0] + 1, *points[1:])), "the scores are"),
    "scores of others": (outcome_of(lambda points: tuple(points[::-1])), "the scores are"),
}


def test_a_sound_game_agrees_with_its_oracle():
    assert check_game(GAME, 3, games=5, oracle=ORACLE).games == 5
    assert check_game(GAME, 2, games=20, full=False, oracle=ORACLE).games == 20


@pytest.mark.parametrize("name", WRONG)
def test_an_oracle_finds(name):
    changes, problem = WRONG[name]
    game = variant(f"wrong: {name}", **changes)
    check_game(game, 2, games=8)
    with pytest.raises(CheckFailure, match=problem):
        check_game(game, 2, games=8, oracle=ORACLE)


def test_an_oracle_weighs_every_kind_of_chance_but_may_have_no_opinion_of_the_scores():
    with pytest.raises(CheckFailure, match="the oracle does not weigh 'deal'"):
        check_game(GAME, 2, games=1, oracle=Oracle({}, picked_points))
    silent = Oracle(ORACLE.weights, lambda *_: None)
    assert check_game(variant("silent", **outcome_of(lambda points: (9, 9))), 2, games=1, oracle=silent)


def test_draws_that_do_not_follow_their_weights_are_found():
    def first_ones(state, frame, random):
        outcomes = DECISIONS["draw"].outcomes(state, frame)
        return outcomes[int(random.random() ** 2 * len(outcomes))][0]

    with pytest.raises(CheckFailure, match=r"draw: draws are -\d+\.\d standard errors off their weights"):
        check_game(variant("loaded draws", **weighed("draw", as_it_is, first_ones)), 2, games=20)


def test_a_veil_that_tells_is_found(monkeypatch):
    monkeypatch.setattr(Card, "veiled", lambda card: card)
    with pytest.raises(CheckFailure, match="tells what is hidden"):
        check_game(GAME, 2, games=1)


# ---- what leak_probe finds --------------------------------------------------------------------------------


def travelling_masks(state, action, frame):
    """The trap of the prototype: masks go with the bottles, seen by everybody."""
    zone = row(state, frame.actor)
    state.cards.mix([(zone, index) for index in range(len(action.order))], action.order, ALL)
    next_turn(state)


def granted(state, action, frame):
    """All others see what somebody puts away, though the log does not say it."""
    put(state, action, frame)
    state.cards.give(action.face, PILE, DISCARD, ALL)
    state.cards.give(action.face, DISCARD, PILE)


def public_secret(state, action, frame):
    state.shelves[frame.actor].points += action.face
    put(state, action, frame)


def secret_on_the_stack(state, action, frame):
    put(state, action, frame)
    if state.stack:
        state.stack[-1] = Turn(action.face % 2)


def legal_by_others_hands(state, frame):
    other = (frame.actor + 1) % state.players
    return legal_turns(state, frame) if 0 in state.cards.cards[HAND + other] else TURN[:1]


def tells_nobody(state, action, frame):
    """A bottle is discarded openly, but the log does not say which."""
    player, index = frame
    zone = row(state, player)
    state.cards.move(state.cards.cards[zone][index], (zone, index), (DISCARD, HEAP))
    state.cards.move(action.face, (HAND + player, HEAP), (zone, index))
    next_turn(state)


def tells_everybody(state, action, frame):
    state.reveal(Discarded(action.face), ALL)
    put(state, action, frame)


@cache
def veil_of_its_own(card: Card) -> Card:
    return Card(card.verb, UNKNOWN)


class Kept(Card):
    """A card that is equal to others out of sight, but each time the same object."""

    __slots__ = ()

    def veiled(self):
        return veil_of_its_own(self)


KEPT = [Kept("draw", face) for face in range(6)]
ALIKE = [(0 * face,) for face in range(6)]  # equal, but six objects


def tells_by_what_is_shared(state, action, frame):
    state.secret = ALIKE[0], ALIKE[action.face]
    put(state, action, frame)


LEAKS = {
    "a veiled action kept for each card": (
        decisions(draw=Chance(Drawing, from_pile(KEPT), on(Kept, draw), seen_by=DECISIONS["draw"].seen_by))
        | vocabulary_with(lambda words: [*words[:6], *KEPT, *words[12:]]),
        "by what is one object, .*: log",
    ),
    "a tuple shared out of sight": (
        with_field((ALIKE[0],) * 2, tuple[tuple[int, ...], ...])
        | handled("put", Card, tells_by_what_is_shared),
        "by what is one object, .*put: .*: secret",
    ),
    "a travelling mask": (handled("shift", Shift, travelling_masks), "out of sight.*who knows"),
    "knowledge granted": (handled("put", Card, granted), "out of sight.*known"),
    "a secret in a public field": (handled("put", Card, public_secret), "out of sight.*shelves"),
    "a secret on the stack": (handled("put", Card, secret_on_the_stack), "open decisions"),
    "legal actions": (choice("turn", legal_by_others_hands), "legal actions"),
    "an open discard without a word": (handled("bottle", Card, tells_nobody), "cards: discard"),
    "a draw that all hear of": (
        decisions(draw=Chance(Drawing, from_pile([Card("draw", f) for f in range(6)]), on(Card, draw))),
        "the log tells player . what the player cannot see on the table",
    ),
    "a reveal that all hear of": (
        handled("put", Card, tells_everybody),
        "the log tells player . what the player cannot see on the table",
    ),
    "an unreachable kind": (decisions(never=Decision(Odd, lambda *_: [STOP])), "'never' was never visited"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_leak_probe_finds(name):
    changes, problem = LEAKS[name]
    game = variant(f"leak: {name}", **changes)
    check_game(game, 2, games=3)
    with pytest.raises(CheckFailure, match=f"(?s){problem}"):
        leak_probe(game, 2, games=6)


def test_a_kind_may_be_ruled_out_but_then_must_stay_away():
    game = variant("ruled out", **decisions(never=Decision(Odd, lambda *_: [STOP])))
    leak_probe(game, 2, games=5, without={"never"})
    with pytest.raises(CheckFailure, match="'shift' was visited, but is said to be ruled out"):
        leak_probe(GAME, 2, games=3, without={"shift"})


def test_a_script_reaches_what_random_play_does_not():
    rare = Decision(Odd, lambda *_: [STOP], on(Word, lambda state, _action, _frame: next_turn(state)))

    def turn_into(state, action, frame):
        if state.shelves[frame.actor].points == 3:
            state.stack.append(Odd(frame.actor))
        else:
            DECISIONS["turn"].handlers[Word](state, action, frame)

    table = handled("turn", Word, turn_into)["decisions"] | {"rare": rare}
    game = variant("rare", decisions=table)
    with pytest.raises(CheckFailure, match="'rare' was never visited"):
        leak_probe(game, 2, games=2)

    def script(state, random):
        if isinstance(state.stack[-1], Turn) and random.random() < 0.8:
            return TURN[4]
        if isinstance(state.stack[-1], Gaining):
            return next((a for a in state.legal_actions() if str(a) == "pick point"), None)
        return None

    assert leak_probe(game, 2, games=8, script=script).kinds["rare"]
