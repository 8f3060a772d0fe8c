"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from types import MappingProxyType
from typing import TypeVar

from toolkit.core.decision import Action, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.caravan import FACES, PAPER
from toolkit.games.wayfarers.components.effects import EFFECTS, branch_words, effect_words, pay_words
from toolkit.games.wayfarers.components.names import (
    GUILDS,
    INSPIRATION,
    KINDS,
    LAND,
    NONE,
    SPACE,
    WATER,
    WORKERS,
)
from toolkit.games.wayfarers.components.tables import (
    CARDS,
    HOST,
    JOURNAL_TILES,
    MIDDLE_SLOTS,
    PLAYER,
    SLOTS,
    TILES,
    WORKERS_ON,
    deck,
)
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.state import SCHEMES

A = TypeVar("A", bound=Action)
T = TypeVar("T")

MOST_PLAYERS = 4
MOST_DICE = PLAYER.pieces.dice_rolled + PLAYER.pieces.dice_in_reserve

NO_FEE, SILVER_FEE, PROVISION_FEE = range(3)
"""How the fee for another player's influence is paid (Y-19)."""

_FEES = ("", " fee silver", " fee provision").__getitem__

PLACED = 0
"""In place of a face: the die that is being placed."""


def _id(card: int) -> str:
    return CARDS[card].id


def _face(face: int) -> str:
    return str(face) if face else "placed"


def _source(source: int) -> str:
    """Return where a token is taken from: a guild, or the card with a number beyond these."""
    return GUILDS[source] if source < len(GUILDS) else _id(source - len(GUILDS))


class _OfCard(Action):
    __slots__ = ()

    written = MappingProxyType({"card": _id, "fee": _FEES, "colour": WORKERS.__getitem__})


class _Unseen(Action):
    """A card that others see as one of its kind."""

    __slots__ = ()

    secret = ("card", HIDDEN)
    card: int
    kind: int
    verb = ""

    def __str__(self) -> str:
        name = f"? {KINDS[self.kind]}" if self.card == HIDDEN else CARDS[self.card].id
        return f"{self.verb} {name}"


# ---- chance ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """A player begins (Y-7)."""

    player: int
    words = "start {player}"


@dataclass(frozen=True, slots=True)
class DealBoard(Action):
    """The next player gets a player board (Y-6)."""

    board: int
    words = "board {board}"


@dataclass(frozen=True, slots=True)
class LayJournalTile(Action):
    """A journal tile comes to lie on the next space (Y-3)."""

    tile: int
    words = "journal tile {tile}"
    written = MappingProxyType({"tile": JOURNAL_TILES.__getitem__})


@dataclass(frozen=True, slots=True)
class RevealCard(_OfCard):
    """A card is turned up in the display (Y-2, Y-66)."""

    card: int
    words = "reveal {card}"


@dataclass(frozen=True, slots=True)
class DrawCard(_Unseen):
    """A card is drawn, to keep one of several (Y-64); only its player sees it."""

    card: int
    kind: int
    verb = "draw"


@dataclass(frozen=True, slots=True)
class TakeTop(_Unseen):
    """The card on top of a pile is taken; nobody sees what the rival takes (Y-108)."""

    card: int
    kind: int
    verb = "top"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Dice are rolled; the faces are sorted."""

    faces: tuple[int, ...]
    words = "roll {faces}"
    written = MappingProxyType({"faces": lambda faces: " ".join(map(str, faces))})


@dataclass(frozen=True, slots=True)
class RevealScheme(Action):
    """A scheme card of the rival is turned up (Y-97)."""

    scheme: int
    words = "scheme X{scheme}"
    written = MappingProxyType({"scheme": lambda scheme: scheme + 1})


# ---- players -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Do what needs no more words, such as rest, decline, use the trade ability."""

    word: str
    words = "{word}"


@dataclass(frozen=True, slots=True)
class TakeDie(Action):
    """Take a die from the supply to place it, after a chain of adjustments by the caravan (Y-78, Y-79)."""

    face: int
    final: int

    def __str__(self) -> str:
        return f"die {self.face}" + (f" as {self.final}" if self.final != self.face else "")


@dataclass(frozen=True, slots=True)
class PutDie(Action):
    """Put the die on a slot (Y-78)."""

    slot: int
    words = "on {slot}"
    written = MappingProxyType({"slot": lambda slot: SLOTS[slot].name})


@dataclass(frozen=True, slots=True)
class PutWorker(_OfCard):
    """Place a worker on a face-up card (Y-85)."""

    colour: int
    card: int
    fee: int
    words = "worker {colour} on {card}{fee}"


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay what is left of an arrow (Y-81)."""

    silver: int
    provision: int

    def __str__(self) -> str:
        return f"pay {pay_words((self.silver, self.provision))}"


@dataclass(frozen=True, slots=True)
class Do(Action):
    """Resolve this effect next (Y-69)."""

    effect: int
    words = "do {effect}"
    written = MappingProxyType({"effect": effect_words})


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a branch of an effect (Y-131)."""

    branch: tuple[int, ...]
    words = "choose {branch}"
    written = MappingProxyType({"branch": branch_words})


@dataclass(frozen=True, slots=True)
class Gain(_OfCard):
    """Acquire a face-up card (Y-63)."""

    card: int
    fee: int
    words = "gain {card}{fee}"


@dataclass(frozen=True, slots=True)
class Discard(_OfCard):
    """Discard an inspiration card for the effect of its spot (Y-56)."""

    card: int
    fee: int
    words = "discard {card}{fee}"


@dataclass(frozen=True, slots=True)
class DrawThree(Action):
    """Draw three cards to keep one, for so many provisions (Y-65)."""

    provision: int

    def __str__(self) -> str:
        return "draw three" + (f" for {self.provision} provision" if self.provision else "")


@dataclass(frozen=True, slots=True)
class Keep(_OfCard):
    """Keep a drawn card (Y-64)."""

    card: int
    words = "keep {card}"


@dataclass(frozen=True, slots=True)
class Bury(_Unseen):
    """Put a drawn card under the pile, before the other (Y-64); only its player sees which."""

    card: int
    kind: int
    verb = "under"


@dataclass(frozen=True, slots=True)
class Host(_OfCard):
    """Tuck a townsfolk under a land or water card (Y-57), or an inspiration above a space card (Y-54)."""

    card: int

    def __str__(self) -> str:
        return f"{'above' if CARDS[self.card].kind == SPACE else 'under host'} {_id(self.card)}"


@dataclass(frozen=True, slots=True)
class TakeTile(Action):
    """Take an upgrade tile, for silver or free, or for influence (Y-70)."""

    tile: int
    influence: bool
    words = "tile {tile}{influence}"
    written = MappingProxyType(
        {"tile": lambda tile: TILES[tile].id, "influence": ("", " for influence").__getitem__}
    )


@dataclass(frozen=True, slots=True)
class PlaceTile(Action):
    """Lay the tile with its upper left cell at a place, the front or the back up (Y-71)."""

    row: int
    column: int
    back: int
    words = "place {back}{row},{column}"
    written = MappingProxyType({"back": ("", "back ").__getitem__})


@dataclass(frozen=True, slots=True)
class InfluenceGuild(Action):
    """Influence a guild (Y-24)."""

    guild: int
    words = "influence {guild}"
    written = MappingProxyType({"guild": GUILDS.__getitem__})


@dataclass(frozen=True, slots=True)
class InfluenceCard(_OfCard):
    """Influence a card (Y-18)."""

    card: int
    words = "influence {card}"


@dataclass(frozen=True, slots=True)
class TakeFrom(Action):
    """Take the token from a guild or a card, because the supply is empty (Y-27)."""

    source: int
    words = "from {source}"
    written = MappingProxyType({"source": _source})


@dataclass(frozen=True, slots=True)
class MoveInfluence(Action):
    """Move influence from a guild to another (Y-25)."""

    source: int
    target: int
    words = "move {source} to {target}"
    written = MappingProxyType({"source": GUILDS.__getitem__, "target": GUILDS.__getitem__})


@dataclass(frozen=True, slots=True)
class Journal(Action):
    """Move the marker to a space, by an effect or by the science ability (Y-28, Y-38)."""

    space: int
    science: bool
    words = "{science}to {space}"
    written = MappingProxyType({"science": ("", "science ").__getitem__, "space": SPACES.__getitem__})


@dataclass(frozen=True, slots=True)
class Refresh(Action):
    """Take back the die on a slot and roll it (Y-83)."""

    slot: int
    words = "refresh {slot}"
    written = MappingProxyType({"slot": lambda slot: SLOTS[slot].name})


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Roll a die of the supply (Y-83, Y-90)."""

    face: int
    words = "reroll {face}"


@dataclass(frozen=True, slots=True)
class Adjust(Action):
    """Raise or lower a die by one (Y-84)."""

    face: int
    by: int
    words = "{by} {face}"
    written = MappingProxyType({"by": {1: "raise", -1: "lower"}.__getitem__, "face": _face})


@dataclass(frozen=True, slots=True)
class Retrieve(_OfCard):
    """Retrieve a worker from a face-up card (Y-89)."""

    colour: int
    card: int
    fee: int
    words = "retrieve {colour} from {card}{fee}"


# ---- made once ---------------------------------------------------------------------------------------------

_ALL_CARDS, _FEE_WAYS, _GUILDS = range(len(CARDS)), range(3), range(len(GUILDS))


def _by_colour(make: Callable[[int, int, int], A]) -> tuple[tuple[tuple[A, ...], ...], ...]:
    """Return actions by colour, card and fee; none where such a worker never stands (Y-85)."""
    return tuple(
        tuple(
            tuple(make(colour, card.number, fee) for fee in _FEE_WAYS if WORKERS_ON[card.kind] >> colour & 1)
            for card in CARDS
        )
        for colour in range(len(WORKERS))
    )


BEGINS = tuple(map(Begin, range(MOST_PLAYERS)))
DEALS = tuple(map(DealBoard, range(5)))
JOURNAL_TILES_LAID = tuple(map(LayJournalTile, range(len(JOURNAL_TILES))))
REVEALED = tuple(map(RevealCard, _ALL_CARDS))
DRAWN_CARDS = tuple(DrawCard(card.number, card.kind) for card in CARDS)
TOPS = tuple(TakeTop(card.number, card.kind) for card in CARDS)
ROLLS = {
    faces: Roll(faces)
    for dice in range(1, MOST_DICE + 1)
    for faces in combinations_with_replacement(FACES, dice)
}
SCHEME_CARDS = tuple(map(RevealScheme, SCHEMES))
REST, ROLL, USE_TRADE, HIRE_SHIP, END_TURN, SLOT_BLOCK, FOLK_BLOCK, DECLINE = map(
    Say, ("rest", "roll", "use trade", "ship", "end turn", "slot", "townsfolk", "decline")
)
ALLOW, DENY_SILVER, DENY_PROVISION = map(Say, ("allow", "deny with silver", "deny with provision"))
ALLOW_SILVER, ALLOW_PROVISION = map(Say, ("allow silver", "allow provision"))
TAKE_DICE = {(face, final): TakeDie(face, final) for face in FACES for final in FACES}
PUT_DICE = tuple(map(PutDie, range(len(SLOTS))))
PUT_WORKERS = _by_colour(PutWorker)
PAYS = {
    (silver, provision): Pay(silver, provision)
    for silver in range(5)
    for provision in range(5)
    if (silver > 0) != (provision > 0)
}
DOES = tuple(map(Do, range(len(EFFECTS))))
CHOICES = {branch: Choose(branch) for effect in EFFECTS for branch in effect.branches}
GAINS = tuple(tuple(Gain(card, fee) for fee in _FEE_WAYS) for card in _ALL_CARDS)
DISCARDS = tuple(
    tuple(Discard(card.number, fee) for fee in _FEE_WAYS if card.kind == INSPIRATION) for card in CARDS
)
DRAW_THREES = tuple(map(DrawThree, range(2)))
KEEPS = tuple(map(Keep, _ALL_CARDS))
BURIES = tuple(Bury(card.number, card.kind) for card in CARDS)
HOSTS = tuple(map(Host, _ALL_CARDS))
TAKE_TILES = tuple(tuple(TakeTile(tile.number, paid) for paid in (False, True)) for tile in TILES)
PLACES = {
    (row, column, back): PlaceTile(row, column, back)
    for back in (0, 1)
    for row in range(1, 4)
    for column in FACES
    if 6 * (row - 1) + column - 1 in PAPER
}
INFLUENCE_GUILDS = tuple(map(InfluenceGuild, _GUILDS))
INFLUENCE_CARDS = tuple(map(InfluenceCard, _ALL_CARDS))
TAKES = tuple(map(TakeFrom, range(len(GUILDS) + len(CARDS))))
MOVES = {
    (source, target): MoveInfluence(source, target)
    for source in _GUILDS
    for target in _GUILDS
    if source != target
}
JOURNAL_STEPS = tuple(tuple(Journal(space, paid) for paid in (False, True)) for space in range(len(SPACES)))
REFRESHES = tuple(map(Refresh, range(len(SLOTS))))
REROLLS = tuple(map(Reroll, range(7)))
ADJUSTS = {(face, by): Adjust(face, by) for face in (*FACES, PLACED) for by in (1, -1)}
RETRIEVES = _by_colour(Retrieve)
"""The actions, made once: by number, by what is done, by fee."""


def vocabulary(players: int, promos: bool) -> list[Action]:
    """Return every action of a game, in a fixed order."""
    piled = sorted(card for kind in range(len(KINDS)) for card in deck(kind, promos))
    cards = sorted([*(card.number for card in CARDS if card.printed), *piled])
    slots = [slot for slot in range(len(SLOTS)) if slot < MIDDLE_SLOTS or HOST[slot] in cards]
    return [
        *_of_chance(players, piled),
        *TAKE_DICE.values(),
        *_each(slots, PUT_DICE),
        *chain(*_each(piled, *PUT_WORKERS)),
        *(REST, HIRE_SHIP, END_TURN, SLOT_BLOCK, FOLK_BLOCK),
        *PAYS.values(),
        *DOES,
        *CHOICES.values(),
        *chain(*_each(piled, GAINS, DISCARDS)),
        *DRAW_THREES,
        *_each(piled, KEEPS, BURIES),
        *_each([card for card in cards if CARDS[card].kind in (LAND, WATER, SPACE)], HOSTS),
        *chain(*TAKE_TILES),
        *PLACES.values(),
        *INFLUENCE_GUILDS,
        *_each(piled, INFLUENCE_CARDS),
        *_each([*_GUILDS, *(len(GUILDS) + card for card in piled)], TAKES),
        *MOVES.values(),
        *chain(*JOURNAL_STEPS[1:]),
        *_each(slots, REFRESHES),
        *_each(FACES, REROLLS),
        ROLL,
        *ADJUSTS.values(),
        *chain(*_each(piled, *RETRIEVES)),
        *((ALLOW, ALLOW_SILVER, ALLOW_PROVISION, DENY_SILVER, DENY_PROVISION) if players == 1 else ()),
        *(USE_TRADE, DECLINE),
    ]


def _of_chance(players: int, piled: Iterable[int]) -> Iterator[Action]:
    yield from (*BEGINS[:players], *DEALS[1:], *JOURNAL_TILES_LAID)
    yield from _each(piled, REVEALED, DRAWN_CARDS, TOPS)
    yield from (*ROLLS.values(), *(SCHEME_CARDS if players == 1 else ()))


def _each(numbers: Iterable[int], *tables: Sequence[T]) -> list[T]:
    """Return what stands at each of several numbers, in one table after the other."""
    return [table[number] for number in numbers for table in tables]


_RANKS = {id(action): rank for rank, action in enumerate(vocabulary(1, promos=True))}


def in_order(options: list[Action]) -> list[Action]:
    """Sort actions that were made above, in place, in the order of every `vocabulary`; return them.

    They are told apart by their identities: that is several times as fast as by what they say.
    """
    options.sort(key=lambda action: _RANKS[id(action)])
    return options


# ---- what players come to see besides actions --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Took(Reveal):
    """A player takes resources that an effect brings."""

    player: int
    silver: int
    provision: int

    def __str__(self) -> str:
        taken = pay_words((self.silver, self.provision)).replace(" + ", " and ")
        return f"(player {self.player} takes {taken})"


def _who(player: int) -> str:
    return f"player {player}" if player != NONE else "the rival"


@dataclass(frozen=True, slots=True)
class GreenTaken(Reveal):
    """A player, or the rival as `NONE`, takes the green worker beside a space of the journal (Y-33)."""

    player: int
    column: int
    words = "the green worker of column {column} goes to {player}"
    written = MappingProxyType({"player": _who})


@dataclass(frozen=True, slots=True)
class EndTriggered(Reveal):
    """The marker of a player, or of the rival as `NONE`, has entered a final space (Y-92)."""

    player: int
    words = "{player} has reached the end of the journal: after this turn each has one more"
    written = MappingProxyType({"player": _who})


REVEALS = (Took, GreenTaken, EndTriggered)
