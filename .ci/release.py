"""What is asked of a release, beside the tests: that it says one version, and what its archives hold.

``python .ci/release.py notes v0.2.0`` prints the notes of that tag from the changelog; ``look FOLDER`` looks
into the wheel and the sdist there; ``bill FOLDER PYTHON`` writes beside them the bill of materials of what is
installed for PYTHON.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
FLOORS = ("toolkit", "solvers", "puzzles", "workbench")
SAID = {
    "toolkit/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "tests/data/public-names.txt": r"^# What is public in (\S+);",
}
"""The files that say a version, and how."""
FONTS = ROOT / "puzzles" / "book" / "fonts"


def notes(tag: str) -> str:
    """Return what the changelog says of a tag's version; exit with a sentence when a file says another."""
    version = tag.removeprefix("v")
    for name, pattern in SAID.items():
        said = re.findall(pattern, ROOT.joinpath(name).read_text(encoding="utf-8"), re.MULTILINE)
        if said != [version] or not tag.startswith("v"):
            sys.exit(f"{name} says version {', '.join(said) or 'nothing'}, and the tag is {tag}: v and that")
    changelog = ROOT.joinpath("CHANGELOG.md").read_text(encoding="utf-8")
    found = re.findall(rf"^## {re.escape(version)}\b.*\n((?:(?!^## ).*\n)*)", changelog, re.MULTILINE)
    if len(found) != 1 or not found[0].strip():
        sys.exit(f"CHANGELOG.md needs one section '## {version} (date)' with what is new")
    return str(found[0]).strip()


def look(folder: Path) -> None:
    """Compare the archives in a folder with the files that git knows; exit with a sentence if they differ."""
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)  # noqa: S607  # git of the PATH
    tracked = set(listed.splitlines())
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (told,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(told).decode())
    _same("the wheel", _floors(names), _floors(tracked))
    licences = {name.partition("/licenses/")[2] for name in names if "/licenses/" in name}
    _same("the licences of the wheel", licences, {"LICENSE", "puzzles/book/fonts/OFL.txt"})
    _same("its licence files", set(metadata.get_all("License-File", ())), licences)
    _same("its licence", {metadata["License-Expression"]}, {"MIT AND OFL-1.1"})
    with tarfile.open(sdist) as archive:
        held = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    _same("the sdist", held - {"PKG-INFO"}, tracked)


def _floors(names: set[str]) -> set[str]:
    return {name for name in names if name.startswith(tuple(f"{floor}/" for floor in FLOORS))}


def _same(what: str, found: set[str], expected: set[str]) -> None:
    if found != expected:
        sys.exit(f"{what}: too much {sorted(found - expected)[:9]}, missing {sorted(expected - found)[:9]}")


def bill(folder: Path, python: str) -> None:
    """Write the bill of materials (CycloneDX) of what is installed for a Python, and of the wheel's fonts."""
    (wheel,) = folder.glob("*.whl")
    tool = [Path(sys.executable).with_name("cyclonedx-py"), "environment", python, "--output-reproducible"]
    made = subprocess.check_output([*tool, "--mc-type", "library", "--pyproject", ROOT / "pyproject.toml"])  # noqa: S603
    told = json.loads(made)
    own = told["metadata"]["component"] | {"version": wheel.name.split("-")[1]}
    told["metadata"]["component"] = own
    fonts = [_font(file) for file in sorted(FONTS.glob("*.ttf"))]
    told["components"] += fonts
    (needs,) = (one for one in told["dependencies"] if one["ref"] == own["bom-ref"])
    needs["dependsOn"] += [font["bom-ref"] for font in fonts]
    target = folder / f"{wheel.name.split('-py3')[0]}.cdx.json"
    target.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _font(file: Path) -> dict[str, object]:
    """Return the entry of a font; its version stands in its name table, in UTF-16."""
    (version,) = re.findall(r"Version ([\d.]+)Vazirmatn", file.read_bytes().decode("utf-16-be", "ignore"))
    return {
        "type": "file",
        "bom-ref": file.name,
        "name": file.name,
        "version": version,
        "hashes": [{"alg": "SHA-256", "content": sha256(file.read_bytes()).hexdigest()}],
        "licenses": [{"license": {"id": "OFL-1.1"}}],
    }


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["notes", tag]:
            print(notes(tag))
        case ["look", folder]:
            look(Path(folder))
        case ["bill", folder, python]:
            bill(Path(folder), python)
        case _:
            sys.exit(__doc__)
