"""Bounds of one reply to a call against the game itself, which plays every turn of it (Q-7)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import rollout_twins
import silver_twins as twins
from sizes import examples

from solvers.silver import Reply, lowest, reply_bounds, static_call
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import CALL
from toolkit.games.silver.cards import DECK
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import VILLAGE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.games.silver.position import Position
    from toolkit.games.silver.state import SilverState

_LEFT_OUT = ("look", "turn", "guard", "over", "off", "protect", "hit", "rob")
"""What changes no sum, and what moves cards between villages."""


class Turns:
    """All turns of my left neighbour after my call, played by the game; `sums` are what they come to."""

    def __init__(self, position: Position, deals: int = 1) -> None:
        self.player, self.sums = position.others[0], set[int]()
        self._before = int(position.called_by is None)
        self._played: set[str] = set()
        for number in range(deals):
            state = GAME.complete(position, Random(number))
            if position.called_by is None:
                state.apply(CALL)
            self._play(state)

    def _play(self, state: SilverState) -> None:
        if state.results or state.turns > self._before:
            villages = state.results[0].villages if state.results else state.cards.cards[VILLAGE:]
            self.sums.add(sum(villages[self.player]))
            return
        key = str((state.stack, state.cards.cards, state.up, state.turns))
        if key in self._played:
            return
        self._played.add(key)
        for action in self._actions(state):
            after = state.clone()
            after.apply(action)
            self._play(after)

    @staticmethod
    def _actions(state: SilverState) -> list[Any]:
        if state.to_act() == CHANCE:
            return [action for action, _ in state.chance_outcomes()]
        return [one for one in state.legal_actions() if getattr(one, "verb", "") not in _LEFT_OUT]


def some_position(random: Random) -> Position:
    """Return a position in which I may call and all villages are certain; the deck has a few cards."""
    cards = random.sample(DECK, len(DECK))
    if random.random() < 0.5:  # many of the cards that matter
        often = random.sample((1, 3, 4, 10, 11, 12, 13), 3)
        cards.sort(key=lambda card: card not in often)
        begin = random.randrange(12)
        cards = cards[begin:] + cards[:begin]
    players, size = random.choice([2, 3]), random.randint(1, 3)
    villages = [[cards.pop() for _ in range(random.randint(1, 3 + (seat == 1)))] for seat in range(players)]
    texts = [" ".join(f"{card}{random.choice(['', '!' * (card > 0)])}" for card in one) for one in villages]
    shown = [cards.pop() for _ in range(random.choice([0, 0, 1]))]
    top = [cards.pop() for _ in range(random.randint(0, size))]
    keys: dict[str, Any] = {"deck": size, "top": top, "shown": shown}
    if random.random() < 0.3:
        keys["amulet"] = [1, random.randrange(len(villages[1]))]
    hidden = (4 - players) * 5 + size - len(top) + random.choice([0, 0, 1])
    found = twins.position(*texts, discard=cards[hidden:], **keys)
    return replace(found, rules=replace(rollout_twins.any_rules(random), turn_limit=200))


@pytest.mark.parametrize("part", range(7))
def test_Q7_S29_bounds_are_the_extremes_of_all_turns_that_the_game_allows(part: int) -> None:
    random = Random(f"reply/{part}")
    for _ in range(examples(8)):
        start = some_position(random)
        found = Turns(start, 40 if start.forgotten else 1).sums
        reply = reply_bounds(start)[0]
        assert (reply.player, reply.lowest, reply.highest) == (1, min(found), max(found)), start


def bounds(position: Position) -> tuple[int, int]:
    """Return the bounds of my left neighbour's sum, which the game confirms."""
    found, reply = Turns(position, 40 if position.forgotten else 1).sums, reply_bounds(position)[0]
    assert (reply.lowest, reply.highest) == (min(found), max(found))
    return reply.lowest, reply.highest


def rest(*seen: int) -> list[int]:
    """Return all cards but these and ten that are removed with two players, the lowest at the bottom."""
    return rest_of(seen)[10:]


def rest_of(seen: Iterable[int]) -> list[int]:
    """Return all cards but these."""
    left = list(DECK)
    for card in seen:
        left.remove(card)
    return left


def test_S12_S17_S20_a_taken_card_and_a_failure() -> None:
    """The top discard replaces the 7; or it is added to all three, with the known card of the deck."""
    start = twins.position("1", "2 5 7", deck=1, top=[6], discard=[*rest(1, 2, 5, 7, 6, 3), 3])
    assert bounds(start) == (14 - 7 + 3, 14 + 3 + 6)


@pytest.mark.parametrize(("putback", "highest"), [("restore", 17 + 13), ("reverse", 17 + 13 + 12)])
def test_S49_A40_what_a_rascal_puts_back_is_the_card_that_a_failure_costs(putback: str, highest: int) -> None:
    cards = [4, 4, 9, 0, 12, 13]
    start = twins.position(
        "1",
        "4! 4! 9",
        deck=3,
        top=[0, 12, 13],
        discard=[*rest(1, *cards, 2), 2],
        rules={"rascal_putback": putback},
    )
    assert bounds(start) == (4 + 4 + 0, highest)


def test_S52_a_master_fetches_a_forgotten_card() -> None:
    start = twins.position("1", "9 9 2", deck=1, top=[10], discard=[12, 5])
    assert start.forgotten > 0
    assert reply_bounds(start)[0].lowest == 2
    pile = rest(1, 9, 9, 2, 10)
    start = twins.position("1", "9 9 2", deck=1, top=[10], discard=pile)
    assert bounds(start)[0] == min(pile) + 2


@pytest.mark.parametrize("works", [True, False])
def test_S52_A20_a_shown_master_fetches_a_card_where_shown_abilities_work(works: bool) -> None:
    pile = [*rest(1, 9, 9, 2, 10, 12, 12), 12]
    keys = {"discard": pile, "deck": 1, "top": [12], "shown": [10], "rules": {"squire_ability": works}}
    assert bounds(twins.position("1", "9 9 2", **keys))[0] == 2 + (min(pile) if works else 10)


def test_A3_A14_A44_only_four_pushed_cards_may_cost_one() -> None:
    """Three different ones are openly wrong, but two 7s may turn out to be 13s for the 9 and the 2."""
    rules = {"penalty": "three_different", "doppelganger": "pairing", "open_mismatch": "forbidden"}
    pile = [*rest(1, 7, 7, 9, 2, 12, 6), 6]
    start = twins.position("1", "7 7 9! 2!", deck=1, top=[12], discard=pile, rules=rules)
    assert bounds(start) == (25 - 14 + 6, 25 + 6 + 12)


def test_S52_S20_a_fetched_card_is_not_the_one_that_a_failure_costs() -> None:
    hidden = [13, 2, 2, 2, 2, 3, 3, 3, 3, 6, 6, 6]
    pile = sorted(rest_of([13, 5, 7, 9, 10, *hidden]), reverse=True)
    start = twins.position("13", "5 7 9", deck=2, top=[10], discard=pile)
    reply = reply_bounds(start)[0]
    assert (reply.lowest, reply.highest) == (12, 46)


def test_S53_a_witch_brings_the_second_card_and_a_failure_the_third() -> None:
    start = twins.position(
        "1", "2 5 7", deck=3, top=[11, 12, 13], discard=[*rest(1, 2, 5, 7, 11, 12, 13, 1), 1]
    )
    assert bounds(start)[1] == 14 + 12 + 13


@pytest.mark.parametrize(("doppelganger", "lowest_sum"), [("wild", 3 + 5), ("pairing", 3)])
def test_S55_A14_two_13s_pair_with_two_numbers(doppelganger: str, lowest_sum: int) -> None:
    start = twins.position(
        "1",
        "13 13 8 5",
        deck=1,
        top=[3],
        discard=[*rest(1, 13, 13, 8, 5, 3, 7), 7],
        rules={"doppelganger": doppelganger},
    )
    assert bounds(start)[0] == lowest_sum


def test_S43_S67_a_squire_shows_a_card_before_the_reply() -> None:
    """The known card lies beside the deck then, so that the next one is unknown and may be drawn as well."""
    start = twins.position("1!", "9 2", deck=2, top=[12], discard=[*rest(1, 9, 2, 12, 6)[1:], 6])
    assert bounds(start)[0] == 2 + min(number for number, count in enumerate(start.unseen) if count)


def test_A38_with_an_empty_deck_the_discard_must_be_taken() -> None:
    rules = {"finish_last_turns": True}
    last = twins.position("1", "2", deck=0, discard=[*rest(1, 2, 9), 9], called_by=0, rules=rules)
    assert bounds(last) == (9, 9)
    stuck = replace(last, amulet=(1, 0))
    assert bounds(stuck) == (2, 2)
    over = replace(last, rules=replace(last.rules, finish_last_turns=False))
    assert [(one.lowest, one.highest) for one in reply_bounds(over)] == [(2, 2)]


# ---- the chances ------------------------------------------------------------------------------------------


def test_Q7_Q6_chances_are_those_of_all_worlds() -> None:
    for seed in range(40):
        start = twins.small(seed)
        worlds = twins.worlds(start)
        for reply in reply_bounds(start):
            assert reply.worst == ahead(start, worlds, reply.player, reply.lowest)
            assert reply.best == ahead(start, worlds, reply.player, reply.highest)


def ahead(start: Position, worlds: twins.Worlds, player: int, total: int) -> Fraction:
    """Return the chance that my sum is the lowest when another player has this sum."""

    def is_ahead(world: twins.World) -> bool:
        sums = [twins.village_sum(start, world, seat) for seat in range(start.players)]
        sums[player] = total
        return sums[start.me] == min(sums)

    return twins.mean(worlds, is_ahead)


def test_Q7_the_static_chance_lies_between_the_bounds() -> None:
    start = twins.position("1 2 ?", "5 0 4", "? ? ? ?", deck=20, discard=[9, 3])
    (reply,) = reply_bounds(start)
    assert (reply.player, reply.lowest, reply.highest) == (1, 4, 9 + 13 + 13)
    assert 0 < reply.worst < static_call(start).chance == lowest(start) < reply.best < 1
    third = replace(start, villages=(start.mine, start.villages[2], start.villages[1]))
    assert [one.player for one in reply_bounds(third)] == [2]
    assert reply_bounds(third)[0] == replace(reply, player=2)


def test_Q7_an_opponent_with_a_hidden_card_has_no_bounds() -> None:
    assert reply_bounds(twins.position("1", "5 0~0.9", "? ?")) == []


def test_Q7_a_sure_call() -> None:
    """Nobody can be below a single 0."""
    sure = Reply(1, 0, 9 + 13, Fraction(1), Fraction(1))
    assert reply_bounds(twins.position("0", "9 9")) == [sure]


def test_S28_S29_who_may_not_call_has_no_bounds() -> None:
    with pytest.raises(ToolkitError, match="S-28"):
        reply_bounds(twins.position("1 1 1 1 2", "5"))
    with pytest.raises(ToolkitError, match="S-29"):
        reply_bounds(twins.position("1", "5", called_by=1))
