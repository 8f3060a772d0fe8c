"""What a site of puzzles weighs, and when it is seen: `python tests/web/measure_site.py`.

It has the ten heaviest days of the collection in both languages. *first paint*: from the start of loading
from disk until something is painted, each page in a context that has seen none before, at the size of a
phone; *empty page* is a page with one word, in turns with them: what it takes is the browser and the machine.
"""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from browsing import CHROMIUM, FLAGS, PHONE
from playwright.sync_api import sync_playwright

from puzzles.collection import collection, of_days
from puzzles.kinds import NAMES
from puzzles.puzzle import solved
from workbench.web.puzzle.site import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""


def first_paint(chromium: Browser, file: Path) -> float:
    """Return the milliseconds until a page from disk is seen."""
    page = chromium.new_context(**PHONE, device_scale_factor=3).new_page()
    page.goto(file.as_uri())
    page.wait_for_function(PAINTED)
    taken = float(page.evaluate(PAINTED))
    page.context.close()
    return taken


def main() -> None:
    """Print the weight, and the median, 95th percentile and most of the first paints."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        site, empty = Path(folder, "site"), Path(folder, "empty.html")
        days = of_days([one for kind in NAMES for one in collection(kind)], date(2026, 12, 6), 10)
        write_site([*map(solved, days.values())], site, [*days])
        sizes = [file.stat().st_size for file in site.iterdir()]
        print(f"{len(sizes)} files     {sum(sizes) / 1000:6.1f} KB")
        empty.write_text("<!doctype html><p>0", encoding="utf-8")
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found: dict[str, list[float]] = {"first paint": [], "empty page": []}
        for file in sorted(site.glob("*.html")) * 2:
            found["first paint"].append(first_paint(chromium, file))
            found["empty page"].append(first_paint(chromium, empty))
        chromium.close()
    for what, each in found.items():
        taken = sorted(each)
        late = taken[len(taken) * 95 // 100]
        print(f"{what:12} {taken[len(taken) // 2]:6.1f} {late:6.1f} {taken[-1]:6.1f} ms")


if __name__ == "__main__":
    main()
