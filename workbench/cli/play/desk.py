"""The terminal at which persons play: what a seat sees, what is possible, what is typed, a break between two.

Numbers belong to the game (players, slots, coins); letters are for choosing. So what is typed is what stands
on the screen: the letter of a choice, the words beside it, or the whole notation of an action.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from shutil import get_terminal_size
from threading import Timer
from typing import Any, NamedTuple, NoReturn, Protocol

import click
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines
from rich.table import Table as RichTable
from rich.text import Text

from toolkit import ToolkitError
from toolkit.core import CHANCE, HIDDEN, Event, Game, Observation, Outcome
from toolkit.core.errors import printable
from toolkit.core.position import Written
from toolkit.core.telling.language import isolated
from toolkit.core.told import NotedGame
from toolkit.core.told.wording import worded
from toolkit.games import SHIPPED
from workbench.cli.play.advising import Shown
from workbench.cli.play.choosing import Choices
from workbench.cli.play.voice import Seats, Voice
from workbench.cli.printing import print_rich, styled
from workbench.cli.rulebook import told

Lines = list[list[Segment]]
Table = Callable[[Observation[Any], Voice], list[RenderableType]]
Hand = Table
Remark = Callable[[Observation[Any], Voice], str]
Telling = Callable[[str, Voice], str]
Drawing = Callable[[Observation[Any], Voice, str | None], RenderableType]
What = Callable[[Any, Sequence[str], Voice], list[RenderableType]]


class Noted(Protocol):
    """Begins the notes of a printed game: in lines for people, or in the notation of records."""

    def __call__(
        self, game: Game[Any, Any], players: int, rules: Any, seat: int, *, notation: bool
    ) -> NotedGame[Any]:
        """Return a game at its beginning; errors as in `NotedGame`."""
        ...


Settling = Callable[[Any], tuple[Any, Callable[[Voice], str]]]

_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what was scrolled off it
_LINES = (12, 24)  # the fewest lines that a screen takes for granted, and those of one that is not told
_NEWS = 5  # lines of what happened that go before the table
_LONGEST_LINE, _LONGEST_ECHO = 100_000, 300
_PATIENCE = 1.0  # seconds without a word


def named(seen: Observation[Any], names: Seats, player: int, *, active: bool) -> Text:
    """Return how a row about a player begins; names may look like markup."""
    name = names.language.you.format(names[player]) if player == seen.player else names[player]
    return styled(f"{'>' if active else ' '} {names.language.finished(isolated(name), capital=False)}")


def without_lines(made: RichTable) -> RichTable:
    """Return a table without lines: a screen has few."""
    made.box, made.title = None, None
    return made


def advised(seen: Observation[Any], voice: Voice, policy: str | None = None) -> Shown:
    """Return what the seat that acts is advised; by a policy a call of Silver is played out.

    `ToolkitError` for a game without advice, and for a policy where there is none of that name.
    """
    from solvers.advising import SeatAdvice, reasons  # it takes time to load
    from solvers.players.expert import ranked

    if policy:
        view_of(seen.game).check_policy(policy, voice)
    if (ranking := ranked(seen)) is None:
        raise ToolkitError(voice.say("no_advice", game=voice.title))
    teller = voice.teller(seen.player) if voice.seats.first else None
    why = reasons(seen, voice.labels(seen.actions, seen), teller, policy)
    return Shown(SeatAdvice(seen, voice.language, ranking, why), voice)


@dataclass(frozen=True, slots=True)
class Explained:
    """A part of a table with its legend, shown to each person once, and where the table is asked for."""

    part: RenderableType
    legend: RenderableType

    def __rich__(self) -> RenderableType:
        """Return the part with its legend below."""
        return Group(self.part, self.legend)


def no_policy(policy: str, voice: Voice) -> NoReturn:
    """Refuse to advise by a policy; `ToolkitError`."""
    raise ToolkitError(voice.say("no_policy", policy=voice.quoted(policy), game=voice.title))


class GameView(NamedTuple):
    """How an observation is shown; the module of its name here says it for a shipped game, if it is there."""

    table: Table  #: what lies open, from the observation and the names of the seats
    hand: Hand  #: what only this seat sees
    remark: Remark | None = None  #: what it should know of the open decision, before the question
    asides: frozenset[str] = frozenset()  #: kinds of decisions for which the hand is not shown unasked
    scored: bool = False  #: whether the table begins at the end of the game with what the points are made of
    card: Telling | None = None  #: what a card does, by its name or id; an empty text if there is none
    drawing: Drawing | None = None  #: a picture of what lies open, or of one part of it
    check_policy: Callable[[str, Voice], None] = no_policy  #: refuses one by which nobody is advised
    settled: Settling | None = None  #: how advice takes what a position knows half, and what is said of it
    noted: Noted = worded  #: a printed game that a seat notes
    lines: str = "note_words"  #: the key of what its lines tell
    what: What | None = None  #: what probably lies somewhere, from a noted game and the words of the question
    position_of: Callable[[Observation[Any]], Written] | None = None  #: what a seat sees, as a position


def view_of(game: str) -> GameView:
    """Return how the observations of a game are shown."""
    if game not in SHIPPED or find_spec(f"{__package__}.{game}") is None:
        return GameView(_plain_table, _plain_hand)
    module = import_module(f"{__package__}.{game}")
    more = {name: getattr(module, name) for name in GameView._fields if hasattr(module, name)}
    return GameView(**more)


def _plain_table(seen: Observation[Any], _voice: Voice) -> list[RenderableType]:
    return [styled(f"{name}: {value}") for name, value in seen.fields.items()]


def _plain_hand(seen: Observation[Any], _voice: Voice) -> list[RenderableType]:
    """Return every zone with cards, by their numbers where the seat sees them."""
    zones = [zone for view in seen.views for zone in zip(view.layout.number, view.cards, strict=True)]
    shown = [(name, ["?" if face == HIDDEN else str(face) for face in faces]) for name, faces in zones]
    return [styled(f"{name}: {' '.join(faces)}") for name, faces in shown if faces]


# ---- the screen --------------------------------------------------------------------------------------------


class Screen:
    """How much fits on the terminal; lines are rendered before they are shown, and so counted."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._console = Console(highlight=False, markup=False, emoji=False)
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

        What is asked and the news go first, then the first part of the table, the hand, and the other parts.
        News that may be `cut` leave room for these, and their last lines are shown; other news are shown
        whole, even when the first of them scroll away.
        """
        room, first, lines_of_news = self.height - 2 - len(asked), table[:1], sum(map(len, news))
        parts = [*first, hand, *table[1:]]
        kept = [min(lines_of_news, _NEWS) if cut else lines_of_news] * len(parts)
        places = _fitting(parts, kept, room)
        more: Lines = []
        if named and len(places) < len(parts) and room > 0:
            places = _fitting(parts, kept, room - 1)
            names = ["hand" if place == len(first) else "table" for place in range(len(parts))]
            left = {self._voice.named(name): None for place, name in enumerate(names) if place not in places}
            more = self.lines(styled(self._voice.say("left", parts=self._voice.language.listed([*left]))))
        held = hand if len(first) in places else []
        shown = [place - (place > len(first)) for place in places if place != len(first)]
        lines = [*(line for place in shown for line in table[place]), *held, *more]
        told = self._last(news, room - len(lines)) if cut else [line for entry in news for line in entry]
        return Chosen([*told, *lines, *asked], shown)

    def _last(self, news: Sequence[Lines], room: int) -> Lines:
        """Return the last entries that fit, or the end of the last, and that there are more."""
        if sum(map(len, news)) <= room:
            return [line for entry in news for line in entry]
        kept = list(news)
        while kept and sum(map(len, kept)) > room - 1:
            del kept[0]
        kept = kept or [news[-1][1 - room :]] * (room > 1)
        earlier = self.lines(styled(self._voice.say("earlier")))
        return [line for entry in [earlier[: max(room, 0)], *kept] for line in entry]


class Chosen(NamedTuple):
    """The lines of a screen, and which parts of the table are among them."""

    lines: Lines
    shown: list[int]


class Desk:
    """One terminal for the persons of a game, who sit on some of the seats; it speaks with a voice.

    What it shows for a decision fits on the screen. `ToolkitError` when persons are to play, and standard
    input is closed.
    """

    def __init__(self, voice: Voice, persons: Collection[int]) -> None:
        if persons and sys.stdin is None:
            raise ToolkitError("standard input is closed: nobody can type an action")
        self.voice = voice
        self._shared = len(persons) > 1
        self._seat: int | None = None
        self._known: dict[int, str] = {}  # what each part of the table said last, by its place
        self._explained: set[int | None] = set()  # the seats to which a legend was shown
        self._wiped = False
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
            self._hand_over(self.voice.called(seat))
        self._seat = seat
        since = since_action_of([seat], log)
        others = any(event.actor not in (CHANCE, seat) for event in log[since:])
        news = self.voice.news(log, seat, since, joined=True)
        cut = bool(seen.log) and not since  # how it was set out lies on the table; the log tells all of it
        self.show(seen, listed, news, anew=not since or others or self._wiped, cut=cut, known=self._known)
        self._wiped = False

    def show(
        self,
        seen: Observation[Any],
        listed: Choices,
        news: Sequence[str] = (),
        *,
        anew: bool = True,
        cut: bool = False,
        known: dict[int, str] | None = None,
    ) -> None:
        """Show a decision as far as it fits: news, the table, the hand, the question and the choices.

        After no other's action the table is not shown anew. Of the table only those parts are shown that are
        not `known`: as they were shown last.
        """
        view, screen, known = view_of(seen.game), Screen(self.voice), {} if known is None else known
        hint = (
            []
            if known
            else [styled(self.voice.say("more_with_map" if view.drawing else "more"), style="dim")]
        )
        asked = screen.lines(*hint, *self._asked(view, seen), listed.shown(screen.width))
        hand = [] if seen.decision_kind() in view.asides else screen.lines(*view.hand(seen, self.voice))
        parts = view.table(seen, self.voice) if anew else []
        table = [screen.lines(_bare(part)) for part in parts]
        new = [place for place, part in enumerate(table) if known.get(place) != _text(part)]
        told = [screen.lines(styled(entry)) for entry in news]
        named = not hint
        fitting = partial(screen.chosen, told, hand=hand, asked=asked, cut=cut, named=named)
        chosen = fitting([table[place] for place in new])
        explained = [number for number in chosen.shown if isinstance(parts[new[number]], Explained)]
        if explained and seen.player not in self._explained:
            whole = fitting([screen.lines(parts[place]) for place in new])
            if {*explained} <= {*whole.shown}:
                chosen = whole
                self._explained.add(seen.player)
        known |= {new[number]: _text(table[new[number]]) for number in chosen.shown}
        print_rich(SegmentLines(chosen.lines, new_lines=True))

    def _asked(self, view: GameView, seen: Observation[Any]) -> list[RenderableType]:
        """Return what a seat should know of the open decision, and what it asks."""
        remark = view.remark(seen, self.voice) if view.remark else ""
        return [*([styled(remark)] if remark else []), styled(self.voice.question(seen), style="bold")]

    def open(self, listed: Choices) -> None:
        """Show a list that was opened."""
        print_rich(listed.shown(Screen(self.voice).width))

    def list(self, labels: Iterable[str]) -> None:
        """Show what all that can be chosen is called."""
        print_rich(Columns([styled(label) for label in labels], padding=(0, 2), column_first=True))

    def _hand_over(self, name: str) -> None:
        """Wait until the next person sits here; `EOFError` when nobody comes: on a terminal asked twice."""
        self._known.clear()
        if not self.live:
            self.say(self.voice.say("acts", name=name))
            return
        self.wipe()
        prompt = self.voice.say("hand_over", name=name)
        if self._typed(prompt) is None:
            self.say(self.voice.say("leave_again"))
            if self._typed(prompt) is None:
                raise EOFError

    def wipe(self) -> None:
        """Take away all that was shown on a terminal, also what was scrolled off it."""
        if self.live:
            self._known.clear()
            self._wiped = True  # the table is to be shown again
            click.echo(_WIPE, nl=False)
            _forget_lines()

    def pause(self) -> None:
        """Wait on a terminal until the person has seen what is shown, then wipe it."""
        if self.live:
            self._typed(self.voice.say("seen"))
            self.wipe()

    def log(self, log: Sequence[Event], seat: int | None) -> None:
        """Show all that happened, as a seat saw it."""
        self.say("\n".join(self.voice.news(log, seat)))

    def table(self, seen: Observation[Any]) -> None:
        """Show all that lies open."""
        print_rich(*view_of(seen.game).table(seen, self.voice))

    def hand(self, seen: Observation[Any]) -> None:
        """Show what only this seat sees."""
        print_rich(*view_of(seen.game).hand(seen, self.voice) or [styled(self.voice.say("empty_hand"))])

    def tell_rules(self, game: str, numbers: Sequence[str]) -> None:
        """Show what rules of a game say."""
        from toolkit.games.rulebook import find_rules

        language = self.voice.language.code
        found = [rule for number in numbers for rule in find_rules(number, game, language)]
        print_rich(*told(found, language))

    def tell_card(self, seen: Observation[Any], name: str) -> bool:
        """Show what the card of a name does, and return whether there is one."""
        view = view_of(seen.game)
        told = view.card(name, self.voice) if view.card else ""
        if told:
            self.say(told)
        return bool(told)

    def draw(self, seen: Observation[Any], part: str | None = None) -> None:
        """Draw what lies open, or a part of it; `ToolkitError` in a game without such a picture."""
        drawing = view_of(seen.game).drawing
        if drawing is None:
            raise ToolkitError(self.voice.say("no_map", game=self.voice.title))
        print_rich(drawing(seen, self.voice, part))

    def advise(self, seen: Observation[Any], policy: str | None = None) -> None:
        """Show what each action is worth if all play by a policy; `ToolkitError` in a game without advice."""
        self.wait_for(self.voice.say("adviser"))
        try:
            found = advised(seen, self.voice, policy)
        except KeyboardInterrupt:  # the game goes on
            raise ToolkitError(self.voice.say("stopped")) from None
        finally:
            self.rest()
        print_rich(*found.on_screen())

    def end(self, seen: Observation[Any], log: Sequence[Event], since: int, outcome: Outcome) -> None:
        """Tell what happened from an event on, how the table stands, and how the game ended.

        Who only watched is told all of it; a person the news and the scoring, and of the table what fits.
        """
        self.rest()
        view, screen = view_of(seen.game), Screen(self.voice)
        news = self.voice.news(log, seen.player, since, joined=bool(since))
        hand = view.hand(seen, self.voice) if seen.player is not None else []
        table, ending = view.table(seen, self.voice), styled(self.voice.ending(outcome, seen.player))
        if since:
            told = [screen.lines(styled(entry)) for entry in news]
            scoring, parts = (table[:1], table[1:]) if view.scored else ([], table)
            lying = [*map(screen.lines, map(_bare, parts)), screen.lines(*hand)]
            last = screen.lines(*scoring, ending)
            print_rich(SegmentLines(screen.chosen(told, lying, [], last, cut=False).lines, new_lines=True))
        else:
            drawn = [view.drawing(seen, self.voice, None)] if view.drawing else []
            print_rich(styled("\n".join(news)), styled(), *drawn, *table, *hand, ending)

    def wants_review(self) -> bool:
        """Tell whether the person at the desk asks for the review; a pipe is not waited for."""
        asked = self._typed(self.voice.say("review_asks")) if self.live else None
        return self.voice.command(asked or "") == ["review"]

    def wait_for(self, name: str) -> None:
        """Say on a terminal who thinks, when nothing is heard for a second; until `rest`."""
        if self._thinking is None and sys.stderr is not None and sys.stderr.isatty():
            self._thinking = Timer(_PATIENCE, self._say_who, [name])
            self._thinking.daemon = True
            self._thinking.start()

    def _say_who(self, name: str) -> None:
        self._told_to_wait = True
        click.echo(self.voice.say("thinks", name=name), nl=False, err=True)

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
        self.lay(styled(text))

    def lay(self, *parts: RenderableType) -> None:
        """Show tables and texts, in lines as long as the screen is wide."""
        print_rich(SegmentLines(Screen(self.voice).lines(*parts), new_lines=True))

    def ask(self) -> str:
        """Return the line that the person at the desk types; `EOFError` when no more will come.

        On a terminal Ctrl-C and Ctrl-D are ``quit``.
        """
        line = self._typed(f"{self.voice.called(self._seat or 0)}> ")
        if line is None and not self.live:
            raise EOFError
        return "quit" if line is None else line

    def ask_for_file(self) -> str:
        """Return the name of a file to keep the game in, or an empty text."""
        return self._typed(self.voice.say("which_file")) or ""

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


def _bare(part: RenderableType) -> RenderableType:
    """Return a part of the table without its legend."""
    return part.part if isinstance(part, Explained) else part


def _text(lines: Lines) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def _forget_lines() -> None:
    """Let `input` edit lines and recall earlier ones, but none from before: they name somebody's cards."""
    with suppress(ImportError):  # it is not on every platform
        import readline

        readline.clear_history()


def since_action_of(players: Collection[int], log: Sequence[Event]) -> int:
    """Return how many events there are up to the last action of one of these players."""
    return max((number for number, event in enumerate(log, 1) if event.actor in players), default=0)
