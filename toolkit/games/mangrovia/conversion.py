"""From a position to a game that can be played on, and from what a seat sees back to a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, cast

from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.position import deal
from toolkit.games.mangrovia.components import (
    FEWEST_PLAYERS,
    FREE,
    LANDSCAPES,
    NO_TILE,
    PIERS,
    RITUAL_SPACES,
    TILES,
    Part,
)
from toolkit.games.mangrovia.play import Acting, MovingBirds, PuttingBowl
from toolkit.games.mangrovia.position import Amulets, Done, Landscapes, Position, Valuables
from toolkit.games.mangrovia.state import BOWLS, CLEAN_UP, MangroviaState

# ---- from a position to a game -----------------------------------------------------------------------------


def complete(position: Position, random: Random) -> MangroviaState:
    """Return a game in a position: who is next puts a bowl, or does what is left of a pier's action.

    The cards and amulets that it does not tell are dealt as likely as they are; those that it names in the
    hands of others everybody knows there. `PositionError` for a position that no play can lead to,
    `ToolkitError` when the game is over there.
    """
    position.check()
    if position.over:
        raise ToolkitError("the game is over: the last hut is built (M-31)")
    return lay_out(position, random)


def lay_out(position: Position, random: Random) -> MangroviaState:
    """Return the table of a position as `complete` does, with nothing open when the game is over there.

    `PositionError` for a position that no play can lead to.
    """
    position.check()
    rules, players, board = position.rules, position.players, position.rules.layout
    state = MangroviaState.begin(rules, players)
    state.round, state.start, state.birds = position.round, position.first, position.marked
    state.reason = ""
    state.owners, state.sizes = position.owners, position.sizes
    state.pole, state.stone, state.tiles = position.pole_tiles, position.stone_tiles, position.held
    state.supply, state.points = list(position.supply), list(position.chief)
    state.track = [sum(space in board.amulet for space in huts) for huts in position.built]
    state.start_cards = tuple(tuple(sorted(cards)) for cards in position.start_cards) or ((),) * players
    state.last = state.supply.index(0) if 0 in state.supply else FREE
    _lay_cards(state, position, random)
    _lay_bowls(state, position)
    if position.over:
        state.stack, state.reason = [], f"player {state.last} has built the last hut (M-31)"
    else:
        state.settle()
    return state


def _lay_cards(state: MangroviaState, position: Position, random: Random) -> None:
    """Deal what is not known, the rest of it to the piles and to the bag."""
    layouts = state.layouts(position.rules, position.players)
    for name, said in position.lies.items():
        pile, row = ("bag", "board") if name == "amulets" else ("pile", "open")
        lies = {zone: list(faces) for zone, faces in said.items()}
        lies[pile] = [HIDDEN] * (len(layouts[name].deck) - sum(map(len, lies.values())))
        taken = [(face, zone) for zone, face in _known_of_others(position, said)]
        for face, zone in taken:
            lies[zone].remove(face)
            lies[row].append(face)
        zones = deal(layouts[name], lies, random, position.me)
        for face, zone in taken:  # it was seen when it was taken
            zones.give(face, layouts[name].number[row], layouts[name].number[zone])
        setattr(state, name, zones)


def _known_of_others(position: Position, lies: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, int]]:
    """Yield the cards in the hands of others that are named, with their zones."""
    for zone, faces in lies.items():
        if zone.startswith(("hand ", "kept ")) and not zone.endswith(f" {position.me}"):
            yield from ((zone, face) for face in faces if face != HIDDEN)


def _lay_bowls(state: MangroviaState, position: Position) -> None:
    """Lay the bowls, and open what is next: a bowl to put, or what is left of the action of the pier."""
    players, each = position.players, position.rules.box.bowls_each(position.players)
    blocked = players if players == FEWEST_PLAYERS else FREE  # M-8
    owners = [position.bowls.get(f"R{number}", FREE) for number in range(1, RITUAL_SPACES)]
    state.bowls = (*owners, position.bowls.get(f"R{RITUAL_SPACES}", blocked))
    state.pier, (state.step, state.todo) = position.pier, position.next_part or (0, Part())
    if position.whose == FREE:
        state.step = len(PIERS[position.pier])  # the boat goes on at once (M-11)
    if position.pier == BOWLS:
        order = [((state.start + turn) % players, turn // players) for turn in range(players * each)]
        left = order[len(position.bowls) :]
        state.stack = [PuttingBowl(*turn) for turn in reversed(left)]


# ---- from what a seat sees to a position -------------------------------------------------------------------


def position_of(seen: Observation[MangroviaState]) -> Position:
    """Return what a seat sees as a position, when a bowl is to be put or a part of an action to be done.

    A spectator is given the seat 0. Of the cards in the hands of others those are named that lie there for
    certain. `ToolkitError` while something is paid or drawn, and for the observation of another game.
    """
    frame, birds = _next(seen), seen[MangroviaState.birds]
    bowls, tiles = seen[MangroviaState.bowls], seen[MangroviaState.tiles]
    return Position(
        me=seen.player or 0,
        huts=tuple(tuple(_huts(seen, player)) for player in range(seen.players)),
        pole=_pole(seen),
        birds=cast("Any", tuple(LANDSCAPES[face] for face in birds)),
        talisman=seen[MangroviaState.start],
        bowls={f"R{at}": owner for at, owner in enumerate(bowls, 1) if FREE < owner < seen.players},
        pier=seen[MangroviaState.pier] % CLEAN_UP,
        done=tuple(_done(seen, frame)) if isinstance(frame, Acting) else (),
        stone=dict(_stone(seen)),
        tiles=tuple(tuple(TILES[tile] for tile in held) for held in tiles) if any(tiles) else (),
        start_cards=seen[MangroviaState.start_cards],
        valuables=Valuables(hands=_hands(seen, "valuables", "hand"), **_piles(seen, "valuables")),
        landscapes=Landscapes(hands=_hands(seen, "landscapes", "hand"), **_piles(seen, "landscapes")),
        amulets=Amulets(
            kept=_hands(seen, "amulets", "kept"),
            spent=seen[MangroviaState.amulets].zone("spent"),
            board=len(seen[MangroviaState.amulets].zone("board")),
        ),
        round=max(1, seen[MangroviaState.round]),
        rules=seen.rules,
    )


def _next(seen: Observation[MangroviaState]) -> Acting | MovingBirds | PuttingBowl | None:
    """Return what is open; None when the game is over."""
    if seen.game != "mangrovia":
        raise ToolkitError(f"an observation of {seen.game} is no position of Mangrovia")
    frame = seen.stack[-1] if seen.stack else None
    if not isinstance(frame, Acting | MovingBirds | PuttingBowl | None):
        raise ToolkitError(f"{seen.decision_kind()}: positions are taken before bowls and actions")
    return frame


def _stone(seen: Observation[MangroviaState]) -> Iterator[tuple[str, str]]:
    """Yield the spaces of the stone area on which tiles lie, with these."""
    board = seen.rules.layout
    for space, tile in zip(board.stone, seen[MangroviaState.stone], strict=True):
        if tile != NO_TILE:
            yield board.spaces[space].id, TILES[tile]


def _huts(seen: Observation[MangroviaState], player: int) -> Iterator[str]:
    stands = zip(
        seen.rules.layout.spaces, seen[MangroviaState.owners], seen[MangroviaState.sizes], strict=True
    )
    for space, owner, size in stands:
        if owner == player:
            yield f"{space.id} double" if size > 1 else space.id


def _pole(seen: Observation[MangroviaState]) -> tuple[str, ...]:
    """Return the spaces of the pole area on which players built, in that order."""
    board, owners = seen.rules.layout, seen[MangroviaState.owners]
    lies = sorted(zip(seen[MangroviaState.pole], board.pole, strict=True))
    return tuple(board.spaces[space].id for tile, space in lies if tile and owners[space] < seen.players)


def _done(seen: Observation[MangroviaState], frame: Acting) -> Iterator[Done]:
    """Yield what leaves of the action of the pier what is left: earlier parts count as declined."""
    step = seen[MangroviaState.step]
    part = PIERS[seen[MangroviaState.pier]][step - 1]
    times: dict[Done, int] = {
        "decline": step - 1,
        "face-up": part.up - frame.up if frame.up else 0,
        "face-down": part.down - frame.down if frame.down else 0,
        "hut": part.hut - frame.hut if frame.hut else 0,
    }
    for word, many in times.items():
        for _ in range(many):
            yield word


def _hands(seen: Observation[MangroviaState], kind: str, zone: str) -> Any:
    """Return the cards of each player as files have them: a number where nothing is known."""
    found: list[int | tuple[int | str, ...]] = []
    view = seen[kind]
    for player in range(seen.players):
        number = view.layout.number[f"{zone} {player}"]
        many, sure = len(view.cards[number]), Counter[int]()
        for face in set(view.layout.deck) if many else ():
            sure[face] = view.belief.sure(number, face)
        known = [_card(kind, face) for face in sorted(sure.elements())]
        found.append((*known, *["?"] * (many - len(known))) if known or not many else many)
    return tuple(found)


def _piles(seen: Observation[MangroviaState], kind: str) -> dict[str, Any]:
    view = seen[kind]
    return {name: tuple(_card(kind, face) for face in view.zone(name)) for name in ("open", "played")}


def _card(kind: str, face: int) -> int | str:
    return LANDSCAPES[face] if kind == "landscapes" else face
