"""A treasure: everybody draws and looks, then it is divided card by card (T-24 to T-28, T-35a)."""

from __future__ import annotations

from toolkit.core.decision import ALL, CHANCE, Decision, Kind, card_draw, on
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.actions import CURSE
from toolkit.games.tobago.play.clue_cards import clear_map
from toolkit.games.tobago.play.compiled import NOBODY
from toolkit.games.tobago.play.state import (
    BAG,
    DECK_EMPTY,
    DIVISION,
    REMOVED,
    SHOWN,
    UNSEEN,
    Adding,
    Looking,
    NewMap,
    Revealing,
    Taking,
    TobagoState,
    Treasure,
    looked,
    won,
)

# ---- raising (T-24, T-25) ---------------------------------------------------------------------------------


def begin_raise(state: TobagoState, raiser: int, number: int) -> None:
    """Add a rose of the raiser below the last clue and let the looks begin (T-24, T-25a)."""
    state.roses[raiser] -= 1
    roses = (raiser, *(owner for owner in reversed(state.owners[number]) if owner != NOBODY))
    seats = [(raiser + left) % state.players for left in range(state.players)]
    rota = tuple(player for player in seats for _ in range(roses.count(player)))
    _open_next_draw(state, Treasure(raiser, number, roses), rota)


def _open_next_draw(state: TobagoState, treasure: Treasure, rota: tuple[int, ...]) -> None:
    """Open the next draw; without cards those later in the order draw none (T-35a)."""
    if not _refilled(state):
        _gather(state, treasure)
    elif rota:
        state.stack.append(Looking(CHANCE, treasure, rota))
    else:
        state.stack.append(Adding(CHANCE, treasure))


def _refilled(state: TobagoState) -> bool:
    """Tell whether a card can be drawn; the played cards are shuffled when the deck is empty (T-35)."""
    cards = state.treasure_cards
    if not cards.cards[BAG]:
        state.emptied = 1
        for heap in (SHOWN, UNSEEN):
            cards.pour(heap, BAG)
    return bool(cards.cards[BAG])


def _gather(state: TobagoState, treasure: Treasure) -> None:
    """Pass the cards face down to the raiser, who shuffles them (T-25)."""
    cards = state.treasure_cards
    for player in range(state.players):
        if cards.cards[looked(player)]:
            cards.pour(looked(player), DIVISION)
    if not cards.cards[BAG]:
        state.emptied = 1
    _reveal_next(state, treasure)


def _drawable(state: TobagoState) -> list[int]:
    """Return the cards of which the next one is drawn: gold while that lies on top (T-18)."""
    bag = state.treasure_cards.cards[BAG]
    return bag[bag.count(CURSE) :] if state.gold_on_top else bag


def _draw(state: TobagoState, face: int | None, heap: int) -> None:
    if face is None:
        raise ToolkitError("a card that is not seen cannot be drawn")
    gold = state.compiled.decks.gold if state.gold_on_top else None
    state.treasure_cards.give(face, BAG, heap, among=gold)
    state.gold_on_top = max(0, state.gold_on_top - 1)


def _look(state: TobagoState, action: act.Look, frame: Looking) -> None:
    _, treasure, rota = frame
    _draw(state, action.face, looked(rota[0]))
    _open_next_draw(state, treasure, rota[1:])


def _add(state: TobagoState, action: act.Add, frame: Adding) -> None:
    _draw(state, action.face, DIVISION)
    _gather(state, frame.treasure)


# ---- dividing (T-26, T-27) --------------------------------------------------------------------------------


def _reveal_next(state: TobagoState, treasure: Treasure) -> None:
    """Reveal the next card, or end the division when cards or roses have run out (T-27)."""
    if treasure.roses and state.treasure_cards.cards[DIVISION]:
        state.stack.append(Revealing(CHANCE, treasure))
    else:
        _finish(state, treasure)


def _reveal(state: TobagoState, action: act.Show, frame: Revealing) -> None:
    treasure = frame.treasure
    state.treasure_cards.give(action.face, DIVISION, SHOWN)
    if action.face == CURSE:
        _reveal_next(state, _strike(state, treasure))
    else:
        state.stack.append(Taking(treasure.roses[0], treasure, action.face, 0))


def _take(state: TobagoState, _action: act.Take, frame: Taking) -> None:
    """Give the card to the owner of the rose, who takes the rose back (T-26)."""
    owner, treasure, face, place = frame
    state.treasure_cards.give(face, SHOWN, won(owner))
    state.roses[owner] += 1
    left = treasure.roses[:place] + treasure.roses[place + 1 :]
    _reveal_next(state, treasure._replace(roses=left, last_taker=owner))


def _pass(state: TobagoState, _action: act.Pass, frame: Taking) -> None:
    """Ask for the rose above; a card that all refuse stays among the discards (T-26)."""
    _, treasure, face, place = frame
    above = place + 1
    if above < len(treasure.roses):
        state.stack.append(Taking(treasure.roses[above], treasure, face, above))
    else:
        _reveal_next(state, treasure)


def _finish(state: TobagoState, treasure: Treasure) -> None:
    """Discard what is left, give the roses back, and go on or end the game (T-27, T-27a, T-29, T-35a).

    Who took the last card begins a new map, or the raiser if nobody took one (T-29a).
    """
    if state.treasure_cards.cards[DIVISION]:
        state.treasure_cards.pour(DIVISION, UNSEEN)
    for owner in treasure.roses:
        state.roses[owner] += 1
    clear_map(state, treasure.map)
    if state.emptied:
        state.ending = DECK_EMPTY
        state.stack.clear()
        return
    if treasure.curses:
        _curse_comes_back(state)
    starter = treasure.raiser if treasure.last_taker == NOBODY else treasure.last_taker
    state.stack.append(NewMap(starter, treasure.raiser, treasure.map, 0))


# ---- curses, under each variant (T-28, T-36, T-37) --------------------------------------------------------


def _strike(state: TobagoState, treasure: Treasure) -> Treasure:
    """Let the revealed curse act on all who have a rose left, and return what goes on of the division.

    There is no choice: an amulet, else the most valuable card, else nothing (T-28, T-28b). The curse leaves
    the game.
    """
    state.treasure_cards.give(CURSE, SHOWN, REMOVED)
    fates = {player: _lose(state, player) for player in sorted(set(treasure.roses))}
    state.reveal(act.CurseStrikes(tuple(fates.items())), ALL)
    treasure = treasure._replace(curses=treasure.curses + 1)
    after = state.rules.after_curse
    if after == "ends":
        _discard_the_rest(state)
    elif after == "protected_go_on":  # T-36: the others take their roses back
        for owner in treasure.roses:
            state.roses[owner] += fates[owner] != act.AMULET_LOST
        treasure = treasure._replace(
            roses=tuple(owner for owner in treasure.roses if fates[owner] == act.AMULET_LOST)
        )
    return treasure


def _lose(state: TobagoState, player: int) -> int:
    """Take an amulet, or the best treasure of who has none; return `AMULET_LOST` or its coins, else 0."""
    if state.amulets[player]:
        state.amulets[player] -= 1
        return act.AMULET_LOST
    treasures = state.treasure_cards.cards[won(player)]
    if not treasures:
        return 0
    best = treasures[-1]
    state.treasure_cards.give(best, won(player), _cursed_heap(state))
    return best


def _cursed_heap(state: TobagoState) -> int:
    """Return where lost and undivided cards go (T-28a)."""
    return SHOWN if state.rules.cursed_cards == "discarded" else REMOVED


def _discard_the_rest(state: TobagoState) -> None:
    """Show and discard the undivided cards; a curse among them leaves the game without effect (T-28)."""
    rest, heap = tuple(state.treasure_cards.cards[DIVISION]), _cursed_heap(state)
    for face in rest:
        state.treasure_cards.give(face, DIVISION, REMOVED if face == CURSE else heap)
    if rest:
        state.reveal(act.Undivided(rest), ALL)


def _curse_comes_back(state: TobagoState) -> None:
    """Count a cursed treasure; the curse of the first one is shuffled back if the rules say so (T-37)."""
    state.cursed += 1
    if state.cursed == 1 and state.rules.curse_returns == "yes":
        state.treasure_cards.give(CURSE, REMOVED, BAG)


TREASURE: dict[str, Kind[TobagoState]] = {
    "look": card_draw(
        Looking,
        lambda state, _: _drawable(state),
        lambda state: state.compiled.actions.look,
        on(act.Look, _look),
        seen_by=lambda _, frame: 1 << frame.rota[0],
    ),
    "add": card_draw(
        Adding,
        lambda state, _: _drawable(state),
        lambda state: state.compiled.actions.add,
        on(act.Add, _add),
        seen_by=lambda _state, _frame: 0,
    ),
    "reveal": card_draw(
        Revealing,
        lambda state, _: state.treasure_cards.cards[DIVISION],
        lambda state: state.compiled.actions.show,
        on(act.Show, _reveal),
    ),
    "take": Decision(
        Taking, lambda _state, _frame: (act.TAKE, act.PASS), on(act.Take, _take), on(act.Pass, _pass)
    ),
}
"""The decisions and chance nodes of a treasure."""
