"""What a seat sees of Mangrovia in the terminal."""

import re
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from toolkit import ToolkitError
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.mangrovia.files.reading import shipped
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.scoring import Counted
from workbench.cli.play import mangrovia as view
from workbench.cli.play.desk import advised
from workbench.cli.play.voice import InNotation, InWords
from workbench.cli.printing import text_of

VOICE = InNotation(GAME, ["me", "greedy", "greedy", "random", "random"])
EXAMPLES = Path(__file__).parents[2] / "examples"


def shown(parts, width=100):
    console = Console(width=width, no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(*parts)
    return capture.get()


def started(rules=None, players=2):
    state = GAME.new(players, rules)
    while state.to_act() == CHANCE:
        state.apply(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("players", range(2, 6))
def test_every_decision_is_shown_within_the_width_of_a_screen(players):
    kinds = set()
    for seed, rules in enumerate([Rules(), Rules(stone_tiles="all")]):
        state, random = GAME.new(players, rules), Random(seed)
        while state.to_act() != TERMINAL:
            if state.to_act() == CHANCE:
                state.apply_unchecked(state.sample_chance(random))
                continue
            if state.decision_kind() not in kinds or random.random() < 0.02:
                kinds.add(state.decision_kind())
                seen = state.observation(state.to_act())
                text = shown(view.table(seen, VOICE), 90)
                heads = {line.split()[0] for line in text.splitlines()}
                assert {"coast", "islet", "H1", "H4", "R1", "R6", "open:", "played:", "player"} <= heads
                assert "reconstructed: not the printed board" in text
                asked = VOICE.question(seen)
                assert len(asked) < 120
                assert ("(M-" in asked) or (", M-" in asked)
                assert view.hand(seen, VOICE)
            state.apply_unchecked(random.choice(state.legal_actions()))
        scoring = shown(view.table(state.observation(0), VOICE)[:1], 80).splitlines()
        assert scoring[-1].startswith(" M-37 ")
        totals = scoring[-1].split()[-players:]
        assert tuple(map(int, totals)) == state.outcome().scores
    assert {"bowl", "action", "pay", "birds"} <= kinds


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_persian_table_has_names_of_people_and_nothing_english(players):
    """A space has the same columns as in English, and each line of the final scoring is told."""
    names = ["me:آنا", "greedy", "me:Kim", "random", "me"][:players]
    voice, english = InWords(GAME, "fa", names), InWords(GAME, "en", names)
    rules = Rules(stone_tiles="all", neutral_colours="by_mark")
    state, random, steps = GAME.new(players, rules), Random(players), 0
    while True:
        steps += 1
        if steps % 40 == 0 or state.to_act() == TERMINAL:
            seen = state.observation(0)
            text = text_of(*view.table(seen, voice), *view.hand(seen, voice))
            bare = text
            while (
                inner := re.sub("\u2068[^\u2068\u2069]*[A-Za-z0-9][^\u2068\u2069]*\u2069", "", bare)
            ) != bare:
                bare = inner
            assert not re.findall("[A-Za-z0-9]+", bare)
            assert "آنا (شما)" in text
            assert "⁨r10⁩" in text
        if state.to_act() == TERMINAL:
            break
        chance = state.to_act() == CHANCE
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
    shown = text_of(*view.table(seen, english)).replace("\u2068", "").replace("\u2069", "")
    assert "1 آنا (you)" in shown
    assert "player 0" not in shown


@pytest.mark.parametrize("players", [2, 4])
def test_the_final_scoring_is_told_in_the_words_of_the_engine(players):
    state, random = GAME.new(players, Rules(neutral_colours="by_mark")), Random(players)
    while state.to_act() != TERMINAL:
        chance = state.to_act() == CHANCE
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
    counted = Counted(
        state.rules.layout, state.rules, players, state.owners, state.sizes, state.pole, state.tiles
    )
    scores, names = counted.scores([()] * players), ["Anna", "Bob", "Kim", "Lee"][:players]
    teller = VOICE.teller(None)
    assert teller.scored(scores, names) == [line.what for line in scores.lines(names)]


def test_M21_the_board_as_a_grid():
    position = Position.load(EXAMPLES / "mangrovia-end.toml")
    state = GAME.complete(Position.load(EXAMPLES / "mangrovia-position.toml"), Random(1))
    text = shown(view.table(state.observation(0), VOICE), 80)
    assert "H3 12/6 5 (1)     .       M6      (1)     RW9+3   M9|     S10|    R9|" in text
    assert "        6 S5+1    .       W7+3    .       M4a+4   (1)|2   [--]    W7|" in text
    assert "coast     r1 (0)  r2 (2)  r3 W6+1  r4 M6+1" in text
    assert position.over


def test_the_board_is_explained_to_each_person_once_where_there_is_room(tobago, monkeypatch):
    typed = b"a\n" * 2 + b"b\n" * 6 + b"table\n"  # the table is asked for at the end
    for lines, explained in ((20, [True]), (24, [False, True]), (60, [True, False, False, True])):
        monkeypatch.setenv("LINES", str(lines))
        done = tobago("play", "mangrovia", "--players", "me:Anna,greedy", "--seed", "3", stdin=typed)
        boards = done.out.split("V1 12/6   ")[1:]
        assert ["W10+4: on water, costs 10 in cards" in board for board in boards] == explained, lines


def test_an_owners_board_is_called_so_with_its_columns():
    text = shipped("board-reconstructed.csv").replace("e1,grid,e,1,reed,,8,", "e1,grid,e,1,reed,,9,")
    state = started(Rules(board=text), players=5)
    told = shown(view.table(state.observation(0), VOICE), 80)
    assert "board: an owner's board" in told
    assert "R9+2" in told


def test_M15_what_the_amulet_action_brings_is_said():
    for huts, said in [
        ([], "an amulet of 1"),
        (["r1"], "draw an amulet"),
        (["r1", "r2", "r5"], "draw 3 amulets and put one back"),
    ]:
        bowls = {"R1": 0, "R2": 3, "R3": 1, "R4": 2}
        position = Position(
            huts=((), (), (), tuple(huts)), me=3, bowls=bowls, pier=2, talisman=0, rules=Rules()
        )
        state = GAME.complete(position, Random(1))
        assert VOICE.question(state.observation(3)) == f"Pier 2 (amulets): {said}, or decline (M-15)"


def test_advice_names_every_action_once_and_no_policy():
    state = GAME.complete(Position.load(EXAMPLES / "mangrovia-position.toml"), Random(1))
    seen = state.observation(0)
    lines = shown(advised(seen, VOICE).table(screen=True)).splitlines()[1:]
    assert sorted(line.rsplit(maxsplit=1)[0].strip() for line in lines) == sorted(map(str, seen.actions))
    with pytest.raises(ToolkitError, match="no policy 'steady': in Mangrovia advice follows none"):
        advised(seen, VOICE, "steady")


def test_where_all_win_or_none_does_points_tell_what_is_best():
    state = GAME.complete(Position.load(EXAMPLES / "mangrovia-position.toml"), Random(1))
    plain = shown(advised(state.observation(0), VOICE).table(screen=True)).splitlines()
    assert plain[0].rstrip().endswith(" chance to win, roughly")
    for points, chance in (([900, 9, 9], "100.0%"), ([0, 900, 900], "0.0%")):
        state.points = points
        said, head, *lines = shown(advised(state.observation(0), VOICE).table(screen=True)).splitlines()
        assert said == f"All have the same chance to win, {chance}: points tell them apart."
        assert head.rstrip().endswith(" points ahead of the others, roughly")
        assert len(lines) == len(plain) - 1
        leads = [float(line.split()[-1]) for line in lines]
        assert leads == sorted(leads, reverse=True)
        assert (leads[0] > 50, leads[0] < -50) == (chance == "100.0%", chance == "0.0%")
        assert lines[0].split()[:-1] == plain[1].split()[:-1]  # what wins most is what brings most
