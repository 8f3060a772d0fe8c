"""A table on phones: one event log, who sits where, the game that the events make, and the server."""
