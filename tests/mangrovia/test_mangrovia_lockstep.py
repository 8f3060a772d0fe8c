"""The engine of Mangrovia in lockstep with a second one: who acts, what is legal, chances, where all lies.

By hand, for many games and what they met:
``PYTHONPATH=tests python tests/mangrovia/test_mangrovia_lockstep.py --games 2000``;
``--first 2000`` goes on where it stopped.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import zip_longest
from random import Random

import pytest
from game_checks import heaps
from mangrovia_oracle import CHANCE, LANDS, OVER, Table, rows_of
from sizes import examples

from toolkit.core import decision
from toolkit.games.mangrovia import LANDSCAPES, TILES
from toolkit.games.mangrovia.game import GAME

Rules = GAME.Rules


def written(rows):
    """Return rows as the text of a file of data."""
    return "\n".join(map(",".join, [rows[0].keys(), *(row.values() for row in rows)]))


def box_with(groups, most):
    """Return a set-up with few pieces of some groups: then the piles or the bag are soon empty."""
    rows = rows_of("", "setup.csv")
    for row in rows:
        if row["group"] in groups:
            row["count"] = str(min(int(row["count"]), most))
    return written(rows)


def mixed_board(seed):
    """Return a board on which what spaces are, and the marks, lie elsewhere within plain spaces and areas."""
    random, rows = Random(seed), rows_of("", "board-reconstructed.csv")
    what = ("landscape", "landscape2", "price", "pay", "points", "example")
    for area in ("plain", "stone", "pole", "amulet"):
        for keys in (what, ("mark",)):
            there = [row for row in rows if row["area"] == area]
            taken = [{key: row[key] for key in keys} for row in random.sample(there, len(there))]
            for row, new in zip(there, taken, strict=True):
                row.update(new)
    return written(rows)


SWITCHES = {
    "plain": {},
    "neutral colours by mark": {"neutral_colours": "by_mark"},  # B1
    "talisman to the left": {"unclaimed_talisman": "left"},  # B3
    "ones to the board": {"spent_ones": "board"},  # B4
    "ones out": {"spent_ones": "out"},
    "ban for all": {"start_player_ban": "all"},  # B15
    "prizes without a hut": {"prize_needs_hut": False},  # B16
    "renewed when needed": {"renewal": "when_needed"},  # B17
    "partial amulets": {"amulets_partial": True},  # B18
    "neutral hut not in the stone total": {"stone_counts_neutral": False},  # B21
    "start player given": {"start_player": 1},  # B23
    "all stone tiles": {"stone_tiles": "all"},  # M-38
    "statue tiles": {"stone_tiles": "statues"},  # M-41
    "other stone tiles": {"stone_tiles": "others"},
    "neutral keeps its place": {"stone_tiles": "statues", "statue_beats_neutral": False},  # B24
    "amulet tiles score": {"stone_tiles": "others", "tile_amulet_scores": True},  # B25
    "tile waives the birds": {"stone_tiles": "others", "free_landscape": "waives_birds"},  # B26
    "paths without neutral huts": {"board": mixed_board(1), "prize_needs_hut": False},  # B16
    "six amulets": {"setup": box_with(("amulet",), 1)},  # B10, B17
    "few cards": {"setup": box_with(("landscape", "valuable"), 4), "round_limit": 15},  # B11, B17
}
"""Every value of every switch but the defaults, which are plain; and boxes with less in them."""


STYLES = {
    "random": {},
    "builder": {"build": 20, "decline": 0.05},
    "doubles": {"double": 100, "build": 0.5, "decline": 0.1, "bowl R4": 5},
    "idler": {"decline": 10, "build": 0.1},
    "hoarder": {"build": 0.003, "decline": 0.02},
    "shy of R1": {"bowl R1": 0.0001, "build": 5},
    "amulets": {"take amulets": 30, "build r": 30, "bowl R2": 9, "bowl R5": 5, "build": 0.5},
}
"""How much players of some style like an action that begins or ends so, by the first that fits; else 1."""


def weigh(style, text):
    """Return how much a player of some style likes an action."""
    likes = STYLES[style].items()
    return next((like for key, like in likes if text.startswith(key) or text.endswith(key)), 1)


def facts_of(state):
    """Return what lies on the table, as the engine has it, in words."""
    names = [space.id for space in state.rules.layout.spaces]
    poles = [names[space] for space in state.rules.layout.pole]
    stones = [names[space] for space in state.rules.layout.stone]
    huts = zip(names, zip(state.owners, state.sizes, strict=True), strict=True)
    return {
        "round": state.round,
        "pier": state.pier,
        "start": state.start,
        "birds": {LANDSCAPES[land] for land in state.birds},
        "bowls": {ritual + 1: bowl for ritual, bowl in enumerate(state.bowls) if bowl >= 0},
        "huts": {name: hut for name, hut in huts if hut[1]},
        "under": {name: tile for name, tile in zip(poles, state.pole, strict=True) if tile},
        "stone": {name: TILES[tile] for name, tile in zip(stones, state.stone, strict=True) if tile >= 0},
        "supply": list(state.supply),
        "chief": list(state.points),
        "track": list(state.track),
        "tiles": [sorted(TILES[tile] for tile in tiles) for tiles in state.tiles],
        "last": state.last,
        "start cards": [sorted(map(str, cards)) for cards in state.start_cards],
    }


def facts_by(table):
    """Return the same as the second engine has it."""
    same = ("round", "pier", "start", "birds", "bowls", "huts", "under", "stone", "supply", "chief", "last")
    found = {name: getattr(table, name) for name in same}
    found["track"] = [table.track(player) for player in range(table.n)]
    found["start cards"] = [sorted(hand["start"]) for hand in table.hand]
    return found | {"tiles": [sorted(hand["tiles"]) for hand in table.hand]}


def lying_by(table):
    """Return where all cards and amulets lie, as the second engine has it."""
    hands = list(enumerate(table.hand))
    valuables = {f"hand {p}": hand["valuables"] for p, hand in hands}
    landscapes = {f"hand {p}": hand["landscapes"] for p, hand in hands}
    amulets = {"board": table.ones, "bag": table.pile["amulets"], "spent": table.spent["amulets"]}
    amulets["out"] = table.out
    for heap, name in (("amulets", "kept"), ("drawn", "drawn")):
        amulets |= {f"{name} {p}": hand[heap] for p, hand in hands}
    for kind, found in (("valuables", valuables), ("landscapes", landscapes)):
        found |= {"pile": table.pile[kind], "open": table.open[kind], "played": table.spent[kind]}
    return {"valuables": valuables, "landscapes": landscapes, "amulets": amulets}


def agree(engine, second):
    """Compare two accounts of the same, and name what differs."""
    assert engine == second, {
        name: (engine.get(name), second.get(name))
        for name in engine.keys() | second.keys()
        if engine.get(name) != second.get(name)
    }


def all_pieces(table):
    """Return all that never gets more or less: cards and amulets, and the huts of each player (M-47)."""
    kinds = lying_by(table).items()
    pieces = {kind: Counter(card for held in lying.values() for card in held) for kind, lying in kinds}
    for player in range(table.n):
        built = sum(number for owner, number in table.huts.values() if owner == player)
        pieces[f"huts of {player}"] = table.supply[player] + built
    return pieces


def compare_tables(state, table):
    """Compare two tables, heap by heap."""
    agree(facts_of(state), facts_by(table))
    for kind, lying in lying_by(table).items():
        faces = {
            heap: [LANDS.index(c) if c in LANDS else int(c) for c in held] for heap, held in lying.items()
        }
        found = {heap: sorted(held) for heap, held in heaps(getattr(state, kind)).items()}
        agree(found, {heap: sorted(held) for heap, held in faces.items()})


def compare_questions(state, table):
    """Compare who is to act, what is legal, and the chances."""
    who = state.to_act()
    assert {decision.CHANCE: CHANCE, decision.TERMINAL: OVER}.get(who, who) == table.who
    if who == decision.CHANCE:
        agree({str(action): weight for action, weight in state.chance_outcomes()}, table.options)
    elif who != decision.TERMINAL:
        agree({str(action): 1 for action in state.legal_actions()}, table.options)


def compare_scores(state, table):
    """Compare the scores line by line, and the winners (M-31 to M-37)."""
    scores, lines = state.scores(), table.scores()
    found = {"chief": scores.chief, "stone": scores.stone, "pole": scores.pole, "amulets": scores.amulets}
    found |= {path.name.split()[1]: path.points for path in scores.paths} | {"total": scores.totals}
    agree({name: list(points) for name, points in found.items()}, lines)
    assert list(scores.winners) == list(state.outcome().winners) == table.winners(lines)


def compare_logs(state, table):
    """Compare what happened and what followed by the rules, in the words of the log."""
    events = [str(event) for event in state.full_log()]
    assert events == table.log, next(both for both in zip_longest(events, table.log) if both[0] != both[1])


def play(players, rules, styles, seed):
    """Play a game on both engines and return what the second one met; what differs fails with the moves."""
    random, said = Random(seed), []
    state, table = GAME.new(players, rules), Table(players, rules)
    pieces = all_pieces(table)
    try:
        compare_tables(state, table)
        compare_questions(state, table)
        while table.who != OVER:
            texts = sorted(table.options)
            weights = [table.options[text] for text in texts]
            if table.who != CHANCE:
                weights = [weigh(styles[table.who], text) for text in texts]
            said += random.choices(texts, weights)
            state.apply(GAME.parse(said[-1], players, rules))
            table.answer(said[-1])
            compare_tables(state, table)
            compare_questions(state, table)
        agree(pieces, all_pieces(table))
        compare_scores(state, table)
        compare_logs(state, table)
    except Exception as error:
        raise AssertionError(f"{players} players, {rules}: {error}; after {', '.join(said)}") from error
    return table.met


def play_number(number):
    """Play a game by its number: each switch in turn with each number of players, some with more."""
    random = Random(f"game {number}")
    switches = {"round_limit": 25} | list(SWITCHES.values())[number % len(SWITCHES)]
    players = 2 + (number + number // len(SWITCHES)) % 4
    if random.random() < 0.5:
        for other in random.sample(list(SWITCHES.values()), 4):
            switches = other | switches  # the first one keeps its word
    if random.random() < 0.3:
        switches["board"] = mixed_board(number)
    everyone = random.choice(list(STYLES))
    styles = [random.choice([everyone, *STYLES]) for _ in range(players)]
    return play(players, Rules(**switches), styles, f"game {number}")


@pytest.mark.parametrize("start", range(2))
def test_M47_both_engines_agree_on_every_step(start):
    met = sum((play_number(number) for number in range(start, examples(30), 2)), Counter())
    assert met["last hut"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    met = Counter()
    for number in range(options.first, options.first + options.games):
        met += play_number(number)
    print(f"{options.games:,} games agree, from number {options.first:,}")
    print("\n".join(f"{count:8,} {what}" for what, count in sorted(met.items())))


if __name__ == "__main__":
    main()
