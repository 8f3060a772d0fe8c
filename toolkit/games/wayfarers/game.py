"""`GAME`: Wayfarers of the South Tigris in the protocol."""

from __future__ import annotations

from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from toolkit.core.game import Game, register
from toolkit.games.wayfarers.actions import MOST_DICE, MOST_PLAYERS, REVEALS, vocabulary
from toolkit.games.wayfarers.components.names import KINDS, NONE
from toolkit.games.wayfarers.components.reading import read_cards, read_text
from toolkit.games.wayfarers.components.tables import PLAYER, TILES, deck
from toolkit.games.wayfarers.decisions import DECISIONS
from toolkit.games.wayfarers.positions.conversion import complete
from toolkit.games.wayfarers.positions.position import Position
from toolkit.games.wayfarers.rules import Rules as WayfarersRules
from toolkit.games.wayfarers.state import OPEN, SET_UP, Placing, Resting, Rolling, WayfarersState
from toolkit.games.wayfarers.turns import go_on, set_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from toolkit.core.decision import Action

_EDITIONS = MappingProxyType({"rulebook": WayfarersRules()})


class Wayfarers(Game[WayfarersRules, WayfarersState]):
    """Wayfarers of the South Tigris, for 1 to 4 players: explore, influence the guilds, fill the journal."""

    name = "wayfarers"
    title = "Wayfarers of the South Tigris"
    players = range(2, MOST_PLAYERS + 1)
    Rules = WayfarersRules
    state_type = WayfarersState
    decisions = DECISIONS
    reveals = REVEALS
    position = Position

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

    def vocabulary(self, players: int, rules: WayfarersRules) -> Sequence[Action]:
        """Return every action."""
        return vocabulary(players, rules.promos)

    def components(self, rules: WayfarersRules) -> Mapping[str, Any]:  # noqa: ARG002
        """Return cards, tiles, boards and the rival, as the files have them."""
        cards: dict[str, Any] = {kind: msgspec.to_builtins(read_cards(kind)) for kind in KINDS}
        texts = ("tiles.toml", "board.toml", "player.toml", "rival.toml", "journal.csv")
        return {**cards, **{name.partition(".")[0]: read_text(name) for name in texts}}

    def complete(self, position: Position, random: Random) -> WayfarersState:
        """Return a game that goes on from a position, as `positions.conversion` says."""
        return complete(position, random)

    @property
    def editions(self) -> Mapping[str, WayfarersRules]:
        """The rulebook's game."""
        return _EDITIONS

    def faults(self, state: WayfarersState) -> Iterator[str]:
        """Return pieces that are lost or too many, and cards that lie in two places."""
        for player, tableau in enumerate(state.tableaux):
            dice = len(tableau.dice) + len(tableau.placed) + tableau.reserve
            if state.phase != SET_UP and dice + _on_the_way(state, player) != MOST_DICE:
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


def _on_the_way(state: WayfarersState, player: int) -> int:
    """Return how many dice of a player are being placed or rolled."""
    found = 0
    for frame in state.stack:
        if isinstance(frame, Rolling) and frame.player == player:
            found += frame.dice
        elif isinstance(frame, Placing | Resting) and frame.actor == player:
            found += 1 if isinstance(frame, Placing) else len(frame.dice)
    return found


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
    owned += [frame.tile for frame in state.stack if hasattr(frame, "tile")]
    for tile in TILES:
        copies = max(2, state.players) if tile.pile else 1
        if owned.count(tile.number) + state.tiles_left[tile.number] != copies:
            yield f"{tile.id} is lost"
    for kind in range(len(KINDS)):
        shown = sorted(_shown(state, kind))
        if shown != state.zones(kind).cards[OPEN] and not state.rivals:
            yield f"{KINDS[kind]}: {shown} are shown, {state.zones(kind).cards[OPEN]} lie open"


def _shown(state: WayfarersState, kind: int) -> Iterator[int]:
    """Return the cards of a kind that lie somewhere face up, the printed ones apart."""
    mine = chain(state.display, *(tableau.cards() for tableau in state.tableaux))
    hosting = [frame.card for frame in state.stack if hasattr(frame, "card")]
    played = set(deck(kind, True))
    return (card for card in chain(mine, hosting) if card != NONE and card in played)


GAME = Wayfarers()
"""The game."""

register(GAME)
