"""Make the pictures of the docs: `python tests/pictures.py [NAME ...]`, all of them or those that are named.

Phones, widget and puzzle are photographed in Chromium, terminals are what commands print; so they show what
there is now. It takes about 20 seconds. `PICTURES` says what each is; they go to `docs/_static`.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "_static"
WIDTH = 80  # columns of a terminal


def main(names: list[str]) -> None:
    """Make the pictures that are named, or all."""
    os.chdir(ROOT)
    for name in names or PICTURES:
        made = PICTURES[name]()
        (FOLDER / name).write_bytes(made)
        print(f"{name}: {len(made) / 1000:.0f} kB")


# ---- pages -------------------------------------------------------------------------------------------------


@contextmanager
def window(**looks: Any) -> Iterator[Any]:
    """A page in the light, with two pixels a point."""
    from browsing import chromium

    with chromium() as browser:
        yield browser.new_context(device_scale_factor=2, color_scheme="light", **looks).new_page()


def photograph(page: Any) -> bytes:
    """Take a picture of what has come to rest, in 256 colours: that halves its weight and nobody sees it."""
    from browsing import STILL
    from PIL import Image

    page.evaluate(STILL)
    small = io.BytesIO()
    with Image.open(io.BytesIO(page.screenshot())) as taken:
        few = taken.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(small, "PNG", optimize=True)
    return small.getvalue()


@contextmanager
def table(wanted: Callable[[Path], Any]) -> Iterator[Any]:
    """A table that is served, in a folder that goes."""
    from rooms import Room

    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder) / "a.table", wanted(Path(folder)))
        try:
            yield room
        finally:
            room.close()


def phone_tobago() -> bytes:
    """The printed Tobago: a card of the own hand is tapped, and every map says what it would leave."""
    from browsing import PHONE
    from taps import MIDDLE, sit

    from workbench.table.opening import WantedPrinted

    def printed(folder: Path) -> WantedPrinted:
        (folder / "position.toml").write_text(MIDDLE, encoding="utf-8")
        return WantedPrinted(folder / "a.table", folder / "position.toml")

    with table(printed) as room, window(**PHONE) as page:
        sit(page, room, 0)
        page.locator(".play-card[data-clue='next to statue']").tap()
        page.wait_for_selector("[data-do=lay]")
        return photograph(page)


def ring(page: Any, place: str) -> None:
    """Choose what has a ring, once the table has answered what was sent before."""
    page.wait_for_timeout(1000)
    page.locator(f".can[data-place='{place}']").press("Enter")


def phone_silver() -> bytes:
    """A whole game on a phone: what happened is told in words, and a card of Silver is chosen."""
    from browsing import PHONE
    from rooms import wanted
    from taps import join

    with table(lambda folder: wanted("silver", "me,greedy", seed=3)) as room, window(**PHONE) as page:
        page.goto(room.url)
        join(page, name="Anna")
        page.wait_for_selector(".stage")
        for place in ("0:0", "0:2", "deck"):  # two looks, and a card is drawn
            ring(page, place)
            page.locator(".choices button:not(.back)").first.tap()
        ring(page, "0:0")
        page.wait_for_selector(".choices button:not(.back)")
        return photograph(page)


def map_view() -> bytes:
    """`MapView`, the map of a notebook: a card is tried, and what it would rule out is hatched."""
    from toolkit.games.tobago import Position
    from workbench.widget import MapView

    with tempfile.TemporaryDirectory() as folder, window(viewport={"width": 900, "height": 532}) as page:
        MapView(Position.load("examples/first-position.toml")).to_html(Path(folder) / "view.html")
        page.goto((Path(folder) / "view.html").as_uri())
        page.locator("[data-clue='next to statue']").click()
        page.wait_for_selector(".fog.going")
        return photograph(page)


def puzzle_page() -> bytes:
    """A puzzle on a phone: a card is tapped, which says where it holds, and hexes are marked."""
    from browsing import KINDS, PHONE, touch

    from workbench.web.puzzle.pages import puzzle_page as written

    with tempfile.TemporaryDirectory() as folder, window(**PHONE) as page:
        file = Path(folder) / "puzzle.html"
        file.write_text(written(KINDS["pinpoint"], "en"), encoding="utf-8")
        page.goto(file.as_uri())
        page.click("[data-card='brown: in largest lake']")
        page.click("[data-tool=maybe]")
        for name in ("B20", "B21"):
            touch(page, name)
        return photograph(page)


def whose_clue() -> bytes:
    """A whose-clue on a phone: the strip of a player, and where some card of it is true."""
    from browsing import KINDS, PHONE

    from workbench.web.puzzle.pages import puzzle_page as written

    with tempfile.TemporaryDirectory() as folder, window(**PHONE) as page:
        file = Path(folder) / "puzzle.html"
        file.write_text(written(KINDS["whose-clue"], "en"), encoding="utf-8")
        page.goto(file.as_uri())
        page.click("[data-tab='player 2']")
        return photograph(page)


# ---- terminals ---------------------------------------------------------------------------------------------

FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich names a font on another machine: these pictures ask for nothing, and have that of the reader."""


def terminal(*commands: str, typed: str = "") -> bytes:
    """What commands print in colour, below themselves, where this is typed into them."""
    from rich.console import Console
    from rich.terminal_theme import SVG_EXPORT_THEME
    from rich.text import Text

    shown = Console(record=True, width=WIDTH, file=io.StringIO())
    colours = {"COLUMNS": str(WIDTH), "FORCE_COLOR": "1", "PYTHONPATH": str(ROOT)}
    for place, command in enumerate(commands):
        program = [sys.executable, "-c", "from workbench.cli.main import main; main()", *command.split()[1:]]
        done = subprocess.run(
            program, input=typed, env=os.environ | colours, capture_output=True, text=True, check=True
        )
        shown.print(Text(f"\n$ {command}" if place else f"$ {command}", style="bold"))
        shown.print(Text.from_ansi(done.stdout.strip()))
    svg = shown.export_svg(title="tobago", theme=SVG_EXPORT_THEME, unique_id="terminal")
    return FONTS.sub("", svg).encode()


def terminal_hint() -> bytes:
    """The island in a terminal and the plays of a hand, ranked with their reasons."""
    return terminal(
        "tobago show examples/first-position.toml --compact", "tobago hint examples/first-position.toml"
    )


def terminal_play() -> bytes:
    """A game in a terminal, told in words."""
    return terminal("tobago play silver --players me:Anna,greedy --seed 3", typed="a\nb\n")


# ---- techniques --------------------------------------------------------------------------------------------

SIGNS: tuple[tuple[Any, Any], ...] = (("orange", "circle"), ("blue", "square"), ("green", "triangle"))
TWO_SIDED, CROWDING, SIGNATURES, CROWDED = 5, 6, 7, 8  # of the examples


def technique(number: int, centre: str = "", *clues: str) -> bytes:
    """The first step of the hardest technique of an example: what is left glows, what follows has a ring.

    Marked are where brown may lie or, in a table, what is left by its distance from a hex and by clues; and
    what a landmark on the first ringed hex would be too near to.
    """
    from puzzles import read_puzzles
    from solvers.tobago.techniques.rules import FIRST_TREASURE, POSSIBLE
    from toolkit.games.tobago.clues import LANDMARKS, Clue
    from toolkit.hexmap.drawing import draw
    from toolkit.hexmap.scene import Light, Marks

    puzzle = read_puzzles("examples/techniques.jsonl")[number - 1]
    known, setting = puzzle.kind.reasoning(puzzle, {}), puzzle.position.setting
    steps = known.steps(tuple(puzzle.kind.techniques))
    step = next(step for step, _ in steps if step.technique == puzzle.grade.hardest.overall)
    kind, frame = LANDMARKS.index(step.subject[:-1]), known.engine.frame
    left, ringed = known.state[kind + POSSIBLE] & ~known.state[kind], [*(step.forced or step.removed)]
    groups: dict[str, list[str]] = {}
    if number == TWO_SIDED:
        groups["brown may lie here"] = [*frame.names_of(known.state[FIRST_TREASURE])]
    for name in frame.names_of(left) if centre else ():
        groups.setdefault(f"{setting.distance(centre, name)} from {centre}", []).append(name)
    for clue in clues:
        groups[clue] = [name for name in frame.names_of(left) if name in setting.cells(Clue.parse(clue))]
    marks = [
        Marks(word, cells, *sign, slot, word)
        for slot, (sign, (word, cells)) in enumerate(zip(SIGNS, sorted(groups.items()), strict=False))
    ]
    if not step.forced:
        apart = known.engine.tables.apart[kind](frame.mask_of(ringed[:1]))
        said = f"too near to {ringed[0]}"
        marks.append(Marks(said, frame.names_of(left & ~apart), "purple", "diamond", 3, said))
    light = Light(frame.names_of(left), f"a {LANDMARKS[kind]} may stand here", line=False)
    shown = {**setting.landmarks, LANDMARKS[kind]: frame.names_of(known.state[kind])}
    return draw(setting.island, landmarks=shown, light=light, marks=marks, highlight=ringed).encode()


PICTURES: dict[str, Callable[[], bytes]] = {
    "phone-tobago.png": phone_tobago,
    "phone-silver.png": phone_silver,
    "map-view.png": map_view,
    "puzzle-page.png": puzzle_page,
    "whose-clue.png": whose_clue,
    "terminal-hint.svg": terminal_hint,
    "terminal-play.svg": terminal_play,
    "two-sided-clue.svg": lambda: technique(TWO_SIDED),
    "crowding.svg": lambda: technique(CROWDING),
    "signatures.svg": lambda: technique(SIGNATURES, "A32", "within 2 of beach"),
    "crowded-signatures.svg": lambda: technique(CROWDED, "C25"),
}

if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / room) for room in (".", "tests/web", "tests/table")]
    main(sys.argv[1:])
