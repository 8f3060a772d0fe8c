"""`Numbering` and `Encoding`: actions and observations as numbers, for libraries that know nothing else.

Both are fixed for a game, a number of players and rules, the same on every platform and in every process.
They are made from what a game declares: its vocabulary, the annotations of its fields and frames, and the
layout of its cards. An encoding is made from an `Observation` and so holds what one seat may see only.

The numbers are, in this order: the seat, who acts, the open fields of the state, the cards as the seat sees
them with the chances of those that it does not see, how often each kind of decision is open, and of the
decision on top what it is about. `Encoding.describe` tells each of them in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.fields import Part
from toolkit.core.game import Game, find_game
from toolkit.core.hidden import Layout
from toolkit.core.hidden.view import View
from toolkit.core.observation import Observation
from workbench.adapters.pieces import Each, First, Number, OneOf, Piece, Told, Word
from workbench.adapters.shapes import GAMES, Shapes, of_players

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Numbering:
    """The actions of a game by number: their places in its vocabulary, chance and players alike.

    Attributes
    ----------
    actions
        All actions that can ever be legal or drawn; an action has the number of its place.
    """

    def __init__(self, game: Game[Any, Any], players: int, rules: Any) -> None:
        game.check(players, rules)
        self._title = game.title
        self.actions: tuple[Action, ...] = tuple(game.vocabulary(players, rules))
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def number(self, action: Action) -> int:
        """Return the number of an action; `ToolkitError` for one of another game."""
        if action not in self._numbers:
            raise ToolkitError(f"{quote(str(action))} is no action of this game of {self._title}")
        return self._numbers[action]

    def action(self, number: int) -> Action:
        """Return the action with a number; `ToolkitError` for what is none, or that of no action."""
        if not hasattr(number, "__index__") or not 0 <= number < len(self.actions):
            last = len(self.actions) - 1
            raise ToolkitError(
                f"no action {quote(number)} in {self._title}: they are numbered from 0 to {last}"
            )
        return self.actions[number]

    def mask(self, actions: Iterable[Action]) -> NDArray[np.int8]:
        """Return a 1 for each of some actions and 0 for all others, by number."""
        mask = np.zeros(len(self.actions), dtype=np.int8)
        mask[[self._numbers[action] for action in actions]] = 1
        return mask


class Encoding:
    """What a seat sees as a vector of a fixed length.

    Attributes
    ----------
    size
        How many numbers it has.
    """

    def __init__(self, game: Game[Any, Any], players: int, rules: Any) -> None:
        game.check(players, rules)
        self._game, self._players, self._rules = game, players, rules
        shapes = GAMES[game.name](players, rules) if game.name in GAMES else Shapes()
        reader = _Reader(players, shapes)
        self._seat = of_players(players)
        self._acts = OneOf(
            [*(f"player {player}" for player in range(players)), "chance", "nobody: it is over"]
        )
        self._fields = [(one.name, reader.piece(one.type, one.name)) for one in game.state_type.OPEN]
        layouts = game.state_type.layouts(rules, players)
        self._cards = [(name, _Cards(layouts[name], name, shapes)) for name in game.state_type.ZONES]
        self._frames = {
            kind.frame: (name, reader.frame(kind.frame, name))
            for name, kind in game.decisions.items()
            if kind.sort != "automatic"
        }
        self._words = tuple(self._told())
        self.size = len(self._words)

    def describe(self, number: int) -> str:
        """Return in words what a number of the vector means; `ToolkitError` when there is none such."""
        if not 0 <= number < self.size:
            raise ToolkitError(f"no number {quote(number)}: they are counted from 0 to {self.size - 1}")
        return self._words[number]

    def encode(self, seen: Observation[Any]) -> NDArray[np.float32]:
        """Return what a seat sees as numbers, in a new array.

        `ToolkitError` for a spectator, and for an observation of another game, number of players or rules.
        """
        if (seen.game, seen.players, seen.rules) != (self._game.name, self._players, self._rules):
            raise ToolkitError(
                f"an observation of {seen.game} with {seen.players} players and its rules cannot be "
                f"encoded for {self._game.name} with {self._players} and others"
            )
        if seen.player is None:
            raise ToolkitError("a spectator has no seat to encode an observation for")
        out: list[float] = [float(player == seen.player) for player in range(self._players)]
        actor = {CHANCE: self._players, TERMINAL: self._players + 1}.get(seen.to_act(), seen.to_act())
        self._acts.write(actor, out)
        for (_, piece), value in zip(self._fields, seen.public, strict=True):
            piece.write(value, out)
        for (_, cards), view in zip(self._cards, seen.views, strict=True):
            cards.write(view, out)
        self._write_frames(seen.stack, out)
        return np.array(out, dtype=np.float32)

    def _write_frames(self, stack: Sequence[Any], out: list[float]) -> None:
        kinds = [type(frame) for frame in stack]
        out += [kinds.count(kind) for kind in self._frames]
        for kind, (_, piece) in self._frames.items():
            if stack and kinds[-1] is kind:
                out.append(1.0)
                piece.write(stack[-1][1:], out)
            else:
                out += [0.0] * (1 + piece.size)

    def _told(self) -> Iterable[str]:
        yield from self._seat.words("the seat that sees it")
        yield from self._acts.words("who acts")
        for name, piece in self._fields:
            yield from piece.words(name.replace("_", " "))
        for name, cards in self._cards:
            yield from cards.words(name.replace("_", " "))
        yield from (f"open decisions: how many {quote(name)}" for name, _ in self._frames.values())
        for name, piece in self._frames.values():
            yield f"now open: 1 for {quote(name)}"
            yield from piece.words(f"now open, {quote(name)}")


@lru_cache(maxsize=32)
def numbering_of(game: str, players: int, rules: Any) -> Numbering:
    """Return the numbering of a game by its name, made once; errors as in `find_game` and `Game.check`."""
    return Numbering(find_game(game), players, rules)


@lru_cache(maxsize=32)
def encoding_of(game: str, players: int, rules: Any) -> Encoding:
    """Return the encoding of a game by its name, made once; errors as in `find_game` and `Game.check`."""
    return Encoding(find_game(game), players, rules)


class _Reader:
    """Makes pieces of annotations, for a number of players and what else is known of a game."""

    def __init__(self, players: int, shapes: Shapes) -> None:
        self.players, self.shapes = players, shapes

    def frame(self, kind: Any, name: str) -> Each:
        """Return the piece of the fields of a frame but the first, who acts."""
        hints = get_type_hints(kind)
        return Each([(one, self.piece(hints[one], f"{name}.{one}")) for one in kind._fields[1:]])

    def piece(self, kind: Any, path: str) -> Piece:
        """Return the piece of a field, by its name after those of what it is a part of."""
        names = path.split(".")
        for start in range(len(names)):
            if known := self.shapes.pieces.get(".".join(names[start:])):
                return known
        return self._of_type(kind, path)

    def _of_type(self, kind: Any, path: str) -> Piece:
        origin, inner = get_origin(kind), get_args(kind)
        if kind in (int, bool):
            return Number()
        if kind is str:
            return Told()
        if isinstance(kind, type) and issubclass(kind, Part):
            return Each([(one.name, self.piece(one.type, f"{path}.{one.name}")) for one in kind.OPEN])
        if hasattr(kind, "_fields"):
            hints = get_type_hints(kind)
            return Each([(one, self.piece(hints[one], f"{path}.{one}")) for one in kind._fields])
        if texts := _texts(kind):
            return Word(texts)
        if origin is list:
            piece = self._of_type(inner[0], path)
            room = self.shapes.lists.get(path)
            return of_players(self.players, piece) if room is None else First(room, piece)
        if origin is tuple and inner[-1] is Ellipsis:
            return First(self.players, self._of_type(inner[0], path))
        if origin is tuple:
            return Each([(str(place), self._of_type(one, path)) for place, one in enumerate(inner)])
        raise ToolkitError(f"{path}: {kind} has no encoding")


def _texts(kind: Any) -> list[str]:
    """Return the texts of a `Literal`, or of several of them as alternatives; none for another type."""
    if get_origin(kind) is Literal:
        return [one for one in get_args(kind) if isinstance(one, str)]
    return [text for one in get_args(kind) for text in _texts(one)] if get_origin(kind) is not tuple else []


class _Cards:
    """How the cards of a kind are written as a seat sees them."""

    def __init__(self, layout: Layout, name: str, shapes: Shapes) -> None:
        self._layout, self._faces = layout, sorted(set(layout.deck))
        self._rows = {row: shapes.rows.get(row, 0) for row in layout.rows}
        face = shapes.faces.get(name, "card {}".format)
        self._names = [face(number) for number in self._faces]

    def words(self, name: str) -> list[str]:
        """Return what each number means."""
        told = [
            words
            for zone in self._layout.number
            for words in (
                f"{name} in {zone}: how many",
                *self._chances(f"{name} in {zone}: how many {{}}, on average"),
            )
        ]
        for row, room in self._rows.items():
            for place in range(abs(room)):
                which = f"{name} in {row}, place {place - abs(room) if room < 0 else place}"
                told += [
                    f"{which}: 1 when player {player} knows it" for player in range(self._layout.players)
                ]
                told += self._chances(f"{which}: the chance of {{}}")
        return told

    def _chances(self, sentence: str) -> list[str]:
        return [sentence.format(name) for name in self._names]

    def write(self, view: View, out: list[float]) -> None:
        """Append what lies in each zone, and of rows what lies at their places."""
        zones = view.belief.averages()
        for cards, places in zip(view.cards, zones, strict=True):
            whole: Counter[int] = Counter()
            for place in places:
                whole.update(place)
            out.append(len(cards))
            out += [whole.get(face, 0.0) for face in self._faces]
        for (row, room), places in zip(self._rows.items(), zones[len(self._layout.heaps) :], strict=True):
            known = view.known[self._layout.number[row]]
            self._write_places(list(zip(known, places, strict=True)), room, out)

    def _write_places(self, places: list[tuple[int, dict[int, float]]], room: int, out: list[float]) -> None:
        """Append so many places of a row: the first, or the last ones with the last of all at the end."""
        players = range(self._layout.players)
        told = places[room:] if room < 0 else places[:room]
        missing = [0.0] * ((abs(room) - len(told)) * (len(players) + len(self._faces)))
        out += missing if room < 0 else ()
        for known, chances in told:
            out += [float(known >> player & 1) for player in players]
            out += [chances.get(face, 0.0) for face in self._faces]
        out += missing if room >= 0 else ()
