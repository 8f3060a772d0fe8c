"""Wayfarers in words: what stands in the places of the sentences of ``words.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Any, ClassVar

from toolkit.core.history import Event
from toolkit.core.state import Outcome
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Ended, Line, Teller, read_words
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.components import tables
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import (
    ANY_GUILD,
    BY_COLOUR,
    COUNTERS,
    GUILDS,
    KINDS,
    NONE,
    SPACE,
    TILE_KINDS,
    WORKERS,
)
from toolkit.games.wayfarers.components.records import ScoreRecord
from toolkit.games.wayfarers.journal import COLUMN, CONNECTIONS, SPACES, Requirement
from toolkit.games.wayfarers.play.effects import RESOURCES, Paying
from toolkit.games.wayfarers.scoring import PRIMARY, Scores, SpaceScore
from toolkit.games.wayfarers.solo import steps

_FEES = {act.SILVER_FEE: "silver", act.PROVISION_FEE: "provision"}
_COUNTED = {"tags": "tags", "cards": "cards", "upgrades": "tiles"}
"""The names of what a counter counts, by the end of its own name."""

_NEEDED = {one.words: one for way in CONNECTIONS for one in way.sides}
"""What ink splotches ask for, by the engine's words."""


def _is_told_by(event: Event, after: Event) -> bool:
    """Tell whether the next event says what this one would say."""
    match event.action, after.action:
        case (act.Say("roll"), act.Roll()) | (steps.RivalFirst(), steps.RivalSought(doing="place")):
            return True
        case act.Choose(branch), act.Took():
            return all(EFFECTS[part].verb in RESOURCES for part in branch)
    return False


class WayfarersTeller(Teller):
    """Tells Wayfarers to a seat; beyond the seats sits the rival."""

    words = read_words("toolkit.games.wayfarers")
    kinds: ClassVar = {
        act.Say: attrgetter("word"),
        act.Answer: attrgetter("word"),
        act.TakeDie: lambda die: "changed" * (die.face != die.final),
        act.DrawThree: lambda draw: "provision" * draw.provision,
        act.Host: lambda host: "above" * (tables.CARDS[host.card].kind == SPACE),
        act.TakeTile: lambda tile: "influence" * tile.influence,
        act.PlaceTile: lambda tile: "back" * tile.back,
        act.TakeFrom: lambda token: "card" * (token.source >= len(GUILDS)),
        act.Journal: lambda step: "science" * step.science,
        act.Adjust: lambda die: ("raise" if die.by > 0 else "lower") + " placed" * (die.face == act.PLACED),
        steps.RivalFirst: lambda first: "worker" * (first.colour != NONE),
        steps.RivalTile: lambda tile: "beside" * (not tile.cells),
        steps.RivalJournal: lambda step: "science" * (step.price > 0),
        steps.RivalSought: lambda sought: "met" if sought.met else sought.doing * (sought.place != NONE),
    }

    effects_of = "effects"  #: the group of words by which effects are told

    # ---- what is told, of whom, and the end ----------------------------------------------------------------

    def lines(self, happened: Iterable[Event]) -> list[Line]:
        """Return events as sentences, without those that the next one tells, too."""
        told = [*happened]
        pairs = zip_longest(told, told[1:])
        return Teller.lines(self, [one for one, after in pairs if not (after and _is_told_by(one, after))])

    def person(self, seat: int) -> str:
        """Return what a person, or the rival, is called."""
        if 0 <= seat < len(self.people):
            return Teller.person(self, seat)
        return self.name("things", "rival")

    def who(self, event: Event) -> int | None:
        """Return whom a sentence is about; of a card that the rival has found, whose influence lies there."""
        if isinstance(event.action, steps.RivalSought) and event.action.met:
            return 0  # who plays alone
        return Teller.who(self, event)

    def end(self, outcome: Ended) -> list[str]:
        """Return why a game ended, who won, and what each had, the rival too (Y-146)."""
        scores = (*outcome.scores, *getattr(outcome, "others", ()))
        told = Teller.end(self, Outcome(outcome.reason, outcome.winners, scores))
        if not outcome.winners:
            told.insert(-1, self.language.finished(self._said(self.words["ends"]["rival"]["all"], [], {})))
        return told

    def read(self, place: str, text: str) -> object:
        """Return what people are told where the engine's reason has such a text."""
        match place:
            case "colour":
                return self.name("workers", text)
            case "asset":
                return self.name("assets", text)
            case "tags":
                return self.either(self.name("tags", tag) for tag in text.split(" or "))
            case "needed":
                return self.needed(_NEEDED[text])
        return Teller.read(self, place, text)

    # ---- names ---------------------------------------------------------------------------------------------

    def either(self, things: Iterable[str]) -> str:
        """Return things of which one is meant."""
        return self.name("patterns", "or").join(things)

    def card(self, number: int) -> str:
        """Return a card by its name and id, or by its kind and id."""
        card = tables.CARDS[number]
        if card.printed:
            return self.name("printed", card.id)
        if card.name:
            name = self.name("townsfolk", card.name)
            return self.name("patterns", "card_named", name=name, id=isolated(card.id))
        kind = self.name("cards", KINDS[card.kind])
        return self.name("patterns", "card_id", kinds=kind, id=isolated(card.id))

    def space(self, number: int) -> str:
        """Return a space of the journal by its column and row."""
        if not number:
            return self.name("patterns", "start")
        row = self.name("journal_rows", SPACES[number][-1])
        return self.name("patterns", "space", column=COLUMN[number], row=row)

    def influence(self, counts: Iterable[int]) -> str:
        """Return so much influence of each guild."""
        some = [(guild, many) for guild, many in zip(GUILDS, counts, strict=True) if many]
        return self.language.joined(
            [
                self.name("counters", "guild", count=many, guild=self.name("guilds", guild))
                for guild, many in some
            ]
        )

    def resources(self, silver: int, provision: int) -> str:
        """Return silver and provisions."""
        some = [(name, many) for name, many in (("silver", silver), ("provision", provision)) if many]
        return self.language.joined([self.name("counters", name, count=many) for name, many in some])

    def price(self, kind: int) -> str:
        """Return the price of a tile of a kind; empty where it has none (Y-70)."""
        silver, guild, times = tables.tile_prices(kind)
        ways = [self.resources(silver, 0)] * (silver > 0)
        if guild != NONE:
            ways.append(self.influence(times * (one == guild) for one in range(len(GUILDS))))
        return self.either(ways)

    def needed(self, needed: Requirement) -> str:
        """Return what an ink splotch asks for (Y-29)."""
        if needed.counter >= 0:
            return self.counted(needed.counter, needed.at_least)
        if not any(needed.spend):
            return self.name("patterns", "nothing")
        return self.name("patterns", "spend", influence=self.influence(needed.spend))

    def counted(self, counter: int, many: int) -> str:
        """Return so many of what a counter counts: ``2 city tags``, ``1 trade influence``."""
        name = COUNTERS[counter]
        if name in self.words["names"]["counters"]:
            return self.name("counters", name, count=many)
        if name.startswith("guild"):
            guild = name.split("_")[1]
            return self.name("counters", "guild", count=many, guild=self.name("guilds", guild))
        thing, _, sort = name.rpartition("_")
        return self.name("counters", sort, count=many, name=self.name(_COUNTED[sort], thing, count=many))

    # ---- points --------------------------------------------------------------------------------------------

    def points(self, score: ScoreRecord) -> str:
        """Return what a space card scores (Y-49 to Y-52)."""
        if score.comet_majority:
            most, other = score.comet_majority["vp"], score.comet_majority["else"]
            return self.name("scores", "most_comets", number=most, other=other)
        if score.if_have_tag:
            tag = self.name("tags", score.if_have_tag)
            return self.name("scores", "with_tag", number=score.vp, tag=tag, other=score.otherwise)
        if score.fixed:
            return self.name("scores", "fixed", number=score.fixed)
        if score.per_set_of:
            things = " + ".join(self._thing(name, 1) for name in score.per_set_of)
            return self.name("scores", "per_set", number=score.vp, things=things)
        vp = f"{score.base} + {score.vp}" if score.base else score.vp
        many = f"{score.each} " if score.each > 1 else ""
        return self.name("scores", "per", number=vp, things=many + self._thing(score.per, score.each))

    def _thing(self, name: str, many: int) -> str:
        """Return what a counter counts without the number, which stands first."""
        return self.counted(COUNTERS.index(name), many).removeprefix(f"{many} ")

    def scored(self, scores: Scores, names: Sequence[str]) -> list[str]:
        """Return what each of the lines of the final scoring is about; `names` are those of the players."""
        people = [*map(isolated, names), self.name("things", "rival")]
        counts = zip(*(score.tags for score in scores.seats), strict=True)
        lines = [
            self.name("scoring", "tags", tag=self.name("tags", tag), counts=self.language.listed(many))
            for tag, many in zip(PRIMARY, counts, strict=True)
        ]
        lines.append(self.name("scoring", "unique"))
        lines += [
            self._space_score(card, who)
            for who, score in zip(people, scores.seats, strict=False)
            for card in score.space
        ]
        lines += [self.name("scoring", "tiles"), *[self.name("scoring", "rival")] * bool(scores.rival)]
        lines += [self.name("scoring", "guild", guild=self.name("guilds", guild)) for guild in GUILDS]
        winners = self.language.joined([people[seat] for seat in scores.winners])
        return [*lines, self.name("scoring", "total", winners=winners)]

    def _space_score(self, score: SpaceScore, who: str) -> str:
        card = tables.CARDS[score.card]
        name = self.name("printed_ids", card.id) if card.printed else isolated(card.id)
        told = self.name("scoring", "card", id=name, who=who)
        if score.inspiration == NONE:
            return told
        goal = isolated(tables.CARDS[score.inspiration].id)
        return self.name("scoring", "doubled" if score.doubled else "not_met", card=told, id=goal)

    # ---- effects -------------------------------------------------------------------------------------------

    def effects(self, parts: Iterable[int]) -> str:
        """Return several effects, numbers in `EFFECTS`."""
        return self.language.joined([self.effect(part) for part in parts])

    def effect(self, number: int) -> str:
        """Return an effect, a number in `EFFECTS`, such as ``gain a land card``."""
        effect = EFFECTS[number]
        match effect.verb:
            case "block":
                return self.block(effect.times)
            case "choose_one":
                branches = self.name("patterns", "or_else").join(map(self.effects, effect.branches))
                return self._how("choose_one", branches=branches)
            case "acquire":
                how = [effect.verb, effect.source, "free" * effect.free, "less" * (effect.discount > 0)]
                kind = self.name("a_card", KINDS[effect.kind])
                return self._how("_".join(filter(None, how)), kind=kind, count=effect.discount)
            case "upgrade":
                kind = "priority" if effect.kind == BY_COLOUR else TILE_KINDS[effect.kind]
                price = "" if effect.free or effect.kind == BY_COLOUR else self.price(effect.kind)
                paid = "_free" * effect.free + "_for" * bool(price)
                return self._how(f"upgrade{paid}", tile=self.name("tiles", kind), price=price)
            case "influence_guild" if effect.guild == ANY_GUILD:
                return self._how("influence_any", count=effect.times)
            case "influence_guild":
                guild = self.name("guilds", GUILDS[effect.guild])
                return self._how("influence_guild", count=effect.times, guild=guild)
        return self._how(effect.verb, count=effect.times)

    def _how(self, key: str, **places: object) -> str:
        """Return a text of those by which effects are told."""
        return self.name(self.effects_of, key, **places)

    def block(self, number: int) -> str:
        """Return what is paid for a block, a number in `BLOCKS`, and what that brings."""
        brings = self.brings(number)
        if not BLOCKS[number].pay:
            return brings
        return self._how("pay", cost=self.cost(number), effect=brings)

    def cost(self, number: int) -> str:
        """Return what is paid for a block."""
        return self.either(self.resources(*way) for way in BLOCKS[number].pay)

    def brings(self, number: int) -> str:
        """Return what a block brings."""
        return self.language.listed([self.effect(part) for part in BLOCKS[number].parts])

    # ---- places --------------------------------------------------------------------------------------------

    def say_card(self, what: Any) -> str:
        """Return the card of an action, a frame or a step of the rival."""
        return self.card(what.card)

    def say_short(self, what: act.RevealCard) -> str:
        """Return a card among many, in few words."""
        card = tables.CARDS[what.card]
        if not card.name:
            return isolated(card.id)
        name = self.name("townsfolk", card.name)
        return self.name("patterns", "card_short", name=name, id=isolated(card.id))

    def say_kind(self, what: Any) -> str:
        """Return a card of which only the kind is told."""
        if isinstance(what, steps.RivalFirst):
            return self.name("a_card", tables.SOLO.scheme[what.scheme].first.acquire)
        return self.name("a_card", KINDS[what.kind])

    def say_kinds(self, what: steps.RivalPileEmpty) -> str:
        """Return the cards of a kind."""
        return self.name("cards", KINDS[what.kind], count=0)

    def say_tile(self, what: Any) -> str:
        """Return a tile for caravans by its kind and id, one of the journal by its id."""
        if isinstance(what, act.LayJournalTile):
            return isolated(tables.JOURNAL_TILES[what.tile])
        tile = tables.TILES[what.tile]
        kind = self.name("tiles", TILE_KINDS[tile.kind])
        return self.name("patterns", "tile", kinds=kind, id=isolated(tile.id))

    def say_scheme(self, what: act.RevealScheme) -> str:
        """Return the id of a scheme card."""
        return isolated(tables.SOLO.scheme[what.scheme].id)

    def say_faces(self, what: act.Roll) -> str:
        """Return what dice show."""
        return self.language.joined(what.faces)

    def say_slot(self, what: act.PutDie | act.Refresh) -> str:
        """Return a die slot by its own name, or by that of its card."""
        if what.slot in tables.HOST:
            return self.card(tables.HOST[what.slot])
        return self.name("slots", tables.SLOTS[what.slot].name)

    def say_colour(self, what: Any) -> str:
        """Return the colour of a worker."""
        return self.name(
            "workers", WORKERS[what.what if isinstance(what, steps.RivalSought) else what.colour]
        )

    def say_fee(self, what: Any) -> str:
        """Return how a fee is paid; nothing where none is."""
        return self.name("fees", _FEES[what.fee]) if what.fee else ""

    def say_cost(self, what: act.Pay | Paying) -> str:
        """Return what is paid, or what may be."""
        if isinstance(what, Paying):
            return self.cost(what.block)
        return self.resources(what.silver, what.provision)

    def say_effect(self, what: Any) -> str:
        """Return what an action or an open decision brings."""
        if isinstance(what, Paying):
            return self.brings(what.block)
        return self.effects(what.branch) if isinstance(what, act.Choose) else self.effect(what.effect)

    def say_taken(self, what: act.Took) -> str:
        """Return what is taken."""
        return self.resources(what.silver, what.provision)

    def say_guild(self, what: act.InfluenceGuild | steps.RivalGuild) -> str:
        """Return a guild."""
        return self.name("guilds", GUILDS[what.guild])

    def say_source(self, what: act.TakeFrom | act.MoveInfluence) -> str:
        """Return the guild or the card from which influence is taken."""
        if what.source < len(GUILDS):
            return self.name("guilds", GUILDS[what.source])
        return self.card(what.source - len(GUILDS))

    def say_target(self, what: act.MoveInfluence) -> str:
        """Return the guild to which influence moves."""
        return self.name("guilds", GUILDS[what.target])

    def say_space(self, what: act.Journal | steps.RivalJournal) -> str:
        """Return the space of the journal to which somebody goes on."""
        return self.space(what.space)

    def say_price(self, what: Any) -> object:
        """Return the influence that the first action of a scheme card costs; the science for a step."""
        if isinstance(what, steps.RivalFirst):
            paid = tables.SOLO.scheme[what.scheme].first.pay_influence
            return self.influence(paid.get(guild, 0) for guild in GUILDS)
        return what.price

    def say_number(self, what: Any) -> int:
        """Return where the rival's comet marker is, or how much influence the rival has."""
        match what:
            case steps.RivalComet(number) | steps.RivalStays(_, number) | steps.RivalGuild(_, number):
                return number
        raise TypeError(what)

    def say_count(self, what: Any) -> int:
        """Return how many there are of what a sentence speaks of."""
        match what:
            case steps.RivalMarker(count) | steps.RivalScored(count):
                return count
        return Teller.say_count(self, what)
