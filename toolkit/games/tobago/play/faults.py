"""What no play can bring about: pieces lost or gained, and tables that do not follow from the clues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import and_

from toolkit.games.tobago.play.compiled import MAPS, NO_CLUE, NOWHERE
from toolkit.games.tobago.play.state import (
    ON_MAPS,
    ROSES,
    Adding,
    Looking,
    Placing,
    Revealing,
    StartingClue,
    Taking,
    TobagoState,
)


def faults_of(state: TobagoState) -> Iterator[str]:
    """Yield what is wrong with the roses, amulets and maps of a state, as sentences; for checks."""
    placed = _placed_roses(state)
    for player, free in enumerate(state.roses):
        if free + placed[player] != ROSES:
            yield f"player {player} has {free} roses and {placed[player]} on maps, not {ROSES} (T-16)"
    hexes = len(state.compiled.island.names)
    for player, place in enumerate(state.atvs):
        if place != NOWHERE and not 0 <= place < hexes:
            yield f"the ATV of player {player} is on no hex"
    if state.amulet_hexes.bit_count() + sum(state.amulets) > state.rules.amulets:
        yield f"more than {state.rules.amulets} amulets are in play (T-19)"
    laid = Counter(face for clues in state.clues for face in clues)
    under_way = [
        frame.face for frame in state.stack if isinstance(frame, StartingClue) and frame.face != NO_CLUE
    ]
    if laid + Counter(under_way) != Counter(state.clue_cards.cards[ON_MAPS]):
        yield "the clues on the maps are not those that were laid there (T-11)"
    if not any(
        isinstance(frame, Placing) for frame in state.stack
    ):  # the maps are laid out after the landmarks
        yield from _map_faults(state)


def _placed_roses(state: TobagoState) -> Counter[int]:
    """Return how many roses of each player lie on maps; those of a treasure under division are its own."""
    dividing = (one for one in state.stack if isinstance(one, Looking | Adding | Revealing | Taking))
    divided = {frame.treasure.map: frame.treasure.roses for frame in dividing}
    return Counter(owner for number in MAPS for owner in divided.get(number, state.owners[number]))


def _map_faults(state: TobagoState) -> Iterator[str]:
    """Compare candidates and legal clues with what follows from the clues anew (T-12, T-13)."""
    masks, land = state.compiled.masks, state.compiled.island.land
    for number in MAPS:
        clues = state.clues[number]
        left = reduce(and_, (masks[face] for face in clues), land & ~state.removed[number])
        if state.candidates[number] != left or len(state.owners[number]) != len(clues):
            yield f"the candidates of map {number} do not follow from its clues (T-13)"
        if state.legal_clues[number] != state.compiled.legal_clues(left, len(clues)):
            yield f"the legal clues of map {number} do not follow from its candidates (T-12)"
