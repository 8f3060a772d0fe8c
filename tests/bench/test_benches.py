"""The benches run, their figures are printed row by row, kept and shown on the page. No time is asserted.

That all peers give the same answers is asserted by the benches themselves; ``.ci/nightly`` runs them whole.
"""

from __future__ import annotations

import json
import sys
from random import Random

import pytest
import table
from page import PAGES, TITLES, page
from sizes import nightly
from table import FIGURES, Row, best

ROWS = [Row("walk", 0.002, "run", 0.0005), Row("steps", 1234, "others", 100, rate=True), Row("wait", 3.0)]


@nightly
def test_every_bench_measures_its_first_row():
    import bench_games  # they load what every day would load for nothing
    import bench_puzzles
    import bench_silver
    import bench_start
    import bench_tobago

    for rows in (bench_puzzles.cutting_rows(1), bench_silver.rows(quick=True)):
        assert next(rows).ours > 0
    assert 0 < min(bench_start.costs(1, ["--help", "solve first-position.toml"]).values()) < 60
    assert any(bench_tobago.Bench().verdicts())
    assert bench_games.our_steps("wazabi", Random(3))() > 20
    assert bench_games.looking("wazabi", 2, 7)[0] > 0
    assert min(bench_games.playouts("mangrovia", 2, quick=True)) > 0


def test_the_pages_are_made_of_the_figures():
    assert {name: (FIGURES.parent / f"{name}.md").read_text(encoding="utf-8") for name in PAGES} == {
        name: page(name) for name in PAGES
    }
    assert sorted(table for _, tables in PAGES.values() for table in tables) == sorted(TITLES)


def test_rows_are_printed_and_only_those_of_a_whole_run_are_kept(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(table, "FIGURES", tmp_path)
    monkeypatch.setattr(sys, "argv", ["bench", "--save", "--quick"])
    with pytest.raises(SystemExit, match="a quick run is not kept"):
        table.run("walks", "", lambda quick: ROWS)
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(sys, "argv", ["bench", "--save"])
    table.run("walks", "How\nlong.", lambda quick: ROWS)
    head, *rows = map(json.loads, (tmp_path / "walks.jsonl").read_text().splitlines())
    assert head["about"] == "How long."
    assert [Row(**row) for row in rows] == ROWS
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "| walk | 2 ms | run | 500 µs | 0.25 x |",
        "| steps | 1,234 a second | others | 100 a second | 12 x |",
        "| wait | 3 s |  | | |",
    ]


def test_the_best_round_counts_without_its_preparation():
    prepared = []
    assert best(lambda: None, 3, before=lambda: prepared.append(sum(range(100_000)))) < 0.001
    assert len(prepared) == 3
