"""`Position`: what one player knows of a game, and the files ``wayfarers-position/1`` that hold it.

A file says what lies on the table by the ids of cards and tiles; what is printed on the boards is never
written. The properties say it in the form that `WayfarersState` and the scoring have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, NamedTuple

from msgspec import UNSET, Meta, UnsetType

from toolkit.core.document import below
from toolkit.core.errors import did_you_mean, quote
from toolkit.core.position import RulesSection, Section, Written, no_player, too_many
from toolkit.core.rules import with_rules
from toolkit.games.wayfarers.actions import MOST_DICE, MOST_PLAYERS
from toolkit.games.wayfarers.caravan import FACES, PAPER, Laid, cells_of
from toolkit.games.wayfarers.components.names import (
    GUILDS,
    KINDS,
    NONE,
    SPACE,
    TAGS,
    WORKERS,
    CardName,
    GuildName,
    WorkerName,
)
from toolkit.games.wayfarers.components.tables import (
    CARD,
    CARDS,
    JOURNAL_TILES,
    PLAYER,
    SLOT,
    SLOTS,
    TILE,
    TILES,
    WORKERS_ON,
    deck,
)
from toolkit.games.wayfarers.dice import serves
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.journal import COLUMN, FINAL, GREEN_SPACES, SPACE_NUMBER, SPACES, TILE_SPACES
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.scoring import Scores, final_scores
from toolkit.games.wayfarers.tableau import Tableau

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.core.position import Problem

EMPTY, UNKNOWN = "-", "?"
"""What stands in place of a card: a place that was emptied in this turn, a card that is not known."""

GREEN_COLUMNS = tuple(COLUMN[pair[0]] for pair in GREEN_SPACES)
"""The columns of the journal with a green worker between their spaces (Y-4)."""

_CERTAIN = (1, 5)
"""Those of them that no connection skips (Y-28)."""

_NEW_DICE = (2, 6)
"""The columns that every marker enters on its way, and that bring a die each (Y-32)."""

_TILE = re.compile(r"(\w+)( back)? ([1-3]),([1-6])")

Ids = tuple[str, ...]
Amount = Annotated[int, Meta(ge=0, le=99)]
Face = Annotated[int, Meta(ge=1, le=6)]
Colours = tuple[WorkerName, ...]

# ---- the sections of a file --------------------------------------------------------------------------------


class Holder(Section):
    """What players and the rival have: influence in guilds, workers in the supply, marker, tiles."""

    guilds: Mapping[GuildName, Amount] = {}
    workers: Colours = PLAYER.pieces.workers
    marker: str = SPACES[0]
    tiles: Ids = ()


class Player(Holder):
    """What a player has; townsfolk by the card that they lie under, inspirations by that they lie above.

    A player board that is not said is dealt by chance, and dice that are not said are rolled.
    """

    board: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    silver: Amount = 0
    provision: Amount = 0
    dice: tuple[Face, ...] | UnsetType = UNSET
    placed: Mapping[str, Face] = {}
    land: Ids = ()
    water: Ids = ()
    space: Ids = ()
    townsfolk: Mapping[str, str] = {}
    inspirations: Mapping[str, str] = {}

    @property
    def hosts(self) -> Ids:
        """The cards under which townsfolk may go, the printed ones too."""
        return ("city", *self.land, "harbour", *self.water)


class Display(Section):
    """The face-up cards of each kind from slot 1, ``-`` for an emptied place; influence and workers there.

    Cards that are not said are turned up by chance.
    """

    land: Ids = ()
    water: Ids = ()
    space: Ids = ()
    townsfolk: Ids = ()
    inspiration: Ids = ()
    influence: Mapping[str, int] = {}
    workers: Mapping[str, Colours] = {}


class Journal(Section):
    """The tiles by space, dealt by chance if not said; the columns of the green workers that lie there."""

    tiles: Mapping[str, str] = {}
    green: tuple[int, ...] | UnsetType = UNSET


class Named(NamedTuple):
    """A card that a file names: the key, the number of its kind, the id."""

    key: str
    kind: int
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written):
    """A position, as one player sees it: at the beginning of a turn, after its action, or at the end.

    Attributes
    ----------
    me
        The player who asks; seats are numbered from 0, clockwise.
    players
        What each player has.
    turn
        Whose turn it is; that of who asks if not said.
    turns
        How many turns have begun, this one included.
    acted
        Whether the action of the turn is done; what is left of it is the trade ability.
    used
        The guild abilities that were used in this turn.
    gained
        The cards that were gained in this turn (Y-68).
    turns_left
        How many turns are left once a marker has reached the last column, this one included; at 0 the game is
        over (Y-92).
    display
        The face-up cards beside the piles.
    journal
        The journal; green workers that are not said lie as far to the right as they can.
    under
        By kind, the cards that lie face down under the pile, in the order in which they come up, ``?`` for
        one that is not known.
    piles
        How many of a tile lie on the main board; it follows from the caravans, and is compared.
    rules
        The rules, the faces of the main board's sections among them.

    Examples
    --------
    >>> text = '{"format": "wayfarers-position/1", "players": [{"land": ["L03"], "tiles": ["UB1 2,1"]}, {}]}'
    >>> position = Position.parse(text)
    >>> position.scores().totals, position.tableau(0).influence, position.tiles_left["UB1"]
    ((4, 0), 15, 1)
    """

    form = "wayfarers-position/1"
    untold = "what lies in the piles, and face-up cards, journal tiles, boards and dice that it does not name"
    written = {  # noqa: RUF012  # never changed
        "rules": with_rules(Rules, without=["start_player", "boards", "turn_limit"])(RulesSection)
    }

    me: int = 0
    players: tuple[Player, ...]
    turn: int | None = None
    turns: Annotated[int, Meta(ge=1, le=999)] = 1
    acted: bool = False
    used: tuple[GuildName, ...] = ()
    gained: Ids = ()
    turns_left: Amount = 0
    display: Display = field(default_factory=Display)
    journal: Journal = field(default_factory=Journal)
    under: Mapping[CardName, Ids] = field(default_factory=dict)
    piles: Mapping[str, Amount] = field(default_factory=dict)
    rules: Rules

    def problems(self) -> Iterator[Problem]:
        """Yield what no play can lead to; where something basic is wrong, nothing that builds on it."""
        for stage in (_seats, _cards, _tableaux, _pieces, _journal, _turn):
            wrong = False
            for problem in stage(self):  # a file may have very many, and only the first is told
                wrong = True
                yield problem
            if wrong:
                return

    # ---- the table, in the form of the state ---------------------------------------------------------------

    @property
    def seats(self) -> dict[str, Holder]:
        """What is at each seat, by its key in the file."""
        return {f"players[{seat}]": one for seat, one in enumerate(self.players)}

    @property
    def whose(self) -> int:
        """The seat whose turn it is."""
        return self.me if self.turn is None else self.turn

    @property
    def markers(self) -> tuple[int, ...]:
        """The space of each marker by its number."""
        return tuple([SPACE_NUMBER[one.marker] for one in self.seats.values()])

    @property
    def over(self) -> bool:
        """Whether the game is over: a marker is in the last column, and no turn is left (Y-92)."""
        return not self.turns_left and not FINAL.isdisjoint(self.markers)

    @property
    def green(self) -> tuple[int, ...]:
        """The columns of the journal whose green worker lies there (Y-4, Y-33)."""
        if self.journal.green is not UNSET:
            return self.journal.green
        passed = max(COLUMN[marker] for marker in self.markers)
        free = [column for column in GREEN_COLUMNS if column > passed or column not in _CERTAIN]
        held = [*self.display.workers.values(), *(one.workers for one in self.seats.values())]
        many = len(GREEN_COLUMNS) - sum(workers.count("green") for workers in held)
        return tuple(free[len(free) - many :]) if 0 < many <= len(free) else ()

    @property
    def tiles_left(self) -> dict[str, int]:
        """How many of each tile lie on the main board (Y-5)."""
        owned = Counter(tile for one in self.seats.values() for tile in _tiles(one.tiles))
        return {tile.id: (len(self.seats) if tile.pile else 1) - owned[tile.id] for tile in TILES}

    def tableau(self, seat: int) -> Tableau:
        """Return what a player has; no dice in the supply and board 0 if these are not said."""
        one, marker = self.players[seat], self.markers[seat]
        land, water, space = ("city", *one.land), ("harbour", *one.water), ("star", *one.space)
        guilds, tokens = amounts(one.guilds), [*self.display.influence.values()].count(seat)
        placed = tuple(sorted((SLOT[slot], face) for slot, face in one.placed.items() if slot in SLOT))
        dice = () if one.dice is UNSET else tuple(sorted(one.dice))
        return Tableau(
            *(0 if one.board is UNSET else one.board, one.silver, one.provision),
            *(PLAYER.pieces.influence - sum(guilds) - tokens, guilds, hands(one.workers)),
            *(dice, placed, reserve(marker), marker),
            *(numbers(land), _hosted(land, one.townsfolk), numbers(water), _hosted(water, one.townsfolk)),
            *(numbers(space), _hosted(space, one.inspirations)),
            tuple([laid for text in one.tiles if (laid := laid_tile(text))]),
        )

    def scores(self) -> Scores:
        """Return what is scored if the game ends here (Y-93)."""
        return final_scores([self.tableau(seat).seat for seat in range(len(self.players))])

    @property
    def named(self) -> Iterator[Named]:
        """The cards that the file names, those of `under` last."""
        for path, one in zip(self.seats, self.players, strict=False):
            for kind in KINDS[: SPACE + 1]:
                yield from _listed(f"{path}.{kind}", kind, getattr(one, kind))
            for key, kind in (("townsfolk", "townsfolk"), ("inspirations", "inspiration")):
                for host, card in getattr(one, key).items():
                    yield Named(below(f"{path}.{key}", host), KINDS.index(kind), card)
        for kind in KINDS:
            yield from _listed(f"display.{kind}", kind, getattr(self.display, kind), EMPTY)
        for name, cards in self.under.items():
            yield from _listed(f"under.{name}", name, cards, UNKNOWN)


def reserve(marker: int) -> int:
    """Return how many dice a player has in the reserve, with the marker on a space (Y-6, Y-32)."""
    return PLAYER.pieces.dice_in_reserve - sum(COLUMN[marker] >= column for column in _NEW_DICE)


def laid_tile(text: str) -> Laid | None:
    """Return a tile that is written like ``UL1 back 3,1``; None for anything else."""
    found = _TILE.fullmatch(text)
    if not found or found[1] not in TILE:
        return None
    return Laid(TILE[found[1]], int(found[3]), int(found[4]), int(bool(found[2])))


def numbers(ids: Iterable[str]) -> tuple[int, ...]:
    """Return cards by their numbers."""
    return tuple([CARD[one] for one in ids])


def amounts(guilds: Mapping[GuildName, int]) -> tuple[int, ...]:
    """Return the influence in each guild."""
    return tuple([guilds.get(guild, 0) for guild in GUILDS])


def hands(workers: Colours) -> tuple[int, ...]:
    """Return how many workers of each colour."""
    return tuple(map(workers.count, WORKERS))


def _hosted(hosts: Ids, tucked: Mapping[str, str]) -> tuple[int, ...]:
    """Return what lies under or above each of several cards, or `NONE`."""
    return tuple([CARD[tucked[host]] if host in tucked else NONE for host in hosts])


def _listed(path: str, kind: str, cards: Ids, wild: str = "") -> Iterator[Named]:
    number = KINDS.index(kind)
    return (Named(f"{path}[{at}]", number, card) for at, card in enumerate(cards) if card != wild)


def _tiles(texts: Ids) -> list[str]:
    return [text.partition(" ")[0] for text in texts]


# ---- what cannot be ----------------------------------------------------------------------------------------


def _seats(position: Position) -> Iterator[Problem]:
    if not 2 <= (players := len(position.players)) <= MOST_PLAYERS:
        yield "players", f"a section for each of 2 to {MOST_PLAYERS} players, not {players} (Y-1)"
    seats = {"me": position.me, "turn": position.whose}
    seats |= {below("display.influence", card): seat for card, seat in position.display.influence.items()}
    yield from ((key, said) for key, seat in seats.items() if (said := no_player(seat, players)))
    boards: dict[int, int] = {}
    for seat, one in enumerate(position.players):
        if one.board is not UNSET and boards.setdefault(one.board, seat) != seat:
            yield f"players[{seat}].board", f"board {one.board} is that of player {boards[one.board]} (Y-6)"
    for path, at in position.seats.items():
        if at.marker not in SPACE_NUMBER:
            yield f"{path}.marker", f"no space {quote(at.marker)}{did_you_mean(at.marker, SPACES, 'spaces')}"


def _cards(position: Position) -> Iterator[Problem]:
    """Yield cards that are not there, or in two places."""
    wrong, promos = False, position.rules.promos
    for key, kind, card in position.named:
        known = [CARDS[number].id for number in deck(kind, promos)]
        if card not in known:
            why, wrong = did_you_mean(card, known), True
            if card in CARD:
                why = "; it is a promo card: rules.promos" if CARDS[CARD[card]].promo else why
                why = "; what is printed is never written (Y-59)" if CARDS[CARD[card]].printed else why
            yield key, f"no {KINDS[kind]} card {quote(card)}{why}"
    if not wrong:
        where = {key: {card: 1} for key, _, card in position.named}
        yield from too_many(where, {one.id: 1 for one in position.named}, str, "there is")
    for number, name in enumerate(KINDS):
        row, there, many = getattr(position.display, name), position.under.get(name, ()), deck(number, promos)
        if len(row) > SLOTS_EACH:
            yield f"display.{name}", f"{len(row)} places; there are {SLOTS_EACH} (Y-2)"
        elif EMPTY in row and not position.acted:
            yield f"display.{name}", "before the action of a turn no place is empty: the cards slide (Y-66)"
        named = sum(kind == number for _, kind, _ in position.named) + there.count(UNKNOWN)
        if named > len(many):
            yield f"under.{name}", f"with them {named} {name} cards lie on the table, not {len(many)} (Y-2)"


def _tableaux(position: Position) -> Iterator[Problem]:
    """Yield townsfolk and inspirations without a host, space cards without a place, tiles that cannot lie."""
    for path, one in zip(position.seats, position.players, strict=False):
        if len(one.space) > (most := len(one.land) + len(one.water)):
            yield f"{path}.space", f"{len(one.space)} cards above {most} land and water cards (Y-48)"
        for host, card in one.townsfolk.items():
            key, tags = below(f"{path}.townsfolk", host), CARDS[CARD[card]].hosts
            if host not in one.hosts:
                yield key, f"no own land or water card {quote(host)}{did_you_mean(host, one.hosts)} (Y-57)"
            elif not CARDS[CARD[host]].events & tags:
                told = " or ".join(tag for at, tag in enumerate(TAGS) if tags >> at & 1)
                yield key, f"{card} goes under {told}, and {host} is none (Y-57)"
        for host in [host for host in one.inspirations if host not in ("star", *one.space)]:
            hint = did_you_mean(host, ("star", *one.space))
            yield below(f"{path}.inspirations", host), f"no own space card {quote(host)}{hint} (Y-54)"
        yield from _caravan(f"{path}.tiles", one.tiles)
    lie = {f"{path}.tiles": Counter(_tiles(one.tiles)) for path, one in position.seats.items()}
    copies = {tile.id: len(lie) if tile.pile else 1 for tile in TILES}
    yield from too_many(lie, copies, str, "there are")
    for tile, left in position.piles.items():
        if tile not in copies:
            yield below("piles", tile), f"no tile {quote(tile)}{did_you_mean(tile, copies)}"
        elif left != position.tiles_left[tile]:
            yield below("piles", tile), f"{left}, and caravans leave {position.tiles_left[tile]} (Y-5)"


def _caravan(path: str, texts: Ids) -> Iterator[Problem]:
    """Yield tiles that do not lie on the paper, or on each other (Y-71)."""
    covered: dict[int, str] = {}
    for at, (text, tile) in enumerate(zip(texts, _tiles(texts), strict=True)):
        key, laid = f"{path}[{at}]", laid_tile(text)
        cells = cells_of(laid.tile, laid.row, laid.column) if laid else ()
        if tile not in TILE:
            yield key, f"no tile {quote(tile)}{did_you_mean(tile, TILE)}"
        elif not laid:
            yield key, f"{quote(text)}: a tile and its upper left cell are written like {tile} 2,3 (Y-71)"
        elif laid.back >= len(TILES[laid.tile].faces):
            yield key, f"{tile} has no back (Y-71)"
        elif laid.column + TILES[laid.tile].size[0] > len(FACES) + 1 or not PAPER.issuperset(cells):
            yield key, f"{text} does not lie wholly on the paper (Y-71)"
        elif other := next((covered[cell] for cell in cells if cell in covered), ""):
            yield key, f"{text} overlaps {other} (Y-71)"
        covered |= dict.fromkeys(cells, text)


def _pieces(position: Position) -> Iterator[Problem]:
    """Yield influence, workers and dice that cannot lie where they do, or are too many or too few."""
    shown = {one.id: one.kind for one in position.named if one.key.startswith("display.")}
    for name in ("influence", "workers"):
        for card in [card for card in getattr(position.display, name) if card not in shown]:
            yield below(f"display.{name}", card), f"no card there {quote(card)}{did_you_mean(card, shown)}"
    for card, workers in position.display.workers.items():
        for colour in dict.fromkeys(workers):
            key, kind = below("display.workers", card), shown.get(card, SPACE)
            if not WORKERS_ON[kind] >> WORKERS.index(colour) & 1:
                yield key, f"no {colour} worker stands on a {KINDS[kind]} card (Y-85)"
            elif workers.count(colour) > 1:
                yield key, f"two {colour} workers on one card (Y-85)"
    there = {f"{path}.workers": one.workers for path, one in position.seats.items()}
    lies = [*there.values(), *position.display.workers.values(), ("green",) * len(position.green)]
    for colour in WORKERS:
        most = len(GREEN_COLUMNS) if colour == "green" else len(there)
        if (found := sum(workers.count(colour) for workers in lies)) != most:
            key = next((key for key in reversed(there) if colour in there[key]), "players[0].workers")
            yield key, f"with this {found} {colour} workers are on the table, not {most} (Y-4, Y-115)"
    for seat, path in enumerate(position.seats):
        yield from _dice(position, seat, path)


def _dice(position: Position, seat: int, path: str) -> Iterator[Problem]:
    """Yield too much influence of a player, and dice that are too many, too few, or cannot be on a slot."""
    one, tableau = position.players[seat], position.tableau(seat)
    if tableau.influence < 0:
        most = PLAYER.pieces.influence
        yield (
            f"{path}.guilds",
            f"{most - tableau.influence} tokens there and on cards; each has {most} (Y-17)",
        )
    own = {SLOTS[one.slot].name: one for one in tableau.slots}
    for slot, face in one.placed.items():
        if slot not in own:
            told = f"no own die slot {quote(slot)}{did_you_mean(slot, own, 'slots')} (Y-78)"
            yield below(f"{path}.placed", slot), told
        elif not serves(tableau, face, own[slot], 1):
            yield below(f"{path}.placed", slot), f"a {face} has not all assets that it asks for (Y-78)"
    due = MOST_DICE - tableau.reserve - len(one.placed)
    if due < 0 or (one.dice is not UNSET and len(one.dice) != due):
        lie = f"{len(tableau.dice)} in the supply and {len(one.placed)} placed"
        drawn = f"of {MOST_DICE} dice {tableau.reserve} lie in the reserve with the marker on {one.marker}"
        yield f"{path}.{'placed' if due < 0 else 'dice'}", f"{lie}; {drawn} (Y-6, Y-32)"


def _journal(position: Position) -> Iterator[Problem]:
    """Yield tiles, green workers and markers that cannot lie on the journal so."""
    spaces, tiles = [SPACES[space] for space in TILE_SPACES], position.journal.tiles
    for space, tile in tiles.items():
        key = below("journal.tiles", space)
        if space not in spaces:
            yield key, f"no space with a tile {quote(space)}{did_you_mean(space, spaces, 'spaces')} (Y-3)"
        elif tile not in JOURNAL_TILES:
            yield key, f"no journal tile {quote(tile)}{did_you_mean(tile, JOURNAL_TILES, 'tiles')}"
        elif [*tiles.values()].count(tile) > 1:
            yield key, f"{tile} lies on two spaces (Y-3)"
    passed = max(COLUMN[marker] for marker in position.markers)
    for column in position.green:
        if column not in GREEN_COLUMNS or position.green.count(column) > 1:
            yield "journal.green", f"{column}: one lies in each of the columns 1, 3, 5 and 7 (Y-4)"
        elif column in _CERTAIN and passed >= column:
            yield "journal.green", f"who entered column {column} first took its green worker (Y-33)"
    for path, marker in zip(position.seats, position.markers, strict=True):
        if marker in FINAL and position.markers.count(marker) > 1:
            yield f"{path}.marker", f"two markers on {SPACES[marker]}, a final space (Y-34)"


def _turn(position: Position) -> Iterator[Problem]:
    """Yield what cannot be so in this turn, and a last turn that is not that of who triggered it."""
    whose, seats = position.whose, len(position.markers)
    ends = [seat for seat, marker in enumerate(position.markers) if marker in FINAL]
    last = (whose + position.turns_left - 1) % seats
    if position.turns_left > (most := seats + position.acted if ends else 0):
        yield "turns_left", f"at most {most}: in the last column there are {len(ends)} markers (Y-92)"
    elif position.turns_left and last not in ends:
        yield "turns_left", f"the last turn would be that of player {last}, who has not ended the game (Y-92)"
    own = [one.id for one in position.named if one.key.startswith(f"players[{whose}].")]
    for at, card in enumerate(position.gained):
        if card not in own or position.gained.index(card) < at:
            yield f"gained[{at}]", f"player {whose} has no card {quote(card)}{did_you_mean(card, own)} (Y-68)"
    if not position.acted and (position.gained or set(position.used) - {"trade"}):
        key = "gained" if position.gained else "used"
        yield key, "the action of a turn brings that, and acted is false (Y-38, Y-40, Y-68)"
    for name in ("silver", "provision") if position.rules.supply == "counted" else ():
        if (held := sum(getattr(one, name) for one in position.players)) > PLAYER.box[name]:
            yield "players", f"{held} {name}; there are {PLAYER.box[name]} (Y-8)"
