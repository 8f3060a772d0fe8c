"""How the game looks: `signs`, then `faces` of cards and tiles, `tableau`, and `table` with all of it."""
