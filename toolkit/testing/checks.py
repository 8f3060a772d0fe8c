"""`check_game`: whether a game keeps to the protocol, at every state of many random games."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import ALL, CHANCE, Action, Chance, Decision, IllegalAction, Reveal
from toolkit.core.fields import Part
from toolkit.core.game import find_game
from toolkit.core.hidden import HIDDEN, Zones
from toolkit.core.record import Record
from toolkit.core.saving import state_from_dict, state_to_text
from toolkit.testing.walking import Broken, Report, Script, Walk, guarded, require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.game import Game
    from toolkit.core.observation import Observation
    from toolkit.core.state import State
    from toolkit.testing.oracle import Oracle

_NEIGHBOURS = 3  # illegal actions that are tried at a state
_DRAWS = 4  # draws at a chance node, whose mean place among the outcomes is looked at
_TOO_FAR = 5  # standard errors from the middle


def check_game(
    game: Game[Any, Any],
    players: int,
    rules: Any = None,
    *,
    games: int = 50,
    first: int = 0,
    seed: int | str = 0,
    full: bool = True,
    script: Script | None = None,
    oracle: Oracle | None = None,
) -> Report:
    """Play random games and check that the game keeps to the protocol.

    Parameters
    ----------
    game, players, rules
        What to check; the rules default to the digest's reading.
    games, first, seed
        How many games, the number of the first one, and the seed: a game is the same for its seed and number.
    full
        Check every state: legal actions and their order, illegal ones refused, weights of chance and draws
        by them, clones and earlier states untouched, what each player sees, the cards complete, round trips
        through files, and the record replayed. False checks the end of each game only, for many games.
    script
        What to do at some states, to reach what random play seldom reaches.
    oracle
        A second opinion on the weights of chance and on the scores.

    Raises
    ------
    CheckFailure
        With the seed and the record of the game that fails.
    """
    rules = game.Rules() if rules is None else rules
    words = _Words.of(game, players, rules)
    report, luck = Report(), _Luck()
    for number in range(first, first + games):
        walk = Walk.begin(game, players, rules, f"{seed}/{number}", script)
        guarded(walk, _Checked(words, report, luck, oracle).play if full else _played(report, oracle))
    return report


@dataclass(frozen=True, slots=True)
class _Words:
    """The vocabulary of a game: every action with its number."""

    actions: tuple[Action, ...]
    number: dict[Action, int]

    @classmethod
    def of(cls, game: Game[Any, Any], players: int, rules: Any) -> _Words:
        """Return the vocabulary, after checking that every notation parses back."""
        actions = tuple(game.vocabulary(players, rules))
        walk = Walk.begin(game, players, rules, "vocabulary", None)
        guarded(walk, lambda _walk: _check_notation(game, players, rules, actions))
        return cls(actions, {action: number for number, action in enumerate(actions)})


def _check_notation(game: Game[Any, Any], players: int, rules: Any, actions: tuple[Action, ...]) -> None:
    require(len(set(actions)) == len(actions), "the vocabulary names an action twice")
    for action in actions:
        for word in (action, action.veiled()):
            read = game.parse(str(word), players, rules)
            require(read == word, f"{str(word)!r} stands for {word!r}, but is read as {read!r}")


@dataclass(slots=True)
class _Luck:
    """Whether what is drawn comes as often as its weight says: by kind, the places of draws among all ways.

    The ways to all outcomes of a node are laid end to end from 0 to 1; a draw lies at a random way of its
    own. Whatever the weights are, the places are spread evenly.
    """

    random: Random = field(default_factory=lambda: Random("luck"))
    places: dict[str, list[float]] = field(default_factory=dict)

    def note(self, state: State, outcomes: Sequence[tuple[Action, int]]) -> None:
        """Draw at a chance node that has several outcomes."""
        total = sum(weight for _, weight in outcomes)
        for _ in range(_DRAWS if len(outcomes) > 1 else 0):
            drawn, below = state.sample_chance(self.random), 0
            for action, weight in outcomes:
                if action == drawn:
                    place = (below + self.random.random() * weight) / total
                    self.places.setdefault(str(state.decision_kind()), []).append(place)
                below += weight

    def check(self) -> None:
        """Compare the mean place with the middle; `Broken` when it is too far from it."""
        for kind, places in self.places.items():
            off = (sum(places) / len(places) - 0.5) * (12 * len(places)) ** 0.5
            require(abs(off) < _TOO_FAR, f"{kind}: draws are {off:+.1f} standard errors off their weights")


@dataclass(slots=True)
class _Checked:
    """The checks of one game at every state."""

    words: _Words
    report: Report
    luck: _Luck
    oracle: Oracle | None = None
    earlier: list[tuple[State, str]] = field(default_factory=list)

    def play(self, walk: Walk) -> None:
        steps = 0
        while not walk.over():
            state, text = walk.state, snapshot(walk.state)
            self.report.kinds[str(state.decision_kind())] += 1
            self._check_choices(walk)
            require(snapshot(state) == text, "a refused action or a question has changed the state")
            _check_zones(state)
            for player in range(state.players):
                _check_observation(state, state.observation(player))
            _check_data([*state.observation(None).public, *state.stack])
            if steps & (steps - 1) == 0:  # at 0, 1, 2, 4 ... steps: their time grows with the log
                check_round_trips(state)
            self._move(walk, text)
            steps += 1
        _check_zones(walk.state)
        check_round_trips(walk.state)
        for state, text in self.earlier:
            require(snapshot(state) == text, "an earlier state has changed: states share data")
        self.luck.check()
        _check_end(walk, self.report, self.oracle)
        _check_record(walk)

    def _move(self, walk: Walk, text: str) -> None:
        """Do one action on the state and on a clone, and compare."""
        state, twin = walk.state, walk.state.clone()
        require(snapshot(twin) == text, "a clone differs from its state")
        require(twin.histories == state.histories, "a clone has another log than its state")
        action = walk.choose()
        kept = state.clone()
        twin.apply(action)
        require(snapshot(state) == text, f"{action} on a clone changes the state itself")
        walk.step(action)
        after = snapshot(state)
        require(snapshot(twin) == after, f"{action} does not always lead to the same state")
        require(snapshot(kept) == text, f"{action} on the state changes an earlier clone")
        self.earlier.append((kept, text))

    def _check_choices(self, walk: Walk) -> None:
        state = walk.state
        decision = state.kinds.get(type(state.stack[-1]))
        if isinstance(decision, Chance):
            require(state.to_act() == CHANCE, "a player acts at a chance node")
            self._check_chance(walk, decision.seen_by)
        elif isinstance(decision, Decision):
            require(0 <= state.to_act() < state.players, f"nobody can answer: actor {state.to_act()}")
            self._check_legal(walk)

    def _check_chance(self, walk: Walk, seen_by: Any) -> None:
        state = walk.state
        outcomes = state.chance_outcomes()
        require(not state.legal_actions(), "a player has legal actions at a chance node")
        for action, weight in outcomes:
            require(type(weight) is int and weight > 0, f"{action} has the weight {weight!r}")
        self._check_known([action for action, _ in outcomes])
        if self.oracle:
            self.oracle.check_weights(state)
        self._check_veils(state, seen_by, [action for action, _ in outcomes])
        self.luck.note(state, outcomes)
        drawn = state.sample_chance(walk.random)
        require(drawn in [action for action, _ in outcomes], f"{drawn} was drawn, but is no outcome")
        self._check_refusals(walk, [action for action, _ in outcomes])

    def _check_veils(self, state: State, seen_by: Any, drawn: list[Action]) -> None:
        """Check that who does not see what chance does cannot tell the outcomes apart."""
        mask = seen_by(state, state.stack[-1]) if seen_by else ALL
        if any(not mask >> player & 1 for player in range(state.players)):
            veils = {action.veiled() for action in drawn}
            require(len(veils) == 1, f"{drawn[0].veiled()} tells what is hidden")

    def _check_legal(self, walk: Walk) -> None:
        state = walk.state
        legal = list(state.legal_actions())
        require(not state.chance_outcomes(), "chance has outcomes where a player acts")
        self._check_known(legal)
        numbers = [self.words.number[action] for action in legal]
        require(numbers == sorted(numbers), "the legal actions are not in the order of the vocabulary")
        require(list(state.legal_actions()) == legal, "the legal actions change when they are asked for")
        self._check_refusals(walk, legal)

    def _check_known(self, actions: list[Action]) -> None:
        require(actions, "no action is possible, but the game is not over")
        require(len(set(actions)) == len(actions), "an action is named twice")
        for action in actions:
            require(action in self.words.number, f"{action} is not in the vocabulary")

    def _check_refusals(self, walk: Walk, possible: list[Action]) -> None:
        for action in walk.random.sample(self.words.actions, min(_NEIGHBOURS, len(self.words.actions))):
            if action in possible:
                continue
            try:
                walk.state.apply(action)
            except IllegalAction as error:
                require(error.reason.strip(), f"{action} is refused without a reason")
            else:
                raise Broken(f"{action} is not legal, but was not refused")


def _played(report: Report, oracle: Oracle | None) -> Any:
    """Return the check of a game at its end only."""

    def play(walk: Walk) -> None:
        while not walk.over():
            report.kinds[str(walk.state.decision_kind())] += 1
            walk.step(walk.choose())
        _check_zones(walk.state)
        _check_end(walk, report, oracle)

    return play


def snapshot(state: State) -> str:
    """Return all of a state as text but its log and what follows from it: those never change in place."""
    zones = [(zones.cards, zones.known) for zones in (getattr(state, name) for name in state.ZONES)]
    return repr([state.shown(), zones, state.table[2], state.players])


def _check_zones(state: State) -> None:
    """Check that no card was lost or made, and what else always holds in the game."""
    for name in state.ZONES:
        zones: Zones = getattr(state, name)
        cards = tuple(sorted(face for zone in zones.cards for face in zone))
        require(
            cards == zones.layout.deck,
            f"{name}: {len(cards)} cards instead of {len(zones.layout.deck)}, or others",
        )
        heaps = len(zones.layout.heaps)
        require(all(zone == sorted(zone) for zone in zones.cards[:heaps]), f"{name}: a heap is not sorted")
        masks = [len(row) for row in zones.known[heaps:]]
        require(masks == [len(row) for row in zones.cards[heaps:]], f"{name}: a row and its masks differ")
    for fault in find_game(state.game.name).faults(state):
        raise Broken(fault)


def _check_observation(state: State, seen: Observation[Any]) -> None:
    mine = state.to_act() == seen.player
    require(seen.to_act() == state.to_act(), "a player sees another one act")
    require(
        list(seen.actions) == (list(state.legal_actions()) if mine else []), "a player sees other actions"
    )
    hash(seen.key())
    for name, view in zip(state.ZONES, seen.views, strict=True):
        for shown, true in zip(view.cards, getattr(state, name).cards, strict=True):
            faces = [face for face in shown if face != HIDDEN]
            require(len(shown) == len(true), f"{name}: a player sees another number of cards")
            require(
                all(faces.count(face) <= true.count(face) for face in faces), f"{name}: a wrong card is seen"
            )


def _check_data(values: Any) -> None:
    """Check that something consists of numbers, texts, tuples and parts only."""
    for value in values:
        if isinstance(value, tuple | Part):
            _check_data(value.shown() if isinstance(value, Part) else value)
        else:
            require(
                value is None or isinstance(value, int | float | str), f"{value!r} is seen: no plain data"
            )


def check_round_trips(state: State) -> None:
    """Check that a state comes back from JSON and from pickle, and what players see from pickle.

    `Broken` when one does not.
    """
    text = state_to_text(state)
    read = state_from_dict(json.loads(text))
    require(state_to_text(read) == text, "the state differs when it is read from its JSON")
    require(
        list(read.legal_actions()) == list(state.legal_actions()), "a state that was read plays otherwise"
    )
    require(state_to_text(pickle.loads(pickle.dumps(state))) == text, "the state differs after pickling")  # noqa: S301
    for player in (*range(state.players), None):
        seen = state.observation(player)
        require(pickle.loads(pickle.dumps(seen)) == seen, "what is seen differs after pickling")  # noqa: S301


def _check_end(walk: Walk, report: Report, oracle: Oracle | None) -> None:
    state = walk.state
    outcome, returns = state.outcome(), state.returns()
    if outcome is None:
        raise Broken("the game is over without an outcome")
    require(not state.legal_actions() and not state.chance_outcomes(), "the game is over, but goes on")
    require(all(0 <= winner < state.players for winner in outcome.winners), "an unknown player wins")
    require(len(set(outcome.winners)) == len(outcome.winners), "a player wins twice")
    require(
        len(outcome.scores) == len(returns) == state.players, "scores or returns are not one for each player"
    )
    require(all(map(isfinite, returns)), f"returns: {returns}")
    start = find_game(state.game.name).new(state.players, state.rules)
    require(start.outcome() is None and not any(start.returns()), "there is an outcome before the end")
    walk.record.outcome = outcome
    if oracle:
        oracle.check_scores(state, walk.record, outcome)
    report.count(walk.record, outcome)


def _check_record(walk: Walk) -> None:
    """Check that the record can be written, read, and replayed to the same state."""
    record, state = walk.record, walk.state
    events = [event for event in state.full_log() if not isinstance(event.action, Reveal)]
    happened = [(event.actor, event.action) for event in events]
    require(happened == record.actions, "the log is not what happened")
    read = Record.parse("\n".join(record.to_lines()) + "\n")
    require(read.actions == record.actions and read.outcome == record.outcome, "the record is read otherwise")
    require(read.replay() == state, "the record is replayed to another end")
    require(record.to_text().strip(), "the record has no text for people")
    for player in (*range(state.players), None):
        require(len(record.redacted(player)) > 1, "a player's log is empty")
