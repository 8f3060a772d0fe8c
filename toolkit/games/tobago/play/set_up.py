"""The set-up: landmarks, hands, starting clues, ATVs (T-5, T-16, T-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from toolkit.core.chance import card_draws
from toolkit.core.decision import CHANCE, Action, Frame, asks
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import Zones
from toolkit.core.observation import Observation
from toolkit.games.tobago.actions import Face, LayClue, Mark, Place, Start, TurnUp
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.placement import COUNTS, DRAWN_ORDER, Wanted, check_room
from toolkit.games.tobago.play.clue_cards import Drawing, put_clue
from toolkit.games.tobago.play.turns import FRESH, Turn
from toolkit.games.tobago.rules import COLOURS, HAND_SIZE, ROSES, GameRules
from toolkit.games.tobago.state import (
    ANY_WAY,
    BAG,
    DISCARDED,
    MAP_NUMBER,
    MAPS,
    NO_CLUE,
    NOBODY,
    NOWHERE,
    ON_MAPS,
    PILE,
    TobagoState,
    compiled_setting,
)
from toolkit.hexmap.island import bits


def blank_state(players: int, rules: GameRules) -> TobagoState:
    """Return a state with all pieces in the box: no landmark, no ATV, no clue on the table.

    `ToolkitError` for an island, hexes, decks or seats that the rules name wrongly.
    """
    state = TobagoState.begin(rules, players)
    if len(rules.colours) < players:
        raise ToolkitError(f"rule colours: {len(rules.colours)} colours for {players} players")
    if rules.atvs is not None and len(rules.atvs) != players:
        raise ToolkitError(f"rule atvs: {len(rules.atvs)} hexes for {players} players")
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


def open_set_up(state: TobagoState) -> None:
    """Open the steps of the set-up in their order, and the first turn after them.

    `PlacementError` when the island has no room for the landmarks that are to be drawn (T-5), `ToolkitError`
    for a clue deck that is too small.
    """
    players, spacing = range(state.players), state.compiled.island.spacing
    needed = state.players * HAND_SIZE[state.players] + starting_maps(state)
    held = len(state.compiled.decks.clue_cards)
    if held < needed:
        raise ToolkitError(f"a deck of {held} clue cards: {state.players} players need {needed} (T-16, T-17)")
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


# ---- landmarks (T-5) ---------------------------------------------------------------------------------------


class Placing(NamedTuple):
    """A landmark of a kind is placed (T-5)."""

    actor: int
    landmark: str

    def outcomes(self, state: TobagoState) -> Sequence[tuple[Action, int]]:
        """Return where it may stand so that the rest finds room, or the hex that the rules name."""
        kind, island = self.landmark, state.compiled.island
        fixed, spacing = island.fixed[kind], island.spacing
        if fixed is not None:
            return [(Place.of[kind, island.names[fixed[len(_placed(state, kind))]]], 1)]
        wanted = _wanted(state)
        free = (number for number in bits(wanted[0][0]) if spacing.fits(spacing.after(wanted, number)))
        return [(Place.of[kind, island.names[number]], 1) for number in free]

    def pick(self, state: TobagoState, random: Random) -> Action:
        """Draw until a hex leaves room for the rest: on most islands the first one does."""
        kind, island = self.landmark, state.compiled.island
        if island.fixed[kind] is not None:
            return self.outcomes(state)[0][0]
        wanted, spacing = _wanted(state), island.spacing
        numbers = list(bits(wanted[0][0]))
        while True:
            if not numbers:
                check_room(spacing, wanted)
            number = numbers.pop(int(random.random() * len(numbers)))
            if spacing.fits(spacing.after(wanted, number)):
                return Place.of[kind, island.names[number]]

    def place(self, state: TobagoState, action: Place) -> None:
        number, which = state.compiled.island.index[action.hex], LANDMARKS.index(self.landmark)
        huts, palms, statues = (
            (*hexes, number) if kind == which else hexes for kind, hexes in enumerate(state.landmarks)
        )
        state.landmarks = huts, palms, statues
        if not isinstance(state.stack[-1], Placing):
            lay_out(state)


def _placed(state: TobagoState, kind: str) -> tuple[int, ...]:
    return state.landmarks[LANDMARKS.index(kind)]


def _wanted(state: TobagoState) -> Wanted:
    """Return the landmarks that are still to be placed, the next one first."""
    kinds = Counter(frame.landmark for frame in reversed(state.stack) if isinstance(frame, Placing))
    return [(_open_hexes(state, kind), count) for kind, count in kinds.items()]


def _open_hexes(state: TobagoState, kind: str) -> int:
    """Return the mask of the hexes that T-5 still allows, whether or not the rest finds room then."""
    spacing = state.compiled.island.spacing
    found = spacing.allowed(kind)
    for number in _placed(state, kind):
        found &= spacing.apart(number)
    return found & ~sum(1 << number for hexes in state.landmarks for number in hexes)


def lay_out(state: TobagoState) -> None:
    """Compile the setting, now that all landmarks stand, and lay out the empty maps."""
    state.compiled = compiled_setting(state.rules, state.landmarks)
    state.legal_clues = [state.compiled.first_clues for _ in MAPS]


class Facing(NamedTuple):
    """A statue gets its direction (T-5)."""

    actor: int
    statue: int

    def outcomes(self, state: TobagoState) -> Sequence[tuple[Action, int]]:
        island, named = state.compiled.island, state.compiled.island.facings
        ways, here = island.directions, island.names[state.landmarks[2][self.statue]]
        if named and named[self.statue] != ANY_WAY:
            ways = (ways[named[self.statue]],)
        return [(Face.of[here, way], 1) for way in ways]

    def face(self, state: TobagoState, action: Face) -> None:
        state.facings += (state.compiled.island.directions.index(action.direction),)


# ---- starting clues (T-17) ---------------------------------------------------------------------------------


def starting_maps(state: TobagoState) -> int:
    """Return on how many maps a clue is laid in the set-up (T-17, T-17a)."""
    return state.players if state.rules.start_maps == "one_each" else len(MAPS)


class TurningUp(NamedTuple):
    """A starting clue is turned up, the one of this number (T-17)."""

    actor: int
    number: int

    def outcomes(self, state: TobagoState) -> Sequence[tuple[Action, int]]:
        return card_draws(state.clue_cards.cards[PILE], state.compiled.decks.turn_up)

    def turn_up(self, state: TobagoState, action: TurnUp) -> None:
        """Lay a starting clue open; one that an empty map does not admit is replaced (T-17a)."""
        turn, face = self.number, state.compiled.decks.face[action.clue]
        admitted, one_each = state.compiled.first_clues >> face & 1, state.rules.start_maps == "one_each"
        state.clue_cards.give(face, PILE, ON_MAPS if admitted else DISCARDED)
        if admitted and not one_each:
            put_clue(state, turn, face, NOBODY)
        if turn + admitted < starting_maps(state) and state.clue_cards.cards[PILE]:
            state.stack.append(TurningUp(CHANCE, turn + admitted))
        elif not one_each:  # the maps that begin are marked
            markers = min(state.players, sum(map(bool, state.clues)))
            state.stack += [StartingClue(player, NO_CLUE) for player in reversed(range(markers))]
        if admitted and one_each:
            state.stack.append(StartingClue(turn, face))


@asks("{asked}")
class StartingClue(NamedTuple):
    """A player lays the starting clue with this face (T-17), or marks one of four: `NO_CLUE` then (T-17a)."""

    actor: int
    face: int

    def asked(self, seen: Observation[TobagoState]) -> str:
        """Return what is asked of who sees this."""
        if self.face == NO_CLUE:
            return "Which map do you mark? (T-17a)"
        clue = compiled_setting(seen.rules, seen[TobagoState.landmarks]).decks.clues[self.face]
        return f"Your starting clue is {str(clue)!r}: on which map? (T-17)"

    def legal(self, state: TobagoState) -> Sequence[Action]:
        if self.face == NO_CLUE:
            return [Mark.of[COLOURS[number]] for number in MAPS if state.owners[number] == (NOBODY,)]
        return [state.compiled.decks.lay[number][self.face] for number in MAPS if not state.clues[number]]

    def lay(self, state: TobagoState, action: LayClue) -> None:
        put_clue(state, MAP_NUMBER[action.colour], self.face, self.actor)

    def mark(self, state: TobagoState, action: Mark) -> None:
        state.owners[MAP_NUMBER[action.colour]] = (self.actor,)
        state.roses[self.actor] -= 1

    def why_not(self, state: TobagoState, action: LayClue | Mark) -> str:
        if self.face == NO_CLUE:
            return "each player marks one clue that nobody has marked (T-17a)"
        clue = state.compiled.decks.clues[self.face]
        if isinstance(action, LayClue) and action.clue == clue:
            return f"a starting clue begins a free map, and a clue lies on {action.colour} (T-17)"
        return f"the starting clue is {str(clue)!r} (T-17)"


# ---- ATVs (T-16) -------------------------------------------------------------------------------------------


@asks("On which hex does your ATV start? (T-16)")
class Starting(NamedTuple):
    """A player puts the ATV on the island (T-16)."""

    actor: int

    def legal(self, state: TobagoState) -> Sequence[Action]:
        names, fixed = state.compiled.island.names, state.compiled.island.starts
        return [Start.of[name] for name in (names if fixed is None else [names[fixed[self.actor]]])]

    def start(self, state: TobagoState, action: Start) -> None:
        state.atvs[self.actor] = state.compiled.island.index[action.hex]

    def why_not(self, state: TobagoState, action: Start) -> str:  # noqa: ARG002
        names, fixed = state.compiled.island.names, state.compiled.island.starts
        if fixed is None:
            return "the ATV starts on a hex of the island (T-16)"
        return f"the set-up of this game puts this ATV on {names[fixed[self.actor]]} (T-16)"
