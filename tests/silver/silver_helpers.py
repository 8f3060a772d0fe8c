"""Positions of Silver laid by hand or dealt by chance, lines in notation, and what is seen of them.

A village is written as its cards from the left, ``^`` after those that lie face-up: ``8 8^ 5``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from playing import chances, do, legal

from toolkit.core.decision import ALL
from toolkit.core.hidden import HIDDEN, Zones
from toolkit.games.silver.game import GAME
from toolkit.games.silver.play.turns import TakingTurn
from toolkit.games.silver.state import DECK, DISCARD, FACE_DOWN, SHOWN, VILLAGE, Pair, SilverState

Rules = GAME.Rules
RIVAL = "10 11 12 6 7"
"""The village of a second player who is not named."""

SCORINGS = st.builds(
    Rules,
    score_mode=st.booleans(),
    amulet_use=st.sampled_from(["successful_call", "any_holder"]),
    amulet_award=st.sampled_from(["lowest", "call_only"]),
    amulet_tie=st.sampled_from(["caller", "holder"]),
    score_tie=st.sampled_from(["shared", "amulet"]),
)
"""Rules with all values of the switches that scoring knows."""


# ---- positions ----
def new_game(players: int = 2, **rules: Any) -> SilverState:
    """Return a game before its first deal."""
    return GAME.new(players, Rules(**rules))


def unseen(*villages: str, discard: int = 9, **rules: Any) -> SilverState:
    """Return a game that chance has dealt like this, before the first looks."""
    state = new_game(len(villages), **rules)
    return do(state, *(f"deal {face}" for row in villages for face in row.split()), f"show {discard}")


def dealt(*villages: str, discard: int = 9, looks: str = "01", **rules: Any) -> SilverState:
    """Return a game that chance has dealt like this, in the first turn of player 0.

    Parameters
    ----------
    villages
        Five cards for each player.
    discard
        The first discard.
    looks
        The two slots of their own village at which all players look.
    """
    state = unseen(*villages, discard=discard, **rules)
    return do(state, *(f"look {player}:{slot}" for player in range(len(villages)) for slot in looks))


def table(
    *villages: str,
    discard: str = "9",
    shown: str = "",
    deck: str | None = None,
    guards: Mapping[int, tuple[int, int]] | None = None,
    amulet: str = "",
    **rules: Any,
) -> SilverState:
    """Return a game in which player 0 begins a turn, and nobody has looked at a card.

    Parameters
    ----------
    villages
        The cards of each player, as above; `RIVAL` plays where only one is named.
    discard, shown
        The cards of the pile, the top one last, and those beside the deck.
    deck
        The cards that can still be drawn; all others are discarded below those named, and with fewer than
        four players the lowest of them are set aside (S-2). None: whatever is left.
    guards
        For some players a Bodyguard on duty with its charge, by slot.
    amulet
        ``0`` for the player who holds it and may place it; ``0:2`` when it lies on a card.
    """
    villages = villages if len(villages) > 1 else (*villages, RIVAL)
    state = new_game(len(villages), **rules)
    state.up = [
        [int(card.strip("^")) if "^" in card else FACE_DOWN for card in text.split()] for text in villages
    ]
    piles = list(map(_faces, (discard, shown, *villages)))
    left = _left(state, piles) if deck is None else _only(state, piles, _faces(deck))
    lay(state, [left, [], [], piles[1], piles[0], *piles[2:]])
    for player, pair in (guards or {}).items():
        state.guards[player] = (Pair(*pair),)
    if amulet:
        state.amulet, state.may_protect = int(amulet[0]), True
        state.amulet_slot = int(amulet[2:]) if amulet[2:] else -1
    state.stack, state.phase = [TakingTurn(0)], "turn"
    return state


def _faces(text: str) -> list[int]:
    return [int(card.strip("^")) for card in text.split()]


def _left(state: SilverState, piles: Sequence[Sequence[int]]) -> list[int]:
    """Return the cards that lie in none of some piles."""
    used = Counter(face for pile in piles for face in pile)
    return sorted((Counter(state.cards.layout.deck) - used).elements())


def _only(state: SilverState, piles: list[list[int]], deck: list[int]) -> list[int]:
    """Return a deck with the cards set aside in it; what else is left goes below the first pile."""
    left, aside = _left(state, [*piles, deck]), 5 * (4 - state.players)
    piles[0][:0] = left[aside:]
    return sorted([*deck, *left[:aside]])


def lay(state: SilverState, cards: list[list[int]]) -> None:
    """Lay all cards in the order of the zones; all know what lies open, and nobody knows the rest."""
    assert sorted(face for zone in cards for face in zone) == list(state.cards.layout.deck)
    known = [[0] * len(faces) for faces in cards]
    known[DECK] = []
    known[SHOWN] = [ALL] * len(cards[SHOWN])
    known[DISCARD] = [
        ALL if state.remembers or above == 1 else 0 for above in range(len(cards[DISCARD]), 0, -1)
    ]
    for player, up in enumerate(state.up):
        known[VILLAGE + player] = [ALL * (face != FACE_DOWN) for face in up]
    state.cards = Zones(state.cards.layout, cards, known)


# ---- play ----
def idle(state: SilverState, turns: int = 1, face: int | None = None) -> SilverState:
    """Let players draw and discard, and use nothing: the first card that comes, or a certain one."""
    for _ in range(turns):
        do(state, "draw")
        do(state, f"draw {face}" if face is not None else next(iter(chances(state))))
        while state.decision_kind() == "rascal":
            do(state, legal(state, "keep")[0])
        do(state, "discard")
        pass_by(state)
    return state


def pass_by(state: SilverState) -> SilverState:
    """Use no ability and no free action, and end the turn."""
    while state.stack and (words := [word for word in ("skip", "end") if word in legal(state)]):
        do(state, words[0])
    return state


def over(state: SilverState) -> bool:
    """Tell whether the round of `table` is over, and scored."""
    return len(state.results) == 1


# ---- what lies where, and who sees it ----
def village(state: SilverState, player: int) -> str:
    """Return a village as it is written above."""
    cards, up = state.cards.cards[VILLAGE + player], state.up[player]
    return " ".join(f"{face}{'^' * (side != FACE_DOWN)}" for face, side in zip(cards, up, strict=True))


def lying(state: SilverState, zone: str) -> str:
    """Return the cards of a zone: ``discard``, ``shown``, ``top`` or ``held``."""
    return _text(state.cards.cards[state.cards.layout.number[zone]])


def top(state: SilverState) -> int:
    """Return the top discard."""
    return int(state.cards.cards[DISCARD][-1])


def seen(state: SilverState, viewer: int | None, zone: str) -> str:
    """Return a zone as a seat sees it, ``?`` for what it does not know; None is a spectator."""
    return _text(state.observation(viewer)[SilverState.cards].zone(zone))


def _text(faces: Sequence[int]) -> str:
    return " ".join("?" if face == HIDDEN else str(face) for face in faces)
