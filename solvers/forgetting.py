"""What a person who trains the memory told of Silver's cards, and what forgetting cost (Q-22).

A card that the person has seen and that lies face-down again is asked for now and then. What is told stands
for the card until the person sees it again; cards that nobody asked for count as remembered. Each decision
is judged with all that the seat has seen, by the judge of `greedy`: what the best action with full memory is
worth beyond the one that looks best with what was told is the cost of forgetting. What was chosen is
compared with the best one apart from that.

The file, ``toolkit-training/1``, is JSON Lines: a line about the game, then in their order a line for each
answer and for each decision in which something was lost. So files of many games are put together with
``cat``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from solvers.intervals import Interval, share
from toolkit.core.decision import Action
from toolkit.core.document import PositionError, fitted, json_object, read_text, typed
from toolkit.core.files import write_atomically
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.silver.actions import CALL, DONE, Anyone, Own
from toolkit.games.silver.cards import COPIES, HIGHEST
from toolkit.games.silver.state import VILLAGE, SilverState

if TYPE_CHECKING:
    from solvers.players.advice import Leads

FORMAT: Final = "toolkit-training/1"

__all__ = ["Decided", "Moment", "Summary", "Told", "Training", "Worth", "read_trainings", "retention"]

_PLACES = 4  # decimals of points and chances in the file
_CLOSE = 1e-4  # points that differ by less are the same
_FREELY = ("turn", "use", "end", "rascal")  # kinds of decisions in which there are free actions (S-66)

Place = tuple[int, int]
"""A player and a slot of the village, both from 0."""

_Number = Annotated[int, Meta(ge=0, le=HIGHEST)]
_Count = Annotated[int, Meta(ge=0)]

# ---- what is kept ------------------------------------------------------------------------------------------


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object of the file; a key that it does not name is an error."""


class GameLine(Section, frozen=True, kw_only=True):
    """The game that was trained in."""

    format: Literal["toolkit-training/1"]
    players: tuple[str, ...]  #: who sits where, as records name them
    seat: _Count  #: whose memory it is
    seed: int | str | None  #: of the game


class Moment(Section, frozen=True, kw_only=True):
    """A moment of the game."""

    round: Annotated[int, Meta(ge=1)]
    turn: _Count  #: how many turns of the round were over
    after: _Count  #: how many actions of the record were done


class Told(Moment, frozen=True, kw_only=True):
    """What was told of a card that the seat has seen and that lies face-down."""

    place: Annotated[str, Meta(pattern="^[0-9]+:[0-9]+$")]  #: where it lay then, in notation
    told: _Number | None  #: the number that was told; None: not known
    lies: _Number  #: the number that the card has
    turns: _Count  #: turns of anybody since it was seen last
    cards: _Count  #: cards that this seat was shown since

    @property
    def remembered(self) -> bool:
        """Whether what was told is right."""
        return self.told == self.lies


class Worth(Section, frozen=True, kw_only=True):
    """What three actions of a decision are worth, judged with all that the seat has seen."""

    best: float  #: the best one
    as_told: float  #: the one that looks best with what was told
    chosen: float  #: the one that was chosen

    @property
    def forgetting(self) -> float:
        """What forgetting cost."""
        return self.best - self.as_told

    @property
    def choice(self) -> float:
        """By how much the choice was worse than the best action, forgotten or not."""
        return self.best - self.chosen


class Decided(Moment, frozen=True, kw_only=True):
    """A decision in which something was lost, by forgetting or by the choice; actions are in notation."""

    best: str  #: the best action with full memory
    as_told: str  #: the best one with what was told
    chosen: str  #: what was chosen
    points: Worth  #: by how many points each puts the seat below the others at the end of the game
    chances: Worth  #: with which chance the seat wins then, roughly


class Summary(NamedTuple):
    """What was remembered in a round or in all of them, and what forgetting and choices cost."""

    round: int | None  #: its number; None for all
    right: int
    wrong: int
    unknown: int  #: answers that said so
    forgetting: float  #: points that forgetting cost, and how much of the chance to win
    forgetting_chance: float
    choice: float  #: the same for what was chosen
    choice_chance: float


@dataclass(slots=True)
class Training:
    """All that was told, and decided with a loss, in one game."""

    players: tuple[str, ...]  #: who sits where
    seat: int  #: whose memory it is
    seed: int | str | None  #: of the game
    told: list[Told] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)

    def rounds(self, last: int = 0) -> list[Summary]:
        """Return a line for each round, to the `last` or to that in which something was told or lost last."""
        moments: list[Moment] = [*self.told, *self.decided]
        last = max([last, *(one.round for one in moments)])
        return [self.summary(number) for number in range(1, last + 1)]

    def summary(self, number: int | None = None) -> Summary:
        """Return what a round came to, or with None all of them together."""
        told = [one for one in self.told if number in (None, one.round)]
        right, unknown = sum(one.remembered for one in told), sum(one.told is None for one in told)
        lost = [
            (one.points.forgetting, one.chances.forgetting, one.points.choice, one.chances.choice)
            for one in self.decided
            if number in (None, one.round)
        ]
        costs = map(sum, zip((0, 0, 0, 0), *lost, strict=True))
        return Summary(number, right, len(told) - right - unknown, unknown, *costs)

    def take_back(self, actions: int) -> None:
        """Forget what came after so many actions of the record: a choice was taken back."""
        self.told = [one for one in self.told if one.after <= actions]
        self.decided = [one for one in self.decided if one.after < actions]

    def to_lines(self) -> list[str]:
        """Return the lines of the file."""
        about = GameLine(format=FORMAT, players=self.players, seat=self.seat, seed=self.seed)
        moments: list[Moment] = [*self.told, *self.decided]  # a card is asked for before the decision
        lines = sorted(moments, key=lambda one: one.after)
        return [msgspec.json.encode(line).decode() for line in (about, *lines)]

    def save(self, path: Path) -> None:
        """Write the file anew, whole or not at all; `OSError` when that is not possible."""
        write_atomically(path, "".join(f"{line}\n" for line in self.to_lines()))


def read_trainings(path: str | Path) -> list[Training]:
    """Return the games of a file, ``toolkit-training/1``.

    `PositionError` names the line and the key of a fault, or why the file cannot be read.
    """
    found: list[Training] = []
    for number, line in enumerate(read_text(Path(path), str(path), "").splitlines(), 1):
        if not line.strip():
            continue
        source = f"{path}: line {number}"
        raw = json_object(line, source, "a line is one JSON object")
        if "format" in raw:
            about = typed(raw, source, GameLine)
            found.append(Training(about.players, about.seat, about.seed))
        elif not found:
            raise PositionError(source, "", f'the first line tells the game: {{"format": "{FORMAT}", ...}}')
        elif "place" in raw:
            found[-1].told.append(fitted(raw, source, Told))
        else:
            found[-1].decided.append(fitted(raw, source, Decided))
    return found


def retention(
    trainings: Sequence[Training], by: Literal["turns", "cards"] = "turns", step: int = 1
) -> dict[int, Interval]:
    """Return which share was remembered after so many turns, or after so many cards that were shown.

    `step` of them are taken together; a key is the first of these. Each share has its interval of 95 %.
    """
    counts: dict[int, list[bool]] = {}
    for one in (told for training in trainings for told in training.told):
        since: int = getattr(one, by)
        counts.setdefault(since // step * step, []).append(one.remembered)
    return {since: share(sum(counts[since]), len(counts[since])) for since in sorted(counts)}


# ---- what forgetting costs ---------------------------------------------------------------------------------


class Costs(NamedTuple):
    """The best action with full memory and with what was told, and what both are worth with full memory."""

    best: Action
    as_told: Action
    points: Mapping[Action, float]
    chances: Mapping[Action, float]

    @property
    def forgetting(self) -> float:
        """The points that forgetting costs."""
        return self.points[self.best] - self.points[self.as_told]


def costs(seen: Observation[SilverState], told: Mapping[Place, int | None]) -> Costs:
    """Judge the legal actions of a seat with all that it has seen, and with what it told of some cards.

    Parameters
    ----------
    seen
        What the seat sees and has seen; it acts.
    told
        The number that was told of a card, None where it was not known. A number of which all copies lie
        elsewhere in sight counts as not known: nobody believes it.

    Notes
    -----
    Where several actions look equally good with what was told, the best of them counts: forgetting does not
    tell them apart.
    """
    zones: list[Sequence[int]] = list(seen[SilverState.cards].cards)
    judged = _judged(seen, zones)
    believed = _judged(seen, _believed(zones, told)).points if told else judged.points
    leads = judged._replace(points=_in_points(seen, [*judged.points]))
    numbers, points = range(len(believed)), leads.points
    best = max(numbers, key=lambda number: (round(points[number], _PLACES), judged.points[number]))
    as_told = max(numbers, key=lambda number: (round(believed[number], _PLACES), points[number]))
    return Costs(
        seen.actions[best],
        seen.actions[as_told],
        dict(zip(seen.actions, points, strict=True)),
        dict(zip(seen.actions, leads.chances, strict=True)),
    )


def _judged(seen: Observation[SilverState], zones: Sequence[Sequence[int]]) -> Leads:
    """Judge the legal actions for who knows so much of the zones."""
    from solvers.players.silver import ADVICE  # it takes time to load

    world = seen.sample_world(Random(0))  # any will do: what the zones do not tell is not looked at
    return ADVICE.judged(world, seen.actions, zones)


def _in_points(seen: Observation[SilverState], judged: list[float]) -> list[float]:
    """Return what actions are worth, also those of which the judge only says that they come first or never.

    A free action costs no more than that there can be no call after it (S-25). A set that may not match costs
    what it does if it does not: nothing leaves (S-19).
    """
    if seen.decision_kind() == "set":
        from solvers.silver.rollouts.judge import NEVER, POINT  # it takes time to load

        never, most = -NEVER / POINT, max(judged)
        none_left = seen.actions[judged.index(most)] == DONE and 0 < most - min(judged) < 1 + _CLOSE
        return [one + never if none_left or one < most - never / 2 else one for one in judged]
    if seen.decision_kind() not in _FREELY:
        return list(judged)
    pairs = list(zip(seen.actions, judged, strict=True))
    going_on = max(worth for action, worth in pairs if action != CALL)
    after = max(worth for action, worth in pairs if action != CALL and not _is_free(action))
    found = [after if _is_free(action) else worth for action, worth in pairs]
    if CALL in seen.actions:  # the judge tells by how much it ends below going on
        found[seen.actions.index(CALL)] += after - going_on
    return found


def _is_free(action: Action) -> bool:
    """Tell whether an action of a turn is a free one: an Empath's look, a Bodyguard, the amulet (S-66)."""
    return isinstance(action, Anyone) or (isinstance(action, Own) and action.verb in ("guard", "protect"))


def _believed(zones: Sequence[Sequence[int]], told: Mapping[Place, int | None]) -> list[Sequence[int]]:
    """Return the zones as they are for who told this."""
    found = [list(zone) for zone in zones]
    for player, slot in told:
        found[VILLAGE + player][slot] = HIDDEN
    seen = Counter(face for zone in found for face in zone)
    for (player, slot), number in told.items():
        if number is not None and seen[number] < COPIES[number]:
            found[VILLAGE + player][slot] = number
            seen[number] += 1
    return [*found]


def matters(seen: Observation[SilverState], places: Sequence[Place]) -> dict[Place, bool]:
    """Tell of cards that a seat has seen whether to forget one of them alone would cost something now."""
    return {place: costs(seen, {place: None}).forgetting > _CLOSE for place in places}


def decided(seen: Observation[SilverState], judged: Costs, chosen: Action, after: int) -> Decided | None:
    """Return a decision as it is kept; None where nothing was lost, by forgetting or by the choice."""
    if max(judged.forgetting, judged.points[judged.best] - judged.points[chosen]) < _CLOSE:
        return None
    actions = {"best": judged.best, "as_told": judged.as_told, "chosen": chosen}
    points, chances = (
        Worth(**{name: round(values[action], _PLACES) for name, action in actions.items()})
        for values in (judged.points, judged.chances)
    )
    return Decided(
        round=seen[SilverState.round],
        turn=seen[SilverState.turns],
        after=after,
        points=points,
        chances=chances,
        **{name: str(action) for name, action in actions.items()},
    )
