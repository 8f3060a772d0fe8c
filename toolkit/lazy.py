"""Names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from importlib.abc import InspectLoader
    from importlib.machinery import ModuleSpec


def lazily(
    package: str, offered: Callable[[Any], Any] = lambda found: found
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package that imports its names under ``TYPE_CHECKING`` only.

    Each name is taken from the module that is named there, and `offered` may put something around it. So a
    package says once what it offers, type checkers see it, and to import one of its modules loads none of the
    others.
    """

    def getattr_(name: str) -> Any:
        home = _homes(package).get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = offered(getattr(import_module(home), name))
        setattr(sys.modules[package], name, found)
        return found

    return getattr_, lambda: sorted({*vars(sys.modules[package]), *_homes(package)})


@cache
def _homes(package: str) -> dict[str, str]:
    """Return the modules from which the source of a package imports its public names, by these."""
    module = sys.modules[package]
    loader = cast("InspectLoader", cast("ModuleSpec", module.__spec__).loader)
    source = ast.walk(ast.parse(loader.get_source(package) or ""))
    imports = [node for node in source if isinstance(node, ast.ImportFrom) and node.module]
    found = {alias.name: str(node.module) for node in imports for alias in node.names}
    return {name: home for name, home in found.items() if name in module.__all__}
