"""`Position`: what one player knows in the middle of a round, and the files ``silver-position/1`` of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, takewhile
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from toolkit.core.document import located
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.pictures import Drawn, Picture
from toolkit.core.position import (
    Beside,
    Count,
    Problem,
    RulesSection,
    Section,
    Written,
    in_stages,
    no_player,
    too_many,
)
from toolkit.core.rules import From1, given_keys, with_rules
from toolkit.games.silver.cards import BODYGUARD, COPIES, HIGHEST, MOST_TO_CALL, ROWS, SQUIRE, VILLAGER
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.rules import PROFILES, Rules
from toolkit.games.silver.scoring import GOAL, NOBODY
from toolkit.games.silver.state import FACE_DOWN, VILLAGE, SilverState

Place = tuple[int, int]
"""A card of a village: the player and the slot, both from 0."""

CERTAIN = Fraction(1)
"""The reliability of what is known."""

_FEWEST_PLAYERS = 2
_FULL_DECK = sum(COPIES) - ROWS * CARDS - 1  # S-4: one card begins the discard pile

_CARD = re.compile(r"0|-?[1-9]\d?", re.ASCII)
_ZEROS = re.compile(r"-?0+(\d\d?)", re.ASCII)  # numbers are written in one way only
_DECIMAL = re.compile(r"[01]|[01]?\.\d{1,30}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Slot:
    """What is known of one card of a village."""

    #: The number of the card, known or remembered; None for a card that was never seen.
    number: int | None = None
    face_up: bool = False  #: whether it lies face-up
    #: The chance that a memory is right, as far as memory alone goes; 1 for a known card. A memory that is
    #: not right says nothing: it is as if each of the 14 numbers came to mind equally often.
    reliability: Fraction = CERTAIN
    #: The number of the card if it is certain, else None.
    known: int | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", self.number if self.reliability == 1 else None)

    @property
    def hidden(self) -> bool:
        """Whether the card may be one of several."""
        return self.known is None

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Return what a text such as ``?``, ``8``, ``5!`` or ``12~0.9`` says of a card.

        `ToolkitError` for another text, a number beyond 13 or a reliability beyond 1.

        >>> Slot.parse("12~0.9")
        Slot(number=12, face_up=False, reliability=Fraction(9, 10))
        """
        if text == "?":
            return UNKNOWN
        card, remembered, reliability = text.partition("~")
        face_up = card.endswith("!")
        if face_up and remembered:
            raise ToolkitError(f"{quote(text)}: a face-up card is certain")
        number = _card(card.removesuffix("!"))
        if remembered and not (_DECIMAL.fullmatch(reliability) and Fraction(reliability) <= 1):
            decimal = "is not written as a decimal from 0 to 1, such as 0.9"
            raise ToolkitError(f"reliability {quote(reliability)} {decimal}")
        return cls(number, face_up, Fraction(reliability) if remembered else CERTAIN)

    def __str__(self) -> str:
        """Return the slot as files have it, to 30 digits of the reliability."""
        if self.number is None:
            return "?"
        if self.face_up or not self.hidden:
            return f"{self.number}{'!' * self.face_up}"
        digits = f"{self.reliability.numerator * 10**30 // self.reliability.denominator:030}".rstrip("0")
        return f"{self.number}~{f'0.{digits}' if digits else 0}"


UNKNOWN = Slot()
"""A card that was never seen."""


def _card(text: str) -> int:
    if not _CARD.fullmatch(text):
        zeros = _ZEROS.fullmatch(text)
        hint = did_you_mean(zeros[1] if zeros else text, map(str, range(HIGHEST + 1)))
        raise ToolkitError(f"no card {quote(text)}{hint or '; such as ?, 8, 5! or 12~0.9'}")
    number = int(text)
    if problem := no_card(number):
        raise ToolkitError(problem)
    return number


def no_card(number: int) -> str:
    """Return why there is no card of a number; an empty text if there is."""
    return "" if 0 <= number <= HIGHEST else f"no card {quote(number)}; the cards are 0 to {HIGHEST}"


class Village(Drawn, tuple[Slot, ...]):
    """The slots of a village, from the left; a tuple that notebooks draw."""

    __slots__ = ()

    @property
    def picture(self) -> Picture:
        """The cards side by side."""
        from toolkit.games.silver.picture import draw_village  # drawn only when somebody looks
        from toolkit.games.silver.telling import in_english

        return draw_village(self, in_english(0, None))


class Guard(NamedTuple):
    """A Bodyguard on duty: the player, the slot of the guard and the slot of its charge (S-48)."""

    player: int
    guard: int
    charge: int


class Sight(NamedTuple):
    """A card that was seen since it lies there: the player, the slot, and who has seen it (S-69)."""

    player: int
    slot: int
    by: int


class VillageSection(Section):
    """A village: its slots from the left.

    Attributes
    ----------
    slots
        ``"?"`` for a card that I do not know, ``"8"`` for a face-down one that I know, ``"5!"`` for a face-up
        one, ``"12~0.9"`` for one that I remember, with the chance that this memory is right. A number
        without quotes is a card that I know.
    """

    slots: list[str | int]


@with_rules(Rules, unset=Rules.__dataclass_fields__)
class ProfileSection(RulesSection):
    """The rules: a profile, and single rules that differ from it (`Rules`)."""

    profile: Literal["rulebook", "literal", "english"] = "rulebook"


_Checks = Sequence[tuple[str, Callable[[Any, Any], str]]]
"""Keys, ``[]`` for each part of one, and why a position cannot have a value there, or an empty text."""

_NUMBERS: _Checks = (
    ("me called_by", lambda position, seat: no_player(seat, position.players)),
    ("villages[].slots", lambda _, village: "" if village else "a village has at least one card (S-17)"),
    ("deck", lambda _, count: "" if count >= 0 else f"{quote(count)}; 0 is the least"),
    ("round", lambda _, count: "" if count >= 1 else f"{quote(count)}; 1 is the least"),
    ("scores[]", lambda _, count: "" if count >= 0 else f"{quote(count)}; 0 is the least"),
    ("discard[] top[] shown[] held", lambda _, number: no_card(number)),
)
_PLACES: _Checks = (
    ("amulet", lambda position, place: position.no_slot(*place)),
    ("seen[]", lambda at, sight: at.no_slot(*sight[:2]) or no_player(sight.by, at.players)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written, Drawn):
    """A position, as one player knows it.

    It holds what it is given, as the odds also look at what can only be for a moment; `problems` tells
    whether a play can lead to it.

    Attributes
    ----------
    me
        That player; seats are numbered from 0, clockwise.
    deck
        How many cards are left in the draw pile.
    discard
        The remembered discards from the bottom; the last one is the top, which all can see.
    held
        The card that this player has just drawn or taken and not yet used, or None.
    called_by
        The player who has called, or None (S-28).
    villages
        The slots of each player, from the left; each becomes a `Village`.
    rules
        The rules.
    top
        The cards known on top of the draw pile, the first to be drawn first.
    shown
        The cards that lie face-up beside the draw pile (S-43).
    guards
        The Bodyguards on duty, as player, slot of the guard and slot of its charge (S-48).
    amulet
        The player and the slot where the amulet lies on a card, or None (S-36).
    scores
        The totals of the players before this round (S-34); all 0 if not said.
    round
        The number of this round, from 1.
    seen
        Who has seen which face-down card, as its player, its slot and who has seen it (S-69); then it is all
        that was seen. If it is left out, the others count as knowing their own cards. What `me` knows the
        slots say.

    Examples
    --------
    >>> position = Position.parse('''
    ... format = "silver-position/1"
    ... me = 0
    ... deck = 31
    ... discard = [3]
    ... villages = [{slots = ["8", "?", "5!", "12~0.9", "?"]}, {slots = ["?", "?", "?", "?", "?"]}]
    ... ''')
    >>> position.villages[0][3].reliability, position.removed, position.forgotten, sum(position.unseen)
    (Fraction(9, 10), 10, 0, 49)
    """

    form = "silver-position/1"
    written = MappingProxyType(
        {
            "villages": list[VillageSection],
            "rules": ProfileSection,
            "scores": Annotated[tuple[Count, ...], Meta(min_length=1)],
        }
    )

    me: int
    deck: Count
    discard: tuple[int, ...] = ()
    held: int | None = None
    called_by: int | None = None
    villages: tuple[tuple[Slot, ...], ...]
    rules: Rules = PROFILES["rulebook"]
    top: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    guards: tuple[Guard, ...] = ()
    amulet: Place | None = None
    scores: tuple[int, ...] = ()
    round: From1 = 1
    seen: tuple[Sight, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "villages", tuple(map(Village, self.villages)))
        object.__setattr__(self, "scores", self.scores or (0,) * len(self.villages))

    @property
    def picture(self) -> Picture:
        """All that lies on the table, as one player knows it; nobody has a name."""
        from toolkit.games.silver.picture import draw_table  # drawn only when somebody looks
        from toolkit.games.silver.telling import in_english

        return draw_table(self, in_english(self.players, self.me))

    # ---- what files say ------------------------------------------------------------------------------------

    @classmethod
    def rules_of(cls, file: Any, beside: Beside) -> Rules:  # noqa: ARG003
        """Return the rules of a file: those of its profile, and single ones that differ."""
        single = given_keys(file.rules)
        return replace(PROFILES[single.pop("profile")], **single)

    @classmethod
    def values(cls, file: Any, beside: Beside) -> dict[str, Any]:
        """Return the fields of the position in a file, with what its slots say."""
        villages = []
        for player, village in enumerate(file.villages):
            slots = []
            for number, text in enumerate(village.slots):
                with located(f"villages[{player}].slots[{number}]"):
                    slots.append(Slot.parse(str(text)))
            villages.append(tuple(slots))
        given = super(Position, cls).values(file, beside)
        return given | {"villages": tuple(villages)}

    def keys(self) -> dict[str, Any]:
        """Return the keys of a file that holds this position."""
        villages = [{"slots": [str(slot) for slot in village]} for village in self.villages]
        return super(Position, self).keys() | {"villages": villages}

    # ---- what lies where ----------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.villages)

    @property
    def mine(self) -> tuple[Slot, ...]:
        """The own village."""
        return self.villages[self.me]

    @property
    def others(self) -> tuple[int, ...]:
        """The other players, clockwise from the left neighbour."""
        return tuple((self.me + step) % self.players for step in range(1, self.players))

    @property
    def places(self) -> Iterator[tuple[Place, Slot]]:
        """All cards of the villages with what is known of them, by player and slot."""
        for player, village in enumerate(self.villages):
            for number, slot in enumerate(village):
                yield (player, number), slot

    @property
    def unlike(self) -> str:
        """What a game that goes on from here takes otherwise: cards half remembered lie unseen there."""
        half = [f"{player}:{at} ({slot})" for (player, at), slot in self.places if slot.known != slot.number]
        if not half:
            return ""
        return (
            f"what is half remembered, {', '.join(half)}, is dealt as likely as it is and lies unseen in the "
            "game: its advice takes it for unknown, odds for remembered"
        )

    def face_up(self, number: int) -> list[Place]:
        """Return the places in all villages in which a certain card lies face-up."""
        return [place for place, slot in self.places if slot.face_up and slot.number == number]

    @property
    def removed(self) -> int:
        """How many cards left the round unseen: the rows without a player (S-2)."""
        return (ROWS - self.players) * CARDS

    @property
    def forgotten(self) -> int:
        """How many discards are not remembered: all that lies nowhere else."""
        return sum(COPIES) - sum(self._counted.values())

    @property
    def _counted(self) -> dict[str, int]:
        """How many cards lie where, but for forgotten discards."""
        return {
            "villages": sum(map(len, self.villages)),
            "deck": self.deck,
            "removed (S-2)": self.removed,
            "discard": len(self.discard),
            "shown": len(self.shown),
            "held": int(self.held is not None),
        }

    @property
    def _lying(self) -> dict[str, tuple[int, ...]]:
        """The numbers of known cards outside of villages, by the keys of the file."""
        held = () if self.held is None else (self.held,)
        return {"discard": self.discard, "top": self.top, "shown": self.shown, "held": held}

    @property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each number lie at places that are not certain."""
        known = Counter(chain((slot.known for _, slot in self.places), *self._lying.values()))
        return tuple([copies - known[number] for number, copies in enumerate(COPIES)])

    def seers(self, place: Place, *, own: bool = True) -> list[int]:
        """Return the players who have seen the card at a place since it lies there (S-69).

        All have seen a face-up card, and `me` one that is known or remembered. Where nothing is told of what
        was `seen`, the others are taken to know their `own` cards, or nothing.
        """
        slot = self.villages[place[0]][place[1]]
        if slot.face_up:
            return [*range(self.players)]
        if self.seen is None:
            seeing = {place[0]} - {self.me} if own else set()
        else:
            seeing = {by for *where, by in self.seen if tuple(where) == place}
        return sorted(seeing if slot.number is None else seeing | {self.me})

    # ---- what may follow ----------------------------------------------------------------------------------

    def seeing(self, place: Place, number: int) -> Position:
        """Return the position after a look that showed this number at a place."""
        player, at = place
        villages = [*map(list, self.villages)]
        villages[player][at] = replace(villages[player][at], number=number, reliability=CERTAIN)
        return replace(self, villages=tuple(map(tuple, villages)))

    def drawing(self, number: int) -> Position:
        """Return the position in which the next card of the draw pile is held and has this number."""
        return replace(self, held=number, deck=self.deck - 1, top=self.top[1:])

    def discarding(self) -> Position:
        """Return the position after the held card was discarded; the same one without a held card."""
        if self.held is None:
            return self
        return replace(self, held=None, discard=(*self.discard, self.held))

    # ---- what cannot be ------------------------------------------------------------------------------------

    def no_slot(self, player: int, slot: int) -> str:
        """Return why there is no such slot, or no such player; an empty text if there is."""
        if problem := no_player(player, self.players):
            return problem
        cards = len(self.villages[player])
        return "" if 0 <= slot < cards else f"no slot {quote(slot)}; player {player} has 0 to {cards - 1}"

    def problems(self) -> Iterator[Problem]:
        """Return what no play can lead to; none of the table while players or numbers are at fault.

        >>> start = Position(me=0, deck=31, discard=(3,), villages=((UNKNOWN,) * 5,) * 2)
        >>> list(start.problems()), list(replace(start, called_by=0).problems())
        ([], [('called_by', 'player 0 has 5 cards; 4 are the most to call (S-28)')])
        """
        return in_stages(self, Position._basic, Position._table)

    def _basic(self) -> Iterator[Problem]:
        """Yield players, numbers and cards that there are not."""
        if not _FEWEST_PLAYERS <= self.players <= ROWS:
            yield "villages", f"Silver is for {_FEWEST_PLAYERS} to {ROWS} players, not {self.players}"
        yield from self._wrong(_NUMBERS)
        for (player, at), slot in self.places:
            if problem := _unclear(slot):
                yield f"villages[{player}].slots[{at}]", problem

    def _wrong(self, table: _Checks) -> Iterator[Problem]:
        """Yield what is wrong with the values of keys, or with each part of those that hold several."""
        for names, wrong in table:
            for key, several, inner in (name.partition("[]") for name in names.split()):
                value = getattr(self, key)
                for at, part in enumerate(value or ()) if several else [(0, value)]:
                    if part is not None and (problem := wrong(self, part)):
                        yield f"{key}[{at}]{inner}" if several else key, problem

    def _table(self) -> Iterator[Problem]:
        """Yield what no play can lead to where players and numbers are right."""
        yield from self._piles()
        where: dict[str, Counter[Any]] = {"villages": Counter(slot.known for _, slot in self.places)}
        where |= {key: Counter(numbers) for key, numbers in self._lying.items()}
        yield from too_many(where, dict(enumerate(COPIES)), lambda number: f"card {number}", "there are")
        # S-43, S-45: each came for a Squire face-up in a village; those shown or on top were never there.
        squires = COPIES[SQUIRE] - self.shown.count(SQUIRE) - self.top.count(SQUIRE)
        if len(self.shown) > squires:
            yield "shown", f"{len(self.shown)} cards; at most {squires} Squires can have been face-up (S-43)"
        caller = self.called_by
        if caller is not None and (cards := len(self.villages[caller])) > MOST_TO_CALL:
            most = f"{MOST_TO_CALL} are the most to call (S-28)"
            yield "called_by", f"player {caller} has {cards} cards; {most}"
        if caller == self.me and self.held is not None:
            yield "held", f"player {caller} has called; who has called holds no card (S-28)"
        for at, duty in enumerate(self.guards):
            if problem := self._no_duty(duty, self.guards[:at]):
                yield f"guards[{at}]", problem
        yield from self._wrong(_PLACES)
        if len(self.scores) != self.players:
            yield "scores", f"{len(self.scores)} numbers for {self.players} players"
        if self.round > self.rules.rounds and not self.rules.score_mode:
            yield "round", f"round {self.round} of {self.rules.rounds} (S-57)"

    def _piles(self) -> Iterator[Problem]:
        deck, beside, forgotten = self.deck, len(self.shown), self.forgotten
        if deck + beside > _FULL_DECK:
            cards = f"{deck} cards" + (f" and {beside} beside them" if beside else "")
            yield "deck", f"{cards}; at most {_FULL_DECK} are left (S-4)"
        if len(self.top) > deck:
            yield "top", f"{len(self.top)} cards known of a draw pile of {deck}"
        if forgotten < 0:
            counted = ", ".join(f"{count} {name}" for name, count in self._counted.items() if count)
            yield "deck", f"{counted} make {sum(COPIES) - forgotten}; there are {sum(COPIES)} cards"
        if forgotten > 0 and not self.discard:
            yield "discard", f"its top is open, and {forgotten} cards lie there: name at least the top"

    def _no_duty(self, duty: Guard, others: Sequence[Guard]) -> str:
        """Return why a Bodyguard cannot be on duty so besides others; an empty text if it can."""
        player, guard, charge = duty
        if problem := self.no_slot(player, guard) or self.no_slot(player, charge):
            return problem
        card, used = self.villages[player][guard], {(one.player, slot) for one in others for slot in one[1:]}
        if not (card.face_up and card.number == BODYGUARD):
            return f"slot {guard} of player {player} is no face-up 3 (S-48)"
        if guard == charge:
            return "a Bodyguard guards another card than itself (S-48)"
        if self.amulet == (player, charge):
            return "the charge lies under the amulet (A-12)"
        twice = [slot for slot in (guard, charge) if (player, slot) in used]
        return f"slot {twice[0]} of player {player} guards or is guarded twice (A-43)" if twice else ""

    def endings(self) -> Iterator[Problem]:
        """Yield why the round or the game is over."""
        if len(self.face_up(VILLAGER)) == COPIES[VILLAGER]:
            yield "villages", "both 0s are face-up: the round is over (S-42)"
        if self.rules.score_mode and (most := max(self.scores)) >= GOAL:
            yield "scores", f"a total of {most}: with {GOAL} or more the game is over (S-58)"


def _unclear(card: Slot) -> str:
    """Return why that cannot be known of a card; an empty text if it can."""
    if card.number is not None and (problem := no_card(card.number)):
        return problem
    if not 0 <= card.reliability <= 1:
        return f"reliability {card.reliability} is no chance from 0 to 1"
    if card.number is None and card.reliability != 1:
        return "a card that was never seen is not remembered"
    return "a face-up card is certain" if card.face_up and card.hidden else ""


# ---- what a seat sees of a game ---------------------------------------------------------------------------


def position_of(seen: Observation[SilverState]) -> Position:
    """Return what a seat sees as a position.

    A spectator is given the seat 0. Own cards just drawn with a Rascal lie on top of the deck again: all but
    one of them will (S-49). A card that somebody else holds counts as the lowest discard, a forgotten one if
    this seat does not know it. What a seat knows of several cards together, after somebody kept one of cards
    that it had seen (S-49), has no place in a position, nor what others know of cards on top of the deck. Who
    has seen which card is told where the game keeps account of it (`Rules.memory`).

    While cards are dealt the villages are short. `ToolkitError` for the observation of another game.
    """
    if seen.game != "silver":
        raise ToolkitError(f"an observation of {seen.game} is no position of Silver")
    view = seen[SilverState.cards]
    drawn = tuple(face for face in view.zone("held") if face != HIDDEN)
    held = drawn[0] if len(drawn) == 1 and seen.to_act() == seen.player else None
    mine = drawn if held is None and seen[SilverState.turn] == seen.player else ()
    others = drawn if held is None and not mine else ()
    top = takewhile(lambda face: face != HIDDEN, view.zone("top"))
    caller, slot = seen[SilverState.caller], seen[SilverState.amulet_slot]
    deck = len(mine) + len(view.zone("top")) + len(view.zone("deck"))
    return Position(
        me=seen.player or 0,
        deck=deck - CARDS * (ROWS - seen.players),
        discard=(*others, *(face for face in view.zone("discard") if face != HIDDEN)),
        villages=tuple(_village(seen, player) for player in range(seen.players)),
        held=held,
        called_by=None if caller == NOBODY else caller,
        top=(*mine, *top),
        shown=view.zone("shown"),
        guards=tuple(
            Guard(player, *pair) for player, mine in enumerate(seen[SilverState.guards]) for pair in mine
        ),
        amulet=None if slot == NOBODY else (seen[SilverState.amulet], slot),
        scores=seen[SilverState.totals],
        round=seen[SilverState.round],
        rules=seen.rules,
        seen=tuple(_sights(seen)) if seen.rules.memory == "perfect" else None,
    )


def _sights(seen: Observation[SilverState]) -> Iterator[Sight]:
    """Yield what others have seen of cards that lie face-down."""
    for player, up in enumerate(seen[SilverState.up]):
        known = seen[SilverState.cards].known[VILLAGE + player]
        for slot, (face, mask) in enumerate(zip(up, known, strict=True)):
            if face == FACE_DOWN:
                others = (seat for seat in range(seen.players) if mask >> seat & 1 and seat != seen.player)
                yield from (Sight(player, slot, seat) for seat in others)


def _village(seen: Observation[SilverState], player: int) -> tuple[Slot, ...]:
    up = seen[SilverState.up][player]
    return tuple(
        UNKNOWN if face == HIDDEN else Slot(face, up[slot] != FACE_DOWN)
        for slot, face in enumerate(seen[SilverState.cards].zone(f"village {player}"))
    )
