"""What a turn may gain: draws, cards that are taken, looks and the other abilities."""
