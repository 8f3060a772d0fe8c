"""Why an action is not legal: the rule's reason, with its number."""

from __future__ import annotations

from toolkit.core.decision import Action
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import Reason, TreasureMap
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.compiled import MAP_NUMBER, NO_CLUE
from toolkit.games.tobago.play.state import (
    DONE,
    FRESH,
    HAND,
    Move,
    NewMap,
    Starting,
    StartingClue,
    TobagoState,
    Turn,
)
from toolkit.games.tobago.rules import CUBES

_NO_ROSE = "no compass rose is left (T-11b)"
_NO_LEGAL_CLUE = {
    Reason.REMOVES_NOTHING: "removes nothing: every possible hex fits it (T-12)",
    Reason.LEAVES_NOTHING: "leaves nothing: no possible hex fits it (T-12)",
}


def treasure_map(state: TobagoState, colour: str) -> TreasureMap:
    """Return one of the maps of a state, with the colours of the players on its clues."""
    number = MAP_NUMBER[colour]
    return state.compiled.treasure_map(
        number, state.clues[number], state.owners[number], state.removed[number]
    )


def why_not_in_turn(state: TobagoState, frame: Turn, action: Action) -> str:
    """Return the rule's reason against an action in a turn."""
    player, phase, _ = frame
    if phase == DONE and isinstance(action, act.LayClue | act.Step | act.Exchange):
        return "the main action of this turn is done (T-20)"
    if isinstance(action, act.Exchange):
        if phase != FRESH:
            return "an exchange costs the whole turn: nothing else is done in it (T-20a)"
        return "no clue is in hand (T-20)"
    if isinstance(action, act.End):
        return "one cannot pass: play a clue, move or exchange (T-20b)"
    if isinstance(action, act.PickUp):
        return _why_not_pick_up(state, player)
    return _why_not(state, player, action)


def why_not_in_move(state: TobagoState, frame: Move, action: Action) -> str:
    """Return the rule's reason against an action while a move is under way."""
    player, _, main, left, _ = frame
    if left == STEPS_PER_MOVE and not isinstance(action, act.Step):
        return "a move has at least one step (T-22a)"
    if isinstance(action, act.Step) and not left:
        return f"a move has at most {STEPS_PER_MOVE} steps (T-22)"
    if isinstance(action, act.PickUp):
        if not main:
            return "in a move by an amulet none is picked up (T-33)"
        return _why_not_pick_up(state, player)
    if isinstance(action, _AMULET_USES) and state.rules.amulets_between_steps == "no":
        return "amulets are used before or after a move, never between its steps (T-21a)"
    return _why_not(state, player, action)


_AMULET_USES = act.RemoveCube | act.AmuletClue | act.AmuletMove | act.AmuletExchange


def _why_not(state: TobagoState, player: int, action: Action) -> str:
    if isinstance(action, _AMULET_USES) and not state.amulets[player]:
        return "no amulet is left to be used (T-33)"
    if isinstance(action, act.LayClue | act.AmuletClue):
        return _why_not_clue(state, player, action.colour, action.clue)
    here = state.compiled.island.names[state.atvs[player]]
    if isinstance(action, act.Step):
        if action.hex == here:
            return "every step leads to another hex (T-22a)"
        return f"a step from {here} stays in its region or enters an adjacent hex of another one (T-22)"
    if isinstance(action, act.Raise):
        return treasure_map(state, action.colour).why_not_raise(here) or _NO_ROSE
    if isinstance(action, act.RemoveCube):
        return _why_not_remove(state, action)
    if isinstance(action, act.AmuletExchange):
        return "no clue is in hand (T-33)"
    return "no step leads anywhere from here (T-22)"


def _why_not_clue(state: TobagoState, player: int, colour: str, clue: Clue) -> str:
    """Say what is wrong with a clue play, in the terms of T-12 and T-12a."""
    if not state.roses[player]:
        return _NO_ROSE
    if state.compiled.decks.face.get(clue) not in state.clue_cards.cards[HAND + player]:
        return f"{str(clue)!r} is not in hand (T-11)"
    on = treasure_map(state, colour)
    verdict = on.verdict(clue)
    if verdict.conflicts:
        return f"it {verdict.objection} (T-12, T-12a)"
    if on.located:
        return f"the {colour} treasure is located, no clue may follow (T-12b)"
    return _NO_LEGAL_CLUE[verdict.reason]


def _why_not_remove(state: TobagoState, action: act.RemoveCube) -> str:
    on = treasure_map(state, action.colour)
    if not on.marked:
        possible = f"{len(on.candidates)} hexes are possible and there are {CUBES} cubes"
        return f"no {action.colour} cubes lie on the island yet: {possible} (T-13, T-33a)"
    if action.hex not in on.candidates:
        return f"no {action.colour} cube lies on {action.hex} (T-33a)"
    return f"{action.hex} holds the last {action.colour} cube: it stays (T-33)"


def _why_not_pick_up(state: TobagoState, player: int) -> str:
    here = state.atvs[player]
    if not state.amulet_hexes >> here & 1:
        return f"no amulet lies on {state.compiled.island.names[here]} (T-32)"
    return (
        "it lay there when the turn began, or a step of the main move ends there: else it stays (T-32, T-32b)"
    )


def why_not_new_map(state: TobagoState, frame: NewMap, action: act.LayClue | act.ShowHand) -> str:
    """Return the rule's reason against an action of who begins a new map."""
    if isinstance(action, act.ShowHand):
        return "a clue of the hand can begin the map (T-29, T-29b)"
    number = MAP_NUMBER[action.colour]
    if state.rules.new_map == "raised_colour" and number != frame.map:
        return "the new map begins in the area of the raised treasure (T-29a)"
    if state.clues[number]:
        return f"a new map begins in an empty area, and clues lie on {action.colour} (T-29)"
    return _why_not_clue(state, frame.actor, action.colour, action.clue)


def why_not_starting_clue(state: TobagoState, frame: StartingClue, action: act.LayClue | act.Mark) -> str:
    """Return the rule's reason against an action with a starting clue."""
    face = frame.face
    if face == NO_CLUE:
        return "each player marks one clue that nobody has marked (T-17a)"
    if isinstance(action, act.LayClue) and action.clue == state.compiled.decks.clues[face]:
        return f"a starting clue begins a free map, and a clue lies on {action.colour} (T-17)"
    return f"the starting clue is {str(state.compiled.decks.clues[face])!r} (T-17)"


def why_not_start(state: TobagoState, frame: Starting, _action: Action) -> str:
    """Return why an ATV cannot start there."""
    starts = state.compiled.island.starts
    if starts is None:
        return "the ATV starts on a hex of the island (T-16)"
    return (
        f"the set-up of this game puts this ATV on {state.compiled.island.names[starts[frame.actor]]} (T-16)"
    )
