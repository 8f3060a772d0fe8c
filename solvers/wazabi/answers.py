"""The questions that ``tobago odds wazabi`` answers, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from solvers.wazabi.race import Race
from solvers.wazabi.rolls import at_least, faces, given_away
from solvers.wazabi.turn import Turn
from solvers.wazabi.winning import Wins, simulate_wins
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wazabi.position import Position

FORMAT = "wazabi-odds/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about, where it leaves something open."""

    cost: int | None = None  #: for ``cost``: how many wazabi at least; None: each cost of a card of the deck
    turns: int = 2  #: for ``within``
    players: tuple[str, ...] = ("greedy",)  #: for ``win``, as all that follows: see `simulate_wins`
    games: int = 1_000
    seed: int | str = 1
    jobs: int | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a question: one number, exact or simulated, or one distribution."""

    query: str
    about: Mapping[str, Any] = field(default_factory=dict)  #: such as the cost or the card
    exact: Fraction | None = None  #: a chance, or an expected number of dice
    distribution: Mapping[str, Fraction] | None = None  #: chances by outcome
    wins: Wins | None = None  #: what was simulated

    @property
    def value(self) -> float | None:
        """The number as a float."""
        if self.wins:
            return self.wins.interval.value
        return None if self.exact is None else float(self.exact)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data: ``exact`` as a fraction, and the standard error of a simulation."""
        data = {
            "query": self.query,
            **self.about,
            "exact": None if self.exact is None else str(self.exact),
            "value": self.value,
            "se": self.wins.standard_error if self.wins else None,
        }
        if self.wins:
            data["interval"] = [self.wins.interval.low, self.wins.interval.high]
        if self.distribution is not None:
            data["distribution"] = {outcome: str(chance) for outcome, chance in self.distribution.items()}
        return data


def answers(query: str, position: Position, asked: Asked) -> list[Answer]:
    """Return the answers to a question; `ToolkitError` with the nearest name for an unknown one."""
    if query not in QUERIES:
        hint = did_you_mean(query, QUERIES, "queries")
        raise ToolkitError(f"no query {quote(query)}{hint}")
    return list(QUERIES[query](position, asked))


def _faces(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell how many dice show wazabi, card and die (W-6)."""
    chances = {",".join(map(str, shown)): chance for shown, chance in faces(position.my_dice).items()}
    yield Answer(query="faces", distribution=chances)


def _cost(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the chance of enough wazabi for a cost (W-10)."""
    costs = {card.cost for card in position.rules.cards.cards} if asked.cost is None else {asked.cost}
    for cost in sorted(costs):
        yield Answer(query="cost", about={"cost": cost}, exact=at_least(position.my_dice, cost))


def _cards(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell the chance to play each card, held or drawn first (W-10, W-16)."""
    for name, chance in Turn(position).playable().items():
        about = {"card": name, "held": position.hand.count(name)}
        yield Answer(query="cards", about=about, exact=chance)


def _given(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell how many dice are given away (W-8)."""
    chances = given_away(position.my_dice)
    expected = sum((number * chance for number, chance in chances.items()), Fraction(0))
    yield Answer(
        query="given", exact=expected, distribution={str(dice): chance for dice, chance in chances.items()}
    )


def _finish(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell the chance to end this turn without dice, without and with extra turns (W-27)."""
    for again in (False, True):
        chance = Race(position, again=again).chance(1)
        yield Answer(query="finish", about={"play_again": again}, exact=chance)


def _within(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the chance to be without dice within some turns alone."""
    chance = Race(position, again=False).chance(asked.turns)
    yield Answer(query="within", about={"turns": asked.turns}, exact=chance)


def _worth(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell the dice that are expected after this turn, by the card that is played."""
    worth = Turn(position).worth()
    for play, dice in {"no card": worth.no_card, **worth.cards, "best card": worth.best}.items():
        yield Answer(query="worth", about={"play": play}, exact=dice)


def _win(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the chance to win, simulated."""
    wins = simulate_wins(
        position,
        asked.players,
        games=asked.games,
        seed=asked.seed,
        jobs=asked.jobs,
        cluster=asked.cluster,
    )
    about = {"games": asked.games, "seed": asked.seed, "players": list(asked.players)}
    yield Answer(query="win", about=about, wins=wins)


QUERIES: dict[str, Callable[[Position, Asked], Iterator[Answer]]] = {
    "faces": _faces,
    "cost": _cost,
    "cards": _cards,
    "given": _given,
    "finish": _finish,
    "within": _within,
    "worth": _worth,
    "win": _win,
}
"""The questions; all but ``win`` are answered exactly and at once."""
