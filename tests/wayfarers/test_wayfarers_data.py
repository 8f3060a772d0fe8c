"""The component data: with what words broken files are refused, and the counts of the digest (3.2)."""

import re
from collections import Counter
from contextlib import suppress
from random import Random

import networkx
import pytest
from sizes import examples

from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.components import effects, reading, tables
from toolkit.games.wayfarers.components.names import KINDS, LAND, NONE, TILE_KINDS, TOWNSFOLK, WATER
from toolkit.games.wayfarers.components.reading import DataError, read_text
from toolkit.games.wayfarers.components.records import EffectRecord, Record

BROKEN = r"""
{retrieve_worker = 1}]} -> {retreive_worker = 1}]}
    land.toml: L05: die_slot.gain[1]: unknown key 'retreive_worker'; did you mean 'retrieve_worker'?
acquire = "land"}, {retrieve -> acquire = "lnad"}, {retrieve
    land.toml: L05: die_slot.gain[0].acquire: 'lnad' is not valid; did you mean 'land'?
gain = [{upgrade = "basic"}, {provision = 1}] -> gain = [{upgrade = "basic", provision = 1}]
    land.toml: L03: die_slot.gain[0]: exactly one of the verbs is needed, not provision and upgrade
gain = [{upgrade = "basic"}, {provision = 1}] -> gain = [{upgrade = "basic"}, {}]
    land.toml: L03: die_slot.gain[1]: exactly one of the verbs is needed, not none
gain = [{upgrade = "basic"}, {provision = 1}] -> gain = [{upgrade = "basic"}, {provision = 0}]
    land.toml: L03: die_slot.gain[1].provision: 0 is not valid: expected `int` >= 1
gain = [{upgrade = "basic"}, {provision = 1}] -> gain = [{upgrade = "basic"}, {provision = 1, times = 2}]
    land.toml: L03: die_slot.gain[1]: times does not go with provision
gain = [{upgrade = "basic"}, {provision = 1}] -> gain = []
    land.toml: L03: die_slot.gain: [] is not valid: expected a list of length >= 1
tags = ["city", "observatory"] -> tags = ["city", "observtory"]
    land.toml: L09: tags[1]: 'observtory' is not valid; did you mean 'observatory'?
tags = ["city", "observatory"] ->
    land.toml: L09: tags: this key is needed
id = "L07" -> id = "L06"
    land.toml: L06: id: stands 2 times
id = "L07"\n ->
    land.toml: card[7]: id: this key is needed
id = "L07"\n -> id = "L07
    land.toml: no valid TOML: Expected newline or end of document after a statement (at line 45, column 19)
when_gaining_any_of = ["observatory", "library"] -> when_gaining_any_of = ["observatory", "any_tile"]
    land.toml: L35: reaction.when_gaining_any_of[1]: 'any_tile' is not valid; did you mean 'any_upgr
left_bolts = ["silver", "provision"] -> left_bolts = ["silver", "silver"]
    water.toml: W04: left_bolts: a row stands twice
left_bolts = ["silver", "provision"] ->
    water.toml: W04: left_bolts: this key is needed
"influence:trade", "silver", "provision" -> "influence:trde", "silver", "provision"
    water.toml: harbour: right_links[0]: 'influence:trde' is not valid; did you mean 'influence:trade'?
on_gain = [{influence_guild = "science", times = 2}]\n ->
    water.toml: W36: on_gain and the tag open_water go together
score = {comet_majority = {vp = 4, else = 3}} -> score = {comet_majority = {vp = 4, els = 3}}
    space.toml: S01: score.comet_majority.els: 'els' is not valid; did you mean 'else'?
score = {comet_majority = {vp = 4, else = 3}} -> score = {per = "city_tag", vp = 1}
    space.toml: S01: score.per: 'city_tag' is not valid; did you mean 'city_tags'?
score = {comet_majority = {vp = 4, else = 3}} -> score = {per = "city_tags"}
    space.toml: S01: score: per needs vp, too
if_have_tag = "sun", vp = 7, else = 3 -> if_have_tag = "sun", vp = 7, else = 3, base = 1
    space.toml: S09: score: base does not go with if_have_tag
score = {comet_majority = {vp = 4, else = 3}} ->
    space.toml: S01: score: this key is needed
at_least = 6 -> at_least = 0
    inspiration.toml: I01: goal.at_least: 0 is not valid: expected `int` >= 1
goal = {count = "comet_tags", at_least = 6} -> goal = {count = "comet_tags"}
    inspiration.toml: I01: goal: count needs at_least, too
goal = {count = "comet_tags", at_least = 6} -> goal = {count = "comet_tags", at_least = 6}\nsilver_cost = 1
    inspiration.toml: I01: unknown key 'silver_cost'; the keys here are id, goal
banner = "die"\nassets = ["ship"] -> banner = "rest"\nassets = ["ship"]
    townsfolk.toml: F01: assets do not go with the banner rest
banner = "die"\nassets = ["ship"] -> banner = "die"\nassets = ["ship"]\npay = {silver = 1}
    townsfolk.toml: F01: pay does not go with assets
banner = "die"\nassets = ["ship"] -> banner = "dice"\nassets = ["ship"]
    townsfolk.toml: F01: banner: 'dice' is not valid; did you mean 'die'?
silver_cost = 1 -> silver_cost = 4
    townsfolk.toml: F01: silver_cost: 4 is not valid: expected `int` <= 3
tuck_under_any_of = ["harbour"] -> tuck_under_any_of = []
    townsfolk.toml: F01: tuck_under_any_of: a host is needed
tuck_under_any_of = ["harbour"] -> tags = ["city"]
    townsfolk.toml: F01: unknown key 'tags'; the keys here are id, name, silver_cost, tuck_under_any
pay = {provision = 1} -> pay = {}
    townsfolk.toml: FP2: pay: silver or provision is needed
front = ["+", "camel"] -> front = ["+"]
    tiles.toml: UL1: front: ['+'] is not valid: expected a list of length 2, got 1
front = ["+", "camel"] -> icons = ["+", "camel"]
    tiles.toml: UL1: back does not go with icons
pile = 1\n ->
    tiles.toml: UL1: front needs pile, too
land = [2, 1] -> lnad = [2, 1]
    tiles.toml: size: lnad: 'lnad' is not valid; did you mean 'land'?
land = {silver = 3, influence = {trade = 2}} ->
    board.toml: upgrade_cost: {'water': {'silver': 3, 'influence': {'exploration': 2}},... is not va
influence = {trade = 2} -> influence = {trde = 2}
    board.toml: upgrade_cost: land.influence.trde: 'trde' is not valid; did you mean 'trade'?
{gain = [{acquire = "townsfolk"}, {adjust_die = 1}]} -> {gain = [{acquire = "townsfolk", adjust_die = 1}]}
    board.toml: spots: land[0].gain[0]: exactly one of the verbs is needed, not adjust_die and acquire
inspiration = ["green", "yellow", "blue"] -> space = ["green"]
    board.toml: workers: all kinds of cards but space are needed (Y-85)
["c1u", "c1l"] -> ["c1u", "c1x"]
    board.toml: journal: there is no space 'c1x'; did you mean 'c1l'?
column_2 -> colunm_2
    board.toml: journal: there is no space 'colunm_2'; did you mean 'column_2'?
gain = [{retrieve_worker = 1}] -> gain = [{retrieve_worker = -1}]
    board.toml: J07: gain[0].retrieve_worker: -1 is not valid: expected `int` >= 1
"1,3" = {silver = 1}, "1,4" -> "1,1" = {silver = 1}, "1,4"
    player.toml: caravan: bonus.1: 1,1 is not on the paper
"1,3" = {silver = 1}, "1,4" -> "0,3" = {silver = 1}, "1,4"
    player.toml: caravan: bonus.1.'0,3': '0,3' is not valid: expected a text matching regex '^[1-3],[1-6]$'
"1,3" = {silver = 1}, "1,4" -> "1,3" = {silvre = 1}, "1,4"
    player.toml: caravan: bonus.1.'1,3': unknown key 'silvre'; did you mean 'silver'?
[[start]]\nprovision = 3 -> [[start]]\nprovision = -3
    player.toml: start[3]: provision: -3 is not valid: expected `int` >= 0
special_tile_ring = 6 -> special_tile_ring = 0
    rival.toml: X1: special_tile_ring: 0 is not valid: expected `int` >= 1
first = {place_worker = ["green"]} -> first = {place_worker = ["red"]}
    rival.toml: X1: first.place_worker[0]: 'red' is not valid; did you mean 'green'?
"comet_check" -> "comet_chek"
    rival.toml: space: rest[0]: 'comet_chek' is not valid; did you mean 'comet_check'?
["space", "comet", "science" -> ["space", "comt", "science"
    rival.toml: space: caravan[0][1]: 'comt' is not valid; did you mean 'comet'?
["space", "comet", "science" -> ["space", "science"
    rival.toml: space: caravan[0]: ['space', 'science', 'comet', 'space', 'comet', 'space'] is not v
have:city_tags>=2 -> have:city_tag>=2
    journal.csv: line 4: side_A: 'city_tag' is not one of the counters; did you mean 'city_tags'?
have:city_tags>=2 -> has:city_tags>=2
    journal.csv: line 4: side_A: no requirement: 'has:city_tags>=2'; write none, have:COUNTER>=N or
spend:science*1 -> spend:sience*1
    journal.csv: line 18: side_A: 'sience' is not one of the guilds; did you mean 'science'?
c1u,c2t -> c1u,c2x
    journal.csv: line 4: to: 'c2x' is not one of the spaces; did you mean 'c2b'?
c1u,c2t -> c1u,c4t
    journal.csv: line 4: to: a way leads one or two columns to the right, and stands once
c0,c1l,1 -> c0,c1l,4
    journal.csv: line 3: board_section: '4' is not one of the sections
c0,c1l,1 -> c0,c1u,1
    journal.csv: line 3: to: a way leads one or two columns to the right, and stands once
c0,c1l,1,none -> c0,c1l,1
    journal.csv: line 3: 5 values are needed
side_A -> sideA
    journal.csv: line 1: the columns are from, to, board_section, side_A, side_B
[[card]]\nid = "I03"\ngoal = {count = "planet_tags", at_least = 3}\n ->
    inspiration.toml: I03: id: this record is missing
id = "I03" -> id = "I04"
    inspiration.toml: I04: id: stands 2 times
vp = 1 -> vp = 2
    tiles.toml: UL3: both faces have as many icons vp1 as the tile has vp (Y-74)
"1,3" = {silver = 1}, ->
    player.toml: caravan: bonus.1: {'1,4'
front = ["+", "camel"]\nback = ["camel", "-"] -> icons = ["+", "camel"]
    tiles.toml: UL1: a land tile has front, not icons
gain = [{upgrade = "land"}] -> gain = [{upgrade = "by_priority_colour"}]
    board.toml: spots: land[2].gain[0].upgrade: only the rival has this effect
gain = [{upgrade = "basic"}, {provision = 1}] -> gain = [{comet = 1}]
    land.toml: L03: die_slot.gain[0].comet: only the rival has this effect
id = "X1" -> id = "X2"
    rival.toml: X2: id: stands 2 times
"""
"""What is changed in a file, once, and how its refusal begins."""


def read(name, text):
    """Return what a file with this name and text holds."""
    if name == "journal.csv":
        return journal.connections(text)
    return reading.read_records(text, name, reading.FILES[name])


def test_broken_files_are_refused_with_file_record_and_field():
    lines = BROKEN.strip().splitlines()
    for change, told in zip(lines[::2], lines[1::2], strict=True):
        old, _, new = change.replace(r"\n", "\n").partition(" ->")
        name = told.strip().partition(":")[0]
        assert old in read_text(name), change
        with pytest.raises(DataError) as found:
            read(name, read_text(name).replace(old, new[1:], 1))
        assert str(found.value).startswith(told.strip()), change
        assert found.value.file == name, change


def test_a_way_that_ends_is_refused():
    text = "\n".join(line for line in read_text("journal.csv").splitlines() if not line.startswith("c9l,"))
    with pytest.raises(DataError, match=r"^journal\.csv: c9l: no way leads on from here$"):
        journal.connections(text)
    text = "\n".join(line.rpartition(",")[0] for line in read_text("journal.csv").splitlines())
    with pytest.raises(DataError, match=r"^journal\.csv: line 1: the columns are from, to, "):
        journal.connections(text)


def changed(text, random):
    """Return a text of which a line is gone or twice there, or a word is another one of the text."""
    lines = text.splitlines()
    place = random.randrange(len(lines))
    what = random.randrange(4)
    if what < 2:
        lines[place : place + 1] = [lines[place]] * (2 * what)
        return "\n".join(lines)
    words = [*re.finditer(r'"[^"]*"|\w+', text)]
    one, other = random.sample(words, 2)
    return text[: one.start()] + random.choice([other[0], "0", "-1", '""', "{}", "[]"]) + text[one.end() :]


def test_files_with_random_faults_are_read_or_refused():
    random, refused = Random(15), set()
    for name in (*reading.FILES, "journal.csv"):
        for _ in range(examples(20)):
            with suppress(DataError):
                read(name, changed(read_text(name), random))
                continue
            refused.add(name)
    assert refused == {*reading.FILES, "journal.csv"}


# ---- the counts of the digest, 3.2 -------------------------------------------------------------------------

RECORDS = {name: read(name, read_text(name)) for name in reading.FILES}


def inside(value):
    """Yield all records in a value, to any depth."""
    if isinstance(value, Record):
        yield value
        value = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        value = list(value.values())
    for one in value if isinstance(value, list | tuple) else ():
        yield from inside(one)


def test_Y2_Y3_Y5_cards_tiles_and_ids():
    """166 cards and 9 promos, 62 tiles, 208 ids; tags are counted in `test_wayfarers_scoring`."""
    base = [card for card in tables.CARDS if not (card.printed or card.promo)]
    promos = Counter(KINDS[card.kind] for card in tables.CARDS if card.promo)
    many = Counter(KINDS[card.kind] for card in base)
    assert many == {"land": 36, "water": 36, "space": 36, "townsfolk": 36, "inspiration": 16}
    assert promos == {"land": 2, "water": 2, "space": 1, "townsfolk": 2, "inspiration": 2}
    assert [len(tables.deck(kind, True)) for kind in range(5)] == [38, 38, 37, 38, 18]
    schemes, box = RECORDS["rival.toml"].scheme, RECORDS["player.toml"]
    assert len(schemes) == 6
    assert {**many, "scheme": 6} == box.box_cards
    assert sum(box.box_cards.values()) == 166
    tiles = Counter(TILE_KINDS[tile.kind] for tile in tables.TILES)
    assert tiles == {"land": 3, "water": 3, "space": 3, "basic": 4, "special": 10}
    assert 13 * 4 + 10 == box.box["upgrade_tiles"] == 62
    ids = [card.id for card in tables.CARDS if not card.printed]
    ids += [*tables.TILE, *tables.JOURNAL_TILES, *(one.id for one in schemes)]
    assert len(ids) == len(set(ids)) == 208
    special = [tile for tile in tables.TILES if tile.ring]
    assert [tile.ring for tile in special] == [*range(1, 11)]
    assert sum(tile.vp for tile in special) == 31


def test_uses_of_verbs_and_shapes_of_scores():
    """Without promos and the rival; columns of the journal that are alike count once, as in the digest."""
    files = {name: file for name, file in RECORDS.items() if name != "rival.toml"}
    packs = {name: file.card for name, file in files.items() if hasattr(file, "card")}
    cards = {name: [one for one in pack if one.id[1] != "P"] for name, pack in packs.items()}
    others = [file for name, file in files.items() if name not in cards]
    found = inside([list(cards.values()), others])
    uses = Counter(one.shape for one in found if isinstance(one, EffectRecord))
    entered = RECORDS["board.toml"].journal.on_enter
    assert (entered["column_2"], entered["column_4"]) == (entered["column_6"], entered["column_8"])
    uses.subtract(one.shape for one in (*entered["column_6"], *entered["column_8"]))
    few = {"adjust_die": 9, "new_die": 1, "journal": 14, "retrieve_worker": 14, "refresh_die": 19}
    many = {"influence_guild": 72, "silver": 43, "provision": 42, "choose_one": 33, "acquire": 32}
    assert uses == few | many | {"move_influence": 27, "upgrade": 25, "influence_card": 24}
    shapes = Counter(one.score.shape for one in cards["space.toml"][1:])
    assert shapes == {"per": 24, "comet_majority": 8, "per_set_of": 2, "if_have_tag": 2}


def test_Y1_Y4_Y28_the_journal():
    graph = networkx.DiGraph([(one.start, one.end) for one in journal.CONNECTIONS])
    assert (len(graph), graph.number_of_edges(), len(journal.SPACES)) == (28, 44, 28)
    columns = {edge: journal.COLUMN[edge[1]] - journal.COLUMN[edge[0]] for edge in graph.edges}
    skips = [f"{journal.SPACES[a]} {journal.SPACES[b]}" for (a, b), many in columns.items() if many != 1]
    assert skips == ["c2t c4t", "c2b c4b", "c6t c8t", "c6b c8b"]
    assert set(columns.values()) == {1, 2}
    inner = set(graph) - journal.FINAL
    assert all(journal.FINAL & networkx.descendants(graph, space) for space in inner)
    assert networkx.descendants(graph, 0) == set(range(1, 28))
    assert Counter(one.section for one in journal.CONNECTIONS) == {0: 12, 1: 26, 2: 6}
    assert len(journal.GREEN_SPACES) == 4


def test_Y71_Y73_Y85_Y111_T14_caravans_spots_and_rival_boards():
    caravan = RECORDS["player.toml"].caravan
    assert [*map(len, caravan.cells)] == [4, 6, 6]
    sums = [Counter(effect.shape for effect in cells.values()) for cells in caravan.bonus.values()]
    assert sums == [Counter(silver=2, provision=3, move_influence=1, influence_card=1, refresh_die=1)] * 4
    assert len(tables.SPOTS) == 16
    boards = RECORDS["rival.toml"].board
    assert [(len(board.caravan), {*map(len, board.caravan)}) for board in boards] == [(3, {7})] * 4
    assert [one.colour for one in RECORDS["rival.toml"].scheme] == ["blue"] * 3 + ["red"] * 3
    assert sum(one.comet for one in RECORDS["rival.toml"].scheme) == 4
    start = [(one.provision, one.silver, dict(one.guilds)) for one in RECORDS["player.toml"].start[:2]]
    assert start == [(2, 3, {"exploration": 1}), (2, 3, {"exploration": 1, "trade": 1})]


def test_Y65_Y76_no_discount_and_no_second_draw_are_left_for_drawing_three_cards():
    def draws(block):
        found = [effects.EFFECTS[part] for part in effects.BLOCKS[block].parts]
        for effect in found:
            found += [effects.EFFECTS[part] for branch in effect.branches for part in branch]
        return sum(one.verb == "acquire" and one.kind in (LAND, WATER) and not one.source for one in found)

    free = [tile for tile in tables.TILES if "free_provision" in str(tile.faces)]
    assert [(tile.id, tile.size) for tile in free] == [("US1", (1, 2))]  # two do not fit into the three rows
    dear = [slot.block for slot in tables.SLOTS if draws(slot.block)]
    assert len(dear) == 8
    assert all(draws(block) == 1 for block in dear)
    assert all(way[1] >= 1 for block in dear for way in effects.BLOCKS[block].pay or [(0, 0)])
    assert not any(
        draws(card.block) for card in tables.CARDS if card.kind == TOWNSFOLK and card.block != NONE
    )
