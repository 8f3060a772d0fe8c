"""A second engine of Mangrovia, written from the rules alone: slow and plain, with dicts, lists and texts.

It shares the files of data with `toolkit.games.mangrovia`, and nothing else. The whole game is one generator
that reads like the rulebook: wherever somebody has to answer, it yields who, and what may be answered. So
`Table` can be played beside the engine, action by action in its notation, with all draws as they truly were.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import toolkit

DATA = Path(toolkit.__file__).parent / "games" / "mangrovia" / "data"
CHANCE, OVER = -1, -2

LANDS = ("mangrove", "reed", "sand", "water")
CARDS = ("valuables", "landscapes")
PIERS = {  # 2.3; "up" and "down" are one face-up or face-down card
    1: ["up up", "down"],
    2: ["amulets"],
    3: ["up"],
    4: ["up", "down"],
    5: ["up up or down down"],
    6: ["up", "down down"],
    7: ["amulets or down"],
    8: ["amulets or hut"],
    9: ["hut or double"],
    10: ["hut hut"],
    11: ["hut", "down"],
    12: ["birds"],
}

Asked = tuple[int, dict[str, int]]
"""Who has to answer, and what may be answered, with its weight if chance answers."""
Play = Generator[Asked, str, Any]
Coin = tuple[int, int, str]
"""Something to pay with: its value, where it comes from (hand, start cards, tiles), and its notation."""


def rows_of(text: str, shipped: str) -> list[dict[str, str]]:
    """Return the rows of a file of data: of the owner's text or, when that is empty, of the shipped file."""
    lines = (text or (DATA / shipped).read_text(encoding="utf-8")).splitlines()
    return list(csv.DictReader(line for line in lines if line.strip() and not line.startswith("#")))


class Table:
    """One game, from its set-up to its scores; `who` has to answer with one of `options`."""

    def __init__(self, players: int, rules: Any) -> None:
        self.n, self.rules = players, rules
        board = rows_of(rules.board, "board-reconstructed.csv")
        self.spaces = {row["id"]: row for row in board}
        self.lines = rows_of(rules.paths, "paths.csv")
        self.setup = rows_of(rules.setup, "setup.csv")
        self.round, self.pier = 0, 13  # 0 is the time of the bowls, 13 that of filling the rows
        self.huts: dict[str, tuple[int, int]] = {}  # the owner and the number of huts on each space
        self.pole_tiles = sorted(int(card) for card in self.pieces("pole_tile"))
        self.under: dict[str, int] = {}  # the pole tiles under huts
        self.stone: dict[str, str] = {}  # the stone tiles that are still to be won
        self.supply = [self.number("huts", players)] * players
        self.chief = [0] * players
        self.last = -1
        self.birds = {row["key"] for row in self.setup if row["group"] == "bird"}  # M-4
        self.bowls = {6: players} if players == 2 else {}  # M-8
        heaps = ("valuables", "start", "landscapes", "amulets", "drawn", "tiles")
        self.hand: list[dict[str, list[str]]] = [{heap: [] for heap in heaps} for _ in range(players)]
        self.pile = {"valuables": self.pieces("valuable"), "amulets": self.pieces("amulet", "bag")}
        self.pile["landscapes"] = [land for land in LANDS for _ in range(self.number("landscape", land))]
        self.spent: dict[str, list[str]] = {kind: [] for kind in self.pile}
        self.open: dict[str, list[str]] = {kind: [] for kind in CARDS}
        self.ones = self.pieces("amulet", "board")  # M-5
        self.out: list[str] = []  # amulets that have left the game
        self.start = -1
        self.log: list[str] = []  # what was answered, and in brackets what followed by the rules
        self.met = Counter[str]()  # what happens seldom
        self.game = self.play()
        self.who, self.options = next(self.game)

    def answer(self, text: str) -> None:
        """Go on with an answer."""
        assert text in self.options, f"{text} is none of {sorted(self.options)}"
        self.log.append(text)
        try:
            self.who, self.options = self.game.send(text)
        except StopIteration:
            self.who, self.options = OVER, {}

    # ---- data

    def of(self, group: str) -> list[dict[str, str]]:
        return [row for row in self.setup if row["group"] == group]

    def pieces(self, group: str, key: str = "") -> list[str]:
        found = [row for row in self.of(group) if key in ("", row["key"])]
        return [row["value"] for row in found for _ in range(int(row["count"]))]

    def number(self, group: str, key: object) -> int:
        return next(int(row["count"]) for row in self.of(group) if row["key"] == str(key))

    def area(self, name: str) -> list[str]:
        return [name_ for name_, row in self.spaces.items() if row["area"] == name]

    def lands(self, space: str) -> list[str]:
        row = self.spaces[space]
        return [row[key] for key in ("landscape", "landscape2") if row[key]]

    def path(self, line: str) -> list[str]:
        """Return the spaces of "column a" or "row 1", from above or from the left."""
        along, across = line.split()[0], "row" if line.startswith("column") else "column"
        found = [name for name, row in self.spaces.items() if row[along] == line.split()[1]]
        return sorted(found, key=lambda name: (len(self.spaces[name][across]), self.spaces[name][across]))

    def neutral(self, mark: str) -> int:
        """Return the number of the neutral colour on a mark (B1, B28)."""
        return self.n + (mark == "white" and self.rules.neutral_colours == "by_mark")

    # ---- the game

    def play(self) -> Play:
        yield from self.set_up()
        while True:
            self.round += 1
            yield from self.put_bowls()
            yield from self.sail()
            if not all(self.supply) or self.round == self.rules.round_limit:  # M-31, B14
                break
            yield from self.clean_up()
        for player, hand in enumerate(self.hand):
            amulets = ", ".join(sorted(hand["amulets"])) or "none"
            self.log.append(f"(player {player} shows amulets: {amulets})")

    def set_up(self) -> Play:
        marks = {2: ("grey", "white"), 3: ("grey",)}.get(self.n, ())
        for name, row in self.spaces.items():  # M-7
            if row["mark"] in marks:
                self.huts[name] = (self.neutral(row["mark"]), 1)
                if row["area"] == "pole":
                    self.under[name] = self.pole_tiles.pop(0)  # M-8
        self.start = self.rules.start_player or 0
        if self.rules.start_player is None:  # B23
            self.start = int((yield CHANCE, {f"start {p}": 1 for p in range(self.n)}).split()[1])
        seats = [(self.start + turn) % self.n for turn in range(self.n)]
        for place, seat in enumerate(seats):  # M-2: the mark is the place in the order of play
            self.hand[seat]["start"] = self.pieces("start_card", str(place + 1))
        yield from self.lay_tiles()
        for seat in range(self.n):
            for _ in range(self.number("hand", "landscapes")):
                self.hand[seat]["landscapes"].append((yield from self.draw("landscapes", "draw")))
        yield from self.fill_rows()

    def lay_tiles(self) -> Play:
        """Lay a tile on each free space of the stone area (M-38, M-41)."""
        heap = Counter[str]()
        for row in self.of("stone_tile"):
            name = " ".join([row["key"].replace("_", " "), row["value"]]).strip()
            if self.rules.stone_tiles in ("all", "statues" if row["key"] == "statue" else "others"):
                heap[f"tile {name}"] += int(row["count"])
        for space in self.area("stone") if heap else []:
            if space not in self.huts:
                tile = yield CHANCE, dict(heap)
                heap -= Counter([tile])
                self.stone[space] = tile.removeprefix("tile ")

    def put_bowls(self) -> Play:
        """M-8 to M-10, B15."""
        self.pier, self.bowls = 0, {6: self.n} if self.n == 2 else {}
        for lap in range(self.number("bowls", self.n)):
            for turn in range(self.n):
                player = (self.start + turn) % self.n
                free = [ritual for ritual in range(1, 7) if ritual not in self.bowls]
                banned = self.n <= 3 or self.rules.start_player_ban == "all"
                if lap == turn == 0 and banned:
                    free.remove(1)
                said = yield player, {f"bowl R{ritual}": 1 for ritual in free}
                self.bowls[int(said[-1])] = player

    def sail(self) -> Play:
        """M-11: every pier acts by itself, down the west side and up the east side."""
        for pier in range(1, 13):
            owner = self.bowls.get(pier if pier <= 6 else 13 - pier, self.n)
            if owner < self.n:
                self.pier = pier
                self.log.append(f"(the boat reaches pier {pier})")
                yield from self.act(owner, pier)
        self.pier = 13

    def clean_up(self) -> Play:
        """M-28 to M-30, B3."""
        if 1 in self.bowls:
            self.start = self.bowls[1]
            self.log.append(f"(player {self.start} has the talisman)")
        else:
            self.met["R1 unclaimed"] += 1
            self.start = (self.start + (-1 if self.rules.unclaimed_talisman == "right" else 1)) % self.n
            self.birds = set(LANDS) - self.birds
            birds = " and ".join(sorted(self.birds))
            self.log.append(f"(player {self.start} has the talisman; the birds go to {birds})")
        self.bowls = {6: self.n} if self.n == 2 else {}
        yield from self.fill_rows()

    def fill_rows(self) -> Play:
        """M-3, M-30, B11."""
        for kind in CARDS:
            while len(self.open[kind]) < self.number("face_up", kind) and self.can_draw(kind):
                self.open[kind].append((yield from self.draw(kind, "turn up")))

    # ---- piers

    def act(self, player: int, pier: int) -> Play:
        """Do the parts of an action in their order, as far as they are not declined (M-12, B19)."""
        for part in PIERS[pier]:
            ways = {way.split()[0]: way.split() for way in part.split(" or ")}
            chosen = yield from self.choose(player, *ways)
            for again in ways.get(chosen, [])[1:]:
                if not (yield from self.choose(player, again)):
                    break

    def choose(self, player: int, *kinds: str) -> Play:
        """Ask for one thing and do it; return of which kind it was, or nothing if there was none (B29)."""
        choices = {said: kind for kind in kinds for said in self.choices(player, kind)}
        huts = [kind == "double" for kind in kinds if kind in ("hut", "double")]
        if not choices and not any(self.could_build(player, double=double) for double in huts):
            return ""
        said = yield player, dict.fromkeys([*choices, *(["decline"] if kinds != ("birds",) else [])], 1)
        if said == "decline":
            return ""
        yield from getattr(self, f"do_{choices[said]}")(player, said)
        return choices[said]

    def choices(self, player: int, kind: str) -> list[str]:
        if kind == "up":  # M-14
            return [f"take {card}" for heap in CARDS for card in self.open[heap]]
        if kind == "down":  # B11
            return [f"from {heap}" for heap in CARDS if self.can_draw(heap)]
        if kind == "amulets":
            there = self.can_draw("amulets") if self.track(player) else self.ones
            return ["take amulets"] if there else []
        if kind == "birds":  # M-16
            return [f"birds {one} {other}" for one in LANDS for other in LANDS if one < other]
        return self.builds(player, double=kind == "double")

    def do_up(self, player: int, said: str) -> Play:
        card = said.split()[1]
        heap = "landscapes" if card in LANDS else "valuables"
        self.open[heap].remove(card)
        self.hand[player][heap].append(card)
        yield from ()

    def do_down(self, player: int, said: str) -> Play:
        heap = said.split()[1]
        self.hand[player][heap].append((yield from self.draw(heap, "draw")))

    def do_birds(self, player: int, said: str) -> Play:
        self.birds = set(said.split()[1:])
        yield from ()

    # ---- piles

    def can_draw(self, kind: str) -> bool:
        return bool(self.pile[kind] or self.spent[kind])

    def draw(self, kind: str, verb: str) -> Play:
        """Return a card of a pile or an amulet of the bag; both are renewed alike (B17, M-26, M-27)."""
        self.renew(kind)
        said = yield CHANCE, dict(Counter(f"{verb} {card}" for card in self.pile[kind]))
        card = said.split()[-1]
        self.pile[kind].remove(card)
        if self.rules.renewal == "at_once":
            self.renew(kind)
        return card

    def renew(self, kind: str) -> None:
        if not self.pile[kind]:
            self.met[f"{kind} renewed" if self.spent[kind] else f"{kind} empty with nothing to renew"] += 1
            if self.spent[kind]:
                self.log.append("(the bag is filled)" if kind == "amulets" else f"(the {kind} are shuffled)")
            self.pile[kind], self.spent[kind] = self.spent[kind], []

    # ---- amulets

    def track(self, player: int) -> int:
        return sum(self.huts.get(space, (-1, 0))[0] == player for space in self.area("amulet"))

    def do_amulets(self, player: int, _said: str) -> Play:
        """2.4, M-15, B10, B18."""
        kept, drawn, k = self.hand[player]["amulets"], self.hand[player]["drawn"], self.track(player)
        if k == 0:
            kept.append(self.ones.pop())
            self.log.append(f"(player {player} takes an amulet of 1 from the board)")
            return
        self.met["five amulet spaces or more"] += k >= 5
        for turn in range(min(k, 5)):
            if not self.can_draw("amulets"):
                self.met["too few amulets"] += 1
                break
            more = ["another amulet", "enough"] if turn and self.rules.amulets_partial else []
            if more and (yield player, dict.fromkeys(more, 1)) == "enough":
                break
            drawn.append((yield from self.draw("amulets", "amulet")))
        if k >= 2:
            options = {f"return {amulet}" for amulet in drawn}
            if self.rules.amulets_partial:
                options.add("keep all")
            said = yield player, dict.fromkeys(options, 1)
            if said != "keep all":
                drawn.remove(said.split()[1])
                self.pile["amulets"].append(said.split()[1])
        kept += drawn
        drawn.clear()

    # ---- huts

    def could_build(self, player: int, *, double: bool = False) -> bool:
        """Tell whether, for all that everybody knows, the player may have what some hut costs (B29)."""
        cards = len(self.hand[player]["landscapes"])
        for space in self.sites(player, double=double):
            covered = any(
                sum(c in LANDS for c in way) <= cards for way in self.coverings(player, space, double)
            )
            if covered and self.purse(player, space):
                return True
        return False

    def sites(self, player: int, *, double: bool) -> list[str]:
        """Return the spaces on which there is room for the huts (M-17, M-24, B8)."""
        enough = self.supply[player] >= 1 + double
        return [
            space
            for space, row in self.spaces.items()
            if enough and space not in self.huts and (row["area"] == "plain" or not double)
        ]

    def coverings(self, player: int, space: str, double: bool) -> list[tuple[str, ...]]:
        """Return what may be laid for the landscape, as far as everybody knows (M-18, M-23, M-25, B26)."""
        marked = [land for land in LANDS if land in self.lands(space) and land in self.birds]
        if double:
            return [(one, other) for one in marked for other in marked if one <= other]
        if "free landscape" not in self.hand[player]["tiles"]:
            return [(land,) for land in marked]
        if self.rules.free_landscape == "replaces_card":
            return [*((land,) for land in marked), ("free landscape",)]
        return [(land,) for land in LANDS if land in self.lands(space)]

    def held(self, player: int, covering: Iterable[str]) -> bool:
        cards = Counter(card for card in covering if card in LANDS)
        return cards <= Counter(self.hand[player]["landscapes"])

    def purse(self, player: int, space: str) -> list[Coin]:
        """Return all that the player could pay the price of a space with, least first (M-18, M-44, B27)."""
        hand = self.hand[player]
        if self.spaces[space]["pay"] == "amulets":
            own = [(int(amulet), 0, f"pay amulet {amulet}") for amulet in hand["amulets"]]
            return sorted(own + [(2, 2, "pay tile 2") for tile in hand["tiles"] if tile == "amulet 2"])
        own = [(int(card), 0, f"pay {card}") for card in hand["valuables"]]
        own += [(int(card), 1, f"pay start {card}") for card in hand["start"]]
        return sorted(own + [(3, 2, "pay tile 3") for tile in hand["tiles"] if tile == "card 3"])

    def price(self, space: str, double: bool) -> int:
        return int(self.spaces[space]["price"]) * (2 if double else 1)

    def builds(self, player: int, *, double: bool = False) -> list[str]:
        """M-17, M-18, M-23, M-24, B8."""
        found = []
        for space in self.sites(player, double=double):
            laid = any(self.held(player, way) for way in self.coverings(player, space, double))
            if laid and self.price(space, double) in sums(self.purse(player, space)):
                found.append(f"build {space}" + " double" * double)
        return found

    def do_hut(self, player: int, said: str) -> Play:
        space, double = said.split()[1], said.endswith("double")
        yield from self.pay_landscape(player, space, double)
        yield from self.pay_price(player, space, self.price(space, double))
        row, number = self.spaces[space], 1 + double
        self.huts[space] = (player, number)
        self.supply[player] -= number
        points, pole, gains = number * int(row["points"]), "", []  # M-19, M-23
        if row["area"] == "pole":  # M-20, B20
            self.under[space] = self.pole_tiles.pop(0)
            points += self.under[space]
            pole = f" with pole tile {self.under[space]}"
        self.chief[player] += points
        gains += [f"{points} point{'s' * (points > 1)}{pole}"] if points else []
        if space in self.stone:  # M-38
            self.hand[player]["tiles"].append(self.stone[space])
            gains.append(f"tile {self.stone.pop(space)}")
        gains += ["a step on the amulet track"] if row["area"] == "amulet" else []
        if gains:
            self.log.append(f"(player {player} gets {', '.join(gains)})")
        if not self.supply[player]:
            if self.last < 0:
                self.log.append(f"(player {player} has no hut left: the last round)")
            self.last = player if self.last < 0 else self.last
            self.met["last hut"] += 1
        self.met["double hut"] += double

    do_double = do_hut

    def pay_landscape(self, player: int, space: str, double: bool) -> Play:
        """Ask for the landscape cards one by one, where all can see that there is more than one way."""
        public, laid = self.coverings(player, space, double), []
        ways = [way for way in public if self.held(player, way)]
        for turn in range(1 + double):
            card = ways[0][turn]
            if len({way[turn] for way in public}) > 1:
                card = (yield player, {f"pay {way[turn]}": 1 for way in ways}).removeprefix("pay ")
            public, ways = ([way for way in found if way[turn] == card] for found in (public, ways))
            laid.append(card)
            if card == "free landscape" or card not in self.birds:  # B26
                self.hand[player]["tiles"].remove("free landscape")
                self.met["free landscape"] += 1
            if card != "free landscape":
                self.hand[player]["landscapes"].remove(card)
                self.spent["landscapes"].append(card)
        self.met["double hut of two landscapes"] += len(set(laid)) == 2

    def pay_price(self, player: int, space: str, total: int) -> Play:
        """Ask for one card, amulet or tile after the other, least first, so that the sum can still be met."""
        least = (0, 0, "")
        while total:
            purse = [coin for coin in self.purse(player, space) if coin >= least]
            fits = {c[2]: c for i, c in enumerate(purse) if total - c[0] in sums(purse[i + 1 :])}
            said = yield player, dict.fromkeys(fits, 1)
            least = fits[said]
            total -= least[0]
            self.pay(player, said)

    def pay(self, player: int, said: str) -> None:
        """M-26, M-27, M-40, B4."""
        hand, what = self.hand[player], said.removeprefix("pay ")
        value = what.split()[-1]
        if what.startswith("tile"):
            hand["tiles"].remove({"3": "card 3", "2": "amulet 2"}[value])
            self.met[what] += 1
        elif what.startswith("start"):
            hand["start"].remove(value)
        elif what.startswith("amulet"):
            hand["amulets"].remove(value)
            heap = {"bag": self.spent["amulets"], "board": self.ones, "out": self.out}
            heap[self.rules.spent_ones if value == "1" else "bag"].append(value)
        else:
            hand["valuables"].remove(value)
            self.spent["valuables"].append(value)

    # ---- scores

    def places(self, spaces: Sequence[str], near: Mapping[str, int], statue: str = "") -> list[int]:
        """Return who is first, second, ... (M-32, M-33, M-35, B12, B16, B22): most huts, then the nearest."""
        taken = [space for space in spaces if space in self.huts]
        count, nearest = Counter[int](), dict[int, int]()
        for space in sorted(taken, key=near.__getitem__, reverse=True):
            owner, number = self.huts[space]
            count[owner] += number
            nearest[owner] = near[space]
        holder = next((p for p in range(self.n) if statue in self.hand[p]["tiles"]), -1)
        order = []
        for number in sorted(set(count.values()), reverse=True):
            tied = sorted((owner for owner in count if count[owner] == number), key=nearest.__getitem__)
            self.met[f"{len(tied)} tied" + " with neutral huts" * (max(tied) >= self.n)] += len(order) < 2
            self.met["statue tile in a tie"] += holder in tied and len(tied) > 1
            order += self.by_statue(tied, holder) if holder in tied else tied
        without = [player for player in range(self.n) if player not in count]
        if not self.rules.prize_needs_hut and order and len(without) == 1:
            order += without
            self.met["prize without a hut"] += len(order) < 3
        return order

    def by_statue(self, tied: list[int], holder: int) -> list[int]:
        """M-39, B24."""
        others = [owner for owner in tied if owner != holder]
        if self.rules.statue_beats_neutral:
            return [holder, *others]
        players = iter([holder, *(owner for owner in others if owner < self.n)])
        return [owner if owner >= self.n else next(players) for owner in tied]

    def prizes(self, order: Sequence[int], first: int, second: int) -> list[int]:
        return [dict(zip(order, (first, second), strict=False)).get(p, 0) for p in range(self.n)]

    def scores(self) -> dict[str, list[int]]:
        """Return the points of each player, line by line; the last is what ties are broken by (M-37)."""
        lines = {"chief": list(self.chief)}
        for row in self.lines:
            spaces = self.path(row["line"])
            near = {space: rank for rank, space in enumerate(spaces)}
            order = self.places(spaces, near, f"statue {row['id']}")
            lines[row["id"]] = self.prizes(order, int(row["first"]), int(row["second"]))
        huts = [self.huts[space][0] for space in self.area("stone") if space in self.huts]
        everyone = [owner for owner in huts if owner < self.n or self.rules.stone_counts_neutral]
        lines["stone"] = [huts.count(player) * len(everyone) for player in range(self.n)]  # M-34, B21
        lines["pole"] = self.prizes(self.places(self.area("pole"), self.under), 12, 6)
        lines["amulets"] = [sum(map(int, hand["amulets"])) for hand in self.hand]  # M-36
        if self.rules.tile_amulet_scores:  # B25
            for player, hand in enumerate(self.hand):
                lines["amulets"][player] += 2 * hand["tiles"].count("amulet 2")
        lines["total"] = [sum(points) for points in zip(*lines.values(), strict=True)]
        return lines

    def winners(self, lines: Mapping[str, Sequence[int]]) -> list[int]:
        """M-37."""
        self.met["tie for the victory"] += lines["total"].count(max(lines["total"])) > 1
        ranked = list(zip(lines["total"], lines["amulets"], strict=True))
        best = [player for player in range(self.n) if ranked[player] == max(ranked)]
        self.met["shared victory"] += len(best) > 1
        return best


def sums(purse: Sequence[Coin]) -> set[int]:
    """Return every sum that some of the cards or amulets make."""
    found = {0}
    for value, _, _ in purse:
        found |= {value + lower for lower in found}
    return found
