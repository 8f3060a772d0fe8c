"""Where the cards are that nobody shows: pools, reports of memories, models B0 and B1."""
