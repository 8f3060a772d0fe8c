"""The questions that ``tobago odds mangrovia`` answers, by name.

What is told of the own hand hangs on what the player knows alone: hidden cards are dealt somehow, and none of
these answers looks at them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from statistics import stdev
from typing import TYPE_CHECKING, Annotated, Any

from solvers.intervals import mean
from solvers.mangrovia.draws import Draws
from solvers.mangrovia.paying import can_pay, missing, payable, why_not
from solvers.mangrovia.piers import Piers
from solvers.mangrovia.standing import Settlement, standings
from solvers.playing_on import Cluster, Games, Jobs, Players, play_on
from solvers.questions import Answer, Asked, Questions, Seed, Setting
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.mangrovia.building import Holding, Payment, Site, sites
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, PIERS, RITUAL_SPACES
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.payments import START, TILE, source_of, value_of
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.state import MangroviaState

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["QUERIES", "Asked", "answers", "rounds_left"]

QUERIES = Questions[Position](
    "mangrovia-odds/1", always=False, beside=lambda position: {"board": position.rules.layout.label}
)
"""The questions; all but ``rounds`` are answered at once, and all but that and ``pier`` exactly."""

answers = QUERIES.answers


Space = Annotated[
    str | None,
    Setting(
        "only this space, such as c1", lying=lambda position: position.rules.layout.number, metavar="NAME"
    ),
]


def _open(position: Position) -> bool:
    return not position.over


def _scored(position: Position) -> bool:
    """Tell whether all values are known on which scores hang (M-36)."""
    return all(face > 0 for faces in position.lies["amulets"].values() for face in faces)


def _whole(position: Position) -> MangroviaState:
    """Return a game in the position; its hidden cards are not to be looked at."""
    return GAME.complete(position, Random(0))


def _number(position: Position, space: str | None) -> int | None:
    """Return the number of a space of the board, whose name may be typed in any case."""
    if space is None:
        return None
    spaces = position.rules.layout.number
    for name, number in spaces.items():
        if name.lower() == space.lower():
            return number
    raise ToolkitError(f"no space {quote(space)}{did_you_mean(space, spaces, 'spaces')}")


# ---- what can be paid, and what is missing (M-17, M-18, M-23) ----------------------------------------------


@QUERIES.asks(usual=_open)
def pay(position: Position, *, space: Space = None) -> Iterator[Answer]:
    """Tell every payment of each hut and double hut, or why there is none."""
    state, only = _whole(position), _number(position, space)
    able, refused = payable(state, position.me), why_not(state, position.me)
    for site in sites(position.rules.layout, position.marked):
        for build in (site.single, site.double) if only in (None, site.space) else ():
            told: dict[str, Any] = {"why_not": refused[build]} if build in refused else {}
            if build in able:
                told = {"payments": [_payment(payment, site) for payment in able[build]]}
            yield Answer(about={**_about(position, site, build.huts), **told})


def _about(position: Position, site: Site, huts: int) -> dict[str, Any]:
    space = position.rules.layout.spaces[site.space]
    landscapes = [LANDSCAPES[face] for face in space.landscapes]
    price = {"price": huts * site.price, "pay": space.pay, "landscapes": landscapes}
    return {"space": space.id, "huts": huts, **price, "points": huts * space.points}


def _kind(site: Site) -> str:
    return "cards" if site.in_cards else "amulets"


def _payment(payment: Payment, site: Site) -> dict[str, list[str]]:
    kinds = {START: "start ", TILE: "tile "}
    means = [f"{kinds.get(source_of(one), '')}{value_of(one)}" for one in payment.means]
    paid = [(*LANDSCAPES, "free landscape")[face] for face in payment.landscapes]
    return {"landscapes": paid, _kind(site): means}


@QUERIES.asks(usual=False)
def miss(position: Position, *, space: Space = None) -> Iterator[Answer]:
    """Tell the smallest sets that are missing, and the chance of enough after each pier (M-13, M-15)."""
    draws, held = Draws.of(position), Holding.of(_whole(position), position.me)
    for site, huts in _sites_missed(position, space):
        pile, row = (
            (draws.piles["valuables"], draws.rows["valuables"])
            if site.in_cards
            else (draws.bag, (1,) * draws.ones)
        )
        copies = Counter([*pile.unseen, *pile.played, *row])
        sets = [
            {_kind(site): list(one.values), "landscapes": [LANDSCAPES[face] for face in one.landscapes]}
            for one in missing(position.rules, held, site, huts, copies)
        ]

        def suits(then: Holding, site: Site = site, huts: int = huts) -> bool:
            return can_pay(position.rules, then, site, huts)

        chances = {str(pier): draws.at_pier(pier, held, suits) for pier in range(1, len(PIERS))}
        bird = any(face in position.marked for face in site.marked)
        about = {**_about(position, site, huts), "bird": bird, "missing": sets}
        yield Answer(about=about, distribution=chances)


def _sites_missed(position: Position, space: str | None) -> Iterator[tuple[Site, int]]:
    """Yield the space that is asked for, for one hut and for two; else each that birds mark, if unpaid."""
    only, under = _number(position, space), sites(position.rules.layout, position.marked)
    if only is None:
        able = payable(_whole(position), position.me)
        yield from (
            (site, 1)
            for site in under
            if position.owners[site.space] == FREE and site.marked and site.single not in able
        )
        return
    if position.owners[only] != FREE:
        raise ToolkitError(f"{space}: the space is not empty (M-17)")
    birds = position.marked if under[only].marked else tuple(range(len(LANDSCAPES)))  # as if one were there
    site = sites(position.rules.layout, birds)[only]
    yield from ((site, huts) for huts in ((1, 2) if site.doubled else (1,)))


# ---- piers, amulets, scores and rounds ---------------------------------------------------------------------


@QUERIES.asks(usual=_open)
def pier(position: Position) -> Iterator[Answer]:
    """Tell the best use of each pier, and what it is worth: that in the west, then that in the east."""
    piers = Piers(position)
    for space in range(RITUAL_SPACES - (position.players == 2)):  # M-8
        for number, uses in piers.ritual_space(space).items():
            told = [
                {
                    "actions": [str(action) for action in use.actions],
                    "worth": round(use.worth, 3),
                    "points": use.points,
                    "cards": use.cards,
                }
                for use in uses
            ]
            about = {"ritual_space": f"R{space + 1}", "pier": number, "uses": told}
            yield Answer(about=about, estimate=sum(use.worth for use in uses))


@QUERIES.asks(usual=_open)
def amulets(
    position: Position, *, price: Annotated[int | None, Setting("only this price", 0, 99)] = None
) -> Iterator[Answer]:
    """Tell what the amulet action lets see and keep, and what amulets can make then (M-15)."""
    draws, held = Draws.of(position), Holding.of(_whole(position), position.me)
    drawn = {",".join(map(str, faces)): chance for faces, chance in draws.amulets().items()}
    yield Answer(about={"what": "drawn", "huts": draws.huts}, distribution=drawn)
    kept = draws.kept()
    best = sum((total * chance for total, chance in kept.items()), Fraction(0))
    shown = {str(total): chance for total, chance in kept.items()}
    yield Answer(about={"what": "kept"}, exact=best, distribution=shown)
    spaces = [space for space in position.rules.layout.spaces if space.pay == "amulets"]
    prices = {huts * space.price for space in spaces for huts in ((1, 2) if space.doubled else (1,))}
    for one in sorted(prices) if price is None else [price]:
        yield Answer(about={"what": "makes", "price": one}, exact=draws.makes(held, one))


@QUERIES.asks(usual=_scored)
def score(position: Position) -> Iterator[Answer]:
    """Tell what would be scored if the game ended here (M-32 to M-37)."""
    yield Answer(about=position.scores().to_dict())


@QUERIES.asks()
def lead(position: Position) -> Iterator[Answer]:
    """Tell who leads where."""
    for standing in standings(Settlement.of(position)):
        yield Answer(about=standing.to_dict())


@QUERIES.asks(usual=False)
def rounds(
    position: Position,
    *,
    games: Games = 100,
    players: Players = ("greedy",),
    seed: Seed = 1,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Iterator[Answer]:
    """Tell how many rounds are left, simulated."""
    left = rounds_left(position, players, games=games, seed=seed, jobs=jobs, cluster=cluster)
    found = mean(left, 1)
    yield Answer(
        about={"games": games, "seed": seed, "players": list(players)},
        estimate=found.value,
        standard_error=stdev(left) / games**0.5 if games > 1 else None,
        interval=found,
        distribution={str(number): Fraction(count, games) for number, count in sorted(Counter(left).items())},
    )


def rounds_left(
    position: Position,
    names: Sequence[str],
    *,
    games: int,
    seed: int | str,
    jobs: int | None = None,
    cluster: str | Client | None = None,
) -> tuple[int, ...]:
    """Return how many rounds were left in each of many games, this one included.

    All else as in `solvers.playing_on.play_on`, errors too.
    """
    return tuple(
        play_on(GAME, position, names, _rounds_of, games=games, seed=seed, jobs=jobs, cluster=cluster)
    )


def _rounds_of(position: Position, state: MangroviaState) -> int:
    return state.round - position.round + 1
