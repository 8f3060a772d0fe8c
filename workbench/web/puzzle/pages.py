"""The page of a puzzle: its map, cards, hints and tools; alone in one file, or as a page of a site."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from html import escape
from importlib.resources import files
from typing import Any

from puzzles.hints import hexes_of
from puzzles.kinds import NAMES
from puzzles.pictures import fact_pictogram
from puzzles.puzzle import LEVELS, Puzzle, solved
from puzzles.words import Teller, Words, lost_landmarks, questions, say_clue, say_fact, unusual_rules, words
from solvers.tobago.facts import KINDS, CountFact, Fact, PairFact, TreasureFact, parse_fact
from solvers.tobago.steps import Step
from toolkit.core.pictures.svg import element
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.pictures import SHAPES, pictogram
from toolkit.games.tobago.pictures.clue_card import HEIGHT, WIDTH
from toolkit.games.tobago.telling import in_words
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import landmark, mark, sprite
from workbench.web.bundle import Page

_ICONS = {
    "undo": "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    "print": "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z",
    "theme": "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5Z",
    "hint": "M9 18h6m-5 3h4M8.5 14a6 6 0 1 1 7 0c-.6.7-.9 1.3-.9 2.2H9.4c0-.9-.3-1.5-.9-2.2Z",
    "link": "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2"
    "M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1.2-1.2",
    "times": "M12 3v12m-5-5 5 5 5-5M4 20h16",
    "list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
}
_TOOLS = {"no": "✕", "maybe": "●", "yes": "✓"}
_RUNGS = ("look", "facts", "technique", "follows", "do")


def puzzle_page(puzzle: Puzzle, lang: str = "en") -> str:
    """Return the page of one puzzle, one file that needs nothing from outside.

    The answer and the steps stand there in Base64, so that nobody reads them by a glance at the source.
    `PuzzleError` when the puzzle has not exactly one answer, or holds another; `WordsError` for a language
    without a catalog.
    """
    page = page_of(solved(puzzle), lang)
    data = dict(page.data or {})
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
            _sheet(puzzle, cards, say, twins),
            "</main>",
        )
    )
    return Page(
        title(puzzle, say),
        body,
        script="puzzle.js",
        data=puzzle_data(puzzle, cards, say),
        lang=lang,
        beside=files("workbench.web.puzzle"),
    )


def title(puzzle: Puzzle, say: Words) -> str:
    """Return the name of the kind of a puzzle."""
    return say.text(f"kinds.{puzzle.kind.name}.name")


def about(puzzle: Puzzle, say: Words) -> str:
    """Return level and island in a line."""
    level = [say.text(f"levels.{LEVELS[puzzle.grade.level - 1]}")] if puzzle.grade else []
    island = puzzle.position.setting.island.title
    return " · ".join([*level, say.name(island) if island in LAYOUTS else say.text("page.drawn")])


def _bar(puzzle: Puzzle, say: Words, home: str, day: date | None) -> str:
    of_day = f"{day_of(day)} · " if day else ""
    return (
        f'<header class="bar">{home}<h1>{escape(title(puzzle, say))}'
        f"<small>{of_day}{escape(about(puzzle, say))}</small></h1>"
        f'<span id="clock" class="clock" role="timer" aria-label="{escape(say.text("page.clock"))}"></span>'
        f"{''.join(icon(name, say) for name in ('undo', 'theme'))}</header>"
    )


def day_of(day: date) -> str:
    """Return a date that the browser writes in the calendar of the page."""
    return f'<time datetime="{day.isoformat()}">{day.isoformat()}</time>'


def icon(name: str, say: Words) -> str:
    """Return a button of a bar, whose name is its text in the catalog."""
    words = escape(say.text(f"page.{name}"))
    return (
        f'<button type="button" class="icon" id="{name}" aria-label="{words}" title="{words}">'
        f"{path_of(name)}</button>"
    )


def path_of(name: str) -> str:
    """Return the drawing of an icon."""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


def _board(puzzle: Puzzle, say: Words) -> str:
    """Return the tabs and the map."""
    asked, teller = puzzle.kind.subjects(puzzle), Teller(puzzle, say)
    tabs = "".join(
        f'<button type="button" data-subject="{subject}" aria-pressed="false">{_sign(subject)}'
        f"<span>{escape(_called(puzzle, subject, teller))}</span><b></b></button>"
        for subject in asked
    )
    setting = puzzle.position.setting
    svg = draw(setting.island, landmarks=setting.landmarks, legend=False, alone=False, say=in_words(say.lang))
    return (
        f'<section class="board"><div class="tabs" role="group" aria-label="{escape(say.text("book.find"))}">'
        f'{tabs}</div><div id="map" class="map">{svg}</div></section>'
    )


def _called(puzzle: Puzzle, subject: str, teller: Teller) -> str:
    """Return what is to be found: how many landmarks, or the name of the subject."""
    return lost_landmarks(puzzle, subject, teller.say) if subject in KINDS else teller.subject(subject)


def _sign(subject: str) -> str:
    """Return the sign of a treasure or landmark; of a card, nothing."""
    if subject in COLOURS:
        box, drawn = "-12 -12 24 24", element("g", mark(SHAPES[subject]), class_=subject)
    elif subject in KINDS:
        box, drawn = "-27 -27 54 54", landmark(KINDS[subject])
    else:
        return ""
    return f'<svg class="hexmap theme-auto sign" viewBox="{box}" aria-hidden="true">{drawn}</svg>'


def _sheet(puzzle: Puzzle, cards: Sequence[Card], say: Words, twins: str) -> str:
    """Return what is asked, the cards, the ID, and below them what stays in reach of a thumb."""
    asked = [say.text(f"kinds.{puzzle.kind.name}.task"), *questions(puzzle, say)]
    asked += unusual_rules(puzzle.position.setting.rules, say)
    heading = escape(say.text(f"kinds.{puzzle.kind.name}.heading"))
    return "\n".join(
        (
            f'<section class="sheet"><p class="task">{escape(" ".join(asked))}</p>',
            f'<h2 class="heading" id="heading">{heading}</h2>',
            '<div class="cards" role="group" aria-labelledby="heading">',
            *(_card(card, say) for card in cards if card.value_of != "play"),
            *_plays([card for card in cards if card.value_of == "play"]),
            f'</div><footer class="foot"><code dir="ltr">{puzzle.id}</code>',
            _button("copy", "quiet", path_of("link"), say.text("page.copy_link")),
            _button("print", "quiet", path_of("print"), say.text("page.print")),
            _button("times", "quiet", path_of("times"), say.text("page.times")),
            _button("restart", "quiet", "", say.text("page.restart")),
            twins,
            f"</footer>{_dock(say)}</section>",
        )
    )


def _dock(say: Words) -> str:
    """Return the ladder of hints, what the page says, and the tools."""
    rungs = (
        f'<button type="button" data-rung="{number}"><i>{say.number(number)}</i>'
        f"<span>{escape(say.text(f'page.rung_{rung}'))}</span></button>"
        for number, rung in enumerate(_RUNGS, 1)
    )
    called = {tool: escape(say.text(f"page.mark_{tool}")) for tool in _TOOLS}
    tools = (
        f'<button type="button" data-tool="{tool}" aria-pressed="false" title="{called[tool]}" '
        f'aria-label="{called[tool]}">{sign}</button>'
        for tool, sign in _TOOLS.items()
    )
    hint = say.text("page.hint")
    return "\n".join(
        (
            '<div class="dock">',
            f'<div class="ladder" id="ladder" role="group" aria-label="{escape(hint)}" hidden>',
            f"{''.join(rungs)}</div>",
            '<p class="said" id="said" role="status"></p>',
            f'<div class="acts">{_button("hint", "main-act plain", path_of("hint"), hint)}',
            f'<div class="seg" role="group" aria-label="{escape(say.text("page.tools"))}">',
            f"{''.join(tools)}</div>",
            f"{_button('check', 'main-act', '', say.text('page.check'))}</div></div>",
        )
    )


def _button(name: str, kind: str, sign: str, text: str) -> str:
    return f'<button type="button" class="{kind}" id="{name}">{sign}{escape(text)}</button>'


def _card(card: Card, say: Words) -> str:
    """Return a card with its pictogram: the words that it shows may be short, its name says all."""
    sign = f"<i>{say.number(card.number)}</i>" if card.number else ""
    sign += f'<span class="pic">{_pictogram(card)}</span>' if card.picture else ""
    name = say.text("hints.numbered", number=say.number(card.number), fact=card.words)
    name = name if card.number else card.words
    return (
        f'<button type="button" class="card" data-card="{escape(card.text)}" '
        f'data-about="{" ".join(card.about)}" '
        f'data-value="{card.value_of}" aria-pressed="false" aria-label="{escape(name)}">{sign}'
        f'<span>{escape(card.short or card.words)}</span><b class="mark-of" aria-hidden="true"></b></button>'
    )


def _plays(cards: Sequence[Card]) -> Iterator[str]:
    """Yield each card of the hand once, with a button for each map on which it can be laid."""
    plays: dict[str, list[Card]] = {}
    for card in cards:
        plays.setdefault(card.short, []).append(card)
    for clue, each in plays.items():
        buttons = "".join(
            f'<button type="button" class="card" data-card="{escape(card.text)}" data-value="play" '
            f'aria-pressed="false" aria-label="{escape(card.words)}">{_sign(card.text.split(":")[0])}'
            '<b class="mark-of" aria-hidden="true"></b></button>'
            for card in each
        )
        yield (
            f'<div class="play" role="group" aria-label="{escape(clue)}" hidden><h3>'
            f'<span class="pic">{_pictogram(each[0])}</span>{escape(clue)}</h3><div>{buttons}</div></div>'
        )


def _pictogram(card: Card) -> str:
    return element(
        "svg",
        card.picture,
        class_="hexmap theme-auto",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        aria_hidden="true",
    )


_SAID = (
    *("zoom_in", "zoom_out", "fit", "mark_no", "mark_maybe", "mark_yes", "found", "candidates"),
    *("fine", "solved", "restarted", "copied", "not_copied", "times_saved", "no_times"),
    *("no_storage", "storage_full", "broken_link", "other_version", "other_puzzle"),
)
"""What the script of the page says."""

_HINTS = ("mistake_at", "wrong_marks", "done", "stuck", "these_facts", "rules_alone")
"""What the page says of hints in the words of the command, with the keys that it has there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One line to read, perhaps to mark."""

    text: str  #: the fact or card as files write it
    words: str  #: the same in a language
    number: int = 0  #: how steps cite it, from 1; 0 for what they name in words
    short: str = ""  #: the same where the pictogram says of what it speaks; empty for the words
    picture: str = ""  #: its pictogram, empty for words alone
    hexes: tuple[str, ...] = ()  #: where it holds; empty where that depends on what is to be found
    about: tuple[str, ...] = ()  #: the subjects that it speaks of
    value_of: str = ""  #: the subject whose value it is, such as ``lie``; empty for none


def cards_of(puzzle: Puzzle, say: Words) -> list[Card]:
    """Return what is to be read and marked: facts, what lies on maps, and plays and cards of a hand."""
    return [*_facts(puzzle, say), *_laid(puzzle, say), *_offered(puzzle, say)]


def puzzle_data(puzzle: Puzzle, cards: list[Card], say: Words) -> dict[str, Any]:
    """Return what `puzzle.js` reads; `puzzle` must hold its answer. Answer and steps are its ``secret``."""
    teller, asked = Teller(puzzle, say), puzzle.kind.subjects(puzzle)
    truth = {subject: sorted(values) for subject, values in puzzle.kind.truth(puzzle).items()}
    secret = {"answer": truth, "steps": [_step(step, teller) for step in puzzle.kind.trace(puzzle).steps]}
    island = puzzle.position.setting.island
    return {
        "id": puzzle.id,
        "kinds": list(NAMES),
        "subjects": [
            {
                "key": subject,
                "name": teller.subject(subject),
                "count": one.count,
                "values": None if one.values == island.names else list(one.values),
                "given": list(puzzle.position.setting.landmarks[KINDS[subject]]) if subject in KINDS else [],
                "landmark": KINDS.get(subject),
            }
            for subject, one in asked.items()
        ],
        "holds": {card.text: list(card.hexes) for card in cards if card.hexes},
        "secret": secret,
        "words": {key: say.texts[f"page.{key}"] for key in _SAID}
        | {key: say.texts[f"hints.{key}"] for key in _HINTS},
    }


def _step(step: Step, teller: Teller) -> dict[str, Any]:
    """Return a step with a text for each rung that says something of its own."""
    say = teller.say
    name, meaning = (say.text(f"{what}.{step.technique}") for what in ("techniques", "meanings"))
    return {
        "subject": step.subject,
        "facts": list(step.facts),
        "look": say.text("hints.look", subject=teller.subject(step.subject)),
        "technique": f"{name}: {meaning}",
        "follows": teller.step(step) if step.supposed else teller.says(step),
        "removed": list(step.removed),
        "forced": list(step.forced),
    }


def _facts(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    asked = puzzle.kind.subjects(puzzle)
    for number, fact in enumerate(puzzle.facts, 1):
        text = str(fact)
        yield Card(
            text=text,
            words=say_fact(fact, say.lang),
            number=number,
            short=say_clue(fact.clue, say.lang) if isinstance(fact, TreasureFact) else "",
            picture=fact_pictogram(fact, say),
            hexes=tuple(hexes_of(puzzle, text)),
            about=tuple(subject for subject in _named(fact) if subject in asked),
            value_of="lie" if "lie" in asked else "",
        )


def _named(fact: Fact) -> list[str]:
    """Return the subjects of which a fact can speak."""
    match fact:
        case TreasureFact(colour, clue):
            return [colour, f"{clue.thing}s"]
        case PairFact():
            return [fact.colour, fact.other]
        case CountFact():
            return [f"{fact.kind}s", f"{fact.clue.thing}s"]
        case _:
            return [f"{fact.kind}s"]


def _laid(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the clues that lie on the maps, and what amulets took from these (T-33)."""
    if puzzle.position.hand is None:
        return
    for colour, treasure_map in puzzle.position.maps.items():
        title = say.text("book.map", colour=say.text(f"colours.{colour}"))
        for clue in treasure_map.clues:
            text = f"{colour}: {clue}"
            yield Card(
                text=text,
                words=f"{title}: {say_clue(clue, say.lang)}",
                short=say_clue(clue, say.lang),
                picture=fact_pictogram(TreasureFact(colour, clue), say),
                hexes=tuple(hexes_of(puzzle, text)),
            )
        if treasure_map.removed:
            gone = say.text("book.removed", hexes=say.listed([*map(say.name, treasure_map.removed)]))
            yield Card(text=f"{colour} removed", words=f"{title}: {gone}", hexes=tuple(treasure_map.removed))


def _offered(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the cards of the hand, and each of them on each map."""
    setting = puzzle.position.setting
    for subject, one in puzzle.kind.subjects(puzzle).items():
        for value in one.values if subject in ("play", "dead") else ():
            fact = parse_fact(value) if ":" in value else None
            clue = fact.clue if isinstance(fact, TreasureFact) else Clue.parse(value)
            short = said = say_clue(clue, say.lang)
            if isinstance(fact, TreasureFact):
                said = f"{said} ({say.text(f'colours.{fact.colour}')})"
            yield Card(
                text=value,
                words=said,
                short=short,
                picture=pictogram(clue),
                hexes=tuple(setting.cells(clue)),
                about=(subject,),
                value_of=subject,
            )
