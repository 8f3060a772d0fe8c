"""Bots in a process of their own, so that one who thinks keeps no phone waiting.

The process is started anew (spawned), ends with its server whatever happens to that, and holds the bots of
one table: a bot that remembers hears every event of its seat once, in order.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from toolkit.core import Action, Event, Observation
    from toolkit.core.play import Player
    from workbench.table.session import Job


class BotError(ToolkitError):
    """A bot that failed, with what it said."""


class _Asked(NamedTuple):
    """What is sent to the process: who is to decide, what it sees, and the news since it was asked last."""

    seat: int
    bot: str
    observation: Observation[Any]
    news: Sequence[Event]


class Bots:
    """The bots of a table; `seed` is of what they draw. Nothing is started before the first is asked."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._process: Any = None
        self._line: Connection | None = None
        self._heard: dict[int, int] = {}  # how many events each seat was told

    async def choose(self, job: Job) -> Action:
        """Return what a bot decides; `BotError` when it fails: the next call starts all of them anew."""
        return await asyncio.to_thread(self._asked, job)

    def _asked(self, job: Job) -> Action:
        line = self._line or self._start()
        heard = self._heard.get(job.seat, 0)
        try:
            line.send(_Asked(job.seat, job.bot, job.observation, job.log[heard:]))
            answer = line.recv()
        except (EOFError, OSError):
            self.stop()
            raise BotError(f"{job.bot}: its process has ended") from None
        self._heard[job.seat] = len(job.log)
        if isinstance(answer, str):
            self.stop()
            raise BotError(f"{job.bot}: {answer}")
        action: Action = answer
        return action

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        line, far_end = context.Pipe()
        self._process = context.Process(target=_work, args=(far_end, self._seed), daemon=True, name="bots")
        self._process.start()
        far_end.close()  # so that the process hears when this one ends
        self._line = line
        return line

    def stop(self) -> None:
        """End the process at once, if there is one."""
        if self._process:
            self._process.kill()
            self._process.join()
        if self._line:
            self._line.close()
        self._process, self._line, self._heard = None, None, {}


def _work(line: Connection, seed: int | str) -> None:
    """Decide what is asked until nobody is there any more."""
    from solvers.players.registry import player

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    bots: dict[int, Player] = {}
    while True:
        try:
            asked: _Asked = line.recv()
        except EOFError:
            return
        try:
            if asked.seat not in bots:
                bots[asked.seat] = player(asked.bot)
                bots[asked.seat].sit(asked.seat, Random(f"{seed}/bot/{asked.seat}/{len(asked.news)}"))
            answer: Action | str = _decided(bots[asked.seat], asked)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        try:
            line.send(answer)
        except OSError:
            return


def _decided(bot: Player, asked: _Asked) -> Action:
    for event in asked.news:
        bot.notify(event)
    return bot.choose(asked.observation, asked.observation.actions)
