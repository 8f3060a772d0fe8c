"""What was public here before it was moved; it goes in 0.2."""

from warnings import warn

from toolkit.games.wayfarers.position import Rival as Rival

warn(
    "toolkit.games.wayfarers.positions.position goes in 0.2: use toolkit.games.wayfarers.position",
    DeprecationWarning,
    stacklevel=2,
)
