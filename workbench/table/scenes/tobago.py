"""Tobago as a page lays it out: what lies on the island, the players, the own clues, a treasure shared out.

The page of the printed game is told the same of the island (`workbench.table.printed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from toolkit.core import Action, Observation
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.conversion import looked_at, position_of
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play.set_up import StartingClue
from toolkit.games.tobago.play.treasure import NewMap, Revealing, Taking
from toolkit.games.tobago.play.turns import DONE, Move, Turn
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import COLOURS, GameRules
from toolkit.games.tobago.state import MAP_NUMBER, NO_CLUE, TobagoState, compiled_setting
from toolkit.games.tobago.telling.teller import TobagoTeller
from workbench.table.scenes import Data, Effect, Scene
from workbench.web.data import board_data, maps_data

Seen = Observation[TobagoState]

_SIGNS = {
    "drive": "jeep",
    "exchange": "swap",
    "amulet": "amulet",
    "amulet/cube": "cube",
    "amulet/steps": "jeep",
    "amulet/exchange": "swap",
}
"""The groups of actions, with the signs of their buttons: what names many hexes or costs more than a card."""

# ---- what pages of the printed game are told, too ----------------------------------------------------------


def setting_hash(setting: Setting, sides: str) -> str:
    """Return what tells a setting from others: the name under which phones keep it."""
    told = [setting.island.title, *map(str, setting.landmarks.values()), repr(setting.rules), sides]
    return sha256("|".join(told).encode()).hexdigest()[:16]


def pieces_data(position: Position) -> Data:
    """Return what lies and stands on the island: maps, ATVs, amulets, and where statues look."""
    return {
        "maps": maps_data(position),
        "atvs": dict(position.atvs),
        "amulets": list(position.amulets),
        "facings": dict(position.facings),
    }


def treasure_data(seen: Seen, frame: Revealing | Taking) -> Data:
    """Return how far the division of a treasure is, with the colours of the players (T-26)."""
    treasure, taking, order = frame.treasure, frame if isinstance(frame, Taking) else None, seen.rules.colours
    island = compiled_setting(seen.rules, seen[TobagoState.landmarks]).island
    return {
        "map": COLOURS[treasure.map],
        "hex": island.names[seen[TobagoState.atvs][treasure.raiser]],
        "raiser": order[treasure.raiser],
        "roses": [order[owner] for owner in treasure.roses],
        "face": taking.face if taking else None,
        "place": taking.place if taking else 0,
        "cards": len(seen[TobagoState.treasure_cards].zone("division")),
    }


# ---- what lies on the table --------------------------------------------------------------------------------


def lay(seen: Seen, teller: TobagoTeller) -> Data:
    """Return the table: what the maps, the hand and the pieces are told by, and the players in words."""
    me, frame = seen.player, seen.stack[-1] if seen.stack else None
    position, colours = position_of(seen), seen.rules.colours[: seen.players]
    first = 0 if me is None else me + 1
    others = [(first + n) % seen.players for n in range(seen.players - (me is not None))]
    return {
        "step": _step(seen, teller),
        "setting": setting_hash(position.setting, seen.rules.sides),
        "colours": list(colours),
        "me": None if me is None else colours[me],
        "table": {
            **pieces_data(position),
            "players": [
                {"colour": one, "name": teller.word("scene", "you") if seat == me else teller.people[seat]}
                for seat, one in enumerate(colours)
            ],
            "to_act": colours[seen.to_act()] if seen.to_act() >= 0 else None,
            "decision": seen.decision_kind(),
            "treasure": treasure_data(seen, frame) if isinstance(frame, Taking) else None,
            "own": None if me is None else {"hand": _hand(seen, position), "unknown": 0},
        },
        "free": isinstance(frame, NewMap) or (isinstance(frame, StartingClue) and frame.face != NO_CLUE),
        "stops": _stops(seen),
        "people": [_person(seen, player, teller) for player in others],
        "deck": _counted("deck", len(seen[TobagoState.treasure_cards].zone("deck")), teller),
        "own": None if me is None else _own(seen, me, teller),
        "looked": _looked(seen, teller) if isinstance(frame, Taking) and me is not None else None,
        "groups": _groups(teller),
    }


def _step(seen: Seen, teller: TobagoTeller) -> str:
    """Return the line in the head for who acts."""
    if not seen.stack or seen.to_act() != seen.player:
        return ""
    frame = seen.stack[-1]
    key = seen.decision_kind()
    if isinstance(frame, Turn) and frame.phase == DONE:
        key = "done"
    elif isinstance(frame, StartingClue) and frame.face == NO_CLUE:
        key = "mark"
    return teller.word("scene", f"step {key}")


def _starting(seen: Seen) -> str | None:
    """Return the starting clue that the seat lays, which is no card of a hand (T-17)."""
    frame = seen.stack[-1] if seen.stack else None
    if isinstance(frame, StartingClue) and frame.actor == seen.player and frame.face != NO_CLUE:
        return str(compiled_setting(seen.rules, seen[TobagoState.landmarks]).decks.clues[frame.face])
    return None


def _hand(seen: Seen, position: Position) -> list[str]:
    """Return the own clues; while a starting clue is laid that alone."""
    clue = _starting(seen)
    return [clue] if clue else [*map(str, position.hand or ())]


def _stops(seen: Seen) -> list[str]:
    """Return where the steps of the move under way have ended."""
    frame = seen.stack[-1] if seen.stack else None
    if not isinstance(frame, Move) or frame.left == STEPS_PER_MOVE:
        return []
    steps = [one.action.hex for one in seen.log if isinstance(one.action, act.Step)]
    return steps[frame.left - STEPS_PER_MOVE :]


def _counted(key: str, number: int, teller: TobagoTeller) -> Data:
    """Return a number of things, as it stands beside their sign and in words."""
    return {"number": teller.language.number(number), "label": teller.word("scene", key, count=number)}


def _person(seen: Seen, player: int, teller: TobagoTeller) -> Data:
    """Return what lies before a player: treasure cards face down, amulets, clue cards, roses."""
    cards = len(seen[TobagoState.treasure_cards].zone(f"won by {player}"))
    return {
        "seat": player,
        "name": teller.people[player],
        "acts": player == seen.to_act(),
        "coin": _counted("cards", cards, teller),
        "amulet": _counted("amulets", seen[TobagoState.amulets][player], teller),
    }


def _own(seen: Seen, me: int, teller: TobagoTeller) -> Data:
    """Return what is above the own cards: which they are, while they are seen, and what was won."""
    won = seen[TobagoState.treasure_cards].zone(f"won by {me}")
    hidden = not seen.stack or isinstance(seen.stack[-1], Taking)
    return {
        "seat": me,
        "name": teller.word("scene", "you" if hidden else "starting" if _starting(seen) else "hand"),
        "told": teller.word("scene", "coins", count=sum(won)) if won else "",
        "coin": _counted("cards", len(won), teller),
        "amulet": _counted("amulets", seen[TobagoState.amulets][me], teller),
    }


def _looked(seen: Seen, teller: TobagoTeller) -> Data:
    """Return the cards of the treasure that the seat has looked at, in words and as they lie there (T-25)."""
    faces = looked_at(seen)
    said = teller.language.listed([*map(teller.treasure, faces)])
    return {
        "told": teller.word("scene", "looked") if faces else teller.word("scene", "looked at none"),
        "label": said,
        "faces": [
            {"curse": face == CURSE, "text": teller.word("things", "curse", count=1)}
            if face == CURSE
            else {"curse": False, "text": teller.language.number(face)}
            for face in faces
        ],
    }


# ---- what can be done --------------------------------------------------------------------------------------


def _group(action: Action, seen: Seen) -> str:
    match action:
        case act.Step():
            return "drive" if isinstance(seen.stack[-1], Turn) else ""
        case act.Exchange():
            return "exchange"
        case act.AmuletClue():
            return "amulet"
        case act.RemoveCube():
            return "amulet/cube"
        case act.AmuletMove():
            return "amulet/steps"
        case act.AmuletExchange():
            return "amulet/exchange"
    return ""


def _groups(teller: TobagoTeller) -> Data:
    """Return the button of each group, and what is asked when it is open."""
    return {
        key: {"words": teller.word("scene", key), "ask": teller.word("scene", f"{key} ask"), "sign": sign}
        for key, sign in _SIGNS.items()
    }


def effect(seen: Seen, actions: Sequence[Action], teller: TobagoTeller) -> Effect:
    """Return what a run would bring: what a clue or a cube leaves, what is exchanged, how far one drives."""
    last, hand = actions[-1], len(seen[TobagoState.clue_cards].zone(f"hand {seen.player}"))
    match last:
        case act.LayClue() | act.AmuletClue() | act.RemoveCube():
            return _narrowed(seen, actions, last, teller)
        case act.Exchange():
            return Effect(teller.word("scene", "exchanged", count=hand), unwise=True)
        case act.AmuletExchange():
            return Effect(teller.word("scene", "exchanged by amulet", count=hand))
        case act.Step() if (count := sum(isinstance(one, act.Step) for one in actions)) == STEPS_PER_MOVE:
            return Effect(teller.word("scene", "driven", count=count, hex=teller.say_hex(last)))
    return Effect()


def _narrowed(
    seen: Seen,
    actions: Sequence[Action],
    last: act.LayClue | act.AmuletClue | act.RemoveCube,
    teller: TobagoTeller,
) -> Effect:
    """Return how many hexes a map has before and after the last action of a run (T-13)."""
    compiled = compiled_setting(seen.rules, seen[TobagoState.landmarks])
    before = left = seen[TobagoState.candidates][MAP_NUMBER[last.colour]]
    for action in actions:
        before = left
        match action:
            case act.LayClue(last.colour, clue) | act.AmuletClue(last.colour, clue):
                left &= compiled.masks[compiled.decks.face[clue]]
            case act.RemoveCube(last.colour, name):
                left &= ~(1 << compiled.island.index[name])
    colour = teller.name("colours", last.colour)
    if isinstance(last, act.RemoveCube):
        label = teller.word("scene", "remove", hex=teller.say_hex(last))
    else:
        begins = not seen[TobagoState.clues][MAP_NUMBER[last.colour]]
        key = "begin" if begins else "lay" if isinstance(last, act.LayClue) else "lay by amulet"
        label = teller.word("scene", key, colour=colour)
    if left.bit_count() == 1:
        place = teller.say_hex(act.Step(compiled.island.names[left.bit_length() - 1]))
        return Effect(teller.word("scene", "located", colour=colour, hex=place), label=label)
    return Effect(
        teller.word("scene", "stay", count=left.bit_count(), before=before.bit_count(), colour=colour),
        label=label,
    )


def had(seen: Seen, teller: TobagoTeller) -> list[str]:
    """Return how many treasure cards each had at the end."""
    won = [seen[TobagoState.treasure_cards].zone(f"won by {player}") for player in range(seen.players)]
    return [teller.word("scene", "cards", count=len(cards)) for cards in won]


# ---- the island, which stays as it is ----------------------------------------------------------------------


@lru_cache(maxsize=16)
def _board(rules: GameRules, landmarks: Any, lang: str) -> Data:
    setting = compiled_setting(rules, landmarks).setting
    return {"hash": setting_hash(setting, rules.sides), **board_data(setting, lang)}


SCENE = Scene(
    lay=lay,
    ways={"Stop": "completes", "Raise": "completes", "Take": "completes", "PickUp": "button"},
    group=_group,
    files={"setting": lambda seen, lang: _board(seen.rules, seen[TobagoState.landmarks], lang)},
    effect=effect,
    had=had,
)
