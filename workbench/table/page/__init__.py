"""The page of a table on phones: its HTML, the files beside it, its words; the rest comes by requests."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files

from puzzles.words import LANGUAGES, words
from workbench.web.bundle import SERVED, SHEETS, files_beside, folders
from workbench.web.data import page_words

_SCRIPT = "table.js"

PICTURE = "picture.css"
"""The sheet of the pictures of the game that is played; it lies below ``files/`` too, from the session."""


@cache
def page_files() -> dict[str, str]:
    """Return what lies below ``files/``, by name: sheets, the script, the words of each language as JSON."""
    beside = files("workbench.table.page")
    names = [file.name for folder in folders(beside) for file in folder.iterdir()]
    sheets = sorted(name for name in names if name.endswith(".css"))
    texts = {name: json.dumps(_words(name), ensure_ascii=False) for name in LANGUAGES}
    told = {f"words-{name}.json": text for name, text in texts.items()}
    return files_beside((_SCRIPT,), (*sheets, "matrix.css"), beside) | told


def table_page(title: str, lang: str = "en", theme: str | None = None) -> str:
    """Return the page of a table: a bar with the title, until the script shows what is going on.

    In a theme, ``light`` or ``dark``, or that of the system. It needs `page_files` below ``files/`` and is
    allowed nothing else (`SERVED`). `WordsError` for a language without a catalog.
    """
    say = words(lang)
    sheets = [*SHEETS, *(name for name in page_files() if name.endswith(".css") and name not in SHEETS)]
    links = "".join(f'<link rel="stylesheet" href="files/{name}">\n' for name in [*sheets, PICTURE])
    looks = f' data-theme="{theme}"' if theme in ("light", "dark") else ""
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{say.language.direction}"{looks}>\n<head>\n'
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{SERVED}">\n{links}'
        f'<script type="module" src="files/{_SCRIPT}"></script>\n'
        f'<link rel="preload" as="fetch" crossorigin="anonymous" href="files/words-{lang}.json">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(title)}</title>\n</head>\n<body>\n'
        f'<header class="bar"><h1>{escape(title)}</h1></header>\n'
        f'<main id="screen"><p class="wait">{escape(say.text("table.common.connecting"))}</p></main>\n'
        f"<noscript>{escape(say.text('page.unopened'))}</noscript>\n</body>\n</html>\n"
    )


def lost_page(lang: str = "en") -> str:
    """Return the page for an address at which there is no table: a sentence, without any file beside it."""
    say = words(lang)
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{say.language.direction}">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        "<title>404</title>\n</head>\n<body>\n"
        f"<p>{escape(say.text('table.common.wrong_address'))}</p>\n</body>\n</html>\n"
    )


def _words(lang: str) -> dict[str, str]:
    """Return the texts of scripts: those of all pages, and those of ``table`` without ``table.``."""
    texts = words(lang).texts
    own = {key.removeprefix("table."): text for key, text in texts.items() if key.startswith("table.")}
    return page_words(lang) | own
