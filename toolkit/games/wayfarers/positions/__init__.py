"""Where positions were before; they are in `toolkit.games.wayfarers.position` now."""
