"""The cards: what each does, whom it may name, when it may not be played (W-16 to W-26)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from toolkit.core.decision import CHANCE
from toolkit.games.wazabi.actions import HandHeld
from toolkit.games.wazabi.cards import NAMES, too_many_given
from toolkit.games.wazabi.draws import draw_cards, rivals_with_cards
from toolkit.games.wazabi.state import Discarding, Taking, WazabiState
from toolkit.games.wazabi.turns import lay_off, open_turn

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does.

    Attributes
    ----------
    run
        Does it, from the state, the player, and what was chosen: a player, a side in steps to the left, or
        `NOBODY` where nothing is.
    asks
        What the player chooses first.
    targets
        Whom the card may name; when that is nobody, nothing is chosen.
    changes
        Whether playing it would change anything (A6), from the state, the player, and whom it concerns: the
        player and those who may be named, or all in play.
    bar, reason
        Whether the card may not be played now, and the rule that says so.
    """

    run: Callable[[WazabiState, int, int], None]
    asks: Literal["", "player", "side"] = ""
    targets: Callable[[WazabiState, int], Sequence[int]] = lambda state, player: state.others(player)
    changes: Callable[[WazabiState, int, Sequence[int]], bool] = lambda _state, _player, _concerned: True
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
        state.reveal(HandHeld(player, tuple(state.cards.cards[player])), 1 << player)


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
