"""What a seat is advised, as people read it: the best action, by how much and why, and all others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.cli.printing import indented, styled, table_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solvers.players.ranking import Ranked, Ranking
    from toolkit.core import Action, Observation
    from workbench.cli.play.voice import Voice

_MOST = 18  # actions that fit on a screen; there can be a hundred
_ALIKE = 4  # actions that are named beside the best one, if they are as good
_CLEAR = 1.0  # points, or wins of 100 games, below which one digit more is told
_FAR = 50.0  # points: beyond, the figure means nothing but "never"


class Reasoned(NamedTuple):
    """An action as it is advised, with all that its worth counts."""

    line: str  #: what to type for it
    words: str
    why: str = ""
    beside: str = ""  #: what else is to be known of it, where it is the best
    others_see: str = ""  #: what all others come to see by it
    free: bool = False  #: whether it takes the place of nothing: what follows is chosen anew


@dataclass(frozen=True, slots=True)
class Advised:
    """What the seat that acts is advised, as it is told."""

    seen: Observation[Any]
    voice: Voice
    ranking: Ranking
    reasoned: Mapping[Action, Reasoned]

    def data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "seat": self.seen.player,
            "decision": str(self.seen.decision_kind()),
            "unit": self.ranking.unit,
            "actions": [
                {
                    "action": str(one.action),
                    "line": told.line,
                    "words": told.words,
                    "worth": one.worth.value,
                    "interval": None if one.worth.low is None else [one.worth.low, one.worth.high],
                    "why": told.why or None,
                }
                for one in self.ranking.actions
                for told in [self.reasoned[one.action]]
            ],
        }

    # ---- the answer first ----

    def best(self, beside: str = "") -> Iterator[RenderableType]:
        """Yield what to do, by how much and why, then what else is to be known of it."""
        first, alike = self._first, self._alike
        told = self.reasoned[first.action]
        yield styled(self._headline(told), style="bold")
        if alike:
            named = self.voice.language.semicolon.join(
                [self.reasoned[one.action].words for one in alike[:_ALIKE]]
            )
            yield styled(
                self.voice.say("as_good", others=named)
                if len(alike) <= _ALIKE
                else self.voice.say("as_good_more", others=named, count=len(alike) - _ALIKE)
            )
        yield from (styled(text) for text in (told.why, told.beside, self._unsure(), beside) if text)

    def next_best(self, count: int) -> Iterator[RenderableType]:
        """Yield the best of all else, with how many points less they are worth, and why."""
        for one in self.worse[:count]:
            words, less = self.reasoned[one.action].words, self._short(self._lead(one))
            yield from self._told(one, self.voice.say("best_less", action=words, figure=less))

    def _told(self, one: Ranked, said: str, *more: str) -> Iterator[RenderableType]:
        """Yield an action and why; that of the best one is told already."""
        yield styled((said, "bold"))
        why = "" if one is self._first else self.reasoned[one.action].why
        if told := " ".join(filter(None, (why, *more))):
            yield indented(told)

    @property
    def _first(self) -> Ranked:
        return self.ranking.actions[0]

    @property
    def _alike(self) -> Sequence[Ranked]:
        """The actions that are as good as the best one."""
        return [one for one in self.ranking.actions[1:] if self._figure(one) == self._figure(self._first)]

    @property
    def worse(self) -> Sequence[Ranked]:
        """The actions that are worse, and take the place of the best one."""
        left = self.ranking.actions[1 + len(self._alike) :]
        return [one for one in left if not self.reasoned[one.action].free]

    def _headline(self, best: Reasoned) -> str:
        say = self.voice.say
        if len(self.ranking.actions) == 1:
            return say("best_only", best=best.words)
        if not self.worse:
            return say("best_even", best=best.words, count=len(self.ranking.actions))
        then = self.worse[0]
        words, lead = self.reasoned[then.action].words, self._lead(then)
        if best.free:
            return say("best_free", best=best.words, next=words)
        if self._points and lead > _FAR:
            return say("best_far", best=best.words)
        places = {"best": best.words, "next": words, "more": self._short(lead)}
        if self._points:
            return say("best_points", **places)
        return say("best_chance", chance=self._short(100 * self._first.worth.value), **places)

    @property
    def _points(self) -> bool:
        return self.ranking.unit == "points"

    def _lead(self, one: Ranked) -> float:
        """Return by how many points, or wins in 100 games, the best action is better."""
        return self._first.ahead_of(one).value * (1 if self._points else 100)

    def _short(self, number: float) -> str:
        digits = self._points + (abs(number) < _CLEAR)
        return self.voice.language.number(f"{number:.{digits}f}")

    def _unsure(self) -> str:
        """Return that the worlds leave it open whether the best is better than the next; else nothing."""
        if not self.worse:
            return ""
        lead = self._first.ahead_of(self.worse[0])
        if lead.low is None or lead.high is None or lead.low > 0:
            return ""
        return self.voice.say("best_unsure", count=len(self._first.by_world))

    # ---- all of it ----

    def on_screen(self) -> Iterator[RenderableType]:
        """Yield the best action, then all of them in few columns and lines."""
        yield from self.best()
        yield from self.table(screen=True)

    def table(self, *, screen: bool = False) -> Iterator[RenderableType]:
        """Yield the actions with what they are worth, of very many the best: in a table, or each with why."""
        voice, shown = self.voice, self.ranking.actions[:_MOST]
        unit = voice.say("points_ahead") if self._points else voice.say("chance")
        if self.ranking.chance is not None:
            yield styled(voice.say("same_chance", chance=voice.language.number(f"{self.ranking.chance:.1%}")))
        if any(self.reasoned[one.action].why for one in shown):
            for one in shown:
                told = self.reasoned[one.action]
                said = voice.say("best_figure", action=told.words, figure=self._figure(one))
                yield from self._told(one, said, told.others_see)
            yield styled(voice.say("figures", unit=unit), style="dim")
        else:
            beside = not screen and any(one.worth.low is not None for one in shown)
            columns = [unit, *[voice.say("interval")] * beside]
            rows = [
                (self.reasoned[one.action].words, self._figure(one), *[self._interval(one)] * beside)
                for one in shown
            ]
            made = table_of(voice.say("action"), *columns, rows=rows, numbers=columns)
            if screen:
                made.box = None
            yield made
        if left := len(self.ranking.actions) - len(shown):
            yield styled(voice.say("not_better", count=left))

    def _figure(self, one: Ranked) -> str:
        return self._number(one.worth.value)

    def _interval(self, one: Ranked) -> str:
        low, high = one.worth.low, one.worth.high
        return "" if low is None or high is None else f"[{self._number(low)}, {self._number(high)}]"

    def _number(self, worth: float) -> str:
        from solvers.players.advice import FIGURES

        return self.voice.language.number(f"{worth:{FIGURES[self.ranking.unit]}}")
