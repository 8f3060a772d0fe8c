"""``tobago odds silver``: questions that have no answer, rounds that end at once, one of something."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solvers.silver.scoring.lowest import lowest
from solvers.silver.scoring.scored import mean_points
from solvers.silver.sets.afterwards import exchanged, taken
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    from cli_helpers import Tobago

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "silver-position.toml")
MET = """
format = "silver-position/1"
me = 0
deck = 20
discard = [3, 9, 0]
shown = [12]
villages = [{slots = ["8", "5!", "11"]}, {slots = ["?", "0!", "?"]}, {slots = ["?", "?"]}]
"""

# ---- questions that have no answer ------------------------------------------------------------------------


# ---- rounds that end at once (S-42) -----------------------------------------------------------------------


def test_S42_a_0_that_is_taken_says_how_the_round_is_scored(tobago: Tobago) -> None:
    done = tobago("odds", "silver", "-", "--query", "take", "--json", stdin=MET.encode())
    first, second = done.json["answers"]
    after = exchanged(taken(Position.parse(MET), 0, "discard"), (2,), 0, up=True)
    assert (first["card"], first["from"], first["slots"], first["ends_round"]) == (0, "discard", [2], True)
    assert (first["use"], first["exact"], first["chance"]) == ("exchange", "11", "1")
    assert first["lowest"] == str(lowest(after))
    assert first["round_points"] == {str(seat): str(mean_points(after, seat)) for seat in range(3)}
    assert first["round_points"]["0"] == "13"
    assert (second["card"], second["from"], second["use"], second["slots"]) == (12, "shown", "ability", None)
    assert "round_points" not in second
    assert not {"ends_round", "lowest"} & second.keys()


def test_S42_people_read_that_the_round_ends(tobago: Tobago) -> None:
    told = tobago("odds", "silver", "-", "--query", "take", stdin=MET.encode())
    lines = [" ".join(line.replace("│", " ").split()) for line in told.out.splitlines()]
    at = lines.index("take 0 for slot 2 11.000 points 11")
    assert lines[at + 1 : at + 3] == ["ends the round at once (S-42) yes", "my points, mean 13.000 points 13"]
    assert lines[at + 3].startswith("points of player 1, mean ")
    assert lines[at + 4].startswith("points of player 2, mean ")
    assert lines[at + 5].startswith("lowest then, ties counted ")
    assert lines[at + 6].startswith("take 12 beside the deck: use its ability ")


def test_A1_people_read_that_it_depends_on_the_cards(tobago: Tobago) -> None:
    text = MET.replace("discard = [3, 9, 0]", 'discard = [3]\nheld = 0\nrules = {deck_exchange = "up"}')
    text = text.replace('"8", "5!"', '"?", "5!"')
    told = tobago("odds", "silver", "-", "--query", "attempt", "--slots", "0,1", stdin=text.encode())
    assert "ends the round at once (S-42) │ if it shows both 0s" in " ".join(told.out.split())


# ---- one of something -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "asked", "said"),
    [
        ("deck = 1", ("--query", "movers"), "the next card is no 11 or 12"),
        ("deck = 1", ("--query", "rascal"), "the next card, mean"),
        ("deck = 2", ("--query", "rascal", "--cards", "2"), "lowest of the next 2 cards, mean"),
        ("deck = 2", ("--query", "movers", "--cards", "2"), "no 11 or 12 among the next 2 cards"),
        ("deck = 1", ("--query", "time"), "1 draw, 1 own turn; may call: 0, 1"),
        ("deck = 3", ("--query", "time"), "3 draws, 2 own turns; may call: 0, 1"),
        ("deck = 9", ("--query", "time"), "Player 0: 1 card, 9 in the deck"),
        ("deck = 9", ("--query", "win", "--games", "1"), "player 0 wins, steady, 1 game │"),
        ("deck = 9", ("--query", "threshold", "--games", "1", "--sums", "5"), "against steady, 1 game │"),
        (
            "deck = 9",
            ("--query", "ending", "--games", "2", "--turns", "1"),
            "both 0s end the round within 1 turn, │",
        ),
    ],
)
def test_one_is_not_many(tobago: Tobago, keys: str, asked: tuple[str, ...], said: str) -> None:
    villages = 'villages = [{slots = ["8"]}, {slots = ["?", "3"]}]'
    text = f'format = "silver-position/1"\nme = 0\ndiscard = [3]\n{keys}\n{villages}\n'
    told = tobago("odds", "silver", "-", *asked, stdin=text.encode())
    assert told.status == 0
    assert said in " ".join(told.out.split())


# ---- what comes after the turn ----------------------------------------------------------------------------

KNOWN = """
format = "silver-position/1"
me = 0
deck = 20
discard = [9]
villages = [{slots = ["1", "?"]}, {slots = ["5!", "0", "4"]}]
"""


def test_S29_a_call_tells_what_one_turn_of_a_known_opponent_can_do(tobago: Tobago) -> None:
    asked = ("--query", "call", "--policy", "steady", "--games", "50")
    played, simulated, bounds = tobago("odds", "silver", "-", *asked, "--json", stdin=KNOWN.encode()).json[
        "answers"
    ]
    assert (played["exact"], simulated["policy"]) == ("30/47", "steady")
    # The other 0 comes for the 5; or a 13 comes and all three fail, which costs the other 13.
    assert (bounds["player"], bounds["from"], bounds["to"]) == (1, 4, 9 + 13 + 13)
    assert (bounds["worst"], bounds["best"]) == ("12/47", "1")  # a 0 to 3, against any card
    table = tobago("odds", "silver", "-", "--query", "call", stdin=KNOWN.encode()).out
    assert "player 1 ends with 4 to 35 points after one turn" in table
    assert "lowest then, at worst" in table


def test_a_call_against_unknown_cards_has_no_bounds(tobago: Tobago) -> None:
    assert len(tobago("odds", "silver", EXAMPLE, "--query", "call", "--json").json["answers"]) == 1


def test_S13_putting_a_card_down_tells_what_knowing_it_adds(tobago: Tobago) -> None:
    held = KNOWN.replace("deck = 20", "deck = 20\nheld = 4")
    found = tobago("odds", "silver", "-", "--query", "replace", "--json", stdin=held.encode()).json["answers"]
    after = [Fraction(one["knowing"]) for one in found]
    assert [one["slot"] for one in found] == [0, 1]
    assert after[0] == 0 > after[1]  # the unknown card goes for the next one, or cannot any more
