"""Silver as a page lays it out: the villages with what the seat knows of them, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.silver.hidden import Law
from solvers.silver.sets import match_chance
from toolkit.core import Action, Observation
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.actions import Anyone, Face, Own, Word
from toolkit.games.silver.exchange import costs_a_card, could_match
from toolkit.games.silver.play.abilities import Ability
from toolkit.games.silver.play.turns import FirstLooking
from toolkit.games.silver.position import position_of
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import FACE_DOWN, SilverState
from toolkit.games.silver.telling import SilverTeller, used_next
from workbench.table.scenes import Data, Effect, Scene

Seen = Observation[SilverState]

# ---- what lies on the table --------------------------------------------------------------------------------


def lay(seen: Seen, teller: SilverTeller) -> Data:
    """Return the table: villages in the order of play, the own one last, and the piles and the hand."""
    first = 0 if seen.player is None else seen.player + 1
    return {
        "step": _step(seen, teller),
        "middle": teller.word("scene", "middle"),
        "notes": [*_notes(seen, teller)],
        "deck": _deck(seen, teller),
        "shown": [
            _pile(face, f"shown {place}", teller, "beside", "shown")
            for place, face in enumerate(seen[SilverState.cards].zone("shown"))
        ],
        "held": _held_cards(seen, teller),
        "discards": _discards(seen, teller),
        "villages": [_village(seen, (first + n) % seen.players, teller) for n in range(seen.players)],
    }


def _step(seen: Seen, teller: SilverTeller) -> str:
    """Return the line in the head: what who reads is at, or what the others do."""
    if not seen.stack:
        return ""
    frame, number = seen.stack[-1], seen[SilverState.round]
    if seen.to_act() != seen.player:
        return teller.open(frame, seen).rstrip(".")
    if isinstance(frame, FirstLooking):
        return teller.word("scene", "looks", round=number)
    if isinstance(frame, Ability):
        discarded = seen[SilverState.cards].zone("discard")[-1]  # for its ability
        return teller.word("scene", "ability", name=teller.word("characters", discarded))
    if held := seen[SilverState.cards].zone("held"):
        return teller.word("scene", "hand", cards=teller.language.joined(held))
    if seen.rules.score_mode:
        return teller.word("scene", "turn", round=number)
    return teller.word("scene", "turn_of", round=number, rounds=seen.rules.rounds)


def _notes(seen: Seen, teller: SilverTeller) -> Iterator[str]:
    """Yield which round it is, who has called, and while a round begins what the one before has brought."""
    rules, results = seen.rules, seen[SilverState.results]
    key = "round" if rules.score_mode else "round_of"
    yield teller.language.finished(
        teller.name(
            "table", key, round=seen[SilverState.round], number=seen[SilverState.round], rounds=rules.rounds
        )
    )
    if (caller := seen[SilverState.caller]) != NOBODY and seen.stack:
        key = "left_me" if caller == seen.player else "left"
        yield teller.word("scene", key, who=teller.person(caller), count=seen[SilverState.turns_left])
    if results and seen.stack and isinstance(seen.stack[-1], FirstLooking):
        scores = [teller.score(seat, points) for seat, points in enumerate(results[-1].points)]
        yield teller.word("scene", "before", round=len(results), scores=teller.language.listed(scores))


def named(face: int, teller: SilverTeller) -> str:
    """Return a card by its number and name."""
    return teller.word("table", "card", number=face, name=teller.name("characters", face))


def face_data(face: int, teller: SilverTeller) -> Data:
    """Return what a card bears: its number for its sign and in the digits of the language, and its name."""
    return {"kind": face, "number": teller.language.number(face), "name": teller.word("characters", face)}


def _pile(face: int, place: str, teller: SilverTeller, label: str, below: str = "", **places: object) -> Data:
    """Return an open card outside of the villages."""
    said = teller.word("scene", label, card=named(face, teller), **places)
    under = _below(below, teller) if below else ""
    return {"id": place, "label": said, "below": under, "up": True, **face_data(face, teller)}


def _below(key: str, teller: SilverTeller) -> str:
    """Return what stands below a card: a word of the scene, or one of those of pictures."""
    return teller.word("scene" if key in teller.words["names"]["scene"] else "table", key)


def _deck(seen: Seen, teller: SilverTeller) -> Data:
    count = position_of(seen).deck
    return {
        "id": "deck",
        "label": teller.word("table", "deck", count=count),
        "below": teller.word("things", "deck"),
        "up": False,
        "number": teller.language.number(count),
    }


def _discards(seen: Seen, teller: SilverTeller) -> list[Data]:
    """Return the top of the discard pile; while a Master looks through it, all that can be fetched."""
    fetched = [action for action in seen.actions if isinstance(action, Face) and action.verb == "fetch"]
    if fetched:
        return [_pile(one.face, str(one), teller, "in_pile") for one in fetched]
    pile = seen[SilverState.cards].zone("discard")
    below = teller.word("scene", "discards")
    if not pile:
        return [{"id": "discard", "label": teller.word("scene", "empty"), "below": below, "up": True}]
    count = teller.word("table", "discards", count=len(pile))
    return [_pile(pile[-1], "discard", teller, "pile", "discards", pile=count)]


def _held_cards(seen: Seen, teller: SilverTeller) -> list[Data]:
    """Return the cards in the hand of whose turn it is; of several that a Rascal drew one is kept."""
    turn, held = seen[SilverState.turn], seen[SilverState.cards].zone("held")
    keeps = {one.face: str(one) for one in seen.actions if isinstance(one, Face) and one.verb == "keep"}
    who = teller.person(turn)
    found: list[Data] = []
    for face in held:
        if face == HIDDEN:
            said = teller.word("scene", "held_unseen", who=who)
            found.append({"id": "held", "label": said, "below": teller.word("table", "held"), "up": False})
        elif turn == seen.player:
            below = "keep" if face in keeps else "held"
            found.append(_pile(face, keeps.get(face, "held"), teller, "in_hand", below))
        else:
            found.append(_pile(face, "held", teller, "held_by", "held", who=who))
    return found


def _village(seen: Seen, player: int, teller: SilverTeller) -> Data:
    mine = player == seen.player
    cards = [_card(seen, player, slot, teller) for slot in range(len(seen[SilverState.up][player]))]
    return {
        "seat": player,
        "mine": mine,
        "title": teller.word("scene", "mine" if mine else "theirs", who=teller.person(player)),
        "points": teller.word("scene", "points", count=seen[SilverState.totals][player]),
        "called": teller.word("scene", "called") if player == seen[SilverState.caller] else "",
        "amulet": teller.word("things", "amulet") if player == seen[SilverState.amulet] else "",
        "cards": cards,
    }


def _card(seen: Seen, player: int, slot: int, teller: SilverTeller) -> Data:
    """Return a card of a village, with all that is to be seen of it in words."""
    face, up = seen[SilverState.cards].zone(f"village {player}")[slot], seen[SilverState.up][player][slot]
    key = "unknown" if face == HIDDEN else "known" if up == FACE_DOWN else "up"
    state = [teller.name("scene", key, card="" if face == HIDDEN else named(face, teller))]
    under = (player, slot) == (seen[SilverState.amulet], seen[SilverState.amulet_slot])
    guards = seen[SilverState.guards][player]
    guard = (
        "on_duty"
        if slot in [on for on, _ in guards]
        else "guarded"
        if slot in [of for _, of in guards]
        else ""
    )
    if under or guard:
        state.append(teller.name("scene", "under_amulet") if under else teller.name("table", guard))
    said = teller.name(
        "scene",
        "own_card" if player == seen.player else "card_of",
        who=teller.person(player),
        slot=teller.slot(slot),
        state=teller.language.listed(state),
    )
    known = {} if face == HIDDEN else face_data(face, teller)
    signs = {"amulet": True} if under else {"guard": guard} if guard else {}
    label = teller.language.finished(said)
    return {"id": f"{player}:{slot}", "label": label, "up": key == "up", **known, **signs}


# ---- what a choice would cost and bring --------------------------------------------------------------------


def effect(seen: Seen, actions: Sequence[Action], teller: SilverTeller) -> Effect:
    """Return what a run would bring if it were all: of cards given up how the village looks then."""
    slots = [one.slot for one in actions if isinstance(one, Own) and one.verb in ("exchange", "and")]
    held = _in_hand(seen, actions)
    if slots and held is not None:
        return _giving(seen, slots, held, teller)
    match actions[-1]:
        case Word("draw") if not seen[SilverState.cards].zone("held"):
            return Effect(teller.word("effects", "draw"))
        case Word("take") if held is not None:
            return Effect(teller.word("effects", "take", number=held))
        case Word("call"):
            return Effect(teller.word("effects", "call", sum=_points(seen, (), None, teller)))
        case Word("discard") if held is not None:
            label = teller.word("effects", "discard", number=held)
            key, ability = "works" if used_next(seen, held) else "idle", teller.name("abilities", held)
            return Effect(teller.word("effects", key, ability=ability), label=label)
        case Word("use") if seen.rules.witch_decline == "before_look":
            return Effect(teller.word("effects", "use"))
        case Face("keep") if len(seen[SilverState.cards].zone("held")) > 1:
            return Effect(teller.word("effects", "keep"))
        case Anyone("turn"):
            return Effect(teller.word("effects", "turn_up"))
        case Anyone("hit"):
            return Effect(teller.word("effects", "hit", held=held))
        case Own("give"):
            return Effect(teller.word("effects", "give"))
        case Own("protect"):
            return Effect(teller.word("effects", "protect"))
        case Own("over"):
            return Effect(teller.word("effects", "guard"))
    return Effect()


def _in_hand(seen: Seen, actions: Sequence[Action]) -> int | None:
    """Return the one card in hand after a run; None for none or several."""
    cards = seen[SilverState.cards]
    held = list(cards.zone("held"))
    for action in actions:
        match action:
            case Word("take"):
                held.append(cards.zone("discard")[-1])
            case Own("shown", slot):
                held.append(cards.zone("shown")[slot])
            case Face("fetch", face):
                held.append(face)
    return held[0] if len(held) == 1 else None


def _giving(seen: Seen, slots: Sequence[int], held: int, teller: SilverTeller) -> Effect:
    """Return what it brings to give up own cards for the one in hand (S-15 to S-20)."""
    player = seen.to_act()
    village = seen[SilverState.cards].zone(f"village {player}")
    numbers = [village[slot] for slot in slots if village[slot] != HIDDEN]
    hidden, rules = len(slots) - len(numbers), seen.rules
    label = teller.giving(seen, slots, held)
    costs = "_costs" if costs_a_card(numbers + [HIDDEN] * hidden, rules) else ""
    if not could_match(numbers, hidden, rules):
        said = teller.language.joined(sorted(set(numbers)))
        told = teller.word("effects", f"fails{costs}", numbers=said, held=held)
        return Effect(told, label=label, unwise=True)
    if hidden and len(slots) > 1:
        chance = match_chance(Law.of(position_of(seen)), [(player, slot) for slot in slots], rules)
        share = f"{float(chance):.{0 if chance * 100 >= 1 else 1}%}"
        return Effect(teller.word("effects", f"chance{costs}", chance=share, held=held), label=label)
    left = len(village) - len(slots) + 1
    told = teller.word(
        "effects",
        "after" if len(slots) == 1 else "shrinks",
        count=left,
        sum=_points(seen, slots, held, teller),
    )
    return Effect(told, label=label)


def _points(seen: Seen, slots: Sequence[int], held: int | None, teller: SilverTeller) -> str:
    """Return what the own village counts without some cards and with the one in hand."""
    village = seen[SilverState.cards].zone(f"village {seen.to_act()}")
    left = [face for slot, face in enumerate(village) if slot not in slots]
    known = [face for face in left if face != HIDDEN] + ([] if held is None else [held])
    unseen = position_of(seen).unseen
    mean = sum(number * count for number, count in enumerate(unseen)) / max(1, sum(unseen))  # as any deal
    hidden = left.count(HIDDEN)
    return teller.name("effects", "about" if hidden else "exactly", number=round(sum(known) + hidden * mean))


# ---- the end -----------------------------------------------------------------------------------------------


def had(seen: Seen, teller: SilverTeller) -> list[str]:
    """Return what each got in every round, and the village at the end with its sum."""
    results = seen[SilverState.results]
    villages = results[-1].villages
    return [
        teller.word(
            "scene",
            "had",
            points=teller.language.listed([one.points[player] for one in results]),
            cards=teller.language.listed(villages[player]),
            number=sum(villages[player]),
        )
        for player in range(seen.players)
    ]


SCENE = Scene(
    lay=lay,
    ways={"Word.done": "completes", "Word.end": "completes", "Own.exchange": "set"},
    effect=effect,
    had=had,
)
