"""A treasure: all draw and look, it is divided card by card, and a new map begins (T-24 to T-31, T-35a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from toolkit.core.decision import ALL, CHANCE, Action, Domain, asks
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.movement import with_amulets
from toolkit.games.tobago.play import clue_cards
from toolkit.games.tobago.state import (
    BAG,
    DECK_EMPTY,
    DISCARDED,
    DIVISION,
    HAND,
    MAP_NUMBER,
    MAPS,
    NOBODY,
    REMOVED,
    SHOWN,
    UNSEEN,
    TobagoState,
    looked,
    won,
)
from toolkit.hexmap.island import bits


class Treasure(NamedTuple):
    """A treasure that was raised, as it travels in the open decisions."""

    raiser: int
    map: int
    roses: tuple[int, ...]  #: the owners of those left on it, from the bottom up (T-26)
    last_taker: int = NOBODY  #: who took the last card (T-29)
    curses: int = 0  #: so many were revealed in it


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


def _drawable(state: TobagoState) -> Sequence[int]:
    """Return the cards of which the next one is drawn: gold while that lies on top (T-18)."""
    bag = state.treasure_cards.cards[BAG]
    return bag[bag.count(CURSE) :] if state.gold_on_top else bag


def _draw(state: TobagoState, face: int | None, heap: int) -> None:
    if face is None:
        raise ToolkitError("a card that is not seen cannot be drawn")
    gold = state.compiled.decks.gold if state.gold_on_top else None
    state.treasure_cards.give(face, BAG, heap, among=gold)
    state.gold_on_top = max(0, state.gold_on_top - 1)


class Looking(NamedTuple):
    """Players draw treasure cards and look at them; `rota` are those who still draw (T-25)."""

    actor: int
    treasure: Treasure
    rota: tuple[int, ...]

    @property
    def player(self) -> int:
        """Who draws the next card."""
        return self.rota[0]

    def heap(self, state: TobagoState) -> Sequence[int]:
        return _drawable(state)

    def seen_by(self, _state: TobagoState) -> int:
        return 1 << self.player

    def look(self, state: TobagoState, action: act.Look) -> None:
        _draw(state, action.face, looked(self.player))
        _open_next_draw(state, self.treasure, self.rota[1:])


class Adding(NamedTuple):
    """A card that nobody sees is added to a treasure (T-25)."""

    actor: int
    treasure: Treasure

    def heap(self, state: TobagoState) -> Sequence[int]:
        return _drawable(state)

    def seen_by(self, _state: TobagoState) -> int:
        return 0

    def add(self, state: TobagoState, action: act.Add) -> None:
        _draw(state, action.face, DIVISION)
        _gather(state, self.treasure)


# ---- dividing (T-26, T-27) --------------------------------------------------------------------------------


def _reveal_next(state: TobagoState, treasure: Treasure) -> None:
    """Reveal the next card, or end the division when cards or roses have run out (T-27)."""
    if treasure.roses and state.treasure_cards.cards[DIVISION]:
        state.stack.append(Revealing(CHANCE, treasure))
    else:
        _finish(state, treasure)


class Revealing(NamedTuple):
    """The next card of a treasure is revealed (T-26)."""

    actor: int
    treasure: Treasure

    def heap(self, state: TobagoState) -> Sequence[int]:
        return state.treasure_cards.cards[DIVISION]

    def reveal(self, state: TobagoState, action: act.Show) -> None:
        treasure = self.treasure
        state.treasure_cards.give(action.face, DIVISION, SHOWN)
        if action.face == CURSE:
            _reveal_next(state, _strike(state, treasure))
        else:
            state.stack.append(Taking(treasure.roses[0], treasure, action.face, 0))


COINS = Domain(written=lambda face: f"{face} coin{'s' * (face != 1)}")
PLACE = Domain(written=lambda place: place + 1)


@asks("A card of {face}: do you take it for your rose? (rose {place} of {left}, T-26)")
class Taking(NamedTuple):
    """The owner of a rose takes the revealed card or passes (T-26)."""

    actor: int
    treasure: Treasure
    face: Annotated[int, COINS]
    place: Annotated[int, PLACE]  #: that of the rose among those left, from the bottom up

    def left(self, _seen: object) -> int:
        """Return how many roses are left on the treasure."""
        return len(self.treasure.roses)

    def legal(self, _state: TobagoState) -> Sequence[Action]:
        return (act.TAKE, act.PASS)

    def take(self, state: TobagoState, action: act.Take) -> None:  # noqa: ARG002
        """Give the card to the owner of the rose, who takes the rose back (T-26)."""
        owner, treasure, face, place = self
        state.treasure_cards.give(face, SHOWN, won(owner))
        state.roses[owner] += 1
        left = treasure.roses[:place] + treasure.roses[place + 1 :]
        _reveal_next(state, treasure._replace(roses=left, last_taker=owner))

    def refuse(self, state: TobagoState, action: act.Pass) -> None:  # noqa: ARG002
        """Ask for the rose above; a card that all refuse stays among the discards (T-26)."""
        treasure, above = self.treasure, self.place + 1
        if above < len(treasure.roses):
            state.stack.append(Taking(treasure.roses[above], treasure, self.face, above))
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
    clue_cards.clear_map(state, treasure.map)
    if state.emptied:
        state.ending = DECK_EMPTY
        state.stack.clear()
        return
    if treasure.curses:  # the curse of the first cursed treasure is shuffled back if the rules say so (T-37)
        state.cursed += 1
        if state.cursed == 1 and state.rules.curse_returns == "yes":
            state.treasure_cards.give(CURSE, REMOVED, BAG)
    starter = treasure.raiser if treasure.last_taker == NOBODY else treasure.last_taker
    state.stack.append(NewMap(starter, treasure.raiser, treasure.map, 0))


# ---- curses, under each variant (T-28, T-36) --------------------------------------------------------------


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
        protected = tuple(owner for owner in treasure.roses if fates[owner] == act.AMULET_LOST)
        treasure = treasure._replace(roses=protected)
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


# ---- a new map, amulets and statues (T-29 to T-31) --------------------------------------------------------


@asks("With which clue do you begin a new map? (T-29)")
class NewMap(NamedTuple):
    """A player begins a new map; `shown` is 1 after the hand was shown and exchanged (T-29)."""

    actor: int
    raiser: int
    map: int
    shown: int

    def legal(self, state: TobagoState) -> Sequence[Action]:
        if state.rules.new_map == "raised_colour":  # T-29a
            maps = [self.map]
        else:
            maps = [number for number in MAPS if not state.clues[number]]
        return clue_cards.clue_plays(state, self.actor, state.compiled.decks.lay, maps) or (act.SHOW_HAND,)

    def lay(self, state: TobagoState, action: act.LayClue) -> None:
        clue_cards.lay_from_hand(state, self.actor, action)
        _end_raise(state)
        clue_cards.fill_hand(state, self.actor)

    def show_hand(self, state: TobagoState, action: act.ShowHand) -> None:  # noqa: ARG002
        """Show the hand and exchange it; when that was done before, the map stays empty (T-29b)."""
        starter = self.actor
        if not self.shown:
            state.stack.append(self._replace(shown=1))
            clue_cards.open_draws(state, starter, clue_cards.discard_hand(state, starter))
            return
        hand = tuple(state.clue_cards.cards[HAND + starter])
        state.reveal(act.HandShown(clue_cards.clue_names(state, hand)), ALL)
        for source, target in ((HAND + starter, DISCARDED), (DISCARDED, HAND + starter)):
            for face in hand:  # laid open and taken back, so that all know it
                state.clue_cards.give(face, source, target)
        _end_raise(state)

    def why_not(self, state: TobagoState, action: act.LayClue | act.ShowHand) -> str:
        if isinstance(action, act.ShowHand):
            return "a clue of the hand can begin the map (T-29, T-29b)"
        number = MAP_NUMBER[action.colour]
        if state.rules.new_map == "raised_colour" and number != self.map:
            return "the new map begins in the area of the raised treasure (T-29a)"
        if state.clues[number]:
            return f"a new map begins in an empty area, and clues lie on {action.colour} (T-29)"
        return clue_cards.why_not_lay(state, self.actor, action)


def _end_raise(state: TobagoState) -> None:
    """Let amulets appear and the statues turn; then the turn of the raiser goes on (T-30a)."""
    _amulets_appear(state)
    ways = len(state.compiled.island.directions)
    state.facings = tuple((way + 1) % ways for way in state.facings)
    turn: Any = state.stack.pop()  # a raise lies above the turn in which it was chosen
    turn.go_on(state)


def _amulets_appear(state: TobagoState) -> None:
    """Put an amulet where each statue looks, in their order while the supply lasts (T-31, T-31a)."""
    supply = state.rules.amulets - sum(state.amulets) - state.amulet_hexes.bit_count()
    before = state.amulet_hexes
    seen = (sight[way] for sight, way in zip(state.compiled.sights, state.facings, strict=True))
    state.amulet_hexes = with_amulets(before, seen, supply)
    if appeared := state.amulet_hexes & ~before:
        names = [state.compiled.island.names[number] for number in bits(appeared)]
        state.reveal(act.AmuletsAppear(tuple(names)), ALL)
