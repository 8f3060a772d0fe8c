"""Rounds and turns: the deal, the action of a turn, what follows it, scoring (S-1 to S-12, S-28 to S-35)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, asks, declared
from toolkit.core.hidden import Zones
from toolkit.games.silver import actions, piles, scoring
from toolkit.games.silver.actions import CALL, DRAW, END, TAKE, Anyone, Card, Face, Own, Word
from toolkit.games.silver.cards import MOST_TO_CALL, RASCAL, SQUIRE
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.play import abilities, sets
from toolkit.games.silver.play.abilities import Drawing, Using, act_freely, free_actions, not_freely
from toolkit.games.silver.play.sets import not_anyone
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import DECK, FACE_DOWN, HELD, SHOWN, UNDECIDED, VILLAGE, Round, SilverState
from toolkit.games.silver.state import DISCARD as PILE
from toolkit.games.silver.village import count_face_up, look, may_give, villagers_met

FIRST_LOOKS = 2
"""Own cards at which each player looks before the first turn (S-6)."""

# ---- the beginning of a round (S-1 to S-6, S-35) -----------------------------------------------------------


def start_round(state: SilverState) -> None:
    """Shuffle all cards, and open the deal and the first looks."""
    players = state.players
    state.cards = Zones.start(state.layouts(state.rules, players)["cards"], DECK)
    state.up, state.guards = [[] for _ in range(players)], [()] * players
    state.caller, state.turns_left, state.turns, state.pair_shown = NOBODY, UNDECIDED, 0, False
    state.turn, state.phase = state.first, "setup"
    order = [(state.first + step) % players for step in range(players)]
    state.stack = [
        *(FirstLooking(player, 0, FIRST_LOOKS) for player in reversed(order)),
        OpeningPile(CHANCE),
        *(Dealing(CHANCE, player, CARDS) for player in reversed(order)),
    ]


@piles.draws_next(actions.DEALS)
class Dealing(NamedTuple):
    """So many cards are still dealt into a village, seen by nobody (S-1)."""

    actor: int
    player: int
    left: int

    def seen_by(self, _state: SilverState) -> int:
        return 0

    def deal(self, state: SilverState, action: Card) -> None:
        piles.move_next(state, action.face, VILLAGE + self.player, 0)
        state.up[self.player].append(FACE_DOWN)
        if self.left > 1:
            state.stack.append(Dealing(CHANCE, self.player, self.left - 1))


@piles.draws_next(actions.SHOWS)
class OpeningPile(NamedTuple):
    """The first discard is turned up (S-4)."""

    actor: int

    def show(self, state: SilverState, action: Card) -> None:
        piles.move_next(state, action.face, PILE, ALL)


@asks("At which of your cards do you look? ({left} to go, S-6)")
class FirstLooking(NamedTuple):
    """A player still looks at so many own cards, in any order (S-6).

    `start` is the slot behind the card that was seen already, 0 before: no card is looked at twice.
    """

    actor: int
    start: int
    left: int

    def legal(self, _state: SilverState) -> Sequence[Action]:
        return [actions.LOOKS[self.actor, slot] for slot in range(CARDS) if slot != self.start - 1]

    def why_not(self, state: SilverState, action: Anyone) -> str:
        if action == actions.LOOKS[self.actor, self.start - 1]:
            return "this card was looked at just now (S-6)"
        return not_anyone(self, state, action, "own")

    def look(self, state: SilverState, action: Anyone) -> None:
        look(state, self.actor, self.actor, action.slot)
        if self.left > 1:
            state.stack.append(FirstLooking(self.actor, action.slot + 1, self.left - 1))


# ---- the action of a turn (S-9, S-28, S-44) ----------------------------------------------------------------


@asks("What do you do in this turn? (S-9)")
class TakingTurn(NamedTuple):
    """A player begins a turn (S-9)."""

    actor: int

    def legal(self, state: SilverState) -> Sequence[Action]:
        """Return what may be done, free actions included."""
        player, cards = self.actor, state.cards.cards
        found: list[Action] = [DRAW] if state.deck else []
        if cards[PILE] and may_give(state, player):
            found.append(TAKE)
        if shown := cards[SHOWN]:
            found += actions.SHOWN[: len(shown)]
        if state.caller == NOBODY and not state.acted and len(cards[VILLAGE + player]) <= MOST_TO_CALL:
            found.append(CALL)  # S-25, S-28
        free = free_actions(state, player)
        if not found:  # in the last turns, with an empty deck, there may be no card to take.
            free.append(END)
        return found + free if free else found

    def act(self, state: SilverState, action: Word) -> None:
        """Draw, take, call, or end the turn."""
        player = self.actor
        if action is DRAW:
            _draw(state, player)
        elif action is TAKE:
            piles.take_top(state)
            state.stack.append(Using(player, "discard"))
        elif action is CALL:  # every other player has one more turn (S-29)
            state.caller, state.turns_left, state.phase = player, state.players, "over"
        else:
            state.phase = "over"
        state.just_moved = 0

    def take_shown(self, state: SilverState, action: Own | Anyone) -> None:
        """Take a card from beside the deck instead of drawing (S-44), or act freely."""
        if action.verb != "shown":
            act_freely(state, self.actor, action, self)
            return
        state.cards.move(state.cards.cards[SHOWN][action.slot], (SHOWN, action.slot), (HELD, 0))
        state.stack.append(Using(self.actor, "shown"))
        state.just_moved = 0

    def why_not(self, state: SilverState, action: Own | Anyone | Word) -> str:
        if not isinstance(action, Word):
            return not_freely(self, state, action)
        if action == DRAW:
            return "the deck is empty (S-30)"
        if action == TAKE:
            empty = not state.cards.cards[PILE]
            return "the discard pile is empty (A-33)" if empty else "the amulet lies on the only card (S-39)"
        return self._no_call(state) if action == CALL else ""

    def _no_call(self, state: SilverState) -> str:
        if state.caller != NOBODY:
            return f"player {state.caller} has called already (S-29)"
        if state.acted:
            return "something was done in this turn already (S-25, S-28)"
        return f"{len(state.cards.cards[VILLAGE + self.actor])} cards are too many: 4 at most (S-28)"


def _draw(state: SilverState, player: int) -> None:
    """Draw a card; with a Rascal there may be more (S-49)."""
    state.stack.append(Using(player, "deck"))
    more = state.up[player].count(RASCAL)
    if more and state.deck > 1:
        state.stack.append(DrawingMore(player, more))
    state.stack.append(Drawing(CHANCE, player))


@asks("Draw more ({more} possible), or which card do you keep? (S-49)", not_freely)
class DrawingMore(NamedTuple):
    """A player keeps a drawn card, or draws one more by one of so many Rascals (S-49)."""

    actor: int
    more: int

    def legal(self, state: SilverState) -> Sequence[Action]:
        more: list[Action] = [DRAW] if self.more and state.deck else []
        found = [*more, *[actions.KEEPS[face] for face in sorted(set(state.cards.cards[HELD]))]]
        any_moment = state.rules.free_actions == "any_moment"
        return [*found, *free_actions(state, self.actor)] if any_moment else found

    def seen_by(self, _state: SilverState) -> int:
        return 1 << self.actor

    def draw(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        state.just_moved = 0
        state.stack += [DrawingMore(self.actor, self.more - 1), Drawing(CHANCE, self.actor)]

    def keep(self, state: SilverState, action: Face) -> None:
        state.just_moved = 0
        piles.put_back(state, self.actor, action.face)

    def free(self, state: SilverState, action: Own | Anyone) -> None:
        act_freely(state, self.actor, action, self)


# ---- the end of a turn (S-43, S-66, S-67) ------------------------------------------------------------------


@asks("Anything else in your turn? (S-66)", not_freely)
class Ending(NamedTuple):
    """The action of the turn is done: free actions are left, and the end (S-66)."""

    actor: int

    def legal(self, state: SilverState) -> Sequence[Action]:
        return [*free_actions(state, self.actor), END]

    def end(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        state.phase, state.just_moved = "over", 0

    def free(self, state: SilverState, action: Own | Anyone) -> None:
        act_freely(state, self.actor, action)


def go_on_with_round(state: SilverState) -> None:
    """Open what follows in the turn or in the round when nothing is open."""
    if state.phase == "setup":
        _start_turn(state, state.first)
    elif state.phase == "refill":
        _refill(state)
    elif state.phase == "over":
        _close_turn(state)
    elif state.pair_shown or villagers_met(state):
        _end_round(state, "villagers")  # S-42
    else:  # the action of the turn is done: free actions may be left (S-66)
        if state.phase == "turn":
            state.phase, state.just_moved = "end", 0
        if free_actions(state, state.turn):
            state.stack.append(Ending(state.turn))
        else:
            _close_turn(state)


def _start_turn(state: SilverState, player: int) -> None:
    """Begin the turn of a player."""
    state.turn, state.phase, state.acted = player, "turn", False
    state.used = state.just_moved = 0
    state.stack.append(TakingTurn(player))


def _close_turn(state: SilverState) -> None:
    """Count the turn: it may have been the last one of the round, by a call or the limit (S-29, A-34)."""
    state.turns += 1
    state.turns_left -= state.caller != NOBODY
    if not state.turns_left:
        _end_round(state)
    elif state.turns >= state.rules.turn_limit:
        state.limited, state.turns_left = (*state.limited, state.round), 0
        _end_round(state, "limit")
    else:
        _refill(state)


def _refill(state: SilverState) -> None:
    """Show cards beside the deck, one after another; then the next turn begins (S-43, S-67)."""
    state.phase = "refill"
    shown, deck = state.cards.cards[SHOWN], state.deck
    if deck and count_face_up(state, SQUIRE) > len(shown):
        state.stack.append(Refilling(CHANCE))
    elif not (shown or deck) and (state.caller == NOBODY or not state.rules.finish_last_turns):
        _end_round(state, "deck")  # S-30, S-46, A-38
    else:
        _start_turn(state, (state.turn + 1) % state.players)


@piles.draws_next(actions.SHOWS)
class Refilling(NamedTuple):
    """A card is shown beside the deck (S-43)."""

    actor: int

    def show(self, state: SilverState, action: Card) -> None:
        piles.move_next(state, action.face, SHOWN, ALL)


# ---- the end of a round and of the game (S-30 to S-35, S-68) -----------------------------------------------


def _end_round(state: SilverState, why: str = "") -> None:
    """End the round: everybody had the last turn after a call, unless it is told why not."""
    if why:
        state.reveal(actions.RoundOver(why), ALL, AUTOMATIC)
    state.phase = "scoring"
    state.stack = [Scoring(AUTOMATIC)]


class Scoring(NamedTuple):
    """The round is over and is scored; then the next one begins, or the game is over (S-31 to S-34, S-68)."""

    actor: int

    def step(self, state: SilverState) -> actions.RoundScored:
        rules, caller, number, had = state.rules, state.caller, state.round, state.halved
        villages = tuple(map(tuple, state.cards.cards[VILLAGE:]))
        _turn_all_up(state)
        points = scoring.round_points(villages, caller, kamikaze=rules.score_mode)
        totals, state.halved = scoring.new_totals(state.totals, points, had, score_mode=rules.score_mode)
        for player, village in enumerate(villages):
            if rules.score_mode and scoring.is_kamikaze(village):
                state.reveal(actions.Windfall("kamikaze", player), ALL, AUTOMATIC)
            if state.halved[player] and not had[player]:
                state.reveal(actions.Windfall("reset", player), ALL, AUTOMATIC)
        state.totals, state.results = totals, (*state.results, Round(villages, points))
        after = scoring.amulet_winner(villages, points, caller, state.amulet, state.first, rules)
        state.amulet, state.may_protect = after
        state.amulet_slot = NOBODY
        if scoring.game_over(totals, number, rules):
            state.reason = _reason(state)
        else:
            state.round, state.first = number + 1, state.amulet
            start_round(state)
        return actions.RoundScored(number, caller, villages, points, totals)


def _reason(state: SilverState) -> str:
    """Return why the game is over; rounds that the turn limit ended are named (A-34)."""
    last, limits = f"round {state.round} was the last (S-57)", ", ".join(map(str, state.limited))
    reason = f"a total of {scoring.GOAL} points or more (S-58)" if state.rules.score_mode else last
    return f"{reason}; the turn limit ended round {limits} (A-34)" if limits else reason


def _turn_all_up(state: SilverState) -> None:
    """Turn all cards of the villages face-up: everybody sees them (S-31)."""
    for player in range(state.players):
        state.up[player] = state.cards.cards[VILLAGE + player][:]
        for slot, known in enumerate(state.cards.known[VILLAGE + player]):
            if known != ALL:
                state.cards.look(VILLAGE + player, slot, ALL)


DECISIONS = declared(
    deal=Dealing,
    first_discard=OpeningPile,
    first_looks=FirstLooking,
    turn=TakingTurn,
    draw=Drawing,
    rascal=DrawingMore,
    use=Using,
    end=Ending,
    guard=abilities.Guarding,
    refill=Refilling,
    score=Scoring,
    set=sets.Exchanging,
    place=sets.Placing,
    add=sets.Adding,
    penalty=sets.PayingPenalty,
    exposer=abilities.Exposing,
    revealer=abilities.Revealing,
    beholder=abilities.Beholding,
    beholder_again=abilities.BeholdingAgain,
    apprentice_seer=abilities.Spying,
    seer=abilities.Seeing,
    master=abilities.Fetching,
    witch=abilities.Bewitching,
    witch_card=abilities.SwappingTop,
    robber=abilities.Robbing,
    robber_gift=abilities.GivingBack,
    robber_look=abilities.CheckingLoot,
)
"""The kinds of decisions, chance nodes and steps."""
