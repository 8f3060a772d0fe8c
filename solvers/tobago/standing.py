"""What a position of a game of Tobago is worth to each player, in coins at the end.

Coins won, roses on maps, amulets held and clues that can be laid stand to a player; amulets on the island and
the rose of who raises a treasure are there to get first (`solvers.tobago.race`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from solvers.tobago.race import Prize, Race, Turn
from solvers.tobago.worth import CARD, Stakes
from toolkit.core.decision import Frame
from toolkit.core.hidden import HEAP
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play.treasure import Adding, Looking, Revealing, Taking
from toolkit.games.tobago.play.turns import DONE, FRESH, Move
from toolkit.games.tobago.play.turns import Turn as OpenTurn
from toolkit.games.tobago.state import BAG, DIVISION, MAPS, TobagoState
from toolkit.hexmap import Island
from toolkit.hexmap.island import bits

_AMULETS = (0.0, 1.8, 3.0, 4.0, 4.8, 5.4)  # what so many amulets are worth, in coins
_LYING = 1.4  # what an amulet on the island is worth to who gets it
_PLAY = 0.03  # what a clue that can be laid is worth, in coins


def stakes_of(state: TobagoState) -> Stakes:
    """Return what there is still to win and to lose."""
    bag = state.treasure_cards.cards[BAG]
    return Stakes(len(bag), state.gold_on_top, bag.count(CURSE), tuple([held > 0 for held in state.amulets]))


def expected_coins(state: TobagoState, seat: int | None = None) -> list[float]:
    """Return the coins that each player can expect at the end.

    With a seat, a curse in the division is as likely as that player must think it is; else it is known.
    """
    coins = standing(state, seat)
    if not state.ending and min(state.atvs) >= 0:
        coins = _sum(coins, being_first(state, turn_of(state)))
    return coins


def _sum(coins: Sequence[float], more: Sequence[float]) -> list[float]:
    return [had + one for had, one in zip(coins, more, strict=True)]


# ---- what is there to get first ----------------------------------------------------------------------------


def steps_left(frame: Frame) -> int:
    """Return how many steps the player of a turn or move may still take in its move."""
    if isinstance(frame, Move):
        return frame.left
    return 0 if isinstance(frame, OpenTurn) and frame.phase == DONE else STEPS_PER_MOVE


def turn_of(state: TobagoState) -> Turn:
    """Return where the turn stands: a fresh turn counts as the end of the one before."""
    for frame in reversed(state.stack):
        if isinstance(frame, OpenTurn) and frame.phase == FRESH:
            return Turn((frame.actor - 1) % state.players, 0, True)
        if isinstance(frame, OpenTurn | Move):
            return Turn(frame.actor, steps_left(frame), False)
    raise AssertionError("the first turn lies below the set-up")


def race(state: TobagoState, turn: Turn) -> Race:
    """Return the race for amulets on the island, and for the rose of who raises a treasure."""
    return Race(state.compiled.island.source, state.atvs, _prizes(*_to_get(state)), turn)


def being_first(state: TobagoState, turn: Turn) -> Sequence[float]:
    """Return what each player can expect of that race, when the turn ends where it had best end."""
    return _being_first(state.compiled.island.source, tuple(state.atvs), turn, _to_get(state))


_ToGet = tuple[Stakes, tuple[int, ...], tuple[int, ...], int]
"""What tells the prizes: the stakes, the candidates and the roses of each map, and the hexes with amulets."""


def _to_get(state: TobagoState) -> _ToGet:
    stakes = stakes_of(state)._replace(protected=())
    return stakes, tuple(state.candidates), tuple(map(len, state.owners)), state.amulet_hexes


@lru_cache(maxsize=1 << 12)
def _being_first(island: Island, atvs: tuple[int, ...], turn: Turn, to_get: _ToGet) -> Sequence[float]:
    found = Race(island, atvs, _prizes(*to_get), turn)
    return found.shares(found.best_end())


@lru_cache(maxsize=1 << 10)
def _prizes(
    stakes: Stakes, candidates: tuple[int, ...], roses: tuple[int, ...], amulets: int
) -> tuple[Prize, ...]:
    coins = stakes.future * _LYING
    found = [Prize(hex_, coins, sure=True) for hex_ in bits(amulets)]
    for mask, count in zip(candidates, roses, strict=True):
        found += stakes.prizes(mask, count)
    return tuple(found)


# ---- what stands to a player -------------------------------------------------------------------------------


def standing(state: TobagoState, seat: int | None = None) -> list[float]:
    """Return what each player can expect but for being first somewhere; `seat` as in `expected_coins`."""
    divided = [0.0] * state.players
    raised = _add_division(state, divided, seat)
    return _sum(beside(state, raised), divided)


def beside(state: TobagoState, raised: int) -> list[float]:
    """Return the same but for the treasure of a map that is under division, -1 for none."""
    stakes = stakes_of(state)
    future, coins = stakes.future, list[float]()
    for player, held in enumerate(state.amulets):
        amulets = _AMULETS[min(held, len(_AMULETS) - 1)]
        coins.append(state.coins(player) + future * amulets + hand(state, stakes, player))
    for number in MAPS:
        if number != raised:
            coins = _sum(coins, stakes.roses(state.candidates[number], state.owners[number]))
    return coins


def hand(state: TobagoState, stakes: Stakes, player: int) -> float:
    """Return what the clues in a hand that can be laid are worth, each counted for each map."""
    held = state.hand(player)
    return stakes.future * _PLAY * min(10, sum([(legal & held).bit_count() for legal in state.legal_clues]))


def _add_division(state: TobagoState, coins: list[float], seat: int | None) -> int:
    """Add what a treasure under division will bring, and return its map; -1 when there is none."""
    dividing = (
        one for one in reversed(state.stack) if isinstance(one, Looking | Adding | Revealing | Taking)
    )
    frame = next(dividing, None)
    if frame is None:
        return -1
    stakes, treasure = stakes_of(state), frame.treasure
    roses, cards = list(treasure.roses), state.treasure_cards.cards[DIVISION]
    if isinstance(frame, Looking | Adding):
        card, cursed = CARD, stakes.cursed(len(roses) + 1)
    else:
        card, cursed = _card(len(roses), cards), float(CURSE in cards)
        if seat is not None:
            cursed = curse_in_division(state, seat)
    if isinstance(frame, Taking):
        _let_take(coins, roses, frame.face, frame.place, card * (1 - cursed / 2))
    stakes.give_out(coins, roses, card * (1 - cursed / 2), cursed)
    return treasure.map


def curse_in_division(state: TobagoState, seat: int) -> float:
    """Return how likely a player must think that a curse is among the cards of the division."""
    return state.treasure_cards.view(seat).belief.chance((DIVISION, HEAP), CURSE)


def divided(
    state: TobagoState, before: Sequence[float], frame: Taking, cursed: float, *, take: bool
) -> list[float] | None:
    """Return what players can expect after a card was taken or passed; None when that ends the division.

    `before` is what they can expect beside the treasure, `cursed` the chance that a curse is still in it.
    """
    roses, coins, cards = list(frame.treasure.roses), list(before), state.treasure_cards.cards[DIVISION]
    above = 0 if take else frame.place + 1
    if take:
        coins[frame.actor] += frame.face
        del roses[frame.place]
    asked_on = 0 < above < len(roses)
    if not asked_on and not (roses and cards):
        return None
    card = _card(len(roses), cards) * (1 - cursed / 2)
    if asked_on:
        _let_take(coins, roses, frame.face, above, card)
    stakes_of(state).give_out(coins, roses, card, cursed)
    return coins


def _card(roses: int, cards: Sequence[int]) -> float:
    """Return what a rose can expect when the best of these cards are taken."""
    return sum(sorted(cards, reverse=True)[:roses]) / roses if roses else 0.0


def _let_take(coins: list[float], roses: list[int], face: int, place: int, card: float) -> None:
    """Let the first owner from a rose on take a card who can hardly expect a better one."""
    for number in range(place, len(roses)):
        if face >= card - 0.25:
            coins[roses.pop(number)] += face
            return
