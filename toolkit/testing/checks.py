"""`check_game`: whether a game keeps to the protocol, at every state of many random games."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from typing import Any

from toolkit.core.decision import CHANCE, Action, IllegalAction, Reveal
from toolkit.core.fields import Part
from toolkit.core.game import Game, find_game
from toolkit.core.hidden import HIDDEN, Zones
from toolkit.core.observation import Observation
from toolkit.core.record import Record
from toolkit.core.saving import lost, state_from_dict, state_to_text
from toolkit.core.state import State
from toolkit.testing.oracle import Oracle
from toolkit.testing.walking import Broken, Report, Script, Walk, guarded, require

_NEIGHBOURS = 3  # illegal actions that are tried at a state
_DRAWS = 8  # draws at a chance node, whose mean place among the outcomes is looked at
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
        by them, clones and earlier states untouched, what each player sees, and that who acts in a world
        that fits it can act, the cards complete, round trips through files, and the record replayed. False
        checks the end of each game only, for many games.
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
    begun = Walk.begin(game, players, rules, "vocabulary", None)
    guarded(begun, lambda _walk: _check_notation(game, players, rules))
    vocabulary = game.vocabulary(players, rules)
    checked = _Checked(vocabulary, {action: number for number, action in enumerate(vocabulary)}, oracle)
    for number in range(first, first + games):
        walk = Walk.begin(game, players, rules, f"{seed}/{number}", script)
        guarded(walk, checked.play if full else checked.play_to_the_end)
    return checked.report


def _check_notation(game: Game[Any, Any], players: int, rules: Any) -> None:
    """Check that each action of the vocabulary is named once, and that every notation parses back."""
    actions = game.vocabulary(players, rules)
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
    """The checks of a game, and what they went through."""

    vocabulary: Sequence[Action]
    numbers: Mapping[Action, int]
    oracle: Oracle | None
    report: Report = field(default_factory=Report)
    luck: _Luck = field(default_factory=_Luck)
    random: Random = field(default_factory=lambda: Random("worlds"))  # the games do not depend on the checks

    def play(self, walk: Walk) -> None:
        """Check every state of a game."""
        earlier: list[tuple[State, str]] = []
        state = walk.state
        while not walk.over():
            text = snapshot(state)
            self._check_choices(walk)
            require(snapshot(state) == text, "a refused action or a question has changed the state")
            _check_whole(state)
            require(state.possible(), f"{state.decision_kind()}: it is open, but is said not to be possible")
            for player in range(state.players):
                seen = state.observation(player)
                _check_observation(state, seen)
                _check_world(seen, self.random)
            _check_data([*state.observation(None).public, *state.stack])
            if len(earlier) & (len(earlier) - 1) == 0:  # after 0, 1, 2, 4 ... steps: the log makes it slow
                check_round_trips(state)
            earlier.append((self._moved(walk, text), text))
        for before, text in earlier:
            require(snapshot(before) == text, "an earlier state has changed: states share data")
        self.luck.check()
        self._check_end(walk)
        check_round_trips(state)
        _check_record(walk)

    def play_to_the_end(self, walk: Walk) -> None:
        """Check the end of a game only."""
        while not walk.over():
            self.report.kinds[str(walk.state.decision_kind())] += 1
            walk.step(walk.choose())
        self._check_end(walk)

    def _moved(self, walk: Walk, text: str) -> State:
        """Do one action on the state and on a clone, compare, and return a clone of the state before."""
        state, twin = walk.state, walk.state.clone()
        require(snapshot(twin) == text, "a clone differs from its state")
        require(twin.histories == state.histories, "a clone has another log than its state")
        action = walk.choose()
        kept = state.clone()
        twin.apply(action)
        require(snapshot(state) == text, f"{action} on a clone changes the state itself")
        walk.step(action)
        require(snapshot(twin) == snapshot(state), f"{action} does not always lead to the same state")
        require(snapshot(kept) == text, f"{action} on the state changes an earlier clone")
        return kept

    def _check_choices(self, walk: Walk) -> None:
        """Check what is possible at a state, and that all else is refused."""
        state = walk.state
        self.report.kinds[str(state.decision_kind())] += 1
        chance = state.kinds[type(state.stack[-1])].sort == "chance"
        if chance:
            require(state.to_act() == CHANCE, "a player acts at a chance node")
        else:
            require(0 <= state.to_act() < state.players, f"nobody can answer: actor {state.to_act()}")
        outcomes, legal = state.chance_outcomes(), list(state.legal_actions())
        possible = [action for action, _ in outcomes] or legal
        require(possible, "no action is possible, but the game is not over")
        require(len(set(possible)) == len(possible), "an action is named twice")
        for action in possible:
            require(action in self.numbers, f"{action} is not in the vocabulary")
        if chance:
            require(not legal, "a player has legal actions at a chance node")
            self._check_chance(walk, outcomes)
        else:
            require(not outcomes, "chance has outcomes where a player acts")
            ordered = sorted(legal, key=self.numbers.__getitem__)
            require(ordered == legal, "the legal actions are not in the order of the vocabulary")
            require(list(state.legal_actions()) == legal, "the legal actions change when they are asked for")
        for action in walk.random.sample(self.vocabulary, min(_NEIGHBOURS, len(self.vocabulary))):
            if action not in possible:
                _check_refusal(state, action)

    def _check_chance(self, walk: Walk, outcomes: Sequence[tuple[Action, int]]) -> None:
        state, drawn = walk.state, [action for action, _ in outcomes]
        for action, weight in outcomes:
            require(type(weight) is int and weight > 0, f"{action} has the weight {weight!r}")
        if self.oracle:
            self.oracle.check_weights(state)
        mask = state.seers()
        if any(not mask >> player & 1 for player in range(state.players)):  # who cannot tell outcomes apart
            require(len({one.veiled() for one in drawn}) == 1, f"{drawn[0].veiled()} tells what is hidden")
        self.luck.note(state, outcomes)
        one = state.sample_chance(walk.random)
        require(one in drawn, f"{one} was drawn, but is no outcome")

    def _check_end(self, walk: Walk) -> None:
        state = walk.state
        _check_whole(state)
        outcome, returns = state.outcome(), state.returns()
        if outcome is None:
            raise Broken("the game is over without an outcome")
        require(not state.legal_actions() and not state.chance_outcomes(), "the game is over, but goes on")
        require(all(0 <= winner < state.players for winner in outcome.winners), "an unknown player wins")
        require(len(set(outcome.winners)) == len(outcome.winners), "a player wins twice")
        require(
            len(outcome.scores) == len(returns) == state.players,
            "scores or returns are not one for each player",
        )
        rivals = walk.record.game.rivals(state.players)
        require(
            len(outcome.others) == rivals, f"{len(outcome.others)} others at the end, but {rivals} rivals"
        )
        least, most = walk.record.game.worth
        require(all(isfinite(one) and least <= one <= most for one in returns), f"returns: {returns}")
        start = walk.record.game.new(state.players, state.rules)
        require(start.outcome() is None and not any(start.returns()), "there is an outcome before the end")
        walk.record.outcome = outcome
        if self.oracle:
            self.oracle.check_scores(state, walk.record, outcome)
        self.report.count(walk.record, outcome)


def _check_refusal(state: State, action: Action) -> None:
    try:
        state.apply(action)
    except IllegalAction as error:
        require(error.reason.strip(), f"{action} is refused without a reason")
    else:
        raise Broken(f"{action} is not legal, but was not refused")


def snapshot(state: State) -> str:
    """Return all of a state as text but its log and what follows from it: those never change in place."""
    zones = [(zones.cards, zones.known) for zones in (getattr(state, name) for name in state.ZONES)]
    return repr([state.shown(), zones, state.table[2], state.players])


def _check_whole(state: State) -> None:
    """Check that no card was lost or made, and what else always holds in the game."""
    for fault in [*lost(state), *find_game(state.game.name).faults(state)]:
        raise Broken(fault)
    for name in state.ZONES:
        zones: Zones = getattr(state, name)
        heaps = zones.cards[: len(zones.layout.heaps)]
        require(all(zone == sorted(zone) for zone in heaps), f"{name}: a heap is not sorted")


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


def _check_world(seen: Observation[Any], random: Random) -> None:
    """Check that who acts can act in a world that a player thinks possible."""
    world: State = seen.sample_world(random)
    require(
        world.to_act() == CHANCE or world.legal_actions(),
        f"{world.decision_kind()}: nothing can be done in a world that fits what a player sees",
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
