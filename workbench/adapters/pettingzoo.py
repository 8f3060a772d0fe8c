"""The games as PettingZoo environments, one agent after another (AEC): ``tobago_v0.env(players=3)``.

Needs the extra ``pettingzoo``. An agent is a seat, ``player_0`` and so on. It observes what its seat may see,
as numbers (`workbench.adapters.encoding`), with a mask of its legal actions. Chance is no agent: the
environment draws for it, from the seed, as `toolkit.play` does with the same one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray

from toolkit.core import CHANCE, TERMINAL, Observation, State
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.play import streams

try:
    from gymnasium.spaces import Box, Dict
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )

    from workbench.adapters.seats import RENDER_MODES, Seats, rendered
except ModuleNotFoundError as lacking:
    hint = 'pip install "tobago-toolkit[pettingzoo]"'
    raise ModuleNotFoundError(f"the environments need {lacking.name}: {hint}", name=lacking.name) from None

Seen = dict[str, NDArray[Any]]

_ILLEGAL = -1.0  # what PettingZoo's own board games give whoever does what is not legal


class SeatsEnv(AECEnv[str, "Seen", Any]):
    """A game whose agents are its seats; the environment draws for chance.

    Parameters
    ----------
    game, players, rules
        As in `workbench.adapters.seats.Seats`.
    render_mode
        ``"svg"``: `render` returns what a spectator sees, drawn. ``"ansi"``: it returns that as a text.
        ``"human"``: it prints the text.
    max_cycles
        The game is broken off (truncated) as soon as an agent has decided so often; None for never.

    Raises
    ------
    ToolkitError
        A game, a number of players, rules or a mode that there is not. `step` raises `IllegalAction` with the
        reason of the rules; the game stands as it stood then.

    Notes
    -----
    An agent is rewarded at the end alone, with what `State.returns` gives its seat: its share of the victory.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        rules: Mapping[str, Any] | Any = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        self.seats = Seats(game, players, rules, render_mode)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ToolkitError(f"max_cycles is a number from 1, or None, not {quote(max_cycles)}")
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.metadata = {
            "name": f"{self.seats.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces: dict[str, Space[Any]] = {
            agent: self.seats.action_space() for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: self._space() for agent in self.possible_agents
        }
        self._seeds = Random()

    def _space(self) -> Dict:
        mask = Box(0, 1, (len(self.seats.numbering),), np.int8)
        return Dict({"observation": self.seats.observation_space(), "action_mask": mask})

    def observation_space(self, agent: str) -> Space[Any]:
        """Return what an agent can observe: ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the numbers of all actions of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game: the same seed, the same draws of chance.

        Without a seed it follows from the one before, and for the first game from the system. There are no
        options: PettingZoo's tests hand some over, and they change nothing.
        """
        seed = self._seeds.getrandbits(63) if seed is None else seed
        self._seeds = Random(f"{seed}/next")
        self._chance, _ = streams(seed, len(self.possible_agents))
        self.game_state: State = self.seats.new()
        self.agents = self.possible_agents[:]
        self._decided = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._draw()
        self.agent_selection = self.possible_agents[self.game_state.to_act()]

    def step(self, action: Any) -> None:
        """Do what the agent whose turn it is chose, and what chance draws then."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game_state.apply(self.seats.numbering.action(action))
        self._decided[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._draw()
        if self.game_state.to_act() == TERMINAL:
            self.rewards = dict(zip(self.agents, self.game_state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.game_state.to_act()]
            if self._decided[agent] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _draw(self) -> None:
        while self.game_state.to_act() == CHANCE:
            self.game_state.apply_unchecked(self.game_state.sample_chance(self._chance))

    def seen(self, agent: str) -> Observation[Any]:
        """Return what an agent's seat sees, as the toolkit has it: with words, a log and a picture."""
        return self.game_state.observation(self._numbers[agent])

    def observe(self, agent: str) -> Seen:
        """Return what an agent's seat sees as numbers, and which actions are legal for it now."""
        seen = self.seen(agent)
        numbers, mask = self.seats.encoding.encode(seen), self.seats.numbering.mask(seen.actions)
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | None:
        """Return or print what a spectator sees; `ToolkitError` without a mode, or without a picture."""
        return rendered(self.game_state.observation(None), self.render_mode)

    def close(self) -> None:
        """Do nothing: no window and no file is open."""


@dataclass(frozen=True)
class Environments:
    """The environments of one game, with the names that a module of PettingZoo gives them."""

    game: str

    def raw_env(self, players: int = 2, **settings: Any) -> SeatsEnv:
        """Return the bare environment, which refuses what is not legal; arguments as for `SeatsEnv`."""
        return SeatsEnv(self.game, players, **settings)

    def env(self, players: int = 2, **settings: Any) -> AECEnv[str, Seen, Any]:
        """Return the environment as learners expect it; arguments as for `SeatsEnv`.

        An illegal action ends the game with a reward of -1 for who chose it, and 0 for the others.
        """
        legal = TerminateIllegalWrapper(self.raw_env(players, **settings), illegal_reward=_ILLEGAL)
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(legal))


mangrovia_v0 = Environments("mangrovia")
silver_v0 = Environments("silver")
tobago_v0 = Environments("tobago")
wayfarers_v0 = Environments("wayfarers")
wazabi_v0 = Environments("wazabi")
