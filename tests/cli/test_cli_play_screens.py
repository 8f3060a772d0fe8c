"""The screens of a game: they fit, what they list is what can be typed, and no game is lost unasked."""

from __future__ import annotations

import errno
import io
import re
import resource
import sys
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from random import Random
from string import ascii_lowercase
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from cli_helpers import in_a_process
from rich.console import Console

from toolkit.core import CHANCE, TERMINAL, Action, Observation
from toolkit.core.game import find_game
from toolkit.core.record import Record
from toolkit.games import SHIPPED
from workbench.cli.play import desk
from workbench.cli.play.choosing import Choices, choices
from workbench.cli.play.voice import InNotation, InWords, Voice
from workbench.cli.printing import text_of

if TYPE_CHECKING:
    from cli_helpers import Tobago


GAMES = {"tobago": (2, 4), "silver": (2, 4), "wazabi": (2, 6)}
LINES, COLUMNS = 24, 80
PARTS = (("news", 7), ("maps", 8), ("players", 4), ("hand", 4), ("asked", 4))


def letters(seed: int) -> bytes:
    """Return what somebody types who chooses at random: mostly letters that are listed."""
    random = Random(seed)
    starts = ("A22", "C10", "B44", "A13", "0:0", "1:1", "2:0")  # of what is too much for letters
    typed = (random.choice([*"aaaaaabbbcd", random.choice(starts)]) for _ in range(6000))
    return "".join(f"{line}\n" for line in typed).encode()


def screens(out: str, prompt: str = "0 me> ") -> list[list[str]]:
    """Return what stood between two inputs, with the line that was typed and the next prompt."""
    parts = re.split(rf"^(?={re.escape(prompt)})", out, flags=re.MULTILINE)
    return [[*part.splitlines(), prompt] for part in parts]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_for_a_decision_fits_on_a_screen(
    tobago: Tobago, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", str(LINES))
    for columns, players, seed in ((80, max(GAMES[game]), 2), (40, min(GAMES[game]), 3)):
        monkeypatch.setenv("COLUMNS", str(columns))
        seats = ",".join(["me", *["greedy" if players == 2 else "random"] * (players - 1)])
        short = {"tobago": "turn_limit=10", "silver": "rounds=1", "wazabi": "dice=3"}
        done = tobago(
            "play",
            game,
            "--notation",
            "--players",
            seats,
            "--seed",
            str(seed),
            "--rules",
            short[game],
            stdin=letters(seed),
        )
        assert (done.status, "The game is over" in done.out) == (0, True)
        found = screens(done.out)
        for screen in found[:-1]:
            assert len(screen) <= LINES, "\n".join(screen)
            assert max(map(len, screen)) <= columns, "\n".join(screen)
        assert len(found[-1]) <= LINES


def test_only_what_changed_is_shown(tobago: Tobago) -> None:
    done = tobago(
        "play", "tobago", "--notation", "--players", "me,greedy", "--seed", "1", stdin=b"a\nA22\na\na\n"
    )
    maps = [screen for screen in map("\n".join, screens(done.out)) if "whose rose lies on each" in screen]
    assert "|A22" not in done.out  # the island is drawn when somebody asks for it
    assert 0 < len(maps) < done.out.count("0 me> ")


def test_the_card_in_hand_stands_beside_every_decision_about_it(tobago: Tobago) -> None:
    game = ("play", "silver", "--notation", "--players", "me,greedy", "--seed", "8")
    told = screens(tobago(*game, stdin=b"a\nb\ndraw\nb\ndone\na\n").out)  # it draws a 6 twice
    shown = ["in hand: 6 Revealer" in screen for screen in told]
    assert shown == [False, False, False, True, True, False, True]


def test_the_maps_go_before_the_players_and_what_is_left_out_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LINES", str(LINES))
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    screen = desk.Screen(InNotation(find_game("silver"), ["me"]))
    news, maps, players, hand, asked = (screen.lines("\n".join([name] * count)) for name, count in PARTS)
    told = [news[:1], news[1:2], news[2:]]
    found = screen.chosen(told, [maps, players], hand, asked, named=True)
    shown = ["".join(segment.text for segment in line).rstrip() for line in found.lines]
    assert found.shown == [0]
    assert {line: shown.count(line) for line in shown} == {
        "  ... (log tells what happened before)": 1,
        "news": 4,  # the end of an entry for which there is no room
        "maps": 8,
        "hand": 4,
        "  ... (more: table)": 1,
        "asked": 4,
    }
    assert len(shown) == LINES - 2
    whole = screen.chosen(told, [maps, players], hand, asked, cut=False, named=True)
    shown = ["".join(segment.text for segment in line).rstrip() for line in whole.lines]
    assert {line: shown.count(line) for line in shown} == {
        "news": 7,
        "maps": 8,
        "  ... (more: hand, table)": 1,
        "asked": 4,
    }


def test_after_a_failed_exchange_each_added_card_is_named(tobago: Tobago) -> None:
    game = ("play", "silver", "--notation", "--players", "me,greedy", "--seed", "8")
    out = tobago(*game, stdin=b"a\nb\ndraw\nexchange 0 1 2\na\na\n").out
    asked = re.findall(r"At which end is (.*) added\?", out)
    assert asked == ["the card in hand", "a penalty card from the deck"]


def test_exit_leaves_like_quit(tobago: Tobago) -> None:
    done = tobago(
        "play", "wazabi", "--notation", "--players", "me,random", "--seed", "1", stdin=b"exit\nexit\na\n"
    )
    assert (done.status, screens(done.out)[-1][0]) == (0, "0 me> exit")


def decisions(game: str) -> Iterator[Observation[Any]]:
    """Yield what is seen at every decision of a few games played at random, by who acts."""
    for seed, players in enumerate(GAMES[game]):
        random, state = Random(seed), find_game(game).new(players)
        for _ in range(200):
            if (actor := state.to_act()) == TERMINAL:
                break
            if actor != CHANCE:
                yield state.observation(actor)
            legal = state.legal_actions()
            state.apply(random.choice(legal) if legal else state.sample_chance(random))


def reached(listed: Choices, voice: Voice) -> list[Action]:
    """Return what the letters of a list and of the lists that they open lead to, or else its words."""
    assert listed.lettered or all(len(one.actions) == 1 for one in listed.listed)
    found = []
    for letter, one in zip(
        ascii_lowercase if listed.lettered else listed.listed, listed.listed, strict=False
    ):
        chosen = listed.find(letter if isinstance(letter, str) else one.words)
        assert chosen is not None
        assert listed.find(one.words.upper()) == listed.find(one.words)
        assert chosen.actions == one.actions
        labels = {action: listed.labels[action] for action in chosen.actions}
        found += chosen.actions if chosen.whole else reached(choices(labels, voice, chosen.opened), voice)
    return found


@pytest.mark.parametrize("spoken", ["notation", "en", "fa"])
@pytest.mark.parametrize("game", GAMES)
def test_letters_and_words_lead_to_every_action_and_to_nothing_else(game: str, spoken: str) -> None:
    console, names, found = Console(width=COLUMNS), ["Anna", "greedy", "me"] * 2, find_game(game)
    for seen in islice(decisions(game), 0, None, 3):
        people = names[: seen.players]
        voice = InNotation(found, people) if spoken == "notation" else InWords(found, spoken, people)
        listed = choices(voice.labels(seen.actions, seen), voice)
        assert sorted(map(str, reached(listed, voice))) == sorted(map(str, seen.actions))
        lines = console.render_lines(listed.shown(COLUMNS), pad=False)
        assert len(lines) <= 12
        for text in ("".join(part.text for part in line) for line in lines):
            assert (text.count("“"), text.count("«")) == (text.count("”"), text.count("»"))
        assert [listed.find(word) for word in ("0:9", "1)", "A 1", "?", "99")] == [None] * 5
        letters = [*ascii_lowercase] if spoken != "fa" else [*voice.language.letters, *ascii_lowercase]
        unlisted = [
            one for one in letters if (letters.index(one) % 26) >= len(listed.listed) or not listed.lettered
        ]
        assert not any(map(listed.find, unlisted))


def test_no_number_acts_that_the_prompt_does_not_show(tobago: Tobago) -> None:
    for game, begin in (("tobago", "a\nA22\n"), ("silver", "a\na\n"), ("wazabi", "a\n")):
        numbers = "".join(f"{number}\n" for number in (*range(30), "0)", "1.", "-1", "+1", "\u00b2"))
        kept = []
        for typed in (begin, begin + numbers):
            options = ("--players", "me,random", "--seed", "1", "--save", f"{len(kept)}-{game}.jsonl")
            assert tobago("play", game, "--notation", *options, stdin=typed.encode()).status == 0
            kept.append(Record.load(Path(options[-1])).actions)
        assert kept[0] == kept[1]


def test_a_verb_alone_lists_what_begins_so(tobago: Tobago) -> None:
    game = ("play", "tobago", "--notation", "--players", "me,random", "--seed", "1")
    typed = "a|A22|clue|clue brown|raise|lay brown next to hut|stepp|wlk|amulet remove|1|movs|move b99|"
    told = screens(tobago(*game, stdin=typed.replace("|", "\n").encode()).out)
    clue, brown, raised, lay, stepp, unknown, amulet, number, near, far = [
        screen[1:-1] for screen in told[-10:]
    ]
    assert clue[0] == "clue ..."
    assert re.match(r"  a\) brown ", clue[1])
    assert brown[0] == "clue brown ..."
    assert raised == ["'raise': nothing that begins so is possible now"]
    assert stepp == ["'stepp': did you mean 'step'?"]
    assert "did you mean 'clue brown" in lay[0]
    assert "type a letter of the list, or words such as 'clue brown" in " ".join(unknown)
    assert amulet == ["'amulet remove': nothing that begins so is possible now"]
    assert "type a letter of the list" in " ".join(number)
    assert near == ["'movs': did you mean 'moves'?"]
    assert "mean" not in " ".join(far)


# ---------------------------------------------------------------- no game is lost unasked


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Let the disk be full for files called ``full.jsonl`` from the second writing on; return the tries."""
    tries: list[Path] = []
    save = Record.save

    def saved(record: Record, path: Path) -> None:
        tries.append(path)
        if path.name == "full.jsonl" and len(tries) > 1:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        save(record, path)

    monkeypatch.setattr(Record, "save", saved)
    return tries


PLAYED = ("play", "wazabi", "--notation", "--players", "me,random", "--seed", "1", "--save", "full.jsonl")


def test_a_full_disk_is_told_once_and_the_game_can_be_kept_elsewhere(
    tobago: Tobago, full: list[Path]
) -> None:
    done = tobago(*PLAYED, stdin=b"a\na\na\nquit\nsave other.jsonl\nquit\n")
    assert done.status == 0
    assert done.err.count("full.jsonl: no space left on device") == 1
    asked = "(full.jsonl: no space left on device): save FILE keeps it, quit again leaves"
    assert asked in " ".join(done.out.split())
    assert "The game is kept in other.jsonl" in done.err
    assert len(Record.load(Path("other.jsonl")).actions) > len(Record.load(Path("full.jsonl")).actions)


def test_a_finished_game_is_kept_elsewhere_when_its_disk_is_full(tobago: Tobago, full: list[Path]) -> None:
    whole = b"a\n" * 200
    count = tobago(*PLAYED, stdin=whole).out.count("\n0 me> a")
    full.clear()
    Path("full.jsonl").unlink()
    done = tobago(*PLAYED, stdin=b"a\n" * count + b"other.jsonl\n")
    assert (done.status, "The game is over" in done.out) == (0, True)
    assert Record.load(Path("other.jsonl")).outcome
    full.clear()
    Path("full.jsonl").unlink()
    lost = tobago(*PLAYED, stdin=b"a\n" * count)
    assert (lost.status, lost.err.splitlines()[-1]) == (
        2,
        "tobago: The game is not kept (full.jsonl: no space left on device)",
    )


def test_a_file_that_may_not_grow_leaves_what_was_kept(tmp_path: Path) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

    path = tmp_path / "a.jsonl"
    options = ("play", "wazabi", "--notation", "--players", "me,random", "--seed", "1", "--save", str(path))
    whole = {"PYTHONDONTWRITEBYTECODE": "1"}  # of changed modules half would be kept
    done = in_a_process(*options, input=b"a\n" * 30, preexec_fn=limited, env=whole)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
    assert done.stderr.count(b"warning: ") == 1
    assert Record.load(path).actions
    assert [file.name for file in tmp_path.iterdir()] == ["a.jsonl"]


def test_lines_of_any_bytes_are_refused_in_words(tobago: Tobago) -> None:
    typed = b"caf\xe9\n\xff\xfe1\x00\n" + b"x" * 300_000 + b"\nadvice x y\nmap a b\nsave \na\nquit\nquit\n"
    done = tobago("play", "wazabi", "--notation", "--players", "me,random", "--seed", "1", stdin=typed)
    assert done.status == 0
    assert max(map(len, done.out.splitlines())) < 1000


def test_who_waits_is_told_who_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Event()

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def flush(self) -> None:
            if self.getvalue():
                told.set()

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(desk, "_PATIENCE", 0.01)
    ours = desk.Desk(InNotation(find_game("silver"), ["me", "greedy"]), [])
    ours.wait_for("1 greedy")
    assert told.wait(10)
    ours.rest()
    assert terminal.getvalue() == "1 greedy thinks ...\r\x1b[K"


@pytest.mark.parametrize(("game", "lang"), [*product(SHIPPED, ("en", "fa"))])
def test_a_long_name_is_cut_in_tables_and_folds_none_of_them(game: str, lang: str) -> None:
    named, short = ["me:Anastasia-Aleksandra", "me:Bartholomew_Max", "random", "random"], "Anastasia-A…"
    voice = InWords(find_game(game), lang, named)
    state, random = voice.game.new(4), Random(3)
    while state.to_act() == CHANCE:
        state.apply(state.sample_chance(random))
    printed = text_of(*desk.view_of(game).table(state.observation(0), voice), width=COLUMNS)
    assert short in printed
    assert "Bartholomew…" in printed
    rest = printed.replace("Anastasia-Aleksandra", "").replace(short, "")
    assert not re.search("Anast|leks|sandra|_Max", rest), printed  # no part of it in a line of its own
