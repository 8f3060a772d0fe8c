"""The command ``tobago advice``: what bots would do in a position or a saved game, by how much, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.cli.files import PositionFile, format_of, read_source
from workbench.cli.games import parse_record, replayed
from workbench.cli.odds.common import parse_position
from workbench.cli.options import GameName, Json, command
from workbench.cli.play.commands import Speech
from workbench.cli.printing import Refusal, indented, print_json, print_rich, say, styled, table_of

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import RenderableType

    from solvers.players.advice import Ranked, Ranking
    from toolkit.core import Action, Game, Observation
    from workbench.cli.play.desk import Reasoned
    from workbench.cli.play.voice import Voice

_MOST = 18  # actions that are shown to people
_ALIKE = 4  # actions that are named beside the best one, if they are as good
_FAR = 50.0  # points: beyond, the figure means nothing but "never"
_CLEAR = 1.0  # points, or wins of 100 games, below which one digit more is told


@command(epilog="Example: tobago advice silver examples/silver-witch.toml")
def advice(*, game: GameName, file: PositionFile, speech: Speech, as_json: Json) -> None:
    """Advise who is to act: the best action, by how much and why, then all others.

    FILE is a position file of GAME, or the record of a game, of which the last position counts; - reads
    standard input. It is the opinion of the bot greedy, from what that seat sees alone: the chance to win, or
    points ahead of the others, in the mean over worlds that fit.
    """
    from solvers.players.advice import advice_for
    from toolkit.core.game import find_game

    found = find_game(game)
    advice_for(found.name)
    seen, voice, beside = _read(found, file, speech)
    advised = Advised.of(seen, voice)
    if as_json:
        print_json({"format": "toolkit-advice/1", "game": found.name, **advised.data()})
    else:
        print_rich(*advised.best(beside), styled(), *advised.table())


def _read(game: Game[Any, Any], file: str, speech: Speech) -> tuple[Observation[Any], Voice, str]:
    """Return what who acts sees, what tells it, and how what is half known in a position is taken."""
    source = text, _, name = read_source(file)
    if format_of(text) == "toolkit-record/1":
        record = parse_record(text, name)
        if record.game is not game:
            command = f"tobago advice {record.game.name} {name}"
            raise Refusal(f"it is a game of {record.game.title}", source=name, command=command)
        state, voice, beside = replayed(record, name), speech.voice(game, record.names), ""
        seen = state.observation(state.to_act() if state.to_act() >= 0 else None)
    else:
        position = parse_position(game.name, *source)
        say(f"{name} does not tell {position.untold}.", "note")
        seen, voice, beside = from_position(game, position, name, speech)
    if not seen.actions:
        raise Refusal(f"{nobody(seen)}: advice is for who chooses", source=name)
    return seen, voice, beside


def nobody(seen: Observation[Any]) -> str:
    """Return why who asks has nothing to choose."""
    if not seen.stack:
        return "the game is over"
    acts = seen.to_act()
    return (
        f"player {acts + 1} is to act" if acts >= 0 else f"what comes next, {seen.decision_kind()}, is chance"
    )


def from_position(
    game: Game[Any, Any], position: Any, name: str, speech: Speech
) -> tuple[Observation[Any], Voice, str]:
    """Return what the player sees who asks in a position, what tells it, and how the half known is taken."""
    from workbench.cli.play.desk import view_of
    from workbench.cli.showing import seen_in

    settled = view_of(game.name).settled
    position, telling = settled(position) if settled else (position, None)
    seen = seen_in(position, game.name, name)
    voice = speech.voice(game, ["me"] * seen.players)
    return seen, voice, telling(voice) if telling else ""


@dataclass(frozen=True, slots=True)
class Advised:
    """What the seat that acts is advised, as it is told."""

    seat: int
    decision: str
    voice: Voice
    ranking: Ranking
    reasoned: dict[Action, Reasoned]

    @classmethod
    def of(cls, seen: Observation[Any], voice: Voice) -> Advised:
        """Return the advice for the seat that sees this; the game has some, and the seat acts."""
        from solvers.players.advice import ranked
        from workbench.cli.play.desk import view_of

        ranking = ranked(seen)
        if ranking is None or seen.player is None:
            raise AssertionError("a game with advice, and a seat")
        reasoned = view_of(seen.game).reasoned(seen, voice)
        return cls(seen.player, str(seen.decision_kind()), voice, ranking, reasoned)

    def data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "seat": self.seat,
            "decision": self.decision,
            "unit": self.ranking.unit,
            "actions": [
                {
                    "action": str(one.action),
                    "line": told.line,
                    "words": told.words,
                    "worth": one.worth.value,
                    "interval": None if one.worth.low is None else [one.worth.low, one.worth.high],
                    "why": told.why or None,
                }
                for one in self.ranking.actions
                for told in [self.reasoned[one.action]]
            ],
        }

    # ---- the answer first ----

    def best(self, beside: str = "") -> Iterator[RenderableType]:
        """Yield what to do, by how much and why, then what else is to be known of it."""
        first, alike = self._first, self._alike
        told = self.reasoned[first.action]
        yield styled(self._headline(told), style="bold")
        if alike:
            named = [self.reasoned[one.action].words for one in alike[:_ALIKE]]
            more = len(alike) - len(named)
            yield styled(
                self.voice.say("as_good_more" if more else "as_good", others=self._listed(named), count=more)
            )
        yield from (styled(text) for text in (told.why, told.beside, self._unsure(), beside) if text)

    def next_best(self, count: int) -> Iterator[RenderableType]:
        """Yield the best of all else, with how many points less they are worth, and why."""
        for one in self.worse[:count]:
            yield from self._told(one, "best_less", self._short(self._lead(one)))

    def _told(self, one: Ranked, key: str, figure: str) -> Iterator[RenderableType]:
        """Yield an action with its figure and why; that of the best one is told already."""
        told = self.reasoned[one.action]
        yield styled((self.voice.say(key, action=told.words, figure=figure), "bold"))
        if told.why and one is not self._first:
            yield indented(told.why)

    @property
    def _first(self) -> Ranked:
        return self.ranking.actions[0]

    @property
    def _alike(self) -> Sequence[Ranked]:
        """The actions that are as good as the best one."""
        return [one for one in self.ranking.actions[1:] if self._figure(one) == self._figure(self._first)]

    @property
    def worse(self) -> Sequence[Ranked]:
        """The actions that are worse, and take the place of the best one."""
        left = self.ranking.actions[1 + len(self._alike) :]
        return [one for one in left if not self.reasoned[one.action].free]

    def _headline(self, best: Reasoned) -> str:
        say = self.voice.say
        if len(self.ranking.actions) == 1:
            return say("best_only", best=best.words)
        if not self.worse:
            return say("best_even", best=best.words, count=len(self.ranking.actions))
        then = self.worse[0]
        words, lead = self.reasoned[then.action].words, self._lead(then)
        if best.free:
            return say("best_free", best=best.words, next=words)
        if self._points and lead > _FAR:
            return say("best_far", best=best.words)
        places = {"best": best.words, "next": words, "more": self._short(lead)}
        if self._points:
            return say("best_points", **places)
        return say("best_chance", chance=self._short(100 * self._first.worth.value), **places)

    @property
    def _points(self) -> bool:
        return self.ranking.unit == "points"

    def _lead(self, one: Ranked) -> float:
        """Return by how many points, or wins in 100 games, the best action is better."""
        return self._first.ahead_of(one).value * (1 if self._points else 100)

    def _short(self, number: float) -> str:
        digits = self._points + (abs(number) < _CLEAR)
        return self.voice.language.number(f"{number:.{digits}f}")

    def _unsure(self) -> str:
        """Return that the worlds leave it open whether the best is better than the next; else nothing."""
        if not self.worse:
            return ""
        lead = self._first.ahead_of(self.worse[0])
        if lead.low is None or lead.high is None or lead.low > 0:
            return ""
        return self.voice.say("best_unsure", count=len(self._first.by_world))

    # ---- all of it ----

    def table(self) -> Iterator[RenderableType]:
        """Yield the actions with what they are worth, of very many the best: in a table, or each with why."""
        voice, shown = self.voice, self.ranking.actions[:_MOST]
        unit = voice.say("points_ahead" if self._points else "chance")
        if any(self.reasoned[one.action].why for one in shown):
            for one in shown:
                yield from self._told(one, "best_figure", self._figure(one))
            yield styled(voice.say("figures", unit=unit), style="dim")
        else:
            interval = voice.say("interval")
            columns = [unit, *[interval] * any(one.worth.low is not None for one in shown)]
            rows = [
                (self.reasoned[one.action].words, self._figure(one), self._interval(one)) for one in shown
            ]
            cells = [row[: 1 + len(columns)] for row in rows]
            yield table_of(voice.say("action"), *columns, rows=cells, numbers=columns)
        if left := len(self.ranking.actions) - len(shown):
            yield styled(voice.say("not_better", count=left))

    def _figure(self, one: Ranked) -> str:
        return self._number(one.worth.value)

    def _interval(self, one: Ranked) -> str:
        low, high = one.worth.low, one.worth.high
        return "" if low is None or high is None else f"[{self._number(low)}, {self._number(high)}]"

    def _number(self, worth: float) -> str:
        from solvers.players.advice import FIGURES

        return self.voice.language.number(f"{worth:{FIGURES[self.ranking.unit]}}")

    def _listed(self, named: Sequence[str]) -> str:
        return self.voice.language.semicolon.join(named)
