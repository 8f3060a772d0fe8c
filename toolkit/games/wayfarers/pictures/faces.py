"""Cards, tiles and spaces of the journal, one by one: what stands on them in signs, and their pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from toolkit.core.pictures import Picture, Theme
from toolkit.core.telling.language import isolated
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, NONE, TAGS, TILE_KINDS
from toolkit.games.wayfarers.components.records import ScoreRecord
from toolkit.games.wayfarers.components.tables import Assets, Card
from toolkit.games.wayfarers.pictures import signs as draw
from toolkit.games.wayfarers.pictures.signs import Pen, pen_of

WIDE, HIGH = (98, 112, 98, 98, 98), (112, 112, 112, 106, 46)
"""How wide and high cards are, by kind."""

LINKS = {row: 29 + 18 * n for n, row in enumerate(("influence", "silver", "provision", "influence_card"))}
"""How far down the rows of links are on a water card (Y-47)."""

CELL, FINAL_WIDE, SPACE_WIDE, SPACE_HIGH = 48, 136, 78, 46
"""The side of a cell of a caravan; how wide final and other spaces of the journal are, and how high."""

_HEAD, _TUCKED = 20, (58, 80)  # the height of a card's head, and of a townsfolk under another card
_EVENTS = (*TAGS, "townsfolk-card", "all-tile")  # the signs of `EVENTS`

# Frames are drawn once, as signs: pictures stay small so.
_FRAMES = *zip(KINDS, WIDE, HIGH, strict=True), *(("townsfolk", WIDE[3], high) for high in _TUCKED)
for _kind, _wide, _high in _FRAMES:
    _colour = draw.SIGNS[f"{_kind}-card"].fill
    _drawn = draw.box(0, 0, _wide, _high, rx=8) + draw.box(1, 1, _wide - 2, _HEAD - 1, _colour, rx=7, edge=0)
    draw.SIGNS[f"{_kind}-{_high}-frame"] = draw.Sign(f"{_kind} card {_high} high, empty", "", 0, _drawn)


def _joined(parts: Iterable[Sequence[str]], between: str) -> list[str]:
    """Return tokens one after the other, with another one between them."""
    return [token for n, part in enumerate(parts) for token in ((between, *part) if n else part)]


def _named(signs: Sequence[str], bits: int) -> list[str]:
    """Return alternatives from their bits, such as the tags of hosts."""
    return _joined([[name] for name in names.marked(signs, bits)], "/")


def gain_tokens(parts: Sequence[int]) -> list[str]:
    """Return effects by number; a choice beside others stands in brackets."""
    found: list[str] = []
    for part in parts:
        tokens = _effect_tokens(part)
        found += ["(", *tokens, ")"] if "/" in tokens and len(parts) > 1 else tokens
    return found


def _effect_tokens(number: int) -> list[str]:
    effect = EFFECTS[number]
    less = ["free"] * effect.free + [f"silver=-{effect.discount}"] * (effect.discount > 0)
    if effect.verb == "choose_one":
        return _joined([gain_tokens(branch) for branch in effect.branches], "/")
    if effect.verb in ("silver", "provision"):
        return [f"{effect.verb}={effect.times}"]
    if effect.verb == "influence_guild":
        return [(*GUILDS, "any_guild")[effect.guild]] * effect.times
    if effect.verb == "upgrade":
        return [f"{(*TILE_KINDS, 'all')[effect.kind]}-tile", *less]
    if effect.verb != "acquire":
        return [effect.verb] * effect.times
    source = {"draw3_keep1": ["1 of 3"], "top_of_pile": ["top"]}.get(effect.source, [])
    return [f"{KINDS[effect.kind]}-card", *source, *less]


def block_tokens(block: int) -> list[str]:
    """Return what a block costs, an arrow, and what it brings."""
    pay, parts = BLOCKS[block]
    ways = [[f"silver={silver}"] * (silver > 0) + [f"provision={food}"] * (food > 0) for silver, food in pay]
    return [*_joined(ways, "/"), *["arrow"][: len(pay)], *gain_tokens(parts)]


def slot_tokens(slot: int, die: int = 0) -> list[list[str]]:
    """Return a die slot, maybe with a die on it, and its assets; and what it costs and brings."""
    needed = _asset_tokens(tables.SLOTS[slot].assets)
    return [[f"die={die}" if die else "slot", *needed], block_tokens(tables.SLOTS[slot].block)]


def _asset_tokens(assets: Assets) -> list[str]:
    return [*names.repeated(names.ASSETS, assets)]


def _counter_tokens(name: str) -> list[str]:
    name = name.removesuffix("_tags").removeprefix("guild_").replace("any_total", "any_guild")
    sign = name.replace("_cards", "-card").replace("_upgrades", "-tile")
    return ["sun", "/", "moon"] if name == "sun_or_moon" else [sign]


def requirement_tokens(requirement: journal.Requirement) -> list[str]:
    """Return what a step of the journal requires: how many of what, or influence that is spent (Y-29)."""
    if requirement.counter != NONE:
        return [f"{requirement.at_least}", *_counter_tokens(names.COUNTERS[requirement.counter])]
    spent = names.repeated(GUILDS, requirement.spend)
    return ["pay", *spent] if spent else ["free"]


def _score_tokens(score: ScoreRecord) -> list[str]:
    if score.fixed:
        return [f"vp={score.fixed}"]
    if most := score.comet_majority:
        return [f"vp={most['vp']}", "most", "comet", "/", f"vp={most['else']}"]
    if score.if_have_tag:
        return [f"vp={score.otherwise}", "with", score.if_have_tag, f"vp={score.vp}"]
    base = [f"vp={score.base}", "+"] if score.base else []
    counted = [_counter_tokens(name)[0] for name in score.per_set_of or (score.per,)]
    per = ["set:"] if score.per_set_of else ["per", f"{score.each}"] if score.each > 1 else ["per"]
    return [*base, f"vp={score.vp}", *per, *counted]


def card_tokens(card: Card, die: int = 0, *, tucked: bool) -> list[list[str]]:
    """Return what stands on a card below its head, line by line; under another card without its hosts."""
    found = []
    if card.kind == names.TOWNSFOLK:
        found += [["under", *_named(TAGS, card.hosts)]] * (not tucked and not card.printed)
        block = block_tokens(card.block) if card.block != NONE else []
        found.append(["slot" if card.banner == "die" else card.banner, *_asset_tokens(card.assets), *block])
    elif card.reacts:
        found += [["reaction", *_named(_EVENTS, card.reacts)], gain_tokens(card.reaction)]
    found += slot_tokens(card.slot, die) if card.slot != NONE else []
    found += [_score_tokens(card.score)] if card.score else []
    goals = [[f"{least}", *_counter_tokens(names.COUNTERS[counter])] for counter, least in card.goal]
    return [*found, _joined(goals, "+"), ["bolt", *gain_tokens(card.on_gain)] if card.on_gain else []]


@lru_cache(maxsize=128)
def tucked_high(number: int, pen: Pen) -> int:
    """Return how high a townsfolk is under another card."""
    tokens = card_tokens(tables.CARDS[number], tucked=True)
    return _TUCKED[pen.high(tokens, WIDE[names.TOWNSFOLK] - 6) > _TUCKED[0] - _HEAD]


@lru_cache(maxsize=1024)
def face(number: int, pen: Pen, die: int = 0, *, tucked: bool = False) -> str:
    """Return a card, maybe with a die on its slot, or as a townsfolk under another card."""
    card = tables.CARDS[number]
    wide, edges, top = WIDE[card.kind], 6, _HEAD
    high = tucked_high(number, pen) if tucked else HIGH[card.kind]
    body = pen.sign(f"{KINDS[card.kind]}-{high}-frame")
    body += draw.words_at(
        pen.teller.name("printed_ids", card.id) if card.printed else card.id, 5, 14, anchor="start"
    )
    right: list[str] = [TAGS[tag] for tag in reversed(card.tags)]
    if card.kind == names.TOWNSFOLK:
        right, top = [f"silver={card.cost}"], _HEAD + 13
        name = "" if card.printed else pen.teller.name("townsfolk", card.name)
        body += pen.text(name, wide / 2, _HEAD + 11) if name else ""
    for n, token in enumerate(["vp=\u00d72"] if card.kind == names.INSPIRATION else right):
        body += pen.sign(token, wide - 11 - 21 * n, 10)
    if card.kind == names.WATER:
        edges, links = 34, [(8, row, "link") for row in LINKS if row in card.left_bolts]
        links += [(wide - 8, row, gain_tokens([link])[0]) for row, link in card.right_links.items()]
        for x, row, token in links:
            body += pen.sign(token.partition("=")[0], x, LINKS[row], scale=0.6)
    tokens = card_tokens(card, die, tucked=tucked)
    return body + pen.lines(tokens, wide / 2, top, wide - edges, high - top - 1)


@lru_cache(maxsize=128)
def tile_face(number: int, pen: Pen, back: int = 0) -> str:
    """Return a tile of a caravan."""
    tile = tables.TILES[number]
    columns, rows = tile.size
    colour, tags = draw.SIGNS[f"{TILE_KINDS[tile.kind]}-tile"].fill, [TAGS[tag] for tag in tile.tags]
    body = draw.box(1, 1, columns * CELL - 2, rows * CELL - 2, colour, edge=2)
    for column, icons in enumerate(tile.faces[back]):
        tokens = [{"+": "raise", "-": "lower"}.get(icon, icon) for icon in icons] + tags
        tokens += [f"vp={tile.vp}"] * (tile.vp > 0 and columns == 1)  # a wide tile has them among its icons
        body += pen.lines([tokens], (column + 0.5) * CELL, 2, CELL - 2, rows * CELL - 4)
    return body


@lru_cache(maxsize=512)
def space_face(space: int, pen: Pen, tile: int = NONE) -> str:
    """Return a space of the journal: its column, and what its print or the journal tile on it brings."""
    final, tiled = space in journal.FINAL, space in journal.TILE_SPACES
    wide = FINAL_WIDE if final else SPACE_WIDE
    tokens = gain_tokens(journal.ON_ENTER[space] if tile == NONE else tables.JOURNAL_GAINS[tile])
    body = draw.box(-wide / 2, -22, wide, SPACE_HIGH, rx=12 * tiled, edge=1 + 2 * final)
    body += draw.words_at(pen.shown(f"{journal.COLUMN[space]}"), 0, -10)
    return body + pen.lines([tokens or ["tile" if tiled else "start"]], 0, -6, wide - 6, 28)


@lru_cache(maxsize=128)
def slot_face(slot: int, pen: Pen, die: int = 0) -> str:
    """Return a die slot of the middle of a player board, maybe with a die on it."""
    body = draw.box(1, 0, CELL * 3 - 3, 47, rx=5)
    return body + pen.lines(slot_tokens(slot, die), CELL * 1.5, 0, CELL * 3 - 8, 47)


@lru_cache(maxsize=64)
def spot_face(place: int, pen: Pen) -> str:
    """Return what stands below a place of the display: its worker spot, or the price of a space card."""
    kind = place // 4
    return pen.slip(_spot_tokens(place, pen), 0, HIGH[kind] + 22, WIDE[kind], spot_high(kind, pen))


@cache
def spot_high(kind: int, pen: Pen) -> int:
    """Return how high is what stands below cards of a kind."""
    return max(pen.high([_spot_tokens(4 * kind + slot, pen)], WIDE[kind] - 6) for slot in range(4))


def _spot_tokens(place: int, pen: Pen) -> list[str]:
    slot = place % 4
    price = [f"silver={tables.BOARD.space_card_silver[slot]}"]
    spot = block_tokens(tables.SPOTS[place]) if place in tables.SPOTS else price
    return [pen.word("nth", number=slot + 1), *spot]


# ---- in words ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def card_words(number: int, pen: Pen) -> str:
    """Return a card by its id in a few words."""
    card, said = tables.CARDS[number], pen.teller
    tags = [said.name("tags", TAGS[tag]) for tag in card.tags]
    if card.printed:
        return pen.finished(said.language.listed([said.card(number), *tags]))
    name = said.name("townsfolk", card.name) if card.name else said.name("cards", KINDS[card.kind])
    return _told(card.id, [name, *tags], pen)


@lru_cache(maxsize=128)
def tile_words(number: int, pen: Pen) -> str:
    """Return a tile of a caravan by its id in a few words."""
    tile, said = tables.TILES[number], pen.teller
    tags = [said.name("tags", TAGS[tag]) for tag in tile.tags]
    return _told(tile.id, [said.name("tiles", TILE_KINDS[tile.kind]), *tags], pen)


@lru_cache(maxsize=512)
def space_words(space: int, pen: Pen, tile: int = NONE) -> str:
    """Return a space of the journal in a few words, with what its print or the journal tile on it brings."""
    said, gain = pen.teller, journal.ON_ENTER[space] if tile == NONE else tables.JOURNAL_GAINS[tile]
    laid = [] if tile == NONE else [isolated(tables.JOURNAL_TILES[tile])]
    about = said.language.listed([*laid, *map(said.effect, gain)])
    return pen.finished(f"{said.space(space)}: {about}" if about else said.space(space))


def _told(name: str, about: Sequence[str], pen: Pen) -> str:
    return pen.finished(f"{isolated(name)}: {pen.teller.language.listed(about)}")


# ---- pictures of one thing, in English ---------------------------------------------------------------------


def card_svg(number: int, theme: Theme = "auto") -> Picture:
    """Return a card by its number as SVG, with its signs in words; `ToolkitError` for no theme."""
    card, pen = tables.CARDS[number], pen_of("en")
    return _single(card_words(number, pen), face(number, pen), WIDE[card.kind], HIGH[card.kind], theme)


def tile_svg(number: int, theme: Theme = "auto") -> Picture:
    """Return a tile by its number as SVG, both faces if it has two; `ToolkitError` for no theme."""
    tile, pen = tables.TILES[number], pen_of("en")
    wide = tile.size[0] * CELL + 8
    faces = [draw.put(tile_face(number, pen, back), back * wide, 0) for back in range(len(tile.faces))]
    faces.append(draw.words_at(tile.id, wide / 2 - 4, tile.size[1] * CELL + 12, fill=draw.BESIDE))
    high = tile.size[1] * CELL + 14
    return _single(tile_words(number, pen), "".join(faces), len(faces[:-1]) * wide - 8, high, theme)


def journal_space_svg(space: int, theme: Theme = "auto") -> Picture:
    """Return a space of the journal as SVG, with the ways to and from it on both faces of the board."""
    pen, ways = pen_of("en"), [way for way in journal.CONNECTIONS if space in (way.start, way.end)]
    body = draw.put(space_face(space, pen), FINAL_WIDE / 2, SPACE_HIGH / 2)
    for n, way in enumerate(ways):
        there, other = ("from", way.start) if way.end == space else ("to", way.end)
        body += pen.slip([f"{there} {journal.SPACES[other]}"], 146, 24 * n, 74)
        for side, requirement in enumerate(way.sides):
            body += pen.slip(["AB"[side], *requirement_tokens(requirement)], 220 + 90 * side, 24 * n, 90)
    words = f"{journal.SPACES[space]}: {space_words(space, pen)}"
    return _single(words, body, 400, max(SPACE_HIGH, 24 * len(ways)), theme)


def _single(words: str, body: str, wide: float, high: float, theme: Theme) -> Picture:
    """Return one thing, twice as large, beside the words of its signs."""
    used = [name for name in dict.fromkeys(re.findall(r'href="#wf-([^"]+)"', body)) if "frame" not in name]
    legend, pen = draw.box(0, 0, 230, 24 * len(used) + 4), pen_of("en")
    for n, sign in enumerate(used):
        legend += pen.sign(sign, 14, 14 + 24 * n)
        legend += draw.words_at(draw.SIGNS[sign].words, 30, 18 + 24 * n, 12, anchor="start")
    drawn = draw.put(body, 12, 12, 2, words) + draw.put(legend, 2 * wide + 26, 12)
    return pen.page(words, drawn, 2 * wide + 268, max(2 * high, 24 * len(used) + 4) + 24, theme)
