"""What a seat sees of Silver, as text; slots are written as in position files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from toolkit.core import Game
from toolkit.core.decision import IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.telling.language import isolated
from toolkit.core.told import noting, wording
from toolkit.games.silver.actions import DRAW
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.noting import NotedGame, check_there
from toolkit.games.silver.position import Position, Slot, position_of
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import SilverState
from workbench.cli.play.choosing import typable
from workbench.cli.play.desk import named
from workbench.cli.play.voice import Voice
from workbench.cli.printing import styled, table_of

_SLOTS = 8
"""Slots of a village that stand side by side: more of them would not fit into 80 columns."""


def table(seen: Observation[SilverState], voice: Voice) -> list[RenderableType]:
    """Return what lies open: round, piles, and the village of every player as this seat knows it."""
    position = position_of(seen)
    widest = max(len(village) for village in position.villages)
    parts = [_villages(seen, position, voice, first) for first in range(0, widest, _SLOTS)]
    return [Text(_head(seen, position, voice)), *parts, Text("\n".join(_marks(seen, position, voice)))]


def _villages(seen: Observation[SilverState], position: Position, voice: Voice, first: int) -> Table:
    """Return the villages from a slot on, as many slots of them as stand side by side."""
    parts = [village[first : first + _SLOTS] for village in position.villages]
    slots, turn = range(first, first + max(map(len, parts))), seen[SilverState.turn] if seen.stack else None
    rows = [
        (
            named(seen, voice.seats, player, active=turn == player),
            voice.language.number(seen[SilverState.totals][player]),
            *(_slot(slot, voice) for slot in part),
        )
        for player, part in enumerate(parts)
        if part
    ]
    heads = (voice.seats.number(slot) for slot in slots)
    player, points = voice.word("player"), voice.word("points")
    return table_of(player, points, *heads, rows=rows, numbers=[points])


def _head(seen: Observation[SilverState], position: Position, voice: Voice) -> str:
    pile, number, language = seen[SilverState.cards].zone("discard"), seen[SilverState.round], voice.language
    discards = voice.teller(None).word("table", "discards", count=len(pile))  # one card in the notation, too
    parts = [
        voice.word("round" if seen.rules.score_mode else "round_of", number=number, rounds=seen.rules.rounds),
        voice.word("deck", count=position.deck),
        language.listed([discards, voice.word("top", number=pile[-1])]) if pile else discards,
    ]
    if position.shown:
        parts.append(f"{voice.word('shown')}: {_listed(position.shown, voice)}")
    if position.called_by is not None:
        parts.append(voice.word("called", who=isolated(voice.seats.who(position.called_by))))
    return language.semicolon.join(parts)


def _marks(seen: Observation[SilverState], position: Position, voice: Voice) -> list[str]:
    """Return what the signs mean, and where amulet and Bodyguards lie."""
    lines = [voice.word("signs")]
    if position.amulet:
        lines.append(voice.word("lies", place=place_of(*position.amulet, voice)))
    elif seen[SilverState.amulet] >= 0:
        lines.append(voice.word("holder", who=isolated(voice.seats.player(seen[SilverState.amulet]))))
    for one in position.guards:
        guard, charge = (place_of(one.player, slot, voice) for slot in (one.guard, one.charge))
        lines.append(voice.word("guards", guard=guard, charge=charge))
    return lines


def place_of(seat: int, slot: int, voice: Voice) -> str:
    """Return a place of a village: as records write it, or as people say it."""
    if not voice.seats.first:
        return f"{seat}:{slot}"
    return voice.word("place", who=isolated(voice.seats.who(seat)), number=slot + 1)


def _listed(cards: Iterable[int], voice: Voice) -> str:
    """Return cards by number and name."""
    say = voice.teller(None)
    return voice.language.listed(
        [voice.word("card", number=card, name=say.name("characters", card)) for card in cards]
    )


def _slot(slot: Slot, voice: Voice) -> str:
    if slot.number is None:
        return voice.word("hidden")
    return f"{voice.language.number(slot.number)}{'!' if slot.face_up else ''}"


def hand(seen: Observation[SilverState], voice: Voice) -> list[RenderableType]:
    """Return the cards in hand."""
    held = in_hand(seen)
    return [Text(f"{voice.word('held')}: {_listed(held, voice)}")] if held else []


def in_hand(seen: Observation[SilverState]) -> list[int]:
    """Return the cards in hand that the seat sees; none when it is somebody else's turn."""
    held = seen[SilverState.cards].zone("held") if seen[SilverState.turn] == seen.player else ()
    return [face for face in held if face != HIDDEN]


lines = "note_silver"


def noted(
    game: Game[Any, Any], players: int, rules: Rules, seat: int, *, notation: bool
) -> noting.NotedGame[SilverState]:
    """Begin the notes of a printed game; `ToolkitError` for rules by which all is forgotten."""
    own = NotedGame(players, rules, seat)
    return wording.worded(game, players, rules, seat, notation=True) if notation else own


def what(game: noting.NotedGame[SilverState], words: Sequence[str], voice: Voice) -> list[RenderableType]:
    """Return what a card of a village probably is, and who knows it, or the next card of the deck.

    `ToolkitError` for words that name neither, and for a place that is not there.
    """
    from solvers.silver.hidden import DECK, Law  # it takes time to load
    from solvers.silver.scoring import probable

    text, first = " ".join(words), voice.seats.first
    found = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,2})", text)
    if not found and text != "deck":
        raise ToolkitError(voice.say("note_what", place=f"{1 + first}:{first}", pile="deck"))
    position, place = position_of(game.seen), (DECK, 0)
    if found:
        place = int(found[1]) - first, int(found[2]) - first
        check_there(game.seen, *place)
    elif not position.deck:
        raise IllegalAction(DRAW, "the deck is empty")
    chances = Law.of(position).number(place)
    answer = probable(position, place, chances)
    rows = [
        (_listed([int(face)], voice), voice.language.number(f"{float(chance):.1%}"))
        for face, chance in (answer.distribution or {}).items()
    ]
    heads = voice.say("note_card"), voice.say("note_chance")
    told: list[RenderableType] = [table_of(*heads, rows=rows, numbers=heads[1:])]
    best = sorted(chances.values(), reverse=True)
    if more := best[len(rows) :].count(best[len(rows) - 1]):
        told.append(styled(voice.say("note_more", count=more)))
    if found:
        people = voice.language.joined([*map(voice.teller(game.seat).called, answer.about["seen_by"])])
        told.append(styled(voice.say("note_seen", people=people) if people else voice.say("note_unseen")))
    return told


def card(name: str, voice: Voice) -> str:
    """Return what the card of a name or a number does; an empty text if there is none."""
    if (number := number_of(name, voice)) is None:
        return ""
    say = voice.teller(None)
    heading = voice.word("card", number=number, name=say.name("characters", number))
    return voice.language.finished(f"{heading}: {say.name('abilities', number)}", capital=False)


def number_of(name: str, voice: Voice) -> int | None:
    """Return the number of the card of a name or a number; None if there is none."""
    called = typable(name)
    for number in range(len(CHARACTERS)):
        if called in (str(number), typable(voice.teller(None).name("characters", number))):
            return number
    return None


def settled(position: Position) -> tuple[Position, Callable[[Voice], str]]:
    """Return a position as advice takes what it half remembers, and what says so."""
    from solvers.silver.advice import AdviceWords, settled  # it takes time to load

    certain, cards = settled(position)

    def telling(voice: Voice) -> str:
        return AdviceWords(voice.teller(position.me) if voice.seats.first else None).remembered(cards)

    return certain, telling


def check_policy(name: str, voice: Voice) -> None:
    """Refuse a policy that nobody knows; `ToolkitError`."""
    from solvers.silver.rollouts import policy  # it takes time to load

    try:
        policy(name)
    except ToolkitError:
        raise ToolkitError(
            voice.say("no_such_policy", policy=voice.quoted(name), example="steady:4")
        ) from None
