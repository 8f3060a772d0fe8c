"""Hints: every legal play of a hand, ranked, with what it brings and why.

With rivals on the board a play is worth the coins by which it puts the player who asks ahead of the mean of
the others, in the opinion of the greedy player (`solvers.tobago.worth`). The model:
turns go round in the order red, blue, yellow, green, and laying the clue ends the own turn. Who stands on a
treasure that the play locates raises it at once; else the rivals who reach it in one move come first, in that
order, each as often as the greedy player does it (`Hint.raiser` is exact but for amulets in hand, which a
position does not tell). What waits for the own next turn, takes longer, or is not located yet is estimated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import Any

from solvers.tobago.dividing import lead
from solvers.tobago.race import FAR, odds_of
from solvers.tobago.worth import untouched
from toolkit.core.telling.language import find_language
from toolkit.games.tobago import Clue, Position, TreasureMap, Verdict
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.movement import STEPS_PER_MOVE, step_layers


@dataclass(frozen=True, slots=True)
class Hint:
    """One legal play and what it brings."""

    colour: str  #: the map
    verdict: Verdict  #: the clue with the candidates before and after it
    #: for each ATV that can reach one, the steps (T-22) to the nearest candidate that would be left
    steps: dict[str, int]
    share: Fraction  #: the part of the map's compass roses that this one play adds (T-25)
    #: the part of the roses that would be the asking player's own, this play's included; roses whose owner is
    #: not known count for others
    own_share: Fraction
    #: by how many coins the play puts the asking player ahead of the mean of the others; None without rivals
    #: on the board
    worth: float | None
    #: who raises a treasure that the play locates, as far as it is in somebody's reach before the own next
    #: turn is over; None of others, and without rivals on the board
    raiser: str | None
    why: str  #: all this in a sentence; the map is not named in it

    @property
    def clue(self) -> Clue:
        """The clue to lay."""
        return self.verdict.clue

    @property
    def bits(self) -> float:
        """The information of the clue: log2 of the candidates before over those after."""
        return log2(len(self.verdict.before) / len(self.verdict.after))

    def to_dict(self) -> dict[str, Any]:
        """Return the play as JSON data, with the keys of ``tobago-hint/1``."""
        return {
            "map": self.colour,
            "clue": str(self.clue),
            "before": len(self.verdict.before),
            "after": len(self.verdict.after),
            "bits": round(self.bits, 2),
            "locates": self.locates,
            "steps": self.steps,
            "share": str(self.share),
            "own_share": str(self.own_share),
            "worth": None if self.worth is None else round(self.worth, 2),
            "raiser": self.raiser,
            "why": self.why,
        }

    @property
    def locates(self) -> str | None:
        """The hex of the treasure when the play leaves only one."""
        return next(iter(self.verdict.after)) if len(self.verdict.after) == 1 else None

    @property
    def brings(self) -> tuple[object, ...]:
        """All but the map: plays for which it is equal are one play on equal maps."""
        verdict, steps = self.verdict, tuple(self.steps.items())
        return self.clue, verdict.before, verdict.after, steps, self.share, self.own_share, self.worth


def hints(position: Position) -> list[Hint]:
    """Return every legal play of the hand (of the whole deck when the hand is not known), best first.

    With rivals on the board the play that is worth most to the player who asks (`Position.me`) comes first.
    Without them, and between equals, fewer candidates left are better, so a play that locates its treasure
    comes first; then more bits, a greater own share of the roses and fewer steps for the own ATV count, in
    this order. Equal plays stand in the order of maps and hand.
    """
    hand = position.deck.kinds if position.hand is None else position.hand
    verdicts = [(m, m.verdict(clue)) for m in position.maps.values() for clue in dict.fromkeys(hand)]
    table = _Table(position)
    found = [_hint(table, m, verdict) for m, verdict in verdicts if verdict.legal]

    def rank(hint: Hint) -> tuple[float, int, float, Fraction, float]:
        own_steps = hint.steps.get(position.me, float("inf")) if position.me else 0
        return -(hint.worth or 0.0), len(hint.verdict.after), -hint.bits, -hint.own_share, own_steps

    return sorted(found, key=rank)


class _Table:
    """Who plays at a table, where the ATVs stand, and what the maps are worth to the player who asks."""

    def __init__(self, position: Position) -> None:
        island = position.setting.island
        self.position, self.me = position, position.me
        self.layers = {atv: step_layers(island, island.number(place)) for atv, place in position.atvs.items()}
        owners = {play.owner for m in position.maps.values() for play in m.plays}
        self.players = [one for one in PLAYERS if one in position.atvs or one == self.me or one in owners]
        self.rivals = self.me is not None and any(atv != self.me for atv in position.atvs)
        self._stakes = untouched(len(self.players))

    @cached_property
    def order(self) -> list[str]:
        """The players in the order of their turns after this one; who asks comes last."""
        seat = self.players.index(self.me) if self.me else -1
        return [*self.players[seat + 1 :], *self.players[: seat + 1]]

    def steps(self, atv: str, cells: int) -> int | None:
        """Return the fewest steps of an ATV to one of some hexes (a mask); None if it can reach none."""
        return next((count for count, layer in enumerate(self.layers.get(atv, ())) if layer & cells), None)

    def worth(self, treasure_map: TreasureMap, verdict: Verdict) -> float | None:
        """Return by how many coins a play puts the player who asks further ahead; None without rivals."""
        if not self.rivals:
            return None
        owners = [self._seat(play.owner) for play in treasure_map.plays]
        before = self._lead(verdict.before.mask, owners)
        after = self._lead(verdict.after.mask, [*owners, self._seat(self.me)])
        return round(after - before, 9)  # what differs by rounding errors alone is equal

    def _seat(self, owner: str | None) -> int:
        """Return the place of a player in `order`; a rose of nobody known counts for one of the others."""
        return self.order.index(owner) if owner else 0

    def _lead(self, candidates: int, owners: Sequence[int]) -> float:
        """Return how far ahead a map puts the player who asks when the turn ends."""
        me = len(self.order) - 1
        found = lead(self._stakes.roses(candidates, owners), me)
        for prize in self._stakes.prizes(candidates, len(owners)):
            reached = [self.steps(atv, 1 << prize.hex) for atv in self.order]
            *rivals, mine = [FAR if one is None else min(one, FAR) for one in reached]
            found += prize.coins * odds_of(prize.sure, prize.pull, False, tuple(rivals)).ahead[mine]
        return found

    def raiser(self, verdict: Verdict) -> str | None:
        """Return who raises a treasure that a play locates, up to the own next turn."""
        if not self.rivals or len(verdict.after) > 1 or self.me is None:
            return None
        reached = {atv: self.steps(atv, verdict.after.mask) for atv in self.order}
        if reached[self.me] == 0:
            return self.me
        return next((a for a, n in reached.items() if n is not None and n <= STEPS_PER_MOVE), None)


def _hint(table: _Table, treasure_map: TreasureMap, verdict: Verdict) -> Hint:
    position = table.position
    reached = {atv: table.steps(atv, verdict.after.mask) for atv in position.atvs}
    steps = {atv: count for atv, count in reached.items() if count is not None}
    roses = len(treasure_map.plays) + 1
    own = 1 + sum(play.owner == position.me for play in treasure_map.plays if play.owner)
    worth, raiser = table.worth(treasure_map, verdict), table.raiser(verdict)
    before, after = len(verdict.before), len(verdict.after)
    left = f"rules out {before - after} of {before} candidates and leaves {after}"
    if after == 1:
        left = f"locates the treasure on {verdict.after}"
    why = [left, _roses(position, treasure_map, own), *_way(position, steps)]
    if table.rivals and after == 1:
        why.append(_raised(position, raiser, steps))
    return Hint(
        treasure_map.colour,
        verdict,
        steps,
        Fraction(1, roses),
        Fraction(own, roses),
        worth,
        raiser,
        "; ".join(why),
    )


def _raised(position: Position, raiser: str | None, steps: Mapping[str, int]) -> str:
    """Say who raises a treasure that is located, and when."""
    if raiser is None:
        return "nobody reaches it before your next turn is over"
    if raiser != position.me:
        return f"{raiser} can raise it before your next turn"
    return "you raise it at once" if steps[raiser] == 0 else "you can raise it first, in your next turn"


def _roses(position: Position, treasure_map: TreasureMap, own: int) -> str:
    roses = len(treasure_map.plays) + 1
    if position.me is None:
        return f"its compass rose would be 1 of {roses} there"
    unknown = any(play.owner is None for play in treasure_map.plays)
    return f"you would have {'at least ' * unknown}{own} of {roses} compass roses there"


def _way(position: Position, steps: Mapping[str, int]) -> list[str]:
    """Say how far the ATVs are: the own first, then the nearest of the others."""
    if not steps:
        return []
    order = sorted(steps, key=lambda atv: (atv != position.me, steps[atv]))
    who = {atv: "you are" if atv == position.me else f"{atv} is" for atv in order[:2]}
    return [find_language("en").joined([f"{named} {_distance(steps[atv])}" for atv, named in who.items()])]


def _distance(steps: int) -> str:
    if steps == 0:
        return "on a candidate"
    moves = -(-steps // STEPS_PER_MOVE)
    return f"{steps} step{'s' * (steps > 1)} ({moves} move{'s' * (moves > 1)}) from one"
