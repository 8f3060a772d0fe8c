"""How ``tobago board`` tells of the sides of the island of Tobago, and ``tobago deck`` of its clue cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from toolkit.core.pictures import Picture
from toolkit.games.tables import Fault
from toolkit.games.tobago import board_sides, cards
from toolkit.games.tobago.board_sides import UNKNOWN_SIDES, Side, known_sides, layouts, outline
from toolkit.games.tobago.cards import Deck
from toolkit.games.tobago.clues import CLUES
from toolkit.hexmap import TERRAINS
from toolkit.hexmap.drawing import draw
from workbench.cli.owned.commands import Owned
from workbench.cli.printing import styled, table_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    Sides = Mapping[str, Side]

_SIDES_NOTE = """\
# Sides of the island of Tobago, to fill in. Each row is a hex: a tells how many steps it lies along the first
# edge of the side, from the corner in the middle of the island, b how many along the second. Write beach,
# jungle, lake, mountain, river or scrubland behind it. The rows are the hexes of the known side, turned over:
# take out those that your side does not have, and add those that are missing here.
"""

_DECK_NOTE = """\
The clue cards of Tobago, to fill in: how many cards of the box carry each clue. All of them are 52.
"""


class _Board(Owned):
    game = "tobago"
    kind = "sides"
    files = ("sides",)
    parts = UNKNOWN_SIDES

    def templates(self, filled: bool, part: str | None) -> dict[str, str]:
        if filled:
            return {"known-sides.csv": board_sides.write_sides(known_sides())}
        wanted = UNKNOWN_SIDES if part is None else (part,)
        blank = {letter: dict.fromkeys(outline(letter), "") for letter in wanted}
        return {"my-sides.csv": _SIDES_NOTE + board_sides.write_sides(blank)}

    def read(self, texts: Mapping[str, str]) -> Sides:
        return board_sides.read_sides(texts["sides"]) if texts else known_sides()

    def unlikely(self, texts: Mapping[str, str]) -> Sequence[Fault]:
        return board_sides.unlikely(board_sides.read_sides(texts["sides"])) if texts else []

    def data(self, found: Sides) -> dict[str, Any]:
        return {
            "format": "toolkit-board/1",
            "sides": {
                letter: {f"{letter}{a}{b}": terrain for (a, b), terrain in sorted(side.items())}
                for letter, side in found.items()
            },
            "layouts": layouts(found),
        }

    def checked(self, found: Sides, given: Iterable[str]) -> Iterator[RenderableType]:  # noqa: ARG002 - it is one file
        yield _table(found)
        further = [layout for layout in layouts(found) if layout not in layouts()]
        yield styled(f"{len(further)} more layouts, besides the {len(layouts())} known ones:")
        yield styled(" ".join(further))
        yield styled("each turned as you like: aBC+0 is also BCa+0 and CaB+0")

    def shown(self, found: Sides) -> Iterator[RenderableType]:
        yield _table(found)
        yield styled(f"layouts, up to rotation: {' '.join(layouts())}")
        yield styled(
            f"sides {', '.join(UNKNOWN_SIDES)} are unknown; to type them in: tobago board tobago --out DIR"
        )

    def picture(self, found: Sides) -> Picture:
        return draw(board_sides.sides_island(found))


def _table(sides: Sides) -> RenderableType:
    counts = {letter: Counter(side.values()) for letter, side in sides.items()}
    rows = [
        (letter, len(side), *(counts[letter][terrain] for terrain in TERRAINS))
        for letter, side in sides.items()
    ]
    return table_of("side", "hexes", *TERRAINS, rows=rows, numbers=("hexes", *TERRAINS))


class _Deck(Owned):
    game = "tobago"
    kind = cards.FORMAT
    files = ("deck",)

    def templates(self, filled: bool, part: str | None) -> dict[str, str]:  # noqa: ARG002 - one list
        known = cards.reconstructed_deck()
        copies = {clue: known.copies(clue) if filled else 0 for clue in CLUES}
        return {"my-deck.toml": cards.write_deck(copies, "my deck", _DECK_NOTE)}

    def read(self, texts: Mapping[str, str]) -> Deck:
        return cards.read_deck(texts["deck"]) if texts else cards.reconstructed_deck()

    def unlikely(self, texts: Mapping[str, str]) -> Sequence[Fault]:
        return cards.unlikely(self.read(texts))

    def data(self, found: Deck) -> dict[str, Any]:
        cards = {str(clue): copies for clue, copies in found.cards}
        return {"format": "toolkit-deck/1", "title": found.title, "size": len(found), "cards": cards}

    def checked(self, found: Deck, given: Iterable[str]) -> Iterator[RenderableType]:  # noqa: ARG002 - it is one file
        yield styled(f"{found.title}: {len(found)} cards, {len(found.kinds)} different clues")
        known = cards.reconstructed_deck()
        more = ((clue, copies - known.copies(clue)) for clue, copies in found.cards)
        words = [f"{clue} ({number})" for clue, number in more if number > 0]
        yield styled(f"more than in the reconstruction: {', '.join(words) or 'none'}")

    def shown(self, found: Deck) -> Iterator[RenderableType]:
        rows = [(str(clue), copies) for clue, copies in sorted(found.cards, key=lambda card: card[0].number)]
        yield table_of("clue", "copies", rows=rows, numbers=("copies",))
        yield styled(
            f"{found.title}: {len(found)} cards. Which clues the box holds is not known; "
            "to type in those of yours: tobago deck tobago --out DIR"
        )


BOARD = _Board()
DECK = _Deck()
