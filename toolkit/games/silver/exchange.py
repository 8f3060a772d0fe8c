"""Exchanges: which cards may leave together, and how the new card lies (S-10 to S-20, S-62)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.silver.cards import COPIES, DOPPELGANGER
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import Source

OPEN = ("discard", "shown", "master")
"""From where a card enters a village face-up (S-62); from the deck and by a Witch it does not."""


def comes_up(source: Source, rules: Rules, *, up: bool) -> bool:
    """Tell whether a card from a source lies face-up in a slot whose card lay face-up or not (S-62, A-1)."""
    rule = rules.deck_exchange
    return source in OPEN or rule == "up" or (rule == "inherit" and up)


# ---- sets of cards given up together: when they match, and what a failed attempt costs ---------------------


def matches(numbers: Sequence[int], rules: Rules) -> bool:
    """Tell whether cards with these numbers may leave together (S-13, S-15).

    A 13 is wild. With the pairing reading each 13 may join another number instead, so that {13, 13, 8, 5}
    matches too (A-14).

    >>> from toolkit.games.silver import Rules
    >>> matches([8, 13, 8], Rules()), matches([13, 13, 8, 5], Rules()), matches([8, 5], Rules())
    (True, False, False)
    >>> matches([13, 13, 8, 5], Rules(doppelganger="pairing"))
    True
    """
    return could_match(numbers, 0, rules)


def could_match(shown: Sequence[int], others: int, rules: Rules) -> bool:
    """Tell whether a set may match of which these numbers lie face-up, and so many other cards do not (A-44).

    >>> from toolkit.games.silver import Rules
    >>> could_match([8, 5], 2, Rules()), could_match([8, 5], 2, Rules(doppelganger="pairing"))
    (False, True)
    """
    numbers = set(shown) - {DOPPELGANGER}
    if len(numbers) <= 1:
        return True
    wild = shown.count(DOPPELGANGER)
    hidden = min(others, COPIES[DOPPELGANGER] - wild)
    return rules.doppelganger == "pairing" and len(numbers) <= wild + hidden


def costs_a_card(numbers: Sequence[int], rules: Rules) -> bool:
    """Tell whether a failed attempt with these cards costs one card of the deck more (S-20, A-3).

    >>> from toolkit.games.silver import Rules
    >>> costs_a_card([8, 8, 5], Rules()), costs_a_card([8, 8, 5], Rules(penalty="three_different"))
    (True, False)
    """
    if rules.penalty == "attempt_of_3":
        return len(numbers) >= 3
    return len(set(numbers)) >= 3
