"""A position completed to a game that can be played on, for `GAME.complete`: the hidden cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from toolkit.core.decision import ALL
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import Zones
from toolkit.games.silver.dealing import Hidden
from toolkit.games.silver.places import DECK, DISCARD, FACE_DOWN, HELD, SHOWN, TOP, VILLAGE
from toolkit.games.silver.places import layout as layout_of
from toolkit.games.silver.rounds import UNDECIDED
from toolkit.games.silver.state import SilverState
from toolkit.games.silver.village import NOBODY

if TYPE_CHECKING:
    from random import Random

    from toolkit.games.silver.position import Place, Position, Slot

Insight = Literal["own", "nothing"]
"""What the others are taken to know of face-down cards, which no position tells: their own, or nothing."""


def complete(position: Position, random: Random, *, insight: Insight) -> SilverState:
    """Return a game in a position: the player who asks begins a turn, or uses the held card.

    The hidden cards are dealt as likely as they are (`Hidden`). A held card counts as drawn from the deck.
    After a call each player up to the caller has one more turn (S-29); if the one who asks has called, the
    next player begins. It is not known who began the round: the holder of the amulet counts as that, else
    the player who asks. The turn limit counts from here.

    Parameters
    ----------
    position
        What one player knows.
    random
        Deals.
    insight
        What the others know of face-down cards.

    Raises
    ------
    ToolkitError
        The round is over: no card is left to draw (S-30); the caller holds a card (S-28); too many memories.
    """
    _check(position)
    state = SilverState.begin(position.rules, position.players)
    _lay_table(state, position)
    _lay_cards(state, position, random, insight)
    me = position.me
    state.turn = me if position.called_by != me else position.others[0]
    state.stack = [("turn", state.turn) if position.held is None else ("use", me, "deck")]
    state.phase = "turn"
    if position.called_by is not None:
        state.caller = position.called_by
        state.last = (state.caller - state.turn) % state.players
    return state


def _check(position: Position) -> None:
    if position.called_by == position.me and position.held is not None:
        raise ToolkitError("who has called holds no card (S-28)")
    finishes = position.called_by is not None and position.rules.finish_last_turns
    if not (position.deck or position.shown or position.held is not None or finishes):
        raise ToolkitError("no card is left to draw: the round is over (S-30)")


def _lay_table(state: SilverState, position: Position) -> None:
    """Set all that lies open but the cards."""
    players = range(position.players)
    state.totals, state.round = position.scores, position.round
    state.halved, state.results, state.limited = tuple(False for _ in players), (), ()
    state.caller, state.last, state.turns, state.reason = NOBODY, UNDECIDED, 0, ""
    state.acted, state.pair, state.used, state.settled = False, False, 0, 0
    state.up, state.guards = [[] for _ in players], [() for _ in players]
    state.amulet, state.amulet_slot = position.amulet or (NOBODY, NOBODY)
    state.may_protect = position.amulet is not None
    state.first = position.me if position.amulet is None else state.amulet
    for guard in position.guards:
        state.guards[guard.player] = tuple(sorted((*state.guards[guard.player], (guard.guard, guard.charge))))
    for (player, _), slot in position.places:
        state.up[player].append(FACE_DOWN if slot.known is None or not slot.face_up else slot.known)


def _lay_cards(state: SilverState, position: Position, random: Random, insight: Insight) -> None:
    hidden = Hidden(position)
    numbers, rest = hidden.deal(random)
    dealt = dict(zip(hidden.places, numbers, strict=True))
    bag = position.deck - len(position.top) + position.removed
    layout, me = layout_of(position.players), 1 << position.me
    cards: list[list[int]] = [[] for _ in layout.viewers]
    known: list[list[int]] = [[] for _ in layout.viewers]
    cards[DECK] = sorted(rest[:bag])
    held = [] if position.held is None else [position.held]
    for zone, faces in ((TOP, position.top), (HELD, held)):
        cards[zone], known[zone] = list(faces), [me for _ in faces]
    cards[SHOWN], known[SHOWN] = list(position.shown), [ALL for _ in position.shown]
    forgotten = rest[bag:]  # they lie somewhere below the top, which is open
    cards[DISCARD] = [*forgotten, *position.discard]
    known[DISCARD] = [*(0 for _ in forgotten), *(ALL for _ in position.discard)]
    for place, slot in position.places:
        zone = VILLAGE + place[0]
        cards[zone].append(dealt[place] if slot.known is None else slot.known)
        known[zone].append(_knowing(position, place, slot, insight))
    state.cards = Zones(layout, cards, known)


def _knowing(position: Position, place: Place, slot: Slot, insight: Insight) -> int:
    """Return the mask of the players who know a card."""
    if slot.face_up:
        return ALL
    mine = 0 if slot.hidden else 1 << position.me
    own = place[0] != position.me and insight == "own"
    return mine | own << place[0]
