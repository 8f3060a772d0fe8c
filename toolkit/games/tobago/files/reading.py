"""What was public here before it was moved; it goes in 0.3."""

from warnings import warn

from toolkit.games.tobago.position import Components as Components

warn(
    "toolkit.games.tobago.files.reading goes in 0.3: use toolkit.games.tobago.position",
    DeprecationWarning,
    stacklevel=2,
)
