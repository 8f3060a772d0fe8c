"""Every game in words: each kind has its sentences in both languages, and whole games are told in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from solvers.players.registry import player_names
from toolkit.core import Game, State
from toolkit.core.decision import IllegalAction, Reveal
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.history import Event, events
from toolkit.core.saving import state_from_dict, state_to_dict
from toolkit.core.telling.language import ISOLATE, LANGUAGES, POP
from toolkit.core.telling.teller import Teller, matching, people
from toolkit.games import SHIPPED

GAMES = SHIPPED
NAMES = {
    "en": ["me:Anna", "greedy", "me", "greedy", "me:Kim", "random"],
    "fa": ["me:آنا", "greedy", "me", "greedy", "me:کیم", "random"],
}
FORMS = {
    "actions": {
        "do",
        "do_own",
        "me",
        "me_own",
        "me_hidden",
        "other",
        "other_own",
        "other_me",
        "hidden",
        "all",
    },
    "reveals": {"me", "other", "all"},
    "decisions": {"ask", "waiting"},
    "ends": {"me", "other", "all", "shared", "scores"},
    "refusals": {"me"},
}
NOTES = {"guess", "note", "reason", "goes_on"}
PLACE = re.compile(r"{(\w+)}")
OUTSIDE = re.compile(f"{ISOLATE}[^{POP}]*{POP}")


def _texts(entry: Any) -> list[str]:
    """Return the texts below an entry, whatever their form, language and number."""
    return [entry] if isinstance(entry, str) else [text for one in entry.values() for text in _texts(one)]


def _tellers(game: Game[Any, Any], players: int) -> Iterator[tuple[str, Teller]]:
    for lang in LANGUAGES:
        named = people(NAMES[lang][:players], lang)
        yield from ((lang, game.telling(lang, named, seat)) for seat in (0, players - 1, None))


def _sentences(words: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield every sentence of a game: its table and kind, its form, and its texts by language."""
    for table in FORMS:
        for kind, entry in words.get(table, {}).items():
            if table == "refusals":
                yield f"{table}.{kind}", "me", entry
                continue
            for form, texts in entry.items():
                if form not in NOTES:
                    yield f"{table}.{kind}", form, texts


@pytest.mark.parametrize("name", GAMES)
def test_sentences_stand_in_both_languages_with_the_same_places(name: str) -> None:
    game = find_game(name)
    teller, players = game.teller, min(game.players)
    told = [*map(type, _vocabulary(game, players, game.Rules())), *game.reveals]
    fields = {kind.__name__: kind.__match_args__ for kind in dict.fromkeys(told)}
    fields |= {kind: one.frame.__match_args__ for kind, one in game.decisions.items()}
    for where, form, texts in _sentences(teller.words):
        table = where.partition(".")[0]
        assert form.removesuffix("_run") in FORMS[table] | {"run"}, (where, form)
        places = {
            lang: {place for text in _texts(texts[lang]) for place in PLACE.findall(text)}
            for lang in LANGUAGES
        }
        assert places["en"] - {"count"} == places["fa"] - {"count"}, (where, form)
        assert not re.search("[يك٠-٩0-9]", "".join(_texts(texts["fa"]))), (where, form)
        if table in ("actions", "reveals", "decisions"):
            for place in set().union(*places.values()) - {"who", "whom", "whose"}:
                field = place in fields.get(where.split(".")[1].partition("@")[0], ())
                assert field or hasattr(teller, f"say_{place}"), (where, form, place)


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_that_can_be_has_its_sentences(name: str) -> None:
    game = find_game(name)
    _, teller = next(_tellers(game, min(game.players)))
    actions = {
        action
        for rules in game.editions.values()
        for players in (min(game.players), max(game.players))
        for action in _vocabulary(game, players, rules)
    }
    for action in actions:
        forms = _entry(teller, "actions", action)
        assert "all" in forms or {"me", "other"} <= forms.keys(), action
        assert action.veiled() == action or "all" in forms or "hidden" in forms, action
    for reveal in game.reveals:
        kinds = [kind for kind in teller.words["reveals"] if kind.split(".")[0] == reveal.__name__]
        assert kinds, reveal
    for kind, decision in game.decisions.items():
        assert kind in teller.words["decisions"] or decision.sort == "automatic", kind
        assert decision.sort != "decision" or "ask" in teller.words["decisions"][kind], kind


def _vocabulary(game: Game[Any, Any], players: int, rules: Any) -> Any:
    try:
        game.new(players, rules)
        return game.vocabulary(players, rules)
    except ToolkitError:  # an edition for other numbers of players
        return ()


def _entry(teller: Teller, table: str, what: Any) -> Mapping[str, Any]:
    entries = teller.words[table]
    kinds = [kind for kind in teller._kinds(what, None) if kind in entries]
    here = [kind for kind in entries if kind.partition("@")[0] in {*teller._kinds(what, None)}]
    assert kinds or here, f"nothing tells {what!r}"
    found: Mapping[str, Any] = entries[(kinds or here)[0]]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_told_without_notation(name: str) -> None:
    """Who does not know the notation never meets it, in either language and in any edition."""
    game, unlike = find_game(name), set()
    for number, (edition, rules) in enumerate(game.editions.items()):
        players = next(n for n in (3, 2, 4, 1, 5) if n in game.players and _vocabulary(game, n, rules))
        tellers = [*_tellers(game, players)]
        random, state = Random(f"{name}/{edition}"), game.new(players, rules)
        for _ in range(150 if number else 1500):
            if not state.stack:
                break
            frame: Any = state.stack[-1]
            for lang, teller in tellers:
                unlike |= _faults(lang, teller.open(frame, state.observation(max(frame.actor, 0))))
            if frame.actor >= 0:
                legal = [*state.legal_actions()]
                for lang, teller in tellers[::3]:
                    labels = [teller.choice(action, frame) for action in legal]
                    unlike |= {fault for label in labels for fault in _faults(lang, label)}
                    same = len(labels) - len(set(labels))
                    unlike |= (
                        {f"{lang}: {same} choices look like others: {sorted(labels)}"} if same else set()
                    )
            state.apply(random.choice(legal) if frame.actor >= 0 else state.sample_chance(random))
        for lang, teller in tellers:
            seat = players if teller.seat is None else teller.seat
            happened = events(state.history(seat))
            for event in happened:
                assert teller._told(event).kind, f"no sentence for {event!r}"
            told = [line.text for line in teller.lines(happened)]
            if end := state.outcome():
                told += teller.end(end)
                for clause in end.reason.split("; "):
                    assert matching(clause, teller.words["ends"])[0], clause
            unlike |= {fault for text in told for fault in _faults(lang, text)}
    assert not unlike, "\n".join(sorted(unlike)[:20])


def _faults(lang: str, text: str) -> set[str]:
    """Return what is wrong with a text for people."""
    bare, wrong = OUTSIDE.sub("", text), []
    if lang == "fa" and re.search("[A-Za-z0-9]", bare):
        wrong.append("Latin letters or digits")
    if re.search(r"[{}<>_]|\bplayer 0\b|-1\b", bare) or not bare.strip():
        wrong.append("notation")
    return {f"{lang}: {fault}: {text}" for fault in wrong}


@pytest.mark.parametrize("name", GAMES)
def test_refusals_are_told_in_persian_with_their_rule(name: str) -> None:
    """Whatever is tried and refused, its reason is told in words, or that it is not possible now."""
    game, unknown = find_game(name), set()
    for edition, rules in game.editions.items():
        players = next(n for n in (3, 2, 4, 1, 5) if n in game.players and _vocabulary(game, n, rules))
        teller = game.telling("fa", people(NAMES["fa"][:players], "fa"), 0)
        random, state = Random(f"refused/{name}/{edition}"), game.new(players, rules)
        vocabulary = [*game.vocabulary(players, rules)]
        for _ in range(150):
            if not state.stack:
                break
            if state.to_act() < 0:
                state.apply(state.sample_chance(random))
                continue
            for action in random.sample(vocabulary, min(12, len(vocabulary))):
                reason = _reason(state, action)
                if reason and not (_has_words(teller, reason) and not _faults("fa", teller.refused(reason))):
                    unknown.add(reason)
            state.apply(random.choice([*state.legal_actions()]))
    assert not unknown, "\n".join(sorted(unknown))


def _has_words(teller: Teller, reason: str) -> bool:
    """Tell whether a refusal is told in words of its game: what is not stands between isolates, as it is."""
    return reason.startswith("not possible now") or matching(reason, teller.words["refusals"])[0] is not None


def _reason(state: State, action: Any) -> str:
    try:
        state.clone().apply(action)
    except IllegalAction as error:
        return error.reason
    return ""


def test_a_game_without_words_is_told_in_its_notation() -> None:
    game = find_game("silver")
    state = game.new(2)
    state.apply(state.sample_chance(Random(1)))
    event = Event(0, game.parse("look 0:1", 2, state.rules), state.stack[-1])
    assert Teller(state.kind_names, "en", ["Anna", "Bob"], 1).event(event) == "Anna: look 0:1"
    assert isinstance(event.action, Reveal) is False


@pytest.mark.parametrize("name", GAMES)
def test_a_log_that_tells_of_no_decisions_is_told_all_the_same(name: str) -> None:
    """A state that was read from a file knows who acted and what, and not for whom chance did."""
    game = find_game(name)
    state, random = game.new(players := max(game.players)), Random(name)
    for _ in range(300):
        if state.stack:
            acts = state.to_act() >= 0
            state.apply(random.choice([*state.legal_actions()]) if acts else state.sample_chance(random))
    again = state_from_dict(state_to_dict(state))
    for lang, teller in _tellers(game, players):
        told = [line.text for line in teller.lines(again.log(teller.seat))]
        assert told
        assert not {fault for text in told for fault in _faults(lang, text)}


def test_who_has_no_name_of_their_own_is_told_apart_from_1() -> None:
    told = people(["me:Anna", "greedy", "me", "greedy"], "en")
    assert told == ["Anna", "greedy (2)", "player 3", "greedy (4)"]
    assert people(["me"], "fa") == ["بازیکن ۱"]  # noqa: RUF001


def test_bots_are_called_by_names_without_their_budget_and_people_as_they_say() -> None:
    names = ["ismcts:1s", "me:greedy", "mine:Bot", "remembering:power:1:0.5", "ismcts:9"]
    assert people(names, "en") == ["ismcts (1)", "greedy", "mine:Bot", "remembering", "ismcts (5)"]
    assert people([*names[1:4], "greedy"], "fa") == ["greedy", "mine:Bot", "ربات خوش‌حافظه", "ربات زرنگ"]
    bots = [name for name in player_names() if name != "me"]
    assert not [(name, lang) for name in bots for lang in LANGUAGES if name not in LANGUAGES[lang].bots]


def test_a_long_name_is_cut_and_who_reads_is_told_so() -> None:
    names, game = people(["me:Bartholomäus der Dritte", "me:آنا"], "en"), find_game("silver")
    english, persian = (game.telling(lang, names, 0) for lang in LANGUAGES)
    assert [english.called(seat, 12) for seat in (0, 1)] == ["Bartholomäu… (you)", f"{ISOLATE}آنا{POP}"]
    assert persian.called(0, 12) == f"{ISOLATE}Bartholomäu…{POP} (شما)"


@pytest.mark.parametrize("name", GAMES)
def test_names_stand_in_both_languages_with_the_same_places(name: str) -> None:
    words = find_game(name).teller.words
    named = {
        f"{group}.{key}": texts for group, entry in words["names"].items() for key, texts in entry.items()
    }
    for where, texts in {**named, **words.get("notes", {})}.items():
        places = [
            {place for text in _texts(texts[lang]) for place in PLACE.findall(text)} for lang in LANGUAGES
        ]
        assert places[0] == places[1], where
        assert not re.search("[يك٠-٩0-9]", "".join(_texts(texts["fa"]))), where


@pytest.mark.parametrize(
    ("name", "kind", "fields", "told"),
    [
        (
            "wayfarers",
            "RivalDid",
            {"rule": "Y-97", "text": "R1: it rests", "now": []},
            "The rival: R1: it rests.",
        ),
        ("mangrovia", "Renewed", {"what": "the landscapes are shuffled"}, "shuffled"),
    ],
)
def test_what_earlier_versions_wrote_into_logs_is_read_and_told(
    name: str, kind: str, fields: dict[str, Any], told: str
) -> None:
    game = find_game(name)
    data = state_to_dict(game.new(min(game.players)))
    data["histories"] = [[[-1, kind, fields]] for _ in data["histories"]]
    log = state_from_dict(data).log(0)
    (line,) = game.telling("en", ["Anna", "Bea"], 0).lines(log)
    assert told in line.text
    (line,) = game.telling("fa", ["Anna", "Bea"], 0).lines(log)
    assert not _faults("fa", line.text)
