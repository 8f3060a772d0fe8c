"""The rules of Tobago by examples: `examples.txt`, in the form of `rule_examples`."""

from pathlib import Path
from random import Random

import pytest
from play_helpers import ROW, hand_of, hold, names, on_the_way, put_in_bag, table
from playing import brought, do, events, legal, read
from rule_examples import Rulebook, examples

from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.tobago import COLOURS
from toolkit.games.tobago.cards import treasure_name
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import BAG, DISCARDED, MAP_NUMBER, ON_MAPS, PILE, won

DRAWINGS = {
    "row": ROW,
    "coast": "M M M B B B J J S S",  # of E-5 to E-7: A on b1, B on d1, C on f1, D on h1, E on i1
    "meadow": "J J J J J J" + 4 * "\nB B B B B B",
    "lawn": "L J J J J\n J J J J J\nJ J J J J",
    "bay": "L J J . J J\n J J J J J J\nJ J J J J J",
    "shared": ROW,
    "cursed": ROW,
}
LAID = {
    # T-25: with the rose of the raiser 0, the raiser has two roses and two others have one each
    "shared": {"atvs": "e1 a1 a1", "brown": "1 not in jungle, 2 not in mountain, 0 in lake"},
    # the raiser 0 has one rose, player 1 one and player 2 two; from the bottom up: 0 2 2 1
    "cursed": {"atvs": "e1 a1 a1", "brown": "1 not in jungle, 2 not in mountain, 2 in lake"},
}


def lay(said):
    """Lay a table by hand, or begin a game (``new``), and play it at random up to a kind of decision."""
    kind, _, more = said.first.partition(" ")
    if kind == "new":
        players, _, until = more.partition(" until ")
        rules = GameRules(**said.rules)
        return on_the_way(int(players), rules, until=until) if until else GAME.new(int(players), rules)
    things = LAID.get(said.first, {}) | said.things
    maps = {
        colour: [(int(play[0]), play[2:]) for play in things[colour].split(", ")]
        for colour in COLOURS
        if colour in things
    }
    landmarks = {name: things[name].split() for name in ("huts", "palms", "statues") if name in things}
    state = table(
        DRAWINGS.get(said.first, said.first.replace(" / ", "\n")),
        atvs=things.get("atvs", "a1 a1").split(),
        maps=maps,
        landmarks=landmarks,
        lying=things.get("lying", "").split(),
        amulets=numbers(things.get("amulets", "")),
        **said.rules,
    )
    for thing, text in things.items():
        if thing.startswith("hand "):
            _, player, *alone = thing.split()
            hold(state, int(player), text.split(", ") if text else [], alone=bool(alone))
        elif thing.startswith("won by "):
            for coins in numbers(text):
                state.treasure_cards.give(coins, BAG, won(int(thing.removeprefix("won by "))))
    if "pile" in things:  # all of its cards are discarded, or gone
        for face in tuple(state.clue_cards.cards[PILE]):
            state.clue_cards.give(face, PILE, DISCARDED if things["pile"] == "discarded" else ON_MAPS)
    if "deck" in things:  # the other treasure cards are discarded, or gone but for those named
        discarded = things.get("discarded")
        put_in_bag(state, *numbers(things["deck"]), discarded=discarded and numbers(discarded))
    state.roses = numbers(things["roses"]) if "roses" in things else state.roses
    state.cursed = int(things.get("cursed", 0))
    state.gold_on_top = int(things.get("gold on top", state.gold_on_top))
    if said.first == "cursed":  # the treasure was raised and looked at, with all curses of the deck in it
        cards = ([0] * state.rules.curses + [2, 3, 4, 4])[:5]
        looks(do(state, "raise brown"), " ".join(map(treasure_name, cards)))
    return state


def numbers(text):
    return [int(number) for number in text.split()]


def told(values):
    return " ".join(map(str, values))


def looks(state, faces):
    """Let the players look at these cards of a raised treasure, and the last one be added."""
    *seen, added = faces.split()
    do(state, *(f"look {face}" for face in seen), f"add {added}")


def raised(state, text):
    """Raise a treasure of these cards, of which each is taken by the first who is asked; begin a new map."""
    colour, _, faces = text.partition(" ")
    looks(do(state, f"raise {colour}"), faces)
    for face in faces.split():
        if state.decision_kind() == "reveal":
            do(state, f"reveal {face}, take")
    begin(state, colour)


def begin(state, colour):
    """Begin a new map with the first clue of the hand that may; on a colour, if one is given."""
    brought(do(state, legal(state, f"clue {colour}")[0]), Random(0))


def discard(state, count):
    for face in state.clue_cards.cards[ON_MAPS][: int(count)]:
        state.clue_cards.give(face, ON_MAPS, DISCARDED)


def sees(state, viewer, what):
    """Return treasure cards as a seat sees them, or the last events that it heard."""
    word, _, count = what.partition(" ")
    if word == "log":
        return ", ".join(events(state, viewer)[-int(count) :])
    zone = state.observation(viewer)["treasure_cards"].zone(what)
    return told("?" if face == HIDDEN else face for face in zone)


def clues_on(state, colour):
    """Return the clues on a map after the numbers of their owners."""
    number, kinds = MAP_NUMBER[colour], state.compiled.decks.clues
    laid = zip(state.owners[number], state.clues[number], strict=True)
    return ", ".join(f"{owner} {kinds[face]}" for owner, face in laid)


def treasure_heap(state, more, name):
    heap = f"{name} {more}".strip()
    return told(state.treasure_cards.cards[state.treasure_cards.layout.number[heap]])


def world(state, what):
    """Return what is seen in a world that a player believes in."""
    viewer, _, more = what.partition(" ")
    return BOOK.seen(state.observation(int(viewer)).sample_world(Random(1)), more, "")


def unread(state, line):
    with pytest.raises(ToolkitError) as caught:
        read(state, line)
    return str(caught.value)


BOOK = Rulebook(
    lay,
    sees,
    looks={
        "map": lambda state, colour: names(state, state.candidates[MAP_NUMBER[colour]]),
        "clues": clues_on,
        "hand": lambda state, player: ", ".join(hand_of(state, int(player))),
        "cards": lambda state, player: len(hand_of(state, int(player))),
        **{
            name: lambda state, _, heap=heap: len(state.clue_cards.cards[heap])
            for name, heap in (("pile", PILE), ("discards", DISCARDED), ("laid", ON_MAPS))
        },
        "atvs": lambda state, _: told([*state.compiled.island.names, "nowhere"][at] for at in state.atvs),
        "lying": lambda state, _: names(state, state.amulet_hexes),
        "facings": lambda state, _: told(state.compiled.island.directions[way] for way in state.facings),
        "amulets": lambda state, _: told(state.amulets),
        "roses": lambda state, _: told(state.roses),
        "rota": lambda state, _: told(state.stack[-1].treasure.roses),
        **{
            name: lambda state, more, name=name: treasure_heap(state, more, name)
            for name in ("deck", "division", "discarded", "removed", "looked", "won")
        },
        "options": lambda state, _: len(state.legal_actions()),
        "read": lambda state, line: ", ".join(map(str, read(state, line))),
        "unread": unread,
        "world": world,
        "winners": lambda state, _: told(state.outcome().winners),
        "scores": lambda state, _: told(state.outcome().scores),
        "returns": lambda state, _: told(state.returns()),
    },
    steps={
        "chance": lambda state, _: brought(state, Random(0)),
        "looks": looks,
        "raised": raised,
        "begin": begin,
        "discard": discard,
    },
)


@examples(Path(__file__).with_name("examples.txt"))
def test_rule(lines):
    BOOK.check(lines)
