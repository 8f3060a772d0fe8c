"""Whole games of every kind: their editions and rules, their records, who can play; many games (simulate)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path
from shlex import join
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.choices import BOTS, EXPERT, PERSON, REMEMBERING, Whole
from workbench.cli.completing import bots, complete_folder, completed, editions, game_names
from workbench.cli.files import read_filled, read_source, reading, warn
from workbench.cli.options import GameName, Json, Options, argument, command, option
from workbench.cli.printing import (
    Refusal,
    long_run,
    print_json,
    print_rich,
    said_when_long,
    say,
    styled,
    table_of,
    tell,
)

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from solvers.players.measured import Measured
    from solvers.simulation import Match, Simulation
    from toolkit.core import Game, State
    from toolkit.core.record import Record

_FILE = "@FILE"  # how a text is read from a file
_CONSTANTS = {"none": None, "yes": True, "no": False}

# ---- what commands take ------------------------------------------------------------------------------------


def _seed(_context: click.Context, _parameter: click.Parameter, text: str | None) -> int | str | None:
    from toolkit.core.chance import seed_of

    return None if text is None else seed_of(text)


OptionalGame = Annotated[str | None, argument("[GAME]", completed(game_names))]
Seed = Annotated[
    int | str | None, option("S", "A number or a word: the same seed, the same game.", callback=_seed)
]


class RuleOptions(Options):
    """By which rules a game is played."""

    edition: str | None = option(
        "NAME",
        "Play by the rules of this edition or variant; `tobago games` lists them.",
        completed(editions),
    )
    settings: tuple[str, ...] = option(
        "KEY=VALUE",
        (
            "Change a rule; may be repeated. `tobago games GAME` lists the rules. KEY=@FILE reads the "
            "value of a rule that is a text from a file, such as board=@my-board.csv."
        ),
        completed(lambda ctx: _all_settings(ctx.params["game"])),
        flag="--rules",
    )

    def __bool__(self) -> bool:
        """Whether a rule is said."""
        return bool(self.edition or self.settings)

    def of(self, game: Game[Any, Any]) -> Any:
        """Return the rules of a game; `ToolkitError` as in `rules_of`."""
        return rules_of(game, self.edition, self.settings)


_GOOD_FOR = (
    "random tries out a game, greedy plays well and at once, expert plays best, and ismcts is a plain tree "
    "search, with a second for a decision unless its budget is said; `tobago players` tells how strong they "
    "are."
)


def seats_option(words: str) -> Any:
    """Return what declares an option of who sits where: persons and bots, none of whom lets persons wait."""
    named = f"{', '.join(BOTS)}; in Silver also {', '.join(REMEMBERING)}. {_GOOD_FOR}"
    everybody = completed(lambda ctx: [PERSON, *bots(ctx)], listed=True)
    return option("NAME,NAME,...", f"{words}{named}", everybody)


def seated(text: str, game: str) -> list[str]:
    """Return who sits where in a game, from what `seats_option` takes; none of whom lets persons wait."""
    names = [name.strip() for name in text.split(",")]
    if not any(map(is_person, names)):
        return names  # nobody waits, and the game follows from its seed
    from solvers.players.registry import beside_people

    return beside_people(names, game)


def is_person(name: str) -> bool:
    """Tell whether somebody who sits in a game is a person."""
    return name.partition(":")[0] == PERSON


def note_of_experts(names: Sequence[str], game: str) -> None:
    """Note where a budget changes nothing, and how experts of Silver play; without numba in fewer worlds.

    The names are those of players who can play the game: nothing is noted of what is refused.
    """
    experts = [name for name in names if name.partition(":")[0] == EXPERT]
    if not experts:
        return
    if game != "silver":
        from solvers.players.advice import find_advice

        advice = find_advice(game)
        if advice and not advice.recipe.kinds and any(name != EXPERT for name in experts):
            say(f"{EXPERT} {_ALONE}", "note")
        return
    from solvers.silver.rollouts.compiling import is_there  # it takes time to load

    if is_there() and any(name.endswith(_SOON) for name in experts):
        say(f"{EXPERT} {_READY}", "note")
    elif not is_there() and not all(name.removesuffix(_SOON).endswith("w") for name in experts):
        say(f"{EXPERT} {_SLOWER}", "note")


def _make_ready(names: Sequence[str], game: str) -> None:
    """Let what experts of Silver play with be compiled, unless it is there: once, not by each process."""
    if game == "silver" and any(one.partition(":")[0] == EXPERT and not one.endswith(_SOON) for one in names):
        from solvers.silver.rollouts.compiling import load  # it takes time to load

        with said_when_long(f"{EXPERT} {_MAKING}"):
            load()


_SOON = ":soon"  # beside persons
_ALONE = "plays nothing on in this game, where that was not better than its judge: a budget changes nothing"
_READY = "plays as greedy does until it is made ready in the background, which takes a minute the first time"
_MAKING = "is made ready before anything is played, which takes a minute the first time"
_SLOWER = "is slow and looks at fewer worlds: numba (the extra fast) or a folder to write to is missing"


def check_number(names: Sequence[str], game: Game[Any, Any], option: str) -> None:
    """Refuse a number of players that a game does not know, and name the option that says who plays."""
    try:
        game.check(len(names), game.Rules())
    except ToolkitError as error:
        raise Refusal(str(error), key=option) from None


class Workers(Options):
    """Who does the work of a long run (`solvers.spreading.workers`)."""

    jobs: int | None = option("N", "Processes (one for each core).", type=Whole(1, 1_000))
    cluster: str | None = option(
        "ADDRESS",
        ("Instead of processes here the workers of a dask scheduler, such as tcp://HOST:8786, or local:N."),
    )


# ---- players of one's own, and records ---------------------------------------------------------------------


def named_own(names: Iterable[str]) -> list[str]:
    """Return the players of one's own among some seats, such as ``mine:Bot``."""
    from solvers.players.registry import is_own

    return [name for name in names if not is_person(name) and ":" in name and is_own(name)]


def let_in(names: Iterable[str]) -> None:
    """Let modules of this folder be found, if players of one's own are named."""
    here = str(Path.cwd())
    if here not in sys.path and named_own(names):
        sys.path.append(here)  # behind all others: no file here is taken for another module


def read_record(file: str) -> Record:
    """Return the record in a file or on standard input, with its warnings on standard error.

    `RecordError` names file, line and fault.
    """
    text, _, name = read_source(file)
    return parse_record(text, name)


def parse_record(text: str, name: str) -> Record:
    """Return the record in a text, the file of that name, as `read_record` does."""
    from toolkit.core.record import Record

    with reading(name, "toolkit-record/1", text=text):
        record = Record.parse(text, name)
    warn(name, [f"{name}: {fault}" for fault in record.warnings])
    return record


def replayed(record: Record, file: str) -> State:
    """Return the state after a record; `RecordError` names the file, the line and the rule against it."""
    from toolkit.core.record import RecordError

    try:
        return record.replay()
    except RecordError as error:
        raise RecordError(error.problem, error.line, file) from None


# ---- the games, their editions and rules -------------------------------------------------------------------


@command(epilog="Example: tobago games silver")
def games(game: OptionalGame, as_json: Json) -> None:
    """List the games, or with GAME its editions and the rules that --rules can change."""
    from toolkit.core.game import find_game
    from toolkit.core.game import game_names as names

    found = [find_game(name) for name in ([game] if game else names())]
    if as_json:
        print_json({"format": "toolkit-games/1", "games": [_game_data(one) for one in found]})
    elif game:
        print_rich(*_rules(found[0]))
    else:
        rows = [(one.name, one.title, _numbers(one), "\n".join(one.editions)) for one in found]
        print_rich(table_of("game", "title", "players", "editions", rows=rows))


def _game_data(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a game with its editions (the rules that differ from the defaults) and its rules."""
    from toolkit.core.game import rules_to_dict

    usual = game.Rules()
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "editions": {name: rules_to_dict(rules) for name, rules in game.editions.items()},
        "rules": {
            name: {"default": getattr(usual, name), "values": _words(kind)}
            for name, kind in _kinds(game).items()
        },
    }


def _rules(game: Game[Any, Any]) -> Iterator[RenderableType]:
    """Yield what a game can be played by: its editions, and its rules with their values."""
    from toolkit.core.game import rules_to_dict

    yield styled(f"{game.title} ({game.name}), {_numbers(game)} players")
    editions = [
        (name, ", ".join(f"{rule}={rule_word(value)}" for rule, value in rules_to_dict(rules).items()) or "-")
        for name, rules in game.editions.items()
    ]
    yield table_of("edition", "its rules, where they differ", rows=editions)
    default = next(iter(game.editions.values()))
    rows = [(n, rule_word(getattr(default, n)), " | ".join(_words(k))) for n, k in _kinds(game).items()]
    yield table_of("rule", "default", "values", rows=rows)


def _numbers(game: Game[Any, Any]) -> str:
    few, many = game.players[0], game.players[-1]
    return str(few) if few == many else f"{few} to {many}"


def rules_of(game: Game[Any, Any], edition: str | None, settings: Sequence[str]) -> Any:
    """Return the rules of an edition, the first one if none is named, with some changed: ``KEY=VALUE``.

    `ToolkitError` for an unknown edition, rule or value, with the nearest valid spelling, or a faulty file.
    """
    changes: dict[str, Any] = {}
    files: dict[str, str] = {}
    for setting in settings:
        name, value, file = _setting(game, setting)
        if name in changes:
            raise ToolkitError(f"rule {name}: set twice")
        changes[name], files[name] = value, file
    editions = game.editions
    if edition is not None and edition not in editions:
        hint = did_you_mean(edition, editions, "editions")
        raise ToolkitError(f"{game.title} has no edition {quote(edition)}{hint}")
    try:
        return replace(editions[edition or next(iter(editions))], **changes)
    except ToolkitError as error:
        raise _in_file(error, files) from None


def _in_file(error: ToolkitError, files: Mapping[str, str]) -> ToolkitError:
    """Return the error of a text with the file from which it was read, if it says which rule's text it is."""
    file, line = files.get(getattr(error, "source", "")), getattr(error, "line", 0)
    problem = getattr(error, "problem", str(error))
    return Refusal(problem, source=file, key=f"line {line}" if line else "") if file else error


def rule_word(value: Any) -> str:
    """Return the value of a rule as `rules_of` reads it."""
    if isinstance(value, tuple):
        return ",".join(map(rule_word, value)) or "none"
    return next((word for word, constant in _CONSTANTS.items() if value is constant), str(value))


def _kinds(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the type of each rule, in the order of the rules."""
    hints = get_type_hints(game.Rules)
    return {field.name: hints[field.name] for field in fields(game.Rules)}


def _setting(game: Game[Any, Any], setting: str) -> tuple[str, Any, str]:
    """Return the name and the value of ``KEY=VALUE``, and its file; the game itself judges the value."""
    name, equals, text = setting.partition("=")
    kinds = _kinds(game)
    if not equals:
        raise ToolkitError(f"--rules {quote(setting)}: write it as KEY=VALUE")
    if (name := name.strip()) not in kinds:
        hint = did_you_mean(name, kinds, "rules")
        raise ToolkitError(f"{game.title} has no rule {quote(name)}{hint}")
    if text.startswith("@") and _FILE in _words(kinds[name]):
        return name, *read_filled(text[1:])
    try:
        return name, _value(kinds[name], text), ""
    except ValueError:
        words = _words(kinds[name])
        number = text.strip().lstrip("+-").isdecimal()  # no other number is meant than is typed
        hint = (not number and did_you_mean(text, words)) or f"; it is {' or '.join(words)}"
        raise ToolkitError(f"rule {name}: no value {quote(text)}{hint}") from None


def _all_settings(game: str) -> Iterator[str]:
    """Yield what --rules can say of a game, without the numbers and texts that are free."""
    from toolkit.core.game import find_game

    for name, kind in _kinds(find_game(game)).items():
        yield from [f"{name}={word}" for word, value in _forms(kind) if not callable(value)] or [f"{name}="]


def _value(kind: Any, text: str) -> Any:
    """Return the value of a type that a text stands for; `ValueError` when it is none."""
    text, forms = text.strip(), dict(_forms(kind))
    if text in forms and not callable(forms[text]):
        return forms[text]
    for read in filter(callable, forms.values()):
        with suppress(ValueError):
            return read(text)
    raise ValueError(text)


def _words(kind: Any) -> list[str]:
    """Return how the values of a type are written; ``NUMBER``, ``TEXT``, ``@FILE``: any such word."""
    return list(dict(_forms(kind)))


def _forms(kind: Any) -> list[tuple[str, Any]]:
    """Return the words for the values of a type, and then what reads other texts, by how these are called."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return sorted((form for part in parts for form in _forms(part)), key=lambda form: callable(form[1]))
    if origin is Literal:
        return [(rule_word(value), value) for value in parts]
    if origin is tuple:
        several = f"{'|'.join(word for word in _words(parts[0]) if word != _FILE)},..."
        return [("none", ()), (several, lambda text: tuple(_value(parts[0], t) for t in text.split(",")))]
    return _PLAIN.get(kind, [])


_PLAIN: dict[Any, list[tuple[str, Any]]] = {
    bool: [("yes", True), ("no", False)],
    NoneType: [("none", None)],
    int: [("NUMBER", int)],
    str: [("TEXT", str), (_FILE, str)],
}


# ---- who can play ------------------------------------------------------------------------------------------

_PLAYERS = {
    "random": ("all", "each legal action with the same chance"),
    "greedy": (
        "the five of the toolkit",
        "what looks best a step ahead, in one world that fits what it sees",
    ),
    "ismcts:N, ismcts:Ns": (
        "all",
        "by a tree search: N iterations or seconds, each a game played out at random",
    ),
    "expert:Nw, expert:Ns": (
        "the five of the toolkit",
        "as greedy, in the mean over worlds; where that pays, the best by playing on in N worlds or seconds",
    ),
    "expert:soon": (
        "silver",
        "so expert sits beside persons: as greedy, until its rounds are compiled in the background",
    ),
    "remembering:P": ("silver", "as greedy, from what it remembers: with the chance P a turn"),
    "MODULE:CLASS": ("what it knows", "a class of your own in a module of this folder"),
}


@command()
def players(game: OptionalGame, as_json: Json) -> None:
    """List the bots, how they choose, and how strong they were found in matches of GAME, or of all games.

    A lead is by how much more a game was worth to the first one than to the second one; 1 is all games.
    """
    from solvers.players.measured import measured
    from toolkit.core.game import find_game

    name = None if game is None else find_game(game).name
    found = [match for match in measured() if name in (None, match.game)]
    tell(as_json, _players_data, _players_shown, found)


def _players_data(found: Sequence[Measured]) -> dict[str, Any]:
    matches = [
        {
            "game": match.game,
            "players": match.players.split(","),
            "games": match.games,
            "seed": match.seed,
            "rules": match.rules or None,
            "lead" if match.lead else "won": match.share.to_dict(),
            "note": match.note or None,
        }
        for match in found
    ]
    told = [{"name": name, "games": games, "chooses": how} for name, (games, how) in _PLAYERS.items()]
    return {"format": "toolkit-players/1", "players": told, "matches": matches}


def _players_shown(found: Sequence[Measured]) -> Iterator[Table | Text]:
    rows = [(name, games, how) for name, (games, how) in _PLAYERS.items()]
    yield table_of("player", "games", "chooses", rows=rows)
    cells = [
        (
            one.game,
            " ".join(filter(None, (one.players, one.rules))),
            one.games,
            one.seed,
            f"{'wins' if one.won else 'leads by'} {one.share}",
            one.note,
        )
        for one in found
    ]
    numbers = ("games", "seed")
    yield table_of("game", "players", *numbers, "the first one", "note", rows=cells, numbers=numbers)
    again = "tobago simulate GAME --players ... --games N --seed S measures it anew"
    yield styled(f"In brackets: 95 % confidence intervals, over deals; {again}.", style="dim")


# ---- many games --------------------------------------------------------------------------------------------


@command(epilog="Example: tobago simulate silver --players greedy,random --games 100")
def simulate(
    *,
    game: GameName,
    players: str = option(
        "NAME,NAME,...",
        (
            f"Who plays, such as greedy,random: {', '.join(BOTS)} (iterations or seconds for a "
            f"decision); in Silver also {', '.join(REMEMBERING)}."
        ),
        completed(bots, listed=True),
        required=True,
    ),
    games: int = option("N", "How many, at least.", type=Whole(1, 10_000_000), default=100),
    seed: Seed,
    by: RuleOptions,
    workers: Workers,
    out: str | None = option(
        "FOLDER", "Keep finished games here: a stopped run goes on there.", complete_folder
    ),
    as_json: Json,
) -> int:
    """Play many games between bots, and say who wins how often.

    A bot of your own is named by its module in this folder and its class, such as mine:Bot.

    Every deal is played once from each seat with the same luck, so the number of games is rounded up to
    whole deals. The same seed (1 by default) gives the same result with any number of processes or workers.
    Status 1 when a deal failed three times on a cluster: it is left out.
    """
    from solvers.simulation import Match
    from solvers.simulation import simulate as run
    from toolkit.core.game import find_game

    names = tuple(name.strip() for name in players.split(","))
    if persons := [name for name in names if is_person(name)]:
        problem = f"{quote(persons[0])} is a person, and here bots play alone"
        raise Refusal(problem, key="--players", command=join(["tobago", "play", game, "--players", players]))
    let_in(names)
    found = find_game(game)
    rules = by.of(found)
    check_number(names, found, "--players")
    if out is not None and (not out or Path(out).is_file()):
        raise click.BadParameter(
            f"{quote(out)} is {'a file, not' if out else 'not the name of'} a folder", param_hint="--out"
        )
    match = Match(game=game, players=names, rules=rules, seed=1 if seed is None else seed)
    note_of_experts(names, found.name)
    if workers.cluster is None:
        _make_ready(names, found.name)
    rest = f"what is finished is in {out}; the same command goes on" if out else "with --out it could go on"
    with long_run("deals", rest) as progress:
        folder = Path(out) if out else None
        result = run(match, games, **vars(workers), out=folder, progress=progress)
    tell(as_json, type(result).to_dict, _simulated, result)
    for failed in result.failed:
        say(f"{failed}: it failed three times and is left out", "warning")
    return 1 if result.failed else 0


def _simulated(result: Simulation) -> Iterator[Table | Text]:
    """Yield the results, who is ahead of whom (an interval without 0 tells them apart), what was played."""
    from solvers.simulation.result import FEWEST

    match, games = result.match, result.games
    rows: list[tuple[object, ...]] = [
        (name, result.wins(number), result.returns(number), result.score(number))
        for number, name in enumerate(_names(match))
    ]
    if rival_score := result.rival_score:
        rows.append(("the rival", "", "", rival_score))
    numbers = ["games won", "share of victory", "score"]
    played = f"{_counted(games, 'game')}, {_counted(len(result.deals), 'deal')}"
    title = f"{match.game}: {played}, seed {match.seed}"
    yield table_of("player", *numbers, rows=rows, title=title, numbers=numbers)
    for (one, name), (other, rival) in combinations(enumerate(_names(match)), 2):
        lead, score = result.lead(one, other), result.score_lead(one, other)
        yield styled(f"{name} over {rival}: share of victory {lead}, score {score}")
    decisions, draws = (result.length(what)["mean"] for what in ("decisions", "draws"))
    yield styled(f"{decisions:.1f} decisions and {draws:.1f} draws a game.", style="dim")
    for why, count in _ends(result).most_common():
        yield styled(f"In {_counted(count, 'game')}: {why}", style="dim")
    brackets = "In brackets: 95 % confidence intervals, over deals."
    few = f"Confidence intervals are told from {FEWEST} deals on."
    yield styled(brackets if len(result.deals) >= FEWEST else few, style="dim")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _ends(result: Simulation) -> Counter[str]:
    """Return in how many games what happened at the end, to whomever: contestants change seats."""
    from toolkit.core.game import find_game
    from toolkit.core.telling.language import LANGUAGES

    match, ends = result.match, Counter[str]()
    teller = find_game(match.game).telling("en", [LANGUAGES["en"].somebody] * len(match.players))
    for reason, count in result.ends.items():
        told = " ".join(teller.why(reason))
        ends[told[:1].upper() + told[1:]] += count
    return ends


def _names(match: Match) -> list[str]:
    """Return what the contestants are called: with their number, from 1, where they share a name."""
    names = match.names
    return [f"{number} {name}" if names.count(name) > 1 else name for number, name in enumerate(names, 1)]
