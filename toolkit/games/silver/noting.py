"""`NotedGame`: a printed game of Silver as one person at the table notes it, line by line.

Here are the lines of Silver, as ``docs/note.md`` lists them; what they have in common with those of other
games is in `toolkit.core.told.noting`. A line has parts: a word with the numbers behind it. Players and the
cards of a village count from 1, ``3:1`` is card 1 of player 3, and ``=5`` says what lies there. Commas may
part what belongs together. A card that the writer knows already need not be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from toolkit.core.decision import CHANCE, Action
from toolkit.core.errors import quote
from toolkit.core.hidden import HIDDEN, Place
from toolkit.core.observation import Observation
from toolkit.core.told import NoteError, ToldGame, UntoldError, noting
from toolkit.core.told.noting import Telling, listed
from toolkit.games.silver import actions as act
from toolkit.games.silver.cards import HIGHEST
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import DISCARD, HELD, SHOWN, TOP, VILLAGE, SilverState
from toolkit.games.silver.telling import SilverTeller

_TOKEN = re.compile(
    r"[\s,]*(?:(?P<word>[a-z]+)|(?:(?P<player>[0-9]{1,2}):)?(?P<number>[0-9]{1,2})(?:=(?P<face>[0-9]{1,2}))?"
    r"(?![0-9:=]))[\s,]*"
)

_FREE = ("look", "guard", "amulet")
_WORDS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "first discard": ("top",),
        "refill": ("beside",),
        "first looks": ("look",),
        "turn": ("draw", "take", "beside", "call", *_FREE, "end"),
        "use": ("discard", "for", *_FREE),
        "rascal": ("draw", "keep", *_FREE),
        "place": ("at",),
        "add": ("left", "right"),
        "guard": ("over", "off"),
        **dict.fromkeys(("exposer", "revealer"), ("turn", "skip")),
        **dict.fromkeys(("beholder", "beholder again", "apprentice seer", "seer"), ("look", "skip")),
        "master": ("fetch", "skip"),
        "witch": ("use", "skip"),
        "witch card": ("for", "hit", "skip"),
        "robber": ("rob", "skip"),
        "robber gift": ("give",),
        "robber look": ("look", "skip"),
        "end": (*_FREE, "end"),
    }
)
"""The words with which a line may go on, by the kind of the open decision."""

_ALONE = {"first discard": "top", "refill": "beside", "first looks": "look"}
"""What numbers without a word mean, by the kind of the decision; in all others they are given up."""

_IN_HAND = ("discard", "for")
"""What is done with a card in hand: that it was drawn and kept is understood."""

_PLAIN = {
    **{word: act.Word.of[word] for word in ("call", "skip", "end", "off", "discard", "use")},
    **{word: act.Word.of[f"add {word}"] for word in ("left", "right")},
}
_SEEN = {"discard": 1, "use": 1}
"""Behind which of them a card may be named that is seen."""

_OWN = {"at": act.PLACES, "give": act.GIVES, "over": act.OVERS, "amulet": act.PROTECTS, "guard": act.GUARDS}
_ANYONE = {"look": act.LOOKS, "turn": act.TURNS, "hit": act.HITS, "rob": act.ROBS}
_FACES = {"keep": act.KEEPS, "fetch": act.FETCHES}
"""The actions of each word, by what stands behind it."""

_wrong = partial(NoteError, sentences=SilverTeller.words["names"]["noting"])


def written(action: Action, state: SilverState) -> str:
    """Return what a line says of an action of who is to act, without the cards that are seen by it.

    Nothing for the end of a set, and of its further cards their places alone: one after the other the texts
    are a line.
    """
    match action:
        case act.Own("exchange" | "and" as verb, slot):
            return f"{'for ' * (verb == 'exchange')}{slot + 1}"
        case act.Own("shown", number):
            shown = state.cards.cards[SHOWN]
            if number >= len(shown):
                raise _wrong("one_card", example="beside 5")
            return f"beside {shown[number]}"
        case act.Own(verb, slot):
            return f"{ {'place': 'at', 'protect': 'amulet'}.get(verb, verb) } {slot + 1}"
        case act.Anyone(verb, player, slot):
            whose = "" if player == state.to_act() else f"{player + 1}:"
            return f"{verb} {whose}{slot + 1}"
        case act.Face(verb, face):
            return verb if face == HIDDEN else f"{verb} {face}"
        case act.Word(word):
            return "" if action == act.DONE else word.removeprefix("add ")
    raise NoteError("nothing")


class _Card(NamedTuple):
    """A number of a line: its place or its number, perhaps whose card it is, and what it shows."""

    number: int
    player: int | None = None
    face: int | None = None

    @property
    def bare(self) -> bool:
        """Whether it is a number alone."""
        return self.player is None and self.face is None

    @property
    def slot(self) -> int:
        """The place from 0 that it names."""
        if not self.number:
            raise _wrong("from_one")
        return self.number - 1

    @property
    def alone(self) -> int:
        """The face of the card that a number alone stands for."""
        if not self.bare:
            raise _wrong("alone")
        return _face(self.number)


def _face(number: int) -> int:
    if number > HIGHEST:
        raise _wrong("number", number=number, highest=HIGHEST)
    return number


@dataclass(slots=True)
class _Part:
    """A word of a line, empty for none, with the numbers behind it, and those behind ``gives``."""

    word: str
    cards: list[_Card] = field(default_factory=list)
    given: list[_Card] = field(default_factory=list)

    @property
    def first(self) -> Sequence[_Card]:
        """Its first number, if that stands alone."""
        return self.cards[:1] if self.cards and self.cards[0].bare else ()

    def only(self, example: int) -> _Card:
        """Return its one number."""
        if len(self.cards) != 1 or self.given:
            raise _wrong("one_card", example=f"{self.word} {example}")
        return self.cards[0]


def _parts(line: str) -> Sequence[_Part]:
    """Return the parts of a line; numbers in front have no word."""
    line, at, parts = line.lower(), 0, [_Part("")]
    cards = parts[0].cards
    while line[at:].strip(" \t,"):
        found = _TOKEN.match(line, at)
        if not found:
            raise NoteError("unread", text=quote(line[at:].strip()))
        at = found.end()
        if found["word"] == "gives" and (cards or len(parts) > 1):
            cards = parts[-1].given
        elif found["word"]:
            parts.append(_Part(found["word"]))
            cards = parts[-1].cards
        else:
            perhaps = [int(one) if one else None for one in found.group("player", "face")]
            cards.append(_Card(int(found["number"]), *perhaps))
    return parts if parts[0].cards or parts[0].given else parts[1:]


class NotedGame(noting.NotedGame[SilverState]):
    """A game of Silver, as far as it was noted; for so many players, by rules, for a seat from 0.

    `ToolkitError` as in `toolkit.core.told.noting`, and for rules by which what was seen is forgotten.
    """

    def __init__(self, players: int, rules: Rules, seat: int) -> None:
        if rules.memory != "perfect":
            raise _wrong("memory", rule=f"memory={rules.memory}")
        super().__init__(GAME, players, rules, seat, _Telling)

    def asked(self, untold: UntoldError) -> NoteError:
        """Return which card is asked for, by where it lay."""
        zone, index = untold.place
        number, player = (index or 0) + 1, zone - VILLAGE
        if player == self.seat:
            return _wrong("ask_own", number=number)
        if player >= 0:
            return _wrong("ask_village", who=player, number=number)
        return _wrong("ask_hand" if zone == HELD else "ask_deck")


def check_there(seen: Observation[SilverState], player: int, slot: int) -> None:
    """Refuse a place of a village where no card lies; `NoteError`."""
    villages = seen[SilverState.up]
    if not 0 <= player < len(villages):
        raise NoteError("person", number=player + 1, players=len(villages))
    if not 0 <= slot < len(villages[player]):
        raise _wrong("village", count=len(villages[player]))


class _Telling(Telling[SilverState]):
    """Tells one line to a game."""

    def __init__(self, told: ToldGame[SilverState]) -> None:
        super().__init__(told)
        self.faces: list[int] = []  # told without a place by a part, for what is seen next
        self.lie: dict[Place, int] = {}  # told by a part with their places
        self.further: list[int] = []  # told behind all parts

    def tell(self, line: str) -> None:
        """Do all that a line says."""
        parts = _parts(line)
        happened = [part for part in parts if part.word != self.besides]
        if not happened:
            raise NoteError("nothing")
        self.further = [card.alone for part in parts if part.word == self.besides for card in part.cards]
        for part in happened:
            self._tell_part(part)
        self.go_on()
        _check_all_seen(self.further)

    def names_cards(self, line: str) -> bool:
        """Tell whether a line holds numbers alone."""
        return bool(re.fullmatch(r"[0-9 ,]+", line))

    def _tell_part(self, part: _Part) -> None:
        """Do what a part of a line says."""
        self.go_on()
        word = self._understood(part.word)
        if word in _PLAIN:
            self._take_faces(part, _SEEN.get(word, 0))
            self.do(_PLAIN[word])
        elif word in _OWN:
            if not part.only(2).bare:
                raise _wrong("one_card", example=f"{part.word} 2")
            self.do(_OWN[word][part.cards[0].slot])
        elif word in _ANYONE:
            self._choose(word, part)
        elif word in _FACES:
            kept = self._kept() if word == "keep" and not part.cards else None
            self.do(kept or _FACES[word][part.only(5).alone])
        else:
            _OTHERS[word](self, part)
        _check_all_seen([*self.faces, *self.lie.values()])

    # ---- what a word means --------------------------------------------------------------------------------

    def _understood(self, text: str) -> str:
        """Return the word that a text stands for; what is understood before it is done."""

        def read(kind: str) -> str | None:
            word, words = text or _ALONE.get(kind, "for"), _WORDS.get(kind, ())
            found = [word] if word in words else [one for one in words if one.startswith(word)]
            if len(found) > 1 and len(found := [one for one in self.words(kind) if one in found]) > 1:
                raise NoteError("unclear", word=word, words=listed(found))
            return found[0] if found else None

        word = text or _ALONE.get(self.state.decision_kind() or "", "for")
        return self.awaited(read, lambda kind: self._implied(kind, text), lambda: word)

    def words(self, kind: str) -> Sequence[str]:
        """Return with what a line may go on while a decision of a kind is open."""
        legal = [written(one, self.state).partition(" ")[0] for one in self.state.legal_actions()]
        return [word for word in _WORDS.get(kind, ()) if word in legal or not legal]

    def _implied(self, kind: str, text: str) -> Action | None:
        """Return what is understood before a word that does not fit."""
        if kind in ("turn", "rascal"):
            in_hand = any(one.startswith(text) for one in _IN_HAND)
            return (act.DRAW if kind == "turn" else self._kept()) if in_hand else None
        legal = self.state.legal_actions()
        implied = next((one for one in (act.SKIP, act.END) if one in legal), None)
        # numbers alone may be meant for an ability of the writer
        return None if implied == act.SKIP and self.writes and not text else implied

    def _kept(self) -> Action | None:
        """Return what is kept of drawn cards, if that need not be told; what others keep they alone know."""
        held = {*self.state.cards.cards[HELD]} if self.writes else {HIDDEN}
        kept: Action | None = act.KEEPS[held.pop()] if len(held) == 1 else None
        return kept

    # ---- cards in hand ------------------------------------------------------------------------------------

    def do(self, action: Action | None, expected: Sequence[int] = ()) -> None:
        """Do something; who draws, or looks at the deck as a Witch, sees the next card of it at once."""
        if action == act.DISCARD:
            self._compare_first("known_hand", HELD)
        elif action in (act.DRAW, act.USE) and self.writes:
            self._compare_first("known_deck", TOP)
        super().do(action, expected)
        while action in (act.DRAW, act.USE) and self.state.to_act() == CHANCE:
            super().do(None)

    def _turn_up(self, part: _Part) -> None:
        """Note a card that chance turns up; in a turn `beside` takes one (S-44)."""
        if self.state.to_act() != CHANCE:
            self._take_beside(part)
            return
        self._take_faces(part, 1)
        self._compare_first("known_deck", TOP)
        self.do(None)

    def _draw(self, part: _Part) -> None:
        """Draw a card, which the writer alone sees when it is the writer's; what follows is exchanged."""
        own = part.first if self.writes else ()
        if part.first and not own and not part.given:  # a place, or a card by mistake
            number = part.cards[0].number
            raise _wrong("not_drawn", exchanged=f"for {number}", discarded=f"discard {number}")
        self.faces = [card.alone for card in own]
        self.do(act.DRAW)
        self._go_on_exchanging(part, len(own))

    def _take(self, part: _Part) -> None:
        """Take the top discard; a number that stands first says what it is."""
        top = self.state.cards.cards[DISCARD][-1:]
        if part.first and top != [card.alone for card in part.first]:
            raise _wrong("pile", number=part.cards[0].number)
        self.do(act.TAKE)
        self._go_on_exchanging(part, len(part.first))

    def _take_beside(self, part: _Part) -> None:
        shown = self.state.cards.cards[SHOWN]
        if not part.first:
            raise _wrong("one_card", example="beside 5")
        if (face := part.cards[0].number) not in shown:
            raise _wrong("beside", number=face)
        self.do(act.SHOWN[shown.index(face)])
        self._go_on_exchanging(part, 1)

    def _go_on_exchanging(self, part: _Part, used: int) -> None:
        if part.given or part.cards[used:]:
            _check_all_seen(self.faces)
            self._tell_part(_Part("for", part.cards[used:], part.given))

    def _exchange(self, part: _Part) -> None:
        """Give up cards of the village, told from the left (S-15)."""
        slots = [card.slot for card in part.cards]
        if not slots or slots != sorted(set(slots)) or any(card.player is not None for card in part.cards):
            raise _wrong("given_up", example="for 1=4 3=4")
        if part.given and len(part.given) != len(slots):
            raise _wrong("as_many", count=len(slots), told=len(part.given))
        told: Sequence[int | None] = [card.alone for card in part.given] or [card.face for card in part.cards]
        for slot, face in zip(slots, told, strict=True):
            self._note(self.state.to_act(), slot, face)
        for slot in slots:
            self.do((act.EXCHANGES if slot == slots[0] else act.ANDS)[slot])
        if self.state.decision_kind() == "set":
            self.do(act.DONE)

    # ---- choices ------------------------------------------------------------------------------------------

    def _choose(self, word: str, part: _Part) -> None:
        """Choose cards of villages: ``look 2 8``, ``look 3:1=8``; others look at several of their own."""
        cards, actor = part.cards, self.state.to_act()
        if not cards and self.state.decision_kind() == "robber look":
            self.do(self.state.legal_actions()[0])
            return
        if len(cards) == 2 and cards[1].bare and cards[0].face is None and (self.writes or word != "look"):
            cards = [cards[0]._replace(face=cards[1].alone)]
        if not cards or (len(cards) > 1 and word != "look"):
            raise _wrong("one_card", example=f"{word} 2:3")
        for number, card in enumerate(cards):
            player = actor if card.player is None else card.player - 1
            if not 0 <= player < self.state.players:
                raise NoteError("person", number=player + 1, players=self.state.players)
            if number and (self._understood(word), self.state.to_act()) != (word, actor):
                raise _wrong("too_many", word=word, count=number)
            self._note(player, card.slot, card.face)
            self.do(_ANYONE[word][player, card.slot])

    # ---- cards that are told ------------------------------------------------------------------------------

    def _note(self, player: int, slot: int, face: int | None) -> None:
        """Take note of what lies at a place; what the writer knows already is compared."""
        village = self._row(VILLAGE + player)
        if face is None or slot >= len(village):
            return  # a place that is not there is refused by the rules
        if village[slot] == HIDDEN:
            self.lie[VILLAGE + player, slot] = _face(face)
        elif village[slot] != face:
            raise _wrong("known", known=village[slot], told=face, number=slot + 1, player=player + 1)

    def _row(self, zone: int) -> Sequence[int]:
        """Return the cards of a row as the writer knows them."""
        return self.state.cards.view(self.told.seat).cards[zone]

    def _compare_first(self, key: str, zone: int) -> None:
        """Compare what is told of the first card of a row with what the writer knows of it, if anything."""
        known = self._row(zone)[:1]
        if self.faces and known and known != (HIDDEN,) and (told := self.faces.pop(0)) != known[0]:
            raise _wrong(key, known=known[0], told=told)

    def _take_faces(self, part: _Part, most: int) -> None:
        """Take the numbers behind a word as cards that are seen next."""
        if len(part.cards) > most or part.given:
            word = part.word or _ALONE.get(self.state.decision_kind() or "", "for")
            raise _wrong("too_many", word=word, count=most)
        self.faces = [card.alone for card in part.cards]

    def face_at(self, kind: str, place: Place) -> int | None:  # noqa: ARG002
        """Return what was told of a card that is seen now."""
        if place in self.lie:
            return self.lie.pop(place)
        queue = self.faces or self.further
        return queue.pop(0) if queue else None


def _check_all_seen(faces: Iterable[int]) -> None:
    if faces := [*faces]:
        raise NoteError("not_seen", cards=listed(faces))


_OTHERS = {
    "top": _Telling._turn_up,
    "beside": _Telling._turn_up,
    "draw": _Telling._draw,
    "take": _Telling._take,
    "for": _Telling._exchange,
}
