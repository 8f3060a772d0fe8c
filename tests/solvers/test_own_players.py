"""Players of one's own: by class, object or name, in matches; what goes wrong in them; who was measured."""

import re
from pathlib import Path
from threading import Lock

import msgspec
import pytest
from strength import agrees

from solvers.players import Bot, player
from solvers.players.measured import measured
from solvers.players.registry import check_player, identity, is_own, name_of
from solvers.simulation import Match, simulate
from solvers.spreading import _try
from solvers.wazabi.winning import simulate_wins
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.games import SHIPPED
from toolkit.games.wazabi.position import Position


class Drawing(Bot):
    """Chooses by its own generator."""

    def choose(self, observation, legal_actions):
        return self.random.choice(legal_actions)


class Costly(Drawing):
    def __init__(self, budget):
        self.budget = budget


class Shy:
    name = "shy"

    def choose(self, observation, legal_actions):
        return legal_actions[0]


class Counting(Bot):
    """Is told what happened, and fails at the tenth decision of a game."""

    decisions = 0

    def choose(self, observation, legal_actions):
        self.decisions += 1
        return legal_actions[0 if self.decisions < 10 else len(legal_actions)]


class Nameless(Drawing):
    name = None


class Cheating(Bot):
    def choose(self, observation, legal_actions):
        return "a die more"


class Leaving(Bot):
    def choose(self, observation, legal_actions):
        raise SystemExit("bye")


class Named(Drawing):
    name = "greedy"


class Mute(Bot):
    pass


class Unlucky(Bot):
    """Fails in code of Python, which it asks for what there is not."""

    def choose(self, observation, legal_actions):
        return self.random.choice([])


class Lost(Drawing):
    """Fails in code of the toolkit."""

    def __init__(self):
        find_game("wasabi")


class Failing(Drawing):
    @property
    def name(self):
        raise KeyError("name")


NAME = f"{__name__}:Drawing"
TABLE = Position.load(Path(__file__).parents[2] / "examples" / "wazabi-position.toml")  # as workers find it


def test_a_player_of_ones_own_is_made_of_a_class_an_object_or_their_name():
    mine = Costly(7)
    made = player(mine).one
    assert (type(made), made.budget, made is mine) == (Costly, 7, False)  # each game gets one of its own
    assert type(player(player(mine)).one) is Costly
    assert type(player(Drawing).one) is type(player(NAME).one) is Drawing
    assert player(NAME).name == name_of(Drawing) == name_of(NAME) == NAME
    for wanted, own in ((Drawing, True), (mine, True), (NAME, True), ("ismcts:3", False), (" random", False)):
        assert is_own(wanted) == own


def test_the_example_for_all_games_scores_better_than_chance():
    for game in SHIPPED:
        found = simulate(Match(game, ["examples.nearsighted:Nearsighted", "random"], seed=1), 4, jobs=1)
        more = found.score_lead(0, 1).value
        assert (more < 0) if game == "silver" else (more > 0), game


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            Shy,
            "Shy is no player, for it has no sit; a class of your own gets the rest from solvers.players.Bot",
        ),
        (3, "int is no player, for it has no choose"),
        (Nameless, "Nameless is no player: its name is a text, and choose a function"),
        (Costly, "Costly() cannot be made: TypeError: Costly.__init__() missing 1 required pos"),
        (Lost, f"wazabi'? ({__file__}, line {Lost.__init__.__code__.co_firstlineno + 1})"),
        (Mute, "Mute is no player, for its class has no choose of its own"),
        (Failing, "Failing is no player: KeyError: 'name' ("),
        (Costly(Lock()), "Costly cannot be copied for each game: TypeError: cannot pickle"),
        (f"{__name__}:measured", f"module {__name__!r} ({__file__}) has no class 'measured'"),
        (f"{__name__}:Drawink", "has no class 'Drawink'; did you mean 'Drawing'?"),
        ("json:Hasty", "__init__.py) has no class 'Hasty'"),  # Python's own, not that of the folder
        ("sys:argv", "module 'sys' has no class 'argv'"),
        ("nowhere:Bot", "no player 'nowhere', and no module of that name; the players are random, greedy"),
        ("gredy:Bot", "no player 'gredy', and no module of that name; did you mean 'greedy'?"),
        ("nowhere.bots:Bot", "no player 'nowhere.bots', and no module of that name"),
        ("mine:", "remembering; a bot of your own is named mine:CLASS"),
        ("./bots/mine.py:Bot", "no player './bots/mine.py'; the players are random, greedy"),
        ("bots/mine.py:Bot", "remembering; a bot of your own is named bots.mine:Bot"),
        ("mine.py:Bot", "no module of that name; the players are random"),
        ("mine.py:Bot", "remembering; a bot of your own is named mine:Bot"),
        ("/home/mine.py", "remembering; a bot of your own is named MODULE:CLASS"),
    ],
)
def test_what_is_no_player_is_refused(wanted, message):
    with pytest.raises(ToolkitError, match=re.escape(message)):
        player(wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [("1 +", "SyntaxError: "), ("import no_such_one", "ModuleNotFoundError: No module named 'no_such_one'")],
)
def test_a_module_that_cannot_be_imported_is_refused(tmp_path, monkeypatch, text, message):
    (tmp_path / "broken_bots.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ToolkitError, match=f"module 'broken_bots' cannot be imported: {re.escape(message)}"):
        player("broken_bots:Bot")


def test_a_match_takes_them_and_is_the_same_however_it_is_played():
    """Who chooses as `random` does from the own generator plays the games of `random`."""
    found = [
        simulate(Match("wazabi", [one, "greedy"], seed=3), 20, jobs=jobs)
        for one, jobs in (("random", 1), (Drawing, 1), (Drawing(), 2), (NAME, 2))
    ]
    assert all(one.deals == found[0].deals for one in found[1:])
    assert found[1].match.names == (NAME, "greedy")
    assert found[2].to_dict()["players"] == [NAME, "greedy"]


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (Counting, r"Counting: IndexError: .*test_own_players\.py, line "),
        (Cheating, r"Cheating: 'a die more'"),
        (Unlucky, r"Unlucky: IndexError: Cannot choose .*test_own_players\.py, line "),
        (Leaving, r"Leaving: SystemExit: bye \(.*test_own_players\.py, line "),
    ],
)
def test_what_goes_wrong_in_one_is_told_with_the_deal(one, message):
    match = Match("wazabi", (one, "random"))
    with pytest.raises(ToolkitError, match=f"^in deal 0 of seed 1: .*{message}"):
        simulate(match, 2, jobs=1)
    tried = _try(match.play, 0)  # on a cluster it is one of three tries, and not the end
    assert (tried.refusal, bool(re.search(message, tried.failure))) == (None, True)
    with pytest.raises(ToolkitError, match=message):
        simulate_wins(TABLE, [name_of(one), "random", "random"], games=9, seed=1)


def test_who_is_called_as_one_of_ours_is_another_one():
    """In the folder of a run, which goes on only with the same players."""
    assert identity(Named) == f"{__name__}:Named greedy"
    assert (identity(NAME), identity(Drawing), identity("ismcts:9")) == (NAME, NAME, "ismcts:9")


def test_a_match_that_is_none_is_refused():
    with pytest.raises(
        ToolkitError, match=r"players are a tuple, such as \('greedy', 'random'\), not 'greedy,r"
    ):
        Match("wazabi", "greedy,random")
    with pytest.raises(
        ToolkitError, match=r"no rules of Wazabi: find_game\('wazabi'\)\.Rules\(teams=True\) are"
    ):
        Match("wazabi", ("greedy",) * 4, {"teams": True})


def test_what_was_measured_are_matches_of_players_that_there_are():
    for one in measured():
        find_game(one.game)
        for name in one.players.split(","):
            check_player(name, one.game)
        value, *ends = one.lead or one.won
        assert bool(one.lead) != bool(one.won)
        assert ends == sorted(ends)
        assert not ends or ends[0] <= value <= ends[1]
    assert {one.game for one in measured()} == set(SHIPPED)


def test_a_tenth_of_a_match_tells_a_true_row_from_a_false_one():
    """As the nightly run does with all of them."""
    true = next(one for one in measured() if (one.game, one.players) == ("wazabi", "greedy,random"))
    assert agrees(true)
    for lead in ((0.3, 0.25, 0.35), (1.0,)):
        assert not agrees(msgspec.structs.replace(true, lead=lead))
