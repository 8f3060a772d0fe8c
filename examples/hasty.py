"""A bot of one's own, for `tobago simulate wazabi --players examples.hasty:Hasty,random`."""

from solvers.players import Bot

LIKED = "play lose 2 dice", "play lose 1 die", "play again", "no card"


class Hasty(Bot):
    """Loses dice in Wazabi whenever a card lets it, and plays no other card."""

    def choose(self, observation, legal_actions):  # noqa: ARG002  # it looks at nothing else
        """Return one of the legal actions."""
        liked = [action for words in LIKED for action in legal_actions if words in str(action)]
        return liked[0] if liked else self.random.choice(legal_actions)
