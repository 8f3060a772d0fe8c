"""Where rollouts begin: before a deal, in a position or a state of the game; its actions as options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, get_args

from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.table import Table, card_at, enter, lay, offer, pile_card_at
from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.actions import Anyone, Card, Face, Own, Word
from toolkit.games.silver.cards import DECK as CARDS
from toolkit.games.silver.cards import ROWS
from toolkit.games.silver.cards import VILLAGE as ROW
from toolkit.games.silver.completion import Hidden, Insight
from toolkit.games.silver.game import GAME
from toolkit.games.silver.play.abilities import SwappingTop, Using
from toolkit.games.silver.play.sets import Exchanging
from toolkit.games.silver.play.turns import TakingTurn
from toolkit.games.silver.position import Position
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import (
    DECK,
    DISCARD,
    FACE_DOWN,
    HELD,
    SHOWN,
    TOP,
    UNDECIDED,
    VILLAGE,
    SilverState,
)

_WORD = 32

_SOURCES = {
    "deck": at.FROM_DECK,
    "discard": at.FROM_DISCARD,
    "shown": at.FROM_SHOWN,
    "master": at.FROM_MASTER,
    "witch": at.FROM_WITCH,
}
_PILES = {DISCARD: at.DISCARD_PILE, HELD: at.HELD, SHOWN: at.BESIDE}


@dataclass(frozen=True, slots=True)
class Start:
    """Where rollouts begin."""

    table: Table  #: the table, with no policies yet
    places: tuple[int, ...] = ()  #: where in it the cards stand that are dealt anew for each rollout
    #: Draws their numbers, in the order of `places`; None where nothing is dealt.
    deal: Callable[[Random], Sequence[int]] | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return self.table[at.PLAYERS]

    def luck(self, seed: int | str, number: int) -> tuple[list[int], list[int]]:
        """Return the dealt numbers and the words of the generator for a rollout, by its number."""
        random = Random(f"{seed}/{number}")
        faces = list(self.deal(random)) if self.deal else []
        return faces, [random.getrandbits(_WORD) for _ in range(at.WORDS)]


def whole_round(
    players: int, rules: Rules, *, first: int = 0, holder: int = at.NOBODY, may_protect: bool = False
) -> Start:
    """Return a round before its deal, as the beginning of rollouts (S-1 to S-6).

    Parameters
    ----------
    players, rules
        How many play, and the rules.
    first
        Who begins the round.
    holder, may_protect
        Who holds the amulet, -1 for nobody, and whether that player may place it (S-36).

    Raises
    ------
    ToolkitError
        Not two to four players, or a seat that is not there.
    """
    if players not in GAME.players:
        raise ToolkitError(f"Silver is for {GAME.players[0]} to {GAME.players[-1]} players, not {players}")
    for seat, least in ((first, 0), (holder, at.NOBODY)):
        if not least <= seat < players:
            raise ToolkitError(f"no player {seat}; the players are 0 to {players - 1}")
    table = _bare(players, rules)
    table[at.FIRST] = table[at.TURN] = first
    table[at.HOLDER], table[at.MAY_PROTECT] = holder, int(may_protect)
    _lay_deck(table, CARDS, ())
    return Start(table)


def from_state(state: SilverState) -> Start:
    """Return a state as the beginning of rollouts.

    The order of the deck is drawn anew for each rollout, but for cards that were put back on top of it. What
    is known follows the masks of the state.

    `ToolkitError` where no decision "turn" or "use" is open.
    """
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, TakingTurn | Using):
        kind = state.decision_kind() or "the end"
        raise ToolkitError(f"a rollout begins at turn or use, not at {quote(kind)}")
    table = table_of(state)
    table[at.START] = at.AT_TURN
    if isinstance(frame, Using):
        table[at.START], table[at.SOURCE] = at.AT_USE, _SOURCES[frame.source]
    return Start(table)


def from_position(position: Position, *, insight: Insight = "own") -> Start:
    """Return a position as the beginning of rollouts, each with another deal of the hidden cards.

    `insight`, who acts, and errors are as in `toolkit.games.silver.completion.complete`; besides,
    `PositionError` for a position that cannot be, and `ToolkitError` for an insight that there is not.
    """
    position.check()
    return start_at(position, insight)


def start_at(position: Position, insight: Insight) -> Start:
    """Return the same for a position that may only be for a moment."""
    if insight not in get_args(Insight):
        raise ToolkitError(f"no insight {quote(insight)}; there are {' and '.join(get_args(Insight))}")
    start = from_state(GAME.complete(position, Random(0), insight=insight))
    hidden = Hidden(position)

    def deal(random: Random) -> list[int]:
        numbers, rest = hidden.deal(random)
        return [*numbers, *rest]

    return replace(start, places=_places(start, position, hidden), deal=deal)


def _places(start: Start, position: Position, hidden: Hidden) -> tuple[int, ...]:
    """Return where the hidden cards stand in the table: villages, the bag of the deck, forgotten discards."""
    villages = [card_at(player, slot) + at.FACE for player, slot in hidden.places]
    bag = [pile_card_at(at.DECK, index) + at.FACE for index in range(start.table[at.BAG])]
    forgotten = [pile_card_at(at.DISCARD_PILE, index) + at.FACE for index in range(position.forgotten)]
    return (*villages, *bag, *forgotten)


# ---- what stands in the table -----------------------------------------------------------------------------


def table_of(state: SilverState) -> Table:
    """Return a state of the game as a table; what is known follows the masks of the state."""
    table = _bare(state.players, state.rules)
    _write_round(table, state)
    cards, known = state.cards.cards, state.cards.known
    _lay_deck(table, cards[DECK], zip(reversed(cards[TOP]), reversed(known[TOP]), strict=True))
    for zone, pile in _PILES.items():
        for face, seen in zip(cards[zone], known[zone], strict=True):
            lay(table, pile, face, _mask(state, seen))
    for player in range(state.players):
        _write_village(table, state, player)
    return table


def _bare(players: int, rules: Rules) -> Table:
    """Return a table without cards, before the deal."""
    table = [0] * at.TRACE
    table[at.PLAYERS], table[at.CALLER], table[at.LAST] = players, at.NOBODY, UNDECIDED
    table[at.START], table[at.ASIDE] = at.AT_DEAL, ROW * (ROWS - players)
    for place, value in _rules(rules).items():
        table[place] = int(value)
    return table


def _rules(rules: Rules) -> dict[int, int]:
    return {
        at.EXCHANGE_UP: rules.deck_exchange == "up",
        at.EXCHANGE_INHERITS: rules.deck_exchange == "inherit",
        at.WITCH_INHERITS: rules.witch_orientation == "inherit",
        at.THREE_DIFFERENT: rules.penalty == "three_different",
        at.PUSHED_PAIR_ENDS: rules.pushed_pair_ends,
        at.PAIRING: rules.doppelganger == "pairing",
        at.REVEALER_ANY: rules.revealer == "any",
        at.BEHOLDER_BOTH: rules.beholder == "both",
        at.IDLE_PROTECTED: rules.idle_guard_protected,
        at.SQUIRE_ABILITY: rules.squire_ability,
        at.WITCH_AFTER_LOOK: rules.witch_decline == "after_look",
        at.FINISH_LAST_TURNS: rules.finish_last_turns,
        at.REVERSE_PUTBACK: rules.rascal_putback == "reverse",
        at.NO_OPEN_MISMATCH: rules.open_mismatch == "forbidden",
        at.FREE_AT_ANY_MOMENT: rules.free_actions == "any_moment",
        at.SCORE_MODE: rules.score_mode,
        at.MOST_TURNS: rules.turn_limit,
    }


def _write_round(table: Table, state: SilverState) -> None:
    table[at.FIRST], table[at.TURN], table[at.TURNS] = state.first, state.turn, state.turns
    table[at.CALLER], table[at.LAST] = state.caller, state.turns_left
    table[at.ACTED], table[at.PAIR] = int(state.acted), int(state.pair_shown)
    table[at.HOLDER], table[at.MAY_PROTECT] = state.amulet, int(state.may_protect)
    table[at.PLACED] = int(state.amulet_slot != at.NOBODY)


def _lay_deck(table: Table, bag: Iterable[int], top: Iterable[tuple[int, int]]) -> None:
    """Lay the bag as the lowest cards of the deck, and on it those whose order is known."""
    for face in bag:
        lay(table, at.DECK, face, 0)
    table[at.BAG] = table[at.PILE_SIZES + at.DECK]
    for face, seen in top:
        lay(table, at.DECK, face, seen & (1 << table[at.PLAYERS]) - 1)


def _write_village(table: Table, state: SilverState, player: int) -> None:
    zone = VILLAGE + player
    for slot, face in enumerate(state.cards.cards[zone]):
        up = int(state.up[player][slot] != FACE_DOWN)
        enter(table, player, slot, face, _mask(state, state.cards.known[zone][slot]), up)
        if state.turn == player:
            table[card_at(player, slot) + at.USED] = state.used >> slot & 1
            table[card_at(player, slot) + at.SETTLED] = state.just_moved >> slot & 1
    for guard, charge in state.guards[player]:
        table[at.DUTIES] += 1
        table[card_at(player, guard) + at.GUARD] = table[card_at(player, charge) + at.CHARGE] = table[
            at.DUTIES
        ]
    if state.amulet == player and table[at.PLACED]:
        table[card_at(player, state.amulet_slot) + at.AMULET] = 1


def _mask(state: SilverState, seen: int) -> int:
    return seen & (1 << state.players) - 1


def facing(
    state: SilverState, actions: Sequence[Action], zones: Sequence[Sequence[int]] | None = None
) -> Table:
    """Return a table in which the player who acts has these options.

    `zones` is what that player knows of each zone, `HIDDEN` where nothing; None: what the masks of the state
    say.
    """
    table, player, frame = table_of(state), state.to_act(), state.stack[-1]
    if zones is not None:
        _know(table, player, zones)
    table[at.UNTOLD] = int(not state.remembers)
    table[at.OPEN] = _OPEN.get(str(state.decision_kind()), at.BY_ABILITY)
    if isinstance(frame, Using | Exchanging | SwappingTop):
        table[at.SOURCE] = _SOURCES[frame.source]
    if isinstance(frame, Exchanging):
        table[at.PUSHED] = sum(1 << slot for slot in frame.slots)
    for action in actions:
        offer(table, *option_of(action))
    place = at.POLICIES + player * at.PARAMETERS
    table[place : place + at.PARAMETERS] = [at.STEADY, at.BY_CHANCE]
    return table


_OPEN = {
    "turn": at.FREELY,
    "use": at.FREELY,
    "end": at.FREELY,
    "rascal": at.BETWEEN_DRAWS,
    "first looks": at.NO_MATTER,
    "guard": at.NO_MATTER,
    "place": at.NO_MATTER,
    "add": at.NO_MATTER,
}


def _know(table: Table, player: int, zones: Sequence[Sequence[int]]) -> None:
    """Let a player know these numbers of cards and no others."""
    cards = [
        (card_at(owner, slot), face)
        for owner, zone in enumerate(zones[VILLAGE:])
        for slot, face in enumerate(zone)
    ]
    piles = {at.DISCARD_PILE: zones[DISCARD], at.HELD: zones[HELD], at.BESIDE: zones[SHOWN]}
    for pile, zone in piles.items():
        cards += [(pile_card_at(pile, index), face) for index, face in enumerate(zone)]
    top = table[at.PILE_SIZES + at.DECK] - 1
    cards += [(pile_card_at(at.DECK, top - depth), face) for depth, face in enumerate(zones[TOP])]
    own = range(card_at(player, 0), card_at(player + 1, 0))
    for card, face in cards:
        seen = table[card + at.SEEN] & 1 << player
        table[card + at.SEEN] ^= seen
        if face != HIDDEN:
            table[card + at.FACE] = face
            table[card + at.SEEN] |= 1 << player
        elif seen and card in own:
            table[card + at.SEEN] |= at.FORGOTTEN


# ---- actions of the game as options ------------------------------------------------------------------------


_VERBS: Mapping[type[Any], Mapping[str, int]] = {
    Card: {"deal": at.DEAL, "draw": at.DRAWN, "show": at.SHOW},
    Word: {
        "draw": at.DRAW,
        "take": at.TAKE,
        "call": at.CALL,
        "discard": at.DISCARD,
        "done": at.DONE,
        "add left": at.LEFT,
        "add right": at.RIGHT,
        "use": at.USE,
        "skip": at.SKIP,
        "off": at.OFF,
        "end": at.END_TURN,
    },
    Own: {
        "shown": at.SHOWN,
        "exchange": at.EXCHANGE,
        "and": at.AND,
        "place": at.PLACE,
        "give": at.GIVE,
        "guard": at.GUARD_WITH,
        "over": at.OVER,
        "protect": at.PROTECT,
    },
    Face: {"keep": at.KEEP, "fetch": at.FETCH},
    Anyone: {"look": at.LOOK, "turn": at.TURN_UP, "hit": at.HIT, "rob": at.ROB},
}
"""The verbs of options by the kinds of actions of the game, and what these are called."""

_NAMES = {verb: (kind, name) for kind, verbs in _VERBS.items() for name, verb in verbs.items()}


def action_of(verb: int, one: int, two: int) -> Action:
    """Return the action of the game that an option stands for."""
    kind, name = _NAMES[verb]
    fields = (name, one, two)[: len(kind.__match_args__)]
    found: Action = kind.of[fields if len(fields) > 1 else name]
    return found


def option_of(action: Action) -> tuple[int, int, int]:
    """Return verb and numbers of the option that stands for an action of a player."""
    match action:
        case Own(name, number) | Face(name, number):
            return _VERBS[type(action)][name], number, 0
        case Anyone(name, player, slot):
            return _VERBS[Anyone][name], player, slot
        case Word(name):
            return _VERBS[Word][name], 0, 0
    raise AssertionError("an action of a player")
