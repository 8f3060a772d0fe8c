"""The games in OpenSpiel: importing this module registers each as ``toolkit_NAME`` (extra ``openspiel``).

``pyspiel.load_game("toolkit_wazabi(players=3,dice=2)")`` then gives a game of DeepMind's OpenSpiel, with
explicit chance. Its parameters are the number of players and the rules of the game by their names
(`game_string` writes them). What players see are strings and a tensor made from their `Observation`: the
observation string tells the table as a seat sees it, the information state string the same and all that the
seat heard, the tensor is that of `workbench.adapters.encoding`. An information state has no tensor, for a
whole game has no fixed length.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from types import NoneType
from typing import Any, ClassVar, Final, get_args, get_origin, get_type_hints

import numpy as np

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import Game, find_game, rules_to_dict
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import History, flat
from toolkit.core.observation import Observation
from toolkit.core.saving import plain, state_from_dict, state_to_text
from toolkit.core.state import State
from toolkit.games import SHIPPED
from workbench.adapters.encoding import encoding_of, numbering_of

try:
    import pyspiel  # pyright: ignore[reportMissingImports]  # OpenSpiel is optional
except ImportError:
    _HINT = 'pip install "tobago-toolkit[openspiel]"'
    raise ToolkitError(f"games in OpenSpiel need open_spiel, which is not installed: {_HINT}") from None

PREFIX: Final = "toolkit_"
"""What the names of the games begin with in OpenSpiel."""

MOST_DECISIONS: Final = 1_000_000
"""What OpenSpiel is told as the greatest length of a game: rules limit turns or rounds, not decisions."""

_BETWEEN: Final = ";"
_OPEN_NUMBER: Final = -1
_OPEN_TEXT: Final = "none"
"""How parameters say that a rule is left open (None), where a number or a list may stand."""

_FORBIDDEN: Final = frozenset("(),=\n")
_PLAYERS: Final = "players"


class ToolkitSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of the toolkit as OpenSpiel knows games.

    `ToolkitError` for a number of players that the game does not know, and for a value that a rule does not.

    Attributes
    ----------
    game, players, rules
        The game of the toolkit, how many play, and by which rules.
    numbering, encoding
        What the numbers of actions and of the observation tensor mean.
    """

    game: ClassVar[Game[Any, Any]]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game = self.game
        given: dict[str, Any] = _defaults(game) | (parameters or {})
        self.players, self.rules = given[_PLAYERS], _rules(game, given)
        self.start = game.new(self.players, self.rules)
        self.numbering = numbering_of(game.name, self.players, self.rules)
        self.encoding = encoding_of(game.name, self.players, self.rules)
        least, most = game.worth
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbering),
            max_chance_outcomes=len(self.numbering),
            num_players=self.players,
            min_utility=least,
            max_utility=most,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(_game_type(game), info, given)

    def new_initial_state(self) -> ToolkitSpielState:
        """Return the game at its beginning."""
        return ToolkitSpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> ToolkitSpielObserver | None:
        """Return what OpenSpiel looks at states with; None, as it wants, for a kind that there is not.

        There is what one seat sees, with what lies open, and with or without what it heard.
        `ToolkitError` for parameters: there are none.
        """
        if parameters:
            raise ToolkitError(f"an observer of {self.game.title} has no parameters, not {quote(parameters)}")
        if kind and not (kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            return None
        return ToolkitSpielObserver(self, recall=bool(kind and kind.perfect_recall))


class ToolkitSpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a game of the toolkit as OpenSpiel knows states."""

    def __init__(self, game: ToolkitSpielGame) -> None:
        super().__init__(game)
        self._world = _World(game.start)

    @property
    def world(self) -> State:
        """The state of the toolkit; to be read only, for copies share it."""
        return self._world.state

    def current_player(self) -> int:
        """Return who acts, in OpenSpiel's numbers for chance and for the end."""
        actor = self.world.to_act()
        return int({CHANCE: pyspiel.PlayerId.CHANCE, TERMINAL: pyspiel.PlayerId.TERMINAL}.get(actor, actor))

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.world.to_act() == TERMINAL

    def returns(self) -> list[float]:
        """Return what the end is worth to each player."""
        return list(self.world.returns())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, with probabilities, in the order of their numbers."""
        outcomes = [(action, weight) for action, weight in self.world.chance_outcomes() if weight]
        total, number = sum(weight for _, weight in outcomes), self.get_game().numbering.number
        return sorted((number(action), weight / total) for action, weight in outcomes)

    def resample_from_infostate(self, player: int, sampler: Any) -> ToolkitSpielState:
        """Return a state that a player cannot tell from this one, each as likely as it is.

        `sampler` is a function that returns a number from 0 to 1. The new state has no history in OpenSpiel.
        """
        new: ToolkitSpielState = self.get_game().new_initial_state()
        seed = Random(float(sampler()).hex())
        new._world = _World(self.world.observation(player).sample_world(seed))
        return new

    def _legal_actions(self, player: int) -> list[int]:
        number = self.get_game().numbering.number
        return [number(action) for action in self.world.legal_actions()] if player >= 0 else []

    def _apply_action(self, action: int) -> None:
        self._world.own().apply(self.get_game().numbering.action(action))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002  # it means one thing for all
        return str(self.get_game().numbering.action(action))

    def __str__(self) -> str:
        """Return the whole table with all that is hidden, on one line."""
        state = self.world
        cards = [(name, getattr(state, name)) for name in state.ZONES]
        lying = {name: dict(zip(zones.layout.number, zones.cards, strict=True)) for name, zones in cards}
        return _line(_open(state, state.shown()) | lying)


class ToolkitSpielObserver:
    """What a seat sees of a state, as OpenSpiel asks for it.

    Attributes
    ----------
    tensor
        The numbers of the last state that was looked at; None where all is remembered.
    dict
        The tensor by its name.
    """

    def __init__(self, game: ToolkitSpielGame, *, recall: bool) -> None:
        self._encoding, self._recall = game.encoding, recall
        self.tensor = None if recall else np.zeros(game.encoding.size, dtype=np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: ToolkitSpielState, player: int) -> None:
        """Let the tensor show what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = self._encoding.encode(state.world.observation(player))

    def string_from(self, state: ToolkitSpielState, player: int) -> str:
        """Return what a player sees as a text, and what the player heard where all is remembered."""
        table = seen_text(state.world.observation(player))
        return f"{table}\n{state._world.heard(player)}" if self._recall else table


class _World:
    """A state that copies share until one of them goes on: OpenSpiel copies at every step.

    Attributes
    ----------
    state
        The state, shared where it is not `own`.
    """

    __slots__ = ("_mine", "_texts", "state")

    def __init__(self, state: State, texts: dict[int, tuple[History, str]] | None = None) -> None:
        self.state, self._mine = state, False
        self._texts = texts or {}

    def own(self) -> State:
        """Return the state to be changed."""
        if not self._mine:
            self.state, self._mine = self.state.clone(), True
        return self.state

    def heard(self, player: int) -> str:
        """Return what a player heard so far, written on from where it was asked last."""
        history = self.state.remembered(player)
        until, text = self._texts.get(player, (None, ""))
        if until is not history:
            news = "".join([f"{actor}: {what}\n" for actor, what in flat(history, until)])
            text += news
            self._texts[player] = history, text
        return text

    def __deepcopy__(self, memo: object) -> _World:
        self._mine = False
        return _World(self.state, self._texts.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (state_to_text(self.state),)


def _read(text: str) -> _World:
    return _World(state_from_dict(json.loads(text)))


# ---- texts -------------------------------------------------------------------------------------------------


def seen_text(seen: Observation[Any]) -> str:
    """Return what a seat sees of the table on one line, ``?`` for cards that it does not know.

    What it concludes of these is left out: that follows from what it heard.
    """
    names = zip(seen.state_type.ZONES, seen.views, strict=True)
    cards = {
        name: dict(zip(view.layout.number, map(_shown, view.cards), strict=True)) for name, view in names
    }
    knows = {f"{name} known": view.known for name, view in zip(cards, seen.views, strict=True) if view.known}
    return _line({"seat": seen.player} | _open(seen, seen.public) | cards | knows)


def _open(table: State | Observation[Any], shown: tuple[Any, ...]) -> dict[str, Any]:
    """Return what everybody sees of a table with these open fields."""
    kind: Any = getattr(table, "state_type", type(table))
    stack = [[kind.kind_names[type(frame)], *frame] for frame in table.stack]
    return dict(zip([field.name for field in kind.OPEN], shown, strict=True)) | {"open": stack}


def _shown(faces: tuple[int, ...]) -> list[int | str]:
    return ["?" if face == HIDDEN else face for face in faces]


def _line(values: dict[str, Any]) -> str:
    return json.dumps(plain(values), separators=(",", ":"))


# ---- parameters --------------------------------------------------------------------------------------------


def game_string(name: str, players: int, rules: Any = None) -> str:
    """Return how OpenSpiel names a game with these rules, for `pyspiel.load_game`.

    `ToolkitError` for an unknown game, a number of players or rules that it does not know, and for a rule
    whose text cannot stand in such a name, such as a board of one's own.

    Examples
    --------
    >>> from toolkit.core.game import find_game
    >>> game_string("wazabi", 4, find_game("wazabi").editions["teams"])
    'toolkit_wazabi(players=4,teams=True)'
    """
    game = find_game(name)
    rules = game.Rules() if rules is None else rules
    game.check(players, rules)
    given = {_PLAYERS: players} | {rule: _parameter(getattr(rules, rule)) for rule in rules_to_dict(rules)}
    for rule, value in given.items():
        if not _FORBIDDEN.isdisjoint(str(value)):
            raise ToolkitError(f"rule {rule}: its text cannot stand in the name of a game of OpenSpiel")
    return f"{PREFIX}{name}({','.join(f'{rule}={value}' for rule, value in given.items())})"


def _parameter(value: Any) -> int | str:
    """Return the value of a rule as a parameter, whose type is always that of the default."""
    if isinstance(value, tuple):
        return "".join([f"{one}{_BETWEEN}" for one in value])  # a lone number would be no text
    return value if isinstance(value, int | str) else _OPEN_TEXT


def _defaults(game: Game[Any, Any]) -> dict[str, int | str]:
    """Return the parameters of a game with their defaults."""
    hints = get_type_hints(game.Rules)
    rules = {
        rule: _OPEN_NUMBER if value is None and int in get_args(hints[rule]) else _parameter(value)
        for rule, value in rules_to_dict(game.Rules(), defaults=True).items()
    }
    return {_PLAYERS: max(game.players[0], 2)} | rules


def _rules(game: Game[Any, Any], parameters: Mapping[str, Any]) -> Any:
    hints = get_type_hints(game.Rules)
    return game.Rules(**{rule: _value(hint, parameters[rule]) for rule, hint in hints.items()})


def _value(hint: Any, parameter: int | str) -> Any:
    """Return the value of a rule that a parameter stands for."""
    kinds = (hint, *get_args(hint))
    if NoneType in kinds and parameter in (_OPEN_NUMBER, _OPEN_TEXT):
        return None
    lists = [kind for kind in kinds if get_origin(kind) is tuple]
    if not lists:
        return parameter
    parts = [part for part in str(parameter).split(_BETWEEN) if part]
    numbers = int in get_args(lists[0]) and all(part.isdecimal() for part in parts)
    return tuple(map(int, parts)) if numbers else tuple(parts)


# ---- what OpenSpiel is told --------------------------------------------------------------------------------


def _game_type(game: Game[Any, Any]) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"{PREFIX}{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,  # a game that a limit ends may have no winner
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


def register_in_openspiel(game: Game[Any, Any]) -> None:
    """Make a game known to OpenSpiel as ``toolkit_NAME``.

    It gets a class of its own: OpenSpiel holds it beyond the end of Python, where anything else would crash.
    """
    made = type(f"{game.title.split()[0]}SpielGame", (ToolkitSpielGame,), {"game": game})
    pyspiel.register_game(_game_type(game), made)


for _name in SHIPPED:
    register_in_openspiel(find_game(_name))
