"""`PrintedGame`: a game of the printed Tobago as the people at the table tell it, line by line.

It is a game of the engine in which people answer chance, and in which stays unknown what nobody tells. A
drawn card passes for some card of the pile (`UnseenCards`) until a line says what it is: somebody lays it, or
tells it with `know`. Then it is bound to the earliest draw that can have brought it, and the game is played
anew from its first line, all rules by the engine. What unknown cards pass for never matters to anything that
people see: `hand` tells known cards and a number, and an unknown card may be any that a map admits.

Lines are those of the engine's notation, and these:

- ``start clue brown in jungle``: a starting clue is turned up and laid (T-17); ``turn up in jungle`` alone;
- ``know in jungle``, ``forget in jungle``: what a card of the own hand is, or that this was a mistake;
- ``move A34``: over the fewest steps; ``move A22-A23-A34`` names hexes on the way, from where it begins;
- ``reveal 4``, ``reveal curse``: the next card of a treasure, and ``taken blue`` or ``taken nobody``: who
  takes it, asked from the bottom up (T-26). ``reveal curse curse``: a second curse is among the undivided
  cards, which lie open then, and leaves the game (T-28); others may be named behind it (T-28a).

A move ends by itself when nothing can interrupt it, else with the next line that is no part of it. When the
next player acts while somebody could only use amulets or raise, ``end`` is understood.

What hidden cards decide in the engine is treated so:

- a turn that falls out (T-20b) and a hand that is shown (T-29b): allowed if no known card forbids it; the
  unknown ones are then cards that do not forbid it;
- the end of pile and treasure deck: decided by the number of cards, which is no secret (T-14, T-35);
- the most valuable treasure (T-28): revealed before it was taken, so never unknown;
- cards left over (T-27a): nobody tells them, they stay unknown, as do undivided ones that nobody tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.record import Record
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE, treasure_name
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.conversion import position_of
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.movement import STEPS_PER_MOVE, steps_along
from toolkit.games.tobago.play.set_up import TurningUp
from toolkit.games.tobago.play.treasure import Revealing, Taking
from toolkit.games.tobago.play.turns import DONE, Move, Turn
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import COLOURS, GameRules, known
from toolkit.games.tobago.state import DIVISION, MAP_NUMBER, NOWHERE, TobagoState
from toolkit.games.tobago.untold import Beginning, UntoldGame

_MADE_UP = "told at the table: cards that nobody named are made up"

NOBODY = "nobody"
"""Who takes a card that all refuse, in a line."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the game that was told."""

    player: int  #: who told it
    line: str
    map: str | None = None  #: the map that it is about
    clue: Clue | None = None  #: the clue that was laid
    before: int | None = None  #: how many candidates that map had before
    after: int | None = None  #: how many it had after
    secret: bool = False  #: whether only the player may see it
    draws: int = 0  #: how many cards had been drawn when the newest came that a secret line may be about


class PrintedGame:
    """A game of the printed Tobago, as far as it was told.

    Parameters
    ----------
    rules
        The rules with the whole set-up: landmarks, facings, colours in turn order. A `deck` or `gold` that
        they name is the owner's: what nobody can have by it is refused. The reconstructed ones give way.
    players
        How many play.

    Raises
    ------
    ToolkitError
        A set-up that is left to chance, and what `Game.new` refuses.
    """

    def __init__(self, rules: GameRules, players: int) -> None:
        self._go_on([UntoldGame.begin(Beginning.new(rules, players))])

    @classmethod
    def from_position(cls, position: Position) -> PrintedGame:
        """Return the game that goes on from a position; errors as in `state_from_position`.

        The player who asks (``me``) begins a turn. Cards that the position does not tell are unknown.
        """
        printed = cls.__new__(cls)
        printed._go_on([UntoldGame.begin(Beginning.of(position))])
        return printed

    def _go_on(self, games: list[UntoldGame]) -> None:
        self._games, self._told = games, list[Told]()  # the game at its beginning, and after each line

    def clone(self) -> PrintedGame:
        """Return a copy in which other lines can be told; the games behind the lines never change."""
        other = PrintedGame.__new__(PrintedGame)
        other._games, other._told = [*self._games], [*self._told]
        return other

    # ---- what is to be seen -------------------------------------------------------------------------------

    @property
    def state(self) -> TobagoState:
        """Where the game stands; what lies face down there is made up, and nobody may see it."""
        return self._games[-1].state

    @property
    def told(self) -> tuple[Told, ...]:
        """The lines that were told."""
        return tuple(self._told)

    def hand(self, player: int) -> tuple[tuple[Clue, ...], int]:
        """Return the known clues of a hand, and how many unknown ones it holds."""
        clues = self._games[-1].clues
        return tuple(clues.cards[number] for number in clues.known(player)), len(list(clues.free(player)))

    def position(self, player: int | None) -> Position:
        """Return the table as a position, with the known hand of a player."""
        seen = position_of(self.state.observation(None))
        if player is None:
            return seen
        return replace(seen, me=self.state.rules.colours[player], hand=self.hand(player)[0])

    def curses(self) -> list[str]:
        """Return the lines that may tell a curse now: with another one among the undivided cards, or without.

        None while the next card of a treasure can only be gold (T-18), and the second line alone where the
        undivided cards must hold the other curse (T-28).
        """
        return [line for line in ("reveal curse", "reveal curse curse") if self._admits(line)]

    def _admits(self, line: str) -> bool:
        try:
            self.clone().tell(0, line)
        except ToolkitError:
            return False
        return True

    def record(self) -> Record:
        """Return the record of the game; what nobody told stands in it as what it may have been."""
        game, end = self._games[-1], self.state.outcome()
        start = game.start() if game.beginning.dealt else None
        names = list(self.state.rules.colours[: self.state.players])
        rules = game.rules
        actions, players = game.actions(), self.state.players
        return Record(GAME, players, rules, names, None, actions, end, start, remark=_MADE_UP)

    # ---- telling ------------------------------------------------------------------------------------------

    def tell(self, player: int, line: str) -> Told:
        """Go on with the game as a line tells it.

        Parameters
        ----------
        player
            Who does it, by number. Who reveals and who takes the cards of a treasure is told by anybody.
        line
            What happened.

        Raises
        ------
        ToolkitError
            It is not understood or not possible, or `IllegalAction`: the rules forbid it. The game is as it
            was.
        """
        game = self._games[-1].clone()
        colour, clue = _Telling(game, player).tell(line)
        words = line.split()
        told = Told(player, " ".join(words), colour, clue)
        if is_secret(line):
            told = replace(told, secret=True, draws=self._newest(player, words) + 1)
        if colour is not None:
            number = MAP_NUMBER[colour]
            before, after = (one.candidates[number].bit_count() for one in (self.state, game.state))
            told = replace(told, before=before, after=after)
        self._games.append(game)
        self._told.append(told)
        return told

    def take_back(self, lines: int = 1) -> None:
        """Take the last lines back: all is as it was before them."""
        if not 0 <= lines <= len(self._told):
            raise ToolkitError(f"{lines} lines cannot be taken back: {len(self._told)} were told")
        if lines:
            del self._games[-lines:], self._told[-lines:]

    @property
    def draws(self) -> int:
        """How many clue cards were drawn so far."""
        return len(self._games[-1].clues.cards)

    def _newest(self, player: int, words: Sequence[str]) -> int:
        """Return the newest draw that a secret line may be about: any unknown card can be the known one."""
        clues = self._games[-1].clues
        if words[0] == "know":
            return max(clues.free(player))
        return max(number for number in clues.known(player) if clues.cards[number] == _clue(words[1:]))


def is_secret(line: str) -> bool:
    """Tell whether a line is about the own hand and only for who tells it."""
    return line.split()[:1] in (["know"], ["forget"])


class _Telling:
    """One line, told by a player, as it changes a game."""

    def __init__(self, game: UntoldGame, player: int) -> None:
        self.game = game
        self.player = player

    @property
    def frame(self) -> object:
        """What is open."""
        return self.game.state.stack[-1] if self.game.state.stack else None

    @property
    def colours(self) -> Sequence[str]:
        """The colours of the players in turn order."""
        return self.game.state.rules.colours[: self.game.state.players]

    def tell(self, line: str) -> tuple[str | None, Clue | None]:
        """Do what a line says; return the map that it is about and the clue that was laid, if any."""
        match line.split():
            case ["know", *clue]:
                self.game.learn(self.player, _clue(clue))
            case ["forget", *clue]:
                self.game.forget(self.player, _clue(clue))
            case ["turn", "up", *clue]:
                return self._turn_up(_clue(clue))
            case ["start", "clue", colour, *clue]:
                return self._start_clue(known("map", colour, COLOURS), _clue(clue))
            case ["reveal", *faces] if faces:
                self._reveal(faces)
            case ["taken", taker]:
                self._taken(taker)
            case ["clue", colour, *clue]:
                return self._lay(act.LayClue(known("map", colour, COLOURS), _clue(clue)))
            case ["amulet", "clue", colour, *clue]:
                return self._lay(act.AmuletClue(known("map", colour, COLOURS), _clue(clue)))
            case ["move", way]:
                self._move(way.split("-"))
            case _:
                action = GAME.parse(line, self.game.state.players, self.game.state.rules)
                self._do(action)
                return getattr(action, "colour", None), None
        return None, None

    # ---- whose turn it is ---------------------------------------------------------------------------------

    def _my_turn(self) -> None:
        """Let the player act: a move or a turn that only awaits its end is over when the next one acts."""
        state = self.game.state
        actor = state.to_act()
        if actor >= 0 and actor != self.player and (actor + 1) % state.players == self.player:
            self._end_move()
            frame = self.frame
            if isinstance(frame, Turn) and frame.actor == actor and frame.phase == DONE:
                self.game.do(actor, act.END)
        actor = self.game.state.to_act()
        if actor == self.player:
            return
        if actor == TERMINAL:
            raise ToolkitError("the game is over")
        if actor == CHANCE:
            raise ToolkitError(f"first tell {_AWAITED[type(self.frame)]}")
        raise ToolkitError(f"{self.colours[self.player]} cannot act: it is {self.colours[actor]}'s turn")

    def _end_move(self) -> None:
        """End a move under way that has begun."""
        frame = self.frame
        if isinstance(frame, Move) and frame.left < STEPS_PER_MOVE:
            self.game.do(frame.actor, act.STOP)

    def _do(self, action: Action) -> None:
        """Do an action of the player."""
        self._my_turn()
        in_move = isinstance(action, _IN_MOVE) or action in self.game.state.legal_actions()
        if isinstance(self.frame, Move) and not in_move:
            self._end_move()
            self._my_turn()
        if isinstance(action, act.End | act.ShowHand):
            self._lack_clues()
        self.game.do(self.player, action)

    def _lack_clues(self) -> None:
        """Let no unknown card of the hand be one that may be laid, where that is all that forbids to end."""
        state = self.game.state
        legal = state.legal_actions()
        lays = any(isinstance(action, act.LayClue) for action in legal)
        if lays and not any(isinstance(action, act.Step | act.Exchange) for action in legal):
            kinds, fits = state.compiled.decks.clues, reduce(or_, state.legal_clues)
            self.game.lacks(self.player, [clue for face, clue in enumerate(kinds) if fits >> face & 1])

    # ---- the lines ----------------------------------------------------------------------------------------

    def _turn_up(self, clue: Clue) -> tuple[str | None, Clue | None]:
        """Turn up a starting clue (T-17); return the map on which it lies then, if it does (T-17a)."""
        frame, all_four = self.frame, self.game.state.rules.start_maps == "all_four"
        if not isinstance(frame, TurningUp):
            raise ToolkitError("no starting clue is to be turned up now (T-17)")
        if not all_four and frame.number != self.player:
            raise ToolkitError(f"the next starting clue is that of {self.colours[frame.number]} (T-17)")
        self.game.turn_up(clue)
        laid = all_four and bool(self.game.state.clues[frame.number])
        return (COLOURS[frame.number], clue) if laid else (None, None)

    def _start_clue(self, colour: str, clue: Clue) -> tuple[str | None, Clue | None]:
        """Turn up a starting clue and lay it (T-17); with four clues they lie on the maps in their order."""
        frame, all_four = self.frame, self.game.state.rules.start_maps == "all_four"
        if all_four and isinstance(frame, TurningUp) and COLOURS[frame.number] != colour:
            raise ToolkitError(f"the next starting clue lies on {COLOURS[frame.number]} (T-17a)")
        laid = self._turn_up(clue)
        if not all_four:
            laid = colour, clue
            self._do(act.LayClue(colour, clue))
        return laid

    def _lay(self, action: act.LayClue | act.AmuletClue) -> tuple[str, Clue]:
        """Lay a clue of the hand; an unknown card of it may be this one."""
        self._my_turn()
        clues, clue = self.game.clues, action.clue
        starting = self.game.state.decision_kind() == "starting clue"
        known = [clues.cards[number] for number in clues.known(self.player)]
        if not starting and clue not in known and any(clues.free(self.player)):
            self.game.learn(self.player, clue)
        self._do(action)
        return action.colour, clue

    def _move(self, way: list[str]) -> None:
        """Move over hexes by the fewest steps; a move that nothing can interrupt is over then."""
        self._my_turn()
        state, frame = self.game.state, self.frame
        if state.atvs[self.player] == NOWHERE:
            raise ToolkitError("the ATV is not on the island yet (T-16)")
        names = state.compiled.island.names
        here = names[state.atvs[self.player]]
        way = [names[state.compiled.island.source.number(_hex(name, names))] for name in way]
        if way[1:] and way[0] != here:
            raise ToolkitError(f"the ATV stands on {here}, not on {way[0]}")
        on = way[1:] or way
        most = frame.left if isinstance(frame, Move) and frame.left else STEPS_PER_MOVE
        for name in steps_along(state.compiled.island.source, [here, *on], most):
            self.game.do(self.player, act.Step(name))
        legal = self.game.state.legal_actions()
        if self.game.state.to_act() == self.player and all(
            isinstance(one, act.Step | act.Stop) for one in legal
        ):
            self._end_move()

    def _reveal(self, names: Sequence[str]) -> None:
        if not isinstance(self.frame, Revealing):
            raise ToolkitError("no treasure card is to be revealed now (T-26)")
        values = {treasure_name(card): card for card in self.game.state.compiled.decks.treasure_cards}
        for name in names:
            if name not in values:
                raise ToolkitError(f"no treasure card {quote(name)}; they are {', '.join(values)} (T-18)")
        face, *undivided = [values[name] for name in names]
        ends = face == CURSE and self.game.rules.after_curse == "ends"
        left = max(0, len(self.game.state.treasure_cards.cards[DIVISION]) - 1) if ends else 0
        if len(undivided) > left:
            raise ToolkitError(f"{left} cards lie open undivided then, not {len(undivided)} (T-28a)")
        self.game.reveal(face, undivided)

    def _taken(self, taker: str) -> None:
        """Ask rose by rose from the bottom up, until this player or nobody takes the card (T-26)."""
        frame = self.frame
        if not isinstance(frame, Taking):
            raise ToolkitError("no treasure card is to be taken now (T-26)")
        known("player", taker, [*self.colours, NOBODY])
        left = [self.colours[owner] for owner in frame.treasure.roses[frame.place :]]
        if taker != NOBODY and taker not in left:
            raise ToolkitError(f"{taker} has no rose left to take it for: {', '.join(left)} are asked (T-26)")
        for owner in left:
            actor = self.game.state.to_act()
            if owner == taker:
                self.game.do(actor, act.TAKE)
                return
            self.game.do(actor, act.PASS)


_IN_MOVE = act.Step | act.Stop | act.Raise | act.PickUp

_AWAITED = {
    Revealing: "what the next card of the treasure is: 'reveal 4' or 'reveal curse' (T-26)",
    TurningUp: "the next starting clue: 'start clue brown in jungle' (T-17)",
}
"""What people have to tell at a chance node."""


def _clue(words: Sequence[str]) -> Clue:
    return Clue.parse(" ".join(words))


def _hex(name: str, names: Sequence[str]) -> str:
    """Return a hex as the island writes it; what it lacks is left to be refused."""
    return next((one for one in names if one.casefold() == name.casefold()), name)
