"""The questions of ``tobago odds wayfarers`` by name, answered from a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers.wayfarers import dice
from solvers.wayfarers.cards import Scored, card_adds, tile_adds
from solvers.wayfarers.draws import Pile
from solvers.wayfarers.journal import Journal, thing_words
from solvers.wayfarers.standing import majorities
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.actions import MOST_DICE
from toolkit.games.wayfarers.caravan import FACES
from toolkit.games.wayfarers.components.names import KINDS, LAND, SPACE, TAGS, WATER
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOTS, TILE
from toolkit.games.wayfarers.gaining import DRAWS
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.positions.position import EMPTY, Position
from toolkit.games.wayfarers.tableau import OpenSlot, Rival, Tableau

if TYPE_CHECKING:
    Told = tuple[Mapping[str, Any], Fraction | None]
    """What an answer is about with what is told, and perhaps a chance."""

FORMAT = "wayfarers-odds/1"

_CARDS = [card.id for card in CARDS if not card.printed]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about, where it leaves something open."""

    slots: tuple[str, ...] = ()  #: for ``die`` and ``roll``: names of slots; none: every slot
    dice: int | None = None  #: for ``roll``; None: all that the player has
    cards: tuple[str, ...] = ()  #: ids, for ``card`` tiles too; none: what lies face up, or any with a tag
    kind: str | None = None  #: for ``draw``: a kind of cards; None: land and water
    tags: tuple[str, ...] = ()  #: for ``draw``: tags, any of which will do; none: each by itself
    draws: int = DRAWS  #: for ``draw``: how many cards


class Answer(NamedTuple):
    """The answer to a question: what it is about with what is told, and perhaps an exact chance."""

    query: str
    about: Mapping[str, Any]
    exact: Fraction | None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data; where it is a chance, with ``exact`` and ``value``."""
        chance = {} if self.exact is None else {"exact": str(self.exact), "value": float(self.exact)}
        return {"query": self.query, **self.about, **chance}


def answers(query: str, position: Position, asked: Asked) -> list[Answer]:
    """Return the answers to a question; `ToolkitError` for an unknown one, or one that has no answer."""
    find = QUERIES[_known(query, QUERIES, "queries")]
    return [Answer(query, about, exact) for about, exact in find(position, asked)]


def _known(name: str, names: Iterable[str], what: str) -> str:
    if name not in (known := list(names)):
        hint = did_you_mean(name, known, what * (len(known) < 40))
        raise ToolkitError(f"{quote(name)}: none of the {what}{hint}")
    return name


def _seats(position: Position) -> tuple[list[Tableau], int, list[Rival]]:
    """Return what all have, and whose seat asks."""
    return [position.tableau(seat) for seat in range(len(position.players))], position.me, position.rivals


def _die(position: Position, asked: Asked) -> Iterator[Told]:
    """Tell for each face how a die comes to each free slot, what that costs and brings."""
    (tableaux, me, _), many = _seats(position), position.rules.chains == "many"
    tableau = tableaux[me]
    slots = _slots(tableau, dice.free_slots(tableau), asked.slots)
    means = dice.affordable_means(tableau)[-1]
    for face in FACES:
        uses = [use.to_dict(tableau) for one in slots for use in dice.uses(tableau, face, one, means, many)]
        yield {"face": face, "supply": tableau.dice.count(face), "uses": uses}, None


def _roll(position: Position, asked: Asked) -> Iterator[Told]:
    """Tell the chance that a roll serves each slot, and of several that are named any, or all of them."""
    (tableaux, me, _), many = _seats(position), position.rules.chains == "many"
    tableau = tableaux[me]
    number = MOST_DICE - tableau.reserve if asked.dice is None else asked.dice
    slots, told = _slots(tableau, tableau.slots, asked.slots), dict[object, dice.Means]()
    for means in dice.affordable_means(tableau):  # what is told once is not told for more abilities
        served = [dice.serving_faces(tableau, slot, means, many) for slot in slots]
        about = {"dice": number, "abilities": means.words}
        for slot, faces in zip(slots, served, strict=True):
            if told.setdefault((slot, faces), means) is means:
                where = {"slot": SLOTS[slot.slot].name, "needs": dice.needs(slot), "faces": sorted(faces)}
                yield where | about, dice.chance_of_any(faces, number)
        if asked.slots and len(slots) > 1 and told.setdefault(tuple(served), means) is means:
            union = frozenset[int]().union(*served)
            yield {"slots": asked.slots, "served": "any"} | about, dice.chance_of_any(union, number)
            yield {"slots": asked.slots, "served": "all"} | about, dice.chance_of_all(served, number)


def _slots(tableau: Tableau, among: Sequence[OpenSlot], names: Sequence[str]) -> Sequence[OpenSlot]:
    own = {SLOTS[slot.slot].name: slot for slot in tableau.slots}
    for name in names:
        if own[_known(name, own, "slots of this player")] not in among:
            raise ToolkitError(f"{name}: a die lies there (Y-78)")
    return [own[name] for name in dict.fromkeys(names)] or among


def _journal(position: Position, _asked: Asked) -> Iterator[Told]:
    """Tell what can be entered now, the ways to each final space, and what one thing more opens."""
    tableaux, me, rivals = _seats(position)
    others = [one.marker for one in tableaux[:me] + tableaux[me + 1 :]] + [one.marker for one in rivals]
    here = Journal.of(position.rules.sections, tableaux[me], others)
    now, further = _names(here.next()), _names(here.next(science=True))
    yield {"marker": SPACES[here.marker], "next": now, "by_science": further}, None
    nearest = here.nearest()
    for end, ways in here.shortest().items():
        shortest = [way.to_dict() for way in ways]
        yield {"final": SPACES[end], "shortest": shortest, "nearest": nearest[end].to_dict()}, None
    for counter, spaces in here.opens().items():
        new = set(here.with_more(counter).next()).difference(here.next())
        yield {"one_more": thing_words(counter), "next": _names(new), "reach": _names(spaces)}, None


def _names(spaces: Iterable[int]) -> list[str]:
    return [SPACES[space] for space in sorted(spaces)]


def _card(position: Position, asked: Asked) -> Iterator[Told]:
    """Tell what each face-up card, or what is named, adds to the points at the end."""
    scored = Scored.of(*_seats(position))
    shown = [card for kind in KINDS for card in getattr(position.display, kind) if card != EMPTY]
    for name in asked.cards or shown:
        if _known(name, [*_CARDS, *TILE], "cards and tiles") in TILE:
            yield {"kind": "tile", **tile_adds(scored, TILE[name]).to_dict()}, None
        else:
            kind = KINDS[CARDS[CARD[name]].kind]
            yield {"kind": kind, **card_adds(scored, CARD[name]).to_dict()}, None


def _draw(position: Position, asked: Asked) -> Iterator[Told]:
    """Tell the chance to find what is looked for among the next cards of a pile, each tag if nothing is."""
    named = [CARDS[CARD[_known(name, _CARDS, "cards")]] for name in asked.cards]
    tags = frozenset(TAGS.index(_known(name, TAGS, "tags")) for name in asked.tags)
    usual = [KINDS.index(_known(asked.kind, KINDS, "kinds"))] if asked.kind else [LAND, WATER]
    for kind in dict.fromkeys([card.kind for card in named]) or usual:
        pile = Pile.of(position, kind)
        about = {"kind": KINDS[kind], "draws": asked.draws, "pile": pile.cards, "unseen": len(pile.unseen)}
        each = [tags] if tags or named else [frozenset([tag]) for tag in range(len(TAGS))]
        if kind > SPACE and not named:
            raise ToolkitError(f"{KINDS[kind]} cards have no tags (Y-13): name cards")
        for some in each:
            cards = [CARDS[card] for card in (*pile.unseen, *pile.under) if card != HIDDEN]
            left = [card for card in cards if card in named or not some.isdisjoint(card.tags)]
            if left or tags or named:
                of = {"tags": [TAGS[tag] for tag in sorted(some)], "left": [card.id for card in left]}
                yield about | of, pile.chance([card.number for card in left], asked.draws)


def _score(position: Position, _asked: Asked) -> Iterator[Told]:
    """Tell what would be scored if the game ended here (Y-93)."""
    yield position.scores().to_dict(), None


def _majority(position: Position, _asked: Asked) -> Iterator[Told]:
    """Tell who leads in comets and guilds."""
    tableaux, _, rivals = _seats(position)
    found = majorities([one.seat for one in tableaux], *[one.seat for one in rivals])
    yield from ((one.to_dict(), None) for one in found)


QUERIES: dict[str, Callable[[Position, Asked], Iterator[Told]]] = {
    "score": _score,
    "die": _die,
    "roll": _roll,
    "journal": _journal,
    "card": _card,
    "draw": _draw,
    "majority": _majority,
}
"""The questions; all are answered at once, and exactly."""
