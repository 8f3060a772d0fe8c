"""``play silver --train``: what is shown, what is asked, when it is told, and how a game goes on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from solvers.forgetting import read_trainings
from solvers.players import player
from toolkit import Record, ToolkitError
from toolkit.core import CHANCE, HIDDEN, TERMINAL
from toolkit.core.history import events
from toolkit.games.silver.actions import CardsSeen
from toolkit.games.silver.game import GAME as SILVER
from toolkit.games.silver.state import FACE_DOWN, VILLAGE, SilverState
from workbench.cli.play.desk import Desk
from workbench.cli.play.training import Trainer
from workbench.cli.play.voice import InNotation, Voice

if TYPE_CHECKING:
    from cli_helpers import Tobago

    from toolkit.core import Event

DOCS = Path(__file__).parents[2] / "docs" / "training.md"
TRANSCRIPT = Path(__file__).parent / "transcripts" / "play-train.txt"
WIPE = "~ wiped ~"
NAMES = ["me", "random", "greedy"]
GAME = ("play", "silver", "--train", "--notation", "--players", "me,random", "--seed", "4")


def played(seed: int) -> Iterator[tuple[Trainer, SilverState, int, tuple[Event, ...]]]:
    """Yield a game after every action: its turn before, and what seat 0, which is trained, heard."""
    state, random = SILVER.new(3), Random(seed)
    record, bots = Record.of(state, NAMES, seed), [player(name) for name in ("random", "random", "greedy")]
    trainer = Trainer(record, [0], InNotation(SILVER, NAMES), None)
    for seat, bot in enumerate(bots):
        bot.sit(seat, Random(f"{seed}/{seat}"))
    while (actor := state.to_act()) != TERMINAL:
        turn, heard = state.turns, state.history(0)
        if actor == CHANCE:
            action = state.sample_chance(random)
        else:
            seen = state.observation(actor)
            action = bots[actor].choose(seen, seen.actions)
        state.apply(action)
        record.actions.append((actor, action))
        yield trainer, state, turn, events(state.history(0), heard)


def test_a_card_keeps_its_label_until_it_is_seen_again() -> None:
    """Where the cards truly lie is the oracle, and what the seat hears is when it saw them."""
    lying: dict[int, int] = {}
    looked: dict[int, int] = {}
    number = moved = 0
    before: dict[tuple[int, int], int] = {}
    for trainer, state, turn, heard in played(1):
        table = trainer.seen()
        assert table.actions == state.observation(0).actions
        for owner, up in enumerate(state.up):  # the table shows what lies face-up, and nothing else
            shown = [HIDDEN if face == FACE_DOWN else face for face in up]
            assert list(table[SilverState.cards].cards[VILLAGE + owner]) == shown
        if state.round != number:
            number, lying, looked, before = state.round, {}, {}, {}
        labels = trainer._followed.labels()
        seen = state.observation(0)[SilverState.cards].cards
        known = {place: label for place, label in labels.items() if seen[VILLAGE + place[0]][place[1]] >= 0}
        for (owner, slot), label in known.items():
            face = state.cards.cards[VILLAGE + owner][slot]
            assert lying.setdefault(label, face) == face
        assert len({*known.values()}) == len(known)
        for event in heard:
            if isinstance(event.action, CardsSeen):
                places = [(owner, slot) for owner, slot, _ in event.action.cards]
                for place in set(places) & set(labels):
                    if labels[place] not in before.values():  # no other card came to its place
                        looked[labels[place]] = turn
        for place, label in labels.items():
            if label in looked:
                assert trainer._followed.since(label)[0] == state.turns - looked[label]
            moved += label in before.values() and before.get(place) != label
        before = labels
    assert moved > 20
    assert len(looked) > 2


def test_only_cards_are_asked_for_that_the_seat_saw_before_its_last_turn_was_over() -> None:
    asked = turns = 0
    for trainer, state, _, _ in played(3):
        if state.to_act() != 0 or state.decision_kind() != "turn" or state.acted:
            continue
        seen, turns = state.observation(0), turns + 1
        trainer.seen()
        place = trainer.question(seen)
        assert place == trainer.question(seen.sample_world(Random(9)).observation(0))  # nothing leaks
        if place is None:
            continue
        asked += 1
        owner, slot = place
        assert seen[SilverState.cards].cards[VILLAGE + owner][slot] != HIDDEN
        assert state.up[owner][slot] == FACE_DOWN
        trainer.answer(seen, place, None)
        told = trainer.training.told[-1]
        assert told.lies == state.cards.cards[VILLAGE + owner][slot]
        assert 3 <= told.turns <= state.turns
        assert trainer.question(seen) is None  # not twice before a turn
    assert 2 < asked < turns
    before = dict(trainer._told)
    trainer.begin()  # from the beginning: what was told belongs to the same cards
    assert trainer._told == before


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a person at a terminal answer 5 when a card is asked for, and else choose what is listed first."""
    said, say, begin = [""], Desk.say, Desk.__init__

    def sit(desk: Desk, voice: Voice, persons: Collection[int]) -> None:
        begin(desk, voice, persons)
        desk.live = True

    def heard(desk: Desk, text: str) -> None:
        said.append(text)
        say(desk, text)

    monkeypatch.setattr("workbench.cli.play.desk._WIPE", WIPE)
    monkeypatch.setattr(Desk, "__init__", sit)
    monkeypatch.setattr(Desk, "_typed", lambda *_: "")
    monkeypatch.setattr(Desk, "say", heard)
    monkeypatch.setattr(Desk, "ask", lambda _: "5" if said[-1].startswith("First: ") else "a")


@pytest.mark.usefixtures("answering")
def test_nothing_face_down_stays_on_the_screen_and_answers_are_judged_when_the_round_is_over(
    tobago: Tobago,
) -> None:
    out = tobago(*GAME, "--rules", "rounds=2", "--results", "a.told").out
    (kept,) = read_trainings("a.told")
    rounds = re.split(r"^Round \d: .*\n", out, flags=re.MULTILINE)
    assert len(rounds) == 3
    assert [len(re.findall("First: ", part)) for part in rounds] == [
        sum(one.round == number for one in kept.told) for number in (1, 2, 3)
    ]
    assert len(kept.told) > 3
    for number, part in enumerate(rounds):  # each round is told after it, and only then
        answers = [one.remembered for one in kept.told if one.round == number]
        assert [part.count(f"│ {word} ") for word in ("right", "wrong")] == [
            sum(answers),
            answers.count(False),
        ]
    rows = re.findall(r"^│ .*0 me \(you\).*│$", out.partition("The game is over")[0], re.MULTILINE)
    cells = [cell.strip() for row in rows[:-1] for cell in row.split("│")[3:]]
    assert len(cells) > 50
    sights = re.findall(r"^  0 me: look .* is \d+\)\n(.*)", out, re.MULTILINE)
    assert len(sights) > 3
    assert [after for after in sights if not after.startswith(WIPE)] == []
    turns = out.count("What do you do in this turn?") - len(kept.told)  # asked again after an answer
    assert out.count(WIPE) >= len(sights) + turns > 20
    exchanges = re.findall("^Your turn .* best was 'exchange", out, re.MULTILINE)
    assert [one for one in exchanges if " in hand: " not in one] == []
    assert len(exchanges) > 1
    assert {cell for cell in cells if not cell.endswith("!")} == {"?", ""}


def typed(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_a_game_goes_on_with_its_answers_and_takes_them_back(tobago: Tobago) -> None:
    lines = ["a"] * 14 + ["5"]
    tobago(*GAME, "--save", "b.jsonl", "--results", "b.told", stdin=typed(lines))
    went_on = ("play", "silver", "--train", "--notation", "--continue", "b.jsonl", "--results", "b.told")
    assert "is no training in this game" in tobago(*GAME, "--results", "b.told").err
    (kept,) = read_trainings("b.told")
    assert kept.told
    tobago(*went_on, stdin=b"")
    assert read_trainings("b.told") == [kept]
    tobago(*went_on, stdin=typed(["undo"] * 60))
    (nothing,) = read_trainings("b.told")
    assert (nothing.told, nothing.decided) == ([], [])


def test_who_cannot_be_trained_is_told_why(tobago: Tobago) -> None:
    assert "nodir" in tobago(*GAME, "--results", "nodir/a.told").err
    for options in (("--save", "a", "--results", "./a"), ("--continue", "a", "--results", "a")):
        assert "a keeps the game: what you told goes to another file" in tobago(*GAME[:3], *options).err
    assert not Path("a").exists()
    state = SILVER.new(2)
    with pytest.raises(ToolkitError, match="one person among bots, not 0"):
        Trainer(Record.of(state, ["greedy"] * 2), [], InNotation(SILVER, ["greedy"] * 2), None)
    persian = tobago("play", "silver", "--train", "--lang", "fa", "--seed", "4", stdin=typed(["الف"] * 3))
    assert persian.out.startswith("تمرین حافظه")


def test_the_page_shows_what_the_transcript_shows() -> None:
    shown = re.findall(r"```text\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    told = "\n".join(line[2:] for line in TRANSCRIPT.read_text(encoding="utf-8").splitlines())
    assert len(shown) == 2
    assert [part for part in shown if part not in told] == []
