"""A real table with a person who plays alone: what this person does by hand, and alters for the rival.

What is done by hand are actions of the game, whose effects are dropped: they are the person's business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from toolkit.core.decision import CHANCE, Action, Frame
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import Event
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.components.effects import EFFECTS
from toolkit.games.wayfarers.components.names import GUILDS, INSPIRATION, KINDS, NONE, RIVAL, WORKERS, marked
from toolkit.games.wayfarers.components.tables import CARDS, SOLO, TILES, WORKERS_ON
from toolkit.games.wayfarers.conversion import going_on, lay_out
from toolkit.games.wayfarers.display import SLOTS_EACH, next_cards, owes_fee, place_of, places_of, retrievable
from toolkit.games.wayfarers.journal import COLUMN, SPACES, TILE_SPACES
from toolkit.games.wayfarers.play.effects import spend_influence
from toolkit.games.wayfarers.play.gaining import Acquiring, Hosting, PlacingTile, TakingTop, Upgrading
from toolkit.games.wayfarers.play.influence import InfluencingCard, Retrieving, TakingFrom
from toolkit.games.wayfarers.play.journal import Journaling
from toolkit.games.wayfarers.play.turns import EndingTurn, Turning
from toolkit.games.wayfarers.position import Position
from toolkit.games.wayfarers.solo import priorities, steps
from toolkit.games.wayfarers.state import PILE, UNSEEN, WayfarersState, replaced
from toolkit.games.wayfarers.tableau import Rival, Tableau

_PURSE = 40  # silver and provisions that the person is taken to have

# ---- the table ---------------------------------------------------------------------------------------------


def table_of(position: Position) -> WayfarersState:
    """Return the table of a solo position, with nothing open.

    `ToolkitError` where that leaves face-up cards or journal tiles to chance, as in `complete`.
    """
    if len(position.players) != 1:
        raise ToolkitError(f"{len(position.players)} players: the rival plays against one alone (Y-96)")
    found = lay_out(going_on(position), Random(0))
    said = {card for kind in KINDS for card in getattr(position.display, kind)}
    for place, card in enumerate(found.display):
        if card != NONE and CARDS[card].id not in said:
            raise ToolkitError(f"display: the card in {slot_words(place)} is missing")
    for space in tiles_ahead(found):
        if space not in position.journal.tiles:
            raise ToolkitError(f"journal.tiles: the tile on {space} is missing")
    return found


def tiles_ahead(state: WayfarersState) -> list[str]:
    """Return the spaces with tiles that a marker may still enter."""
    last = min(COLUMN[state.side(seat).marker] for seat in (0, RIVAL))
    return [SPACES[space] for space in TILE_SPACES if COLUMN[space] > last]


def face_up(state: WayfarersState, card: int) -> int:
    """Return the place of a face-up card; `ToolkitError` for another (Y-20)."""
    if card in state.display:
        return place_of(state, card)
    there = [state.display[place] for place in places_of(CARDS[card].kind)]
    others = ", ".join(CARDS[one].id for one in there if one != NONE)
    raise ToolkitError(f"{CARDS[card].id} does not lie face up, but {others} (Y-20)")


def check_pile(state: WayfarersState, card: int, coming: Collection[int] = ()) -> None:
    """Refuse a card that cannot come from its pile; one that can is none that the rival took unseen.

    What it has taken instead is none of those that are `coming` too.
    """
    zones = state.zones(CARDS[card].kind)
    pile, unseen = zones.cards[PILE], zones.cards[UNSEEN]
    if card in unseen and (others := [one for one in pile if one not in coming]):
        other = others[0]
        zones.move(card, (UNSEEN, None), (PILE, None))
        zones.move(other, (PILE, None), (UNSEEN, None))
    if card not in next_cards(state, CARDS[card].kind):
        where = "the rival has it, or it is not played with"
        if card in state.tableaux[0].cards():
            where = "you have it"
        elif card in state.display:
            where = f"it lies in {slot_words(place_of(state, card))}"
        raise ToolkitError(f"{CARDS[card].id} is not in its pile: {where}")


def empty_slots(state: WayfarersState, kind: int) -> list[int]:
    """Return the slots of a kind that are filled at the end of the turn (Y-66)."""
    slots = [slot for slot, place in enumerate(places_of(kind), 1) if state.display[place] == NONE]
    return slots[: state.pile(kind)]


def check_scheme(state: WayfarersState, scheme: int) -> None:
    """Refuse a scheme card that cannot be turned up now (Y-97)."""
    if scheme in state.rivals[0].schemes:
        raise ToolkitError(f"{SOLO.scheme[scheme].id} lies face up already (Y-97)")
    if max(priorities.votes(state.rivals[0])) >= 3:
        raise ToolkitError("3 scheme cards share a colour: the rival rests, and turns none up (Y-97)")


# ---- what the person does ----------------------------------------------------------------------------------


def do(state: WayfarersState, action: Action, where: Sequence[str] = ()) -> None:
    """Do an action of the person, whose turn it is; nothing of what it brings stays open.

    `where` says where a card, a tile or a token of an empty supply goes or comes from, in words such as
    ``L03`` or ``back 2,3``; it is asked for where there are several ways (but for a tile), and
    `ToolkitError` says so.
    """
    act_by_hand(state)
    state.stack.append(_answered_by(action))
    state.apply(action)
    if isinstance(frame := state.stack[-1], Hosting | PlacingTile | TakingFrom):
        goes = {_place_words(one): one for one in state.legal_actions()}
        first = next(iter(goes)) if isinstance(frame, PlacingTile) else ""
        if (wanted := " ".join(where) or first) not in goes:
            raise ToolkitError(f"{action}: {_ways(frame, wanted, [*goes])}")
        state.apply(goes[wanted])
    elif where:
        raise ToolkitError(f"{action}: leave out {quote(' '.join(where))}: there is one way only")
    act_by_hand(state)


def _place_words(action: Action) -> str:
    """Return where something goes or comes from, without what is done there."""
    match action:
        case act.Host(card):
            return CARDS[card].id
        case act.TakeFrom(source):
            return str(act.SOURCE.written(source))
        case act.PlaceTile(row, column, back):
            return f"{'back ' * back}{row},{column}"
    raise TypeError(action)


def _answered_by(action: Action) -> Frame:
    """Return the decision of the person that an action answers."""
    if isinstance(action, act.Gain | act.Discard):
        gained = CARDS[action.card].kind if isinstance(action, act.Gain) else INSPIRATION
        return Acquiring(0, _bringing("acquire", gained), 0)
    if isinstance(action, act.TakeTile):
        return Upgrading(0, _bringing("upgrade", TILES[action.tile].kind), 0)
    if isinstance(action, act.TakeTop):
        return TakingTop(CHANCE, 0, CARDS[action.card].kind)
    if isinstance(action, act.Journal):
        return Journaling(0, 0)
    return (Retrieving if isinstance(action, act.Retrieve) else InfluencingCard)(0, 1)


def _bringing(verb: str, kind: int) -> int:
    """Return the effect by which face-up cards or tiles of a kind are gained."""
    return next(at for at, one in enumerate(EFFECTS) if (one.verb, one.kind, one.source) == (verb, kind, ""))


def _ways(frame: Frame, wanted: str, goes: Sequence[str]) -> str:
    """Return what can be said of where something goes or comes from, with the rule."""
    if isinstance(frame, PlacingTile):
        backs = [one for one in goes if one.startswith("back")]
        such = " or ".join([goes[0], *backs[:1]])
        how = f"write row and column of its upper left cell, such as {such}"
        return f"{quote(wanted)} is no free place for it; {how} (Y-71)"
    rule = "Y-27"
    if isinstance(frame, Hosting):
        rule = "Y-54" if CARDS[frame.card].kind == INSPIRATION else "Y-57"
    return f"say behind it where: {', '.join(goes)} ({rule})"


def act_by_hand(state: WayfarersState) -> None:
    """Let the person's turn be under way, with nothing else open."""
    fill_purse(state)
    state.stack = [EndingTurn(0)]


def fill_purse(state: WayfarersState) -> None:
    """Let the person have resources for any fee: the own purse is the person's business."""
    tableau = state.tableaux[0]
    tableau.silver, tableau.provision, state.purse = _PURSE, _PURSE, (_PURSE, _PURSE)


def fee(state: WayfarersState, place: int) -> int:
    """Return whether a fee is paid for the rival's influence: in what, the person knows (Y-19)."""
    return act.SILVER_FEE if owes_fee(state, 0, place) else act.NO_FEE


def may_place(state: WayfarersState, place: int) -> list[int]:
    """Return the colours of workers that the person may place there (Y-85).

    Whether anything of the spot can be done, the person knows (Y-86).
    """
    return [colour for colour in range(len(WORKERS)) if not _against_worker(state, place, colour)]


def _against_worker(state: WayfarersState, place: int, colour: int) -> str:
    kind, name = place // SLOTS_EACH, WORKERS[colour]
    if not WORKERS_ON[kind] >> colour & 1:
        return f"no {name} worker may stand on {KINDS[kind]} cards (Y-85)"
    if state.workers[place] >> colour & 1:
        return f"a {name} worker stands there already (Y-85)"
    return "" if state.tableaux[0].hands[colour] else f"no {name} worker is in your supply (Y-85)"


def place_worker(state: WayfarersState, place: int, colour: int) -> None:
    """Let the person place a worker; `ToolkitError` where that colour may not."""
    if why := _against_worker(state, place, colour):
        raise ToolkitError(f"put {WORKERS[colour]} {CARDS[state.display[place]].id}: {why}")
    card = state.display[place]
    Turning(0).put_worker(state, act.PutWorker.of[colour, card, fee(state, place)])
    act_by_hand(state)


def may_retrieve(state: WayfarersState, place: int) -> list[int]:
    """Return the colours of workers that the person may retrieve from there (Y-88, Y-89)."""
    return marked(range(len(WORKERS)), retrievable(state, place))


def influence_guild(state: WayfarersState, guild: int, by: int) -> None:
    """Let the person have more or less influence in a guild; `ToolkitError` where there is not so much."""
    mine = state.tableaux[0]
    if mine.guilds[guild] + by < 0 or by > mine.influence:
        have = f"you have {mine.guilds[guild]} there and {mine.influence} in your supply"
        raise ToolkitError(f"{GUILDS[guild]} {by:+}: {have} (Y-17, Y-26)")
    spend_influence(state, 0, guild, -by)
    act_by_hand(state)


def lift_influence(state: WayfarersState, place: int) -> None:
    """Let the person take own influence off a card (Y-27); `ToolkitError` where there is none."""
    if state.tokens[place] != 0:
        raise ToolkitError(f"no influence of yours lies on {CARDS[state.display[place]].id} (Y-21)")
    state.tokens = replaced(state.tokens, place, NONE)
    state.tableaux[0].influence += 1
    act_by_hand(state)


# ---- in words: what lies there, what is told, what is altered for the rival --------------------------------


def lies(state: WayfarersState, place: int) -> str:
    """Return what lies in a place of the display: the card, whose influence, workers."""
    if (card := state.display[place]) == NONE:
        return "-"
    owner = {0: ["[you]"], RIVAL: ["[rival]"]}.get(state.tokens[place], [])
    stand = marked(WORKERS, state.workers[place])
    return " ".join([CARDS[card].id, *owner, *stand])


def holdings(state: WayfarersState) -> Iterator[str]:
    """Yield what the rival and the person have, and which tiles are left, in lines."""
    own, mine = state.rivals[0], state.tableaux[0]
    spot, cards = SOLO.spot[own.spot], zip(own.cards, KINDS, strict=True)
    left = zip(TILES, state.tiles_left, strict=True)
    schemes = [SOLO.scheme[one].id for one in own.schemes]
    for what, words in (
        (f"rival, {SOLO.board[own.board].id} board", [*_held(own), f"comet {own.comet}"]),
        ("its marker", [f"spot {own.spot}: {spot.colour}, {spot.row} row"]),
        ("its scheme cards", [*schemes, f"sum {priorities.total(own)}"]),
        ("its cards", [f"{many} {kind}" for many, kind in cards if many]),
        ("its tiles", [TILES[tile].id for tile in own.tiles]),
        ("you", [*_held(mine), f"{mine.influence} influence left"]),
        ("your cards", [CARDS[card].id for card in mine.cards() if not CARDS[card].printed]),
        ("your tiles", [str(laid) for laid in mine.tiles]),
        ("tiles left", [f"{tile.id}{f' x{many}' * (many > 1)}" for tile, many in left if many]),
    ):
        yield f"{what}: {', '.join(words) or 'none'}"


def _held(one: Tableau | Rival) -> list[str]:
    """Return marker, influence in guilds and workers."""
    guilds = [f"{many} {guild}" for guild, many in zip(GUILDS, one.guilds, strict=True) if many]
    workers = [f"{many} {colour}" for colour, many in zip(WORKERS, one.hands, strict=True) if many]
    return [f"journal {SPACES[one.marker]}", *guilds, *[f"{worker} worker" for worker in workers]]


def told(event: Event) -> str:
    """Return what the person is told of an event in words with its rule; nothing of what is plain to see."""
    match event.action:
        case steps.RivalStep() as step:
            return f"{step.rule}: {step.said}"
        case steps.RivalSought() as sought:
            return f"{sought.rule}: {sought.said('your')}"
        case act.GreenTaken(player, column):
            return act.GreenTaken.words.format(column=column, player="the rival" if player else "you")
        case act.EndTriggered(player):
            return f"{'the rival has' if player else 'you have'} {act.REACHED}"
        case act.RevealScheme(scheme):
            return f"Y-97: the rival turns up {SOLO.scheme[scheme].id}"
        case act.TakeTop(card, kind):
            unseen = f"Y-108: the rival takes the top {KINDS[kind]} card, unseen"
            return unseen if card == HIDDEN else f"you: keep {CARDS[card].id}"
        case act.Gain() | act.Discard() | act.Retrieve() as paid:
            return f"you: {replace(paid, fee=act.NO_FEE)}"
        case own if event.actor == 0 and own is not act.END_TURN:
            return f"you: {own}"
    return ""


def slot_words(place: int) -> str:
    """Return a place of the display, such as ``land slot 4``."""
    return f"{KINDS[place // SLOTS_EACH]} slot {place % SLOTS_EACH + 1}"


def to_do(before: WayfarersState, now: WayfarersState, events: Iterable[Event]) -> Iterator[str]:
    """Yield what is altered for the rival between two states, with what happened between them."""
    for event in events:
        yield from _pieces(before, event.action)
    was, own = before.rivals[0], now.rivals[0]
    if was.schemes and not own.schemes:
        yield "shuffle the scheme cards: they are its pile again"
    for what, old, new in (
        ("its resource marker to spot", was.spot, own.spot),
        ("its comet marker to", was.comet, own.comet),
        ("its journal marker to", SPACES[was.marker], SPACES[own.marker]),
        *zip([f"its {guild} influence to" for guild in GUILDS], was.guilds, own.guilds, strict=True),
    ):
        if new != old:
            yield f"{what} {new}"


def _pieces(before: WayfarersState, told: Any) -> Iterator[str]:
    """Yield where scheme cards, cards, tiles, workers and influence on cards go by an event."""
    if isinstance(told, act.RevealScheme):
        yield f"scheme card {SOLO.scheme[told.scheme].id} face up beside the others"
    elif isinstance(told, act.TakeTop):
        yield f"the top {KINDS[told.kind]} card, unseen, face down beside its board"
    elif isinstance(told, act.GreenTaken) and told.player == NONE:
        yield f"the green worker of column {told.column} to its supply"
    elif isinstance(told, steps.RivalTile):
        where = "on the next cells of its path" if told.cells else "beside its board"
        yield f"tile {TILES[told.tile].id} {where}"
    elif isinstance(told, steps.RivalSought) and told.place != NONE and not told.met:
        card = f"{CARDS[told.card].id} in {slot_words(told.place)}"
        if told.doing == priorities.TAKE:
            yield f"{card}: face down beside its board{_freed(before, told.card)}"
        elif told.doing == priorities.INFLUENCE:
            yield f"its influence on {card}"
        else:
            worker = f"{WORKERS[told.what]} worker"
            placed = told.doing == priorities.PLACE
            yield f"its {worker} on {card}" if placed else f"the {worker} on {card} to its supply"


def _freed(before: WayfarersState, card: int) -> str:
    """Return what goes to its owner when the rival takes a card (Y-138)."""
    if card not in before.display:
        return ""
    place = place_of(before, card)
    workers = " and ".join(marked(WORKERS, before.workers[place]))
    owner = {0: "you", RIVAL: "it"}.get(before.tokens[place], "")
    return f"; the {workers} worker to it" * bool(workers) + f"; the influence to {owner}" * bool(owner)
