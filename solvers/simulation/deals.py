"""`Deals`: finished games in columns of numpy; a game of two takes 48 bytes, each further contestant 18."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.simulation.match import Played, PlayedDeal
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Deals:
    """Finished deals by their numbers, each with a game for each seating; in the order of their numbers.

    `simulate` makes it.

    Parameters
    ----------
    count
        How many deals there may be: their numbers are below it.
    contestants
        How many play, and so how many games a deal has.
    rivals
        How many automatic rivals play along.

    Attributes
    ----------
    most
        How many deals there may be.
    """

    def __init__(self, count: int, contestants: int, rivals: int = 0) -> None:
        self.most = count
        self._contestants = contestants
        self._here = np.zeros(count, bool)
        self._games = np.zeros((count, contestants), _columns(contestants, rivals))
        self._ends: dict[str, int] = {}

    def __len__(self) -> int:
        return int(self._here.sum())

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < self.most and bool(self._here[number])

    def __iter__(self) -> Iterator[PlayedDeal]:
        return map(self.__getitem__, self.numbers)

    def __getitem__(self, number: int) -> PlayedDeal:
        """Return a deal by its number; `KeyError` when it is not there."""
        if number not in self:
            raise KeyError(number)
        return PlayedDeal(number, tuple(map(self._played, self._games[number])))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Deals) else NotImplemented

    @property
    def numbers(self) -> list[int]:
        """The numbers of the deals that are here."""
        found: list[int] = np.flatnonzero(self._here).tolist()
        return found

    def add(self, deal: PlayedDeal) -> None:
        """Take a finished deal of a possible number; `ToolkitError` for numbers that no column holds."""
        try:
            self._games[deal.deal] = [self._row(game) for game in deal.games]
        except OverflowError:
            raise ToolkitError(f"a game of deal {deal.deal} counts more than 64 bits can tell") from None
        self._here[deal.deal] = True

    def _row(self, game: Played) -> tuple[Any, ...]:
        won = tuple(contestant in game.winners for contestant in range(self._contestants))
        end = self._ends.setdefault(game.end, len(self._ends))
        return (game.seats, game.returns, game.scores, won, game.decisions, game.draws, end, game.others)

    def _played(self, row: Any) -> Played:
        seats, returns, scores, won, decisions, draws, end, others = (part.tolist() for part in row)
        winners = [contestant for contestant, wins in enumerate(won) if wins]
        return Played(
            *(tuple(seats), tuple(returns), tuple(scores), tuple(winners)),
            *(decisions, draws, [*self._ends][end], tuple(others)),
        )

    def column(self, name: str) -> NDArray[Any]:
        """Return what all games have under a name of `Played`.

        Shape (deals, games of a deal), with a third axis of contestants for ``seats``, ``returns``,
        ``scores`` and ``won``, or of rivals for ``others``; ``end`` is a number into `ends`.
        """
        found: NDArray[Any] = self._games[name][self._here]
        return found

    @property
    def ends(self) -> tuple[str, ...]:
        """The reasons for which games ended."""
        return tuple(self._ends)


def _columns(contestants: int, rivals: int) -> list[tuple[Any, ...]]:
    """Return what is kept of a game, as numpy's type of a record."""
    return [
        ("seats", np.int8, (contestants,)),
        ("returns", np.float64, (contestants,)),
        ("scores", np.int64, (contestants,)),
        ("won", bool, (contestants,)),
        ("decisions", np.int32),
        ("draws", np.int32),
        ("end", np.int32),
        ("others", np.int64, (rivals,)),
    ]
