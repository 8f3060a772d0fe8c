"""`Teller`: what happens in a game, told to one seat in one language, with the names of people.

The sentences of a game stand in the ``words.toml`` of its room, English and Persian beside each other, by
kind of action, reveal, decision and end; the teller of the game says what stands in their places in braces::

    [actions."Own.exchange"]
    do = { en = "Give up your card at place {slot}", fa = "..." }
    me = { en = "You give up your card at place {slot}.", fa = "..." }
    other = { en = "{who} gives up the card at place {slot}.", fa = "..." }

    class SilverTeller(Teller):
        words = read_words("package.of.the.game")
        kinds: ClassVar = {Own: attrgetter("verb")}

        def say_slot(self, what: Own) -> int:
            return what.slot + 1  # people count from 1

What no method says is the field of that name. A game without words is told in its notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, ClassVar, NamedTuple, Protocol

from toolkit.core.decision import Action, Frame, Reveal, question
from toolkit.core.errors import printable
from toolkit.core.history import Event
from toolkit.core.telling.language import Language, Text, cut, find_language, isolated
from toolkit.core.telling.language import read_words as read_words

Entry = Mapping[str, Any]
"""The sentences of a kind by their form, or the texts of one sentence by language."""

_PLACE = re.compile(r"{(\w+)}")
_RULES = re.compile(r" \(([A-Z]-\d+\w*(?:, [A-Z]-\d+\w*)*)\)$")


def people(names: Sequence[str], language: str) -> list[str]:
    """Return what people and bots are called, from the names of a record: ``me``, ``me:Anna`` or a bot.

    Who has no name, or one that others have, is told apart by the number of the seat, from 1.
    """
    said = find_language(language)
    given = [
        printable(name.removeprefix("me:")) if name.startswith("me:") else said.bot(name) for name in names
    ]
    return [
        said.unnamed.format(said.number(seat))
        if names[seat - 1] == "me"
        else said.numbered.format(name, said.number(seat))
        if given.count(name) > 1
        else name
        for seat, name in enumerate(given, 1)
    ]


class Ended(Protocol):
    """How a game ended (`toolkit.core.state.Outcome`)."""

    @property
    def reason(self) -> str:
        """Why it ended, in the words of the engine."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """What the game counts at its end, for each player."""
        ...


class Line(NamedTuple):
    """One event, or a run of events that are told as one."""

    by: int  #: who acted, `CHANCE` or `AUTOMATIC`
    text: str
    #: Whom it is about: who acted, or for whom chance did; None for nobody.
    of: int | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """An event with the sentence that tells it."""

    event: Event
    kind: str  #: the kind of its sentence; empty without one
    form: str
    who: int | None
    whom: int | None
    text: str


class Teller:
    """Tells a game to a seat in a language; `people` are what the seats are called (`people`)."""

    words: ClassVar[Mapping[str, Any]] = {}  #: the words of the game (`read_words`)
    #: What tells kinds of one type of actions, reveals or frames apart, such as the verb.
    kinds: ClassVar[Mapping[type[Any], Callable[[Any], str]]] = {}

    def __init__(
        self, kind_names: Mapping[type[Any], str], language: str, people: Sequence[str], seat: int | None
    ) -> None:
        self.language: Language = find_language(language)
        self.people = people
        self.seat = seat
        self._decisions = kind_names

    # ---- what happened ------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """Return an event as a sentence."""
        return self.language.finished(self._told(event).text)

    def lines(self, happened: Iterable[Event]) -> list[Line]:
        """Return events as sentences; a run of alike ones is one.

        A kind with the form ``run`` is told as a whole whoever acts, one with a form such as ``other_run`` as
        a whole while the same person acts; what is told in the same words otherwise is counted. What a kind
        with ``goes_on`` tells stands in the line of what came before it.
        """
        lines: list[Line] = []
        for _, alike in groupby(map(self._told, happened), key=self._alike):
            run = [*alike]
            line = self._line(run)
            if lines and self._entry(run[0]).get("goes_on"):
                before = lines.pop()
                line = before._replace(text=f"{before.text} {line.text}")
            lines.append(line)
        return lines

    def _alike(self, told: _Told) -> tuple[object, ...]:
        entry = self._entry(told)
        if "run" in entry:
            return (told.kind,)
        if f"{told.form}_run" in entry:
            return told.kind, told.form, told.who, told.whom
        return told.event.actor, told.text

    def _line(self, run: Sequence[_Told]) -> Line:
        first, entry = run[0], self._entry(run[0])
        by = first.event.actor
        form = next((form for form in ("run", f"{first.form}_run") if form in entry), "")
        if len(run) == 1:
            text = first.text
        elif form:
            actions = [one.event.action for one in run]
            text = self._said(entry[form], actions, self._persons(first.who, first.whom))
        else:
            text = self.language.times.format(first.text, len(run))
        return Line(by, self.language.finished(text), first.who)

    def kind(self, action: Action) -> str:
        """Return the kind of an action, by which many that can be chosen are grouped."""
        return next(self._kinds(action, None))

    def _told(self, event: Event) -> _Told:
        what, entries = event.action, self._entries(event)
        kind = next((kind for kind in self._kinds(what, event.frame) if kind in entries), "")
        who, whom = self.who(event), self.whom(event)
        if who is None:
            who, whom = whom, None  # chance says whom it means
        if not kind:
            return _Told(event, "", "", who, whom, self._in_notation(event, who))
        form = self._form(entries[kind], who, whom, hidden=_is_veiled(what))
        text = self._said(entries[kind][form], [what], self._persons(who, whom))
        return _Told(event, kind, form, who, whom, text)

    def _entry(self, told: _Told) -> Entry:
        return self._entries(told.event).get(told.kind, {})

    def _entries(self, event: Event) -> Mapping[str, Entry]:
        entries: Mapping[str, Entry] = self.words.get(
            "reveals" if isinstance(event.action, Reveal) else "actions", {}
        )
        return entries

    def _kinds(self, what: object, frame: Frame | None) -> Iterator[str]:
        """Yield the kinds of an action or reveal, the most special one first: with its decision, as it is."""
        names = self._names(type(what).__name__, what)
        if decision := self._decisions.get(type(frame)):
            yield from (f"{one}@{decision}" for one in names)
        yield from names

    def _names(self, name: str, what: object) -> list[str]:
        part = self.kinds[type(what)](what) if type(what) in self.kinds else ""
        return [f"{name}.{part}", name] if part else [name]

    def _form(self, entry: Entry, who: int | None, whom: int | None, *, hidden: bool = False) -> str:
        """Return the form of a sentence for who reads it."""
        me = who is not None and who == self.seat
        if hidden:
            forms = [*["me_hidden"] * me, "hidden"]
        elif me:
            forms = [*["me_own"] * (whom == who), "me"]
        else:
            forms = [*["other_own"] * (whom == who and who is not None), *["other_me"] * self._is_me(whom)]
        return next(form for form in (*forms, "other", "all", "me", "hidden") if form in entry)

    def _is_me(self, seat: int | None) -> bool:
        return seat is not None and seat == self.seat

    def _in_notation(self, event: Event, who: int | None) -> str:
        text = isolated(str(event.action))
        return text if who is None else f"{self.person(who)}: {text}"

    def who(self, event: Event) -> int | None:
        """Return whom a sentence is about: who acts or for whom chance does, whose cards are seen."""
        if isinstance(event.action, Reveal):
            player: int | None = getattr(event.action, "player", None)
            return player if player is not None or event.actor < 0 else event.actor
        return event.actor if event.actor >= 0 else self.concerned(event.frame)

    def whom(self, event: Event) -> int | None:
        """Return the other person of an action, if it names one."""
        return None if isinstance(event.action, Reveal) else getattr(event.action, "player", None)

    def concerned(self, frame: Frame | None) -> int | None:
        """Return whom a frame is about: who acts, or for whom chance does; None for nobody."""
        if frame is None:
            return None
        player: int | None = frame.actor if frame.actor >= 0 else getattr(frame, "player", None)
        return player

    # ---- what is open, what can be chosen, and the end ----------------------------------------------------

    def open(self, frame: Frame, seen: Any = None) -> str:
        """Return what an open decision asks who acts, or what the others wait for."""
        entries, name = self.words.get("decisions", {}), self._decisions[type(frame)]
        kind = next((kind for kind in self._names(name, frame) if kind in entries), None)
        if kind is None:
            return question(frame, seen) if hasattr(frame, "question") else name
        entry, who = entries[kind], self.concerned(frame)
        form = "ask" if self._is_me(frame.actor) and "ask" in entry else "waiting"
        return self.language.finished(self._said(entry[form], [frame], self._persons(who, None)))

    def choice(self, action: Action, frame: Frame, seen: Any = None) -> str:  # noqa: ARG002  # for a game's own
        """Return an action as one that can be chosen, without a full stop; perhaps with what a seat sees."""
        entries = self.words.get("actions", {})
        kind = next((kind for kind in self._kinds(action, frame) if kind in entries), "")
        if not kind:
            return str(action)
        whom = self.whom(Event(frame.actor, action, frame))
        own = whom == frame.actor and "do_own" in entries[kind]
        text = entries[kind].get("do_own" if own else "do", entries[kind].get("me", entries[kind].get("all")))
        return self.language.finished(
            self._said(text, [action], self._persons(frame.actor, whom)).rstrip(".")
        )

    def refused(self, reason: str) -> str:
        """Return that something cannot be done, with the engine's reason and the numbers of its rules.

        The reason is the text ``reason`` of one of the refusals, with places; otherwise it is told as it is.
        """
        entry, places = matching(reason, self.words.get("refusals", {}))
        if reason.startswith("not possible now"):
            why = self.language.not_now
        elif reason == "the game is over":
            why = self.language.is_over
        elif entry is None:
            why = isolated(_RULES.sub("", printable(reason)))
        else:
            why = self._said(entry, [], self._read(places))
        return self.language.finished(self.language.refused.format(citing(why, reason)))

    def _read(self, places: Mapping[str, str]) -> dict[str, object]:
        return {name: self.read(name, text) for name, text in places.items()}

    def read(self, place: str, text: str) -> object:
        """Return what people are told where the engine's reason has such a text in such a place."""
        if place in ("who", "whom"):
            return self.person(int(text))
        return text if text.isdecimal() else isolated(printable(text))

    def end(self, outcome: Ended) -> list[str]:
        """Return in sentences why a game ended, who won, and what each had."""
        ends: Mapping[str, Entry] = self.words.get("ends", {})
        return [*self.why(outcome.reason), *map(self.language.finished, self._won(outcome, ends))]

    def why(self, reason: str) -> list[str]:
        """Return in sentences why a game ended, from the engine's reason."""
        return [*map(self.language.finished, self._why(reason))]

    def _why(self, reason: str) -> Iterator[str]:
        """Yield why a game ended: each reason of the engine is the text ``reason`` of an end, with places."""
        for clause in reason.split("; "):
            entry, found = matching(clause, self.words.get("ends", {}))
            if entry is None:
                yield self.language.over.format(isolated(printable(clause)))
                continue
            who, places = found.get("who"), self._read(found)
            form = self._form(entry, int(who) if who else None, None)
            yield self._said(entry[form], [], places)

    def _won(self, outcome: Ended, ends: Mapping[str, Entry]) -> Iterator[str]:
        winners = outcome.winners
        if (entry := ends.get("won")) is None:
            scores = [f"{self.person(seat)}: {score}" for seat, score in enumerate(outcome.scores)]
            if winners:
                yield self.language.won.format(self.language.joined([*map(self.person, winners)]))
            yield self.language.scores.format(self.language.listed(scores))
            return
        places: dict[str, object] = {"winners": self.language.joined([*map(self.person, winners)])}
        if len(winners) == 1:
            form = "me" if self._is_me(winners[0]) else "other"
            yield self._said(entry[form], [], self._persons(winners[0], None))
        elif winners:
            yield self._said(entry["shared"], [], places)
        scores = [self.score(seat, score) for seat, score in enumerate(outcome.scores)]
        yield self._said(entry["scores"], [], {"scores": self.language.listed(scores)})

    def score(self, seat: int, score: int) -> str:
        """Return what a person has at the end, in a list."""
        return self.name("patterns", "points_of", who=self.person(seat), number=score, count=score)

    # ---- sentences and names ------------------------------------------------------------------------------

    def title(self, title: str) -> str:
        """Return what the game is called; the title is that of a game without words."""
        named = self.words.get("names", {}).get("game", {}).get("title")
        return str(named[self.language.code]) if named else title

    def heading(self, title: str, edition: str) -> str:
        """Return what is played, in which edition, and by whom; the title is that of a game without words."""
        editions = self.words.get("names", {}).get("editions", {})
        named = editions[edition][self.language.code] if edition in editions else isolated(edition)
        said = self.language.listed([self.title(title), *([named] if edition else [])])
        told = f"{said}: {self.language.joined([*map(isolated, self.people)])}"
        return self.language.finished(told)

    def person(self, seat: int) -> str:
        """Return what a person is called."""
        return isolated(self.people[seat])

    def called(self, seat: int, longest: int = 0) -> str:
        """Return a person as one of several on a picture, with "(you)" behind the name of who reads.

        A name of more letters than the `longest` is cut.
        """
        name = self.people[seat]
        if longest:
            name = cut(name, longest)
        told = self.language.you if self._is_me(seat) else "{}"
        return self.language.finished(told.format(isolated(name)), capital=False)

    def word(self, group: str, key: object, **places: object) -> str:
        """Return a name as it stands alone, in a picture or a table: in the digits of the language."""
        return self.language.finished(self.name(group, key, **places), capital=False)

    def noted(self, note: str) -> str:
        """Return what must be said of a game (`Game.note`), or of one game as somebody wrote it.

        The note is the text ``reason`` of one of the notes, with places; otherwise it is told as it is.
        """
        entry, places = matching(note, self.words.get("notes", {}))
        text = isolated(note) if entry is None else self._said(entry, [], self._read(places))
        return self.language.finished(text, capital=False)

    def name(self, group: str, key: object, **places: object) -> str:
        """Return a name of the game by its group and key, with its places filled in."""
        return self.language.filled(self.words["names"][group][str(key)][self.language.code], places)

    def say_count(self, what: Any) -> int:
        """Return how many there are of what a sentence speaks of."""
        count: int = getattr(what, "left", 1)
        return count

    def _persons(self, who: int | None, whom: int | None) -> dict[str, object]:
        places: dict[str, object] = {}
        if who is not None:
            places["who"] = places["whose"] = self.person(who)
        if whom is not None:
            places["whom"] = places["whose"] = self.person(whom)
        return places

    def _said(self, entry: Entry, actions: Sequence[Any], places: Mapping[str, object]) -> str:
        """Return a sentence with its places filled in: of a run, with what all of its actions say there."""
        text: Text = entry[self.language.code]

        def filled(name: str) -> object:
            if name in places:
                return places[name]
            if name in ("who", "whom", "whose"):
                return self.language.somebody
            if name == "count" and len(actions) > 1:
                return len(actions)
            said = [self._place(name, one) for one in actions]
            return said[0] if len(said) == 1 else self.language.joined(said)

        if not isinstance(text, str):
            text = self.language.plural(text, filled("count") if actions or "count" in places else 1)
        return _PLACE.sub(lambda place: str(filled(place[1])), text)

    def _place(self, name: str, what: Any) -> object:
        """Return what stands in a place: as ``say_NAME`` says it, or the field of that name as it is."""
        if say := getattr(self, f"say_{name}", None):
            return say(what)
        value = getattr(what, name)
        return isolated(value) if isinstance(value, str) else value


def _is_veiled(what: Action | Reveal) -> bool:
    """Tell whether an action is seen without its secret."""
    secret = what.secret if isinstance(what, Action) else None
    return secret is not None and getattr(what, secret[0]) == secret[1]


def matching(reason: str, entries: Mapping[str, Entry]) -> tuple[Entry | None, dict[str, str]]:
    """Return the first entry with such a ``reason``, without the rules at its end, and what fills its places.

    None where there is no such entry.
    """
    bare = _RULES.sub("", reason)
    for entry in entries.values():
        if "reason" in entry and (found := _pattern(entry["reason"]).fullmatch(bare)):
            return entry, found.groupdict()
    return None, {}


def citing(told: str, reason: str) -> str:
    """Return what is told of a reason with the rules that it names at its end, if it names any."""
    found = _RULES.search(reason)
    return f"{told.rstrip('.')} ({isolated(found[1])})" if found else told


@cache
def _pattern(reason: str) -> re.Pattern[str]:
    parts = _PLACE.split(reason)  # texts and names of places by turns
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    )
