"""`Record`: a whole game as its header and every action, chance included; a replay needs no generator.

JSON Lines for machines: a header, one action a line, and how it ended. One text form for people. The header
of a game that began from a position holds the state that it began with.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.core.chance import Seed
from toolkit.core.decision import AUTOMATIC, CHANCE, TERMINAL, Action, IllegalAction, Reveal
from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.core.files import read_bytes, write_atomically
from toolkit.core.game import Game, find_game, rules_from_dict, rules_to_dict
from toolkit.core.history import Event
from toolkit.core.saving import state_from_dict, state_to_dict
from toolkit.core.state import Outcome, State

FORMAT = "toolkit-record/1"
LOG_FORMAT = "toolkit-log/1"

_KINDS = {str: "text", list: "list", dict: "table"}
_HEADER = {"format", "game", "players", "names", "rules", "components", "seed"}


class RecordError(ToolkitError):
    """A text that is no record, or a record that cannot be replayed here; names the line."""

    def __init__(self, problem: str, line: int | None = None, source: str = "") -> None:
        self.problem = problem
        self.line = line
        self.source = source
        super().__init__(
            ": ".join(filter(None, [printable(source), f"line {line}" if line else "", problem]))
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.line, self.source)


@dataclass(slots=True)
class Record:
    """A game from its beginning, or from a position on."""

    game: Game[Any, Any]  #: the game
    players: int  #: how many play
    rules: Any  #: its rules
    names: list[str]  #: what the players are called
    #: What chance was seeded with, for information only; None when it was not an int or a text.
    seed: int | str | None = None
    #: Who acted (`CHANCE` for chance) and the action, in order.
    actions: list[tuple[int, Action]] = field(default_factory=list)
    outcome: Outcome | None = None  #: how it ended, or None while it goes on
    start: State | None = None  #: where it began, if that was no beginning of the rules
    #: What was wrong with the text that it was read from, although it could be read.
    warnings: list[str] = field(default_factory=list)
    remark: str = ""  #: what must be said of this very game, such as that some of it was never told
    # where in the file the actions and the end stand
    _at: list[int] = field(default_factory=list, repr=False, compare=False, kw_only=True)

    @classmethod
    def of(cls, state: State, names: Sequence[str], seed: Seed = None, *, from_here: bool = False) -> Record:
        """Return the empty record of a game at its beginning, or `from_here` on, when nothing was played yet.

        `ToolkitError` for a game that has begun.
        """
        game = find_game(state.game.name)
        begun = not from_here and state.table != game.new(state.players, state.rules).table
        if begun or _played(state):
            raise ToolkitError("a record begins with the game, and this one has begun")
        kept = seed if isinstance(seed, int | str) and not isinstance(seed, bool) else None
        start = state.clone() if from_here else None
        return cls(game, state.players, state.rules, list(names), kept, start=start)

    @property
    def note(self) -> str:
        """What must be said wherever the game is shown: of this very one, else of its rules; or nothing."""
        return printable(self.remark) or self.game.note(self.rules)

    def check_goes_on(self, state: State) -> None:
        """Refuse a state that is not where this record left its game: `ToolkitError` says why."""
        if self.outcome is not None:
            raise ToolkitError("the game of this record is over")
        if (self.game, self.players, self.rules) != (state.game, state.players, state.rules):
            raise ToolkitError("the record is one of another game, or under other rules")
        if self.actions != _played(state):
            raise ToolkitError("the state is not where the record left the game")

    def states(self) -> Iterator[State]:
        """Replay: yield the state at the beginning and after every action, always the same object.

        `RecordError` names the line of an action that the rules forbid, with their reason.
        """
        state = self.start.clone() if self.start else self.game.new(self.players, self.rules)
        yield state
        for number, (actor, action) in enumerate(self.actions):
            if state.to_act() != actor:
                now = "the game is over" if state.to_act() == TERMINAL else f"{who(state.to_act())} can"
                raise RecordError(f"{who(actor)} cannot act: {now}", self._line(number))
            try:
                state.apply(action)
            except IllegalAction as error:
                raise RecordError(str(error), self._line(number)) from None
            yield state
        if self.outcome is not None and state.outcome() != self.outcome:
            raise RecordError("the game does not end as the record says", self._line(len(self.actions)))

    def _line(self, number: int) -> int:
        """Return in which line of its file an action stands, or the end after all of them."""
        return self._at[number] if number < len(self._at) else number + 2

    def replay(self) -> State:
        """Return the state at the end of the record; errors as in `states`."""
        (state,) = deque(self.states(), maxlen=1)
        return state

    def to_lines(self) -> list[str]:
        """Return the lines of the record as JSON."""
        start = {"start": state_to_dict(self.start)} if self.start else {}
        return self._lines(self._header(FORMAT) | start, self.actions)

    def redacted(self, player: int | None) -> list[str]:
        """Return the lines of what one seat saw, as JSON; None is a spectator. It cannot be replayed."""
        seen = [(event.actor, event.action) for event in self.replay().log(player)]
        return self._lines(self._header(LOG_FORMAT) | {"seat": player, "seed": None}, seen)

    def _lines(self, header: dict[str, Any], done: Sequence[tuple[int, Action | Reveal]]) -> list[str]:
        lines = [header, *({"by": who(actor), "do": str(action)} for actor, action in done)]
        if end := self.outcome:
            lines.append({"end": end.reason, "winners": list(end.winners), "scores": list(end.scores)})
        return [json.dumps(line, ensure_ascii=False) for line in lines]

    def _header(self, form: str) -> dict[str, Any]:
        return {
            "format": form,
            "game": self.game.name,
            "players": self.players,
            "names": self.names,
            "rules": rules_to_dict(self.rules),
            "components": self.game.hashes(self.rules),
            "seed": self.seed,
        } | ({"note": self.note} if self.note else {})

    def to_text(self) -> str:
        """Return the record for people: a header, then who did what, runs folded into one line."""
        return self._told(self.replay().full_log())

    def seen_text(self, player: int | None) -> str:
        """Return the record for people as one seat saw it; None is a spectator."""
        return self._told(self.replay().log(player))

    def _told(self, happened: Sequence[Event]) -> str:
        rules = [f"{name} = {_short(value)}" for name, value in rules_to_dict(self.rules).items()]
        names = [f"{number} {printable(name)}" for number, name in enumerate(self.names)]
        lines = [f"{self.game.title}, {self.players} players: {', '.join(names)}"]
        lines += [f"rules: {'; '.join(rules)}"] if rules else []
        lines += [self.note] if self.note else []
        width = max(len("chance"), *map(len, names))
        for actor, text in self.game.lines(happened):
            lines.append(f"{names[actor] if actor >= 0 else who(actor):{width}}  {text}")
        if self.outcome:
            won = ", ".join(names[player] for player in self.outcome.winners) or "no player"
            lines.append(f"end: {printable(self.outcome.reason)}; won: {won}; scores: {self.outcome.scores}")
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record as JSON Lines; never half of it."""
        write_atomically(Path(path), "\n".join(self.to_lines()) + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file of at most 16 MB; otherwise as `parse`, and `OSError` without a file."""
        from toolkit.core.document import LARGEST_FILE  # slow to import

        path = Path(path)
        data = read_bytes(path, LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise RecordError(f"larger than {LARGEST_FILE // 1024 // 1024} MB", source=path.name)
        return cls.parse(data.decode("utf-8-sig", errors="surrogateescape"), source=path.name)

    @classmethod
    def parse(cls, text: str, source: str = "") -> Record:
        """Read a record from JSON Lines.

        A last line that is cut off is left out, with a warning in `warnings`. `RecordError` names the line of
        any other fault: no record, another version, another board or deck, an unknown action.
        """
        if not text.strip():
            raise RecordError("the file is empty", 1, source)
        first, *lines = text.removesuffix("\n").split("\n")  # other ends of lines may stand in names
        with _located(1, source):
            record = _begun(_object(first))
        for number, line in enumerate(lines, 2):
            with _located(number, source):
                if record.outcome is not None:
                    raise RecordError("nothing may follow the end")
                try:
                    told = _object(line)
                except RecordError:
                    if number <= len(lines) or text.endswith("\n"):
                        raise
                    record.warnings.append(f"line {number} is cut off: the record is read up to there")
                else:
                    record._add(told, number)
        if record.game.unsaid is not None:
            record._say(record.game.unsaid)
        return record

    def _add(self, told: dict[str, Any], number: int) -> None:
        """Add what a line of a file tells."""
        if told.keys() == {"end", "winners", "scores"}:
            self.outcome = _outcome(told, self.players)
            self._at.append(number)
            return
        if told.keys() != {"by", "do"}:
            raise RecordError("an action has the keys 'by' and 'do', the end 'end', 'winners', 'scores'")
        by, do = told["by"], told["do"]
        if by != "chance" and (type(by) is not int or not 0 <= by < self.players):
            raise RecordError(f"by: {quote(by)} is no player (0 to {self.players - 1}, or 'chance')")
        if not isinstance(do, str):
            raise RecordError(f"do: {quote(do)} is no text")
        if by != "chance" or do not in self.game.outdated:
            action = self.game.parse(do, self.players, self.rules)
            self.actions.append((CHANCE if by == "chance" else by, action))
            self._at.append(number)

    def _say(self, unsaid: Action) -> None:
        """Add an action wherever it was left out: where it is legal, and another one acts next, or nobody."""
        state, number = self.start.clone() if self.start else self.game.new(self.players, self.rules), 0
        with suppress(IllegalAction):  # a replay names it
            while number < len(self._at):
                acts = state.to_act()
                named = self.actions[number][0] if number < len(self.actions) else TERMINAL
                if acts != named:
                    if acts < 0 or unsaid not in state.legal_actions():
                        return
                    self.actions.insert(number, (acts, unsaid))
                    self._at.insert(number, self._at[number])
                elif acts == TERMINAL:
                    return
                state.apply(self.actions[number][1])
                number += 1


@contextmanager
def _located(line: int, source: str) -> Iterator[None]:
    """Give errors of the block their place in a file."""
    try:
        yield
    except ToolkitError as error:
        raise RecordError(str(error), line, source) from None


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object of a line."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise RecordError("no UTF-8 text")
    from toolkit.core.document import parse_json  # slow to import

    try:
        line = parse_json(text)
    except ValueError as error:
        raise RecordError(f"not valid JSON: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(f"{quote(line)} is no JSON object")
    return line


def _begun(header: dict[str, Any]) -> Record:
    """Return the empty record of a header."""
    form = header.get("format")
    if form == LOG_FORMAT:
        raise RecordError("this is what one seat saw, not a whole record: it cannot be replayed")
    if form != FORMAT:
        raise RecordError(f"format: {quote(form)} instead of {FORMAT!r}")
    if odd := sorted((header.keys() - {"start", "note"}) ^ _HEADER):
        raise RecordError(f"header: {quote(odd[0])} is {'missing' if odd[0] in _HEADER else 'unknown'}")
    for name, kind in (("game", str), ("names", list), ("rules", dict), ("components", dict)):
        if not isinstance(header[name], kind):
            raise RecordError(f"header: {name}: {quote(header[name])} is no {_KINDS[kind]}")
    try:
        game = find_game(header["game"])
        rules, start = rules_from_dict(game, header["rules"]), None
        if "start" in header:
            start = state_from_dict(header["start"])
        state = start or game.new(header["players"], rules)
    except ToolkitError as error:
        raise RecordError(f"header: {error}") from None
    if start and _played(start):
        raise RecordError("header: start: something was played before")
    if (state.game, state.players, state.rules) != (game, header["players"], rules):
        raise RecordError("header: start: a state of another game, or under other rules")
    names, seed, note = header["names"], header["seed"], header.get("note", "")
    if len(names) != state.players or not all(isinstance(name, str) for name in names):
        raise RecordError(f"header: names: {state.players} texts are needed")
    if seed is not None and type(seed) not in (int, str):
        raise RecordError(f"header: seed: {quote(seed)} is no whole number and no text")
    if not isinstance(note, str):
        raise RecordError(f"header: note: {quote(note)} is no text")
    _check_components(header["components"], game.hashes(rules))
    remark = "" if note == game.note(rules) else note
    return Record(game, state.players, rules, names, seed, start=start, remark=remark)


def _check_components(recorded: dict[str, Any], here: dict[str, str]) -> None:
    for name in sorted(recorded.keys() | here.keys()):
        if recorded.get(name) != here.get(name):
            raise RecordError(
                f"the {printable(name)} of this record is another one than here (content "
                f"{quote(recorded.get(name))}, here {here.get(name)!r}): it cannot be replayed"
            )


def _outcome(line: dict[str, Any], players: int) -> Outcome:
    end, winners, scores = line["end"], line["winners"], line["scores"]
    for name, numbers in (("winners", winners), ("scores", scores)):
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise RecordError(f"{name}: {quote(numbers)} is no list of whole numbers")
    if not isinstance(end, str) or len(scores) != players:
        raise RecordError(f"the end needs a text and the scores of {players} players")
    return Outcome(end, tuple(winners), tuple(scores))


_MOST_LINES = 20  # of a text that is shown as it is


def _short(value: Any) -> Any:
    """Return the value of a rule as people read it: of a long text, such as a board, only how long it is."""
    lines = value.count("\n") if isinstance(value, str) else 0
    return f"a file of {lines} lines" if lines > _MOST_LINES else value


def _played(state: State) -> list[tuple[int, Action]]:
    """Return the actions so far, without what was only seen."""
    happened = [(event.actor, event.action) for event in state.full_log()]
    return [(actor, action) for actor, action in happened if not isinstance(action, Reveal)]


def who(actor: int) -> int | str | None:
    """Return who acts, as records have it: a player's number, chance or the rules; None: the game is over."""
    return {CHANCE: "chance", AUTOMATIC: "rules", TERMINAL: None}.get(actor, actor)
