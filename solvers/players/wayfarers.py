"""Advice for Wayfarers: bots choose by what a move is worth (`solvers.wayfarers.worth`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, singledispatch
from math import sqrt

from solvers.players.advice import Leads, PointsAdvice, Recipe, shares
from solvers.wayfarers.expecting import expected, rival_expected
from solvers.wayfarers.weights import DIE, FRESH_DIE, MARK, MOVE, RESTING, WORKER
from solvers.wayfarers.worth import Outlook, points_now, turns_left
from toolkit.core.decision import Action
from toolkit.games.wayfarers.actions import (
    HIRE_SHIP,
    PLACED,
    PROVISION_FEE,
    REST,
    ROLL,
    SILVER_FEE,
    SLOT_BLOCK,
    USE_TRADE,
    Adjust,
    Choose,
    Discard,
    Do,
    DrawThree,
    Gain,
    Host,
    InfluenceCard,
    InfluenceGuild,
    Journal,
    Keep,
    MoveInfluence,
    Pay,
    PlaceTile,
    PutDie,
    PutWorker,
    Refresh,
    Reroll,
    Retrieve,
    Say,
    TakeDie,
    TakeFrom,
    TakeTile,
)
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import GUILDS, TRADE
from toolkit.games.wayfarers.components.tables import SPOTS, TILES, tile_prices
from toolkit.games.wayfarers.display import place_of, price
from toolkit.games.wayfarers.play.dice import Placing
from toolkit.games.wayfarers.play.effects import Paying
from toolkit.games.wayfarers.play.gaining import Hosting, PlacingTile
from toolkit.games.wayfarers.play.turns import Resting
from toolkit.games.wayfarers.state import WayfarersState, without

_LUCK = 2.0  # points by which the end may differ from what is expected, for each root of a turn left
_SURE = 2.0


class WayfarersAdvice(PointsAdvice):
    """Judges by the points that each player can expect at the end."""

    judges_at = frozenset({"turn"})
    worlds = 1  # of what is hidden only how many cards there are is looked at
    recipe = Recipe(frozenset({"turn"}), worlds=4, width=4, horizon=75)  # 16 turns or so

    def leads(self, state: WayfarersState, actions: Sequence[Action]) -> Leads:
        """Return how far ahead each action puts the player who acts."""
        outlook = Outlook(state, state.to_act())
        adds = {action: _adds(action, outlook) for action in state.legal_actions()}
        points = points_now(state)
        mine = points[outlook.player]
        # The best action is what the player can expect now: others fall behind it.
        lead = mine - (sum(points) - mine) / (len(points) - 1) - max(adds.values())
        return Leads([lead + adds[action] for action in actions], _spread(outlook.turns), len(points))

    def values(self, state: WayfarersState) -> Sequence[float]:
        """Return the share of the victory that each player can expect."""
        if state.reason:
            return state.returns()
        found = [expected(state, player) for player in range(state.players)]
        if state.rivals:
            found.append(rival_expected(state))
        return shares(found, _spread(turns_left(state)))[: state.players]

    def reached(self, state: WayfarersState) -> Sequence[float]:
        """Return the same of a game that was played on; at its end by how far it was won.

        That way a few games tell more of the actions for which they are played on.
        """
        if state.reason:
            return shares([float(one) for one in state.scores().totals], _SURE)[: state.players]
        return self.values(state)


def _spread(turns: float) -> float:
    """Return by how many points the end may differ from what is expected, with so many turns left."""
    return _SURE + _LUCK * sqrt(max(0.0, turns))


# ---- what an action adds to the points of the player who acts ---------------------------------------------


@singledispatch
def _adds(_action: Action, _outlook: Outlook) -> float:
    """Return what an action adds; nothing for what only sets an order."""
    return 0.0


@_adds.register
def _(action: TakeDie, outlook: Outlook) -> float:
    dice = (
        without(outlook.tableau.dice, action.face)
        if outlook.state.decision_kind() == "turn"
        else outlook.tableau.dice
    )
    worth = max(outlook.put(action.final, dice), outlook.with_ship(action.final, dice))
    return worth - outlook.scale * DIE


@_adds.register
def _(action: PutDie, outlook: Outlook) -> float:
    frame = outlook.state.stack[-1]
    assert isinstance(frame, Placing)  # noqa: S101  # dice are put down nowhere else
    worth = next(worth for worth, slot in outlook.uses(frame.face, frame.ship) if slot == action.slot)
    return worth + outlook.left(outlook.tableau.dice, action.slot)


@_adds.register
def _(action: Say, outlook: Outlook) -> float:
    frame = outlook.state.stack[-1]
    if action is REST:
        return (
            outlook.rest(active=len(outlook.tableau.dice) <= 1) + RESTING + outlook.left(outlook.tableau.dice)
        )
    if action is HIRE_SHIP and isinstance(frame, Placing):
        return outlook.with_ship(frame.face, outlook.tableau.dice)
    if action is USE_TRADE:
        return _trade(outlook)
    if action is ROLL:
        return 0.0
    return float(action is SLOT_BLOCK) / 100


def _trade(outlook: Outlook) -> float:
    """Return what the trade ability adds: the best die after two steps instead of as it is."""
    frame = outlook.state.stack[-1]
    if isinstance(frame, Placing):
        near = [face for face in range(frame.face - 2, frame.face + 3) if 1 <= face <= 6]
        dice = outlook.tableau.dice
        return max([outlook.put(face, dice) for face in near]) - outlook.token_spent(TRADE)
    dice = outlook.tableau.dice
    now = max(map(outlook.die, dice))
    best = max(outlook.die(face) for die in dice for face in range(max(1, die - 2), min(6, die + 2) + 1))
    gain = best - now - outlook.token_spent(TRADE)
    if outlook.state.decision_kind() == "turn":
        left = outlook.left(dice) - outlook.left([min(dice, key=outlook.die)])
        return best + left - outlook.scale * DIE - outlook.token_spent(TRADE) if gain > 0 else -1.0
    return gain if gain > 0 else -1.0


@_adds.register
def _(action: PutWorker, outlook: Outlook) -> float:
    worth = outlook.worker(place_of(outlook.state, action.card), action.fee)
    return worth + outlook.left(outlook.tableau.dice)


@_adds.register
def _(action: Do, outlook: Outlook) -> float:
    return outlook.part(action.effect, outlook.purse)


@_adds.register
def _(action: Choose, outlook: Outlook) -> float:
    return outlook.parts(action.branch, outlook.purse)


@_adds.register
def _(action: Pay, outlook: Outlook) -> float:
    frame = outlook.state.stack[-1]
    assert isinstance(frame, Paying)  # noqa: S101  # blocks are paid nowhere else
    purse = outlook.purse.more(-action.silver, -action.provision)
    gain = outlook.parts(BLOCKS[frame.block].parts, purse)
    return gain - outlook.paid(action.silver, action.provision)


@_adds.register
def _(action: Gain, outlook: Outlook) -> float:
    state, place = outlook.state, place_of(outlook.state, action.card)
    frame = state.stack[-1]
    effect = EFFECTS[frame.effect]  # type: ignore[attr-defined]
    due, _ = price(state, place, effect)
    worth = outlook.kept(place)
    return worth - outlook.paid(due + (action.fee == SILVER_FEE), action.fee == PROVISION_FEE)


@_adds.register
def _(action: Discard, outlook: Outlook) -> float:
    place = place_of(outlook.state, action.card)
    gain = outlook.parts(BLOCKS[SPOTS[place]].parts, outlook.purse) + outlook.workers_at(place)
    return gain - outlook.paid(action.fee == SILVER_FEE, action.fee == PROVISION_FEE)


@_adds.register
def _(action: DrawThree, outlook: Outlook) -> float:
    effect = EFFECTS[outlook.state.stack[-1].effect]  # type: ignore[attr-defined]
    return outlook.drawn(effect.kind) - outlook.paid(0, action.provision)


@_adds.register
def _(action: Keep, outlook: Outlook) -> float:
    return outlook.card(action.card)


@_adds.register
def _(action: Host, outlook: Outlook) -> float:
    frame = outlook.state.stack[-1]
    assert isinstance(frame, Hosting)  # noqa: S101  # nothing else is hosted
    return outlook.host(frame.card, action.card)


@_adds.register
def _(action: TakeTile, outlook: Outlook) -> float:
    frame = outlook.state.stack[-1]
    effect = EFFECTS[frame.effect]  # type: ignore[attr-defined]
    silver, guild, influence = tile_prices(TILES[action.tile].kind)
    if action.influence:
        return outlook.tile(action.tile) - influence * outlook.token_spent(guild)
    less = outlook.state.discount[0]
    return outlook.tile(action.tile) - outlook.paid(0 if effect.free else max(0, silver - less), 0)


@_adds.register
def _(action: PlaceTile, outlook: Outlook) -> float:
    frame = outlook.state.stack[-1]
    assert isinstance(frame, PlacingTile)  # noqa: S101  # tiles are laid nowhere else
    return outlook.place(frame.tile, action)


@_adds.register
def _(action: InfluenceGuild, outlook: Outlook) -> float:
    taken = 0.0 if outlook.tableau.influence else min(map(outlook.token_spent, range(len(GUILDS))))
    return outlook.guild(action.guild) - taken


@_adds.register
def _(action: TakeFrom, outlook: Outlook) -> float:
    in_guild = action.source < len(GUILDS)
    return -outlook.token_spent(action.source) if in_guild else -outlook.scale * MARK


@_adds.register
def _(action: InfluenceCard, outlook: Outlook) -> float:
    wanted = outlook.card(action.card)
    return outlook.scale * MARK + max(0.0, wanted) / 50


@_adds.register
def _(action: MoveInfluence, outlook: Outlook) -> float:
    return outlook.guild(action.target) - outlook.token_spent(action.source) + outlook.scale * MOVE / 2


@_adds.register
def _(action: Journal, outlook: Outlook) -> float:
    return outlook.step(action)


@_adds.register
def _(_action: Refresh, outlook: Outlook) -> float:
    return outlook.scale * DIE


@_adds.register
def _(action: Reroll, outlook: Outlook) -> float:
    mean = sum(map(outlook.die, range(1, 7))) / 6
    gain = mean - outlook.die(action.face)
    return gain - (0.1 if isinstance(outlook.state.stack[-1], Resting) else -FRESH_DIE / 3)


@_adds.register
def _(action: Adjust, outlook: Outlook) -> float:
    """Return what the best face adds that this step leads to, with those that are left after it (Y-39)."""
    stack, worth, face = outlook.state.stack, outlook.die, action.face
    left, below = stack[-1].left - 1, stack[-2] if len(stack) > 1 else None  # type: ignore[attr-defined]
    least = 0.01
    if face == PLACED and isinstance(below, Placing):
        worth, face, least = partial(outlook.face, ship=below.ship), below.face, 0.0
    reached = range(max(1, face + action.by - left), min(6, face + action.by + left) + 1)
    return max(map(worth, reached)) - worth(face) + least


@_adds.register
def _(action: Retrieve, outlook: Outlook) -> float:
    return outlook.scale * WORKER - outlook.paid(action.fee == SILVER_FEE, action.fee == PROVISION_FEE)


ADVICE = WayfarersAdvice()
"""The advice for Wayfarers."""
