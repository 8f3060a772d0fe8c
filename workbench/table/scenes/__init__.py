"""Scenes: what a seat sees of a whole game as data in words, from which the page of that game is laid out.

The module here of a game's name is its scene: `SCENE`. Everything that can be touched has the name that
actions give their places (`Observation.places`), so that the page rings what can be chosen and sends what was
chosen without knowing a rule. A game without a scene is shown by its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from toolkit.core import Action, Observation
from toolkit.core.telling.teller import Teller
from toolkit.games import SHIPPED

Data = dict[str, Any]


Way = Literal["", "button", "completes", "set", "whole", "pad"]
"""How actions of a sort are chosen: on the places that they name, or by a button if they name none; then

``button``: by a button even where they name a place; ``completes``: likewise by the filled one, for they
complete what was begun; ``set``: they begin a set, whose places are tapped in any order and put in that of
the engine; ``whole``: they are a deed of their own, though the same seat goes on with something else;
``pad``: by a key of a pad of numbers.
"""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a choice would cost and bring, as far as the seat can know."""

    told: str = ""  #: a sentence or two
    pays: Sequence[str] = ()  #: the places of what is given up for it, one for each thing
    label: str = ""  #: what its button says, where the last action of the run says too little
    unwise: bool = False  #: whether it is known to do harm alone: its button is not the filled one


@dataclass(frozen=True, slots=True)
class Scene:
    """How one game is laid out on a page.

    `lay` returns JSON data; all texts in it are in the words of the teller. Its key ``step`` is the line in
    the head of the page, ``groups`` has for each `group` the ``words`` and the ``sign`` of its button and
    what it will ``ask``, ``colours`` the colour of each seat where the game has its own; the other keys are
    for the module of the page of the same name.
    """

    lay: Callable[[Observation[Any], Any], Data]  # whose second argument is the teller of the game
    #: By sorts of actions (`Teller.kind`): how they are chosen, where that is not the usual way.
    ways: Mapping[str, Way] = field(default_factory=dict)
    #: Kinds of decisions that are answered together, such as with what something is paid: all their answers
    #: in a row are one choice, called what `effect` labels it, and what has one answer alone is chosen with
    #: what it follows from. The game must read several actions in a line, with commas between them.
    together: frozenset[str] = frozenset()
    #: With which others an action is offered behind one button, such as ``amulet/cube``, whose button is
    #: behind that of ``amulet``; empty: it is offered at once.
    group: Callable[[Action, Observation[Any]], str] = lambda _action, _seen: ""
    #: What the page asks for once, by its name: made of what everybody sees, in a language.
    files: Mapping[str, Callable[[Observation[Any], str], Data]] = field(default_factory=dict)
    #: What a run of actions, which was tried and found legal, would cost and bring if it were all.
    effect: Callable[[Observation[Any], Sequence[Action], Any], Effect] = lambda *_: Effect()
    #: What each had at the end, and what it counted for, in a line; nothing where the points say all.
    had: Callable[[Observation[Any], Any], Sequence[str]] = lambda *_: ()
    #: What tells the game where the things that it names are seen; None for the teller of the game.
    teller: type[Teller] | None = None


@cache
def find_scene(game: str) -> Scene | None:
    """Return the scene of a shipped game; None for a game that has none."""
    module = f"{__package__}.{game}"
    if game not in SHIPPED or find_spec(module) is None:
        return None
    scene: Scene = import_module(module).SCENE
    return scene
