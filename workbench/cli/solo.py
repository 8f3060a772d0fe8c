"""A table on which somebody plays Wayfarers alone: what this person does there by hand, and the rival.

All of it is steps of the game: what is typed are actions, without what they bring to the person.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from toolkit.core import Action
from toolkit.core.decision import CHANCE, Frame
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers import GAME, Position, Rules, display, position_of, state
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.components.names import GUILDS, INSPIRATION, KINDS, NONE, RIVAL, WORKERS, called
from toolkit.games.wayfarers.components.tables import CARD, CARDS, JOURNAL_TILES, SOLO, TILE, TILES
from toolkit.games.wayfarers.journal import SPACES, TILE_SPACES
from toolkit.games.wayfarers.play.turns import EndingTurn, LayingJournalTile, Revealing, Turning
from toolkit.games.wayfarers.position import Player, Rival
from toolkit.games.wayfarers.solo import by_hand, rival

COMMANDS = (
    *("take", "put", "influence", "retrieve", "tile", "to", "keep", "discard", "remove", "turn"),
    *(*GUILDS, "silver", "provision"),
)
"""What can be typed in the own turn; of several that begin alike the first one is meant."""

BOARDS = [board.id for board in SOLO.board]
"""The rival's boards."""

# ---- words -------------------------------------------------------------------------------------------------

_IDS = "LWSFI"  # with which the ids of cards begin, by kind
_JOURNAL = len(KINDS)  # in place of a kind of cards: journal tiles


def words_of(line: str) -> list[str]:
    """Return the words of a line; the letter of an id and its number, ``f 10``, are one."""
    return re.sub(rf"\b([{_IDS}X]) +(?=[0-9])", r"\1", line, flags=re.IGNORECASE).split()


def begun(word: str, words: Sequence[str], what: str) -> str:
    """Return the first word that begins so; `ToolkitError` for none."""
    if found := next((one for one in words if one.startswith(word.lower())), ""):
        return found
    raise ToolkitError(f"no {what} {quote(word)}{did_you_mean(word, words, f'{what}s')}")


def card_called(word: str, kind: int = NONE) -> int:
    """Return a card by its id, or by its number where the kind is clear; `ToolkitError` for none."""
    known = [card.id for card in CARDS if not card.printed]
    if name := called(_IDS[kind] * (kind != NONE and word.isdecimal()) + word, known):
        return CARD[name]
    raise ToolkitError(f"no card {quote(word)}{did_you_mean(word, known) or '; find WORDS looks for one'}")


def _one_of(known: Collection[str], word: str, what: str, rule: str) -> str:
    """Return a word of the game, typed in any case."""
    if found := called(word, known):
        return found
    raise ToolkitError(f"no {what} {quote(word)}{did_you_mean(word, known)} ({rule})")


def _count(text: str, held: int) -> int:
    """Return how much there is then: ``2`` in all, ``+1`` or ``-1`` more or less than was held."""
    if not re.fullmatch("[+-]?[0-9]{1,2}", text):
        raise ToolkitError(f"{quote(text)} is no number such as 2, +1 or -1")
    return int(text) + held * (text[0] in "+-")


class Table:
    """The table between two lines that are typed; `obey` alters a `copy` of it."""

    def __init__(self, seed: int | str) -> None:
        self.state, self._seed = GAME.new(1), seed
        self.begun = False  #: whether the rival's board and the faces of the sections were said
        self.typed = ""  #: the line that altered it
        self.lines = list[str]()  #: what was told then
        #: The lines since a file could hold the table alone: those of a set-up, or of a turn of the rival.
        self.waiting = list[str]()
        self._coming = list[int]()  # cards that were turned up
        mine = self.state.tableaux[0]
        self._own: dict[str, Any] = {"silver": mine.silver, "provision": mine.provision}
        self._own["board"] = msgspec.UNSET
        self._rest = Position(players=(Player(),), rules=Rules())  # when nothing waited
        self._scheme = NONE  # the scheme card that the person has turned up
        self._before, self._told, self._done = self.state, 0, 0  # what was told, and summed up, until when

    @classmethod
    def of(cls, position: Position, seed: int | str) -> Table:
        """Return the table of a position; `ToolkitError` for one that leaves cards or tiles to chance."""
        table, me = cls(seed), position.players[0]
        table.state, table.begun, table._rest = by_hand.table_of(position), True, position
        table._own = {name: getattr(me, name) for name in table._own}
        if table.state.player == RIVAL:
            table._before, table.state = table.state, GAME.complete(position, Random(seed))
            table._advance()
        else:
            table.state.stack = [EndingTurn(0) if position.acted else Turning(0)]
        return table

    @classmethod
    def evening(cls, position: Position, seed: int | str) -> list[Table]:
        """Return the table of a position, and one for each line that it keeps.

        `ToolkitError` as in `of`, and for a line that is refused: then it was altered by hand.
        """
        typed, one = position.rival.typed if position.rival else (), position.rival or Rival()
        alone, new = replace(position, rival=msgspec.structs.replace(one, typed=())), cls(seed)
        setting_up = typed and not any(getattr(position.display, kind) for kind in KINDS)
        tables = [new if setting_up or position == new.kept else cls.of(alone, seed)]
        for number, line in enumerate(typed):
            table = tables[-1].copy()
            try:
                table.obey(line)
            except ToolkitError as error:
                raise ToolkitError(f"rival.typed[{number}]: {error}") from None
            tables.append(table)
        return tables

    def copy(self) -> Table:
        """Return a table that can be altered."""
        other = copy(self)
        other.state, other.lines, other.waiting = self.state.clone(), [], [*self.waiting]
        other._own, other._coming = dict(self._own), [*self._coming]
        return other

    @property
    def position(self) -> Position:
        """What lies there; of what is the person's business what was said of it."""
        found = position_of(self.state.observation(0))
        me = msgspec.structs.replace(found.players[0], **self._own, dice=msgspec.UNSET, placed={})
        tiles = {space: found.journal.tiles[space] for space in by_hand.tiles_ahead(self.state)}
        journal = msgspec.structs.replace(found.journal, tiles=tiles)  # others may be guessed
        return replace(found, players=(me,), journal=journal)

    @property
    def kept(self) -> Position:
        """What a file holds: the last position at which nothing waited, and the lines since then."""
        if not self.waiting:
            return self._rest
        one = self._rest.rival or Rival()
        return replace(self._rest, rival=msgspec.structs.replace(one, typed=tuple(self.waiting)))

    @property
    def _at_rest(self) -> bool:
        """Whether a position holds it: not in the set-up, nor while a named card waits for others."""
        awaited = self._open(Revealing) and (self.state.player != RIVAL or self._coming)
        return not (self.state.phase == state.SET_UP or awaited or self._open(rival.Meeting))

    @property
    def laid_out(self) -> bool:
        """Whether the set-up is complete."""
        return self.state.phase != state.SET_UP

    @property
    def mine(self) -> bool:
        """Whether the person's turn is under way."""
        return self._open(Turning, EndingTurn)

    def _open(self, *frames: type[Any]) -> bool:
        return bool(self.state.stack) and isinstance(self.state.stack[-1], frames)

    @property
    def words(self) -> Sequence[str]:
        """The words with which a line may begin now."""
        if not self.begun:
            return BOARDS
        if self.mine:
            return COMMANDS
        return self._kinds if self._open(Revealing, LayingJournalTile) else ()

    @property
    def _kinds(self) -> Sequence[str]:
        """The kinds of cards that can come, and journal tiles in the set-up."""
        return (*KINDS, *["journal"] * self._open(LayingJournalTile))

    @property
    def question(self) -> str:
        """What is asked of the person."""
        now = self.state
        if not self.begun:
            return "the rival's board, and the faces of the three sections, such as: space AAA"
        if self._open(Revealing, LayingJournalTile):
            pairs = zip(TILE_SPACES, now.journal_tiles, strict=True)
            bare = [SPACES[at] for at, tile in pairs if tile == NONE]
            tiles = f"journal tiles on {', '.join(bare)}; then " * bool(bare)
            coming = [CARDS[card].kind for card in self._coming]  # named already
            slots = [
                " ".join([name, *map(str, by_hand.empty_slots(self.state, kind)[coming.count(kind) :])])
                for kind, name in enumerate(KINDS)
            ]
            return f"{tiles}new cards in {', '.join(one for one in slots if ' ' in one)}"
        if self._open(rival.Meeting):
            return f"you may {', '.join(map(str, now.legal_actions()))}"
        if not now.stack:
            return "the game is over"
        left = f", {now.ending} turns are left" if now.ending > 0 else ""
        return f"your turn {(now.turns + 1) // 2}{left}: type what you did, then turn"

    def obey(self, line: str) -> None:
        """Do what is typed; `ToolkitError` with the reason, and then this table is of no more use."""
        self.typed, words = line.strip(), words_of(line)
        if not words:
            raise ToolkitError("nothing is typed")
        self.waiting.append(self.typed)
        if not self.state.stack:
            raise ToolkitError("the game is over")
        if not self.begun:
            self._begin(words)
        elif self.mine:
            self._act(begun(words[0], COMMANDS, "command"), words[1:])
        else:
            (self._answer if self._open(rival.Meeting) else self._expect)(words)
            self._advance()
        if self._at_rest:
            self._rest, self.waiting = self.position, []
            self._rest.check()

    def _begin(self, words: list[str]) -> None:
        """Take the rival's board and the faces of the main board; the first ones if they are not said."""
        chosen: dict[str, Any] = {"boards": (1,), "rival": BOARDS[0]}
        for word in words:
            if {*word.upper()} <= {"A", "B"}:
                chosen["sections"] = word.upper()
            else:
                chosen["rival"] = begun(word, BOARDS, "board")
        rules = Rules(**chosen)
        self.state, self.begun = GAME.new(1, rules), True
        self.lines.append(f"the rival's board {rules.rival}, and the faces {rules.sections} of the sections")

    # ---- what the person does ------------------------------------------------------------------------------

    def _act(self, command: str, words: list[str]) -> None:
        """Do a command of the own turn, and tell what it costs where the rival's influence lies."""
        if command == "turn":
            self._end_turn(words)
            return
        if not words:
            raise ToolkitError(f"{command} what? help tells how it is written")
        spot = self.state.rivals[0].spot
        if command in self._own:
            if (count := _count(words[0], self._own[command])) < 0:
                raise ToolkitError(f"{command} {words[0]}: you had {self._own[command]}")
            self._own[command] = count
        elif command in GUILDS:
            guild = GUILDS.index(command)
            held = self.state.tableaux[0].guilds[guild]
            by_hand.influence_guild(self.state, guild, _count(words[0], held) - held)
            self.lines.append(f"you: {self.state.tableaux[0].guilds[guild]} {command}")
        elif command == "tile":
            tile = TILES[TILE[_one_of(TILE, words[0], "tile", "Y-70")]]
            if not self.state.tiles_left[tile.number]:
                raise ToolkitError(f"no {tile.id} is left on the main board (Y-5)")
            by_hand.do(self.state, act.TakeTile.of[tile.number, False], words[1:])
        elif command == "to":
            space = SPACES.index(_one_of(SPACES, words[0], "space", "Y-28"))
            by_hand.do(self.state, act.Journal.of[space, False], words[1:])
        else:
            (self._worker if command in ("put", "retrieve") else self._card)(command, words)
        self._tell()
        if spot != self.state.rivals[0].spot:
            paid = "you pay 1 silver or provision to the supply for the rival's influence (Y-19, Y-140)"
            self.lines.append(f"{paid}; its resource marker moves on to spot {(spot + 1) % 8} (Y-106)")

    def _card(self, command: str, words: list[str]) -> None:
        """Gain or influence a card, or take the own influence off it."""
        card, now = card_called(words[0]), self.state
        where = [CARDS[card_called(word)].id if word[-1].isdecimal() else word.lower() for word in words[1:]]
        if command == "keep":
            by_hand.check_pile(now, card)
            by_hand.do(now, act.TakeTop.of[card, CARDS[card].kind], where)
            return
        place = by_hand.face_up(now, card)
        if command == "remove":
            by_hand.lift_influence(now, place)
            self.lines.append(f"you: {now.tableaux[0].influence} influence in your supply")
        elif command == "influence":
            by_hand.do(now, act.InfluenceCard.of[card], where)
        else:
            if command == "discard" and CARDS[card].kind != INSPIRATION:
                raise ToolkitError(f"{CARDS[card].id} is no inspiration card (Y-56)")
            gained = act.Gain if command == "take" else act.Discard
            by_hand.do(now, gained.of[card, by_hand.fee(now, place)], where)

    def _worker(self, command: str, words: list[str]) -> None:
        """Put a worker on a card, or retrieve one; the colour may be left out where one is possible."""
        now, card = self.state, card_called(words[-1])
        place, put = by_hand.face_up(now, card), command == "put"
        able = by_hand.may_place(now, place) if put else by_hand.may_retrieve(now, place)
        named = able if len(words) == 1 else [WORKERS.index(begun(words[0], WORKERS, "worker"))]
        if len(named) > 1:
            ways = " or ".join(f"{command} {WORKERS[one]} {CARDS[card].id}" for one in named)
            raise ToolkitError(f"{command} {CARDS[card].id}: say which worker: {ways}")
        if not named:
            why = "stands there since an earlier turn (Y-88, Y-89)"
            why = "in your supply is one that may be added to that card (Y-85)" if put else why
            raise ToolkitError(f"{command} {CARDS[card].id}: no worker {why}")
        if put:
            by_hand.place_worker(now, place, named[0])
            self.lines.append(f"you: {WORKERS[named[0]]} worker on {CARDS[card].id}")
        else:
            by_hand.do(now, act.Retrieve.of[named[0], card, by_hand.fee(now, place)])

    # ---- answers: cards that come, journal tiles, what the rival may do ------------------------------------

    def _expect(self, words: list[str]) -> None:
        """Note cards that were turned up, and lay journal tiles: ids, or numbers behind their kind."""
        frame = self.state.stack[-1]
        kind = frame.place // display.SLOTS_EACH if isinstance(frame, Revealing) else NONE
        kind = _JOURNAL if isinstance(frame, LayingJournalTile) else kind
        for word in words:
            if named := [at for at, name in enumerate(self._kinds) if name.startswith(word.lower())]:
                kind = named[0]
                continue
            if re.fullmatch("[Jj]?[0-9]+" if kind == _JOURNAL else "[Jj][0-9]+", word):
                self._lay_journal_tile(word)
                kind = _JOURNAL
                continue
            card = card_called(word, NONE if kind == _JOURNAL else kind)
            kind = CARDS[card].kind
            by_hand.check_pile(self.state, card, self._coming)
            same = [one for one in self._coming if CARDS[one].kind == kind]
            if card in same or len(same) >= len(by_hand.empty_slots(self.state, kind)):
                why = "it was named before" if card in same else f"no {KINDS[kind]} slot is empty"
                raise ToolkitError(f"{CARDS[card].id}: {why} (Y-66)")
            self._coming.append(card)
        if words and not any(map(str.isdecimal, "".join(words))):
            raise ToolkitError(f"{' '.join(words)}: which card? Write its id, such as L05, or its number")

    def _lay_journal_tile(self, word: str) -> None:
        """Lay a journal tile on the next space without one."""
        name = _one_of(JOURNAL_TILES, "J" * word.isdecimal() + word, "journal tile", "Y-3")
        tile = JOURNAL_TILES.index(name)
        if not self._open(LayingJournalTile) or tile in self.state.journal_tiles:
            raise ToolkitError(f"{name} lies on the journal already (Y-3)")
        self.state.apply(act.LayJournalTile.of[tile])

    def _answer(self, words: list[str]) -> None:
        """Allow or deny, by words cut short."""
        for action in self.state.legal_actions():
            named = [word for word in str(action).split() if word != "with"]
            if len(words) == len(named) and all(map(str.startswith, named, map(str.lower, words))):
                self.state.apply(action)
                return
        raise ToolkitError(f"{quote(' '.join(words))} is no answer; {self.question} (Y-106, Y-139)")

    # ---- the rival -----------------------------------------------------------------------------------------

    def _end_turn(self, words: Sequence[str]) -> None:
        """End the person's turn; cards that came and the rival's scheme card may follow."""
        known, self._scheme = [one.id for one in SOLO.scheme], NONE
        for word in [word for word in words if word[0] in "Xx"]:
            if self._scheme != NONE:
                raise ToolkitError(f"{word}: one scheme card is turned up in a turn (Y-97)")
            self._scheme = known.index(_one_of(known, word, "scheme card", "Y-97"))
            by_hand.check_scheme(self.state, self._scheme)
        self._expect([word for word in words if word[0] not in "Xx"])
        self._before, self._done = self.state.clone(), len(self.state.log(0))
        by_hand.fill_purse(self.state)  # before a question of the rival
        self.state.stack = []
        self.state.settle()
        self._advance()

    def _advance(self) -> None:
        """Go on until the person is asked, and sum up what is to be altered on the table."""
        by_hand.fill_purse(self.state)
        while self.state.stack and (actions := self._by_itself(self.state.stack[-1])):
            self.state.apply(actions[0])
        self._tell()
        if self._at_rest:
            events = self.state.log(0)
            if todo := [*by_hand.to_do(self._before, self.state, events[self._done :])]:
                self.lines += ["On the table:", *[f"- {line}" for line in todo]]
            self._before, self._done = self.state.clone(), len(events)

    def _by_itself(self, frame: Frame) -> list[Action]:
        """Return what is done without asking; nothing if the person is asked."""
        if isinstance(frame, EndingTurn):
            return [act.END_TURN]
        if isinstance(frame, Revealing):
            kind = frame.place // display.SLOTS_EACH
            found = next((card for card in self._coming if CARDS[card].kind == kind), NONE)
            if found != NONE:  # the rival may have drawn it unseen since it was named
                by_hand.check_pile(self.state, found, self._coming)
            self._coming = [card for card in self._coming if card != found]
            return [act.RevealCard.of[found]] * (found != NONE)
        if isinstance(frame, rival.RevealingScheme) and self._scheme != NONE:
            return [act.RevealScheme.of[self._scheme]]
        if frame.actor == CHANCE and not isinstance(frame, LayingJournalTile):
            seed = f"{self._seed}/{self.state.turns}/{self.state.decision_kind()}"
            drawn = self.state.sample_chance(Random(seed))
            if isinstance(drawn, act.RevealScheme) and self.waiting:  # with the line that ended the turn
                #: The lines since a file could hold the table alone: those of a set-up, or of a turn of the
                #: rival.
                self.waiting[0] += f" {SOLO.scheme[drawn.scheme].id}"
            return [drawn]
        return []

    def _tell(self) -> None:
        """Tell what the person, the rules and the rival did."""
        events = self.state.log(0)
        self.lines += filter(None, map(by_hand.told, events[self._told :]))
        self._told = len(events)
