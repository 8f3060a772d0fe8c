"""The printed game as people tell it, against the games of the engine that they tell."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples, nightly
from told_games import Evening, public, set_up

from solvers.players.registry import player
from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.games.tobago import Clue, position_of, reconstructed_deck
from toolkit.games.tobago.cards import reconstructed_gold
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.printed import PrintedGame
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.untold import Mismatch, UntoldGame

OWN = {"deck": tuple(map(str, reconstructed_deck())), "gold": reconstructed_gold()}
KNOWN = {"all": [1.0] * 4, "some": [0.5] * 4, "never": [0.0] * 4, "two phones": [1.0, 0.0, 1.0, 0.0]}


EDITIONS = list(GAME.editions.values())


def evening(seed, bot="random", known="never", *, own=False, turns=40):
    rules = replace(set_up(EDITIONS[seed % len(EDITIONS)], seed), turn_limit=turns, **(OWN if own else {}))
    players, chooser = 2 + seed % 3, player(bot)
    chooser.sit(0, Random(seed))

    def choose(state):
        return chooser.choose(state.observation(state.to_act()), state.legal_actions())

    return Evening(rules, players, choose, seed, KNOWN[known])


def check_whole(told):
    told.compare()
    while told.step():
        told.compare()
    record = told.printed.record()
    assert record.outcome == told.engine.outcome()
    assert Record.parse("\n".join(record.to_lines())).replay().outcome() == record.outcome


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("known", KNOWN)
def test_a_told_game_is_the_game_of_the_engine(known, own):
    bot = "greedy" if own and known == "some" else "random"
    check_whole(evening(4 * own + len(known), bot, known, own=own, turns=30))


@nightly
@pytest.mark.parametrize("seed", range(100))
def test_long_told_games_are_games_of_the_engine(seed):
    bot = "greedy" if seed % 3 else "random"
    check_whole(evening(seed, bot, list(KNOWN)[seed % 4], own=seed % 5 < 2, turns=150))


@settings(max_examples=examples(6), deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12))
def test_what_is_taken_back_and_told_again_is_the_same(seed, lines):
    told = evening(seed, known="some", turns=12)
    while told.step():
        pass
    printed = told.printed
    lines = min(lines, len(printed.told))
    after, last = public(printed.state), printed.told[-lines:]
    hands = [printed.hand(seat) for seat in range(printed.state.players)]
    printed.take_back(lines)
    for line in last:
        printed.tell(line.player, line.line)
    assert (public(printed.state), printed.told[-lines:]) == (after, last)
    assert hands == [printed.hand(seat) for seat in range(printed.state.players)]


SET_UP = set_up(GameRules(turn_limit=100), 1)


def begun(*lines, rules=SET_UP, players=2):
    """Return a game after lines, each told by the player whose number it begins with."""
    printed = PrintedGame(rules, players)
    for line in lines:
        printed.tell(int(line[0]), line[2:])
    return printed


STARTED = ("0 start clue brown in jungle", "1 start clue white next to hut", "0 start A22", "1 start C22")


def test_the_set_up_is_told_as_the_rulebook_lays_it_out():
    printed = begun(*STARTED)
    assert printed.state.decision_kind() == "turn"
    assert [line.map for line in printed.told] == ["brown", "white", None, None]
    assert printed.told[0].before == 104
    assert printed.hand(0) == ((), 6)


def test_a_card_that_is_told_is_known_until_it_is_laid():
    printed = begun(*STARTED, "0 know in largest lake", "0 know not in river")
    assert list(map(str, printed.hand(0)[0])) == ["in largest lake", "not in river"]
    printed.tell(0, "clue black not in river")
    assert (list(map(str, printed.hand(0)[0])), printed.hand(0)[1]) == (["in largest lake"], 5)
    printed.tell(1, "exchange")
    printed.tell(0, "forget in largest lake")
    assert printed.hand(0) == ((), 6)
    assert [line.secret for line in printed.told[-4:]] == [True, False, False, True]


def test_the_reconstructed_deck_gives_way_and_that_of_an_owner_does_not():
    lines = [*STARTED, *["0 know in jungle"] * 3]
    printed = begun(*lines)
    assert printed.hand(0)[0] == (Clue.parse("in jungle"),) * 3
    assert Record.parse("\n".join(printed.record().to_lines())).replay()
    with pytest.raises(ToolkitError, match=r"no unknown card of this hand can be 'in jungle'.*T-10"):
        begun(*lines, rules=replace(SET_UP, **OWN))


def test_a_starting_clue_that_the_deck_lacks_is_turned_up_all_the_same():
    lines = ["0 know in jungle", "0 start clue brown in jungle", "1 start clue white in jungle"]
    printed = begun(*lines, "0 start A22", "1 start C22")
    assert printed.hand(0)[0] == (Clue.parse("in jungle"),)
    assert Record.parse("\n".join(printed.record().to_lines())).replay().turn == 1


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (STARTED, (), "know"),
        (STARTED, ("0 exchange",), "know"),
        (STARTED[:1], (), "start clue white"),
    ],
)
def test_a_refusal_tells_nothing_of_what_others_know_of_their_hands(before, after, line):
    rules = replace(SET_UP, **OWN)
    assert OWN["deck"].count("in jungle") == OWN["deck"].count("in river") == 1
    told = [begun(*before, f"0 know {clue}", *after, rules=rules) for clue in ("in largest lake", "in river")]
    for clue in reconstructed_deck().kinds:
        answers = []
        for printed in told:
            try:
                printed.tell(1, f"{line} {clue}")
            except ToolkitError as error:
                answers.append(str(error))
            else:
                answers.append("told")
                printed.take_back()
        assert answers[0] == answers[1], clue
    with pytest.raises(ToolkitError, match=r"'in jungle': all of them lie elsewhere \(T-10\)"):
        told[0].tell(1, f"{line} in jungle")  # it lies open


def test_a_hand_without_unknown_cards_can_have_no_other():
    hand = ("in lake", "in river", "not in river", "next to hut", "next to palm", "not in lake")
    printed = begun(*STARTED, *[f"0 know {clue}" for clue in hand])
    with pytest.raises(ToolkitError, match="this hand has no unknown card left"):
        printed.tell(0, "know in scrubland")


def test_a_way_in_which_a_laid_clue_was_not_in_the_hand_is_none():
    game = begun(*STARTED, "0 clue black not in river")._games[-1].clone()
    laid = game.clues.cards.index(Clue.parse("not in river"))
    game.clues.cards[laid] = next(
        clue for clue in game.pile() if game.pile()[clue] and "not" not in str(clue)
    )
    with pytest.raises(Mismatch):
        game._replay()


def test_a_move_goes_by_the_fewest_steps_and_ends_by_itself():
    printed = begun(*STARTED, "0 move A34")
    names = printed.state.compiled.island.names
    assert names[printed.state.atvs[0]] == "A34"
    assert printed.state.to_act() == 1


def test_the_next_player_ends_the_turn_of_who_could_use_an_amulet():
    printed = begun(*STARTED)
    printed.state.amulets[0] = 1
    printed.tell(0, "move A34")
    assert (printed.state.to_act(), printed.state.decision_kind()) == (0, "turn")
    printed.tell(1, "exchange")
    assert printed.state.to_act() == 0
    assert str(printed.record().actions[-8][1]) == "end"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 exchange", "blue cannot act: it is red's turn"),
        ("0 clue brown in jungle", r"T-12"),
        ("0 clue brown not in jungle", r"contradicts 'in jungle' \(T-12"),
        ("0 clue pink in lake", "no map 'pink'"),
        ("0 clue black in jungel", "did you mean 'in jungle'"),
        ("0 move Z99", "Z99"),
        ("0 move A22", r"every step leads to another hex \(T-22a\)"),
        ("0 move C22-A22", "the ATV stands on A22, not on C22"),
        ("0 move C75", r"steps from A22.*T-22"),
        ("0 raise brown", r"not located.*T-24"),
        ("0 pick up", r"no amulet lies on A22 \(T-32\)"),
        ("0 end", r"one cannot pass.*T-20b"),
        ("0 amulet move", r"no amulet is left.*T-33"),
        ("0 pass", "pass: not possible now: turn$"),
        ("0 take", "take: not possible now: turn$"),
        ("0 reveal 4", r"no treasure card is to be revealed now \(T-26\)"),
        ("0 taken blue", r"no treasure card is to be taken now \(T-26\)"),
        ("0 start clue grey in river", r"no starting clue is to be turned up now \(T-17\)"),
        ("0 forget in lake", "no known card"),
        ("0 know", "clue"),
        ("0 sing", "no action 'sing'"),
        ("0 ", "no action"),
    ],
)
def test_a_wrong_line_is_refused_with_the_reason_and_changes_nothing(line, why):
    printed = begun(*STARTED)
    before = public(printed.state), printed.told, printed.record().to_lines()
    with pytest.raises(ToolkitError, match=why):
        printed.tell(int(line[0]), line[2:])
    assert (public(printed.state), printed.told, printed.record().to_lines()) == before


def test_a_game_goes_on_from_a_position():
    told = evening(5, turns=12)
    while told.engine.turn < 9 or told.engine.decision_kind() != "turn":
        told.step()
    seat = told.engine.to_act()
    position = position_of(told.engine.observation(seat))
    printed = PrintedGame.from_position(position)
    seat = position.seat  # a position knows no order of play
    known, unknown = printed.hand(seat)
    assert known == position.hand
    assert not unknown
    assert printed.position(seat) == position
    printed.tell(seat, "exchange")
    assert printed.hand(seat) == ((), len(known))
    assert Record.parse("\n".join(printed.record().to_lines())).replay().turn == 2


def test_a_line_in_the_middle_of_a_long_game_plays_it_anew_but_once(monkeypatch: pytest.MonkeyPatch):
    played, anew = [], UntoldGame._replay
    monkeypatch.setattr(UntoldGame, "_replay", lambda game: (played.append(1), anew(game)))
    told = evening(2, known="some", turns=60)
    while told.step():
        pass
    seat = next(seat for seat in range(told.printed.state.players) if told.printed.hand(seat)[1])
    for clue in reconstructed_deck().kinds[:5]:
        played.clear()
        told.printed.tell(seat, f"know {clue}")
        told.printed.take_back()
        assert len(played) <= 1


@pytest.mark.parametrize("seed", [5, 6, 18])
def test_T28_a_second_curse_among_the_undivided_cards_leaves_the_game(seed):
    rules = replace(set_up(GameRules(), seed), turn_limit=80, gold=(2, 3, 4, 6, 6, 5)[: 3 + seed % 4])
    chooser = player("greedy")
    chooser.sit(0, Random(seed))

    def choose(state):
        return chooser.choose(state.observation(state.to_act()), state.legal_actions())

    check_whole(Evening(rules, 2 + seed % 3, choose, seed, KNOWN["some"]))
