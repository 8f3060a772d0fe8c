"""The questions that are answered under model B1 too, in floats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum

from solvers.silver.answers.answer import Answer
from solvers.silver.answers.asking import (
    Asked,
    asked_card,
    asked_opponents,
    asked_places,
    asked_player,
    asked_slots,
)
from solvers.silver.sets.afterwards import at_hand
from solvers.silver.targets import takeable
from solvers.silver.tilted import Tilt, Tilted
from solvers.silver.turns.meeting import ends_round
from toolkit.games.silver.position import Position


def lowest(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the chance to be lowest now (Q-6)."""
    law = _law(position, asked)
    yield Answer(query="lowest", estimate=law.lowest(), more={"strict": law.lowest(strict=True)})


def slot(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the numbers that a card may have (Q-1)."""
    player, law = asked_player(position, asked), _law(position, asked)
    for at in asked_slots(position, player, asked):
        about = {"player": player, "slot": at}
        yield Answer(query="slot", about=about, distribution=_texts(law.number((player, at))))


def sum_(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the sum of a village (Q-5)."""
    player = asked_player(position, asked)
    chances = _law(position, asked).village_sum(player)
    mean = fsum([total * chance for total, chance in chances.items()])  # the same under every Python
    yield Answer(query="sum", about={"player": player}, estimate=mean, distribution=_texts(chances))


def replace(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the gain of putting the card at hand on a slot (Q-11)."""
    card, law = asked_card(position, asked), _law(position, asked)
    hand, source = at_hand(position, card)
    for _, at in asked_places(position, asked):
        about = {"slot": at, "card": card, "ends_round": ends_round(hand, [at], source)}
        yield Answer(query="replace", about=about, estimate=law.gain(at, card))


def rob(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the best robbery for each opponent (Q-13)."""
    law = _law(position, asked)
    own = max(asked_places(position, asked), key=law.mean, default=None)
    for player in asked_opponents(position, asked):
        target = min(
            (place for place in takeable(position) if place[0] == player), key=law.mean, default=None
        )
        if own is not None and target is not None:
            gain, improves = law.robbery(own, target)
            about = {"slot": own[1], "player": player, "target": target[1], "harm": str(asked.harm)}
            more = {"gain": gain, "improves": improves}
            yield Answer(query="rob", about=about, estimate=gain * float(1 + asked.harm), more=more)


def _law(position: Position, asked: Asked) -> Tilted:
    return Tilted(position, asked.tilt or Tilt())


def _texts(chances: Mapping[int, float]) -> dict[str, float]:
    return {str(number): chance for number, chance in chances.items()}
