"""A table behind nginx and Caddy with TLS, by the very files that `docs/serving.md` shows."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from rooms import PATIENCE, Phone, Room, Rooms
from sizes import nightly

from workbench.serving import guard
from workbench.serving.guard import Rate

pytestmark = [pytest.mark.long, nightly]

NAME = "table.example.org"
PAGE = (Path(__file__).parents[2] / "docs" / "serving.md").read_text(encoding="utf-8")


def shown(kind: str, *changed: tuple[str, str]) -> str:
    """Return a file that the page shows, but for what is of this machine."""
    (text,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    for one, other in changed:
        assert one in text
        text = text.replace(one, other)
    return text


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """Write what nginx needs; return its command."""
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    subprocess.run(
        [*key, "-keyout", "table.key", "-out", "table.pem"], cwd=folder, check=True, capture_output=True
    )
    server = shown(
        "nginx",
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("24411", str(behind)),
        ("table.pem", str(folder / "table.pem")),
        ("table.key", str(folder / "table.key")),
    )
    kept = "".join(f"{what}_temp_path {folder}/{what};" for what in ("proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}} "
        f"http {{ access_log off; client_body_temp_path {folder}/body; {kept}\n{server} }}"
    )
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", "nginx.conf"]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Write what Caddy needs, its certificate from itself; return its command."""
    options = (
        "admin off",
        "auto_https disable_redirects",
        "skip_install_trust",
        f"storage file_system {folder}",
    )
    site = shown(
        "caddy", (f"{NAME} {{", f"{NAME}:{port} {{\n bind 127.0.0.1\n tls internal"), ("24411", str(behind))
    )
    (folder / "Caddyfile").write_text("\n".join(["{", *options, "}", site]))
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


class Through(HTTPSConnection):
    """A connection to a proxy on this machine, by the name that it has outside."""

    def __init__(self, _host: str, port: int | None = None, timeout: float = PATIENCE) -> None:
        trusts = ssl.create_default_context()
        trusts.check_hostname, trusts.verify_mode = False, ssl.CERT_NONE  # the certificate is of today
        super().__init__(NAME, port or PORT[0], timeout=timeout, context=trusts)
        self._create_connection = lambda address, *rest: socket.create_connection(  # type: ignore[attr-defined]
            ("127.0.0.1", address[1]),
            timeout,
            ("127.0.0.2", 0),  # as a phone has another address than the proxy
        )


PORT = [0]
"""Where the proxy of the running test listens."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(params=[nginx, caddy])
def proxied(request: Any, room: Rooms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A table for two behind a proxy."""
    if not shutil.which(request.param.__name__):
        pytest.skip(f"there is no {request.param.__name__} here")
    monkeypatch.setattr(guard, "WRITES", Rate(5, 0.001))
    monkeypatch.setattr("rooms.HTTPConnection", Through)
    PORT[0] = free_port()
    opened = room(public=f"https://{NAME}:{PORT[0]}")
    (folder := tmp_path / "proxy").mkdir()
    command = request.param(folder, PORT[0], urlsplit(opened.here).port)
    with (folder / "told.txt").open("w") as told:
        process = subprocess.Popen(command, stdout=told, stderr=told, env=os.environ | {"HOME": str(folder)})
    try:
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError):
                Phone(opened.url).state()
                break
            assert process.poll() is None, (folder / "told.txt").read_text()
            assert time.monotonic() < end, (folder / "told.txt").read_text()
            time.sleep(0.05)
        yield opened
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_a_table_behind_a_proxy(proxied: Room) -> None:
    """Two sit down, news come at once, other names and sites are refused, and no stranger is another one."""
    anna, ben = Phone(proxied.url), Phone(proxied.url)
    assert anna.url.startswith(f"https://{NAME}:")
    origin = f"https://{anna.host}"
    sat = anna.ask("seat", body={"id": "0123456789abcdef", "seat": 0, "name": "Anna"}, Origin=origin)
    assert (sat.status, "Secure" in sat.headers["set-cookie"]) == (200, True)
    with anna.stream(packed=True) as told:
        assert [seat["name"] for seat in next(told)[1]["seats"]] == ["Anna", None]
        begun = time.monotonic()
        assert ben.sit(1, "Ben").status == 200
        assert [seat["name"] for seat in next(told)[1]["seats"]] == ["Anna", "Ben"]
        assert time.monotonic() - begun < 1
    for other in (f"http://{anna.host}", f"https://{NAME}", "https://evil.example"):
        assert anna.ask("leave", body={}, Origin=other).status == 403
    stranger = Phone(proxied.url)
    assert stranger.ask("state", Host=f"{NAME}:1").status == 421
    said = [stranger.ask("leave", body={}, X_Forwarded_For=f"9.9.9.{number}").status for number in range(6)]
    assert said == [403, 403, 403, 429, 429, 429]  # with those of Anna and Ben, from the same address
