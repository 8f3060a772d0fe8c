"""`NotedGame`: a printed game of Silver as one person at the table notes it, line by line.

Here are the lines of Silver; what they have in common with those of other games is in
`toolkit.core.told.noting`. Players and the cards of a village count from 1, ``3:1`` is card 1 of player 3,
and ``=5`` says what lies there. Every word may be shortened as far as it is clear at that moment:

================================  ===================================================================
line                              what it tells
================================  ===================================================================
``draw``, ``draw 9``              a card is drawn; by the writer, who sees a 9
``take``, ``beside 5``            the top discard is taken, or a 5 from beside the deck
``for 2=9``, ``for 1=4 3=4``      the card in hand comes for card 2, which is a 9; for cards 1 and 3
``2=9``, ``2 gives 9``            the same; before it a draw is understood
``discard 9``                     the card in hand is discarded, a 9; a draw is understood as well
``at 3``                          which of the freed places the card in hand takes
``left``, ``right``               where a card is added to cards that do not match
``look 2 8``, ``look 1=8 3=5``    at own cards: card 2 is an 8
``look 1 3``, ``look 3:1``        others look at two cards of their own, or at a card of player 3
``turn 3:1=5``                    a card is turned up by an Exposer or a Revealer
``use``, ``hit 3:1=5``            a Witch looks at the deck, and the card goes to player 3
``rob 3:1``, ``give 2``           a Robber takes a card, and gives one
``fetch 5``, ``keep 3``           a Master's card; one of those that a Rascal drew
``guard 2 over 4``, ``off``       a Bodyguard guards a card, or none any more
``amulet 3``                      the amulet is placed
``call``, ``skip``, ``end``       a call; no use of an ability; no free action more: both are understood too
``top 5``, ``beside 5``           the first discard, and cards that are turned up beside the deck
``cards 5 0 3``                   behind all else: further cards that are seen, as all are when a round ends
================================  ===================================================================

Commas may part what belongs together. A card that the writer knows already need not be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
        "exposer": ("turn", "skip"),
        "revealer": ("turn", "skip"),
        "beholder": ("look", "skip"),
        "beholder again": ("look", "skip"),
        "apprentice seer": ("look", "skip"),
        "seer": ("look", "skip"),
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
    "call": act.CALL,
    "skip": act.SKIP,
    "end": act.END,
    "off": act.OFF,
    "left": act.LEFT,
    "right": act.RIGHT,
}
_OWN = {"at": act.PLACES, "give": act.GIVES, "over": act.OVERS, "amulet": act.PROTECTS, "guard": act.GUARDS}
_ANYONE = {"look": act.LOOKS, "turn": act.TURNS, "hit": act.HITS, "rob": act.ROBS}
_FACES = {"keep": act.KEEPS, "fetch": act.FETCHES}


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
    """A number of a line: perhaps whose card it is, its place or its number, and what it shows."""

    number: int
    player: int | None = None
    face: int | None = None

    @property
    def bare(self) -> bool:
        """Whether it is a number alone."""
        return self.player is None and self.face is None


@dataclass(slots=True)
class _Part:
    """A word of a line, empty for none, with the numbers behind it, and those behind ``gives``."""

    word: str
    cards: list[_Card] = field(default_factory=list)
    given: list[_Card] = field(default_factory=list)


_wrong = partial(NoteError, sentences=SilverTeller.words["names"]["noting"])


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
        parts = [*_parts(line)]
        happened = [part for part in parts if part.word != self.besides]
        if not happened:
            raise NoteError("nothing")
        self.further = [_face(card) for part in parts if part.word == self.besides for card in part.cards]
        for part in happened:
            self._tell_part(part)
        self.go_on()
        self._check_all_seen(self.further)

    def names_cards(self, line: str) -> bool:
        """Tell whether a line holds numbers alone."""
        return bool(re.fullmatch(r"[0-9 ,]+", line))

    def _tell_part(self, part: _Part) -> None:
        """Do what a part of a line says."""
        self.go_on()
        word = self._understood(part.word)
        if word in _PLAIN:
            self._take_faces(part, 0)
            self.do(_PLAIN[word])
        elif word in _OWN:
            self.do(self._at(_OWN[word], _slot(part)))
        elif word in _ANYONE:
            self._choose(word, part)
        elif word in _FACES:
            self._choose_face(word, part)
        else:
            _OTHERS[word](self, part)
        self._check_all_seen([*self.faces, *self.lie.values()])

    def _check_all_seen(self, faces: Sequence[int]) -> None:
        if faces:
            raise NoteError("not_seen", cards=listed(faces))

    # ---- what a word means --------------------------------------------------------------------------------

    def _understood(self, text: str) -> str:
        """Return the word that a text stands for; what is understood before it is done."""
        word = text or _ALONE.get(self.state.decision_kind() or "", "for")

        def read(kind: str) -> str | None:
            word, words = text or _ALONE.get(kind, "for"), _WORDS.get(kind, ())
            found = [one for one in words if one == word] or [one for one in words if one.startswith(word)]
            if len(found) > 1:
                raise NoteError("unclear", word=word, words=listed(found))
            return found[0] if found else None

        return self.awaited(read, lambda kind: self._implied(kind, text), word)

    def words(self, kind: str) -> Iterable[str]:
        """Return with what a line may go on while a decision of a kind is open."""
        return _WORDS.get(kind, ())

    def _implied(self, kind: str, text: str) -> Action | None:
        """Return what is understood before a word that does not fit."""
        in_hand = not text or any(one.startswith(text) for one in _IN_HAND)
        if kind == "turn":
            return act.DRAW if in_hand else None
        if kind == "rascal":
            return self._kept() if in_hand else None
        legal = self.state.legal_actions()
        implied = next((one for one in (act.SKIP, act.END) if one in legal), None)
        # numbers alone may be meant for an ability of the writer
        return None if implied == act.SKIP and self.writes and not text else implied

    def understand(self, action: Action) -> None:
        """Do what is understood; who writes is asked which card was drawn."""
        self.do(action)
        while action == act.DRAW and self.state.to_act() == CHANCE:
            self.do(None)
        self.go_on()

    def _kept(self) -> Action | None:
        """Return what is kept of drawn cards, if that need not be told; what others keep they alone know."""
        held = {*self.state.cards.cards[HELD]} if self.writes else {HIDDEN}
        kept: Action | None = act.KEEPS[held.pop()] if len(held) == 1 else None
        return kept

    # ---- cards in hand ------------------------------------------------------------------------------------

    def _turn_up(self, part: _Part) -> None:
        """Note a card that chance turns up; in a turn `beside` takes one (S-44)."""
        if self.state.to_act() != CHANCE:
            self._take_beside(part)
            return
        self._take_faces(part, 1)
        self._compare_next()
        self.do(None)

    def _draw(self, part: _Part) -> None:
        """Draw a card, which the writer alone sees when it is the writer's; what follows is exchanged."""
        own = part.cards[:1] if self.writes and part.cards and part.cards[0].bare else []
        self.faces = [*map(_face, own)]
        self._look_at_deck(act.DRAW)
        self._go_on_exchanging(part, len(own))

    def _use(self, part: _Part) -> None:
        """Look at the deck as a Witch."""
        self._take_faces(part, 1)
        self._look_at_deck(act.USE)

    def _look_at_deck(self, action: Action) -> None:
        if self.writes:
            self._compare_next()
        self.do(action)
        while self.state.to_act() == CHANCE:
            self.do(None)

    def _compare_next(self) -> None:
        """Compare what is told of the next card of the deck with what the writer knows: it was put back."""
        known = self.state.cards.view(self.told.seat).cards[TOP][:1]
        if self.faces and known and known != (HIDDEN,):
            self._check_known("known_deck", known[0], self.faces.pop(0))

    def _take(self, part: _Part) -> None:
        """Take the top discard; a number that stands first says what it is."""
        named = part.cards[:1] if part.cards and part.cards[0].bare else []
        top = self.state.cards.cards[DISCARD][-1:]
        if named and top != [*map(_face, named)]:
            raise _wrong("pile", number=named[0].number)
        self.do(act.TAKE)
        self._go_on_exchanging(part, len(named))

    def _take_beside(self, part: _Part) -> None:
        shown = self.state.cards.cards[SHOWN]
        if not part.cards or not part.cards[0].bare:
            raise _wrong("one_card", example="beside 5")
        if (face := part.cards[0].number) not in shown:
            raise _wrong("beside", number=face)
        self.do(act.SHOWN[shown.index(face)])
        self._go_on_exchanging(part, 1)

    def _go_on_exchanging(self, part: _Part, used: int) -> None:
        if part.given or part.cards[used:]:
            self._check_all_seen(self.faces)
            self._tell_part(_Part("for", part.cards[used:], part.given))

    def _discard(self, part: _Part) -> None:
        """Discard the card in hand; a number that the writer knows already is compared."""
        held = self.state.cards.view(self.told.seat).cards[HELD][:1]
        if part.cards and held and held != (HIDDEN,):
            self._check_known("known_hand", held[0], _only(part))
        else:
            self._take_faces(part, 1)
        self.do(act.DISCARD)

    def _exchange(self, part: _Part) -> None:
        """Give up cards of the village, told from the left (S-15)."""
        player, slots = self.state.to_act(), [card.number - 1 for card in part.cards]
        if not slots or slots != sorted(set(slots)) or any(card.player is not None for card in part.cards):
            raise _wrong("given_up", example="for 1=4 3=4")
        if part.given and len(part.given) != len(slots):
            raise _wrong("as_many", count=len(slots), told=len(part.given))
        told = [*map(_face, part.given)] if part.given else [card.face for card in part.cards]
        for slot, face in zip(slots, told, strict=True):
            self._note(player, slot, face)
        self.do(self._at(act.EXCHANGES, slots[0]))
        for slot in slots[1:]:
            self.do(self._at(act.ANDS, slot))
        if self.state.decision_kind() == "set":
            self.do(act.DONE)

    # ---- choices ------------------------------------------------------------------------------------------

    def _choose_face(self, word: str, part: _Part) -> None:
        if word == "keep" and not part.cards and (kept := self._kept()):
            self.do(kept)
            return
        self.do(_FACES[word][_only(part)])

    def _choose(self, word: str, part: _Part) -> None:
        """Choose cards of villages: ``look 2 8``, ``look 3:1=8``; others look at several of their own."""
        cards = part.cards
        if not cards and self.state.decision_kind() == "robber look":
            legal = self.state.legal_actions()
            self.do(legal[0])
            return
        if len(cards) == 2 and cards[1].bare and cards[0].face is None and (self.writes or word != "look"):
            cards = [cards[0]._replace(face=_face(cards[1]))]
        if not cards or (len(cards) > 1 and word != "look"):
            raise _wrong("one_card", example=f"{word} 2:3")
        actor = self.state.to_act()
        for number, card in enumerate(cards):
            player = actor if card.player is None else self._player(card.player)
            if number and (self._understood(word), self.state.to_act()) != (word, actor):
                raise _wrong("too_many", word=word, count=number)
            self._note(player, card.number - 1, card.face)
            self.do(self._at(_ANYONE[word], player, card.number - 1))

    def _player(self, number: int) -> int:
        if not 1 <= number <= self.state.players:
            raise NoteError("person", number=number, players=self.state.players)
        return number - 1

    def _at(self, made: Mapping[object, Action], *where: int) -> Action:
        """Return the action about a place."""
        if where[-1] < 0:
            raise _wrong("from_one")
        return made[where[0] if len(where) == 1 else where]

    # ---- cards that are told ------------------------------------------------------------------------------

    def _note(self, player: int, slot: int, face: int | None) -> None:
        """Take note of what lies at a place; what the writer knows already is compared."""
        village = self.state.cards.view(self.told.seat).cards[VILLAGE + player]
        if face is None or not 0 <= slot < len(village):
            return  # a place that is not there is refused by the rules
        if village[slot] == HIDDEN:
            self.lie[VILLAGE + player, slot] = _number(face)
        else:
            self._check_known("known", village[slot], face, number=slot + 1, player=player + 1)

    def _check_known(self, key: str, known: int, told: int, number: int = 0, player: int = 0) -> None:
        if known != told:
            raise _wrong(key, known=known, told=told, number=number, player=player)

    def _take_faces(self, part: _Part, most: int) -> None:
        """Take the numbers behind a word as cards that are seen next."""
        if len(part.cards) > most or part.given:
            raise _wrong("too_many", word=part.word, count=most)
        self.faces = [*map(_face, part.cards)]

    def face_at(self, kind: str, place: Place) -> int | None:  # noqa: ARG002
        """Return what was told of a card that is seen now."""
        if place in self.lie:
            return self.lie.pop(place)
        queue = self.faces or self.further
        return queue.pop(0) if queue else None


_OTHERS = {
    "top": _Telling._turn_up,
    "beside": _Telling._turn_up,
    "draw": _Telling._draw,
    "take": _Telling._take,
    "for": _Telling._exchange,
    "discard": _Telling._discard,
    "use": _Telling._use,
}


def _number(number: int) -> int:
    if number > HIGHEST:
        raise _wrong("number", number=number, highest=HIGHEST)
    return number


def _face(card: _Card) -> int:
    """Return the card that a number alone stands for."""
    if not card.bare:
        raise _wrong("alone")
    return _number(card.number)


def _only(part: _Part) -> int:
    if len(part.cards) != 1 or part.given:
        raise _wrong("one_card", example=f"{part.word} 5")
    return _face(part.cards[0])


def _slot(part: _Part) -> int:
    if len(part.cards) != 1 or part.given or not part.cards[0].bare:
        raise _wrong("one_card", example=f"{part.word} 2")
    return part.cards[0].number - 1


def _said(number: str | None) -> int | None:
    return None if number is None else int(number)


def _parts(line: str) -> Iterator[_Part]:
    """Yield the parts of a line; numbers in front have no word."""
    line, at = line.lower(), 0
    part: _Part | None = None
    given = False
    while line[at:].strip(" \t,"):
        found = _TOKEN.match(line, at)
        if not found:
            raise NoteError("unread", text=quote(line[at:].strip()))
        at = found.end()
        if found["word"] and found["word"] == "gives" and part:
            given = True
        elif found["word"]:
            if part:
                yield part
            part, given = _Part(found["word"]), False
        else:
            part = part or _Part("")
            card = _Card(int(found["number"]), _said(found["player"]), _said(found["face"]))
            (part.given if given else part.cards).append(card)
    if part:
        yield part
