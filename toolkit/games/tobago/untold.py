"""`UntoldGame`: a game of the engine in which a drawn card may be told later than it is drawn.

The game is a script of actions, with a number wherever a card is drawn. What the draws brought is kept in
`UnseenCards`, apart from it: when a card is told, the script is played anew with it. So every state is one
that the engine reached by itself, and the script with its cards is a record.

A card that nobody has told yet is taken for some card of the pile. When it is told, it changes places with
one that nobody has told either, so that at every draw the pile still holds what is drawn. Cards come back
into the pile when it is shuffled anew, so a change may have to run on through several rounds of it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from toolkit.core.decision import CHANCE, Action, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE, deck_of, gold_of, reconstructed_deck, treasure_name
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.conversion import rules_from_position, table_from_position
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.play.clue_cards import Drawing
from toolkit.games.tobago.play.set_up import Facing, Placing, StartingClue
from toolkit.games.tobago.play.treasure import Adding, Looking
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import HAND_SIZE, GameRules
from toolkit.games.tobago.state import BAG, DISCARDED, DIVISION, HAND, ON_MAPS, PILE, TobagoState, looked

# ---- the draws from one pile -------------------------------------------------------------------------------

Card = TypeVar("Card")

Change = tuple[int, Card, bool]
"""A draw, by its number, the card that it is taken for from now on, and whether that was told."""

Changes = tuple[Change[Card], ...]
"""What changes together, in order."""

_Defect = tuple[int, Card]
"""A round of the pile, and the card of which it draws one too few."""


@dataclass(slots=True)
class UnseenCards(Generic[Card]):
    """The draws from one pile, by their numbers in order, and where the cards are now."""

    holders: int
    cards: list[Card] = field(default_factory=list)  #: what each draw brought, or is taken to have brought
    told: list[bool] = field(default_factory=list)  #: whether that was told
    never: list[Collection[Card]] = field(default_factory=list)  #: what each draw cannot have brought
    drawn: list[int] = field(default_factory=list)  #: in which round of the pile each was drawn
    #: in which round each lies in the pile again; None while it does not
    back: list[int | None] = field(default_factory=list)
    held: list[list[int]] = field(default_factory=list)  #: for each holder, the draws of the cards there
    #: for each draw, in which hand its card was: a holder has another one after all cards were discarded
    period: list[int | None] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)  #: the hand of each holder now, as `period` names it
    #: the draws of the cards that lie in the pile from the next round on
    discarded: list[int] = field(default_factory=list)
    round: int = 0  #: the round of the pile, from 0: how often it was shuffled anew

    def __post_init__(self) -> None:
        self.held = self.held or [[] for _ in range(self.holders)]
        self.hands = self.hands or list(range(self.holders))

    def clone(self) -> UnseenCards[Card]:
        """Return a copy that shares nothing that can change."""
        return UnseenCards(
            self.holders,
            self.cards[:],
            self.told[:],
            self.never[:],
            self.drawn[:],
            self.back[:],
            [draws[:] for draws in self.held],
            self.period[:],
            self.hands[:],
            self.discarded[:],
            self.round,
        )

    def restarted(self) -> UnseenCards[Card]:
        """Return the same draws before the first one; what they bring stays."""
        return UnseenCards(self.holders, list(self.cards), list(self.told), list(self.never))

    # ---- what happens to the cards ------------------------------------------------------------------------

    def expect(self, card: Card, *, told: bool, never: Collection[Card] = ()) -> int:
        """Return the number of the next draw, which brings this card."""
        self.cards.append(card)
        self.told.append(told)
        self.never.append(never)
        return len(self.cards) - 1

    def draw(self, number: int, holder: int | None) -> None:
        """Let a draw be made: the card comes to a holder, or lies open on the table."""
        self.drawn.append(self.round)
        self.back.append(None)
        self.period.append(None if holder is None else self.hands[holder])
        if holder is not None:
            self.held[holder].append(number)

    def lay(self, holder: int, card: Card) -> None:
        """Let a holder lay a card that was told; `Mismatch` when there is none."""
        found = self.knows(holder, card)
        if found is None:
            raise Mismatch
        self.held[holder].remove(found)

    def discard(self, holder: int) -> None:
        """Let a holder discard all cards."""
        self.discarded += self.held[holder]
        self.held[holder] = []
        self.hands[holder] += self.holders

    def shuffle(self) -> None:
        """Let the discards be the pile of the next round."""
        self.round += 1
        for number in self.discarded:
            self.back[number] = self.round
        self.discarded = []

    # ---- what is known of them ----------------------------------------------------------------------------

    def known(self, holder: int) -> Iterator[int]:
        """Yield the draws of a holder's cards that were told."""
        return (number for number in self.held[holder] if self.told[number])

    def free(self, holder: int) -> Iterator[int]:
        """Yield the draws of a holder's cards that nobody has told."""
        return (number for number in self.held[holder] if not self.told[number])

    def knows(self, holder: int, card: Card) -> int | None:
        """Return the earliest draw of a holder's cards that was told to have brought a card."""
        return next((number for number in self.known(holder) if self.cards[number] == card), None)

    # ---- what else they may be ----------------------------------------------------------------------------

    def with_told(
        self, holder: int, card: Card, pile: Mapping[Card, int], *, replace: bool
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how an untold card of a holder can be this one, the earliest draw first.

        Parameters
        ----------
        holder
            Who holds the card.
        card
            What it is told to be.
        pile
            What lies in the pile now.
        replace
            Whether a card of the deck may be another one than was thought.

        Yields
        ------
        UnseenCards, Card | None
            The draws as they are then, and the card of the deck that has to be the told one instead; None
            where the deck stays as it is. Whether the game came that way is to be tried.
        """
        free = list(self.free(holder))
        for number in free:
            yield from self._told(number, card, pile, replace=False)
        hand = [n for n, told in enumerate(self.told) if told and self.period[n] == self.hands[holder]]
        for bound in hand:  # which of two draws in a hand it was is only guessed
            for number in free:
                if self.drawn[number] != self.drawn[bound]:
                    yield from self._told_instead(bound, number, card, pile)
        for wide in (False, True) if replace else ():
            for number in free:
                yield from self._told(number, card, pile, replace=True, wide=wide)

    def with_drawn(
        self, card: Card, pile: Mapping[Card, int], *, replace: bool
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how the next card of the pile can be this one, as in `with_told`; it is not drawn yet."""
        drawn, lying = self.clone(), Counter(pile)
        number = drawn.expect(spare(pile), told=False)
        drawn.draw(number, None)
        lying[drawn.cards[number]] -= 1
        for found, gone in drawn._told(number, card, lying, replace=replace):
            for one in (found.cards, found.told, found.never, found.drawn, found.back, found.period):
                del one[number:]
            yield found, gone

    def without(
        self, holder: int, cards: Collection[Card], pile: Mapping[Card, int]
    ) -> Iterator[UnseenCards[Card]]:
        """Yield how a holder can have none of these cards among the untold ones."""
        new = self.clone()
        for number in new.free(holder):
            new.never[number] = {*new.never[number], *cards}
        for number in list(new.free(holder)):
            others = {*pile, *(card for card, told in zip(new.cards, new.told, strict=True) if not told)}
            for other in sorted(others - {*cards}, key=str) if new.cards[number] in cards else ():
                ways = new._told(number, other, new._left(self, pile), replace=False)
                if (way := next(ways, None)) is not None:
                    new, _ = way
                    new.told[number] = False
                    break
        if not any(new.cards[number] in cards for number in new.free(holder)):
            yield new

    def _left(self, before: UnseenCards[Card], pile: Mapping[Card, int]) -> Counter[Card]:
        """Return what lies in the pile, when so much lay there with what the draws brought `before`."""
        lying = Counter(pile)
        for draw, (then, now) in enumerate(zip(before.cards, self.cards, strict=True)):
            sign = (self.back[draw] == self.round) - (self.drawn[draw] == self.round)
            lying[now] += sign
            lying[then] -= sign
        return lying

    def _told(
        self, number: int, card: Card, pile: Mapping[Card, int], *, replace: bool, wide: bool = False
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how a draw can have brought a card; `wide` looks for it where two cards change at once."""
        if card in self.never[number]:
            return
        found = _Search(self, number, card, pile, wide=wide).run(replace=replace)
        if found is not None:
            changes, gone = found
            new = self.clone()
            for changed, other, told in [*changes, (number, card, True)]:
                new.cards[changed], new.told[changed] = other, told
            yield new, gone

    def _told_instead(
        self, bound: int, number: int, card: Card, pile: Mapping[Card, int]
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how a draw to which another card was bound can have brought this one, and `number` that."""
        opened = self.clone()
        opened.told[bound] = False
        for first, _ in opened._told(bound, card, pile, replace=False):
            yield from first._told(number, self.cards[bound], first._left(self, pile), replace=False)


class Mismatch(ToolkitError):  # noqa: N818 - no fault of a program
    """What the draws are taken for cannot have happened so."""


class _Search(Generic[Card]):
    """How a draw can have brought another card than was thought.

    When it brings `card` and no longer `other`, its round of the pile draws one `card` too many and one
    `other` too few. That is mended in the round itself, or it is handed on: to the round in which another
    untold card came back, to that in which one that lay in this pile had been drawn before, or to that of a
    draw into the same hand, for which of the two was told is only guessed. Rounds and `other` are searched
    breadth first, so few draws change. A `wide` search lets a card that lies in this pile again be another
    one, too, when the pile has its like; whether that fits with the other changes is left to be tried.
    """

    def __init__(
        self, unseen: UnseenCards[Card], number: int, card: Card, pile: Mapping[Card, int], *, wide: bool
    ) -> None:
        self.unseen, self.card, self.pile, self.wide = unseen, card, pile, wide
        self.untold = [n for n in range(len(unseen.drawn)) if not unseen.told[n] and n != number]
        self.start = unseen.drawn[number], unseen.cards[number]
        self.twice = [
            (n, period) for n, period in enumerate(unseen.period) if n != number and period is not None
        ]
        # how each pair of a round and `other` was reached: the pair before, and what changed on the way
        self.reached: dict[_Defect[Card], tuple[_Defect[Card], Changes[Card]] | None] = {}

    def run(self, *, replace: bool) -> tuple[Changes[Card], Card | None] | None:
        """Return what changes, and with `replace` perhaps the card of the deck that has to be `card`."""
        self.reached[self.start] = None
        waiting, first = deque([self.start]), None
        while waiting:
            here = waiting.popleft()
            for there, changes in self._ways(here):
                if there is None:
                    return (*self._changes(here), *changes), None
                if there not in self.reached:
                    self.reached[there] = here, changes
                    waiting.append(there)
            if first is None and here[0] == 0:
                first = here
        return (self._changes(first), first[1]) if replace and first else None

    def _ways(self, here: _Defect[Card]) -> Iterator[tuple[_Defect[Card] | None, Changes[Card]]]:
        """Yield where it can be handed on, and what changes with that; None where it is mended."""
        unseen, (round_, other) = self.unseen, here
        last = round_ == unseen.round
        if other == self.card or (last and self.pile.get(self.card, 0) > 0):
            yield None, ()
        for number in self.untold:
            card, back = unseen.cards[number], unseen.back[number]
            if unseen.drawn[number] == round_ and other not in unseen.never[number]:
                if card == self.card:
                    yield None if back is None else (back, other), ((number, other, False),)
                elif back is None or (self.wide and back == unseen.round and self.pile.get(card, 0) > 0):
                    yield (round_, card), ((number, other, False),)
            if back == round_ and card == other and self.card not in unseen.never[number]:
                yield (unseen.drawn[number], other), ((number, self.card, False),)
        for lying, copies in self.pile.items() if last else ():
            if copies > 0:
                yield (round_, lying), ()
        yield from self._in_one_hand(here)

    def _in_one_hand(self, here: _Defect[Card]) -> Iterator[tuple[_Defect[Card], Changes[Card]]]:
        """Yield how two draws into one hand, of different rounds, can have brought each other's card."""
        unseen, (round_, other) = self.unseen, here
        for number, period in self.twice:
            if unseen.drawn[number] != round_ or unseen.cards[number] != self.card:
                continue
            for beside, same in self.twice:
                if same == period and unseen.cards[beside] == other and unseen.drawn[beside] != round_:
                    changes = (number, other, unseen.told[beside]), (beside, self.card, unseen.told[number])
                    yield (unseen.drawn[beside], other), changes

    def _changes(self, here: _Defect[Card]) -> Changes[Card]:
        found: Changes[Card] = ()
        step = self.reached[here]
        while step is not None:
            here, changes = step
            found = (*changes, *found)
            step = self.reached[here]
        return found


def spare(pile: Mapping[Card, int]) -> Card:
    """Return the card of a pile that will be missed least: one of those with the most copies left."""
    return max(pile, key=pile.__getitem__)


# ---- the game ----------------------------------------------------------------------------------------------

_TABLE = 0  # the one holder of treasure cards: the treasure that is being divided


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game begins."""

    rules: GameRules
    table: Callable[[GameRules], TobagoState]  #: makes the state, under rules with perhaps other cards
    #: who holds a card then, for each card of a hand, and which one it is if that is told
    dealt: tuple[tuple[int, Clue | None], ...] = ()
    own_deck: bool = False  #: whether the clue deck is that of an owner, which refuses a card that cannot be
    own_gold: bool = False  #: whether the gold cards are so

    @classmethod
    def new(cls, rules: GameRules, players: int) -> Beginning:
        """Return the beginning of a whole game; `ToolkitError` when the rules leave the set-up to chance."""
        for kind in ("huts", "palms", "statues"):
            if getattr(rules, kind) is None:
                raise ToolkitError(f"rule {kind}: a printed game needs to know where they stand")
        if bare := [text for text in rules.statues or () if ">" not in text]:
            raise ToolkitError(f"rule statues: a printed game needs to know where that on {bare[0]} looks")
        own = rules.deck is not None, rules.gold is not None
        return cls(rules, partial(GAME.new, players), (), *own)

    @classmethod
    def of(cls, position: Position) -> Beginning:
        """Return the beginning at a position, of whose hands all is unknown but what it tells.

        Errors as in `state_from_position`.
        """
        rules = rules_from_position(position)
        table = partial(_table_of, position)
        state, size, hand = table(rules), HAND_SIZE[len(rules.colours)], position.hand or ()
        seats = [position.seat, *(seat for seat in range(state.players) if seat != position.seat)]
        cards: list[Clue | None] = [*hand, *[None] * (size * state.players - len(hand))]
        dealt = [
            (seat, cards[place * size + number]) for place, seat in enumerate(seats) for number in range(size)
        ]
        left = len(state.clue_cards.cards[PILE])
        return cls(rules, table, tuple(dealt[:left]), own_deck=position.deck != reconstructed_deck())


def _table_of(position: Position, rules: GameRules) -> TobagoState:
    """Return the table of a position, which does not tell how many treasure cards were drawn before it."""
    state = table_from_position(position, rules)
    state.gold_on_top = 0  # so a curse may come with the next one (T-18)
    return state


@dataclass(slots=True)
class UntoldGame:
    """A game so far, with what its untold cards are taken for."""

    beginning: Beginning  #: how it began
    rules: GameRules  #: those of the beginning, but for cards that the reconstructed decks turned out to lack
    state: TobagoState  #: where it stands
    clues: UnseenCards[Clue]  #: the draws of clue cards, held by players
    treasures: UnseenCards[int]  #: those of treasure cards: only the treasure that is being divided is held
    #: who acted, the action, and the number of the draw where it is one
    script: list[tuple[int, Action, int | None]] = field(default_factory=list)

    @classmethod
    def begin(cls, beginning: Beginning) -> UntoldGame:
        """Return the game at its beginning; errors as in `Game.new`."""
        state = beginning.table(beginning.rules)
        game = cls(beginning, beginning.rules, state, UnseenCards(state.players), UnseenCards(1))
        for _, card in beginning.dealt:
            pile = game.pile()
            game.clues.expect(card or spare(pile), told=card is not None)
            game._deal(len(game.clues.cards) - 1)
        game.answer_chance()
        return game

    def clone(self) -> UntoldGame:
        """Return a copy that shares nothing that can change."""
        return replace(
            self,
            state=self.state.clone(),
            clues=self.clues.clone(),
            treasures=self.treasures.clone(),
            script=list(self.script),
        )

    # ---- what happens -------------------------------------------------------------------------------------

    def do(self, actor: int, action: Action) -> None:
        """Do what a player chose, and draw all the cards that nobody sees then.

        `IllegalAction` with the rule's reason, which names no card of a hand; a clue is only laid that was
        told (`learn`).
        """
        if type(action) not in self.state.kinds[type(self.state.stack[-1])].does:
            raise IllegalAction(action, f"not possible now: {self.state.decision_kind()}")
        self._play(actor, action, None, check=True)
        self.answer_chance()

    def answer_chance(self) -> None:
        """Draw all the cards that nobody sees, until somebody acts or a card is laid open."""
        while self.state.stack:
            match self.state.stack[-1]:
                case Drawing():
                    number = self.clues.expect(spare(self.pile()), told=False)
                    self._play(CHANCE, act.DrawClue(self.clues.cards[number]), number)
                case Looking() | Adding() as frame:
                    bag, never = self.bag(), {CURSE} if self.state.gold_on_top else set[int]()
                    gold = Counter({coins: bag[coins] for coins in bag if coins != CURSE})
                    number = self.treasures.expect(spare(gold or bag), told=False, never=never)
                    draw = act.Look if isinstance(frame, Looking) else act.Add
                    self._play(CHANCE, draw(self.treasures.cards[number]), number)
                case Placing() | Facing():
                    ((action, _),) = self.state.chance_outcomes()
                    self._play(CHANCE, action, None)
                case _:
                    return

    def pile(self) -> Counter[Clue]:
        """Return the clue cards in the pile."""
        kinds = self.state.compiled.decks.clues
        return Counter([kinds[face] for face in self.state.clue_cards.cards[PILE]])

    def bag(self) -> Counter[int]:
        """Return the treasure cards in the deck."""
        return Counter(self.state.treasure_cards.cards[BAG])

    # ---- what is told -------------------------------------------------------------------------------------

    def learn(self, player: int, clue: Clue) -> None:
        """Let an unknown card of a hand be this clue; `ToolkitError` when none can be (see `_admit`)."""
        if not any(self.clues.free(player)):
            raise ToolkitError("this hand has no unknown card left")
        held = [self.clues.cards[number] for number in self.clues.known(player)].count(clue)
        found = self.clues.with_told(player, clue, self.pile(), replace=True)
        if not self._admit(clue, held, found):
            raise ToolkitError(f"no unknown card of this hand can be {str(clue)!r}: {_ELSEWHERE} (T-10)")

    def _admit(self, clue: Clue, held: int, found: Iterable[tuple[UnseenCards[Clue], Clue | None]]) -> bool:
        """Let a told clue be drawn in one of these ways; False when none fits.

        The reconstructed deck gives way. That of an owner refuses a clue if all its copies are among those
        `held` by who tells it and those that lay open: else the refusal would give away what others have told
        of their hands. Where a copy may be left, somebody has erred, and that deck gives way too.
        """
        copies = [*deck_of(self.beginning.rules)].count(clue)
        if self.beginning.own_deck and copies <= held + self._open(clue):
            return False
        return self._come_true(clue, ((clues, self.treasures, gone) for clues, gone in found))

    def _open(self, clue: Clue) -> int:
        """Return how many cards of a clue lie on the maps, or lay open and are not in the pile again."""
        cards, kinds = self.state.clue_cards.cards, self.state.compiled.decks.clues
        out = [kinds[face] for zone in (ON_MAPS, DISCARDED) for face in cards[zone]]
        return out.count(clue) - [self.clues.cards[number] for number in self.clues.discarded].count(clue)

    def forget(self, player: int, clue: Clue) -> None:
        """Let a known card of a hand be unknown again; `ToolkitError` when it was not known."""
        number = self.clues.knows(player, clue)
        if number is None:
            raise ToolkitError(f"{str(clue)!r} is no known card of this hand")
        self.clues.told[number] = False

    def lacks(self, player: int, clues: Collection[Clue]) -> None:
        """Let no unknown card of a hand be one of these clues; `ToolkitError` when one must be."""
        found = self.clues.without(player, clues, self.pile())
        if not self._come_true(None, ((cards, self.treasures, None) for cards in found)):
            raise ToolkitError("an unknown card of this hand must be a clue that may be laid (T-20b, T-29b)")

    def turn_up(self, clue: Clue) -> None:
        """Draw a starting clue (T-17); `ToolkitError` when it cannot lie in the pile."""
        if not self.pile()[clue]:  # untold draws were taken for it, or the deck lacks it
            found = self.clues.with_drawn(clue, self.pile(), replace=True)
            if not self._admit(clue, 0, found):
                raise ToolkitError(f"the pile cannot hold {str(clue)!r}: {_ELSEWHERE} (T-10)")
        number = self.clues.expect(clue, told=True)
        self._play(CHANCE, act.TurnUp(clue), number)
        self.answer_chance()

    def reveal(self, face: int, undivided: Iterable[int] = ()) -> None:
        """Reveal the next card of a treasure, and with a curse some of the undivided ones (T-26, T-28a).

        Those of which nothing is told are no curses then. `ToolkitError` when the cards cannot be these.
        """
        for one in (face, *undivided):
            self._tell_treasure(one)
        if face == CURSE and self.rules.after_curse == "ends":
            found = self.treasures.without(_TABLE, [CURSE], self.bag())
            if not self._come_true(None, ((self.clues, treasures, None) for treasures in found)):
                raise ToolkitError("an undivided card must be a curse, too: 'reveal curse curse' (T-28)")
        self._play(CHANCE, act.Show(face), None)
        self.answer_chance()

    def _tell_treasure(self, face: int) -> None:
        """Let an untold card of the treasure that is divided be this one; `ToolkitError` when none can be."""
        may_replace = face != CURSE and not self.beginning.own_gold
        found = self.treasures.with_told(_TABLE, face, self.bag(), replace=may_replace)
        if not self._come_true(face, ((self.clues, treasures, gone) for treasures, gone in found)):
            why = "; the curses lie elsewhere or further down" if face == CURSE else f": {_ELSEWHERE}"
            raise ToolkitError(f"no card of this treasure can be {treasure_name(face)}{why} (T-18)")

    def _come_true(self, card: Clue | int | None, ways: Iterable[_Way]) -> bool:
        """Go over to the first way in which a told card fits with all that happened; False when none does."""
        for clues, treasures, gone in ways:
            trial = replace(self, clues=clues, treasures=treasures)
            same = clues.cards == self.clues.cards and treasures.cards == self.treasures.cards
            if gone is not None and gone != card:
                trial.rules = _with_card(self.rules, gone, card)
            if not same or trial.rules != self.rules:
                with suppress(Mismatch):
                    trial._replay()
                    if trial._knows_all_of(self):
                        self._become(trial)
                        return True
            else:
                self._become(trial)
                return True
        return False

    def _knows_all_of(self, other: UntoldGame) -> bool:
        """Tell whether all cards are known to be in hands that were known there in another way."""

        def known(game: UntoldGame, player: int) -> Counter[Clue]:
            return Counter(game.clues.cards[number] for number in game.clues.known(player))

        return all(known(other, player) <= known(self, player) for player in range(self.state.players))

    def _become(self, other: UntoldGame) -> None:
        """Go over to another way in which the game may have gone."""
        self.rules, self.state, self.script = other.rules, other.state, other.script
        self.clues, self.treasures = other.clues, other.treasures

    # ---- playing the script -------------------------------------------------------------------------------

    def _deal(self, number: int) -> None:
        """Give a card to who holds it when the game begins."""
        state, (player, _) = self.state, self.beginning.dealt[number]
        face = state.compiled.decks.face[self.clues.cards[number]]
        state.clue_cards.give(face, PILE, HAND + player)
        self.clues.draw(number, player)

    def start(self) -> TobagoState:
        """Return the state in which the game began, with what the cards in hand turned out to be."""
        state = self.beginning.table(self.rules)
        for (player, _), clue in zip(self.beginning.dealt, self.clues.cards, strict=False):
            state.clue_cards.give(state.compiled.decks.face[clue], PILE, HAND + player)
        return state

    def _replay(self) -> None:
        """Play the script anew, with what the draws brought now; `Mismatch` when that is not possible."""
        script, self.script = self.script, []
        self.clues, self.treasures = self.clues.restarted(), self.treasures.restarted()
        self.state = self.beginning.table(self.rules)
        for dealt in range(len(self.beginning.dealt)):
            self._deal(dealt)
        for entry in script:
            self._play(*entry)

    def actions(self) -> list[tuple[int, Action]]:
        """Return who acted and the action, chance included, as records have it."""
        return [(actor, self._drawing(action, number)) for actor, action, number in self.script]

    def _drawing(self, action: Action, number: int | None) -> Action:
        """Return an action with what its draw brought."""
        match action:
            case act.DrawClue() if number is not None:
                return act.DrawClue(self.clues.cards[number])
            case act.Look() | act.Add() if number is not None:
                return type(action)(self.treasures.cards[number])
            case _:
                return action

    def _play(self, actor: int, action: Action, number: int | None, *, check: bool = False) -> None:
        """Do an action and follow the cards that it moves.

        `IllegalAction` where the rules are to `check` it. Else it was done before, with other cards:
        `Mismatch` when it is not possible with these.
        """
        state = self.state
        frame: Any = state.stack[-1]
        action = self._drawing(action, number)
        pile, bag = len(state.clue_cards.cards[PILE]), len(state.treasure_cards.cards[BAG])
        if check:
            state.apply(action)
        elif actor != CHANCE and action not in state.legal_actions():
            raise Mismatch
        else:
            try:
                state.apply_unchecked(action)
            except (KeyError, ValueError):  # the card does not lie where it was drawn
                raise Mismatch from None
        self.script.append((actor, action, number))
        match action:
            case act.DrawClue() | act.TurnUp() if number is not None:
                self.clues.draw(number, getattr(frame, "player", None))
                pile -= 1
            case act.Look() | act.Add() if number is not None:
                self.treasures.draw(number, _TABLE)
                bag -= 1
            case act.Show():
                self.treasures.lay(_TABLE, action.face)
            case act.LayClue() | act.AmuletClue() if not isinstance(frame, StartingClue):
                self.clues.lay(actor, action.clue)
            case act.Exchange() | act.AmuletExchange():
                self.clues.discard(actor)
            case act.ShowHand() if not getattr(frame, "shown", 1):
                self.clues.discard(actor)
            case _:
                pass
        if isinstance(action, act.Show | act.Take | act.Pass):
            self._clear_treasure(action)
        if len(state.clue_cards.cards[PILE]) > pile:
            self.clues.shuffle()
        if not bag and state.treasure_cards.cards[BAG]:
            self.treasures.shuffle()

    def _clear_treasure(self, action: Action) -> None:
        """Discard what is left of a treasure when its division is over (T-27a, T-28a)."""
        treasures, state = self.treasures, self.state
        heaps = DIVISION, *map(looked, range(state.players))
        if any(state.treasure_cards.cards[heap] for heap in heaps):
            return
        if action == act.Show(CURSE):  # what never comes back
            gone = {CURSE} if state.rules.cursed_cards == "discarded" else set(treasures.cards)
            left = [number for number in treasures.held[_TABLE] if treasures.cards[number] not in gone]
            treasures.held[_TABLE] = left
        treasures.discard(_TABLE)


_Way = tuple[UnseenCards["Clue"], UnseenCards[int], "Clue | int | None"]
"""The draws of clue cards and of treasure cards as they may have been, and the card that gives way then."""

_ELSEWHERE = "all of them lie elsewhere"


def _with_card(rules: GameRules, gone: Any, card: Any) -> GameRules:
    """Return the rules with another card in the place of one."""
    if isinstance(card, int):
        gold = list(gold_of(rules))
        gold[gold.index(gone)] = card
        return replace(rules, gold=tuple(sorted(gold)))
    deck = [*map(str, deck_of(rules))]
    deck[deck.index(str(gone))] = str(card)
    return replace(rules, deck=tuple(deck))
