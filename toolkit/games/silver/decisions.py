"""The kinds of decisions, chance nodes and steps: what is legal, what follows, why something is not legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from toolkit.core.decision import Action, Automatic, Chance, Decision, Frame, Handler, Kind, on
from toolkit.games.silver import abilities, exchange, free, piles, turns
from toolkit.games.silver.actions import (
    CALL,
    DEALS,
    DRAW,
    DRAWS,
    SHOWS,
    TAKE,
    Anyone,
    Card,
    Face,
    Own,
    Word,
)
from toolkit.games.silver.free import Freely
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import (
    DISCARD,
    FACE_DOWN,
    SHOWN,
    VILLAGE,
    Adding,
    Beholding,
    BeholdingAgain,
    Bewitching,
    CheckingLoot,
    Dealing,
    Drawing,
    DrawingMore,
    Ending,
    Exchanging,
    Exposing,
    Fetching,
    FirstLooking,
    GivingBack,
    Guarding,
    OpeningPile,
    PayingPenalty,
    Placing,
    Refilling,
    Revealing,
    Robbing,
    Scoring,
    Seeing,
    SilverState,
    Spying,
    SwappingTop,
    TakingTurn,
    Using,
)
from toolkit.games.silver.village import amulet_slot, movable_by_rivals

F = TypeVar("F", bound=Frame)

# ---- why an action is not legal; an empty text where no rule says more than what is legal instead ----------


def _why_not(state: SilverState, frame: Frame, action: Action) -> str:
    """Return the rule's reason against an action."""
    if isinstance(action, Own):
        return _not_own(state, frame, action)
    if isinstance(action, Anyone):
        return _not_anyone(state, frame, action)
    if isinstance(frame, TakingTurn):
        return _not_in_turn(state, frame.actor, action)
    if isinstance(frame, Using) and action in (DRAW, TAKE, CALL):
        return "the card of this turn is in hand already (S-9)"
    return ""


def _not_in_turn(state: SilverState, player: int, action: Action) -> str:
    if action == DRAW:
        return "the deck is empty (S-30)"
    if action == TAKE:
        empty = not state.cards.cards[DISCARD]
        return "the discard pile is empty (A-33)" if empty else "the amulet lies on the only card (S-39)"
    return _no_call(state, player) if action == CALL else ""


def _no_call(state: SilverState, player: int) -> str:
    if state.caller != NOBODY:
        return f"player {state.caller} has called already (S-29)"
    if state.acted:
        return "something was done in this turn already (S-25, S-28)"
    return f"{len(state.cards.cards[VILLAGE + player])} cards are too many: 4 at most (S-28)"


def _not_own(state: SilverState, frame: Frame, action: Own) -> str:
    player = frame.actor
    if action.verb == "shown":
        count = len(state.cards.cards[SHOWN])
        return f"there are {count} cards beside the deck (S-44)"
    if action.slot >= (count := len(state.cards.cards[VILLAGE + player])):
        return f"the village has {count} cards"
    guard = action.slot if action.verb == "guard" else frame.guard if isinstance(frame, Guarding) else NOBODY
    if guard != NOBODY and state.just_moved >> guard & 1:
        return "this Bodyguard was moved just now: something else must be done first (S-48)"
    if action.slot == amulet_slot(state, player):
        return "the amulet protects this card (S-36)"
    return ""


def _not_anyone(state: SilverState, frame: Frame, action: Anyone) -> str:
    own = action.player == frame.actor
    if isinstance(frame, FirstLooking) and own:
        return "the first looks go from the left to the right: before them all cards are alike (S-6)"
    if action.slot >= (count := len(state.cards.cards[VILLAGE + action.player])):
        return f"the village of player {action.player} has {count} cards"
    if action.slot == amulet_slot(state, action.player):
        return "the amulet protects this card (S-36)"
    if action.verb in ("rob", "hit") and own:
        return "it must be a card of an opponent (S-53, S-54)"
    if action.verb in ("rob", "hit") and action.slot not in movable_by_rivals(state, action.player):
        return "a Bodyguard protects this card (S-48)"
    if action.verb in ("look", "turn") and state.up[action.player][action.slot] != FACE_DOWN:
        return "this card lies face-up (S-23)"
    return _out_of_reach(state, frame, action)


def _out_of_reach(state: SilverState, frame: Frame, action: Anyone) -> str:
    own = action.player == frame.actor
    if isinstance(frame, Spying | Revealing) and own:
        return "it must be a card of an opponent (S-50, S-51)"
    if isinstance(frame, FirstLooking | Freely | Exposing | Beholding) and not own:
        return "it must be an own card (S-6, S-47, S-50, S-51)"
    if any(action.slot == pair.charge for pair in state.guards[action.player]) and not own:
        return "a Bodyguard protects this card (S-48)"
    if isinstance(frame, Freely):
        return "no Empath of this village may look in this turn (S-47)"
    return ""


# ---- the kinds --------------------------------------------------------------------------------------------


def _by_verb(**handlers: Callable[[SilverState, Own, F], None]) -> Callable[[SilverState, Own, F], None]:
    """Return the handler that does what the verb of an action says."""

    def run(state: SilverState, action: Own, frame: F) -> None:
        handlers[action.verb](state, action, frame)

    return run


def _choice(
    frame: type[F],
    legal: Callable[[SilverState, F], Sequence[Action]],
    *handlers: Handler[SilverState, F],
    seen_by: Callable[[SilverState, F], int] | None = None,
) -> Decision[SilverState, F]:
    """Return a kind of decisions; all have their reasons from one place."""
    return Decision(frame, legal, *handlers, why_not=_why_not, seen_by=seen_by)


DECISIONS: Mapping[str, Kind[SilverState]] = {
    # ---- the deal (S-1 to S-6)
    "deal": Chance(
        Dealing,
        piles.outcomes(DEALS),
        on(Card, piles.deal),
        pick=piles.pick(DEALS),
        seen_by=piles.seen_by_nobody,
    ),
    "first discard": Chance(
        OpeningPile, piles.outcomes(SHOWS), on(Card, piles.first_discard), pick=piles.pick(SHOWS)
    ),
    "first looks": _choice(FirstLooking, turns.first_looks, on(Anyone, turns.first_look)),
    # ---- the turn (S-9 to S-12, S-28, S-49, S-66)
    "turn": _choice(
        TakingTurn,
        turns.turn_actions,
        on(Word, turns.choose),
        on(Own, _by_verb(shown=turns.take_shown, guard=free.choose_guard, protect=free.protect)),
        on(Anyone, free.empath_look),
    ),
    "draw": Chance(
        Drawing, piles.outcomes(DRAWS), on(Card, piles.draw), pick=piles.pick(DRAWS), seen_by=piles.seen_drawn
    ),
    "rascal": _choice(
        DrawingMore,
        turns.rascal_actions,
        on(Word, turns.draw_more),
        on(Face, turns.keep),
        on(Own, _by_verb(guard=free.choose_guard, protect=free.protect)),
        on(Anyone, free.empath_look),
        seen_by=turns.seen_kept,
    ),
    "use": _choice(
        Using,
        turns.uses,
        on(Word, turns.discard),
        on(Own, _by_verb(exchange=exchange.first_slot, guard=free.choose_guard, protect=free.protect)),
        on(Anyone, free.empath_look),
    ),
    "end": _choice(
        Ending,
        turns.end_actions,
        on(Word, turns.choose),
        on(Own, _by_verb(guard=free.choose_guard, protect=free.protect)),
        on(Anyone, free.empath_look),
    ),
    "guard": _choice(Guarding, free.guard_choices, on(Own, free.guard_over), on(Word, free.guard_off)),
    "refill": Chance(Refilling, piles.outcomes(SHOWS), on(Card, piles.show_card), pick=piles.pick(SHOWS)),
    "score": Automatic(Scoring, turns.score),
    # ---- exchanges (S-15 to S-20)
    "set": _choice(Exchanging, exchange.further, on(Own, exchange.further_slot), on(Word, exchange.done)),
    "place": _choice(Placing, exchange.places, on(Own, exchange.place)),
    "add": _choice(Adding, exchange.ends, on(Word, exchange.add)),
    "penalty": Chance(
        PayingPenalty,
        piles.outcomes(DRAWS),
        on(Card, piles.penalty),
        pick=piles.pick(DRAWS),
        seen_by=piles.seen_by_nobody,
    ),
    # ---- abilities (S-50 to S-54)
    "exposer": _choice(Exposing, abilities.choices, on(Anyone, abilities.turn), on(Word, abilities.skip)),
    "revealer": _choice(Revealing, abilities.choices, on(Anyone, abilities.turn), on(Word, abilities.skip)),
    "beholder": _choice(Beholding, abilities.choices, on(Anyone, abilities.behold), on(Word, abilities.skip)),
    "beholder again": _choice(
        BeholdingAgain, abilities.second_looks, on(Anyone, abilities.look_at), on(Word, abilities.skip)
    ),
    "apprentice seer": _choice(
        Spying, abilities.choices, on(Anyone, abilities.look_at), on(Word, abilities.skip)
    ),
    "seer": _choice(Seeing, abilities.choices, on(Anyone, abilities.look_at), on(Word, abilities.skip)),
    "master": _choice(Fetching, abilities.choices, on(Face, abilities.fetch), on(Word, abilities.leave_pile)),
    "witch": _choice(Bewitching, abilities.choices, on(Word, abilities.use_or_skip)),
    "witch card": _choice(
        SwappingTop,
        abilities.witch_choices,
        on(Own, exchange.first_slot),
        on(Anyone, abilities.hit),
        on(Word, abilities.put_back_top),
    ),
    "robber": _choice(Robbing, abilities.choices, on(Anyone, abilities.rob), on(Word, abilities.skip)),
    "robber gift": _choice(GivingBack, abilities.gifts, on(Own, abilities.give)),
    "robber look": _choice(
        CheckingLoot, abilities.robber_looks, on(Anyone, abilities.look_at), on(Word, abilities.skip)
    ),
}
"""What can be open in a game."""
