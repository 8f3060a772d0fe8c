"""Random play in other libraries, for those of them that are installed: OpenSpiel and RLCard, gin rummy."""

from __future__ import annotations

from importlib.util import find_spec


def openspiel_steps(random):
    """Return a function that plays one random game of OpenSpiel's gin rummy and returns its steps."""
    if not find_spec("pyspiel"):
        return None
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def steps():
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():  # its chance outcomes are all as likely
                outcomes = state.chance_outcomes()
                action = outcomes[int(random.random() * len(outcomes))][0]
            else:
                actions = state.legal_actions()
                action = actions[int(random.random() * len(actions))]
            state.apply_action(action)
            count += 1
        return count

    return steps


def rlcard_steps(random):
    """Return a function that plays one random game of RLCard's gin rummy and returns its steps."""
    if not find_spec("rlcard"):
        return None
    import rlcard

    environment = rlcard.make("gin-rummy")

    def steps():
        state, _ = environment.reset()
        count = 0
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(random.random() * len(actions))])
            count += 1
        return count

    return steps
