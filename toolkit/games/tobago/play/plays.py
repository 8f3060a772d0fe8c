"""What several decisions have in common: clues laid and drawn, and what amulets and raises allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, CHANCE, Chance
from toolkit.core.errors import ToolkitError
from toolkit.core.history import Reveal
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.menu import MAPS
from toolkit.games.tobago.play.state import DISCARDED, HAND, HAND_SIZE, ON_MAPS, PILE
from toolkit.games.tobago.rules import CUBES
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from toolkit.core.decision import Action, Frame
    from toolkit.games.tobago.play.state import TobagoState


def clue_plays(
    state: TobagoState, player: int, table: Sequence[Sequence[Action]], maps: Sequence[int] = MAPS
) -> list[Action]:
    """Return the clue plays of a table (map, card) that the hand and the maps allow (T-12).

    None without a free compass rose (T-11b).
    """
    if not state.roses[player]:
        return []
    hand = 0
    for face in state.clue_cards.cards[HAND + player]:
        hand |= 1 << face
    found = []
    for number in maps:
        row, fits = table[number], state.words[number] & hand
        while fits:
            lowest = fits & -fits
            found.append(row[lowest.bit_length() - 1])
            fits ^= lowest
    return found


def raises(state: TobagoState, player: int) -> Sequence[Action]:
    """Return the treasures that the player may raise: located, under the ATV, with a free rose (T-24)."""
    here = 1 << state.atvs[player]
    if here not in state.candidates or not state.roses[player]:
        return ()
    table = state.board.menu.raises
    return [table[number] for number in MAPS if state.candidates[number] == here and state.clues[number]]


def amulet_uses(state: TobagoState, player: int) -> list[Action]:
    """Return how the player may use an amulet (T-33)."""
    if not state.amulets[player]:
        return []
    menu = state.board.menu
    found = clue_plays(state, player, menu.amulet_clue)
    for number in MAPS:
        if cubes := cubes_to_spare(state, number):
            row = menu.remove[number]
            found += [row[hex_] for hex_ in bits(cubes)]
    if menu.steps[state.atvs[player]]:
        found.append(act.AMULET_MOVE)
    if state.clue_cards.cards[HAND + player]:
        found.append(act.AMULET_EXCHANGE)
    return found


def cubes_to_spare(state: TobagoState, number: int) -> int:
    """Return the hexes of a map from which an amulet may take the cube: never the last one (T-33, T-33a)."""
    mask = state.candidates[number]
    return mask if state.clues[number] and 2 <= mask.bit_count() <= CUBES else 0


def put_clue(state: TobagoState, number: int, face: int, owner: int) -> None:
    """Put a card below the last clue of a map, with a rose of its owner; -1: with none (T-11, T-17a)."""
    state.clues[number] += (face,)
    state.owners[number] += (owner,)
    if owner >= 0:
        state.roses[owner] -= 1
    narrow(state, number, state.board.masks[face])


def narrow(state: TobagoState, number: int, mask: int) -> None:
    """Leave only the candidates of a mask on a map (T-13)."""
    state.candidates[number] &= mask
    state.words[number] = state.board.word(state.candidates[number], empty=not state.clues[number])


def lay_from_hand(state: TobagoState, player: int, action: act.LayClue | act.AmuletClue) -> None:
    """Lay a clue of the hand on a map (T-11)."""
    menu = state.board.menu
    face = menu.face[action.clue]
    state.clue_cards.give(face, HAND + player, ON_MAPS)
    put_clue(state, menu.map_number[action.colour], face, player)


def fill_hand(state: TobagoState, player: int) -> None:
    """Open the draws that bring a hand back to its size (T-14)."""
    missing = HAND_SIZE[state.players] - len(state.clue_cards.cards[HAND + player])
    open_draws(state, player, missing)


def discard_hand(state: TobagoState, player: int) -> int:
    """Discard all clues in hand, for all to see, and return how many they were (T-14a)."""
    hand = tuple(state.clue_cards.cards[HAND + player])
    state.reveal(Reveal(f"discarded: {clue_names(state, hand)}"), ALL)
    for face in hand:
        state.clue_cards.give(face, HAND + player, DISCARDED)
    return len(hand)


def clue_names(state: TobagoState, faces: Iterable[int]) -> str:
    """Return clue cards as a list in words."""
    return ", ".join(str(state.board.menu.clues[face]) for face in faces) or "no clue"


def open_draws(state: TobagoState, player: int, count: int) -> None:
    """Open the draws of so many clue cards; none when pile and discards are empty (T-14, T-14a)."""
    cards = state.clue_cards
    if count <= 0:
        return
    if not cards.cards[PILE] and cards.cards[DISCARDED]:
        cards.pour(DISCARDED, PILE)
    if cards.cards[PILE]:
        state.stack.append(("draw", CHANCE, player, count))


def _draws(state: TobagoState, _frame: Frame) -> list[tuple[Action, int]]:
    pile, table = state.clue_cards.cards[PILE], state.board.menu.draw
    return [(table[face], pile.count(face)) for face in dict.fromkeys(pile)]


def _any_draw(state: TobagoState, _frame: Frame, random: Random) -> Action:
    pile = state.clue_cards.cards[PILE]
    return state.board.menu.draw[pile[int(random.random() * len(pile))]]


def _draw(state: TobagoState, action: act.DrawClue, frame: Frame) -> None:
    _, _, player, count = frame
    if action.clue is None:
        raise ToolkitError("a card that is not seen cannot be drawn")
    state.clue_cards.draw(state.board.menu.face[action.clue], PILE, HAND + player)
    open_draws(state, player, count - 1)


DRAWING = {
    "draw": Chance(_draws, {act.DrawClue: _draw}, seen_by=lambda _state, frame: 1 << frame[2], pick=_any_draw)
}
"""The chance node of clue cards; its frame names the player and how many cards are still to be drawn."""
