"""What all see of a printed game: who acts, what is decided, a treasure that is divided, what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.state import DIVISION, DONE, Revealing, StartingClue, Taking, Turn, TurningUp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.tobago.play.state import TobagoState


def open_data(state: TobagoState, order: Sequence[str]) -> dict[str, Any]:
    """Return who acts, what is decided, and what is open to everybody's eyes; players by colours in order."""
    frame: Any = state.stack[-1] if state.stack else None
    actor, decision = state.to_act(), state.decision_kind()
    treasure = None
    if isinstance(frame, TurningUp):
        actor, decision = frame.number % state.players, "starting clue"
    elif isinstance(frame, StartingClue) and state.rules.start_maps == "all_four":
        decision = "mark"
    elif isinstance(frame, Revealing | Taking):
        treasure = _treasure(state, frame, order)
        actor = actor if isinstance(frame, Taking) else frame.treasure.raiser
    return {
        "to_act": order[actor] if actor >= 0 else None,
        "decision": decision,
        "treasure": treasure,
        "legal": _legal(state),
    }


def _treasure(state: TobagoState, frame: Revealing | Taking, order: Sequence[str]) -> dict[str, Any]:
    treasure, taking = frame.treasure, frame if isinstance(frame, Taking) else None
    return {
        "map": COLOURS[treasure.map],
        "hex": state.compiled.island.names[state.atvs[treasure.raiser]],
        "raiser": order[treasure.raiser],
        "roses": [order[owner] for owner in treasure.roses],
        "face": taking.face if taking else None,
        "place": taking.place if taking else 0,
        "cards": len(state.treasure_cards.cards[DIVISION]),
    }


def _legal(state: TobagoState) -> list[str]:
    """Return what is open to who acts, as far as all can see it: no card of a hand decides or is named.

    Whether a turn falls out, or a hand has to be shown, hangs on the hand: it is offered where it may be so.
    """
    frame: Any
    legal, frame = state.legal_actions(), state.stack[-1] if state.stack else None
    found = [str(action) for action in legal if isinstance(action, _SEEN)]
    if isinstance(frame, Turn):
        main = frame.phase != DONE and any(isinstance(action, act.Step | act.Exchange) for action in legal)
        found += [] if main else [str(act.END)]
    fits = state.compiled.first_clues.bit_count()
    if state.decision_kind() == "new map" and fits < len(state.compiled.decks.clues):
        found.append(str(act.SHOW_HAND))
    return found


_SEEN = (
    act.Exchange
    | act.PickUp
    | act.Raise
    | act.AmuletMove
    | act.AmuletExchange
    | act.Stop
    | act.Take
    | act.Pass
    | act.Mark
)
