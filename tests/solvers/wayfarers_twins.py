"""The odds of Wayfarers once more: by the game, by all rolls and draws, by constraints and graphs."""

import json
from itertools import pairwise, permutations, product

import networkx as nx
from constraint import BacktrackingSolver, Problem

from solvers.players import player
from toolkit.core.hidden import HIDDEN
from toolkit.core.play import run
from toolkit.games.wayfarers.actions import DECLINE, HIRE_SHIP, USE_TRADE, Adjust, PutDie, TakeDie
from toolkit.games.wayfarers.components.names import KINDS, NONE, OWNED
from toolkit.games.wayfarers.components.tables import CARDS
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import COLUMN, CONNECTIONS, FINAL
from toolkit.games.wayfarers.position import Position
from toolkit.games.wayfarers.scoring import final_scores


def position(*players, **keys):
    """Return a position of these players, of two at least; what is not said is as at the beginning."""
    keys["players"] = [*players, *[{}] * (2 - len(players))]
    return Position.parse(json.dumps({"format": "wayfarers-position/1"} | keys), "here.json")


def random_states(seed, players, every=60):
    """Yield states of a random game in which a turn begins."""
    state, due = GAME.new(players), every
    for step, _ in enumerate(run(state, [player("random")] * players, seed=seed)):
        if step >= due and state.decision_kind() == "turn":
            due = step + every
            yield state.clone()


def put_down(state, face):
    """Return how the game lets the only die be put down: slot, final face, bits of the abilities used."""
    found, open_ = set(), [state.clone()]
    open_[0].tableaux[state.player].dice = (face,)
    while open_:
        here = open_.pop()
        for action in here.legal_actions():
            if isinstance(action, PutDie):
                found.add((action.slot, here.stack[-1].face, here.used))
            elif isinstance(action, TakeDie | Adjust) or action in (HIRE_SHIP, USE_TRADE, DECLINE):
                then = here.clone()
                then.apply(action)
                open_ += [then] * (then.player == state.player and then.decision_kind() != "end turn")
    return found


def shares(dice, served):
    """Return in how many of all rolls a die serves any slot, and dice of their own serve all of them."""
    some = every = 0
    for roll in product(range(1, 7), repeat=dice):
        some += any(face in faces for face in roll for faces in served)
        pairs = product(enumerate(roll, 1), enumerate(served))
        fits = [(-die, slot) for (die, face), (slot, faces) in pairs if face in faces]
        every += len(nx.max_weight_matching(nx.Graph(fits))) == len(served)
    return some, every


def drawn(pile, draws):
    """Yield the next cards in every order in which the unseen ones can lie, elsewhere too."""
    places = [HIDDEN] * (pile.cards - len(pile.under)) + list(pile.under)
    for order in map(iter, permutations(pile.unseen)):
        yield [next(order) if card == HIDDEN else card for card in places][:draws]


def needed(sections):
    """Return what each connection requires."""
    return {(one.start, one.end): one.sides["AB".index(sections[one.section])] for one in CONNECTIONS}


def paths(start, moves):
    """Return all ways with so many moves to a final space, by constraints."""
    edges, problem = set(needed("AAA")), Problem(BacktrackingSolver(forwardcheck=True))
    problem.addVariable(0, [start])
    for move in range(1, moves + 1):
        domain = FINAL if move == moves else set(range(len(COLUMN))) - FINAL
        problem.addVariable(move, sorted(space for space in domain if COLUMN[space] >= COLUMN[start] + move))
        problem.addConstraint(lambda here, there: (here, there) in edges, (move - 1, move))
    return [tuple(found[move] for move in range(moves + 1)) for found in problem.getSolutions()]


def missing(sections, path, have):
    """Return what is missing on a way, walking it: what is spent is gone, what must be had stays."""
    lacks, left = {}, list(have)
    for step in pairwise(path):
        one = needed(sections)[step]
        if one.counter >= 0:
            lacks[one.counter] = max(lacks.get(one.counter, 0), one.at_least - have[one.counter])
        for guild, many in enumerate(one.spend, OWNED):
            left[guild] -= many
            lacks[guild] = max(0, -left[guild])
    return {counter: many for counter, many in lacks.items() if many > 0}


def reach(sections, start, have, taken):
    """Return the spaces to which some way leads on which nothing is missing."""
    graph, ends = nx.DiGraph(list(needed(sections))), set(range(len(COLUMN))) - taken - {start}
    ways = ((end, nx.all_simple_paths(graph, start, end)) for end in ends)
    return {end for end, some in ways if any(not missing(sections, path, have) for path in some)}


def gains(state, me, more):
    """Return what changes in the final scores when a player has more: for that player, and for each other."""
    seats, rival = [one.seat for one in state.tableaux], [one.seat for one in state.rivals]
    then = final_scores([more if seat == me else one for seat, one in enumerate(seats)], *rival).totals
    change = [now - was for now, was in zip(then, state.scores().totals, strict=True)][: state.players]
    return change[me], tuple([0 if seat == me else points for seat, points in enumerate(change)])


def with_card(seat, card, host):
    """Return a seat with one card more, an inspiration above a space card."""
    kind, above = KINDS[CARDS[card].kind], dict(zip(seat.space, seat.inspirations, strict=True))
    if kind != "inspiration":
        seat = seat._replace(**{kind: (*getattr(seat, kind), card)})
    goals = [card if one == host else above.get(one, NONE) for one in seat.space]
    return seat._replace(inspirations=tuple(goals))
