"""Serving a table to phones."""

from __future__ import annotations

from starlette.types import ASGIApp

from workbench.serving import server
from workbench.table.app import Server
from workbench.table.table import Place, Table


class Serving(server.Serving):
    """A table that is served: without `port` it has the same address at each start, if that is free.

    `read_only` lets people look on and do nothing. The rest is as `workbench.serving.server.Serving` says.
    """

    def __init__(
        self,
        table: Table,
        *,
        lan: bool = False,
        name: str | None = None,
        port: int | None = None,
        public: str | None = None,
        read_only: bool = False,
    ) -> None:
        super().__init__(f"t/{table.token}/", table.token, lan=lan, name=name, port=port, public=public)
        self._table = table
        table.place = Place(self.address, lan or self.proxied, read_only)

    @property
    def reach(self) -> str:
        """Who can come, as a sentence."""
        if self.proxied:
            return f"A proxy hands on to port {self.port}: who has the address looks on or takes a free seat."
        if self._table.place.lan:
            return "Whoever is in this network and has the address can look on and take a free seat."
        return "Only this machine can open it; --lan lets phones in the same network come."

    def application(self, qr: str) -> ASGIApp:
        """Return what answers for the table."""
        return Server(self._table, qr).application()

    def seat_of(self, secret: str | None) -> int | None:
        """Return the seat whose secret this is."""
        return self._table.seats.seat_of(secret)

    def close(self) -> None:
        """End the streams, and let no bot begin to think."""
        self._table.close()
