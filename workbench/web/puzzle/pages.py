"""The pages of puzzles: one file each that works from disk, and a list of them where there are several."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from puzzles.certify import solved
from puzzles.grading import LEVELS
from puzzles.words import words
from puzzles.words.telling import Teller, lost_landmarks, questions, unusual_rules
from solvers.tobago.facts import KINDS
from toolkit.core.files import write_atomically
from toolkit.core.pictures.svg import at, element
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.pictures import SHAPES, pictogram
from toolkit.games.tobago.pictures.clue_card import HEIGHT, WIDTH
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import landmark, mark, sprite
from workbench.web.bundle import Page
from workbench.web.data import picture_words
from workbench.web.puzzle.data import Card, cards_of, puzzle_data

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from puzzles.puzzle import Puzzle
    from puzzles.words import Words

LIST = "index.html"
"""The file of the list."""

_ICONS = {
    "undo": "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    "print": "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7Z",
    "theme": "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5Z",
    "hint": "M9 18h6m-5 3h4M8.5 14a6 6 0 1 1 7 0c-.6.7-.9 1.3-.9 2.2H9.4c0-.9-.3-1.5-.9-2.2Z",
    "link": "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2"
    "M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1.2-1.2",
    "list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
}
_TOOLS = {"no": "✕", "maybe": "●", "yes": "✓"}
_RUNGS = ("look", "facts", "technique", "follows", "do")


def write_pages(puzzles: Sequence[Puzzle], folder: Path, lang: str = "en") -> list[Path]:
    """Write ``puzzle-1.html`` and so on into a folder, which is made, and ``index.html`` for several.

    Raises
    ------
    PuzzleError
        A puzzle has not exactly one answer, or holds another: nothing is written.
    WordsError
        There is no catalog of that language.
    OSError
        The folder, or a file in it, cannot be written.
    """
    several = len(puzzles) > 1
    names = [f"puzzle-{number}.html" for number in range(1, len(puzzles) + 1)]
    pages = {
        name: puzzle_page(one, lang, home=LIST if several else None)
        for name, one in zip(names, puzzles, strict=True)
    }
    if several:
        pages[LIST] = list_page(dict(zip(names, puzzles, strict=True)), lang)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        write_atomically(folder / name, text)
    return [folder / name for name in pages]


def puzzle_page(puzzle: Puzzle, lang: str = "en", *, home: str | None = None) -> str:
    """Return the page of one puzzle, which needs nothing from outside; `home` is the address of a list.

    `PuzzleError` when the puzzle has not exactly one answer, or holds another; `WordsError` for a language
    without a catalog.
    """
    puzzle, say = solved(puzzle), words(lang)
    cards = cards_of(puzzle, say)
    body = "\n".join(
        (
            sprite(),
            _bar(puzzle, say, home),
            '<main class="puzzle">',
            _board(puzzle, say),
            _sheet(puzzle, cards, say),
            "</main>",
        )
    )
    return Page(
        _title(puzzle, say),
        body,
        script="puzzle.js",
        sheets=["puzzle.css"],
        data=puzzle_data(puzzle, cards, say),
        lang=lang,
        beside=files("workbench.web.puzzle"),
    ).on_disk()


def list_page(puzzles: dict[str, Puzzle], lang: str = "en") -> str:
    """Return a list of puzzles by the names of their files; with ``#ID`` it leads on to that puzzle."""
    say = words(lang)
    title = say.text("book.title")
    rows = "\n".join(
        f'<li><a href="{escape(name)}" data-id="{one.id}">{_small_map(one)}<span>'
        f"<b>{escape(say.text('book.puzzle', number=say.number(number)))}</b>"
        f"<span>{escape(_title(one, say))}</span><small>{escape(_about(one, say))}</small></span>"
        "</a></li>"
        for number, (name, one) in enumerate(puzzles.items(), 1)
    )
    count = escape(say.counted("book.count", len(puzzles)))
    head = f'<header class="bar"><h1>{escape(title)}<small>{count}</small></h1>{_icon("theme", say)}</header>'
    body = f'{sprite()}{head}<main class="list"><ol>{rows}</ol></main>'
    return Page(
        title,
        body,
        script="list.js",
        sheets=["puzzle.css"],
        lang=lang,
        beside=files("workbench.web.puzzle"),
    ).on_disk()


def _title(puzzle: Puzzle, say: Words) -> str:
    return say.text(f"kinds.{puzzle.kind.name}.name")


def _about(puzzle: Puzzle, say: Words) -> str:
    """Return level and island in a line."""
    level = [say.text(f"levels.{LEVELS[puzzle.grade.level - 1]}")] if puzzle.grade else []
    return " · ".join([*level, say.name(puzzle.position.setting.island.title)])


def _bar(puzzle: Puzzle, say: Words, home: str | None) -> str:
    link = ""
    if home is not None:
        name = escape(say.text("page.all_puzzles"))
        link = f'<a class="icon" href="{escape(home)}" aria-label="{name}" title="{name}">{_path("list")}</a>'
    return (
        f'<header class="bar">{link}<h1>{escape(_title(puzzle, say))}'
        f"<small>{escape(_about(puzzle, say))}</small></h1>"
        f'<span id="clock" class="clock" role="timer" aria-label="{escape(say.text("page.clock"))}"></span>'
        f"{''.join(_icon(name, say) for name in ('undo', 'theme'))}</header>"
    )


def _icon(name: str, say: Words) -> str:
    words = escape(say.text(f"page.{name}"))
    return (
        f'<button type="button" class="icon" id="{name}" aria-label="{words}" title="{words}">'
        f"{_path(name)}</button>"
    )


def _path(name: str) -> str:
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
    svg = draw(
        setting.island, landmarks=setting.landmarks, legend=False, alone=False, say=picture_words(say.lang)
    )
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


def _small_map(puzzle: Puzzle) -> str:
    island = puzzle.position.setting.island
    drawn = draw(island, legend=False, names=False, letters=False, alone=False)
    return f'<span class="small" aria-hidden="true" inert>{drawn}</span>'


def _sheet(puzzle: Puzzle, cards: Sequence[Card], say: Words) -> str:
    """Return what is asked, the cards, the ID, and below them what stays in reach of a thumb."""
    asked = [say.text(f"kinds.{puzzle.kind.name}.task"), *questions(puzzle, say)]
    asked += unusual_rules(puzzle.position.setting.rules, say)
    heading = escape(say.text(f"kinds.{puzzle.kind.name}.heading"))
    return "\n".join(
        (
            f'<section class="sheet"><p class="task">{escape(" ".join(asked))}</p>',
            f'<h2 class="heading" id="heading">{heading}</h2>',
            '<div class="cards" role="group" aria-labelledby="heading">',
            *(_card(card, say) for card in cards),
            f'</div><footer class="foot"><code dir="ltr">{puzzle.id}</code>',
            _button("copy", "quiet", _path("link"), say.text("page.copy_link")),
            _button("print", "quiet", _path("print"), say.text("page.print")),
            _button("restart", "quiet", "", say.text("page.restart")),
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
            f'<div class="acts">{_button("hint", "main-act plain", _path("hint"), hint)}',
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
    sign += f'<span class="pic">{_pictogram(card)}</span>' if card.clue else ""
    name = say.text("hints.numbered", number=say.number(card.number), fact=card.words)
    name = name if card.number else card.words
    return (
        f'<button type="button" class="card" data-card="{escape(card.text)}" '
        f'data-about="{" ".join(card.about)}" '
        f'data-value="{card.value_of}" aria-pressed="false" aria-label="{escape(name)}">{sign}'
        f'<span>{escape(card.short or card.words)}</span><b class="mark-of" aria-hidden="true"></b></button>'
    )


def _pictogram(card: Card) -> str:
    """Return the drawing of the clue of a card, with the sign of what may stand there."""
    if card.clue is None:
        return ""
    sign = ""
    if card.sign in COLOURS:
        sign = element("g", mark(SHAPES[card.sign]), class_=card.sign, transform=at(0, 0, scale=1.5))
    elif card.sign in LANDMARKS:
        sign = element("g", landmark(card.sign), transform=at(0, 0, scale=0.6))
    return element(
        "svg",
        pictogram(card.clue, sign),
        class_="hexmap theme-auto",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        aria_hidden="true",
    )
