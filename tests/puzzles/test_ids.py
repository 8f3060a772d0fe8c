"""IDs of puzzles: they hold the content, stay as they are for ever, and never crash who reads them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import nullcontext
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from puzzle_samples import BEST_CARD, HUTS, LIE, LOST, PALMS, PINPOINT, SAMPLES, STATUES, boxed, sample
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
from puzzles.puzzle import Puzzle
from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
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
from toolkit.hexmap import TERRAINS, Island, random_island

GOLDEN = {  # version 1 for ever: an ID that is printed somewhere must keep its meaning
    "pinpoint": "tobago1-pinpoint-AoQouj4jAPLZjVs4MAIDsD4k2IJ",
    "lost-landmarks": "tobago1-lost-landmarks-AoAwDy2Y1bOJEDoAINEhAkCTNiAlQQTOCZ0OPkiuWWz",
    "lie": "tobago1-lie-maWRNlJGcQQGQDACAkAEdZCx",
    "best-card": "tobago1-best-card-AoQouj4jAPLZjVs6QJ2IgAAACRB8AkLkO",
}
CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def checked(body: str) -> str:
    return body + urlsafe_b64encode(sha256(body.encode()).digest()[:3]).decode()


@pytest.mark.parametrize("kind", GOLDEN)
def test_golden(kind: str) -> None:
    assert SAMPLES[kind].id == GOLDEN[kind]
    assert from_id(GOLDEN[kind]).position.setting == SAMPLES[kind].position.setting
    assert from_id(GOLDEN[kind]).facts == SAMPLES[kind].facts


def test_what_an_id_holds() -> None:
    for puzzle in (LOST, LIE, BEST_CARD):
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


def test_every_layout() -> None:
    for layout in LAYOUTS:
        setting = random_setting(boxed_island(layout), 5)
        puzzle = sample("pinpoint", Position(setting=setting), "white: in beach")
        assert from_id(puzzle.id).position.setting == setting
        assert from_id(puzzle.id).position.setting.island.title == layout


@pytest.mark.parametrize("hexes", [1, 2, 12, 104, 600])
def test_drawn_islands(hexes: int) -> None:
    rules = Rules(distance="overland", must_reduce="once_marked", landmark_gap=2**63 - 1)
    setting = Setting(random_island(3, hexes), rules=rules)
    puzzle = sample("pinpoint", Position(setting=setting), "white: next to ocean")
    assert from_id(puzzle.id) == puzzle


def facts_on(island: Island) -> st.SearchStrategy[Fact]:
    """Every type of fact, with any parts that its text can have."""
    kinds, hexes = st.sampled_from(LANDMARKS), st.sampled_from(island.names)
    colours, radii, steps = st.sampled_from(COLOURS), st.integers(1, 99), st.integers(0, 99)
    listed = st.lists(st.sampled_from(TERRAINS), min_size=1).map(sorted).map(tuple)
    counted = st.tuples(kinds, st.integers(0, 999), clues).filter(_can_be_counted)
    return st.one_of(
        st.builds(TreasureFact, colours, clues),
        counted.map(lambda parts: CountFact(*parts)),
        st.builds(CircleFact, kinds, st.integers(0, 999), radii, hexes),
        st.builds(TerrainsFact, kinds, listed),
        st.builds(DistancesFact, kinds, st.lists(steps, min_size=1).map(sorted).map(tuple), hexes),
        st.builds(NearestFact, kinds, steps, hexes),
        st.builds(PairFact, colours, radii, colours, st.booleans()).filter(lambda f: f.colour != f.other),
    )


def _can_be_counted(parts: tuple[str, int, Clue]) -> bool:
    kind, _, clue = parts
    return not clue.negative and clue.thing != kind


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
    facts = tuple(data.draw(st.lists(facts_on(setting.island), max_size=20)))
    content = Content("lie", Position(setting=setting, maps=maps, hand=hand), facts)
    assert content_of(id_of(content)) == content


# ---------------------------------------------------------------- texts that are no ID


@pytest.mark.parametrize(
    ("text", "words"),
    [
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
    ],
)
def test_errors(text: str, words: str) -> None:
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
    puzzle = read(checked(body + code))
    assert puzzle is None or from_id(puzzle.id) == puzzle


def read(text: str) -> Puzzle | None:
    try:
        return from_id(text)
    except ToolkitError:
        return None


def test_what_no_id_can_hold() -> None:
    position = Position(setting=boxed(), components=Components(sides="mine.csv"))
    with pytest.raises(ToolkitError, match="a puzzle stands for itself"):
        _ = sample("pinpoint", position, "brown: in lake").id


def test_what_no_file_can_say_no_id_can_say() -> None:
    for fact, words in (
        (CircleFact("hut", 1, 0, "B32"), "the radius is 1 or more"),
        (NearestFact("hut", 100, "B32"), "farther than 99"),
        (PairFact("white", 2, "white"), "two different treasures"),
    ):
        with pytest.raises(IdError, match=words):
            from_id(replace(LOST, facts=(*LOST.facts, fact)).id)


def test_a_map_without_a_candidate() -> None:
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
