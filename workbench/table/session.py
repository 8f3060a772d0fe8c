"""`Session`: the game at a table as its events made it; what the kinds of games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self, get_args

from toolkit.core import Event, Observation
from toolkit.core.decision import IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.telling.teller import Teller

Later = Callable[[], dict[str, Any]]
"""Makes data that take long, in another thread: of nothing that changes meanwhile."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What takes so long to reckon that a process of its own does it, once; a page asks until it is there."""

    kind: Literal["advice", "review"]  #: of which one is reckoned at a time: the newest
    of: object  #: what it is reckoned of, and for: equal to that of who asks again
    work: Callable[[], Any]  #: reckons it, there: a function of a module, with all that it needs
    #: Makes data of what came out of it, of nothing that changes meanwhile.
    told: Callable[[Any], dict[str, Any]]


Phase = Literal["setup", "play", "over"]
Kind = Literal["dealt", "printed", "noted"]


Speech = Literal["en", "fa", "notation"]
"""How a phone is told what happens: in words of a language, or in the notation of records."""

SPEECHES: tuple[Speech, ...] = get_args(Speech)


class Refused(ToolkitError):  # noqa: N818  # the word of the users
    """A wish that the rules or the table forbid, with the reason; nothing has changed."""


class Forbidden(ToolkitError):  # noqa: N818
    """A wish of somebody who may not have it, such as one without a seat."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a game."""

    name: str | None = None  #: what a player without a phone, or who is expected, is called
    colour: str | None = None  #: of its pieces, where the game has one
    bot: str | None = None  #: the name of the bot that plays it; None for people
    writes: bool = False  #: whether who sits there notes the game


@dataclass(frozen=True, slots=True)
class Job:
    """What a bot is to decide: its seat, what it sees, and all that its seat heard since the beginning.

    `seed` is of what it draws: that of the game, which nobody at the table knows before the game is over.
    """

    seat: int
    bot: str
    observation: Observation[Any]
    log: Sequence[Event]
    seed: int | str


class Session(Protocol):
    """The game at a table; it is made of the first event of the log, and every further one is applied.

    Nothing else changes it, so that a server that was killed goes on where it was.
    """

    kind: Kind  #: whether the server deals, or one notes what happens
    game: str
    title: str  #: what people call the game
    page: str  #: the kind of its page (`workbench.table.page`)
    picture_sheet: str = ""  #: of its pictures, if they have one besides that of maps
    advises: bool = False  #: whether the table gives advice
    _seats: Any

    @property
    def phase(self) -> Phase:
        """Whether it is being set up, played or over."""
        ...

    def note(self, speech: Speech = "en") -> str:  # noqa: ARG002
        """Return what must be said wherever the game is shown, such as what its board is; or nothing."""
        return ""

    def chairs(self) -> Mapping[int, Chair]:
        """Return the seats there are now, by their numbers."""
        ...

    def wish(self, seat: int, do: Sequence[str], text: str | None, for_: str | None) -> dict[str, Any]:
        """Return the event that would be kept if a seat does these lines; the game stays as it is.

        `Refused` with the reason of the rule, `Forbidden` when this is not for that seat to do.
        """
        ...

    def clone(self, seats: Any) -> Self:
        """Return a copy on which an event is tried before it is kept, at a copy of its `Seats`."""
        ...

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:
        """Do what an event of the log tells.

        It hears of the phones, too, after the seats did: ``sit`` and ``free``.
        """
        ...

    def view(self, seat: int | None, speech: Speech = "en") -> dict[str, Any]:
        """Return what a seat sees of the game, ``setup`` or ``table``; None is a spectator."""
        ...

    def said(self, error: ToolkitError, seat: int | None, speech: Speech) -> str | None:
        """Return what a seat is told of what a rule refused, in words; None for what the table refuses."""
        why = error.__cause__
        if speech == "notation" or not isinstance(why, IllegalAction):
            return None
        teller: Teller = self._teller(seat, speech)
        return teller.refused(why.reason)

    def _teller(self, seat: int | None, speech: Speech) -> Any:
        """Return what tells the game to a seat: the teller of that game."""
        ...

    def fetch(
        self, seat: int | None, what: str, query: Mapping[str, str], speech: Speech = "en"
    ) -> dict[str, Any] | str | Later | Reckoned | None:
        """Return what a page asks for besides the view, JSON data or a file; None if there is no such thing.

        `Forbidden` when a seat may not have it now, `ToolkitError` for a faulty question.
        """
        ...

    def attempt(self, seat: int, do: Sequence[str], speech: Speech = "en") -> dict[str, Any]:
        """Return what would be open after some lines of a seat, in a world that fits what it knows.

        `Refused` as `wish`, and in a game in which nothing can be tried.
        """
        ...

    def thinking(self) -> Job | None:
        """Return what a bot is to decide now; None when people are asked, or nobody."""
        return None

    def _check_again(self, seat: int) -> None:
        """Refuse another game before this one is over, and to all but who sat down first."""
        if self.phase != "over":
            raise Refused("the game is not over")
        if seat != self._seats.host:
            raise Forbidden("who sat down first begins")
