"""The questions about a turn: exchanges, draws and abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from solvers.questions import Answer
from solvers.silver.answers.asking import (
    LOOKERS_IN_HAND,
    QUERIES,
    At,
    Card,
    Harm,
    Player,
    Slots,
    asked_card,
    asked_looks,
    asked_opponents,
    asked_places,
    asked_sets,
    asked_takings,
    cards_named,
    robbing,
)
from solvers.silver.answers.exchanged import exchanging, exchanging_best, scoring
from solvers.silver.hidden.law import Law
from solvers.silver.scoring.scored import scored_now
from solvers.silver.sets.afterwards import at_hand, taken
from solvers.silver.sets.attempts import attempt, match_chance
from solvers.silver.sets.exchanges import Exchange, checked_slots, exchange
from solvers.silver.targets import checked_own_slot, own_face_down, pushable
from solvers.silver.turns.abilities import Swap, robberies, witch, witch_value
from solvers.silver.turns.drawing import draws
from solvers.silver.turns.looks import best_look, knowing_value
from solvers.silver.turns.master import master_value, remembered_gains
from solvers.silver.turns.meeting import ends_round, hit_ends_round, sure
from solvers.silver.turns.villagers import exposure
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import EXPOSER, MASTER, ROBBER, WITCH
from toolkit.games.silver.position import Position

_ALONE = "no two own cards may leave together"
_USES = {
    "draw on": "draw on",
    "discard": "discard it",
    "exchange": "exchange it",
    "ability": "use its ability",
}


def _stuck(position: Position) -> bool:
    """Tell whether no own card may be given up: the amulet lies on the only one (S-39)."""
    return not pushable(position)


def _before_drawing(position: Position) -> bool:
    return position.held is None and position.deck > 0


def _may_take(position: Position) -> bool:
    from_pile = bool(position.discard) and not _stuck(position)
    return position.held is None and (from_pile or bool(position.shown))


def _may_replace(position: Position) -> bool:
    return position.held is not None and not _stuck(position)


def _holds(*cards: int) -> Callable[[Position], bool]:
    return lambda position: position.held in cards


@QUERIES.asks(usual=_before_drawing)
def draw(position: Position, *, harm: Harm) -> Iterator[Answer]:
    """Tell the gain of drawing a card, and what to do with each (Q-9)."""
    cards = draws(position, harm)
    mean = sum((one.chance * one.gain for one in cards), Fraction(0))
    yield Answer(words="draw a card, mean gain", about={"harm": str(harm)}, exact=mean)
    for drawn in cards:
        about, more = {"card": drawn.card, "use": drawn.use}, {"chance": drawn.chance}
        words = f"draw {drawn.card}: {_USES[drawn.use]}"
        if drawn.use == "exchange":
            hand = position.drawing(drawn.card)
            yield exchanging_best(hand, drawn.gain, "deck", words=words, about=about, more=more)
        else:
            yield Answer(words=words, about=about, exact=drawn.gain, more=more)


@QUERIES.asks(usual=_may_take)
def take(position: Position, *, card: Card) -> Iterator[Answer]:
    """Tell the best use of each card that may be taken: the top discard and shown cards (Q-10, S-44)."""
    for found in asked_takings(position, card):
        words = f"take {found.card}{' beside the deck' * (found.source == 'shown')}"
        about: dict[str, Any] = {"card": found.card, "from": found.source, "use": found.use}
        if found.use == "exchange" and (best := found.exchange):
            about["slots"], more = list(best.slots), {"chance": best.chance}
            words += f" for {cards_named(position, position.me, best.slots)}"
            yield exchanging(found.hand, best, found.source, words=words, about=about, more=more)
        else:
            words, about["slots"] = f"{words}: {_USES[found.use]}", None
            yield Answer(words=words, about=about, exact=found.gain, more={"chance": None})


@QUERIES.asks(usual=_may_replace, nothing="the amulet lies on the only own card (S-36)")
def replace(position: Position, *, slot: At, card: Card) -> Iterator[Answer]:
    """Tell the gain of putting the card at hand on a slot, and of then knowing that slot (Q-11)."""
    card = asked_card(position, card)
    hand, source = at_hand(position, card)
    for _, at in asked_places(position, slot):
        one, about = exchange(position, [at], card), {"slot": at, "card": card}
        over = ends_round(hand, [at], source)
        more = {"knowing": Fraction(0) if over else knowing_value(position, at, card)}
        words = f"replace {cards_named(position, position.me, [at])} by {card}"
        yield exchanging(hand, one, source, words=words, about=about, more=more)


@QUERIES.asks(nothing=_ALONE)
def exchange_(position: Position, *, slots: Slots) -> Iterator[Answer]:
    """Tell the chance that cards may leave together (Q-2, Q-3)."""
    for one in asked_sets(position, slots):
        chance = match_chance(Law.of(position), checked_slots(position, one), position.rules)
        if chance or slots is not None:
            words = f"{cards_named(position, position.me, one)} may leave together"
            yield Answer(words=words, about={"slots": list(one)}, exact=chance)


@QUERIES.asks(usual=_may_replace, nothing=_ALONE)
def attempt_(position: Position, *, slots: Slots, card: Card) -> Iterator[Answer]:
    """Tell what it is worth to try to give up cards for the card at hand (Q-4)."""
    card = asked_card(position, card)
    hand, source = at_hand(position, card)
    for some in asked_sets(position, slots):
        places = checked_slots(position, some)
        if len(places) < 2:
            raise ToolkitError(f"slots {some[0]}: an attempt takes two cards or more (S-15)")
        tried = attempt(Law.of(position), places, position.rules, deck=position.deck)
        if tried.chance or slots is not None:
            one = Exchange(tuple(some), tried.chance, tried.gain(card))
            about = {"slots": list(some), "card": card}
            more = {"match": tried.chance, "variance": tried.variance, "break_even": tried.break_even(card)}
            words = f"try {cards_named(position, position.me, some)} for {card}"
            yield exchanging(hand, one, source, words=words, about=about, more=more)


@QUERIES.asks(usual=_holds(*LOOKERS_IN_HAND), nothing="no card that may be looked at is unsure")
def look(position: Position, *, card: Card) -> Iterator[Answer]:
    """Tell the best look with a 2, 7, 8 or 9, and its value (Q-12)."""
    for one in asked_looks(position, card):
        if found := best_look(position, one):
            places = [list(place) for place in found.places]
            named = [cards_named(position, player, [slot]) for player, slot in found.places]
            words = f"look with {one} at {' and '.join(named)}"
            yield Answer(words=words, about={"card": one, "places": places}, exact=found.value)


@QUERIES.asks(
    usual=_holds(ROBBER),
    nothing="no card may be robbed, or none given (S-64)",
)
def rob(position: Position, *, player: Player, slot: At, harm: Harm) -> Iterator[Answer]:
    """Tell the best robbery for each opponent (Q-13)."""
    seen = set()
    players = asked_opponents(position, player)
    for found in robberies(position, asked_places(position, slot)):
        victim, target = found.target
        if victim in players and victim not in seen:
            seen.add(victim)
            about = {"slot": found.own[1], "player": victim, "target": target, "harm": str(harm)}
            more = {"gain": found.gain, "improves": found.improves}
            words = robbing(position, found.target, found.own)
            yield Answer(words=words, about=about, exact=found.value(harm), more=more)


@QUERIES.asks(usual=_holds(WITCH))
def witch_(position: Position, *, harm: Harm) -> Iterator[Answer]:
    """Tell the value of a Witch, and what to do with each card on top (Q-14)."""
    yield Answer(words="Witch, value", about={"harm": str(harm)}, exact=witch_value(position, harm))
    for swap in witch(position, harm):
        yield _swap(position.discarding().drawing(swap.card), swap)


def _swap(hand: Position, swap: Swap) -> Answer:
    """Return what a Witch does with the card that she has in hand."""
    about: dict[str, Any] = {"card": swap.card, "slots": None, "target": None}
    more, on_top = {"chance": swap.chance}, f"{swap.card} on top"
    if swap.exchange:
        about["slots"] = list(swap.exchange.slots)
        words = f"{on_top}: {cards_named(hand, hand.me, swap.exchange.slots)}"
        return exchanging(hand, swap.exchange, "witch", words=words, about=about, more=more)
    if swap.target:
        about |= {"target": list(swap.target), "ends_round": hit_ends_round(hand, swap.target)}
    use = cards_named(hand, swap.target[0], [swap.target[1]]) if swap.target else "decline"
    words = f"{on_top}: {use}"
    return Answer(words=words, about=about, exact=swap.value, more=more)


@QUERIES.asks(usual=_holds(MASTER))
def master(position: Position) -> Iterator[Answer]:
    """Tell the value of a Master, and of each remembered discard (Q-15)."""
    yield Answer(words="Master, value", exact=master_value(position))
    for card, gain in remembered_gains(position).items():
        about, words = {"card": card}, f"Master takes {card}"
        if gain:
            hand = taken(position, card, "master")
            yield exchanging_best(hand, gain, "master", words=words, about=about)
        else:
            yield Answer(words=words, about=about, exact=gain)


@QUERIES.asks(
    usual=_holds(EXPOSER),
    nothing="no own card lies face-down and free of the amulet",
)
def expose(position: Position, *, slot: At) -> Iterator[Answer]:
    """Tell the chance that an Exposer ends the round, or shows a lasting ability (Q-16)."""
    slots = [at for _, at in own_face_down(position)]
    for at in slots if slot is None else [checked_own_slot(position, slot)]:
        found = exposure(position, at)
        about, more = {"slot": at, "ends_round": sure(found.ends)}, {"lasting": found.lasting}
        scored = scored_now(position.discarding()) if found.ends == 1 else None
        words = f"exposing {cards_named(position, position.me, [at])} ends the round"
        yield scoring(Answer(words=words, about=about, exact=found.ends, more=more), scored)
