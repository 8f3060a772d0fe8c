"""`UntoldGame`: a game of the engine in which a drawn card may be told later than it is drawn.

The game is a script of actions, with a number wherever a card is drawn. What the draws brought is kept in
`UnseenCards`, apart from it: when a card is told, the script is played anew with it. So every state is one
that the engine reached by itself, and the script with its cards is a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from toolkit.core.decision import CHANCE, Action, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.conversion import rules_from_position, table_from_position
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules, deck_of, gold_of
from toolkit.games.tobago.play.state import (
    BAG,
    DISCARDED,
    DIVISION,
    HAND,
    ON_MAPS,
    PILE,
    Adding,
    Drawing,
    Facing,
    Looking,
    Placing,
    StartingClue,
    TobagoState,
    looked,
)
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import HAND_SIZE
from toolkit.games.tobago.unseen import Mismatch, UnseenCards, spare

_TABLE = 0  # the one holder of treasure cards: the treasure that is being divided


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game begins.

    Attributes
    ----------
    rules
        Its rules.
    table
        Makes the state, under rules with perhaps other cards.
    dealt
        Who holds a card then, for each card of a hand, and which one it is if that is told.
    own_deck, own_gold
        Whether the clue deck and the gold cards are those of an owner, which refuse a card that cannot be.
    """

    rules: GameRules
    table: Callable[[GameRules], TobagoState]
    dealt: tuple[tuple[int, Clue | None], ...] = ()
    own_deck: bool = False
    own_gold: bool = False

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
        if len(hand) > size:
            problem = f"{len(hand)} clues, and {state.players} players hold {size} (T-16)"
            raise ToolkitError(f"hand.clues: {problem}")
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
    """A game so far, with what its untold cards are taken for.

    Attributes
    ----------
    beginning
        How it began.
    rules
        Its rules: those of the beginning, but for cards that the reconstructed decks turned out to lack.
    state
        Where it stands.
    clues, treasures
        The draws of clue cards, held by players, and those of treasure cards: only the treasure that is being
        divided is held.
    script
        Who acted, the action, and the number of the draw where it is one.
    """

    beginning: Beginning
    rules: GameRules
    state: TobagoState
    clues: UnseenCards[Clue]
    treasures: UnseenCards[int]
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
        kind: Any = self.state.kinds[type(self.state.stack[-1])]
        if type(action) not in kind.handlers:
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
                    bag, never = self.bag(), {act.CURSE} if self.state.gold_on_top else set[int]()
                    gold = Counter({coins: bag[coins] for coins in bag if coins != act.CURSE})
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
        if face == act.CURSE and self.rules.after_curse == "ends":
            found = self.treasures.without(_TABLE, [act.CURSE], self.bag())
            if not self._come_true(None, ((self.clues, treasures, None) for treasures in found)):
                raise ToolkitError("an undivided card must be a curse, too: 'reveal curse curse' (T-28)")
        self._play(CHANCE, act.Show(face), None)
        self.answer_chance()

    def _tell_treasure(self, face: int) -> None:
        """Let an untold card of the treasure that is divided be this one; `ToolkitError` when none can be."""
        may_replace = face != act.CURSE and not self.beginning.own_gold
        found = self.treasures.with_told(_TABLE, face, self.bag(), replace=may_replace)
        if not self._come_true(face, ((self.clues, treasures, gone) for treasures, gone in found)):
            why = "; the curses lie elsewhere or further down" if face == act.CURSE else f": {_ELSEWHERE}"
            raise ToolkitError(f"no card of this treasure can be {act.treasure_name(face)}{why} (T-18)")

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
        """Do an action and follow the cards that it moves."""
        state = self.state
        frame: Any = state.stack[-1]
        action = self._drawing(action, number)
        pile, bag = len(state.clue_cards.cards[PILE]), len(state.treasure_cards.cards[BAG])
        if check:
            state.apply(action)
        elif not self._can_be(action):
            raise Mismatch
        else:
            state.apply_unchecked(action)
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

    def _can_be(self, action: Action) -> bool:
        """Tell whether an action that was done is still possible, with other cards than before."""
        state = self.state
        match action:
            case act.DrawClue() | act.TurnUp():
                face = state.compiled.decks.face.get(action.clue) if action.clue else None
                return face in state.clue_cards.cards[PILE]
            case act.Look() | act.Add():
                return action.face in state.treasure_cards.cards[BAG]
            case act.LayClue() | act.AmuletClue() if not isinstance(state.stack[-1], StartingClue):
                face = state.compiled.decks.face.get(action.clue)
                return face in state.clue_cards.cards[HAND + state.to_act()]
            case act.End() | act.ShowHand():  # which cards in hand may forbid (T-20b, T-29b)
                return action in state.legal_actions()
            case _:
                return True

    def _clear_treasure(self, action: Action) -> None:
        """Discard what is left of a treasure when its division is over (T-27a, T-28a)."""
        treasures, state = self.treasures, self.state
        heaps = DIVISION, *map(looked, range(state.players))
        if any(state.treasure_cards.cards[heap] for heap in heaps):
            return
        if action == act.Show(act.CURSE):  # what never comes back
            gone = {act.CURSE} if state.rules.cursed_cards == "discarded" else set(treasures.cards)
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
