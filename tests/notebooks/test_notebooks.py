"""The notebooks are stored with the outputs of their code, small, and come out the same when executed."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sizes import nightly

nbformat = pytest.importorskip("nbformat", reason="notebooks are read with nbformat")
nbclient = pytest.importorskip("nbclient", reason="notebooks are executed with nbclient")
pytest.importorskip("ipykernel", reason="notebooks run in an ipykernel")
pytest.importorskip("matplotlib", reason="notebooks draw plots with matplotlib")
pytest.importorskip("pandas", reason="notebooks make tables with pandas")


import storing  # noqa: E402 - it needs all of these

assert len(storing.NOTEBOOKS) >= 6

by_notebook = pytest.mark.parametrize("path", storing.NOTEBOOKS, ids=lambda path: path.name)


@by_notebook
def test_what_is_stored_came_of_this_code(path: Path) -> None:
    """Else: ``python tests/notebooks/storing.py``, which executes and stores it."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    told = storing.note(notebook)
    assert told["code"] == storing.digest(notebook), "the code has changed since: store it again"
    assert told["seconds"] <= 60
    cells = storing.code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for svg in (str(one.get("data", {}).get("image/svg+xml")) for one in storing.outputs(notebook)):
        for start, title in TITLES.findall(svg):
            width = float(svg.partition('viewBox="0 0 ')[2].partition(" ")[0])
            assert float(start) + 8.2 * len(title) < width, f"{title}: it is cut"


TITLES = re.compile(r'<text x="([\d.]+)"[^>]*font-weight="700" font-size="14px"[^>]*>([^<]*)')
"""Titles of plots, and where they begin; a letter is about 8.2 pixels wide."""

MISSING = re.compile(
    r"^.*: error: (?!\"State\" has).*\[(?:attr-defined|call-arg|import-not-found|name-defined)\]$",
    re.MULTILINE,
)
"""What mypy says of names that are not there; types know a state of any game, not what that of one has."""


@pytest.mark.skipif(
    not (storing.ROOT / ".mypy_cache").exists(),
    reason="half a minute where mypy has read nothing yet: .ci/run lets it read all before",
)
def test_what_the_code_names_is_there(tmp_path: Path) -> None:
    """What went is found without executing; also in the page on clusters, whose code no test can run."""
    pytest.importorskip("mypy", reason="mypy looks for what is named")
    cells = {
        path: [cell.source for cell in storing.code_cells(nbformat.read(path, as_version=4))]
        for path in storing.NOTEBOOKS
    }
    cluster = storing.ROOT / "docs" / "cluster.md"
    cells[cluster] = re.findall(r"```py\n(.*?)```", cluster.read_text(encoding="utf-8"), re.DOTALL)
    assert all(cells.values())
    for path, parts in cells.items():
        code = "\n".join(["def display(*shown: object) -> None: ...", *parts])  # a notebook has it
        (tmp_path / f"of_{path.stem.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    done = subprocess.run(  # options and cache of the project, so that only a change costs time
        [sys.executable, "-m", "mypy", *map(str, tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
        cwd=storing.ROOT,
    )
    assert done.returncode in (0, 1), done.stderr  # 2: mypy itself failed
    missing = [told for told in MISSING.findall(done.stdout) if '"dask_' not in told]
    assert not missing, "\n".join(missing)


@by_notebook
def test_what_is_stored_is_small_and_can_be_seen_everywhere(path: Path) -> None:
    found = storing.outputs(nbformat.read(path, as_version=4))
    assert path.stat().st_size <= storing.MOST_KB * 1000
    assert not [output for output in found if output.output_type == "error" or output.get("name") == "stderr"]
    data = [output.data for output in found if "data" in output]
    pictures = [one for one in data if "image/svg+xml" in one]
    assert len(pictures) >= 3
    assert all(one["image/svg+xml"].startswith("<svg") and "image/png" in one for one in pictures)
    assert any("plot theme-auto" in one["image/svg+xml"] for one in pictures), "no plot"
    assert any("<table" in one.get("text/html", "") for one in data), "no table"
    text = path.read_text(encoding="utf-8")
    assert str(storing.ROOT) not in text
    assert not re.search(r"/(home|root|tmp|work|usr)/", text), "a path of the machine"


@nightly
@by_notebook
def test_notebooks_come_out_as_they_are_stored(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    again = nbformat.read(path, as_version=4)
    seconds = storing.execute(again, path.parent, timeout=300)
    storing.clean(again, seconds)
    assert storing.shape(again) == storing.shape(stored)


CELLS = (
    "from toolkit.games.tobago import Position\n"
    "from workbench.notebook import bars, to_frame\n"
    "from workbench.widget import MapView",
    'Position.parse(\'format = "tobago-position/1"\\n[island]\\nlayout = "ABC+0"\\n\')',
    "MapView(_)",
    'to_frame({"a": 0.25, "b": 0.75})',
    'bars({"a": 0.25, "b": 0.75}, percent=True)',
)


def test_a_stream_that_came_in_pieces_is_stored_as_one() -> None:
    out, err = (partial(nbformat.v4.new_output, "stream", name=name) for name in ("stdout", "stderr"))
    drawn = nbformat.v4.new_output("display_data", {"text/plain": "drawn"})
    pieces = [out(text="a\n"), out(text="b\n"), err(text="c\n"), drawn, out(text="d\n"), out(text="e\n")]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=pieces)])
    storing.clean(notebook, 0)
    texts = [one.get("text") for one in storing.outputs(notebook)]
    assert texts == ["a\nb\n", "c\n", None, "d\ne\n"]


@pytest.mark.long
def test_a_notebook_is_executed_stored_and_converted(tmp_path: Path) -> None:
    """A view keeps its picture, a table and a plot stay, and nbconvert's page shows all of them."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    seconds = storing.execute(notebook, tmp_path)
    views = [
        output for output in storing.outputs(notebook) if "hexmap" in str(output.data.get("image/svg+xml"))
    ]
    assert len(views) == 2
    plain, _ = pytest.importorskip("nbconvert").HTMLExporter().from_notebook_node(notebook)
    assert plain.count('<img alt="No description has been provided for this image" src="data:image/svg') == 3
    storing.clean(notebook, seconds)
    kinds = [sorted(output.data) for output in storing.outputs(notebook)]
    drawn = ["image/png", "image/svg+xml"]
    assert kinds == [drawn, drawn, ["text/html"], drawn]
    assert storing.note(notebook)["code"] == storing.digest(notebook)
    for theme in ("light", "dark"):
        page, _ = exporter(theme).from_notebook_node(notebook)
        assert f'data-jp-theme-light="{str(theme == "light").lower()}"' in page
        assert len(re.findall(r'<div class="[^"]*jp-RenderedSVG[^>]*>\s*<svg', page)) == 3
        assert "<td>0.25</td>" in page
        assert not re.search(r"""(src|href)=["']?(https?:)?//""", page), "it asks something of the network"
        assert "cdn" not in re.sub('base64,[^"]*', "", page)


def exporter(theme: str) -> Any:
    """Return what ``jupyter nbconvert --to html --template tobago`` uses."""
    nbconvert = pytest.importorskip("nbconvert", reason="nbconvert makes the page")
    folder = str(storing.ROOT / "workbench" / "notebook" / "data" / "nbconvert")
    return nbconvert.HTMLExporter(template_name="tobago", extra_template_basedirs=[folder], theme=theme)


def test_a_failing_cell_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stored would tell of an error: nothing is written then."""

    def fail(self: Any) -> None:
        raise nbclient.exceptions.CellExecutionError("", "ZeroDivisionError", "")

    monkeypatch.setattr(nbclient.NotebookClient, "execute", fail)
    before = storing.NOTEBOOKS[0].read_bytes()
    with pytest.raises(nbclient.exceptions.CellExecutionError):
        storing.store(storing.NOTEBOOKS[0])
    assert storing.NOTEBOOKS[0].read_bytes() == before
