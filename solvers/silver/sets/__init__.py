"""Sets of own cards: which of them match, what they give up, and exchanges."""
