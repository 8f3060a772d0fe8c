"""What a seat sees of Wayfarers of the South Tigris, as text: slots, caravan, journal, display, players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from toolkit.core import Observation
from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.caravan import BONUSES, FACES, PAPER, cell, cells_of
from toolkit.games.wayfarers.components import names as words
from toolkit.games.wayfarers.components import tables
from toolkit.games.wayfarers.components.effects import EFFECTS, block_words, effect_words, gain_words
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, NONE, TAGS, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SLOTS, TILES, Assets
from toolkit.games.wayfarers.components.words import price_text, score_text
from toolkit.games.wayfarers.display import places_of
from toolkit.games.wayfarers.play.dice import serves
from toolkit.games.wayfarers.scoring import Scores, count, final_scores, goal_met
from toolkit.games.wayfarers.state import WayfarersState
from toolkit.games.wayfarers.tableau import Tableau
from workbench.cli.play.desk import named, without_lines
from workbench.cli.play.voice import Seats, Voice
from workbench.cli.printing import styled, table_of

if TYPE_CHECKING:
    Seen = Observation[WayfarersState]

_HEIGHTS = {"t": 0, "u": 1, "m": 2, "l": 3, "b": 4, "0": 2}  # rows of the journal by the ends of names


def table(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return what lies open: the own slots and caravan first, at the end of the game the scoring."""
    names = voice.seats
    mine: Tableau = seen[WayfarersState.tableaux][seen.player or 0]
    scoring: list[RenderableType] = [_scoring(seen, names)] if seen[WayfarersState.reason] else []
    parts = [_slots(seen, mine), _caravan(mine), _journal(seen, mine, names)]
    kinds = [_display(seen, names, kind) for kind in range(len(KINDS))]
    owned = [_owned(seen, names)] if seen.players > 1 else []
    return [*scoring, *parts, *kinds, _players(seen, names), *owned, _tiles(seen)]


# ---- cards in few words ------------------------------------------------------------------------------------


def brief(number: int, *, tucked: bool = False) -> str:
    """Return what a card is and does in one line, in the words of the notation."""
    card = CARDS[number]
    said = [" ".join(_plain(TAGS[tag]) for tag in card.tags)]
    if card.name and not card.printed:
        said = [card.name if tucked else f"{card.name}, {card.cost} silver, under {_bits(TAGS, card.hosts)}"]
    if card.on_gain:
        said.append(f"at once {gain_words(card.on_gain)}")
    if card.slot != NONE:
        said.append(_slot(card.slot))
    if card.reacts:
        said.append(f"on {_bits(words.EVENTS, card.reacts)}: {gain_words(card.reaction)}")
    if card.banner:
        lends = f"lends {_assets(card.assets)}" if any(card.assets) else block_words(card.block)
        said.append(f"{card.banner}: {lends}")
    if card.kind == words.WATER:
        left = [_plain(row) for row in words.ROWS if row in card.left_bolts]
        right = [effect_words(effect) for effect in card.right_links.values()]
        said.append(
            f"links {', '.join(left) or 'none'} | {', '.join(right)}".replace("influence card", "card")
        )
    if card.score:
        said.append(score_text(card))
    said += [f"goal: {many} {words.counter_words(counter, many)}" for counter, many in card.goal]
    return "; ".join(filter(None, said))


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _bits(among: Sequence[str], bits: int) -> str:
    return "/".join(map(_plain, words.marked(among, bits)))


def _assets(assets: Assets) -> str:
    return " ".join(words.repeated(words.ASSETS, assets))


def _slot(number: int) -> str:
    slot = tables.SLOTS[number]
    return f"{_assets(slot.assets)}: {block_words(slot.block)}".removeprefix(": ")


# ---- the own tableau ---------------------------------------------------------------------------------------


def _slots(seen: Seen, one: Tableau) -> RenderableType:
    """Return the die slots with what they need and bring and which faces serve, then the other cards."""
    placed, rows = dict(one.placed), []
    for slot in one.slots:
        faces = " ".join(str(face) for face in FACES if serves(one, face, slot, 0))
        dice = f"holds {placed[slot.slot]}" if slot.slot in placed else f"for {faces or 'none'}"
        dice = "from next turn" if slot.card in seen[WayfarersState.gained] else dice
        rows.append((SLOTS[slot.slot].name, _slot(slot.slot) + _with(slot.folk), dice))
    tucked = (*one.land_folk, *one.water_folk, *one.inspirations)
    for card, other in zip((*one.land, *one.water, *one.space), tucked, strict=True):
        met = CARDS[card].kind == words.SPACE and other != NONE and goal_met(other, one.seat.holdings)
        if CARDS[card].slot == NONE:
            rows.append((CARDS[card].id, brief(card) + _with(other), "met" if met else ""))
    return without_lines(table_of("slot", "what it needs and brings", "dice", rows=rows))


def _with(card: int) -> str:
    return f" [{CARDS[card].id} {brief(card, tucked=True)}]" if card != NONE else ""


def _caravan(one: Tableau) -> RenderableType:
    """Return the caravan by the faces of dice: assets, chains, discounts, and the cells from the top."""
    shown = {place: effect_words(effect) for place, effect in BONUSES.get(one.board, {}).items()}
    for laid in one.tiles:
        shown |= dict.fromkeys(cells_of(laid.tile, laid.row, laid.column), TILES[laid.tile].id)
    rows = []
    for face in FACES:
        column, places = one.caravan.columns[face], [cell(row, face) for row in (1, 2, 3)]
        less = ((column.silver, "silver"), (column.provision, "provision"))
        cheaper = ", ".join(f"{many} {name} less" for many, name in less if many)
        cells = [shown.get(place, ".") if place in PAPER else "" for place in places]
        becomes = " ".join(map(str, one.caravan.chain(face)))
        rows.append((face, _assets(column.assets), becomes, cheaper, *cells))
    return without_lines(table_of("die", "assets", "becomes", "price", "row 1", "row 2", "row 3", rows=rows))


# ---- the main board ----------------------------------------------------------------------------------------


def _journal(seen: Seen, one: Tableau, names: Seats) -> Text:
    """Return the journal with tiles and markers, and what the next spaces require and bring."""
    greens = [journal.COLUMN[pair[0]] for pair in journal.GREEN_SPACES]
    green = words.marked(greens, seen[WayfarersState.green])
    lines = [[f"{column}{'*' * (column in green)}" for column in range(max(journal.COLUMN) + 1)]]
    lines += [[""] * len(lines[0]) for _ in range(5)]
    markers = [one.marker for name in ("tableaux", "rivals") for one in seen[name]]
    for space, name in enumerate(journal.SPACES):
        row = int(name[-1]) - 1 if space in journal.FINAL else _HEIGHTS[name[-1]]
        seats = "".join(names.number(seat) for seat, at in enumerate(markers) if at == space)
        lines[row + 1][journal.COLUMN[space]] = _tile(seen, space) + (f"({seats})" if seats else "") or "."
    wide = max(6, *(len(one) + 1 for line in lines for one in line))
    text = ["".join(f"{one:{wide}}" for one in line).rstrip() for line in lines]
    alone = f", ({names.number(1)}) the rival" * bool(seen[WayfarersState.rivals])
    first = f"({names.number(0)}) {names.player(0)}{alone}"
    head = f"journal, sides {seen.rules.sections}; * with a green worker; {first}"
    return styled("\n".join([head, *text, *_steps(seen, one)]))


def _tile(seen: Seen, space: int) -> str:
    if space not in journal.TILE_SPACES:
        return ""
    return tables.JOURNAL_TILES[seen[WayfarersState.journal_tiles][journal.TILE_SPACES.index(space)]]


def _steps(seen: Seen, one: Tableau) -> Iterator[str]:
    """Yield the next spaces of a player: what the way requires, what is missing, what they bring."""
    for space, needed in journal.steps(seen.rules.sections)[one.marker]:
        pairs = zip(GUILDS, needed.spend, one.guilds, strict=True)
        missing = [f"{least - had} {guild}" for guild, least, had in pairs if least > had]
        if needed.counter >= 0 and (had := count(needed.counter, one.seat.holdings)) < needed.at_least:
            missing.append(str(needed.at_least - had))
        told = f" (missing: {', '.join(missing)})" if missing else ""
        tile = _tile(seen, space)
        gain = tables.JOURNAL_GAINS[tables.JOURNAL_TILES.index(tile)] if tile else journal.ON_ENTER[space]
        yield f"to {journal.SPACES[space]}: {needed.words}{told}; brings {gain_words(gain)}"


def _display(seen: Seen, names: Seats, kind: int) -> RenderableType:
    """Return the face-up cards of a kind: what lies on them, what they are, and the spot beside each."""
    rows = []
    for slot, place in enumerate(places_of(kind)):
        card = seen[WayfarersState.display][place]
        spot = f"{tables.BOARD.space_card_silver[slot]} silver"
        spot = block_words(tables.SPOTS[place]) if place in tables.SPOTS else spot
        text = (CARDS[card].id, _on_it(seen, names, place), brief(card)) if card != NONE else ("-", "", "")
        rows.append((slot + 1, *text, spot))
    pile = sum(len(seen[KINDS[kind]].zone(zone)) for zone in ("pile", "under"))
    beside = "price" if kind == words.SPACE else "spot"
    return without_lines(table_of("", KINDS[kind], "on it", f"pile of {pile}", beside, rows=rows))


def _on_it(seen: Seen, names: Seats, place: int) -> str:
    mask, owner = seen[WayfarersState.workers][place], seen[WayfarersState.tokens][place]
    new = [" (new)" * (mask >> len(WORKERS) + at & 1) for at in range(len(WORKERS))]
    found = [f"{one}{new[at]}" for at, one in enumerate(WORKERS) if mask >> at & 1]
    return ", ".join([*found, f"({names.number(owner)})"] if owner != NONE else found)


def _tiles(seen: Seen) -> RenderableType:
    """Return the upgrade tiles on the main board, with their prices and faces."""
    told: list[list[str]] = [[] for _ in words.TILE_KINDS]
    for tile, left in zip(TILES, seen[WayfarersState.tiles_left], strict=True):
        faces = " | ".join(" ".join("+".join(icons) for icons in face) for face in tile.faces if any(face))
        said = [faces, *(TAGS[tag] for tag in tile.tags), f"{tile.vp} VP" if tile.vp else ""]
        text = _plain(" ".join([tile.id, *filter(None, said), *[f"x{left}"] * (left > 1)]))
        told[tile.kind] += [text] * (left > 0)
    rows = [(name, price_text(kind), ", ".join(told[kind])) for kind, name in enumerate(words.TILE_KINDS)]
    return without_lines(table_of("tiles", "price", "on the main board", rows=rows))


# ---- all players -------------------------------------------------------------------------------------------


def _players(seen: Seen, names: Seats) -> RenderableType:
    """Return in short what each player has, and the rival: land/water/space/townsfolk, primary tags, VP."""
    rows: list[Sequence[object]] = []
    numbers, scores = ["silver", "prov", "infl", "VP"], _scores(seen)
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        cards = _split(len(got) - 1 for got in (one.land, one.water, one.space, one.townsfolk))
        dice = f"{''.join(map(str, one.dice)) or '-'} of {len(one.dice) + len(one.placed)}"
        name, held = named(seen, names, seat, active=seat == seen.to_act()), (one.silver, one.provision)
        rest = dice, cards, _split(one.counts[:4]), scores.totals[seat]
        rows.append((name, *held, one.influence, *_pieces(one), *rest))
    for rival in seen[WayfarersState.rivals]:
        rest = f"spot {rival.spot}, comet {rival.comet}", _split(rival.cards[:4]), "", scores.totals[1]
        rows.append(("  the rival", "", "", "", *_pieces(rival), *rest))
    heads = ["player", *numbers[:3], "s/t/e", "g/y/b", "at", "dice", "cards", "tags", "VP"]
    return without_lines(table_of(*heads, rows=rows, numbers=numbers))


def _owned(seen: Seen, names: Seats) -> RenderableType:
    """Return the cards and tiles of the other players by their ids; `tobago cards` tells what each does."""
    rows = []
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        pairs = ((one.land, one.land_folk), (one.water, one.water_folk), (one.space, one.inspirations))
        cards = [" ".join(map(_carrying, *pair)) for pair in pairs]
        if seat != (seen.player or 0):
            rows.append((names[seat], *cards, " ".join(TILES[laid.tile].id for laid in one.tiles)))
    return without_lines(table_of("cards of", "land", "water", "space", "tiles", rows=rows))


def _carrying(card: int, other: int) -> str:
    return CARDS[card].id + (f"+{CARDS[other].id}" if other != NONE else "")


def _split(numbers: Any) -> str:
    return "/".join(map(str, numbers))


def _pieces(one: Any) -> tuple[str, str, str]:
    """Return influence in guilds, workers in the supply and marker of a player or of the rival."""
    return _split(one.guilds), _split(one.hands), journal.SPACES[one.marker]


def _scores(seen: Seen) -> Scores:
    seats = [[one.seat for one in seen[name]] for name in ("tableaux", "rivals")]
    return final_scores(seats[0], *seats[1])


def _scoring(seen: Seen, names: Seats) -> RenderableType:
    """Return the final scoring line by line, players by their seats (Y-93)."""
    lines = _scores(seen).lines()
    seats = [*map(names.who, range(seen.players)), *["the rival"] * len(seen[WayfarersState.rivals])]
    rows = [(line.rule, line.what, *line.points) for line in lines]
    return without_lines(table_of("rule", "final scoring", *seats, rows=rows, numbers=seats))


# ---- the own pieces, and what is asked ---------------------------------------------------------------------


def hand(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return the own resources, influence, workers and dice, and what the open decision is about."""
    names = voice.seats
    one: Tableau = seen[WayfarersState.tableaux][seen.player or 0]
    guilds = ", ".join(f"{guild} {many}" for guild, many in zip(GUILDS, one.guilds, strict=True))
    used = words.marked(GUILDS, seen[WayfarersState.used])
    placed = ", ".join(f"{face} on {SLOTS[slot].name}" for slot, face in one.placed)
    workers = " ".join(words.repeated(WORKERS, one.hands)) or "none"
    last = seen[WayfarersState.ending]
    told = [
        words.said(f"{one.silver} silver, {one.provision} provision")
        + f"; influence: {guilds}, supply {one.influence}"
        + f"; used: {', '.join(used)}" * bool(used),
        f"dice: {' '.join(map(str, one.dice)) or 'none'}; placed: {placed or 'none'}; workers: {workers}; "
        f"marker on {journal.SPACES[one.marker]}" + f"; turns left: {last}" * (last != NONE),
    ]
    return [styled("\n".join(told)), *_about(seen, one, names)]


def _about(seen: Seen, one: Tableau, names: Seats) -> list[RenderableType]:
    """Return the part of the table that the open decision is about, and the drawn cards."""
    kind, frame = seen.decision_kind(), seen.stack[-1] if seen.stack else ()
    if kind == "acquire":
        return [_display(seen, names, EFFECTS[getattr(frame, "effect", 0)].kind)]
    if kind in ("upgrade", "place tile"):
        return [_caravan(one)] if kind == "place tile" else [_tiles(seen)]
    drawn = [card for name in KINDS for card in seen[name].zone("drawn") if card != HIDDEN]
    cards = [f"{CARDS[card].id}: {brief(card)}" for card in drawn]
    lines = [*_steps(seen, one)] if kind == "journal" else cards
    return [styled("\n".join(lines))] if lines else []
