"""A turn: what it is worth to draw or to take a card, and what abilities bring (Q-9, Q-10, Q-13 to Q-16).

Values are points: by how much the own sum is expected to fall, and, weighted by `harm`, by how much that of
an opponent is expected to rise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm
from operator import add, mul, sub
from typing import Any, Literal, TypeVar

from solvers.questions import Answer, Note
from solvers.silver.asking import (
    QUERIES,
    At,
    Card,
    Harm,
    OwnPlace,
    Player,
    Target,
    Tilting,
    Weight,
    among,
    cards_named,
    checked_own_slot,
    checked_player,
    own_face_down,
    pushable,
    slot_at,
    takeable,
    told,
)
from solvers.silver.exchanging import (
    Exchange,
    best_exchange,
    best_offer,
    exchanging,
    next_offers,
    open_villager,
    scoring,
    taken,
)
from solvers.silver.hidden import DECK, Law, Term, none_among, points, rascals, summed
from solvers.silver.memory import LOOKERS_IN_HAND, best_look
from solvers.silver.scoring import scored, tilted
from solvers.silver.sets import asked_places, sure_sets
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS, EXPOSER, MASTER, RASCAL, ROBBER, VILLAGER, WITCH
from toolkit.games.silver.position import Place, Position, Slot
from toolkit.games.silver.rules import Rules

_Card = TypeVar("_Card")

Use = Literal["discard", "exchange", "ability", "draw on"]

_USES = {
    "draw on": "draw on",
    "discard": "discard it",
    "exchange": "exchange it",
    "ability": "use its ability",
}


def _holds(card: int) -> Callable[[Position], bool]:
    return lambda position: position.held == card


def _first_alike(position: Position, places: Sequence[Place], *, anywhere: bool = False) -> list[Place]:
    """Return the first of those places of one player, or anywhere, of which the same is known."""
    kinds: dict[tuple[int, Slot], Place] = {}
    for place in places:
        kinds.setdefault((0 if anywhere else place[0], slot_at(position, place)), place)
    return list(kinds.values())


# ---- drawing, with Rascals one of several (Q-9, S-49) ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that may be drawn first: its number and chance, its best use and what that gains in points.

    To draw on, with a Rascal, is a use too; its gain is that of the best of all cards then (S-49).
    """

    card: int
    chance: Fraction
    use: Use
    gain: Fraction


def draws(position: Position, harm: Weight = Fraction(0)) -> list[Drawn]:
    """Return what the next card of the deck may be and what it is worth then (Q-9).

    It is discarded for nothing, exchanged as well as possible (Q-4, Q-11), or discarded for its ability,
    whose value is counted one step ahead (`ability_value`). With own face-up Rascals more cards are drawn
    wherever that gains more. They stay available, so drawing on never loses, and each first card is worth the
    mean of the best one of all that may be drawn. There a card counts as if it were kept as soon as it
    comes: unknown cards drawn besides are still unknown to its use.

    `ToolkitError` if the deck is empty, or a card is held already.
    """
    if not position.deck:
        raise ToolkitError("the deck is empty: nothing can be drawn (S-30)")
    if position.held is not None:
        raise ToolkitError(f"card {position.held} is held already: only one is drawn (S-10)")
    count = min(1 + rascals(position), position.deck)
    known = [kept(position, depth, depth + 1, harm) for depth in range(len(position.top))[:count]]
    hidden = list(_hidden_uses(position, harm)) if count > len(known) else []
    first = known[:1] or hidden
    if count == 1:
        return first
    found, after = [], Law.of(position).mixture((), draws=1).split((DECK, 0))
    for one in first:
        least = max([one.gain, *[other.gain for other in known[1:]]])
        best = _best_of(after[one.card].terms, count - max(len(known), 1), least, hidden)
        found.append(one if best == one.gain else replace(one, use="draw on", gain=best))
    return found


def draw_value(position: Position, harm: Weight = Fraction(0)) -> Fraction:
    """Return the points that drawing a card is expected to gain (Q-9)."""
    return summed(drawn.chance * drawn.gain for drawn in draws(position, harm))


@QUERIES.asks(unit="points", usual=lambda position: position.held is None and position.deck > 0)
def draw(position: Position, *, harm: Harm = Fraction(0)) -> Iterator[Answer]:
    """Tell the gain of drawing a card, and what to do with each (Q-9)."""
    cards = draws(position, harm)
    mean = summed(one.chance * one.gain for one in cards)
    yield Answer(words="draw a card, mean gain", about={"harm": str(harm)}, exact=mean)
    for drawn in cards:
        about, more = {"card": drawn.card, "use": drawn.use}, {"chance": drawn.chance}
        words = f"draw {drawn.card}: {_USES[drawn.use]}"
        answer = Answer(words=words, about=about, exact=drawn.gain, more=more)
        if drawn.use == "exchange":
            answer = exchanging(position.drawing(drawn.card), None, "deck", answer)
        yield answer


def kept(position: Position, depth: int, drawn: int, harm: Fraction = Fraction(0)) -> Drawn:
    """Return the best use of one of so many cards that were drawn with Rascals, exactly (S-49).

    They lie on top of the deck still, the first drawn one first; the one at this depth is kept, and the
    others go back in the order of A-40.
    """
    card, above, below = position.top[depth], position.top[:depth], position.top[depth + 1 :]
    back = put_back((*above, *below[: drawn - depth - 1]), position.rules)
    hand = replace(position, held=card, deck=position.deck - 1, top=(*back, *below[drawn - depth - 1 :]))
    return Drawn(card, Fraction(1), *_best_use(best_exchange(hand, card), ability_value(hand, card, harm)))


def _hidden_uses(position: Position, harm: Fraction) -> Iterator[Drawn]:
    """Yield the best use of each number that the first unknown card of the deck may have, if it is kept."""
    start = replace(position, top=tuple(put_back(position.top, position.rules)))
    for card, (chance, offer) in next_offers(start, len(start.top)).items():
        ability = ability_value(replace(start, held=card, deck=start.deck - 1), card, harm)
        yield Drawn(card, chance, *_best_use(offer and offer.less(card), ability))


def _best_use(exchange: Exchange | None, ability: Fraction) -> tuple[Use, Fraction]:
    """Return what is best done with a card that may be discarded, and what that gains."""
    exchanged = max(exchange.gain, Fraction(0)) if exchange else Fraction(0)
    best = max(exchanged, ability)
    return "discard" if not best else "exchange" if exchanged == best else "ability", best


def _best_of(terms: Sequence[Term], count: int, least: Fraction, uses: Sequence[Drawn]) -> Fraction:
    """Return the mean of the highest gain of so many hidden cards; at least this."""
    mean, before = least, least
    for level in sorted({use.gain for use in uses if use.gain > least}):
        reach = [use.card for use in uses if use.gain >= level]
        mean += (level - before) * (1 - none_among(terms, reach, count))
        before = level
    return mean


def put_back(cards: Sequence[_Card], rules: Rules) -> Sequence[_Card]:
    """Return the drawn cards that are not kept, in the order in which they lie on the deck then (A-40)."""
    return cards if rules.rascal_putback == "restore" else cards[::-1]


def undrawn(position: Position) -> Position:
    """Return the position with the held card on top of the deck again; the same one without a held card."""
    if position.held is None:
        return position
    return replace(position, held=None, deck=position.deck + 1, top=(position.held, *position.top))


def ability_value(position: Position, card: int, harm: Fraction = Fraction(0)) -> Fraction:
    """Return what it is worth to discard a card, just drawn, for its ability (Q-12 to Q-15).

    Looks count as in `best_look`. Abilities of 5 and 6 count 0, as do those of the cards that have none when
    they are discarded.
    """
    if card in LOOKERS_IN_HAND:
        best = best_look(position, card)
        return best.value if best else Fraction(0)
    if card == WITCH:
        return witch_value(position, harm)
    if card == MASTER:
        return master_value(position)
    return robber_value(position, harm) if card == ROBBER else Fraction(0)


# ---- taking a card: the top discard or a shown one (Q-10, S-12, S-44) --------------------------------------


@dataclass(frozen=True, slots=True)
class Taking:
    """A card that may be taken, and its best use."""

    #: `card` and `source`: its number, and where it lies: the top ``discard``, or ``shown`` beside the deck.
    card: int
    source: Literal["discard", "shown"]
    hand: Position  #: the position with it in hand
    #: What is done with it. The top discard must be exchanged (S-12); a shown card counts as drawn: it may be
    #: discarded too, and with `squire_ability` for its ability (S-44, A-20).
    use: Use
    exchange: Exchange | None  #: the best exchange; None where the amulet lies on the only own card (S-39)
    #: The points that the best use gains; below 0 where every exchange loses and one must be made.
    gain: Fraction


def takings(position: Position) -> Iterator[Taking]:
    """Yield the cards that may be taken: the top discard first, then each number that is shown."""
    for card in position.discard[-1:]:
        hand = taken(position, card, "discard")
        if exchange := best_exchange(hand, card):
            yield Taking(card, "discard", hand, "exchange", exchange, exchange.gain)
    for card in dict.fromkeys(position.shown):
        yield shown_taking(position, card)


def shown_taking(position: Position, card: int) -> Taking:
    """Return the best use of a card that is shown (S-44)."""
    hand = taken(position, card, "shown")
    exchange = best_exchange(hand, card)
    ability = ability_value(hand, card) if position.rules.squire_ability else Fraction(0)
    use, gain = _best_use(exchange, ability)
    return Taking(card, "shown", hand, use, exchange, gain)


@QUERIES.asks(
    unit="points",
    usual=lambda position: (
        position.held is None and bool(position.shown or (position.discard and pushable(position)))
    ),
)
def take(position: Position, *, card: Card = None) -> Iterator[Answer]:
    """Tell the best use of each card that may be taken: the top discard and shown cards (Q-10, S-44)."""
    if position.held is not None:
        raise ToolkitError(f"card {position.held} is held already: none is taken besides (S-9)")
    lying = [*position.discard[-1:], *position.shown]
    if not lying:
        raise ToolkitError("the discard pile is empty: nothing can be taken (A-33)")
    if card is not None:
        among(lying, card, "the top discard nor shown")
    several = [one for one in takings(position) if card in (None, one.card)]
    if not several:
        raise ToolkitError("the amulet lies on the only own card: nothing can be taken (S-39)")
    for found in several:
        words = f"take {found.card}{' beside the deck' * (found.source == 'shown')}"
        about: dict[str, Any] = {"card": found.card, "from": found.source, "use": found.use}
        if found.use == "exchange" and (best := found.exchange):
            about["slots"] = list(best.slots)
            words += f" for {cards_named(position, position.me, best.slots)}"
            answer = Answer(words=words, about=about, more={"chance": best.chance})
            yield exchanging(found.hand, best, found.source, answer)
        else:
            words, about["slots"] = f"{words}: {_USES[found.use]}", None
            yield Answer(words=words, about=about, exact=found.gain, more={"chance": None})


# ---- a Robber (Q-13, S-54) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Robbery:
    """An exchange of an own card for one of an opponent by a Robber (S-54)."""

    #: `own` and `target`: the places of both cards.
    own: Place
    target: Place
    #: The mean of the own card less that of the target: so much the own sum falls and the other rises.
    gain: Fraction
    improves: Fraction  #: the chance that the target is lower than the own card

    def value(self, harm: Fraction) -> Fraction:
        """Return the value with a weight for what the opponent gains in points."""
        return self.gain * (1 + harm)


def robbery(position: Position, own: OwnPlace, target: Target) -> Robbery:
    """Return what it is worth to exchange two cards by a Robber (Q-13)."""
    return Robbery(own, target, *_robbed(Law.of(position), own, target))


def _robbed(law: Law, own: Place, target: Place) -> tuple[Fraction, Fraction]:
    """Return how much an own card exceeds a target, in the mean, and the chance that it does."""
    mixture = law.mixture([own, target], draws=2)
    gain = improves = 0
    for mine, after in mixture.split(own).items():
        for theirs, weight in after.numbers(target).items():
            gain += (mine - theirs) * weight
            improves += weight if theirs < mine else 0
    return Fraction(gain, mixture.weight), Fraction(improves, mixture.weight)


def robber_value(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Robber: that of the best robbery, or 0 if it is not used."""
    law = Law.of(position)
    mine = [law.mean(place) for place in _first_alike(position, pushable(position))]
    theirs = [law.mean(place) for place in _first_alike(position, takeable(position), anywhere=True)]
    best = max(mine) - min(theirs) if mine and theirs else Fraction(0)
    return max(Fraction(0), best * (1 + harm))


@QUERIES.asks(
    notes={"improves": Note("lowers your sum")},
    unit="points",
    usual=_holds(ROBBER),
    nothing="no card may be robbed, or none given (S-64)",
)
def rob(
    position: Position,
    *,
    player: Player = None,
    slot: At = None,
    harm: Harm = Fraction(0),
    tilt: Tilting = None,
) -> Iterator[Answer]:
    """Tell the best robbery for each opponent (Q-13)."""
    if player == position.me:
        raise ToolkitError(f"player {player} asks; another one is robbed (S-54)")
    opponents = position.others if player is None else [checked_player(position, player)]
    found, law = [], tilted(position, tilt) or Law.of(position)
    if not (mine := asked_places(position, slot)):
        return
    own = max(mine, key=law.mean)
    for victim in opponents:
        if targets := [place for place in takeable(position) if place[0] == victim]:
            target = min(targets, key=law.mean)
            robbed = _robbed(law, own, target) if isinstance(law, Law) else law.robbery(own, target)
            found.append((target, *robbed))
    if tilt is None:  # the best first
        found.sort(key=lambda one: (-one[1], one[0]))
    for target, gain, improves in found:
        theirs, given = (cards_named(position, seat, [at]) for seat, at in (target, own))
        about = {"slot": own[1], "player": target[0], "target": target[1], "harm": str(harm)}
        more = {"gain": gain, "improves": improves}
        yield Answer(words=f"rob {theirs} for {given}", about=about, more=more, **told(gain * (1 + harm)))


# ---- a Witch (Q-14, S-53) ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Swap:
    """What a Witch does with the top of the deck (S-53): the best way to place one number."""

    #: `card` and `chance`: the number on top, and its chance.
    card: int
    chance: Fraction
    #: The own cards for which it is exchanged; None when it goes to an opponent or nowhere.
    exchange: Exchange | None
    target: Place | None  #: the card of an opponent that it replaces, or None
    value: Fraction  #: what that is worth


def witch(position: Position, harm: Weight) -> list[Swap]:
    """Return what a Witch does best with each number on top of the deck (Q-14).

    Where the rules let nobody decline after the look, one of the exchanges is made even if all lose points
    (A-32). Nothing comes of it with an empty deck or without a legal target (S-70).
    """
    start = position.discarding()
    if not start.deck or not (pushable(start) or takeable(start)):
        return []
    targets, found = _targets(start), []
    for card, (chance, offer) in next_offers(start).items():
        swaps = []
        if given := offer and offer.less(card):
            swaps.append(Swap(card, chance, given, None, given.gain))
        if card in targets:
            target, mean = targets[card]
            swaps.append(Swap(card, chance, None, target, harm * (card - mean)))
        if start.rules.witch_decline == "after_look":
            swaps.append(Swap(card, chance, None, None, Fraction(0)))
        found.append(max(swaps, key=lambda swap: swap.value))
    return found


def witch_value(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Witch, or 0 if she is not used."""
    return max(Fraction(0), witch_gain(position, harm))


def witch_gain(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Witch who is used: below 0 where an exchange that must be made loses (A-32).

    It is 0 where nothing comes of her (S-70).
    """
    return summed(swap.chance * swap.value for swap in witch(position, harm))


def _targets(start: Position) -> Mapping[int, tuple[Place, Fraction]]:
    """Return by the number on top of the deck the lowest movable card of the others, with its mean."""
    law, drawn = Law.of(start), not start.top
    lowest: dict[int, tuple[Place, Fraction]] = {}
    for place in _first_alike(start, takeable(start), anywhere=True):
        mixture = law.mixture([place], draws=2)
        pairs = zip(mixture.sums(place, drawn=drawn), mixture.weights(drawn=drawn), strict=True)
        for card, (total, weight) in enumerate(pairs) if drawn else zip(start.top, pairs, strict=False):
            mean = Fraction(total, weight) if weight else None
            if mean is not None and (card not in lowest or mean < lowest[card][1]):
                lowest[card] = place, mean
    return lowest


@QUERIES.asks(unit="points", usual=_holds(WITCH))
def witch_(position: Position, *, harm: Harm = Fraction(0)) -> Iterator[Answer]:
    """Tell the value of a Witch, and what to do with each card on top (Q-14)."""
    yield Answer(words="Witch, value", about={"harm": str(harm)}, exact=witch_value(position, harm))
    for swap in witch(position, harm):
        hand, words = position.discarding().drawing(swap.card), f"{swap.card} on top: "
        about: dict[str, Any] = {"card": swap.card, "slots": None, "target": None}
        more = {"chance": swap.chance}
        if swap.exchange:
            about["slots"] = list(swap.exchange.slots)
            words += cards_named(hand, hand.me, swap.exchange.slots)
            yield exchanging(hand, swap.exchange, "witch", Answer(words=words, about=about, more=more))
            continue
        if swap.target:
            about |= {"target": list(swap.target), "ends_round": hit_ends_round(hand, swap.target)}
        words += cards_named(hand, swap.target[0], [swap.target[1]]) if swap.target else "decline"
        yield Answer(words=words, about=about, exact=swap.value, more=more)


def hit(position: Position, place: Place, card: int, *, up: bool) -> Position:
    """Return the position after a Witch laid the held card on one of an opponent (S-53, A-2)."""
    old, villages = slot_at(position, place), [list(village) for village in position.villages]
    villages[place[0]][place[1]] = Slot(card, up)
    discard = position.discard if old.known is None else (*position.discard, old.known)
    return replace(position, villages=tuple(map(tuple, villages)), held=None, discard=discard)


def hit_ends_round(hand: Position, place: Place) -> bool:
    """Tell whether the held card of a Witch ends the round when it replaces one of an opponent (A-2)."""
    up = hand.rules.witch_orientation == "inherit" and slot_at(hand, place).face_up
    return up and hand.held == VILLAGER and open_villager(hand, [place])


# ---- a Master (Q-15, S-52) ---------------------------------------------------------------------------------


def remembered_gains(position: Position) -> dict[int, Fraction]:
    """Return for each remembered discard the best gain of taking it into the own village (S-52)."""
    offer = best_offer(position)
    worth = offer.gain if offer else Fraction(0)
    return {card: max(worth - card, Fraction(0)) for card in sorted(set(position.discard))}


def master_value(position: Position) -> Fraction:
    """Return by how many points a Master is expected to lower the own sum (Q-15).

    The player takes the best of the remembered discards, or the lowest of the forgotten ones when that gains
    more. A forgotten card is used for one card or for a set that is sure to match; what else the pile shows
    is not used, so with forgotten discards the true value may be higher.
    """
    best = max(remembered_gains(position).values(), default=Fraction(0))
    if not position.forgotten:
        return best
    law, own, pile = Law.of(position), pushable(position), position.forgotten
    known, hidden, value = [law.known[one] for one in own if one in law.known], law.unlike(own), 0
    whole, parts = _by_lowest(law, list(hidden), pile)
    for least, (weight, *means) in enumerate(parts):
        alike = zip(means, hidden.values(), strict=True)
        high = sorted([mean for mean, count in alike for _ in range(count)], reverse=True)
        sets = sure_sets(known, len(high), law.unseen, position.rules, pile=pile, least=least)
        worths = [weight * (sure - least) + sum(high[:count]) for count, sure in sets]
        value += max([weight * best.numerator, *[worth * best.denominator for worth in worths]])
    return Fraction(value, whole * best.denominator)


def _by_lowest(law: Law, hidden: Sequence[Place], pile: int) -> tuple[int, Iterator[list[int]]]:
    """Return the weight of all, and its parts by the lowest forgotten card, each with hidden numbers."""
    terms, above = law.terms(hidden), list[list[int]]()  # above: the parts in which no such card is lower
    sizes = [sum(term.pool) for term in terms]
    every = [comb(size, pile) * max(size - pile, 1) for size in sizes]  # to draw the pile, and a card more
    scale = lcm(*every)
    for least in range(len(CHARACTERS) + 1):
        row = [0] * (1 + len(hidden))
        for term, size, all_ways in zip(terms, sizes, every, strict=True):
            left, unit = sum(term.pool[least:]), term.weight * scale // all_ways
            if ways := comb(left, pile):
                piled = sum(map(mul, range(least, len(term.pool)), term.pool[least:]))
                other = unit * (points(term.pool) * ways - piled * comb(left - 1, pile - 1))
                ways *= unit * max(size - pile, 1)
                told = [term.told_at(place) for place in hidden]
                row = list(map(add, row, [ways, *[other if n is None else ways * n for n in told]]))
        above.append(row)
    return law.total * scale, (list(map(sub, row, lower)) for row, lower in pairwise(above))


@QUERIES.asks(unit="points", usual=_holds(MASTER))
def master(position: Position) -> Iterator[Answer]:
    """Tell the value of a Master, and of each remembered discard (Q-15)."""
    yield Answer(words="Master, value", exact=master_value(position))
    for card, gain in remembered_gains(position).items():
        answer = Answer(words=f"Master takes {card}", about={"card": card}, exact=gain)
        yield exchanging(taken(position, card, "master"), None, "master", answer) if gain else answer


# ---- an Exposer (Q-16, S-50) -------------------------------------------------------------------------------


def shown_villager(position: Position, place: Place) -> Fraction:
    """Return the chance that a face-down card is the second 0 face-up if it is turned up (Q-16, S-50)."""
    if not open_villager(position):
        return Fraction(0)
    return Law.of(position).number(place).get(VILLAGER, Fraction(0))


def sure(chance: Fraction) -> bool | None:
    """Tell whether something with a chance happens; None if it may."""
    return None if 0 < chance < 1 else chance == 1


@QUERIES.asks(
    notes={"lasting": Note("shows a 0 to 4")},
    usual=_holds(EXPOSER),
    nothing="no own card lies face-down and free of the amulet",
)
def expose(position: Position, *, slot: At = None) -> Iterator[Answer]:
    """Tell the chance that an Exposer ends the round, or shows a lasting ability (Q-16)."""
    places = own_face_down(position)
    for at in [at for _, at in places] if slot is None else [checked_own_slot(position, slot)]:
        place, ends = (position.me, at), shown_villager(position, (position.me, at))
        if place not in places:
            raise ToolkitError(f"slot {at} is no own face-down card that is free of the amulet (S-23, S-36)")
        chances = Law.of(position).number(place).items()
        lasting = summed(chance for number, chance in chances if number <= RASCAL)  # while it lies face-up
        about, more = {"slot": at, "ends_round": sure(ends)}, {"lasting": lasting}
        then = scored([(Fraction(1), position.discarding())]) if ends == 1 else None
        words = f"exposing {cards_named(position, position.me, [at])} ends the round"
        yield scoring(Answer(words=words, about=about, exact=ends, more=more), then)
