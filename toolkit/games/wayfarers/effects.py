"""Pending effects: what can be done of them, in which order, and the decision that each one opens (Y-69)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from sys import maxsize
from types import MappingProxyType
from typing import Any

from toolkit.core.decision import AUTOMATIC, CHANCE, Action, Frame, Reveal
from toolkit.games.wayfarers.actions import (
    ADJUSTS,
    CHOICES,
    DOES,
    FOLK_BLOCK,
    JOURNAL_STEPS,
    PAYS,
    REFRESHES,
    REROLLS,
    SLOT_BLOCK,
    USE_TRADE,
    Choose,
    Do,
    Pay,
    Refresh,
    Reroll,
    Retrieve,
    Say,
    Took,
)
from toolkit.games.wayfarers.components.effects import BLOCK, BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import NONE, SCIENCE
from toolkit.games.wayfarers.components.tables import CARDS, PLAYER, SLOTS
from toolkit.games.wayfarers.display import more, retrievable, retrieve, spend, use_discount
from toolkit.games.wayfarers.gaining import acquirable, begin_drawing, pend, tile_options, welcome
from toolkit.games.wayfarers.influence import ask_again, card_options, guild_options, move_options, trade
from toolkit.games.wayfarers.journal import FINAL, steps
from toolkit.games.wayfarers.state import (
    Acquiring,
    Adjusting,
    Blocks,
    Choosing,
    InfluencingCard,
    InfluencingGuild,
    Journaling,
    MovingInfluence,
    Ordering,
    OrderingBlocks,
    Paying,
    Pending,
    Refreshing,
    Retrieving,
    Rolling,
    TakingTop,
    Upgrading,
    WayfarersState,
    without,
)

RESOURCES = ("silver", "provision")
"""The verbs of effects that are taken without asking."""

# ---- what can be done of an effect -------------------------------------------------------------------------


def able(state: WayfarersState, player: int, number: int, die: int) -> bool:
    """Tell whether an effect can be done as things are."""
    effect = EFFECTS[number]
    if effect.verb in RESOURCES:
        return in_supply(state)[RESOURCES.index(effect.verb)] > 0
    if effect.verb == "new_die":
        return state.tableaux[player].reserve > 0
    if effect.verb == BLOCK:
        return able_block(state, player, effect.times, die)
    if effect.source:
        return bool(welcome(state.tableaux[player], effect.kind)) and state.pile(effect.kind) > 0
    frame = _asking(player, number, die)
    return bool(OPTIONS[type(frame)](state, frame))


def able_any(state: WayfarersState, player: int, parts: Iterable[int], die: int) -> bool:
    """Tell whether any of several effects can be done."""
    return any(able(state, player, part, die) for part in parts)


def able_block(state: WayfarersState, player: int, number: int, die: int) -> bool:
    """Tell whether a block can be paid, and something of it be done as things are."""
    block = BLOCKS[number]
    if block.pay and not ways_to_pay(state, player, number):
        return False
    return able_any(state, player, block.parts, die)


def ways_to_pay(state: WayfarersState, player: int, number: int) -> list[tuple[int, int]]:
    """Return what is due for a block after discounts, in each way that the player can pay (Y-76, Y-81).

    The discounts of a die serve its whole action, also what a vista asks for meanwhile.
    """
    tableau, (silver, provision) = state.tableaux[player], state.discount
    due = [(max(0, way[0] - silver), max(0, way[1] - provision)) for way in BLOCKS[number].pay]
    return [way for way in due if way[0] <= tableau.silver and way[1] <= tableau.provision]


def adjustable(state: WayfarersState, frame: Adjusting) -> list[Action]:
    """Return the ways to adjust a die of the supply (Y-84)."""
    faces = dict.fromkeys(state.tableaux[frame.actor].dice)
    return [ADJUSTS[face, by] for face in faces for by in (1, -1) if 1 <= face + by <= 6]


def refreshable(state: WayfarersState, frame: Refreshing) -> list[Action]:
    """Return the dice that can be refreshed (Y-83)."""
    tableau = state.tableaux[frame.actor]
    found: list[Action] = [REFRESHES[slot] for slot, _ in tableau.placed]
    return found + [REROLLS[face] for face in dict.fromkeys(tableau.dice)]


def journal_options(state: WayfarersState, player: int, science: int) -> list[Action]:
    """Return the spaces that a marker can be moved to (Y-28, Y-29), with the science ability or without."""
    tableau = state.tableaux[player]
    guilds = more(tableau.guilds, SCIENCE, -science)
    taken = state.markers
    found: list[Action] = []
    for space, needed in steps(state.rules.sections)[tableau.marker]:
        if space in FINAL and space in taken:
            continue
        if needed.counter >= 0:
            met = tableau.counts[needed.counter] >= needed.at_least
        else:
            spend = needed.spend
            met = guilds[0] >= spend[0] and guilds[1] >= spend[1] and guilds[2] >= spend[2]
        if met:
            found.append(JOURNAL_STEPS[space][science])
    return found


# ---- pending effects (Y-69, Y-117, Y-124) ------------------------------------------------------------------


def resolve(state: WayfarersState, frame: Pending) -> Reveal | None:
    """Take resources at once, then open the only effect that can be done, or ask which is next."""
    silver, provision, parts = resources_of(frame.parts)
    told = _receive(state, frame.player, silver, provision)
    can = [part for part in dict.fromkeys(parts) if able(state, frame.player, part, frame.die)]
    if len(can) == 1:
        _open(state, frame._replace(parts=parts), can[0])
    elif can:
        state.stack.append(Ordering(frame.player, parts, frame.die))
    return told


@lru_cache(maxsize=4096)
def resources_of(parts: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Return the silver and the provisions among effects, and the others."""
    silver = sum(EFFECTS[part].times for part in parts if EFFECTS[part].verb == "silver")
    provision = sum(EFFECTS[part].times for part in parts if EFFECTS[part].verb == "provision")
    return silver, provision, tuple([part for part in parts if not is_resource(part)])


def is_resource(part: int) -> bool:
    """Tell whether an effect is silver or provisions, which are taken without asking."""
    return EFFECTS[part].verb in RESOURCES


def _receive(state: WayfarersState, player: int, silver: int, provision: int) -> Reveal | None:
    """Let a player take resources, as far as there are any (Y-8)."""
    silver, provision = map(min, (silver, provision), in_supply(state))
    if not silver and not provision:
        return None
    tableau = state.tableaux[player]
    tableau.silver += silver
    tableau.provision += provision
    return Took(player, silver, provision)


def in_supply(state: WayfarersState) -> tuple[int, int]:
    """Return how many silver and provisions the supply has; it never runs out unless it is counted (Y-8)."""
    if state.rules.supply == "unlimited":
        return maxsize, maxsize
    silver = PLAYER.box["silver"] - sum([one.silver for one in state.tableaux])
    return silver, PLAYER.box["provision"] - sum([one.provision for one in state.tableaux])


def _open(state: WayfarersState, pending: Pending, part: int) -> None:
    """Open an effect; the others of the same agenda wait below."""
    player, die, effect = pending.player, pending.die, EFFECTS[part]
    pend(state, player, without(pending.parts, part), die)
    if effect.verb == "acquire" and effect.source == "draw3_keep1":
        begin_drawing(state, player, effect.kind)
    elif effect.verb == BLOCK:
        open_block(state, player, effect.times, die)
    elif effect.verb == "new_die":
        state.tableaux[player].reserve -= 1
        state.stack.append(Rolling(CHANCE, player, 1))
    elif effect.source:
        state.stack.append(TakingTop(CHANCE, player, effect.kind))
    else:
        state.stack.append(_asking(player, part, die))


@cache
def _asking(player: int, part: int, die: int) -> Frame:
    """Return the frame that asks how an effect is done."""
    effect = EFFECTS[part]
    if effect.verb == "acquire":
        return Acquiring(player, part, die)
    if effect.verb == "upgrade":
        return Upgrading(player, part, die)
    if effect.verb == "choose_one":
        return Choosing(player, part, die)
    if effect.verb == "influence_guild":
        return InfluencingGuild(player, effect.guild, effect.times)
    if effect.verb == "journal":
        return Journaling(player, 0)
    return _TIMES[effect.verb](player, effect.times)


_TIMES: dict[str, Callable[[int, int], Frame]] = {
    "influence_card": InfluencingCard,
    "move_influence": MovingInfluence,
    "adjust_die": Adjusting,
    "refresh_die": Refreshing,
    "retrieve_worker": Retrieving,
}


def doable(state: WayfarersState, frame: Ordering) -> list[Action]:
    """Return which effects may be next."""
    parts = [part for part in dict.fromkeys(frame.parts) if able(state, frame.actor, part, frame.die)]
    return [DOES[part] for part in parts]


def do(state: WayfarersState, action: Do, frame: Ordering) -> None:
    """Resolve an effect next."""
    _open(state, Pending(AUTOMATIC, frame.actor, frame.parts, frame.die), action.effect)


def say_ordering(state: WayfarersState, action: Say, frame: Ordering) -> None:
    """Use the trade ability, or decline all that is optional (Y-32)."""
    if action is USE_TRADE:  # less may be possible then: it is looked at anew
        trade(state, frame.actor, Pending(AUTOMATIC, frame.actor, frame.parts, frame.die))
    else:
        pend(state, frame.actor, [part for part in frame.parts if EFFECTS[part].verb == "new_die"])


# ---- blocks: what a die, a worker or a townsfolk brings (Y-61, Y-81, Y-86, Y-152) --------------------------


def open_block(state: WayfarersState, player: int, number: int, die: int) -> None:
    """Open a block: what is due is paid first."""
    block = BLOCKS[number]
    if not block.pay:
        pend(state, player, block.parts, die)
    elif (0, 0) in ways_to_pay(state, player, number):
        pay_block(state, player, number, (0, 0), die)
    else:
        state.stack.append(Paying(player, number, die))


def pay_options(state: WayfarersState, frame: Paying) -> list[Action]:
    """Return the ways to pay for a block."""
    due = ways_to_pay(state, frame.actor, frame.block)
    return [PAYS[way] for way in dict.fromkeys(due)]


def pay(state: WayfarersState, action: Pay, frame: Paying) -> None:
    """Pay for a block; what it brings follows."""
    pay_block(state, frame.actor, frame.block, (action.silver, action.provision), frame.die)


def pay_block(state: WayfarersState, player: int, number: int, paid: tuple[int, int], die: int) -> None:
    """Pay what is left of an arrow after discounts."""
    block = BLOCKS[number]
    left = state.discount
    for silver, provision in block.pay:
        used = min(silver, left[0]), min(provision, left[1])
        if (silver - used[0], provision - used[1]) == paid:
            use_discount(state, *used)
            break
    spend(state, player, *paid)
    pend(state, player, block.parts, die)


def open_blocks(state: WayfarersState, frame: Blocks) -> Reveal | None:
    """Open the block of a slot or of the townsfolk under it, or ask which is next."""
    slot, folk, player = frame.slot, frame.folk, frame.player
    if folk != NONE:
        block = BLOCKS[CARDS[folk].block]
        if not block.pay and all(map(is_resource, block.parts)):
            state.stack.append(frame._replace(folk=NONE))
            pend(state, player, block.parts)
            return None
    can_slot = slot != NONE and able_block(state, player, SLOTS[slot].block, 1)
    can_folk = folk != NONE and able_block(state, player, CARDS[folk].block, 1)
    if can_slot and can_folk:
        state.stack.append(OrderingBlocks(player, slot, folk))
    elif can_slot:
        _open_slot(state, frame)
    elif can_folk:
        _open_folk(state, frame)
    return None


def _open_slot(state: WayfarersState, frame: Blocks) -> None:
    state.stack.append(frame._replace(slot=NONE))
    open_block(state, frame.player, SLOTS[frame.slot].block, 1)


def _open_folk(state: WayfarersState, frame: Blocks) -> None:
    state.stack.append(frame._replace(folk=NONE))
    open_block(state, frame.player, CARDS[frame.folk].block, 1)


def say_block(state: WayfarersState, action: Say, frame: OrderingBlocks) -> None:
    """Open a block, use the trade ability, or decline both."""
    blocks = Blocks(AUTOMATIC, frame.actor, frame.slot, frame.folk)
    if action is SLOT_BLOCK:
        _open_slot(state, blocks)
    elif action is FOLK_BLOCK:
        _open_folk(state, blocks)
    elif action is USE_TRADE:
        trade(state, frame.actor, blocks)


# ---- the decisions of single effects -----------------------------------------------------------------------


def branches(state: WayfarersState, frame: Choosing) -> list[Action]:
    """Return the branches of which something can be done (Y-131)."""
    return [
        CHOICES[branch]
        for branch in EFFECTS[frame.effect].branches
        if able_any(state, frame.actor, branch, frame.die)
    ]


def choose(state: WayfarersState, action: Choose, frame: Choosing) -> None:
    """Choose a branch."""
    pend(state, frame.actor, action.branch, frame.die)


def roll_again(state: WayfarersState, action: Refresh | Reroll, frame: Refreshing) -> None:
    """Roll a placed die into the supply, or one of the supply again (Y-83)."""
    tableau = state.tableaux[frame.actor]
    if frame.left > 1:
        state.stack.append(frame._replace(left=frame.left - 1))
    if isinstance(action, Reroll):
        tableau.dice = without(tableau.dice, action.face)
    else:
        tableau.placed = tuple([one for one in tableau.placed if one[0] != action.slot])
    state.stack.append(Rolling(CHANCE, frame.actor, 1))


def retrieve_worker(state: WayfarersState, action: Retrieve, frame: Retrieving) -> None:
    """Retrieve a worker, and another one if there are more to be retrieved (Y-89, Y-119)."""
    retrieve(state, frame.actor, action)
    ask_again(state, frame._replace(left=frame.left - 1))


OPTIONS: Mapping[type[Any], Callable[[WayfarersState, Any], list[Action]]] = MappingProxyType(
    {
        Acquiring: acquirable,
        Adjusting: adjustable,
        Choosing: branches,
        InfluencingCard: card_options,
        InfluencingGuild: guild_options,
        Journaling: lambda state, frame: journal_options(state, frame.actor, frame.science),
        MovingInfluence: move_options,
        Ordering: doable,
        OrderingBlocks: lambda _, _frame: [SLOT_BLOCK, FOLK_BLOCK],
        Paying: pay_options,
        Refreshing: refreshable,
        Retrieving: retrievable,
        Upgrading: tile_options,
    }
)
"""What may be done in the decisions that can be declined; none is opened of which nothing can be done."""
