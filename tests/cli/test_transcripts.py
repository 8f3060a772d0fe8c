"""Every transcript of the command line reads as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import HERE, again


@pytest.mark.parametrize("path", sorted(HERE.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    assert again(path).splitlines() == path.read_text(encoding="utf-8").splitlines()
