"""Forecast: where a treasure will end, after how many clues, and with what chance its map gets stuck.

One map at a time the answer is exact. The next card is uniform over the cards of the deck that are legal now,
copies weighted. A clue that is illegal on some candidates stays illegal on every subset of them, and a clue
that was laid is illegal from then on. So the candidate mask alone is the state of a Markov chain; a smaller
mask never comes before a larger one, and one pass over the masks in order of size gives every probability.

While a clue need not remove anything (T-15) the state is the mask with the number of clues laid: a laid clue
holds on all that is left, so each is one card fewer among those that would leave the mask as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.legality import Legality
from toolkit.games.tobago.maps import cubes_lie
from toolkit.hexmap import CellSet
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.games.tobago import Deck, TreasureMap

Chance = float | Fraction


@dataclass(frozen=True, slots=True)
class Forecast:
    """Where one map goes when only the deck decides.

    Attributes
    ----------
    ends
        The chance that the treasure is located on a hex, by its name; hexes without a chance are left out.
    stuck
        The chance that the map ends on several candidates with no legal card left, by these candidates.
    clues
        The chance that so many further clues are laid, by their number.
    states
        How many different candidate sets can occur.
    """

    ends: Mapping[str, Chance]
    stuck: Mapping[CellSet, Chance]
    clues: Mapping[int, Chance]
    states: int

    @property
    def located_chance(self) -> Chance:
        """The chance that the treasure is located."""
        return sum(self.ends.values())

    @property
    def stuck_chance(self) -> Chance:
        """The chance that the map gets stuck."""
        return sum(self.stuck.values())

    @property
    def mean_clues(self) -> Chance:
        """The expected number of further clues."""
        return sum(number * chance for number, chance in self.clues.items())


def forecast(treasure_map: TreasureMap, deck: Deck, *, exact: bool = False) -> Forecast:
    """Return where a map goes when every further card is drawn from the deck.

    Parameters
    ----------
    treasure_map
        The map as it lies.
    deck
        The cards that are left to be played, such as `Position.remaining`.
    exact
        Return `Fraction` chances instead of floats (slower by a factor of about ten). Both follow the same
        chain; the floats carry only rounding errors, at most about 1e-12.

    Raises
    ------
    ToolkitError
        A map without candidates.
    """
    setting = treasure_map.setting
    if not treasure_map.candidates:
        raise ToolkitError(f"{treasure_map.colour} has no candidates: nothing can be forecast")
    chain = _Chain(treasure_map, deck)
    chain.run(treasure_map.candidates.mask, Fraction(1) if exact else 1.0)
    names, island = setting.island.names, setting.island
    single = {mask: chance for mask, chance in chain.final.items() if mask.bit_count() == 1}
    several = {mask: chance for mask, chance in chain.final.items() if mask.bit_count() > 1}
    return Forecast(
        ends={names[mask.bit_length() - 1]: single[mask] for mask in sorted(single)},
        stuck={CellSet(island, mask): several[mask] for mask in sorted(several)},
        clues=dict(sorted(chain.clues.items())),
        states=chain.states,
    )


class _Chain:
    """The Markov chain of one map over candidate masks."""

    def __init__(self, treasure_map: TreasureMap, deck: Deck) -> None:
        legality = Legality(treasure_map.setting, deck.kinds)
        self.legal_bits = legality.legal_bits
        self.masks = legality.masks
        self.copies = [copies for _, copies in deck.cards]
        self.may_idle = treasure_map.setting.rules.must_reduce == "once_marked"
        self.laid = len(treasure_map.plays)
        self.final: dict[int, Chance] = {}
        self.clues: dict[int, Chance] = {}
        self.states = 0

    def run(self, start: int, one: Chance) -> None:
        """Go through the masks from large to small; each knows the chance to reach it with so many clues."""
        by_size: list[dict[int, dict[int, Chance]]] = [{} for _ in range(start.bit_count() + 1)]
        by_size[-1][start] = {0: one}
        while by_size:
            for mask, chances in by_size.pop().items():
                self.states += 1
                self._spread(mask, chances, by_size)

    def _spread(
        self, mask: int, chances: dict[int, Chance], by_size: list[dict[int, dict[int, Chance]]]
    ) -> None:
        """Pass the chances of a mask on to what each legal card leaves; with no legal card they are final."""
        weights: dict[int, int] = {}
        for number in bits(self.legal_bits(mask)):
            left = mask & self.masks[number]
            weights[left] = weights.get(left, 0) + self.copies[number]
        total = sum(weights.values())
        if self.may_idle:
            self._stay(mask, chances, total)
        legal = {count: total + self._idle_cards(mask, count) for count in chances}
        for left, weight in weights.items():
            reached = by_size[left.bit_count()].setdefault(left, {})
            for count, chance in chances.items():
                reached[count + 1] = reached.get(count + 1, 0) + chance * weight / legal[count]
        for count, chance in chances.items():
            if not legal[count]:
                self.final[mask] = self.final.get(mask, 0) + chance
                self.clues[count] = self.clues.get(count, 0) + chance

    def _stay(self, mask: int, chances: dict[int, Chance], total: int) -> None:
        """Add the chances that further clues are laid which leave the mask as it is."""
        for count in range(min(chances), sum(self.copies)):
            if (chance := chances.get(count)) and (idle := self._idle_cards(mask, count)):
                chances[count + 1] = chances.get(count + 1, 0) + chance * idle / (total + idle)

    def _idle_cards(self, mask: int, count: int) -> int:
        """Return how many cards may be laid that remove nothing, after so many clues (T-15)."""
        if not self.may_idle or cubes_lie(self.laid + count, mask.bit_count()):
            return 0
        idle = self.legal_bits(mask, may_idle=True) & ~self.legal_bits(mask)
        return sum(self.copies[number] for number in bits(idle)) - count
