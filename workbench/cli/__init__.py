"""The command line ``tobago``."""
