"""The house as a whole: import circles, crowded folders, long files, and the names that packages offer."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import grimp
import networkx
import pytest

import toolkit

ROOT = Path(__file__).parents[1]
FLOORS = ("toolkit", "solvers", "puzzles", "workbench")
SOURCES = [file for floor in FLOORS for file in (ROOT / floor).rglob("*.py")]

LAZY = [
    "toolkit",
    "toolkit.core",
    "toolkit.games.mangrovia",
    "toolkit.games.silver",
    "toolkit.games.tobago",
    "toolkit.games.wayfarers",
    "toolkit.games.wazabi",
    "toolkit.hexmap",
    "solvers",
    "solvers.silver",
    "solvers.tobago",
    "solvers.tobago.proofs",
    "solvers.wayfarers",
    "puzzles",
]


def test_import_circles() -> None:
    """Not in functions, and not for types either."""
    graph = grimp.build_graph(*FLOORS, cache_dir=None)
    imports = [
        (one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)
    ]
    parts = networkx.strongly_connected_components(networkx.DiGraph(imports))
    circles = sorted(sorted(part) for part in parts if len(part) > 1)
    assert circles == []


def test_the_core_names_a_floor_above_at_one_place_only() -> None:
    """What the graph of imports cannot see: the games that are shipped are found when one is asked for."""
    named = [
        (file.name, line.strip())
        for file in ROOT.glob("toolkit/core/**/*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"""["']toolkit\.(games|hexmap|testing)""", line)
    ]
    assert named == [
        ("game.py", 'modules: Mapping[str, str] = import_module("toolkit.games").SHIPPED'),
    ]


def test_what_leaves_for_the_terminal_goes_through_the_modules_that_escape_it() -> None:
    """What files and people say is written as escapes there, where it would act on a terminal."""
    leaves = re.compile(r"click\.echo\(|(?<![\w.])(?:print|input|Console)\((?!\.)|std(?:out|err)\.write\(")
    found = {f.stem for f in ROOT.glob("workbench/**/*.py") if leaves.search(f.read_text(encoding="utf-8"))}
    assert found == {"desk", "opening", "printing"}


def test_folders_and_files_can_be_read() -> None:
    files = Counter(file.parent.relative_to(ROOT).as_posix() for file in SOURCES)
    assert {folder: count for folder, count in files.items() if count > 16} == {}
    lines = {
        str(file): len(file.read_text(encoding="utf-8").splitlines())
        for file in [*SOURCES, *ROOT.glob("tests/**/*.py")]
    }
    assert {name: count for name, count in lines.items() if count > 900} == {}


def test_packages_offer_their_names_and_load_nothing() -> None:
    for name in LAZY:
        package = import_module(name)
        assert set(package.__all__) <= set(dir(package))
        assert [one for one in package.__all__ if not hasattr(package, one)] == []
        # a module of that name would take its place as soon as somebody imports it
        assert [one for one in package.__all__ if find_spec(f"{name}.{one}")] == []
        with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
            package.nothing  # noqa: B018
    code = f"import sys, {', '.join(LAZY)}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"msgspec", "networkx", "numpy", "toolkit.core.game"} & set(loaded.stdout.split())


def test_the_version_is_the_one_to_cite() -> None:
    assert f"\nversion: {toolkit.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
