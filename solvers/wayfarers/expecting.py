"""What players of Wayfarers can expect at the end, from what is there at the start of a turn.

It is a regression of the final lead over the others on `features`: how many points there are already, what
else is there that is good for more, and how much of that for each turn that is left. Leads are compared, not
points: who moves on in the journal shortens the game, and all have less then. The weights are in
``expecting.toml``; ``python -m solvers.wayfarers.fitting`` finds them anew in games of `greedy`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from solvers.wayfarers.worth import Outlook, points_now, turns_left
from toolkit.games.wayfarers.components.names import COMET_COUNT, COUNTERS
from toolkit.games.wayfarers.journal import COLUMN

if TYPE_CHECKING:
    from toolkit.games.wayfarers.state import WayfarersState

_PRIMARY = ("city", "vista", "harbour", "open water")
_COUNTED = tuple(
    [
        COUNTERS.index(name)
        for name in (
            "observatory_tags",
            "library_tags",
            "star_tags",
            "planet_tags",
            "townsfolk_cards",
            "inspiration_cards",
            "all_upgrades",
        )
    ]
)
_THINGS = (
    *_PRIMARY,
    *("fewest primary tags", "observatories", "libraries", "stars", "planets", "townsfolk", "inspirations"),
    *("tiles", "comets", "space cards", "places for space cards", "silver", "silver over 4", "provisions"),
    *("provisions over 4", "dice in the supply", "dice placed", "workers", "influence with guilds"),
    *("influence on cards", "camels", "telescopes", "pigeons", "ships", "chains", "discounts", "slots"),
    *("column", "columns behind the first", "way on", "points", "promised"),
)
NAMES = (
    *_THINGS,
    *[f"{name}, each turn" for name in _THINGS],
)
"""What is counted, in the order of `features`."""


LATE = 20.0
"""How many turns are left, or more, where what counts each turn counts in full."""

RIVAL = (1.13, 0.83, 34.9)
"""What the solo rival can expect on the same scale: for each point, for each turn that is left, and besides.

It is a regression on 60 solo games of `greedy`, with the weights as they are in the file.
"""

WEIGHTS = "expecting.toml"
"""The file with the weights, by the names of what they weigh."""


def features(state: WayfarersState, player: int) -> list[float]:
    """Return what a player has that is good for points, as `NAMES` says; nothing hidden is used."""
    outlook = Outlook(state, player)
    things, late = _things(outlook), min(1.0, outlook.turns / LATE)
    return [*things, *[late * many for many in things]]


def _things(outlook: Outlook) -> list[float]:
    tableau, state = outlook.tableau, outlook.state
    counts, columns = tableau.counts, tableau.caravan.columns[1:]
    mine, first = COLUMN[tableau.marker], max([COLUMN[marker] for marker in state.markers])
    found = [
        *counts[:4],
        *(min(counts[:4]), *[counts[one] for one in _COUNTED], counts[COMET_COUNT], len(tableau.space)),
        min(4, len(tableau.land) + len(tableau.water) - 1 - len(tableau.space)),
        *(min(4, tableau.silver), max(0, min(10, tableau.silver) - 4)),
        *(min(4, tableau.provision), max(0, min(10, tableau.provision) - 4)),
        *(len(tableau.dice), len(tableau.placed), sum(tableau.hands), sum(tableau.guilds)),
        state.tokens.count(outlook.player),
        *[sum([min(1, column.assets[asset]) for column in columns]) for asset in range(4)],
        sum([column.up + column.down for column in columns]),
        sum([column.silver + column.provision for column in columns]),
        *(len(tableau.slots), mine, first - mine, outlook.promise.way_on(tableau.marker)),
        *(points_now(state)[outlook.player], outlook.promise.now),
    ]
    return list(map(float, found))


@cache
def _weights() -> list[float]:
    read = tomllib.loads(files("solvers.wayfarers").joinpath(WEIGHTS).read_text("utf-8"))["weights"]
    return [read[name] for name in NAMES]


def expected(state: WayfarersState, player: int) -> float:
    """Return what a player can expect at the end, in points: what two can expect tells who leads then."""
    return sum([weight * many for weight, many in zip(_weights(), features(state, player), strict=True)])


def rival_expected(state: WayfarersState) -> float:
    """Return what the solo rival can expect at the end, to be compared with what the player can expect."""
    each_point, each_turn, besides = RIVAL
    return each_point * points_now(state)[-1] + each_turn * turns_left(state) + besides
