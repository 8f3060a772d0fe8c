"""How fast a table tells news, and how it ends: ``python tests/table/measure.py [PHONES] [POSTS]``.

A server in a process of its own, and so many phones that listen to compressed streams, as browsers do. For
each game: from the sending of a post until its news are unpacked on a stream of another seat, and until the
last of all phones has them.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

sys.path += [str(Path(__file__).parents[1] / room) for room in (".", "web")]

from rooms import Phone

from toolkit.games import SHIPPED

GAMES = ("printed", *SHIPPED)


class Ear:
    """A phone's stream: when each event arrived, and what it told last."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.at: dict[int, float] = {}
        self.view: dict[str, Any] = {}
        self.news = asyncio.Event()

    async def listen(self) -> None:
        host, port = self.phone.host.split(":")
        reader, self.writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        head = f"GET {self.phone.base}events HTTP/1.1\r\nHost: {self.phone.host}\r\n"
        self.writer.write(f"{head}Cookie: {self.phone.cookie}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        unpack, text = zlib.decompressobj(31), b""
        while size := int(await reader.readline() or b"0", 16):
            text += unpack.decompress((await reader.readexactly(size + 2))[:-2])
            *events, text = text.split(b"\n\n")
            for event in events:
                if event.startswith(b"id: "):
                    heard = time.perf_counter()
                    self.view = json.loads(event.partition(b"\ndata: ")[2])
                    self.at[self.view["seq"]] = heard
                    self.news.set()


async def until(seq: int, ears: list[Ear]) -> None:
    """Wait until all have heard of an event."""
    for ear in ears:
        while seq not in ear.at:
            ear.news.clear()
            await asyncio.wait_for(ear.news.wait(), 10)


def begun(phones: list[Phone], game: str) -> None:
    """Let the first phones take the seats, and the game begin."""
    view = phones[0].state()
    for seat, phone in zip(view["seats"], phones, strict=False):
        phone.sit(seat["seat"], f"player {seat['seat']}")
    if game == "printed":
        for line in ("layout ABC+0", "random", "begin"):
            assert phones[0].do(line).status == 200


async def posts(ears: list[Ear], game: str, number: int) -> tuple[list[float], list[float]]:
    """Return the times of so many posts in ms, until another seat has the news and until all phones have."""
    random, names, one, every = Random(1), count(), [], []
    while len(one) < number and ears[0].view["phase"] != "over":
        if game == "printed":
            actor, do = ears[0], f"hints {('off', 'legal')[len(one) % 2]}"
        else:
            actor = ears[ears[0].view["table"]["to_act"]]
            do = random.choice(actor.view["table"]["actions"])["do"]
        other = ears[1] if actor is ears[0] else ears[0]
        body = {"id": f"measured {next(names)}", "expect": actor.view["seq"], "do": do}
        sent = time.perf_counter()
        answer = await asyncio.to_thread(actor.phone.ask, "do", body=body)
        assert answer.status == 200, answer.body
        seq = answer.json["seq"]
        await until(seq, ears)
        one.append(1000 * (other.at[seq] - sent))
        every.append(1000 * (max(ear.at[seq] for ear in ears) - sent))
        await asyncio.sleep(0.05)
    return one, every


async def measured(game: str, phones: int, number: int) -> list[str]:
    """Return the row of a game."""
    with tempfile.TemporaryDirectory() as folder:
        options = [] if game == "printed" else ["--game", game, "--seed", "1", "--seats", "me,me,me,me"]
        command = [sys.executable, "-c", "from workbench.cli.main import main; main()", "table", *options]
        server = subprocess.Popen(command, cwd=folder, stdout=-1, stderr=-3, text=True, env=_environment())
        url = server.stdout.readline().strip()
        ears = [Ear(Phone(url)) for _ in range(phones)]
        await asyncio.to_thread(begun, [ear.phone for ear in ears], game)
        listening = [asyncio.create_task(ear.listen()) for ear in ears]
        while not all(ear.view for ear in ears):
            await asyncio.sleep(0.05)
        one, every = await posts(ears, game, number)
        ended = time.perf_counter()
        server.send_signal(signal.SIGTERM)
        await asyncio.gather(*listening)
        await asyncio.to_thread(server.wait, 10)
        ended = time.perf_counter() - ended
    cells = [f"{statistics.median(times):.0f} ({_most(times):.0f})" for times in (one, every)]
    return [game, str(len(one)), *cells, f"{ended:.2f}"]


def _most(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])}


def main(phones: str = "30", number: str = "100") -> None:
    print(f"| game | posts | ms to another seat (95 %) | ms to all {phones} (95 %) | s to end |")
    print("|---|---|---|---|---|")
    for game in GAMES:
        print(f"| {' | '.join(asyncio.run(measured(game, int(phones), int(number))))} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
