"""How puzzles are written down: `files` and their `schema`, one-line `ids` in `bits`, and `seeds`."""
