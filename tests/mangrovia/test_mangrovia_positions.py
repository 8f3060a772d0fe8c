"""Position files of Mangrovia, games completed from them, and what cannot be."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from mangrovia_helpers import told_position

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.games.mangrovia import board as boards
from toolkit.games.mangrovia.conversion import position_of
from toolkit.games.mangrovia.files.reading import shipped
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.play import Acting, MovingBirds, PuttingBowl
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules

HERE = Path(__file__).parent
FOUR = {"R1": 0, "R2": 1, "R3": 2, "R4": 3}


def position(**keys):
    return told_position(json.dumps(keys)[1:-1])


def completed(seed=1, **keys):
    return GAME.complete(position(**keys), Random(seed))


def test_M31_a_game_that_is_over_is_read_and_scored_but_not_played_on():
    eight = ["a1", "b1", "c1", "d3", "a5", "c5", "d5", "e5"]
    found = position(me=0, huts=[[*eight, "a6"], ["b2"], [], []], amulets={"kept": [[2, 4], 2, [], []]})
    assert found.over
    with pytest.raises(ToolkitError, match=r"the game is over: the last hut is built \(M-31\)"):
        GAME.complete(found, Random(1))
    with pytest.raises(ToolkitError, match=r"amulets.kept\[1\]: the scores hang on their values \(M-36\)"):
        found.scores()
    told = position(me=0, huts=found.huts, amulets={"kept": [[2, 4], [], [], []]}).scores()
    assert (told.amulets, told.chief[0], told.winners) == ((6, 0, 0, 0), 18, (0,))
    last_round = completed(huts=found.huts, me=0, bowls=FOUR, pier=1, talisman=0)
    assert (last_round.last, last_round.outcome()) == (0, None)


# ---- what cannot be ----------------------------------------------------------------------------------------


def test_what_cannot_be_is_named():
    text = HERE.joinpath("impossible.txt").read_text("utf-8")
    told = re.findall(r"^([^\s#].*?) ->\s+(.*)$", text, re.MULTILINE)
    assert len(told) == 47
    for keys, said in told:
        with pytest.raises(PositionError, match=f"^here\\.json: .*{re.escape(said)}"):
            told_position(keys)


# ---- games and positions -----------------------------------------------------------------------------------


def _compared(state, random):
    """Check that a position of what a seat sees is read back as it is, and completed to what looks alike."""
    seen = state.observation(state.to_act())
    found = position_of(seen)
    again = Position.parse(found.to_toml())
    assert again == found
    other = GAME.complete(again, random)
    assert list(GAME.faults(other)) == []
    there = other.observation(seen.player)
    assert there.stack == seen.stack
    assert [view.cards for view in there.views] == [view.cards for view in seen.views]
    assert position_of(there) == found  # what is known of the others' cards, too
    differing = {name for name, value in seen.fields.items() if there.fields[name] != value}
    assert differing <= {"last"}  # who built a last hut first is not told


@pytest.mark.parametrize("players", range(2, 6))
def test_M47_what_a_seat_sees_is_written_and_read_back(players):
    for seed, rules in enumerate([Rules(), Rules(stone_tiles="all", spent_ones="board")]):
        random, state = Random(seed), GAME.new(players, rules)
        while state.to_act() != TERMINAL:
            if state.to_act() == CHANCE:
                state.apply_unchecked(state.sample_chance(random))
                continue
            asked = state.stack[-1]
            if isinstance(asked, Acting | MovingBirds | PuttingBowl) and random.random() < 0.1 / players:
                _compared(state, random)
            state.apply_unchecked(random.choice(state.legal_actions()))
        found = position_of(state.observation(0))
        assert (found.over, found.chief) == (0 in state.supply, tuple(state.points))
        assert Position.parse(found.to_toml()) == found


def test_M47_the_hidden_cards_are_dealt_as_likely_as_they_are():
    hands = {"valuables": {"hands": [0, [], 1, 0], "open": [2, 2, 2, 2], "played": [3] * 8}}
    drawn = Counter(completed(seed, **hands).valuables.cards[2][0] for seed in range(200))
    expected = {2: 5, 4: 7, 5: 7, 6: 6, 7: 6}  # of the 31 that are not seen
    assert drawn.keys() == expected.keys()
    for face, copies in expected.items():
        assert abs(drawn[face] / 200 - copies / 31) < 0.12, face


def test_a_position_is_taken_before_bowls_and_actions_alone():
    state = GAME.new(2)
    with pytest.raises(ToolkitError, match="start player: positions are taken before bowls and actions"):
        position_of(state.observation(0))


def test_a_completed_game_is_recorded_and_replayed():
    state = completed(bowls=FOUR, pier=1, talisman=0)
    record = Record.of(state, ["a", "b", "c", "d"], 1, from_here=True)
    action = state.legal_actions()[0]
    state.apply(action)
    record.actions.append((0, action))
    assert Record.parse("\n".join(record.to_lines())).replay() == state


# ---- an owner's board --------------------------------------------------------------------------------------


def _folder(tmp_path: Path, price: str) -> Path:
    """Write a board with another price of e1, and a position that names it, one folder below."""
    folder = tmp_path / "games"
    folder.mkdir()
    text = shipped("board-reconstructed.csv").replace("e1,grid,e,1,reed,,8,", f"e1,grid,e,1,reed,,{price},")
    (folder / "mine.csv").write_text(text, "utf-8")
    (tmp_path / "outside.csv").write_text(text, "utf-8")
    return folder


def test_an_owners_board_is_read_beside_the_position(tmp_path):
    folder = _folder(tmp_path, "9")
    file = folder / "position.toml"
    file.write_text(
        'huts = [["e2"], []]\nformat = "mangrovia-position/1"\n[components]\nboard = "mine.csv"\n'
    )
    found = Position.load(file)
    assert found.rules.layout.spaces[found.rules.layout.number["e1"]].price == 9
    assert found.rules.layout.label == boards.OWNED
    assert Position.parse(found.to_toml(), folder=folder) == found
    owned = position_of(GAME.complete(found, Random(1)).observation(0))
    with pytest.raises(ToolkitError, match=r"an owner's board stands in a file: components\.board"):
        owned.to_toml()


def test_an_owners_board_elsewhere_is_read_only_if_that_is_said(tmp_path):
    folder = _folder(tmp_path, "9")
    (folder / "link.csv").symlink_to(tmp_path / "outside.csv")
    for name in ("../outside.csv", "link.csv", str(tmp_path / "outside.csv")):
        file = folder / "position.toml"
        document = {"format": "mangrovia-position/1", "huts": [[], []], "components": {"board": name}}
        file.write_text(json.dumps(document))
        with pytest.raises(
            PositionError, match=r"components\.board: no file .* beside the position or below it"
        ):
            Position.load(file)
        assert Position.load(file, anywhere=True).rules.layout.label == boards.OWNED


def test_C23_a_faulty_board_is_named_with_its_row(tmp_path):
    folder = _folder(tmp_path, "seven")
    text = '{"format": "mangrovia-position/1", "huts": [[], []], "components": {"board": "mine.csv"}}'
    with pytest.raises(
        PositionError, match=r"^x: components\.board: mine\.csv: line \d+: price: 'seven' is no whole"
    ):
        Position.parse(text, "x", folder=folder)
