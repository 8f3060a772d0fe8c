"""What a seat sees of Wazabi, as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from toolkit.core import Observation
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HEAP, Place, View
from toolkit.core.told import NotedGame
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.position import position_of as position_of
from toolkit.games.wazabi.state import WazabiState
from workbench.cli.play.desk import named
from workbench.cli.play.voice import Voice
from workbench.cli.printing import table_of


def table(seen: Observation[WazabiState], voice: Voice) -> list[RenderableType]:
    """Return what lies open: turn, piles, and the dice and cards of every player."""
    cards, rounds, teller = seen[WazabiState.cards], seen.rules.rounds, voice.teller(None)
    heads = [voice.word("round", round=seen["round"], count=rounds)] if rounds > 1 else []
    heads += [voice.word("turn", number=seen["turns"])] if seen["turns"] else []
    heads.append(voice.word("way", side=teller.name("sides", seen["direction"])))
    heads.append(voice.word("pile", count=len(cards.zone("pile"))))
    rows = [_row(seen, player, voice) for player in range(seen.players)]
    columns = [teller.word("things", thing, count=2) for thing in rows[0]]
    players = table_of(*columns, rows=[[*row.values()] for row in rows], numbers=columns[1:])
    discards = voice.word("discards", cards=_listed(cards.zone("discard"), voice))
    return [Text(voice.language.semicolon.join(heads)), players, Text(discards)]


def _row(seen: Observation[WazabiState], player: int, voice: Voice) -> dict[str, Text | str]:
    """Return what everybody sees of a player, by what is counted."""
    cards, finished, number = seen[WazabiState.cards], seen[WazabiState.finished], voice.language.number
    active = bool(seen[WazabiState.roll]) and player == seen[WazabiState.turn]
    misses = len(cards.zone(f"before {player}"))
    row: dict[str, Text | str] = {
        "player": named(seen, voice.seats, player, active=active),
        "die": number(seen[WazabiState.dice][player]),
        "card": number(len(cards.zone(f"hand {player}"))),
        "misses": number(misses) if misses else "",
    }
    if seen.rules.teams:  # W-30: partners sit opposite each other
        row["team"] = number(player % (seen.players // 2) + 1)
    if seen.rules.rounds > 1:
        row["point"] = number(seen[WazabiState.points][player])
    if seen.rules.play_on:
        row["place"] = number(finished.index(player) + 1) if player in finished else ""
    return row


def hand(seen: Observation[WazabiState], voice: Voice) -> list[RenderableType]:
    """Return the own hand with the costs of its cards."""
    hand, costs = seen[WazabiState.cards].zone(f"hand {seen.player}"), seen.rules.costs
    number = voice.language.number
    cards = _listed(hand, voice, lambda face: f" ({number(costs[face])})")
    return [Text(voice.word("hand", cards=cards))]


lines = "note_wazabi"


def what(game: NotedGame[WazabiState], words: Sequence[str], voice: Voice) -> list[RenderableType]:
    """Return which cards the hand of a player holds with which chance, or the next card of the pile is.

    `ToolkitError` for words that name neither.
    """
    text, first, cards = " ".join(words), voice.seats.first, game.seen[WazabiState.cards]
    player = int(text) - first if re.fullmatch("[0-9]", text) else -1
    if text != "pile" and player not in range(game.seen.players):
        raise ToolkitError(voice.say("note_what", place=str(1 + first), pile="pile"))
    zone = cards.layout.number["pile" if text == "pile" else f"hand {player}"]
    tell = cards.belief.chance if text != "pile" else _next(cards, zone)
    chances = {face: tell((zone, HEAP), face) for face in dict.fromkeys(cards.layout.deck)}
    best = sorted([face for face in chances if chances[face]], key=lambda face: -chances[face])
    rows = [(_listed([face], voice), voice.language.number(f"{chances[face]:.1%}")) for face in best]
    heads = voice.say("note_card"), voice.say("note_chance")
    return [table_of(*heads, rows=rows, numbers=heads[1:])]


def _next(cards: View, zone: int) -> Callable[[Place, int], float]:
    """Return what tells the chance of a face to be drawn next from a heap."""
    count = max(1, len(cards.cards[zone]))
    return lambda place, face: cards.belief.expected(place, face) / count


def remark(seen: Observation[WazabiState], voice: Voice) -> str:
    """Return the roll of this seat in its own turn."""
    if seen[WazabiState.turn] != seen.player:
        return ""
    shown = [
        voice.teller(None).name("faces", face, count=count) if voice.seats.first else f"{count} {face}"
        for count, face in zip(seen[WazabiState.roll], FACES, strict=True)
        if count
    ]
    return voice.word("roll", faces=voice.language.listed(shown), count=seen["dice"][seen.player])


def _listed(faces: Iterable[int], voice: Voice, behind: Callable[[int], str] = lambda _: "") -> str:
    """Return cards, each kind once, with what is said behind each; as records call them in the notation."""
    teller = voice.teller(None)
    names = {face: teller.name("cards", NAMES[face]) if voice.seats.first else NAMES[face] for face in faces}
    cards = [
        (voice.word("several", count=count, card=names[face]) if count > 1 else names[face]) + behind(face)
        for face, count in sorted(Counter(faces).items())
    ]
    return voice.language.listed(cards) or teller.name("patterns", "no_cards")
