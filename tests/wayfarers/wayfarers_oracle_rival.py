"""The solo rival in the second engine of Wayfarers (2.18, 2.19): at this table the program is the second.

Its turn goes card by card, as the rulebook tells it; where the player may take or deny something, it asks.
`found` lists the places at which the rival would act, best first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import wayfarers_oracle_facts as box
from wayfarers_oracle import Table
from wayfarers_oracle_effects import CHANCE
from wayfarers_oracle_facts import GUILDS, KINDS, MONEY, RIVAL, verb_of

if TYPE_CHECKING:
    from wayfarers_oracle_effects import Play
    from wayfarers_oracle_facts import Effect

SELF = 1  # the owner of its tokens
COLOURS = RIVAL["colours"]  # clockwise
GUILD_OF = {"black": "science", "blue": "exploration", "yellow": "trade"}
SCHEMES = {card["id"]: card for card in RIVAL["scheme"]}
BOARDS = {board["id"]: board for board in RIVAL["board"]}
AT_SPOT_4 = ("draw3_keep1", "top_of_pile")


def path_of(board: str) -> list[str]:
    """Return the cells of a board's caravan in the order in which tiles fill them (Y-111)."""
    top, middle, bottom = BOARDS[board]["caravan"]
    return [*bottom, *reversed(middle), *top]


def clockwise(colour: str) -> list[str]:
    first = COLOURS.index(colour)
    return [*COLOURS[first:], *COLOURS[:first]]


def column_of(space: str) -> int:
    return int(space[1:].split("-")[0].rstrip("ultmb"))


class SoloTable(Table):
    """One game of one player against the rival."""

    def set_up(self) -> Play:  # Y-96
        self.rival = {"spot": 0, "comet": 0, "marker": "c0", "guilds": dict.fromkeys(GUILDS, 1)}
        self.rival["guilds"]["science"] = 0
        self.rival |= {"hands": {"green": 0, "yellow": 1, "blue": 1}, "cards": dict.fromkeys(KINDS, 0)}
        self.rival |= {"board": self.rules.rival, "tiles": [], "path": 0, "bonuses": 0, "schemes": []}
        self.rival |= {"unseen": {kind: [] for kind in KINDS}, "stepped": 0}
        yield from super().set_up()

    @property
    def it(self) -> dict[str, Any]:
        assert self.rival is not None
        return self.rival

    def turn(self) -> Play:
        if self.player == 0:
            yield from super().turn()
            return
        self.it["stepped"] = 0
        colours = [SCHEMES[card]["colour"] for card in self.it["schemes"]]
        if max(map(colours.count, colours), default=0) >= 3:
            yield from self.rival_rest()
        else:
            yield from self.play_scheme()

    def after_action(self) -> Play:
        """Y-145: what the player's fees have brought, before the displays refill."""
        while self.it["bonuses"]:
            self.it["bonuses"] -= 1
            yield from self.do_all(BOARDS[self.it["board"]]["resource_bonus"])

    def receive_fee(self, owner: Any, kind: str) -> None:  # Y-106, Y-140
        self.it["bonuses"] += self.move_marker()

    def play_scheme(self) -> Play:
        left = [card for card in SCHEMES if card not in self.it["schemes"]]
        name = (yield CHANCE, {f"scheme {card}": 1 for card in left}).split()[1]
        self.it["schemes"].append(name)
        card = SCHEMES[name]
        yield from self.advance(card["silver"])
        if not (yield from self.do_first(card["first"])):
            yield from self.do_all(card["second"])

    def do_first(self, first: Effect) -> Play:
        """Do the first action of a scheme card, if that is possible, and tell whether it was (Y-148)."""
        if "place_worker" in first:
            for colour in first["place_worker"]:
                if (yield from self.place_its_worker(colour)):
                    return True
            return False
        price = first["pay_influence"]
        payable = all(self.it["guilds"][guild] >= number for guild, number in price.items())
        if not payable or not self.takable(self.by_sum(first["acquire"])):
            return False
        for guild, number in price.items():
            self.it["guilds"][guild] -= number
        yield from self.acquire_one(first["acquire"])
        return True

    def rival_rest(self) -> Play:
        last = SCHEMES[self.it["schemes"][-1]]
        for effect in BOARDS[self.it["board"]]["rest"]:
            if effect == "comet_check":
                self.step_comet(last["comet"])
            else:
                yield from self.do_one(effect)
        self.it["schemes"] = []

    def advance(self, steps: int) -> Play:
        """Move the resource marker, then do the bonuses that it has crossed (Y-145)."""
        for _ in range(sum(self.move_marker() for _ in range(steps))):
            yield from self.do_all(BOARDS[self.it["board"]]["resource_bonus"])

    def move_marker(self) -> bool:
        """Move the resource marker by one, and tell whether it crossed the bonus."""
        spot = self.it["spot"]
        self.it["spot"] = (spot + 1) % len(RIVAL["spot"])
        return bool([spot, self.it["spot"]] == RIVAL["bonus_between"])

    def step_comet(self, steps: int) -> None:
        self.it["comet"] = min(RIVAL["comet_track"], self.it["comet"] + steps)  # Y-102

    def sum(self) -> int:  # Y-105, Y-135
        return sum(int(SCHEMES[card]["silver"]) for card in self.it["schemes"][-2:])

    def colour(self) -> str:
        return str(RIVAL["spot"][self.it["spot"]]["colour"])

    def order(self) -> list[int]:
        """Return slots 0 to 3 as they are tried (Y-105)."""
        first, step = RIVAL["positions"][self.sum()]["slot"] - 1, RIVAL["positions"][self.sum()]["step"]
        if step == "outward":
            return [*range(first, 4), *range(first)]
        return [*range(first, -1, -1), *range(first + 1, 4)]

    def by_sum(self, kind: str) -> list[int]:
        """Return the places of a kind as they are tried; inspiration by the row of the spot (Y-104)."""
        order = self.order()
        if kind == "inspiration":
            row = RIVAL["spot"][self.it["spot"]]["row"]
            slot = 4 - RIVAL["inspiration_from_top"][row]
            order = [*range(slot, -1, -1), *range(3, slot, -1)]
        return [4 * KINDS.index(kind) + slot for slot in order]

    def takable(self, places: list[int]) -> list[int]:
        """Leave out empty places and cards with a worker placed this turn (Y-138, Y-141, Y-154)."""
        binding = self.player == SELF or self.rules.fresh_workers_bind_rival
        return [p for p in places if self.display[p] and not (binding and any(self.workers[p].values()))]

    def choose(self, found: list[int]) -> Play:
        """Return the place at which the rival acts; the player may deny its own cards (Y-106, Y-139)."""
        for number, place in enumerate(found):
            if self.tokens[place] != 0:
                return place
            said = yield 0, dict.fromkeys(self.answers(number < len(found) - 1), 1)
            *_, kind = said.split()
            if kind in MONEY:
                self.own[0][kind] += 1 if said.startswith("allow") else -1
                self.purse[kind] = max(0, self.purse[kind] - said.startswith("deny"))
            if said.startswith("allow"):
                return place
        raise AssertionError("the last card cannot be denied")

    def answers(self, deniable: bool) -> list[str]:
        gains = [f"allow {kind}" for kind in MONEY if self.stock(kind)]
        return ["allow", *gains, *(f"deny with {kind}" for kind in MONEY if deniable and self.own[0][kind])]

    def do_all(self, effects: list[Effect]) -> Play:
        for effect in effects:
            yield from self.do_one(effect)

    def do_one(self, effect: Effect) -> Play:
        verb = verb_of(effect)
        value, many = effect[verb], box.repeats(effect)
        match verb:
            case "silver" | "provision" | "advance_resource_marker":
                yield from self.advance(many)
            case "comet":
                self.step_comet(many)
            case "focus_action":
                yield from self.do_all(BOARDS[self.it["board"]]["focus_action"])
            case "influence_guild":
                self.it["guilds"][self.any_guild() if value == "any" else value] += many
            case "influence_card" | "adjust_die":
                for _ in range(many):
                    self.influence_one()
            case "refresh_die" | "retrieve_worker":
                for _ in range(many):
                    yield from self.retrieve_one()
            case "new_die":
                yield from self.take_its_tile("by_priority_colour")
            case "upgrade":
                yield from self.take_its_tile(value)
            case "acquire":
                yield from self.acquire_one(value, effect.get("source", ""))
            case "journal":
                yield from self.its_journal()
            case "choose_one":  # only in the last column (Y-101)
                yield from self.take_its_tile("special")
            case _:
                raise AssertionError(verb)

    def any_guild(self) -> str:  # Y-136
        return next(GUILD_OF[colour] for colour in clockwise(self.colour()) if colour in GUILD_OF)

    def acquire_one(self, kind: str, source: str = "") -> Play:  # Y-104 to Y-108, Y-138
        if source in AT_SPOT_4:
            if self.pile[kind] + self.under[kind]:
                self.it["unseen"][kind].append((yield from self.draw(kind, "top")))
                self.it["cards"][kind] += 1
            return
        found = self.takable(self.by_sum(kind))
        if found:
            place = yield from self.choose(found)
            self.clear(place, self.it)
            self.it["cards"][kind] += 1

    def influence_one(self) -> None:
        """Y-103: a card without influence, by the track's colour."""
        for colour in clockwise(self.colour()):
            for place in self.by_sum(RIVAL["cards"][colour]):
                if self.display[place] and self.tokens[place] is None:
                    self.tokens[place] = SELF
                    return

    def place_its_worker(self, colour: str) -> Play:
        """Place a worker and resolve the spot (Y-107); tell whether that was possible."""
        kind = {"green": "townsfolk", "yellow": "land", "blue": "water"}[colour]
        found = [p for p in self.by_sum(kind) if self.display[p] and colour not in self.workers[p]]
        if not found or not self.it["hands"][colour]:
            return False
        place = yield from self.choose(found)
        self.it["hands"][colour] -= 1
        self.workers[place][colour] = True
        yield from self.do_all(box.SPOTS[place]["gain"])
        return True

    def retrieve_one(self) -> Play:
        """Y-107, Y-142, Y-150: green first, then by the track's colour, then by the sum."""
        colours = clockwise(self.colour())
        kinds = [RIVAL["cards"][colour] for colour in colours] + ["inspiration"]
        places = [4 * KINDS.index(kind) + slot for slot in self.order() for kind in kinds]
        for worker in ["green", *(colour for colour in colours if colour in ("blue", "yellow"))]:
            found = [place for place in places if self.workers[place].get(worker) is False]
            if found:
                place = yield from self.choose(found)
                del self.workers[place][worker]
                self.it["hands"][worker] += 1
                return

    def its_tile(self, kind: str) -> str:
        """Return the tile that it takes, if there is one."""
        if kind == "by_priority_colour":
            found = (self.its_tile(RIVAL["tiles"][colour]) for colour in clockwise(self.colour()))
            return next(filter(None, found), "")
        tiles = [tile for tile, record in box.TILES.items() if record["kind"] == kind]
        if kind == "special":
            ring = SCHEMES[self.it["schemes"][-1]]["special_tile_ring"]
            order = [*tiles[ring - 1 :], *tiles[: ring - 1]]
        else:
            order = [tiles[pile] for pile in self.order() if pile < len(tiles)]
        return next((tile for tile in order if self.tiles_left[tile]), "")

    def take_its_tile(self, kind: str) -> Play:
        tile = self.its_tile(kind)
        if not tile:
            return
        self.tiles_left[tile] -= 1
        self.it["tiles"].append(tile)
        columns, rows = box.SIZE[box.TILES[tile]["kind"]]
        path, first = path_of(self.it["board"]), self.it["path"]
        if first + columns * rows <= len(path):
            self.it["path"] += columns * rows
            for icon in path[first : self.it["path"]]:
                yield from self.do_all(self.meaning(icon))

    def meaning(self, icon: str) -> list[Effect]:
        """Return what a cell of its caravan brings."""
        if icon in KINDS:
            return [{"acquire": icon}]
        if icon in (*GUILDS, "any_guild"):
            return [{"influence_guild": icon.removesuffix("_guild")}]
        return {"mark": [{"influence_card": 1}], "comet": [{"comet": 1}], ".": []}[icon]

    def its_journal(self) -> Play:
        at, human = column_of(self.it["marker"]), column_of(self.own[0]["marker"])
        if at == 10:
            return
        where = "behind" if at < human else "same_column" if at == human else "ahead"
        price = RIVAL["further_step_science"][where]
        yield from self.its_step()
        able = column_of(self.it["marker"]) < 10 and not self.it["stepped"]
        if able and self.it["guilds"]["science"] >= price:
            self.it["guilds"]["science"] -= price
            self.it["stepped"] = 1
            yield from self.its_step()

    def its_step(self) -> Play:
        space = self.its_way()
        self.it["marker"] = space
        self.take_green(space, self.it)
        yield from self.do_all(self.entry(space))

    def its_way(self) -> str:
        """Return the next space, by the majority of the face-up scheme cards."""
        ways = [edge["to"] for edge in box.EDGES if edge["from"] == self.it["marker"]]
        ways.sort(key=lambda space: "tu1m2l3b45".index(space[-1]))
        if len(ways) == 3:
            del ways[1]
        ways = [space for space in ways if not self.is_taken(space)]
        colours = [SCHEMES[card]["colour"] for card in self.it["schemes"]]
        blue, red = colours.count("blue"), colours.count("red")
        up = blue > red or (blue == red and colours[-1:] == ["blue"])
        return ways[0] if up else ways[-1]
