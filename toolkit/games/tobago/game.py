"""`GAME`: the whole of Tobago in the protocol."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from random import Random
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import CHANCE, Action, Reveal
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import Game, register
from toolkit.core.history import Event
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import deck_of, treasure_name
from toolkit.games.tobago.conversion import missing_in, position_of, state_from_position
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play import DECISIONS
from toolkit.games.tobago.play.set_up import Placing, StartingClue, blank_state, open_set_up
from toolkit.games.tobago.play.treasure import Adding, Looking, Revealing, Taking
from toolkit.games.tobago.play.turns import Move
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.rules import HAND_SIZE, ROSES, GameRules
from toolkit.games.tobago.state import (
    MAPS,
    NO_CLUE,
    NOWHERE,
    ON_MAPS,
    TobagoState,
    compiled_decks,
    compiled_island,
)

if TYPE_CHECKING:  # a game is played more often than told
    from toolkit.core.telling.teller import Teller


class TobagoGame(Game[GameRules, TobagoState]):
    """Tobago (Bruce Allen, 2009), for 2 to 4 players (T-1 to T-37)."""

    name = "tobago"
    title = "Tobago"
    players = range(2, 5)
    Rules = GameRules
    state_type = TobagoState
    decisions = DECISIONS
    actions = act.ACTIONS
    reveals = act.REVEALS
    position = Position
    told_by = "toolkit.games.tobago.telling.teller:TobagoTeller"

    @property
    def editions(self) -> Mapping[str, GameRules]:
        """The rulebook's game and its variants of curses (T-36, T-37)."""
        return {
            "rulebook": GameRules(),
            "division-goes-on": GameRules(after_curse="goes_on"),
            "protected-go-on": GameRules(after_curse="protected_go_on"),
            "one-curse": GameRules(curses=1),
            "no-curse": GameRules(curses=0),
            "curses-deeper": GameRules(curse_gold=21),
            "curse-returns": GameRules(curse_returns="yes"),
        }

    def start(self, players: int, rules: GameRules) -> TobagoState:
        """Return the state before the set-up; errors as in `blank_state` and `open_set_up`."""
        state = blank_state(players, rules)
        open_set_up(state)
        return state

    def components(self, rules: GameRules) -> Mapping[str, Any]:
        """Return the island, the clue deck and the treasure deck as JSON data."""
        decks, island = compiled_decks(rules), compiled_island(rules).source
        hexes = [
            [name, place.q, place.r, island.terrain(name)]
            for name, place in zip(island.names, island.hexes, strict=True)
        ]
        return {
            "island": hexes,
            "clue deck": [str(decks.clues[face]) for face in decks.clue_cards],
            "treasure deck": list(decks.treasure_cards),
        }

    def card(self, kind: str, face: int, rules: GameRules) -> str:
        """Return what records call a clue card or a treasure card."""
        return treasure_name(face) if kind == "treasure_cards" else str(deck_of(rules).kinds[face])

    def picture(self, seen: Observation[TobagoState], teller: Teller) -> Picture:
        """Return the island with its pieces and candidates, in the words of a teller; in English without."""
        from toolkit.games.tobago.telling.teller import TobagoTeller  # only when somebody looks

        if not isinstance(teller, TobagoTeller):
            teller = TobagoTeller({}, "en", teller.people, teller.seat)
        return draw_position(position_of(seen), **teller.looks(seen.rules.colours))

    def complete(self, position: Position, random: Random) -> TobagoState:
        """Return a game that goes on from a position that tells the whole hand of who asks (T-16).

        Errors as in `state_from_position`, and for a hand with fewer clues.
        """
        problems = list(missing_in(position))
        clues, players = len(position.hand or ()), len(position.atvs)
        size = HAND_SIZE.get(players, 0)
        if clues < size and len(position.remaining) > clues + (players - 1) * size:
            held = f"{clues} clues; {players} players hold {size} while clue cards are left (T-16)"
            problems.append(f"hand.clues: {held}")
        if problems:
            raise ToolkitError("; also ".join(problems))
        return state_from_position(position, deal=random)

    def faults(self, state: TobagoState) -> Iterable[str]:
        """Return what no play can bring about, for checks (`faults_of`)."""
        return faults_of(state)

    def parse_line(self, text: str, state: TobagoState) -> tuple[Action, ...]:
        """Return the actions of a line, which may fold a move: ``move A22-A23-A34``."""
        return unfolded(text, state) or super().parse_line(text, state)

    def lines(self, happened: Sequence[Event]) -> list[tuple[int, str]]:
        """Return events for people, each whole move folded into one line."""
        return folded(happened)


# ---- whole moves in one line, as in ``move A22-A23-A34`` ---------------------------------------------------


def folded(happened: Iterable[Event]) -> list[tuple[int, str]]:
    """Return events for people: who acted, and the text; each whole move is one line.

    Only a move that runs through without anything in between is folded: then the line reads back to the same
    actions (`unfolded`). Drawn cards stand in lines of the player who draws them, as far as the events tell
    who that is.
    """
    return list(_Folding(happened).lines())


class _Folding:
    """Goes through events and remembers of those before what a line needs."""

    def __init__(self, happened: Iterable[Event]) -> None:
        self.left = deque(happened)
        self.hexes: dict[int, str] = {}  # where each ATV stands
        self.mover, self.steps = CHANCE, list[int]()  # who moved last, with the steps of each open move
        self.drawer = CHANCE  # chance events do not say who draws
        self.roses: dict[str, list[int]] = {}
        self.lookers: list[int] = []

    def lines(self) -> Iterator[tuple[int, str]]:
        while self.left:
            event = self.left.popleft()
            who = self._note(event)
            texts = self._move(who, event.action) if isinstance(event.action, act.Step) else [str(event)]
            yield from ((who, text) for text in texts)

    def _note(self, event: Event) -> int:
        """Remember what an event says about later ones, and return whose line it is."""
        actor, action = event.actor, event.action
        if actor != CHANCE:
            self.drawer = actor
        match action:
            case act.Start():
                self.hexes[actor] = action.hex
            case act.LayClue() | act.AmuletClue() | act.Mark():
                self.roses.setdefault(action.colour, []).append(actor)
            case act.AmuletMove():
                self.steps = [*self.steps, 0] if self.mover == actor else [0]
                self.mover = actor
            case act.Raise():  # the looks go round from the raiser (T-25a)
                owners = [actor, *self.roses.pop(action.colour, [])]
                self.lookers = sorted(owners, key=lambda owner: (owner - actor) % max(HAND_SIZE))
                self.steps = []
            case act.Stop():
                del self.steps[-1:]
            case act.PickUp() if self.steps[-1:] == [STEPS_PER_MOVE]:
                del self.steps[-1:]
            case act.Look() if self.lookers:
                return self.lookers.pop(0)
            case act.DrawClue() | act.Add():
                return self.drawer
        return actor

    def _move(self, actor: int, first: act.Step) -> list[str]:
        """Return the lines of a step and those that follow it, up to the end of the move."""
        if actor != self.mover or not self.steps:
            self.mover, self.steps = actor, [0]
        names = [first.hex]
        self.steps[-1] += 1
        while self.steps[-1] < STEPS_PER_MOVE and isinstance(step := self._next(actor), act.Step):
            names.append(step.hex)
            self.steps[-1] += 1
            self.left.popleft()
        start, self.hexes[actor] = self.hexes.get(actor), names[-1]
        after = self._next(actor)
        stopped = isinstance(after, act.Stop)
        ended = self.steps[-1] == STEPS_PER_MOVE and not isinstance(after, act.Stop | act.PickUp | act.Raise)
        if ended or (start and stopped):
            self.steps.pop()
        if not start or not (stopped or ended):
            return [f"step {name}" for name in names]
        if stopped:
            self.left.popleft()
        return [f"move {'-'.join([start, *names])}"]

    def _next(self, actor: int) -> Action | Reveal | None:
        """Return what comes next, if this player does it."""
        return self.left[0].action if self.left and self.left[0].actor == actor else None


def unfolded(text: str, state: TobagoState) -> tuple[Action, ...]:
    """Return the actions of a folded move, or nothing for another text.

    The first hex must be that of the ATV that moves, else it is a `ToolkitError`; so is an unknown hex.
    """
    match = re.fullmatch(r"\s*move\s+(\S+)\s*", text, re.IGNORECASE)
    if not match:
        return ()
    first, *names = match[1].split("-")
    player = state.to_act()
    if player < 0:
        raise ToolkitError(f"{quote(text.strip())}: no player is to act")
    if state.atvs[player] == NOWHERE:
        raise ToolkitError(f"{quote(text.strip())}: the ATV is not on the island yet (T-16)")
    here = state.compiled.island.names[state.atvs[player]]
    if first.casefold() != here.casefold():
        raise ToolkitError(f"{quote(text.strip())}: the ATV stands on {here}, not on {quote(first)}")
    steps = tuple(state.game.parse(f"step {name}", state.players, state.rules) for name in names)
    if not names:
        raise ToolkitError(f"{quote(text.strip())}: a move has at least one step (T-22a)")
    return (*steps, act.STOP) if _stays_open(state, steps) else steps


def _stays_open(state: TobagoState, steps: Sequence[Action]) -> bool:
    """Tell whether the move is still under way after these steps; an illegal step is left to `apply`."""
    trial = state.clone()
    for step in steps:
        if step not in trial.legal_actions():
            return False
        trial.apply_unchecked(step)
    return _moves(trial) >= max(1, _moves(state))


def _moves(state: TobagoState) -> int:
    """Return how many moves are under way: an extra move may interrupt another one (T-21a)."""
    return sum(isinstance(frame, Move) for frame in state.stack)


# ---- what no play can bring about: pieces lost or gained, tables that do not follow from the clues ---------


def faults_of(state: TobagoState) -> Iterator[str]:
    """Yield what is wrong with the roses, amulets and maps of a state, as sentences; for checks."""
    placed = _placed_roses(state)
    for player, free in enumerate(state.roses):
        if free + placed[player] != ROSES:
            yield f"player {player} has {free} roses and {placed[player]} on maps, not {ROSES} (T-16)"
    hexes = len(state.compiled.island.names)
    for player, place in enumerate(state.atvs):
        if place != NOWHERE and not 0 <= place < hexes:
            yield f"the ATV of player {player} is on no hex"
    if state.amulet_hexes.bit_count() + sum(state.amulets) > state.rules.amulets:
        yield f"more than {state.rules.amulets} amulets are in play (T-19)"
    laid = Counter(face for clues in state.clues for face in clues)
    under_way = [
        frame.face for frame in state.stack if isinstance(frame, StartingClue) and frame.face != NO_CLUE
    ]
    if laid + Counter(under_way) != Counter(state.clue_cards.cards[ON_MAPS]):
        yield "the clues on the maps are not those that were laid there (T-11)"
    if not any(
        isinstance(frame, Placing) for frame in state.stack
    ):  # the maps are laid out after the landmarks
        yield from _map_faults(state)


def _placed_roses(state: TobagoState) -> Counter[int]:
    """Return how many roses of each player lie on maps; those of a treasure under division are its own."""
    dividing = (one for one in state.stack if isinstance(one, Looking | Adding | Revealing | Taking))
    divided = {frame.treasure.map: frame.treasure.roses for frame in dividing}
    return Counter(owner for number in MAPS for owner in divided.get(number, state.owners[number]))


def _map_faults(state: TobagoState) -> Iterator[str]:
    """Compare candidates and legal clues with what follows from the clues anew (T-12, T-13)."""
    masks, land = state.compiled.masks, state.compiled.island.land
    for number in MAPS:
        clues = state.clues[number]
        left = reduce(and_, (masks[face] for face in clues), land & ~state.removed[number])
        if state.candidates[number] != left or len(state.owners[number]) != len(clues):
            yield f"the candidates of map {number} do not follow from its clues (T-13)"
        if state.legal_clues[number] != state.compiled.legal_clues(left, len(clues)):
            yield f"the legal clues of map {number} do not follow from its candidates (T-12)"


GAME = TobagoGame()
"""The game, with its editions and rules."""
register(GAME)
