"""A process of its own beside a server, so that what takes long keeps nobody waiting who asks for a page."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread
from typing import Any, NamedTuple

from toolkit.core.errors import ToolkitError


class ApartError(ToolkitError):
    """A question that got no answer: its process has ended, takes too long, or is not wanted any more."""


class Fault(NamedTuple):
    """An error as an answer: the names of its class and of those above it, and what it says."""

    names: tuple[str, ...]
    text: str


class Apart:
    """A process that answers questions; it is spawned when the first is asked, and one asks at a time.

    Parameters
    ----------
    begin
        A function of a module: what it returns answers each question there. An error is answered as a
        `Fault`.

    It ends with its server, whatever happens to that, and is started anew after `end`.
    """

    def __init__(self, begin: Callable[[], Callable[[Any], Any]]) -> None:
        self._begin = begin
        self._lock = Lock()  # of the process, which is started in a thread and may be ended meanwhile
        self._closed = False
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None

    def ask(self, question: Any, seconds: float | None = None) -> Any:
        """Return the answer, within so many seconds if they are said.

        `ApartError` when there is none; the process is ended then, and the next question starts it anew.
        """
        line = self.start()
        try:
            line.send(question)
            if not line.poll(seconds):
                self.end()
                raise ApartError("it takes too long")
            return line.recv()
        except (EOFError, OSError):
            self.end()
            raise ApartError("its process has ended") from None

    def start(self) -> Connection:
        """Return the line to the process, which is started if there is none."""
        with self._lock:
            if self._closed:
                raise ApartError("the server is closed")
            if self._line is None:
                context = multiprocessing.get_context("spawn")
                self._line, far_end = context.Pipe()
                self._process = context.Process(target=_work, args=(self._begin, far_end), daemon=True)
                self._process.start()
                far_end.close()  # so that either end hears when the other is gone
            return self._line

    def end(self) -> None:
        """End the process at once, if there is one."""
        with self._lock:
            if self._process:
                self._process.kill()
                self._process.join()
            if self._line:
                self._line.close()
            self._process, self._line = None, None

    def close(self) -> None:
        """End the process for good; who waits for an answer gets an `ApartError`."""
        self._closed = True
        with self._lock:
            if self._process:
                self._process.kill()
                self._process.join()


def _work(begin: Callable[[], Callable[[Any], Any]], line: Connection) -> None:
    """Answer what is asked until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    Thread(target=_end_with_the_server, daemon=True).start()
    answer = begin()
    while True:
        question = line.recv()
        try:
            answered = answer(question)
        except Exception as error:  # an error itself cannot always be sent
            answered = Fault(tuple(one.__name__ for one in type(error).__mro__), str(error))
        line.send(answered)


def _end_with_the_server() -> None:
    """Wait until the server has ended, killed or not, and end this process in the middle of a thought."""
    if server := multiprocessing.parent_process():
        server.join()
    os._exit(0)
