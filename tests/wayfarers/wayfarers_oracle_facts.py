"""What the second engine of Wayfarers reads off the table: data, counts, caravans, words, scores.

Everything is a dict, a list or a text; `Own` is what one player owns. Only the files of data are shared with
`toolkit.games.wayfarers`.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import toolkit

DATA = Path(toolkit.__file__).parent / "games" / "wayfarers" / "data"

Effect = dict[str, Any]
Own = dict[str, Any]
"""silver, provision, influence, guilds, hands, dice, placed, reserve, marker, land, water, space, folk (the
townsfolk under a card), inspiration (above a space card), tiles (tile, row, column, back), board."""


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


KINDS = ("land", "water", "space", "townsfolk", "inspiration")
TILE_KINDS = ("land", "water", "space", "basic", "special")
GUILDS = ("science", "trade", "exploration")
WORKERS = ("green", "yellow", "blue")
PRIMARY = ("city", "vista", "harbour", "open_water")
MONEY = ("silver", "provision")
PRINTED = ("city", "harbour", "star", "folk")

BOARD, PLAYER, RIVAL = read("board"), read("player"), read("rival")
CARDS = {card["id"]: card | {"kind": kind} for kind in KINDS for card in read(kind)["card"]}
NUMBERS = {card: number for number, card in enumerate(CARDS)}
TILES = {tile["id"]: tile | {"kind": kind} for kind in TILE_KINDS for tile in read("tiles")[kind]}
TILE_NUMBERS = {tile: number for number, tile in enumerate(TILES)}
SIZE = read("tiles")["size"]  # columns, rows
JOURNAL_TILES = {tile["id"]: tile["gain"] for tile in BOARD["journal_tile"]}
EDGES = list(csv.DictReader((DATA / "journal.csv").read_text(encoding="utf-8").splitlines()))
LABELS = {column: "tmb" if column % 2 == 0 else "ul" for column in range(1, 10)}
SPACES = ["c0", *(f"c{c}{at}" for c in LABELS for at in LABELS[c]), *(f"c10-{at}" for at in range(1, 6))]
EMPTY_SPACES = [space for space in SPACES if space[-1] in "ul"]  # those for the journal tiles (Y-3)
PAPER = [(row + 1, column) for row, columns in enumerate(PLAYER["caravan"]["cells"]) for column in columns]
SPOTS = {4 * KINDS.index(kind) + i: spots[i] for kind, spots in BOARD["spots"].items() for i in range(4)}
SLOTS = [f"middle {number}" for number in range(1, 5)]


@cache
def deck(kind: str, promos: bool) -> list[str]:
    """Return the cards of a pile, the promos only where they are asked for."""
    cards = [card for card, record in CARDS.items() if record["kind"] == kind and card not in PRINTED]
    return [card for card in cards if promos or card[1] != "P"]


def belongings() -> Own:
    """Return what a player begins with, but for the resources of the turn order (Y-6)."""
    pieces = PLAYER["pieces"]
    hands = {colour: int(colour in pieces["workers"]) for colour in WORKERS}
    own: Own = {"board": 0, "silver": 0, "provision": 0, "influence": pieces["influence"]}
    own |= {"guilds": dict.fromkeys(GUILDS, 0), "hands": hands, "dice": [], "placed": {}}
    own |= {"reserve": pieces["dice_in_reserve"], "marker": "c0", "tiles": []}
    return own | {"land": ["city"], "water": ["harbour"], "space": ["star"], "folk": {}, "inspiration": {}}


def links(left: str, card: str) -> list[Effect]:
    """Return what a new water card brings with the one to its left (Y-47)."""
    parts: list[Effect] = []
    for link in CARDS[left]["right_links"]:
        row, _, guild = link.partition(":")
        if row in CARDS[card]["left_bolts"]:
            parts.append({"influence_guild": guild} if guild else {row: 1})
    return parts


def verb_of(effect: Effect) -> str:  # return the one key that is no argument
    arguments = ("times", "cost", "silver_discount", "source")
    return next(key for key in effect if key not in arguments)


def repeats(effect: Effect) -> int:  # how often a part is asked, one by one
    if verb_of(effect) == "influence_guild":
        return int(effect.get("times", 1))
    value = effect[verb_of(effect)]
    return value if isinstance(value, int) else 1


def words(effect: Effect) -> str:  # return an effect in the words of the notation
    verb = verb_of(effect)
    value, many = effect[verb], repeats(effect)
    more = f" x{many}" if many > 1 else ""
    if verb in MONEY:
        return f"{value} {verb}"
    if verb == "influence_guild":
        return f"influence {'any guild' if value == 'any' else value}{more}"
    if verb == "choose_one":
        return " or ".join(branch_words(branch) for branch in value)
    if verb == "townsfolk":
        prices = " or ".join(
            f"{price[kind]} {kind}" for price in CARDS[value]["pay_one_of"] for kind in price
        )
        return f"pay {prices}: {branch_words(CARDS[value]['gain'])}"
    if verb in ("acquire", "upgrade"):
        what = f"{value} {'card' if verb == 'acquire' else 'tile'}"
        free = "free " * (effect.get("cost") == "free")
        less = f" for {effect['silver_discount']} silver less" if "silver_discount" in effect else ""
        source = {"draw3_keep1": " of three drawn", "top_of_pile": " from the pile"}
        return f"{free}{what}{source.get(effect.get('source', ''), '')}{less}"
    return verb.replace("_", " ") + more


def branch_words(branch: list[Effect]) -> str:
    return " + ".join(words(effect) for effect in branch)


def cards_of(own: Own, kind: str) -> list[str]:
    if kind == "townsfolk":
        return ["folk", *own["folk"].values()]  # Y-59
    return list(own["inspiration"].values()) if kind == "inspiration" else own[kind]


def tags_of(own: Own) -> Counter[str]:
    """Return the tags of a player: player board, cards and the tiles in the caravan (Y-13, Y-14, Y-59)."""
    tags = Counter(PLAYER["middle"]["tags"])
    for card in own["land"] + own["water"] + own["space"]:
        tags.update(CARDS[card]["tags"])
    for tile, *_ in own["tiles"]:
        tags.update(TILES[tile].get("tags", ()))
    return tags


def count(own: Own, counter: str) -> int:
    """Return what a counter of the journal, of star cards and of goals shows."""
    name, _, what = counter.rpartition("_")
    if what == "tags":
        return tags_of(own)[name]
    if counter == "sun_or_moon":
        return tags_of(own)["sun"] + tags_of(own)["moon"]
    if what == "cards":
        return len(cards_of(own, name))
    if what == "upgrades":
        return sum(name in ("all", TILES[tile]["kind"]) for tile, *_ in own["tiles"])
    if counter == "guild_any_total":
        return sum(own["guilds"].values())
    return int(own["guilds"][what] if name == "guild" else own[counter])


def cells_of(tile: str, row: int, column: int) -> list[tuple[int, int]]:
    columns, rows = SIZE[TILES[tile]["kind"]]
    return [(row + down, column + right) for down in range(rows) for right in range(columns)]


def places_for(own: Own, tile: str) -> list[tuple[int, int, bool]]:
    """Return where a tile may be laid: row, column, and whether with its back up (Y-71)."""
    covered = {cell for laid in own["tiles"] for cell in cells_of(*laid[:3])}
    free = set(PAPER) - covered
    backs = (False, True) if "back" in TILES[tile] else (False,)
    return [(*cell, back) for back in backs for cell in PAPER if set(cells_of(tile, *cell)) <= free]


def icons_of(own: Own, column: int) -> Counter[str]:
    """Return all icons that serve one column of the caravan (Y-75)."""
    icons = Counter(PLAYER["caravan"]["printed"].get(str(column), ()))
    for tile, _, left, back in own["tiles"]:
        if "front" in TILES[tile]:
            icon = dict(enumerate(TILES[tile]["back" if back else "front"], left)).get(column)
            icons.update([icon] if icon else [])
        elif left == column:
            icons.update(TILES[tile].get("icons", ()))
    return icons


def chain(own: Own, face: int) -> set[int]:
    """Return the faces that one chain of the caravan makes of a face (Y-79)."""
    reached: set[int] = set()
    ahead = [face]
    while ahead:
        column = ahead.pop()
        reached.add(column)
        icons = icons_of(own, column)
        up, down = icons["+"] or icons["+-"], icons["-"] or icons["+-"]
        found = [column + 1] * bool(up) + [column - 1] * bool(down)
        ahead += [other for other in found if 1 <= other <= 6 and other not in reached]
    return reached


def space_points(own: Own, card: str, most_comets: bool) -> int:
    """Return the points of a space card by itself (Y-49 to Y-52)."""
    score = CARDS[card]["score"]
    if "comet_majority" in score:
        return int(score["comet_majority"]["vp" if most_comets else "else"])
    if "if_have_tag" in score:
        return int(score["vp" if tags_of(own)[score["if_have_tag"]] else "else"])
    if "fixed" in score:
        return int(score["fixed"])
    if "per_set_of" in score:
        return int(score["vp"]) * min(count(own, counter) for counter in score["per_set_of"])
    return int(score.get("base", 0)) + int(score["vp"]) * (count(own, score["per"]) // score.get("each", 1))


def leader(numbers: list[int]) -> int:
    """Return who has more than everybody else, or -1 (Y-37, Y-51, Y-133)."""
    best = max(numbers)
    return numbers.index(best) if numbers.count(best) == 1 else -1


def points_of(own: Own, most_comets: bool) -> int:
    """Return the points of a player but for the guilds (Y-93)."""
    numbers = [tags_of(own)[tag] for tag in PRIMARY]
    sets = sum(int(BOARD["tag_set_vp"][min(number, 7)]) for number in numbers)  # Y-15
    space = [space_points(own, card, most_comets) for card in own["space"]]
    for card, above in own["inspiration"].items():  # Y-55
        goals = CARDS[above]["goal"].get("all_of", [CARDS[above]["goal"]])
        if all(count(own, goal["count"]) >= goal["at_least"] for goal in goals):
            space.append(space_points(own, card, most_comets))
    tiles = sum(int(TILES[tile]["vp"]) for tile, *_ in own["tiles"])
    return sets + int(BOARD["unique_set_vp"]) * min(numbers) + sum(space) + tiles  # Y-16


def result(everybody: list[Own], rival: dict[str, Any] | None) -> tuple[list[int], list[int]]:
    """Return the totals, the rival's last, and who has won (Y-37, Y-51, Y-94, Y-113)."""
    most = leader([tags_of(own)["comet"] for own in everybody] + ([rival["comet"]] if rival else []))
    totals = [points_of(own, most == player) for player, own in enumerate(everybody)]
    if rival:
        cards = sum(int(RIVAL["vp"][kind]) * number for kind, number in rival["cards"].items())
        totals.append(cards + sum(int(TILES[tile]["vp"]) for tile in rival["tiles"]))
    guilds = [own["guilds"] for own in [*everybody, *([rival] if rival else [])]]
    for best in [leader([held[guild] for held in guilds]) for guild in GUILDS]:
        totals[best] += int(BOARD["guild_majority_vp"]) * (best >= 0)
    ranks = [(total, *(held[g] for g in GUILDS)) for total, held in zip(totals, guilds, strict=True)]
    return totals, [player for player, rank in enumerate(ranks) if rank == max(ranks)]
