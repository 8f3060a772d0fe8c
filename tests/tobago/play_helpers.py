"""What tests of whole games share: tables laid by hand, lines in notation, the reasons of refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from toolkit.core.decision import CHANCE, TERMINAL, IllegalAction
from toolkit.core.hidden import Zones
from toolkit.core.saving import state_to_text
from toolkit.games.tobago import CLUES, COLOURS, Clue, Deck, Play, Position, Rules, Setting, TreasureMap
from toolkit.games.tobago.conversion import state_from_position
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import BAG, HAND, ON_MAPS, PILE, SHOWN, TobagoState, won
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
    removed: Mapping[str, Sequence[str]] | None = None,
    landmarks: Mapping[str, Sequence[str]] | None = None,
    lying: Sequence[str] = (),
    amulets: Sequence[int] = (),
    treasures: Mapping[int, Sequence[int]] | None = None,
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
    removed
        Hexes whose cube is gone, by colour.
    landmarks
        ``huts``, ``palms`` and ``statues``, the latter with facings (``a1>E``).
    lying, amulets
        The hexes with amulets, and how many each player holds.
    treasures
        The coins of the treasure cards that players have won.
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
            (removed or {}).get(colour, ()),
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
    for player, cards in (treasures or {}).items():
        for coins in cards:
            state.treasure_cards.give(coins, BAG, won(player))
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


def play(state: TobagoState, *lines: str) -> TobagoState:
    """Apply lines in notation; clue draws that stand between them fall as they may."""
    for line in lines:
        if not line.startswith("draw"):
            draw_all(state)
        for action in GAME.parse_line(line, state):
            state.apply(action)
    return state


def draw_all(state: TobagoState, seed: int = 0) -> TobagoState:
    """Let the open clue draws fall as they may."""
    random = Random(seed)
    while state.decision_kind() == "draw":
        state.apply(state.sample_chance(random))
    return state


def refused(state: TobagoState, line: str) -> str:
    """Return the rule's reason against a line; the state must stay as it was."""
    draw_all(state)
    before = state_to_text(state)
    with pytest.raises(IllegalAction) as caught:
        state.apply(GAME.parse(line, state.players, state.rules))
    assert state_to_text(state) == before
    return caught.value.reason


def legal(state: TobagoState) -> list[str]:
    """Return the legal actions in notation."""
    return [str(action) for action in draw_all(state).legal_actions()]


def finish(state: TobagoState, seed: int = 0) -> TobagoState:
    """Play on at random to the end."""
    random = Random(seed)
    while (actor := state.to_act()) != TERMINAL:
        state.apply(state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions()))
    return state


def on_the_way(
    players: int = 2, rules: GameRules | None = None, seed: int = 0, *, until: str = "turn"
) -> TobagoState:
    """Return a new game, played at random until a kind of decision is open."""
    random, state = Random(seed), GAME.new(players, rules)
    assert isinstance(state, TobagoState)
    while state.decision_kind() != until:
        actor = state.to_act()
        state.apply(state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions()))
    return state


def names(state: TobagoState, mask: int) -> str:
    """Return the hexes of a mask."""
    return " ".join(name for number, name in enumerate(state.compiled.island.names) if mask >> number & 1)


def atv(state: TobagoState, player: int) -> str:
    """Return where an ATV stands."""
    return state.compiled.island.names[state.atvs[player]]


def hand_of(state: TobagoState, player: int) -> list[str]:
    """Return the clues in a hand."""
    return [str(state.compiled.decks.clues[face]) for face in state.clue_cards.cards[HAND + player]]


def put_in_bag(state: TobagoState, *faces: int) -> None:
    """Let the treasure deck hold only these cards; the others of it are among the discards."""
    cards = [list(heap) for heap in state.treasure_cards.cards]
    cards[SHOWN] += cards[BAG]
    cards[BAG] = list(faces)
    for face in faces:
        cards[SHOWN].remove(face)
    state.treasure_cards, state.gold_on_top = relaid(state.treasure_cards, cards), 0


def raise_it(
    state: TobagoState, colour: str, cards: Sequence[int], *, begin: str | None = None
) -> TobagoState:
    """Raise a treasure of these cards (the last one is added), divide it, and begin a new map.

    Every card is taken by the first who is asked, while roses are left. The new map is `begin`, or the first
    one that is possible.
    """
    *drawn, added = cards
    play(state, f"raise {colour}", *(f"look {face}" for face in drawn), f"add {added}")
    for face in cards:
        if state.decision_kind() == "reveal":
            play(state, f"reveal {face}", "take")
    return begin_map(state, begin)


def begin_map(state: TobagoState, colour: str | None = None) -> TobagoState:
    """Begin a new map with the first clue of the hand that may; on a colour, if one is given."""
    lines = [line for line in legal(state) if line.startswith(f"clue {colour or ''}")]
    return draw_all(play(state, lines[0]))
