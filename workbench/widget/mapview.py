"""`MapView`: a position on a map that answers to a touch, in JupyterLab and on a page of its own.

What the map shows is worked out in the browser, by masks. What changes the position is asked of Python, which
knows the rules, and comes back as a new board.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets
from anywidget import AnyWidget

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue
from toolkit.games.tobago.maps import COLOURS, TreasureMap
from toolkit.games.tobago.pictures import amulet, atv, pictogram
from toolkit.games.tobago.placement import placement_faults
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.setting import Setting
from toolkit.games.tobago.table import lay, move
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import sprite
from workbench.web.bundle import Page, bundle, source
from workbench.web.data import clue_words, maps_data, page_words, setting_data

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ALL = -1
"""In place of a step: all clues lie."""

_SHEETS = ("map.css", "tokens.css", "hexmap.css", "mapview.css")


@cache
def _script() -> str:
    return f"{bundle('mapview.js')}\nexport default {{ render: module_mapview.render }};"


@cache
def _sheet() -> str:
    """Return all sheets; the values of a page stand on the widget alone, for the page is another's."""
    return "\n".join(source(name).replace(":root", ".tobago-view") for name in _SHEETS)


def _board(position: Position, lang: str) -> dict[str, Any]:
    """Return what is drawn and told of a position."""
    setting = position.setting
    picture = draw(
        setting.island,
        landmarks=setting.landmarks,
        facings=position.facings,
        tokens=[*(atv(*piece) for piece in position.atvs.items()), *map(amulet, position.amulets)],
        legend=False,
        alone=False,
    )
    return {
        "svg": str(picture),
        "setting": setting_data(setting),
        "maps": maps_data(position),
        "order": list(position.order),
        "hand": None if position.hand is None else list(map(str, position.hand)),
        "deck": list(map(str, position.deck.kinds)),
        "atvs": dict(position.atvs),
        "landmarks": {kind: list(cells) for kind, cells in setting.landmarks.items()},
        "lang": lang,
    }


@cache
def _words(lang: str) -> dict[str, Any]:
    """Return texts, the clues in words, and all signs that are copied: what never changes."""
    pictograms = {str(clue): pictogram(clue) for clue in CLUES}
    return {
        "texts": page_words(lang),
        "clues": clue_words(lang),
        "pictograms": pictograms,
        "signs": sprite(),
    }


class MapView(AnyWidget):
    """A position on a map that answers.

    In the browser: touch a hex and see which clues rule it out; choose a clue of the hand or of the deck and
    see what it would leave on each map, and whether it may be laid; lay it, take the last one back; step
    through the order of play; move a landmark or an ATV.

    Parameters
    ----------
    position
        What lies on the table; `view.position` is what lies there now, and setting it changes the view.
    lang
        ``en`` or ``fa``.

    Attributes
    ----------
    position
        The position, a trait that can be observed.
    colour
        The map in view.
    selection
        The hex that is selected; empty for none.
    clue
        The clue that is previewed; empty for none.
    step
        So many clues of the order of play lie, or `ALL`.
    heat
        Shares from 0 to 1 by hex, such as ``forecast(...).ends``; empty for none.
    told
        Why the last wish was refused; empty if it was not.

    Raises
    ------
    ToolkitError
        A hex, map or clue that there is not.

    Examples
    --------
    >>> view = MapView(Position.load("examples/first-position.toml"))
    >>> view.lay("white", "not in mountain")
    >>> len(view.position.maps["white"].candidates)
    81
    """

    _esm = traitlets.Unicode("").tag(sync=True)
    _css = traitlets.Unicode("").tag(sync=True)

    position: Any = traitlets.Instance(Position)
    board: Any = traitlets.Dict().tag(sync=True)
    words: Any = traitlets.Dict().tag(sync=True)
    colour: Any = traitlets.Unicode("").tag(sync=True)
    selection: Any = traitlets.Unicode("").tag(sync=True)
    clue: Any = traitlets.Unicode("").tag(sync=True)
    step: Any = traitlets.Int(ALL).tag(sync=True)
    heat: Any = traitlets.Dict().tag(sync=True)
    told: Any = traitlets.Unicode("").tag(sync=True)

    def __init__(self, position: Position, *, lang: str = "en") -> None:
        laid = [one.colour for one in position.maps.values() if one.plays]
        colour = position.order[-1] if position.order else (laid or COLOURS)[0]
        super().__init__(
            _esm=_script(),
            _css=_sheet(),
            position=position,
            board=_board(position, lang),
            words=_words(lang),
            colour=colour,
        )
        self.on_msg(self._asked)

    # ---- what Python does ----------------------------------------------------------------------------------

    def lay(self, colour: str, clue: Clue | str, owner: str | None = None) -> None:
        """Lay a clue on a map; `ToolkitError` when the rules forbid it (T-12)."""
        found = clue if isinstance(clue, Clue) else Clue.parse(clue)
        self.position = lay(self.position, _colour(colour), found, owner)
        self.clue = ""

    def take_back(self) -> None:
        """Take the last clue back; `ToolkitError` if there is none or it is unknown."""
        self.position = self.position.undo()

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
        self.heat = {name: float(share) for name, share in found.ends.items()}

    def to_html(self, path: str | Path | None = None) -> str:
        """Return the view as one page that works from disk without network, and write it if a path is given.

        There it previews, lays and takes back clues; what needs Python (moves, heat) is not offered.
        """
        state = {name: getattr(self, name) for name in ("board", "words", "colour", "step", "heat")}
        page = Page(
            self.position.setting.island.title,
            '<main id="view"></main>',
            script="viewpage.js",
            sheets=["mapview.css"],
            data=state,
            lang=self.board["lang"],
        ).on_disk()
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    @property
    def picture(self) -> Any:
        """The position as a picture, for readers without a browser of their own."""
        return draw_position(self.position, self.colour)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, with its picture for places that run no scripts: GitHub, PDF."""
        found = super()._repr_mimebundle_(**options)
        data, more = found if isinstance(found, tuple) else (found, {})
        picture = self.picture
        kept = {"image/svg+xml": str(picture), "image/png": picture._repr_png_()}
        return {**(data or {}), **{kind: value for kind, value in kept.items() if value}}, more

    # ---- what the browser asks -----------------------------------------------------------------------------

    def _asked(self, _: Any, content: Mapping[str, Any], __: Any) -> None:
        """Do what was asked for by a touch; what the rules forbid is told."""
        wishes: Mapping[str, Callable[..., None]] = {
            "lay": self.lay,
            "take_back": self.take_back,
            "move": self.move,
            "move_landmark": self.move_landmark,
            "heat": self.show_heat,
        }
        self.told = ""
        try:
            wishes[content["wish"]](*content["parts"])
        except ToolkitError as fault:
            self.told = str(fault)

    @traitlets.observe("position")
    def _moved(self, _: Any) -> None:
        if self.board:
            self.board = _board(self.position, self.board["lang"])
            self.step, self.heat = ALL, {}

    @traitlets.validate("colour")
    def _known_colour(self, proposal: Mapping[str, Any]) -> str:
        return _colour(proposal["value"])

    @traitlets.validate("selection")
    def _known_hex(self, proposal: Mapping[str, Any]) -> str:
        if proposal["value"]:
            self.position.setting.island.number(proposal["value"])
        return str(proposal["value"])

    @traitlets.validate("clue")
    def _known_clue(self, proposal: Mapping[str, Any]) -> str:
        return str(Clue.parse(proposal["value"])) if proposal["value"] else ""


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
