"""The rules of Wazabi by examples: `examples.txt`, in the form of `rule_examples`."""

from pathlib import Path

from rule_examples import Rulebook, examples
from wazabi_helpers import deal, lying, new_game, roller, table

from toolkit.games.wazabi import NAMES


def lay(said):
    """Lay dice and hands for some players, or deal them to players who roll for the start (``start``)."""
    kind, _, players = said.first.rpartition(" ")
    things = dict(said.things)
    dice, points = ([int(number) for number in things.pop(name, "").split()] for name in ("dice", "points"))
    rest, direction = things.pop("rest", "pile"), int(things.pop("direction", 1))
    heaps = {heap: cards.split(", ") if cards else [] for heap, cards in things.items()}
    if kind:
        return deal(new_game(int(players), **said.rules))
    state = table(int(players), dice=dice, rest=rest, direction=direction, heaps=heaps, **said.rules)
    if points:  # of earlier rounds; this one is the last
        state.points, state.round = tuple(points), state.rules.rounds
    return state


def names(cards):
    return ", ".join(NAMES[card] if card >= 0 else "?" for card in cards)


def heap(state, more, name):
    """Return the cards of a heap, of which there may be one for each player."""
    return ", ".join(lying(state, f"{name} {more}".strip()))


def at_end(name):
    return lambda state, _: " ".join(map(str, getattr(state.outcome(), name)))


BOOK = Rulebook(
    lay,
    lambda state, viewer, zone: names(state.observation(viewer)["cards"].zone(zone)),
    looks={
        **{
            name: lambda state, more, name=name: heap(state, more, name)
            for name in ("hand", "before", "pile", "discard", "played")
        },
        "cards": lambda state, player: len(lying(state, f"hand {player}")),
        "rolls": lambda state, _: roller(state),
        "frame": lambda state, _: state.stack[-1],
        "returns": lambda state, _: " ".join(f"{one:g}" for one in state.returns()),
        "winners": at_end("winners"),
        "scores": at_end("scores"),
    },
    steps={"deal": lambda state, _: deal(state)},
)


@examples(Path(__file__).with_name("examples.txt"))
def test_rule(lines):
    BOOK.check(lines)
