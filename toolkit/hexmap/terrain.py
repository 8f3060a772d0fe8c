"""The terrains of an island and the ocean around it (rules digest T-4)."""

from __future__ import annotations

TERRAINS = ("beach", "jungle", "lake", "mountain", "river", "scrubland")
"""The six terrains in alphabetical order."""

OCEAN = "ocean"
"""What surrounds an island; no treasure and no vehicle is ever there."""

LETTERS = {terrain[0].upper(): terrain for terrain in TERRAINS}
"""The letter of each terrain in drawings: B J L M R S."""
