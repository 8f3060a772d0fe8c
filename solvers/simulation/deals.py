"""`Deals`: finished games in columns of numpy, sixty bytes a game where objects take a thousand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.simulation.match import Played, PlayedDeal
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray


class Deals:
    """Finished deals by their numbers, each with a game for each seating; in the order of their numbers.

    Parameters
    ----------
    count
        How many deals there may be: their numbers are below it.
    contestants
        How many play, and so how many games a deal has.

    Attributes
    ----------
    most
        How many deals there may be.
    """

    def __init__(self, count: int, contestants: int) -> None:
        self.most = count
        self._contestants = contestants
        self._here = np.zeros(count, bool)
        self._games: NDArray[Any] | None = None  # made for the first game, which tells of automatic rivals
        self._ends: dict[str, int] = {}

    @classmethod
    def of(cls, deals: Iterable[PlayedDeal]) -> Deals:
        """Return deals that are there already, at least one."""
        several = list(deals)
        found = cls(1 + max(deal.deal for deal in several), len(several[0].games))
        for deal in several:
            found.add(deal)
        return found

    def __len__(self) -> int:
        return int(self._here.sum())

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < self.most and bool(self._here[number])

    def __iter__(self) -> Iterator[PlayedDeal]:
        return map(self.__getitem__, np.flatnonzero(self._here).tolist())

    def __getitem__(self, number: int) -> PlayedDeal:
        """Return a deal by its number; `KeyError` when it is not there."""
        if number not in self or self._games is None:
            raise KeyError(number)
        return PlayedDeal(number, tuple(map(self._played, self._games[number])))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Deals) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it grows

    def add(self, deal: PlayedDeal) -> None:
        """Take a finished deal; `ToolkitError` where its games have another number of automatic rivals."""
        rivals = len(deal.games[0].others)
        if self._games is None:
            self._games = np.zeros((self.most, self._contestants), _columns(self._contestants, rivals))
        if any(len(game.others) != self._games.dtype["others"].shape[0] for game in deal.games):
            raise ToolkitError("its games have other rivals than those before")
        self._games[deal.deal] = [self._row(game) for game in deal.games]
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

    def numbers(self) -> list[int]:
        """Return the number of the deal of each game."""
        found: list[int] = np.repeat(np.flatnonzero(self._here), self._contestants).tolist()
        return found

    def column(self, name: str) -> NDArray[Any]:
        """Return what all games have under a name of `Played`.

        Shape (deals, games of a deal), with a third axis of contestants for ``seats``, ``returns``,
        ``scores`` and ``won``, or of rivals for ``others``; ``end`` is a number into `ends`.
        """
        if self._games is None:
            raise ToolkitError("no deal is finished")
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
