"""What can be looked at: ``show``, a position of any game, and ``cards``, any card, tile, space or spot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.components import names
from workbench.cli.choices import MAPS, OneOf
from workbench.cli.completing import completed
from workbench.cli.files import Pictures, PositionFile, Svg, check_svg, format_of, read_source, write_out
from workbench.cli.odds.common import parse_position
from workbench.cli.options import Json, Options, argument, command, option
from workbench.cli.printing import print_drawing, print_json, styled, table_of, tell
from workbench.cli.tobago.asking import forecast_of, heat_of, parse_source

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import RenderableType

    from toolkit.core import Observation
    from toolkit.core.pictures import Picture
    from toolkit.games.tobago import Position
    from toolkit.games.wayfarers.components.words import Entry
    from workbench.cli.play.voice import Voice

_DEALT = range(4)  # seeds: what differs between these deals is not known
_COLOUR = OneOf("map", MAPS)


class TobagoPicture(Options):
    """What a picture of Tobago shows besides."""

    lit: str | None = option("MAP", "Tobago: light the candidates of this map.", flag="--map", type=_COLOUR)
    ring: str | None = option("MAP", "Tobago: ring the candidates of this map.", type=_COLOUR)
    heat: str | None = option("MAP", "Tobago: show where the treasure of this map will end.", type=_COLOUR)

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.lit and self.heat:
            raise click.UsageError("--map and --heat exclude each other")

    @property
    def given(self) -> list[str]:
        """The options that are given."""
        asked = {"--map": self.lit, "--ring": self.ring, "--heat": self.heat}
        return [name for name, colour in asked.items() if colour]

    def of(self, position: Position) -> Picture:
        """Return the picture of a position."""
        from toolkit.games.tobago.position import draw_position

        ringed = position.maps[self.ring].candidates if self.ring else None
        heat = heat_of(forecast_of(position, self.heat)) if self.heat else None
        return draw_position(position, self.heat or self.lit, heat=heat, highlight=ringed)


@command(epilog="Examples: tobago show game.toml --compact; tobago show game.toml --svg island.svg")
def show(
    *,
    file: PositionFile,
    pictures: Pictures,
    of_tobago: TobagoPicture,
    compact: bool = option(None, "Tobago: draw the island for a terminal of 24 lines."),
    as_json: Json,
) -> None:
    """Draw a position of any game, in the terminal or as a picture.

    Of Tobago it is the island with its landmarks, pieces and candidates; of the others, the table as the
    player sees it who asks.
    """
    drawn = pictures.asked(file, as_json)
    given = [*of_tobago.given, *["--compact"] * compact]
    if compact and drawn:
        raise click.UsageError("--compact is for the terminal: a picture goes without it")
    if given and as_json:
        raise click.UsageError(f"{given[0]} and --json exclude each other")
    if pictured := [one for one in of_tobago.given if one != "--map" and not drawn]:
        raise click.UsageError(f"{pictured[0]} goes with --svg or --png")
    source = text, _, name = read_source(file)
    game = _other_game(text)
    if game and (given or as_json):
        raise click.UsageError(f"{[*given, '--json'][0]} is for positions of Tobago, and {name} is of {game}")
    if game:
        _show_other(game, source, pictures if drawn else None)
        return
    position = parse_source(*source)
    if drawn:
        pictures.write(of_tobago.of(position))
    elif as_json:
        print_json(_island_data(position))
    else:
        from workbench.cli.tobago.terminal import draw_terminal

        lower = "" if compact else "; --compact takes fewer"
        print_drawing(draw_terminal(position, of_tobago.lit, compact=compact), lower=lower)


def _other_game(text: str) -> str:
    """Return the game whose position a text holds, if it is not Tobago; else nothing."""
    from toolkit.core.game import game_names

    game = (format_of(text) or "").removesuffix("-position/1")
    return game if game not in ("", "tobago") and game in game_names() else ""


def _island_data(position: Position) -> dict[str, Any]:
    setting = position.setting
    played = {colour: one.candidates for colour, one in position.maps.items() if one.plays}
    hexes = [
        {
            "hex": name,
            "terrain": setting.island.terrain(name),
            "landmark": setting.landmark(name),
            "candidate_of": [colour for colour, candidates in played.items() if name in candidates],
        }
        for name in setting.island.names
    ]
    return {"format": "tobago-island/1", "island": setting.island.title, "hexes": hexes}


# ---- the other games ---------------------------------------------------------------------------------------


def _show_other(game: str, source: tuple[str, Path, str], pictures: Pictures | None) -> None:
    """Show a position as it says itself where it can; else a game that goes on from there."""
    from toolkit.core.game import find_game
    from toolkit.core.pictures import Drawn
    from workbench.cli.play.voice import InWords

    position = parse_position(game, *source, over=True)
    if pictures is not None and isinstance(position, Drawn):
        pictures.write(position.picture)
        return
    seen = seen_in(position, InWords(find_game(game), "en", ()), source[2])
    if pictures is None:
        print_drawing(*_table(seen))
    elif picture := seen.picture:
        pictures.write(picture)
    else:
        raise ToolkitError(f"there is no picture of {game}")


def seen_in(position: Any, voice: Voice, name: str) -> Observation[Any]:
    """Return what the player sees who asks, with a note if it shows cards that the position does not tell."""
    from toolkit.core.document import located

    with located("", name):
        deals = [voice.game.lay_out(position, Random(seed)).observation(position.seat) for seed in _DEALT]
    first = deals[0]
    if any((one.public, one.views) != (first.public, first.views) for one in deals):
        voice.tell(voice.say("dealt_open", file=name), "note")
    return cast("Observation[Any]", first)


def _table(seen: Observation[Any]) -> Iterator[RenderableType]:
    """Yield what `tobago play` shows of a table and a hand."""
    from workbench.cli.play.desk import view_of
    from workbench.cli.play.voice import InWords

    view, voice = view_of(seen.game), InWords(seen.state_type.game, "en", ["me"] * seen.players)
    yield from view.table(seen, voice)
    yield styled()
    yield from view.hand(seen, voice)


# ---- cards -------------------------------------------------------------------------------------------------


GAMES = ("wayfarers",)
"""The games whose cards are told."""

CARDS = (*names.KINDS, "scheme")
TILES = (*(f"{kind}-tile" for kind in names.TILE_KINDS), "journal-tile")
PLACES = ("journal-space", "die-slot", "worker-spot")
TAGS = tuple(tag.replace("_", "-") for tag in names.TAGS)


def _ids(_context: click.Context) -> list[str]:
    from toolkit.games.wayfarers.components.words import entries

    return [entry.id for entry in entries()]


class _Tag(OneOf):
    """A tag; open water may be written with a blank or a line."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the tag."""
        return super().convert("-".join(value.replace("_", " ").split()), param, ctx)


class Narrow(Options):
    """What narrows the list of cards."""

    tags: tuple[str, ...] = option(
        "T", f"Only those with it: {', '.join(TAGS)}.", flag="--tag", type=_Tag("tag", TAGS)
    )
    kind: str | None = option(
        "K",
        f"Only this kind: {', '.join((*CARDS, *TILES, *PLACES))}.",
        type=OneOf("kind", (*CARDS, *TILES, *PLACES)),
    )
    texts: tuple[str, ...] = option(
        "WORDS", "Only those that say these words, one behind the other.", flag="--text"
    )
    promos: bool = option(None, "List promo cards, too; they are out of the decks by default.")

    def entries(self) -> list[Entry]:
        """Return what is left."""
        from toolkit.games.wayfarers.components.words import entries

        return [
            entry
            for entry in entries()
            if (self.promos or not entry.promo)
            and (self.kind is None or entry.kind == self.kind)
            and all(tag.replace("-", "_") in entry.tags for tag in self.tags)
            and all(" ".join(text.split()) in _said(entry) for text in map(_parted, self.texts))
        ]


@command(epilog="Examples: tobago cards wayfarers L05; tobago cards wayfarers --kind land --tag library")
def cards(
    *,
    game: str = argument("GAME", completed(lambda _: GAMES)),
    words: tuple[str, ...] = argument("[ID]", completed(_ids)),
    narrow: Narrow,
    svg: Svg,
    as_json: Json,
) -> None:
    """Tell what a card, a tile, a space or a spot of a game says, in words with the rules; or list them.

    ID is what stands in the list, such as L05 (or l5), UL1, c2t or "land 4". Several --tag, --kind and
    --text narrow the list together. --svg draws one card, tile or space of the journal.
    """
    _check_game(game)
    check_svg(svg, as_json=as_json)
    if words and any(vars(narrow).values()):
        raise click.UsageError("an ID names one thing, and goes without --tag, --kind, --text and --promos")
    if svg is not None and not words:
        raise click.UsageError("--svg draws one thing: write its ID")
    found = _named(" ".join(words)) if words else narrow.entries()
    if svg is not None:
        write_out(svg, _picture(found))
    else:
        tell(as_json, _cards_data, _cards_shown if words else _listed, game, found)


def _check_game(game: str) -> None:
    from toolkit.core.game import find_game

    if game not in GAMES:
        hint = did_you_mean("", GAMES, "games that have them")
        raise click.BadParameter(f"no cards of {find_game(game).title} are told{hint}", param_hint="GAME")


def _named(name: str) -> list[Entry]:
    """Return the entry with an id, in any case, or the townsfolk with a name."""
    from toolkit.games.wayfarers.components.words import entries

    found = [one for one in entries() if names.called(name, filter(None, (one.id, one.name)))]
    if found:
        return found
    known = [*dict.fromkeys(one for entry in entries() for one in (entry.id, entry.name) if one)]
    hint = did_you_mean(name, known) or "; the list without ID has them all"
    raise click.BadParameter(f"nothing is called {quote(name)}{hint}", param_hint="ID")


def _parted(text: str) -> str:
    """Return a text in small letters, with blanks for the lines in ``open_water`` and ``land-tile``."""
    return re.sub("(?<=[a-z])[_-](?=[a-z])", " ", text.lower())


def _said(entry: Entry) -> str:
    """Return what kind of thing an entry is, its name and tags, and all that it says."""
    lines = [f"{line.what}: {line.words}" for line in entry.lines]
    return _parted(" ".join([_kind(entry), entry.name, *_tags(entry), *lines]))


def _picture(found: Sequence[Entry]) -> str:
    from toolkit.games.wayfarers.components.tables import CARD, TILE
    from toolkit.games.wayfarers.journal import SPACE_NUMBER
    from toolkit.games.wayfarers.pictures.faces import card_svg, journal_space_svg, tile_svg

    entry = found[0]
    if len(found) > 1:
        ids = did_you_mean("", [one.id for one in found], "cards of this name")
        raise click.BadParameter(f"{quote(entry.name)} is not one card{ids}", param_hint="ID")
    for numbers, draw in ((CARD, card_svg), (TILE, tile_svg), (SPACE_NUMBER, journal_space_svg)):
        if entry.id in numbers:
            return draw(numbers[entry.id])
    raise click.BadParameter(f"there is no picture of a {_kind(entry)}", param_hint="--svg")


# ---- what is told ------------------------------------------------------------------------------------------


def _cards_data(game: str, found: Sequence[Entry]) -> dict[str, Any]:
    """Return entries as JSON data, ``toolkit-cards/1``."""
    entries = []
    for entry in found:
        about = entry._asdict()
        lines = [line._asdict() | {"rules": line.rules.split(", ")} for line in about.pop("lines")]
        entries.append(about | {"lines": lines})
    return {"format": "toolkit-cards/1", "game": game, "cards": entries}


def _kind(entry: Entry) -> str:
    return f"{entry.kind} card" if entry.kind in CARDS else entry.kind.replace("-", " ")


def _tags(entry: Entry) -> list[str]:
    return [tag.replace("_", " ") for tag in entry.tags]


def _about(entry: Entry) -> str:
    """Return what kind of thing it is, its name and its tags."""
    about = [_kind(entry), *[entry.name] * bool(entry.name), *_tags(entry)]
    return ", ".join([*about, *["promo: out of the decks by default"] * entry.promo])


def _cards_shown(_game: str, found: Sequence[Entry]) -> Iterator[RenderableType]:
    for entry in found:
        yield styled(f"{entry.id}: {_about(entry)}", style="bold")
        yield table_of("what", "in words", "rules", rows=entry.lines)


def _listed(game: str, found: Sequence[Entry]) -> Iterator[RenderableType]:
    if not found:
        yield styled("nothing fits")
        return
    yield table_of("id", "kind", "tags", "in words", rows=_rows(found))
    yield styled(f"{len(found)} in all; tobago cards {game} ID tells one with its rules")


def _rows(found: Iterable[Entry]) -> Iterator[tuple[str, ...]]:
    for entry in found:
        name = [entry.name] * bool(entry.name) + ["promo"] * entry.promo
        said = [f"{line.what}: {line.words}" for line in entry.lines]
        yield entry.id, _kind(entry), ", ".join(_tags(entry)), "; ".join([*name, *said])
