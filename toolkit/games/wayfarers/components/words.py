"""Cards, tiles, spaces of the journal, worker spots and scheme cards in plain words, with rules.

An `Entry` has all that one thing says in lines; `entries` has all things. Effects are told by `telling`; what
the notation of actions calls them stands in `effects`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.components.effects import parts_of
from toolkit.games.wayfarers.components.names import KINDS, NONE, TAGS, marked
from toolkit.games.wayfarers.components.records import SchemeRecord, read_text
from toolkit.games.wayfarers.components.tables import Assets, Card, Tile
from toolkit.games.wayfarers.telling import WayfarersTeller


class Line(NamedTuple):
    """What a part of a thing is called, what it says, and the rules about it."""

    what: str
    words: str
    rules: str


class Entry(NamedTuple):
    """A thing by its id: what kind of thing it is, what its parts say, its name and its tags."""

    id: str
    kind: str
    lines: tuple[Line, ...]
    name: str = ""
    tags: tuple[str, ...] = ()
    promo: bool = False


# ---- effects -----------------------------------------------------------------------------------------------

_WORDS = tomllib.loads(read_text("words.toml"))
_ENGLISH = WayfarersTeller({}, "en", (), None)


def gain_text(parts: Iterable[int]) -> str:
    """Return effects, numbers in `EFFECTS`, in plain words, such as ``gain a land card, take 1 silver``."""
    return ", ".join(map(_ENGLISH.effect, parts))


def slot_text(number: int) -> str:
    """Return a die slot, a number in `SLOTS`: ``place a die with a camel: take 1 silver``."""
    slot = tables.SLOTS[number]
    needed = f" with {_lent(slot.assets)}" if any(slot.assets) else ""
    return f"place a die{needed}: {_ENGLISH.block(slot.block)}"


def price_text(kind: int) -> str:
    """Return the price of a tile of a kind (Y-70)."""
    return _ENGLISH.price(kind) or "nothing"


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _lent(assets: Assets) -> str:
    found = zip(names.ASSETS, assets, strict=True)
    return " and ".join(_a(name) if many == 1 else f"{many} {name}s" for name, many in found if many)


def _named(words: Sequence[str], bits: int) -> list[str]:
    return [word.replace("_", " ") for word in marked(words, bits)]


# ---- cards and tiles ---------------------------------------------------------------------------------------


def _card_lines(card: Card) -> Iterator[Line]:
    kind = KINDS[card.kind]
    if card.name and not card.printed:
        hosts = " or ".join(_named(TAGS, card.hosts))
        yield Line("price", f"{card.cost} silver", "Y-63")
        yield Line("goes under", f"a card with {hosts}", "Y-57")
    if card.banner:
        when, rules = _WORDS["banners"][card.banner]
        what = f"lends {_lent(card.assets)}" if any(card.assets) else _ENGLISH.block(card.block)
        yield Line("works", f"{when}: {what}", rules)
    if card.on_gain:
        yield Line("when gained", gain_text(card.on_gain), _WORDS["rules"][kind])
    if card.slot != NONE:
        yield Line("die slot", slot_text(card.slot), "Y-78, Y-81")
    if card.reacts:
        events = " or ".join(_named(names.EVENTS, card.reacts))
        yield Line(
            "reaction",
            f"when you gain another card or tile ({events}): {gain_text(card.reaction)}",
            "Y-43, Y-45",
        )
    if kind == "water":
        rows = [row.replace("_", " on a ") for row in names.ROWS if row in card.left_bolts]
        yield Line("bolts at its left", ", ".join(rows) or "none", "Y-47")
        yield Line("links at its right", gain_text(card.right_links.values()), "Y-47")
    if card.score:
        yield Line(
            "scores",
            _ENGLISH.points(card.score),
            "Y-62" if card.printed else _WORDS["rules"][TAGS[card.tags[0]]],
        )
    if card.goal:
        goal = " and ".join(_ENGLISH.counted(counter, many) for counter, many in card.goal)
        yield Line("goal", f"{goal}: the space card below it scores twice", "Y-55")
        yield Line("or", "discard it for the effect of the spot beside it", "Y-56")


def _tile_lines(tile: Tile) -> Iterator[Line]:
    for side, columns in zip(("front", "back"), tile.faces, strict=False):
        if any(columns):
            shown = " | ".join(" ".join(icons).replace("_", " ") for icons in columns)
            yield Line(side if len(tile.faces) > 1 else "icons", shown, "Y-71")
    for icon in dict.fromkeys(icon for face in tile.faces for icons in face for icon in icons):
        yield Line(icon.replace("_", " "), *_WORDS["icons"][icon])
    yield Line("price", price_text(tile.kind), "Y-70")
    yield Line("VP", str(tile.vp), "Y-74")
    if tile.size != (1, 1):
        yield Line("size", "{} wide, {} high".format(*tile.size), "Y-70")
    where = f"place {tile.ring} of the ring" if tile.ring else f"pile {tile.pile}, 1 is the most central"
    yield Line("on the main board", where, "Y-5")


# ---- the journal, worker spots, scheme cards ---------------------------------------------------------------


def _space_lines(space: int) -> Iterator[Line]:
    if space in journal.TILE_SPACES:
        yield Line("on entering", "the effect of the journal tile that lies there", "Y-30")
    elif space:
        yield Line("on entering", gain_text(journal.ON_ENTER[space]), "Y-30, Y-31")
    if any(space in pair for pair in journal.GREEN_SPACES):
        yield Line("green worker", "the first to enter it or the space beside it takes one", "Y-33")
    if space in journal.FINAL:
        yield Line("final", "one marker alone; entering it triggers the end", "Y-34, Y-35")
    for way in journal.CONNECTIONS:
        if way.start == space:
            sides = " | ".join(f"{side}: {one.words}" for side, one in zip("AB", way.sides, strict=True))
            yield Line(f"to {journal.SPACES[way.end]}", f"section {way.section + 1}, {sides}", "Y-29")


def _scheme_lines(card: SchemeRecord) -> Iterator[Line]:
    first = f"place a {' or '.join(card.first.place_worker)} worker"
    if card.first.acquire:
        paid = " and ".join(f"{many} {guild}" for guild, many in card.first.pay_influence.items())
        first = f"pay {paid} influence, gain {_a(card.first.acquire)} card"
    yield Line(
        "colour", f"{card.colour}: {'up' if card.colour == 'blue' else 'down'} in the journal", "Y-97, Y-109"
    )
    yield Line("marker", f"goes on by {card.silver}", "Y-97, Y-105")
    yield Line("first", first, "Y-97, Y-107")
    yield Line("else", gain_text(parts_of(card.second)), "Y-97")
    yield Line("special tile", f"place {card.special_tile_ring} of the ring", "Y-112")
    yield Line("comet", "1 if it is the last at a rest" if card.comet else "none", "Y-99")


@cache
def entries() -> tuple[Entry, ...]:
    """Return all things: cards, tiles, journal tiles and spaces, die slots, worker spots, scheme cards."""
    return (*map(_card, tables.CARDS), *map(_tile, tables.TILES), *_places())


def _card(card: Card) -> Entry:
    name, tags = card.name or f"printed {card.id}" * card.printed, tuple(TAGS[tag] for tag in card.tags)
    return Entry(card.id, KINDS[card.kind], tuple(_card_lines(card)), name, tags, card.promo)


def _tile(tile: Tile) -> Entry:
    tags = tuple(TAGS[tag] for tag in tile.tags)
    return Entry(tile.id, f"{names.TILE_KINDS[tile.kind]}-tile", tuple(_tile_lines(tile)), tags=tags)


def _places() -> Iterator[Entry]:
    for name, gain in zip(tables.JOURNAL_TILES, tables.JOURNAL_GAINS, strict=True):
        yield Entry(name, "journal-tile", (Line("on entering", gain_text(gain), "Y-30"),))
    for number, space in enumerate(journal.SPACES):
        yield Entry(space, "journal-space", tuple(_space_lines(number)))
    for number, slot in enumerate(tables.SLOTS[: tables.MIDDLE_SLOTS]):
        yield Entry(slot.name, "die-slot", (Line("die slot", slot_text(number), "Y-82"),))
    for place, block in tables.SPOTS.items():
        workers = ", ".join(_named(names.WORKERS, tables.WORKERS_ON[place // 4]))
        lines = Line("workers", workers, "Y-85"), Line("effect", _ENGLISH.block(block), "Y-86")
        yield Entry(f"{KINDS[place // 4]} {place % 4 + 1}", "worker-spot", lines)
    for scheme in tables.SOLO.scheme:
        yield Entry(scheme.id, "scheme", tuple(_scheme_lines(scheme)))
