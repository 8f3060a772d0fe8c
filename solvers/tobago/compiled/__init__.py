"""The search for the answers of a mystery as compiled functions (the extra ``fast``).

They give the same answers in the same order as `solvers.tobago.techniques`, which stays the reference and
works alone. To load them takes half a second, and to make them about ten, once: numba keeps them on disk. So
a process stays in Python until somebody who has much to ask says so (`load`); then all who ask go by them.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.techniques.engine import RELATIONS, Engine
from toolkit.games.tobago.clues import Setting
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from solvers.tobago.compiled.tables import Compiled

_loaded: list[type[Compiled]] = []


def load() -> bool:
    """Load the compiled functions, or make them; False where numba is not installed or can keep nothing."""
    if not _loaded and find_spec("numba"):
        try:
            from solvers.tobago.compiled.tables import Compiled
        except RuntimeError:  # numba finds no folder to write to
            return False
        Compiled(Mystery(Setting(parse_drawing("J")), (), ())).count()  # they are made when they are called
        _loaded.append(Compiled)
    return bool(_loaded)


def compiled(mystery: Mystery) -> Compiled | None:
    """Return a mystery written down for them; None where they are not loaded, or have no room for it."""
    return _loaded[0].of(mystery) if _loaded else None


def answers(mystery: Mystery, limit: int = 2) -> list[Answer]:
    """Return up to `limit` answers by the rules and by search; each is exact, and none is left out."""
    ready = compiled(mystery)
    if ready and limit <= ready.most:
        return ready.answers(limit)
    return Engine(mystery, RELATIONS).answers(limit)
