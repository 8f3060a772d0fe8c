"""Games of the engine, told line by line to a `PrintedGame`, and what of both can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE, treasure_name
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.play.set_up import TurningUp
from toolkit.games.tobago.printed import PrintedGame
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import DIVISION, HAND, TobagoState

TOLD_BY_PEOPLE = ("reveal", "turn up")
"""The draws of chance that lie open, which people tell."""


def set_up(rules: GameRules, seed: int) -> GameRules:
    """Return rules with landmarks and facings that chance placed."""
    state, random = GAME.new(2, rules), Random(seed)
    while state.decision_kind() in ("place", "face"):
        state.apply(state.sample_chance(random))
    names, ways = state.compiled.island.names, state.compiled.island.directions
    huts, palms, statues = state.landmarks
    return replace(
        rules,
        huts=tuple(names[number] for number in huts),
        palms=tuple(names[number] for number in palms),
        statues=tuple(f"{names[n]}>{ways[way]}" for n, way in zip(statues, state.facings, strict=True)),
    )


def public(state: TobagoState) -> dict[str, Any]:
    """Return all that lies open, whatever the numbers of the clue cards are."""
    kinds = state.compiled.decks.clues
    fields = dict(zip([field.name for field in state.OPEN], state.shown(), strict=True))
    del fields["legal_clues"]  # the deck may hold other cards
    fields["clues"] = [[str(kinds[face]) for face in faces] for faces in state.clues]
    fields["coins"] = [state.coins(player) for player in range(state.players)]
    fields["cards"] = [[len(heap) for heap in zones.cards] for zones in (state.clue_cards,)]
    fields["open"] = state.to_act(), state.decision_kind()
    return fields


def hand_of(state: TobagoState, player: int) -> Counter[str]:
    """Return the clues in a hand of the engine, in words."""
    return Counter(str(state.compiled.decks.clues[face]) for face in state.clue_cards.cards[HAND + player])


class Evening:
    """A game of the engine, played on and told line by line.

    Parameters
    ----------
    rules, players
        Of the game.
    choose
        Chooses an action of who acts.
    seed
        Of the draws of chance.
    knows
        With which chance a drawn card is told by who drew it, for each player.
    """

    def __init__(
        self,
        rules: GameRules,
        players: int,
        choose: Callable[[TobagoState], Any],
        seed: int,
        knows: list[float],
    ) -> None:
        self.engine = GAME.new(players, rules)
        self.printed = PrintedGame(rules, players)
        self.random = Random(seed)
        self.choose, self.knows = choose, knows
        self.draw()

    def draw(self) -> None:
        """Let the engine draw what nobody sees, and tell what is known of it."""
        drawn: list[tuple[int, str]] = []
        while self.engine.to_act() == CHANCE and self.engine.decision_kind() not in TOLD_BY_PEOPLE:
            frame, action = self.engine.stack[-1], self.engine.sample_chance(self.random)
            self.engine.apply(action)
            if isinstance(action, act.DrawClue) and self.random.random() < self.knows[frame.player]:  # type: ignore[attr-defined]
                drawn.append((frame.player, str(action.clue)))  # type: ignore[attr-defined]
        for player, clue in drawn:
            known = Counter(map(str, self.printed.hand(player)[0]))
            if known[clue] < hand_of(self.engine, player)[clue]:
                self.tell(player, f"know {clue}")

    def tell(self, teller: int, line: str) -> None:
        """Tell a line."""
        self.printed.tell(teller, line)

    def step(self) -> bool:
        """Play one action and tell it; False when the game is over."""
        actor = self.engine.to_act()
        if actor == TERMINAL:
            return False
        frame = self.engine.stack[-1]
        action = self.engine.sample_chance(self.random) if actor == CHANCE else self.choose(self.engine)
        teller = frame.number % self.engine.players if isinstance(frame, TurningUp) else max(actor, 0)
        line = " ".join([str(action), *self.undivided(action)])
        self.engine.apply(action)
        self.tell(teller, line)
        self.draw()
        return True

    def undivided(self, action: Any) -> list[str]:
        """Return what is told of the cards that a curse leaves undivided: a second curse, and some others."""
        if action != act.Show(CURSE) or self.engine.rules.after_curse != "ends":
            return []
        left = list(self.engine.treasure_cards.cards[DIVISION])
        left.remove(CURSE)
        told = [face for face in left if face == CURSE or self.random.random() < 0.5]
        return [treasure_name(face) for face in told]

    def compare(self) -> None:
        """Compare all that people can see, and what is known of the hands."""
        assert public(self.printed.state) == public(self.engine)
        for player in range(self.engine.players):
            known, unknown = self.printed.hand(player)
            held = hand_of(self.engine, player)
            assert not Counter(map(str, known)) - held
            assert len(known) + unknown == held.total()
            assert not unknown or self.knows[player] < 1
