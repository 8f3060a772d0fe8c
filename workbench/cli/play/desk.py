"""The terminal at which persons play: what a seat sees, what is possible, what is typed, a break between two.

Numbers belong to the game (players, slots, coins); letters are for choosing. So what is typed is what stands
on the screen: the letter of a choice, the words beside it, or the whole notation of an action.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from itertools import groupby, takewhile
from operator import itemgetter
from random import Random
from shutil import get_terminal_size
from statistics import fmean
from string import ascii_lowercase
from textwrap import shorten, wrap
from threading import Timer
from typing import Any, NamedTuple

import click
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines
from rich.table import Table as RichTable
from rich.text import Text

from toolkit import ToolkitError, find_game
from toolkit.core import CHANCE, HIDDEN, Action, Event, Game, Observation, Outcome
from toolkit.core.decision import question
from toolkit.core.errors import printable, quote
from toolkit.core.record import who
from toolkit.games import SHIPPED
from workbench.cli.printing import print_rich, styled, table_of

Lines = list[list[Segment]]
Table = Callable[[Observation[Any], Sequence[str]], list[RenderableType]]
Hand = Callable[[Observation[Any]], list[RenderableType]]
Question = Callable[[Observation[Any]], str]
Drawing = Callable[[Observation[Any], str | None], RenderableType]
Advice = Callable[[Observation[Any], str | None], list[RenderableType]]

_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what was scrolled off it
_LINES = (12, 24)  # the fewest lines that a screen takes for granted, and those of one that is not told
_NEWS = 5  # lines of what happened that go before the table
_LONGEST_LINE, _LONGEST_ECHO = 100_000, 300
_WORLDS = 8  # over which advice takes the mean
_PATIENCE = 1.0  # seconds without a word
_AT_FIRST = 12  # choices that are listed one by one: more are grouped by their first word
_MOST_NAMES = 8  # lines of names, such as hexes, that one list shows
_MORE = (
    "table, hand and map show more; help tells the rest",
    "table and hand show more; help tells the rest",
)

COMMANDS = ("help", "moves", "table", "hand", "map", "log", "advice", "save", "quit", "exit")

HELP = """\
Type the letter of a choice, the words beside it, or a whole action in its notation.
  WORD       list what begins so, such as clue or exchange
  Enter      show the choices again; if only one thing is possible, do it
  moves, ?   list all you may do now
  table      show all that lies open; hand: what only you see
  map        draw the island, in Tobago; map brown: with the candidates of one map
  log        all that happened so far, as you saw it
  advice     what each action is worth, in games that have advice; advice POLICY:
             a call is played out by that policy, such as random or steady:4
  save FILE  keep the game in FILE, from now on after every move; save: once more
  quit, exit leave; a game with a file goes on later with --continue FILE
Numbers are those of the game: players and slots count from 0."""


class GameView(NamedTuple):
    """How an observation is shown; the module of its name here says it for a shipped game, if it is there."""

    table: Table  #: what lies open, from the observation and the names of the seats
    hand: Hand  #: what only this seat sees
    question: Question  #: what it is to decide
    asides: frozenset[str] = frozenset()  #: kinds of decisions for which the hand is not shown unasked
    drawing: Drawing | None = None  #: a picture of what lies open, or of one part of it
    advice: Advice | None = None  #: what each action is worth if all play by a policy, or by the usual one


def view_of(game: str) -> GameView:
    """Return how the observations of a game are shown."""
    if game not in SHIPPED or find_spec(f"{__package__}.{game}") is None:
        return GameView(_plain_table, _plain_hand, _plain_question)
    module = import_module(f"{__package__}.{game}")
    asks: Question = getattr(module, "question", _plain_question)
    asides: frozenset[str] = getattr(module, "ASIDES", frozenset())
    more = (getattr(module, name, None) for name in ("drawing", "advice"))
    return GameView(module.table, module.hand, asks, asides, *more)


def named(seen: Observation[Any], names: Sequence[str], player: int, *, active: bool) -> Text:
    """Return how a row about a player begins; names may look like markup."""
    return styled(f"{'>' if active else ' '} {names[player]}{' (you)' if player == seen.player else ''}")


def without_lines(made: RichTable) -> RichTable:
    """Return a table without lines: a screen has few."""
    made.box, made.title = None, None
    return made


def greedy_advice(seen: Observation[Any], policy: str | None = None) -> list[RenderableType]:
    """Return every legal action with the chance to win that the greedy bot gives it, best first.

    It is the mean over worlds that fit what the seat knows. `ToolkitError` for a policy.
    """
    from solvers.players.advice import find_advice  # it takes time to load

    game, adviser = find_game(seen.game), find_advice(seen.game)
    if policy or adviser is None:
        raise ToolkitError(f"no policy {quote(policy)}: in {game.title} advice is that of greedy")
    worlds = [seen.sample_world(Random(number)) for number in range(_WORLDS)]
    found = [adviser.weigh(world, seen.actions) for world in worlds]
    means = [fmean(values) for values in zip(*found, strict=True)]
    ranked = sorted(zip(means, seen.actions, strict=True), key=lambda pair: -pair[0])
    rows, column = [(str(action), f"{mean:.1%}") for mean, action in ranked], "chance to win, roughly"
    return [without_lines(table_of("action", column, rows=rows, numbers=[column]))]


def _plain_table(seen: Observation[Any], _names: Sequence[str]) -> list[RenderableType]:
    return [styled(f"{name}: {value}") for name, value in seen.fields.items()]


def _plain_question(seen: Observation[Any]) -> str:
    frame = seen.stack[-1]
    return question(frame, seen) if hasattr(frame, "question") else f"decision: {seen.decision_kind()}"


def _plain_hand(seen: Observation[Any]) -> list[RenderableType]:
    """Return every zone with cards, by their numbers where the seat sees them."""
    zones = [zone for view in seen.views for zone in zip(view.layout.number, view.cards, strict=True)]
    shown = [(name, ["?" if face == HIDDEN else str(face) for face in faces]) for name, faces in zones]
    return [styled(f"{name}: {' '.join(faces)}") for name, faces in shown if faces]


# ---- what is possible --------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """What stands beside a letter: an action, or the words with which several begin."""

    words: str
    actions: tuple[Action, ...]


class Meant(NamedTuple):
    """What a typed line stands for: an action if it is `whole`, otherwise the list that its words open."""

    actions: tuple[Action, ...]
    opened: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal actions that begin with the same words, as they are listed."""

    opened: str  #: the words with which all begin; they are not repeated in the list
    listed: tuple[
        Choice, ...
    ]  #: what can be chosen by its letter, or too much for letters: then by its words

    @property
    def lettered(self) -> bool:
        """Whether there are letters enough."""
        return len(self.listed) <= len(ascii_lowercase)

    def find(self, line: str) -> Meant | None:
        """Return what a line stands for in this list: a letter, or the words of one choice or of several."""
        typed = " ".join(line.casefold().split())
        letter = ascii_lowercase.find(typed) if len(typed) == 1 and self.lettered else -1
        if 0 <= letter < len(self.listed):
            words, chosen = self.listed[letter]
            return Meant(chosen, f"{self.opened} {words}".strip(), len(chosen) == 1)
        actions = [action for choice in self.listed for action in choice.actions]
        return beginning(f"{self.opened} {typed}".strip(), actions)

    def shown(self, width: int) -> RenderableType:
        """Return the list in lines of so many columns: letters and words, or names side by side."""
        if not self.lettered:
            return styled("\n".join(_names(self, width)))
        rows = list(zip(ascii_lowercase, self.listed, strict=False))
        if all(len(choice.actions) == 1 for _, choice in rows):
            texts = [styled(f"  {letter}) {choice.words}") for letter, choice in rows]
            return Group(*self._title(), Columns(texts, padding=(0, 1), column_first=True))
        lines = [shorten(f"{x}) {_group(self, one)}", width - 2, placeholder=" ...") for x, one in rows]
        return Group(*self._title(), styled("\n".join(f"  {line}" for line in lines)))

    def _title(self) -> list[RenderableType]:
        return [styled(f"{self.opened} ...")] if self.opened else []


def choices(actions: Sequence[Action], opened: str = "") -> Choices:
    """Return legal actions that begin with some words: one by one, or in groups by the next word."""
    rests = [_rest(action, opened) for action in actions]
    if len(actions) <= (len(ascii_lowercase) if opened else _AT_FIRST):
        listed = [Choice(rest, (action,)) for rest, action in zip(rests, actions, strict=True)]
        return Choices(opened, tuple(listed))
    groups: dict[str, list[Action]] = {}
    for rest, action in zip(rests, actions, strict=True):
        groups.setdefault(rest.partition(" ")[0], []).append(action)
    if len(groups) == 1:
        return choices(actions, f"{opened} {next(iter(groups))}".strip())
    named = [(_rest(same[0], opened) if len(same) == 1 else word, same) for word, same in groups.items()]
    return Choices(opened, tuple([Choice(words, tuple(same)) for words, same in named]))


def beginning(words: str, actions: Sequence[Action]) -> Meant | None:
    """Return the action that is written so, or those that begin with whole words; None without any."""
    typed = " ".join(words.casefold().split())
    texts = [(str(action).casefold(), action) for action in actions]
    if same := [action for text, action in texts if text == typed]:
        return Meant(tuple(same[:1]), whole=True)
    found = [action for text, action in texts if typed and text.startswith(f"{typed} ")]
    return Meant(tuple(found), str(found[0])[: len(typed)]) if found else None


def _rest(action: Action, opened: str) -> str:
    return str(action)[len(opened) :].strip() or str(action)


def _group(listed: Choices, choice: Choice) -> str:
    """Return what a line says of a choice: the words, and for a group how many begin so, and some of them."""
    if len(choice.actions) == 1:
        return choice.words
    before = f"{listed.opened} {choice.words}".strip()
    rests = ", ".join(_rest(action, before) for action in choice.actions)
    return f"{choice.words} ... ({len(choice.actions)}): {rests}"


def _names(listed: Choices, width: int) -> list[str]:
    """Return the words of many choices side by side, as many as a screen should hold."""
    names = ", ".join(choice.words for choice in listed.listed)
    lines = wrap(names, width - 2, initial_indent="  ", subsequent_indent="  ")
    more = ["  ... (moves lists all)"] if len(lines) > _MOST_NAMES else []
    return [f"{listed.opened} ... ({len(listed.listed)}):", *lines[:_MOST_NAMES], *more]


# ---- the screen --------------------------------------------------------------------------------------------


class Screen:
    """How much fits on the terminal; lines are rendered before they are shown, and so counted."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self.width = self._console.width
        self.height = max(_LINES[0], get_terminal_size((self.width, _LINES[1])).lines)

    def lines(self, *parts: RenderableType) -> Lines:
        """Return what parts look like, line by line."""
        return [line for part in parts for line in self._console.render_lines(part, pad=False)]

    def chosen(
        self,
        news: Sequence[Lines],
        table: Sequence[Lines],
        hand: Lines,
        asked: Lines,
        *,
        cut: bool = True,
        named: bool = False,
    ) -> Chosen:
        """Return what fits between the line typed last and the prompt; what does not may be `named`.

        What is asked goes first, then the first part of the table, the hand, and the other parts as far as
        they leave room for news. Of news that are `cut` the last are shown.
        """
        room, first = self.height - 2 - len(asked), table[:1]
        parts = [*first, hand, *table[1:]]
        kept = [min(len(news), 1)] * (len(first) + 1) + [min(sum(map(len, news)), _NEWS)] * len(table[1:])
        places = _fitting(parts, kept, room)
        more: Lines = []
        if named and len(places) < len(parts) and room > 0:
            places = _fitting(parts, kept, room - 1)
            names = ["hand" if place == len(first) else "table" for place in range(len(parts))]
            left = {name: None for place, name in enumerate(names) if place not in places}
            more = self.lines(styled(f"  ... (more: {', '.join(left)})"))
        held = hand if len(first) in places else []
        shown = [place - (place > len(first)) for place in places if place != len(first)]
        lines = [*(line for place in shown for line in table[place]), *held, *more]
        told = self._last(news, room - len(lines)) if cut else [line for entry in news for line in entry]
        return Chosen([*told, *lines, *asked], shown)

    def _last(self, news: Sequence[Lines], room: int) -> Lines:
        """Return the last entries for which there is room, and that there are more."""
        if sum(map(len, news)) <= room:
            return [line for entry in news for line in entry]
        kept = list(news)
        while kept and sum(map(len, kept)) > room - 1:
            del kept[0]
        earlier = self.lines(styled(f"  ... (earlier {len(news) - len(kept)} of {len(news)}: log)"))
        return [line for entry in [earlier[: max(room, 0)], *kept] for line in entry]


class Chosen(NamedTuple):
    """The lines of a screen, and which parts of the table are among them."""

    lines: Lines
    shown: list[int]


class Desk:
    """One terminal for the persons of a game, who sit on some of the seats; `names` are those of all seats.

    What it shows for a decision fits on the screen. `ToolkitError` when persons are to play, and standard
    input is closed.
    """

    def __init__(self, names: Sequence[str], persons: Collection[int]) -> None:
        if persons and sys.stdin is None:
            raise ToolkitError("standard input is closed: nobody can type an action")
        self._names = names
        self._shared = len(persons) > 1
        self._seat: int | None = None
        self._known: dict[int, str] = {}  # what each part of the table said last, by its place
        self._thinking: Timer | None = None
        self._told_to_wait = False
        self.live = bool(persons) and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a line in another encoding is one more wrong line
        if self.live:
            _forget_lines()

    def turn_to(self, seen: Observation[Any], heard: Sequence[Event], listed: Choices) -> None:
        """Let a person act: a break if another one sat here, what happened, what changed, what is possible.

        `heard` is what the person was told since the last turn: all there is to tell in a game in which an
        observation keeps no log.
        """
        self.rest()
        seat, log = seen.to_act(), seen.log or heard
        if self._shared and seat != self._seat:
            self._hand_over(self._names[seat])
        self._seat = seat
        since = since_action_of([seat], log)
        others = any(event.actor not in (CHANCE, seat) for event in log[since:])
        news = happened(find_game(seen.game), log, self._names, since, joined=True)
        self.show(seen, listed, news, anew=not since or others, known=self._known)

    def show(
        self,
        seen: Observation[Any],
        listed: Choices,
        news: Sequence[str] = (),
        *,
        anew: bool = True,
        known: dict[int, str] | None = None,
    ) -> None:
        """Show a decision as far as it fits: news, the table, the hand, the question and the choices.

        After no other's action the table is not shown anew. Of the table only those parts are shown that are
        not `known`: as they were shown last.
        """
        view, screen, known = view_of(seen.game), Screen(), {} if known is None else known
        hint = [] if known else [styled(_MORE[view.drawing is None], style="dim")]
        asked = screen.lines(*hint, styled(view.question(seen), style="bold"), listed.shown(screen.width))
        hand = [] if seen.decision_kind() in view.asides else screen.lines(*view.hand(seen))
        table = [screen.lines(part) for part in view.table(seen, self._names)] if anew else []
        new = [place for place, part in enumerate(table) if known.get(place) != _text(part)]
        told = [screen.lines(styled(entry)) for entry in news]
        parts = [table[place] for place in new]
        cut, named = bool(seen.log), not hint  # without a log it is told but now
        lines, shown = screen.chosen(told, parts, hand, asked, cut=cut, named=named)
        known |= {new[number]: _text(table[new[number]]) for number in shown}
        print_rich(SegmentLines(lines, new_lines=True))

    def open(self, listed: Choices) -> None:
        """Show a list that was opened."""
        print_rich(listed.shown(Screen().width))

    def list(self, actions: Sequence[Action]) -> None:
        """Show all of these actions."""
        print_rich(Columns([styled(str(action)) for action in actions], padding=(0, 2), column_first=True))

    def _hand_over(self, name: str) -> None:
        """Wait until the next person sits here; `EOFError` when nobody comes: on a terminal asked twice."""
        self._known.clear()
        if not self.live:
            self.say(f"--- {name} ---")
            return
        click.echo(_WIPE, nl=False)
        _forget_lines()
        prompt = f"{name} is to act: press Enter when nobody else sees the screen. "
        if self._typed(prompt) is None:
            self.say("The same key again leaves the game.")
            if self._typed(prompt) is None:
                raise EOFError

    def log(self, game: str, log: Sequence[Event]) -> None:
        """Show all that happened."""
        print_rich(styled("\n".join(happened(find_game(game), log, self._names))))

    def table(self, seen: Observation[Any]) -> None:
        """Show all that lies open."""
        print_rich(*view_of(seen.game).table(seen, self._names))

    def hand(self, seen: Observation[Any]) -> None:
        """Show what only this seat sees."""
        print_rich(*view_of(seen.game).hand(seen) or [styled("Nothing is in your hand.")])

    def draw(self, seen: Observation[Any], part: str | None = None) -> None:
        """Draw what lies open, or a part of it; `ToolkitError` in a game without such a picture."""
        drawing = view_of(seen.game).drawing
        if drawing is None:
            raise ToolkitError(f"there is no map in {find_game(seen.game).title}: table shows what lies open")
        print_rich(drawing(seen, part))

    def advise(self, seen: Observation[Any], policy: str | None = None) -> None:
        """Show what each action is worth if all play by a policy; `ToolkitError` in a game without advice."""
        advice = view_of(seen.game).advice
        if advice is None:
            raise ToolkitError(f"there is no advice for {find_game(seen.game).title}")
        self.wait_for("the adviser")
        try:
            found = advice(seen, policy)
        except KeyboardInterrupt:  # the game goes on
            raise ToolkitError("no advice: it was stopped") from None
        finally:
            self.rest()
        print_rich(*found)

    def end(self, seen: Observation[Any], log: Sequence[Event], since: int, outcome: Outcome) -> None:
        """Tell what happened from an event on, how the table stands, and how the game ended.

        Who only watched is told all of it; for a person it fits on the screen.
        """
        self.rest()
        view, screen = view_of(seen.game), Screen()
        news = happened(find_game(seen.game), log, self._names, since, joined=bool(since))
        hand = view.hand(seen) if seen.player is not None else []
        table, last = view.table(seen, self._names), ending(outcome, self._names)
        if since:
            told = [screen.lines(styled(entry)) for entry in news]
            parts = [*map(screen.lines, table), screen.lines(*hand)]
            fits = screen.chosen(told, parts, [], screen.lines(last))
            lines = fits.lines[: -len(screen.lines(last))]
            print_rich(SegmentLines(lines, new_lines=True), last)
        else:
            drawn = [view.drawing(seen, None)] if view.drawing else []
            print_rich(styled("\n".join(news)), styled(), *drawn, *table, *hand, last)

    def wait_for(self, name: str) -> None:
        """Say on a terminal who thinks, when nothing is heard for a second; until `rest`."""
        if self._thinking is None and sys.stderr is not None and sys.stderr.isatty():
            self._thinking = Timer(_PATIENCE, self._say_who, [name])
            self._thinking.daemon = True
            self._thinking.start()

    def _say_who(self, name: str) -> None:
        self._told_to_wait = True
        click.echo(f"{name} thinks ...", nl=False, err=True)

    def rest(self) -> None:
        """Wait for nobody any more."""
        if self._thinking:
            self._thinking.cancel()
            self._thinking.join()
            self._thinking = None
            if self._told_to_wait:
                click.echo("\r\x1b[K", nl=False, err=True)
            self._told_to_wait = False

    def say(self, text: str) -> None:
        """Show a message."""
        print_rich(SegmentLines(Screen().lines(styled(text)), new_lines=True))

    def ask(self) -> str:
        """Return the line that the person at the desk types; `EOFError` when no more will come.

        On a terminal Ctrl-C and Ctrl-D are ``quit``.
        """
        line = self._typed(f"{self._names[self._seat or 0]}> ")
        if line is None and not self.live:
            raise EOFError
        return "quit" if line is None else line

    def ask_for_file(self) -> str:
        """Return the name of a file to keep the game in, or an empty text."""
        return self._typed("Keep the game in which file? (Enter: in none) ") or ""

    def _typed(self, prompt: str) -> str | None:
        """Return a line without its blanks; None at the end of the input, or at Ctrl-C on a terminal."""
        if self.live:
            try:
                return input(prompt).strip()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return None
        line = sys.stdin.readline(_LONGEST_LINE)
        if not line:
            return None
        print_rich(styled(prompt + printable(line.strip()[:_LONGEST_ECHO])))
        return line.strip()


def _fitting(parts: Sequence[Lines], kept: Sequence[int], room: int) -> list[int]:
    """Return the places of the parts that fit one after the other, each leaving so many lines free."""
    places = []
    for place, (part, free) in enumerate(zip(parts, kept, strict=True)):
        if len(part) <= max(room - free, 0):
            places.append(place)
            room -= len(part)
    return places


def _text(lines: Lines) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def _forget_lines() -> None:
    """Let `input` edit lines and recall earlier ones, but none from before: they name somebody's cards."""
    with suppress(ImportError):  # it is not on every platform
        import readline

        readline.clear_history()


def labels(names: Sequence[str]) -> list[str]:
    """Return what the seats are called: their number, which actions use too, and their name."""
    return [f"{seat} {printable(name.removeprefix('me:'))}" for seat, name in enumerate(names)]


def happened(
    game: Game[Any, Any], log: Sequence[Event], names: Sequence[str], since: int = 0, *, joined: bool = False
) -> list[str]:
    """Return events as lines, who acted and what; only those with events from a number on.

    Lines that follow each other of the same player are one if they are to be `joined`.
    """
    before, lines = game.lines(log[:since]), game.lines(log)
    known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, lines, strict=False)))
    told = [(actor, [_counted(text, same)]) for (actor, text), same in groupby(lines[known:])]
    if joined:
        runs = groupby(told, key=itemgetter(0))
        told = [(actor, [text for _, texts in run for text in texts]) for actor, run in runs]
    return [f"  {names[actor] if actor >= 0 else who(actor)}: {'; '.join(texts)}" for actor, texts in told]


def _counted(text: str, same: Iterable[object]) -> str:
    times = len(list(same))
    return text if times == 1 else f"{text} ({times} times)"


def since_action_of(players: Collection[int], log: Sequence[Event]) -> int:
    """Return how many events there are up to the last action of one of these players."""
    return max((number for number, event in enumerate(log, 1) if event.actor in players), default=0)


def ending(outcome: Outcome, names: Sequence[str]) -> Text:
    """Return in words how a game ended."""
    won = " and ".join(names[seat] for seat in outcome.winners) or "no player"
    pairs = [*zip(names, outcome.scores, strict=True), *(("the rival", one) for one in outcome.others)]
    scores = ", ".join(f"{name}: {score}" for name, score in pairs)
    return styled(f"The game is over: {printable(outcome.reason)}.\nWon: {won}. Scores: {scores}.")
