"""`GAME`: Silver in the protocol; lines of several actions, a game told in lines, and the invariants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import CHANCE, Action, IllegalAction
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import Game, register
from toolkit.core.history import Event, runs
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture
from toolkit.games.silver import actions as act
from toolkit.games.silver.actions import DONE, Card, Face, Own, RoundScored
from toolkit.games.silver.cards import BODYGUARD, CHARACTERS, COPIES, SQUIRE
from toolkit.games.silver.completion import Insight, complete
from toolkit.games.silver.play.sets import Adding, PayingPenalty
from toolkit.games.silver.play.turns import DECISIONS, Dealing, OpeningPile, go_on_with_round, start_round
from toolkit.games.silver.position import Position, position_of
from toolkit.games.silver.rules import PROFILES
from toolkit.games.silver.rules import Rules as SilverRules
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import FACE_DOWN, HELD, SHOWN, VILLAGE, SilverState
from toolkit.games.silver.village import villagers_met

if TYPE_CHECKING:  # a game is played more often than told
    from toolkit.core.telling.teller import Teller

_SET = re.compile(r"exchange((?: +\d+)+)", re.IGNORECASE)


class Silver(Game[SilverRules, SilverState]):
    """Silver, for 2 to 4 players: the fewest werewolves after four rounds."""

    name = "silver"
    title = "Silver"
    players = range(2, act.MOST_PLAYERS + 1)
    Rules = SilverRules
    state_type = SilverState
    decisions = DECISIONS
    actions = act.ACTIONS
    reveals = act.REVEALS
    outdated = frozenset({"score"})  # a round is scored as soon as it is over
    unsaid = act.END  # a Bodyguard moved with a card in hand may be moved again after that (S-48)
    position = Position
    told_by = "toolkit.games.silver.telling:SilverTeller"

    @property
    def editions(self) -> Mapping[str, SilverRules]:
        """The profiles of the digest, the score mode, and play without memory; the default comes first."""
        rulebook = PROFILES["rulebook"]
        more = {
            "score-mode": replace(rulebook, score_mode=True),
            "table-memory": replace(rulebook, memory="table"),
        }
        return {**PROFILES, **more}

    def start(self, players: int, rules: SilverRules) -> SilverState:
        """Return the game before the cards of the first round are dealt (S-1)."""
        state = SilverState.begin(rules, players)
        state.totals, state.halved, state.results = (0,) * players, (False,) * players, ()
        state.round, state.first, state.limited, state.reason = 1, 0, (), ""
        state.amulet = 0 if rules.amulet_award == "call_only" else NOBODY
        state.may_protect = state.amulet != NOBODY and rules.amulet_use == "any_holder"
        state.amulet_slot, state.acted, state.used, state.just_moved = NOBODY, False, 0, 0
        start_round(state)
        return state

    def go_on(self, state: SilverState) -> None:
        """Go on with the round when nothing is open any more."""
        if not state.reason:
            go_on_with_round(state)

    def components(self, rules: SilverRules) -> Mapping[str, Any]:  # noqa: ARG002  # the same under all
        """Return the cards."""
        return {
            "cards": {str(card.number): {"name": card.name, "copies": card.copies} for card in CHARACTERS}
        }

    def parse_line(self, text: str, state: SilverState) -> tuple[Action, ...]:
        """Return the actions of a line: ``exchange 0 2 3`` is a whole set, commas part other actions.

        A set is complete as it is written: it needs no ``done``. The state stays as it is. `ToolkitError`
        for what cannot be read, and for a set that names a slot twice.
        """
        trial = state.clone()
        found: list[Action] = []
        for part in text.split(","):
            for action in _actions(part.strip(), trial):
                if action == DONE and found and trial.decision_kind() != "set":
                    continue  # no further card could join the set
                found.append(action)
                try:
                    trial.apply(action)
                except IllegalAction:  # whoever applies the line is told why
                    return tuple(found)
        return tuple(found)

    def lines(self, happened: Sequence[Event]) -> list[tuple[int, str]]:
        """Return events for people: one line for what a player did in a turn."""
        return [(_actor(run), ", ".join(_texts(run))) for run in runs(happened, self.begins_line)]

    def begins_line(self, event: Event, run: Sequence[Event], following: Event | None) -> bool:  # noqa: ARG002
        """Tell where a line begins: one is the deal, the looks of a player, a turn, the end of a round."""
        if event.actor >= 0:
            return event.actor != _actor(run)
        return any(isinstance(one.action, RoundScored) for one in (run[-1], event))

    def picture(self, seen: Observation[SilverState], teller: Teller) -> Picture:
        """Return the piles and the villages as a seat sees them, and the cards that it may choose from."""
        from toolkit.games.silver.picture import draw_table  # only when somebody looks

        offered = [(one.face, one.verb, str(one)) for one in seen.actions if isinstance(one, Face)]
        return draw_table(position_of(seen), teller, offered, seen.to_act())

    def complete(self, position: Position, random: Random, *, insight: Insight = "own") -> SilverState:
        """Return a game that goes on from a position, as `toolkit.games.silver.completion.complete` says."""
        return complete(self.start(position.players, position.rules), position, random, insight=insight)

    def lay_out(self, position: Position, random: Random) -> SilverState:
        """Return a game that goes on: a round that is over has a picture alone, `Position.picture`."""
        for _, ended in position.endings():
            raise ToolkitError(ended)
        return self.complete(position, random)

    def faults(self, state: SilverState) -> Iterator[str]:
        """Yield what is wrong with villages, guards, the amulet or the call; none while cards are dealt."""
        seats, frame = range(state.players), state.stack[-1] if state.stack else None
        for what in ("turn", "first", "amulet", "caller"):
            player = getattr(state, what)
            if player not in seats and (what in ("turn", "first") or player != NOBODY):
                yield f"{what}: {quote(player)}, and nobody sits there"
                return
        if isinstance(frame, Dealing | OpeningPile):
            return
        if state.deck < 0:
            yield "a card that was set aside has been drawn (S-2)"
        if len(state.cards.cards[SHOWN]) > COPIES[SQUIRE]:
            yield "more cards lie beside the deck than there are Squires (S-43)"
        if frame and not isinstance(frame, Adding | PayingPenalty) and villagers_met(state):
            yield "both 0s lie face-up in villages, but the round goes on (S-42)"
        if state.phase not in ("turn", "end") and state.cards.cards[HELD]:
            yield "a card is held that nobody may hold"
        yield from _amulet(state)
        for player in range(state.players):
            yield from _village(state, player)


# ---- lines of several actions: a set in one go, and actions with commas between them -----------------------


def _actions(part: str, state: SilverState) -> Iterator[Action]:
    match = _SET.fullmatch(part)
    slots = sorted(map(int, match[1].split())) if match else []
    if len(set(slots)) < len(slots):
        raise ToolkitError(f"{part}: a slot is named twice")
    if not match or slots[-1] >= act.MOST_SLOTS:
        yield GAME.parse(part, state.players, state.rules)
        return
    yield act.EXCHANGES[slots[0]]
    yield from (act.ANDS[slot] for slot in slots[1:])
    yield DONE


# ---- a game told for people --------------------------------------------------------------------------------


def _actor(run: Sequence[Event]) -> int:
    return next((event.actor for event in run if event.actor >= 0), CHANCE)


def _texts(run: Sequence[Event]) -> Iterator[str]:
    """Yield the texts of a run: ``exchange 0 2 3`` for a set, ``deal ? x 20`` for the same again."""
    folded: list[tuple[str, int]] = []
    for event in run:
        text = str(event.action)
        if folded and isinstance(event.action, Own) and event.action.verb == "and":
            folded[-1] = (f"{folded[-1][0]} {event.action.slot}", 1)
        elif event.action == DONE:
            continue
        elif folded and folded[-1][0] == text and isinstance(event.action, Card):
            folded[-1] = (text, folded[-1][1] + 1)
        else:
            folded.append((text, 1))
    return (text if count == 1 else f"{text} x {count}" for text, count in folded)


# ---- the invariants of the digest (section 3), as sentences about what is wrong (`Silver.faults`) ----------


def _amulet(state: SilverState) -> Iterator[str]:
    if state.amulet_slot == NOBODY:
        return
    if state.amulet == NOBODY or state.amulet_slot >= len(state.cards.cards[VILLAGE + state.amulet]):
        yield "the amulet lies on no card (S-36)"
    elif not state.may_protect:
        yield "the amulet was placed without the right to it (S-36)"
    elif any(charge == state.amulet_slot for _, charge in state.guards[state.amulet]):
        yield "amulet and Bodyguard lie on one card (A-12)"


def _village(state: SilverState, player: int) -> Iterator[str]:
    village, up = state.cards.cards[VILLAGE + player], state.up[player]
    if not village:
        yield f"the village of player {player} is empty (A-13)"
    if up != [card if face == card else FACE_DOWN for face, card in zip(up, village, strict=False)]:
        yield f"a card of player {player} lies face-up that is not there"
        return
    slots = [slot for pair in state.guards[player] for slot in pair]
    if len(set(slots)) < len(slots) or any(slot not in range(len(village)) for slot in slots):
        yield f"the guards of player {player} do not fit (A-43)"
    elif any(up[guard] != BODYGUARD for guard, _ in state.guards[player]):
        yield f"a card of player {player} is on duty that is no face-up Bodyguard (S-48)"


GAME = Silver()
"""The game, with its editions and rules."""
register(GAME)
