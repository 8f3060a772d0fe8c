"""`Printed`: the printed game of Tobago on phones: set-up, play and review, from the events of its table.

Seat n is the player with colour n of `PLAYERS`. A hand is in the view of its own seat alone: all other
answers are made of what lies open and of numbers. What the game's unknown cards pass for is in none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

from solvers.tobago.reviewing import review_record
from toolkit.core.decision import TERMINAL
from toolkit.core.document import parse_document, read_text, typed
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.game import find_game
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import read_deck, reconstructed_deck
from toolkit.games.tobago.maps import COLOURS, PLAYERS
from toolkit.games.tobago.play.set_up import StartingClue, TurningUp
from toolkit.games.tobago.play.treasure import Revealing, Taking
from toolkit.games.tobago.play.turns import Turn
from toolkit.games.tobago.position import Components, Position
from toolkit.games.tobago.printed import PrintedGame, Told, is_secret
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.state import HAND, TobagoState
from toolkit.hexmap.island import bits
from workbench.table.draft import (
    DECK,
    SIDES,
    Draft,
    deck_data,
    island_data,
    keep,
    kept,
    layouts_data,
    side_data,
    sides_of,
    with_sides,
)
from workbench.table.scenes.tobago import pieces_data, setting_hash, treasure_data
from workbench.table.seats import Seats
from workbench.table.session import Chair, Forbidden, Kind, Later, Phase, Refused, Session, Speech
from workbench.table.words import say, spoken
from workbench.web.data import board_data

HINTS = ("off", "legal", "full")
"""How much each phone says of its cards; the table sets it for all."""


def begin(folder: Path, position: Path | None = None) -> dict[str, Any]:
    """Return the first event of a new table, from a position file or with an owner's files of the folder.

    `ToolkitError` for a faulty file, `OSError` for one that cannot be read.
    """
    head: dict[str, Any] = {"kind": "printed", "game": "tobago"}
    if position is None:
        return head | {"sides": kept(folder, SIDES), "deck": kept(folder, DECK)}
    found = Position.load(position)
    files = {
        key: read_text(position.parent / name, name, "")
        for key, name in (("sides", found.components.sides), ("deck", found.components.deck))
        if name is not None
    }
    return head | {"sides": "", "deck": "", **files, "position": found.to_toml(), "waits": True}


class _Kept:
    """The files that a position names, as the event has them."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.head = head

    def read(self, key: str, _name: str) -> str:
        return str(self.head[key.removeprefix("components.")])


@dataclass(frozen=True, slots=True)
class _Wish:
    """What others have to agree to: whose wish it is, and who is still asked.

    `to` is the event to which all is to be taken back; None is the end of the evening.
    """

    to: int | None
    seat: int
    wait: tuple[str, ...]


class Printed(Session):
    """The printed game of its first event; see `workbench.table.session.Session`.

    `folder` is where an owner's sides and deck are kept when they are typed in; None keeps them nowhere.
    """

    kind: Kind = "printed"
    game = "tobago"
    title = "Tobago"
    page = "printed"

    def __init__(self, head: Mapping[str, Any], seats: Seats, folder: Path | None = None) -> None:
        find_game(self.game)
        self._seats, self._folder = seats, folder
        sides, deck = head["sides"], head["deck"]
        if not (isinstance(sides, str) and isinstance(deck, str)):
            raise ToolkitError("sides and deck are texts of files")
        self._hints = "legal"
        self._random = Random()  # of landmarks that are drawn: the event holds where they came
        self._lay_out(Draft(sides=sides, deck=deck))
        if "position" in head:
            self._go_on(head)

    def _lay_out(self, draft: Draft) -> None:
        """Begin with a set-up."""
        self._draft = draft
        self._game: PrintedGame | None = None
        self._order: list[str] = []
        self._entries: list[Entry] = []
        self._wanted: _Wish | None = None
        self._finished = 0  # the event that ended the evening, if one did
        self._hinted: dict[int, Later] = {}  # since the last event
        self._curses: list[str] | None = None  # by which lines one may be told, since the last event
        self._boards: dict[str, dict[str, Any]] = {}  # by language
        self._hash = ""  # what tells the setting from others

    def _go_on(self, head: Mapping[str, Any]) -> None:
        """Go on from a position, when somebody begins: it may hold a hand, which is nobody's before."""
        file: Any = typed(parse_document(head["position"], "position"), "position", Position.shape())
        files: Any = _Kept(head)
        self._draft = Draft.of(Position(**Position.values(file, files)), head)
        if self.ready and "waits" not in head:  # a table of an older version began at once
            self._begin(self._draft.order(()))

    def _begin(self, order: list[str]) -> None:
        self._game = self._draft.begin(order)
        self._order = list(self._game.state.rules.colours[: self._game.state.players])
        self._hash = setting_hash(self._game.position(None).setting, self._draft.sides)

    # ---- what it is ---------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Set up until somebody begins, and over when the game is, or somebody ends the evening."""
        if self._game is None:
            return "setup"
        return "over" if self._finished or self._game.state.to_act() == TERMINAL else "play"

    @property
    def ready(self) -> bool:
        """Whether a position tells all that is needed to go on from it, and nobody has begun."""
        there = self._game is None and self._draft.position is not None
        return there and not self._draft.missing(self._phones())

    def note(self, speech: Speech = "en") -> str:
        """Return what must be said of the cards."""
        note = "The clue deck is a reconstruction: cards that it lacks may be laid."
        return "" if self._draft.deck else say(note, spoken(speech))

    def chairs(self) -> Mapping[int, Chair]:
        """Return a seat for each colour that plays or may play; where a phone sits, one stays."""
        play, names = self._order or self._draft.colours, self._draft.names
        return {
            seat: Chair(name=names.get(colour) or None, colour=colour)
            for seat, colour in enumerate(PLAYERS)
            if colour in play or seat in self._seats.phones
        }

    @property
    def hexes(self) -> Sequence[str]:
        """The names of the hexes of the island; none while it is not chosen."""
        island = self._draft.island
        return () if island is None else island.names

    def _phones(self) -> list[str]:
        """Return the colours of the players with phones."""
        return [PLAYERS[seat] for seat in self._seats.phones]

    def _teller(self, seat: int | None, speech: Speech) -> Any:
        return find_game(self.game).telling(speech, self._called(), self._own(seat))

    def _called(self) -> list[str]:
        """Return what the players are called, in turn order."""
        return [self._name(colour) or colour for colour in self._order]

    def attempt(self, seat: int, do: Sequence[str], speech: Speech = "en") -> dict[str, Any]:  # noqa: ARG002
        """Refuse: a phone knows by itself what a play would do."""
        raise Refused(f"in the printed game nothing is tried by seat {seat}: {quote(', '.join(do))}")

    # ---- what is wished -----------------------------------------------------------------------------------

    def wish(self, seat: int, do: Sequence[str], text: str | None, for_: str | None) -> dict[str, Any]:
        """Return the event of some lines; `Refused` with the reason, `Forbidden` for another's turn to say.

        What the host typed in is written beside the table at once, whatever becomes of the game.
        """
        try:
            if do[0].startswith("hints "):
                return self._hints_wish(seat, do)
            if self._game is None:
                return self._set_up_wish(seat, do, text, for_)
            return self._play_wish(self._game, seat, do, for_)
        except (Refused, Forbidden):
            raise
        except ToolkitError as error:
            raise Refused(str(error)) from error

    def _hints_wish(self, seat: int, do: Sequence[str]) -> dict[str, Any]:
        if self._game is not None:
            self._must_play(seat)
        level = do[0].partition(" ")[2]
        if level not in HINTS or do[1:]:
            raise Refused(f"no hints {quote(level)}{did_you_mean(level, HINTS, 'levels')}")
        return {"do": list(do)}

    def _must_play(self, seat: int | None) -> None:
        """Refuse what is for all players to one who only looks on, from a seat or without one."""
        if self._own(seat) is None:
            raise Forbidden(f"this is for who plays: {', '.join(self._order)}")

    def _own(self, seat: int | None) -> int | None:
        """Return which player in turn order a seat is; None for who looks on."""
        colour = None if seat is None else PLAYERS[seat]
        return self._order.index(colour) if colour in self._order else None

    def _set_up_wish(
        self, seat: int, do: Sequence[str], text: str | None, for_: str | None
    ) -> dict[str, Any]:
        phones = self._phones()
        if for_ is not None:
            raise Refused("in the set-up nobody acts for somebody")
        if list(do) == ["begin"]:
            if missing := self._draft.missing(phones):
                raise Refused(f"still missing: {'; '.join(missing)}")
            self._draft.begin(order := self._draft.order(phones))
            return {"do": ["begin"], "order": order}
        if list(do) == ["random"]:
            do = self._draft.drawn(self._random)
        draft = self._draft
        for line in do:
            draft = draft.told(line, text, phones)
        if self._seats.host in (None, seat):  # in the terminal nobody sits
            self._keep(do, text)
        return {"do": list(do), **({} if text is None else {"text": text})}

    def _keep(self, do: Sequence[str], text: str | None) -> None:
        """Write what the host typed in beside the table: these files are of the owner of the box."""
        if self._folder is None or not text:
            return
        try:
            if list(do) == ["sides"]:
                keep(self._folder, SIDES, with_sides(kept(self._folder, SIDES), text))
            elif list(do) == ["deck"]:
                keep(self._folder, DECK, text)
        except OSError as error:
            raise Refused(f"it cannot be written beside the table: {error.strerror}") from None

    def _play_wish(self, game: PrintedGame, seat: int, do: Sequence[str], for_: str | None) -> dict[str, Any]:
        match do[0].split() if len(do) == 1 else []:
            case ["take", "back", seq]:
                return self._back_wish(seat, seq)
            case ["agree" | "disagree" as answer]:
                if self._wanted is None:
                    raise Refused("nobody is asked to agree")
                asked = PLAYERS[seat] in self._wanted.wait
                if not asked and (answer == "agree" or seat != self._wanted.seat):
                    raise Forbidden("this is for others to say")
                return {"do": list(do)}
            case ["finish"]:
                self._must_play(seat)
                if self.phase == "over":
                    raise Refused("the evening is over")
                return {"do": list(do), "wait": self._asked(seat, self._seats.phones)}
            case ["again"]:
                return self._again_wish(seat)
        if self.phase == "over":
            raise Refused("the game is over")
        if do[1:] and any(map(is_secret, do)):  # an event is seen by all, or by one
            raise Refused("what is known of a hand is told by itself, line by line")
        colour = self._actor(seat, do, for_)
        tried = game.clone()
        for line in do:
            tried.tell(self._order.index(colour), line)
        return {"do": list(do), "for": colour}

    def _actor(self, seat: int, do: Sequence[str], for_: str | None) -> str:
        """Return for which player a seat tells lines; `Forbidden` for one with an own phone."""
        own = PLAYERS[seat]
        colour = for_ or own
        open_to_all = all(line.split()[:1] in (["reveal"], ["taken"]) for line in do)
        if colour not in self._order:
            if not open_to_all:
                raise Refused(f"{quote(colour)} does not play: say for whom of {', '.join(self._order)}")
            return self._order[0]
        if colour != own and colour in self._phones() and not open_to_all:
            raise Forbidden(f"{colour} has an own phone")
        return colour

    def _back_wish(self, seat: int, text: str) -> dict[str, Any]:
        """Return the wish to take back an event and all after it; phones that acted since are asked."""
        seq = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else -1
        gone = [entry for entry in self._entries if entry.seq >= seq]
        ends = self._finished == seq > 0
        if not ends and (not gone or gone[0].seq != seq or (gone[0].secret and gone[0].seat != seat)):
            raise Refused(f"event {quote(text)} cannot be taken back")
        others: Collection[int] = {one.seat for one in gone if not one.secret}
        if self.phase == "over":  # who wants to go on after all may have read the hands in the record
            others = self._seats.phones
        return {"do": [f"take back {seq}"], "wait": self._asked(seat, others)}

    def _again_wish(self, seat: int) -> dict[str, Any]:
        """Return the wish for another game of the same people, by the same rules."""
        self._check_again(seat)
        return {"do": ["again"]}

    def _asked(self, seat: int, others: Collection[int]) -> list[str]:
        """Return those of some seats who have to agree to the wish of another: who play with a phone."""
        there = sorted({*others} & self._seats.phones.keys() - {seat})
        return [PLAYERS[other] for other in there if self._own(other) is not None]

    # ---- what is done -------------------------------------------------------------------------------------

    def clone(self, seats: Seats) -> Printed:
        """Return a copy on which an event is tried, at copied seats."""
        other = copy(self)
        other._seats, other._game = seats, self._game and self._game.clone()
        other._entries, other._hinted = [*self._entries], {}
        return other

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:
        """Do what an event tells."""
        self._hinted.clear()
        self._curses = None
        if "free" in event:
            if self._wanted is not None and self._wanted.seat == event["free"]:  # nobody wants it any more
                self._wanted = None
            self._ask_no_more(event["free"], seq)
        if "sit" in event:
            self._ask_too(event["sit"])
        if "do" not in event:
            return
        do: list[str] = event["do"]
        if do[0].startswith("hints "):
            self._hints = do[0].removeprefix("hints ")
        elif do == ["begin"]:
            self._begin(event["order"])
        elif do == ["again"]:
            self._lay_out(replace(self._draft, layout=None, placed=(), facings={}, position=None))
        elif self._game is None:
            for line in do:
                self._draft = self._draft.told(line, event.get("text"), self._phones())
        else:
            self._play(self._game, seq, do, event)

    def _play(self, game: PrintedGame, seq: int, do: list[str], event: Mapping[str, Any]) -> None:
        seat: int = event["by"]
        match do[0].split():
            case ["take", "back", to]:
                self._want(_Wish(int(to), seat, tuple(event["wait"])), seq)
            case ["finish"]:  # a table of an older version asked nobody
                self._want(_Wish(None, seat, tuple(event.get("wait", ()))), seq)
            case ["agree"]:
                self._ask_no_more(seat, seq)
            case ["disagree"]:
                self._wanted = None
            case _:
                before = game.state
                told = tuple(game.tell(self._order.index(event["for"]), line) for line in do)
                entry = Entry(seq, seat, event["for"], told, raised_data(before, game.state))
                self._entries.append(entry)
                self._wanted = self._wanted if entry.secret else None

    def _ask_too(self, seat: int) -> None:
        """Let who sits down again while somebody wants to finish the evening be asked, too."""
        wish, colour = self._wanted, PLAYERS[seat]
        if wish is not None and wish.to is None and self._own(seat) is not None and seat != wish.seat:
            self._wanted = replace(wish, wait=tuple(dict.fromkeys((*wish.wait, colour))))

    def _ask_no_more(self, seat: int, seq: int) -> None:
        """Let a seat have agreed to what somebody wants, or have no phone that could."""
        if self._wanted is not None and PLAYERS[seat] in self._wanted.wait:
            wait = tuple(one for one in self._wanted.wait if one != PLAYERS[seat])
            self._want(replace(self._wanted, wait=wait), seq)

    def _want(self, wish: _Wish, seq: int) -> None:
        """Let somebody want something; when nobody is asked any more, it is done by this event."""
        self._wanted = wish if wish.wait else None
        if not wish.wait:
            self._finished = seq if wish.to is None else 0
            if wish.to is not None:
                self._take_back(self._playing, wish.to)

    def _take_back(self, game: PrintedGame, to: int) -> None:
        """Take back all from an event on; what players knew of their hands is told again.

        That is, of the cards that they held already: what came to a hand since lies in the pile again.
        """
        gone = [entry for entry in self._entries if entry.seq >= to]
        game.take_back(sum(len(entry.told) for entry in gone))
        self._entries = self._entries[: len(self._entries) - len(gone)]
        for entry in gone:
            if entry.seq != to and entry.secret and entry.told[0].draws <= game.draws:
                with suppress(ToolkitError):  # a card that only a line before this one made known
                    told = game.tell(entry.told[0].player, entry.told[0].line)
                    self._entries.append(replace(entry, told=(told,)))

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, seat: int | None, speech: Speech = "en") -> dict[str, Any]:
        """Return the set-up or the table, as a seat sees it; the page has most of the words."""
        language = spoken(speech)
        title = {"title": find_game(self.game).telling(language, (), None).title(self.title)}
        if self._game is None:
            setup = self._draft.data(self._phones())
            missing = [say(one, language) for one in setup["missing"]]
            return title | {"setup": setup | {"missing": missing, "hints": self._hints}}
        return title | {"table": self._table(self._game, seat)}

    def counts(self) -> dict[str, int]:
        """Return how many candidates each map has."""
        found = self._playing.state.candidates
        return {colour: left.bit_count() for colour, left in zip(COLOURS, found, strict=True)}

    def _table(self, game: PrintedGame, seat: int | None) -> dict[str, Any]:
        state, position = game.state, game.position(None)
        own, wish = self._own(seat), self._wanted
        known, unknown = ((), 0) if own is None else game.hand(own)
        end = state.outcome()
        return {
            "setting": self._hash,
            **pieces_data(position),
            "players": players_data(state, self._order, self._name),
            "turn": state.turn,
            **open_data(state, self._order, self._cursing),
            "own": None if own is None else {"hand": [str(clue) for clue in known], "unknown": unknown},
            "hints": self._hints,
            "finished": self._finished or None,
            "log": [one.data() for one in self._entries if not one.secret or one.seat == seat],
            "wish": wish and {"to": wish.to, "by": PLAYERS[wish.seat], "wait": list(wish.wait)},
            "outcome": end
            and {
                "reason": end.reason,
                "winners": [self._order[winner] for winner in end.winners],
                "scores": dict(zip(self._order, end.scores, strict=True)),
            },
        }

    def _name(self, colour: str) -> str | None:
        phone = self._seats.phones.get(PLAYERS.index(colour))
        return phone.name if phone else self._draft.names.get(colour) or None

    def _cursing(self) -> list[str]:
        """Return by which lines a curse may be told now: it takes some trying, and all phones are told."""
        if self._curses is None:
            self._curses = self._playing.curses()
        return self._curses

    @property
    def _playing(self) -> PrintedGame:
        if self._game is None:
            raise Forbidden("the game has not begun")
        return self._game

    # ---- what is asked for --------------------------------------------------------------------------------

    def fetch(
        self, seat: int | None, what: str, query: Mapping[str, str], speech: Speech = "en"
    ) -> dict[str, Any] | str | Later | None:
        """Return what a page asks for: see the routes of `workbench.table.app`."""
        lang = spoken(speech)
        match what:
            case "island":
                return self._island(query.get("layout"), lang)
            case "layouts":
                return partial(_layouts, self._draft.sides)
            case "side":
                return side_data(query.get("side", ""), sides_of(self._draft.sides) or {}, lang)
            case "deck":
                return deck_data(read_deck(self._draft.deck) if self._draft.deck else None, lang)
            case "setting":
                return self._board(lang)
            case "hint":
                return self._hint(seat)
            case "review":
                return review_data(self._over(), self._entries, self._order, self._name)
            case "position":
                return self._position(seat).to_toml()
            case "record":
                return self._record(seat)
            case _:
                return None

    def _island(self, layout: str | None, lang: str) -> Later:
        draft = self._draft
        layout, drawing = (draft.layout, draft.drawing) if layout is None else (layout, None)
        return partial(_island, layout, drawing, draft.sides, draft.rules, lang)

    def _board(self, lang: str) -> dict[str, Any]:
        """Return the setting, which stays as it is: it is drawn once for each language."""
        if lang not in self._boards:
            setting = self._playing.position(None).setting
            self._boards[lang] = {"hash": self._hash, **board_data(setting, lang)}
        return self._boards[lang]

    def _position(self, seat: int | None) -> Position:
        """Return the table as a position, with the known hand of a seat."""
        found = self._playing.position(self._own(seat))
        deck = read_deck(self._draft.deck) if self._draft.deck else reconstructed_deck()
        files = Components(SIDES if self._draft.sides else None, DECK if self._draft.deck else None)
        return replace(found, deck=deck, components=files)

    def _hint(self, seat: int | None) -> Later:
        """Return what finds the plays of the known hand of a seat, once."""
        if (own := self._own(seat)) is None:
            raise Forbidden("hints are for who has a hand")
        if self._hints != "full":
            raise Forbidden(f"the table has set hints to {self._hints!r}")
        if own not in self._hinted:
            self._hinted[own] = cache(partial(_hints, self._position(seat)))
        return self._hinted[own]

    def _over(self) -> PrintedGame:
        if self.phase != "over":
            raise Forbidden("it is there when the evening is over")
        return self._playing

    def _record(self, seat: int | None) -> str:
        """Return the record, with the hands as far as they were told: it is for who plays."""
        record = self._over().record()
        self._must_play(seat)
        record.names = self._called()
        return "\n".join(record.to_lines()) + "\n"


# ---- what takes long, kept for all who ask -----------------------------------------------------------------


@lru_cache(maxsize=64)
def _island(layout: str | None, drawing: str | None, sides: str, rules: Rules, lang: str) -> dict[str, Any]:
    island = Draft(layout=layout, drawing=drawing, sides=sides).island
    if island is None:
        raise ToolkitError("choose the layout of the island first")
    return island_data(island, lang, rules)


@lru_cache(maxsize=4)
def _layouts(sides: str) -> dict[str, Any]:
    return {"layouts": layouts_data(sides_of(sides) or {})}


def _hints(position: Position) -> dict[str, Any]:
    """Return the plays of a hand, best first, as ``tobago hint`` has them."""
    from solvers.tobago import hints

    return {"plays": [one.to_dict() for one in hints(position)]}


# ---- what all see: who acts, what is decided and open, the players, the log, the review --------------------


Named = Callable[[str], str | None]
"""Says what a player is called, by colour."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was told at once, at an event: by which seat, for which player, the lines, what they changed."""

    seq: int
    seat: int
    colour: str
    told: tuple[Told, ...]
    changed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def secret(self) -> bool:
        """Whether only that player may see it."""
        return self.told[0].secret

    def data(self) -> dict[str, Any]:
        """Return it for the log."""
        lines = [one.line for one in self.told]
        laid = next((one for one in self.told if one.map is not None), None)
        more = {"map": laid.map, "before": laid.before, "after": laid.after} if laid else {}
        clue = {"clue": str(laid.clue)} if laid and laid.clue else {}
        return {
            "seq": self.seq,
            "by": self.colour,
            "do": lines if lines[1:] else lines[0],
            **more,
            **clue,
        } | {**self.changed}


def raised_data(before: TobagoState, state: TobagoState) -> dict[str, Any]:
    """Return what people do on the table when a raise is over: the amulets that appear, the new facings."""
    if before.facings == state.facings:
        return {}
    names, directions = state.compiled.island.names, state.compiled.island.directions
    ways = [directions[way] for way in state.facings]
    statues = [names[number] for number in state.landmarks[2]]
    appeared = state.amulet_hexes & ~before.amulet_hexes
    return {
        "amulets": [names[number] for number in bits(appeared)],
        "facings": dict(zip(statues, ways, strict=True)),
    }


def open_data(state: TobagoState, order: Sequence[str], curses: Callable[[], list[str]]) -> dict[str, Any]:
    """Return who acts, what is decided, and what is open to everybody's eyes; players by colours in order.

    `curses` says by which lines the next card of a treasure may be told to be one.
    """
    frame: Any = state.stack[-1] if state.stack else None
    actor, decision = state.to_act(), state.decision_kind()
    treasure = None
    if isinstance(frame, TurningUp):
        actor, decision = frame.number % state.players, "starting clue"
    elif isinstance(frame, StartingClue) and state.rules.start_maps == "all_four":
        decision = "mark"
    elif isinstance(frame, Revealing | Taking):
        turned = curses() if isinstance(frame, Revealing) else []
        treasure = {**treasure_data(state.observation(None), frame), "curses": turned}
        actor = actor if isinstance(frame, Taking) else frame.treasure.raiser
    return {
        "to_act": order[actor] if actor >= 0 else None,
        "decision": decision,
        "treasure": treasure,
        "legal": _legal(state),
    }


def players_data(state: TobagoState, order: Sequence[str], named: Named) -> list[dict[str, Any]]:
    """Return what lies before each player, in turn order, with the number of cards in hand."""
    return [
        {
            "colour": colour,
            "name": named(colour),
            "amulets": state.amulets[number],
            "roses": state.roses[number],
            "coins": state.coins(number),
            "cards": len(state.clue_cards.cards[HAND + number]),
        }
        for number, colour in enumerate(order)
    ]


def review_data(
    game: PrintedGame, entries: Sequence[Entry], order: Sequence[str], named: Named
) -> dict[str, Any]:
    """Return what every clue of a game took away, in order of play; masks are hexadecimal."""
    found = review_record(game.record())
    told = [entry for entry in entries for one in entry.told if one.clue is not None]
    plays = [(entry, laid.contribution, laid) for entry, laid in zip(told, found.laid, strict=True)]
    return {
        "players": [
            {
                "colour": colour,
                "name": named(colour),
                "bits": sum(took.bits for entry, took, _ in plays if entry.colour == colour),
                "coins": game.state.coins(number),
            }
            for number, colour in enumerate(order)
        ],
        "plays": [
            {
                "seq": entry.seq,
                "by": entry.colour,
                "map": took.colour,
                "clue": str(took.clue),
                "before": f"{laid.before.mask:x}",
                "after": f"{laid.after.mask:x}",
                "bits": took.bits,
            }
            for entry, took, laid in plays
        ],
        "raised": [{"by": order[one.player], "map": one.colour, "hex": one.hex} for one in found.raised],
    }


def _legal(state: TobagoState) -> list[str]:
    """Return what is open to who acts, as far as all can see it: no card of a hand decides or is named.

    Whether a turn falls out, or a hand has to be shown, hangs on the hand: it is offered where it may be so.
    """
    frame: Any
    legal, frame = state.legal_actions(), state.stack[-1] if state.stack else None
    found = [str(action) for action in legal if isinstance(action, _SEEN)]
    if isinstance(frame, Turn):
        main = any(isinstance(action, act.Step | act.Exchange) for action in legal)
        found += [] if main else [str(act.END)]
    fits = state.compiled.first_clues.bit_count()
    if state.decision_kind() == "new map" and fits < len(state.compiled.decks.clues):
        found.append(str(act.SHOW_HAND))
    return found


_SEEN = (
    act.Exchange
    | act.PickUp
    | act.Raise
    | act.AmuletMove
    | act.AmuletExchange
    | act.Stop
    | act.Take
    | act.Pass
    | act.Mark
)
