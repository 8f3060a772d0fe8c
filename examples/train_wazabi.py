"""Train a small policy in Wazabi against a random player within a minute: numpy, and the extra ``gymnasium``.

The policy is linear: each action has a weight for each number that the seat sees, and legal actions are
chosen with the softmax of their sums. It learns by policy gradient (REINFORCE): what was chosen in a won game
becomes likelier, what was chosen in a lost one less so.

``python examples/train_wazabi.py [GAMES] [SEED]``, 5,000 games and the seed 1 if not said.
"""

import sys
from dataclasses import dataclass, field

import numpy as np

from workbench.adapters.gymnasium import Alone

BATCH = 40  # games between two steps of the weights
STEP = 0.002  # of Adam at the beginning; it falls to 0


@dataclass
class Policy:
    """Weights for each action and number that is seen, with what Adam keeps of their gradients."""

    weights: np.ndarray
    mean: np.ndarray = field(init=False)
    square: np.ndarray = field(init=False)
    steps: int = 0

    def __post_init__(self):
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def chances(self, seen, legal):
        """Return the chance of each legal action."""
        sums = self.weights[legal] @ seen
        powers = np.exp(sums - sums.max())
        return powers / powers.sum()

    def climb(self, gradient, step):
        """Change the weights a little, in the direction of more victories."""
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.99 * self.square + 0.01 * gradient**2
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.99**self.steps)
        self.weights += step * mean / (np.sqrt(square) + 1e-8)


def play(env, choose, seed=None):
    """Play one game; return the share of the victory, and for each choice what was seen, legal and chosen."""
    seen, info = env.reset(seed=seed)
    over, choices = False, []
    while not over:
        seen, legal = np.append(seen, 1), np.flatnonzero(info["action_mask"])
        chosen = choose(seen, legal)
        choices.append((seen, legal, chosen))
        seen, reward, over, _, info = env.step(legal[chosen])
    return reward, choices


def train(games, seed):
    """Return a policy after so many games, and the results of all of them in their order."""
    env, random = Alone("wazabi", players=("me", "random")), np.random.default_rng(seed)
    policy = Policy(np.zeros((env.action_space.n, env.observation_space.shape[0] + 1)))
    env.reset(seed=seed)
    usual, won = 0.5, []
    for number in range(games // BATCH):
        gradient = np.zeros_like(policy.weights)
        for _ in range(BATCH):
            reward, choices = play(env, lambda *seen: random.choice(len(seen[1]), p=policy.chances(*seen)))
            for seen, legal, chosen in choices:
                change = -policy.chances(seen, legal)
                change[chosen] += 1
                gradient[legal] += (reward - usual) / BATCH * np.outer(change, seen)
            usual += 0.002 * (reward - usual)
            won.append(reward)
        policy.climb(gradient, STEP * (1 - number * BATCH / games))
        if len(won) % 1000 == 0:
            print(f"{len(won):6,} games: {np.mean(won[-1000:]):.3f} of the victories", flush=True)
    return policy, won


def tried(policy, games, seed):
    """Return the results of games that the policy did not learn from; it does what it likes best there."""
    env = Alone("wazabi", players=("me", "random"))
    best = lambda seen, legal: int(policy.chances(seen, legal).argmax())  # noqa: E731
    return [play(env, best, seed=seed + number)[0] for number in range(games)]


if __name__ == "__main__":
    games, seed = [int(word) for word in [*sys.argv[1:], *("5000", "1")[len(sys.argv) - 1 :]]]
    policy, _ = train(games, seed)
    results = tried(policy, 1000, 10**6)
    around = 1.96 * np.std(results) / np.sqrt(len(results))
    print(f"1,000 other games: {np.mean(results):.3f} of the victories, give or take {around:.3f}")
