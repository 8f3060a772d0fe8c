"""A game of Mangrovia: what can be open, what is legal then, and what follows (M-1 to M-31, M-36 to M-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolkit.core.chance import card_draws
from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, Frame, asks, declared, draws
from toolkit.core.hidden import Zones
from toolkit.core.observation import Observation
from toolkit.games.mangrovia import actions as act
from toolkit.games.mangrovia import building
from toolkit.games.mangrovia.board import Board, Space
from toolkit.games.mangrovia.components import (
    AMULET_TILE,
    CARD_TILE,
    FREE,
    FREE_TILE,
    LANDSCAPES,
    MOST_DRAWN,
    NO_TILE,
    PIERS,
    RITUAL_SPACE,
    RITUAL_SPACES,
    Part,
    pier_words,
)
from toolkit.games.mangrovia.payments import (
    AMULET,
    HAND,
    START,
    exact_payments,
    next_means,
    source_of,
    sums,
    value_of,
)
from toolkit.games.mangrovia.state import BOWLS, CLEAN_UP, MangroviaState, replaced

NOTHING = Part()
"""A part of an action of which nothing is left."""

# ---- set-up (M-1 to M-8, M-38) -----------------------------------------------------------------------------


def set_up(state: MangroviaState) -> None:
    """Lay out the game before anything is drawn."""
    rules, players = state.rules, state.players
    box, board = rules.box, rules.layout
    state.round, state.start, state.birds, state.last, state.reason = 0, 0, box.birds, FREE, ""
    state.bowls, state.pier, state.step, state.todo = (FREE,) * RITUAL_SPACES, CLEAN_UP, 0, NOTHING
    state.owners, state.sizes = (FREE,) * len(board.spaces), (0,) * len(board.spaces)
    state.pole, state.stone = (0,) * len(board.pole), (NO_TILE,) * len(board.stone)
    state.supply = [box.huts_each(players)] * players
    state.points, state.track = [0] * players, [0] * players
    state.tiles = state.start_cards = ((),) * players
    _lay_cards(state)
    _build_neutral_huts(state)
    state.stack += [
        DrawingLandscape(CHANCE, player) for player in reversed(range(players)) for _ in range(box.hand)
    ]
    if rules.tiles:
        state.stack.append(LayingTile(CHANCE, _next_place(state, 0)))
    if rules.start_player is None:
        state.stack.append(ChoosingStart(CHANCE))
    else:
        _begin(state, rules.start_player)


def _lay_cards(state: MangroviaState) -> None:
    """Lay all cards on their piles, and the amulets into the bag and on the board (M-3, M-5)."""
    box, layouts = state.rules.box, state.layouts(state.rules, state.players)
    lies: dict[str, dict[str, Sequence[int]]] = {
        "valuables": {"pile": box.valuables},
        "landscapes": {"pile": box.landscapes},
        "amulets": {"bag": box.bag, "board": (1,) * box.ones},
    }
    for name, heaps in lies.items():
        layout = layouts[name]
        cards: list[list[int]] = [[] for _ in layout.viewers]
        for heap, faces in heaps.items():
            cards[layout.number[heap]] = sorted(faces)
        setattr(state, name, Zones(layout, cards, [[] for _ in layout.viewers]))


def _build_neutral_huts(state: MangroviaState) -> None:
    """Put neutral huts on their marks, and with 2 players block the last ritual space (M-7, M-8)."""
    board, players = state.rules.layout, state.players
    for space, colour in state.rules.neutral_huts(players).items():
        state.owners = replaced(state.owners, space, colour)
        state.sizes = replaced(state.sizes, space, 1)
    tiles = iter(state.rules.box.pole_tiles)
    state.pole = tuple([next(tiles) if state.owners[space] != FREE else 0 for space in board.pole])
    if players == 2:
        state.bowls = replaced(state.bowls, -1, players)


class ChoosingStart(NamedTuple):
    """Chance says who begins (B23)."""

    actor: int

    def outcomes(self, state: MangroviaState) -> Sequence[tuple[Action, int]]:
        return [(begin, 1) for begin in act.Begin.every(state.players, state.rules)]

    def begin(self, state: MangroviaState, action: act.Begin) -> None:
        _begin(state, action.player)


def _begin(state: MangroviaState, first: int) -> None:
    """Give the talisman to the start player, and each player in turn the next start cards (M-2)."""
    state.start, pairs = first, state.rules.box.start_cards
    state.start_cards = tuple(
        tuple(sorted(pairs[(player - first) % state.players])) for player in range(state.players)
    )


class LayingTile(NamedTuple):
    """A stone tile is laid on the next space (M-38)."""

    actor: int
    place: int

    def outcomes(self, state: MangroviaState) -> Sequence[tuple[Action, int]]:
        """Return the tiles that have not been laid."""
        left = list(state.rules.tiles)
        for tile in state.stone:
            if tile != NO_TILE:
                left.remove(tile)
        return card_draws(left, act.LayTile.of)

    def lay(self, state: MangroviaState, action: act.LayTile) -> None:
        """Lay the tile face up; the next one follows."""
        state.stone = replaced(state.stone, self.place, action.tile)
        place = _next_place(state, self.place + 1)
        if place < len(state.stone):
            state.stack.append(LayingTile(CHANCE, place))


def _next_place(state: MangroviaState, place: int) -> int:
    """Return the first free space of the stone area from a place there on."""
    stone = state.rules.layout.stone
    while place < len(stone) and state.owners[stone[place]] != FREE:
        place += 1
    return place


# ---- phase 1: bowls (M-9, M-10) ----------------------------------------------------------------------------


def _open_round(state: MangroviaState) -> None:
    """Let all put their bowls, one after another (M-9)."""
    players, state.pier = state.players, BOWLS
    state.round += 1
    for bowl in reversed(range(state.rules.box.bowls_each(players))):
        state.stack += [
            PuttingBowl((state.start + turn) % players, bowl) for turn in reversed(range(players))
        ]


@asks("On which ritual space do you put your{which} bowl? It acts twice (M-9, M-11)")
class PuttingBowl(NamedTuple):
    """A player puts the bowl with this number, from 0, on a ritual space (M-9)."""

    actor: int
    bowl: int

    def which(self, seen: Observation[MangroviaState]) -> str:
        return (" first", " second")[self.bowl] if seen.rules.box.bowls_each(seen.players) > 1 else ""

    def legal(self, state: MangroviaState) -> Sequence[Action]:
        free = [act.PutBowl.of[space] for space, owner in enumerate(state.bowls) if owner == FREE]
        return free[1:] if state.bowls[0] == FREE and self._banned(state) else free

    def _banned(self, state: MangroviaState) -> bool:
        """Tell whether the first ritual space is closed: to the first bowl of the start player (M-10)."""
        first = self.bowl == 0 and self.actor == state.start
        return first and state.rules.first_bowl_banned(state.players)

    def put(self, state: MangroviaState, action: act.PutBowl) -> None:
        state.bowls = replaced(state.bowls, action.space, self.actor)

    def why_not(self, state: MangroviaState, action: act.PutBowl) -> str:
        if state.bowls[action.space] == state.players:
            return "with two players the last ritual space is blocked (M-8)"
        if state.bowls[action.space] != FREE:
            return "a bowl lies there (M-9)"
        return "the start player may not put the first bowl there (M-10)" if self._banned(state) else ""


# ---- phases 2 and 3: the voyage, clean-up and the end (M-11, M-28 to M-31) ---------------------------------


def go_on(state: MangroviaState) -> None:
    """Open what follows when nothing is open: the rest of a pier's action, the next pier, the next round."""
    while not state.stack and not state.reason:
        if state.pier == CLEAN_UP:
            _refill(state)
        elif state.todo != NOTHING:
            part, state.todo = state.todo, NOTHING
            _open_part(state, part)
        elif state.step < len(PIERS[state.pier]):
            state.todo = PIERS[state.pier][state.step]
            state.step += 1
        else:
            _sail(state)


def _open_part(state: MangroviaState, part: Part) -> None:
    """Open what can be done of a part of an action, as far as everybody knows; nothing if that is all (B29).

    Whether a hand can pay for a hut is known to its player alone, so that is asked.
    """
    player = state.bowls[RITUAL_SPACE[state.pier]]
    if part.birds:
        state.stack.append(MovingBirds(player))
        return
    up = part.up and (state.valuables.cards[state.open] or state.landscapes.cards[state.open])
    down = part.down and (_drawable(state, state.valuables) or _drawable(state, state.landscapes))
    frame = Acting(
        player,
        part.up if up else 0,
        part.down if down else 0,
        part.amulets if part.amulets and _amulets_to_be_had(state, player) else 0,
        part.hut if part.hut and building.may_build(state, player, 1) else 0,
        part.double if part.double and building.may_build(state, player, 2) else 0,
    )
    if any(frame[1:]):
        state.stack.append(frame)


def _sail(state: MangroviaState) -> None:
    """Let the boat go on to the next pier whose ritual space holds a bowl (M-11), or end its voyage."""
    bowls, players = state.bowls, state.players
    for pier in range(state.pier + 1, CLEAN_UP):
        if FREE < bowls[RITUAL_SPACE[pier]] < players:
            state.pier, state.step = pier, 0
            state.reveal(act.BOAT[pier], ALL, AUTOMATIC)
            return
    state.pier, state.step = CLEAN_UP, 0
    if state.last != FREE:
        _finish(state, f"player {state.last} has built the last hut (M-31)")
    elif state.round >= state.rules.round_limit:
        _finish(state, f"the limit of {state.rules.round_limit} rounds is reached")
    else:
        _clean_up(state)


def _clean_up(state: MangroviaState) -> None:
    """Pass the talisman, and with it the birds if nobody took the first ritual space (M-28 to M-30)."""
    first = state.bowls[0]
    if first != FREE:
        state.start = first
        state.reveal(act.TalismanPassed(first), ALL, AUTOMATIC)
    else:
        step = -1 if state.rules.unclaimed_talisman == "right" else 1  # B3
        state.start = (state.start + step) % state.players
        low, high = (face for face in range(len(LANDSCAPES)) if face not in state.birds)
        state.birds = (low, high)
        state.reveal(act.BirdsPassed(state.start, state.birds), ALL, AUTOMATIC)
    state.bowls = tuple([owner if owner == state.players else FREE for owner in state.bowls])


def _refill(state: MangroviaState) -> None:
    """Turn up the next card that is missing beside its pile (M-3, M-30); then the next round begins."""
    valuables, landscapes = state.rules.box.face_up
    if len(state.valuables.cards[state.open]) < valuables and _drawable(state, state.valuables):
        _draw_next(state, "valuables", TurningValuable(CHANCE))
    elif len(state.landscapes.cards[state.open]) < landscapes and _drawable(state, state.landscapes):
        _draw_next(state, "landscapes", TurningLandscape(CHANCE))
    else:
        _open_round(state)


def _finish(state: MangroviaState, reason: str) -> None:
    """End the game: the amulets that are left are shown (M-36)."""
    for player in range(state.players):
        state.amulets.show(player)
        state.reveal(act.AmuletsShown(player, tuple(state.amulets.cards[player])), ALL, AUTOMATIC)
    state.reason = reason


# ---- the action of a pier (M-12 to M-18) -------------------------------------------------------------------


@asks("Pier {pier}: {may}, or decline ({rule}){note}")
class Acting(NamedTuple):
    """A player does a part of the action of a pier: so much of each, as alternatives (M-12)."""

    actor: int
    up: int
    down: int
    amulets: int
    hut: int
    double: int

    def pier(self, seen: Observation[MangroviaState]) -> str:
        pier = seen[MangroviaState.pier]
        return f"{pier} ({pier_words(pier)})"

    def may(self, seen: Observation[MangroviaState]) -> str:
        """Return what may be done, and what the amulet action brings (M-15)."""
        huts = seen[MangroviaState.track][self.actor]
        drawn = f"draw {min(huts, MOST_DRAWN)} amulets and put one back"
        amulets = ("an amulet of 1", "draw an amulet")[huts] if huts < 2 else drawn
        return Part(*self[1:]).words.replace("amulets", amulets)

    def rule(self, _seen: Observation[MangroviaState]) -> str:
        if self.hut or self.double:
            return "M-17, M-18"
        return "M-13" if self.up or self.down else "M-15"

    def note(self, seen: Observation[MangroviaState]) -> str:
        return "; no hut can be paid exactly now" if len(seen.actions) == 1 else ""

    def legal(self, state: MangroviaState) -> Sequence[Action]:
        found: list[Action] = []
        if self.up:
            found += map(act.TAKES["valuables"].__getitem__, dict.fromkeys(state.valuables.cards[state.open]))
            found += map(
                act.TAKES["landscapes"].__getitem__, dict.fromkeys(state.landscapes.cards[state.open])
            )
        if self.down:
            if _drawable(state, state.valuables):
                found.append(act.FROM_VALUABLES)
            if _drawable(state, state.landscapes):
                found.append(act.FROM_LANDSCAPES)
        if self.amulets:
            found.append(act.TAKE_AMULETS)
        if self.hut or self.double:
            found += building.buildable(state, self.actor, self.hut, self.double)
        found.append(act.DECLINE)
        return found

    def take(self, state: MangroviaState, action: act.Take) -> None:
        """Take a face-up card; the rest of the part follows."""
        zones: Zones = getattr(state, action.kind)
        zones.give(action.face, state.open, self.actor)
        state.todo = Part(up=self.up - 1)

    def take_face_down(self, state: MangroviaState, action: act.TakeFaceDown) -> None:
        """Draw a face-down card; the rest of the part follows, so that the card is seen before (M-13)."""
        state.todo = Part(down=self.down - 1)
        _draw_next(state, action.pile, DRAWING[action.pile](CHANCE, self.actor))

    def build(self, state: MangroviaState, action: act.Build) -> None:
        """Begin to build: the landscape is paid at once where everybody knows which, else it is asked for."""
        player, huts = self.actor, action.huts
        space = state.rules.layout.number[action.space]
        site = building.site_of(state, space)
        state.todo = Part(hut=self.hut - 1) if not self.double else NOTHING
        ways = building.ways_of(state, player, site, huts)
        if len(ways) > 1:
            state.stack.append(PayingLandscape(player, space, huts, huts, 0))
            return
        for _ in range(huts):
            _take_landscape(state, player, ways[0])
        state.stack.append(Paying(player, space, huts, huts * site.price, 0))

    def say(self, state: MangroviaState, action: act.Say) -> None:
        """Take an amulet of value 1 or begin to draw (M-15); or decline, so that nothing follows (M-12)."""
        if action.word == "decline":
            return
        player, huts = self.actor, state.track[self.actor]
        if huts:
            _draw_amulets(state, player, min(huts, MOST_DRAWN))
        else:
            state.amulets.give(1, state.open, player)
            state.reveal(act.AmuletTaken(player), ALL, AUTOMATIC)

    def why_not(
        self, state: MangroviaState, action: act.Build | act.Take | act.TakeFaceDown | act.Say
    ) -> str:
        if isinstance(action, act.Build):
            part = PIERS[state.pier][state.step - 1]  # the frame leaves out what all know to be impossible
            if not (part.hut if action.huts == 1 else part.double):
                return f"this pier builds no {'double hut' if action.huts == 2 else 'hut'} now (M-12, M-23)"
            return building.why_not_here(state, self.actor, action)
        if isinstance(action, act.Take):
            missing = "no such card lies face up (M-14)"
            return missing if self.up else "no face-up card can be taken now (M-13)"
        if isinstance(action, act.TakeFaceDown):
            missing = "no card is left there (M-26)"
            return missing if self.down else "no face-down card can be taken now (M-13)"
        return "" if self.amulets else "no amulets can be taken now (M-15)"


@asks("On which two landscapes do the birds stand now? (M-16)")
class MovingBirds(NamedTuple):
    """A player puts the birds on two landscapes (M-16)."""

    actor: int

    def legal(self, _state: MangroviaState) -> Sequence[Action]:
        return act.BIRDS

    def move(self, state: MangroviaState, action: act.MoveBirds) -> None:
        state.birds = (action.first, action.second)


# ---- cards drawn, turned up and renewed (M-3, M-13, M-14, M-26, M-27, M-30) --------------------------------


def _drawable(state: MangroviaState, zones: Zones) -> bool:
    """Tell whether a card can be drawn, from the pile or from the played cards, or an amulet likewise."""
    return bool(zones.cards[state.pile] or zones.cards[state.played])


def _renew(state: MangroviaState, kind: str) -> None:
    """Shuffle the played cards into a new pile, or put the spent amulets into the bag (M-26, M-27)."""
    zones: Zones = getattr(state, kind)
    if not zones.cards[state.pile] and zones.cards[state.played]:
        zones.pour(state.played, state.pile)
        state.reveal(act.Renewed(kind), ALL, AUTOMATIC)


def _draw_next(state: MangroviaState, kind: str, frame: Frame) -> None:
    """Let chance draw one, from a pile that is renewed before if it is empty (B17)."""
    _renew(state, kind)
    state.stack.append(frame)


def _draw(state: MangroviaState, action: act.Draw | act.TurnUp, target: int) -> None:
    zones: Zones = getattr(state, action.kind)
    zones.give(action.face, state.pile, target)
    if not zones.cards[state.pile] and state.rules.renewal == "at_once":  # B17
        _renew(state, action.kind)


class Drawing(NamedTuple):
    """A player draws a face-down card (M-3, M-13)."""

    actor: int
    player: int

    def seen_by(self, _state: MangroviaState) -> int:
        return 1 << self.player

    def draw(self, state: MangroviaState, action: act.Draw) -> None:
        _draw(state, action, self.player)


@draws(act.DRAWS["valuables"])
class DrawingValuable(Drawing):
    """It is a valuables card."""

    __slots__ = ()

    def heap(self, state: MangroviaState) -> Sequence[int]:
        return state.valuables.cards[state.pile]


@draws(act.DRAWS["landscapes"])
class DrawingLandscape(Drawing):
    """It is a landscape card."""

    __slots__ = ()

    def heap(self, state: MangroviaState) -> Sequence[int]:
        return state.landscapes.cards[state.pile]


DRAWING = {"valuables": DrawingValuable, "landscapes": DrawingLandscape}


class Turning(NamedTuple):
    """A card is turned up (M-3, M-30)."""

    actor: int

    def turn_up(self, state: MangroviaState, action: act.TurnUp) -> None:
        _draw(state, action, state.open)


@draws(act.TURNS["valuables"])
class TurningValuable(Turning):
    """It is a valuables card."""

    __slots__ = ()
    heap = DrawingValuable.heap


@draws(act.TURNS["landscapes"])
class TurningLandscape(Turning):
    """It is a landscape card."""

    __slots__ = ()
    heap = DrawingLandscape.heap


# ---- amulets (M-15, M-27) ----------------------------------------------------------------------------------


def _amulets_to_be_had(state: MangroviaState, player: int) -> bool:
    """Tell whether the amulet action brings any: one of value 1, or from the bag (M-15, B29)."""
    if not state.track[player]:
        return bool(state.amulets.cards[state.open])
    return _drawable(state, state.amulets)


def _draw_amulets(state: MangroviaState, player: int, left: int) -> None:
    """Draw so many amulets more, as far as there are any (B10); then one may go back."""
    if left and _drawable(state, state.amulets):
        if state.rules.amulets_partial and state.amulets.cards[state.drawn(player)]:
            state.stack.append(MoreAmulets(player, left))
        else:
            _draw_next(state, "amulets", DrawingAmulet(CHANCE, player, left))
    elif state.track[player] > 1:
        state.stack.append(ReturningAmulet(player))
    else:
        _keep(state, player)


def _keep(state: MangroviaState, player: int) -> None:
    state.amulets.pour(state.drawn(player), player)


@draws(act.DRAWS["amulets"])
class DrawingAmulet(NamedTuple):
    """A player draws an amulet; so many are still to be drawn (M-15)."""

    actor: int
    player: int
    left: int

    def heap(self, state: MangroviaState) -> Sequence[int]:
        return state.amulets.cards[state.pile]

    def seen_by(self, _state: MangroviaState) -> int:
        return 1 << self.player

    def draw(self, state: MangroviaState, action: act.Draw) -> None:
        _draw(state, action, state.drawn(self.player))
        _draw_amulets(state, self.player, self.left - 1)


@asks("Do you draw another amulet? ({left} more at most, M-15, B18)")
class MoreAmulets(NamedTuple):
    """A player says whether to draw on (B18)."""

    actor: int
    left: int

    def legal(self, _state: MangroviaState) -> Sequence[Action]:
        return (act.ANOTHER, act.ENOUGH)

    def say(self, state: MangroviaState, action: act.Say) -> None:
        if action.word == "another amulet":
            _draw_next(state, "amulets", DrawingAmulet(CHANCE, self.actor, self.left))
        else:
            _draw_amulets(state, self.actor, 0)


@asks("Which of the amulets that you have drawn goes back into the bag? (M-15)")
class ReturningAmulet(NamedTuple):
    """A player puts one of the drawn amulets back (M-15), or none where that is allowed (B18)."""

    actor: int

    def seen_by(self, _state: MangroviaState) -> int:
        return 1 << self.actor

    def legal(self, state: MangroviaState) -> Sequence[Action]:
        drawn = dict.fromkeys(state.amulets.cards[state.drawn(self.actor)])
        back: list[Action] = [act.ReturnAmulet.of[value] for value in drawn]
        return [*back, act.KEEP_ALL] if state.rules.amulets_partial else back

    def put_back(self, state: MangroviaState, action: act.ReturnAmulet) -> None:
        state.amulets.give(action.value, state.drawn(self.actor), state.pile)
        _keep(state, self.actor)

    def keep_all(self, state: MangroviaState, action: act.Say) -> None:  # noqa: ARG002
        _keep(state, self.actor)


# ---- paying for huts (M-18, M-25, M-40, M-44) --------------------------------------------------------------


@asks("{where}{huts}: which landscape do you pay? ({left} to pay, M-18, M-25)")
class PayingLandscape(NamedTuple):
    """A player still pays so many landscapes for huts on a space, none before `least` (M-18, M-25)."""

    actor: int
    space: int
    huts: act.Huts
    left: int
    least: int

    def where(self, seen: Observation[MangroviaState]) -> str:
        return _space(seen, self.space).id

    def legal(self, state: MangroviaState) -> Sequence[Action]:
        """Return which landscape may be paid next, in ascending order, so that the others still can be."""
        hand, site = tuple(state.landscapes.cards[self.actor]), building.site_of(state, self.space)
        ways = [face for face in building.ways_of(state, self.actor, site, self.huts) if face >= self.least]
        paid = building.landscape_payments(tuple(ways), self.left, hand)
        return [act.PayLandscape.of[face] for face in dict.fromkeys([faces[0] for faces in paid])]

    def possible(self, state: MangroviaState) -> bool:
        """Tell whether a hand pays the landscapes that are left, and then the price: it was announced."""
        site = building.site_of(state, self.space)
        made = sums(building.means_of(state, self.actor, site))
        return bool(made >> self.huts * site.price & 1 and self.legal(state))

    def pay(self, state: MangroviaState, action: act.PayLandscape) -> None:
        """Pay a landscape; another one, or the price, follows."""
        player, space, huts, left, _ = self
        site = building.site_of(state, space)
        _take_landscape(state, player, action.face)
        if left > 1 and action.face < max(building.ways_of(state, player, site, huts)):
            state.stack.append(PayingLandscape(player, space, huts, left - 1, action.face))
            return
        for _ in range(left - 1):
            _take_landscape(state, player, action.face)  # in ascending order there is no other
        state.stack.append(Paying(player, space, huts, huts * site.price, 0))


@asks("{where}{huts}: {left} more in {pay_with}, exactly. What do you pay? (M-18)")
class Paying(NamedTuple):
    """A player still pays so much for huts on a space, no means before `least` (M-18)."""

    actor: int
    space: int
    huts: act.Huts
    left: int
    least: int

    def where(self, seen: Observation[MangroviaState]) -> str:
        return _space(seen, self.space).id

    def pay_with(self, seen: Observation[MangroviaState]) -> str:
        return _space(seen, self.space).pay

    def legal(self, state: MangroviaState) -> Sequence[Action]:
        """Return which card, amulet or tile may be paid next, so that the sum can be made exactly (M-18)."""
        means = building.means_of(state, self.actor, building.site_of(state, self.space))
        return [*map(act.Pay.of.__getitem__, next_means(means, self.left, self.least))]

    def possible(self, state: MangroviaState) -> bool:
        """Tell whether a player can make the rest of the sum: the hut was announced (M-18)."""
        return bool(self.legal(state))

    def why_not(self, state: MangroviaState, action: act.Pay) -> str:
        means = building.means_of(state, self.actor, building.site_of(state, self.space))
        payments = exact_payments(means, self.left)
        held = any(action.means in payment for payment in payments)
        return "" if held else f"no payment of exactly {self.left} holds it (M-18)"

    def pay(self, state: MangroviaState, action: act.Pay) -> None:
        """Pay a card, an amulet or a tile; the hut stands when the sum is paid."""
        player, space, huts, left, _ = self
        value = value_of(action.means)
        _spend(state, player, value, source_of(action.means), building.site_of(state, space).in_cards)
        if left > value:
            state.stack.append(Paying(player, space, huts, left - value, action.means))
        else:
            _settle(state, player, space, huts)


def _space(seen: Observation[MangroviaState], number: int) -> Space:
    board: Board = seen.rules.layout
    return board.spaces[number]


def _take_landscape(state: MangroviaState, player: int, face: int) -> None:
    """Pay a landscape card, or the tile, which goes along with a landscape that no bird marks (B26)."""
    if face != act.NO_LANDSCAPE:
        state.landscapes.give(face, player, state.played)
    if face not in state.birds:
        _give_up(state, player, FREE_TILE)


def _spend(state: MangroviaState, player: int, value: int, source: int, in_cards: bool) -> None:
    """Lay what was paid where it goes (M-26, M-27, M-40, B4)."""
    if source == HAND:
        state.valuables.give(value, player, state.played)
    elif source == START:
        left = list(state.start_cards[player])
        left.remove(value)
        state.start_cards = replaced(state.start_cards, player, tuple(left))
    elif source == AMULET:
        goes = {"bag": state.played, "board": state.open, "out": state.out}
        state.amulets.give(value, player, goes[state.rules.spent_ones] if value == 1 else state.played)
    else:
        _give_up(state, player, CARD_TILE if in_cards else AMULET_TILE)


def _give_up(state: MangroviaState, player: int, tile: int) -> None:
    """Put a stone tile that was used out of the game (M-40)."""
    left = list(state.tiles[player])
    left.remove(tile)
    state.tiles = replaced(state.tiles, player, tuple(left))


def _settle(state: MangroviaState, player: int, space: int, huts: int) -> None:
    """Put huts on a space, with all that they bring at once (M-19, M-20, M-23, M-38, M-45)."""
    board = state.rules.layout
    state.owners, state.sizes = replaced(state.owners, space, player), replaced(state.sizes, space, huts)
    state.supply[player] -= huts
    area, points = board.spaces[space].area, huts * board.spaces[space].points
    pole, tile, step = 0, NO_TILE, int(area == "amulet")
    if area == "pole":
        pole = state.rules.box.pole_tiles[sum(map(bool, state.pole))]
        state.pole = replaced(state.pole, board.pole.index(space), pole)
    elif area == "stone":
        place = board.stone.index(space)
        tile = state.stone[place]
        if tile != NO_TILE:
            state.tiles = replaced(state.tiles, player, tuple(sorted([*state.tiles[player], tile])))
            state.stone = replaced(state.stone, place, NO_TILE)
    state.points[player] += points + pole
    state.track[player] += step
    if points or pole or step or tile != NO_TILE:
        state.reveal(act.BROUGHT[player, points + pole, pole, tile, step], ALL, AUTOMATIC)
    if not state.supply[player] and state.last == FREE:
        state.last = player
        state.reveal(act.LastHut(player), ALL, AUTOMATIC)


DECISIONS = declared(
    start_player=ChoosingStart,
    tile=LayingTile,
    draw_valuable=DrawingValuable,
    draw_landscape=DrawingLandscape,
    turn_up_valuable=TurningValuable,
    turn_up_landscape=TurningLandscape,
    bowl=PuttingBowl,
    action=Acting,
    pay_landscape=PayingLandscape,
    pay=Paying,
    amulet=DrawingAmulet,
    another_amulet=MoreAmulets,
    return_amulet=ReturningAmulet,
    birds=MovingBirds,
)
"""The kinds of decisions and chance nodes."""
