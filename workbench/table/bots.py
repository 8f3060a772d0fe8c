"""Bots in a process of their own, so that one who thinks keeps no phone waiting.

It holds the bots of one table: each hears every event of its seat once, in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from toolkit.core import Action, Event, Observation
from toolkit.core.errors import ToolkitError
from toolkit.core.play import Player
from workbench.serving.apart import Apart, ApartError, Fault
from workbench.table.session import Job


class BotError(ToolkitError):
    """A bot that failed, with what it said."""


class _Asked(NamedTuple):
    """What is sent to the process: as a `Job`, but with the news alone since it was asked last.

    `anew` tells that there is a new bot at the seat, to which all is news: the first one, and one after
    something that the one before heard of was taken back, or after another game has begun.
    """

    seat: int
    bot: str
    observation: Observation[Any]
    news: Sequence[Event]
    anew: bool
    seed: int | str


class Bots:
    """The bots of a table. Nothing is started before the first is asked."""

    def __init__(self) -> None:
        self._process = Apart(_sitting)
        self._heard: dict[int, Sequence[Event]] = {}  # what each seat was told

    async def choose(self, job: Job) -> Action:
        """Return what a bot decides; `BotError` when it fails: the next call starts all of them anew."""
        return await asyncio.to_thread(self._asked, job)

    def _asked(self, job: Job) -> Action:
        heard = self._heard.get(job.seat)
        anew = heard is None or job.log[: len(heard)] != heard
        news = job.log if heard is None or anew else job.log[len(heard) :]
        try:
            answer = self._process.ask(_Asked(job.seat, job.bot, job.observation, news, anew, job.seed))
        except ApartError as error:
            self._heard = {}
            raise BotError(str(error)) from None
        if isinstance(answer, Fault):
            self._process.end()
            self._heard = {}
            raise BotError(f"{answer.names[0]}: {answer.text}")
        self._heard[job.seat] = job.log
        action: Action = answer
        return action

    def close(self) -> None:
        """End the process for good; who waits for a bot gets a `BotError`."""
        self._process.close()


def _sitting() -> Callable[[_Asked], Action]:
    """Return what decides for the bots of a table."""
    from solvers.players.registry import player

    bots: dict[int, Player] = {}

    def choose(asked: _Asked) -> Action:
        if asked.anew:
            bots[asked.seat] = player(asked.bot)
            bots[asked.seat].sit(asked.seat, Random(f"{asked.seed}/bot/{asked.seat}/{len(asked.news)}"))
        for event in asked.news:
            bots[asked.seat].notify(event)
        return bots[asked.seat].choose(asked.observation, asked.observation.actions)

    return choose
