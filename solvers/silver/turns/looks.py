"""What a look is worth (Q-12): cards 2, 7, 8 and 9.

The value is counted in points, one step ahead: on my next turn I draw a card, and discard it or exchange it
for one own card or for a set that is sure to match (`sure_sets`). A look is worth what this gains more when
the card that was looked at is known. It is as if my next turn came at once; it is worth nothing if I draw no
more: after a call, or when the others draw the last cards (`draws_again`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from solvers.silver.hidden.law import Law
from solvers.silver.sets.sure import alike
from solvers.silver.targets import other_looks, own_looks, pushable
from solvers.silver.turns.sights import Sights
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import APPRENTICE_SEER, BEHOLDER, EMPATH, SEER
from toolkit.games.silver.position import Place, Position, Slot
from toolkit.games.silver.rules import Rules

LOOKERS = (EMPATH, BEHOLDER, APPRENTICE_SEER, SEER)
"""The cards that let their player look at others."""

_NEXT = 2
"""Places that are asked about on the next turn: the top of the deck, and the own card that it replaces."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look at some cards: their places, and the points that it is worth."""

    places: tuple[Place, ...]
    value: Fraction


def best_look(position: Position, card: int) -> Look | None:
    """Return the look with the highest value that a 2, 7, 8 or 9 allows; None without a legal target (S-70).

    Cards of which the same is known stand for one another.
    """
    used = card != EMPATH or position.held is not None  # all others are drawn and discarded in this turn
    looks = _looks(position, _choices(position, card), used=used)
    return max(looks, key=lambda look: look.value, default=None)


def look_value(position: Position, places: Sequence[Place], *, used: bool | None = None) -> Fraction:
    """Return by how many points my next turn is expected to gain more after a look at some places.

    It takes up to ``14 ** k`` steps for `k` places.

    Parameters
    ----------
    position
        What I know.
    places
        The places that are looked at.
    used
        Whether a card was drawn or taken in this turn; if not said, whether one is in hand.
    """
    used = position.held is not None if used is None else used
    (look,) = _looks(position, [tuple(places)], used=used)
    return look.value


def draws_again(position: Position, *, used: bool) -> bool:
    """Tell whether I draw a card of the deck once more, if every turn takes a card (S-29, S-30).

    It is in this turn, or in the next one if a card was drawn or taken in this turn already (`used`).
    """
    if position.called_by is not None and (used or position.called_by == position.me):
        return False
    return position.deck > 0 and position.deck + len(position.shown) >= (position.players if used else 1)


def knowing_value(position: Position, slot: int, card: int) -> Fraction:
    """Return by how many points my next turn is expected to gain more if a card is put on a slot (Q-11).

    It is known then which card lies there, and all have seen the one that was given up. Below 0 where what
    could have been exchanged for a high card is gone.

    Parameters
    ----------
    position
        What I know, with the card still at hand: held, on top of the discard pile or shown.
    slot
        The slot of the own village.
    card
        The number of the card.
    """
    law, own, place = Law.of(position), pushable(position), (position.me, slot)
    if not draws_again(position, used=True):
        return Fraction(0)
    new = (position.me, len(position.mine))  # so that the law can tell both cards
    after = Law(law.unseen, law.reports, {**law.known, new: card})
    mine = [new, *[other for other in own if other != place]]
    given_up = [] if place in law.known else [place]
    return next_gain(after, mine, position.rules, given_up) - next_gain(law, own, position.rules)


def next_gain(law: Law, own: Sequence[Place], rules: Rules, places: Sequence[Place] = ()) -> Fraction:
    """Return the expected gain of the next card of the deck, if it is used where nothing can fail.

    Parameters
    ----------
    law
        Where the cards are.
    own
        The own places whose cards may be given up.
    rules
        The rules, for 13s.
    places
        Places that are looked at before.
    """
    mixture = law.mixture([*places, *own], draws=len(places) + _NEXT)
    hidden = alike(law, [place for place in own if place not in places])
    return Fraction(Sights(mixture, places).gain(own, hidden, rules), mixture.weight)


def _looks(position: Position, choices: Iterable[tuple[Place, ...]], *, used: bool) -> list[Look]:
    """Return the values of looks at some places each."""
    own, law, rules = pushable(position), Law.of(position), position.rules
    if not own or not draws_again(position, used=used):
        return [Look(places, Fraction(0)) for places in choices]
    blind = next_gain(law, own, rules)
    return [Look(places, next_gain(law, own, rules, places) - blind) for places in choices]


def _choices(position: Position, card: int) -> Iterator[tuple[Place, ...]]:
    """Yield the places that a card lets its player look at, of those that are alike the first."""
    if card not in LOOKERS:
        raise ToolkitError(f"card {card} lets nobody look; the cards are {', '.join(map(str, LOOKERS))}")
    own, others = own_looks(position), other_looks(position)
    targets = {EMPATH: own, BEHOLDER: own, APPRENTICE_SEER: others, SEER: [*own, *others]}[card]
    count = min(2 if card == BEHOLDER else 1, len(targets))  # S-70
    seen: set[tuple[tuple[bool, Slot], ...]] = set()
    for places in combinations(targets, count) if count else ():
        kinds = tuple((player == position.me, position.villages[player][slot]) for player, slot in places)
        if kinds not in seen:
            seen.add(kinds)
            yield places
