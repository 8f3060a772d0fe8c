"""Every notebook is executed from both folders in which people start them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from sizes import examples

pytestmark = pytest.mark.long

nbformat = pytest.importorskip("nbformat", reason="notebooks are read with nbformat")
nbclient = pytest.importorskip("nbclient", reason="notebooks are executed with nbclient")
pytest.importorskip("ipykernel", reason="notebooks run in an ipykernel")
pytest.importorskip("matplotlib", reason="notebooks draw plots with matplotlib")

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
assert len(NOTEBOOKS) >= 4

by_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def execute(notebook: Any, folder: Path) -> None:
    """Run all cells in a kernel of this very interpreter, whatever kernels are installed."""
    from jupyter_client.manager import AsyncKernelManager

    class ThisInterpreter(AsyncKernelManager):
        """Starts the kernel of the Python that runs the tests; no kernel specification is looked up."""

        @property
        def kernel_spec(self) -> Any:
            from ipykernel.kernelspec import get_kernel_dict
            from jupyter_client.kernelspec import KernelSpec

            spec = KernelSpec(**get_kernel_dict())
            assert spec.argv[0] == sys.executable
            return spec

    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_manager_class=ThisInterpreter, resources={"metadata": {"path": folder}}
    )
    client.execute()


GAMES = re.compile(r"((?:games=|tableaux=|\): )(?=\d\d)|, (?=\d+, jobs=)|range\((?=\d{3}))(\d+)")
"""How many games a cell simulates, or how often it goes round."""


def sooner(notebook: Any) -> Any:
    """Return a notebook that simulates a twentieth of its games, but with the thorough profile."""
    for cell in notebook.cells:
        if examples(10) <= 10:
            cell.source = GAMES.sub(lambda m: f"{m[1]}{max(2, int(m[2]) // 20)}", cell.source)
    return notebook


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


EVEN = ("02", "04")
"""These are run in the folder of the project, the others in their own: people start Jupyter in either."""


@by_notebook
def test_notebooks_are_stored_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert outputs(notebook) == []
    assert [cell.execution_count for cell in code] == [None] * len(code)
    assert notebook.metadata.kernelspec.name == "python3"
    assert str(ROOT) not in path.read_text(encoding="utf-8")


@by_notebook
def test_notebooks_run_and_show_pictures_and_plots(path: Path) -> None:
    notebook = sooner(nbformat.read(path, as_version=4))
    execute(notebook, ROOT if path.name.startswith(EVEN) else ROOT / "notebooks")
    found = outputs(notebook)
    assert not [output for output in found if output.output_type == "error"]
    assert not [output for output in found if output.get("name") == "stderr"]
    shown = [mime for output in found for mime in output.get("data", {})]
    pictures = [output.data["image/svg+xml"] for output in found if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 3
    assert all(picture.startswith("<svg") for picture in pictures)
    assert shown.count("image/png") >= 1
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")


def test_a_failing_cell_fails() -> None:
    """The test above would notice an error."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")])
    with pytest.raises(nbclient.exceptions.CellExecutionError, match="ZeroDivisionError"):
        execute(notebook, ROOT)
