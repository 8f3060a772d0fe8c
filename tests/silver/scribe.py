"""Who notes a game of the engine: its actions as lines of a printed game (`toolkit.games.silver.noting`)."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolkit.core.decision import CHANCE, Action
from toolkit.core.hidden import Place
from toolkit.core.told.tracing import shown_to
from toolkit.games.silver.actions import Anyone, Face, Own, Word
from toolkit.games.silver.noting import written
from toolkit.games.silver.state import HELD, VILLAGE, SilverState

TURNED_UP = {"first discard": "top", "refill": "beside"}
"""The words that tell what chance turns up."""

TWO_LETTERS = ("discard", "over", "off")
WHOLE = ("cards", "gives")
"""Words that one letter does not tell from others, and words that are never cut."""


class Scribe:
    """Plays a game of the engine and notes it for a seat.

    Attributes
    ----------
    state
        The game.
    parts
        What happened since the last line, in words with the numbers behind them.
    """

    def __init__(self, state: SilverState, seat: int) -> None:
        self.state, self.seat = state, seat
        self.parts: list[str] = []
        self._chosen: list[int] = []  # slots that are given up, as long as more may follow
        self._further: list[int] = []  # seen, and told behind all else

    @property
    def complete(self) -> bool:
        """Whether a line may end here."""
        chance = self.state.to_act() == CHANCE and self.state.decision_kind() not in (
            "first discard",
            "refill",
        )
        return not self._chosen and bool(self.parts) and not chance

    def line(self) -> str:
        """Return the line for what happened since the last one."""
        further = ["cards", *map(str, self._further)] if self._further else []
        found = " ".join([*self.parts, *further])
        self.parts, self._further = [], []
        return found

    def apply(self, action: Action) -> None:
        """Let something happen, and take note of it."""
        before, cards, kind = self.state.clone(), self.state.cards, self.state.decision_kind()
        by = self.state.to_act()
        self.state.apply(action)
        seen = [*shown_to(self.seat, before.cards, cards)]
        if by == CHANCE:
            self._note_chance(kind or "", [one.face for one in seen])
        else:
            faces = {one.place: one.face for one in seen}
            self._note(before, by, action, faces)
            self._further += faces.values()

    def _note_chance(self, kind: str, faces: list[int]) -> None:
        alone = kind in TURNED_UP or kind == "draw"
        told = f" {faces.pop(0)}" if faces and alone else ""
        if kind in TURNED_UP:
            self.parts.append(f"{TURNED_UP[kind]}{told}")
        elif kind == "draw":
            self.parts[-1] += told
        self._further += faces

    def _note(self, before: SilverState, by: int, action: Action, faces: dict[Place, int]) -> None:
        """Take note of a choice; the faces that it tells with their places are taken out."""

        def at(player: int, slot: int) -> str:
            told = faces.pop((VILLAGE + player, slot), None)
            return f"{slot + 1}" + ("" if told is None else f"={told}")

        match action:
            case Own("exchange" | "and", slot):
                self._chosen.append(slot)
                if self.state.decision_kind() != "set" or self.state.turn != by:
                    self._give_up(by, at)
            case Word("done"):
                self._give_up(by, at)
            case Word("discard") if (HELD, 0) in faces:
                self.parts.append(f"discard {faces.pop((HELD, 0))}")
            case Anyone(_, player, slot):
                said = written(action, before)
                self.parts.append(said[: -len(str(slot + 1))] + at(player, slot))
            case Face("keep") if by != self.seat:
                self.parts.append("keep")
            case _:
                self.parts.append(written(action, before))

    def _give_up(self, by: int, at: Callable[[int, int], str]) -> None:
        told = " ".join(at(by, slot) for slot in self._chosen)
        self.parts.append(f"for {told}")
        self._chosen = []


def shortened(line: str) -> str:
    """Return a line as short as it is understood."""
    line = re.sub(r"^(skip|end) (?=draw)", "", re.sub(r"^(end )?draw for ", "", line))
    line = re.sub(r"draw discard(?= )", "discard", re.sub(r"(draw [0-9]+) for(?= )", r"\1", line))
    short = re.sub("[a-z]+", lambda found: _cut(found[0]), line)
    return re.sub(r"\b([a-z]{1,2}) (?=[0-9])", r"\1", short)


def _cut(word: str) -> str:
    return word if word in WHOLE else word[: 1 + (word in TWO_LETTERS)]
