"""What bots think: ``tobago advice`` in every game, with which Silver's odds begin, and ``tobago review``."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from random import Random
from shlex import quote
from typing import TYPE_CHECKING, Any

import pytest

from solvers.players import player
from solvers.players.advice import FIGURES
from solvers.players.expert import ranked
from solvers.reviewing import review_game
from solvers.silver.advice import settled
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.game import find_game
from toolkit.core.play import run
from toolkit.core.record import Record
from toolkit.games import SHIPPED
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    from cli_helpers import Tobago

    from toolkit.core import State

EXAMPLES = Path(__file__).parents[2] / "examples"
SILVER = sorted(EXAMPLES.glob("silver-*.toml"))


def played(game: str, decisions: int) -> tuple[Record, State]:
    """Return a game up to a decision with a choice, and how it stands."""
    state, random, greedy = find_game(game).new(2), Random(4), player("greedy")
    record = Record.of(state, ["me:Anna", "greedy"], 4)
    greedy.sit(0, random)
    while decisions or len(state.legal_actions()) < 2 or state.to_act() == CHANCE:
        actor = state.to_act()
        assert actor != TERMINAL
        decisions -= actor != CHANCE and decisions > 0
        drawn = actor == CHANCE
        seen = state.observation(max(actor, 0))
        action = state.sample_chance(random) if drawn else greedy.choose(seen, seen.actions)
        record.actions.append((actor, action))
        state.apply(action)
    return record, state


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game_is_advised_at_the_last_position_of_a_record(game: str, tobago: Tobago) -> None:
    """Best first, what `ranked` says of what that seat sees; an interval where the worlds differ."""
    record, state = played(game, 9)
    record.save("game.jsonl")
    done = tobago("advice", game, "game.jsonl", "--json")
    assert (done.status, done.err) == (0, "")
    told, seen = done.json, state.observation(state.to_act())
    found = ranked(seen)
    assert found is not None
    assert (told["format"], told["game"], told["seat"]) == ("toolkit-advice/1", game, seen.player)
    assert told["unit"] == found.unit
    assert [one["action"] for one in told["actions"]] == [str(one.action) for one in found.actions]
    worths = [one["worth"] for one in told["actions"]]
    assert worths == sorted(worths, reverse=True)
    for one, entry in zip(found.actions, told["actions"], strict=True):
        same = len(set(one.by_world)) == 1
        assert (entry["interval"] is None) == same
        assert same or entry["interval"][0] <= entry["worth"] <= entry["interval"][1]
        assert entry["words"]
        assert (entry["why"] is None) == (game != "silver")
    best = told["actions"][0]
    assert f"\n{best['line']}. " in tobago("advice", game, "game.jsonl", "--notation").out
    asked = find_game(game).telling("en", ["Anna", "greedy"], seen.player).open(seen.stack[-1], seen)
    text = tobago("advice", game, "game.jsonl").out
    assert f"{['Anna', 'greedy'][seen.player]}: {asked}" in text
    assert " \n" not in text
    ends = [[f"{end:{FIGURES[found.unit]}}" for end in one["interval"] or (0, 0)] for one in told["actions"]]
    assert ("[" in text) == any(low != high for low, high in ends)
    persian = tobago("advice", game, "game.jsonl", "--lang", "fa").out
    outside = re.sub("\u2068[^\u2069]*\u2069", "", persian.replace("\n", " "))
    assert game == "tobago" or not re.search("[A-Za-z0-9]", outside)


@pytest.mark.parametrize("path", SILVER, ids=lambda path: path.stem)
def test_odds_of_silver_begin_with_what_advice_and_greedy_do(path: Path, tobago: Tobago) -> None:
    advice = tobago("advice", "silver", str(path), "--json").json
    odds = tobago("odds", "silver", str(path), "--json").json
    assert odds["advice"] == {key: advice[key] for key in ("seat", "decision", "unit", "worlds", "actions")}
    assert "advice" not in tobago("odds", "silver", str(path), "--query", "sum", "--json").json
    position, _ = settled(Position.load(path))
    game = find_game("silver")
    seen = game.complete(position, Random(9)).observation(position.me)
    greedy = player("greedy")
    greedy.sit(position.me, Random(2))
    best = advice["actions"][0]
    alike = [one["action"] for one in advice["actions"] if one["worth"] == best["worth"]]
    assert str(greedy.choose(seen, seen.actions)) in alike
    first, why, *_ = tobago("odds", "silver", str(path)).out.splitlines()
    assert first.startswith(best["words"])
    more = best["worth"] - next(one["worth"] for one in advice["actions"] if one["worth"] < best["worth"])
    if "Guard" not in first:
        said = re.search(r"[.] That is (\S+) points better than the next best: ", first)
        assert said
        assert float(said[1]) == pytest.approx(more, abs=0.05)
    assert why == best["why"]


def test_a_set_is_named_whole_and_equal_sets_together(tobago: Tobago) -> None:
    path = str(EXAMPLES / "silver-middle.toml")
    told = tobago("odds", "silver", path).out
    assert told.startswith("Exchange Exposer 5 for your cards 2 and 3. ")
    assert re.search(r"A call in your next turn then succeeds in about \d+ of 100 cases", told)
    assert "As if you remembered: your card 3 is Seer 9, which is right in 74 of 100 cases." in told
    first = tobago("advice", "silver", path, "--json").json["actions"][0]
    assert (first["action"], first["line"]) == ("exchange 1", "exchange 1 2")
    alike = tobago("odds", "silver", str(EXAMPLES / "silver-position.toml"), "--query", "exchange").out
    assert "your cards 1 and 2, or 2 and 3, may" in alike
    witch = tobago("odds", "silver", str(EXAMPLES / "silver-witch.toml")).out
    assert "As if you had forgotten your card 3: it is Robber 12 in 41 of 100 cases only." in witch


@pytest.mark.parametrize(
    ("lang", "begun"), [("en", "As if you remembered: "), ("fa", "با این فرض که یادتان هست ")]
)
def test_half_remembered_cards_are_told_in_one_sentence(lang: str, begun: str, tobago: Tobago) -> None:
    asked = (EXAMPLES / "silver-middle.toml").read_text("utf-8").replace('"2", "9", ', '"2~0.9", "9", ')
    told = tobago("advice", "silver", "-", "--lang", lang, stdin=asked.encode()).out
    assert told.count(begun) == 1
    assert len(re.findall("which is right in|درست است", told)) == 2


def laid(**more: Any) -> bytes:
    slots = [["2", "?", "3!"], ["8", "4", "9", "9"], ["?"] * 4]
    known = {"format": "silver-position/1", "me": 0, "deck": 12, "discard": [9, 12]}
    return json.dumps(known | {"villages": [{"slots": one} for one in slots]} | more).encode()


def test_who_has_nothing_to_choose_is_told_why(tobago: Tobago) -> None:
    called = laid(called_by=0)
    told = tobago("advice", "silver", "-", stdin=called).err
    assert "player 2 is to act: advice is for who chooses" in told
    assert tobago("odds", "silver", "-", stdin=called).out.startswith("No advice: player 2 is to act.\n")
    assert tobago("odds", "silver", "-", "--json", stdin=called).json["advice"] is None
    over = tobago("odds", "silver", "-", stdin=laid(deck=0)).out
    assert over.startswith("No advice: no card is left to draw: the round is over (S-30).\n")
    rolls = (EXAMPLES / "wazabi-position.toml").read_bytes()
    assert "chance comes next, such as a roll" in tobago("advice", "wazabi", "-", stdin=rolls).err
    persian = tobago("advice", "wazabi", "-", "--lang", "fa", stdin=rolls).err
    assert not re.search("[a-z]{2}", re.sub("tobago: |<stdin>", "", persian))
    played("silver", 0)[0].save("a game.jsonl")
    other = tobago("advice", "wazabi", "a game.jsonl")
    assert (other.status, other.out) == (2, "")
    assert other.err.endswith("it is a game of Silver\ntry: tobago advice silver 'a game.jsonl'\n")
    for file, game in {"a game.jsonl": "silver", str(EXAMPLES / "tobago-game.toml"): "tobago"}.items():
        first = tobago("advice", file)
        assert (first.status, first.out) == (2, "")
        again = f"try: tobago advice {game} {quote(file)}\n"
        assert first.err == f"tobago: {file}: the game is missing before the file\n{again}"
    refused = tobago("advice", "tobago", "-", "--json", stdin=rolls)
    assert (refused.status, refused.out) == (2, "")
    assert json.loads(refused.err.splitlines()[-1])["try"] == "tobago advice wazabi -"


def test_the_surest_of_half_remembered_cards_are_trusted_and_no_number_too_often() -> None:
    slots = [["12~0.6", "12~0.95", "12~0.8", "5~0.2"], ["12!", "?", "?"], ["12", "?"]]
    known = {"format": "silver-position/1", "me": 0, "deck": 20, "discard": [3]}
    text = json.dumps(known | {"villages": [{"slots": one} for one in slots]})
    certain, cards = settled(Position.parse(text))
    certain.check()
    trusted = [one.place for one in cards if one.trusted]
    assert trusted == [(0, 1), (0, 2)][: len(trusted)]
    assert [one.chance for one in cards] == sorted((one.chance for one in cards), reverse=True)
    assert [slot.number for slot in certain.mine] == [None, 12, 12 if len(trusted) > 1 else None, None]
    assert not any(slot.hidden and slot.number is not None for _, slot in certain.places)
    assert settled(certain) == (certain, [])


# ---- the review of a whole game ----------------------------------------------------------------------------


def reviewed_game(game: str) -> Record:
    """Return the beginning of a game of greedy against who does not think."""
    names = ["me:Anna", "random"]
    record, state = Record.of(find_game(game).new(2), names, 6), find_game(game).new(2)
    seats = [player("greedy"), player("random")]
    record.actions += islice(run(state, seats, seed=6), 60)
    return record


@pytest.mark.parametrize("game", SHIPPED)
def test_a_game_is_reviewed_in_words_and_as_data(game: str, tobago: Tobago) -> None:
    """A chart for each player, the turning points by name, from 1; as data what `review_game` says."""
    record = reviewed_game(game)
    record.save("game.jsonl")
    found = review_game(record)
    done = tobago("review", "game.jsonl", "--json")
    assert (done.status, done.err) == (0, "")
    told = done.json
    assert (told["format"], told["game"], told["names"]) == ("toolkit-review/1", game, record.names)
    assert [(one["step"], tuple(one["shares"])) for one in told["chances"]] == [*found.chances]
    assert found.turning
    for one, moment in zip(told["turning"], found.turning, strict=True):
        assert (one["step"], one["seat"], one["turn"]) == (moment.step, moment.seat, moment.turn)
        assert one["chosen"]["action"] == str(moment.chosen)
        assert one["better"]["action"] == str(moment.better)
        assert one["better"]["worth"] - one["chosen"]["worth"] == pytest.approx(one["loss"])
    words = tobago("review", "game.jsonl").out
    lines = words.splitlines()
    assert max(map(len, lines[:7])) <= 80
    assert [line.split()[1] for line in lines if re.match(r"[12] ", line)] == ["Anna", "random"]
    first = told["turning"][0]
    assert f" Chosen: {first['chosen']['words']}. " in " ".join(words.split())
    assert "Better: " in words
    assert f"tobago replay game.jsonl --upto {first['step']} shows" in words
    assert ("Choices are judged one step ahead, as greedy plays." in words) == (game == "silver")
    piped = tobago("review", "-", stdin=Path("game.jsonl").read_bytes()).out
    assert piped.splitlines() == [line for line in lines if not line.startswith("tobago replay ")]
    persian = re.sub("\u2068tobago replay.*?\u2069", "", tobago("review", "game.jsonl", "--lang", "fa").out)
    assert not re.search("[a-z]{2}", persian.replace("Anna", ""))


def test_a_faulty_record_and_a_language_for_a_position_are_refused(tobago: Tobago) -> None:
    record = reviewed_game("wazabi")
    del record.actions[3]
    record.save("game.jsonl")
    done = tobago("review", "game.jsonl")
    assert done.status == 2
    assert "game.jsonl: line " in done.err
    position = str(EXAMPLES / "first-position.toml")
    assert tobago("review", position).status == 0
    done = tobago("review", position, "--lang", "fa")
    assert (done.status, done.out) == (2, "")
    assert "--lang and --notation go with the record of a game" in done.err


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ((EXAMPLES / "silver-call.toml").read_text("utf-8"), "a Silver position, not "),
        ("tobago-note/1 silver\nplayers: me:Anna, Ben\n", "a noted game, not "),
        ((EXAMPLES / "marks.json").read_text("utf-8"), "a marks file, not "),
        ("hello\n", "neither "),
        ('{"a": 1}', "neither "),
        ('{"format": "some-thing/1"}', "neither "),
        ("", "neither "),
    ],
)
def test_what_has_no_review_is_said_to_be_what_it_is_and_what_a_review_needs(
    text: str, what: str, tobago: Tobago
) -> None:
    for lang in ("en", "fa"):
        done = tobago("review", "-", "--lang", lang, stdin=text.encode())
        assert (done.status, done.out) == (2, "")
        assert f"this is {what}the record of a game" in done.err
        assert "a Tobago position" in done.err


def test_a_game_that_has_just_begun_or_of_which_nothing_is_known_is_no_fault(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    Record.of(find_game("wazabi").new(2), ["random", "random"], 5).save("game.jsonl")
    assert tobago("review", "game.jsonl").out == "No choice surely cost much.\n"
    for module in ("solvers.reviewing", "workbench.cli.play.reviewing"):
        monkeypatch.setattr(f"{module}.find_advice", lambda _name: None)
    done = tobago("review", "game.jsonl")
    assert (done.status, done.out) == (0, "there is no advice for Wazabi\n")
