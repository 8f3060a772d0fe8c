"""Pages: one file with everything inside, or several that share the sheets and scripts beside them.

Browsers load no ES modules from disk, so all modules of a page are joined into one script. A page that must
be a single file has it inline. Pages of a site name it as a file of their folder: that is allowed from disk
and under the strict policy of a server, which forbids all that is inline.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from puzzles.words import words
from toolkit.core.errors import ToolkitError, quote
from toolkit.hexmap.signs import map_sheet, paper_sheet

SERVED = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The policy of pages with files beside them: nothing inline, nothing from elsewhere."""

SHEETS = ("map.css", "tokens.css")
"""The sheets of every page, before those that its modules import."""

OPENER = "open.js"
"""The script of packed pages."""

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w-]+\.js)";[ \t]*$', re.MULTILINE)
_SHEET = re.compile(r'^import "\./([\w-]+\.css)";[ \t]*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b\W*(\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import\b|export\b).*$", re.MULTILINE)
_AS = re.compile(r"\bas\b")
_NOTE = r"/\*\*(?:[^*]|\*(?!/))*\*/"
_POINTS = re.compile(r'(?<= points=")[^"]+')
_COMMENT = re.compile(rf"^ *(?://.*|{_NOTE})\n|^ +|{_NOTE} ?| +// [^\"'`\n]*$", re.MULTILINE)
"""Comments and indents; what stands behind code is no string, for none ends behind it."""


def source(name: str, beside: Traversable | None = None) -> str:
    """Return the text of a script or sheet; ``map.css`` is that of pictures, on screens and on paper.

    Others lie in the folder `beside` or in one folder of it, or else here. `ToolkitError` for a file that is
    in neither, and for one that is in two of those folders: which of them is meant nobody could see.
    """
    if name == "map.css":
        return map_sheet().text() + paper_sheet()
    own = [file for folder in folders(beside) if (file := folder.joinpath(name)).is_file()]
    here = files("workbench.web").joinpath(name)
    if len(own) > 1 or not (own or here.is_file()):
        raise ToolkitError(f"{'two scripts or sheets' if own else 'no script or sheet'} {quote(name)}")
    return (own[0] if own else here).read_text(encoding="utf-8")


def folders(beside: Traversable | None) -> list[Traversable]:
    """Return a folder and those in it, by name; none for None."""
    inside = sorted(beside.iterdir(), key=lambda one: one.name) if beside else []
    return [*([beside] if beside else []), *(one for one in inside if one.is_dir())]


def bundle(name: str, beside: Traversable | None = None) -> str:
    """Return a module and all that it imports as one script without imports.

    Each module becomes the value of a function, so that its names stay its own. Comments and indents go. The
    modules lie in the folder `beside`, or else here.

    Raises
    ------
    ToolkitError
        A module that is not there, imports in a circle, or a form of import or export that is not known: only
        ``import { a, b as c } from "./name.js";``, ``import "./name.css";`` and ``export`` before a
        declaration are.
    """
    done = [_as_function(module, text) for module, text in _modules(name, beside).items()]
    return "\n".join(done).replace("</script", r"<\/script")


def sheets(name: str, beside: Traversable | None = None) -> list[str]:
    """Return the sheets of a page whose script is a module: `SHEETS`, and those that its modules import."""
    imported = [sheet for text in _modules(name, beside).values() for sheet in _SHEET.findall(text)]
    return [*dict.fromkeys((*SHEETS, *imported))]


def _modules(name: str, beside: Traversable | None) -> dict[str, str]:
    """Return the text of a module and of all that it imports, each behind what it imports."""
    done: dict[str, str] = {}

    def add(one: str, above: tuple[str, ...]) -> None:
        if one in above:
            raise ToolkitError(f"modules import each other: {' → '.join((*above, one))}")
        if one in done:
            return
        text = source(one, beside)
        for imported in _IMPORT.finditer(text):
            add(imported[2], (*above, one))
        done[one] = text

    add(name, ())
    return done


def _as_function(name: str, text: str) -> str:
    exports = _EXPORT.findall(text)
    body = _IMPORT.sub(lambda found: f"const {{{_AS.sub(':', found[1])}}} = {_variable(found[2])};", text)
    body = _COMMENT.sub("", _EXPORT.sub("", _SHEET.sub("", body)))
    if left := _OTHER.search(body):
        raise ToolkitError(f"{name}: no way to bundle {quote(left[0])}")
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _variable(name: str) -> str:
    return f"module_{name.removesuffix('.js').replace('-', '_')}"


_LOADED = 'await new Promise((done) => addEventListener("load", done));\n'
"""Before the script of a page in one file.

Of a page from disk that asks for its storage while it is still read, a busy Chromium loses what it keeps.
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A page with a map, which can be one file or share sheets and script with others."""

    title: str
    body: str  #: the markup of the page: no style attributes, no scripts
    script: str  #: the module that begins
    data: Mapping[str, Any] | None = None  #: what the script reads as JSON from the element ``#data``
    lang: str = "en"  #: its catalog says the direction
    beside: Traversable | None = None  #: the folder in which script and sheets lie, or else here
    first: str = ""  #: a script beside packed pages that runs before theirs, such as their words

    def on_disk(self) -> str:
        """Return the page as one file, with a policy that lets nothing in from outside."""
        code = _LOADED + bundle(self.script, self.beside)
        style = "\n".join(source(name, self.beside) for name in sheets(self.script, self.beside))
        policy = (
            f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )
        head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>'
        return self._with(head, f"{self.body}\n{self._block}", f'<script type="module">{code}</script>')

    def packed(self) -> str:
        """Return the page that has `files_beside` it, from disk or from a server under `SERVED`.

        Its body is compressed and in base 85, with commas for ``<``, and `OPENER` among the files opens it:
        so it has a sixth of the size where nobody compresses what is sent, as on a disk. Of polygons it holds
        the steps from point to point, which are the same for all hexes.
        """
        text = _in_steps(f"{self.body}\n{self._block}")
        body = base64.b85encode(zlib.compress(text.encode(), 9)).decode().replace("<", ",")
        name = escape(self.script)
        scripts = "".join(
            f'<script defer src="{escape(one)}"></script>' for one in (self.first, OPENER) if one
        )
        script = f"{packed_with(self.script)}{body}</script>\n{scripts}"
        head = f'{self._links}\n<link rel="preload" as="script" href="{name}">'
        sorry = escape(words(self.lang).text("page.unopened"))
        return self._with(head, f"<noscript>{sorry}</noscript>\n", script)

    @property
    def _links(self) -> str:
        policy = f'<meta http-equiv="Content-Security-Policy" content="{SERVED}">'
        names = sheets(self.script, self.beside)
        return "\n".join([policy, *(f'<link rel="stylesheet" href="{escape(name)}">' for name in names)])

    @property
    def _block(self) -> str:
        if self.data is None:
            return ""
        return f'<script type="application/json" id="data">{json_block(self.data)}</script>\n'

    def _with(self, head: str, body: str, script: str) -> str:
        direction = words(self.lang).language.direction
        return (
            f'<!doctype html>\n<html lang="{self.lang}" dir="{direction}">\n<head>\n<meta charset="utf-8">\n'
            f'{head}\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<link rel="icon" href="data:,">\n<title>{escape(self.title)}</title>\n</head>\n'
            f"<body>\n{body}{script}\n</body>\n</html>\n"
        )


def packed_with(script: str) -> str:
    """Return the tag before what a packed page holds, by which it is known."""
    return f'<script type="application/octet-stream" id="packed" data-script="{escape(script)}">'


def files_beside(scripts: Sequence[str], beside: Traversable | None = None) -> dict[str, str]:
    """Return what lies beside pages, by name: their scripts, with what these import, and their sheets."""
    names = [sheet for script in scripts for sheet in sheets(script, beside)]
    texts = {name: source(name, beside) for name in dict.fromkeys(names)}
    return texts | {name: bundle(name, beside) for name in scripts}


def json_block(data: object) -> str:
    """Return JSON that may stand inside a script element: no ``<`` in it, whatever the data."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")


def _in_steps(text: str) -> str:
    """Return a page with the points of polygons, of one decimal, as steps to each from the one before."""
    x, y = 0.0, 0.0

    def steps(points: re.Match[str]) -> str:
        nonlocal x, y
        found = []
        for point in points[0].split():
            before_x, before_y = x, y
            x, y = map(float, point.split(","))
            found.append(f"{round(x - before_x, 1):g},{round(y - before_y, 1):g}")
        return " ".join(found)

    return _POINTS.sub(steps, text)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
