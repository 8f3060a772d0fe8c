"""The plots of notebooks: what is drawn is what was given, and a plot is a picture of the house."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("matplotlib", reason="plots are drawn by matplotlib")

from solvers import Interval
from solvers.forgetting import Training, read_trainings
from solvers.players import player
from solvers.reviewing import review_game
from toolkit import Record, find_game, play
from toolkit.core import ToolkitError
from workbench.notebook import Plot, bars, distribution, forgetting, intervals, lines, reviewed, scatter
from workbench.notebook.plots import colour, plot_sheet

EXAMPLE = Path(__file__).parents[2] / "examples" / "silver-training.jsonl"
CLEAR = Interval(0.4, 0.3, 0.5)
OPEN = Interval(0.1, -0.2, 0.4)


def test_bars_stand_over_numbers_and_lie_beside_names() -> None:
    upright = bars({1: 0.25, 2: 0.75}, percent=True, title="Clues", across="further", label="chance")
    assert [bar.get_height() for bar in upright.axes.patches] == [0.25, 0.75]
    assert (upright.axes.get_xlabel(), upright.axes.get_ylabel()) == ("further", "chance")
    assert [text.get_text() for text in upright.axes.texts] == ["25.0%", "75.0%"]
    lying = bars({"call": 0.4, "draw": CLEAR}, label="points", here=["draw"])
    assert [bar.get_width() for bar in lying.axes.patches] == [0.4, 0.4]
    assert [text.get_text() for text in lying.axes.get_yticklabels()] == ["call", "draw"]
    assert lying.axes.get_xlabel() == "points"
    low, high = lying.axes.lines[0].get_xdata()
    assert (low, high) == (0.3, 0.5)


def test_lines_differ_by_more_than_colour_and_carry_intervals() -> None:
    plot = lines({"one": {1: CLEAR, 2: 0.5}, "two": {1: 0.1, 2: 0.2}}, level=0.3, percent=True)
    drawn = [line for line in plot.axes.lines if not line.get_label().startswith("_")]
    assert [list(line.get_ydata()) for line in drawn] == [[0.4, 0.5], [0.1, 0.2]]
    assert len({(line.get_linestyle(), line.get_marker()) for line in drawn}) == 2
    assert [0.3, 0.5] in [list(line.get_ydata()) for line in plot.axes.lines]
    assert plot.axes.get_legend() is not None


def test_forgetting_shows_what_each_round_cost_and_what_was_remembered_after_how_long() -> None:
    games = read_trainings(EXAMPLE)
    cost, turns, cards = forgetting(EXAMPLE).panels
    mean = sum(one.points.forgetting for game in games for one in game.decided if one.round == 1) / len(games)
    assert cost.patches[0].get_height() == pytest.approx(mean)
    soon = [one.remembered for game in games for one in game.told if one.turns // 3 == 1]
    assert turns.lines[0].get_ydata()[0] == pytest.approx(sum(soon) / len(soon))
    assert list(cards.lines[0].get_xdata()) == [0, 10, 20, 30, 40, 50, 60]
    with pytest.raises(ToolkitError, match="nothing was asked"):
        forgetting([Training(("me", "greedy"), 0, 1)])


def test_a_review_shows_the_chances_of_each_and_where_the_game_turned() -> None:
    names = ["random", "random"]
    record = play(find_game("wazabi").new(2), [player(name) for name in names], seed=3)
    found = review_game(record)
    plot = reviewed(record, found, on=Plot(1, 2))
    for seat in range(2):
        assert [*plot.axes.lines[seat].get_ydata()] == [one.shares[seat] for one in found.chances]
    assert [line.get_xdata()[0] for line in plot.axes.lines[2:]] == [one.step for one in found.turning]
    assert found.turning
    with pytest.raises(ToolkitError, match="nothing in this game of Wazabi can be judged"):
        reviewed(Record.of(find_game("wazabi").new(2), names))


def test_an_interval_that_tells_something_is_raspberry() -> None:
    plot = intervals({"clear": CLEAR, "open": OPEN, "alike": Interval(0.2, None, None)}, label="lead")
    dots = [line for line in plot.axes.lines if line.get_marker() == "o"]
    assert [line.get_color() for line in dots] == [colour("light"), colour("blue"), colour("blue")]
    assert [line.get_xdata()[0] for line in dots] == [0.4, 0.1, 0.2]


def test_a_distribution_has_the_greatest_number_whatever_rounding_does() -> None:
    for least, most in ((-27.1, 44.5), (-35.4, 29.7), (0.1, 0.7)):
        plot = distribution({"score": [least, most, most, most]})
        assert [bar.get_height() for bar in plot.axes.patches[:20]] == [0.25] + [0] * 18 + [0.75]


def test_a_distribution_is_of_shares_with_a_bin_for_each_whole_number() -> None:
    plot = distribution({"greedy": [3, 4, 4, 5], "random": [1, 1]}, across="points")
    heights = [bar.get_height() for bar in plot.axes.patches[:5]]
    assert heights == [0, 0, 0.25, 0.5, 0.25]
    means = [line.get_xdata()[0] for line in plot.axes.lines]
    assert means == [4, 1]
    with pytest.raises(ToolkitError, match="at least one value"):
        distribution({"nobody": []})


def test_panels_are_drawn_in_one_after_the_other() -> None:
    plot = Plot(1, 2, width=300, height=200)
    for title in ("left", "right"):
        scatter({"a": [(1, 10), (2, 1000)], "b": [(3, 100)]}, title=title, log=True, on=plot)
    assert [axes.get_title("left") for axes in plot.panels] == ["left", "right"]
    assert [axes.get_legend() is not None for axes in plot.panels] == [True, False]
    assert 'width="600" height="200"' in plot.picture
    assert "<title>left; right</title>" in plot.picture
    with pytest.raises(ToolkitError, match="all 2 panels"):
        scatter({"a": [(1, 1)]}, on=plot)


def test_a_plot_is_a_picture_that_follows_the_page() -> None:
    picture = bars({"a": 1.0, "b": Interval(2, 1, 3)}, title="Bars & more").picture
    root = ET.fromstring(picture)
    assert root.get("class") == "plot theme-auto"
    assert root.get("role") == "img"
    assert 'style="' not in picture
    assert "light-dark(" in picture
    assert "<title>Bars &amp; more</title>" in picture
    assert not re.search(r'(fill|stroke)="#', picture), "a colour that the sheet does not know"
    dark = picture.in_theme("dark")
    assert plot_sheet().colour("blue", "dark") in dark
    assert plot_sheet().colour("blue", "light") not in dark
    assert picture.png().startswith(b"\x89PNG")
    assert picture == bars({"a": 1.0, "b": Interval(2, 1, 3)}, title="Bars & more").picture, "always the same"


def test_a_plot_is_small() -> None:
    assert len(lines({f"line {n}": {x: x * n for x in range(20)} for n in range(3)}).picture) < 25_000


def test_without_matplotlib_the_word_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        ToolkitError, match=r'plots need matplotlib: pip install "tobago-toolkit\[notebook\]"'
    ):
        bars({1: 1})
