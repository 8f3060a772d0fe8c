"""A second engine of Wayfarers, written from the rules alone: slow and plain, with dicts, lists and texts.

It shares the files of data with `toolkit.games.wayfarers`, and nothing else. The whole game is one generator
that reads like the rulebook: wherever somebody has to answer, it yields who, and what may be answered. So
`Table` can be played beside the engine, action by action in its notation. What effects do stands in
`wayfarers_oracle_effects`, counts, words and scores in `_facts`, the solo rival in `_rival`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import wayfarers_oracle_facts as box
from wayfarers_oracle_effects import CHANCE, OVER, Block, Play, Position
from wayfarers_oracle_facts import CARDS, KINDS, MONEY, PLAYER, verb_of


class Table(Position):
    """One game, from its set-up to its scores; `who` has to answer with one of `options`."""

    def __init__(self, players: int, rules: Any) -> None:
        super().__init__(players, rules)
        self.game = self.play()
        self.who, self.options = next(self.game)

    def answer(self, text: str) -> None:  # go on with an answer
        assert text in self.options, f"{text} is none of {sorted(self.options)}"
        try:
            self.who, self.options = self.game.send(text)
        except StopIteration:
            self.who, self.options = OVER, {}

    def play(self) -> Play:
        yield from self.set_up()
        while self.ending != 0 and self.turns < self.rules.turn_limit * self.seats:
            self.player = (self.start + self.turns) % self.seats
            self.turns += 1
            self.used, self.gained = set(), []
            yield from self.turn()
            yield from self.refill()
            self.ending -= self.ending > 0

    def set_up(self) -> Play:  # 2.1
        for own, board in zip(self.own, self.rules.boards, strict=False):
            own["board"] = board
        self.start = self.rules.start_player or 0
        if self.rules.start_player is None and self.n > 1:  # Y-7
            self.start = int((yield CHANCE, {f"start {p}": 1 for p in range(self.n)}).split()[1])
        self.player = self.start
        for turn in range(self.n):
            chart, own = PLAYER["start"][turn], self.own[(self.start + turn) % self.n]
            own["silver"], own["provision"] = chart["silver"], chart["provision"]
            for guild, number in chart["guilds"].items():
                own["guilds"][guild] += number
                own["influence"] -= number
        boards = [1, 2, 3, 4]
        for own in self.own[len(self.rules.boards) :]:
            own["board"] = int((yield CHANCE, {f"board {b}": 1 for b in boards}).split()[1])
            boards.remove(own["board"])
        tiles = list(box.JOURNAL_TILES)
        for space in box.EMPTY_SPACES:
            self.journal_tiles[space] = (yield CHANCE, {f"journal tile {t}": 1 for t in tiles}).split()[2]
            tiles.remove(self.journal_tiles[space])
        yield from self.refill()
        for own in self.own:
            own["dice"] = yield from self.roll(PLAYER["pieces"]["dice_rolled"])

    def refill(self) -> Play:
        """Y-66: slide, then reveal; workers placed this turn are free now (Y-88)."""
        for first in range(0, 20, 4):
            places = range(first, first + 4)
            order = sorted(places, key=lambda place: self.display[place] is None)
            rows: list[list[Any]] = [self.display, self.tokens, self.workers]
            for row in rows:
                row[first : first + 4] = [row[place] for place in order]
        self.workers = [dict.fromkeys(colours, False) for colours in self.workers]
        for place in range(20):
            kind = KINDS[place // 4]
            if self.display[place] is None and self.pile[kind] + self.under[kind]:
                self.display[place] = yield from self.draw(kind, "reveal")

    def turn(self) -> Play:  # 2.2
        self.purse = {kind: self.me[kind] for kind in MONEY}
        said = "use trade"
        while said == "use trade":
            found = self.die_actions() + self.worker_actions()
            if self.rules.rest_without_dice or self.me["placed"] or not found:  # Y-10, Y-116
                found.append("rest")
            said = yield self.player, dict.fromkeys(found + self.trades(early=True), 1)
            if said == "use trade":
                yield from self.trade()
        if said.startswith("die"):
            yield from self.place_die(said)
        elif said.startswith("worker"):
            yield from self.place_worker(said)
        else:
            yield from self.rest()
        yield from self.after_action()
        if self.trades() and (yield self.player, {"end turn": 1, "use trade": 1}) == "use trade":
            yield from self.trade()

    def after_action(self) -> Play:  # nothing, where only people play
        yield from ()

    def slots(self) -> dict[str, Block]:
        """Return the empty slots that may be used now (2.14, Y-68)."""
        found = dict(zip(box.SLOTS, PLAYER["middle"]["slots"], strict=True))
        for card in self.me["land"] + self.me["water"]:
            if "die_slot" in CARDS[card] and self.works(card):
                found[card] = CARDS[card]["die_slot"]
        return {slot: block for slot, block in found.items() if slot not in self.me["placed"]}

    def assets(self, slot: str, face: int, ships: int) -> Counter[str]:  # Y-78: what serves a slot
        folk = self.folk_of(slot, "die") or {}
        return box.icons_of(self.me, face) + Counter(folk.get("assets", ())) + Counter({"ship": ships})

    def usable(self, face: int, ships: int) -> list[str]:
        slots = self.slots().items()
        return [slot for slot, block in slots if Counter(block["assets"]) <= self.assets(slot, face, ships)]

    def can_place(self, face: int, ships: int, steps: int, again: bool = False) -> bool:
        """Tell whether a die finds a slot, after so many steps of the trade ability, and a chain `again`."""
        most = 1 if self.has("exploration") else ships
        near = range(max(1, face - steps), min(6, face + steps) + 1)
        faces = {last for other in near for last in (box.chain(self.me, other) if again else [other])}
        return any(self.usable(other, most) for other in faces)

    def die_actions(self) -> list[str]:
        steps = 2 if self.trades(placing=True) else 0
        again = steps > 0 and self.rules.chains == "many"
        found = []
        for face in sorted(set(self.me["dice"])):
            finals = [final for final in box.chain(self.me, face) if self.can_place(final, 0, steps, again)]
            found += [f"die {face}" + f" as {final}" * (final != face) for final in finals]
        return found

    def place_die(self, said: str) -> Play:
        """2.14: the die is in hand until it lies on its slot."""
        face, ships, again = int(said.split()[-1]), 0, False
        self.me["dice"].remove(int(said.split()[1]))
        while not said.startswith("on "):
            found = [f"on {slot}" for slot in self.usable(face, ships)]
            if self.has("exploration") and len(self.usable(face, 1)) > len(found):
                found.append("ship")
            if again:  # Y-128
                finals = [final for final in box.chain(self.me, face) if self.can_place(final, ships, 0)]
                found += [f"die {face} as {final}" for final in finals if final != face]
            said = yield self.player, dict.fromkeys(found + self.trades(placing=True), 1)
            if said == "ship":  # Y-40
                self.use("exploration")
                ships = 1
            elif said == "use trade":
                again = self.rules.chains == "many"
                face = yield from self.trade(face, ships, again)
            elif said.startswith("die"):
                face, again = int(said.split()[-1]), False
        yield from self.use_slot(said.removeprefix("on "), face, ships)

    def trade(self, face: int = 0, ships: int = 0, again: bool = False) -> Play:
        """Y-39, Y-151: on dice in the supply, and on one that is being placed and must find a slot."""
        self.use("trade")
        for left in (1, 0):
            ahead = {"raise placed": face + 1, "lower placed": face - 1} if face else {}
            near = {said: to for said, to in ahead.items() if 1 <= to <= 6}
            found = [said for said, to in near.items() if self.can_place(to, ships, left, again)]
            found += self.adjustments() if not face or self.can_place(face, ships, left, again) else []
            if not found:
                break
            found += ["decline"] * (not face or self.can_place(face, ships, 0, again))
            said = yield self.player, dict.fromkeys(found, 1)
            if said == "decline":
                break
            if said in near:
                face = near[said]
            else:
                self.adjust(said)
        return face

    def use_slot(self, slot: str, face: int, ships: int) -> Play:
        """Y-81, Y-129: what the die brings is read once."""
        block, folk = self.slots()[slot], self.folk_of(slot, "die")
        assets = self.assets(slot, face, ships)
        self.discount = {kind: assets[f"free_{kind}"] for kind in MONEY}
        self.pigeon = assets["pigeon"] > block["assets"].count("pigeon")  # Y-65
        self.me["placed"][slot], self.die_action = face, True
        blocks = {"slot": block}
        if folk and "gain" in folk:
            if all(verb_of(effect) in MONEY for effect in folk["gain"]) and "pay" not in folk:
                yield from self.agenda(folk["gain"])
            else:
                blocks["townsfolk"] = folk
        yield from self.blocks_in_turn(blocks)
        self.discount = dict.fromkeys(MONEY, 0)
        self.pigeon = self.die_action = False

    def blocks_in_turn(self, blocks: dict[str, Block]) -> Play:  # Y-152
        while able := [name for name, block in blocks.items() if self.doable(block)]:
            said = able[0] if len(able) == 1 else (yield from self.offer(able))
            if said == "decline":
                return
            if said != "use trade":
                yield from self.do_block(blocks.pop(said))

    def worker_actions(self) -> list[str]:  # 2.15
        found = []
        for place, card in enumerate(self.display):
            for colour in box.BOARD["workers"].get(KINDS[place // 4], ()) if card else ():
                if self.me["hands"][colour] and colour not in self.workers[place]:
                    ways = [fee for fee in self.fees(place) if self.worth_it(place, colour, fee)]
                    found += [f"worker {colour} on {card}{fee}" for fee in ways]
        return found

    def worth_it(self, place: int, colour: str, fee: str) -> bool:
        """Tell whether some of the spot can be done with the fee paid and the worker there (Y-86, Y-149)."""
        kinds = fee.split()[1:]
        for kind in kinds:
            self.me[kind] -= 1
        self.workers[place][colour] = True
        able = self.doable(box.SPOTS[place])
        del self.workers[place][colour]
        for kind in kinds:
            self.me[kind] += 1
        return able

    def place_worker(self, said: str) -> Play:
        colour, card = said.split()[1], said.split()[3]
        place = self.display.index(card)
        self.pay_fee(place, said)
        self.me["hands"][colour] -= 1
        self.workers[place][colour] = True
        yield from self.do_block(box.SPOTS[place])

    def rest(self) -> Play:  # 2.16
        parts = []
        if len(self.me["dice"]) <= 1:  # Y-91
            under = [part for card in self.me["water"] for part in self.folk_parts(card, "rest")]
            parts = CARDS["folk"]["gain"] + under
        if self.rules.rest_order == "abilities_first":
            yield from self.agenda(parts)
        yield from self.roll_all()
        if self.rules.rest_order == "roll_first":
            yield from self.agenda(parts)

    def roll_all(self) -> Play:
        """Y-90: all placed dice; then, or before it, those that were in supply and that the player wants."""
        knowing = self.rules.rest_reroll == "after_roll"
        before, number = list(self.me["dice"]), len(self.me["placed"])
        self.me["placed"].clear()
        if knowing and number:
            self.me["dice"] += yield from self.roll(number)
            number = 0
        while before:
            options = [f"reroll {face}" for face in sorted(set(before))]
            said = yield (
                self.player,
                dict.fromkeys([*options, "roll" if number or not knowing else "decline"], 1),
            )
            if said in ("roll", "decline"):
                break
            for dice in (before, self.me["dice"]):
                dice.remove(int(said.split()[1]))
            number += 1
        if number:
            self.me["dice"] += yield from self.roll(number)
