"""What takes long, reckoned in a process of its own, so that it keeps no phone waiting and no bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from workbench.serving.apart import Apart, Fault
from workbench.table.session import Reckoned

_SOON = 0.3  # seconds in which most is there: a phone does not have to ask again


class Reckoner:
    """Reckons one thing at a time: who asks for another gives up the one before. What it found is kept.

    Nothing is started before the first is asked.
    """

    def __init__(self) -> None:
        self._process = Apart(_reckoning)
        self._of: object = None
        self._found: asyncio.Task[Any] | None = None

    async def find(self, asked: Reckoned) -> list[Any]:
        """Return what came out, alone in a list; an empty one as long as it is reckoned: then ask again.

        It is empty, too, when another thing was asked for meanwhile. `ApartError` when its process ended, and
        any other error of the work as a `RuntimeError`: who asks once more begins anew.
        """
        task = self._found if self._found and self._of == asked.of else self._begin(asked)
        done, _ = await asyncio.wait([task], timeout=_SOON)
        if not done:
            return []
        try:
            return [task.result()]
        except Exception:
            if self._found is not task:
                return []
            self._found = None
            raise

    def _begin(self, asked: Reckoned) -> asyncio.Task[Any]:
        if self._found and not self._found.done():
            self.close()
            self._process = Apart(_reckoning)
        self._of = asked.of
        self._found = asyncio.create_task(asyncio.to_thread(_asked, self._process, asked.work))
        self._found.add_done_callback(_heard)
        return self._found

    def close(self) -> None:
        """End the process for good; who waits for it gets an `ApartError`."""
        self._process.close()


def _heard(task: asyncio.Task[Any]) -> None:
    """Take note of an error that nobody asks for any more."""
    if not task.cancelled():
        task.exception()


def _asked(process: Apart, work: Callable[[], Any]) -> Any:
    found = process.ask(work)
    if isinstance(found, Fault):
        process.end()
        raise RuntimeError(f"{found.names[0]}: {found.text}")
    return found


def _reckoning() -> Callable[[Callable[[], Any]], Any]:
    """Return what reckons."""
    import solvers.advising  # noqa: F401  # before somebody waits for it

    return lambda work: work()
