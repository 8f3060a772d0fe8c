"""What it is worth to draw a card, with Rascals one of several (Q-9, S-49), against brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
import silver_twins as twins
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers.silver import Law, best_look, draw_value, draws, match_chance
from solvers.silver.sets.exchanges import best_exchange
from solvers.silver.turns.abilities import robber_value, witch_value
from solvers.silver.turns.drawing import ability_value, kept, rascals, undrawn
from solvers.silver.turns.master import master_value
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.silver.position import Position

SEEDS = st.integers(0, 10**6)
CARDS = st.sampled_from([twins.MANY, twins.FEW])
HALF = Fraction(1, 2)


@given(SEEDS, CARDS, st.integers(0, 2), st.sampled_from(["restore", "reverse"]))
def test_S10_S49_the_best_of_all_cards_that_may_be_drawn_is_used(
    seed: int, cards: Sequence[int], count: int, order: str
) -> None:
    start = _with_rascals(twins.small(seed, cards=cards, most=4, rules={"rascal_putback": order}), count)
    assume(start.deck)
    found, unknown = twins.worlds(start), len(start.top)
    worth = [_kept(start, found, depth) for depth in range(min(unknown + 1, start.deck))]
    told = {drawn.card: drawn for drawn in draws(start)}
    for card, part in twins.split(found, lambda world: world[-1, 0]).items():
        chance = twins.mean(part, lambda _: 1)
        best = twins.mean(
            part,
            lambda world: max(
                worth[min(depth, unknown)][world[-1, depth]] for depth in range(min(1 + count, start.deck))
            ),
        )
        assert (told[card].chance, told[card].gain * chance) == (chance, best)
        assert (told[card].use == "draw on") == (told[card].gain > worth[0][card])
    assert draw_value(start) == sum(drawn.chance * drawn.gain for drawn in told.values())


def _with_rascals(start: Position, count: int) -> Position:
    """Return a position with face-up Rascals that lay among the discards."""
    discard = list(start.discard)
    for _ in range(count):
        discard.remove(4)
    mine = (*start.mine, *[Slot(4, face_up=True)] * count)
    return replace(start, discard=tuple(discard), villages=(mine, *start.villages[1:]))


def _kept(start: Position, found: twins.Worlds, depth: int) -> dict[int, Fraction]:
    """Return what each card at a depth of the deck is worth if it is kept and those above it go back."""
    gains = {}
    for card, part in twins.split(found, lambda world: world[-1, depth]).items():
        turn = slice(None, None, 1 if start.rules.rascal_putback == "restore" else -1)
        top = (*start.top[:depth][turn], *start.top[depth + 1 :])
        after = replace(start, held=card, deck=start.deck - 1, top=top)
        whole = twins.mean(part, lambda _: 1)
        back = []
        for chance, world in part:
            deck = [world[-1, at] for at in range(start.deck)]
            deck = [*deck[:depth][turn], *deck[depth + 1 :]]
            rest = {place: number for place, number in world.items() if place[0] != -1}
            back.append((chance / whole, rest | {(-1, at): number for at, number in enumerate(deck)}))
        gains[card] = max(Fraction(0), twins.best_gain(after, back, card), ability_value(after, card))
    return gains


def test_S49_a_rascal_looks_for_a_better_card() -> None:
    start = twins.position("4! 9 8", "? ? ?", top=[12, 0])
    (first,) = draws(start)
    assert (first.card, first.chance, first.use, first.gain) == (12, 1, "draw on", 9)
    robbed = 9 - Law.of(start).mean((1, 0))
    assert (kept(start, 0, 2).use, kept(start, 0, 2).gain) == ("ability", robbed)
    assert (kept(start, 1, 2).use, kept(start, 1, 2).gain) == ("exchange", 9)
    assert draw_value(twins.position("4 9 8", "? ? ?", top=[12, 0])) == robbed
    (last,) = draws(twins.position("4! 9 8", "? ? ?", deck=1, top=[12]))
    assert last.use == "ability"


def test_S49_A40_a_failed_attempt_costs_the_card_that_a_rascal_put_back() -> None:
    gains = []
    for order in ("restore", "reverse"):
        rules = {"rascal_putback": order}
        start = twins.position("4! 4! 9 9 9~0.9", "?", deck=9, top=[0, 12, 3], discard=[1], rules=rules)
        gains.append(kept(start, 2, 3).gain)
    fails = 1 - match_chance(Law.of(start), [(0, 2), (0, 3), (0, 4)], start.rules)
    assert gains[0] - gains[1] == 12 * fails > 0


def test_S49_drawn_cards_lie_on_the_deck_again() -> None:
    start = twins.position("4! 9 8", "? ? ?", deck=20, held=5)
    back = undrawn(start)
    assert (back.deck, back.top, back.held, back.unseen) == (21, (5,), None, start.unseen)
    assert undrawn(back) == back
    assert rascals(start) == 1
    assert draw_value(back) >= kept(back, 0, 1).gain == best_exchange(start, 5).gain == 4


def test_S14_S30_S10_what_cannot_be_drawn() -> None:
    with pytest.raises(ToolkitError, match="the deck is empty"):
        draws(twins.position("9", "5", deck=0))
    with pytest.raises(ToolkitError, match="card 4 is held already"):
        draws(twins.position("9", "5", held=4))


def test_S56_cards_without_an_ability_to_discard_count_nothing() -> None:
    start = twins.position("9 ?", "? ?")
    for card in (0, 1, 2, 3, 4, 5, 6, 13):
        assert ability_value(start.drawing(card), card, HALF) == 0


def test_S51_S52_S53_S54_abilities_are_worth_what_they_do() -> None:
    start = twins.position("9 ? 12~0.4", "? ? 3!", discard=[1, 6, 8])
    for card in (7, 8, 9):
        look = best_look(start.drawing(card), card)
        assert look is not None
        assert ability_value(start.drawing(card), card) == look.value
    assert ability_value(start.drawing(7), 7) > 0
    assert ability_value(start.drawing(10), 10) == master_value(start.drawing(10)) > 0
    assert ability_value(start.drawing(11), 11, HALF) == witch_value(start.drawing(11), HALF) > 0
    assert ability_value(start.drawing(12), 12, HALF) == robber_value(start.drawing(12), HALF) > 0


def test_the_uses_of_a_drawn_card() -> None:
    uses = {drawn.card: drawn.use for drawn in draws(twins.position("5 4 3", "1! 2"))}
    assert (uses[0], uses[13], uses[12]) == ("exchange", "discard", "ability")
