"""The commands about a Tobago position: ask, look, explain, write."""
