"""Answers about exchanges, with what comes of one that ends the round at once (S-42)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from solvers.questions import Answer
from solvers.silver.scoring.scored import Scored, scored_after
from solvers.silver.sets.exchanges import Exchange, best_exchange
from solvers.silver.turns.meeting import ends_round, may_end
from toolkit.games.silver.position import Position
from toolkit.games.silver.state import Source


def exchanging(
    hand: Position,
    one: Exchange,
    source: Source,
    *,
    words: str,
    about: Mapping[str, Any],
    more: Mapping[str, Fraction | None] | None = None,
) -> Answer:
    """Return the answer about an exchange of the card in hand: its gain, and whether it ends the round.

    Where it surely does, and cannot fail, the mean points of the round and the chance to be lowest are told.
    All else as in `Answer` and `ends_round`.
    """
    ends = ends_round(hand, one.slots, source, one.chance)
    plain = Answer(words=words, about={**about, "ends_round": ends}, exact=one.gain, more=more or {})
    return scoring(plain, scored_after(hand, one) if ends else None)


def exchanging_best(
    hand: Position,
    gain: Fraction,
    source: Source,
    *,
    words: str,
    about: Mapping[str, Any],
    more: Mapping[str, Fraction | None] | None = None,
) -> Answer:
    """Return the answer about the best exchange of the card in hand, of which the gain is known."""
    best = best_exchange(hand, hand.held) if hand.held is not None and may_end(hand) else None
    if best:
        return exchanging(hand, best, source, words=words, about=about, more=more)
    return Answer(words=words, about={**about, "ends_round": False}, exact=gain, more=more or {})


def scoring(answer: Answer, scored: Scored | None) -> Answer:
    """Return an answer with the round that is scored then; the same one if none is."""
    if scored is None:
        return answer
    more = {**answer.more, "lowest": scored.lowest}
    return replace(answer, more=more, round_points=dict(enumerate(scored.points)))
