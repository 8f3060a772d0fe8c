"""IDs of puzzles hold the content, stay as they are for ever, and never crash who reads them; seed IDs."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import nullcontext
from dataclasses import replace
from hashlib import sha256
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from meaning import any_facts
from puzzle_samples import (
    BEST_CARD,
    DRAWING,
    HUTS,
    LIE,
    LOST,
    PALMS,
    PINPOINT,
    SAMPLES,
    STATUES,
    WHOSE_CLUE,
    boxed,
    sample,
)
from strategies import clues, tobago_settings

from puzzles.format.files import from_id
from puzzles.format.ids import (
    NUMBER,
    Bits,
    CodeError,
    Content,
    IdError,
    choice,
    content_of,
    id_of,
    is_id,
    many,
)
from puzzles.generate import Request
from puzzles.puzzle import PuzzleError
from solvers.tobago.facts import CircleFact, NearestFact, PairFact
from toolkit import __version__
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    COLOURS,
    Clue,
    Play,
    Position,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
)
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.position import Components
from toolkit.hexmap import TERRAINS, random_island

GOLDEN = {  # version 1 for ever: an ID that is printed somewhere must keep its meaning
    "pinpoint": "tobago1-pinpoint-AoQouj4jAPLZjVs4MAIDsD4k2IJ",
    "lost-landmarks": "tobago1-lost-landmarks-AoAwDy2Y1bOJEDoAINEhAkCTNiAlQQTOCZ0OPkiuWWz",
    "lie": "tobago1-lie-maWRNlJGcQQGQDACAkAEdZCx",
    "best-card": "tobago1-best-card-AoQouj4jAPLZjVs6QJ2IgAAACRB8AkLkO",
    "whose-clue": "tobago1-whose-clue-AoQouj4jAPLZjVs4ME7fENQmYp3cL",
}
CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def checked(body: str) -> str:
    return body + urlsafe_b64encode(sha256(body.encode()).digest()[:3]).decode()


def test_golden_ids_and_what_they_hold() -> None:
    assert {kind: puzzle.id for kind, puzzle in SAMPLES.items()} == GOLDEN
    for puzzle in (LOST, LIE, BEST_CARD, WHOSE_CLUE):
        assert from_id(puzzle.id) == puzzle
    assert from_id(PINPOINT.id) == replace(PINPOINT, solution=LOST.solution)  # all but the solution
    assert from_id(f" {LIE.id}\n") == LIE


def test_another_program_can_read_it() -> None:
    """Reads the golden ID of pinpoint by the description in the module alone."""
    code = GOLDEN["pinpoint"].removeprefix("tobago1-pinpoint-")[:-4]
    bits = "".join(f"{CODES.index(letter):06b}" for letter in code)

    def take(count: int) -> int:
        nonlocal bits
        found, bits = int(bits[:count], 2), bits[count:]
        return found

    assert take(1) == 0  # the island of the box
    assert "".join("ABCabc"[take(3)] for _ in range(3)) + f"+{take(1)}" == "ABC+0"
    assert take(1) == 0  # rules at their default
    names = sorted(boxed_island().names)
    for placed in (HUTS, PALMS, STATUES):
        assert tuple(names[take(7)] for _ in range(take(4))) == placed
    assert (take(1), take(1)) == (0, 0)  # no maps, no hand
    things = [*TERRAINS, *(f"largest {terrain}" for terrain in TERRAINS), "ocean", *LANDMARKS]
    found = []
    for _ in range(take(4)):
        assert take(3) == 0  # a fact about a treasure
        colour, relation, thing = COLOURS[take(2)], ("in", "next to", "within 2 of")[take(2)], things[take(4)]
        found.append(f"{colour}: {'not ' * take(1)}{relation} {thing}")
    assert found == [str(fact) for fact in PINPOINT.facts]
    assert len(bits) < 6
    assert set(bits) <= {"0"}


def test_every_layout_and_drawn_islands() -> None:
    for layout in LAYOUTS:
        setting = random_setting(boxed_island(layout), 5)
        puzzle = sample("pinpoint", Position(setting=setting), "white: in beach")
        assert from_id(puzzle.id).position.setting == setting
        assert from_id(puzzle.id).position.setting.island.title == layout
    for hexes in (1, 2, 12, 104, 600):
        rules = Rules(distance="overland", must_reduce="once_marked", landmark_gap=2**63 - 1)
        setting = Setting(random_island(3, hexes), rules=rules)
        puzzle = sample("pinpoint", Position(setting=setting), "white: next to ocean")
        assert from_id(puzzle.id) == puzzle


@settings(max_examples=settings().max_examples // 2)
@given(tobago_settings(), st.data())
def test_all_content_comes_back(setting: Setting, data: st.DataObject) -> None:
    def laid(colour: str) -> TreasureMap:
        plays = map(Play, data.draw(st.lists(clues, max_size=3, unique=True)))
        return TreasureMap(
            setting, colour, plays, data.draw(st.sets(st.sampled_from(setting.island.names), max_size=3))
        )

    maps = {colour: laid(colour) for colour in data.draw(st.sets(st.sampled_from(COLOURS)))}
    hand = data.draw(st.none() | st.lists(clues, max_size=5).map(tuple))
    facts = tuple(data.draw(st.lists(any_facts(st.sampled_from(setting.island.names)), max_size=20)))
    content = Content("lie", Position(setting=setting, maps=maps, hand=hand), facts)
    assert content_of(id_of(content)) == content


# ---------------------------------------------------------------- texts that are no ID


REFUSED = [
    ("", "begins with 'tobago1-'"),
    ("tobago2-lie-AAAA", "begins with 'tobago1-'"),
    ("tobago1-pinpiont-AAAAAAAA", "did you mean 'pinpoint'?"),
    ("tobago1-lie", "no kind of puzzle follows"),
    ("tobago1-lie-", "mistyped"),
    ("tobago1-lie-AA AA", "' ' does not belong into an ID"),
    ("tobago1-lie-\N{GREEK SMALL LETTER ALPHA}AAA", "does not belong"),
    (GOLDEN["lie"][:-1], "mistyped"),
    (GOLDEN["lie"].replace("tobago1-lie", "tobago1-pinpoint"), "mistyped"),
    (checked("tobago1-lie-"), "ends too early"),
    (checked("tobago1-lie-f_"), "no choice 7 among 6"),
    (checked(GOLDEN["lie"][:-4] + "A"), "goes on after its end"),
    (checked(GOLDEN["pinpoint"][:-5] + "5"), "goes on after its end"),
    (checked("tobago1-lie-gAAA"), "the drawing has no land"),
    (checked("tobago1-lie-AAAA"), "uses one board piece twice"),
    (checked("tobago1-lie-Mo"), "side a is unknown"),
    (checked("tobago1-lie-" + "_" * 200), "too large"),
    ("tobago1-lie-" + "A" * 2_000_000, "begins with"),
]


def test_texts_that_are_no_id() -> None:
    for text, words in REFUSED:
        with pytest.raises(IdError, match=r"^ID '") as caught:
            from_id(text)
        assert words in str(caught.value)
        assert len(str(caught.value)) < 300


def test_every_mistyped_letter_is_noticed() -> None:
    for kind, text in GOLDEN.items():
        for place in range(len(f"tobago1-{kind}-"), len(text)):
            letter = next(letter for letter in "AbQ7_"[place % 5] + "xy" if letter != text[place])
            swapped = text[: place - 1] + text[place] + text[place - 1] + text[place + 1 :]
            for wrong in (text[:place] + letter + text[place + 1 :], swapped):
                with pytest.raises(IdError, match=r"mistyped|no kind") if wrong != text else nullcontext():
                    from_id(wrong)
    assert is_id(GOLDEN["lie"])
    assert not is_id("five.jsonl")
    texts = [str(fact) for fact in (*LOST.facts, *LOST.facts, *LOST.facts[:2])]
    assert len(texts) == 20
    assert len(sample("lost-landmarks", LOST.position, *texts).id) <= 100  # so that it can be printed


@given(st.integers(0, 2**63 - 1))
def test_codes(value: int) -> None:
    bits = Bits(NUMBER.write(value))
    assert (NUMBER.read(bits), bits.left) == (value, 0)
    with pytest.raises(CodeError, match="too large"):
        NUMBER.read(Bits("1" * 100))
    with pytest.raises(CodeError, match="did you mean 'lake'"):
        choice(["lake", "river"]).write("lkae")
    with pytest.raises(CodeError, match="ends too early"):
        many(choice(["lake"])).read(Bits(NUMBER.write(2**60) + "0" * 50))


@given(st.sampled_from(sorted(GOLDEN)), st.text(CODES, max_size=60), st.integers(0, 40))
@example("lie", "", 0)
def test_whatever_can_be_read_is_a_puzzle(kind: str, code: str, kept: int) -> None:
    body = GOLDEN[kind][: len(f"tobago1-{kind}-") + kept]
    try:
        puzzle = from_id(checked(body + code))
    except ToolkitError:
        return
    assert from_id(puzzle.id) == puzzle


def test_what_no_id_can_hold_or_no_file_can_say() -> None:
    position = Position(setting=boxed(), components=Components(sides="mine.csv"))
    with pytest.raises(ToolkitError, match="a puzzle stands for itself"):
        _ = sample("pinpoint", position, "brown: in lake").id
    for fact, words in (
        (CircleFact("hut", 1, 0, "B32"), "the radius is 1 or more"),
        (NearestFact("hut", 100, "B32"), "farther than 99"),
        (PairFact("white", 2, "white"), "two different treasures"),
    ):
        with pytest.raises(IdError, match=words):
            from_id(replace(LOST, facts=(*LOST.facts, fact)).id)
    setting = BEST_CARD.position.setting
    empty = TreasureMap(setting, "brown", map(Play, map(Clue.parse, ("in lake", "in jungle"))))
    position = Position(setting=setting, maps={"brown": empty}, hand=BEST_CARD.position.hand)
    with pytest.raises(IdError, match="the brown map has no candidate left"):
        from_id(id_of(Content("best-card", position, ())))


def test_an_id_does_not_depend_on_the_default_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    text = LOST.id
    later = Rules(own_hex="included", landmark_gap=3)
    monkeypatch.setattr("toolkit.games.tobago.clues.Rules", lambda: later)
    again = from_id(text)
    assert again.position.setting.rules == Rules()
    assert again.id == text


# ---------------------------------------------------------------- seed IDs: the names of a making

MADE: dict[str, Any] = {"kind": "lost-landmarks", "level": 3}


def seed_id(number: int = 0, **changes: Any) -> str:
    engine, _, text = Request(**{**MADE, **changes}).seed_id(number).partition("/")
    assert engine == __version__
    return text


def test_what_was_left_to_the_kind_is_not_named() -> None:
    assert seed_id(seed=7) == "lost-landmarks/level=3/island=ABC+0/seed=7/number=0"
    options = {"island": "random", "hexes": 60, "treasures": 2, "unknown": ("hut", "palm")}
    named = "level=3/island=random/hexes=60/treasures=2/unknown=hut,palm"
    assert seed_id(4, **options) == f"lost-landmarks/{named}/seed=1/number=4"


@given(st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20) | st.integers().map(str))
def test_no_two_seeds_look_the_same(seed: int | str) -> None:
    text = seed_id(seed=seed)
    assert text.isascii()
    assert text.isprintable()
    assert unquote(text.split("/")[3]) == f"seed={seed}"
    assert isinstance(seed, str) or text != seed_id(seed=str(seed))


NO_REQUEST: list[tuple[dict[str, Any], str]] = [
    ({"kind": "lost-landmark"}, "did you mean 'lost-landmarks'?"),
    ({"island": "ABD+0"}, "did you mean 'ABC+0'?"),
    ({"level": 6}, "levels of lost-landmarks run from 1 to 5, not 6"),
    ({"seed": 2**63}, "seed is a number from"),
    ({"seed": "x" * 101}, "at most 100 characters"),
    ({"seed": "\ud800"}, "at most 100 characters of Unicode"),
    ({"island": "random", "hexes": 0}, "hexes is a number from 1"),
    ({"hexes": 60}, "a matter of random islands"),
    ({"treasures": 5}, "treasures is a number from 1 to 4"),
    ({"unknown": ("hats",)}, "did you mean 'hut'?"),
    ({"unknown": ()}, "leave it out"),
]


def test_what_no_puzzle_has() -> None:
    for change, words in NO_REQUEST:
        with pytest.raises(PuzzleError) as caught:
            Request(**{**MADE, **change})
        assert words in str(caught.value)
    with pytest.raises(PuzzleError, match="number is a number from 0"):
        seed_id(-1)


def test_drawings_have_names_of_their_own() -> None:
    drawn = seed_id(drawing=DRAWING)
    assert "/island=drawing-" in drawn
    assert drawn != seed_id(drawing=DRAWING + " L")
