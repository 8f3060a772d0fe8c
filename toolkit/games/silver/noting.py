"""`NotedGame`: a printed game of Silver as one person at the table notes it, line by line.

It is a told game (`toolkit.core.told`): the engine, with what nobody told left open. A line says what somebody
did in the game's own words, and the cards that the writer came to see by it; players and cards of a village
count from 1, and every word may be shortened as far as it is clear at that moment:

================================  ==================================================================
line                              what it tells
================================  ==================================================================
``draw``, ``draw 9``              a card is drawn; by the writer, who sees a 9
``take 5 for 1 3``                the 5 is taken from the pile or from beside the deck, for two cards
``2 gives 9``, ``2=9``            the card in hand comes for card 2, which is a 9
``discard 9``                     the card in hand is discarded, a 9
``1=4 3=6 left``                  two cards that do not match; the card in hand is added on the left
``look 2 8``, ``look 3:1``        at an own card, an 8; at card 1 of player 3
``turn 3:1=5``, ``hit 3:1=5``     a card is turned up; a Witch's card comes for it
``rob 3:1``, ``give 2``           a Robber takes a card, and gives one
``fetch 5``, ``use``, ``keep 3``  a Master's card, a Witch's look at the deck, a Rascal's card
``guard 2 over 4``, ``amulet 3``  a Bodyguard, the amulet
``top 5``, ``beside 5``           the first discard, a card for a Squire
``call``, ``skip``, ``end``       a call; no use of an ability, no free action: understood before what follows
``cards 2:1=5 2:2=0``             cards that are seen besides, such as all when a round ends
================================  ==================================================================

Commas may part what belongs together. A card that the writer knows already need not be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from toolkit.core.decision import CHANCE, Action
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import Place
from toolkit.core.hidden.tracing import Shown
from toolkit.core.told import Told, ToldGame, UntoldError
from toolkit.games.silver import actions as act
from toolkit.games.silver.cards import HIGHEST
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import DISCARD, SHOWN, VILLAGE, SilverState

_TOKEN = re.compile(r"\s*,?\s*(?:(?P<word>[a-z]+)|(?:(?P<player>\d+):)?(?P<number>\d+)(?:=(?P<face>\d+))?)\s*")

_FREE = ("look", "guard", "amulet")
WORDS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "first discard": ("top",),
        "refill": ("beside",),
        "draw": ("draw",),
        "first looks": ("look",),
        "turn": ("draw", "take", "call", *_FREE, "end"),
        "use": ("discard", "for", *_FREE),
        "rascal": ("draw", "keep", *_FREE),
        "set": ("for",),
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
"""The words with which a line may go on, by the kind of the open decision; numbers alone are ``for``."""

_IMPLIED = {"skip": act.SKIP, "end": act.END}
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


@dataclass(frozen=True, slots=True)
class Card:
    """A number of a line: perhaps whose card it is, its place or its number, and what it shows."""

    number: int
    player: int | None = None
    face: int | None = None


@dataclass(slots=True)
class _Part:
    """A word of a line with the numbers behind it, and the numbers behind ``gives``."""

    word: str
    cards: list[Card] = field(default_factory=list)
    given: list[Card] = field(default_factory=list)


class NotedGame:
    """A game of Silver, as far as it was noted.

    Parameters
    ----------
    players, rules
        How many play, and the rules.
    seat
        Who writes, from 0.

    Raises
    ------
    ToolkitError
        What `Game.new` refuses, or a seat at which nobody sits.
    """

    def __init__(self, players: int, rules: Rules, seat: int) -> None:
        state = GAME.new(players, rules)
        if not 0 <= seat < players:
            raise ToolkitError(f"no player {seat + 1}; the players are 1 to {players}")
        told = ToldGame(state, seat)
        _Telling(told).go_on()
        self.lines: list[str] = []
        self._games = [told]  # before the first line, and after each

    @property
    def told(self) -> ToldGame[SilverState]:
        """The game now; to be read only."""
        return self._games[-1]

    def tell(self, line: str) -> None:
        """Note what happened.

        `ToolkitError` for what cannot be read or cannot be; `UntoldError` for a card that the line leaves out
        and the writer sees: nothing is noted then.
        """
        told = ToldGame(self.told.state, self.told.seat)
        _Telling(told).tell(line)
        self.lines.append(line)
        self._games.append(told)

    def undo(self) -> str:
        """Take back the last line and return it; `ToolkitError` if there is none."""
        if not self.lines:
            raise ToolkitError("nothing is noted that could be taken back")
        self._games.pop()
        return self.lines.pop()


class _Telling:
    """Tells one line to a game."""

    def __init__(self, told: ToldGame[SilverState]) -> None:
        self.told = told
        self.faces: list[int] = []  # told without a place, for what is seen next
        self.lie: dict[Place, int] = {}  # cards that were told with their places

    @property
    def state(self) -> SilverState:
        return self.told.state

    def tell(self, line: str) -> None:
        """Do all that a line says."""
        parts = list(_parts(line))
        if not parts:
            raise ToolkitError("an empty line tells nothing")
        for part in parts:
            if part.word == "cards":
                self._note_cards(part)
        for part in parts:
            if part.word != "cards":
                self._do_part(part)
        self.go_on()
        if self.faces:
            raise ToolkitError(f"more cards are told than are seen: {', '.join(map(str, self.faces))}")

    def go_on(self) -> None:
        """Let chance do what nobody has to tell."""
        while self.told.draws_unseen:
            self._tell(None)

    # ---- parts of a line ----------------------------------------------------------------------------------

    def _do_part(self, part: _Part) -> None:
        self.go_on()
        word = self._understood(part.word)
        if self.state.to_act() == CHANCE:
            self._take_faces(part.cards, 1)
            self._tell(None)
        elif word == "draw":
            self._take_faces(part.cards, 1)
            self._tell(act.DRAW)
            while self.state.to_act() == CHANCE:
                self._tell(None)
        elif word == "take":
            self._take(part)
        elif word == "for":
            self._exchange(part)
        elif word == "discard":
            self._take_faces(part.cards, 1)
            self._tell(act.DISCARD)
        elif word == "use":
            self._take_faces(part.cards, 1)
            self._tell(act.USE)
            while self.state.to_act() == CHANCE:
                self._tell(None)
        elif word in _PLAIN:
            self._none(part)
            self._tell(_PLAIN[word])
        elif word in _FACES:
            self._choose_face(word, part)
        elif word in _OWN:
            self._tell(_OWN[word][self._slot(word, part)])
        else:
            self._choose_card(word, part)

    def _understood(self, text: str) -> str:
        """Return the word that a text stands for; before one that does not fit, what is understood is done."""
        while True:
            kind = self.state.decision_kind()
            if kind is None:
                raise ToolkitError("the game is over")
            words = WORDS.get(kind, ())
            found = [text] if text in words else [word for word in words if word.startswith(text)]
            if len(found) == 1:
                return found[0]
            if len(found) > 1:
                raise ToolkitError(f"{text} may be {' or '.join(found)}")
            implied = next((_IMPLIED[word] for word in words if word in _IMPLIED and kind != "turn"), None)
            if implied is None or implied not in self.state.legal_actions():
                known = ", ".join(words)
                raise ToolkitError(f"{quote(text)} cannot follow now{did_you_mean(text, words)}; now: {known}")
            self._tell(implied)
            self.go_on()

    def _take(self, part: _Part) -> None:
        """Take the top discard, or a card from beside the deck if one with this number lies there alone."""
        cards = self.state.cards.cards
        numbers = [card.number for card in part.cards]
        if len(numbers) > 1:
            raise ToolkitError("take one card: take 5 for 1 3")
        top = cards[DISCARD][-1:]
        if not numbers or numbers == top:
            self._tell(act.TAKE)
        elif numbers[0] in cards[SHOWN]:
            self._tell(act.SHOWN[cards[SHOWN].index(numbers[0])])
        else:
            raise ToolkitError(f"no {numbers[0]} lies open to be taken (S-9, S-44)")

    def _exchange(self, part: _Part) -> None:
        """Give up cards of the village, shown from the left."""
        player = self.state.to_act()
        slots = [card.number - 1 for card in part.cards]
        if not slots or sorted(set(slots)) != slots or any(card.player is not None for card in part.cards):
            raise ToolkitError("say the cards that are given up from the left: 1 3 gives 4 4")
        told = [card.face for card in part.cards]
        if part.given:
            if len(part.given) != len(slots):
                raise ToolkitError(f"{len(slots)} cards are given up, and {len(part.given)} are told")
            told = [card.number for card in part.given]
        for slot, face in zip(slots, told, strict=True):
            if face is not None:
                self.lie[VILLAGE + player, slot] = face
        self._tell(self._at(act.EXCHANGES, slots[0]))
        for slot in slots[1:]:
            self._tell(self._at(act.ANDS, slot))
        if self.state.decision_kind() == "set" and self.state.to_act() == player:
            self._tell(act.DONE)

    def _choose_face(self, word: str, part: _Part) -> None:
        if not part.cards and word == "keep" and self.state.to_act() != self.told.seat:
            self._tell(act.KEEPS[0].veiled())  # which one, its player alone knows
            return
        if len(part.cards) != 1:
            raise ToolkitError(f"{word} one card: {word} 5")
        self._tell(_FACES[word][_number(part.cards[0].number)])

    def _choose_card(self, word: str, part: _Part) -> None:
        """Choose a card of a village: ``look 2 8``, ``look 3:1=8``."""
        if not part.cards or len(part.cards) > 2:  # noqa: PLR2004  # a card, and what it shows
            raise ToolkitError(f"{word} at one card: {word} 2:3")
        card, *shown = part.cards
        player = self.state.to_act() if card.player is None else self._player(card.player)
        face = shown[0].number if shown else card.face
        if face is not None:
            self.lie[VILLAGE + player, card.number - 1] = face
        if not 0 <= player < self.state.players:
            raise ToolkitError(f"no player {player + 1}")
        self._tell(self._at(_ANYONE[word], player, card.number - 1))

    def _slot(self, word: str, part: _Part) -> int:
        if len(part.cards) != 1 or part.cards[0].player is not None:
            raise ToolkitError(f"{word} one card of the village: {word} 2")
        return part.cards[0].number - 1

    def _note_cards(self, part: _Part) -> None:
        """Note cards that are seen besides, with their places or in the order in which they are asked."""
        for card in part.cards:
            if card.player is None:
                self.faces.append(_number(card.number))
            elif card.face is None:
                raise ToolkitError(f"say what lies there: {card.player}:{card.number}=5")
            else:
                self.lie[VILLAGE + self._player(card.player), card.number - 1] = card.face

    def _take_faces(self, cards: Sequence[Card], most: int) -> None:
        if len(cards) > most or any(card.player is not None or card.face is not None for card in cards):
            raise ToolkitError("say the number of one card")
        self.faces += [_number(card.number) for card in cards]

    def _none(self, part: _Part) -> None:
        if part.cards:
            raise ToolkitError(f"nothing is said behind {part.word}")

    def _player(self, number: int) -> int:
        if not 1 <= number <= self.state.players:
            raise ToolkitError(f"no player {number}; the players are 1 to {self.state.players}")
        return number - 1

    def _at(self, made: Mapping[object, Action], *where: int) -> Action:
        """Return the action about a place; `ToolkitError` for one that no village can have."""
        key = where[0] if len(where) == 1 else where
        try:
            return made[key]
        except (KeyError, IndexError):
            raise ToolkitError(f"no card {where[-1] + 1}") from None

    # ---- the game -----------------------------------------------------------------------------------------

    def _tell(self, action: Action | None) -> None:
        """Do something, and tell the cards that are seen by it as they are asked for."""
        seen: list[Told] = []
        while True:
            try:
                self.told.tell(action, seen)
                break
            except UntoldError as untold:
                place = untold.place
                if place in self.lie:
                    face = self.lie.pop(place)
                elif self.faces:
                    face = self.faces.pop(0)
                else:
                    raise
                seen.append((untold.kind, Shown(place, face)))


def _number(number: int) -> int:
    if not 0 <= number <= HIGHEST:
        raise ToolkitError(f"no card {number}; they are 0 to {HIGHEST}")
    return number


def _parts(line: str) -> Iterator[_Part]:
    """Yield the parts of a line; numbers in front are cards that are given up."""
    part, at, into = None, 0, "cards"
    while at < len(line.rstrip()):
        found = _TOKEN.match(line.lower(), at)
        if not found:
            raise ToolkitError(f"cannot read {quote(line[at:])}")
        at = found.end()
        word = found["word"]
        if word == "gives":
            into = "given"
        elif word:
            if part:
                yield part
            part, into = _Part(word), "cards"
        else:
            part = part or _Part("for")
            numbers = (found["number"], found["player"], found["face"])
            card = Card(*(None if text is None else int(text) for text in numbers))  # type: ignore[arg-type]
            getattr(part, into).append(card)
    if part:
        yield part
