"""Commands that write position files: new, what is done at the table (place, lay, draw, move ...), and undo.

What is done at the table is checked by the rules, then FILE is written anew; what they forbid changes nothing
(status 1). ``schema`` tells the form of such files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from toolkit.core.errors import ToolkitError, quote
from workbench.cli.choices import COLOURS, LANDMARK, LAYOUTS, MAPS, OneOf, Whole
from workbench.cli.completing import (
    clue_words,
    complete_file,
    completed,
    directions,
    game_names,
    hexes,
    landmarks,
)
from workbench.cli.files import (
    STDIN,
    PositionFile,
    check_new,
    one_output,
    read_drawing,
    read_filled,
    read_source,
    reads_anywhere,
    rewriting,
)
from workbench.cli.options import Json, MapName, Options, argument, command, option
from workbench.cli.printing import Refusal, print_json, print_rich, say, styled
from workbench.cli.tobago import asking

if TYPE_CHECKING:  # each command loads what it needs
    from rich.text import Text

    from toolkit.core.document import Edited
    from toolkit.games.tobago import Clue, Position, Setting
    from toolkit.games.tobago.board_sides import Side
    from toolkit.games.tobago.table import Raised

    Change = Callable[[Position, Sequence[Clue]], Position]
    Write = Callable[[str], None]

_MAP = OneOf("map", MAPS)
_WHAT = completed(lambda _: [*MAPS, *COLOURS])
_WAY = completed(lambda ctx: [*COLOURS, *hexes(ctx)])
_WHERE = completed(lambda ctx: hexes(ctx) if ctx.params.get("where") else [*COLOURS, *MAPS])
_CHECK = {"sides": "board tobago", "deck": "deck tobago"}

# ---- new files ---------------------------------------------------------------------------------------------


class NewIsland(Options):
    """The island of a new file, and what comes with it."""

    layout: str | None = option(
        "L", f"The island of the box (ABC+0): {', '.join(LAYOUTS)}.", completed(lambda _: LAYOUTS)
    )
    drawing: str | None = option("F", "A drawn island, from this text file.", complete_file)
    seed: int | None = option(
        "SEED", "A random island with landmarks, from this seed.", flag="--random", type=Whole()
    )
    hexes: int | None = option(None, "How many land hexes a random island has (104).", type=Whole(1, 100_000))
    version: int | None = option(
        None,
        "1: the random island that this seed gave before rivers ran.",
        flag="--random-version",
        type=Whole(1, 2),
    )
    landmarks: int | None = option("SEED", "Place the landmarks at random, from this seed.", type=Whole())
    sides: str | None = option("F", "Board sides of your own, for --layout aBC+0.", complete_file)
    deck: str | None = option("F", "The clue cards of your own box.", complete_file)

    def check(self) -> None:
        """Refuse what does not go together."""
        if sum(option is not None for option in (self.layout, self.drawing, self.seed)) > 1:
            raise click.UsageError("--layout, --drawing and --random exclude each other")
        for name, value in (("hexes", self.hexes), ("random-version", self.version)):
            if value is not None and self.seed is None:
                raise click.UsageError(f"--{name} goes with --random")

    def position(self, out: str) -> Position:
        """Return the position in a file of that name."""
        from toolkit.games.tobago import Position

        owned = self._owned(out)
        further = dict(owned.pop("sides", {}))
        return Position(setting=self._setting(further), **owned)

    def _owned(self, out: str) -> dict[str, Any]:
        """Return the sides and the deck of an owner's files, with how the position names these files."""
        from toolkit.games.tables import FaultyFile
        from toolkit.games.tobago.board_sides import read_sides
        from toolkit.games.tobago.cards import read_deck
        from toolkit.games.tobago.position import Components

        folder = Path.cwd() if out == STDIN else Path(out).resolve().parent
        found: dict[str, Any] = {}
        names: dict[str, str] = {}
        for key, file, read in (("sides", self.sides, read_sides), ("deck", self.deck, read_deck)):
            if file is None:
                continue
            text, name = read_filled(file)
            try:
                found[key] = read(text)
            except FaultyFile as error:
                line = f"line {error.line}" if error.line else ""
                checks = f"tobago {_CHECK[key]} {file}"
                raise Refusal(error.problem, source=name, key=line, command=checks) from None
            if file == STDIN or not Path(file).resolve().is_relative_to(folder):
                problem = f"{quote(file)} does not lie in the folder of {quote(out)} or below"
                raise click.BadParameter(problem, param_hint=f"--{key}")
            names[key] = Path(file).resolve().relative_to(folder).as_posix()
        return found | {"components": Components(**names)}

    def _setting(self, further: dict[str, Side]) -> Setting:
        from toolkit.games.tobago import Setting, boxed_island, random_setting
        from toolkit.hexmap import random_island
        from toolkit.hexmap.generate import BOXED_SIZE

        if self.seed is not None:
            island = random_island(self.seed, self.hexes or BOXED_SIZE, version=self.version or 2)
        elif self.drawing is not None:
            island = read_drawing(self.drawing)[1]
        else:
            island = boxed_island("ABC+0" if self.layout is None else self.layout, further)
        placed = self.seed if self.landmarks is None else self.landmarks
        return Setting(island) if placed is None else random_setting(island, placed)


@command(epilog="Example: tobago new --random 7 game.toml")
def new(
    *,
    out: str = argument("OUT", complete_file),
    island: NewIsland,
    force: bool = option(None, "Replace OUT if it is there."),
    as_json: Json,
) -> None:
    """Write a position file to start from (OUT.json is written as JSON, - goes to standard output).

    Files of sides and of a deck lie in the folder of OUT or below.
    """
    one_output(out, as_json)
    with rewriting(out) as write:
        check_new(out, force=force)
        position = island.position(out)
        write(_template(position, as_toml=not out.endswith(".json")))
    if as_json:
        made = position.setting.island
        print_json({"format": "tobago-new/1", "file": out, "island": made.title, "hexes": len(made)})


_MORE = """
# What else a position may hold (remove the # where you need it):
# [maps.brown]                      # likewise white, grey and black
# clues = ["in jungle", "not next to hut"]
# owners = ["red", "blue"]          # whose compass rose lies on each clue
# removed = ["A13"]                 # hexes whose cube an amulet took
#
# [hand]
# clues = ["in largest lake", "next to statue"]
#
# [table]
# me = "red"
# atvs = { red = "A22", blue = "C10" }
# amulets = ["B65"]
"""


def _template(position: Position, *, as_toml: bool) -> str:
    """Return a position file with places for the landmarks; in TOML the other sections are comments."""
    from toolkit.core.document import to_json
    from toolkit.games.tobago.files.writing import to_toml

    document = position.to_dict()
    document["landmarks"] = {"huts": [], "palms": [], "statues": []} | document.get("landmarks", {})
    return to_toml(document) + _MORE if as_toml else to_json(document)


@command(epilog="Example: tobago schema silver")
def schema(
    *, game: str = argument("[GAME]", completed(game_names), default="tobago", required=False)
) -> None:
    """Print the JSON Schema of position files.

    They are those of GAME, of Tobago if none is named.
    """
    from toolkit.core.game import find_game

    print_json(find_game(game).positions().schema())


# ---- what is done at a file --------------------------------------------------------------------------------


class Done(NamedTuple):
    """What a command came to."""

    position: Position | None  #: afterwards; None where the rules forbid it
    words: str  #: the command without FILE, which the file keeps
    data: dict[str, Any]  #: for ``--json``
    told: list[Text]  #: for people


def _do(
    file: str, as_json: bool, words: str, what: Callable[[Position], Done], *, set_up: bool = False
) -> int:
    """Do something at the table of a file, write the file anew, and return the status.

    In the `set_up` landmarks are missing: that is told after each, not before.
    """
    from toolkit.core.document import PositionError
    from toolkit.games.tobago.files.writing import edited
    from toolkit.games.tobago.movement import IllegalMove

    one_output(file, as_json)
    with rewriting(file, announced=False) as write:
        text, folder, name = read_source(file)
        before = asking.parse_source(text, folder, name, judged=not set_up)
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
    """Write an edited position file, and say so when comments are lost."""
    write(edited.text)
    if edited.note:
        say(f"{name}: {edited.note}", "note")


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
    verb = words.split()[0]
    head = {"format": f"tobago-{verb}/1", "legal": True, "reason": "legal"}
    return Done(position, words, head | data, [styled((f"{verb}: ", "bold green"), told)])


# ---- landmarks ---------------------------------------------------------------------------------------------


@command(epilog="Example: tobago place game.toml statue B22 S")
def place(
    *,
    file: PositionFile,
    kind: str = argument("LANDMARK", type=OneOf("landmark", LANDMARK)),
    name: str = argument("HEX", completed(hexes)),
    way: str | None = argument("[DIRECTION]", completed(directions)),
    as_json: Json,
) -> int:
    """Put a hut, palm or statue on HEX, if it may stand there (T-5).

    A statue looks into DIRECTION: N, NE, SE, S, SW or NW on boards, E, NE, NW, W, SW or SE on drawn islands;
    north-east is NE.
    """
    from toolkit.games.tobago.table import place as place_at

    if way and kind != "statue":
        raise click.UsageError(f"a {kind} looks nowhere: DIRECTION is for a statue")

    def what(before: Position) -> Done:
        after = place_at(before, kind, name, way)
        looks = f", looking {after.facings[name]}" if way else ""
        words = f"place {kind} {name}" + (f" {after.facings[name]}" if way else "")
        data = {"landmark": kind, "hex": name, "facing": after.facings.get(name)}
        return _set_up(after, words, f"{kind} on {name}{looks}", **data)

    return _do(file, as_json, "place", what, set_up=True)


@command(epilog="Example: tobago face game.toml B22 SW")
def face(
    *,
    file: PositionFile,
    name: str = argument("HEX", completed(landmarks("statues"))),
    way: str = argument("DIRECTION", completed(directions)),
    as_json: Json,
) -> int:
    """Turn the statue on HEX to DIRECTION (T-5)."""
    from toolkit.games.tobago.table import face as face_at

    def what(before: Position) -> Done:
        after = face_at(before, name, way)
        looks = after.facings[name]
        return _set_up(after, f"face {name} {looks}", f"{name} looks {looks}", hex=name, facing=looks)

    return _do(file, as_json, "face", what, set_up=True)


@command(epilog="Example: tobago lift game.toml B22")
def lift(
    *,
    file: PositionFile,
    name: str = argument("HEX", completed(landmarks("huts", "palms", "statues"))),
    as_json: Json,
) -> int:
    """Take the landmark from HEX, as one that was put there by mistake."""
    from toolkit.games.tobago.table import lift as lift_at

    def what(before: Position) -> Done:
        after, kind = lift_at(before, name), before.setting.landmark(name)
        return _set_up(after, f"lift {name}", f"{kind} from {name}", landmark=kind, hex=name)

    return _do(file, as_json, "lift", what, set_up=True)


def _set_up(after: Position, words: str, told: str, **data: Any) -> Done:
    """Return what became of the landmarks, and which still have to be placed."""
    from toolkit.games.tobago.table import missing

    left = missing(after)
    few = ", ".join(f"{count} {kind}{'s' * (count > 1)}" for kind, count in left.items())
    return _moved(after, words, f"{told}; to be placed: {few}" if few else told, **data, missing=left)


# ---- clue cards --------------------------------------------------------------------------------------------


@command(epilog="Example: tobago lay game.toml brown next to hut --owner red")
def lay(
    *,
    file: PositionFile,
    colour: MapName,
    clue: asking.ClueWords,
    owner: str | None = option(
        "COLOUR", f"Whose compass rose lies on the clue: {', '.join(COLOURS)}.", type=OneOf("player", COLOURS)
    ),
    as_json: Json,
) -> int:
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


@command(epilog="Example: tobago draw game.toml next to hut, in lake")
def draw(
    *,
    file: PositionFile,
    clue: tuple[str, ...] = argument("CLUE", clue_words(), required=True),
    as_json: Json,
) -> int:
    """Put a drawn CLUE into [hand]; several with commas between them (T-14)."""
    from toolkit.games.tobago.table import draw as draw_at

    return _do(file, as_json, "draw", partial(_held, "draw", clue, draw_at))


@command(epilog="Example: tobago hand game.toml next to hut, not in largest lake")
def hand(
    *, file: PositionFile, clue: tuple[str, ...] = argument("[CLUE, CLUE...]", clue_words()), as_json: Json
) -> int:
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


def _held(verb: str, typed: Sequence[str], change: Change, before: Position) -> Done:
    """Return what the hand is after a change by typed clues."""
    clues = _clues(typed)
    after, words = change(before, clues), ", ".join(map(str, clues))
    data = _hand_data(after)
    return _moved(after, f"{verb} {words}", f"{words} ({len(data['clues'])} in hand)", **data)


def _hand_data(position: Position) -> dict[str, Any]:
    return {"clues": [str(one) for one in position.hand or ()]}


# ---- ATVs, amulets, treasures ------------------------------------------------------------------------------


def _parted(words: Sequence[str], known: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the first of some words if it is a known one, and the others."""
    if words and words[0].lower() in known:
        return words[0].lower(), [*words[1:]]
    return None, [*words]


@command(epilog="Example: tobago move game.toml red B52")
def move(
    *,
    file: PositionFile,
    way: tuple[str, ...] = argument("[COLOUR] HEX...", _WAY, required=True),
    force: bool = option(None, "Put the ATV there, however far it is."),
    as_json: Json,
) -> int:
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


@command(epilog="Example: tobago amulet game.toml brown B52")
def amulet(
    *, file: PositionFile, where: tuple[str, ...] = argument("[COLOUR | MAP HEX]", _WHERE), as_json: Json
) -> int:
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


@command("raise", epilog="Example: tobago raise game.toml brown red")
def raise_(
    *, file: PositionFile, which: tuple[str, ...] = argument("[MAP] [COLOUR]", _WHAT), as_json: Json
) -> int:
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


@command(epilog="Example: tobago undo game.toml")
def undo(file: PositionFile, as_json: Json) -> int:
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
    from toolkit.games.tobago import Position

    try:
        return Position.parse(text, folder=folder, anywhere=reads_anywhere()) is not None
    except ToolkitError:
        return False
