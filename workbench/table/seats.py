"""`Seats`: which phone sits where. Its cookie holds a secret, of which a hash is kept.

The secret follows from the page's own name for its wish, so that a phone to which the answer did not come
asks again, and gets the same one.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import printable, quote
from workbench.table.session import Forbidden, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Phone:
    """Who sits somewhere: the name, the hash of the phone's secret, and since which event."""

    name: str
    hash: str
    since: int


class Seats:
    """The phones by seat, folded from the events ``sit`` and ``free``."""

    def __init__(self) -> None:
        self.phones: dict[int, Phone] = {}

    @property
    def host(self) -> int | None:
        """The seat of who has sat here longest, who may free others; None when nobody sits."""
        return min(self.phones, key=lambda seat: self.phones[seat].since, default=None)

    def freed_by(self, by: int) -> list[int]:
        """Return the seats that a seat may free: each by who has sat longest of the others.

        So the host frees all others, and is freed by who comes next.
        """
        eldest = sorted(self.phones, key=lambda seat: self.phones[seat].since)
        return [seat for seat in eldest if by == next((one for one in eldest if one != seat), None)]

    def seat_of(self, secret: str | None) -> int | None:
        """Return the seat of the phone with a secret; None for a spectator."""
        digest = _digest(secret or "")
        return next((seat for seat, one in self.phones.items() if compare_digest(one.hash, digest)), None)

    def sitting(self, seat: int, name: str, secret: str) -> dict[str, Any]:
        """Return the event of a phone that takes a free seat; `Refused` for the name."""
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or printable(name) != name:
            raise Refused(f"{quote(name)} is no name: 1 to {LONGEST_NAME} letters are")
        if name in [one.name for one in self.phones.values()]:
            raise Refused(f"somebody is called {name} already")
        return {"sit": seat, "name": name, "hash": _digest(secret)}

    def leaving(self, seat: int) -> dict[str, Any]:
        """Return the event of a phone that leaves its seat."""
        return {"free": seat}

    def freeing(self, by: int, seat: int) -> dict[str, Any]:
        """Return the event by which a phone frees the seat of another; `Refused` for no phone there.

        `Forbidden` for who has not sat longest of the others.
        """
        if seat not in self.phones:
            raise Refused(f"nobody sits on seat {seat} with a phone")
        if seat not in self.freed_by(by):
            raise Forbidden("only who has sat longest of the others may free a seat")
        return {"free": seat}

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:
        """Do what an event tells of the seats, if it does."""
        if "sit" in event:
            self.phones[event["sit"]] = Phone(event["name"], event["hash"], seq)
        elif "free" in event:
            self.phones.pop(event["free"], None)


def secret_of(seat: int, wish: str) -> str:
    """Return the secret of a phone at a seat, from its page's own random name for the wish to sit there."""
    return _digest(f"{seat}/{wish}")


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
