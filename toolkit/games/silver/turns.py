"""Rounds and turns: the deal, the action of a turn, what follows it, scoring (S-1 to S-12, S-28 to S-35)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action
from toolkit.core.hidden import Zones
from toolkit.games.silver.abilities import open_ability
from toolkit.games.silver.actions import (
    CALL,
    DISCARD,
    DRAW,
    END,
    KEEPS,
    LOOKS,
    SHOWN,
    TAKE,
    Anyone,
    CardDiscarded,
    Face,
    Own,
    RoundScored,
    Word,
)
from toolkit.games.silver.cards import MOST_TO_CALL, RASCAL
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.exchange import exchanges
from toolkit.games.silver.free import free_actions
from toolkit.games.silver.piles import discard_held, lacks_shown, put_back, take_top
from toolkit.games.silver.scoring import GOAL, NOBODY, amulet_winner, game_over, new_totals, round_points
from toolkit.games.silver.state import (
    DECK,
    HELD,
    UNDECIDED,
    VILLAGE,
    Dealing,
    Drawing,
    DrawingMore,
    Ending,
    FirstLooking,
    OpeningPile,
    Refilling,
    Round,
    Scoring,
    SilverState,
    TakingTurn,
    Using,
)
from toolkit.games.silver.state import DISCARD as PILE
from toolkit.games.silver.state import SHOWN as BESIDE
from toolkit.games.silver.village import face_up, look, own_slots, villagers_met

_FIRST_LOOKS = 2  # S-6
_FREE_WITH = ("deck", "shown", "discard")
_DISCARDED_FROM = ("deck", "shown")

# ---- the beginning (S-1 to S-6) ---------------------------------------------------------------------------


def start_round(state: SilverState) -> None:
    """Shuffle all cards, and open the deal and the first looks (S-1 to S-6, S-35)."""
    players = state.players
    state.cards = Zones.start(state.layouts(state.rules, players)["cards"], DECK)
    state.up, state.guards = [[] for _ in range(players)], [()] * players
    state.caller, state.turns_left, state.turns, state.pair_shown = NOBODY, UNDECIDED, 0, False
    state.turn, state.phase = state.first, "setup"
    order = [(state.first + step) % players for step in range(players)]
    state.stack = [
        *(FirstLooking(player, 0, _FIRST_LOOKS) for player in reversed(order)),
        OpeningPile(CHANCE),
        *(Dealing(CHANCE, player, CARDS) for player in reversed(order)),
    ]


def first_looks(_state: SilverState, frame: FirstLooking) -> Sequence[Action]:
    """Return the own cards at which a player may look, from the left to the right (S-6)."""
    player, start, left = frame
    return LOOKS[player][start : CARDS - left + 1]


def first_look(state: SilverState, action: Anyone, frame: FirstLooking) -> None:
    """Look at one of the first cards."""
    player, _, left = frame
    look(state, player, player, action.slot)
    if left > 1:
        state.stack.append(FirstLooking(player, action.slot + 1, left - 1))


# ---- the action of the turn (S-9) -------------------------------------------------------------------------


def turn_actions(state: SilverState, frame: TakingTurn) -> Sequence[Action]:
    """Return what a player may do at the beginning of a turn, free actions included."""
    player, cards = frame.actor, state.cards.cards
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


def choose(state: SilverState, action: Word, frame: TakingTurn | Ending) -> None:
    """Draw, take, call, or end the turn."""
    _WORDS[action.word](state, frame.actor)
    state.just_moved = 0


def _draw(state: SilverState, player: int) -> None:
    """Draw a card; with a Rascal there may be more (S-49)."""
    state.stack.append(Using(player, "deck"))
    more = len(face_up(state, player, RASCAL))
    if more and state.deck > 1:
        state.stack.append(DrawingMore(player, more))
    state.stack.append(Drawing(CHANCE, player))


def _take(state: SilverState, player: int) -> None:
    take_top(state)
    state.stack.append(Using(player, "discard"))


def _call(state: SilverState, player: int) -> None:
    """Call: every other player has one more turn (S-29)."""
    state.caller, state.turns_left, state.phase = player, state.players, "over"


def _end(state: SilverState, _player: int) -> None:
    state.phase = "over"


_WORDS = {"draw": _draw, "take": _take, "call": _call, "end": _end}


def take_shown(state: SilverState, action: Own, frame: TakingTurn) -> None:
    """Take a card from beside the deck instead of drawing (S-44)."""
    state.cards.move(state.cards.cards[BESIDE][action.slot], (BESIDE, action.slot), (HELD, 0))
    state.stack.append(Using(frame.actor, "shown"))
    state.just_moved = 0


# ---- Rascal (S-49) ----------------------------------------------------------------------------------------


def rascal_actions(state: SilverState, frame: DrawingMore) -> Sequence[Action]:
    """Return one more draw, if there is a Rascal for it, the cards of which one is kept, and free actions."""
    more: list[Action] = [DRAW] if frame.more and state.deck else []
    found = [*more, *[KEEPS[face] for face in sorted(set(state.cards.cards[HELD]))]]
    free = free_actions(state, frame.actor) if state.rules.free_actions == "any_moment" else []
    return [*found, *free]


def draw_more(state: SilverState, _action: Word, frame: DrawingMore) -> None:
    """Draw one more card."""
    player, more = frame
    state.just_moved = 0
    state.stack += [DrawingMore(player, more - 1), Drawing(CHANCE, player)]


def keep(state: SilverState, action: Face, frame: DrawingMore) -> None:
    """Keep one card and put the others back."""
    state.just_moved = 0
    put_back(state, frame.actor, action.face)


def seen_kept(_state: SilverState, frame: DrawingMore) -> int:
    """Return who sees which card is kept: the player who keeps it."""
    return 1 << frame.actor


# ---- what is done with the card in hand (S-10, S-12) ------------------------------------------------------


def uses(state: SilverState, frame: Using) -> Sequence[Action]:
    """Return what may be done with a card: discard it, exchange it, and free actions before."""
    player, source = frame
    found = [DISCARD, *exchanges(state, player)] if source in _DISCARDED_FROM else exchanges(state, player)
    if source in _FREE_WITH and (free := free_actions(state, player)):
        return [*found, *free]
    return found


def discard(state: SilverState, _action: Word, frame: Using) -> None:
    """Discard the card; if it is 5 to 12, its ability may be used (S-10, A-20)."""
    player, source = frame
    face = state.cards.cards[HELD][0]
    discard_held(state)
    state.reveal(CardDiscarded(face), ALL & ~(1 << player))
    if source == "deck" or state.rules.squire_ability:
        open_ability(state, player, face)


# ---- the end of a turn (S-66, S-67) -----------------------------------------------------------------------


def end_actions(state: SilverState, frame: Ending) -> Sequence[Action]:
    """Return the free actions that are left, and the end of the turn."""
    return [*free_actions(state, frame.actor), END]


def go_on_with_round(state: SilverState) -> None:
    """Open what follows in the turn or in the round when nothing is open."""
    if state.phase == "setup":
        _start_turn(state, state.first)
    elif state.phase == "refill":
        _refill(state)
    elif state.phase == "over":
        _close_turn(state)
    elif state.pair_shown or villagers_met(state):
        _open_scoring(state)  # S-42
    else:
        _end_turn(state)


def _end_turn(state: SilverState) -> None:
    """Open the free actions that are left when the action of the turn is done, or close it (S-66)."""
    if state.phase == "turn":
        state.phase, state.just_moved = "end", 0
    if free_actions(state, state.turn):
        state.stack.append(Ending(state.turn))
    else:
        _close_turn(state)


def _start_turn(state: SilverState, player: int) -> None:
    """Begin the turn of a player."""
    state.turn, state.phase, state.acted = player, "turn", False
    state.used = state.just_moved = 0
    state.stack.append(TakingTurn(player))


def _close_turn(state: SilverState) -> None:
    """Count the turn: it may have been the last one of the round, by a call or the limit (S-29, A-34)."""
    state.turns += 1
    state.turns_left -= state.caller != NOBODY
    if state.turns_left and state.turns >= state.rules.turn_limit:
        state.limited = (*state.limited, state.round)
        state.turns_left = 0
    if state.turns_left:
        _refill(state)
    else:
        _open_scoring(state)


def _refill(state: SilverState) -> None:
    """Show cards beside the deck, one after another; then the next turn begins (S-43, S-67)."""
    state.phase = "refill"
    if lacks_shown(state):
        state.stack.append(Refilling(CHANCE))
    elif _runs_out(state):
        _open_scoring(state)
    else:
        _start_turn(state, (state.turn + 1) % state.players)


def _runs_out(state: SilverState) -> bool:
    """Tell whether the round ends because no card is left to draw (S-30, S-46, A-38)."""
    if state.deck or state.cards.cards[BESIDE]:
        return False
    return state.caller == NOBODY or not state.rules.finish_last_turns


# ---- the end of a round and of the game (S-30 to S-35, S-68) -----------------------------------------------


def _open_scoring(state: SilverState) -> None:
    """End the round: nothing else is done in it."""
    state.phase = "scoring"
    state.stack = [Scoring(AUTOMATIC)]


def score(state: SilverState, _frame: Scoring) -> RoundScored:
    """Score the round; then the next one begins, or the game is over (S-68)."""
    rules, caller, number = state.rules, state.caller, state.round
    villages = tuple(map(tuple, state.cards.cards[VILLAGE:]))
    points = round_points(villages, caller, kamikaze=rules.score_mode)
    state.totals, state.halved = new_totals(state.totals, points, state.halved, score_mode=rules.score_mode)
    state.results = (*state.results, Round(villages, points))
    state.amulet, state.may_protect = amulet_winner(
        villages, points, caller, state.amulet, state.first, rules
    )
    state.amulet_slot = NOBODY
    if game_over(state.totals, number, rules):
        _close(state)
    else:
        state.round, state.first = number + 1, state.amulet
        start_round(state)
    return RoundScored(number, caller, villages, points, state.totals)


def _close(state: SilverState) -> None:
    """End the game, with all villages open."""
    reason = f"a total of {GOAL} points or more (S-58)"
    if not state.rules.score_mode:
        reason = f"round {state.round} was the last (S-57)"
    limits = ", ".join(map(str, state.limited))
    state.reason = f"{reason}; the turn limit ended round {limits} (A-34)" if limits else reason
    for player in range(state.players):
        state.up[player] = state.cards.cards[VILLAGE + player][:]
        for slot in range(len(state.up[player])):
            state.cards.look(VILLAGE + player, slot, ALL)
