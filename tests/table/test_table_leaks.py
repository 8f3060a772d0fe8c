"""No phone is sent what its seat must not know, in random games of all kinds.

The idea of `toolkit.testing.leak_probe`: another deal that a seat cannot tell from the true one must give
that seat the same bytes, whatever it asks. What a refusal or a try says is asked twice of one generator.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from rooms import Log, Rooms, begun, wanted
from sizes import PROFILE

from toolkit.core.errors import ToolkitError
from toolkit.games import SHIPPED
from workbench.table.dealt import Dealt

GAMES, STEPS, EVERY = (40, 100_000, 40) if PROFILE == "thorough" else (1, 14, 5)


def told(game: Dealt, seat: int | None, lines: list[str]) -> str:
    """All that a seat can make a game tell, but for the outcome of what it may do."""
    answers: list[Any] = [game.view(seat)]
    for line in lines if seat is not None else ():
        for ask in (game.attempt, lambda seat, do: game.wish(seat, do, None, None)):
            game._tries = Random(1)
            try:
                answers.append(ask(seat, [line]))
            except ToolkitError as refused:
                answers.append(str(refused))
    return json.dumps([answers, asked(game, seat)])


def asked(game: Dealt, seat: int | None) -> list[Any]:
    """What a seat is told of places that it taps, and its advice."""
    state = game._state
    if seat is None or state.to_act() != seat:
        return []
    seen = state.observation(seat)
    every = {place for one in state.game.vocabulary(state.players, state.rules) for place in seen.places(one)}
    places = Random(2).sample(sorted(every), min(len(every), 12))
    answers: list[Any] = []
    for place in places:
        game._tries = Random(1)
        answers.append(game.fetch(seat, "why", {"place": place}))
    advice = game.fetch(seat, "advice", {})
    return [*answers, advice.told(advice.work())]


def twin(log: Log, seat: int, random: Random) -> Dealt:
    """The same game in another world that the seat thinks possible."""
    game = log.again().game
    game._state = log.state.observation(seat).sample_world(random)
    return game


def impossible(log: Log, random: Random) -> list[str]:
    """Some lines that are actions of the game, and not legal now."""
    state, legal = log.state, set(log.legal())
    words = [str(one) for one in state.game.vocabulary(state.players, state.rules)]
    return [one for one in random.sample(words, min(6, len(words))) if one not in legal]


@pytest.mark.parametrize("name", SHIPPED)
def test_other_deals_look_alike_to_who_cannot_tell_them_apart(name: str) -> None:
    random, compared = Random(7), 0
    for number in range(GAMES):
        log = begun(name, random.randint(2, 4 if GAMES > 1 else 3), f"{name}/{number}")
        log.do(0, "advice on")
        for step in range(STEPS):
            if log.game.phase == "over":
                break
            if step % EVERY == number % EVERY:
                lines = impossible(log, random)
                for seat in range(log.state.players):
                    assert told(twin(log, seat, random), seat, lines) == told(log.game, seat, lines), (
                        log.events
                    )
                    compared += 1
            log.play(random, 1)
    assert compared >= 4


@pytest.mark.parametrize("name", SHIPPED)
def test_who_tries_one_seat_after_the_other_sees_nothing_before_the_game_begins(name: str) -> None:
    """No hand, log, picture or action: other deals give every seat the same bytes, and then other ones."""
    deals = [Log(wanted(name, "me,me,greedy", seed).begin()) for seed in (1, 2)]
    lines = Log(deals[0].head).sit(0, 1).legal()[:3]
    for seat in (0, 1, 0):
        for log in deals:
            log.sit(seat)
            assert (log.game.phase, log.game.thinking()) == ("setup", None)
        for looker in (0, 1, None):
            one, other = (told(log.game, looker, lines) for log in deals)
            assert one == other
            assert '"picture": null, "outcome": null, "question": "", "log": [], "actions": []' in one
        for log in deals:
            log.add(log.seats.leaving(seat))
    assert deals[0].head["then"] != deals[1].head["then"]
    tables = [log.sit(0, 1).game.view(0)["table"] for log in deals]
    assert all(table["picture"] or table["scene"] for table in tables)


def test_the_comparison_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    log, random = begun("silver", 2, "leak"), Random(1)
    log.do(0, "advice on")
    log.play(random, 5)
    plain = Dealt.view
    monkeypatch.setattr(
        Dealt, "view", lambda game, seat: plain(game, seat) | {"cards": game._state.cards.cards}
    )
    assert told(twin(log, 0, random), 0, []) != told(log.game, 0, [])


def test_what_is_sent_is_what_the_seat_sees(room: Rooms) -> None:
    """And never the seed, a hash, a secret, or the name that a page gave to what it did."""
    opened = room("silver", "me,me", seed=987654321)
    phones = [opened.phone(0), opened.phone(1), opened.phone()]
    for _ in range(6):
        views = [phone.state() for phone in phones]
        acts = views[0]["table"]["to_act"]
        assert [bool(view["table"]["actions"]) for view in views] == [seat == acts for seat in (0, 1, None)]
        assert [view["you"] for view in views] == [0, 1, None]
        answer = phones[acts].do(views[acts]["table"]["actions"][0]["do"])
        assert answer.status == 200
    secrets = ["987654321", "seed", "hash", *(phone.cookie.partition("=")[2] for phone in phones[:2])]
    for phone in phones:
        sent = [phone.ask(what).body.decode() for what in ("", "state", "qr.svg", "record", "files/table.js")]
        assert [secret for secret in secrets for text in sent[:4] if secret in text] == []
    assert phones[0].ask("record").status == 403
