"""What a seat sees of Wazabi in the terminal, in words."""

from __future__ import annotations

import re
from random import Random

import pytest
from playing import decisions

from toolkit.core.telling.language import ISOLATE, POP
from toolkit.games.wazabi.game import GAME
from workbench.cli.play import wazabi as view
from workbench.cli.play.voice import InWords
from workbench.cli.printing import text_of

NAMES = ["me:Anna", "random", "me:آنا", "me:[b]", "random", "me"]


@pytest.mark.parametrize(("edition", "players"), [("first-play-on", 3), ("team-tournament", 6)])
def test_a_persian_table_has_names_of_people_and_nothing_english(edition: str, players: int) -> None:
    names = NAMES[:players]
    voice, state, told = InWords(GAME, "fa", names), GAME.new(players, GAME.editions[edition]), set()
    for number, _ in enumerate(decisions(state, Random(edition))):
        if number % 5 == 0:
            seen = state.observation(state.to_act())
            told |= {text_of(*view.table(seen, voice), *view.hand(seen, voice)) + view.remark(seen, voice)}
    told |= {text_of(*view.table(state.observation(0), voice))}
    for text in told:
        assert "۱ Anna" in text  # noqa: RUF001
        assert "۳ آنا" in text
        bare = re.sub(f"{ISOLATE}[^{POP}]*(Anna|random|\\[b\\])[^{POP}]*{POP}", "", text)
        assert not re.findall("[A-Za-z0-9]+", bare)


def test_cards_and_dice_are_called_what_the_choices_call_them() -> None:
    voice, state = InWords(GAME, "en", ["me:Anna", "random"]), GAME.new(2)
    for _ in decisions(state, Random(3)):
        seen = state.observation(state.to_act())
        hand, labels = text_of(*view.hand(seen, voice), width=200), voice.labels(seen.actions, seen).values()
        for label in labels:
            card = re.fullmatch("(?:Play|Discard) “(.*)”", label)
            assert not card or re.search(rf"\b{card[1]} \(\d\)", hand), label
        if seen["turn"] == seen.player:
            assert re.match(
                r"your roll: (\d (wazabi|cards?|(die|dice) to give)(, |; )){1,3}you", view.remark(seen, voice)
            )
