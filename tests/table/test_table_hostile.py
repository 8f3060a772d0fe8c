"""Set-ups at random and altered files: no evening is lost, and no file ends otherwise than in a sentence."""

from __future__ import annotations

from pathlib import Path

from hostile import ENDS, Originals, altered, died
from sizes import PROFILE, examples

SET_UPS, FILES = (500, 5000) if PROFILE == "thorough" else (examples(12), examples(60))


def test_a_table_of_any_set_up_opens_again_as_it_was(tmp_path: Path) -> None:
    assert {seed: why for seed in range(SET_UPS) if (why := died(tmp_path, seed))} == {}


def test_an_altered_file_opens_or_is_refused_with_one_sentence(tmp_path: Path) -> None:
    for name in ("made", "altered"):
        (tmp_path / name).mkdir()
    originals = Originals.made(tmp_path / "made")
    ends = {seed: altered(tmp_path / "altered", originals, seed) for seed in range(FILES)}
    assert {seed: end for seed, end in ends.items() if end[0] not in ENDS} == {}
    assert {end for end, _ in ends.values()} == {*ENDS}
