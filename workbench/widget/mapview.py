"""`MapView`: a position on a map that answers to a touch, in JupyterLab, in marimo and on a page of its own.

What the map shows is worked out in the browser, by masks. What changes the position is asked of Python, which
knows the rules, and comes back as a new board.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import traitlets
from anywidget import AnyWidget
from IPython.core.getipython import get_ipython

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures.sheet import following
from toolkit.games.tobago.cards import reconstructed_deck
from toolkit.games.tobago.clues import LANDMARKS, Clue, Setting
from toolkit.games.tobago.maps import COLOURS, TreasureMap
from toolkit.games.tobago.pictures import amulet, atv
from toolkit.games.tobago.placement import free_hexes, placement_faults
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.table import lay, move
from toolkit.games.tobago.telling import in_words
from toolkit.hexmap.drawing import draw
from workbench.web.bundle import Page, bundle, sheets, source
from workbench.web.data import clue_words, drawings, maps_data, page_words, setting_data

ALL = -1
"""In place of a step: all clues lie."""

_HERE = files("workbench.widget")
_DRAWN = ("setting", "facings", "atvs", "amulets", "deck")
_SHOWN = ("ground", "board", "words", "colour", "selection", "clue", "step", "heat", "heated")


@cache
def _script() -> str:
    return f"{bundle('mapview.js', _HERE)}\nexport default {{ render: module_mapview.render }};"


@cache
def _sheet() -> str:
    """Return all sheets; the values of a page stand on the widget alone, which follows a page of others."""
    rules = "\n".join(source(name, _HERE) for name in sheets("mapview.js", _HERE))
    return rules.replace(":root", ".tobago-view") + following(".tobago-view")


def _ground(position: Position, lang: str) -> dict[str, Any]:
    """Return what is drawn of a position, which a clue does not change."""
    setting, say = position.setting, in_words(lang)
    picture = draw(
        setting.island,
        landmarks=setting.landmarks,
        facings=position.facings,
        tokens=[*(atv(*piece, say) for piece in position.atvs.items()), *map(amulet, position.amulets)],
        legend=False,
        alone=False,
        say=say,
    )
    return {
        "svg": str(picture),
        "setting": setting_data(setting),
        "deck": list(map(str, position.deck.kinds)),
        "reconstructed": position.deck == reconstructed_deck(),
        "atvs": dict(position.atvs),
        "landmarks": {kind: list(cells) for kind, cells in setting.landmarks.items()},
    }


def _board(position: Position) -> dict[str, Any]:
    """Return the clues of a position: on its maps, in their order, in the hand."""
    return {
        "maps": maps_data(position),
        "order": list(position.order),
        "hand": None if position.hand is None else list(map(str, position.hand)),
    }


@cache
def _words(lang: str) -> dict[str, Any]:
    """Return texts, the clues in words, and all signs that are copied: what never changes."""
    return {
        "lang": lang,
        "texts": page_words(lang),
        "clues": clue_words(lang),
        **drawings(),
    }


class MapView(AnyWidget):
    """A position on a map that answers.

    In the browser: touch a hex and see which clue rules it out; choose a clue of the hand or of the matrix of
    all clues and see what it would leave on each map, and whether it may be laid; lay it, take the last one
    back; drag through the order of play; move a landmark or an ATV; ask where the treasure will end.

    Parameters
    ----------
    position
        What lies on the table, or the name of its file; `view.position` is what lies there now, and
        setting it changes the view.
    lang
        ``en`` or ``fa``.

    Raises
    ------
    PositionError
        A file that is not there or holds no position of Tobago (`Position.load`).
    ToolkitError
        A hex, map or clue that there is not, or something else than a position.

    Examples
    --------
    >>> view = MapView("examples/first-position.toml")
    >>> view.lay("white", "not in mountain")
    >>> len(view.position.maps["white"].candidates)
    81
    """

    _esm = traitlets.Unicode("").tag(sync=True)
    _css = traitlets.Unicode("").tag(sync=True)

    position: Any = traitlets.Instance(Position)  #: a trait that can be observed
    ground: Any = traitlets.Dict().tag(sync=True)
    board: Any = traitlets.Dict().tag(sync=True)
    words: Any = traitlets.Dict().tag(sync=True)
    colour: Any = traitlets.Unicode("").tag(sync=True)  #: the map in view
    selection: Any = traitlets.Unicode("").tag(sync=True)  #: the hex that is selected; empty for none
    clue: Any = traitlets.Unicode("").tag(sync=True)  #: the clue that is previewed; empty for none
    step: Any = traitlets.Int(ALL).tag(sync=True)  #: so many clues of the order of play lie, or `ALL`
    #: shares from 0 to 1 by hex, such as ``forecast(...).ends``, about the map in view; empty for none
    heat: Any = traitlets.Dict().tag(sync=True)
    heated: Any = traitlets.Unicode("").tag(sync=True)
    free: Any = traitlets.List().tag(sync=True)
    told: Any = traitlets.Unicode("").tag(sync=True)  #: why the last wish was refused; empty if it was not

    def __init__(self, position: Position | str | Path, *, lang: str = "en") -> None:
        position = _opened(position)
        laid = [one.colour for one in position.maps.values() if one.plays]
        colour = position.order[-1] if position.order else (laid or COLOURS)[0]
        super().__init__(
            _esm=_script(),
            _css=_sheet(),
            position=position,
            ground=_ground(position, lang),
            board=_board(position),
            words=_words(lang),
            colour=colour,
        )
        self._plays: list[tuple[tuple[Clue, ...] | None, Position]] = []  # the hand before, and what came
        self.on_msg(self._asked)

    # ---- what Python does ----------------------------------------------------------------------------------

    def lay(self, colour: str, clue: Clue | str, owner: str | None = None) -> None:
        """Lay a clue on a map; `ToolkitError` when the rules forbid it (T-12)."""
        found = clue if isinstance(clue, Clue) else Clue.parse(clue)
        before, after = self.position, lay(self.position, _colour(colour), found, owner)
        self._plays.append((before.hand, after))
        with self.hold_sync():
            self.position, self.clue = after, ""

    def take_back(self) -> None:
        """Take the last clue back, a card that was laid here into the hand.

        `ToolkitError` if there is none or it is unknown.
        """
        now, back = self.position, self.position.undo()
        if self._plays:
            hand, after = self._plays.pop()
            if (after.order, _clues(after), after.hand) == (now.order, _clues(now), now.hand):
                back = replace(back, hand=hand)
        self.position = back

    def move(self, player: str, name: str) -> None:
        """Put the ATV of a player on a hex, however far it is (as ``tobago move --force``)."""
        self.position = move(self.position, player, [name], force=True)

    def move_landmark(self, start: str, name: str) -> None:
        """Move a landmark to another hex; `ToolkitError` when T-5 forbids it there."""
        self.position = _with_landmark(self.position, start, name)

    def show_heat(self, colour: str | None = None) -> None:
        """Show where the treasure of a map, by default of the map in view, will end when the deck decides."""
        from solvers.tobago import forecast  # it takes time to load

        wanted = _colour(colour or self.colour)
        found = forecast(self.position.maps[wanted], self.position.remaining)
        self.colour = wanted
        self.heat = found.ends

    def to_html(self, path: str | Path | None = None) -> str:
        """Return the view as one page that works from disk without network, and write it if a path is given.

        There it previews, lays and takes back clues; what needs Python (moves, heat) is not offered.
        """
        state = {name: getattr(self, name) for name in _SHOWN} | {"free": [], "told": ""}  # what was asked
        page = Page(
            self.position.setting.island.title,
            '<main id="view"></main>',
            script="viewpage.js",
            data=state,
            lang=self.words["lang"],
            beside=_HERE,
        ).on_disk()
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    @property
    def picture(self) -> Any:
        """The position as a picture, for readers without a browser of their own."""
        return draw_position(self.position, self.colour)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, with its picture for places that run no scripts: GitHub, PDF.

        Where nobody runs the notebook by hand, as with ``nbconvert --execute``, the picture is all: no Python
        will be there to answer.
        """
        found = super()._repr_mimebundle_(**options)
        data, more = found if isinstance(found, tuple) else (found, {})
        picture = self.picture
        kept = {"image/svg+xml": str(picture), "image/png": picture._repr_png_()}
        shown = {} if _unattended() else (data or {})
        return {**shown, **{kind: value for kind, value in kept.items() if value}}, more

    # ---- what the browser asks -----------------------------------------------------------------------------

    def _asked(self, _: Any, content: Mapping[str, Any], __: Any) -> None:
        """Do what was asked for by a touch; what the rules forbid is told."""
        wishes: Mapping[str, Callable[..., None]] = {
            "lay": self.lay,
            "take_back": self.take_back,
            "move": self.move,
            "move_landmark": self.move_landmark,
            "hold": self._hold,
            "heat": self.show_heat,
        }
        self.told = ""
        try:
            wishes[content["wish"]](*content["parts"])
        except ToolkitError as fault:
            self.told = str(fault)

    def _hold(self, start: str) -> None:
        """Say where the landmark of a hex may go."""
        self.free = list(free_hexes(self.position.setting, start))

    @traitlets.observe("position")
    def _moved(self, change: Mapping[str, Any]) -> None:
        """Show another position; what is drawn is drawn anew only where it differs."""
        old, new = change["old"], change["new"]
        if old is None:
            return  # the view is being made
        with self.hold_sync():
            if any(getattr(old, part) != getattr(new, part) for part in _DRAWN):
                self.ground = _ground(new, self.words["lang"])
            if self.selection not in new.setting.island.names:
                self.selection = ""
            self.board, self.step, self.heat, self.free = _board(new), ALL, {}, []

    @traitlets.validate("colour")
    def _known_colour(self, proposal: Mapping[str, Any]) -> str:
        return _colour(proposal["value"])

    @traitlets.validate("selection")
    def _known_hex(self, proposal: Mapping[str, Any]) -> str:
        if proposal["value"]:
            self.position.setting.island.number(proposal["value"])
        return str(proposal["value"])

    @traitlets.validate("step")
    def _known_step(self, proposal: Mapping[str, Any]) -> int:
        step, most = int(proposal["value"]), len(self.position.order)
        if not ALL <= step <= most:
            raise ToolkitError(f"step {step}: the order of play has {most} clues (ALL is {ALL})")
        return step

    @traitlets.validate("heat")
    def _known_hexes(self, proposal: Mapping[str, Any]) -> dict[str, float]:
        self.position.setting.island.cells(proposal["value"])
        self.heated = self.colour  # also where two maps have the same heat, of which no observer hears
        return {name: float(share) for name, share in proposal["value"].items()}

    @traitlets.validate("clue")
    def _known_clue(self, proposal: Mapping[str, Any]) -> str:
        return str(Clue.parse(proposal["value"])) if proposal["value"] else ""


def _opened(position: object) -> Position:
    """Return a position, read from its file if that is given."""
    if isinstance(position, Position):
        return position
    if isinstance(position, str | Path):
        return Position.load(position)
    raise ToolkitError(f"a position of Tobago or the name of its file is shown, not {quote(repr(position))}")


def _unattended() -> bool:
    """Tell whether a program that has nobody to ask runs the cell, unless it serves a page (Voila)."""
    kernel = getattr(get_ipython(), "kernel", None)
    asked = kernel.get_parent("shell").get("content", {}) if kernel else {}
    return asked.get("allow_stdin") is False and not {"SERVER_SOFTWARE", "VOILA_PREHEAT"} & os.environ.keys()


def _clues(position: Position) -> list[tuple[Clue, ...]]:
    return [one.clues for one in position.maps.values()]


def _colour(name: str) -> str:
    if name not in COLOURS:
        raise ToolkitError(f"no map {quote(name)}{did_you_mean(name, COLOURS)}")
    return name


def _with_landmark(position: Position, start: str, name: str) -> Position:
    """Return a position with a landmark elsewhere; the clues stay, and a statue keeps its direction."""
    old = position.setting
    kind = old.landmark(start)
    if kind is None:
        raise ToolkitError(f"no landmark stands on {start}")
    places = {one: [name if at == start else at for at in old.landmarks[one]] for one in LANDMARKS}
    setting = Setting(old.island, places["hut"], places["palm"], places["statue"], old.rules)
    if faults := [one for one in placement_faults(setting) if one not in placement_faults(old)]:
        raise ToolkitError("; ".join(faults))
    maps = {colour: TreasureMap(setting, colour, m.plays, m.removed) for colour, m in position.maps.items()}
    facings = {name if at == start else at: way for at, way in position.facings.items()}
    return replace(position, setting=setting, maps=maps, facings=facings)
