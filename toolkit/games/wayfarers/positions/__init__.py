"""Positions that people write: what a file says, what cannot be, and games that go on from there."""
