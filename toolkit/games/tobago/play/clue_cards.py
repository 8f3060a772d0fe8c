"""Clue cards: which may be laid, and how they are laid, discarded and drawn (T-11 to T-14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.core.decision import ALL, CHANCE, Action, Kind, card_draw, on
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.compiled import MAP_NUMBER, MAPS, NOBODY
from toolkit.games.tobago.play.state import DISCARDED, HAND, ON_MAPS, PILE, Drawing, TobagoState
from toolkit.games.tobago.rules import HAND_SIZE


def clue_plays(
    state: TobagoState, player: int, table: Sequence[Sequence[Action]], maps: Sequence[int] = MAPS
) -> list[Action]:
    """Return the clue plays of a table (map, card) that the hand and the maps allow (T-12).

    None without a free compass rose (T-11b).
    """
    if not state.roses[player]:
        return []
    hand = state.hand(player)
    found: list[Action] = []
    for number in maps:
        row, fits = table[number], state.legal_clues[number] & hand
        while fits:  # as in `bits`, which takes longer for a few
            lowest = fits & -fits
            found.append(row[lowest.bit_length() - 1])
            fits ^= lowest
    return found


def put_clue(state: TobagoState, number: int, face: int, owner: int) -> None:
    """Put a card below the last clue of a map, with a rose of its owner, or of `NOBODY` (T-11, T-17a)."""
    state.clues[number] += (face,)
    state.owners[number] += (owner,)
    if owner != NOBODY:
        state.roses[owner] -= 1
    narrow(state, number, state.compiled.masks[face])


def narrow(state: TobagoState, number: int, mask: int) -> None:
    """Leave only the candidates of a mask on a map (T-13)."""
    left = state.candidates[number] = state.candidates[number] & mask
    state.legal_clues[number] = state.compiled.legal_clues(left, len(state.clues[number]))


def clear_map(state: TobagoState, number: int) -> None:
    """Discard the clues of a raised treasure; the roses were taken back (T-29)."""
    for face in state.clues[number]:
        state.clue_cards.give(face, ON_MAPS, DISCARDED)
    state.clues[number], state.owners[number], state.removed[number] = (), (), 0
    state.candidates[number] = state.compiled.island.land
    state.legal_clues[number] = state.compiled.first_clues


def lay_from_hand(state: TobagoState, player: int, action: act.LayClue | act.AmuletClue) -> None:
    """Lay a clue of the hand on a map (T-11)."""
    face = state.compiled.decks.face[action.clue]
    state.clue_cards.give(face, HAND + player, ON_MAPS)
    put_clue(state, MAP_NUMBER[action.colour], face, player)


def fill_hand(state: TobagoState, player: int) -> None:
    """Open the draws that bring a hand back to its size (T-14)."""
    missing = HAND_SIZE[state.players] - len(state.clue_cards.cards[HAND + player])
    open_draws(state, player, missing)


def discard_hand(state: TobagoState, player: int) -> int:
    """Discard all clues in hand, for all to see, and return how many they were (T-14a)."""
    hand = tuple(state.clue_cards.cards[HAND + player])
    state.reveal(act.HandDiscarded(clue_names(state, hand)), ALL)
    for face in hand:
        state.clue_cards.give(face, HAND + player, DISCARDED)
    return len(hand)


def clue_names(state: TobagoState, faces: Iterable[int]) -> tuple[str, ...]:
    """Return clue cards in words."""
    return tuple([str(state.compiled.decks.clues[face]) for face in faces])


def open_draws(state: TobagoState, player: int, count: int) -> None:
    """Open the draws of so many clue cards; none when pile and discards are empty (T-14, T-14a)."""
    cards = state.clue_cards
    if count <= 0:
        return
    if not cards.cards[PILE] and cards.cards[DISCARDED]:
        cards.pour(DISCARDED, PILE)
    if cards.cards[PILE]:
        state.stack.append(Drawing(CHANCE, player, count))


def _draw(state: TobagoState, action: act.DrawClue, frame: Drawing) -> None:
    _, player, left = frame
    if action.clue is None:
        raise ToolkitError("a card that is not seen cannot be drawn")
    state.clue_cards.give(state.compiled.decks.face[action.clue], PILE, HAND + player)
    open_draws(state, player, left - 1)


CLUE_CARDS: dict[str, Kind[TobagoState]] = {
    "draw": card_draw(
        Drawing,
        lambda state, _: state.clue_cards.cards[PILE],
        lambda state: state.compiled.actions.draw,
        on(act.DrawClue, _draw),
        seen_by=lambda _, frame: 1 << frame.player,
    )
}
"""The chance node of clue cards."""
