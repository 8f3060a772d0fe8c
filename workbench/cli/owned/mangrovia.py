"""How ``tobago board`` tells of the board of Mangrovia: spaces, paths and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toolkit.core.pictures import Picture
from toolkit.games.mangrovia import board_picture
from toolkit.games.mangrovia.files.reading import FILES, shipped, warnings
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.tables import Fault
from workbench.cli.owned.commands import Owned
from workbench.cli.printing import styled, table_of

if TYPE_CHECKING:
    from rich.console import RenderableType


_INVENTED = {
    "board": "the spaces",
    "paths": "the places and most prizes of the paths",
    "setup": "the start cards",
}
"""What is reconstructed in each file that is shipped."""


class _Board(Owned):
    game = GAME.name
    kind = "a board"
    files = tuple(FILES)

    def templates(self, filled: bool, part: str | None) -> dict[str, str]:  # noqa: ARG002 - of one piece
        return {f"{rule}.csv": shipped(FILES[rule] if filled else f"template-{rule}.csv") for rule in FILES}

    def read(self, texts: Mapping[str, str]) -> Rules:
        given: dict[str, Any] = dict(texts)
        return replace(GAME.Rules(), **given)

    def unlikely(self, texts: Mapping[str, str]) -> Sequence[Fault]:
        return warnings(**texts)

    def hashes(self, found: Rules) -> dict[str, str]:
        return GAME.hashes(found)

    def data(self, found: Rules) -> dict[str, Any]:
        layout = found.layout
        return {
            "format": "toolkit-board/1",
            "label": layout.label,
            "spaces": len(layout.spaces),
            "areas": Counter(space.area for space in layout.spaces),
            **layout.to_dict(),
        }

    def checked(self, found: Rules, given: Iterable[str]) -> Iterator[RenderableType]:
        board = found.layout
        areas = Counter(space.area for space in board.spaces)
        words = ", ".join(f"{number} {area}" for area, number in areas.items())
        paid = Counter(space.pay for space in board.spaces)
        yield styled(
            f"{board.label}: {len(board.spaces)} spaces ({words}), {paid['cards']} paid with cards and "
            f"{paid['amulets']} with amulets; {len(board.paths)} paths"
        )
        if invented := [words for rule, words in _INVENTED.items() if rule not in given]:
            yield styled(f"as shipped, and reconstructed: {'; '.join(invented)}")

    def shown(self, found: Rules) -> Iterator[RenderableType]:
        board = found.layout.to_dict()
        yield styled(found.layout.label, style="bold")
        heads = "space", "landscape", "price", "points", "area", "mark", "path:place"
        rows = [
            (
                space["id"],
                "/".join(space["landscapes"]),
                f"{space['price']} {space['pay']}",
                space["points"],
                space["area"],
                space["mark"].replace("none", ""),
                " ".join(f"{path}:{rank}" for path, rank in space["paths"].items()),
            )
            for space in board["board"]
        ]
        yield table_of(*heads, rows=rows, numbers=("points",))
        paths = [
            (path["id"], path["line"], path["first"], path["second"], " ".join(path["spaces"]))
            for path in board["paths"]
        ]
        ways = "path", "runs in", "first", "second", "spaces"
        yield table_of(*ways, rows=paths, numbers=("first", "second"))

    def picture(self, found: Rules) -> Picture:
        return board_picture(found.layout)


BOARD = _Board()
