"""The course of a turn: the action, free actions, and what follows at its end (S-9, S-28, S-66, S-67)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, CHANCE
from toolkit.core.history import Reveal
from toolkit.games.silver.abilities import open_ability
from toolkit.games.silver.actions import CALL, DISCARD, DRAW, END, KEEPS, SHOWN, TAKE
from toolkit.games.silver.cards import MOST_TO_CALL, RASCAL
from toolkit.games.silver.draws import lacks_shown, put_back
from toolkit.games.silver.exchange import exchanges
from toolkit.games.silver.free import free_actions
from toolkit.games.silver.pile import discard_held, take_top
from toolkit.games.silver.places import DISCARD as PILE
from toolkit.games.silver.places import HELD, VILLAGE
from toolkit.games.silver.places import SHOWN as BESIDE
from toolkit.games.silver.rounds import open_scoring
from toolkit.games.silver.village import NOBODY, face_up, own_slots, villagers_met

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action, Frame
    from toolkit.games.silver.actions import Face, Own, Word
    from toolkit.games.silver.state import SilverState

_FREE_WITH = ("deck", "shown", "discard")
_DISCARDED_FROM = ("deck", "shown")

# ---- the action of the turn (S-9) -------------------------------------------------------------------------


def turn_actions(state: SilverState, frame: Frame) -> Sequence[Action]:
    """Return what a player may do at the beginning of a turn, free actions included."""
    player, cards = frame[1], state.cards.cards
    found: list[Action] = [DRAW] if state.deck else []
    if cards[PILE] and own_slots(state, player):
        found.append(TAKE)
    found += SHOWN[: len(cards[BESIDE])]
    if may_call(state, player):
        found.append(CALL)
    free = free_actions(state, player)
    # in the last turns, with an empty deck, there may be no card to take.
    return [*found, *free] if found else [*free, END]


def may_call(state: SilverState, player: int) -> bool:
    """Tell whether a player may call: with few cards, nothing else done, and nobody before (S-25, S-28)."""
    few = len(state.cards.cards[VILLAGE + player]) <= MOST_TO_CALL
    return few and state.caller == NOBODY and not state.acted


def choose(state: SilverState, action: Word, frame: Frame) -> None:
    """Draw, take, call, or end the turn."""
    _WORDS[action.word](state, frame[1])
    state.settled = 0


def _draw(state: SilverState, player: int) -> None:
    """Draw a card; with a Rascal there may be more (S-49)."""
    state.stack.append(("use", player, "deck"))
    more = len(face_up(state, player, RASCAL))
    if more and state.deck > 1:
        state.stack.append(("rascal", player, more))
    state.stack.append(("draw", CHANCE, player))


def _take(state: SilverState, player: int) -> None:
    take_top(state)
    state.stack.append(("use", player, "discard"))


def _call(state: SilverState, player: int) -> None:
    """Call: every other player has one more turn (S-29)."""
    state.caller, state.last, state.phase = player, state.players, "over"


def _end(state: SilverState, _player: int) -> None:
    state.phase = "over"


_WORDS = {"draw": _draw, "take": _take, "call": _call, "end": _end}


def take_shown(state: SilverState, action: Own, frame: Frame) -> None:
    """Take a card from beside the deck instead of drawing (S-44)."""
    player, face = frame[1], state.cards.cards[BESIDE][action.slot]
    state.cards.move(face, (BESIDE, action.slot), (HELD, 0))
    state.stack.append(("use", player, "shown"))
    state.settled = 0


# ---- Rascal (S-49) ----------------------------------------------------------------------------------------


def rascal_actions(state: SilverState, frame: Frame) -> Sequence[Action]:
    """Return one more draw, if there is a Rascal for it, and the cards of which one is kept."""
    kept = [KEEPS[face] for face in sorted(set(state.cards.cards[HELD]))]
    return [DRAW, *kept] if frame[2] and state.deck else kept


def draw_more(state: SilverState, _action: Word, frame: Frame) -> None:
    """Draw one more card."""
    _, player, more = frame
    state.stack += [("rascal", player, more - 1), ("draw", CHANCE, player)]


def keep(state: SilverState, action: Face, frame: Frame) -> None:
    """Keep one card and put the others back."""
    put_back(state, frame[1], action.face)


# ---- what is done with the card in hand (S-10, S-12) ------------------------------------------------------


def uses(state: SilverState, frame: Frame) -> Sequence[Action]:
    """Return what may be done with a card: discard it, exchange it, and free actions before."""
    _, player, source = frame
    found = [DISCARD, *exchanges(state, player)] if source in _DISCARDED_FROM else exchanges(state, player)
    if source in _FREE_WITH and (free := free_actions(state, player)):
        return [*found, *free]
    return found


def discard(state: SilverState, _action: Word, frame: Frame) -> None:
    """Discard the card; if it is 5 to 12, its ability may be used (S-10, A-20)."""
    _, player, source = frame
    face = state.cards.cards[HELD][0]
    discard_held(state)
    state.reveal(Reveal(f"it is {face}"), ALL & ~(1 << player))
    if source == "deck" or state.rules.squire_ability:
        open_ability(state, player, face)


# ---- the end of a turn (S-66, S-67) -----------------------------------------------------------------------


def end_actions(state: SilverState, frame: Frame) -> Sequence[Action]:
    """Return the free actions that are left, and the end of the turn."""
    return [*free_actions(state, frame[1]), END]


def go_on(state: SilverState) -> None:
    """Open what follows when nothing is open."""
    if state.phase == "setup":
        start_turn(state, state.first)
    elif state.phase == "refill":
        _refill(state)
    elif state.phase == "over":
        _close_turn(state)
    elif state.pair or villagers_met(state):
        open_scoring(state)  # S-42
    elif free_actions(state, state.turn):
        if state.phase == "turn":
            state.phase, state.settled = "end", 0
        state.stack.append(("end", state.turn))
    else:
        _close_turn(state)


def start_turn(state: SilverState, player: int) -> None:
    """Begin the turn of a player."""
    state.turn, state.phase, state.acted = player, "turn", False
    state.used = state.settled = 0
    state.stack.append(("turn", player))


def _close_turn(state: SilverState) -> None:
    """Count the turn: it may have been the last one of the round, by a call or the limit (S-29, A-34)."""
    state.turns += 1
    state.last -= state.caller != NOBODY
    if state.last and state.turns >= state.rules.turn_limit:
        state.limited = (*state.limited, state.round)
        state.last = 0
    if state.last:
        _refill(state)
    else:
        open_scoring(state)


def _refill(state: SilverState) -> None:
    """Show cards beside the deck, one after another; then the next turn begins (S-43, S-67)."""
    state.phase = "refill"
    if lacks_shown(state):
        state.stack.append(("refill", CHANCE))
    elif _runs_out(state):
        open_scoring(state)
    else:
        start_turn(state, (state.turn + 1) % state.players)


def _runs_out(state: SilverState) -> bool:
    """Tell whether the round ends because no card is left to draw (S-30, S-46, A-38)."""
    if state.deck or state.cards.cards[BESIDE]:
        return False
    return state.caller == NOBODY or not state.rules.finish_last_turns
