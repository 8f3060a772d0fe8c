"""Cards given up together, and why an own card or one of a village may not be chosen (S-13 to S-23, S-65)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from toolkit.core.decision import ALL, CHANCE, Action, Domain, asks
from toolkit.games.silver import piles, village
from toolkit.games.silver.actions import DONE, DRAWS, LEFT, PLACES, RIGHT, Anyone, Card, Own, SetGivenUp, Word
from toolkit.games.silver.cards import DOPPELGANGER, VILLAGER
from toolkit.games.silver.exchange import OPEN, comes_up, costs_a_card, could_match, matches
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import DISCARD as PILE
from toolkit.games.silver.state import FACE_DOWN, HELD, SHOWN, VILLAGE, SilverState, Source

# ---- why an action is not legal; an empty text where no rule says more than what is legal instead ----------


Whose: TypeAlias = Literal["own", "rivals", "all"]


def not_own(frame: Any, state: SilverState, action: Own) -> str:
    """Return the reason against a slot of the own village."""
    if action.verb == "shown":
        return f"there are {len(state.cards.cards[SHOWN])} cards beside the deck (S-44)"
    if action.slot >= (count := len(state.cards.cards[VILLAGE + frame.actor])):
        return f"the village has {count} cards"
    guard = action.slot if action.verb == "guard" else getattr(frame, "guard", NOBODY)
    if guard != NOBODY and state.just_moved >> guard & 1:
        return "this Bodyguard was moved just now: something else must be done first (S-48)"
    if action.slot == village.amulet_slot(state, frame.actor):
        return "the amulet protects this card (S-36)"
    return ""


def not_anyone(frame: Any, state: SilverState, action: Anyone, whose: Whose | None = None) -> str:
    """Return the reason against a slot of a village; the frame says whose may be named, or else all may."""
    reach = whose or getattr(frame, "whose", "all")
    player, slot = action.player, action.slot
    own, moved = player == frame.actor, action.verb in ("rob", "hit")
    if slot >= (count := len(state.cards.cards[VILLAGE + player])):
        return f"the village{'' if own else f' of player {player}'} has {count} cards"
    charges = [pair.charge for pair in state.guards[player]]
    guarded = slot not in village.movable_by_rivals(state, player) if moved else slot in charges
    reasons = (
        (slot == village.amulet_slot(state, player), "the amulet protects this card (S-36)"),
        (moved and own, "it must be a card of an opponent (S-53, S-54)"),
        (moved and guarded, "a Bodyguard protects this card (S-48)"),
        (not moved and state.up[player][slot] != FACE_DOWN, "this card lies face-up (S-23)"),
        (reach == "rivals" and own, "it must be a card of an opponent (S-50, S-51)"),
        (reach == "own" and not own, "it must be an own card (S-6, S-47, S-50, S-51)"),
        (guarded and not own, "a Bodyguard protects this card (S-48)"),
    )
    return next((reason for wrong, reason in reasons if wrong), "")


def not_slot(frame: Any, state: SilverState, action: Own | Anyone, whose: Whose | None = None) -> str:
    """Return the reason against a slot of the own village, or of one."""
    if isinstance(action, Own):
        return not_own(frame, state, action)
    return not_anyone(frame, state, action, whose)


# ---- exchanges (S-13 to S-21, S-65) ------------------------------------------------------------------------

Slots: TypeAlias = Annotated[tuple[int, ...], Domain(written=lambda slots: ", ".join(map(str, slots)))]
_ADDED = {True: "a penalty card from the deck", False: "the card in hand"}
Added: TypeAlias = Annotated[
    Source | Literal["penalty"], Domain(written=lambda source: _ADDED[source == "penalty"])
]


def joining(state: SilverState, player: int, slots: Sequence[int]) -> list[Own]:
    """Return the actions with cards that may join others in a set (A-44)."""
    found = village.own_cards(state, player, "and", slots[-1] + 1)
    if state.rules.open_mismatch == "forbidden":
        later = [one.slot for one in found]
        found = [one for one in found if may_match(state, player, (*slots, one.slot), later)]
    return found


def may_match(state: SilverState, player: int, slots: Sequence[int], later: Sequence[int] = ()) -> bool:
    """Tell whether the face-up cards of a set leave it open that it matches, with later cards if need be."""
    up = state.up[player]
    more = [slot for slot in later if slot > slots[-1] and up[slot] in (FACE_DOWN, DOPPELGANGER)]
    shown = [up[slot] for slot in slots if up[slot] != FACE_DOWN]
    return could_match(shown, len(slots) - len(shown) + len(more), state.rules)


def choose(state: SilverState, player: int, source: Source, slots: tuple[int, ...]) -> None:
    """Go on with the cards that are given up: perhaps one may join them."""
    more = village.may_give(state, player, slots[-1] + 1)
    if more and (state.rules.open_mismatch == "allowed" or joining(state, player, slots)):
        state.stack.append(Exchanging(player, source, slots))
    else:
        _push(state, player, source, slots)


@asks("Slots {slots}: and which more? (S-15)", not_own)
class Exchanging(NamedTuple):
    """A player may give up one card more besides these slots, to the right of them (S-15)."""

    actor: int
    source: Source
    slots: Slots

    def legal(self, state: SilverState) -> Sequence[Action]:
        player, _, slots = self
        found: list[Any] = joining(state, player, slots)
        if state.rules.open_mismatch == "allowed" or may_match(state, player, slots):
            found.append(DONE)
        return found

    def add(self, state: SilverState, action: Own) -> None:
        choose(state, self.actor, self.source, (*self.slots, action.slot))

    def done(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        _push(state, *self)


def _push(state: SilverState, player: int, source: Source, slots: tuple[int, ...]) -> None:
    """Turn the pushed cards face-up and see whether they match (S-16); one alone never fails (S-13)."""
    if len(slots) == 1:
        _succeed(state, player, source, slots, slots[0])
        return
    numbers = [state.cards.cards[VILLAGE + player][slot] for slot in slots]
    if not matches(numbers, state.rules):
        _fail(state, player, source, slots, numbers)
    elif len(free := _places(state, player, source, slots)) == 1:
        _succeed(state, player, source, slots, slots[0])
    else:
        village.show(state, player, slots)
        state.stack.append(Placing(player, source, slots, free))


def _places(state: SilverState, player: int, source: Source, slots: Sequence[int]) -> tuple[int, ...]:
    """Return the freed slots that make a difference, by where and how the card lies in the end (S-17)."""
    order = reversed([*enumerate(slots)])
    different = {(slot - index, _comes_up(state, player, source, slot)): slot for index, slot in order}
    return tuple(sorted(different.values()))


def _comes_up(state: SilverState, player: int, source: Source, slot: int) -> bool:
    """Tell whether the new card lies face-up in a slot (S-62)."""
    return comes_up(source, state.rules, up=state.up[player][slot] != FACE_DOWN)


@asks("Which freed slot does the new card take? (S-17)", not_own)
class Placing(NamedTuple):
    """A player says which of the freed slots the new card takes (S-17)."""

    actor: int
    source: Source
    slots: tuple[int, ...]
    free: tuple[int, ...]

    def legal(self, _state: SilverState) -> Sequence[Action]:
        return [PLACES[slot] for slot in self.free]

    def put(self, state: SilverState, action: Own) -> None:
        _succeed(state, self.actor, self.source, self.slots, action.slot)


def _succeed(state: SilverState, player: int, source: Source, slots: tuple[int, ...], slot: int) -> None:
    """Lay the pushed cards on the pile, and the new one into a freed slot (S-17)."""
    up = _comes_up(state, player, source, slot)
    piles.give_up(state, player, slots)
    given = state.cards.cards[PILE][-len(slots) :]
    state.reveal(SetGivenUp(tuple(given)), ALL)
    village.enter(state, player, slot - slots.index(slot), (HELD, 0), up=up)


def _fail(
    state: SilverState, player: int, source: Source, slots: tuple[int, ...], numbers: Sequence[int]
) -> None:
    """Put the pushed cards back face-down; the card in hand is added, and perhaps one more (S-19, S-65)."""
    village.show(state, player, slots)
    if state.rules.pushed_pair_ends:
        up = state.up[player]
        turned = [number for slot, number in zip(slots, numbers, strict=True) if up[slot] == FACE_DOWN]
        state.pair_shown |= village.count_face_up(state, VILLAGER) + turned.count(VILLAGER) > 1
    village.turn_down(state, player, slots)
    if costs_a_card(numbers, state.rules) and state.deck:
        state.stack.append(Adding(player, "penalty"))
    state.stack.append(Adding(player, source))


@asks("They do not match. At which end is {source} added? (S-19)")
class Adding(NamedTuple):
    """After a failed attempt a player says at which end a card is added, that in hand or a penalty (S-19)."""

    actor: int
    source: Added

    def legal(self, _state: SilverState) -> Sequence[Action]:
        return (LEFT, RIGHT)

    def add(self, state: SilverState, action: Word) -> None:
        slot = 0 if action is LEFT else len(state.cards.cards[VILLAGE + self.actor])
        if self.source == "penalty":
            state.stack.append(PayingPenalty(CHANCE, self.actor, slot))
        else:
            village.enter(state, self.actor, slot, (HELD, 0), up=self.source in OPEN)


@piles.draws_next(DRAWS)
class PayingPenalty(NamedTuple):
    """A card of the deck is added to a village before a slot, seen by nobody (S-20)."""

    actor: int
    player: int
    slot: int

    def seen_by(self, _state: SilverState) -> int:
        return 0

    def draw(self, state: SilverState, action: Card) -> None:
        piles.move_next(state, action.face, HELD, 0)
        village.enter(state, self.player, self.slot, (HELD, 0), up=False)
