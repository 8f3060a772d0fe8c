"""What is done with the card in hand: free actions, exchanges, abilities (S-10, S-22, S-36, S-47 to S-54)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

from toolkit.core.decision import ALL, CHANCE, Action, Domain, Frame, MadeOnce, asks
from toolkit.games.silver import actions, piles, village
from toolkit.games.silver.actions import DISCARD, SKIP, Anyone, Card, CardDiscarded, Face, Own, Word
from toolkit.games.silver.cards import BODYGUARD, EMPATH, EXPOSER, HIGHEST, MASTER
from toolkit.games.silver.play.sets import Whose, choose, not_anyone, not_own, not_slot
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import DISCARD as PILE
from toolkit.games.silver.state import FACE_DOWN, HELD, TOP, VILLAGE, Pair, SilverState, Source

# ---- free actions: Empath, Bodyguard, amulet (S-36, S-47, S-48, S-66) --------------------------------------


_FREE = frozenset((EMPATH, BODYGUARD))


def free_actions(state: SilverState, player: int, *, must_exchange: bool = False) -> list[Action]:
    """Return what a player may do besides the action of the turn, who has perhaps to exchange a card next."""
    found: list[Action] = []
    if not _FREE.isdisjoint(state.up[player]):
        if _unused(state, player):
            found += [actions.LOOKS[player, slot] for slot in village.in_sight(state, player, player)]
        # A Bodyguard that was moved can only be taken off at first: to move it again changes nothing.
        on_duty = {guard for guard, _ in state.guards[player]}
        guards = village.face_up(state, player, BODYGUARD)
        found += [actions.GUARDS[slot] for slot in guards if slot in on_duty or _charges(state, player, slot)]
    if state.amulet == player and state.may_protect and state.amulet_slot == NOBODY:
        slots = range(len(state.cards.cards[VILLAGE + player]))
        charges = {charge for _, charge in state.guards[player]}
        if len(slots) > must_exchange:
            found += [actions.PROTECTS[slot] for slot in slots if slot not in charges]
    return found


def _unused(state: SilverState, player: int) -> list[int]:
    """Return the slots of the Empaths that have not looked in this turn (A-17)."""
    up, used = state.up[player], state.used
    return [slot for slot, face in enumerate(up) if face == EMPATH and not used >> slot & 1]


def _charges(state: SilverState, player: int, guard: int) -> list[int]:
    """Return the slots whose cards a Bodyguard may guard from now on (A-43)."""
    pairs = state.guards[player]
    if state.just_moved >> guard & 1 or guard in [charge for _, charge in pairs]:
        return []
    taken = {guard, village.amulet_slot(state, player)}.union(*pairs)
    return [slot for slot in range(len(state.cards.cards[VILLAGE + player])) if slot not in taken]


def act_freely(state: SilverState, player: int, action: Own | Anyone, *again: Frame) -> None:
    """Do it; nobody can call any more, and a decision in which it was taken may be open again (S-66)."""
    state.acted = True
    state.stack += again
    if action.verb == "guard":
        state.stack.append(Guarding(player, action.slot))
        return
    state.just_moved = 0
    if action.verb == "protect":
        state.amulet_slot = action.slot  # for the rest of the round
    else:
        state.used |= 1 << _unused(state, player)[0]
        village.look(state, player, player, action.slot)


def not_freely(frame: Any, state: SilverState, action: Own | Anyone) -> str:
    """Return the reason against a free action; an empty text where no rule says more."""
    no_empath = "no Empath of this village may look in this turn (S-47)" if isinstance(action, Anyone) else ""
    return not_slot(frame, state, action, "own") or no_empath


@asks("Bodyguard in slot {guard}: which card does it guard? (S-48)", not_own)
class Guarding(NamedTuple):
    """A player says what the Bodyguard of a slot guards (S-48)."""

    actor: int
    guard: int

    def legal(self, state: SilverState) -> Sequence[Action]:
        found: list[Action] = [actions.OVERS[slot] for slot in _charges(state, self.actor, self.guard)]
        on_duty = any(guard == self.guard for guard, _ in state.guards[self.actor])
        return [*found, actions.OFF] if on_duty else found

    def over(self, state: SilverState, action: Own) -> None:
        duties = (*self._others(state), Pair(self.guard, action.slot))
        state.guards[self.actor] = tuple(sorted(duties))
        state.just_moved |= 1 << self.guard

    def off(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        state.guards[self.actor] = self._others(state)

    def _others(self, state: SilverState) -> tuple[Pair, ...]:
        """Return the duties of the other Bodyguards."""
        return tuple([pair for pair in state.guards[self.actor] if pair.guard != self.guard])


# ---- what is done with the card in hand (S-10, S-12) -------------------------------------------------------


@piles.draws_next(actions.DRAWS)
class Drawing(NamedTuple):
    """A card of the deck comes into the hand of a player, who alone sees it (S-10)."""

    actor: int
    player: int

    def seen_by(self, _state: SilverState) -> int:
        return 1 << self.player

    def draw(self, state: SilverState, action: Card) -> None:
        piles.move_next(state, action.face, HELD, 1 << self.player)


def _asked(source: Source) -> str:
    if source in ("deck", "shown"):
        return "Discard it, or exchange it for which cards? exchange 0 2 gives up both (S-10)"
    return "For which cards do you exchange it? exchange 0 2 gives up both (S-12)"


@asks("{source}")
class Using(NamedTuple):
    """A player discards or exchanges the card in hand (S-10, S-12)."""

    actor: int
    source: Annotated[Source, Domain(written=_asked)]

    def legal(self, state: SilverState) -> Sequence[Action]:
        player, source = self
        found: list[Action] = [DISCARD] if source in ("deck", "shown") else []
        found += village.own_cards(state, player, "exchange")
        if source != "master":
            found += free_actions(state, player, must_exchange=source == "discard")  # S-12
        return found

    def why_not(self, state: SilverState, action: Own | Anyone | Word) -> str:
        if isinstance(action, Word):
            had = action in (actions.DRAW, actions.TAKE, actions.CALL)
            return "the card of this turn is in hand already (S-9)" if had else ""
        return not_freely(self, state, action)

    def exchange(self, state: SilverState, action: Own | Anyone) -> None:
        """Choose the first card to give up, or act freely."""
        if action.verb == "exchange":
            choose(state, self.actor, self.source, (action.slot,))
        else:
            act_freely(state, self.actor, action, self)

    def discard(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        """Discard the card; if it is 5 to 12, its ability may be used if it finds a target (S-10, A-20)."""
        face = state.cards.cards[HELD][0]
        piles.discard_held(state)
        state.reveal(CardDiscarded(face), ALL & ~(1 << self.actor))
        if face not in _ABILITIES or not (self.source == "deck" or state.rules.squire_ability):
            return
        if (ability := _ABILITIES[face](self.actor)).targets(state):  # S-70
            state.stack.append(ability)
            if face == MASTER and not state.remembers:
                piles.look_through(state, self.actor)


# ---- abilities of the card just discarded (S-50 to S-54, S-64, S-70) ---------------------------------------


def _sights(state: SilverState, player: int, cards: MadeOnce, whose: Whose) -> list[Action]:
    """Return actions with the face-down cards that a player may look at or turn (S-23)."""
    villages = (player,) if whose == "own" else range(state.players)
    return [
        cards[other, slot]
        for other in villages
        if whose != "rivals" or other != player
        for slot in village.in_sight(state, player, other)
    ]


def _thefts(state: SilverState, player: int, cards: MadeOnce) -> list[Action]:
    """Return actions with the cards of opponents that may be moved (S-53, S-54)."""
    rivals = [other for other in range(state.players) if other != player]
    return [cards[other, slot] for other in rivals for slot in village.movable_by_rivals(state, other)]


class Ability(NamedTuple):
    """A player may use the ability of the card just discarded, or not (S-22)."""

    actor: int

    def targets(self, _state: SilverState) -> list[Action]:
        """Return how it may be used; without a target it is not asked for (S-70)."""
        return []

    def legal(self, state: SilverState) -> Sequence[Action]:
        return [*self.targets(state), SKIP]

    def word(self, state: SilverState, action: Word) -> None:
        """Leave it unused."""


class Sighting(Ability):
    """A player looks at a card, or turns it face-up."""

    cards: ClassVar[MadeOnce] = actions.LOOKS  #: what is done with it
    whose: ClassVar[Whose] = "all"  #: whose it is

    def targets(self, state: SilverState) -> list[Action]:
        return _sights(state, self.actor, self.cards, self.whose)

    def see(self, state: SilverState, action: Anyone) -> None:
        if action.verb == "turn":
            village.turn_up(state, action.player, action.slot)
        else:
            village.look(state, self.actor, action.player, action.slot)


@asks("Exposer: which of your cards do you turn face-up? (S-50)", not_anyone)
class Exposing(Sighting):
    """An Exposer turns an own card up (S-50)."""

    cards, whose = actions.TURNS, "own"


@asks("Revealer: which card do you turn face-up? (S-50)", not_anyone)
class Revealing(Sighting):
    """A Revealer turns a card of an opponent up, or of anybody (S-50, A-15)."""

    cards, whose = actions.TURNS, "rivals"

    def targets(self, state: SilverState) -> list[Action]:
        anybody = state.rules.revealer == "any"
        return _sights(state, self.actor, actions.TURNS, "all" if anybody else "rivals")


@asks("Beholder: at which of your cards do you look? (S-51)", not_anyone)
class Beholding(Sighting):
    """A Beholder looks at an own card, and perhaps at another one (S-51, A-16)."""

    whose = "own"

    def see(self, state: SilverState, action: Anyone) -> None:
        village.look(state, self.actor, action.player, action.slot)
        if len(village.in_sight(state, self.actor, self.actor)) > 1:
            state.stack.append(BeholdingAgain(self.actor, action.slot))


@asks("Beholder: and at which other one? (S-51)", not_anyone)
class BeholdingAgain(NamedTuple):
    """A Beholder looks at another own card than the one in the slot `first` (S-51)."""

    actor: int
    first: int

    def legal(self, state: SilverState) -> Sequence[Action]:
        first = actions.LOOKS[self.actor, self.first]
        looks = [one for one in _sights(state, self.actor, actions.LOOKS, "own") if one != first]
        return looks if state.rules.beholder == "both" else [*looks, SKIP]

    def look(self, state: SilverState, action: Anyone) -> None:
        village.look(state, self.actor, action.player, action.slot)

    def skip(self, state: SilverState, action: Word) -> None:
        """Look at no other."""


@asks("Apprentice Seer: at which card of an opponent do you look? (S-51)", not_anyone)
class Spying(Sighting):
    """An Apprentice Seer looks at a card of an opponent (S-51)."""

    whose = "rivals"


@asks("Seer: at which card do you look? (S-51)", not_anyone)
class Seeing(Sighting):
    """A Seer looks at any card (S-51)."""


@asks("Master: which card do you fetch from the discards? (S-52)")
class Fetching(Ability):
    """A Master takes a card from the discard pile (S-52)."""

    def targets(self, state: SilverState) -> list[Action]:
        """Return the cards in the pile below the Master himself (A-31)."""
        if not village.may_give(state, self.actor):
            return []
        below = state.cards.cards[PILE][:-1]
        return [actions.FETCHES[face] for face in range(HIGHEST + 1) if face in below]

    def fetch(self, state: SilverState, action: Face) -> None:
        """Take a card from the pile, to exchange it."""
        piles.take_below(state, action.face)
        piles.close_pile(state)
        state.stack.append(Using(self.actor, "master"))

    def word(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        piles.close_pile(state)


# ---- Witch (S-53) ------------------------------------------------------------------------------------------


@asks("Witch: do you look at the top card of the deck, to exchange it? (S-53)")
class Bewitching(Ability):
    """A Witch looks at the top card of the deck (S-53)."""

    def targets(self, state: SilverState) -> list[Action]:
        """Return the use, if there is a card to look at and one to exchange it for (A-32)."""
        exchangeable = village.may_give(state, self.actor) or _thefts(state, self.actor, actions.HITS)
        return [actions.USE] if state.deck and exchangeable else []

    def word(self, state: SilverState, action: Word) -> None:
        if action is actions.USE:
            state.stack += [SwappingTop(self.actor, "witch"), Drawing(CHANCE, self.actor)]


@asks("Witch: for which cards do you exchange it? (S-53)", not_slot)
class SwappingTop(NamedTuple):
    """A Witch exchanges the card that she looked at, for an own card or one of an opponent (S-53)."""

    actor: int
    source: Source

    def legal(self, state: SilverState) -> Sequence[Action]:
        found = [*village.own_cards(state, self.actor, "exchange"), *_thefts(state, self.actor, actions.HITS)]
        return [*found, SKIP] if state.rules.witch_decline == "after_look" else found

    def exchange(self, state: SilverState, action: Own) -> None:
        choose(state, self.actor, self.source, (action.slot,))

    def hit(self, state: SilverState, action: Anyone) -> None:
        """Exchange the card for one of an opponent (A-2)."""
        player, slot = action.player, action.slot
        up = state.rules.witch_orientation == "inherit" and state.up[player][slot] != FACE_DOWN
        village.show(state, player, [slot])
        piles.give_up(state, player, [slot])
        village.enter(state, player, slot, (HELD, 0), up=up)

    def skip(self, state: SilverState, action: Word) -> None:  # noqa: ARG002
        """Put the card back on the deck, unused (A-32)."""
        state.cards.move(state.cards.cards[HELD][0], (HELD, 0), (TOP, 0))
        state.put_out_of_sight((TOP, 0))


# ---- Robber (S-54) -----------------------------------------------------------------------------------------


@asks("Robber: which card do you take? (S-54)", not_anyone)
class Robbing(Ability):
    """A Robber chooses a card of an opponent; an own one is given for it (S-54)."""

    def targets(self, state: SilverState) -> list[Action]:
        return _thefts(state, self.actor, actions.ROBS) if village.may_give(state, self.actor) else []

    def rob(self, state: SilverState, action: Anyone) -> None:
        state.stack.append(GivingBack(self.actor, action.player, action.slot))


@asks("Robber: which card do you give for {victim}:{slot}? (S-54)", not_own)
class GivingBack(NamedTuple):
    """A Robber gives an own card for the one in a slot of the victim (S-54)."""

    actor: int
    victim: int
    slot: int

    def legal(self, state: SilverState) -> Sequence[Action]:
        return village.own_cards(state, self.actor, "give")

    def give(self, state: SilverState, action: Own) -> None:
        """Swap the two cards; each keeps its side, and the Robber may look at the new one."""
        player, victim, theirs = self
        mine = action.slot
        my_up, their_up = state.up[player][mine] != FACE_DOWN, state.up[victim][theirs] != FACE_DOWN
        village.leave(state, victim, theirs, (HELD, 0))
        village.leave(state, player, mine, (HELD, 1))
        village.enter(state, victim, theirs, (HELD, 1), up=my_up)
        village.enter(state, player, mine, (HELD, 0), up=their_up)
        if not their_up:
            state.stack.append(CheckingLoot(player, mine))


@asks("Robber: do you look at your new card? (S-54)", not_anyone)
class CheckingLoot(NamedTuple):
    """A Robber may look at the robbed card, which lies in an own slot now (S-54)."""

    actor: int
    slot: int

    def legal(self, _state: SilverState) -> Sequence[Action]:
        return [actions.LOOKS[self.actor, self.slot], SKIP]

    def look(self, state: SilverState, action: Anyone) -> None:
        village.look(state, self.actor, action.player, action.slot)

    def skip(self, state: SilverState, action: Word) -> None:
        """Look at nothing."""


_IN_ORDER = (Exposing, Revealing, Beholding, Spying, Seeing, Fetching, Bewitching, Robbing)
_ABILITIES: Mapping[int, type[Ability]] = dict(enumerate(_IN_ORDER, EXPOSER))
