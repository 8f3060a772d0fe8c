"""What tests of whole games share: tables laid by hand, and games played on up to a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from playing import any_step

from toolkit.core.hidden import Zones
from toolkit.games.tobago import CLUES, COLOURS, Clue, Deck, Play, Position, Rules, Setting, TreasureMap
from toolkit.games.tobago.conversion import state_from_position
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import BAG, HAND, ON_MAPS, PILE, REMOVED, SHOWN, TobagoState
from toolkit.hexmap import parse_drawing

ROW = "J J M M L B B S R R"
"""A row of hexes a1 to j1 with all six terrains, a statue's place at most at its ends."""

TWO_OF_EACH = Deck("two of each", tuple((clue, 2) for clue in CLUES))

Maps = dict[str, list[tuple[int, str]]]


def table(
    drawing: str = ROW,
    *,
    atvs: Sequence[str] = ("a1", "a1"),
    maps: Maps | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    landmarks: Mapping[str, Sequence[str]] | None = None,
    lying: Sequence[str] = (),
    amulets: Sequence[int] = (),
    **rules: Any,
) -> TobagoState:
    """Return a game in which player 0 begins a turn.

    Parameters
    ----------
    drawing
        The island.
    atvs
        The hex of each ATV: so many play.
    maps
        For each colour, the clues on its map with their owners, the first laid first.
    hands
        Clues that players hold; the rest of each hand is dealt.
    landmarks
        ``huts``, ``palms`` and ``statues``, the latter with facings (``a1>E``).
    lying, amulets
        The hexes with amulets, and how many each player holds.
    rules
        The switches that are not at their default.
    """
    maps, given = maps or {}, dict(landmarks or {})
    statues = dict(text.split(">") for text in given.pop("statues", ()))
    setting = Setting(parse_drawing(drawing), **given, statues=statues, rules=Rules(**rules))
    laid = {
        colour: TreasureMap(
            setting,
            colour,
            [Play(Clue.parse(text), PLAYERS[owner]) for owner, text in maps.get(colour, [])],
        )
        for colour in COLOURS
    }
    seats: dict[str, str] = dict(zip(PLAYERS, atvs, strict=False))
    position = Position(
        setting=setting,
        maps=laid,
        deck=TWO_OF_EACH,
        facings=statues,
        me="red",
        atvs=seats,
        amulets=tuple(lying),
    )
    state = state_from_position(position, deal=1)
    for player, clues in (hands or {}).items():
        hold(state, player, clues)
    state.amulets[: len(amulets)] = amulets
    return state


def relaid(zones: Zones, cards: Sequence[Sequence[int]]) -> Zones:
    """Return the same cards in other heaps, with nothing known of them."""
    assert sorted(face for heap in cards for face in heap) == list(zones.layout.deck)
    return Zones(zones.layout, [sorted(heap) for heap in cards], [[] for _ in cards])


def hold(state: TobagoState, player: int, clues: Sequence[str], *, alone: bool = False) -> None:
    """Let a player hold these clues, and others up to the size of the hand unless these are `alone`.

    They come from the pile, or from other hands, which get other cards for them.
    """
    faces = [state.compiled.decks.face[Clue.parse(text)] for text in clues]
    cards = [list(heap) for heap in state.clue_cards.cards]
    pile, size = cards[PILE], len(cards[HAND + player])
    pile += cards[HAND + player]
    cards[HAND + player] = list(faces)
    for face in faces:
        holder = next(
            heap
            for heap in cards[:ON_MAPS] + cards[HAND:]
            if face in heap and heap is not cards[HAND + player]
        )
        holder.remove(face)
        if holder is not pile:
            holder.append(pile.pop())
    while len(cards[HAND + player]) < size and not alone:
        cards[HAND + player].append(pile.pop())
    state.clue_cards = relaid(state.clue_cards, cards)


def put_in_bag(state: TobagoState, *faces: int, discarded: Sequence[int] | None = None) -> None:
    """Let the treasure deck hold only these cards; the others of it are among the discards.

    With `discarded` only those are, and the rest is out of the game.
    """
    cards = [list(heap) for heap in state.treasure_cards.cards]
    rest = cards[SHOWN] + cards[BAG]
    for face in (*faces, *(discarded or ())):
        rest.remove(face)
    cards[BAG] = list(faces)
    if discarded is None:
        cards[SHOWN] = rest
    else:
        cards[SHOWN], cards[REMOVED] = list(discarded), cards[REMOVED] + rest
    state.treasure_cards, state.gold_on_top = relaid(state.treasure_cards, cards), 0


def on_the_way(
    players: int = 2, rules: GameRules | None = None, seed: int = 0, *, until: str = "turn"
) -> TobagoState:
    """Return a new game, played at random until a kind of decision is open."""
    random, state = Random(seed), GAME.new(players, rules)
    while state.decision_kind() != until:
        any_step(state, random)
    return state


def names(state: TobagoState, mask: int) -> str:
    """Return the hexes of a mask."""
    return " ".join(name for number, name in enumerate(state.compiled.island.names) if mask >> number & 1)


def hand_of(state: TobagoState, player: int) -> list[str]:
    """Return the clues in a hand."""
    return [str(state.compiled.decks.clues[face]) for face in state.clue_cards.cards[HAND + player]]
