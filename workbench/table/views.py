"""What all see of a printed game: who acts, what is decided and open, the players, the log, the review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solvers.tobago.reviewing import review_record
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.play.set_up import StartingClue, TurningUp
from toolkit.games.tobago.play.treasure import Revealing, Taking
from toolkit.games.tobago.play.turns import Turn
from toolkit.games.tobago.printed import PrintedGame, Told, undivided_by
from toolkit.games.tobago.state import DIVISION, HAND, REMOVED, TobagoState
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    Named = Callable[[str], str | None]  # what a player is called, by colour


@dataclass(frozen=True, slots=True)
class Entry:
    """What was told at once, at an event: by which seat, for which player, the lines, what they changed."""

    seq: int
    seat: int
    colour: str
    told: tuple[Told, ...]
    changed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def secret(self) -> bool:
        """Whether only that player may see it."""
        return self.told[0].secret

    def data(self) -> dict[str, Any]:
        """Return it for the log."""
        lines = [one.line for one in self.told]
        laid = next((one for one in self.told if one.map is not None), None)
        more = {"map": laid.map, "before": laid.before, "after": laid.after} if laid else {}
        clue = {"clue": str(laid.clue)} if laid and laid.clue else {}
        return {
            "seq": self.seq,
            "by": self.colour,
            "do": lines if lines[1:] else lines[0],
            **more,
            **clue,
        } | {**self.changed}


def raised_data(before: TobagoState, state: TobagoState) -> dict[str, Any]:
    """Return what people do on the table when a raise is over: the amulets that appear, the new facings."""
    if before.facings == state.facings:
        return {}
    names, directions = state.compiled.island.names, state.compiled.island.directions
    ways = [directions[way] for way in state.facings]
    statues = [names[number] for number in state.landmarks[2]]
    appeared = state.amulet_hexes & ~before.amulet_hexes
    return {
        "amulets": [names[number] for number in bits(appeared)],
        "facings": dict(zip(statues, ways, strict=True)),
    }


def open_data(state: TobagoState, order: Sequence[str]) -> dict[str, Any]:
    """Return who acts, what is decided, and what is open to everybody's eyes; players by colours in order."""
    frame: Any = state.stack[-1] if state.stack else None
    actor, decision = state.to_act(), state.decision_kind()
    treasure = None
    if isinstance(frame, TurningUp):
        actor, decision = frame.number % state.players, "starting clue"
    elif isinstance(frame, StartingClue) and state.rules.start_maps == "all_four":
        decision = "mark"
    elif isinstance(frame, Revealing | Taking):
        treasure = _treasure(state, frame, order)
        actor = actor if isinstance(frame, Taking) else frame.treasure.raiser
    return {
        "to_act": order[actor] if actor >= 0 else None,
        "decision": decision,
        "treasure": treasure,
        "legal": _legal(state),
    }


def _treasure(state: TobagoState, frame: Revealing | Taking, order: Sequence[str]) -> dict[str, Any]:
    treasure, taking = frame.treasure, frame if isinstance(frame, Taking) else None
    gone = state.treasure_cards.cards[REMOVED].count(CURSE)
    return {
        "map": COLOURS[treasure.map],
        "hex": state.compiled.island.names[state.atvs[treasure.raiser]],
        "raiser": order[treasure.raiser],
        "roses": [order[owner] for owner in treasure.roses],
        "face": taking.face if taking else None,
        "place": taking.place if taking else 0,
        "cards": len(state.treasure_cards.cards[DIVISION]),
        "second": undivided_by(state) > 0 and state.rules.curses - gone > 1,
    }


def players_data(state: TobagoState, order: Sequence[str], named: Named) -> list[dict[str, Any]]:
    """Return what lies before each player, in turn order, with the number of cards in hand."""
    return [
        {
            "colour": colour,
            "name": named(colour),
            "amulets": state.amulets[number],
            "roses": state.roses[number],
            "coins": state.coins(number),
            "cards": len(state.clue_cards.cards[HAND + number]),
        }
        for number, colour in enumerate(order)
    ]


def review_data(
    game: PrintedGame, entries: Sequence[Entry], order: Sequence[str], named: Named
) -> dict[str, Any]:
    """Return what every clue of a game took away, in order of play; masks are hexadecimal."""
    found = review_record(game.record())
    told = [entry for entry in entries for one in entry.told if one.clue is not None]
    plays = [(entry, laid.contribution, laid) for entry, laid in zip(told, found.laid, strict=True)]
    return {
        "players": [
            {
                "colour": colour,
                "name": named(colour),
                "bits": sum(took.bits for entry, took, _ in plays if entry.colour == colour),
                "coins": game.state.coins(number),
            }
            for number, colour in enumerate(order)
        ],
        "plays": [
            {
                "seq": entry.seq,
                "by": entry.colour,
                "map": took.colour,
                "clue": str(took.clue),
                "before": f"{laid.before.mask:x}",
                "after": f"{laid.after.mask:x}",
                "bits": took.bits,
            }
            for entry, took, laid in plays
        ],
        "raised": [{"by": order[one.player], "map": one.colour, "hex": one.hex} for one in found.raised],
    }


def _legal(state: TobagoState) -> list[str]:
    """Return what is open to who acts, as far as all can see it: no card of a hand decides or is named.

    Whether a turn falls out, or a hand has to be shown, hangs on the hand: it is offered where it may be so.
    """
    frame: Any
    legal, frame = state.legal_actions(), state.stack[-1] if state.stack else None
    found = [str(action) for action in legal if isinstance(action, _SEEN)]
    if isinstance(frame, Turn):
        main = any(isinstance(action, act.Step | act.Exchange) for action in legal)
        found += [] if main else [str(act.END)]
    fits = state.compiled.first_clues.bit_count()
    if state.decision_kind() == "new map" and fits < len(state.compiled.decks.clues):
        found.append(str(act.SHOW_HAND))
    return found


_SEEN = (
    act.Exchange
    | act.PickUp
    | act.Raise
    | act.AmuletMove
    | act.AmuletExchange
    | act.Stop
    | act.Take
    | act.Pass
    | act.Mark
)
