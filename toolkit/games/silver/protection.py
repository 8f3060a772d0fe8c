"""What amulet and Bodyguards forbid, decided here alone for game and odds (S-36, S-64).

All functions speak of one village. `amulet` is the slot under the amulet, or -1; `duties` are the Bodyguards
on duty there, each with its charge. Protected cards are simply no legal targets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from toolkit.games.silver.rules import Rules
    from toolkit.games.silver.village import Pair


def safe_from_owner(amulet: int) -> Collection[int]:
    """Return the slots that their owner may not push, give away, look at or turn (S-36, A-11)."""
    return (amulet,)


def safe_from_moves(
    amulet: int, duties: Iterable[Pair], bodyguards: Iterable[int], rules: Rules
) -> Collection[int]:
    """Return the slots whose cards opponents may not rob or hit (S-64).

    `bodyguards` are the slots of all face-up Bodyguards, which may be safe without a duty too (A-18).
    """
    safe = {slot for pair in duties for slot in pair} | {amulet}
    return safe.union(bodyguards) if rules.idle_guard_protected else safe


def safe_from_looks(amulet: int, duties: Iterable[Pair]) -> Collection[int]:
    """Return the slots whose face-down cards opponents may not look at or turn (S-64, A-18)."""
    return {charge for _, charge in duties} | {amulet}
