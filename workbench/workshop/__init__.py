"""A workshop of puzzles for browsers: new ones at once, and one's own, judged while they are made."""
