"""The commands ``tobago puzzle``."""
