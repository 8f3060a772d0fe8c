"""The solo rival: what it begins with, what can be open in its turns, what is told of them, how they open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Reveal
from toolkit.games.wayfarers.components.effects import Effect, branch_words, intern, intern_record, parts_of
from toolkit.games.wayfarers.components.names import INSPIRATION, KINDS, NONE, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SOLO
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.solo.priorities import INFLUENCE, PLACE, RESTS_AT, RETRIEVE, TAKE, Looked, votes
from toolkit.games.wayfarers.state import RevealingScheme, WayfarersState
from toolkit.games.wayfarers.tableau import Rival

COMET_CHECK, SCHEME_ACTION = intern(Effect("comet_check")), intern(Effect("scheme_action"))
SHUFFLE = intern(Effect("shuffle_scheme_cards"))
FURTHER = {price: intern(Effect("further_step", price)) for price in SOLO.further_step_science.values()}
"""Steps of the rival that are effects too: they come in turn with the others."""

FOCUS = tuple([parts_of(board.focus_action) for board in SOLO.board])
BONUS = tuple([parts_of(board.resource_bonus) for board in SOLO.board])
RESTS = [tuple([one for one in board.rest if not isinstance(one, str)]) for board in SOLO.board]
REST = tuple([(COMET_CHECK, *parts_of(rest), SHUFFLE) for rest in RESTS])
SECOND = tuple([parts_of(scheme.second) for scheme in SOLO.scheme])
"""The effects of boards, of rests, and of the second actions of scheme cards."""

REPLACED = {verb: intern_record(record) for verb, record in SOLO.replacement.items()}
CELLS = {icon: intern_record(record) for icon, record in SOLO.cell.items()}
"""What icons mean to the rival (Y-101), and what covering a cell of its caravan brings (Y-111)."""


def new_rival(rules: Rules) -> Rival:
    """Return what the rival begins with (Y-96)."""
    board = [one.id for one in SOLO.board].index(rules.rival)
    return Rival(board, 0, 0, 0, 0, (0, 1, 1), (0, 1, 1), (0,) * 5, (), 0, (), 0)


# ---- what can be open --------------------------------------------------------------------------------------


class RivalEffects(NamedTuple):
    """Effects that the rival resolves in this order (Y-147)."""

    actor: int
    parts: tuple[int, ...]


class Seeking(NamedTuple):
    """The rival seeks a card for something, as in `look`; the kind or colour is `NONE` while it is open."""

    actor: int
    doing: str
    what: int
    denied: tuple[int, ...] = ()


class Meeting(NamedTuple):
    """The rival has found a card with the player's influence (Y-106, Y-139)."""

    actor: int
    doing: str
    what: int
    denied: tuple[int, ...]


# ---- what is told ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RivalDid(Reveal):
    """What the rival did by a rule, in words; `now` is where it is then, or what it has."""

    rule: str
    text: str
    now: tuple[int, ...] = ()
    words = "{text}"


@dataclass(frozen=True, slots=True)
class RivalSought(Reveal):
    """Which card the rival has found and why (Y-103 to Y-107, Y-138 to Y-142)."""

    doing: str  #: as in `look`, like `what`
    what: int
    basis: str  #: what the order follows from
    looked: Looked  #: the places that are tried; empty once the player has allowed the card
    place: int  #: where the card lies, `NONE` if no place is possible
    card: int
    met: bool  #: whether the player's influence lies on it: the player is asked

    @property
    def rule(self) -> str:
        """The number of the rule by which it is sought."""
        if self.met:
            return "Y-106"
        goal = self.doing == TAKE and self.what == INSPIRATION
        return (
            "Y-104" if goal else {TAKE: "Y-105", PLACE: "Y-107", RETRIEVE: "Y-142"}.get(self.doing, "Y-103")
        )

    def __str__(self) -> str:
        order = [place for place, _ in self.looked]
        kinds = {place // SLOTS_EACH for place in order}

        def slot(place: int) -> str:
            return f"{KINDS[place // SLOTS_EACH]} " * (len(kinds) != 1) + f"slot {place % SLOTS_EACH + 1}"

        slots = ", ".join(map(slot, order))
        if len(kinds) == 1:
            slots = f"{KINDS[min(kinds)]} slots {slots.replace('slot ', '')}"
        clauses = [f"{self.basis}: {slots}"] if slots else []
        tried = takewhile(itemgetter(1), self.looked)
        clauses += [f"{slot(place)} {why}: skipped" for place, why in tried]
        return f"({'; '.join([*clauses, self._end(slot(self.place))])})"

    def _end(self, slot: str) -> str:
        worker = f"{WORKERS[self.what]} worker" if self.doing in (PLACE, RETRIEVE) else ""
        if self.place == NONE:
            return f"no card to {self.doing}{' a worker' * bool(worker)}: the effect is lost"
        name = CARDS[self.card].id
        done = {
            TAKE: f"the rival takes {name} from {slot}",
            PLACE: f"the rival places its {worker} on {name} in {slot}",
            RETRIEVE: f"the rival retrieves the {worker} from {name} in {slot}",
            INFLUENCE: f"the rival influences {name} in {slot}",
        }
        return f"the player's influence lies on {name} in {slot}" if self.met else done[self.doing]


RIVAL_REVEALS = (RivalDid, RivalSought)

# ---- turns and bonuses open --------------------------------------------------------------------------------


def pend(state: WayfarersState, parts: Iterable[int]) -> None:
    """Open effects that the rival resolves in this order."""
    if parts := tuple(parts):
        state.stack.append(RivalEffects(AUTOMATIC, parts))


def open_turn(state: WayfarersState) -> None:
    """Let the rival rest if enough scheme cards share a colour, else turn one up (Y-97, Y-99)."""
    rival = state.rivals[0]
    rival.stepped = 0
    blue, red = votes(rival)
    if max(blue, red) < RESTS_AT:
        state.stack.append(RevealingScheme(CHANCE))
        return
    pend(state, REST[rival.board])
    text = f"{blue} blue and {red} red scheme cards: the rival rests: {branch_words(REST[rival.board])}"
    state.reveal(RivalDid("Y-99", text), ALL, AUTOMATIC)


def open_bonus(state: WayfarersState) -> None:
    """Open the bonus of the resource track once (Y-145)."""
    rival = state.rivals[0]
    rival.bonuses -= 1
    pend(state, BONUS[rival.board])
    text = f"the resource marker has crossed the bonus: {branch_words(BONUS[rival.board])}"
    state.reveal(RivalDid("Y-145", text), ALL, AUTOMATIC)
