"""Positions of Cellar, as people write them: all that a game says for its files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cellar import DECK, CellarState, Rules, Shelf, Turn, variant
from msgspec import Meta

from toolkit.core.hidden import HIDDEN
from toolkit.core.position import Count, Written, deal, no_player, too_many

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from toolkit.core.position import Problem

Face = Annotated[int, Meta(ge=0, le=5)]
Bottle = Face | Literal["?"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written):
    """What a player knows at the beginning of the own turn.

    Attributes
    ----------
    me
        That player.
    hand
        That player's cards.
    hands
        How many cards each player has.
    rows
        The two bottles of each player, ``"?"`` for one that I do not know.
    discard
        The discard pile.
    points
        The points of each player.
    rules
        The rules.
    """

    form = "cellar-position/1"
    untold = "the turns so far (counted as: one for each player before you)"

    me: int
    hand: tuple[Face, ...]
    hands: tuple[Count, ...]
    rows: tuple[tuple[Bottle, Bottle], ...]
    discard: tuple[Face, ...] = ()
    points: tuple[Count, ...]
    rules: Rules

    @property
    def lies(self) -> dict[str, list[int]]:
        """What is known to lie in each zone but the pile."""
        rows = [[HIDDEN if face == "?" else face for face in row] for row in self.rows]
        zones = {f"row {player}": row for player, row in enumerate(rows)}
        zones |= {f"hand {player}": [HIDDEN] * count for player, count in enumerate(self.hands)}
        return zones | {f"hand {self.me}": list(self.hand), "discard": list(self.discard)}

    def problems(self) -> Iterator[Problem]:
        players = len(self.rows)
        if players not in (2, 3):
            yield "rows", f"Cellar is for 2 to 3 players, not {players}"
        for key in ("hands", "points"):
            if len(given := getattr(self, key)) != players:
                yield key, f"{len(given)} numbers for {players} players"
        if problem := no_player(self.me, players):
            yield "me", problem
        elif (count := self.hands[self.me]) != len(self.hand):
            yield "hand", f"{len(self.hand)} cards, but hands[{self.me}] says {count}"
        if (lying := sum(self.hands) + 2 * players + len(self.discard)) > len(DECK):
            yield "hands", f"{lying} cards lie there; there are {len(DECK)}"
        bottles = Counter(face for row in self.rows for face in row)
        where = {"hand": Counter(self.hand), "rows": bottles, "discard": Counter(self.discard)}
        yield from too_many(where, Counter(DECK), str, "there are")


def complete(game, position: Position, random: Random) -> CellarState:
    players = len(position.rows)
    state = game.state_type.begin(position.rules, players)
    lies = position.lies
    pile = [HIDDEN] * (len(DECK) - sum(map(len, lies.values())))
    state.cards = deal(
        state.layouts(state.rules, players)["cards"], lies | {"pile": pile}, random, position.me
    )
    state.shelves = [Shelf(points, []) for points in position.points]
    state.turn = position.me
    state.stack = [Turn(position.me)]
    return state


GAME = variant("cellar-files", position=Position, complete=complete)
