"""Wazabi on a page: steps of the turn, the others in the order of play, piles, own dice and hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from toolkit.core import Action, Observation
from toolkit.core.hidden import HIDDEN
from toolkit.core.telling.teller import Teller
from toolkit.games.wazabi.actions import Choose, ChooseSide, Discard, Draw, Give, NoCard, Play, Roll, Take
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.picture import DOES, has_rolled, how_many, shown_dice, status_of
from toolkit.games.wazabi.play import ChoosingRival, Drawing, Giving, Playing, Taking
from toolkit.games.wazabi.state import WazabiState
from workbench.table.scenes import Data, Effect, Scene

Seen = Observation[WazabiState]

_STEPS = ("roll", "draw", "give", "play")  # W-12
_KEPT = 2  # W-18


def lay(seen: Seen, teller: Teller) -> Data:
    """Return what a seat sees of the table."""
    me = seen.player
    return {
        "step": teller.word("scene", f"your {seen.decision_kind()}") if me == seen.to_act() else "",
        "sign": teller.word("dice", "sign"),
        "steps": _steps(seen, teller),
        "others": {
            "label": teller.word("scene", "players" if me is None else "others"),
            "players": [_other(seen, player, teller) for player in _in_order(seen)],
        },
        "middle": _middle(seen, teller),
        "own": None if me is None else _own(seen, me, teller),
    }


def _in_order(seen: Seen) -> list[int]:
    """Return the others in the order of play, those who have finished behind; all for a looker-on."""
    me, way, finished = seen.player, seen[WazabiState.direction], seen[WazabiState.finished]
    if me is None:
        return [*range(seen.players)]
    after = [(me + way * step) % seen.players for step in range(1, seen.players)]
    return sorted(after, key=lambda player: player in finished)


def _steps(seen: Seen, teller: Teller) -> list[Data]:
    """Return the steps of the turn that is played, and which are done; none when nobody plays."""
    if not seen.stack or not seen[WazabiState.roll]:
        return []
    kinds = {type(frame) for frame in seen.stack}
    drawing = Playing in kinds and kinds & {Drawing, ChoosingRival, Taking}
    now = 1 if drawing else 2 if Giving in kinds else 3
    shape = ["done"] * now + ["now"] + ["later"] * (len(_STEPS) - 1 - now)
    return [{"name": teller.word("scene", step), "is": how} for step, how in zip(_STEPS, shape, strict=True)]


# ---- players ----------------------------------------------------------------------------------------------


def _other(seen: Seen, player: int, teller: Teller) -> Data:
    """Return what is seen of a player."""
    hand, dice = seen[WazabiState.cards].zone(f"hand {player}"), seen[WazabiState.dice][player]
    known = [face for face in hand if face != HIDDEN]
    status = status_of(seen, player, teller)
    if known:
        cards = teller.language.listed([*_kinds(known, teller)])
        status.append(teller.word("scene", "known", cards=cards))
    many = [how_many(teller, "die", dice), how_many(teller, "card", len(hand))]
    tag, rolled = _tag(seen, player, teller), _rolled(seen, player, teller)
    parts = [teller.called(player), *[tag] * bool(tag), *many, *[rolled] * bool(rolled), *status]
    return {
        "seat": player,
        "place": f"player {player}",
        "name": teller.people[player],
        "label": teller.language.listed(parts),
        "tag": tag,
        "acts": player == seen.to_act(),
        "dice": _shown(seen, player, teller),
        "rolled": bool(rolled),
        "facts": {"die": teller.language.number(dice), "dotcard": teller.language.number(len(hand))},
        "status": teller.language.listed(status),
        "warn": bool(seen[WazabiState.cards].zone(f"before {player}")),
    }


def _tag(seen: Seen, player: int, teller: Teller) -> str:
    """Return whether a player has the turn, or the next one, even if that will be missed."""
    if not seen.stack or not seen[WazabiState.roll]:
        return ""
    seats, turn = seen[WazabiState.seats], seen[WazabiState.turn]
    if player == turn:
        return teller.word("scene", "now")
    follows = seats[(seats.index(turn) + seen[WazabiState.direction]) % len(seats)]
    return teller.word("scene", "next") if player == follows else ""


def _rolled(seen: Seen, player: int, teller: Teller) -> str:
    """Return in words what the dice of a player show, if they were rolled in this turn."""
    if not has_rolled(seen, player):
        return ""
    shown = Counter(shown_dice(seen, player))
    faces = [teller.name("faces", face, count=count) for face, count in shown.items()]
    return teller.word("scene", "rolled", faces=teller.language.joined(faces))


def _shown(seen: Seen, player: int, teller: Teller) -> list[Data]:
    """Return the dice of a player, alike ones together."""
    dice = Counter(shown_dice(seen, player))
    return [
        {
            "face": face,
            "count": count,
            "told": teller.word("faces", face, count=count) if face in FACES else "",
            "stack": f"\u00d7{teller.language.number(count)}",
        }
        for face, count in dice.items()
    ]


def _kinds(faces: Sequence[int], teller: Teller) -> Iterator[str]:
    """Yield cards by their names, each kind once with its number."""
    for face, count in sorted(Counter(faces).items()):
        card = teller.word("cards", NAMES[face])
        yield teller.word("table", "several", count=count, card=card) if count > 1 else card


def _own(seen: Seen, me: int, teller: Teller) -> Data:
    """Return the own dice and hand."""
    hand, dice = seen[WazabiState.cards].zone(f"hand {me}"), seen[WazabiState.dice][me]
    many = [how_many(teller, "die", dice), how_many(teller, "card", len(hand))]
    told = teller.language.listed([*many, *status_of(seen, me, teller)])
    new, able = _new(seen, me), seen[WazabiState.roll] if has_rolled(seen, me) else ()
    return {
        "seat": me,
        "label": teller.word("scene", "own"),
        "name": teller.called(me),
        "told": told,
        "dice": _shown(seen, me, teller),
        "rolled": _rolled(seen, me, teller) or how_many(teller, "die", dice),
        "hand": [
            _card(
                seen,
                face,
                count,
                teller,
                new=face in new,
                dear=bool(able) and seen.rules.costs[face] > able[0],
            )
            for face, count in sorted(Counter(hand).items())
        ],
    }


def _card(seen: Seen, face: int, count: int, teller: Teller, *, new: bool, dear: bool) -> Data:
    """Return a kind of cards in the own hand; `dear` when the roll does not pay for it (W-10)."""
    data, cost = _face(seen, face, teller), seen.rules.costs[face]
    parts = [teller.word("cards", NAMES[face]), teller.word("scene", "needs", cost=cost)]
    parts += [teller.word("picture", "copies", count=count)] if count > 1 else []
    parts += [teller.word("scene", "new")] if new else []
    return {
        **data,
        "place": NAMES[face],
        "label": teller.language.listed(parts),
        "copies": f"\u00d7{teller.language.number(count)}" if count > 1 else "",
        "new": teller.word("scene", "new") if new else "",
        "dear": dear,
    }


def _face(seen: Seen, face: int, teller: Teller) -> Data:
    """Return a card that is read: its cost, its name as it has room, and what it does."""
    sign, name = teller.word("dice", "sign"), NAMES[face]
    return {
        "cost": teller.word("scene", "cost", cost=seen.rules.costs[face], sign=sign),
        "name": teller.word("short" if name in teller.words["names"]["short"] else "cards", name),
        "does": [teller.language.finished(token, capital=False) for token in DOES[name]],
    }


def _new(seen: Seen, me: int) -> set[int]:
    """Return the cards that were drawn or taken in the own turn."""
    if not has_rolled(seen, me):
        return set()
    new: set[int] = set()
    for event in reversed(seen.log):
        if isinstance(event.action, Roll):
            break
        if isinstance(event.action, Draw | Take):
            new.add(event.action.face)
    return new


# ---- the middle -------------------------------------------------------------------------------------------


def _middle(seen: Seen, teller: Teller) -> Data:
    """Return the piles, and the dice that are out of the game."""
    cards, said = seen[WazabiState.cards], teller.language
    pile, discard = len(cards.zone("pile")), cards.zone("discard")
    gone = seen.players * seen.rules.dice - sum(seen[WazabiState.dice])
    effect = cards.zone("played")
    top = next(iter(effect), None) if effect else _last_played(seen, discard)
    told = [teller.word("table", "round", round=seen["round"], count=seen.rules.rounds)] * (
        seen.rules.rounds > 1
    )
    told += [teller.word("scene", "gone", count=gone)] * (gone > 0)
    caption = teller.word("scene", "effect") if effect else teller.word("scene", "played", count=len(discard))
    return {
        "label": teller.word("scene", "middle"),
        "pile": {
            "count": said.number(pile),
            "caption": teller.word("scene", "pile"),
            "label": teller.word("table", "pile", count=pile),
        },
        "played": {
            "top": None if top is None else _face(seen, top, teller),
            "caption": caption,
            "title": teller.word("scene", "list"),
            "list": [*_kinds(discard, teller)] or [teller.name("patterns", "no_cards")],
        },
        "told": told,
    }


def _last_played(seen: Seen, discard: Sequence[int]) -> int | None:
    """Return the card that was played last, if it lies on the discard pile; else one that lies there."""
    played = (event.action.face for event in reversed(seen.log) if isinstance(event.action, Play))
    return next((face for face in played if face in discard), next(iter(discard), None))


# ---- what a choice would bring ----------------------------------------------------------------------------


def effect(seen: Seen, actions: Sequence[Action], teller: Teller) -> Effect:
    """Return what a choice would bring; a card and whom or what it is for are one run."""
    last, played = actions[-1], [action.face for action in actions if isinstance(action, Play)]
    card = next(iter([*played, *seen[WazabiState.cards].zone("played")]), None)
    name = "" if card is None else NAMES[card]
    held = Counter(seen[WazabiState.cards].zone(f"hand {seen.player}")) - Counter(played)
    whole_hand = isinstance(last, Choose | ChooseSide) and name in ("swap hands", "pass cards")
    told = _told(seen, last, name, held.total(), teller)
    return Effect(teller.language.finished(told), [NAMES[face] for face in held] if whole_hand else ())


def _told(seen: Seen, action: Action, card: str, mine: int, teller: Teller) -> str:
    """Return what the last action of a run does; `card` is what is played, `mine` how many cards are left."""
    match action:
        case Give():
            last = seen[WazabiState.dice][cast("int", seen.player)] == 1
            return _say(teller, "last" if last else "given", whom=teller.person(action.player))
        case NoCard():
            return _say(teller, "nothing")
        case Discard():
            return _say(teller, "open")
        case Play():
            return _by_itself(seen, card, teller)
        case ChooseSide():
            return _passed(seen, card, action.steps, mine, teller)
        case Choose():
            return _to_somebody(seen, card, action.player, mine, teller)
    return ""


def _say(teller: Teller, key: str, **places: object) -> str:
    return teller.name("scene", key, **places)


def _by_itself(seen: Seen, card: str, teller: Teller) -> str:
    """Return what a card does for which nothing is chosen; nothing where somebody or a side still is."""
    me, seats, way = cast("int", seen.player), seen[WazabiState.seats], seen[WazabiState.direction]
    if card in ("lose 1 die", "lose 2 dice"):
        lost = 1 if card == "lose 1 die" else 2
        return _say(teller, "last" if seen[WazabiState.dice][me] == lost else "lost", count=lost)
    if card == "play again":
        return _say(teller, "again", whom=teller.person(seats[(seats.index(me) - way) % len(seats)]))
    if card == "others keep 2":
        hands = {other: _many_cards(seen, other) for other in _in_order(seen) if other in seats}
        gone = [
            _say(teller, "surplus", whom=teller.person(other), count=held - _KEPT)
            for other, held in hands.items()
            if held > _KEPT
        ]
        return " ".join(gone) or _say(teller, "few")
    if card == "draw 3":
        return _say(teller, "three", number=len(seen[WazabiState.cards].zone("pile")))
    if card == "take 1 card" and not any(_many_cards(seen, other) for other in seats if other != me):
        return _say(teller, "none")  # W-26
    return ""


def _to_somebody(seen: Seen, card: str, player: int, mine: int, teller: Teller) -> str:
    """Return what a card does to who was chosen; without a card one is taken of them (W-14)."""
    whom, cards, dice = teller.person(player), _many_cards(seen, player), seen[WazabiState.dice]
    match card:
        case "miss a turn":
            waiting = len(seen[WazabiState.cards].zone(f"before {player}"))
            return _say(teller, "missed", whom=whom, count=waiting + 1)
        case "swap hands":
            given, got = how_many(teller, "card", mine), how_many(teller, "card", cards)
            return _say(teller, "swapped", whom=whom, given=given, got=got)
        case "swap dice":
            own = how_many(teller, "die", dice[cast("int", seen.player)])
            return _say(teller, "swapped", whom=whom, given=own, got=how_many(teller, "die", dice[player]))
        case "give 1 die":
            return _say(teller, "given", whom=whom)
        case "keep 1 card":
            return _say(teller, "surplus", whom=whom, count=cards - 1)
    return _say(teller, "taken", whom=whom, count=cards)


def _passed(seen: Seen, card: str, steps: int, mine: int, teller: Teller) -> str:
    """Return what one gives to a neighbour and gets from the other one."""
    seats, me = seen[WazabiState.seats], cast("int", seen.player)
    at = seats.index(me)
    to, giver = seats[(at + steps) % len(seats)], seats[(at - steps) % len(seats)]
    if card == "pass cards":
        given, got = how_many(teller, "card", mine), how_many(teller, "card", _many_cards(seen, giver))
    else:
        dice = seen[WazabiState.dice]
        given, got = how_many(teller, "die", dice[me]), how_many(teller, "die", dice[giver])
    places = {"whom": teller.person(to), "given": given, "got": got, "giver": teller.person(giver)}
    return _say(teller, "swapped" if to == giver else "passed", **places)


def _many_cards(seen: Seen, player: int) -> int:
    return len(seen[WazabiState.cards].zone(f"hand {player}"))


# ---- the end ----------------------------------------------------------------------------------------------


def had(seen: Seen, teller: Teller) -> list[str]:
    """Return the dice and cards of each at the end, and who had finished."""
    cards, dice = seen[WazabiState.cards], seen[WazabiState.dice]
    return [
        teller.language.listed(
            [
                how_many(teller, "die", dice[player]),
                how_many(teller, "card", len(cards.zone(f"hand {player}"))),
                *status_of(seen, player, teller),
            ]
        )
        for player in range(seen.players)
    ]


SCENE = Scene(lay=lay, ways={"Give": "whole"}, effect=effect, had=had)
