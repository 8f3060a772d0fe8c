"""Single lines of a told game: what each may do and may not, and what unknown cards can be taken for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from rule_examples import Rulebook, Table, examples
from told_games import public, set_up

from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.games.tobago import Clue, reconstructed_deck
from toolkit.games.tobago.cards import reconstructed_gold, treasure_name
from toolkit.games.tobago.play.turns import BEGUN
from toolkit.games.tobago.printed import PrintedGame
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import TobagoState
from toolkit.games.tobago.untold import Mismatch, UnseenCards, UntoldGame

RULES = set_up(GameRules(turn_limit=100), 1)
STARTED = ("0 start clue brown in jungle", "1 start clue white next to hut")
ON_LAND = (*STARTED, "0 start C42", "1 start C22")
RAISED = (*ON_LAND, "0 clue brown in hut", "1 exchange", "0 raise brown")
THREE = (*STARTED, "2 start clue grey in lake", *ON_LAND[2:], "2 start A33")
TABLES = {"2": ((), 2), "land": (ON_LAND, 2), "land of three": (THREE, 3), "raised": (RAISED, 2)}
"""The lines of a game that was begun, and how many play."""
OWN = {"deck": tuple(map(str, reconstructed_deck())), "gold": reconstructed_gold()}


def told(*lines: str, players: int = 2, **rules: object) -> PrintedGame:
    """A game after lines, each told by the player whose number it begins with."""
    printed = PrintedGame(replace(RULES, **rules), players)  # type: ignore[arg-type]
    tell(printed, *lines)
    return printed


def tell(printed: PrintedGame, *lines: str) -> None:
    for line in lines:
        printed.tell(int(line[0]), line[2:])


# ---- lines by examples ----
def lay(said: Table) -> PrintedGame:
    """A game after the lines of a name; with the cards of an owner, an amulet on the island or in a hand."""
    lines, players = TABLES[said.first]
    own = OWN if "cards" in said.things else {}
    printed = told(*lines, players=players, **own, **said.rules)
    if "lying" in said.things:
        printed.state.amulet_hexes |= 1 << printed.state.compiled.island.index[said.things["lying"]]
    printed.state.amulets[0] = int(said.things.get("amulets", 0))
    return printed


def refused(printed: PrintedGame, line: str) -> str:
    """What is said against a line; the game must stay as it was before it."""

    def all_of_it() -> object:
        return public(printed.state), printed.told, printed.record().to_lines()

    before = all_of_it()
    with pytest.raises(ToolkitError) as caught:
        tell(printed, line)
    assert all_of_it() == before
    return str(caught.value)


def known(printed: PrintedGame, player: str) -> str:
    """The known cards of a hand, and how many are not known."""
    clues, unknown = printed.hand(int(player))
    return f"{', '.join(map(str, clues)) or 'nothing'}, {unknown} unknown"


def come_back(printed: PrintedGame, _: str) -> str:
    """The treasure cards that will be shuffled into the deck."""
    treasures = printed._games[-1].treasures
    return " ".join(treasure_name(treasures.cards[number]) for number in treasures.discarded)


def replayed(printed: PrintedGame) -> TobagoState:
    """The game of its record, as a file holds it."""
    return Record.parse("\n".join(printed.record().to_lines())).replay()


BOOK = Rulebook(
    lay,
    lambda printed, viewer, zone: None,
    looks={
        "refused": refused,
        "known": known,
        "come": come_back,
        "atvs": lambda printed, _: " ".join(printed.position(None).atvs.values()),
        "acts": lambda printed, _: printed.state.to_act(),
        "kind": lambda printed, _: printed.state.decision_kind(),
        "left": lambda printed, _: printed.state.stack[-1].left,
        "coins": lambda printed, player: printed.state.coins(int(player)),
        "maps": lambda printed, _: " ".join(line.map or "-" for line in printed.told),
        "secret": lambda printed, _: " ".join("yes" if line.secret else "no" for line in printed.told),
        "before": lambda printed, _: printed.told[0].before,
        "recorded": lambda printed, word: word in [str(action) for _, action in printed.record().actions],
        "replays": lambda printed, _: (
            Record.parse("\n".join(printed.record().to_lines())).replay() is not None
        ),
    },
    steps={seat: lambda printed, line, seat=seat: printed.tell(int(seat), line) for seat in "0123"},
)


@examples(Path(__file__).with_name("told-examples.txt"))
def test_line(lines):
    BOOK.check(lines)


# ---- unknown cards, and what a game can be taken for ----
@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (ON_LAND, (), "know"),
        (ON_LAND, ("0 exchange",), "know"),
        (STARTED[:1], (), "start clue white"),
    ],
)
def test_a_refusal_tells_nothing_of_what_others_know_of_their_hands(
    before: tuple[str, ...], after: tuple[str, ...], line: str
) -> None:
    assert OWN["deck"].count("in jungle") == OWN["deck"].count("in river") == 1
    evenings = [told(*before, f"0 know {clue}", *after, **OWN) for clue in ("in largest lake", "in river")]
    for clue in reconstructed_deck().kinds:
        answers = []
        for printed in evenings:
            try:
                printed.tell(1, f"{line} {clue}")
            except ToolkitError as error:
                answers.append(str(error))
            else:
                answers.append("told")
                printed.take_back()
        assert answers[0] == answers[1], clue
    with pytest.raises(ToolkitError, match=r"'in jungle': all of them lie elsewhere \(T-10\)"):
        evenings[0].tell(1, f"{line} in jungle")  # it lies open


def test_a_way_in_which_a_laid_clue_was_not_in_the_hand_is_none() -> None:
    game = told(*ON_LAND, "0 clue black not in river")._games[-1].clone()
    laid = game.clues.cards.index(Clue.parse("not in river"))
    game.clues.cards[laid] = next(
        clue for clue in game.pile() if game.pile()[clue] and "not" not in str(clue)
    )
    with pytest.raises(Mismatch):
        game._replay()


def held(*cards: str, never: str = "") -> UnseenCards[str]:
    """A hand of unknown cards, taken for these."""
    unseen = UnseenCards[str](1)
    for card in cards:
        unseen.draw(unseen.expect(card, told=False, never=never), 0)
    return unseen


def test_a_hand_that_lacked_a_card_lacks_it_still() -> None:
    pile = Counter("aabbcc")
    first = next(held("a", "a").without(0, "a", pile))
    second = next(first.without(0, "b", first._left(held("a", "a"), pile)))
    assert second.cards == ["c", "c"]
    assert list(second.with_told(0, "a", pile, replace=True)) == []
    assert list(second.with_told(0, "b", pile, replace=True)) == []
    assert list(held("b", never="a").with_told(0, "a", pile, replace=True)) == []


def test_a_card_that_a_hand_lacked_comes_with_the_next_draw_alone() -> None:
    printed = told(*ON_LAND)
    kinds = reconstructed_deck().kinds
    game = printed._games[-1]
    game.lacks(0, kinds[:20])
    assert not {game.clues.cards[number] for number in game.clues.free(0)} & {*kinds[:20]}
    for clue in kinds[:20]:
        with pytest.raises(ToolkitError, match="no unknown card of this hand"):
            printed.tell(0, f"know {clue}")
    tell(printed, "0 exchange", f"0 know {kinds[0]}")
    assert printed.hand(0)[0] == (Clue.parse(str(kinds[0])),)


def test_a_card_is_found_where_two_others_change_with_it() -> None:
    hands = UnseenCards[str](3)

    def draw(card: str, holder: int, *, told: bool = False) -> None:
        hands.draw(hands.expect(card, told=told), holder)

    for holder, card in enumerate("zyx"):  # what the first holds is known
        draw(card, holder, told=not holder)
    hands.discard(0)
    hands.discard(1)
    hands.shuffle()
    draw("y", 1)
    draw("z", 0)
    hands.discard(2)
    hands.discard(1)
    hands.shuffle()
    found, gone = next(hands.with_told(0, "x", Counter("xy"), replace=True))
    assert (found.cards, gone) == (["z", "x", "y", "z", "x"], None)


def test_T18_no_gold_card_of_the_reconstruction_turns_out_to_be_a_curse() -> None:
    position = told(*ON_LAND, curses=1, cursed_cards="removed").position(0)
    for colour, clue in (("brown", "in hut"), ("black", "in jungle"), ("black", "in hut")):
        position = position.lay(colour, Clue.parse(clue), "red")
    printed = PrintedGame.from_position(position)
    tell(printed, "0 raise brown", "0 reveal curse")  # treasures may have been raised before
    assert replayed(printed)
    with pytest.raises(ToolkitError, match=r"no card of this treasure can be curse.*T-18"):
        tell(printed, "0 clue brown in lake", "0 raise black", "0 reveal curse")
    assert printed.state.decision_kind() == "reveal"


def test_T20b_a_turn_falls_out_with_unknown_cards_that_fit_no_map(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed, lacking = told(*ON_LAND), set[Clue]()
    state = printed.state
    monkeypatch.setattr(state.compiled.island, "steps", [()] * len(state.compiled.island.steps))
    state.stack[-1] = state.stack[-1]._replace(phase=BEGUN)  # an exchange comes first or not at all
    monkeypatch.setattr(UntoldGame, "lacks", lambda _game, _player, clues: lacking.update(clues))
    with pytest.raises(ToolkitError, match="T-20b"):
        printed.tell(0, "end")
    maps, kinds = printed.position(0).maps.values(), reconstructed_deck().kinds
    assert lacking == {clue for clue in kinds if any(one.verdict(clue).legal for one in maps)} != set()
