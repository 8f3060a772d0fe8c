// A line around the hexes of each treasure: in its colour, one within the other where they meet, its sign on each ring.

import { drawn, group } from "./dom.js";
import { path } from "./lattice.js";

/** @import { HexMap } from "./hexmap.js" */
/** @import { Names, Point } from "./lattice.js" */
/** @typedef {{names: Names, slot: number, colour: string, sign: string, now: boolean}} Trace  `now`: that of the map in view */

const FIRST = 7.5, NEXT = 5; // units from the edge of hexes to the lines within them; that in view lies on the edge
/** @type {Point[]} */
const CORNERS = [[-1, -0.1], [1, 0.1], [-0.57, 0.82], [0.42, 0.91]]; // where the signs of four lines stand: no two meet, and no name

export class Traces {
  /** @param {HexMap} map */
  constructor(map) {
    this.lattice = map.lattice;
    this.layer = drawn("g", { class: "layer-traces live", "aria-hidden": "true" });
    map.layers.light.after(this.layer); // names and landmarks stand above
  }

  /** @param {Trace[]} traces  that of the map in view is the last */
  show(traces) {
    const lines = [], signs = [];
    for (const [i, { names, slot, colour, sign, now }] of traces.entries()) {
      const far = now ? 0 : FIRST + NEXT * i, [dx, dy] = CORNERS[slot];
      const rings = this.lattice.rings(names).map((ring) => within(ring, far)), d = path(rings);
      lines.push(drawn("g", { class: `trace ${colour}${now ? " now" : ""}` }, ...["rim", "line"].map((part) => drawn("path", { class: part, d }))));
      for (const ring of rings) {
        const [x, y] = ring.reduce((best, spot) => ((spot[0] - best[0]) * dx + (spot[1] - best[1]) * dy > 0 ? spot : best));
        signs.push(group(sign, { transform: `translate(${x} ${y}) scale(1.5)` }));
      }
    }
    this.layer.replaceChildren(...lines, ...signs);
  }
}

/** A closed line so far within another one. @param {Point[]} ring @param {number} far @returns {Point[]} */
export function within(ring, far) {
  const inward = ring.map(([x, y], i) => {
    const [ahead, down] = ring[(i + 1) % ring.length], length = Math.hypot(ahead - x, down - y);
    return [(y - down) / length, (ahead - x) / length];
  });
  return ring.map(([x, y], i) => {
    const [ax, ay] = inward.at(i - 1) ?? [0, 0], [bx, by] = inward[i], share = far / (1 + ax * bx + ay * by);
    return [Math.round(x + (ax + bx) * share), Math.round(y + (ay + by) * share)];
  });
}
