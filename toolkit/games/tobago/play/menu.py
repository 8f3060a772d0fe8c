"""`Menu`: the actions of a game, prebuilt and looked up by number."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.game_rules import deck_of, gold_of
from toolkit.games.tobago.play.ground import ground_of
from toolkit.games.tobago.play.treasure import CURSE
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.core.decision import Action
    from toolkit.games.tobago.play.game_rules import GameRules

MAPS = range(len(COLOURS))
"""The numbers of the treasure maps."""


class Menu:
    """Every action of a game.

    Maps are numbered as in `COLOURS`, clue cards by the kinds of the deck, hexes as on the island.

    Attributes
    ----------
    clues
        The kinds of clue cards: a card's face is its place here.
    clue_cards
        The faces of all clue cards, copies included.
    treasure_cards
        The faces of all treasure cards, curses included.
    """

    def __init__(self, rules: GameRules) -> None:
        deck, ground = deck_of(rules), ground_of(rules)
        self.clues = deck.kinds
        self.clue_cards = tuple(face for face, (_, copies) in enumerate(deck.cards) for _ in range(copies))
        self.treasure_cards = (*[CURSE] * rules.curses, *sorted(gold_of(rules)))
        self.map_number = {colour: number for number, colour in enumerate(COLOURS)}
        self.face = {clue: face for face, clue in enumerate(self.clues)}
        names = ground.island.names
        self.place = {kind: tuple(act.Place(kind, name) for name in names) for kind in LANDMARKS}
        self.turn_to = tuple(tuple(act.Face(name, way) for way in ground.directions) for name in names)
        self.draw = tuple(act.DrawClue(clue) for clue in self.clues)
        self.turn_up = tuple(act.TurnUp(clue) for clue in self.clues)
        self.lay = tuple(tuple(act.LayClue(colour, clue) for clue in self.clues) for colour in COLOURS)
        self.mark = tuple(act.Mark(colour) for colour in COLOURS)
        self.start = tuple(act.Start(name) for name in names)
        self.step = tuple(act.Step(name) for name in names)
        self.steps = tuple(tuple(self.step[number] for number in bits(mask)) for mask in ground.steps)
        self.raises = tuple(act.Raise(colour) for colour in COLOURS)
        self.amulet_clue = tuple(
            tuple(act.AmuletClue(colour, clue) for clue in self.clues) for colour in COLOURS
        )
        self.remove = tuple(tuple(act.RemoveCube(colour, name) for name in names) for colour in COLOURS)
        faces = tuple(Counter(self.treasure_cards))
        self.look = {face: act.Look(face) for face in faces}
        self.add = {face: act.Add(face) for face in faces}
        self.show = {face: act.Show(face) for face in faces}

    def vocabulary(self) -> list[Action]:
        """Return every action, in the order in which legal actions are listed."""
        return list(self._all())

    def _all(self) -> Iterator[Action]:
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


@lru_cache(maxsize=32)
def menu_of(rules: GameRules) -> Menu:
    """Return the prebuilt actions of a game; errors as in `Ground`, and `ClueError` for the deck."""
    return Menu(rules)
