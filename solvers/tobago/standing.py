"""What a position of a game of Tobago is worth to each player, in coins at the end.

Coins won, roses on maps, amulets held and clues that can be laid stand to a player; amulets on the island and
the rose of who raises a treasure are there to get first (`solvers.tobago.race`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from solvers.tobago.dividing import Chances, division, of_the_deck
from solvers.tobago.race import Atvs, Prize, Race, Turn
from solvers.tobago.worth import AMULET, Stakes
from toolkit.core.decision import Frame
from toolkit.core.hidden import HEAP
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play.treasure import Adding, Looking, Revealing, Taking
from toolkit.games.tobago.play.turns import DONE, FRESH, Move
from toolkit.games.tobago.play.turns import Turn as OpenTurn
from toolkit.games.tobago.rules import HAND_SIZE
from toolkit.games.tobago.state import BAG, DIVISION, HAND, MAPS, TobagoState, won
from toolkit.hexmap import Island
from toolkit.hexmap.island import bits

_AMULETS = (0.0, 2.9, 5.2, 7.5, 9.8, 12.1)  # what so many amulets are worth, in coins
_LYING = 2.2  # what an amulet on the island is worth to who gets it
_HAND = 1.0  # what a hand is worth of which many clues can be laid, in coins
_ENOUGH = 2.0  # so many that can be laid, counted for each map, are worth most of that
_DIGITS = 2  # of chances in a division, so that more divisions are alike
_FIRST_CARD = 4.0  # what a curse takes of who has no card and no amulet yet: a card of this treasure


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
    return Race(state.compiled.island.source, atvs_of(state), _prizes(*_to_get(state)), turn)


def atvs_of(state: TobagoState) -> Atvs:
    """Return what moves the players towards prizes."""
    return Atvs(tuple(state.atvs), tuple(state.amulets), tuple(bits(state.amulet_hexes)))


def being_first(state: TobagoState, turn: Turn) -> Sequence[float]:
    """Return what each player can expect of that race, when the turn ends where it had best end."""
    return _being_first(state.compiled.island.source, atvs_of(state), turn, _to_get(state))


_ToGet = tuple[Stakes, tuple[int, ...], tuple[int, ...], int]
"""What tells the prizes: the stakes, the candidates and the roses of each map, and the hexes with amulets."""


def _to_get(state: TobagoState) -> _ToGet:
    stakes = stakes_of(state)._replace(protected=())
    return stakes, tuple(state.candidates), tuple(map(len, state.owners)), state.amulet_hexes


@lru_cache(maxsize=1 << 12)
def _being_first(island: Island, atvs: Atvs, turn: Turn, to_get: _ToGet) -> Sequence[float]:
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
    dividing = (
        one for one in reversed(state.stack) if isinstance(one, Looking | Adding | Revealing | Taking)
    )
    frame = next(dividing, None)
    if frame is None:
        return beside(state, -1)
    treasure, losses = frame.treasure, losses_of(state)
    if isinstance(frame, Looking | Adding):
        cards = len(treasure.roses) + 1
        deck = of_the_deck(round(stakes_of(state).curse(cards), _DIGITS))
        brought = division(deck, losses).expected(cards, treasure.roses)
    else:
        cards, known = len(state.treasure_cards.cards[DIVISION]), division(chances_of(state, seat), losses)
        if isinstance(frame, Taking):
            brought = known.asked(cards, treasure.roses, frame.place, frame.face)
        else:
            brought = known.expected(cards, treasure.roses)
    return _sum(beside(state, treasure.map), brought)


def losses_of(state: TobagoState) -> tuple[float, ...]:
    """Return what a curse would take of each player, in coins: an amulet or the best card (T-28)."""
    return tuple(
        [
            AMULET if held else float((state.treasure_cards.cards[won(player)] or (_FIRST_CARD,))[-1])
            for player, held in enumerate(state.amulets)
        ]
    )


def chances_of(state: TobagoState, seat: int | None) -> Chances:
    """Return what the next card of the division may be: as a player must think, else as they lie there."""
    cards = state.treasure_cards.cards[DIVISION]
    if seat is None:
        return tuple([(face, cards.count(face) / len(cards)) for face in sorted(set(cards))])
    if not cards:
        return ()
    found = state.treasure_cards.view(seat).belief.average((DIVISION, HEAP))
    chances = [(face, round(found[face] / len(cards), _DIGITS)) for face in sorted(found)]
    return tuple([(face, chance) for face, chance in chances if chance])


def beside(state: TobagoState, raised: int) -> list[float]:
    """Return the same but for the treasure of a map that is under division, -1 for none."""
    stakes = stakes_of(state)
    future, most = stakes.future, len(_AMULETS) - 1
    held = [
        state.coins(player) + future * _AMULETS[min(amulets, most)] + hand(state, stakes, player)
        for player, amulets in enumerate(state.amulets)
    ]
    roses = [
        stakes.roses(state.candidates[number], state.owners[number]) for number in MAPS if number != raised
    ]
    return list(map(sum, zip(held, *roses, strict=True)))


def hand(state: TobagoState, stakes: Stakes, player: int, *, new: bool = False) -> float:
    """Return what the clues in a hand are worth, or a `new` hand: whether some can be laid.

    Cards that are still to be drawn are those of the deck.
    """
    held, size = (0, 0) if new else (state.hand(player), len(state.clue_cards.cards[HAND + player]))
    plays = float(sum([(legal & held).bit_count() for legal in state.legal_clues]))
    if size < HAND_SIZE[state.players]:
        legal = sum(map(int.bit_count, state.legal_clues)) / len(state.compiled.decks.clues)
        plays += (HAND_SIZE[state.players] - size) * legal
    return stakes.future * _HAND * (1 - exp(-plays / _ENOUGH))
