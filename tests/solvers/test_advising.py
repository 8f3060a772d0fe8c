"""What advice says of a ranking: ties, leads that read as nothing, and what is not sure."""

from __future__ import annotations

from typing import Any

import pytest

from solvers.advising import Reasoned, SeatAdvice
from solvers.players.advice import Unit
from solvers.players.ranking import Ranked, Ranking
from toolkit.core.telling.language import LANGUAGES, isolated

FREE = "free"


def advice(
    unit: Unit, *by_world: list[float], lang: str = "en", free: str = "", whys: str = ""
) -> SeatAdvice:
    """Return what is said of actions A, B, C ..., worth so much in each world, best first."""
    names: list[Any] = [*"ABCDEFGH"[: len(by_world)]]
    ranking = Ranking(
        unit, [Ranked.of(*one, unit) for one in zip(names, by_world, strict=True)], len(by_world)
    )
    said = {one: Reasoned(one, f"Do {one}", whys.format(one), free=one in free) for one in names}
    seen: Any = None
    return SeatAdvice(seen, LANGUAGES[lang], ranking, said)


def test_ties_are_said_to_be_equally_good_as_far_as_advice_sees_and_some_are_named() -> None:
    two = advice("chance", [0.578], [0.578])
    assert two.headline() == (
        "As far as this advice sees, the 2 choices are equally good, "
        "each winning about 58 of 100 games: Do A; Do B."
    )
    many = advice("points", *[[1.5]] * 8)
    assert many.headline().endswith("the 8 choices are equally good: Do A; Do B; Do C; Do D, and 4 more.")
    assert advice("points", *[[1.5]] * 5).headline().endswith(": Do A; Do B; Do C; Do D; Do E.")
    assert (many.between(), many.worse) == ("", [])
    persian = advice("points", *[[1.5]] * 8, lang="fa").headline()
    some = isolated("Do A؛ Do B؛ Do C؛ Do D و ۴ مورد دیگر")
    assert persian == f"تا جایی که این پیشنهاد می‌بیند، این ۸ گزینه به یک اندازه خوب‌اند: {some}."


def test_of_equally_good_actions_only_a_reason_that_is_true_of_all_is_told() -> None:
    assert advice("points", [1.5], [1.5], whys="It is free.").why() == "It is free."
    assert advice("points", [1.5], [1.5], whys="It is {}.").why() == ""
    assert advice("points", [1.5], [1.0], whys="It is {}.").why() == "It is A."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("unit", "best", "near", "next_"), [("chance", 0.9486, 0.9483, 0.94), ("points", 3.004, 3.0, 2.9)]
)
def test_a_lead_that_reads_as_nothing_is_about_as_good_and_no_gain(
    lang: str, unit: Unit, best: float, near: float, next_: float
) -> None:
    """Their figures may read differently: 94.9 % and 94.8 %. What comes next is what comes after them."""
    told = advice(unit, [best], [near], [next_], lang=lang)
    one, other = map(isolated, ("Do A", "Do B"))
    said = {"en": "Do A, or about as good: Do B. ", "fa": f"{one}، یا تقریباً به همان خوبی: {other}. "}
    assert told.headline().startswith(said[lang])
    assert "Do C" in told.headline()
    close = advice(unit, [best], [near], lang=lang)
    assert close.even
    for text in (close.headline(), told.headline()):
        assert not any(zero in text for zero in ("0.0 ", "0.00 ", "۰٫۰ ", "۰٫۰۰ "))  # noqa: RUF001


def test_the_lead_over_what_is_worse_is_told_with_the_digits_that_tell_something() -> None:
    assert advice("chance", [0.5], [0.498]).headline() == (
        "Do A. That wins about 50 of 100 games, 0.2 more than the next best: Do B."
    )
    assert advice("points", [5.0], [3.6]).headline() == (
        "Do A. That is 1.4 points better than the next best: Do B."
    )


def test_what_costs_nothing_is_no_alternative() -> None:
    """The best one ends the turn, and all else leaves it as it was: they are not equally good."""
    assert advice("points", [-10.84], [-11.34], free="B").headline() == (
        "Do A. Whatever else can be done first costs nothing, but gains nothing either."
    )
    free = advice("points", [5.0], [3.0], free="A")
    assert free.headline() == ("Do A. It costs nothing, and the turn goes on. The best of all else: Do B.")
    assert free.between() == ""
    also = advice("points", [5.0], [5.0], [3.0], free="A").headline()
    assert also == "Do A, or about as good: Do B. That is 2.0 points better than the next best: Do C."


def test_a_lead_whose_lower_bound_reads_as_nothing_is_not_sure() -> None:
    worlds = [0.5, 0.5, 0.52, 0.52]
    sure = advice("chance", [one + 0.1 for one in worlds], [0.5, 0.51, 0.5, 0.51])
    assert sure.between().startswith("With 95 % confidence that lead is ")
    assert sure.unsure() == ""
    assert advice("chance", [0.50302, 0.5032], [0.5, 0.5002]).between() == ""  # 0.3 to 0.3
    lead = [0.01, 0.0105, 0.0031, 0.0033]
    unsure = advice("chance", [0.5 + one for one in lead], [0.5] * 4)
    low = unsure.best.ahead_of(unsure.worse[0]).low
    assert low is not None
    assert 0 < low < 0.0005
    assert (
        unsure.between()
        == unsure.unsure()
        == ("That lead is not sure: 4 guesses at what you do not see leave it open.")
    )
