"""`TreasureMap`: the clues of one map, what they leave, and whether another may follow (T-11 to T-15).

`Legality` says for all clues of a deck at once whether they may: for games, solvers and tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.core.pictures import Drawn, Picture
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.rules import COLOURS as COLOURS
from toolkit.games.tobago.rules import CUBES, known
from toolkit.games.tobago.rules import PLAYERS as PLAYERS
from toolkit.hexmap import CellSet

if TYPE_CHECKING:
    from toolkit.hexmap.drawing import Marks


def cubes_lie(clues: int, candidates: int) -> bool:
    """Tell whether the cubes of a map with so many clues and candidates are on the board (T-13)."""
    return clues > 0 and candidates <= CUBES


class Reason(StrEnum):
    """Why a clue may be laid or not (T-12, T-12a)."""

    LEGAL = "legal"
    CONTRADICTS = "contradicts"
    LEAVES_NOTHING = "leaves_nothing"
    REMOVES_NOTHING = "removes_nothing"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a clue may be laid on a treasure map, and if not, why (T-12)."""

    clue: Clue  #: the clue in question
    #: ``legal``; ``contradicts`` when some earlier clue and this one hold together on no hex of the island;
    #: else ``leaves_nothing`` or ``removes_nothing``
    reason: Reason
    before: CellSet  #: the candidates before the clue
    after: CellSet  #: those after it if it were laid, legal or not
    conflicts: tuple[Clue, ...] = ()  #: every earlier clue that shares no hex of the island with it (T-12a)

    @property
    def legal(self) -> bool:
        """Whether the clue may be laid."""
        return self.reason is Reason.LEGAL

    @property
    def removed(self) -> CellSet:
        """The candidates that the clue would rule out."""
        return self.before - self.after

    @property
    def objection(self) -> str:
        """The reason in words, with the clues that this one contradicts."""
        if self.conflicts:
            return f"contradicts {', '.join(repr(str(clue)) for clue in self.conflicts)}"
        return self.reason.replace("_", " ")


class IllegalClue(ToolkitError):  # noqa: N818 - a play that the rules forbid, as in IllegalAction
    """A clue that may not be laid; `verdict` says why."""

    def __init__(self, colour: str, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(f"{str(verdict.clue)!r} is illegal on {colour}: {verdict.objection}")


@dataclass(frozen=True, slots=True)
class Play:
    """A clue laid on a map, and the player whose compass rose lies on it, if known."""

    clue: Clue
    owner: str | None = None

    def __post_init__(self) -> None:
        if self.owner is not None:
            known("player", self.owner, PLAYERS)


class TreasureMap(Drawn):
    """One of the four maps: an immutable value; `lay`, `take_back` and `remove` return another.

    Parameters
    ----------
    setting
        The island with its landmarks.
    colour
        ``brown``, ``white``, ``grey`` or ``black``.
    plays
        The clues in the order in which they were laid. They are taken as they are, legal or not: what lies
        on a real table may come from other rules.
    removed
        Hexes whose cube an amulet took (T-13).

    Raises
    ------
    ToolkitError
        An unknown colour, or a hex that is not on the island.

    Examples
    --------
    >>> from toolkit.games.tobago import Clue, Setting, boxed_island
    >>> brown = TreasureMap(Setting(boxed_island(), huts=["B23"]), "brown")
    >>> brown.lay(Clue.parse("in lake")).lay(Clue.parse("next to hut")).candidates
    <CellSet 1 of 104: B22>
    """

    __slots__ = ("candidates", "colour", "plays", "removed", "setting")

    def __init__(
        self, setting: Setting, colour: str, plays: Iterable[Play] = (), removed: Iterable[str] = ()
    ) -> None:
        self.setting = setting
        self.colour = known("map", colour, COLOURS)
        self.plays = tuple(plays)
        self.removed = setting.island.cells([]) | removed
        self.candidates = setting.candidates(self.clues, self.removed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreasureMap) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.setting, self.colour, self.plays, self.removed.mask

    def __repr__(self) -> str:
        return f"<TreasureMap {self.colour}: {len(self.plays)} clues, {len(self.candidates)} candidates>"

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues in the order in which they were laid."""
        return tuple(play.clue for play in self.plays)

    @property
    def line(self) -> str:
        """The clues in a line, as under a picture."""
        return self.said(str)

    def said(self, say: Callable[[str], str]) -> str:
        """Return the clues in a line whose words are said in another way, such as in another language."""
        return f"{say(self.colour)}: {' · '.join(say(str(clue)) for clue in self.clues) or say('no clue')}"

    @property
    def located(self) -> str | None:
        """The hex of the treasure when only one candidate is left (T-13)."""
        return next(iter(self.candidates)) if len(self.candidates) == 1 else None

    @property
    def marked(self) -> bool:
        """Whether the cubes of this map are on the board: the 17 of a colour suffice (T-13)."""
        return cubes_lie(len(self.plays), len(self.candidates))

    @property
    def steps(self) -> tuple[CellSet, ...]:
        """The candidates after each clue, in order, without the removed hexes."""
        left = ~self.removed
        found = []
        for clue in self.clues:
            left &= clue.cells(self.setting)
            found.append(left)
        return tuple(found)

    def verdict(self, clue: Clue) -> Verdict:
        """Say whether a clue may be laid here, and if not, why (T-12, T-12a, T-15)."""
        holds, before = clue.cells(self.setting), self.candidates
        after = before & holds
        masks = self.setting.masks
        conflicts = tuple(c for c in self.clues if not masks[c.number] & holds.mask)
        return Verdict(clue, self._reason(before, after, conflicts), before, after, conflicts)

    def _reason(self, before: CellSet, after: CellSet, conflicts: tuple[Clue, ...]) -> Reason:
        if conflicts:
            return Reason.CONTRADICTS
        if not after:
            return Reason.LEAVES_NOTHING
        may_idle = self.setting.rules.must_reduce == "once_marked" and not self.marked  # T-15
        return Reason.REMOVES_NOTHING if after == before and not may_idle else Reason.LEGAL

    def lay(self, clue: Clue, owner: str | None = None) -> TreasureMap:
        """Return the map with one more clue; `IllegalClue` when the rules forbid it."""
        verdict = self.verdict(clue)
        if not verdict.legal:
            raise IllegalClue(self.colour, verdict)
        return TreasureMap(self.setting, self.colour, (*self.plays, Play(clue, owner)), self.removed)

    def take_back(self) -> TreasureMap:
        """Return the map without its last clue; `ToolkitError` when it has none."""
        if not self.plays:
            raise ToolkitError(f"no clue lies on {self.colour}")
        return TreasureMap(self.setting, self.colour, self.plays[:-1], self.removed)

    def remove(self, name: str) -> TreasureMap:
        """Return the map after an amulet took the cube of a hex (T-33).

        `ToolkitError` when no cube lies there, or when it is the last one of the map.
        """
        self.setting.island.number(name)
        if reason := self.why_not_remove(name):
            raise ToolkitError(reason)
        return TreasureMap(self.setting, self.colour, self.plays, self.removed | [name])

    def why_not_remove(self, name: str) -> str:
        """Return the rule's reason against removing the cube of a hex; empty if there is none (T-33)."""
        if not self.marked:
            possible = f"{len(self.candidates)} hexes are possible and there are {CUBES} cubes"
            return f"no {self.colour} cubes lie on the island yet: {possible} (T-13, T-33a)"
        if name not in self.candidates:
            return f"no {self.colour} cube lies on {name} (T-33a)"
        if len(self.candidates) == 1:
            return f"{name} holds the last {self.colour} cube: it stays (T-33)"
        return ""

    def why_not_raise(self, here: str) -> str:
        """Return the rule's reason against raising the treasure from a hex; empty if there is none (T-24)."""
        if not self.plays:
            return f"no clue lies on {self.colour} (T-24)"
        if not self.located:
            return (
                f"the {self.colour} treasure is not located: {len(self.candidates)} hexes are possible (T-24)"
            )
        if self.located != here:
            return f"the {self.colour} treasure lies on {self.located} and the ATV stands on {here} (T-24)"
        return ""

    def marks(self, say: Callable[[str], str] = str) -> list[Marks]:
        """Return what a picture marks on its hexes: candidates, or cubes once they lie, and those taken.

        `say` says the words of their captions in another way.
        """
        from toolkit.games.tobago.pictures import candidate_marks, removed_marks  # only when somebody looks

        marks = [candidate_marks(self.colour, self.candidates, cubes=self.marked, say=say)]
        return [*marks, removed_marks(self.colour, self.removed)] if self.removed else marks

    @property
    def picture(self) -> Picture:
        """The island with its candidates in the light, cubes that lie or are taken, and the clues below."""
        from toolkit.hexmap.drawing import Light, draw

        notes = [self.line]
        if self.removed:
            notes.append(f"removed by amulets: {self.removed}")
        return draw(
            self.setting.island,
            landmarks=self.setting.landmarks,
            light=Light(self.candidates, f"candidate of {self.colour}", colour=self.colour),
            marks=self.marks() if self.marked else (),
            notes=notes,
            title=f"{self.setting.island.title}: {self.colour} map",
            description=". ".join(notes) + ".",
        )


# ---- all clues of a deck at once ---------------------------------------------------------------------------

_BYTE = 256


class Legality:
    """The clues of a deck, compiled for a setting: whole-deck legality in one call, by transposed tables.

    For each hex there is a word with a bit for each clue that is true there. Over a set of candidates, the OR
    of the words tells the clues that leave something and the AND the clues that remove nothing; a clue is
    legal when it leaves something and removes something (T-12). One byte of the candidate mask, eight hexes,
    is one look-up.

    Parameters
    ----------
    setting
        The island with its landmarks, under its rules. Whether a clue must remove something (T-15) depends
        on the cubes of a map: say it with `may_idle`.
    clues
        The clues in question, each once: bit i of every answer is clue i.

    Examples
    --------
    >>> from toolkit.games.tobago import Setting, boxed_island, reconstructed_deck
    >>> setting = Setting(boxed_island(), huts=["B23"])
    >>> legality = Legality(setting, reconstructed_deck().kinds)
    >>> legal = legality.legal_bits(setting.island.cells(["B22", "B23"]).mask)
    >>> [str(clue) for place, clue in enumerate(legality.clues) if legal >> place & 1][:2]
    ['next to hut', 'within 2 of largest lake']
    """

    def __init__(self, setting: Setting, clues: Iterable[Clue]) -> None:
        self.setting = setting
        self.clues: tuple[Clue, ...] = tuple(dict.fromkeys(clues))
        self.masks: tuple[int, ...] = tuple(setting.masks[clue.number] for clue in self.clues)
        self._width = len(self.clues)
        self._every = (1 << self._width) - 1
        self._bytes = (len(setting.island) + 7) // 8
        self._tables = _byte_tables(self._words(), self._bytes)

    def _words(self) -> list[int]:
        """Return a word for each hex: the clues true there, and above them the clues false there."""
        rows = [f"{mask:0{len(self.setting.island)}b}" for mask in reversed(self.masks)]
        true = [int("".join(column), 2) for column in zip(*rows, strict=True)][::-1]
        return [word | (self._every & ~word) << self._width for word in true]

    def legal_bits(self, mask: int, *, may_idle: bool = False) -> int:
        """Return the legal clues on a map with these candidates, as bits; none when the mask is empty.

        With `may_idle` a clue need not remove anything (T-15, while no cubes lie on the board).
        """
        found = 0
        for byte, table in zip(mask.to_bytes(self._bytes, "little"), self._tables, strict=True):
            found |= table[byte]
        return found & (self._every if may_idle else found >> self._width)


def _byte_tables(words: list[int], count: int) -> list[list[int]]:
    """Return, for each byte of a mask, the OR of the words of every combination of its eight hexes."""
    tables = []
    for start in range(0, 8 * count, 8):
        table = [0]
        for word in words[start : start + 8]:
            table += [entry | word for entry in table]
        tables.append(table + [0] * (_BYTE - len(table)))
    return tables
