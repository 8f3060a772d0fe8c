"""How puzzles are written down: `files` and their `schema`, and one-line `ids`."""
