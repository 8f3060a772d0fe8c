"""``tobago rival``: whole evenings beside the game's own rival, what is refused, kept and taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from toolkit.core import Action
from toolkit.games.wayfarers import GAME, Position, Rules, position_of
from toolkit.games.wayfarers.components.names import KINDS, RIVAL
from toolkit.games.wayfarers.play.turns import Revealing
from workbench.cli.solo import Table

if TYPE_CHECKING:
    from cli_helpers import Outcome, Tobago


# ---- a game in the engine, and what a person at a table would type of it -----------------------------------


TYPED = {
    r"gain (\w+).*": r"take \1",
    r"(?:keep|top) (\w+)": r"keep \1",
    r"(?:under host|above|place) (.+)": r"+\1",  # behind the line before
    r"(discard|influence) ([A-Z]\w+).*": r"\1 \2",
    r"worker (\w+) on (\w+).*": r"put \1 \2",
    r"retrieve (\w+) from (\w+).*": r"retrieve \1 \2",
    r"influence ([a-z]+)": r"\1 +1",
    r"move (\w+) to (\w+)": r"\1 -1\n\2 +1",
    r"science (to .+)": r"science -1\n\1",
    r"(to .+|tile \w+)": r"\1",
    r"tile (UL.) for influence": r"trade -2\ntile \1",
    r"tile (UW.) for influence": r"exploration -2\ntile \1",
    r"tile (US.) for influence": r"science -2\ntile \1",
    r"use trade": "trade -1",
    r"ship": "exploration -1",
}
"""What is typed for an action of the person in the engine; for all others nothing is."""


def typed_for(action: str) -> list[str]:
    found = [re.sub(f"^{one}$", typed, action) for one, typed in TYPED.items() if re.fullmatch(one, action)]
    return "\n".join(found).splitlines()


class Evening:
    """A solo game of random choices, and the same on a table of the command."""

    def __init__(self, board: Any, seed: int) -> None:
        rules = Rules(rival=board, sections="ABA")
        self.random, self.game = Random(seed), GAME.new(1, rules)
        self.table, self.lines = Table("another seed"), list[str]()
        self.own, self.answers, self.scheme = list[str](), [f"{board} ABA"], ""

    def type(self, line: str) -> None:
        """Type a line; now and then the evening is interrupted before, and goes on from the file."""
        self.lines.append(line)
        if self.table.begun and self.random.random() < 0.1:
            asked = self.table.question
            *_, self.table = Table.evening(Position.parse(self.table.kept.to_toml()), "a third seed")
            assert self.table.question == asked
        self.table = self.table.copy()
        self.table.obey(line)

    def play(self) -> int:
        """Play to the end, and compare the table at the beginning of each turn of the person."""
        turns = 0
        while self.game.stack:
            before, kind = self.game.clone(), self.game.decision_kind()
            action = self._chosen()
            self.game.apply(action)
            self._note(str(action), kind, before.to_act() == 0)
            if self.game.decision_kind() in ("turn", None) and self.game.turns != before.turns:
                turns += 1
                self._catch_up()
        return turns

    def _chosen(self) -> Action:
        if self.game.to_act() < 0:
            return self.game.sample_chance(self.random)
        legal = [*self.game.legal_actions()]
        if not self.game.tableaux[0].influence:
            legal = [one for one in legal if not str(one).startswith("influence")] or legal
        return self.random.choice(legal)

    def _note(self, action: str, kind: str | None, mine: bool) -> None:
        if kind in ("journal tile", "reveal"):
            self.answers.append(action.split()[-1])
        elif kind == "scheme":
            self.scheme = action.split()[-1]
        elif kind == "rival":
            self.answers.append(action.replace("with ", ""))
        elif mine or (kind == "top of a pile" and self.game.player == 0):
            for line in typed_for(action):
                gains = [at for at, one in enumerate(self.own) if one[:4] in ("take", "keep", "tile")]
                if line[0] == "+":
                    self.own[gains[-1]] += f" {line[1:]}"
                else:
                    self.own.append(line)

    def _catch_up(self) -> None:
        """Type what happened since the last turn of the person, and compare."""
        if self.game.turns > 1 or not self.game.stack:
            for line in self.own:
                self.type(line)
            self.type(f"turn {self.scheme}")
        while self.answers:
            out_of_turn = self.table._open(Revealing) and self.table.state.player == RIVAL
            first, *others = self.answers
            at = out_of_turn and next((at for at, one in enumerate(others, 1) if one[0] != first[0]), 0)
            self.type(self.answers.pop(at))
        self.own, self.answers, self.scheme = [], [], ""
        there, here = self.table.position, position_of(self.game.observation(0))
        assert self.plain(there) == self.plain(here), self.lines

    @staticmethod
    def plain(position: Position) -> Position:
        """Return a position without what the rival does not need to know."""
        kept = {"board": msgspec.UNSET, "silver": 0, "provision": 0, "dice": msgspec.UNSET, "placed": {}}
        journal = msgspec.structs.replace(position.journal, tiles={})  # those behind the markers are left out
        players = (msgspec.structs.replace(position.players[0], **kept),)
        return replace(position, players=players, under={}, journal=journal)


@pytest.mark.parametrize("board", ["space", "upgrade", "townsfolk", "journal"])
def test_the_rival_does_what_the_game_says(board: str) -> None:
    """Y-96 to Y-114: fed with what happens in a game, the table is that of the game at each turn."""
    assert Evening(board, 1).play() > 10


EXAMPLES = Path(__file__).parents[2] / "examples"

# ---- the command -------------------------------------------------------------------------------------------

SET_UP = """townsfolk ABA
1 2 3 4 5 6 7 8 9 10
l 1 2 3 4
w 1 2 3 4
s 1 2 3 4
t 22 2 3 4
1 2 3 4
"""


DISPLAY = "\n".join(
    f"{kind} = {[f'{kind[0].upper()}0{one}'.replace('T', 'F') for one in range(1, 5)]}" for kind in KINDS
)


def evening(tobago: Tobago, *lines: str, file: str = "game.toml", seed: str = "4") -> Outcome:
    """Type lines, in a game that is set up before if its file is not there yet."""
    typed = "" if Path(file).exists() else SET_UP
    return tobago("rival", "wayfarers", file, "--seed", seed, stdin=(typed + "\n".join(lines)).encode())


def test_a_game_is_set_up_and_goes_on_from_its_file(tobago: Tobago) -> None:
    first = evening(tobago, "take l1", "put y l2", "inf f2", "to c1u", "turn x5")
    assert "Y-106: sum 2: townsfolk slots 2" not in first.out  # a card is due in land before
    position = Position.load("game.toml")
    assert (position.acted, position.rules.sections, position.rules.rival) == (True, "ABA", "townsfolk")
    assert position.display.land == ("-", "L02", "L03", "L04")  # as it was before the turn was ended
    assert position.rival is not None
    assert (position.rival.typed, "typed again" in first.err) == (("turn x5",), False)
    assert (position.display.influence, position.display.workers) == ({"F02": 0}, {"L02": ("yellow",)})
    second = evening(tobago, "l5", "d p", "5", "show", "score")
    assert (first.status, second.status) == (0, 0)
    assert "Y-106: sum 2: townsfolk slots 2, 3, 4, 1; your influence lies on F02 in slot 2\n" in second.out
    assert "- F03 in townsfolk slot 3: face down beside its board\n" in second.out
    assert max(map(len, second.out.splitlines())) <= 100
    assert "total, won by the rival" in second.out
    assert Position.load("game.toml").turns == 3


def test_a_set_up_takes_cards_and_tiles_in_any_order_and_asks_again(tobago: Tobago) -> None:
    lines = ["townsfolk ABA", "i 4 3 2 1 l 1 2", "J10 2", "w 1 2 3 4", "t 22 99", "journal 1 3 4 5 6 7 8 9"]
    first = tobago("rival", "wayfarers", "game.toml", stdin="\n".join([*lines, "l1", "s 1 2"]).encode())
    assert (first.status, first.err.count("tobago: ")) == (2, 2)
    assert "no card '99'" in first.err
    assert "it lies in land slot 1" in first.err
    asked = "new cards in land 3 4, space 1 2 3 4, townsfolk 1 2 3 4"
    assert first.out.count(f"{asked}\n") == 1 + 1  # once more after the refusal
    second = tobago("rival", "wayfarers", "game.toml", stdin=b"t 22 2 3 4\nl 3 4\n s 3 4")
    assert second.out.splitlines()[-1] == "your turn 1: type what you did, then turn"
    position = Position.load("game.toml")
    assert position.display.inspiration == ("I04", "I03", "I02", "I01")
    assert [*position.journal.tiles.values()][:3] == ["J10", "J02", "J01"]


def test_what_was_written_by_hand_stays(tobago: Tobago) -> None:
    text = (EXAMPLES / "wayfarers-solo.toml").read_text().replace("[display]", "[display] # of ours")
    Path("game.toml").write_text(f"# mine\n{text}# the end\n")
    before = Path("game.toml").read_text()
    comments = [line.partition("#")[2] for line in before.splitlines() if "#" in line]
    assert len(comments) > 2
    done = evening(tobago, "take l28", "turn", "undo", "undo")
    assert (done.status, Path("game.toml").read_text()) == (0, before)
    done = evening(tobago, "take l28", "turn")
    after = Path("game.toml").read_text()
    assert [line.partition("#")[2] for line in after.splitlines() if "#" in line] == comments
    assert "could not be kept" not in done.err


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_key_that_comes_to_its_default_keeps_its_place(tobago: Tobago, end: str) -> None:
    text = (EXAMPLES / "wayfarers-solo.toml").read_text().replace("spot = 5  ", "spot = 7  ")
    Path("game.toml").write_bytes(text.replace("\n", end).encode())
    done = evening(tobago, "take L28")  # the rival's fee: its marker goes on to spot 0
    after = Path("game.toml").read_bytes().decode()
    comment = next(line for line in text.splitlines() if line.startswith("spot = 7")).partition("#")[2]
    assert re.search(rf"^spot = 0 +#{re.escape(comment)}{end}", after, re.MULTILINE)
    assert (done.status, after.count("\n"), "typed" in after) == (0, after.count(end), False)
    assert Position.load("game.toml").rival.spot == 0


def test_a_late_position_goes_on(tobago: Tobago) -> None:
    """The example's tiles behind the markers are told nowhere, and are not made up."""
    text = (Path(__file__).parents[2] / "examples" / "wayfarers-solo.toml").read_text()
    Path("game.toml").write_text(text)
    assert "Y-97: the rival turns up X" in evening(tobago, "turn").out
    assert Position.load("game.toml").journal.tiles == {"c9u": "J03", "c9l": "J08"}
    assert Position.load("game.toml").players[0].board == 4


def test_the_evening_of_the_page_is_told_so(tobago: Tobago) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rival.md").read_text("utf-8")
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        typed = [
            line.removeprefix("game.toml> ") for line in block.splitlines() if line[:11] == "game.toml> "
        ]
        done = tobago("rival", "wayfarers", "game.toml", "--seed", "8", stdin="\n".join(typed).encode())
        told = [line for line in block.splitlines() if not line.startswith(("$", "game.toml>", "kept:"))]
        assert (done.status, done.out.splitlines()) == (0, told)


def test_a_card_that_comes_is_none_that_the_rival_took_unseen(tobago: Tobago) -> None:
    Path("game.toml").write_bytes((EXAMPLES / "wayfarers-solo.toml").read_bytes())
    for cards in ("l1 l2", "l2 l1", "l2\nl1"):
        done = evening(
            tobago, "take l28", "take l04", "turn", cards, "undo", "undo", "undo", "undo", seed="3"
        )
        assert "chance" not in done.err, cards
        assert "Y-97" in done.out


def test_what_is_undone_is_as_it_was(tobago: Tobago) -> None:
    evening(tobago)
    before = Path("game.toml").read_bytes()
    lines = ["take l1", "tile ul1 2,2", "put y l2", "sc +1", "turn l5 x4"]
    assert evening(tobago, *lines, *["undo"] * len(lines)).status == 0
    assert Path("game.toml").read_bytes() == before
    assert "nothing to undo" in evening(tobago, "undo").err


def test_the_set_up_can_be_undone_to_its_first_line(tobago: Tobago) -> None:
    lines = SET_UP.splitlines()
    done = tobago("rival", "wayfarers", "game.toml", stdin="\n".join([*lines, *["undo"] * 7]).encode())
    assert (done.status, done.out.splitlines()[-1]) == (0, done.out.splitlines()[0])
    assert not Path("game.toml").exists()
    early = tobago("rival", "wayfarers", "game.toml", stdin=f"{lines[0]}\nscore".encode())
    assert "nothing to score: the table is not set up yet" in early.err


def test_a_file_that_was_there_stays_when_its_set_up_is_undone(tobago: Tobago) -> None:
    file = Path("game.toml")
    tobago("rival", "wayfarers", "game.toml", "--seed", "3", stdin=b"space AAA\n")
    file.write_text("# with Anna\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert tobago("rival", "wayfarers", "game.toml", stdin=b"undo\n").status == 0
    assert file.read_text(encoding="utf-8").startswith("# with Anna\n")
    again = tobago("rival", "wayfarers", "game.toml", stdin=b"journal BBB\n")
    assert (again.status, "faces BBB" in again.out) == (0, True)
    assert "# with Anna" in file.read_text(encoding="utf-8")


def test_cards_are_written_as_people_write_them(tobago: Tobago) -> None:
    """With a blank behind the letter too: where cards are asked for, ``f 10`` does not look for a 10."""
    lines = [
        "journal",
        "J1 2 3 4 5 6 7 8 9 10",
        "i 1 2 3 4 f 10 2 t 3 4",
        "s1 2 3 4",
        "l 1 2 w 1 2 3 4 l 3 4",
    ]
    done = tobago("rival", "wayfarers", "game.toml", stdin="\n".join([*lines, "inf f 10", "f 10"]).encode())
    assert (done.status, "you: influence F10" in done.out, "F10: townsfolk" in done.out) == (0, True, True)
    assert Position.load("game.toml").display.townsfolk == ("F10", "F02", "F03", "F04")


def test_words_are_found_in_any_order_and_one_id_is_told(tobago: Tobago) -> None:
    """Kinds, tags and icons among them; what no card says together finds nothing."""
    for typed, cards in {
        "find comet vista land": {"L23", "L24"},
        "find LAND card Vista comet": {"L23", "L24"},
        "find special-tile 5 VP comet": {"UP09"},
        "find ship townsfolk lends 2": {"F07", "F16"},
        "find 2 comets silver camel": set(),
        "find retrieve ships harbour": {"W10"},
    }.items():
        out = evening(tobago, typed).out
        assert set(re.findall(r"^│ ([A-Z]+[0-9]+) ", out, re.MULTILINE)) == cards, typed
    assert "L05: land card" in evening(tobago, "find L5").out
    assert "c2t: journal space" in evening(tobago, "find c2T").out
    assert "nothing fits" in evening(tobago, "find sun camel harbour").out
    assert "find what?" in evening(tobago, "find").err


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("tkae l1", "no command 'tkae'; did you mean 'take'?"),
        ("turn x1 x2", "x2: one scheme card is turned up in a turn (Y-97)"),
        ("take l9", "L09 does not lie face up, but L01, L02, L03, L04 (Y-20)"),
        ("take f4", "no free card can carry it: open_water (Y-48, Y-54, Y-57)"),
        ("discard l1", "L01 is no inspiration card (Y-56)"),
        ("take f22", "say behind it where: city, harbour"),
        ("take l1 city", "leave out 'city'"),
        ("put f2", "put F02: no worker in your supply is one that may be added to that card (Y-85)"),
        ("put blue l1", "put blue L01: no blue worker may stand on land cards (Y-85)"),
        ("put b w1\nput b w1", "put blue W01: a blue worker stands there already (Y-85)"),
        ("put b w1\nput b w2", "put blue W02: no blue worker is in your supply (Y-85)"),
        ("put l1\nretrieve l1", "retrieve L01: no worker stands there since an earlier turn (Y-88, Y-89)"),
        ("put y l1\ntake l1", "a worker that was placed this turn stands on it (Y-88)"),
        ("inf l1\ninf l1", "influence L01: "),
        ("remove l1", "no influence of yours lies on L01 (Y-21)"),
        ("science -1", "you have 0 there and 14 in your supply (Y-17, Y-26)"),
        ("tile ul9", "no tile 'ul9'; did you mean 'UL1'? (Y-70)"),
        ("tile ul1 9,9", "'9,9' is no free place for it; write row and column of its upper left cell, such"),
        ("tile ul1\ntile ul1 1,2", "'1,2' is no free place for it; write row and column"),
        ("to c5u", "no splotch leads there (Y-28)"),
        ("keep l1", "L01 is not in its pile: it lies in land slot 1"),
        ("turn x7", "no scheme card 'x7'"),
        ("silver -9", "silver -9: you had 3"),
        ("take l1\nturn\nl2", "L02 is not in its pile: it lies in land slot 1"),
        ("inf f2\nturn x5\nperhaps", "'perhaps' is no answer; you may allow, allow silver"),
    ],
)
def test_refusals_name_the_reason_and_change_nothing(tobago: Tobago, lines: str, said: str) -> None:
    evening(tobago, *lines.split("\n")[:-1])
    before = Path("game.toml").read_bytes()
    done = evening(tobago, *lines.split("\n")[:-1] if "turn" in lines else [], lines.split("\n")[-1])
    assert done.status == 2
    assert said in done.err
    assert Path("game.toml").read_bytes() == before


def test_files_that_are_no_game_alone_are_refused(tobago: Tobago) -> None:
    for text, said in {
        "players = [{}, {}]": "2 players: the rival plays against one alone (Y-96)",
        "players = [{}]\n[display]\nland = ['L01']": "display: the card in land slot 2 is missing",
        "players = [{}]\n[rival]\nspot = 9": "rival.spot",
        "players = [{}]\n[rival.cards]\nwater = -1": "rival.cards.water: -1 is not valid: expected",
        "players = [{}]\n[rival]\ntyped = ['space AAA', '']": "rival.typed[1]: nothing is typed",
        f"players = [{{}}]\n[display]\n{DISPLAY}": "journal.tiles: the tile on c1u is missing",
    }.items():
        Path("game.toml").write_text(f'format = "wayfarers-position/1"\n{text}\n')
        done = evening(tobago, "show")
        assert (done.status, f"game.toml: {said}" in done.err) == (2, True), done.err
    workers = ["green"] * 4 + ["yellow", "blue"]
    Path("game.toml").write_text(
        f"format = 'wayfarers-position/1'\nplayers = [{{marker = 'c10-1', workers = {workers}}}]"
    )
    assert "total, won by" in evening(tobago).out  # over: nothing but the score
    Path("game.toml").write_bytes((EXAMPLES / "wayfarers-end.toml").read_bytes())
    assert "2 players: the rival plays against one alone (Y-96)" in evening(tobago).err  # over, too
    assert "a game is kept in a file" in tobago("rival", "wayfarers", "-").err


def test_a_file_that_another_program_changed_is_not_written_over(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(tobago)
    path, obey = Path("game.toml"), Table.obey

    def meanwhile(table: Table, line: str) -> None:
        path.write_text(path.read_text() + "# mine\n")
        obey(table, line)

    monkeypatch.setattr(Table, "obey", meanwhile)
    assert "was changed meanwhile" in evening(tobago, "take l1").err
    assert path.read_text().endswith("# mine\n")
