"""The kinds of decisions, chance nodes and automatic steps, and why an action is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add
from types import MappingProxyType
from typing import Any, TypeVar

from toolkit.core.decision import (
    ALL,
    Action,
    Automatic,
    Chance,
    Decision,
    Frame,
    Handler,
    Kind,
    card_draw,
    on,
)
from toolkit.games.wayfarers import actions, dice, display, effects, gaining, influence, turns
from toolkit.games.wayfarers import state as states
from toolkit.games.wayfarers.components.effects import EFFECTS
from toolkit.games.wayfarers.components.names import ASSETS, NONE, TAGS, TOWNSFOLK, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SLOTS, WORKERS_ON, Assets
from toolkit.games.wayfarers.journal import FINAL, steps
from toolkit.games.wayfarers.solo import rival
from toolkit.games.wayfarers.solo import steps as rival_steps
from toolkit.games.wayfarers.state import WayfarersState
from toolkit.games.wayfarers.tableau import Tableau

F = TypeVar("F", bound=Frame)


# ---- why an action is refused ------------------------------------------------------------------------------


def why_not(state: WayfarersState, frame: Any, action: Action) -> str:
    """Return the rule's reason against an action that is not legal; empty where no rule says more."""
    if isinstance(action, actions.PutWorker | actions.Retrieve | actions.Gain | actions.Discard):
        return _against_interaction(state, frame, action)
    if isinstance(action, actions.Journal):
        return _against_step(state, frame, action)
    if isinstance(action, actions.TakeDie) and isinstance(frame, states.Turning):
        return _against_die(state.tableaux[frame.actor], action)
    if isinstance(action, actions.PutDie):
        return _against_slot(state, frame, action.slot)
    if isinstance(action, actions.TakeTile) and not state.tableaux[frame.actor].caravan.has_room(action.tile):
        return "the caravan has no room for it (Y-72)"
    return ""


def _against_interaction(
    state: WayfarersState,
    frame: Any,
    action: actions.PutWorker | actions.Retrieve | actions.Gain | actions.Discard,
) -> str:
    """Return what speaks against interacting with a card: what is done there, then the fee (Y-19, Y-20)."""
    if action.card not in state.display:
        return "it does not lie face up (Y-20)"
    place, silver = display.place_of(state, action.card), 0
    if isinstance(action, actions.PutWorker):
        why = _against_worker(state, frame.actor, action, place)
    elif isinstance(action, actions.Retrieve):
        why = _against_retrieving(state, action, place)
    else:
        silver, _ = display.price(state, place, EFFECTS[frame.effect])
        why = _against_card(state, frame, action, place, silver)
    why = why or _against_fee(state, frame.actor, action.fee, place, silver)
    if not why and isinstance(action, actions.PutWorker):
        return "no part of the effect beside it can be done (Y-86)"
    return why


_FRESH = "a worker that was placed this turn stands on it (Y-88)"


def _against_worker(state: WayfarersState, player: int, action: actions.PutWorker, place: int) -> str:
    if not WORKERS_ON[CARDS[action.card].kind] & ~state.workers[place] & 1 << action.colour:
        return f"no {WORKERS[action.colour]} worker may be added there (Y-85)"
    if not state.tableaux[player].hands[action.colour]:
        return "no such worker is in the supply (Y-85)"
    return ""


def _against_retrieving(state: WayfarersState, action: actions.Retrieve, place: int) -> str:
    if not state.workers[place] & 1 << action.colour:
        return "no such worker stands on it (Y-89)"
    return _FRESH if display.has_fresh_worker(state, place, 1 << action.colour) else ""


def _against_card(
    state: WayfarersState, frame: Any, action: actions.Gain | actions.Discard, place: int, silver: int
) -> str:
    card, tableau = CARDS[action.card], state.tableaux[frame.actor]
    if card.kind != EFFECTS[frame.effect].kind:
        return "the effect brings no such card (Y-63)"
    if display.has_fresh_worker(state, place):
        return _FRESH
    if silver > tableau.silver:
        return f"it costs {silver} silver (Y-63)"
    if isinstance(action, actions.Gain) and not gaining.has_place(tableau, action.card):
        hosts = " or ".join(tag for bit, tag in enumerate(TAGS) if card.hosts >> bit & 1)
        told = f": {hosts}" if card.kind == TOWNSFOLK else ""
        return f"no free card can carry it{told} (Y-48, Y-54, Y-57)"
    return ""


def _against_fee(state: WayfarersState, player: int, fee: int, place: int, silver: int) -> str:
    """Return what is wrong with a fee that is paid or not, beside a price in silver (Y-19)."""
    if not display.owes_fee(state, player, place):
        return "no fee is due (Y-19)" if fee else ""
    if fee in display.fee_ways(state, player, place, silver):
        return ""
    beside = f" beside {silver} silver" if silver else ""
    whose = f"player {state.tokens[place]}'s" if state.players > 1 else "the rival's"
    return f"1 silver or 1 provision is due for {whose} influence{beside} (Y-19)"


def _against_step(state: WayfarersState, frame: states.Journaling, action: actions.Journal) -> str:
    if action.space in FINAL and action.space in state.markers:
        return "a marker stands there (Y-34)"
    if action.science > frame.science:
        return "the science ability comes after a step (Y-38)"
    needed = dict(steps(state.rules.sections)[state.tableaux[frame.actor].marker]).get(action.space)
    return f"the splotch asks for: {needed.words} (Y-29)" if needed else "no splotch leads there (Y-28)"


def _against_die(tableau: Tableau, action: actions.TakeDie) -> str:
    if action.face not in tableau.dice:
        return f"no die in the supply shows {action.face} (Y-78)"
    if action.final not in tableau.caravan.chain(action.face):
        return "the caravan has no such chain (Y-79)"
    return f"no open slot has all its assets for a {action.final} (Y-78)"


def _against_slot(state: WayfarersState, frame: states.Placing, slot: int) -> str:
    folk = next((one.folk for one in dice.open_slots(state, frame.actor) if one.slot == slot), None)
    if folk is None:
        return "that slot is not open to you: not yours, taken, or new (Y-68, Y-78)"
    column = state.tableaux[frame.actor].caravan.columns[frame.face].assets
    lent = CARDS[folk].assets if folk != NONE else Assets()
    have = Assets(*map(add, column, lent))
    have = have._replace(ship=have.ship + frame.ship)
    lacks = [name for name, has, due in zip(ASSETS, have, SLOTS[slot].assets, strict=True) if has < due]
    return f"the {frame.face} lacks {lacks[0]} there (Y-78)" if lacks else ""


# ---- the kinds ---------------------------------------------------------------------------------------------


def _ordered(
    options: Callable[[WayfarersState, F], list[Action]],
) -> Callable[[WayfarersState, F], list[Action]]:
    """Return what gives options in the order of the vocabulary: cards lie in any order."""
    return lambda state, frame: actions.in_order(options(state, frame))


def _optional(
    kind: type[F],
    *handlers: Handler[WayfarersState, F],
    say: Callable[[WayfarersState, actions.Say, F], None] = influence.say_optional,
) -> Decision[WayfarersState, F]:
    """Return a kind of decision that may be declined, and in which the trade ability may be used (Y-11)."""
    options = effects.OPTIONS[kind]

    def legal(state: WayfarersState, frame: F) -> list[Action]:
        return actions.in_order(influence.optional(state, options(state, frame), frame))

    return Decision(kind, legal, *handlers, on(actions.Say, say), why_not=why_not)


DECISIONS: Mapping[str, Kind[WayfarersState]] = MappingProxyType(
    {
        "start player": Chance(
            states.ChoosingStart,
            lambda state, _: [(begin, 1) for begin in actions.BEGINS[: state.players]],
            on(actions.Begin, turns.begin),
        ),
        "player board": Chance(
            states.DealingBoard,
            turns.boards_left,
            on(actions.DealBoard, turns.deal_board),
        ),
        "journal tile": Chance(
            states.LayingJournalTile,
            turns.journal_tiles_left,
            on(actions.LayJournalTile, turns.lay_journal_tile),
        ),
        "reveal": Chance(
            states.Revealing,
            display.revealed,
            on(actions.RevealCard, display.reveal_card),
        ),
        "draw": Chance(
            states.Drawing,
            gaining.drawn,
            on(actions.DrawCard, gaining.draw_card),
            seen_by=lambda _, frame: 1 << frame.player,
        ),
        "top of a pile": Chance(
            states.TakingTop,
            gaining.drawn,
            on(actions.TakeTop, gaining.take_top),
            seen_by=lambda state, frame: ALL if frame.player < state.players else 0,
        ),
        "roll": Chance(states.Rolling, dice.rolled, on(actions.Roll, dice.roll), pick=dice.pick_roll),
        "scheme": card_draw(
            states.RevealingScheme,
            lambda state, _: state.schemes.cards[states.PILE],
            lambda _: actions.SCHEME_CARDS,
            on(actions.RevealScheme, rival_steps.turn_up),
        ),
        "pending effects": Automatic(states.Pending, effects.resolve),
        "blocks of a die": Automatic(states.Blocks, effects.open_blocks),
        "science offer": Automatic(states.Offering, turns.offer_science),
        "dice of a rest": Automatic(states.Lifting, turns.lift_dice),
        "turn": Decision(
            states.Turning,
            _ordered(turns.turn_options),
            on(actions.TakeDie, dice.take_die),
            on(actions.PutWorker, turns.place_worker),
            on(actions.Say, turns.say_turn),
            why_not=why_not,
        ),
        "place die": Decision(
            states.Placing,
            _ordered(dice.placing_options),
            on(actions.PutDie, dice.put_die),
            on(actions.TakeDie, dice.change_face),
            on(actions.Say, dice.say_placing),
            why_not=why_not,
        ),
        "end of turn": Decision(states.EndingTurn, turns.ending_options, on(actions.Say, turns.say_ending)),
        "rest": Decision(
            states.Resting,
            _ordered(turns.rest_options),
            on(actions.Reroll, turns.add_to_roll),
            on(actions.Say, turns.say_rest),
        ),
        "next effect": _optional(states.Ordering, on(actions.Do, effects.do), say=effects.say_ordering),
        "next block": _optional(states.OrderingBlocks, say=effects.say_block),
        "pay": _optional(states.Paying, on(actions.Pay, effects.pay)),
        "choose": _optional(states.Choosing, on(actions.Choose, effects.choose)),
        "acquire": _optional(
            states.Acquiring,
            on(actions.Gain, gaining.gain),
            on(actions.Discard, gaining.discard),
            on(actions.DrawThree, gaining.draw_three),
        ),
        "keep": Decision(states.Keeping, gaining.keepable, on(actions.Keep, gaining.keep)),
        "under the pile": Decision(
            states.Burying,
            gaining.buriable,
            on(actions.Bury, gaining.bury),
            seen_by=lambda _, frame: 1 << frame.actor,
        ),
        "host": Decision(states.Hosting, _ordered(gaining.host_options), on(actions.Host, gaining.tuck)),
        "upgrade": _optional(states.Upgrading, on(actions.TakeTile, gaining.take_tile)),
        "place tile": Decision(
            states.PlacingTile, gaining.tile_places, on(actions.PlaceTile, gaining.place_tile)
        ),
        "influence guild": _optional(
            states.InfluencingGuild, on(actions.InfluenceGuild, influence.influence_guild)
        ),
        "influence card": _optional(
            states.InfluencingCard, on(actions.InfluenceCard, influence.influence_card)
        ),
        "take influence": Decision(
            states.TakingFrom, influence.sources, on(actions.TakeFrom, influence.take_from)
        ),
        "move influence": _optional(
            states.MovingInfluence, on(actions.MoveInfluence, influence.move_influence)
        ),
        "adjust": Decision(
            states.Adjusting,
            dice.adjust_options,
            on(actions.Adjust, dice.adjust),
            on(actions.Say, dice.say_adjusting),
        ),
        "refresh": _optional(
            states.Refreshing, on(actions.Refresh, effects.roll_again), on(actions.Reroll, effects.roll_again)
        ),
        "retrieve": _optional(states.Retrieving, on(actions.Retrieve, effects.retrieve_worker)),
        "journal": _optional(states.Journaling, on(actions.Journal, turns.journal_step)),
        "rival's effects": Automatic(rival.RivalEffects, rival_steps.resolve),
        "rival's search": Automatic(rival.Seeking, rival_steps.seek),
        "rival": Decision(rival.Meeting, rival_steps.meeting_options, on(actions.Say, rival_steps.meet)),
    }
)
"""The kinds of decisions, chance nodes and steps."""
