"""The pages of a workshop: where one orders puzzles and finds one's own again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from itertools import product

from puzzles.format.text import island_of
from puzzles.kinds import NAMES, kind_named
from puzzles.kinds.whose_clue import MOST
from puzzles.pictures import player_sign
from puzzles.puzzle import LEVELS
from puzzles.words import LANGUAGES, Words, words
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.hexmap.signs import sprite
from workbench.web.bundle import OPENER, SHEETS, Page, files_beside
from workbench.web.data import clue_words, drawings
from workbench.web.puzzle.pages import home_link, icon, twin_links, words_file, words_script
from workbench.workshop.drafting import island_map
from workbench.workshop.working import LARGEST, LONGEST

_BESIDE = files("workbench.web.puzzle")
_SCRIPTS = ("puzzle.js", "workshop.js", "edit.js", OPENER)
_SAID = ("solved", "begun", "times_saved", "no_times", "broken_link", "other_version")
"""Texts of puzzle pages that the workshop says, too."""
_MAP_SAID = ("zoom_in", "zoom_out", "fit", "search", "all_clues", "found_clues")
_PIECES_SAID = (*LANDMARKS, "cube_yes", "cube_no", "comma")
_EXAMPLE = """kind: pinpoint
island: ABC+0
huts: A34, B23, C10, C55
palms: A00, B45, C43
statues: A23, B22, C21
brown: next to largest river
brown: next to palm
"""
"""The draft of who comes for the first time."""


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
            f'<p class="said" id="said" role="status"></p><a class="own" href="edit?lang={lang}">'
            f"{escape(say.text('workshop.draft.open'))}</a></section>",
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
    levels = {kind: kind_named(kind).levels for kind in NAMES}
    data = {"words": {**own, **shared, **names, **minutes}, "kinds": list(NAMES), "levels": levels}
    return Page(title, body, "workshop.js", data, lang, _BESIDE).packed()


@cache
def edit_page(lang: str) -> str:
    """Return the page on which one makes a puzzle of one's own."""
    say, island = words(lang), island_of(_EXAMPLE)
    title = say.text("workshop.draft.title")
    own = {
        key.removeprefix("workshop.draft."): text
        for key, text in say.texts.items()
        if key.startswith("workshop.draft.")
    }
    said = {key: escape(text) for key, text in own.items()}
    players = range(1, MOST + 1)
    signs = "".join(_player(number, say) for number in players)
    kinds = "".join(
        f'<option value="{kind}">{escape(say.text(f"kinds.{kind}.name"))}</option>' for kind in NAMES
    )
    tools = _buttons("tool", {kind: say.text(f"page.{kind}") for kind in LANDMARKS})
    places = {one: say.text(f"colours.{one}") for one in COLOURS} | {
        one: own[one] for one in ("hand", "listed")
    }
    body = f"""{sprite()}
<header class="bar">{home_link(f"./?lang={lang}", lang)}<h1>{escape(title)}</h1>
{icon("undo", say)}{twin_links("edit?lang={}".format, lang)}{icon("theme", say)}</header>
<main class="drafting"><section class="board">
<div id="map" class="map">{island_map(island, lang)}</div>
<div id="tools" role="group" aria-label="{said["tools"]}"><div>{tools}</div>
<div id="players">{signs}<small>{said["cubes"]}</small></div></div></section>
<section class="lines"><p class="said" id="said" role="status" aria-label="{said["judged"]}"></p>
<div class="kind"><label>{escape(say.text("page.filter.kind"))} <select id="kind">{kinds}</select></label>
<a class="main-act" id="solve" hidden>{said["solve"]}</a></div>
<div class="places" role="group" aria-label="{said["places"]}">{_buttons("place", places)}</div>
<div id="clues"></div>
<label>{said["lines"]}
<textarea id="text" dir="ltr" spellcheck="false" autocapitalize="off" maxlength="{LONGEST}" rows="12">
{escape(_EXAMPLE)}</textarea></label><ol id="says"></ol></section></main>"""
    of_pages = {key: say.texts[f"page.{key}"] for key in (*_MAP_SAID, *_PIECES_SAID)}
    short = {
        key.removeprefix("page."): text for key, text in say.texts.items() if key.startswith("page.short.")
    }
    data = {
        "words": {"offline": say.text("workshop.offline"), "taken": own["taken"], **of_pages, **short},
        "island": island.title,
        "clues": clue_words(lang),
        "pictograms": drawings()["pictograms"],
        "cubes": {
            f"player {n} {answer}": player_sign(n, say, holds=answer == "yes")
            for n, answer in product(players, ("yes", "no"))
        },
    }
    return Page(title, body, "edit.js", data, lang, _BESIDE).packed()


def _buttons(what: str, names: Mapping[str, str]) -> str:
    """Return buttons of which one is pressed, by what each stands for."""
    return "".join(
        f'<button type="button" data-{what}="{key}" aria-pressed="false">{escape(name)}</button>'
        for key, name in names.items()
    )


def _player(number: int, say: Words) -> str:
    """Return the button of a player: the sign, with its name for who hears the page."""
    name = escape(say.text("subjects.player", player=say.number(number)))
    return (
        f'<button type="button" data-tool="player {number}" aria-pressed="false" aria-label="{name}">'
        f'<svg class="hexmap theme-auto sign" viewBox="-9 -9 18 18" aria-hidden="true">'
        f"{player_sign(number, say)}</svg></button>"
    )


def fault_page(sentence: str, lang: str, *, leads_back: bool) -> str:
    """Return a page that says a sentence, with the way back for who knows the secret of the address."""
    say = words(lang)
    back = f'<p><a href="./?lang={lang}">{escape(say.text("workshop.back"))}</a></p>' if leads_back else ""
    links = "".join(f'<link rel="stylesheet" href="{name}">' for name in (*SHEETS, "puzzle.css"))
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{say.language.direction}">\n<head>\n'
        f'<meta charset="utf-8">{links}<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{escape(say.text("workshop.title"))}</title>\n</head>\n'
        f'<body>\n<main class="list"><p>{escape(sentence)}</p>{back}</main>\n</body>\n</html>\n'
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
