"""Speed of the games as ratios against peers in the same run: ``python tests/bench/bench_games.py``."""

from __future__ import annotations

import gc
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parent))

from game_peers import openspiel_steps, rlcard_steps
from table import Row, best, run

from solvers import player
from solvers.players import Bot
from solvers.players.advice import advice_for
from solvers.players.expert import played_on
from solvers.wayfarers import Journal
from toolkit import play
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.game import find_game
from toolkit.games.wayfarers.scoring import final_scores

NAMES = ("wazabi", "tobago", "silver", "mangrovia", "wayfarers")
JUDGED = ("tobago", "wayfarers", "mangrovia", "silver")
ABOUT = """\
Random play of whole games on one core in pure Python, in processor time; a step is one decision or one
chance node. The peers play gin rummy, OpenSpiel (C++ below Python) and RLCard (`pip install open_spiel
rlcard`); games and peers take turns, and the best of five rounds counts. What a seat knows is worked out
when it looks, or when the first world is sampled: "at every decision" includes that. A playout of the judge
goes from a turn in the first half of a game to its end, all seats played by `greedy`; the peer plays at
random from the same turns. A decision is one between several actions, in whole
games of `expert` against `greedy`: the mean of each, and the longest."""


def random_end(state, random):
    """Play at random from a state to the end and return how many decisions and chance nodes that took."""
    uniform, count = random.random, 0
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            action = state.sample_chance(random)
        else:
            actions = state.legal_actions()
            action = actions[int(uniform() * len(actions))]
        state.apply_unchecked(action)
        count += 1
    return count


def our_steps(name, random):
    """Return a function that plays one random game with each number of players and returns the steps."""
    game = find_game(name)
    return lambda: sum(random_end(game.new(players), random) for players in game.players)


def rates(steps, seconds, rounds=5):
    """Return steps a second of processor time by name: the best of several rounds that take turns.

    The first game of each warms up. Taking turns lets all meet the same busy moments of a shared machine.
    """
    for one in steps.values():
        one()
    found = [{name: rate(one, seconds / rounds) for name, one in steps.items()} for _ in range(rounds)]
    return {name: max(times[name] for times in found) for name in steps}


def rate(steps, seconds):
    """Return steps a second of processor time."""
    begun, count = time.process_time(), 0
    while time.process_time() - begun < seconds:
        count += steps()
    return count / (time.process_time() - begun)


def looking(name, players, seed):
    """Play a random game in which the player to act looks before every decision, and thinks of one world.

    Returns the mean seconds of a look and of that world, and some of the states with what was seen there.
    """
    game, random, luck = find_game(name), Random(seed), Random(seed)
    state, spent, looks, kept = game.new(players), [0, 0], 0, []
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        begun = time.process_time_ns()
        seen = state.observation(actor)
        looked = time.process_time_ns()
        seen.sample_world(luck)
        spent = [spent[0] + looked - begun, spent[1] + time.process_time_ns() - looked]
        looks += 1
        if looks % 20 == 1:
            kept.append((state.clone(), seen))
        actions = state.legal_actions()
        state.apply_unchecked(actions[int(random.random() * len(actions))])
    return [one / 1e9 / looks for one in spent], kept


def small_costs(name, players, seed=7):
    """Return the mean seconds of a clone, an observation and a sampled world over a random game."""
    games = [looking(name, players, seed) for _ in range(5)]
    kept, random = games[0][1], Random(seed)
    return {
        "clone": best(lambda: [state.clone() for state, _ in kept]) / len(kept),
        "observation, at every decision": min(look for (look, _), _ in games),
        "sample_world, first, at every decision": min(first for (_, first), _ in games),
        "sample_world, again": best(lambda: [seen.sample_world(random) for _, seen in kept]) / len(kept),
    }


def judged_turns(name, players, games, seed=7):
    """Return states at turns of games between greedy players: four of each game, from its first half."""
    game, advice, found = find_game(name), advice_for(name), []
    for number in range(games):
        record = play(game.new(players), [player("greedy") for _ in range(players)], seed=seed + number)
        turns = [state.clone() for state in record.states() if state.decision_kind() in advice.judges_at]
        found += [turns[len(turns) * part // 6] for part in range(4)]
    return found


def playouts(name, players, quick):
    """Return the mean seconds from a turn to the end of the game: by the judge, and at random.

    The two take turns at every position, so that both meet the same busy moments of a shared machine.
    """
    turns, random, spent = judged_turns(name, players, 1 if quick else 6), Random(7), [0.0, 0.0]
    judge = partial(played_on, advice=advice_for(name), random=random, horizon=None)
    judge(turns[0].clone())  # what is loaded once does not count
    for turn in turns:
        for number, work in enumerate((judge, partial(random_end, random=random))):
            state, begun = turn.clone(), time.process_time_ns()
            work(state)
            spent[number] += (time.process_time_ns() - begun) / 1e9
    return [total / len(turns) for total in spent]


class Timed(Bot):
    """A player whose decisions between several actions are timed: seconds of processor time."""

    def __init__(self, name):
        self._player, self.spent = player(name), []

    def sit(self, seat, random):
        """Take a seat."""
        self._player.sit(seat, random)

    def choose(self, observation, legal_actions):
        """Return what the player chooses."""
        begun = time.process_time_ns()
        action = self._player.choose(observation, legal_actions)
        if len(legal_actions) > 1:
            self.spent.append((time.process_time_ns() - begun) / 1e9)
        return action


def thinking(name, players, quick):
    """Return the seconds of each decision of an expert, and of the greedy players that it meets.

    The first of each does not count: it loads what stays, such as the compiled rounds of Silver.
    """
    expert, others = Timed("expert"), [Timed("greedy") for _ in range(players - 1)]
    for seed in range(1 if quick else 4):
        play(find_game(name).new(players), [expert, *others], seed=seed)
    return expert.spent[1:], [spent for other in others for spent in other.spent[1:]]


def huts_and_scores(seed=7):
    """Return the mean seconds of what Mangrovia's players ask for: what a hand of eight pays for, the end."""
    game, random = find_game("mangrovia"), Random(seed)
    state, hands = game.new(4), []
    while state.to_act() != TERMINAL:
        if state.decision_kind() == "action" and state.stack[-1].hut:
            hands.append(with_a_hand_of_eight(state, random))
        if state.to_act() == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
        else:
            state.apply_unchecked(random.choice(state.legal_actions()))
    for one in hands:
        one.legal_actions()
    return {
        "spaces that eight cards pay for": best(lambda: [one.legal_actions() for one in hands]) / len(hands),
        "final scoring": best(lambda: [state.scores() for _ in range(100)]) / 100,
    }


def with_a_hand_of_eight(state, random):
    """Return a copy of a state in which the player to act holds five valuables and three landscapes."""
    state, player = state.clone(), state.to_act()
    for zones, many in ((state.valuables, 5), (state.landscapes, 3)):
        zones.pour(player, state.pile)
        for face in random.sample(zones.cards[state.pile], many):
            zones.give(face, state.pile, player)
    state.start_cards = ((),) * state.players
    return state


def journals_and_scores(seed=7):
    """Return the mean seconds of what Wayfarers' players ask for, over positions in games of two bots."""
    game, tables = find_game("wayfarers"), []
    for start in range(3):
        state = game.new(2)
        record = play(state, [player("greedy"), player("greedy")], seed=seed + start)
        tables += record.replay().tableaux
    full = max(tables, key=lambda one: len(one.cards()) + len(one.tiles))
    journals = [Journal.of("AAA", one)._replace(marker=0) for one in tables]
    held = full.seat
    return {
        f"score of {len(full.cards())} cards and {len(full.tiles)} tiles": best(
            lambda: [final_scores([held]) for _ in range(100)]
        )
        / 100,
        "ways through the journal": best(lambda: [one.shortest() for one in journals]) / len(journals),
    }


def rows(quick):
    """Yield the rows of the table; the peers are left out where they are not installed."""
    random = Random("bench")
    peers = {"OpenSpiel gin_rummy": openspiel_steps(random), "RLCard gin-rummy": rlcard_steps(random)}
    peers = {name: steps for name, steps in peers.items() if steps}
    games = {name: our_steps(name, random) for name in NAMES}
    found = rates(games | peers, 0.5 if quick else 5.0)
    for name in games:
        for peer in peers or [""]:
            yield Row(f"{name}, steps", found[name], peer, found.get(peer), rate=True)
    for name, players in [*((name, 4) for name in NAMES), ("wazabi", 6)]:
        for what, cost in small_costs(name, players).items():
            yield Row(f"{name}, {players} players, {what}", cost)
    for name in JUDGED:
        for players in (2, 4):
            gc.collect()
            gc.freeze()  # what other games have left is not looked through while this one is timed
            judge, chance = playouts(name, players, quick)
            yield Row(f"{name}, {players} players, a playout of the judge", judge, "random play", chance)
            ours, theirs = thinking(name, players, quick)
            yield Row(
                f"{name}, {players} players, a decision of expert",
                *(fmean(ours), "greedy", fmean(theirs)),
                worst=max(ours),
                peers_worst=max(theirs),
            )
    for what, cost in huts_and_scores().items():
        yield Row(f"mangrovia, 4 players, {what}", cost)
    for what, cost in journals_and_scores().items():
        yield Row(f"wayfarers, {what}", cost)


if __name__ == "__main__":
    run("games", ABOUT, rows)
