"""The rules of Mangrovia by examples: `examples.txt`, in the form of `rule_examples`.

The worked examples of the rulebook stand in position files.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import jsonschema
import pytest
from mangrovia_helpers import KINDS, last_step, lying, new_game, next_bowl, seen, set_up, table, told_position
from playing import events, legal
from rule_examples import Rulebook, examples

from toolkit.core.errors import ToolkitError
from toolkit.games.mangrovia import LANDSCAPES, PATHS, TILES
from toolkit.games.mangrovia.conversion import lay_out
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.position import Position

HERE = Path(__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples"
RICH = {"hand 0": "2 2 3 3 4 4 5 5 6 6 7 7" + 2 * " mangrove reed sand water", "kept 0": "2 2 3 3 4 5"}
"""What pays for a hut or a double hut on every space."""


# ---- how a table is laid -----------------------------------------------------------------------------------


def lay(said):
    """Lay a table of four at a pier (``8``, or ``8 of 2``), or before the first bowl (``bowls 3``), or new.

    ``example 7`` is a worked example of the rulebook, ``end NAME`` a final position, ``position`` one
    with keys in JSON. Whoever is not named in
    what lies there is player 0; huts and bowls stand after their players: ``huts: 0 a1 h1x2, 1 f5``.
    """
    kind, _, number = said.first.rpartition(" ")
    if kind == "example":
        return GAME.complete(Position.load(HERE / "examples" / f"e{int(number):02}.toml"), Random(0))
    if kind == "end":
        return lay_out(Position.load(EXAMPLES / f"{number}.toml"), Random(0))
    if said.first.startswith("position"):
        return GAME.complete(told_position(said.first.removeprefix("position")), Random(1))
    if kind in ("new", "bowls"):
        return (new_game if kind == "new" else set_up)(int(number), **said.rules)
    pier, _, players = said.first.partition(" of ")
    things = {
        (f"{name} 0" if name in ("hand", "kept", "tiles") else name): text
        for name, text in said.things.items()
    }
    rich = RICH if things.get("hand 0") == "rich" else {}
    return table(int(pier), int(players or 4), things | rich, **said.rules)


# ---- what is done, and what is seen of it ------------------------------------------------------------------


def sail(state, pier):
    """Let all decline until the next bowl, or until the boat has reached a pier."""
    if not pier:
        next_bowl(state)
    while pier and state.pier != int(pier):
        last_step(state)


def chance(state, _):
    """Let chance do the first thing that it can, until somebody has to act."""
    while state.to_act() < 0 and state.stack:
        state.apply(state.chance_outcomes()[0][0])


def put_bowls(state, _):
    """Let all put their bowls as far to the right as they can."""
    while state.decision_kind() == "bowl":
        last_step(state)


def heap(state, more, name):
    """Return what lies in a heap: of a player (``hand 0``), or of one kind (``pile valuables``)."""
    kinds = [more] if more in KINDS else KINDS
    called = name if more in KINDS else f"{name} {more}".strip()
    return " ".join(str(face) for kind in kinds for face in lying(state, kind, called))


def colour(state, number):
    """Return a player, or a neutral colour."""
    return number if number < state.players else ("neutral", "white")[number - state.players]


def on_spaces(state, numbers, values):
    """Return the spaces on which something lies, with what."""
    names = [state.rules.layout.spaces[number].id for number in numbers]
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True) if value)


def hut(state, space):
    number = state.rules.layout.number[space]
    owner, size = state.owners[number], state.sizes[number]
    return "none" if owner < 0 else f"{colour(state, owner)}{' double' * (size > 1)}"


def built(state, who):
    """Return the spaces with huts of a colour."""
    spaces = zip(state.rules.layout.spaces, state.owners, strict=True)
    return " ".join(space.id for space, owner in spaces if owner >= 0 and str(colour(state, owner)) == who)


def path(state, name):
    """Return the order of the colours on a path, best first."""
    order = state.counted.path_prizes(PATHS.index(name)).order
    return " ".join(f"{colour(state, one)}" for one, _ in order)


def scores(state, part):
    """Return the points of all players for a path, an area, or what else is scored."""
    found = state.scores()
    prizes = found.paths[PATHS.index(part)].points if part in PATHS else getattr(found, part)
    return " ".join(map(str, prizes))


def payments(state, _):
    """Return all ways to pay what is to be paid now."""
    if state.decision_kind() != "pay":
        return [""]
    found = []
    for action in state.legal_actions():
        then = state.clone()
        then.apply(action)
        found += [f"{str(action).removeprefix('pay ')} {rest}".strip() for rest in payments(then, _)]
    return found


def unread(state, line):
    """Return why a line says nothing that can be done in this game at all."""
    with pytest.raises(ToolkitError) as caught:
        GAME.parse_line(line, state)
    return caught.value


BOOK = Rulebook(
    lay,
    seen,
    looks={
        **{
            name: lambda state, more, name=name: heap(state, more, name)
            for name in ("hand", "kept", "pile", "open", "played", "bag", "board", "spent", "out")
        },
        "cards": lambda state, which: len(heap(state, which.partition(" ")[2], which.split()[0]).split()),
        "frame": lambda state, _: " ".join(map(str, state.stack[-1])),
        "birds": lambda state, _: " ".join(LANDSCAPES[face] for face in state.birds),
        "bowls": lambda state, _: ", ".join(
            f"R{at} {colour(state, owner)}" for at, owner in enumerate(state.bowls, 1) if owner >= 0
        ),
        "built": built,
        "hut": hut,
        "path": path,
        "payments": lambda state, _: ", ".join(payments(state, _)),
        "pole": lambda state, _: on_spaces(state, state.rules.layout.pole, state.pole),
        "scores": scores,
        "stones": lambda state, _: len([tile for tile in state.stone if tile >= 0]),
        "tiles": lambda state, player: ", ".join(TILES[tile] for tile in state.tiles[int(player)]),
        "winners": lambda state, _: " ".join(map(str, state.scores().winners)),
        "doubles": lambda state, _: " ".join(
            one.split()[1] for one in legal(state, "build") if "double" in one
        ),
        "singles": lambda state, _: " ".join(
            one.split()[1] for one in legal(state, "build") if "double" not in one
        ),
        "unread": unread,
        "renewed": lambda state, _: Counter(events(state, 1))["(the valuables are shuffled)"],
    },
    steps={"sail": sail, "chance": chance, "bowls": put_bowls},
)


@examples(HERE / "examples.txt")
def test_rule(lines):
    BOOK.check(lines)


# ---- the files ---------------------------------------------------------------------------------------------


def test_every_example_fits_the_schema_and_is_written_as_it_is_read():
    schema = jsonschema.Draft202012Validator(Position.schema())
    files = [*(HERE / "examples").glob("*.toml"), *EXAMPLES.glob("mangrovia-*.toml")]
    assert len(files) == 17
    for file in files:
        schema.validate(tomllib.loads(file.read_text("utf-8")))
        found = Position.load(file)
        assert Position.parse(found.to_json()) == found
    assert not schema.is_valid({"format": "mangrovia-position/1", "huts": [["a1"], []], "pier": 13})


def test_M39_B24_E15_what_the_final_position_suggests_changes_the_path_of_the_statue_alone():
    file = EXAMPLES / "mangrovia-end.toml"
    text = re.sub(r"^# (tiles =|\[rules\]|stone_tiles)", r"\1", file.read_text("utf-8"), flags=re.MULTILINE)
    plain, told = Position.load(file).scores(), Position.parse(text).scores()
    assert told.paths[0].points == (6, 0, 12, 0)
    assert [found.points for found in told.paths[1:]] == [found.points for found in plain.paths[1:]]


def test_M22_the_example_of_a_position_leaves_something_to_decide():
    file = EXAMPLES / "mangrovia-position.toml"
    state = GAME.complete(Position.load(file), Random(1))
    assert (state.to_act(), state.pier, state.points) == (0, 10, [5, 9, 9])
    assert len(legal(state, "build")) == 15
    text = file.read_text("utf-8").replace("# done = []  ", 'done = ["hut"]')
    assert GAME.complete(Position.parse(text), Random(1)).stack[-1][1:] == (0, 0, 0, 1, 0)
    text = re.sub(r"^# (pole|points)", r"\1", file.read_text("utf-8"), flags=re.MULTILINE)
    assert Position.parse(text).chief == (5, 9, 9)
