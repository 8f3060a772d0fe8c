"""The cards: clue decks, from data files, with the copies of each clue (T-10), and treasure cards (T-18)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from toolkit.core.document import parse_toml
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tables import Fault, FaultyFile, refuse
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.rules import GameRules

FORMAT = "tobago-deck/1"
SIZE = 52
"""How many clue cards the box holds (T-10)."""

CURSE = 0
"""The face of a curse; the face of a gold card is its number of coins."""

_KEYS = ("format", "title", "cards")
_MOST_COPIES = 1000


@dataclass(frozen=True, slots=True)
class Deck:
    """The clue cards: each kind of card once, with its number of copies.

    >>> deck = reconstructed_deck()
    >>> len(deck), deck.copies(Clue.parse("in jungle"))
    (52, 1)
    """

    title: str
    cards: tuple[tuple[Clue, int], ...]

    def __post_init__(self) -> None:
        if len(set(self.kinds)) < len(self.cards):
            raise ToolkitError(f"deck {quote(self.title)} holds one kind of card twice: give its copies once")

    def __len__(self) -> int:
        return sum(copies for _, copies in self.cards)

    def __iter__(self) -> Iterator[Clue]:
        """Go through the cards, copies included."""
        return (clue for clue, copies in self.cards for _ in range(copies))

    @property
    def kinds(self) -> tuple[Clue, ...]:
        """The different clues of the deck, in its order."""
        return tuple(clue for clue, _ in self.cards)

    def copies(self, clue: Clue) -> int:
        """Return how many cards carry a clue; 0 when none does."""
        return dict(self.cards).get(clue, 0)

    def without(self, clues: Iterable[Clue]) -> Deck:
        """Return what is left when these cards lie elsewhere; a card that is not there is passed over.

        Players lay clues that a reconstructed deck lacks, so that is no error.
        """
        gone = Counter(clues)
        left = ((clue, copies - gone[clue]) for clue, copies in self.cards)
        return Deck(self.title, tuple((clue, copies) for clue, copies in left if copies > 0))


@cache
def reconstructed_deck() -> Deck:
    """Return the 52 cards that the toolkit plays with by default.

    A RECONSTRUCTION: the list of the real cards is not known. ``data/deck.toml`` says which cards are
    attested and which are filled in (T-10).
    """
    return read_deck(files("toolkit.games.tobago").joinpath("data/deck.toml").read_text(encoding="utf-8"))


def deck_of(rules: GameRules) -> Deck:
    """Return the clue deck of a game; `ClueError` for a card that is no clue."""
    if rules.deck is None:
        return reconstructed_deck()
    return Deck("supplied", tuple(Counter(map(Clue.parse, rules.deck)).items()))


def read_deck(text: str) -> Deck:
    """Read a deck from TOML: ``format = "tobago-deck/1"``, a ``title``, and ``[cards]`` with clue = copies.

    A clue with 0 copies is not in it. `FaultyFile` names each faulty key or clue with its line.
    """
    try:
        raw = parse_toml(text)
    except ValueError as error:
        line = re.search(r" \(at line ([0-9]+), column [0-9]+\)$", str(error))
        why = f": {error}" if FORMAT in text else ""  # of a file of another kind nothing is quoted
        at = int(line[1]) if line and why else 0
        raise FaultyFile([Fault("deck", at, f"not valid TOML{why}")]) from None
    refuse(_keys(raw, text))
    found: dict[Clue, int] = {}
    faults: list[Fault] = []
    for written, copies in raw["cards"].items():
        try:
            _add(found, written, copies)
        except ToolkitError as error:
            faults.append(Fault("deck", _line(text, written), f"cards: {error}"))
    refuse(faults)
    if not any(found.values()):
        refuse([Fault("deck", 0, "cards: none has a copy yet")])
    return Deck(raw.get("title", "deck"), tuple((clue, copies) for clue, copies in found.items() if copies))


def _keys(raw: dict[str, Any], text: str) -> Iterator[Fault]:
    """Yield what is wrong with the keys of a file."""
    if (form := raw.get("format")) != FORMAT:
        named = quote(form) if str(form).startswith("tobago-") else "another one"
        yield Fault("deck", _line(text, "format"), f"format: {named} instead of {FORMAT!r}")
        return
    for key in sorted(raw.keys() - set(_KEYS)):
        yield Fault("deck", _line(text, key), f"unknown key {quote(key)}{did_you_mean(key, _KEYS)}")
    if not isinstance(cards := raw.get("cards"), dict) or not cards:
        yield Fault("deck", _line(text, "cards"), "cards: a table of clues with their copies is needed")
    if not isinstance(title := raw.get("title", ""), str):
        yield Fault("deck", _line(text, "title"), f"title: {quote(title)} is no text")


def _add(found: dict[Clue, int], written: str, copies: object) -> None:
    clue = Clue.parse(written)
    if clue in found:
        raise ToolkitError(f"{str(clue)!r} stands there twice")
    if type(copies) is not int or not 0 <= copies <= _MOST_COPIES:
        raise ToolkitError(f"{str(clue)!r} has {quote(copies)} copies: a whole number from 0 is needed")
    found[clue] = copies


def _line(text: str, key: str) -> int:
    """Return the line on which a key stands, bare or in quotes; 0 where it is written in another way."""
    found = re.search(rf"""^[ \t]*["']?{re.escape(key)}["']?[ \t]*=""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def unlikely(deck: Deck) -> list[Fault]:
    """Return what a deck has that the cards of the box have not: another number of cards (T-10)."""
    if (few := SIZE - len(deck)) == 0:
        return []
    odd = f"{abs(few)} {'are missing' if few > 0 else 'too many'}"
    return [Fault("deck", 0, f"{len(deck)} cards, not {SIZE}: {odd} (T-10)")]


def write_deck(copies: Mapping[Clue, int], title: str, comment: str = "") -> str:
    """Return the text of a deck, which `read_deck` reads; a comment of several lines may stand above it."""
    above = [f"# {line}".rstrip() for line in comment.splitlines()] + [""] * bool(comment)
    rows = [f'"{clue}" = {number}' for clue, number in copies.items()]
    name = json.dumps(title, ensure_ascii=False)
    return "\n".join([*above, f'format = "{FORMAT}"', f"title = {name}", "", "[cards]", *rows, ""])


# ---- treasure cards ----------------------------------------------------------------------------------------


def treasure_name(face: int) -> str:
    """Return how a treasure card is written: its coins, or ``curse``."""
    return "curse" if face == CURSE else str(face)


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


def treasures_of(rules: GameRules) -> tuple[int, ...]:
    """Return the treasure deck of a game, curses and gold, by the faces of its cards."""
    return (*[CURSE] * rules.curses, *sorted(gold_of(rules)))
