"""The component data: that the files hold what they should, with planted faults; the counts of the digest."""

import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import networkx

from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.actions import Do
from toolkit.games.wayfarers.components import effects, records, tables
from toolkit.games.wayfarers.components.names import (
    COLUMNS,
    GUILDS,
    KINDS,
    LAND,
    NONE,
    TILE_KINDS,
    TOWNSFOLK,
    WATER,
)
from toolkit.games.wayfarers.components.records import EffectRecord, Record, read_text
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.play.effects import RESOURCES, VERBS

FILES = {
    **{f"{kind}.toml": dict[str, tuple[of, ...]] for kind, of in records.CARD_RECORDS.items()},
    "tiles.toml": records.TileFile,
    "board.toml": records.BoardFile,
    "player.toml": records.PlayerFile,
    "rival.toml": records.RivalFile,
}


def read(name, text):
    """Return what a file with this name and text holds."""
    return journal.connections(text) if name == "journal.csv" else records.read_records(text, FILES[name])


# ---- what may stand in the files ---------------------------------------------------------------------------

SHAPES = {
    EffectRecord: dict.fromkeys(records.VERBS, "")
    | {"influence_guild": "times?", "acquire": "cost? silver_discount? source?", "upgrade": "cost?"},
    records.ScoreRecord: {
        "per": "vp base? each?",
        "per_set_of": "vp",
        "comet_majority": "",
        "if_have_tag": "vp otherwise",
        "fixed": "",
    },
    records.GoalRecord: {"count": "at_least", "all_of": ""},
    records.TownsfolkRecord: {"assets": "", "gain": "pay? pay_one_of?"},
    records.TileRecord: {"front": "back pile", "icons": "pile", "tags": "ring"},
    records.FirstRecord: {"place_worker": "", "acquire": "pay_influence"},
}
"""The keys of which a record has exactly one, each with those that go with it: always, or, `?`, perhaps."""

NOT_EMPTY = {
    "gain", "when_gaining_any_of", "tags", "name", "tag_set_vp", "second", "focus_action", "resource_bonus"
}  # fmt: skip


def shape_of(record):
    """Return the key of its shape that a record has."""
    return next(key for key in SHAPES[type(record)] if getattr(record, key))


def halves(tags, **keys):
    """Tell whether one of these tags stands there, and the key that belongs to it, not the others."""
    return sum(map(tags.count, keys)) == 1 and all((tag in tags) == bool(key) for tag, key in keys.items())


def on_paper(caravan):
    """Tell whether each of the four player boards has eight bonuses, on cells of the paper."""
    cells = {f"{row},{column}" for row, columns in enumerate(caravan.cells, 1) for column in columns}
    return sorted(caravan.bonus) == [1, 2, 3, 4] and all(
        len(places) == 8 and cells.issuperset(places) for places in caravan.bonus.values()
    )


def spaces_known(one):
    """Tell whether all names of spaces are those of spaces, or of columns that bring something."""
    columns = [f"column_{column}" for column in range(COLUMNS + 1)]
    return {*one.on_enter} <= {*one.spaces, *columns} and {*sum(one.green_workers, ())} <= {*one.spaces}


def rows(links):
    return [link.partition(":")[0] for link in links]


CELLS = {*KINDS, *GUILDS, "any_guild", "mark", "comet", "."}
RULES = (
    (records.Pay, lambda one: one.silver + one.provision > 0),
    (records.LandRecord, lambda one: halves(one.tags, city=one.die_slot, vista=one.reaction)),
    (records.WaterRecord, lambda one: halves(one.tags, harbour=one.die_slot, open_water=one.on_gain)),
    (records.WaterRecord, lambda one: len({*one.left_bolts}) == len(one.left_bolts)),
    (records.WaterRecord, lambda one: len({*rows(one.right_links)}) == len(one.right_links)),
    (records.TownsfolkRecord, lambda one: one.banner == "die" or not one.assets),
    (records.TownsfolkRecord, lambda one: one.printed or one.tuck_under_any_of),
    (records.TownsfolkRecord, lambda one: one.silver_cost in range(4)),
    (
        records.TileRecord,
        lambda one: {face.count("vp1") for face in (one.front, one.back) if face} <= {one.vp},
    ),
    (records.TileRecord, lambda one: one.pile in range(5) and one.ring in range(11)),
    (records.TileFile, lambda one: {*one.size} == {*TILE_KINDS}),
    (records.TileFile, lambda one: all(tile.front for tile in one.land + one.water)),
    (records.TileFile, lambda one: all(tile.icons for tile in one.space + one.basic)),
    (records.TileFile, lambda one: all(tile.tags for tile in one.special)),
    (records.BoardFile, lambda one: {*one.upgrade_cost} == {*TILE_KINDS}),
    (records.BoardFile, lambda one: {*one.spots} == {*one.workers} == {*KINDS} - {"space"}),  # Y-85
    (records.JournalRecord, spaces_known),
    (records.CaravanRecord, on_paper),
    (records.RivalFile, lambda one: (len(one.spot), len(one.positions), len(one.vp)) == (8, 5, 5)),
    (records.RivalFile, lambda one: CELLS - {"."} == {*one.cell}),
    (records.RivalBoardRecord, lambda one: [*map(len, one.caravan)] == [7, 7, 7]),
    (records.RivalBoardRecord, lambda one: CELLS.issuperset(sum(one.caravan, ()))),
    (records.SchemeRecord, lambda one: one.silver in range(3) and one.special_tile_ring in range(1, 11)),
)
"""What else must be so of a record."""


def ids(stem, many, digits=2):
    return [f"{stem}{number:0{digits}}" for number in range(1, many + 1)]


IDS = {
    "land.toml": ["city", *ids("L", 36), *ids("LP", 2, 1)],
    "water.toml": ["harbour", *ids("W", 36), *ids("WP", 2, 1)],
    "space.toml": ["star", *ids("S", 36), *ids("SP", 1, 1)],
    "townsfolk.toml": ["folk", *ids("F", 36), *ids("FP", 2, 1)],
    "inspiration.toml": [*ids("I", 16), *ids("IP", 2, 1)],
    "tiles.toml": [*ids("UL", 3, 1), *ids("UW", 3, 1), *ids("US", 3, 1), *ids("UB", 4, 1), *ids("UP", 10)],
    "board.toml": ids("J", 10),
    "player.toml": [],
    "rival.toml": [*ids("X", 6, 1), "space", "upgrade", "townsfolk", "journal"],
}
"""The ids of each file in their order: the printed card, the base cards, the promos."""


def inside(value):
    """Yield all records in a value, to any depth."""
    if isinstance(value, Record):
        yield value
        value = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        value = list(value.values())
    for one in value if isinstance(value, list | tuple) else ():
        yield from inside(one)


def of_the_rival(effect):
    """Tell whether only the rival has an effect."""
    solo = effect.comet or effect.focus_action or effect.advance_resource_marker
    return solo or effect.upgrade == "by_priority_colour"


def faults(name, file):
    """Yield what is wrong in a file that was read."""
    if name == "journal.csv":
        spaces = {(one.start, one.end): journal.COLUMN[one.end] - journal.COLUMN[one.start] for one in file}
        if len(spaces) < len(file) or not {*spaces.values()} <= {1, 2}:
            yield "a way leads one or two columns to the right, and stands once"
        if {one.section for one in file} != {0, 1, 2}:
            yield "there are three sections"
        if {start for start, _ in spaces} | journal.FINAL != {*range(len(journal.SPACES))}:
            yield "a way leads on from everywhere"
        return
    found = [*inside(file)]
    if [one.id for one in found if hasattr(one, "id")] != IDS[name]:
        yield f"the ids are not {IDS[name]}"
    for record in found:
        yield from _faults_of(record)
        if isinstance(record, EffectRecord) and name != "rival.toml" and of_the_rival(record):
            yield f"only the rival has this effect: {record}"


def _faults_of(record):
    kind, keys = type(record), record.__struct_fields__
    defaults = dict(zip(keys[::-1], kind.__struct_defaults__[::-1], strict=False))
    given = {key for key in keys if getattr(record, key) not in (defaults.get(key), {})}
    for key in keys:
        value = getattr(record, key)
        least = 1 if isinstance(record, EffectRecord | records.Single) and key in given else 0
        if isinstance(value, int) and value < least:
            yield f"{key} is {value}: {record}"
        if value == () and key in NOT_EMPTY and key not in defaults:
            yield f"{key} is empty: {record}"
    if shapes := SHAPES.get(kind):
        found = given.intersection(shapes)
        wanted = " ".join(shapes[key] for key in found).split()
        needed, may = {key for key in wanted if key[-1] != "?"}, {key.rstrip("?") for key in wanted}
        beside = given.intersection(" ".join(shapes.values()).replace("?", "").split())
        if len(found) != 1 or not needed <= beside <= may:
            yield f"a record has one shape: {record}"
    for of, right in RULES:
        if isinstance(record, of) and not right(record):
            yield f"something is wrong: {record}"


def test_the_files_hold_what_they_should_and_planted_faults_are_told():
    for name in (*FILES, "journal.csv"):
        assert list(faults(name, read(name, read_text(name)))) == []
    planted = Path(__file__).with_name("faults_of_data.txt").read_text(encoding="utf-8")
    for line in planted.partition("\n\n")[2].splitlines():
        if not line.startswith("  "):
            name = line.removesuffix(":")
            continue
        old, _, new = line.removeprefix("  ").replace(r"\n", "\n").partition(" ->")
        assert old in read_text(name), line
        try:
            file = read(name, read_text(name).replace(old, new[1:], 1))
        except (msgspec.ValidationError, tomllib.TOMLDecodeError, KeyError, ValueError, AttributeError):
            continue
        assert list(faults(name, file)), line


def test_a_way_that_ends_is_a_fault():
    text = "\n".join(line for line in read_text("journal.csv").splitlines() if not line.startswith("c9l,"))
    assert [*faults("journal.csv", journal.connections(text))] == ["a way leads on from everywhere"]


# ---- the counts of the digest, 3.2 -------------------------------------------------------------------------

RECORDS = {name: read(name, read_text(name)) for name in FILES}


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
    packs = {name: file["card"] for name, file in files.items() if isinstance(file, dict)}
    cards = {name: [one for one in pack if one.id[1] != "P"] for name, pack in packs.items()}
    others = [file for name, file in files.items() if name not in cards]
    found = inside([list(cards.values()), others])
    uses = Counter(one.verb for one in found if isinstance(one, EffectRecord))
    entered = RECORDS["board.toml"].journal.on_enter
    assert (entered["column_2"], entered["column_4"]) == (entered["column_6"], entered["column_8"])
    uses.subtract(one.verb for one in (*entered["column_6"], *entered["column_8"]))
    few = {"adjust_die": 9, "new_die": 1, "journal": 14, "retrieve_worker": 14, "refresh_die": 19}
    many = {"influence_guild": 72, "silver": 43, "provision": 42, "choose_one": 33, "acquire": 32}
    assert uses == few | many | {"move_influence": 27, "upgrade": 25, "influence_card": 24}
    shapes = Counter(shape_of(one.score) for one in cards["space.toml"][1:])
    assert shapes == {"per": 24, "comet_majority": 8, "per_set_of": 2, "if_have_tag": 2}


def test_each_effect_of_a_player_can_be_done():
    done = [action.effect for action in GAME.vocabulary(2, GAME.Rules()) if isinstance(action, Do)]
    verbs = {effects.EFFECTS[number].verb for number in done}
    assert verbs == {*VERBS, *RESOURCES}


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
    sums = [Counter(effect.verb for effect in cells.values()) for cells in caravan.bonus.values()]
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
    folk = [card.block for card in tables.CARDS if card.kind == TOWNSFOLK and card.block != NONE]
    assert not any(map(draws, folk))
