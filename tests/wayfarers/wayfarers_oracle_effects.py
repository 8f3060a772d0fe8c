"""The effects of the second engine of Wayfarers: what can be done of each, and what then follows.

`choices` says what an effect offers, by its verb; `carry_out` does what was answered, by its first word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import wayfarers_oracle_facts as box
from wayfarers_oracle_facts import BOARD, CARDS, GUILDS, KINDS, MONEY, Effect, Own, verb_of

CHANCE, OVER = -1, -2

Play = Generator[tuple[int, dict[str, int]], str, Any]
"""Yields who has to answer, and what may be answered, with its weight if chance answers."""
Block = dict[str, Any]
"""What a die slot, a worker spot or a townsfolk gives: `gain`, and `pay` or `pay_one_of` before it."""


class Position:
    """What lies on the table, and what effects do to it."""

    trade: Callable[..., Play]  # in the turn, with what a die that is being placed needs

    def __init__(self, players: int, rules: Any) -> None:
        self.n, self.rules = players, rules
        self.seats = max(2, players)  # in solo the rival is the second
        self.turns, self.player, self.start = 0, 0, 0
        self.used: set[str] = set()  # the guild abilities of this turn (Y-11)
        self.gained: list[str] = []  # the cards of this turn (Y-68)
        self.display: list[str | None] = [None] * 20
        self.tokens: list[int | None] = [None] * 20
        self.workers: list[dict[str, bool]] = [{} for _ in range(20)]  # whether placed this turn
        self.pile = {kind: list(box.deck(kind, rules.promos)) for kind in KINDS}
        self.under: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.drawn: dict[str, list[str]] = {kind: [] for kind in KINDS}
        copies = {kind: 1 if kind == "special" else self.seats for kind in box.TILE_KINDS}  # Y-5
        self.tiles_left = {tile: copies[record["kind"]] for tile, record in box.TILES.items()}
        self.journal_tiles: dict[str, str] = {}
        self.green = [tuple(pair) for pair in BOARD["journal"]["green_workers"]]
        self.discount = dict.fromkeys(MONEY, 0)
        self.pigeon, self.die_action = False, False
        self.purse = dict.fromkeys(MONEY, 0)  # what is left of before the action (Y-22)
        self.ending = -1
        self.own: list[Own] = [box.belongings() for _ in range(players)]
        self.rival: dict[str, Any] | None = None

    @property
    def me(self) -> Own:
        return self.own[self.player]

    def ask(self, choices: Callable[[], list[str]]) -> Play:
        """Ask for something that may be declined; return nothing then, and where there is no choice."""
        while found := choices():
            said = yield from self.offer(found)
            if said != "use trade":
                return said if said != "decline" else ""
        return ""

    def offer(self, found: list[str]) -> Play:
        """Ask once, with `decline`, and with `use trade` (Y-11), which is done at once."""
        said = yield self.player, dict.fromkeys([*found, "decline", *self.trades()], 1)
        if said == "use trade":
            yield from self.trade()
        return said

    def only(self, found: list[str]) -> Play:
        """Ask for something mandatory where there are several ways."""
        return (yield self.player, dict.fromkeys(found, 1)) if len(found) > 1 else found[0]

    def roll(self, number: int) -> Play:  # return the faces of so many dice, ascending
        ways = {}
        for faces in combinations_with_replacement(range(1, 7), number):
            same = Counter(faces).values()
            ways["roll " + " ".join(map(str, faces))] = factorial(number) // prod(map(factorial, same))
        return [int(face) for face in (yield CHANCE, ways).split()[1:]]

    def draw(self, kind: str, verb: str) -> Play:
        """Return the next card of a pile; those that were put under it come last, in their order (Y-125)."""
        top = self.pile[kind] or self.under[kind][:1]
        card = (yield CHANCE, {f"{verb} {card}": 1 for card in top}).split()[1]
        (self.pile[kind] or self.under[kind]).remove(card)
        return card

    def has(self, ability: str) -> bool:
        """Tell whether the ability of a guild is unused and can be paid (Y-11)."""
        return ability not in self.used and self.me["guilds"][ability] > 0

    def use(self, ability: str) -> None:
        self.used.add(ability)
        self.spend({ability: 1})

    def spend(self, cost: dict[str, int]) -> None:  # Y-26
        for guild, number in cost.items():
            self.me["guilds"][guild] -= number
            self.me["influence"] += number

    def trades(self, placing: bool = False, early: bool = False) -> list[str]:
        """Offer the trade ability (Y-11); a die is there in the supply or about to be placed."""
        allowed = self.rules.guild_trade == "any_time" or placing or early
        return ["use trade"] * (allowed and self.has("trade") and (placing or bool(self.me["dice"])))

    def adjustments(self) -> list[str]:  # Y-84
        faces = sorted(set(self.me["dice"]))
        lower = [f"lower {face}" for face in faces if face > 1]
        return [f"raise {face}" for face in faces if face < 6] + lower

    def adjust(self, said: str) -> None:
        verb, face = said.split()
        self.me["dice"].remove(int(face))
        self.me["dice"].append(int(face) + (1 if verb == "raise" else -1))

    def stock(self, kind: str) -> int:  # what the supply has left (Y-8)
        most = box.PLAYER["box"][kind] if self.rules.supply == "counted" else 999
        return int(most) - sum(own[kind] for own in self.own)

    def due(self, kind: str, price: int) -> int:
        return max(0, price - self.discount[kind])  # Y-76

    def pay(self, price: dict[str, int]) -> None:
        for kind, number in price.items():
            due = self.due(kind, number)
            self.discount[kind] -= number - due  # Y-130
            self.me[kind] -= due
            self.purse[kind] = max(0, self.purse[kind] - due)

    def fees(self, place: int, silver: int = 0, free: bool = False) -> list[str]:
        """Return the ways to pay for the token on a card, besides a price in silver (Y-19, Y-118)."""
        left = {"silver": self.me["silver"] - self.due("silver", silver), "provision": self.me["provision"]}
        if left["silver"] < 0:
            return []
        if self.tokens[place] in (None, self.player):
            return [""]
        if not self.rules.fee_from_action:
            left = {kind: min(left[kind], self.purse[kind]) for kind in MONEY}
        spent = {"silver": silver, "provision": 0}
        return [f" fee {kind}" for kind in MONEY if left[kind] >= self.fee(kind, spent[kind], free)]

    def fee(self, kind: str, spent: int, free: bool) -> int:
        """Return the fee, 1 unless discounts and "free" cover it (Y-23)."""
        covered = free or self.discount[kind] > spent
        return 0 if covered and self.rules.fee_discounted else 1

    def pay_fee(self, place: int, said: str, free: bool = False) -> None:
        """Pay what the end of a notation says (Y-19)."""
        *_, fee, kind = said.split()
        if fee == "fee":
            if self.fee(kind, 0, free):
                self.me[kind] -= 1
                self.purse[kind] = max(0, self.purse[kind] - 1)
                self.receive_fee(self.tokens[place], kind)
            elif not free:
                self.discount[kind] -= 1

    def receive_fee(self, owner: Any, kind: str) -> None:
        self.own[owner][kind] += 1

    def payments(self, block: Block) -> dict[str, dict[str, int]]:
        """Return how to pay what discounts leave of the arrow; nothing is asked if nothing is left."""
        found = {}
        for price in block.get("pay_one_of") or [block.get("pay", {})]:
            left = {kind: self.due(kind, number) for kind, number in price.items()}
            if all(self.me[kind] >= number for kind, number in left.items()):
                said = [f"pay {number} {kind}" for kind, number in left.items() if number]
                found["".join(said)] = price
        return {"": found[""]} if "" in found else found

    def doable(self, block: Block) -> bool:
        return bool(self.payments(block)) and any(map(self.can, block["gain"]))

    def do_block(self, block: Block) -> Play:
        """Pay what is left of the arrow in full, then take what is right of it (Y-81)."""
        said = ""
        if said not in self.payments(block):
            said = yield from self.ask(lambda: list(self.payments(block)))
        if said in self.payments(block):
            self.pay(self.payments(block)[said])
            yield from self.agenda(block["gain"])

    def agenda(self, pending: list[Effect]) -> Play:
        """Do what fires together, in the order of the player (Y-69, Y-124)."""
        parts = list(pending)
        while True:
            for part in [part for part in parts if verb_of(part) in MONEY]:
                kind = verb_of(part)
                self.me[kind] += min(part[kind], self.stock(kind))
                parts.remove(part)
            able = {f"do {box.words(part)}": part for part in parts if self.can(part)}
            if not able:
                return
            said = next(iter(able)) if len(able) == 1 else (yield from self.offer(list(able)))
            if said == "decline":
                parts = [part for part in parts if verb_of(part) == "new_die"]  # Y-32
            elif said != "use trade":
                parts.remove(able[said])
                yield from self.do_part(able[said])

    def can(self, part: Effect) -> bool:
        verb = verb_of(part)
        if verb in MONEY:
            return self.stock(verb) > 0
        if verb == "townsfolk":
            return self.doable(CARDS[part[verb]])
        return verb == "new_die" or bool(self.choices(part))

    def do_part(self, part: Effect) -> Play:
        """Do a part, each of its steps asked for by itself."""
        if verb_of(part) == "new_die":
            self.me["reserve"] -= 1
            self.me["dice"] += yield from self.roll(1)
        elif "townsfolk" in part:
            yield from self.do_block(CARDS[part["townsfolk"]])
        elif part.get("source"):
            yield from self.acquire(part, self.choices(part)[0])
        else:
            for _ in range(box.repeats(part)):
                said = yield from self.ask(lambda: self.choices(part))
                if not said:
                    return
                yield from self.carry_out(part, said)

    def choices(self, part: Effect) -> list[str]:  # how a part can be done now, without `decline`
        value = part[verb_of(part)]
        match verb_of(part):
            case "choose_one":  # Y-131
                return [f"choose {box.branch_words(way)}" for way in value if any(map(self.can, way))]
            case "influence_guild":  # Y-24, Y-120
                guilds = GUILDS if value == "any" else [value]
                return [f"influence {guild}" for guild in guilds if self.spare(guild)]
            case "influence_card":  # Y-18
                cards = [card for card, owner in zip(self.display, self.tokens, strict=True) if owner is None]
                return [f"influence {card}" for card in cards if card and self.spare()]
            case "move_influence":  # Y-25
                held = [guild for guild in GUILDS if self.me["guilds"][guild]]
                return [f"move {guild} to {other}" for guild in held for other in GUILDS if other != guild]
            case "adjust_die":
                return self.adjustments()
            case "refresh_die":  # Y-83
                again = [f"reroll {face}" for face in sorted(set(self.me["dice"]))]
                return [f"refresh {slot}" for slot in self.me["placed"]] + again
            case "retrieve_worker":
                return self.retrievals()
            case "journal":
                return [f"to {space}" for space in self.steps()]
            case "upgrade":
                return self.upgrades(part)
        return self.acquisitions(part)

    def carry_out(self, part: Effect, said: str) -> Play:  # do what was chosen of a part
        match said.split():
            case ["choose", *_]:
                ways = {f"choose {box.branch_words(way)}": way for way in part["choose_one"]}
                yield from self.agenda(ways[said])
            case ["influence", place]:
                source = (yield from self.only(self.spare(place))).split()[1]
                self.me["influence"] -= source == "supply"
                for where, more in ((source, -1), (place, 1)):
                    if where in GUILDS:
                        self.me["guilds"][where] += more
                    elif where != "supply":
                        self.tokens[self.display.index(where)] = self.player if more > 0 else None
            case ["move", guild, "to", other]:
                self.me["guilds"][guild] -= 1
                self.me["guilds"][other] += 1
            case ["raise" | "lower", _]:
                self.adjust(said)
            case ["refresh" | "reroll" as verb, *which]:
                if verb == "refresh":
                    del self.me["placed"][" ".join(which)]
                else:
                    self.me["dice"].remove(int(which[0]))
                self.me["dice"] += yield from self.roll(1)
            case ["retrieve", colour, "from", card, *_]:
                place = self.display.index(card)
                self.pay_fee(place, said)
                del self.workers[place][colour]
                self.me["hands"][colour] += 1
            case ["to", space]:
                self.spend(self.steps()[space])
                yield from self.enter(space)
            case ["tile", *_]:
                yield from self.take_tile(part, said)
            case _:
                yield from self.acquire(part, said)

    def spare(self, target: str = "") -> list[str]:
        """Return where influence comes from: the supply, else any card or guild (Y-27, Y-120)."""
        if self.me["influence"]:
            return ["from supply"]
        cards = [card for card, owner in zip(self.display, self.tokens, strict=True) if owner == self.player]
        guilds = [guild for guild in GUILDS if self.me["guilds"][guild] and guild != target]
        return [f"from {place}" for place in guilds + cards]

    def retrievals(self) -> list[str]:  # Y-88, Y-89
        found = []
        for place, card in enumerate(self.display):
            for colour, placed in self.workers[place].items():
                ways = [] if placed else self.fees(place)
                found += [f"retrieve {colour} from {card}{fee}" for fee in ways]
        return found

    def steps(self, science: int = 0) -> dict[str, dict[str, int]]:
        """Return the spaces that can be entered, with the influence they cost, after paying science (2.5)."""
        guilds = Counter(self.me["guilds"])
        guilds["science"] -= science
        found = {}
        for edge in box.EDGES:
            if edge["from"] != self.me["marker"] or self.is_taken(edge["to"]):
                continue
            section = self.rules.sections[int(edge["board_section"]) - 1]
            ask, _, what = edge[f"side_{section}"].partition(":")
            pairs = [one.split("*") for one in what.split("+")] if ask == "spend" else []
            cost = {guild: int(number) for guild, number in pairs}
            counter, _, number = what.partition(">=")
            met = ask != "have" or box.count(self.me, counter) >= int(number)
            if met and all(guilds[guild] >= number for guild, number in cost.items()):
                found[edge["to"]] = cost
        return found

    def is_taken(self, space: str) -> bool:  # Y-34
        markers = [own["marker"] for own in [*self.own, *([self.rival] if self.rival else [])]]
        return space.startswith("c10") and space in markers

    def enter(self, space: str) -> Play:  # Y-30 to Y-35, Y-121
        self.me["marker"] = space
        self.take_green(space, self.me)
        if self.rules.science_offer == "at_once":
            yield from self.offer_science()
        yield from self.agenda(self.entry(space))
        if self.rules.science_offer == "after_effects":
            yield from self.offer_science()

    def entry(self, space: str) -> list[Effect]:  # Y-30, Y-31
        printed, tile = BOARD["journal"]["on_enter"], self.journal_tiles.get(space)
        found: list[Effect] = printed.get(space) or printed.get(f"column_{space[1]}", [])
        return box.JOURNAL_TILES[tile] if tile else found

    def take_green(self, space: str, own: Own) -> None:
        """Give the green worker beside a space (Y-33); in the last column the end begins (Y-92)."""
        for pair in [pair for pair in self.green if space in pair]:
            self.green.remove(pair)
            own["hands"]["green"] += 1
        if space.startswith("c10") and self.ending < 0:
            self.ending = 1 + self.seats  # this turn among them

    def offer_science(self) -> Play:  # Y-38
        said = yield from self.ask(lambda: [f"science to {s}" for s in self.steps(1)] * self.has("science"))
        if said:
            cost = self.steps(1)[said.split()[2]]
            self.use("science")
            self.spend(cost)
            yield from self.enter(said.split()[2])

    def acquisitions(self, part: Effect) -> list[str]:  # 2.12
        kind, source = part["acquire"], part.get("source")
        stock = self.pile[kind] + self.under[kind]
        if source:
            able = bool(stock) and bool(self.hosts(stock[0]))
            return ["draw three" if source == "draw3_keep1" else "top"] * able
        found = []
        for slot in range(4):
            place = 4 * KINDS.index(kind) + slot
            card = self.display[place]
            if card and not any(self.workers[place].values()):  # Y-88, Y-127
                fees = self.fees(place, self.price(part, place), part.get("cost") == "free")
                found += [f"gain {card}{fee}" for fee in fees if self.hosts(card)]
                found += [f"discard {card}{fee}" for fee in fees if kind == "inspiration"]  # Y-56
        if self.die_action and kind in ("land", "water") and stock:
            if self.pigeon or not self.due("provision", 1):  # Y-65, Y-76
                found.append("draw three")
            elif self.me["provision"]:
                found.append("draw three for 1 provision")
        return found

    def price(self, part: Effect, place: int) -> int:  # Y-63
        spaces = BOARD["space_card_silver"][place % 4] if part["acquire"] == "space" else 0
        full = spaces + CARDS[str(self.display[place])].get("silver_cost", 0)
        return 0 if part.get("cost") == "free" else max(0, int(full) - part.get("silver_discount", 0))

    def hosts(self, card: str) -> list[str]:
        """Return under or above which own cards a card may go; one nameless place for other kinds."""
        kind, own = CARDS[card]["kind"], self.me
        if kind == "inspiration":
            return [space for space in own["space"] if space not in own["inspiration"]]  # Y-54
        if kind != "townsfolk":  # Y-48
            return [""] * (kind != "space" or len(own["space"]) < len(own["land"] + own["water"]) - 1)
        wanted = set(CARDS[card]["tuck_under_any_of"])
        free = [host for host in own["land"] + own["water"] if host not in own["folk"]]
        return [host for host in free if wanted & set(CARDS[host]["tags"])]  # Y-57, Y-60

    def acquire(self, part: Effect, said: str) -> Play:
        kind = part["acquire"]
        if said == "draw three for 1 provision":
            self.pay({"provision": 1 + self.discount["provision"]})
        elif said == "draw three" and not part.get("source") and not self.pigeon:
            self.discount["provision"] -= 1
        if said.startswith("draw"):
            drawn = self.drawn[kind]  # Y-64, Y-125, Y-126
            while len(drawn) < 3 and self.pile[kind] + self.under[kind]:
                drawn.append((yield from self.draw(kind, "draw")))
            card = (yield from self.only([f"keep {card}" for card in drawn])).split()[1]
            drawn.remove(card)
        elif said == "top":
            card = yield from self.draw(kind, "top")
        else:
            card = said.split()[1]
            place = self.display.index(card)
            self.pay({"silver": self.price(part, place)})
            self.pay_fee(place, said, part.get("cost") == "free")
            self.clear(place, self.me)
            if said.startswith("discard"):
                self.under[kind].append(card)
                yield from self.agenda(box.SPOTS[place]["gain"])
                return
        yield from self.gain(card)

    def clear(self, place: int, own: Own) -> None:
        """Take a card away, and all that lies on it (Y-21, Y-67)."""
        for colour in self.workers[place]:
            own["hands"][colour] += 1
        owner = self.tokens[place]
        if owner is not None and owner < self.n:
            self.own[owner]["influence"] += 1
        self.display[place], self.tokens[place], self.workers[place] = None, None, {}

    def gain(self, card: str) -> Play:
        """Put a card down, then do all that this brings (Y-124)."""
        kind, parts = CARDS[card]["kind"], list(CARDS[card].get("on_gain", ()))
        self.gained.append(card)
        if kind in ("townsfolk", "inspiration"):
            verb, part = ("under host", "folk") if kind == "townsfolk" else ("above", "inspiration")
            said = yield from self.only([f"{verb} {host}" for host in self.hosts(card)])
            self.me[part][said.split()[-1]] = card
        else:
            parts += box.links(self.me["water"][-1], card) if kind == "water" else []
            self.me[kind].append(card)
            while self.drawn[kind]:  # Y-64: the others go under the pile
                other = (yield from self.only([f"under {card}" for card in self.drawn[kind]])).split()[1]
                self.drawn[kind].remove(other)
                self.under[kind].append(other)
        events = ["townsfolk_card"] * (kind == "townsfolk") + CARDS[card].get("tags", [])
        yield from self.agenda(parts + self.reactions(events, card))

    def works(self, card: str) -> bool:  # Y-68
        return self.rules.benefits_same_turn or card not in self.gained

    def folk_of(self, card: str, banner: str) -> Block | None:
        """Return the townsfolk under a card, if it works now."""
        folk = self.me["folk"].get(card)
        return CARDS[folk] if folk and self.works(folk) and CARDS[folk]["banner"] == banner else None

    def folk_parts(self, card: str, banner: str, to: str = "") -> list[Effect]:
        """Return the parts that the townsfolk under a card brings; one to be paid for is one part."""
        folk = self.folk_of(card, banner)
        if not folk or folk["id"] == to:
            return []
        return [{"townsfolk": folk["id"]}] if {"pay", "pay_one_of"} & folk.keys() else list(folk["gain"])

    def reactions(self, events: list[str], to: str = "") -> list[Effect]:  # Y-43, Y-45, Y-58
        parts: list[Effect] = []
        for card in self.me["land"]:
            reaction = CARDS[card].get("reaction")
            if reaction and self.works(card) and card != to:
                fitting = [event for event in events if event in reaction["when_gaining_any_of"]]
                for _ in fitting if self.rules.reaction_per == "tag" else fitting[:1]:
                    parts += reaction["gain"] + self.folk_parts(card, "reaction", to)
        return parts

    def upgrades(self, part: Effect) -> list[str]:  # Y-70, Y-72
        kind = part["upgrade"]
        cost = BOARD["upgrade_cost"][kind]
        free = part.get("cost") == "free" or not cost["silver"]
        found = []
        for tile, left in self.tiles_left.items():
            if box.TILES[tile]["kind"] == kind and left and box.places_for(self.me, tile):
                if free or self.due("silver", cost["silver"]) <= self.me["silver"]:
                    found.append(f"tile {tile}")
                if not free and any(self.me["guilds"][g] >= n for g, n in cost["influence"].items()):
                    found.append(f"tile {tile} for influence")
        return found

    def take_tile(self, part: Effect, said: str) -> Play:
        tile, cost = said.split()[1], BOARD["upgrade_cost"][part["upgrade"]]
        if said.endswith("influence"):
            self.spend(cost["influence"])
        elif part.get("cost") != "free":
            self.pay({"silver": cost["silver"]})
        self.tiles_left[tile] -= 1
        places = box.places_for(self.me, tile)
        ways = {f"place {'back ' * back}{row},{column}": (row, column, back) for row, column, back in places}
        row, column, back = ways[(yield from self.only(list(ways)))]
        self.me["tiles"].append((tile, row, column, back))
        printed = box.PLAYER["caravan"]["bonus"][str(self.me["board"])]
        covered = [printed.get(f"{r},{c}") for r, c in box.cells_of(tile, row, column)]
        events = ["any_upgrade_tile", *box.TILES[tile].get("tags", ())]
        yield from self.agenda([effect for effect in covered if effect] + self.reactions(events))
