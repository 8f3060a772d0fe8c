"""Advice of Silver as it is told (``words.toml``): as people say it, or in the notation, from 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from solvers.silver.advice.judging import Said
from toolkit.core.telling.language import LANGUAGES, isolated, read_words
from toolkit.core.telling.teller import Teller
from toolkit.games.silver.cards import CHARACTERS


@cache
def _words() -> Mapping[str, Any]:
    return read_words("solvers.silver.advice")


class AdviceWords:
    """The words of advice for the seat and the language of a teller; without one for the notation."""

    def __init__(self, teller: Teller | None = None) -> None:
        self._teller = teller
        self.language = teller.language if teller else LANGUAGES["en"]

    def sentences(self, said: Iterable[Said]) -> str:
        """Return sentences of advice."""
        return " ".join(map(self._sentence, said))

    def _sentence(self, said: Said) -> str:
        entry = _words()["said"][said.key]
        places = {name: self._place(name, value) for name, value in said.places.items()}
        rules = {name: isolated(entry[name]) for name in ("rule", "last") if name in entry}
        return self._filled(entry, places | rules)

    def name(self, key: str, **places: object) -> str:
        """Return what something is called in advice."""
        return self._filled(_words()["names"][key], places)

    def _filled(self, entry: Mapping[str, Any], places: Mapping[str, object]) -> str:
        filled = self.language.filled(entry[self.language.code], places)
        return self.language.finished(filled, capital=False)

    def _place(self, name: str, value: Any) -> object:
        """Return what stands in a place."""
        match name:
            case "card" | "drawn" | "seen":
                return self._card(value, name)
            case "slots":
                return self._slots(value)
            case "place":
                return self._village(*value)
            case "others":
                return self.language.listed([self._points_of(seat, points) for seat, points in value])
            case "effect":
                return self.name("saves" if value > 0 else "costs" if value else "nothing")
            case "chance" | "now":
                return self.language.number(f"{float(value):.1%}")
            case "cost" | "going_on" | "points":
                return self._number(value)
            case "policy":
                return isolated(value)
        return value

    def _number(self, points: Fraction | float | None) -> str:
        return self.name("unclear") if points is None else self.language.number(f"{float(points):.1f}")

    def _card(self, number: int, place: str) -> str:
        if self._teller is None:
            named = f" ({CHARACTERS[number].name})" if place == "card" else ""
            return f"{'the' if place == 'seen' else 'The'} {number}{named}"
        named = self._teller.name("characters", number)
        return self._teller.name("patterns", "card", name=named, number=number)

    def _slots(self, slots: Sequence[int]) -> str:
        """Return cards of one's own village."""
        if self._teller is None:
            return f"slot{'s' * (len(slots) > 1)} {', '.join(map(str, slots))}"
        places = self.language.joined([slot + 1 for slot in slots])
        return self.name("own", count=len(slots), places=places)

    def _village(self, seat: int, slot: int) -> str:
        """Return a card of anybody's village."""
        if self._teller is None:
            return f"{seat}:{slot}"
        if seat == self._teller.seat:
            return self._slots([slot])
        return self.name("theirs", who=self._teller.person(seat), places=slot + 1)

    def _points_of(self, seat: int, points: Fraction | float | None) -> str:
        who = self._teller.person(seat) if self._teller else f"player {seat}"
        return self.name("points_of", who=who, points=self._number(points))
