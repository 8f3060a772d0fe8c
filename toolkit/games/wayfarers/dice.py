"""Placing a die: which slots a face serves, chains, ships and the trade ability meanwhile (Y-78 to Y-84)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from toolkit.core.chance import dice
from toolkit.core.decision import AUTOMATIC, Action
from toolkit.games.wayfarers.actions import (
    ADJUSTS,
    DECLINE,
    HIRE_SHIP,
    PLACED,
    PUT_DICE,
    ROLLS,
    TAKE_DICE,
    USE_TRADE,
    Adjust,
    PutDie,
    Roll,
    Say,
    TakeDie,
)
from toolkit.games.wayfarers.caravan import FACES
from toolkit.games.wayfarers.components.names import EXPLORATION, NONE
from toolkit.games.wayfarers.components.tables import CARDS, ENOUGH, ONE_SHIP, SLOTS
from toolkit.games.wayfarers.effects import adjustable
from toolkit.games.wayfarers.influence import (
    ask_again,
    can_trade,
    close_empty,
    has_ability,
    optional,
    say_optional,
    trade,
    use_ability,
)
from toolkit.games.wayfarers.state import (
    Adjusting,
    Blocks,
    Placing,
    Rolling,
    Turning,
    WayfarersState,
    without,
)
from toolkit.games.wayfarers.tableau import OpenSlot, Tableau, open_slot

MOST_STEPS = 2
"""The adjustments of the trade ability (Y-39)."""

# ---- slots (Y-78, Y-82) ------------------------------------------------------------------------------------


def open_slots(state: WayfarersState, player: int) -> Sequence[OpenSlot]:
    """Return the empty slots that a player may use, with the townsfolk under them that work (Y-68)."""
    tableau = state.tableaux[player]
    if not tableau.placed and not state.gained:
        return tableau.slots
    taken = {slot for slot, _ in tableau.placed}
    found = [one for one in tableau.slots if one.slot not in taken]
    if not state.gained or state.rules.benefits_same_turn:
        return found
    found = [one for one in found if one.card not in state.gained]
    return [one if one.folk not in state.gained else open_slot(one.slot, one.card, NONE) for one in found]


def serves(tableau: Tableau, face: int, slot: OpenSlot, ship: int) -> bool:
    """Tell whether a face has all assets of a slot, with a townsfolk's and a hired ship (Y-75, Y-78)."""
    have = tableau.caravan.columns[face].packed + ship * ONE_SHIP
    return have + slot.spare & ENOUGH == ENOUGH


def served_faces(state: WayfarersState, player: int, ship: int) -> list[int]:
    """Return the faces that serve at least one open slot."""
    columns, slots = state.tableaux[player].caravan.columns, open_slots(state, player)
    found = []
    for face in FACES:
        have = columns[face].packed + ship * ONE_SHIP
        for slot in slots:
            if have + slot.spare & ENOUGH == ENOUGH:
                found.append(face)
                break
    return found


def _reach(state: WayfarersState, player: int, ship: int, many: bool) -> list[int]:
    """Return the faces with which a die that is being placed can be put down without further steps."""
    ship = max(ship, has_ability(state, player, EXPLORATION))
    served = served_faces(state, player, ship)
    if not many:
        return served
    chain = state.tableaux[player].caravan.chain  # Y-128: after the trade ability a second one
    return [face for face in FACES if not set(chain(face)).isdisjoint(served)]


def _near(face: int, targets: Sequence[int], left: int) -> bool:
    """Tell whether one of several faces can be reached by so many steps."""
    return any(abs(face - target) <= left for target in targets)


# ---- the die that is placed (Y-78 to Y-80, Y-128, Y-151) ---------------------------------------------------


def takable(state: WayfarersState, frame: Turning) -> list[Action]:
    """Return the dice that can be placed, with the faces of their chains."""
    tableau = state.tableaux[frame.actor]
    left = MOST_STEPS if can_trade(state, Placing(frame.actor, 0, 0, 0)) else 0
    reach = _reach(state, frame.actor, 0, left > 0 and state.rules.chains == "many")
    return [
        TAKE_DICE[face, final]
        for face in dict.fromkeys(tableau.dice)
        for final in tableau.caravan.chain(face)
        if _near(final, reach, left)
    ]


def take_die(state: WayfarersState, action: TakeDie, frame: Turning) -> None:
    """Take a die from the supply to place it."""
    tableau = state.tableaux[frame.actor]
    tableau.dice = without(tableau.dice, action.face)
    state.purse = tableau.silver, tableau.provision
    state.stack.append(Placing(frame.actor, action.final, 0, 0))


def placing_options(state: WayfarersState, frame: Placing) -> list[Action]:
    """Return what can be done with a die that is being placed."""
    player, tableau = frame.actor, state.tableaux[frame.actor]
    slots = open_slots(state, player)
    now = [one.slot for one in slots if serves(tableau, frame.face, one, frame.ship)]
    found: list[Action] = [PUT_DICE[slot] for slot in now]
    if not frame.ship and has_ability(state, player, EXPLORATION):
        found += [HIRE_SHIP] * any(
            one.slot not in now and serves(tableau, frame.face, one, 1) for one in slots
        )
    if frame.traded and state.rules.chains == "many":
        reach = served_faces(state, player, max(frame.ship, has_ability(state, player, EXPLORATION)))
        chain = tableau.caravan.chain(frame.face)
        found += [TAKE_DICE[frame.face, face] for face in chain if face != frame.face and face in reach]
    if can_trade(state, frame):
        found.append(USE_TRADE)
    return found


def change_face(state: WayfarersState, action: TakeDie, frame: Placing) -> None:
    """Let the die that is being placed go through a second chain (Y-128)."""
    state.stack.append(frame._replace(face=action.final, traded=0))


def say_placing(state: WayfarersState, action: Say, frame: Placing) -> None:
    """Hire a ship for the die, or use the trade ability (Y-39, Y-40)."""
    if action is HIRE_SHIP:
        use_ability(state, frame.actor, EXPLORATION)
        state.stack.append(frame._replace(ship=1))
    else:
        trade(state, frame.actor, frame._replace(traded=1))


def put_die(state: WayfarersState, action: PutDie, frame: Placing) -> None:
    """Put the die on a slot: what it brings follows, with the discounts of its column (Y-129)."""
    tableau, slot = state.tableaux[frame.actor], action.slot
    folk = next(one.folk for one in open_slots(state, frame.actor) if one.slot == slot)
    column = tableau.caravan.columns[frame.face]
    lent = CARDS[folk].assets.pigeon if folk != NONE else 0
    state.discount = column.silver, column.provision
    state.pigeon = int(column.assets.pigeon + lent > SLOTS[slot].assets.pigeon)
    tableau.placed = tuple(sorted((*tableau.placed, (slot, frame.face))))
    brings = folk if folk != NONE and CARDS[folk].block != NONE else NONE
    state.stack.append(Blocks(AUTOMATIC, frame.actor, slot, brings))


# ---- adjusting dice (Y-39, Y-84, Y-151) --------------------------------------------------------------------


def adjust_options(state: WayfarersState, frame: Adjusting) -> list[Action]:
    """Return the dice that can be adjusted; the one that is being placed must still find a slot."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    found = adjustable(state, frame)
    if not isinstance(below, Placing):
        return optional(state, found, frame)
    reach = _reach(state, frame.actor, below.ship, state.rules.chains == "many")
    found = found if _near(below.face, reach, frame.left - 1) else []
    for by in (1, -1):
        if below.face + by in FACES and _near(below.face + by, reach, frame.left - 1):
            found.append(ADJUSTS[PLACED, by])
    return [*found, DECLINE] if below.face in reach else found


def say_adjusting(state: WayfarersState, action: Say, frame: Adjusting) -> None:
    """Use the trade ability, or decline the adjustments that are left."""
    say_optional(state, action, frame)
    close_empty(state)


def adjust(state: WayfarersState, action: Adjust, frame: Adjusting) -> None:
    """Raise or lower a die by one."""
    below = state.stack[-1] if state.stack else None
    if action.face == PLACED and isinstance(below, Placing):
        state.stack[-1] = below._replace(face=below.face + action.by)
    else:
        tableau = state.tableaux[frame.actor]
        rest = without(tableau.dice, action.face)
        tableau.dice = tuple(sorted((*rest, action.face + action.by)))
    ask_again(state, frame._replace(left=frame.left - 1))


# ---- rolling -----------------------------------------------------------------------------------------------


def rolled(_state: WayfarersState, frame: Rolling) -> list[tuple[Action, int]]:
    """Return what so many dice can show."""
    return _rolls(frame.dice)


@cache
def _rolls(many: int) -> list[tuple[Action, int]]:
    found: list[tuple[Action, int]] = []
    for shown, weight in dice((1,) * len(FACES), many):
        faces = tuple([face for face, times in zip(FACES, shown, strict=True) for _ in range(times)])
        found.append((ROLLS[faces], weight))
    return found


def pick_roll(_state: WayfarersState, frame: Rolling, random: Random) -> Action:
    """Draw one roll."""
    return ROLLS[tuple(sorted([int(random.random() * len(FACES)) + 1 for _ in range(frame.dice)]))]


def roll(state: WayfarersState, action: Roll, frame: Rolling) -> None:
    """Put the dice into the supply."""
    tableau = state.tableaux[frame.player]
    tableau.dice = tuple(sorted((*tableau.dice, *action.faces)))
