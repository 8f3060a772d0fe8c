"""Clues and facts as sentences of a language."""

from __future__ import annotations

from puzzles.words.catalog import Words, words
from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from toolkit.games.tobago.clues import Clue


def say_clue(clue: Clue, lang: str) -> str:
    """Return a clue as people say it; no two clues give the same words.

    >>> from toolkit.games.tobago import Clue
    >>> say_clue(Clue.parse("not next to hut"), "en")
    'not next to a hut'
    """
    say, sort = words(lang), _sort(clue)
    thing = f"largest_{clue.thing}" if clue.largest else clue.thing
    form = "not_" * clue.negative + ("in" if clue.relation == "in" else "near")
    return say.text(f"clue.{sort}", thing=say.text(f"things.{thing}.{form}"))


def say_fact(fact: Fact, lang: str) -> str:
    """Return a fact as a sentence.

    >>> from solvers.tobago.facts import parse_fact
    >>> say_fact(parse_fact("huts: exactly 2 within 2 of B32"), "en")
    'Exactly 2 huts are within 2 hexes of B32.'
    """
    say = words(lang)
    match fact:
        case TreasureFact(colour, clue):
            return say.text(
                f"treasure.{_sort(clue)}", colour=say.text(f"colours.{colour}"), clue=say_clue(clue, lang)
            )
        case CountFact(kind, number, clue):
            return say.counted("facts.count", number, **_landmark(kind, say), clue=say_clue(clue, lang))
        case CircleFact(kind, number, radius, centre):
            around = {"hexes": say.counted("units.hexes", radius), "centre": say.name(centre)}
            return say.counted("facts.circle", number, **_landmark(kind, say), **around)
        case TerrainsFact(kind, terrains):
            listed = say.joined([say.text(f"terrains.{terrain}") for terrain in terrains])
            return say.text("facts.terrains", **_landmark(kind, say), terrains=listed)
        case DistancesFact(kind, steps, centre):
            listed = say.joined([say.number(one) for one in steps])
            return say.text("facts.distances", **_landmark(kind, say), steps=listed, centre=say.name(centre))
        case NearestFact(kind, steps, centre):
            return say.counted("facts.nearest", steps, **_landmark(kind, say), centre=say.name(centre))
        case PairFact():
            return _pair(fact, say)


def _pair(fact: PairFact, say: Words) -> str:
    return say.text(
        "facts.not_pair" if fact.negative else "facts.pair",
        colour=say.text(f"colours.{fact.colour}"),
        other=say.text(f"colours.{fact.other}"),
        hexes=say.counted("units.hexes", fact.radius),
    )


def _landmark(kind: str, say: Words) -> dict[str, str]:
    """Return the forms of the word for a kind of landmark, by the names that texts use."""
    return {form: say.text(f"landmarks.{kind}.{form}") for form in ("one", "several", "no")}


def _sort(clue: Clue) -> str:
    """Return the sort of a clue (T-6), such as ``not_next_to``."""
    return "not_" * clue.negative + clue.relation.replace(" ", "_")
