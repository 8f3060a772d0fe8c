"""The questions of ``tobago odds wayfarers`` by name, answered from a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from solvers.questions import Answer, Asked, Questions, Setting
from solvers.wayfarers import dice as of_dice
from solvers.wayfarers.cards import Scored, card_adds, tile_adds
from solvers.wayfarers.draws import Pile
from solvers.wayfarers.journal import Journal, thing_words
from solvers.wayfarers.standing import Names, majorities, names_setting
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.actions import MOST_DICE
from toolkit.games.wayfarers.caravan import FACES
from toolkit.games.wayfarers.components.names import KINDS, LAND, SPACE, TAGS, WATER
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOTS, TILE
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.play.gaining import DRAWS
from toolkit.games.wayfarers.position import EMPTY, Position
from toolkit.games.wayfarers.tableau import OpenSlot, Rival, Tableau

__all__ = ["QUERIES", "Asked", "answers"]

QUERIES = Questions[Position]("wayfarers-odds/1", numbers=("exact", "value"), always=False)
"""The questions; all are answered at once, and exactly."""

answers = QUERIES.answers

Slots = Annotated[Names, names_setting("only these slots, such as city,middle 1,L05", "NAMES")]
Cards = Annotated[Names, names_setting("only these cards; for card tiles too", "IDS")]
Dice = Annotated[int | None, Setting("so many dice (all of the player if not said)", 0, MOST_DICE)]
Kind = Annotated[str | None, Setting("this pile (land and water if not said)", words=KINDS)]
Tags = Annotated[Names, names_setting("any of these tags, such as open_water,library", "TAGS")]
Draws = Annotated[int, Setting("among so many cards", 1, 36)]

_CARDS = [card.id for card in CARDS if not card.printed]


def _known(name: str, names: Iterable[str], what: str) -> str:
    if name not in (known := list(names)):
        hint = did_you_mean(name, known, what * (len(known) < 40))
        raise ToolkitError(f"{quote(name)}: none of the {what}{hint}")
    return name


def _seats(position: Position) -> tuple[list[Tableau], int, list[Rival]]:
    """Return what all have, and whose seat asks."""
    return [position.tableau(seat) for seat in range(len(position.players))], position.me, position.rivals


@QUERIES.asks()
def score(position: Position) -> Iterator[Answer]:
    """Tell what would be scored if the game ended here (Y-93)."""
    yield Answer(about=position.scores().to_dict())


@QUERIES.asks()
def die(position: Position, *, slots: Slots = ()) -> Iterator[Answer]:
    """Tell for each face how a die comes to each free slot, what that costs and brings."""
    (tableaux, me, _), many = _seats(position), position.rules.chains == "many"
    tableau = tableaux[me]
    among = _slots(tableau, of_dice.free_slots(tableau), slots)
    means = of_dice.affordable_means(tableau)[-1]
    for face in FACES:
        uses = [
            use.to_dict(tableau) for one in among for use in of_dice.uses(tableau, face, one, means, many)
        ]
        yield Answer(about={"face": face, "supply": tableau.dice.count(face), "uses": uses})


@QUERIES.asks()
def roll(position: Position, *, slots: Slots = (), dice: Dice = None) -> Iterator[Answer]:
    """Tell the chance that a roll serves each slot, and of several that are named any, or all of them."""
    (tableaux, me, _), many = _seats(position), position.rules.chains == "many"
    tableau = tableaux[me]
    number = MOST_DICE - tableau.reserve if dice is None else dice
    among, told = _slots(tableau, tableau.slots, slots), dict[object, of_dice.Means]()
    for means in of_dice.affordable_means(tableau):  # what is told once is not told for more abilities
        served = [of_dice.serving_faces(tableau, slot, means, many) for slot in among]
        about = {"dice": number, "abilities": means.words}
        for slot, faces in zip(among, served, strict=True):
            if told.setdefault((slot, faces), means) is means:
                where = {"slot": SLOTS[slot.slot].name, "needs": of_dice.needs(slot), "faces": sorted(faces)}
                yield Answer(about=where | about, exact=of_dice.chance_of_any(faces, number))
        if slots and len(among) > 1 and told.setdefault(tuple(served), means) is means:
            union = frozenset[int]().union(*served)
            chances = {
                "any": of_dice.chance_of_any(union, number),
                "all": of_dice.chance_of_all(served, number),
            }
            for how, chance in chances.items():
                yield Answer(about={"slots": slots, "served": how} | about, exact=chance)


def _slots(tableau: Tableau, among: Sequence[OpenSlot], names: Sequence[str]) -> Sequence[OpenSlot]:
    own = {SLOTS[slot.slot].name: slot for slot in tableau.slots}
    for name in names:
        if own[_known(name, own, "slots of this player")] not in among:
            raise ToolkitError(f"{name}: a die lies there (Y-78)")
    return [own[name] for name in dict.fromkeys(names)] or among


@QUERIES.asks()
def journal(position: Position) -> Iterator[Answer]:
    """Tell what can be entered now, the ways to each final space, and what one thing more opens."""
    tableaux, me, rivals = _seats(position)
    others = [one.marker for one in tableaux[:me] + tableaux[me + 1 :]] + [one.marker for one in rivals]
    here = Journal.of(position.rules.sections, tableaux[me], others)
    now, further = _names(here.next()), _names(here.next(science=True))
    yield Answer(about={"marker": SPACES[here.marker], "next": now, "by_science": further})
    nearest = here.nearest()
    for end, ways in here.shortest().items():
        shortest = [way.to_dict() for way in ways]
        yield Answer(about={"final": SPACES[end], "shortest": shortest, "nearest": nearest[end].to_dict()})
    for counter, spaces in here.opens().items():
        new = set(here.with_more(counter).next()).difference(here.next())
        about = {"one_more": thing_words(counter), "next": _names(new), "reach": _names(spaces)}
        yield Answer(about=about)


def _names(spaces: Iterable[int]) -> list[str]:
    return [SPACES[space] for space in sorted(spaces)]


@QUERIES.asks()
def card(position: Position, *, cards: Cards = ()) -> Iterator[Answer]:
    """Tell what each face-up card, or what is named, adds to the points at the end."""
    scored = Scored.of(*_seats(position))
    shown = [one for kind in KINDS for one in getattr(position.display, kind) if one != EMPTY]
    for name in cards or shown:
        if _known(name, [*_CARDS, *TILE], "cards and tiles") in TILE:
            yield Answer(about={"kind": "tile", **tile_adds(scored, TILE[name]).to_dict()})
        else:
            kind = KINDS[CARDS[CARD[name]].kind]
            yield Answer(about={"kind": kind, **card_adds(scored, CARD[name]).to_dict()})


@QUERIES.asks()
def draw(
    position: Position, *, cards: Cards = (), kind: Kind = None, tags: Tags = (), draws: Draws = DRAWS
) -> Iterator[Answer]:
    """Tell the chance to find what is looked for among the next cards of a pile, each tag if nothing is."""
    named = [CARDS[CARD[_known(name, _CARDS, "cards")]] for name in cards]
    wanted = frozenset(TAGS.index(_known(name, TAGS, "tags")) for name in tags)
    usual = [KINDS.index(kind)] if kind else [LAND, WATER]
    for one in dict.fromkeys([card.kind for card in named]) or usual:
        pile = Pile.of(position, one)
        about = {"kind": KINDS[one], "draws": draws, "pile": pile.cards, "unseen": len(pile.unseen)}
        each = [wanted] if wanted or named else [frozenset([tag]) for tag in range(len(TAGS))]
        if one > SPACE and not named:
            raise ToolkitError(f"{KINDS[one]} cards have no tags (Y-13): name cards")
        for some in each:
            unseen = [CARDS[number] for number in (*pile.unseen, *pile.under) if number != HIDDEN]
            left = [card for card in unseen if card in named or not some.isdisjoint(card.tags)]
            if left or wanted or named:
                of = {"tags": [TAGS[tag] for tag in sorted(some)], "left": [card.id for card in left]}
                yield Answer(about=about | of, exact=pile.chance([card.number for card in left], draws))


@QUERIES.asks()
def majority(position: Position) -> Iterator[Answer]:
    """Tell who leads in comets and guilds."""
    tableaux, _, rivals = _seats(position)
    found = majorities([one.seat for one in tableaux], *[one.seat for one in rivals])
    yield from (Answer(about=one.to_dict()) for one in found)
