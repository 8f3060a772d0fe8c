"""Wayfarers in words: secrets, the solo rival, what is told once, reasons, effects."""

import ast
import re
from inspect import getsource

import pytest
from playing import do, refused
from wayfarers_helpers import alone, bring, rival_acts, table

from toolkit.core.decision import AUTOMATIC
from toolkit.core.history import Event, events
from toolkit.core.telling.teller import people
from toolkit.games.wayfarers import display
from toolkit.games.wayfarers.actions import EFFECT
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import CONNECTIONS
from toolkit.games.wayfarers.play import dice, gaining, turns
from toolkit.games.wayfarers.play import journal as marker
from toolkit.games.wayfarers.solo import steps

ANY_ID = re.compile(r"\b[LWSFI][0-9P][0-9]\b")


def teller(lang="en", players=2, seat=0):
    return GAME.telling(lang, people(["me:Anna", "me:Bob"][:players], lang), seat)


def told(state, seat=0, lang="en", since=None):
    """Return what a seat is told of what happened."""
    lines = teller(lang, state.players, seat).lines(events(state.history(seat), since))
    return [line.text for line in lines]


def test_Y64_what_others_draw_and_bury_is_not_told():
    state = table().lay(pile="L01 L02 L03 W S F I").turn()
    bring(state, "land card of three drawn")
    do(state, "draw L01", "draw L02", "draw L03", "keep L02", "under L03")
    mine, theirs = told(state), told(state, 1)
    assert mine[0] == "You draw land card L01, land card L02 and land card L03."
    assert "You put land card L03 under the pile, then the other." in mine
    assert theirs[0] == "Anna draws 3 cards."
    assert "Anna puts the other two cards under the pile." in theirs
    assert set(ANY_ID.findall(" ".join(theirs))) == {"L02"}  # which is kept, and seen
    drawn = events(state.history(1))[0]
    assert teller("fa", seat=1).event(drawn) == "\u2068Anna\u2069 یک کارت زمین می‌کشد."


def test_Y108_what_the_rival_takes_unseen_is_not_told():
    state = alone("space")
    rival_acts(state, "brings land card from the pile")
    do(state, "top L05")
    assert told(state)[-1] == "The rival takes a land card from the top of the pile, unseen."
    assert told(state, lang="fa")[-1] == "حریف یک کارت زمین، ندیده، از بالای دسته برمی‌دارد."


def test_what_the_next_event_says_is_told_once():
    state = table().seat(0, dice=[3]).turn()
    do(state, "die 3, on middle 3", "choose 2 provision")
    assert told(state) == [
        "You take a die showing 3.",
        "You place the die on middle slot 3.",
        "You take 2 provisions.",
    ]
    state = table().seat(0, dice=[3, 4]).turn()
    do(state, "rest", "reroll 4", "roll", "roll 6")
    assert told(state) == ["You rest.", "You will roll a die showing 4 too.", "You roll 6."]


def test_Y106_who_is_asked_by_the_rival_is_told_of_their_own_influence():
    sought = steps.RivalSought("take", 0, "sum 0", ((0, ""),), 0, 1, True)
    event = Event(AUTOMATIC, sought)
    assert teller(players=1).event(event) == "The rival wants land card L01, where your influence lies."
    assert teller(players=1, seat=None).event(event).endswith("where Anna's influence lies.")
    assert "نفوذ شما" in teller("fa", players=1).event(event)


@pytest.mark.parametrize(
    ("step", "rule", "text", "en"),
    [
        (steps.RivalRests(3, 1, ()), "Y-99", "3 blue and 1 red scheme cards: the rival rests: ",
         "The rival rests."),
        (steps.RivalMarker(1, 5), "Y-97", "the resource marker moves 1 on to spot 5: yellow, bottom row",
         "The rival's resource marker moves on by 1 spot."),
        (steps.RivalFirst(0, 0), "Y-97", "X1, first action: a green worker",
         "The card's first action is possible: a green worker."),
        (steps.RivalFirst(3, -1), "Y-97", "X4, first action: 2 exploration for a water card",
         "The rival pays 2 exploration influence for a water card."),
        (steps.RivalSecond(1, False, ()), "Y-97",
         "X2: no green or blue worker can be placed; second action: ",
         "The card's first action is not possible: the rival does the second."),
        (steps.RivalSecond(3, False, ()), "Y-97", "X4: no water card is possible; second action: ", None),
        (steps.RivalPileEmpty(1), "Y-108", "the pile of water cards is empty: the effect is lost",
         "No water cards are left in the pile: the rival gets nothing."),
        (steps.RivalNoTile(), "Y-137", "no such tile is left: the effect is lost",
         "No such tile is left: the rival gets nothing."),
        (steps.RivalTile(0, (), (), (0, 1), 1), "Y-111",
         "sum 1: UL1, UL2; the rival lays UL1 beside the full path",
         "The rival lays land tile UL1 beside its full caravan."),
        (steps.RivalTile(0, (7,), (), (0,), 1), "Y-111", "sum 1: UL1; the rival lays UL1 on its path",
         "The rival lays land tile UL1 on its caravan."),
        (steps.RivalJournal(3, 1, 0, True, 2, 3), "Y-109",
         "a further step costs 2 science, the rival has 3; 1 blue and 0 red scheme cards: up; "
         "the rival's marker moves to c2t",
         "The rival spends 2 science influence to go on to column 2, top space."),
        (steps.RivalStays(2, 1), "Y-110", "a further step costs 2 science, the rival has 1",
         "For a further step the rival would need 2 science influence; it has 1."),
        (steps.RivalAtEnd(), "Y-35", "the rival's marker is at the end of the journal",
         "The rival's marker is at the end of the journal already."),
        (steps.RivalScored(1), "Y-146", "the rival has 1 points", "The rival has 1 point."),
    ],
)  # fmt: skip
def test_steps_of_the_rival_say_the_same_in_logs_as_ever_and_are_told_in_words(step, rule, text, en):
    assert (step.rule, step.said, str(step)) == (rule, text, f"({text})")
    if en:
        assert teller(players=1).event(Event(AUTOMATIC, step)) == en
    persian = teller("fa", 1).event(Event(AUTOMATIC, step))
    assert not re.search("[A-Za-z0-9]", re.sub("\u2068.*?\u2069", "", persian))


def test_Y99_a_rest_of_the_rival_in_words():
    state = alone("townsfolk", schemes="X1 X4 X2 X3", comet=9)
    rival_acts(state, "plays")
    assert told(state)[:6] == [
        "The rival rests.",
        "The rival's comet marker is at 10 now.",
        "The rival takes the Adventurer (F01).",
        "The rival goes on in the journal to column 1, upper space.",
        "The green worker at column 1 of the journal goes to the rival.",
        "The rival lays basic tile UB1 on its caravan.",
    ]


def test_Y146_the_end_tells_who_won_and_the_points_of_the_rival():
    state = alone("space", cards=(0, 0, 0, 1, 0))
    state.reason = "the limit of 60 turns is reached"
    points = state.scores().totals
    assert teller(players=1).end(state.outcome()) == [
        "The limit of 60 turns is reached.",
        "The rival has won.",
        f"Points: Anna {points[0]}, the rival {points[1]}.",
    ]
    assert teller("fa", 1).end(state.outcome())[1] == "حریف برنده شد."


def test_Y29_every_requirement_of_a_splotch_is_told():
    asked = {needed.words for way in CONNECTIONS for needed in way.sides} - {"nothing"}
    said = {words: teller("fa").refused(f"the splotch asks for: {words} (Y-29)") for words in asked}
    assert len(set(said.values())) == len(asked) > 40
    assert (
        said["2 open water tags"] == "نمی‌شود: لکهٔ جوهر این را می‌خواهد: ۲ برچسب آب‌های آزاد (\u2068Y-29\u2069)."
    )
    assert not re.search("[A-Za-z]", re.sub("\u2068.*?\u2069", "", "".join(said.values())))
    english = teller().refused("the splotch asks for: spend 1 trade and 1 exploration (Y-29)")
    spent = "spend 1 trade influence and 1 exploration influence"
    assert english == f"You cannot: the ink splotch asks for this: {spent} (Y-29)."


def _reasons(module):
    """Yield the texts of a module that end with a rule, no docstrings or questions; values are ``{}``."""
    tree = ast.parse(getsource(module))
    parts = {id(part) for node in ast.walk(tree) for part in _no_reasons(node)}
    for node in ast.walk(tree):
        if id(node) in parts or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        values = node.values if isinstance(node, ast.JoinedStr) else [node]
        text = "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values)
        if found := re.fullmatch(r"(.+) \(Y-[\d, Y-]+\)", text):
            yield found[1]


def _no_reasons(node):
    """Return the texts in a node that are no reasons of their own."""
    if isinstance(node, ast.Expr):
        return [node.value]
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "asks":
        return node.args
    return node.values if isinstance(node, ast.JoinedStr) else []


def test_every_reason_of_the_engine_has_words():
    words = teller().words
    told_of = [entry.get("reason", "") for part in ("refusals", "ends") for entry in words[part].values()]
    found = [reason for module in (display, dice, gaining, turns, marker) for reason in _reasons(module)]
    assert len(found) > 18
    for reason in found:
        pattern = ".*".join(map(re.escape, reason.split("{}")))
        assert any(re.fullmatch(pattern, one) for one in told_of), reason


def test_Y19_whose_influence_costs_is_told_by_name():
    state = table().seat(0, silver=3).lay("L26:1").turn()
    reason = refused(state, "worker yellow on L26")
    assert teller().refused(reason.split(": ", 1)[-1]) == (
        "You cannot: 1 silver or 1 provision is due for Bob's influence (Y-19)."
    )


def test_effects_are_told_in_both_languages():
    for lang in ("en", "fa"):
        said = [teller(lang).effect(number) for number in EFFECT.values(1, None)]
        assert len(set(said)) == len(said) > 60
    assert teller().effect(5) == "put 1 influence in any guild"
    assert teller("fa").effect(12) == "یا تصاحب یک کاشی ارتقاء معمولی با پرداخت 2 سکه، یا برداشتن 2 سکه"
