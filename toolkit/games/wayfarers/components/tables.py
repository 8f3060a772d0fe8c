"""The components by number: cards, tiles, die slots, worker spots, journal tiles, as the engine uses them.

A card is known by its number in `CARDS`: by kind, in each kind the printed card first, then the base cards,
then the promos. A tile is known by its number in `TILES`, a die slot by its number in `SLOTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from toolkit.games.wayfarers.components import records
from toolkit.games.wayfarers.components.effects import BLOCK, BLOCKS, Effect, block_of, intern, parts_of
from toolkit.games.wayfarers.components.names import (
    ASSETS,
    COUNTERS,
    EVENTS,
    GUILDS,
    KINDS,
    NONE,
    OWNED,
    TAGS,
    TILE_KINDS,
    TOWNSFOLK,
    WORKERS,
)
from toolkit.games.wayfarers.components.records import read_cards, read_records, read_text

BOARD: records.BoardFile = read_records(read_text("board.toml"), records.BoardFile)
PLAYER: records.PlayerFile = read_records(read_text("player.toml"), records.PlayerFile)
SOLO: records.RivalFile = read_records(read_text("rival.toml"), records.RivalFile)
"""The main board, the player boards with the set-up, and the rival, as the files have them."""


class Assets(NamedTuple):
    """How many of each asset, in the order of `ASSETS`."""

    camel: int = 0
    telescope: int = 0
    pigeon: int = 0
    ship: int = 0

    @classmethod
    def of(cls, names: Iterable[str]) -> Assets:
        """Return the assets with these names, which may come more than once."""
        names = list(names)
        return cls(*[names.count(name) for name in ASSETS])

    @property
    def packed(self) -> int:
        """All counts in one number, four bits each: a slot is compared with a column in one step."""
        return sum(many << 4 * asset for asset, many in enumerate(self))


ONE_SHIP = 1 << 4 * ASSETS.index("ship")
"""A ship as a packed number."""

ENOUGH = 0x8888
"""The bits that are left, in a packed number, where nothing is missing."""

_NO_ASSETS = Assets()


class Slot(NamedTuple):
    """A die slot: its name in the notation, the assets that it needs, and its block."""

    name: str
    assets: Assets
    block: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card of any kind; what only other kinds have is empty or `NONE`."""

    number: int  #: in `CARDS`
    id: str
    kind: int  #: in `KINDS`
    printed: bool  #: whether it is printed on the player boards
    promo: bool
    tags: tuple[int, ...]  #: in `TAGS`, a tag twice if it stands there twice
    events: int  #: what gaining it is to vistas, as bits by `EVENTS`
    counts: tuple[int, ...]  #: what it adds to the first `OWNED` counters
    on_gain: tuple[int, ...] = ()  #: the effects of its lightning
    slot: int = NONE  #: in `SLOTS`
    reacts: int = 0  #: what a vista reacts to, as bits by `EVENTS`
    reaction: tuple[int, ...] = ()  #: the effects of a vista; of a townsfolk, what it adds to them
    left_bolts: frozenset[str] = frozenset()  #: the rows of the bolts at its left (Y-47)
    right_links: Mapping[str, int] = field(default_factory=dict)  #: the effects by row at its right
    score: records.ScoreRecord | None = None  #: of a space card
    name: str = ""  #: of a townsfolk
    cost: int = 0  #: of a townsfolk, in silver
    hosts: int = (1 << len(TAGS)) - 1  #: the tags of the hosts of a townsfolk, as bits (Y-57); else all
    banner: str = ""  #: when a townsfolk works: die, reaction or rest (Y-58)
    assets: Assets = _NO_ASSETS  #: what a townsfolk lends
    block: int = NONE  #: what a townsfolk brings, in `BLOCKS`
    goal: tuple[tuple[int, int], ...] = ()  #: of an inspiration: counters, and how many of each (Y-55)


@dataclass(frozen=True, slots=True)
class Tile:
    """An upgrade tile."""

    number: int  #: in `TILES`
    id: str
    kind: int  #: in `TILE_KINDS`
    size: tuple[int, int]  #: columns and rows
    faces: tuple[tuple[tuple[str, ...], ...], ...]  #: front, and back if there is one: the icons by column
    tags: tuple[int, ...]
    events: int
    counts: tuple[int, ...]
    vp: int
    pile: int  #: on the main board, 1 the most central; 0 for special tiles
    ring: int  #: the place of a special tile, clockwise; else 0


def _tag_counts(tags: Iterable[str]) -> list[int]:
    """Return what tags add to the first counters; sun and moon are counted together."""
    counts = [0] * OWNED
    for tag in tags:
        counts[COUNTERS.index("sun_or_moon" if tag in ("sun", "moon") else f"{tag}_tags")] += 1
    return counts


def _bits(names: Iterable[str], among: tuple[str, ...]) -> int:
    return sum({1 << among.index(name) for name in names})


SLOTS: list[Slot] = [
    Slot(f"middle {number}", Assets.of(slot.assets), block_of(slot.gain, slot.pay))
    for number, slot in enumerate(PLAYER.middle.slots, 1)
]
"""The die slots by number: those of the middle first, then those of cards."""

MIDDLE_SLOTS = len(SLOTS)


def _card(number: int, kind: int, record: records.CardRecord) -> Card:
    """Return a card from its record."""
    tags, on_gain = (record.tags, record.on_gain) if isinstance(record, records.TaggedRecord) else ((), ())
    counts, events = _tag_counts(tags), _bits(tags, EVENTS)
    counts[COUNTERS.index(f"{KINDS[kind]}_cards")] += 1
    if kind == TOWNSFOLK:
        events |= 1 << EVENTS.index("townsfolk_card")
    return Card(
        number=number,
        id=record.id,
        kind=kind,
        printed=record.printed,
        promo=record.id[1:2] == "P",
        tags=tuple([TAGS.index(tag) for tag in tags]),
        events=events,
        counts=tuple(counts),
        on_gain=parts_of(on_gain),
        **_of_its_kind(record),
    )


def _of_its_kind(record: records.CardRecord) -> dict[str, Any]:
    """Return what only cards of the kind of a record have, by the fields of `Card`."""
    match record:
        case records.LandRecord(reaction=None):
            return {"slot": _slot(record.id, record.die_slot)}
        case records.LandRecord(reaction=records.ReactionRecord(when_gaining_any_of=events, gain=gain)):
            return {"reacts": _bits(events, EVENTS), "reaction": parts_of(gain)}
        case records.WaterRecord():
            links = {link.partition(":")[0]: _link(link) for link in record.right_links}
            bolts = frozenset(record.left_bolts)
            return {"slot": _slot(record.id, record.die_slot), "left_bolts": bolts, "right_links": links}
        case records.SpaceRecord():
            return {"score": record.score}
        case records.TownsfolkRecord():
            return _townsfolk(record)
        case records.InspirationRecord():
            goal = [(COUNTERS.index(single.count), single.at_least) for single in record.goal.singles]
            return {"goal": tuple(goal)}
    raise TypeError(record)


def _slot(name: str, record: records.SlotRecord | None) -> int:
    """Return the number of a new die slot."""
    if record is None:
        return NONE
    SLOTS.append(Slot(name, Assets.of(record.assets), block_of(record.gain, record.pay)))
    return len(SLOTS) - 1


def _link(name: str) -> int:
    """Return the effect of a link, such as ``silver`` or ``influence:trade``."""
    verb, _, guild = name.partition(":")
    return intern(Effect("influence_guild", guild=GUILDS.index(guild)) if guild else Effect(verb))


def _townsfolk(record: records.TownsfolkRecord) -> dict[str, Any]:
    """Return what only townsfolk have; under a vista a reaction, a block if it is paid for."""
    block = block_of(record.gain, record.pay, record.pay_one_of) if record.gain else NONE
    reaction: tuple[int, ...] = ()
    if record.banner == "reaction":
        reaction = (intern(Effect(BLOCK, block)),) if BLOCKS[block].pay else BLOCKS[block].parts
    return {
        "name": record.name,
        "cost": record.silver_cost,
        "hosts": _bits(record.tuck_under_any_of or TAGS, TAGS),
        "banner": record.banner,
        "assets": Assets.of(record.assets),
        "block": block,
        "reaction": reaction,
    }


CARDS: list[Card] = []
"""All cards by number."""

for _kind, _name in enumerate(KINDS):
    for _one in read_cards(_name):
        CARDS.append(_card(len(CARDS), _kind, _one))

CARD: Mapping[str, int] = {card.id: card.number for card in CARDS}
"""The numbers of cards by their ids."""

SLOT: Mapping[str, int] = {slot.name: number for number, slot in enumerate(SLOTS)}
"""The numbers of die slots by their names."""

HOST: Mapping[int, int] = {card.slot: card.number for card in CARDS if card.slot != NONE}
"""The cards of die slots that lie on cards."""

CITY, HARBOUR, STAR, FOLK = (CARD[name] for name in ("city", "harbour", "star", "folk"))
"""The cards that are printed on player boards (Y-59)."""

MIDDLE_COUNTS = tuple(_tag_counts(PLAYER.middle.tags))
"""What the middle of a player board adds to the counters: it is no card, but its tags count (Y-59)."""


def deck(kind: int, promos: bool) -> tuple[int, ...]:
    """Return the cards of a kind that are played with."""
    return tuple(
        [
            card.number
            for card in CARDS
            if card.kind == kind and not card.printed and (promos or not card.promo)
        ]
    )


# ---- tiles -------------------------------------------------------------------------------------------------


def _faces(tile: records.TileRecord) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the icons by column of each face; one that may be used both ways is two icons."""
    if tile.front and tile.back:
        return tuple([tuple([(icon,) for icon in face]) for face in (tile.front, tile.back)])
    return ((("+", "-") if tile.icons == ("+-",) else tile.icons,),)


def _tile(number: int, kind: int, tile: records.TileRecord, size: tuple[int, int]) -> Tile:
    counts = _tag_counts(tile.tags)
    for name in (f"{TILE_KINDS[kind]}_upgrades", "all_upgrades"):
        if name in COUNTERS:  # special tiles are counted among all alone
            counts[COUNTERS.index(name)] += 1
    tags, events = (
        tuple([TAGS.index(tag) for tag in tile.tags]),
        _bits((*tile.tags, "any_upgrade_tile"), EVENTS),
    )
    return Tile(
        number, tile.id, kind, size, _faces(tile), tags, events, tuple(counts), tile.vp, tile.pile, tile.ring
    )


def _tiles() -> list[Tile]:
    file = read_records(read_text("tiles.toml"), records.TileFile)
    found: list[Tile] = []
    for kind, name in enumerate(TILE_KINDS):
        for record in getattr(file, name):
            found.append(_tile(len(found), kind, record, file.size[name]))
    return found


TILES = _tiles()
"""All upgrade tiles by number: 13 kinds with a copy for each player, then the special ones."""

TILE: Mapping[str, int] = {tile.id: tile.number for tile in TILES}
TILES_OF = tuple(tuple(tile.number for tile in TILES if tile.kind == kind) for kind in range(len(TILE_KINDS)))
"""The tiles of each kind, special ones by ring, the others by pile."""

# ---- the main board ----------------------------------------------------------------------------------------

SPOTS: Mapping[int, int] = {
    4 * KINDS.index(name) + slot: block_of(record.gain, record.pay)
    for name, spots in BOARD.spots.items()
    for slot, record in enumerate(spots)
}
"""The block of the worker spot beside each display place; space cards have none."""

WORKERS_ON = tuple(_bits(BOARD.workers.get(name, ()), WORKERS) for name in KINDS)
"""The colours of workers that may stand on a card, by kind, as bits (Y-85)."""

JOURNAL_TILES = tuple(tile.id for tile in BOARD.journal_tile)
JOURNAL_GAINS = tuple(parts_of(tile.gain) for tile in BOARD.journal_tile)
"""The ids of the journal tiles, and what they bring."""

SCHEMES = tuple(range(len(SOLO.scheme)))
"""The rival's scheme cards X1 to X6 by number."""


def tile_prices(kind: int) -> tuple[int, int, int]:
    """Return the price of a tile of a kind: silver; or the guild and its influence, `NONE` if not sold so."""
    cost = BOARD.upgrade_cost[TILE_KINDS[kind]]
    for guild, times in cost.influence.items():
        return cost.silver, GUILDS.index(guild), times
    return cost.silver, NONE, 0
