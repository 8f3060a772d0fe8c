"""What can be open in a game of Wayfarers, what is legal then, and what follows."""
