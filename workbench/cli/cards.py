"""The command ``tobago cards``: any card, tile, space or spot of a game in words and as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import did_you_mean, quote
from toolkit.games.wayfarers.components import names
from workbench.cli.choices import OneOf
from workbench.cli.completing import completed
from workbench.cli.files import check_out, svg_option, write_out
from workbench.cli.printing import json_option, styled, table_of, tell

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.games.wayfarers.components.words import Entry

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


@click.command(
    epilog="Examples: tobago cards wayfarers L05; tobago cards wayfarers --kind land --tag library"
)
@click.argument("game", metavar="GAME", shell_complete=completed(lambda _: GAMES))
@click.argument("words", metavar="[ID]", nargs=-1, shell_complete=completed(_ids))
@click.option(
    "--tag",
    "tags",
    metavar="T",
    multiple=True,
    type=_Tag("tag", TAGS),
    help=f"Only those with it: {', '.join(TAGS)}.",
)
@click.option(
    "--kind",
    metavar="K",
    type=OneOf("kind", (*CARDS, *TILES, *PLACES)),
    help=f"Only this kind: {', '.join((*CARDS, *TILES, *PLACES))}.",
)
@click.option(
    "--text",
    "texts",
    metavar="WORDS",
    multiple=True,
    help="Only those that say these words, one behind the other.",
)
@click.option("--promos", is_flag=True, help="List promo cards, too; they are out of the decks by default.")
@svg_option
@json_option
def cards(
    game: str,
    words: tuple[str, ...],
    tags: tuple[str, ...],
    kind: str | None,
    texts: tuple[str, ...],
    promos: bool,
    svg: str | None,
    as_json: bool,
) -> None:
    """Tell what a card, a tile, a space or a spot of a game says, in words with the rules; or list them.

    ID is what stands in the list, such as L05 (or l5), UL1, c2t or "land 4". Several --tag, --kind and
    --text narrow the list together. --svg draws one card, tile or space of the journal.
    """
    _check_game(game)
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json exclude each other")
    if words and (tags or kind or texts or promos):
        raise click.UsageError("an ID names one thing, and goes without --tag, --kind, --text and --promos")
    if svg is not None and not words:
        raise click.UsageError("--svg draws one thing: write its ID")
    check_out(svg, ".svg", option="--svg")
    found = _named(" ".join(words)) if words else _narrowed(tags, kind, texts, promos)
    if svg is not None:
        write_out(svg, _picture(found))
    else:
        tell(as_json, _data, _shown if words else _listed, game, found)


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


def _narrowed(tags: Sequence[str], kind: str | None, texts: Sequence[str], promos: bool) -> list[Entry]:
    from toolkit.games.wayfarers.components.words import entries

    return [
        entry
        for entry in entries()
        if (promos or not entry.promo)
        and (kind is None or entry.kind == kind)
        and all(tag.replace("-", "_") in entry.tags for tag in tags)
        and all(" ".join(text.split()) in _said(entry) for text in map(_parted, texts))
    ]


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


def _data(game: str, found: Sequence[Entry]) -> dict[str, Any]:
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


def _shown(_game: str, found: Sequence[Entry]) -> Iterator[RenderableType]:
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
