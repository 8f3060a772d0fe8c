"""Position files of any game, shown on Cellar: read, refused, written back, completed, played on."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from cellar import DECK
from cellar_position import GAME, Position

from solvers.players import player
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.hidden import HIDDEN
from toolkit.core.play import play
from toolkit.core.record import Record, RecordError

PLAIN: dict[str, Any] = {
    "format": "cellar-position/1",
    "me": 1,
    "hand": [4, 0],
    "hands": [3, 2],
    "rows": [["?", "?"], [5, "?"]],
    "discard": [1],
    "points": [0, 2],
}


def position(**keys: Any) -> Position:
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def test_a_file_is_read_and_written_back():
    found = position(rules={"turns": 12})
    assert (found.seat, found.hand, found.rows, found.rules.turns) == (1, (4, 0), (("?", "?"), (5, "?")), 12)
    assert Position.parse(found.to_toml()) == Position.parse(found.to_json()) == found
    assert position().to_dict() == PLAIN


def test_what_is_wrong_is_named_with_its_place():
    for keys, said in (
        ({"hand": [4, 9]}, "hand[1]: 9 is not valid: expected `int` <= 5"),
        ({"rows": [["?", "!"], [5, "?"]]}, "rows[0][1]: '!' is not valid"),
        ({"rows": [["?", "?"]]}, "rows: Cellar is for 2 to 3 players, not 1"),
        ({"points": [1]}, "points: 1 numbers for 2 players"),
        ({"me": 2}, "me: no player 2; the players are 0 to 1"),
        ({"hands": [3, 9**9]}, "hand: 2 cards, but hands[1] says 387420489"),
        ({"hands": [9**9, 2]}, "hands: 387420496 cards lie there; there are 18"),
        ({"discard": [5]}, "discard: 1 in rows and 1 in discard of 5; there are 1"),
        ({"rules": {"turn": 3}}, "rules: unknown key 'turn'; did you mean 'turns'?"),
        ({"pionts": []}, "unknown key 'pionts'; did you mean 'points'?"),
    ):
        with pytest.raises(PositionError) as error:
            position(**keys)
        assert str(error.value).startswith(f"here.json: {said}")


def test_the_schema_follows_from_the_fields():
    schema = Position.schema()
    shape = schema["$defs"]["PositionFile"]
    assert list(shape["properties"]) == [*PLAIN, "rules"]
    assert shape["required"] == ["format", "me", "hand", "hands", "rows", "points"]
    assert (shape["description"], shape["properties"]["rows"]["description"]) == (
        "What a player knows at the beginning of the own turn.",
        'The two bottles of each player, ``"?"`` for one that I do not know.',
    )
    assert schema["$defs"]["RulesSection"]["properties"]["turns"] == {"type": "integer", "default": 8}


def test_a_completed_position_holds_what_is_known_and_deals_the_rest_evenly():
    bottles: Counter[int] = Counter()
    for seed in range(600):
        state = GAME.complete(position(), Random(seed))
        seen = state.observation(1)
        assert sorted(face for zone in state.cards.cards for face in zone) == list(DECK)
        assert (seen["cards"].zone("hand 1"), seen["cards"].zone("row 1")) == ((0, 4), (5, HIDDEN))
        points = tuple(shelf.points for shelf in seen["shelves"])
        assert (points, seen.to_act(), len(seen["cards"].zone("pile"))) == ((0, 2), 1, 8)
        bottles[state.cards.cards[state.layouts(None, 2)["cards"].number["row 0"]][0]] += 1
    unseen = Counter(DECK) - Counter([4, 0, 5, 1])
    for face, count in unseen.items():
        expected = 600 * count / unseen.total()
        assert abs(bottles[face] - expected) < 5 * expected**0.5


def test_a_game_from_a_position_is_recorded_with_its_start():
    state = GAME.complete(position(), Random(3))
    record = Record.of(state, ["random", "random"], 3, from_here=True)
    play(state, [player("random"), player("random")], seed=3, record=record)
    text = "\n".join(record.to_lines()) + "\n"
    again = Record.parse(text)
    assert again == record
    assert again.replay() == state
    assert "start" not in json.loads(record.redacted(0)[0])
    header, *rest = text.split("\n", 1)
    other = json.loads(header)
    other["rules"] = {"turns": 3}
    with pytest.raises(RecordError, match="a state of another game, or under other rules"):
        Record.parse("\n".join([json.dumps(other), *rest]))
    with pytest.raises(ToolkitError, match="this one has begun"):
        Record.of(state, ["a", "b"], from_here=True)


def test_a_game_without_position_files_says_so():
    with pytest.raises(ToolkitError, match="there are no position files of Cellar"):
        find_game("cellar").positions()
