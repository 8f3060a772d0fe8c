"""How strong the players are: matches that were measured, kept beside this file as ``strength.toml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from solvers.intervals import Interval


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``tobago simulate`` printed of a match; the players are named as on its command line."""

    game: str
    players: str
    games: int
    seed: int
    lead: tuple[float, ...] = ()  #: of the first player over the second one, and the ends of its interval
    won: tuple[float, ...] = ()  #: the share of games that a player alone won, and the ends of its interval
    rules: str = ""
    note: str = ""

    @property
    def share(self) -> Interval:
        """The lead, or the share of games won, with its interval if it has one."""
        value, *ends = self.lead or self.won
        return Interval(value, *(ends or (None, None)))


class _File(Struct, forbid_unknown_fields=True):
    match: tuple[Measured, ...]


@cache
def measured() -> tuple[Measured, ...]:
    """Return all matches that were measured, by game."""
    text = files("solvers.players").joinpath("strength.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=_File).match
