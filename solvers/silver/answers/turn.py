"""The questions about a turn: exchanges, draws and abilities."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solvers.silver.abilities import robberies, witch, witch_value
from solvers.silver.answers.answer import Answer
from solvers.silver.answers.asking import (
    asked_card,
    asked_open_card,
    asked_opponents,
    asked_places,
    asked_sets,
)
from solvers.silver.attempts import attempt, match_chance
from solvers.silver.drawing import draws
from solvers.silver.exchanges import best_exchange, checked_slots, exchange
from solvers.silver.law import Law
from solvers.silver.looks import LOOKERS, best_look
from solvers.silver.master import master_value, remembered_gains
from solvers.silver.targets import own_face_down
from solvers.silver.villagers import exposure
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.silver.answers.asking import Asked
    from toolkit.games.silver.position import Position


def exchange_(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the chance that cards may leave together (Q-2, Q-3)."""
    for slots in asked_sets(position, asked):
        chance = match_chance(Law.of(position), checked_slots(position, slots), position.rules)
        if chance or asked.slots is not None:
            yield Answer(query="exchange", about={"slots": list(slots)}, exact=chance)


def attempt_(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell what it is worth to try to give up cards for the card at hand (Q-4)."""
    card = asked_card(position, asked)
    for slots in asked_sets(position, asked):
        about = {"slots": list(slots), "card": card}
        places = checked_slots(position, slots)
        if len(places) < 2:
            raise ToolkitError(f"slots {slots[0]}: an attempt takes two cards or more (S-15)")
        tried = attempt(Law.of(position), places, position.rules, deck=position.deck)
        more = {"match": tried.chance, "variance": tried.variance, "break_even": tried.break_even(card)}
        yield Answer(query="attempt", about=about, exact=tried.gain(card), more=more)


def take(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the best gain of taking the top of the discard pile, or a shown card (Q-10)."""
    card = asked_open_card(position, asked)
    best = best_exchange(position, card)
    if best is None:
        raise ToolkitError("the amulet lies on the only own card: nothing can be taken (S-39)")
    about = {"card": card, "slots": list(best.slots)}
    yield Answer(query="take", about=about, exact=best.gain, more={"chance": best.chance})


def replace(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the gain of putting the card at hand on a slot (Q-11)."""
    card = asked_card(position, asked)
    for _, slot in asked_places(position, asked):
        about = {"slot": slot, "card": card}
        yield Answer(query="replace", about=about, exact=exchange(position, [slot], card).gain)


def draw(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the gain of drawing a card, and what to do with each (Q-9)."""
    cards = draws(position, asked.harm)
    mean = sum((one.chance * one.gain for one in cards), Fraction(0))
    yield Answer(query="draw", about={"harm": str(asked.harm)}, exact=mean)
    for drawn in cards:
        about = {"card": drawn.card, "use": drawn.use}
        yield Answer(query="draw", about=about, exact=drawn.gain, more={"chance": drawn.chance})


def look(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the best look with a 2, 7, 8 or 9, and its value (Q-12)."""
    for card in LOOKERS if asked.card is None else [asked.card]:
        if found := best_look(position, card):
            places = [list(place) for place in found.places]
            yield Answer(query="look", about={"card": card, "places": places}, exact=found.value)


def rob(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the best robbery for each opponent (Q-13)."""
    seen = set()
    players = asked_opponents(position, asked)
    for found in robberies(position, asked_places(position, asked)):
        player, target = found.target
        if player in players and player not in seen:
            seen.add(player)
            about = {"slot": found.own[1], "player": player, "target": target, "harm": str(asked.harm)}
            more = {"gain": found.gain, "improves": found.improves}
            yield Answer(query="rob", about=about, exact=found.value(asked.harm), more=more)


def witch_(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the value of a Witch, and what to do with each card on top (Q-14)."""
    about: dict[str, Any] = {"harm": str(asked.harm)}
    yield Answer(query="witch", about=about, exact=witch_value(position, asked.harm))
    for swap in witch(position, asked.harm):
        slots = list(swap.exchange.slots) if swap.exchange else None
        about = {"card": swap.card, "slots": slots, "target": swap.target and list(swap.target)}
        yield Answer(query="witch", about=about, exact=swap.value, more={"chance": swap.chance})


def master(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell the value of a Master, and of each remembered discard (Q-15)."""
    yield Answer(query="master", exact=master_value(position))
    for card, gain in remembered_gains(position).items():
        yield Answer(query="master", about={"card": card}, exact=gain)


def expose(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the chance that an Exposer ends the round, or shows a lasting ability (Q-16)."""
    slots = [slot for _, slot in own_face_down(position)] if asked.slot is None else [asked.slot]
    for slot in slots:
        found = exposure(position, slot)
        yield Answer(query="expose", about={"slot": slot}, exact=found.ends, more={"lasting": found.lasting})
