"""What takes long is reckoned in a process of its own: nobody waits for it, and it is done once."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from time import monotonic, sleep
from typing import Any

import pytest
from rooms import PATIENCE, Rooms, run_apart

from workbench.table.reckoning import Reckoner
from workbench.table.session import Reckoned


def asked(of: object, work: Any) -> Reckoned:
    return Reckoned("advice", of, work, dict)


async def found(reckoner: Reckoner, wanted: Reckoned) -> Any:
    """What comes out, asked for as a page does."""
    while not (out := await reckoner.find(wanted)):
        await asyncio.sleep(0.02)
    return out[0]


def test_what_is_asked_anew_gives_up_what_is_reckoned_and_what_was_found_is_kept() -> None:
    async def asking() -> None:
        reckoner = Reckoner()
        try:
            assert await reckoner.find(asked(1, partial(sleep, 600))) == []
            waits, began = asyncio.create_task(reckoner.find(asked(1, partial(sleep, 600)))), monotonic()
            await asyncio.sleep(0)
            first = await found(reckoner, asked(2, os.getpid))
            assert await waits == []  # no fault is told to who waited
            assert first != os.getpid()
            assert await reckoner.find(asked(2, partial(sleep, 600))) == [first]  # it is the same question
            assert await found(reckoner, asked(3, os.getpid)) == first  # and the same process
            with pytest.raises(RuntimeError, match="ValueError: invalid literal"):
                await found(reckoner, asked(4, partial(int, "x")))
            assert await found(reckoner, asked(4, partial(int, "7"))) == 7
            assert monotonic() - began < 6 * PATIENCE
        finally:
            await asyncio.to_thread(reckoner.close)

    run_apart(asking())


def test_a_page_asks_for_advice_until_it_is_there(room: Rooms) -> None:
    one = room("silver", "me,me")
    phones = [one.phone(0), one.phone(1)]
    assert phones[0].do("advice on").status == 200
    phone = next(phone for phone in phones if phone.state()["table"]["advises"])
    answer = phone.ask("advice")
    while answer.status == 202:
        assert answer.json == {"reckoning": True}
        sleep(0.1)
        answer = phone.ask("advice")
    assert answer.status == 200
    assert answer.json["told"]
