"""The printed game at a table: its set-up, play by phones and for others, take-back, review; and no leaks."""

import json
from pathlib import Path
from random import Random

import pytest
from rooms import HEAD, Log, Told, set_up
from sizes import PROFILE, examples

from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.games.tables import FaultyFile
from toolkit.games.tobago import CLUES, Position, boxed_island
from toolkit.games.tobago.board_sides import known_sides, layouts, outline, write_sides
from toolkit.games.tobago.cards import write_deck
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.placement import placement_faults
from toolkit.games.tobago.state import DISCARDED, HAND
from workbench.table import printed
from workbench.table.draft import (
    DECK,
    SIDES,
    deck_data,
    island_data,
    keep,
    kept,
    layouts_data,
    side_data,
    with_sides,
)
from workbench.table.printed import begin, players_data
from workbench.table.session import Forbidden, Refused
from workbench.web.data import board_data

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRST = EXAMPLES / "first-position.toml"


def test_a_set_up_tells_what_is_missing_and_begins_when_nothing_is():
    room = Log(HEAD).sit(0)
    missing = room.game.view(None)["setup"]["missing"]
    assert missing[0] == "the layout of the island"
    room.do(0, "layout ABC+0")
    room.do(0, "place hut B23")
    with pytest.raises(Refused, match=r"B22 is 1 from the hut on B23, not 4 \(T-5\)"):
        room.do(0, "place hut B22")
    with pytest.raises(Refused, match=r"coast.*T-5"):
        room.do(0, f"place statue {next(iter(boxed_island().coast))}")
    assert room.game.view(0)["setup"]["left"] == {"hut": 3, "palm": 3, "statue": 3}
    room.do(0, "random")
    setup = room.game.view(0)["setup"]
    assert (setup["left"], len(setup["statues"])) == ({"hut": 0, "palm": 0, "statue": 0}, 3)
    assert setup["missing"] == ["players: there are 2 to 4, and now 1"]
    with pytest.raises(Refused, match="still missing: players"):
        room.do(0, "begin")
    room.do(0, "player green Roger")
    room.do(0, "first green")
    room.do(0, "edition no-curse")
    room.do(0, "rules own_hex included")
    assert room.game.view(0)["setup"]["order"] == ["green", "red"]
    assert room.game.view(0)["setup"]["edition"] == "no-curse"
    room.do(0, "begin")
    table = room.table(0)
    assert (table["to_act"], table["decision"]) == ("green", "starting clue")
    assert [one["name"] for one in table["players"]] == ["Roger", "player 0"]
    assert room.game._playing.state.rules.own_hex == "included"


WRONG = {
    "layout XYZ+0": "side",
    "place tree B23": "no landmark 'tree'",
    "place hut Z99": "Z99",
    "lift B23": "no landmark stands",
    "face B23 N": "no statue stands",
    "player pink Anna": "no player 'pink'",
    "player red Anna": "red plays with a phone already",
    "first green": "does not play",
    "rules own_hax included": "own_hex",
    "rules own_hex maybe": "own_hex",
    "edition none": "no edition",
    "hints loud": "no hints 'loud'",
    "drop blue": "no player without a phone",
    "dance": "nothing that can be done",
    "deck": "deck",  # whose text is none
}


def test_a_wrong_line_of_a_set_up_is_refused_and_changes_nothing():
    room = Log(HEAD).sit(0)
    room.do(0, "layout ABC+0")
    before = json.dumps(room.game.view(0))
    for line, why in WRONG.items():
        with pytest.raises(Refused, match=why):
            room.do(0, line, text="no deck at all" if line == "deck" else None)
    assert json.dumps(room.game.view(0)) == before


@pytest.mark.parametrize("seed", range(2))
def test_an_evening_is_the_game_of_the_engine(seed):
    room = set_up(2, 1)
    told = Told(room, seed, "greedy" if seed else "random")
    told.compare()
    for _ in range(examples(40)):
        if not told.step():
            break
        told.compare()
        table, state = room.table(1), told.engine
        acts = state.to_act()
        if acts >= 0:
            assert table["to_act"] == PLAYERS[acts]
        assert table["turn"] == state.turn
        assert [one["cards"] for one in table["players"]] == [
            len(zone) for zone in state.clue_cards.cards[3:]
        ]
    again = room.again()
    for seat in (None, 0, 1):
        assert again.game.view(seat) == room.game.view(seat)
    if room.game.phase == "play":  # a whole game has ended by itself
        room.do(0, "finish")
        room.do(1, "agree")
    assert room.game.phase == "over"
    review = room.game.fetch(0, "review", {})
    log = [one for one in room.table(None)["log"] if "clue" in one]
    assert [(play["seq"], play["clue"], play["map"]) for play in review["plays"]] == [
        (one["seq"], one["clue"], one["map"]) for one in log
    ]
    assert [int(play["after"], 16).bit_count() for play in review["plays"]] == [one["after"] for one in log]
    record = Record.parse(room.game.fetch(0, "record", {}))
    assert record.replay().turn == told.engine.turn
    assert "\ntold at the table: cards that nobody named are made up\n" in record.to_text()


def test_phones_act_for_themselves_and_for_who_has_none():
    room = set_up(2, 1)
    with pytest.raises(Forbidden, match="blue has an own phone"):
        room.do(0, "start clue brown in jungle", for_="blue")
    with pytest.raises(Refused, match=r"starting clue is that of red \(T-17\)"):
        room.do(1, "start clue brown in jungle")
    room.do(0, "start clue brown in jungle")
    room.do(1, "start clue white in lake")
    room.do(1, "start clue grey next to hut", for_="yellow")
    assert room.table(0)["log"][-1] | {"seq": 0} == {
        "seq": 0, "by": "yellow", "do": "start clue grey next to hut", "map": "grey", "clue": "next to hut",
        "before": 104, "after": room.table()["log"][-1]["after"],
    }  # fmt: skip
    with pytest.raises(Refused, match="does not play"):
        room.do(3, "start A22")


def test_only_what_others_did_needs_their_agreement_to_be_taken_back():
    room = set_up(2, 1)
    first = room.do(0, "start clue brown in jungle")
    room.do(0, f"take back {first}")
    assert room.table()["log"] == []
    first = room.do(0, "start clue brown in jungle")
    room.do(1, "know in river")
    room.do(1, "start clue white in lake")
    room.do(0, f"take back {first}")
    assert room.table()["wish"] == {"to": first, "by": "red", "wait": ["blue"]}
    with pytest.raises(Forbidden, match="for others to say"):
        room.do(0, "agree")
    room.do(1, "disagree")
    assert room.table()["wish"] is None
    assert len(room.table()["log"]) == 2
    room.do(0, f"take back {first}")
    room.do(1, "agree")
    assert room.table()["log"] == []
    assert room.table(1)["own"]["hand"] == ["in river"]  # what is known of a hand stays known


def test_an_evening_that_was_finished_goes_on_only_if_all_want_it():
    for all_of_it in (False, True):  # or but for its end, which was told by mistake
        room = set_up(2, 1)
        first = room.do(0, "start clue brown in jungle")
        told = room.table()["log"]
        with pytest.raises(Refused, match="cannot be taken back"):
            room.do(0, f"take back {first + 1}")
        room.do(0, "finish")
        end = room.do(1, "agree")
        assert room.table()["finished"] == end
        room.do(0, f"take back {first if all_of_it else end}")
        assert room.game.phase == "over"
        assert room.table()["wish"]["wait"] == ["blue"]
        room.do(1, "agree")
        table = room.table()
        assert (room.game.phase, table["log"], table["finished"]) == ("play", [] if all_of_it else told, None)


def test_T18_a_curse_is_offered_where_a_card_can_be_one_and_the_last_card_can_be_taken_back():
    room, offered = set_up(2, 1), list[list[str]]()
    told = Told(room, 1, "greedy")
    while told.step():
        treasure = room.table(None)["treasure"]
        if treasure and treasure["face"] is None:
            offered.append(treasure["curses"])
            for line in {"reveal curse", "reveal curse curse"} - {*treasure["curses"]}:
                with pytest.raises(Refused, match=r"\((T-18|T-28|T-28a)\)"):
                    room.do(0, line)
        else:
            assert not treasure or not treasure["curses"]
    assert offered[0] == []  # twelve cards of gold lie on top
    assert ["reveal curse"] in offered
    assert ["reveal curse", "reveal curse curse"] in offered
    assert room.game.phase == "over"
    room.do(0, f"take back {room.table()['log'][-1]['seq']}")
    assert room.table()["wish"]["wait"] == ["blue"]  # who told nothing since, but may have read the record
    room.do(1, "agree")
    assert room.game.phase == "play"


def test_another_game_begins_with_the_same_people_and_rules():
    room = set_up(2, 1)
    room.do(1, "hints full")
    with pytest.raises(Refused, match="the game is not over"):
        room.do(0, "again")
    room.do(1, "finish")
    room.do(0, "agree")
    with pytest.raises(Forbidden, match="who sat down first begins"):
        room.do(1, "again")
    before = room.table()["setting"]
    room.do(0, "again")
    for one in (room, room.again()):
        setup = one.game.view(0)["setup"]
        assert (one.game.phase, setup["layout"], setup["huts"], setup["hints"]) == ("setup", None, [], "full")
        assert setup["order"] == ["red", "blue", "yellow"]
        one.do(0, "layout ACB+1")
        one.do(0, "random")
        one.do(0, "begin")
        table = one.table()
        assert (table["log"], table["finished"], table["players"][2]["name"]) == ([], None, "Roger")
        assert table["setting"] != before
        assert one.game.fetch(0, "setting", {})["hash"] == table["setting"]


def test_the_evening_ends_when_all_who_sit_agree():
    """Who plays gets the record, with all hands that were told; nobody else does."""
    room = set_up(3, 1)
    room.do(0, "start clue brown in jungle")
    room.do(1, "know in river")
    room.do(0, "finish")
    assert room.table() == room.table(None) | {"own": None}
    assert room.table()["wish"] == {"to": None, "by": "red", "wait": ["blue", "yellow"]}
    room.do(1, "agree")
    for ends, line in (("no", "disagree"), ("the game goes on", "start clue white in lake")):
        room.do(2 if line == "disagree" else 1, line)
        assert (ends, room.game.phase, room.table()["wish"]) == (ends, "play", None)
        with pytest.raises(Refused, match="nobody is asked"):
            room.do(2, "agree")
        room.do(0, "finish")
        room.do(1, "agree")
    with pytest.raises(Forbidden, match="when the evening is over"):
        room.game.fetch(0, "record", {})
    again = room.again()
    again.do(2, "agree")
    room.add({"free": 2})  # a phone that is gone is not waited for
    for one in (room, again):
        assert (one.game.phase, one.table()["wish"]) == ("over", None)
        for seat in (0, 1, 3):
            assert "in river" in one.game.fetch(seat, "record", {})
        with pytest.raises(Forbidden, match="this is for who plays: red, blue, yellow, green"):
            one.game.fetch(None, "record", {})


def test_nobody_wants_what_who_left_wanted():
    """Who sits down there then has not been asked."""
    room = set_up(3, 0)
    room.do(0, "finish")
    room.do(1, "agree")
    room.add({"free": 0})
    room.sit(0)
    assert (room.game.phase, room.table()["wish"]) == ("play", None)
    room.do(2, "finish")
    assert room.table()["wish"]["wait"] == ["red", "blue"]
    room.add({"do": ["finish"], "by": 0})  # as a version did in which one could end the evening
    assert room.game.phase == "over"


def test_only_who_plays_ends_the_evening_and_sets_the_hints():
    room = set_up(2, 0)
    room.sit(3)
    for line in ("finish", "hints full"):
        with pytest.raises(Forbidden, match="this is for who plays: red, blue"):
            room.do(3, line)
        room.do(1, line)
    assert room.table()["wish"]["wait"] == ["red"]
    room.do(0, "agree")
    assert (room.game.phase, room.table()["hints"]) == ("over", "full")
    with pytest.raises(Forbidden, match="this is for who plays: red, blue"):
        room.game.fetch(3, "record", {})


def test_a_phone_that_is_gone_is_not_waited_for():
    room = set_up(3, 0)
    first = room.do(0, "start clue brown in jungle")
    room.do(1, "start clue white in lake")
    room.do(2, "start clue grey in river")
    room.do(0, f"take back {first}")
    room.add({"free": 1})
    assert room.table()["wish"]["wait"] == ["yellow"]
    room.add({"free": 2})
    assert (room.table()["wish"], room.table()["log"]) == (None, [])


def started():
    """Return a room in which red has told all cards of its hand but one."""
    room = set_up(2, 0)
    for seat, line in enumerate(("start clue brown in jungle", "start clue white in mountain")):
        room.do(seat, line)
    for seat in range(2):
        room.do(seat, "start A22")
    for clue in ("next to hut", "in lake", "in river", "next to palm", "not in lake"):
        room.do(0, f"know {clue}")
    return room


def test_what_is_known_of_a_hand_is_told_by_itself():
    room = started()
    for lines in (["know not in river", "move A22-A23"], ["forget in lake", "know not in river"]):
        with pytest.raises(Refused, match="told by itself"):
            room.do(0, *lines)
    assert room.table(1)["log"][-1]["do"] == "start A22"


def test_a_card_that_was_drawn_since_is_no_more_known_when_that_is_taken_back():
    room = started()
    before = room.table(0)["own"]
    laid = room.do(0, "clue grey next to hut")
    river = room.do(1, "know not in river")
    room.do(0, "know in scrubland")  # the old unknown card or the drawn one
    room.do(0, "know next to ocean")
    forgot = room.do(0, "forget in lake")
    room.do(0, f"take back {laid}")
    hand = [clue for clue in before["hand"] if clue != "in lake"]
    assert room.table(0)["own"] == {"hand": hand, "unknown": 2}
    assert room.table(0)["log"][-1]["seq"] == forgot
    assert room.table(1)["own"] == {"hand": ["not in river"], "unknown": 5}
    room.do(0, f"take back {forgot}")
    assert room.table(0)["own"] == before
    room.do(1, f"take back {river}")
    assert room.table(1)["own"]["unknown"] == 6
    assert len(room.game._playing.told) == len(room.game._entries) == 9


def test_hints_follow_what_the_table_has_set():
    room = set_up(2, 0)
    for seat, line in enumerate(("start clue brown in jungle", "start clue white in lake")):
        room.do(seat, line)
    room.do(0, "start B22")
    room.do(1, "start B23")
    known = room.do(0, "know next to hut")
    with pytest.raises(Forbidden, match="'legal'"):
        room.game.fetch(0, "hint", {})
    room.do(1, "hints full")
    plays = room.game.fetch(0, "hint", {})()["plays"]
    assert room.game.fetch(0, "hint", {}) is room.game.fetch(0, "hint", {})  # it is found once
    assert {play["clue"] for play in plays} == {"next to hut"}
    room.do(0, f"take back {known}")
    room.do(0, "know in river")
    assert {play["clue"] for play in room.game.fetch(0, "hint", {})()["plays"]} == {"in river"}
    room.do(0, f"take back {len(room.events) + 1}")
    room.do(0, "know next to hut")
    with pytest.raises(Forbidden, match="who has a hand"):
        room.game.fetch(None, "hint", {})
    position = Position.parse(room.game.fetch(0, "position", {}))
    assert list(map(str, position.hand or ())) == ["next to hut"]
    assert Position.parse(room.game.fetch(None, "position", {})).hand is None


FETCHED = ("position", "hint", "review", "record")
OF_NO_HAND = ("island", "layouts", "deck", "setting")


def seen_by(room, seat):
    """Return every byte that a seat can get."""
    answers = []
    for what in (*FETCHED, *(OF_NO_HAND if PROFILE == "thorough" else ())):
        try:
            found = room.game.fetch(seat, what, {})
            answers.append(found() if callable(found) else found)
        except (Refused, Forbidden) as error:
            answers.append(str(error))
    return json.dumps([room.game.view(seat), answers])


def check_leaks(seed):
    """Compare what others get with what they would get if the known cards of a hand were others."""
    random = Random(seed)
    room = set_up(3, seed % 2)
    room.do(0, "hints full")
    told = Told(room, seed, "random", knows=0.8)
    for _ in range(random.randrange(10, 30)):
        told.step()
    for seat in range(3):
        events, hand = [dict(event) for event in room.events], []
        count = {str(clue): room.table(seat)["own"]["hand"].count(str(clue)) for clue in CLUES}
        for event in reversed(events):
            clue = event["do"][0].removeprefix("know ") if "do" in event else ""
            if event.get("by") == seat and event.get("do") == [f"know {clue}"] and count[clue]:
                count[clue] -= 1
                hand.append(clue)
                event["do"] = [f"know {random.choice(CLUES)}"]
        other = Log(HEAD, events)
        for looker in {0, 1, 2, None} - {seat}:
            assert seen_by(other, looker) == seen_by(room, looker)
        if hand:
            assert seen_by(other, seat) != seen_by(room, seat)
        over = [one.again([{"do": ["finish"], "by": 0}]) for one in (other, room)]
        assert over[0].game.phase == "over"
        assert seen_by(over[0], None) == seen_by(over[1], None)  # the review, too, but not the record


def test_a_known_hand_changes_nothing_that_others_get():
    for seed in range(200 if PROFILE == "thorough" else 2):
        check_leaks(seed)


def test_the_hand_of_a_position_is_nobodys_before_somebody_begins(tmp_path):
    """Who sits down on one seat after the other sees none."""
    for name in ("tobago-game.toml", "first-position.toml"):
        head = begin(tmp_path, EXAMPLES / name)
        assert Position.load(EXAMPLES / name).hand
        room = Log(head)
        for seat in (0, 1, 0):
            room.sit(seat)
            for what in FETCHED:
                with pytest.raises(Forbidden):
                    room.game.fetch(seat, what, {})
            assert room.game.view(seat).keys() == {"title", "setup"}
            assert not any(str(clue) in json.dumps(room.game.view(seat)) for clue in CLUES)
            room.add({"free": seat})
    older = {
        key: value for key, value in begin(tmp_path, EXAMPLES / "tobago-game.toml").items() if key != "waits"
    }
    assert Log(older).game.phase == "play"


def test_a_position_that_lacks_facings_is_completed_and_goes_on():
    head = begin(Path(), FIRST)
    room = Log(head)
    room.sit(0)
    setup = room.game.view(0)["setup"]
    assert setup["layout"] == "ABC+0"
    assert setup["missing"] == ["the facing of C21"]
    assert [chair.colour for chair in room.game.chairs().values()] == ["red", "blue"]  # who has an ATV
    with pytest.raises(Refused, match="the table is that of a position"):
        room.do(0, "layout ACB+0")
    room.do(0, "face C21 NE")
    assert room.game.view(0)["setup"]["missing"] == []
    room.do(0, "begin")
    table = room.table(0)
    assert table["facings"]["C21"] == "NE"
    assert table["maps"][0]["clues"]


RAISED = """
[maps.white]
clues = [
  "not next to jungle", "not next to beach", "next to statue", "within 2 of beach",
  "not next to largest lake", "not next to mountain",
]
owners = ["red", "blue", "blue", "red", "blue", "blue"]
[table]
me = "red"
atvs = { red = "A34", blue = "C10" }
amulets = ["A34"]
"""


def test_the_log_tells_where_amulets_appear_and_how_statues_turn(tmp_path):
    island = (EXAMPLES / "tobago-game.toml").read_text().partition("[maps.brown]")[0]
    (tmp_path / "raised.toml").write_text(island + RAISED)
    room = Log(begin(tmp_path, tmp_path / "raised.toml")).sit(0)
    room.do(0, "begin")
    room.do(0, "raise white")
    while (treasure := room.table()["treasure"]) is not None:
        room.do(0, "reveal 3")
        room.do(0, f"taken {treasure['roses'][0]}")
    assert not any("facings" in entry for entry in room.table()["log"])
    before = set(room.table()["amulets"])
    room.do(0, "clue white next to hut")
    table = room.table()
    assert table["facings"] == {"A23": "SE", "B22": "SW", "C21": "NE"}  # each was a step before
    assert table["log"][-1]["facings"] == table["facings"]
    appeared = set(table["log"][-1]["amulets"])
    assert (len(appeared), appeared) == (3, set(table["amulets"]) - before)
    assert {"A34"} == before


def test_an_owner_types_in_a_side_and_a_deck_and_plays_on_them(tmp_path):
    side = write_sides({"a": dict.fromkeys(outline("a"), "lake") | {(0, 0): "jungle"}})
    deck = write_deck(dict.fromkeys(CLUES[:52], 1), "my deck")
    room = Log(HEAD, folder=tmp_path).sit(0)
    with pytest.raises(Refused, match="sides: line 2"):
        room.do(0, "sides", text="side,a,b,terrain\na,0,0,lava\n")
    assert not list(tmp_path.iterdir())
    room.do(0, "sides", text=side)
    room.do(0, "deck", text=deck)
    assert (tmp_path / "my-sides.csv").read_text() == side
    assert begin(tmp_path)["deck"] == (tmp_path / "my-deck.toml").read_text() == deck
    assert "aBC+0" in room.game.view(0)["setup"]["layouts"]
    room.do(0, "layout aBC+0")
    room.do(0, "player blue")
    room.do(0, "random")
    room.do(0, "begin")
    assert len(room.game.fetch(0, "setting", {})["names"]) == 104
    unknown = next(str(clue) for clue in CLUES[52:])
    with pytest.raises(Refused, match="T-10"):
        room.do(0, f"know {unknown}")
    room.do(0, f"know {CLUES[0]}")
    assert room.table(0)["own"]["hand"] == [str(CLUES[0])]


def test_the_files_of_an_owner_are_written_by_the_host_and_never_lost(tmp_path):
    decks = [write_deck(dict.fromkeys(CLUES[number : number + 52], 1), "my deck") for number in range(3)]
    sides = [
        write_sides({"a": dict.fromkeys(outline("a"), terrain)}) for terrain in ("lake", "jungle", "mountain")
    ]
    room = Log(HEAD, folder=tmp_path).sit(0, 1)
    for line, texts in (("deck", decks), ("sides", sides)):
        room.do(0, line, text=texts[0])
        room.do(1, line, text=texts[1])  # for this game, and the file stays
        assert room.game._draft.deck if line == "deck" else room.game._draft.sides == texts[1]
    assert {one.read_text() for one in tmp_path.iterdir()} == {decks[0], sides[0]}
    for _ in range(2):  # what is the same is not kept twice
        room.do(0, "deck", text=decks[2])
        room.do(0, "sides", text=sides[2])
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {
        "my-deck.toml": decks[2], "my-deck-old.toml": decks[0],
        "my-sides.csv": sides[2], "my-sides-old.csv": sides[0],
    }  # fmt: skip
    room.do(0, "deck", text=decks[1])
    assert (tmp_path / "my-deck-old-2.toml").read_text() == decks[2]


def test_a_setting_is_drawn_once_for_each_language(monkeypatch):
    drawn = []

    def counting(setting, lang):
        drawn.append(lang)
        return board_data(setting, lang)

    monkeypatch.setattr(printed, "board_data", counting)
    room = set_up()
    asked = [room.game.fetch(seat, "setting", {}, lang) for lang in ("en", "fa") for seat in (0, 1)]
    assert drawn == ["en", "fa"]
    assert asked[0] == asked[1] != asked[2] == asked[3]
    for _ in range(2):
        with pytest.raises(ToolkitError):
            room.game.fetch(0, "setting", {}, "xx")
    assert drawn == ["en", "fa", "xx", "xx"]  # what nobody speaks is not kept


def test_a_beginning_whose_files_are_no_texts_is_refused():
    for altered in ({"sides": {}}, {"deck": 3}):
        with pytest.raises(ToolkitError, match="texts of files"):
            Log(HEAD | altered)


def test_who_sits_down_again_is_asked_whether_the_evening_ends():
    room = set_up(3, 0)
    room.add({"free": 2})
    room.do(0, "finish")
    assert room.table()["wish"]["wait"] == ["blue"]
    room.sit(2)
    room.do(1, "agree")
    assert (room.game.phase, room.table()["wish"]["wait"]) == ("play", ["yellow"])
    room.do(2, "agree")
    assert room.game.phase == "over"
    with pytest.raises(Refused, match="is over"):
        room.do(1, "finish")


def test_a_wish_to_take_back_lapses_when_somebody_plays_on() -> None:
    room = set_up(2, 0)
    first = room.do(0, "start clue brown in jungle")
    room.do(1, "start clue white in lake")
    room.do(0, f"take back {first}")
    room.do(1, "know in river")  # which only blue may see
    assert room.table()["wish"] is not None
    room.do(0, "start A22")
    assert room.table()["wish"] is None


def test_who_begins_in_a_position_is_chosen_and_must_have_an_atv() -> None:
    room = Log(begin(Path(), FIRST)).sit(0)
    room.do(0, "face C21 NE")
    room.do(0, "player green Roger")
    assert room.game.view(0)["setup"]["missing"] == ["an ATV of green: the position has none"]
    room.do(0, "drop green")
    assert room.game.view(0)["setup"]["missing"] == []
    assert room.game.view(0)["setup"]["order"] == ["red", "blue"]
    room.do(0, "first blue")
    room.do(0, "begin")
    assert room.table()["to_act"] == "blue"


def test_a_player_who_is_dropped_plays_no_more() -> None:
    room = Log(HEAD).sit(0)
    room.do(0, "player blue Roger")
    room.do(0, "player green")
    room.do(0, "drop blue")
    assert room.game.view(0)["setup"]["order"] == ["red", "green"]
    assert room.game.chairs()[1].name is None


def test_a_statue_that_was_lifted_looks_nowhere() -> None:
    room = Log(HEAD).sit(0)
    room.do(0, "layout ABC+0")
    room.do(0, "place statue B22")
    room.do(0, "face B22 S")
    room.do(0, "lift B22")
    room.do(0, "place statue B22")
    assert room.game.view(0)["setup"]["statues"] == ["B22"]


def test_each_player_s_cards_are_counted() -> None:
    room = set_up(3, 0)
    state = room.game._playing.state.clone()
    for _ in range(2):
        state.clue_cards.give(state.clue_cards.cards[HAND + 1][0], HAND + 1, DISCARDED)
    assert [one["cards"] for one in players_data(state, ["red", "blue", "yellow"], lambda _: None)] == [
        4,
        2,
        4,
    ]


# ---- what the pages of a set-up get, and an owner's files


def test_masks_tell_where_landmarks_may_stand_as_the_rule_does() -> None:
    island = boxed_island("ACB+1")
    data = island_data(island, "en")
    apart, coast = [int(mask, 16) for mask in data["apart"]], int(data["coast"], 16)
    for one in range(0, len(island), 9):
        for other in range(len(island)):
            if one == other:
                continue
            setting = Setting(island, palms=[island.names[one], island.names[other]])
            close = any("apart" in fault for fault in placement_faults(setting))
            assert close == (not apart[one] >> other & 1)
        alone = Setting(island, statues=[island.names[one]])
        assert any("coast" in fault for fault in placement_faults(alone)) == bool(coast >> one & 1)


def test_a_side_is_blank_until_it_was_typed_and_what_it_lacks_is_sea() -> None:
    blank = side_data("a", {}, "fa")
    assert (len(blank["names"]), blank["rows"], blank["svg"].count("hex blank")) == (34, {}, 34)
    assert blank["words"]["jungle"] == "جنگل"
    typed = dict.fromkeys(outline("a")[1:], "lake") | {(9, 9): "river"}
    data = side_data("a", {"a": typed}, "en")
    assert (len(data["names"]), data["rows"]["a00"], data["rows"]["a99"]) == (35, "sea", "river")
    with pytest.raises(ToolkitError, match="no side 'A' is to be typed in; these are a, b, c"):
        side_data("A", {}, "en")


def test_layouts_are_small_and_a_deck_tells_both() -> None:
    own = {"b": {(b, a): kind for (a, b), kind in known_sides()["B"].items()}}
    shown = layouts_data(own)
    assert [one["layout"] for one in shown] == layouts("b")
    assert sum(len(one["svg"]) for one in shown) < 40_000
    data = deck_data(None, "en")
    assert (data["own"], sum(data["deck"].values()), len(data["pictograms"])) == (False, 52, 94)


def test_an_owner_s_files_are_found_again_and_a_faulty_text_changes_nothing(tmp_path: Path) -> None:
    assert kept(tmp_path, SIDES) == kept(tmp_path, DECK) == ""
    one = write_sides({"a": dict.fromkeys(outline("a"), "lake")})
    keep(tmp_path, SIDES, one)
    both = with_sides(kept(tmp_path, SIDES), write_sides({"c": {(0, 0): "river"}}))
    keep(tmp_path, SIDES, both)
    again = with_sides(both, write_sides({"c": {(0, 0): "beach"}}))
    assert again == both.replace("c,0,0,river", "c,0,0,beach")
    for name, text in ((SIDES, "side,a,b,terrain\na,0,0,laek\n"), (DECK, "no = deck")):
        with pytest.raises(FaultyFile):
            keep(tmp_path, name, text)
    assert kept(tmp_path, SIDES) == both
    assert not (tmp_path / DECK).exists()
    (tmp_path / DECK).write_text("spoilt", "utf-8")
    with pytest.raises(FaultyFile):
        kept(tmp_path, DECK)
