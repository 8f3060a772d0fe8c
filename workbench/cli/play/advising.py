"""What a seat is advised, as a terminal shows it: the best action, by how much and why, and all others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.cli.printing import Indented, styled, table_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solvers.advising import SeatAdvice
    from solvers.players.ranking import Ranked
    from workbench.cli.play.voice import Voice

_MOST = 18  # actions that fit on a screen; there can be a hundred


@dataclass(frozen=True, slots=True)
class Shown:
    """What the seat that acts is advised, as it is shown."""

    advised: SeatAdvice
    voice: Voice

    def data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        found = self.advised
        return {
            "seat": found.seen.player,
            "decision": str(found.seen.decision_kind()),
            "unit": found.ranking.unit,
            "worlds": found.ranking.worlds,
            "actions": [
                {
                    "action": str(one.action),
                    "line": told.line,
                    "words": told.words,
                    "worth": one.worth.value,
                    "interval": None if one.worth.low is None else [one.worth.low, one.worth.high],
                    "why": told.why or None,
                }
                for one in found.ranking.actions
                for told in [found.reasoned[one.action]]
            ],
        }

    # ---- the answer first ----

    def best(self, beside: str = "") -> Iterator[RenderableType]:
        """Yield what to do, by how much and why, then what else is to be known of it."""
        found = self.advised
        yield styled(found.headline(), style="bold")
        more = found.reasoned[found.best.action].beside
        said = found.unsure(), found.why(), more, beside
        yield from (styled(text) for text in said if text)

    def next_best(self, count: int) -> Iterator[RenderableType]:
        """Yield the best of all else, with how many points less they are worth, and why."""
        found = self.advised
        for one in found.worse[:count]:
            words, less = found.reasoned[one.action].words, found.short(found.lead(one))
            yield from self._told(one, self.voice.say("best_less", action=words, figure=less))

    def _told(self, one: Ranked, said: str, *more: str) -> Iterator[RenderableType]:
        """Yield an action and why; that of the best one is told already."""
        yield styled((said, "bold"))
        why = "" if one is self.advised.best else self.advised.reasoned[one.action].why
        if told := " ".join(filter(None, (why, *more))):
            yield Indented(told)

    # ---- all of it ----

    def on_screen(self) -> Iterator[RenderableType]:
        """Yield the best action, then all of them in few columns and lines."""
        yield from self.best()
        yield from self.table(screen=True)

    def table(self, *, screen: bool = False) -> Iterator[RenderableType]:
        """Yield the actions with what they are worth, of very many the best: in a table, or each with why.

        Of equally good ones all is said.
        """
        if self.advised.even:
            return
        voice, ranking, reasoned = self.voice, self.advised.ranking, self.advised.reasoned
        shown, figure = ranking.actions[:_MOST], self.advised.figure
        unit = voice.say("points_ahead") if self.advised.points else voice.say("chance")
        if ranking.chance is not None:
            yield styled(voice.say("same_chance", chance=voice.language.number(f"{ranking.chance:.1%}")))
        beside = not screen and any(self._interval(one) for one in shown)
        if any(reasoned[one.action].why for one in shown):
            for one in shown:
                told = reasoned[one.action]
                counted = f"{figure(one)} {self._interval(one) * beside}".rstrip()
                said = voice.say("best_figure", action=told.words, figure=counted)
                yield from self._told(one, said, told.others_see)
            told_in = voice.say("figures_between", unit=unit) if beside else voice.say("figures", unit=unit)
            yield styled(told_in, style="dim")
        else:
            columns = [unit, *[voice.say("interval")] * beside]
            rows = [
                (reasoned[one.action].words, figure(one), *[self._interval(one)] * beside) for one in shown
            ]
            made = table_of(voice.say("action"), *columns, rows=rows, numbers=columns)
            if screen:
                made.box = None
            yield made
        if left := len(ranking.actions) - len(shown):
            yield styled(voice.say("not_better", count=left))
        if not screen and (looked_at := self.advised.looked_at()):
            yield styled(looked_at, style="dim")

    def _interval(self, one: Ranked) -> str:
        low, high, number = one.worth.low, one.worth.high, self.advised.number
        if low is None or high is None or number(low) == number(high):
            return ""
        return f"[{number(low)}, {number(high)}]"
