"""`Tableau` and `Rival`: what a player has, and what the solo rival has."""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from toolkit.core.fields import Derived, Part
from toolkit.games.wayfarers.caravan import Caravan, Laid, caravan_of
from toolkit.games.wayfarers.components.names import LAND, NONE, SPACE, WATER
from toolkit.games.wayfarers.components.tables import CARDS, ENOUGH, FOLK, MIDDLE_SLOTS, SLOTS, SOLO, Card
from toolkit.games.wayfarers.scoring import RivalSeat, Seat, owned_counts


class OpenSlot(NamedTuple):
    """A die slot of a player."""

    slot: int  #: its number
    card: int  #: the card on which it lies, or `NONE`
    folk: int  #: the townsfolk under that, or `NONE`
    #: What the slot leaves of a packed number of assets, with those that the townsfolk lends: where a bit of
    #: `ENOUGH` is lost, one is missing.
    spare: int


def open_slot(slot: int, card: int, folk: int) -> OpenSlot:
    """Return a slot with the townsfolk under it, or `NONE`."""
    lent = CARDS[folk].assets.packed if folk != NONE else 0
    return OpenSlot(slot, card, folk, ENOUGH + lent - SLOTS[slot].assets.packed)


ROWS = {LAND: ("land", "land_folk"), WATER: ("water", "water_folk"), SPACE: ("space", "inspirations")}
"""The fields of a tableau with the cards of a kind, and with what is tucked under or above each of them."""

_MIDDLE = tuple(open_slot(slot, NONE, NONE) for slot in range(MIDDLE_SLOTS))


class Tableau(Part):
    """What a player has."""

    board: int  #: the number of the player board, 1 to 4; 0 before it is dealt
    silver: int
    provision: int
    influence: int  #: the influence in the supply
    guilds: tuple[int, int, int]  #: the influence in each guild
    hands: tuple[int, int, int]  #: the workers in the supply, by colour
    dice: tuple[int, ...]  #: the faces of the dice in the supply, sorted
    placed: tuple[tuple[int, int], ...]  #: the placed dice: number of the slot, face; sorted
    reserve: int  #: the dice in the reserve
    marker: int  #: the space of the journal
    land: tuple[int, ...]  #: the cards left of the player board, the printed one first
    land_folk: tuple[int, ...]  #: the townsfolk under each of these, or `NONE`
    water: tuple[int, ...]  #: the cards right of the player board, the printed one first
    water_folk: tuple[int, ...]  #: the townsfolk under each of these, or `NONE`
    space: tuple[int, ...]  #: the space cards, the printed one first
    inspirations: tuple[int, ...]  #: the inspiration above each of these, or `NONE`
    tiles: tuple[Laid, ...]  #: the tiles on the caravan, in the order in which they were gained
    counts: Derived[tuple[int, ...]]  #: the first `OWNED` counters
    caravan: Derived[Caravan]  #: the caravan with the tiles
    slots: Derived[tuple[OpenSlot, ...]]  #: the die slots, those of the middle first

    def derive(self) -> None:
        """Work out counters, caravan and slots from cards and tiles."""
        self.counts = owned_counts(self.cards(), [laid.tile for laid in self.tiles])
        self.caravan = caravan_of(self.tiles)
        self.find_slots()

    def find_slots(self) -> None:
        """Work out the slots from the cards and the townsfolk under them."""
        slots = [open_slot(CARDS[card].slot, card, folk) for card, folk in self.hosts]
        self.slots = (*_MIDDLE, *(one for one in slots if one.slot != NONE))

    def add(self, number: int) -> None:
        """Put a land, water or space card beside the others of its kind."""
        card = CARDS[number]
        for row, one in zip(ROWS[card.kind], (number, NONE), strict=True):
            setattr(self, row, (*getattr(self, row), one))
        self._changed(card, card)

    def tuck(self, number: int, host: int) -> None:
        """Put a townsfolk under a card, or an inspiration above one (Y-54, Y-57)."""
        row, tucked = ROWS[CARDS[host].kind]
        cards = list(getattr(self, tucked))
        cards[getattr(self, row).index(host)] = number
        setattr(self, tucked, tuple(cards))
        self._changed(CARDS[number], CARDS[host])

    def _changed(self, card: Card, host: Card) -> None:
        self.counts = tuple(map(add, self.counts, card.counts))
        if host.slot != NONE:
            self.find_slots()

    @property
    def hosts(self) -> list[tuple[int, int]]:
        """The land and water cards, each with the townsfolk under it, or `NONE`."""
        return [*zip(self.land, self.land_folk, strict=True), *zip(self.water, self.water_folk, strict=True)]

    @property
    def townsfolk(self) -> tuple[int, ...]:
        """The townsfolk, the printed one first."""
        return (FOLK, *(folk for _, folk in self.hosts if folk != NONE))

    def cards(self) -> list[int]:
        """Return all cards, the printed ones too."""
        above = [card for card in self.inspirations if card != NONE]
        return [*self.land, *self.water, *self.space, *self.townsfolk, *above]

    @property
    def seat(self) -> Seat:
        """What is scored."""
        return Seat(
            self.land,
            self.water,
            self.townsfolk,
            self.space,
            self.inspirations,
            tuple([laid.tile for laid in self.tiles]),
            self.guilds,
            self.silver,
            self.provision,
        )


class Rival(Part):
    """What the solo rival has."""

    board: int  #: the number of its board
    spot: int  #: the spot of its resource marker
    bonuses: int  #: how often the marker crossed the bonus without its being resolved yet (Y-145)
    comet: int  #: its place on the comet track
    marker: int  #: its space of the journal
    guilds: tuple[int, int, int]  #: the influence in each guild
    hands: tuple[int, int, int]  #: the workers in its supply, by colour
    cards: tuple[int, int, int, int, int]  #: how many cards of each kind it has
    tiles: tuple[int, ...]  #: its tiles, in the order in which they were gained
    path: int  #: the next free cell of its caravan, along the path; behind the last one if that is full
    schemes: tuple[int, ...]  #: the scheme cards that lie face up, in order
    stepped: int  #: whether it has made its extra step of the journal this turn (Y-143)

    def advance(self, spots: int) -> None:
        """Move the resource marker clockwise; every crossing of the bonus is noted (Y-97, Y-145)."""
        for _ in range(spots):
            self.spot = (self.spot + 1) % len(SOLO.spot)
            self.bonuses += self.spot == SOLO.bonus_between[1]

    def take(self, kind: int) -> None:
        """Add a card of a kind to those that it has."""
        cards = [*self.cards]
        cards[kind] += 1
        self.cards = cards[0], cards[1], cards[2], cards[3], cards[4]

    @property
    def seat(self) -> RivalSeat:
        """What is scored."""
        return RivalSeat(self.cards, self.tiles, self.guilds, self.comet)
