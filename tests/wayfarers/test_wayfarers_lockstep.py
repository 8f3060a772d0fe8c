"""The engine of Wayfarers in lockstep with a second one: who acts, what is legal, chances, where all lies.

By hand, for many games and what they met:
``PYTHONPATH=tests python tests/wayfarers/test_wayfarers_lockstep.py --games 2000``;
``--first 2000`` goes on where it stopped.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
import wayfarers_oracle_facts as box
from game_checks import heaps
from sizes import examples, nightly
from wayfarers_oracle import CHANCE, OVER, Table
from wayfarers_oracle_facts import GUILDS, KINDS, NUMBERS, TILE_NUMBERS, WORKERS
from wayfarers_oracle_rival import BOARDS, SoloTable

from solvers import player
from toolkit.core import decision
from toolkit.games.wayfarers.game import GAME

Rules = GAME.Rules

SWITCHES = {
    name: (False, True) if hint is bool else get_args(hint)
    for name, hint in get_type_hints(Rules).items()
    if hint is bool or get_origin(hint) is Literal
}

BOT, GREEDY = player("greedy"), {}
STYLES = {
    "greedy": GREEDY,  # mostly a bot, for which games end as they do for people
    "random": {},
    "worker": {"worker": 20, "decline": 0.1, "rest": 0.2},
    "traveller": {"to ": 50, "science": 9, "do journal": 9, "choose journal": 9, "decline": 0.1, "rest": 0.5},
    "collector": {"gain": 9, "draw three": 5, "die": 5, "decline": 0.02, "rest": 0.3},
    "influencer": {"influence": 9, "do influence": 9, "choose influence": 20, "use": 0.01, "decline": 0.03},
    "builder": {"tile": 20, "do upgrade": 9, "place back": 2, "use trade": 0.3, "decline": 0.05},
    "hireling": {"ship": 20, "use trade": 20, "raise placed": 5, "draw three": 9},
    "idler": {"decline": 5, "rest": 5},
}
"""How much players of some style like an action that begins so, by the first that fits; else 1."""

DICE_SLOTS = [*box.SLOTS, *(card for card, record in box.CARDS.items() if "die_slot" in record)]


def numbers(cards):  # of the engine
    return [NUMBERS.get(card, -1) for card in cards]


def held_by(own):  # what players and the rival have alike
    facts = {"guilds": [own["guilds"][g] for g in GUILDS], "hands": [own["hands"][w] for w in WORKERS]}
    return facts | {"marker": box.SPACES.index(own["marker"])}


def tableau_of(own):  # what one player owns
    facts = {name: own[name] for name in ("board", "silver", "provision", "influence", "reserve")}
    placed = [[DICE_SLOTS.index(slot), face] for slot, face in own["placed"].items()]
    facts |= held_by(own) | {"dice": sorted(own["dice"]), "placed": sorted(placed)}
    facts |= {kind: numbers(own[kind]) for kind in ("land", "water", "space")}
    facts |= {f"{kind}_folk": numbers(map(own["folk"].get, own[kind])) for kind in ("land", "water")}
    facts["inspirations"] = numbers(map(own["inspiration"].get, own["space"]))
    return facts | {"tiles": [[TILE_NUMBERS[tile], *where] for tile, *where in own["tiles"]]}


def rival_of(rival):  # what the rival owns
    facts = {name: rival[name] for name in ("spot", "comet", "path", "stepped", "bonuses")} | held_by(rival)
    facts |= {"board": list(BOARDS).index(rival["board"]), "cards": [rival["cards"][kind] for kind in KINDS]}
    facts["schemes"] = [int(card[1]) - 1 for card in rival["schemes"]]
    return facts | {"tiles": [TILE_NUMBERS[tile] for tile in rival["tiles"]]}


def mask_of(workers):  # those of this turn twice
    bits = [(WORKERS.index(colour), placed) for colour, placed in workers.items()]
    return sum((1 << bit) + (8 << bit) * placed for bit, placed in bits)


def facts_by(table):
    """Return what everybody sees, as the second engine has it, in the field names of the engine."""
    facts = {name: getattr(table, name) for name in ("turns", "player", "start", "ending")}
    facts |= {"gained": numbers(table.gained), "display": numbers(table.display), "pigeon": int(table.pigeon)}
    facts["used"] = sum(1 << GUILDS.index(guild) for guild in table.used)
    facts["tokens"] = [-1 if owner is None else owner for owner in table.tokens]
    facts["workers"] = [mask_of(workers) for workers in table.workers]
    facts["tiles_left"] = list(table.tiles_left.values())
    laid = [table.journal_tiles.get(space) for space in box.EMPTY_SPACES]
    facts["journal_tiles"] = [int(tile[1:]) - 1 if tile else -1 for tile in laid]
    facts["green"] = sum(1 << int(upper[1]) // 2 for upper, _ in table.green)
    return facts | {name: list(getattr(table, name).values()) for name in ("discount", "purse")}


def lying_by(table, kind):  # where the cards of a kind lie
    rows = {"under": table.under[kind], "drawn": table.drawn[kind], "pile": sorted(table.pile[kind])}
    rows["rival"] = sorted(table.rival["unseen"][kind]) if table.rival else []
    elsewhere = [card for cards in rows.values() for card in cards]
    rows["open"] = [card for card in box.deck(kind, table.rules.promos) if card not in elsewhere]
    return {row: numbers(cards) for row, cards in rows.items()}


def plain(value):  # tuples and tuples of these as lists
    if not isinstance(value, tuple):
        return value
    return list(map(list, value)) if value and isinstance(value[0], tuple) else list(value)


def agree(engine, second):  # or name what differs
    names = [name for name in engine | second if engine.get(name) != second.get(name)]
    assert not names, {name: (engine.get(name), second.get(name)) for name in names}


def compare(state, table):
    """Compare two tables and what is asked: who acts, what is legal, the chances."""
    pairs = [(state, facts_by(table))]
    pairs += zip(state.tableaux, map(tableau_of, table.own), strict=True)
    pairs += [(state.rivals[0], rival_of(table.rival))] if table.rival else []
    for engine, second in pairs:
        agree({name: plain(getattr(engine, name)) for name in second}, second)
    for kind in KINDS if table.who < 0 else ():  # where chance is next: that takes long
        lying = heaps(getattr(state, kind)).items()
        agree({name: list(cards) for name, cards in lying}, lying_by(table, kind))
    who = state.to_act()
    assert {decision.CHANCE: CHANCE, decision.TERMINAL: OVER}.get(who, who) == table.who
    if who == decision.CHANCE:
        agree({str(action): weight for action, weight in state.chance_outcomes()}, table.options)
    elif who != decision.TERMINAL:
        agree({str(action): 1 for action in state.legal_actions()}, table.options)


def answer(state, options, style, random):
    """Choose as chance or a player of a style does; what is liked is told by its first words."""
    if style is GREEDY and random.random() < 0.9:
        BOT.sit(state.to_act(), random)
        return str(BOT.choose(state.observation(state.to_act()), state.legal_actions()))
    likes = [[like for key, like in style.items() if text.startswith(key)] for text in options]
    weights = [weight * (liked or [1])[0] for weight, liked in zip(options.values(), likes, strict=True)]
    return random.choices(list(options), weights)[0]


def play(players, rules, styles, seed):
    """Play a game on both engines and return what was said; what differs fails with the moves."""
    random, said = Random(seed), []
    state, table = GAME.new(players, rules), (Table if players > 1 else SoloTable)(players, rules)
    try:
        while table.who != OVER:
            compare(state, table)
            style = {} if table.who == CHANCE else STYLES[styles[table.who]]
            said.append(answer(state, dict(sorted(table.options.items())), style, random))
            state.apply(GAME.parse(said[-1], players, rules))
            table.answer(said[-1])
        compare(state, table)
        scores, (totals, winners) = state.scores(), box.result(table.own, table.rival)
        assert (list(scores.totals), list(scores.winners)) == (totals, winners)
        assert list(state.outcome().winners) == [who for who in winners if who < players]
    except Exception as error:
        raise AssertionError(f"{players} players, {rules}: {error}; after {', '.join(said)}") from error
    return Counter([text.split()[0] for text in said] + ["fee"] * sum(" fee " in text for text in said))


def play_number(number):
    """Play a game by its number: with each number of players in turn, and with a few switches."""
    random, players = Random(f"game {number}"), 1 + number % 4
    few = [name for name in SWITCHES if random.random() < 0.3 and (name != "rival" or players == 1)]
    switches = {name: random.choice(SWITCHES[name]) for name in few}
    boards = random.sample(range(1, 5), players) if random.random() < 0.3 else ()
    rules = Rules(**switches, boards=tuple(boards), turn_limit=random.choice([8, 25, 60]))
    everyone = random.choice(list(STYLES))
    styles = [random.choice([everyone, *STYLES]) for _ in range(players)]
    return play(players, rules, styles, f"game {number}")


@pytest.mark.parametrize("start", range(2))
def test_both_engines_agree_on_every_step(start):
    met = sum((play_number(number) for number in range(start, examples(16), 2)), Counter())
    assert met["rest"]


@nightly
@pytest.mark.parametrize("start", range(8))
def test_both_engines_agree_in_many_games(start):
    met = sum((play_number(number) for number in range(1000 + start, 2000, 8)), Counter())
    assert met["rest"]
    assert met["fee"]


def test_both_engines_agree_when_influence_runs_out():
    """Then it is moved from elsewhere (Y-27): in one of 200 games of all styles, in nearly all of these."""
    rules, both = Rules(turn_limit=150), ["influencer"] * 2
    met = sum((play(2, rules, both, f"game {number}") for number in range(examples(3))), Counter())
    assert met["from"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    met = sum(map(play_number, range(options.first, options.first + options.games)), Counter())
    print(f"{options.games:,} games agree, from number {options.first:,}")
    print("\n".join(f"{count:8,} {what}" for what, count in sorted(met.items())))


if __name__ == "__main__":
    main()
