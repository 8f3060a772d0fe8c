"""Puzzles on Tobago islands: made, proven, graded, hinted at, and printed."""
