"""Puzzles as pages that work from disk: marks, hints from the proven steps, progress, print."""
