"""What is done at a table of which a position is known: landmarks (T-5), cards, ATVs, amulets, treasures.

Each function returns the position afterwards, or raises `IllegalMove` with the rule's reason. A position does
not tell treasure cards, amulets in hand and whose turn it is, so what hangs on these is not asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.maps import TreasureMap
from toolkit.games.tobago.movement import IllegalMove, sight, steps_along, with_amulets
from toolkit.games.tobago.placement import COUNTS, why_not_place
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import COLOURS, HAND_SIZE, PLAYERS, known
from toolkit.hexmap.island import bits


def player_of(position: Position, colour: str | None) -> str:
    """Return the colour of a player, by default of the one who asks; `ToolkitError` for none."""
    colour = colour or position.me
    if colour is None:
        raise PositionError(
            "", "table.me", 'the position does not tell who asks: name a player, or write me = "red"'
        )
    return known("player", colour, PLAYERS)


def _stands(position: Position, player: str) -> str:
    """Return the hex of an ATV; `PositionError` when it is not told."""
    if player not in position.atvs:
        raise PositionError("", "table.atvs", f"the position does not tell where the ATV of {player} stands")
    return position.atvs[player]


# ---- landmarks ---------------------------------------------------------------------------------------------


def place(position: Position, kind: str, name: str, way: str | None = None) -> Position:
    """Put a landmark on a hex; a statue may look somewhere (T-5)."""
    known("landmark", kind, tuple(COUNTS))
    if reason := why_not_place(position.setting, kind, name):
        raise IllegalMove(reason)
    placed = _with_landmarks(position, {**_landmarks(position), name: kind})
    return placed if way is None else face(placed, name, way)


def lift(position: Position, name: str) -> Position:
    """Take the landmark from a hex, as one that was put there by mistake."""
    landmarks = _landmarks(position)
    if name not in landmarks:
        position.setting.island.number(name)
        raise IllegalMove(f"no landmark stands on {name} (T-5)")
    return _with_landmarks(position, {one: kind for one, kind in landmarks.items() if one != name})


def face(position: Position, name: str, way: str) -> Position:
    """Turn the statue on a hex to a direction (T-5)."""
    position.setting.island.number(name)
    if name not in position.setting.statues:
        raise IllegalMove(f"no statue stands on {name}, and only statues look somewhere (T-5)")
    looks = position.setting.island.orientation.direction(way).name
    return replace(position, facings={**position.facings, name: looks})


def missing(position: Position) -> dict[str, int]:
    """Return how many landmarks of each kind do not stand yet (T-5), of those of which some do not."""
    left = {kind: COUNTS[kind] - len(cells) for kind, cells in position.setting.landmarks.items()}
    return {kind: count for kind, count in left.items() if count > 0}


def _landmarks(position: Position) -> dict[str, str]:
    return {name: kind for kind, cells in position.setting.landmarks.items() for name in cells}


def _with_landmarks(position: Position, landmarks: dict[str, str]) -> Position:
    """Return the position with these kinds of landmarks by hexes; its clues are read anew."""
    huts, palms, statues = ([name for name, one in landmarks.items() if one == kind] for kind in COUNTS)
    setting = Setting(position.setting.island, huts, palms, statues, position.setting.rules)
    maps = {c: TreasureMap(setting, c, one.plays, one.removed) for c, one in position.maps.items()}
    for colour, one in maps.items():
        if not one.candidates:
            clues = ", ".join(repr(str(clue)) for clue in one.clues)
            raise IllegalMove(f"then {clues} would leave no hex for the {colour} treasure (T-12)")
    facings = {name: way for name, way in position.facings.items() if name in statues}
    return replace(position, setting=setting, maps=maps, facings=facings)


# ---- clue cards --------------------------------------------------------------------------------------------


def lay(position: Position, colour: str, clue: Clue, owner: str | None = None) -> Position:
    """Lay a clue on a map (T-11); a card in the hand goes there, unless it is the play of somebody else.

    `IllegalClue` when the rules forbid it (T-12).
    """
    laid = position.lay(colour, clue, owner)
    if clue not in (hand := position.hand or ()) or (owner and position.me and owner != position.me):
        return laid
    place = hand.index(clue)
    return replace(laid, hand=(*hand[:place], *hand[place + 1 :]))


def draw(position: Position, clues: Sequence[Clue]) -> Position:
    """Add drawn clue cards to the hand, up to its size (T-14)."""
    return with_hand(position, (*(position.hand or ()), *clues))


def with_hand(position: Position, clues: Sequence[Clue]) -> Position:
    """Put other clue cards in the hand, as after an exchange (T-20, T-33)."""
    size = HAND_SIZE.get(len(position.atvs), max(HAND_SIZE.values()))
    if len(clues) > size:
        raise IllegalMove(f"{len(clues)} clues: a hand holds {size} (T-14, T-16)")
    return replace(position, hand=tuple(clues))


# ---- ATVs and amulets --------------------------------------------------------------------------------------


def move(position: Position, player: str, hexes: Sequence[str], *, force: bool = False) -> Position:
    """Move an ATV over hexes on which a step ends, in one move (T-22).

    One that stands nowhere starts on the first of them (T-16). With `force` it is put on the last, whatever
    the rules say.
    """
    position.setting.island.cells(hexes)
    if not force:
        start = [position.atvs[player]] if player in position.atvs else []
        steps_along(position.setting.island, [*start, *hexes])
    return replace(position, atvs={**position.atvs, player: hexes[-1]})


def pick_up(position: Position, player: str) -> Position:
    """Pick up the amulet under an ATV (T-32)."""
    here = _stands(position, player)
    if here not in position.amulets:
        lie = f"; amulets lie on {', '.join(position.amulets)}" if position.amulets else ""
        raise IllegalMove(f"no amulet lies on {here}, where the ATV of {player} stands (T-32){lie}")
    return replace(position, amulets=tuple(name for name in position.amulets if name != here))


def remove_cube(position: Position, colour: str, name: str) -> Position:
    """Use an amulet to remove a cube of a map, never the last one (T-33, T-33a)."""
    position.setting.island.number(name)
    treasure_map = position.maps[colour]
    if reason := treasure_map.why_not_remove(name):
        raise IllegalMove(reason)
    return replace(position, maps={**position.maps, colour: treasure_map.remove(name)})


# ---- treasures ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Raised:
    """A treasure that was raised, and what the players do now."""

    colour: str  #: the map
    name: str  #: the hex
    raiser: str  #: whose ATV stands there
    #: the owners of the compass roses from the bottom up, the raiser's first; None where it is not known
    #: (T-24, T-26)
    roses: tuple[str | None, ...]
    amulets: tuple[str, ...]  #: the hexes on which amulets appear (T-31)

    @property
    def draws(self) -> dict[str, int]:
        """How many treasure cards each player draws, as far as known; one more is added unseen (T-25)."""
        return dict(Counter(owner for owner in self.roses if owner))


def raise_treasure(position: Position, raiser: str, colour: str | None = None) -> tuple[Position, Raised]:
    """Raise the treasure under an ATV (T-24): its map is cleared, amulets appear, and the statues turn.

    Without a `colour` it is the one that lies there. What becomes of the treasure cards, and who begins the
    new map, is up to the players (T-25 to T-29). A statue whose direction is not told brings no amulet.
    """
    here = _stands(position, raiser)
    colour = colour or _lies(position, here)
    treasure_map = position.maps[colour]
    if reason := treasure_map.why_not_raise(here):
        raise IllegalMove(reason)
    roses = (raiser, *(play.owner for play in reversed(treasure_map.plays)))
    appear, turned = _statues_act(position)
    after = replace(
        position,
        maps={**position.maps, colour: TreasureMap(position.setting, colour)},
        order=tuple(one for one in position.order if one != colour),
        amulets=(*position.amulets, *appear),
        facings=turned,
    )
    return after, Raised(colour, here, raiser, roses, appear)


def _lies(position: Position, here: str) -> str:
    """Return the map whose treasure lies on a hex; `IllegalMove` for none, `ToolkitError` for several."""
    found = [colour for colour in COLOURS if position.maps[colour].located == here]
    if not found:
        located = [f"{c} on {position.maps[c].located}" for c in COLOURS if position.maps[c].located]
        lie = f"; located: {', '.join(located)}" if located else ""
        raise IllegalMove(f"no treasure is located on {here} (T-24){lie}")
    if len(found) > 1:
        raise ToolkitError(
            f"{' and '.join(found)} lie on {here}: name one, they are raised separately (T-30)"
        )
    return found[0]


def _statues_act(position: Position) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return where amulets appear, and where the statues look afterwards, one direction clockwise (T-31)."""
    setting, island = position.setting, position.setting.island
    ways = [direction.name for direction in island.orientation.directions]
    looks = [(island.number(name), ways.index(way)) for name, way in position.facings.items()]
    seen = [sight(island, number, way, setting.rules.statue_line) for number, way in looks]
    lying = island.cells(position.amulets).mask
    found = with_amulets(lying, seen, setting.rules.amulets - lying.bit_count()) & ~lying
    turned = {name: ways[(ways.index(way) + 1) % len(ways)] for name, way in position.facings.items()}
    return tuple(island.names[number] for number in bits(found)), turned
