"""The questions that are answered under model B1 too, in floats."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from solvers.questions import Answer
from solvers.silver.answers.asking import (
    TILTED,
    At,
    Card,
    Harm,
    Player,
    Tilting,
    asked_card,
    asked_opponents,
    asked_places,
    asked_player,
    asked_slots,
    cards_named,
    robbing,
    texts,
    whose,
)
from solvers.silver.sets.afterwards import at_hand
from solvers.silver.targets import takeable
from solvers.silver.tilted import Tilted
from solvers.silver.turns.meeting import ends_round
from toolkit.games.silver.position import Position


@TILTED.asks()
def lowest(position: Position, *, tilt: Tilting) -> Iterator[Answer]:
    """Tell the chance to be lowest now (Q-6)."""
    law = Tilted(position, tilt)
    more = {"strict": law.lowest(strict=True)}
    yield Answer(words="lowest now, ties counted", estimate=law.lowest(), more=more)


@TILTED.asks()
def sum_(position: Position, *, player: Player, tilt: Tilting) -> Iterator[Answer]:
    """Tell the sum of a village (Q-5)."""
    player = asked_player(position, player)
    chances = Tilted(position, tilt).village_sum(player)
    mean = fsum([total * chance for total, chance in chances.items()])  # the same under every Python
    words = f"sum of {whose(position, player)} village, mean"
    yield Answer(words=words, about={"player": player}, estimate=mean, distribution=texts(chances))


@TILTED.asks()
def slot_(position: Position, *, player: Player, slot: At, tilt: Tilting) -> Iterator[Answer]:
    """Tell the numbers that a card may have (Q-1)."""
    player, law = asked_player(position, player), Tilted(position, tilt)
    for at in asked_slots(position, player, slot):
        about, chances = {"player": player, "slot": at}, texts(law.number((player, at)))
        words = cards_named(position, player, [at]).capitalize()
        yield Answer(words=words, about=about, distribution=chances)


@TILTED.asks()
def replace(position: Position, *, slot: At, card: Card, tilt: Tilting) -> Iterator[Answer]:
    """Tell the gain of putting the card at hand on a slot (Q-11)."""
    card, law = asked_card(position, card), Tilted(position, tilt)
    hand, source = at_hand(position, card)
    for _, at in asked_places(position, slot):
        about = {"slot": at, "card": card, "ends_round": ends_round(hand, [at], source)}
        words = f"replace {cards_named(position, position.me, [at])} by {card}"
        yield Answer(words=words, about=about, estimate=law.gain(at, card))


@TILTED.asks()
def rob(position: Position, *, player: Player, slot: At, harm: Harm, tilt: Tilting) -> Iterator[Answer]:
    """Tell the best robbery for each opponent (Q-13)."""
    law = Tilted(position, tilt)
    own = max(asked_places(position, slot), key=law.mean, default=None)
    for victim in asked_opponents(position, player):
        target = min(
            (place for place in takeable(position) if place[0] == victim), key=law.mean, default=None
        )
        if own is not None and target is not None:
            gain, improves = law.robbery(own, target)
            about = {"slot": own[1], "player": victim, "target": target[1], "harm": str(harm)}
            more = {"gain": gain, "improves": improves}
            words = robbing(position, target, own)
            yield Answer(words=words, about=about, estimate=gain * float(1 + harm), more=more)
