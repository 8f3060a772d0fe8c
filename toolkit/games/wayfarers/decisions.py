"""The kinds of decisions, chance nodes and automatic steps."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, Automatic, Chance, Decision, Kind, on
from toolkit.games.wayfarers import dice, display, effects, gaining, influence, turns
from toolkit.games.wayfarers.actions import (
    BEGINS,
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
    Roll,
    Say,
    TakeDie,
    TakeTile,
    TakeTop,
)
from toolkit.games.wayfarers.state import (
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
    Rolling,
    TakingTop,
    Turning,
    Upgrading,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.core.decision import Action, Frame
    from toolkit.games.wayfarers.state import WayfarersState

    Options = Callable[[WayfarersState, int], list[Action]]


def _optional(options: Options) -> Callable[[WayfarersState, Frame], list[Action]]:
    """Return the legal actions of a decision that may be declined, from the player's options."""

    def legal(state: WayfarersState, frame: Frame) -> list[Action]:
        return influence.optional(state, options(state, frame.actor), frame.actor, frame)

    return legal


def _acquirable(state: WayfarersState, frame: Acquiring) -> list[Action]:
    found = gaining.acquirable(state, frame.actor, frame.effect, frame.die)
    return influence.optional(state, found, frame.actor, frame)


def _tiles(state: WayfarersState, frame: Upgrading) -> list[Action]:
    found = gaining.tile_options(state, frame.actor, frame.effect, frame.die)
    return influence.optional(state, found, frame.actor, frame)


def _guilds(state: WayfarersState, frame: InfluencingGuild) -> list[Action]:
    found = influence.guild_options(state, frame.actor, frame.guild)
    return influence.optional(state, found, frame.actor, frame)


def _spaces(state: WayfarersState, frame: Journaling) -> list[Action]:
    found = effects.journal_options(state, frame.actor, frame.science)
    return influence.optional(state, found, frame.actor, frame)


_SAY = on(Say, effects.say)

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
        "pending effects": Automatic(Pending, effects.resolve),
        "blocks of a die": Automatic(Blocks, effects.open_blocks),
        "science offer": Automatic(Offering, turns.offer_science),
        "turn": Decision(
            Turning,
            turns.turn_options,
            on(TakeDie, dice.take_die),
            on(PutWorker, turns.place_worker),
            on(Say, turns.say_turn),
        ),
        "place die": Decision(
            Placing,
            dice.placing_options,
            on(PutDie, dice.put_die),
            on(TakeDie, dice.change_face),
            on(Say, dice.say_placing),
        ),
        "end of turn": Decision(EndingTurn, turns.ending_options, on(Say, turns.say_ending)),
        "rest": Decision(
            Resting, turns.rest_options, on(Reroll, turns.add_to_roll), on(Say, turns.say_rest)
        ),
        "next effect": Decision(
            Ordering, effects.doable, on(Do, effects.do), on(Say, effects.say_ordering)
        ),
        "next block": Decision(OrderingBlocks, effects.block_options, on(Say, effects.say_block)),
        "pay": Decision(Paying, effects.pay_options, on(Pay, effects.pay), _SAY),
        "choose": Decision(Choosing, effects.branches, on(Choose, effects.choose), _SAY),
        "acquire": Decision(
            Acquiring,
            _acquirable,
            on(Gain, gaining.gain),
            on(Discard, gaining.discard),
            on(DrawThree, gaining.draw_three),
            _SAY,
        ),
        "keep": Decision(Keeping, gaining.keepable, on(Keep, gaining.keep)),
        "under the pile": Decision(
            Burying,
            gaining.buriable,
            on(Bury, gaining.bury),
            seen_by=lambda _, frame: 1 << frame.actor,
        ),
        "host": Decision(Hosting, gaining.host_options, on(Host, gaining.tuck)),
        "upgrade": Decision(Upgrading, _tiles, on(TakeTile, gaining.take_tile), _SAY),
        "place tile": Decision(PlacingTile, gaining.tile_places, on(PlaceTile, gaining.place_tile)),
        "influence guild": Decision(
            InfluencingGuild, _guilds, on(InfluenceGuild, influence.influence_guild), _SAY
        ),
        "influence card": Decision(
            InfluencingCard,
            _optional(influence.card_options),
            on(InfluenceCard, influence.influence_card),
            _SAY,
        ),
        "move influence": Decision(
            MovingInfluence,
            _optional(influence.move_options),
            on(MoveInfluence, influence.move_influence),
            _SAY,
        ),
        "adjust": Decision(Adjusting, dice.adjust_options, on(Adjust, dice.adjust), _SAY),
        "refresh": Decision(
            Refreshing,
            _optional(effects.refreshable),
            on(Refresh, effects.roll_again),
            on(Reroll, effects.roll_again),
            _SAY,
        ),
        "retrieve": Decision(
            Retrieving,
            _optional(display.retrievable),
            on(Retrieve, effects.retrieve_worker),
            _SAY,
        ),
        "journal": Decision(Journaling, _spaces, on(Journal, turns.journal_step), _SAY),
    }
)
"""The kinds of decisions, chance nodes and steps."""
