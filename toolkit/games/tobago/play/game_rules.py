"""`GameRules`: the rules of a whole game, with the set-up that they name: island, landmarks, decks, seats."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from toolkit.core.document import parse_toml
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.board_sides import boxed_island, read_sides
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.decks import Deck, reconstructed_deck
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Island, parse_drawing


@dataclass(frozen=True, slots=True)
class GameRules(Rules):
    """The switches of `Rules`, and the set-up of a game.

    Attributes
    ----------
    island
        A layout such as ``ABC+0``, or a drawing.
    sides
        The board sides that an owner supplies, as the text of a CSV file (`read_sides`).
    huts, palms, statues
        The hexes of the landmarks, as in a position file: a statue may name its facing (``A23>NE``). None:
        chance places the 4 huts, 3 palms or 3 statues at the start of the game, by T-5. A facing that is not
        named is drawn too.
    deck
        The clue cards, each as its clue, so a clue stands there as often as the deck holds it. None: the
        reconstruction that ships (T-10).
    gold
        The coins of each gold card of the treasure deck. None: the reconstruction that ships (T-18).
    atvs
        The hexes on which the ATVs start, in turn order. None: each player chooses (T-16).
    colours
        The colours of the players in turn order, the start player first (T-19).

    Raises
    ------
    ToolkitError
        A value that the rule does not know, or sides with a fault (`FaultyFile`). Hexes are checked against
        the island by `CompiledIsland`.
    """

    island: str = "ABC+0"
    sides: str = ""
    huts: tuple[str, ...] | None = None
    palms: tuple[str, ...] | None = None
    statues: tuple[str, ...] | None = None
    deck: tuple[str, ...] | None = None
    gold: tuple[int, ...] | None = None
    atvs: tuple[str, ...] | None = None
    colours: tuple[str, ...] = PLAYERS

    def __post_init__(self) -> None:
        Rules.__post_init__(self)  # a slotted dataclass is made anew, so super() does not find it
        if self.gold is not None and min(self.gold, default=1) < 1:
            raise ToolkitError(f"rule gold: a gold card with {min(self.gold)} coins")
        if self.sides:
            read_sides(self.sides)
        _check_colours(self.colours)

    @property
    def switches(self) -> Rules:
        """The switches alone, as a position has them."""
        return Rules(**{field.name: getattr(self, field.name) for field in fields(Rules)})


def _check_colours(colours: tuple[str, ...]) -> None:
    for colour in colours:
        if colour not in PLAYERS:
            raise ToolkitError(
                f"rule colours: no player {quote(colour)}{did_you_mean(colour, PLAYERS, 'players')}"
            )
    if len(set(colours)) < len(colours):
        raise ToolkitError(f"rule colours: {quote(', '.join(colours))} names a colour twice")


def island_of(rules: GameRules) -> Island:
    """Return the island of a game; errors as in `boxed_island` and `parse_drawing`."""
    if "+" in rules.island:
        return boxed_island(rules.island, read_sides(rules.sides) if rules.sides else None)
    return parse_drawing(rules.island)


def deck_of(rules: GameRules) -> Deck:
    """Return the clue deck of a game; `ClueError` for a card that is no clue."""
    if rules.deck is None:
        return reconstructed_deck()
    return Deck("supplied", tuple(Counter(map(Clue.parse, rules.deck)).items()))


@cache
def reconstructed_gold() -> tuple[int, ...]:
    """Return the coins of the 39 gold cards that the toolkit plays with by default, sorted.

    A RECONSTRUCTION: that 39 cards are worth 2 to 6 coins is well sourced, how many are worth what is not
    known. ``data/treasure.toml`` says how it was filled in (T-18).
    """
    text = files("toolkit.games.tobago").joinpath("data/treasure.toml").read_text(encoding="utf-8")
    cards = parse_toml(text)["gold"]
    return tuple(sorted(int(coins) for coins, copies in cards.items() for _ in range(copies)))


def gold_of(rules: GameRules) -> tuple[int, ...]:
    """Return the coins of each gold card of a game."""
    return reconstructed_gold() if rules.gold is None else rules.gold
