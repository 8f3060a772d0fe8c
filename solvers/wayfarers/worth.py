"""What a move is worth in Wayfarers, in points at the end: the one opinion of bots and advice.

`Outlook` looks at a state once for one player and is then asked for many moves. What scores is counted as it
would be at the end; what works later (die slots, vistas, townsfolk, assets, dice, workers) is worth what it
brings, as often as there is time for it. These are rules of thumb, tried in games of the bots themselves.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, sqrt, tanh
from typing import NamedTuple

from solvers.wayfarers.promise import Promise
from solvers.wayfarers.weights import (
    ADJUST,
    AFTER,
    AHEAD,
    ASSET,
    BEST_OF_THREE,
    CHAIN,
    CLOSE,
    DIE,
    FRESH_DIE,
    GREEN,
    LEFT,
    LENT,
    LINK,
    MAJORITY,
    MARK,
    MOVE,
    NEW_DIE,
    PROVISIONS,
    RACE,
    RATES,
    RESTS,
    SHORT,
    SILVERS,
    SLOT_LEAST,
    SPARE,
    STEP,
    STEP_LATE,
    TILED,
    TOKENS,
    USES,
    USUAL,
    USUAL_GAIN,
    USUAL_TILE,
    WORKER,
)
from toolkit.games.wayfarers.actions import PROVISION_FEE, SILVER_FEE, Journal, PlaceTile
from toolkit.games.wayfarers.caravan import BONUSES, FACES, Caravan, Laid, caravan_of, cells_of
from toolkit.games.wayfarers.components.effects import BLOCK, BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import (
    ANY_GUILD,
    EVENTS,
    EXPLORATION,
    GUILDS,
    INSPIRATION,
    LAND,
    NONE,
    SCIENCE,
    SILVER_COUNT,
    SPACE,
    TOWNSFOLK,
    WATER,
)
from toolkit.games.wayfarers.components.tables import (
    BOARD,
    CARDS,
    ENOUGH,
    ONE_SHIP,
    SLOTS,
    SPOTS,
    TILES,
    TILES_OF,
    Card,
    Tile,
    tile_prices,
)
from toolkit.games.wayfarers.display import has_fresh_worker, owes_fee, places_of
from toolkit.games.wayfarers.journal import COLUMN, FINAL, GREEN_SPACES, steps
from toolkit.games.wayfarers.play.dice import open_slots
from toolkit.games.wayfarers.play.effects import has_ability, resources_of
from toolkit.games.wayfarers.play.gaining import has_place, hosts, reactions
from toolkit.games.wayfarers.play.journal import journal_options, space_gain
from toolkit.games.wayfarers.play.turns import rest_abilities
from toolkit.games.wayfarers.scoring import RivalSeat, Seat, final_scores
from toolkit.games.wayfarers.state import WayfarersState
from toolkit.games.wayfarers.tableau import OpenSlot


def _stock(worths: tuple[float, ...]) -> tuple[float, ...]:
    """Return what so much of a resource is worth, by amount; the last entries stand for less than none."""
    more = [worths[many] if many < len(worths) else SPARE for many in range(100)]
    return (*accumulate(more, initial=0.0), *[-float(debt) for debt in range(20, 0, -1)])


_SILVER, _PROVISION = _stock(SILVERS), _stock(PROVISIONS)


class Purse(NamedTuple):
    """What can be paid with: resources, and what a die's discounts add to each."""

    silver: int
    provision: int
    less_silver: int = 0
    less_provision: int = 0

    def more(self, silver: int, provision: int) -> Purse:
        """Return the purse with more in it."""
        if not silver and not provision:
            return self
        return Purse(self.silver + silver, self.provision + provision, self.less_silver, self.less_provision)


def turns_left(state: WayfarersState) -> float:
    """Return about how many turns a player still has."""
    seats = state.players + len(state.rivals)
    if state.ending != NONE:
        return (state.ending - 1) / seats
    limit = state.rules.turn_limit - state.turns / seats
    return min(limit, LEFT[max([COLUMN[marker] for marker in state.markers])])


def points_now(state: WayfarersState) -> tuple[int, ...]:
    """Return what each seat would score if the game ended now, the rival's last (Y-93)."""
    rival = state.rivals[0].seat if state.rivals else None
    return _totals(tuple([_scoring(tableau.seat) for tableau in state.tableaux]), rival)


def _scoring(seat: Seat) -> Seat:
    """Return a seat without silver and provisions where no goal asks for them: it is known more often."""
    return seat if _counts_resources(seat.inspirations) else seat._replace(silver=0, provision=0)


@lru_cache(maxsize=1 << 8)
def _counts_resources(inspirations: tuple[int, ...]) -> bool:
    goals = [CARDS[card].goal for card in inspirations if card != NONE]
    return any(counter >= SILVER_COUNT for goal in goals for counter, _ in goal)


@lru_cache(maxsize=1 << 8)
def _totals(seats: tuple[Seat, ...], rival: RivalSeat | None) -> tuple[int, ...]:
    return final_scores(seats, rival).totals


class _Worked:
    """What was worked out of effects, cards and tiles: it holds while a player sees the same."""

    def __init__(self) -> None:
        self.parts: dict[tuple[int, Purse], float] = {}
        self.blocks: dict[tuple[int, Purse], float] = {}
        self.offered: dict[int, list[tuple[int, int, float]]] = {}
        self.cards: dict[int, float] = {}
        self.tiles: dict[int, float] = {}
        self.guilds: dict[int, float] = {}
        self.spent: dict[int, float] = {}
        self.workers: dict[tuple[int, int], float] = {}
        self.slots: dict[tuple[OpenSlot, int, int], float] = {}
        self.dice: dict[Hashable, _Dice] = {}
        self.opened: float | None = None


class _Lasting:
    """What was worked out of the cards and tiles of a player: whatever is paid, and lies face up."""

    def __init__(self) -> None:
        self.cards: dict[int, tuple[tuple[int, ...], float]] = {}
        self.tiles: dict[int, tuple[tuple[int, ...], float]] = {}
        self.places: dict[int, bool] = {}
        self.room: dict[int, list[int]] = {}


@lru_cache(maxsize=1 << 10)
def _lasting(_seen: tuple[Hashable, ...]) -> _Lasting:
    """Return what was worked out of the same cards and tiles."""
    return _Lasting()


class _Dice:
    """What was worked out of dice: it holds as long as those lie on their slots that do."""

    def __init__(self) -> None:
        self.uses: dict[tuple[int, int], list[tuple[float, int]]] = {}
        self.best: dict[int, float] = {}
        self.left: dict[tuple[tuple[int, ...], int], float] = {}
        self.other: dict[tuple[int, int], float] = {}


@lru_cache(maxsize=1 << 6)
def _worked(_seen: tuple[Hashable, ...]) -> tuple[_Worked, _Worked]:
    """Return what was worked out of a choice, and of what a gain brings besides (`Outlook.card`)."""
    return _Worked(), _Worked()


class Outlook:
    """What a state promises to a player, in points at the end.

    It looks at the piles only for how many cards they have; nothing hidden is used.

    Attributes
    ----------
    turns
        About how many turns the player still has.
    scale
        How much resources count now, from 0 to 1.
    """

    def __init__(self, state: WayfarersState, player: int) -> None:
        self.state, self.player, self.tableau = state, player, state.tableaux[player]
        self.turns = turns_left(state)
        self.scale = min(1.0, self.turns / SHORT)
        self.promise = Promise.of(state, player, self.turns, self.scale)
        self._lasting = _lasting(self._has())
        self._worked, self._within = _worked(self._seen())
        self._dice = self._worked.dice.setdefault(self.tableau.placed, _Dice())
        self.purse = Purse(self.tableau.silver, self.tableau.provision)

    def _has(self) -> tuple[Hashable, ...]:
        """Return on what it depends what cards and tiles do once they are gained."""
        state, tableau = self.state, self.tableau
        cards = tableau.land, tableau.land_folk, tableau.water, tableau.water_folk, tableau.inspirations
        return (self.turns, state.rules, *cards, tableau.caravan, state.gained)

    def _seen(self) -> tuple[Hashable, ...]:
        """Return all on which it depends what effects, cards and tiles are worth."""
        state, tableau = self.state, self.tableau
        others = [one.guilds for seat, one in enumerate(state.tableaux) if seat != self.player]
        return (
            *(self.promise, self._lasting, self.player, state.ending, state.green, *state.markers),
            *(not state.pile(LAND), not state.pile(WATER), state.display, state.tokens, state.workers),
            *(state.journal_tiles, self._lead() if self._may_end() else 0),
            *(state.tiles_left, *others, *[one.guilds for one in state.rivals], tableau.silver),
            *(tableau.provision, not tableau.placed, tableau.reserve, tableau.board),
        )

    # ---- resources and guilds ------------------------------------------------------------------------------

    def resources(self, silver: int, provision: int) -> float:
        """Return what silver and provisions are worth to a player who has so many already; or paying them."""
        if not silver and not provision:
            return 0.0
        have = self.purse
        worth = _SILVER[have.silver + silver] - _SILVER[have.silver]
        worth += _PROVISION[have.provision + provision] - _PROVISION[have.provision]
        return self.scale * worth

    def paid(self, silver: int, provision: int) -> float:
        """Return what paying silver and provisions costs."""
        return -self.resources(-silver, -provision)

    def guild(self, guild: int) -> float:
        """Return what one more influence in a guild is worth; in the best one for any guild."""
        if guild == ANY_GUILD:
            return max(map(self.guild, range(len(GUILDS))))
        if guild not in self._worked.guilds:
            mine = self.tableau.guilds[guild]
            more = self._most(guild, mine + 1) - self._most(guild, mine)
            self._worked.guilds[guild] = self.scale * _token(mine) + more
        return self._worked.guilds[guild]

    def token_spent(self, guild: int) -> float:
        """Return what spending one influence of a guild costs."""
        known = self._worked.spent
        if guild not in known:
            mine, most = self.tableau.guilds[guild], self._most
            known[guild] = self.scale * _token(mine - 1) + most(guild, mine) - most(guild, mine - 1)
        return known[guild]

    def _most(self, guild: int, mine: int) -> float:
        """Return what so much influence in a guild is worth for having most at the end (Y-37)."""
        others = [one.guilds[guild] for seat, one in enumerate(self.state.tableaux) if seat != self.player]
        ahead = mine - max([*others, *[rival.guilds[guild] for rival in self.state.rivals]])
        return BOARD.guild_majority_vp * _chance_to_lead(ahead, self.turns)

    # ---- effects -------------------------------------------------------------------------------------------

    def parts(self, parts: Iterable[int], purse: Purse) -> float:
        """Return what several effects are worth; silver and provisions come first and pay for the others."""
        silver, provision, rest = resources_of(tuple(parts))
        if rest:
            purse = purse.more(silver, provision)
        return self.resources(silver, provision) + sum([self.part(part, purse) for part in rest])

    def part(self, number: int, purse: Purse) -> float:
        """Return what an effect is worth, at least 0: it can be declined."""
        key = number, purse
        if key not in self._worked.parts:
            self._worked.parts[key] = self._part(number, purse)
        return self._worked.parts[key]

    def _part(self, number: int, purse: Purse) -> float:
        effect = EFFECTS[number]
        if effect.verb == "acquire":
            return self._acquire(effect.kind, effect.free, effect.discount, effect.source, purse)
        if effect.verb == "upgrade":
            return self._upgrade(effect.kind, effect.free, purse)
        if effect.verb == "choose_one":
            return max(self.parts(branch, purse) for branch in effect.branches)
        if effect.verb == "influence_guild":
            return self.guild(effect.guild) * effect.times
        if effect.verb == BLOCK:
            return self.block(effect.times, purse)
        if effect.verb == "journal":
            return self.journal(0)
        return self._small(effect.verb) * effect.times

    def _small(self, verb: str) -> float:
        """Return what effects of little consequence are worth, each time."""
        if verb == "new_die":
            return self._new_die()
        if verb == "refresh_die":
            return self.scale * (DIE if self.tableau.placed else FRESH_DIE)
        if verb == "retrieve_worker":
            return self.scale * WORKER if any(mask & 7 & ~(mask >> 3) for mask in self.state.workers) else 0.0
        if verb in ("silver", "provision"):
            return self.resources(int(verb == "silver"), int(verb == "provision"))
        return self.scale * {"influence_card": MARK, "move_influence": MOVE, "adjust_die": ADJUST}[verb]

    def _new_die(self) -> float:
        return min(NEW_DIE, NEW_DIE * self.turns / 15)

    def block(self, number: int, purse: Purse) -> float:
        """Return what a block is worth after what it costs; 0 if it cannot be paid."""
        key = number, purse
        if key not in self._worked.blocks:
            self._worked.blocks[key] = self._block(number, purse)
        return self._worked.blocks[key]

    def _block(self, number: int, purse: Purse) -> float:
        block, best = BLOCKS[number], 0.0
        for silver, provision in block.pay or ((0, 0),):
            silver = max(0, silver - purse.less_silver)
            provision = max(0, provision - purse.less_provision)
            if silver <= purse.silver and provision <= purse.provision:
                gain = self.parts(block.parts, purse.more(-silver, -provision))
                best = max(best, gain - self.paid(silver, provision))
        return best

    # ---- cards ---------------------------------------------------------------------------------------------

    def _acquire(self, kind: int, free: bool, discount: int, source: str, purse: Purse) -> float:
        if source:
            return self.drawn(kind) if source == "draw3_keep1" else self.unseen(kind)
        best, less, fee_paid = 0.0, discount + purse.less_silver, self.paid(0, 1)
        for price, fee, worth in self._offers(kind):
            due = 0 if free or price < less else price - less
            if worth > best and due + (fee and not purse.provision) <= purse.silver:
                best = max(best, worth - self.paid(due, 0) - fee * fee_paid)
        return best

    def _offers(self, kind: int) -> list[tuple[int, int, float]]:
        """Return price, fee and worth of each card of a kind that lies face up and may be taken."""
        if kind not in self._worked.offered:
            state, places = self.state, places_of(kind)
            self._worked.offered[kind] = [
                (self.price(place), owes_fee(state, self.player, place), self.card_at(place))
                for place in places
                if state.display[place] != NONE and not has_fresh_worker(state, place)
            ]
        return self._worked.offered[kind]

    def price(self, place: int) -> int:
        """Return the silver that the card at a place costs without discounts."""
        card = CARDS[self.state.display[place]]
        return BOARD.space_card_silver[place % 4] if card.kind == SPACE else card.cost

    def card_at(self, place: int) -> float:
        """Return what gaining the card at a place is worth, with the workers there; or discarding it."""
        if CARDS[self.state.display[place]].kind != INSPIRATION:
            return self.kept(place)
        return max(
            self.kept(place), self.parts(BLOCKS[SPOTS[place]].parts, self.purse) + self.workers_at(place)
        )

    def kept(self, place: int) -> float:
        """Return what keeping the card at a place is worth, with the workers there."""
        card = self.state.display[place]
        return (self.card(card) if self._has_place(card) else 0.0) + self.workers_at(place)

    def _has_place(self, card: int) -> bool:
        known = self._lasting.places
        if card not in known:
            known[card] = has_place(self.tableau, card)
        return known[card]

    def workers_at(self, place: int) -> float:
        """Return what the workers at a place are worth to who takes them."""
        return self.scale * WORKER * (self.state.workers[place] & 7).bit_count()

    def drawn(self, kind: int) -> float:
        """Return about what the best of three drawn cards is worth."""
        return self.unseen(kind) * BEST_OF_THREE

    def unseen(self, kind: int) -> float:
        """Return about what the next card of a pile is worth: like the mean of those that lie face up."""
        shown = [self.state.display[place] for place in places_of(kind) if self.state.display[place] != NONE]
        if not self.state.pile(kind):
            return 0.0
        return sum(map(self.card, shown)) / len(shown) if shown else 2.0

    def card(self, number: int) -> float:
        """Return what a card is worth that is gained: what it scores, brings at once, and does later.

        Of cards and tiles that it brings in turn only what they score and the resources that they bring are
        counted: so nothing goes in a circle, and the order of questions makes no difference.
        """
        if number not in self._worked.cards:
            brings, later = self._card(number)
            if CARDS[number].kind == INSPIRATION:
                later = self._inspiration(number)
            self._worked.cards[number] = self.promise.gained(number) + self._besides(brings, later)
        return self._worked.cards[number]

    def _card(self, number: int) -> tuple[tuple[int, ...], float]:
        """Return the effects that gaining a card brings, and what it does later."""
        known = self._lasting.cards
        if number not in known:
            card = CARDS[number]
            known[number] = (*card.on_gain, *self._links(card), *self._reactions(card)), self._later(card)
        return known[number]

    def _besides(self, brings: tuple[int, ...], later: float) -> float:
        """Return what a gain brings at once, and what it does later."""
        if self._worked is self._within:
            silver, provision, _ = resources_of(brings)
            return self.resources(silver, provision)
        if not brings:
            return later
        worked, self._worked = self._worked, self._within
        worth = self.parts(brings, self.purse) + later
        self._worked = worked
        return worth

    def _reactions(self, gained: Card | Tile) -> tuple[int, ...]:
        """Return what the vistas of the player add to a gain."""
        return tuple(reactions(self.state, self.player, gained))

    def _links(self, card: Card) -> list[int]:
        """Return what the links between a water card and the last one bring (Y-47)."""
        offered = CARDS[self.tableau.water[-1]].right_links if card.kind == WATER else {}
        return [effect for row, effect in offered.items() if row in card.left_bolts]

    def _later(self, card: Card) -> float:
        """Return what a card does after the turn in which it was gained."""
        if card.kind == LAND and card.reaction:
            return self.turns * _rate(card.reacts) * _usuals(card.reaction)
        if card.kind in (LAND, WATER) and card.slot != NONE:
            better = _usual_block(SLOTS[card.slot].block) - SLOT_LEAST
            spare = ENOUGH - SLOTS[card.slot].assets.packed
            columns = self.tableau.caravan.columns[1:]
            easy = sum([one.packed + spare & ENOUGH == ENOUGH for one in columns]) / len(FACES)
            return USES * self.turns * max(0.0, better) * (0.4 + 0.6 * easy)
        if card.kind == TOWNSFOLK:
            return self._folk(card)
        return LINK * self.scale * len(card.right_links)

    def _folk(self, card: Card) -> float:
        """Return what a townsfolk does later, with the best host."""
        if card.banner == "rest":
            return RESTS * self.turns * _usual_block(card.block)
        places = hosts(self.tableau, card.number)
        return max([self.host(card.number, place) for place in places], default=0.0)

    def _inspiration(self, number: int) -> float:
        """Return what the best card is worth that an inspiration could double."""
        free = hosts(self.tableau, number)
        return self.promise.goal(number) * max(map(self.promise.space, free), default=0.0)

    def host(self, card: int, host: int) -> float:
        """Return what a townsfolk or an inspiration is good for with a host."""
        guest, under = CARDS[card], CARDS[host]
        if guest.kind == INSPIRATION:
            return self.promise.space(host)
        if guest.banner == "rest":
            return 0.0
        if guest.banner == "reaction":
            return self.turns * _rate(under.reacts) * _usuals(guest.reaction)
        often = USES * self.turns * (1 + max(0.0, _usual_block(SLOTS[under.slot].block)) / SLOT_LEAST) / 2
        return often * (sum(guest.assets) * LENT if guest.block == NONE else _usual_block(guest.block))

    # ---- tiles ---------------------------------------------------------------------------------------------

    def _upgrade(self, kind: int, free: bool, purse: Purse) -> float:
        silver, guild, influence = tile_prices(kind)
        silver = 0 if free else max(0, silver - purse.less_silver)
        costs = [self.paid(silver, 0)] if silver <= purse.silver else []
        if not free and guild != NONE and self.tableau.guilds[guild] >= influence:
            costs.append(influence * self.token_spent(guild))
        if not costs:
            return 0.0
        cost, left = min(costs), self.state.tiles_left
        return max([0.0, *[self.tile(tile) - cost for tile in self._room(kind) if left[tile]]])

    def _room(self, kind: int) -> list[int]:
        """Return the tiles of a kind for which the caravan has room."""
        known = self._lasting.room
        if kind not in known:
            known[kind] = list(filter(self.tableau.caravan.has_room, TILES_OF[kind]))
        return known[kind]

    def tile(self, number: int) -> float:
        """Return what a tile is worth that is gained."""
        if number not in self._worked.tiles:
            brings, laid = self._tile(number)
            promised = TILES[number].vp + self.promise.tile(number)
            self._worked.tiles[number] = promised + self._besides(brings, 0.0) + laid
        return self._worked.tiles[number]

    def _tile(self, number: int) -> tuple[tuple[int, ...], float]:
        """Return what vistas add to a tile that is gained, and what it does in the caravan."""
        known = self._lasting.tiles
        if number not in known:
            known[number] = self._reactions(TILES[number]), self._laid(TILES[number])
        return known[number]

    def _laid(self, tile: Tile) -> float:
        """Return what a tile does in the caravan."""
        icons = [icon for column in tile.faces[0] for icon in column]
        assets = sum(not icon.startswith(("+", "-", "vp", "free")) for icon in icons)
        signs = sum(icon.startswith(("+", "-", "free")) for icon in icons)
        return self.turns * (ASSET * assets + CHAIN * signs) / 2 + TILED[tile.kind] * self.scale

    def place(self, tile: int, action: PlaceTile) -> float:
        """Return what a place of a tile is worth: what it covers, and the slots that it opens to dice."""
        bonuses = BONUSES[self.tableau.board]
        cells = [cell for cell in cells_of(tile, action.row, action.column) if cell in bonuses]
        worth = self.parts([bonuses[cell] for cell in cells], self.purse)
        after = caravan_of((*self.tableau.tiles, Laid(tile, action.row, action.column, action.back)))
        if self._worked.opened is None:
            self._worked.opened = self._open(self.tableau.caravan)
        return worth + USES * self.turns * (self._open(after) - self._worked.opened)

    def _open(self, caravan: Caravan) -> float:
        """Return what the slots are worth that dice can use in a caravan, each by the chance of a roll."""
        total, chances = 0.0, dict[int, float]()
        for slot in self.tableau.slots:
            if (spare := slot.spare) not in chances:
                served = {face for face in FACES if caravan.columns[face].packed + spare & ENOUGH == ENOUGH}
                missed = sum([served.isdisjoint(caravan.chain(face)) for face in FACES])
                chances[spare] = 1 - (missed / len(FACES)) ** 3
            total += max(0.0, _usual_block(SLOTS[slot.slot].block)) * chances[spare]
        return total

    # ---- dice, workers, journal ----------------------------------------------------------------------------

    def slot(self, slot: OpenSlot, less_silver: int, less_provision: int) -> float:
        """Return what a die with these discounts does on a slot, with the townsfolk under it."""
        key = slot, less_silver, less_provision
        if key not in self._worked.slots:
            self._worked.slots[key] = self._slot(slot, Purse(*self.purse[:2], less_silver, less_provision))
        return self._worked.slots[key]

    def _slot(self, slot: OpenSlot, purse: Purse) -> float:
        worth = 0.0
        if slot.folk != NONE and CARDS[slot.folk].block != NONE:
            parts = BLOCKS[CARDS[slot.folk].block].parts
            worth = self.parts(parts, purse)
            silver, provision, _ = resources_of(parts)
            purse = purse.more(silver, provision)
        return worth + self.block(SLOTS[slot.slot].block, purse)

    def uses(self, face: int, ship: int = 0) -> list[tuple[float, int]]:
        """Return what a die with a face can do as it is, best first, and on which slot."""
        key, known = (face, ship), self._dice.uses
        if key not in known:
            column, slots = self.tableau.caravan.columns[face], open_slots(self.state, self.player)
            have = column.packed + ship * ONE_SHIP
            served = [slot for slot in slots if have + slot.spare & ENOUGH == ENOUGH]
            found = [(self.slot(slot, column.silver, column.provision), slot.slot) for slot in served]
            known[key] = sorted(found, reverse=True)
        return known[key]

    def face(self, face: int, ship: int = 0) -> float:
        """Return the most that a die with a face can do as it is; 0 if it serves no slot."""
        found = self.uses(face, ship)
        return max(0.0, found[0][0]) if found else 0.0

    def put(self, face: int, dice: Sequence[int], ship: int = 0) -> float:
        """Return what a die with a face brings on the best slot, with what other dice can do after it."""
        return max([worth + self.left(dice, slot) for worth, slot in self.uses(face, ship)], default=0.0)

    def left(self, dice: Sequence[int], taken: int = NONE) -> float:
        """Return what dice are worth that stay in the supply, when a slot is taken."""
        key, known = (tuple(dice), taken), self._dice.left
        if key not in known:
            known[key] = AFTER * sum([self._other(face, taken) for face in dice])
        return known[key]

    def _other(self, face: int, taken: int) -> float:
        """Return the most that a die can do after the caravan's chain, but on a slot that is taken."""
        key, known = (face, taken), self._dice.other
        if key not in known:
            found = [
                next((worth for worth, slot in self.uses(final) if slot != taken), 0.0)
                for final in self.tableau.caravan.chain(face)
            ]
            known[key] = max(0.0, *found)
        return known[key]

    def die(self, face: int) -> float:
        """Return the most that a die can do after the caravan's chain."""
        if face not in self._dice.best:
            self._dice.best[face] = max(map(self.face, self.tableau.caravan.chain(face)))
        return self._dice.best[face]

    def with_ship(self, face: int, dice: Sequence[int]) -> float:
        """Return what a die brings with a hired ship, as `put` does, after what that costs."""
        if not has_ability(self.state, self.player, EXPLORATION):
            return -1.0
        return self.put(face, dice, 1) - self.token_spent(EXPLORATION)

    def worker(self, place: int, fee: int) -> float:
        """Return what a worker at a place brings, after what it costs."""
        key, known = (place, fee), self._worked.workers
        if key not in known:  # of each colour
            silver, provision = int(fee == SILVER_FEE), int(fee == PROVISION_FEE)
            gain = self.block(SPOTS[place], self.purse.more(-silver, -provision))
            known[key] = gain - self.scale * WORKER - self.paid(silver, provision)
        return known[key]

    def rest(self, active: bool) -> float:
        """Return what a rest brings: the placed dice, and the abilities if they are active."""
        worth = self.scale * DIE * len(self.tableau.placed)
        if active:
            worth += self.parts(rest_abilities(self.state, self.player), self.purse)
        return worth

    def journal(self, science: int) -> float:
        """Return what the best step of the journal is worth, 0 if none is possible."""
        options = journal_options(self.state, self.player, science)
        return max([0.0, *(self.step(action) for action in options)])  # type: ignore[arg-type]

    def step(self, action: Journal) -> float:
        """Return what a step to a space is worth."""
        gain = self.parts(space_gain(self.state, action.space), self.purse)
        for number, beside in enumerate(GREEN_SPACES):
            gain += self.scale * GREEN * (action.space in beside and self.state.green >> number & 1)
        gain -= action.science * self.token_spent(SCIENCE)
        if action.space in FINAL:
            return gain + self._race(gain)
        gone = COLUMN[action.space] / COLUMN[-1]
        return gain + STEP + (STEP_LATE - STEP) * gone + AHEAD * self.promise.way_on(action.space)

    def _race(self, gain: float) -> float:
        """Return what entering a final space is worth besides: it ends the game, for better or worse."""
        if self.state.ending != NONE:
            return 0.0
        return RACE * tanh((self._lead() + gain) / CLOSE)

    def _lead(self) -> int:
        """Return by how many points the player is ahead of the best of the others now."""
        totals = points_now(self.state)
        return totals[self.player] - max([one for seat, one in enumerate(totals) if seat != self.player])

    def _may_end(self) -> bool:
        """Tell whether a final space is one step away."""
        ways = steps(self.state.rules.sections)[self.tableau.marker]
        return self.state.ending == NONE and not FINAL.isdisjoint(space for space, _ in ways)


@lru_cache(maxsize=1 << 10)
def _chance_to_lead(ahead: int, turns: float) -> float:
    """Return the chance to have most of what one is so much ahead with; a tie is no lead (Y-37)."""
    return 1 / (1 + exp(min(50.0, (0.5 - ahead) / (0.1 + MAJORITY * sqrt(turns)))))


def _token(number: int) -> float:
    """Return what the influence with a number, from 0, is worth in a guild."""
    return TOKENS[min(number, len(TOKENS) - 1)]


# ---- what effects are usually worth, whatever lies face up -------------------------------------------------


@lru_cache(maxsize=1 << 10)
def _usual_block(number: int) -> float:
    """Return what a block is usually worth after what it costs."""
    block = BLOCKS[number]
    ways = [silver * USUAL["silver"] + provision * USUAL["provision"] for silver, provision in block.pay]
    return _usuals(block.parts) - min(ways, default=0.0)


def _usuals(parts: Iterable[int]) -> float:
    """Return what several effects are usually worth, in points at the end."""
    return sum(map(_usual, parts))


@lru_cache(maxsize=1 << 10)
def _usual(number: int) -> float:
    effect = EFFECTS[number]
    if effect.verb == "choose_one":
        return max(map(_usuals, effect.branches))
    if effect.verb == BLOCK:
        return max(0.0, _usual_block(effect.times))
    if effect.verb == "acquire":
        return USUAL_GAIN[effect.kind] + (effect.discount + 2 * effect.free) * USUAL["silver"]
    if effect.verb == "upgrade":
        silver, *_ = tile_prices(effect.kind)
        return USUAL_TILE + effect.free * silver * USUAL["silver"]
    return effect.times * USUAL[effect.verb]


@lru_cache(maxsize=1 << 10)
def _rate(reacts: int) -> float:
    """Return how often a turn somebody gains what a vista reacts to; `reacts` are bits by `EVENTS`."""
    return sum([RATES[event] for event in range(len(EVENTS)) if reacts >> event & 1])
