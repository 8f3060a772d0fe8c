"""Position files of Mangrovia, games completed from them, and what cannot be."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.record import Record
from toolkit.games.mangrovia import board as boards
from toolkit.games.mangrovia.components import FREE
from toolkit.games.mangrovia.conversion import position_of
from toolkit.games.mangrovia.files.reading import shipped
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.play import Acting, MovingBirds, PuttingBowl
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules

PLAIN = {
    "format": "mangrovia-position/1",
    "me": 1,
    "huts": [["a1", "h1 double"], ["f5", "r1"], ["a2"], []],
}
FOUR = {"R1": 0, "R2": 1, "R3": 2, "R4": 3}
TILES = {"b2": "card 3", "c2": "card 3", "a3": "card 3", "c3": "amulet 2", "a4": "amulet 2"}
TILES |= {"b4": "statue V1", "c4": "free landscape"}


def position(**keys):
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def completed(seed=1, **keys):
    return GAME.complete(position(**keys), Random(seed))


# ---- what is left out --------------------------------------------------------------------------------------


def test_M1_M4_M5_M9_what_is_left_out():
    found = position()
    assert (found.players, found.supply, found.chief, found.points) == (4, (6, 7, 8, 9), (12, 4, 0, 0), ())
    assert (found.marked, found.first, found.pier, found.round, found.over) == ((0, 3), 1, 0, 1, False)
    assert found.pole_tiles[found.rules.layout.pole.index(found.rules.layout.number["f5"])] == 2
    state = GAME.complete(found, Random(1))
    assert state.stack == [PuttingBowl(player, 0) for player in (0, 3, 2, 1)]
    assert [len(state.valuables.cards[zone]) for zone in (state.open, state.played)] == [4, 0]
    assert [len(state.landscapes.cards[zone]) for zone in (state.open, state.played)] == [3, 0]
    assert (len(state.amulets.cards[state.open]), len(state.amulets.cards[state.pile])) == (5, 35)
    assert (state.track, state.start_cards, state.tiles) == ([0, 1, 0, 0], ((),) * 4, ((),) * 4)


def test_M9_the_talisman_follows_from_the_bowls_put():
    found = position(bowls={"R3": 3, "R1": 0})
    assert found.first == 3
    assert GAME.complete(found, Random(1)).stack == [PuttingBowl(2, 0), PuttingBowl(1, 0)]
    three = {"huts": [[], [], []], "me": 0, "bowls": {"R1": 1, "R2": 2, "R4": 0, "R5": 1}, "talisman": 1}
    with pytest.raises(PositionError, match=r"bowls\.R1: the start player may not put .* \(M-10\)"):
        position(**three | {"bowls": {"R1": 1, "R2": 2, "R4": 0}})
    assert completed(**three).stack == [PuttingBowl(0, 1), PuttingBowl(2, 1)]


def test_M7_M8_two_players_have_neutral_huts_and_a_blocked_space():
    found = position(huts=[["f5", "g5"], []], pole=["g5", "f5"])
    state = GAME.complete(found, Random(1))
    assert (state.bowls, Counter(state.owners)) == ((FREE,) * 5 + (2,), Counter({FREE: 36, 2: 10, 0: 2}))
    tiles = dict(
        zip((found.rules.layout.spaces[at].id for at in found.rules.layout.pole), state.pole, strict=True)
    )
    assert (tiles["h7"], tiles["g5"], tiles["f5"]) == (2, 3, 4)


def test_M12_M13_what_is_left_of_the_action_of_a_pier():
    for pier, done, frame in [
        (1, [], (2, 0, 0, 0, 0)),
        (1, ["face-up"], (1, 0, 0, 0, 0)),
        (1, ["face-up", "face-up"], (0, 1, 0, 0, 0)),
        (1, ["decline"], (0, 1, 0, 0, 0)),
        (2, [], (0, 0, 1, 0, 0)),
    ]:
        state = completed(bowls={"R1": 1, "R2": 1, "R3": 2, "R4": 3} | {"R2": 0}, me=1, pier=pier, done=done)
        assert state.stack[-1][1:] == frame, (pier, done)
    hands = {"landscapes": {"hands": [0, ["sand", "reed"], 0, 0]}, "valuables": {"hands": [0, [3, 4], 0, 0]}}
    both = {
        "birds": ["sand", "reed"],
        "talisman": 0,
        "pier": 9,
        "bowls": {"R4": 1, "R1": 0, "R2": 2, "R3": 3},
    }
    assert completed(**hands, **both).stack == [Acting(1, 0, 0, 0, 1, 1)]
    assert completed(**hands, **both | {"pier": 12, "bowls": {"R4": 0, "R1": 1, "R2": 2, "R3": 3}}).stack == [
        MovingBirds(1)
    ]
    ten = both | {"pier": 10, "bowls": {"R3": 1, "R1": 0, "R2": 2, "R4": 3}}
    second = completed(**hands, **ten, done=["hut"])
    assert (second.step, second.stack) == (1, [Acting(1, 0, 0, 0, 1, 0)])


def test_M11_a_pier_without_a_bowl_is_passed():
    state = completed(bowls={"R2": 1, "R3": 0, "R4": 2, "R5": 3}, talisman=0, pier=1)
    assert (state.pier, state.to_act()) == (2, 1)


def test_M31_a_game_that_is_over_is_read_and_scored_but_not_played_on():
    eight = ["a1", "b1", "c1", "d3", "a5", "c5", "d5", "e5"]
    found = position(me=0, huts=[[*eight, "a6"], ["b2"], [], []], amulets={"kept": [[2, 4], 2, [], []]})
    assert found.over
    with pytest.raises(ToolkitError, match=r"the game is over: player 0 has built the last hut \(M-31\)"):
        GAME.complete(found, Random(1))
    with pytest.raises(ToolkitError, match=r"amulets.kept\[1\]: the scores hang on their values \(M-36\)"):
        found.scores()
    told = position(me=0, huts=found.huts, amulets={"kept": [[2, 4], [], [], []]}).scores()
    assert (told.amulets, told.chief[0], told.winners) == ((6, 0, 0, 0), 18, (0,))
    last_round = completed(huts=found.huts, me=0, bowls=FOUR, pier=1, talisman=0)
    assert (last_round.last, last_round.outcome()) == (0, None)


# ---- what cannot be ----------------------------------------------------------------------------------------

IMPOSSIBLE = """
"huts": [["a1"]] -> huts: a list of huts for each of 2 to 5 players, not for 1 (M-1)
"me": 4 -> me: no player 4; the players are 0 to 3
"talisman": 9 -> talisman: no player 9
"bowls": {"R1": 5} -> bowls.R1: no player 5
"points": [1, 2] -> points: 2 entries for 4 players
"huts": [["z9"], []] -> huts[0][0]: no space 'z9'; did you mean 'r9'?
"huts": [["a1 dubble"], []] -> huts[0][0]: no space 'a1 dubble'; did you mean 'a1 double'?
"huts": [["a1"], ["a1"]] -> huts[1][0]: a1 is taken: huts[0][0], M-17
"huts": [["e1"], [], []] -> huts[0][0]: e1 is taken: a neutral hut, M-7
"huts": [["a2 double"], []] -> huts[0][0]: no double hut on a2: it is in the stone area (M-24)
"huts": [["r1 double"], []] -> huts[0][0]: no double hut on r1: it is in the amulet area (M-24)
"huts": [["a1 double", "a5 double", "c1 double", "d3 double", "e6 double"], [], [], []] ->
    huts[0]: 10 huts; with 4 players each has 9 (M-1)
"pole": ["f6"] -> pole: it names the spaces there in the order of building; with huts: f5 (M-20)
"huts": [["f5"], ["g5"]] -> pole: it names the spaces there
"points": [12, 5, 0, 0] -> points: 12, 5, 0, 0, and the huts have brought 12, 4, 0, 0 (M-19, M-20, M-23)
"stone": {TILES} -> stone: no stone tiles without rules.stone_tiles (M-38)
"rules": {"stone_tiles": "all"} ->
    stone: a tile lies on each free space, so on b2, c2, a3, c3, a4, b4, c4 (M-38)
"rules": {"stone_tiles": "all"}, "stone": {TILES, "a2": "card 3"} -> stone.a2: no free space of the stone area
"rules": {"stone_tiles": "all"}, "stone": {TILES, "b2": "card 2"} ->
    stone.b2: no stone tile 'card 2'; did you mean
"rules": {"stone_tiles": "all"}, "stone": {TILES, "b2": "statue V1"} ->
    1 in stone.b2 and 1 in stone.b4 of 'statue V1'; there are 1
"rules": {"stone_tiles": "statues"}, "stone": {TILES} -> stone.b2: no stone tile 'card 3'
"rules": {"stone_tiles": "all"}, "stone": {TILES}, "tiles": [["statue V2"], [], [], []] ->
    tiles[0]: 1 tiles, and 0 huts in the stone area (M-38)
"birds": ["water", "water"] -> birds: two birds on one landscape (M-16)
"birds": ["water", "wter"] -> birds[1]: 'wter' is not valid; did you mean 'water'?
"bowls": {"R7": 0} -> bowls.R7: no ritual space; they are R1, R2, R3, R4, R5, R6 (2.3)
"huts": [[], []], "bowls": {"R6": 0} -> bowls.R6: with two players the last ritual space is blocked (M-8)
"bowls": {"R1": 0, "R2": 0} -> bowls: 2 of player 0; with 4 players each has 1 (M-1)
"bowls": {"R1": 0, "R2": 1} -> bowls: 0 of player 3, not 1: clockwise from player 3 (M-9)
"pier": 3, "bowls": {} -> pier: 0 of 4 bowls are put: the boat waits for all (M-11)
"pier": 13 -> pier: 13 is not valid: expected `int` <= 12
"pier": 3, "bowls": FOUR, "done": ["hut"] -> done: pier 3 has no such action, in this order: hut (M-12)
"pier": 1, "bowls": FOUR, "done": ["face-down", "face-up"] -> done: pier 1 has no such action
"pier": 6, "bowls": FOUR, "done": ["face-up"] -> done: at pier 6 nothing is done: the boat passes it (M-11)
"valuables": {"hands": [3, [8], 1, 0]} -> valuables.hands[1]: no card of 8; there are 2 to 7 (M-47)
"valuables": {"hands": [0, 2, 1, 0]} -> valuables.hands[1]: the own ones are known: name each (M-43)
"valuables": {"hands": [[7, 7, 7, 7], [7, 7, 7], 0, 0]} -> 3 in valuables.hands[1] of card of 7; there are 6
"valuables": {"hands": [44, [], 0, 0]} -> valuables: 44 in all, and there are 43 (M-47)
"valuables": {"hands": [1000000000000, [], 0, 0]} -> valuables.hands[0]: 1000000000000 is not valid
"valuables": {"open": [2, 2, 2, 2, 2]} -> valuables.open: at most 4 lie face up (M-3)
"landscapes": {"hands": [["wood"], [], 0, 0]} -> landscapes.hands[0][0]: 'wood' is not valid; it is one of
"landscapes": {"played": ["reed", "reed", "reed", "reed", "reed", "reed", "reed", "reed", "reed"]} ->
    landscapes.played: 9 in landscapes.played of reed; there are 8
"start_cards": [[3, 4], [2, 6], [4, 5], [7, 7]] -> start_cards: no start player had these dealt
"amulets": {"kept": [0, [0], 0, 0]} -> amulets.kept[1]: no amulet of 0; there are 1 to 6 (M-47)
"amulets": {"kept": [0, [1, 1, 1], 0, 0], "board": 3} -> amulets.board: 3 in amulets.kept[1] and 3 in
"amulets": {"kept": [0, [1], 0, 0], "board": 3}, "rules": {"spent_ones": "board"} ->
    amulets.board: 4 amulets of 1 are named; all 5 are seen by everybody (B4)
"components": {"board": "no.csv"} -> components.board: no file 'no.csv' beside the position
"""
"""Keys of a file, and what is said of them; a key that stands there twice has its second value."""


def test_what_cannot_be_is_named():
    told = re.findall(r"^(\S.*?) ->\s+(.*)$", IMPOSSIBLE, re.MULTILINE)
    assert len(told) == 46
    for keys, said in told:
        written = keys.replace("TILES", json.dumps(TILES)[1:-1]).replace("FOUR", json.dumps(FOUR))
        with pytest.raises(PositionError, match=f"^here\\.json: .*{re.escape(said)}"):
            position(**json.loads(f"{{{written}}}"))


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


def test_hidden_cards_of_others_may_be_known_in_part():
    state = completed(valuables={"hands": [["?", 5], [], 0, 0]})
    assert 5 in state.valuables.cards[0]
    assert len(state.valuables.cards[0]) == 2
    assert position(valuables={"hands": [["?", 5], [], 0, 0]}).lies["valuables"]["hand 0"] == (HIDDEN, 5)


def test_B4_ones_that_are_named_nowhere_lie_where_the_rule_says():
    for rule, zone in (("bag", "pile"), ("out", "out")):
        state = completed(amulets={"board": 3}, rules={"spent_ones": rule})
        assert state.amulets.cards[getattr(state, zone)].count(1) == 2
    assert position().rules == Rules()


def test_M43_cards_of_others_that_are_named_are_known_in_the_game():
    keys = {
        "valuables": {"hands": [["?", 5], [], 0, 0]},
        "amulets": {"kept": [[1, "?"], [], 0, 0], "board": 4},
    }
    seen = completed(**keys).observation(1)
    valuables, amulets = seen["valuables"].belief, seen["amulets"].belief
    assert [valuables.sure(0, face) for face in range(2, 8)] == [0, 0, 0, 1, 0, 0]
    assert (amulets.sure(0, 1), amulets.sure(0, 2)) == (1, 0)
    assert position_of(seen).valuables.hands == ((5, "?"), (), (), ())
