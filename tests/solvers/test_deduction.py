from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import clues, tobago_settings

from solvers.tobago import dead_ends, explain_hex, explain_verdict, is_stuck, smallest_clue_set, unpinnable
from solvers.tobago.words import holds_in_words, in_words, joined, none_in_words
from toolkit.games.tobago import CLUES, Clue, Deck, Position, Reason, Rules, Setting, TreasureMap
from toolkit.games.tobago.maps import Play
from toolkit.hexmap import CellSet, parse_drawing
from toolkit.hexmap.generate import random_island
from toolkit.hexmap.island import IslandError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolkit.games.tobago import Verdict

BY_WORDS = {in_words(clue): clue for clue in CLUES}
CUBES = "the removed cubes"


def random_map(seed: str, hexes: int = 30, most_clues: int = 6) -> TreasureMap:
    """Return a map with clues as they come, legal or not, and a few removed hexes."""
    random = Random(seed)
    island = random_island(random, random.randint(2, hexes))
    places = random.sample(island.names, min(len(island), 9))
    rules = Rules(own_hex=random.choice(["excluded", "included"]))
    setting = Setting(island, places[:3], places[3:6], places[6:], rules)
    plays = [Play(clue) for clue in random.choices(CLUES, k=random.randint(0, most_clues))]
    removed = random.sample(island.names, random.choice([0, 0, 1, len(island) // 4]))
    return TreasureMap(setting, "black", plays, removed)


def subsets(items: Sequence[Clue]) -> Iterable[tuple[Clue, ...]]:
    """Return all subsets, small ones first."""
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def left_by(setting: Setting, clues: Iterable[Clue], removed: Iterable[str] = ()) -> set[str]:
    """Return the hexes on which all clues hold, found name by name."""
    left = set(setting.island.names) - set(removed)
    return left.intersection(*(set(clue.cells(setting)) for clue in clues))


def is_legal(setting: Setting, before: set[str], clue: Clue) -> bool:
    """T-12 in sets of names."""
    return bool(before & set(clue.cells(setting))) and bool(before - set(clue.cells(setting)))


# Words


@pytest.mark.parametrize(
    ("text", "words", "after_is"),
    [
        ("in jungle", "in jungle", "jungle"),
        ("not in jungle", "not in jungle", "not jungle"),
        ("in scrubland", "in scrubland", "scrubland"),
        ("in lake", "in a lake", "in a lake"),
        ("not in river", "not in a river", "not in a river"),
        ("in beach", "on a beach", "on a beach"),
        ("in mountain", "on a mountain", "on a mountain"),
        ("in largest jungle", "in the largest jungle", "in the largest jungle"),
        ("not in largest mountain", "not on the largest mountain", "not on the largest mountain"),
        ("in largest scrubland", "in the largest scrubland", "in the largest scrubland"),
        ("in hut", "on a hut", "on a hut"),
        ("not in statue", "not on a statue", "not on a statue"),
        ("next to ocean", "next to the ocean", "next to the ocean"),
        ("not next to scrubland", "not next to scrubland", "not next to scrubland"),
        ("next to largest lake", "next to the largest lake", "next to the largest lake"),
        ("within 2 of palm", "within two hexes of a palm", "within two hexes of a palm"),
        ("not within 2 of ocean", "not within two hexes of the ocean", "not within two hexes of the ocean"),
    ],
)
def test_clues_in_words(text: str, words: str, after_is: str) -> None:
    assert in_words(Clue.parse(text)) == words
    assert holds_in_words(Clue.parse(text)) == after_is


def test_all_clues_have_words_of_their_own_and_an_article_where_one_belongs() -> None:
    assert len(BY_WORDS) == len({holds_in_words(clue) for clue in CLUES}) == 94
    good = re.compile(
        r"(not )?(in (jungle|scrubland|a (lake|river)|the largest (jungle|lake|river|scrubland))"
        r"|on (a (beach|mountain|hut|palm|statue)|the largest (beach|mountain))"
        r"|(next to|within two hexes of) (scrubland|the ocean|a (beach|jungle|lake|mountain|river)"
        r"|a (hut|palm|statue)|the largest (beach|jungle|lake|mountain|river|scrubland)))"
    )
    assert [words for words in BY_WORDS if not good.fullmatch(words)] == []


def test_a_complement_has_the_same_words_with_not() -> None:
    for clue in CLUES[::2]:
        assert in_words(~clue) == f"not {in_words(clue)}"
        assert holds_in_words(~clue) == f"not {holds_in_words(clue)}"


def test_nothing_is_said_with_two_nots() -> None:
    assert none_in_words("such hex", Clue.parse("in jungle")) == "no such hex is jungle"
    assert none_in_words("candidate", Clue.parse("not next to hut")) == "every candidate is next to a hut"
    for clue in CLUES:
        assert len(re.findall(r"\b(no|not)\b", none_in_words("hex", clue))) == (not clue.negative)


@pytest.mark.parametrize(
    ("parts", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_in_words(parts: list[str], text: str) -> None:
    assert joined(parts) == text


# Why a hex is ruled out


def test_T13_every_hex_is_explained() -> None:
    for seed in range(60):
        treasure_map = random_map(f"hex/{seed}")
        for name in treasure_map.setting.island.names:
            found = explain_hex(treasure_map, name)
            failed = [clue for clue in treasure_map.clues if name not in clue.cells(treasure_map.setting)]
            assert (found.name, found.colour) == (name, "black")
            assert list(found.ruled_out_by) == list(dict.fromkeys(failed))
            assert found.removed is (name in treasure_map.removed)
            assert found.candidate is (name in treasure_map.candidates)
            quoted = [BY_WORDS[words] for words in re.findall(r"'([^']+)'", str(found))]
            assert quoted == list(found.ruled_out_by)
            assert ("an amulet took its cube" in str(found)) is found.removed


def test_explanations_are_sentences() -> None:
    setting = Setting(parse_drawing("J J L S"), huts=["a1"])
    plays = [Play(Clue.parse(text)) for text in ("in jungle", "next to hut", "in jungle")]
    treasure_map = TreasureMap(setting, "brown", plays, removed=["d1"])
    assert str(explain_hex(treasure_map, "b1")) == "b1 is a candidate of brown: every clue holds there"
    assert str(explain_hex(treasure_map, "a1")) == (
        "a1 is no candidate of brown: 'next to a hut' does not hold there"
    )
    assert str(explain_hex(treasure_map, "d1")) == (
        "d1 is no candidate of brown: 'in jungle' does not hold there, 'next to a hut' does not hold there "
        "and an amulet took its cube"
    )
    with pytest.raises(IslandError, match="no hex 'z9'"):
        explain_hex(treasure_map, "z9")


# The fewest clues


def test_the_smallest_clue_set_is_smallest() -> None:
    for seed in range(120):
        treasure_map = random_map(f"smallest/{seed}", most_clues=8)
        found = smallest_clue_set(treasure_map)
        laid = list(dict.fromkeys(treasure_map.clues))
        candidates = set(treasure_map.candidates)
        same = [
            subset
            for subset in subsets(laid)
            if left_by(treasure_map.setting, subset, treasure_map.removed) == candidates
        ]
        assert found in same
        assert len(found) == min(map(len, same))


def test_smallest_clue_sets_of_every_kind_are_met() -> None:
    maps = [random_map(f"smallest/{seed}", most_clues=8) for seed in range(120)]
    sizes = [(len(smallest_clue_set(m)), len(set(m.clues))) for m in maps]
    assert max(smallest for smallest, _ in sizes) >= 4
    assert sum(smallest < laid for smallest, laid in sizes) > 20


def test_removed_hexes_need_no_clue() -> None:
    setting = Setting(parse_drawing("J J L S"))
    plays = [Play(Clue.parse(text)) for text in ("not in lake", "in jungle", "not in scrubland")]
    assert smallest_clue_set(TreasureMap(setting, "grey", plays)) == (Clue.parse("in jungle"),)
    assert smallest_clue_set(TreasureMap(setting, "grey", plays, ["d1"])) in (
        (Clue.parse("not in lake"),),
        (Clue.parse("in jungle"),),
    )
    assert smallest_clue_set(TreasureMap(setting, "grey", plays, ["c1", "d1"])) == ()


# Why a clue is illegal


def check_contradicts(treasure_map: TreasureMap, verdict: Verdict, text: str) -> None:
    """T-12a: exactly the clues that share no hex of the island with the new one are named."""
    setting, holds = treasure_map.setting, set(verdict.clue.cells(treasure_map.setting))
    conflicting = [clue for clue in treasure_map.clues if not holds & set(clue.cells(setting))]
    assert conflicting
    assert list(verdict.conflicts) == conflicting
    assert [BY_WORDS[words] for words in re.findall(r"'([^']+)'", text)] == conflicting
    assert f" {'is' if len(conflicting) == 1 else 'are'} already there, and " in text


def check_leaves_nothing(treasure_map: TreasureMap, verdict: Verdict, text: str) -> None:
    """The named causes leave nothing, and nothing smaller does."""
    setting, holds = treasure_map.setting, set(verdict.clue.cells(treasure_map.setting))
    if not holds:
        assert text.startswith(("no hex of this island is ", "every hex of this island is "))
        return
    clues = tuple(BY_WORDS[words] for words in re.findall(r"'([^']+)'", text))
    cubes = CUBES in text
    assert not holds & left_by(setting, clues, treasure_map.removed if cubes else ())
    laid = list(dict.fromkeys(treasure_map.clues))
    sizes = [
        len(subset) + with_cubes
        for subset in subsets(laid)
        for with_cubes in (False, True)
        if not holds & left_by(setting, subset, treasure_map.removed if with_cubes else ())
    ]
    assert len(clues) + cubes == min(sizes)
    assert text.endswith(f" leave no hex that is {holds_in_words(verdict.clue)}")


def test_T12_reasons_are_true() -> None:
    for seed in range(150):
        treasure_map = random_map(f"reasons/{seed}", hexes=14, most_clues=4)
        before = set(treasure_map.candidates)
        for clue in Random(seed).sample(CLUES, 30):
            verdict = treasure_map.verdict(clue)
            text = explain_verdict(treasure_map, verdict)
            after = before & set(clue.cells(treasure_map.setting))
            match verdict.reason:
                case Reason.CONTRADICTS:
                    check_contradicts(treasure_map, verdict, text)
                case Reason.LEAVES_NOTHING:
                    assert not after
                    check_leaves_nothing(treasure_map, verdict, text)
                case Reason.REMOVES_NOTHING if len(before) == 1:
                    assert after == before
                    assert (
                        text == f"the treasure is located on {''.join(after)}, and no clue may follow (T-12b)"
                    )
                case Reason.REMOVES_NOTHING:
                    assert after == before != set()
                    every, some = ("no", ~clue) if clue.negative else ("every", clue)
                    anyway = "anyway" if clue.negative else "already"
                    assert text == f"{every} candidate is {holds_in_words(some)} {anyway}"
                case Reason.LEGAL:
                    assert is_legal(treasure_map.setting, before, clue)
                    located = f"it locates the black treasure on {''.join(after)}"
                    counted = f"it leaves {len(after)} of {len(before)} candidates"
                    assert text == (located if len(after) == 1 else counted)


def test_T12_every_kind_of_cause_is_met() -> None:
    texts = []
    for seed in range(150):
        treasure_map = random_map(f"reasons/{seed}", hexes=14, most_clues=4)
        for clue in Random(seed).sample(CLUES, 30):
            verdict = treasure_map.verdict(clue)
            if verdict.reason is Reason.LEAVES_NOTHING:
                texts.append(explain_verdict(treasure_map, verdict))
    assert any(text.startswith(CUBES) for text in texts)
    assert any("' and the removed cubes leave" in text for text in texts)
    assert any(text.count("'") == 4 and CUBES not in text for text in texts)
    assert any("of this island" in text for text in texts)


def test_T12a_removed_cubes_are_named_only_where_they_are_needed() -> None:
    setting = Setting(parse_drawing("J J L L"), huts=["a1"], palms=["d1"])
    plays = [Play(Clue.parse(text)) for text in ("not in hut", "not next to hut", "not in lake")]
    treasure_map = TreasureMap(setting, "white", plays[:2], removed=["a1"])
    verdict = treasure_map.verdict(Clue.parse("in jungle"))
    assert verdict.reason is Reason.LEAVES_NOTHING
    text = explain_verdict(treasure_map, verdict)
    assert text in {
        "'not on a hut' and 'not next to a hut' leave no hex that is jungle",
        "'not next to a hut' and the removed cubes leave no hex that is jungle",
    }
    gone = TreasureMap(setting, "white", plays[:2], removed=["c1", "d1"])
    verdict = gone.verdict(Clue.parse("in lake"))
    assert explain_verdict(gone, verdict) == "the removed cubes leave no hex that is in a lake"


def test_T12a_clues_that_exclude_another_only_together_are_all_named() -> None:
    setting = Setting(parse_drawing("J J J L"), huts=["a1"], palms=["b1"], statues=["c1"])
    plays = [Play(Clue.parse(f"not in {landmark}")) for landmark in ("hut", "palm", "statue")]
    treasure_map = TreasureMap(setting, "white", plays)
    assert explain_verdict(treasure_map, treasure_map.verdict(Clue.parse("in jungle"))) == (
        "'not on a hut', 'not on a palm' and 'not on a statue' leave no hex that is jungle"
    )


def test_T12_reasons_are_sentences() -> None:
    setting = Setting(parse_drawing("J J L L"), huts=["a1"])
    in_jungle = TreasureMap(setting, "white", [Play(Clue.parse("in jungle"))])
    for text, reason in {
        "in lake": "'in jungle' is already there, and no such hex is in a lake",
        "not in jungle": "'in jungle' is already there, and every such hex is jungle",
        "in jungle": "every candidate is jungle already",
        "not in lake": "no candidate is in a lake anyway",
        "in hut": "it locates the white treasure on a1",
    }.items():
        assert explain_verdict(in_jungle, in_jungle.verdict(Clue.parse(text))) == reason
    fresh = TreasureMap(setting, "white")
    for text, reason in {
        "in river": "no hex of this island is in a river",
        "in jungle": "it leaves 2 of 4 candidates",
        "not within 2 of ocean": "every hex of this island is within two hexes of the ocean",
    }.items():
        assert explain_verdict(fresh, fresh.verdict(Clue.parse(text))) == reason


def test_T15_a_clue_that_rules_out_nothing() -> None:
    setting = Setting(parse_drawing("J J"), rules=Rules(must_reduce="once_marked"))
    fresh = TreasureMap(setting, "grey")
    verdict = fresh.verdict(Clue.parse("in jungle"))
    assert verdict.legal
    text = explain_verdict(fresh, verdict)
    assert text.startswith("it rules out nothing, ")
    assert "no grey cube" in text
    assert text.endswith("(T-15)")


# Stuck maps and hexes beyond reach


def test_is_stuck_by_going_through_the_deck() -> None:
    for seed in range(80):
        treasure_map = random_map(f"stuck/{seed}", hexes=12, most_clues=3)
        random = Random(seed)
        kinds = random.sample(CLUES, random.randint(0, 6))
        before = set(treasure_map.candidates)
        stuck = len(before) > 1 and not any(is_legal(treasure_map.setting, before, clue) for clue in kinds)
        assert is_stuck(treasure_map, Deck("few", tuple((clue, 2) for clue in kinds))) is stuck


def test_stuck_maps_and_others_are_met() -> None:
    setting = Setting(parse_drawing("J J L"))
    jungle, lake, river = (Deck("one", ((Clue.parse(f"in {t}"), 1),)) for t in ("jungle", "lake", "river"))
    fresh = TreasureMap(setting, "brown")
    assert is_stuck(fresh, Deck("none", ()))
    assert is_stuck(fresh, river)
    assert not is_stuck(fresh, jungle)
    assert is_stuck(fresh.lay(Clue.parse("in jungle")), lake)
    assert not is_stuck(fresh.lay(Clue.parse("in lake")), river), "a located map is done, not stuck"


def pinned_by_some_subset(setting: Setting, clues: Sequence[Clue]) -> set[str]:
    """Return every hex that some set of the clues leaves alone, by brute force over all sets."""
    return {
        name
        for subset in subsets(clues)
        for left in [left_by(setting, subset)]
        if len(left) == 1
        for name in left
    }


@given(tobago_settings(), st.lists(clues, max_size=6, unique=True))
def test_unpinnable_by_all_subsets(setting: Setting, deck: list[Clue]) -> None:
    found = unpinnable(setting.island.land, setting, deck)
    assert isinstance(found, CellSet)
    assert set(found) == set(setting.island.names) - pinned_by_some_subset(setting, deck)


@pytest.mark.parametrize("seed", range(12))
def test_unpinnable_by_all_subsets_of_a_larger_deck(seed: int) -> None:
    treasure_map = random_map(f"unpinnable/{seed}", hexes=25, most_clues=0)
    deck = Random(seed).sample(CLUES, 9)
    pinned = pinned_by_some_subset(treasure_map.setting, deck)
    assert (
        set(unpinnable(treasure_map.setting.island.land, treasure_map.setting, deck))
        == set(treasure_map.setting.island.names) - pinned
    )


def test_twins_can_never_be_told_apart() -> None:
    setting = Setting(parse_drawing("J L J"))
    assert str(unpinnable(setting.island.land, setting, CLUES)) == "a1 c1"
    assert str(unpinnable(setting.island.land, setting, [])) == "a1 b1 c1"
    assert str(unpinnable(setting.island.cells(["a1", "b1"]), setting, CLUES)) == ""
    with_hut = Setting(setting.island, huts=["a1"])
    assert not unpinnable(with_hut.island.land, with_hut, CLUES)
    alone = Setting(parse_drawing("J"))
    assert not unpinnable(alone.island.land, alone, [])


def test_dead_ends_are_said() -> None:
    setting = Setting(parse_drawing("J J S L"))
    deck = Deck(
        "small", ((Clue.parse("in jungle"), 1), (Clue.parse("in lake"), 1), (Clue.parse("in river"), 1))
    )
    jungle = TreasureMap(setting, "brown", [Play(Clue.parse("in jungle"))])
    lake = TreasureMap(setting, "white", [Play(Clue.parse("in lake"))])
    dry = TreasureMap(setting, "grey", [Play(Clue.parse("not in lake"))])
    position = Position(setting=setting, deck=deck, maps={"brown": jungle, "white": lake, "grey": dry})
    said = {sentence.split(" ")[0].strip(":"): sentence for sentence in dead_ends(position)}
    assert said["brown"] == "brown is stuck: 2 candidates, and no remaining clue may be laid there"
    assert "white" not in said  # located
    assert is_stuck(dry, position.remaining)  # the only jungle card lies on brown
    assert dead_ends(replace(position, hand=(Clue.parse("in scrubland"),)))[:2] == [
        said["brown"],
        "grey: no set of remaining clues can ever pin a1 and b1",
    ]


def test_a_removed_cube_can_make_a_hex_pinnable() -> None:
    setting = Setting(parse_drawing("J J L B"))
    deck = Deck("small", ((Clue.parse("in jungle"), 1), (Clue.parse("in beach"), 1)))
    for removed, said in (
        ([], ["brown: no set of remaining clues can ever pin a1 and b1"]),
        (["a1"], []),
    ):
        brown = TreasureMap(setting, "brown", [Play(Clue.parse("not in lake"))], removed)
        found = dead_ends(Position(setting=setting, deck=deck, maps={"brown": brown}))
        assert [sentence for sentence in found if "brown" in sentence] == said
