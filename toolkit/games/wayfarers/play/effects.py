"""Effects: which can be done, in which order, what opens them, what is paid for them (Y-69, Y-81, Y-117).

`VERBS` is the table of their verbs; the modules beside this one say there how each is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from sys import maxsize
from typing import Annotated, Any, NamedTuple, TypeVar

from toolkit.core.decision import AUTOMATIC, Action, Domain, Frame, Reveal, asks
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.components import effects
from toolkit.games.wayfarers.components.names import NONE, TRADE, said
from toolkit.games.wayfarers.components.tables import CARDS, PLAYER, SLOTS
from toolkit.games.wayfarers.display import more, spend, use_discount
from toolkit.games.wayfarers.state import WayfarersState, without

F = TypeVar("F", bound=type[Any])

RESOURCES = ("silver", "provision")
"""The verbs of effects that are taken without asking."""

MOST_STEPS = 2
"""The adjustments of the trade ability (Y-39)."""

ADJUST_TWICE = effects.intern(effects.Effect("adjust_die", MOST_STEPS))
"""What the trade ability brings; some cards bring it, too."""

ASKED = Domain(written=lambda effect: said(effects.effect_words(effect)))
PAID = Domain(written=effects.block_words)

# ---- verbs -------------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """How effects of a verb are done, by state, player, number of the effect, and die as in `Pending`."""

    able: Callable[[WayfarersState, int, int, int], bool]  #: whether it can be done as things are
    open: Callable[[WayfarersState, int, int, int], None]  #: opens it


VERBS: dict[str, Verb] = {}
"""How effects are done, by their verbs; resources are taken without it."""


Make = Callable[[Any, int, int, int], Frame]
"""What makes a decision: from its class, the player, the number of the effect and the die."""


def resolves(verb: str, make: Make | None = None) -> Callable[[F], F]:
    """Say which decision an effect opens: one with `options`, of which there must be one."""

    def mark(frame: F) -> F:
        made = make or (_of_times if issubclass(frame, Times) else _of_effect)
        asking: Any = cache(partial(made, frame))

        def able(state: WayfarersState, player: int, number: int, die: int) -> bool:
            return bool(asking(player, number, die).options(state))

        def open_(state: WayfarersState, player: int, number: int, die: int) -> None:
            state.stack.append(asking(player, number, die))

        VERBS[verb] = Verb(able, open_)
        return frame

    return mark


def _of_effect(frame: Any, player: int, number: int, die: int) -> Frame:
    asked: Frame = frame(player, number, die)
    return asked


def _of_times(frame: Any, player: int, number: int, _die: int) -> Frame:
    asked: Frame = frame(player, effects.EFFECTS[number].times)
    return asked


def able(state: WayfarersState, player: int, number: int, die: int) -> bool:
    """Tell whether an effect can be done as things are."""
    verb = effects.EFFECTS[number].verb
    if verb in RESOURCES:
        return in_supply(state)[RESOURCES.index(verb)] > 0
    return VERBS[verb].able(state, player, number, die)


def able_any(state: WayfarersState, player: int, parts: Iterable[int], die: int) -> bool:
    """Tell whether any of several effects can be done."""
    return any(able(state, player, part, die) for part in parts)


# ---- decisions that may be declined, and the trade ability in them (Y-11, Y-26, Y-38 to Y-41, Y-117) -------


def has_ability(state: WayfarersState, player: int, guild: int) -> bool:
    """Tell whether a player may use the ability of a guild now: once in each own turn, for one influence."""
    unused = not state.used >> guild & 1 and player == state.player
    return unused and state.tableaux[player].guilds[guild] > 0


def use_ability(state: WayfarersState, player: int, guild: int) -> None:
    """Spend one influence for the ability of a guild (Y-26)."""
    state.used |= 1 << guild
    spend_influence(state, player, guild, 1)


def spend_influence(state: WayfarersState, player: int, guild: int, many: int) -> None:
    """Return influence from a guild to the supply (Y-26)."""
    tableau = state.tableaux[player]
    tableau.guilds = more(tableau.guilds, guild, -many)
    tableau.influence += many


def can_trade(state: WayfarersState, player: int, *, before: bool = False, placing: bool = False) -> bool:
    """Tell whether the trade ability may be used: before the action, while placing, or else (Y-11)."""
    if not (placing or state.tableaux[player].dice) or not has_ability(state, player, TRADE):
        return False
    return before or placing or state.rules.guild_trade == "any_time"


def trade(state: WayfarersState, player: int, *frames: Frame) -> None:
    """Use the trade ability: two adjustments, then what was open goes on (Y-39)."""
    use_ability(state, player, TRADE)
    state.stack += frames
    VERBS["adjust_die"].open(state, player, ADJUST_TWICE, 0)


def optional(frame: F) -> F:
    """Let a decision with `options` be declined, and the trade ability be used in it (Y-11, Y-117)."""
    for name, method in (("legal", options_or_decline), ("say", trade_or_decline)):
        if name not in vars(frame):
            setattr(frame, name, method)
    return frame


def options_or_decline(self: Any, state: WayfarersState) -> Sequence[Action]:
    """Return the options, to which the trade ability is added, and declining."""
    found: list[Action] = self.options(state)
    if can_trade(state, self.actor):
        found.append(act.USE_TRADE)
    found.append(act.DECLINE)
    return act.in_order(found)


def trade_or_decline(self: Any, state: WayfarersState, action: act.Say) -> None:
    """Use the trade ability, or decline what is open."""
    if action is act.USE_TRADE:
        trade(state, self.actor, self)


class Times(NamedTuple):
    """Something that a player may do so many times."""

    actor: int
    left: int


def again(state: WayfarersState, frame: Any) -> None:
    """Open what was done once of `left` times again, while it can be."""
    if frame.left > 1:
        state.stack.append(frame._replace(left=frame.left - 1))
    close_empty(state)


def close_empty(state: WayfarersState) -> None:
    """Close decisions of which nothing can be done: declining alone is no choice."""
    while (legal := state.legal_actions()) and legal[0] in (act.USE_TRADE, act.DECLINE):
        state.stack.pop()


# ---- pending effects (Y-69, Y-117, Y-124) ------------------------------------------------------------------


def pend(state: WayfarersState, player: int, parts: Iterable[int], die: int = 0) -> None:
    """Open effects that a player may resolve in any order (Y-69)."""
    if parts := tuple(parts):
        state.stack.append(Pending(AUTOMATIC, player, parts, die))


class Pending(NamedTuple):
    """Effects that a player may resolve in any order (Y-69)."""

    actor: int
    player: int
    parts: tuple[int, ...]
    die: int  #: whether a die's discounts serve them

    def step(self, state: WayfarersState) -> Reveal | None:
        """Take resources at once, then open the only effect that can be done, or ask which is next."""
        silver, provision, parts = resources_of(self.parts)
        told = _receive(state, self.player, silver, provision)
        can = [part for part in dict.fromkeys(parts) if able(state, self.player, part, self.die)]
        if len(can) == 1:
            self._replace(parts=parts).open(state, can[0])
        elif can:
            state.stack.append(Ordering(self.player, parts, self.die))
        return told

    def open(self, state: WayfarersState, part: int) -> None:
        """Open an effect; the others wait below."""
        pend(state, self.player, without(self.parts, part), self.die)
        VERBS[effects.EFFECTS[part].verb].open(state, self.player, part, self.die)


@lru_cache(maxsize=4096)
def resources_of(parts: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Return the silver and the provisions among effects, and the others."""
    silver = sum(effects.EFFECTS[part].times for part in parts if effects.EFFECTS[part].verb == "silver")
    provision = sum(
        effects.EFFECTS[part].times for part in parts if effects.EFFECTS[part].verb == "provision"
    )
    return silver, provision, tuple([part for part in parts if effects.EFFECTS[part].verb not in RESOURCES])


def _receive(state: WayfarersState, player: int, silver: int, provision: int) -> Reveal | None:
    """Let a player take resources, as far as there are any (Y-8)."""
    silver, provision = map(min, (silver, provision), in_supply(state))
    if not silver and not provision:
        return None
    tableau = state.tableaux[player]
    tableau.silver += silver
    tableau.provision += provision
    return act.Took(player, silver, provision)


def in_supply(state: WayfarersState) -> tuple[int, int]:
    """Return how many silver and provisions the supply has; it never runs out unless it is counted (Y-8)."""
    if state.rules.supply == "unlimited":
        return maxsize, maxsize
    silver = PLAYER.box["silver"] - sum([one.silver for one in state.tableaux])
    return silver, PLAYER.box["provision"] - sum([one.provision for one in state.tableaux])


@optional
@asks("Which effect is next? (Y-69)")
class Ordering(NamedTuple):
    """A player says which of several effects is next (Y-69)."""

    actor: int
    parts: tuple[int, ...]
    die: int  #: as in `Pending`

    def options(self, state: WayfarersState) -> list[Action]:
        parts = [part for part in dict.fromkeys(self.parts) if able(state, self.actor, part, self.die)]
        return [act.Do.of[part] for part in parts]

    def do(self, state: WayfarersState, action: act.Do) -> None:
        Pending(AUTOMATIC, *self).open(state, action.effect)

    def say(self, state: WayfarersState, action: act.Say) -> None:
        """Use the trade ability, or decline all that is optional (Y-32)."""
        if action is act.USE_TRADE:  # less may be possible then: it is looked at anew
            trade(state, self.actor, Pending(AUTOMATIC, *self))
        else:
            pend(state, self.actor, [part for part in self.parts if effects.EFFECTS[part].verb == "new_die"])


@optional
@resolves("choose_one")
@asks("Which one: {effect}? (Y-131)")
class Choosing(NamedTuple):
    """A player chooses a branch of an effect of which something can be done (Y-131)."""

    actor: int
    effect: Annotated[int, ASKED]
    die: int

    def options(self, state: WayfarersState) -> list[Action]:
        branches = effects.EFFECTS[self.effect].branches
        return [act.Choose.of[one] for one in branches if able_any(state, self.actor, one, self.die)]

    def choose(self, state: WayfarersState, action: act.Choose) -> None:
        pend(state, self.actor, action.branch, self.die)


# ---- blocks: what a die, a worker or a townsfolk brings (Y-61, Y-81, Y-86, Y-152) --------------------------


def able_block(state: WayfarersState, player: int, number: int, die: int) -> bool:
    """Tell whether a block can be paid, and something of it be done as things are."""
    block = effects.BLOCKS[number]
    if block.pay and not ways_to_pay(state, player, number):
        return False
    return able_any(state, player, block.parts, die)


def ways_to_pay(state: WayfarersState, player: int, number: int) -> list[tuple[int, int]]:
    """Return what is due for a block after discounts, in each way that the player can pay (Y-76, Y-81).

    The discounts of a die serve its whole action, also what a vista asks for meanwhile.
    """
    tableau, (silver, provision) = state.tableaux[player], state.discount
    due = [(max(0, way[0] - silver), max(0, way[1] - provision)) for way in effects.BLOCKS[number].pay]
    return [way for way in due if way[0] <= tableau.silver and way[1] <= tableau.provision]


def open_block(state: WayfarersState, player: int, number: int, die: int) -> None:
    """Open a block: what is due is paid first."""
    block = effects.BLOCKS[number]
    if not block.pay:
        pend(state, player, block.parts, die)
    elif (0, 0) in ways_to_pay(state, player, number):
        _pay(state, player, number, (0, 0), die)
    else:
        state.stack.append(Paying(player, number, die))


def _pay(state: WayfarersState, player: int, number: int, paid: tuple[int, int], die: int) -> None:
    """Pay what is left of an arrow after discounts; what it brings follows."""
    block = effects.BLOCKS[number]
    left = state.discount
    for silver, provision in block.pay:
        used = min(silver, left[0]), min(provision, left[1])
        if (silver - used[0], provision - used[1]) == paid:
            use_discount(state, *used)
            break
    spend(state, player, *paid)
    pend(state, player, block.parts, die)


VERBS[effects.BLOCK] = Verb(
    lambda state, player, number, die: able_block(state, player, effects.EFFECTS[number].times, die),
    lambda state, player, number, die: open_block(state, player, effects.EFFECTS[number].times, die),
)


@optional
@asks("Do you pay for it: {block}? (Y-81)")
class Paying(NamedTuple):
    """A player may pay for a block (Y-81)."""

    actor: int
    block: Annotated[int, PAID]
    die: int

    def options(self, state: WayfarersState) -> list[Action]:
        return [act.Pay.of[way] for way in dict.fromkeys(ways_to_pay(state, self.actor, self.block))]

    def pay(self, state: WayfarersState, action: act.Pay) -> None:
        _pay(state, self.actor, self.block, (action.silver, action.provision), self.die)


class Blocks(NamedTuple):
    """What a placed die brings: its slot's block and that of the townsfolk under it, or `NONE` (Y-152)."""

    actor: int
    player: int
    slot: int
    folk: int

    def step(self, state: WayfarersState) -> Reveal | None:
        """Open one of the blocks, or ask which is next."""
        if self.folk != NONE:
            block = effects.BLOCKS[CARDS[self.folk].block]
            if not block.pay and not resources_of(block.parts)[2]:
                state.stack.append(self._replace(folk=NONE))
                pend(state, self.player, block.parts)
                return None
        can_slot = self.slot != NONE and able_block(state, self.player, SLOTS[self.slot].block, 1)
        can_folk = self.folk != NONE and able_block(state, self.player, CARDS[self.folk].block, 1)
        if can_slot and can_folk:
            state.stack.append(OrderingBlocks(*self[1:]))
        elif can_slot:
            self.open_slot(state)
        elif can_folk:
            self.open_folk(state)
        return None

    def open_slot(self, state: WayfarersState) -> None:
        """Open the block of the slot; that of the townsfolk waits."""
        state.stack.append(self._replace(slot=NONE))
        open_block(state, self.player, SLOTS[self.slot].block, 1)

    def open_folk(self, state: WayfarersState) -> None:
        """Open the block of the townsfolk; that of the slot waits."""
        state.stack.append(self._replace(folk=NONE))
        open_block(state, self.player, CARDS[self.folk].block, 1)


@optional
@asks("Which is next, the slot or the townsfolk under it? (Y-61, Y-152)")
class OrderingBlocks(NamedTuple):
    """A player says whether the slot or the townsfolk is next (Y-61, Y-152)."""

    actor: int
    slot: int
    folk: int

    def options(self, _state: WayfarersState) -> list[Action]:
        return [act.SLOT_BLOCK, act.FOLK_BLOCK]

    def say(self, state: WayfarersState, action: act.Say) -> None:
        """Open a block, use the trade ability, or decline both."""
        blocks = Blocks(AUTOMATIC, *self)
        if action is act.SLOT_BLOCK:
            blocks.open_slot(state)
        elif action is act.FOLK_BLOCK:
            blocks.open_folk(state)
        elif action is act.USE_TRADE:
            trade(state, self.actor, blocks)
