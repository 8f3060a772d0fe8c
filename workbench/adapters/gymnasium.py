"""A game for one learner as a Gymnasium environment: the other seats are bots.

Needs the extra ``gymnasium``. ``Alone("wazabi", players=("me", "greedy"))``, or, once this module was
imported, ``gymnasium.make("toolkit/wazabi-v0", players=("me", "greedy"))``; the other games likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from solvers.players.registry import PlayerLike, check_player, player
from solvers.players.simple import Bot
from toolkit.core import TERMINAL, Action, IllegalAction, Observation, State
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.play import run
from toolkit.games import SHIPPED

try:
    import gymnasium

    from workbench.adapters.seats import RENDER_MODES, Seats, rendered
except ModuleNotFoundError as lacking:
    hint = 'pip install "tobago-toolkit[gymnasium]"'
    raise ModuleNotFoundError(f"the environments need {lacking.name}: {hint}", name=lacking.name) from None


ME = "me"
_NO_GAME = "no game is going on: reset() begins one"
_ILLEGAL = -1.0  # as in PettingZoo


class _Learner(Bot):
    """Sits at the table and does what `step` was told."""

    action: Action

    @property
    def name(self) -> str:
        return ME

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        return self.action


class Alone(gymnasium.Env["NDArray[Any]", Any]):
    """A game with one seat for who learns, and bots on the others.

    Parameters
    ----------
    game, rules
        As in `workbench.adapters.seats.Seats`.
    players
        For each seat a bot, as `solvers.player` takes it, and once ``"me"``.
    render_mode
        ``"svg"``: `render` returns what the learner sees, drawn. ``"ansi"``: it returns that as a text.
        ``"human"``: it prints the text.

    Raises
    ------
    ToolkitError
        A game, rules, a bot or a mode that there is not, a bot that cannot play the game, or ``"me"`` not
        exactly once.

    Notes
    -----
    The reward comes at the end: the share of the victory. An illegal action ends the game with a reward of
    -1, and ``info["illegal"]`` says why it was. ``info["action_mask"]`` tells which actions are legal, and so
    does `action_masks`. A seed gives the same game as `toolkit.play` with the same players and choices.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        game: str,
        players: Sequence[PlayerLike] = (ME, "greedy"),
        *,
        rules: Mapping[str, Any] | Any = None,
        render_mode: str | None = None,
    ) -> None:
        if isinstance(players, str):
            raise ToolkitError(f"players are a tuple, such as ('me', 'greedy'), not {quote(players)}")
        self.seats = Seats(game, len(players), rules, render_mode)
        if list(players).count(ME) != 1:
            raise ToolkitError(f'the players are bots and once "me", not {quote(tuple(players))}')
        self.seat, self._me = list(players).index(ME), _Learner()
        for bot in players:
            if bot != ME:
                check_player(bot, self.seats.game.name)
        self._bots = tuple(players)
        self.render_mode = render_mode
        self.action_space = self.seats.action_space()
        self.observation_space = self.seats.observation_space()
        self._turns: Iterator[object] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game, and play it on until the learner is to act; there are no options.

        Without a seed the game's comes from the generator of the environment, as Gymnasium has it. A game in
        which the learner has nothing to decide, for somebody has won before, is followed by another one.
        """
        super().reset(seed=seed, options=options)
        dealt = self._next_seed() if seed is None else seed
        while True:
            self.game_state: State = self.seats.new()
            players = [self._me if bot == ME else player(bot) for bot in self._bots]
            self._turns = run(self.game_state, players, seed=dealt)
            self._until_me(self._turns)
            if self.game_state.to_act() != TERMINAL:
                return self._told()
            dealt = self._next_seed()

    def _next_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Do what the learner chose, and what all others do until the learner is to act again.

        `ToolkitError` when no game is going on, and for a number that no action has.
        """
        if self._turns is None:
            raise ToolkitError(_NO_GAME)
        self._me.action = self.seats.numbering.action(action)
        turns, self._turns = self._turns, None  # an exception ends the game
        try:
            next(turns)
        except IllegalAction as refused:
            seen, info = self._told()
            return seen, _ILLEGAL, True, False, info | {"illegal": str(refused)}
        self._until_me(turns)
        over = self.game_state.to_act() == TERMINAL
        if not over:
            self._turns = turns
        seen, info = self._told()
        return seen, self.game_state.returns()[self.seat], over, False, info

    def _until_me(self, turns: Iterator[object]) -> None:
        while self.game_state.to_act() not in (self.seat, TERMINAL):
            next(turns)

    @property
    def seen(self) -> Observation[Any]:
        """What the learner sees, as the toolkit has it: with words, a log and a picture.

        `ToolkitError` before the first `reset`.
        """
        if not hasattr(self, "game_state"):
            raise ToolkitError(_NO_GAME)
        return self.game_state.observation(self.seat)

    def _told(self) -> tuple[NDArray[Any], dict[str, Any]]:
        seen = self.seen
        return self.seats.encoding.encode(seen), {"action_mask": self.seats.numbering.mask(seen.actions)}

    def action_masks(self) -> NDArray[Any]:
        """Return which actions are legal, as trainers that mask by themselves ask for it."""
        return self.seats.numbering.mask(self.seen.actions).astype(bool)

    def render(self) -> str | None:
        """Return or print what the learner sees; `ToolkitError` without a mode, or without a picture."""
        return rendered(self.seen, self.render_mode)


for _name in SHIPPED:
    gymnasium.register(
        id=f"toolkit/{_name}-v0", entry_point=f"{__name__}:{Alone.__name__}", kwargs={"game": _name}
    )
