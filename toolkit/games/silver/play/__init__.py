"""What can be open in a game of Silver, what is legal then, and what follows."""
