"""The questions that ``tobago odds mangrovia`` answers, by name.

What is told of the own hand hangs on what the player knows alone: hidden cards are dealt somehow, and none of
these answers looks at them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from statistics import stdev
from typing import TYPE_CHECKING, Any

from solvers.intervals import Interval, mean
from solvers.mangrovia.draws import Draws
from solvers.mangrovia.paying import Holding, Payment, can_pay, missing, payable, why_not
from solvers.mangrovia.piers import Piers
from solvers.mangrovia.settlement import Settlement
from solvers.mangrovia.standing import standings
from solvers.playing_on import play_on
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.mangrovia.building import Site, sites
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, PIERS, RITUAL_SPACES
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.payments import START, TILE, source_of, value_of
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.state import MangroviaState

if TYPE_CHECKING:
    from distributed import Client


FORMAT = "mangrovia-odds/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about, where it leaves something open."""

    space: str | None = None  #: for ``pay`` and ``miss``; None: every space
    price: int | None = None  #: for ``amulets``; None: each price of a space that is paid with them
    players: tuple[str, ...] = ("greedy",)  #: for ``rounds``, as all that follows: see `rounds_left`
    games: int = 100
    seed: int | str = 1
    jobs: int | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a question: what it is about with what is told, and perhaps one number."""

    query: str
    about: Mapping[str, Any] = field(default_factory=dict)
    exact: Fraction | None = None  #: a chance, or an expected number
    distribution: Mapping[str, Fraction] | None = None  #: chances by outcome
    estimate: float | None = None  #: a number by rules of thumb
    simulated: Sequence[int] = ()  #: what came out of each game

    @property
    def interval(self) -> Interval | None:
        """The mean of what was simulated, with its 95 % confidence interval (Student)."""
        return mean(self.simulated, 1) if self.simulated else None

    @property
    def value(self) -> float | None:
        """The number as a float."""
        if self.interval:
            return self.interval.value
        return self.estimate if self.exact is None else float(self.exact)

    @property
    def standard_error(self) -> float | None:
        """The standard error of what was simulated; None for a single game."""
        number = len(self.simulated)
        return stdev(self.simulated) / number**0.5 if number > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data; where it is a number, with ``exact``, ``value`` and ``se``."""
        data = {"query": self.query, **self.about}
        if self.value is not None:
            exact = None if self.exact is None else str(self.exact)
            data |= {"exact": exact, "value": self.value, "se": self.standard_error}
        if self.interval:
            data["interval"] = [self.interval.low, self.interval.high]
        if self.distribution is not None:
            data["distribution"] = {outcome: str(chance) for outcome, chance in self.distribution.items()}
        return data


def answers(query: str, position: Position, asked: Asked) -> list[Answer]:
    """Return the answers to a question; `ToolkitError` for an unknown one, or one that has no answer."""
    if query not in QUERIES:
        hint = did_you_mean(query, QUERIES, "queries")
        raise ToolkitError(f"no query {quote(query)}{hint}")
    return list(QUERIES[query](position, asked))


def usual_queries(position: Position) -> list[str]:
    """Return the questions that are of use without a setting: all exact ones that have an answer now."""
    known = all(face > 0 for faces in position.lies["amulets"].values() for face in faces)
    return [*([] if position.over else ["pay", "pier", "amulets"]), *(["score"] if known else []), "lead"]


def _whole(position: Position) -> MangroviaState:
    """Return a game in the position; its hidden cards are not to be looked at."""
    return GAME.complete(position, Random(0))


def _space(position: Position, asked: Asked) -> int | None:
    if asked.space is None:
        return None
    spaces = position.rules.layout.number
    for name, number in spaces.items():
        if name.lower() == asked.space.lower():
            return number
    raise ToolkitError(f"no space {quote(asked.space)}{did_you_mean(asked.space, spaces, 'spaces')}")


# ---- what can be paid, and what is missing (M-17, M-18, M-23) ----------------------------------------------


def _pay(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell every payment of each hut and double hut, or why there is none."""
    state, only = _whole(position), _space(position, asked)
    able, refused = payable(state, position.me), why_not(state, position.me)
    for site in sites(position.rules.layout, position.marked):
        for build in (site.single, site.double) if only in (None, site.space) else ():
            told: dict[str, Any] = {"why_not": refused[build]} if build in refused else {}
            if build in able:
                told = {"payments": [_payment(payment, site) for payment in able[build]]}
            yield Answer(query="pay", about={**_about(position, site, build.huts), **told})


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


def _miss(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the smallest sets that are missing, and the chance of enough after each pier (M-13, M-15)."""
    draws, held = Draws.of(position), Holding.of(_whole(position), position.me)
    for site, huts in _sites_missed(position, asked):
        pile, row = (draws.piles[0], draws.rows[0]) if site.in_cards else (draws.bag, (1,) * draws.ones)
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
        yield Answer(query="miss", about=about, distribution=chances)


def _sites_missed(position: Position, asked: Asked) -> Iterator[tuple[Site, int]]:
    """Yield the space that is asked for, for one hut and for two; else each that birds mark, if unpaid."""
    only, under = _space(position, asked), sites(position.rules.layout, position.marked)
    if only is None:
        able = payable(_whole(position), position.me)
        yield from (
            (site, 1)
            for site in under
            if position.owners[site.space] == FREE and site.marked and site.single not in able
        )
        return
    if position.owners[only] != FREE:
        raise ToolkitError(f"{asked.space}: the space is not empty (M-17)")
    birds = position.marked if under[only].marked else tuple(range(len(LANDSCAPES)))  # as if one were there
    site = sites(position.rules.layout, birds)[only]
    yield from ((site, huts) for huts in ((1, 2) if site.doubled else (1,)))


# ---- amulets, piers, scores and rounds ---------------------------------------------------------------------


def _amulets(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell what the amulet action lets see and keep, and what amulets can make then (M-15)."""
    draws, held = Draws.of(position), Holding.of(_whole(position), position.me)
    drawn = {",".join(map(str, faces)): chance for faces, chance in draws.amulets().items()}
    yield Answer(query="amulets", about={"what": "drawn", "huts": draws.huts}, distribution=drawn)
    kept = draws.kept()
    best = sum((total * chance for total, chance in kept.items()), Fraction(0))
    shown = {str(total): chance for total, chance in kept.items()}
    yield Answer(query="amulets", about={"what": "kept"}, exact=best, distribution=shown)
    spaces = [space for space in position.rules.layout.spaces if space.pay == "amulets"]
    prices = {huts * space.price for space in spaces for huts in ((1, 2) if space.doubled else (1,))}
    for price in sorted(prices) if asked.price is None else [asked.price]:
        about = {"what": "makes", "price": price}
        yield Answer(query="amulets", about=about, exact=draws.makes(held, price))


def _pier(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell the best use of each pier, and what it is worth: that in the west, then that in the east."""
    piers = Piers(position)
    for space in range(RITUAL_SPACES - (position.players == 2)):  # M-8
        for pier, uses in piers.ritual_space(space).items():
            told = [
                {
                    "actions": [str(action) for action in use.actions],
                    "worth": round(use.worth, 3),
                    "points": use.points,
                    "cards": use.cards,
                }
                for use in uses
            ]
            about = {"ritual_space": f"R{space + 1}", "pier": pier, "uses": told}
            yield Answer(query="pier", about=about, estimate=sum(use.worth for use in uses))


def _score(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell what would be scored if the game ended here (M-32 to M-37)."""
    yield Answer(query="score", about=position.scores().to_dict())


def _lead(position: Position, _asked: Asked) -> Iterator[Answer]:
    """Tell who leads where."""
    for standing in standings(Settlement.of(position)):
        yield Answer(query="lead", about=standing.to_dict())


def _rounds(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell how many rounds are left, simulated."""
    left = rounds_left(
        position,
        asked.players,
        games=asked.games,
        seed=asked.seed,
        jobs=asked.jobs,
        cluster=asked.cluster,
    )
    about = {"games": asked.games, "seed": asked.seed, "players": list(asked.players)}
    shares = {str(rounds): Fraction(count, len(left)) for rounds, count in sorted(Counter(left).items())}
    yield Answer(query="rounds", about=about, simulated=left, distribution=shares)


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


QUERIES: dict[str, Callable[[Position, Asked], Iterator[Answer]]] = {
    "pay": _pay,
    "miss": _miss,
    "pier": _pier,
    "amulets": _amulets,
    "score": _score,
    "lead": _lead,
    "rounds": _rounds,
}
"""The questions; all but ``rounds`` are answered at once, and all but that and ``pier`` exactly."""
