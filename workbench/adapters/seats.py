"""What learners are handed: spaces of Gymnasium for actions and observations, and a table to look at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete

from toolkit.core import Game, Observation
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.game import find_game, rules_from_dict
from workbench.adapters.encoding import encoding_of, numbering_of
from workbench.cli.play.desk import view_of
from workbench.cli.play.voice import InNotation
from workbench.cli.printing import print_rich, text_of

RENDER_MODES = ("human", "ansi", "svg")


class Seats:
    """The seats of a game, and how what they see and do is numbered.

    Parameters
    ----------
    game
        Its name.
    players
        How many play.
    rules
        Its `Rules`, those that differ from their defaults as a mapping, or None for the digest's reading.
    render_mode
        One of `RENDER_MODES`, or None for no picture.

    Raises
    ------
    ToolkitError
        A game, a number of players, rules or a mode that there is not.
    """

    def __init__(self, game: str, players: int, rules: Any, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            hint = did_you_mean(str(render_mode), RENDER_MODES, "modes")
            raise ToolkitError(f"no render_mode {quote(render_mode)}{hint}")
        self.game: Game[Any, Any] = find_game(game)
        given = rules_from_dict(self.game, rules) if isinstance(rules, Mapping) else rules
        self.rules = self.game.Rules() if given is None else given
        self.new = partial(self.game.new, players, self.rules)
        self.numbering = numbering_of(game, players, self.rules)
        self.encoding = encoding_of(game, players, self.rules)

    def action_space(self) -> Discrete:
        """Return a space of the numbers of all actions."""
        return Discrete(len(self.numbering))

    def observation_space(self) -> Box:
        """Return a space of what a seat sees; ``encoding.describe(i)`` says what its i-th number means."""
        return Box(-np.inf, np.inf, (self.encoding.size,), np.float32)


def rendered(seen: Observation[Any], mode: str | None) -> str | None:
    """Return what a seat or a spectator sees, drawn or as a text, or print it, as the mode says.

    `ToolkitError` without a mode, and for a picture of a game that is not drawn.
    """
    if mode is None:
        raise ToolkitError(f"nothing is rendered without a render_mode: {', '.join(RENDER_MODES)}")
    if mode == "svg":
        if seen.picture is None:
            raise ToolkitError(f"there is no picture of {seen.state_type.game.title}")
        return seen.picture
    view, game = view_of(seen.game), find_game(seen.game)
    voice = InNotation(game, [f"player_{seat}" for seat in range(seen.players)])
    shown = [*view.table(seen, voice), *([] if seen.player is None else view.hand(seen, voice))]
    if mode == "ansi":
        return text_of(*shown)
    print_rich(*shown)
    return None
