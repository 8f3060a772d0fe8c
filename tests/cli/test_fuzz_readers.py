"""Every reader refuses bad texts in words, and nothing that it accepts fails later; `readers` makes them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from readers import Reader, WrongEndError, readers, tried
from sizes import examples

from toolkit import ToolkitError
from toolkit.games.tobago import Clue

COUNT = int(os.environ.get("FUZZ_INPUTS", examples(25)))  # 10,000 in .ci/nightly


def test_every_reader_ends_well_with_any_text(folder: Path) -> None:
    found = [tried(name, reader, COUNT) for name, reader in readers().items()]
    assert all(one.accepted < one.inputs == COUNT for one in found)
    assert sum(one.accepted for one in found) > COUNT  # bad texts are near good ones


def test_an_input_that_ends_otherwise_is_found() -> None:
    def careless(text: str) -> None:
        if text != "good":
            raise KeyError(text)

    def telling(text: str) -> None:
        if text != "good":
            raise ToolkitError("\x1b[2J")

    for read in (careless, telling):
        with pytest.raises(WrongEndError):
            tried("it", Reader(["good"], read), 50)
    assert tried("clue", Reader(["in jungle"], Clue.parse), 50).inputs == 50
