"""From a game to a position: what a seat sees, for odds and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.silver.cards import ROWS
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.position import UNKNOWN, Guard, Position, Sight, Slot
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import FACE_DOWN, VILLAGE, SilverState


def position_of(seen: Observation[SilverState]) -> Position:
    """Return what a seat sees as a position.

    A spectator is given the seat 0. Own cards just drawn with a Rascal lie on top of the deck again: all but
    one of them will (S-49). A card that somebody else holds counts as the lowest discard, a forgotten one if
    this seat does not know it. What a seat knows of several cards together, after somebody kept one of cards
    that it had seen (S-49), has no place in a position, nor what others know of cards on top of the deck. Who
    has seen which card is told where the game keeps account of it (`Rules.memory`).

    While cards are dealt the villages are short. `ToolkitError` for the observation of another game.
    """
    if seen.game != "silver":
        raise ToolkitError(f"an observation of {seen.game} is no position of Silver")
    view = seen[SilverState.cards]
    drawn = tuple(face for face in view.zone("held") if face != HIDDEN)
    held = drawn[0] if len(drawn) == 1 and seen.to_act() == seen.player else None
    mine = drawn if held is None and seen[SilverState.turn] == seen.player else ()
    others = drawn if held is None and not mine else ()
    top = takewhile(lambda face: face != HIDDEN, view.zone("top"))
    caller, slot = seen[SilverState.caller], seen[SilverState.amulet_slot]
    deck = len(mine) + len(view.zone("top")) + len(view.zone("deck"))
    return Position(
        me=seen.player or 0,
        deck=deck - CARDS * (ROWS - seen.players),
        discard=(*others, *(face for face in view.zone("discard") if face != HIDDEN)),
        villages=tuple(_village(seen, player) for player in range(seen.players)),
        held=held,
        called_by=None if caller == NOBODY else caller,
        top=(*mine, *top),
        shown=view.zone("shown"),
        guards=tuple(
            Guard(player, *pair) for player, mine in enumerate(seen[SilverState.guards]) for pair in mine
        ),
        amulet=None if slot == NOBODY else (seen[SilverState.amulet], slot),
        scores=seen[SilverState.totals],
        round=seen[SilverState.round],
        rules=seen.rules,
        seen=tuple(_sights(seen)) if seen.rules.memory == "perfect" else None,
    )


def _sights(seen: Observation[SilverState]) -> Iterator[Sight]:
    """Yield what others have seen of cards that lie face-down."""
    for player, up in enumerate(seen[SilverState.up]):
        known = seen[SilverState.cards].known[VILLAGE + player]
        for slot, (face, mask) in enumerate(zip(up, known, strict=True)):
            if face == FACE_DOWN:
                others = (seat for seat in range(seen.players) if mask >> seat & 1 and seat != seen.player)
                yield from (Sight(player, slot, seat) for seat in others)


def _village(seen: Observation[SilverState], player: int) -> tuple[Slot, ...]:
    up = seen[SilverState.up][player]
    return tuple(
        UNKNOWN if face == HIDDEN else Slot(face, up[slot] != FACE_DOWN)
        for slot, face in enumerate(seen[SilverState.cards].zone(f"village {player}"))
    )
