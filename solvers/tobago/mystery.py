"""`Mystery`: an island on which landmarks and treasures are to be found from facts, and its `Answer`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    FactError,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import LANDMARKS, Clue, Setting
from toolkit.games.tobago.maps import COLOURS


@dataclass(frozen=True, slots=True)
class Answer:
    """Where everything lies: the hex of each treasure, and the hexes of all landmarks by kind, sorted."""

    treasures: Mapping[str, str]
    landmarks: Mapping[str, tuple[str, ...]]

    def setting(self, mystery: Mystery) -> Setting:
        """Return the full setting."""
        known = mystery.setting
        huts, palms, statues = (self.landmarks[kind] for kind in LANDMARKS)
        return Setting(known.island, huts, palms, statues, known.rules)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a deduction says of one subject: hexes on which it is not, and hexes on which it surely is.

    `subject` is the colour of a treasure, or ``huts``, ``palms`` or ``statues``.
    """

    subject: str
    removed: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mystery:
    """What is known, and what is to be found.

    Raises
    ------
    ToolkitError
        An unknown colour or kind, or a fact about a hex, treasure or number of landmarks that does not exist.
    """

    setting: Setting  #: the island with the landmarks that are known
    treasures: tuple[str, ...]  #: the colours of the treasures to be found
    facts: tuple[Fact, ...]  #: what is said of treasures and landmarks, all of it true together
    #: how many landmarks of a kind are to be found beside the known ones; a kind that is not named is known
    #: entirely. The rule for landmarks (T-5) binds those that are to be found: one landmark a hex, at least
    #: `Rules.landmark_gap` from all others of the kind, statues never on the coast.
    missing: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for word, valid in [(c, COLOURS) for c in self.treasures] + [(k, LANDMARKS) for k in self.missing]:
            if word not in valid:
                raise ToolkitError(f"{quote(word)} is not to be found{did_you_mean(word, valid)}")
        for fact in self.facts:
            self._check(fact)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many landmarks of each kind the island holds, known or not."""
        known = self.setting.landmarks
        return {kind: len(known[kind]) + self.missing.get(kind, 0) for kind in LANDMARKS}

    @property
    def subjects(self) -> tuple[str, ...]:
        """What is to be found: colours first, then the kinds of landmarks in the plural."""
        kinds = tuple(f"{kind}s" for kind in LANDMARKS if self.missing.get(kind))
        return (*self.treasures, *kinds)

    def is_open(self, clue: Clue) -> bool:
        """Tell whether a clue is about landmarks of which some are to be found."""
        return bool(self.missing.get(clue.thing))

    def is_relation(self, fact: Fact) -> bool:
        """Tell whether a fact counts landmarks by others that are to be found."""
        return isinstance(fact, CountFact) and self.is_open(fact.clue)

    def _check(self, fact: Fact) -> None:
        if isinstance(fact, CircleFact | DistancesFact | NearestFact):
            try:
                self.setting.island.number(fact.centre)
            except ToolkitError as error:
                raise FactError(str(fact), str(error)) from None
        if isinstance(fact, TreasureFact | PairFact):
            colours = {fact.colour, fact.other} if isinstance(fact, PairFact) else {fact.colour}
            if strangers := sorted(colours - set(self.treasures)):
                raise FactError(str(fact), f"no {strangers[0]} treasure is to be found here")
        elif isinstance(fact, TerrainsFact | DistancesFact):
            named = len(fact.terrains if isinstance(fact, TerrainsFact) else fact.steps)
            if named != self.counts[fact.kind]:
                raise FactError(str(fact), f"it speaks of {named} {fact.kind}s, not {self.counts[fact.kind]}")
