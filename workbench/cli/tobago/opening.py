"""``tobago open FILE``: a file that stays open at the table, and a line for each command about it.

A line is a command without ``tobago`` and FILE, and a word may be cut short: ``l b i j r`` is
``tobago lay FILE brown in jungle --owner red``. The commands are the same ones, and so is what they answer.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING

import click
from click.shell_completion import ShellComplete

from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from workbench.cli.choices import COLOURS, LANDMARK, LETTERS, MAPS
from workbench.cli.files import STDIN, PositionFile, reads_anywhere, warning_of_changes
from workbench.cli.options import command
from workbench.cli.printing import refuse, say
from workbench.cli.tobago import asking

if TYPE_CHECKING:
    Run = Callable[[list[str]], int]  # runs a whole command line and returns its status

COMMANDS = (
    *("lay", "draw", "move", "amulet", "raise", "undo", "hint", "show", "check", "why", "forecast", "solve"),
    *("legal", "hand", "review", "place", "face", "lift", "quit"),
)
"""The commands of a line; of several that begin alike the first one is meant."""

HELP = f"""A line is a command without 'tobago' and FILE; every word may be cut short:
  l b i j r           lay brown in jungle --owner red (maps: b w g k, players: r b y g)
  d ne st, no in bea  draw the clues 'next to statue' and 'not in beach'; in one word nt, !ib
  m b a34             move the blue ATV to A34; without a colour it is yours
  a, a k c10          amulet: pick it up; remove the black cube on C10
  r, u                raise the treasure under your ATV; undo
  p h b23, p s b22 n  set up: a hut on B23, a statue on B22 that looks N; fa b22 s, li b23
  ? lay, ? T-5        what a command does; what a rule says that a message names
Commands, of which the first that begins so is meant:
{fill(", ".join(COMMANDS), 78, initial_indent="  ", subsequent_indent="  ")}
What follows a - is passed on: hint --top 3."""

_HINT = "? tells what can be typed; Ctrl-D leaves"
_RULE = re.compile("[A-Za-z]-?[0-9]+[a-z]?")
_MAPS = {letter: name for name, letter in LETTERS.items()}  # as on the drawing
_RELATIONS = {"in": (), "next": ("to",), "within": ("2", "of")}
_SHORT = re.compile("(?!no$)(!?)([inw])(l?)([bjlmrsohpt])")  # "no" begins "not"
_SHORT_RELATIONS = {"i": ["in"], "n": ["next", "to"], "w": ["within", "2", "of"]}
_THINGS = ("beach", "jungle", "lake", "mountain", "river", "scrubland", "ocean", "hut", "palm", "statue")
_SHORT_THINGS = {"t": "statue"} | {name[0]: name for name in _THINGS if name != "statue"}


@command("open")
def open_(file: PositionFile) -> int:
    """Keep FILE open at the table: a line for each command about it, with words cut short.

    The lines come from the terminal, with history and completion, or from standard input (then the status is
    the highest of all). Type ? for help. A warning is told again when it changes.
    """
    if file == STDIN:
        raise click.UsageError("a FILE is needed: standard input holds the lines")
    if sys.stdin is None:
        raise ToolkitError("standard input is closed: no line will come")
    highest, root = 0, click.get_current_context().find_root()
    with warning_of_changes():
        names = asking.read_position(file).setting.island.names
        if live := sys.stdin.isatty():
            _complete(partial(following, root.command, file, names))
        for line in typed(_HINT, f"{printable(file)}> ") if live else sys.stdin:
            # quotes hold a clue together for a shell: here nothing parts it
            words = line.replace('"', " ").split()
            if words and any(word.startswith(words[0].lower()) for word in ("quit", "exit")):
                break
            if words:
                highest = max(highest, _run(root.obj, file, words, names))
    return 0 if live else highest


def _run(run: Run, file: str, words: list[str], names: Collection[str]) -> int:
    """Run a line, and return its status."""
    if words[0].startswith(("?", "؟")) or (len(words[0]) > 2 and "help".startswith(words[0].lower())):
        about = [words[0].lstrip("?؟"), *words[1:]] if words[0][0] in "?؟" else words[1:]
        return _explained(run, [*filter(None, about)])
    if _RULE.fullmatch(words[0]):
        return run(["rule", "tobago", *words])
    try:
        named, *rest = written_out(words, names)
    except ToolkitError as error:
        refuse(error)
        return 2
    return run([named, file, *rest, *["--anywhere"] * reads_anywhere()])


def _explained(run: Run, about: Sequence[str]) -> int:
    """Tell what can be typed, what a command does, or what rules say."""
    if not about:
        say(HELP)
        return 0
    if _RULE.fullmatch(about[0]):
        return run(["rule", "tobago", *about])
    try:
        return run([begun(about[0], "commands", *[[name] for name in COMMANDS]), "--help"])
    except ToolkitError as error:
        refuse(error)
        return 2


# ---- words cut short ---------------------------------------------------------------------------------------


def written_out(words: Sequence[str], names: Collection[str]) -> list[str]:
    """Return the words of a line in full, `names` being the hexes; `ToolkitError` for an unclear one.

    >>> written_out("l b i j r".split(), ["A34"])
    ['lay', 'brown', 'in', 'jungle', '--owner', 'red']
    """
    named = begun(words[0], "commands", *[[name] for name in COMMANDS])
    option = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
    typed = words[1:option]
    arguments = _ARGUMENTS[named](typed, names) if named in _ARGUMENTS else typed
    return [named, *arguments, *words[option:]]


def begun(word: str, what: str, *lists: Collection[str]) -> str:
    """Return the word that begins so, of the first list that has one and no other."""
    several: list[str] = []
    for words in lists:
        found = [one for one in words if one.startswith(word.lower())]
        if len(found) == 1 or word.lower() in found:
            return word.lower() if word.lower() in found else found[0]
        several += found
    every = [one for words in lists for one in words]
    hint = f"; it begins {', '.join(several)}" if several else did_you_mean(word, every, what)
    raise ToolkitError(f"{quote(word)} is unclear{hint}")


def map_of(word: str) -> str:
    """Return the map of a letter, as on the drawing, or of a word cut short; `ToolkitError`."""
    return _MAPS.get(word.lower()) or begun(word, "maps", MAPS)


def hex_of(word: str, names: Collection[str]) -> str:
    """Return the hex of that name in any case; another word is left to the command."""
    return word if word in names else next((name for name in names if name.lower() == word.lower()), word)


def clue_of(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the clue with which some words begin, in full, and the words behind it.

    One word may stand for all: ``!nh`` is not next to hut, ``wlj`` within 2 of the largest jungle.
    """
    if words and (short := _SHORT.fullmatch(words[0].lower())):
        no, relation, largest, thing = short.groups()
        said = ["not"] * bool(no) + _SHORT_RELATIONS[relation] + ["largest"] * bool(largest)
        return [*said, _SHORT_THINGS[thing]], [*words[1:]]
    left: list[str] = [*words]
    found: list[str] = []

    def take(what: str, *lists: Collection[str]) -> None:
        if left:
            found.append(begun(left.pop(0), what, *lists))

    take("clues begin with", ("not", *_RELATIONS))
    if found == ["not"]:
        take("relations", _RELATIONS)
    for small in _RELATIONS.get(found[-1], ()) if found else ():
        if left and small == left[0].lower():
            left.pop(0)
        found.append(small)
    take("things", (*_THINGS, "largest"))
    if found[-1:] == ["largest"]:
        take("terrains", _THINGS[:6])
    return found, left


def _clues(words: Sequence[str], _: Collection[str]) -> list[str]:
    """Return clues with commas between them."""
    parts = [clue_of(text.split()) for text in " ".join(words).split(",")] if words else []
    return " , ".join(" ".join([*clue, *rest]) for clue, rest in parts).split()


def _lay(words: Sequence[str], _: Collection[str], *, owned: bool = True) -> list[str]:
    colours, (clue, rest) = [map_of(word) for word in words[:1]], clue_of(words[1:])
    if owned and len(rest) == 1:
        rest = ["--owner", begun(rest[0], "players", COLOURS)]
    return [*colours, *clue, *rest]


def _move(words: Sequence[str], names: Collection[str]) -> list[str]:
    first = [hex_of(word, names) for word in words[:1]]
    if first and first[0] not in names:
        first = [begun(first[0], "players", COLOURS)]
    return [*first, *(hex_of(word, names) for word in words[1:])]


def _on_map(words: Sequence[str], names: Collection[str]) -> list[str]:
    """Return a map, and perhaps a hex."""
    return [*(map_of(word) for word in words[:1]), *(hex_of(word, names) for word in words[1:])]


def _amulet(words: Sequence[str], names: Collection[str]) -> list[str]:
    return _player_or_map(words[0]) if len(words) == 1 else _on_map(words, names)


def _player_or_map(word: str) -> list[str]:
    return [begun(word, "players and maps", COLOURS, MAPS)]


def _raise(words: Sequence[str], _: Collection[str]) -> list[str]:
    """Return a map and a player; one word is a player if it can be one."""
    if len(words) == 1:
        return _player_or_map(words[0])
    return [*(map_of(word) for word in words[:1]), *(begun(word, "players", COLOURS) for word in words[1:])]


def _place(words: Sequence[str], names: Collection[str]) -> list[str]:
    return [*(begun(word, "landmarks", LANDMARK) for word in words[:1]), *_hexes(words[1:], names)]


def _hexes(words: Sequence[str], names: Collection[str]) -> list[str]:
    """Return a hex, and perhaps a direction."""
    return [hex_of(word, names) for word in words]


_ARGUMENTS: Mapping[str, Callable[[Sequence[str], Collection[str]], list[str]]] = {
    "lay": _lay,
    "check": partial(_lay, owned=False),
    "draw": _clues,
    "hand": _clues,
    "move": _move,
    "amulet": _amulet,
    "raise": _raise,
    "why": _on_map,
    "forecast": _on_map,
    "place": _place,
    "face": _hexes,
    "lift": _hexes,
}


# ---- at the terminal ---------------------------------------------------------------------------------------


def typed(hint: str, prompt: str) -> Iterator[str]:
    """Yield the lines that a person types behind a prompt, after a hint; Ctrl-C forgets a line."""
    say(hint)
    with suppress(EOFError):
        while True:
            try:
                yield input(prompt)
            except KeyboardInterrupt:
                click.echo()
    click.echo()


def _complete(follows: Callable[[Sequence[str], str], list[str]]) -> None:
    """Let the tab key complete what is typed, where the platform can; earlier lines are recalled too."""
    with suppress(ImportError):
        import readline

        def going_on(typed: str, number: int) -> str | None:
            with suppress(ToolkitError):  # words before are unclear
                found = follows(readline.get_line_buffer()[: readline.get_begidx()].split(), typed)
                return f"{found[number]} " if number < len(found) else None
            return None

        readline.set_completer(going_on)
        readline.set_completer_delims(" ,")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def following(
    commands: click.Command, file: str, names: Collection[str], words: Sequence[str], typed: str
) -> list[str]:
    """Return the words that go on as `typed` behind those of a line, as the shell completes the commands."""
    if not words:
        return [name for name in COMMANDS if name.startswith(typed.lower())]
    named, *rest = written_out(words, names)
    found = ShellComplete(commands, {}, "tobago", "").get_completions([named, file, *rest], typed)
    return [item.value for item in found if item.type == "plain"]
