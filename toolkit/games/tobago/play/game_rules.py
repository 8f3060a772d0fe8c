"""What was public here before it was moved; it goes in 0.3."""

from warnings import warn

from toolkit.games.tobago.rules import GameRules as GameRules

warn(
    "toolkit.games.tobago.play.game_rules goes in 0.3: use toolkit.games.tobago.rules",
    DeprecationWarning,
    stacklevel=2,
)
