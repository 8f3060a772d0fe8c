"""Players are tried on games of other rooms too: this file puts what lays their tables on the import path."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path += [
    str(Path(__file__).parents[1] / room) for room in ("core", "mangrovia", "silver", "tobago", "wazabi")
]
