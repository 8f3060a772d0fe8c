"""A game of Wazabi: what can be open, what is legal then, what follows, what each card does (W-1 to W-32)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from toolkit.core.decision import ALL, CHANCE, Action, asks, declared
from toolkit.core.hidden import Zones
from toolkit.games.wazabi import actions as act
from toolkit.games.wazabi.cards import NAMES, too_many_given
from toolkit.games.wazabi.state import WazabiState

NOBODY = -1
"""What a card does not ask for."""

# ---- rounds and turns (W-1 to W-6, W-17, W-20, W-27 to W-32) ----------------------------------------------

HAND = 3
"""Cards of each player at the start (W-2)."""

CLOCKWISE = 1
"""The direction at the start: to the left (W-4)."""


def open_round(state: WazabiState) -> None:
    """Deal dice and cards (W-2), and let all roll for the start (W-3)."""
    players = range(state.players)
    state.dice = [state.rules.dice] * state.players
    state.cards = Zones.start(state.layouts(state.rules, state.players)["cards"], state.pile)
    state.seats, state.finished = tuple(players), ()
    state.direction, state.turn, state.turns, state.roll = CLOCKWISE, 0, 0, ()
    state.stack.append(Starting(CHANCE, state.seats, ()))
    state.stack += [Drawing(CHANCE, player, HAND) for player in reversed(players)]


class Starting(NamedTuple):
    """Players roll for the start, one after another (W-3)."""

    actor: int
    rolling: tuple[int, ...]
    shown: tuple[int, ...]  #: the wazabi of those who have rolled

    @property
    def player(self) -> int:
        """Who is next."""
        return self.rolling[len(self.shown)]

    def outcomes(self, state: WazabiState) -> Sequence[tuple[Action, int]]:
        """Return the rolls of who is next."""
        return act.rolls(state.dice[self.player]).outcomes

    def pick(self, state: WazabiState, random: Random) -> Action:
        """Return one of them."""
        return act.rolls(state.dice[self.player]).draw(random)

    def roll(self, state: WazabiState, action: act.Roll) -> None:
        """Note the wazabi; the most begins, and who ties rolls again (W-3, W-3a)."""
        rolling, shown = self.rolling, (*self.shown, action.wazabi)
        if len(shown) < len(rolling):
            state.stack.append(Starting(CHANCE, rolling, shown))
            return
        best = tuple([player for player, count in zip(rolling, shown, strict=True) if count == max(shown)])
        if len(best) == 1:
            open_turn(state, best[0])
        else:
            again = best if state.rules.start_tie == "reroll" else rolling
            state.stack.append(Starting(CHANCE, again, ()))


def open_turn(state: WazabiState, player: int) -> None:
    """Let a player roll all dice (W-6), unless the limit of turns is reached."""
    state.turn, state.roll = player, ()
    if state.turns >= state.rules.turn_limit:
        state.reason = f"the limit of {state.rules.turn_limit} turns is reached"
        return
    state.turns += 1
    state.stack.append(Rolling(CHANCE, player))


def next_turn(state: WazabiState) -> None:
    """End a turn of which nothing is open any more, and open the one that follows."""
    player = state.turn
    lay_off(state)
    follower = state.neighbour(player, state.direction)
    if not state.dice[player] and not _goes_on_after(state, player):
        return
    while state.turns < state.rules.turn_limit and (waiting := state.cards.cards[state.before(follower)]):
        state.cards.give(waiting[0], state.before(follower), state.discard)
        state.reveal(act.TurnMissed(follower), ALL)  # W-20a
        state.turns += 1
        follower = state.neighbour(follower, state.direction)
    open_turn(state, follower)


def lay_off(state: WazabiState) -> None:
    """Put the played card on the discard pile once its effect is over (W-11, W-11a)."""
    for face in state.cards.cards[state.played][:]:
        state.cards.give(face, state.played, state.discard)


def _goes_on_after(state: WazabiState, player: int) -> bool:
    """Count what a player without dice has won, and tell whether the others play on (W-27)."""
    if not state.rules.play_on:
        _end_round(state, player)
        return False
    _leave(state, player)
    if len(state.seats) > 1:
        return True
    state.finished += state.seats
    state.reason = "one player is left (W-27)"
    return False


def _leave(state: WazabiState, player: int) -> None:
    """Take a player who has finished off the table: the hand is discarded, neighbours close up (W-27a)."""
    state.reveal(act.HandDiscarded(player, tuple(state.cards.cards[player])), ALL)
    state.cards.pour(player, state.discard)
    state.seats = tuple([other for other in state.seats if other != player])
    state.finished += (player,)
    _score(state, (player,), len(state.seats))


def _end_round(state: WazabiState, player: int) -> None:
    """Score a round (W-32, W-32a); the next one follows, or the game is over."""
    side = state.side(player)
    state.finished = (player,)
    _score(state, side, sum(dice for other, dice in enumerate(state.dice) if other not in side))
    if state.round < state.rules.rounds:
        state.reveal(act.RoundWon(state.round, player), ALL)
        state.round += 1
        open_round(state)
    elif state.rules.rounds > 1:
        state.reason = f"all {state.rules.rounds} rounds are played (W-32)"
    else:
        state.reason = f"player {player} has no dice left ({'W-30' if state.rules.teams else 'W-27'})"


def _score(state: WazabiState, side: tuple[int, ...], points: int) -> None:
    state.points = tuple([had + points if player in side else had for player, had in enumerate(state.points)])


# ---- a turn: roll, draw, give (W-6 to W-8, W-13, W-14) -----------------------------------------------------


class Rolling(NamedTuple):
    """A player rolls all dice (W-6)."""

    actor: int
    player: int

    def outcomes(self, state: WazabiState) -> Sequence[tuple[Action, int]]:
        return act.rolls(state.dice[self.player]).outcomes

    def pick(self, state: WazabiState, random: Random) -> Action:
        return act.rolls(state.dice[self.player]).draw(random)

    def roll(self, state: WazabiState, action: act.Roll) -> None:
        """Open what a roll brings, in the order of W-12: draw (W-7), give (W-8), play (W-9)."""
        state.roll = (action.wazabi, action.card, action.die)
        state.stack.append(Playing(self.player))
        if action.die:
            state.stack.append(Giving(self.player, action.die))
        draw_cards(state, self.player, action.card)


def draw_cards(state: WazabiState, player: int, count: int) -> None:
    """Open the drawing of so many cards, one after another (W-7a); nothing when there is none (W-14)."""
    if not count:
        return
    if not state.cards.cards[state.pile]:
        _shuffle(state)
    if state.cards.cards[state.pile]:
        state.stack.append(Drawing(CHANCE, player, count))
    elif rivals_with_cards(state, player):
        state.stack.append(ChoosingRival(player, count))


def _shuffle(state: WazabiState) -> None:
    """Make the discard pile the new draw pile, if a card lies there (W-13, W-13a)."""
    if state.cards.cards[state.discard]:
        state.cards.pour(state.discard, state.pile)
        state.reveal(act.PileShuffled(), ALL)


def rivals_with_cards(state: WazabiState, player: int) -> list[int]:
    """Return of whom a card may be taken: opponents, not the partner, who hold one (W-14a, W-30a)."""
    side = state.side(player)
    return [other for other in state.seats if other not in side and state.cards.cards[other]]


class Drawing(NamedTuple):
    """A player still draws so many cards (W-7)."""

    actor: int
    player: int
    left: int

    def heap(self, state: WazabiState) -> Sequence[int]:
        return state.cards.cards[state.pile]

    def seen_by(self, _state: WazabiState) -> int:
        return 1 << self.player

    def draw(self, state: WazabiState, action: act.Draw) -> None:
        state.cards.give(action.face, state.pile, self.player)
        if not state.cards.cards[state.pile] and state.rules.reshuffle == "at_once":
            _shuffle(state)  # W-13a
        draw_cards(state, self.player, self.left - 1)


@asks("No card lies there to draw: of whom do you take one? ({left} to draw, W-14)")
class ChoosingRival(NamedTuple):
    """The player says of whom a card is taken; so many are still to be drawn (W-14)."""

    actor: int
    left: int

    def legal(self, state: WazabiState) -> Sequence[Action]:
        return [act.Choose.of[player] for player in rivals_with_cards(state, self.actor)]

    def choose(self, state: WazabiState, action: act.Choose) -> None:
        state.stack.append(Taking(CHANCE, self.actor, action.player, self.left))

    def why_not(self, state: WazabiState, action: act.Choose) -> str:
        if action.player in state.side(self.actor)[1:]:
            return "the partner is no rival (W-30a)"
        return state.not_named(self.actor, action.player) or f"player {action.player} holds no card (W-14a)"


class Taking(NamedTuple):
    """A player takes a card blindly from a rival; so many are still to be drawn (W-14a)."""

    actor: int
    player: int
    rival: int
    left: int

    def heap(self, state: WazabiState) -> Sequence[int]:
        return state.cards.cards[self.rival]

    def seen_by(self, _state: WazabiState) -> int:
        return 1 << self.player | 1 << self.rival  # W-14

    def take(self, state: WazabiState, action: act.Take) -> None:
        state.cards.give(action.face, self.rival, self.player)
        draw_cards(state, self.player, self.left - 1)


@asks("To whom do you give a die? ({left} to give, W-8)")
class Giving(NamedTuple):
    """The player still gives so many dice (W-8)."""

    actor: int
    left: int

    def legal(self, state: WazabiState) -> Sequence[Action]:
        others = state.others(self.actor)
        if state.rules.neighbours_only:  # W-29
            near = state.neighbour(self.actor, 1), state.neighbour(self.actor, -1)
            others = tuple([other for other in others if other in near])
        return [act.Give.of[player] for player in others]

    def give(self, state: WazabiState, action: act.Give) -> None:
        state.dice[self.actor] -= 1
        state.dice[action.player] += 1
        if self.left > 1:
            state.stack.append(self._replace(left=self.left - 1))
        elif not state.dice[self.actor]:
            state.stack.clear()  # W-27a: no card is played any more

    def why_not(self, state: WazabiState, action: act.Give) -> str:
        return state.not_named(self.actor, action.player) or "only to the right or left neighbour (W-29)"


@asks("Which card do you play? (W-9)")
class Playing(NamedTuple):
    """The player plays a card or none (W-9 to W-11)."""

    actor: int

    def legal(self, state: WazabiState) -> Sequence[Action]:
        """Return the cards of the hand that may be played; that there is none is not shown to others."""
        shown, costs = state.roll[0], state.rules.costs
        faces = dict.fromkeys(state.cards.cards[self.actor])  # each once, in order
        cards = [act.Play.of[face] for face in faces if costs[face] <= shown and not self._bar(state, face)]
        return [*cards, act.NO_CARD]

    def _bar(self, state: WazabiState, face: int) -> str:
        """Return the rule that forbids a card which the roll pays for; empty if none does."""
        effect = EFFECTS[face]
        if effect.bar is not None and effect.bar(state, self.actor):
            return effect.reason
        if not state.rules.empty_effects and effect.is_idle(state, self.actor):
            return "it would change nothing, and these rules forbid that (A6)"
        return ""

    def play(self, state: WazabiState, action: act.Play) -> None:
        """Put the card on the table (W-11a); what it asks is chosen, or it takes effect."""
        player, face, effect = self.actor, action.face, EFFECTS[action.face]
        state.cards.give(face, player, state.played)
        if effect.asks == "side":
            state.stack.append(ChoosingSide(player, face))
        elif effect.asks == "player" and effect.targets(state, player):
            state.stack.append(Naming(player, face))
        else:
            effect.run(state, player, NOBODY)

    def play_none(self, state: WazabiState, action: act.NoCard) -> None:
        """Nothing follows: the turn is over."""

    def why_not(self, state: WazabiState, action: act.Play) -> str:
        face, shown = action.face, state.roll[0]
        if face not in state.cards.cards[self.actor]:
            return f'there is no "{NAMES[face]}" in the hand'
        if state.rules.costs[face] > shown:
            return f"it costs {state.rules.costs[face]} wazabi, and the roll shows {shown} (W-10)"
        return self._bar(state, face)


@asks("{face}: which player do you name?")
class Naming(NamedTuple):
    """The player names whom the played card means."""

    actor: int
    face: act.Face

    def legal(self, state: WazabiState) -> Sequence[Action]:
        return [act.Choose.of[player] for player in EFFECTS[self.face].targets(state, self.actor)]

    def choose(self, state: WazabiState, action: act.Choose) -> None:
        EFFECTS[self.face].run(state, self.actor, action.player)

    def why_not(self, state: WazabiState, action: act.Choose) -> str:
        few = f"player {action.player} holds too few cards (W-26)"
        return state.not_named(self.actor, action.player) or few


@asks("{face}: to which side?")
class ChoosingSide(NamedTuple):
    """The player says to which side the played card passes dice or cards (W-21)."""

    actor: int
    face: act.Face

    def legal(self, state: WazabiState) -> Sequence[Action]:
        return [act.ChooseSide.of[steps] for steps in (1, -1)[: len(state.seats) - 1]]  # W-21a

    def choose(self, state: WazabiState, action: act.ChooseSide) -> None:
        EFFECTS[self.face].run(state, self.actor, action.steps)

    def why_not(self, _state: WazabiState, action: act.ChooseSide) -> str:  # noqa: ARG002
        return "with two players both sides are one: choose left (W-21a)"


@asks("Which card do you give up? ({left} must go, W-18)")
class Discarding(NamedTuple):
    """The player gives up so many cards, none before the face `least` (W-18)."""

    actor: int
    left: int
    least: int

    def legal(self, state: WazabiState) -> Sequence[Action]:
        """Return what may be given up next, in the order of the faces: one way to choose each surplus.

        What is given up lies open and what is kept does not, so the surplus is chosen, not the cards to keep.
        """
        hand, last = state.cards.cards[self.actor], self._last(state)
        return [act.Discard.of[face] for face in dict.fromkeys(hand) if self.least <= face <= last]

    def _last(self, state: WazabiState) -> int:
        """Return the last face that may be given up next: as many cards must still follow."""
        hand = state.cards.cards[self.actor]
        return hand[len(hand) - self.left]

    def possible(self, state: WazabiState) -> bool:
        """Tell whether the hand holds the cards that must follow the last one, which all have seen."""
        return self.least <= self._last(state)

    def give_up(self, state: WazabiState, action: act.Discard) -> None:
        state.cards.give(action.face, self.actor, state.discard)
        if self.left > 1:
            state.stack.append(Discarding(self.actor, self.left - 1, action.face))

    def why_not(self, state: WazabiState, action: act.Discard) -> str:
        if action.face not in state.cards.cards[self.actor]:
            return f'there is no "{NAMES[action.face]}" in the hand'
        if action.face < self.least:
            return f'named in the order of the card list, none goes before "{NAMES[self.least]}" (W-18)'
        few = f'too few come after "{NAMES[action.face]}"'
        return f"{self.left} cards must go, named in the order of the card list: {few} (W-18)"


DECISIONS = declared(
    start=Starting,
    roll=Rolling,
    draw=Drawing,
    rival=ChoosingRival,
    take=Taking,
    give=Giving,
    card=Playing,
    player=Naming,
    side=ChoosingSide,
    discard=Discarding,
)
"""The kinds of decisions and chance nodes."""


# ---- the cards: what each does, whom it may name, when it may not be played (W-16 to W-26) -----------------


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does."""

    #: Does it, from the state, the player, and what was chosen: a player, a side in steps to the left, or
    #: `NOBODY` where nothing is.
    run: Callable[[WazabiState, int, int], None]
    asks: Literal["", "player", "side"] = ""  #: what the player chooses first
    #: Whom the card may name; when that is nobody, nothing is chosen.
    targets: Callable[[WazabiState, int], Sequence[int]] = lambda state, player: state.others(player)
    #: Whether playing it would change anything (A6), from the state, the player, and whom it concerns: the
    #: player and those who may be named, or all in play.
    changes: Callable[[WazabiState, int, Sequence[int]], bool] = lambda _state, _player, _concerned: True
    #: `bar` and `reason`: whether the card may not be played now, and the rule that says so.
    bar: Callable[[WazabiState, int], bool] | None = None
    reason: str = ""

    def is_idle(self, state: WazabiState, player: int) -> bool:
        """Tell whether playing it would change nothing, whomever the player names (A6)."""
        concerned = (player, *self.targets(state, player)) if self.asks == "player" else state.seats
        return not self.changes(state, player, concerned)


# ---- dice -------------------------------------------------------------------------------------------------


def _lose_dice(count: int) -> Callable[[WazabiState, int, int], None]:
    def lose(state: WazabiState, player: int, _choice: int) -> None:
        state.dice[player] -= count

    return lose


def _give_1_die(state: WazabiState, player: int, other: int) -> None:
    state.dice[player] -= 1
    state.dice[other] += 1


def _pass_dice(state: WazabiState, _player: int, steps: int) -> None:
    before = state.dice[:]
    for seat in state.seats:
        state.dice[state.neighbour(seat, steps)] = before[seat]


def _swap_dice(state: WazabiState, player: int, other: int) -> None:
    state.dice[player], state.dice[other] = state.dice[other], state.dice[player]


def _dice_differ(state: WazabiState, _player: int, concerned: Sequence[int]) -> bool:
    return len({state.dice[seat] for seat in concerned}) > 1


# ---- hands ------------------------------------------------------------------------------------------------


def _swap_hands(state: WazabiState, player: int, other: int) -> None:
    state.cards.rearrange({player: other, other: player})
    _show_hands(state, (player, other))


def _pass_cards(state: WazabiState, _player: int, steps: int) -> None:
    state.cards.rearrange({seat: state.neighbour(seat, steps) for seat in state.seats})
    _show_hands(state, state.seats)


def _show_hands(state: WazabiState, players: Sequence[int]) -> None:
    for player in players:
        state.reveal(act.HandHeld(player, tuple(state.cards.cards[player])), 1 << player)


def _another_card_held(state: WazabiState, _player: int, concerned: Sequence[int]) -> bool:
    return sum([len(state.cards.cards[seat]) for seat in concerned]) > 1  # the card itself is in a hand


def _others_keep_2(state: WazabiState, player: int, _choice: int) -> None:
    """Let the others choose one after another in the direction of play (W-18a)."""
    other = state.neighbour(player, -state.direction)
    while other != player:
        _keep(state, other, 2)
        other = state.neighbour(other, -state.direction)


def _others_hold_3(state: WazabiState, player: int, concerned: Sequence[int]) -> bool:
    return any(len(state.cards.cards[seat]) > 2 for seat in concerned if seat != player)


def _keep(state: WazabiState, player: int, count: int) -> None:
    """Open the choice of which cards a player gives up to keep only so many, if there are more (W-18)."""
    if (surplus := len(state.cards.cards[player]) - count) > 0:
        state.stack.append(Discarding(player, surplus, 0))


def _others_with(state: WazabiState, player: int, count: int) -> Sequence[int]:
    """Return whom a player may name of those who hold so many cards."""
    return [other for other in state.others(player) if len(state.cards.cards[other]) >= count]


# ---- drawing, turns ---------------------------------------------------------------------------------------


def _cards_to_draw(state: WazabiState, player: int, _concerned: Sequence[int]) -> bool:
    lying = state.cards.cards[state.pile] or state.cards.cards[state.discard]
    return bool(lying or rivals_with_cards(state, player))


def _take_1_card(state: WazabiState, player: int, other: int) -> None:
    if other == NOBODY:
        draw_cards(state, player, 1)  # W-26
    else:
        state.stack.append(Taking(CHANCE, player, other, 1))


def _card_to_take(state: WazabiState, player: int, concerned: Sequence[int]) -> bool:
    return len(concerned) > 1 or _cards_to_draw(state, player, concerned)


def _miss_a_turn(state: WazabiState, _player: int, other: int) -> None:
    (face,) = state.cards.cards[state.played]
    state.cards.give(face, state.played, state.before(other))


def _play_again(state: WazabiState, player: int, _choice: int) -> None:
    state.direction = -state.direction
    lay_off(state)
    open_turn(state, player)


_EFFECTS = {
    "lose 1 die": Effect(
        _lose_dice(1),
        bar=lambda state, _: too_many_given(state.roll),
        reason="the roll shows two DIE faces or more (W-16)",
    ),
    "play again": Effect(_play_again),
    "others keep 2": Effect(_others_keep_2, changes=_others_hold_3),
    "draw 3": Effect(lambda state, player, _: draw_cards(state, player, 3), changes=_cards_to_draw),
    "miss a turn": Effect(_miss_a_turn, "player"),
    "pass dice": Effect(_pass_dice, "side", changes=_dice_differ),
    "swap hands": Effect(_swap_hands, "player", changes=_another_card_held),
    "pass cards": Effect(_pass_cards, "side", changes=_another_card_held),
    "lose 2 dice": Effect(_lose_dice(2)),  # W-28: three wazabi dice lie there
    "swap dice": Effect(_swap_dice, "player", changes=_dice_differ),
    "give 1 die": Effect(_give_1_die, "player"),
    "take 1 card": Effect(
        _take_1_card, "player", lambda state, player: _others_with(state, player, 1), changes=_card_to_take
    ),
    "keep 1 card": Effect(
        lambda state, _, other: _keep(state, other, 1),
        "player",
        lambda state, player: _others_with(state, player, 2),
        bar=lambda state, player: not _others_with(state, player, 2),
        reason="nobody who may be named holds two cards (W-26)",
    ),
}

EFFECTS: tuple[Effect, ...] = tuple(_EFFECTS[name] for name in NAMES)
"""The effect of each kind of card, by face."""
