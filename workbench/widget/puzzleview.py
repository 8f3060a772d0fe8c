"""`PuzzleView`: the page of a puzzle in a notebook, whose marks Python sees and can set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import traitlets
from anywidget import AnyWidget

from puzzles import Marks, Puzzle
from workbench.web.bundle import bundle
from workbench.web.puzzle.pages import puzzle_page

_HEIGHT = 720  # pixels


@cache
def _script() -> str:
    code = bundle("frame.js", files("workbench.web.puzzle"))
    return f"{code}\nexport default {{ render: module_frame.render }};"


class PuzzleView(AnyWidget):
    """A puzzle to be solved in a notebook: marks, checks, hints by rung.

    It is the page that ``tobago puzzle page`` writes, in a frame of its own.

    Parameters
    ----------
    puzzle
        A puzzle with exactly one answer.
    lang
        ``en`` or ``fa``.

    Raises
    ------
    PuzzleError
        The puzzle has not exactly one answer, or holds another.
    WordsError
        There is no catalog of that language.

    Examples
    --------
    >>> from puzzles.collection import collection
    >>> view = PuzzleView(collection("pinpoint")[0])
    >>> view.marked = {"black": {"A00": "no"}}
    >>> view.marks["black"].out
    frozenset({'A00'})
    """

    _esm = traitlets.Unicode("").tag(sync=True)

    #: a trait: setting it shows another puzzle, with the marks that the browser keeps of it
    puzzle: Any = traitlets.Instance(Puzzle)
    page: Any = traitlets.Unicode("").tag(sync=True)
    title: Any = traitlets.Unicode("").tag(sync=True)
    puzzle_id: Any = traitlets.Unicode("").tag(sync=True)
    height: Any = traitlets.Int(_HEIGHT).tag(sync=True)
    #: a trait: by subject and value what is marked, ``no``, ``maybe`` or ``yes``
    marked: Any = traitlets.Dict().tag(sync=True)
    solved: Any = traitlets.Bool(False).tag(sync=True)  #: whether the marks have been the answer

    def __init__(self, puzzle: Puzzle, *, lang: str = "en") -> None:
        self._lang = lang
        super().__init__(_esm=_script(), puzzle=puzzle)

    @traitlets.observe("puzzle")
    def _shown(self, change: Mapping[str, Any]) -> None:
        puzzle = change["new"]
        page = puzzle_page(puzzle, self._lang)
        with self.hold_sync():
            self.page, self.title, self.puzzle_id = page, repr(puzzle), puzzle.id
            self.marked, self.solved = {}, False

    @property
    def marks(self) -> Mapping[str, Marks]:
        """The marks as `puzzles.hint` takes them: by subject what is out, and what is sure."""
        asked = self.puzzle.kind.subjects(self.puzzle)  # maps of the best card are marked without being asked
        return {
            subject: Marks(out=_with(values, "no"), sure=_with(values, "yes"))
            for subject, values in self.marked.items()
            if subject in asked
        }

    def to_html(self, path: str | Path | None = None) -> str:
        """Return the page, which works from disk without network, and write it if a path is given."""
        if path is not None:
            Path(path).write_text(self.page, encoding="utf-8")
        return str(self.page)


def _with(values: Mapping[str, str], kind: str) -> frozenset[str]:
    return frozenset(value for value, marked in values.items() if marked == kind)
