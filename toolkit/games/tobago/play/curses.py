"""Curses: what a revealed one does, under each variant (T-28, T-36, T-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL
from toolkit.core.history import Reveal
from toolkit.games.tobago.play.state import BAG, DIVISION, REMOVED, SHOWN, won
from toolkit.games.tobago.play.treasure import CURSE, treasure_name

if TYPE_CHECKING:
    from toolkit.games.tobago.play.state import TobagoState
    from toolkit.games.tobago.play.treasure import Treasure


def strike(state: TobagoState, treasure: Treasure) -> Treasure:
    """Let the revealed curse act on all who have a rose left, and return what goes on of the division.

    There is no choice: an amulet, else the most valuable card, else nothing (T-28, T-28b). The curse leaves
    the game.
    """
    state.treasure_cards.give(CURSE, SHOWN, REMOVED)
    fates = {player: _lose(state, player) for player in sorted(set(treasure.roses))}
    told = ", ".join(f"player {player} {fate or 'gives up an amulet'}" for player, fate in fates.items())
    state.reveal(Reveal(f"curse: {told}"), ALL)
    treasure = treasure._replace(curses=treasure.curses + 1)
    after = state.rules.after_curse
    if after == "ends":
        _discard_the_rest(state)
    elif after == "protected_go_on":  # T-36: the others take their roses back
        for owner in treasure.roses:
            state.roses[owner] += bool(fates[owner])
        treasure = treasure._replace(roses=tuple(owner for owner in treasure.roses if not fates[owner]))
    return treasure


def _lose(state: TobagoState, player: int) -> str:
    """Take an amulet, or the best treasure of who has none; return in words what else than an amulet."""
    if state.amulets[player]:
        state.amulets[player] -= 1
        return ""
    treasures = state.treasure_cards.cards[won(player)]
    if not treasures:
        return "loses nothing"
    best = treasures[-1]
    state.treasure_cards.give(best, won(player), _cursed_heap(state))
    return f"loses {best}"


def _cursed_heap(state: TobagoState) -> int:
    """Return where lost and undivided cards go (T-28a)."""
    return SHOWN if state.rules.cursed_cards == "discarded" else REMOVED


def _discard_the_rest(state: TobagoState) -> None:
    """Show and discard the undivided cards; a curse among them leaves the game without effect (T-28)."""
    rest, heap = tuple(state.treasure_cards.cards[DIVISION]), _cursed_heap(state)
    for face in rest:
        state.treasure_cards.give(face, DIVISION, REMOVED if face == CURSE else heap)
    if rest:
        state.reveal(Reveal(f"undivided: {', '.join(map(treasure_name, rest))}"), ALL)


def curse_comes_back(state: TobagoState) -> None:
    """Count a cursed treasure; the curse of the first one is shuffled back if the rules say so (T-37)."""
    state.cursed += 1
    if state.cursed == 1 and state.rules.curse_returns == "yes":
        state.treasure_cards.give(CURSE, REMOVED, BAG)
