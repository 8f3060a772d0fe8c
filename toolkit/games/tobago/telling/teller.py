"""`TobagoTeller`: what stands in the places of the sentences of ``words.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, ClassVar

from toolkit.core.decision import CHANCE
from toolkit.core.history import Event
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Line, Teller
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.play.clue_cards import Drawing
from toolkit.games.tobago.play.set_up import StartingClue
from toolkit.games.tobago.play.treasure import Taking
from toolkit.games.tobago.play.turns import DONE, Move, Turn
from toolkit.games.tobago.state import NO_CLUE
from toolkit.games.tobago.telling import WORDS, in_words, say_clue

_NAME = 24  # letters of a name for which a legend has room


class TobagoTeller(Teller):
    """Tells Tobago to a seat: a move is its hexes, a card of a treasure stands with who takes it."""

    words = WORDS
    kinds: ClassVar = {
        act.Place: attrgetter("kind"),
        **dict.fromkeys((act.LayClue, act.AmuletClue, act.RemoveCube), attrgetter("colour")),  # lists by map
        act.Show: lambda show: "curse" * (show.face == CURSE),
        StartingClue: lambda frame: "mark" * (frame.face == NO_CLUE),
        Turn: lambda frame: "done" * (frame.phase == DONE),
        Move: lambda frame: "over" * (not frame.left),
    }

    def lines(self, happened: Iterable[Event]) -> list[Line]:
        """Return events as sentences, without what follows from the next or the last one."""
        return Teller.lines(self, _telling(happened))

    def read(self, place: str, text: str) -> object:
        """Return what people are told where the engine's reason has such a text in such a place."""
        if place == "colour":
            return self.name("colours", text)
        if place in ("clue", "clues"):
            return self.language.joined([*map(self.clue, re.findall("'([^']*)'", text))])
        return Teller.read(self, place, text)

    def clue(self, clue: Clue | str) -> str:
        """Return a clue in words, in quotation marks."""
        said = clue if isinstance(clue, Clue) else Clue.parse(clue)
        return self.name("patterns", "quoted", clue=say_clue(said, self.language.code))

    def treasure(self, face: int) -> str:
        """Return a treasure card."""
        if face == CURSE:
            return self.name("treasure", "curse")
        return self.name("treasure", "coins", count=face)

    def looks(self, colours: Sequence[str]) -> dict[str, Any]:
        """Return the words of a picture, for `draw_position`: the ATVs of the seats have these colours."""
        base = in_words(self.language.code)
        whose = {
            f"{colour} ATV": self._atv(colour, seat)
            for seat, colour in enumerate(colours[: len(self.people)])
        }
        return {
            "title": self.word("game", "title"),
            "say": lambda word: whose[word] if word in whose else base(word),
            "language": self.language,
        }

    def _atv(self, colour: str, seat: int) -> str:
        atv = in_words(self.language.code)(f"{colour} ATV")
        return self.word("picture", "atv", atv=atv, who=self.called(seat, _NAME))

    def say_clue(self, what: Any) -> str:
        """Return the clue of an action."""
        return self.clue(what.clue)

    def say_clues(self, what: act.HandDiscarded | act.HandShown) -> str:
        """Return the clues of a hand."""
        if not what.clues:
            return self.name("patterns", "no_clue")
        return self.language.joined([*map(self.clue, what.clues)])

    def say_colour(self, what: Any) -> str:
        """Return the colour of a map."""
        return self.name("colours", what.colour)

    def say_hex(self, what: Any) -> str:
        """Return the hex of an action."""
        return isolated(what.hex)

    def say_hexes(self, what: act.AmuletsAppear) -> str:
        """Return the hexes on which amulets appear."""
        return self.language.joined([*map(isolated, what.hexes)])

    def say_count(self, what: Any) -> int:
        """Return how many there are of what a sentence speaks of."""
        return len(what.hexes) if isinstance(what, act.AmuletsAppear) else Teller.say_count(self, what)

    def say_landmark(self, what: act.Place) -> str:
        """Return the kind of a landmark."""
        return self.name("landmarks", what.kind)

    def say_direction(self, what: act.Face) -> str:
        """Return where a statue looks."""
        return self.name("directions", what.direction)

    def say_look(self, what: act.Face) -> str:
        """Return where a statue looks, with its hex."""
        return self.name("patterns", "look", hex=self.say_hex(what), direction=self.say_direction(what))

    def say_treasure(self, what: Any) -> str:
        """Return the treasure card of an action, or the one in question."""
        return self.treasure(what.face)

    def say_treasures(self, what: act.Undivided) -> str:
        """Return the cards that are not divided."""
        return self.language.joined([*map(self.treasure, what.faces)])

    def say_losses(self, what: act.CurseStrikes) -> str:
        """Return what each person loses to a curse."""
        return self.language.listed([self._fate(seat, coins) for seat, coins in what.losses])

    def _fate(self, seat: int, coins: int) -> str:
        group = "my_fates" if seat == self.seat else "fates"
        fate = {act.AMULET_LOST: "amulet", 0: "nothing"}.get(coins, "coins")
        return self.name(group, fate, who=self.person(seat), count=coins)

    def say_place(self, what: Taking) -> int:
        """Return which compass rose is asked, from the bottom."""
        return what.place + 1

    def say_left(self, what: Taking) -> int:
        """Return how many compass roses are left on a treasure."""
        return what.left(None)


def _telling(happened: Iterable[Event]) -> Iterator[Event]:
    """Yield events but those that go without saying.

    A move has ended where its last step did; a starting clue is laid as soon as it is turned up; who laid a
    clue draws another, which the others do not see; who has several roses on a treasure is told of once.
    """
    told, laid = [*happened], CHANCE
    for before, event, after in zip([None, *told], told, [*told[1:], None], strict=False):
        if event.actor >= 0:
            laid = event.actor if isinstance(event.action, act.LayClue | act.AmuletClue) else CHANCE
        match event.action:
            case act.Stop() if before and isinstance(before.action, act.Step):
                continue
            case act.TurnUp() if after and isinstance(after.action, act.LayClue):
                continue
            case act.DrawClue(clue=None) if isinstance(event.frame, Drawing) and event.frame.player == laid:
                continue
            case act.Pass() if after and after.actor == event.actor:
                continue
        yield event
