"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Annotated, Any, TypeAlias, TypeVar

from toolkit.core.decision import Action, Domain, Listed, Reveal, its_card, listed
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.wayfarers.caravan import BONUSES, FACES, PAPER, cell
from toolkit.games.wayfarers.components import tables
from toolkit.games.wayfarers.components.effects import EFFECTS, branch_words, effect_words, pay_words
from toolkit.games.wayfarers.components.names import (
    GUILDS,
    INSPIRATION,
    KINDS,
    NONE,
    SPACE,
    TOWNSFOLK,
    WORKERS,
)
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.rules import Rules

A = TypeVar("A", bound=Action)

MOST_PLAYERS = 4
MOST_DICE = tables.PLAYER.pieces.dice_rolled + tables.PLAYER.pieces.dice_in_reserve

NO_FEE, SILVER_FEE, PROVISION_FEE = range(3)
"""How the fee for another player's influence is paid (Y-19)."""

PLACED = 0
"""In place of a face: the die that is being placed."""

# ---- what fields may be ------------------------------------------------------------------------------------


@cache
def _piled(promos: bool) -> list[int]:
    """Return the cards that are played with."""
    return sorted(card for kind in range(len(KINDS)) for card in tables.deck(kind, promos))


def _owned(promos: bool) -> set[int]:
    """Return these and the printed ones."""
    return {*_piled(promos), *(card.number for card in tables.CARDS if card.printed)}


def _slots(_players: int, rules: Rules) -> list[int]:
    owned = _owned(rules.promos)
    return [
        slot for slot in range(len(tables.SLOTS)) if slot < tables.MIDDLE_SLOTS or tables.HOST[slot] in owned
    ]


def _hosts(_players: int, rules: Rules) -> list[int]:
    return sorted(
        card for card in _owned(rules.promos) if tables.CARDS[card].kind not in (TOWNSFOLK, INSPIRATION)
    )


def _id(card: int) -> str:
    return tables.CARDS[card].id


def _guild_or_card(source: int) -> str:
    """Return where a token is taken from: a guild, or the card with a number beyond these."""
    return GUILDS[source] if source < len(GUILDS) else _id(source - len(GUILDS))


def _own(name: object, seen: Observation[Any]) -> str:
    """Return the place with a name that who acts has."""
    return f"{seen.to_act()}:{name}"


ANSWER = Domain(
    lambda players, _rules: (
        ("allow", "allow silver", "allow provision", "deny with silver", "deny with provision")
        if players == 1
        else ()
    )
)
_SPENT = {"use trade": "trade", "ship": "exploration"}
"""The guilds whose influence is spent for what is said."""
SAID = Domain(place=lambda word, seen: _own(_SPENT[word], seen) if word in _SPENT else "")
SEAT = Domain(lambda players, _rules: range(players))
BOARD = Domain(lambda *_: BONUSES)
TILE_OF_JOURNAL = Domain(lambda *_: range(len(tables.JOURNAL_TILES)), tables.JOURNAL_TILES.__getitem__)
CARD = Domain(lambda _players, rules: _piled(rules.promos), _id, card=its_card)
KEPT = CARD.at("{}")
SHOWN = replace(KEPT, card=None)
INSPIRATIONS = Domain(lambda _players, rules: tables.deck(INSPIRATION, rules.promos), _id).at("{}")
HOSTING = Domain(
    _hosts,
    lambda card: f"{'above' if tables.CARDS[card].kind == SPACE else 'under host'} {_id(card)}",
    lambda card, seen: _own(_id(card), seen),
)
FEE = Domain(lambda *_: range(3), ("", " fee silver", " fee provision").__getitem__)
COLOUR = Domain(lambda *_: range(len(WORKERS)), WORKERS.__getitem__)
IN_HAND = replace(COLOUR, place=lambda colour, seen: _own(f"worker {WORKERS[colour]}", seen))
SCHEME = Domain(
    lambda players, _rules: tables.SCHEMES if players == 1 else (),
    lambda scheme: tables.SOLO.scheme[scheme].id,
)
ROLLED = Domain(
    lambda *_: chain(*(combinations_with_replacement(FACES, dice) for dice in range(1, MOST_DICE + 1))),
    lambda faces: " ".join(map(str, faces)),
)
FACE = Domain(lambda *_: FACES, place=lambda face, seen: _own(f"die {face}", seen))
FINAL = Domain(lambda *_: FACES)
ADJUSTED = Domain(
    lambda *_: (*FACES, PLACED),
    lambda face: face or "placed",
    lambda face, seen: _own(f"die {face}", seen) if face else "",
)
BY = Domain(lambda *_: (1, -1), {1: "raise", -1: "lower"}.__getitem__)
SLOT = Domain(
    _slots, lambda slot: tables.SLOTS[slot].name, lambda slot, seen: _own(tables.SLOTS[slot].name, seen)
)
_EFFECTS = tuple(EFFECTS)  # of players: those of the rival alone come later
_BRANCHES = dict.fromkeys(branch for effect in _EFFECTS for branch in effect.branches)
EFFECT = Domain(lambda *_: range(len(_EFFECTS)), effect_words)
BRANCH = Domain(lambda *_: _BRANCHES, branch_words)
PROVISION_OR_NONE = Domain(lambda *_: range(2), ("", " for 1 provision").__getitem__)
TILE = Domain(lambda *_: range(len(tables.TILES)), lambda tile: tables.TILES[tile].id).at("{}")
FOR_INFLUENCE = Domain(lambda *_: (False, True), ("", " for influence").__getitem__)
BACK = Domain(written=("", "back ").__getitem__)
GUILD = Domain(
    lambda *_: range(len(GUILDS)), GUILDS.__getitem__, lambda guild, seen: _own(GUILDS[guild], seen)
)
SOURCE = Domain(
    lambda _players, rules: [*range(len(GUILDS)), *(len(GUILDS) + card for card in _piled(rules.promos))],
    _guild_or_card,
    lambda one, seen: _own(GUILDS[one], seen) if one < len(GUILDS) else _guild_or_card(one),
)
STEP = Domain(lambda *_: range(1, len(SPACES)), SPACES.__getitem__).at("{}")
BY_SCIENCE = Domain(lambda *_: (False, True), ("", "science ").__getitem__)
Shown: TypeAlias = Annotated[int, SHOWN]
Fee: TypeAlias = Annotated[int, FEE]
Colour: TypeAlias = Annotated[int, COLOUR]
Slot: TypeAlias = Annotated[int, SLOT]
Face: TypeAlias = Annotated[int, FACE]
Guild: TypeAlias = Annotated[int, GUILD]


class _Unseen(Action):
    """A card that others see as one of its kind."""

    __slots__ = ()

    secret = ("card", HIDDEN)
    card: int
    kind: int
    verb = ""

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[Any]:  # noqa: ARG003
        """Return them by card."""
        return [cls.of[card, tables.CARDS[card].kind] for card in _piled(rules.promos)]

    def __str__(self) -> str:
        name = f"? {KINDS[self.kind]}" if self.card == HIDDEN else tables.CARDS[self.card].id
        return f"{self.verb} {name}"


class _WithWorker(Action):
    """What is done with a worker on a card."""

    __slots__ = ()

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[Any]:  # noqa: ARG003
        """Return them by card, with the colours of workers that may stand there (Y-85)."""
        return [
            cls.of[colour, card, fee]
            for card in _piled(rules.promos)
            for colour in range(len(WORKERS))
            if tables.WORKERS_ON[tables.CARDS[card].kind] >> colour & 1
            for fee in range(3)
        ]


# ---- chance ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """A player begins (Y-7)."""

    player: Annotated[int, SEAT]
    words = "start {player}"


@dataclass(frozen=True, slots=True)
class DealBoard(Action):
    """The next player gets a player board (Y-6)."""

    board: Annotated[int, BOARD]
    words = "board {board}"


@dataclass(frozen=True, slots=True)
class LayJournalTile(Action):
    """A journal tile comes to lie on the next space (Y-3)."""

    tile: Annotated[int, TILE_OF_JOURNAL]
    words = "journal tile {tile}"


@dataclass(frozen=True, slots=True)
class RevealCard(Action):
    """A card is turned up in the display (Y-2, Y-66)."""

    card: Annotated[int, CARD]
    words = "reveal {card}"


@dataclass(frozen=True, slots=True)
class DrawCard(_Unseen):
    """A card is drawn, to keep one of several (Y-64); only its player sees it."""

    card: Annotated[int, CARD]
    kind: int
    verb = "draw"


@dataclass(frozen=True, slots=True)
class TakeTop(_Unseen):
    """The card on top of a pile is taken; nobody sees what the rival takes (Y-108)."""

    card: Annotated[int, CARD]
    kind: int
    verb = "top"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Dice are rolled; the faces are sorted."""

    faces: Annotated[tuple[int, ...], ROLLED]
    words = "roll {faces}"


@dataclass(frozen=True, slots=True)
class RevealScheme(Action):
    """A scheme card of the rival is turned up (Y-97)."""

    scheme: Annotated[int, SCHEME]
    words = "scheme {scheme}"


# ---- players -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Do what needs no more words, such as rest, decline, use the trade ability."""

    word: Annotated[str, SAID]
    words = "{word}"


@dataclass(frozen=True, slots=True)
class Answer(Action):
    """Allow the rival to use a card with the own influence, and take something; or deny it (Y-106, Y-139)."""

    word: Annotated[str, ANSWER]
    words = "{word}"


@dataclass(frozen=True, slots=True)
class TakeDie(Action):
    """Take a die from the supply to place it, after a chain of adjustments by the caravan (Y-78, Y-79)."""

    face: Face
    final: Annotated[int, FINAL]

    def __str__(self) -> str:
        return f"die {self.face}" + (f" as {self.final}" if self.final != self.face else "")


@dataclass(frozen=True, slots=True)
class PutDie(Action):
    """Put the die on a slot (Y-78)."""

    slot: Slot
    words = "on {slot}"


@dataclass(frozen=True, slots=True)
class PutWorker(_WithWorker):
    """Place a worker on a face-up card (Y-85)."""

    colour: Annotated[int, IN_HAND]
    card: Shown
    fee: Fee
    words = "worker {colour} on {card}{fee}"


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay what is left of an arrow: silver or provisions (Y-81)."""

    silver: int
    provision: int

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[Pay]:  # noqa: ARG003
        """Return all that is asked for anywhere, less discounts."""
        some = range(1, 5)
        return [*(cls.of[0, provision] for provision in some), *(cls.of[silver, 0] for silver in some)]

    def __str__(self) -> str:
        return f"pay {pay_words((self.silver, self.provision))}"


@dataclass(frozen=True, slots=True)
class Do(Action):
    """Resolve this effect next (Y-69)."""

    effect: Annotated[int, EFFECT]
    words = "do {effect}"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a branch of an effect (Y-131)."""

    branch: Annotated[tuple[int, ...], BRANCH]
    words = "choose {branch}"


@dataclass(frozen=True, slots=True)
class Gain(Action):
    """Acquire a face-up card (Y-63)."""

    card: Shown
    fee: Fee
    words = "gain {card}{fee}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard an inspiration card for the effect of its spot (Y-56)."""

    card: Annotated[int, INSPIRATIONS]
    fee: Fee
    words = "discard {card}{fee}"


@dataclass(frozen=True, slots=True)
class DrawThree(Action):
    """Draw three cards to keep one, for so many provisions (Y-65)."""

    provision: Annotated[int, PROVISION_OR_NONE]
    words = "draw three{provision}"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep a drawn card (Y-64)."""

    card: Annotated[int, KEPT]
    words = "keep {card}"


@dataclass(frozen=True, slots=True)
class Bury(_Unseen):
    """Put a drawn card under the pile, before the other (Y-64); only its player sees which."""

    card: Shown
    kind: int
    verb = "under"


@dataclass(frozen=True, slots=True)
class Host(Action):
    """Tuck a townsfolk under a land or water card (Y-57), or an inspiration above a space card (Y-54)."""

    card: Annotated[int, HOSTING]
    words = "{card}"


@dataclass(frozen=True, slots=True)
class TakeTile(Action):
    """Take an upgrade tile, for silver or free, or for influence (Y-70)."""

    tile: Annotated[int, TILE]
    influence: Annotated[bool, FOR_INFLUENCE]
    words = "tile {tile}{influence}"


@dataclass(frozen=True, slots=True)
class PlaceTile(Action):
    """Lay the tile with its upper left cell at a place, the front or the back up (Y-71)."""

    row: int
    column: int
    back: Annotated[int, BACK]
    words = "place {back}{row},{column}"

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[PlaceTile]:  # noqa: ARG003
        """Return the cells of the paper for the front, then for the back."""
        cells = [(row, column) for row in range(1, 4) for column in FACES if cell(row, column) in PAPER]
        return [cls.of[row, column, back] for back in (0, 1) for row, column in cells]

    def places(self, seen: Observation[Any]) -> tuple[str, ...]:
        """Return the cell that row and column name together."""
        return (_own(f"{self.row},{self.column}", seen),)


@dataclass(frozen=True, slots=True)
class InfluenceGuild(Action):
    """Influence a guild (Y-24)."""

    guild: Guild
    words = "influence {guild}"


@dataclass(frozen=True, slots=True)
class InfluenceCard(Action):
    """Influence a card (Y-18)."""

    card: Shown
    words = "influence {card}"


@dataclass(frozen=True, slots=True)
class TakeFrom(Action):
    """Take the token from a guild or a card, because the supply is empty (Y-27)."""

    source: Annotated[int, SOURCE]
    words = "from {source}"


@dataclass(frozen=True, slots=True)
class MoveInfluence(Action):
    """Move influence from a guild to another (Y-25)."""

    source: Guild
    target: Guild
    words = "move {source} to {target}"

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[MoveInfluence]:  # noqa: ARG003
        """Return all pairs of two guilds."""
        guilds = range(len(GUILDS))
        return [cls.of[source, target] for source in guilds for target in guilds if source != target]


@dataclass(frozen=True, slots=True)
class Journal(Action):
    """Move the marker to a space, by an effect or by the science ability (Y-28, Y-38)."""

    space: Annotated[int, STEP]
    science: Annotated[bool, BY_SCIENCE]
    words = "{science}to {space}"


@dataclass(frozen=True, slots=True)
class Refresh(Action):
    """Take back the die on a slot and roll it (Y-83)."""

    slot: Slot
    words = "refresh {slot}"


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Roll a die of the supply (Y-83, Y-90)."""

    face: Face
    words = "reroll {face}"


@dataclass(frozen=True, slots=True)
class Adjust(Action):
    """Raise or lower a die by one (Y-84)."""

    face: Annotated[int, ADJUSTED]
    by: Annotated[int, BY]
    words = "{by} {face}"


@dataclass(frozen=True, slots=True)
class Retrieve(_WithWorker):
    """Retrieve a worker from a face-up card (Y-89)."""

    colour: Colour
    card: Shown
    fee: Fee
    words = "retrieve {colour} from {card}{fee}"


REST, ROLL, USE_TRADE, HIRE_SHIP, END_TURN, SLOT_BLOCK, FOLK_BLOCK, DECLINE = map(
    Say.of.__getitem__, ("rest", "roll", "use trade", "ship", "end turn", "slot", "townsfolk", "decline")
)
ALLOW, ALLOW_SILVER, ALLOW_PROVISION, DENY_SILVER, DENY_PROVISION = map(
    Answer.of.__getitem__, ANSWER.values(1, None)
)
"""The actions that are words."""


class CardByCard:
    """Several types of actions, in the order of the cards that they name."""

    def __init__(self, *kinds: type[Any]) -> None:
        self._kinds = kinds

    def every(self, players: int, rules: Rules) -> Sequence[Any]:
        """Return all that can ever be."""
        every: Iterable[Any] = chain(*(kind.every(players, rules) for kind in self._kinds))
        return sorted(every, key=lambda action: action.card)


_DRAWN = (Begin, DealBoard, LayJournalTile, CardByCard(RevealCard, DrawCard, TakeTop), Roll, RevealScheme)
_TURN = (TakeDie, PutDie, PutWorker, REST, HIRE_SHIP, END_TURN, SLOT_BLOCK, FOLK_BLOCK, Pay, Do, Choose)
_GAINED = (CardByCard(Gain, Discard), DrawThree, CardByCard(Keep, Bury), Host, TakeTile, PlaceTile)
_OTHERS = (InfluenceGuild, InfluenceCard, TakeFrom, MoveInfluence, Journal)
_DICE = (Refresh, Reroll, ROLL, Adjust)
ACTIONS: Sequence[Listed | Action] = (
    *(*_DRAWN, *_TURN, *_GAINED, *_OTHERS, *_DICE, Retrieve, Answer),
    *(USE_TRADE, DECLINE),
)
"""All of them, in the order of the vocabulary."""


_RANKS = {id(action): rank for rank, action in enumerate(listed(ACTIONS, 1, Rules(promos=True)))}


def in_order(options: list[Action]) -> list[Action]:
    """Sort actions that are made once, in place, in the order of every vocabulary; return them.

    They are told apart by their identities: that is several times as fast as by what they say.
    """
    options.sort(key=lambda action: _RANKS[id(action)])
    return options


# ---- what players come to see besides actions --------------------------------------------------------------

REACHED = "reached the end of the journal: after this turn each has one more"
"""What is told of who triggers the end."""

PLAYER_OR_RIVAL = Domain(written=lambda player: f"player {player}" if player != NONE else "the rival")
Whoever: TypeAlias = Annotated[int, PLAYER_OR_RIVAL]


@dataclass(frozen=True, slots=True)
class Took(Reveal):
    """A player takes resources that an effect brings."""

    player: int
    silver: int
    provision: int

    def __str__(self) -> str:
        taken = pay_words((self.silver, self.provision)).replace(" + ", " and ")
        return f"(player {self.player} takes {taken})"


@dataclass(frozen=True, slots=True)
class GreenTaken(Reveal):
    """A player, or the rival as `NONE`, takes the green worker beside a space of the journal (Y-33)."""

    player: Whoever
    column: int
    words = "the green worker of column {column} goes to {player}"


@dataclass(frozen=True, slots=True)
class EndTriggered(Reveal):
    """The marker of a player, or of the rival as `NONE`, has entered a final space (Y-92)."""

    player: Whoever
    words = "{player} has " + REACHED


REVEALS = (Took, GreenTaken, EndTriggered)
