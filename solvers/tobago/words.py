"""Clues as parts of an English sentence."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.tobago import Clue
from toolkit.games.tobago.clues import LANDMARKS, Relation
from toolkit.hexmap import OCEAN

_NEAR = {Relation.NEXT_TO: "next to", Relation.WITHIN_2: "within two hexes of"}
_UNCOUNTED = {OCEAN: "the ocean", "scrubland": "scrubland"}
_COVERS = ("jungle", "scrubland")  # a hex is jungle, but it is in a lake
_ON = ("beach", "mountain", *LANDMARKS)  # one is in a jungle, but on a beach


def in_words(clue: Clue) -> str:
    """Return a clue as people say it; no two clues give the same words.

    >>> from toolkit.games.tobago import Clue
    >>> in_words(Clue.parse("not next to hut"))
    'not next to a hut'
    """
    thing = f"the largest {clue.thing}" if clue.largest else _UNCOUNTED.get(clue.thing, f"a {clue.thing}")
    if clue.relation is Relation.IN and clue.thing in _COVERS and not clue.largest:
        thing = clue.thing
    words = _NEAR.get(clue.relation, "on" if clue.thing in _ON else "in")
    return f"{'not ' * clue.negative}{words} {thing}"


def holds_in_words(clue: Clue) -> str:
    """Return what a hex is on which a clue holds, to stand after "is".

    >>> from toolkit.games.tobago import Clue
    >>> holds_in_words(Clue.parse("in jungle"))
    'jungle'
    """
    if clue.relation is Relation.IN and not clue.largest and clue.thing in _COVERS:
        return f"not {clue.thing}" if clue.negative else clue.thing
    return in_words(clue)


def none_in_words(hexes: str, clue: Clue) -> str:
    """Say that a clue holds on none of some hexes, without saying "not" twice.

    >>> from toolkit.games.tobago import Clue
    >>> none_in_words("such hex", Clue.parse("in lake"))
    'no such hex is in a lake'
    >>> none_in_words("such hex", Clue.parse("not in lake"))
    'every such hex is in a lake'
    """
    return (
        f"every {hexes} is {holds_in_words(~clue)}"
        if clue.negative
        else f"no {hexes} is {holds_in_words(clue)}"
    )


def joined(parts: Sequence[str]) -> str:
    """Return a list as people write it.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
