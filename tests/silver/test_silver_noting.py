"""Printed games of Silver, noted line by line: what the writer sees is what the engine would show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from noted_games import lines, note_truly, note_wrongly
from scribe import Scribe, shortened
from sizes import nightly

from toolkit.core.decision import CHANCE, Action, IllegalAction
from toolkit.core.told import UntoldError
from toolkit.games.silver import GAME, Rules
from toolkit.games.silver import actions as act
from toolkit.games.silver.noting import NotedGame, NoteError
from toolkit.games.silver.position import position_of
from toolkit.games.silver.state import DECK, SHOWN, VILLAGE, SilverState

VARIANTS = [
    *(replace(rules, memory="perfect") for rules in GAME.editions.values()),
    replace(Rules(), beholder="both", revealer="any", witch_decline="after_look", finish_last_turns=False),
    replace(Rules(), open_mismatch="forbidden", free_actions="any_moment", pushed_pair_ends=False),
]


def chosen(state: SilverState, random: Random) -> Action:
    """Return what happens next: seldom a call, and of equal cards beside the deck the first."""
    if state.to_act() == CHANCE:
        return state.sample_chance(random)
    shown = state.cards.cards[SHOWN]
    first = {act.SHOWN[shown.index(face)] for face in shown}
    legal = [one for one in state.legal_actions() if one not in act.SHOWN or one in first]
    rest = [one for one in legal if one != act.CALL]
    return random.choice(legal if random.random() < 0.3 or not rest else rest)


def begun(number: int) -> tuple[Scribe, NotedGame, Random]:
    """Return a game at its beginning, by one rule variant after another, and its notes."""
    random, rules = Random(number), VARIANTS[number % len(VARIANTS)]
    players = random.choice(GAME.players)
    seat = random.randrange(players)
    return Scribe(GAME.new(players, rules), seat), NotedGame(players, rules, seat), random


def as_told(scribe: Scribe, noted: NotedGame, told: Iterator[str]) -> Iterator[str]:
    """Cut some lines short; after each, a spectator of the notes sees what one of the game would."""
    random = Random(1)
    for line in told:
        yield shortened(line) if random.random() < 0.5 else line
        assert noted.world.observation(None) == scribe.state.observation(None), line


SOME = [range(3), *(pytest.param(range(at, at + 50), marks=nightly) for at in range(3, 503, 50))]


@pytest.mark.parametrize("numbers", SOME, ids=str)
def test_a_noted_game_shows_the_writer_what_the_engine_would_show(numbers: range) -> None:
    for number in numbers:
        scribe, noted, random = begun(number)
        steps = 120 if number < 3 else 10_000
        note_truly(scribe, noted, as_told(scribe, noted, lines(scribe, chosen, random, steps, ended=0.5)))


NUMBERS = ["0", "7", "13", "14", "9:1", "1:1=5", "2=13"]


@pytest.mark.parametrize("games", [1, pytest.param(300, marks=nightly)])
def test_wrong_lines_leave_a_table_that_can_be_or_are_refused(games: int) -> None:
    refused = 0
    for number in range(games):
        scribe, noted, random = begun(number)

        def wrong(line: str, random: Random = random) -> str:
            words = line.split()
            numbers = [n for n, word in enumerate(words) if re.search("[0-9]", word)]
            if numbers:
                words[random.choice(numbers)] = random.choice(NUMBERS)
            return " ".join(words)

        refused += note_wrongly(noted, lines(scribe, chosen, random, 120), wrong)
    assert refused > 10


def test_a_card_that_was_not_told_is_asked_for_by_its_place() -> None:
    noted = NotedGame(2, Rules(), 0)
    noted.tell("top 5")
    with pytest.raises(UntoldError) as untold:
        noted.tell("look 2")
    assert untold.value.place == (VILLAGE, 1)
    noted.tell("look 2 cards 8")
    noted.tell("look 1=3")
    noted.tell("look 1 4")
    with pytest.raises(UntoldError) as untold:
        noted.tell("draw")
    assert untold.value.place == (DECK, None)
    noted.tell("draw cards 4")
    position = position_of(noted.seen)
    assert (position.mine[1].known, position.unseen[5], sum(position.unseen)) == (8, 3, 48)
    assert position.seen == ((1, 0, 1), (1, 3, 1))


START = ("top 5", "look 1=8 2=3", "look 1 3")


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (("",), "nothing"),
        (("cards 3",), "nothing"),
        (("draw 9 !",), "unread"),
        (("draw 9 for 1=2345",), "unread"),
        (("o",), "not_now"),
        (("draw 7 discard", "2=3"), "not_now"),
        (("draw 9 for",), "given_up"),
        (("draw 14",), "number"),
        (("draw 9 discard 8",), "known_hand"),
        (("draw 9 for 1=7",), "known"),
        (("draw 9 for 2 1",), "given_up"),
        (("draw 9 1 2 gives 8",), "as_many"),
        (("draw 9 for 0",), "from_one"),
        (("take 4",), "pile"),
        (("beside 4",), "beside"),
        (("beside",), "one_card"),
        (("call 3",), "too_many"),
        (("draw 9 discard cards 4",), "not_seen"),
        (("draw 9 discard", "look 3:1"), "person"),
        (("draw 7 discard", "look 3=8 4=8 5=8"), "too_many"),
        (("draw 8 discard", "look 2:1=8", "discard 8", "draw 8"), "unfit"),
        (("draw 9 discard", "draw 5"), "not_drawn"),
    ],
)
def test_lines_that_cannot_be_are_refused_and_change_nothing(lines: tuple[str, ...], key: str) -> None:
    noted = NotedGame(2, Rules(), 0)
    for line in (*START, *lines[:-1]):
        noted.tell(line)
    before = noted.seen
    with pytest.raises(NoteError) as refused:
        noted.tell(lines[-1])
    assert refused.value.key == key
    assert noted.seen == before


@pytest.mark.parametrize(
    ("line", "told"),
    [("gives 5", "gives cannot come now; what can: top"), ("5 6", "behind top stands 1 card at most")],
)
def test_what_is_wrong_is_named(line: str, told: str) -> None:
    with pytest.raises(NoteError, match=f"^{told}$"):
        NotedGame(2, Rules(), 0).tell(line)


def test_words_that_are_offered_would_be_accepted() -> None:
    noted = NotedGame(2, Rules(), 0)
    for line in START:
        noted.tell(line)
    with pytest.raises(NoteError, match=r"what can: draw, take$"):
        noted.tell("x")
    noted.tell("draw 9")
    with pytest.raises(NoteError, match=r"what can: discard, for$"):
        noted.tell("x")


def test_A32_who_put_a_card_back_on_the_deck_knows_what_comes_next() -> None:
    noted = NotedGame(2, replace(Rules(), witch_decline="after_look"), 0)
    for line in (*START, "draw 11 discard", "use 5", "skip", "take 1=2"):
        noted.tell(line)
    assert position_of(noted.seen).top[:1] == (5,)
    with pytest.raises(NoteError, match="the next card of the deck is a 5, not a 6"):
        noted.tell("draw 6")
    noted.tell("draw")
    noted.tell("1=8")


def test_a_game_in_which_everybody_has_to_remember_is_not_noted() -> None:
    with pytest.raises(NoteError, match="notes remember what was seen"):
        NotedGame(2, GAME.editions["table-memory"], 0)


def test_S28_a_rule_refuses_what_it_forbids() -> None:
    noted = NotedGame(2, Rules(), 0)
    for line in START:
        noted.tell(line)
    with pytest.raises(IllegalAction, match="5 cards are too many: 4 at most"):
        noted.tell("call")


def test_the_example_of_an_evening_ends_as_in_the_engine() -> None:
    head, *lines = (Path(__file__).parents[2] / "examples/silver-evening.txt").read_text("utf-8").split("\n")
    noted = NotedGame(4, Rules(), 0)
    said = [line.partition("#")[0].strip() for line in lines[1:]]
    for line in filter(None, said):
        noted.tell(line)
    assert head == "tobago-note/1 silver"
    assert noted.outcome
    assert f"# totals: {', '.join(map(str, noted.outcome.scores))}" in lines
