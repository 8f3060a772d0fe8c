"""Clue decks read from TOML, and what they answer."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Clue, Deck, reconstructed_deck
from toolkit.games.tobago.clues import ClueError
from toolkit.games.tobago.decks import DeckError, read_deck

SMALL = 'format = "tobago-deck/1"\ntitle = "small"\n[cards]\n"in jungle" = 2\n"Not  next to HUT" = 1\n'
JUNGLE, HUT, LAKE = (Clue.parse(text) for text in ("in jungle", "not next to hut", "in lake"))


def test_a_deck_is_read_with_its_copies_in_its_order() -> None:
    deck = read_deck(SMALL)
    assert deck == Deck("small", ((JUNGLE, 2), (HUT, 1)))
    assert list(deck) == [JUNGLE, JUNGLE, HUT]
    assert len(deck) == 3
    assert deck.kinds == (JUNGLE, HUT)
    assert [deck.copies(clue) for clue in (JUNGLE, HUT, LAKE)] == [2, 1, 0]


def test_a_deck_without_a_title_is_called_deck() -> None:
    assert read_deck(SMALL.replace('title = "small"\n', "")).title == "deck"


def test_cards_that_lie_elsewhere_are_left_out() -> None:
    deck = read_deck(SMALL)
    assert deck.without([JUNGLE]) == Deck("small", ((JUNGLE, 1), (HUT, 1)))
    assert deck.without([JUNGLE, HUT, JUNGLE]) == Deck("small", ())
    assert deck.without([LAKE, HUT, HUT]) == Deck("small", ((JUNGLE, 2),))
    assert deck == read_deck(SMALL)


def test_a_deck_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        reconstructed_deck().title = "real"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", r"format: None instead of 'tobago-deck/1'"),
        ("format = ", "not valid TOML"),
        ("a = " + 100_000 * "[", "not valid TOML"),
        (SMALL.replace("deck/1", "deck/2"), r"format: 'tobago-deck/2' instead of 'tobago-deck/1'"),
        (SMALL.replace("title", "titel"), r"unknown key 'titel'; did you mean 'title'\?"),
        ('format = "tobago-deck/1"', "cards: a table of clues with their copies is needed"),
        ('format = "tobago-deck/1"\ncards = ["in jungle"]', "cards: a table"),
        ('format = "tobago-deck/1"\ncards = {}', "cards: a table"),
        (SMALL.replace('"small"', "7"), "title: 7 is no text"),
        (SMALL + '"in jungle " = 1\n', "cards: 'in jungle' stands there twice"),
        (SMALL + '"in jungle" = 1\n', "not valid TOML"),
        (SMALL.replace("= 2", "= 0"), "cards: 'in jungle' has 0 copies: a whole number from 1 is needed"),
        (SMALL.replace("= 2", "= -1"), "has -1 copies"),
        (SMALL.replace("= 2", "= 1.5"), r"has 1\.5 copies"),
        (SMALL.replace("= 2", "= true"), "has True copies"),
        (SMALL.replace("= 2", '= "2"'), "has '2' copies"),
        (SMALL.replace("= 2", "= 1001"), "has 1001 copies"),
        (SMALL.replace("= 2", "= 0x" + 5_000 * "f"), "not valid TOML: a whole number beyond 64 bits"),
    ],
)
def test_bad_decks_are_named(text: str, problem: str) -> None:
    with pytest.raises(DeckError, match=problem):
        read_deck(text)


def test_the_greatest_number_of_copies() -> None:
    assert len(read_deck(SMALL.replace("= 2", "= 1000"))) == 1001


def test_a_card_that_is_no_clue_is_named_with_the_nearest() -> None:
    with pytest.raises(ClueError, match=r"'in jungel' is no clue: .*did you mean 'in jungle'\?"):
        read_deck(SMALL.replace("in jungle", "in jungel"))
    assert issubclass(DeckError, ToolkitError)
    assert issubclass(ClueError, ToolkitError)
