"""Set-up, turns, workers, rests, the journal and the end (Y-1 to Y-12, Y-28 to Y-36, Y-85 to Y-92)."""

from __future__ import annotations

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action
from toolkit.core.hidden import Zones
from toolkit.games.wayfarers.actions import (
    DEALS,
    DECLINE,
    END_TURN,
    JOURNAL_TILES_LAID,
    PROVISION_FEE,
    PUT_WORKERS,
    REROLLS,
    REST,
    ROLL,
    SILVER_FEE,
    USE_TRADE,
    Begin,
    DealBoard,
    EndTriggered,
    GreenTaken,
    Journal,
    LayJournalTile,
    PutWorker,
    Reroll,
    Say,
)
from toolkit.games.wayfarers.caravan import BONUSES
from toolkit.games.wayfarers.components.effects import BLOCKS
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, NONE, SCIENCE, WORKERS
from toolkit.games.wayfarers.components.tables import (
    CARDS,
    CITY,
    HARBOUR,
    JOURNAL_GAINS,
    JOURNAL_TILES,
    PLAYER,
    SPOTS,
    STAR,
    TILES,
    WORKERS_ON,
)
from toolkit.games.wayfarers.dice import takable
from toolkit.games.wayfarers.display import (
    PLACES,
    fee_ways,
    more,
    open_next_place,
    pay_fee,
    place_of,
    put_worker,
    slide,
)
from toolkit.games.wayfarers.effects import able_block, journal_options, open_block
from toolkit.games.wayfarers.gaining import pend, works
from toolkit.games.wayfarers.influence import can_trade, has_ability, spend_influence, trade, use_ability
from toolkit.games.wayfarers.journal import COLUMN, FINAL, GREEN_SPACES, ON_ENTER, TILE_SPACES, steps
from toolkit.games.wayfarers.solo.rival import RivalDid, new_rival, open_bonus, open_turn
from toolkit.games.wayfarers.state import (
    ACTION,
    CLEAN_UP,
    PILE,
    SET_UP,
    ChoosingStart,
    DealingBoard,
    EndingTurn,
    Journaling,
    LayingJournalTile,
    Lifting,
    Offering,
    Resting,
    Rolling,
    Turning,
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
    state.display = state.tokens = (NONE,) * len(PLACES)
    state.workers = (0,) * len(PLACES)
    copies = max(2, players)
    state.tiles_left = tuple([copies if tile.pile else 1 for tile in TILES])
    state.journal_tiles = (NONE,) * len(JOURNAL_TILES)
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
    pieces = PLAYER.pieces
    return Tableau(
        *(board, 0, 0, pieces.influence, (0,) * len(GUILDS)),
        tuple([pieces.workers.count(colour) for colour in WORKERS]),
        *((), (), pieces.dice_in_reserve, 0),
        *((CITY,), (NONE,), (HARBOUR,), (NONE,), (STAR,), (NONE,)),
        (),
    )


def begin(state: WayfarersState, action: Begin, _frame: ChoosingStart) -> None:
    """Let a player begin (Y-7)."""
    _begin(state, action.player)


def _begin(state: WayfarersState, first: int) -> None:
    """Give each player what the turn order brings (Y-7)."""
    state.start = state.player = first
    for turn in range(state.players):
        start, tableau = PLAYER.start[turn], state.tableaux[(first + turn) % state.players]
        tableau.silver, tableau.provision = start.silver, start.provision
        for guild, many in start.guilds.items():
            tableau.guilds = more(tableau.guilds, GUILDS.index(guild), many)
            tableau.influence -= many


def boards_left(state: WayfarersState, _frame: DealingBoard) -> list[tuple[Action, int]]:
    """Return the player boards that nobody has yet (Y-6)."""
    taken = [tableau.board for tableau in state.tableaux]
    return [(DEALS[board], 1) for board in BONUSES if board not in taken]


def deal_board(state: WayfarersState, action: DealBoard, frame: DealingBoard) -> None:
    """Give a player a board."""
    state.tableaux[frame.player].board = action.board


def journal_tiles_left(state: WayfarersState, _frame: LayingJournalTile) -> list[tuple[Action, int]]:
    """Return the journal tiles that have not been laid (Y-3)."""
    return [(action, 1) for action in JOURNAL_TILES_LAID if action.tile not in state.journal_tiles]


def lay_journal_tile(state: WayfarersState, action: LayJournalTile, frame: LayingJournalTile) -> None:
    """Lay a journal tile; the next one follows."""
    state.journal_tiles = replaced(state.journal_tiles, state.journal_tiles.index(NONE), action.tile)
    if NONE in state.journal_tiles:
        state.stack.append(frame)


# ---- turns (Y-9 to Y-12, Y-66, Y-92) -----------------------------------------------------------------------


def go_on(state: WayfarersState) -> None:
    """Open what follows when nothing is open: the rest of the set-up, the end of a turn, the next one."""
    while not state.stack and not state.reason:
        if state.phase == ACTION:
            _end_action(state)
        elif not open_next_place(state):
            if state.phase == CLEAN_UP:
                _end_turn(state)
            elif any(tableau.dice for tableau in state.tableaux):
                _begin_turn(state)
            else:
                rolls = [Rolling(CHANCE, one, PLAYER.pieces.dice_rolled) for one in range(state.players)]
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
        return
    frame = EndingTurn(state.player)
    if state.player < state.players and can_trade(state, frame):
        state.stack.append(frame)
    else:
        _clean_up(state)


def say_ending(state: WayfarersState, action: Say, frame: EndingTurn) -> None:
    """Use the trade ability once more, or end the turn (Y-11, Y-12)."""
    if action is END_TURN:
        _clean_up(state)
    else:
        trade(state, frame.actor)  # no second time: then the turn ends


def ending_options(state: WayfarersState, frame: EndingTurn) -> list[Action]:
    """Return whether to trade or to end the turn."""
    return [END_TURN, USE_TRADE] if can_trade(state, frame) else [END_TURN]


def _clean_up(state: WayfarersState) -> None:
    """Let the cards of the display slide (Y-66); new ones are turned up next."""
    state.phase = CLEAN_UP
    slide(state)


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
        points = state.scores().totals[-1]
        state.reveal(RivalDid("Y-146", f"the rival has {points} points", (points,)), ALL, AUTOMATIC)


def turn_options(state: WayfarersState, frame: Turning) -> list[Action]:
    """Return what a player may do in a turn (Y-9, Y-10)."""
    found = [*takable(state, frame), *_workers(state, frame.actor)]
    tableau = state.tableaux[frame.actor]
    if state.rules.rest_without_dice or tableau.placed or not found:  # Y-116
        found.append(REST)
    if can_trade(state, frame):
        found.append(USE_TRADE)
    return found


def say_turn(state: WayfarersState, action: Say, frame: Turning) -> None:
    """Rest, or use the trade ability first."""
    if action is REST:
        begin_rest(state, frame)
    else:
        trade(state, frame.actor, frame)


# ---- workers (Y-85, Y-86, Y-149) ---------------------------------------------------------------------------


def _workers(state: WayfarersState, player: int) -> list[Action]:
    """Return the workers that can be placed: something of the spot can be done, costs included."""
    tableau = state.tableaux[player]
    if not any(tableau.hands):
        return []
    found: list[Action] = []
    for place, block in SPOTS.items():
        card = state.display[place]
        if card == NONE:
            continue
        allowed = WORKERS_ON[CARDS[card].kind] & ~state.workers[place]
        colours = [
            colour for colour in range(len(WORKERS)) if allowed >> colour & 1 and tableau.hands[colour]
        ]
        if colours:
            fees = [
                fee for fee in fee_ways(state, player, place) if _worth_a_worker(state, player, block, fee)
            ]
            found += [PUT_WORKERS[colour][card][fee] for colour in colours for fee in fees]
    return found


def _worth_a_worker(state: WayfarersState, player: int, block: int, fee: int) -> bool:
    """Tell whether something of a spot can be done once the fee is paid."""
    tableau = state.tableaux[player]
    silver, provision = tableau.silver, tableau.provision
    tableau.silver, tableau.provision = silver - (fee == SILVER_FEE), provision - (fee == PROVISION_FEE)
    able = able_block(state, player, block, 0)
    tableau.silver, tableau.provision = silver, provision
    return able


def place_worker(state: WayfarersState, action: PutWorker, frame: Turning) -> None:
    """Place a worker; the spot beside the card's slot follows."""
    tableau, place = state.tableaux[frame.actor], place_of(state, action.card)
    state.purse = tableau.silver, tableau.provision
    pay_fee(state, frame.actor, place, action.fee)
    tableau.hands = more(tableau.hands, action.colour, -1)
    put_worker(state, place, action.colour)
    open_block(state, frame.actor, SPOTS[place], 0)


# ---- rests (Y-90, Y-91, Y-116, Y-132) ----------------------------------------------------------------------


def begin_rest(state: WayfarersState, frame: Turning) -> None:
    """Rest: the dice are rolled, and the abilities resolved if they are active (Y-90)."""
    player = frame.actor
    abilities = rest_abilities(state, player) if len(state.tableaux[player].dice) <= 1 else ()
    if state.rules.rest_order == "roll_first":
        pend(state, player, abilities)
        state.stack.append(Lifting(AUTOMATIC, player))
    else:
        state.stack.append(Lifting(AUTOMATIC, player))
        pend(state, player, abilities)


def lift_dice(state: WayfarersState, frame: Lifting) -> None:
    """Roll the placed dice; then, or before it, the player says which of the supply are rolled too."""
    tableau = state.tableaux[frame.player]
    placed, tableau.placed = len(tableau.placed), ()
    if state.rules.rest_reroll == "with_roll":
        _go_on_rolling(state, Resting(frame.player, tableau.dice, placed))
    else:
        _go_on_rolling(state, Resting(frame.player, tableau.dice, 0))
        _roll(state, frame.player, placed)


def _go_on_rolling(state: WayfarersState, frame: Resting) -> None:
    """Ask for the dice that are left of the supply, or roll what is in the hand."""
    if frame.dice:
        state.stack.append(frame)
    else:
        _roll(state, frame.actor, frame.taken)


def _roll(state: WayfarersState, player: int, dice: int) -> None:
    if dice:
        state.stack.append(Rolling(CHANCE, player, dice))


def rest_options(state: WayfarersState, frame: Resting) -> list[Action]:
    """Return the dice that may be rolled too, and rolling those in the hand; without any that is declined."""
    rolls = frame.taken or state.rules.rest_reroll == "with_roll"
    return [*(REROLLS[face] for face in dict.fromkeys(frame.dice)), ROLL if rolls else DECLINE]


def add_to_roll(state: WayfarersState, action: Reroll, frame: Resting) -> None:
    """Let a die of the supply be rolled too."""
    tableau = state.tableaux[frame.actor]
    tableau.dice = without(tableau.dice, action.face)
    _go_on_rolling(state, frame._replace(dice=without(frame.dice, action.face), taken=frame.taken + 1))


def say_rest(state: WayfarersState, _action: Say, frame: Resting) -> None:
    """Roll what is in the hand."""
    _roll(state, frame.actor, frame.taken)


def rest_abilities(state: WayfarersState, player: int) -> tuple[int, ...]:
    """Return what the rest abilities of a player bring (Y-58, Y-91)."""
    folk = [one for one in state.tableaux[player].townsfolk if CARDS[one].banner == "rest"]
    return tuple([part for one in folk if works(state, one) for part in BLOCKS[CARDS[one].block].parts])


# ---- the journal (Y-28 to Y-36, Y-38, Y-121) ---------------------------------------------------------------


def journal_step(state: WayfarersState, action: Journal, frame: Journaling) -> None:
    """Move a marker one space on, and open what that space brings."""
    player = frame.actor
    tableau = state.tableaux[player]
    if action.science:
        use_ability(state, player, SCIENCE)
    needed = dict(steps(state.rules.sections)[tableau.marker])[action.space]
    for guild, many in enumerate(needed.spend):
        spend_influence(state, player, guild, many)
    enter(state, player, action.space)
    offer = Offering(AUTOMATIC, player)
    parts = space_gain(state, action.space)
    if state.rules.science_offer == "after_effects":
        state.stack.append(offer)
        pend(state, player, parts)
    else:
        pend(state, player, parts)
        state.stack.append(offer)


def space_gain(state: WayfarersState, space: int) -> tuple[int, ...]:
    """Return the effects of entering a space (Y-30, Y-31)."""
    if space in TILE_SPACES:
        return JOURNAL_GAINS[state.journal_tiles[TILE_SPACES.index(space)]]
    return ON_ENTER[space]


def enter(state: WayfarersState, player: int, space: int) -> None:
    """Let the marker of a player or of the rival enter a space: green worker, end (Y-33, Y-92)."""
    side, told = state.side(player), player if player < state.players else NONE
    side.marker = space
    for number, beside in enumerate(GREEN_SPACES):
        if space in beside and state.green >> number & 1:
            state.green &= ~(1 << number)
            side.hands = more(side.hands, 0, 1)
            state.reveal(GreenTaken(told, COLUMN[space]), ALL, AUTOMATIC)
    if space in FINAL and state.ending == NONE:
        state.ending = state.players + len(state.rivals) + 1
        state.reveal(EndTriggered(told), ALL, AUTOMATIC)


def offer_science(state: WayfarersState, frame: Offering) -> None:
    """Offer a further step by the science ability, if one is possible (Y-38)."""
    if has_ability(state, frame.player, SCIENCE) and journal_options(state, frame.player, 1):
        state.stack.append(Journaling(frame.player, 1))
