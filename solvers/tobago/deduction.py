"""Explanations: which clues rule a hex out, which clues suffice, why a clue is illegal, and what is stuck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.tobago.words import holds_in_words, in_words, joined
from toolkit.games.tobago.maps import Reason
from toolkit.hexmap import CellSet
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolkit.games.tobago import Clue, Deck, Setting, TreasureMap, Verdict


@dataclass(frozen=True, slots=True)
class HexExplanation:
    """Why a hex is or is not a candidate of a map (T-13).

    Attributes
    ----------
    ruled_out_by
        Every clue of the map that does not hold on the hex, in the order in which they were laid.
    removed
        Whether an amulet took the cube of the hex.
    """

    name: str
    colour: str
    ruled_out_by: tuple[Clue, ...]
    removed: bool

    @property
    def candidate(self) -> bool:
        """Whether the treasure may lie there."""
        return not self.ruled_out_by and not self.removed

    def __str__(self) -> str:
        if self.candidate:
            return f"{self.name} is a candidate of {self.colour}: every clue holds there"
        causes = [f"'{in_words(clue)}' does not hold there" for clue in self.ruled_out_by]
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


def smallest_clue_set(treasure_map: TreasureMap) -> tuple[Clue, ...]:
    """Return the fewest clues of a map that leave its present candidates, given the removed hexes.

    Exact: a smallest set cover of the hexes that are ruled out.
    """
    to_rule_out = (
        treasure_map.setting.island.land.mask & ~treasure_map.candidates.mask & ~treasure_map.removed.mask
    )
    return _smallest_cover(treasure_map.setting, treasure_map.clues, to_rule_out)


def explain_verdict(treasure_map: TreasureMap, verdict: Verdict) -> str:
    """Say in one sentence why a clue may be laid on a map, or why not (T-12, T-12a)."""
    match verdict.reason:
        case Reason.LEGAL:
            return _explain_legal(treasure_map, verdict)
        case Reason.CONTRADICTS:
            return _explain_contradicts(verdict)
        case Reason.LEAVES_NOTHING:
            return _explain_leaves_nothing(treasure_map, verdict.clue)
        case Reason.REMOVES_NOTHING:
            return f"every candidate is {holds_in_words(verdict.clue)} already"


def _explain_legal(treasure_map: TreasureMap, verdict: Verdict) -> str:
    left, before = len(verdict.after), len(verdict.before)
    if left == before:
        return f"it rules out nothing, as is allowed while no {treasure_map.colour} cubes are placed (T-15)"
    if left == 1:
        return f"it locates the {treasure_map.colour} treasure on {verdict.after}"
    return f"it leaves {left} of {before} candidates"


def _explain_contradicts(verdict: Verdict) -> str:
    laid = joined([f"'{in_words(clue)}'" for clue in verdict.conflicts])
    verb = "is" if len(verdict.conflicts) == 1 else "are"
    return f"{laid} {verb} already there, and no such hex is {holds_in_words(verdict.clue)}"


def _explain_leaves_nothing(treasure_map: TreasureMap, clue: Clue) -> str:
    setting, removed = treasure_map.setting, treasure_map.removed.mask
    holds = setting.masks[clue.number]
    if not holds:
        return f"no hex of this island is {holds_in_words(clue)}"
    excluding = _smallest_cover(setting, treasure_map.clues, holds & ~removed)
    causes = [f"'{in_words(laid)}'" for laid in excluding]
    causes += ["the removed cubes"] * bool(removed & holds)
    return f"{joined(causes)} leave no hex that is {holds_in_words(clue)}"


def _smallest_cover(setting: Setting, clues: Sequence[Clue], target: int) -> tuple[Clue, ...]:
    """Return a smallest set of clues, in their order, that rules out every hex of a mask.

    `ValueError` when all the clues together do not.
    """
    excluded = {clue: target & ~setting.masks[clue.number] for clue in clues}
    for size in range(len(excluded) + 1):
        cover = _cover(excluded, target, size)
        if cover is not None:
            return tuple(clue for clue in excluded if clue in cover)
    raise ValueError("these clues do not rule all of it out")


def _cover(excluded: dict[Clue, int], target: int, size: int) -> set[Clue] | None:
    """Return at most `size` clues that rule out the target: branch over the hex that the fewest rule out."""
    if not target:
        return set()
    if not size:
        return None
    rulers = min(([c for c, mask in excluded.items() if mask >> i & 1] for i in bits(target)), key=len)
    for clue in rulers:
        rest = _cover(excluded, target & ~excluded[clue], size - 1)
        if rest is not None:
            return {clue, *rest}
    return None


def is_stuck(treasure_map: TreasureMap, deck: Deck) -> bool:
    """Tell whether two or more candidates are left and no card of the deck may be laid (T-12).

    `deck` is what is left to be played, such as `Position.remaining`.
    """
    if len(treasure_map.candidates) < 2:
        return False
    return not any(treasure_map.verdict(clue).legal for clue in deck.kinds)


def unpinnable(setting: Setting, clues: Iterable[Clue]) -> CellSet:
    """Return the hexes that no set of these clues can ever pin, however many are laid.

    A hex can be pinned exactly when all clues that hold there leave it alone: more clues never hurt.
    """
    land = setting.island.land
    masks = [setting.masks[clue.number] for clue in clues]
    return CellSet(setting.island, sum(1 << i for i in bits(land.mask) if not _pinned(masks, i, land.mask)))


def _pinned(masks: list[int], index: int, left: int) -> bool:
    for mask in masks:
        if mask >> index & 1:
            left &= mask
    return left == 1 << index
