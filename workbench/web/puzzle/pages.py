"""The page of a puzzle: its map, cards, hints and tools; alone in one file, or as a page of a site."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from html import escape
from importlib.resources import files
from typing import Any

from puzzles.kinds import NAMES
from puzzles.pictures import cubes_of, player_sign
from puzzles.puzzle import LEVELS, Puzzle, Subject, solved
from puzzles.words import (
    LANGUAGES,
    MOST_NAMES,
    Teller,
    Words,
    proof_at_a_glance,
    questions,
    say_minutes,
    unusual_rules,
    words,
)
from solvers.tobago.facts import KINDS, CubeFact, player_of
from toolkit.core.pictures.svg import element
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.pictures import SHAPES
from toolkit.games.tobago.pictures.clue_card import HEIGHT, WIDTH
from toolkit.games.tobago.telling import in_words
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import landmark, mark, sprite
from workbench.web.bundle import Page, json_block
from workbench.web.puzzle.cards import Card, Outline, called, cards_of, rule_of, start_of, tabs

_ICONS = {
    "undo": "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    "print": "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z",
    "theme": "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5Z",
    "hint": "M9 18h6m-5 3h4M8.5 14a6 6 0 1 1 7 0c-.6.7-.9 1.3-.9 2.2H9.4c0-.9-.3-1.5-.9-2.2Z",
    "link": "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2"
    "M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1.2-1.2",
    "times": "M12 3v12m-5-5 5 5 5-5M4 20h16",
    "list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    "menu": "M12 5.5v.01M12 12v.01M12 18.5v.01",
    "cards": "M4 5h7v6H4ZM13 5h7v6h-7ZM4 13h7v6H4ZM13 13h7v6h-7Z",
    "ruler": "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z",
    "lie": "M6 4h12v16H6ZM10 9.5a2 2 0 1 1 2.5 2c-.4.2-.5.5-.5 1.5m0 3v.01",
    "dead": "M6 4h12v16H6ZM3 3l18 18",
    "place": "M12 21c-1-1-6-6.5-6-10.5a6 6 0 0 1 12 0c0 4-5 9.5-6 10.5ZM12 8.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
    "strikes": "M6 4h12v16H6ZM9 9l6 6m0-6-6 6",
}
_TOOLS = {"no": "✕", "maybe": "●", "yes": "✓"}
_LONG = 36  # letters: a card is wider then


def puzzle_page(puzzle: Puzzle, lang: str = "en") -> str:
    """Return the page of one puzzle, one file that needs nothing from outside.

    The answer and the steps stand there in Base64, so that nobody reads them by a glance at the source.
    `PuzzleError` when the puzzle has not exactly one answer, or holds another; `WordsError` for a language
    without a catalog.
    """
    page = page_of(solved(puzzle), lang)
    data = dict(page.data or {}) | {"words": _said(words(lang))}
    data["secret"] = base64.b64encode(json.dumps(data["secret"], ensure_ascii=False).encode()).decode()
    return replace(page, data=data).on_disk()


def page_of(puzzle: Puzzle, lang: str, *, home: str = "", twins: str = "", day: date | None = None) -> Page:
    """Return the page of a puzzle that holds its answer.

    `home` and `twins` are links to the list and to the same page in other languages, `day` is the one whose
    puzzle it is.
    """
    say = words(lang)
    cards = cards_of(puzzle, say)
    body = "\n".join(
        (
            sprite(),
            _bar(puzzle, say, home, day),
            '<main class="puzzle">',
            _board(puzzle, say),
            _sheet(puzzle, cards, say),
            "</main>",
            _menu(puzzle, say, twins),
        )
    )
    return Page(
        title(puzzle, say),
        body,
        script="puzzle.js",
        data=puzzle_data(puzzle, cards, say),
        lang=lang,
        beside=files("workbench.web.puzzle"),
        first=words_file(lang),
    )


def home_link(href: str, lang: str) -> str:
    """Return the link from a page to the list of puzzles."""
    name = escape(words(lang).text("page.all_puzzles"))
    return f'<a class="icon" id="home" href="{href}" aria-label="{name}" title="{name}">{path_of("list")}</a>'


def twin_links(href: Callable[[str], str], lang: str) -> str:
    """Return links to the same page in the other languages; `href` tells where it is in one."""
    others = ((other, words(other)) for other in LANGUAGES if other != lang)
    return "".join(
        f'<a class="quiet" href="{escape(href(other))}" lang="{other}" hreflang="{other}">'
        f"{say.language.called}</a>"
        for other, say in others
    )


def words_file(lang: str) -> str:
    """Return the name of the script beside packed pages that has what `puzzle.js` says."""
    return f"words.{lang}.js"


def words_script(lang: str) -> str:
    """Return that script: once for all pages of a site, for it weighs as much as their cards."""
    return f"globalThis.words = {json_block(_said(words(lang)))};\n"


def title(puzzle: Puzzle, say: Words) -> str:
    """Return the name of the kind of a puzzle."""
    return say.text(f"kinds.{puzzle.kind.name}.name")


def about(puzzle: Puzzle, say: Words) -> str:
    """Return level, minutes and island in a line."""
    island = puzzle.position.setting.island.title
    return " · ".join(
        [*_how_hard(puzzle, say), say.name(island) if island in LAYOUTS else say.text("page.drawn")]
    )


def _how_hard(puzzle: Puzzle, say: Words) -> list[str]:
    level = [say.text(f"levels.{LEVELS[puzzle.grade.level - 1]}")] if puzzle.grade else []
    return level + say_minutes(puzzle.grade, say)


def _bar(puzzle: Puzzle, say: Words, home: str, day: date | None) -> str:
    of_day = f'<small class="day">{day_of(day)}</small>' if day else ""
    hard = escape(" · ".join(_how_hard(puzzle, say)))  # the island is seen
    return (
        f'<header class="bar">{home}<h1>{escape(title(puzzle, say))}'
        f"{of_day}<small>{hard}</small></h1>"
        f'<span id="clock" class="clock" role="timer" aria-label="{escape(say.text("page.clock"))}"></span>'
        f"{icon('undo', say)}{icon('menu', say, popovertarget='more')}</header>"
    )


def day_of(day: date) -> str:
    """Return a date that the browser writes in the calendar of the page."""
    return f'<time datetime="{day.isoformat()}">{day.isoformat()}</time>'


def icon(name: str, say: Words, **more: str) -> str:
    """Return a button that is an icon, whose name is its text in the catalog; with `more` attributes."""
    words = escape(say.texts.get(f"marking.{name}") or say.text(f"page.{name}"))
    looks = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    return (
        f'<button type="button" class="icon" id="{name}" aria-label="{words}" title="{words}"{looks}>'
        f"{path_of(name)}</button>"
    )


def path_of(name: str) -> str:
    """Return the drawing of an icon."""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


def _board(puzzle: Puzzle, say: Words) -> str:
    """Return the tabs, and the map with its ruler."""
    asked = puzzle.kind.subjects(puzzle)
    shown = "".join(
        f'<button type="button" data-tab="{tab}" aria-pressed="false" '
        f'title="{escape(_question(tab if tab in asked else "play", say))}">{_sign(tab, say)}'
        f"<span>{escape(called(puzzle, tab, say))}</span> <b></b></button>"
        for tab in tabs(puzzle)
    )
    setting = puzzle.position.setting
    svg = draw(
        setting.island,
        landmarks=setting.landmarks,
        tokens=cubes_of(puzzle, say),
        legend=False,
        alone=False,
        say=in_words(say.lang),
    )
    return (
        f'<section class="board"><div class="tabs" role="group" aria-label="{escape(say.text("book.find"))}">'
        f'{shown}</div><div class="field"><div id="map" class="map">{svg}</div>'
        f"{icon('ruler', say, aria_pressed='false')}</div></section>"
    )


def _question(subject: str, say: Words) -> str:
    """Return what is asked about the cards of a hand, or how cards of other kinds are marked, or nothing."""
    if player := player_of(subject):
        return say.text("page.tab.player", player=say.number(player))
    return say.texts.get(f"book.hand_of.{subject}") or say.texts.get(f"page.tab.{subject}", "")


def _sign(tab: str, say: Words) -> str:
    """Return the sign of a treasure, landmark, player or card."""
    if tab in COLOURS:
        box, drawn = "-12 -12 24 24", element("g", mark(SHAPES[tab]), class_=tab)
    elif tab in KINDS:
        box, drawn = "-27 -27 54 54", landmark(KINDS[tab])
    elif player := player_of(tab):
        box, drawn = "-9 -9 18 18", player_sign(player, say)
    else:
        return path_of(tab)
    return f'<svg class="hexmap theme-auto sign" viewBox="{box}" aria-hidden="true">{drawn}</svg>'


def _sheet(puzzle: Puzzle, cards: Sequence[Card], say: Words) -> str:
    """Return what is asked, the cards in groups, and below them what stays in reach of a thumb."""
    asked = [say.text(f"kinds.{puzzle.kind.name}.task"), *questions(puzzle, say)]
    asked += unusual_rules(puzzle.position.setting.rules, say)
    groups, start = dict[str, list[str]](), start_of(puzzle)
    for card in cards:
        shown = _face_down(card, card.number - start, say) if card.number > start else _card(card, say)
        groups.setdefault(card.group, []).append(shown)
    return "\n".join(
        (
            '<section class="sheet"><div class="cards" id="facts">',
            f'<p class="task" id="task">{escape(" ".join(asked))}</p>',
            *(_group(heading, held) for heading, held in groups.items()),
            f"</div>{_dock(say)}</section>",
        )
    )


def _group(heading: str, cards: Sequence[str]) -> str:
    """Return the cards of one treasure, map or hand."""
    inside = "".join(cards)
    name = escape(heading)
    return f'<div class="group" role="group" aria-label="{name}"><h2>{name}</h2>{inside}</div>'


def _dock(say: Words) -> str:
    """Return what the page says, the tools, and the distance that the ruler shows."""
    named = {tool: escape(say.text(f"page.mark_{tool}")) for tool in _TOOLS}
    tools = (
        f'<button type="button" data-tool="{tool}" aria-pressed="false" title="{named[tool]}" '
        f'aria-label="{named[tool]}">{sign}</button>'
        for tool, sign in _TOOLS.items()
    )
    return "\n".join(
        (
            '<div class="line"><p class="said" id="said" role="status"></p>',
            f"{icon('cards', say, aria_expanded='false', aria_controls='facts')}</div>",
            f'<div class="acts">{_button("hint", "main-act plain", path_of("hint"), say.text("page.hint"))}',
            f'<div class="seg" id="tools" role="group" aria-label="{escape(say.text("page.tools"))}">',
            f"{''.join(tools)}</div>",
            _button("main", "main-act", "", say.text("page.check")),
            f'<label class="ruler" id="distance" hidden>{escape(say.text("marking.distance"))}',
            '<input type="range" id="far" min="1" max="12" value="2"><output></output></label></div>',
        )
    )


def _menu(puzzle: Puzzle, say: Words, twins: str) -> str:
    """Return what is seldom wanted: it closes itself, by Escape and by a tap beside it."""
    signs = {"copy_link": "link", "restart": "undo"}
    shut = ' popovertarget="more" popovertargetaction="hide"'
    acts = "".join(
        _button(name, "quiet", path_of(signs.get(name, name)), say.text(f"page.{name}"), shut)
        for name in ("copy_link", "print", "times", "theme", "restart")
    )
    if any(map(player_of, puzzle.kind.subjects(puzzle))):
        acts += _button("strikes", "quiet", path_of("strikes"), say.text("marking.strikes"), shut)
    name = escape(say.text("marking.menu"))
    return (
        f'<div class="more" id="more" popover role="dialog" aria-label="{name}">{acts}{twins}'
        f'<code dir="ltr">{puzzle.id}</code></div>'
    )


def _button(name: str, kind: str, sign: str, text: str, looks: str = "") -> str:
    words = f"<span>{escape(text)}</span>"
    return f'<button type="button" class="{kind}" id="{name}"{looks}>{sign}{words}</button>'


def _card(card: Card, say: Words) -> str:
    """Return a card with its pictogram: where the words that it shows are short, its title says all."""
    sign = f"<i>{say.number(card.number)}</i> " if card.number else ""
    sign += f'<span class="pic">{_pictogram(card)}</span>' if card.picture else ""
    full = say.text("hints.numbered", number=say.number(card.number), fact=card.words)
    shown = card.short or card.words
    title = f' title="{escape(full if card.number else card.words)}"' if card.number or card.short else ""
    maps = '<span class="open"></span>' if len(card.value_of) > 1 else ""
    return (
        f'<button type="button" class="card{" long" * (len(shown) > _LONG)}" data-card="{escape(card.text)}" '
        f'data-about="{",".join(card.about)}" data-value="{",".join(card.value_of)}" '
        f'aria-pressed="false"{title}>{sign}<span>{escape(shown)}</span>{maps}'
        '<small></small><b class="mark-of" aria-hidden="true"></b></button>'
    )


def _face_down(card: Card, find: int, say: Words) -> str:
    """Return the back of a card that a find opens, by its number."""
    back = escape(say.counted("expedition.opens", find))
    number = say.number(card.number)
    return f'<div class="card down" data-down="{card.number}"><i>{number}</i> <span>{back}</span></div>'


def _pictogram(card: Card) -> str:
    return element(
        "svg",
        card.picture,
        class_="hexmap theme-auto",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        aria_hidden="true",
    )


_KEYS = {
    "page": (
        *("zoom_in", "zoom_out", "fit", "mark_no", "mark_maybe", "mark_yes", "found", "candidates"),
        *("hut", "palm", "statue", "check", "hint"),
        *("fine", "solved", "restarted", "copied", "not_copied", "times_saved", "no_times"),
        *("no_storage", "storage_full", "broken_link", "other_version", "other_puzzle"),
        *("end.title", "end.close", "end.hints.none", "end.hints.one", "end.hints.many"),
        *("end.share", "end.copied", "end.by_hand", "end.next"),
    ),
    "hints": ("mistake_at", "wrong_marks", "look", "done", "stuck"),
}
"""Texts that the script of the page says besides those of its own, by their part of the catalog."""


def _said(say: Words) -> dict[str, str]:
    """Return what the script of the page says."""
    own = {
        key.removeprefix("marking."): text for key, text in say.texts.items() if key.startswith("marking.")
    }
    return own | {key: say.texts[f"{part}.{key}"] for part, keys in _KEYS.items() for key in keys}


def puzzle_data(puzzle: Puzzle, cards: list[Card], say: Words) -> dict[str, Any]:
    """Return what `puzzle.js` reads; `puzzle` must hold its answer. Answer and steps are its ``secret``.

    Maps of a puzzle that asks for a play are subjects too, on which hexes are marked without being asked for.
    """
    teller, asked = Teller(puzzle, say), puzzle.kind.subjects(puzzle)
    truth = {subject: sorted(values) for subject, values in puzzle.kind.truth(puzzle).items()}
    ending = " ".join(teller.answer(subject, truth[subject]) for subject in asked)
    steps = [*_steps(puzzle, teller)]
    refuted = [step for step in puzzle.kind.trace(puzzle).steps if step.technique == "cube"]
    setting = puzzle.position.setting
    secret: dict[str, Any] = {"answer": truth, "ending": ending, "steps": steps}
    if proof := proof_at_a_glance(puzzle, say):
        secret["proof"] = proof  # its numbers follow from the outlines
    cubes = {str(cube): Outline([cube.place]) for cube in puzzle.facts if isinstance(cube, CubeFact)}
    shown = {card.text: card.outline for card in cards} | cubes
    outlines = {text: outline.data(setting.island) for text, outline in shown.items()}
    if hidden := [card for card in cards if card.number > start_of(puzzle)]:
        faces = [(card.number, card.text, _card(card, say), outlines.pop(card.text)) for card in hidden]
        secret["later"] = {"faces": faces, "proven": puzzle.kind.proven(puzzle)}
    names, rules = setting.island.names, setting.rules
    free = {tab: Subject(names) for tab in tabs(puzzle) if tab not in asked}
    return {
        "id": puzzle.id,
        "kinds": list(NAMES),
        "subjects": [
            {
                "key": subject,
                "name": teller.named(subject),
                "count": one.count,
                "values": None if one.values == names else list(one.values),
                "given": list(setting.landmarks[KINDS[subject]]) if subject in KINDS else [],
                "landmark": KINDS.get(subject),
                "refuted": [value for step in refuted if step.subject == subject for value in step.removed],
            }
            for subject, one in (asked | free).items()
        ],
        "called": {card.text: teller.called(card.text) for card in cards if card.number and card.value_of},
        "signs": len(cubes or puzzle.facts or puzzle.position.hand or ()),
        "cards": outlines,
        "landmarks": {kind: list(setting.landmarks[kind]) for kind in LANDMARKS},
        "least": 1 if rules.own_hex == "excluded" else 0,
        "overland": rules.distance == "overland",
        "secret": secret,
    }


def _steps(puzzle: Puzzle, teller: Teller) -> Iterator[dict[str, Any]]:
    """Yield the steps with what a hint says of each: those before it are among the marks then."""
    say, left = teller.say, {subject: [*one.values] for subject, one in puzzle.kind.subjects(puzzle).items()}
    for step in puzzle.kind.trace(puzzle).steps:
        few = {one: left[one] for one in puzzle.kind.looks_at(puzzle, step) if len(left[one]) <= MOST_NAMES}
        parts = [teller.left(subject, values) for subject, values in few.items()]
        cited = step.facts and not (teller.cubes and parts)  # a few cards left say more than the cubes
        parts += [teller.facts(step.facts)] if cited else []
        alone = say.text(f"meanings.{step.technique}" if teller.cubes else "hints.rules_alone")
        because = say.sentence(f"{say.joined(parts)}." if parts else alone)
        technique = say.text("hints.technique", technique=say.text(f"techniques.{step.technique}"))
        yield {
            "subject": step.subject,
            "facts": [rule_of(step.subject)] if step.technique == "spacing" else list(step.facts),
            "says": f"{because} {technique}",
            "follows": teller.step(step),
            "removed": list(step.removed),
            "forced": list(step.forced),
        }
        left[step.subject] = [one for one in left[step.subject] if one not in step.removed]
