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
    Dealing,
    Discarded,
    Drawing,
    Gaining,
    Putting,
    Roll,
    Rolling,
    Shift,
    Shifting,
    Swapping,
    Turn,
    Word,
)

from toolkit.core import observation
from toolkit.core.chance import card_draws
from toolkit.core.decision import ALL, CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HEAP, Zones
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


PUT, LEGAL_TURNS, TURN_OVER = Putting.put, Turn.legal, Turn.turn


def frames(frame: type, **methods: Any) -> dict[str, Any]:
    """Return the change of a game whose frames have other methods."""
    return {"frames": {frame: methods}}


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


def loses_a_card(self, state, action: Card):
    state.cards.cards[DISCARD].append(0)
    PUT(self, state, action)


def is_not_sorted(self, state, action: Card):
    PUT(self, state, action)
    state.cards.cards[PILE].reverse()


def is_random(self, state, action: Card):
    state.shelves[0].points += global_random.randrange(1_000)
    PUT(self, state, action)


def forgets_its_history(self, state, action: Card):
    PUT(self, state, action)
    state.histories = [history and history[0] for history in state.histories]


def crashes(self, state, action: Card):
    {}[1]


def changes_when_refusing(self, state, action: Word):
    state.shelves[0].points += 1
    return "no"


def says_nothing(self, state, action: Word):
    return " "


def does_anything(self, action):
    frame = self.stack[-1]
    if type(action) in self.kinds[type(frame)].does:
        self.apply_unchecked(action)
    else:
        CellarState.apply(self, action)


def weighed(frame: Any, change: Any, **more: Any) -> dict[str, Any]:
    """Return other weights of a kind of chance, from the state, the action and its weight."""
    right = frame.outcomes

    def outcomes(self, state):
        return [(action, change(state, action, weight)) for action, weight in right(self, state)]

    return frames(frame, outcomes=outcomes, **more)


def opens(frame: Any) -> Any:
    def turn(self, state, action: Word):
        state.stack.append(frame)

    return turn


def rolls_into(frame: Any) -> Any:
    def roll(self, state, action: Roll):
        state.stack.append(frame)

    return roll


def vocabulary_with(change: Any) -> dict[str, Any]:
    return {"vocabulary": lambda self, players, rules: change(Cellar.vocabulary(self, players, rules))}


@dataclass(frozen=True, slots=True)
class Mumbled(Word):
    def __str__(self):
        return "draw one"


class Odd(NamedTuple):
    actor: int

    def legal(self, state):
        return [STOP]

    def stop(self, state, action: Word):
        state.next_turn()


def with_field(value: Any, kind: Any = object) -> dict[str, Any]:
    """Return a game with one more field that all see."""

    def start(self, players, rules):
        state = Cellar.start(self, players, rules)
        state.secret = value
        return state

    return {"state": {"__annotations__": {"secret": kind}}, "start": start}


def dear_turns(self, state):
    """A bottle may be swapped for a dear card alone, which nobody else sees in the hand."""
    return LEGAL_TURNS(self, state) if dear(self, state) else [TURN[0], *TURN[3:]]


def dear(self, state):
    return max(state.cards.cards[HAND + self.actor], default=0) > 2


SWAPPED = Swapping.legal


def announced(**more: Any) -> dict[str, Any]:
    """Return a game in which a turn announces what must be in the hand."""
    dear_bottles = lambda self, state: [card for card in SWAPPED(self, state) if card.face > 2]  # noqa: E731
    return {"frames": {Turn: {"legal": dear_turns}, Swapping: {"legal": dear_bottles, **more}}}


MINDS = cycle((3, 4, 5))  # never twice the same

BROKEN = {
    "clones share a list": (
        {"state": {"clone": shares_points}},
        "changes the state itself|changes an earlier",
    ),
    "a clone forgets a field": ({"state": {"clone": forgets_the_turn}}, "a clone differs from its state"),
    "a clone forgets the log": ({"state": {"clone": forgets_the_log}}, "a clone has another log"),
    "a card too many": (frames(Putting, put=loses_a_card), "cards: other cards than the deck holds"),
    "an unsorted heap": (frames(Putting, put=is_not_sorted), "a heap is not sorted"),
    "chance in a handler": (frames(Putting, put=is_random), "not always lead to the same state"),
    "a log with gaps": (frames(Putting, put=forgets_its_history), "the log is not what happened"),
    "no legal action": (frames(Turn, legal=lambda *_: []), "no action is possible"),
    "an action twice": (frames(Turn, legal=lambda *_: [TURN[0]] * 2), "an action is named twice"),
    "a secret that must be there": (
        announced(),
        "bottle: nothing can be done in a world",
    ),
    "a secret that cannot be there": (
        announced(possible=lambda *_: False),
        "bottle: it is open, but is said not to be",
    ),
    "another order": (frames(Turn, legal=lambda *of: LEGAL_TURNS(*of)[::-1]), "order of the vocabulary"),
    "changing its mind": (
        frames(Turn, legal=lambda *_: TURN[: next(MINDS)]),
        "change when they are asked for|a player sees other actions|not possible now",
    ),
    "a gap in the vocabulary": (
        vocabulary_with(lambda words: [w for w in words if w != STOP]),
        "not in the voc",
    ),
    "a word twice": (vocabulary_with(lambda words: [*words, STOP]), "names an action twice"),
    "a notation twice": (vocabulary_with(lambda words: [*words, Mumbled("x")]), "is read as"),
    "weight 0": (weighed(Drawing, lambda *_: 0), "has the weight 0"),
    "a weight in parts": (weighed(Drawing, lambda *_: 0.5), "weight 0.5"),
    "a wrong pick": (frames(Drawing, pick=lambda *_: Card("draw", 9)), "but is no outcome"),
    "an illegal action done": ({"state": {"apply": does_anything}}, "is not legal, but was not refused"),
    "a refusal that counts": (
        frames(Turn, why_not=changes_when_refusing),
        "a refused action or a question has changed the state",
    ),
    "a refusal without words": (frames(Turn, why_not=says_nothing), "without a reason"),
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
        frames(Rolling, roll=rolls_into(Odd(0))),
        "KeyError: .*Odd",
    ),
    "a player at a chance node": (
        frames(Turn, turn=opens(Drawing(0, 0))),
        "a player acts at a chance node",
    ),
    "nobody acts": (
        frames(Turn, turn=opens(Putting(5))),
        "nobody can answer: actor 5",
    ),
    "a crash": (frames(Putting, put=crashes), "KeyError: 1"),
    "a rival that is not told of": (
        {"rivals": lambda _self, _players: 1},
        "0 others at the end, but 1 rivals",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_check_game_finds(name, made):
    changes, problem = BROKEN[name]
    game = made(f"broken: {name}", **changes)
    with pytest.raises(CheckFailure, match=problem) as failure:
        check_game(game, 2, games=8)
    assert "'0/" in str(failure.value) or "'vocabulary'" in str(failure.value)
    assert '"format": "toolkit-record/1"' in str(failure.value)


def test_what_an_open_decision_tells_belongs_to_the_worlds(made):
    """The same game passes when the decision says which hidden cards make it possible."""
    report = check_game(made("announced", **announced(possible=dear)), 2, games=8)
    assert report.kinds["bottle"] > 4


def test_no_world_is_invented_where_none_is_possible(monkeypatch, made):
    monkeypatch.setattr(observation, "_MOST_TRIES", 20)
    state = made("impossible", **frames(Turn, possible=lambda *_: False)).new(2)
    while state.decision_kind() != "turn":
        state.apply(state.sample_chance(Random(1)))
    with pytest.raises(ToolkitError, match="no world in 20 lets 'turn' be open"):
        state.observation(1).sample_world(Random(1))


def always_rolls(state, _random):
    return TURN[4] if state.decision_kind() == "turn" else None


def test_check_game_finds_a_game_without_end(monkeypatch, made):
    monkeypatch.setattr(walking, "_MOST_STEPS", 100)
    endless = made("endless", **frames(Rolling, roll=rolls_into(Turn(0))))
    with pytest.raises(CheckFailure, match="does not end within 100 steps"):
        check_game(endless, 2, games=1, full=False, script=always_rolls)


def test_a_failure_holds_what_was_played(made):
    game = made("played", **frames(Putting, put=loses_a_card))
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


def test_check_game_replays_the_record(made):
    """A game that starts otherwise each time: what was played cannot be replayed."""
    starts = []

    def start(self, players, rules):
        starts.append(1)
        state = Cellar.start(self, players, rules)
        state.turn = -len(starts)
        return state

    with pytest.raises(CheckFailure, match=r"replayed to another end|cannot act: "):
        check_game(made("restarts", start=start), 2, games=1)


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
    "every face alike": (weighed(Drawing, lambda *_: 1), "draw: the chances of"),
    "a card of a hand counts": (
        weighed(Dealing, lambda state, _, weight: weight + 1),
        "deal: the chances of",
    ),
    "dice that are loaded": (weighed(Rolling, lambda *_: 1), "roll: the chances of"),
    "a point too many": (outcome_of(lambda points: (points[0] + 1, *points[1:])), "the scores are"),
    "scores of others": (outcome_of(lambda points: tuple(points[::-1])), "the scores are"),
}


def test_a_sound_game_agrees_with_its_oracle():
    assert check_game(GAME, 3, games=5, oracle=ORACLE).games == 5
    assert check_game(GAME, 2, games=20, full=False, oracle=ORACLE).games == 20


@pytest.mark.parametrize("name", WRONG)
def test_an_oracle_finds(name, made):
    changes, problem = WRONG[name]
    game = made(f"wrong: {name}", **changes)
    check_game(game, 2, games=8)
    with pytest.raises(CheckFailure, match=problem):
        check_game(game, 2, games=8, oracle=ORACLE)


def test_an_oracle_weighs_every_kind_of_chance():
    with pytest.raises(CheckFailure, match="the oracle does not weigh 'deal'"):
        check_game(GAME, 2, games=1, oracle=Oracle({}, picked_points))


def test_an_oracle_may_have_no_opinion_of_the_scores(made):
    silent = Oracle(ORACLE.weights, lambda *_: None)
    assert check_game(made("silent", **outcome_of(lambda points: (9, 9))), 2, games=1, oracle=silent)


def test_draws_that_do_not_follow_their_weights_are_found(made):
    def first_ones(self, state, random):
        outcomes = self.outcomes(state)
        return outcomes[int(random.random() ** 2 * len(outcomes))][0]

    loaded = made("loaded draws", frames={Drawing: {"pick": first_ones}})
    with pytest.raises(CheckFailure, match=r"draw: draws are -\d+\.\d standard errors off their weights"):
        check_game(loaded, 2, games=20)


def test_a_veil_that_tells_is_found(monkeypatch):
    monkeypatch.setattr(Card, "veiled", lambda card: card)
    with pytest.raises(CheckFailure, match="tells what is hidden"):
        check_game(GAME, 2, games=1)


# ---- what leak_probe finds --------------------------------------------------------------------------------


def travelling_masks(self, state, action: Shift):
    """The trap of the prototype: masks go with the bottles, seen by everybody."""
    zone = state.row(self.actor)
    state.cards.mix([(zone, index) for index in range(len(action.order))], action.order, ALL)
    state.next_turn()


def granted(self, state, action: Card):
    """All others see what somebody puts away, though the log does not say it."""
    PUT(self, state, action)
    state.cards.give(action.face, PILE, DISCARD, ALL)
    state.cards.give(action.face, DISCARD, PILE)


def public_secret(self, state, action: Card):
    state.shelves[self.actor].points += action.face
    PUT(self, state, action)


def secret_on_the_stack(self, state, action: Card):
    PUT(self, state, action)
    if state.stack:
        state.stack[-1] = Turn(action.face % 2)


def legal_by_others_hands(self, state):
    other = (self.actor + 1) % state.players
    return LEGAL_TURNS(self, state) if 0 in state.cards.cards[HAND + other] else TURN[:1]


def tells_nobody(self, state, action: Card):
    """A bottle is discarded openly, but the log does not say which."""
    player, index = self
    zone = state.row(player)
    state.cards.move(state.cards.cards[zone][index], (zone, index), (DISCARD, HEAP))
    state.cards.move(action.face, (HAND + player, HEAP), (zone, index))
    state.next_turn()


def tells_everybody(self, state, action: Card):
    state.reveal(Discarded(action.face), ALL)
    PUT(self, state, action)


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


def draws_kept(self, state, action: Kept):
    return state.cards.give(action.face, PILE, HAND + self.player), state.stack.append(Putting(self.player))


def tells_by_what_is_shared(self, state, action: Card):
    state.secret = ALIKE[0], ALIKE[action.face]
    PUT(self, state, action)


LEAKS = {
    "a veiled action kept for each card": (
        frames(
            Drawing,
            outcomes=lambda _self, state: card_draws(state.cards.cards[PILE], KEPT),
            draw=draws_kept,
        )
        | vocabulary_with(lambda words: [*words[:6], *KEPT, *words[12:]]),
        "by what is one object, .*: log",
    ),
    "a tuple shared out of sight": (
        with_field((ALIKE[0],) * 2, tuple[tuple[int, ...], ...])
        | frames(Putting, put=tells_by_what_is_shared),
        "by what is one object, .*put: .*: secret",
    ),
    "a travelling mask": (frames(Shifting, shift=travelling_masks), "out of sight.*who knows"),
    "knowledge granted": (frames(Putting, put=granted), "out of sight.*known"),
    "a secret in a public field": (frames(Putting, put=public_secret), "out of sight.*shelves"),
    "a secret on the stack": (frames(Putting, put=secret_on_the_stack), "open decisions"),
    "legal actions": (frames(Turn, legal=legal_by_others_hands), "legal actions"),
    "an open discard without a word": (frames(Swapping, swap=tells_nobody), "cards: discard"),
    "a draw that all hear of": (
        frames(Drawing, seen_by=lambda *_: ALL),
        "the log tells player . what the player cannot see on the table",
    ),
    "a reveal that all hear of": (
        frames(Putting, put=tells_everybody),
        "the log tells player . what the player cannot see on the table",
    ),
    "an unreachable kind": ({"more": {"never": Odd}}, "'never' was never visited"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_leak_probe_finds(name, made):
    changes, problem = LEAKS[name]
    game = made(f"leak: {name}", **changes)
    check_game(game, 2, games=3)
    with pytest.raises(CheckFailure, match=f"(?s){problem}"):
        leak_probe(game, 2, games=6)


def deals_anew(self, state, action: Card):
    """A bottle is seen by all, and that ends a round: all cards are gathered."""
    player, index = self
    state.reveal(Discarded(state.cards.cards[state.row(player)][index]), ALL)
    state.cards = Zones.start(state.cards.layout, PILE)
    state.turn += 1
    if state.turn < state.rules.turns:
        state.stack.append(Dealing(CHANCE, 0))


def test_what_all_saw_of_a_round_that_is_over_is_no_leak(made):
    assert leak_probe(made("rounds", **frames(Swapping, swap=deals_anew)), 2, games=6).games == 6


def test_a_kind_may_be_ruled_out_but_then_must_stay_away(made):
    game = made("ruled out", more={"never": Odd})
    leak_probe(game, 2, games=5, without={"never"})
    with pytest.raises(CheckFailure, match="'shift' was visited, but is said to be ruled out"):
        leak_probe(GAME, 2, games=3, without={"shift"})


def test_a_kind_that_is_seldom_may_come_or_not(made):
    leak_probe(made("seldom", more={"never": Odd}), 2, games=5, seldom={"never", "shift"})


def test_a_script_reaches_what_random_play_does_not(made):
    def turn_into(self, state, action: Word):
        if state.shelves[self.actor].points == 3:
            state.stack.append(Odd(self.actor))
        else:
            TURN_OVER(self, state, action)

    game = made("rare", **frames(Turn, turn=turn_into), more={"rare": Odd})
    with pytest.raises(CheckFailure, match="'rare' was never visited"):
        leak_probe(game, 2, games=2)

    def script(state, random):
        if isinstance(state.stack[-1], Turn) and random.random() < 0.8:
            return TURN[4]
        if isinstance(state.stack[-1], Gaining):
            return next((a for a in state.legal_actions() if str(a) == "pick point"), None)
        return None

    assert leak_probe(game, 2, games=8, script=script).kinds["rare"]
