"""What a question about a position of Silver leaves open: its settings, and the players and cards there are.

Which cards may be looked at or moved is the engine's to say (S-64, `toolkit.games.silver.village`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, get_args

from solvers.questions import Questions, Setting
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.position import no_player
from toolkit.core.telling.language import LANGUAGES
from toolkit.games.silver.cards import BODYGUARD, MOST_TO_CALL
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Place, Position, Slot, no_card
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import Pair
from toolkit.games.silver.village import safe_from_looks, safe_from_moves, safe_from_owner

FORMAT = "silver-odds/1"
"""The name of the format of the answers as JSON."""

QUERIES = Questions[Position](FORMAT)
"""The questions; those with the setting ``tilt`` are answered under model B1, too."""


class TooLarge(ToolkitError):  # noqa: N818  # it is about the question
    """A question that makes sense, but takes too long, or too much memory, to answer exactly."""


# ---- settings ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tilt:
    """The thetas of model B1: below 0 for places where low cards are kept.

    They are from -2 to 2: beyond, the weights of a 0 and a 13 differ by more than floats can add up.
    """

    #: `own` and `opponents` and `deck` and `discards`: for the hidden cards of the own village, of the
    #: others, of the deck and of the forgotten discards. Cards that left the round unseen (S-2) have theta 0.
    own: float = 0.0
    opponents: float = 0.0
    deck: float = 0.0
    discards: float = 0.0

    def __post_init__(self) -> None:
        for theta in (self.own, self.opponents, self.deck, self.discards):
            if not -_STEEPEST <= theta <= _STEEPEST:
                raise ToolkitError(f"theta {theta} is not between -{_STEEPEST} and {_STEEPEST}")


_STEEPEST = 2
_GROUPS = Tilt.__match_args__


def _decimal(text: str) -> Fraction:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        raise ToolkitError(f"{text!a} is no decimal from 0 on such as 0.5")
    return Fraction(text)


def _tilt(text: str) -> Tilt:
    """Return the thetas that a text such as own=-0.1,opponents=-0.3 names."""
    thetas: dict[str, float] = {}
    for part in text.split(","):
        group, _, theta = part.partition("=")
        if group not in _GROUPS:
            raise ToolkitError(f"no group {quote(group)}{did_you_mean(group, _GROUPS, 'groups')}")
        if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", theta, re.ASCII):
            raise ToolkitError(f"{quote(theta)} is no decimal such as -0.1")
        if group in thetas:
            raise ToolkitError(f"{group} is named twice")
        thetas[group] = float(theta)
    return Tilt(**thetas)


def _list_of(what: str) -> Callable[[str], tuple[int, ...]]:
    """Return what reads a list of numbers with commas, such as 0,3."""

    def read(text: str) -> tuple[int, ...]:
        parts = text.split(",")
        if not all(part.strip().isdecimal() and len(part) <= 4 for part in parts):
            raise ToolkitError(f"{text!a} is no list of {what} such as 0,3")
        return tuple(map(int, parts))

    return read


Player = Annotated[int | None, Setting("whose cards, from 0", 0)]
At = Annotated[int | None, Setting("which card, from 0", 0)]
Slots = Annotated[
    tuple[int, ...] | None, Setting("which cards, from 0", metavar="I,J,...", read=_list_of("slots"))
]
Card = Annotated[int | None, Setting("with which card", 0)]
Cards = Annotated[int | None, Setting("so many cards of the deck", 1)]
_HARM = "what a point more for an opponent is worth (0 if not said)"
Harm = Annotated[Fraction, Setting(_HARM, metavar="WEIGHT", read=_decimal)]
_TILT = Setting(f"thetas of {', '.join(_GROUPS)} in model B1", metavar="GROUP=THETA,...", read=_tilt)
Tilting = Annotated[Tilt | None, _TILT._replace(words=[f"{group}=" for group in _GROUPS], several=True)]
_POLICIES = ("steady", "steady:4", "random")
Policy = Annotated[
    str | None, Setting("how all play, steady, steady:4 or random", words=_POLICIES, metavar="NAME")
]
Games = Annotated[int, Setting("so many rounds or games", 1, 1_000_000)]  # a game takes some 500 bytes
_INSIGHT = "what the others know of their cards, if no `seen` tells it: own (each its own) or nothing"
Known = Annotated[Insight, Setting(_INSIGHT, words=get_args(Insight))]
Turns = Annotated[int | None, Setting("whether both 0s meet within so many turns", 1)]
Sums = Annotated[tuple[int, ...], Setting("at which sums to call", metavar="S,T,...", read=_list_of("sums"))]

GAMES = 2_000
"""How many rounds, games or deals are simulated if it is not said."""


# ---- which cards may be looked at or moved -----------------------------------------------------------------


def slot_at(position: Position, place: Place) -> Slot:
    """Return what is known of the card at a place of a village."""
    player, slot = place
    return position.villages[player][slot]


def pushable(position: Position) -> list[Place]:
    """Return the own cards that may be given up, all but the one under the amulet (`safe_from_owner`)."""
    safe = safe_from_owner(_protectors(position, position.me)[0])
    return [(position.me, slot) for slot in range(len(position.mine)) if slot not in safe]


def own_face_down(position: Position) -> list[Place]:
    """Return the own cards that may be turned face-up (`safe_from_owner`, A-11)."""
    return [place for place in pushable(position) if not slot_at(position, place).face_up]


def own_looks(position: Position) -> list[Place]:
    """Return the own face-down cards that are not certain and may be looked at (S-23)."""
    return [place for place in own_face_down(position) if slot_at(position, place).hidden]


def other_face_down(position: Position) -> list[Place]:
    """Return the cards of others that may be turned face-up (`safe_from_looks`)."""
    free = _of_others(position, lambda player: safe_from_looks(*_protectors(position, player)))
    return [place for place in free if not slot_at(position, place).face_up]


def other_looks(position: Position) -> list[Place]:
    """Return the face-down cards of others that are not certain and may be looked at (S-23)."""
    return [place for place in other_face_down(position) if slot_at(position, place).hidden]


def takeable(position: Position) -> list[Place]:
    """Return the cards of others that a Robber or a Witch may move (`safe_from_moves`)."""

    def safe(player: int) -> Collection[int]:
        bodyguards = [slot for owner, slot in position.face_up(BODYGUARD) if owner == player]
        return safe_from_moves(*_protectors(position, player), bodyguards, position.rules)

    return _of_others(position, safe)


def _of_others(position: Position, protected: Callable[[int], Collection[int]]) -> list[Place]:
    """Return the cards of others that are not protected, in the order of the seats."""
    return [
        (player, slot)
        for player, village in enumerate(position.villages)
        if player != position.me
        for safe in [protected(player)]
        for slot in range(len(village))
        if slot not in safe
    ]


def _protectors(position: Position, player: int) -> tuple[int, list[Pair]]:
    """Return the slot of a village on which the amulet lies, `NOBODY` for none, and its guards on duty."""
    owner, slot = position.amulet or (NOBODY, NOBODY)
    duties = [Pair(guard.guard, guard.charge) for guard in position.guards if guard.player == player]
    return slot if owner == player else NOBODY, duties


# ---- what is there: `ToolkitError` if something is not -----------------------------------------------------


def checked_player(position: Position, player: int) -> int:
    """Return a player."""
    _refuse(no_player(player, position.players))
    return player


def checked_slot(position: Position, player: int, slot: int) -> int:
    """Return a slot of a player's village."""
    _refuse(position.no_slot(player, slot))
    return slot


def checked_own_slot(position: Position, slot: int) -> int:
    """Return an own slot."""
    return checked_slot(position, position.me, slot)


def checked_own_place(position: Position, place: Place) -> Place:
    """Return an own place that may be given up."""
    player, slot = place
    checked_slot(position, player, slot)
    if place not in pushable(position):
        owner = "lies under the amulet (S-36)" if player == position.me else "is no own one"
        raise ToolkitError(f"slot {slot} of player {player} {owner}")
    return place


def checked_places(position: Position, places: Sequence[Place]) -> Sequence[Place]:
    """Return different places of villages."""
    return different([(player, checked_slot(position, player, slot)) for player, slot in places])


def checked_target(position: Position, place: Place) -> Place:
    """Return the place of an opponent's card that may be moved."""
    player, slot = place
    checked_slot(position, player, slot)
    if place not in takeable(position):
        why = "is an own one" if player == position.me else "is protected (S-64)"
        raise ToolkitError(f"slot {slot} of player {player} {why}")
    return place


def different(places: Sequence[Place]) -> Sequence[Place]:
    """Return places none of which is named twice."""
    if len(set(places)) != len(places):
        names = ", ".join(f"slot {slot} of player {player}" for player, slot in places)
        raise ToolkitError(f"{names}: one is named twice")
    return places


def checked_card(_position: Position, card: int) -> int:
    """Return the number of a card."""
    _refuse(no_card(card))
    return card


def checked_incoming(position: Position, card: int) -> int:
    """Return the number of a card that comes in: not all cards of it lie in villages."""
    lying = [*position.discard, *position.shown, *position.top, position.held]
    if checked_card(position, card) not in lying and not position.unseen[card]:
        raise ToolkitError(f"no card {card} can come in: all of them are known to lie in villages")
    return card


def check_call(position: Position) -> None:
    """Refuse unless the one who asks has called, or may do so now but for what was done before.

    That is with four cards or fewer, no card in hand, and nobody else's call (S-28, S-29).
    """
    if position.called_by not in (None, position.me):
        raise ToolkitError(f"player {position.called_by} has called already (S-29)")
    if position.held is not None:
        raise ToolkitError("a call takes the place of drawing a card: none may be held (S-28)")
    if len(position.mine) > MOST_TO_CALL:
        raise ToolkitError(f"{len(position.mine)} own cards; a call needs {MOST_TO_CALL} or fewer (S-28)")


def _refuse(problem: str) -> None:
    if problem:
        raise ToolkitError(problem)


# What functions ask for: from outside it is checked (`door`).
APlayer = Annotated[int, checked_player]
ACard = Annotated[int, checked_card]
Incoming = Annotated[int, checked_incoming]
Places = Annotated[Sequence[Place], checked_places]
OwnPlace = Annotated[Place, checked_own_place]
Target = Annotated[Place, checked_target]
Weight = Annotated[Fraction, lambda _, harm: _refuse("" if harm >= 0 else f"harm {harm}; 0 is the least")]


# ---- what is asked about: what is said, else what fits -----------------------------------------------------


def asked_player(position: Position, player: int | None) -> int:
    """Return the player who is asked about, else the one who asks."""
    return position.me if player is None else checked_player(position, player)


def asked_players(position: Position, player: int | None) -> list[int]:
    """Return the player who is asked about, or all."""
    return list(range(position.players)) if player is None else [checked_player(position, player)]


def card_at_hand(position: Position) -> int | None:
    """Return the held card, else the top of the discard pile, else None."""
    return position.held if position.held is not None else next(reversed(position.discard), None)


def among(cards: Sequence[int], card: int, places: str) -> int:
    """Return a card that lies where it can come from; `ToolkitError` for another one."""
    if card not in cards:
        names = ", ".join(map(str, sorted(set(cards)))) or "none"
        raise ToolkitError(f"card {card} is neither {places}; these are {names}")
    return card


# ---- words and numbers of answers --------------------------------------------------------------------------


def told(number: Fraction | float) -> dict[str, Any]:
    """Return a number as what it is in an `Answer`: exact, or under model B1 an estimate."""
    return {"exact" if isinstance(number, Fraction) else "estimate": number}


def texts(chances: Mapping[int, Fraction | float]) -> dict[str, Fraction | float]:
    """Return chances by the texts of what they are of."""
    return {str(number): chance for number, chance in chances.items()}


def counted(number: int, word: str) -> str:
    """Return so many of something, such as 1 card or 2 cards."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def whose(position: Position, player: int) -> str:
    """Return a player as the one who has something."""
    return "your" if player == position.me else f"{position.who(player)}'s"


def who_does(position: Position, player: int, do: str, does: str) -> str:
    """Return that a player does something, such as win or wins."""
    return f"{position.who(player)} {do if player == position.me else does}"


def cards_named(position: Position, player: int, slots: Sequence[int]) -> str:
    """Return cards of a village as people say it: counted from 1."""
    places = LANGUAGES["en"].joined([slot + 1 for slot in slots])
    return f"{whose(position, player)} card{'s' * (len(slots) > 1)} {places}"
