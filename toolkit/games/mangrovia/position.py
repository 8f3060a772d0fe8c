"""`Position`: what one player knows of a game, and the files ``mangrovia-position/1`` that hold it.

A file says what lies on the table in the words of people; the properties say it in the form that
`MangroviaState` and the scoring have. A game that is over is a position too: its huts and amulets are scored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,  # annotations are evaluated
    Sequence,
)
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from toolkit.core.document import PositionError, below
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import HIDDEN
from toolkit.core.position import (
    Beside,
    Count,
    Problem,
    RulesSection,
    Section,
    Written,
    in_stages,
    no_player,
    too_many,
)
from toolkit.core.rules import From1, given_keys, with_rules
from toolkit.games.mangrovia.components import (
    FEWEST_PLAYERS,
    FREE,
    LANDSCAPES,
    MOST_PLAYERS,
    NO_TILE,
    PIERS,
    RITUAL_SPACE,
    RITUAL_SPACES,
    TILES,
    Part,
    landscape,
)
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.scoring import Counted, Scores
from toolkit.games.tables import FaultyFile

_DOUBLE = " double"
"""How the text of a double hut ends."""

_SAID: Mapping[str, Callable[[int], str]] = {
    "landscapes": LANDSCAPES.__getitem__,
    "valuables": "card of {}".format,
    "amulets": "amulet of {}".format,
}

Landscape = Literal["mangrove", "reed", "sand", "water"]
Perhaps = Literal["mangrove", "reed", "sand", "water", "?"]
Done = Literal["face-up", "face-down", "amulets", "hut", "double hut", "birds", "decline"]
Some = Annotated[int, Meta(ge=0, le=99)]
"""A number of cards of which nothing else is known."""


class Components(Section):
    """Files that an owner of the game supplies: ``tobago board mangrovia`` writes them."""

    board: str | UnsetType = UNSET
    paths: str | UnsetType = UNSET
    setup: str | UnsetType = UNSET


class Valuables(Section):
    """The valuables: hands by player (values, ``?`` for those of others, or a number), open and played."""

    hands: tuple[Some | tuple[int | Literal["?"], ...], ...] = ()
    open: tuple[int, ...] | UnsetType = UNSET
    played: tuple[int, ...] = ()


class Landscapes(Section):
    """The landscapes: hands by player (names, ``?`` for those of others, or a number), open and played."""

    hands: tuple[Some | tuple[Perhaps, ...], ...] = ()
    open: tuple[Landscape, ...] | UnsetType = UNSET
    played: tuple[Landscape, ...] = ()


class Amulets(Section):
    """The amulets: kept by player (values, ``?``, or a number), set aside, and those of 1 on the board."""

    kept: tuple[Some | tuple[int | Literal["?"], ...], ...] = ()
    spent: tuple[int, ...] = ()
    board: Some | UnsetType = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written):
    """A position, as one player sees it: bowls are put, or the boat lies at a pier, or the game is over.

    Attributes
    ----------
    me
        The player who asks; seats are numbered from 0, clockwise.
    huts
        The names of the spaces with each player's huts, such as ``a1``, or ``h1 double``. Neutral huts stand
        where they stand and are not named (M-7).
    pole
        The spaces of the pole area on which players built, in that order: so the tiles lie there (M-20).
    birds
        The landscapes that birds mark; those of the start if not said (M-4).
    talisman
        The start player; if not said, who asks is the one to put the next bowl, or was the first.
    bowls
        Whose bowl lies on a ritual space, ``R1`` to ``R6`` (M-9).
    pier
        The pier that the boat has reached, 1 to 12; 0 while bowls are put (M-11).
    done
        What was done of the action of that pier, in order.
    points
        Each player's place on the chief track; it follows from the huts, and is compared if it is said.
    stone
        The stone tile on each free space of the stone area, in the variant (M-38).
    tiles
        The stone tiles that each player holds.
    start_cards
        The values of the start cards that each player still has; none if not said (M-2).
    valuables
        What is known of the other valuables; open ones that are not said are turned up by chance.
    landscapes
        What is known of the landscape cards, likewise.
    amulets
        What is known of the amulets; those of 1 that are named nowhere lie on the board if not said.
    round
        The number of the round.
    components
        Files of an owner's board; the board that is shipped is reconstructed, not the printed one.
    rules
        The rules that matter in the middle of a game.

    Examples
    --------
    >>> text = '{"format": "mangrovia-position/1", "huts": [["c1", "h1 double"], ["e2"], []]}'
    >>> position = Position.parse(text)
    >>> position.chief, position.supply, position.scores().totals
    ((9, 1, 0), (7, 9, 10), (27, 6, 0))
    """

    form = "mangrovia-position/1"
    written = {  # noqa: RUF012  # never changed
        "rules": with_rules(Rules, without=["start_player", "board", "paths", "setup", "round_limit"])(
            RulesSection
        )
    }

    me: int = 0
    huts: tuple[tuple[str, ...], ...]
    pole: tuple[str, ...] = ()
    birds: tuple[Landscape, Landscape] | None = None
    talisman: int | None = None
    bowls: Mapping[str, int] = field(default_factory=dict)
    pier: Annotated[int, Meta(ge=0, le=12)] = 0
    done: tuple[Done, ...] = ()
    points: tuple[Count, ...] = ()
    stone: Mapping[str, str] = field(default_factory=dict)
    tiles: tuple[tuple[str, ...], ...] = ()
    start_cards: tuple[tuple[int, ...], ...] = ()
    valuables: Valuables = field(default_factory=Valuables)
    landscapes: Landscapes = field(default_factory=Landscapes)
    amulets: Amulets = field(default_factory=Amulets)
    round: From1 = 1
    components: Components = field(default_factory=Components)
    rules: Rules

    @classmethod
    def rules_of(cls, file: Any, beside: Beside) -> Rules:
        """Return the rules of a file with the texts of an owner's files; `PositionError` for a faulty one."""
        named = given_keys(file.components) if file.components else {}
        texts = {key: beside.read(f"components.{key}", name) for key, name in named.items()}
        given: dict[str, Any] = texts | given_keys(file.rules)
        try:
            return Rules(**given)
        except FaultyFile as error:
            name = named.get(error.source, "the file that is shipped")
            raise PositionError("", f"components.{error.source}", error.within(name)) from None

    def problems(self) -> Iterator[Problem]:
        """Return what no play can lead to; where something basic is wrong, nothing that builds on it."""
        return in_stages(self, _seats, _huts, _areas, _round, _cards)

    def keys(self) -> dict[str, Any]:
        """Return the keys of a file; `ToolkitError` for an owner's board that no file supplies."""
        for key in ("board", "paths", "setup"):
            if getattr(self.rules, key) and getattr(self.components, key) is UNSET:
                raise ToolkitError(f"an owner's board stands in a file: components.{key} is missing")
        return super(Position, self).keys()

    # ---- the table, in the form of the state ---------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.huts)

    @property
    def built(self) -> tuple[dict[int, int], ...]:
        """The spaces of each player's huts by their numbers, each with how many huts lie there."""
        number = self.rules.layout.number
        return tuple({number[_name(text)]: _size(text) for text in texts} for texts in self.huts)

    @property
    def owners(self) -> tuple[int, ...]:
        """Whose hut lies on each space, neutral ones included, or `FREE`."""
        owners = self.rules.neutral_huts(self.players)
        for player, huts in enumerate(self.built):
            owners |= dict.fromkeys(huts, player)
        return tuple(owners.get(space, FREE) for space in range(len(self.rules.layout.spaces)))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many huts lie on each space."""
        huts = {space: size for built in self.built for space, size in built.items()}
        return tuple(huts.get(space, int(owner != FREE)) for space, owner in enumerate(self.owners))

    @property
    def pole_tiles(self) -> tuple[int, ...]:
        """The number of the pole tile on each space of the pole area, 0 without one (M-8, M-20)."""
        board, neutral = self.rules.layout, self.rules.neutral_huts(self.players)
        built = [board.number[name] for name in self.pole or self.in_pole]
        order = [*(space for space in board.pole if space in neutral), *built]
        tiles = dict(zip(order, self.rules.box.pole_tiles, strict=False))
        return tuple(tiles.get(space, 0) for space in board.pole)

    @property
    def in_pole(self) -> list[str]:
        """The names of the spaces of the pole area with a player's hut."""
        board, owners = self.rules.layout, self.owners
        return [board.spaces[space].id for space in board.pole if FREE < owners[space] < self.players]

    @property
    def stone_tiles(self) -> tuple[int, ...]:
        """The tile on each space of the stone area, or `NO_TILE`."""
        names = [self.rules.layout.spaces[space].id for space in self.rules.layout.stone]
        return tuple(TILES.index(self.stone[name]) if name in self.stone else NO_TILE for name in names)

    @property
    def held(self) -> tuple[tuple[int, ...], ...]:
        """The stone tiles of each player, sorted."""
        tiles = self.tiles or ((),) * self.players
        return tuple(tuple(sorted(map(TILES.index, names))) for names in tiles)

    @property
    def chief(self) -> tuple[int, ...]:
        """What the huts have brought each player on the chief track (M-19, M-20, M-23)."""
        return self.counted.chief()

    @property
    def counted(self) -> Counted:
        """What counts at the end, but for the amulets."""
        table = self.owners, self.sizes, self.pole_tiles, self.held
        return Counted(self.rules.layout, self.rules, self.players, *table)

    @property
    def supply(self) -> tuple[int, ...]:
        """How many huts each player has left (M-1)."""
        huts = self.rules.box.huts_each(self.players)
        return tuple(huts - sum(built.values()) for built in self.built)

    @property
    def marked(self) -> tuple[int, int]:
        """The faces of the landscapes that birds mark, ascending."""
        low, high = sorted(map(landscape, self.birds)) if self.birds else self.rules.box.birds
        return low, high

    @property
    def first(self) -> int:
        """The player with the talisman (M-2)."""
        return (self.me - len(self.bowls)) % self.players if self.talisman is None else self.talisman

    @property
    def over(self) -> bool:
        """Whether the game is over: the round in which somebody built the last hut has ended (M-31)."""
        return not self.pier and 0 in self.supply

    def scores(self) -> Scores:
        """Return what is scored if the game ends here (M-32 to M-37); `ToolkitError` for hidden amulets."""
        kept = [self.lies["amulets"].get(f"kept {player}", ()) for player in range(self.players)]
        for player, values in enumerate(kept):
            if HIDDEN in values:
                raise ToolkitError(f"amulets.kept[{player}]: the scores hang on their values (M-36)")
        return self.counted.scores(kept)

    @property
    def whose(self) -> int:
        """The player whose bowl lies at the pier that the boat has reached, or `FREE`."""
        return self.bowls.get(f"R{RITUAL_SPACE[self.pier] + 1}", FREE) if self.pier else FREE

    @property
    def next_part(self) -> tuple[int, Part] | None:
        """How many parts of the pier's action were opened, and the rest of the last one.

        None if what was `done` cannot be done there, in this order.
        """
        parts, step, part = PIERS[self.pier], 0, Part()
        for word in self.done:
            name = _PARTS.get(word)
            while not (getattr(part, name) if name else any(part)):
                if step == len(parts):
                    return None
                step, part = step + 1, parts[step]
            on = name in ("up", "down") or (name == "hut" and not part.double)
            part = Part(**{name: getattr(part, name) - 1}) if name and on else Part()
        return step, part

    # ---- cards and amulets ---------------------------------------------------------------------------------

    @property
    def decks(self) -> dict[str, tuple[int, ...]]:
        """All cards and amulets by kind, without the start cards."""
        box = self.rules.box
        return {
            "valuables": box.valuables,
            "landscapes": box.landscapes,
            "amulets": (*(1,) * box.ones, *box.bag),
        }

    @property
    def heaps(self) -> Iterator[tuple[str, str, str, tuple[int, ...]]]:
        """What the file says of cards and amulets: the kind, the key, the zone of the state, the faces."""
        for kind in self.decks:
            section = getattr(self, kind)
            for key, given in given_keys(section).items():
                if key in _BY_PLAYER:
                    for seat, cards in enumerate(given):
                        yield kind, f"{kind}.{key}[{seat}]", f"{_BY_PLAYER[key]} {seat}", _faces(cards)
                else:
                    yield kind, f"{kind}.{key}", key, (1,) * given if key == "board" else _faces(given)

    @property
    def lies(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """The faces in the zones of the state by kind, `HIDDEN` for a card that is not known.

        All the rest lies in the piles and in the bag. Open cards that are not said are not known.
        """
        found: dict[str, dict[str, tuple[int, ...]]] = {kind: {} for kind in self.decks}
        for kind, _, zone, faces in self.heaps:
            found[kind][zone] = faces
        for kind, row in zip(found, self.rules.box.face_up, strict=False):
            left = len(self.decks[kind]) - sum(map(len, found[kind].values()))
            found[kind].setdefault("open", (HIDDEN,) * max(0, min(row, left)))
        ones = max(0, self.rules.box.ones - [*chain(*found["amulets"].values())].count(1))
        if "board" in found["amulets"] and self.rules.spent_ones == "out":  # B4
            found["amulets"]["out"] = (1,) * ones
        found["amulets"].setdefault("board", (1,) * ones)
        return found


_BY_PLAYER = {"hands": "hand", "kept": "kept"}
"""The zones of a player, by the keys of files."""

_PARTS = {
    "face-up": "up",
    "face-down": "down",
    "amulets": "amulets",
    "hut": "hut",
    "double hut": "double",
    "birds": "birds",
}
"""What of a part of an action is done, by the word for it; to decline is no part."""


def _faces(cards: int | Iterable[int | str]) -> tuple[int, ...]:
    """Return cards by their faces; `HIDDEN` for those that are not known."""
    if isinstance(cards, int):
        return (HIDDEN,) * cards
    return tuple(HIDDEN if one == "?" else landscape(one) if isinstance(one, str) else one for one in cards)


# ---- what cannot be ----------------------------------------------------------------------------------------


def _name(text: str) -> str:
    """Return the name of the space of a hut."""
    return text.removesuffix(_DOUBLE)


def _size(text: str) -> int:
    """Return how many huts a text stands for."""
    return 2 if text.endswith(_DOUBLE) else 1


def _seats(position: Position) -> Iterator[Problem]:
    players = position.players
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        yield "huts", f"a list of huts for each of 2 to 5 players, not for {players} (M-1)"
        return
    seats = {"me": position.me, "talisman": position.first}
    seats |= {below("bowls", space): seat for space, seat in position.bowls.items()}
    for key, seat in seats.items():
        if problem := no_player(seat, players):
            yield key, problem
    lists: dict[str, Sequence[object]] = {
        "points": position.points,
        "tiles": position.tiles,
        "start_cards": position.start_cards,
        "valuables.hands": position.valuables.hands,
        "landscapes.hands": position.landscapes.hands,
        "amulets.kept": position.amulets.kept,
    }
    for key, given in lists.items():
        if given and len(given) != players:
            yield key, f"{len(given)} entries for {players} players"


def _huts(position: Position) -> Iterator[Problem]:
    """Yield huts where none can stand, and more than there are."""
    board, players, rules = position.rules.layout, position.players, position.rules
    most, neutral = rules.box.huts_each(players), rules.neutral_huts(players)
    taken = dict.fromkeys((board.spaces[space].id for space in neutral), "a neutral hut, M-7")
    for player, texts in enumerate(position.huts):
        for at, text in enumerate(texts):
            key, name = f"huts[{player}][{at}]", _name(text)
            if name not in board.number or text not in (name, name + _DOUBLE):
                spellings = [one + _DOUBLE * (" " in text) for one in board.number]
                yield key, f"no space {quote(text)}{did_you_mean(text, spellings, 'spaces')}"
            elif name in taken:
                yield key, f"{name} is taken: {taken[name]}"
            elif _size(text) == 2 and not board.spaces[board.number[name]].doubled:
                area = board.spaces[board.number[name]].area
                yield key, f"no double hut on {name}: it is in the {area} area (M-24)"
            taken.setdefault(name, f"{key}, M-17")
        if (huts := sum(map(_size, texts))) > most:
            yield f"huts[{player}]", f"{huts} huts; with {players} players each has {most} (M-1)"


def _areas(position: Position) -> Iterator[Problem]:
    """Yield tiles of the pole and the stone area, and points, that do not fit the huts."""
    built = position.in_pole
    if sorted(position.pole or built[:1]) != sorted(built):
        huts = ", ".join(built) or "none"
        yield "pole", f"it names the spaces there in the order of building; with huts: {huts} (M-20)"
    elif position.points and position.points != position.chief:
        brought = f"the huts have brought {', '.join(map(str, position.chief))} (M-19, M-20, M-23)"
        yield "points", f"{', '.join(map(str, position.points))}, and {brought}"
    if position.rules.tiles:
        yield from _stone_area(position)
    elif position.stone or any(position.tiles):
        yield "stone" if position.stone else "tiles", "no stone tiles without rules.stone_tiles (M-38)"


def _stone_area(position: Position) -> Iterator[Problem]:
    board, owners = position.rules.layout, position.owners
    copies = Counter(TILES[tile] for tile in position.rules.tiles)
    free = [board.spaces[space].id for space in board.stone if owners[space] == FREE]
    lie = {below("stone", space): [tile] for space, tile in position.stone.items()}
    lie |= {f"tiles[{player}]": [*names] for player, names in enumerate(position.tiles)}
    for key, name in [(key, name) for key, names in lie.items() for name in names if name not in copies]:
        yield key, f"no stone tile {quote(name)}{did_you_mean(name, copies, 'stone tiles')} (M-41)"
    for space in [space for space in position.stone if space not in free]:
        hint = did_you_mean(space, free, "spaces")
        yield below("stone", space), f"no free space of the stone area{hint} (M-38)"
    bare = [space for space in free if space not in position.stone]
    if bare and not position.over:
        yield "stone", f"a tile lies on each free space, so on {', '.join(bare)} (M-38)"
    for player, names in enumerate(position.tiles):
        if len(names) > (huts := sum(space in board.stone for space in position.built[player])):
            yield f"tiles[{player}]", f"{len(names)} tiles, and {huts} huts in the stone area (M-38)"
    yield from too_many({key: Counter(names) for key, names in lie.items()}, copies, repr, "there are")


def _round(position: Position) -> Iterator[Problem]:
    """Yield what is wrong with birds, bowls, the boat, and what was done at its pier."""
    if position.birds and len(set(position.birds)) < len(position.birds):
        yield "birds", "two birds on one landscape (M-16)"
    if not position.over:
        yield from _bowls(position)
    if position.done and position.whose == FREE:
        yield "done", f"at pier {position.pier} nothing is done: the boat passes it (M-11)"
    elif position.next_part is None:
        done = ", ".join(position.done)
        yield "done", f"pier {position.pier} has no such action, in this order: {done} (M-12)"


def _bowls(position: Position) -> Iterator[Problem]:
    """Yield bowls on spaces that do not take them, or of players whose turn it was not."""
    players, first = position.players, position.first
    each = position.rules.box.bowls_each(players)
    names = [f"R{number}" for number in range(1, RITUAL_SPACES + 1)]
    for name in position.bowls:
        if name not in names:
            yield below("bowls", name), f"no ritual space; they are {', '.join(names)} (2.3)"
        elif name == names[-1] and players == FEWEST_PLAYERS:
            yield "bowls.R6", "with two players the last ritual space is blocked (M-8)"
    put = Counter(position.bowls.values())
    for player in range(players):
        if put[player] > each:
            yield "bowls", f"{put[player]} of player {player}; with {players} players each has {each} (M-1)"
    for turn in range(players):
        player, due = (first + turn) % players, (put.total() + players - 1 - turn) // players
        if put[player] != due:
            yield "bowls", f"{put[player]} of player {player}, not {due}: clockwise from player {first} (M-9)"
    if position.pier and put.total() < players * each:
        yield "pier", f"{put.total()} of {players * each} bowls are put: the boat waits for all (M-11)"
    banned = position.rules.first_bowl_banned(players)
    if banned and position.bowls.get("R1") == first and put[first] == 1:
        yield "bowls.R1", "the start player may not put the first bowl there (M-10)"


def _cards(position: Position) -> Iterator[Problem]:
    """Yield cards and amulets that are not there, and own ones that are not named."""
    yield from _start_cards(position)
    for kind, deck in position.decks.items():
        said, copies = _SAID[kind], Counter(deck)
        there = {key: Counter(faces) for named, key, _, faces in position.heaps if named == kind}
        for key, faces in there.items():
            for face in sorted(faces.keys() - copies.keys() - {HIDDEN}):
                yield key, f"no {said(face)}; there are {min(deck)} to {max(deck)} (M-47)"
            if HIDDEN in faces and key.endswith(f"[{position.me}]"):
                yield key, "the own ones are known: name each (M-43)"
        yield from too_many(there, copies, said, "there are")
        lies = position.lies[kind]
        if (count := sum(map(len, lies.values()))) > len(deck):
            yield kind, f"{count} in all, and there are {len(deck)} (M-47)"
    for kind, row in zip(position.decks, position.rules.box.face_up, strict=False):
        if len(position.lies[kind]["open"]) > row:
            yield f"{kind}.open", f"at most {row} lie face up (M-3)"
    ones = [*chain(*position.lies["amulets"].values())].count(1)
    if position.rules.spent_ones == "board" and ones < position.rules.box.ones:
        every = position.rules.box.ones
        yield "amulets.board", f"{ones} amulets of 1 are named; all {every} are seen by everybody (B4)"


def _start_cards(position: Position) -> Iterator[Problem]:
    """Yield start cards that are not dealt so: whoever began the first pair, and so on clockwise (M-2)."""
    pairs = [Counter(pair) for pair in position.rules.box.start_cards[: position.players]]
    held = [Counter(cards) for cards in position.start_cards]
    for first in range(position.players):
        if all(cards <= pairs[seat - first] for seat, cards in enumerate(held)):
            return
    told = ", ".join(" and ".join(map(str, pair.elements())) for pair in pairs)
    yield "start_cards", f"no start player had these dealt, who has the first of {told}, clockwise (M-2)"
