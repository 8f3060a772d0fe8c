"""What stands below a map: its caption, swatches with their words, notes, in lines as wide as the picture."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from toolkit.core.pictures.svg import at, element, label, points, text_width
from toolkit.core.telling.language import Language
from toolkit.hexmap.layout import HexGrid
from toolkit.hexmap.scene import Marks, Scene, percent
from toolkit.hexmap.signs import facing, glyph, landmark, mark, token

_MARGIN = 14.0
_FONT_SIZE, _CAPTION_SIZE = 15, 20
_LINE = 34.0
_NOTE_LINE = 22.0
_SWATCH = 24.0  # from the middle of a swatch to its words
_GAP = 20.0
_HEAT_STEPS = 8


@dataclass(frozen=True, slots=True)
class _Item:
    swatch: str
    words: str

    @property
    def width(self) -> float:
        return 2 * _SWATCH + text_width(self.words, _FONT_SIZE)


def draw_legend(
    scene: Scene, width: float, notes: Sequence[str], caption: str, *, explain: bool
) -> tuple[str, float]:
    """Return what stands below a map, its top left corner at the origin, and how high it is.

    First the caption, then with `explain` a swatch for every sign of the scene, then the notes; nothing, and
    no height, if there is none of them.
    """
    page, inner = _Page(scene.language, width), width - 2 * _MARGIN
    parts, y = _written(page, [caption] if caption else [], _MARGIN, _CAPTION_SIZE, 1.4 * _CAPTION_SIZE)
    for line in _lines(_groups(scene) if explain else (), inner):
        x = _MARGIN
        for item in line:
            middle = y + _LINE / 2
            words = page.line(item.words, x + 2 * _SWATCH, middle + _FONT_SIZE * 0.35)
            parts.append(
                element("g", item.swatch, transform=at(page.from_start(x + _SWATCH), middle)) + words
            )
            x += item.width + _GAP
        y += _LINE
    noted, y = _written(page, notes, y, _FONT_SIZE, _NOTE_LINE)
    if not (parts or noted):
        return "", 0.0
    group = element("g", *parts, *noted, class_="words", font_size=_FONT_SIZE, direction=page.anchored)
    return group, y + _MARGIN


@dataclass(frozen=True, slots=True)
class _Page:
    """The side on which lines begin: the right one where the language is written from there."""

    language: Language
    width: float

    @property
    def anchored(self) -> str | None:
        """The direction by which anchors go where lines begin on the right, whatever the page around says."""
        return "ltr" if self.language.direction == "rtl" else None

    def from_start(self, x: float) -> float:
        """Return where something stands that is so far from where lines begin."""
        return self.width - x if self.anchored else x

    def line(self, text: str, x: float, y: float, **attributes: float) -> str:
        """Return a line that begins so far from the side."""
        anchor = "end" if self.anchored else "start"
        return label(self.language.whole(text), self.from_start(x), y, text_anchor=anchor, **attributes)


def _written(
    page: _Page, texts: Sequence[str], y: float, size: float, step: float
) -> tuple[list[str], float]:
    """Return texts in lines between the margins from a height on, and the height below them."""
    letters = max(int((page.width - 2 * _MARGIN) / text_width("x", size)), 20)
    parts = []
    for line in [line for text in texts for line in textwrap.wrap(text, letters)]:
        parts.append(page.line(line, _MARGIN + 4, y + 0.75 * step, font_size=size))
        y += step
    return parts, y


def _lines(groups: Iterable[list[_Item]], width: float) -> Iterator[list[_Item]]:
    """Break each group into lines; a group always begins a new one."""
    for group in groups:
        line: list[_Item] = []
        for item in group:
            if line and sum(other.width + _GAP for other in line) + item.width > width:
                yield line
                line = []
            line.append(item)
        if line:
            yield line


def _groups(scene: Scene) -> Iterator[list[_Item]]:
    yield [_terrain(scene, terrain, len(cells)) for terrain, cells in scene.terrains() if cells]
    landmarks = [
        _Item(element("g", landmark(kind), transform="scale(.6)"), scene.counted(kind, len(cells)))
        for kind, cells in scene.landmarks.items()
        if cells
    ]
    arrow = _Item(element("g", facing(), transform=at(-7.0, 0.0)), scene.say("faces this way"))
    yield landmarks + [arrow] * bool(scene.facings)
    yield list(_tokens(scene))
    yield [_marks(scene, marks, len(cells)) for marks, cells in scene.marks]
    yield [*_light(scene), *_heat(scene), *_highlight(scene)]


def _marks(scene: Scene, marks: Marks, many: int) -> _Item:
    sign = element("g", mark(marks.shape, marks.kind), class_=marks.colour)
    return _Item(sign, scene.say(marks.caption) if marks.caption else scene.counted(marks.label, many))


def _terrain(scene: Scene, terrain: str, many: int) -> _Item:
    hexagon = element("polygon", points=_outline(scene, 0.29), class_=f"hex {terrain}")
    sign = terrain[0].upper()
    if scene.theme == "print":
        sign = label(sign, 0.0, 4.6, class_="lettering", font_size=13)
    else:
        sign = glyph(terrain, transform="scale(.36)")
    return _Item(hexagon + sign, scene.counted(terrain, many))


def _outline(scene: Scene, scale: float) -> str:
    return points(HexGrid(scene.island.orientation).corners((0.0, 0.0), scale))


def _tokens(scene: Scene) -> Iterator[_Item]:
    counts = Counter(piece.label for piece in scene.tokens)
    for what, piece in {piece.label: piece for piece in scene.tokens}.items():
        words = scene.counted(what, counts[what]) if counts[what] > 1 else scene.say(what)
        yield _Item(element("g", token(piece.piece, piece.letter), class_=piece.colour), words)


def _light(scene: Scene) -> Iterator[_Item]:
    if scene.light and scene.light.line:
        hexagon = points(HexGrid(scene.island.orientation).corners((0.0, 0.0), 0.22))
        lines = (element("polygon", points=hexagon, class_=part) for part in scene.light.lines)
        glowing = element("g", *lines, transform="scale(.9)", class_="layer-light")
        yield _Item(glowing, scene.counted(scene.light.label or "possible", len(scene.lit)))


def _heat(scene: Scene) -> Iterator[_Item]:
    if scene.heat:
        size = 32.0 / _HEAT_STEPS
        bar = {"y": -9.0, "height": 18}
        bars = [element("rect", x=-16.0, width=32, class_="heat-low", **bar)]
        for step in range(_HEAT_STEPS):
            share = f"{step / (_HEAT_STEPS - 1):.2f}"
            bars.append(
                element("rect", x=size * step - 16.0, width=size, class_="heat", fill_opacity=share, **bar)
            )
        yield _Item("".join(bars), scene.say("up to {}").format(scene.say(percent(max(scene.heat.values())))))


def _highlight(scene: Scene) -> Iterator[_Item]:
    if scene.highlight:
        ring = element("polygon", points=_outline(scene, 0.27), class_="ring", stroke_width=4)
        yield _Item(ring, scene.counted("highlighted", len(scene.highlight)))
