"""Pictures of Silver: what is written on the cards, and what they are called."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.games.silver.position import UNKNOWN, Slot, Village

CARD = re.compile(r'aria-label="([^"]*)".*?</g>', re.DOTALL)
TEXT = re.compile(r'<text [^>]*font-size="([0-9.]+)"[^>]*>([^<]*)</text>')


def written(slot: Slot) -> tuple[str, str]:
    """Return the text on the card of a slot, its lines joined, and what the card is called."""
    (card,) = CARD.finditer(Village([slot])._repr_svg_())
    lines = TEXT.findall(card[0])
    assert all(float(size) * 0.58 * len(text) < 64 for size, text in lines)  # it fits on the card
    return unescape("".join(text for _, text in lines)), unescape(card[1])


@pytest.mark.parametrize(
    ("slot", "text", "name"),
    [
        (UNKNOWN, "?", "unknown"),
        (Slot(8), "8", "Apprentice Seer, face-down, known"),
        (Slot(5, face_up=True), "5!", "Exposer, face-up"),
    ],
)
def test_a_card_is_written_as_in_a_position_file(slot: Slot, text: str, name: str) -> None:
    assert written(slot) == (text, name)


@pytest.mark.parametrize(
    "text", ["12~0.9", "12~0.999", "12~0.9999999", "12~0.0000001", "1~0.05", "7~0", "13~0.123456", "3~0.5"]
)
def test_a_reliability_is_written_exactly(text: str) -> None:
    slot = Slot.parse(text)
    shown, name = written(slot)
    assert shown == text
    assert name.endswith(f", face-down, remembered with reliability {slot.reliability}")


@pytest.mark.parametrize(
    ("reliability", "text"),
    [
        (Fraction(1, 3), "0.3333333…"),
        (Fraction(97, 100) ** 8, "0.7837433…"),
        (1 - Fraction(1, 10**9), "0.9999999…"),
        (Fraction(1, 10**8), "0.0000000…"),
    ],
)
def test_a_reliability_that_is_too_long_is_cut_off_and_says_so(reliability: Fraction, text: str) -> None:
    shown, name = written(Slot(12, reliability=reliability))
    assert shown == f"12~{text}"
    assert name.endswith(f"reliability {reliability}")


@given(st.integers(0, 13), st.integers(0, 10**7 - 1))
def test_what_is_written_reads_back(number: int, millionths: int) -> None:
    slot = Slot(number, reliability=Fraction(millionths, 10**7))
    assert Slot.parse(written(slot)[0]) == slot
