"""A bot for all five games: `tobago simulate mangrovia --players greedy,examples.nearsighted:Nearsighted`."""

from solvers.players import Bot
from toolkit.core.decision import CHANCE
from toolkit.games.silver.state import VILLAGE

AMULET, ROSE = 1.5, 0.6  # coins, by rule of thumb
COUNTED = {
    "tobago": lambda state, player: (
        state.coins(player)
        + AMULET * state.amulets[player]
        + ROSE * sum(owners.count(player) for owners in state.owners)
    ),
    "silver": lambda state, player: -state.totals[player] - sum(state.cards.cards[VILLAGE + player]),
    "wazabi": lambda state, player: -state.dice[player],
    "mangrovia": lambda state, player: state.scores().totals[player],
    "wayfarers": lambda state, player: state.scores().totals[player],
}


class Nearsighted(Bot):
    """Takes what scores most at once, and thinks no further; chance breaks ties.

    It counts in one world, drawn from all that fit what its seat sees.
    """

    def choose(self, observation, legal_actions):
        """Return one of the legal actions."""
        world, found = observation.sample_world(self.random), []
        for action in legal_actions:
            state = world.clone()
            state.apply(action)
            while state.to_act() == CHANCE:
                state.apply(state.sample_chance(self.random))
            found.append((self._ahead(state, observation.player), self.random.random(), action))
        return max(found)[-1]

    def _ahead(self, state, player):
        """Return by how many points a player is ahead of the best of the others."""
        points = [COUNTED[state.game.name](state, seat) for seat in range(state.players)]
        return points.pop(player) - max(points, default=0)
