"""What options are worth to a player, by what that player knows: the one judge of bots and advice.

It counts points saved in this round, one turn and the next draw ahead, in whole parts of a point (`POINT`),
so that everybody comes to the same. A known card counts its number, a hidden one what is expected of it
(`kept_at`). The *saving* of own cards is what it is worth to give them up; the *gain* of a card what the best
set saves less its number, and what the next draw gains more then: cards that match, and 13s, can leave
together.
While turns are to come, a village with fewer cards, and with fewer hidden ones, is worth more than its sum
tells: each card takes a turn to be exchanged, and a hidden one cannot leave with its like.

- A draw is worth what its card gains, or its ability if that is more; a taken card what it gains, and what it
  is good for face-up.
- An ability is worth the best that it offers: a Witch what her card is, a Robber what he saves.
- A look and a card face-up are worth what is written below, rules of thumb; nothing in a last turn.
- A call is worth what it saves against the best of all other options, in closed form (Q-8, `cost`): a call
  costs ten points and the own sum unless that is the lowest after one more turn of each opponent (S-32).

Of several options that are worth the same the first is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, log, sqrt

from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.table import Table, compiled
from toolkit.games.silver.cards import (
    APPRENTICE_SEER,
    BEHOLDER,
    BODYGUARD,
    COPIES,
    DOPPELGANGER,
    EMPATH,
    EXPOSER,
    MASTER,
    RASCAL,
    REVEALER,
    ROBBER,
    ROWS,
    SEER,
    VILLAGER,
    WITCH,
)
from toolkit.games.silver.cards import DECK as CARDS
from toolkit.games.silver.cards import VILLAGE as ROW
from toolkit.games.silver.scoring import FAILED_CALL

POINT = 1_000_000
"""In so many parts a point is divided."""

NEVER = -99 * POINT
"""Less than anything is worth."""

_UNASKED = 2 * NEVER
_NO_TARGET = POINT * at.NUMBERS  # above any card
_NOT_YET = -1  # expected of hidden cards, or found for abilities: nobody has asked


def _by_number(points: dict[int, float]) -> tuple[int, ...]:
    """Return parts of a point by the number of a card."""
    return tuple(round(points.get(number, 0.0) * POINT) for number in range(at.NUMBERS))


FEWER = 3 * POINT  # an own card less
REPLACED = 2 * POINT  # a hidden own card that is given up
KNOWING = round(1.2 * POINT)  # an own card that was unknown
SPYING = round(0.3 * POINT)  # a card of an opponent
HARM = 3, 10  # so many tenths counts a point more for an opponent
FREE_LOOK = 3 * POINT  # a look that costs nothing comes first
NO_LOOK = -POINT
GUARDING = -POINT // 2  # guards stay where they are
ONE_MORE = POINT // 2  # a Rascal draws on
OPENED = round(-0.2 * POINT)  # an own card face-up for nothing
GIVEN_AWAY = -POINT // 10  # a known card of an opponent face-up
FACE_UP = _by_number({EMPATH: 1.0, BODYGUARD: 0.3, RASCAL: 1.5})  # in the own village

# ---- hidden cards: what people keep, and what nobody knows -------------------------------------------------
#
# People keep low cards: an unseen card weighs ``exp(theta v)`` where its owner knows it (model B1), with a
# `theta` that falls with the cards that were drawn; cards that nobody knows are what is left of the unseen
# ones. Sums count as normal and independent of each other. The constants but `GOING_ON` were measured by
# ``tests/bench/silver_calls.py`` in games of the greedy player against itself, before it counted the next
# draw. Now a last turn saves 4.4 points, but calls by that figure are no better with two players, and worse
# with four (-0.12 [-0.18, -0.06] in 40 deals).

THETA, THETA_OF_DRAW = -0.1, -0.055
"""The theta of cards that their owner knows, in the beginning, and what each draw of a player adds to it."""

REPLY, REPLY_VARIANCE = 1.9, 6.0
"""What the last turn of an opponent saves after a call, and its variance."""

GOING_ON = 5.0
"""The points with which a round ends for who goes on, by a rule of thumb: a call should not cost more."""

_TIES = 0.5  # equal sums are enough for a caller (S-32)
_DRAWABLE = len(CARDS) - ROWS * ROW - 1  # cards that can be drawn in the beginning (S-1 to S-4)
_STEPS, _CLOSE = 40, 1e-6  # of Newton's method, or of bisection where that would lead too far


@compiled
def theta_at(deck: int, players: int) -> float:
    """Return the theta when so many cards can still be drawn."""
    return THETA + THETA_OF_DRAW * max(0, _DRAWABLE - deck) / players


@compiled
def kept_at(counts: Sequence[int], kept: int, theta: float) -> tuple[float, float, float, float]:
    """Return mean and variance of an unseen card that its owner knows, and of one that nobody knows.

    There are so many unseen cards of each number, and owners know so many of them: a card is kept with odds
    in proportion to its weight, so many in all.
    """
    rest, step, odds = -kept, exp(theta), 0.0
    for count in counts:
        rest += count
    even = not kept or rest <= 0
    if not even:
        low = log(kept / rest)
        high = low - theta * (at.NUMBERS - 1)
        near = (low + high) / 2
        for _ in range(_STEPS):
            now, spread = _kept_with(counts, exp(near), step)
            if abs(now - kept) < _CLOSE:
                break
            if now < kept:
                low = near
            else:
                high = near
            near += (kept - now) / spread
            if not low < near < high:
                near = (low + high) / 2
        odds = exp(near)
    mine, its_mean, its_square = 0.0, 0.0, 0.0
    free, blind_mean, blind_square = 0.0, 0.0, 0.0
    for number in range(at.NUMBERS):
        share = 1.0 if even else odds / (1 + odds)
        one, other = counts[number] * share, counts[number] * (1.0 if even else 1 - share)
        mine, its_mean, its_square = mine + one, its_mean + one * number, its_square + one * number**2
        free, blind_mean = free + other, blind_mean + other * number
        blind_square += other * number**2
        odds *= step
    if mine:
        its_mean, its_square = its_mean / mine, its_square / mine
    if free:
        blind_mean, blind_square = blind_mean / free, blind_square / free
    return its_mean, its_square - its_mean**2, blind_mean, blind_square - blind_mean**2


@compiled
def _kept_with(counts: Sequence[int], odds: float, step: float) -> tuple[float, float]:
    """Return how many unseen cards are kept, and the variance; the odds of 0, 1, ... go by a factor."""
    total = spread = 0.0
    for number in range(at.NUMBERS):
        share = odds / (1 + odds)
        total += counts[number] * share
        spread += counts[number] * share * (1 - share)
        odds *= step
    return total, spread


@compiled
def stays_below(own: float, theirs: float, variance: float) -> float:
    """Return the chance that a sum is not above that of an opponent after a reply; their variances in one."""
    return (1 + erf((theirs - REPLY + _TIES - own) / sqrt(2 * (variance + REPLY_VARIANCE)))) / 2


@compiled
def more_by_taking(given: float, top: int) -> float:
    """Return what the next player saves more than a last turn usually does by taking the top discard (S-12).

    The caller knows that card, and that it is taken for the best that both know of: cards that count so much.
    """
    return max(0.0, given - top - REPLY)


@compiled
def cost(own: float, chance: float) -> float:
    """Return the points with which a caller ends the round, in the mean."""
    return (1 - chance) * (own + FAILED_CALL)


# ---- what a player counts on -------------------------------------------------------------------------------


@compiled
def knows(table: Table, player: int, card: int) -> bool:
    """Tell whether a player knows a card."""
    return table[card + at.SEEN] >> player & 1 == 1


@compiled
def is_kept(table: Table, owner: int, card: int) -> bool:
    """Tell whether the owner of a card has seen it, as far as the masks tell."""
    return table[at.UNTOLD] == 1 or table[card + at.SEEN] & (1 << owner | at.FORGOTTEN) > 0


@compiled
def take_stock(table: Table, player: int) -> None:
    """Write down what a player counts on: the unseen cards, and own cards that are alike."""
    for number in range(at.NUMBERS):
        table[at.COUNTS + number] = COPIES[number]
    table[at.OWNED], bit = 0, 1 << player
    table[at.BLIND] = table[at.TARGETS] = table[at.LOWEST] = _NOT_YET
    for owner in range(table[at.PLAYERS]):
        first = at.card_at(owner, 0)
        for card in range(first, first + at.FIELDS * table[at.SIZES + owner], at.FIELDS):
            if table[card + at.SEEN] & bit:
                table[at.COUNTS + table[card + at.FACE]] -= 1
            elif is_kept(table, owner, card):
                table[at.OWNED] += 1
    for pile in range(at.PILES_COUNT):
        first, end = at.pile_card_at(pile, 0), at.pile_card_at(pile, table[at.PILE_SIZES + pile])
        for card in range(
            first + at.PILE_FIELDS * table[at.BAG] if pile == at.DECK else first, end, at.PILE_FIELDS
        ):
            if table[card + at.SEEN] & bit:
                table[at.COUNTS + table[card + at.FACE]] -= 1
    _note_unseen(table)
    _note_alike(table, player)
    for number in range(at.NUMBERS):
        table[at.GAINS + number] = _UNASKED
    table[at.SAVED] = saving(table, player, 0, 0, at.NOBODY, False)


@compiled
def _note_unseen(table: Table) -> None:
    """Write down how many unseen cards there are, and the only number among them but 13s, if it is."""
    table[at.UNSEEN], table[at.SOLE], numbers = table[at.COUNTS + DOPPELGANGER], DOPPELGANGER, 0
    for number in range(DOPPELGANGER):
        if table[at.COUNTS + number] > 0:
            table[at.UNSEEN] += table[at.COUNTS + number]
            table[at.SOLE], numbers = number, numbers + 1
    if numbers > 1:
        table[at.SOLE] = at.NOBODY


@compiled
def _note_alike(table: Table, player: int) -> None:
    """Write down what it is worth to give own cards up, and which have one number; hidden ones may have any.

    Each counts as one card less here, so of a set that is exchanged for another card one counts too much.
    """
    goes_on = not _is_last(table)
    table[at.FEWER] = FEWER if goes_on else 0
    for number in range(at.NUMBERS + 1):
        table[at.ALIKE + number] = table[at.TOGETHER + number] = 0
    for slot in range(table[at.SIZES + player]):
        card, table[at.WORTH + slot] = at.card_at(player, slot), NEVER
        if not table[card + at.AMULET]:
            known = knows(table, player, card)
            number = table[card + at.FACE] if known else table[at.SOLE]
            if number == at.NOBODY:
                number = at.NUMBERS
            table[at.GROUP + slot] = number
            count = expected(table, player, player, slot) - _worth_face_up(table, card)
            replaced = REPLACED if goes_on and not known else 0
            table[at.WORTH + slot] = count + replaced + table[at.FEWER]
            if (
                number < at.NUMBERS or not table[at.ALIKE + number]
            ):  # of hidden ones that may differ the first
                table[at.ALIKE + number] |= 1 << slot
                table[at.TOGETHER + number] += table[at.WORTH + slot]


@compiled
def _worth_face_up(table: Table, card: int) -> int:
    """Return what an open card of one's own is good for: else it would be taken for its like for ever."""
    return _open(table, table[card + at.FACE]) if table[card + at.UP] else 0


@compiled
def _open(table: Table, face: int) -> int:
    """Return what a card is good for that lies face-up in the own village."""
    return 0 if _is_last(table) else FACE_UP[face]


@compiled
def _is_last(table: Table) -> bool:
    """Tell whether the player draws no more after this turn, if every turn takes a card (S-29, S-30)."""
    left = at.deck_left(table) + table[at.PILE_SIZES + at.BESIDE]
    if table[at.PILE_SIZES + at.HELD]:
        left += table[at.PILE_SIZES + at.HELD] - 1  # what a Rascal drew besides goes back
    elif table[at.OPEN] == at.FREELY:
        left -= 1  # this turn takes one, too
    return table[at.LAST] >= 0 or left < table[at.PLAYERS]


@compiled
def _expect(table: Table) -> None:
    """Write down what is expected of hidden cards."""
    theta = theta_at(at.deck_left(table), table[at.PLAYERS])
    counts = table[at.COUNTS : at.COUNTS + at.NUMBERS]
    mean, variance, blind_mean, blind_variance = kept_at(counts, table[at.OWNED], theta)
    table[at.KEPT], table[at.KEPT_VARIANCE] = int(mean * POINT + 0.5), int(variance * POINT + 0.5)
    table[at.BLIND], table[at.BLIND_VARIANCE] = (
        int(blind_mean * POINT + 0.5),
        int(blind_variance * POINT + 0.5),
    )


@compiled
def expected(table: Table, player: int, owner: int, slot: int) -> int:
    """Return what a card of a village counts for a player."""
    card = at.card_at(owner, slot)
    if knows(table, player, card):
        return POINT * table[card + at.FACE]
    if table[at.BLIND] == _NOT_YET:
        _expect(table)
    return table[at.KEPT] if is_kept(table, owner, card) else table[at.BLIND]


@compiled
def expected_sum(table: Table, player: int, owner: int) -> int:
    """Return what a village counts for a player."""
    total = 0
    for slot in range(table[at.SIZES + owner]):
        total += expected(table, player, owner, slot)
    return total


# ---- own cards that are given up together ------------------------------------------------------------------


@compiled
def saving(table: Table, player: int, begin: int, upto: int, face: int, up: bool) -> int:
    """Return what the best set saves whose slots below a number are these; `NEVER` if there is none.

    A set is sure to match: each single card, and all own cards of one number with the 13s. One hidden card
    and 13s match; more of them do where all unseen cards are of one number or 13s. With the number of the
    card that comes for it, face-up or not, what this changes for the next turn counts as well; `NOBODY`: it
    does not.
    """
    most, mask, one = NEVER, (1 << upto) - 1, table[at.FEWER]
    for slot in range(table[at.SIZES + player]):
        if 1 << slot & mask == begin and table[at.WORTH + slot] > NEVER:
            most = max(most, table[at.WORTH + slot] - one + _prospect(table, player, 1 << slot, face, up))
    for number in range(at.NUMBERS + 1):
        if table[at.ALIKE + number]:
            slots, saved = table[at.ALIKE + number], table[at.TOGETHER + number]
            if number != DOPPELGANGER:
                slots, saved = (
                    slots | table[at.ALIKE + DOPPELGANGER],
                    saved + table[at.TOGETHER + DOPPELGANGER],
                )
            if slots & (slots - 1) and slots & mask == begin:
                most = max(most, saved - one + _prospect(table, player, slots, face, up))
    return most


@compiled
def _prospect(table: Table, player: int, slots: int, face: int, up: bool) -> int:
    """Return what the next turn gains more when own cards are exchanged now for one of a number.

    Cards that match, and 13s, can leave together then; what a card is good for face-up is lost when it does.
    Nothing where no turn may come, or the gain of the next turn lost where another 0 ends the round (S-42).
    """
    if face == at.NOBODY or _is_last(table):
        return 0
    if up and face == VILLAGER and at.count_face_up(table, VILLAGER):
        return -_drawn(table, table[at.SAVED])
    for number in range(at.NUMBERS + 1):
        table[at.LEFT_OVER + number] = 0
    for slot in range(table[at.SIZES + player]):
        if not slots >> slot & 1 and table[at.WORTH + slot] > NEVER:
            number = table[at.GROUP + slot]
            if number < at.NUMBERS:
                table[at.LEFT_OVER + number] += table[at.WORTH + slot]
            else:
                table[at.LEFT_OVER + number] = max(table[at.LEFT_OVER + number], table[at.WORTH + slot])
    table[at.LEFT_OVER + face] += POINT * face + table[at.FEWER] - (_open(table, face) if up else 0)
    most = 0
    for number in range(at.NUMBERS + 1):
        if number != DOPPELGANGER:
            most = max(most, table[at.LEFT_OVER + number])
    saved = most + table[at.LEFT_OVER + DOPPELGANGER] - table[at.FEWER]
    return _drawn(table, saved) - _drawn(table, table[at.SAVED])


@compiled
def _drawn(table: Table, saved: int) -> int:
    """Return what a draw gains that is exchanged for cards that count so much, if that helps."""
    total = 0
    for face in range(at.NUMBERS):
        total += table[at.COUNTS + face] * max(0, saved - POINT * face)
    return total // table[at.UNSEEN] if table[at.UNSEEN] else 0


@compiled
def gain(table: Table, player: int, face: int) -> int:
    """Return what it saves to exchange a card for the best set; below 0 if it costs something."""
    if table[at.SAVED] == NEVER:
        return 0
    if table[at.GAINS + face] == _UNASKED:
        table[at.GAINS + face] = saving(table, player, 0, 0, face, False) - POINT * face
    return table[at.GAINS + face]


@compiled
def gain_face_up(table: Table, player: int, face: int) -> int:
    """Return the gain of a card that will lie face-up, with what it is good for there."""
    good = _open(table, face)
    if table[at.SAVED] == NEVER or not (good or face == VILLAGER):
        return gain(table, player, face)
    return saving(table, player, 0, 0, face, True) - POINT * face + good


# ---- what an option is worth -------------------------------------------------------------------------------


@compiled
def judge(table: Table, player: int) -> int:
    """Write what each option of the open decision is worth; return the number of the first of the best."""
    take_stock(table, player)
    best, most, call = at.NOBODY, 0, at.NOBODY
    for number in range(table[at.OFFERED]):
        option = at.OPTIONS + number * at.OPTION
        if table[option] == at.CALL:
            call = number
        elif not _is_free(table, table[option]):
            worth = _worth(table, player, table[option], table[option + 1], table[option + 2])
            table[option + 3] = worth
            if best == at.NOBODY or worth > most:
                best, most = number, worth
    follows = most
    for number in range(table[at.OFFERED]):
        option = at.OPTIONS + number * at.OPTION
        if _is_free(table, table[option]):
            worth = follows + _worth(table, player, table[option], table[option + 1], table[option + 2])
            table[option + 3] = worth
            if best == at.NOBODY or worth > most:
                best, most = number, worth
    if call != at.NOBODY:
        saved = gain_of_call(table, player)
        table[at.OPTIONS + call * at.OPTION + 3] = most + saved
        if saved > 0 or best == at.NOBODY:
            best = call
    return best


@compiled
def _is_free(table: Table, verb: int) -> bool:
    """Tell whether an option is a free action: the best of the others can follow it."""
    return verb in (at.PROTECT, at.GUARD_WITH) or (verb == at.LOOK and table[at.OPEN] != at.BY_ABILITY)


@compiled
def decide(table: Table, player: int) -> int:
    """Let a player choose an option, as the rollout is to begin or by policy; return where it stands."""
    number = 0
    if table[at.FORCED] >= 0:
        number = _forced(table, player)
    elif table[at.POLICIES + player * at.PARAMETERS + at.KIND] == at.UNIFORM:
        number = at.below(table, table[at.OFFERED])
    elif table[at.OFFERED] > 1 and table[at.OPEN] != at.NO_MATTER:
        number = judge(table, player)
    option = at.OPTIONS + number * at.OPTION
    at.note(table, table[option], table[option + 1], table[option + 2], table[at.OFFERED])
    return option


@compiled
def _forced(table: Table, player: int) -> int:
    """Return the option with which the rollout is to begin, or the best one if it is not there."""
    verb, one, two = table[at.FORCED], table[at.FORCED_ONE], table[at.FORCED_TWO]
    for number in range(table[at.OFFERED]):
        option = at.OPTIONS + number * at.OPTION
        if table[option] == verb and table[option + 1] == one and table[option + 2] == two:
            table[at.FORCED] = at.TAKEN
            return number
    table[at.FORCED] = at.MISSED
    return judge(table, player)


@compiled
def _worth(table: Table, player: int, verb: int, one: int, two: int) -> int:
    if table[at.OPEN] == at.NO_MATTER:
        return 0
    if verb == at.DRAW:
        return (
            _worth_of_draw(table, player)
            if table[at.OPEN] == at.FREELY
            else _most_in_hand(table, player) + ONE_MORE
        )
    if verb == at.LOOK:
        return _worth_of_look(table, player, one, two)
    if verb == at.TURN_UP:
        return _worth_of_turning(table, player, one, two)
    if verb == at.PROTECT:
        known = knows(table, player, at.card_at(player, one))
        return FREE_LOOK + POINT - expected(table, player, player, one) if known else NO_LOOK
    if verb == at.GUARD_WITH:
        return GUARDING
    if verb in (at.ROB, at.GIVE, at.HIT):
        return _worth_of_harm(table, player, verb, one, two)
    if verb in (at.EXCHANGE, at.AND, at.DONE):
        return _worth_of_set(table, player, verb, one)
    return _worth_of_card(table, player, verb, one)


@compiled
def _worth_of_draw(table: Table, player: int) -> int:
    """Return what the top card of the deck brings that is exchanged, or discarded for its ability."""
    top, total = _known_in_deck(table, player, 0), 0
    if top != at.NOBODY:
        return max(gain(table, player, top), _ability(table, player, top, 1))
    for face in range(at.NUMBERS):
        if table[at.COUNTS + face] > 0:
            total += table[at.COUNTS + face] * max(
                gain(table, player, face), _ability(table, player, face, 1)
            )
    return total // table[at.UNSEEN] if table[at.UNSEEN] else 0


@compiled
def _known_in_deck(table: Table, player: int, under: int) -> int:
    """Return a card of the deck that lies under so many others if the player knows it, or `NOBODY`."""
    if at.deck_left(table) <= under:
        return at.NOBODY
    card = at.pile_card_at(at.DECK, table[at.PILE_SIZES + at.DECK] - 1 - under)
    return table[card + at.FACE] if knows(table, player, card) else at.NOBODY


@compiled
def _worth_of_card(table: Table, player: int, verb: int, one: int) -> int:
    """Return what it is worth to bring a card in, or to discard it; all other options are worth nothing."""
    if verb == at.TAKE:
        face = at.face_in(table, at.DISCARD_PILE, table[at.PILE_SIZES + at.DISCARD_PILE] - 1)
        return gain_face_up(table, player, face)
    if verb == at.SHOWN:
        face = at.face_in(table, at.BESIDE, one)
        ability = _ability(table, player, face, 0) if table[at.SQUIRE_ABILITY] else 0
        return max(gain_face_up(table, player, face), ability)
    if verb == at.FETCH:
        return gain_face_up(table, player, one)
    if verb == at.KEEP:
        return max(gain(table, player, one), _ability(table, player, one, 0))
    if verb == at.USE:
        return _worth_of_witch(table, player, 0)
    if verb == at.DISCARD:
        return _ability(table, player, at.face_in(table, at.HELD, 0), 0)
    return 0


@compiled
def _ability(table: Table, player: int, face: int, drawn: int) -> int:
    """Return what a card brings that is discarded: the best that its ability offers, or nothing.

    So many cards of the deck are drawn before.
    """
    if face == MASTER:
        return _worth_of_pile(table, player)
    if face == WITCH:
        return max(0, _worth_of_witch(table, player, drawn))
    if face == ROBBER:
        return max(0, _robbed(table, player, _lowest(table, player)))
    _note_targets(table, player)
    own, theirs = KNOWING * table[at.HIDDEN], SPYING * table[at.TARGETS]
    if face == BEHOLDER:
        return own
    if face == SEER:
        return min(own, KNOWING) or theirs
    if face == APPRENTICE_SEER:
        return theirs
    useful = table[at.USEFUL] if face == EXPOSER or (face == REVEALER and table[at.REVEALER_ANY]) else 0
    return max(useful, theirs // 2) if face == REVEALER else useful


@compiled
def _note_targets(table: Table, player: int) -> None:
    """Write down what looks and turns find: hidden cards, and own ones that are useful face-up."""
    if table[at.TARGETS] != _NOT_YET:
        return
    table[at.HIDDEN] = table[at.TARGETS] = table[at.USEFUL] = 0
    for owner in range(0 if _is_last(table) else table[at.PLAYERS]):
        for slot in range(table[at.SIZES + owner]):
            card = at.card_at(owner, slot)
            known = knows(table, player, card)
            if owner != player:
                if not known and at.seen_by_rivals(table, card):
                    table[at.TARGETS] = 1
            elif at.seen_by_owner(table, card):
                if known:
                    table[at.USEFUL] = max(table[at.USEFUL], FACE_UP[table[card + at.FACE]])
                else:
                    table[at.HIDDEN] = min(2, table[at.HIDDEN] + 1)


@compiled
def _lowest(table: Table, player: int) -> int:
    """Return what the lowest card of an opponent counts that can be moved."""
    if table[at.LOWEST] == _NOT_YET:
        table[at.LOWEST] = _NO_TARGET
        for owner in range(table[at.PLAYERS]):
            for slot in range(table[at.SIZES + owner]):
                if owner != player and at.moved_by_rivals(table, at.card_at(owner, slot)):
                    table[at.LOWEST] = min(table[at.LOWEST], expected(table, player, owner, slot))
    return table[at.LOWEST]


@compiled
def _worth_of_pile(table: Table, player: int) -> int:
    """Return what a Master gains by the best of the discards that the player knows."""
    most = 0
    for index in range(table[at.PILE_SIZES + at.DISCARD_PILE]):
        card = at.pile_card_at(at.DISCARD_PILE, index)
        if knows(table, player, card):
            most = max(most, gain_face_up(table, player, table[card + at.FACE]))
    return most


@compiled
def _worth_of_witch(table: Table, player: int, drawn: int) -> int:
    """Return what the next card of the deck brings to the own village or does in that of an opponent."""
    if at.deck_left(table) <= drawn:
        return 0
    top, total = _known_in_deck(table, player, drawn), 0
    if top != at.NOBODY:
        return _witched(table, player, top)
    for face in range(at.NUMBERS):
        if table[at.COUNTS + face] > 0:
            total += table[at.COUNTS + face] * _witched(table, player, face)
    return total // table[at.UNSEEN] if table[at.UNSEEN] else 0


@compiled
def _witched(table: Table, player: int, face: int) -> int:
    """Return what a Witch gains with a card in the own village, or instead of the lowest of an opponent.

    Once she has looked she must exchange it where she can (A-32), if only at a loss.
    """
    most = 0 if table[at.WITCH_AFTER_LOOK] else NEVER
    if table[at.SAVED] > NEVER:
        most = max(most, gain(table, player, face))
    lowest = _lowest(table, player)
    return max(most, _harmed(POINT * face - lowest)) if lowest < _NO_TARGET else most


@compiled
def _harmed(points: int) -> int:
    """Return what it is worth that an opponent has so much more."""
    more, tenths = HARM
    return points * more // tenths


@compiled
def _most_in_hand(table: Table, player: int) -> int:
    """Return what the best of the cards in hand is worth."""
    most = NEVER
    for index in range(table[at.PILE_SIZES + at.HELD]):
        most = max(most, _worth_of_card(table, player, at.KEEP, at.face_in(table, at.HELD, index)))
    return most


@compiled
def _worth_of_set(table: Table, player: int, verb: int, one: int) -> int:
    """Return what the best set saves that begins with the cards given up so far and one, or no one, more."""
    face = at.face_in(table, at.HELD, 0)
    up = table[at.SOURCE] not in (at.FROM_DECK, at.FROM_WITCH)  # S-62
    rest = (_open(table, face) if up else 0) - POINT * face
    if verb == at.DONE:
        return (
            max(saving(table, player, table[at.PUSHED], table[at.SIZES + player], face, up), NEVER + POINT)
            + rest
        )
    return saving(table, player, table[at.PUSHED] | 1 << one, one + 1, face, up) + rest


@compiled
def _worth_of_look(table: Table, player: int, owner: int, slot: int) -> int:
    if table[at.OPEN] != at.BY_ABILITY:
        return NO_LOOK if knows(table, player, at.card_at(owner, slot)) else FREE_LOOK
    return _worth_of_seeing(table, player, owner, slot)


@compiled
def _worth_of_seeing(table: Table, player: int, owner: int, slot: int) -> int:
    """Return what it is worth to see a card: nothing if it is known, or no turn comes."""
    if knows(table, player, at.card_at(owner, slot)) or _is_last(table):
        return 0
    return KNOWING if owner == player else SPYING


@compiled
def _worth_of_turning(table: Table, player: int, owner: int, slot: int) -> int:
    """Return what it is worth to turn a card up: own 2 to 4 become useful."""
    card = at.card_at(owner, slot)
    known = knows(table, player, card)
    if owner == player:
        useful = _open(table, table[card + at.FACE]) if known else 0
        return useful or OPENED
    return GIVEN_AWAY if known else SPYING // 2


@compiled
def _worth_of_harm(table: Table, player: int, verb: int, one: int, two: int) -> int:
    """Return what a robbery saves, or what a card given to an opponent costs there, or a Witch's."""
    more, tenths = HARM
    if verb == at.GIVE:
        return expected(table, player, player, one) * (tenths + more) // tenths
    theirs = expected(table, player, one, two)
    if verb == at.HIT:
        return _harmed(POINT * at.face_in(table, at.HELD, 0) - theirs)
    return _robbed(table, player, theirs)


@compiled
def _robbed(table: Table, player: int, theirs: int) -> int:
    """Return what it is worth to get a card that counts so much for the own one that counts most."""
    more, tenths = HARM
    most = NEVER
    for slot in range(table[at.SIZES + player]):
        most = max(most, table[at.WORTH + slot])
    return (most - table[at.FEWER] - theirs) * (tenths + more) // tenths


@compiled
def gain_of_call(table: Table, player: int) -> int:
    """Return by how much a call ends below going on, by chance or by the sum at which the player calls."""
    if table[at.BLIND] == _NOT_YET:
        _expect(table)
    own = expected_sum(table, player, player)
    calls_at = table[at.POLICIES + player * at.PARAMETERS + at.CALL_AT]
    if calls_at != at.BY_CHANCE:
        return POINT * calls_at - own + 1
    variance, chance = _variance(table, player, player), 1.0
    for owner in range(table[at.PLAYERS]):
        if owner != player:
            both = (variance + _variance(table, player, owner)) / POINT
            theirs = expected_sum(table, player, owner) / POINT
            if owner == (player + 1) % table[at.PLAYERS]:
                theirs -= more_by_taking(_given_up(table, player, owner) / POINT, _top_discard(table))
            chance *= stays_below(own / POINT, theirs, both)
    return int((GOING_ON - cost(own / POINT, chance)) * POINT)


@compiled
def _given_up(table: Table, player: int, owner: int) -> int:
    """Return what cards of one number count that an opponent knows; a hidden one counts what is expected."""
    most = 0
    for slot in range(table[at.SIZES + owner]):
        card = at.card_at(owner, slot)
        if is_kept(table, owner, card) and at.moved_by_owner(table, card):
            count = table[at.KEPT]
            if knows(table, player, card):
                count = POINT * table[card + at.FACE] * _alike(table, player, owner, table[card + at.FACE])
            most = max(most, count)
    return most


@compiled
def _alike(table: Table, player: int, owner: int, face: int) -> int:
    """Return how many cards of a number an opponent has and knows, and the player knows, too."""
    count = 0
    for slot in range(table[at.SIZES + owner]):
        card = at.card_at(owner, slot)
        known = knows(table, player, card) and is_kept(table, owner, card)
        count += known and table[card + at.FACE] == face and at.moved_by_owner(table, card)
    return count


@compiled
def _top_discard(table: Table) -> int:
    """Return the number of the card that everybody may take, or more than any if there is none."""
    count = table[at.PILE_SIZES + at.DISCARD_PILE]
    return at.face_in(table, at.DISCARD_PILE, count - 1) if count else at.NUMBERS


@compiled
def _variance(table: Table, player: int, owner: int) -> int:
    """Return the variance of the sum of a village for a player."""
    total = 0
    for slot in range(table[at.SIZES + owner]):
        card = at.card_at(owner, slot)
        if not knows(table, player, card):
            total += table[at.KEPT_VARIANCE] if is_kept(table, owner, card) else table[at.BLIND_VARIANCE]
    return total
