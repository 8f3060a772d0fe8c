"""Wayfarers as a page: the journal, the market, the boards and cards of all, and the own pieces.

What actions name stands there by that name: cards, tiles and spaces of the journal by their ids, what a
player has with the seat before it (`toolkit.games.wayfarers.pictures.table`). Signs are tokens of pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from random import Random
from typing import Any

from toolkit.core import Action, Observation
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.caravan import BONUSES, FACES, PAPER, Laid, cell, cells_of
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.components.effects import parts_of
from toolkit.games.wayfarers.components.tables import CARDS, PLAYER, SLOTS, SOLO, TILES
from toolkit.games.wayfarers.pictures import faces
from toolkit.games.wayfarers.pictures.signs import Pen, pen_of
from toolkit.games.wayfarers.pictures.tableau import spaces_above
from toolkit.games.wayfarers.play.dice import Placing
from toolkit.games.wayfarers.play.gaining import PlacingTile
from toolkit.games.wayfarers.scoring import final_scores
from toolkit.games.wayfarers.solo.rival import Meeting
from toolkit.games.wayfarers.state import WayfarersState
from toolkit.games.wayfarers.tableau import Rival, Tableau
from workbench.table.scenes import Data, Effect, Scene
from workbench.table.scenes.wayfarers_told import TableTeller

Seen = Observation[WayfarersState]

RIVAL = -2
"""The rival in place of a seat."""

_NOTHING = "\u2013"

_SHELVES = (names.TOWNSFOLK, names.LAND, names.WATER, names.SPACE, names.INSPIRATION)
"""The kinds of cards as the market has them."""


def lay(seen: Seen, told: TableTeller) -> Data:
    """Return what a seat sees."""
    return _Table(seen, told).data()


class _Table:
    """What a seat sees of a table, in the words of a teller."""

    def __init__(self, seen: Seen, told: TableTeller) -> None:
        self.seen, self.told, self.said = seen, told, told.said
        self.pen: Pen = pen_of(told.language.code)
        self.tableaux = seen[WayfarersState.tableaux]
        self.rivals = seen[WayfarersState.rivals]
        self.wanted = self._wanted()

    def data(self) -> Data:
        """Return all of it."""
        told = self.told
        seat, zones = self.seen.player, ["journal", "market", "board", "cards", "others"]
        if seat is None:
            zones = ["journal", "market", "players"]
        order = [(n + (seat or 0)) % self.seen.players for n in range(self.seen.players)]
        return {
            "step": self._step(),
            "zones": {zone: self.said(zone) for zone in zones},
            "journal": self._journal(),
            "drawn": self._drawn(),
            "market": [self._shelf(kind) for kind in _SHELVES],
            "tiles": self._tiles(),
            "words": {
                word: self.said(word)
                for word in (
                    "numbers",
                    "slots",
                    "caravan",
                    "cards_of",
                    "tags",
                    "mine",
                    "drawn",
                    "laid",
                    "tiles",
                )
            },
            "me": seat,
            "own": self._own(seat) if seat is not None else None,
            "players": [self._player(one) for one in order],
            "sums": self._sums(order),
            "rival": self._rival(self.rivals[0]) if self.rivals else None,
            "over": bool(self.seen[WayfarersState.reason]),
            "rival_name": told.language.finished(told.name("things", "rival")),
        }

    def _step(self) -> str:
        """Return whose turn it is where few turns are left; else nothing."""
        last, acts = self.seen[WayfarersState.ending], self.seen.to_act()
        if last == names.NONE or acts < 0 or self.seen[WayfarersState.reason]:
            return ""
        return self.said("last_turns", count=last, turn=self._who(acts))

    def _who(self, seat: int) -> str:
        """Return what somebody is called."""
        return self.told.name("things", "rival") if seat == RIVAL else self.told.called(seat)

    def _owner(self, token: int) -> int:
        """Return whose influence a token is."""
        return RIVAL if self.rivals and token == names.RIVAL else token

    def signs(self, tokens: Iterable[str]) -> list[str]:
        """Return tokens of a line, texts among them in the language."""
        return [self.pen.shown(token) for token in tokens]

    # ---- the journal ---------------------------------------------------------------------------------------

    def _journal(self) -> Data:
        """Return the journal: spaces with what they bring and who is there, ways with what they ask for."""
        seen, said = self.seen, self.said
        markers = [*enumerate(one.marker for one in self.tableaux)]
        markers += [(RIVAL, one.marker) for one in self.rivals]
        me = self.tableaux[seen.player] if seen.player is not None else None
        taken = [marker for _, marker in markers]
        open_ways = self.told.ways(me, seen.rules.sections, taken) if me else {}
        green = [
            space
            for n, pair in enumerate(journal.GREEN_SPACES)
            if seen[WayfarersState.green] >> n & 1
            for space in pair
        ]
        spaces = []
        for space, name in enumerate(journal.SPACES):
            here = [seat for seat, marker in markers if marker == space]
            gain = self._gain_of(space)
            label = [": ".join(filter(None, (self.told.space(space), self.told.effects(gain)))) + "."]
            label += [said("is_here", who=self._who(seat)) for seat in here]
            label += [said("green_here")] * (space in green)
            if space in open_ways:
                needed, met = open_ways[space]
                way = ("way_open" if met else "way") if needed else "nothing_asked"
                label.append(said(way, needed=needed))
            spaces.append(
                {
                    "place": name,
                    "label": self.told.language.finished(" ".join(label)),
                    "signs": self.signs(faces.gain_tokens(gain)),
                    "here": here,
                }
            )
        ways = [
            {
                "from": way.start,
                "to": way.end,
                "signs": self.signs(faces.requirement_tokens(way.sides["AB".index(side)])),
                "open": me is not None and way.start == me.marker and open_ways[way.end][1],
            }
            for way in journal.CONNECTIONS
            for side in seen.rules.sections[way.section]
        ]
        return {
            "told": self.told.where(me.marker, open_ways) if me else said("journal"),
            "spaces": spaces,
            "ways": ways,
            "green": [n for n in range(len(journal.GREEN_SPACES)) if seen[WayfarersState.green] >> n & 1],
            "columns": [self.told.language.number(n) for n in range(1, names.COLUMNS)] + [said("end")],
            "at": journal.SPACES[me.marker if me else min(taken)],
        }

    def _gain_of(self, space: int) -> Sequence[int]:
        """Return the effects of entering a space; before the tiles are laid out there are none."""
        if space in journal.TILE_SPACES:
            tile = self.seen[WayfarersState.journal_tiles][journal.TILE_SPACES.index(space)]
            return tables.JOURNAL_GAINS[tile] if tile != names.NONE else ()
        return journal.ON_ENTER[space]

    # ---- the market ----------------------------------------------------------------------------------------

    def _shelf(self, kind: int) -> Data:
        """Return the face-up cards of a kind, with what lies on them and what is beside them."""
        name = names.KINDS[kind]
        pile = sum(len(self.seen[name].zone(zone)) for zone in ("pile", "under"))
        return {
            "kind": name,
            "title": self.told.language.finished(self.told.name("cards", name, count=0)),
            "note": self.said("in_pile", number=pile),
            "cards": [self._on_display(4 * kind + slot) for slot in range(4)],
        }

    def _wanted(self) -> int:
        """Return the place of the card that the rival wants, if the player is asked; `NONE` otherwise."""
        frame = self.seen.stack[-1] if self.seen.stack else None
        if not isinstance(frame, Meeting):
            return names.NONE
        world = self.seen.sample_world(Random(0))  # whichever: the display is the same in all
        return frame.place(world)

    def _on_display(self, place: int) -> Data:
        """Return a card of the display with what lies on it, and the worker spot or price beside it."""
        card, owner, mask = (self.seen[name][place] for name in ("display", "tokens", "workers"))
        kind, slot = divmod(place, 4)
        price = tables.BOARD.space_card_silver[slot]
        if place in tables.SPOTS:
            beside = {"spot": self.signs(faces.block_tokens(tables.SPOTS[place]))}
            told = [self.said("spot", effect=self.told.block(tables.SPOTS[place]))]
        else:
            beside = {"price": [f"silver={price}"]}
            told = [self.said("costs", price=self.told.name("counters", "silver", count=price))]
        if card == names.NONE:
            kinds = self.told.name("cards", names.KINDS[kind], count=0)
            return {"gap": self.said("gap", kinds=kinds), **beside}
        workers = [(colour, mask >> n + 3 & 1) for n, colour in enumerate(names.WORKERS) if mask >> n & 1]
        told += [self.said("worker", colour=self.told.name("workers", colour)) for colour, _ in workers]
        if place == self.wanted:
            told.append(self.said("wanted"))
        found = self.card(card, CARDS[card].id, told=told) | beside
        if place == self.wanted:
            found["wanted"] = True
        if owner != names.NONE:
            found["owner"] = self._owner(owner)
            found["told"].append(self.said("owned", who=self._who(found["owner"])))
        return found | ({"workers": [colour for colour, _ in workers]} if workers else {})

    def card(self, number: int, place: str, die: int = 0, *, told: Sequence[str] = ()) -> Data:
        """Return a card: what stands on it in signs and in words, and what else is told of it."""
        card = CARDS[number]
        tags = [names.TAGS[tag] for tag in card.tags]
        if card.name and not card.printed:
            tags = names.marked(names.TAGS, card.hosts)
        lines = [self.signs(line) for line in faces.card_tokens(card, die, tucked=True) if line]
        about = [*self.told.about(number), *told, *[self.said("die_there", face=die)] * bool(die)]
        found: Data = {
            "place": place,
            "kind": names.KINDS[card.kind],
            "told": about,
            "tags": tags,
            "lines": lines,
        }
        if card.name and not card.printed:
            found["name"] = self.told.name("townsfolk", card.name)
            found["price"] = [f"silver={card.cost}"]
        if card.kind == names.WATER:
            right = card.right_links
            found["links"] = [
                [["link"] if row in card.left_bolts else [] for row in names.ROWS],
                [
                    [faces.gain_tokens([right[row]])[0].partition("=")[0]] if row in right else []
                    for row in names.ROWS
                ],
            ]
        return found

    def _drawn(self) -> list[Data]:
        """Return the cards that the seat has drawn, to keep one of them."""
        cards = [card for kind in names.KINDS for card in self.seen[kind].zone("drawn") if card >= 0]
        return [self.card(card, CARDS[card].id) for card in cards]

    def _tiles(self) -> list[Data]:
        """Return the tiles that are left, by kind, with their prices."""
        found = []
        for kind, name in enumerate(names.TILE_KINDS):
            left = self.seen[WayfarersState.tiles_left]
            tiles = []
            for number in tables.TILES_OF[kind]:
                if left[number]:
                    tile, more = self._tile(number), self.said("left", number=left[number])
                    tile["told"].append(self.told.language.finished(f"{more}."))
                    tiles.append(tile | {"left": more})
            title = self.told.name("tiles", name, count=0)
            price = self.told.price(kind) or self.said("for_free")
            found.append(
                {
                    "kind": name,
                    "title": self.told.language.finished(title),
                    "note": self.told.language.finished(price, capital=False),
                    "tiles": tiles,
                }
            )
        return found

    def _tile(self, number: int) -> Data:
        """Return a tile: the icons of its columns, of its back too, its tags and points."""
        tile = TILES[number]
        told = [self.told.language.finished(f"{self.told.tile(number)}."), *self.told.tile_does(number)]
        return {
            "place": tile.id,
            "kind": names.TILE_KINDS[tile.kind],
            "told": told,
            "faces": [[self._icons(icons) for icons in face] for face in tile.faces],
            "tags": [names.TAGS[tag] for tag in tile.tags],
            "vp": tile.vp,
        }

    def _icons(self, icons: Iterable[str]) -> list[str]:
        return [{"+": "raise", "-": "lower"}.get(icon, icon) for icon in icons]

    # ---- what a player has ---------------------------------------------------------------------------------

    def _player(self, seat: int) -> Data:
        """Return the board and the cards of a player."""
        one = self.tableaux[seat]
        shown = [CARDS[card].tags for card in one.cards()] + [TILES[laid.tile].tags for laid in one.tiles]
        counts = Counter([names.TAGS[tag] for tags in shown for tag in tags] + [*PLAYER.middle.tags])
        frame = self.seen.stack[-1] if self.seen.stack else None
        laid = self._tile(frame.tile) if isinstance(frame, PlacingTile) and frame.actor == seat else None
        return {
            "seat": seat,
            "who": self.said("everything_of", who=self._who(seat)),
            "numbers": [self._number(one, face) for face in FACES],
            "slots": [self._slot(one, seat, slot) for slot in one.slots],
            "caravan": self._caravan(one, seat),
            "laid": laid,
            "columns": self._columns(one, seat),
            "tags": [[tag, counts[tag], self.told.name("tags", tag)] for tag in names.TAGS if counts[tag]],
        }

    def _number(self, one: Tableau, face: int) -> Data:
        """Return what a number of a die brings."""
        column = one.caravan.columns[face]
        signs = [
            *names.repeated(names.ASSETS, column.assets),
            *["raise"] * column.up,
            *["lower"] * column.down,
        ]
        signs += ["free_silver"] * column.silver + ["free_provision"] * column.provision
        return {"face": face, "signs": signs, "label": self.told.number(one.caravan, face)}

    def _slot(self, one: Tableau, seat: int, slot: Any) -> Data:
        """Return a die slot with the die on it."""
        die = dict(one.placed).get(slot.slot, 0)
        needs, _ = faces.slot_tokens(slot.slot, die)
        gained = slot.card != names.NONE and slot.card in self.seen[WayfarersState.gained]
        on = slot.slot in tables.HOST
        name = self.told.card(slot.card) if on else self.told.name("slots", SLOTS[slot.slot].name)
        told = [self.told.language.finished(f"{name}."), self.told.slot(slot.slot)]
        told += [self.said("die_there", face=die)] * bool(die) + [self.said("next_turn")] * gained
        if slot.folk != names.NONE:
            told += self.told.about(slot.folk)
        return {
            "place": f"{seat}:{SLOTS[slot.slot].name}",
            "told": told,
            "kind": names.KINDS[CARDS[slot.card].kind] if on else "",
            "needs": self.signs(needs[1:]),
            "brings": self.told.brief(slot.slot),
            "folk": self.told.brief_folk(slot.folk) if slot.folk != names.NONE else "",
            "die": die,
            "later": gained,
        }

    def _caravan(self, one: Tableau, seat: int) -> list[Data]:
        """Return the cells of a caravan row by row; beside the paper there is only what is printed."""
        covered = {
            place: (laid, n)
            for laid in one.tiles
            for n, place in enumerate(cells_of(laid.tile, laid.row, laid.column))
        }
        bonuses = BONUSES.get(one.board, {})
        found: list[Data] = []
        for row, column in product((1, 2, 3), FACES):
            place = cell(row, column)
            if place not in PAPER:
                found.append({"signs": list(PLAYER.caravan.printed.get(column, ()))})
                continue
            if place in covered:
                shown, things = self._covered(*covered[place])
            elif place in bonuses:
                shown = {"signs": self.signs(faces.gain_tokens([bonuses[place]]))}
                things = self.told.part("covering", effect=self.told.effect(bonuses[place]))
            else:
                shown, things = {"signs": []}, self.told.part("nothing")
            label = self.said("cell", row=row, column=column, things=things)
            found.append({"place": f"{seat}:{row},{column}", "label": label, **shown})
        return found

    def _covered(self, laid: Laid, number: int) -> tuple[Data, str]:
        """Return a cell under a tile, the tile's cell of a number, and the tile in words."""
        tile = TILES[laid.tile]
        columns, rows = tile.size
        signs = self._icons(tile.faces[laid.back][number]) if number < columns else []
        signs += [names.TAGS[tag] for tag in tile.tags]
        across = ("l" if number else "r") * (columns > 1)
        edges = across + ("t" if number else "b") * (rows > 1)
        return {"signs": signs, "kind": names.TILE_KINDS[tile.kind], "edges": edges}, self.told.tile(
            laid.tile, laid.back
        )

    def _columns(self, one: Tableau, seat: int) -> list[Data]:
        """Return the cards around a board from left to right, each with those above and below it."""
        above, found = spaces_above(one), []
        rows = [(names.LAND, n, card, one.land_folk[n]) for n, card in enumerate(one.land)][::-1]
        rows += [(names.WATER, n, card, one.water_folk[n]) for n, card in enumerate(one.water)]
        dice = dict(one.placed)
        for kind, n, card, folk in rows:
            cards = [*above.get((kind, n), (names.NONE, names.NONE)), card, folk]
            found.append(
                {
                    "kind": names.KINDS[kind] if n else "home",
                    "cards": [
                        self.card(number, f"{seat}:{CARDS[number].id}", dice.get(CARDS[number].slot, 0))
                        if number != names.NONE
                        else None
                        for number in cards
                    ],
                }
            )
        return found

    def _own(self, seat: int) -> Data:
        """Return the own pieces."""
        one, told, seen = self.tableaux[seat], self.told, self.seen
        frame = seen.stack[-1] if seen.stack else None
        held = frame.face if isinstance(frame, Placing) and frame.actor == seat else 0
        used = names.marked(names.GUILDS, seen[WayfarersState.used]) if seen["player"] == seat else []
        supply = _counted(seat, "supply", "any_guild", one.influence, self.said("free"))
        guilds = [supply | {"label": self.said("supply", count=one.influence), "used": False}]
        for guild, many in zip(names.GUILDS, one.guilds, strict=True):
            named, is_used = told.name("guilds", guild), guild in used
            label = [self.said("in_guild", count=many, guild=named), *[told.part("used")] * is_used]
            counted = _counted(seat, guild, guild, many, named)
            guilds.append(counted | {"label": told.language.listed(label), "used": is_used})
        held_things = [("silver", one.silver, "silver"), ("provision", one.provision, "provisions")]
        return {
            "dice": [
                {"place": f"{seat}:die {face}", "face": face, "label": self.said("die", face=face)}
                for face in one.dice
            ],
            "held": {"face": held, "label": self.said("placing", face=held)} if held else None,
            "workers": [
                {
                    "place": f"{seat}:worker {colour}",
                    "colour": colour,
                    "label": told.word("picture", "worker", colour=told.name("workers", colour)),
                }
                for colour in names.repeated(names.WORKERS, one.hands)
            ],
            "things": [
                _counted(seat, name, name, many, self.said(words))
                | {"label": told.language.finished(told.name("counters", name, count=many))}
                for name, many, words in held_things
            ],
            "guilds": guilds,
        }

    # ---- all beside each other, and the rival --------------------------------------------------------------

    def _sums(self, order: Sequence[int]) -> Data:
        """Return what everybody has beside each other; of the rival only what it has, too."""
        rival = self.rivals[0].seat if self.rivals else None
        scores = final_scores([one.seat for one in self.tableaux], rival)
        ones: list[tuple[int, Tableau | Rival]] = [(seat, self.tableaux[seat]) for seat in order]
        ones += [(RIVAL, one) for one in self.rivals]
        columns, every = [seat for seat, _ in ones], [one for _, one in ones]
        told, said, totals = self.told, self.said, self._by_seat(scores.totals)
        rows: list[tuple[str, str, Sequence[object]]] = []
        if self.seen[WayfarersState.reason]:  # why each has so many points comes first
            for line, what in zip(scores.lines(), told.scored(scores, told.people), strict=True):
                points = self._by_seat(line.points)
                rows.append(
                    ("", told.language.finished(what), [points[seat] or _NOTHING for seat in columns])
                )
        rows += [
            ("journal", said("column"), [journal.COLUMN[one.marker] for one in every]),
            ("die", said("dice"), [*map(self._ready, every)]),
            ("yellow", said("workers"), [sum(one.hands) for one in every]),
            *[
                (
                    sign,
                    said(word),
                    [getattr(one, sign.replace("any_guild", "influence"), _NOTHING) for one in every],
                )
                for sign, word in (("silver",) * 2, ("provision", "provisions"), ("any_guild", "influence"))
            ],
            *[
                (guild, said("of_guild", guild=told.name("guilds", guild)), [one.guilds[n] for one in every])
                for n, guild in enumerate(names.GUILDS)
            ],
            *[
                (f"{name}-card", said(name), [_cards(one, kind) for one in every])
                for kind, name in enumerate(names.KINDS)
            ],
            ("all-tile", said("tiles"), [len(one.tiles) for one in every]),
            ("vp", said("now"), [totals[seat] for seat in columns]),
        ]
        number = told.language.number
        return {
            "seats": columns,
            "rows": [(sign, title, [*map(number, values)]) for sign, title, values in rows],
        }

    def _by_seat(self, points: Sequence[int]) -> dict[int, int]:
        """Return points by seats, those of the rival too."""
        return dict(zip([*range(self.seen.players), RIVAL], points, strict=False))

    def _ready(self, one: Tableau | Rival) -> str:
        """Return how many dice are ready, of how many."""
        if isinstance(one, Rival):
            return _NOTHING
        ready, placed = len(one.dice), len(one.placed)
        return self.told.word("scene", "ready", dice=ready, number=ready + placed)

    def _rival(self, one: Rival) -> Data:
        """Return what the rival has, in sentences."""
        told, board, kinds = self.told, SOLO.board[one.board], tables.SOLO.cards
        spot = kinds[SOLO.spot[one.spot].colour]
        first, second = (number + 1 for number in SOLO.bonus_between)
        schemes = [told.scheme(SOLO.scheme[card]) for card in one.schemes]
        none = told.part("none")
        listed = told.language.listed
        return {
            "told": [
                self.said("rival_board", board=told.name("rival_boards", board.id)),
                self.said("rival_spot", number=one.spot + 1, kinds=told.name("cards", spot, count=0)),
                self.said(
                    "rival_bonus",
                    first=first,
                    second=second,
                    effect=told.effects(parts_of(board.resource_bonus)),
                ),
                self.said("rival_comet", number=one.comet),
                self.said("rival_tiles", tiles=listed([told.tile(tile) for tile in one.tiles]) or none),
                self.said("rival_schemes", cards=listed(schemes) or none),
            ],
            "track": [[f"{kinds[spot.colour]}-card", n == one.spot] for n, spot in enumerate(SOLO.spot)],
        }


def _counted(seat: int, place: str, sign: str, number: int, name: str) -> Data:
    return {"place": f"{seat}:{place}", "sign": sign, "number": number, "name": name}


def _cards(one: Tableau | Rival, kind: int) -> int:
    """Return how many cards of a kind somebody has, printed ones too."""
    if isinstance(one, Rival):
        return one.cards[kind]
    return sum(CARDS[card].kind == kind for card in one.cards())


# ---- what a choice would cost and bring --------------------------------------------------------------------


def effect(seen: Seen, actions: Sequence[Action], told: TableTeller) -> Effect:
    """Return what changes hands, in a world that the seat cannot tell from the real one."""
    last, me = actions[-1], seen.to_act()
    world = seen.sample_world(Random(0))  # whichever: what is told is the same in all
    before = _purses(world)
    for action in actions:
        world.apply(action)
    said: list[str] = []
    changed = [
        [now - had for now, had in zip(after, then, strict=True)]
        for after, then in zip(_purses(world), before, strict=True)
    ]
    lost, won = ([max(0, sign * many) for many in changed[me]] for sign in (-1, 1))
    for key, many in (("pay", lost), ("get", won)):
        if any(many):
            said.append(told.said(key, things=told.things(many[0], many[1], many[2:])))
    for seat, many in enumerate(changed):
        if seat != me and any(number > 0 for number in many):
            things = told.things(max(0, many[0]), max(0, many[1]), [max(0, number) for number in many[2:]])
            said.append(told.said("other_gets", who=told.person(seat), things=things))
    if isinstance(last, act.Gain | act.Keep | act.Discard):
        said += told.about(last.card)
    if isinstance(last, act.PutWorker):
        place = seen[WayfarersState.display].index(last.card)
        said.append(told.said("spot", effect=told.block(tables.SPOTS[place])))
    if last is act.REST:
        one = seen[WayfarersState.tableaux][me]
        said.append(told.said("back", count=len(one.placed)))
        said += [told.said("no_rest", count=len(one.dice))] * (len(one.dice) > 1)
    places = ("silver", "provision", *names.GUILDS)
    return Effect(" ".join(said), [f"{me}:{place}" for place, many in zip(places, lost, strict=True) if many])


def _purses(state: WayfarersState) -> list[list[int]]:
    """Return the silver, provisions and influence in guilds of each player."""
    return [[one.silver, one.provision, *one.guilds] for one in state.tableaux]


def had(seen: Seen, told: TableTeller) -> list[str]:
    """Return for what each had points at the end."""
    rivals = seen[WayfarersState.rivals]
    scores = final_scores(
        [one.seat for one in seen[WayfarersState.tableaux]], rivals[0].seat if rivals else None
    )
    return [
        told.word(
            "scene",
            "had",
            tags=sum(one.sets) + one.unique,
            space=sum(card.points for card in one.space),
            tiles=one.caravan,
            guilds=total - one.total,
        )
        for one, total in zip(scores.seats, scores.totals, strict=False)
    ]


SCENE = Scene(
    lay=lay,
    had=had,
    ways=dict.fromkeys(("Say.end turn", "Say.roll", "Pay", "DrawThree.provision"), "completes"),
    effect=effect,
    teller=TableTeller,
)
"""The page of Wayfarers."""
