"""Bots in a process of their own, so that one who thinks keeps no phone waiting.

The process is spawned, ends with its server whatever happens to that, and holds the bots of one table: each
hears every event of its seat once, in order.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from threading import Lock, Thread
from typing import Any, NamedTuple

from toolkit.core import Action, Event, Observation
from toolkit.core.errors import ToolkitError
from toolkit.core.play import Player
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
        self._lock = Lock()  # of the process, which is started in a thread and may be ended meanwhile
        self._closed = False
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._heard: dict[int, Sequence[Event]] = {}  # what each seat was told

    async def choose(self, job: Job) -> Action:
        """Return what a bot decides; `BotError` when it fails: the next call starts all of them anew."""
        return await asyncio.to_thread(self._asked, job)

    def _asked(self, job: Job) -> Action:
        line = self._started()
        heard = self._heard.get(job.seat)
        anew = heard is None or job.log[: len(heard)] != heard
        news = job.log if heard is None or anew else job.log[len(heard) :]
        try:
            line.send(_Asked(job.seat, job.bot, job.observation, news, anew, job.seed))
            answer = line.recv()
        except (EOFError, OSError):
            self._end()
            raise BotError("its process has ended") from None
        self._heard[job.seat] = job.log
        if isinstance(answer, str):
            self._end()
            raise BotError(answer)
        action: Action = answer
        return action

    def _started(self) -> Connection:
        """Return the line to the process, which is started if there is none."""
        with self._lock:
            if self._closed:
                raise BotError("the table is closed")
            if self._line is None:
                context = multiprocessing.get_context("spawn")
                self._line, far_end = context.Pipe()
                self._process = context.Process(target=_work, args=(far_end,), daemon=True)
                self._process.start()
                far_end.close()  # so that either end hears when the other is gone
            return self._line

    def _end(self) -> None:
        """End the process at once, if there is one."""
        with self._lock:
            if self._process:
                self._process.kill()
                self._process.join()
            if self._line:
                self._line.close()
            self._process, self._line, self._heard = None, None, {}

    def close(self) -> None:
        """End the process for good; who waits for a bot gets a `BotError`."""
        self._closed = True
        with self._lock:
            if self._process:
                self._process.kill()
                self._process.join()


def _work(line: Connection) -> None:
    """Decide what is asked until the server is gone."""
    from solvers.players.registry import player

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    Thread(target=_end_with_the_server, daemon=True).start()
    bots: dict[int, Player] = {}
    while True:
        asked: _Asked = line.recv()
        try:
            if asked.anew:
                bots[asked.seat] = player(asked.bot)
                bots[asked.seat].sit(asked.seat, Random(f"{asked.seed}/bot/{asked.seat}/{len(asked.news)}"))
            for event in asked.news:
                bots[asked.seat].notify(event)
            answer: Action | str = bots[asked.seat].choose(asked.observation, asked.observation.actions)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        line.send(answer)


def _end_with_the_server() -> None:
    """Wait until the server has ended, killed or not, and end this process in the middle of a thought."""
    if server := multiprocessing.parent_process():
        server.join()
    os._exit(0)
