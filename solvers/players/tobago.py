"""Advice for Tobago: what actions and positions are worth in coins, and who can expect the most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import sqrt

from solvers.players.advice import Leads, PointsAdvice, shares
from solvers.tobago.worth import CARD, Prize, Race, Stakes, Turn, lead
from toolkit.core.decision import Action, Frame
from toolkit.core.hidden import HEAP
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play.treasure import Adding, Looking, Revealing, Taking
from toolkit.games.tobago.play.turns import DONE, FRESH, Move, raises
from toolkit.games.tobago.play.turns import Turn as OpenTurn
from toolkit.games.tobago.state import BAG, DIVISION, MAP_NUMBER, MAPS, TobagoState
from toolkit.hexmap.island import bits

_LUCK = 0.7  # coins by which a card more in the deck can turn the game, as a root of their number
_AMULETS = (0.0, 1.8, 3.0, 4.0, 4.8, 5.4)  # what so many amulets are worth, in coins
_LYING = 1.4  # what an amulet on the island is worth to who gets it
_PLAY = 0.03  # what a clue that can be laid is worth, in coins


class TobagoAdvice(PointsAdvice):
    """Judges by the coins won, roses on maps, ways to treasures and amulets, and amulets held."""

    horizon = 6
    judges_at = frozenset({"turn"})

    def worth_trying(self, state: TobagoState, actions: Sequence[Action]) -> Sequence[Action]:
        """Leave out what ends the turn while a treasure can be raised: raising takes no part of it (T-24).

        A search meets the curses that a raise may bring one by one, but judges a turn that ended by a rule of
        thumb, which is too hopeful of a treasure that still lies there: it would put raising off.
        """
        if state.decision_kind() == "turn" and raises(state, state.to_act()):
            return [action for action in actions if not isinstance(action, act.End | act.Exchange)]
        return actions

    def leads(self, state: TobagoState, actions: Sequence[Action]) -> Leads:
        """Return by how many coins each action puts the player who acts ahead."""
        return Leads(_leads(state, actions), _spread(state), state.players)

    def values(self, state: TobagoState) -> Sequence[float]:
        """Return the chance of each player to have the most coins at the end."""
        if state.ending:
            return state.returns()
        return shares(expected_coins(state), _spread(state))


def _spread(state: TobagoState) -> float:
    """Return by how many coins a player must lead for odds of e to 1: fewer when few cards are left."""
    cards = state.treasure_cards.cards
    return _LUCK * sqrt(len(cards[BAG]) + len(cards[DIVISION]) + 1)


def _leads(state: TobagoState, actions: Sequence[Action]) -> list[float]:
    """Return by how many coins each action puts the player who acts ahead of the mean of the others."""
    if state.decision_kind() not in ("turn", "move"):
        return [_after(state, action) for action in actions]
    outlook = _Outlook(state)
    return [_quick(outlook, action) for action in actions]


def _after(state: TobagoState, action: Action) -> float:
    after = state.clone()
    after.apply_unchecked(action)
    return lead(expected_coins(after, state.to_act()), state.to_act())


class _Outlook:
    """What the actions of a turn have in common, so that most of them need not be tried out.

    A clue or a cube changes one map, a step only where the turn ends.
    """

    def __init__(self, state: TobagoState) -> None:
        self.state, self.player, self.stakes = state, state.to_act(), stakes_of(state)
        self.free = steps_left(state.stack[-1])
        self.here = state.atvs[self.player]
        self.race = _race(state, prizes(state), Turn(self.player, self.free, over=False))
        self.standing = lead(standing(state), self.player)
        self.ends = self.race.ends()
        self.end = max(self.ends, key=self.ends.__getitem__)

    def step(self, hex_: int) -> float:
        """Return what a step leads to, if the move goes on to where it had best end."""
        return self.standing + max([self.ends[end] for end in self.race.within(hex_, self.free - 1)])

    def map(self, number: int, candidates: int, owners: Sequence[int], end: int) -> float:
        """Return what a change of one map leads to when the turn ends on a hex."""
        before = self._map(self.state.candidates[number], self.state.owners[number], end)
        return self.standing + self.ends[end] + self._map(candidates, owners, end) - before

    def _map(self, candidates: int, owners: Sequence[int], end: int) -> float:
        roses = lead(self.stakes.roses(candidates, owners), self.player)
        return roses + self.race.lead(end, self.stakes.prizes(candidates, owners))

    @cached_property
    def amulet(self) -> float:
        """By how much an amulet that is used is missed; the last one protected from curses (T-28)."""
        poorer = self.state.clone()
        poorer.amulets[self.player] -= 1
        return self.standing - lead(standing(poorer), self.player)


def _quick(outlook: _Outlook, action: Action) -> float:
    """Return what an action leads to; where it does more than change one map or a hex, it is tried out."""
    state = outlook.state
    if isinstance(action, act.Step):
        return outlook.step(state.compiled.island.index[action.hex])
    if isinstance(action, act.LayClue | act.AmuletClue | act.RemoveCube):
        number = MAP_NUMBER[action.colour]
        candidates, owners = state.candidates[number], state.owners[number]
        if isinstance(action, act.RemoveCube):
            left = candidates & ~(1 << state.compiled.island.index[action.hex])
        else:
            left = candidates & state.compiled.masks[state.compiled.decks.face[action.clue]]
            owners = (*owners, outlook.player)
        if isinstance(action, act.LayClue):
            return outlook.map(number, left, owners, outlook.here)
        if left.bit_count() > 1:
            return outlook.map(number, left, owners, outlook.end) - outlook.amulet
    return _after(state, action)


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


def _race(state: TobagoState, found: Iterable[Prize], turn: Turn) -> Race:
    return Race(state.compiled.island.source, state.atvs, found, turn)


# ---- what a position is worth, in coins --------------------------------------------------------------------


def stakes_of(state: TobagoState) -> Stakes:
    """Return what there is still to win and to lose."""
    bag = state.treasure_cards.cards[BAG]
    return Stakes(len(bag), state.gold_on_top, bag.count(CURSE), [held > 0 for held in state.amulets])


def expected_coins(state: TobagoState, seat: int | None = None) -> list[float]:
    """Return the coins that each player can expect at the end.

    With a seat, a curse in the division is as likely as that player must think it is; else it is known.
    """
    coins = standing(state, seat)
    if not state.ending and min(state.atvs) >= 0 and (found := prizes(state)):
        race = _race(state, found, turn_of(state))
        coins = [had + more for had, more in zip(coins, race.shares(race.best_end()), strict=True)]
    return coins


def standing(state: TobagoState, seat: int | None = None) -> list[float]:
    """Return what each player can expect but for being first somewhere; `seat` as in `expected_coins`."""
    coins = [float(state.coins(player)) for player in range(state.players)]
    stakes = stakes_of(state)
    for player in range(state.players):
        coins[player] += stakes.future * _AMULETS[min(state.amulets[player], len(_AMULETS) - 1)]
        coins[player] += stakes.future * _PLAY * min(10, _plays(state, player))
    raised = _add_division(state, stakes, coins, seat)
    for number in MAPS:
        if number != raised:
            worth = stakes.roses(state.candidates[number], state.owners[number])
            coins = [had + more for had, more in zip(coins, worth, strict=True)]
    return coins


def prizes(state: TobagoState) -> list[Prize]:
    """Return what there is to get first: amulets, and the rose of who raises a treasure."""
    stakes = stakes_of(state)
    coins = stakes.future * _LYING
    found = [Prize(hex_, coins, sure=True) for hex_ in bits(state.amulet_hexes)]
    for candidates, owners in zip(state.candidates, state.owners, strict=True):
        found += stakes.prizes(candidates, owners)
    return found


def _plays(state: TobagoState, player: int) -> int:
    """Return how many clues a player could lay, counted for each map."""
    hand = state.hand(player)
    return sum([(legal & hand).bit_count() for legal in state.legal_clues])


def _add_division(state: TobagoState, stakes: Stakes, coins: list[float], seat: int | None) -> int:
    """Add what a treasure under division will bring, and return its map; -1 when there is none."""
    dividing = (
        one for one in reversed(state.stack) if isinstance(one, Looking | Adding | Revealing | Taking)
    )
    frame = next(dividing, None)
    if frame is None:
        return -1
    treasure = frame.treasure
    roses, cards = list(treasure.roses), state.treasure_cards.cards[DIVISION]
    if isinstance(frame, Looking | Adding):
        card, cursed = CARD, stakes.cursed(len(roses) + 1)
    else:
        card, cursed = _card(len(roses), cards), float(CURSE in cards)
        if seat is not None:
            cursed = state.treasure_cards.view(seat).belief.chance((DIVISION, HEAP), CURSE)
    if isinstance(frame, Taking):
        _let_take(coins, roses, frame.face, frame.place, card * (1 - cursed / 2))
    stakes.give_out(coins, roses, card * (1 - cursed / 2), cursed)
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


ADVICE = TobagoAdvice()
