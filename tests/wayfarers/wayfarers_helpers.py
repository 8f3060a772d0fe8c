"""Positions of Wayfarers laid out by hand: ``table().seat(0, "L01+F08", dice=[1]).lay("L26:1").turn()``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from toolkit.core.decision import AUTOMATIC
from toolkit.core.hidden import Zones
from toolkit.games.wayfarers.caravan import Laid
from toolkit.games.wayfarers.components.effects import EFFECTS, effect_words
from toolkit.games.wayfarers.components.names import KINDS, NONE, RIVAL
from toolkit.games.wayfarers.components.tables import CARD, CARDS, JOURNAL_TILES, SLOT, TILE, TILES
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import SPACE_NUMBER, TILE_SPACES
from toolkit.games.wayfarers.play.effects import Pending
from toolkit.games.wayfarers.play.turns import Turning
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.solo import rival as solo
from toolkit.games.wayfarers.state import ACTION, OPEN, PILE, WayfarersState, replaced


@cache
def _set_up(players: int, rules: Rules) -> WayfarersState:
    return until("turn", GAME.new(players, rules))


def set_up(players: int = 2, **rules: Any) -> WayfarersState:
    """Return a game at its first turn; player 0 begins and has board 1, the next one 2, if not said."""
    fixed = {"start_player": 0, "boards": tuple(range(1, players + 1))}
    return _set_up(players, Rules(**fixed | rules)).clone()


class table:  # noqa: N801  # it is called like a function
    """A position that is being laid out; there is nothing but what is said, and what is printed.

    Pieces that nobody was said to have are where they belong: influence in the supply, green workers on the
    journal, yellow and blue ones with the last player, cards in the piles.
    """

    def __init__(self, players: int = 2, **rules: Any) -> None:
        self.state, self.hands, self.piles = set_up(players, **rules), ["yb"] * players, ""
        self.state.display = self.state.tokens = (NONE,) * 20
        for player in range(players):
            self.seat(player)

    def seat(self, player: int, cards: str = "", tiles: str = "", hands: str = "yb", **fields: Any) -> table:
        """Say what a player has: ``L01+F08 city+F17 S34+I04``, tiles ``UL1@3,1 UW3b@2,5``, workers ``gyb``.

        Fields: silver, provision, guilds, dice, placed ({slot: face}), marker (the name of a space).
        """
        one, rows = self.state.tableaux[player], [{CARD[name]: NONE} for name in ("city", "harbour", "star")]
        for card, _, tucked in [word.partition("+") for word in cards.split()]:
            rows[CARDS[CARD[card]].kind][CARD[card]] = CARD.get(tucked, NONE)
        one.land, one.water, one.space = map(tuple, rows)
        one.land_folk, one.water_folk, one.inspirations = [tuple(row.values()) for row in rows]
        laid = re.findall(r"(\w{3,4}?)(b?)@(.),(.)", tiles)
        one.tiles = tuple([Laid(TILE[tile], int(y), int(x), len(back)) for tile, back, y, x in laid])
        self.hands[player] = hands
        placed = fields.pop("placed", {}).items()
        one.placed = tuple(sorted((SLOT[slot], face) for slot, face in placed))
        one.dice, one.marker = tuple(sorted(fields.pop("dice", ()))), SPACE_NUMBER[fields.pop("marker", "c0")]
        one.reserve = 5 - len(one.dice) - len(placed)
        for name, value in ({"silver": 0, "provision": 0, "guilds": (0, 0, 0)} | fields).items():
            setattr(one, name, value)
        one.derive()
        return self

    def lay(self, cards: str = "", pile: str = "", **tiles: str) -> table:
        """Lay cards out from slot 1: ``L26:1gy`` has influence of player 1 and two workers, ``L-`` is a gap.

        The piles of the kinds in `pile` hold those cards alone, ``L`` none; the others are out of the game.
        Journal tiles come to lie on the spaces said, and change places with those that lay there.
        """
        state, self.piles = self.state, pile
        for kind, letter in enumerate("LWSFI"):
            for place, word in enumerate([word for word in cards.split() if word[0] == letter], 4 * kind):
                card, _, marks = word.partition(":")
                mask = sum(1 << colour for colour, mark in enumerate("gyb") if mark in marks)
                owner = next((int(mark) for mark in marks if mark.isdigit()), NONE)
                state.display = replaced(state.display, place, CARD.get(card, NONE))
                state.workers = replaced(state.workers, place, mask)
                state.tokens = replaced(state.tokens, place, owner)
        for space, tile in tiles.items():
            order, place = list(state.journal_tiles), TILE_SPACES.index(SPACE_NUMBER[space])
            other = order.index(JOURNAL_TILES.index(tile))
            order[place], order[other] = order[other], order[place]
            state.journal_tiles = tuple(order)
        return self

    def turn(self, player: int = 0) -> WayfarersState:
        """Return the position at the beginning of a player's turn; no piece is lost or there twice."""
        state, owned = self.state, {card for one in self.state.tableaux for card in one.cards()}
        for kind, name in enumerate(KINDS):
            layout = state.zones(kind).layout
            shown = owned.union(state.display).intersection(layout.deck)
            said = [CARD.get(word, NONE) for word in self.piles.split() if word[0] == "LWSFI"[kind]]
            pile = {card for card in said if card != NONE} if said else {*layout.deck} - shown
            heaps = [sorted(pile), sorted(shown), sorted({*layout.deck} - pile - shown), [], []]
            setattr(state, name, Zones(layout, heaps, [[] for _ in heaps]))
        laid = [one.tile for seat in state.tableaux for one in seat.tiles]
        copies = [state.players if tile.pile else 1 for tile in TILES]
        state.tiles_left = tuple([many - laid.count(tile) for tile, many in enumerate(copies)])
        left = [4, state.players, state.players]
        for seat, one in enumerate(state.tableaux):
            one.hands = tuple([self.hands[seat].count(letter) for letter in "gyb"])
            one.influence = 15 - sum(one.guilds) - state.tokens.count(seat)
            left = [many - hand for many, hand in zip(left, one.hands, strict=True)]
        green, yellow, blue = (many - sum(m >> c & 1 for m in state.workers) for c, many in enumerate(left))
        one.hands = one.hands[0], one.hands[1] + yellow, one.hands[2] + blue
        state.green = 0b1111 >> 4 - green << 4 - green
        state.player, state.phase, state.stack = player, ACTION, [Turning(player)]
        state.purse, state.histories = stores(state, player), [None] * len(state.histories)
        assert list(GAME.faults(state)) == []
        return state


def numbered(effects: Sequence[str]) -> list[int]:
    """Return effects by number, which are given in the words of the notation."""
    words = [effect_words(number) for number in range(len(EFFECTS))]
    return list(map(words.index, effects))


def bring(state: WayfarersState, *effects: str) -> WayfarersState:
    """Let these effects, in the words of the notation, be what the action of this turn brings."""
    state.stack = [Pending(AUTOMATIC, state.player, tuple(numbered(effects)), 0)]
    state.settle()
    return state


def stores(state: WayfarersState, player: int = 0) -> tuple[int, int]:
    """Return the silver and provisions of a player."""
    return state.tableaux[player].silver, state.tableaux[player].provision


def until(kind: str, state: WayfarersState) -> WayfarersState:
    """Let chance do the first that it can, and players the last, until a decision of a kind is open."""
    while state.stack and state.decision_kind() != kind:
        able = list(state.legal_actions())
        state.apply(able[-1] if able else state.chance_outcomes()[0][0])
    return state


# ---- against the rival -------------------------------------------------------------------------------------
def alone(rival: str, marker: str = "c0", me: str = "c0", schemes: str = "", **said: Any) -> WayfarersState:
    """Return the player's first turn against a rival with these fields, with scheme cards face up.

    A game begins with L01 to L04, W01 to W04 and so on in the display, J01 to J10 in order on the journal.
    Cards that the rival has ``taken`` in this turn are gone, and no card slides (Y-155); ``tokens`` of the
    player and the rival's, which are ``its``, lie on cards; workers ``L01y`` stand there since this turn
    (``fresh``) or before (``old``). Tiles ``without`` are used up.
    """
    rules = {name: said.pop(name) for name in set(said).intersection(Rules.__dataclass_fields__)}
    state = set_up(1, rival=rival, **rules)
    one, tableau = state.rivals[0], state.tableaux[0]
    laid = {
        name: said.pop(name, "").split() for name in ("taken", "tokens", "its", "fresh", "old", "without")
    }
    tableau.marker, one.marker = SPACE_NUMBER[me], SPACE_NUMBER[marker]
    for name, value in said.items():
        setattr(tableau if name in ("silver", "provision") else one, name, value)
    for scheme in schemes.split():
        state.schemes.give(int(scheme[1]) - 1, PILE, OPEN)
        one.schemes += (int(scheme[1]) - 1,)
    for card in laid["tokens"] + laid["its"]:
        owner = 0 if card in laid["tokens"] else RIVAL
        state.tokens = replaced(state.tokens, state.display.index(CARD[card]), owner)
    tableau.influence -= len(laid["tokens"])
    for bits, word in [*((0b1001, word) for word in laid["fresh"]), *((1, word) for word in laid["old"])]:
        place, bits = state.display.index(CARD[word[:-1]]), bits << "gyb".index(word[-1])
        state.workers = replaced(state.workers, place, state.workers[place] | bits)
    for card in map(CARD.__getitem__, laid["taken"]):
        state.display = replaced(state.display, state.display.index(card), NONE)
        one.take(CARDS[card].kind)
    there = [sum(mask >> colour & 1 for mask in state.workers) for colour in range(3)]
    green, yellow, blue = map(sum, zip(there, one.hands, strict=True))
    state.green, tableau.hands = 0b1111 >> green << green, (0, 2 - yellow, 2 - blue)  # what is nowhere else
    left = [
        0 if tile.id in laid["without"] else many for tile, many in zip(TILES, state.tiles_left, strict=True)
    ]
    state.tiles_left = tuple(left)
    state.histories = [None] * len(state.histories)
    return state


def rival_acts(state: WayfarersState, what: str) -> None:
    """Let the rival begin its turn (``plays``), or resolve effects in it (``brings``) or out of it."""
    word, _, effects = what.partition(" ")
    if word == "plays":
        state.stack = []
        solo.open_turn(state)
    else:
        solo.pend(state, numbered(effects.split(" and ")))
    state.player = 0 if word == "answers" else RIVAL
    state.settle()
