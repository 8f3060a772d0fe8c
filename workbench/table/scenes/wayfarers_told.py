"""Wayfarers in words at the table, where cards and tiles lie before who reads: they need no ids there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.caravan import Caravan
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.components.names import NONE, TAGS, TILE_KINDS
from toolkit.games.wayfarers.components.records import SchemeRecord
from toolkit.games.wayfarers.components.tables import CARDS, SOLO, TILES, Assets, Card
from toolkit.games.wayfarers.scoring import SpaceScore, count
from toolkit.games.wayfarers.tableau import Tableau
from toolkit.games.wayfarers.telling import WayfarersTeller

_MANY = {2: "double", 3: "triple"}


class TableTeller(WayfarersTeller):
    """Tells Wayfarers at a table: cards by their tags, tiles by their icons."""

    def said(self, key: str, **places: object) -> str:
        """Return a text of the page as it stands alone, with a capital letter."""
        return self.language.finished(self.name("scene", key, **places))

    def part(self, key: str, **places: object) -> str:
        """Return a text of the page that stands in another one."""
        return self.name("scene", key, **places)

    # ---- cards and tiles -----------------------------------------------------------------------------------

    def card(self, number: int) -> str:
        """Return a card by what stands on it: ``the city with library``, ``the Farmer``."""
        card = CARDS[number]
        if card.printed:
            return self.name("printed", card.id)
        if card.name:
            return self.part("named", name=self.name("townsfolk", card.name))
        if card.goal:
            return self.part("goal_card", goal=self.goal(card))
        first, *others = [
            self.name("scene", _MANY[many], tag=tag) if many > 1 else tag
            for tag, many in self._tags(card.tags)
        ]
        if others:
            return self.part("tagged_with", tag=first, tags=self.language.joined(others))
        return self.part("tagged", tag=first)

    def _tags(self, tags: Sequence[int]) -> list[tuple[str, int]]:
        return [(self.name("tags", TAGS[tag]), tags.count(tag)) for tag in dict.fromkeys(tags)]

    def goal(self, card: Card) -> str:
        """Return the goal of an inspiration card."""
        return self.language.joined([self.counted(counter, many) for counter, many in card.goal])

    def tile(self, number: int, back: int = 0) -> str:
        """Return a tile by what stands on it."""
        tile = TILES[number]
        kind = self.name("tiles", TILE_KINDS[tile.kind], count=1)
        things = self.language.listed([*self._icons(tile.faces[back]), *self._named_tags(tile.tags)])
        if not things:
            things = self.name("table", "points", number=tile.vp)
        return self.part("tile_with", kinds=kind, things=things)

    def _icons(self, face: Iterable[Sequence[str]]) -> list[str]:
        return [self.icon(icon) for icons in face for icon in icons]

    def icon(self, icon: str) -> str:
        """Return an icon of a tile."""
        return self.name("assets", icon, count=1) if icon in names.ASSETS else self.name("icons", icon)

    def _named_tags(self, tags: Sequence[int]) -> list[str]:
        return [self.name("tags", TAGS[tag]) for tag in tags]

    def scheme(self, card: SchemeRecord) -> str:
        """Return a scheme card by what stands on it."""
        colour = self.name("schemes", card.colour)
        comet = f" + {self.name('tags', 'comet')}" * card.comet
        return self.part("scheme_with", colour=colour, number=f"{card.silver}{comet}")

    def say_short(self, what: act.RevealCard) -> str:
        """Return a card among many."""
        return self.card(what.card)

    def say_tile(self, what: Any) -> str:
        """Return a tile for caravans by what stands on it, one of the journal by what it brings."""
        if isinstance(what, act.LayJournalTile):
            return self.effects(tables.JOURNAL_GAINS[what.tile])
        return self.tile(what.tile)

    def say_scheme(self, what: act.RevealScheme) -> str:
        """Return a scheme card."""
        return self.scheme(SOLO.scheme[what.scheme])

    # ---- what things do, in sentences ----------------------------------------------------------------------

    def about(self, number: int) -> list[str]:
        """Return what a card is and does in sentences."""
        return [self.language.finished(f"{self.card(number)}."), *self._does(CARDS[number])]

    def _does(self, card: Card) -> Iterator[str]:
        """Yield what stands on a card in sentences."""
        if card.name and not card.printed:
            yield self.said("costs", price=self.name("counters", "silver", count=card.cost))
            yield self.said("under", tags=self.either(self._events(TAGS, card.hosts)))
        if card.banner:
            lent = self.part("lends", assets=self.assets(card.assets))
            yield self.said(
                f"works_{card.banner}", effect=lent if any(card.assets) else self.block(card.block)
            )
        if card.slot != NONE:
            yield self.slot(card.slot)
        if card.reacts:
            events = self.either(self._events(names.EVENTS, card.reacts))
            yield self.said("whenever", events=events, effect=self.effects(card.reaction))
        if card.on_gain:
            yield self.said("at_once", effect=self.effects(card.on_gain))
        if card.kind == names.WATER:
            left = [self.name("rows", row) for row in names.ROWS if row in card.left_bolts]
            right = [self.effect(effect) for effect in card.right_links.values()]
            none = self.part("none")
            yield self.said(
                "links", left=self.language.joined(left) or none, right=self.language.joined(right) or none
            )
        if card.score:
            yield self.said("points", points=self.points(card.score))
        if card.goal:
            yield self.said("goal", goal=self.goal(card))

    def _events(self, among: Sequence[str], bits: int) -> list[str]:
        return [
            self.name("tags", name) if name in TAGS else self.name("table", name)
            for name in names.marked(among, bits)
        ]

    def slot(self, number: int) -> str:
        """Return what a die slot asks for and brings."""
        slot = tables.SLOTS[number]
        key = "die_slot" if any(slot.assets) else "any_die"
        return self.said(key, assets=self.assets(slot.assets), effect=self.block(slot.block))

    def brief(self, number: int) -> str:
        """Return what a die slot brings in few words."""
        return self._short.language.finished(self._short.block(tables.SLOTS[number].block), capital=False)

    def brief_folk(self, number: int) -> str:
        """Return what a townsfolk adds to a slot in few words, after its name."""
        card = CARDS[number]
        does = self.assets(card.assets) if any(card.assets) else self._short.block(card.block)
        name = self.name("printed" if card.printed else "townsfolk", card.id if card.printed else card.name)
        return self.said("folk", name=name, effect=does)

    @cached_property
    def _short(self) -> TableTeller:
        """The same teller in few words."""
        other = copy(self)
        other.effects_of = "brief"
        return other

    def assets(self, assets: Assets) -> str:
        """Return what a die needs, or what it is lent."""
        return self.language.joined(
            [self.name("assets", one, count=1) for one in names.repeated(names.ASSETS, assets)]
        )

    def tile_does(self, number: int) -> list[str]:
        """Return what stands on a tile in sentences."""
        tile, listed = TILES[number], self.language.listed
        told = [
            self.said(key, things=listed([*self._icons(face), *self._named_tags(tile.tags)]))
            for key, face in zip(("tile_face", "tile_back"), tile.faces, strict=False)
            if any(face) or tile.tags
        ]
        return [*told, *[self.said("tile_points", count=tile.vp)] * (tile.vp > 0)]

    def number(self, caravan: Caravan, face: int) -> str:
        """Return what a number of a die brings."""
        column = caravan.columns[face]
        icons = ["+"] * column.up + ["-"] * column.down
        icons += ["free_silver"] * column.silver + ["free_provision"] * column.provision
        things = [*names.repeated(names.ASSETS, column.assets), *icons]
        told = self.language.listed([*map(self.icon, things)]) or self.part("nothing")
        return self.said("number", face=face, things=told)

    # ---- the journal ---------------------------------------------------------------------------------------

    def ways(self, one: Tableau, sections: str, taken: Sequence[int]) -> dict[int, tuple[str, bool]]:
        """Return what the ways from a player's marker ask for, by spaces, and whether they are open."""
        found = {}
        for space, needed in journal.steps(sections)[one.marker]:
            if needed.counter >= 0:
                met = count(needed.counter, one.seat.holdings) >= needed.at_least
            else:
                met = all(had >= spent for had, spent in zip(one.guilds, needed.spend, strict=True))
            asked = needed.counter >= 0 or any(needed.spend)
            told = self.needed(needed) if asked else ""
            found[space] = told, met and not (space in journal.FINAL and space in taken)
        return found

    def where(self, marker: int, ways: dict[int, tuple[str, bool]]) -> str:
        """Return where a marker is, and which ways are open to it."""
        told = [self.said("at", space=self.space(marker))]
        able = [needed for needed, met in ways.values() if met]
        if able and not all(able):
            told.append(self.said("all_open"))
        elif able:
            told.append(self.said("open_ways", count=len(able), ways=self.language.listed(able)))
        elif ways:
            needed = self.either(needed for needed, _ in ways.values())
            told.append(self.said("closed_ways", ways=needed))
        else:
            told.append(self.said("no_ways"))
        return " ".join(told)

    # ---- points, and what changes --------------------------------------------------------------------------

    def _space_score(self, score: SpaceScore, who: str) -> str:
        """Return what a space card scored, by what stands on it and on the inspiration above it."""
        told = self.part("scored", card=self.card(score.card), who=who)
        if score.inspiration == NONE:
            return told
        key = "doubled" if score.doubled else "not_met"
        return self.name("scoring", key, card=told, id=self.goal(CARDS[score.inspiration]))

    def things(self, silver: int, provision: int, guilds: Sequence[int]) -> str:
        """Return silver, provisions and influence."""
        parts = (self.resources(silver, provision), self.influence(guilds))
        return self.language.joined([part for part in parts if part])
