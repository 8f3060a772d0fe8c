"""Foundations that every game shares."""
