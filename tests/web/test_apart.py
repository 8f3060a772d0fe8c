"""A process beside a server: each who asks gets the answer to their own question."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("uvicorn")

from workbench.serving.apart import Apart, ApartError, Fault


def doubling() -> Callable[[float], float]:
    """What answers in the process, the later the greater the question is; a word is an error."""

    def answer(question: float) -> float:
        time.sleep(question / 100)
        return question * 2

    return answer


def test_each_gets_the_answer_to_their_own_question() -> None:
    one = Apart(doubling)
    with ThreadPoolExecutor(4) as people:
        assert [*people.map(one.ask, [8, 1, 4, 2])] == [16, 2, 8, 4]
    fault = one.ask("a")
    assert isinstance(fault, Fault)
    assert fault.names[:2] == ("TypeError", "Exception")
    with pytest.raises(ApartError, match="too long"):
        one.ask(9000, seconds=0.1)
    assert one.ask(3) == 6  # its process has begun anew
    one.close()
    with pytest.raises(ApartError, match="closed"):
        one.ask(1)
