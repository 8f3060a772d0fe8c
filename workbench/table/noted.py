"""`Noted`: the printed Silver on phones: one who plays notes it by taps, and the others look on.

Its events are the lines of `toolkit.games.silver.noting`: a run of taps makes one, and the cards that the
writer sees by it are asked for, by a pad of numbers. The phone of the writer alone is shown what the writer
knows. Other seats are asked for what they alone see, and have a game of their own of that and of the lines
without the writer's cards; who does not tell it, or has no seat, is shown what everybody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple, NoReturn

from toolkit.core import Action, Game
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.core.game import find_game, rules_from_dict, rules_to_dict
from toolkit.core.hidden import HEAP, HIDDEN, Place
from toolkit.core.history import Event
from toolkit.core.told import NoteError, Shown, UntoldError
from toolkit.core.told.noting import head_of
from toolkit.games.silver.actions import DISCARD, DONE, DRAW, END, LEFT, RIGHT, Anyone, Face, Own
from toolkit.games.silver.cards import HIGHEST
from toolkit.games.silver.noting import NotedGame, written
from toolkit.games.silver.play.sets import Exchanging
from toolkit.games.silver.play.turns import DrawingMore
from toolkit.games.silver.position import position_of
from toolkit.games.silver.state import DECK, HELD, TOP, VILLAGE, SilverState
from toolkit.games.silver.telling import Deed, SilverTeller
from workbench.table.dealt import PERSON, Whole
from workbench.table.scenes import Data, Effect
from workbench.table.scenes.silver import SCENE, Seen, face_data, named
from workbench.table.seats import Seats
from workbench.table.session import Chair, Forbidden, Kind, Phase, Reckoned, Refused, Speech
from workbench.table.words import spoken

_FREE = ("look", "guard", "protect")
"""What is done beside the action of a turn; with an exchange open, too, it is behind a button."""


def begin(game: Game[Any, Any], names: Sequence[str], rules: Any) -> dict[str, Any]:
    """Return the first event of a game that is to be noted.

    `names` are those who play, in the order of the turns; ``me`` or ``me:NAME`` is who notes it.
    `ToolkitError` for names of which none or several are ``me``, and for rules by which nothing can be noted.
    """
    writers = [seat for seat, name in enumerate(names) if name.partition(":")[0] == PERSON]
    if len(writers) != 1:
        raise ToolkitError("seats: one of them notes the game and is called me, such as me,Ben,Cleo")
    if not all(name.partition(":")[2 if ":" in name else 0].strip() for name in names):
        raise ToolkitError("seats: a name is missing")
    if odd := next((name for name in names if printable(name) != name), None):
        raise ToolkitError(f"seats: {quote(odd)} is no name")
    NotedGame(len(names), rules, *writers)
    return {
        "kind": "noted",
        "game": game.name,
        "names": [name if seat in writers else f"{PERSON}:{name}" for seat, name in enumerate(names)],
        "writer": writers[0],
        "rules": rules_to_dict(rules, defaults=True),  # a default of a later version is another one
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

    def begun(self, world: SilverState) -> SilverState:
        """Return a world in which the cards that it gives up are chosen next."""
        return _in_hand(_played(world, *takewhile(lambda one: not _begins_set(one), self.actions)))


class _Way(NamedTuple):
    """How the notes can go on: after a run that need not be tapped, in such a world."""

    run: tuple[Action, ...]
    world: SilverState
    in_hand: bool = False  #: whether a card was drawn and kept that is used now


_NO_NAME = re.compile("[#,:\\s]+")  # what no name in a file of notes has
_CARD = re.compile("([^=]*)=([0-9]{1,2})")  # where a card lay, and its number

_KEY: Data = {"sort": "card", "places": [], "way": "pad", "group": ""}
"""What all keys of a pad have alike."""

_NEXT: set[Place] = {(DECK, HEAP), (TOP, 0)}
"""Where a card lay that was drawn."""


class _Following:
    """The game of another seat than the writer's, as far as its phone told what that seat alone came to see.

    It hears the lines of the notes without the cards of the writer. Cards that are shown to all it has from
    the notes; where the seat sees one alone, it waits until its phone tells that.
    """

    def __init__(self, players: int, rules: Any, seat: int) -> None:
        self.game = NotedGame(players, rules, seat)
        self._heard: list[tuple[str, Sequence[int]]] = []

    def follow(self, noted: NotedGame, told: Sequence[tuple[int, int]]) -> Place | None:
        """Go on to where the notes are, with the cards that the seat told, each with the number of its line.

        Return where the next one lay that is not told; None if there is none. `ToolkitError` for what was
        told and cannot be.
        """
        lines = [(line, [card for of, card in told if of == at]) for at, line in enumerate(noted.lines)]
        while self._heard != lines[: len(self._heard)]:
            self._heard.pop()
            self.game.undo()
        for number in range(len(self._heard), len(lines)):
            if place := self._hear(_after(noted, number), *lines[number]):
                return place
            public = _after(noted, number + 1).world.observation(None)
            if self.game.world.observation(None) != public:  # what it told of a card that lies open now
                self.game.undo()
                raise Refused("what was told of these cards cannot be: take it back")
            self._heard.append(lines[number])
        return None

    def _hear(self, before: NotedGame, line: str, told: Sequence[int]) -> Place | None:
        """Hear a line that was told to notes; return where the first card lay that is missing, if one is."""
        words, _, numbers = line.partition("cards")
        if line.replace(" ", "").isdecimal():  # a card that is turned up for all
            words, numbers = line, ""
        shown = _shown_by(before, words, numbers.split())
        alone, answers, cards = self._sees_alone(before, words), [*told], list[int]()
        if self._keeps(words):
            if not answers:
                return (HELD, 0)
            words = f"keep {answers.pop(0)} {words.removeprefix('keep')}"
        elif before.world.to_act() == before.seat:
            words = re.sub("^keep [0-9]+", "keep", words)
        if re.search("draw.* discard", words) and (HELD, 0) in shown:  # what was drawn is shown to all
            shown |= dict.fromkeys(_NEXT, shown[HELD, 0])
            alone -= _NEXT
        while True:
            try:
                self.game.tell(" ".join([words, *["cards"] * bool(cards), *map(str, cards)]))
            except UntoldError as untold:
                place = untold.place
                known = place in shown and place not in alone
                if not known and not answers:
                    return place
                cards.append(shown[place] if known else answers.pop(0))
            else:
                if answers:
                    raise NoteError("not_seen", cards=", ".join(map(str, answers)))
                return None

    def _keeps(self, words: str) -> bool:
        """Tell whether the seat keeps one of several cards in its hand, which nobody else sees."""
        seen = self.game.seen
        mine = seen.to_act() == self.game.seat and seen.decision_kind() == "rascal"
        return mine and not words.startswith("draw") and len({*seen[SilverState.cards].zone("held")}) > 1

    def _sees_alone(self, before: NotedGame, words: str) -> set[Place]:
        """Return where cards lie that the seat alone comes to see by a line."""
        seat, world = self.game.seat, before.world
        if words.startswith("end"):
            world = _played(world, END)
        if world.to_act() != seat:
            return set()
        looks = re.findall("look (?:([0-9]+):)?([0-9]+)", words)
        places: set[Place] = {(VILLAGE + int(whose or seat + 1) - 1, int(slot) - 1) for whose, slot in looks}
        return places | _NEXT if re.search("draw|use", words) else places


def _after(noted: NotedGame, lines: int) -> NotedGame:
    """Return notes as they were after so many lines."""
    before = noted.clone()
    while len(before.lines) > lines:
        before.undo()
    return before


def _shown_by(before: NotedGame, words: str, numbers: Sequence[str]) -> dict[Place, int]:
    """Return the cards that the writer knows by a line, by where they lay: those known before, those told."""
    cards = before.seen[SilverState.cards].cards
    rows = [TOP, HELD, *range(VILLAGE, len(cards))]
    found: dict[Place, int] = {
        (row, at): face for row in rows for at, face in enumerate(cards[row]) if face != HIDDEN
    }
    for count, number in enumerate(numbers):
        try:
            before.clone().tell(" ".join([words, *["cards"] * bool(count), *numbers[:count]]))
        except UntoldError as untold:
            found[untold.place] = int(number)
    return found


class Noted(Whole):
    """A game that is noted, of its first event, and of the seats; see `workbench.table.session.Session`."""

    kind: Kind = "noted"

    def __init__(self, head: Mapping[str, Any], seats: Seats) -> None:
        super().__init__(find_game(head["game"]), seats)
        self._names = list(head["names"])
        self._writer: int = head["writer"]
        self._rules = rules_from_dict(self._game, head["rules"])
        self.advises = head.get("advice", False)  # of a file of a version that asked for it before
        self._begun = False
        self._start()

    def _start(self) -> None:
        self._noted = NotedGame(len(self._names), self._rules, self._writer)
        #: What other seats told of cards that they alone saw: the numbers of the line and of the card.
        self._told: dict[int, list[tuple[int, int]]] = {}
        self._following: dict[int, _Following] = {}  # made of the above; copies of the table share it

    # ---- what it is ---------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Set up until who notes it has sat down."""
        if self._noted.outcome:
            return "over"
        return "play" if self._begun else "setup"

    def chairs(self) -> Mapping[int, Chair]:
        """Return the seats of all who play, with the names that they were given."""
        chairs = super().chairs()
        return {**chairs, self._writer: Chair(name=chairs[self._writer].name, writes=True)}

    # ---- what changes it ----------------------------------------------------------------------------------

    def wish(self, seat: int, do: Sequence[str], text: str | None, for_: str | None) -> dict[str, Any]:
        """Return the event of a run of taps: the line that it makes, if that can be."""
        if text is not None or for_ is not None:
            raise Refused("each seat acts for itself here, by lines alone")
        if event := self._switching(seat, do):
            return event
        if seat != self._writer:
            return self._seeing(seat, do)
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
        if self._missing(run):
            raise Refused("a card is missing that was seen")
        return {"line": run.line(self._noted.world)}

    def _seeing(self, seat: int, do: Sequence[str]) -> dict[str, Any]:
        """Return the event of a card that another seat than the writer's saw alone, or that takes it back."""
        told, (_, asked) = self._told.get(seat, []), self._own(seat)
        if list(do) == ["undo"] and told:
            return {"unsaw": told[-1][0]}
        card = _CARD.fullmatch(do[0]) if len(do) == 1 else None
        if asked is None or not card:
            self._forbid()
        line, number = len(self._following[seat].game.lines), int(card[2])
        try:
            self._following[seat].follow(self._noted, [*told, (line, number)])
        except ToolkitError as error:
            raise Refused(str(error)) from error
        return {"saw": number, "of": line}

    def _own(self, seat: int) -> tuple[NotedGame | None, Place | None]:
        """Return the game of a seat if it follows the notes; else where a card lay that it is asked for.

        Neither of them where what it told cannot be.
        """
        if seat not in self._following:
            self._following[seat] = _Following(len(self._names), self._rules, seat)
        following = self._following[seat]
        try:
            asked = following.follow(self._noted, self._told.get(seat, []))
        except ToolkitError:
            return None, None
        return (following.game, None) if asked is None else (None, asked)

    def _forbid(self) -> NoReturn:
        raise Forbidden(f"{self._called(self._writer)} notes this game")

    def clone(self, seats: Seats) -> Noted:
        """Return a copy on which an event is tried, at copied seats."""
        other = copy(self)
        other._seats, other._noted = seats, self._noted.clone()
        other._told = {seat: [*told] for seat, told in self._told.items()}
        return other

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:  # noqa: ARG002
        """Do what an event tells: a line, what is taken back, that another game begins."""
        if "advice" in event:
            self.advises = event["advice"]
        elif "line" in event:
            self._noted.tell(event["line"])
        elif "undo" in event:
            self._noted.undo()
            for seat, told in self._told.items():
                self._told[seat] = [one for one in told if one[0] < len(self._noted.lines)]
        elif "saw" in event:
            self._told.setdefault(event["by"], []).append((event["of"], event["saw"]))
        elif "unsaw" in event:
            self._told[event["by"]].pop()
        elif "again" in event:
            self._start()
        self._begun = self._begun or self._writer in self._seats.phones

    # ---- runs of taps -------------------------------------------------------------------------------------

    def _read(self, do: Sequence[str]) -> _Run:
        """Return what a page sends: actions in the notation of the engine, and cards with where they lay."""
        actions: list[Action] = []
        seen: list[tuple[str, int]] = []
        for part in (part for line in do for part in line.split(", ")):
            card = _CARD.fullmatch(part)
            if "=" not in part:
                actions.append(self._parsed(part, self._noted.world))
            elif card and int(card[2]) <= HIGHEST:
                seen.append((card[1], int(card[2])))
            else:
                raise Refused(f"{quote(part)} tells no card")
        if not actions and self._noted.world.to_act() != CHANCE:  # its number would be read as a place
            raise Refused(f"{quote(do[0])} tells no card")
        return _Run(tuple(actions), tuple(seen))

    def _missing(self, run: _Run) -> Place | None:
        """Try the line of a run; return where the first card lay that was seen and that it does not tell."""
        try:
            self._noted.clone().tell(run.line(self._noted.world))
        except UntoldError as untold:
            return untold.place
        except ToolkitError as error:
            raise Refused(str(error)) from error
        return None

    def attempt(self, seat: int, do: Sequence[str], speech: Speech = "en") -> dict[str, Any]:
        """Return what a run of taps leaves open: further cards of a set, a card that was seen; or nothing.

        What is complete is done ``at_once``, for it can be taken back, but for a set: it may have more cards.
        """
        if seat != self._writer:
            self._seeing(seat, do)
            return asdict(Effect()) | {"at_once": True, "done": True}
        run, teller = self._read(do), self._teller(seat, spoken(speech))
        asked, more = self._missing(run), self._set_after(run)
        effect = Effect(label=self._giving(run, teller) if run.given else "")
        found = asdict(effect) | {"at_once": not run.given, "done": more is None and asked is None}
        if not found["done"]:
            found["table"] = self._open(run, more, asked, teller)
        return found

    def _set_after(self, run: _Run) -> SilverState | None:
        """Return a world in which a run goes on with further cards of a set; None if it does not."""
        if run.seen or not run.given:
            return None
        given = dropwhile(lambda one: not _begins_set(one), run.actions)
        world = _played(run.begun(self._noted.world), *given)
        return world if world.stack and isinstance(world.stack[-1], Exchanging) else None

    def _open(self, run: _Run, more: SilverState | None, asked: Place | None, teller: SilverTeller) -> Data:
        """Return the table of the writer with what a run leaves open, and with what it told so far."""
        table = self._shown(self._noted.seen, teller, ()) | {"actions": [], "question": "", "asked": None}
        if more:
            if asked not in [(VILLAGE + more.to_act(), slot) for slot in run.given]:
                asked = None  # what else is seen is asked for when the set is complete
            legal = [one for one in more.legal_actions() if one != DONE or asked is None]
            table["actions"] = [self._choice(_Way((), more), one, teller) for one in legal]
            for one in table["actions"]:
                one["label"] = self._giving(run, teller) if one["do"] == str(DONE) else one["label"]
            table["question"] = teller.open(more.stack[-1], self._noted.seen)
        if asked is not None:
            pad = self._asks(asked, teller, self._noted, [face for _, face in run.seen])
            table |= pad | {"actions": table["actions"] + pad["actions"]}
            begun = run.begun(self._noted.world) if run.given else self._noted.world
            tapped = [at for one in run.actions for at in begun.observation(self._writer).places(one)]
            if asked[0] >= VILLAGE and _named(asked) not in tapped:  # it is seen because a round has ended
                who, number = teller.person(asked[0] - VILLAGE), (asked[1] or 0) + 1
                table["question"] = teller.word("noting", "ask_all", who=who, number=number)
        told = {place: face_data(face, teller) for place, face in run.seen}
        for village in table["scene"]["villages"]:
            village["cards"] = [card | told.get(card["id"], {}) for card in village["cards"]]
        return table

    # ---- what can have happened next ----------------------------------------------------------------------

    def _choices(self, teller: SilverTeller) -> list[Data]:
        """Return what can have happened next, as far as the writer can know it."""
        if self._noted.world.to_act() == CHANCE:
            return self._pad(None, teller, self._noted)
        legal = [(way, one) for way in self._ways() for one in self._legal(way)]
        using = {way.world.to_act() for way, one in legal if _uses(one)}
        return [self._choice(way, one, teller, beside=way.world.to_act() in using) for way, one in legal]

    def _ways(self) -> Iterator[_Way]:
        """Yield where the notes are, and where they can go on: before it others may have drawn or kept."""
        world = self._noted.world
        begun = [_Way((), world)]
        if world.decision_kind() == "end" and (after := _played(world, END)).decision_kind() == "turn":
            begun.append(_Way((END,), after))
        for way in begun:
            yield way
            run, world, _ = way
            if world.to_act() == self._writer:
                continue
            if world.decision_kind() == "rascal":
                yield _Way(run, _in_hand(world), in_hand=True)
            elif world.decision_kind() == "turn" and DRAW in world.legal_actions():
                yield _Way((*run, DRAW), _in_hand(_played(world, DRAW)), in_hand=True)

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

    def _pad(
        self, place: Place | None, teller: SilverTeller, game: NotedGame, told: Sequence[int] = ()
    ) -> list[Data]:
        """Return the cards that can have been seen at a place, or by chance, but for some told already."""
        unseen = position_of(game.seen).unseen
        return [
            {
                "do": f"{_named(place) if place else 'deck'}={face}",
                "label": named(face, teller),
                "short": teller.language.number(face),
                "gone": unseen[face] <= told.count(face),
                **_KEY,
            }
            for face in range(HIGHEST + 1)
        ]

    def _asks(self, place: Place, teller: SilverTeller, game: NotedGame, told: Sequence[int] = ()) -> Data:
        """Return what a page needs to ask for a card that was seen, by where it lay."""
        question = game.asked(UntoldError("cards", Shown(place, HIDDEN))).said(teller.language, teller.people)
        pad = self._pad(place, teller, game, told)
        return {"actions": pad, "question": question, "asked": _named(place)}

    def _label(self, action: Action, world: SilverState, teller: SilverTeller) -> str:
        """Return what an action is called: a choice of the writer, or what somebody else does."""
        frame = world.stack[-1]
        if frame.actor == self._writer or action in (LEFT, RIGHT):
            return teller.choice(action, frame, world.observation(self._writer))
        return teller.event(Event(frame.actor, action, frame)).rstrip(".")

    def _giving(self, run: _Run, teller: SilverTeller) -> str:
        """Return that own cards are given up, by the writer for the card in hand, or by somebody else."""
        world, slots = run.begun(self._noted.world), run.given
        if world.to_act() == self._writer:
            seen = world.observation(self._writer)
            held = seen[SilverState.cards].zone("held")
            if not held:
                raise Refused("each turn is told by itself")
            return teller.giving(seen, slots, held[0])
        deed = run.actions[-1] if len(slots) == 1 else Deed("choose", None, tuple(slots))
        return self._label(deed, world, teller)

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, seat: int | None, speech: Speech = "en") -> dict[str, Any]:
        """Return the table as the writer sees it, as a seat that told what it saw, or as everybody does."""
        teller, public = self._teller(seat, spoken(speech)), self._noted.world.observation(None)
        if seat is None or not self._begun:
            table = self._shown(public, teller)
        elif seat != self._writer:
            table = self._seen_by(seat, public, teller)
        else:
            play = self.phase == "play"
            table = self._shown(self._noted.seen, teller)
            table["actions"] = self._choices(teller) if play else []
            table["advises"] = play and self.advises and self._acts
            table["undo"] = bool(self._noted.lines)
        return {"title": teller.title(self.title), "table": table}

    def _seen_by(self, seat: int, public: Seen, teller: SilverTeller) -> Data:
        """Return the table of another seat than the writer's, which is asked what it saw alone."""
        game, asked = self._own(seat)
        table = self._shown(game.seen if game else public, teller)
        table["undo"] = bool(self._told.get(seat))
        if asked is not None:
            table |= self._asks(asked, teller, self._following[seat].game)
        elif game is None:
            table["question"] = teller.word("scene", "untrue")
        return table

    def _shown(self, seen: Seen, teller: SilverTeller, log: Sequence[Event] | None = None) -> Data:
        """Return the table as somebody sees it, with all of the log or what is said of it."""
        speech: Any = teller.language.code
        ended = self._ended(self._noted.outcome, seen, teller, speech)
        table = self._laid(seen, teller, speech, seen.log if log is None else log, outcome=ended)
        words, ask = teller.word("scene", "free"), teller.word("scene", "free_ask")
        table["scene"]["groups"] = {"free": {"words": words, "ask": ask, "sign": "eye"}}
        return table

    def said(self, error: ToolkitError, seat: int | None, speech: Speech) -> str | None:
        """Return what a seat is told of what the notes refuse, in words; None for what they do not."""
        why, speech = error.__cause__, spoken(speech)
        if isinstance(why, NoteError):
            teller: SilverTeller = self._teller(seat, speech)
            return teller.language.finished(why.said(teller.language, teller.people))
        return super().said(error, seat, speech)

    def fetch(
        self, seat: int | None, what: str, query: Mapping[str, str], speech: Speech = "en"
    ) -> dict[str, Any] | str | Reckoned | None:
        """Return for the writer advice, why something cannot be noted, or the notes as a file."""
        if what not in ("why", "advice", "notes"):
            return None
        if seat != self._writer:
            self._forbid()
        teller = self._teller(seat, spoken(speech))
        if what == "why":
            worlds = [way.world for way in self._ways()] if not query.get("do") else []
            return {"told": self._against(worlds, query, teller, spoken(speech))}
        if what == "notes":
            return "\n".join([*self._head(), "", *self._noted.lines, ""])
        if not self._acts:
            raise Refused("advice is there in your own turn")
        return self._advised(self._noted.seen, teller, spoken(speech))

    def _head(self) -> list[str]:
        """Return the head of a file of the notes: of names what can stand there."""
        names = []
        for seat in range(len(self._names)):
            name = _NO_NAME.sub(" ", self._called(seat)).strip()
            name = f"player {seat + 1}" if name in ("", PERSON) else name
            names.append(f"{PERSON}:{name}" if seat == self._writer else name)
        return head_of(self._game, names, self._rules)


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


def _played(world: SilverState, *actions: Action) -> SilverState:
    """Return a world after some actions; which card is drawn matters not."""
    after = world.clone()
    for action in actions:
        after.apply(action)
        while action == DRAW and after.to_act() == CHANCE:
            after.apply(after.chance_outcomes()[0][0])
    return after


def _in_hand(world: SilverState) -> SilverState:
    """Return a world after one of the cards that a Rascal drew was kept; which one matters not."""
    if not isinstance(world.stack[-1], DrawingMore):
        return world
    return _played(world, next(one for one in world.legal_actions() if isinstance(one, Face)))
