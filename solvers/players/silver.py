"""Advice for Silver: points saved in this round, one step ahead, and who can expect the lowest total."""

from __future__ import annotations

from math import erf, exp, sqrt
from typing import TYPE_CHECKING, Any

from solvers.players.silver_view import Glance
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.actions import DONE, DRAW, SKIP, USE, Anyone, Own, Word
from toolkit.games.silver.cards import BODYGUARD, EMPATH, RASCAL
from toolkit.games.silver.scoring import FAILED_CALL
from toolkit.games.silver.state import SHOWN, VILLAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.core.decision import Action
    from toolkit.games.silver.state import SilverState

# Guesses, in points: what is not exact here is a rule of thumb.
_LUCK = 9.0  # a round turns the lead by so much
_SD = 3.8  # of a single card (the digest: 3.775)
_REPLY = 2.0  # what each opponent saves in the turn after a call
_KNOWING = 1.2  # knowing an own card that was unknown
_SPYING = 0.3  # knowing a card of an opponent
_HARM = 0.3  # a point more for an opponent
_FREE_LOOK = 3.0  # a look that costs nothing comes first
_MAY_HELP = 0.6  # the ability of a card that is not drawn yet
_USEFUL = {EMPATH: 1.0, BODYGUARD: 0.3, RASCAL: 1.5}  # face-up, in the own village
_ABILITY = {5: 0.0, 6: 0.1, 7: 2 * _KNOWING, 8: _SPYING, 9: _KNOWING, 11: 1.0, 12: 1.0}


class SilverAdvice:
    """Judges by the points that an action saves; of hidden cards it takes the mean of what is unseen."""

    horizon = 8
    judges_at = frozenset({"turn", "deal"})

    def weigh(self, state: SilverState, actions: Sequence[Action]) -> Sequence[float]:
        """Return the chance of the player who acts to win the game, after each action."""
        return self.judged(Glance(state, state.to_act()), actions)

    def judged(self, glance: Glance, actions: Sequence[Action]) -> Sequence[float]:
        """Return the same for what a player knows, or remembers."""
        judge = _JUDGES.get(str(glance.state.decision_kind()), _no_matter)
        lead = _lead(glance)
        return [_share(lead + judge(glance, action), glance.state) for action in actions]

    def values(self, state: SilverState) -> Sequence[float]:
        """Return the chance of each player to win, by the totals and the cards that lie in the villages."""
        if state.reason:
            return state.returns()
        sums = [sum(state.cards.cards[VILLAGE + player]) for player in range(state.players)]
        if state.caller >= 0 and state.turns_left >= 0:
            low = sums[state.caller] <= min(sums)
            sums[state.caller] = 0 if low else sums[state.caller] + FAILED_CALL
        points = [total + mine for total, mine in zip(state.totals, sums, strict=True)]
        spread, least = _spread(state, more=state.phase == "setup"), min(points)
        odds = [exp((least - mine) / spread) for mine in points]
        return [mine / sum(odds) for mine in odds]


def _spread(state: SilverState, more: int = 0) -> float:
    """Return how many points of a lead make odds of e to 1; rounds to come, `more` of them, turn more."""
    left = 1 if state.rules.score_mode else state.rules.rounds - state.round + more
    return _LUCK * sqrt(left + 0.3)


def _lead(glance: Glance) -> float:
    """Return by how many points a player can expect to be below the mean of the others."""
    state, me = glance.state, glance.player
    points = [state.totals[player] + glance.total(player) for player in range(state.players)]
    return (sum(points) - points[me]) / (state.players - 1) - points[me]


def _share(lead: float, state: SilverState) -> float:
    return 1 / (1 + (state.players - 1) * exp(-lead / _spread(state)))


# ---- what an action saves, in points ----------------------------------------------------------------------


def _no_matter(_glance: Glance, _action: Action) -> float:
    return 0.0


def _turn(glance: Glance, action: Any) -> float:
    """Judge the action of the turn, and free actions before it."""
    match action:
        case Word("draw"):
            return glance.draw + _MAY_HELP
        case Word("take"):
            return glance.gain(glance.pile[-1]) + _USEFUL.get(glance.pile[-1], 0.0)
        case Word("call"):
            return _call(glance)
        case Own("shown", which):
            number = glance.state.cards.cards[SHOWN][which]
            return max(glance.gain(number), _ABILITY.get(number, 0.0))
    return _free(glance, action)


def _call(glance: Glance) -> float:
    """Judge a call: the own sum is saved, or ten points are lost (Q-8), against going on with a draw."""
    mine, chance = glance.total(glance.player), 1.0
    unknown = len(glance.hidden(glance.player))
    for other in range(glance.state.players):
        if other != glance.player:
            spread = _SD * sqrt(unknown + len(glance.hidden(other)) + 0.1)
            ahead = glance.total(other) - _REPLY - mine
            chance *= (1 + erf(ahead / spread / sqrt(2))) / 2
    return chance * mine - (1 - chance) * FAILED_CALL


def _free(glance: Glance, action: Any) -> float:
    """Judge a free action: look at what is unknown, protect a low card; guards stay where they are."""
    village = glance.village(glance.player)
    match action:
        case Anyone("look", _, slot):
            return _FREE_LOOK if village[slot] == HIDDEN else -1.0
        case Own("protect", slot):
            return -1.0 if village[slot] == HIDDEN else _FREE_LOOK + 1 - village[slot]
        case Word("end"):
            return 0.0
    return -0.5


def _use(glance: Glance, action: Any) -> float:
    """Judge what is done with the card in hand."""
    number = glance.held[0]
    match action:
        case Word("discard"):
            return _ability(glance, number)
        case Own("exchange", slot):
            return _best_with(glance, (slot,)) - number
    return _free(glance, action)


def _ability(glance: Glance, number: int) -> float:
    if number == 10:
        return max([0.0, *(glance.gain(face) for face in glance.pile if face != HIDDEN)])
    unknown = len(glance.hidden(glance.player))
    return (
        min(_ABILITY.get(number, 0.0), _KNOWING * unknown) if number in (7, 9) else _ABILITY.get(number, 0.0)
    )


def _best_with(glance: Glance, slots: tuple[int, ...]) -> float:
    """Return what the best set saves that begins with these slots."""
    count = len(slots)
    return max(saved for saved, chosen in [*glance.sets, (-99.0, slots)] if chosen[:count] == slots)


def _set(glance: Glance, action: Any) -> float:
    """Judge one card more for a set, or to leave it at these."""
    _, _, slots = glance.state.stack[-1]
    if action != DONE:
        return _best_with(glance, (*slots, action.slot))
    return next((saved for saved, chosen in glance.sets if chosen == slots), -98.0)


def _rascal(glance: Glance, action: Any) -> float:
    """Judge a card to keep, or to draw one more."""

    def worth(number: int) -> float:
        return max(glance.gain(number), _ability(glance, number))

    best = max(worth(number) for number in glance.held)
    return best + 0.5 if action == DRAW else worth(action.face)


def _look(glance: Glance, action: Any) -> float:
    """Judge a look: at an own unknown card first."""
    if action == SKIP or glance.village(action.player)[action.slot] != HIDDEN:
        return 0.0
    return _KNOWING if action.player == glance.player else _SPYING


def _turn_up(glance: Glance, action: Any) -> float:
    """Judge turning a card face-up: own 2 to 4 become useful."""
    if action == SKIP:
        return 0.0
    number = glance.village(action.player)[action.slot]
    if action.player == glance.player:
        return _USEFUL.get(number, -0.2)
    return _SPYING / 2 if number == HIDDEN else -0.1


def _fetch(glance: Glance, action: Any) -> float:
    if action == SKIP:
        return 0.0
    return glance.gain(action.face) + _USEFUL.get(action.face, 0.0)


def _witch(glance: Glance, action: Any) -> float:
    return glance.draw if action == USE else 0.0


def _witch_card(glance: Glance, action: Any) -> float:
    """Judge where the Witch's card goes."""
    number = glance.held[0]
    match action:
        case Anyone("hit", player, slot):
            return _HARM * (number - glance.worth(player, slot))
        case Own("exchange", slot):
            return _best_with(glance, (slot,)) - number
    return 0.0


def _rob(glance: Glance, action: Any) -> float:
    """Judge a robbery by the worst own card that may be given for it."""
    if action == SKIP:
        return 0.0
    worst = max(saved for saved, slots in glance.sets if len(slots) == 1)
    return (1 + _HARM) * (worst - glance.worth(action.player, action.slot))


def _gift(glance: Glance, action: Any) -> float:
    return (1 + _HARM) * glance.worth(glance.player, action.slot)


_JUDGES: Mapping[str, Callable[[Glance, Any], float]] = {
    "turn": _turn,
    "use": _use,
    "end": _free,
    "set": _set,
    "rascal": _rascal,
    "exposer": _turn_up,
    "revealer": _turn_up,
    "beholder": _look,
    "beholder again": _look,
    "apprentice seer": _look,
    "seer": _look,
    "robber look": _look,
    "master": _fetch,
    "witch": _witch,
    "witch card": _witch_card,
    "robber": _rob,
    "robber gift": _gift,
}

ADVICE = SilverAdvice()
