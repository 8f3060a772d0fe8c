"""Players that choose by themselves: `player` finds one by its name. They see observations only."""

from __future__ import annotations

from solvers.players.advice import Advice, find_advice
from solvers.players.expert import Expert
from solvers.players.ismcts import Ismcts
from solvers.players.registry import player, player_names
from solvers.players.simple import Bot, Greedy, Uniform

__all__ = ["Advice", "Bot", "Expert", "Greedy", "Ismcts", "Uniform", "find_advice", "player", "player_names"]
