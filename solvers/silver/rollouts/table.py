"""The table of a rollout: one flat row of integers, and what is done with the cards that lie on it.

First come single numbers, then the rules, the generator, the policies, the villages, the piles, what a player
counts on, the options of the open decision, and last the trace, for which a table may have any room or none.

What stands under `compiled` here and in the other files is run as it is, on a list, or made by numba, on an
array (`running`), with the same results to the last bit: no number of a table reaches 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from toolkit.games.silver.cards import BODYGUARD, HIGHEST, ROWS
from toolkit.games.silver.cards import DECK as CARDS

Table = list[int]
"""A row of integers; an array of int64 in compiled functions."""

Function = TypeVar("Function", bound="Callable[..., object]")

functions: list[Any] = []
"""All that is to be compiled."""


def compiled(function: Function) -> Function:
    """Return a function as it is, noted as one that numba may make."""
    functions.append(function)
    return function


SEATS = ROWS
SLOTS = len(CARDS)
"""Room for as many cards in each village and pile."""

NUMBERS = HIGHEST + 1
NOBODY = -1

# ---- what came of the round: the first numbers ------------------------------------------------------------

POINTS = 0
"""The round points by seat, once the round is over (S-31, S-32)."""
SUMS = POINTS + SEATS
"""The sums of the villages by seat, once the round is over."""
CALLER, END, TURNS, STEPS, FORCED = range(SUMS + SEATS, SUMS + SEATS + 5)
"""Who has called; why the round is over; its turns; the decisions and draws of the rollout.

`FORCED` is the verb of the option with which the rollout is to begin: `TAKEN` once it was, `MISSED` if it was
not there.
"""
RESULTS = FORCED + 1
"""How many numbers tell what came of it."""

TAKEN, MISSED = -1, -2

GOING, PAIR_MET, LAST_TURNS_OVER, RAN_OUT, TURN_LIMIT = range(5)
"""Why the round is over: it is not; both 0s (S-42), a call (S-29), no card left (S-30), the limit (A-34)."""

# ---- where the round stands -------------------------------------------------------------------------------

(
    FORCED_ONE,  # the two numbers of the option with which the rollout is to begin
    FORCED_TWO,
    START,  # where the rollout begins
    PLAYERS,
    FIRST,  # who began the round
    TURN,  # whose turn it is
    LAST,  # turns left after a call, as in `SilverState`
    ACTED,  # whether it is too late to call in this turn (S-25, S-66)
    SOURCE,  # where the card in hand came from
    HOLDER,  # of the amulet
    MAY_PROTECT,  # whether the holder may place it (S-36)
    PLACED,  # whether it lies on a card
    PAIR,  # whether both 0s were seen in a failed attempt
    BAG,  # cards of the deck whose order nobody knows: the lowest ones
    ASIDE,  # cards of the bag that no draw reaches (S-2)
    DUTIES,  # how often a Bodyguard was put on duty
    UNTOLD,  # whether the masks do not tell all sights (`Rules.memory`): then owners know their cards
    OPEN,  # what is decided
    PUSHED,  # the slots that are given up so far, as a mask
    OFFERED,  # options of the open decision
    TRACED,  # steps in the trace
) = range(RESULTS, RESULTS + 21)

AT_DEAL, AT_TURN, AT_USE, AT_END = range(4)
"""Where a rollout may begin: before the deal, with a turn, with the use of a card, after the action."""

FREELY, BETWEEN_DRAWS, BY_ABILITY, NO_MATTER = range(4)
"""What is decided: a step of the turn in which free actions are legal too, the like with a Rascal's cards in
hand, what an ability or a set calls for, and what makes no difference to the points."""

SIZES = TRACED + 1
"""The cards of each village, by seat."""
PILE_SIZES = SIZES + SEATS
"""The cards of each pile."""
DECK, DISCARD_PILE, HELD, BESIDE = range(4)
"""The piles, the top card last; the cards in hand and those beside the deck in their order."""
PILES_COUNT = 4

# ---- rules ------------------------------------------------------------------------------------------------

RULES = PILE_SIZES + PILES_COUNT
(
    EXCHANGE_UP,
    EXCHANGE_INHERITS,
    WITCH_INHERITS,
    THREE_DIFFERENT,
    PUSHED_PAIR_ENDS,
    PAIRING,
    REVEALER_ANY,
    BEHOLDER_BOTH,
    IDLE_PROTECTED,
    SQUIRE_ABILITY,
    WITCH_AFTER_LOOK,
    FINISH_LAST_TURNS,
    REVERSE_PUTBACK,
    NO_OPEN_MISMATCH,
    FREE_AT_ANY_MOMENT,
    SCORE_MODE,
    MOST_TURNS,
) = range(RULES, RULES + 17)

RANDOM = MOST_TURNS + 1
WORDS = 4
"""The generator has so many words of 32 bits."""

POLICIES = RANDOM + WORDS
"""For each seat its policy, and the sum at which it calls or `BY_CHANCE`."""
KIND, CALL_AT = range(2)
PARAMETERS = 2
UNIFORM, STEADY = range(2)
BY_CHANCE = -2

# ---- cards ------------------------------------------------------------------------------------------------

VILLAGES = POLICIES + SEATS * PARAMETERS
FACE, SEEN, UP, AMULET, USED, SETTLED, GUARD, CHARGE = range(8)
"""What is written for a card of a village.

Its number; a mask of the players who know it; whether it lies face-up, under the amulet, is an Empath that
has looked in this turn (A-17), a Bodyguard just moved (S-66); the number of the duty in which it is the
guard, or the charge, or 0. For a card of a pile only its number and the mask are written.
"""
FIELDS = 8
FORGOTTEN = 1 << SEATS
"""Besides players in the mask: its owner has seen the card, and forgotten which it is."""

PILES = VILLAGES + SEATS * SLOTS * FIELDS
PILE_FIELDS = 2

# ---- what a player counts on (`judge`) --------------------------------------------------------------------

COUNTS = PILES + PILES_COUNT * SLOTS * PILE_FIELDS
"""How many cards of each number the player has not seen."""
ALIKE = COUNTS + NUMBERS
"""The own cards of each number that may be moved, as a mask of slots, and last hidden ones of any number."""
TOGETHER = ALIKE + NUMBERS + 1
"""What each of these are worth together, in parts of a point (`judge.POINT`), as what follows that is
expected or worth something."""
(
    UNSEEN,  # how many cards the player has not seen
    SOLE,  # the only number among them but 13s, or -1
    OWNED,  # how many of them their owners know
    KEPT,  # what is expected of such a card, and its variance
    KEPT_VARIANCE,
    BLIND,  # what is expected of a card that nobody knows, and its variance
    BLIND_VARIANCE,
    FEWER,  # what it is worth to have one own card less
    SAVED,  # by giving up the best own cards, or `judge.NEVER`
    HIDDEN,  # own cards to look at, up to two
    TARGETS,  # whether there is a card of an opponent to look at
    USEFUL,  # what the best own card is good for that can be turned up
    LOWEST,  # what the lowest card of an opponent counts that can be moved
) = range(TOGETHER + NUMBERS + 1, TOGETHER + NUMBERS + 14)
WORTH = LOWEST + 1
"""What it is worth to give each own card up, by slot; `judge.NEVER` under the amulet."""
GROUP = WORTH + SLOTS
"""The number for which each own card can be given up with others, by slot; `NUMBERS` if it is hidden."""
LEFT_OVER = GROUP + SLOTS
"""What own cards are worth together that stay after an exchange, by their number, and last a hidden one."""
GAINS = LEFT_OVER + NUMBERS + 1
"""What a card gains by its number, once somebody has asked (`judge.gain`)."""

# ---- options and trace ------------------------------------------------------------------------------------

OPTIONS = GAINS + NUMBERS
MOST_OPTIONS = 256
"""More than any decision has: with a card in hand, a few for each slot of the largest village."""
OPTION = 4
"""An option is a verb, two numbers, and what it is worth."""

TRACE = OPTIONS + MOST_OPTIONS * OPTION
"""Where a table ends that keeps no trace."""
TRACED_STEP = 4
"""A step of the trace is a verb, two numbers, and how many options there were; 0 for what chance does."""

(
    DEAL,  # what chance does: a face
    DRAWN,
    SHOW,
    DRAW,
    TAKE,
    SHOWN,  # the number of a card beside the deck
    CALL,
    DISCARD,
    EXCHANGE,  # a slot of the own village, as for AND, PLACE, GIVE, GUARD_WITH, OVER, PROTECT
    AND,
    DONE,
    PLACE,
    LEFT,
    RIGHT,
    KEEP,  # a face, as for FETCH
    LOOK,  # a player and a slot, as for TURN_UP, HIT, ROB
    TURN_UP,
    FETCH,
    USE,
    HIT,
    ROB,
    GIVE,
    SKIP,
    GUARD_WITH,
    OVER,
    OFF,
    PROTECT,
    END_TURN,
) = range(28)
"""The verbs of options and draws."""

FROM_DECK, FROM_DISCARD, FROM_SHOWN, FROM_MASTER, FROM_WITCH = range(5)
"""Where a card in hand came from."""

# ---- villages ---------------------------------------------------------------------------------------------


@compiled
def card_at(player: int, slot: int) -> int:
    """Return where the fields of a card of a village begin."""
    return VILLAGES + (player * SLOTS + slot) * FIELDS


@compiled
def everybody(table: Table) -> int:
    """Return the mask of all players."""
    return (1 << table[PLAYERS]) - 1


@compiled
def enter(table: Table, player: int, slot: int, face: int, seen: int, up: int) -> None:
    """Put a card into a village before a slot; all see it if it lies face-up."""
    here, end = card_at(player, slot), card_at(player, table[SIZES + player])
    for field in range(end - 1, here - 1, -1):
        table[field + FIELDS] = table[field]
    for field in range(here, here + FIELDS):
        table[field] = 0
    table[here + FACE], table[here + UP] = face, up
    table[here + SEEN] = everybody(table) if up else seen
    table[SIZES + player] += 1


@compiled
def leave(table: Table, player: int, slot: int) -> None:
    """Take a card out of a village: the others close up, and guards of it go off duty (S-17, A-43)."""
    here, end = card_at(player, slot), card_at(player, table[SIZES + player])
    relieve(table, player, table[here + GUARD])
    relieve(table, player, table[here + CHARGE])
    for field in range(here, end - FIELDS):
        table[field] = table[field + FIELDS]
    table[SIZES + player] -= 1


@compiled
def relieve(table: Table, player: int, duty: int) -> None:
    """End a duty of a Bodyguard (S-48); 0 is none."""
    if duty:
        for slot in range(table[SIZES + player]):
            card = card_at(player, slot)
            if table[card + GUARD] == duty:
                table[card + GUARD] = 0
            if table[card + CHARGE] == duty:
                table[card + CHARGE] = 0


@compiled
def turn_up(table: Table, player: int, slot: int) -> None:
    """Turn a card face-up."""
    card = card_at(player, slot)
    table[card + UP], table[card + SEEN] = 1, everybody(table)


@compiled
def turn_down(table: Table, player: int, slot: int) -> None:
    """Turn a card face-down that all have seen; a Bodyguard goes off duty (S-19, A-43)."""
    card = card_at(player, slot)
    table[card + SEEN], table[card + UP] = everybody(table), 0
    relieve(table, player, table[card + GUARD])


@compiled
def count_face_up(table: Table, number: int) -> int:
    """Return how many cards of a number lie face-up in all villages."""
    count = 0
    for player in range(table[PLAYERS]):
        count += face_up_of(table, player, number)
    return count


@compiled
def face_up_of(table: Table, player: int, number: int) -> int:
    """Return how many cards of a number lie face-up in a village."""
    count = 0
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        if table[card + UP] and table[card + FACE] == number:
            count += 1
    return count


@compiled
def own_slots(table: Table, player: int) -> int:
    """Return how many cards a player has that are `moved_by_owner`."""
    count = 0
    for slot in range(table[SIZES + player]):
        count += moved_by_owner(table, card_at(player, slot))
    return count


@compiled
def moved_by_owner(table: Table, card: int) -> bool:
    """Tell whether its owner may push, give away or move a card: `village.own_slots` in the table (S-64)."""
    return not table[card + AMULET]


@compiled
def moved_by_rivals(table: Table, card: int) -> bool:
    """Tell whether opponents may rob or hit a card: `village.movable_by_rivals` in the table (S-64, A-18)."""
    if table[card + AMULET] or table[card + GUARD] or table[card + CHARGE]:
        return False
    return not (table[IDLE_PROTECTED] and table[card + UP] and table[card + FACE] == BODYGUARD)


@compiled
def seen_by_owner(table: Table, card: int) -> bool:
    """Tell whether its owner may look at a card or turn it: `village.seen_by_owner` in the table (A-11)."""
    return not (table[card + UP] or table[card + AMULET])


@compiled
def seen_by_rivals(table: Table, card: int) -> bool:
    """Tell whether opponents may look at a card or turn it: `village.seen_by_rivals` in the table (S-64)."""
    return not (table[card + UP] or table[card + AMULET] or table[card + CHARGE])


# ---- piles ------------------------------------------------------------------------------------------------


@compiled
def pile_card_at(pile: int, index: int) -> int:
    """Return where the fields of a card of a pile begin."""
    return PILES + (pile * SLOTS + index) * PILE_FIELDS


@compiled
def lay(table: Table, pile: int, face: int, seen: int) -> None:
    """Lay a card on a pile."""
    card = pile_card_at(pile, table[PILE_SIZES + pile])
    table[card + FACE], table[card + SEEN] = face, seen
    table[PILE_SIZES + pile] += 1


@compiled
def lift(table: Table, pile: int, index: int) -> int:
    """Take a card out of a pile and return its number."""
    here, end = pile_card_at(pile, index), pile_card_at(pile, table[PILE_SIZES + pile])
    face = table[here + FACE]
    for field in range(here, end - PILE_FIELDS):
        table[field] = table[field + PILE_FIELDS]
    table[PILE_SIZES + pile] -= 1
    return face


@compiled
def face_in(table: Table, pile: int, index: int) -> int:
    """Return the number of a card of a pile."""
    return table[pile_card_at(pile, index) + FACE]


@compiled
def deck_left(table: Table) -> int:
    """Return how many cards can still be drawn: all but the rows that nobody plays (S-2)."""
    return table[PILE_SIZES + DECK] - table[ASIDE]


# ---- options and steps ------------------------------------------------------------------------------------


@compiled
def opened(table: Table, what: int) -> None:
    """Open a decision, with no options yet."""
    table[OPEN], table[OFFERED], table[PUSHED] = what, 0, 0


@compiled
def offer(table: Table, verb: int, one: int, two: int) -> None:
    """Add an option to those of the decision."""
    option = OPTIONS + table[OFFERED] * OPTION
    table[option], table[option + 1], table[option + 2] = verb, one, two
    table[OFFERED] += 1


@compiled
def note(table: Table, verb: int, one: int, two: int, options: int) -> None:
    """Count a step, and write it into the trace as long as there is room."""
    step = TRACE + table[TRACED] * TRACED_STEP
    if step + TRACED_STEP <= len(table):
        table[step], table[step + 1], table[step + 2], table[step + 3] = verb, one, two, options
        table[TRACED] += 1
    table[STEPS] += 1


# ---- the generator: xoshiro128++ of Blackman and Vigna (2021), in numbers below 2 ** 63 -------------------

_MASK = 0xFFFFFFFF


@compiled
def _rotated(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & _MASK


@compiled
def next_word(table: Table) -> int:
    """Return the next 32 bits."""
    one, two, three, four = table[RANDOM], table[RANDOM + 1], table[RANDOM + 2], table[RANDOM + 3]
    word = (_rotated((one + four) & _MASK, 7) + one) & _MASK
    three, four = three ^ one, four ^ two
    table[RANDOM], table[RANDOM + 1] = one ^ four, two ^ three
    table[RANDOM + 2], table[RANDOM + 3] = three ^ (two << 9 & _MASK), _rotated(four, 11)
    return word


@compiled
def below(table: Table, bound: int) -> int:
    """Return a number from 0 to below a bound, all exactly as likely (Lemire 2019)."""
    scaled = next_word(table) * bound
    if scaled & _MASK < bound:
        least = (_MASK + 1) % bound
        while scaled & _MASK < least:
            scaled = next_word(table) * bound
    return scaled >> 32
