"""What ``jupyter nbconvert --template tobago`` makes of a notebook, in a browser: light, dark, narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sizes import nightly

nbformat = pytest.importorskip("nbformat", reason="notebooks are read with nbformat")
nbconvert = pytest.importorskip("nbconvert", reason="nbconvert makes the page")

NOTEBOOK = Path("notebooks/01-read-a-position.ipynb")
TEMPLATES = Path("workbench/notebook/data/nbconvert")


@nightly
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 1280), ("dark", 420)])
def test_it_fits_and_follows_its_theme(theme: str, width: int, browser: Any, tmp_path: Path) -> None:
    exporter = nbconvert.HTMLExporter(
        template_name="tobago", extra_template_basedirs=[str(TEMPLATES)], theme=theme
    )
    text, _ = exporter.from_notebook_node(nbformat.read(NOTEBOOK, as_version=4))
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 900})
    foreign: list[str] = []
    page.on("request", lambda asked: asked.url.startswith(("file:", "data:")) or foreign.append(asked.url))
    page.goto((tmp_path / "page.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    pictures = page.locator(".jp-RenderedSVG > svg")
    assert pictures.count() >= 5
    for one in pictures.all():
        box = one.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert one.evaluate("one => getComputedStyle(one).colorScheme") == theme
    assert foreign == []
    page.close()
