"""Why an action is refused, with the number of the rule; a reason is empty where it does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers import display
from toolkit.games.wayfarers.components.effects import EFFECTS
from toolkit.games.wayfarers.components.names import ASSETS, NONE, TAGS, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SLOTS, WORKERS_ON
from toolkit.games.wayfarers.dice import open_slots
from toolkit.games.wayfarers.gaining import has_place
from toolkit.games.wayfarers.journal import FINAL, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.core.decision import Action
    from toolkit.games.wayfarers.state import WayfarersState


def why_not(state: WayfarersState, frame: Any, action: Action) -> str:
    """Return the rule's reason against an action that is not legal; empty where no rule says more."""
    about = _about_cards if hasattr(action, "fee") else _about_slots_and_steps
    return next(filter(None, about(state, frame, action)), "")


def _about_cards(state: WayfarersState, frame: Any, action: Any) -> Iterator[str]:
    card, tableau, silver = CARDS[action.card], state.tableaux[frame.actor], 0
    if action.card not in state.display:
        yield "it does not lie face up (Y-20)"
    place = display.place_of(state, action.card)
    if isinstance(action, act.PutWorker):
        free = WORKERS_ON[card.kind] & ~state.workers[place]
        yield f"no {WORKERS[action.colour]} worker may be added there (Y-85)" * (
            not free >> action.colour & 1
        )
        yield "no such worker is in the supply (Y-85)" * (not tableau.hands[action.colour])
    else:
        yield "a worker that was placed this turn stands on it (Y-88)" * display.has_fresh_worker(
            state, place
        )
    if isinstance(action, act.Gain | act.Discard):
        yield "the effect brings no such card (Y-63)" * (card.kind != EFFECTS[frame.effect].kind)
        silver, _ = display.price(state, place, EFFECTS[frame.effect], frame.die)
        yield f"it costs {silver} silver (Y-63)" * (silver > tableau.silver)
        hosts = " or ".join(tag for bit, tag in enumerate(TAGS) if card.hosts >> bit & 1)
        if isinstance(action, act.Gain) and not has_place(tableau, action.card):
            yield f"no free card can carry it{f': {hosts}' * bool(card.name)} (Y-48, Y-54, Y-57)"
    if action.fee not in display.fee_ways(state, frame.actor, place, silver):
        due = f"1 silver or 1 provision is due for player {state.tokens[place]}'s influence"
        due += f" beside {silver} silver" * (silver > 0)
        yield f"{due if display.owes_fee(state, frame.actor, place) else 'no fee is due'} (Y-19)"
    yield "no part of the effect beside it can be done (Y-86)" * isinstance(action, act.PutWorker)


def _about_slots_and_steps(state: WayfarersState, frame: Any, action: Action) -> Iterator[str]:
    tableau = state.tableaux[frame.actor]
    if isinstance(action, act.TakeTile):
        yield "the caravan has no room for it (Y-72)" * (not tableau.caravan.has_room(action.tile))
    elif isinstance(action, act.Journal):
        taken = [*[one.marker for one in state.tableaux], *[one.marker for one in state.rivals]]
        yield "a marker stands there (Y-34)" * (action.space in FINAL and action.space in taken)
        needed = dict(steps(state.rules.sections)[tableau.marker]).get(action.space)
        yield f"the splotch asks for: {needed.words} (Y-29)" if needed else "no splotch leads there (Y-28)"
    elif isinstance(action, act.PutDie):
        folk = [one.folk for one in open_slots(state, frame.actor) if one.slot == action.slot]
        yield "that slot is not open to you: not yours, taken, or new (Y-68, Y-78)" * (not folk)
        lent = CARDS[folk[0]].assets if folk[0] != NONE else (0,) * len(ASSETS)
        have = zip(
            ASSETS, SLOTS[action.slot].assets, tableau.caravan.columns[frame.face].assets, lent, strict=True
        )
        left = [(name, needed - sum(held) - frame.ship * (name == "ship")) for name, needed, *held in have]
        lacks = [f"{many} {name}" for name, many in left if many > 0]
        yield f"the {frame.face} lacks there: {', '.join(lacks)} (Y-78)"
