"""What the games are: hex maps, shared foundations, and one package for each game."""
