"""Single lines of a told game: what each may do and may not, and what unknown cards can be taken for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from told_games import set_up

from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.games.tobago import Clue, boxed_island, reconstructed_deck
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.movement import steps_along
from toolkit.games.tobago.play.turns import BEGUN
from toolkit.games.tobago.printed import PrintedGame
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.untold import UnseenCards, UntoldGame

RULES = set_up(GameRules(turn_limit=100), 1)
STARTED = ("0 start clue brown in jungle", "1 start clue white next to hut")
ON_LAND = (*STARTED, "0 start C42", "1 start C22")
RAISED = (*ON_LAND, "0 clue brown in hut", "1 exchange", "0 raise brown")


def told(*lines: str, players: int = 2, **rules: object) -> PrintedGame:
    """A game after lines, each told by the player whose number it begins with."""
    printed = PrintedGame(replace(RULES, **rules), players)  # type: ignore[arg-type]
    tell(printed, *lines)
    return printed


def tell(printed: PrintedGame, *lines: str) -> None:
    for line in lines:
        printed.tell(int(line[0]), line[2:])


def test_T22_a_move_that_was_interrupted_goes_on_with_the_steps_that_are_left() -> None:
    names = boxed_island().names
    near, far = "C43", next(name for name in names if _steps("C43", name) == 3)
    printed = told(*ON_LAND)
    printed.state.amulet_hexes |= 1 << names.index(near)
    tell(printed, f"0 move {near}")
    assert (printed.state.to_act(), printed.state.stack[-1].left) == (0, 2)
    with pytest.raises(ToolkitError, match=rf"3 steps from {near}: 2 of this move are left .T-22."):
        printed.tell(0, f"move {far}")
    assert printed.state.stack[-1].left == 2


def _steps(here: str, there: str) -> int:
    try:
        return len(steps_along(boxed_island(), [here, there], 3)) if here != there else 0
    except ToolkitError:
        return 0


def test_only_the_next_player_ends_the_turn_of_who_could_use_an_amulet() -> None:
    starts = [f"{seat} start {name}" for seat, name in enumerate(("C42", "C22", "A33"))]
    printed = told(*STARTED, "2 start clue grey in lake", *starts, players=3)
    printed.state.amulets[0] = 1
    tell(printed, "0 move C43")
    with pytest.raises(ToolkitError, match="yellow cannot act: it is red's turn"):
        printed.tell(2, "exchange")
    tell(printed, "1 exchange", "2 exchange")
    assert printed.state.to_act() == 0


def test_T17a_four_starting_clues_lie_on_the_maps_in_their_order() -> None:
    printed = told(start_maps="all_four")
    with pytest.raises(ToolkitError, match=r"the next starting clue lies on brown \(T-17a\)"):
        printed.tell(0, "start clue white in lake")
    lines = [f"1 start clue {colour} in lake" for colour in ("brown", "white", "grey", "black")]
    tell(printed, *lines, "0 mark white", "1 mark black")
    assert [line.map for line in printed.told] == ["brown", "white", "grey", "black", "white", "black"]
    assert printed.state.decision_kind() == "start"


def test_hexes_are_told_in_any_case() -> None:
    printed = told(*ON_LAND, "0 move c43")
    assert printed.position(None).atvs["red"] == "C43"


def test_T18_a_treasure_holds_no_card_more_often_than_an_owner_s_deck() -> None:
    with pytest.raises(ToolkitError, match=r"no card of this treasure can be curse.*T-18"):
        told(*RAISED, "1 reveal curse")  # twelve gold cards lie on top
    gold = (2,) * 38 + (3,)
    with pytest.raises(ToolkitError, match=r"no card of this treasure can be 3: all of them.*T-18"):
        told(*RAISED, "1 reveal 3", "1 taken red", "0 reveal 3", gold=gold)
    assert told(*RAISED, "1 reveal 5", "1 taken red", "0 reveal 5").state.coins(0) == 5


@pytest.mark.parametrize(("cursed_cards", "come_back"), [("discarded", 3), ("removed", 0)])
def test_T28a_what_a_curse_takes_is_discarded_or_leaves_the_game(cursed_cards: str, come_back: int) -> None:
    gold = (2,) * 27  # none is on top of those with the curses
    printed = told(*RAISED, "0 reveal curse", gold=gold, cursed_cards=cursed_cards)
    treasures = printed._games[-1].treasures
    assert len(treasures.discarded) == come_back
    assert CURSE not in [treasures.cards[number] for number in treasures.discarded]


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
    assert Record.parse("\n".join(printed.record().to_lines())).replay()
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


def test_T26_only_who_has_a_rose_left_takes_a_card() -> None:
    printed = told(*RAISED, "1 reveal 3")
    for taker, problem in (("blue", "blue has no rose left"), ("pink", "no player 'pink'")):
        with pytest.raises(ToolkitError, match=problem):
            printed.tell(0, f"taken {taker}")
    printed.tell(0, "taken red")
    assert printed.state.coins(0) == 3
