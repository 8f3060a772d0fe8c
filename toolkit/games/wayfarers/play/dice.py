"""Dice: which slots a face serves, placing, chains, ships, adjusting, refreshing, rolling (Y-78 to Y-84)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from toolkit.core.chance import dice
from toolkit.core.decision import AUTOMATIC, CHANCE, Action, asks
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.caravan import FACES
from toolkit.games.wayfarers.components.names import ASSETS, EXPLORATION, NONE
from toolkit.games.wayfarers.components.tables import CARDS, ENOUGH, ONE_SHIP, SLOTS
from toolkit.games.wayfarers.play import effects
from toolkit.games.wayfarers.state import WayfarersState, without
from toolkit.games.wayfarers.tableau import OpenSlot, Tableau, open_slot

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


def missing(tableau: Tableau, face: int, slot: OpenSlot, ship: int) -> int:
    """Return the assets of a slot that a face lacks, as bits of `ENOUGH`; a townsfolk, a ship lend some."""
    have = tableau.caravan.columns[face].packed + ship * ONE_SHIP
    return ENOUGH & ~(have + slot.spare)


def serves(tableau: Tableau, face: int, slot: OpenSlot, ship: int) -> bool:
    """Tell whether a face has all assets of a slot, with a townsfolk's and a hired ship (Y-75, Y-78)."""
    return not missing(tableau, face, slot, ship)


def served_faces(state: WayfarersState, player: int, ship: int) -> list[int]:
    """Return the faces that serve at least one open slot."""
    columns, slots = state.tableaux[player].caravan.columns, open_slots(state, player)
    found = []
    for face in FACES:  # `serves` written out: it is asked often
        have = columns[face].packed + ship * ONE_SHIP
        for slot in slots:
            if have + slot.spare & ENOUGH == ENOUGH:
                found.append(face)
                break
    return found


def _reach(state: WayfarersState, player: int, ship: int, many: bool) -> list[int]:
    """Return the faces with which a die that is being placed can be put down without further steps."""
    ship = max(ship, effects.has_ability(state, player, EXPLORATION))
    served = served_faces(state, player, ship)
    if not many:
        return served
    chain = state.tableaux[player].caravan.chain  # Y-128: after the trade ability a second one
    return [face for face in FACES if not set(chain(face)).isdisjoint(served)]


def _near(face: int, targets: Sequence[int], left: int) -> bool:
    """Tell whether one of several faces can be reached by so many steps."""
    return any(abs(face - target) <= left for target in targets) if left else face in targets


# ---- the die that is placed (Y-78 to Y-80, Y-128, Y-151) ---------------------------------------------------


def takable(state: WayfarersState, player: int) -> list[Action]:
    """Return the dice that can be placed, with the faces of their chains."""
    tableau = state.tableaux[player]
    left = effects.MOST_STEPS if effects.can_trade(state, player, placing=True) else 0
    reach = _reach(state, player, 0, left > 0 and state.rules.chains == "many")
    return [
        act.TakeDie.of[face, final]
        for face in dict.fromkeys(tableau.dice)
        for final in tableau.caravan.chain(face)
        if _near(final, reach, left)
    ]


def not_takable(tableau: Tableau, action: act.TakeDie) -> str:
    """Return the reason why a die is not among those."""
    if action.face not in tableau.dice:
        return f"no die in the supply shows {action.face} (Y-78)"
    if action.final not in tableau.caravan.chain(action.face):
        return "the caravan has no such chain (Y-79)"
    return f"no open slot has all its assets for a {action.final} (Y-78)"


def take_die(state: WayfarersState, player: int, action: act.TakeDie) -> None:
    """Take a die from the supply to place it."""
    tableau = state.tableaux[player]
    tableau.dice = without(tableau.dice, action.face)
    state.purse = tableau.silver, tableau.provision
    state.stack.append(Placing(player, action.final, 0, 0))


@asks("On which slot does the die with {face} go? (Y-78)")
class Placing(NamedTuple):
    """A die with this face is being placed."""

    actor: int
    face: int
    ship: int  #: whether a ship was hired for it
    traded: int  #: whether the trade ability was used for it

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        player, tableau = self.actor, state.tableaux[self.actor]
        slots = open_slots(state, player)
        now = [one.slot for one in slots if not missing(tableau, self.face, one, self.ship)]
        found: list[Action] = [act.PutDie.of[slot] for slot in now]
        if not self.ship and effects.has_ability(state, player, EXPLORATION):
            others = [one for one in slots if one.slot not in now]
            found += [act.HIRE_SHIP] * any(serves(tableau, self.face, one, 1) for one in others)
        if self.traded and state.rules.chains == "many":
            reach = served_faces(
                state, player, max(self.ship, effects.has_ability(state, player, EXPLORATION))
            )
            chain = tableau.caravan.chain(self.face)
            found += [
                act.TakeDie.of[self.face, face] for face in chain if face != self.face and face in reach
            ]
        if effects.can_trade(state, player, placing=True):
            found.append(act.USE_TRADE)
        return act.in_order(found)

    def why_not(self, state: WayfarersState, action: act.PutDie) -> str:
        slot = next((one for one in open_slots(state, self.actor) if one.slot == action.slot), None)
        if slot is None:
            return "that slot is not open to you: not yours, taken, or new (Y-68, Y-78)"
        lacks = missing(state.tableaux[self.actor], self.face, slot, self.ship)
        first = (lacks & -lacks).bit_length() // 4 - 1
        return f"the {self.face} lacks {ASSETS[first]} there (Y-78)" if lacks else ""

    def put(self, state: WayfarersState, action: act.PutDie) -> None:
        """Put the die on a slot: what it brings follows, with the discounts of its column (Y-129)."""
        tableau, slot = state.tableaux[self.actor], action.slot
        folk = next(one.folk for one in open_slots(state, self.actor) if one.slot == slot)
        column = tableau.caravan.columns[self.face]
        lent = CARDS[folk].assets.pigeon if folk != NONE else 0
        state.discount = column.silver, column.provision
        state.pigeon = int(column.assets.pigeon + lent > SLOTS[slot].assets.pigeon)
        tableau.placed = tuple(sorted((*tableau.placed, (slot, self.face))))
        brings = folk if folk != NONE and CARDS[folk].block != NONE else NONE
        state.stack.append(effects.Blocks(AUTOMATIC, self.actor, slot, brings))

    def change_face(self, state: WayfarersState, action: act.TakeDie) -> None:
        """Let the die go through a second chain (Y-128)."""
        state.stack.append(self._replace(face=action.final, traded=0))

    def say(self, state: WayfarersState, action: act.Say) -> None:
        """Hire a ship for the die, or use the trade ability (Y-39, Y-40)."""
        if action is act.HIRE_SHIP:
            effects.use_ability(state, self.actor, EXPLORATION)
            state.stack.append(self._replace(ship=1))
        else:
            effects.trade(state, self.actor, self._replace(traded=1))


# ---- adjusting dice (Y-39, Y-84, Y-151) --------------------------------------------------------------------


@effects.resolves("adjust_die")
@asks("Which die do you adjust? ({left} left, Y-39, Y-84)")
class Adjusting(effects.Times):
    """A player adjusts dice by so many steps (Y-39, Y-84)."""

    __slots__ = ()

    def options(self, state: WayfarersState) -> list[Action]:
        faces = dict.fromkeys(state.tableaux[self.actor].dice)
        return [act.Adjust.of[face, by] for face in faces for by in (1, -1) if 1 <= face + by <= 6]

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        """Return the dice that can be adjusted; the one that is being placed must still find a slot."""
        below = state.stack[-2] if len(state.stack) > 1 else None
        if not isinstance(below, Placing):
            return effects.options_or_decline(self, state)
        reach = _reach(state, self.actor, below.ship, state.rules.chains == "many")
        found = self.options(state) if _near(below.face, reach, self.left - 1) else []
        for by in (1, -1):
            if below.face + by in FACES and _near(below.face + by, reach, self.left - 1):
                found.append(act.Adjust.of[act.PLACED, by])
        return [*found, act.DECLINE] if below.face in reach else found

    def adjust(self, state: WayfarersState, action: act.Adjust) -> None:
        """Raise or lower a die by one."""
        below = state.stack[-1] if state.stack else None
        if action.face == act.PLACED and isinstance(below, Placing):
            state.stack[-1] = below._replace(face=below.face + action.by)
        else:
            tableau = state.tableaux[self.actor]
            rest = without(tableau.dice, action.face)
            tableau.dice = tuple(sorted((*rest, action.face + action.by)))
        effects.again(state, self)

    def say(self, state: WayfarersState, action: act.Say) -> None:
        """Use the trade ability, or decline the adjustments that are left."""
        effects.trade_or_decline(self, state, action)
        effects.close_empty(state)


# ---- refreshing and rolling (Y-83) -------------------------------------------------------------------------


@effects.optional
@effects.resolves("refresh_die")
@asks("Which die do you refresh? ({left} left, Y-83)")
class Refreshing(effects.Times):
    """A player refreshes so many dice (Y-83)."""

    __slots__ = ()

    def options(self, state: WayfarersState) -> list[Action]:
        tableau = state.tableaux[self.actor]
        found: list[Action] = [act.Refresh.of[slot] for slot, _ in tableau.placed]
        return found + [act.Reroll.of[face] for face in dict.fromkeys(tableau.dice)]

    def roll(self, state: WayfarersState, action: act.Refresh | act.Reroll) -> None:
        """Roll a placed die into the supply, or one of the supply again."""
        tableau = state.tableaux[self.actor]
        if self.left > 1:
            state.stack.append(self._replace(left=self.left - 1))
        if isinstance(action, act.Reroll):
            tableau.dice = without(tableau.dice, action.face)
        else:
            tableau.placed = tuple([one for one in tableau.placed if one[0] != action.slot])
        state.stack.append(Rolling(CHANCE, self.actor, 1))


class Rolling(NamedTuple):
    """So many dice are rolled into the supply of a player."""

    actor: int
    player: int
    dice: int

    def outcomes(self, _state: WayfarersState) -> Sequence[tuple[Action, int]]:
        return _rolls(self.dice)

    def pick(self, _state: WayfarersState, random: Random) -> Action:
        return act.Roll.of[tuple(sorted([int(random.random() * len(FACES)) + 1 for _ in range(self.dice)]))]

    def roll(self, state: WayfarersState, action: act.Roll) -> None:
        tableau = state.tableaux[self.player]
        tableau.dice = tuple(sorted((*tableau.dice, *action.faces)))


@cache
def _rolls(many: int) -> list[tuple[Action, int]]:
    found: list[tuple[Action, int]] = []
    for shown, weight in dice((1,) * len(FACES), many):
        faces = tuple([face for face, times in zip(FACES, shown, strict=True) for _ in range(times)])
        found.append((act.Roll.of[faces], weight))
    return found


def _roll_a_new_die(state: WayfarersState, player: int, _number: int, _die: int) -> None:
    state.tableaux[player].reserve -= 1
    state.stack.append(Rolling(CHANCE, player, 1))


effects.VERBS["new_die"] = effects.Verb(
    lambda state, player, *_: state.tableaux[player].reserve > 0, _roll_a_new_die
)
