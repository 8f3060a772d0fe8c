"""What can be concluded in Wayfarers of the South Tigris, and what moves are worth."""
