"""What a position of Tobago is worth to each player, in coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.players.tobago_race import Prize, Race, turn_of
from toolkit.games.tobago.play.actions import CURSE
from toolkit.games.tobago.play.compiled import MAPS
from toolkit.games.tobago.play.state import BAG, DIVISION, Adding, Looking, Revealing, Taking
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.games.tobago.play.state import TobagoState

_CARD = 4.2  # coins of a treasure card that somebody takes: the worst one of a treasure is refused
_LOSS = 5.0  # coins of the best card of a player, which a curse takes
_AMULETS = (0.0, 1.8, 3.0, 4.0, 4.8, 5.4)  # what so many amulets are worth, in coins
_LYING = 1.4  # what an amulet on the island is worth to who gets it
_PLAY = 0.03  # what a clue that can be laid is worth, in coins
_NEAR = 6  # with so many candidates a treasure begins to draw the ATVs


def expected_coins(state: TobagoState) -> list[float]:
    """Return the coins that each player can expect at the end."""
    coins = standing(state)
    if not state.ending and min(state.atvs) >= 0 and (found := prizes(state)):
        race = Race(state, found, turn_of(state))
        for player, share in enumerate(race.shares(race.best_end())):
            coins[player] += share
    return coins


def standing(state: TobagoState) -> list[float]:
    """Return what each player can expect but for being first somewhere."""
    coins = [float(state.coins(player)) for player in range(state.players)]
    future = _future(state)
    for player in range(state.players):
        coins[player] += future * _AMULETS[min(state.amulets[player], len(_AMULETS) - 1)]
        coins[player] += future * _PLAY * min(10, _plays(state, player))
    raised = _add_division(state, coins)
    for number in MAPS:
        if number != raised:
            for player, worth in enumerate(
                roses_worth(state, state.candidates[number], state.owners[number])
            ):
                coins[player] += worth
    return coins


def roses_worth(state: TobagoState, candidates: int, owners: Sequence[int]) -> list[float]:
    """Return what the roses on a map promise to each player, less what a curse would take."""
    coins = [0.0] * state.players
    chance, cursed = _raised(state, candidates), _curse_chance(state, len(owners) + 2)
    for owner in owners:
        if owner >= 0:
            coins[owner] += chance * _CARD * (1 - cursed / 2)
    if cursed:
        for owner in set(owners) - {-1}:
            coins[owner] -= chance * cursed * _harm(state, owner)
    return coins


def prizes(state: TobagoState) -> list[Prize]:
    """Return what there is to get first: amulets, and the rose of who raises a treasure."""
    coins = _future(state) * _LYING
    found = [Prize(hex_, coins, True) for hex_ in bits(state.amulet_hexes)]
    for number in MAPS:
        if state.clues[number]:
            found += prizes_of_map(state, state.candidates[number], state.owners[number])
    return found


def prizes_of_map(state: TobagoState, candidates: int, owners: Sequence[int]) -> Iterator[Prize]:
    """Yield the rose of who raises a treasure as a prize, shared out to its candidates if they are few."""
    count = candidates.bit_count()
    if count <= _NEAR:
        cursed = _curse_chance(state, len(owners) + 2)
        coins = _raised(state, candidates) * _CARD * (1 - cursed / 2) / count
        for hex_ in bits(candidates):
            yield Prize(hex_, coins, count == 1)


def _future(state: TobagoState) -> float:
    """Return how much of what may still come will come: less and less as the treasure deck runs out."""
    left = len(state.treasure_cards.cards[BAG])
    return left / (left + 8)


def _plays(state: TobagoState, player: int) -> int:
    """Return how many clues a player could lay, counted for each map."""
    hand = state.hand(player)
    return sum([(legal & hand).bit_count() for legal in state.legal_clues])


def _raised(state: TobagoState, candidates: int) -> float:
    """Return the chance that a treasure is raised before the deck is empty."""
    left, count = len(state.treasure_cards.cards[BAG]), candidates.bit_count()
    if count == 1:
        return left / (left + 1)
    return _future(state) * max(0.3, 0.85 - 0.035 * count)


def _curse_chance(state: TobagoState, cards: int) -> float:
    """Return the chance that a curse is among the next cards of the deck."""
    bag = state.treasure_cards.cards[BAG]
    below, curses = len(bag) - state.gold_on_top, bag.count(CURSE)
    from_below = cards - state.gold_on_top
    return min(1.0, curses * from_below / below) if from_below > 0 and below else 0.0


def _harm(state: TobagoState, player: int) -> float:
    """Return what a curse takes of a player, in coins, when it may come after all roses are gone."""
    return 0.5 if state.amulets[player] else _LOSS / 2


def _add_division(state: TobagoState, coins: list[float]) -> int:
    """Add what a treasure under division will bring, and return its map; -1 when there is none."""
    dividing = Looking | Adding | Revealing | Taking
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, dividing)), None)
    if frame is None:
        return -1
    treasure = frame.treasure
    roses, cards = list(treasure.roses), state.treasure_cards.cards[DIVISION]
    if isinstance(frame, Looking | Adding):
        card, cursed = _CARD, _curse_chance(state, len(roses) + 1)
    else:
        card, cursed = _card(len(roses), cards), float(CURSE in cards)
    if isinstance(frame, Taking):
        _let_take(coins, roses, frame.face, frame.place, card * (1 - cursed / 2))
    for owner in roses:
        coins[owner] += card * (1 - cursed / 2)
    for owner in set(roses):
        coins[owner] -= cursed * _harm(state, owner)
    return treasure.map


def _card(roses: int, cards: Sequence[int]) -> float:
    """Return what a rose can expect when the best of these cards are taken."""
    return sum(sorted(cards, reverse=True)[:roses]) / roses if roses else 0.0


def _let_take(coins: list[float], roses: list[int], face: int, place: int, card: float) -> None:
    """Let the first owner from a rose on take a card who can hardly expect a better one."""
    for number in range(place, len(roses)):
        if face >= card - 0.25:
            coins[roses.pop(number)] += face
            return
