"""The views in a real JupyterLab: cells are run, a hex is touched, a clue laid, and Python sees it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import DESKTOP
from sizes import nightly

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("anywidget")
pytest.importorskip("jupyterlab")
Late = pytest.importorskip("playwright.sync_api").TimeoutError

CELLS = (
    "from toolkit.games.tobago import Position\nfrom workbench.widget import MapView\n"
    f"view = MapView(Position.load({str(Path('examples/first-position.toml').absolute())!r}))\nview",
    "print('PYTHON:', view.selection, len(view.position.maps['brown'].clues))",
    "view.selection = 'B52'\nview.lay('grey', 'in beach')",
    "from puzzles import read_puzzles\nfrom workbench.widget import PuzzleView\n"
    f"several = read_puzzles({str(Path('examples/one-of-each-kind.jsonl').absolute())!r})\n"
    "puzzle = PuzzleView(several[0])\npuzzle",
    "print('OUT:', *puzzle.marks['brown'].out)",
)
READY = 60_000  # ms that a busy machine may take to start it


@contextmanager
def laboratory(folder: Path) -> Iterator[str]:
    """Start JupyterLab on a notebook with these cells; yields its address."""
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [{**cell, "id": f"c{n}", "source": source} for n, source in enumerate(CELLS)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "view.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--expose-app-in-browser"]
    options += ["--ServerApp.token=", "--ServerApp.password=", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyterlab", *options, "--LabApp.news_url="]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _await(port)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def _await(port: int) -> None:
    for _ in range(READY // 500):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.5)
    pytest.fail("JupyterLab did not start")


def _run(page: Any, cell: int) -> None:
    page.locator(".jp-CodeCell").nth(cell).locator(".jp-InputArea-editor").click()
    page.keyboard.press("Shift+Enter")


def _begin(page: Any) -> None:
    """Run the first cell; what is run before the kernel answers is lost."""
    for _ in range(20):
        _run(page, 0)
        try:
            page.wait_for_selector(".tobago-view [data-hex]", timeout=READY / 10)
        except Late:
            continue
        return
    pytest.fail("the view did not come")


@nightly
def test_a_touch_in_jupyterlab_reaches_python_and_back(browser: Any, tmp_path: Path) -> None:
    context = browser.new_context(**{**DESKTOP, "viewport": {"width": 1280, "height": 1000}})
    with laboratory(tmp_path) as address:
        page, foreign = context.new_page(), []
        known = (address, address.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda asked: None if asked.url.startswith(known) else foreign.append(asked.url))
        page.goto(f"{address}lab/tree/view.ipynb?reset")
        page.wait_for_selector(".jp-Notebook", timeout=READY)
        page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=READY)
        _begin(page)
        box = page.locator("[data-hex='C31']").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator("[data-clue='next to statue']").click()
        assert page.locator(".fog.going").count() == 1  # previewed before anything is laid
        page.locator(".view-button.main").click()
        page.wait_for_function("document.querySelectorAll('.view-card.laid').length === 3")
        _run(page, 1)
        page.wait_for_function("document.body.innerText.includes('PYTHON: C31 3')", timeout=READY)
        _run(page, 2)
        page.wait_for_function(
            "document.querySelector('.tobago-view [aria-selected]')?.dataset.hex === 'B52'", timeout=READY
        )
        assert page.locator(".view-tab b").nth(2).inner_text() == "16"
        _run(page, 3)
        page.frame_locator(".jp-OutputArea-output iframe").locator("[data-hex='A00']").press("Enter")
        page.wait_for_timeout(500)  # the mark is on its way to Python
        _run(page, 4)
        page.wait_for_function("document.body.innerText.includes('OUT: A00')", timeout=READY)
        assert foreign == []
    context.close()
