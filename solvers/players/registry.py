"""Players by their names on the command line, such as ``greedy``, and players of somebody's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from importlib import import_module
from typing import Any

from solvers.players.advice import advice_for
from solvers.players.expert import COMPILED, Expert, read_expert
from solvers.players.ismcts import BUDGETS, PATIENCE, Ismcts
from solvers.players.own import Own, OwnFault, own_code
from solvers.players.simple import Bot, Greedy, Uniform
from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from toolkit.core.play import Player

PlayerLike = str | Player | type[Any]
"""Who plays: by name, by the class of an own player, or as a player, of whom each game gets a copy."""


def player_names() -> list[str]:
    """Return the names of all players of the toolkit."""
    return list(_PLAYERS)


def player(wanted: PlayerLike) -> Player:
    """Return a new player.

    Parameters
    ----------
    wanted
        A class of one's own, which is called without arguments, or a player, who is copied; mostly derived
        from `solvers.players.Bot`. Or a name: ``module:Class`` for such a class in a module that can be
        imported; ``random``, ``greedy``, or ``ismcts`` with its budget for a decision behind a colon:
        iterations such as ``ismcts:400`` or seconds such as ``ismcts:0.1s``; only iterations make a game
        repeatable. So has ``expert``, with worlds such as ``expert:200w`` or seconds such as ``expert:0.5s``.
        In Silver also ``remembering`` with its retention: the chance for a turn such as ``remembering:0.97``,
        beta and decay of a power law such as ``remembering:power:1:0.5``, or how many cards it remembers such
        as ``remembering:last:7`` (`solvers.silver.memory`).

    Raises
    ------
    ToolkitError
        No such player (with the nearest one), a budget or a retention that it does not take, a module that
        cannot be imported, or what is no player.
    """
    if isinstance(wanted, str):
        return _named(wanted.strip())
    if isinstance(wanted, Own):
        wanted = wanted.one
    if isinstance(wanted, type):
        return _own(_made(wanted))
    with own_code(f"{type(wanted).__qualname__} cannot be copied for each game"):
        copied = deepcopy(wanted)
    return _own(copied)


def beside_people(names: Iterable[str], game: str) -> list[str]:
    """Return who sits where in a game in which people wait.

    A search without a budget thinks by the clock, and an expert that is compiled first lets nobody wait until
    it is ready. Their names say so, so that a record tells why its seed alone does not lead to it.

    >>> beside_people(["me", "greedy", "ismcts", "ismcts:400", "expert"], "silver")
    ['me', 'greedy', 'ismcts:1s', 'ismcts:400', 'expert:soon']
    """
    return [_beside_people(name, game) for name in names]


def _beside_people(name: str, game: str) -> str:
    if name == "ismcts":
        return Ismcts(seconds=PATIENCE).name
    if name.partition(":")[0] == "expert" and game in COMPILED:
        made = read_expert(name.partition(":")[2] or None)
        return Expert(made.budget.worlds, seconds=made.budget.seconds, soon=True).name
    return name


def name_of(wanted: PlayerLike) -> str:
    """Return how a player is called: by the name that was given, or by its own."""
    return wanted if isinstance(wanted, str) else player(wanted).name


def identity(wanted: PlayerLike) -> str:
    """Return what tells a player from all others: its name, and of somebody's own the class as well."""
    made = player(wanted)
    if not isinstance(made, Own):
        return made.name
    where = f"{type(made.one).__module__}:{type(made.one).__qualname__}"
    return where if made.name == where else f"{where} {made.name}"


def is_own(wanted: PlayerLike) -> bool:
    """Tell whether a player is somebody's own, whose code the toolkit does not know."""
    return not isinstance(wanted, str) or wanted.strip().partition(":")[0] not in _PLAYERS


def refuse_own(names: Iterable[str], source: str, option: str) -> None:
    """Refuse a file that names a bot of somebody's own: only who types its name runs its code.

    `ToolkitError` that names the file and the option with which it is typed. People, who are called ``me`` in
    such files, are no bots.
    """
    for name in names:
        if name.partition(":")[0] != "me" and is_own(name):
            own = (
                f"{source} names {quote(name)}, a bot of somebody's own, whose code runs only if you name it"
            )
            raise ToolkitError(f"{printable(own)}: say with {option} who plays")


def unknown(name: str, *others: str, problem: str = "") -> ToolkitError:
    """Return the refusal of a name that is no player's, nor that of one of the others who may be named.

    It has the nearest name, or how a bot of one's own is named, whose file was perhaps named.
    """
    kind, _, own = name.partition(":")
    hint = did_you_mean(kind, [*others, *_PLAYERS], "players")
    if not (hint.endswith("?") or _OWN.fullmatch(name)) or kind.endswith(".py"):
        module = re.sub(r"[/\\]", ".", re.sub(r"^\.[/\\]", "", kind)).removesuffix(".py")
        meant = f"{module}:{own or 'CLASS'}"
        hint += f"; a bot of your own is named {meant if _OWN.fullmatch(meant) else 'MODULE:CLASS'}"
    return ToolkitError(f"no player {quote(kind)}{problem}{hint}")


def _named(name: str) -> Player:
    kind, colon, budget = name.partition(":")
    if kind not in _PLAYERS:
        if _OWN.fullmatch(name):
            return _own(_made(_imported(kind, budget)))
        raise unknown(name)
    if colon and kind in ("random", "greedy"):
        raise ToolkitError(f"player {kind!r} takes no budget, such as {quote(budget)}")
    return _PLAYERS[kind](budget if colon else None)


def _imported(module: str, name: str) -> type[Any]:
    """Return the class that is called so in a module."""
    try:
        with own_code(f"module {quote(module)} cannot be imported"):
            found = import_module(module)
    except OwnFault as error:
        lacking = getattr(error.__cause__, "name", None)
        if not isinstance(error.__cause__, ModuleNotFoundError) or lacking not in (
            module,
            module.partition(".")[0],
        ):
            raise  # it is there, but what it imports is not
        raise unknown(f"{module}:{name}", problem=", and no module of that name") from None
    kind = getattr(found, name, None)
    if not isinstance(kind, type):
        bots = [one for one, value in vars(found).items() if hasattr(value, "choose") and value is not Bot]
        file = getattr(found, "__file__", None)  # perhaps another one than was thought of, such as Python's
        where = f"module {quote(module)}{f' ({file})' if file else ''}"
        raise ToolkitError(f"{where} has no class {quote(name)}{did_you_mean(name, bots, 'bots')}")
    return kind


def _made(kind: type[Any]) -> Any:
    """Return a player of an own class."""
    with own_code(f"{kind.__qualname__}() cannot be made"):
        return kind()


def _own(one: Any) -> Own:
    """Return a player of somebody's own; refuse what does not have all that a player has."""
    with own_code(f"{type(one).__qualname__} is no player"):
        lacking = [part for part in ("choose", "sit", "notify", "name") if not hasattr(one, part)]
    if lacking:
        more = "; a class of your own gets the rest from solvers.players.Bot" if lacking != ["choose"] else ""
        raise ToolkitError(f"{type(one).__qualname__} is no player, for it has no {lacking[0]}{more}")
    if getattr(type(one), "choose", None) is Bot.choose:
        raise ToolkitError(f"{type(one).__qualname__} is no player, for its class has no choose of its own")
    if not (isinstance(one.name, str) and callable(one.choose)):
        raise ToolkitError(
            f"{type(one).__qualname__} is no player: its name is a text, and choose a function"
        )
    return Own(one)


def check_player(wanted: PlayerLike, game: str) -> None:
    """Refuse a player who cannot play a game by its name, before anything is played.

    `ToolkitError` as in `player`, and for a player who does not know the game.
    """
    kind = "" if is_own(wanted) else str(wanted).strip().partition(":")[0]
    if kind in ("greedy", "expert"):
        advice_for(game)
    if kind == "remembering":
        from solvers.players.remembering import check_silver  # it takes time to load

        check_silver(game)
    player(wanted)


def _ismcts(budget: str | None) -> Player:
    if budget is None:
        return Ismcts()
    if re.fullmatch(r"[0-9]{1,8}", budget):
        return Ismcts(iterations=int(budget))
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?s", budget):
        return Ismcts(seconds=float(budget[:-1]))
    raise ToolkitError(f"ismcts: {quote(budget)} is no budget: {BUDGETS}")


def _remembering(retention: str | None) -> Player:
    from solvers.players.remembering import Remembering, read_retention  # it takes time to load

    return Remembering(read_retention(retention or ""))


_OWN = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")

_PLAYERS: dict[str, Callable[[str | None], Player]] = {
    "random": lambda _: Uniform(),
    "greedy": lambda _: Greedy(),
    "expert": read_expert,
    "ismcts": _ismcts,
    "remembering": _remembering,
}
