"""What a seat sees of Wayfarers of the South Tigris in the terminal."""

import re
from random import Random

import pytest
from rich.console import Console
from sizes import nightly

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.wayfarers.components.tables import CARD, CARDS
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.position import Display, Player, Position
from toolkit.games.wayfarers.rules import Rules
from workbench.cli.play import wayfarers as view
from workbench.cli.play.voice import InNotation, InWords

VOICE = InNotation(GAME, ["me", "greedy", "greedy", "random"])
SAID = view.Says(VOICE)


def shown(parts, width=100):
    console = Console(width=width, no_color=True, highlight=False, markup=False)
    with console.capture() as capture:
        console.print(*parts)
    return capture.get()


def seen_from(*players, **keys):
    position = Position(players=(*players, Player()), rules=Rules(), **keys)
    return GAME.complete(position, Random(1)).observation(position.me)


@pytest.mark.parametrize("players", [1, *(pytest.param(n, marks=nightly) for n in (2, 3)), 4])
def test_every_decision_is_shown_within_the_width_of_a_screen(players):
    kinds, state, random = set(), GAME.new(players), Random(players)
    while state.to_act() != TERMINAL:
        if state.to_act() == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        if state.decision_kind() not in kinds or random.random() < 0.003:
            kinds.add(state.decision_kind())
            seen = state.observation(state.to_act())
            text = shown([*view.table(seen, VOICE), *view.hand(seen, VOICE)])
            heads = {line.split()[0] for line in text.splitlines() if line.strip()}
            assert {"slot", "middle", "city", "die", "journal,", "land", "basic", "player"} <= heads
            assert max(map(len, text.splitlines())) <= 100
            assert re.search(r"Y-\d+\)$", VOICE.question(seen))
            assert len(VOICE.question(seen)) < 150
        state.apply_unchecked(random.choice(state.legal_actions()))
    scoring = shown(view.table(state.observation(0), VOICE)[:1]).splitlines()
    assert scoring[-1].startswith(" Y-94")
    assert tuple(map(int, scoring[-1].split()[-max(2, players) :])) == state.scores().totals
    assert {"turn", "place die", "acquire", "choose", "upgrade", "journal"} <= kinds


@pytest.mark.parametrize("players", [1, 4])
def test_a_persian_table_has_no_english_but_names_and_ids(players):
    voice = InWords(GAME, "fa", ["me:Anna", "greedy", "me:آنا", "<b>[red]"][:players])
    said, state, random, shown_at = view.Says(voice), GAME.new(players), Random(players), set()
    while state.to_act() != TERMINAL:
        if state.to_act() == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        if state.decision_kind() not in shown_at:
            shown_at.add(state.decision_kind())
            check_persian(voice, state.observation(state.to_act()))
        state.apply_unchecked(random.choice(state.legal_actions()))
    text = check_persian(voice, state.observation(0))
    assert "Anna" in text
    assert ("<b>[red]" in text) == (players == 4)
    for card in CARDS:
        assert not re.search("[A-Za-z]|[0-9]", re.sub(IDS, "", said.cell(view.brief(card.number, said))))


IDS = r"\b([A-Z]{1,2}\d+|Y-\d+|[AB]{3})\b"


def check_persian(voice, seen):
    """Check that nothing in a table is English but names and ids; return it."""
    text = shown([*view.table(seen, voice), *view.hand(seen, voice)], 400)
    bare = re.sub(f"{IDS}|Anna|greedy|<b>\\[red\\]", "", text)
    assert not [line for line in bare.splitlines() if re.search("[A-Za-z0-9]", line)]
    return text


def test_names_that_look_like_markup_or_pictures_are_shown_as_they_are(tobago, monkeypatch):
    monkeypatch.setenv("LINES", "150")
    players = "me:[red] :smi:,me:Anna"
    done = tobago("play", "wayfarers", "--players", players, "--seed", "3", stdin=b"quit\nquit\n")
    assert "1 [red] :smi:  city" in done.out


def test_in_words_people_and_spots_count_from_1_and_spaces_have_names():
    voice = InWords(GAME, "en", ["me:Anna", "me"])
    there = Display(land=("L03",), influence={"L03": 1})
    seen = seen_from(Player(marker="c2b", board=1, workers=("green", "yellow", "blue")), display=there)
    text = shown([*view.table(seen, voice), *view.hand(seen, voice)])
    assert "journal, sides AAA; * with a green worker; (1) Anna" in text
    assert "to column 3, lower space: 2 library tags (missing: 1); brings" in text
    assert "marker on column 2, bottom space" in text
    assert " 1  L03   (2)    city; at once free basic tile" in text
    assert re.search(r"player +> 1 Anna \(you\) +player 2 ", text)
    assert re.search(r"workers green, yellow, blue +1, 1, 1 ", text)
    assert re.search(r"dice to place +\d \d \d( \d)* .*\n dice in all +\d ", text)
    assert "player 0" not in text
    solo = GAME.complete(Position(players=(Player(),), rules=Rules()), Random(1)).observation(0)
    at = solo["rivals"][0].spot
    assert f"spot {at}, comet" in shown(view.table(solo, InNotation(GAME, ["me"])))
    assert f"spot {at + 1}, comet" in shown(view.table(solo, InWords(GAME, "en", ["me"])))


def test_every_card_in_few_words():
    links = "provision | influence trade, 1 silver, card"
    assert view.brief(CARD["W34"], SAID) == f"open water; at once influence exploration x2; links {links}"
    told = "city; at once influence trade; camel: land tile or influence trade x2"
    assert view.brief(CARD["L01"], SAID) == told
    assert view.brief(CARD["F08"], SAID, tucked=True) == "Farmer; die: 1 silver"
    assert all(len(view.brief(card.number, SAID)) > 4 for card in CARDS if card.id != "folk")


def test_Y75_Y78_Y79_slots_and_caravan_say_what_each_die_can_do():
    tiles = ("UL1 3,1", "UL1 2,2", "UB4 3,3", "US1 1,4", "UW3 back 2,5")
    one = Player(board=1, land=("L15",), townsfolk={"L15": "F22"}, tiles=tiles, placed={"city": 1})
    text = shown(view.table(seen_from(one), VOICE)[:2])
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "city camel: 2 provisions -> land card + 1 silver holds 1" in lines
    assert "[F22 Messenger; die: lends" in text
    assert any(line.startswith("L15 ") and line.endswith(" lends for 1 2 3") for line in lines)
    assert "1 camel 1 2 3 . UL1" in lines
    assert "4 telescope 4 1 provision less US1 US1 refresh die" in lines
    assert "6 telescope 6 1 silver less UW3 1 silver" in lines


def test_Y28_Y29_the_next_spaces_with_what_is_missing():
    seen = seen_from(Player(marker="c2b", workers=("green", "yellow", "blue")))
    text = shown(view.table(seen, VOICE)[2:3])
    assert "journal, sides AAA; * with a green worker; (0) player 0" in text
    assert "to c3l: 2 library tags (missing: 1); brings" in text
    assert "to c4b: 1 planet tag (missing: 1); brings special tile" in text
    assert "(0)" in text.splitlines()[6]


def test_Y63_Y85_the_display_with_prices_workers_and_influence():
    there = Display(land=("L03",), influence={"L03": 1}, workers={"L03": ("yellow",)})
    text = shown(view.table(seen_from(Player(workers=("blue",)), display=there), VOICE)[3:8])
    assert " 1  L03   yellow, (1)  city; at once free basic tile" in text
    assert "  3 provisions -> land card of three" in text
    prices = [text.count(f" {price} silver \n") for price in (3, 4, 5)]
    assert prices == [1, 2, 1]


def test_lines_fold_a_turn_and_are_read_again():
    state, random = GAME.new(2), Random(3)
    while state.turns < 9:
        chance = state.to_act() == CHANCE
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
    lines = GAME.lines(state.full_log())
    assert sum(actor == CHANCE and text.startswith("reveal") for actor, text in lines) >= 1
    assert 8 <= sum(actor >= 0 for actor, _ in lines) <= 12
    folded = "place 2,3, use trade, place back 3,1,influence science"
    parts = ["place 2,3", "use trade", "place back 3,1", "influence science"]
    assert list(map(str, GAME.parse_line(folded, state))) == parts
