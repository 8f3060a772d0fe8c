"""`Seats`: which phone sits where. Its cookie holds a secret, of which a hash is kept.

The secret follows from the page's own name for its wish, so that a phone to which the answer did not come
asks again, and gets the same one.

Once a game has begun a seat has a hand, so that who sits down there has to be let in: by the host, or, when
the host has left, by all who sit. Who left finds the own seat free. When nobody sits, nobody is asked: then a
phone that left a seat goes back to that one alone, and when the game is over nobody else comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from toolkit.core.errors import printable, quote
from workbench.table.session import Forbidden, Refused

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Phone:
    """Who sits somewhere: the name, the hash of the phone's secret, and since which event."""

    name: str
    hash: str
    since: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks for a seat: the name, the hash of the phone's secret, and the seats that said yes."""

    name: str
    hash: str
    agreed: frozenset[int] = frozenset()


class Seats:
    """The phones by seat, folded from the events ``sit`` and ``free``."""

    def __init__(self) -> None:
        self.phones: dict[int, Phone] = {}
        #: who sat there last, until somebody does again; the table forgets them as long as it is set up
        self.left: dict[int, Phone] = {}
        #: where phones sat that were freed, or whose seat others took, by the hash: they know a hand, too
        self.gone: dict[str, int] = {}
        #: who asks to sit there; no event tells it: after a stop of the server they ask again
        self.asks: dict[int, Ask] = {}

    def clone(self) -> Seats:
        """Return a copy in which others can sit down."""
        copy = Seats()
        copy.phones, copy.left = dict(self.phones), dict(self.left)
        copy.gone, copy.asks = dict(self.gone), dict(self.asks)
        return copy

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
        return _of(self.phones, _digest(secret or ""))

    def sitting(self, seat: int, name: str, secret: str, asked: int | None = None) -> dict[str, Any]:
        """Return the event of a phone that takes a free seat; `Refused` for the name.

        It may have `asked` for another seat, which is forgotten then.
        """
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or printable(name) != name:
            raise Refused(f"{quote(name)} is no name: 1 to {LONGEST_NAME} letters are")
        names = [one.name for one in self.phones.values()]
        if name in names + [ask.name for other, ask in self.asks.items() if other not in (seat, asked)]:
            raise Refused(f"somebody is called {name} already")
        return {"sit": seat, "name": name, "hash": _digest(secret)}

    # ---- who is let in ------------------------------------------------------------------------------------

    def doors(self, seat: int, secret: str | None = None) -> list[int]:
        """Return the seats whose yes a phone needs to sit down in a game that has begun.

        That of the host; of all who sit, when the host has left: who has been here longest. None for who left
        that seat.
        """
        if seat in self.left and compare_digest(self.left[seat].hash, _digest(secret or "")):
            return []
        eldest = min({**self.left, **self.phones}.items(), key=lambda one: one[1].since, default=None)
        return [eldest[0]] if eldest and eldest[0] in self.phones else sorted(self.phones)

    def opens(self, seat: int, secret: str | None, *, over: bool) -> bool:
        """Tell whether a phone sits down unasked in a game that has begun, or is `over`.

        Where nobody sits who could be asked, a phone may take a seat while the game goes on, but not after
        it left another one: it would know two hands. `Refused` with that; who left a seat goes back there.
        """
        if self.doors(seat, secret):
            return False
        if problem := self._barred(seat, _digest(secret or ""), over):
            raise Refused(problem)
        return True

    def _barred(self, seat: int, digest: str, over: bool) -> str:
        """Return why a phone cannot sit down where nobody says whether it may; empty if it can."""
        left = _of(self.left, digest)
        left = self.gone.get(digest) if left is None else left
        if self.phones or seat == left:
            return ""
        if left is not None:
            return "this phone left another seat: it can only go back there, for nobody sits here"
        return "the game is over, and nobody sits here: who played can come back" if over else ""

    def ask(self, event: Mapping[str, Any], secret: str | None) -> None:
        """Let who would sit down by an event, with this secret till then, wait for a yes."""
        self.asks[event["sit"]] = Ask(event["name"], event["hash"])
        before = _digest(secret or "")
        own = _of(self.left, before)
        if own is not None:  # a phone has one secret: it stays known at the seat that it left
            self.left[own] = replace(self.left[own], hash=event["hash"])
        elif before in self.gone:
            self.gone[event["hash"]] = self.gone[before]

    def asked_by(self, secret: str | None) -> int | None:
        """Return the seat for which the phone with a secret asks; None if it asks for none."""
        return _of(self.asks, _digest(secret or ""))

    def waits(self) -> dict[int, list[int]]:
        """Return the seats for which somebody asks, each with the seats that have not said yes."""
        return {
            seat: [door for door in self.doors(seat) if door not in ask.agreed]
            for seat, ask in self.asks.items()
        }

    def answer(self, by: int, seat: int, name: str, *, yes: bool) -> None:
        """Let a seat say whether somebody may sit down; once said, it may be said again.

        `Refused` when nobody of that name asks for the seat, `Forbidden` for a seat that is not asked.
        """
        ask, phone = self.asks.get(seat), self.phones.get(seat)
        if ask is None or ask.name != name:
            if yes and (phone is None or phone.name != name):
                raise Refused(f"{quote(name)} does not ask for this seat")
            return
        if by not in self.doors(seat):
            raise Forbidden("the host says who may sit down in a game that has begun")
        if yes:
            self.asks[seat] = replace(ask, agreed=ask.agreed | {by})
        else:
            del self.asks[seat]

    def admitted(self) -> dict[str, Any] | None:
        """Return the event of somebody who may sit down, for nobody is asked any more; None if all wait."""
        seat = next((seat for seat, wait in self.waits().items() if not wait), None)
        return (
            seat
            if seat is None
            else {"sit": seat, "name": self.asks[seat].name, "hash": self.asks[seat].hash}
        )

    def in_vain(self, *, over: bool) -> list[int]:
        """Return the seats for which somebody asks who cannot sit down there, now that nobody sits."""
        return [seat for seat, ask in self.asks.items() if self._barred(seat, ask.hash, over)]

    # ---- what changes them --------------------------------------------------------------------------------

    def leaving(self, seat: int) -> dict[str, Any]:
        """Return the event of a phone that leaves its seat."""
        return {"free": seat}

    def freeing(self, by: int, seat: int) -> dict[str, Any]:
        """Return the event by which a phone frees the seat of another; `Refused` for no phone there.

        `Forbidden` for who has not sat longest of the others.
        """
        if seat not in self.phones:
            raise Refused("nobody sits there with a phone")
        if seat not in self.freed_by(by):
            raise Forbidden("only who has sat longest of the others may free a seat")
        return {"free": seat}

    def apply(self, seq: int, event: Mapping[str, Any]) -> None:
        """Do what an event tells of the seats, if it does."""
        if "sit" in event:
            self.phones[event["sit"]] = Phone(event["name"], event["hash"], seq)
            if (before := self.left.pop(event["sit"], None)) and before.hash:
                self.gone[before.hash] = event["sit"]
            self.asks.pop(event["sit"], None)
        elif phone := self.phones.pop(event.get("free", -1), None):
            self.left[event["free"]] = phone
            if "by" in event:  # a phone that another freed is lost, or not wanted: it has to ask
                self.left[event["free"]] = replace(phone, hash="")
                self.gone[phone.hash] = event["free"]


def secret_of(seat: int, wish: str) -> str:
    """Return the secret of a phone at a seat, from its page's own random name for the wish to sit there."""
    return _digest(f"{seat}/{wish}")


def _of(phones: Mapping[int, Phone | Ask], digest: str) -> int | None:
    return next((seat for seat, one in phones.items() if compare_digest(one.hash, digest)), None)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
