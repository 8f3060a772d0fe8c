"""Style sheets of pictures: what is drawn has classes, and its colours stand in one table for each theme.

A sheet is written with variables, such as ``var(--jungle)``. In the theme ``auto`` it keeps them, and each
has a light and a dark value: a picture follows the page around it, and the system where it stands alone. In
the other themes their colours stand in it, for readers that know no variables: PDF, PNG, GitHub.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, get_args

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures.svg import ink_on

Theme = Literal["auto", "light", "dark", "print"]
"""``auto`` follows the page and the system; ``print`` is pale, for pencil marks, and has signs of its own."""

THEMES: tuple[Theme, ...] = get_args(Theme)

_CLASSES, _CLASS = re.compile(r'class="([^"]*)"'), re.compile(r"\.([a-z][a-z0-9-]*)")
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")
_DARK = ("[data-theme=dark]", "[data-jp-theme-light=false]", ".dark", ".dark-theme", ".vscode-dark")
_LIGHT = ("[data-theme=light]", "[data-jp-theme-light=true]", ".light", ".light-theme", ".vscode-light")
"""How pages say their theme: ours and furo, JupyterLab, marimo, Visual Studio Code."""


def following(selector: str) -> str:
    """Return the rules by which an element is light or dark as a page around it says."""
    return (
        f":is({','.join(_LIGHT)}) {selector}{{color-scheme:light}}\n"
        f":is({','.join(_DARK)}) {selector}{{color-scheme:dark}}\n"
        f"@media (prefers-color-scheme:dark){{[data-theme=auto] {selector}{{color-scheme:dark}}}}\n"
    )


@dataclass(frozen=True, eq=False)
class Sheet:
    """The rules of pictures whose root has a class, and the table of their colours."""

    root: str  #: the class of the root element, with which each selector begins
    css: str  #: the rules, with variables
    #: By name, the colours in the themes light, dark and print, such as ``#7cb26a``. A name with ``-on``
    #: behind it is black or white, whichever shows on that colour.
    colours: Mapping[str, tuple[str, str, str]]

    def colour(self, name: str, theme: Theme = "light") -> str:
        """Return a colour in a theme; of ``auto``, the light one. `ToolkitError` for an unknown name."""
        known = name.removesuffix("-on")
        if known not in self.colours:
            raise ToolkitError(f"no colour {quote(name)}{did_you_mean(name, self.colours)}")
        found = self.colours[known][max(THEMES.index(theme) - 1, 0)]
        return found if name == known else ink_on(found)

    def text(self, theme: Theme = "auto", drawing: str | None = None) -> str:
        """Return the sheet of a theme, or what a drawing needs of it.

        Sheets of different themes may stand in one page.
        """
        needed = (rule for rule in self._needed(drawing) if theme == "print" or ".theme-print" not in rule)
        rules = "".join(needed).replace(f".{self.root}", f".{self.root}.theme-{theme}")
        if theme != "auto":
            return _VARIABLE.sub(lambda found: self.colour(found[1], theme), rules)
        here = f".{self.root}.theme-auto"
        pairs = {name: (self.colour(name), self.colour(name, "dark")) for name in _VARIABLE.findall(rules)}
        variables = "".join(f"--{name}:light-dark({a},{b});" for name, (a, b) in sorted(pairs.items()))
        return f"{here}{{{variables}}}\nsvg:root{here}{{color-scheme:light dark}}\n{following(here)}{rules}"

    def on_paper(self) -> str:
        """Return what gives the theme ``auto`` the colours of ``print`` where a page is printed."""
        names = sorted({*_VARIABLE.findall(self.css)})
        variables = "".join(f"--{name}:{self.colour(name, 'print')};" for name in names)
        return f"@media print{{.{self.root}.theme-auto{{{variables}}}}}\n"

    def _needed(self, drawing: str | None) -> Iterator[str]:
        """Yield the rules of which some selector names only classes that the drawing has."""
        there = {name for names in {*_CLASSES.findall(drawing or "")} for name in names.split()}
        for rule, classes in self._rules:
            if drawing is None or any(one <= there for one in classes):
                yield rule

    @cached_property
    def _rules(self) -> list[tuple[str, list[set[str]]]]:
        """The rules, each a line, with the classes that each of its selectors names."""
        rules = self.css.splitlines(keepends=True)
        selectors = [rule.partition("{")[0].split(",") for rule in rules]
        classes = [
            [{*_CLASS.findall(one)} - {self.root, "theme-print"} for one in some] for some in selectors
        ]
        return [*zip(rules, classes, strict=True)]


@cache
def sheet_of(package: str, name: str, root: str, base: Sheet | None = None) -> Sheet:
    """Return the sheet of ``NAME.css`` and ``colours.csv`` in the folder ``data`` of a package.

    The colours of a base are known, too, such as those of maps where hexes or their signs are drawn.
    """
    data = files(package).joinpath("data")
    rows = csv.reader(data.joinpath("colours.csv").read_text(encoding="utf-8").splitlines()[1:])
    colours = {colour: (light, dark, on_paper) for colour, light, dark, on_paper in rows}
    known = {**base.colours, **colours} if base else colours
    return Sheet(root, data.joinpath(f"{name}.css").read_text(encoding="utf-8"), known)


def checked_theme(theme: Theme) -> Theme:
    """Return a theme; `ToolkitError` for one that does not exist."""
    if theme not in THEMES:
        hint = did_you_mean(theme, THEMES) or f"; it is one of {', '.join(THEMES)}"
        raise ToolkitError(f"no theme {quote(theme)}{hint}")
    return theme
