"""`Effect` and `Block`: what cards, tiles and spaces bring, by number, so that frames can name them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from toolkit.games.wayfarers.components.names import (
    ANY_GUILD,
    BY_COLOUR,
    GUILDS,
    KINDS,
    NONE,
    TILE_KINDS,
    said,
)

if TYPE_CHECKING:
    from toolkit.games.wayfarers.components.records import EffectRecord, Gain, Pay

BLOCK = "block"
"""The verb of a part that is paid for: its `times` is the number of a block (of promos alone)."""


class Effect(NamedTuple):
    """An effect: a verb of `VERBS` with what it needs."""

    verb: str
    times: int = 1  #: how much or how often
    kind: int = NONE  #: of the card to acquire or of the tile; `BY_COLOUR` for the rival's tile by priority
    guild: int = NONE  #: the guild to influence, or `ANY_GUILD`
    free: bool = False  #: whether a card or tile costs nothing
    discount: int = 0  #: by how much silver a card is cheaper
    source: str = ""  #: where the card is from if not face up: ``draw3_keep1`` or ``top_of_pile``
    branches: tuple[tuple[int, ...], ...] = ()  #: what can be chosen, each the numbers of its effects


class Block(NamedTuple):
    """What is paid in full, in one of several ways, and what it brings then; nothing to pay is no way."""

    pay: tuple[tuple[int, int], ...]
    parts: tuple[int, ...]


EFFECTS: list[Effect] = []
"""All effects by number."""

BLOCKS: list[Block] = []
"""The die slots, worker spots and townsfolk by number."""

_numbers: dict[Effect, int] = {}


def intern(effect: Effect) -> int:
    """Return the number of an effect; equal ones have one."""
    if effect not in _numbers:
        _numbers[effect] = len(EFFECTS)
        EFFECTS.append(effect)
    return _numbers[effect]


def parts_of(gain: Gain) -> tuple[int, ...]:
    """Return the numbers of the effects of a gain."""
    return tuple([intern_record(record) for record in gain])


def block_of(gain: Gain, pay: Pay | None, pay_one_of: Iterable[Pay] = ()) -> int:
    """Return the number of a new block."""
    ways = [pay] if pay else list(pay_one_of)
    BLOCKS.append(Block(tuple([(way.silver, way.provision) for way in ways]), parts_of(gain)))
    return len(BLOCKS) - 1


def intern_record(record: EffectRecord) -> int:
    """Return the number of the effect of a record."""
    verb, free = record.verb, record.cost == "free"
    if record.influence_guild:
        guild = ANY_GUILD if record.influence_guild == "any" else GUILDS.index(record.influence_guild)
        return intern(Effect(verb, record.times, guild=guild))
    if record.upgrade:
        by_colour = record.upgrade == "by_priority_colour"
        kind = BY_COLOUR if by_colour else TILE_KINDS.index(record.upgrade)
        return intern(Effect(verb, kind=kind, free=free))
    if record.acquire:
        kind, source = KINDS.index(record.acquire), record.source
        return intern(Effect(verb, kind=kind, free=free, discount=record.silver_discount, source=source))
    if record.choose_one:
        return intern(Effect(verb, branches=tuple([parts_of(branch) for branch in record.choose_one])))
    return intern(Effect(verb, getattr(record, verb)))


# ---- in words, as the notation of actions has them ---------------------------------------------------------


def effect_words(number: int) -> str:
    """Return an effect in the words of the notation, such as ``land card`` or ``influence any guild``."""
    effect = EFFECTS[number]
    if effect.verb in ("silver", "provision"):
        return f"{effect.times} {effect.verb}"
    if effect.verb == BLOCK:
        block = BLOCKS[effect.times]
        return f"pay {' or '.join(map(pay_words, block.pay))}: {branch_words(block.parts)}"
    if effect.verb == "choose_one":
        return " or ".join(branch_words(branch) for branch in effect.branches)
    if effect.verb == "influence_guild":
        guild = "any guild" if effect.guild == ANY_GUILD else GUILDS[effect.guild]
        return f"influence {guild}{_times(effect)}"
    if effect.verb == "acquire":
        source = {"draw3_keep1": " of three drawn", "top_of_pile": " from the pile"}.get(effect.source, "")
        less = f" for {effect.discount} silver less" if effect.discount else ""
        return f"{'free ' * effect.free}{KINDS[effect.kind]} card{source}{less}"
    if effect.verb == "upgrade":
        kind = "priority" if effect.kind == BY_COLOUR else TILE_KINDS[effect.kind]
        return f"{'free ' * effect.free}{kind} tile"
    return effect.verb.replace("_", " ") + _times(effect)


def pay_words(way: tuple[int, int]) -> str:
    """Return silver and provisions in the words of the notation."""
    return " + ".join(
        f"{many} {name}" for many, name in zip(way, ("silver", "provision"), strict=True) if many
    )


def block_words(number: int) -> str:
    """Return what a block costs and brings: ``2 provisions -> land card``."""
    paid = said(" or ".join(map(pay_words, BLOCKS[number].pay)))
    return f"{paid} -> {gain_words(BLOCKS[number].parts)}".removeprefix(" -> ")


def gain_words(parts: tuple[int, ...]) -> str:
    """Return effects as people say them."""
    return said(branch_words(parts))


def _times(effect: Effect) -> str:
    return f" x{effect.times}" if effect.times > 1 else ""


def branch_words(branch: tuple[int, ...]) -> str:
    """Return the effects of a branch in the words of the notation, joined by ``+``."""
    return " + ".join(map(effect_words, branch))
