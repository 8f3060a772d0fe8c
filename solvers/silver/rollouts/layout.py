"""The table of a rollout: where in one flat row of integers everything stands.

First come single numbers, then the rules, the generator, the policies, the villages, the piles, the options
of the open decision, and last the trace, for which a table may have any room or none.
"""

from __future__ import annotations

from toolkit.games.silver.cards import DECK as CARDS
from toolkit.games.silver.cards import ROWS

SEATS = ROWS
SLOTS = len(CARDS)
"""Room for as many cards in each village and pile."""

NOBODY = -1

# ---- what came of the round: the first numbers ------------------------------------------------------------

POINTS = 0
"""The round points by seat, once the round is over (S-31, S-32)."""
SUMS = POINTS + SEATS
"""The sums of the villages by seat, once the round is over."""
CALLER, END, TURNS, STEPS = range(SUMS + SEATS, SUMS + SEATS + 4)
"""Who has called; why the round is over; the turns of the round; the decisions and draws of the rollout."""
RESULTS = STEPS + 1
"""How many numbers tell what came of it."""

GOING, PAIR_MET, LAST_TURNS_OVER, RAN_OUT, TURN_LIMIT = range(5)
"""Why the round is over: it is not; both 0s (S-42), a call (S-29), no card left (S-30), the limit (A-34)."""

# ---- where the round stands -------------------------------------------------------------------------------

(
    START,  # where the rollout begins
    PLAYERS,
    FIRST,  # who began the round
    TURN,  # whose turn it is
    LAST,  # turns left after a call, as in `SilverState`
    ACTED,  # whether it is too late to call in this turn (S-25, S-66)
    SOURCE,  # where the card in hand came from, for a rollout that begins with its use
    HOLDER,  # of the amulet
    MAY_PROTECT,  # whether the holder may place it (S-36)
    PLACED,  # whether it lies on a card
    PAIR,  # whether both 0s were seen in a failed attempt
    BAG,  # cards of the deck whose order nobody knows: the lowest ones
    ASIDE,  # cards of the bag that no draw reaches (S-2)
    DUTIES,  # how often a Bodyguard was put on duty
    PLAN,  # the slots that a policy means to give up, as a mask
    SAVED,  # tenths of points that giving them up saves
    OFFERED,  # options of the open decision
    TRACED,  # steps in the trace
) = range(RESULTS, RESULTS + 18)

AT_DEAL, AT_TURN, AT_USE, AT_END = range(4)
"""Where a rollout may begin: before the deal, with a turn, with the use of a card, after the action."""

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
"""For each seat its policy and the parameters of that."""
KIND, CALL_AT, HIDDEN_WORTH, RIVAL_WORTH = range(4)
PARAMETERS = 4

# ---- cards ------------------------------------------------------------------------------------------------

VILLAGES = POLICIES + SEATS * PARAMETERS
FACE, SEEN, UP, AMULET, USED, SETTLED, GUARD, CHARGE = range(8)
"""What is written for a card of a village.

Its number; a mask of the players who know it; whether it lies face-up, under the amulet, is an Empath that
has looked in this turn (A-17), a Bodyguard just moved (S-66); the number of the duty in which it is the
guard, or the charge, or 0. For a card of a pile only its number and the mask are written.
"""
FIELDS = 8

PILES = VILLAGES + SEATS * SLOTS * FIELDS
PILE_FIELDS = 2

# ---- options and trace ------------------------------------------------------------------------------------

OPTIONS = PILES + PILES_COUNT * SLOTS * PILE_FIELDS
MOST_OPTIONS = 256
"""More than any decision has: with a card in hand, a few for each slot of the largest village."""
OPTION = 3
"""An option is a verb and two numbers."""

TRACE = OPTIONS + MOST_OPTIONS * OPTION
"""Where a table ends that keeps no trace."""
TRACED_STEP = OPTION + 1
"""A step of the trace is an option and the number of options there were; 0 for what chance does."""
