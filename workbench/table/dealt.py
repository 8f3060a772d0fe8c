"""`Dealt`: a whole game of any kind on phones, by the protocol alone; the server deals.

A player's action and what chance draws after it are one event, with the draws in it. Draw number n comes from
a generator of its own, so that a game which goes on after a kill draws what it would have drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from secrets import token_hex
from typing import Any

from solvers.players.expert import ranked
from solvers.reviewing import review_game
from toolkit.core import Action, Event, Game, Observation, State
from toolkit.core.decision import CHANCE, TERMINAL, IllegalAction, Reveal
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game, rules_from_dict, rules_to_dict
from toolkit.core.history import History, events
from toolkit.core.record import Record, who
from toolkit.core.state import Outcome
from toolkit.core.telling.teller import Teller, people
from workbench.table.advising import advised, reviewed
from workbench.table.scenes import Effect, Scene, find_scene
from workbench.table.seats import Seats
from workbench.table.session import (
    Chair,
    Forbidden,
    Job,
    Kind,
    Later,
    Phase,
    Reckoned,
    Refused,
    Session,
    Speech,
)
from workbench.table.words import spoken

PERSON = "me"
"""How a seat of a person is written, perhaps with a name behind it: ``me:Anna``."""

_MOST_LINES = 200
_LONGEST_RUN = 200
_SEED = 8  # bytes of the seed of another game at the same table


def begin(game: Game[Any, Any], names: Sequence[str], rules: Any, seed: int | str) -> dict[str, Any]:
    """Return the first event of a new game: who sits where, and what chance draws when it begins.

    `names` are bots, or ``me`` or ``me:NAME`` for people. `ToolkitError` for a number of players that the
    game does not know.
    """
    state = game.new(len(names), rules)
    return {
        "kind": "dealt",
        "game": game.name,
        "names": list(names),
        "rules": rules_to_dict(rules, defaults=True),  # a default of a later version is another one
        "seed": seed,
        "then": [str(action) for action in _drawn(state, seed, 0)],
    }


@dataclass(frozen=True, slots=True)
class _Last:
    """What a seat did last, as long as it can be taken back."""

    seat: int
    before: State  #: the game before it
    played: int  #: the actions of the record before it


class Whole(Session):
    """What whole games on phones have in common, whether the server deals or somebody notes them."""

    def __init__(self, game: Game[Any, Any], seats: Seats) -> None:
        self.game, self.title = game.name, game.title
        self.page = game.name if find_scene(game.name) else "plain"
        self._game, self._seats = game, seats
        self._names: list[str] = []  # as in a record: ``me:NAME`` for people

    def chairs(self) -> Mapping[int, Chair]:
        """Return the seats: bots, and people with the names that they were given."""
        return {
            seat: Chair(name=name.partition(":")[2] or None) if _is_person(name) else Chair(bot=name)
            for seat, name in enumerate(self._names)
        }

    def _called(self, seat: int) -> str:
        """Return who acts for a seat: by the name, if the person has one."""
        if phone := self._seats.phones.get(seat):
            return phone.name
        name = self._names[seat]
        return (name.partition(":")[2] or f"player {seat + 1}") if _is_person(name) else f"the bot {name}"

    def _parsed(self, text: str, state: State) -> Action:
        return self._game.parse(text, state.players, state.rules)

    def _scene(self, speech: Speech) -> Scene | None:
        """Return how the game is laid out; in notation it is drawn, for nothing else has its names on it."""
        return None if speech == "notation" else find_scene(self.game)

    def _teller(self, seat: int | None, speech: Speech) -> Any:
        """Return what tells the game to a seat; without words it is told in its notation."""
        phones = {seat: f"{PERSON}:{phone.name}" for seat, phone in self._seats.phones.items()}
        names = [phones.get(seat, name) for seat, name in enumerate(self._names)]
        if speech == "notation":
            return Teller(self._game.state_type.kind_names, "en", people(names, "en"), seat)
        scene = self._scene(speech)
        told = (scene and scene.teller) or self._game.teller
        return told(self._game.state_type.kind_names, speech, people(names, speech), seat)

    def _laid(
        self, seen: Observation[Any], teller: Teller, speech: Speech, told: Sequence[Event], **more: Any
    ) -> dict[str, Any]:
        """Return a game as it is seen, with the last lines of what was told of it, and what else is said."""
        acts, scene = seen.to_act(), self._scene(speech)
        drawn = self._teller(teller.seat, "en") if speech == "notation" else teller  # it has no words
        picture = None if scene else self._game.picture(seen, drawn)
        lines = [{"by": line.of, "text": line.text} for line in teller.lines(told)]
        return _NOTHING | {
            "to_act": acts if acts >= 0 else None,
            "decision": seen.decision_kind(),
            "scene": scene.lay(seen, teller) if scene else None,
            "picture": picture.bare if picture else None,
            "question": teller.open(seen.stack[-1], seen) if seen.stack else "",
            "log": lines[-_MOST_LINES:],
            "people": list(teller.people),
            **more,
        }

    def _ended(
        self, outcome: Outcome | None, seen: Observation[Any], teller: Teller, speech: Speech
    ) -> dict[str, Any] | None:
        """Return how a game ended, in words; None while it goes on."""
        scene = self._scene(speech)
        if outcome is None:
            return None
        return {
            "reason": outcome.reason,
            "winners": list(outcome.winners),
            "scores": list(outcome.scores),
            "told": teller.end(outcome),
            "had": [*scene.had(seen, teller)] if scene else [],
        }

    # ---- advice -------------------------------------------------------------------------------------------

    def _switching(self, seat: int, do: Sequence[str]) -> dict[str, Any] | None:
        """Return the event by which the host lets the table give advice, or ends that, if so meant."""
        if list(do) not in (["advice on"], ["advice off"]):
            return None
        if seat != self._seats.host:
            raise Forbidden("who sat down first says whether this table gives advice")
        return {"advice": do[0] == "advice on"}

    def _advised(self, seen: Observation[Any], teller: Teller, speech: Speech) -> Reckoned:
        """Return what a seat is advised that acts, from what it sees alone."""
        if not self.advises:
            raise Forbidden("this table gives no advice")
        told = partial(advised, seen, teller, notation=speech == "notation")
        return Reckoned("advice", seen, partial(ranked, seen), told)

    # ---- refusals -----------------------------------------------------------------------------------------

    def _against(
        self, worlds: Iterable[State], query: Mapping[str, str], teller: Teller, speech: Speech
    ) -> str:
        """Return why nothing can be done with places: the first reason of a rule in some worlds, or nothing.

        Of all actions that the decision there knows those are tried that name the place, or each of several
        places, the actions of the group that is open before others.
        """
        places, group = {*query.get("place", "").splitlines()}, query.get("group", "")
        shape = self._scene(speech) or _PICTURED
        for world in worlds:
            seen = world.observation(world.to_act())
            does = self._game.decisions[seen.decision_kind() or ""].does if seen.stack else ()
            known = self._game.vocabulary(seen.players, seen.rules)
            meant = [one for one in known if type(one) in does and places and places <= {*seen.places(one)}]
            for action in sorted(meant, key=lambda one: shape.group(one, seen) != group):
                try:
                    world.clone().apply(action)
                except IllegalAction as error:
                    return error.reason if speech == "notation" else teller.refused(error.reason)
        return ""


class Dealt(Whole):
    """A game of its first event, and of the seats; see `workbench.table.session.Session`."""

    kind: Kind = "dealt"

    def __init__(self, head: Mapping[str, Any], seats: Seats) -> None:
        super().__init__(find_game(head["game"]), seats)
        self.advises = False
        self._tries = Random()  # of worlds that are tried; nothing that is kept depends on it
        self._start(head)
        picture = self._state.observation(None).picture
        self.picture_sheet = picture.sheet.text() if picture and picture.sheet else ""
        self._gather()

    def _start(self, head: Mapping[str, Any]) -> None:
        """Begin anew by what `begin` returned."""
        self._names: list[str] = list(head["names"])
        self._seed: int | str = head["seed"]
        rules = rules_from_dict(self._game, head["rules"])
        self._state: State = self._game.new(len(self._names), rules)
        self._record = Record.of(self._state, self._names, self._seed)
        self._deal: list[str] = head["then"]
        self._begun = False
        self._last: _Last | None = None  # what can be taken back

    # ---- what it is ---------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Being set up until people sit on all their seats, or the host wants to begin without them."""
        if self._state.to_act() == TERMINAL:
            return "over"
        return "play" if self._begun else "setup"

    def note(self, speech: Speech = "en") -> str:
        """Return what the game says of its parts, such as that its board is reconstructed."""
        note = self._game.note(self._record.rules)
        return note and self._teller(None, speech).noted(note)

    # ---- what changes it ----------------------------------------------------------------------------------

    def wish(self, seat: int, do: Sequence[str], text: str | None, for_: str | None) -> dict[str, Any]:
        """Return the event of some lines of a seat, with what chance draws after them.

        Whether they are legal is asked in a world that the seat cannot tell from the real one, so that a
        refusal tells nothing else. A run ends where something comes to light: nobody looks and goes back.
        """
        if text is not None or for_ is not None:
            raise Refused("each seat acts for itself here, by lines alone")
        if event := self._switching(seat, do):
            return event
        if list(do) == ["begin"]:
            return self._beginning(seat)
        if list(do) == ["again"]:
            return self._again(seat)
        if list(do) == ["undo"]:
            return self._undoing(seat)
        actions, _ = self._tried(seat, do)
        state = self._state.clone()
        for action in actions:
            state.apply(action)
        draws = _drawn(state, self._seed, len(self._record.actions) + len(actions))
        return {"do": [str(action) for action in actions], "then": [str(action) for action in draws]}

    def _beginning(self, seat: int) -> dict[str, Any]:
        if self.phase != "setup":
            raise Refused("the game has begun")
        if seat != self._seats.host:
            raise Forbidden("who sat down first begins")
        return {"begin": True}

    def _again(self, seat: int) -> dict[str, Any]:
        self._check_again(seat)
        return {"again": begin(self._game, self._names, self._state.rules, token_hex(_SEED))}

    def _undoing(self, seat: int) -> dict[str, Any]:
        if self._last is None or self._last.seat != seat:
            raise Refused("nothing can be taken back now")
        return {"undo": True}

    def clone(self, seats: Seats) -> Dealt:
        """Return a copy on which an event is tried, at copied seats."""
        other = copy(self)
        other._seats, other._state = seats, self._state.clone()
        other._record = replace(self._record, actions=[*self._record.actions])
        return other

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:  # noqa: ARG002
        """Do what an event tells: actions and draws, what is taken back, that a game begins or another."""
        if "advice" in event:
            self.advises = event["advice"]
        elif "begin" in event:
            self._begin()
        elif "again" in event:
            self._start(event["again"])
        elif "undo" in event:
            self._take_back()
        elif "do" in event:
            self._do(event["by"], event["do"], event["then"])
        self._gather()

    def _do(self, seat: int, do: Sequence[str], then: Sequence[str]) -> None:
        """Play what a seat did, and remember how it was before, as long as nothing came to light by it.

        What only others learn by it counts, too: that they do is known to who acted, such as of a discard.
        """
        last, heard = _Last(seat, self._state.clone(), len(self._record.actions)), self._history()
        for text in do:
            self._play(seat, self._parsed(text, self._state))
        news = events(self._history(), heard)
        self._chance(then)
        self._last = None if then or _tells_more(news, seat) or self.phase == "over" else last

    def _history(self) -> History:
        """Return what happened, as it was."""
        return self._state.history(self._state.players + 1)

    def _take_back(self) -> None:
        """Let it be as it was before somebody acted last: the record does not know of it either."""
        if self._last is None:
            raise ToolkitError("there is nothing to take back")
        self._state = self._last.before
        del self._record.actions[self._last.played :]
        self._last = None

    def _gather(self) -> None:
        """Begin when all people are there."""
        waited_for = {seat for seat, name in enumerate(self._names) if _is_person(name)}
        if not self._begun and waited_for <= self._seats.phones.keys():
            self._begin()

    def _begin(self) -> None:
        """Deal: until then there is no hand that somebody could see who tries one seat after the other."""
        self._begun = True
        self._chance(self._deal)

    def _chance(self, draws: Iterable[str]) -> None:
        for text in draws:
            self._play(CHANCE, self._parsed(text, self._state))
        self._record.outcome = self._state.outcome() if self._state.to_act() == TERMINAL else None

    def _play(self, actor: int, action: Action) -> None:
        if self._state.to_act() != actor:
            raise ToolkitError(f"{action}: {who(actor)} cannot act there")
        self._state.apply(action)
        self._record.actions.append((actor, action))

    # ---- runs ---------------------------------------------------------------------------------------------

    def _tried(self, seat: int, do: Sequence[str]) -> tuple[list[Action], State]:
        """Return the actions of some lines, and a world after them; `Refused` with the rule's reason."""
        self._check_turn(seat)
        seen = self._state.observation(seat)
        world: State = seen.sample_world(self._tries)
        done: list[Action] = []
        for line in do:
            for action in self._meant(line, world):
                if done and (world.to_act() != seat or _came_to_light(world, seat, len(seen.log), done)):
                    raise Refused(f"{action}: something else happens before; do it afterwards")
                try:
                    world.apply(action)
                except ToolkitError as error:
                    raise Refused(str(error)) from error
                done.append(action)
        if not 0 < len(done) <= _LONGEST_RUN:
            raise Refused(f"a run has 1 to {_LONGEST_RUN} actions")
        return done, world

    def _check_turn(self, seat: int) -> None:
        if self.phase == "over":
            raise Refused("the game is over")
        if self.phase == "setup":
            raise Refused("the game has not begun: seats are free")
        if (acts := self._state.to_act()) != seat:
            raise Forbidden(f"it is the turn of {self._called(acts)}")

    def _meant(self, line: str, world: State) -> tuple[Action, ...]:
        """Return one action, as pages send it, or those of a folded line: ``exchange 0`` alone is no set."""
        with suppress(ToolkitError):
            return (self._parsed(line, world),)
        try:
            return self._game.parse_line(line, world)
        except ToolkitError as error:
            raise Refused(str(error)) from None

    def attempt(self, seat: int, do: Sequence[str], speech: Speech = "en") -> dict[str, Any]:
        """Return the table after some lines of a seat, in a world that it cannot tell from the real one.

        ``done`` tells that the run is complete: somebody else acts, chance draws, something came to light,
        the decision is of the kind in which the run began, or the scene takes the last action for a whole.
        What comes next is not to be foreseen then, nor is what it looks like.
        """
        seen = self._state.observation(seat)
        actions, world = self._tried(seat, do)
        lit = _came_to_light(world, seat, len(seen.log), actions)
        scene, teller = self._scene(speech), self._teller(seat, speech)
        whole = scene is not None and scene.ways.get(teller.kind(actions[-1])) == "whole"
        done = lit or whole or world.to_act() != seat or world.decision_kind() == seen.decision_kind()
        effect = asdict(scene.effect(seen, actions, teller) if scene else Effect())
        shown = {} if done else {"table": self._shown(world, seat, speech)}
        return {"done": done, **effect, **shown}

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, seat: int | None, speech: Speech = "en") -> dict[str, Any]:
        """Return the table as a seat sees it: nothing lies there before the game has begun."""
        title = self._teller(seat, speech).title(self.title)
        return {"title": title, "table": self._shown(self._state, seat, speech) if self._begun else _NOTHING}

    def _shown(self, state: State, seat: int | None, speech: Speech) -> dict[str, Any]:
        """Return what a seat sees of the game, or of a world that it tries something in."""
        seen, teller = state.observation(seat), self._teller(seat, speech)
        choices = self._choices(seen, teller, self._scene(speech) or _PICTURED)
        ended = self._record.outcome if seen.to_act() == TERMINAL else None
        return self._laid(
            seen,
            teller,
            speech,
            seen.log or _since_acting(state.log(seat), seat),
            actions=list(choices) if self.phase == "play" else [],
            thinking=self._bot_acts(),
            advises=self.advises and bool(seen.actions),
            undo=seat is not None and self._last is not None and self._last.seat == seat,
            outcome=self._ended(ended, seen, teller, speech),
        )

    def _choices(self, seen: Observation[Any], teller: Teller, scene: Scene) -> Iterator[dict[str, Any]]:
        """Yield what can be chosen: actions, or whole runs of them where decisions belong together.

        Where runs lead is found in a world that the seat cannot tell from the real one.
        """
        together = scene.together
        begun = seen.decision_kind() in together
        world = seen.sample_world(self._tries) if together and seen.actions else None
        for action in seen.actions:
            found = _runs(world, action, together) if world else iter([(action,)])
            runs = list(found if begun else islice(found, 2))
            for run in runs if begun or len(runs) == 1 else [(action,)]:
                alone = len(seen.actions) == 1  # its button is all that is said of it
                told = scene.effect(seen, run, teller).label if begun or alone else ""
                yield {
                    "do": ", ".join(map(str, run)),
                    "label": told or teller.choice(action, seen.stack[-1], seen),
                    "sort": teller.kind(action),
                    "places": [place for one in (run if begun else run[:1]) for place in seen.places(one)],
                    "way": scene.ways.get(teller.kind(action), ""),
                    "group": scene.group(action, seen),
                }

    def fetch(
        self, seat: int | None, what: str, query: Mapping[str, str], speech: Speech = "en"
    ) -> dict[str, Any] | str | Later | Reckoned | None:
        """Return a record, a look back, a review of what is over; why not something, advice, or a file."""
        match what:
            case "record":
                return self._kept()
            case "why":
                return {"told": self._why_not(seat, query, speech)}
            case "advice":
                if seat is None:
                    raise Forbidden("advice is for who plays")
                self._check_turn(seat)
                return self._advised(self._state.observation(seat), self._teller(seat, speech), speech)
            case "review" if "at" in query:
                return self._looked_back(seat, query["at"], speech)
            case "review":
                return self._reviewed(speech)
        files = scene.files if (scene := find_scene(self.game)) and self._begun else {}
        return partial(files[what], self._state.observation(None), spoken(speech)) if what in files else None

    def _kept(self) -> str:
        if self.phase != "over":
            raise Forbidden("the record tells everything: it is there when the game is over")
        names = {seat: phone.name for seat, phone in self._seats.phones.items()}
        self._record.names = [names.get(seat, name) for seat, name in enumerate(self._names)]
        return "\n".join(self._record.to_lines()) + "\n"

    def _looked_back(self, seat: int | None, at: str, speech: Speech) -> Later:
        """Return the table as a seat saw it before a choice, by its number, or at the end."""
        if self.phase != "over":
            raise Forbidden("the game is not over")
        game = copy(self)  # another one may begin meanwhile
        steps = sum(actor >= 0 for actor, _ in game._record.actions)
        if not (at.isdecimal() and int(at) <= steps):
            raise ToolkitError(f"a game is looked back on at a step from 0 to {steps}")

        def found() -> dict[str, Any]:
            choices = (state for state in game._record.states() if state.to_act() != CHANCE)
            state = next(islice(choices, int(at), None))
            return {"steps": steps, "table": game._shown(state, seat, speech)}

        return found

    def _reviewed(self, speech: Speech) -> Reckoned:
        """Return how the chances of all went, and what cost most: all cards are open when a game is over."""
        if self.phase != "over":
            raise Forbidden("the game is not over")
        teller = self._teller(None, speech)
        told = partial(reviewed, self._record, teller, notation=speech == "notation")
        return Reckoned("review", self._seed, partial(review_game, self._record), told)

    def _why_not(self, seat: int | None, query: Mapping[str, str], speech: Speech) -> str:
        """Return why nothing can be done with a place now: the reason of the rule, in words, or nothing.

        It is asked of a world that the seat cannot tell from the real one, after the lines of a run.
        """
        if seat is None:
            return ""
        self._check_turn(seat)
        lines, seen = query.get("do", "").splitlines(), self._state.observation(seat)
        world = self._tried(seat, lines)[1] if lines else seen.sample_world(self._tries)
        return self._against([world], query, self._teller(seat, speech), speech)

    # ---- bots ---------------------------------------------------------------------------------------------

    def thinking(self) -> Job | None:
        """Return the decision of a bot whose turn it is."""
        acts = self._state.to_act()
        if not self._bot_acts():
            return None
        seen = self._state.observation(acts)
        return Job(acts, self._names[acts], seen, self._state.log(acts), self._seed)

    def _bot_acts(self) -> bool:
        acts = self._state.to_act()
        return self.phase == "play" and acts >= 0 and not _is_person(self._names[acts])


_PICTURED = Scene(lay=lambda _seen, _teller: {})  # of a game that is shown by its picture

_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("to_act", "decision", "scene", "picture", "outcome")),
    "question": "",
    "log": [],
    "actions": [],
    "thinking": False,
    "people": [],
    "advises": False,
    "undo": False,
}


def _since_acting(told: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Return what a seat was told since it last acted: where players have to remember, no more."""
    return told[max((n for n, event in enumerate(told) if event.actor == seat), default=0) :]


def _is_person(name: str) -> bool:
    return name.partition(":")[0] == PERSON


def _drawn(state: State, seed: int | str, played: int) -> Iterator[Action]:
    """Let chance act in a state after so many actions, until somebody else does; yield what it drew."""
    while state.to_act() == CHANCE:
        action = state.sample_chance(Random(f"{seed}/chance/{played}"))
        state.apply_unchecked(action)
        played += 1
        yield action


def _runs(state: State, action: Action, together: Collection[str]) -> Iterator[tuple[Action, ...]]:
    """Yield an action with each way to answer the decisions that belong together and follow from it."""
    after = state.clone()
    after.apply_unchecked(action)
    if after.to_act() != state.to_act() or after.decision_kind() not in together:
        yield (action,)
        return
    for answer in after.legal_actions():
        for rest in _runs(after, answer, together):
            yield (action, *rest)


def _came_to_light(world: State, seat: int, heard: int, done: Sequence[Action]) -> bool:
    """Tell whether a seat learned more in a world than that it did some actions, since so many events."""
    news = world.log(seat)[heard:]
    return len(news) > len(done) or _tells_more(news, seat)


def _tells_more(news: Sequence[Event], seat: int) -> bool:
    """Tell whether events are more than what a seat did: something came to light, or others did something."""
    return any(isinstance(event.action, Reveal) or event.actor != seat for event in news)
