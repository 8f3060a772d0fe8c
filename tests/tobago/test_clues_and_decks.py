"""The grammar of clues, decks of them, and which clues are legal (T-6, T-9, T-12, T-15)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import clues

from toolkit.core.errors import ToolkitError
from toolkit.games.tables import FaultyFile
from toolkit.games.tobago import CLUES, Clue, Deck, Legality, Reason, Rules, Setting, TreasureMap
from toolkit.games.tobago.cards import read_deck, reconstructed_deck, unlikely, write_deck
from toolkit.games.tobago.clues import LANDMARKS, THINGS, ClueError, Relation
from toolkit.games.tobago.maps import Play
from toolkit.hexmap import OCEAN, TERRAINS, CellSet
from toolkit.hexmap.generate import random_island
from toolkit.hexmap.island import mask_of

RELATIONS = ("in", "next to", "within 2 of")
GRAMMAR = {
    f"{sign}{relation} {size}{thing}"
    for sign in ("", "not ")
    for relation in RELATIONS
    for size in ("", "largest ")
    for thing in (*TERRAINS, "ocean", "hut", "palm", "statue")
    if not (size and thing not in TERRAINS) and (relation, thing) != ("in", "ocean")
}


def test_T06_the_grammar_is_complete():
    assert {str(clue) for clue in CLUES} == GRAMMAR
    assert len(CLUES) == len(GRAMMAR) == 94
    assert LANDMARKS == ("hut", "palm", "statue")
    assert len(THINGS) == 10


def test_T06_text_round_trip():
    for text in sorted(GRAMMAR):
        clue = Clue.parse(text)
        assert str(clue) == text
        assert repr(clue) == f"Clue.parse({text!r})"
        assert (clue.negative, clue.largest) == (text.startswith("not "), "largest" in text)
        assert clue.thing == text.split()[-1]
        assert Clue(clue.relation, clue.thing, clue.largest, clue.negative) == clue
        assert eval(repr(clue)) == clue


@given(clues, st.data())
def test_input_is_free_of_case_and_spaces(clue, data):
    blanks = st.sampled_from([" ", "  ", "\t", "\n ", "\u00a0"])
    words = [data.draw(st.sampled_from([w, w.upper(), w.title()])) for w in str(clue).split()]
    messy = data.draw(st.sampled_from(["", "  "])) + words[0]
    for word in words[1:]:
        messy += data.draw(blanks) + word
    assert Clue.parse(messy + data.draw(st.sampled_from(["", " ", "\n"]))) == clue


def test_numbers_are_places_and_the_complement_is_beside():
    for number, clue in enumerate(CLUES):
        assert clue.number == number
        assert (~clue).number == number ^ 1
        assert ~~clue == clue
        assert (~clue).negative is not clue.negative
        assert (~clue).relation is clue.relation


@pytest.mark.parametrize("sign", ["", "not "])
def test_T09_in_the_ocean_does_not_exist(sign):
    with pytest.raises(ClueError, match="never in the ocean \\(T-9\\)") as error:
        Clue.parse(f"{sign}in ocean")
    assert error.value.column == len(sign) + 4
    with pytest.raises(ClueError, match="column 1: the treasure is never in the ocean"):
        Clue(Relation.IN, OCEAN, negative=bool(sign))


EXPECTED_RELATION = "expected 'in', 'next to' or 'within 2 of'"
EXPECTED_THING = "expected a terrain, 'ocean', 'hut', 'palm' or 'statue'"
NO_LARGEST = "'largest' stands only before a terrain"


def test_errors_say_where_and_what_was_meant():
    for text, column, problem, suggestion in [
        ("", 1, f"the text ends: {EXPECTED_RELATION}", None),
        ("not", 4, f"the text ends: {EXPECTED_RELATION}", None),
        ("not  not in lake", 6, f"'not': {EXPECTED_RELATION}", "not in lake"),
        ("lake", 1, f"'lake': {EXPECTED_RELATION}", "in lake"),
        ("within 3 of hut", 1, f"'within': {EXPECTED_RELATION}", "within 2 of hut"),
        ("in", 3, f"the text ends: {EXPECTED_THING}", None),
        ("  in  jungel", 7, f"'jungel': {EXPECTED_THING}", "in jungle"),
        ("IN JUNGEL", 4, f"'jungel': {EXPECTED_THING}", "in jungle"),
        ("not next to huts", 13, f"'huts': {EXPECTED_THING}", "not next to hut"),
        ("in largest", 11, f"the text ends: {NO_LARGEST}", None),
        ("next to largest hut", 17, f"'hut': {NO_LARGEST}", None),
        ("next to largest largest lake", 17, f"'largest': {NO_LARGEST}", "next to largest lake"),
        ("in lake lake", 9, "'lake': nothing may follow 'lake'", None),
        ("in lâke", 4, f"'lâke': {EXPECTED_THING}", "in lake"),
    ]:
        with pytest.raises(ClueError) as error:
            Clue.parse(text)
        assert f"is no clue: column {column}: {problem}" in str(error.value)
        assert (error.value.text, error.value.column) == (text, column)
        assert isinstance(error.value, ToolkitError)
        found = error.value.suggestion
        assert (found is not None) == ("did you mean" in str(error.value))
        assert found is None or found in GRAMMAR
        if suggestion:
            assert found == suggestion
            assert str(error.value).endswith(f"; did you mean {suggestion!r}?")


@given(st.text(st.sampled_from("in ot largeshulk2")) | st.text())
def test_any_text_is_a_clue_or_a_clue_error(text):
    normal = " ".join(text.lower().split())
    try:
        assert str(Clue.parse(text)) == normal
    except ClueError as caught:
        error = caught
    else:
        return
    assert normal not in GRAMMAR
    assert 1 <= error.column <= len(text) + 1
    assert str(error).isprintable()


# ---- Clue decks read from TOML, and what they answer ----

SMALL = 'format = "tobago-deck/1"\ntitle = "small"\n[cards]\n"in jungle" = 2\n"Not  next to HUT" = 1\n'
JUNGLE, HUT, LAKE = (Clue.parse(text) for text in ("in jungle", "not next to hut", "in lake"))


def test_a_deck_is_read_with_its_copies_in_its_order():
    deck = read_deck(SMALL)
    assert deck == Deck("small", ((JUNGLE, 2), (HUT, 1)))
    assert list(deck) == [JUNGLE, JUNGLE, HUT]
    assert len(deck) == 3
    assert deck.kinds == (JUNGLE, HUT)
    assert [deck.copies(clue) for clue in (JUNGLE, HUT, LAKE)] == [2, 1, 0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", r"format: another one instead of 'tobago-deck/1'"),
        ("format = ", "not valid TOML"),
        (SMALL.replace("deck/1", "deck/2"), r"format: 'tobago-deck/2' instead of 'tobago-deck/1'"),
        (SMALL.replace("title", "titel"), r"unknown key 'titel'; did you mean 'title'\?"),
        ('format = "tobago-deck/1"', "cards: a table of clues with their copies is needed"),
        ('format = "tobago-deck/1"\ncards = ["in jungle"]', "cards: a table"),
        (SMALL.replace('"small"', "7"), "title: 7 is no text"),
        (SMALL + '"in jungle " = 1\n', "cards: 'in jungle' stands there twice"),
        (SMALL + '"in jungle" = 1\n', "not valid TOML"),
        (SMALL.replace("= 2", "= -1"), "cards: 'in jungle' has -1 copies: a whole number from 0 is needed"),
        (SMALL.replace("= 2", "= 0").replace("= 1", "= 0"), "cards: none has a copy yet"),
        (SMALL.replace("= 2", "= 1.5"), r"has 1\.5 copies"),
        (SMALL.replace("= 2", "= 1001"), "has 1001 copies"),
        (SMALL.replace("= 2", "= 0x" + 5_000 * "f"), "not valid TOML: a whole number beyond 64 bits"),
    ],
)
def test_bad_decks_are_named(text, problem):
    with pytest.raises(FaultyFile, match=problem):
        read_deck(text)


def test_a_card_that_is_no_clue_is_named_with_the_nearest():
    with pytest.raises(
        FaultyFile, match=r"line 4: cards: 'in jungel' is no clue: .*did you mean 'in jungle'\?"
    ):
        read_deck(SMALL.replace("in jungle", "in jungel"))
    assert issubclass(FaultyFile, ToolkitError)
    assert issubclass(ClueError, ToolkitError)


def test_all_that_is_wrong_with_a_deck_is_told_with_its_line():
    text = SMALL + '"in  beech" = 1\nin = 1\n\n"in lake" = "two"\n'
    with pytest.raises(FaultyFile) as error:
        read_deck(text)
    lines, problems = zip(*[(fault.line, fault.problem) for fault in error.value.faults], strict=True)
    assert lines == (6, 7, 9)
    assert "did you mean 'in beach'?" in problems[0]


def test_a_deck_is_written_as_it_is_read_and_its_size_is_checked():
    copies = {clue: reconstructed_deck().copies(clue) for clue in CLUES}
    read = read_deck(write_deck(copies, 'my "own"', "two\nlines"))
    assert (read.title, set(read.cards)) == ('my "own"', set(reconstructed_deck().cards))
    assert unlikely(read) == []
    [less] = unlikely(read_deck(SMALL))
    assert less.problem == "3 cards, not 52: 49 are missing (T-10)"
    [more] = unlikely(Deck("", ((JUNGLE, 53),)))
    assert more.problem == "53 cards, not 52: 1 too many (T-10)"


# ---- legality ----

SIZES = [*range(1, 10), 56, *range(63, 66), 127, 128, 129, 192, 193, 256, 257, 300]
DECK_SIZES = [1, 2, 8, 31, 62, 63, 64, 65, 66, 93, 94]


def random_setting_of(random, hexes, must_reduce="always"):
    island = random_island(random, hexes, lagoons=random.random() < 0.5, version=1)
    places = random.sample(island.names, min(hexes, 10))
    rules = Rules(
        own_hex=random.choice(["excluded", "included"]),
        distance=random.choice(["lattice", "overland"]),
        must_reduce=must_reduce,
    )
    return Setting(island, places[:4], places[4:7], places[7:], rules)


def random_masks(random, setting, count):
    """Return nothing, everything, single hexes, scattered hexes and what random clues leave."""
    land, size = setting.island.land.mask, len(setting.island)
    masks = [0, land, 1, 1 << size - 1, mask_of(random.sample(range(size), min(2, size)), size)]
    while len(masks) < count:
        if random.random() < 0.5:
            masks.append(random.getrandbits(size))
        else:
            masks.append(setting.candidates(random.sample(CLUES, random.randint(1, 4))).mask)
    return masks


def naive_bits(setting, clues, mask, may_idle=False):
    """Return the legal clues as bits: a loop over sets of names (T-12)."""
    before = frozenset(CellSet(setting.island, mask))
    found = 0
    for number, clue in enumerate(clues):
        after = before & frozenset(clue.cells(setting))
        if after and (may_idle or after != before):
            found |= 1 << number
    return found


@pytest.mark.parametrize("hexes", SIZES)
def test_T12_legal_bits_agree_with_a_loop_over_clues(hexes):
    random = Random(f"legality/{hexes}")
    setting = random_setting_of(random, hexes)
    clues = random.sample(CLUES, random.choice([*DECK_SIZES, random.randint(1, 94)]))
    legality = Legality(setting, clues)
    masks = random_masks(random, setting, 20)
    expected = [naive_bits(setting, clues, mask) for mask in masks]
    assert [legality.legal_bits(mask) for mask in masks] == expected
    idle = [naive_bits(setting, clues, mask, may_idle=True) for mask in masks]
    assert [legality.legal_bits(mask, may_idle=True) for mask in masks] == idle


@pytest.mark.parametrize("must_reduce", ["always", "once_marked"])
def test_T12_T15_legal_bits_agree_with_the_verdicts(must_reduce):
    met = set()
    for seed in range(40):
        random = Random(f"verdicts/{seed}")
        setting = random_setting_of(random, random.choice([2, 5, 9, 17, 18, 30, 70]), must_reduce)
        plays = [Play(clue) for clue in random.sample(CLUES, random.randint(0, 4))]
        removed = random.sample(setting.island.names, random.randint(0, len(setting.island) // 3))
        treasure_map = TreasureMap(setting, "grey", plays, removed)
        verdicts = [treasure_map.verdict(clue) for clue in CLUES]
        may_idle = must_reduce == "once_marked" and not treasure_map.marked
        found = Legality(setting, CLUES).legal_bits(treasure_map.candidates.mask, may_idle=may_idle)
        assert found == mask_of((v.clue.number for v in verdicts if v.legal), 94)
        met |= {(treasure_map.marked, v.reason.value) for v in verdicts}
    answers = {(marked, reason.value) for marked in (False, True) for reason in Reason}
    assert met == answers - ({(False, "removes_nothing")} if must_reduce == "once_marked" else set())
