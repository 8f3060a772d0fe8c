"""`CommonChance`: the same luck for several games, as far as they allow it.

Games that are to be compared get common random numbers: less of the difference between them is luck. A
pile of cards that is shuffled beforehand would fit one game only, because what a draw can bring depends on
what was played. So the driver holds numbers instead, in streams: one for each kind of chance node and, where
the first detail of its frame is a number, for that number. In most frames that is the seat for which chance
rolls or draws; where the detail is something else (the treasure of Tobago that is raised), all nodes of the
kind share one stream. The k-th node of a stream is answered with its k-th number, read as a quantile. While
two games offer the same outcomes with the same weights they get the same one; when they differ by a little
they mostly still do. Each game alone has exactly the chances of the rules.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.core.decision import Action
    from toolkit.core.state import State

_BITS = 128  # of a quantile: the weights of the largest roll (6 ** 24) need 63


class CommonChance:
    """What chance brings in one deal; a new one with the same seed for each game of the deal.

    Parameters
    ----------
    seed
        The name of the deal.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._streams: dict[tuple[Any, ...], Random] = {}

    def __call__(self, state: State) -> Action:
        """Return the outcome of the chance node that is open, for `toolkit.core.play.play`."""
        outcomes = state.chance_outcomes()
        number = self._next(state) * sum(weight for _, weight in outcomes) >> _BITS
        for action, weight in outcomes:
            number -= weight
            if number < 0:
                return action
        raise AssertionError("unreachable: the number is below the sum of the weights")

    def _next(self, state: State) -> int:
        """Return the next number of the stream of the chance node that is open."""
        _, *details = state.stack[-1]
        key = (state.decision_kind(), *(detail for detail in details[:1] if isinstance(detail, int)))
        if key not in self._streams:
            self._streams[key] = Random(f"{self._seed}/{'/'.join(map(str, key))}")
        return self._streams[key].getrandbits(_BITS)
