"""Where the search of python-constraint2 gives up."""

from __future__ import annotations

from toolkit.core.errors import ToolkitError

LARGEST_SEARCH = 500_000
"""How many values a search may try: about half a minute, but counted, so that every computer stops alike."""


class ProofLimit(ToolkitError):  # noqa: N818 - nobody's mistake: a search that would not end in time
    """A mystery that `csp_answers` does not decide within `LARGEST_SEARCH`."""

    def __init__(self) -> None:
        super().__init__(f"python-constraint2 tried {LARGEST_SEARCH:,} values without coming to an end")
