"""What was public here before it was moved; it goes in 0.3."""

from warnings import warn

from toolkit.games.wayfarers.position import Rival as Rival

warn(
    "toolkit.games.wayfarers.positions.position goes in 0.3: use toolkit.games.wayfarers.position",
    DeprecationWarning,
    stacklevel=2,
)
