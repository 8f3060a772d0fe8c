"""The steps of the rival: scheme cards, effects by their verbs, meeting the player, the journal."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, Reveal
from toolkit.games.wayfarers import actions
from toolkit.games.wayfarers.components.boards import FirstRecord
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS, Effect, branch_words
from toolkit.games.wayfarers.components.names import ANY_GUILD, GUILDS, KINDS, NONE, RIVAL, SCIENCE, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SOLO, SPOTS, TILES
from toolkit.games.wayfarers.display import more, put_worker, spend, take_off
from toolkit.games.wayfarers.effects import in_supply
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.solo import priorities
from toolkit.games.wayfarers.solo import rival as solo
from toolkit.games.wayfarers.solo.priorities import INFLUENCE, PLACE, RETRIEVE, TAKE, Looked, look, possible
from toolkit.games.wayfarers.solo.rival import RivalDid, Seeking, pend
from toolkit.games.wayfarers.state import OPEN, PILE, RevealingScheme, TakingTop, WayfarersState, replaced
from toolkit.games.wayfarers.tableau import Rival
from toolkit.games.wayfarers.turns import enter, space_gain

# ---- scheme cards (Y-97, Y-99, Y-148) ----------------------------------------------------------------------


def turn_up(state: WayfarersState, action: actions.RevealScheme, _frame: RevealingScheme) -> None:
    """Turn up a scheme card: the resource marker moves, then one of its actions follows."""
    rival, silver = state.rivals[0], SOLO.scheme[action.scheme].silver
    state.schemes.give(action.scheme, PILE, OPEN)
    rival.schemes = (*rival.schemes, action.scheme)
    pend(state, [solo.SCHEME_ACTION])
    if silver:
        _advance(state, Effect("advance_resource_marker", silver))


def _scheme_action(state: WayfarersState, _effect: Effect) -> Reveal:
    """Do the first action of the last scheme card if that is possible, else the second."""
    number = state.rivals[0].schemes[-1]
    card = SOLO.scheme[number]
    seeking, text = _first(state, card.first)
    if seeking:
        state.stack.append(seeking)
        return RivalDid("Y-97", f"{card.id}, first action: {text}")
    pend(state, solo.SECOND[number])
    return RivalDid("Y-97", f"{card.id}: {text}; second action: {branch_words(solo.SECOND[number])}")


def _first(state: WayfarersState, first: FirstRecord) -> tuple[Seeking | None, str]:
    """Pay for the first action of a scheme card; return what it seeks then, or why it is impossible."""
    rival = state.rivals[0]
    if first.place_worker:
        for colour in sorted(map(WORKERS.index, first.place_worker)):
            if rival.hands[colour] and possible(look(state, PLACE, colour)):
                return Seeking(AUTOMATIC, PLACE, colour), f"a {WORKERS[colour]} worker"
        return None, f"no {' or '.join(first.place_worker)} worker can be placed"
    kind = KINDS.index(first.acquire)
    price = {GUILDS.index(guild): many for guild, many in first.pay_influence.items()}
    words = " and ".join(f"{many} {GUILDS[guild]}" for guild, many in price.items())
    if any(rival.guilds[guild] < many for guild, many in price.items()):
        return None, f"the rival does not have {words}"
    if not possible(look(state, TAKE, kind)):
        return None, f"no {KINDS[kind]} card is possible"
    for guild, many in price.items():
        rival.guilds = more(rival.guilds, guild, -many)
    return Seeking(AUTOMATIC, TAKE, kind), f"{words} for a {KINDS[kind]} card"


def _shuffle(state: WayfarersState, _effect: Effect) -> Reveal:
    """Put the scheme cards back into their pile."""
    state.schemes.pour(OPEN, PILE)
    state.rivals[0].schemes = ()
    return RivalDid("Y-99", "all scheme cards are shuffled")


# ---- effects by their verbs (Y-100, Y-101, Y-147) ----------------------------------------------------------


def resolve(state: WayfarersState, frame: solo.RivalEffects) -> Reveal | None:
    """Resolve the first of several effects; what it brings comes before the others."""
    pend(state, frame.parts[1:])
    effect = EFFECTS[frame.parts[0]]
    return BY_VERB[effect.verb](state, effect)


def _replaced(state: WayfarersState, effect: Effect) -> Reveal | None:
    """Resolve what an icon means to the rival instead (Y-101)."""
    other = EFFECTS[solo.REPLACED[effect.verb]]  # type: ignore[index]
    return BY_VERB[other.verb](state, other._replace(times=other.times * effect.times))


def _advance(state: WayfarersState, effect: Effect) -> None:
    rival = state.rivals[0]
    rival.advance(effect.times)
    spot = SOLO.spot[rival.spot]
    text = f"the resource marker moves {effect.times} on to spot {rival.spot}: {spot.colour}, {spot.row} row"
    state.reveal(RivalDid("Y-97", text, (rival.spot,)), ALL, AUTOMATIC)
    while rival.bonuses:
        solo.open_bonus(state)


def _comet(state: WayfarersState, effect: Effect) -> Reveal:
    rival = state.rivals[0]
    rival.comet = min(rival.comet + effect.times, SOLO.comet_track)
    return RivalDid("Y-102", f"the rival's comet marker is at {rival.comet}", (rival.comet,))


def _comet_check(state: WayfarersState, _effect: Effect) -> Reveal:
    last = SOLO.scheme[state.rivals[0].schemes[-1]]
    no_comet = RivalDid("Y-99", f"{last.id} shows no comet")
    return _comet(state, Effect("comet")) if last.comet else no_comet


def _influence_guild(state: WayfarersState, effect: Effect) -> Reveal:
    rival = state.rivals[0]
    first = priorities.by_colour(rival, SOLO.guilds, GUILDS)[0]  # Y-136
    guild = first if effect.guild == ANY_GUILD else effect.guild
    rival.guilds = more(rival.guilds, guild, effect.times)
    return RivalDid("Y-136", f"the rival has {rival.guilds[guild]} {GUILDS[guild]}", rival.guilds)


def _acquire(state: WayfarersState, effect: Effect) -> Reveal | None:
    if effect.source and not state.pile(effect.kind):
        return RivalDid("Y-108", f"the pile of {KINDS[effect.kind]} cards is empty: the effect is lost")
    top = TakingTop(CHANCE, RIVAL, effect.kind)  # Y-108
    state.stack.append(top if effect.source else Seeking(AUTOMATIC, TAKE, effect.kind))
    return None


def _upgrade(state: WayfarersState, effect: Effect) -> Reveal:
    """Take a tile and lay it on the path; the covered cells follow (Y-111, Y-112, Y-137, Y-144)."""
    rival = state.rivals[0]
    order = priorities.tiles(rival, effect.kind)
    tile = next((one for one in order if state.tiles_left[one]), NONE)
    if tile == NONE:
        return RivalDid("Y-137", "no such tile is left: the effect is lost")
    cells = priorities.covered(rival.board, rival.path, tile)
    icons = [priorities.path(rival.board)[cell] for cell in cells]
    state.tiles_left = replaced(state.tiles_left, tile, state.tiles_left[tile] - 1)
    rival.tiles, rival.path = (*rival.tiles, tile), cells.stop
    pend(state, [solo.CELLS[icon] for icon in icons if icon in solo.CELLS])
    tried = ", ".join(TILES[one].id for one in order if TILES[one].kind == TILES[tile].kind)
    over = " and ".join(icon for icon in icons if icon in solo.CELLS)
    where = (f"over {over}" if over else "on its path") if cells else "beside the full path"
    by = f"sum {priorities.total(rival)}" if TILES[tile].pile else "mark of the last scheme card"
    text = f"{by}: {tried}; the rival lays {TILES[tile].id} {where}"
    return RivalDid("Y-111", text, (tile, *cells))


def _seek(state: WayfarersState, effect: Effect) -> None:
    doing = INFLUENCE if effect.verb == "influence_card" else RETRIEVE
    state.stack += [Seeking(AUTOMATIC, doing, NONE)] * effect.times


# ---- cards of the display, and the player's influence there (Y-106, Y-138 to Y-142, Y-150) -----------------


def seek(state: WayfarersState, frame: Seeking) -> Reveal:
    """Find the card for something, and do it or ask the player whose influence lies there."""
    if frame.what == NONE:
        tried = _open_to(state.rivals[0], frame.doing)
        found = (what for what in tried if possible(look(state, frame.doing, what)))
        frame = frame._replace(what=next(found, tried[0]))
    looked = look(state, *frame[1:])
    place = next(iter(possible(looked)), NONE)
    told = _found(state, frame.doing, frame.what, looked, place)
    if told.met:
        state.stack.append(solo.Meeting(0, *frame[1:]))
    elif place != NONE:
        _interact(state, frame.doing, frame.what, place)
    return told


def _open_to(rival: Rival, doing: str) -> list[int]:
    """Return the colours of workers to retrieve, green first (Y-107), or the kinds of cards to influence."""
    if doing == INFLUENCE:
        return priorities.by_colour(rival, SOLO.cards, KINDS)
    colours = priorities.by_colour(rival, dict(zip(WORKERS, WORKERS, strict=True)), WORKERS)
    return sorted(colours, key=lambda colour: colour > 0)


def _found(state: WayfarersState, doing: str, what: int, looked: Looked, place: int) -> solo.RivalSought:
    rival, card = state.rivals[0], state.display[place] if place != NONE else NONE
    spot = SOLO.spot[rival.spot]
    basis = f"sum {priorities.total(rival)}" + f", {spot.colour}" * (doing in (RETRIEVE, INFLUENCE))
    if doing == TAKE and what == KINDS.index("inspiration"):
        basis = f"{spot.row} row"
    met = bool(looked) and place != NONE and 0 <= state.tokens[place] < RIVAL
    return solo.RivalSought(doing, what, basis, looked, place, card, met)


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


def meeting_options(state: WayfarersState, frame: solo.Meeting) -> list[Action]:
    """Return what the player may do: take nothing or something, or deny a card that is not the last one."""
    tableau, (silver, provision) = state.tableaux[0], in_supply(state)
    pays = len(possible(look(state, *frame[1:]))) > 1
    offered = {
        actions.ALLOW: True,
        actions.ALLOW_SILVER: silver > 0,
        actions.ALLOW_PROVISION: provision > 0,
        actions.DENY_SILVER: pays and tableau.silver > 0,
        actions.DENY_PROVISION: pays and tableau.provision > 0,
    }
    return [action for action, offer in offered.items() if offer]


def meet(state: WayfarersState, action: actions.Say, frame: solo.Meeting) -> None:
    """Let the rival do it and take something, or send it on to the next card."""
    place, tableau = possible(look(state, *frame[1:]))[0], state.tableaux[0]
    if action in (actions.DENY_SILVER, actions.DENY_PROVISION):
        spend(state, 0, int(action is actions.DENY_SILVER), int(action is actions.DENY_PROVISION))
        state.stack.append(Seeking(AUTOMATIC, frame.doing, frame.what, (*frame.denied, place)))
        return
    tableau.silver += action is actions.ALLOW_SILVER
    tableau.provision += action is actions.ALLOW_PROVISION
    state.reveal(_found(state, frame.doing, frame.what, (), place), ALL, AUTOMATIC)
    _interact(state, frame.doing, frame.what, place)


# ---- the journal (Y-109, Y-110, Y-143) ---------------------------------------------------------------------


def _journal(state: WayfarersState, _effect: Effect) -> Reveal | None:
    """Move the marker; once the effects of the space are resolved a further step may follow (Y-110)."""
    if priorities.next_space(state) == NONE:
        return RivalDid("Y-35", "the rival's marker is at the end of the journal")
    pend(state, [solo.FURTHER[priorities.further_price(state)]])
    return _step(state, "")


def _go_further(state: WayfarersState, effect: Effect) -> Reveal | None:
    """Pay science for a further step, once a turn."""
    rival, price = state.rivals[0], effect.times
    if rival.stepped or priorities.next_space(state) == NONE:
        return None
    has = f"a further step costs {price} science, the rival has {rival.guilds[SCIENCE]}"
    if rival.guilds[SCIENCE] < price:
        return RivalDid("Y-110", has)
    rival.stepped, rival.guilds = 1, more(rival.guilds, SCIENCE, -price)
    return _step(state, f"{has}; ")


def _step(state: WayfarersState, why: str) -> Reveal | None:
    rival, space = state.rivals[0], priorities.next_space(state)
    blue, red = priorities.votes(rival)
    way = f"{blue} blue and {red} red scheme cards: {'up' if priorities.goes_up(rival) else 'down'}"
    told = RivalDid("Y-109", f"{why}{way}; the rival's marker moves to {SPACES[space]}", (space,))
    pend(state, space_gain(state, space))
    state.reveal(told, ALL, AUTOMATIC)
    enter(state, RIVAL, space)
    return None


BY_VERB: dict[str, Callable[[WayfarersState, Effect], Reveal | None]] = {
    **dict.fromkeys(solo.REPLACED, _replaced),
    "advance_resource_marker": _advance,
    "comet": _comet,
    "comet_check": _comet_check,
    "influence_guild": _influence_guild,
    "acquire": _acquire,
    "upgrade": _upgrade,
    "focus_action": lambda state, _: pend(state, solo.FOCUS[state.rivals[0].board]),
    "choose_one": lambda state, effect: pend(state, effect.branches[0]),  # the special tile (Y-101)
    "influence_card": _seek,
    "retrieve_worker": _seek,
    "journal": _journal,
    "further_step": _go_further,
    "scheme_action": _scheme_action,
    "shuffle_scheme_cards": _shuffle,
}
"""How the rival resolves an effect, by its verb."""
