"""Training the memory: forgetting never pays, only what was told counts, files come back as they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from solvers.forgetting import (
    Decided,
    Told,
    Training,
    Worth,
    _believed,
    costs,
    decided,
    matters,
    read_trainings,
    retention,
)
from solvers.players import player
from solvers.players.silver import ADVICE
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.document import PositionError
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.silver.actions import CALL, Anyone
from toolkit.games.silver.game import GAME as SILVER
from toolkit.games.silver.state import FACE_DOWN, VILLAGE, SilverState

HEAD = '{"format": "toolkit-training/1", "players": ["me", "greedy"], "seat": 0, "seed": 3}'
TOLD = Told(round=1, turn=4, after=30, place="0:2", told=None, lies=9, turns=4, cards=7)
LOST = Decided(
    round=2,
    turn=6,
    after=95,
    best="take",
    as_told="draw",
    chosen="call",
    points=Worth(best=3.5, as_told=2.5, chosen=-1.5),
    chances=Worth(best=0.5, as_told=0.45, chosen=0.25),
)


def decisions(seed: int, players: int = 2) -> Iterator[Observation[SilverState]]:
    """Yield what a seat saw at its decisions in a game of greedy players."""
    state, random = SILVER.new(players), Random(seed)
    bots = [player("greedy") for _ in range(players)]
    for seat, bot in enumerate(bots):
        bot.sit(seat, Random(f"{seed}/{seat}"))
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        seen = state.observation(actor)
        if actor == 0 and len(seen.actions) > 1:
            yield seen
        state.apply(bots[actor].choose(seen, seen.actions))


def out_of_sight(seen: Observation[SilverState]) -> dict[tuple[int, int], int]:
    """Return the cards that the seat has seen and that lie face-down, with their numbers."""
    cards, up = seen[SilverState.cards].cards, seen[SilverState.up]
    return {
        (owner, slot): face
        for owner in range(seen.players)
        for slot, face in enumerate(cards[VILLAGE + owner])
        if face != HIDDEN and up[owner][slot] == FACE_DOWN
    }


def test_Q22_forgetting_costs_nothing_where_all_is_told_right_and_never_pays() -> None:
    random, lost = Random(5), 0
    for seen in [*decisions(1), *decisions(2, 3)]:
        known = out_of_sight(seen)
        right = costs(seen, known)
        assert right.as_told == right.best
        assert right.points == costs(seen, {}).points
        some = {place: random.choice([None, random.randrange(14)]) for place in known}
        judged = costs(seen, some)
        assert judged.points == right.points  # what was told changes no worth, only what looks best
        assert judged.best == right.best
        loss = judged.points[judged.best] - judged.points[judged.as_told]
        assert 0 <= loss < 30  # an outcome in points, not the judge's "never"
        lost += loss > 0
        found = matters(seen, [*known])
        for place in known:
            alone = costs(seen, {place: None})
            assert found[place] == (alone.points[alone.best] - alone.points[alone.as_told] > 1e-4)
    assert lost > 5


def test_as_told_is_what_greedy_plays_who_knows_no_more() -> None:
    compared = 0
    for seen in decisions(4):
        told = dict.fromkeys(out_of_sight(seen))
        zones = [list(zone) for zone in seen[SilverState.cards].cards]
        for owner, slot in told:
            zones[VILLAGE + owner][slot] = HIDDEN
        believed = ADVICE.judged(seen.sample_world(Random(0)), seen.actions, zones).points
        judged = costs(seen, told)
        assert believed[seen.actions.index(judged.as_told)] == pytest.approx(max(believed), abs=1e-4)
        compared += judged.as_told != judged.best
    assert compared > 3


def test_a_number_of_which_no_copy_is_left_is_not_believed() -> None:
    seen = next(one for one in decisions(6) if len(out_of_sight(one)) > 2)
    zones = _believed(seen[SilverState.cards].cards, dict.fromkeys(out_of_sight(seen), 13))
    assert sum(list(zone).count(13) for zone in zones) == 2


def test_S25_a_free_look_costs_no_more_than_the_call_after_it() -> None:
    looked = called = 0
    for seen in (one for seed in range(8, 40) for one in decisions(seed)):
        if seen.decision_kind() == "turn" and any(isinstance(one, Anyone) for one in seen.actions):
            points = costs(seen, {}).points
            rest = max(worth for one, worth in points.items() if one != CALL)
            assert {points[one] for one in seen.actions if isinstance(one, Anyone)} == {rest}
            looked += 1
            if CALL in points:
                judged = ADVICE.judged(seen.sample_world(Random(0)), seen.actions, _zones(seen)).points
                told = dict(zip(seen.actions, judged, strict=True))
                call = told.pop(CALL) - max(told.values())
                assert points[CALL] - rest == pytest.approx(call, abs=1e-4)
                called += isinstance(max(told, key=told.__getitem__), Anyone)  # the judge looks first
        if called and looked > 2:
            return
    raise AssertionError("nobody could look freely or call")


def _zones(seen: Observation[SilverState]) -> list[tuple[int, ...]]:
    return list(seen[SilverState.cards].cards)


def test_a_file_comes_back_and_names_its_faults(tmp_path: Path) -> None:
    whole = Training(("me", "greedy"), 0, 3, [TOLD], [LOST])
    path = tmp_path / "told.jsonl"
    whole.save(path)
    path.write_text(path.read_text("utf-8") * 2, "utf-8")
    assert read_trainings(path) == [whole, whole]
    assert whole.summary() == (None, 0, 0, 1, 1.0, pytest.approx(0.05), 5.0, 0.25)
    assert [one.forgetting for one in whole.rounds(3)] == [0, 1, 0]
    assert str(retention([whole, whole])[4]) == "0.000 [0.000, 0.658]"
    for text, fault in {
        HEAD.replace("/1", "/2"): "line 1: format: 'toolkit-training/2' is not valid",
        '{"round": 1}': "line 1: the first line tells the game",
        f'{HEAD}\n{{"place": "0:2"}}': "line 2: round: this key is needed",
        f"{HEAD}\n{whole.to_lines()[1].replace('9', '14')}": "line 2: lies: 14 is not valid",
        f"{HEAD}\n{whole.to_lines()[2].replace('3.5', '1e999')}": "line 2: points.best: inf is no number",
        f"{HEAD}\n{whole.to_lines()[2].replace('0.45', 'NaN')}": "line 2: chances.as_told: nan is no number",
        f"{HEAD}\n[]": "line 2: a line is one JSON object",
        f"{HEAD}\n{{": "line 2: ",
    }.items():
        path.write_text(text, "utf-8")
        with pytest.raises(PositionError) as refused:
            read_trainings(path)
        assert fault in str(refused.value)
    whole.take_back(95)
    assert (whole.told, whole.decided) == ([TOLD], [])


def test_a_decision_is_kept_where_something_was_lost() -> None:
    for seen in decisions(3):
        judged = costs(seen, {})
        assert decided(seen, judged, judged.best, 7) is None
        worst = min(seen.actions, key=judged.points.__getitem__)
        if judged.points[judged.best] - judged.points[worst] > 1:
            kept = decided(seen, judged, worst, 7)
            assert kept
            assert kept.points.choice == pytest.approx(
                judged.points[judged.best] - judged.points[worst], abs=1e-3
            )
            assert (kept.best, kept.chosen, kept.after) == (str(judged.best), str(worst), 7)
            assert kept.points.forgetting == 0
            return
