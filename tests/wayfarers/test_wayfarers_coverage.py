"""Every effect of every component is resolved once, and brings what its data file says, read here anew.

Each source is driven in a position in which all its parts can be done, first choices first; what changed then
is compared with what the vocabulary promises. Dice are rolled to 6.
"""

import tomllib
from collections import Counter
from importlib.resources import files

from playing import chances, do, legal
from wayfarers_helpers import bring, table

from toolkit.games.wayfarers.components.effects import EFFECTS, branch_words
from toolkit.games.wayfarers.components.names import TILE_KINDS
from toolkit.games.wayfarers.components.tables import TILES
from toolkit.games.wayfarers.journal import COLUMN

NAMES = ("land", "water", "space", "townsfolk", "tiles", "board", "player")
FILES = {name: files("toolkit.games.wayfarers") / "data" / f"{name}.toml" for name in NAMES}
DATA = {name: tomllib.loads(file.read_text(encoding="utf-8")) for name, file in FILES.items()}
BOARD, PLAYER = DATA["board"], DATA["player"]
CARDS = {card["id"]: card for name in NAMES[:4] for card in DATA[name]["card"]}
SLOTS = {f"middle {number}": slot for number, slot in enumerate(PLAYER["middle"]["slots"], 1)}
SLOTS |= {name: card["die_slot"] for name, card in CARDS.items() if "die_slot" in card}
HOSTS = {"harbour": "harbour", "city": "city", "vista": "L33", "open_water": "W20", "observatory": "L18"}
PRICES = {"space": 3, "townsfolk": 2}  # space slot 1, F08
PLAIN = "L10 L17 L18 W12 W13 W15 S16 S17 S18 F08 F09 F30 I05 I06 I07".split()  # noqa: SIM905  # no effects
GIVERS = {tile["tags"][0]: ("special tile", f"tile {tile['id']}") for tile in DATA["tiles"]["special"]}
GIVERS |= {"any_upgrade_tile": GIVERS["star"], "townsfolk_card": ("townsfolk card", "gain F08")}
GIVERS |= {"sun": ("space card", "gain S36"), "moon": ("space card", "gain S09")}
ROLLED = {"dice": 1, "pips": 6}
CHANGES = {
    "influence_card": {"tokens": 1}, "move_influence": {"science": -1, "trade": 1}, "adjust_die": {"pips": 1},
    "refresh_die": {"placed": -1, **ROLLED}, "new_die": {"reserve": -1, **ROLLED},
    "retrieve_worker": {"workers": 1}, "journal": {"column": 1, "silver": 2},  # J06, and no green worker
}  # fmt: skip
JOURNEYS = """column_2 c1u c2t; column_6 c5u c6t W06 W07; column_4 c3u c4m W01; column_8 c7u c8t W01 W02;
    c10-1 c9u c10-1 L09 L10 L11; c10-2 c9u c10-2; c10-3 c9u c10-3 W19 W20 W21; c10-4 c9l c10-4;
    c10-5 c9l c10-5 L24 L27 L31 L33"""


def sums(*parts):
    """Return the sum of changes, without those that cancel out."""
    found = Counter()
    for part in parts:
        found.update(part)
    return {name: number for name, number in found.items() if number}


def promised(gain, branch=0):
    """Return what the effects of a gain change; of choices the branch with this number is taken."""
    found = []
    for effect in gain:
        verb, value = next(iter(effect.items()))
        free = effect.get("cost") == "free"
        if verb == "choose_one":
            found.append(promised(value[branch % len(value)], branch))
        elif verb == "influence_guild":
            found.append({"science" if value == "any" else value: effect.get("times", 1)})
        elif verb == "acquire":
            price = 0 if free else PRICES.get(value, 0) - effect.get("silver_discount", 0)
            found.append({value: 1, "silver": -price})
        elif verb == "upgrade":
            price = 0 if free else BOARD["upgrade_cost"][value].get("silver", 0)
            found.append({f"{value} tile": 1, "silver": -price})
        else:
            found.append({name: many * value for name, many in CHANGES.get(verb, {verb: 1}).items()})
    return sums(*found)


def look(state):
    one = state.tableaux[0]
    numbers = {name: getattr(one, name) for name in ("silver", "provision", "reserve")}
    rows = ("dice", "placed", "land", "water", "space", "townsfolk")
    numbers |= {name: len(getattr(one, name)) for name in rows}
    numbers |= dict(zip(("science", "trade", "exploration"), one.guilds, strict=True))
    numbers |= {"tokens": state.tokens.count(0), "workers": sum(one.hands), "pips": sum(one.dice)}
    numbers |= {"column": COLUMN[one.marker], "inspiration": sum(card >= 0 for card in one.inspirations)}
    return sums(numbers, Counter(f"{TILE_KINDS[TILES[laid.tile].kind]} tile" for laid in one.tiles))


def begin(cards="", tiles="", first="", board=3, c1u="J06", **fields):
    """Return a turn with resources, workers to retrieve, and cards to acquire that bring nothing."""
    used, rows = {*cards.replace("+", " ").split(), *first.split()}, first.split()
    for kind, marks in (("L", ":gy"), ("W", ":gb"), ("S", ""), ("F", ":g"), ("I", "")):
        plain = [name for name in PLAIN if name[0] == kind and name not in used]
        rows += [plain[0], plain[1] + marks][: 4 - len([name for name in rows if name[0] == kind])]
    pieces = {"silver": 9, "provision": 6, "guilds": (2, 2, 2), "dice": [1, 1], "placed": {"middle 4": 4}}
    city, water = "L09" if "L16" in used else "L16", "W27" if "W23" in used else "W23"
    start = table(promos=True, boards=(board, 1 + board % 4))
    start.seat(0, f"{city} {cards} {water}", tiles, **pieces | fields)
    return start.lay(" ".join(rows), pile="L14 W02 S19", c1u=c1u).turn()


def change(state, branch, lines):
    """Do these lines and then what comes first, to the end of the action; return what has changed."""
    before = {name: -number for name, number in look(state).items()}
    do(state, *lines)
    while state.decision_kind() not in ("reveal", "end of turn"):
        ways = [way for way in legal(state) or chances(state) if way not in ("decline", "use trade")]
        quiet = [way for way in ways if way == "place 2,5" or way.removeprefix("gain ") in PLAIN]
        if state.decision_kind() == "choose":
            branches = EFFECTS[state.stack[-1].effect].branches
            do(state, f"choose {branch_words(branches[branch % len(branches)])}")
        elif ways[0].startswith("science"):
            do(state, "decline")
        else:
            do(state, ways[-1] if state.decision_kind() == "roll" else (quiet or ways)[0])
    return sums(look(state), before)


def pays(record):
    return {name: -many for name, many in record.get("pay_one_of", [record.get("pay", {})])[0].items()}


def die(name, cards):
    """Return what goes with the gain of a slot: the die and its price, no effect, the position, the lines."""
    slot = SLOTS[name]
    tiles = f"US3@1,4 UB{1 + (slot['assets'].count('ship') > 1)}@3,4"  # all assets in column 4
    face, tiles = (6, "UB1@2,6") if slot["assets"].count("telescope") > 1 else (4, tiles)
    placed = {"middle 3" if name == "middle 4" else "middle 4": 4}
    extra = sums({"dice": -1, "placed": 1, "pips": -face}, pays(slot))
    position = {"cards": cards, "tiles": tiles, "dice": [1, 1, face], "placed": placed}
    return extra, None, position, [f"die {face}", f"on {name}"]


def townsfolk(name, card):
    """Return what goes with the gain of a townsfolk: a die on its host, a tile for its vista, a rest."""
    host = next(host for tag, host in HOSTS.items() if tag in card["tuck_under_any_of"])
    cards = f"{host}+{name}"
    if card["banner"] == "die":
        extra, *how = die(host, cards)
        return sums(extra, pays(card), promised(SLOTS[host]["gain"])), *how
    if card["banner"] == "reaction":
        extra = sums({"special tile": 1, "silver": 1}, pays(card))
        return extra, "special tile", {"cards": cards}, ["tile UP02"]
    extra = sums(promised(CARDS["folk"]["gain"]), {"placed": -1, **ROLLED})
    return extra, None, {"cards": cards, "dice": [1]}, ["rest", "roll 6", "decline"]


def drives():
    """Yield each source: name, gain, what else changes, the effect that leads to it, the position, lines."""
    for name, card in CARDS.items():
        kind, mine = next(kind for kind in NAMES[:4] if card in DATA[kind]["card"]), name[0].isupper()
        if mine and kind != "townsfolk":
            extra = promised([{"acquire": kind}, *[{"silver": 1}] * ("silver" in card.get("left_bolts", ()))])
            yield name, card.get("on_gain", ()), extra, f"{kind} card", {"first": name}, [f"gain {name}"]
        for event in card.get("reaction", {}).get("when_gaining_any_of", ()):
            effect, line = GIVERS[event]
            giver = line.split()[1] if effect == "space card" else ""
            one = {"upgrade": "special"} if effect == "special tile" else {"acquire": effect.split()[0]}
            extra = promised([one, *CARDS.get(giver, {}).get("on_gain", ())])
            yield name, card["reaction"]["gain"], extra, effect, {"cards": name, "first": giver}, [line]
        if mine and kind == "townsfolk" and "gain" in card:
            yield name, card["gain"], *townsfolk(name, card)
    for name, slot in SLOTS.items():
        yield name, slot["gain"], *die(name, name if name[0].isupper() else "")
    for kind, spots in BOARD["spots"].items():
        card = next(name for name in PLAIN if name[0] == kind[0].upper().replace("T", "F"))
        for slot, spot in enumerate(spots):
            position = {"first": f"{card[0]}- " * slot + card, "hands": "g"}
            extra = sums({"workers": -1}, pays(spot))
            yield f"{kind} {slot}", spot["gain"], extra, None, position, [f"worker green on {card}"]
    for tile in BOARD["journal_tile"]:
        yield tile["id"], tile["gain"], {"column": 1}, "journal", {"c1u": tile["id"]}, ["to c1u"]
    for journey in JOURNEYS.split(";"):
        name, marker, to, *cards = journey.split()
        extra = {"column": 1, "science": -(to in ("c10-2", "c10-4"))}
        position = {"cards": " ".join(cards), "marker": marker}
        yield name, BOARD["journal"]["on_enter"][name], extra, "journal", position, [f"to {to}"]
    for board, cells in PLAYER["caravan"]["bonus"].items():
        for cell, bonus in cells.items():
            lines = ["tile UB1", f"place {cell}"]
            yield cell, [bonus], {"basic tile": 1}, "free basic tile", {"board": int(board)}, lines


def test_Y30_Y42_Y44_Y58_Y73_Y81_Y86_every_effect_of_every_component_is_resolved():
    wrong, silent = {}, {name for name, card in CARDS.items() if "assets" in card} | {"folk", "star"}
    for name, gain, extra, effect, position, lines in drives():
        for branch in range(max([len(one.get("choose_one", [0])) for one in gain], default=1)):
            state = begin(**position)
            has = change(bring(state, effect) if effect else state, branch, lines)
            if has != (should := sums(extra, promised(gain, branch))):
                wrong[name, branch] = has, should
        silent.add(name)
    assert (wrong, CARDS.keys() - silent) == ({}, set())
