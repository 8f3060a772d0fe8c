"""How a board of Mangrovia, and what a seat sees lie on it, looks: `drawing` has the two functions."""
