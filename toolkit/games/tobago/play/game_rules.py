"""Where `GameRules` stood: they are in `toolkit.games.tobago.rules`."""

from toolkit.games.tobago.rules import GameRules as GameRules
