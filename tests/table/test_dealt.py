"""Whole games at a table: what a seat sees and may do, what is kept, that a log makes the same game again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from rooms import Log, begun, wanted
from sizes import examples, nightly

from solvers.players.advice import Unit
from solvers.players.expert import ranked
from solvers.players.ranking import Ranked, Ranking
from toolkit.core.decision import CHANCE, Reveal
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.record import Record
from toolkit.games import SHIPPED
from workbench.table.advising import advised
from workbench.table.session import Forbidden, Refused


@pytest.mark.parametrize("game", SHIPPED)
def test_a_game_from_its_log_is_the_same_and_goes_on_alike(game: str) -> None:
    log = begun(game).play(Random(2), 8)
    again = log.again()
    for seat in (0, 1, None):
        assert again.game.view(seat) == log.game.view(seat)
    for both in (log, again):
        both.play(Random(3), 5)
    assert again.events == log.events  # chance draws what it would have drawn


def test_the_record_replays_and_is_there_at_the_end_alone() -> None:
    log = begun("wazabi", 3)
    with pytest.raises(Forbidden, match="when the game is over"):
        log.game.fetch(0, "record", {})
    log.play(Random(1))
    record = Record.parse(log.game.fetch(None, "record", {}))
    assert record.names == ["player 0", "player 1", "player 2"]
    assert record.replay().outcome() == record.outcome
    shown = log.table(None)["outcome"]
    assert len(shown.pop("had")) == 3
    assert shown == {
        "reason": record.outcome.reason,
        "winners": list(record.outcome.winners),
        "scores": list(record.outcome.scores),
        "told": log.game._teller(None, "en").end(record.outcome),
    }
    assert log.legal() == []
    with pytest.raises(Refused, match="the game is over"):
        log.game.wish(0, ["anything"], None, None)
    assert log.game.fetch(None, "nothing", {}) is None


def test_a_game_that_is_over_is_looked_back_on_as_its_seats_saw_it() -> None:
    log = begun("silver", 2)
    with pytest.raises(Forbidden, match="not over"):
        log.game.fetch(0, "review", {"at": "0"})
    random, acts, seen = Random(1), 0, []
    while log.game.phase == "play":
        if acts % 100 == 0:
            seen += [(acts, seat, log.table(seat)) for seat in (0, 1)]
        log.play(random, 1)
        acts += 1
    seen.append((acts, None, log.table(None)))
    for at, seat, table in seen:
        found = log.game.fetch(seat, "review", {"at": str(at)})()
        assert found == {"steps": acts, "table": table | {"actions": [], "undo": False, "thinking": False}}
    for at in ("", "-1", str(acts + 1), "x"):
        with pytest.raises(ToolkitError, match="looked back on"):
            log.game.fetch(0, "review", {"at": at})
    before, while_another_begins = (log.game.fetch(0, "review", {"at": str(acts)}) for _ in range(2))
    kept = before()
    log.do(0, "again")
    assert while_another_begins() == kept


def test_chance_is_in_the_event_of_the_action_that_it_follows() -> None:
    log = begun("tobago", 2)
    log.play(Random(5), 30)
    actors = [actor for actor, _ in log.game._record.actions]
    draws = sum(len(event.get("then", ())) for event in [log.head, *log.events])
    assert draws == actors.count(CHANCE) > 5
    assert log.state.to_act() != CHANCE


def test_who_acts_sees_actions_and_others_none() -> None:
    log = begun("silver", 3)
    acts = log.acts
    for seat in (0, 1, 2, None):
        table = log.table(seat)
        assert bool(table["actions"]) == (seat == acts)
        picture = log.game.view(seat, "notation")["table"]["picture"]
        assert picture.startswith("<svg")
        assert "<style" not in picture
        assert " style=" not in picture
    assert ".silver.theme-auto" in log.game.picture_sheet


def test_actions_name_places_of_the_picture() -> None:
    """Maps and cards are no part of it: the scene has these."""
    log = begun("tobago", 2)
    log.play(Random(1), 6)
    table = log.game.view(log.acts, "notation")["table"]
    places = {place for action in table["actions"] for place in action["places"]}
    drawn = {place for place in places if f'"{place}"' in table["picture"]}
    assert drawn
    assert {place.partition(" ")[0] for place in places - drawn} == {"map", "clue"}


def test_a_game_waits_for_its_people_or_for_the_host() -> None:
    log = Log(wanted("wazabi", "me,greedy,me").begin())
    assert (log.game.phase, log.game.thinking()) == ("setup", None)
    log.sit(2)
    with pytest.raises(Refused, match="has not begun"):
        log.game.wish(2, ["roll"], None, None)
    again = log.again()
    log.sit(0)
    assert log.game.phase == "play"
    with pytest.raises(Forbidden, match="who sat down first"):
        again.game.wish(0, ["begin"], None, None)
    again.add(again.game.wish(2, ["begin"], None, None))
    assert again.game.phase == "play"
    with pytest.raises(Refused, match="has begun"):
        again.game.wish(2, ["begin"], None, None)
    assert Log(wanted("wazabi", "greedy,greedy").begin()).game.phase == "play"


def test_a_refusal_has_the_reason_of_the_rule_and_changes_nothing() -> None:
    log = begun("tobago", 2)
    acts = log.acts
    seen = [log.game.view(seat) for seat in (0, 1, None)]
    with pytest.raises(Forbidden, match="it is the turn of player"):
        log.game.wish(1 - acts, log.legal()[:1], None, None)
    for line, reason in (
        ("clue brown in jungel", "did you mean 'clue brown in jungle'"),
        ("take", "not possible now; legal: "),
        ("", "no action"),
    ):
        with pytest.raises(Refused, match=reason):
            log.game.wish(acts, [line], None, None)
    with pytest.raises(Refused, match="by lines alone"):
        log.game.wish(acts, log.legal()[:1], "text", None)
    assert [log.game.view(seat) for seat in (0, 1, None)] == seen


def walking() -> tuple[Log, int]:
    """A game of Tobago in which somebody may move, and who that is."""
    log, random = begun("tobago", 2, 4), Random(4)
    while not any(action.startswith("step ") for action in log.legal()):
        log.do(log.acts, random.choice(log.legal()))
    return log, log.acts


def test_a_run_is_tried_step_by_step_and_sent_as_one_event() -> None:
    log, acts = walking()
    before = log.game.view(acts)
    run: list[str] = []
    table = before["table"]
    for _ in range(2):
        run.append(next(action["do"] for action in table["actions"] if action["do"].startswith("step ")))
        tried = log.game.attempt(acts, run)
        assert not tried["done"]
        table = tried["table"]
        assert table["to_act"] == acts
    assert log.game.view(acts) == before  # nothing is kept
    stop = next(action["do"] for action in table["actions"] if not action["do"].startswith("step "))
    tried = log.game.attempt(acts, [*run, stop])
    assert tried["done"]
    assert "table" not in tried
    count = len(log.events)
    log.do(acts, *run, stop)
    assert len(log.events) == count + 1
    assert log.events[-1]["do"] == [*run, stop]
    with pytest.raises((Refused, Forbidden)):
        log.game.attempt(acts, ["no such thing"])


def test_a_folded_line_is_a_run() -> None:
    log, acts = walking()
    step = next(action for action in log.legal() if action.startswith("step "))
    here = log.state.compiled.island.names[log.state.atvs[acts]]
    event = log.game.wish(acts, [f"move {here}-{step.split()[1]}"], None, None)
    assert event["do"] == [step, "stop"]


def test_no_run_goes_on_past_what_it_brought_to_light() -> None:
    """Else somebody could look at a card, or what a draw brings, and send something else."""
    log = begun("silver", 2)
    while "draw" not in log.legal():
        log.do(log.acts, log.legal()[0])
    acts, run = log.acts, ["draw", "discard"]
    with pytest.raises(Refused, match="something else happens before"):
        log.game.wish(acts, run, None, None)


def test_a_long_log_is_cut_to_its_end() -> None:
    log = begun("wayfarers", 2)
    log.play(Random(2), examples(60))
    lines = log.table(0)["log"]
    assert len(lines) <= 200
    teller = log.game._teller(0, "en")
    assert [line["text"] for line in lines] == [
        line.text for line in teller.lines(log.state.observation(0).log)
    ][-200:]


def test_a_table_gives_advice_when_who_sat_down_first_wants_it_to_and_goes_on_to() -> None:
    log = begun("wazabi", 2)
    acts, other = log.acts, 1 - log.acts
    for seat in (0, 1, None):
        assert not log.table(seat)["advises"]
    with pytest.raises(Forbidden, match="this table gives no advice"):
        log.game.fetch(acts, "advice", {})
    with pytest.raises(Forbidden, match="who sat down first says"):
        log.game.wish(1, ["advice on"], None, None)
    log.do(0, "advice on")
    assert [log.table(seat)["advises"] for seat in (acts, other, None)] == [True, False, False]
    with pytest.raises(Forbidden, match="advice is for who plays"):
        log.game.fetch(None, "advice", {})
    with pytest.raises(Forbidden, match="it is the turn of"):
        log.game.fetch(other, "advice", {})
    log.play(Random(1))
    log.do(0, "again")
    assert log.again().game.advises
    log.do(0, "advice off")
    assert not log.again().game.advises


@pytest.mark.parametrize("speech", ["en", "fa", "notation"])
def test_advice_says_by_how_much_the_best_is_better_and_why_and_where_it_is(speech: Any) -> None:
    log, game = begun("silver", 2), find_game("silver")
    log.do(0, "advice on")
    even = log.reckoned(log.acts, "advice", speech)
    assert (even["tips"], len(even["told"]), even["best"]) == (
        [],
        2,
        [],
    )  # any own card can be looked at first
    while log.state.decision_kind() != "use":
        log.play(Random(1), 1)
    advice, seen = log.reckoned(log.acts, "advice", speech), log.state.observation(log.acts)
    ranking = ranked(seen)
    assert ranking
    assert advice["best"][0]["do"] == str(ranking.actions[0].action)
    best = game.parse(advice["best"][0]["do"], 2, seen.rules)
    assert advice["best"][0]["places"] == [*seen.places(best)]
    assert all(tip["why"] for tip in advice["tips"])
    for tip in advice["tips"][:2]:
        assert tip["told"] in "".join(advice["told"])
    assert [advice["tips"][place]["share"] for place in (0, -1)] == [1.0, 0.0]
    figures = [tip["figure"] for tip in advice["tips"]]
    assert figures == [
        log.game._teller(0, speech).language.number(f"{one.worth.value:+.2f}") for one in ranking.actions[:3]
    ]


@pytest.mark.parametrize(
    ("unit", "worths", "shares"),
    [
        ("chance", (0.5, 0.4, 0.3, 0.2), [0.5, 0.4, 0.3]),
        ("chance", (0.5, 0.5, 0.5, 0.2), [None] * 3),
        ("points", (7.0, 5.0, 3.0, -90.0), [1.0, 0.5, 0.0]),
        ("points", (0.3, 0.2, 0.1, 0.0), [1.0, 0.9, 0.8]),
        ("points", (0.0, 0.0, 0.0, -1.0), [None] * 3),
    ],
)
def test_bars_are_chances_or_compare_the_points_that_are_shown(
    unit: Unit, worths: Sequence[float], shares: list[float | None]
) -> None:
    seen = begun("silver", 2).state.observation(0)
    actions = [Ranked.of(one, [worth], unit) for one, worth in zip(seen.actions, worths, strict=False)]
    teller = find_game("silver").telling("en", ["Anna", "Ben"], 0)
    tips = advised(seen, teller, Ranking(unit, actions, len(actions)), notation=False)["tips"]
    assert [tip["share"] for tip in tips] == shares


@pytest.mark.parametrize(
    "game",
    [
        "wazabi",
        "silver",
        "mangrovia",
        pytest.param("wayfarers", marks=nightly),
        pytest.param("tobago", marks=nightly),
    ],
)
def test_all_are_told_how_a_game_went_when_it_is_over(game: str) -> None:
    log = begun(game)
    with pytest.raises(Forbidden, match="the game is not over"):
        log.game.fetch(0, "review", {})
    log.play(Random(1))
    review = log.reckoned(None, "review")
    steps = log.game.fetch(0, "review", {"at": "0"})()["steps"]
    assert review["steps"] == review["chances"][-1]["step"] == steps
    assert review["chances"][-1]["shares"] == [round(share, 4) for share in log.state.returns()]
    assert [one["step"] for one in review["chances"]] == sorted({one["step"] for one in review["chances"]})
    assert review["turning"]  # at random nobody plays well
    assert bool(review["judged"]) == (game == "silver")  # whose judge is not the best player
    for moment in review["turning"]:
        back = log.game.fetch(moment["seat"], "review", {"at": str(moment["step"])})()
        assert back["table"]["to_act"] == moment["seat"]
    persian = log.reckoned(0, "review", "fa")
    assert [one["step"] for one in persian["turning"]] == [one["step"] for one in review["turning"]]
    assert all("بهتر" in one["better"]["told"] for one in persian["turning"])


def test_what_had_to_be_remembered_is_not_told_again() -> None:
    """In Silver without memory the log tells what happened since the seat acted last."""
    log = Log(wanted("silver", "me,me", 1, memory="table").begin()).sit(0, 1)
    log.play(Random(1), 20)
    assert log.state.observation(0).log == ()
    assert 0 < len(log.table(0)["log"]) < 10


def test_who_sat_down_first_deals_another_game_to_the_same_seats_when_one_is_over() -> None:
    log = begun("wazabi", 3)
    with pytest.raises(Refused, match="the game is not over"):
        log.game.wish(0, ["again"], None, None)
    log.play(Random(1))
    with pytest.raises(Forbidden, match="who sat down first"):
        log.game.wish(1, ["again"], None, None)
    log.do(0, "again")
    second = log.events[-1]["again"]
    assert (second["names"], second["rules"]) == (log.head["names"], log.head["rules"])
    assert second["seed"] != log.head["seed"]
    assert second["then"] != log.head["then"]
    assert (log.game.phase, log.table(0)["outcome"]) == ("play", None)
    with pytest.raises(Forbidden, match="when the game is over"):
        log.game.fetch(0, "record", {})
    again = log.again()  # from its log alone, as after a kill
    for both in (log, again):
        both.play(Random(3))
    assert again.events == log.events
    record = Record.parse(log.game.fetch(None, "record", {}))
    assert record.seed == second["seed"]
    assert record.replay().outcome() == record.outcome


def test_what_was_done_last_is_taken_back_by_who_did_it_and_no_record_tells_of_it() -> None:
    log = begun("wazabi", 3, 9)
    before = [log.game.view(seat) for seat in (0, 1, None)]
    log.do(0, "give 1")
    assert [log.table(seat)["undo"] for seat in (0, 1, None)] == [True, False, False]
    with pytest.raises(Refused, match="nothing can be taken back"):
        log.game.wish(1, ["undo"], None, None)
    log.do(0, "undo")
    assert [log.game.view(seat) for seat in (0, 1, None)] == before
    with pytest.raises(Refused, match="nothing can be taken back"):
        log.game.wish(0, ["undo"], None, None)
    log.do(0, "give 2")
    again = log.again()
    for both in (log, again):
        both.play(Random(3))
    assert again.events == log.events
    with pytest.raises(Refused, match="nothing can be taken back"):  # who has lost has seen the record
        log.game.wish(log.events[-1]["by"], ["undo"], None, None)
    record = Record.parse(log.game.fetch(None, "record", {}))
    assert next(str(action) for actor, action in record.actions if actor == 0) == "give 2"
    assert record.replay().outcome() == record.outcome


@pytest.mark.parametrize("game", SHIPPED)
def test_nothing_is_taken_back_by_which_something_came_to_light(game: str) -> None:
    """And what is taken back leaves no trace for anybody."""
    log, random, offered, lit = begun(game), Random(4), 0, 0

    def seen(of: Log) -> list[dict[str, Any]]:
        return [of.table(seat) | {"undo": False} for seat in (0, 1, None)]

    for _ in range(examples(14)):
        if log.game.phase == "over":
            break
        before, acts, heard = seen(log), log.acts, len(log.state.full_log())
        log.do(acts, random.choice(log.legal()))
        news = log.state.full_log()[heard:]
        may = [seat for seat in (0, 1) if log.table(seat)["undo"]]
        if any(event.actor != acts or isinstance(event.action, Reveal) for event in news):
            assert may == []
            lit += 1
        elif log.game.phase == "play":
            assert may == [acts]
            offered += 1
            back = log.again()
            back.do(acts, "undo")
            assert seen(back) == before
    assert offered
    assert lit
