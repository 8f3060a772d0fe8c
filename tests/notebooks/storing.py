"""Executes notebooks and stores them with small outputs: ``python tests/notebooks/storing.py [NAME ...]``.

Readers of the repository and of the site see the outputs; nobody executes a notebook to read it. A picture is
kept as SVG, which follows light and dark, and as a small PNG for places that show no SVG. A view keeps its
picture alone. What is stored tells of which code it came, and how long that took: the tests compare.
"""

from __future__ import annotations

import hashlib
import re
import resource
import sys
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

import nbclient
import nbformat

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MOST_KB = 600
"""How large a stored notebook may be; packed by git it is about a quarter of that."""

_NOTE = "tobago_toolkit"
_WIDEST, _TALLEST, _PAINTS = 440, 900, 24  # of a stored PNG: pixels, colours
_KEPT = ("text/html", "text/markdown", "image/svg+xml", "image/png")
_STYLE = re.compile(r"<style scoped>.*?</style>\n?", re.DOTALL)


def execute(notebook: Any, folder: Path, *, timeout: int = 120) -> float:
    """Run all cells in a kernel of this very interpreter; return its processor time in seconds."""
    from jupyter_client.manager import AsyncKernelManager

    class ThisInterpreter(AsyncKernelManager):
        """Starts the kernel of the Python that runs this; no kernel specification is looked up."""

        @property
        def kernel_spec(self) -> Any:
            from ipykernel.kernelspec import get_kernel_dict
            from jupyter_client.kernelspec import KernelSpec

            spec = KernelSpec(**get_kernel_dict())
            assert spec.argv[0] == sys.executable
            return spec

    begun = _processor_time()
    nbclient.NotebookClient(
        notebook,
        timeout=timeout,
        kernel_manager_class=ThisInterpreter,
        store_widget_state=False,
        resources={"metadata": {"path": folder}},
    ).execute()
    return _processor_time() - begun


def _processor_time() -> float:
    """Return the seconds of processor time of all kernels so far: a shared machine does not change them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def code_cells(notebook: Any) -> list[Any]:
    """Return the cells of code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook: Any) -> list[Any]:
    """Return the outputs of all cells."""
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def shape(notebook: Any) -> list[list[tuple[str, ...]]]:
    """Return for each cell of code which kinds of outputs it has."""
    return [
        [(one.output_type, *sorted(one.get("data", [])), one.get("name", "")) for one in cell.outputs]
        for cell in code_cells(notebook)
    ]


def note(notebook: Any) -> dict[str, Any]:
    """Return what a stored notebook tells of how it was made."""
    return dict(notebook.metadata.get(_NOTE, {}))


def digest(notebook: Any) -> str:
    """Return what changes with the code of a notebook."""
    text = "\0".join(cell.source for cell in code_cells(notebook))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def clean(notebook: Any, seconds: float) -> None:
    """Make the outputs small, and write down of which code they came."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata[_NOTE] = {"code": digest(notebook), "seconds": round(seconds)}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    for cell in code_cells(notebook):
        cell.outputs = _joined(cell.outputs)
    for output in outputs(notebook):
        if (data := output.get("data")) is not None:
            kept = [kind for kind in _KEPT if kind in data]
            output["data"] = {kind: _small(kind, data[kind]) for kind in kept or ["text/plain"]}
            output["metadata"] = {}


def _joined(pieces: list[Any]) -> list[Any]:
    """Return outputs, what went to one stream in a row as one: in how many pieces it came is chance."""
    found: list[Any] = []
    for one in pieces:
        if found and one.output_type == found[-1].output_type == "stream" and one.name == found[-1].name:
            found[-1].text += one.text
        else:
            found.append(one)
    return found


def _small(kind: str, value: Any) -> Any:
    """Return an output as it is stored."""
    if kind == "text/html":
        return _STYLE.sub("", value)
    return _small_png(value) if kind == "image/png" else value


def _small_png(value: str) -> str:
    """Return a PNG with fewer pixels and colours, as Base64."""
    from PIL import Image

    image = Image.open(BytesIO(b64decode(value))).convert("RGB")
    image.thumbnail((_WIDEST, _TALLEST), Image.Resampling.LANCZOS)
    small = BytesIO()
    image.quantize(_PAINTS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return b64encode(small.getvalue()).decode()


def store(path: Path) -> None:
    """Execute a notebook where it lies and write it with its outputs; tell seconds and size."""
    notebook = nbformat.read(path, as_version=4)
    seconds = execute(notebook, path.parent)
    clean(notebook, seconds)
    nbformat.write(notebook, path)
    print(f"{path.name}: {seconds:.0f} s of processor time, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    for notebook_path in NOTEBOOKS:
        if not sys.argv[1:] or any(name in notebook_path.name for name in sys.argv[1:]):
            store(notebook_path)
