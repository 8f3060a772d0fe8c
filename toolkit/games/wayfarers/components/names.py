"""The words of the game by number: kinds of cards and tiles, tags, guilds, workers, assets, counters."""

NONE = -1
"""In place of a card, a tile, a player: there is none."""

KINDS = ("land", "water", "space", "townsfolk", "inspiration")
"""The kinds of cards; display places are ``4 * kind + slot``."""

LAND, WATER, SPACE, TOWNSFOLK, INSPIRATION = range(5)

TILE_KINDS = ("land", "water", "space", "basic", "special")
"""The kinds of upgrade tiles."""

BASIC, SPECIAL = 3, 4
BY_COLOUR = len(TILE_KINDS)
"""In place of a kind of tile: the rival takes the kind of its priority colour."""

TAGS = (
    "city",
    "vista",
    "harbour",
    "open_water",
    "observatory",
    "library",
    "star",
    "planet",
    "sun",
    "moon",
    "comet",
)
"""The tags (Y-13); the first four are the primary ones."""

EVENTS = (*TAGS, "townsfolk_card", "any_upgrade_tile")
"""What vistas react to, as bits."""

GUILDS = ("science", "trade", "exploration")
"""The guilds (Y-37); as bits of `WayfarersState.used`, their abilities."""

SCIENCE, TRADE, EXPLORATION, ANY_GUILD = range(4)

WORKERS = ("green", "yellow", "blue")
"""The colours of workers; as bits of a mask, workers on a card."""

ASSETS = ("camel", "telescope", "pigeon", "ship")
"""The assets (Y-75)."""

CAMEL, TELESCOPE, PIGEON, SHIP = range(4)

COUNTERS = (
    "city_tags",
    "vista_tags",
    "harbour_tags",
    "open_water_tags",
    "observatory_tags",
    "library_tags",
    "star_tags",
    "planet_tags",
    "comet_tags",
    "sun_or_moon",
    *(f"{kind}_cards" for kind in KINDS),
    "land_upgrades",
    "water_upgrades",
    "space_upgrades",
    "basic_upgrades",
    "all_upgrades",
    "guild_science",
    "guild_trade",
    "guild_exploration",
    "guild_any_total",
    "silver",
    "provision",
)
"""What the journal, stars and goals count; the first `OWNED` follow from cards and tiles alone."""

OWNED = 20

SCIENCE_COUNT, SILVER_COUNT = OWNED, OWNED + 4

RIVAL = 1
"""The solo rival as the owner of influence on a card; it is no player."""
