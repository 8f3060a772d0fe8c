"""`Rules`: the contested rules of Tobago as switches, each with the digest's best reading as its default."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args, get_type_hints

from toolkit.core.errors import ToolkitError, did_you_mean, quote

OwnHex = Literal["excluded", "included"]
Distance = Literal["lattice", "overland"]
MustReduce = Literal["always", "once_marked"]

CUBES = 17
"""Site markers (cubes) of each colour; they are placed as soon as they suffice (T-13)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule switches that a position may set.

    Attributes
    ----------
    own_hex
        Whether "next to X" and "within 2 of X" hold on X itself (T-7).
    distance
        Whether distance may cross the ocean (``lattice``) or runs over land (``overland``) (T-8).
    landmark_gap
        The least distance between two landmarks of one kind (T-5).
    must_reduce
        Whether a clue must always remove a hex, or only once the cubes of the map are on the board (T-15).

    Raises
    ------
    ToolkitError
        A value that the rule does not know.
    """

    own_hex: OwnHex = "excluded"
    distance: Distance = "lattice"
    landmark_gap: int = 4
    must_reduce: MustReduce = "always"

    def __post_init__(self) -> None:
        hints = get_type_hints(Rules)
        for field in fields(self):
            value, known = getattr(self, field.name), get_args(hints[field.name])
            if known and value not in known:
                hint = did_you_mean(str(value), known) or f"; it is one of {', '.join(known)}"
                raise ToolkitError(f"rule {field.name}: no value {quote(value)}{hint}")
        if type(self.landmark_gap) is not int or self.landmark_gap < 0:
            raise ToolkitError(f"rule landmark_gap: {quote(self.landmark_gap)} is no number of hexes")
