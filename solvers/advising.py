"""What a seat is advised, in words, by how much and why, and how sure that is; and what it should have done.

The opinion is that of `solvers.players.expert.ranked`. A game that has more to say of an action says it in
its module ``advice``, by a function ``reasoned`` (`Reasons`); what all games say stands in ``words.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from solvers.players.advice import FIGURES
from solvers.players.expert import COMPILED
from solvers.players.ranking import Ranked, Ranking
from solvers.reviewing import Moment, left_out
from toolkit.core.decision import Action
from toolkit.core.observation import Observation
from toolkit.core.record import Record
from toolkit.core.telling.language import ISOLATE, POP, Language, isolated, read_words
from toolkit.core.telling.teller import Teller
from toolkit.games import SHIPPED

_ALIKE = 4  # of equally good actions that are named
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


Labels = Mapping[Action, str]


class Reasons(Protocol):
    """Says why, in a game."""

    def __call__(
        self, seen: Observation[Any], labels: Labels, teller: Teller | None, policy: str | None = None
    ) -> Mapping[Action, Reasoned]:
        """Return what is to be said of labelled actions, if all play by a policy or as usual.

        Without a teller it is said in the notation.
        """
        ...


def reasons(
    seen: Observation[Any], labels: Labels, teller: Teller | None, policy: str | None = None
) -> Mapping[Action, Reasoned]:
    """Return what is to be said of some legal actions, and why, where the game has reasons (`Reasons`)."""
    module = f"solvers.{seen.game}.advice"
    if seen.game in SHIPPED and find_spec(module):
        found: Reasons = import_module(module).reasoned
        return found(seen, labels, teller, policy)
    return {action: Reasoned(str(action), label) for action, label in labels.items()}


@dataclass(frozen=True, slots=True)
class SeatAdvice:
    """What the seat that acts is advised, in a language; by `reasoned` its actions have their words."""

    seen: Observation[Any]
    language: Language
    ranking: Ranking
    reasoned: Mapping[Action, Reasoned]

    @property
    def best(self) -> Ranked:
        """The best action."""
        return self.ranking.actions[0]

    @property
    def alike(self) -> Sequence[Ranked]:
        """The actions that are about as good as the best one, as far as figures tell."""
        return [one for one in self.ranking.actions[1:] if self._as_good(one)]

    @property
    def worse(self) -> Sequence[Ranked]:
        """The actions that are worse, and take the place of the best one."""
        return [
            one
            for one in self.ranking.actions[1:]
            if not (self._as_good(one) or self.reasoned[one.action].free)
        ]

    @property
    def even(self) -> bool:
        """Whether all of several actions are about as good as each other."""
        return len(self.alike) == len(self.ranking.actions) - 1 > 0

    @property
    def points(self) -> bool:
        """Whether it is counted in points, not in chances."""
        return self.ranking.unit == "points"

    def headline(self) -> str:
        """Return what to do, what is as good, and by how much that is better than what comes next."""
        best, chance = self.reasoned[self.best.action].words, self.short(100 * self.best.worth.value)
        if len(self.ranking.actions) == 1:
            return self._say("best_only", best=best)
        if self.even:
            choices, count = self._some(self.ranking.actions), len(self.ranking.actions)
            return self._say(f"even_{self.ranking.unit}", choices=choices, count=count, chance=chance)
        places = {"best": best, "others": self._some(self.alike), "chance": chance}
        key = "best_idle"
        if self.worse:
            lead = self.lead(self.worse[0])
            places |= {"next": self.reasoned[self.worse[0].action].words, "more": self.short(lead)}
            far = self.points and lead > _FAR
            key = "best_free" if self._free else "best_far" if far else f"best_{self.ranking.unit}"
        return self._say(key, "as_good" if self.alike else "", **places)

    def why(self) -> str:
        """Return why the best action is good; of equally good ones only what is true of all."""
        of = self.ranking.actions if self.even else [self.best]
        first, *others = {self.reasoned[one.action].why for one in of}
        return "" if others else first

    def unsure(self) -> str:
        """Return that what is hidden leaves it open whether the best is better than the next; or nothing."""
        bounds = self._bounds()
        if bounds is None or (bounds[0] > 0 and self._tells(bounds[0])):
            return ""
        return self._say("best_unsure", count=min(self.ranking.worlds, len(self.worse[0].by_world)))

    def looked_at(self) -> str:
        """Return in how many worlds that was looked at; nothing where nothing hangs on what is hidden."""
        return self._say("looked_at", count=self.ranking.worlds) if self.ranking.worlds > 1 else ""

    def between(self) -> str:
        """Return between which bounds the lead of the best over the next is, if they differ; or `unsure`."""
        unsure, bounds = self.unsure(), self._bounds()
        if unsure or bounds is None:
            return unsure
        low, high = (self.language.number(f"{bound:.{1 + self.points}f}") for bound in bounds)
        return "" if low == high else self._say(f"between_{self.ranking.unit}", low=low, high=high)

    def lead(self, one: Ranked) -> float:
        """Return by how many points, or wins in 100 games, the best action is better."""
        return self.best.ahead_of(one).value * self._scale

    def short(self, number: float) -> str:
        """Return so many points or wins, with the digits that tell something."""
        digits = self.points + (abs(number) < _CLEAR)
        return self.language.number(f"{number:.{digits}f}")

    def figure(self, one: Ranked) -> str:
        """Return what an action is worth; two that read the same are as good."""
        return self.number(one.worth.value)

    def number(self, worth: float) -> str:
        """Return a worth as it is written."""
        return self.language.number(f"{worth:{FIGURES[self.ranking.unit]}}")

    def _as_good(self, one: Ranked) -> bool:
        return self.figure(one) == self.figure(self.best) or not self._tells(self.lead(one))

    def _tells(self, lead: float) -> bool:
        """Tell whether a lead does not read as none."""
        return round(lead, 1 + self.points) != 0

    def _bounds(self) -> tuple[float, float] | None:
        """Return the bounds of the lead over the next action; None where it is exact, or nothing leads."""
        if not self.worse or self._free:
            return None
        lead = self.best.ahead_of(self.worse[0])
        if lead.low is None or lead.high is None:
            return None
        return lead.low * self._scale, lead.high * self._scale

    @property
    def _free(self) -> bool:
        """Whether the best action, and all that are as good, take the place of nothing."""
        return all(self.reasoned[one.action].free for one in (self.best, *self.alike))

    @property
    def _scale(self) -> int:
        return 1 if self.points else 100

    def _some(self, ranked: Sequence[Ranked]) -> str:
        """Return a few of the actions in words, and how many more there are."""
        named = ranked if len(ranked) <= _ALIKE + 1 else ranked[:_ALIKE]
        some = self.language.semicolon.join([self.reasoned[one.action].words for one in named])
        left = len(ranked) - len(named)
        return self._say("some_more", some=some, count=left) if left else some

    def _say(self, key: str, choice: str = "", **places: object) -> str:
        return _said(self.language, "advice", key, places, choice)


# ---- afterwards --------------------------------------------------------------------------------------------


def judged_by(record: Record, language: Language) -> str:
    """Return who judged the choices of a game, and whose are left out; nothing where `expert` did."""
    keys = ["by_greedy"] * (record.game.name in COMPILED) + ["without_expert"] * bool(left_out(record))
    return " ".join(_said(language, "review", key, {}) for key in keys)


def when(moment: Moment, language: Language) -> str:
    """Return in which round and turn a choice was made, as far as the game counts them."""
    counted = {"round": moment.round, "turn": moment.turn}
    places = {name: count for name, count in counted.items() if count is not None} or {"step": moment.step}
    return _said(language, "review", "_".join(places), places)


def better_by(moment: Moment, words: str, language: Language) -> str:
    """Return by how much the better action, which is called so, was better than what was chosen."""
    if moment.unit == "points":
        lost, more = moment.loss.value, language.number(f"{moment.loss.value:.1f}")
        return _said(
            language, "review", "far" if lost > _FAR else "more_points", {"better": words, "more": more}
        )
    before, after = (round(100 * share) for share in moment.worth)
    places = {"better": words, "more": after - before, "after": after, "before": before}
    if moment.points is None or (points := f"{moment.points:.1f}") == "0.0":
        return _said(language, "review", "more_chance", places)
    return _said(language, "review", "more_both", places | {"points": language.number(points)})


@cache
def _words() -> Mapping[str, Any]:
    return read_words("solvers")


def _said(language: Language, part: str, key: str, places: Mapping[str, object], choice: str = "") -> str:
    """Return a text with what stands in its places: for the best one perhaps a choice of several (a key)."""
    text = _words()[part][key][language.code]
    if choice:
        text = text.replace("{best}", _words()[part][choice][language.code])
    filled = language.filled(text, {name: _apart(value) for name, value in places.items()})
    return language.finished(filled, capital=False)


def _apart(value: object) -> object:
    """Return what stands in a place: a text is isolated as a whole, whatever it holds."""
    return value if isinstance(value, int) else isolated(str(value).replace(ISOLATE, "").replace(POP, ""))
