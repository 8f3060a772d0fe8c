"""Set-up, rounds, the voyage of the boat, clean-up and the end (M-1 to M-11, M-28 to M-31)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE
from toolkit.core.hidden import Zones
from toolkit.games.mangrovia.actions import (
    AmuletsShown,
    Begin,
    BirdsPassed,
    BoatMoved,
    LayTile,
    MoveBirds,
    PutBowl,
    TalismanPassed,
)
from toolkit.games.mangrovia.building import may_build
from toolkit.games.mangrovia.components import (
    FREE,
    LANDSCAPES,
    NO_TILE,
    PIERS,
    RITUAL_SPACE,
    RITUAL_SPACES,
    Part,
)
from toolkit.games.mangrovia.piles import amulets_to_be_had, draw_next, drawable
from toolkit.games.mangrovia.state import (
    BOWLS,
    CLEAN_UP,
    Acting,
    ChoosingStart,
    DrawingLandscape,
    LayingTile,
    MangroviaState,
    MovingBirds,
    PuttingBowl,
    TurningLandscape,
    TurningValuable,
    replaced,
)

NOTHING = Part()
"""A part of an action of which nothing is left."""

# ---- set-up (M-1 to M-8) -----------------------------------------------------------------------------------


def set_up(state: MangroviaState) -> None:
    """Lay out the game before anything is drawn."""
    rules, players = state.rules, state.players
    box, board = rules.box, rules.layout
    state.round, state.start, state.birds, state.last, state.reason = 0, 0, box.birds, FREE, ""
    state.bowls, state.pier, state.step, state.todo = (FREE,) * RITUAL_SPACES, CLEAN_UP, 0, NOTHING
    state.owners, state.sizes = (FREE,) * len(board.spaces), (0,) * len(board.spaces)
    state.pole, state.stone = (0,) * len(board.pole), (NO_TILE,) * len(board.stone)
    state.supply = [box.huts_each(players)] * players
    state.points, state.track = [0] * players, [0] * players
    state.tiles = state.start_cards = ((),) * players
    _lay_cards(state)
    _build_neutral_huts(state)
    state.stack += [
        DrawingLandscape(CHANCE, player) for player in reversed(range(players)) for _ in range(box.hand)
    ]
    if rules.tiles:
        state.stack.append(LayingTile(CHANCE, _next_place(state, 0)))
    if rules.start_player is None:
        state.stack.append(ChoosingStart(CHANCE))
    else:
        _begin(state, rules.start_player)


def _lay_cards(state: MangroviaState) -> None:
    """Lay all cards on their piles, and the amulets into the bag and on the board (M-3, M-5)."""
    box, layouts = state.rules.box, state.layouts(state.rules, state.players)
    lies: dict[str, dict[str, Sequence[int]]] = {
        "valuables": {"pile": box.valuables},
        "landscapes": {"pile": box.landscapes},
        "amulets": {"bag": box.bag, "board": (1,) * box.ones},
    }
    for name, heaps in lies.items():
        layout = layouts[name]
        cards: list[list[int]] = [[] for _ in layout.viewers]
        for heap, faces in heaps.items():
            cards[layout.number[heap]] = sorted(faces)
        setattr(state, name, Zones(layout, cards, [[] for _ in layout.viewers]))


def _build_neutral_huts(state: MangroviaState) -> None:
    """Put neutral huts on their marks, and with 2 players block the last ritual space (M-7, M-8)."""
    board, players = state.rules.layout, state.players
    for space, colour in state.rules.neutral_huts(players).items():
        state.owners = replaced(state.owners, space, colour)
        state.sizes = replaced(state.sizes, space, 1)
    tiles = iter(state.rules.box.pole_tiles)
    state.pole = tuple([next(tiles) if state.owners[space] != FREE else 0 for space in board.pole])
    if players == 2:
        state.bowls = replaced(state.bowls, -1, players)


def begin(state: MangroviaState, action: Begin, _frame: ChoosingStart) -> None:
    """Let a player begin the first round (M-2, B23)."""
    _begin(state, action.player)


def _begin(state: MangroviaState, first: int) -> None:
    """Give the talisman to the start player, and each player in turn the next start cards (M-2)."""
    state.start, pairs = first, state.rules.box.start_cards
    state.start_cards = tuple(
        tuple(sorted(pairs[(player - first) % state.players])) for player in range(state.players)
    )


def lay_tile(state: MangroviaState, action: LayTile, frame: LayingTile) -> None:
    """Lay a stone tile face up; the next one follows (M-38)."""
    state.stone = replaced(state.stone, frame.place, action.tile)
    place = _next_place(state, frame.place + 1)
    if place < len(state.stone):
        state.stack.append(LayingTile(CHANCE, place))


def tiles_left(state: MangroviaState) -> list[int]:
    """Return the stone tiles that have not been laid, sorted (M-38)."""
    left = list(state.rules.tiles)
    for tile in state.stone:
        if tile != NO_TILE:
            left.remove(tile)
    return left


def _next_place(state: MangroviaState, place: int) -> int:
    """Return the first free space of the stone area from a place there on."""
    stone = state.rules.layout.stone
    while place < len(stone) and state.owners[stone[place]] != FREE:
        place += 1
    return place


# ---- phase 1: bowls (M-9, M-10) ----------------------------------------------------------------------------


def open_round(state: MangroviaState) -> None:
    """Let all put their bowls, one after another (M-9)."""
    players, state.pier = state.players, BOWLS
    state.round += 1
    for bowl in reversed(range(state.rules.box.bowls_each(players))):
        state.stack += [
            PuttingBowl((state.start + turn) % players, bowl) for turn in reversed(range(players))
        ]


def put_bowl(state: MangroviaState, action: PutBowl, frame: PuttingBowl) -> None:
    """Put a bowl on a ritual space."""
    state.bowls = replaced(state.bowls, action.space, frame.actor)


# ---- phases 2 and 3 (M-11, M-28 to M-31) -------------------------------------------------------------------


def go_on(state: MangroviaState) -> None:
    """Open what follows when nothing is open: the rest of a pier's action, the next pier, the next round."""
    while not state.stack and not state.reason:
        if state.pier == CLEAN_UP:
            _refill(state)
        elif state.todo != NOTHING:
            part, state.todo = state.todo, NOTHING
            _open_part(state, part)
        elif state.step < len(PIERS[state.pier]):
            state.todo = PIERS[state.pier][state.step]
            state.step += 1
        else:
            _sail(state)


def _open_part(state: MangroviaState, part: Part) -> None:
    """Open what can be done of a part of an action, as far as everybody knows; nothing if that is all (B29).

    Whether a hand can pay for a hut is known to its player alone, so that is asked.
    """
    player = state.bowls[RITUAL_SPACE[state.pier]]
    if part.birds:
        state.stack.append(MovingBirds(player))
        return
    frame = Acting(
        player,
        part.up if part.up and _face_up(state) else 0,
        part.down if part.down and _face_down(state) else 0,
        part.amulets if part.amulets and amulets_to_be_had(state, player) else 0,
        part.hut if part.hut and may_build(state, player, 1) else 0,
        part.double if part.double and may_build(state, player, 2) else 0,
    )
    if any(frame[1:]):
        state.stack.append(frame)


def _face_up(state: MangroviaState) -> bool:
    return bool(state.valuables.cards[state.open] or state.landscapes.cards[state.open])


def _face_down(state: MangroviaState) -> bool:
    return drawable(state, state.valuables) or drawable(state, state.landscapes)


def _sail(state: MangroviaState) -> None:
    """Let the boat go on to the next pier whose ritual space holds a bowl (M-11), or end its voyage."""
    for pier in range(state.pier + 1, CLEAN_UP):
        if FREE < state.bowls[RITUAL_SPACE[pier]] < state.players:
            state.pier, state.step = pier, 0
            state.reveal(BoatMoved(pier), ALL, AUTOMATIC)
            return
    state.pier, state.step = CLEAN_UP, 0
    if state.last != FREE:
        _finish(state, f"player {state.last} has built the last hut (M-31)")
    elif state.round >= state.rules.round_limit:
        _finish(state, f"the limit of {state.rules.round_limit} rounds is reached")
    else:
        _clean_up(state)


def _clean_up(state: MangroviaState) -> None:
    """Pass the talisman, and with it the birds if nobody took the first ritual space (M-28 to M-30)."""
    first = state.bowls[0]
    if first != FREE:
        state.start = first
        state.reveal(TalismanPassed(first), ALL, AUTOMATIC)
    else:
        step = -1 if state.rules.unclaimed_talisman == "right" else 1  # B3
        state.start = (state.start + step) % state.players
        low, high = (face for face in range(len(LANDSCAPES)) if face not in state.birds)
        state.birds = (low, high)
        state.reveal(BirdsPassed(state.start, state.birds), ALL, AUTOMATIC)
    state.bowls = tuple([owner if owner == state.players else FREE for owner in state.bowls])


def _refill(state: MangroviaState) -> None:
    """Turn up the next card that is missing beside its pile (M-3, M-30); then the next round begins."""
    valuables, landscapes = state.rules.box.face_up
    if len(state.valuables.cards[state.open]) < valuables and drawable(state, state.valuables):
        draw_next(state, state.valuables, TurningValuable(CHANCE))
    elif len(state.landscapes.cards[state.open]) < landscapes and drawable(state, state.landscapes):
        draw_next(state, state.landscapes, TurningLandscape(CHANCE))
    else:
        open_round(state)


def _finish(state: MangroviaState, reason: str) -> None:
    """End the game: the amulets that are left are shown (M-36)."""
    for player in range(state.players):
        state.reveal(AmuletsShown(player, tuple(state.amulets.cards[player])), ALL, AUTOMATIC)
    state.reason = reason


# ---- pier 12 (M-16) ----------------------------------------------------------------------------------------


def move_birds(state: MangroviaState, action: MoveBirds, _frame: MovingBirds) -> None:
    """Put the birds on two landscapes."""
    state.birds = (action.first, action.second)
