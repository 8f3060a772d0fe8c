"""Exchanges: what a card is worth for the own village, and what comes of it (Q-4, Q-10, Q-11; S-10 to S-20).

An exchange that shows the second 0 ends the round at once (S-41, S-42; A-1, A-5): then it is told how the
round is scored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import sub
from typing import Annotated, Literal

from solvers.questions import Answer, Note
from solvers.silver.asking import QUERIES, Card, Incoming, Slots, among, card_at_hand, cards_named, pushable
from solvers.silver.hidden import DECK, Law
from solvers.silver.scoring import Scored, scored
from solvers.silver.sets import ALONE, Pushed, asked_sets, attempt, checked_slots, own_sets
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES, DOPPELGANGER, VILLAGER
from toolkit.games.silver.exchange import OPEN, comes_up, matches
from toolkit.games.silver.position import CERTAIN, Guard, Place, Position, Slot
from toolkit.games.silver.state import Source

# ---- what an exchange is worth -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange of a card for own cards."""

    slots: tuple[int, ...]  #: the slots of the own village whose cards are given up
    chance: Fraction  #: the chance that it succeeds; 1 for a single card (S-13)
    gain: Fraction  #: by how many points the own sum is expected to fall

    def less(self, card: int) -> Exchange:
        """Return the exchange of a card for these own cards, from that of one which counts 0."""
        return replace(self, gain=self.gain - card)


def exchange(position: Position, slots: Annotated[Sequence[int], checked_slots], card: Incoming) -> Exchange:
    """Return what an exchange of a card for these own slots is worth (Q-4, Q-11)."""
    places, law = [(position.me, slot) for slot in slots], Law.of(position)
    if len(places) == 1:
        return Exchange(tuple(slots), Fraction(1), law.mean(places[0]) - card)
    tried = attempt(law, places, position.rules, deck=position.deck)
    return Exchange(tuple(slots), tried.chance, tried.gain(card))


def best_exchange(position: Position, card: Incoming) -> Exchange | None:
    """Return the exchange of a card for own cards that gains most, even if it loses points (Q-10).

    The card is one whose place is certain: the held card, the top of the discard pile or a shown one. None
    where the amulet lies on the only own card (S-39). Of equal gains the one with fewer cards is returned.

    `TooLarge` if too many different sets could match (`own_sets`).
    """
    offer = best_offer(position)
    return offer and offer.less(card)


def best_offer(position: Position) -> Exchange | None:
    """Return the `best_exchange` of any card whose place is certain, as if that counted 0."""
    return _best_offers(position, (DECK, 0) if position.deck else None, drawn=False)[0]


def next_offers(position: Position, depth: int = 0) -> dict[int, tuple[Fraction, Exchange | None]]:
    """Return the chance of each number of a card of the deck, and its best exchange, as if it counted 0.

    `depth` cards lie above it, and again when it is in hand (S-49).
    """
    drawn = depth >= len(position.top)
    chances = Law.of(position).number((DECK, depth))
    penalty = (DECK, 0 if depth else 1) if position.deck > 1 else None
    offers = _best_offers(position, penalty, drawn=drawn)
    return {card: (chance, offers[card if drawn else 0]) for card, chance in chances.items()}


def _best_offers(position: Position, penalty: Place | None, *, drawn: bool) -> list[Exchange | None]:
    """Return the best exchange, or that for each number of a card that is drawn from the pool.

    `penalty` is the card of the deck that a failure may cost. Of equal ones that of fewer cards counts.
    """
    sets, own = sorted(own_sets(position), key=len), pushable(position)
    mixture = Law.of(position).mixture(own, draws=len(own) + 2)
    tried: list[tuple[list[int], tuple[int, ...], Pushed | None]] = []
    for slots in sets:
        places, pushed = [(position.me, slot) for slot in slots], None
        if len(places) == 1:
            worths = mixture.sums(places[0], drawn=drawn)
        else:
            pushed = Pushed(mixture, places, position.rules, penalty, drawn=drawn)
            worths = list(map(sub, pushed.given_up(int), pushed.cost(int)))
        tried.append((worths, slots, pushed))
    best: list[Exchange | None] = []
    for at, weight in enumerate(mixture.weights(drawn=drawn)):
        if not tried or not weight:
            best.append(None)
            continue
        worths, slots, pushed = max(tried, key=lambda one: one[0][at])
        chance = Fraction(pushed.chances[at], weight) if pushed else Fraction(1)
        best.append(Exchange(slots, chance, Fraction(worths[at], weight)))
    return best


# ---- the position afterwards -------------------------------------------------------------------------------


def taken(position: Position, card: int, source: Literal["discard", "shown", "master"]) -> Position:
    """Return the position with an open card in hand, the uppermost or first one of its number (S-12, S-44).

    A card that was in hand before lies on the discard pile, as a Master does (S-52). `ValueError` if there is
    no such card.
    """
    start = position.discarding()
    if source == "shown":
        at = start.shown.index(card)
        return replace(start, held=card, shown=start.shown[:at] + start.shown[at + 1 :])
    below = len(start.discard) - 1 - start.discard[::-1].index(card)
    return replace(start, held=card, discard=start.discard[:below] + start.discard[below + 1 :])


def asked_hand(position: Position, card: int | None) -> tuple[int, Position, Source]:
    """Return the card that is asked about, else the one at hand; it in hand, and from where it comes.

    A held card counts as drawn from the deck; another one is the top discard, else one beside the deck, else
    one further down in the discard pile, which only a Master fetches (S-52).
    """
    if card is None:
        if (card := card_at_hand(position)) is None:
            raise ToolkitError("no card is held and none is discarded: nothing can come in")
    else:
        held = [] if position.held is None else [position.held]
        among([*position.discard, *position.shown, *held], card, "held, discarded nor shown")
    if position.held == card:
        return card, position, "deck"
    source: Literal["discard", "shown", "master"] = "shown" if card in position.shown else "master"
    if card in position.discard[-1:]:
        source = "discard"
    return card, taken(position, card, source), source


def exchanged(position: Position, slots: Sequence[int], card: int, *, up: bool) -> Position:
    """Return the position after the held card took the first of these own slots (S-17).

    The others close up, and unknown cards that leave count as forgotten discards. `up` says how the card
    lies.
    """
    me, (first, *others) = position.me, slots
    village = [Slot(card, up) if at == first else one for at, one in enumerate(position.mine)]
    kept = tuple(one for at, one in enumerate(village) if at not in others)
    known = [number for slot in slots if (number := position.mine[slot].known) is not None]
    gone = sorted(known, key=lambda number: number != DOPPELGANGER)  # a 13 lies below its partner (S-63)

    def moved(player: int, slot: int) -> int:
        return slot - sum(other < slot for other in others) if player == me else slot

    guards = [  # those that stay on duty
        Guard(player, moved(player, guard), moved(player, charge))
        for player, guard, charge in position.guards
        if player != me or not {guard, charge} & set(slots)
    ]
    return replace(
        position,
        villages=(*position.villages[:me], kept, *position.villages[me + 1 :]),
        held=None,
        discard=(*position.discard, *gone),
        guards=tuple(guards),
        amulet=position.amulet and (position.amulet[0], moved(*position.amulet)),
    )


# ---- when both 0s meet face-up -----------------------------------------------------------------------------


def open_villager(position: Position, without: Collection[Place] = ()) -> bool:
    """Tell whether a 0 lies face-up in a village, some places left out (S-41)."""
    return any(place not in without for place in position.face_up(VILLAGER))


def may_end(hand: Position) -> bool:
    """Tell whether some exchange of the held card may end the round at once (S-42, A-5)."""
    return hand.rules.pushed_pair_ends or (hand.held == VILLAGER and open_villager(hand))


def ends_round(
    hand: Position, slots: Sequence[int], source: Source, chance: Fraction = CERTAIN
) -> bool | None:
    """Tell whether an exchange of the held card shows the second 0, which ends the round at once (S-42).

    A card from the deck lies as A-1 says, any other one face-up; after a failed attempt a card from the deck
    lies face-down and the pushed ones do, so that a pushed 0 counts with `pushed_pair_ends` only (A-5).
    `chance` is that with which the cards of these slots match. None where it depends on cards that are
    hidden, or on the freed slot that is chosen (S-17); also where only the count of all unseen cards would
    tell that a set cannot match.
    """
    left = open_villager(hand, [(hand.me, slot) for slot in slots])
    second = hand.held == VILLAGER and left
    told: set[bool | None] = set()
    if chance:  # for each freed slot that the new card may take
        told |= {second and comes_up(source, hand.rules, up=hand.mine[slot].face_up) for slot in slots}
    if chance < 1:
        told.add((second and source in OPEN) or _pushed_0_ends(hand, slots, left=left))
    return told.pop() if len(told) == 1 else None


def _pushed_0_ends(hand: Position, slots: Sequence[int], *, left: bool) -> bool | None:
    """Tell whether the round ends with pushed cards that do not match and go back face-down (S-19, A-5)."""
    if not hand.rules.pushed_pair_ends:
        return False
    known = [number for slot in slots if (number := hand.mine[slot].known) is not None]
    missing = COPIES[VILLAGER] - left - known.count(VILLAGER)
    if not missing:
        return True
    hidden = len(slots) - len(known)
    if missing > min(hidden, hand.unseen[VILLAGER]):
        return False
    fails = missing < hidden or not matches([*known, *[VILLAGER] * missing], hand.rules)
    return None if fails else False


def scored_after(hand: Position, one: Exchange) -> Scored | None:
    """Return how the round is scored after an exchange that ends it; None if that exchange may fail.

    The held card lies in the village then. What was remembered of a card that is given up says something of
    the others still: each number that it may have is scored by itself.
    """
    if one.chance < 1 or hand.held is None:
        return None
    law, cases = Law.of(hand), []
    unsure = [(hand.me, slot) for slot in one.slots if (hand.me, slot) in law.reports]
    for numbers, chance in law.joint(unsure).items():
        seen = hand
        for place, number in zip(unsure, numbers, strict=True):
            seen = seen.seeing(place, number)
        cases.append((chance, exchanged(seen, one.slots, hand.held, up=True)))
    return scored(cases)


# ---- answers about exchanges -------------------------------------------------------------------------------


def exchanging(hand: Position, one: Exchange | None, source: Source, plain: Answer) -> Answer:
    """Return an answer with the gain of an exchange of the card in hand, and whether that ends the round.

    Where it surely does, and cannot fail, the mean points of the round and the chance to be lowest are told.
    None is the best exchange, whose gain the answer has already: it is looked for where one may end the
    round (S-42, A-5).
    """
    if one is None and hand.held is not None and may_end(hand):
        one = best_exchange(hand, hand.held)
    if one is None:
        return replace(plain, about={**plain.about, "ends_round": False})
    ends = ends_round(hand, one.slots, source, one.chance)
    found = replace(plain, about={**plain.about, "ends_round": ends}, exact=one.gain)
    return scoring(found, scored_after(hand, one) if ends else None)


def scoring(answer: Answer, then: Scored | None) -> Answer:
    """Return an answer with the round that is scored then; the same one if none is."""
    if then is None:
        return answer
    more = {**answer.more, "lowest": then.lowest}
    return replace(answer, more=more, round_points=dict(enumerate(then.points)))


def may_replace(position: Position) -> bool:
    """Tell whether a card is in hand that may be exchanged: the amulet may lie on the only own one (S-39)."""
    return position.held is not None and bool(pushable(position))


@QUERIES.asks(
    notes={"match": Note("the cards match"), "break_even": Note("pays from")},
    unit="points",
    usual=may_replace,
    nothing=ALONE,
)
def attempt_(position: Position, *, slots: Slots = None, card: Card = None) -> Iterator[Answer]:
    """Tell what it is worth to try to give up cards for the card at hand (Q-4)."""
    card, hand, source = asked_hand(position, card)
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
            yield exchanging(hand, one, source, Answer(words=words, about=about, more=more))
