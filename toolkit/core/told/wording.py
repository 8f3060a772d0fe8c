"""A game noted in the words of its records: each as short as it is clear at that moment.

A line holds what happened, one thing behind the other, as records write it (``play swap dice``), but that

- players count from 1;
- every word may be cut short, and several run together: ``p swap d``, ``p sd``; where all are first letters
  nothing else is meant;
- words may be left out: the verb (``swap d``), and those behind the first word of what it is about
  (``l 1`` for ``lose 1 die``). Of several readings that are left the one counts that leaves out least, and
  of equally good ones the one that can be true: it is `unclear` if that are several;
- what a game leaves to be understood (`Game.understood`) need not be told before what follows it;
- blanks between words and numbers may be left out; of two ways to part a line the one counts that parts it
  at blanks, then the one that reads most as one thing, and commas part it anyway.

Behind ``seen`` the cards are named that the writer comes to see besides, as they are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import lru_cache, partial
from math import inf
from typing import Any, NamedTuple

from toolkit.core.decision import CHANCE, Action, named_cards
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import Game
from toolkit.core.hidden import Place
from toolkit.core.state import State
from toolkit.core.told.game import ToldGame, UntoldError
from toolkit.core.told.noting import NotAllowedError, NotedGame, NoteError, Telling, listed

_PIECE = re.compile(r"[a-z]+|[0-9]+")
_READ = re.compile(r"[a-z0-9 :,.'?!+-]*")
_MOST_TRIED = 12  # equally good readings of which it is asked which can be true
_FEW, _MOST_NAMED = 3, 8  # readings that are named


class Piece(NamedTuple):
    """Letters or a number of a line."""

    text: str
    ends: bool  #: whether a blank comes behind it


def _parted(text: str) -> list[Piece]:
    return [Piece(one[0], ends=not text[one.end() : one.end() + 1].strip()) for one in _PIECE.finditer(text)]


def _typed(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text + " " * piece.ends for piece in pieces).strip()


class Said(NamedTuple):
    """An action or a card as it is told."""

    action: Any  #: None for a card
    text: str
    words: tuple[str, ...]  #: letters and numbers of the text
    verb: int  #: how many of them come before what it is about

    def left_out(self, typed: Sequence[str]) -> float:
        """Return how much is left out where this is typed, least if no word is cut; inf if it is another."""
        words, verb = self.words, self.verb
        if typed[0].isalpha() and typed[0][0] not in [
            word[0] for word in (words[0], *words[verb : verb + 1])
        ]:
            return inf  # most are not meant, and this is seen at once
        if _initials(words[verb:]) == [*typed]:
            return 2 * verb
        value = _left_out(words[verb:], typed, 0, 0) + verb if verb < len(words) else inf
        return 2 * min(_left_out(words, typed, 0, verb), value) + any(piece not in words for piece in typed)


def _initials(words: Sequence[str]) -> list[str]:
    """Return the first letters of words and their numbers, as they are typed without a blank."""
    return _PIECE.findall("".join(word if word.isdecimal() else word[0] for word in words))


def _left_out(words: Sequence[str], typed: Sequence[str], at: int, verb: int) -> float:
    """Return how many words are left out, or parted in a word that runs several together."""
    if not typed:
        return len(words) - at if at > verb or verb == len(words) else inf
    if at == len(words):
        return inf
    first, *rest = typed
    if words[at].isdecimal() or first.isdecimal():
        common = len(first) * (first == words[at])  # of a number all counts
    else:
        common = sum(words[at].startswith(first[:length]) for length in range(1, len(first) + 1))
    ways = [_left_out(words, rest, at + 1, verb)] if common == len(first) else []
    if not at < verb <= at + 1:  # a verb stands apart from what follows
        parts = [[first[length:], *rest] for length in range(1, min(common + 1, len(first)))]
        ways += [1 + _left_out(words, part, at + 1, verb) for part in parts]
    if at not in (0, verb):
        ways.append(1 + _left_out(words, typed, at + 1, verb))
    return min(ways, default=inf)


def said(action: Any, first: int) -> Iterator[str]:
    """Yield how an action is told, with players counted from a number."""
    told = {field.name: getattr(action, field.name) for field in fields(action)}
    yield str(replace(action, player=told["player"] + first) if "player" in told else action)
    if action.short:
        yield action.short.format(**told)


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(_PIECE.findall(text.lower()))


def _verb(action: Any, text: str) -> int:
    """Return how many words come before what an action is about; all of them for one that is a word."""
    template = getattr(type(action), "words", None)
    if not fields(action):
        return len(_pieces(text))
    if template is None or template.startswith("{"):
        return int(template is None or " " in template)
    before = template.partition("{")[0]
    return len(_pieces(before.rpartition(" ")[0] or before))


@lru_cache(maxsize=16)
def _vocabulary(
    game: Game[Any, Any], players: int, rules: Any, first: int, heard: bool
) -> Mapping[type[Action], Sequence[Said]]:
    """Return all actions of a game as they are told, by their types: as they are, or as others see them."""
    found: dict[type[Action], list[Said]] = {}
    every = game.vocabulary(players, rules)
    for action in every if heard else dict.fromkeys(action.veiled() for action in every):
        for number, text in enumerate(said(action, first)):
            verb = 0 if number else _verb(action, text)
            found.setdefault(type(action), []).append(Said(action, text, _pieces(text), verb))
    return found


def _longest(every: Sequence[Said], pieces: Sequence[Piece]) -> tuple[int, list[Said]] | None:
    """Return how many of the first pieces tell one thing, and the readings that leave out least."""
    texts = [piece.text for piece in pieces]
    counts = sorted(range(1, len(pieces) + 1), key=lambda count: (pieces[count - 1].ends, count))
    for count in reversed(counts):
        costs = [one.left_out(texts[:count]) for one in every]
        if (least := min(costs, default=inf)) < inf:
            return count, [one for cost, one in zip(costs, every, strict=True) if cost == least]
    return None


class Wording(Telling[State]):
    """Tells one line in the words of records.

    Parameters
    ----------
    told
        The game.
    first
        From which number players are counted: 1 for people, 0 as records do.
    """

    besides = "seen"

    def __init__(self, told: ToldGame[State], first: int = 1) -> None:
        super().__init__(told)
        self.first = first
        self.named: list[int] = []  # cards, by what is done now
        self.further: list[Piece] = []  # cards that are told behind all else

    def tell(self, line: str) -> None:
        """Do all that a line says; errors as in `NotedGame.tell`."""
        line = line.lower().strip()
        if not _READ.fullmatch(line):
            raise NoteError("unread", text=quote(line))
        happened, _, further = f" {line} ".partition(f" {self.besides} ")
        self.further = _parted(further)
        parts = [part for part in re.split(r",(?=\s)", happened) if part.strip()]
        if not parts:
            raise NoteError("nothing")
        for part in parts:
            self.go_on()
            if self.first or not self._do_recorded(part.strip()):
                pieces = _parted(part) or [Piece(part.strip(), ends=True)]
                while pieces:
                    pieces = pieces[self._do_first(pieces) :]
        self.go_on()
        if self.further:
            raise NoteError("not_seen", cards=_typed(self.further))

    def _do_recorded(self, text: str) -> bool:
        """Do what stands in a record so; False if it is no notation as it is read in play."""
        try:
            actions = self.game.parse_line(text, self.state)
        except ToolkitError:
            return False
        for action in actions:
            self.do(action)
            self.go_on()
        return True

    def _do_first(self, pieces: Sequence[Piece]) -> int:
        """Do the first thing that is told, and return how many pieces tell it."""
        self.go_on()
        count, readings = self.awaited(
            lambda _: _longest(self._can_be_told(), pieces), self._implied, lambda: self._named(pieces)
        )
        action = self._meant(readings, _typed(pieces[:count])).action
        run = [(action, count), *self._following(action, pieces[count:])]
        if together := self._done_together([one for one, _ in run]):
            return sum(count for _, count in run[:together])
        rules = self.state.rules
        self.do(action, [face for one, _ in run[1:] for face in named_cards(one, rules)])
        return count

    def _following(self, action: Action, pieces: Sequence[Piece]) -> Iterator[tuple[Action, int]]:
        """Yield what is told of its type behind something that is given up, and in how many pieces."""
        if not self.state.kinds[type(self.state.stack[-1])].possible:
            return
        while pieces and (found := _longest(self._can_be_told(), pieces)):
            count, readings = found
            if type(readings[0].action) is not type(action):
                return
            yield readings[0].action, count
            pieces = pieces[count:]

    def _done_together(self, run: Sequence[Action]) -> int:
        """Do what somebody gives up at once in the order of the game, however it is told.

        Return how many of the run that was; 0 if it must be told one by one.
        """
        if len(run) == 1:
            return 0
        order = {one.action: number for number, one in enumerate(self._can_be_told())}
        if [*run] == sorted(run, key=order.__getitem__):
            return 0
        likely = self._open_for()  # all that may be are tried, but each takes its time
        for count in sorted(range(1, len(run) + 1), key=lambda count: count != likely):
            trial = Wording(ToldGame(self.state, self.told.seat), self.first)
            trial.further = [*self.further]
            try:
                whole = trial.give_up(sorted(run[:count], key=order.__getitem__))
            except ToolkitError:
                continue
            if whole:
                self.told.state, self.further = trial.state, trial.further
                return count
        return 0

    @property
    def _now(self) -> tuple[str | None, int]:
        return self.state.decision_kind(), self.state.to_act()

    def _open_for(self) -> int:
        """Return how many things who acts would do in this world before something else is open."""
        now, world, count = self._now, self.state.clone(), 0
        while (world.decision_kind(), world.to_act()) == now:
            world.apply(world.legal_actions()[0])
            count += 1
        return count

    def give_up(self, actions: Sequence[Action]) -> bool:
        """Do several things, and tell whether they are all that who acts has to give up."""
        rules, now = self.state.rules, self._now
        for number, one in enumerate(actions):
            if number and now != self._now:
                return False
            self.do(one, [face for other in actions[number + 1 :] for face in named_cards(other, rules)])
        return now != self._now

    # ---- what is meant ------------------------------------------------------------------------------------

    def _known(self) -> list[Said]:
        """Return what is ever told while the open decision is open."""
        state, heard = self.state, bool(self.state.seers() >> self.told.seat & 1)
        vocabulary = _vocabulary(self.game, state.players, state.rules, self.first, heard)
        return [one for kind in state.kinds[type(state.stack[-1])].does for one in vocabulary.get(kind, ())]

    def _can_be_told(self) -> list[Said]:
        """Return what can be told now, possible or not; of dice what can fall."""
        every, fallen = self._known(), dict(self.state.chance_outcomes())
        if not fallen or every[0].action.secret or [*named_cards(every[0].action, self.state.rules)]:
            return every  # a pile is made up
        return [one for one in every if one.action in fallen]

    def _named(self, pieces: Sequence[Piece]) -> str:
        """Return as what it is read that cannot come now, such as a roll of more dice; or what is typed."""
        found = _longest(self._known(), pieces)
        return next(said(found[1][0].action, self.first)) if found else _typed(pieces)

    def _meant(self, readings: Sequence[Said], typed: str) -> Said:
        """Return the reading that can be true."""
        if 1 < len(readings) <= _MOST_TRIED:
            readings = [one for one in readings if self._can_be(one.action)] or readings[:1]
        return _clear(readings, typed)

    def _can_be(self, action: Action) -> bool:
        try:
            ToldGame(self.state, self.told.seat).tell(action)
        except UntoldError:
            return True
        except ToolkitError:
            return False
        return True

    def _implied(self, _kind: str) -> Action | None:
        """Return what is understood before what cannot be told yet."""
        legal = self.state.legal_actions()
        return next((one for one in self.game.understood if one in legal), None)

    def words(self, kind: str) -> Iterable[str]:  # noqa: ARG002
        """Return with what a line may go on: all that may be done, or how it begins."""
        every = [one for one in self._can_be_told() if not one.text.isdecimal()]
        if self.state.to_act() != CHANCE:
            legal = {looks for one in self.state.legal_actions() for looks in (one, one.veiled())}
            legal |= {*self._held(one.action for one in every if one.action not in legal)}
            every = [one for one in every if one.action in legal]
        texts = [*dict.fromkeys([one.text for one in every])]
        if len(texts) > _MOST_NAMED:
            begin = dict.fromkeys([" ".join(one.words[: max(1, one.verb)]) for one in every])
            return begin if len(begin) > 1 else [*texts[:_FEW], "..."]
        return texts

    def _held(self, every: Iterable[Action]) -> Iterable[Action]:
        """Return what somebody else may do whose hand holds the cards; of many, or slowly, nobody is sure."""
        named = [one for one in every if not self.writes and [*named_cards(one, self.state.rules)]]
        few = len(named) <= _MOST_TRIED and not self.state.kinds[type(self.state.stack[-1])].possible
        return filter(self._can_be, named) if few else named

    # ---- cards that are seen ------------------------------------------------------------------------------

    def do(self, action: Action | None, expected: Sequence[int] = ()) -> None:
        """Do something, and tell the cards that are seen by it."""
        self.named = [*named_cards(action, self.state.rules)] if action else []
        try:
            super().do(action, expected)
        except NotAllowedError as error:
            if error.who == CHANCE:
                raise NoteError("unfit", cards=str(action)) from None
            raise

    def face_at(self, kind: str, place: Place) -> int | None:  # noqa: ARG002
        """Return the card that an action names, or the next one that is told behind all else."""
        if self.named:
            return self.named.pop(0)
        if not self.further:
            return None
        face, count = self._card(kind, self.further)
        del self.further[:count]
        return face

    def names_cards(self, line: str) -> bool:
        """Tell whether a line names cards and nothing else."""
        pieces = _parted(line.lower())

        def names(kind: str) -> bool:
            left: Sequence[Piece] = pieces
            with suppress(NoteError):
                while left:
                    left = left[self._card(kind, left)[1] :]
            return not left

        return bool(pieces) and any(map(names, self.state.ZONES))

    def _card(self, kind: str, pieces: Sequence[Piece]) -> tuple[int, int]:
        """Return the card of a kind that the first pieces name, and how many do."""
        rules, faces = self.state.rules, dict.fromkeys(getattr(self.state, kind).layout.deck)
        names = {self.game.card(kind, face, rules): face for face in faces}
        found = _longest([Said(None, name, _pieces(name), 0) for name in names], pieces)
        if found is None:
            raise NoteError("no_card", card=_typed(pieces))
        count, readings = found
        return names[_clear(readings, _typed(pieces[:count])).text], count


def _clear(readings: Sequence[Said], typed: str) -> Said:
    """Return the only reading; of several the first ones are named."""
    if len(readings) > 1:
        texts = [*dict.fromkeys(one.text for one in readings)]
        words = listed(texts[:_MOST_NAMED]) + ", ..." * (len(texts) > _MOST_NAMED)
        raise NoteError("unclear", word=typed, words=words)
    return readings[0]


def worded(
    game: Game[Any, Any], players: int, rules: Any, seat: int, *, notation: bool = False
) -> NotedGame[Any]:
    """Return a game that is noted so, or in the very notation of records; errors as in `NotedGame`."""
    return NotedGame(game, players, rules, seat, partial(Wording, first=0 if notation else 1))
