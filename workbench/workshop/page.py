"""The pages of a workshop: where one orders puzzles and finds one's own again."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from puzzles.kinds import NAMES
from puzzles.puzzle import LEVELS
from puzzles.words import LANGUAGES, Words, words
from toolkit.games.tobago.board_sides import LAYOUTS
from workbench.web.bundle import OPENER, SHEETS, Page, files_beside
from workbench.web.puzzle.pages import icon, twin_links, words_file, words_script
from workbench.workshop.working import LARGEST

_BESIDE = files("workbench.web.puzzle")
_SCRIPTS = ("puzzle.js", "workshop.js", OPENER)
_SAID = ("solved", "begun", "times_saved", "no_times", "broken_link", "other_version")
"""Texts of puzzle pages that the workshop says, too."""


@cache
def workshop_files() -> dict[str, str]:
    """Return what lies beside the pages, by name."""
    return files_beside(_SCRIPTS, _BESIDE) | {words_file(lang): words_script(lang) for lang in LANGUAGES}


@cache
def workshop_page(lang: str) -> str:
    """Return the page on which one orders puzzles."""
    say = words(lang)
    title = say.text("workshop.title")
    about, order, counted = (escape(say.text(f"workshop.{key}")) for key in ("about", "order", "counted"))
    body = "\n".join(
        (
            f'<header class="bar"><h1>{escape(title)}<small>{about}</small></h1>'
            f"{twin_links('?lang={}'.format, lang)}{icon('times', say)}{icon('theme', say)}</header>",
            f'<main class="workshop"><section class="order" aria-label="{order}">',
            _kinds(say),
            _levels(say),
            _more(say),
            f'<button type="button" class="main-act" id="new">{escape(say.text("workshop.new"))}</button>',
            '<p class="said" id="said" role="status"></p></section>',
            f'<section id="mine"><h2>{escape(say.text("workshop.mine"))}</h2><ol></ol></section>',
            f'<section id="counted" tabindex="0" aria-label="{counted}"><h2>{counted}</h2>'
            "<table></table></section>",
            "</main>",
        )
    )
    own = {key: text for key, text in say.texts.items() if key.startswith("workshop.")}
    shared = {key: say.texts[f"page.{key}"] for key in _SAID}
    names = {f"kinds.{kind}": say.text(f"kinds.{kind}.name") for kind in NAMES}
    names |= {f"levels.{number}": say.text(f"levels.{name}") for number, name in enumerate(LEVELS, 1)}
    minutes = {key: text for key, text in say.texts.items() if key.startswith("minutes.")}
    data = {"words": {**own, **shared, **names, **minutes}, "kinds": list(NAMES)}
    return Page(title, body, "workshop.js", data, lang, _BESIDE).packed()


def fault_page(sentence: str, lang: str) -> str:
    """Return a page that says a sentence, with the way back."""
    say = words(lang)
    links = "".join(f'<link rel="stylesheet" href="{name}">' for name in (*SHEETS, "puzzle.css"))
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{say.language.direction}">\n<head>\n'
        f'<meta charset="utf-8">{links}<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(say.text("workshop.title"))}</title>\n</head>\n'
        f'<body>\n<main class="list"><p>{escape(sentence)}</p>'
        f'<p><a href="./?lang={lang}">{escape(say.text("workshop.back"))}</a></p></main>\n</body>\n</html>\n'
    )


def _kinds(say: Words) -> str:
    """Return the kinds to choose from, each with what it asks."""
    rows = (
        f'<label><input type="radio" name="kind" value="{kind}"{" checked" * (kind == NAMES[0])}>'
        f"<span><b>{escape(say.text(f'kinds.{kind}.name'))}</b>"
        f"<small>{escape(say.text(f'kinds.{kind}.task'))}</small></span></label>"
        for kind in NAMES
    )
    return _group("kinds", say.text("page.filter.kind"), "".join(rows))


def _levels(say: Words) -> str:
    rows = (
        f'<label><input type="radio" name="level" value="{number}"{" checked" * (number == 1)}>'
        f"<span>{escape(say.text(f'levels.{name}'))}</span></label>"
        for number, name in enumerate(LEVELS, 1)
    )
    return _group("levels", say.text("page.filter.level"), "".join(rows))


def _group(kind: str, name: str, inside: str) -> str:
    return f'<fieldset class="{kind}"><legend>{escape(name)}</legend>{inside}</fieldset>'


def _more(say: Words) -> str:
    """Return what is seldom chosen: the island, its size, how many treasures."""
    layouts = "".join(f'<option value="{one}">{escape(say.name(one))}</option>' for one in LAYOUTS)
    chosen = escape(say.text("workshop.any"))
    counts = "".join(f'<option value="{n}">{say.number(n)}</option>' for n in range(1, 5))
    return (
        f"<details><summary>{escape(say.text('workshop.more'))}</summary>"
        f'<label>{escape(say.text("workshop.island"))} <select name="island">{layouts}'
        f'<option value="random">{escape(say.text("workshop.random"))}</option></select></label>'
        f"<label hidden>{escape(say.text('workshop.hexes'))} "
        f'<input type="number" name="hexes" min="20" max="{LARGEST}" value="104"></label>'
        f'<label>{escape(say.text("workshop.treasures"))} <select name="treasures">'
        f'<option value="">{chosen}</option>{counts}</select></label></details>'
    )
