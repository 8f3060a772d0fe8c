"""`MapView` in a real marimo: a hex is touched, a clue laid, cells of Python run anew and set the view.

The nightly run installs marimo, which is too large to be installed for every run of the tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import DESKTOP, READY, Make, serving_notebooks
from sizes import nightly

POSITION = Path("examples/first-position.toml").absolute()
NOTEBOOK = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from toolkit.games.tobago import Position
    from workbench.widget import MapView
    view = mo.ui.anywidget(MapView(Position.load({str(POSITION)!r})))
    view
    return mo, view


@app.cell
def _(mo, view):
    touched = view.value["selection"]
    mo.md(f"TOUCHED {{touched}}, {{len(view.widget.position.maps['brown'].clues)}} clues")
    return


@app.cell
def _(mo):
    read = mo.ui.button(label="read", value=0, on_click=lambda times: times + 1)
    put = mo.ui.button(label="set", value=0, on_click=lambda times: times + 1)
    mo.hstack([read, put])
    return put, read


@app.cell
def _(mo, read, view):
    mo.md(f"READ {{view.widget.position.maps['brown'].clues[-1]}}") if read.value else None
    return


@app.cell
def _(put, view):
    if put.value:
        view.widget.lay("grey", "in beach")
        view.widget.selection = "B52"
    return


if __name__ == "__main__":
    app.run()
"""


@nightly
def test_a_touch_in_marimo_reaches_python_and_back(opened: Make, tmp_path: Path) -> None:
    pytest.importorskip("marimo", reason="marimo is not installed: .ci/nightly properties installs it")
    (tmp_path / "notebook.py").write_text(NOTEBOOK, encoding="utf-8")
    options = ("--headless", "--no-token", "--host", "127.0.0.1")
    with serving_notebooks("marimo", "run", str(tmp_path / "notebook.py"), *options) as port:
        page = opened(f"http://127.0.0.1:{port}/", **DESKTOP)
        page.wait_for_selector(".tobago-view [data-hex]", timeout=READY)
        page.locator("[data-hex='C31']").press("Enter")
        page.get_by_text("TOUCHED C31, 2 clues").wait_for(timeout=READY)
        page.locator(".view-clues [data-clue='next to statue']").click()
        assert page.locator(".fog.going").count() == 1  # previewed before anything is laid
        page.locator(".view-button.main").click()
        page.locator(".view-card.laid").nth(2).wait_for()
        page.get_by_role("button", name="read").click()
        page.get_by_text("READ next to statue").wait_for(timeout=READY)
        page.get_by_role("button", name="set").click()
        page.locator(".view-tab", has_text="16").wait_for(timeout=READY)
        page.locator("[data-hex='B52'][aria-selected]").wait_for()
