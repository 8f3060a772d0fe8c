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


@QUERIES.asks(columns=FACES)
def faces_(position: Position) -> Iterator[Answer]:
    """Tell how many dice show wazabi, card and die (W-6)."""
    chances = {",".join(map(str, shown)): chance for shown, chance in faces(position.my_dice).items()}
    yield Answer(words=f"Roll of {position.my_dice} dice", distribution=chances)


@QUERIES.asks()
def cost(
    position: Position, *, cost: Annotated[int | None, Setting("at least so many wazabi", 0)] = None
) -> Iterator[Answer]:
    """Tell the chance of enough wazabi for a cost, or for that of each card of the deck (W-10)."""
    costs = {card.cost for card in position.rules.cards.cards} if cost is None else {cost}
    for one in sorted(costs):
        chance = at_least(position.my_dice, one)
        yield Answer(words=f"roll {one} wazabi or more", about={"cost": one}, exact=chance)


@QUERIES.asks()
def cards(position: Position) -> Iterator[Answer]:
    """Tell the chance to play each card, held or drawn first (W-10, W-16)."""
    for name, chance in Turn(position).playable().items():
        held = position.hand.count(name)
        words = f"play {name}" if held else f"draw and play {name}"
        yield Answer(words=words, about={"card": name, "held": held}, exact=chance)


@QUERIES.asks(unit="dice")
def given(position: Position) -> Iterator[Answer]:
    """Tell how many dice are given away (W-8)."""
    chances = given_away(position.my_dice)
    expected = sum((number * chance for number, chance in chances.items()), Fraction(0))
    spread = {str(dice): chance for dice, chance in chances.items()}
    yield Answer(words="dice given away, expected", exact=expected, distribution=spread)


@QUERIES.asks()
def finish(position: Position) -> Iterator[Answer]:
    """Tell the chance to end this turn without dice, without and with extra turns (W-27)."""
    for again in (False, True):
        words, chance = "finish this turn", Race(position, again=again).chance(1)
        words += ", extra turns counted" * again
        yield Answer(words=words, about={"play_again": again}, exact=chance)


@QUERIES.asks()
def within(
    position: Position, *, turns: Annotated[int, Setting("in so many turns", 1, MOST_TURNS)] = 2
) -> Iterator[Answer]:
    """Tell the chance to be without dice within some turns alone."""
    words, chance = f"finish within {turns} turns alone", Race(position, again=False).chance(turns)
    yield Answer(words=words, about={"turns": turns}, exact=chance)


@QUERIES.asks(unit="dice")
def worth(position: Position) -> Iterator[Answer]:
    """Tell the dice that are expected after this turn, by the card that is played."""
    found = Turn(position).worth()
    for play, dice in {"no card": found.no_card, **found.cards, "best card": found.best}.items():
        yield Answer(words=f"dice after the turn, {play}", about={"play": play}, exact=dice)


@QUERIES.asks(usual=False)
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
        words=f"win against these players, {games} games",
        about={"games": games, "seed": seed, "players": list(players)},
        estimate=wins.interval.value,
        standard_error=wins.standard_error,
        interval=wins.interval,
    )
