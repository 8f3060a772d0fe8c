"""The rules of Wayfarers by examples: `examples.txt`, `rival_examples.txt`, in the form of `rule_examples`.

A table names what player 0 has (``on city+F17 L04``; tiles, dice, guilds ...), what lies in the display
(``show``, as `wayfarers_helpers.table` lays it) and what others have (``player 1: L09, marker c9u``). The
action of the turn ``brings`` effects; ``gains`` is a card that it has just brought. Stores are silver and
provisions, guilds are science, trade and exploration, hands are workers: green, yellow, blue.
"""

import re
from pathlib import Path
from random import Random

from playing import do
from rule_examples import Rulebook, examples
from wayfarers_helpers import alone, bring, rival_acts, stores, table, until

from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.components.names import ASSETS, COUNTERS, KINDS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, JOURNAL_TILES, SLOTS, TILE, TILES
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import SPACE_NUMBER, SPACES, TILE_SPACES
from toolkit.games.wayfarers.position import Position
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.solo.priorities import next_space, path
from toolkit.games.wayfarers.state import UNDER, UNSEEN


# ---- tables ------------------------------------------------------------------------------------------------
def numbers(text):
    return tuple(map(int, text.split()))


def placed(text):
    """Return dice on slots: ``city 1, middle 4 6``."""
    dice = [one.rpartition(" ") for one in text.split(", ")]
    return {slot: int(face) for slot, _, face in dice}


PLAYERS = {"silver": int, "provision": int, "guilds": numbers, "dice": numbers, "placed": placed}
RIVALS = dict.fromkeys(["spot", "comet", "path", "silver", "provision"], int)
RIVALS |= dict.fromkeys(["guilds", "hands", "cards"], numbers)
"""How what somebody has is read from a text, if it is no text."""


def read(fields, kinds):
    return {name: kinds.get(name, str)(text) for name, text in fields.items()}


def lay(said):
    """Lay a turn of player 0, one against a rival (``rival BOARD``), nothing yet (``new 2``), or a file."""
    kind, _, more = said.first.partition(" ")
    things, rules = dict(said.things), dict(said.rules)
    if kind == "new":
        return GAME.new(int(more), Rules(**rules))
    if kind == "position":
        state = GAME.complete(Position.parse(file_of(things), "here.toml"), Random(1))
        assert list(GAME.faults(state)) == []
        return state
    if kind == "rival":
        return alone(more or "space", **read(things, RIVALS), **rules)
    laid = table(rules.pop("players", 2), **rules)
    seats = {int(name[-1]): things.pop(name) for name in said.things if name.startswith("player ")}
    for player, text in seats.items():
        parts = [one.partition(" ") for one in text.split(", ")]
        cards = [text.split(", ")[0]] * (not parts[0][0].islower())
        laid.seat(player, *cards, **read({name: to for name, _, to in parts[len(cards) :]}, PLAYERS))
    gains, brings, gained, turn = (things.pop(name, "") for name in ("gains", "brings", "gained", "turn"))
    journal = dict(one.split() for one in things.pop("journal", "").split(", ") if one)
    laid.lay(f"{gains} {things.pop('show', '')}", things.pop("pile", ""), **journal)
    laid.seat(0, said.first.removeprefix("nothing"), **read(things, PLAYERS))
    state = laid.turn(int(turn or 0))
    state.gained = tuple(map(CARD.__getitem__, gained.split()))
    if brings := f"{KINDS['LWSFI'.index(gains[0])]} card" if gains else brings:
        bring(state, *brings.split(" and "))
    return do(state, f"gain {gains}") if gains else state


def file_of(things):
    """Return a position file, of which the keys are given."""
    players = [[] for _ in range(int(things.pop("players", 2)))]
    for name in [name for name in things if name.startswith("player ")]:
        _, player, key = name.split()
        players[int(player)].append(f"{key} = {things.pop(name)}")
    lines = [f"{name} = {text}" for name, text in things.items()]
    seats = ", ".join(f"{{{', '.join(keys)}}}" for keys in players)
    return "\n".join(['format = "wayfarers-position/1"', f"players = [{seats}]", *lines])


# ---- what is seen ------------------------------------------------------------------------------------------
def words(values):
    return " ".join(map(str, values))


def ids(cards):
    return words(CARDS[card].id if card != HIDDEN else "?" for card in cards)


def of(name, tell=words):
    """Return a look at something of a player, 0 if nobody is named."""
    return lambda state, player: tell(getattr(state.tableaux[int(player or 0)], name))


def workers(hands):
    return "".join(letter * many for letter, many in zip("gyb", hands, strict=True))


def row(name, tucked):
    """Return a look at a row of cards, as they are laid: ``city+F09 L04``."""

    def look(state, player):
        one = state.tableaux[int(player or 0)]
        pairs = zip(getattr(one, name), getattr(one, tucked), strict=True)
        return words("+".join(CARDS[card].id for card in pair if card >= 0) for pair in pairs)

    return look


def laid_words(laid):
    """Return a tile as it is laid: ``UL1b@3,1``."""
    return f"{TILES[laid.tile].id}{'b' * laid.back}@{laid.row},{laid.column}"


def shows(state, letter):
    """Return the display of a kind, as it is laid: ``L26:1gy L-``, without gaps at its end."""
    found, first = [], 4 * "LWSFI".index(letter)
    for place in range(first, first + 4):
        owner, mask = state.tokens[place], state.workers[place]
        marks = f"{owner}" * (owner >= 0) + "".join(
            "gyb"[colour] for colour in range(3) if mask >> colour & 1
        )
        name = CARDS[state.display[place]].id if state.display[place] >= 0 else f"{letter}-"
        found.append(f"{name}:{marks}" if marks else name)
    while found and found[-1] == f"{letter}-":
        found.pop()
    return words(found)


def faces(state, slot):
    """Return the faces with which a die may be put on a slot, without any step of its own."""

    def serves(face):
        one = state.clone()
        one.tableaux[0].dice = (face,)
        return f"on {slot}" in map(str, do(one, f"die {face}").legal_actions())

    return words(filter(serves, range(1, 7)))


def puts(state, down):
    """Return all faces with which a die can be put down; the trade ability steps twice if not said."""
    found, open_, steps = set(), [state], int(down.removeprefix("down") or 2)
    while open_:
        one = open_.pop()
        if one.decision_kind() == "place die":
            found.add(one.stack[-1].face)
        for text in map(str, one.legal_actions()):
            adjusts = text.startswith(("raise", "lower"))
            if text.startswith(("use", "die", "decline")) or (adjusts and one.stack[-1].left > 2 - steps):
                open_.append(do(one.clone(), text))
    return words(sorted(found))


def column(state, face):
    """Return what a column of the caravan of player 0 offers."""
    one = state.tableaux[0].caravan.columns[int(face)]
    found = [name for name, many in zip(ASSETS, one.assets, strict=True) for _ in range(many)]
    found += ["up"] * one.up + ["down"] * one.down
    found += [f"{many} {name}" for name in ("silver", "provision") if (many := getattr(one, name))]
    return ", ".join(found)


def journal(state, space):
    return JOURNAL_TILES[state.journal_tiles[TILE_SPACES.index(SPACE_NUMBER[space])]]


def told(state, number):
    """Return an event since the table was laid, by its number from 1, or the last one."""
    heard = [str(event).removeprefix("(").removesuffix(")") for event in state.log(None)]
    return heard[int(number or 0) - 1]


def did(state, number):
    """Return what an event ends with, without what was tried before."""
    return re.split("[;:] ", told(state, number))[-1]


def its(state, name):
    """Return something of the rival."""
    value = getattr(state.rivals[0], name)
    names = {"schemes": lambda one: f"X{one + 1}", "tiles": lambda one: TILES[one].id}
    if name == "marker":
        return SPACES[value]
    return words(map(names.get(name, str), value)) if isinstance(value, tuple) else value


BOOK = Rulebook(
    lay,
    lambda state, viewer, zone: ids(state.observation(viewer)[zone.split()[0]].zone(zone.split()[1])),
    looks={
        **{name: of(name) for name in ("guilds", "dice")},
        **{name: of(name, str) for name in ("influence", "reserve", "board")},
        "stores": lambda state, player: words(stores(state, int(player or 0))),
        "hands": of("hands", workers),
        "placed": of("placed", lambda dice: ", ".join(f"{SLOTS[slot].name} {face}" for slot, face in dice)),
        "tiles": of("tiles", lambda tiles: words(map(laid_words, tiles))),
        "slots": of("slots", lambda slots: ", ".join(SLOTS[one.slot].name for one in slots)),
        "at": of("marker", SPACES.__getitem__),
        "land": row("land", "land_folk"),
        "water": row("water", "water_folk"),
        "space": row("space", "inspirations"),
        "count": lambda state, name: state.tableaux[0].counts[COUNTERS.index(name)],
        "chain": lambda state, face: words(state.tableaux[0].caravan.chain(int(face))),
        "column": column,
        "faces": faces,
        "puts": puts,
        "shows": shows,
        "unseen": lambda state, kind: len(state.zones("LWSFI".index(kind)).cards[UNSEEN]),
        "left": lambda state, tile: state.tiles_left[TILE[tile]],
        "under": lambda state, kind: ids(state.zones("LWSFI".index(kind)).cards[UNDER]),
        "journal": journal,
        "pile": lambda state, kind: state.pile("LWSFI".index(kind)),
        "deck": lambda state, kind: len(state.zones("LWSFI".index(kind)).layout.deck),
        "path": lambda state, _: words(path(state.rivals[0].board)),
        "way": lambda state, _: SPACES[next_space(state)],
        "told": told,
        "did": did,
        "its": its,
    },
    steps={
        "bring": lambda state, effects: bring(state, *effects.split(" and ")),
        "next": lambda state, kind: until(kind, state),
        "it": rival_acts,
    },
)


@examples(Path(__file__).with_name("examples.txt"))
def test_rule(lines):
    BOOK.check(lines)


@examples(Path(__file__).with_name("rival_examples.txt"))
def test_rule_of_the_rival(lines):
    BOOK.check(lines)


@examples(Path(__file__).with_name("position_examples.txt"))
def test_position(lines):
    BOOK.check(lines)
