"""A Bayes filter over whole states: every world that a player must think possible is cloned and played on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from toolkit.core.decision import CHANCE, Action
from toolkit.core.history import events
from toolkit.core.state import State
from toolkit.testing.counting import happened_since, taken

Deal = tuple[tuple[int, ...], ...]


class Worlds:
    """The worlds of a seat, by where one kind of cards lies; cards of other kinds lie as they do."""

    def __init__(self, state: State, seat: int, kind: str) -> None:
        self.seat, self.kind = seat, kind
        self.worlds: dict[Deal, tuple[State, Fraction]] = {self.deal(state): (quiet(state), Fraction(1))}

    def chances(self) -> dict[Deal, Fraction]:
        """Return the chance of every deal."""
        return {deal: chance for deal, (_, chance) in self.worlds.items()}

    def follow(self, before: State, action: Action) -> None:
        """Let every world go on as the seat saw an action; as it was, where it moves no card of the kind."""
        after = quiet(before)
        after.apply_unchecked(action)
        touches = happened_since(getattr(after, self.kind), getattr(before, self.kind))
        looks, chances = self._looks(after), defaultdict[Deal, Fraction](Fraction)
        states: dict[Deal, State] = {}
        for state, chance in self.worlds.values():
            ways = self._ways(state, action)
            if ways and not touches:
                ways = [(action, Fraction(1))]
            for new, share in self._gone(state, ways):
                if share and self._looks(new) == looks:
                    chances[self.deal(new)] += chance * share
                    states[self.deal(new)] = new
        total = sum(chances.values())
        self.worlds = {deal: (quiet(states[deal]), chance / total) for deal, chance in chances.items()}

    def _ways(self, state: State, action: Action) -> list[tuple[Action, Fraction]]:
        """Return the actions that look like one to the seat, with the chance of those that chance chooses.

        A world where nobody could have done it has none: nothing else is concluded from a choice.
        """
        plain = state.seers() >> self.seat & 1
        if state.to_act() != CHANCE:
            legal = state.legal_actions()
            alike = [one for one in legal if (one == action if plain else one.veiled() == action.veiled())]
            return [(one, Fraction(1)) for one in alike]
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        same = [(one, weight) for one, weight in outcomes if one == action or not plain]
        return [(one, Fraction(weight, total)) for one, weight in same if one.veiled() == action.veiled()]

    def _gone(self, state: State, ways: list[tuple[Action, Fraction]]) -> Iterator[tuple[State, Fraction]]:
        """Yield the states after what may have been done, with its chance.

        Chosen cards count as drawn blindly; choices that take the same ones are equally likely.
        """
        gone: list[tuple[State, Fraction, tuple[int, ...], Fraction]] = []
        alike = Counter[tuple[int, ...]]()
        for action, share in ways:
            new = state.clone()
            try:
                new.apply_unchecked(action)
            except ValueError:  # the card is not there
                continue
            gone.append((new, share, *taken(state, new)))
            alike[gone[-1][2]] += 1
        for new, share, cards, blind in gone:
            yield new, share if state.to_act() == CHANCE else blind / alike[cards]

    def _looks(self, state: State) -> object:
        view = [
            (one.cards, one.known) for one in (getattr(state, name).view(self.seat) for name in state.ZONES)
        ]
        return events(state.history(self.seat)), state.stack, state.shown(), view

    def deal(self, state: State) -> Deal:
        """Return where the cards of the kind lie."""
        return tuple(map(tuple, getattr(state, self.kind).cards))


def quiet(state: State) -> State:
    """Return a copy whose logs begin now."""
    new = state.clone()
    new.histories = [None] * (state.players + 2)
    return new
