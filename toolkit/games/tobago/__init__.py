"""Tobago (Bruce Allen, 2009): islands, clues, treasure maps and positions."""
