"""Training the memory in Silver: a person plays, is asked what lies where, and sees what forgetting cost.

The bots play by the usual rules. The person is shown what the rule ``memory=table`` lets a seat see: a card
at the moment of the look, and no more once it lies face-down again. `Followed` is the game under that rule;
cards to ask for are those that the seat has seen and that it does not show. Whether an answer is right is
told when the round is over: told at once it would be one more look.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from solvers.forgetting import (
    Decided,
    Place,
    Summary,
    Told,
    Training,
    costs,
    decided,
    matters,
    read_trainings,
)
from toolkit import Record, ToolkitError
from toolkit.core import HIDDEN, Action, Event, Observation
from toolkit.core.errors import in_words
from toolkit.core.history import events
from toolkit.games.silver.actions import (
    Card,
    CardDiscarded,
    CardsSeen,
    DiscardUncovered,
    PileSeen,
    RoundScored,
    SetGivenUp,
)
from toolkit.games.silver.state import FACE_DOWN, VILLAGE, SilverState
from workbench.cli.play.session import Person
from workbench.cli.play.silver import in_hand, number_of, place_of
from workbench.cli.printing import styled, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from workbench.cli.play.voice import Voice

_ASKS, _ASKS_OF_WHAT_MATTERS = 0.45, 0.85
"""The chance that a card is asked for before a turn; the second where one of them matters now."""

_WEIGHT_OF_WHAT_MATTERS, _WEIGHT_OF_ASKED = 4, 0.3
"""How much likelier a card is asked for that matters now, and one that was asked for already."""

_LEAST_COST = 0.05  # points: less is told as 0


# ---- the game as the table shows it ------------------------------------------------------------------------


class Followed:
    """The game of a record under the rule ``memory=table``, up to some action.

    What a seat knows of the cards that it does not see names each of them by a label, which goes along with
    the card, and a sight gives the card a new one: a label stands for a card and its last sight.
    """

    def __init__(self, record: Record, seat: int) -> None:
        self._record, self._seat, self._done = record, seat, 0
        self._state: SilverState = record.game.new(record.players, replace(record.rules, memory="table"))
        self._shown = 0
        #: In which turn of the round a card was seen last, and how many had been shown by then.
        self._sights: dict[int, tuple[int, int]] = {}

    def seen(self, upto: int | None = None) -> Observation[SilverState]:
        """Return what the seat sees now, or after so many actions; never earlier than asked before."""
        until = len(self._record.actions) if upto is None else upto
        for _, action in self._record.actions[self._done : until]:
            self._do(action)
        self._done = max(self._done, until)
        return self._state.observation(self._seat)

    def labels(self) -> dict[Place, int]:
        """Return the labels of the cards of villages that the seat does not see."""
        rows = self._state.cards.view(self._seat).knowledge.rows
        return {
            (player, slot): label
            for player in range(self._state.players)
            for slot, label in enumerate(rows[VILLAGE + player])
            if label is not None
        }

    def since(self, label: int) -> tuple[int, int]:
        """Return how many turns ago a card was seen last, and how many cards were shown since."""
        turn, shown = self._sights[label]
        return self._state.turns - turn, self._shown - shown

    def _do(self, action: Action) -> None:
        state, before = self._state, self._state.history(self._seat)
        turn, number = state.turns, state.round
        state.apply(action)
        if state.round != number:
            self._sights, turn = {}, 0
        for event in events(state.history(self._seat), before):
            self._hear(event)
        for label in self.labels().values():
            self._sights.setdefault(label, (turn, self._shown))

    def _hear(self, event: Event) -> None:
        """Count the cards that are shown; those of villages that lie face-down again get new labels."""
        match event.action:
            case Card(face=face) | CardDiscarded(face) | DiscardUncovered(face):
                self._shown += face != HIDDEN
            case SetGivenUp(faces) | PileSeen(faces):
                self._shown += len(faces)
            case CardsSeen(cards):
                self._shown += len(cards)
                zones = self._state.cards
                for player, slot, face in cards:
                    up, row = self._state.up[player], VILLAGE + player
                    if slot < len(up) and up[slot] == FACE_DOWN and zones.cards[row][slot] == face:
                        zones.look(row, slot, 1 << self._seat)
                        zones.forget(row, slot)


# ---- what is asked, told and judged ------------------------------------------------------------------------


class Trainer:
    """Asks the one person of a game, and keeps what is told and decided, in a file if it has one.

    `ToolkitError` for a game of several persons or of none, for the rule ``memory=table``, and for a file
    that is there, unless it holds the game that goes on; `OSError` when it cannot be written.
    """

    def __init__(self, record: Record, persons: list[int], voice: Voice, file: Path | None) -> None:
        if len(persons) != 1:
            raise ToolkitError(f"--train needs one person among bots, not {len(persons)}")
        if record.rules.memory == "table":
            raise ToolkitError("--train goes without memory=table: the bots go on seeing what they saw")
        (self.seat,) = persons
        self._record, self._voice, self._file = record, voice, file
        self.training = Training(tuple(record.names), self.seat, record.seed)
        if file and file.exists():
            self.training = self._earlier(file)
        self._problem = ""
        self.begin()
        if file:
            self.training.save(file)

    def _earlier(self, file: Path) -> Training:
        found = read_trainings(file) if self._record.actions else []
        about = (self.seat, self._record.seed)
        if len(found) != 1 or (found[0].seat, found[0].seed) != about:
            raise ToolkitError(f"{file} is there already and is no training in this game: name another file")
        return found[0]

    def begin(self) -> None:
        """Follow the record from its beginning: the game goes on where it ends now."""
        self.training.take_back(len(self._record.actions))
        self._followed = Followed(self._record, self.seat)
        self._told: dict[tuple[int, int], int | None] = {}  # by round and label
        for one in self.training.told:
            self._followed.seen(one.after)
            if (label := self._followed.labels().get(_place(one))) is None:
                raise ToolkitError(f"{self._file} tells of card {one.place}, which lies open in this game")
            self._told[one.round, label] = one.told

    @property
    def person(self) -> Callable[..., Person]:
        """What makes the person who is trained, as `Person` is made."""
        return partial(Trainee, self)

    def take_back(self) -> None:
        """Forget what was told and decided after the end of the record: choices were taken back."""
        self.begin()
        self.keep()

    def seen(self) -> Observation[SilverState]:
        """Return what the table shows the person now."""
        return self._followed.seen()

    def question(self, seen: Observation[SilverState]) -> Place | None:
        """Return for which card to ask before a turn: one that the seat saw before its last turn was over.

        `seen` is all that the seat has seen. The choice follows from the seed of the game, what was seen and
        what was asked before, never from whether the answers were right. None: for no card this time.
        """
        number, turn = seen[SilverState.round], seen[SilverState.turns]
        if any((one.round, one.turn) == (number, turn) for one in self.training.told):
            return None
        labels = {
            place: label
            for place, label in self._known(seen).items()
            if seen.players <= self._followed.since(label)[0] <= turn
        }
        if not labels:
            return None
        random = Random(f"{self._record.seed}/training/{number}/{turn}")
        found = matters(seen, [*labels])
        if random.random() > (_ASKS_OF_WHAT_MATTERS if any(found.values()) else _ASKS):
            return None
        weights = [
            (_WEIGHT_OF_WHAT_MATTERS if found[place] else 1)
            * (_WEIGHT_OF_ASKED if (number, label) in self._told else 1)
            for place, label in labels.items()
        ]
        return random.choices([*labels], weights)[0]

    def _known(self, seen: Observation[SilverState]) -> dict[Place, int]:
        """Return the labels of the cards out of sight that the seat has seen."""
        cards, labels = seen[SilverState.cards].cards, self._followed.labels()
        return {at: label for at, label in labels.items() if cards[VILLAGE + at[0]][at[1]] != HIDDEN}

    def answer(self, seen: Observation[SilverState], place: Place, told: int | None) -> None:
        """Keep what was told of a card."""
        (player, slot), label = place, self._followed.labels()[place]
        turns, shown = self._followed.since(label)
        self._told[seen[SilverState.round], label] = told
        self.training.told.append(
            Told(
                round=seen[SilverState.round],
                turn=seen[SilverState.turns],
                after=len(self._record.actions),
                place=f"{player}:{slot}",
                told=told,
                lies=seen[SilverState.cards].cards[VILLAGE + player][slot],
                turns=turns,
                cards=shown,
            )
        )
        self.keep()

    def judge(self, seen: Observation[SilverState], chosen: Action) -> None:
        """Judge a decision with all that the seat has seen, and with what was told."""
        if len(seen.actions) > 1:
            number = seen[SilverState.round]
            told = {
                place: self._told[number, label]
                for place, label in self._known(seen).items()
                if (number, label) in self._told
            }
            if one := decided(seen, costs(seen, told), chosen, len(self._record.actions)):
                self.training.decided.append(one)
        self.keep()

    def keep(self) -> str:
        """Write the file, if there is one, and return why that is not possible; say so once."""
        problem = ""
        if self._file:
            try:
                self.training.save(self._file)
            except (OSError, ToolkitError) as error:
                problem = in_words(error)
                if not self._problem:
                    self._voice.tell(self._voice.say("train_not_kept", why=problem), "warning")
        self._problem = problem
        return problem

    # ---- what it came to ----

    def told_of(self, number: int) -> Iterator[RenderableType]:
        """Yield what was told in a round, right or wrong, and where forgetting cost something."""
        say, told = self._voice.say, [one for one in self.training.told if one.round == number]
        if told:
            yield styled(say("train_round", round=number), style="bold")
            numbers = [say("train_told"), say("train_lies"), say("train_turns")]
            heads = [say("train_card"), *numbers, say("train_found")]
            yield table_of(*heads, rows=map(self._row, told), numbers=numbers)
        else:
            yield styled(say("train_unasked", round=number), style="bold")
        yield from self._costly(number)

    def _row(self, one: Told) -> list[str]:
        say, number = self._voice.say, self._voice.language.number
        if one.told is None:
            said, found = "-", say("train_unknown")
        else:
            said, found = number(one.told), say("train_right") if one.remembered else say("train_wrong")
        return [self.place(_place(one)), said, number(one.lies), number(one.turns), found]

    def _costly(self, number: int) -> Iterator[RenderableType]:
        """Yield the decisions of a round in which something forgotten made another action look best."""
        costly = {
            one.after: one
            for one in self.training.decided
            if one.round == number and one.points.forgetting > _LEAST_COST
        }
        for after, state in enumerate(self._record.states()):
            if after in costly:
                yield styled(self._cost(costly[after], state.observation(self.seat)))

    def _cost(self, one: Decided, seen: Observation[Any]) -> str:
        """Return what forgetting cost in a decision, with the cards that were in hand."""
        voice = self._voice
        teller: Any = voice.teller(self.seat)
        called = {str(action): label for action, label in voice.labels(seen.actions, seen).items()}
        best, as_told = voice.quoted(called[one.best]), voice.quoted(called[one.as_told])
        turn, held = one.turn // self._record.players + 1, [*map(teller.face, in_hand(seen))]
        cards = voice.language.finished(voice.language.joined(held), capital=False)
        when = voice.say("train_turn", turn=turn)
        if held:
            when = voice.say("train_turn_with", turn=turn, cards=cards)
        lost = self._lost(one.points.forgetting, one.chances.forgetting)
        return voice.say("train_cost", when=when, best=best, as_told=as_told, **lost)

    def _lost(self, points: float, chance: float) -> dict[str, str]:
        """Return points and a chance as they are told."""
        number = self._voice.language.number
        return {"points": number(f"{points:.1f}"), "chance": number(f"{chance:.1%}")}

    def end(self) -> Iterator[RenderableType]:
        """Yield what was told in the last round, a line for each round, their total, and what they mean."""
        last = self.seen()[SilverState.round]
        yield from self.told_of(last)
        say, rounds = self._voice.say, [*self.training.rounds(last), self.training.summary()]
        told = [say("train_right"), say("train_wrong"), say("train_unknown")]
        heads = [say("train_of"), *told, say("train_forgetting"), say("train_choices")]
        yield table_of(*heads, rows=map(self._summed, rounds), numbers=heads)
        yield styled(say("train_meaning"))
        if self._file and not self._problem:
            yield styled(say("train_kept", path=self._file))

    def _summed(self, one: Summary) -> list[str]:
        voice, number = self._voice, self._voice.language.number
        total = voice.say("train_total") if one.round is None else number(one.round)
        forgetting = voice.say("train_lost", **self._lost(one.forgetting, one.forgetting_chance))
        choices = voice.say("train_lost", **self._lost(one.choice, one.choice_chance))
        return [total, *map(number, (one.right, one.wrong, one.unknown)), forgetting, choices]

    def place(self, place: Place) -> str:
        """Return a card of a village by its place, as records write it or as people say it."""
        player, slot = place
        if player == self.seat and self._voice.seats.first:
            return self._voice.say("train_mine", number=slot + 1)
        return place_of(player, slot, self._voice)


def _place(one: Told) -> Place:
    player, slot = map(int, one.place.split(":"))
    return player, slot


# ---- the person --------------------------------------------------------------------------------------------


class Trainee(Person):
    """A person who trains the memory: sees what the table shows, and is asked for cards before turns."""

    def __init__(self, trainer: Trainer, *person: Any) -> None:  # as `Person` takes it
        super().__init__(*person)
        self._trainer = trainer
        self._actor = HIDDEN  # who acted last
        self._scored: tuple[int, int] | None = None  # a round that is over, and what was heard up to then

    def notify(self, event: Event) -> None:
        """Hear what happened; a card that the person looks at is shown at once, and only now."""
        super().notify(event)
        if event.actor >= 0:
            self._actor = event.actor
        if isinstance(event.action, RoundScored):
            self._scored = event.action.round, len(self._heard)
        elif isinstance(event.action, CardsSeen) and self._actor == self._trainer.seat:
            self._tell_news(len(self._heard))
            self._desk.pause()

    def choose(self, observation: Observation[Any], legal_actions: Any) -> Action:
        """Return what the person chooses, who sees no more than the table shows."""
        self._all_seen: Observation[SilverState] = observation
        chosen = super().choose(self._trainer.seen(), legal_actions)
        self._trainer.judge(observation, chosen)
        return chosen

    def _begin(self, seen: Observation[SilverState]) -> None:
        """Show what happened and what can be chosen; before a turn a card may be asked for."""
        if self._scored:
            number, heard = self._scored
            self._tell_news(heard)
            self._desk.lay(*self._trainer.told_of(number))
            self._scored = None
            self._desk.pause()
        turn = seen.decision_kind() == "turn" and not seen[SilverState.acted]
        if turn:
            self._desk.wipe()
        super()._begin(seen)
        if turn and (place := self._trainer.question(self._all_seen)):
            self._ask(place, seen)

    def _tell_news(self, count: int) -> None:
        """Tell what was heard first."""
        told, self._heard = self._heard[:count], self._heard[count:]
        self._desk.say("\n".join(self._voice.news(told, self._trainer.seat, joined=True)))

    def _ask(self, place: Place, seen: Observation[SilverState]) -> None:
        """Ask what lies at a place; commands are obeyed before the answer."""
        self._desk.say(self._voice.say("train_asks", place=self._trainer.place(place)))
        while True:
            line = self._desk.ask()
            number = number_of(line, self._voice)
            if not line or number is not None:
                break
            try:
                if not (line.startswith(("?", "؟")) or self._voice.is_command(line)):
                    raise ToolkitError(self._voice.say("train_no_card", line=self._voice.quoted(line)))
                self._obeyed(line, seen)
            except (ToolkitError, OSError) as error:
                self._desk.say(in_words(error))
        self._trainer.answer(self._all_seen, place, number)
        self._desk.say(self._voice.question(seen))
