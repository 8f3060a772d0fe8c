"""Clue cards: which may be laid and why others not, how they are laid, discarded and drawn (T-11 to T-14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from toolkit.core.chance import card_draws
from toolkit.core.decision import ALL, CHANCE, Action
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.actions import AmuletClue, DrawClue, HandDiscarded, LayClue
from toolkit.games.tobago.maps import Reason, TreasureMap
from toolkit.games.tobago.rules import HAND_SIZE
from toolkit.games.tobago.state import DISCARDED, HAND, MAP_NUMBER, MAPS, NOBODY, ON_MAPS, PILE, TobagoState

# ---- laying ------------------------------------------------------------------------------------------------


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


NO_ROSE = "no compass rose is left (T-11b)"
_NO_LEGAL_CLUE = {
    Reason.REMOVES_NOTHING: "removes nothing: every possible hex fits it (T-12)",
    Reason.LEAVES_NOTHING: "leaves nothing: no possible hex fits it (T-12)",
}


def why_not_lay(state: TobagoState, player: int, action: LayClue | AmuletClue) -> str:
    """Return what is wrong with a clue play, in the terms of T-12 and T-12a."""
    clue, colour = action.clue, action.colour
    if not state.roses[player]:
        return NO_ROSE
    if state.compiled.decks.face.get(clue) not in state.clue_cards.cards[HAND + player]:
        return f"{str(clue)!r} is not in hand (T-11)"
    on = treasure_map(state, colour)
    verdict = on.verdict(clue)
    if verdict.conflicts:
        return f"it {verdict.objection} (T-12, T-12a)"
    if on.located:
        return f"the {colour} treasure is located, no clue may follow (T-12b)"
    return _NO_LEGAL_CLUE[verdict.reason]


def treasure_map(state: TobagoState, colour: str) -> TreasureMap:
    """Return one of the maps of a state, with the colours of the players on its clues."""
    number = MAP_NUMBER[colour]
    return state.compiled.treasure_map(
        number, state.clues[number], state.owners[number], state.removed[number]
    )


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


def lay_from_hand(state: TobagoState, player: int, action: LayClue | AmuletClue) -> None:
    """Lay a clue of the hand on a map (T-11)."""
    face = state.compiled.decks.face[action.clue]
    state.clue_cards.give(face, HAND + player, ON_MAPS)
    put_clue(state, MAP_NUMBER[action.colour], face, player)


# ---- discarding and drawing --------------------------------------------------------------------------------


def discard_hand(state: TobagoState, player: int) -> int:
    """Discard all clues in hand, for all to see, and return how many they were (T-14a)."""
    hand = tuple(state.clue_cards.cards[HAND + player])
    state.reveal(HandDiscarded(clue_names(state, hand)), ALL)
    for face in hand:
        state.clue_cards.give(face, HAND + player, DISCARDED)
    return len(hand)


def clue_names(state: TobagoState, faces: Iterable[int]) -> tuple[str, ...]:
    """Return clue cards in words."""
    return tuple([str(state.compiled.decks.clues[face]) for face in faces])


def fill_hand(state: TobagoState, player: int) -> None:
    """Open the draws that bring a hand back to its size (T-14)."""
    open_draws(state, player, HAND_SIZE[state.players] - len(state.clue_cards.cards[HAND + player]))


def open_draws(state: TobagoState, player: int, count: int) -> None:
    """Open the draws of so many clue cards; none when pile and discards are empty (T-14, T-14a)."""
    cards = state.clue_cards
    if count <= 0:
        return
    if not cards.cards[PILE] and cards.cards[DISCARDED]:
        cards.pour(DISCARDED, PILE)
    if cards.cards[PILE]:
        state.stack.append(Drawing(CHANCE, player, count))


class Drawing(NamedTuple):
    """A player still draws so many clue cards (T-14)."""

    actor: int
    player: int
    left: int

    def outcomes(self, state: TobagoState) -> Sequence[tuple[Action, int]]:
        return card_draws(state.clue_cards.cards[PILE], state.compiled.decks.draw)

    def pick(self, state: TobagoState, random: Random) -> Action:
        pile = state.clue_cards.cards[PILE]
        return state.compiled.decks.draw[pile[int(random.random() * len(pile))]]

    def seen_by(self, _state: TobagoState) -> int:
        return 1 << self.player

    def draw(self, state: TobagoState, action: DrawClue) -> None:
        if action.clue is None:
            raise ToolkitError("a card that is not seen cannot be drawn")
        state.clue_cards.give(state.compiled.decks.face[action.clue], PILE, HAND + self.player)
        open_draws(state, self.player, self.left - 1)
