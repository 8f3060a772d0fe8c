"""The readers of all files and notations, good texts of each, and a generator of bad ones for all of them.

``python tests/cli/readers.py 10000 [READER ...]`` tries so many inputs with each one and prints figures.
"""

from __future__ import annotations

import json
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from fuzz_helpers import BOXED, DOCUMENT, SMALL, mutated, places, with_value

from puzzles.format.files import from_id, marks_to_dict, parse_marks, parse_puzzles, to_lines
from puzzles.puzzle import Marks
from solvers.players import player
from solvers.simulation import Match, simulate
from solvers.simulation.deals import Deals
from solvers.simulation.running import DEALS, open_folder
from solvers.tobago.facts import parse_fact
from toolkit import ToolkitError, find_game
from toolkit.core.document import parse_json
from toolkit.core.errors import harmless
from toolkit.core.play import play
from toolkit.core.record import Record
from toolkit.core.saving import state_from_dict, state_to_text
from toolkit.core.state import State
from toolkit.games.mangrovia import read_board, read_box
from toolkit.games.mangrovia.files.reading import FILES, shipped, warnings
from toolkit.games.mangrovia.position import Position as MangroviaPosition
from toolkit.games.silver.position import Position as SilverPosition
from toolkit.games.tobago import Clue, Position
from toolkit.games.tobago.board_sides import read_sides
from toolkit.games.tobago.cards import read_deck
from toolkit.games.tobago.files.steps import taken_back
from toolkit.games.tobago.files.writing import edited
from toolkit.games.wayfarers import Position as WayfarersPosition
from toolkit.games.wazabi.position import Position as WazabiPosition
from toolkit.hexmap import format_drawing, parse_drawing
from toolkit.hexmap.drawn import blank_faults

ROOT = Path(__file__).parents[2]
GAMES = ("mangrovia", "silver", "tobago", "wayfarers", "wazabi")
MOST_SECONDS, MOST_BYTES = 10.0, 500_000_000
"""What one input may take of the processor, and how far the whole process may grow."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads: good texts, and what reads a text and looks at all that it says.

    It raises `ToolkitError` for a bad one, and nothing else for any.
    """

    starts: Sequence[str]
    read: Callable[[str], object]


# ---- what is done with what was read -----------------------------------------------------------------------


def _tobago_position(text: str) -> None:
    position = Position.parse(text)
    again = Position.parse(position.to_toml())
    if again != position:
        raise AssertionError("it is written as another position")
    _ = position.faults, position.remaining, repr(position), position.hand
    clue = Clue.parse("in jungle")
    if position.maps["grey"].verdict(clue).legal:
        after = position.lay("grey", clue, "red")
        laid = edited(text, position.to_dict(), after.to_dict(), "lay grey in jungle").text
        if Position.parse(laid) != after:
            raise AssertionError("a clue that is laid changes more than its map")
        taken_back(laid)


def _dealt(kind: Any, game: str) -> Callable[[str], None]:
    def read(text: str) -> None:
        position = kind.parse(text)
        if kind.parse(position.to_toml()) != position:
            raise AssertionError("it is written as another position")
        _looked_at(find_game(game).complete(position, Random(1)))

    return read


def _looked_at(state: State) -> None:
    """Look at a state from every seat, and play it on a little."""
    for seat in (None, *range(state.players)):
        _ = state.observation(seat), state.log(seat)
    random = Random(1)
    for _ in range(12):
        if state.to_act() == -2:
            break
        chance = state.to_act() == -1
        state.apply(state.sample_chance(random) if chance else random.choice(list(state.legal_actions())))
    _ = state.outcome(), state.returns(), state_to_text(state)


def _record(text: str) -> None:
    record = Record.parse(text)
    record.replay()
    _ = record.to_text(), record.to_lines()
    for seat in (None, *range(record.players)):
        record.seen_text(seat)
    _looked_at(record.replay())


def _state(text: str) -> None:
    try:
        data = parse_json(text)
    except ValueError:
        raise ToolkitError("no JSON") from None
    _looked_at(state_from_dict(data))


def _drawing(text: str) -> None:
    blank_faults(text)
    island = parse_drawing(text)
    if parse_drawing(format_drawing(island)) != island:
        raise AssertionError("it is drawn as another island")


def _puzzles(text: str) -> None:
    for puzzle in parse_puzzles(text):
        from_id(puzzle.id)
        parse_puzzles(to_lines([puzzle]))


_MATCH = Match(game="wazabi", players=("random", "greedy"), seed=5)


def _deals(text: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / DEALS
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        with open_folder(_MATCH, Path(folder)) as opened:
            opened.read(Deals(8, 2))


def _notation(name: str, record: str) -> Reader:
    game = find_game(name)
    start = game.new(2)

    def read(text: str) -> None:
        game.parse(text, 2, start.rules)
        game.parse_line(text, start)

    done = {json.loads(line)["do"] for line in record.splitlines()[1:]}
    return Reader(sorted(done), read)


# ---- good texts --------------------------------------------------------------------------------------------


def _games() -> Iterator[tuple[str, str]]:
    """Yield the record and the state in mid-game of a short game of each kind."""
    for name in GAMES:
        state = find_game(name).new(2)
        record = Record.of(state, ["random", "greedy"], 1)
        seen: list[str] = []

        def watch(now: State, texts: list[str] = seen) -> None:
            if len(texts) < 120:
                texts.append(state_to_text(now))

        play(state, [player("random"), player("random")], seed=1, record=record, watch=watch)
        record.actions, record.outcome = record.actions[:60], None
        yield "\n".join(record.to_lines()) + "\n", seen[-1]


def _kept() -> str:
    with TemporaryDirectory() as folder:
        simulate(_MATCH, 4, jobs=1, out=Path(folder))
        return (Path(folder) / DEALS).read_text("utf-8")


def _example(name: str) -> str:
    return (ROOT / "examples" / name).read_text("utf-8")


def readers() -> dict[str, Reader]:
    """Return all readers by what they read."""
    puzzles = [
        line for name in ("one-of-each-kind", "techniques") for line in _example(f"{name}.jsonl").splitlines()
    ]
    parsed = [puzzle for line in puzzles for puzzle in parse_puzzles(line)]
    first = parsed[0]
    marks = {
        name: Marks(frozenset(s.values[:2]), frozenset(s.values[2:3]))
        for name, s in first.kind.subjects(first).items()
    }
    records, states = zip(*_games(), strict=True)
    silver, wazabi = _example("silver-position.toml"), _example("wazabi-position.toml")
    mangrovia = _example("mangrovia-position.toml")
    clues = ["in jungle", "not next to largest lake", "Within 2 of HUT", "next  to ocean"]
    facts = sorted({str(fact) for puzzle in parsed for fact in puzzle.facts})
    deck = (ROOT / "toolkit/games/tobago/data/deck.toml").read_text("utf-8")
    notations = {
        f"notation of {name}": _notation(name, text) for name, text in zip(GAMES, records, strict=True)
    }
    return {
        "tobago position": Reader([SMALL, BOXED, json.dumps(DOCUMENT)], _tobago_position),
        "silver position": Reader(
            [silver, SilverPosition.parse(silver).to_json(), _example("silver-seen.toml")],
            _dealt(SilverPosition, "silver"),
        ),
        "mangrovia position": Reader(
            [mangrovia, MangroviaPosition.parse(mangrovia).to_json()], _dealt(MangroviaPosition, "mangrovia")
        ),
        "wayfarers position": Reader(
            [_example(f"wayfarers-{name}.toml") for name in ("position", "solo")]
            + [WayfarersPosition.parse(_example("wayfarers-position.toml")).to_json()],
            _dealt(WayfarersPosition, "wayfarers"),
        ),
        "wazabi position": Reader(
            [wazabi, WazabiPosition.parse(wazabi).to_json()], _dealt(WazabiPosition, "wazabi")
        ),
        "deck": Reader([deck, 'format = "tobago-deck/1"\n[cards]\n"in jungle" = 3\n'], read_deck),
        "sides": Reader(["side,a,b,terrain\na,0,0,lake\na,0,1,river\nb,9,9,beach\n"], read_sides),
        "board": Reader([shipped(FILES["board"])], lambda text: (read_board(text), warnings(text))),
        "paths": Reader([shipped(FILES["paths"])], lambda text: (read_board("", text), warnings("", text))),
        "setup": Reader([shipped(FILES["setup"])], lambda text: (read_box(text), warnings(setup=text))),
        "drawing": Reader(["J J S . .\n J L L B .\nM M L B .\n", DOCUMENT["island"]["drawing"]], _drawing),
        "record": Reader(list(records), _record),
        "state": Reader(list(states), _state),
        "deals": Reader([_kept()], _deals),
        "puzzles": Reader([*puzzles, "\n".join(puzzles[:2])], _puzzles),
        "puzzle ID": Reader([puzzle.id for puzzle in parsed], from_id),
        "marks": Reader([json.dumps(marks_to_dict(first, marks))], lambda text: parse_marks(text, first)),
        "clue": Reader(clues, Clue.parse),
        "fact": Reader(facts, parse_fact),
        **notations,
    }


# ---- bad texts ---------------------------------------------------------------------------------------------

NUMBERS = (
    *(0, -1, 1, 5, 2**31, 10**9, 700_000_000, 2**63 - 1, 2**63, -(2**63), 10**30),
    *(1.5, 1e308, float("nan")),
)
TEXTS = (
    *("", " ", "a1", "B52", "\0", "\x1b[2J", "\ud800", "\u202e", "\ufeff", "x" * 3_000, "[red]", "../x"),
    *("__class__", "-"),
)
VALUES: tuple[Any, ...] = (None, True, *NUMBERS, *TEXTS, [], [[]], {}, [0] * 2_000, {"": 0}, {"a": {"a": {}}})
SIGNS = tuple("[]{}\"'\\.=,:#\n\r\t \0-0~!>")
WORDS = re.compile(r"[A-Za-z_]+|[0-9]+|\s+|.", re.DOTALL)


def inputs(starts: Sequence[str], random: Random) -> Iterator[str]:
    """Yield bad texts without end: good ones that were changed, and nonsense made of their words."""
    ways = (_bytes, _values, _numbers, _nonsense, _spliced, _repeated, _cut)
    while True:
        yield random.choice(ways)(starts, random)


def _bytes(starts: Sequence[str], random: Random) -> str:
    return mutated(random.choice(starts).encode(), random).decode("utf-8", "surrogateescape")


def _values(starts: Sequence[str], random: Random) -> str:
    """Put another value, or one of another place, somewhere into a line that is JSON."""
    lines = random.choice(starts).splitlines()
    at = random.randrange(len(lines))
    try:
        document = json.loads(lines[at])
        paths = list(places(document))
        path = random.choice(paths)
    except (ValueError, IndexError):
        return _numbers(starts, random)
    value = random.choice(VALUES)
    if random.random() < 0.4:
        value = document
        for key in random.choice(paths):
            value = value[key]
    lines[at] = json.dumps(
        with_value(document, path, value), separators=random.choice(((",", ":"), (", ", ": ")))
    )
    return "\n".join(lines) + "\n"


def _numbers(starts: Sequence[str], random: Random) -> str:
    """Put another number in place of one, or a text in place of a text."""
    text = random.choice(starts)
    found = list(re.finditer(r"-?\d+(?:\.\d+)?|\"[^\"\n]*\"", text))
    if not found:
        return _bytes(starts, random)
    one = random.choice(found)
    new = json.dumps(random.choice(VALUES)) if one[0].startswith('"') else str(random.choice(NUMBERS))
    return text[: one.start()] + new + text[one.end() :]


def _nonsense(starts: Sequence[str], random: Random) -> str:
    words = WORDS.findall(random.choice(starts))
    pool = [*words, *SIGNS, *map(str, NUMBERS), *TEXTS]
    return "".join(random.choices(pool, k=random.randint(0, 60)))


def _spliced(starts: Sequence[str], random: Random) -> str:
    one, other = random.choice(starts), random.choice(starts)
    return one[: random.randint(0, len(one))] + other[random.randint(0, len(other)) :]


def _repeated(starts: Sequence[str], random: Random) -> str:
    """Write a piece, a sign or a word very often."""
    text = random.choice(starts)
    at = random.randint(0, len(text))
    if random.random() < 0.3:  # so large an island takes seconds
        return text[:at] + text[at : at + 9] * random.choice((2, 30, 1_000)) + text[at:]
    piece = random.choice((random.choice(SIGNS), random.choice(WORDS.findall(text)), "a.", "[[", '{"a":'))
    return text[:at] + piece * random.choice((2, 30, 1_000, 20_000)) + text[at:]


def _cut(starts: Sequence[str], random: Random) -> str:
    """Leave out, double or shuffle lines."""
    lines = random.choice(starts).splitlines(keepends=True)
    return "".join(random.choices(lines, k=random.randint(0, len(lines) + 1)))


# ---- trying ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tried:
    """What came of many inputs."""

    inputs: int = 0
    accepted: int = 0
    slowest: float = 0.0
    grown: int = 0


def largest() -> int:
    """Return the most bytes of memory that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


class WrongEndError(AssertionError):
    """An input that ends otherwise than well."""


def tried(name: str, reader: Reader, count: int) -> Tried:
    """Read so many bad texts, always the same; `WrongEndError` for one that ends otherwise than well."""
    told, texts = Tried(), inputs(reader.starts, Random(name))
    for start in reader.starts:
        reader.read(start)
    before = largest()
    for number, text in zip(range(count), texts, strict=False):
        begun = time.process_time()
        try:
            reader.read(text)
            told.accepted += 1
        except ToolkitError as error:
            if harmless(str(error)) != str(error):
                raise WrongEndError(f"{name} {number}: {str(error)!r} acts; {text[:500]!r}") from None
        except Exception as error:
            raise WrongEndError(f"{name} {number}: {error!r}: {text[:500]!r}") from error
        took = time.process_time() - begun
        told.slowest, told.grown, told.inputs = max(told.slowest, took), largest() - before, number + 1
        if took > MOST_SECONDS or largest() > MOST_BYTES + before:
            raise WrongEndError(f"{name} {number}: {took:.1f} s, {told.grown:,} bytes more: {text[:500]!r}")
    return told


def main(count: int, names: Sequence[str]) -> None:
    """Try the readers and print what came of it."""
    for name, reader in readers().items():
        if not names or name in names:
            found = tried(name, reader, count)
            print(
                f"{name:18} {found.inputs:6} inputs, {found.accepted:5} accepted, "
                f"slowest {found.slowest:5.2f} s, {found.grown / 1e6:4.0f} MB grown",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
