"""Pages of notebooks: ``notebooks/NAME.ipynb``, code and outputs, is what stands on page ``notebooks/NAME``.

Nothing is executed here: the notebooks are stored with their outputs, and tests hold these to the code.
Pictures stand in the page itself, so that they follow its light and dark.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]

_ELSEWHERE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")
"""A link to a file of the repository that is on no page: its text stays."""


def read(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a notebook in place of what stands in the file of its page."""
    if page.startswith("notebooks/"):
        path = ROOT / f"{page}.ipynb"
        app.env.note_dependency(str(path))
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        source[0] = "\n\n".join(part for cell in cells for part in _markdown(cell))


def _markdown(cell: dict[str, Any]) -> Iterator[str]:
    """Yield a cell as Markdown."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield _ELSEWHERE.sub(r"\1", text.replace("](../docs/", "](./../"))
    else:
        yield f"```python\n{text}\n```"
        shown = "".join(map(_html, cell["outputs"]))
        if shown:
            yield f'```{{raw}} html\n<div class="cell-output">{shown}</div>\n```'


def _html(output: dict[str, Any]) -> str:
    """Return an output as HTML: what says most is shown."""
    if output["output_type"] == "stream":
        return f"<pre>{escape(''.join(output['text']))}</pre>"
    data = {kind: "".join(value) for kind, value in output["data"].items()}
    if "text/html" in data:
        return data["text/html"]
    if "image/svg+xml" in data:
        return data["image/svg+xml"]
    if "image/png" in data:
        return f'<img alt="A picture" src="data:image/png;base64,{data["image/png"].strip()}">'
    return f"<pre>{escape(data['text/plain'])}</pre>"


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to Sphinx."""
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
