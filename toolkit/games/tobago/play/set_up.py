"""The set-up: landmarks, hands, starting clues, ATVs (T-5, T-16, T-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from toolkit.core.chance import card_draws
from toolkit.core.decision import CHANCE, Action, Chance, Decision, Frame, Kind, on
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import Zones
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.placement import COUNTS, DRAWN_ORDER, Wanted, check_room, no_room
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.clue_cards import put_clue
from toolkit.games.tobago.play.compiled import (
    ANY_WAY,
    MAP_NUMBER,
    MAPS,
    NO_CLUE,
    NOBODY,
    NOWHERE,
    compiled_setting,
)
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.games.tobago.play.reasons import why_not_start, why_not_starting_clue
from toolkit.games.tobago.play.state import (
    BAG,
    DISCARDED,
    FRESH,
    ON_MAPS,
    PILE,
    ROSES,
    Drawing,
    Facing,
    Placing,
    Starting,
    StartingClue,
    TobagoState,
    Turn,
    TurningUp,
)
from toolkit.games.tobago.rules import HAND_SIZE
from toolkit.hexmap.island import bits


def blank_state(players: int, rules: GameRules) -> TobagoState:
    """Return a state with all pieces in the box: no landmark, no ATV, no clue on the table.

    `ToolkitError` for an island, hexes, decks or seats that the rules name wrongly.
    """
    state = TobagoState.begin(rules, players)
    _check_seats(players, rules)
    state.landmarks, state.facings = ((), (), ()), ()
    state.compiled = compiled_setting(rules, state.landmarks)
    state.atvs, state.amulets, state.roses = [NOWHERE] * players, [0] * players, [ROSES] * players
    state.clues, state.owners = [() for _ in MAPS], [() for _ in MAPS]
    state.removed, state.candidates = [0 for _ in MAPS], [state.compiled.island.land for _ in MAPS]
    state.legal_clues = [0 for _ in MAPS]
    state.amulet_hexes = state.emptied = state.cursed = 0
    state.turn, state.ending = 1, ""
    layouts = TobagoState.layouts(rules, players)
    state.clue_cards = Zones.start(layouts["clue_cards"], PILE)
    state.treasure_cards = Zones.start(layouts["treasure_cards"], BAG)
    gold = len(state.compiled.decks.treasure_cards) - rules.curses
    state.gold_on_top = max(0, gold - rules.curse_gold) if rules.curses else 0  # T-18
    return state


def _check_seats(players: int, rules: GameRules) -> None:
    if len(rules.colours) < players:
        raise ToolkitError(f"rule colours: {len(rules.colours)} colours for {players} players")
    if rules.atvs is not None and len(rules.atvs) != players:
        raise ToolkitError(f"rule atvs: {len(rules.atvs)} hexes for {players} players")


def open_set_up(state: TobagoState) -> None:
    """Open the steps of the set-up in their order, and the first turn after them.

    `PlacementError` when the island has no room for the landmarks that are to be drawn (T-5), `ToolkitError`
    for a clue deck that is too small.
    """
    _check_deck(state)
    players, spacing = range(state.players), state.compiled.island.spacing
    given = {kind: hexes for kind, hexes in state.compiled.island.fixed.items() if hexes is not None}
    drawn = {kind: COUNTS[kind] for kind in DRAWN_ORDER if kind not in given}
    counts = {kind: len(hexes) for kind, hexes in given.items()} | drawn
    steps: list[Frame] = [Placing(CHANCE, kind) for kind, count in counts.items() for _ in range(count)]
    steps += [Facing(CHANCE, statue) for statue in range(counts["statue"])]
    steps += [Drawing(CHANCE, player, HAND_SIZE[state.players]) for player in players]
    steps += [TurningUp(CHANCE, 0), *map(Starting, players), Turn(0, FRESH, 0)]
    free = ~sum(1 << number for hexes in given.values() for number in hexes)
    check_room(spacing, [(spacing.allowed(kind) & free, count) for kind, count in drawn.items()])
    state.stack = steps[::-1]
    if not any(counts.values()):
        lay_out(state)


def _placed(state: TobagoState, kind: str) -> tuple[int, ...]:
    return state.landmarks[LANDMARKS.index(kind)]


def _open_hexes(state: TobagoState, kind: str) -> int:
    """Return the mask of the hexes that T-5 still allows, whether or not the rest finds room then."""
    spacing = state.compiled.island.spacing
    found = spacing.allowed(kind)
    for number in _placed(state, kind):
        found &= spacing.apart(number)
    return found & ~sum(1 << number for hexes in state.landmarks for number in hexes)


def _wanted(state: TobagoState) -> Wanted:
    """Return the landmarks that are still to be placed, the next one first."""
    kinds = Counter(frame.landmark for frame in reversed(state.stack) if isinstance(frame, Placing))
    return [(_open_hexes(state, kind), count) for kind, count in kinds.items()]


def _places(state: TobagoState, frame: Placing) -> list[tuple[Action, int]]:
    kind = frame.landmark
    table, fixed = state.compiled.actions.place[kind], state.compiled.island.fixed[kind]
    if fixed is not None:
        return [(table[fixed[len(_placed(state, kind))]], 1)]
    spacing, wanted = state.compiled.island.spacing, _wanted(state)
    free = (number for number in bits(wanted[0][0]) if spacing.fits(spacing.after(wanted, number)))
    return [(table[number], 1) for number in free]


def _any_place(state: TobagoState, frame: Placing, random: Random) -> Action:
    """Draw until a hex leaves room for the rest: on most islands the first one does."""
    kind, spacing = frame.landmark, state.compiled.island.spacing
    if state.compiled.island.fixed[kind] is not None:
        return _places(state, frame)[0][0]
    wanted = _wanted(state)
    numbers = list(bits(wanted[0][0]))
    while numbers:
        number = numbers.pop(int(random.random() * len(numbers)))
        if spacing.fits(spacing.after(wanted, number)):
            return state.compiled.actions.place[kind][number]
    raise no_room(spacing)


def _place(state: TobagoState, action: act.Place, frame: Placing) -> None:
    number, which = state.compiled.island.index[action.hex], LANDMARKS.index(frame.landmark)
    huts, palms, statues = (
        (*hexes, number) if kind == which else hexes for kind, hexes in enumerate(state.landmarks)
    )
    state.landmarks = huts, palms, statues
    if not isinstance(state.stack[-1], Placing):
        lay_out(state)


def lay_out(state: TobagoState) -> None:
    """Compile the setting, now that all landmarks stand, and lay out the empty maps."""
    state.compiled = compiled_setting(state.rules, state.landmarks)
    state.legal_clues = [state.compiled.first_clues for _ in MAPS]


def _facings(state: TobagoState, frame: Facing) -> list[tuple[Action, int]]:
    number = frame.statue
    ways = state.compiled.actions.turn_to[state.landmarks[2][number]]
    named = state.compiled.island.facings
    if named and named[number] != ANY_WAY:
        return [(ways[named[number]], 1)]
    return [(way, 1) for way in ways]


def _face(state: TobagoState, action: act.Face, _frame: Facing) -> None:
    state.facings += (state.compiled.island.directions.index(action.direction),)


def starting_maps(state: TobagoState) -> int:
    """Return on how many maps a clue is laid in the set-up (T-17, T-17a)."""
    return state.players if state.rules.start_maps == "one_each" else len(MAPS)


def _turn_up(state: TobagoState, action: act.TurnUp, frame: TurningUp) -> None:
    """Lay a starting clue open; one that an empty map does not admit is replaced (T-17a)."""
    turn, face = frame.number, state.compiled.decks.face[action.clue]
    admitted = state.compiled.first_clues >> face & 1
    state.clue_cards.give(face, PILE, ON_MAPS if admitted else DISCARDED)
    if admitted and state.rules.start_maps == "all_four":
        put_clue(state, turn, face, NOBODY)
    _turn_up_next(state, turn + admitted)
    if admitted and state.rules.start_maps == "one_each":
        state.stack.append(StartingClue(turn, face))


def _turn_up_next(state: TobagoState, turn: int) -> None:
    """Turn up the next starting clue while the pile holds one; then four maps are marked (T-17a)."""
    if turn < starting_maps(state) and state.clue_cards.cards[PILE]:
        state.stack.append(TurningUp(CHANCE, turn))
    elif state.rules.start_maps == "all_four":
        markers = min(state.players, sum(map(bool, state.clues)))
        state.stack += [StartingClue(player, NO_CLUE) for player in reversed(range(markers))]


def _starting_clues(state: TobagoState, frame: StartingClue) -> list[Action]:
    face, actions = frame.face, state.compiled.actions
    if face == NO_CLUE:
        return [actions.mark[number] for number in MAPS if state.owners[number] == (NOBODY,)]
    return [actions.lay[number][face] for number in MAPS if not state.clues[number]]


def _lay(state: TobagoState, action: act.LayClue, frame: StartingClue) -> None:
    player, face = frame
    put_clue(state, MAP_NUMBER[action.colour], face, player)


def _mark(state: TobagoState, action: act.Mark, frame: StartingClue) -> None:
    player = frame.actor
    state.owners[MAP_NUMBER[action.colour]] = (player,)
    state.roses[player] -= 1


def _starts(state: TobagoState, frame: Starting) -> Sequence[Action]:
    table, fixed = state.compiled.actions.start, state.compiled.island.starts
    return table if fixed is None else (table[fixed[frame.actor]],)


def _start(state: TobagoState, action: act.Start, frame: Starting) -> None:
    state.atvs[frame.actor] = state.compiled.island.index[action.hex]


def _check_deck(state: TobagoState) -> None:
    needed = state.players * HAND_SIZE[state.players] + starting_maps(state)
    held = len(state.compiled.decks.clue_cards)
    if held < needed:
        raise ToolkitError(f"a deck of {held} clue cards: {state.players} players need {needed} (T-16, T-17)")


SET_UP: dict[str, Kind[TobagoState]] = {
    "place": Chance(Placing, _places, on(act.Place, _place), pick=_any_place),
    "face": Chance(Facing, _facings, on(act.Face, _face)),
    "turn up": Chance(
        TurningUp,
        lambda state, _: card_draws(state.clue_cards.cards[PILE], state.compiled.actions.turn_up),
        on(act.TurnUp, _turn_up),
    ),
    "starting clue": Decision(
        StartingClue,
        _starting_clues,
        on(act.LayClue, _lay),
        on(act.Mark, _mark),
        why_not=why_not_starting_clue,
    ),
    "start": Decision(Starting, _starts, on(act.Start, _start), why_not=why_not_start),
}
"""The decisions and chance nodes of the set-up."""
