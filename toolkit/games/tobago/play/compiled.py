"""What a game needs of its island, decks and landmarks, compiled once and shared by all its states.

Numbers stand for things: hexes as in ``island.names``, maps as in `COLOURS`, clue cards by the kinds of the
deck, directions clockwise. Sets of hexes and of clue cards are masks: bit i is number i.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache, partial
from itertools import chain

from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import LANDMARKS, Setting
from toolkit.games.tobago.legality import Legality
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap, cubes_lie
from toolkit.games.tobago.movement import sight, step_masks
from toolkit.games.tobago.placement import Spacing
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.game_rules import GameRules, deck_of, gold_of, island_of
from toolkit.hexmap import CellSet
from toolkit.hexmap.island import bits

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
        self.steps = step_masks(source)
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
        name = text.partition(">")[2].strip()
        if name and name not in self.directions:
            hint = did_you_mean(name, self.directions) or f"; they are {', '.join(self.directions)}"
            raise ToolkitError(f"rule statues: no direction {quote(name)}{hint}")
        return self.directions.index(name) if name else ANY_WAY


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
        self.treasure_cards = (*[act.CURSE] * rules.curses, *sorted(gold_of(rules)))


compiled_decks = lru_cache(maxsize=32)(CompiledDecks)
"""The cards of a game; `ClueError` for a card that is no clue."""


class CompiledActions:
    """Every action of a game, made once and looked up by number; and its settings, which all hold these."""

    def __init__(self, rules: GameRules) -> None:
        decks, island = compiled_decks(rules), compiled_island(rules)
        self.setting = lru_cache(maxsize=128)(partial(CompiledSetting, rules, self))
        names, clues = island.names, decks.clues
        self.place = {kind: tuple(act.Place(kind, name) for name in names) for kind in LANDMARKS}
        self.turn_to = tuple(tuple(act.Face(name, way) for way in island.directions) for name in names)
        self.draw = tuple(map(act.DrawClue, clues))
        self.turn_up = tuple(map(act.TurnUp, clues))
        self.lay = tuple(tuple(act.LayClue(colour, clue) for clue in clues) for colour in COLOURS)
        self.mark = tuple(map(act.Mark, COLOURS))
        self.start = tuple(map(act.Start, names))
        self.step = tuple(map(act.Step, names))
        self.steps = tuple(tuple(self.step[number] for number in bits(mask)) for mask in island.steps)
        self.raises = tuple(map(act.Raise, COLOURS))
        self.amulet_clue = tuple(tuple(act.AmuletClue(colour, clue) for clue in clues) for colour in COLOURS)
        self.remove = tuple(tuple(act.RemoveCube(colour, name) for name in names) for colour in COLOURS)
        faces = tuple(Counter(decks.treasure_cards))
        self.look = {face: act.Look(face) for face in faces}
        self.add = {face: act.Add(face) for face in faces}
        self.show = {face: act.Show(face) for face in faces}

    def vocabulary(self) -> Iterator[Action]:
        """Yield every action, in the order in which legal actions are listed."""
        for kind in LANDMARKS:
            yield from self.place[kind]
        for table in (self.turn_to, (self.draw, self.turn_up), self.lay, (self.mark, self.start, self.step)):
            yield from chain.from_iterable(table)
        yield from (act.STOP, act.EXCHANGE, *self.raises, act.PICK_UP)
        yield from chain.from_iterable(self.amulet_clue + self.remove)
        yield from (act.AMULET_MOVE, act.AMULET_EXCHANGE, act.END)
        for named in (self.look, self.add, self.show):
            yield from named.values()
        yield from (act.TAKE, act.PASS, act.SHOW_HAND)


compiled_actions = lru_cache(maxsize=32)(CompiledActions)
"""The actions of a game."""


class CompiledSetting:
    """The island of a game with its landmarks, and what does not depend on them."""

    def __init__(self, rules: GameRules, actions: CompiledActions, landmarks: Landmarks) -> None:
        self.island = compiled_island(rules)
        self.decks = compiled_decks(rules)
        self.actions = actions
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


def compiled_setting(rules: GameRules, landmarks: Landmarks) -> CompiledSetting:
    """Return the compiled island of a game with these landmarks."""
    return compiled_actions(rules).setting(landmarks)
