"""`Asked`: what a question leaves open, and what it is about in a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvers.silver.sets.exchanges import checked_slots, own_sets
from solvers.silver.targets import checked_player, checked_slot, pushable
from solvers.silver.tilted import Tilt
from solvers.silver.turns.looks import LOOKERS
from solvers.silver.turns.memory import card_at_hand
from solvers.silver.turns.taking import Taking, takings
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import APPRENTICE_SEER, BEHOLDER, SEER
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Place, Position

LOOKERS_IN_HAND = (BEHOLDER, APPRENTICE_SEER, SEER)
"""The cards with which their player may look once they are drawn and discarded (S-51)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about, where it leaves something open.

    Attributes
    ----------
    player
        The player whose cards are asked about; None: the one who asks, or for ``rob`` every opponent.
    slot
        A slot of that player's village; None: each one that fits the question.
    slots
        Slots of the own village that are given up together; None: each set that may match.
    card
        For ``attempt`` and ``replace``: the card that comes in; None: the held one, else the top of the
        discard pile. For ``take``: the card that is taken; None: each one that may be. For ``look``: the card
        that is used; None: the held one, if it is a 7, 8 or 9, else each one that lets its player look.
    cards
        How many of the next cards of the deck; None: those of one turn with the own Rascals, or for
        ``movers`` one for each opponent.
    harm
        How much a point more for an opponent is worth, against a point less for oneself.
    tilt
        The thetas of model B1; None: model B0.
    policy, games, seed, insight
        For what is simulated: how all seats play, how many rounds or games, from which seed, and what the
        others know of face-down cards. Without a policy a call is not simulated.
    turns
        For ``ending``: within how many turns both 0s are to meet; None: nothing is told of that.
    sums
        For ``threshold``: the sums at which to call, each of which is tried.
    """

    player: int | None = None
    slot: int | None = None
    slots: tuple[int, ...] | None = None
    card: int | None = None
    cards: int | None = None
    harm: Fraction = Fraction(0)
    tilt: Tilt | None = None
    policy: str | None = None
    games: int = 2_000
    seed: int | str = 1
    insight: Insight = "own"
    turns: int | None = None
    sums: tuple[int, ...] = (0, 2, 4, 6, 8, 10)


def asked_player(position: Position, asked: Asked) -> int:
    """Return the player who is asked about, else the one who asks."""
    return position.me if asked.player is None else checked_player(position, asked.player)


def asked_players(position: Position, asked: Asked) -> list[int]:
    """Return the player who is asked about, or all."""
    return list(range(position.players)) if asked.player is None else [asked_player(position, asked)]


def asked_opponents(position: Position, asked: Asked) -> list[int]:
    """Return the opponent who is asked about, or all."""
    if asked.player is None:
        return list(position.others)
    if asked.player == position.me:
        raise ToolkitError(f"player {position.me} asks; another one is robbed (S-54)")
    return [checked_player(position, asked.player)]


def asked_slots(position: Position, player: int, asked: Asked) -> list[int]:
    """Return the slot of a player's village that is asked about, or all hidden ones."""
    if asked.slot is None:
        return [at for at, card in enumerate(position.villages[player]) if card.hidden]
    return [checked_slot(position, player, asked.slot)]


def asked_places(position: Position, asked: Asked) -> list[Place]:
    """Return the own card that is asked about, or all that may be given up."""
    return pushable(position) if asked.slot is None else checked_slots(position, [asked.slot])


def asked_sets(position: Position, asked: Asked) -> list[tuple[int, ...]]:
    """Return the own slots that are asked about, or all sets of two cards or more that may match."""
    if asked.slots is not None:
        return [asked.slots]
    sets = [slots for slots in own_sets(position) if len(slots) > 1]
    return sorted(sets, key=lambda slots: (len(slots), slots))


def asked_card(position: Position, asked: Asked) -> int:
    """Return the card that comes in: the one that is asked about, else the held one, else the top discard."""
    if asked.card is not None:
        held = [] if position.held is None else [position.held]
        return _among([*position.discard, *position.shown, *held], asked.card, "held, discarded nor shown")
    card = card_at_hand(position)
    if card is None:
        raise ToolkitError("no card is held and none is discarded: nothing can come in")
    return card


def asked_takings(position: Position, asked: Asked) -> list[Taking]:
    """Return the cards that may be taken instead of drawing, or what is said to be taken of them."""
    if position.held is not None:
        raise ToolkitError(f"card {position.held} is held already: none is taken besides (S-9)")
    lying = [*position.discard[-1:], *position.shown]
    if not lying:
        raise ToolkitError("the discard pile is empty: nothing can be taken (A-33)")
    if asked.card is not None:
        _among(lying, asked.card, "the top discard nor shown")
    found = [one for one in takings(position) if asked.card in (None, one.card)]
    if not found:
        raise ToolkitError("the amulet lies on the only own card: nothing can be taken (S-39)")
    return found


def asked_looks(position: Position, asked: Asked) -> Sequence[int]:
    """Return the card whose looks are asked about: the held one if it lets its player look, else each."""
    if asked.card is not None:
        return [asked.card]
    return [position.held] if position.held in LOOKERS_IN_HAND else LOOKERS


def _among(cards: Sequence[int], card: int, places: str) -> int:
    """Return a card that lies where it can come from; `ToolkitError` for another one."""
    if card not in cards:
        names = ", ".join(map(str, sorted(set(cards)))) or "none"
        raise ToolkitError(f"card {card} is neither {places}; these are {names}")
    return card
