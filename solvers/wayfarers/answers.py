"""The questions that ``tobago odds wayfarers`` answers, by name, from what one player sees: no hidden card is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solvers.wayfarers import journal
from solvers.wayfarers.cards import Scored, card_adds, tile_adds
from solvers.wayfarers.dice import (
    affordable_means,
    chance_of_all,
    chance_of_any,
    free_slots,
    needs,
    serving_faces,
    uses,
)
from solvers.wayfarers.draws import Pile
from solvers.wayfarers.standing import majorities
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.caravan import FACES
from toolkit.games.wayfarers.components.names import KINDS, LAND, NONE, TAGS, WATER
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOT, SLOTS, TILE
from toolkit.games.wayfarers.gaining import DRAWS
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.scoring import final_scores
from toolkit.games.wayfarers.state import WayfarersState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.core.observation import Observation
    from toolkit.games.wayfarers.scoring import RivalSeat, Seat
    from toolkit.games.wayfarers.state import OpenSlot, Tableau

    Seen = Observation[WayfarersState]

FORMAT = "wayfarers-odds/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about, where it leaves something open."""

    slots: tuple[str, ...] = ()  #: for ``die`` and ``roll``: names of slots; none: every slot
    dice: int | None = None  #: for ``roll``; None: all that the player has
    cards: tuple[str, ...] = ()  #: ids, for ``card`` tiles too; none: what lies face up, or any with a tag
    kind: str | None = None  #: for ``draw``: a kind of cards; None: land and water
    tags: tuple[str, ...] = ()  #: for ``draw``: tags, any of which will do; none: each by itself
    draws: int = DRAWS  #: for ``draw``: how many cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a question: what it is about with what is told, and perhaps an exact chance."""

    query: str
    about: Mapping[str, Any] = field(default_factory=dict)
    exact: Fraction | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data; where it is a chance, with ``exact`` and ``value``."""
        data = {"query": self.query, **self.about}
        return data if self.exact is None else data | {"exact": str(self.exact), "value": float(self.exact)}


def answers(query: str, seen: Seen, asked: Asked) -> list[Answer]:
    """Return the answers to a question; `ToolkitError` for an unknown one, or one that has no answer."""
    find = QUERIES[_known(query, QUERIES, "queries")]
    if seen.player is None:
        raise ToolkitError("a spectator has no tableau to ask about")
    return list(find(seen, asked))


def _known(name: str, names: Iterable[str], what: str) -> str:
    if name not in names:
        raise ToolkitError(f"{quote(name)} is none of the {what}{did_you_mean(name, names, what)}")
    return name


def _mine(seen: Seen) -> Tableau:
    return seen[WayfarersState.tableaux][seen.player or 0]


# ---- dice (Y-78 to Y-82) -----------------------------------------------------------------------------------


def _die(seen: Seen, asked: Asked) -> Iterator[Answer]:
    """Tell for each face how a die comes to each free slot, what that costs and brings."""
    tableau, many = _mine(seen), seen.rules.chains == "many"
    slots, means = _slots(tableau, free_slots(tableau), asked.slots), affordable_means(tableau)[-1]
    for face in FACES:
        found = [use.to_dict(tableau) for slot in slots for use in uses(tableau, face, slot, means, many)]
        yield Answer(query="die", about={"face": face, "supply": tableau.dice.count(face), "uses": found})


def _roll(seen: Seen, asked: Asked) -> Iterator[Answer]:
    """Tell the chance that a roll serves each slot, and for several that are named any or all of them."""
    tableau, many = _mine(seen), seen.rules.chains == "many"
    dice = len(tableau.dice) + len(tableau.placed) if asked.dice is None else asked.dice
    slots, told = _slots(tableau, tableau.slots, asked.slots), set()
    for means in affordable_means(tableau):
        served = [serving_faces(tableau, slot, means, many) for slot in slots]
        about = {"dice": dice, "abilities": means.words}
        for slot, faces in zip(slots, served, strict=True):
            if (slot, faces) not in told:  # else the ability is of no use
                told.add((slot, faces))
                where = {"slot": SLOTS[slot.slot].name, "needs": needs(slot), "faces": sorted(faces)}
                yield Answer(query="roll", about={**where, **about}, exact=chance_of_any(faces, dice))
        if len(asked.slots) > 1:
            more = {"slots": list(asked.slots), **about}
            either = chance_of_any(frozenset().union(*served), dice)
            yield Answer(query="roll", about={"served": "any", **more}, exact=either)
            yield Answer(query="roll", about={"served": "all", **more}, exact=chance_of_all(served, dice))


def _slots(tableau: Tableau, among: Sequence[OpenSlot], names: Sequence[str]) -> Sequence[OpenSlot]:
    own = {SLOTS[slot.slot].name: slot for slot in tableau.slots}
    for name in names:
        if own[_known(name, own, "slots of this player")] not in among:
            raise ToolkitError(f"{name}: a die lies there (Y-78)")
    return [own[name] for name in names] or among


# ---- the journal (Y-28 to Y-34) ----------------------------------------------------------------------------


def _journal(seen: Seen, _asked: Asked) -> Iterator[Answer]:
    """Tell what can be entered now, the ways to each final space, and what one thing more opens."""
    tableaux, rivals = seen[WayfarersState.tableaux], seen[WayfarersState.rivals]
    markers = [one.marker for one in (*tableaux, *rivals)]
    taken = frozenset(markers[: seen.player] + markers[(seen.player or 0) + 1 :])
    at = seen.rules.sections, _mine(seen).marker, journal.held(_mine(seen)), taken
    now, further = ([SPACES[end] for end in journal.open_spaces(*at, science=one)] for one in (False, True))
    yield Answer(query="journal", about={"marker": SPACES[at[1]], "next": now, "by_science": further})
    nearest = journal.nearest_ways(*at)
    for end, found in journal.shortest_ways(*at).items():
        told = {"shortest": [way.to_dict() for way in found], "nearest": nearest[end].to_dict()}
        yield Answer(query="journal", about={"final": SPACES[end], **told})
    yield from (Answer(query="journal", about=one.to_dict()) for one in journal.opens(*at))


# ---- cards and piles ---------------------------------------------------------------------------------------


def _card(seen: Seen, asked: Asked) -> Iterator[Answer]:
    """Tell what each face-up card, or what is named, adds to the points at the end."""
    tableaux, rivals = seen[WayfarersState.tableaux], seen[WayfarersState.rivals]
    scored = Scored.of(tableaux, seen.player or 0, rivals)
    shown = [CARDS[card].id for card in seen[WayfarersState.display] if card != NONE]
    for name in asked.cards or shown:
        known = {one: number for one, number in (CARD | TILE).items() if one not in _PRINTED}
        number = known[_known(name, known, "cards and tiles")]
        if name in TILE:
            about = {"kind": "tile", **tile_adds(scored, number).to_dict()}
        else:
            about = {"kind": KINDS[CARDS[number].kind], **card_adds(scored, number).to_dict()}
        yield Answer(query="card", about=about)


_PRINTED = {card.id for card in CARDS if card.printed}


def _draw(seen: Seen, asked: Asked) -> Iterator[Answer]:
    """Tell the chance to find what is looked for among the next cards of a pile."""
    named = {KINDS[CARDS[CARD[_known(name, CARD, "cards")]].kind] for name in asked.cards}
    kinds = named or ([asked.kind] if asked.kind else [KINDS[LAND], KINDS[WATER]])
    for kind in KINDS:
        if kind in kinds:
            yield from _from_pile(kind, Pile.of(seen[kind]), asked)


def _from_pile(kind: str, pile: Pile, asked: Asked) -> Iterator[Answer]:
    about = {"kind": kind, "draws": asked.draws, "pile": pile.cards, "unseen": len(pile.unseen)}
    cards = [CARD[name] for name in asked.cards if KINDS[CARDS[CARD[name]].kind] == kind]
    tags = [TAGS.index(_known(name, TAGS, "tags")) for name in asked.tags]
    if cards:
        yield Answer(
            query="draw",
            about={**about, "cards": [CARDS[card].id for card in cards]},
            exact=pile.chance(cards, asked.draws),
        )
    each = [tags] if tags else [[tag] for tag in range(len(TAGS))] * (not cards)
    for some in each:
        wanted = [
            card for card in (*pile.unseen, *pile.under) if card >= 0 and set(some) & set(CARDS[card].tags)
        ]
        if wanted or tags:
            named = {"tags": [TAGS[tag] for tag in some], "left": [CARDS[card].id for card in wanted]}
            yield Answer(query="draw", about=about | named, exact=pile.chance(wanted, asked.draws))


# ---- scores and majorities ---------------------------------------------------------------------------------


def _score(seen: Seen, _asked: Asked) -> Iterator[Answer]:
    """Tell what would be scored if the game ended here (Y-93)."""
    yield Answer(query="score", about=final_scores(*_all(seen)).to_dict())


def _majority(seen: Seen, _asked: Asked) -> Iterator[Answer]:
    """Tell who leads in comets and guilds."""
    yield from (Answer(query="majority", about=one.to_dict()) for one in majorities(*_all(seen)))


def _all(seen: Seen) -> tuple[list[Seat], RivalSeat | None]:
    rivals = seen[WayfarersState.rivals]
    return [one.seat for one in seen[WayfarersState.tableaux]], rivals[0].seat if rivals else None


QUERIES: dict[str, Callable[[Seen, Asked], Iterator[Answer]]] = {
    "score": _score,
    "die": _die,
    "roll": _roll,
    "journal": _journal,
    "card": _card,
    "draw": _draw,
    "majority": _majority,
}
"""The questions; all are answered at once, and exactly."""
