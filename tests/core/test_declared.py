"""Actions and decisions that are declared once: notation, vocabulary, places, kinds and questions follow."""

from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Annotated, NamedTuple

import pytest

from toolkit.core.decision import (
    CHANCE,
    Action,
    Domain,
    MadeOnce,
    Reveal,
    asks,
    declared,
    draws,
    question,
    refusal,
)
from toolkit.core.game import Game
from toolkit.core.hidden import HIDDEN

SUIT = Domain(
    lambda players, rules: range(rules), ("hearts", "spades").__getitem__, lambda suit, seen: f"{seen} {suit}"
)
SIZE = Domain(lambda players, rules: (2, 1)[:players], lambda size: "x" * size)


@dataclass(frozen=True, slots=True)
class Play(Action):
    suit: Annotated[int, SUIT]
    size: Annotated[int, SIZE]
    words = "play {size} {suit}"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    suit: Annotated[int, SUIT]
    words = "draw {suit}"
    secret = ("suit", HIDDEN)


@dataclass(frozen=True, slots=True)
class Pair(Action):
    suit: Annotated[int, SUIT]
    other: Annotated[int, SUIT]
    third: Annotated[int, SUIT]
    words = "pair {suit} {other} {third}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    words = "pass"


@dataclass(frozen=True, slots=True)
class Shown(Reveal):
    suits: Annotated[tuple[int, ...], Domain(written=lambda suits: len(suits))]
    words = "{suits} cards"


class Table:
    heap = (1, 0, 1)


class Other:
    pass


class Drawing(NamedTuple):
    actor: int
    player: int

    def heap(self, state: Table) -> tuple[int, ...]:
        return state.heap

    def seen_by(self, _state: Table) -> int:
        return 1 << self.player

    def draw(self, state: Table, action: Draw) -> None:
        state.drawn = action


@asks("Which {suit}, player {actor}?")
class Playing(NamedTuple):
    actor: int
    suit: Annotated[int, SUIT]

    def legal(self, state: Table) -> list[Action]:
        return [Play.of[self.suit, 1], Pass.of[()]]

    def play(self, state: Table, action: Play | Pass) -> None:
        state.played = self, action

    def why_not(self, state: Table, action: Play | Pass) -> str:
        return f"not {action}"

    def _helper(self, other: Other) -> None:
        """Nobody asks what it is for."""


class Elsewhere(NamedTuple):
    actor: int

    def legal(self, state: Other) -> list[Action]:
        return []


def test_notation_vocabulary_and_what_is_made_once_follow_from_the_domains():
    assert [str(one) for one in Play.every(2, 2)] == [
        "play xx hearts",
        "play x hearts",
        "play xx spades",
        "play x spades",
    ]
    assert Play.every(1, 1) == [Play(0, 2)]
    assert Pass.every(3, 2) == [Pass()]
    assert Play.of[1, 2] is Play.of[1, 2] is Play.every(2, 2)[2]
    assert Draw.of[1] is Draw.every(2, 2)[1]
    assert (str(Draw(1)), str(Draw(1).veiled()), str(Play(0, 1).veiled())) == (
        "draw spades",
        "draw ?",
        "play x hearts",
    )
    assert Play(1, 1).places("mine") == ("mine 1",)
    assert Pass().places("mine") == ()
    assert str(Shown((1, 0, 1))) == "(3 cards)"


def test_of_a_type_some_actions_may_be_given_by_their_first_fields():
    spades = MadeOnce(Play, 1)
    assert spades[2] is spades[2] is Play.of[1, 2]  # and no other one
    assert spades.every(2, 2) == [Play(1, 2), Play(1, 1)]
    assert MadeOnce(Play, 0, 1).every(2, 2) == [Play(0, 1)]
    assert MadeOnce(Pass).every(2, 2) == [Pass()]
    assert MadeOnce(Pair, 1)[0, 1] is Pair.of[1, 0, 1]  # several fields are left: by their values
    game = SimpleNamespace(actions=(spades, Pass, MadeOnce(Play, 0)))
    assert Game.vocabulary(game, 1, 2) == [Play(1, 2), Pass(), Play(0, 2)]


def test_kinds_follow_from_the_methods_of_frames():
    kinds = declared(draw=Drawing, a_card=Playing)
    assert list(kinds) == ["draw", "a card"]
    draw, card = kinds.values()
    state, drawing, playing = Table(), Drawing(CHANCE, 3), Playing(1, 0)
    assert (draw.sort, card.sort) == ("chance", "decision")
    assert drawing.outcomes(state) == [(Draw(1), 2), (Draw(0), 1)]
    assert {str(drawing.pick(state, Random(seed))) for seed in range(20)} == {"draw hearts", "draw spades"}
    assert (draw.seen, drawing.seen_by(state), card.seen) == (True, 8, False)
    assert (set(draw.does), set(card.does)) == ({Draw}, {Play, Pass})
    card.does[Pass](playing, state, Pass())
    assert state.played == (playing, Pass())
    assert question(playing) == "Which hearts, player 1?"


def test_a_refusal_is_asked_for_the_actions_that_it_names_and_else_tells_what_is_legal():
    declared(card=Playing)
    assert refusal(Table(), Playing(1, 0), Play(1, 1)) == "not play x spades"
    assert refusal(Table(), Playing(1, 0), Draw(1)) == "not possible now; legal: play x hearts, pass"


COIN = Domain(lambda *_: ("front", "back"), str.upper, unseen="a coin")


@dataclass(frozen=True, slots=True)
class Toss(Action):
    coin: Annotated[str, COIN.at("side {}")]
    words = "toss {coin}"
    secret = ("coin", HIDDEN)


@dataclass(frozen=True, slots=True)
class Call(Action):
    word: Annotated[str, Domain(place=lambda word, _seen: "bank" * (word == "pay"))]
    words = "{word}"


@asks("{who}: {left} coins?")
class Calling(NamedTuple):
    actor: int
    left: int

    def who(self, seen: list[str]) -> str:
        return seen[self.actor]


def test_what_draws_a_face_may_be_said_where_the_type_does_not_tell():
    hearts = {0: Play(0, 1), 1: Play(0, 2)}

    @draws(hearts)
    class Dealing(NamedTuple):
        actor: int

        def heap(self, state: Table) -> tuple[int, ...]:
            return state.heap

        def deal(self, state: Table, action: Play) -> None:
            state.dealt = action

    declared(deal=Dealing)
    assert Dealing(CHANCE).outcomes(Table()) == [(hearts[1], 2), (hearts[0], 1)]
    assert Dealing(CHANCE).pick(Table(), Random(1)) in hearts.values()


def test_a_domain_says_where_its_values_lie_and_what_stands_for_one_that_is_not_seen():
    assert Toss("back").places("mine") == ("side BACK",)
    assert (str(Toss("back")), str(Toss("back").veiled())) == ("toss BACK", "toss a coin")
    assert (Call("pay").places("mine"), Call("wait").places("mine")) == (("bank",), ())


def test_single_actions_of_a_type_may_be_apart_in_the_vocabulary():
    game = SimpleNamespace(actions=(Call.of["pay"], Toss, Call.of["wait"]))
    assert [*map(str, Game.vocabulary(game, 2, None))] == ["pay", "toss FRONT", "toss BACK", "wait"]


def test_a_question_may_tell_what_the_seat_sees():
    assert question(Calling(1, 3), ["Ann", "Bob"]) == "Bob: 3 coins?"


def test_frames_of_another_game_are_refused():
    with pytest.raises(
        TypeError, match=r"one class of states: Playing\.why_not for Table, Elsewhere\.legal for Other"
    ):
        declared(card=Playing, elsewhere=Elsewhere)


def _said(name, **methods):
    return type(name, (), {"actor": CHANCE, "__module__": __name__, **methods})


def does(self, state: Table, action: Play) -> None:
    """Do it."""


def also_does(self, state: Table, action: Play | Pass) -> None:
    """Do it in another way."""


def nothing(self, state: Table) -> list[Action]:
    return []


@pytest.mark.parametrize(
    ("methods", "problem"),
    [
        (
            {"step": nothing, "legal": nothing},
            "Odd.step is what the rules do: what is chosen has another name",
        ),
        ({"step": nothing, "does": does}, "Odd.step is what the rules do"),
        ({"lagel": nothing, "does": does}, "Odd has none of legal, heap, outcomes and step"),
        ({"legal": nothing}, "Odd does no action"),
        ({"heap": nothing}, "Odd does no action"),
        ({"legal": nothing, "_helps": does}, "Odd does no action"),
        ({"legal": nothing, "does": does, "also": also_does}, "Odd does Play twice: also_does and does"),
    ],
)
def test_a_frame_that_does_not_say_what_it_must_is_refused(methods, problem):
    with pytest.raises(TypeError, match=problem):
        declared(card=_said("Odd", **methods))


def test_an_action_without_a_type_is_refused():
    class Careless(NamedTuple):
        actor: int

        def legal(self, state: Table) -> list[Action]:
            return []

        def play(self, state: Table, action):
            """Nobody can tell what it does."""

    with pytest.raises(TypeError, match=r"Careless\.play: its action has no type"):
        declared(card=Careless)
