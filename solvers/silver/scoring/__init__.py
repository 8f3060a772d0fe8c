"""Sums, who is lowest, calls, and how a round is scored."""
