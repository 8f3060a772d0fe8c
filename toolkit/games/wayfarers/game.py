"""`GAME`: Wayfarers of the South Tigris in the protocol."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec

from toolkit.core.decision import Action
from toolkit.core.game import Game, register
from toolkit.core.history import Event
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.caravan import BONUSES, FACES
from toolkit.games.wayfarers.components.names import INSPIRATION, KINDS, LAND, NONE, SPACE, TOWNSFOLK, WATER
from toolkit.games.wayfarers.components.records import read_cards, read_text
from toolkit.games.wayfarers.components.tables import CARDS, JOURNAL_TILES, PLAYER, SOLO, TILES, deck
from toolkit.games.wayfarers.conversion import complete, lay_out
from toolkit.games.wayfarers.display import PLACES, SLOTS_EACH
from toolkit.games.wayfarers.journal import SPACES, TILE_SPACES
from toolkit.games.wayfarers.play.dice import Placing, Rolling
from toolkit.games.wayfarers.play.gaining import Hosting
from toolkit.games.wayfarers.play.turns import DECISIONS, Resting, go_on, set_up
from toolkit.games.wayfarers.position import Position
from toolkit.games.wayfarers.rules import Rules as WayfarersRules
from toolkit.games.wayfarers.solo.priorities import covered
from toolkit.games.wayfarers.solo.steps import RIVAL_REVEALS
from toolkit.games.wayfarers.state import OPEN, SET_UP, UNSEEN, WayfarersState
from toolkit.games.wayfarers.tableau import Rival, Tableau

_EDITIONS = MappingProxyType(
    {
        "rulebook": WayfarersRules(),
        "rival upgrade": WayfarersRules(rival="upgrade"),
        "rival townsfolk": WayfarersRules(rival="townsfolk"),
        "rival journal": WayfarersRules(rival="journal"),
    }
)


class Wayfarers(Game[WayfarersRules, WayfarersState]):
    """Wayfarers of the South Tigris, for 1 to 4 players: explore, influence the guilds, fill the journal."""

    name = "wayfarers"
    title = "Wayfarers of the South Tigris"
    players = range(1, act.MOST_PLAYERS + 1)
    Rules = WayfarersRules
    state_type = WayfarersState
    decisions = DECISIONS
    actions = act.ACTIONS
    reveals = (*act.REVEALS, *RIVAL_REVEALS)
    understood = (act.END_TURN,)
    position = Position
    told_by = "toolkit.games.wayfarers.telling:WayfarersTeller"
    drawn_by = "toolkit.games.wayfarers.pictures.table:table_svg"

    def start(self, players: int, rules: WayfarersRules) -> WayfarersState:
        """Return the game before anything is drawn (Y-1 to Y-8).

        `ToolkitError` for a start player who does not sit at the table, or boards for others than these.
        """
        rules.check_players(players)
        state = WayfarersState.begin(rules, players)
        set_up(state)
        return state

    def go_on(self, state: WayfarersState) -> None:
        """Open what follows when nothing is open."""
        go_on(state)

    def rivals(self, players: int) -> int:
        """Return 1 for who plays alone."""
        return int(players == 1)

    def components(self, rules: WayfarersRules) -> Mapping[str, Any]:  # noqa: ARG002
        """Return cards, tiles, boards and the rival, as the files have them."""
        cards: dict[str, Any] = {kind: msgspec.to_builtins(read_cards(kind)) for kind in KINDS}
        texts = ("tiles.toml", "board.toml", "player.toml", "rival.toml", "journal.csv")
        return {**cards, **{name.partition(".")[0]: read_text(name) for name in texts}}

    def parse_line(self, text: str, state: WayfarersState) -> tuple[Action, ...]:
        """Return the actions of a line, with commas between them, such as ``die 3, on middle 4``."""
        return tuple(self.parse(part, state.players, state.rules) for part in _BETWEEN.split(text))

    def begins_line(self, event: Event, run: Sequence[Event], following: Event | None) -> bool:  # noqa: ARG002
        """Tell where a line begins: with a turn, cards turned up, or what somebody else does."""
        turned = isinstance(event.action, act.RevealCard), isinstance(run[-1].action, act.RevealCard)
        actors = {one.actor for one in run if one.actor >= 0}
        begins = (
            isinstance(event.action, act.TakeDie | act.PutWorker | act.RevealScheme)
            or event.action is act.REST
        )
        return begins or turned[0] != turned[1] or (event.actor >= 0 and not {event.actor} >= actors)

    def complete(self, position: Position, random: Random) -> WayfarersState:
        """Return a game that goes on from a position, as `conversion` says."""
        return complete(position, random)

    def lay_out(self, position: Position, random: Random) -> WayfarersState:
        """Return the table of a position, at its end, too."""
        return lay_out(position, random) if position.over else complete(position, random)

    @property
    def editions(self) -> Mapping[str, WayfarersRules]:
        """The rulebook's game, alone against the rival of the board `space`; then against the others."""
        return _EDITIONS

    def card(self, kind: str, face: int, rules: WayfarersRules) -> str:  # noqa: ARG002
        """Return the id of a card, or of a scheme of the rival."""
        return SOLO.scheme[face].id if kind == "schemes" else CARDS[face].id

    def faults(self, state: WayfarersState) -> Iterator[str]:
        """Return pieces that are lost or too many, and cards that lie in two places or where none can."""
        yield from _nowhere(state)
        for player, tableau in enumerate(state.tableaux):
            dice = len(tableau.dice) + len(tableau.placed) + tableau.reserve
            if state.phase != SET_UP and dice + _on_the_way(state, player) != act.MOST_DICE:
                yield f"player {player} has {dice} dice"
            tokens = tableau.influence + sum(tableau.guilds) + state.tokens.count(player)
            if tokens != PLAYER.pieces.influence or min(tableau.influence, *tableau.guilds) < 0:
                yield f"player {player} has {tokens} influence"
            if tableau.silver < 0 or tableau.provision < 0:
                yield f"player {player} owes {tableau.silver} silver, {tableau.provision} provisions"
            cards = tableau.counts
            tableau.derive()
            if cards != tableau.counts:
                yield f"player {player}: counters {cards}, not {tableau.counts}"
        yield from _lost_pieces(state)
        for rival in state.rivals:
            yield from _faults_of_rival(state, rival)


_BETWEEN = re.compile(r",(?!\s*\d)")
"""A comma between actions; that of a cell such as ``place 2,3`` is none."""


def _on_the_way(state: WayfarersState, player: int) -> int:
    """Return how many dice of a player are being placed or rolled."""
    found = 0
    for frame in state.stack:
        if isinstance(frame, Rolling) and frame.player == player:
            found += frame.dice
        elif isinstance(frame, Placing | Resting) and frame.actor == player:
            found += 1 if isinstance(frame, Placing) else frame.taken
    return found


def _nowhere(state: WayfarersState) -> Iterator[str]:
    """Return what lies where nothing can, or names what there is not: saved states may say anything."""
    seats = state.players + len(state.rivals)
    if not 0 <= state.player < seats or not 0 <= state.start < state.players:
        yield f"it is the turn of seat {state.player}, and seat {state.start} began"
    for frame in state.stack:
        if not 0 <= getattr(frame, "player", 0) < seats:
            yield f"nobody sits where this is open: {frame}"
        if isinstance(frame, Resting) and Counter(frame.dice) - Counter(state.tableaux[frame.actor].dice):
            yield f"player {frame.actor} has not all of the dice that may be rolled: {frame.dice}"
    if min(*state.discount, *state.purse) < 0:
        yield f"the discount {state.discount} and the purse {state.purse} are less than nothing"
    if not {*state.markers} <= {*range(len(SPACES))}:
        yield f"the markers are on the spaces {state.markers}"
    tiles = [tile for tile in state.journal_tiles if tile != NONE]
    if len(state.journal_tiles) != len(TILE_SPACES) or not {*tiles} <= {*range(len(JOURNAL_TILES))}:
        yield f"the journal tiles are {state.journal_tiles}"
    for place, card, owner, workers in zip(PLACES, state.display, state.tokens, state.workers, strict=True):
        empty = card == NONE and owner == NONE and not workers
        right = card != NONE and CARDS[card].kind == place // SLOTS_EACH
        if not (empty or right) or not NONE <= owner < seats or workers not in range(64):
            yield f"place {place} of the display: card {card}, influence of {owner}, workers {workers}"
    for player, tableau in enumerate(state.tableaux):
        if why := _misplaced(tableau):
            yield f"player {player}: {why}"
        if tableau.board not in BONUSES and state.phase != SET_UP:
            yield f"player {player} has board {tableau.board}"


def _misplaced(tableau: Tableau) -> str:
    """Return which dice or cards of a player lie where none can, if any do."""
    if not {*tableau.dice, *(face for _, face in tableau.placed)} <= {*FACES}:
        return f"the dice show {tableau.dice} and {tableau.placed}"
    if not {slot for slot, _ in tableau.placed} <= {slot.slot for slot in tableau.slots}:
        return f"{tableau.placed} lie on slots of others"
    rows = (
        (LAND, tableau.land, TOWNSFOLK, tableau.land_folk),
        (WATER, tableau.water, TOWNSFOLK, tableau.water_folk),
        (SPACE, tableau.space, INSPIRATION, tableau.inspirations),
    )
    for kind, row, other, tucked in rows:
        wrong = [card for card in row if CARDS[card].kind != kind]
        wrong += [card for card in tucked if card != NONE and CARDS[card].kind != other]
        if wrong or len(row) != len(tucked):
            return f"{KINDS[kind]} cards {row} with {tucked}"
    return ""


def _lost_pieces(state: WayfarersState) -> Iterator[str]:
    """Return faults of workers, tiles and open cards."""
    hands = [*[one.hands for one in state.tableaux], *[one.hands for one in state.rivals]]
    for colour, all_ in enumerate((4, max(2, state.players), max(2, state.players))):
        on_cards = sum(mask >> colour & 1 for mask in state.workers)
        found = on_cards + sum(hand[colour] for hand in hands)
        found += state.green.bit_count() if colour == 0 else 0
        if found != all_:
            yield f"{found} workers of colour {colour}"
    owned = [laid.tile for tableau in state.tableaux for laid in tableau.tiles]
    owned += [tile for rival in state.rivals for tile in rival.tiles]
    owned += [tile for frame in state.stack if (tile := getattr(frame, "tile", NONE)) != NONE]
    for tile in TILES:
        copies = max(2, state.players) if tile.pile else 1
        if owned.count(tile.number) + state.tiles_left[tile.number] != copies:
            yield f"{tile.id} is lost"
    for kind in range(len(KINDS)):
        shown, open_ = sorted(_shown(state, kind)), state.zones(kind).cards[OPEN]
        taken = sum(rival.cards[kind] - len(state.zones(kind).cards[UNSEEN]) for rival in state.rivals)
        hidden = [card for card in open_ if card not in shown]  # what the rival took lies face down by now
        if sorted(shown + hidden) != open_ or len(hidden) != taken:
            yield f"{KINDS[kind]}: {shown} are shown, the rival has {taken}, {open_} lie open"


def _faults_of_rival(state: WayfarersState, rival: Rival) -> Iterator[str]:
    """Return what is wrong with the rival's scheme cards, influence, comets or caravan."""
    if sorted(rival.schemes) != state.schemes.cards[OPEN]:
        yield f"scheme cards {rival.schemes} are in order, {state.schemes.cards[OPEN]} lie face up"
    if min(rival.guilds) < 0 or not 0 <= rival.comet <= SOLO.comet_track:
        yield f"the rival has influence {rival.guilds} and is at comet {rival.comet}"
    path = 0
    for tile in rival.tiles:
        path = covered(rival.board, path, tile).stop
    if path != rival.path:
        yield f"the tiles {rival.tiles} of the rival end at cell {path}, not {rival.path}"


def _shown(state: WayfarersState, kind: int) -> Iterator[int]:
    """Return the cards of a kind that lie somewhere face up, the printed ones apart."""
    mine = chain(state.display, *(tableau.cards() for tableau in state.tableaux))
    hosting = [frame.card for frame in state.stack if isinstance(frame, Hosting)]
    played = set(deck(kind, True))
    return (card for card in chain(mine, hosting) if card != NONE and card in played)


GAME = Wayfarers()
"""The game."""

register(GAME)
