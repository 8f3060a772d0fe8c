"""What a release says of itself, what it may not break, and the workflows that make it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from public_names import STORED, broken_since

import toolkit

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
WORKFLOWS = {
    path.name: path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")
}


def test_what_is_public_goes_only_with_a_word() -> None:
    """The stored list is that of the last release; what broke since then is named in the changelog."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = re.split(r"^## ", changelog, flags=re.MULTILINE)[1]
    broken = broken_since(STORED.read_text(encoding="utf-8"))
    told = set(re.findall(r"`([\w.]+)`", unreleased))
    assert {name: how for name, how in broken.items() if name not in told} == {}


def test_what_counts_as_broken() -> None:
    """As if there had been more before."""
    then = STORED.read_text(encoding="utf-8")
    for one, other in (
        ("number: int = 0) -> Puzzle", "number: int = 0, deep: bool = False) -> Puzzle"),
        ("# puzzles.hints\n", "# puzzles.hints\ndef nudge(puzzle: Puzzle) -> Hint: ...\n"),
        ("class Certificate(Section):\n", "class Certificate(Section):\n    day: str\n"),
        ("def verify(puzzle: Puzzle, seconds", "def verify(puzzle: Puzzle, lang: str = 'en', seconds"),
    ):
        assert then.count(one) == 1
        then = then.replace(one, other)
    assert broken_since(then) == {
        "puzzles.make_puzzle": "deep: Parameter was removed",
        "puzzles.hints.nudge": "nudge: Public object was removed",
        "puzzles.format.schema.Certificate.day": "day: Public object was removed",
        "puzzles.verify": "seconds: Positional parameter was moved",
    }


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script of releases, in a copy of the files that say a version."""
    spec = spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in (*module.SAID, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return module


def test_a_tag_is_refused_that_says_another_version(release: Any, tmp_path: Path) -> None:
    version, changelog = toolkit.__version__, tmp_path / "CHANGELOG.md"
    for tag in (version, "v9.9.9"):
        with pytest.raises(
            SystemExit, match=f"toolkit/__init__.py says version {version}, and the tag is {tag}"
        ):
            release.notes(tag)
    with pytest.raises(SystemExit, match="needs one section"):
        release.notes(f"v{version}")
    text = changelog.read_text(encoding="utf-8")
    changelog.write_text(text.replace("## Unreleased\n", f"## {version} (2027-01-31)\n", 1), encoding="utf-8")
    assert release.notes(f"v{version}").startswith("### Added\n- Islands as networkx graphs")
    (tmp_path / "CITATION.cff").write_text("version: 9.9.9\n")
    with pytest.raises(SystemExit, match=r"CITATION\.cff says version 9\.9\.9"):
        release.notes(f"v{version}")


def test_workflows_have_least_rights_and_pinned_actions() -> None:
    used = [line for text in WORKFLOWS.values() for line in re.findall(r"uses: (.+)", text)]
    assert len(used) > 10
    pinned = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/checks\.yml")
    assert [line for line in used if not pinned.fullmatch(line)] == []
    assert [
        name for name, text in WORKFLOWS.items() if "\npermissions:\n  contents: read\n" not in text
    ] == []
    assert _rights(WORKFLOWS.values()) == {"contents": 1, "id-token": 2, "pages": 1}


def _rights(texts: Iterable[str]) -> dict[str, int]:
    found = [right for text in texts for right in re.findall(r"^ +([\w-]+): write\b", text, re.MULTILINE)]
    return {right: found.count(right) for right in sorted(found)}


def test_the_weekly_run_is_all_of_the_nightly() -> None:
    (parts,) = re.findall(r"set -- (.*)", (ROOT / ".ci" / "nightly").read_text(encoding="utf-8"))
    (run,) = re.findall(r"part: \[(.*)\]", WORKFLOWS["nightly.yml"])
    assert run.split(", ") == parts.split()


def test_workflows_install_what_contributing_says() -> None:
    (said,) = set(re.findall(r'-e "(\.\[.*?\])"', (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
    for name in ("site.yml", "nightly.yml"):
        assert f'-e "{said}"' in WORKFLOWS[name]


def test_no_step_of_a_workflow_hides_a_status_behind_a_pipe() -> None:
    """Without `shell: bash` a step ends with the status of the last program of a pipe."""
    for name, text in WORKFLOWS.items():
        if "shell: bash" in text:
            continue
        piped = [
            line
            for line in re.findall(r"run: (.*)", text)
            if re.search(r"[^|]\|[^|]", line.split(" #")[0]) and line != "|"
        ]
        assert piped == [], name
