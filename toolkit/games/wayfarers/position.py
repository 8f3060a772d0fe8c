"""`Position`: what one player knows of a game, and the files ``wayfarers-position/1`` that hold it.

A file says what lies on the table by the ids of cards and tiles; what is printed on the boards is never
written. The properties say it in the form that `WayfarersState` and the scoring have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from toolkit.core.document import below
from toolkit.core.errors import did_you_mean, quote
from toolkit.core.position import Problem, RulesSection, Section, Written, in_stages, no_player, too_many
from toolkit.core.rules import with_rules
from toolkit.games.wayfarers import tableau as tableaux
from toolkit.games.wayfarers.actions import MOST_DICE, MOST_PLAYERS
from toolkit.games.wayfarers.caravan import cells_of, fits, laid_tile
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.components.names import KINDS, NONE, WORKERS, GuildName, WorkerName
from toolkit.games.wayfarers.components.tables import CARD, CARDS, PLAYER, SLOT, TILE, TILES
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.journal import COLUMN, FINAL, GREEN_SPACES, SPACE_NUMBER, SPACES, TILE_SPACES
from toolkit.games.wayfarers.play.dice import serves
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.scoring import Scores, final_scores
from toolkit.games.wayfarers.solo.priorities import RESTS_AT, covered

EMPTY, UNKNOWN = "-", "?"
"""What stands in place of a card: a place that was emptied in this turn, a card that is not known."""

GREEN_COLUMNS = tuple(COLUMN[pair[0]] for pair in GREEN_SPACES)
"""The columns of the journal with a green worker between their spaces (Y-4)."""

_CERTAIN, _NEW_DICE = (1, 5), (2, 6)
"""Those of them that no connection skips (Y-28); the columns that bring every marker a die (Y-32)."""

Ids = tuple[str, ...]
Amount = Annotated[int, Meta(ge=0, le=99)]
Face = Annotated[int, Meta(ge=1, le=6)]
Workers = tuple[WorkerName, ...]
Scheme = Literal["X1", "X2", "X3", "X4", "X5", "X6"]
Named = tuple[str, int, str]
"""A card that a file names: the key, the number of its kind, the id."""

# ---- the sections of a file --------------------------------------------------------------------------------


class Player(Section):
    """What a player has; townsfolk by the card that they lie under, inspirations by that they lie above.

    A player board that is not said is dealt by chance, and dice that are not said are rolled.
    """

    board: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    silver: Amount = 0
    provision: Amount = 0
    guilds: Mapping[str, Amount] = {}
    workers: Workers = PLAYER.pieces.workers
    dice: tuple[Face, ...] | UnsetType = UNSET
    placed: Mapping[str, Face] = {}
    marker: str = SPACES[0]
    land: Ids = ()
    water: Ids = ()
    space: Ids = ()
    townsfolk: Mapping[str, str] = {}
    inspirations: Mapping[str, str] = {}
    tiles: Ids = ()

    @property
    def hosts(self) -> Ids:
        """The cards under which townsfolk may go, the printed ones too (Y-57, Y-60)."""
        return ("city", *self.land, "harbour", *self.water)


class Rival(Section):
    """What the solo rival has: of its cards, by kind, how many or which, ``?`` for one taken unseen.

    `bonuses` tells how often its marker has crossed the bonus in this turn of the player (Y-145). `typed` are
    the lines of ``tobago rival`` since then, of a set-up or a turn of the rival that waits for more.
    """

    spot: Annotated[int, Meta(ge=0, le=7)] = 0
    bonuses: Amount = 0
    comet: Annotated[int, Meta(ge=0, le=10)] = 0
    guilds: Mapping[str, Amount] = {}
    workers: Workers = PLAYER.pieces.workers
    marker: str = SPACES[0]
    cards: Mapping[str, Amount | Ids] = {}
    tiles: Ids = ()
    schemes: Annotated[tuple[Scheme, ...], Meta(max_length=5)] = ()
    typed: tuple[str, ...] = ()

    def taken(self, kind: str) -> Ids:
        """Return the cards of a kind that it has."""
        cards = self.cards.get(kind, ())
        return (UNKNOWN,) * cards if isinstance(cards, int) else cards


class Display(Section):
    """The face-up cards of each kind from slot 1, ``-`` for an emptied place; influence and workers there.

    Cards that are not said are turned up by chance. `placed` are the workers that were placed in this turn.
    """

    land: Ids = ()
    water: Ids = ()
    space: Ids = ()
    townsfolk: Ids = ()
    inspiration: Ids = ()
    influence: Mapping[str, int] = {}
    workers: Mapping[str, Workers] = {}
    placed: Mapping[str, Workers] = {}


class Journal(Section):
    """The tiles by space, dealt by chance if not said; the columns of the green workers that lie there."""

    tiles: Mapping[str, str] = {}
    green: tuple[int, ...] | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written):
    """A position, as one player sees it: at the beginning of a turn, after its action, or at the end.

    Attributes
    ----------
    me
        The player who asks; seats are numbered from 0, clockwise.
    players
        What each player has.
    rival
        What the rival of a solo game has; it is seat 1. Its board is one of the rules.
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
        The journal; green workers that are not said lie right of all markers.
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
    written = {  # noqa: RUF012  # never changed
        "rules": with_rules(Rules, without=["start_player", "boards", "turn_limit"])(RulesSection)
    }

    me: int = 0
    players: tuple[Player, ...]
    rival: Rival | None = None
    turn: int | None = None
    turns: Annotated[int, Meta(ge=1, le=999)] = 1
    acted: bool = False
    used: tuple[GuildName, ...] = ()
    gained: Ids = ()
    turns_left: Amount = 0
    display: Display = field(default_factory=Display)
    journal: Journal = field(default_factory=Journal)
    under: Mapping[str, Ids] = field(default_factory=dict)
    piles: Mapping[str, Amount] = field(default_factory=dict)
    rules: Rules

    def problems(self) -> Iterator[Problem]:
        """Return what no play can lead to; where something basic is wrong, nothing that builds on it."""
        return in_stages(self, _seats, _unknown, _twice, _caravans, _pieces, _turn)

    # ---- the table, in the form of the state ---------------------------------------------------------------

    @property
    def seats(self) -> dict[str, Player | Rival]:
        """What each player has, and in solo the rival, by its key in the file."""
        found: dict[str, Player | Rival] = {f"players[{seat}]": one for seat, one in enumerate(self.players)}
        return found if len(found) > 1 else found | {"rival": self.rival or Rival()}

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
        passed = max(COLUMN[marker] for marker in self.markers)
        right = tuple(column for column in GREEN_COLUMNS if column > passed)
        return right if self.journal.green is UNSET else self.journal.green

    @property
    def tiles_left(self) -> dict[str, int]:
        """How many of each tile lie on the main board (Y-5)."""
        owned = Counter(_tile(text) for one in self.seats.values() for text in one.tiles)
        return {tile.id: (len(self.seats) if tile.pile else 1) - owned[tile.id] for tile in TILES}

    def tableau(self, seat: int) -> tableaux.Tableau:
        """Return what a player has; no dice in the supply and board 0 if these are not said."""
        one, marker = self.players[seat], self.markers[seat]
        land, water, space = ("city", *one.land), ("harbour", *one.water), ("star", *one.space)
        guilds, tokens = _guilds(one), [*self.display.influence.values()].count(seat)
        reserve = PLAYER.pieces.dice_in_reserve - sum(COLUMN[marker] >= column for column in _NEW_DICE)
        return tableaux.Tableau(
            *(0 if one.board is UNSET else one.board, one.silver, one.provision),
            *(PLAYER.pieces.influence - sum(guilds) - tokens, guilds, tuple(map(one.workers.count, WORKERS))),
            () if one.dice is UNSET else tuple(sorted(one.dice)),
            tuple(sorted((SLOT[slot], face) for slot, face in one.placed.items())),
            *(reserve, marker),
            *(_numbers(land), _hosted(land, one.townsfolk), _numbers(water), _hosted(water, one.townsfolk)),
            *(_numbers(space), _hosted(space, one.inspirations)),
            tuple([laid for text in one.tiles if (laid := laid_tile(text))]),
        )

    @property
    def rivals(self) -> list[tableaux.Rival]:
        """The rival of a solo game, which has not yet made its extra step."""
        board = [board.id for board in tables.SOLO.board].index(self.rules.rival)
        found = [one for one in self.seats.values() if isinstance(one, Rival)]
        return [_rival(board, one) for one in found]

    def scores(self) -> Scores:
        """Return what is scored if the game ends here (Y-93, Y-113)."""
        seats = [self.tableau(seat).seat for seat in range(len(self.players))]
        return final_scores(seats, *[rival.seat for rival in self.rivals])

    @property
    def named(self) -> Iterator[Named]:
        """The cards that the file names."""
        for path, one in zip(self.seats, self.players, strict=False):
            for kind, cards in enumerate((one.land, one.water, one.space)):
                yield from _listed(f"{path}.{KINDS[kind]}", kind, cards)
            for host, card in one.townsfolk.items():
                yield below(f"{path}.townsfolk", host), names.TOWNSFOLK, card
            for host, card in one.inspirations.items():
                yield below(f"{path}.inspirations", host), names.INSPIRATION, card
        for kind, name in enumerate(KINDS):
            yield from _listed(f"display.{name}", kind, getattr(self.display, name), EMPTY)
            yield from _listed(f"under.{name}", kind, self.under.get(name, ()), UNKNOWN)
            if self.rival:
                yield from _listed(f"rival.cards.{name}", kind, self.rival.taken(name), UNKNOWN)


def _rival(board: int, one: Rival) -> tableaux.Rival:
    tiles, path = [TILE[name] for name in one.tiles], 0
    for tile in tiles:
        path = covered(board, path, tile).stop
    cards, schemes = [len(one.taken(kind)) for kind in KINDS], [int(name[1]) - 1 for name in one.schemes]
    pieces = SPACE_NUMBER[one.marker], _guilds(one), tuple(map(one.workers.count, WORKERS))
    rest = tuple(cards), tuple(tiles), path, tuple(schemes)
    return tableaux.Rival(board, one.spot, one.bonuses, one.comet, *pieces, *rest, 0)


def _numbers(ids: Iterable[str]) -> tuple[int, ...]:
    return tuple([CARD[one] for one in ids])


def _guilds(one: Player | Rival) -> tuple[int, ...]:
    return tuple([one.guilds.get(guild, 0) for guild in names.GUILDS])


def _hosted(hosts: Ids, tucked: Mapping[str, str]) -> tuple[int, ...]:
    """Return what lies under or above each of several cards, or `NONE`."""
    return tuple([CARD[tucked[host]] if host in tucked else NONE for host in hosts])


def _listed(path: str, kind: int, cards: Ids, wild: str | None = None) -> Iterator[Named]:
    return ((f"{path}[{at}]", kind, card) for at, card in enumerate(cards) if card != wild)


def _tile(text: str) -> str:
    return text.partition(" ")[0]


# ---- what cannot be ----------------------------------------------------------------------------------------


def _seats(position: Position) -> Iterator[Problem]:
    """Yield players who are not there, and boards that two of them have."""
    if not 1 <= (players := len(position.players)) <= MOST_PLAYERS:
        yield "players", f"a section for each of 1 to {MOST_PLAYERS} players, not {players} (Y-1)"
    elif players > 1 and (position.rival or position.rules.rival != Rules.rival):
        yield "rival" if position.rival else "rules.rival", "it plays against one player alone (Y-96)"
    seats = {"me": (position.me, players), "turn": (position.whose, len(position.seats))}
    for card, seat in position.display.influence.items():
        seats[below("display.influence", card)] = seat, len(position.seats)
    yield from ((key, said) for key, seat in seats.items() if (said := no_player(*seat)))
    boards = Counter(one.board for one in position.players)
    for seat, one in enumerate(position.players):
        if one.board is not UNSET and boards[one.board] > 1:
            yield f"players[{seat}].board", f"{boards[one.board]} players have board {one.board} (Y-6)"


def _unknown(position: Position) -> Iterator[Problem]:
    """Yield words for which there is nothing on the table."""
    for key, what, word, known, rule in _words(position):
        if word not in known:
            yield key, f"no {what} {quote(word)}{did_you_mean(word, known)} ({rule})"


def _words(position: Position) -> Iterator[tuple[str, str, str, Iterable[str], str]]:
    """Yield key, what is named there, the name, the names that there are, and the rule."""
    decks = [
        [CARDS[one].id for one in tables.deck(kind, position.rules.promos)] for kind in range(len(KINDS))
    ]
    for key, kind, card in position.named:
        printed = card in CARD and CARDS[CARD[card]].printed
        yield key, f"{KINDS[kind]} card", card, decks[kind], "Y-59: it is printed" if printed else "Y-2"
    for path, seat in position.seats.items():
        yield f"{path}.marker", "space", seat.marker, SPACES, "Y-28"
        for guild in seat.guilds:
            yield below(f"{path}.guilds", guild), "guild", guild, names.GUILDS, "Y-37"
        for at, text in enumerate(seat.tiles):
            tile = text if path == "rival" else _tile(text)
            yield f"{path}.tiles[{at}]", "tile", tile, TILE, "Y-70"
    for path, one in zip(position.seats, position.players, strict=False):
        slots = [*list(SLOT)[: tables.MIDDLE_SLOTS], *(host for host in one.hosts if host in SLOT)]
        for key, what, known, rule in (
            ("townsfolk", "own land or water card", one.hosts, "Y-57"),
            ("inspirations", "own space card", ("star", *one.space), "Y-54"),
            ("placed", "own die slot", slots, "Y-78"),
        ):
            yield from ((below(f"{path}.{key}", word), what, word, known, rule) for word in getattr(one, key))
    shown = [card for key, _, card in position.named if key.startswith("display.")]
    spaces = [SPACES[space] for space in TILE_SPACES]
    for path, what, words, there, rule in (
        ("display.influence", "face-up card", position.display.influence, shown, "Y-18"),
        ("display.workers", "face-up card", position.display.workers, shown, "Y-85"),
        ("display.placed", "card with workers", position.display.placed, position.display.workers, "Y-88"),
        ("journal.tiles", "space with a tile", position.journal.tiles, spaces, "Y-3"),
        ("piles", "tile", position.piles, TILE, "Y-5"),
        ("under", "kind of cards", position.under, KINDS, "Y-2"),
        ("rival.cards", "kind of cards", position.rival.cards if position.rival else (), KINDS, "Y-2"),
    ):
        yield from ((below(path, word), what, word, there, rule) for word in words)
    for space, tile in position.journal.tiles.items():
        yield below("journal.tiles", space), "journal tile", tile, tables.JOURNAL_TILES, "Y-3"
    own = [card for key, _, card in position.named if key.startswith(f"players[{position.whose}].")]
    yield from ((f"gained[{at}]", "own card", card, own, "Y-68") for at, card in enumerate(position.gained))


def _twice(position: Position) -> Iterator[Problem]:
    """Yield what lies in two places, and rows of cards that cannot be so."""
    where = {key: {card: 1} for key, _, card in position.named}
    yield from too_many(where, {card: 1 for _, _, card in position.named}, str, "there is")
    lie = {f"{path}.tiles": Counter(map(_tile, one.tiles)) for path, one in position.seats.items()}
    yield from too_many(lie, {one.id: len(lie) if one.pile else 1 for one in TILES}, str, "there are")
    schemes: list[str] = [*position.rival.schemes] if position.rival else []
    yield from (("rival.schemes", f"{one} lies there twice") for one in schemes if schemes.count(one) > 1)
    shared = Counter(tables.SOLO.scheme[int(one[1]) - 1].colour for one in schemes[:-1]).most_common(1)
    if shared and shared[0][1] >= RESTS_AT:
        before = f"{RESTS_AT} are {shared[0][0]} before {schemes[-1]}"
        yield "rival.schemes", f"{before}: then the rival has rested (Y-97)"
    for tile, left in position.piles.items():
        if left != position.tiles_left[tile]:
            yield below("piles", tile), f"{left}, and caravans leave {position.tiles_left[tile]} (Y-5)"
    for kind, name in enumerate(KINDS):
        row, copies = getattr(position.display, name), len(tables.deck(kind, position.rules.promos))
        unseen = [*position.under.get(name, ()), *(position.rival.taken(name) if position.rival else ())]
        if len(row) > SLOTS_EACH:
            yield f"display.{name}", f"{len(row)} places; there are {SLOTS_EACH} (Y-2)"
        elif EMPTY in row and not position.acted:
            yield f"display.{name}", "before the action of a turn no place is empty: the cards slide (Y-66)"
        many = sum(one == kind for _, one, _ in position.named) + unseen.count(UNKNOWN)
        if many > copies:
            yield f"under.{name}", f"with them {many} {name} cards lie on the table, not {copies} (Y-2)"


def _caravans(position: Position) -> Iterator[Problem]:
    """Yield cards that cannot lie where they do, and tiles that do not lie on the paper or on each other."""
    for path, one in zip(position.seats, position.players, strict=False):
        if len(one.space) > (most := len(one.land) + len(one.water)):
            yield f"{path}.space", f"{len(one.space)} cards above {most} land and water cards (Y-48)"
        for host, card in one.townsfolk.items():
            tags = CARDS[CARD[card]].hosts
            if not CARDS[CARD[host]].events & tags:
                told = " or ".join(names.marked(names.TAGS, tags))
                yield below(f"{path}.townsfolk", host), f"{card} goes under {told}, and {host} is none (Y-57)"
        covered: dict[int, str] = {}
        for at, text in enumerate(one.tiles):
            laid = laid_tile(text)
            cells = cells_of(laid.tile, laid.row, laid.column) if laid else ()
            if not laid:
                yield f"{path}.tiles[{at}]", f"{quote(text)} is not written like UL1 2,3 or UL1 back 2,3"
            elif not fits(laid):
                yield f"{path}.tiles[{at}]", f"{text} does not lie so on the paper (Y-71)"
            elif other := next((covered[cell] for cell in cells if cell in covered), ""):
                yield f"{path}.tiles[{at}]", f"{text} overlaps {other} (Y-71)"
            covered |= dict.fromkeys(cells, text)


def _pieces(position: Position) -> Iterator[Problem]:
    """Yield markers, workers and dice that cannot lie where they do, or are too many or too few."""
    for path, marker in zip(position.seats, position.markers, strict=True):
        if marker in FINAL and position.markers.count(marker) > 1:
            yield f"{path}.marker", f"two markers on {SPACES[marker]}, a final space (Y-34)"
    passed, tiles = max(COLUMN[marker] for marker in position.markers), [*position.journal.tiles.values()]
    for space, tile in position.journal.tiles.items():
        if tiles.count(tile) > 1:
            yield below("journal.tiles", space), f"{tile} lies on two spaces (Y-3)"
    for column in position.green:
        if column not in GREEN_COLUMNS or position.green.count(column) > 1:
            yield "journal.green", f"{column}: one lies in each of the columns 1, 3, 5 and 7 (Y-4)"
        elif column in _CERTAIN and passed >= column:
            yield "journal.green", f"who entered column {column} first took its green worker (Y-33)"
    kinds = {card: kind for key, kind, card in position.named if key.startswith("display.")}
    for card, workers in position.display.workers.items():
        for colour in dict.fromkeys(workers):
            key, kind = below("display.workers", card), kinds[card]
            if not tables.WORKERS_ON[kind] >> WORKERS.index(colour) & 1:
                yield key, f"no {colour} worker stands on {KINDS[kind]} cards (Y-85)"
            elif workers.count(colour) > 1:
                yield key, f"{workers.count(colour)} {colour} workers on one card (Y-85)"
    hands = {f"{path}.workers": one.workers for path, one in position.seats.items()}
    lie = [*hands.values(), *position.display.workers.values(), ("green",) * len(position.green)]
    for colour in WORKERS:
        most, found = len(hands) if colour != "green" else 4, sum(workers.count(colour) for workers in lie)
        if found != most:
            key = next((key for key in reversed(hands) if colour in hands[key]), "players[0].workers")
            yield key, f"with this {found} {colour} workers are on the table, not {most} (Y-4, Y-115)"
    for seat, one in enumerate(position.players):
        yield from _dice(f"players[{seat}]", one, position.tableau(seat))


def _dice(path: str, one: Player, tableau: tableaux.Tableau) -> Iterator[Problem]:
    """Yield too much influence of a player, and dice that are too many, too few, or cannot be on a slot."""
    if tableau.influence < 0:
        tokens, most = PLAYER.pieces.influence - tableau.influence, PLAYER.pieces.influence
        yield f"{path}.guilds", f"{tokens} tokens there and on cards; each has {most} (Y-17)"
    slots = {slot.slot: slot for slot in tableau.slots}
    for slot, face in tableau.placed:
        if not serves(tableau, face, slots[slot], 1):
            key = below(f"{path}.placed", tables.SLOTS[slot].name)
            yield key, f"a {face} has not all assets that this slot asks for (Y-78)"
    due = MOST_DICE - tableau.reserve - len(one.placed)
    if due < 0 or (one.dice is not UNSET and len(one.dice) != due):
        lie = f"{len(tableau.dice)} in the supply and {len(one.placed)} placed"
        drawn = f"of {MOST_DICE} dice {tableau.reserve} lie in the reserve with the marker on {one.marker}"
        yield f"{path}.{'placed' if due < 0 else 'dice'}", f"{lie}; {drawn} (Y-6, Y-32)"


def _turn(position: Position) -> Iterator[Problem]:
    """Yield what cannot be so in this turn, and a last turn that is not that of who triggered it."""
    seats, ends = len(position.markers), [seat for seat, at in enumerate(position.markers) if at in FINAL]
    last = (position.whose + position.turns_left - 1) % seats
    if position.turns_left > (most := seats + position.acted if ends else 0):
        yield "turns_left", f"at most {most}: in the last column there are {len(ends)} markers (Y-92)"
    elif position.turns_left and last not in ends:
        yield "turns_left", f"the last turn would be that of seat {last}, which has not ended the game (Y-92)"
    if not position.acted and (position.gained or set(position.used) - {"trade"}):
        key = "gained" if position.gained else "used"
        yield key, "the action of a turn brings that, and acted is false (Y-38, Y-40, Y-68)"
    for name in ("silver", "provision") if position.rules.supply == "counted" else ():
        if (held := sum(getattr(one, name) for one in position.players)) > PLAYER.box[name]:
            yield "players", f"{held} {name}; there are {PLAYER.box[name]} (Y-8)"
