"""The questions that ``tobago odds wazabi`` answers: all but ``win`` exactly and at once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from solvers.playing_on import Cluster, Games, Jobs, Players
from solvers.questions import Answer, Asked, Questions, Seed, Setting
from solvers.wazabi.race import MOST_TURNS, Race
from solvers.wazabi.rolls import at_least, faces, given_away
from solvers.wazabi.turn import Turn
from solvers.wazabi.winning import simulate_wins
from toolkit.games.wazabi.cards import FACES
from toolkit.games.wazabi.position import Position

__all__ = ["QUERIES", "Asked", "answers"]

QUERIES = Questions[Position]("wazabi-odds/1")
"""The questions; all but ``win`` are answered exactly and at once."""

answers = QUERIES.answers


@QUERIES.asks("Roll of {position.my_dice} dice", columns=FACES)
def faces_(position: Position) -> Iterator[Answer]:
    """Tell how many dice show wazabi, card and die (W-6)."""
    chances = {",".join(map(str, shown)): chance for shown, chance in faces(position.my_dice).items()}
    yield Answer(distribution=chances)


@QUERIES.asks("roll {cost} wazabi or more")
def cost(
    position: Position, *, cost: Annotated[int | None, Setting("at least so many wazabi", 0)] = None
) -> Iterator[Answer]:
    """Tell the chance of enough wazabi for a cost, or for that of each card of the deck (W-10)."""
    costs = {card.cost for card in position.rules.cards.cards} if cost is None else {cost}
    for one in sorted(costs):
        yield Answer(about={"cost": one}, exact=at_least(position.my_dice, one))


@QUERIES.asks(lambda about: f"{'play' if about['held'] else 'draw and play'} {about['card']}")
def cards(position: Position) -> Iterator[Answer]:
    """Tell the chance to play each card, held or drawn first (W-10, W-16)."""
    for name, chance in Turn(position).playable().items():
        yield Answer(about={"card": name, "held": position.hand.count(name)}, exact=chance)


@QUERIES.asks("dice given away, expected", unit="dice")
def given(position: Position) -> Iterator[Answer]:
    """Tell how many dice are given away (W-8)."""
    chances = given_away(position.my_dice)
    expected = sum((number * chance for number, chance in chances.items()), Fraction(0))
    yield Answer(exact=expected, distribution={str(dice): chance for dice, chance in chances.items()})


@QUERIES.asks(lambda about: f"finish this turn{', extra turns counted' if about['play_again'] else ''}")
def finish(position: Position) -> Iterator[Answer]:
    """Tell the chance to end this turn without dice, without and with extra turns (W-27)."""
    for again in (False, True):
        yield Answer(about={"play_again": again}, exact=Race(position, again=again).chance(1))


@QUERIES.asks("finish within {turns} turns alone")
def within(
    position: Position, *, turns: Annotated[int, Setting("in so many turns", 1, MOST_TURNS)] = 2
) -> Iterator[Answer]:
    """Tell the chance to be without dice within some turns alone."""
    yield Answer(about={"turns": turns}, exact=Race(position, again=False).chance(turns))


@QUERIES.asks("dice after the turn, {play}", unit="dice")
def worth(position: Position) -> Iterator[Answer]:
    """Tell the dice that are expected after this turn, by the card that is played."""
    found = Turn(position).worth()
    for play, dice in {"no card": found.no_card, **found.cards, "best card": found.best}.items():
        yield Answer(about={"play": play}, exact=dice)


@QUERIES.asks("win against these players, {games} games", usual=False)
def win(
    position: Position,
    *,
    games: Games = 1_000,
    players: Players = ("greedy",),
    seed: Seed = 1,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Iterator[Answer]:
    """Tell the chance to win, simulated."""
    wins = simulate_wins(position, players, games=games, seed=seed, jobs=jobs, cluster=cluster)
    yield Answer(
        about={"games": games, "seed": seed, "players": list(players)},
        estimate=wins.interval.value,
        standard_error=wins.standard_error,
        interval=wins.interval,
    )
