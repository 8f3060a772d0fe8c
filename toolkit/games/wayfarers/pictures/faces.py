"""Cards, tiles and spaces of the journal, one by one: what stands on them in signs, and their pictures."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS, effect_words
from toolkit.games.wayfarers.components.names import (
    ASSETS,
    COUNTERS,
    GUILDS,
    INSPIRATION,
    KINDS,
    NONE,
    TAGS,
    TILE_KINDS,
    TOWNSFOLK,
    WATER,
)
from toolkit.games.wayfarers.components.tables import CARDS, JOURNAL_GAINS, SLOTS, TILES
from toolkit.games.wayfarers.journal import CONNECTIONS, FINAL, ON_ENTER, SPACES, TILE_SPACES
from toolkit.games.wayfarers.pictures.signs import (
    KIND_COLOURS,
    SIGNS,
    box,
    flow,
    page,
    put,
    sign,
    told,
    words_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolkit.games.wayfarers.components.records import ScoreRecord
    from toolkit.games.wayfarers.components.tables import Assets, Card
    from toolkit.games.wayfarers.journal import Requirement
    from toolkit.hexmap.patterns import Theme

WIDE, HIGH = (90, 114, 90, 90, 90), (98, 98, 86, 82, 44)
"""How wide and high cards are, by kind."""

TUCKED = 54
"""How high a townsfolk is that lies under another card, so that its hosts are not seen."""

LINKS = {row: 29 + 18 * n for n, row in enumerate(("influence", "silver", "provision", "influence_card"))}
"""How far down the rows of links are on a water card (Y-47)."""

SPACE = (100, 42)
"""How wide and high a space of the journal is."""

CELL = 36
"""The side of a cell of a caravan."""

_HEAD = 18  # the height of a card's head
_EVENTS = (*TAGS, "townsfolk-card", "any-tile")  # the signs of `EVENTS`
_ICONS = {  # those of tiles whose names are not those of signs
    "+": "raise",
    "-": "lower",
    "free_silver": "silver=-1",
    "free_provision": "provision=-1",
    "vp1": "vp=1",
}


# ---- effects and the like as signs -------------------------------------------------------------------------


def _joined(parts: Iterable[Sequence[str]], between: str) -> list[str]:
    """Return tokens one after the other, with another one between them."""
    return [token for n, part in enumerate(parts) for token in ((between, *part) if n else part)]


def _named(names: Sequence[str], bits: int) -> list[str]:
    """Return alternatives from their bits, such as the tags of hosts."""
    return _joined([[name] for bit, name in enumerate(names) if bits >> bit & 1], "/")


def gain_tokens(parts: Sequence[int]) -> list[str]:
    """Return the signs of effects by number; a choice beside others stands in brackets."""
    found: list[str] = []
    for part in parts:
        tokens = _effect_tokens(part)
        found += ["(", *tokens, ")"] if "/" in tokens and len(parts) > 1 else tokens
    return found


def _effect_tokens(number: int) -> list[str]:
    effect = EFFECTS[number]
    if effect.verb == "choose_one":
        return _joined([gain_tokens(branch) for branch in effect.branches], "/")
    if effect.verb in ("silver", "provision"):
        return [f"{effect.verb}={effect.times}"]
    if effect.verb == "influence_guild":
        return [(*GUILDS, "any_guild")[effect.guild]] * effect.times
    if effect.verb not in ("acquire", "upgrade"):
        return [effect.verb] * effect.times
    source = {"draw3_keep1": ["1 of 3"], "top_of_pile": ["top"]}.get(effect.source, [])
    less = ["free"] * effect.free + [f"silver=-{effect.discount}"] * (effect.discount > 0)
    if effect.verb == "upgrade":
        return [f"{(*TILE_KINDS, 'any')[effect.kind]}-tile", *less]
    return [f"{KINDS[effect.kind]}-card", *source, *less]


def block_tokens(block: int) -> list[str]:
    """Return what a block costs, an arrow, and what it brings."""
    pay, parts = BLOCKS[block]
    ways = [[f"silver={silver}"] * (silver > 0) + [f"provision={food}"] * (food > 0) for silver, food in pay]
    return [*_joined(ways, "/"), *["arrow"][: len(pay)], *gain_tokens(parts)]


def _asset_tokens(assets: Assets) -> list[str]:
    return [name for name, many in zip(ASSETS, assets, strict=True) for _ in range(many)]


def counter_tokens(counter: int) -> list[str]:
    """Return the sign of what a counter counts."""
    special = {
        "sun_or_moon": ["sun", "/", "moon"],
        "guild_any_total": ["any_guild"],
        "all_upgrades": ["any-tile"],
    }
    name = COUNTERS[counter].removesuffix("_tags").removeprefix("guild_")
    return special.get(COUNTERS[counter], [name.replace("_cards", "-card").replace("_upgrades", "-tile")])


def requirement_tokens(requirement: Requirement) -> list[str]:
    """Return what a step of the journal requires: how many of what, or influence that is spent (Y-29)."""
    if requirement.counter != NONE:
        return [f"{requirement.at_least}", *counter_tokens(requirement.counter)]
    spent = [guild for guild, many in zip(GUILDS, requirement.spend, strict=True) for _ in range(many)]
    return ["pay", *spent] if spent else ["free"]


def _score_tokens(score: ScoreRecord) -> list[str]:
    if score.fixed:
        return [f"vp={score.fixed}"]
    if most := score.comet_majority:
        return [f"vp={most['vp']}", "most", "comet", "else", f"vp={most['else']}"]
    if score.if_have_tag:
        return [f"vp={score.otherwise}", "with", score.if_have_tag, f"vp={score.vp}"]
    base = [f"vp={score.base}", "+"] if score.base else []
    counted = [counter_tokens(COUNTERS.index(name))[0] for name in score.per_set_of or (score.per,)]
    return [*base, f"vp={score.vp}", f"per {score.each}" if score.each > 1 else "per", *counted]


# ---- cards -------------------------------------------------------------------------------------------------


def _lines(card: Card, *, tucked: bool) -> list[list[str]]:
    """Return what stands on a card below its head, line by line."""
    lines = []
    if card.kind == TOWNSFOLK:
        lines += [["under", *_named(TAGS, card.hosts)]] * (not tucked and not card.printed)
        works = "slot" if card.banner == "die" else card.banner
        block = block_tokens(card.block) if card.block != NONE else []
        lines.append([works, *_asset_tokens(card.assets), *block])
    if card.slot != NONE:
        lines += [["slot", *_asset_tokens(SLOTS[card.slot].assets)], block_tokens(SLOTS[card.slot].block)]
    if card.reacts:
        lines += [["reaction", *_named(_EVENTS, card.reacts)], gain_tokens(card.reaction)]
    if card.score:
        lines.append(_score_tokens(card.score))
    if card.goal:
        lines.append(_joined([[f"{least}", *counter_tokens(counter)] for counter, least in card.goal], "+"))
    if card.on_gain:
        lines.append(["bolt", *gain_tokens(card.on_gain)])
    return lines


def _head(card: Card) -> str:
    """Return the head of a card: its id; its tags, its price, or that it doubles a space card."""
    wide = WIDE[card.kind]
    right: list[str] = [TAGS[tag] for tag in card.tags]
    right += [f"silver={card.cost}"] * (card.kind == TOWNSFOLK) + ["vp=\u00d72"] * (card.kind == INSPIRATION)
    band = box(0.6, 0.6, wide - 1.2, _HEAD - 1, KIND_COLOURS[KINDS[card.kind]], stroke="none", rx="4")
    signs = [put(sign(token), wide - 9 - 16 * n, 9, 0.76) for n, token in enumerate(reversed(right))]
    name = words_at(card.name, wide / 2, _HEAD + 9, 9) if card.name else ""
    return band + words_at(card.id, 5, 13, anchor="start") + "".join(signs) + name


@lru_cache(maxsize=512)
def face(number: int, *, tucked: bool = False) -> str:
    """Return a card, its upper left corner at the origin; `tucked` for a townsfolk under another card."""
    card = CARDS[number]
    wide, high = WIDE[card.kind], TUCKED if tucked else HIGH[card.kind]
    body, edges = box(0, 0, wide, high, rx="5") + _head(card), 6
    if card.kind == WATER:
        edges = 34
        body += "".join(at_edge("link", 8, row) for row in card.left_bolts)
        body += "".join(
            at_edge(gain_tokens([link])[0], wide - 8, row) for row, link in card.right_links.items()
        )
    top = _HEAD + 10 * (card.kind == TOWNSFOLK)
    drawn = [flow(line, wide - edges) for line in _lines(card, tucked=tucked)]
    return body + _stacked(drawn, wide / 2, top, high - top - 2)


def at_edge(token: str, x: float, row: str) -> str:
    """Return a small sign in a row of links, without its number."""
    return put(sign(token.partition("=")[0]), x, LINKS[row], 0.6)


def _stacked(drawn: Sequence[tuple[str, float]], x: float, top: float, room: float) -> str:
    """Return lines below each other, spread over the room that they have, or shrunk to it."""
    total = sum(tall for _, tall in drawn)
    scale = min(1.0, room / max(total, 1.0))
    space = (room - total * scale) / (len(drawn) + 1)
    body, y = "", top + space
    for markup, tall in drawn:
        body += put(markup, x, y, scale)
        y += tall * scale + space
    return body


def card_words(number: int) -> str:
    """Return a card in a few words: its id, kind, name or tags."""
    card = CARDS[number]
    about = [card.name] * bool(card.name) + [TAGS[tag].replace("_", " ") for tag in card.tags]
    return f"{card.id}: {', '.join([f'{KINDS[card.kind]} card', *about, *['promo'] * card.promo])}"


def card_svg(number: int, theme: Theme = "light") -> str:
    """Return a card by its number as SVG, with its signs in words; `ToolkitError` for no theme."""
    kind = CARDS[number].kind
    return _single(card_words(number), face(number), WIDE[kind], HIGH[kind], theme)


def _single(words: str, body: str, wide: float, high: float, theme: Theme) -> str:
    """Return one thing, twice as large, beside the words of its signs."""
    used = dict.fromkeys(re.findall(r'href="#wf-([^"]+)"', body))
    legend = box(0, 0, 230, 24 * len(used) + 4)
    for n, name in enumerate(used):
        legend += sign(name, 14, 14 + 24 * n) + words_at(
            SIGNS[name].words, 30, 18 + 24 * n, 12, anchor="start"
        )
    drawn = told(words, 12, 12, put(body, 0, 0, 2)) + put(legend, 2 * wide + 26, 12)
    return page(words, drawn, 2 * wide + 268, max(2 * high, 24 * len(used) + 4) + 24, theme)


# ---- tiles and spaces of the journal -----------------------------------------------------------------------


@lru_cache(maxsize=128)
def tile_face(number: int, back: int = 0) -> str:
    """Return a tile on a caravan, its upper left corner at the origin."""
    tile = TILES[number]
    columns, rows = tile.size
    colour = KIND_COLOURS[TILE_KINDS[tile.kind]]
    body = box(1, 1, columns * CELL - 2, rows * CELL - 2, colour, stroke_width="2")
    for column, icons in enumerate(tile.faces[back]):
        tokens = [_ICONS.get(icon, icon) for icon in icons] + [TAGS[tag] for tag in tile.tags]
        tokens += [f"vp={tile.vp}"] * (tile.vp > 0 and columns == 1)  # a wide tile has them among its icons
        markup, high = flow(tokens, 30 if rows == 2 else 46)
        scale = 0.72 if len(tokens) > 1 else 1.0
        body += put(markup, (column + 0.5) * CELL, (rows * CELL - 7 - high * scale) / 2, scale)
    return body + words_at(tile.id, columns * CELL / 2, rows * CELL - 4, 7)


def tile_words(number: int) -> str:
    """Return a tile in a few words: its id, kind, tags, points."""
    tile = TILES[number]
    about = [TAGS[tag].replace("_", " ") for tag in tile.tags] + [f"points {tile.vp}"] * (tile.vp > 0)
    return f"{tile.id}: {', '.join([f'{TILE_KINDS[tile.kind]} tile', *about])}"


def tile_svg(number: int, theme: Theme = "light") -> str:
    """Return a tile by its number as SVG, both faces if it has two; `ToolkitError` for no theme."""
    (columns, rows), many = TILES[number].size, len(TILES[number].faces)
    wide = columns * CELL + 8
    faces = [put(tile_face(number, back), back * wide, 0) for back in range(many)]
    return _single(tile_words(number), "".join(faces), many * wide - 8, rows * CELL, theme)


def space_words(space: int, tile: int = NONE) -> str:
    """Return a space of the journal in a few words: its name and what entering it brings."""
    parts = ON_ENTER[space] if tile == NONE else JOURNAL_GAINS[tile]
    brings = [effect_words(part) for part in parts] or [
        "a journal tile" if space in TILE_SPACES else "the start"
    ]
    return f"{SPACES[space]}: {', '.join([*brings, *['ends the game'] * (space in FINAL)])}"


@lru_cache(maxsize=512)
def space_face(space: int, tile: int = NONE) -> str:
    """Return a space of the journal around the origin: its name, and what its print or tile brings."""
    (wide, high), empty = SPACE, ["journal tile" if space in TILE_SPACES else "start"]
    markup, tall = flow(
        gain_tokens(ON_ENTER[space] if tile == NONE else JOURNAL_GAINS[tile]) or empty, wide - 6
    )
    looks = {"rx": "10"} if space in TILE_SPACES else {"stroke_width": "3"} if space in FINAL else {}
    body = box(-wide / 2, -high / 2, wide, high, **looks) + put(markup, 0, 4 - tall / 2)
    return body + words_at(SPACES[space], 0, 10 - high / 2, 9)


def journal_space_svg(space: int, theme: Theme = "light") -> str:
    """Return a space of the journal as SVG, with the ways to and from it on both faces of the board."""
    ways = [way for way in CONNECTIONS if space in (way.start, way.end)]
    wide, high = SPACE
    body = put(space_face(space), wide / 2, high / 2) + box(wide + 4, 0, 240, 24 * len(ways))
    for n, way in enumerate(ways):
        name = f"from {SPACES[way.start]}" if way.end == space else f"to {SPACES[way.end]}"
        body += words_at(name, wide + 10, 16 + 24 * n, anchor="start")
        for side, requirement in enumerate(way.sides):
            markup, tall = flow(["AB"[side], *requirement_tokens(requirement)], 84)
            body += put(markup, wide + 116 + 84 * side, 12 + 24 * n - tall / 2)
    return _single(space_words(space), body, wide + 246, max(high, 24 * len(ways)), theme)
