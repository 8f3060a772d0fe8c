"""One package for each game."""

from types import MappingProxyType

SHIPPED = MappingProxyType(
    {
        "mangrovia": "toolkit.games.mangrovia.game",
        "silver": "toolkit.games.silver.game",
        "tobago": "toolkit.games.tobago.game",
        "wayfarers": "toolkit.games.wayfarers.game",
        "wazabi": "toolkit.games.wazabi.game",
    }
)
"""The games that are shipped, by name, with the module whose ``GAME`` each is."""
