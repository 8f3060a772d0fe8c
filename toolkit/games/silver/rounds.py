"""Rounds: the deal and the first looks, scoring, and the end of the game (S-1 to S-6, S-30 to S-35, S-68)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, CHANCE
from toolkit.core.hidden import Zones
from toolkit.core.history import Reveal
from toolkit.games.silver.actions import LOOKS
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.places import DECK, VILLAGE, layout
from toolkit.games.silver.scoring import GOAL, amulet_winner, game_over, new_totals, round_points
from toolkit.games.silver.village import NOBODY, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action, Frame
    from toolkit.games.silver.actions import Anyone, Word
    from toolkit.games.silver.state import SilverState

_FIRST_LOOKS = 2  # S-6
UNDECIDED = -1
"""`SilverState.last` while nobody has called."""

# ---- the beginning (S-1 to S-6) ---------------------------------------------------------------------------


def start_round(state: SilverState) -> None:
    """Shuffle all cards, and open the deal and the first looks (S-1 to S-6, S-35)."""
    players = state.players
    state.cards = Zones.start(layout(players), DECK)
    state.up, state.guards = [[] for _ in range(players)], [()] * players
    state.caller, state.last, state.turns, state.pair = NOBODY, UNDECIDED, 0, False
    state.turn, state.phase = state.first, "setup"
    order = [(state.first + step) % players for step in range(players)]
    state.stack = [
        *(("first looks", player, 0, _FIRST_LOOKS) for player in reversed(order)),
        ("first discard", CHANCE),
        *(("deal", CHANCE, player, CARDS) for player in reversed(order)),
    ]


def first_looks(_state: SilverState, frame: Frame) -> Sequence[Action]:
    """Return the own cards at which a player may look, from the left to the right (S-6)."""
    _, player, start, left = frame
    return LOOKS[player][start : CARDS - left + 1]


def first_look(state: SilverState, action: Anyone, frame: Frame) -> None:
    """Look at one of the first cards."""
    _, player, _, left = frame
    look(state, player, player, action.slot)
    if left > 1:
        state.stack.append(("first looks", player, action.slot + 1, left - 1))


# ---- the end (S-30 to S-35, S-68) -------------------------------------------------------------------------


def open_scoring(state: SilverState) -> None:
    """Let all see how the round ended before it is scored."""
    state.phase = "scoring"
    state.stack = [("score", CHANCE)]


def score(state: SilverState, _action: Word, _frame: Frame) -> None:
    """Score the round; then the next one begins, or the game is over (S-68)."""
    rules, villages = state.rules, state.cards.cards[VILLAGE:]
    points = round_points(villages, state.caller, kamikaze=rules.score_mode)
    state.totals, state.halved = new_totals(state.totals, points, state.halved, score_mode=rules.score_mode)
    state.results = (*state.results, (tuple(map(tuple, villages)), points))
    state.amulet, state.may_protect = amulet_winner(
        villages, points, state.caller, state.amulet, state.first, rules
    )
    state.amulet_slot = NOBODY
    state.reveal(Reveal(_told(state, villages, points)), ALL)
    if game_over(state.totals, state.round, rules):
        _close(state)
    else:
        state.round, state.first = state.round + 1, state.amulet
        start_round(state)


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


def _told(state: SilverState, villages: Sequence[Sequence[int]], points: Sequence[int]) -> str:
    """Return what is seen at the end of a round."""
    shown = ", ".join(
        f"player {player}: {' '.join(map(str, village))} = {sum(village)}"
        for player, village in enumerate(villages)
    )
    called = "" if state.caller == NOBODY else f", called by {state.caller}"
    numbers = ", ".join(map(str, points))
    totals = ", ".join(map(str, state.totals))
    return f"round {state.round}{called}: {shown}; points {numbers}; totals {totals}"
