"""How fast the map answers: `python tests/web/measure.py` prints milliseconds at full speed and at CPU/4.

A tap is a click on a hex that previews a clue (verdict, fog, light, crosses), until it is painted; frames are
the gaps between them while the map with marks is zoomed and panned.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import test_map
from browsing import CHROMIUM, FLAGS, PHONE
from playwright.sync_api import sync_playwright

from workbench.web.bundle import disk_page

PREPARE = """() => { map.mark(map.names.slice(0, 60).map((at) => ({ at, kind: "no" })));
  const cards = [...clues.masks.keys()];
  let turn = 0;
  map.addEventListener("select", () => {
    const laid = [cards[turn++ % cards.length]];
    const verdict = clues.verdict(laid, cards[(turn * 7) % cards.length]);
    map.show({ lit: clues.hexes(verdict.before), kept: clues.hexes(verdict.after) });
  }); }"""
TAPS = """async () => { const taken = [];
  for (let i = 0; i < 40; i++) {
    const begun = performance.now();
    map.select(map.names[(i * 31) % 104]);
    await new Promise((done) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    }));
    taken.push(performance.now() - begun);
  }
  return taken; }"""
FRAMES = """async () => { const frame = () => new Promise(requestAnimationFrame), gaps = [];
  let last = await frame();
  for (let i = 0; i < 120; i++) {
    map.view.zoom(i < 60 ? 1.02 : 1 / 1.02, 150, 200);
    map.view.pan(6 * Math.sin(i / 7), 3 * Math.cos(i / 5));
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  map.view.fit();
  return gaps; }"""


def main() -> None:
    """Print median, 95th percentile and most."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        file = Path(folder) / "map.html"
        file.write_text(disk_page(**test_map.parts(), beside=test_map.HERE), encoding="utf-8")
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = chromium.new_context(**PHONE, device_scale_factor=3).new_page()
        page.goto(file.as_uri())
        page.evaluate(PREPARE)
        for rate in (1, 4):
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
            for what, script in (("tap to paint", TAPS), ("frame of pan and zoom", FRAMES)):
                taken = sorted(page.evaluate(script))
                middle, late = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
                print(f"CPU/{rate}  {what:22} {middle:6.1f} {late:6.1f} {taken[-1]:6.1f} ms")
        chromium.close()


if __name__ == "__main__":
    main()
