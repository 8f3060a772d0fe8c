"""What each card of a hand would do on each map (T-12), and the steps that rule plays and cards out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solvers.tobago.steps import Reasoning, Step
from toolkit.games.tobago.maps import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from puzzles.puzzle import Marks
    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.maps import TreasureMap, Verdict
    from toolkit.games.tobago.position import Position

_ILLEGAL = {
    "contradiction": Reason.CONTRADICTS,
    "nothing removed": Reason.REMOVES_NOTHING,
    "nothing left": Reason.LEAVES_NOTHING,
}


def play_text(colour: str, clue: Clue | str) -> str:
    """Return a play, or a clue that lies on a map, as a text: ``brown: next to hut``."""
    return f"{colour}: {clue}"


def laid_texts(treasure_map: TreasureMap) -> tuple[str, ...]:
    """Return the clues of a map as texts."""
    return tuple(play_text(treasure_map.colour, clue) for clue in treasure_map.clues)


@dataclass(frozen=True)
class Table:
    """The verdict on each play: all four maps, all cards of the hand."""

    position: Position

    @cached_property
    def hand(self) -> dict[str, Clue]:
        """The cards of the hand, by their texts."""
        return {str(card): card for card in self.position.hand or ()}

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict of each play, by its text."""
        return {
            play_text(colour, card): treasure_map.verdict(card)
            for colour, treasure_map in self.position.maps.items()
            for card in self.hand.values()
        }

    @cached_property
    def locating(self) -> tuple[str, ...]:
        """The legal plays that leave one hex."""
        return tuple(text for text, v in self.verdicts.items() if v.legal and len(v.after) == 1)

    @cached_property
    def dead(self) -> tuple[str, ...]:
        """The cards that are legal on no map now, and so on none before the next treasure is raised.

        While no treasure is raised, clues are only added to maps and candidates only taken away (T-12, T-13),
        so none of the three reasons ever ceases: an earlier clue that contradicts the card stays on its map;
        a card that holds on no candidate holds on none of fewer; a card that holds on all candidates holds
        on all of fewer, so that it removes nothing there either. (These are all reasons there are only under
        ``must_reduce = always``, T-15.)
        """
        verdicts, maps = self.verdicts, self.position.maps
        return tuple(c for c in self.hand if not any(verdicts[play_text(m, c)].legal for m in maps))

    def cards(self, treasure_map: TreasureMap, fits: Callable[[Verdict], bool]) -> frozenset[str]:
        """Return the cards whose verdict on a map fits."""
        verdicts, colour = self.verdicts, treasure_map.colour
        return frozenset(card for card in self.hand if fits(verdicts[play_text(colour, card)]))


@dataclass(slots=True)
class BestCardReasoning(Reasoning[Step]):
    """What a solver knows of both questions.

    Three techniques rule out illegal plays by their reason (T-12). A card with a legal play is not the dead
    one; a legal play that leaves several places is not the one that locates. What is left is the answer.

    Attributes
    ----------
    table
        The verdicts.
    open
        The values that are left for ``play`` and ``dead``; it changes.
    sure
        The subjects whose value is found; it changes.
    """

    table: Table
    open: dict[str, frozenset[str]]
    sure: set[str]

    @classmethod
    def after(cls, table: Table, marks: Mapping[str, Marks]) -> BestCardReasoning:
        """Return what a solver knows who made these marks, taken to be right."""
        values = {"play": frozenset(table.verdicts), "dead": frozenset(table.hand)}
        left = {s: every - marks[s].out if s in marks else every for s, every in values.items()}
        return cls(table, left, {s for s in values if s in marks and marks[s].sure})

    @property
    def solved(self) -> bool:
        """Whether both are answered."""
        return self.sure == self.open.keys()

    def take(self, technique: str, finding: Step) -> Iterator[Step]:  # noqa: ARG002
        """Cross out what goes."""
        self.open[finding.subject] -= frozenset(finding.removed)
        if finding.forced:
            self.sure.add(finding.subject)
        yield finding

    def findings(self, technique: str) -> Iterator[Step]:
        """Yield the steps of a technique, one for each map."""
        if technique in ("dead card", "locating play"):
            yield from self._last(technique)
            return
        for treasure_map in self.table.position.maps.values():
            cards = self.table.cards(treasure_map, lambda verdict: _says(verdict, technique))
            subject, values = "dead", cards
            if technique != "legal play":
                subject, values = "play", frozenset(play_text(treasure_map.colour, card) for card in cards)
            removed = tuple(sorted(self.open[subject] & values)) if subject not in self.sure else ()
            if removed:
                facts = laid_texts(treasure_map)
                yield Step(technique, facts, subject, removed)

    def _last(self, technique: str) -> Iterator[Step]:
        """Yield the answer to a question when only one value is left: all wrong ones are out by now."""
        subject = "dead" if technique == "dead card" else "play"
        left = tuple(self.open[subject])
        if subject not in self.sure and len(left) == 1:
            facts = tuple(text for laid in self._looked_at(subject, left[0]) for text in laid)
            yield Step(technique, facts, subject, (), left)

    def _looked_at(self, subject: str, value: str) -> Iterator[tuple[str, ...]]:
        """Yield the clues of the map of a play; those of all maps for a dead card."""
        for colour, treasure_map in self.table.position.maps.items():
            if subject == "dead" or value.startswith(f"{colour}:"):
                yield laid_texts(treasure_map)


def _says(verdict: Verdict, technique: str) -> bool:
    """Tell whether a technique has something to say of a play."""
    if technique in _ILLEGAL:
        return verdict.reason is _ILLEGAL[technique]
    return verdict.legal and (technique == "legal play" or len(verdict.after) > 1)
