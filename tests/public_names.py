"""What is public, with its signatures, and what has changed in it since the last release.

Public is what `docs/reference` shows. ``python tests/public_names.py > tests/data/public-names.txt``
writes it down when a release is made. Sources are read by griffe, and nothing is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

import griffe

ROOT = Path(__file__).parents[1]
STORED = ROOT / "tests" / "data" / "public-names.txt"
FLOORS = ("toolkit", "solvers", "puzzles", "workbench")
_SHOWN = re.compile(r"auto(module|class|function|data):: (\S+)")


@cache
def _loaded() -> griffe.ModulesCollection:
    loader = griffe.GriffeLoader(search_paths=[ROOT], allow_inspection=False)
    for floor in FLOORS:
        loader.load(floor)
    loader.resolve_aliases(implicit=True, external=False)
    return loader.modules_collection


def public_names() -> str:
    """Return all that is public as stubs, one section for each module of the reference."""
    pages = sorted((ROOT / "docs" / "reference").glob("*.md"))
    told = set(chain.from_iterable(_SHOWN.findall(page.read_text(encoding="utf-8")) for page in pages))
    offered: dict[str, set[str]] = {}
    for kind, name in told:
        module, _, own = name.rpartition(".")
        if kind == "module":
            offered.setdefault(name, set()).update(_offered(name))
        else:
            offered.setdefault(module, set()).add(own)
    version = _loaded()["toolkit.__version__"].value.strip("'\"")
    lines = [f"# What is public in {version}; remade when a release is made: python tests/public_names.py"]
    for module in sorted(offered):
        lines += [
            "",
            f"# {module}",
            *chain.from_iterable(_stub(module, name) for name in sorted(offered[module])),
        ]
    return "\n".join(lines) + "\n"


def _offered(module: str) -> set[str]:
    """Return the names that a module offers: those in `__all__`, or what it defines itself."""
    found = _loaded()[module]
    return set(
        found.exports or (name for name, one in found.members.items() if not one.is_alias and _open(name))
    )


def _open(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def _stub(module: str, name: str) -> Iterator[str]:
    """Yield the lines of a stub."""
    try:
        found = _loaded()[f"{module}.{name}"]
        found = found.final_target if found.is_alias else found
    except (KeyError, griffe.AliasResolutionError):  # one of several that are assigned at once
        getattr(import_module(module), name)  # which is there
        yield f"{name}: ..."
        return
    yield from _lines(found, name)


def _lines(found: griffe.Object, name: str) -> Iterator[str]:
    if isinstance(found, griffe.Function):
        yield from (f"@{label}" for label in ("classmethod", "staticmethod") if label in found.labels)
        yield f"def {found.signature(name=name)}: ..."
    elif isinstance(found, griffe.Class):
        bases = ", ".join(map(str, found.bases))
        yield f"class {name}({bases}):" if bases else f"class {name}:"
        inner = [
            line
            for own, one in sorted(found.members.items())
            if _open(own) and not one.is_alias
            for line in _lines(one, own)
        ]
        yield from (f"    {line}" for line in inner or ["..."])
    else:
        yield f"{name}: {getattr(found, 'annotation', None) or '...'}"


def broken_since(stored: str) -> dict[str, str]:
    """Return by name what a release offered that is gone, or cannot be called as then."""
    found = {}
    now = dict(_sections(public_names()))
    for module, then in _sections(stored):
        old, new = (griffe.visit(module, Path(f"{module}.pyi"), text) for text in (then, now.get(module, "")))
        for fault in griffe.find_breaking_changes(old, new):
            found[fault.obj.path] = f"{getattr(fault.old_value, 'name', fault.old_value)}: {fault.kind.value}"
    return found


def _sections(text: str) -> list[tuple[str, str]]:
    parts = re.split(r"^# (\w+(?:\.\w+)*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


if __name__ == "__main__":
    sys.stdout.write(public_names())
