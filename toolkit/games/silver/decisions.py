"""The kinds of decisions and chance nodes: what is legal, what follows, and why something is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import Chance, Decision
from toolkit.games.silver import abilities, draws, exchange, free, rounds, turns
from toolkit.games.silver.actions import DEALS, SCORE, Anyone, Card, Face, Own, Word
from toolkit.games.silver.reasons import why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from toolkit.core.decision import Action, Frame
    from toolkit.games.silver.state import SilverState


def _by_verb(**handlers: Callable[[SilverState, Own, Frame], None]) -> Callable[..., None]:
    """Return the handler that does what the verb of an action says."""

    def run(state: SilverState, action: Own, frame: Frame) -> None:
        handlers[action.verb](state, action, frame)

    return run


_FREE = {"guard": free.choose_guard, "protect": free.protect}


def _drawer_sees(_state: SilverState, frame: Frame) -> int:
    return 1 << int(frame[1])


def _nobody_sees(_state: SilverState, _frame: Frame) -> int:
    return 0


def _deal_outcomes(state: SilverState, _frame: Frame) -> Sequence[tuple[Action, int]]:
    return draws.outcomes(DEALS, state)


def _pick_deal(state: SilverState, _frame: Frame, random: Random) -> Action:
    return draws.pick(DEALS, state, random)


def _ability(
    kind: str, handlers: Mapping[type, Callable[..., None]], skip: Callable[..., None] = abilities.skip
) -> Decision:
    """Return the decision whether and how to use an ability."""
    targets = next(found for name, found in abilities.ABILITIES.values() if name == kind)
    return Decision(abilities.choices(targets), {**handlers, Word: handlers.get(Word, skip)}, why_not)


DECISIONS: Mapping[str, Decision | Chance] = {
    # ---- the deal (S-1 to S-6)
    "deal": Chance(_deal_outcomes, {Card: draws.deal}, _nobody_sees, _pick_deal),
    "first discard": Chance(draws.show_outcomes, {Card: draws.first_discard}, None, draws.pick_show),
    "first looks": Decision(rounds.first_looks, {Anyone: rounds.first_look}, why_not),
    # ---- the turn (S-9 to S-12, S-28, S-49, S-66)
    "turn": Decision(
        turns.turn_actions,
        {Word: turns.choose, Own: _by_verb(shown=turns.take_shown, **_FREE), Anyone: free.empath_look},
        why_not,
    ),
    "draw": Chance(draws.draw_outcomes, {Card: draws.draw}, draws.seen_drawn, draws.pick_draw),
    "rascal": Decision(
        turns.rascal_actions, {Word: turns.draw_more, Face: turns.keep}, why_not, _drawer_sees
    ),
    "use": Decision(
        turns.uses,
        {Word: turns.discard, Own: _by_verb(exchange=exchange.first_slot, **_FREE), Anyone: free.empath_look},
        why_not,
    ),
    "end": Decision(
        turns.end_actions, {Word: turns.choose, Own: _by_verb(**_FREE), Anyone: free.empath_look}, why_not
    ),
    "guard": Decision(free.guard_choices, {Own: free.guard_over, Word: free.guard_off}, why_not),
    "refill": Chance(draws.show_outcomes, {Card: draws.show}, None, draws.pick_show),
    "score": Chance(lambda _state, _frame: [(SCORE, 1)], {Word: rounds.score}),
    # ---- exchanges (S-15 to S-20)
    "set": Decision(exchange.further, {Own: exchange.further_slot, Word: exchange.done}, why_not),
    "place": Decision(exchange.places, {Own: exchange.place}, why_not),
    "add": Decision(exchange.ends, {Word: exchange.add}, why_not),
    "penalty": Chance(draws.draw_outcomes, {Card: draws.penalty}, _nobody_sees, draws.pick_draw),
    # ---- abilities (S-50 to S-54)
    "exposer": _ability("exposer", {Anyone: abilities.turn}),
    "revealer": _ability("revealer", {Anyone: abilities.turn}),
    "beholder": _ability("beholder", {Anyone: abilities.behold}),
    "beholder again": Decision(
        abilities.second_looks, {Anyone: abilities.look_at, Word: abilities.skip}, why_not
    ),
    "apprentice seer": _ability("apprentice seer", {Anyone: abilities.look_at}),
    "seer": _ability("seer", {Anyone: abilities.look_at}),
    "master": _ability("master", {Face: abilities.fetch}, abilities.leave_pile),
    "witch": _ability("witch", {Word: abilities.use_or_skip}),
    "witch card": Decision(
        abilities.witch_choices,
        {Own: exchange.first_slot, Anyone: abilities.hit, Word: abilities.put_back_top},
        why_not,
    ),
    "robber": _ability("robber", {Anyone: abilities.rob}),
    "robber gift": Decision(abilities.gifts, {Own: abilities.give}, why_not),
    "robber look": Decision(
        abilities.robber_looks, {Anyone: abilities.look_at, Word: abilities.skip}, why_not
    ),
}
"""By kind. A frame is ``(kind, actor, ...)``: what else it holds is said where it is opened."""
