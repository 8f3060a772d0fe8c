"""Clue decks: the cards with their numbers of copies, from data files (T-10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from toolkit.core.document import parse_toml
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import Clue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FORMAT = "tobago-deck/1"
_KEYS = ("format", "title", "cards")


class DeckError(ToolkitError):
    """A text that is no clue deck."""


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
            raise DeckError(f"deck {quote(self.title)} holds one kind of card twice: give its copies once")

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


def read_deck(text: str) -> Deck:
    """Read a deck from TOML: ``format = "tobago-deck/1"``, a ``title``, and ``[cards]`` with clue = copies.

    `DeckError` names the faulty key or clue.
    """
    try:
        raw = parse_toml(text)
    except ValueError as error:
        why = f": {error}" if FORMAT in text else ""  # of a file of another kind nothing is quoted
        raise DeckError(f"not valid TOML{why}") from None
    if (form := raw.get("format")) != FORMAT:
        named = quote(form) if str(form).startswith("tobago-") else "another one"
        raise DeckError(f"format: {named} instead of {FORMAT!r}")
    if unknown := sorted(raw.keys() - set(_KEYS)):
        raise DeckError(f"unknown key {quote(unknown[0])}{did_you_mean(unknown[0], _KEYS)}")
    cards = raw.get("cards")
    if not isinstance(cards, dict) or not cards:
        raise DeckError("cards: a table of clues with their copies is needed")
    title = raw.get("title", "deck")
    if not isinstance(title, str):
        raise DeckError(f"title: {quote(title)} is no text")
    return Deck(title, tuple(_cards(cards)))


def _cards(cards: dict[str, Any]) -> Iterator[tuple[Clue, int]]:
    seen: set[Clue] = set()
    for text, copies in cards.items():
        clue = Clue.parse(text)
        if clue in seen:
            raise DeckError(f"cards: {str(clue)!r} stands there twice")
        if type(copies) is not int or not 1 <= copies <= 1000:
            raise DeckError(
                f"cards: {str(clue)!r} has {quote(copies)} copies: a whole number from 1 is needed"
            )
        seen.add(clue)
        yield clue, copies
