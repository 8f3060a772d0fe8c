"""The components of Wayfarers of the South Tigris: read from data files, numbered, and told in words."""
