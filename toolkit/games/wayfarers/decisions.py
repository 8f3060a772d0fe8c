"""The kinds of decisions, chance nodes and automatic steps, and why an action is refused."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from toolkit.core.decision import ALL, Automatic, Chance, Decision, Frame, Kind, card_draw, on
from toolkit.games.wayfarers import dice, display, effects, gaining, influence, turns
from toolkit.games.wayfarers.actions import (
    BEGINS,
    SCHEME_CARDS,
    USE_TRADE,
    Adjust,
    Begin,
    Bury,
    Choose,
    DealBoard,
    Discard,
    Do,
    DrawCard,
    DrawThree,
    Gain,
    Host,
    InfluenceCard,
    InfluenceGuild,
    Journal,
    Keep,
    LayJournalTile,
    MoveInfluence,
    Pay,
    PlaceTile,
    PutDie,
    PutWorker,
    Refresh,
    Reroll,
    Retrieve,
    RevealCard,
    RevealScheme,
    Roll,
    Say,
    TakeDie,
    TakeFrom,
    TakeTile,
    TakeTop,
    vocabulary,
)
from toolkit.games.wayfarers.components.effects import EFFECTS
from toolkit.games.wayfarers.components.names import ASSETS, TAGS, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SLOTS, WORKERS_ON
from toolkit.games.wayfarers.journal import FINAL, steps
from toolkit.games.wayfarers.solo import rival
from toolkit.games.wayfarers.solo import steps as rival_steps
from toolkit.games.wayfarers.state import (
    PILE,
    Acquiring,
    Adjusting,
    Blocks,
    Burying,
    Choosing,
    ChoosingStart,
    DealingBoard,
    Drawing,
    EndingTurn,
    Hosting,
    InfluencingCard,
    InfluencingGuild,
    Journaling,
    Keeping,
    LayingJournalTile,
    Lifting,
    MovingInfluence,
    Offering,
    Ordering,
    OrderingBlocks,
    Paying,
    Pending,
    Placing,
    PlacingTile,
    Refreshing,
    Resting,
    Retrieving,
    Revealing,
    RevealingScheme,
    Rolling,
    TakingFrom,
    TakingTop,
    Turning,
    Upgrading,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolkit.core.decision import Action, Handler
    from toolkit.games.wayfarers.state import WayfarersState


F = TypeVar("F", bound=Frame)


# ---- refusals: a reason is empty where it does not hold ----------------------------------------------------


def why_not(state: WayfarersState, frame: Any, action: Action) -> str:
    """Return the rule's reason against an action that is not legal; empty where no rule says more."""
    about = _about_card if hasattr(action, "fee") else _about_board
    return next(filter(None, about(state, frame, action)), "")


def _about_card(state: WayfarersState, frame: Any, action: Any) -> Iterator[str]:
    card, tableau, silver = CARDS[action.card], state.tableaux[frame.actor], 0
    if action.card not in state.display:
        yield "it does not lie face up (Y-20)"
    place, fresh = state.display.index(action.card), "a worker that was placed this turn stands on it (Y-88)"
    here = state.workers[place]
    if isinstance(action, PutWorker):
        closed = here | ~WORKERS_ON[card.kind]
        yield f"no {WORKERS[action.colour]} worker may be added there (Y-85)" * (closed >> action.colour & 1)
        yield "no such worker is in the supply (Y-85)" * (not tableau.hands[action.colour])
    elif isinstance(action, Retrieve):
        yield "no such worker stands on it (Y-89)" * (not here >> action.colour & 1)
        yield fresh * display.has_fresh_worker(state, place, 1 << action.colour)
    else:
        effect = EFFECTS[frame.effect]
        yield "the effect brings no such card (Y-63)" * (card.kind != effect.kind)
        yield fresh * display.has_fresh_worker(state, place)
        silver, _ = display.price(state, place, effect, frame.die)
        yield f"it costs {silver} silver (Y-63)" * (silver > tableau.silver)
        if isinstance(action, Gain) and not gaining.has_place(tableau, action.card):
            hosts = " or ".join(tag for bit, tag in enumerate(TAGS) if card.hosts >> bit & 1)
            yield f"no free card can carry it{f': {hosts}' * bool(card.name)} (Y-48, Y-54, Y-57)"
    if not display.owes_fee(state, frame.actor, place):
        yield "no fee is due (Y-19)" * action.fee
    elif action.fee not in display.fee_ways(state, frame.actor, place, silver):
        beside = f" beside {silver} silver" * (silver > 0)
        whose = f"player {state.tokens[place]}'s" if state.players > 1 else "the rival's"
        yield f"1 silver or 1 provision is due for {whose} influence{beside} (Y-19)"
    yield "no part of the effect beside it can be done (Y-86)" * isinstance(action, PutWorker)


def _about_board(state: WayfarersState, frame: Any, action: Action) -> Iterator[str]:
    tableau = state.tableaux[frame.actor]
    if isinstance(action, TakeTile):
        yield "the caravan has no room for it (Y-72)" * (not tableau.caravan.has_room(action.tile))
    elif isinstance(action, Journal):
        taken = [*[one.marker for one in state.tableaux], *[one.marker for one in state.rivals]]
        yield "a marker stands there (Y-34)" * (action.space in FINAL and action.space in taken)
        yield "the science ability comes after a step (Y-38)" * (action.science > frame.science)
        needed = dict(steps(state.rules.sections)[tableau.marker]).get(action.space)
        yield f"the splotch asks for: {needed.words} (Y-29)" if needed else "no splotch leads there (Y-28)"
    elif isinstance(action, PutDie):
        folk = [one.folk for one in dice.open_slots(state, frame.actor) if one.slot == action.slot]
        yield "that slot is not open to you: not yours, taken, or new (Y-68, Y-78)" * (not folk)
        held = [tableau.caravan.columns[frame.face].assets, *[CARDS[one].assets for one in folk if one >= 0]]
        for asset, name in enumerate(ASSETS):
            lacks = SLOTS[action.slot].assets[asset] - sum(one[asset] for one in held)
            yield f"the {frame.face} lacks {name} there (Y-78)" * (lacks > frame.ship * (name == "ship"))
    elif isinstance(action, TakeDie) and isinstance(frame, Turning):
        yield f"no die in the supply shows {action.face} (Y-78)" * (action.face not in tableau.dice)
        yield "the caravan has no such chain (Y-79)" * (
            action.final not in tableau.caravan.chain(action.face)
        )
        yield f"no open slot has all its assets for a {action.final} (Y-78)"


# ---- the kinds ---------------------------------------------------------------------------------------------

_RANK = {id(action): rank for rank, action in enumerate(vocabulary(1, promos=True))}
"""The places of actions in the vocabulary: they are made once."""


def _ordered(
    options: Callable[[WayfarersState, F], list[Action]],
) -> Callable[[WayfarersState, F], list[Action]]:
    """Return what gives options in the order of the vocabulary."""

    def legal(state: WayfarersState, frame: F) -> list[Action]:
        found = options(state, frame)
        found.sort(key=lambda action: _RANK[id(action)])
        return found

    return legal


def _optional(
    kind: type[F],
    options: Callable[[WayfarersState, F], list[Action]],
    *handlers: Handler[WayfarersState, F],
) -> Decision[WayfarersState, F]:
    """Return a kind of decision that may be declined, and in which the trade ability may be used (Y-11)."""

    def legal(state: WayfarersState, frame: F) -> list[Action]:
        return influence.optional(state, options(state, frame), frame.actor, frame)

    def say(state: WayfarersState, action: Say, frame: F) -> None:
        if action is USE_TRADE:
            influence.trade(state, frame.actor, frame)

    return Decision(kind, _ordered(legal), *handlers, on(Say, say), why_not=why_not)


DECISIONS: Mapping[str, Kind[WayfarersState]] = MappingProxyType(
    {
        "start player": Chance(
            ChoosingStart,
            lambda state, _: [(begin, 1) for begin in BEGINS[: state.players]],
            on(Begin, turns.begin),
        ),
        "player board": Chance(
            DealingBoard, lambda state, _: turns.boards_left(state), on(DealBoard, turns.deal_board)
        ),
        "journal tile": Chance(
            LayingJournalTile,
            lambda state, _: turns.journal_tiles_left(state),
            on(LayJournalTile, turns.lay_journal_tile),
        ),
        "reveal": Chance(
            Revealing,
            lambda state, frame: display.revealed(state, frame.place),
            on(RevealCard, display.reveal_card),
        ),
        "draw": Chance(
            Drawing,
            gaining.drawn,
            on(DrawCard, gaining.draw_card),
            seen_by=lambda _, frame: 1 << frame.player,
        ),
        "top of a pile": Chance(
            TakingTop,
            gaining.drawn,
            on(TakeTop, gaining.take_top),
            seen_by=lambda state, frame: ALL if frame.player < state.players else 0,
        ),
        "roll": Chance(Rolling, dice.rolled, on(Roll, dice.roll), pick=dice.pick_roll),
        "scheme": card_draw(
            RevealingScheme,
            lambda state, _: state.schemes.cards[PILE],
            lambda _: SCHEME_CARDS,
            on(RevealScheme, rival_steps.turn_up),
        ),
        "pending effects": Automatic(Pending, effects.resolve),
        "blocks of a die": Automatic(Blocks, effects.open_blocks),
        "science offer": Automatic(Offering, turns.offer_science),
        "dice of a rest": Automatic(Lifting, turns.lift_dice),
        "turn": Decision(
            Turning,
            _ordered(turns.turn_options),
            on(TakeDie, dice.take_die),
            on(PutWorker, turns.place_worker),
            on(Say, turns.say_turn),
            why_not=why_not,
        ),
        "place die": Decision(
            Placing,
            _ordered(dice.placing_options),
            on(PutDie, dice.put_die),
            on(TakeDie, dice.change_face),
            on(Say, dice.say_placing),
            why_not=why_not,
        ),
        "end of turn": Decision(EndingTurn, turns.ending_options, on(Say, turns.say_ending)),
        "rest": Decision(
            Resting, _ordered(turns.rest_options), on(Reroll, turns.add_to_roll), on(Say, turns.say_rest)
        ),
        "next effect": Decision(
            Ordering, _ordered(effects.doable), on(Do, effects.do), on(Say, effects.say_ordering)
        ),
        "next block": Decision(OrderingBlocks, effects.block_options, on(Say, effects.say_block)),
        "pay": _optional(Paying, effects.pay_options, on(Pay, effects.pay)),
        "choose": _optional(Choosing, effects.branches, on(Choose, effects.choose)),
        "acquire": _optional(
            Acquiring,
            lambda state, frame: gaining.acquirable(state, frame.actor, frame.effect, frame.die),
            on(Gain, gaining.gain),
            on(Discard, gaining.discard),
            on(DrawThree, gaining.draw_three),
        ),
        "keep": Decision(Keeping, gaining.keepable, on(Keep, gaining.keep)),
        "under the pile": Decision(
            Burying,
            gaining.buriable,
            on(Bury, gaining.bury),
            seen_by=lambda _, frame: 1 << frame.actor,
        ),
        "host": Decision(Hosting, _ordered(gaining.host_options), on(Host, gaining.tuck)),
        "upgrade": _optional(
            Upgrading,
            lambda state, frame: gaining.tile_options(state, frame.actor, frame.effect, frame.die),
            on(TakeTile, gaining.take_tile),
        ),
        "place tile": Decision(PlacingTile, gaining.tile_places, on(PlaceTile, gaining.place_tile)),
        "influence guild": _optional(
            InfluencingGuild,
            lambda state, frame: influence.guild_options(state, frame.actor, frame.guild),
            on(InfluenceGuild, influence.influence_guild),
        ),
        "influence card": _optional(
            InfluencingCard,
            lambda state, frame: influence.card_options(state, frame.actor),
            on(InfluenceCard, influence.influence_card),
        ),
        "take influence": Decision(TakingFrom, influence.sources, on(TakeFrom, influence.take_from)),
        "move influence": _optional(
            MovingInfluence,
            lambda state, frame: influence.move_options(state, frame.actor),
            on(MoveInfluence, influence.move_influence),
        ),
        "adjust": Decision(
            Adjusting, dice.adjust_options, on(Adjust, dice.adjust), on(Say, dice.say_adjusting)
        ),
        "refresh": _optional(
            Refreshing,
            lambda state, frame: effects.refreshable(state, frame.actor),
            on(Refresh, effects.roll_again),
            on(Reroll, effects.roll_again),
        ),
        "retrieve": _optional(
            Retrieving,
            lambda state, frame: display.retrievable(state, frame.actor),
            on(Retrieve, effects.retrieve_worker),
        ),
        "journal": _optional(
            Journaling,
            lambda state, frame: effects.journal_options(state, frame.actor, frame.science),
            on(Journal, turns.journal_step),
        ),
        "rival's effects": Automatic(rival.RivalEffects, rival_steps.resolve),
        "rival's search": Automatic(rival.Seeking, rival_steps.seek),
        "rival": Decision(rival.Meeting, rival_steps.meeting_options, on(Say, rival_steps.meet)),
    }
)
"""The kinds of decisions, chance nodes and steps."""
