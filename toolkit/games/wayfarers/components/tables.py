"""The components by number: cards, tiles, die slots, worker spots, journal tiles, as the engine uses them.

A card is known by its number in `CARDS`: by kind, in each kind the printed card first, then the base cards,
then the promos. A tile is known by its number in `TILES`, a die slot by its number in `SLOTS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

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
    WORKERS,
)
from toolkit.games.wayfarers.components.reading import read_cards, read_records, read_text
from toolkit.games.wayfarers.components.records import BoardFile, PlayerFile, RivalFile, TileFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolkit.games.wayfarers.components.records import CardRecord, ScoreRecord, TileRecord

BOARD: BoardFile = read_records(read_text("board.toml"), "board.toml", BoardFile)
PLAYER: PlayerFile = read_records(read_text("player.toml"), "player.toml", PlayerFile)
SOLO: RivalFile = read_records(read_text("rival.toml"), "rival.toml", RivalFile)
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


class Slot(NamedTuple):
    """A die slot: its name in the notation, the assets that it needs, and its block."""

    name: str
    assets: Assets
    block: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card of any kind.

    Attributes
    ----------
    number, id, kind
        Its number in `CARDS`, its id, and the number of its kind in `KINDS`.
    printed, promo
        Whether it is printed on the player boards, and whether it is a promo.
    tags
        The numbers of its tags, a tag twice if it stands there twice.
    events
        As bits by `EVENTS`, what gaining it is to vistas.
    counts
        What it adds to the first `OWNED` counters.
    on_gain
        The effects of its lightning.
    slot
        Its number in `SLOTS` if it has a die slot, else `NONE`.
    reacts, reaction
        What a vista reacts to, as bits by `EVENTS`, and the effects; of a townsfolk, what it adds to a vista.
    left_bolts, right_links
        The rows of bolts at its left, and the effect by row at its right (Y-47).
    score
        What a space card scores.
    name, cost, hosts, banner, assets, block
        Of a townsfolk: name, silver, the tags of its hosts as bits (all, of other cards), when it works, the
        assets that it lends, and the number of its block or `NONE` (Y-58).
    goal
        Of an inspiration: counters and how many of each (Y-55).
    """

    number: int
    id: str
    kind: int
    printed: bool
    promo: bool
    tags: tuple[int, ...]
    events: int
    counts: tuple[int, ...]
    on_gain: tuple[int, ...]
    slot: int
    reacts: int
    reaction: tuple[int, ...]
    left_bolts: frozenset[str]
    right_links: Mapping[str, int]
    score: ScoreRecord | None
    name: str
    cost: int
    hosts: int
    banner: str
    assets: Assets
    block: int
    goal: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """An upgrade tile.

    Attributes
    ----------
    number, id, kind
        Its number in `TILES`, its id, and the number of its kind in `TILE_KINDS`.
    size
        Columns and rows.
    faces
        For the front, and for the back if there is one: the icons of each of its columns.
    tags, events, counts
        As of a card.
    vp
        What it scores.
    pile, ring
        Its pile on the main board, 1 the most central; for special tiles the place on the ring.
    """

    number: int
    id: str
    kind: int
    size: tuple[int, int]
    faces: tuple[tuple[tuple[str, ...], ...], ...]
    tags: tuple[int, ...]
    events: int
    counts: tuple[int, ...]
    vp: int
    pile: int
    ring: int


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


def _links(card: CardRecord) -> dict[str, int]:
    from toolkit.games.wayfarers.components.records import EffectRecord

    links: dict[str, int] = {}
    for link in card.right_links:
        row, _, guild = link.partition(":")
        record = EffectRecord(influence_guild=guild) if guild else EffectRecord(**{row: 1})  # type: ignore[arg-type]
        links[row] = parts_of((record,))[0]
    return links


def _card(number: int, kind: int, card: CardRecord) -> Card:
    """Return a card from its record."""
    counts, events = _tag_counts(card.tags), _bits(card.tags, EVENTS)
    counts[COUNTERS.index(f"{KINDS[kind]}_cards")] += 1
    if KINDS[kind] == "townsfolk":
        events |= 1 << EVENTS.index("townsfolk_card")
    block = block_of(card.gain, card.pay, card.pay_one_of) if card.gain else NONE
    if card.banner == "reaction":
        paid = bool(BLOCKS[block].pay)
        reaction = (intern(Effect(BLOCK, block)),) if paid else BLOCKS[block].parts
    else:
        reaction = parts_of(card.reaction.gain) if card.reaction else ()
    slot = NONE
    if card.die_slot:
        slot = len(SLOTS)
        SLOTS.append(
            Slot(card.id, Assets.of(card.die_slot.assets), block_of(card.die_slot.gain, card.die_slot.pay))
        )
    goal = () if not card.goal else card.goal.all_of or (card.goal,)
    return Card(
        number=number,
        id=card.id,
        kind=kind,
        printed=card.printed,
        promo=card.id[1:2] == "P",
        tags=tuple([TAGS.index(tag) for tag in card.tags]),
        events=events,
        counts=tuple(counts),
        on_gain=parts_of(card.on_gain),
        slot=slot,
        reacts=_bits(card.reaction.when_gaining_any_of, EVENTS) if card.reaction else 0,
        reaction=reaction,
        left_bolts=frozenset(card.left_bolts),
        right_links=_links(card),
        score=card.score,
        name=card.name,
        cost=card.silver_cost,
        hosts=_bits(card.tuck_under_any_of or TAGS, TAGS),
        banner=card.banner,
        assets=Assets.of(card.assets),
        block=block,
        goal=tuple([(COUNTERS.index(single.count), single.at_least) for single in goal]),
    )


CARDS: list[Card] = []
"""All cards by number."""

for _kind, _name in enumerate(KINDS):
    for _record in read_cards(_name):
        CARDS.append(_card(len(CARDS), _kind, _record))

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


def _faces(tile: TileRecord) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the icons by column of each face; one that may be used both ways is two icons."""
    faces = [tile.front, tile.back] if tile.front else []
    if not faces:
        icons = ("+", "-") if tile.icons == ("+-",) else tile.icons
        return ((icons,),)
    return tuple([tuple([(icon,) for icon in face]) for face in faces])


def _tile(number: int, kind: int, tile: TileRecord, size: tuple[int, int]) -> Tile:
    counts = _tag_counts(tile.tags)
    name = f"{TILE_KINDS[kind]}_upgrades"
    if name in COUNTERS:
        counts[COUNTERS.index(name)] += 1
    counts[COUNTERS.index("all_upgrades")] += 1
    events = _bits((*tile.tags, "any_upgrade_tile"), EVENTS)
    tags = tuple([TAGS.index(tag) for tag in tile.tags])
    return Tile(
        number, tile.id, kind, size, _faces(tile), tags, events, tuple(counts), tile.vp, tile.pile, tile.ring
    )


def _tiles() -> list[Tile]:
    file = read_records(read_text("tiles.toml"), "tiles.toml", TileFile)
    found: list[Tile] = []
    for kind, name in enumerate(TILE_KINDS):
        for record in getattr(file, name):
            found.append(_tile(len(found), kind, record, file.size[name]))  # type: ignore[index]
    return found


TILES = _tiles()
"""All upgrade tiles by number: 13 kinds with a copy for each player, then the special ones."""

TILE: Mapping[str, int] = {tile.id: tile.number for tile in TILES}
TILES_OF = tuple(tuple(tile.number for tile in TILES if tile.kind == kind) for kind in range(len(TILE_KINDS)))
"""The tiles of each kind, special ones by ring, the others by pile."""

# ---- the main board ----------------------------------------------------------------------------------------

SPOTS: Mapping[int, int] = {
    4 * KINDS.index(name) + slot: block_of(record.gain, record.pay)
    for name, records in BOARD.spots.items()
    for slot, record in enumerate(records)
}
"""The block of the worker spot beside each display place; space cards have none."""

WORKERS_ON = tuple(_bits(BOARD.workers.get(name, ()), WORKERS) for name in KINDS)  # type: ignore[call-overload]
"""The colours of workers that may stand on a card, by kind, as bits (Y-85)."""

JOURNAL_TILES = tuple(tile.id for tile in BOARD.journal_tile)
JOURNAL_GAINS = tuple(parts_of(tile.gain) for tile in BOARD.journal_tile)
"""The ids of the journal tiles, and what they bring."""


def tile_prices(kind: int) -> tuple[int, int, int]:
    """Return the price of a tile of a kind: silver; or the guild and its influence, `NONE` if not sold so."""
    cost = BOARD.upgrade_cost[TILE_KINDS[kind]]  # type: ignore[index]
    for guild, times in cost.influence.items():
        return cost.silver, GUILDS.index(guild), times
    return cost.silver, NONE, 0
