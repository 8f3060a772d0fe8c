"""The words of the game by number: kinds of cards and tiles, tags, guilds, workers, assets, counters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar, get_args

T = TypeVar("T")

CardName = Literal["land", "water", "space", "townsfolk", "inspiration"]
TileName = Literal["land", "water", "space", "basic", "special"]
PrimaryTag = Literal["city", "vista", "harbour", "open_water"]
SkyTag = Literal["star", "planet", "sun", "moon", "comet"]
TagName = Literal[PrimaryTag, "observatory", "library", SkyTag]
EventName = Literal[TagName, "townsfolk_card", "any_upgrade_tile"]
GuildName = Literal["science", "trade", "exploration"]
WorkerName = Literal["green", "yellow", "blue"]
AssetName = Literal["camel", "telescope", "pigeon", "ship"]
RowName = Literal["influence", "silver", "provision", "influence_card"]
GuildLink = Literal["influence:science", "influence:trade", "influence:exploration"]
LinkName = Literal[GuildLink, "silver", "provision", "influence_card"]
IconName = Literal[AssetName, "+", "-", "+-", "free_silver", "free_provision", "vp1"]
TagCounter = Literal["city_tags", "vista_tags", "harbour_tags", "open_water_tags", "observatory_tags"]
SkyCounter = Literal["library_tags", "star_tags", "planet_tags", "comet_tags", "sun_or_moon"]
CardCounter = Literal["land_cards", "water_cards", "space_cards", "townsfolk_cards", "inspiration_cards"]
TileCounter = Literal["land_upgrades", "water_upgrades", "space_upgrades", "basic_upgrades", "all_upgrades"]
GuildCounter = Literal["guild_science", "guild_trade", "guild_exploration", "guild_any_total"]
CounterName = Literal[TagCounter, SkyCounter, CardCounter, TileCounter, GuildCounter, "silver", "provision"]

ROWS: tuple[RowName, ...] = get_args(RowName)
"""The rows of links, from the top (Y-47)."""

NONE = -1
"""In place of a card, a tile, a player: there is none."""

KINDS: tuple[CardName, ...] = get_args(CardName)
"""The kinds of cards; display places are ``4 * kind + slot``."""

LAND, WATER, SPACE, TOWNSFOLK, INSPIRATION = range(5)

TILE_KINDS: tuple[TileName, ...] = get_args(TileName)
"""The kinds of upgrade tiles."""

BASIC = 3
BY_COLOUR = len(TILE_KINDS)
"""In place of a kind of tile: the rival takes the kind of its priority colour."""

TAGS: tuple[TagName, ...] = get_args(TagName)
"""The tags (Y-13); the first four are the primary ones."""

EVENTS: tuple[EventName, ...] = get_args(EventName)
"""What vistas react to, as bits."""

GUILDS: tuple[GuildName, ...] = get_args(GuildName)
"""The guilds (Y-37); as bits of `WayfarersState.used`, their abilities."""

SCIENCE, TRADE, EXPLORATION, ANY_GUILD = range(4)

WORKERS: tuple[WorkerName, ...] = get_args(WorkerName)
"""The colours of workers; as bits of a mask, workers on a card."""

ASSETS: tuple[AssetName, ...] = get_args(AssetName)
"""The assets (Y-75)."""

COUNTERS: tuple[CounterName, ...] = get_args(CounterName)
"""What the journal, stars and goals count; the first `OWNED` follow from cards and tiles alone."""

OWNED = 20

_COUNTED = {"sun_or_moon": "sun or moon tags", "all_upgrades": "upgrade tiles", "provision": "provisions"}


def counter_words(counter: int, many: int) -> str:
    """Return what a counter counts, so many of it: ``city tags``, ``land tile``, ``trade influence``."""
    name = COUNTERS[counter]
    words = _COUNTED.get(name, name.replace("upgrades", "tiles").replace("_", " "))
    if words.startswith("guild"):
        words = f"{words.split()[1]} influence"
    return words.removesuffix("s") if many == 1 else words


def marked(among: Sequence[T], bits: int) -> list[T]:
    """Return those of several things whose bits are set."""
    return [one for bit, one in enumerate(among) if bits >> bit & 1]


def repeated(among: Iterable[T], counts: Iterable[int]) -> list[T]:
    """Return each of several things as often as it is counted."""
    return [one for one, many in zip(among, counts, strict=True) for _ in range(many)]


def said(notation: str) -> str:
    """Return words of the notation as people say them: ``2 provisions``."""
    return re.sub(r"\b(?!1 )([0-9]+ provision)\b", r"\1s", notation)


def called(word: str, known: Iterable[str]) -> str:
    """Return the name among those known that a word stands for, in any case; empty for none.

    A number goes without its nought, as in ``l5``, and blanks or lines may join words: ``open water``.
    """
    plain = _plain(word)
    return next((name for name in known if _plain(name) == plain), "")


def _plain(name: str) -> str:
    parted = re.sub(r"(?<=[a-z])[ _-]+(?=[a-z])", " ", name.strip().lower())
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", parted)


COMET_COUNT = COUNTERS.index("comet_tags")
SCIENCE_COUNT, SILVER_COUNT = OWNED, OWNED + 4

COLUMNS = 10
"""The last column of the journal."""

RIVAL = 1
"""The solo rival as the owner of influence on a card; it is no player."""
