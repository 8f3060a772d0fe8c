"""The solo rival: what it begins with, how its turns go (Y-96 to Y-113, Y-136 to Y-148)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, Reveal, asks
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.components.effects import (
    BLOCKS,
    EFFECTS,
    Effect,
    intern,
    intern_record,
    parts_of,
)
from toolkit.games.wayfarers.components.names import ANY_GUILD, GUILDS, KINDS, NONE, RIVAL, SCIENCE, WORKERS
from toolkit.games.wayfarers.components.records import FirstRecord
from toolkit.games.wayfarers.components.tables import CARDS, SOLO, SPOTS, TILES
from toolkit.games.wayfarers.display import more, put_worker, spend, take_off
from toolkit.games.wayfarers.play.effects import in_supply
from toolkit.games.wayfarers.play.gaining import TakingTop
from toolkit.games.wayfarers.play.journal import enter, space_gain
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.solo import priorities, steps
from toolkit.games.wayfarers.solo.priorities import (
    INFLUENCE,
    PLACE,
    RESTS_AT,
    RETRIEVE,
    TAKE,
    Looked,
    look,
    possible,
    votes,
)
from toolkit.games.wayfarers.state import OPEN, PILE, WayfarersState, replaced
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


# ---- turns, bonuses and scheme cards (Y-97, Y-99, Y-145, Y-148) --------------------------------------------


def _tell(state: WayfarersState, step: steps.RivalStep) -> None:
    """Tell what the rival does before what follows from it."""
    state.reveal(step, ALL, AUTOMATIC)


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
    _tell(state, steps.RivalRests(blue, red, REST[rival.board]))


def open_bonus(state: WayfarersState) -> None:
    """Open the bonus of the resource track once (Y-145)."""
    rival = state.rivals[0]
    rival.bonuses -= 1
    pend(state, BONUS[rival.board])
    _tell(state, steps.RivalBonus(BONUS[rival.board]))


class RevealingScheme(NamedTuple):
    """The rival's next scheme card is turned up (Y-97)."""

    actor: int

    def heap(self, state: WayfarersState) -> Sequence[int]:
        return state.schemes.cards[PILE]

    def turn_up(self, state: WayfarersState, action: act.RevealScheme) -> None:
        """Let the resource marker move; then one of the actions of the card follows."""
        rival, silver = state.rivals[0], SOLO.scheme[action.scheme].silver
        state.schemes.give(action.scheme, PILE, OPEN)
        rival.schemes = (*rival.schemes, action.scheme)
        pend(state, [SCHEME_ACTION])
        if silver:
            _advance(state, Effect("advance_resource_marker", silver))


def _scheme_action(state: WayfarersState, _effect: Effect) -> Reveal:
    """Do the first action of the last scheme card if that is possible, else the second."""
    rival, scheme = state.rivals[0], state.rivals[0].schemes[-1]
    first = SOLO.scheme[scheme].first
    price = {GUILDS.index(guild): many for guild, many in first.pay_influence.items()}
    unpaid = any(rival.guilds[guild] < many for guild, many in price.items())
    seeking = None if unpaid else _first(state, first)
    if seeking is None:
        pend(state, SECOND[scheme])
        return steps.RivalSecond(scheme, unpaid, SECOND[scheme])
    for guild, many in price.items():
        rival.guilds = more(rival.guilds, guild, -many)
    state.stack.append(seeking)
    return steps.RivalFirst(scheme, NONE if first.acquire else seeking.what)


def _first(state: WayfarersState, first: FirstRecord) -> Seeking | None:
    """Return what the first action of a scheme card seeks, if it is possible."""
    rival = state.rivals[0]
    if first.acquire:
        kind = KINDS.index(first.acquire)
        return Seeking(AUTOMATIC, TAKE, kind) if possible(look(state, TAKE, kind)) else None
    for colour in sorted(map(WORKERS.index, first.place_worker)):
        if rival.hands[colour] and possible(look(state, PLACE, colour)):
            return Seeking(AUTOMATIC, PLACE, colour)
    return None


def _shuffle(state: WayfarersState, _effect: Effect) -> Reveal:
    """Put the scheme cards back into their pile."""
    state.schemes.pour(OPEN, PILE)
    state.rivals[0].schemes = ()
    return steps.RivalShuffles()


# ---- effects by their verbs (Y-100, Y-101, Y-147) ----------------------------------------------------------


class RivalEffects(NamedTuple):
    """Effects that the rival resolves in this order; what one brings comes before the others (Y-147)."""

    actor: int
    parts: tuple[int, ...]

    def step(self, state: WayfarersState) -> Reveal | None:
        pend(state, self.parts[1:])
        effect = EFFECTS[self.parts[0]]
        return BY_VERB[effect.verb](state, effect)


def _replaced(state: WayfarersState, effect: Effect) -> Reveal | None:
    """Resolve what an icon means to the rival instead (Y-101)."""
    other = EFFECTS[REPLACED[effect.verb]]
    return BY_VERB[other.verb](state, other._replace(times=other.times * effect.times))


def _advance(state: WayfarersState, effect: Effect) -> None:
    rival = state.rivals[0]
    rival.advance(effect.times)
    _tell(state, steps.RivalMarker(effect.times, rival.spot))
    while rival.bonuses:
        open_bonus(state)


def _comet(state: WayfarersState, effect: Effect) -> Reveal:
    rival = state.rivals[0]
    rival.comet = min(rival.comet + effect.times, SOLO.comet_track)
    return steps.RivalComet(rival.comet)


def _comet_check(state: WayfarersState, _effect: Effect) -> Reveal:
    last = state.rivals[0].schemes[-1]
    return _comet(state, Effect("comet")) if SOLO.scheme[last].comet else steps.RivalNoComet(last)


def _influence_guild(state: WayfarersState, effect: Effect) -> Reveal:
    rival = state.rivals[0]
    first = priorities.by_colour(rival, SOLO.guilds, GUILDS)[0]  # Y-136
    guild = first if effect.guild == ANY_GUILD else effect.guild
    rival.guilds = more(rival.guilds, guild, effect.times)
    return steps.RivalGuild(guild, rival.guilds[guild])


def _acquire(state: WayfarersState, effect: Effect) -> Reveal | None:
    if effect.source and not state.pile(effect.kind):
        return steps.RivalPileEmpty(effect.kind)
    top = TakingTop(CHANCE, RIVAL, effect.kind)  # Y-108
    state.stack.append(top if effect.source else Seeking(AUTOMATIC, TAKE, effect.kind))
    return None


def _upgrade(state: WayfarersState, effect: Effect) -> Reveal:
    """Take a tile and lay it on the path; the covered cells follow (Y-111, Y-112, Y-137, Y-144)."""
    rival = state.rivals[0]
    order = priorities.tiles(rival, effect.kind)
    tile = next((one for one in order if state.tiles_left[one]), NONE)
    if tile == NONE:
        return steps.RivalNoTile()
    cells = priorities.covered(rival.board, rival.path, tile)
    icons = [priorities.path(rival.board)[cell] for cell in cells]
    brings = tuple([icon for icon in icons if icon in CELLS])
    state.tiles_left = replaced(state.tiles_left, tile, state.tiles_left[tile] - 1)
    rival.tiles, rival.path = (*rival.tiles, tile), cells.stop
    pend(state, [CELLS[icon] for icon in brings])
    tried = tuple([one for one in order if TILES[one].kind == TILES[tile].kind])
    return steps.RivalTile(tile, tuple(cells), brings, tried, priorities.total(rival))


def _seek(state: WayfarersState, effect: Effect) -> None:
    doing = INFLUENCE if effect.verb == "influence_card" else RETRIEVE
    state.stack += [Seeking(AUTOMATIC, doing, NONE)] * effect.times


# ---- cards of the display, and the player's influence there (Y-106, Y-138 to Y-142, Y-150) -----------------


class Seeking(NamedTuple):
    """The rival seeks a card for something, as in `look`; the kind or colour is `NONE` while it is open."""

    actor: int
    doing: str
    what: int
    denied: tuple[int, ...] = ()

    def step(self, state: WayfarersState) -> Reveal:
        """Find the card, and do it or ask the player whose influence lies there."""
        doing, what, denied = self[1:]
        if what == NONE:
            tried = _open_to(state.rivals[0], doing)
            what = next((one for one in tried if possible(look(state, doing, one))), tried[0])
        looked = look(state, doing, what, denied)
        place = next(iter(possible(looked)), NONE)
        told = _found(state, doing, what, looked, place)
        if told.met:
            state.stack.append(Meeting(0, doing, what, denied))
        elif place != NONE:
            _interact(state, doing, what, place)
        return told


@asks("The rival meets your influence ({doing}): do you allow it or deny it? (Y-106, Y-139)")
class Meeting(NamedTuple):
    """The rival has found a card with the player's influence (Y-106, Y-139)."""

    actor: int
    doing: str
    what: int
    denied: tuple[int, ...]

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        """Return what the player may do: take nothing or something, or deny a card that is not the last."""
        tableau, (silver, provision) = state.tableaux[0], in_supply(state)
        pays = len(possible(look(state, *self[1:]))) > 1
        offered = {
            act.ALLOW: True,
            act.ALLOW_SILVER: silver > 0,
            act.ALLOW_PROVISION: provision > 0,
            act.DENY_SILVER: pays and tableau.silver > 0,
            act.DENY_PROVISION: pays and tableau.provision > 0,
        }
        return [action for action, offer in offered.items() if offer]

    def place(self, state: WayfarersState) -> int:
        """Return where the card lies."""
        return possible(look(state, *self[1:]))[0]

    def answer(self, state: WayfarersState, action: act.Answer) -> None:
        """Let the rival do it and take something, or send it on to the next card."""
        place, tableau = self.place(state), state.tableaux[0]
        if action in (act.DENY_SILVER, act.DENY_PROVISION):
            spend(state, 0, int(action is act.DENY_SILVER), int(action is act.DENY_PROVISION))
            state.stack.append(Seeking(AUTOMATIC, self.doing, self.what, (*self.denied, place)))
            return
        tableau.silver += action is act.ALLOW_SILVER
        tableau.provision += action is act.ALLOW_PROVISION
        state.reveal(_found(state, self.doing, self.what, (), place), ALL, AUTOMATIC)
        _interact(state, self.doing, self.what, place)


def _open_to(rival: Rival, doing: str) -> list[int]:
    """Return the colours of workers to retrieve, green first (Y-107), or the kinds of cards to influence."""
    if doing == INFLUENCE:
        return priorities.by_colour(rival, SOLO.cards, KINDS)
    colours = priorities.by_colour(rival, dict(zip(WORKERS, WORKERS, strict=True)), WORKERS)
    return sorted(colours, key=lambda colour: colour > 0)


def _found(state: WayfarersState, doing: str, what: int, looked: Looked, place: int) -> steps.RivalSought:
    rival, card = state.rivals[0], state.display[place] if place != NONE else NONE
    spot = SOLO.spot[rival.spot]
    basis = f"sum {priorities.total(rival)}" + f", {spot.colour}" * (doing in (RETRIEVE, INFLUENCE))
    if doing == TAKE and what == KINDS.index("inspiration"):
        basis = f"{spot.row} row"
    met = bool(looked) and place != NONE and 0 <= state.tokens[place] < RIVAL
    return steps.RivalSought(doing, what, basis, looked, place, card, met)


def _interact(state: WayfarersState, doing: str, what: int, place: int) -> None:
    rival = state.rivals[0]
    if doing == TAKE:
        rival.take(CARDS[take_off(state, RIVAL, place)].kind)
    elif doing == PLACE:
        rival.hands = more(rival.hands, what, -1)
        put_worker(state, place, what)
        pend(state, BLOCKS[SPOTS[place]].parts)
    elif doing == RETRIEVE:
        rival.hands = more(rival.hands, what, 1)
        state.workers = replaced(state.workers, place, state.workers[place] & ~(1 << what))
    else:
        state.tokens = replaced(state.tokens, place, RIVAL)


# ---- the journal (Y-109, Y-110, Y-143) ---------------------------------------------------------------------


def _journal(state: WayfarersState, _effect: Effect) -> Reveal | None:
    """Move the marker; once the effects of the space are resolved a further step may follow (Y-110)."""
    if priorities.next_space(state) == NONE:
        return steps.RivalAtEnd()
    pend(state, [FURTHER[priorities.further_price(state)]])
    return _step(state)


def _go_further(state: WayfarersState, effect: Effect) -> Reveal | None:
    """Pay science for a further step, once a turn."""
    rival, price = state.rivals[0], effect.times
    if rival.stepped or priorities.next_space(state) == NONE:
        return None
    science = rival.guilds[SCIENCE]
    if science < price:
        return steps.RivalStays(price, science)
    rival.stepped, rival.guilds = 1, more(rival.guilds, SCIENCE, -price)
    return _step(state, price, science)


def _step(state: WayfarersState, price: int = 0, science: int = 0) -> Reveal | None:
    rival, space = state.rivals[0], priorities.next_space(state)
    pend(state, space_gain(state, space))
    _tell(state, steps.RivalJournal(space, *votes(rival), priorities.goes_up(rival), price, science))
    enter(state, RIVAL, space)
    return None


BY_VERB: dict[str, Callable[[WayfarersState, Effect], Reveal | None]] = {
    **dict.fromkeys(REPLACED, _replaced),
    "advance_resource_marker": _advance,
    "comet": _comet,
    "comet_check": _comet_check,
    "influence_guild": _influence_guild,
    "acquire": _acquire,
    "upgrade": _upgrade,
    "focus_action": lambda state, _: pend(state, FOCUS[state.rivals[0].board]),
    "choose_one": lambda state, effect: pend(state, effect.branches[0]),  # the special tile (Y-101)
    "influence_card": _seek,
    "retrieve_worker": _seek,
    "journal": _journal,
    "further_step": _go_further,
    "scheme_action": _scheme_action,
    "shuffle_scheme_cards": _shuffle,
}
"""How the rival resolves an effect, by its verb."""
