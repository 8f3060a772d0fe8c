"""Position files: their schema, read and written."""
