"""`TobagoState`: a position of a game with its hidden cards, and what follows from its island and decks.

Numbers stand for things: hexes as in ``island.names``, maps as in `COLOURS`, clue cards by the kinds of the
deck, directions clockwise. Sets of hexes and of clue cards are masks: bit i is number i.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from toolkit.core.decision import ALL
from toolkit.core.errors import ToolkitError
from toolkit.core.fields import Derived
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State
from toolkit.games.tobago.actions import AmuletClue, DrawClue, LayClue, Step, TurnUp
from toolkit.games.tobago.cards import deck_of, gold_of, treasures_of
from toolkit.games.tobago.clues import LANDMARKS, Setting
from toolkit.games.tobago.maps import Legality, Play, TreasureMap, cubes_lie
from toolkit.games.tobago.movement import sight, step_masks
from toolkit.games.tobago.placement import Spacing
from toolkit.games.tobago.rules import COLOURS, GameRules, island_of
from toolkit.hexmap import CellSet
from toolkit.hexmap.island import bits

# ---- what follows from rules and landmarks, compiled once and shared by all states -------------------------

Hexes = tuple[int, ...]
"""The numbers of hexes."""

Landmarks = tuple[Hexes, Hexes, Hexes]
"""The hexes of the huts, of the palms and of the statues."""

NOBODY, NOWHERE, NO_CLUE, ANY_WAY = -1, -1, -1, -1
"""No player, no hex, no clue card, and no direction that the rules name: each stands where a number would."""

MAPS = range(len(COLOURS))
"""The numbers of the treasure maps."""

MAP_NUMBER = {colour: number for number, colour in enumerate(COLOURS)}
"""The number of each treasure map, by its colour."""


class CompiledIsland:
    """The island of a game, without its landmarks, and what the rules name on it.

    `ToolkitError` for a hex or direction that the island does not have, and for a hex with two landmarks.
    """

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.source = source = island_of(rules)
        self.names = source.names
        self.index = source.index
        self.land: int = source.land.mask
        self.directions = tuple(direction.name for direction in source.orientation.directions)
        # For each kind of landmark, or None where chance places them.
        self.fixed = {kind: self._numbers(getattr(rules, f"{kind}s")) for kind in LANDMARKS}
        # The direction of each statue that the rules place, `ANY_WAY` where chance draws it.
        self.facings = tuple(map(self._facing, rules.statues or ()))
        # Where the ATVs start, or None where the players choose.
        self.starts = None if rules.atvs is None else tuple(map(source.number, rules.atvs))
        self.spacing = Spacing(source, rules.landmark_gap)
        # For each hex, the steps from there.
        self.steps = tuple(tuple(Step.of[self.names[to]] for to in bits(mask)) for mask in step_masks(source))
        huts, palms, statues = (
            [self.names[number] for number in hexes or ()] for hexes in self.fixed.values()
        )
        Setting(source, huts, palms, statues)  # refuses a hex with two landmarks

    def _numbers(self, texts: tuple[str, ...] | None) -> Hexes | None:
        """Return the hexes of landmarks, of which each may name its facing (``A23>NE``)."""
        if texts is None:
            return None
        return tuple(self.source.number(text.partition(">")[0].strip()) for text in texts)

    def _facing(self, text: str) -> int:
        if not (name := text.partition(">")[2].strip()):
            return ANY_WAY
        try:
            return self.directions.index(self.source.orientation.direction(name).name)
        except ToolkitError as error:
            raise ToolkitError(f"rule statues: {error}") from None


compiled_island = lru_cache(maxsize=32)(CompiledIsland)
"""The compiled island of a game."""


class CompiledDecks:
    """The cards of a game, by their faces: `clue_cards` and `treasure_cards` with all copies."""

    def __init__(self, rules: GameRules) -> None:
        deck = deck_of(rules)
        self.clues = deck.kinds  # a card's face is its place here
        self.face = {clue: face for face, clue in enumerate(self.clues)}
        self.clue_cards = tuple(face for face, (_, copies) in enumerate(deck.cards) for _ in range(copies))
        self.gold = frozenset(gold_of(rules))
        self.treasure_cards = treasures_of(rules)
        # The actions of each face, by map where they name one.
        self.draw = tuple([DrawClue.of[clue] for clue in self.clues])
        self.turn_up = tuple([TurnUp.of[clue] for clue in self.clues])
        self.lay, self.amulet_clue = (
            tuple([tuple([kind.of[colour, clue] for clue in self.clues]) for colour in COLOURS])
            for kind in (LayClue, AmuletClue)
        )


compiled_decks = lru_cache(maxsize=32)(CompiledDecks)
"""The cards of a game; `ClueError` for a card that is no clue."""


class CompiledSetting:
    """The island of a game with its landmarks, and what does not depend on them."""

    def __init__(self, rules: GameRules, landmarks: Landmarks) -> None:
        self.decks = compiled_decks(rules)
        self.island = compiled_island(rules)
        self._landmarks = landmarks
        self._may_idle = rules.must_reduce == "once_marked"

    @cached_property
    def setting(self) -> Setting:
        """The island with the landmarks, under the switches of the game."""
        names = self.island.names
        huts, palms, statues = ([names[number] for number in kind] for kind in self._landmarks)
        return Setting(self.island.source, huts, palms, statues, self.island.rules.switches)

    def treasure_map(self, number: int, faces: Hexes, owners: Hexes, removed: int) -> TreasureMap:
        """Return a map with these clue cards, their owners or `NOBODY`, and the hexes without its cube."""
        colours, cards = self.island.rules.colours, zip(faces, owners, strict=True)
        plays = [
            Play(self.decks.clues[face], None if owner == NOBODY else colours[owner]) for face, owner in cards
        ]
        return TreasureMap(self.setting, COLOURS[number], plays, CellSet(self.island.source, removed))

    @cached_property
    def _legality(self) -> Legality:
        return Legality(self.setting, self.decks.clues)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The hexes on which each kind of clue card holds."""
        return self._legality.masks

    @cached_property
    def sights(self) -> tuple[Hexes, ...]:
        """For each statue, the hex that it looks at in each direction (T-31)."""
        island, end = self.island.source, self.island.rules.statue_line
        ways = range(len(self.island.directions))
        return tuple(tuple(sight(island, number, way, end) for way in ways) for number in self._landmarks[2])

    def legal_clues(self, candidates: int, clues: int) -> int:
        """Return the clue cards that may be laid on a map with so many clues, as bits (T-12, T-15)."""
        idle = self._may_idle and not cubes_lie(clues, candidates.bit_count())
        return self._legality.legal_bits(candidates, may_idle=idle)

    @cached_property
    def first_clues(self) -> int:
        """The clue cards that may be laid on an empty map, as bits (T-11a, T-29b)."""
        return self.legal_clues(self.island.land, 0)


compiled_setting = lru_cache(maxsize=128)(CompiledSetting)
"""The compiled island of a game with these landmarks."""


# ---- the state ---------------------------------------------------------------------------------------------

DECK_EMPTY, TURN_LIMIT = "treasure deck empty", "turn limit"
"""How a game ends (T-35, T-35b)."""

# Heaps of clue cards; the hands follow.
PILE, DISCARDED, ON_MAPS, HAND = range(4)

# Heaps of treasure cards; for each player follow the cards looked at and the treasures won.
BAG, DIVISION, SHOWN, UNSEEN, REMOVED, LOOKED, WON = range(7)


def looked(player: int) -> int:
    """Return the heap of the treasure cards that a player looks at (T-25)."""
    return LOOKED + 2 * player


def won(player: int) -> int:
    """Return the heap of the treasures of a player."""
    return WON + 2 * player


class TobagoState(State):
    """A position of a game of Tobago.

    Players are numbered from 0 in turn order. A clue card's face is its place in `CompiledDecks.clues`, that
    of a treasure card its coins, 0 for a curse.
    """

    rules: GameRules
    landmarks: Landmarks  #: in the order in which they were placed
    facings: Hexes  #: the direction of each statue, as a number clockwise (`CompiledIsland.directions`)
    atvs: list[int]  #: the hex of each ATV, `NOWHERE` before it is on the island
    amulets: list[int]  #: how many each player holds
    amulet_hexes: int  #: the hexes with an amulet
    roses: list[int]  #: how many compass roses each player has left
    clues: list[Hexes]  #: for each map, the faces of its clue cards, the first laid first
    owners: list[Hexes]  #: for each map, whose rose lies on each clue; `NOBODY` where none does (T-17a)
    removed: list[int]  #: for each map, the hexes whose cube an amulet took (T-13)
    candidates: list[int]  #: for each map, where its treasure may lie (T-13)
    legal_clues: list[int]  #: for each map, the kinds of clue cards that may be laid there (T-12)
    gold_on_top: int  #: how many of the topmost treasure cards are gold for certain (T-18)
    emptied: int  #: 1 as soon as a raise emptied the treasure deck: the game ends with its division (T-35a)
    cursed: int  #: how many cursed treasures there were
    turn: int  #: its number, from 1, all players counted together
    ending: str  #: how the game ended; empty while it goes on
    clue_cards: Zones
    treasure_cards: Zones
    compiled: Derived[CompiledSetting]

    def derive(self) -> None:
        """Compile what follows from rules and landmarks."""
        self.compiled = compiled_setting(self.rules, self.landmarks)

    @classmethod
    def layouts(cls, rules: GameRules, players: int) -> dict[str, Layout]:
        """Return the heaps of the clue cards and of the treasure cards."""
        clues, treasures = _layouts(rules, players)
        return {"clue_cards": clues, "treasure_cards": treasures}

    def hand(self, player: int) -> int:
        """Return the kinds of clue cards in a hand, as bits."""
        found = 0
        for face in self.clue_cards.cards[HAND + player]:
            found |= 1 << face
        return found

    def coins(self, player: int) -> int:
        """Return the coins of a player so far."""
        return sum(self.treasure_cards.cards[won(player)])

    def outcome(self) -> Outcome | None:
        """Return how the game ended: most coins win, and equals share the victory (T-35)."""
        if not self.ending or self.stack:
            return None
        scores = tuple(map(self.coins, range(self.players)))
        winners = tuple(player for player, score in enumerate(scores) if score == max(scores))
        return Outcome(self.ending, winners, scores)


@lru_cache(maxsize=32)
def _layouts(rules: GameRules, players: int) -> tuple[Layout, Layout]:
    decks, seats = compiled_decks(rules), range(players)
    hands = [(f"hand {player}", 1 << player) for player in seats]
    clues = (("pile", 0), ("discarded", ALL), ("on maps", ALL), *hands)
    treasures = [
        heap
        for player in seats
        for heap in ((f"looked at by {player}", 1 << player), (f"won by {player}", ALL))
    ]
    heaps = (("deck", 0), ("division", 0), ("discarded", ALL), ("discarded unseen", 0), ("removed", ALL))
    return (
        Layout(players, decks.clue_cards, clues),
        Layout(players, decks.treasure_cards, (*heaps, *treasures)),
    )
