"""`Noted`: the printed Silver on phones: one who plays notes it by taps, and the others look on.

Its events are the lines of `toolkit.games.silver.noting`: a run of taps makes one, and the cards that the
writer sees by it are asked for, by a pad of numbers. The phone of the writer alone is shown what the writer
knows, every other one what everybody knows, whatever seat it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from toolkit.core import Action, Game
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import find_game, rules_from_dict, rules_to_dict
from toolkit.core.hidden import Place
from toolkit.core.history import Event
from toolkit.core.telling.language import isolated
from toolkit.core.told import UntoldError
from toolkit.games.silver.actions import DISCARD, DONE, DRAW, END, Anyone, Face, Own
from toolkit.games.silver.cards import HIGHEST
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.noting import NotedGame, NoteError, written
from toolkit.games.silver.play.sets import Exchanging
from toolkit.games.silver.play.turns import DrawingMore
from toolkit.games.silver.state import HELD, VILLAGE, SilverState
from toolkit.games.silver.telling import Deed, SilverTeller
from workbench.table.advising import advised
from workbench.table.dealt import PERSON, Whole
from workbench.table.scenes import Data
from workbench.table.scenes.silver import SCENE, face_data, named
from workbench.table.seats import Seats
from workbench.table.session import Chair, Forbidden, Job, Kind, Later, Phase, Refused, Speech

_FREE = ("look", "guard", "protect")
"""What is done beside the action of a turn; with an exchange open, too, it is behind a button."""


def begin(game: Game[Any, Any], names: Sequence[str], rules: Any, *, advice: bool) -> dict[str, Any]:
    """Return the first event of a game that is to be noted.

    `names` are those who play, in the order of the turns; ``me`` or ``me:NAME`` is who notes it. Without
    `advice` the table gives none. `ToolkitError` for names of which none or several are ``me``, and for rules
    by which nothing can be noted.
    """
    writers = [seat for seat, name in enumerate(names) if name.partition(":")[0] == PERSON]
    if len(writers) != 1:
        raise ToolkitError("seats: one of them notes the game and is called me, such as me,Ben,Cleo")
    if not all(name.partition(":")[2 if ":" in name else 0].strip() for name in names):
        raise ToolkitError("seats: a name is missing")
    NotedGame(len(names), rules, *writers)
    return {
        "kind": "noted",
        "game": game.name,
        "names": [name if seat in writers else f"{PERSON}:{name}" for seat, name in enumerate(names)],
        "writer": writers[0],
        "rules": rules_to_dict(rules, defaults=True),  # a default of a later version is another one
        "advice": advice,
    }


class _Run(NamedTuple):
    """What was tapped: actions one after the other, and the cards seen by them, with where they lay."""

    actions: tuple[Action, ...]
    seen: tuple[tuple[str, int], ...] = ()

    def line(self, world: SilverState) -> str:
        """Return it as a line of the notes."""
        said = [*filter(None, (written(action, world) for action in self.actions))]
        faces = [str(face) for _, face in self.seen]
        return " ".join([*said, *["cards"] * bool(said and faces), *faces])

    @property
    def given(self) -> list[int]:
        """The slots of own cards that are given up."""
        return [one.slot for one in self.actions if isinstance(one, Own) and one.verb in ("exchange", "and")]


class _Way(NamedTuple):
    """How the notes can go on: after a run that need not be tapped, in such a world."""

    run: tuple[Action, ...]
    world: SilverState
    in_hand: bool = False  #: whether a card was drawn and kept that is used now


class Noted(Whole):
    """A game that is noted, of its first event, and of the seats; see `workbench.table.session.Session`."""

    kind: Kind = "noted"

    def __init__(self, head: Mapping[str, Any], seats: Seats) -> None:
        super().__init__(find_game(head["game"]), seats)
        self._names = list(head["names"])
        self._writer: int = head["writer"]
        self._rules = rules_from_dict(self._game, head["rules"])
        self._advises: bool = head["advice"]
        self._begun = False
        self._start()
        self.picture_sheet = ""  # its scene is all that is shown

    def _start(self) -> None:
        self._noted = NotedGame(len(self._names), self._rules, self._writer)

    # ---- what it is ---------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Set up until who notes it has sat down."""
        if self._noted.outcome:
            return "over"
        return "play" if self._begun else "setup"

    def note(self, speech: Speech = "en") -> str:  # noqa: ARG002
        """Return what must be said of the game: nothing, for its parts are those on the table."""
        return ""

    def chairs(self) -> Mapping[int, Chair]:
        """Return the seats of all who play, with the names that they were given."""
        chairs = super().chairs()
        return {**chairs, self._writer: Chair(name=chairs[self._writer].name, writes=True)}

    # ---- what changes it ----------------------------------------------------------------------------------

    def wish(self, seat: int, do: Sequence[str], text: str | None, for_: str | None) -> dict[str, Any]:
        """Return the event of a run of taps: the line that it makes, if that can be."""
        if text is not None or for_ is not None:
            raise Refused("each seat acts for itself here, by lines alone")
        self._check_writes(seat)
        match list(do):
            case ["undo"] if self._noted.lines:
                return {"undo": True}
            case ["undo"]:
                raise Refused("nothing can be taken back now")
            case ["again"] if self.phase == "over":
                return {"again": True}
            case ["again"]:
                raise Refused("the game is not over")
        run = self._read(do)
        self._tried(run)
        return {"line": run.line(self._noted.world)}

    def _check_writes(self, seat: int | None) -> None:
        if seat != self._writer:
            raise Forbidden(f"{self._called(self._writer)} notes this game")

    def clone(self, seats: Seats) -> Noted:
        """Return a copy on which an event is tried, at copied seats."""
        other = copy(self)
        other._seats, other._noted = seats, self._noted.clone()
        return other

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:  # noqa: ARG002
        """Do what an event tells: a line, what is taken back, that another game begins."""
        if "line" in event:
            self._noted.tell(event["line"])
        elif "undo" in event:
            self._noted.undo()
        elif "again" in event:
            self._start()
        self._begun = self._begun or self._writer in self._seats.phones

    # ---- runs of taps -------------------------------------------------------------------------------------

    def _read(self, do: Sequence[str]) -> _Run:
        """Return what a page sends: actions in the notation of the engine, and cards with where they lay."""
        actions: list[Action] = []
        seen: list[tuple[str, int]] = []
        for part in (part for line in do for part in line.split(", ")):
            place, equals, number = part.partition("=")
            if not equals:
                actions.append(self._parsed(part, self._noted.world))
            elif number.isascii() and number.isdecimal() and len(number) < 3:
                seen.append((place, int(number)))
            else:
                raise Refused(f"{quote(part)} tells no card")
        return _Run(tuple(actions), tuple(seen))

    def _tried(self, run: _Run, *, asking: bool = False) -> Place | None:
        """Try the line of a run; return where the first card lay that it does not tell, if that may be."""
        try:
            self._noted.clone().tell(run.line(self._noted.world))
        except UntoldError as untold:
            if asking:
                return untold.place
            raise Refused("a card is missing that was seen") from untold
        except ToolkitError as error:
            raise Refused(str(error)) from error
        return None

    def attempt(self, seat: int, do: Sequence[str], speech: Speech = "en") -> dict[str, Any]:
        """Return what a run of taps leaves open: further cards of a set, a card that was seen; or nothing.

        What is complete is done ``at_once``, for it can be taken back, but for a set: it may have more cards.
        """
        self._check_writes(seat)
        run, teller = self._read(do), self._teller(seat, speech)
        asked, more = self._tried(run, asking=True), self._set_after(run)
        label = self._giving(run, teller) if run.given else ""
        told = {"told": "", "pays": [], "label": label, "unwise": False, "at_once": not run.given}
        if more is None and asked is None:
            return told | {"done": True}
        return told | {"done": False, "table": self._open(run, more, asked, speech)}

    def _set_after(self, run: _Run) -> SilverState | None:
        """Return a world in which a run goes on with further cards of a set; None if it does not."""
        if run.seen or not run.given:
            return None
        world = self._begun_by(run).clone()
        for action in dropwhile(lambda one: not _begins_set(one), run.actions):
            world.apply(action)
        return world if world.stack and isinstance(world.stack[-1], Exchanging) else None

    def _begun_by(self, run: _Run) -> SilverState:
        """Return a world in which the cards that a run gives up are chosen next."""
        world = self._noted.world.clone()
        for action in takewhile(lambda one: not _begins_set(one), run.actions):
            if action == DRAW:
                world = _drawn(world)
            else:
                world.apply(action)
        return _in_hand(world)

    def _open(self, run: _Run, more: SilverState | None, asked: Place | None, speech: Speech) -> Data:
        """Return the table of the writer with what a run leaves open, and with what it told so far."""
        seen, teller = self._noted.seen, self._teller(self._writer, speech)
        actions, question = [], ""
        if more:
            if asked not in [(VILLAGE + more.to_act(), slot) for slot in run.given]:
                asked = None  # what else is seen is asked for when the set is complete
            legal = [one for one in more.legal_actions() if one != DONE or asked is None]
            actions = [self._choice(_Way((), more), one, teller) for one in legal]
            for one in actions:
                one["label"] = self._giving(run, teller) if one["do"] == str(DONE) else one["label"]
            question = teller.open(more.stack[-1], seen)
        if asked is not None:
            actions += self._pad(asked, teller, [face for _, face in run.seen])
            question = self._asked(asked, run, teller)
        table = self._shown(teller, speech, ())
        table |= {"actions": actions, "question": question, "asked": asked and _named(asked)}
        told = {place: face_data(face, teller) for place, face in run.seen}
        for village in table["scene"]["villages"]:
            village["cards"] = [card | told.get(card["id"], {}) for card in village["cards"]]
        return table

    # ---- what can have happened next ----------------------------------------------------------------------

    def _choices(self, teller: SilverTeller) -> list[Data]:
        """Return what can have happened next, as far as the writer can know it."""
        if self._noted.world.to_act() == CHANCE:
            return self._pad(None, teller)
        ways = [*self._ways()]
        using = {way.world.to_act() for way in ways if any(_uses(one) for one in self._legal(way))}
        return [
            self._choice(way, one, teller, beside=way.world.to_act() in using)
            for way in ways
            for one in self._legal(way)
        ]

    def _ways(self) -> Iterator[_Way]:
        """Yield where the notes are, and where they can go on: a draw of others is understood, and an end."""
        world = self._noted.world
        begun = [_Way((), world)]
        if world.decision_kind() == "end":
            after = world.clone()
            after.apply(END)
            begun += [_Way((END,), after)] * (after.decision_kind() == "turn")
        for way in begun:
            yield way
            yield from self._with_draw(way)

    def _with_draw(self, way: _Way) -> Iterator[_Way]:
        """Yield how others can go on with a card in hand that the notes do not say they drew, or kept."""
        run, world, _ = way
        if world.to_act() == self._writer or world.decision_kind() not in ("turn", "rascal"):
            return
        if world.decision_kind() == "rascal":
            yield _Way(run, _in_hand(world), in_hand=True)
        elif DRAW in world.legal_actions():
            yield _Way((*run, DRAW), _in_hand(_drawn(world)), in_hand=True)

    def _legal(self, way: _Way) -> list[Action]:
        """Return what who acts can do; of what looks alike to the writer one is enough."""
        legal = way.world.legal_actions()
        if way.world.to_act() != self._writer:
            legal = [*dict.fromkeys(one.veiled() for one in legal)]
        if way.in_hand:
            return [one for one in legal if _uses(one)]
        return [one for one in legal if not (way.run and (_is_free(one) or one == END))]

    def _choice(self, way: _Way, action: Action, teller: SilverTeller, *, beside: bool = False) -> Data:
        """Return a choice of a page; what is done beside an exchange has a button of its own."""
        kind, world = teller.kind(action), way.world
        fetched = isinstance(action, Face) and action.verb == "fetch" and world.to_act() != self._writer
        unplaced = way.run[-1:] == (DRAW,) and action == DISCARD  # a tap on the pile takes a card then
        return {
            "do": ", ".join(map(str, (*way.run, action))),
            "label": self._label(action, world, teller),
            "sort": kind,
            "places": [] if unplaced else [*world.observation(self._writer).places(action)],
            "way": "pad" if fetched else SCENE.ways.get(kind, ""),
            "group": "free" if beside and _is_free(action) else "",
            **({"short": teller.language.number(action.face)} if isinstance(action, Face) else {}),
        }

    @property
    def _acts(self) -> bool:
        """Whether it is for the writer to act."""
        return self._noted.world.to_act() == self._writer

    def _pad(self, place: Place | None, teller: SilverTeller, told: Sequence[int] = ()) -> list[Data]:
        """Return the cards that can have been seen at a place, or by chance, but for some told already."""
        unseen = position_of(self._noted.seen).unseen
        return [
            {
                "do": f"{_named(place) if place else 'deck'}={face}",
                "label": named(face, teller),
                "short": teller.language.number(face),
                "sort": "card",
                "places": [],
                "way": "pad",
                "group": "",
                "gone": unseen[face] <= told.count(face),
            }
            for face in range(HIGHEST + 1)
        ]

    def _label(self, action: Action, world: SilverState, teller: SilverTeller) -> str:
        """Return what an action is called: a choice of the writer, or what somebody else does."""
        frame = world.stack[-1]
        if frame.actor == self._writer:
            return teller.choice(action, frame, world.observation(self._writer))
        return teller.event(Event(frame.actor, action, frame)).rstrip(".")

    def _giving(self, run: _Run, teller: SilverTeller) -> str:
        """Return that own cards are given up, by the writer for the card in hand, or by somebody else."""
        world, slots = self._begun_by(run), run.given
        if world.to_act() == self._writer:
            seen = world.observation(self._writer)
            return teller.giving(seen, slots, seen[SilverState.cards].zone("held")[0])
        deed = run.actions[-1] if len(slots) == 1 else Deed("choose", None, tuple(slots))
        return self._label(deed, world, teller)

    def _asked(self, place: Place, run: _Run, teller: SilverTeller) -> str:
        """Return which card is asked for, by where it lay: of all villages, when a round is over."""
        zone, index = place
        player, number = zone - VILLAGE, (index or 0) + 1
        if player < 0:
            return teller.word("noting", "ask_hand" if zone == HELD else "ask_deck")
        world = self._begun_by(run) if run.given else self._noted.world
        seen = world.observation(self._writer)
        if _named(place) not in [at for one in run.actions for at in seen.places(one)]:
            return teller.word("noting", "ask_all", who=teller.person(player), number=number)
        if player == self._writer:
            return teller.word("noting", "ask_own", number=number)
        return teller.word("noting", "ask_village", who=teller.person(player), number=number)

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, seat: int | None, speech: Speech = "en") -> dict[str, Any]:
        """Return the table as the writer sees it, or as everybody does."""
        teller = self._teller(seat, speech)
        if seat != self._writer or not self._begun:
            return {"title": teller.title(self.title), "table": self._shown(teller, speech)}
        play = self.phase == "play"
        told: Data = {
            "actions": self._choices(teller) if play else [],
            "advises": play and self._advises and self._acts,
            "undo": bool(self._noted.lines),
        }
        return {"title": teller.title(self.title), "table": self._shown(teller, speech) | told}

    def _shown(self, teller: SilverTeller, speech: Speech, log: Sequence[Event] | None = None) -> Data:
        """Return the table as who is told by a teller sees it, with all of the log or what is said of it."""
        writes = teller.seat == self._writer
        seen = self._noted.seen if writes else self._noted.world.observation(None)
        ended = self._ended(self._noted.outcome, seen, teller, _in_words(speech))
        said = seen.log if log is None else log
        table = self._laid(seen, teller, _in_words(speech), said, outcome=ended)
        table["scene"]["groups"] = {
            "free": {
                "words": teller.word("scene", "free"),
                "ask": teller.word("scene", "free_ask"),
                "sign": "eye",
            }
        }
        return table

    def _teller(self, seat: int | None, speech: Speech) -> SilverTeller:
        """Return what tells the game to a seat: in words, for notes have no other notation."""
        teller: Any = super()._teller(seat, _in_words(speech))
        told: SilverTeller = teller
        return told

    def said(self, error: ToolkitError, seat: int | None, speech: Speech) -> str | None:
        """Return what a seat is told of what the notes refuse, in words; None for what they do not."""
        why, teller = error.__cause__, self._teller(seat, speech)
        if isinstance(why, NoteError):
            apart = {key: isolated(one) if isinstance(one, str) else one for key, one in why.places.items()}
            return teller.language.finished(teller.name("noting", why.key, **apart))
        return super().said(error, seat, _in_words(speech))

    def fetch(
        self, seat: int | None, what: str, query: Mapping[str, str], speech: Speech = "en"
    ) -> dict[str, Any] | str | Later | None:
        """Return advice for the writer, or why something cannot be noted."""
        if what == "why":
            self._check_writes(seat)
            worlds = [way.world for way in self._ways()] if not query.get("do") else []
            return {"told": self._against(worlds, query, self._teller(seat, speech), _in_words(speech))}
        if what == "advice":
            self._check_writes(seat)
            if not self._advises:
                raise Forbidden("this table gives no advice")
            if not self._acts:
                raise Refused("advice is there in your own turn")
            return partial(advised, self._noted.seen, self._teller(seat, speech))
        return None

    def thinking(self) -> Job | None:
        """Return nothing: people play."""
        return None


def _in_words(speech: Speech) -> Speech:
    return "en" if speech == "notation" else speech


def _uses(action: Action) -> bool:
    """Tell whether an action is what is done with the card in hand."""
    return action == DISCARD or _begins_set(action)


def _begins_set(action: Action) -> bool:
    """Tell whether an action names the first card that is given up."""
    return isinstance(action, Own) and action.verb == "exchange"


def _is_free(action: Action) -> bool:
    """Tell whether an action may be one that is done beside the action of a turn."""
    return isinstance(action, Own | Anyone) and action.verb in _FREE


def _named(place: Place) -> str:
    """Return what a page calls the place of a card that was seen."""
    zone, index = place
    return f"{zone - VILLAGE}:{index}" if zone >= VILLAGE else "held" if zone == HELD else "deck"


def _drawn(world: SilverState) -> SilverState:
    """Return a world after a draw; which card it was matters not."""
    after = world.clone()
    after.apply(DRAW)
    while after.to_act() == CHANCE:
        after.apply(after.chance_outcomes()[0][0])
    return after


def _in_hand(world: SilverState) -> SilverState:
    """Return a world after one of the cards that a Rascal drew was kept; which one matters not."""
    if not isinstance(world.stack[-1], DrawingMore):
        return world
    after = world.clone()
    after.apply(next(one for one in after.legal_actions() if isinstance(one, Face)))
    return after
