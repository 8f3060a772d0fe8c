"""Set-up, turns, workers, rests and the end (Y-1 to Y-12, Y-66, Y-85, Y-86, Y-90 to Y-92)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, asks, declared
from toolkit.core.hidden import Zones
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers import display
from toolkit.games.wayfarers.caravan import BONUSES
from toolkit.games.wayfarers.components import tables
from toolkit.games.wayfarers.components.effects import BLOCKS
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, NONE, WORKERS, marked
from toolkit.games.wayfarers.journal import GREEN_SPACES
from toolkit.games.wayfarers.play import dice, effects, gaining, influence
from toolkit.games.wayfarers.play import journal as marker
from toolkit.games.wayfarers.play.dice import Rolling, not_takable, takable, take_die
from toolkit.games.wayfarers.play.effects import able_block, can_trade, open_block, pend, trade
from toolkit.games.wayfarers.play.gaining import works
from toolkit.games.wayfarers.solo import rival
from toolkit.games.wayfarers.solo.rival import new_rival, open_bonus, open_turn
from toolkit.games.wayfarers.solo.steps import RivalScored
from toolkit.games.wayfarers.state import (
    ACTION,
    CLEAN_UP,
    OPEN,
    PILE,
    SET_UP,
    WayfarersState,
    replaced,
    without,
)
from toolkit.games.wayfarers.tableau import Tableau

# ---- set-up (Y-1 to Y-8, Y-96, Y-115) ----------------------------------------------------------------------


def set_up(state: WayfarersState) -> None:
    """Lay out the game before anything is drawn or rolled."""
    rules, players = state.rules, state.players
    state.turns, state.player, state.start, state.phase = 0, 0, 0, SET_UP
    state.used, state.purse, state.gained, state.discount, state.pigeon = 0, (0, 0), (), (0, 0), 0
    state.display = state.tokens = (NONE,) * len(display.PLACES)
    state.workers = (0,) * len(display.PLACES)
    copies = max(2, players)
    state.tiles_left = tuple([copies if tile.pile else 1 for tile in tables.TILES])
    state.journal_tiles = (NONE,) * len(tables.JOURNAL_TILES)
    state.green, state.ending, state.reason = (1 << len(GREEN_SPACES)) - 1, NONE, ""
    boards = rules.boards or (0,) * players
    state.tableaux = [_tableau(board) for board in boards]
    state.rivals = [new_rival(rules)] if players == 1 else []
    _lay_cards(state)
    state.stack.append(LayingJournalTile(CHANCE))
    if not rules.boards:
        state.stack += [DealingBoard(CHANCE, player) for player in reversed(range(players))]
    if players > 1 and rules.start_player is None:
        state.stack.append(ChoosingStart(CHANCE))
    else:
        _begin(state, rules.start_player or 0)


def _lay_cards(state: WayfarersState) -> None:
    """Lay all cards on their piles (Y-2)."""
    layouts = state.layouts(state.rules, state.players)
    for name in (*KINDS, "schemes"):
        setattr(state, name, Zones.start(layouts[name], PILE))


def _tableau(board: int) -> Tableau:
    """Return what a player begins with, but for what the turn order brings (Y-6)."""
    pieces = tables.PLAYER.pieces
    return Tableau(
        *(board, 0, 0, pieces.influence, (0,) * len(GUILDS)),
        tuple([pieces.workers.count(colour) for colour in WORKERS]),
        *((), (), pieces.dice_in_reserve, 0),
        *((tables.CITY,), (NONE,), (tables.HARBOUR,), (NONE,), (tables.STAR,), (NONE,)),
        (),
    )


class ChoosingStart(NamedTuple):
    """Chance says who begins (Y-7)."""

    actor: int

    def outcomes(self, state: WayfarersState) -> Sequence[tuple[Action, int]]:
        return [(begin, 1) for begin in act.Begin.every(state.players, state.rules)]

    def begin(self, state: WayfarersState, action: act.Begin) -> None:
        _begin(state, action.player)


def _begin(state: WayfarersState, first: int) -> None:
    """Give each player what the turn order brings (Y-7)."""
    state.start = state.player = first
    for turn in range(state.players):
        start, tableau = tables.PLAYER.start[turn], state.tableaux[(first + turn) % state.players]
        tableau.silver, tableau.provision = start.silver, start.provision
        for guild, many in start.guilds.items():
            tableau.guilds = display.more(tableau.guilds, GUILDS.index(guild), many)
            tableau.influence -= many


class DealingBoard(NamedTuple):
    """A player gets one of the player boards that nobody has yet (Y-6)."""

    actor: int
    player: int

    def outcomes(self, state: WayfarersState) -> Sequence[tuple[Action, int]]:
        taken = [tableau.board for tableau in state.tableaux]
        return [(act.DealBoard.of[board], 1) for board in BONUSES if board not in taken]

    def deal(self, state: WayfarersState, action: act.DealBoard) -> None:
        state.tableaux[self.player].board = action.board


class LayingJournalTile(NamedTuple):
    """A journal tile is laid on the next space without one (Y-3)."""

    actor: int

    def outcomes(self, state: WayfarersState) -> Sequence[tuple[Action, int]]:
        tiles = range(len(tables.JOURNAL_TILES))
        return [(act.LayJournalTile.of[tile], 1) for tile in tiles if tile not in state.journal_tiles]

    def lay(self, state: WayfarersState, action: act.LayJournalTile) -> None:
        state.journal_tiles = replaced(state.journal_tiles, state.journal_tiles.index(NONE), action.tile)
        if NONE in state.journal_tiles:
            state.stack.append(self)


# ---- refilling the display (Y-2, Y-66) ---------------------------------------------------------------------


def _open_next_place(state: WayfarersState) -> bool:
    """Let a card be turned up for the first empty place whose pile has one; tell whether there is such."""
    for place, card in enumerate(state.display):
        if card == NONE and state.pile(place // display.SLOTS_EACH):
            state.stack.append(Revealing(CHANCE, place))
            return True
    return False


class Revealing(NamedTuple):
    """A card fills a place of the display (Y-2, Y-66)."""

    actor: int
    place: int

    def outcomes(self, state: WayfarersState) -> Sequence[tuple[Action, int]]:
        return [
            (act.RevealCard.of[card], 1)
            for card in display.next_cards(state, self.place // display.SLOTS_EACH)
        ]

    def turn_up(self, state: WayfarersState, action: act.RevealCard) -> None:
        display.take_next(state, action.card, (OPEN, None))
        state.display = replaced(state.display, self.place, action.card)


# ---- turns (Y-9 to Y-12, Y-66, Y-92) -----------------------------------------------------------------------


def go_on(state: WayfarersState) -> None:
    """Open what follows when nothing is open: the rest of the set-up, the end of a turn, the next one."""
    while not state.stack and not state.reason:
        if state.phase == ACTION:
            _end_action(state)
        elif not _open_next_place(state):
            if state.phase == CLEAN_UP:
                _end_turn(state)
            elif any(tableau.dice for tableau in state.tableaux):
                _begin_turn(state)
            else:
                rolls = [
                    Rolling(CHANCE, one, tables.PLAYER.pieces.dice_rolled) for one in range(state.players)
                ]
                state.stack += reversed(rolls)


def _begin_turn(state: WayfarersState) -> None:
    """Begin the turn of the next player or of the rival."""
    state.turns += 1
    state.phase, state.used, state.gained = ACTION, 0, ()
    if state.player < state.players:
        tableau = state.tableaux[state.player]
        state.purse = tableau.silver, tableau.provision
        state.stack.append(Turning(state.player))
    else:
        open_turn(state)


def _end_action(state: WayfarersState) -> None:
    """Let the rival's bonus be resolved (Y-145) and the player trade (Y-11), then clean up."""
    state.discount, state.pigeon = (0, 0), 0
    if state.rivals and state.rivals[0].bonuses:
        open_bonus(state)
    elif state.player < state.players and can_trade(state, state.player):
        state.stack.append(EndingTurn(state.player))
    else:
        _clean_up(state)


@asks("Does your turn end, or do you trade before? (Y-11)")
class EndingTurn(NamedTuple):
    """A player may still use the trade ability (Y-11)."""

    actor: int

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        return [act.END_TURN, act.USE_TRADE] if can_trade(state, self.actor) else [act.END_TURN]

    def say(self, state: WayfarersState, action: act.Say) -> None:
        """Use the trade ability once more, or end the turn (Y-11, Y-12)."""
        if action is act.END_TURN:
            _clean_up(state)
        else:
            trade(state, self.actor)  # no second time: then the turn ends


def _clean_up(state: WayfarersState) -> None:
    """Let the cards of the display slide (Y-66); new ones are turned up next."""
    state.phase = CLEAN_UP
    display.slide(state)


def _end_turn(state: WayfarersState) -> None:
    """End the turn, and the game if it was the last one (Y-92)."""
    seats = state.players + len(state.rivals)
    state.ending = max(state.ending - 1, NONE)
    if state.ending == 0:
        state.reason = "a marker has reached the end of the journal, and each had one more turn (Y-92)"
    elif state.turns >= state.rules.turn_limit * seats:
        state.reason = f"the limit of {state.rules.turn_limit} turns is reached"
    else:
        state.player = (state.player + 1) % seats
        _begin_turn(state)
    if state.reason and state.rivals:
        state.reveal(RivalScored(state.scores().totals[-1]), ALL, AUTOMATIC)


@asks("Do you place a die, place a worker, or rest? (Y-9)")
class Turning(NamedTuple):
    """A player places a die, places a worker, or rests (Y-9)."""

    actor: int

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        """Return what a player may do in a turn (Y-9, Y-10)."""
        found = [*takable(state, self.actor), *_workers(state, self.actor)]
        if state.rules.rest_without_dice or state.tableaux[self.actor].placed or not found:  # Y-116
            found.append(act.REST)
        if can_trade(state, self.actor, before=True):
            found.append(act.USE_TRADE)
        return act.in_order(found)

    def why_not(self, state: WayfarersState, action: act.TakeDie | act.PutWorker) -> str:
        if isinstance(action, act.TakeDie):
            return not_takable(state.tableaux[self.actor], action)
        return (
            display.not_interacting(
                state,
                self.actor,
                action,
                lambda place: display.not_placeable(state, self.actor, place, action.colour),
            )
            or "no part of the effect beside it can be done (Y-86)"
        )

    def take_die(self, state: WayfarersState, action: act.TakeDie) -> None:
        take_die(state, self.actor, action)

    def put_worker(self, state: WayfarersState, action: act.PutWorker) -> None:
        """Place a worker; the spot beside the card's slot follows."""
        tableau, place = state.tableaux[self.actor], display.place_of(state, action.card)
        state.purse = tableau.silver, tableau.provision
        display.pay_fee(state, self.actor, place, action.fee)
        tableau.hands = display.more(tableau.hands, action.colour, -1)
        display.put_worker(state, place, action.colour)
        open_block(state, self.actor, tables.SPOTS[place], 0)

    def say(self, state: WayfarersState, action: act.Say) -> None:
        """Rest, or use the trade ability first."""
        if action is act.REST:
            _rest(state, self.actor)
        else:
            trade(state, self.actor, self)


# ---- workers (Y-85, Y-86, Y-149) ---------------------------------------------------------------------------


def _workers(state: WayfarersState, player: int) -> list[Action]:
    """Return the workers that can be placed: something of the spot can be done, costs included."""
    green, yellow, blue = state.tableaux[player].hands
    if not (hands := (green > 0) | (yellow > 0) << 1 | (blue > 0) << 2):
        return []
    found: list[Action] = []
    may = display.addable(state)
    for place, block in tables.SPOTS.items():
        free = may[place] & hands
        if free and (card := state.display[place]) != NONE:
            ways = display.fee_ways(state, player, place)
            fees = [fee for fee in ways if _worth_a_worker(state, player, block, fee)]
            colours = marked(range(len(WORKERS)), free)
            found += [act.PutWorker.of[colour, card, fee] for colour in colours for fee in fees]
    return found


def _worth_a_worker(state: WayfarersState, player: int, block: int, fee: int) -> bool:
    """Tell whether something of a spot can be done once the fee is paid."""
    tableau = state.tableaux[player]
    silver, provision = tableau.silver, tableau.provision
    tableau.silver, tableau.provision = (
        silver - (fee == act.SILVER_FEE),
        provision - (fee == act.PROVISION_FEE),
    )
    able = able_block(state, player, block, 0)
    tableau.silver, tableau.provision = silver, provision
    return able


# ---- rests (Y-90, Y-91, Y-116, Y-132) ----------------------------------------------------------------------


def _rest(state: WayfarersState, player: int) -> None:
    """Rest: the dice are rolled, and the abilities resolved if they are active (Y-90)."""
    abilities = rest_abilities(state, player) if len(state.tableaux[player].dice) <= 1 else ()
    if state.rules.rest_order == "roll_first":
        pend(state, player, abilities)
        state.stack.append(Lifting(AUTOMATIC, player))
    else:
        state.stack.append(Lifting(AUTOMATIC, player))
        pend(state, player, abilities)


def rest_abilities(state: WayfarersState, player: int) -> tuple[int, ...]:
    """Return what the rest abilities of a player bring (Y-58, Y-91)."""
    folk = [one for one in state.tableaux[player].townsfolk if tables.CARDS[one].banner == "rest"]
    return tuple(
        [part for one in folk if works(state, one) for part in BLOCKS[tables.CARDS[one].block].parts]
    )


class Lifting(NamedTuple):
    """The dice of a rest are taken up to be rolled (Y-90)."""

    actor: int
    player: int

    def step(self, state: WayfarersState) -> None:
        """Roll the placed dice; then, or before it, the player says which of the supply are rolled too."""
        tableau = state.tableaux[self.player]
        placed, tableau.placed = len(tableau.placed), ()
        if state.rules.rest_reroll == "with_roll":
            Resting(self.player, tableau.dice, placed).open(state)
        else:
            Resting(self.player, tableau.dice, 0).open(state)
            _roll(state, self.player, placed)


@asks("Do you roll dice of your supply too? (Y-90)")
class Resting(NamedTuple):
    """A player says which dice that were in the supply are rolled too (Y-90)."""

    actor: int
    dice: tuple[int, ...]  #: of the supply, those of which it was not said yet
    taken: int  #: how many are in the hand

    def open(self, state: WayfarersState) -> None:
        """Ask for the dice that are left of the supply, or roll what is in the hand."""
        if self.dice:
            state.stack.append(self)
        else:
            _roll(state, self.actor, self.taken)

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        """Return the dice that may be rolled too, and rolling; without any in the hand that is declined."""
        rolls = self.taken or state.rules.rest_reroll == "with_roll"
        return act.in_order(
            [*(act.Reroll.of[face] for face in dict.fromkeys(self.dice)), act.ROLL if rolls else act.DECLINE]
        )

    def add(self, state: WayfarersState, action: act.Reroll) -> None:
        """Let a die of the supply be rolled too."""
        tableau = state.tableaux[self.actor]
        tableau.dice = without(tableau.dice, action.face)
        self._replace(dice=without(self.dice, action.face), taken=self.taken + 1).open(state)

    def say(self, state: WayfarersState, action: act.Say) -> None:  # noqa: ARG002
        _roll(state, self.actor, self.taken)


def _roll(state: WayfarersState, player: int, many: int) -> None:
    if many:
        state.stack.append(Rolling(CHANCE, player, many))


# ---- all that can be open ----------------------------------------------------------------------------------

DECISIONS = declared(
    start_player=ChoosingStart,
    player_board=DealingBoard,
    journal_tile=LayingJournalTile,
    reveal=Revealing,
    draw=gaining.Drawing,
    top_of_a_pile=gaining.TakingTop,
    roll=Rolling,
    scheme=rival.RevealingScheme,
    pending_effects=effects.Pending,
    blocks_of_a_die=effects.Blocks,
    science_offer=marker.Offering,
    dice_of_a_rest=Lifting,
    turn=Turning,
    place_die=dice.Placing,
    end_of_turn=EndingTurn,
    rest=Resting,
    next_effect=effects.Ordering,
    next_block=effects.OrderingBlocks,
    pay=effects.Paying,
    choose=effects.Choosing,
    acquire=gaining.Acquiring,
    keep=gaining.Keeping,
    under_the_pile=gaining.Burying,
    host=gaining.Hosting,
    upgrade=gaining.Upgrading,
    place_tile=gaining.PlacingTile,
    influence_guild=influence.InfluencingGuild,
    influence_card=influence.InfluencingCard,
    take_influence=influence.TakingFrom,
    move_influence=influence.MovingInfluence,
    adjust=dice.Adjusting,
    refresh=dice.Refreshing,
    retrieve=influence.Retrieving,
    journal=marker.Journaling,
    **{"rival's_effects": rival.RivalEffects, "rival's_search": rival.Seeking},
    rival=rival.Meeting,
)
"""The kinds of decisions, chance nodes and steps, by the names that saved states have."""
