"""What owners of a game type in, its board or its cards: `commands`, and how each game tells of it."""
