"""The command ``python -m toolkit.testing``."""

from __future__ import annotations

import json

from cellar import GAME, Cellar, variant

from toolkit.testing.__main__ import main


def test_many_games_are_checked_and_the_check_goes_on(tmp_path, capsys):
    notes = tmp_path / "notes.json"
    arguments = [GAME.name, "--seed", "7", "--resume", str(notes)]
    assert main([*arguments, "--games", "20"]) == 0
    part = json.loads(notes.read_text())
    assert part["report"][0] == 20
    assert main([*arguments, "--games", "50"]) == 0
    whole = json.loads(notes.read_text())
    assert main([*arguments[:3], "--games", "50", "--resume", str(tmp_path / "other.json")]) == 0
    assert json.loads((tmp_path / "other.json").read_text()) == whole
    assert main([*arguments, "--games", "50"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[2] == printed[4] == printed[6]
    assert printed[2].startswith("cellar, default, 2 players: 50 games, ")
    assert printed[3] == "all turns are over: 50"


def test_every_state_can_be_checked(capsys):
    assert main([GAME.name, "--games", "2", "--players", "3", "--edition", "default", "--full"]) == 0
    assert "3 players: 2 games" in capsys.readouterr().out


def test_a_game_that_fails_is_printed_with_its_record(capsys):
    game = variant("fails by hand", faults=lambda self, state: ["a bottle is broken"])
    assert main([game.name, "--games", "2"]) == 1
    printed = capsys.readouterr().err
    assert "seed '0/0': a bottle is broken" in printed
    assert '"format": "toolkit-record/1"' in printed
    assert isinstance(game, Cellar)


def test_bad_input_is_named_and_other_notes_are_kept(tmp_path, capsys):
    for arguments, problem in (
        (["celar"], "no game 'celar'; did you mean 'cellar'"),
        (["cellar", "--players", "9"], "Cellar is for 2 to 3 players, not 9"),
        (["cellar", "--edition", "defalt"], "Cellar has no edition 'defalt'; did you mean 'default'"),
    ):
        assert main([*arguments, "--games", "1"]) == 2
        assert capsys.readouterr().err.startswith(f"error: {problem}")
    notes = tmp_path / "notes.json"
    for text in ("", "[]", "{}", '{"report": {}}', '{"report": 3}'):
        notes.write_text(text)
        assert main(["cellar", "--games", "1", "--resume", str(notes)]) == 2
        assert capsys.readouterr().err.startswith(f"error: {notes}: ")
        assert notes.read_text() == text
