"""A site of puzzles: a page for each in every language, and a list of them, or an archive of days.

All pages share the sheets and scripts beside them and come packed (`workbench.web.bundle.Page`), so that ten
expeditions weigh less than 420 KB.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from puzzles.kinds import NAMES
from puzzles.puzzle import LEVELS, Puzzle
from puzzles.words import LANGUAGES, Words, words
from solvers.tobago.facts import KINDS
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.files import write_atomically
from toolkit.core.pictures.svg import element
from toolkit.hexmap import Island
from toolkit.hexmap.layout import RADIUS, HexGrid
from workbench.web.bundle import OPENER, Page, files_beside, packed_with
from workbench.web.puzzle.pages import (
    about,
    day_of,
    home_link,
    icon,
    page_of,
    title,
    twin_links,
    words_file,
    words_script,
)

_LIST = "index"
_OWN = re.compile(rf"(?:{_LIST}|puzzle-\d+|\d{{4}}-\d\d-\d\d)(?:\.({'|'.join(LANGUAGES[1:])}))?\.html")
_ADDRESS = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[!$->@-~]*)?", re.ASCII | re.IGNORECASE)
_LONGEST = 200  # signs of an address, whose QR code is read from paper
_DOT = 14 / RADIUS  # from the renderer's units to those of a small map
_SCRIPTS = ("puzzle.js", "list.js", OPENER)
_SAID = (
    *("today", "tomorrow", "not_begun", "over", "solved", "begun", "times_saved", "no_times"),
    *("listed.none", "listed.one", "listed.many", "all_solved"),
    *("broken_link", "other_version", "not_here"),
)
"""Texts of pages that the list says."""


class _Entry(NamedTuple):
    """A puzzle of the site, the stem of its files, and perhaps its day."""

    puzzle: Puzzle
    stem: str
    day: date | None


def write_site(
    puzzles: Sequence[Puzzle], folder: Path, days: Sequence[date] = (), *, force: bool = False
) -> list[Path]:
    """Write the pages of puzzles that hold their answers into a folder, with the files that they share.

    There are ``puzzle-1.html`` in English, ``puzzle-1.fa.html`` in Persian and so on; with `days`, one for
    each puzzle, ``2026-11-23.html``. ``index.html`` and ``index.fa.html`` list several puzzles or days. Pages
    of such names that were written here before and are no more go; whatever else is in the folder stays.

    Raises
    ------
    ToolkitError
        A page of such a name is there that is none of puzzles, unless `force` replaces it.
    OSError
        The folder, which is made, or a file in it cannot be written.
    """
    stems = [day.isoformat() for day in days] or [_stem(number) for number in range(1, len(puzzles) + 1)]
    dated: Sequence[date | None] = days or [None] * len(puzzles)
    entries = [_Entry(*one) for one in zip(puzzles, stems, dated, strict=True)]
    listed = bool(days) or len(entries) > 1
    texts: dict[str, str] = {}
    for lang in LANGUAGES:
        home = home_link(_file(_LIST, lang), lang) if listed else ""
        for one in entries:
            page = page_of(
                one.puzzle, lang, home=home, twins=twin_links(partial(_file, one.stem), lang), day=one.day
            )
            texts[_file(one.stem, lang)] = page.packed()
        if listed:
            texts[_file(_LIST, lang)] = _list(entries, lang)
    texts |= {words_file(lang): words_script(lang) for lang in LANGUAGES}
    texts |= files_beside(_SCRIPTS, files("workbench.web.puzzle"))
    folder.mkdir(parents=True, exist_ok=True)
    others = [folder / name for name in texts if _OWN.fullmatch(name) and (folder / name).exists()]
    if (others := [file for file in others if not _is_own(file)]) and not force:
        raise ToolkitError(f"{others[0]} is there already and is no page of puzzles (--force replaces it)")
    for name, text in texts.items():
        write_atomically(folder / name, text)
    for old in sorted(folder.iterdir()):
        if old.name not in texts and _is_own(old):
            old.unlink()
    return [folder / name for name in texts]


def address_of(site: str, number: int, lang: str) -> str:
    """Return the address of the page of a puzzle (counted from 1) on a site, told by its folder or its list.

    `ToolkitError` for a site that is no address of the web, or a long one.

    >>> address_of("https://example.org/island", 2, "fa")
    'https://example.org/island/puzzle-2.fa.html'
    """
    if not _ADDRESS.fullmatch(site) or len(site) > _LONGEST:
        raise ToolkitError(f"{quote(site)} is no address of pages, such as https://example.org/puzzles")
    folder = site if site.endswith((".html", "/")) else f"{site}/"
    return urljoin(folder, _file(_stem(number), lang))


def _is_own(file: Path) -> bool:
    """Whether a file is a page of a site: by its name, and by what only packed pages have."""
    named = _OWN.fullmatch(file.name) and file.is_file()
    return bool(named) and any(packed_with(one).encode() in file.read_bytes() for one in _SCRIPTS)


def _stem(number: int) -> str:
    return f"puzzle-{number}"


def _file(stem: str, lang: str) -> str:
    return f"{stem}.html" if lang == LANGUAGES[0] else f"{stem}.{lang}.html"


def _list(entries: Sequence[_Entry], lang: str) -> str:
    """Return a list of puzzles, of days the newest first; with ``#ID`` it leads on to that puzzle."""
    say = words(lang)
    heading, count = say.text("book.title"), say.counted("book.count", len(entries))
    dated = any(one.day for one in entries)
    rows = [_row(one, number, say) for number, one in enumerate(entries, 1)]
    body = (
        f'<header class="bar"><h1>{escape(heading)}<small id="count">{escape(count)}</small></h1>'
        f"{twin_links(partial(_file, _LIST), lang)}{icon('times', say)}{icon('theme', say)}</header>"
        f'<main class="list"><p class="said" id="said" role="status"></p>{_filter(entries, say)}'
        f"<ol>{''.join(reversed(rows) if dated else rows)}</ol></main>"
    )
    said = {key: say.texts[f"page.{key}"] for key in _SAID}
    said |= {f"count.{form}": say.texts[f"book.count.{form}"] for form in ("none", "one", "many")}
    data = {"words": said, "kinds": list(NAMES)}
    return Page(heading, body, "list.js", data, lang, files("workbench.web.puzzle")).packed()


def _filter(entries: Sequence[_Entry], say: Words) -> str:
    """Return what narrows the list, kind and level where it has several, and solved or not; and its order."""
    kinds = {one.puzzle.kind.name for one in entries}
    levels = {_level(one) for one in entries}
    choices = {
        "kind": {kind: say.text(f"kinds.{kind}.name") for kind in NAMES if kind in kinds},
        "level": {level: say.text(f"levels.{level}") for level in LEVELS if level in levels},
        "state": {state: say.text(f"page.{state}") for state in ("unsolved", "done")},
        "sort": {by: say.text(f"page.filter.by_{by}") for by in ("rank", "minutes")},
    }
    selects = (
        f'<select data-filter="{what}" aria-label="{escape(say.text(f"page.filter.{what}"))}">'
        f'<option value="">{escape(say.text(f"page.filter.every_{what}"))}</option>'
        + "".join(f'<option value="{value}">{escape(name)}</option>' for value, name in some.items())
        + "</select>"
        for what, some in choices.items()
        if len(some) > 1
    )
    return f'<div class="filter">{"".join(selects)}<p id="listed" role="status"></p></div>'


def _row(one: _Entry, number: int, say: Words) -> str:
    name = day_of(one.day) if one.day else escape(say.text("book.puzzle", number=say.number(number)))
    day = f' data-day="{one.day.isoformat()}"' if one.day else ""
    landmarks, asked = one.puzzle.position.setting.landmarks, one.puzzle.kind.subjects(one.puzzle)
    given = sum(len(landmarks[KINDS[subject]]) for subject in asked if subject in KINDS)
    grade = one.puzzle.grade
    hard = f' data-rank="{grade.level}" data-minutes="{grade.minutes:g}"' if grade else ""
    return (
        f'<li data-kind="{one.puzzle.kind.name}" data-level="{_level(one)}"{hard}{day}>'
        f'<a href="{_file(one.stem, say.lang)}" data-id="{one.puzzle.id}" data-given="{given}">'
        f"{_small_map(one.puzzle.position.setting.island)}<span><b>{name}</b>"
        f"<span>{escape(title(one.puzzle, say))}</span><small>{escape(about(one.puzzle, say))}</small>"
        "<em></em></span></a></li>"
    )


def _level(one: _Entry) -> str:
    return LEVELS[one.puzzle.grade.level - 1] if one.puzzle.grade else ""


def _small_map(island: Island) -> str:
    """Return an island as dots of its terrains: a line without length for each hex, with round ends."""
    grid = HexGrid(island.orientation)
    places = [tuple(round(_DOT * part) for part in grid.centre(place)) for place in island.hexes]
    (left, top), (right, bottom) = (tuple(map(end, zip(*places, strict=True))) for end in (min, max))
    dots: dict[str, list[str]] = {}
    for name, (x, y) in zip(island.names, places, strict=True):
        dots.setdefault(island.terrain(name), []).append(f"M{x - left} {y - top}h0")
    paths = (element("path", d="".join(d), class_=terrain) for terrain, d in sorted(dots.items()))
    box = f"-14 -14 {right - left + 28} {bottom - top + 28}"
    return element("svg", *paths, class_="hexmap theme-auto small", viewBox=box, aria_hidden="true")
