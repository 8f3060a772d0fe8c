"""Foundations that every game shares: the protocol, hidden information, records, errors and seeds."""
