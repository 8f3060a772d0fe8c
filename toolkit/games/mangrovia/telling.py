"""Mangrovia in words: what stands in the places of the sentences of ``words.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import attrgetter
from typing import Any, ClassVar

from toolkit.core.decision import Action, Frame
from toolkit.core.history import Event, runs
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Line, Teller, read_words
from toolkit.games.mangrovia import actions as act
from toolkit.games.mangrovia.components import (
    AMULET_TILE_VALUE,
    CARD_TILE,
    CARD_TILE_VALUE,
    FREE_TILE,
    LANDSCAPES,
    MOST_DRAWN,
    NO_TILE,
    PATHS,
    PIERS,
    TILES,
    Part,
)
from toolkit.games.mangrovia.payments import source_of, value_of
from toolkit.games.mangrovia.play import Acting
from toolkit.games.mangrovia.scoring import Prizes, Scores
from toolkit.games.mangrovia.state import MangroviaState

_SOURCES = ("hand", "start", "amulet", "tile {}")


class MangroviaTeller(Teller):
    """Tells Mangrovia to a seat; what was done at a pier is one line."""

    words = read_words("toolkit.games.mangrovia")
    kinds: ClassVar = {
        act.Draw: attrgetter("kind"),
        act.TurnUp: attrgetter("kind"),
        act.Take: attrgetter("kind"),
        act.TakeFaceDown: attrgetter("pile"),
        act.Say: attrgetter("word"),
        act.Build: lambda build: ("single", "double")[build.huts - 1],
        act.PayLandscape: lambda pay: "free" * (pay.face == act.NO_LANDSCAPE),
        act.Renewed: lambda renewed: renewed.pile,
        act.AmuletsShown: lambda shown: "none" * (not shown.values),
    }

    def lines(self, happened: Iterable[Event]) -> list[Line]:
        """Return events as sentences: what was done at a pier, or a clean-up, is one line of them."""
        lines: list[Line] = []
        for run in runs([*happened], act.begins_line):
            told = Teller.lines(self, _worth_telling(run))
            deal = isinstance(run[0].action, act.Begin)  # too much for one line
            lines += told if deal else [_joined(told)]
        return lines

    def open(self, frame: Frame, seen: Any = None) -> str:
        """Return what an open decision asks or the others wait for; who can pay for no hut is told so."""
        text = Teller.open(self, frame, seen)
        if seen is None or not isinstance(frame, Acting) or frame.actor != self.seat or len(seen.actions) > 1:
            return text
        return f"{text} {self.name('patterns', 'unpaid')}"

    def choice(self, action: Action, frame: Frame, seen: Any = None) -> str:
        """Return an action as one that can be chosen, with how many amulets are drawn or what is declined."""
        if not isinstance(frame, Acting) or not isinstance(action, act.Say):
            return Teller.choice(self, action, frame, seen)
        if action.word == "decline":
            cards, huts = frame.up or frame.down, frame.hut or frame.double
            several = bool(cards) + bool(huts) + bool(frame.amulets) > 1
            left = "nothing" if several else "no_card" if cards else "no_hut" if huts else "no_amulet"
            return self.word("choices", left)
        if seen is None or seen.rules.amulets_partial:
            return Teller.choice(self, action, frame, seen)
        drawn = min(seen[MangroviaState.track][frame.actor], MOST_DRAWN)
        return self.word("choices", ("one_of_one", "one_amulet", "more_amulets")[min(drawn, 2)], count=drawn)

    # ---- cards, amulets and tiles --------------------------------------------------------------------------

    def landscape(self, face: int) -> str:
        """Return a landscape by its name."""
        return self.name("landscapes", LANDSCAPES[face])

    def initial(self, face: int) -> str:
        """Return the letter that stands for a landscape."""
        return self.landscape(face)[0].upper()

    def tile(self, tile: int) -> str:
        """Return a stone tile by what it is or pays."""
        return self.name("tiles", TILES[tile])

    def on_tile(self, tile: int) -> str:
        """Return what stands on a stone tile: its statue's path, or the value that it pays."""
        if tile == FREE_TILE:
            return self.word("picture", "any")
        value = str(CARD_TILE_VALUE if tile == CARD_TILE else AMULET_TILE_VALUE)
        return self.language.finished(isolated(PATHS[tile]) if tile < CARD_TILE else value, capital=False)

    def board(self, label: str) -> str:
        """Return what a board is, from its label."""
        return self.name("boards", label)

    def read(self, place: str, text: str) -> object:
        """Return what people are told where the engine has such a text in such a place."""
        return self.board(text) if place == "board" else super().read(place, text)

    def say_value(self, what: act.OneCard | act.ReturnAmulet) -> int:
        """Return the value of a card or an amulet."""
        return what.value if isinstance(what, act.ReturnAmulet) else what.face

    def say_landscape(self, what: act.OneCard | act.PayLandscape) -> str:
        """Return the landscape of a card."""
        return self.landscape(what.face)

    def say_tile(self, what: act.LayTile) -> str:
        """Return a stone tile."""
        return self.tile(what.tile)

    def say_means(self, what: act.Pay) -> str:
        """Return what is paid: a card, an amulet or a tile."""
        value = value_of(what.means)
        return self.name("means", _SOURCES[source_of(what.means)].format(value), value=value)

    def say_values(self, what: act.AmuletsShown) -> str:
        """Return amulets by their values."""
        return self.language.joined(what.values)

    # ---- the final scoring --------------------------------------------------------------------------------

    def scored(self, scores: Scores, names: Sequence[str]) -> list[str]:
        """Return what each of the lines of the final scoring is about; `names` are those of the players."""
        named = [*map(isolated, names), *(self.name("scoring", one) for one in ("neutral", "neutral_white"))]
        paths = [
            self._prizes(prizes, self.name("scoring", "path", path=isolated(path)), named)
            for path, prizes in zip(PATHS, scores.paths, strict=True)
        ]
        winners = self.language.joined([named[player] for player in scores.winners])
        lines = [
            self.name("scoring", "track"),
            *paths,
            self.name("scoring", "stone", count=scores.stone_huts),
            self._prizes(scores.pole_prizes, self.name("spaces", "pole"), named),
            self.name("scoring", "amulets"),
            self.name("scoring", "total", winners=winners),
        ]
        return [self.language.finished(line, capital=False) for line in lines]

    def _prizes(self, prizes: Prizes, area: str, named: Sequence[str]) -> str:
        first, second = prizes.prizes
        order = [
            self.name("patterns", "huts_of", who=named[colour], number=huts) for colour, huts in prizes.order
        ]
        told = self.language.listed(order) or self.name("scoring", "no_huts")
        return self.name("scoring", "prizes", area=area, first=first, second=second, order=told)

    # ---- the board, the boat and the birds -----------------------------------------------------------------

    def say_piers(self, what: act.PutBowl) -> str:
        """Return the two piers of a ritual space."""
        return self.language.joined(_piers(what.space))

    def say_acts(self, what: act.PutBowl) -> str:
        """Return what is done at the two piers of a ritual space."""
        return self.language.semicolon.join([self.name("piers", pier) for pier in _piers(what.space)])

    def say_act(self, what: act.BoatMoved) -> str:
        """Return what is done at a pier."""
        return self.name("piers", what.pier)

    def say_first(self, what: act.MoveBirds) -> str:
        """Return the landscape of one bird."""
        return self.landscape(what.first)

    def say_second(self, what: act.MoveBirds) -> str:
        """Return the landscape of the other bird."""
        return self.landscape(what.second)

    def say_birds(self, what: act.BirdsPassed) -> str:
        """Return the landscapes of the birds."""
        return self.language.joined([*map(self.landscape, what.birds)])

    def say_gains(self, what: act.HutBrought) -> str:
        """Return what a hut brings at once."""
        gains = []
        if what.points:
            points = "pole_points" if what.pole else "points"
            gains.append(self.name("gains", points, count=what.points, number=what.pole))
        if what.tile != NO_TILE:
            gains.append(self.name("gains", "tile", tile=self.tile(what.tile)))
        if what.step:
            gains.append(self.name("gains", "step"))
        return self.language.joined(gains)

    def say_may(self, what: Acting) -> str:
        """Return what may be done of a part of the action of a pier, as alternatives."""
        ways = zip(Part._fields, Part(*what[1:]), strict=True)
        may = [self.name("parts", part, count=count) for part, count in ways if count]
        return reduce(lambda one, other: self.name("patterns", "either", one=one, other=other), may)


def _joined(told: Sequence[Line]) -> Line:
    """Return sentences as one line, by the first player who acted."""
    by = next((line.by for line in told if line.by >= 0), told[0].by)
    of = next((line.of for line in told if line.of is not None), None)
    return Line(by, " ".join([line.text for line in told]), of)


def _piers(space: int) -> tuple[int, int]:
    """Return the piers of a ritual space, by its number from 0."""
    return space + 1, len(PIERS) - 1 - space


def _worth_telling(run: Sequence[Event]) -> list[Event]:
    """Return events but what somebody says when the pile, the bag or the board answers it at once."""
    told: list[Event] = []
    answered = False
    for event in reversed(run):
        if answered and isinstance(event.action, act.TakeFaceDown | act.Say):
            continue
        told.append(event)
        if not isinstance(event.action, act.Renewed):
            answered = isinstance(event.action, act.Draw | act.AmuletTaken)
    return told[::-1]
