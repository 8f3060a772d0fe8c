"""`Asked`: what a question leaves open, and what it is about in a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeVar, get_args

from solvers.questions import Questions, Seed, Setting
from solvers.silver.sets.exchanges import checked_slots, own_sets
from solvers.silver.targets import checked_player, checked_slot, pushable
from solvers.silver.tilted import Tilt
from solvers.silver.turns.looks import LOOKERS
from solvers.silver.turns.memory import card_at_hand
from solvers.silver.turns.taking import Taking, takings
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.telling.language import LANGUAGES
from toolkit.games.silver.cards import APPRENTICE_SEER, BEHOLDER, SEER
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Place, Position

Number = TypeVar("Number", Fraction, float)

LOOKERS_IN_HAND = (BEHOLDER, APPRENTICE_SEER, SEER)
"""The cards with which their player may look once they are drawn and discarded (S-51)."""

FORMAT = "silver-odds/1"
"""The name of the format of `Answer` as JSON."""

QUERIES = Questions[Position](FORMAT)
"""The questions, in the order in which they are answered."""

TILTED = Questions[Position](FORMAT)
"""The questions that are answered under model B1 as well."""

_GROUPS = Tilt.__match_args__


# ---- how settings are typed --------------------------------------------------------------------------------


def _weight(text: str) -> Fraction:
    """Return the number that a text such as 0.5 stands for, exactly."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        raise ToolkitError(f"{text!a} is no decimal from 0 on such as 0.5")
    return Fraction(text)


def _tilt(text: str) -> Tilt:
    """Return the thetas that a text such as own=-0.1,opponents=-0.3 names."""
    thetas: dict[str, float] = {}
    for group, theta in map(_theta, text.split(",")):
        if group in thetas:
            raise ToolkitError(f"{group} is named twice")
        thetas[group] = theta
    return Tilt(**thetas)


def _theta(text: str) -> tuple[str, float]:
    """Return the group and the number of a text such as own=-0.1."""
    name, _, theta = text.partition("=")
    if name not in _GROUPS:
        raise ToolkitError(f"no group {quote(name)}{did_you_mean(name, _GROUPS, 'groups')}")
    if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", theta, re.ASCII):
        raise ToolkitError(f"{quote(theta)} is no decimal such as -0.1")
    return name, float(theta)


def _numbers(what: str) -> Callable[[str], tuple[int, ...]]:
    """Return what reads a list of numbers with commas, such as 0,3."""

    def read(text: str) -> tuple[int, ...]:
        parts = text.split(",")
        if not all(part.strip().isdecimal() and len(part) <= 4 for part in parts):
            raise ToolkitError(f"{text!a} is no list of {what} such as 0,3")
        return tuple(map(int, parts))

    return read


_TILT = Setting(
    f"thetas of {', '.join(_GROUPS)} in model B1",
    words=[f"{group}=" for group in _GROUPS],
    metavar="GROUP=THETA,...",
    read=_tilt,
    several=True,
)
_POLICY = Setting(
    "how all play, steady, steady:4 or random", words=("steady", "steady:4", "random"), metavar="NAME"
)
_INSIGHT = Setting(
    "what the others know of their cards: own (each its own, as in a game) or nothing",
    words=get_args(Insight),
)
_HARM = "what a point more for an opponent is worth (0 if not said)"

Player = Annotated[int | None, Setting("whose cards, from 0", 0)]
At = Annotated[int | None, Setting("which card, from 0", 0)]
Slots = Annotated[
    tuple[int, ...] | None, Setting("which cards, from 0", metavar="I,J,...", read=_numbers("slots"))
]
Card = Annotated[int | None, Setting("with which card", 0)]
Cards = Annotated[int | None, Setting("so many cards of the deck", 1)]
Harm = Annotated[Fraction, Setting(_HARM, metavar="WEIGHT", read=_weight)]
Tilting = Annotated[Tilt, _TILT]
Policy = Annotated[str | None, _POLICY]
Games = Annotated[int, Setting("so many rounds or games", 1, 1_000_000)]  # a game takes some 500 bytes
Known = Annotated[Insight, _INSIGHT]
Turns = Annotated[int | None, Setting("whether both 0s meet within so many turns", 1)]
Sums = Annotated[tuple[int, ...], Setting("at which sums to call", metavar="S,T,...", read=_numbers("sums"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about, where it leaves something open."""

    player: Player = None  #: None: the one who asks, or for ``rob`` every opponent
    slot: At = None  #: of that player's village; None: each one that fits the question
    slots: Slots = None  #: of the own village, given up together; None: each set that may match
    #: for ``attempt`` and ``replace``: what comes in; None: the held card, else the top discard. For
    #: ``take``: what is taken; None: each card that may be. For ``look``: what is used; None: the held card,
    #: if it is a 7, 8 or 9, else each one that lets its player look.
    card: Card = None
    #: the next ones of the deck; None: those of a turn with the own Rascals, for ``movers`` one an opponent
    cards: Cards = None
    harm: Harm = Fraction(0)  #: what a point more for an opponent is worth, against one less for oneself
    tilt: Annotated[Tilt | None, _TILT] = None  #: the thetas of model B1; None: model B0
    policy: Policy = (
        None  #: how all seats play what is simulated; None: a call is not, all else by the usual one
    )
    games: Games = 2_000  #: how many rounds or games are simulated
    seed: Seed = 1  #: from which they follow
    insight: Known = "own"  #: what the others know of face-down cards there
    turns: Turns = None  #: for ``ending``: within how many both 0s are to meet; None: that is not told
    sums: Sums = (0, 2, 4, 6, 8, 10)  #: for ``threshold``: at which to call, each of which is tried


# ---- what is asked about -----------------------------------------------------------------------------------


def asked_player(position: Position, player: int | None) -> int:
    """Return the player who is asked about, else the one who asks."""
    return position.me if player is None else checked_player(position, player)


def asked_players(position: Position, player: int | None) -> list[int]:
    """Return the player who is asked about, or all."""
    return list(range(position.players)) if player is None else [checked_player(position, player)]


def asked_opponents(position: Position, player: int | None) -> list[int]:
    """Return the opponent who is asked about, or all."""
    if player is None:
        return list(position.others)
    if player == position.me:
        raise ToolkitError(f"player {position.me} asks; another one is robbed (S-54)")
    return [checked_player(position, player)]


def asked_slots(position: Position, player: int, slot: int | None) -> list[int]:
    """Return the slot of a player's village that is asked about, or all hidden ones."""
    if slot is None:
        return [at for at, card in enumerate(position.villages[player]) if card.hidden]
    return [checked_slot(position, player, slot)]


def asked_places(position: Position, slot: int | None) -> list[Place]:
    """Return the own card that is asked about, or all that may be given up."""
    return pushable(position) if slot is None else checked_slots(position, [slot])


def asked_sets(position: Position, slots: tuple[int, ...] | None) -> list[tuple[int, ...]]:
    """Return the own slots that are asked about, or all sets of two cards or more that may match."""
    if slots is not None:
        return [slots]
    sets = [one for one in own_sets(position) if len(one) > 1]
    return sorted(sets, key=lambda one: (len(one), one))


def asked_card(position: Position, card: int | None) -> int:
    """Return the card that comes in: the one that is asked about, else the held one, else the top discard."""
    if card is not None:
        held = [] if position.held is None else [position.held]
        return _among([*position.discard, *position.shown, *held], card, "held, discarded nor shown")
    at_hand = card_at_hand(position)
    if at_hand is None:
        raise ToolkitError("no card is held and none is discarded: nothing can come in")
    return at_hand


def asked_takings(position: Position, card: int | None) -> list[Taking]:
    """Return the cards that may be taken instead of drawing, or what is said to be taken of them."""
    if position.held is not None:
        raise ToolkitError(f"card {position.held} is held already: none is taken besides (S-9)")
    lying = [*position.discard[-1:], *position.shown]
    if not lying:
        raise ToolkitError("the discard pile is empty: nothing can be taken (A-33)")
    if card is not None:
        _among(lying, card, "the top discard nor shown")
    found = [one for one in takings(position) if card in (None, one.card)]
    if not found:
        raise ToolkitError("the amulet lies on the only own card: nothing can be taken (S-39)")
    return found


def asked_looks(position: Position, card: int | None) -> Sequence[int]:
    """Return the card whose looks are asked about: the held one if it lets its player look, else each."""
    if card is not None:
        return [card]
    return [position.held] if position.held in LOOKERS_IN_HAND else LOOKERS


def _among(cards: Sequence[int], card: int, places: str) -> int:
    """Return a card that lies where it can come from; `ToolkitError` for another one."""
    if card not in cards:
        names = ", ".join(map(str, sorted(set(cards)))) or "none"
        raise ToolkitError(f"card {card} is neither {places}; these are {names}")
    return card


# ---- words and numbers of answers --------------------------------------------------------------------------


def texts(chances: Mapping[int, Number]) -> dict[str, Number]:
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


def robbing(position: Position, target: Place, own: Place) -> str:
    """Return a robbery in words: whose card comes for which own one."""
    taken, given = (cards_named(position, player, [slot]) for player, slot in (target, own))
    return f"rob {taken} for {given}"
