"""IDs of puzzles: one line that holds the content of a puzzle and rebuilds it in any version.

An ID is ``tobago1-``, the kind, ``-``, the code and four characters of check::

    tobago1-pinpoint-...

The code is a row of bits, six to a character of the base64url alphabet (RFC 4648: ``A-Z a-z 0-9 - _``, the
highest bit first), filled up with zeros at its end. The check is the base64url text of the first three bytes
of the SHA-256 of everything before it. Blanks around an ID do not count.

The bits of version 1, in the words of `puzzles.codes` (a number is groups of three bits, the lowest group
first, each after a bit that says whether more follow; "many" is a number and then so many values; "maybe" is
a bit and then, after a 1, the value)::

    island     0 and three sides (3 bits each: A B C a b c) and the shift (1 bit),
               or 1 and a drawing: many rows of many letters (3 bits each: . B J L M R S)
    rules      maybe (0: all at their default): own_hex, distance, must_reduce (a bit each: excluded included,
               lattice overland, always once_marked), landmark_gap (number)
    landmarks  huts, palms, statues: many hexes each
    maps       maybe (0: all empty): brown, white, grey, black: many clues, many removed hexes
    hand       maybe: many clues
    facts      many facts: 3 bits for the type, then its parts
        0 treasure   colour, clue                           brown: not next to hut
        1 count      kind, number, clue                     huts: exactly 2 in jungle
        2 circle     kind, number, radius, hex              huts: exactly 1 within 2 of B32
        3 terrains   kind, many terrains                    huts: in beach, jungle, jungle, lake
        4 distances  kind, many numbers, hex                huts: at 1, 3, 3, 6 from B32
        5 nearest    kind, number, hex                      huts: nearest 3 from B32
        6 pair       colour, radius, colour, not            white not within 2 of black
    hex        its place in plain string order of the names, in as few bits as the island needs
    colour     2 bits: brown white grey black
    kind       2 bits: hut palm statue
    terrain    3 bits: beach jungle lake mountain river scrubland
    clue       2 bits (in, next to, within 2 of), 4 bits (the terrains, the largest of each, ocean, hut, palm,
               statue), 1 bit for "not"

Solution, grade, certificate and times are not in it, nor what no puzzle asks for: facings, owners, ATVs.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from puzzles.codes import Bits, Choice, CodeError
from puzzles.content import ISLAND, Content, content_code, island_code_of
from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle

PREFIX = "tobago1-"
"""How every ID begins: the version of its code."""

_KINDS = ("pinpoint", "lost-landmarks", "lie", "best-card")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SIX = Choice(_ALPHABET)
_CHECK = 4  # characters at the end
_LONGEST = 1_000_000  # characters: the largest island takes fewer


class IdError(ToolkitError):
    """A text that is no ID of a puzzle."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(f"ID {quote(text)}: {problem}")


def to_id(puzzle: Puzzle) -> str:
    """Return the ID of a puzzle.

    `ToolkitError` for a position that cannot stand for itself: with board sides or a deck of an owner's file.
    """
    island = puzzle.position.setting.island
    bits = ISLAND.write(island_code_of(puzzle.position)) + content_code(island).write(Content.of(puzzle))
    bits += "0" * (-len(bits) % _SIX.width)
    row = Bits(bits)
    code = "".join(_SIX.read(row) for _ in range(len(bits) // _SIX.width))
    return _checked(f"{PREFIX}{puzzle.kind_name}-{code}")


def from_id(text: str) -> Puzzle:
    """Return the puzzle of an ID, without solution; `IdError` for a text that is none.

    Examples
    --------
    >>> puzzle = from_id("tobago1-lie-maWRNlJGcQQGQDACAkAEdZCx")
    >>> puzzle.kind_name, [str(fact) for fact in puzzle.facts]
    ('lie', ['brown: in jungle', 'brown: next to lake', 'brown: in lake'])
    """
    text = text.strip()
    kind, code = _parts(text)
    bits = Bits("".join(map(_SIX.write, code)))
    try:
        island = ISLAND.read(bits).island()
        content = content_code(island).read(bits)
        if bits.left >= _SIX.width or (bits.left and bits.take(bits.left)):
            raise CodeError("it goes on after its end")
        return content.puzzle(kind, island)
    except ToolkitError as error:
        raise IdError(text, str(error)) from None


def is_id(text: str) -> bool:
    """Tell whether a text is meant as an ID."""
    return text.startswith(PREFIX)


def _checked(body: str) -> str:
    return body + urlsafe_b64encode(sha256(body.encode()).digest()[:3]).decode()


def _parts(text: str) -> tuple[str, str]:
    """Return the kind and the code of an ID whose check is right."""
    if not is_id(text) or len(text) > _LONGEST:
        raise IdError(text, f"it is one line that begins with {PREFIX!r}")
    rest = text.removeprefix(PREFIX)
    kind = next((kind for kind in _KINDS if rest.startswith(f"{kind}-")), None)
    if kind is None:
        hint = did_you_mean(rest[: max(map(len, _KINDS))], _KINDS)
        raise IdError(text, f"no kind of puzzle follows {PREFIX!r}{hint}")
    if odd := next((sign for sign in rest if sign not in _ALPHABET), None):
        raise IdError(text, f"{quote(odd)} does not belong into an ID")
    if text != _checked(text[:-_CHECK]):
        raise IdError(text, "mistyped: its last four characters do not fit the rest")
    return kind, rest[len(kind) + 1 : -_CHECK]
