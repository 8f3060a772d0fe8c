"""The marks of a puzzle's page by themselves: what stays, what is wrong, when it is solved; and its time."""

from __future__ import annotations

from typing import Any

from browsing import Make

HEXES = ["A00", "A01", "A02", "A03"]
SUBJECTS = [
    {"key": "huts", "name": "huts", "count": 2, "values": HEXES, "given": ["A00"], "landmark": "hut"},
    {"key": "brown", "name": "brown", "count": 1, "values": HEXES, "given": [], "landmark": None},
]
ANSWER = {"huts": ["A00", "A01"], "brown": ["A03"]}
MARKED = """({ Marks }, { subjects, saved, taps, answer }) => {
  const marks = new Marks(subjects, saved);
  for (const [key, value, kind] of taps) marks.set(key, [value], marks.begin(key, value, kind));
  return { now: marks.now, wrong: marks.wrong(answer), solved: marks.solved(answer),
    undone: taps.map(() => marks.undo()) && marks.now };
}"""


def marked(module: Make, *taps: tuple[str, str, str], **saved: dict[str, str]) -> Any:
    """What becomes of the marks of `SUBJECTS` by some taps, after what was kept of them."""
    given = {"subjects": SUBJECTS, "saved": saved, "taps": taps, "answer": ANSWER}
    return module("marks.js", MARKED, given, "workbench.web.puzzle")


def test_a_given_hex_is_sure_whatever_is_tapped_or_was_kept(module: Make) -> None:
    for kind in ("no", "maybe", "yes"):
        assert marked(module, ("huts", "A00", kind))["now"]["huts"] == {"A00": "yes"}
        assert marked(module, huts={"A00": kind})["now"]["huts"] == {"A00": "yes"}


def test_it_is_solved_by_as_many_hexes_as_there_are(module: Make) -> None:
    crossed = [("brown", name, "no") for name in HEXES[:3]]
    assert marked(module, *crossed, ("huts", "A01", "yes"))["solved"]
    assert marked(module, *crossed, ("huts", "A02", "no"), ("huts", "A03", "no"))["solved"]
    gone = [("huts", name, "no") for name in HEXES[1:]]  # the true one among them
    assert not marked(module, *crossed, *gone)["solved"]
    assert not marked(module, *crossed, ("huts", "A02", "yes"))["solved"]
    assert not marked(module, ("huts", "A01", "yes"))["solved"]


def test_only_what_is_out_or_sure_can_be_wrong(module: Make) -> None:
    found = marked(module, ("brown", "A03", "no"), ("brown", "A00", "maybe"), ("huts", "A02", "yes"))
    assert found["wrong"] == [
        {"subject": "huts", "values": ["A02"]},
        {"subject": "brown", "values": ["A03"]},
    ]
    assert marked(module, ("brown", "A03", "maybe"), ("brown", "A00", "no"))["wrong"] == []


def test_one_more_that_is_sure_takes_the_place_of_the_first(module: Make) -> None:
    found = marked(module, ("huts", "A02", "yes"), ("huts", "A01", "yes"), ("brown", "A03", "yes"))
    assert found["now"] == {"huts": {"A00": "yes", "A01": "yes"}, "brown": {"A03": "yes"}}
    assert found["undone"] == {"huts": {"A00": "yes"}, "brown": {}}
    same = marked(module, ("brown", "A03", "yes"), ("brown", "A03", "yes"))
    assert same["now"]["brown"] == {}


def test_the_time_of_a_puzzle_is_that_of_its_first_solution(module: Make) -> None:
    script = """({ Times }) => {
      const times = new Times();
      for (const [seconds, hints] of [[0, 1], [90, 0]]) times.note("a", seconds, hints);
      return times.all.a;
    }"""
    found = module("times.js", script, None, "workbench.web.puzzle")
    assert (found["seconds"], found["hints"]) == (1, 1)
