"""A process beside a server: what it answers, and what is said where it does not."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

pytest.importorskip("uvicorn")

from workbench.serving.apart import Apart, ApartError, Fault


def doubling() -> Callable[[float], float]:
    """What answers in the process, the later the greater the question is; a word is an error."""

    def answer(question: float) -> float:
        time.sleep(question / 100)
        return question * 2

    return answer


def test_a_question_is_answered_or_it_is_said_why_not() -> None:
    one = Apart(doubling)
    assert [*map(one.ask, [3, 1, 2])] == [6, 2, 4]
    fault = one.ask("a")
    assert isinstance(fault, Fault)
    assert fault.names[:2] == ("TypeError", "Exception")
    with pytest.raises(ApartError, match="too long"):
        one.ask(9000, seconds=0.1)
    assert one.ask(3) == 6  # its process has begun anew
    one.close()
    with pytest.raises(ApartError, match="closed"):
        one.ask(1)
