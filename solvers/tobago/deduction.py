"""Explanations: which clues rule a hex out, which clues suffice, why a clue is illegal, and what is stuck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_

from toolkit.core.telling.language import find_language
from toolkit.games.tobago import Clue, Position, Setting, TreasureMap, Verdict
from toolkit.games.tobago.clues import Relation
from toolkit.games.tobago.maps import Reason
from toolkit.games.tobago.telling import say_clue
from toolkit.hexmap import CellSet
from toolkit.hexmap.island import bits, mask_of

joined = find_language("en").joined


@dataclass(frozen=True, slots=True)
class HexExplanation:
    """Why a hex is or is not a candidate of a map (T-13)."""

    name: str
    colour: str
    #: every clue of the map that does not hold on the hex, in the order in which they were laid
    ruled_out_by: tuple[Clue, ...]
    removed: bool  #: whether an amulet took the cube of the hex

    @property
    def candidate(self) -> bool:
        """Whether the treasure may lie there."""
        return not self.ruled_out_by and not self.removed

    def __str__(self) -> str:
        if self.candidate:
            return f"{self.name} is a candidate of {self.colour}: every clue holds there"
        causes = [f"'{say_clue(clue, 'en')}' does not hold there" for clue in self.ruled_out_by]
        causes += ["an amulet took its cube"] * self.removed
        return f"{self.name} is no candidate of {self.colour}: {joined(causes)}"


def explain_hex(treasure_map: TreasureMap, name: str) -> HexExplanation:
    """Say which clues rule a hex out; `IslandError` when the island has no such hex."""
    setting = treasure_map.setting
    number = setting.island.number(name)
    failed = (c for c in treasure_map.clues if not setting.masks[c.number] >> number & 1)
    return HexExplanation(
        name, treasure_map.colour, tuple(dict.fromkeys(failed)), name in treasure_map.removed
    )


def explain_verdict(treasure_map: TreasureMap, verdict: Verdict) -> str:
    """Say in one sentence why a clue may be laid on a map, or why not (T-12, T-12a)."""
    match verdict.reason:
        case Reason.LEGAL if verdict.after == verdict.before:
            return (
                f"it rules out nothing, as is allowed while no {treasure_map.colour} cubes are placed (T-15)"
            )
        case Reason.LEGAL if len(verdict.after) == 1:
            return f"it locates the {treasure_map.colour} treasure on {verdict.after}"
        case Reason.LEGAL:
            return f"it leaves {len(verdict.after)} of {len(verdict.before)} candidates"
        case Reason.CONTRADICTS:
            laid = joined([f"'{say_clue(clue, 'en')}'" for clue in verdict.conflicts])
            verb = "is" if len(verdict.conflicts) == 1 else "are"
            return f"{laid} {verb} already there, and {none_in_words('such hex', verdict.clue)}"
        case Reason.LEAVES_NOTHING:
            return _explain_leaves_nothing(treasure_map, verdict.clue)
        case Reason.REMOVES_NOTHING if treasure_map.located:
            return f"the treasure is located on {treasure_map.located}, and no clue may follow (T-12b)"
        case Reason.REMOVES_NOTHING:
            clue = verdict.clue
            return f"{none_in_words('candidate', ~clue)} {'anyway' if clue.negative else 'already'}"


def _explain_leaves_nothing(treasure_map: TreasureMap, clue: Clue) -> str:
    setting = treasure_map.setting
    holds = setting.masks[clue.number]
    if not holds:
        return none_in_words("hex of this island", clue)
    excluders = {f"'{say_clue(laid, 'en')}'": ~setting.masks[laid.number] for laid in treasure_map.clues}
    excluders["the removed cubes"] = treasure_map.removed.mask
    return f"{joined(_smallest_cover(excluders, holds))} leave no hex that is {holds_in_words(clue)}"


def _smallest_cover(excluders: Mapping[str, int], target: int) -> tuple[str, ...]:
    """Return a smallest set of causes, in their order, that rules out every hex of a mask.

    `excluders` holds the hexes that each cause rules out. `ValueError` when all together do not suffice.
    """
    excluded = {cause: target & mask for cause, mask in excluders.items()}
    for size in range(len(excluded) + 1):
        cover = _cover(excluded, target, size)
        if cover is not None:
            return tuple(cause for cause in excluded if cause in cover)
    raise ValueError("these clues do not rule all of it out")


def _cover(excluded: Mapping[str, int], target: int, size: int) -> set[str] | None:
    """Return at most `size` causes that rule out the target: branch over the hex that the fewest rule out."""
    if not target:
        return set()
    if not size:
        return None
    rulers = min(([c for c, mask in excluded.items() if mask >> i & 1] for i in bits(target)), key=len)
    for cause in rulers:
        rest = _cover(excluded, target & ~excluded[cause], size - 1)
        if rest is not None:
            return {cause, *rest}
    return None


def holds_in_words(clue: Clue) -> str:
    """Return what a hex is on which a clue holds, to stand after "is".

    >>> holds_in_words(Clue.parse("in jungle"))
    'jungle'
    """
    said = say_clue(clue, "en")
    if clue.relation is Relation.IN and said.endswith(f"in {clue.thing}"):  # a hex is jungle, but in a lake
        return f"not {clue.thing}" if clue.negative else clue.thing
    return said


def none_in_words(hexes: str, clue: Clue) -> str:
    """Say that a clue holds on none of some hexes, without saying "not" twice.

    >>> none_in_words("such hex", Clue.parse("in lake"))
    'no such hex is in a lake'
    >>> none_in_words("such hex", Clue.parse("not in lake"))
    'every such hex is in a lake'
    """
    if clue.negative:
        return f"every {hexes} is {holds_in_words(~clue)}"
    return f"no {hexes} is {holds_in_words(clue)}"


def is_stuck(treasure_map: TreasureMap, clues: Iterable[Clue]) -> bool:
    """Tell whether two or more candidates are left and none of these clues may be laid (T-12).

    `clues` are those that can still be played, such as `Position.remaining`.
    """
    if len(treasure_map.candidates) < 2:
        return False
    return not any(treasure_map.verdict(clue).legal for clue in clues)


def unpinnable(candidates: CellSet, setting: Setting, clues: Iterable[Clue]) -> CellSet:
    """Return the candidates that no set of these clues can ever pin, however many are laid.

    A hex can be pinned exactly when all clues that hold there rule out all other candidates: more clues
    never hurt.
    """
    masks = [setting.masks[clue.number] for clue in clues]

    def left(index: int) -> int:
        return reduce(and_, (mask for mask in masks if mask >> index & 1), candidates.mask)

    never = (index for index in bits(candidates.mask) if left(index) != 1 << index)
    return CellSet(setting.island, mask_of(never, len(setting.island)))


def dead_ends(position: Position) -> list[str]:
    """Say which maps are stuck, and which candidates the remaining clues can never pin, as sentences.

    The remaining clues are those of the deck and of the hand. The second is said only of maps whose cubes
    are placed: before that, little is decided.
    """
    clues = tuple(dict.fromkeys((*position.remaining.kinds, *(position.hand or ()))))
    found = []
    for colour, treasure_map in position.maps.items():
        if is_stuck(treasure_map, clues):
            left = len(treasure_map.candidates)
            found.append(f"{colour} is stuck: {left} candidates, and no remaining clue may be laid there")
        elif treasure_map.marked and (never := unpinnable(treasure_map.candidates, position.setting, clues)):
            found.append(f"{colour}: no set of remaining clues can ever pin {joined(list(never))}")
    return found
