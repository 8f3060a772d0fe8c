"""What the search tree must get right, on games so small that the answer is plain."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

import pytest

from solvers.players import ismcts
from solvers.players.ismcts import Ismcts, Tree
from toolkit.core.decision import CHANCE, Action, Chance, Decision, on
from toolkit.core.game import Game, register
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State

SEEDS = range(20)


@dataclass(frozen=True, slots=True)
class Say(Action):
    word: str

    def __str__(self):
        return self.word


def chosen(state, seed, iterations):
    seat = Ismcts(iterations)
    seat.sit(0, Random(seed))
    return str(seat.choose(state.observation(0), state.legal_actions()))


def tree_of(state, seed, iterations):
    tree = Tree(state.observation(0), Random(seed))
    for _ in range(iterations):
        tree.iterate()
    return tree


# ---- an open game, written down as a tree -----------------------------------------------------------------

TWO_PLIES = (0, {"left": (1, {"gift": (1.0, 0.0), "theft": (0.0, 1.0)}), "right": (0.4, 0.6)})
RISK = (0, {"safe": (-20.0, 20.0), "risk": (CHANCE, {"good": (5.0, -5.0), "bad": (-30.0, 30.0)})})
LUCK = {"good": 3, "bad": 1}
TWELVE = (0, {f"way {number}": (10.0 + number, 10.0) for number in range(12)})
TREES = {"two plies": TWO_PLIES, "risk": RISK, "twelve": TWELVE}
WORDS = ["left", "right", "gift", "theft", "safe", "risk", "good", "bad", *(f"way {n}" for n in range(12))]


@dataclass(frozen=True)
class WhichTree:
    tree: str = "two plies"


def branch(state):
    node = TREES[state.rules.tree]
    for word in state.said:
        node = node[1][word]
    return node


class Saying(NamedTuple):
    actor: int


class Luck(NamedTuple):
    actor: int


def say(state, action, _frame):
    state.said = (*state.said, action.word)
    actor, *ways = branch(state)
    if isinstance(ways[0], dict):
        state.stack.append(Luck(actor) if actor == CHANCE else Saying(actor))


class TreeState(State):
    said: tuple[str, ...]

    def outcome(self):
        return None if self.stack else Outcome("all is said", (), (0, 0))

    def returns(self):
        return (0.0, 0.0) if self.stack else branch(self)

    @classmethod
    def layouts(cls, rules, players):
        return {}


class TreeGame(Game[WhichTree, TreeState]):
    name = title = "tree for tests"
    players = range(2, 3)
    Rules = WhichTree
    state_type = TreeState
    decisions: ClassVar = {
        "say": Decision(Saying, lambda state, _: [Say(word) for word in branch(state)[1]], on(Say, say)),
        "chance": Chance(Luck, lambda state, _: [(Say(w), LUCK[w]) for w in branch(state)[1]], on(Say, say)),
    }

    def start(self, players, rules):
        state = TreeState.begin(rules, players)
        state.said, state.stack = (), [Saying(0)]
        return state

    def vocabulary(self, players, rules):
        return [Say(word) for word in WORDS]

    def components(self, rules):
        return {}


TREE = TreeGame()
register(TREE)


def test_a_rival_chooses_what_is_good_for_the_rival():
    """A rival who cooperates would make the left way worth 1; this one makes it worth nothing."""
    state = TREE.new(2, WhichTree("two plies"))
    assert {chosen(state, seed, 200) for seed in SEEDS} == {"right"}


def test_bad_luck_at_first_does_not_rule_out_an_action_whatever_the_unit():
    """The risk is worth -3.75, more than -20, but in one of four first trials it brings -30."""
    state = TREE.new(2, WhichTree("risk"))
    assert {chosen(state, seed, 200) for seed in SEEDS} == {"risk"}


def test_values_far_from_0_and_1_are_scaled_to_those_that_were_met():
    tree = tree_of(TREE.new(2, WhichTree("risk")), 1, 100)
    assert (tree._low, tree._high) == (-30.0, 30.0)
    tree = tree_of(TREE.new(2, WhichTree("twelve")), 1, 100)
    assert (tree._low, tree._high) == (10.0, 21.0)


def test_without_advice_every_action_is_tried_before_one_is_tried_again():
    state = TREE.new(2, WhichTree("twelve"))
    assert set(tree_of(state, 1, 12).visits.values()) == {1}
    assert chosen(state, 1, 40) == "way 11"


# ---- a game with a card that the player does not see ------------------------------------------------------

CARDS = (1, 2, 3)
SAFE, BETS = Say("safe"), [Say(f"bet {card}") for card in CARDS]
PILE, COVERED = 0, 1


@dataclass(frozen=True, slots=True)
class Cover(Action):
    card: int

    def __str__(self):
        return f"cover {self.card or '?'}"

    def veiled(self):
        return Cover(0)


@dataclass(frozen=True)
class Who:
    """Who covers the card: chance before the bet, or the rival after it."""

    rival: bool = False


class Covering(NamedTuple):
    actor: int


class Dealing(NamedTuple):
    actor: int


class Betting(NamedTuple):
    actor: int


def cover(state, action, _frame):
    state.cards.give(action.card, PILE, COVERED)


def bet(state, action, _frame):
    state.bet = action.word


class CoverState(State):
    bet: str
    cards: Zones

    def outcome(self):
        return None if self.stack else Outcome("the card is shown", (), (0, 0))

    def returns(self):
        if self.stack:
            return (0.0, 0.0)
        covered = self.cards.cards[COVERED][0]
        return (0.5 if self.bet == "safe" else float(self.bet == f"bet {covered}"), 0.0)

    @classmethod
    def layouts(cls, rules, players):
        return {"cards": Layout(2, CARDS, (("pile", 0b10), ("covered", 0b10)))}


class CoverGame(Game[Who, CoverState]):
    name = title = "cover for tests"
    players = range(2, 3)
    Rules = Who
    state_type = CoverState
    decisions: ClassVar = {
        "cover": Decision(
            Covering, lambda *_: [Cover(card) for card in CARDS], on(Cover, cover), seen_by=lambda *_: 0b10
        ),
        "deal": Chance(
            Dealing,
            lambda *_: [(Cover(card), 1) for card in CARDS],
            on(Cover, cover),
            seen_by=lambda *_: 0b10,
        ),
        "bet": Decision(Betting, lambda *_: [SAFE, *BETS], on(Say, bet)),
    }

    def start(self, players, rules):
        state = CoverState.begin(rules, players)
        state.bet, state.cards = "", Zones.start(CoverState.layouts(rules, players)["cards"], PILE)
        state.stack = [Covering(1), Betting(0)] if rules.rival else [Betting(0), Dealing(CHANCE)]
        return state

    def vocabulary(self, players, rules):
        return [*(Cover(card) for card in CARDS), SAFE, *BETS]

    def components(self, rules):
        return {"cards": list(CARDS)}


COVER = CoverGame()
register(COVER)


def covered(card):
    state = COVER.new(2)
    state.apply(Cover(card))
    return state


def test_a_bet_on_what_is_hidden_is_judged_over_the_worlds_that_may_be():
    """In each single world one bet wins for certain; over all of them it wins in one of three."""
    assert {chosen(covered(2), seed, 300) for seed in SEEDS} == {"safe"}


def test_what_a_rival_does_veiled_is_any_of_what_looks_alike():
    """A rival who always covers the first card, or the last, would make the bet on it safe."""
    state = COVER.new(2, Who(rival=True))
    assert {chosen(state, seed, 300) for seed in SEEDS} == {"safe"}


class Clairvoyant:
    """Advice that judges the world it is given, with the hidden card."""

    horizon, judges_at = 0, frozenset()

    def weigh(self, state, actions):
        if state.decision_kind() != "bet":
            return [0.0] * len(actions)
        winning = f"bet {state.cards.cards[COVERED][0]}"
        return [0.5 if action is SAFE else float(action.word == winning) for action in actions]

    def values(self, state):
        raise AssertionError("the game is played to its end")


@pytest.fixture
def clairvoyant(monkeypatch):
    monkeypatch.setattr(ismcts, "find_advice", lambda _: Clairvoyant())


@pytest.mark.usefixtures("clairvoyant")
def test_weights_are_means_over_worlds():
    """The bet that the first world holds for certain must not outweigh the visits that follow."""
    tree = tree_of(covered(2), 1, 60)
    weights = tree._root.weights
    assert {weights[action].worlds for action in (SAFE, *BETS)} == {ismcts._WORLDS}
    assert weights[SAFE].mean == 0.5
    assert sum(weights[action].mean for action in BETS) == pytest.approx(1)
    assert all(weights[action].mean < 1 for action in BETS)
    safe = [chosen(covered(2), seed, 60) for seed in SEEDS].count("safe")
    assert safe >= 15


@pytest.mark.usefixtures("clairvoyant")
def test_a_child_first_reached_as_the_only_choice_gets_its_weight_later():
    """Its weight counts as soon as there is a choice, as that of its rivals does."""
    state = covered(2)
    tree = Tree(state.observation(0), Random(1))
    tree._low, tree._high = 0.0, 1.0
    node, child = ismcts._Node(2), ismcts._Node(2)
    child.visits, node.children[BETS[1]] = 1, child
    ismcts._weigh(node, Clairvoyant(), state, dict(zip(BETS, BETS, strict=True)))
    assert tree._bound(node, BETS[1], 0) == pytest.approx(ismcts._TRUST / (ismcts._TRUST + 1))
