"""What there is to win in Tobago, in coins, and who gets there first: the one opinion of bots and hints.

A located treasure is mostly raised by the first of the rivals, in the order of play, who reaches it in the
next move (T-22). What is left for the player at turn, who comes later, and who comes first to anything else,
is estimated: the odds fall with the rounds that pass. So a prize that waits for the own next turn counts for
about half, though nobody else may come: it costs that turn, and who thinks it safe puts it off again.

`Stakes` says what treasure maps are worth: the roses on them, and the rose of who raises the treasure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp, fsum
from typing import NamedTuple

from toolkit.games.tobago.movement import STEPS_PER_MOVE, step_counts
from toolkit.hexmap import Island
from toolkit.hexmap.island import bits

# ---- who is first ------------------------------------------------------------------------------------------

FAR = 12
"""Steps to a hex that is farther away still, or cannot be reached."""

_IDLE = 0.15  # the odds that nobody comes in time: they make it worth while to come soon
_HASTE = {True: 1.6, False: 0.5}  # how much a head start of one round counts, by whether the prize is sure


class Prize(NamedTuple):
    """Something on a hex of the island that is worth coins to whoever gets there first."""

    hex: int
    coins: float
    sure: bool  #: it lies there for certain, so that who comes has it; else it may lie there
    pull: float = 0.0  #: the chance that a rival who reaches it within the next move goes there


class Turn(NamedTuple):
    """Whose turn it is or was, how many steps are left in it without an amulet, and whether it is over."""

    player: int
    free: int
    over: bool  #: and the next player has done nothing yet


class Lane:
    """The race for one prize, from the end of a turn.

    `steps` are those to it by seat, at most `FAR`; those of the player at turn do not count.
    """

    def __init__(self, prize: Prize, steps: Sequence[int], turn: Turn) -> None:
        players = len(steps)
        self.coins = prize.coins
        self._taken, self._odds = [0.0] * players, [0.0] * players
        left, table = 1.0, _rival(prize.sure)
        for later in range(1, players):
            rival = (turn.player + later) % players
            if prize.pull and steps[rival] <= STEPS_PER_MOVE:
                self._taken[rival] = left * prize.pull
                left -= self._taken[rival]
            self._odds[rival] = exp(-_HASTE[prize.sure] * later / players) * table[steps[rival]]
        self._against = fsum(self._odds) + _IDLE
        #: the chance of the player at turn to be first, by the steps that are left when the turn ends
        self.chances = self._own_chances(prize.sure, turn.over, left)
        #: by how many coins that puts this player ahead of the mean of the others, by the same steps
        self.leads = [prize.coins * (mine - fsum(self.shared(mine)) / (players - 1)) for mine in self.chances]

    def _own_chances(self, sure: bool, over: bool, left: float) -> list[float]:
        """Return `chances` when the prize is `left` until the next turn of the player with that chance."""
        chances = [left * odds / (odds + self._against) for odds in _own(sure)]
        if over:
            chances[0] = chances[1]
        elif sure:
            chances[0] = 1.0  # who ends a turn there has it
        return chances

    def shared(self, mine: float) -> list[float]:
        """Return the chance of each of the others to be first, given that of the player at turn."""
        if mine == 1:
            return [0.0] * len(self._odds)
        rest = (1 - mine - fsum(self._taken)) / self._against
        return [taken + rest * odds for taken, odds in zip(self._taken, self._odds, strict=True)]


class Race:
    """The race for prizes from a position in which all ATVs stand on the island.

    `atvs` are their hexes, by seat.
    """

    def __init__(self, island: Island, atvs: Sequence[int], prizes: Iterable[Prize], turn: Turn) -> None:
        self._island, self._turn, self._atvs = island, turn, atvs
        self._lanes = [self._lane(prize) for prize in prizes]

    def _lane(self, prize: Prize) -> tuple[Sequence[int], Lane]:
        """Return the steps from each hex to a prize, and the race for it."""
        steps = steps_to(self._island, prize.hex)
        return steps, Lane(prize, [steps[atv] for atv in self._atvs], self._turn)

    def within(self, start: int, steps: int) -> list[int]:
        """Return the hexes that are at most so many steps away."""
        return [hex_ for hex_, needed in enumerate(steps_to(self._island, start)) if needed <= steps]

    def lead(self, end: int, prizes: Iterable[Prize]) -> float:
        """Return by how many coins some prizes put the player at turn ahead of the mean of the others.

        The turn ends on the hex `end`.
        """
        return fsum([lane.leads[steps[end]] for steps, lane in map(self._lane, prizes)])

    def ends(self) -> dict[int, float]:
        """Return the `lead` by all prizes for each hex on which the turn may end with the steps left."""
        tables = [(steps, lane.leads) for steps, lane in self._lanes]
        return {
            end: fsum([leads[steps[end]] for steps, leads in tables])
            for end in self.within(self._atvs[self._turn.player], self._turn.free)
        }

    def best_end(self) -> int:
        """Return where the turn had best end, as far as the steps that are left go."""
        if not self._turn.free:
            return self._atvs[self._turn.player]
        ends = self.ends()
        return max(ends, key=ends.__getitem__)

    def shares(self, end: int) -> list[float]:
        """Return what each player can expect of the prizes, in coins, when the turn ends on a hex."""
        coins = [0.0] * len(self._atvs)
        for steps, lane in self._lanes:
            mine = lane.chances[steps[end]]
            coins[self._turn.player] += lane.coins * mine
            coins = [had + lane.coins * more for had, more in zip(coins, lane.shared(mine), strict=True)]
        return coins


@lru_cache
def _own(sure: bool) -> list[float]:
    """Return the odds of the player at turn by the steps that are left when the turn ends."""
    return _odds(sure, (-(-steps // STEPS_PER_MOVE) for steps in range(FAR + 1)))


@lru_cache
def _rival(sure: bool) -> list[float]:
    """Return the odds of another player by the steps at the beginning of the own next turn."""
    return _odds(sure, (max(0, steps - 1) // STEPS_PER_MOVE for steps in range(FAR + 1)))


def _odds(sure: bool, rounds: Iterable[int]) -> list[float]:
    """Return odds that fall with the rounds that pass, and a little with each step."""
    return [exp(-_HASTE[sure] * (passed + steps / FAR)) for steps, passed in enumerate(rounds)]


@lru_cache(maxsize=512)  # of the largest island a tenth of a gigabyte
def steps_to(island: Island, number: int) -> tuple[int, ...]:
    """Return the fewest steps to a hex from each hex, by number, `FAR` at the most: as many as back."""
    return tuple(FAR if steps is None else min(steps, FAR) for steps in step_counts(island, number))


# ---- what maps are worth -----------------------------------------------------------------------------------

CARD = 4.2
"""Coins of a treasure card that somebody takes: the worst one of a treasure is refused."""

_LOSS = 5.0  # coins of the best card of a player, which a curse takes
_NEAR = 6  # with so many candidates a treasure begins to draw the ATVs
_RAISES = 0.75  # the chance that a rival who can raise a treasure in the next turn does it: greedy ones do so


class Stakes(NamedTuple):
    """What there is still to win and to lose."""

    cards: int  #: all treasure cards in the deck (T-18)
    gold_on_top: int  #: those on top that are gold for certain
    curses: int  #: those that are curses
    protected: Sequence[bool]  #: for each player, by seat, whether an amulet protects from a curse (T-28)

    @property
    def future(self) -> float:
        """How much of what may still come will come: less and less as the treasure deck runs out."""
        return self.cards / (self.cards + 8)

    def cursed(self, cards: int) -> float:
        """Return the chance that a curse is among the next cards of the deck."""
        below, from_below = self.cards - self.gold_on_top, cards - self.gold_on_top
        return min(1.0, self.curses * from_below / below) if from_below > 0 and below else 0.0

    def raised(self, candidates: int) -> float:
        """Return the chance that a treasure with these candidates (a mask) is raised in this game."""
        count = candidates.bit_count()
        if count == 1:
            return self.cards / (self.cards + 1)
        return self.future * max(0.3, 0.85 - 0.035 * count)

    def roses(self, candidates: int, owners: Sequence[int]) -> list[float]:
        """Return what the roses on a map promise to each player, less what a curse would take."""
        coins = [0.0] * len(self.protected)
        chance, cursed = self.raised(candidates), self.cursed(len(owners) + 2)
        known = [owner for owner in owners if owner >= 0]
        self.give_out(coins, known, chance * CARD * (1 - cursed / 2), chance * cursed)
        return coins

    def give_out(self, coins: list[float], roses: Sequence[int], card: float, curse: float) -> None:
        """Add a card for each rose, and take what a curse of that chance would take of each owner."""
        for owner in roses:
            coins[owner] += card
        if curse:
            for owner in set(roses):
                coins[owner] -= curse * (0.5 if self.protected[owner] else _LOSS / 2)  # it may come too late

    def prizes(self, candidates: int, owners: Sequence[int]) -> Iterator[Prize]:
        """Yield the rose of who raises a treasure as a prize, shared out to few candidates."""
        count = candidates.bit_count()
        if owners and count <= _NEAR:
            cursed = self.cursed(len(owners) + 2)
            coins = self.raised(candidates) * CARD * (1 - cursed / 2) / count
            for hex_ in bits(candidates):
                yield Prize(hex_, coins, sure=count == 1, pull=_RAISES if count == 1 else 0.0)


def untouched(players: int) -> Stakes:
    """Return the stakes of a game in which nothing is won yet, by the cards of the box (T-18)."""
    return Stakes(cards=41, gold_on_top=12, curses=2, protected=[False] * players)


def lead(coins: Sequence[float], player: int) -> float:
    """Return by how many coins a player is ahead of the mean of the others."""
    return coins[player] - (fsum(coins) - coins[player]) / (len(coins) - 1)
