"""What phones are told of advice: the best choices of a seat; and of a game that is over how it went."""

from __future__ import annotations

from typing import Any

from solvers.advising import SeatAdvice, better_by, judged_by, reasons, when
from solvers.players.ranking import Ranking
from solvers.reviewing import GameReview, Moment
from toolkit.core import Action, Observation
from toolkit.core.record import Record
from toolkit.core.telling.teller import Teller

_MOST = 3  # choices that are told


def advised(
    seen: Observation[Any], teller: Teller, ranking: Ranking | None, *, notation: bool
) -> dict[str, Any]:
    """Return the best choices of who acts, in words.

    ``told`` is the best one, what is as good, by how much that is better, and how sure that is; nothing for a
    game without advice. Unless all actions are equally good, ``best`` are those that are as good as it, with
    the places that they name, and ``tips`` the first ones with their figures, why, and the length of a bar.
    ``unit`` says what figures are, ``chance`` to win or ``points`` ahead: bars are as long as chances; those
    of points run from the worst that is shown to the best, over a point at least. Of equal ones bars tell
    nothing.
    """
    if ranking is None:
        return {"unit": "chance", "told": [], "best": [], "tips": []}
    labels = {action: _called(action, seen, teller) for action in seen.actions}
    found = SeatAdvice(seen, teller.language, ranking, reasons(seen, labels, None if notation else teller))
    if found.even:
        told = [*filter(None, (found.headline(), found.why()))]
        return {"unit": ranking.unit, "told": told, "best": [], "tips": []}
    alike, shown = [found.best, *found.alike], ranking.actions[:_MOST]
    bars = len(set(map(found.figure, shown))) > 1
    best = found.best.worth.value if found.points else 1.0
    worst = min(shown[-1].worth.value, best - 1.0) if found.points else 0.0
    return {
        "unit": ranking.unit,
        "told": [*filter(None, (found.headline(), found.between()))],
        "best": [{"do": str(one.action), "places": [*seen.places(one.action)]} for one in alike],
        "tips": [
            {
                "told": found.reasoned[one.action].words,
                "figure": found.figure(one),
                "why": found.reasoned[one.action].why,
                "share": round((one.worth.value - worst) / (best - worst), 3) if bars else None,
            }
            for one in shown
        ],
    }


def reviewed(record: Record, teller: Teller, found: GameReview, *, notation: bool) -> dict[str, Any]:
    """Return how the chances of all went, and the turning points, as everybody is told them after the end.

    Steps are counted as the look back counts them, in choices of players.
    """
    before = [0]
    for actor, _ in record.actions:
        before.append(before[-1] + (actor >= 0))
    shares = {before[one.step]: one.shares for one in found.chances}  # what chance does next belongs to it
    return {
        "steps": before[-1],
        "chances": [
            {"step": step, "shares": [round(share, 4) for share in each]} for step, each in shares.items()
        ],
        "judged": judged_by(record, teller.language),
        "turning": [_moment(one, before[one.step], teller, notation=notation) for one in found.turning],
    }


def _moment(moment: Moment, step: int, teller: Teller, *, notation: bool) -> dict[str, Any]:
    """Return a turning point: what was chosen, and what would have been better, by how much and why."""
    seen, chosen, better = moment.seen, moment.chosen, moment.better
    labels = {action: _called(action, seen, teller) for action in (chosen, better)}
    told = reasons(seen, labels, None if notation else teller)
    more = better_by(moment, told[better].words, teller.language)
    return {
        "step": step,
        "seat": moment.seat,
        "when": when(moment, teller.language),
        "chosen": {"told": told[chosen].words, "places": [*seen.places(chosen)]},
        "better": {"told": f"{more} {told[better].why}".strip(), "places": [*seen.places(better)]},
    }


def _called(action: Action, seen: Observation[Any], teller: Teller) -> str:
    return teller.choice(action, seen.stack[-1], seen)
