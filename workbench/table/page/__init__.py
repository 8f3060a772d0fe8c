"""The page of a table on phones: its HTML, the files beside it, its words; the rest comes by requests.

A kind of table has a script of its own with what its screens need, and no more: ``printed``, a game that is
dealt by its name, and ``plain`` for dealt games that are shown by their picture.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from importlib.resources import files

from puzzles.words import LANGUAGES, words
from workbench.web.bundle import SERVED, files_beside, sheets
from workbench.web.data import page_words

PICTURE = "picture.css"
"""The sheet of the pictures of the game that is played; it lies below ``files/`` too, from the session."""

_BESIDE = files("workbench.table.page")


@cache
def page_files(kind: str) -> dict[str, str]:
    """Return what lies below ``files/`` at a kind of table, by name: sheets, script, and words."""
    texts = files_beside((_script(kind),), _BESIDE)
    told = {
        f"words-{lang}.json": json.dumps(_words(lang, texts[_script(kind)]), ensure_ascii=False)
        for lang in LANGUAGES
    }
    return texts | told


def table_page(kind: str, title: str, lang: str = "en", theme: str | None = None) -> str:
    """Return the page of a kind of table: a bar with the title, until the script shows what is going on.

    In a theme, ``light`` or ``dark``, or that of the system. It needs `page_files` below ``files/`` and is
    allowed nothing else (`SERVED`). `WordsError` for a language without a catalog.
    """
    say = words(lang)
    names = [*sheets(_script(kind), _BESIDE), PICTURE]
    links = "".join(f'<link rel="stylesheet" href="files/{name}">\n' for name in names)
    looks = f' data-theme="{theme}"' if theme in ("light", "dark") else ""
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{say.language.direction}"{looks}>\n<head>\n'
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{SERVED}">\n{links}'
        f'<script type="module" src="files/{_script(kind)}"></script>\n'
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


def _script(kind: str) -> str:
    return f"{kind}.js"


def _words(lang: str, script: str) -> dict[str, str]:
    """Return the texts of a script: those of all pages, and the sections of ``table`` that it names."""
    named = {*re.findall(r"[\"'`](\w+)\.", script)}
    own = {}
    for key, text in words(lang).texts.items():
        table, _, rest = key.partition(".")
        if table == "table" and ("." not in rest or rest.partition(".")[0] in named):
            own[rest] = text
    return page_words(lang) | own
