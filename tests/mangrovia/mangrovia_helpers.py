"""Positions of Mangrovia laid out by hand, what is legal and refused there, and random play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, cast

from mangrovia_oracle import Table
from playing import events

from toolkit.core.hidden import Zones
from toolkit.games.mangrovia import LANDSCAPES, TILES, Rules
from toolkit.games.mangrovia.components import NO_TILE, RITUAL_SPACE
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.play import NOTHING
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.state import MangroviaState, replaced

KINDS = ("valuables", "landscapes", "amulets")
FILLERS = ["g2", "d3", "e3", "h3", "c5", "d5", "e5", "a6", "c6", "e7", "g8"]
"""Plain spaces that stand for huts built anywhere."""


def new_game(players: int, **rules: Any) -> MangroviaState:
    """Return a game at its beginning."""
    return cast("MangroviaState", GAME.new(players, Rules(**rules)))


def set_up(players: int, **rules: Any) -> MangroviaState:
    """Return a game whose cards are dealt, at the first bowl; player 0 begins if nothing else is said."""
    state = new_game(players, **{"start_player": 0} | rules)
    while state.decision_kind() != "bowl":
        state.apply(state.chance_outcomes()[0][0])
    return state


def table(
    pier: int, players: int = 4, things: Mapping[str, str] | None = None, **rules: Any
) -> MangroviaState:
    """Return a game in which the boat has just reached a pier, whose ritual space holds a bowl of player 0.

    Parameters
    ----------
    things
        What lies there, by name. ``bowls`` are further ones and ``huts`` say who built where, in that order,
        each after its player: ``0 a1 h1x2, 1 f5``, with a double hut; with ``left`` player 0 built elsewhere
        too, until so many huts are left. ``birds`` are their landscapes, ``start`` is the start player,
        ``start cards`` are those of player 0, ``tiles 1`` the stone tiles of a player: no other lies there.
        ``hand 0``, ``pile``, ``open`` and ``played`` are valuables and landscapes, ``kept 0``, ``bag``,
        ``board`` and ``spent`` amulets. All the rest lies in the piles and in the bag, the amulets of value 1
        on the board; or ``rest`` is the player who holds it.
    """
    state, things = set_up(players, **rules), dict(things or {})
    bowls, huts = _placed(things.pop("bowls", "")), _placed(things.pop("huts", ""))
    low, high = sorted(map(LANDSCAPES.index, things.pop("birds", "mangrove water").split()))
    state.birds, state.start = (low, high), int(things.pop("start", 0))
    cards = tuple(map(int, things.pop("start cards", "").split()))
    state.start_cards = (cards, *[()] * (players - 1))
    held = [things.pop(f"tiles {player}", "") for player in range(players)]
    state.tiles = tuple(
        [tuple(sorted(map(TILES.index, names.split(", ")))) if names else () for names in held]
    )
    state.stone = (NO_TILE,) * len(state.stone) if any(held) else state.stone
    for space, player in huts.items():
        _build(state, space.removesuffix("x2"), player, 1 + space.endswith("x2"))
    left = int(things.pop("left", state.supply[0]))
    for space in [name for name in FILLERS if name not in huts][: state.supply[0] - left]:
        _build(state, space, 0, 1)
    rest = things.pop("rest", None)
    for kind in KINDS:
        setattr(state, kind, _zones(state, kind, things, rest))
    state.points = list(state.counted.chief())
    owned = {f"R{RITUAL_SPACE[pier] + 1}": 0} | bowls
    state.bowls = tuple([owned.get(f"R{space}", bowl) for space, bowl in enumerate(state.bowls, 1)])
    state.pier, state.step, state.todo, state.stack = pier, 0, NOTHING, []
    assert list(GAME.faults(state)) == []
    state.settle()
    return state


def _placed(text: str) -> dict[str, int]:
    """Return who has something on which space: ``0 a1 a5, 1 a2``."""
    said = [part.split() for part in text.split(", ") if part]
    return {space: int(seat) for seat, *spaces in said for space in spaces}


def _zones(state: MangroviaState, kind: str, heaps: Mapping[str, str], rest: str | None) -> Zones:
    layout = getattr(state, kind).layout
    cards: list[list[int]] = [[] for _ in layout.viewers]
    deck = list(layout.deck)
    for heap in [name for name in heaps if name in layout.number]:
        for face in [number for word in heaps[heap].split() if (number := _face(word, kind)) is not None]:
            deck.remove(face)
            cards[layout.number[heap]].append(face)
    for face in deck:
        heap = ("board" if face == 1 else "bag") if kind == "amulets" else "pile"
        cards[layout.number[heap] if rest is None else int(rest)].append(face)
    return Zones(layout, [sorted(heap) for heap in cards], [[] for _ in cards])


def _face(word: str, kind: str) -> int | None:
    if kind == "landscapes":
        return LANDSCAPES.index(word) if word in LANDSCAPES else None
    return int(word) if word.isdigit() else None


def _build(state: MangroviaState, name: str, player: int, huts: int) -> None:
    board = state.rules.layout
    space, area = board.number[name], board.spaces[board.number[name]].area
    owners, sizes, pole = list(state.owners), list(state.sizes), list(state.pole)
    if area == "pole":
        pole[board.pole.index(space)] = 2 + sum(map(bool, pole))
    if area == "stone":
        state.stone = replaced(state.stone, board.stone.index(space), NO_TILE)
    owners[space], sizes[space] = player, huts
    state.owners, state.sizes, state.pole = tuple(owners), tuple(sizes), tuple(pole)
    state.supply[player] -= huts
    state.track[player] += area == "amulet"


def told_position(keys: str) -> Position:
    """Return a position of four with some keys of a file, in JSON; with some `SHORT` words."""
    for name, said in SHORT.items():
        keys = keys.replace(name, said)
    plain = {
        "format": "mangrovia-position/1",
        "me": 1,
        "huts": [["a1", "h1 double"], ["f5", "r1"], ["a2"], []],
    }
    return Position.parse(json.dumps(plain | json.loads(f"{{{keys}}}")), "here.json")


SHORT = {
    "FOUR": '{"R1": 0, "R2": 1, "R3": 2, "R4": 3}',
    "HELD": '"birds": ["sand", "reed"], "talisman": 0, "valuables": {"hands": [0, [3, 4], 0, 0]}, '
    '"landscapes": {"hands": [0, ["sand", "reed"], 0, 0]}',
    "TILES": '"b2": "card 3", "c2": "card 3", "a3": "card 3", "c3": "amulet 2", "a4": "amulet 2", '
    '"b4": "statue V1", "c4": "free landscape"',
}


def lying(state: MangroviaState, kind: str, heap: str) -> list[int | str]:
    """Return what lies in a heap, if there is one of that kind."""
    zones = getattr(state, kind)
    if heap not in zones.layout.number:
        return []
    faces = zones.cards[zones.layout.number[heap]]
    return [LANDSCAPES[face] for face in faces] if kind == "landscapes" else faces


def seen(state: MangroviaState, viewer: int | None, what: str) -> str:
    """Return the last lines of the log of a seat (``log 3``), or a heap as it knows it (``hand 0``).

    Of a heap the faces that lie there for certain are told, ``?`` for the others; None is a spectator.
    """
    word, _, last = what.partition(" ")
    if word == "log":
        return "; ".join(events(state, viewer)[-int(last) :])
    found: list[str] = []
    for kind in KINDS:
        view = state.observation(viewer)[kind]
        if what in view.layout.number:
            heap = view.layout.number[what]
            known = [
                face for face in sorted(set(view.layout.deck)) for _ in range(view.belief.sure(heap, face))
            ]
            found += [LANDSCAPES[face] if kind == "landscapes" else str(face) for face in known]
            found += ["?"] * (len(view.cards[heap]) - len(known))
    return " ".join(found)


def second_table(
    rules: Rules,
    huts: tuple[Sequence[int], Sequence[int], Sequence[int]],
    tiles: Sequence[Sequence[int]],
    chief: Sequence[int],
    amulets: Sequence[Sequence[int]],
) -> Table:
    """Return a table of the second engine on which lies what counts at the end.

    `huts` are the owners and sizes by the space, and the pole tiles under them; the rest is by the player.
    """
    owners, sizes, pole = huts
    second, board = Table(len(chief), rules), rules.layout
    built = zip(board.spaces, owners, sizes, strict=True)
    second.huts = {space.id: (owner, size) for space, owner, size in built if size}
    under = zip(board.pole, pole, strict=True)
    second.under = {board.spaces[space].id: tile for space, tile in under if tile}
    second.chief = list(chief)
    for player, hand in enumerate(second.hand):
        hand["tiles"] = [TILES[tile] for tile in tiles[player]]
        hand["amulets"] = [str(amulet) for amulet in amulets[player]]
    return second


def next_bowl(state: MangroviaState) -> MangroviaState:
    """Decline everything until the next bowl is put, or the game is over."""
    while state.stack and state.decision_kind() != "bowl":
        last_step(state)
    return state


def last_step(state: MangroviaState) -> None:
    """Do the last thing that can be done or drawn: where somebody may decline, that."""
    state.apply((state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()])[-1])


def random_game(state: MangroviaState, random: Random) -> Iterator[MangroviaState]:
    """Play at random to the end, seldom declining; yield the state before every step and at the end."""
    while state.stack:
        yield state
        able = state.legal_actions()
        if len(able) > 1 and random.random() < 0.8:
            able = [action for action in able if str(action) != "decline"]
        state.apply_unchecked(random.choice(able) if able else state.sample_chance(random))
    yield state
