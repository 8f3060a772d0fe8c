"""Commands that do at a file what is done at the table: lay, draw, hand, move, amulet, raise; and undo.

Each one checks the rules, then writes FILE anew; what they forbid changes nothing (status 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from workbench.cli.choices import COLOURS, MAPS, OneOf
from workbench.cli.completing import clue_words, completed, hexes
from workbench.cli.files import STDIN, one_output, position_argument, read_source, reads_anywhere, rewriting
from workbench.cli.messages import say
from workbench.cli.printing import json_option, print_json, print_rich, styled
from workbench.cli.tobago import asking

if TYPE_CHECKING:
    from rich.text import Text

    from toolkit.core.document import Edited
    from toolkit.games.tobago import Clue, Position
    from toolkit.games.tobago.table import Raised

    Change = Callable[[Position, Sequence[Clue]], Position]
    Write = Callable[[str], None]

_MAP = OneOf("map", MAPS)
_WHAT = completed(lambda _: [*MAPS, *COLOURS])
_WAY = completed(lambda ctx: [*COLOURS, *hexes(ctx)])
_WHERE = completed(lambda ctx: hexes(ctx) if ctx.params.get("where") else [*COLOURS, *MAPS])


class Done(NamedTuple):
    """What a command came to."""

    position: Position | None  #: afterwards; None where the rules forbid it
    words: str  #: the command without FILE, which the file keeps
    data: dict[str, Any]  #: for ``--json``
    told: list[Text]  #: for people


def _do(file: str, as_json: bool, words: str, what: Callable[[Position], Done]) -> int:
    """Do something at the table of a file, write the file anew, and return the status."""
    from toolkit.core.document import PositionError
    from toolkit.games.tobago.files.writing import edited
    from toolkit.games.tobago.movement import IllegalMove

    one_output(file, as_json)
    with rewriting(file, announced=False) as write:
        text, folder, name = read_source(file)
        before = asking.parse_source(text, folder, name)
        try:
            done = what(before)
        except IllegalMove as fault:
            data = {"format": f"tobago-{words.split()[0]}/1", "legal": False, "reason": str(fault)}
            done = Done(None, words, data, [styled(("illegal", "bold red"), f": {fault}")])
        except PositionError as fault:
            raise PositionError(name, fault.key, fault.problem) from None
        if done.position is not None:
            _write(write, name, edited(text, before.to_dict(), done.position.to_dict(), done.words))
    _tell(file, as_json, done)
    return 0 if done.position else 1


def _write(write: Write, name: str, edited: Edited) -> None:
    """Write an edited position file, and say so when its comments are lost."""
    write(edited.text)
    if not edited.in_place:
        say(f"{name}: written anew; its comments and layout could not be kept", "note")


def _tell(file: str, as_json: bool, done: Done) -> None:
    if as_json:
        print_json(done.data)
    elif file != STDIN:
        print_rich(*done.told)
    else:  # standard output has the file
        for line in done.told:
            say(line.plain)


def _moved(position: Position, words: str, told: str, **data: Any) -> Done:
    """Return what a legal move came to."""
    command = words.split()[0]
    head = {"format": f"tobago-{command}/1", "legal": True, "reason": "legal"}
    return Done(position, words, head | data, [styled((f"{command}: ", "bold green"), told)])


# ---- clue cards --------------------------------------------------------------------------------------------


@click.command(epilog="Example: tobago lay game.toml brown next to hut --owner red")
@position_argument
@asking.map_argument
@asking.clue_argument
@click.option(
    "--owner",
    metavar="COLOUR",
    type=OneOf("player", COLOURS),
    help=f"Whose compass rose lies on the clue: {', '.join(COLOURS)}.",
)
@json_option
def lay(file: str, colour: str, clue: tuple[str, ...], owner: str | None, as_json: bool) -> int:
    """Lay a clue on a map, out of [hand] if it is there; an illegal clue changes nothing (status 1).

    MAP is brown, white, grey or black. CLUE needs no quotes: in jungle, next to hut, not within 2 of largest
    lake.
    """
    from toolkit.games.tobago.table import lay as lay_at

    def what(before: Position) -> Done:
        treasure_map = before.maps[colour]
        found = treasure_map.verdict(asking.clue_of(clue))
        after = lay_at(before, colour, found.clue, owner) if found.legal else None
        mine = owner is not None and owner == before.me
        if after and mine and before.hand is not None and found.clue not in before.hand:
            say(f"'{found.clue}' is not in [hand], the clues of {owner}: no card leaves it", "note")
        words = f"lay {colour} {found.clue}" + (f" --owner {owner}" if owner else "")
        data = asking.verdict_data(treasure_map, found)
        return Done(after, words, data, asking.verdict(treasure_map, found, "laid"))

    return _do(file, as_json, "lay", what)


def _clues(words: Sequence[str]) -> list[Clue]:
    """Return the clues of a command line, with commas between them."""
    return [asking.clue_of((text,)) for text in " ".join(words).split(",")]


@click.command(epilog="Example: tobago draw game.toml next to hut, in lake")
@position_argument
@click.argument("clue", metavar="CLUE", nargs=-1, required=True, shell_complete=clue_words())
@json_option
def draw(file: str, clue: tuple[str, ...], as_json: bool) -> int:
    """Put a drawn CLUE into [hand]; several with commas between them (T-14)."""
    from toolkit.games.tobago.table import draw as draw_at

    return _do(file, as_json, "draw", partial(_held, "draw", clue, draw_at))


@click.command(epilog="Example: tobago hand game.toml next to hut, not in largest lake")
@position_argument
@click.argument("clue", metavar="[CLUE, CLUE...]", nargs=-1, shell_complete=clue_words())
@json_option
def hand(file: str, clue: tuple[str, ...], as_json: bool) -> int:
    """Show the clues in [hand], or put others there, as after an exchange (T-20)."""
    from toolkit.games.tobago.table import with_hand

    if not clue:
        position = asking.read_position(file)
        if as_json:
            print_json({"format": "tobago-hand/1", **_hand_data(position)})
        else:
            print_rich(styled("\n".join(map(str, position.hand or ())) or "no clue in hand"))
        return 0

    return _do(file, as_json, "hand", partial(_held, "hand", clue, with_hand))


def _held(command: str, typed: Sequence[str], change: Change, before: Position) -> Done:
    """Return what the hand is after a change by typed clues."""
    clues = _clues(typed)
    after, words = change(before, clues), ", ".join(map(str, clues))
    data = _hand_data(after)
    return _moved(after, f"{command} {words}", f"{words} ({len(data['clues'])} in hand)", **data)


def _hand_data(position: Position) -> dict[str, Any]:
    return {"clues": [str(one) for one in position.hand or ()]}


# ---- ATVs, amulets, treasures ------------------------------------------------------------------------------


def _parted(words: Sequence[str], known: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the first of some words if it is a known one, and the others."""
    if words and words[0].lower() in known:
        return words[0].lower(), [*words[1:]]
    return None, [*words]


@click.command(epilog="Example: tobago move game.toml red B52")
@position_argument
@click.argument("way", metavar="[COLOUR] HEX...", nargs=-1, required=True, shell_complete=_WAY)
@click.option("--force", is_flag=True, help="Put the ATV there, however far it is.")
@json_option
def move(file: str, way: tuple[str, ...], force: bool, as_json: bool) -> int:
    """Move an ATV, yours if no COLOUR is named, in up to three steps (T-22).

    Several HEXes are those on which steps end. An ATV that is not on the island yet starts where you say.
    """
    from toolkit.games.tobago.table import move as move_at
    from toolkit.games.tobago.table import player_of

    def what(before: Position) -> Done:
        named, hexes = _parted(way, COLOURS)
        if not hexes:
            raise click.UsageError("the HEX is missing to which the ATV moves")
        player = player_of(before, named)
        after = move_at(before, player, hexes, force=force)
        words = f"move {player} {' '.join(hexes)}" + " --force" * force
        came = f" from {before.atvs[player]}" if player in before.atvs else ""
        data = {"player": player, "from": before.atvs.get(player), "to": hexes[-1]}
        return _moved(after, words, f"{player}{came} to {hexes[-1]}{_lies(after, hexes[-1])}", **data)

    return _do(file, as_json, "move", what)


def _lies(position: Position, name: str) -> str:
    """Say what can be taken where an ATV came."""
    found = ["an amulet"] * (name in position.amulets)
    found += [f"the {c} treasure" for c, one in position.maps.items() if one.located == name and one.plays]
    return f"; here lies {' and '.join(found)}" if found else ""


@click.command(epilog="Example: tobago amulet game.toml brown B52")
@position_argument
@click.argument("where", metavar="[COLOUR | MAP HEX]", nargs=-1, shell_complete=_WHERE)
@json_option
def amulet(file: str, where: tuple[str, ...], as_json: bool) -> int:
    """Pick up the amulet under an ATV, or use one to remove the cube of MAP on HEX.

    The ATV is yours if no COLOUR is named (T-32); of a map the last cube stays (T-33).
    """
    from toolkit.games.tobago.table import pick_up, player_of, remove_cube

    def what(before: Position) -> Done:
        named, rest = _parted(where, COLOURS)
        if not rest:
            player = player_of(before, named)
            after = pick_up(before, player)
            return _moved(after, f"amulet {player}", f"{player} on {before.atvs[player]}", player=player)
        if named or len(rest) != 2:
            raise click.UsageError("amulet FILE [COLOUR] picks one up, amulet FILE MAP HEX removes a cube")
        colour, name = _MAP.convert(rest[0], None, click.get_current_context()), rest[1]
        after = remove_cube(before, colour, name)
        left = after.maps[colour]
        told = f"took the {colour} cube from {name}; leaves: {left.candidates}"
        data = {"map": colour, "removed": name, "after": len(left.candidates), "located": left.located}
        return _moved(after, f"amulet {colour} {name}", told, **data)

    return _do(file, as_json, "amulet", what)


@click.command("raise", epilog="Example: tobago raise game.toml brown red")
@position_argument
@click.argument("which", metavar="[MAP] [COLOUR]", nargs=-1, shell_complete=_WHAT)
@json_option
def raise_(file: str, which: tuple[str, ...], as_json: bool) -> int:
    """Raise the treasure under an ATV: its map is cleared, amulets appear, statues turn (T-24 to T-31).

    The ATV is yours if no COLOUR is named; MAP is needed only where several treasures lie.
    """
    from toolkit.games.tobago.table import player_of, raise_treasure

    def what(before: Position) -> Done:
        named, rest = _parted(which[::-1], COLOURS)
        if len(rest) > 1:
            raise click.UsageError("raise FILE [MAP] [COLOUR]: one map and one player")
        colour = _MAP.convert(rest[0], None, click.get_current_context()) if rest else None
        after, raised = raise_treasure(before, player_of(before, named), colour)
        words = f"raise {raised.colour} {raised.raiser}"
        return _moved(after, words, _raised(raised, before, after), **_raised_data(raised, after))

    return _do(file, as_json, "raise", what)


def _raised_data(raised: Raised, after: Position) -> dict[str, Any]:
    return {
        "map": raised.colour,
        "hex": raised.name,
        "raiser": raised.raiser,
        "roses": list(raised.roses),
        "draws": raised.draws,
        "amulets": list(raised.amulets),
        "facings": dict(after.facings),
    }


def _raised(raised: Raised, before: Position, after: Position) -> str:
    """Say what was raised, who draws and who is asked for a card, and what the statues did."""
    roses = [owner or "?" for owner in raised.roses]
    draws = ", ".join(f"{player} {count}" for player, count in raised.draws.items())
    lines = [
        f"{raised.raiser} raises the {raised.colour} treasure on {raised.name}",
        f"draw: {draws}, then 1 unseen: {len(roses) + 1} cards (T-25)",
        f"asked for each card, from the bottom up: {', '.join(roses)} (T-26)",
        f"amulets appear: {', '.join(raised.amulets) or 'none'} (T-31)",
    ]
    if turned := ", ".join(f"{name} looks {way}" for name, way in after.facings.items()):
        lines.append(f"statues turn: {turned}")
    if untold := [name for name in before.setting.statues if name not in before.facings]:
        lines.append(f"where these statues look is not told: {', '.join(untold)}")
    return "\n".join([*lines, "who takes the last card lays a clue on an empty map (T-29)"])


# ---- undo --------------------------------------------------------------------------------------------------


@click.command(epilog="Example: tobago undo game.toml")
@position_argument
@json_option
def undo(file: str, as_json: bool) -> int:
    """Take back what was done last, as if it had never been (status 1 if there is nothing).

    Without steps in the file it is the last laid clue.
    """
    one_output(file, as_json)
    with rewriting(file, announced=False) as write:
        text, folder, name = read_source(file)
        now = asking.parse_source(text, folder, name)
        found = _before(text, folder, now)
        if found is None:
            say(f"{name}: no clue lies on any map")
            return 1
        _write(write, name, found.edited)
    if as_json:
        print_json({"format": "tobago-undo/1", **found.data})
    else:
        say(f"took back {found.told}")
    return 0


class _Back(NamedTuple):
    """A position file without what was done last, and what that was."""

    edited: Edited
    data: dict[str, str]
    told: str


def _before(text: str, folder: Path, now: Position) -> _Back | None:
    """Return the file before the last step; where none tells how it was, without its last clue."""
    from toolkit.core.document import Edited
    from toolkit.core.errors import ToolkitError
    from toolkit.games.tobago.files.steps import last_step, taken_back
    from toolkit.games.tobago.files.writing import edited_undo

    step, data = last_step(text), {}
    told = repr(step)
    if not step or step.startswith("lay "):
        if (colour := now.last) is None:
            return None
        clue = str(now.maps[colour].clues[-1])
        data, told = {"map": colour, "clue": clue}, f"{clue!r} from {colour}"
    if step:
        data["step"] = step
        if (before := taken_back(text)) is not None and _reads(before, folder):
            return _Back(Edited(before, in_place=True), data, told)
        if "clue" not in data:
            raise ToolkitError(f"[play] steps: the file was edited since where {step!r} changed it")
    return _Back(edited_undo(text, now.to_dict(), now.undo().to_dict()), data, told)


def _reads(text: str, folder: Path) -> bool:
    from toolkit.core.errors import ToolkitError
    from toolkit.games.tobago import Position

    try:
        return Position.parse(text, folder=folder, anywhere=reads_anywhere()) is not None
    except ToolkitError:
        return False
