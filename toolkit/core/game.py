"""`Game`: what one game offers to players, searches and records, and the registry of games."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from pkgutil import resolve_name
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from toolkit.core.decision import AUTOMATIC, Action, Kind, Listed, Reveal, listed
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.history import Event, runs
from toolkit.core.observation import Observation
from toolkit.core.rules import check_names
from toolkit.core.state import State

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from toolkit.core.pictures import Picture
    from toolkit.core.position import Written
    from toolkit.core.telling.teller import Teller

R = TypeVar("R")
S = TypeVar("S", bound=State)

_CLOSE = 0.65  # notations share words, so that far ones are half alike: 'moev a22' and 'step a22'
ENTRY_POINTS = "tobago_toolkit.games"
"""The group of entry points by which other distributions register games: a name, and where its `Game` is."""

_registered: dict[str, Game[Any, Any]] = {}


class Game(ABC, Generic[R, S]):
    """The description of a game; it holds nothing that changes."""

    name: ClassVar[str]  #: the name in records and on the command line
    title: ClassVar[str]  #: the name for people
    players: ClassVar[range]  #: the possible numbers of players
    #: The frozen dataclass of its contested rules and set-up choices, each with the digest's best reading as
    #: its default.
    Rules: type[R]
    state_type: type[S]  #: the class of its states; it learns here of which game it is
    decisions: Mapping[str, Kind]  #: the kinds of decisions, chance nodes and automatic steps, by name
    #: The types of actions, and where those of a type are apart, `MadeOnce` of them with the same first
    #: fields; where several types go by one field, what puts them in order (`Listed`); and single actions.
    #: All in the order of the vocabulary.
    actions: Sequence[Listed | Action] = ()
    reveals: Sequence[type[Reveal]] = ()  #: what players may come to see besides actions
    #: What records of earlier versions say that chance did, and the rules do by themselves now.
    outdated: frozenset[str] = frozenset()
    #: What these records leave out where it was the only choice, and now is not; None for nothing.
    unsaid: Action | None = None
    #: Where its teller is, ``module:class``; a game is played more often than told, so that it is loaded when
    #: somebody asks. A game without words is told in its notation.
    told_by = "toolkit.core.telling.teller:Teller"
    #: Where the function is that draws `picture`, loaded likewise; "" for a game that is not drawn.
    drawn_by = ""
    #: What need not be told of a printed game before what follows it, such as the end of a turn.
    understood: Sequence[Action] = ()
    #: The class of its positions, which people write in files; None when there are no such files.
    position: type[Written] | None = None
    #: The least and the most that an end is worth to a player (`State.returns`).
    worth: tuple[float, float] = (0.0, 1.0)

    def __init__(self) -> None:
        self.state_type.game = self
        self.state_type.kinds = {kind.frame: kind for kind in self.decisions.values()}
        self.state_type.kind_names = {kind.frame: name for name, kind in self.decisions.items()}

    @abstractmethod
    def start(self, players: int, rules: R) -> S:
        """Return the state at the beginning, for a possible number of players."""

    def vocabulary(self, players: int, rules: R) -> Sequence[Action]:
        """Return every action that can ever be legal or drawn, in a fixed order: that of `actions`."""
        return listed(self.actions, players, rules)

    @abstractmethod
    def components(self, rules: R) -> Mapping[str, Any]:
        """Return what is played with (board, deck, dice), as JSON data: a record carries its hash."""

    @property
    def editions(self) -> Mapping[str, R]:
        """The editions and variants that the rulebook offers, as rules by name; the default comes first."""
        return {"default": self.Rules()}

    @property
    def decision_kinds(self) -> tuple[str, ...]:
        """The kinds of decisions and chance nodes: where a game can stand."""
        return tuple([name for name, kind in self.decisions.items() if kind.sort != "automatic"])

    @cached_property
    def _usual(self) -> R:
        """The digest's reading, checked once."""
        return self.Rules()

    def new(self, players: int, rules: R | None = None) -> S:
        """Return a game at its beginning.

        `ToolkitError` for a number of players that the game does not know, or for the rules of another game.
        The rules default to the digest's reading.
        """
        rules = self._usual if rules is None else rules
        self.check(players, rules)
        state = self.start(players, rules)
        if state.stack and state.stack[-1].actor == AUTOMATIC:
            state.settle()
        return state

    def go_on(self, state: S) -> None:  # most games open all in their handlers
        """Open what follows when nothing is open; here the game is over then."""

    def check(self, players: int, rules: R) -> None:
        """Refuse a number of players that the game does not know, and the rules of another game."""
        if type(players) is not int or players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise ToolkitError(f"{self.title} is for {few} to {many} players, not {quote(players)}")
        if not isinstance(rules, self.Rules):
            raise ToolkitError(f"{quote(rules)} are no rules of {self.title}: {self._meant(rules)} are")

    def _meant(self, rules: object) -> str:
        """Return how rules are written, which were given as a mapping, or as what they never are."""
        if not isinstance(rules, Mapping):
            return f"find_game('{self.name}').Rules(...)"
        check_names(self.Rules, rules, self.title)
        self.Rules(**rules)  # a value that it does not know is the fault then
        values = ", ".join(f"{name}={quote(value)}" for name, value in rules.items())
        return f"find_game('{self.name}').Rules({values})"

    def parse(self, text: str, players: int, rules: R) -> Action:
        """Return the action that a notation stands for; `ToolkitError` with the nearest one otherwise."""
        self.check(players, rules)
        words = _dictionary(self, players, rules)
        action = words.get(_normal(text)) if isinstance(text, str) else None
        if action is None:
            hint = did_you_mean(str(text), words, close=_CLOSE)
            raise ToolkitError(f"no action {quote(text)} in {self.title}{hint}")
        return action

    def knows(self, action: object, players: int, rules: R) -> bool:
        """Tell whether something is an action of the vocabulary."""
        try:
            return action in _known(self, players, rules)
        except TypeError:  # it has no hash
            return False

    def parse_line(self, text: str, state: S) -> tuple[Action, ...]:
        """Return the actions of a line that may fold a run of them into one; here: one action.

        The line is read for a state, which stays as it is; whether the actions are legal is asked by `apply`.
        """
        return (self.parse(text, state.players, state.rules),)

    def lines(self, happened: Sequence[Event]) -> list[tuple[int, str]]:
        """Return events for people, who acted and the text: each run of them is one line (`begins_line`)."""
        return [
            (next((event.actor for event in run if event.actor >= 0), run[0].actor), ", ".join(map(str, run)))
            for run in runs(happened, self.begins_line)
        ]

    def begins_line(self, event: Event, run: Sequence[Event], following: Event | None) -> bool:  # noqa: ARG002
        """Tell whether a line begins with an event, after the run before it; here each is a line."""
        return True

    @property
    def teller(self) -> type[Teller]:
        """What tells this game in words."""
        found: type[Teller] = resolve_name(self.told_by)
        return found

    def telling(self, language: str, people: Sequence[str], seat: int | None = None) -> Teller:
        """Return what tells a game to a seat, or to who watches, in a language; errors as there.

        `people` are what the seats are called (`toolkit.core.telling.teller.people`).
        """
        return self.teller(self.state_type.kind_names, language, people, seat)

    def note(self, rules: R) -> str:  # noqa: ARG002
        """Return what must be said wherever a game is shown, such as what its board is; or nothing."""
        return ""

    def card(self, kind: str, face: int, rules: R) -> str:  # noqa: ARG002
        """Return what records call a card of a kind (`State.ZONES`)."""
        return str(face)

    def picture(self, seen: Observation[S], teller: Teller) -> Picture | None:
        """Return what a seat sees, in the words of a teller; None for a game that is not drawn."""
        drawn: Picture | None = resolve_name(self.drawn_by)(seen, teller) if self.drawn_by else None
        return drawn

    def places(self, seen: Observation[S], action: Action) -> tuple[str, ...]:
        """Return what an action of who acts names on the `picture` of what a seat sees; nothing if nothing.

        There it stands as ``data-place``, a hex of an island as ``data-hex``: so a touch finds its actions.
        """
        return action.places(seen)

    def rivals(self, players: int) -> int:  # noqa: ARG002
        """Return how many automatic rivals play along, of whom `Outcome.others` tells at the end."""
        return 0

    def positions(self) -> type[Written]:
        """Return the class of its positions; `ToolkitError` when people write none in files."""
        if self.position is None:
            raise ToolkitError(f"there are no position files of {self.title}")
        return self.position

    def complete(self, position: Any, random: Random) -> S:  # noqa: ARG002
        """Return a game that goes on from a position, its hidden cards dealt as likely as they are.

        `ToolkitError` when the position tells too little, or the game is over there.
        """
        raise ToolkitError(f"there are no position files of {self.title}")

    def lay_out(self, position: Any, random: Random) -> S:
        """Return the table of a position to be looked at: as `complete`, or with nothing open at its end.

        Errors as there, but for a game that is over where its positions can tell of that.
        """
        return self.complete(position, random)

    def faults(self, state: S) -> Iterable[str]:  # noqa: ARG002
        """Return what is wrong with a state that no play can reach, such as a lost die; for checks.

        Cards in zones are counted without it.
        """
        return ()

    def __reduce__(self) -> tuple[Any, ...]:
        return find_game, (self.name,)  # there is one of each

    def hashes(self, rules: R) -> dict[str, str]:
        """Return a short hash of each component, the same on every platform."""
        texts = {
            name: json.dumps(content, sort_keys=True, separators=(",", ":"))
            for name, content in self.components(rules).items()
        }
        return {name: sha256(text.encode("ascii")).hexdigest()[:16] for name, text in texts.items()}


@lru_cache(maxsize=32)
def _known(game: Game[Any, Any], players: int, rules: Any) -> frozenset[Action]:
    return frozenset(game.vocabulary(players, rules))


@lru_cache(maxsize=32)
def _dictionary(game: Game[Any, Any], players: int, rules: Any) -> dict[str, Action]:
    actions = game.vocabulary(players, rules)
    words = {_normal(str(action)): action for action in actions}
    return words | {_normal(str(action.veiled())): action.veiled() for action in actions}


def _normal(text: str) -> str:
    return " ".join(text.split()).casefold()


def register(game: Game[Any, Any]) -> None:
    """Make a game known by its name, so that records, observations and commands find it."""
    _registered[game.name] = game


def game_names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted({*_shipped(), *_registered, *_entry_points().names})


def find_game(name: str) -> Game[Any, Any]:
    """Return a game by its name; `ToolkitError` with the nearest one otherwise.

    Besides the games shipped here, those are found that were registered, and those of other distributions.
    """
    if not isinstance(name, str):
        raise ToolkitError(f"the name of a game is a text, not {quote(name)}")
    if name not in _registered and (found := _offered(name)):
        register(found)
    if name not in _registered:
        hint = did_you_mean(name, game_names(), "games")
        raise ToolkitError(f"no game {quote(name)}{hint}")
    return _registered[name]


def _shipped() -> Mapping[str, str]:
    """Return the modules of the games shipped here; they are listed where they live, above this floor."""
    modules: Mapping[str, str] = import_module("toolkit.games").SHIPPED
    return modules


def _entry_points() -> EntryPoints:
    """Return the games of other distributions."""
    from importlib.metadata import entry_points  # mostly nobody asks for them, and it takes time to load

    return entry_points(group=ENTRY_POINTS)


def _offered(name: str) -> Game[Any, Any] | None:
    """Return the game of a name that is not registered yet, if there is one.

    `ToolkitError` for one of another distribution that cannot be loaded.
    """
    if module := _shipped().get(name):
        game: Game[Any, Any] = import_module(module).GAME
        return game
    for point in _entry_points().select(name=name):
        try:
            offered: Game[Any, Any] = point.load()
        except Exception as error:  # the code of somebody else: whatever it does
            told = f"{type(error).__name__}: {error}"
            raise ToolkitError(f"the game {quote(name)}, {point.value}, cannot be loaded: {told}") from error
        return offered
    return None


def rules_to_dict(rules: Any, *, defaults: bool = False) -> dict[str, Any]:
    """Return the rules that differ from their defaults as JSON data, or with `defaults` all."""
    return {
        field.name: getattr(rules, field.name)
        for field in fields(rules)
        if defaults or field.default is MISSING or getattr(rules, field.name) != field.default
    }


def rules_from_dict(game: Game[R, Any], data: Mapping[str, Any]) -> R:
    """Return the rules of JSON data; `ToolkitError` for an unknown rule or a value that it does not know."""
    check_names(game.Rules, data, game.title)
    try:
        return msgspec.convert(data, type=game.Rules)
    except msgspec.ValidationError as error:
        raise ToolkitError(f"rules of {game.title}: {error}") from None
