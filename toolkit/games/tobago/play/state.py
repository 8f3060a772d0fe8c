"""Where `TobagoState` stood: it is in `toolkit.games.tobago.state`."""

from toolkit.games.tobago.state import TobagoState as TobagoState
