"""`Match`: who plays which game against whom, in deals that are played from every seat with the same luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct

from solvers.players import player
from solvers.players.own import OwnFault, told_whose
from solvers.players.registry import PlayerLike, check_player, name_of
from solvers.spreading import ItemError
from toolkit.core.decision import CHANCE, Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import find_game
from toolkit.core.play import Player, run
from toolkit.core.state import State

_Score = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
_Count = Annotated[int, Meta(le=2**31 - 1)]

_BITS = 128  # of a quantile: the weights of the largest roll (6 ** 24) need 63


class Played(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How one game went: what its end was worth, what it counted, and who won, by contestant."""

    seats: tuple[int, ...]  #: the contestant on each
    returns: tuple[float, ...]
    scores: tuple[_Score, ...]
    winners: tuple[int, ...]
    decisions: _Count
    draws: _Count  #: chance nodes
    end: str  #: the reason
    others: tuple[_Score, ...] = ()  #: what it counted for an automatic rival, who is no contestant


class PlayedDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """The games of one deal by its number, one for each seating."""

    deal: Annotated[int, Meta(ge=0)]
    games: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played: contestants, numbered from 0, who change seats.

    A deal is a starting luck (`CommonChance`) and an order of the contestants around the table, drawn anew
    for each deal. It is played once for every seat at which the first of them can sit: so in every deal each
    contestant sits on each seat once. All follows from the seed and the number of the deal.

    Raises
    ------
    ToolkitError
        A game or player that does not exist, a player who cannot play the game, or a number of players that
        the game does not know.
    """

    game: str  #: the name of the game
    #: The contestants, as `solvers.players.player` takes them: names, classes or players of one's own.
    players: Sequence[PlayerLike]
    rules: Any = None  #: the rules of the game; None: its default
    seed: int | str = 1  #: a number or a text

    def __post_init__(self) -> None:
        game = find_game(self.game)
        if isinstance(self.players, str):
            raise ToolkitError(
                f"players are a tuple, such as ('greedy', 'random'), not {quote(self.players)}"
            )
        object.__setattr__(self, "players", tuple(self.players))
        for one in self.players:
            check_player(one, self.game)
        object.__setattr__(self, "rules", game.Rules() if self.rules is None else self.rules)
        game.new(len(self.players), self.rules)

    @property
    def names(self) -> tuple[str, ...]:
        """How the contestants are called."""
        return tuple(map(name_of, self.players))

    def deals(self, games: int) -> int:
        """Return how many deals hold at least so many games; `ToolkitError` for less than one game."""
        if games < 1:
            raise ToolkitError(f"at least one game is needed, not {games}")
        return -(-games // len(self.players))

    def seatings(self, deal: int) -> list[tuple[int, ...]]:
        """Return the contestants on the seats, for each game of a deal."""
        order = list(range(len(self.players)))
        Random(f"{self.seed}/{deal}/seats").shuffle(order)
        return [(*order[turn:], *order[:turn]) for turn in range(len(order))]

    def play(self, deal: int) -> PlayedDeal:
        """Play the games of a deal."""
        return PlayedDeal(deal, tuple(self._play(deal, seats) for seats in self.seatings(deal)))

    def _play(self, deal: int, seats: tuple[int, ...]) -> Played:
        state = find_game(self.game).new(len(seats), self.rules)
        players = [player(self.players[contestant]) for contestant in seats]
        seed = f"{self.seed}/{deal}"
        by_chance = self._run(state, players, seed, deal)
        outcome, returns = state.outcome(), state.returns()
        if outcome is None:
            raise AssertionError("a game is played to its end")
        told, rivals = len(outcome.others), find_game(self.game).rivals(len(seats))
        if told != rivals:
            raise ToolkitError(
                f"an end of {self.game} tells of {told} automatic rivals, and its game of {rivals}"
            )
        sits = [seats.index(contestant) for contestant in range(len(seats))]
        return Played(
            seats=seats,
            returns=tuple(returns[seat] for seat in sits),
            scores=tuple(index(outcome.scores[seat]) for seat in sits),
            winners=tuple(sorted(seats[seat] for seat in outcome.winners)),
            decisions=by_chance[False],
            draws=by_chance[True],
            end=outcome.reason,
            others=outcome.others,
        )

    def _run(self, state: State, players: Sequence[Player], seed: str, deal: int) -> Counter[bool]:
        """Play a game, and count the decisions and the draws; what an own player does wrong is told."""
        turns = run(state, players, seed=seed, deal=CommonChance(f"{seed}/chance"))
        try:
            with told_whose(players, state):
                return Counter(actor == CHANCE for actor, _ in turns)
        except OwnFault as error:
            raise ItemError(f"in deal {deal} of seed {self.seed}", str(error)) from error

    def fault(self, deal: PlayedDeal) -> str:
        """Return why these cannot be the games of a deal of the match; empty if they can."""
        if [game.seats for game in deal.games] != self.seatings(deal.deal):
            return "other seats than the seed gives"
        return next(filter(None, map(self._fault, deal.games)), "")

    def _fault(self, game: Played) -> str:
        """Return why no game can end so: what is said does not fit together, or nothing is worth that."""
        count, (least, most) = len(self.players), find_game(self.game).worth
        won = [game.returns[winner] for winner in game.winners if 0 <= winner < len(game.returns)]
        if not len(game.returns) == len(game.scores) == count:
            return f"a game has returns and scores for other than {count} contestants"
        if len(game.others) != find_game(self.game).rivals(count):
            return f"{len(game.others)} automatic rivals in a game"
        if list(game.winners) != sorted({*game.winners} & {*range(count)}):
            return f"winners {list(game.winners)} of {count} contestants"
        if not all(least <= one <= most for one in game.returns):
            return f"returns {list(game.returns)}: they are from {least:g} to {most:g}"
        if won and (min(won) < max(game.returns) or max(won) > min(won)):
            return f"returns {list(game.returns)}: winners {list(game.winners)} have the most, all alike"
        if game.decisions < 1 or game.draws < 0:
            return f"{game.decisions} decisions and {game.draws} draws in a game"
        return "" if game.end else "a game without an end"


class CommonChance:
    """What chance brings in one deal; a new one with the same seed for each game of the deal.

    Games that are to be compared get common random numbers: less of the difference between them is luck. A
    pile that is shuffled beforehand would fit one game only, because what a draw can bring depends on what
    was played. So the driver holds streams of numbers: one for each kind of chance node and, where the first
    detail of its frame is a number (mostly the seat for which chance rolls or draws), for that number. The
    k-th node of a stream is answered with its k-th number, read as a quantile. While two games offer the same
    outcomes with the same weights they get the same one; when they differ by a little they mostly still do.
    Each game alone has exactly the chances of the rules.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._streams: dict[tuple[Any, ...], Random] = {}

    def __call__(self, state: State) -> Action:
        """Return the outcome of the chance node that is open, for `toolkit.core.play.play`."""
        outcomes = state.chance_outcomes()
        number = self._next(state) * sum(weight for _, weight in outcomes) >> _BITS
        for action, weight in outcomes:
            number -= weight
            if number < 0:
                return action
        raise AssertionError("unreachable: the number is below the sum of the weights")

    def _next(self, state: State) -> int:
        """Return the next number of the stream of the chance node that is open."""
        _, *details = state.stack[-1]
        key = (state.decision_kind(), *(detail for detail in details[:1] if isinstance(detail, int)))
        if key not in self._streams:
            self._streams[key] = Random(f"{self._seed}/{'/'.join(map(str, key))}")
        return self._streams[key].getrandbits(_BITS)
