"""The whole game of Tobago: its state, its decisions, and what belongs to a turn."""
