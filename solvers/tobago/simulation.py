"""The four maps sharing one deck, simulated: the cards that one map takes are missing on the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.core.seeds import Seed, random_source
from toolkit.games.tobago.legality import Legality
from toolkit.games.tobago.rules import CUBES
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from random import Random

    from toolkit.games.tobago.position import Position

_Z = 1.959963984540054  # the normal quantile of a 95 % interval


@dataclass(slots=True)
class MapOutcomes:
    """How one map ended in the simulated games.

    Attributes
    ----------
    games
        The number of games.
    ends
        How often the treasure was located on each hex.
    stuck
        How often several candidates were left when no card of the deck was legal any more.
    clues
        How often so many further clues were laid on the map.
    """

    games: int
    ends: Counter[str] = field(default_factory=Counter)
    stuck: int = 0
    clues: Counter[int] = field(default_factory=Counter)

    @property
    def located_chance(self) -> float:
        """The share of games in which the treasure was located."""
        return 1 - self.stuck / self.games

    @property
    def mean_clues(self) -> float:
        """The mean number of further clues."""
        return sum(number * count for number, count in self.clues.items()) / self.games

    def interval(self, count: int) -> tuple[float, float]:
        """Return the 95 % confidence interval (Wilson) of the chance of what happened `count` times."""
        share, weight = count / self.games, _Z * _Z / self.games
        centre = (share + weight / 2) / (1 + weight)
        spread = _Z * sqrt(share * (1 - share) / self.games + weight / self.games / 4) / (1 + weight)
        return max(0.0, centre - spread), min(1.0, centre + spread)


def simulate_maps(position: Position, games: int = 1000, seed: Seed = None) -> dict[str, MapOutcomes]:
    """Play the rest of the deck out on all four maps, many times.

    In each game a (card, map) pair is drawn uniformly from all that are legal, again and again, until none
    is; cards that were laid are gone. The same seed gives the same answer on every platform. `ToolkitError`
    for less than one game, or a map without candidates.
    """
    if games < 1:
        raise ToolkitError(f"at least one game is needed, not {games}")
    if lost := [colour for colour, treasure_map in position.maps.items() if not treasure_map.candidates]:
        raise ToolkitError(f"{lost[0]} has no candidates: nothing can be played out")
    random = random_source(seed)
    outcomes = {colour: MapOutcomes(games) for colour in position.maps}
    dealer = _Dealer(position)
    for _ in range(games):
        dealer.play(random, outcomes)
    return outcomes


class _Dealer:
    """Plays the deck of a position out."""

    def __init__(self, position: Position) -> None:
        self.position = position
        deck = position.remaining
        self.legality = Legality(position.setting, deck.kinds)
        self.copies = [copies for _, copies in deck.cards]
        self.once_marked = position.setting.rules.must_reduce == "once_marked"

    def play(self, random: Random, outcomes: dict[str, MapOutcomes]) -> None:
        """Play one game and note how each map ends."""
        masks = {colour: m.candidates.mask for colour, m in self.position.maps.items()}
        laid = {colour: len(m.plays) for colour, m in self.position.maps.items()}
        copies = list(self.copies)
        while options := [(c, n) for c in masks for n in self._legal(masks[c], laid[c]) if copies[n]]:
            weights = [copies[number] for _, number in options]
            ((colour, number),) = random.choices(options, weights)
            copies[number] -= 1
            laid[colour] += 1
            masks[colour] &= self.legality.masks[number]
        for colour, outcome in outcomes.items():
            self._note(outcome, masks[colour], laid[colour] - len(self.position.maps[colour].plays))

    def _legal(self, mask: int, laid: int) -> list[int]:
        marked = laid > 0 and mask.bit_count() <= CUBES
        return list(bits(self.legality.legal_bits(mask, may_idle=self.once_marked and not marked)))

    def _note(self, outcome: MapOutcomes, mask: int, clues: int) -> None:
        outcome.clues[clues] += 1
        if mask.bit_count() == 1:
            outcome.ends[self.position.setting.island.names[mask.bit_length() - 1]] += 1
        else:
            outcome.stuck += 1
