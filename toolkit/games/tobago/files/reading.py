"""Where `Components` stood: they are in `toolkit.games.tobago.position`."""

from toolkit.games.tobago.position import Components as Components
