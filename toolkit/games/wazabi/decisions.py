"""The kinds of decisions and chance nodes: what is legal, what follows, and why something is not legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from toolkit.core.decision import Action, Chance, Decision, Kind, on
from toolkit.games.wazabi.actions import (
    CHOICES,
    DISCARDS,
    GIVES,
    NO_CARD,
    PLAYS,
    SIDES_TO_PASS,
    Choose,
    ChooseSide,
    Discard,
    Give,
    NoCard,
    Play,
    Roll,
    rolls,
)
from toolkit.games.wazabi.cards import NAMES
from toolkit.games.wazabi.draws import DRAWING, draw_cards
from toolkit.games.wazabi.effects import EFFECTS, NOBODY
from toolkit.games.wazabi.state import (
    ChoosingSide,
    Discarding,
    Giving,
    Naming,
    Playing,
    Rolling,
    Starting,
    WazabiState,
)
from toolkit.games.wazabi.turns import roll_for_start

# ---- rolling (W-3, W-6) -----------------------------------------------------------------------------------


def _roll_outcomes(state: WazabiState, frame: Rolling | Starting) -> Sequence[tuple[Action, int]]:
    return rolls(state.dice[_rolling(frame)]).outcomes


def _pick_roll(state: WazabiState, frame: Rolling | Starting, random: Random) -> Action:
    return rolls(state.dice[_rolling(frame)]).draw(random)


def _rolling(frame: Rolling | Starting) -> int:
    """Return who rolls: in a turn its player, for the start the next of those who roll."""
    return frame.player if isinstance(frame, Rolling) else frame.rolling[len(frame.shown)]


def _roll(state: WazabiState, action: Roll, frame: Rolling) -> None:
    """Open what a roll brings, in the order of W-12: draw (W-7), give (W-8), play (W-9)."""
    player = frame.player
    state.roll = (action.wazabi, action.card, action.die)
    state.stack.append(Playing(player))
    if action.die:
        state.stack.append(Giving(player, action.die))
    draw_cards(state, player, action.card)


# ---- giving dice (W-8) ------------------------------------------------------------------------------------


def _gifts(state: WazabiState, frame: Giving) -> Sequence[Action]:
    player, others = frame.actor, state.others(frame.actor)
    if state.rules.neighbours_only:  # W-29
        near = state.neighbour(player, 1), state.neighbour(player, -1)
        others = tuple([other for other in others if other in near])
    return _giving(others)


@lru_cache(maxsize=256)
def _giving(receivers: tuple[int, ...]) -> tuple[Give, ...]:
    return tuple(GIVES[player] for player in receivers)


def _give(state: WazabiState, action: Give, frame: Giving) -> None:
    player, left = frame
    state.dice[player] -= 1
    state.dice[action.player] += 1
    if left > 1:
        state.stack.append(Giving(player, left - 1))
    elif not state.dice[player]:
        state.stack.clear()  # W-27a: no card is played any more


def _not_given(state: WazabiState, frame: Giving, action: Give) -> str:
    return state.not_named(frame.actor, action.player) or "only to the right or left neighbour (W-29)"


# ---- playing a card (W-9 to W-11) -------------------------------------------------------------------------


def _playable(state: WazabiState, frame: Playing) -> Sequence[Action]:
    """Return the cards of the hand that may be played; that there is none is not shown to others."""
    player, shown, costs = frame.actor, state.roll[0], state.rules.costs
    faces = dict.fromkeys(state.cards.cards[player])  # each once, in order
    cards = [PLAYS[face] for face in faces if costs[face] <= shown and not _barred(state, player, face)]
    return [*cards, NO_CARD]


def _barred(state: WazabiState, player: int, face: int) -> str:
    """Return the rule that forbids a card which the roll pays for; empty if none does."""
    effect = EFFECTS[face]
    if effect.bar is not None and effect.bar(state, player):
        return effect.reason
    if not state.rules.empty_effects and effect.is_idle(state, player):
        return "it would change nothing, and these rules forbid that (A6)"
    return ""


def _play(state: WazabiState, action: Play, frame: Playing) -> None:
    """Put the card on the table (W-11a); what it asks is chosen, or it takes effect."""
    player, face = frame.actor, action.face
    effect = EFFECTS[face]
    state.cards.give(face, player, state.played)
    if effect.asks == "side":
        state.stack.append(ChoosingSide(player, face))
    elif effect.asks == "player" and effect.targets(state, player):
        state.stack.append(Naming(player, face))
    else:
        effect.run(state, player, NOBODY)


def _play_none(_state: WazabiState, _action: NoCard, _frame: Playing) -> None:
    """Nothing follows: the turn is over."""


def _not_played(state: WazabiState, frame: Playing, action: Play) -> str:
    """Return why a card cannot be played."""
    player, face, shown = frame.actor, action.face, state.roll[0]
    if face not in state.cards.cards[player]:
        return f'there is no "{NAMES[face]}" in the hand'
    if state.rules.costs[face] > shown:
        return f"it costs {state.rules.costs[face]} wazabi, and the roll shows {shown} (W-10)"
    return _barred(state, player, face)


# ---- what a card asks, and of whom one is taken (W-14, W-18, W-20 to W-26) ---------------------------------


def _targets(state: WazabiState, frame: Naming) -> Sequence[Action]:
    return [CHOICES[player] for player in EFFECTS[frame.face].targets(state, frame.actor)]


def _sides(state: WazabiState, _frame: ChoosingSide) -> Sequence[Action]:
    return SIDES_TO_PASS[: len(state.seats) - 1]  # W-21a: with two players both sides are one


def _choose(state: WazabiState, action: Choose, frame: Naming) -> None:
    EFFECTS[frame.face].run(state, frame.actor, action.player)


def _choose_side(state: WazabiState, action: ChooseSide, frame: ChoosingSide) -> None:
    EFFECTS[frame.face].run(state, frame.actor, action.steps)


def _not_a_target(state: WazabiState, frame: Naming, action: Choose) -> str:
    return state.not_named(frame.actor, action.player) or f"player {action.player} holds too few cards (W-26)"


def _one_side(_state: WazabiState, _frame: ChoosingSide, _action: ChooseSide) -> str:
    return "with two players both sides are one: choose left (W-21a)"


# ---- giving up cards (W-18, W-26) -------------------------------------------------------------------------


def _surplus(state: WazabiState, frame: Discarding) -> Sequence[Action]:
    """Return what may be given up next.

    What is given up lies open and what is kept does not, so the surplus is chosen and not the cards to keep;
    in the order of the faces, so that there is one way to choose each surplus.
    """
    hand, last = state.cards.cards[frame.actor], _last(state, frame)
    return [DISCARDS[face] for face in dict.fromkeys(hand) if frame.least <= face <= last]


def _last(state: WazabiState, frame: Discarding) -> int:
    """Return the last face that may be given up next: as many cards must still follow."""
    hand = state.cards.cards[frame.actor]
    return hand[len(hand) - frame.left]


def _enough_follow(state: WazabiState, frame: Discarding) -> bool:
    """Tell whether a hand holds the cards that must follow the last one, which all have seen."""
    return frame.least <= _last(state, frame)


def _discard(state: WazabiState, action: Discard, frame: Discarding) -> None:
    player, count, _ = frame
    state.cards.give(action.face, player, state.discard)
    if count > 1:
        state.stack.append(Discarding(player, count - 1, action.face))


def _not_discarded(state: WazabiState, frame: Discarding, action: Discard) -> str:
    player, count, least = frame
    if action.face not in state.cards.cards[player]:
        return f'there is no "{NAMES[action.face]}" in the hand'
    after = f', none before "{NAMES[least]}"' if least else ""
    return f"{count} cards must go, named in the order of the card list{after} (W-18)"


DECISIONS: Mapping[str, Kind[WazabiState]] = {
    "start": Chance(Starting, _roll_outcomes, on(Roll, roll_for_start), pick=_pick_roll),
    "roll": Chance(Rolling, _roll_outcomes, on(Roll, _roll), pick=_pick_roll),
    **DRAWING,
    "give": Decision(Giving, _gifts, on(Give, _give), why_not=_not_given),
    "card": Decision(Playing, _playable, on(Play, _play), on(NoCard, _play_none), why_not=_not_played),
    "player": Decision(Naming, _targets, on(Choose, _choose), why_not=_not_a_target),
    "side": Decision(ChoosingSide, _sides, on(ChooseSide, _choose_side), why_not=_one_side),
    "discard": Decision(
        Discarding, _surplus, on(Discard, _discard), why_not=_not_discarded, possible=_enough_follow
    ),
}
"""The kinds of decisions and chance nodes."""
