"""The reference shows every public name once, with the types and comments that stand in the sources.

A public name is one in ``__all__`` of a package. Types that are imported for type checkers only are imported
when the site is made; sections "Attributes" of a class become the texts of its fields, as ``#:`` comments do.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import sys
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_type_hints

from sphinx.ext.napoleon import Config, NumpyDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.logging import getLogger

from toolkit.lazy import _homes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FLOORS = ("toolkit", "solvers", "puzzles", "workbench")
LONG = 200
"""Values with more characters are not shown."""

OTHERS = re.compile(r"__main__$|^workbench\.adapters\.")
"""Modules that are run, and those that need libraries of others, which offer no names."""

FIELD = re.compile(r"^(\w+(?:, \w+)*)(?: : .*)?$")


@cache
def modules() -> dict[str, ModuleType]:
    """Return all modules of the house, imported, with their names for type checkers too."""
    found = {}
    for floor in map(import_module, FLOORS):
        inside = pkgutil.walk_packages(floor.__path__, f"{floor.__name__}.")
        names = [floor.__name__, *(module.name for module in inside if not OTHERS.search(module.name))]
        found |= {name: import_module(name) for name in names}
    for module in found.values():
        for imported in _guarded(module):
            exec(compile(ast.Module([imported], []), str(module.__file__), "exec"), vars(module))  # noqa: S102
    for thing in [thing for module in found.values() for thing in vars(module).values()]:
        if isinstance(thing, type) and is_dataclass(thing):
            _type_arguments(thing)
    return found


def _type_arguments(kind: type) -> None:
    """Resolve the types of inherited fields, whose names need not be known where a dataclass is written.

    What they are annotated with for machines, such as a `solvers.questions.Setting`, is not shown.
    """
    types = get_type_hints(kind)
    for shown in (kind.__init__.__annotations__, kind.__annotations__):
        shown.update({name: types[name] for name in shown if name in types})


def _guarded(module: ModuleType) -> Iterator[ast.stmt]:
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            yield from statement.body


def hand_up_comments() -> None:
    """Give each package the comments of the constants that it takes from its modules: autodoc looks there."""
    for package, homes in (
        (package, _homes(package)) for package, module in modules().items() if hasattr(module, "__all__")
    ):
        for name, home in homes.items():
            if ("", name) in (comments := _comments(home)):
                long = len(repr(getattr(modules()[package], name))) > LONG
                _comments(package)["", name] = [*comments["", name], "", ":meta hide-value:"][
                    : None if long else -2
                ]


def _comments(module: str) -> dict[tuple[str, str], list[str]]:
    analyzer = ModuleAnalyzer.for_module(module)
    analyzer.analyze()
    return analyzer.attr_docs


@cache
def public() -> dict[str, tuple[str, ...]]:
    """Return by full name of each public object all names that it has, the shortest first."""
    names: dict[int, list[str]] = {}
    for package, module in modules().items():
        for name in getattr(module, "__all__", ()):
            if not name.startswith("_"):
                names.setdefault(id(getattr(module, name)), []).append(f"{package}.{name}")
    by_name = [sorted(group, key=lambda name: (name.count("."), name)) for group in names.values()]
    return {group[0]: tuple(group) for group in by_name}


def skip_told(app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Leave out, from a package, what a package above it offers as well."""
    if what != "module":
        return None
    full = f"{app.env.current_document.autodoc_module}.{name}"
    return True if any(full in names[1:] for names in public().values()) else None


def tell_fields(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Give a field the text that its class has for it, and a name the comment of the module it comes from."""
    if what in ("class", "exception"):
        lines[:] = _split(lines)[0]
    if what == "attribute":
        owner, _, field = name.rpartition(".")
        lines[:] = _split((inspect.getdoc(_found(owner)) or "").splitlines())[1].get(field) or _own(lines)
    if what not in ("attribute", "data", "property"):  # of these napoleon takes all before a colon for a type
        lines[:] = NumpyDocstring(lines, Config(), app, what, name, thing, options).lines()


def _own(lines: list[str]) -> list[str]:
    return [] if lines[:1] and lines[0].startswith("Alias for field number") else lines


def _found(name: str) -> Any:
    module, rest = name, []
    while module not in sys.modules:
        module, _, last = module.rpartition(".")
        rest.append(last)
    thing = sys.modules[module]
    for part in reversed(rest):
        thing = getattr(thing, part)
    return thing


def _split(lines: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Part a docstring into what is no section "Attributes", and the texts of that section by field."""
    kept: list[str] = []
    texts: dict[str, list[str]] = {}
    inside, names = False, []
    for place, line in enumerate(lines):
        below = lines[place + 1] if place + 1 < len(lines) else ""
        if below and set(below) == {"-"}:
            inside = line == "Attributes"
        if not inside:
            kept.append(line)
        elif line and not line.startswith(" ") and (field := FIELD.match(line)):
            names = field[1].split(", ")
            texts |= {name: [] for name in names}
        elif set(line) != {"-"}:
            for name in names:
                texts[name].append(line.removeprefix("    "))
    return kept, texts


def leave_object_out(app: Sphinx, domain: str, kind: str, content: nodes.Element) -> None:
    """Name no base that says nothing."""
    for line in content.children[:1]:
        if line.astext() == "Bases: object":
            content.remove(line)


def write_defaults(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, arguments: str, result: str
) -> Any:
    """Write a default that is made anew as the dots of a stub: Sphinx reads signatures as Python."""
    return (arguments.replace("<factory>", "..."), result) if arguments else None


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Leave names in backticks that are no public ones as they are written."""
    return text if node["reftype"] == "obj" else None


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of each public name that the reference does not show."""
    told = {name for name, *_ in env.domains["py"].get_objects()}
    for names in public().values():
        if not told.intersection(names):
            getLogger(__name__).warning("the reference does not show %s", names[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect all this with Sphinx."""
    app.connect("builder-inited", lambda app: hand_up_comments())
    app.connect("autodoc-skip-member", skip_told)
    app.connect("autodoc-process-docstring", tell_fields)
    app.connect("autodoc-process-signature", write_defaults)
    app.connect("object-description-transform", leave_object_out)
    app.connect("missing-reference", resolve)
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True}
