"""Hints: every legal play of a hand, ranked, with what it brings and why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING

from solvers.tobago.words import joined
from toolkit.games.tobago.movement import STEPS_PER_MOVE, steps_from

if TYPE_CHECKING:
    from toolkit.games.tobago import Clue, TreasureMap, Verdict
    from toolkit.games.tobago.position import Position


@dataclass(frozen=True, slots=True)
class Hint:
    """One legal play and what it brings.

    Attributes
    ----------
    colour
        The map.
    verdict
        The clue with the candidates before and after it.
    steps
        For each ATV that can reach one, the steps (T-22) to the nearest candidate that would be left.
    share
        The part of the map's compass roses that this one play adds (T-25).
    own_share
        The part of the roses that would be the asking player's own, this play's included; roses whose owner
        is not known count for others.
    """

    colour: str
    verdict: Verdict
    steps: dict[str, int]
    share: Fraction
    own_share: Fraction
    why: str

    @property
    def clue(self) -> Clue:
        """The clue to lay."""
        return self.verdict.clue

    @property
    def bits(self) -> float:
        """The information of the clue: log2 of the candidates before over those after."""
        return log2(len(self.verdict.before) / len(self.verdict.after))

    @property
    def locates(self) -> str | None:
        """The hex of the treasure when the play leaves only one."""
        return next(iter(self.verdict.after)) if len(self.verdict.after) == 1 else None


def hints(position: Position) -> list[Hint]:
    """Return every legal play of the hand (of the whole deck when the hand is not known), best first.

    The fewer candidates a play leaves the better, so one that locates its treasure comes first; then more
    bits, a greater own share of the roses and fewer steps for the own ATV count, in this order. Equal plays
    stand in the order of maps and hand.
    """
    hand = position.deck.kinds if position.hand is None else position.hand
    verdicts = [(m, m.verdict(clue)) for m in position.maps.values() for clue in dict.fromkeys(hand)]
    distances = {atv: steps_from(position.setting.island, place) for atv, place in position.atvs.items()}
    found = [_hint(position, m, verdict, distances) for m, verdict in verdicts if verdict.legal]
    return sorted(found, key=lambda hint: _rank(position, hint))


def _rank(position: Position, hint: Hint) -> tuple[int, float, Fraction, float]:
    own_steps = hint.steps.get(position.me, float("inf")) if position.me else 0
    return len(hint.verdict.after), -hint.bits, -hint.own_share, own_steps


def _hint(
    position: Position, treasure_map: TreasureMap, verdict: Verdict, distances: dict[str, dict[str, int]]
) -> Hint:
    reachable = {
        atv: [steps[name] for name in verdict.after if name in steps] for atv, steps in distances.items()
    }
    steps = {atv: min(found) for atv, found in reachable.items() if found}
    roses = len(treasure_map.plays) + 1
    own = 1 + sum(play.owner == position.me for play in treasure_map.plays if play.owner)
    share, own_share = Fraction(1, roses), Fraction(own, roses)
    why = "; ".join(
        [_what_is_left(treasure_map, verdict), _roses(position, treasure_map, own), *_way(position, steps)]
    )
    return Hint(treasure_map.colour, verdict, steps, share, own_share, why)


def _what_is_left(treasure_map: TreasureMap, verdict: Verdict) -> str:
    before, after = len(verdict.before), len(verdict.after)
    if after == 1:
        return f"locates the {treasure_map.colour} treasure on {verdict.after}"
    return f"rules out {before - after} of {before} {treasure_map.colour} candidates and leaves {after}"


def _roses(position: Position, treasure_map: TreasureMap, own: int) -> str:
    roses = len(treasure_map.plays) + 1
    if position.me is None:
        return f"its compass rose would be 1 of {roses} there"
    unknown = any(play.owner is None for play in treasure_map.plays)
    return f"you would have {'at least ' * unknown}{own} of {roses} compass roses there"


def _way(position: Position, steps: dict[str, int]) -> list[str]:
    """Say how far the ATVs are: the own first, then the nearest of the others."""
    if not steps:
        return []
    order = sorted(steps, key=lambda atv: (atv != position.me, steps[atv]))
    return [joined([f"{_who(position, atv)} {_distance(steps[atv])}" for atv in order[:2]])]


def _who(position: Position, atv: str) -> str:
    return "you are" if atv == position.me else f"{atv} is"


def _distance(steps: int) -> str:
    if steps == 0:
        return "on a candidate"
    moves = -(-steps // STEPS_PER_MOVE)
    return f"{steps} step{'s' * (steps > 1)} ({moves} move{'s' * (moves > 1)}) from one"
