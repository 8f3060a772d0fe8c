"""The rules of Silver by examples: `examples.txt`, in the form of `rule_examples`."""

from ast import literal_eval
from pathlib import Path

from rule_examples import Rulebook, examples
from silver_helpers import dealt, idle, lying, over, seen, table, top, unseen, village


def lay(said):
    """Lay villages by hand, or deal them (``dealt``; ``unseen``, before the first looks)."""
    kind, _, villages = said.first.partition(" ")
    things = dict(said.things)
    if kind in ("dealt", "unseen"):
        things |= {"discard": int(things.get("discard", 9))}
        return (dealt if kind == "dealt" else unseen)(*villages.split(" / "), **things, **said.rules)
    if "guards" in things:  # player, guard over charge
        player, guard, _, charge = things["guards"].replace(",", "").split()
        things["guards"] = {int(player): (int(guard), int(charge))}
    fields = {name: things.pop(name) for name in ("first", "round", "totals", "halved") if name in things}
    state = table(*said.first.split(" / "), **things, **said.rules)
    for name, value in fields.items():
        setattr(state, name, literal_eval(value))
    return state


def numbers(values):
    return " ".join(map(str, values))


def sees(state, viewer, what):
    """Return a zone as a seat sees it, or its log, or a field that all see."""
    if what == "log":
        return numbers(state.observation(viewer).log)
    return state.observation(viewer)[what] if what == "halved" else seen(state, viewer, what)


BOOK = Rulebook(
    lay,
    sees,
    looks={
        "village": lambda state, player: village(state, int(player)),
        **{zone: lambda state, more, zone=zone: lying(state, zone) for zone in ("discard", "shown", "held")},
        "top": lambda state, more: top(state) if more == "discard" else lying(state, "top"),
        "guards": lambda state, player: ", ".join(f"{a} over {b}" for a, b in state.guards[int(player)]),
        "over": lambda state, _: over(state),
        "points": lambda state, _: numbers(state.results[0].points),
        "scored": lambda state, player: numbers(state.results[0].villages[int(player)]),
        "winners": lambda state, _: numbers(state.outcome().winners),
        "read": lambda state, line: ", ".join(map(str, state.game.parse_line(line, state))),
    },
    steps={"idle": lambda state, turns: idle(state, int(turns or 1))},
)


@examples(Path(__file__).with_name("examples.txt"))
def test_rule(lines):
    BOOK.check(lines)
