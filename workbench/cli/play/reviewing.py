"""The review of a whole game as people read it: how the chances went, and the turning points in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.players.advice import find_advice
from workbench.cli.printing import Indented, styled

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from solvers.advising import Reasoned
    from solvers.reviewing import GameReview, Moment
    from toolkit.core import Action
    from toolkit.core.record import Record
    from workbench.cli.play.voice import Voice

_WIDE, _TALL = 50, 2  # columns and lines in which the chances of a player are drawn
_LEVELS = " ▁▂▃▄▅▆▇█"
_WHOLE = len(_LEVELS) - 1


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The review of a game, as it is told."""

    record: Record
    voice: Voice
    found: GameReview

    def data(self) -> dict[str, Any]:
        """Return it as JSON data, ``toolkit-review/1``."""
        return {
            "format": "toolkit-review/1",
            "game": self.record.game.name,
            "names": self.record.names,
            "actions": len(self.record.actions),
            "over": self.record.outcome is not None,
            "chances": [one._asdict() for one in self.found.chances],
            "turning": [self._moment_data(one) for one in self.found.turning],
        }

    def _moment_data(self, moment: Moment) -> dict[str, Any]:
        reasoned, (before, after), loss = self._reasoned(moment), moment.worth, moment.loss

        def data(action: Action, worth: float) -> dict[str, Any]:
            told = reasoned[action]
            return {"action": str(action), "words": told.words, "worth": worth, "why": told.why or None}

        return {
            "step": moment.step,
            "seat": moment.seat,
            "round": moment.round,
            "turn": moment.turn,
            "decision": moment.kind,
            "lost": moment.lost,
            "unit": moment.unit,
            "chosen": data(moment.chosen, before),
            "better": data(moment.better, after),
            "loss": loss.value,
            "points": moment.points,
            "interval": None if loss.low is None else [loss.low, loss.high],
        }

    def shown(self, file: str = "") -> Iterator[RenderableType]:
        """Yield the chart, then the turning points; those of a file with the command that shows the table."""
        say, moments = self.voice.say, self.found.turning
        if find_advice(self.record.game.name) is None:
            yield styled(say("no_advice", game=self.voice.title))
            return
        if self.record.remark:
            yield styled(self.voice.teller(None).noted(self.record.note))
        if self.found.chances:
            yield styled(say("review_title"), style="bold")
            yield self._chart()
        yield styled(say("review_points"), style="bold") if moments else styled(say("review_none"))
        for number, moment in enumerate(moments, 1):
            yield from self._told(number, moment)
        from solvers.advising import judged_by  # it takes time to load

        if by := judged_by(self.record, self.voice.language):
            yield styled(by, style="dim")
        if moments and file:
            command = f"tobago replay {file} --upto {moments[0].step}"
            yield styled(say("review_shows", command=command, number=self._number(1)), style="dim")

    # ---- the chances over the game ----

    def _chart(self) -> Table:
        """Return a row of blocks for each player, with the first and the last chance, and numbers below."""
        from rich.table import Table

        drawn, seats = Table.grid(padding=(0, 1)), self.voice.seats
        for justify in ("left", "right", "left", "right"):
            drawn.add_column(justify=justify, no_wrap=True)
        for seat in range(self.record.players):
            shares = [one.shares[seat] for one in self.found.chances]
            blocks = self._blocks(shares)
            first, last = (self._number(f"{share:.0%}") for share in (shares[0], shares[-1]))
            drawn.add_row(*map(_below, (seats[seat], first, blocks, last)))
        if marks := self._marks():
            drawn.add_row("", "", self.voice.apart(self._number(marks)), "")
        return drawn

    def _blocks(self, shares: list[float]) -> str:
        """Return how a share of the victory goes, in lines of blocks."""
        steps = [one.step for one in self.found.chances]
        places = [bisect_right(steps, self._step(column)) - 1 for column in range(_WIDE)]
        parts = [max(round(_TALL * _WHOLE * shares[place]), shares[place] > 0) for place in places]
        rows = [
            "".join(_LEVELS[min(max(part - below * _WHOLE, 0), _WHOLE)] for part in parts)
            for below in reversed(range(_TALL))
        ]
        return "\n".join(map(self.voice.apart, rows))

    def _marks(self) -> str:
        """Return the numbers of the turning points, each where it was in the chart or next to another."""
        marks = [" "] * (_WIDE + len(self.found.turning))
        for number, moment in enumerate(self.found.turning, 1):
            place = next(column for column in range(_WIDE) if self._step(column) >= moment.step)
            marks[next(free for free in range(place, len(marks)) if marks[free] == " ")] = str(number)
        return "".join(marks).rstrip()

    def _step(self, column: int) -> float:
        """Return how many actions came before a column: the first is where chances are first judged."""
        first, last = self.found.chances[0].step, len(self.record.actions)
        return first + (last - first) * column / (_WIDE - 1)

    # ---- the turning points ----

    def _told(self, number: int, moment: Moment) -> Iterator[RenderableType]:
        """Yield who was asked what and when, what was chosen and what was better, by how much, and why."""
        from solvers.advising import better_by, when  # it takes time to load

        say, language, reasoned = self.voice.say, self.voice.language, self._reasoned(moment)
        chosen, better = reasoned[moment.chosen], reasoned[moment.better]
        who = self.voice.seats.player(moment.seat)
        places = {"number": self._number(number), "when": when(moment, language), "who": who}
        yield Indented(say("review_point", asked=self.voice.question(moment.seen), **places), 0)
        was, more = say("review_chosen", action=chosen.words), better_by(moment, better.words, language)
        for said, why in ((was, chosen.why), (more, better.why)):
            yield Indented(f"{said} {why}".strip())

    def _reasoned(self, moment: Moment) -> Mapping[Action, Reasoned]:
        from solvers.advising import reasons  # it takes time to load

        labels, teller = self.voice.labels([moment.chosen, moment.better], moment.seen), None
        if self.voice.seats.first:
            teller = self.voice.teller(moment.seat)
        return reasons(moment.seen, labels, teller)

    def _number(self, number: object) -> str:
        return self.voice.language.number(number)


def _below(text: str) -> str:
    """Return a text in the last of the lines of a row."""
    return "\n" * (_TALL - 1 - text.count("\n")) + text
