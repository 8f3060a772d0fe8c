"""What was public here before it was moved; it goes in 0.3."""

from warnings import warn

from toolkit.games.tobago.state import TobagoState as TobagoState

warn(
    "toolkit.games.tobago.play.state goes in 0.3: use toolkit.games.tobago.state",
    DeprecationWarning,
    stacklevel=2,
)
