"""`Puzzle`: a position with something left out, the facts that lead to it, and the one answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from puzzles.schema import Solution
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from puzzles.kinds.kind import Kind
    from puzzles.schema import Certificate, Grade, SolvingTime
    from solvers.tobago.facts import Fact
    from toolkit.games.tobago.position import Position
    from toolkit.games.tobago.setting import Setting


class PuzzleError(ToolkitError):
    """A puzzle that its kind cannot use."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Puzzle:
    """One puzzle; immutable.

    Attributes
    ----------
    kind_name
        Its kind: ``pinpoint``, ``lost-landmarks``, ``lie`` or ``best-card``.
    position
        What is known: the island, the known landmarks, and for ``best-card`` the maps and the hand.
    facts
        What is said.
    solution
        The one answer; an empty one when nobody has solved it yet.
    grade, certificate
        How hard it is and what proves it, or None when nobody has asked.
    times
        Solving times of people.
    """

    kind_name: str
    position: Position
    facts: tuple[Fact, ...] = ()
    solution: Solution = field(default_factory=Solution)
    grade: Grade | None = None
    certificate: Certificate | None = None
    times: tuple[SolvingTime, ...] = ()

    def __post_init__(self) -> None:
        self.kind.check(self)

    def __repr__(self) -> str:
        """Name the puzzle without giving its answer away."""
        level = f", level {self.grade.level}" if self.grade else ""
        island = self.position.setting.island.title
        return f"<Puzzle {self.kind_name}{level}: {len(self.facts)} facts on {island}>"

    def _repr_svg_(self) -> str:
        from toolkit.games.tobago.pictures.drawing import (
            draw_setting,  # pictures are drawn only when somebody looks
        )

        return draw_setting(self.position.setting)

    @property
    def kind(self) -> Kind:
        """The rules of its kind; `PuzzleError` for a kind that does not exist."""
        from puzzles.kinds import kind_named  # the kinds need this module

        return kind_named(self.kind_name)

    @property
    def solved_setting(self) -> Setting:
        """The setting with the landmarks of the solution; of a kind that it does not name, the known ones."""
        from toolkit.games.tobago.setting import Setting

        known, found = self.position.setting, self.solution
        return Setting(
            known.island,
            huts=found.huts or known.huts,
            palms=found.palms or known.palms,
            statues=found.statues or known.statues,
            rules=known.rules,
        )

    @cached_property
    def id(self) -> str:
        """The one-line ID that holds the content (all but solution, grade, certificate and times)."""
        from puzzles.ids import to_id  # it needs this module

        return to_id(self)
