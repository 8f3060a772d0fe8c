"""Starts of rollouts: a whole round before its deal, or a state of the game written into the table."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts.cards import card_at, enter, lay
from solvers.silver.rollouts.jit import Table
from solvers.silver.rollouts.running import Start
from solvers.silver.rollouts.verbs import FROM_DECK, FROM_DISCARD, FROM_MASTER, FROM_SHOWN
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.silver.cards import DECK as CARDS
from toolkit.games.silver.cards import ROWS
from toolkit.games.silver.cards import VILLAGE as ROW
from toolkit.games.silver.game import GAME
from toolkit.games.silver.play.abilities import Using
from toolkit.games.silver.play.turns import TakingTurn
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import (
    DECK,
    DISCARD,
    FACE_DOWN,
    HELD,
    SHOWN,
    TOP,
    UNDECIDED,
    VILLAGE,
    SilverState,
)

_SOURCES = {"deck": FROM_DECK, "discard": FROM_DISCARD, "shown": FROM_SHOWN, "master": FROM_MASTER}
_PILES = {DISCARD: at.DISCARD_PILE, HELD: at.HELD, SHOWN: at.BESIDE}


def whole_round(
    players: int, rules: Rules, *, first: int = 0, holder: int = at.NOBODY, may_protect: bool = False
) -> Start:
    """Return a round before its deal, as the beginning of rollouts (S-1 to S-6).

    Parameters
    ----------
    players, rules
        How many play, and the rules.
    first
        Who begins the round.
    holder, may_protect
        Who holds the amulet, -1 for nobody, and whether that player may place it (S-36).

    Raises
    ------
    ToolkitError
        Not two to four players, or a seat that is not there.
    """
    if players not in GAME.players:
        raise ToolkitError(f"Silver is for {GAME.players[0]} to {GAME.players[-1]} players, not {players}")
    for seat, least in ((first, 0), (holder, at.NOBODY)):
        if not least <= seat < players:
            raise ToolkitError(f"no player {seat}; the players are 0 to {players - 1}")
    table = _bare(players, rules)
    table[at.FIRST] = table[at.TURN] = first
    table[at.HOLDER], table[at.MAY_PROTECT] = holder, int(may_protect)
    _lay_deck(table, CARDS, ())
    return Start(table)


def from_state(state: SilverState) -> Start:
    """Return a state as the beginning of rollouts.

    The order of the deck is drawn anew for each rollout, but for cards that were put back on top of it. What
    is known follows the masks of the state.

    `ToolkitError` where no decision "turn" or "use" is open.
    """
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, TakingTurn | Using):
        kind = state.decision_kind() or "the end"
        raise ToolkitError(f"a rollout begins at turn or use, not at {quote(kind)}")
    table = _bare(state.players, state.rules)
    _write_round(table, state)
    table[at.START] = at.AT_TURN
    if isinstance(frame, Using):
        table[at.START], table[at.SOURCE] = at.AT_USE, _SOURCES[frame.source]
    cards, known = state.cards.cards, state.cards.known
    _lay_deck(table, cards[DECK], zip(reversed(cards[TOP]), reversed(known[TOP]), strict=True))
    for zone, pile in _PILES.items():
        for face, seen in zip(cards[zone], known[zone], strict=True):
            lay(table, pile, face, _mask(state, seen))
    for player in range(state.players):
        _write_village(table, state, player)
    return Start(table)


# ---- what stands in the table -----------------------------------------------------------------------------


def _bare(players: int, rules: Rules) -> Table:
    """Return a table without cards, before the deal."""
    table = [0] * at.TRACE
    table[at.PLAYERS], table[at.CALLER], table[at.LAST] = players, at.NOBODY, UNDECIDED
    table[at.START], table[at.ASIDE] = at.AT_DEAL, ROW * (ROWS - players)
    for place, value in _rules(rules).items():
        table[place] = int(value)
    return table


def _rules(rules: Rules) -> dict[int, int]:
    return {
        at.EXCHANGE_UP: rules.deck_exchange == "up",
        at.EXCHANGE_INHERITS: rules.deck_exchange == "inherit",
        at.WITCH_INHERITS: rules.witch_orientation == "inherit",
        at.THREE_DIFFERENT: rules.penalty == "three_different",
        at.PUSHED_PAIR_ENDS: rules.pushed_pair_ends,
        at.PAIRING: rules.doppelganger == "pairing",
        at.REVEALER_ANY: rules.revealer == "any",
        at.BEHOLDER_BOTH: rules.beholder == "both",
        at.IDLE_PROTECTED: rules.idle_guard_protected,
        at.SQUIRE_ABILITY: rules.squire_ability,
        at.WITCH_AFTER_LOOK: rules.witch_decline == "after_look",
        at.FINISH_LAST_TURNS: rules.finish_last_turns,
        at.REVERSE_PUTBACK: rules.rascal_putback == "reverse",
        at.NO_OPEN_MISMATCH: rules.open_mismatch == "forbidden",
        at.FREE_AT_ANY_MOMENT: rules.free_actions == "any_moment",
        at.SCORE_MODE: rules.score_mode,
        at.MOST_TURNS: rules.turn_limit,
    }


def _write_round(table: Table, state: SilverState) -> None:
    table[at.FIRST], table[at.TURN], table[at.TURNS] = state.first, state.turn, state.turns
    table[at.CALLER], table[at.LAST] = state.caller, state.turns_left
    table[at.ACTED], table[at.PAIR] = int(state.acted), int(state.pair_shown)
    table[at.HOLDER], table[at.MAY_PROTECT] = state.amulet, int(state.may_protect)
    table[at.PLACED] = int(state.amulet_slot != at.NOBODY)


def _lay_deck(table: Table, bag: Iterable[int], top: Iterable[tuple[int, int]]) -> None:
    """Lay the bag as the lowest cards of the deck, and on it those whose order is known."""
    for face in bag:
        lay(table, at.DECK, face, 0)
    table[at.BAG] = table[at.PILE_SIZES + at.DECK]
    for face, seen in top:
        lay(table, at.DECK, face, seen & (1 << table[at.PLAYERS]) - 1)


def _write_village(table: Table, state: SilverState, player: int) -> None:
    zone = VILLAGE + player
    for slot, face in enumerate(state.cards.cards[zone]):
        up = int(state.up[player][slot] != FACE_DOWN)
        enter(table, player, slot, face, _mask(state, state.cards.known[zone][slot]), up)
        if state.turn == player:
            table[card_at(player, slot) + at.USED] = state.used >> slot & 1
            table[card_at(player, slot) + at.SETTLED] = state.just_moved >> slot & 1
    for guard, charge in state.guards[player]:
        table[at.DUTIES] += 1
        table[card_at(player, guard) + at.GUARD] = table[card_at(player, charge) + at.CHARGE] = table[
            at.DUTIES
        ]
    if state.amulet == player and table[at.PLACED]:
        table[card_at(player, state.amulet_slot) + at.AMULET] = 1


def _mask(state: SilverState, seen: int) -> int:
    return seen & (1 << state.players) - 1
