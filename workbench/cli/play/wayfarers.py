"""What a seat sees of Wayfarers of the South Tigris, as text: slots, caravan, journal, display, players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.text import Text

from toolkit.core import Observation
from toolkit.core.hidden import HIDDEN
from toolkit.core.telling.language import isolated
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.caravan import BONUSES, FACES, PAPER, cell, cells_of
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.components.effects import EFFECTS, block_words, effect_words, gain_words
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, NONE, TAGS, WORKERS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOTS, TILES, Assets
from toolkit.games.wayfarers.conversion import position_of as position_of
from toolkit.games.wayfarers.display import places_of
from toolkit.games.wayfarers.play.dice import serves
from toolkit.games.wayfarers.scoring import Scores, count, final_scores, goal_met
from toolkit.games.wayfarers.state import WayfarersState
from toolkit.games.wayfarers.tableau import Tableau
from toolkit.games.wayfarers.telling import WayfarersTeller
from workbench.cli.play.desk import named, without_lines
from workbench.cli.play.voice import Voice
from workbench.cli.printing import styled, table_of

if TYPE_CHECKING:
    Seen = Observation[WayfarersState]

_STEPS = {"+": "raise", "-": "lower", "+-": "raise or lower"}  # how a tile changes a die, in few words
_HEIGHTS = {"t": 0, "u": 1, "m": 2, "l": 3, "b": 4, "0": 2}  # rows of the journal by the ends of names

scored = True


def table(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return what lies open: the own slots and caravan first, at the end of the game the scoring."""
    said = Says(voice)
    mine: Tableau = seen[WayfarersState.tableaux][seen.player or 0]
    scoring: list[RenderableType] = [_scoring(seen, said)] if seen[WayfarersState.reason] else []
    parts = [_slots(seen, mine, said), _caravan(mine, said), _journal(seen, mine, said)]
    kinds = [_display(seen, said, kind) for kind in range(len(KINDS))]
    owned = [_owned(seen, said)] if seen.players > 1 else []
    return [*scoring, *parts, *kinds, _players(seen, said), *owned, _tiles(seen, said)]


# ---- in few words ------------------------------------------------------------------------------------------


class Says:
    """What things are called in the table of a voice; effects in English in the few words of the notation."""

    def __init__(self, voice: Voice) -> None:
        self.voice, self.seats = voice, voice.seats
        self.teller = cast("WayfarersTeller", voice.teller(None))  # that of the game
        self.word = partial(self.teller.word, "table")
        self.english = voice.language.code == "en"
        self.name, self.listed = self.teller.name, voice.language.listed

    def cell(self, text: object) -> str:
        """Return a text as it is shown."""
        return self.voice.language.finished(str(text), capital=False)

    def table(
        self, *heads: str, rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()
    ) -> RenderableType:
        """Return a table of such texts."""
        cells = [[one if isinstance(one, Text) else self.cell(one) for one in row] for row in rows]
        return without_lines(table_of(*heads, rows=cells, numbers=numbers))

    def effect(self, number: int) -> str:
        """Return an effect."""
        return effect_words(number) if self.english else self.teller.effect(number)

    def gain(self, parts: tuple[int, ...]) -> str:
        """Return effects."""
        return gain_words(parts) if self.english else self.teller.effects(parts)

    def block(self, number: int) -> str:
        """Return what a block costs and brings."""
        return block_words(number) if self.english else self.teller.block(number)

    def needed(self, needed: journal.Requirement) -> str:
        """Return what a way in the journal requires."""
        return needed.words if self.english else self.teller.needed(needed)

    def icon(self, icon: str) -> str:
        """Return an icon of a tile."""
        if icon in names.ASSETS:
            return self.name("assets", icon)
        return _STEPS.get(icon, icon.replace("_", " ")) if self.english else self.name("icons", icon)

    def link(self, number: int) -> str:
        """Return an effect at the right of a water card."""
        effect = EFFECTS[number]
        if effect.verb == "influence_card":
            return self.name("rows", effect.verb)
        if self.english or effect.verb != "influence_guild":
            return (
                self.name("counters", effect.verb, count=effect.times)
                if effect.guild < 0
                else self.effect(number)
            )
        return self.name(
            "counters", "guild", count=effect.times, guild=self.name("guilds", GUILDS[effect.guild])
        )

    def event(self, event: str) -> str:
        """Return a tag, or another thing that somebody gains."""
        return self.name("tags", event) if event in TAGS else self.word(event)

    def assets(self, assets: Assets) -> str:
        """Return what a die needs or gets."""
        return " ".join(self.name("assets", one, count=1) for one in names.repeated(names.ASSETS, assets))

    def id(self, card: int) -> str:
        """Return the id of a card, or what is printed on the board."""
        name = CARDS[card].id
        return self.name("printed_ids", name) if CARDS[card].printed else isolated(name)

    def place(self, slot: int) -> str:
        """Return a die slot."""
        name = SLOTS[slot].name
        if slot in tables.HOST:
            return self.id(tables.HOST[slot])
        return self.word("middle", number=name.split()[1])

    def slot(self, number: int) -> str:
        """Return what a die slot needs and brings."""
        slot = SLOTS[number]
        return f"{self.assets(slot.assets)}: {self.block(slot.block)}".removeprefix(": ")

    def space(self, space: int) -> str:
        """Return a space of the journal, in the notation by its name."""
        return self.teller.space(space) if self.seats.first else journal.SPACES[space]


def card(name: str, voice: Voice) -> str:
    """Return what the card of an id is and does; an empty text if there is none."""
    number = CARD.get(name.upper())
    if number is None:
        return ""
    said = Says(voice)
    return said.cell(f"{said.id(number)}: {brief(number, said)}")


def brief(number: int, said: Says, *, tucked: bool = False) -> str:
    """Return what a card is and does in one line."""
    card = CARDS[number]
    told = [" ".join(said.name("tags", TAGS[tag]) for tag in card.tags)]
    if card.name and not card.printed:
        name, cost = said.name("townsfolk", card.name), said.name("counters", "silver", count=card.cost)
        hosts = "/".join(map(said.event, names.marked(TAGS, card.hosts)))
        under = said.word("under", tags=hosts)
        told = [name if tucked else said.listed([name, cost, under])]
    if card.on_gain:
        told.append(said.word("at_once", effect=said.gain(card.on_gain)))
    if card.slot != NONE:
        told.append(said.slot(card.slot))
    if card.reacts:
        events = "/".join(map(said.event, names.marked(names.EVENTS, card.reacts)))
        told.append(said.word("on_gain", events=events, effect=said.gain(card.reaction)))
    if card.banner:
        lends = said.word("lends", assets=said.assets(card.assets))
        lent = lends if any(card.assets) else said.block(card.block)
        told.append(f"{said.name('banners', card.banner)}: {lent}")
    if card.kind == names.WATER:
        left = [said.name("rows", row) for row in names.ROWS if row in card.left_bolts]
        right = said.listed([*map(said.link, card.right_links.values())])
        told.append(said.word("links", left=said.listed(left) or said.word("none"), right=right))
    if card.score:
        told.append(said.teller.points(card.score))
    told += [said.word("goal", needed=said.teller.counted(counter, many)) for counter, many in card.goal]
    return said.voice.language.semicolon.join(filter(None, told))


# ---- the own tableau ---------------------------------------------------------------------------------------


def _slots(seen: Seen, one: Tableau, said: Says) -> RenderableType:
    """Return the die slots with what they need and bring and which faces serve, then the other cards."""
    placed, rows = dict(one.placed), []
    for slot in one.slots:
        faces = " ".join(str(face) for face in FACES if serves(one, face, slot, 0)) or said.word("none")
        if slot.card in seen[WayfarersState.gained]:
            dice = said.word("next_turn")
        elif slot.slot in placed:
            dice = said.word("holds", face=placed[slot.slot])
        else:
            dice = said.word("for", faces=faces)
        rows.append((said.place(slot.slot), said.slot(slot.slot) + _with(slot.folk, said), dice))
    tucked = (*one.land_folk, *one.water_folk, *one.inspirations)
    for card, other in zip((*one.land, *one.water, *one.space), tucked, strict=True):
        met = CARDS[card].kind == names.SPACE and other != NONE and goal_met(other, one.seat.holdings)
        if CARDS[card].slot == NONE:
            text = brief(card, said) + _with(other, said)
            rows.append((said.id(card), text, said.word("met") if met else ""))
    return said.table(said.word("slot"), said.word("brings"), said.word("dice"), rows=rows)


def _with(card: int, said: Says) -> str:
    return f" [{said.id(card)} {brief(card, said, tucked=True)}]" if card != NONE else ""


def _caravan(one: Tableau, said: Says) -> RenderableType:
    """Return the caravan by the faces of dice: assets, chains, discounts, and the cells from the top."""
    shown = {place: said.effect(effect) for place, effect in BONUSES.get(one.board, {}).items()}
    for laid in one.tiles:
        shown |= dict.fromkeys(cells_of(laid.tile, laid.row, laid.column), isolated(TILES[laid.tile].id))
    rows = []
    for face in FACES:
        column, places = one.caravan.columns[face], [cell(row, face) for row in (1, 2, 3)]
        less = ((column.silver, "silver"), (column.provision, "provision"))
        cheaper = [
            said.word("less", number=many, name=said.name("things", name, count=1))
            for many, name in less
            if many
        ]
        cells = [shown.get(place, ".") if place in PAPER else "" for place in places]
        becomes = " ".join(map(str, one.caravan.chain(face)))
        rows.append((face, said.assets(column.assets), becomes, said.listed(cheaper), *cells))
    heads = [said.word(head) for head in ("die", "assets", "becomes", "price")]
    return said.table(*heads, *(said.word("row", number=row) for row in (1, 2, 3)), rows=rows)


# ---- the main board ----------------------------------------------------------------------------------------


def _journal(seen: Seen, one: Tableau, said: Says) -> Text:
    """Return the journal with tiles and markers, and what the next spaces require and bring."""
    greens = [journal.COLUMN[pair[0]] for pair in journal.GREEN_SPACES]
    green = names.marked(greens, seen[WayfarersState.green])
    columns = range(max(journal.COLUMN) + 1)
    lines = [[f"{said.cell(column)}{'*' * (column in green)}" for column in columns]]
    lines += [[""] * len(lines[0]) for _ in range(5)]
    markers = [one.marker for name in ("tableaux", "rivals") for one in seen[name]]
    for space, name in enumerate(journal.SPACES):
        row = int(name[-1]) - 1 if space in journal.FINAL else _HEIGHTS[name[-1]]
        seats = "".join(said.seats.number(seat) for seat, at in enumerate(markers) if at == space)
        here, tile = f"({seats})" if seats else "", _tile(seen, space)
        lines[row + 1][journal.COLUMN[space]] = (said.voice.apart(tile) if tile else "") + here or "."
    wide = max(6, *(cell_len(one) + 1 for line in lines for one in line))
    text = ["".join(set_cell_size(one, wide) for one in line).rstrip() for line in lines]
    owners = [(said.seats.number(0), said.seats.player(0))]
    owners += [(said.seats.number(1), said.name("things", "rival"))] * bool(seen[WayfarersState.rivals])
    first = said.listed([f"({number}) {isolated(who)}" for number, who in owners])
    head = said.word("journal", sides=isolated(seen.rules.sections), first=first)
    return styled("\n".join([head, *text, *_steps(seen, one, said)]))


def _tile(seen: Seen, space: int) -> str:
    if space not in journal.TILE_SPACES:
        return ""
    return tables.JOURNAL_TILES[seen[WayfarersState.journal_tiles][journal.TILE_SPACES.index(space)]]


def _steps(seen: Seen, one: Tableau, said: Says) -> Iterator[str]:
    """Yield the next spaces of a player: what the way requires, what is missing, what they bring."""
    for space, needed in journal.steps(seen.rules.sections)[one.marker]:
        pairs = zip(GUILDS, needed.spend, one.guilds, strict=True)
        missing = [
            said.word("missing_in", number=least - had, guild=said.name("guilds", guild))
            for guild, least, had in pairs
            if least > had
        ]
        if needed.counter >= 0 and (had := count(needed.counter, one.seat.holdings)) < needed.at_least:
            missing.append(str(needed.at_least - had))
        asked = said.needed(needed)
        asked = said.word("missing", needed=asked, missing=said.listed(missing)) if missing else asked
        tile = _tile(seen, space)
        gain = tables.JOURNAL_GAINS[tables.JOURNAL_TILES.index(tile)] if tile else journal.ON_ENTER[space]
        yield said.word("step", space=said.space(space), needed=asked, effect=said.gain(gain))


def _display(seen: Seen, said: Says, kind: int) -> RenderableType:
    """Return the face-up cards of a kind: what lies on them, what they are, and the spot beside each."""
    rows = []
    for slot, place in enumerate(places_of(kind)):
        card = seen[WayfarersState.display][place]
        price = said.name("counters", "silver", count=tables.BOARD.space_card_silver[slot])
        spot = said.block(tables.SPOTS[place]) if place in tables.SPOTS else price
        text = (
            (said.id(card), _on_it(seen, said, place), brief(card, said)) if card != NONE else ("-", "", "")
        )
        rows.append((slot + 1, *text, spot))
    pile = sum(len(seen[KINDS[kind]].zone(zone)) for zone in ("pile", "under"))
    beside = said.word("price" if kind == names.SPACE else "spot")
    heads = "", said.word(KINDS[kind]), said.word("on_it"), said.word("pile", number=pile), beside
    return said.table(*heads, rows=rows)


def _on_it(seen: Seen, said: Says, place: int) -> str:
    mask, owner = seen[WayfarersState.workers][place], seen[WayfarersState.tokens][place]
    found = []
    for at, colour in enumerate(WORKERS):
        if mask >> at & 1:
            worker = said.name("workers", colour)
            found.append(said.word("new", worker=worker) if mask >> len(WORKERS) + at & 1 else worker)
    return said.listed([*found, f"({said.seats.number(owner)})"] if owner != NONE else found)


def _tiles(seen: Seen, said: Says, kinds: Sequence[int] = range(len(names.TILE_KINDS))) -> RenderableType:
    """Return the upgrade tiles of kinds on the main board, with their prices and faces."""
    told: list[list[str]] = [[] for _ in names.TILE_KINDS]
    for tile, left in zip(TILES, seen[WayfarersState.tiles_left], strict=True):
        times = [said.word("times", number=left)] * (left > 1)
        told[tile.kind] += [" ".join([_faces(tile.number, said), *times])] * (left > 0)
    rows = [
        (
            said.word(names.TILE_KINDS[kind]),
            said.teller.price(kind) or said.word("nothing"),
            said.listed(told[kind]),
        )
        for kind in kinds
    ]
    return said.table(said.word("tiles"), said.word("price"), said.word("on_board"), rows=rows)


def _faces(number: int, said: Says) -> str:
    """Return a tile by its id with what its faces show."""
    tile = TILES[number]
    shown = ([[*map(said.icon, icons)] for icons in face] for face in tile.faces if any(face))
    faces = " | ".join(" ".join(map("/".join, face)) for face in shown)
    parts = [faces, *(said.name("tags", TAGS[tag]) for tag in tile.tags)]
    parts += [said.word("points", number=tile.vp)] * bool(tile.vp)
    return " ".join([isolated(tile.id), *filter(None, parts)])


# ---- all players -------------------------------------------------------------------------------------------


def _players(seen: Seen, said: Says) -> RenderableType:
    """Return what each player has, and the rival: a column for each, and what it is in words before it."""
    seats, rivals, scores = range(seen.players), seen[WayfarersState.rivals], _scores(seen)
    columns: list[list[object]] = []
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        cards = [len(got) - 1 for got in (one.land, one.water, one.space, one.townsfolk)]
        dice = " ".join(map(str, one.dice)) or "-", len(one.dice) + len(one.placed)
        held = (one.silver, one.provision, one.influence, *_pieces(one, said), *dice)
        counts = said.listed(cards), said.listed(one.counts[:4])
        columns.append([*held, *counts, *[""] * len(rivals), scores.totals[seat]])
    for rival in rivals:
        spot = said.word("rival_at", spot=rival.spot + said.seats.first, comet=rival.comet)
        rest = said.listed(rival.cards[:4]), "", spot, scores.totals[1]
        columns.append(["", "", "", *_pieces(rival, said), "", "", *rest])
    heads = ["silver", "provisions", "influence", "by_guild", "by_worker", *["at"] * (not said.seats.first)]
    heads += ["dice_left", "dice_all", "cards", "tags", *["its_spots"] * len(rivals), "score"]
    people = [named(seen, said.seats, seat, active=seat == seen.to_act()).plain for seat in seats]
    people += [said.name("things", "rival")] * len(rivals)
    rows = zip(map(said.word, heads), *columns, strict=True)
    return said.table(said.word("player"), *people, rows=rows)


def _owned(seen: Seen, said: Says) -> RenderableType:
    """Return the cards and tiles of the other players by their ids; `tobago cards` tells what each does."""
    rows = []
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        pairs = ((one.land, one.land_folk), (one.water, one.water_folk), (one.space, one.inspirations))
        cards = [" ".join(_carrying(*both, said) for both in zip(*pair, strict=True)) for pair in pairs]
        if seat != (seen.player or 0):
            tiles = " ".join(isolated(TILES[laid.tile].id) for laid in one.tiles)
            rows.append((isolated(said.seats[seat]), *cards, tiles))
    heads = [said.word(head) for head in ("cards_of", "land", "water", "space", "tiles")]
    return said.table(*heads, rows=rows)


def _carrying(card: int, other: int, said: Says) -> str:
    return said.id(card) + (f"+{said.id(other)}" if other != NONE else "")


def _pieces(one: Any, said: Says) -> list[str]:
    """Return influence in guilds, workers in the supply and, in the notation, the space of the marker."""
    where = [journal.SPACES[one.marker]] * (not said.seats.first)
    return [said.listed(one.guilds), said.listed(one.hands), *where]


def _scores(seen: Seen) -> Scores:
    seats = [[one.seat for one in seen[name]] for name in ("tableaux", "rivals")]
    return final_scores(seats[0], *seats[1])


def _scoring(seen: Seen, said: Says) -> RenderableType:
    """Return the final scoring line by line, players by their seats (Y-93)."""
    scores, players = _scores(seen), range(seen.players)
    told = said.teller.scored(scores, [*map(said.seats.player, players)])
    rows = [
        (isolated(line.rule), what, *line.points) for line, what in zip(scores.lines(), told, strict=True)
    ]
    seats = [*map(said.seats.who, players)]
    seats += [said.name("things", "rival")] * len(seen[WayfarersState.rivals])
    return said.table(said.word("rule"), said.word("scoring"), *seats, rows=rows, numbers=seats)


# ---- the own pieces, and what is asked ---------------------------------------------------------------------


def hand(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return the own resources, influence, workers and dice, and what the open decision is about."""
    said = Says(voice)
    none = said.word("none")
    one: Tableau = seen[WayfarersState.tableaux][seen.player or 0]
    held = [said.name("counters", name, count=getattr(one, name)) for name in ("silver", "provision")]
    guilds = [f"{said.name('guilds', guild)} {many}" for guild, many in zip(GUILDS, one.guilds, strict=True)]
    used = [said.name("guilds", guild) for guild in names.marked(GUILDS, seen[WayfarersState.used])]
    placed = [said.word("placed", face=face, slot=said.place(slot)) for slot, face in one.placed]
    workers = " ".join(said.name("workers", worker) for worker in names.repeated(WORKERS, one.hands))
    first = [
        said.listed(held),
        said.word("held", guilds=said.listed(guilds), number=one.influence),
        *([said.word("used", guilds=said.listed(used))] if used else []),
    ]
    last = seen[WayfarersState.ending]
    second = [
        said.word("dice_are", dice=" ".join(map(str, one.dice)) or none),
        said.word("placed_are", placed=said.listed(placed) or none),
        said.word("workers_are", workers=workers or none),
        said.word("marker", space=said.space(one.marker)),
        *([said.word("turns_left", number=last)] if last != NONE else []),
    ]
    told = [said.cell(voice.language.semicolon.join(line)) for line in (first, second)]
    return [styled("\n".join(told)), *_about(seen, one, said)]


def _about(seen: Seen, one: Tableau, said: Says) -> list[RenderableType]:
    """Return the part of the table that the open decision is about, and the drawn cards."""
    kind, frame = seen.decision_kind(), seen.stack[-1] if seen.stack else ()
    if kind == "acquire":
        return [_display(seen, said, EFFECTS[getattr(frame, "effect", 0)].kind)]
    if kind == "upgrade":
        return [_tiles(seen, said, [EFFECTS[getattr(frame, "effect", 0)].kind])]
    if kind == "place tile":
        return [styled(said.cell(_faces(getattr(frame, "tile", 0), said))), _caravan(one, said)]
    drawn = [card for name in KINDS for card in seen[name].zone("drawn") if card != HIDDEN]
    cards = [said.cell(f"{said.id(card)}: {brief(card, said)}") for card in drawn]
    lines = [*_steps(seen, one, said)] if kind == "journal" else cards
    return [styled("\n".join(lines))] if lines else []
