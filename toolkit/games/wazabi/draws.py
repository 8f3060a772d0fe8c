"""Drawing cards from the pile, and taking them from a rival when there is none (W-7, W-13, W-14)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import ALL, CHANCE, Action, Decision, Kind, card_draw, on
from toolkit.games.wazabi.actions import CHOICES, DRAWS, TAKES, Choose, Draw, PileShuffled, Take
from toolkit.games.wazabi.state import ChoosingRival, Drawing, Taking, WazabiState


def draw_cards(state: WazabiState, player: int, count: int) -> None:
    """Open the drawing of so many cards, one after another (W-7a); nothing when there is none (W-14)."""
    if not count:
        return
    if not state.cards.cards[state.pile]:
        _shuffle(state)
    if state.cards.cards[state.pile]:
        state.stack.append(Drawing(CHANCE, player, count))
    elif rivals_with_cards(state, player):
        state.stack.append(ChoosingRival(player, count))


def _draw(state: WazabiState, action: Draw, frame: Drawing) -> None:
    """Add the drawn card to the hand; what is left of the drawing follows."""
    _, player, count = frame
    state.cards.give(action.face, state.pile, player)
    if not state.cards.cards[state.pile] and state.rules.reshuffle == "at_once":
        _shuffle(state)  # W-13a
    draw_cards(state, player, count - 1)


def _shuffle(state: WazabiState) -> None:
    """Make the discard pile the new draw pile, if a card lies there (W-13, W-13a)."""
    if state.cards.cards[state.discard]:
        state.cards.pour(state.discard, state.pile)
        state.reveal(PileShuffled(), ALL)


def rivals_with_cards(state: WazabiState, player: int) -> list[int]:
    """Return of whom a card may be taken: opponents, not the partner, who hold one (W-14a, W-30a)."""
    side = state.side(player)
    return [other for other in state.seats if other not in side and state.cards.cards[other]]


def _rivals(state: WazabiState, frame: ChoosingRival) -> Sequence[Action]:
    return [CHOICES[player] for player in rivals_with_cards(state, frame.actor)]


def _not_a_rival(state: WazabiState, frame: ChoosingRival, action: Choose) -> str:
    if action.player in state.side(frame.actor)[1:]:
        return "the partner is no rival (W-30a)"
    return state.not_named(frame.actor, action.player) or f"player {action.player} holds no card (W-14a)"


def _choose_rival(state: WazabiState, action: Choose, frame: ChoosingRival) -> None:
    """Let a rival offer the hand (W-14)."""
    state.stack.append(Taking(CHANCE, frame.actor, action.player, frame.left))


def _take(state: WazabiState, action: Take, frame: Taking) -> None:
    """Add the card taken blindly to the hand; what is left of the drawing follows (W-14a)."""
    _, player, rival, count = frame
    state.cards.give(action.face, rival, player)
    draw_cards(state, player, count - 1)


DRAWING: dict[str, Kind[WazabiState]] = {
    "draw": card_draw(
        Drawing,
        lambda state, _: state.cards.cards[state.pile],
        lambda _: DRAWS,
        on(Draw, _draw),
        seen_by=lambda _, frame: 1 << frame.player,
    ),
    "rival": Decision(ChoosingRival, _rivals, on(Choose, _choose_rival), why_not=_not_a_rival),
    "take": card_draw(
        Taking,
        lambda state, frame: state.cards.cards[frame.rival],
        lambda _: TAKES,
        on(Take, _take),
        seen_by=lambda _, frame: 1 << frame.player | 1 << frame.rival,  # W-14
    ),
}
"""The decisions and chance nodes of drawing."""
