"""The views in a real JupyterLab: notebook 01 is run, the map touched, and both sides see each other."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, READY, serving_notebooks
from sizes import nightly

pytest.importorskip("anywidget")
pytest.importorskip("jupyterlab")
Late = pytest.importorskip("playwright.sync_api").TimeoutError

NOTEBOOK = Path("notebooks/01-read-a-position.ipynb")
EXAMPLES = Path("examples").absolute()
CELLS = {
    "found": "from toolkit.games.tobago import Position\nfrom workbench.widget import MapView, PuzzleView\n"
    "view = next(one for one in dict(globals()).values() if isinstance(one, MapView))\nheard = []\n"
    "view.observe(lambda change: heard.append(change['name']), ['position', 'selection', 'step'])\n"
    "print('FOUND', view.colour)",
    "read": "laid = view.position.maps[view.colour].clues\n"
    "print('READ', view.selection, laid[-1], *sorted(set(heard)))",
    "set": f"view.position = Position.load({str(EXAMPLES / 'first-position.toml')!r})\n"
    "view.colour = 'grey'\nview.selection = 'B52'\nview.clue = 'in beach'",
    "moved": "print('MOVED', view.position.atvs['red'], *view.position.setting.statues)",
    "played": "view.lay('white', 'not in mountain')\nview.lay('brown', 'next to statue')",
    "stepped": "print('STEPPED', view.step, heard[-1])",
    "heated": "print('HEATED', len(view.heat))\nview.take_back()",
    "puzzle": "from puzzles import read_puzzles\n"
    f"several = read_puzzles({str(EXAMPLES / 'one-of-each-kind.jsonl')!r})\n"
    "puzzle = PuzzleView(several[0])\npuzzle",
    "marked": "print('MARKED', *puzzle.marks['brown'].out)\npuzzle.marked = {'brown': {'B20': 'yes'}}",
    "other": "puzzle.puzzle = several[1]\nprint('OTHER', puzzle.marked, puzzle.solved)",
}
THEMES = """view => { const page = document.body.dataset, was = page.jpThemeLight;
  const schemes = ["true", "false"].map((light) => {
    page.jpThemeLight = light;
    return getComputedStyle(view).colorScheme; });
  page.jpThemeLight = was;
  return [was, ...schemes]; }"""
LEGAL = ".clue-matrix [data-clue]:not(.illegal):not(.idle)"


@contextmanager
def laboratory(folder: Path) -> Iterator[str]:
    """Start JupyterLab on a copy of notebook 01 with `CELLS` behind it; yields its address."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    notebook["cells"] += [
        {**cell, "id": name, "source": f"# {name} of the journey\n{source}"} for name, source in CELLS.items()
    ]
    (folder / "notebooks").mkdir()
    (folder / NOTEBOOK).write_text(json.dumps(notebook), encoding="utf-8")
    shutil.copytree(EXAMPLES, folder / "examples")
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--expose-app-in-browser"]
    options += ["--ServerApp.token=", "--ServerApp.password=", f"--ServerApp.root_dir={folder}"]
    with serving_notebooks("jupyterlab", *options, "--LabApp.news_url=") as port:
        yield f"http://127.0.0.1:{port}/lab/tree/{NOTEBOOK}?reset"


class Lab:
    """A notebook in JupyterLab: its cells are run, its view is touched."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.view = page.locator(".tobago-view").first
        page.goto(address)
        page.locator(".jp-StatusBar-Widget", has_text="| Idle").wait_for(timeout=READY)

    def run_all(self) -> None:
        """Run the notebook, up to the further cells; what is run before the kernel answers is lost."""
        self._cell("found").click()
        for _ in range(3):
            self.page.get_by_role("menuitem", name="Run", exact=True).click()
            self.page.get_by_role("menuitem", name="Run All Above Selected Cell").click()
            try:
                self.view.locator("[data-hex]").first.wait_for(timeout=READY / 4)
            except Late:
                continue
            return
        pytest.fail("the view did not come")

    def _cell(self, name: str) -> Any:
        cell = self.page.locator(".jp-CodeCell", has_text=f"# {name} of the journey")
        cell.evaluate("cell => cell.scrollIntoView({ block: 'center' })")
        return cell.locator(".jp-InputArea-editor")

    def run(self, cell: str, said: str = "") -> None:
        """Run one of the further cells, until it has said something."""
        self._cell(cell).click()
        self.page.keyboard.press("Control+Enter")
        if said:
            self.page.locator(".jp-OutputArea-output", has_text=said).wait_for(timeout=READY)
        self.view.evaluate("view => view.scrollIntoView()")  # out of sight JupyterLab draws nothing

    def touch(self, name: str) -> None:
        """Click a hex."""
        self.view.locator(".view-map").scroll_into_view_if_needed()
        box = self.view.locator(f"[data-hex='{name}']").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def press(self, words: str) -> None:
        """Click a button of the view."""
        self.view.get_by_role("button", name=words, exact=True).click()


def _lays_what_it_shows(lab: Lab) -> str:
    """Touch a hex, preview a clue of the matrix, lay it; return hex and clue as Python should say them."""
    view = lab.view
    name = view.locator("[data-hex]").nth(40).get_attribute("data-hex")
    lab.touch(name)
    if not view.locator(".clue-matrix").is_visible():
        lab.press("All clues")
    cell, laid = view.locator(LEGAL).first, view.locator(".view-card.laid")
    clue, before = cell.get_attribute("data-clue"), laid.count()
    cell.click()
    assert view.locator(".fog").count()  # previewed
    assert laid.count() == before  # before anything is laid
    view.locator(".view-button.main").click()
    laid.nth(before).wait_for()
    return f"{name} {clue}"


@nightly
def test_a_touch_in_jupyterlab_reaches_python_and_back(browser: Any, tmp_path: Path) -> None:
    context = browser.new_context(**{**DESKTOP, "viewport": {"width": 1280, "height": 1000}})
    with laboratory(tmp_path) as address:
        page, foreign = context.new_page(), []
        origin = address[: address.index("/lab")]
        known = (origin, origin.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda asked: None if asked.url.startswith(known) else foreign.append(asked.url))
        lab = Lab(page, address)
        lab.run_all()
        lab.run("found", "FOUND")
        laid = _lays_what_it_shows(lab)
        lab.run("read", f"READ {laid} position selection")
        lab.run("set")
        _sees_what_python_sets(lab)
        _moves_pieces(lab)
        _drags_through_the_order(lab)
        lab.run("puzzle")
        _solves(lab)
        assert foreign == []
    context.close()


def _sees_what_python_sets(lab: Lab) -> None:
    view = lab.view
    view.locator("[data-hex='B52'][aria-selected]").wait_for()
    assert view.locator(".view-tab[aria-pressed=true]").text_content() == "grey104 → 16"
    assert view.locator(".layer-fog .going").count() == 1
    assert view.evaluate(THEMES) == ["true", "light", "dark"]
    view.locator("[data-hex='B52']").press("Escape")  # a key of the view is no command of JupyterLab
    assert view.locator("[aria-selected=true]").count() == 0


def _moves_pieces(lab: Lab) -> None:
    lab.touch("A22")
    lab.press("Move the ATV")
    lab.touch("B52")
    lab.view.locator("[data-token='red ATV'][data-at=B52]").wait_for()
    lab.touch("B22")
    lab.press("Move the statue")
    lab.view.locator("[data-hex='A34'][aria-disabled]").wait_for()  # T-5, shown before the touch
    lab.touch("A34")
    lab.view.locator(".view-verdict", has_text="T-5").wait_for()
    lab.touch("B22")
    lab.press("Move the statue")
    lab.view.locator("[data-hex='B32']:not([aria-disabled])").wait_for()
    lab.touch("B32")
    lab.view.locator(".landmark[data-at=B32]").wait_for()
    lab.run("moved", "MOVED B52")


def _drags_through_the_order(lab: Lab) -> None:
    view = lab.view
    lab.run("played")
    slider, laid = view.get_by_role("slider"), view.locator(".view-card.laid")
    view.locator(".view-order", has_text="2 of 2").wait_for()
    slider.focus()
    lab.page.keyboard.press("ArrowLeft")
    assert view.locator(".view-tab[aria-pressed=true]").text_content().startswith("white")
    assert laid.count() == 1
    lab.run("stepped", "STEPPED 1 step")
    slider.focus()
    lab.page.keyboard.press("End")
    lab.press("Where will it end?")
    view.locator(".heat").first.wait_for()
    assert view.locator(".view-note").is_visible()  # the deck is reconstructed
    lab.run("heated", "HEATED")
    view.locator(".view-tab", has_text="14").wait_for()


def _solves(lab: Lab) -> None:
    frame = lab.page.frame_locator(".jp-OutputArea-output iframe")
    frame.locator("[data-hex='A00']").press("Enter")
    frame.locator("[data-hex='A00'][aria-disabled]").wait_for()
    lab.page.wait_for_timeout(500)  # the mark is on its way to Python
    lab.run("marked", "MARKED A00")
    frame.locator(".mark.yes[data-at=B20]").wait_for()
    frame.locator("#main").press("Enter")
    checked = frame.locator("#said").inner_text()
    frame.locator("#hint").press("Enter")
    frame.locator("#hint").press("Enter")
    assert len({"", checked, frame.locator("#said").inner_text()}) == 3
    lab.run("other", "OTHER {} False")
    frame.locator(".mark.yes[data-at=B20]").wait_for(state="detached")
