"""The sheet of maps, and pictures in their themes: every class has its rule, every colour shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from map_helpers import SVG, full

from toolkit.core.errors import ToolkitError
from toolkit.core.pictures import Picture
from toolkit.core.pictures.sheet import THEMES, Theme
from toolkit.core.pictures.svg import ink_on, number, rgb
from toolkit.games.tobago import boxed_island
from toolkit.hexmap import TERRAINS, parse_drawing
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import map_sheet

SCREENS: tuple[Theme, ...] = ("auto", "light", "dark")
INKED: tuple[Theme, ...] = ("light", "dark", "print")
PAINTED = {f"{SVG}{shape}" for shape in ("path", "polygon", "rect", "circle", "text", "use")}


def body(picture: str) -> str:
    """Return a picture without its sheet."""
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the contrast of two colours as the Web Content Accessibility Guidelines define it."""
    light, dark = sorted((relative_luminance(one), relative_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def relative_luminance(colour: tuple[float, ...]) -> float:
    parts = (part / 255 for part in colour)
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def painted(element: Element, inherited: frozenset[str] = frozenset()) -> Iterator[frozenset[str]]:
    """Yield, for all that is painted outside the definitions, the classes that it has and inherits."""
    classes = inherited | {*element.get("class", "").split()}
    if element.tag in PAINTED and element.get("fill") not in ("#fff", "#000"):
        yield classes
    for part in element:
        if part.tag != f"{SVG}defs":
            yield from painted(part, classes)


# ---- the sheet --------------------------------------------------------------------------------------------


def test_each_variable_is_a_colour_and_each_colour_is_used() -> None:
    sheet = map_sheet()
    variables = re.findall(r"var\(--([^)]*)\)", sheet.css)
    assert {name.removesuffix("-on") for name in variables} == {*sheet.colours}
    values = [colour for row in sheet.colours.values() for colour in row]
    assert [colour for colour in values if not re.fullmatch("#[0-9a-f]{6}", colour)] == []
    assert sheet.css.count("{") == sheet.css.count("}") == len(sheet.css.splitlines())  # a rule is a line
    with pytest.raises(ToolkitError, match="no colour 'jungel'; did you mean 'jungle'"):
        sheet.colour("jungel")


@pytest.mark.parametrize("theme", THEMES)
def test_all_that_is_painted_has_a_rule(theme: Theme) -> None:
    """Without one it would be black, or nothing in print where its pattern is missing."""
    picture = full(boxed_island(), theme=theme)
    rules = re.findall(r"(?m)^(\.hexmap.*?)\{([^}]*)\}", map_sheet().text(theme))
    filled = {
        one for where, what in rules if "fill:" in what for one in re.findall(r"\.([a-z-]+)(?=,|$)", where)
    }
    found = list(painted(ElementTree.fromstring(picture)))
    assert len(found) > 250
    assert [sorted(classes) for classes in found if not classes & filled] == []


def test_colours_stand_in_the_sheet_alone() -> None:
    for theme in THEMES:
        picture = body(full(boxed_island(), theme=theme))
        colours = {*re.findall(r' (?:fill|stroke|color)="([^"]*)"', picture)}
        assert colours <= {"none", "#fff", "#000"}  # white and black are the light and shade of pieces
        assert " style=" not in picture
        assert not re.search(r'"#[0-9a-f]{6}"|rgb|hsl', picture)


def test_a_picture_brings_only_the_rules_that_it_needs() -> None:
    small, whole = draw(parse_drawing("J J S"), theme="light"), full(boxed_island(), theme="light")
    assert ".jungle{" in small
    assert not re.search(r"\.(lake|fog|purple|ring|theme-print)\b", small)
    assert len(small) < 5_000
    assert {*re.findall(r"var\(", small)} == set()
    assert ".fog{" in whole
    for theme in THEMES:  # the whole sheet of a theme touches no picture in another
        text = map_sheet().text(theme)
        assert set(re.findall(r"\.hexmap\.theme-(\w+)", text)) == {theme}
        assert all(
            line.startswith((".hexmap.theme-", "svg:root", ":is(", "@media")) for line in text.splitlines()
        )


def test_auto_follows_page_and_system() -> None:
    text = map_sheet().text("auto")
    for name, (light, dark, _) in map_sheet().colours.items():
        assert f"--{name}:light-dark({light},{dark})" in text
    assert "svg:root.hexmap.theme-auto{color-scheme:light dark}" in text
    for switch in ("[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark"):
        assert switch in text


@pytest.mark.parametrize("theme", INKED)
def test_names_can_be_read_on_every_ground_and_in_fog(theme: Theme) -> None:
    colour = {name: rgb(map_sheet().colour(name, theme)) for name in map_sheet().colours}
    opacity = float(re.search(r"fill-opacity:([.\d]+)", map_sheet().css.split(".fog{")[1])[1])  # type: ignore[index]
    for terrain in (*TERRAINS, "blank"):
        pairs = zip(colour["fog"], colour[terrain], strict=True)
        fogged = tuple(opacity * fog + (1 - opacity) * ground for fog, ground in pairs)
        assert contrast(colour["name-ink"], colour[terrain]) > (12 if theme == "print" else 4.5)
        assert contrast(colour["name-ink"], fogged) > 12
        assert contrast(colour["fog"], fogged) > 1.04 or theme == "print" or terrain == "blank"
    assert contrast(colour["name-ink"], colour["name-halo"]) > 7
    assert contrast(colour["ink"], colour["paper"]) > 7
    for landmark in ("hut", "palm", "statue"):
        assert contrast(colour[landmark], colour["badge"]) > 4.5
    assert contrast(colour["light"], colour["light-rim"]) > 4.5  # so that one of both shows on any ground
    assert contrast(colour["heat-low"], colour["heat-high"]) > 4.5


@pytest.mark.parametrize("theme", INKED)
def test_heat_gets_steadily_lighter_or_darker(theme: Theme) -> None:
    low, high = (rgb(map_sheet().colour(f"heat-{end}", theme)) for end in ("low", "high"))
    steps = [tuple(a + (b - a) * i / 20 for a, b in zip(low, high, strict=True)) for i in range(21)]
    shades = [relative_luminance(step) for step in steps]
    assert shades == sorted(shades, reverse=theme != "dark")


# ---- themes, PNG, files -----------------------------------------------------------------------------------


def test_themes_differ_in_the_sheet_alone() -> None:
    drawn = {theme: full(boxed_island(), theme=theme) for theme in THEMES}
    assert {theme: picture.theme for theme, picture in drawn.items()} == {theme: theme for theme in THEMES}
    for theme in SCREENS:
        bare, auto = body(drawn[theme]), body(drawn["auto"])
        assert bare.replace(f"theme-{theme}", "") == auto.replace("theme-auto", "")
        for other in SCREENS:
            assert drawn[theme].in_theme(other) == drawn[other]
            assert drawn[theme].in_theme(other).theme == other
    ids = {theme: {*re.findall(r' id="([^"]*)"', picture)} for theme, picture in drawn.items()}
    assert ids["light"] == ids["dark"] == ids["auto"]
    assert {one.replace("pattern", "glyph") for one in ids["print"]} == ids["auto"]
    on_page = full(boxed_island(), alone=False)
    assert on_page.in_theme("dark") == full(boxed_island(), alone=False, theme="dark")


def test_a_screen_is_not_printed(tmp_path: Path) -> None:
    screen = draw(parse_drawing("J J S"), title="a theme-print in the title")
    on_paper = draw(parse_drawing("J J S"), theme="print")
    assert on_paper.in_theme("print") is on_paper
    others: list[tuple[Picture, Theme]] = [(screen, "print"), (on_paper, "dark")]
    for picture, theme in others:
        saves = (partial(picture.save, tmp_path / name) for name in ("map.svg", "map.png"))
        for do in (picture.in_theme, picture.png, *saves):
            with pytest.raises(ToolkitError, match=f"draw it again with theme='{theme}'"):
                do(theme=theme)
    with pytest.raises(ToolkitError, match="'drak'; did you mean 'dark'"):
        screen.in_theme("drak")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_pictures_without_a_sheet_have_one_theme() -> None:
    plain = Picture('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
    assert plain.in_theme("dark") is plain


def test_png() -> None:
    pytest.importorskip("resvg_py")
    island = parse_drawing("J J S\n J L B")
    picture = full(island, size=200)
    light, dark = picture.png(), picture.png(theme="dark")
    assert light == picture.in_theme("light").png() == picture.png(theme="auto")
    assert light != dark == picture.in_theme("dark").png()
    assert [int.from_bytes(picture.png(zoom=zoom)[16:20], "big") for zoom in (1, 2)] == [200, 400]
    assert picture._repr_png_() == picture.png(zoom=1)
    on_paper = full(island, size=200, theme="print")
    assert on_paper.png().startswith(b"\x89PNG")
    assert on_paper.png() != light


def test_png_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    picture = draw(parse_drawing("J J S"))
    with pytest.raises(ToolkitError, match=r"pip install \"tobago-toolkit\[print\]\""):
        picture.png()
    assert picture._repr_png_() is None


def test_pictures_are_saved(tmp_path: Path) -> None:
    picture = draw(parse_drawing("J J S"), title="ساحل")
    picture.save(tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == picture == picture._repr_svg_()
    picture.save(str(tmp_path / "dark.svg"), theme="dark")
    assert (tmp_path / "dark.svg").read_text(encoding="utf-8") == picture.in_theme("dark")
    with pytest.raises(ToolkitError, match=r"kept as \.svg or \.png, not in 'map\.gif'"):
        picture.save(tmp_path / "map.gif")
    pytest.importorskip("resvg_py")
    picture.save(tmp_path / "map.png")
    assert (tmp_path / "map.png").read_bytes() == picture.png()


def test_numbers_and_inks() -> None:
    found = [number(x) for x in (0.0, -0.0, -0.04, 0.05000001, 12.0, -1.25)]
    assert found == ["0", "0", "0", "0.1", "12", "-1.2"]
    inks = {"#ffffff": "#000000", "#fdd835": "#000000", "#1e5fc4": "#ffffff"}
    assert {colour: ink_on(colour) for colour in inks} == inks
