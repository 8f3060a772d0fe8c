"""The shape of files of puzzles, marks, times and weights as msgspec Structs, and their JSON Schemas."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field

from toolkit.core.document import schema_of
from toolkit.games.tobago.position import PositionFile

FORMAT = "tobago-puzzle/1"
MARKS_FORMAT = "tobago-marks/1"
TIMES_FORMAT = "toolkit-times/1"

KindName = Literal["pinpoint", "lost-landmarks", "lie", "best-card", "whose-clue", "expedition"]
NAMES: tuple[str, ...] = get_args(KindName)
"""The kinds, as files, IDs and the command line name them."""


class Section(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, frozen=True):
    """A part of a puzzle file; a key that it does not name is an error."""


class Solution(Section, frozen=True):
    """The one answer; only what the puzzle asks for is there.

    Attributes
    ----------
    treasures
        The hex of each treasure, by colour.
    huts, palms, statues
        All hexes of a kind of landmark that was to be found, sorted.
    lie
        The false fact.
    play
        The clue play that locates a treasure, as ``brown: next to hut``.
    dead
        The card of the hand that can be legal on no map before the next treasure is raised.
    place
        The hex on which the hidden cards of all players hold.
    cards
        The hidden card of each player, in their order.
    """

    treasures: dict[str, str] = {}
    huts: tuple[str, ...] = ()
    palms: tuple[str, ...] = ()
    statues: tuple[str, ...] = ()
    lie: str = ""
    play: str = ""
    dead: str = ""
    place: str = ""
    cards: tuple[str, ...] = ()

    @property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """What it says of each subject: treasures, kinds of landmarks, a lie, a play, a dead card ..."""
        found: dict[str, tuple[str, ...]] = {colour: (name,) for colour, name in self.treasures.items()}
        found |= {"huts": self.huts, "palms": self.palms, "statues": self.statues}
        found |= {part: (getattr(self, part),) for part in self.said}
        found |= {f"player {number}": (card,) for number, card in enumerate(self.cards, 1)}
        return {subject: values for subject, values in found.items() if values}

    @property
    def said(self) -> list[str]:
        """Its parts that are one text, as far as it has them: a lie, a play, a dead card, a place."""
        return [
            part for part in self.__struct_fields__ if isinstance(text := getattr(self, part), str) and text
        ]


class Hardest(Section, frozen=True):
    """The hardest technique that is needed: in all, before the first placement, and for the first step."""

    overall: str = ""
    before_placement: str = ""
    first_step: str = ""


class Grade(Section, frozen=True):
    """How hard a puzzle is, as a vector; the weights are uncalibrated until human solving times exist.

    Attributes
    ----------
    level
        1 to 5; `name` is its word.
    hardest
        The hardest techniques.
    needs
        The techniques without which the rule engine gets stuck, found by leaving out each in turn.
    effort
        The weighted sum of the steps.
    steps, rounds
        The number of steps, and of serial rounds.
    bottleneck
        The mean over the rounds of 1 / number of steps open at once: 1 when there is always just one.
    reading
        The words of the facts, cards and landmarks to read.
    minutes
        How long a typical solver is expected to take, on one scale for all kinds; 0 in files from before.
    measures
        Further measures of the kind, such as the cards to combine.
    """

    level: Annotated[int, Meta(ge=1, le=5)]
    name: str
    hardest: Hardest = field(default_factory=Hardest)
    needs: tuple[str, ...] = ()
    effort: float = 0.0
    steps: int = 0
    rounds: int = 0
    bottleneck: float = 0.0
    reading: int = 0
    minutes: Annotated[float, Meta(ge=0)] = 0.0
    measures: dict[str, float] = {}


class Certificate(Section, frozen=True):
    """What proves that there is exactly one answer.

    Attributes
    ----------
    seed
        The seed ID: from it the same engine makes the same puzzle anew. Empty for a puzzle made by hand.
    engine
        The version that made the proof.
    trace
        The SHA-256 of the solving trace, in hex digits.
    provers
        The number of answers (at most 2 are looked for) that each prover found: 1 for a good puzzle.
    """

    seed: str = ""
    engine: str = ""
    trace: str = ""
    provers: dict[str, int] = {}


class SolvingTime(Section, frozen=True):
    """How long a person took, as somebody wrote it down beside the puzzle."""

    minutes: Annotated[float, Meta(gt=0)]
    hints: Annotated[int, Meta(ge=0)] = 0
    solved: bool = True


class PuzzlePosition(PositionFile, kw_only=True):
    """The keys of a position file; the puzzle has said its format already."""

    format: Literal["tobago-position/1"] = "tobago-position/1"


class PuzzleFile(Section, kw_only=True, frozen=True):
    """One puzzle as a whole."""

    format: Literal["tobago-puzzle/1"]
    id: str = ""
    kind: KindName
    position: PuzzlePosition
    facts: tuple[str, ...] = ()
    solution: Solution = field(default_factory=Solution)
    grade: Grade | None = None
    certificate: Certificate | None = None
    times: tuple[SolvingTime, ...] = ()


class SubjectMarks(Section, frozen=True):
    """The marks of one subject: values, mostly hexes."""

    out: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()


class MarksFile(Section, kw_only=True, frozen=True):
    """The marks of a puzzle.

    Attributes
    ----------
    puzzle
        The ID of the puzzle.
    marks
        By subject: the colour of a treasure, ``huts``, ``palms``, ``statues``, or what else the kind asks.
    """

    format: Literal["tobago-marks/1"]
    puzzle: str
    marks: dict[str, SubjectMarks] = field(default_factory=dict)


_Seconds = Annotated[float, Meta(gt=0, le=1e9)]


class TimeLine(Section, kw_only=True, frozen=True):
    """How long one person took for a puzzle.

    Attributes
    ----------
    puzzle
        The ID of the puzzle, which holds it.
    solver
        Any name that tells the people apart, such as the one that a browser makes up.
    seconds
        From the first look to the answer, over all starts.
    hints
        How often a hint was asked for.
    """

    format: Literal["toolkit-times/1"]
    puzzle: str
    solver: Annotated[str, Meta(min_length=1, max_length=100)]
    seconds: _Seconds
    hints: Annotated[int, Meta(ge=0)] = 0


class Weight(Section, kw_only=True, frozen=True):
    """What one unit of work takes a typical solver, in seconds, and its interval of 95 %.

    `more` says how many times more are needed for an interval as narrow as was asked for; None when times of
    such puzzles do not tell.
    """

    seconds: _Seconds
    low: _Seconds
    high: _Seconds
    more: int | None


class KindWeights(Section, kw_only=True, frozen=True):
    """What the times of one kind of puzzle told: their number, of how many people and puzzles.

    `spread` is the standard deviation of the logarithm of a time that the weights do not explain.
    """

    times: int
    solvers: int
    puzzles: int
    spread: float
    weights: dict[str, Weight]


class WeightsFile(Section, kw_only=True, frozen=True):
    """The weights by kind of puzzle."""

    format: Literal["toolkit-weights/1"]
    kinds: dict[str, KindWeights]


def json_schema(what: Literal["puzzle", "marks", "times"] = "puzzle") -> dict[str, Any]:
    """Return the JSON Schema of a puzzle, of the marks of a solver, or of a line of solving times."""
    shapes: dict[str, tuple[type[Struct], str]] = {
        "puzzle": (PuzzleFile, FORMAT),
        "marks": (MarksFile, MARKS_FORMAT),
        "times": (TimeLine, TIMES_FORMAT),
    }
    return schema_of(*shapes[what])
